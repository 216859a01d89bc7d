"""Teams of a season: their formation, their panels and their standings."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.words import counted, listed, ordinal
from bot.host.leagues.plan import Plan, rules_of
from bot.host.leagues.season_log import KnownSeason
from bot.host.leagues.sign_up import takes_nobody
from bot.leagues.draw import Proposed, taking_part
from bot.leagues.entry_preview import EntryDraft
from bot.leagues.log_entries import (
    AskedOut,
    Carded,
    Disqualified,
    JoinedTeam,
    LeftTeam,
    PutIn,
    Reverted,
    StandsBy,
    Withdrew,
)
from bot.leagues.rules import MOST_IN_TEAM, SIXTIETHS
from bot.leagues.season import Season, reverted
from bot.leagues.teams import TeamStanding, exchanges, standings_of_teams
from bot.ui.screens.parts import BLUE, after_places, notes
from bot.ui.screens.screen import (
    OPTIONS_IN_SELECT,
    Block,
    Button,
    Field,
    Form,
    Menu,
    MenuLine,
    Row,
    Screen,
    buttons,
)

ROOM = 900
"""Maximum characters for teams in one message."""
LONGEST_CODE = 20


# -- what is settled in the draft ----------------------------------------------------------------------


def choices(plan: Plan) -> tuple[MenuLine, ...]:
    """Return the choices about teams as menu options; `chosen` reads the choice."""
    lines = [MenuLine("0", "Everybody plays for themselves", chosen=not plan.team)]
    for size in range(2, MOST_IN_TEAM + 1):
        now = plan.team == size
        words = f"Teams of {size}"
        lines.append(MenuLine(f"{size}", words, chosen=now and not plan.puts_together))
        together = f"{words}; the draw puts those together who are in none"
        lines.append(MenuLine(f"{size} together", together, chosen=now and plan.puts_together))
    return tuple(lines)


def chosen(plan: Plan, value: str) -> Plan | None:
    """Return the plan with the chosen teams; None if the value is not on offer."""
    if value not in {line.value for line in choices(plan)}:
        return None
    size, _, together = value.partition(" ")
    return plan.model_copy(update={"team": int(size), "puts_together": bool(together)})


def choosing(known: KnownSeason) -> list[Row]:
    """Return the menu of a draft's teams; empty if its format has none."""
    if known.plan.format != "swiss":
        return []
    return [Row((Menu(f"lg-teams:{known.row.season_id}", "Does everybody play for themselves?", choices(known.plan)),))]


def team_button(known: KnownSeason) -> list[Button]:
    """Return the button to one's own team; empty without teams."""
    return [Button(f"lg-team:{known.row.season_id}", "My team")] if known.plan.team else []


def how_teams_play(known: KnownSeason) -> str:
    """Return the rules of teams in short; empty without teams."""
    plan = known.plan
    if not plan.team:
        return ""
    alone = "is put together with others by the draw, as far as they come out even" if plan.puts_together else ""
    return (
        f"**Teams of {plan.team}**: no two of one team sit at the same table, and their points are added. Level teams "
        "are told apart by wins, second places, and their best one's points. Whoever has joined opens a team (**My "
        "team**), and lets others in by its code, until the draw. Whoever is in no whole team then "
        f"{alone or 'plays for themselves'}. {_how_replaced(known)}"
    )


def _how_replaced(known: KnownSeason) -> str:
    most = (known.season.rules or rules_of(known.plan)).substitutes()
    if not most:
        return "Whoever leaves or is put out later is not replaced; what they have won stays their team's."
    have = "a substitute" if most == 1 else f"{most} substitutes"
    return (
        f"A team can have {have} (**Stand by …**): the captain puts them in for whoever leaves, is put out, or asks "
        "for it, from the next draw on. What somebody has won stays their team's."
    )


# -- until the draw --------------------------------------------------------------------------------------


def formed(known: KnownSeason) -> str:
    """Return the teams so far; empty if there are none."""
    size = known.plan.team
    teams = {number: members for number, members in known.season.teams.items() if members}
    if not size or not teams or known.season.rounds:
        return ""
    lines = (
        f"- Team {number} ({len(members)}/{size}): {_people(known, members)}{_who_stands_by(known, number)}"
        for number, members in teams.items()
    )
    return _fitting("**Teams so far**", lines, len(teams))


def _fitting(head: str, lines: Iterable[str], number: int) -> str:
    """Return a heading with the lines that fit, and the number of the others."""
    shown, room = [head], ROOM
    for line in lines:
        room -= len(line)
        if room < 0:
            break
        shown.append(line)
    more = number - len(shown) + 1
    return "\n".join([*shown, *[f"… and {counted(more, 'more team', 'more teams')}"] * (more > 0)])


def _who_stands_by(known: KnownSeason, team: int) -> str:
    """Return a team's substitutes, as the end of a sentence; empty if it has none."""
    ready = known.season.ready(team)
    return f"; {'substitute' if len(ready) == 1 else 'substitutes'}: {_people(known, ready)}" if ready else ""


def own(known: KnownSeason, number: int, code: str, note: str = "") -> Screen:
    """Return the panel of an entrant's own team.

    Args:
        known: the season.
        number: number of the entrant.
        code: code of the team, shown to its captain only.
        note: a sentence shown first.
    """
    season_id, team = known.row.season_id, known.season.belongs_to(number)
    blocks: list[Block] = [*notes(note), f"### {known.league.name} · season {known.row.number}: your team"]
    blocks.append(how_teams_play(known))
    if team is None:
        blocks += _of_nobody(known, number)
    else:
        members = known.season.teams[team]
        captain = known.season.captain(team)
        leads = "" if captain is None else f" Captain: {_who(known, captain)}."
        blocks.append(f"**Team {team}**: {_people(known, members)}{_who_stands_by(known, team)}.{leads}")
        blocks.append("" if known.row.status == "sign-up" else where_team_stands(known, number))
        if known.season.entrants[number].status == "plays" and known.row.status != "over":
            blocks += (
                _of_substitute(known, number) if number in known.season.substitute_of else _of_member(known, number)
            )
            if captain == number:
                blocks += _of_captain(known, team, code)
    return Screen((*blocks, *buttons(Button(f"lg-place:{season_id}", "My place"))), colour=BLUE)


def _of_nobody(known: KnownSeason, number: int) -> list[Block]:
    """Return the panel's blocks for an entrant without a team."""
    season_id, entrant = known.row.season_id, known.season.entrants[number]
    stand_by = Button(f"lg-team-by:{season_id}", "Stand by …")
    may = bool(known.season.given().substitutes()) and not entrant.helper and entrant.status == "plays"
    if known.row.status == "sign-up":
        ways = [
            Button(f"lg-team-open:{season_id}", "Open a team", "primary"),
            Button(f"lg-team-code:{season_id}", "Join by code …"),
        ]
        return ["You are in no team.", *buttons(*ways, *[stand_by] * may)]
    if may and entrant.division is None and known.row.status == "running" and not takes_nobody(known):
        words = "You are in no team, and play for yourself from the next round on, unless you stand by for one."
        return [words, *buttons(stand_by)]
    return ["You play for yourself."]


def _of_substitute(known: KnownSeason, number: int) -> list[Block]:
    """Return the panel's blocks for a substitute, or for a replaced member."""
    if known.season.entrants[number].division is not None:
        return ["You were replaced, and stand by now: you play again when you are put in for somebody else."]
    leave = Button(f"lg-team-leave:{known.row.season_id}", "Stand by no more", "danger")
    words = "You stand by: you are drawn once you are put in for one of them, and play for nobody else until then."
    if known.row.status == "sign-up":
        words += " If the team is too small when the season is drawn, you are in it."
    return [words, *buttons(leave)]


def _of_member(known: KnownSeason, number: int) -> list[Block]:
    """Return the panel's blocks for a member of a team."""
    season_id = known.row.season_id
    if known.row.status == "sign-up":
        return [*buttons(Button(f"lg-team-leave:{season_id}", "Leave the team", "danger"))]
    if not known.season.given().substitutes() or takes_nobody(known):
        return []
    if known.season.entrants[number].asks_out:
        words = "You have asked to be replaced. Until the captain has put somebody in, you are drawn as ever."
        return [words, *buttons(Button(f"lg-team-ask:{season_id}:no", "I play on"))]
    return [*buttons(Button(f"lg-team-ask:{season_id}:yes", "Ask to be replaced"))]


def _of_captain(known: KnownSeason, team: int, code: str) -> list[Block]:
    """Return the captain's additional blocks."""
    season_id, season = known.row.season_id, known.season
    forming = known.row.status == "sign-up"
    members, missing = season.teams[team], known.plan.team - len(season.teams[team]) if forming else 0
    blocks: list[Block] = []
    if missing:
        whom = counted(missing, "person", "people")
        blocks.append(f"Its code is `{code}`. Give it to {whom}; they join with it: **My team**, **Join by code …**.")
    elif len(season.ready(team)) < season.given().substitutes() and not takes_nobody(known):
        blocks.append(
            f"Its code is `{code}`. Give it to a substitute, who presses **Join**, then **My team**, **Stand by …**."
        )
    never_drawn = [one for one in season.ready(team) if season.entrants[one].division is None]
    others = [*(one for one in members if forming and one != season.captain(team)), *never_drawn]
    if others:
        entries = tuple(MenuLine(str(one), known.entrants[one].name) for one in others)
        blocks.append(Row((Menu(f"lg-team-out:{season_id}", "Put somebody out of the team …", entries),)))
    if possible := exchanges(season, team):
        lines = tuple(_in_menu(known, one) for one in possible)
        blocks.append(Row((Menu(f"lg-team-in:{season_id}", "Put a substitute in …", lines),)))
    return blocks


def _in_menu(known: KnownSeason, exchange: PutIn) -> MenuLine:
    names = [known.entrants[one].name for one in (exchange.entrant, exchange.left)]
    why = _why_replaced(known, exchange.left)
    return MenuLine(f"{exchange.left}.{exchange.entrant}", f"{names[0]} for {names[1]}", why)


def _why_replaced(known: KnownSeason, number: int) -> str:
    entrant = known.season.entrants[number]
    if entrant.status != "plays":
        return "Who has left the season" if entrant.status == "withdrawn" else "Who was put out of the season"
    return "Who asks for it" if entrant.asks_out else "Who gets no more tables this season"


def puts_in(known: KnownSeason, exchange: PutIn) -> Screen:
    """Return the confirmation of a substitution, for the captain."""
    number = known.row.season_id
    left, entrant = (_who(known, one) for one in (exchange.left, exchange.entrant))
    return Screen(
        (
            f"### Put {entrant} in for {left}?\nFrom the next draw on {entrant} plays for your team. Tables that are "
            f"drawn stay as they are. What {left} has won for the team stays its own, and {left} is drawn again only "
            "if put in for somebody else. Only a steward can take it back.",
            *buttons(
                Button(f"lg-team-put:{number}:{exchange.left}:{exchange.entrant}", "Put them in", "danger"),
                Button(f"lg-team:{number}", "Cancel"),
            ),
        ),
        colour=BLUE,
    )


def whom_to_put_in(known: KnownSeason) -> Screen:
    """Return the panel on which a steward chooses a substitution."""
    number = known.row.season_id
    possible = [one for team in known.season.teams for one in exchanges(known.season, team)]
    lines = tuple(_in_menu(known, one) for one in possible[:OPTIONS_IN_SELECT])
    back = buttons(Button(f"lg-more:{number}", "Back"))
    if not lines:
        return Screen(("No team has a substitute for somebody who plays no more, or asks for it.", *back), colour=BLUE)
    return Screen(
        ("### Put a substitute in", Row((Menu(f"lg-subst:{number}", "Who for whom?", lines),)), *back), colour=BLUE
    )


def asks_for_code(season_id: int) -> Form:
    """Return the form for a team's code."""
    field = Field("The team's code, from its captain", "Eight letters and digits", longest=LONGEST_CODE)
    return Form(f"lg-team-joined:{season_id}", "Join a team", (field,))


def asks_for_code_of_substitute(season_id: int) -> Form:
    """Return the form for a substitute to enter a team's code."""
    field = Field("The team's code, from its captain", "Eight letters and digits", longest=LONGEST_CODE)
    return Form(f"lg-team-stood:{season_id}", "Stand by for a team", (field,))


def as_drawn(known: KnownSeason, proposed: Proposed) -> str:
    """Return the effect of the first draw on teams, for its preview; empty if it has none."""
    if not known.plan.team or known.season.rounds:
        return ""
    there = taking_part(known.season)
    whole = sum(len(known.season.lines_up(number)) == known.plan.team for number in known.season.teams)
    stand_by = len(known.season.stand_by())
    together = len(proposed.entry.teams) - whole
    alone = len(there) - known.plan.team * len(proposed.entry.teams)
    teams = counted(len(proposed.entry.teams), "team")
    words = f"**{teams}** of {known.plan.team}; no two of one sit at the same table."
    if together:
        words += f" {together} of them the draw puts together."
    if stand_by:
        words += f" {counted(stand_by, 'substitute stands', 'substitutes stand')} by, and is drawn when put in."
    if alone:
        words += f" ⚠️ {counted(alone, 'player is', 'players are')} in no whole team and would play for themselves."
    if len(proposed.entry.tables) > -(-len(there) // known.plan.seats):
        words += f" ⚠️ For that, there are {len(proposed.entry.tables)} tables, with fewer seats than usual."
    return words


# -- once it is drawn ------------------------------------------------------------------------------------


def standing_of_teams(known: KnownSeason, season: Season) -> str:
    """Return the standings of teams, one line each; empty without teams or before the draw."""
    teams = standings_of_teams(season)
    dot = after_places([team.place for team in teams])
    lines = (f"{team.place}{dot} Team {team.number} · **{_points(team)}** · {who_plays(known, team)}" for team in teams)
    return _fitting("**Teams**", lines, len(teams)) if teams else ""


def where_team_stands(known: KnownSeason, number: int) -> str:
    """Return an entrant's team and its standing in sentences; empty without a team."""
    season = known.season
    own = season.belongs_to(number)
    if own is None:
        return ""
    stands_by = number in season.substitute_of
    called = f"Team {own}, for which you stand by," if stands_by else f"Your team, number {own},"
    teams = standings_of_teams(season)
    mine = next((team for team in teams if team.number == own), None)
    if mine is None:
        members = season.teams[own]
        return f"{called} has {len(members)} of {known.plan.team}: {_people(known, members)}."
    where = f"**{ordinal(mine.place)}** of {len(teams)}"
    played = any(number in members for drawn in season.rounds for members in drawn.teams.values())
    comes = "" if stands_by or played else " You play for it from the next draw on."
    return f"{called} is {where} with **{_points(mine)}** points.{comes}"


def who_plays(known: KnownSeason, team: TeamStanding) -> str:
    """Return a team's members and former members."""
    before = f" (before: {_people(known, team.former)})" if team.former else ""
    return f"{_people(known, team.members)}{before}"


def team_moves(known: KnownSeason, before: TeamStanding, after: TeamStanding) -> str:
    """Describe the changes to a team."""
    parts = []
    if before.members != after.members:
        parts.append(f"{_people(known, after.members)} from the next draw on")
    if before.place != after.place:
        parts.append(f"{ordinal(before.place)} → **{ordinal(after.place)}**")
    if before.points != after.points:
        parts.append(f"{_points(before)} → **{_points(after)}** points")
    return f"Team {after.number}: {', '.join(parts) or 'a tie-break changes, and no place'}"


def said(known: KnownSeason, entry: JoinedTeam | LeftTeam | StandsBy | AskedOut | PutIn) -> str:
    """Return a log entry about a team as a sentence."""
    name = _who(known, entry.entrant)
    match entry:
        case JoinedTeam():
            return f"{name} joins team {entry.team}."
        case LeftTeam():
            return f"{name} is put out of their team by its captain." if entry.put_out else f"{name} leaves their team."
        case StandsBy():
            return f"{name} stands by for team {entry.team} as its substitute."
        case AskedOut():
            return f"{name} asks to be replaced in their team{'' if entry.asks else ' no more'}."
        case PutIn():
            return f"From the next draw on, {name} plays in their team for {_who(known, entry.left)}."


def stays(known: KnownSeason, found: EntryDraft) -> list[str]:
    """Return what reverting a log line does not undo about substitutions, for a preview."""
    entry, season = found.line.entry, known.season
    if not isinstance(entry, Reverted):
        return []
    about = season.lines[entry.line - 1].entry
    since = [drawn.number for drawn in season.rounds if drawn.drawn_at > entry.line]
    if isinstance(about, PutIn) and since:
        rounds = "round" if len(since) == 1 else "rounds"
        name = _who(known, about.entrant)
        return [
            f"- ⚠️ What was drawn since, {rounds} {listed(since)}, stays. What {name} wins there is theirs alone, "
            "and not the team's."
        ]
    if isinstance(about, Withdrew | Disqualified | Carded):
        off = reverted(season.lines) | {*entry.also}
        puts = [line for line in season.lines[entry.line :] if isinstance(line.entry, PutIn) and line.number not in off]
        there = [line.entry for line in puts if isinstance(line.entry, PutIn) and line.entry.left == about.entrant]
        left = _who(known, about.entrant)
        now = "stands by and can be put in for somebody else"
        if about.entrant in found.barred:
            now = "gets no more tables this season all the same"
        return [
            f"- ⚠️ {_who(known, one.entrant)} stays in the team of {left}, who {now}."
            for one in there[-1:]
            if season.substitute_of.get(about.entrant) is not None
        ]
    return []


def winners(known: KnownSeason) -> str:
    """Return the first three teams, for the podium; empty without teams."""
    first = [team for team in standings_of_teams(known.season) if team.place <= len(MEDALS) and team.points]
    lines = (
        f"{MEDALS[team.place - 1]} Team {team.number} · {_points(team)} · {who_plays(known, team)}" for team in first
    )
    return _fitting("**Teams**", lines, len(first)) if first else ""


MEDALS = ("🥇", "🥈", "🥉")


def _points(team: TeamStanding) -> str:
    return f"{round(team.points / SIXTIETHS, 2):g}"


def _people(known: KnownSeason, members: tuple[int, ...]) -> str:
    return listed((_who(known, one) for one in members), "nobody")


def _who(known: KnownSeason, number: int) -> str:
    one = known.entrants.get(number)
    return f"entrant {number}" if one is None or one.user_id is None else f"<@{one.user_id}>"
