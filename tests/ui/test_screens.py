"""Every screen fits Discord's limits, and can be sent."""

from __future__ import annotations

import pytest

from bot.engine.pages import Grid, Page, Picture, Section, mark
from bot.testing.limits import check_form, list_labels, read_text
from bot.ui import screens
from bot.ui.screens.forms import Field, Form, build_modal
from bot.ui.screens.names import escape_markdown
from bot.ui.screens.screen import (
    Button,
    DuplicateIdError,
    Menu,
    MenuLine,
    Row,
    Screen,
    TextWithButton,
    UnsendableError,
    build_button_rows,
    build_layout,
    mark_emoji,
    truncate,
)
from tests.table_talk import build_desk, tell, view_as
from tests.toy import Counted, Poked
from tests.ui.toy_screens import with_page


@pytest.mark.parametrize("sections", [0, 1, 20])
def test_a_page_of_any_length_is_cut_to_what_discord_takes(sections: int) -> None:
    grid = Grid(["Name", "Value"], [[f"row {at}", "7" * 30] for at in range(60)])
    running = with_page(Page("Long", [Section(f"Part {at}", ["word " * 100, grid]) for at in range(sections)]))
    for screen in (
        screens.render_board(view_as(running), None),
        screens.render_hand(build_desk(running, 1), "open"),
        screens.render_panel(build_desk(running, None)),
    ):
        assert len(read_text(screen)) <= 4000 + 60


def test_a_page_of_many_sections_still_has_its_buttons() -> None:
    running = with_page(Page("Wide", [Section(f"Part {at}", ["A line."]) for at in range(60)]))
    assert list_labels(screens.render_board(view_as(running), None))[0] == "Act"


def test_a_grid_is_laid_out_in_columns() -> None:
    grid = Grid(["Player", "Cash"], [[mark(1), "5"], [mark(2), "1000"]])
    text = read_text(screens.render_board(view_as(with_page(Page("", [Section("", [grid])]))), None))
    assert "```\nPlayer Cash\nAnn       5\nBen    1000\n```" in text


def test_short_texts_stay_and_long_ones_end_with_an_ellipsis() -> None:
    assert truncate("abc", 3) == "abc"
    assert truncate("abcd", 3) == "ab…"
    assert truncate("ab cd", 4) == "ab…"


def test_buttons_stand_five_in_a_row() -> None:
    rows = build_button_rows(*(Button(f"act:{at}", str(at)) for at in range(11)))
    assert [len(row.controls) for row in rows] == [5, 5, 1]


def test_a_form_is_cut_to_what_discord_takes() -> None:
    form = Form("sent:1", "title " * 50, tuple(Field("label " * 50, "hint " * 50, "7") for _ in range(5)))
    window = check_form(form)
    assert len(window["components"]) == 5
    assert window["components"][0]["component"]["value"] == "7"


async def test_what_is_sent_is_not_kept_by_the_library() -> None:
    """discord.py would keep every view that still listens; ours are answered by their ids alone."""
    view = build_layout(screens.render_note("Hello."))
    assert view.is_finished()
    assert build_modal(Form("sent:1", "Form", (Field("Price"),))).is_finished()


def test_everything_on_a_screen_can_be_searched_for_secrets() -> None:
    menu = Menu("menu:1", "placeholder", ())
    screen = Screen(
        ("text", Picture("file.png", b"", "alt"), Row((menu,)), *build_button_rows(Button("act:1", "label")))
    )
    assert list(screen.iterate_strings()) == ["text", "file.png", "alt", "menu:1", "placeholder", "act:1", "label"]
    assert screen.with_blocks("more").blocks[-1] == "more"
    form = Form("sent:1", "title", (Field("label", "hint", "value"),))
    assert list(form.iterate_strings()) == ["sent:1", "title", "label", "hint", "value"]


def test_footnotes_and_private_news_are_no_headlines_for_all() -> None:
    told = [tell(Poked(by=1, seat=2)), tell(Poked(by=2, seat=1), 1), tell(Counted(left=3))]
    assert screens.list_public_news(told) == [Poked(by=1, seat=2)]


@pytest.mark.parametrize(
    "rows",
    [
        (Row((Button("undo:1", "Undo"), Button("undo:1", "Take back"))),),
        (*build_button_rows(Button("act:1", "Act")), Row((Menu("act:1", "Choose", (MenuLine("0", "One"),)),))),
        (Row((Menu("order:1", "Choose", (MenuLine("0", "One"), MenuLine("0", "Two"))),)),),
    ],
)
def test_no_message_is_made_in_which_a_press_could_mean_two_things(rows: tuple[Row, ...]) -> None:
    """Discord would refuse all of it, and the presser would read that nothing happened."""
    with pytest.raises(DuplicateIdError):
        build_layout(Screen(("Nothing here.", *rows)))


@pytest.mark.parametrize(
    "screen",
    [
        Screen(()),
        Screen(("",)),
        Screen(("words", Row(()))),
        Screen(("words", Row((Button("", "no id"),)))),
        Screen(("words", Row((Button("x" * 101, "too long an id"),)))),
        Screen(("words", Row((Button("no-label", " "),)))),
        Screen(("words", Row(tuple(Button(f"b{at}", "one of six") for at in range(6))))),
        Screen(("words", Row((Menu("none", "", ()),)))),
        Screen(("words", Row((Menu("many", "", tuple(MenuLine(str(at), "line") for at in range(26))),)))),
        Screen(("words", Row((Menu("more", "", (MenuLine("1", "line"),), most=2),)))),
        Screen(("words", Row((Menu("blank", "", (MenuLine("1", ""),)),)))),
        Screen(tuple(Row((Button(f"b{at}", "one of many rows"),)) for at in range(30))),
    ],
)
def test_what_discord_would_refuse_is_never_sent(screen: Screen) -> None:
    with pytest.raises(UnsendableError):
        build_layout(screen)


@pytest.mark.parametrize(
    "form",
    [
        Form("empty", "no fields", ()),
        Form("many", "six fields", (Field("a line"),) * 6),
        Form("long", "what does not fit", (Field("a line", value="x" * 21),)),
        Form("blank", "no label", (Field(""),)),
    ],
)
def test_a_form_that_discord_would_refuse_is_never_opened(form: Form) -> None:
    with pytest.raises(UnsendableError):
        build_modal(form)


def test_a_section_has_its_button_beside_its_text() -> None:
    screen = Screen((TextWithButton((Button("play:1", "Take it"),), "**A plan**"),))
    (container,) = build_layout(screen).to_components()
    (section,) = container["components"]
    assert section["components"] == [{"type": 10, "content": "**A plan**"}]
    assert (section["type"], section["accessory"]["custom_id"]) == (9, "play:1")
    assert {"**A plan**", "play:1", "Take it"} <= set(screen.iterate_strings())


@pytest.mark.parametrize(("text", "buttons"), [("", 1), ("A plan", 2), ("A plan", 0)])
def test_a_section_without_a_text_or_with_other_than_one_button_is_refused(text: str, buttons: int) -> None:
    controls = tuple(Button(f"play:{at}", "Take it") for at in range(buttons))
    with pytest.raises(UnsendableError):
        build_layout(Screen(("Which?", TextWithButton(controls, text))))


AMBER = {"gw_amber": {"id": "7", "name": "br_gw_amber_01234567"}}


def test_emoji_stand_before_labels_and_in_texts_where_discord_has_them() -> None:
    entries = (MenuLine("0", "Amber", emoji="gw_amber"), MenuLine("1", "Black", emoji="gw_black"))
    screen = Screen(
        (
            f"### {mark_emoji('gw_amber')}Amber or {mark_emoji('gw_black')}Black?",
            TextWithButton((Button("play:1", "Take it", emoji="gw_amber"),), f"{mark_emoji('gw_amber')}A plan"),
            Row((Menu("menu:1", "Which?", entries),)),
        )
    )
    (container,) = build_layout(screen, emoji=AMBER).to_components()
    text, section, row = container["components"]
    assert text["content"] == "### <:br_gw_amber_01234567:7> Amber or Black?"
    assert section["components"][0]["content"] == "<:br_gw_amber_01234567:7> A plan"
    assert section["accessory"]["emoji"] == AMBER["gw_amber"]
    assert [line.get("emoji") for line in row["components"][0]["options"]] == [AMBER["gw_amber"], None]
    (plain,) = build_layout(screen).to_components()
    assert "emoji" not in str(plain)
    assert plain["components"][0]["content"] == "### Amber or Black?"


def test_nobody_puts_an_emoji_into_a_text_by_their_name() -> None:
    written = escape_markdown(mark_emoji("gw_amber"))
    (container,) = build_layout(Screen((written,)), emoji=AMBER).to_components()
    assert container["components"][0]["content"] == written
