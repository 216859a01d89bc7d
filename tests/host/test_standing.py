"""Final ranking: players who left are below all who stayed, for any score in the rules."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.table import Outcome
from bot.host.table import final_ranking
from bot.host.table.running import RunningGame
from bot.leagues.rules import EDITION
from bot.ui import screens
from bot.ui.screens.screen import Screen
from storage.interface.leagues import LeagueGame
from tests.house import ANN, BEN, CLEO, House, house
from tests.table_talk import view_as

SCORES = {1: 30, 2: 20, 3: 10}


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "standing.db") as opened:
        yield opened


async def over(home: House) -> RunningGame:
    """A game of three that has ended as the seats are numbered."""
    number = await home.started(BEN, CLEO)
    running = await home.host.get_running_game(number)
    table = running.table.model_copy(deep=True)
    table.outcome = Outcome(scores=SCORES, places={1: 1, 2: 2, 3: 3})
    return replace(running, table=table, row=replace(running.row, status="finished"))


def outcome(running: RunningGame) -> Outcome:
    assert running.table.outcome is not None
    return running.table.outcome


def words(screen: Screen) -> str:
    return "\n".join(screen.iterate_strings())


async def test_where_everybody_stayed_places_are_as_the_rules_counted(home: House) -> None:
    running = await over(home)
    assert final_ranking.rank_seats(outcome(running), running.seats, running.league) == {1: 1, 2: 2, 3: 3}
    assert final_ranking.list_winners(outcome(running), running.seats, running.league) == [1]
    assert "(left)" not in words(screens.render_result_message(view_as(running), ()))


@pytest.mark.parametrize("how", ["conceded", "left"])
async def test_a_player_who_did_not_stay_stands_below_all_who_did(home: House, how: str) -> None:
    running = await over(home)
    gone = replace(running.get_seat_row(1), conceded=True)
    if how == "left":
        gone = replace(running.get_seat_row(1), user_id=None, name="Empty chair 1", away=True)
    running = replace(running, seats=(gone, *running.seats[1:]))
    assert final_ranking.rank_seats(outcome(running), running.seats, running.league) == {1: 3, 2: 1, 3: 2}
    shown = words(screens.render_result_message(view_as(running), ()))
    assert f"3. **{'Empty chair 1' if how == 'left' else running.get_name(1)}**" in shown
    assert f"({how})" in shown
    assert f"**{running.get_name(2)}** wins" in shown


async def test_two_who_did_not_stay_share_the_place_below(home: House) -> None:
    running = await over(home)
    seats = (
        replace(running.get_seat_row(1), conceded=True),
        replace(running.get_seat_row(2), conceded=True),
        running.seats[2],
    )
    assert final_ranking.rank_seats(outcome(running), seats, None) == {1: 2, 2: 2, 3: 1}


async def test_where_nobody_stayed_places_are_as_the_rules_counted(home: House) -> None:
    running = await over(home)
    seats = tuple(replace(seat_row, conceded=True) for seat_row in running.seats)
    assert final_ranking.rank_seats(outcome(running), seats, None) == {1: 1, 2: 2, 3: 3}


async def test_a_bot_of_the_lobby_and_a_seat_that_a_bot_holds_have_stayed(home: House) -> None:
    running = await over(home)
    seats = (
        replace(running.get_seat_row(1), away=True),
        replace(running.get_seat_row(2), user_id=None),
        running.seats[2],
    )
    assert final_ranking.rank_seats(outcome(running), seats, None) == {1: 1, 2: 2, 3: 3}


async def test_at_a_leagues_table_a_seat_that_a_bot_holds_has_not_stayed_as_in_the_season(home: House) -> None:
    running = await over(home)
    held = (replace(running.get_seat_row(1), away=True), *running.seats[1:])
    league = LeagueGame(1, 4, {1: 1, 2: 2, 3: 3}, "Winter Cup", 1, 1, EDITION)
    assert final_ranking.rank_seats(outcome(running), held, league) == {1: 3, 2: 1, 3: 2}
    assert final_ranking.rank_seats(outcome(running), held, replace(league, edition=1)) == {1: 1, 2: 2, 3: 3}
    shown = words(screens.render_result_message(view_as(replace(running, seats=held, league=league)), ()))
    assert f"3. **{running.get_name(1)}**" in shown
    assert "(did not play: a bot held the seat)" in shown
    assert f"**{running.get_name(2)}** wins" in shown
    nobody = tuple(replace(seat_row, away=True) for seat_row in running.seats)
    assert final_ranking.list_winners(outcome(running), nobody, league) == []


async def test_the_result_is_saved_as_it_is_posted(home: House) -> None:
    number = await home.started(BEN, CLEO)
    await home.absence.give_up_seat(number, ANN)
    await home.absence.give_up_seat(number, BEN)
    (result,) = await home.storage.games.list_results_of_player(CLEO)
    assert {player.name: player.place for player in result.players} == {"Cleo": 1, "Ann": 2, "Ben": 2}
