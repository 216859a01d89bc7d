"""Forms: they open filled in, are what Discord takes, and what comes back is read whatever its kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.testing.limits import check_form
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.screens.forms import AnyField, CheckField, ChoiceField, Field, Form, build_modal
from bot.ui.screens.screen import Component, EmojiIds, MenuLine, UnsendableError
from tests.form_values import complete_values
from tests.ui.hostile import HOSTILE

LINES = (MenuLine("a", "Apple"), MenuLine("b", "Bread", "with butter", chosen=True), MenuLine("c", "Cake"))
EVERY_KIND = Form(
    "lunch:1",
    "Lunch",
    (
        Field("Guests", "how many", "4", name="guests"),
        ChoiceField("First", LINES, hint="something light", placeholder="Choose one"),
        ChoiceField("Second", LINES, "radio"),
        ChoiceField("Extras", LINES, "checks", fewest=0, most=3),
        CheckField("Wine", "half a glass", checked=True),
    ),
)


def submit(form: Form, **touched: Any) -> Press:
    """Submit a form as Discord does, with these fields changed; a name like `_1` stands for a position."""
    window = check_form(form)
    values = complete_values(window, {name.removeprefix("_"): value for name, value in touched.items()})
    boxes = []
    for label in window["components"]:
        box = label["component"]
        value = values.get(box["custom_id"])
        boxes.append(
            {
                "type": box["type"],
                "custom_id": box["custom_id"],
                "values" if isinstance(value, list) else "value": value,
            }
        )
    return Press.parse(
        {"custom_id": form.id, "components": [{"type": 18, "component": box} for box in reversed(boxes)]}
    )


def test_an_untouched_form_says_what_it_opened_with() -> None:
    press = submit(EVERY_KIND)
    assert (press.verb, press.read_number()) == ("lunch", 1)
    assert press.read_field("guests") == ["4"]
    assert [list(press.read_field(at)) for at in range(1, 5)] == [["b"], ["b"], ["b"], ["yes"]]


def test_what_was_changed_in_a_form_is_read() -> None:
    press = submit(EVERY_KIND, guests=" 5\u200b ", _1=["c"], _2="a", _3=["a", "c"], _4=False)
    assert press.read_field("guests") == ["5"]
    assert [list(press.read_field(at)) for at in range(1, 5)] == [["c"], ["a"], ["a", "c"], []]


def test_what_is_left_empty_has_no_value() -> None:
    lines = tuple(line._replace(chosen=False) for line in LINES)
    form = Form(
        "lunch:1",
        "Lunch",
        (
            Field("Guests", required=False),
            ChoiceField("First", lines, fewest=0),
            ChoiceField("Second", lines, "radio", fewest=0),
        ),
    )
    press = submit(form)
    assert [list(press.read_field(at)) for at in range(3)] == [[], [], []]
    assert list(press.typed) == ["", "", ""]


def test_a_field_that_was_not_submitted_is_from_another_version() -> None:
    with pytest.raises(UnknownControl):
        submit(EVERY_KIND).read_field("price")


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_in_a_form_is_made_harmless(text: str) -> None:
    typed = submit(Form("lunch:1", "Lunch", (Field("Guests", longest=4000),)), _0=text).read_field(0)
    assert all("\u202e" not in value and "\n" not in value for value in typed)


def test_a_form_opens_again_with_what_was_said() -> None:
    said = submit(EVERY_KIND, guests="five", _1=["c"], _2="a", _3=["a", "c"], _4=False)
    assert submit(EVERY_KIND.fill_in(said.fields)).fields == said.fields


def test_what_is_not_on_offer_any_more_is_not_filled_in() -> None:
    shorter = replace(EVERY_KIND, fields=(Field("Guests", longest=2, name="guests"), *EVERY_KIND.fields[1:]))
    press = submit(shorter.fill_in({"guests": ["four"], "1": ["z"], "3": ["a", "z"], "price": ["3"]}))
    assert press.read_field("guests") == ["fo"]
    assert [list(press.read_field(at)) for at in range(1, 5)] == [[], ["b"], ["a"], ["yes"]]


@pytest.mark.parametrize(
    "field",
    [
        Field("text", value="x" * 21),
        Field("text", longest=4001),
        ChoiceField("menu", ()),
        ChoiceField("menu", tuple(MenuLine(str(at), "line") for at in range(26))),
        ChoiceField("radio", LINES[:1], "radio"),
        ChoiceField("radio", tuple(MenuLine(str(at), "line") for at in range(11)), "radio"),
        ChoiceField("radio", LINES, "radio", most=2),
        ChoiceField("checks", tuple(MenuLine(str(at), "line") for at in range(11)), "checks"),
        ChoiceField("more than there are", LINES, "checks", most=4),
        ChoiceField("more than one chosen", tuple(line._replace(chosen=True) for line in LINES)),
        ChoiceField("no words", (MenuLine("a", " "), MenuLine("b", "Bread"))),
        ChoiceField("no value", (MenuLine("", "Apple"), MenuLine("b", "Bread"))),
        ChoiceField("too long a value", (MenuLine("x" * 101, "Apple"),)),
        ChoiceField("two of one value", (MenuLine("a", "Apple"), MenuLine("a", "Bread"))),
        CheckField(" "),
        CheckField("too long a name", name="x" * 101),
    ],
)
def test_a_field_that_discord_would_refuse_is_never_shown(field: AnyField) -> None:
    with pytest.raises(UnsendableError):
        build_modal(Form("lunch:1", "Lunch", (field,)))


def test_two_fields_of_one_name_are_never_shown() -> None:
    with pytest.raises(UnsendableError):
        build_modal(Form("lunch:1", "Lunch", (Field("Guests", name="1"), Field("Drinks"))))


def test_long_words_in_a_form_are_cut() -> None:
    line = MenuLine("a", "label " * 50, "hint " * 50)
    field = ChoiceField("label " * 50, (line, LINES[0]._replace(value="b")), hint="hint " * 50, placeholder="p " * 200)
    check_form(Form("lunch:1", "Lunch", (field, replace(field, kind="radio"), replace(field, kind="checks"))))


def list_emoji(form: Form, emoji: EmojiIds) -> dict[str, list[Component]]:
    """Return the emoji of the lines of each choice, by its label."""
    labels = build_modal(form, emoji).to_dict()["components"]
    return {
        label["label"]: [line["emoji"] for line in label["component"].get("options", ()) if "emoji" in line]
        for label in labels
    }


def test_lines_of_menus_have_the_emoji_that_discord_has_and_say_the_same_without() -> None:
    lines = (LINES[0]._replace(emoji="apple"), LINES[1]._replace(emoji="bread"), LINES[2])
    form = replace(EVERY_KIND, fields=(ChoiceField("First", lines), ChoiceField("Second", lines, "radio")))
    shown = list_emoji(form, {"apple": {"id": "7", "name": "br_apple_0"}})
    assert [(each["id"], each["name"]) for each in shown["First"]] == [(7, "br_apple_0")]
    assert shown["Second"] == [], "a radio group has no room for any"
    assert list_emoji(form, {}) == {"First": [], "Second": []}
    assert build_modal(form).to_dict() == build_modal(form, {}).to_dict()
