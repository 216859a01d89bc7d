"""Teams: two to four people who play at different tables, and whose points are added.

Decided:

- **In Swiss rounds alone.** In a division everybody meets everybody, so team mates would have to play in different
  ones, against others; in a cup they would be drawn together sooner or later. In a round there is a table for each.
- **No two of one team at a table, by construction.** A round has at least as many tables as anybody's team has people
  in it, also if tables have fewer seats by that; then people can always be swapped until no two are together (see
  `parted`). Where people are so few that not even tables for two are enough, some of the largest team have no game; a
  first draw is refused instead. The fold, too, takes no draw in which two of a team sit together.
- **Formed before the draw.** Somebody opens a team and is its captain; whoever has its code joins it. With the first
  draw teams are settled: those that are whole play; whoever is in none plays for themselves, or is put together with
  others by the draw, where the organiser has chosen that. So nobody changes teams once they know who plays whom.
- **What becomes of a team.** Its points are those of its people, as each of them stands: with what a ruling gives or
  takes, and with what they had won before they left or were put out. Whoever leaves is not replaced: the others play
  on, and the team has one result less each round.
- **Level teams** are told apart by their wins, their second places, and the points of their best one; else they share
  the place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season
from bot.leagues.standings import Standing, standings

TeamOf = Mapping[EntrantNumber, int]
"""In which team people are; who plays for themselves is not in it."""


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team's line in the standings."""

    number: int
    members: tuple[EntrantNumber, ...]
    """The captain first."""
    place: int
    points: int
    """In sixtieths."""
    wins: int
    seconds: int
    best: int
    """The points of its best one."""


def settled(season: Season, drawn: Sequence[EntrantNumber]) -> dict[int, tuple[EntrantNumber, ...]]:
    """Return the teams as the first draw settles them.

    Args:
        season: as it stands.
        drawn: those who are drawn, in their order.
    """
    rules = season.given()
    here = set(drawn)
    teams = {number: tuple(one for one in members if one in here) for number, members in season.teams.items()}
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


def team_of(teams: Mapping[int, Sequence[EntrantNumber]]) -> TeamOf:
    """Return in which of these teams people are."""
    return {one: number for number, members in teams.items() for one in members}


def most_of_one(people: Sequence[EntrantNumber], teams: TeamOf) -> int:
    """Return how many of these are in the same team, at most; so many tables a round needs at least."""
    return max(Counter(teams[one] for one in people if one in teams).values(), default=0)


def without_a_game(ranked: Sequence[EntrantNumber], teams: TeamOf) -> list[EntrantNumber]:
    """Return who has no game in a round, as their team has more people than there are others to play against.

    Args:
        ranked: who would play, the first first; of a team that is too large, its last ones have no game.
        teams: in which team people are.
    """
    playing, found = [*ranked], list[EntrantNumber]()
    while len(playing) > 1 and most_of_one(playing, teams) > len(playing) // 2:
        often = Counter(teams[one] for one in playing if one in teams)
        largest = max(often, key=lambda number: (often[number], -number))
        last = next(one for one in reversed(playing) if teams.get(one) == largest)
        playing.remove(last)
        found.append(last)
    return found


def parted(tables: Sequence[Sequence[EntrantNumber]], teams: TeamOf) -> list[list[EntrantNumber]]:
    """Return a round's tables after swapping people until no two of a team sit at one.

    As long as two do, some table has nobody of that team, and somebody there can be swapped with one of the two so that
    fewer pairs of team mates are together: tables differ by one seat at most, so that table has people of at least as
    many other teams, or more of one of them than the first table has.

    Args:
        tables: as many at least as anybody's team has people in them, which differ by one seat at most.
        teams: in which team people are.
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
        there, other = _swapped(found, often, teams, here, one)
        found[here][found[here].index(one)] = other
        found[there][found[there].index(other)] = one
        for at, gone, come in ((here, one, other), (there, other, one)):
            often[at][teams.get(gone, -gone)] -= gone in teams
            often[at][teams.get(come, -come)] += come in teams
        together.append(there)
    return found


def _swapped(
    tables: Sequence[Sequence[EntrantNumber]],
    often: Sequence[Counter[int]],
    teams: TeamOf,
    here: int,
    one: EntrantNumber,
) -> tuple[int, EntrantNumber]:
    """Return with whom of which table somebody is swapped: at the nearest table, the last, by whom it gets better."""
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


def standings_of_teams(season: Season) -> list[TeamStanding]:
    """Return how a season's teams stand, the first place first; who shares a place stands by number."""
    if not season.teams or not season.rounds:
        return []
    rows = {row.number: row for division in season.divisions() for row in standings(season, division)}
    found = [_added(number, members, rows) for number, members in season.teams.items()]
    found.sort(key=lambda team: (_rank(team), team.number))
    placed: list[TeamStanding] = []
    for _, level in groupby(found, key=_rank):
        place = len(placed) + 1
        placed += [_at(team, place) for team in level]
    return placed


def _added(number: int, members: tuple[EntrantNumber, ...], rows: Mapping[EntrantNumber, Standing]) -> TeamStanding:
    own = [rows[one] for one in members if one in rows]
    return TeamStanding(
        number,
        members,
        0,
        sum(row.points for row in own),
        sum(row.wins for row in own),
        sum(row.seconds for row in own),
        max((row.points for row in own), default=0),
    )


def _rank(team: TeamStanding) -> tuple[int, ...]:
    return -team.points, -team.wins, -team.seconds, -team.best


def _at(team: TeamStanding, place: int) -> TeamStanding:
    return TeamStanding(team.number, team.members, place, team.points, team.wins, team.seconds, team.best)
