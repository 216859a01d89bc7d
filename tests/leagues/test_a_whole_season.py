"""Two seasons of a league from sign-up to promotion, with all that goes wrong in one, and a crash after every entry."""

from __future__ import annotations

import pytest

from bot.leagues import log_entries
from bot.leagues.draw import derive_commitment, draw_divisions
from bot.leagues.log_entries import (
    Adjudicated,
    Began,
    Carded,
    Corrected,
    Disqualified,
    Entry,
    InvalidEntry,
    Joined,
    Left,
    Penalty,
    Protested,
    Reverted,
    Ruled,
    SeatTaken,
    Substituted,
    Voided,
    Withdrew,
)
from bot.leagues.proof import check
from bot.leagues.ratings import list_rated_games, rate_all
from bot.leagues.reachable_places import compute_range
from bot.leagues.rules import SIXTIETHS, LastDay, Rules
from bot.leagues.season import Season, add_entries
from bot.leagues.season_chain import build_former
from bot.leagues.season_end import build_end, build_last_day_entries, collect_brought
from bot.leagues.standings import compute_standings
from bot.leagues.table_opening import list_openable
from tests.leagues.seasons import SECRET, by_chance, chances, drawn, opened, places, seed, unsealed

HELPER = 22


class League:
    """A season whose program is killed after every line, and reads its log again."""

    def __init__(self, season: Season) -> None:
        self.written = [line.model_dump_json() for line in season.lines]

    @property
    def season(self) -> Season:
        return Season(map(log_entries.parse_line, self.written))

    def write(self, *new: Entry) -> None:
        season = self.season
        self.written += [line.model_dump_json() for line in add_entries(season, *new)]

    def open_all(self) -> None:
        self.write(*[Began(table=table.number, game_id=100 + table.number) for table in list_openable(self.season)])


def played() -> League:
    """Three divisions of seven; the last table of each is still open in the end."""
    league = League(drawn(21, Rules(title="fair", seats=4), cap=4, helpers=1))
    random = chances(17)
    withdrawn, late = league.season.list_entrants(3)[0].number, 23
    league.write(Withdrew(entrant=withdrawn), Joined(entrant=late, ticket="late"))
    for table in league.season.list_tables(3):
        if withdrawn in table.seats:
            league.write(SeatTaken(table=table.number, left=withdrawn, entrant=late))
    league.open_all()
    running = [table for table in league.season.tables.values() if table.number % 7]
    quits, replaced = running[0].seats[1], running[1].seats[2]
    league.write(Left(table=running[0].number, entrant=quits), Carded(entrant=quits, table=running[0].number))
    league.write(Substituted(table=running[1].number, left=replaced, entrant=HELPER))
    for table in running:
        league.write(by_chance(table, random))
    return league


def test_a_season_with_all_that_goes_wrong() -> None:
    league = played()
    season = league.season
    assert [len(season.list_entrants(division)) for division in (1, 2, 3)] == [7, 7, 8]
    assert all(one.ok for one in check(season.lines, published=derive_commitment(SECRET)))
    assert season.entrants[HELPER].helped == 1
    assert HELPER not in {row.number for division in (1, 2, 3) for row in compute_standings(season, division)}
    for division in (1, 2, 3):
        rows = compute_standings(season, division)
        won = sum(row.points for row in rows)
        left = 2 * (division == 1)
        assert won == (6 * 20 - left) * SIXTIETHS, "every table has given all its points, but for who left it"
        for row in rows:
            found = compute_range(season, row.number)
            assert found.best <= row.place <= found.worst

    # a protest is upheld, the result corrected, and that was wrong as well
    table = season.tables[1]
    *_, cheated = table.seats
    before = compute_standings(season, 1)
    league.write(Protested(table=1, entrant=cheated))
    league.write(Ruled(protest=len(league.written), upheld=True))
    assert not league.season.can_rule(1, cheated)
    league.write(Corrected(table=1, places=places(*reversed(table.seats))))
    assert compute_standings(league.season, 1) != before
    league.write(Reverted(line=len(league.written)))
    assert compute_standings(league.season, 1) == before
    league.write(Penalty(entrant=cheated, points=3), Disqualified(entrant=table.seats[0]))
    assert compute_standings(league.season, 1)[-1].number == table.seats[0]

    # the last day decides what is open, and those games may go on as long as they like
    stands = {
        table.number: Adjudicated(table=table.number, places=places(*table.seats))
        for table in league.season.tables.values()
        if table.is_open
    }
    league.write(*build_last_day_entries(league.season, stands))
    assert not any(table.is_open for table in league.season.tables.values())
    assert len(list_rated_games(league.season)) == 18, "what the last day decided is not rated"
    last = league.season.tables[7]
    final = compute_standings(league.season, 1)
    league.write(build_end(league.season), log_entries.Resulted(table=7, places=places(*reversed(last.seats))))
    assert compute_standings(league.season, 1) == final
    with pytest.raises(InvalidEntry, match="is over"):
        league.write(Joined(entrant=24, ticket="too late"))


def test_the_next_season_begins_with_what_the_last_one_left() -> None:
    league = played()
    league.write(*build_last_day_entries(league.season, {}), build_end(league.season))
    last = league.season
    ratings = rate_all({}, [game.places for game in list_rated_games(last)])
    stay = [one for one in last.next_divisions or {} if one != 5]
    season = opened(len(stay) + 2)
    was = dict(enumerate(stay, 1))
    known = collect_brought(last, was, {number: ratings[old].shown for number, old in was.items() if old in ratings})
    proposed = draw_divisions(season, seed(season), brought=known)
    add_entries(season, proposed.entry.model_copy(update={"former": {1: build_former(last.lines)}}))
    found = check(unsealed(Season(season.lines)).lines, former=[last.lines])
    assert all(one.ok for one in found), "with what people brought, anybody can draw it again"
    divisions = season.list_divisions()
    assert {len(stay) + 1, len(stay) + 2} <= {one.number for one in season.list_entrants(divisions[-1])}
    winner = compute_standings(last, 2)[0].number
    assert season.entrants[stay.index(winner) + 1].division == 1
    for number, old in was.items():
        assert (season.entrants[number].division or 0) <= (last.entrants[old].division or 0) + 1


@pytest.mark.parametrize(
    ("rule", "decided", "void", "still_open"), [("as it stands", 1, 1, 0), ("void", 0, 2, 0), ("plays on", 0, 1, 1)]
)
def test_the_last_day_does_what_was_agreed_before_sign_up(
    rule: LastDay, decided: int, void: int, still_open: int
) -> None:
    season = drawn(4, Rules(title="fair", seats=4, last_day=rule))
    for number in (1, 2):
        add_entries(season, by_chance(season.tables[number], chances(number)))
    add_entries(season, Began(table=3, game_id=1))
    stands = {
        number: Adjudicated(table=number, places=places(*season.tables[number].seats)) for number in season.tables
    }
    add_entries(season, *build_last_day_entries(season, stands))
    fates = [table.fate for table in season.tables.values()]
    assert [fates.count("adjudicated"), fates.count("void"), fates.count("running")] == [decided, void, still_open]


def test_of_what_nobody_can_say_how_it_stands_is_void() -> None:
    season = drawn(4)
    add_entries(season, Began(table=1, game_id=1))
    assert all(isinstance(entry, Voided) for entry in build_last_day_entries(season, {}))


def test_a_player_whom_a_bot_stands_in_for_on_the_last_day_gets_a_card_and_is_last() -> None:
    season = drawn(4)
    add_entries(season, Began(table=1, game_id=1))
    silent, *others = season.tables[1].seats
    stands = {1: Adjudicated(table=1, places=places(silent, *others), held=(silent,))}
    add_entries(season, *build_last_day_entries(season, stands))
    assert season.entrants[silent].cards == 1
    assert season.compute_places(season.tables[1]) == places(*others, silent)
