"""Lines that people wrote are taken back by their type; the season is then as if they had never been written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.leagues.draw import hash_wishes
from bot.leagues.log_entries import (
    Adjudicated,
    Began,
    Cancelled,
    Carded,
    Closed,
    Corrected,
    Disqualified,
    Ended,
    Entry,
    Extended,
    Halted,
    InvalidEntry,
    JoinedTeam,
    KeptApart,
    LogEntry,
    Moved,
    OpenedWishes,
    Penalty,
    Placed,
    Protested,
    PutIn,
    Replanned,
    Reverted,
    Ruled,
    Scheduled,
    SeatedTogether,
    StandsBy,
    Voided,
    Withdrew,
)
from bot.leagues.proof import check
from bot.leagues.rules import LastDay, Rules
from bot.leagues.ruling_effects import complete, list_affected_tables
from bot.leagues.season import Season, add_entries
from bot.leagues.season_end import build_end, build_last_day_entries
from bot.leagues.season_records import LeagueTable
from bot.leagues.stewards import Decision, find_decision
from bot.leagues.titles import find_champions
from tests.leagues.seasons import SEEDS, by_chance, chances, drawn, happens, next_draw, opened, places, play, result

SALT = "5" * 64
KINDS: set[type[LogEntry]] = {*get_args(Entry)}


def fixed_of(season: Season) -> Entry:
    return Corrected(table=1, places=dict.fromkeys(season.tables[1].seats, 1), as_written=True)


def decided_of(season: Season) -> Entry:
    return Adjudicated(table=2, places=dict.fromkeys(season.tables[2].seats, 1), as_written=True)


def doubt_of(season: Season) -> Entry:
    return Protested(table=1, entrant=season.tables[1].seats[0])


def ruling_of(season: Season) -> Entry:
    (doubt,) = add_entries(season, doubt_of(season))
    return Ruled(protest=doubt.number, upheld=True)


def team_change_of(season: Season) -> Entry:
    return PutIn(left=season.teams[1][0], entrant=season.substitutes[1][0])


AFTER_DRAW: Mapping[type[LogEntry], Callable[[Season], Entry]] = {
    Adjudicated: decided_of,
    Corrected: fixed_of,
    Voided: lambda _: Voided(table=1),
    Penalty: lambda _: Penalty(entrant=1, points=3),
    Carded: lambda _: Carded(entrant=1),
    Disqualified: lambda _: Disqualified(entrant=1),
    Withdrew: lambda _: Withdrew(entrant=1),
    Extended: lambda _: Extended(days=7),
    Protested: doubt_of,
    Ruled: ruling_of,
    PutIn: team_change_of,
    Moved: lambda _: Moved(channel_id=2, before=1),
    KeptApart: lambda _: KeptApart(entrant=1, other=2),
    Ended: build_end,
}
BEFORE_DRAW: Mapping[type[LogEntry], Callable[[Season], Entry]] = {
    Cancelled: lambda _: Cancelled(),
    Replanned: lambda season: Replanned(rules=season.get_rules().model_copy(update={"seats": 3}), plan={}, before={}),
    Placed: lambda _: Placed(entrant=1, division=2),
    SeatedTogether: lambda _: SeatedTogether(entrants=(1, 2)),
    Scheduled: lambda _: Scheduled(draws_at="2026-03-01T18:00:00+00:00"),
    Halted: lambda _: Halted(step="draw"),
}


def running(*, of_teams: bool) -> Season:
    """A season with a decided and an open table; of teams with a substitute, if that is wanted."""
    if not of_teams:
        season = drawn(14)
    else:
        season = opened(9, Rules(title="fair", seats=4, format="swiss", rounds=3, team=2))
        add_entries(season, *(JoinedTeam(entrant=one, team=(one + 1) // 2) for one in range(1, 9)))
        add_entries(season, StandsBy(entrant=9, team=1), next_draw(season))
    add_entries(season, result(1, *season.tables[1].seats))
    return season


def taken_back(season: Season) -> None:
    add_entries(season, complete(season, Reverted(line=len(season.lines))))


@pytest.mark.parametrize("kind", sorted(KINDS, key=str))
def test_each_kind_of_line_says_how_it_is_taken_back_and_what_a_revert_takes_back_is_restored(
    kind: type[LogEntry],
) -> None:
    if kind.undo != "revert" or kind is Reverted:
        assert kind not in get_args(Decision)
        return
    assert kind in get_args(Decision), "stewards decide it, so it can be taken back"
    season = running(of_teams=kind is PutIn) if kind in AFTER_DRAW else opened(8)
    entry = {**AFTER_DRAW, **BEFORE_DRAW}[kind](season)
    before = Season(season.lines)
    add_entries(season, entry)
    assert season != before or isinstance(entry, Moved)
    assert find_decision(season, Reverted(line=len(season.lines))) == entry
    taken_back(season)
    assert season == before
    again = Reverted(line=len(season.lines))
    assert find_decision(season, again) == entry, "and that can be taken back as well"
    add_entries(season, complete(season, again))
    assert season != before or isinstance(entry, Moved)


def test_a_kind_that_does_not_say_how_it_is_taken_back_is_refused() -> None:
    with pytest.raises(TypeError, match="do not say how they are taken back"):
        type("Forgotten", (LogEntry,), {"__module__": __name__}, kind="forgotten")


# -- the end of a season -------------------------------------------------------------------------------


def ends(season: Season, random_places: dict[int, dict[int, int]], made_at: str = "2026-03-01T00:00:00+00:00") -> None:
    """A season ends; its open tables are decided or void by its rules."""
    stand = {
        number: Adjudicated(table=number, places=found, held=tuple(found)[:1])
        for number, found in random_places.items()
    }
    add_entries(season, *build_last_day_entries(season, stand), made_at=made_at, by=7)
    add_entries(season, build_end(season), made_at=made_at, by=7)


def standing(table: LeagueTable, chance: int) -> dict[int, int]:
    return by_chance(table, chances(chance)).places


@given(st.sampled_from(["division", "swiss", "cup"]), st.sampled_from(get_args(LastDay)), st.integers(0, 12), SEEDS)
@settings(max_examples=40)
def test_a_season_whose_end_is_taken_back_goes_on_as_if_it_had_not_ended(
    kind: str, last_day: LastDay, moments: int, chance: int
) -> None:
    rules = {"title": "fair", "seats": 3, "format": kind, "rounds": 3, "last_day": last_day}
    season = play(drawn(9, Rules.model_validate(rules)), chances(chance), times=moments)
    before = Season(season.lines)
    open_tables = [table for table in season.tables.values() if table.fate == "running"]
    ends(season, {table.number: standing(table, chance) for table in open_tables})
    end = len(season.lines)
    taken_back(season)
    assert season == before
    assert not find_champions(season)
    undecided = {table.number for table in open_tables} if last_day != "plays on" else set()
    assert undecided <= {*list_affected_tables(season, season.lines[-1].entry)}
    play(season, chances(chance))
    ends(season, {})
    assert season.next_divisions is not None, "it ends again"
    with pytest.raises(InvalidEntry):
        add_entries(season, Reverted(line=end))


def test_a_table_whose_game_the_end_has_closed_stays_as_it_was_decided() -> None:
    season = drawn(4)
    add_entries(season, *(Began(table=number, game_id=number) for number in (1, 2)))
    stand = {1: places(*season.tables[1].seats)}
    ends(season, stand)
    add_entries(season, Closed(table=1))
    entry = complete(season, Reverted(line=next(line.number for line in season.lines if isinstance(line.entry, Ended))))
    assert isinstance(entry, Reverted)
    assert entry.stays == (1,)
    add_entries(season, entry)
    assert season.tables[1].fate == "adjudicated"
    assert season.tables[2].fate == "running"
    assert season.next_divisions is None


def test_what_stewards_decided_before_the_end_is_no_part_of_it() -> None:
    season = drawn(4)
    add_entries(season, Voided(table=1), made_at="2026-03-01T00:00:00+00:00", by=7, reason="unplayable")
    ends(season, {})
    taken_back(season)
    assert season.tables[1].fate == "void"
    assert season.tables[2].is_open


def test_wishes_that_an_end_has_opened_are_opened_again_with_the_next_end() -> None:
    season = opened(14)
    apart = [frozenset({1, 2})]
    entry = next_draw(season).model_copy(update={"wishes": hash_wishes(apart, SALT)})
    add_entries(season, entry)
    draw = len(season.lines)
    wishes = OpenedWishes(draw=draw, apart=((1, 2),), salt=SALT)
    ends(season, {})
    add_entries(season, wishes)
    add_entries(season, complete(season, Reverted(line=len(season.lines) - 1)))
    assert season.wishes == {}
    ends(season, {})
    add_entries(season, wishes)
    assert season.wishes == {draw: wishes}
    assert not any(step.rests_on_wishes for step in check(season.lines))


def test_a_protest_that_is_taken_back_takes_its_ruling_along() -> None:
    season = running(of_teams=False)
    before = Season(season.lines)
    (doubt,) = add_entries(season, doubt_of(season))
    add_entries(season, Ruled(protest=doubt.number, upheld=False))
    add_entries(season, complete(season, Reverted(line=doubt.number)))
    assert season == before


def test_of_a_game_or_a_draw_nothing_is_taken_back() -> None:
    season = running(of_teams=False)
    random = chances(3)
    for _ in range(10):
        entry = happens(season, random)
        add_entries(season, *([] if entry is None else [entry]))
    for line in season.lines:
        assert find_decision(season, Reverted(line=line.number)) is None or line.entry.undo == "revert"
