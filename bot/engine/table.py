"""Table and Step: the state of a game, and the agenda of its remaining steps.

A step has `list_asked_seats` and `build_question` instead of one method for all questions. The asked seats are needed
far more often
than the questions, and a long list of options is built for one seat only. A step may ask a seat without being waited
for (`should_wait_for`): the seat's order, bot or default answers at once. Such a question has no deadline, no ping
and no
name in the store.

A seat that is not asked may still have an optional move (`Table.build_out_of_turn_question`), which a rulebook allows
"at any time". Nobody
waits for it, so it has no deadline and no ping. Its results are public and independent of the others' unfinished
decisions. An opponent without a seat stands in `Outcome.rivals`; it counts for the places, and results name it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, ClassVar, Self

from pydantic import PrivateAttr, model_validator

from bot.engine.chance import Chance, seal
from bot.engine.characters import Character
from bot.engine.questions import Question
from bot.engine.records import Card, Move, News, Record, Seat, Told
from bot.engine.secrecy import Open
from bot.engine.thinking import Thinking


class Step(Record):
    """One line of the rulebook's sequence of play.

    The table is saved as a tree. So a step refers to cards, seats and other steps by name or number, and shares no
    object with another record.
    """

    waiting_is_secret: ClassVar[bool] = False
    """Whether the names of the pending seats would reveal something about their hands; only in sealed steps."""

    time_share: ClassVar[float] = 1.0
    """The fraction of the table's pace that an answer may take; less than 1 for interruptions."""

    begun: Open[bool] = False

    def list_seats_to_ping(self, table: Any) -> Collection[Seat]:
        """Return the seats to ping when waiting is secret: all that could be asked, as far as is publicly known."""
        seats: Collection[Seat] = table.seats
        return seats

    def begin(self, table: Any) -> None:
        """Run the step's start, when it reaches the front of the agenda."""

    def list_asked_seats(self, table: Any) -> Collection[Seat]:
        """Return the seats that must decide now; the step ends when there are none."""
        return ()

    def should_wait_for(self, table: Any, seat: Seat) -> bool:
        """Whether the table waits for this seat, which is asked.

        If not, its default is answered at once, unless a standing order of its player answers.
        """
        return True

    def build_question(self, table: Any, seat: Seat) -> Question:
        """Return the question for `seat`, one of those asked."""
        raise NotImplementedError(f"{type(self).__name__} asks {seat} but has no question for it")

    def answer(self, table: Any, seat: Seat, move: Any) -> None:
        """Apply a legal answer; the question has already checked its legality."""

    def end(self, table: Any) -> None:
        """Run the step's end, after all decisions and all steps that this one started."""

    def get_default_move(self, table: Any, seat: Seat) -> Move | None:
        """Return the default answer of the rulebook or of ours after a timeout; None: the seat's bot decides."""
        return None

    def can_take_back_answer(self, seat: Seat) -> bool:
        """Whether this seat has an unopened answer here."""
        return False

    def describe_sealed_answer(self, table: Any, seat: Seat) -> str:
        """Return the seat's unopened answer in the words of its question; empty: no text."""
        raise NotImplementedError(f"{type(self).__name__} has no words for the answers that lie on it")

    def take_back_answer(self, table: Any, seat: Seat) -> None:
        """Delete the unopened answer of `seat`."""

    def get_identity(self, table: Any, seat: Seat) -> str:
        """Return the identity of this step's question: by default all its fields except the answers.

        When it changes, buttons of the old question become invalid. A step returns less if a field holds information
        hidden from this seat, or changes while the question stays the same.
        """
        return self.model_dump_json(exclude={"begun", "answers"})

    def has_answers_to_open(self) -> bool:
        """Whether the step's end opens sealed answers, so that undo is blocked."""
        return False

    def get_title(self, table: Any) -> str:
        """Return a public description of what the table waits for."""
        return ""


class Outcome(Record):
    """The end of the game, with each seat's score and place; equal places are shared."""

    scores: Open[dict[Seat, int]]
    places: Open[dict[Seat, int]]
    rivals: Open[dict[str, int]] = {}
    """Opponents without a seat, such as the automaton of a solo game, with their scores; they count for the places."""

    @property
    def beaten_by(self) -> list[str]:
        """The rivals with at least the score of every seat, which is enough to win."""
        best = max([*self.scores.values(), *self.rivals.values()])
        return [rival for rival, score in self.rivals.items() if score == best]

    @property
    def winners(self) -> list[Seat]:
        """The seats in first place."""
        return [seat for seat, place in self.places.items() if place == 1]


class Box(Card):
    """The contents of the box: cards and numbers as data. A game plays with the box it began with.

    A box with characters has a record called `weighs` with the bots' evaluation weights.
    """

    strong: Thinking | None = None
    """The search settings of strong bots; None: a search has not been shown to improve this game's bot."""
    characters: tuple[Character, ...] = ()
    """The bots' playing styles, one of which each bot draws at the start; empty: they all play alike."""

    @model_validator(mode="after")
    def _check_characters(self) -> Self:
        names = [character.name for character in self.characters]
        if len(set(names)) < len(names):
            raise ValueError("two characters have the same name")
        if names and not hasattr(self, "weighs"):
            raise ValueError("bots of this game weigh nothing that a character could weigh otherwise")
        for name in names:
            self.apply_character(name)
        return self

    def apply_character(self, character: str) -> Self:
        """Return the box with a character's evaluation weights.

        Raises:
            LookupError: the box has no such character.
        """
        other = next((each for each in self.characters if each.name == character), None)
        if other is None:
            raise LookupError(f"the box names no character {character!r}")
        usual: Record = self.weighs  # type: ignore[attr-defined]  # boxes with characters have it
        weighs = type(usual).model_validate({**usual.model_dump(), **other.weighs})
        return self.model_copy(update={"weighs": weighs})


class Table(Record):
    """Everything on the table and in the hands: enough to continue after a restart."""

    players: Open[int]
    chance: Open[Chance]
    agenda: Open[list[Any]] = []
    seals: Open[int] = 0
    conceded: Open[list[Seat]] = []
    outcome: Open[Outcome | None] = None

    _box: Any = PrivateAttr(default=None)
    _told: list[Told] = PrivateAttr(default_factory=list)
    _blocks_undo: bool = PrivateAttr(default=False)
    _unforeseeable: bool = PrivateAttr(default=False)
    _drawn: int | None = PrivateAttr(default=None)
    """The number of draws before the current move; None between moves."""
    _certain: int | None = PrivateAttr(default=None)
    """The number of news announced in this move before chance was used; None: chance is unused so far."""

    def build_private_state(self) -> dict[str, Any]:
        """Return the private attributes of an unused copy of this table: the box and default values."""
        private = type(self).__private_attributes__
        found = {name: one.get_default(call_default_factory=True) for name, one in private.items()}
        return {**found, "_box": self._box}

    @property
    def told(self) -> list[Told]:
        """The news announced since the last question."""
        private = self.__pydantic_private__ or {}  # many times faster than self._told
        told: list[Told] = private["_told"]
        return told

    @property
    def seats(self) -> range:
        """Every seat, in clockwise order."""
        return range(1, self.players + 1)

    def number_of(self, seat: Seat) -> Seat:
        """Return the number under which a seat's records are stored: its own, unless several seats play together."""
        return seat

    def iterate_clockwise_from(self, seat: Seat) -> Iterator[Seat]:
        """Yield every other seat, starting with the one after `seat`."""
        for distance in range(1, self.players):
            yield (seat - 1 + distance) % self.players + 1

    def next(self, *steps: Step) -> None:
        """Put these steps at the front of the agenda, in this order."""
        self.agenda[:0] = steps

    def tell(self, news: News, to: Collection[Seat] | None = None) -> None:
        """Announce news to these seats, or to everybody."""
        private = self.__pydantic_private__ or {}
        told: list[Told] = private["_told"]
        if private["_certain"] is None and private["_drawn"] not in (None, self.chance.drawn):
            private["_certain"] = len(told)
        told.append(Told(news, None if to is None else frozenset(to)))

    def block_undo(self, *, foreseen: bool = False) -> None:
        """Block undo of the current move, because its consequences depend on hidden information and reveal it.

        Call this wherever a rule reads hidden information, with or without an effect: even the absence of one is
        information.

        Args:
            foreseen: whether a turn can be prepared beyond this point, because `Turns.begin` has nothing hidden to read
                here.
        """
        self._blocks_undo = True
        self._unforeseeable = self._unforeseeable or not foreseen

    def commit_answer(self, seat: Seat, move: Move, to: Collection[Seat] | None = None) -> None:
        """Announce the digest of a sealed answer to these seats, or to everybody, so that it can be verified later.

        A digest announced to nobody is still in the game's record, which is published after the game.
        """
        salt = self.chance.compute_salt(self.seals)
        self.seals += 1
        self.tell(AnswerSealed(seat=seat, number=self.seals, digest=seal(salt, seat, move.model_dump_json())), to)

    def build_out_of_turn_question(self, seat: Seat) -> Question | None:
        """Return the optional question of a seat that is not asked; nobody waits for it.

        Its results must be announced to everybody: a secret move would block another seat's undo. A seat learns of it
        through news, because it gets no ping.
        """
        return None

    def answer_out_of_turn(self, seat: Seat, move: Any) -> None:
        """Apply an optional move of a seat that is not asked; the question has already checked its legality."""
        raise NotImplementedError(f"{type(self).__name__} lets nobody move who is not asked")

    def describe_part(self) -> str:
        """Return a public name of the current part of the game, such as a round; empty: none."""
        return ""

    def audit(self) -> None:
        """Raise AssertionError when money, cards or tokens have appeared or vanished."""

    def build_concession_outcome(self) -> Outcome:
        """Return the result after all others have conceded, with the current scores."""
        places = {seat: 2 if seat in self.conceded else 1 for seat in self.seats}
        return Outcome(scores=self.compute_current_scores(), places=places)

    def compute_current_outcome(self) -> Outcome:
        """Return the result if the game ended now: places by current scores, conceded seats last.

        Equal scores share a place: tie-breakers are evaluated only at the end of the game.
        """
        scores = self.compute_current_scores()
        worth = {seat: (seat not in self.conceded, scores[seat] if seat not in self.conceded else 0) for seat in scores}
        order = sorted(worth.values(), reverse=True)
        return Outcome(scores=scores, places={seat: order.index(own) + 1 for seat, own in worth.items()})

    def compute_current_scores(self) -> dict[Seat, int]:
        """Return each seat's current score, counted as at the end."""
        raise NotImplementedError(f"{type(self).__name__} does not say what the seats have so far")


class AnswerSealed(News, kind="answer sealed"):
    """A seat has submitted a sealed answer; the digest commits to it, and the seed verifies it at the end."""

    footnote: ClassVar[bool] = True
    seat: Seat
    number: int
    digest: str


class AnswerTakenBack(News, kind="answer taken back"):
    """A seat has taken its sealed answer back before anybody saw it."""

    footnote: ClassVar[bool] = True
    seat: Seat


class SeedCommitted(News, kind="seed committed"):
    """The digest of the game's secret seed, announced before the deal."""

    footnote: ClassVar[bool] = True
    digest: str


class ChanceAdded(News, kind="chance added"):
    """The text that each seat added to the seed, and the order of joining; announced before the deal."""

    footnote: ClassVar[bool] = True
    added: list[str | None]
    """By seat, from the first on; None for a bot, because bots add nothing."""
    joined: list[Seat]


class SeatsGiven(News, kind="seats given"):
    """The seats were assigned by a league: by its draw, or by lot at an anonymous table."""

    footnote: ClassVar[bool] = True


class EasyBots(News, kind="easy bots"):
    """The easy bots, as set when the table was opened; announced before the deal."""

    footnote: ClassVar[bool] = True
    seats: list[Seat]


class StrongBots(News, kind="strong bots"):
    """The bots that search, as set when the table was opened; announced before the deal."""

    footnote: ClassVar[bool] = True
    seats: list[Seat]


class BotsCharacter(News, kind="bot's character"):
    """A bot's randomly drawn character, announced before the deal."""

    footnote: ClassVar[bool] = True
    seat: Seat
    character: str
    does: str
    """The description of its style from the box."""


class ChanceRenewed(News, kind="chance renewed"):
    """A fresh salt was mixed into the chance after a restore; its digest, because the salt is published at the end."""

    reveals: ClassVar[bool] = True
    headline: ClassVar[bool] = True
    digest: str


class SaltShown(News, kind="salt shown"):
    """A salt mixed into the chance earlier, published after the game."""

    reveals: ClassVar[bool] = True
    footnote: ClassVar[bool] = True
    salt: str


class SeedShown(News, kind="seed shown"):
    """The secret seed, published after the game so that everybody can verify everything."""

    reveals: ClassVar[bool] = True
    footnote: ClassVar[bool] = True
    seed: str


class Conceded(News, kind="conceded"):
    """A seat has conceded; its remaining decisions take their defaults."""

    seat: Seat

    def list_concerned_seats(self) -> Collection[Seat]:
        """Return the seat that conceded."""
        return (self.seat,)


class LeftStanding(News, kind="left standing"):
    """All others have conceded, which ends the game; empty: no remaining seat could have won."""

    winners: list[Seat]

    def list_concerned_seats(self) -> Collection[Seat]:
        """Return the winners."""
        return self.winners


TableNews = (
    AnswerSealed
    | AnswerTakenBack
    | SeedCommitted
    | ChanceAdded
    | SeatsGiven
    | EasyBots
    | StrongBots
    | BotsCharacter
    | ChanceRenewed
    | SaltShown
    | SeedShown
    | Conceded
    | LeftStanding
)
"""News common to all games; a game's own union of news includes these."""
