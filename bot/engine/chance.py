"""Randomness of a game: its seed, shuffles, draws, the bots' draws, and salts of sealed answers.

Every draw is a hash of the seed and a counter, so the same seed and the same moves give the same game on every machine
and every version of Python.

Nobody chooses the seed (a commit-reveal scheme). The program first draws a secret and publishes its digest while the
table still waits for players. Then each player adds some text that nobody could predict. The seed is the HMAC-SHA256 of
all added texts, with the secret as its key. So the program cannot know the texts in advance, and the last player does
not know the secret. The secret is published at the end, and everyone can verify the whole game.

A game restored from a backup mixes in a fresh salt before anybody accesses it. Its digest is announced at once, the
salt itself at the end. Bots draw from the seed by revision and seat, so a replay needs only the human players' moves;
moves made by standing orders count as such.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from typing import Any, TypeVar

from pydantic import PrivateAttr

from bot.engine.records import Record, Seat
from bot.engine.secrecy import FaceDown, Open

Thing = TypeVar("Thing")


A_BOT = "(bot)"
"""The line that marks a bot among the added texts; it contributes no entropy."""


class Chance(Record):
    """The seed and the number of draws made from it."""

    seed: FaceDown[str]
    drawn: Open[int] = 0
    secret: FaceDown[str | None] = None
    """The key from which the seed was derived with the players' texts; None: no texts, and the seed is the secret."""
    salts: FaceDown[list[str]] = []
    """Salts mixed into the seed later, one for each restored backup."""
    easy: Open[list[Seat]] = []
    """Seats of easy bots, which leave more to chance."""
    strong: Open[list[Seat]] = []
    """Seats of bots that search; all other bots answer without a search."""
    characters: Open[dict[Seat, str]] = {}
    """The characters of bots that have one, by the character's name in the box."""

    def draw_below(self, bound: int) -> int:
        """Return the next uniformly distributed number from 0 to `bound - 1`."""
        number = draw(self.seed, self.drawn)
        self.drawn += 1
        return number % bound  # the bias is negligible, because draws go up to 2**256

    def shuffled(self, things: Iterable[Thing]) -> list[Thing]:
        """Return the items in a new random order; the argument is not modified."""
        pile = list(things)
        drawn = self.drawn
        for last in range(len(pile) - 1, 0, -1):
            other = draw(self.seed, drawn) % (last + 1)
            drawn += 1
            pile[last], pile[other] = pile[other], pile[last]
        self.drawn = drawn  # only once: setting a record's field is the most expensive step here
        return pile

    def compute_salt(self, number: int) -> str:
        """Return the salt of the sealed answer with this number; it reveals nothing about the seed."""
        return sha256(f"{self.seed}:salt:{number}".encode()).hexdigest()

    def derive_bot_seed(self, revision: int, seat: Seat) -> int:
        """Return the seed for a bot's own draws, separate from the draws of the game.

        Args:
            revision: the table's revision when the bot is asked.
            seat: the seat it answers for.
        """
        return int(_compute_hmac(self.seed, f"bot:{revision}:{seat}"), 16)

    def get_published_secret(self) -> str:
        """Return the secret whose digest was published before the start; it is revealed after the game."""
        return self.seed if self.secret is None else self.secret

    def to_public(self) -> Chance:
        """Return the public part: the number of draws."""
        return Chance(seed="", drawn=self.drawn)

    def list_secrets(self) -> list[str]:
        """Return the strings that must stay secret until the game is over."""
        return [self.seed, *self.salts] if self.secret is None else [self.seed, self.secret, *self.salts]

    def compute_digest(self) -> str:
        """Return the digest of the secret that is revealed at the end."""
        return compute_digest(self.get_published_secret())

    def add_salt(self, salt: str) -> None:
        """Derive a new seed from this one and a fresh salt, so that earlier knowledge of the seed is useless."""
        self.seed = _compute_hmac(salt, self.seed)
        self.salts = [*self.salts, salt]


class ImaginedChance(Chance):
    """Draws for a table that is imagined and never replayed; a digest for each would take most of a deal's time."""

    _random: Random = PrivateAttr()

    def model_post_init(self, context: Any, /) -> None:
        """Seed the generator."""
        self._random = Random(self.seed)  # noqa: S311  # its seed is secret, and its draws are never shown

    def draw_below(self, bound: int) -> int:
        """Return the next uniformly distributed number from 0 to `bound - 1`."""
        return self._random.randrange(bound)

    def shuffled(self, things: Iterable[Thing]) -> list[Thing]:
        """Return the items in a new random order; the argument is not modified."""
        pile, draw_key = list(things), self._random.random
        keys = [draw_key() for _ in pile]
        return [pile[at] for at in sorted(range(len(pile)), key=keys.__getitem__)]


@dataclass(frozen=True)
class Draw:
    """The origin of a game's seed and seat order.

    The added texts are one line for each seat. A player's text has no line breaks, brackets or colons; it is empty for
    a player who added none. A bot's line says that it is a bot, so bots and players cannot be confused later.
    """

    secret: str
    added: Sequence[str | None]
    """The text each seat added, from the first on; None for a bot."""
    joined: Sequence[Seat]
    """The seats in the order in which players joined, before seats were numbered."""
    given: bool = False
    """Whether the seats were assigned in advance, for example by a league's draw, and not by this draw."""
    easy: Sequence[Seat] = ()
    """Seats of easy bots."""
    strong: Sequence[Seat] = ()
    """Seats of bots that search."""

    @classmethod
    def with_drawn_seats(cls, secret: str, added: Sequence[str | None]) -> Draw:
        """Return the draw with randomly assigned seats; the texts come in the order of joining."""
        order = Chance(seed=_compute_hmac(secret, f"seats\n{_format_lines(added)}")).shuffled(range(len(added)))
        return cls(secret, [added[place] for place in order], [order.index(place) + 1 for place in range(len(added))])

    @classmethod
    def with_seats(cls, secret: str, added: Sequence[str | None]) -> Draw:
        """Return the draw with seats assigned in advance; the texts come in seat order."""
        return cls(secret, list(added), list(range(1, len(added) + 1)), given=True)

    def compute_seed(self) -> str:
        """Return the seed of the game."""
        return _compute_hmac(self.secret, _format_lines(self.added))

    def deal_to_bots(self, things: Sequence[Thing]) -> dict[Seat, Thing]:
        """Assign one of these items to each bot that is not easy, at random; return {} if there are no items.

        Two bots get the same item only if there are too few. This affects no other draw.
        """
        order = Chance(seed=_compute_hmac(self.compute_seed(), "dealt to bots")).shuffled(things)
        bots = [seat for seat, words in enumerate(self.added, 1) if words is None and seat not in self.easy]
        return {seat: order[at % len(order)] for at, seat in enumerate(bots)} if order else {}

    def is_fair(self) -> bool:
        """Whether the seats match this draw or an earlier one, and only bots are easy or strong."""
        chosen = [*self.easy, *self.strong]
        if len(set(chosen)) < len(chosen):
            return False
        if any(not 1 <= seat <= len(self.added) or self.added[seat - 1] is not None for seat in chosen):
            return False
        if self.given:
            return self == replace(Draw.with_seats(self.secret, self.added), easy=self.easy, strong=self.strong)
        if sorted(self.joined) != list(range(1, len(self.added) + 1)):
            return False
        fair = Draw.with_drawn_seats(self.secret, [self.added[seat - 1] for seat in self.joined])
        return self == replace(fair, easy=self.easy, strong=self.strong)


def compute_digest(secret: str) -> str:
    """Return the SHA-256 digest of a secret, which is published before the secret itself."""
    return sha256(secret.encode()).hexdigest()


def _compute_hmac(key: str, message: str) -> str:
    return hmac.digest(key.encode(), message.encode(), "sha256").hex()


def _format_lines(added: Sequence[str | None]) -> str:
    return "".join(f"{A_BOT if words is None else words}\n" for words in added)


def draw(seed: str, number: int) -> int:
    """Return the draw with this number, uniformly distributed below 2**256."""
    return int.from_bytes(sha256(f"{seed}:draw:{number}".encode()).digest(), "big")


def seal(salt: str, seat: int, answer: str) -> str:
    """Return the digest that commits `seat` to `answer` (a move as JSON) without showing it."""
    return sha256(f"{salt}:{seat}:{answer}".encode()).hexdigest()
