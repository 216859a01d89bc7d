"""What /why says: for whom a table waits, and what exactly happens when their time is up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.game import Game
from bot.engine.questions import Choose, Item, Option, Question, Subset
from bot.engine.records import Move, Seat
from bot.engine.table import Table
from bot.games import GAMES
from bot.host.table.deadlines import TableSettings
from bot.host.table.running import RunningGame
from bot.testing.limits import list_labels, read_text
from bot.testing.random_games import TABLES, Case, sample_positions
from bot.ui import screens
from bot.ui.screens.parts import describe_question
from bot.ui.screens.past.log_and_rules import ANY_DEFAULT
from storage.interface.games import SeatRow
from storage.interface.questions import QuestionTimes
from tests.table_talk import begun, build_desk, seated, view_as
from tests.toy import Gather, Name, Pick, ToyTable, Turn
from tests.ui.toy_screens import at_growls, list_lines, opened, told_of

CLOCK = QuestionTimes("2026-03-01T12:00:00+00:00", "2026-03-02T12:00:00+00:00", "2026-03-02T00:00:00+00:00")


def ticking(
    running: RunningGame,
    *,
    misses: int = 0,
    absent: Literal["a bot", "a vote"] = "a bot",
    away: bool = False,
    conceded: bool = False,
) -> RunningGame:
    """The table with a clock for each asked player; the first seat has these values."""
    first, *others = running.seats
    return replace(
        running,
        row=replace(running.row, pact=TableSettings(absent=absent).model_dump_json()),
        seats=(replace(first, misses=misses, away=away, conceded=conceded), *others),
        clocks=dict.fromkeys(play.list_asked_seats(running.table), CLOCK),
    )


def at_first_turn() -> RunningGame:
    """Seat 1 does what it likes; in the end its turn is over."""
    table = begun()
    for seat in table.seats:
        table = play.play(table, seat, Name(price=seat)).table
    return seated(table)


def why(running: RunningGame, seat: Seat | None) -> str:
    return read_text(screens.render_why_waiting(view_as(running, seat)))


# -- one's own question ------------------------------------------------------------------------------


def test_a_player_who_is_asked_reads_exactly_what_is_played_for_them() -> None:
    assert "then this is played for you: End my turn." in why(ticking(at_first_turn()), 1)


def test_a_player_who_is_asked_a_question_without_a_default_reads_that_a_bot_decides() -> None:
    assert "then a bot decides this for you." in why(ticking(seated(begun())), 2)


@pytest.mark.parametrize(
    ("misses", "absent", "follows"),
    [
        (0, "a bot", "miss number 1 in a row, and after 1 more a bot plays for your seat until you return."),
        (1, "a bot", "miss number 2 in a row, and then a bot plays for your seat until you return."),
        (0, "a vote", "miss number 1 in a row, and after 1 more the others may vote on your seat."),
        (2, "a vote", "miss number 3 in a row, and then the others may vote on your seat."),
    ],
)
def test_they_read_what_one_more_miss_leads_to(misses: int, absent: Literal["a bot", "a vote"], follows: str) -> None:
    assert f"If you miss it, that makes {follows}" in why(ticking(at_first_turn(), misses=misses, absent=absent), 1)


def nothing_left(_: Turn, table: ToyTable, seat: Seat) -> Question:
    """A turn on which one can do nothing but end it."""
    return Choose(prompt="Nothing left?", rule="Turns", options=(Option(Pick(what="end"), "End my turn"),))


def hungry(_: Turn, table: ToyTable, seat: Seat) -> Move | None:
    """A default that depends on what its player holds."""
    return Pick(what="fruit" if "lynx" in table.hands[seat] else "end")


def test_a_player_who_has_no_choice_reads_that_it_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Turn, "build_question", nothing_left)
    text = why(ticking(at_first_turn()), 1)
    assert "You have only one option, so it can't count as a miss." in text
    assert "miss number" not in text


def test_a_player_who_conceded_or_has_a_bot_on_their_seat_reads_no_clock() -> None:
    assert "Press **Act** to take it back" in why(ticking(at_first_turn(), away=True), 1)
    assert "your seat plays automatically" in why(ticking(at_first_turn(), conceded=True), 1)
    for text in (why(ticking(at_first_turn(), away=True), 1), why(ticking(at_first_turn(), conceded=True), 1)):
        assert "No clock is running for you" not in text


def test_without_a_clock_nothing_happens_by_itself() -> None:
    running = at_first_turn()
    running = replace(running, row=replace(running.row, pact=TableSettings(pace="no clock").model_dump_json()))
    assert "No clock is running for you. Take your time." in why(running, 1)
    assert "has no clock" in why(running, 2)
    assert "miss number" not in why(running, 1) + why(running, 2)


# -- the questions of others -------------------------------------------------------------------------


@pytest.mark.parametrize("reader", [2, None])
def test_what_is_the_same_for_everybody_is_named_to_everybody(reader: Seat | None) -> None:
    text = why(ticking(at_first_turn(), misses=1), reader)
    assert "When the time of **Ann** is up, this is played for them: End my turn. If they had a choice, " in text
    assert "that makes miss number 2 in a row, and then a bot plays for their seat until they return." in text


@pytest.mark.parametrize("reader", [2, None])
def test_what_depends_on_a_hand_is_named_to_its_player_alone(
    reader: Seat | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Turn, "get_default_move", hungry)
    running = ticking(at_first_turn())
    assert f"When the time of **Ann** is up, {ANY_DEFAULT}." in why(running, reader)
    assert "End my turn" not in why(running, reader)
    assert "Try the fruit" not in why(running, reader)
    assert ANY_DEFAULT not in why(running, 1)


def test_those_who_are_asked_together_are_named_together() -> None:
    assert "When the time of **Ann** and **Cleo** is up, a bot decides this for them." in why(
        ticking(seated(begun())), 2
    )


@pytest.mark.parametrize("reader", [1, 2, 3, 4, None])
def test_where_waiting_is_secret_nothing_is_said_of_others(reader: Seat | None) -> None:
    table = at_growls()
    running = ticking(seated(table))
    text = why(running, reader)
    assert "When the time of" not in text
    assert ("Answer by" in text) is (reader in play.list_asked_seats(table))


def held(case: Case, table: Table) -> RunningGame:
    """A table of any game as the host holds it."""
    seats = tuple(SeatRow(seat, 100 + seat, f"Player {seat}") for seat in table.seats)
    return ticking(replace(seated(begun()), game=case.game, table=table, seats=seats))


@pytest.mark.thorough
@pytest.mark.parametrize("case", TABLES)
def test_in_every_game_it_tells_nobody_what_they_may_not_know(case: Case) -> None:
    """At another table that this reader could not tell from the real one, it reads the same."""
    for number, turn in enumerate(sample_positions(case, "why", 12)):
        running = held(case, turn.before)
        for reader in case.list_readers():
            for world in range(2):
                chance = Chance(seed=f"{number} {reader} {world}")
                other = held(case, case.game.redeal(turn.before, reader, chance))
                assert why(other, reader) == why(running, reader)


@pytest.mark.parametrize("key", ["goodwill", "corporate-espionage"])
def test_games_with_the_same_default_for_everybody_have_it_named(key: str) -> None:
    case = Case(GAMES[key], GAMES[key].seats[0], GAMES[key].options())
    found = [why(held(case, turn.before), None) for turn in sample_positions(case, "named", 60)]
    lines = [line for text in found for line in text.splitlines() if "When the time of" in line]
    assert {"this is played for them" in line for line in lines} == {True, False}
    assert {ANY_DEFAULT in line for line in lines} == {True, False}


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
