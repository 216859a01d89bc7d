"""The one secret seed of a game: shuffles, draws, and the salts of sealed answers.

Every draw is a hash of the seed and a counter, so the same seed and the same moves give the same
game on every machine and every version of Python. Who knows the seed can check the whole game;
who knows only its digest, published at the start, can check that it was not changed on the way.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import TypeVar

from bot.engine.records import Record

Thing = TypeVar("Thing")


class Chance(Record):
    """The seed and how often it was used."""

    seed: str
    drawn: int = 0

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

    def digest(self) -> str:
        """Return the SHA-256 digest of the seed: what is published before the first card is dealt."""
        return sha256(self.seed.encode()).hexdigest()


def draw(seed: str, number: int) -> int:
    """Return the draw with this number: anything below 2**256, each as likely as the others."""
    return int.from_bytes(sha256(f"{seed}:draw:{number}".encode()).digest(), "big")


def seal(salt: str, seat: int, answer: str) -> str:
    """Return the digest that commits `seat` to `answer` (a move as JSON) without showing it."""
    return sha256(f"{salt}:{seat}:{answer}".encode()).hexdigest()
