"""Screens: content fits Discord, describes the state, and reveals only what it may."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, get_args

import pydantic
import pytest

import bot
from bot.engine import play
from bot.engine.game import Game
from bot.engine.lengths import Length
from bot.engine.options import Options, get_explanations, list_offered_values
from bot.engine.pages import Grid, Page, Picture, Section, mark
from bot.engine.questions import Choose, Item, Option, Subset
from bot.engine.rulebook import Chapter
from bot.games import GAMES
from bot.host.record.log_reading import HistoryLine
from bot.host.table.deadlines import TableSettings
from bot.host.table.open_table import OpenTable
from bot.host.table.running import RunningGame
from bot.testing.limits import check_form, check_screen, list_labels, read_text
from bot.ui import screens
from bot.ui.screens.forms import ChoiceField, Field, Form, build_modal
from bot.ui.screens.lobby.lobby_settings import (
    build_agreement_form,
    build_table_form,
    build_variant_form,
    split_variants,
)
from bot.ui.screens.names import escape_markdown
from bot.ui.screens.parts import describe_question, get_place_suffix
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
from storage.interface.games import SeatRow
from storage.interface.letters import Delivery
from storage.interface.motions import Motion, MotionKind
from tests.table_talk import begun, build_desk, seated, tell, view_as
from tests.toy import PNG, STALLS, TOY, Answered, Counted, Gather, Name, Pick, Poked, ToyOptions, ToyTable


def opened(players: int = 3) -> ToyTable:
    table = begun(players=players)
    for seat in table.seats:
        table = play.play(table, seat, Name(price=seat)).table
    return table


def at_growls(players: int = 4) -> ToyTable:
    """Somebody with a wild animal is asked in secret, but not everybody is."""
    for seed in "abcdefgh":
        table = begun(seed, players=players)
        for seat in table.seats:
            table = play.play(table, seat, Name(price=seat)).table
        for seat in table.seats:
            table = play.play(table, seat, Pick(what="end")).table
        if 0 < len(play.list_asked_seats(table)) < players:
            return table
    raise AssertionError("no seed deals wild and tame animals")


def lobby(*people: int, options: ToyOptions | None = None, bots: int = 0, wanted: int = 4) -> OpenTable:
    row = replace(seated(begun()).row, status="open", seats_wanted=wanted, opened_by=101)
    seat_rows = [SeatRow(at, user, f"User {user}") for at, user in enumerate(people, 1)]
    seat_rows += [SeatRow(len(people) + at, None, f"Bot {at}") for at in range(1, bots + 1)]
    return OpenTable(TOY, row, tuple(seat_rows), options or ToyOptions(), TableSettings())


# -- the lobby ---------------------------------------------------------------------------------------


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


def all_buttons(screen: Screen) -> list[Button]:
    return [control for control in all_controls(screen) if isinstance(control, Button)]


def all_controls(screen: Screen) -> list[Button | Menu]:
    return [control for block in screen.blocks if isinstance(block, Row) for control in block.controls]


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


# -- the table's message -----------------------------------------------------------------------------


def test_the_board_says_for_whom_it_waits() -> None:
    assert "waiting for <@101>." in read_text(screens.render_board(view_as(seated(opened())), None))
    assert "waiting for <@101>, <@102> and <@103>." in read_text(screens.render_board(view_as(seated(begun())), None))


def test_the_board_calls_the_way_to_the_hand_what_the_game_calls_it() -> None:
    seen = view_as(seated(begun()))
    assert "My hand" in list_labels(screens.render_board(seen, None))
    labels = list_labels(
        screens.render_board(
            replace(seen, game=replace(TOY, wording=replace(TOY.wording, hand_title="My company"))), None
        )
    )
    assert "My company" in labels
    assert "My hand" not in labels


def test_no_other_text_names_the_way_to_the_hand_but_the_game() -> None:
    """A text about all tables names the command /hand, because games call the control differently."""
    root = Path(bot.__file__).parent
    files = [*(path for name in ("ui", "host", "own_pages", "web") for path in (root / name).rglob("*.py"))]
    files += (root.parent / "cogs").glob("*.py")
    assert [path.name for path in files if TOY.wording.hand_title in path.read_text(encoding="utf-8")] == []


def test_the_delivery_ledger_calls_the_way_to_the_hand_what_the_game_calls_it() -> None:
    seen = view_as(seated(begun()))
    seen = replace(seen, game=replace(TOY, wording=replace(TOY.wording, hand_title="My company")))
    moment = "2026-01-01T12:00:00+00:00"
    line = Delivery(1, "hand", "sent", None, moment, moment, "panel", None, None, None)
    text = read_text(screens.render_delivery_ledger(seen, [line]))
    assert "ready behind **My company**" in text
    assert "-# **My company** shows secrets at any time" in text


def test_names_in_titles_and_headings_do_not_break_the_bold_type() -> None:
    running = with_page(Page("", [Section(f"{mark(2)}'s stall", ["Open."])]))
    text = read_text(screens.render_board(view_as(running), None))
    assert "Ann" in text
    assert "Ben" in text
    assert "****" not in text


def test_the_board_calls_bots_and_conceded_players_by_name() -> None:
    table = begun()
    running = seated(play.concede(table, 3).table, bots=[2])
    assert screens.describe_waiting(view_as(running)).endswith("waiting for <@101>, **Ben** and **Cleo**.")


def test_the_board_of_a_finished_game_tells_who_won_and_cannot_be_acted_on() -> None:
    over = seated(play.concede(begun(players=2), 2).table)
    screen = screens.render_board(view_as(over), None)
    assert "**Ann** wins." in read_text(screen)
    assert [button.label for button in all_buttons(screen) if button.disabled] == ["Act"]


def test_a_shared_victory_names_all_winners() -> None:
    table = begun()
    table.outcome = play.concede(play.concede(table, 1).table, 2).table.outcome
    assert table.outcome is not None
    table.outcome.places.update({1: 1, 2: 1, 3: 1})
    assert screens.describe_winners(view_as(seated(table))) == "**Ann**, **Ben** and **Cleo** share the victory."


def test_shared_places_are_no_list_for_discord_would_count_them_on() -> None:
    assert [get_place_suffix(places) for places in ([1, 2, 3], [1, 2, 2], [1, 1, 3])] == [".", "\\.", "\\."]
    table = begun()
    table.outcome = play.concede(play.concede(table, 1).table, 2).table.outcome
    assert table.outcome is not None
    table.outcome.places.update({1: 1, 2: 2, 3: 2})
    table.outcome.scores.update({1: 9, 2: 4, 3: 4})
    text = read_text(screens.render_result_message(view_as(seated(table)), [], []))
    assert re.findall(r"^([0-9])\\\. ", text, re.MULTILINE) == ["1", "2", "2"]


def test_the_board_shows_its_picture_with_words_for_who_cannot_see_it() -> None:
    screen = screens.render_board(view_as(seated(opened())), Picture("fair.png", PNG, "x" * 3000))
    pictures = next(component for component in check_screen(screen) if component["type"] == 12)
    assert pictures["items"][0]["media"]["url"] == "attachment://fair.png"
    assert len(pictures["items"][0]["description"]) == 1024


def test_the_board_shows_the_latest_news_and_no_others() -> None:
    news = [Answered(seat=1, how=f"no {at}") for at in range(20)]
    text = read_text(screens.render_board(view_as(seated(opened())), None, news))
    assert [f"no {at}" in text for at in (15, 16, 19)] == [False, True, True]


def test_where_waiting_is_secret_nobody_is_named() -> None:
    table = at_growls()
    running = seated(table)
    line = screens.describe_waiting(view_as(running))
    assert "waiting for answers" in line
    assert not any(f"<@{100 + seat}>" in line or running.get_name(seat) in line for seat in table.seats)


def test_where_waiting_is_secret_the_call_does_not_say_that_one_is_asked() -> None:
    running = seated(at_growls())
    text = read_text(screens.render_turn_ping(view_as(running), [1, 2, 3, 4], "https://discord.com/channels/1/2/3"))
    assert "you may want to respond" in text
    assert "your move" in read_text(screens.render_turn_ping(view_as(seated(begun())), [1, 2, 3], None))


def test_the_final_message_has_places_scores_and_the_way_on() -> None:
    over = seated(play.concede(begun(players=2), 2).table)
    text = read_text(screens.render_result_message(view_as(over), [Picture("story.png", PNG, "The story")]))
    assert "1. **Ann**: 0" in text
    assert list_labels(screens.render_result_message(view_as(over), ())) == ["Play again", "More…"]
    with pytest.raises(ValueError, match="not over"):
        screens.render_result_message(view_as(seated(begun())), ())


def test_the_panel_of_a_finished_game_leads_on_as_its_result_does() -> None:
    over = seated(play.concede(begun(players=2), 2).table)
    panel = screens.render_panel(build_desk(over, 1))
    assert "The game is over." in read_text(panel)
    assert "Play again" in list_labels(panel)
    assert "Play again" not in list_labels(screens.render_panel(build_desk(seated(begun()), 1)))


@pytest.mark.parametrize(
    ("kind", "needed", "until"),
    [
        ("undo", "3 of 3", "It is off as soon as anyone moves."),
        ("abandon", "3 of 3", "It stays open until it is decided."),
        ("pause", "2 of 3", "It stays open until it is decided."),
        ("replace", "2 of 2", "It is off as soon as **Ben** moves."),
    ],
)
def test_a_proposal_says_how_many_votes_it_needs_and_until_when_it_is_open(
    kind: MotionKind, needed: str, until: str
) -> None:
    proposed = Motion(1, 412, kind, 1, 2, 1, {1: True}, "open")
    text = read_text(screens.render_vote(view_as(seated(begun())), proposed))
    assert f"{needed} votes are needed; the proposal counts as one. {until}" in text


# -- panels ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stall", STALLS)
def test_a_panel_asks_explains_and_offers_every_shape_of_question(stall: str) -> None:
    table = play.play(opened(), 1, Pick(what=stall)).table
    screen = screens.render_panel(build_desk(seated(table), 1))
    assert f"### {STALLS[stall].prompt}" in read_text(screen)
    assert list_lines(screen, "More…")[:2] == ["Why?", "Log"]
    reasons = read_text(screens.render_reasons(build_desk(seated(table), 1)))
    assert STALLS[stall].prompt in reasons
    assert STALLS[stall].help in reasons
    assert "Rules: Stalls" in reasons


def list_lines(screen: Screen, placeholder: str) -> list[str]:
    """Return the lines of the menu with this placeholder."""
    rows = [block for block in screen.blocks if isinstance(block, Row)]
    menus = [one for row in rows for one in row.controls if isinstance(one, Menu) and one.placeholder == placeholder]
    return [entry.label for menu in menus for entry in menu.entries]


def told_of(options: Sequence[Option], *picks: str) -> str:
    question = Choose(prompt="Which?", rule="1", options=tuple(options))
    return describe_question(view_as(seated(opened())), question, picks)


def test_the_menu_of_another_answer_is_another_component_so_that_nothing_stays_chosen_in_it() -> None:
    screen = Screen((Row((Menu("menu:1", "Choose", (MenuLine("0", "One"),)),)),))

    def component(answering: int) -> object:
        (container,) = build_layout(screen, answering).to_components()
        return container["components"][0]["components"][0].get("id")

    assert component(1) != component(2)
    assert component(1) == component(1)
    assert component(0) is None, "a message that answers nobody is the same each time"


def test_what_a_menu_has_no_room_for_stands_in_the_text_in_full() -> None:
    many = [Option(Pick(what=f"c{at}"), f"Cheese {at}", hint="Ripe.") for at in range(7)]
    assert "Cheese" not in told_of(many), "a menu shows its own hints"
    long = replace(many[3], full=f"Ripe, and {mark(2)} wants it.")
    assert "- **Cheese 3**: Ripe, and **Ben** wants it." in told_of([*many[:3], long, *many[4:]])


def test_what_a_button_does_stands_in_the_text_in_full() -> None:
    one = Option(Pick(what="c"), "Cheese", hint="Ripe.", full="Ripe, and hard.")
    assert "- **Cheese**: Ripe, and hard." in told_of([one, replace(one, label="Rye", full="")])
    assert "- **Rye**: Ripe." in told_of([one, replace(one, label="Rye", full="")])


def test_what_the_text_has_no_room_for_is_left_out_whole_and_counted() -> None:
    long = [Option(Pick(what=f"c{at}"), f"Cheese {at}", full=f"{at} " + "ripe " * 100 + "end.") for at in range(9)]
    text = told_of(long)
    assert text.count("ripe end.") + int(text.partition("… and ")[2].partition(" more")[0]) == 9
    assert told_of(long, "p0").count("ripe end.") > text.count("ripe end.") > 0, "more once something was picked"


def test_a_player_who_has_sealed_an_answer_can_take_it_back() -> None:
    running = seated(play.play(begun(), 2, Name(price=5)).table)
    assert "Take back my answer" in list_labels(screens.render_panel(build_desk(running, 2)))
    assert "Take back my answer" not in list_labels(screens.render_panel(build_desk(running, 1)))


def test_a_player_who_only_watches_is_told_so_and_sees_the_fair() -> None:
    text = read_text(screens.render_panel(build_desk(seated(opened()), None)))
    assert "watching" in text
    assert "Coins" in text


def test_what_happened_stands_below_the_question_in_small_print() -> None:
    text = read_text(
        screens.render_panel(build_desk(seated(opened()), 1, news=[f"{mark(2)} pokes you."], note="Done."))
    )
    assert text.index("Done.") < text.index("What do you do") < text.index("**Ben** pokes you.")
    assert "\n-# So far: " in text


def test_an_order_is_confirmed_only_while_the_game_runs() -> None:
    running = seated(opened())
    over = replace(running, row=replace(running.row, status="finished"))
    for there, confirms in ((running, True), (over, False)):
        context = replace(build_desk(there, 1, note="You pay $3."), ordered="Order set: Pass.")
        text = read_text(screens.render_panel(context))
        assert "You pay $3." in text
        assert ("Order set: Pass." in text) == confirms


def test_news_of_several_lines_stand_in_one_line_and_a_second_visit_says_since_when() -> None:
    running = replace(seated(opened()), moved=frozenset({1}))
    text = read_text(screens.render_panel(build_desk(running, 1, news=["Your news for 1953:\nA strike\nA levy"])))
    assert "\n-# Since you last looked: Your news for 1953: A strike; A levy" in text


def test_long_news_never_push_the_question_out() -> None:
    news = [f"{mark(2)} says: " + "blah " * 200] * 40
    running = seated(opened(), names=("Ann", "x" * 100))
    text = read_text(screens.render_panel(build_desk(running, 1, note="A note. " * 100, news=news)))
    assert "What do you do" in text
    assert len(text.split()) < 300, "the note is whole, the news are not"
    assert "(and 39 more: More… > Log)" in text


@pytest.mark.parametrize("shift", range(9))
def test_cutting_long_news_never_cuts_through_a_name(shift: int) -> None:
    line = "x" * (395 - shift) + mark(2) + "y" * 300
    text = read_text(screens.render_panel(build_desk(seated(opened()), 1, news=[line])))
    assert "<sea" not in text
    assert "seat:" not in text


def test_a_hand_is_shown_with_the_way_to_and_from_direct_messages() -> None:
    running = seated(opened())
    assert "DM me this too" in list_labels(screens.render_hand(build_desk(running, 1), "unasked"))
    assert "Stop direct messages" in list_labels(screens.render_hand(build_desk(running, 1), "open"))
    assert "won't let me DM you" in read_text(screens.render_hand(build_desk(running, 1), "closed"))
    assert list_labels(screens.render_hand(build_desk(running, None), "open")) == ["Fair", "Act"]


# -- log and rules -----------------------------------------------------------------------------------


def lines(count: int, text: str = "somebody did something") -> list[HistoryLine]:
    return [HistoryLine(at, f"{text} {at}", undone=at == 2) for at in range(1, count + 1)]


def test_every_line_of_a_long_log_is_on_one_of_its_pages() -> None:
    running = seated(opened(), names=["x" * 100] * 3)
    told = lines(60, f"{mark(1)} {'long ' * 100}{mark(2)}")
    pages = [read_text(screens.render_log(view_as(running), told, page)) for page in range(30)]
    text = "\n".join(pages)
    assert all(f"`{line.number}`" in text for line in told)
    assert pages[-1] == pages[-2], "behind the last page comes the last page"
    assert pages[0].index("`60`") < pages[0].index("`59`"), "the newest first"


def test_long_news_are_whole_in_the_log() -> None:
    running = seated(opened())
    told = lines(3, "a whole year. " * 100)
    text = "\n".join(read_text(screens.render_log(view_as(running), told, page)) for page in range(3))
    assert all(in_log in text for in_log in (f"{'a whole year. ' * 100} 1", f"{'a whole year. ' * 100} 3"))


def test_the_log_can_be_paged_back_and_forth() -> None:
    running = seated(opened())
    told = lines(300)
    assert list_labels(screens.render_log(view_as(running), told, 0)) == ["Next ▶", "Act", "Replay"]
    assert list_labels(screens.render_log(view_as(running), told, 1)) == ["◀ Back", "Next ▶", "Act", "Replay"]
    assert list_labels(screens.render_log(view_as(running), told[:3], 0)) == ["Act", "Replay"]
    assert read_text(screens.render_log(view_as(running), [], 0)).startswith("### Log of table 412, page 1 of 1")


def test_what_was_undone_is_struck_out_in_the_log() -> None:
    text = read_text(screens.render_log(view_as(seated(opened())), lines(3), 0))
    assert "`2` ~~somebody did something 2~~" in text
    assert "`3` somebody" in text


@pytest.mark.parametrize("page", [-5, 0, 1, 2, 99])
def test_every_chapter_of_the_rules_can_be_read(page: int) -> None:
    screen = screens.render_rules(TOY, page)
    assert TOY.rulebook[max(0, min(page, 2))].text in read_text(screen)


def test_a_table_of_the_rules_becomes_columns_that_wrap_on_a_telephone() -> None:
    table = "| What | Worth |\n| --- | --- |\n| **A very long thing to have** | $10 for each of them |"
    game = replace(TOY, rulebook=(Chapter("The end", f"Add up:\n\n{table}\n\nThe most wins."),))
    text = read_text(screens.render_rules(game, 0))
    assert "|" not in text
    before, grid, behind = text.split("```")
    assert ("Add up:" in before, "The most wins." in behind) == (True, True)
    assert grid.strip().splitlines() == [
        "What          Worth",
        "A very long   $10 for each",
        "thing to      of them",
        "have",
    ]


def test_a_chapter_with_an_example_shows_its_picture() -> None:
    picture = Picture("board.png", b"", "The board.")
    screen = screens.render_rules(TOY, 0, (), picture)
    assert picture in screen.blocks
    check_screen(screen)


def test_sixty_chapters_can_all_be_reached() -> None:
    game = replace(TOY, rulebook=tuple(Chapter(f"Chapter {at} {'x' * 200}", "Text.") for at in range(60)))
    reached: set[int] = set()
    for page in range(60):
        reached |= {int(button.id.split(":")[2]) for button in all_buttons(screens.render_rules(game, page))}
        check_screen(screens.render_rules(game, page))
    assert reached == set(range(60))


# -- limits ------------------------------------------------------------------------------------------


def with_page(page: Page) -> RunningGame:
    return seated(opened(), game=replace(TOY, page=lambda _: page, hand=lambda _: page))


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


@pytest.mark.parametrize("mode", ["off", "swift", "yearly sheet"])
def test_a_question_for_a_price_says_who_trades_and_for_how_much(mode: str) -> None:
    game = GAMES["goodwill"]
    table = play.begin(game.set_up(game.options.model_validate({"fast_mode": mode}), 3, "price", game.box)).table
    shown = read_text(screens.render_panel(build_desk(seated(table, game=game), play.list_asked_seats(table)[0])))
    trade = "The highest price buys a share from the owner with the lowest, at the average."
    assert f"-# {trade}" in shown.split("\n")


@pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if game.teaching.aim is not None], ids=lambda game: game.key
)
def test_why_states_the_aim_in_two_sentences_and_a_first_panel_offers_it(game: Game[Any, Any]) -> None:
    table = play.begin(game.set_up(game.options(), 3, "aim", game.box)).table
    seat = play.list_asked_seats(table)[0]
    running = seated(table, game=game)
    assert game.teaching.aim is not None
    aim = game.teaching.aim(running.get_view(seat))
    assert aim.count(". ") == 1
    assert aim.endswith(".")
    assert f"**The aim**: {aim}" in read_text(screens.render_reasons(build_desk(running, seat)))
    assert "Why?" in list_labels(screens.render_panel(build_desk(running, seat)))
    moved = replace(running, moved=frozenset({seat}))
    assert "Why?" not in list_labels(screens.render_panel(build_desk(moved, seat)))
    assert "Why?" in list_lines(screens.render_panel(build_desk(moved, seat)), "More…")
    assert "Why?" not in list_lines(screens.render_panel(build_desk(running, None)), "More…")


@pytest.mark.parametrize("key", GAMES)
def test_a_private_copy_begins_with_ones_hand_where_the_game_has_any(key: str) -> None:
    game = GAMES[key]
    table = play.begin(game.set_up(game.options(), 3, "copy", game.box)).table
    seat = play.list_asked_seats(table)[0]
    copy = read_text(screens.render_dm_hand(view_as(seated(table, game=game), seat), None))
    assert game.title in copy
    assert (game.hand(game.view(table, seat)).title in copy) == (key != "carnegie")
    assert "No hand" not in copy


def test_why_has_in_full_what_a_line_of_a_menu_cuts() -> None:
    long = "It costs much and brings more, " * 4 + "and in the end nothing."
    options = [Option(Pick(what=f"w{at}"), f"Ware {at}", hint=long if at == 3 else "Short.") for at in range(9)]
    assert told_of(options).count(long) == 1
    items = tuple(Item(str(at), f"Thing {at}", long if at == 1 else "Short.") for at in range(3))
    some = Subset(prompt="Which?", rule="1", move=Gather, field="things", items=items, most=2)
    text = describe_question(view_as(seated(opened())), some)
    assert text.count(long) == 1
    assert "Short." not in text


def test_why_explains_a_question_also_after_a_group_was_opened() -> None:
    desk = build_desk(seated(play.play(opened(), 1, Pick(what="fruit")).table), 1)
    assert "It tastes." in read_text(screens.render_reasons(desk, ["g0"]))


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
