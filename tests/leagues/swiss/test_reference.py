"""Two-player Swiss rounds beside those of a reference implementation, py4swiss's FIDE Dutch system; see `record`.

Both do this: nobody meets twice, nobody has two byes, and people play with those on equal points. Ours differs here:

- Within those who have as many points, the Dutch system pairs the upper half with the lower one. We pair neighbours, as
  at tables for more than two: there is no upper half of a table for four. So the pairs differ, and so may the players
  paired with somebody on more or fewer points.
- A bye of ours gives no points and counts as no table, for it is no game; there, it is worth a win. So after a bye
  people stand elsewhere, and rounds with a bye are not compared pair by pair.
- The Dutch system looks for the best of all ways to pair a round. We seat from the top and swap where people would meet
  again, as fast for three hundred as for eight; now and then a round is a little less even.
- Seats follow last with us, from who sits together, where there they have a part in it. So there nobody begins more
  than two games oftener than not, save for the best in the last round; with us, two of 270 did three in five rounds.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from bot.leagues.log_entries import Drawn
from bot.leagues.rules import SIXTIETHS, Rules
from bot.leagues.season import add_entries
from bot.leagues.standings import POINT_FRACTION, compute_standings
from bot.leagues.swiss import draw_round
from tests.leagues.seasons import opened, seed
from tests.leagues.swiss.record import RECORDED, ROUNDS, played


class Paired(NamedTuple):
    """A round as we pair it and as the reference does, with what people had per table before."""

    ours: list[tuple[int, ...]]
    theirs: list[tuple[int, ...]]
    our_bye: int
    their_bye: int
    had: dict[int, float]
    met: frozenset[frozenset[int]]
    had_byes: frozenset[int]


@cache
def rounds() -> tuple[Paired, ...]:
    return tuple(paired for season in json.loads(RECORDED.read_text()) for paired in of_season(season))


def of_season(recorded: dict[str, object]) -> Iterator[Paired]:
    people = recorded["people"]
    assert isinstance(people, int)
    season = opened(people, Rules(title="fair", seats=2, format="swiss", rounds=ROUNDS))
    met: set[frozenset[int]] = set()
    byes: set[int] = set()
    made = recorded["rounds"]
    assert isinstance(made, list)
    for number, one in enumerate(made, 1):
        if number > 1:
            ours = draw_round(season, seed(season)).entry
            theirs = [tuple(pair) for pair in one["theirs"] if 0 not in pair]
            bye = next((max(pair) for pair in one["theirs"] if 0 in pair), 0)
            had = {row.number: row.per_table / POINT_FRACTION / SIXTIETHS for row in compute_standings(season, 1)}
            pairs = [table.seats for table in ours.tables]
            yield Paired(pairs, theirs, next(iter(ours.byes), 0), bye, had, frozenset(met), frozenset(byes))
        first = len(season.tables) + 1
        tables = [{"division": 1, "seats": pair[:2]} for pair in one["tables"]]
        everybody = {1: tuple(range(1, people + 1))}
        drawn = {"round": number, "seed": seed(season), "divisions": everybody, "tables": tables, "byes": one["byes"]}
        add_entries(season, Drawn.model_validate(drawn))
        add_entries(season, *[played(table, *each) for table, each in enumerate(one["tables"], first)])
        met |= {frozenset(pair[:2]) for pair in one["tables"]}
        byes |= {*one["byes"]}


def apart(pairs: Sequence[Sequence[int]], had: dict[int, float]) -> float:
    """By how many points per table those who play together differ, added up."""
    return sum(abs(had[one] - had[other]) for one, other in pairs)


def test_everybody_plays_once_and_nobody_meets_twice_or_has_a_second_bye_as_in_the_reference() -> None:
    assert len(rounds()) == 72
    for one in rounds():
        for pairs, bye in ((one.ours, one.our_bye), (one.theirs, one.their_bye)):
            assert sorted([*sum(pairs, ()), *[bye] * bool(bye)]) == sorted(one.had)
            assert not {frozenset(pair) for pair in pairs} & one.met
            assert bye not in one.had_byes


def test_a_player_who_has_a_bye_has_no_more_points_than_in_the_reference() -> None:
    byes = [one for one in rounds() if one.our_bye]
    assert len(byes) == 24
    assert all(one.had[one.our_bye] <= one.had[one.their_bye] for one in byes)


def test_people_play_with_those_who_have_as_many_points_as_evenly_as_in_the_reference() -> None:
    even = [one for one in rounds() if not one.our_bye]
    more = [apart(one.ours, one.had) - apart(one.theirs, one.had) for one in even]
    assert len(more) == 48
    assert sum(by > 1e-9 for by in more) <= 4, "now and then a round is a little less even"
    assert max(more) <= 3, "which is a tie"
    assert sum(more) <= 5, "and hardly so on the whole"


def test_everybody_begins_about_as_often_as_not() -> None:
    for recorded in json.loads(RECORDED.read_text()):
        tables = [table for one in recorded["rounds"] for table in one["tables"]]
        begins = Counter(table[0] for table in tables)
        second = Counter(table[1] for table in tables)
        assert all(abs(begins[one] - second[one]) <= 3 for one in range(1, recorded["people"] + 1))
