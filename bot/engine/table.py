"""Table and Step: the state of a game, and the agenda of what is still to come.

A step has `asked` and `question`, not one method that returns all questions: who is asked is wanted far more often than
what, and a long list of options is then made for one seat only. A step may ask without being waited for (`waits_for`):
the seat's order, bot or default answers at once, and such a question has no clock, no call and nobody's name in the
store.

A seat that is not asked may have something open all the same (`Table.aside`): what a rulebook allows "at any time".
Nobody waits for it, so it has no clock and no call. All that comes of it is public, and it is the same whatever the
others are just making up their minds about. An opponent without a seat stands in `Outcome.rivals`: places count it,
results name it.
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

    A step refers to cards, seats and other steps by name or number, never by holding the same
    object as somebody else: the table is a tree, because it is saved as one.
    """

    waiting_is_secret: ClassVar[bool] = False
    """Whether the names of those still to answer would tell something about their hands; only in sealed steps."""

    time_share: ClassVar[float] = 1.0
    """Which part of the table's pace an answer may take; less for what interrupts a game."""

    begun: Open[bool] = False

    def called(self, table: Any) -> Collection[Seat]:
        """Return who is called when the waiting is secret: all who, as everybody knows, may be asked."""
        seats: Collection[Seat] = table.seats
        return seats

    def begin(self, table: Any) -> None:
        """Do what happens when this step's time has come."""

    def asked(self, table: Any) -> Collection[Seat]:
        """Return who must decide something now; when nobody must, the step is over."""
        return ()

    def waits_for(self, table: Any, seat: Seat) -> bool:
        """Whether the table waits for this seat, which is asked.

        Else its default is answered at once, unless a standing order of its player says something else.
        """
        return True

    def question(self, table: Any, seat: Seat) -> Question:
        """Return what `seat`, one of those asked, must decide."""
        raise NotImplementedError(f"{type(self).__name__} asks {seat} but has no question for it")

    def answer(self, table: Any, seat: Seat, move: Any) -> None:
        """Do what a legal answer does; legality was settled by the question."""

    def end(self, table: Any) -> None:
        """Do what happens when nothing is left to decide and everything this step started is over."""

    def default(self, table: Any, seat: Seat) -> Move | None:
        """Return the rulebook's or our answer for a seat whose time ran out; None: its bot decides."""
        return None

    def can_retract(self, seat: Seat) -> bool:
        """Whether this seat has an answer lying here that nobody has seen yet."""
        return False

    def laid_down(self, table: Any, seat: Seat) -> str:
        """Return what the answer says that this seat can retract, in the words of its question; empty: no words."""
        raise NotImplementedError(f"{type(self).__name__} has no words for the answers that lie on it")

    def retract(self, table: Any, seat: Seat) -> None:
        """Give `seat` its unseen answer back."""

    def identity(self, table: Any, seat: Seat) -> str:
        """Return what tells the question of this step from that of another: all its fields, but for the answers.

        While it differs, buttons of the one question are no answers to the other. A step says less where a field holds
        what this seat may not know, or changes while the seat is asked the same.
        """
        return self.model_dump_json(exclude={"begun", "answers"})

    def opens(self) -> bool:
        """Whether answers lie here unseen that its end opens, so that the way back is closed."""
        return False

    def title(self, table: Any) -> str:
        """Return what the table is waiting for, in words that everybody may read."""
        return ""


class Outcome(Record):
    """How the game ended: each seat's score and place; equal places are a shared one."""

    scores: Open[dict[Seat, int]]
    places: Open[dict[Seat, int]]
    rivals: Open[dict[str, int]] = {}
    """Opponents who have no seat, such as the automaton of a game for one, with their scores; places count them."""

    @property
    def beaten_by(self) -> list[str]:
        """The rivals who have at least as much as every seat, which is what it takes to win."""
        best = max([*self.scores.values(), *self.rivals.values()])
        return [rival for rival, score in self.rivals.items() if score == best]

    @property
    def winners(self) -> list[Seat]:
        """The seats in first place."""
        return [seat for seat, place in self.places.items() if place == 1]


class Box(Card):
    """What is in the box: cards and numbers as data. A game plays with the box it began with.

    A box with characters says what bots weigh in a record called `weighs`.
    """

    strong: Thinking | None = None
    """How long the bot thinks where it plays as strongly as it can; None: it has not been shown to gain by it."""
    characters: tuple[Character, ...] = ()
    """How bots may play, of which each draws one as a game begins; none: they all play alike."""

    @model_validator(mode="after")
    def _characters_weigh_what_there_is(self) -> Self:
        names = [character.name for character in self.characters]
        if len(set(names)) < len(names):
            raise ValueError("two characters have the same name")
        if names and not hasattr(self, "weighs"):
            raise ValueError("bots of this game weigh nothing that a character could weigh otherwise")
        for name in names:
            self.weighing_as(name)
        return self

    def weighing_as(self, character: str) -> Self:
        """Return the box in which bots weigh all as one of this character does.

        Raises:
            LookupError: it names none.
        """
        other = next((each for each in self.characters if each.name == character), None)
        if other is None:
            raise LookupError(f"the box names no character {character!r}")
        usual: Record = self.weighs  # type: ignore[attr-defined]  # which boxes with characters have
        weighs = type(usual).model_validate({**usual.model_dump(), **other.weighs})
        return self.model_copy(update={"weighs": weighs})


class Table(Record):
    """Everything on the table and in the hands: enough to go on with after a restart."""

    players: Open[int]
    chance: Open[Chance]
    agenda: Open[list[Any]] = []
    seals: Open[int] = 0
    conceded: Open[list[Seat]] = []
    outcome: Open[Outcome | None] = None

    _box: Any = PrivateAttr(default=None)
    _told: list[Told] = PrivateAttr(default_factory=list)
    _no_way_back: bool = PrivateAttr(default=False)
    _unforeseeable: bool = PrivateAttr(default=False)
    _drawn: int | None = PrivateAttr(default=None)
    """How often chance had been used before the move that is being played; None: none is."""
    _certain: int | None = PrivateAttr(default=None)
    """So many pieces of news of this move were told before chance was used; None: it has not been."""

    def fresh(self) -> dict[str, Any]:
        """Return what is not saved, of a copy of this table on which nothing has happened yet: its box, and no more."""
        private = type(self).__private_attributes__
        found = {name: one.get_default(call_default_factory=True) for name, one in private.items()}
        return {**found, "_box": self._box}

    @property
    def told(self) -> list[Told]:
        """What was told since the last question was asked."""
        private = self.__pydantic_private__ or {}  # many times faster than self._told
        told: list[Told] = private["_told"]
        return told

    @property
    def seats(self) -> range:
        """Every seat, in clockwise order."""
        return range(1, self.players + 1)

    def number_of(self, seat: Seat) -> Seat:
        """Return under which number everything of a seat lies: its own, unless several play together."""
        return seat

    def clockwise_from(self, seat: Seat) -> Iterator[Seat]:
        """Yield every other seat, starting with the one after `seat`."""
        for distance in range(1, self.players):
            yield (seat - 1 + distance) % self.players + 1

    def next(self, *steps: Step) -> None:
        """Put these steps in front of everything else, the first of them first."""
        self.agenda[:0] = steps

    def tell(self, news: News, to: Collection[Seat] | None = None) -> None:
        """Tell these seats, or everybody."""
        private = self.__pydantic_private__ or {}
        told: list[Told] = private["_told"]
        if private["_certain"] is None and private["_drawn"] not in (None, self.chance.drawn):
            private["_certain"] = len(told)
        told.append(Told(news, None if to is None else frozenset(to)))

    def close_the_way_back(self, *, foreseen: bool = False) -> None:
        """Let what is done now be final: what comes of it depends on what not everybody may know, and shows it.

        To be called wherever a rule looks at such a thing, whatever it finds there: also that nothing happens tells.

        Args:
            foreseen: whether a turn can be prepared beyond it, because `Turns.begin` leaves nothing to be found there.
        """
        self._no_way_back = True
        self._unforeseeable = self._unforeseeable or not foreseen

    def commit(self, seat: Seat, move: Move, to: Collection[Seat] | None = None) -> None:
        """Tell these seats, or everybody, the digest of a sealed answer, so that it can be proven later.

        What is told to nobody stands in the record of the game, which is shown when the game is over.
        """
        salt = self.chance.salt(self.seals)
        self.seals += 1
        self.tell(AnswerSealed(seat=seat, number=self.seals, digest=seal(salt, seat, move.model_dump_json())), to)

    def aside(self, seat: Seat) -> Question | None:
        """Return what a seat that is not asked may do all the same; nobody waits for it.

        What comes of it must be told to everybody: a secret move would stand between another seat and its undo.
        A seat learns of it by news that are told to it, for it is not called.
        """
        return None

    def answer_aside(self, seat: Seat, move: Any) -> None:
        """Do what a seat that is not asked has chosen; legality was settled by the question."""
        raise NotImplementedError(f"{type(self).__name__} lets nobody move who is not asked")

    def part(self) -> str:
        """Return which part of the game this is, such as a round, in words that everybody may read; empty: none."""
        return ""

    def audit(self) -> None:
        """Raise AssertionError when money, cards or tokens have appeared or vanished."""

    def last_one_standing(self) -> Outcome:
        """Return the result when all others have conceded: the scores as they stand."""
        places = {seat: 2 if seat in self.conceded else 1 for seat in self.seats}
        return Outcome(scores=self.scores_so_far(), places=places)

    def as_it_stands(self) -> Outcome:
        """Return the result if the game ended now: places by the scores as they stand, those who have conceded last.

        Whoever is level shares a place: what would part them is counted at the end of the game alone.
        """
        scores = self.scores_so_far()
        worth = {seat: (seat not in self.conceded, scores[seat] if seat not in self.conceded else 0) for seat in scores}
        order = sorted(worth.values(), reverse=True)
        return Outcome(scores=scores, places={seat: order.index(own) + 1 for seat, own in worth.items()})

    def scores_so_far(self) -> dict[Seat, int]:
        """Return what each seat's game is worth as things stand, counted as at the end."""
        raise NotImplementedError(f"{type(self).__name__} does not say what the seats have so far")


class AnswerSealed(News, kind="answer sealed"):
    """A seat has put down a sealed answer; the digest commits it, and the seed opens it at the end."""

    footnote: ClassVar[bool] = True
    seat: Seat
    number: int
    digest: str


class AnswerTakenBack(News, kind="answer taken back"):
    """A seat has taken its sealed answer back before anybody saw it."""

    footnote: ClassVar[bool] = True
    seat: Seat


class SeedCommitted(News, kind="seed committed"):
    """The digest of the game's secret seed, told before anything is dealt."""

    footnote: ClassVar[bool] = True
    digest: str


class ChanceAdded(News, kind="chance added"):
    """What each seat added to the chance, and in which order the seats were taken; told before anything is dealt."""

    footnote: ClassVar[bool] = True
    added: list[str | None]
    """By seat, from the first on; None: a bot sits there, and bots add nothing."""
    joined: list[Seat]


class SeatsGiven(News, kind="seats given"):
    """The seats were settled before the table opened, as by the draw of a league, and not by the table's chance."""

    footnote: ClassVar[bool] = True


class EasyBots(News, kind="easy bots"):
    """Which bots play easily, as whoever opened the table has chosen; told before anything is dealt."""

    footnote: ClassVar[bool] = True
    seats: list[Seat]


class StrongBots(News, kind="strong bots"):
    """Which bots think their answers through, as whoever opened the table has chosen; told before anything is dealt."""

    footnote: ClassVar[bool] = True
    seats: list[Seat]


class BotsCharacter(News, kind="bot's character"):
    """How a bot plays, as it has drawn it; told before anything is dealt."""

    footnote: ClassVar[bool] = True
    seat: Seat
    character: str
    does: str
    """What such a bot does, as the box says."""


class ChanceRenewed(News, kind="chance renewed"):
    """Something fresh was mixed into the chance, as a backup was restored; its digest, for it is shown at the end."""

    reveals: ClassVar[bool] = True
    headline: ClassVar[bool] = True
    digest: str


class SaltShown(News, kind="salt shown"):
    """What was mixed into the chance, told when the game is over."""

    reveals: ClassVar[bool] = True
    footnote: ClassVar[bool] = True
    salt: str


class SeedShown(News, kind="seed shown"):
    """The secret seed itself, told when the game is over: now everybody can check everything."""

    reveals: ClassVar[bool] = True
    footnote: ClassVar[bool] = True
    seed: str


class Conceded(News, kind="conceded"):
    """A seat has given up; its remaining decisions take their defaults."""

    seat: Seat

    def concerns(self) -> Collection[Seat]:
        """The seat that gave up."""
        return (self.seat,)


class LeftStanding(News, kind="left standing"):
    """All others have given up, which ends the game; empty: nobody is left who could have won."""

    winners: list[Seat]

    def concerns(self) -> Collection[Seat]:
        """Those who have won."""
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
"""What every game may tell; a game's own union of news includes these."""
