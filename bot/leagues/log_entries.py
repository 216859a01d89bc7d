"""What is written into a season's log: each kind of entry, and the line it stands on.

Entries hold what somebody decided or what happened, and nothing that follows from earlier ones, save for draws: who
sits where is kept as it was drawn, so that a better way of drawing changes no season that runs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import (
    Field,
    SerializerFunctionWrapHandler,
    TypeAdapter,
    ValidationError,
    model_serializer,
    model_validator,
)

from bot.engine.records import Card
from bot.leagues.rules import Rules
from bot.leagues.scoring import EntrantNumber

MOST_POINTS = 100
"""How many points one decision takes away, or gives, at most."""
MOST_DAYS = 56
"""By how many days one decision puts the last day off, at most."""
UNRATED = 1500
"""As what somebody counts of whose strength too little is known."""
VERSION = 6
"""Of how lines are written; each older one has an upgrade to the next."""
UPGRADES: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {
    1: lambda line: line,  # in which wishes were not opened
    2: lambda line: line,  # in which nobody had missed a season, each was settled with its end, and silence was play
    3: lambda line: line,  # in which nobody got a card for leaving, each table missed was an absence, and what is taken
    # back took nothing with it
    4: lambda line: (
        line
    ),  # in which nobody was offered an empty chair, a season had one game and no teams, and there were
    # no ladders
    5: lambda line: line,  # in which teams had no substitutes, and who was put out of one had left it
}
"""From which version -> what turns a line into one of the next."""


class UnknownLine(Exception):
    """A stored line is none that this program knows; the text says which and why."""


class Opened(Card, kind="opened"):
    """A season begins to take sign-ups: its first entry."""

    rules: Rules
    digest: str
    """Of the seed of the first draw, as it stands in the sign-up message."""
    opens_wishes: bool = False
    """Whether people are told, before they wish anything, that it is opened with the season's end."""


class Strength(Card):
    """How strong somebody is, as far as a ladder's games before this period tell."""

    rating: int = UNRATED
    """As people read it."""
    unsure: int = Field(ge=1)
    """The rating's deviation, in thousandths."""
    games: int = Field(ge=1)


class Joined(Card, kind="joined"):
    """Somebody signs up; they are known by the next number."""

    entrant: EntrantNumber
    ticket: str
    """What they added to the draw, and could not be known before: the number of their press."""
    cap: int | None = None
    """At how many tables they want to play at once; None: at all of theirs."""
    helper: bool = False
    """Whether they only stand in for others."""
    plays_on: bool = False
    """Whether they were signed up by themselves; the press by which they chose that came before the seed's promise."""
    strength: Strength | None = None
    """Of a ladder: with which rating they begin; None: as newcomers."""


class JoinedTeam(Card, kind="joined team"):
    """Somebody joins a team before the first draw; one with the next number, to open it as its captain."""

    entrant: EntrantNumber
    team: int = Field(ge=1)


class LeftTeam(Card, kind="left team"):
    """Somebody leaves their team before the first draw, or does not stand by for one any more."""

    entrant: EntrantNumber
    put_out: bool = False
    """Whether its captain has put them out."""


class StandsBy(Card, kind="stands by"):
    """Somebody agrees to be a team's substitute: they are not drawn until they are put in for one of its people."""

    entrant: EntrantNumber
    team: int = Field(ge=1)


class AskedOut(Card, kind="asks to be replaced"):
    """Somebody asks their team to be replaced by its substitute, or asks so no more."""

    entrant: EntrantNumber
    asks: bool = True


class PutIn(Card, kind="put in"):
    """A team's substitute plays for one of its people from the next draw on; whom they follow stands by instead."""

    left: EntrantNumber
    entrant: EntrantNumber


class Added(Card, kind="added"):
    """Somebody who was signed up by themselves adds something that could not be known before."""

    entrant: EntrantNumber
    ticket: str


class _OfMany(Card):
    """One of the thousands of which an entry may be made."""

    @model_validator(mode="after")
    def _lets_others_have_a_turn(self) -> Self:
        """Do nothing, in Python: a large draw, read by pydantic in one go, would let no other thread run meanwhile."""
        return self

    @model_serializer(mode="wrap")
    def _lets_others_have_a_turn_when_written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Do nothing else, in Python, for the same reason."""
        written: dict[str, Any] = write(self)
        return written


class DrawnTable(_OfMany):
    """A table as it is drawn."""

    division: int
    seats: tuple[EntrantNumber, ...]
    """In the order of the seats."""
    game: int = Field(default=0, ge=0)
    """Which of the season's games is played there; 0 is its first."""


class Seeker(_OfMany):
    """Somebody who waits for a game of a ladder, as a draw finds them; see `ladder`."""

    entrant: EntrantNumber
    ticket: str
    """What they have added: the number of the press by which they wanted a game."""
    hours: int = Field(ge=0)
    """For how many whole hours they have waited."""


class Brought(_OfMany):
    """What somebody brings into a draw."""

    level: int | None = None
    """Which division they have earned; None: none yet, or so long ago that it is forgotten."""
    was: int = 0
    """Where they played last."""
    place: int = 0
    rating: int = UNRATED
    """By which newcomers are seeded, where the season's rules have it; this, too, if there is none worth believing."""
    missed: int = 0
    """How many seasons they have not played, or not to their end, since they earned it."""

    @property
    def by_rating(self) -> bool:
        """Whether they bring a rating alone: a newcomer of whose strength enough is known."""
        return self.level is None and not self.place


class Former(Card):
    """The log of an earlier season, from which people bring something into a draw; see `chain`."""

    lines: int = Field(ge=1)
    """How many it had then."""
    digest: str


class Drawn(Card, kind="drawn"):
    """Divisions and tables, by a seed that nobody could choose; tables are numbered on from those before."""

    round: int
    seed: str
    """Of this draw: its digest was published before it."""
    divisions: dict[int, tuple[EntrantNumber, ...]]
    """Who plays in which, in the order that the draw gave them."""
    tables: tuple[DrawnTable, ...]
    byes: tuple[EntrantNumber, ...] = ()
    """Who goes on without a game."""
    teams: dict[int, tuple[EntrantNumber, ...]] = {}
    """Of a season with teams, with its first draw: those that are whole, by their numbers, each captain first."""
    brought: dict[EntrantNumber, Brought] = {}
    """What was known of people, where it mattered; who is not in it brought nothing."""
    former: dict[int, Former] = {}
    """What that follows from, by how many seasons ago it was: 1 is the season before."""
    wishes: str = ""
    """The salted digest of who wanted to be kept apart from whom; empty: nobody did. See `OpenedWishes`."""
    matched: tuple[Seeker, ...] = ()
    """Of a ladder: those who get a game, as they waited for it."""


class TookChair(Card, kind="took chair"):
    """Somebody gets the chair of who has withdrawn, at a table that has not begun, with all that it is worth."""

    table: int
    left: EntrantNumber
    entrant: EntrantNumber


class Began(Card, kind="began"):
    """A table's game has begun."""

    table: int
    game_id: int


class Left(Card, kind="left"):
    """Somebody conceded, or left and a bot plays on."""

    table: int
    entrant: EntrantNumber
    revision: int = 0
    """How far the game was by then; 0: it had not begun, or nobody knows."""


class Substituted(Card, kind="substitute"):
    """Somebody plays on for another, who counts as gone; the substitute is thanked and risks nothing."""

    table: int
    left: EntrantNumber
    entrant: EntrantNumber


class Offered(Card, kind="offered"):
    """Somebody on the waiting list is offered an empty chair of a running table, which nobody else takes meanwhile."""

    table: int
    left: EntrantNumber
    """Whose chair it is."""
    entrant: EntrantNumber
    until: str
    """By when they answer; ISO 8601, in UTC."""


PassedOnFor: TypeAlias = Literal["declined", "silent", "off"]
"""Why an offer is over: they do not want the chair, have not answered in time, or cannot take it any more."""


class PassedOn(Card, kind="passed on"):
    """An offer is over without having been accepted, and the next person is asked, if the chair is still empty."""

    offer: int
    """The number of its line."""
    why: PassedOnFor


class Finished(Card):
    """How a table came out; each number is an entrant who sat there from the start, not who sat there in the end."""

    table: int
    places: dict[EntrantNumber, int]
    scores: dict[EntrantNumber, int] = {}
    gone: tuple[EntrantNumber, ...] = ()
    """Who conceded, left or was replaced; who is written down as such before counts as well."""
    held: tuple[EntrantNumber, ...] = ()
    """Whose seat a bot held when it ended: by the rules of newer seasons they did not play."""
    as_written: bool = False
    """Whether a steward has written these places, which then stand as they are, also for who came late or left."""


class Resulted(Finished, kind="result"):
    """A table's game is over."""


class Adjudicated(Finished, kind="adjudicated"):
    """A steward, or the season's last day, decides an open table as it stands; it is not rated."""


class Corrected(Finished, kind="corrected"):
    """A steward puts a wrong result right; who is gone is now who is named here."""


class Voided(Card, kind="void"):
    """A table counts for nothing."""

    table: int


class Closed(Card, kind="closed"):
    """A table's game has ended without a result; if the table is still open, it counts for nothing."""

    table: int


class Penalty(Card, kind="penalty"):
    """A person takes points away from somebody, or with a negative number gives some."""

    entrant: EntrantNumber
    points: int


class Carded(Card, kind="card"):
    """Somebody did not come to a table, or did not play there to its end."""

    entrant: EntrantNumber
    table: int | None = None
    held: bool = False
    """Whether it is because a bot held their seat to the end; it counts where that means not to have played."""
    left: bool = False
    """Whether it is because they conceded, or their chair was emptied; it counts where that is as bad as silence."""
    same_as: int | None = None
    """Of who did not come: the table that they missed just before, without having been there since; it counts where
    each table missed is a card, and where that table was of another draw."""


class Withdrew(Card, kind="withdrawn"):
    """Somebody leaves the season."""

    entrant: EntrantNumber


class Disqualified(Card, kind="disqualified"):
    """Somebody is put out of the season, and stands last at all their tables."""

    entrant: EntrantNumber


class Ended(Card, kind="promoted"):
    """The season is over: who is where from now on."""

    levels: dict[EntrantNumber, int]
    """In which division each of those who stayed may play next; the first is the best."""


class Settled(Card, kind="settled"):
    """The next season is drawn: what is put right from now on changes nobody's division any more."""

    levels: dict[EntrantNumber, int]
    """As in `Ended`, with all that was put right since."""


class OpenedWishes(Card, kind="wishes"):
    """What a draw was sealed over is opened now that the season is over, so that anybody can draw it again."""

    draw: int
    """The number of the draw's line."""
    apart: tuple[tuple[EntrantNumber, EntrantNumber], ...]
    """Who was to be kept apart; it does not say which of the two had asked for it."""
    salt: str = Field(pattern="^[0-9a-f]{64}$")
    waiting: tuple[Seeker, ...] = ()
    """Of a ladder: who waited then and got no game."""


class Extended(Card, kind="extended"):
    """The season's last day is put off."""

    days: int = Field(ge=1, le=MOST_DAYS)


class Protested(Card, kind="protest"):
    """Somebody at a table doubts its result."""

    table: int
    entrant: EntrantNumber


class Ruled(Card, kind="ruling"):
    """A steward answers a protest; what follows from it is an entry of its own."""

    protest: int
    """The number of its line."""
    upheld: bool


class Cancelled(Card, kind="cancelled"):
    """Sign-up is cancelled: nobody is drawn, unless it is opened again."""


class Replanned(Card, kind="replanned"):
    """What the season is played by is changed after sign-up has begun, and before anybody is drawn."""

    rules: Rules
    plan: dict[str, Any]
    """All that the organiser settles, as it is from then on."""
    before: dict[str, Any]
    """As it was."""


class Placed(Card, kind="placed"):
    """A person puts somebody into a division, whatever the draw would have."""

    entrant: EntrantNumber
    division: int = Field(ge=1)


class Moved(Card, kind="moved"):
    """The season's messages and new tables go to another channel."""

    channel_id: int
    before: int
    """Where they went until then."""


class Reverted(Card, kind="revert"):
    """An earlier line counts as if it had never been written; a revert can be reverted as well."""

    line: int
    also: tuple[int, ...] = ()
    """Later lines that have only followed from that one, and do not count any more, either; see `consequences`."""
    stays: tuple[int, ...] = ()
    """The tables at which what followed from that line cannot be undone."""


Entry: TypeAlias = (
    Opened
    | Joined
    | JoinedTeam
    | LeftTeam
    | StandsBy
    | AskedOut
    | PutIn
    | Added
    | Drawn
    | TookChair
    | Began
    | Left
    | Substituted
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
    | Extended
    | Protested
    | Ruled
    | Cancelled
    | Replanned
    | Placed
    | Moved
    | Reverted
)


_ENTRY: TypeAdapter[Entry] = TypeAdapter(Annotated[Entry, Field(discriminator="kind")])


def entry_of(text: str) -> Entry:
    """Return an entry from its JSON.

    Raises:
        UnknownLine: it is none.
    """
    try:
        return _ENTRY.validate_json(text)
    except ValidationError as wrong:
        raise UnknownLine(f"This is no entry of a season's log: {wrong.errors(include_url=False)[0]['msg']}") from wrong


class LogLine(Card):
    """An entry with who wrote it, when and why; standings depend on the entry alone."""

    version: int = VERSION
    number: int = Field(ge=1)
    """From 1 on, without a gap."""
    entry: Annotated[Entry, Field(discriminator="kind")]
    made_at: str = ""
    """ISO 8601, in UTC."""
    by: int | None = None
    """Which steward; None: the program, an entrant who is named in the entry, or somebody who was forgotten."""
    reason: str = ""
    by_entrant: int | None = None
    """Under which number that steward took part then; None: they did not, or nobody has decided it."""


def read(text: str) -> LogLine:
    """Return a line from its JSON, brought up to date if an older version has written it.

    Raises:
        UnknownLine: it is none.
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
