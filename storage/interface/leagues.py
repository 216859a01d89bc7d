"""Leagues, their seasons and the people who take part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from storage.interface.letters import NewLetter

SeasonStatus: TypeAlias = Literal["draft", "sign-up", "running", "over"]


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line to be added to a season's log, which numbers it."""

    entry: str
    """As JSON."""
    by: int | None = None
    """User who decided it; None if nobody did."""
    reason: str = ""
    by_entrant: int | None = None
    """Entrant number of the deciding user; None if they do not take part."""
    sealed: str | None = None
    """Sealed content as JSON, secret until the season ends; None if there is none."""
    card_of: int | None = None
    """Entrant who gets a card by this line; None if nobody does."""


@dataclass(frozen=True, slots=True)
class LineRow:
    """A line of a season's log."""

    number: int
    entry: str
    by: int | None
    reason: str
    made_at: str
    by_entrant: int | None = None


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A league of a server."""

    league_id: int
    guild_id: int
    channel_id: int
    """Channel of its messages and tables; a post of a forum, if its tables get posts of their own there."""
    name: str
    made_by: int
    made_at: str
    opens_after: int | None = None
    """Days after a season's end at which the next one opens automatically; None if an organiser prepares it."""
    public: bool = False
    """Whether the league is visible to everybody on the web."""
    within: int | None = None
    """The forum of its channel, if that is a post."""


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season, and the length of its log."""

    season_id: int
    league_id: int
    number: int
    status: SeasonStatus
    plan: str
    """Rules of play as JSON; editable while the season is a draft."""
    secret: str = field(repr=False)
    """Secret of its draws."""
    shown: int = 0
    """Newest log line that its messages show."""
    lines: int = 0


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """A participant of a season: their number there, and their preferences."""

    entrant: int
    user_id: int | None
    """None after erasure, or after the retention period of an ended season."""
    name: str
    cap: int | None = None
    """Maximum number of simultaneous tables; None for no limit."""
    apart: Sequence[int] = ()
    """User ids of people they do not want to meet; known to the entrant only."""
    named: bool = False
    """Whether they agree to be named in the season's files, which may leave the server."""
    mark: str | None = None
    """Pseudonym of an entrant whose name was removed after the retention period; see `LeagueRows.find_recognised`."""
    warned: bool = False
    """Whether they begin the season with a warning from an earlier one; known to the entrant only."""


@dataclass(frozen=True, slots=True)
class RoleSettings:
    """The roles on Discord that a league gives."""

    kinds: frozenset[str]
    """The kinds of roles; empty: all are taken back."""
    trouble: str = ""
    """The refusal of Discord because of which nothing is given or taken; empty: none."""
    trouble_at: str = ""


@dataclass(frozen=True, slots=True)
class StandingWishes:
    """A person's preferences for all seasons of a league."""

    kept: bool = False
    """Whether its seasons, and the titles won there, name them permanently."""
    letters: bool = False
    """Whether they get a direct message after each draw, at most one a week."""
    plays_on: str | None = None
    """Their contribution to each draw, if seasons sign them up automatically; None if they sign up themselves."""
    plays_on_since: str = ""
    """When they chose that: ISO 8601, in UTC; empty if it is unknown, or they did not."""


JoinRequestFate: TypeAlias = Literal["asked", "approved", "declined"]


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """A person's request to join a season whose stewards approve each sign-up."""

    user_id: int
    name: str
    ticket: str
    """Their contribution to the draw: the number of their interaction."""
    asked_at: str
    """ISO 8601, in UTC."""
    fate: JoinRequestFate = "asked"
    reason: str = ""
    """Why it was declined; empty without a reason."""


@dataclass(frozen=True, slots=True)
class WantedGame:
    """A private request for a game of a ladder."""

    user_id: int
    ticket: str
    """Contribution of their press to the draw."""
    games: int
    """Number of simultaneous games still wanted."""
    days: int
    """Days for which they agreed to wait."""
    since: str
    """Start of the wait for the next game: ISO 8601, in UTC."""
    until: str
    """End of the wait."""
    over: int = 0
    """1 if the request expired; 2 if the person was also notified."""
    paused_until: str = ""
    """Until when they get no game; empty: they do not pause."""


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """A game's place in a season."""

    season_id: int
    number: int
    """Number of the table in the season."""
    seats: Mapping[int, int]
    """Seat -> number of its first entrant; at an anonymous table drawn by lot when its game begins."""
    league: str
    """Name of the league."""
    season: int
    league_id: int
    edition: int
    """Edition of the rules that score the season."""
    part: str = ""
    """Part of the season, such as `division 2`; empty if an older version opened the table."""

    @property
    def name(self) -> str:
        """Name of the table where its game id need not be typed, such as in its thread's title."""
        return format_table_name(self.league, self.season, self.number, self.part)


def format_table_name(league: str, season: int, number: int, part: str) -> str:
    """Format the name of a league's table, with the part of the season."""
    return " · ".join(filter(None, (f"{league} {season}", part, f"table {number}")))


@dataclass(frozen=True, slots=True)
class NewLeagueTable:
    """A table that a season opens."""

    season_id: int
    number: int
    part: str
    """Part of the season, as in the table's name."""
    entrants: Mapping[int, int]
    """Seat -> entrant."""
    if_closed: str
    """Log entry that is written if the game ends without a result."""
    title: str
    guild_id: int
    channel_id: int
    options: str
    pact: str
    thread: str
    """Title of its thread; empty if it has none."""
    confirm_until: str
    seed: str = field(repr=False)
    letters: Sequence[NewLetter] = ()
    """Sent before the table's message and the call that follows it."""
    newest: int | None = None
    """Newest line of the season on which the table is based; None to skip the check."""
