"""A league of three divisions is played to its last day with many failures, and its books detect broken promises.

Each promise is broken by hand as well.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from discord import AllowedMentions, Object

from bot.leagues.log_entries import Closed, Ended, Resulted
from bot.leagues.promotion import compute_levels
from bot.leagues.reachable_places import PlaceRange
from bot.leagues.season_records import LeagueTable
from bot.leagues.standings import compute_standings
from bot.ui.screens.screen import Button, Screen, build_button_rows, build_layout
from tests.season.league_ledger import AT_ONCE, CALLED, PLACE, RESULT, SHOWN, STANDING, TWICE, WAITED
from tests.season.league_people import SMALL_LEAGUE, League, LeagueSize, league
from tests.season.stage import memory

QUIET = LeagueSize(people=6, late=0, weeks=3, crash_within=0)


@pytest.mark.thorough
async def test_a_season_of_three_divisions_comes_to_its_last_day_through_crashes_and_absent_people() -> None:
    with memory() as folder:
        async with league(folder, "1", SMALL_LEAGUE) as played:
            ledger = await played.run()
            assert not ledger.broken, "\n".join(
                f"{promise}: {case}" for promise, cases in ledger.broken.items() for case in cases
            )
            season = ledger.season
            assert len(season.list_divisions()) >= 3
            assert season.next_divisions is not None, (
                "the organiser was away for two weeks, and the season has ended by itself"
            )
            decided = [line for line in season.lines if line.by is not None]
            assert (season.lines[-1].made_at > decided[-1].made_at) or not decided
            happened = (
                *("entries: result", "entries: substitute", "entries: withdrawn", "entries: left", "entries: card"),
                *("entries: protest", "entries: corrected", "entries: revert"),
                *("results in which somebody shared a place", "crashes, just when a line was added"),
                *("people called for a table", SHOWN, "places promised"),
            )
            assert [what for what in happened if not ledger.counts[what]] == []


# -- each promise broken by hand -----------------------------------------------------------------------


@pytest.fixture
async def weeks() -> AsyncIterator[League]:
    """A season that was drawn, in which some tables are decided and others are not; its message shows all of it."""
    with memory() as folder:
        async with league(folder, "1", QUIET) as played:
            await played.begins()
            counts, shown = played.ledger.counts, -1
            while not counts["entries: result"] or counts[SHOWN] == shown:
                shown = counts[SHOWN]
                await played.goes_on(timedelta(minutes=1))
            assert not played.ledger.broken
            yield played


def running(played: League) -> list[LeagueTable]:
    """The tables at which people play."""
    return [table for table in played.ledger.season.tables.values() if table.fate == "running"]


@contextmanager
def tampering(played: League) -> Iterator[sqlite3.Connection]:
    """The file, open for forbidden edits."""
    connection = sqlite3.connect(played.stage.settings.file)
    with connection:
        yield connection
    connection.close()


async def test_a_result_that_vanishes(weeks: League) -> None:
    with tampering(weeks) as rows:
        rows.execute("drop trigger league_log_stays")
        (number,) = rows.execute("select max(number) from league_log where entry ->> 'kind' = 'result'").fetchone()
        table = rows.execute("select entry ->> 'table' from league_log where number = ?", (number,)).fetchone()[0]
        gone = Closed(table=table).model_dump_json()
        rows.execute("update league_log set entry = ? where number = ?", (gone, number))
    await weeks.ledger.look()
    assert RESULT in weeks.ledger.broken
    assert STANDING in weeks.ledger.broken, "the program has another season in memory"


@pytest.mark.thorough
async def test_a_result_that_is_there_twice(weeks: League) -> None:
    while not running(weeks):
        await weeks.goes_on(timedelta(minutes=1))
    table = running(weeks)[0]
    again = Resulted(table=table.number, places={number: at for at, number in enumerate(table.seats, 1)})
    with tampering(weeks) as rows:
        rows.execute(
            "insert into league_log (season_id, number, entry, made_at) values (1, ?, ?, '2026-03-09T12:00:00+00:00')",
            (len(weeks.ledger.season.lines) + 1, again.model_dump_json()),
        )
    await weeks.ledger.look()
    assert RESULT in weeks.ledger.broken, "its game goes on"


@pytest.mark.thorough
async def test_a_table_that_is_opened_twice(weeks: League) -> None:
    with tampering(weeks) as rows:
        rows.execute("update league_games set number = 99 where number = 1")
    await weeks.ledger.look()
    assert TWICE in weeks.ledger.broken


@pytest.mark.thorough
async def test_a_standing_message_that_names_somebody_else(weeks: League) -> None:
    with tampering(weeks) as rows:
        rows.execute("update entrants set user_id = 1 where entrant = 1")
    await weeks.ledger.look()
    assert STANDING in weeks.ledger.broken


@pytest.mark.thorough
async def test_a_call_to_somebody_who_sits_elsewhere(weeks: League) -> None:
    games = await weeks.stage.storage.leagues.list_tables(1)
    channel = weeks.stage.bot.get_partial_messageable(weeks.stage.channel.id)
    call = Screen(
        (f"<@{weeks.steward.id}>", *build_button_rows(Button(f"here:{games[1]}", "I'm here"))),
        mentions=(weeks.steward.id,),
    )
    await channel.send(view=build_layout(call), allowed_mentions=AllowedMentions(users=[Object(weeks.steward.id)]))
    await weeks.ledger.look()
    assert CALLED in weeks.ledger.broken


@pytest.mark.thorough
async def test_a_place_that_cannot_be_reached_any_more(weeks: League) -> None:
    for _ in range(20):
        weeks.ledger.promised = dict.fromkeys(weeks.ledger.promised, PlaceRange(1, 1, exact=True))
        await weeks.goes_on(timedelta(minutes=1))
        if weeks.ledger.broken:
            break
    assert PLACE in weeks.ledger.broken


@pytest.mark.thorough
async def test_somebody_who_is_waited_for_when_the_season_is_over(weeks: League) -> None:
    over = Ended(levels=compute_levels(weeks.ledger.season))
    with tampering(weeks) as rows:
        rows.execute(
            "insert into league_log (season_id, number, entry, made_at) values (1, ?, ?, '2026-03-09T12:00:00+00:00')",
            (len(weeks.ledger.season.lines) + 1, over.model_dump_json()),
        )
    await weeks.ledger.look()
    assert WAITED not in weeks.ledger.broken, "the program may have died meanwhile"
    await weeks.stage.env.advance_time((2 * AT_ONCE).total_seconds())
    await weeks.ledger.look()
    assert WAITED in weeks.ledger.broken


# -- forgotten people ----------------------------------------------------------------------------------


async def test_a_player_who_is_forgotten_in_the_midst_of_a_season_leaves_standings_and_no_name_in_the_file(
    weeks: League,
) -> None:
    season = weeks.ledger.season
    winner = next(table.places for table in season.tables.values() if table.counts)
    number = min(winner, key=winner.__getitem__)
    known = await weeks.leagues.season_log.get_season(1)
    user_id = known.entrants[number].user_id
    assert user_id is not None
    (name,) = [person.name for person in weeks.people if person.id == user_id]
    words = (str(user_id), name)
    assert weeks.ledger.names_anywhere(words), "they are in it until then"
    before = {row.number: row.points for row in compute_standings(season, known.season.entrants[number].division or 0)}
    await weeks.services.erasure.forget(user_id)
    for _ in range(3):
        await weeks.stage.env.advance_time(60)
        await weeks._rests()
    await weeks.ledger.look()
    after = {
        row.number: row.points for row in compute_standings(weeks.ledger.season, season.entrants[number].division or 0)
    }
    assert set(after) == set(before)
    assert not [found for found in weeks.ledger.names_anywhere(words) if not found.startswith("message")]
