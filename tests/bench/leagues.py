"""Costs of leagues: folding, drawing and rating, and how long each blocks the event loop."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter, process_time
from typing import TypeVar

from bot.host.leagues.export import to_csv, to_json
from bot.host.leagues.plan import Plan
from bot.host.leagues.season_log import KnownSeason
from bot.host.services import LeagueServices, Services
from bot.interpreter import collect_rarely, set_switch_interval
from bot.leagues.log_entries import Began, Drawn, DrawnTable, Entry, Joined, LogLine, Opened, Penalty, Seeker
from bot.leagues.promotion import compute_levels
from bot.leagues.ratings import rate_all
from bot.leagues.rules import Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.standings import compute_standings
from bot.ui.handlers.leagues.season import SeasonHandlers
from bot.ui.screens.leagues import rulings
from storage.interface.leagues import WantedGame
from storage.interface.shards import ALL_SHARDS
from tests.bench.report import Bar, Part, Row
from tests.house import CHANNEL, GUILD, House, house
from tests.leagues.seasons import by_chance, chances, next_draw, opened

PEOPLE, RATED, PLAYERS = 10_000, 250_000, 100_000
STALL = Bar(20, 10, "ms")
MOMENT = 0.001
"""Seconds between two looks at the event loop."""
Made = TypeVar("Made")


@dataclass(frozen=True)
class Watched:
    """What some work took."""

    seconds: float
    stall: float
    """Milliseconds of the processor's time that this process used while the loop did not come round, at most."""


async def watched(work: Awaitable[object]) -> Watched:
    """Do something, and watch the event loop meanwhile.

    What counts is the processor's time, so that other programs on the machine make no stall. Between two looks this
    sleeps a moment: a watch that never slept would hold up the work itself, many times over.
    """
    begun, longest = perf_counter(), 0.0
    task = asyncio.ensure_future(work)
    while not task.done():
        looked = process_time()
        await asyncio.sleep(MOMENT)
        longest = max(longest, process_time() - looked)
    await task
    return Watched(perf_counter() - begun, longest * 1000)


def timed(work: Callable[[], Made]) -> tuple[float, Made]:
    """Return how many seconds of the processor's time something takes, and what it makes."""
    begun = process_time()
    made = work()
    return process_time() - begun, made


async def measure(folder: Path, *, seasons: int) -> Part:
    """Measure pure work first, then the service around it.

    Args:
        folder: where a database may be.
        seasons: how many of a hundred seasons with 10,000 results each are kept and shown.
    """
    season = opened(PEOPLE, Rules(title="toy", seats=4))
    drawing, drawn = timed(lambda: next_draw(season))
    lines = _lines(season.lines, drawn)
    folding, whole = timed(lambda: Season(lines))
    showing, _ = timed(lambda: [compute_standings(whole, division) for division in whole.list_divisions()])
    random = chances(1)
    games = [
        {player: at for at, player in enumerate(random.sample(range(PLAYERS // 10), 4), 1)} for _ in range(RATED // 10)
    ]
    rating, _ = timed(lambda: rate_all({}, games))
    rows = [
        Row(f"fold of a season with {PEOPLE:,} results", f"{folding:.2f} s", value=folding, bar=Bar(2, 1, "s")),
        Row(
            f"standings of its {len(whole.list_divisions()):,} divisions",
            f"{showing:.2f} s",
            value=showing,
            bar=Bar(2, 1, "s"),
        ),
        Row(f"draw of {PEOPLE:,} people", f"{drawing:.2f} s", value=drawing, bar=Bar(2, 1, "s")),
        Row(
            f"ratings of {RATED:,} games anew",
            f"{rating * 10:.0f} s ({len(games):,} games: {rating:.2f} s)",
            value=rating * 10,
            bar=Bar(30, 12, "s"),
        ),
        *await _served(folder / "leagues.db", lines, seasons),
    ]
    return Part(
        "Leagues",
        "Seconds of the processor's time, not of the clock on the wall. A season is folded beside the event loop; the "
        "stall is the processor's time that the whole process uses, at most, between two turns of the loop, looks for "
        "garbage and the millisecond between two looks at the loop included. No list needs more than one season at a "
        "time, so that the standings of a hundred seasons are a hundred of them, one after the other; a season that "
        "was read before only reads what is new.",
        rows,
    )


def _lines(before: Sequence[LogLine], drawn: Drawn) -> list[LogLine]:
    """Return a season's lines up to its last result."""
    season = Season(before)
    season.add(LogLine(number=len(before) + 1, entry=drawn))
    random = chances(1)
    entries: list[Entry] = []
    for table in season.tables.values():
        entries += [Began(table=table.number, game_id=table.number), by_chance(table, random)]
    return [
        *season.lines,
        *(LogLine(number=at, entry=entry) for at, entry in enumerate(entries, len(season.lines) + 1)),
    ]


async def _served(path: Path, lines: Sequence[LogLine], seasons: int) -> list[Row]:
    """Let the service read, decide, write and end seasons of this log."""
    async with house(path) as home:
        thresholds, turn = gc.get_threshold(), sys.getswitchinterval()
        collect_rarely()  # as the service does
        set_switch_interval()
        ids = [await _filled(home, f"League {number}", lines) for number in range(seasons)]
        services = home.again().services
        leagues = services.leagues
        first = await watched(leagues.season_log.get_season(ids[0]))
        again = await watched(leagues.season_log.get_season(ids[0]))
        known = await leagues.season_log.get_season(ids[0])
        draft = Penalty(entrant=3, points=2)
        found = {
            "looking for tables to open": await watched(leagues.maintenance.check_season(ids[0])),
            "what a decision would change": await watched(_shown(services, known, draft)),
            "the decision": await watched(leagues.rulings.decide(ids[0], 1, draft, "late", known.row.lines)),
            "its file": await watched(asyncio.to_thread(to_json, known)),
            "its standings as CSV": await watched(leagues.season_log.run_reading(known, to_csv)),
            "one's own place": await watched(_presses(services).build_place(known, _person(known))),
        }
        await leagues.maintenance.settle()
        found["its end"] = await watched(leagues.rulings.finish(ids[0], 1, known.row.lines + 1))
        await leagues.maintenance.settle()
        following = await _next(home, services.leagues, known, lines)
        found["the draw of the season after it, with the same people"] = await watched(
            leagues.draws.propose_draw(following)
        )
        await home.storage.privacy.retire(ALL_SHARDS, "9")  # later than every moment, as text
        found["the same when the season before names nobody any more"] = await watched(
            leagues.draws.propose_draw(following)
        )
        found["ratings of both seasons then"] = await watched(
            services.player_records.get_shelves([known.league.league_id])
        )
        everything = []
        for season_id in ids:
            nothing_remembered = home.again().services.leagues
            everything.append(await watched(_standings(nothing_remembered, season_id)))
        in_rounds = [*await _in_rounds(home), *await in_a_ladder(home)]
        gc.set_threshold(*thresholds)
        sys.setswitchinterval(turn)
    rows = [
        Row("a season read for the first time: longest stall", f"{first.seconds:.2f} s", value=first.stall, bar=STALL),
        Row("read again, with nothing new", f"{again.seconds:.2f} s", value=again.stall, bar=STALL),
    ]
    rows += [Row(what, f"{one.seconds:.2f} s", value=one.stall, bar=STALL) for what, one in found.items()]
    rows += in_rounds
    results, people = seasons * PEOPLE, seasons * PEOPLE // 10
    whole = sum(one.seconds for one in everything)
    rows.append(
        Row(
            f"{people:,} players with {results:,} results, all standings from nothing",
            f"{whole:.1f} s" if seasons == 100 else f"{whole:.1f} s; a hundred seasons: {100 * whole / seasons:.0f} s",
            value=max(one.stall for one in everything),
            bar=STALL,
        )
    )
    return rows


def _presses(services: Services) -> SeasonHandlers:
    return SeasonHandlers(services.lobby, services.leagues)


def _person(known: KnownSeason) -> int:
    """Somebody who takes part."""
    return known.entrants[PEOPLE // 2].user_id or 0


async def _in_rounds(home: House) -> list[Row]:
    """Let the service read a Swiss season, in which everybody is in one table of standings."""
    rules = Rules(title="toy", seats=4, format="swiss", rounds=3)
    season = opened(PEOPLE, rules)
    lines = _lines(season.lines, next_draw(season))
    season_id = await _filled(home, "Swiss", lines, Plan(title="toy", seats=4, format="swiss", rounds=3))
    services = home.again().services
    known = await services.leagues.season_log.get_season(season_id)
    place = await watched(_presses(services).build_place(known, _person(known)))
    drawn = await watched(services.leagues.draws.prepare_next_draw(known))
    return [
        Row("one's own place in a Swiss season of as many", f"{place.seconds:.2f} s", value=place.stall, bar=STALL),
        Row("its next round drawn", f"{drawn.seconds:.2f} s", value=drawn.stall, bar=STALL),
    ]


async def in_a_ladder(home: House) -> list[Row]:
    """Let the service run a period of a ladder with as many people; forty of them want a game at once."""
    plan = Plan(title="toy", seats=4, format="ladder", weeks=12, open_tables="plays on")
    season_id = await _filled(home, "Ladder", _ladder_lines(250, 30), plan)
    services = home.again().services
    leagues = services.leagues
    known = await leagues.season_log.get_season(season_id)
    people = [known.entrants[number].user_id or 0 for number in range(1, 41)]
    for user_id in people[1:]:
        wish = WantedGame(user_id, f"press {user_id}", 1, 7, home.host.format_now(), "9")
        await home.storage.leagues.put_wanted_game(
            known.league.league_id, replace(wish, until="2099-01-01T12:00:00+00:00")
        )
    found = {
        "reading a ladder of as many, with 7,500 tables": await watched(
            home.again().services.leagues.season_log.get_season(season_id)
        ),
        "wanting a game there": await watched(leagues.ladders.request_game(season_id, people[0], "press")),
        "its tables for forty people": await watched(leagues.maintenance.check_season(season_id)),
        "one's own place there": await watched(_presses(services).build_place(known, _person(known))),
    }
    await leagues.maintenance.settle()
    over = await leagues.season_log.get_season(season_id)
    found["its end"] = await watched(leagues.rulings.finish(season_id, None, over.row.lines))
    found["its next period, with everybody"] = await watched(leagues.maintenance.settle())
    return [Row(what, f"{one.seconds:.2f} s", value=one.stall, bar=STALL) for what, one in found.items()]


def _ladder_lines(draws: int, at_once: int) -> list[LogLine]:
    """Return a period of a ladder with `draws` draws of `at_once` tables each, all of them played."""
    rules, random = Rules(title="toy", seats=4, format="ladder", last_day="plays on"), chances(1)
    season = opened(PEOPLE, rules)
    for draw in range(1, draws + 1):
        there = random.sample(range(1, PEOPLE + 1), 4 * at_once)
        tables = tuple(DrawnTable(division=1, seats=tuple(there[at : at + 4])) for at in range(0, len(there), 4))
        matched = tuple(Seeker(entrant=number, ticket=f"press {number}", hours=3) for number in there)
        entry = Drawn(round=draw, seed="seed", divisions={1: tuple(there)}, tables=tables, matched=matched)
        add_entries(season, entry)
        for table in [*season.tables.values()][-at_once:]:
            add_entries(season, Began(table=table.number, game_id=table.number), by_chance(table, random))
    return list(season.lines)


async def _standings(leagues: LeagueServices, season_id: int) -> None:
    """Make all standings of a season."""
    await leagues.season_log.run_reading(await leagues.season_log.get_season(season_id), compute_levels)


async def _shown(services: Services, known: KnownSeason, entry: Entry) -> None:
    """Do all that a steward waits for who wants to see what a decision would change."""
    found = await services.leagues.rulings.simulate_decision(known, 1, entry)
    found = await services.player_records.add_ratings([known.league.league_id], known, found)
    rulings.render_ruling_preview(known, found, "fine.3.2", services.host.now())


async def _filled(home: House, name: str, lines: Sequence[LogLine], plan: Plan | None = None) -> int:
    """Write a season into the database, all of it at once."""
    plan = plan or Plan(title="toy", seats=4)
    made = await home.services.leagues.sign_up.create_league(
        name=name, guild_id=GUILD, channel_id=CHANNEL, user_id=1, plan=plan
    )
    await _fill(home, made.row.season_id, made.row.season_id, lines, "running")
    return made.row.season_id


async def _next(home: House, leagues: LeagueServices, before: KnownSeason, lines: Sequence[LogLine]) -> KnownSeason:
    """Return a league's next season, for which everybody has signed up again."""
    made = await leagues.sign_up.create_next_season(before.league.league_id, before.plan)
    signed_up = [line for line in lines if isinstance(line.entry, Opened | Joined)]
    await _fill(home, made.row.season_id, before.row.season_id, signed_up, "sign-up")
    return await leagues.season_log.get_season(made.row.season_id)


async def _fill(home: House, season_id: int, people_of: int, lines: Sequence[LogLine], status: str) -> None:
    def fill(rows: sqlite3.Connection) -> None:
        rows.executemany(
            "insert into league_log (season_id, number, entry, made_at) values (?, ?, ?, ?)",
            [(season_id, line.number, line.entry.model_dump_json(), home.host.format_now()) for line in lines],
        )
        people = [line.entry.entrant for line in lines if isinstance(line.entry, Joined)]
        rows.executemany(
            "insert into entrants (season_id, entrant, user_id, name, cap) values (?, ?, ?, ?, null)",
            [(season_id, number, people_of % 10 * PEOPLE + number, f"P{number}") for number in people],
        )
        rows.execute("update seasons set status = ? where season_id = ?", (status, season_id))

    await home.storage.database.write(fill)
