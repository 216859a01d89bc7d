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
- **What becomes of a team.** Its points are those that its people have won in the rounds that were drawn while they
  were in it, and what a ruling gives or takes; also of those who have left since, or were put out. The others play on,
  and the team has one result less each round, unless it has a substitute.
- **Substitutes** have agreed to it with the team's code, and play nowhere until they are put in: in no other team, and
  not for themselves. So nobody is taken out of the standings for a team's sake, and nobody has won something
  before that their team could choose them by. Before the first draw a team that is too small is filled from them by
  itself. Later its captain, or a steward, puts one in for somebody who has left, was put out, or asks for it, and the
  next draw has them; at tables that are drawn nothing changes. The two change places: who was replaced stands by.
- **A substitution that is taken back** has never been: whose place it was plays again, and if a round was drawn
  meanwhile, that stays, and what the substitute wins there is theirs alone. A leaving or a ruling that is taken back
  takes the substitution with it until a round was drawn upon it; then whoever comes back stands by.
- **Level teams** are told apart by their wins, their second places, and the points of their best one; else they share
  the place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bot.leagues.log_entries import PutIn
from bot.leagues.rules import SIXTIETHS
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season
from bot.leagues.standings import decided

TeamOf = Mapping[EntrantNumber, int]
"""In which team people are; who plays for themselves is not in it."""


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team's line in the standings."""

    number: int
    members: tuple[EntrantNumber, ...]
    former: tuple[EntrantNumber, ...]
    """Who has played for it before, and was replaced."""
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
    teams = {number: tuple(one for one in season.lines_up(number) if one in here) for number in season.teams}
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


def may_be_replaced(season: Season, number: EntrantNumber) -> bool:
    """Whether a substitute can be put in for somebody: they play no more, or ask for it."""
    return number in season.team_of and (season.is_barred(number) or season.entrants[number].asks_out)


def exchanges(season: Season, team: int) -> list[PutIn]:
    """Return who can be put in for whom in a team now; nothing when no round is drawn any more that they could play."""
    drawn = season.rounds[-1].number if season.rounds else 0
    if season.levels is not None or not 0 < drawn < season.given().rounds:
        return []
    return [
        PutIn(left=left, entrant=entrant)
        for left in season.teams.get(team, ())
        for entrant in season.ready(team)
        if may_be_replaced(season, left)
    ]


@dataclass(slots=True)
class _Won:
    """What somebody has won for their team."""

    points: int = 0
    wins: int = 0
    seconds: int = 0


def standings_of_teams(season: Season) -> list[TeamStanding]:
    """Return how a season's teams stand, the first place first; who shares a place stands by number."""
    if not season.teams or not season.rounds:
        return []
    found = [_added(number, season.teams[number], won) for number, won in _won(season).items()]
    found.sort(key=lambda team: (_rank(team), team.number))
    placed: list[TeamStanding] = []
    for _, level in groupby(found, key=_rank):
        place = len(placed) + 1
        placed += [replace(team, place=place) for team in level]
    return placed


def _won(season: Season) -> dict[int, dict[EntrantNumber, _Won]]:
    """Return what each team's people have won for it, in the rounds that were drawn while they were in it."""
    found = {number: {one: _Won() for one in members} for number, members in season.teams.items()}
    for drawn in season.rounds:
        for number, members in drawn.teams.items():
            for one in members:
                found[number].setdefault(one, _Won())
    for won in found.values():
        for one, own in won.items():
            own.points = -season.entrants[one].penalty * SIXTIETHS
    teams = {drawn.number: team_of(drawn.teams) for drawn in season.rounds}
    for result in decided(season, season.tables.values()):
        there = teams[result.table.round]
        for one, place in result.places.items():
            if one in there:
                own = found[there[one]][one]
                own.points += result.points[one]
                own.wins += place == 1
                own.seconds += place == 2
    return found


def _added(number: int, members: tuple[EntrantNumber, ...], won: Mapping[EntrantNumber, _Won]) -> TeamStanding:
    return TeamStanding(
        number=number,
        members=members,
        former=tuple(one for one in won if one not in members),
        place=0,
        points=sum(own.points for own in won.values()),
        wins=sum(own.wins for own in won.values()),
        seconds=sum(own.seconds for own in won.values()),
        best=max((own.points for own in won.values()), default=0),
    )


def _rank(team: TeamStanding) -> tuple[int, ...]:
    return -team.points, -team.wins, -team.seconds, -team.best
