"""Tests of the screens of a table before its game begins: seats, options, settings and the expected duration."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Literal, get_args

import pydantic
import pytest

from bot.engine.game import Game
from bot.engine.lengths import Length
from bot.engine.options import Options, get_explanations, list_offered_values
from bot.games import GAMES
from bot.host.table.deadlines import TableSettings
from bot.host.table.open_table import OpenTable
from bot.testing.limits import check_form, check_screen, read_text
from bot.ui import screens
from bot.ui.screens.forms import ChoiceField
from bot.ui.screens.lobby.lobby_settings import (
    build_agreement_form,
    build_table_form,
    build_variant_form,
    split_variants,
)
from bot.ui.screens.screen import (
    Screen,
)
from tests.table_talk import begun, seated
from tests.toy import TOY
from tests.ui.toy_screens import all_buttons, lobby


def test_a_lobby_tells_who_sits_there_and_what_is_missing() -> None:
    text = read_text(screens.render_lobby(lobby(101, 102, bots=1)))
    for part in ("The Fair", "table 412", "1. <@101>", "2. <@102>", "3. Bot 1", "4. *free*"):
        assert part in text


def test_a_full_lobby_can_be_started_and_joined_in_reserve() -> None:
    states = {button.label: button.disabled for button in all_buttons(screens.render_lobby(lobby(101, 102, wanted=2)))}
    assert "Join" not in states
    assert not states["Join the waiting list"]
    assert not states["Start"]
    alone = {button.label: button.disabled for button in all_buttons(screens.render_lobby(lobby(101)))}
    assert alone["Start"]
    assert not alone["Join"]


@pytest.mark.parametrize("key", GAMES)
def test_a_lobby_promises_a_hand_only_where_the_game_deals_one(key: str) -> None:
    game = GAMES[key]
    table = replace(lobby(101), game=game, options=game.options())
    screen = screens.render_lobby_details(table, is_own=False)
    (ways,) = (button.label for button in all_buttons(screen) if button.id == "hands:0")
    assert f"**{ways}** lets you choose" in read_text(screen)
    if key == "carnegie":
        assert "I send what you're asked by **direct message**" in read_text(screen)
        assert "hand" not in f"{read_text(screen)} {ways}"
    else:
        assert "I send your hand and what you're asked by **direct message**" in read_text(screen)
        assert ways == "How my hand comes"


def details(table: OpenTable) -> Screen:
    """What a guest can look up about a table."""
    return screens.render_lobby_details(table, is_own=False)


def lobby_of_goodwill(bots: int = 0, **options: Any) -> OpenTable:
    game = GAMES["goodwill"]
    length = Length(days={4: 11}, options={"fast_mode": {"off": 2, "yearly sheet": 0.2, "two bids at once": 1.5}})
    game = replace(game, length=length)
    return replace(lobby(101, bots=bots), game=game, options=game.options.model_validate(options))


class Walk(Options):
    by: Literal["foot", "train"] = pydantic.Field("foot", title="By", json_schema_extra={"shortens": True})


def test_a_lobby_says_how_long_the_game_may_take_and_what_would_shorten_it() -> None:
    length = Length(days={4: 22}, options={"by": {"train": 0.1}})
    table = lobby(101)
    table = replace(table, game=replace(table.game, length=length), options=Walk())
    assert "24 hours an answer · about 22 days · undo with consent" in read_text(screens.render_lobby(table))
    text = read_text(details(table))
    assert "**How long**: about 22 days, if everyone answers within about two hours." in text
    assert 'With By "train": about 2 days.' in text


def test_a_lobby_says_the_days_of_each_form_and_how_it_differs_from_the_book() -> None:
    text = read_text(details(lobby_of_goodwill(fast_mode="swift")))
    assert "**How long**: about 11 days, if everyone answers within about two hours." in text
    assert "**Fewer stops: swift**" in text
    assert re.search(r"\*\*off\*\*: the booklet's own game.*About 22 days\.", text)
    assert re.search(r"\*\*swift\*\*: you give both prices of a company together.*About 11 days\.", text)
    assert re.search(r"\*\*yearly sheet\*\*: .* About 2 days\.", text)


def test_the_form_of_the_table_offers_the_forms_of_the_game_with_their_days() -> None:
    form = build_table_form(lobby_of_goodwill(fast_mode="swift"))
    check_form(form)
    (ways,) = [field for field in form.fields if isinstance(field, ChoiceField) and field.name == "fast_mode"]
    assert [(line.label, line.chosen) for line in ways.entries] == [
        ("off", False),
        ("swift", True),
        ("yearly sheet", False),
    ]
    assert ways.entries[2].hint.startswith("About 2 days. You fill in a whole year at once")


def test_the_options_say_that_bots_draw_characters_where_the_box_names_some() -> None:
    table, drawn = lobby_of_goodwill(), "All but easy ones draw a character when the game begins."
    assert drawn not in build_table_form(table).iterate_strings()
    assert drawn in build_table_form(replace(table, characters=True)).iterate_strings()


def test_a_form_that_was_withdrawn_is_offered_where_it_is_played_alone() -> None:
    assert "two bids" not in read_text(screens.render_lobby_option(lobby_of_goodwill(), "fast_mode"))
    older = screens.render_lobby_option(lobby_of_goodwill(fast_mode="two bids at once"), "fast_mode")
    assert "**two bids at once**: you give both prices" in read_text(older)


@pytest.mark.parametrize(
    ("key", "option", "value", "other", "words_of_it"),
    [
        ("briefcase", "portfolio", "faster", "complex", 'With Companies on offer "faster": about 15 days.'),
        ("corporate-espionage", "preset", "quick", "text only", 'With Preset "quick": about 15 days.'),
    ],
)
def test_a_lobby_names_the_choice_that_is_there_for_a_shorter_game_and_what_else_helps(
    key: str, option: str, value: str, other: str, words_of_it: str
) -> None:
    """Other choices that happen to take less are not named."""
    length = Length(days={4: 20}, options={option: {value: 0.75, other: 0.1}})
    game = replace(GAMES[key], length=length)
    text = read_text(details(replace(lobby(101), game=game, options=game.options())))
    assert words_of_it in text
    assert f'"{other}"' not in text
    assert "It is over sooner if you prepare your next turns." in text
    chosen = replace(lobby(101), game=game, options=game.options.model_validate({option: value}))
    assert words_of_it not in read_text(details(chosen))


def test_how_long_it_takes_changes_with_the_options_and_with_bots() -> None:
    assert "**How long**: about 2 days" in read_text(details(lobby_of_goodwill(fast_mode="yearly sheet")))
    assert "**How long**: about 16 days" in read_text(details(lobby_of_goodwill(fast_mode="two bids at once")))
    assert "**How long**: about 22 days" in read_text(details(lobby_of_goodwill()))
    assert "**How long**: about 11 days" in read_text(details(lobby_of_goodwill(bots=2)))


def test_one_person_and_bots_are_told_of_an_evening_whatever_they_choose() -> None:
    alone = lobby_of_goodwill(bots=3)
    assert "**How long**: bots answer at once, so it takes about an evening." in read_text(details(alone))
    assert "evening" not in read_text(screens.render_lobby_option(alone, "fast_mode")), "it is the same with each value"
    assert not re.search(r"bout \d+ days?\.", read_text(screens.render_lobby_option(alone, "fast_mode")))


def test_a_game_that_was_never_measured_promises_nothing() -> None:
    assert "How long" not in read_text(details(lobby(101)))
    assert "day" not in read_text(screens.render_lobby(lobby(101)))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_values_mean_is_said_of_values_there_are(game: Game[Any, Any]) -> None:
    for name, field in {**game.options.model_fields, **TableSettings.model_fields}.items():
        assert set(get_explanations(field)) <= {str(value) for value in get_args(field.annotation)}, name


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_each_value_of_an_option_means_is_said_where_it_is_chosen(game: Game[Any, Any]) -> None:
    table = replace(lobby(101), game=game, options=game.options())
    for name, field in {**game.options.model_fields, **TableSettings.model_fields}.items():
        words_for_values = [
            value for value in list_offered_values(field, field.get_default()) if isinstance(value, str)
        ]
        text = read_text(screens.render_lobby_option(table, name)) if words_for_values else ""
        for value in words_for_values:
            assert f"- **{value}**: {get_explanations(field)[value]}" in text, name


def test_where_an_option_is_chosen_it_says_how_long_the_game_takes_with_each_value() -> None:
    text = read_text(screens.render_lobby_option(lobby_of_goodwill(), "fast_mode"))
    assert re.search(r"\*\*off\*\*: .* About 22 days\.", text)
    assert re.search(r"\*\*yearly sheet\*\*: .* About 2 days\.", text)
    measured = replace(lobby_of_goodwill(), game=GAMES["goodwill"])
    assert re.search(r"\*\*12 hours\*\*: .* About \d+ days\.", read_text(screens.render_lobby_option(measured, "pace")))
    assert "day" not in read_text(screens.render_lobby_option(lobby_of_goodwill(), "cash_only")), "it was not measured"


def test_each_preset_is_explained_in_a_sentence() -> None:
    game = GAMES["corporate-espionage"]
    text = read_text(screens.render_lobby_option(replace(lobby(101), game=game, options=game.options()), "preset"))
    for preset in ("standard", "quick", "league", "text only"):
        assert f"- **{preset}**: " in text


def test_a_player_who_is_in_reserve_is_named_on_the_tables_message() -> None:
    text = read_text(screens.render_lobby(lobby(101, 102, 103, wanted=2)))
    assert "Waiting list: <@103>" in text
    assert "3. <@103>" not in text


@pytest.mark.parametrize("game", [TOY, *GAMES.values()], ids=lambda game: game.key)
def test_each_option_and_setting_stands_in_one_form(game: Game[Any, Any]) -> None:
    table = replace(lobby(101), game=game, options=game.options(), strong_bots=True, characters=True)
    check_screen(screens.render_lobby_options(table))
    pages = range(len(split_variants(table)))
    forms = [build_table_form(table), build_agreement_form(table), *(build_variant_form(table, at) for at in pages)]
    found: list[str] = []
    for form in forms:
        assert form is not None
        check_form(form)
        for name, field in form.iterate_named_fields():
            if isinstance(field, ChoiceField) and field.kind == "checks":
                found += [line.value for line in field.entries]
            else:
                found.append(name)
    kinds = (game.options, TableSettings)
    titled = [name for kind in kinds for name, field in kind.model_fields.items() if field.title]
    assert sorted(found) == sorted([*titled, "seats", "hours", "bots"])
    assert build_variant_form(table, len(pages)) is None


@pytest.mark.parametrize("option", [name for name, field in TableSettings.model_fields.items() if field.title])
def test_every_line_of_the_pact_can_be_changed(option: str) -> None:
    screen = screens.render_lobby_option(lobby(101), option)
    check_screen(screen)
    offered = all_buttons(screen)
    assert len(offered) >= 3
    assert len([button for button in offered if button.style == "success"]) == 1


@pytest.mark.parametrize(("option", "values"), [("poking", ["no", "yes"]), ("length", ["short", "long"])])
def test_an_option_offers_its_values_and_marks_the_present_one(option: str, values: list[str]) -> None:
    screen = screens.render_lobby_option(lobby(101), option)
    check_screen(screen)
    offered = all_buttons(screen)
    assert [button.label for button in offered] == [*values, "Back"]
    assert [button.label for button in offered if button.style == "success"] == [{"poking": "yes"}.get(option, "short")]


class NoOptions(Options):
    """A game about which nothing is to be agreed."""


def test_a_game_without_options_can_be_set_up() -> None:
    table = replace(lobby(101), options=NoOptions(), game=replace(TOY, options=NoOptions))
    check_screen(screens.render_lobby(table))
    check_screen(screens.render_lobby_options(table))


def test_a_server_without_tables_is_told_how_to_open_one() -> None:
    assert "/game new" in read_text(screens.render_tables({"toy": TOY}, []))


def test_a_list_of_hundreds_of_tables_fits() -> None:
    row = seated(begun()).row
    screen = screens.render_tables(
        {"toy": TOY}, [replace(row, game_id=10**8 + at, channel_id=10**19) for at in range(300)]
    )
    assert "100000000" in read_text(screen)
