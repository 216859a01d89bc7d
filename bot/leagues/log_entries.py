"""Entries of a season's log, and the line that carries an entry.

Entries record decisions and events, and nothing that can be derived from earlier ones. Draws are the exception: seats
are stored as drawn, so a better drawing algorithm changes no running season.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self, TypeAlias

from pydantic import (
    Field,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    ValidationError,
    model_serializer,
    model_validator,
)

from bot.engine.records import Card
from bot.leagues.rules import MAX_SEATS, Rules
from bot.leagues.scoring import EntrantNumber

MAX_PENALTY_POINTS = 100
"""Largest number of points that one decision takes away or gives."""
MAX_EXTENSION_DAYS = 56
"""Largest extension of the last day by one decision, in days."""
UNRATED_STRENGTH = 1500
"""Rating assumed for an entrant whose strength is unknown."""
VERSION = 9
"""Version of the line format; each older one has an upgrade to the next."""
UPGRADES: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {
    1: lambda line: line,  # wishes were not opened
    2: lambda line: line,  # no missed seasons; each season was settled with its end; silence was play
    3: lambda line: line,  # no cards for leaving; each missed table was an absence; reverts took no other lines along
    4: lambda line: line,  # no seat offers, several games, teams or ladders
    5: lambda line: line,  # no substitutes in teams; whoever was put out of a team had left it
    6: lambda line: line,  # nobody was recorded as back at their table
    7: lambda line: line,  # deadlines went on during outages
    8: lambda line: line,  # nobody skipped a round; no groups, no chosen sizes of divisions, nothing by hand
}
"""Upgrades of a line from each version to the next."""


class UnknownLine(Exception):
    """A stored line that this program does not know; the text says which and why."""


Reversal: TypeAlias = Literal["revert", "own", "stays", "follows"]
"""How an entry is taken back: by a steward's revert; by its player, who does the opposite; not at all, because others
have relied on it; or not by itself, because it follows from a game, a draw or the time."""


class InvalidEntry(Exception):
    """An entry that does not fit the season; the text says why."""


class LogEntry(Card):
    """An entry of a season's log. Each kind says how it is taken back."""

    undo: ClassVar[Reversal]

    def __init_subclass__(cls, *, kind: str | None = None, undo: Reversal | None = None, **options: Any) -> None:
        """Record how entries of a class are taken back.

        Raises:
            TypeError: a class with a kind does not say it.
        """
        super().__init_subclass__(kind=kind, **options)
        if undo is not None:
            cls.undo = undo
        elif kind is not None:
            raise TypeError(f"Entries of the kind {kind!r} do not say how they are taken back.")


class Chain(Card):
    """The seeds of earlier seasons of a league, which a season goes on with."""

    draws: int = Field(ge=1)
    """Number of draws before this season."""
    since: str
    """When the digest of the first of them was published; ISO 8601, UTC."""


class Opened(LogEntry, kind="opened", undo="stays"):
    """Opens sign-up of a season: its first entry."""

    rules: Rules
    digest: str
    """Digest of the first draw's seed, as posted in the sign-up message."""
    opens_wishes: bool = False
    """Whether sign-up announces that wishes are opened at the season's end."""
    continues: Chain | None = None
    """The chain of seeds that the season goes on with; its digest is then the last seed before. None: a new one."""


class Strength(Card):
    """An entrant's strength from a ladder's games before this period."""

    rating: int = UNRATED_STRENGTH
    """The displayed rating."""
    unsure: int = Field(ge=1)
    """The rating's deviation, in thousandths."""
    games: int = Field(ge=1)


class Joined(LogEntry, kind="joined", undo="own"):
    """An entrant signs up; their number is the next one."""

    entrant: EntrantNumber
    ticket: str
    """Their contribution to the draw, unpredictable before: the number of their interaction."""
    cap: int | None = None
    """Number of tables they want to play at once; None: no limit."""
    helper: bool = False
    """Whether they only substitute for others."""
    plays_on: bool = False
    """Whether they were signed up automatically. Their choice of that preceded the commitment to the seed."""
    is_fresh: bool = False
    """Whether someone signed up automatically chose that after the first digest of the season's chain of seeds."""
    strength: Strength | None = None
    """In a ladder: the rating they begin with; None: newcomers."""


class JoinedTeam(LogEntry, kind="joined team", undo="own"):
    """An entrant joins a team before the first draw; one with the next number opens it, with them as captain."""

    entrant: EntrantNumber
    team: int = Field(ge=1)


class LeftTeam(LogEntry, kind="left team", undo="own"):
    """An entrant leaves their team before the first draw, or stops standing by for one."""

    entrant: EntrantNumber
    put_out: bool = False
    """Whether the captain removed them."""


class StandsBy(LogEntry, kind="stands by", undo="own"):
    """An entrant agrees to be a team's substitute; they are not drawn until they replace a member."""

    entrant: EntrantNumber
    team: int = Field(ge=1)


class AskedOut(LogEntry, kind="asks to be replaced", undo="own"):
    """An entrant asks their team to be replaced by its substitute, or withdraws that request."""

    entrant: EntrantNumber
    asks: bool = True


class PutIn(LogEntry, kind="put in", undo="revert"):
    """A team's substitute replaces a member from the next draw on; the member then stands by."""

    left: EntrantNumber
    entrant: EntrantNumber


class Skips(LogEntry, kind="skips", undo="own"):
    """An entrant skips a round that is not drawn yet and gets a bye, or takes that back."""

    entrant: EntrantNumber
    round: int = Field(ge=1)
    skips: bool = True


class Added(LogEntry, kind="added", undo="stays"):
    """An automatically signed-up entrant adds an unpredictable value to the draw."""

    entrant: EntrantNumber
    ticket: str


class _OfMany(Card):
    """A part of an entry that may occur thousands of times."""

    @model_validator(mode="after")
    def _yield_when_validated(self) -> Self:
        """Run a no-op Python validator: otherwise pydantic blocks all other threads while reading a large draw."""
        return self

    @model_serializer(mode="wrap")
    def _yield_when_written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Run a no-op Python serializer for the same reason."""
        written: dict[str, Any] = write(self)
        return written


class DrawnTable(_OfMany):
    """A table as drawn."""

    division: int
    seats: tuple[EntrantNumber, ...]
    """In seat order."""
    game: int = Field(default=0, ge=0)
    """Index of the season's game that is played; 0 is the first."""


class Seeker(_OfMany):
    """A player waiting for a ladder game at the time of a draw; see `ladder`."""

    entrant: EntrantNumber
    ticket: str
    """Their contribution: the number of the interaction with which they asked for a game."""
    hours: int = Field(ge=0)
    """Whole hours of waiting."""


class Brought(_OfMany):
    """An entrant's results from earlier seasons that affect a draw."""

    level: int | None = None
    """The division they earned; None if they earned none, or it has expired."""
    was: int = 0
    """The division they last played in."""
    place: int = 0
    rating: int = UNRATED_STRENGTH
    """Rating for seeding newcomers, where the rules use it; this value, too, if there is no reliable one."""
    missed: int = 0
    """Number of seasons not played, or not finished, since they earned the division."""

    @property
    def by_rating(self) -> bool:
        """Whether only a rating is known: a newcomer with a reliable one."""
        return self.level is None and not self.place


class Former(Card):
    """The log of an earlier season from which entrants carry results into a draw; see `season_chain`."""

    lines: int = Field(ge=1)
    """Number of lines it had at the draw."""
    digest: str


class Drawn(LogEntry, kind="drawn", undo="stays"):
    """Divisions and tables drawn from an unpredictable seed; table numbers continue from earlier draws."""

    round: int
    seed: str
    """Seed of this draw; its digest was published before."""
    divisions: dict[int, tuple[EntrantNumber, ...]]
    """Members of each division, in draw order."""
    tables: tuple[DrawnTable, ...]
    byes: tuple[EntrantNumber, ...] = ()
    """Entrants who advance without a game."""
    teams: dict[int, tuple[EntrantNumber, ...]] = {}
    """In the first draw of a season with teams: complete teams by number, captain first."""
    brought: dict[EntrantNumber, Brought] = {}
    """Carried-over results where they mattered; a missing entrant has none."""
    former: dict[int, Former] = {}
    """Source logs of `brought`, by number of seasons ago: 1 is the season before."""
    wishes: str = ""
    """Salted digest of the keep-apart wishes; empty if there were none. See `OpenedWishes`."""
    sealed: dict[EntrantNumber, str] = {}
    """In newer editions: the salted digest of each drawn entrant's own wish, or that they have none. See `Unsealed`."""
    matched: tuple[Seeker, ...] = ()
    """In a ladder: players who get a game, as they waited for it."""


class SeatTaken(LogEntry, kind="took chair", undo="follows"):
    """An entrant takes the seat of a withdrawn one, at a table that has not begun, with all that it is worth."""

    table: int
    left: EntrantNumber
    entrant: EntrantNumber


class Began(LogEntry, kind="began", undo="follows"):
    """A table's game begins."""

    table: int
    game_id: int


class Left(LogEntry, kind="left", undo="follows"):
    """A player concedes or leaves, and a bot plays on."""

    table: int
    entrant: EntrantNumber
    revision: int = 0
    """Revision of the game at that time; 0: not begun, or unknown."""


class Substituted(LogEntry, kind="substitute", undo="follows"):
    """A substitute plays on for another player, who counts as gone; the substitute gains credit and risks nothing."""

    table: int
    left: EntrantNumber
    entrant: EntrantNumber


class Returned(LogEntry, kind="returned", undo="follows"):
    """An entrant takes their own empty seat of a running table again, and plays for themselves from then on."""

    table: int
    entrant: EntrantNumber


class Offered(LogEntry, kind="offered", undo="follows"):
    """An empty seat of a running table is offered to one waiting entrant, and reserved meanwhile."""

    table: int
    left: EntrantNumber
    """Owner of the seat."""
    entrant: EntrantNumber
    until: str
    """Deadline for the answer; ISO 8601, UTC."""


PassedOnFor: TypeAlias = Literal["declined", "silent", "off"]
"""Why an offer ended: declined, not answered in time, or no longer possible."""


class PassedOn(LogEntry, kind="passed on", undo="follows"):
    """An offer ended without acceptance; the next person is asked if the seat is still empty."""

    offer: int
    """Line number of the offer."""
    why: PassedOnFor


class Finished(LogEntry):
    """Result of a table, by the entrants who sat there from the start, not those who sat there at the end."""

    table: int
    places: dict[EntrantNumber, int]
    scores: dict[EntrantNumber, int] = {}
    gone: tuple[EntrantNumber, ...] = ()
    """Entrants who conceded, left or were replaced; earlier records of that count, too."""
    held: tuple[EntrantNumber, ...] = ()
    """Entrants whose seat a bot held at the end; in newer editions they did not play."""
    as_written: bool = False
    """Whether a steward set these places; they then stand unchanged, for late or departed entrants as well."""


class Resulted(Finished, kind="result", undo="follows"):
    """The game of a table ends with a result."""


class Adjudicated(Finished, kind="adjudicated", undo="revert"):
    """A steward, or the season's last day, decides an open table by its current state; it is not rated."""


class Corrected(Finished, kind="corrected", undo="revert"):
    """A steward corrects a result; this entry's list of departed entrants replaces the earlier one."""


class Voided(LogEntry, kind="void", undo="revert"):
    """Makes a table count for nothing."""

    table: int


class Closed(LogEntry, kind="closed", undo="follows"):
    """A table's game ended without a result; if the table is still open, it is void."""

    table: int


class Penalty(LogEntry, kind="penalty", undo="revert"):
    """A steward takes points from an entrant, or with a negative number gives some."""

    entrant: EntrantNumber
    points: int


class Carded(LogEntry, kind="card", undo="revert"):
    """An entrant did not come to a table, or did not finish its game."""

    entrant: EntrantNumber
    table: int | None = None
    held: bool = False
    """Whether a bot held their seat to the end; counts where the rules treat that as absence."""
    left: bool = False
    """Whether they conceded or their seat was emptied; counts where the rules treat leaving like silence."""
    same_as: int | None = None
    """For an entrant who did not come: the table missed just before, if they have not returned since. The card counts
    where each missed table is a card, and where that table belonged to another draw.
    """


class Withdrew(LogEntry, kind="withdrawn", undo="revert"):
    """An entrant leaves the season."""

    entrant: EntrantNumber


class Disqualified(LogEntry, kind="disqualified", undo="revert"):
    """An entrant is excluded from the season and comes last at all their tables."""

    entrant: EntrantNumber


class Ended(LogEntry, kind="promoted", undo="revert"):
    """Ends the season and records next divisions."""

    levels: dict[EntrantNumber, int]
    """Division in which each remaining entrant may play next; 1 is the best."""


class Settled(LogEntry, kind="settled", undo="follows"):
    """The next season is drawn; later corrections change nobody's division."""

    levels: dict[EntrantNumber, int]
    """As in `Ended`, with all later corrections."""


class OpenedWishes(LogEntry, kind="wishes", undo="follows"):
    """Opens the sealed data of a draw after the season, so that anybody can repeat the draw."""

    draw: int
    """Line number of the draw."""
    apart: tuple[tuple[EntrantNumber, EntrantNumber], ...]
    """Pairs who were kept apart; it does not say which of the two asked."""
    salt: str = Field(pattern="^[0-9a-f]{64}$")
    waiting: tuple[Seeker, ...] = ()
    """In a ladder: players who waited and got no game."""


class Unsealed(LogEntry, kind="unsealed", undo="follows"):
    """Opens each sealed wish after the season, one by one: each person can check that theirs is what they wished."""

    salts: dict[EntrantNumber, Annotated[str, Field(pattern="^[0-9a-f]{64}$")]]
    """Each entrant's salt, which they could read before."""
    apart: dict[int, dict[EntrantNumber, tuple[EntrantNumber, ...]]]
    """Wishes by line number of the draw: entrants and those they avoid. All others wished nothing."""


class Extended(LogEntry, kind="extended", undo="revert"):
    """Extends the season's last day."""

    days: int = Field(ge=1, le=MAX_EXTENSION_DAYS)


DatedStep: TypeAlias = Literal["draw", "start"]
"""A step that a season takes on its date."""


class Scheduled(LogEntry, kind="scheduled", undo="revert"):
    """The season is drawn and begins on these dates, by itself; they move with outages and with `Postponed`."""

    draws_at: str
    """ISO 8601, UTC."""
    begins_at: str = ""
    """Empty: with the draw."""


class Halted(LogEntry, kind="halted", undo="revert"):
    """Stops a step that the season would take on its date."""

    step: DatedStep


class Postponed(LogEntry, kind="postponed", undo="follows"):
    """Too few have signed up on the day of the draw, so that the dates move."""

    days: int = Field(ge=1)


class Outage(LogEntry, kind="outage", undo="follows"):
    """The bot was away, and nobody could press: every deadline set before this line moves by as much."""

    seconds: int
    """Length of the outage; negative if the machine's clock was set back."""


class Protested(LogEntry, kind="protest", undo="revert"):
    """An entrant at a table contests its result."""

    table: int
    entrant: EntrantNumber


class Ruled(LogEntry, kind="ruling", undo="revert"):
    """A steward answers a protest; consequences are separate entries."""

    protest: int
    """Line number of the protest."""
    upheld: bool


class Cancelled(LogEntry, kind="cancelled", undo="revert"):
    """Cancels sign-up: there is no draw unless it is reopened."""


class Replanned(LogEntry, kind="replanned", undo="revert"):
    """Changes the season's plan after sign-up has begun and before the first draw."""

    rules: Rules
    plan: dict[str, Any]
    """The organiser's complete plan after the change."""
    before: dict[str, Any]
    """The plan before the change."""


class Placed(LogEntry, kind="placed", undo="revert"):
    """Places an entrant in a division manually, regardless of the draw."""

    entrant: EntrantNumber
    division: int = Field(ge=1)


class KeptApart(LogEntry, kind="kept apart", undo="revert"):
    """A steward keeps two entrants apart in the draws that follow; public, unlike a wish. See `by_hand`."""

    entrant: EntrantNumber
    other: EntrantNumber


class SeatedTogether(LogEntry, kind="seated together", undo="revert"):
    """A steward asks for a table of these entrants in the next draw. See `by_hand`."""

    entrants: tuple[EntrantNumber, ...] = Field(min_length=2, max_length=MAX_SEATS)


class Moved(LogEntry, kind="moved", undo="revert"):
    """Moves the season's messages and new tables to another channel."""

    channel_id: int
    before: int
    """The channel before the change."""


class Reverted(LogEntry, kind="revert", undo="revert"):
    """An earlier line counts as if it had never been written; a revert can be reverted as well."""

    line: int
    also: tuple[int, ...] = ()
    """Later lines that only followed from it and do not count either; see `ruling_effects`."""
    stays: tuple[int, ...] = ()
    """Tables at which the effects of that line cannot be undone."""


Entry: TypeAlias = (
    Opened
    | Joined
    | JoinedTeam
    | LeftTeam
    | StandsBy
    | AskedOut
    | PutIn
    | Skips
    | Added
    | Drawn
    | SeatTaken
    | Began
    | Left
    | Substituted
    | Returned
    | Offered
    | PassedOn
    | Resulted
    | Adjudicated
    | Corrected
    | Voided
    | Closed
    | Penalty
    | Carded
    | Withdrew
    | Disqualified
    | Ended
    | Settled
    | OpenedWishes
    | Unsealed
    | Extended
    | Scheduled
    | Halted
    | Postponed
    | Outage
    | Protested
    | Ruled
    | Cancelled
    | Replanned
    | Placed
    | KeptApart
    | SeatedTogether
    | Moved
    | Reverted
)


_ENTRY: TypeAdapter[Entry] = TypeAdapter(Annotated[Entry, Field(discriminator="kind")])


def parse_entry(text: str) -> Entry:
    """Parse an entry from its JSON.

    Raises:
        UnknownLine: the text is not an entry.
    """
    try:
        return _ENTRY.validate_json(text)
    except ValidationError as wrong:
        raise UnknownLine(f"This is no entry of a season's log: {wrong.errors(include_url=False)[0]['msg']}") from wrong


class LogLine(Card):
    """An entry with its author, time and reason; standings depend on the entry alone."""

    version: int = VERSION
    number: int = Field(ge=1)
    """From 1 on, without gaps."""
    entry: Annotated[Entry, Field(discriminator="kind")]
    made_at: str = ""
    """ISO 8601, UTC."""
    by: int | None = None
    """The steward's id; None for the program, an entrant named in the entry, or a forgotten person."""
    reason: str = ""
    by_entrant: int | None = None
    """The steward's entrant number at that time; None if they did not take part, or nobody decided it."""


def parse_line(text: str) -> LogLine:
    """Parse a line from its JSON, upgrading it from an older version.

    Raises:
        UnknownLine: the text is not a line.
    """
    try:
        found = json.loads(text)
        while found["version"] < VERSION:
            found = {**UPGRADES[found["version"]](found), "version": found["version"] + 1}
        if found["version"] > VERSION:
            raise UnknownLine(f"Line {found['number']} was written by a newer program than this one.")
        return LogLine.model_validate(found)
    except (ValueError, KeyError, TypeError) as wrong:
        first = wrong.errors(include_url=False)[0]["msg"] if isinstance(wrong, ValidationError) else str(wrong)
        raise UnknownLine(f"This is no line of a season's log: {first}") from wrong
