"""The chance of a game: its seed, shuffles, draws, what bots draw, and the salts of sealed answers.

Every draw is a hash of the seed and a counter, so the same seed and the same moves give the same
game on every machine and every version of Python.

Nobody chooses the seed. A secret comes first, and its digest is published while the table still waits for
people. Then each person adds something, which nobody could know before. The seed is the HMAC-SHA256 of all that
was added, with the secret as its key: whoever knows the secret does not know what will be added, and whoever adds last
does not know the secret. Everyone is shown the secret in the end, and can check the whole game.

A restored game takes in a fresh salt before anybody comes to it; its digest is told at once, the salt at the end. Bots
draw from the seed by revision and seat, so that a record can be played again with nothing taken on trust but people's
own moves; what a standing order plays is such a move.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TypeVar

from bot.engine.records import Record, Seat
from bot.engine.secrecy import FaceDown, Open

Thing = TypeVar("Thing")


A_BOT = "(bot)"
"""The line of a bot among what was added: it tells who it is, and adds nothing that nobody knew."""


class Chance(Record):
    """The seed and how often it was used."""

    seed: FaceDown[str]
    drawn: Open[int] = 0
    secret: FaceDown[str | None] = None
    """What the seed was made of, with what people added; None: nothing was added, and the seed is the secret."""
    salts: FaceDown[list[str]] = []
    """What was mixed into the seed later, each time that a backup was restored."""
    easy: Open[list[Seat]] = []
    """The seats of bots that play easily, and so leave more to chance."""
    strong: Open[list[Seat]] = []
    """The seats of bots that think their answers through; all others answer steadily, as they see it at once."""
    characters: Open[dict[Seat, str]] = {}
    """How the bots play that have a character, by its name in the box."""

    def below(self, bound: int) -> int:
        """Return the next number from 0 to `bound - 1`, each as likely as the others."""
        number = draw(self.seed, self.drawn)
        self.drawn += 1
        return number % bound  # 2**256 is so large that the bias cannot be seen

    def shuffled(self, things: Iterable[Thing]) -> list[Thing]:
        """Return the things in a new random order; what was passed in stays as it was."""
        pile = list(things)
        drawn = self.drawn
        for last in range(len(pile) - 1, 0, -1):
            other = draw(self.seed, drawn) % (last + 1)
            drawn += 1
            pile[last], pile[other] = pile[other], pile[last]
        self.drawn = drawn  # once: setting a record's field is dearer than everything else here
        return pile

    def salt(self, number: int) -> str:
        """Return the salt of the sealed answer with this number; it tells nothing about the seed."""
        return sha256(f"{self.seed}:salt:{number}".encode()).hexdigest()

    def for_bot(self, revision: int, seat: Seat) -> int:
        """Return the seed of what a bot draws from when it answers for a seat, apart from the draws of the game.

        Args:
            revision: of the table at which it is asked.
            seat: for whom it answers.
        """
        return int(_hmac(self.seed, f"bot:{revision}:{seat}"), 16)

    def shown(self) -> str:
        """Return what is shown when the game is over, and whose digest was published before it began."""
        return self.seed if self.secret is None else self.secret

    def without_seed(self) -> Chance:
        """Return what everybody may know of it: how often it was used."""
        return Chance(seed="", drawn=self.drawn)

    def words(self) -> list[str]:
        """Return what nobody may read before the game is over."""
        return [self.seed, *self.salts] if self.secret is None else [self.seed, self.secret, *self.salts]

    def digest(self) -> str:
        """Return the digest of what is shown in the end."""
        return digest(self.shown())

    def mix_in(self, salt: str) -> None:
        """Make another seed of this one and a fresh salt; so nobody who knew what was to come knows it any more."""
        self.seed = _hmac(salt, self.seed)
        self.salts = [*self.salts, salt]


@dataclass(frozen=True)
class Draw:
    """Where the seed of a game and the order of its seats come from.

    What was added is a line for each seat: what people add has no line breaks, brackets or colons in it, and who added
    nothing has an empty line. A bot's line says so, so that nobody can be taken for one later, or a bot for somebody.
    """

    secret: str
    added: Sequence[str | None]
    """What each seat added, from the first on; None: a bot sits there."""
    joined: Sequence[Seat]
    """The seats in the order in which they were taken, before they had numbers."""
    given: bool = False
    """Whether the seats were settled beforehand, as by the draw of a league, and not by this chance."""
    easy: Sequence[Seat] = ()
    """The seats of bots that play easily."""
    strong: Sequence[Seat] = ()
    """The seats of bots that think their answers through."""

    @classmethod
    def seated(cls, secret: str, added: Sequence[str | None]) -> Draw:
        """Return the draw with the seats that chance gives to those who have added this, in the order of joining."""
        order = Chance(seed=_hmac(secret, f"seats\n{_lines(added)}")).shuffled(range(len(added)))
        return cls(secret, [added[place] for place in order], [order.index(place) + 1 for place in range(len(added))])

    @classmethod
    def with_seats(cls, secret: str, added: Sequence[str | None]) -> Draw:
        """Return the draw of those who have added this, in the order of the seats that were given to them."""
        return cls(secret, list(added), list(range(1, len(added) + 1)), given=True)

    def seed(self) -> str:
        """Return the seed of the game."""
        return _hmac(self.secret, _lines(self.added))

    def dealt(self, things: Sequence[Thing]) -> dict[Seat, Thing]:
        """Return one of these things for each bot that does not play easily, by lot; nothing where there are none.

        Two bots have the same only where there are too few. No other draw changes by it.
        """
        order = Chance(seed=_hmac(self.seed(), "dealt to bots")).shuffled(things)
        bots = [seat for seat, words in enumerate(self.added, 1) if words is None and seat not in self.easy]
        return {seat: order[at % len(order)] for at, seat in enumerate(bots)} if order else {}

    def is_fair(self) -> bool:
        """Whether the seats are those that chance, or a draw before it, has given, and only bots are easy or strong."""
        chosen = [*self.easy, *self.strong]
        if len(set(chosen)) < len(chosen):
            return False
        if any(not 1 <= seat <= len(self.added) or self.added[seat - 1] is not None for seat in chosen):
            return False
        if self.given:
            return self == replace(Draw.with_seats(self.secret, self.added), easy=self.easy, strong=self.strong)
        if sorted(self.joined) != list(range(1, len(self.added) + 1)):
            return False
        fair = Draw.seated(self.secret, [self.added[seat - 1] for seat in self.joined])
        return self == replace(fair, easy=self.easy, strong=self.strong)


def digest(secret: str) -> str:
    """Return the SHA-256 digest of a secret: what is published of it before it is shown."""
    return sha256(secret.encode()).hexdigest()


def _hmac(key: str, message: str) -> str:
    return hmac.digest(key.encode(), message.encode(), "sha256").hex()


def _lines(added: Sequence[str | None]) -> str:
    return "".join(f"{A_BOT if words is None else words}\n" for words in added)


def draw(seed: str, number: int) -> int:
    """Return the draw with this number: anything below 2**256, each as likely as the others."""
    return int.from_bytes(sha256(f"{seed}:draw:{number}".encode()).digest(), "big")


def seal(salt: str, seat: int, answer: str) -> str:
    """Return the digest that commits `seat` to `answer` (a move as JSON) without showing it."""
    return sha256(f"{salt}:{seat}:{answer}".encode()).hexdigest()
