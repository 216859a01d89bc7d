"""Direct messages about teams: events that concern one member alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from bot.host.leagues.season_log import KnownSeason
from bot.leagues.log_entries import AskedOut, Carded, Disqualified, LeftTeam, LogLine, PutIn, Reverted, Withdrew
from bot.leagues.reverts import find_reverted
from bot.leagues.scoring import EntrantNumber
from bot.leagues.teams import list_exchanges
from bot.ui.screens.names import escape_markdown
from bot.ui.screens.parts import BLUE, build_channel_url
from bot.ui.screens.screen import Screen


class TeamNotice(NamedTuple):
    """A direct message about a line of a season's log."""

    line: int
    number: EntrantNumber
    """Number of the recipient."""
    screen: Screen
    about: Literal["offer", "team"] = "team"


def list_due_notices(known: KnownSeason) -> Iterator[TeamNotice]:
    """Yield all direct messages due to the season's teams, including those already sent."""
    if not known.plan.team or known.row.status not in ("sign-up", "running"):
        return
    off = find_reverted(known.season.lines)
    lines = [line for line in known.season.lines if line.number not in off]
    for line in lines:
        for number, words in _list_line_notices(known, line):
            yield TeamNotice(line.number, number, _render_letter(known, words))
    newest = {line.entry.entrant: line.number for line in lines if isinstance(line.entry, _MAKES_ROOM)}
    together: dict[tuple[int, EntrantNumber], list[str]] = {}
    for left, number in newest.items():
        for captain, words in _list_captain_notices(known, left):
            together.setdefault((max(number, _find_captain_since(known, captain, newest)), captain), []).append(words)
    for (number, captain), said in together.items():
        yield TeamNotice(number, captain, _render_letter(known, "\n".join(said)))


_MAKES_ROOM = (AskedOut, Withdrew, Disqualified, Carded)
"""Entries after which a member may be replaced."""


def _list_line_notices(known: KnownSeason, line: LogLine) -> Iterator[tuple[EntrantNumber, str]]:
    """Yield the recipients and texts about a log line."""
    match line.entry:
        case LeftTeam(entrant=entrant, put_out=True):
            again = "until the draw, **My team** lets you join another one, or open one; else you play for yourself"
            if known.row.status == "running":
                again = "you play for yourself from the next round on, unless you stand by for another one: **My team**"
            yield entrant, f"The captain of your team has put you out of it. You still take part: {again}."
        case PutIn(left=left, entrant=entrant):
            yield entrant, f"From the next draw on you play for your team, in the place of {_format_name(known, left)}."
            if known.season.entrants[left].status == "plays":
                yield (
                    left,
                    f"From the next draw on {_format_name(known, entrant)} plays in your place. Tables that you "
                    "have are "
                    "still yours, and what you win there is your team's.",
                )
        case Reverted(line=number, also=also):
            for taken_back in (number, *also):
                if isinstance(entry := known.season.lines[taken_back - 1].entry, PutIn):
                    yield from _list_revert_notices(known, entry)
        case _:
            pass


def _list_revert_notices(known: KnownSeason, entry: PutIn) -> Iterator[tuple[EntrantNumber, str]]:
    names = f"{_format_name(known, entry.entrant)} plays for {_format_name(known, entry.left)}"
    for number in (entry.entrant, entry.left):
        yield (
            number,
            f"It was taken back that {names} in your team. **/league log** says why, and **My team** who plays.",
        )


def _list_captain_notices(known: KnownSeason, left: EntrantNumber) -> Iterator[tuple[EntrantNumber, str]]:
    """Yield the captain's messages about a member whom a substitute can replace."""
    team = known.season.team_of.get(left, 0)
    captain = known.season.find_captain(team)
    if captain not in (None, left) and any(one.left == left for one in list_exchanges(known.season, team)):
        why = "asks to be replaced" if known.season.entrants[left].asks_out else "plays no more"
        yield captain or 0, f"{_format_name(known, left)} of your team {why}. **My team**, **Put a substitute in …**."


def _find_captain_since(known: KnownSeason, captain: EntrantNumber, newest: Mapping[EntrantNumber, int]) -> int:
    """Return the line at which a member became captain, so that earlier requests reach them; 0: from the start."""
    members = known.season.teams[known.season.team_of[captain]]
    return max((newest.get(before, 0) for before in members[: members.index(captain)]), default=0)


def _render_letter(known: KnownSeason, words: str) -> Screen:
    channel = build_channel_url(known.league.guild_id, known.league.channel_id)
    where = f"-# **My team** is in **My place**, on the league's message in [its channel]({channel})."
    return Screen((f"### {known.league.name} · season {known.row.number}: your team", words, where), colour=BLUE)


def _format_name(known: KnownSeason, number: EntrantNumber) -> str:
    one = known.entrants.get(number)
    return f"entrant {number}" if one is None or one.user_id is None else f"**{escape_markdown(one.name)}**"
