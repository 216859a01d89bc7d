"""Teams of a season: their formation, their panels and their standings."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.words import format_count, format_list, format_ordinal
from bot.host.leagues.plan import Plan, build_rules
from bot.host.leagues.season_log import KnownSeason
from bot.host.leagues.sign_up import is_closed_to_newcomers
from bot.leagues.draw import ProposedDraw, collect_tickets
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
from bot.leagues.reverts import find_reverted
from bot.leagues.rules import MAX_TEAM_SIZE, SIXTIETHS
from bot.leagues.season import Season
from bot.leagues.teams import TeamStanding, compute_team_standings, list_exchanges
from bot.ui.screens.forms import Field, Form
from bot.ui.screens.leagues.season_more import build_season_menu
from bot.ui.screens.parts import BLUE, get_place_suffix, list_note_blocks
from bot.ui.screens.screen import OPTIONS_IN_SELECT, Block, Button, Menu, MenuLine, Row, Screen, build_button_rows

MAX_CHARS = 900
"""Maximum characters for teams in one message."""
MAX_CODE_CHARS = 20


# -- what is settled in the draft ----------------------------------------------------------------------


def list_team_choices(plan: Plan) -> tuple[MenuLine, ...]:
    """Return the choices about teams as menu options; `apply_team_choice` reads the choice."""
    lines = [MenuLine("0", "Everybody plays for themselves", chosen=not plan.team)]
    for size in range(2, MAX_TEAM_SIZE + 1):
        now = plan.team == size
        words = f"Teams of {size}"
        lines.append(MenuLine(f"{size}", words, chosen=now and not plan.puts_together))
        lines.append(
            MenuLine(
                f"{size} together",
                f"{words}, completed by the draw",
                "It puts those together who are in none",
                now and plan.puts_together,
            )
        )
    return tuple(lines)


def apply_team_choice(plan: Plan, value: str) -> Plan | None:
    """Return the plan with the chosen teams; None if the value is not on offer."""
    if value not in {line.value for line in list_team_choices(plan)}:
        return None
    size, _, together = value.partition(" ")
    return plan.model_copy(update={"team": int(size), "puts_together": bool(together)})


def build_team_menu(known: KnownSeason) -> list[Row]:
    """Return the menu of a draft's teams; empty if its format has none."""
    if known.plan.format != "swiss":
        return []
    return [
        Row(
            (
                Menu(
                    f"lg-teams:{known.row.season_id}",
                    "Does everybody play for themselves?",
                    list_team_choices(known.plan),
                ),
            )
        )
    ]


def build_team_button(known: KnownSeason) -> list[Button]:
    """Return the button to one's own team; empty without teams."""
    return [Button(f"lg-team:{known.row.season_id}", "My team")] if known.plan.team else []


def describe_team_rules(known: KnownSeason) -> str:
    """Return the rules of teams in short; empty without teams."""
    plan = known.plan
    if not plan.team:
        return ""
    alone = "is put together with others by the draw, as far as they come out even" if plan.puts_together else ""
    return (
        f"**Teams of {plan.team}**: no two of one team sit at the same table, and their points are added. Ties "
        "between teams are broken by wins, second places, and the best member's points. Open a team once you have "
        "joined (**My team**), and let others in by its code, until the draw. Whoever is in no whole team then "
        f"{alone or 'plays for themselves'}. {_describe_replacement(known)}"
    )


def _describe_replacement(known: KnownSeason) -> str:
    most = (known.season.rules or build_rules(known.plan)).get_substitute_limit()
    if not most:
        return "Whoever leaves or is put out later is not replaced; what they have won stays their team's."
    have = "a substitute" if most == 1 else f"{most} substitutes"
    return (
        f"A team can have {have} (**Stand by …**): the captain puts them in for whoever leaves, is put out, or asks "
        "for it, from the next draw on. What somebody has won stays their team's."
    )


# -- until the draw --------------------------------------------------------------------------------------


def describe_formed_teams(known: KnownSeason) -> str:
    """Return the teams so far; empty if there are none."""
    size = known.plan.team
    teams = {number: members for number, members in known.season.teams.items() if members}
    if not size or not teams or known.season.rounds:
        return ""
    lines = (
        f"- Team {number} ({len(members)}/{size}): "
        f"{_format_members(known, members)}{_describe_substitutes(known, number)}"
        for number, members in teams.items()
    )
    return _fit_lines("**Teams so far**", lines, len(teams))


def _fit_lines(head: str, lines: Iterable[str], number: int) -> str:
    """Return a heading with the lines that fit, and the number of the others."""
    shown, room = [head], MAX_CHARS
    for line in lines:
        room -= len(line)
        if room < 0:
            break
        shown.append(line)
    more = number - len(shown) + 1
    return "\n".join([*shown, *[f"… and {format_count(more, 'more team', 'more teams')}"] * (more > 0)])


def _describe_substitutes(known: KnownSeason, team: int) -> str:
    """Return a team's substitutes, as the end of a sentence; empty if it has none."""
    ready = known.season.list_ready_substitutes(team)
    return f"; {'substitute' if len(ready) == 1 else 'substitutes'}: {_format_members(known, ready)}" if ready else ""


def render_own_team(known: KnownSeason, number: int, code: str, note: str = "") -> Screen:
    """Return the panel of an entrant's own team.

    Args:
        known: the season.
        number: number of the entrant.
        code: code of the team, shown to its captain only.
        note: a sentence shown first.
    """
    season_id, team = known.row.season_id, known.season.find_team(number)
    blocks: list[Block] = [*list_note_blocks(note), f"### {known.league.name} · season {known.row.number}: your team"]
    blocks.append("No two of a team sit at the same table, and their points are added.")
    if team is None:
        blocks += _build_for_teamless(known, number)
    else:
        members = known.season.teams[team]
        captain = known.season.find_captain(team)
        leads = "" if captain is None else f" Captain: {_format_entrant(known, captain)}."
        blocks.append(f"**Team {team}**: {_format_members(known, members)}{_describe_substitutes(known, team)}.{leads}")
        blocks.append("" if known.row.status == "sign-up" else describe_own_team(known, number))
        if known.season.entrants[number].status == "plays" and known.row.status != "over":
            blocks += (
                _build_for_substitute(known, number)
                if number in known.season.substitute_of
                else _build_for_member(known, number)
            )
            if captain == number:
                blocks += _build_for_captain(known, team, code)
    blocks += build_button_rows(Button(f"lg-place:{season_id}", "My place"))
    rules = MenuLine(f"lg-rules:{season_id}", "How the league works", "Teams, substitutes and ties, too")
    return Screen((*blocks, build_season_menu(season_id, (rules,))), colour=BLUE)


def _build_for_teamless(known: KnownSeason, number: int) -> list[Block]:
    """Return the panel's blocks for an entrant without a team."""
    season_id, entrant = known.row.season_id, known.season.entrants[number]
    stand_by = Button(f"lg-team-by:{season_id}", "Stand by …")
    may = bool(known.season.get_rules().get_substitute_limit()) and not entrant.helper and entrant.status == "plays"
    if known.row.status == "sign-up":
        ways = [
            Button(f"lg-team-open:{season_id}", "Open a team", "primary"),
            Button(f"lg-team-code:{season_id}", "Join by code …"),
        ]
        return ["You are in no team.", *build_button_rows(*ways, *[stand_by] * may)]
    if may and entrant.division is None and known.row.status == "running" and not is_closed_to_newcomers(known):
        words = "You are in no team, and play for yourself from the next round on, unless you stand by for one."
        return [words, *build_button_rows(stand_by)]
    return ["You play for yourself."]


def _build_for_substitute(known: KnownSeason, number: int) -> list[Block]:
    """Return the panel's blocks for a substitute, or for a replaced member."""
    if known.season.entrants[number].division is not None:
        return ["You were replaced, and stand by now: you play again when you are put in for somebody else."]
    leave = Button(f"lg-team-leave:{known.row.season_id}", "Stand by no more", "danger")
    words = "You stand by: you are drawn once you are put in for one of them, and play for nobody else until then."
    if known.row.status == "sign-up":
        words += " If the team is too small when the season is drawn, you are in it."
    return [words, *build_button_rows(leave)]


def _build_for_member(known: KnownSeason, number: int) -> list[Block]:
    """Return the panel's blocks for a member of a team."""
    season_id = known.row.season_id
    if known.row.status == "sign-up":
        return [*build_button_rows(Button(f"lg-team-leave:{season_id}", "Leave the team", "danger"))]
    if not known.season.get_rules().get_substitute_limit() or is_closed_to_newcomers(known):
        return []
    if known.season.entrants[number].asks_out:
        words = "You have asked to be replaced. Until the captain has put somebody in, you are drawn as ever."
        return [words, *build_button_rows(Button(f"lg-team-ask:{season_id}:no", "I play on"))]
    return [*build_button_rows(Button(f"lg-team-ask:{season_id}:yes", "Ask to be replaced"))]


def _build_for_captain(known: KnownSeason, team: int, code: str) -> list[Block]:
    """Return the captain's additional blocks."""
    season_id, season = known.row.season_id, known.season
    forming = known.row.status == "sign-up"
    members, missing = season.teams[team], known.plan.team - len(season.teams[team]) if forming else 0
    blocks: list[Block] = []
    if missing:
        whom = format_count(missing, "person", "people")
        blocks.append(f"Its code is `{code}`. Give it to {whom}; they join with it: **My team**, **Join by code …**.")
    elif len(
        season.list_ready_substitutes(team)
    ) < season.get_rules().get_substitute_limit() and not is_closed_to_newcomers(known):
        blocks.append(
            f"Its code is `{code}`. Give it to a substitute, who presses **Join**, then **My team**, **Stand by …**."
        )
    never_drawn = [one for one in season.list_ready_substitutes(team) if season.entrants[one].division is None]
    others = [*(one for one in members if forming and one != season.find_captain(team)), *never_drawn]
    if others:
        entries = tuple(MenuLine(str(one), known.entrants[one].name) for one in others)
        blocks.append(Row((Menu(f"lg-team-out:{season_id}", "Put somebody out of the team …", entries),)))
    if possible := list_exchanges(season, team):
        lines = tuple(_build_exchange_line(known, one) for one in possible)
        blocks.append(Row((Menu(f"lg-team-in:{season_id}", "Put a substitute in …", lines),)))
    return blocks


def _build_exchange_line(known: KnownSeason, exchange: PutIn) -> MenuLine:
    names = [known.entrants[one].name for one in (exchange.entrant, exchange.left)]
    why = _describe_reason(known, exchange.left)
    return MenuLine(f"{exchange.left}.{exchange.entrant}", f"{names[0]} for {names[1]}", why)


def _describe_reason(known: KnownSeason, number: int) -> str:
    entrant = known.season.entrants[number]
    if entrant.status != "plays":
        return "Who has left the season" if entrant.status == "withdrawn" else "Who was put out of the season"
    return "Who asks for it" if entrant.asks_out else "Who gets no more tables this season"


def render_exchange(known: KnownSeason, exchange: PutIn) -> Screen:
    """Return the confirmation of a substitution, for the captain."""
    number = known.row.season_id
    left, entrant = (_format_entrant(known, one) for one in (exchange.left, exchange.entrant))
    return Screen(
        (
            f"### Put {entrant} in for {left}?\nFrom the next draw on {entrant} plays for your team. Tables that are "
            f"drawn stay as they are. What {left} has won for the team stays its own, and {left} is drawn again only "
            "if put in for somebody else. Only a steward can take it back.",
            *build_button_rows(
                Button(f"lg-team-put:{number}:{exchange.left}:{exchange.entrant}", "Put them in", "danger"),
                Button(f"lg-team:{number}", "Cancel"),
            ),
        ),
        colour=BLUE,
    )


def render_exchange_choice(known: KnownSeason) -> Screen:
    """Return the panel on which a steward chooses a substitution."""
    number = known.row.season_id
    possible = [one for team in known.season.teams for one in list_exchanges(known.season, team)]
    lines = tuple(_build_exchange_line(known, one) for one in possible[:OPTIONS_IN_SELECT])
    back = build_button_rows(Button(f"lg-more:{number}", "Back"))
    if not lines:
        return Screen(("No team has a substitute for somebody who plays no more, or asks for it.", *back), colour=BLUE)
    return Screen(
        ("### Put a substitute in", Row((Menu(f"lg-subst:{number}", "Who for whom?", lines),)), *back), colour=BLUE
    )


def build_code_form(season_id: int) -> Form:
    """Return the form for a team's code."""
    field = Field("The team's code, from its captain", "Eight letters and digits", longest=MAX_CODE_CHARS)
    return Form(f"lg-team-joined:{season_id}", "Join a team", (field,))


def build_substitute_code_form(season_id: int) -> Form:
    """Return the form for a substitute to enter a team's code."""
    field = Field("The team's code, from its captain", "Eight letters and digits", longest=MAX_CODE_CHARS)
    return Form(f"lg-team-stood:{season_id}", "Stand by for a team", (field,))


def describe_drawn_teams(known: KnownSeason, proposed: ProposedDraw) -> str:
    """Return the effect of the first draw on teams, for its preview; empty if it has none."""
    if not known.plan.team or known.season.rounds:
        return ""
    there = collect_tickets(known.season)
    whole = sum(len(known.season.list_lineup(number)) == known.plan.team for number in known.season.teams)
    stand_by = len(known.season.list_standing_by())
    together = len(proposed.entry.teams) - whole
    alone = len(there) - known.plan.team * len(proposed.entry.teams)
    teams = format_count(len(proposed.entry.teams), "team")
    words = f"**{teams}** of {known.plan.team}; no two of one sit at the same table."
    if together:
        words += f" {together} of them the draw puts together."
    if stand_by:
        words += f" {format_count(stand_by, 'substitute stands', 'substitutes stand')} by, and is drawn when put in."
    if alone:
        words += f" ⚠️ {format_count(alone, 'player is', 'players are')} in no whole team and would play for themselves."
    if len(proposed.entry.tables) > -(-len(there) // known.plan.seats):
        words += f" ⚠️ For that, there are {len(proposed.entry.tables)} tables, with fewer seats than usual."
    return words


# -- once it is drawn ------------------------------------------------------------------------------------


def describe_team_standings(known: KnownSeason, season: Season) -> str:
    """Return the standings of teams, one line each; empty without teams or before the draw."""
    teams = compute_team_standings(season)
    dot = get_place_suffix([team.place for team in teams])
    lines = (
        f"{team.place}{dot} Team {team.number} · **{_format_points(team)}** · {describe_team_members(known, team)}"
        for team in teams
    )
    return _fit_lines("**Teams**", lines, len(teams)) if teams else ""


def describe_own_team(known: KnownSeason, number: int) -> str:
    """Return an entrant's team and its standing in sentences; empty without a team."""
    season = known.season
    own = season.find_team(number)
    if own is None:
        return ""
    stands_by = number in season.substitute_of
    called = f"Team {own}, for which you stand by," if stands_by else f"Your team, number {own},"
    teams = compute_team_standings(season)
    mine = next((team for team in teams if team.number == own), None)
    if mine is None:
        members = season.teams[own]
        return f"{called} has {len(members)} of {known.plan.team}: {_format_members(known, members)}."
    where = f"**{format_ordinal(mine.place)}** of {len(teams)}"
    played = any(number in members for drawn in season.rounds for members in drawn.teams.values())
    comes = "" if stands_by or played else " You play for it from the next draw on."
    return f"{called} is {where} with **{_format_points(mine)}** points.{comes}"


def describe_team_members(known: KnownSeason, team: TeamStanding) -> str:
    """Return a team's members and former members."""
    before = f" (before: {_format_members(known, team.former)})" if team.former else ""
    return f"{_format_members(known, team.members)}{before}"


def describe_team_change(known: KnownSeason, before: TeamStanding, after: TeamStanding) -> str:
    """Describe the changes to a team."""
    parts = []
    if before.members != after.members:
        parts.append(f"{_format_members(known, after.members)} from the next draw on")
    if before.place != after.place:
        parts.append(f"{format_ordinal(before.place)} → **{format_ordinal(after.place)}**")
    if before.points != after.points:
        parts.append(f"{_format_points(before)} → **{_format_points(after)}** points")
    return f"Team {after.number}: {', '.join(parts) or 'a tie-break changes, and no place'}"


def describe_team_entry(known: KnownSeason, entry: JoinedTeam | LeftTeam | StandsBy | AskedOut | PutIn) -> str:
    """Return a log entry about a team as a sentence."""
    name = _format_entrant(known, entry.entrant)
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
            return f"From the next draw on, {name} plays in their team for {_format_entrant(known, entry.left)}."


def describe_kept_substitutions(known: KnownSeason, found: EntryDraft) -> list[str]:
    """Return what reverting a log line does not undo about substitutions, for a preview."""
    entry, season = found.line.entry, known.season
    if not isinstance(entry, Reverted):
        return []
    about = season.lines[entry.line - 1].entry
    since = [drawn.number for drawn in season.rounds if drawn.drawn_at > entry.line]
    if isinstance(about, PutIn) and since:
        rounds = "round" if len(since) == 1 else "rounds"
        name = _format_entrant(known, about.entrant)
        return [
            f"- ⚠️ What was drawn since, {rounds} {format_list(since)}, stays. What {name} wins there is theirs alone, "
            "and not the team's."
        ]
    if isinstance(about, Withdrew | Disqualified | Carded):
        off = find_reverted(season.lines) | {*entry.also}
        puts = [line for line in season.lines[entry.line :] if isinstance(line.entry, PutIn) and line.number not in off]
        there = [line.entry for line in puts if isinstance(line.entry, PutIn) and line.entry.left == about.entrant]
        left = _format_entrant(known, about.entrant)
        now = "stands by and can be put in for somebody else"
        if about.entrant in found.barred:
            now = "gets no more tables this season all the same"
        return [
            f"- ⚠️ {_format_entrant(known, one.entrant)} stays in the team of {left}, who {now}."
            for one in there[-1:]
            if season.substitute_of.get(about.entrant) is not None
        ]
    return []


def describe_team_winners(known: KnownSeason) -> str:
    """Return the first three teams, for the podium; empty without teams."""
    first = [
        team
        for team in compute_team_standings(known.season)
        if team.place <= len(MEDALS) and team.points and team.tables
    ]
    lines = (
        f"{MEDALS[team.place - 1]} Team {team.number} · {_format_points(team)} · {describe_team_members(known, team)}"
        for team in first
    )
    return _fit_lines("**Teams**", lines, len(first)) if first else ""


MEDALS = ("🥇", "🥈", "🥉")


def _format_points(team: TeamStanding) -> str:
    return f"{round(team.points / SIXTIETHS, 2):g}"


def _format_members(known: KnownSeason, members: tuple[int, ...]) -> str:
    return format_list((_format_entrant(known, one) for one in members), "nobody")


def _format_entrant(known: KnownSeason, number: int) -> str:
    one = known.entrants.get(number)
    return f"entrant {number}" if one is None or one.user_id is None else f"<@{one.user_id}>"
