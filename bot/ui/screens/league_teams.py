"""Teams of a season: how they are formed, and how they stand."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.words import counted, listed, ordinal
from bot.host.leagues.ledger import KnownSeason
from bot.host.leagues.plan import Plan
from bot.leagues.draw import Proposed, taking_part
from bot.leagues.rules import MOST_IN_TEAM, SIXTIETHS
from bot.leagues.season import Season
from bot.leagues.teams import TeamStanding, standings_of_teams
from bot.ui.screens.parts import BLUE, notes
from bot.ui.screens.screen import Block, Button, Field, Form, Menu, MenuLine, Row, Screen, buttons

ROOM = 900
"""Characters for teams in one message."""
LONGEST_CODE = 20


# -- what is settled in the draft ----------------------------------------------------------------------


def choices(plan: Plan) -> tuple[MenuLine, ...]:
    """Return whether there are teams, as a menu offers it; `chosen` reads what was chosen."""
    lines = [MenuLine("0", "Everybody plays for themselves", chosen=not plan.team)]
    for size in range(2, MOST_IN_TEAM + 1):
        now = plan.team == size
        words = f"Teams of {size}"
        lines.append(MenuLine(f"{size}", words, chosen=now and not plan.puts_together))
        together = f"{words}; the draw puts those together who are in none"
        lines.append(MenuLine(f"{size} together", together, chosen=now and plan.puts_together))
    return tuple(lines)


def chosen(plan: Plan, value: str) -> Plan | None:
    """Return a plan with the teams that were chosen; None: it is nothing that is offered."""
    if value not in {line.value for line in choices(plan)}:
        return None
    size, _, together = value.partition(" ")
    return plan.model_copy(update={"team": int(size), "puts_together": bool(together)})


def choosing(known: KnownSeason) -> list[Row]:
    """Return the menu of a draft's teams, in a row; nothing where its format has none."""
    if known.plan.format != "swiss":
        return []
    return [Row((Menu(f"lg-teams:{known.row.season_id}", "Does everybody play for themselves?", choices(known.plan)),))]


def team_button(known: KnownSeason) -> list[Button]:
    """Return the way to one's own team; nothing where there are none."""
    return [Button(f"lg-team:{known.row.season_id}", "My team")] if known.plan.team else []


def how_teams_play(plan: Plan) -> str:
    """Return how teams play, in short; empty: there are none."""
    if not plan.team:
        return ""
    alone = "is put together with others by the draw, as far as they come out even" if plan.puts_together else ""
    return (
        f"**Teams of {plan.team}**: no two of one team sit at the same table, and their points are added. Level teams "
        "are told apart by wins, second places, and their best one's points. Whoever has joined opens a team (**My "
        "team**), and lets others in by its code, until the draw. Whoever is in no whole team then "
        f"{alone or 'plays for themselves'}. Whoever leaves or is put out later is not replaced; what they have won "
        "stays their team's."
    )


# -- until the draw --------------------------------------------------------------------------------------


def formed(known: KnownSeason) -> str:
    """Return the teams so far; empty: there are none, or the season has none."""
    size = known.plan.team
    teams = {number: members for number, members in known.season.teams.items() if members}
    if not size or not teams or known.season.rounds:
        return ""
    lines = (f"- Team {number} ({len(members)}/{size}): {_people(known, members)}" for number, members in teams.items())
    return _fitting("**Teams so far**", lines, len(teams))


def _fitting(head: str, lines: Iterable[str], number: int) -> str:
    """Return a heading with as many of these lines as there is room for, and how many more there are."""
    shown, room = [head], ROOM
    for line in lines:
        room -= len(line)
        if room < 0:
            break
        shown.append(line)
    more = number - len(shown) + 1
    return "\n".join([*shown, *[f"… and {counted(more, 'more team', 'more teams')}"] * (more > 0)])


def own(known: KnownSeason, number: int, code: str, note: str = "") -> Screen:
    """Return somebody's own team, with what they can do about it.

    Args:
        known: the season.
        number: under which they take part.
        code: of their team; it is shown to its captain.
        note: what is said first.
    """
    season_id, team = known.row.season_id, known.season.team_of.get(number)
    forming = known.row.status == "sign-up"
    blocks: list[Block] = [*notes(note), f"### {known.league.name} · season {known.row.number}: your team"]
    blocks.append(how_teams_play(known.plan))
    back = Button(f"lg-place:{season_id}", "My place")
    if team is None:
        blocks.append("You are in no team." if forming else "You play for yourself.")
        ways = [
            Button(f"lg-team-open:{season_id}", "Open a team", "primary"),
            Button(f"lg-team-code:{season_id}", "Join by code …"),
        ]
        return Screen((*blocks, *buttons(*(ways if forming else []), back)), colour=BLUE)
    members = known.season.teams[team]
    blocks.append(f"**Team {team}**: {_people(known, members)}. Captain: {_who(known, members[0])}.")
    if not forming:
        return Screen((*blocks, where_team_stands(known, number), *buttons(back)), colour=BLUE)
    if members[0] == number:
        blocks += _of_captain(known, members, code)
    leave = Button(f"lg-team-leave:{season_id}", "Leave the team", "danger")
    return Screen((*blocks, *buttons(leave, back)), colour=BLUE)


def _of_captain(known: KnownSeason, members: tuple[int, ...], code: str) -> list[Block]:
    """Return what a captain reads and can do besides."""
    missing = known.plan.team - len(members)
    blocks: list[Block] = []
    if missing:
        whom = counted(missing, "person", "people")
        blocks.append(f"Its code is `{code}`. Give it to {whom}; they join with it: **My team**, **Join by code …**.")
    others = tuple(MenuLine(str(one), known.entrants[one].name) for one in members[1:])
    if others:
        menu = Menu(f"lg-team-out:{known.row.season_id}", "Put somebody out of the team …", others)
        blocks.append(Row((menu,)))
    return blocks


def asks_for_code(season_id: int) -> Form:
    """Return the form in which somebody types a team's code."""
    field = Field("The team's code, from its captain", "Eight letters and digits", longest=LONGEST_CODE)
    return Form(f"lg-team-joined:{season_id}", "Join a team", (field,))


def as_drawn(known: KnownSeason, proposed: Proposed) -> str:
    """Return what the first draw makes of the teams, for its preview; empty: it settles none."""
    if not known.plan.team or known.season.rounds:
        return ""
    there = taking_part(known.season)
    whole = sum(len(members) == known.plan.team for members in known.season.teams.values())
    together = len(proposed.entry.teams) - whole
    alone = len(there) - known.plan.team * len(proposed.entry.teams)
    teams = counted(len(proposed.entry.teams), "team")
    words = f"**{teams}** of {known.plan.team}; no two of one sit at the same table."
    if together:
        words += f" {together} of them the draw puts together."
    if alone:
        words += f" ⚠️ {counted(alone, 'player is', 'players are')} in no whole team and would play for themselves."
    if len(proposed.entry.tables) > -(-len(there) // known.plan.seats):
        words += f" ⚠️ For that, there are {len(proposed.entry.tables)} tables, with fewer seats than usual."
    return words


# -- once it is drawn ------------------------------------------------------------------------------------


def standing_of_teams(known: KnownSeason, season: Season) -> str:
    """Return how a season's teams stand, a line for each; empty: it has none, or was not drawn."""
    teams = standings_of_teams(season)
    lines = (
        f"{team.place}. Team {team.number} · **{_points(team)}** · {_people(known, team.members)}" for team in teams
    )
    return _fitting("**Teams**", lines, len(teams)) if teams else ""


def where_team_stands(known: KnownSeason, number: int) -> str:
    """Return how somebody's team stands, as a sentence; empty: they are in none, or nothing was drawn."""
    teams = standings_of_teams(known.season)
    mine = next((team for team in teams if number in team.members), None)
    if mine is None:
        return ""
    where = f"**{ordinal(mine.place)}** of {len(teams)}"
    return f"Your team, number {mine.number}, is {where} with **{_points(mine)}** points."


def team_moves(before: TeamStanding, after: TeamStanding) -> str:
    """Return what becomes different for a team."""
    parts = []
    if before.place != after.place:
        parts.append(f"{ordinal(before.place)} → **{ordinal(after.place)}**")
    if before.points != after.points:
        parts.append(f"{_points(before)} → **{_points(after)}** points")
    return f"Team {after.number}: {', '.join(parts) or 'a tie-break changes, and no place'}"


def winners(known: KnownSeason) -> str:
    """Return the first three teams, for the podium; empty: the season had none."""
    first = [team for team in standings_of_teams(known.season) if team.place <= len(MEDALS) and team.points]
    lines = (
        f"{MEDALS[team.place - 1]} Team {team.number} · {_points(team)} · {_people(known, team.members)}"
        for team in first
    )
    return _fitting("**Teams**", lines, len(first)) if first else ""


MEDALS = ("🥇", "🥈", "🥉")


def _points(team: TeamStanding) -> str:
    return f"{round(team.points / SIXTIETHS, 2):g}"


def _people(known: KnownSeason, members: tuple[int, ...]) -> str:
    return listed(_who(known, one) for one in members)


def _who(known: KnownSeason, number: int) -> str:
    one = known.entrants.get(number)
    return f"entrant {number}" if one is None or one.user_id is None else f"<@{one.user_id}>"
