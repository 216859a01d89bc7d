"""Swiss pairing: each round seats entrants with similar results, and as few repeated opponents as possible.

Everybody plays in every round that they do not skip. Where numbers do not divide, some tables have a seat less. Only
two-player games may leave one entrant over, who gets a bye, as do those who skip the round. A later round in which
fewer than two can play has no tables: everybody has a bye.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import TypeAlias

from bot.leagues import by_hand, games, teams
from bot.leagues.draw import Pair, ProposedDraw, Wished, collect_tickets, seal_wishes, shuffle_entrants
from bot.leagues.log_entries import Drawn, DrawnTable
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season
from bot.leagues.standings import compute_standings

DIVISION = 1
"""The only division."""
MAX_RANKS_DOWN = 12
"""How far down the ranking to search for a new opponent."""
SWAP_DISTANCES = (4, 16, 64)
"""Search distances for a swap, in tables; longer ones are tried only after shorter ones fail."""
TEAM_MATES_WEIGHT = 1_000_000
"""Weight of a meeting of team mates, in ordinary meetings."""
KEPT_APART_WEIGHT = 1000
"""Weight of a meeting of two who want to be kept apart, in ordinary meetings."""

Met: TypeAlias = Mapping[EntrantNumber, Mapping[EntrantNumber, int]]
"""Number of meetings of each pair, plus the weights."""


def compute_table_sizes(people: int, seats: int, at_least: int = 0) -> list[int]:
    """Return the sizes of tables, as equal as possible, the largest first; a table of one is a bye.

    Args:
        people: number of players.
        seats: most seats of a table.
        at_least: smallest number of tables.
    """
    number = max(-(-people // seats), at_least if people else 0)
    least, over = divmod(people, number) if number else (0, 0)
    return [least + 1] * over + [least] * (number - over)


def draw_round(
    season: Season, seed: str, *, apart: Collection[Pair] = (), salt: str = "", wished: Wished | None = None
) -> ProposedDraw:
    """Return the next round of a Swiss season.

    Args:
        season: current season.
        seed: of this draw.
        apart: pairs who do not want to meet.
        salt: of the digest of these wishes.
        wished: who wished it; see `seal_wishes`.

    Raises:
        ValueError: there are too few players, or all rounds are drawn.
    """
    number = max((past.number for past in season.rounds), default=0) + 1
    if number > season.get_rules().rounds:
        raise ValueError(f"All {season.get_rules().rounds} rounds are drawn.")
    drawn = shuffle_entrants(seed, collect_tickets(season))
    if len(drawn) < 2:
        raise ValueError("Two people are needed to play.")
    at = {row.number: (row.below, -row.per_table) for row in compute_standings(season, DIVISION)}
    ranked = sorted(drawn, key=lambda number: at.get(number, (0, 0)))
    game = games.get_game_of_round(season.get_rules(), number)
    settled = {} if season.rounds else teams.settle_teams(season, drawn)
    team_of = season.team_of if season.rounds else teams.map_teams(settled)
    skip = season.skipping.get(number, set())
    there = [one for one in ranked if one not in skip]
    byes = teams.list_without_game(there, team_of)
    if byes and not season.rounds:
        raise ValueError(f"There are too few others to play against for a team of {season.get_rules().team}.")
    if len(there) - len(byes) < 2:
        if not season.rounds or len(there) == len(ranked):
            raise ValueError("Two people of different teams are needed to play.")
        byes = there
    playing = [one for one in there if one not in byes]
    sizes = compute_table_sizes(
        len(playing), season.get_rules().games[game].seats, teams.count_largest_team(playing, team_of)
    )
    asked = by_hand.list_asked(season)
    byes += (
        [_select_bye(season, [one for one in playing if one not in asked] or playing)]
        if sizes and sizes[-1] == 1
        else []
    )
    playing = [one for one in playing if one not in byes]
    byes += [one for one in ranked if one in skip]
    wishes = seal_wishes(season.get_rules(), drawn, apart, wished, salt)
    by_steward = {*season.kept_apart.values()} - {*wishes.apart}
    met = _count_meetings(season, [*wishes.apart, *by_steward])
    _add_mates(met, season.teams if season.rounds else settled)
    seated = _repair_tables(_fill_tables(playing, [size for size in sizes if size > 1], met), met)
    arranged = by_hand.arrange_tables(season, seated)
    tables = teams.separate_teams(arranged, team_of) if team_of else arranged
    used = Counter((number, seat) for table in season.tables.values() for seat, number in enumerate(table.seats))
    entry = Drawn(
        round=number,
        seed=seed,
        divisions={DIVISION: tuple(drawn)},
        tables=tuple(
            DrawnTable(division=DIVISION, seats=tuple(_assign_seats(table, used)), game=game) for table in tables
        ),
        byes=tuple(byes),
        teams=settled,
        wishes=wishes.digest,
        sealed=wishes.sealed,
    )
    sits = {one: table for table, people in enumerate(tables) for one in people}
    together = tuple(pair for pair in wishes.apart if len({sits.get(one, -one) for one in pair}) == 1)
    return ProposedDraw(entry, together, tuple(wishes.apart), wishes.wished)


def _select_bye(season: Season, ranked: Sequence[EntrantNumber]) -> EntrantNumber:
    """Return the lowest-ranked entrant with the fewest byes."""
    had = Counter(number for past in season.rounds for number in past.byes)
    return min(reversed(ranked), key=lambda number: had[number])


def _add_mates(
    met: dict[EntrantNumber, Counter[EntrantNumber]], settled: Mapping[int, Sequence[EntrantNumber]]
) -> None:
    """Add meetings between team mates until no other cost outweighs them."""
    for members in settled.values():
        for one in members:
            met.setdefault(one, Counter()).update({other: TEAM_MATES_WEIGHT for other in members if other != one})


def _count_meetings(season: Season, apart: Collection[Pair]) -> dict[EntrantNumber, Counter[EntrantNumber]]:
    met: dict[EntrantNumber, Counter[EntrantNumber]] = {}
    for table in season.tables.values():
        for one in table.seats:
            met.setdefault(one, Counter()).update(table.seats)
    for one, other in map(sorted, apart):
        met.setdefault(one, Counter())[other] += KEPT_APART_WEIGHT
        met.setdefault(other, Counter())[one] += KEPT_APART_WEIGHT
    return met


def _fill_tables(ranked: Sequence[EntrantNumber], sizes: Sequence[int], met: Met) -> list[list[EntrantNumber]]:
    """Seat the best remaining entrant, then nearby entrants with the fewest meetings at that table."""
    waiting = [*reversed(ranked)]  # the best last, for a fast removal
    tables = []
    for size in sizes:
        table: list[EntrantNumber] = []
        while len(table) < size:
            known = [met[other] for other in table if other in met]
            near = range(len(waiting) - 1, max(-1, len(waiting) - 1 - MAX_RANKS_DOWN), -1)
            table.append(waiting.pop(_find_least_met(waiting, near, known) if known else -1))
        tables.append(table)
    return tables


def _find_least_met(
    waiting: Sequence[EntrantNumber], near: Iterable[int], known: Sequence[Mapping[EntrantNumber, int]]
) -> int:
    """Return the first of these positions whose entrant has met the table least."""
    found, fewest = -1, -1
    for at in near:
        number = waiting[at]
        often = sum([one.get(number, 0) for one in known])
        if not often:
            return at
        if fewest < 0 or often < fewest:
            found, fewest = at, often
    return found


def _repair_tables(tables: list[list[EntrantNumber]], met: Met) -> list[list[EntrantNumber]]:
    """Swap people of neighbouring tables while that reduces repeated meetings."""
    nobody: Mapping[EntrantNumber, int] = {}

    def compute_cost(table: Sequence[EntrantNumber]) -> int:
        return sum([met.get(one, nobody).get(other, 0) for one, other in combinations(table, 2)])

    def swap(here: int, far: int) -> bool:
        near = range(max(0, here - far), min(len(tables), here + far + 1))
        for there in sorted(near, key=lambda other: abs(other - here))[1:]:
            before = compute_cost(tables[here]) + compute_cost(tables[there])
            for mine, theirs in product(range(len(tables[here])), range(len(tables[there]))):
                ours, others = [*tables[here]], [*tables[there]]
                ours[mine], others[theirs] = others[theirs], ours[mine]
                if compute_cost(ours) + compute_cost(others) < before:
                    tables[here], tables[there] = ours, others
                    return True
        return False

    for far in SWAP_DISTANCES:
        for here in range(len(tables)):
            while compute_cost(tables[here]) and swap(here, far):
                pass
    return tables


def _assign_seats(table: Sequence[EntrantNumber], used: Counter[tuple[EntrantNumber, int]]) -> list[EntrantNumber]:
    """Return a table in seat order: each seat goes to the entrant with the fewest games in it."""
    waiting, found = [*table], []
    for seat in range(len(table)):
        later = range(seat + 1, len(table))
        chosen = min(waiting, key=lambda one: (used[one, seat], -sum(used[one, other] for other in later)))
        waiting.remove(chosen)
        found.append(chosen)
    return found
