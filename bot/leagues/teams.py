"""Teams of two to four people, who play at different tables and add up their points.

Decisions:

- **Only in Swiss rounds.** In a division everybody meets, so team mates would need different divisions with different
  opponents; in a cup they would meet sooner or later. A round has a table for each.
- **Team mates never share a table, by construction.** A round has at least as many tables as the largest team has
  members in it, even if that makes tables smaller. Swaps can then always separate them (see `separate_teams`). With
  too few
  people even for two-player tables, some of the largest team have no game; a first draw is refused instead. The fold
  also rejects a draw that seats team mates together.
- **Formed before the draw.** An entrant opens a team and is its captain; people with its code join. The first draw
  settles complete teams. Others play for themselves, or are grouped by the draw if the organiser chose that. So nobody
  changes teams after seeing the pairings.
- **Points of a team.** Members contribute points from rounds drawn while they belong to it, and adjustments by rulings,
  even after they leave or are excluded. The others play on with one result less each round, unless there is a
  substitute.
- **Substitutes** agreed with the team's code, and play nowhere else until they replace a member. So no entrant leaves
  the standings for a team's sake, and none can be selected for earlier results. Before the first draw, substitutes fill
  a team that is too small. Later the captain or a steward replaces a member who left, was excluded or asks for it. The
  next draw includes the substitute; drawn tables do not change. The replaced member then stands by.
- **A reverted substitution** restores the member. A round drawn meanwhile stays, and the substitute's points there are
  theirs alone. Reverting a withdrawal or ruling also reverts the substitution until a round was drawn with it; after
  that the returning member stands by.
- **Ties** are broken by wins, second places, and the points of the best member; otherwise teams share the place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bot.leagues import games
from bot.leagues.log_entries import PutIn
from bot.leagues.rules import SIXTIETHS
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season
from bot.leagues.standings import list_decided

TeamOf = Mapping[EntrantNumber, int]
"""Team number by entrant; people without a team are missing."""


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team's row in the standings."""

    number: int
    members: tuple[EntrantNumber, ...]
    former: tuple[EntrantNumber, ...]
    """Replaced members who have played for it."""
    place: int
    points: int
    """In sixtieths."""
    wins: int
    seconds: int
    best: int
    """Points of its best member."""
    tables: int = 0
    """Number of its members' decided tables."""


def settle_teams(season: Season, drawn: Sequence[EntrantNumber]) -> dict[int, tuple[EntrantNumber, ...]]:
    """Return the teams as settled by the first draw.

    Args:
        season: current season.
        drawn: drawn entrants, in order.
    """
    rules = season.get_rules()
    here = set(drawn)
    teams = {number: tuple(one for one in season.list_lineup(number) if one in here) for number in season.teams}
    whole = {number: members for number, members in sorted(teams.items()) if len(members) == rules.team}
    if not rules.puts_together:
        return whole
    part = {number: members for number, members in sorted(teams.items()) if 0 < len(members) < rules.team}
    seated = {one for members in (*whole.values(), *part.values()) for one in members}
    alone = [one for one in drawn if one not in seated]
    for number, members in sorted(part.items(), key=lambda team: (-len(team[1]), team[0])):
        missing = rules.team - len(members)
        if len(alone) < missing:
            alone += members
            continue
        whole[number] = (*members, *alone[:missing])
        del alone[:missing]
    next_number = max(season.teams, default=0) + 1
    for number in range(len(alone) // rules.team):
        whole[next_number + number] = tuple(alone[number * rules.team : (number + 1) * rules.team])
    return dict(sorted(whole.items()))


def map_teams(teams: Mapping[int, Sequence[EntrantNumber]]) -> TeamOf:
    """Return the team number of each member."""
    return {one: number for number, members in teams.items() for one in members}


def count_largest_team(people: Sequence[EntrantNumber], teams: TeamOf) -> int:
    """Return the largest number of these people in one team; a round needs at least as many tables."""
    return max(Counter(teams[one] for one in people if one in teams).values(), default=0)


def list_without_game(ranked: Sequence[EntrantNumber], teams: TeamOf) -> list[EntrantNumber]:
    """Return the entrants without a game in a round, because their team outnumbers its opponents.

    Args:
        ranked: possible players, the best first; the lowest-ranked of a team that is too large have no game.
        teams: team number by entrant.
    """
    playing, found = [*ranked], list[EntrantNumber]()
    while len(playing) > 1 and count_largest_team(playing, teams) > len(playing) // 2:
        often = Counter(teams[one] for one in playing if one in teams)
        largest = max(often, key=lambda number: (often[number], -number))
        last = next(one for one in reversed(playing) if teams.get(one) == largest)
        playing.remove(last)
        found.append(last)
    return found


def separate_teams(tables: Sequence[Sequence[EntrantNumber]], teams: TeamOf) -> list[list[EntrantNumber]]:
    """Return a round's tables after swaps that leave no team mates at one table.

    While two share a table, some table has nobody of that team. A member can be swapped with somebody there so that
    fewer team mates meet: sizes differ by at most one, so that table has as many other teams, or more of one than the
    first table.

    Args:
        tables: at least as many as members of the largest team; their sizes differ by at most one.
        teams: team number by entrant.
    """
    found = [[*table] for table in tables]
    often = [Counter(teams[one] for one in table if one in teams) for table in found]
    together = [at for at, each in enumerate(often) if any(count > 1 for count in each.values())]
    while together:
        here = together[-1]
        one = next((one for one in found[here] if often[here][teams.get(one, -one)] > 1), None)
        if one is None:
            together.pop()
            continue
        there, other = _find_swap(found, often, teams, here, one)
        found[here][found[here].index(one)] = other
        found[there][found[there].index(other)] = one
        for at, gone, come in ((here, one, other), (there, other, one)):
            often[at][teams.get(gone, -gone)] -= gone in teams
            often[at][teams.get(come, -come)] += come in teams
        together.append(there)
    return found


def _find_swap(
    tables: Sequence[Sequence[EntrantNumber]],
    often: Sequence[Counter[int]],
    teams: TeamOf,
    here: int,
    one: EntrantNumber,
) -> tuple[int, EntrantNumber]:
    """Return a table and entrant for an improving swap: the nearest table, and its last suitable entrant."""
    mine = often[here][teams[one]] - 1
    for there in sorted(range(len(tables)), key=lambda at: (abs(at - here), at)):
        if there == here or often[there][teams[one]]:
            continue
        for other in reversed(tables[there]):
            theirs = teams.get(other)
            left = 0 if theirs is None else often[there][theirs] - 1
            met = 0 if theirs is None else often[here][theirs]
            if met < mine + left:
                return there, other
    raise ValueError("Team mates cannot be kept apart at so few tables.")


def can_be_replaced(season: Season, number: EntrantNumber) -> bool:
    """Whether a substitute can replace an entrant: they have left, or ask for it."""
    return number in season.team_of and (season.is_barred(number) or season.entrants[number].asks_out)


def list_exchanges(season: Season, team: int) -> list[PutIn]:
    """Return the possible replacements in a team; empty if no further round is drawn."""
    drawn = season.rounds[-1].number if season.rounds else 0
    if season.next_divisions is not None or not 0 < drawn < season.get_rules().rounds:
        return []
    return [
        PutIn(left=left, entrant=entrant)
        for left in season.teams.get(team, ())
        for entrant in season.list_ready_substitutes(team)
        if can_be_replaced(season, left)
    ]


@dataclass(slots=True)
class _Won:
    """Points a member has won for their team."""

    points: int = 0
    wins: int = 0
    seconds: int = 0
    tables: int = 0


def compute_team_standings(season: Season) -> list[TeamStanding]:
    """Return a season's team standings, the first place first; shared places are ordered by number."""
    if not season.teams or not season.rounds:
        return []
    found = [_add_up(number, season.teams[number], won) for number, won in _collect_won(season).items()]
    found.sort(key=lambda team: (_get_rank(team), team.number))
    placed: list[TeamStanding] = []
    for _, level in groupby(found, key=_get_rank):
        place = len(placed) + 1
        placed += [replace(team, place=place) for team in level]
    return placed


def _collect_won(season: Season) -> dict[int, dict[EntrantNumber, _Won]]:
    """Return each member's results from rounds drawn while they were in the team."""
    found = {number: {one: _Won() for one in members} for number, members in season.teams.items()}
    for drawn in season.rounds:
        for number, members in drawn.teams.items():
            for one in members:
                found[number].setdefault(one, _Won())
    for won in found.values():
        for one, own in won.items():
            own.points = -season.entrants[one].penalty * SIXTIETHS
    teams = {drawn.number: map_teams(drawn.teams) for drawn in season.rounds}
    _add_byes(season, found, teams)
    for result in list_decided(season, season.tables.values()):
        there = teams[result.table.round]
        for one, place in result.places.items():
            if one in there:
                own = found[there[one]][one]
                own.points += result.points[one]
                own.wins += place == 1
                own.seconds += place == 2 and one in result.played
                own.tables += 1
    return found


def _add_byes(
    season: Season,
    found: Mapping[int, Mapping[EntrantNumber, _Won]],
    teams: Mapping[int, Mapping[EntrantNumber, int]],
) -> None:
    """Add what members get for rounds without a game."""
    for drawn in season.rounds:
        there, worth = teams[drawn.number], games.get_bye_points(season.get_rules(), drawn.number)
        for one in there.keys() & set(drawn.byes):
            found[there[one]][one].points += worth or 0


def _add_up(number: int, members: tuple[EntrantNumber, ...], won: Mapping[EntrantNumber, _Won]) -> TeamStanding:
    return TeamStanding(
        number=number,
        members=members,
        former=tuple(one for one in won if one not in members),
        place=0,
        points=sum(own.points for own in won.values()),
        wins=sum(own.wins for own in won.values()),
        seconds=sum(own.seconds for own in won.values()),
        best=max((own.points for own in won.values()), default=0),
        tables=sum(own.tables for own in won.values()),
    )


def _get_rank(team: TeamStanding) -> tuple[int, ...]:
    return -team.points, -team.wins, -team.seconds, -team.best
