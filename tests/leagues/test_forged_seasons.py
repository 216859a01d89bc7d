"""A proof rests on what is derived or committed: each field of a draw that somebody forges is found out."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from types import UnionType
from typing import Any, Union, get_args, get_origin

import pytest
from pydantic import BaseModel

from bot.host.leagues.export import verify
from bot.leagues.draw import derive_own_salt, draw_divisions, hash_own_wish
from bot.leagues.log_entries import (
    Added,
    Brought,
    Carded,
    Disqualified,
    Drawn,
    Entry,
    Joined,
    JoinedTeam,
    KeptApart,
    LeftTeam,
    LogEntry,
    Placed,
    PutIn,
    Resulted,
    Reverted,
    SeatedTogether,
    Skips,
    StandsBy,
    Unsealed,
    Withdrew,
)
from bot.leagues.proof import DrawCheck, check
from bot.leagues.rules import FurtherGame, Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.season_chain import build_former
from bot.leagues.season_end import build_end, collect_brought
from bot.leagues.swiss import draw_round
from tests.leagues import test_ladder as ladders
from tests.leagues.seasons import SECRET, chances, drawn, next_draw, opened, play, seed, unsealed

SALT = "salt of the season"
KINDS: Collection[type[LogEntry]] = get_args(Entry)


# -- the fields of a log -------------------------------------------------------------------------------


def records_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    elif get_origin(annotation) in {Union, UnionType, dict, tuple} or get_args(annotation):
        for part in get_args(annotation):
            yield from records_in(part)


def fields_of(record: type[BaseModel], named: str) -> Iterator[str]:
    """All fields of a record, those of the records in it included, as in `drawn.tables.seats`."""
    for name, field in record.model_fields.items():
        if name == "kind":
            continue
        inner = [*records_in(field.annotation)]
        for each in inner:
            yield from fields_of(each, f"{named}.{name}")
        if not inner:
            yield f"{named}.{name}"


SHAPES_DRAWS = {
    *fields_of(Drawn, "drawn"),
    *fields_of(Unsealed, "unsealed"),
    "opened.digest",
    "opened.rules.edition",
    "opened.rules.format",
    "opened.rules.seats",
    "opened.rules.further.seats",
    "opened.rules.team",
    "opened.rules.through",
    "opened.rules.per_division",
    "opened.rules.rounds",
    "joined.entrant",
    "joined.ticket",
    "joined.helper",
    "added.entrant",
    "added.ticket",
    "joined team.entrant",
    "joined team.team",
    "left team.entrant",
    "stands by.entrant",
    "stands by.team",
    "put in.left",
    "put in.entrant",
    "skips.entrant",
    "skips.round",
    "skips.skips",
    "placed.entrant",
    "placed.division",
    "kept apart.entrant",
    "kept apart.other",
    "seated together.entrants",
    "withdrawn.entrant",
    "disqualified.entrant",
    "card.entrant",
    "result.table",
    "result.places",
    "revert.line",
}
"""Fields that a draw follows from, or that it is made of. A file with another value of one proves nothing."""
STATED = {
    "drawn.brought.rating": "ratings come from other leagues and seasons, and are listed as stated",
    "drawn.matched.hours": "waiting times are listed as stated, and committed with the draw",
    "joined.strength.rating": "the same, of a ladder",
    "joined.strength.unsure": "the same, of a ladder",
    "joined.strength.games": "the same, of a ladder",
}
"""Fields of which a proof says that nothing proves them."""
SEEN_BY_PEOPLE = {
    "drawn.brought.place": "somebody else's record can be claimed where that changes no order; its owner reads it",
    "drawn.matched.ticket": "each knows the number of their own press",
}
"""Fields whose forgery is found out by their owners alone where it changes nothing else."""
OF_GAMES = {"left", "substitute", "returned", "took chair", "began", "closed", "adjudicated", "corrected", "void"}
"""Kinds about games and rulings: each game proves its own record, and rulings are public with their reasons."""
NOT_IN_DRAWS = {
    "settled",
    "promoted",
    "wishes",
    "extended",
    "outage",
    "scheduled",
    "halted",
    "postponed",
    "protest",
    "ruling",
    "cancelled",
    "replanned",
    "moved",
    "offered",
    "passed on",
    "asks to be replaced",
    "penalty",
}
"""Kinds that no draw of newer seasons depends on by itself, or that are decided in public before the draw."""
HARMLESS = {
    "opened.opens_wishes",
    "opened.continues.draws",
    "opened.continues.since",
    "joined.is_fresh",
    "opened.rules.title",
    "opened.rules.further.title",
    "opened.rules.by_division",
    "opened.rules.seeded",
    "opened.rules.ladders",
    "opened.rules.last_day",
    "opened.rules.dropouts",
    "opened.rules.go_on",
    "opened.rules.puts_together",
    "opened.rules.moving",
    "opened.rules.floor",
    "opened.rules.cards",
    "opened.rules.entry.games",
    "opened.rules.entry.least_rating",
    "opened.rules.entry.most_rating",
    "opened.rules.entry.role_id",
    "opened.rules.entry.by_code",
    "opened.rules.entry.by_approval",
    "joined.cap",
    "joined.plays_on",
    "left team.put_out",
    "card.table",
    "card.held",
    "card.left",
    "card.same_as",
    "result.scores",
    "result.gone",
    "result.held",
    "result.as_written",
    "revert.also",
    "revert.stays",
}
"""Fields by which people agree on a season, read what happened, or which matter to some draws alone."""


def test_each_field_of_a_log_is_known_to_be_proven_stated_or_no_part_of_a_draw() -> None:
    every = {field for kind in KINDS for field in fields_of(kind, kind.model_fields["kind"].default)}
    aside = {field for field in every if field.split(".")[0] in OF_GAMES | NOT_IN_DRAWS}
    assert every - aside == SHAPES_DRAWS | STATED.keys() | HARMLESS
    assert not STATED.keys() & HARMLESS


# -- seasons that are proven ---------------------------------------------------------------------------


def first_season() -> Season:
    first = drawn(14)
    play(first, chances(3))
    add_entries(first, build_end(first))
    return first


def second_season(first: Season) -> Season:
    """A season of divisions with everything that can shape its draw but ratings."""
    season = opened(15, helpers=1)
    add_entries(season, Joined(entrant=17, ticket="old", plays_on=True), Added(entrant=17, ticket="new"))
    add_entries(season, Withdrew(entrant=14), Disqualified(entrant=13), Carded(entrant=12), Carded(entrant=12))
    add_entries(season, Withdrew(entrant=11), Reverted(line=len(season.lines) + 1), Placed(entrant=1, division=2))
    known = collect_brought(first, {number: number for number in range(1, 11)})
    wished = {1: (2,), 3: (9, 10)}
    proposed = draw_divisions(season, seed(season), brought=known, salt=SALT, wished=wished)
    add_entries(season, proposed.entry.model_copy(update={"former": {1: build_former(first.lines)}}))
    return unsealed(season, {len(season.lines): wished}, SALT)


def of_teams() -> Season:
    """Rounds of Swiss for teams, in two games, with wishes and a substitute."""
    further = (FurtherGame(title="market", seats=3),)
    season = opened(11, Rules(title="fair", seats=3, format="swiss", rounds=2, team=2, further=further))
    add_entries(season, *(JoinedTeam(entrant=one, team=(one + 1) // 2) for one in range(1, 11)))
    add_entries(season, LeftTeam(entrant=10), StandsBy(entrant=11, team=1))
    draws = {}
    for _ in range(2):
        wished = {1: (7,), 4: (8,)}
        add_entries(season, draw_round(season, seed(season), salt=SALT, wished=wished).entry)
        draws[len(season.lines)] = wished
        if len(draws) == 1:
            add_entries(season, PutIn(left=1, entrant=11))
        for table in [table for table in season.tables.values() if table.is_open]:
            add_entries(season, Resulted(table=table.number, places={one: at for at, one in enumerate(table.seats, 1)}))
    draws[max(draws)] = {4: (8,)}
    return season if len(draws) < 2 else unsealed(season, draws, SALT)


def skipping() -> Season:
    """Rounds of Swiss that some skip, or have taken that back."""
    season = opened(7, Rules(title="fair", seats=2, format="swiss", rounds=3))
    add_entries(season, Skips(entrant=2, round=1), Skips(entrant=4, round=1), Skips(entrant=4, round=1, skips=False))
    add_entries(season, draw_round(season, seed(season), salt=SALT).entry)
    play(season, chances(6))
    add_entries(season, Skips(entrant=5, round=2))
    add_entries(season, draw_round(season, seed(season), salt=SALT).entry)
    return unsealed(season, {}, SALT)


def cup() -> Season:
    season = opened(11, Rules(title="fair", seats=2, format="cup", rounds=20))
    add_entries(season, next_draw(season))
    play(season, chances(4))
    add_entries(season, next_draw(season))
    return season


def groups() -> Season:
    """Two groups with wishes, and the first round of their knock-out."""
    season = opened(11, Rules(title="fair", seats=2, format="groups", per_division=5))
    wished = {1: (2,), 3: (9, 10)}
    add_entries(season, draw_divisions(season, seed(season), salt=SALT, wished=wished).entry)
    draw = len(season.lines)
    play(season, chances(5))
    add_entries(season, next_draw(season))
    return unsealed(season, {draw: wished}, SALT)


def by_hand() -> Season:
    """Rounds of Swiss with a pair that is kept apart, and a table that is asked for in each."""
    season = opened(12, Rules(title="fair", seats=3, format="swiss", rounds=2))
    for pair, group in (((1, 2), (3, 4, 5)), ((6, 7), (8, 9))):
        add_entries(season, KeptApart(entrant=pair[0], other=pair[1]), SeatedTogether(entrants=group))
        add_entries(season, next_draw(season))
        play(season, chances(6))
    return unsealed(season)


def ladder() -> Season:
    return ladders.played_period(5)


def file_of(season: Season) -> dict[str, Any]:
    lines = [json.loads(line.model_dump_json()) for line in season.lines]
    return {"boardroom_season": 1, "league": "Cup", "season": 1, "game": "fair", "lines": lines}


def verdict(file: Mapping[str, Any], former: Season | None = None) -> list[DrawCheck]:
    before = [] if former is None else [json.dumps(file_of(former)).encode()]
    return [*verify(json.dumps(file).encode(), None, before)]


def forgeries(value: Any) -> Iterator[Any]:
    """Other values of the same kind."""
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
        case str():
            yield ("0" if value[:1] != "0" else "1") + value[1:]
        case None:
            yield 1
        case list():
            yield value[:-1] if value else [1]
        case dict():
            yield dict([*value.items()][:-1]) if value else {"1": 1}


def places_in(value: Any, named: str, path: tuple[Any, ...]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Where the fields of an entry stand, with their names in the types."""
    if isinstance(value, dict):
        for key, inner in value.items():
            by_number = key.lstrip("-").isdigit()
            yield from places_in(inner, named if by_number else f"{named}.{key}", (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from places_in(inner, named, (*path, at))
    yield named, path


def forged(file: dict[str, Any], path: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    """The file with another value at one place."""
    copy = json.loads(json.dumps(file))
    there = copy
    for key in path[:-1]:
        there = there[key]
    for value in forgeries(there[path[-1]]):
        there[path[-1]] = value
        yield copy


def fields_in(file: dict[str, Any]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for at, line in enumerate(file["lines"]):
        entry = line["entry"]
        for key, value in entry.items():
            if key != "kind":
                yield from places_in(value, f"{entry['kind']}.{key}", ("lines", at, "entry", key))


SAMPLES: dict[str, Callable[..., Season]] = {
    "divisions": second_season,
    "teams": of_teams,
    "skipping": skipping,
    "cup": cup,
    "groups": groups,
    "by hand": by_hand,
    "ladder": ladder,
}


def sample(name: str) -> tuple[dict[str, Any], Season | None]:
    if name == "divisions":
        first = first_season()
        return file_of(second_season(first)), first
    return file_of(SAMPLES[name]()), None


def is_found(found: Collection[DrawCheck], before: Collection[DrawCheck]) -> bool:
    """Whether a forgery proves less than the season did."""
    return not all(one.ok for one in found) or sum(one.is_proven for one in found) < sum(
        one.is_proven for one in before
    )


@pytest.mark.parametrize("name", SAMPLES)
def test_the_seasons_of_these_tests_are_proven_but_for_what_is_stated(name: str) -> None:
    file, former = sample(name)
    found = verdict(file, former)
    assert all(one.ok for one in found), [one.text for one in found]
    assert all(one.is_proven or one.is_statement for one in found), [one.text for one in found]
    assert any(one.is_statement for one in found) == (name in {"by hand", "ladder"})


def forged_fields(name: str, *, everywhere: bool) -> dict[str, list[bool]]:
    """By field, whether each of its forgeries is found; the first places of each alone, unless everywhere."""
    file, former = sample(name)
    before, tried = verdict(file, former), dict[str, list[bool]]()
    for field, path in fields_in(file):
        if field in SHAPES_DRAWS and (everywhere or len(tried.get(field, ())) < 2):
            for other in forged(file, path):
                tried.setdefault(field, []).append(is_found(verdict(other, former), before))
    return tried


@pytest.mark.thorough
def test_each_field_that_shapes_a_draw_is_found_out_when_it_is_forged() -> None:
    found: dict[str, list[bool]] = {}
    for name in SAMPLES:
        for field, each in forged_fields(name, everywhere=True).items():
            found.setdefault(field, []).extend(each)
    assert SHAPES_DRAWS - STATED.keys() - found.keys() == set(), "each is in one of the seasons"
    assert [field for field, each in found.items() if not any(each) and field not in STATED] == []
    of_draw = {field: each for field, each in found.items() if field.startswith(("drawn", "unsealed"))}
    aside = STATED.keys() | SEEN_BY_PEOPLE.keys()
    assert [field for field, each in of_draw.items() if not all(each) and field not in aside] == []


@pytest.mark.parametrize("name", SAMPLES)
def test_a_field_of_a_draw_that_is_forged_is_found_out(name: str) -> None:
    found = forged_fields(name, everywhere=False)
    of_draw = {field for field in found if field.startswith(("drawn", "unsealed"))} - STATED.keys()
    assert len(of_draw) > 5
    assert [field for field in sorted(of_draw) if not all(found[field])] == []


# -- an operator who knows the seed and forges all of it consistently -----------------------------------


def test_divisions_that_were_chosen_by_hand_prove_nothing_where_no_earlier_season_is_named() -> None:
    season = opened(14)
    friends = {number: Brought(level=1 if number < 8 else 2, was=1, place=number) for number in range(1, 15)}
    add_entries(season, draw_divisions(season, seed(season), brought=friends).entry)
    assert {*season.rounds[0].divisions[1]} == set(range(1, 8)), "as the operator wanted"
    found = [one.text for one in check(unsealed(season).lines) if not one.ok]
    assert len(found) == 1
    assert "does NOT name the logs that it comes from" in found[0]


def test_in_a_season_of_an_older_edition_it_is_listed_as_unproven() -> None:
    season = opened(14, Rules(title="fair", seats=4, edition=6))
    known = {1: Brought(level=1, was=1, place=1)}
    add_entries(season, draw_divisions(season, seed(season), brought=known).entry)
    assert [one.text for one in check(season.lines) if one.is_statement] == [
        "Line 16: what people bring from earlier seasons is what the bot said; no log of theirs is named."
    ]


def test_sizes_of_divisions_that_were_chosen_by_hand_prove_nothing() -> None:
    season = opened(14)
    add_entries(season, draw_divisions(season, seed(season), sizes=[6, 8]).entry)
    assert [one.ok for one in check(unsealed(season).lines)] == [True, False]
    older = opened(14, Rules(title="fair", seats=4, edition=6))
    add_entries(older, draw_divisions(older, seed(older), sizes=[6, 8]).entry)
    assert [(one.ok, one.is_statement) for one in check(older.lines)] == [(True, False), (True, False), (True, True)]
    assert "the sizes of the divisions" in check(older.lines)[-1].text


def test_a_wish_that_somebody_invents_for_another_is_found_out_by_them_and_cannot_be_opened_otherwise() -> None:
    season = opened(14)
    invented = {5: (1, 2, 3)}
    add_entries(season, draw_divisions(season, seed(season), salt=SALT, wished=invented).entry)
    draw = season.lines[-1]
    assert isinstance(draw.entry, Drawn)
    assert draw.entry.sealed[6] == hash_own_wish((), derive_own_salt(SALT, 6)), "who wished nothing can check that"
    assert draw.entry.sealed[5] != hash_own_wish((), derive_own_salt(SALT, 5)), "and this one finds it out"
    for opening in ({}, {5: (1, 2)}, {5: (1, 2, 3), 6: (1,)}, {5: (1, 2, 3), 99: (1,)}):
        other = unsealed(Season(season.lines), {draw.number: opening}, SALT)
        assert not all(one.ok for one in check(other.lines)), opening
    honest = unsealed(Season(season.lines), {draw.number: invented}, SALT)
    assert all(one.is_proven for one in check(honest.lines))


def test_a_draw_that_seals_no_wishes_or_not_everybodys_is_refused() -> None:
    season = opened(14)
    entry = draw_divisions(season, seed(season)).entry
    for sealed in ({}, {number: digest for number, digest in entry.sealed.items() if number != 3}):
        other = Season(season.lines)
        add_entries(other, entry.model_copy(update={"sealed": sealed}))
        (wrong,) = [one.text for one in check(other.lines) if not one.ok]
        assert "Not everybody's own wish" in wrong


def test_while_a_season_is_played_its_wishes_keep_it_from_being_wholly_proven() -> None:
    season = drawn(14)
    assert [(one.ok, one.is_proven) for one in check(season.lines)] == [(True, True), (True, False)]
    assert SECRET not in json.dumps(file_of(season))
