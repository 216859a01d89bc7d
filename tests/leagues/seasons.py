"""Seasons for the tests: opened, drawn and played by a seeded generator."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from bot.leagues import cup, swiss
from bot.leagues.draw import Wished, count_draws, derive_commitment, derive_own_salt, derive_seed, draw_divisions
from bot.leagues.log_entries import (
    Began,
    Brought,
    Carded,
    Corrected,
    Disqualified,
    Drawn,
    Ended,
    Entry,
    Joined,
    Left,
    Opened,
    Penalty,
    Resulted,
    Substituted,
    Unsealed,
    Voided,
    Withdrew,
)
from bot.leagues.rules import EDITION, Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.season_records import LeagueTable

SECRET = "nobody knows this"


def opened(people: int, rules: Rules | None = None, *, cap: int | None = None, helpers: int = 0) -> Season:
    """A season with this number of entrants."""
    season = Season()
    add_entries(
        season, Opened(rules=rules or Rules(title="fair", seats=4), digest=derive_commitment(SECRET), opens_wishes=True)
    )
    for number in range(1, people + helpers + 1):
        add_entries(season, Joined(entrant=number, ticket=f"ticket {number}", cap=cap, helper=number > people))
    return season


def seed(season: Season) -> str:
    """The seed of its next draw."""
    return derive_seed(SECRET, count_draws(season) + 1)


def next_draw(season: Season, brought: Mapping[int, Brought] | None = None) -> Drawn:
    match season.get_rules().format:
        case "division":
            return draw_divisions(season, seed(season), brought=brought).entry
        case "swiss":
            return swiss.draw_round(season, seed(season)).entry
        case "groups" if not season.rounds:
            return draw_divisions(season, seed(season)).entry
        case "cup" | "groups":
            return cup.draw_round(season, seed(season), brought).entry
        case "ladder":
            raise ValueError("see test_ladder")


def drawn(people: int, rules: Rules | None = None, *, cap: int | None = None, helpers: int = 0) -> Season:
    """A season with this number of entrants, after its first draw."""
    season = opened(people, rules, cap=cap, helpers=helpers)
    add_entries(season, next_draw(season))
    return season


def one_table(*rest: Entry, seats: int = 4, edition: int = EDITION) -> Season:
    """A season of one table, at which the entrants sit in the order of their numbers."""
    season = opened(seats, Rules(title="fair", seats=seats, edition=edition), helpers=2)
    numbers = tuple(range(1, seats + 1))
    table = {"division": 1, "seats": numbers}
    add_entries(
        season, Drawn.model_validate({"round": 1, "seed": seed(season), "divisions": {1: numbers}, "tables": [table]})
    )
    add_entries(season, *rest)
    return season


def unsealed(season: Season, wished: Mapping[int, Wished] | None = None, salt: str = "") -> Season:
    """End a season and open each wish of its draws; none without any by draw."""
    draws = [line.entry for line in season.lines if isinstance(line.entry, Drawn)]
    salts = {number: derive_own_salt(salt, number) for entry in draws for number in entry.sealed}
    apart = {number: {one: tuple(others) for one, others in each.items()} for number, each in (wished or {}).items()}
    add_entries(season, *([] if season.next_divisions is not None else [Ended(levels={})]))
    add_entries(season, Unsealed(salts=salts, apart=apart))
    return season


def file_of(season: Season) -> Any:
    """The lines of an exported season."""
    return {"lines": [json.loads(line.model_dump_json()) for line in season.lines]}


def tables(season: Season, *seats: Sequence[int]) -> Season:
    """Add a second draw of tables in the first division that somebody made up."""
    numbers = tuple(one.number for one in season.entrants.values() if not one.helper)
    made = [{"division": 1, "seats": tuple(each)} for each in seats]
    add_entries(
        season, Drawn.model_validate({"round": 1, "seed": "made up", "divisions": {1: numbers}, "tables": made})
    )
    return season


def result(
    table: int, *order: int | Sequence[int], gone: Sequence[int] = (), scores: Mapping[int, int] | None = None
) -> Resulted:
    """A result: entrants in their order, those who share a place together."""
    return Resulted(table=table, places=places(*order), gone=tuple(gone), scores=dict(scores or {}))


def places(*order: int | Sequence[int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for sharing in order:
        group = [sharing] if isinstance(sharing, int) else [*sharing]
        found |= dict.fromkeys(group, len(found) + 1)
    return found


def by_chance(table: LeagueTable, random: Random) -> Resulted:
    """Any result of a table, with ties now and then."""
    scores = {number: random.randrange(-2, 30) for number in table.seats}
    ranked = {number: 1 + sum(other > score for other in scores.values()) for number, score in scores.items()}
    return Resulted(table=table.number, places=ranked, scores=scores)


def happens(season: Season, random: Random) -> Entry | None:
    """Something that may happen in a season next; None: all tables are decided."""
    open_tables = [table for table in season.tables.values() if table.is_open]
    if not open_tables:
        return None
    table = random.choice(open_tables)
    number = random.choice(table.seats)
    match random.randrange(12):
        case 0:
            return Left(table=table.number, entrant=number)
        case 1:
            helpers = [one.number for one in season.entrants.values() if one.helper]
            return Substituted(table=table.number, left=number, entrant=helpers[0]) if helpers else None
        case 2 if table.fate == "planned":
            return Began(table=table.number, game_id=1000 + table.number)
        case _:
            return by_chance(table, random)


def meddles(season: Season, random: Random) -> Entry | None:
    """Something that somebody decides beside the games; None: not now."""
    table = random.choice([*season.tables.values()])
    number = random.choice(table.seats)
    match random.randrange(6):
        case 0:
            return Penalty(entrant=number, points=random.randrange(1, 5))
        case 1:
            return Carded(entrant=number, table=table.number)
        case 2 if season.entrants[number].status == "plays":
            return Withdrew(entrant=number)
        case 3 if season.entrants[number].status != "disqualified":
            return Disqualified(entrant=number)
        case 4 if not table.is_open and table.fate != "void":
            new = by_chance(table, random)
            return Corrected(table=table.number, places=new.places, scores=new.scores)
        case 5 if table.fate != "void":
            return Voided(table=table.number)
    return None


def chances(seed: int) -> Random:
    """What the tests draw from."""
    return Random(seed)  # noqa: S311 - a test that is to fail again


def play(season: Season, random: Random, *, times: int | None = None) -> Season:
    """Let a season go on, to its end or for a number of entries."""
    while times is None or times > 0:
        times = None if times is None else times - 1
        entry = happens(season, random)
        if entry is None and not [table for table in season.tables.values() if table.is_open]:
            break
        if entry is not None:
            add_entries(season, entry)
    return season


def played_cup(people: int, seats: int) -> Season:
    """A cup that was played to its end."""
    season = drawn(people, Rules(title="fair", seats=seats, format="cup", rounds=20))
    random = chances(people)
    while True:
        play(season, random)
        try:
            add_entries(season, next_draw(season))
        except ValueError:
            return season


SEEDS = st.integers(0, 2**32 - 1)
SEATS = st.integers(2, 6)
