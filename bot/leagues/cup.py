"""Knockout cups: some players of each table advance, until one table decides.

With two seats, enough players have a bye in the first round that all later rounds are even. With three or more seats,
some tables have one seat less, and the best of the beaten fill up the next round. Players who share the last advancing
place all advance: a single table has no tie-breaks. Ties and void tables could prolong a cup forever, so it ends a few
rounds after the number needed without ties. If the last round has several tables, all its players share the first
place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

from bot.leagues import by_hand, games, groups
from bot.leagues.draw import ProposedDraw, collect_tickets, shuffle_entrants
from bot.leagues.log_entries import Brought, Drawn, DrawnTable
from bot.leagues.rules import Rules
from bot.leagues.scoring import EntrantNumber, compute_score_shares
from bot.leagues.season import KNOCKOUT, Season
from bot.leagues.season_records import LeagueTable, Round
from bot.leagues.swiss import DIVISION, compute_table_sizes

EXTRA_ROUNDS = 2
"""Extra rounds a cup may take beyond the number needed without ties."""


def get_division(rules: Rules) -> int:
    """Return the division of a cup, or of the knock-out after groups."""
    return KNOCKOUT if rules.format == "groups" else DIVISION


def list_rounds(season: Season) -> list[Round]:
    """Return the rounds of a cup, or of the knock-out after groups."""
    division = get_division(season.get_rules())
    return [drawn for drawn in season.rounds if division in drawn.divisions]


def count_byes(people: int, seats: int) -> int:
    """Return the number of byes in a cup round with this many people."""
    if seats > 2 or people < 2:
        return 0
    full = 1
    while full < people:
        full *= 2
    return full - people


def count_rounds_needed(people: int, rules: Rules) -> int:
    """Return the number of rounds a cup takes without ties, withdrawals and void tables."""
    rounds, left = 0, people
    while left > 1:
        sizes = compute_table_sizes(left - count_byes(left, rules.seats), rules.seats)
        rounds += 1
        if len(sizes) == 1 and left == sizes[0]:
            break
        through = count_byes(left, rules.seats) + sum(min(rules.go_on, size - 1) for size in sizes)
        fill = _count_seats_left(rules, through)
        left = through + (fill if fill < left - through else 0)
    return rounds


def compute_round_limit(season: Season) -> int | None:
    """Return how many rounds a drawn cup has at the most; None: as many as it takes to decide it."""
    rules = season.get_rules()
    if not rules.has_round_limit():
        return None
    people = len(list_rounds(season)[0].divisions[get_division(rules)])
    return count_rounds_needed(people, rules) + EXTRA_ROUNDS


def is_over(season: Season) -> bool:
    """Whether no further round follows: the cup is decided or has reached its limit."""
    rounds = list_rounds(season)
    most = compute_round_limit(season) if rounds else None
    return is_decided(season) or (most is not None and len(rounds) >= most)


def is_in_final(season: Season) -> bool:
    """Whether the newest round of a cup is one table, which decides it."""
    rounds = list_rounds(season)
    return bool(rounds) and len(_list_last_tables(season)) == 1 and not rounds[-1].byes


def is_decided(season: Season) -> bool:
    """Whether the cup has winners: its last round was one table, which has a result."""
    return is_in_final(season) and _list_last_tables(season)[0].counts


def list_advancing(season: Season) -> list[EntrantNumber]:
    """Return the entrants who play the next round of a cup, in the order of entrants.

    Raises:
        ValueError: a table of the last round is still open.
    """
    rules, rounds = season.get_rules(), list_rounds(season)
    if not rounds and rules.format == "cup":
        return sorted(collect_tickets(season))
    tables = _list_last_tables(season)
    if any(table.is_open for table in tables):
        raise ValueError("A table of this round is still open.")
    if not rounds:
        return sorted(one.number for one in groups.list_qualifiers(season))
    through = set(rounds[-1].byes)
    beaten: list[tuple[int, int, EntrantNumber]] = []
    for table in tables:
        away = table.away
        if not table.counts:  # nobody was beaten
            through |= set(table.seats) - away
            continue
        places = season.compute_places(table)
        shares = compute_score_shares(season.get_scores(table), places)
        for number in places.keys() - away:
            if places[number] <= _count_advancing(rules, table):
                through.add(number)
            else:
                beaten.append((places[number], -shares[number], number))
    allowed = collect_tickets(season)
    through &= allowed.keys()
    return sorted(through | _select_best_others(rules, len(through), [one for one in beaten if one[2] in allowed]))


def draw_round(season: Season, seed: str, brought: Mapping[EntrantNumber, Brought] | None = None) -> ProposedDraw:
    """Return the next round of a cup; in its first round, the byes go to the best by rating.

    Raises:
        ValueError: a table of the last round is still open, or there are no opponents left.
    """
    rules = season.get_rules()
    going = set(list_advancing(season))
    if len(going) < 2 or is_over(season):
        raise ValueError("This cup is decided.")
    tickets = {number: ticket for number, ticket in collect_tickets(season).items() if number in going}
    drawn = shuffle_entrants(seed, tickets)
    known = brought or {}
    is_seeded = rules.format == "groups" and not list_rounds(season)
    best = (
        groups.sort_seeds(season, drawn)
        if is_seeded
        else sorted(drawn, key=lambda number: -known.get(number, Brought()).rating)
    )
    asked = by_hand.list_asked(season)
    free = sorted(best, key=asked.__contains__)[: count_byes(len(drawn), rules.seats)]
    sizes = compute_table_sizes(len(drawn) - len(free), rules.seats)
    if is_seeded:
        seeds = [one for one in best if one not in free]
        seated = groups.seat_seeds(seeds, sizes, groups.count_group_meetings(season), drawn)
    else:
        seated = _seat_in_order([number for number in drawn if number not in free], sizes)
    number = max((past.number for past in season.rounds), default=0) + 1
    division, game = get_division(rules), games.get_game_of_round(rules, number)
    return ProposedDraw(
        Drawn(
            round=number,
            seed=seed,
            divisions={division: tuple(drawn)},
            tables=tuple(
                DrawnTable(division=division, seats=tuple(table), game=game)
                for table in by_hand.arrange_tables(season, seated)
            ),
            byes=tuple(free),
            brought={number: one for number, one in known.items() if number in going},
        )
    )


def _seat_in_order(playing: Sequence[EntrantNumber], sizes: Sequence[int]) -> list[list[EntrantNumber]]:
    return [[*playing[end - size : end]] for size, end in zip(sizes, accumulate(sizes), strict=True)]


def _list_last_tables(season: Season) -> list[LeagueTable]:
    """Return the tables of the newest round; before a knock-out, those of the groups."""
    last = season.rounds[-1].number if season.rounds else 0
    return [table for table in season.tables.values() if table.round == last]


def _count_advancing(rules: Rules, table: LeagueTable) -> int:
    """Return how many of a table advance: never all of them."""
    return min(rules.go_on, len(table.seats) - 1)


def _count_seats_left(rules: Rules, through: int) -> int:
    """Return how many seats of the next round's tables the advancing players leave empty."""
    return -through % rules.seats if through > 1 and rules.seats > 2 else 0


def _select_best_others(
    rules: Rules, through: int, beaten: Sequence[tuple[int, int, EntrantNumber]]
) -> set[EntrantNumber]:
    """Return the beaten players who fill the next round's tables; tied players all advance, or none of them.

    Args:
        rules: of the cup.
        through: number of players who advance in any case.
        beaten: the others: place, distance to the winner, and entrant.
    """
    wanted = _count_seats_left(rules, through)
    ordered = sorted(beaten)
    if not wanted or wanted >= len(ordered):
        return set()
    last = ordered[wanted - 1][:2]
    level = {number for *rank, number in ordered if tuple(rank) <= last}
    return level if len(level) == wanted else {number for *rank, number in ordered if tuple(rank) < last}
