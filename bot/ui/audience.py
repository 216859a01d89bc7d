"""The guard at the door: nothing leaves that tells somebody another seat's secret.

Each screen or form about a game has an audience, a seat or everybody. The guard first looks for the
words of a secret that this audience may not know; most such words can mean nothing else, and then
nothing is sent. Others may stand there by coincidence (a sealed price of $12 beside a public $12), so
the same screen is made again from tables that this audience could not tell apart from the real one.
What then reads the same tells nothing; what changes is a leak, and is not sent.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import NoReturn

from bot.engine.chance import Chance
from bot.engine.game import Secret
from bot.engine.pages import SEAT_MARK, with_names
from bot.engine.records import Seat
from bot.host.tables import Running
from bot.ui.names import in_plain, plain
from bot.ui.screen import COLUMN, Form, Screen, short

log = logging.getLogger(__name__)

WORLDS = 3
"""How many other truths a suspicious text is compared with."""


class Leak(Exception):
    """Something was about to tell a secret; the text names no secret itself."""


def guard(
    made: Screen | Form, running: Running, audience: Seat | None, again: Callable[[Running], Screen | Form]
) -> None:
    """Raise Leak when what was made tells its audience something it may not know.

    Args:
        made: what is about to be sent.
        running: the game it is about.
        audience: the only seat that reads it; None: everybody.
        again: makes the same thing from another state of the same game.
    """
    texts = list(made.strings())
    words = _bare("\n".join(texts)).casefold()
    suspected = [
        secret for secret in running.secrets if audience not in secret.known_to and _stands_in(secret, running, words)
    ]
    if any(secret.certain for secret in suspected):
        _refuse(running)
    if not suspected:
        return
    for world in range(WORLDS):
        chance = Chance(seed=sha256(f"{running.row.game_id}:{running.row.revision}:{world}".encode()).hexdigest())
        other = replace(running, table=running.game.redeal(running.table, audience, chance))
        if list(again(other).strings()) != texts:
            _refuse(running)


def _refuse(running: Running) -> NoReturn:
    log.error("a leak was stopped", extra={"game": running.row.game_id, "revision": running.row.revision})
    raise Leak("A message was not sent, because it would have shown what its reader may not know.")


def _stands_in(secret: Secret, running: Running, text: str) -> bool:
    """Whether all words of the secret stand in one line of this text, which is in lower case."""
    if not all(SEAT_MARK in word or _folded(word) in text for word in secret.words):
        return False  # quick, and nearly always the end
    words = [_spellings(running, word) for word in secret.words]
    near = [line for line in text.split("\n") if _may_stand_in(words, line)]
    return any(all(_pattern(spellings).search(line) for spellings in words) for line in near)


def _may_stand_in(words: Sequence[Collection[str]], text: str) -> bool:
    return all(any(spelling in text for spelling in spellings) for spellings in words)


def _spellings(running: Running, word: str) -> set[str]:
    """Return how the word may be written: with names in full, cut to a column, or still as marks."""
    if SEAT_MARK not in word:
        return {_folded(word)}
    full = in_plain(running, word)
    cut = with_names(word, lambda seat: short(plain(running, seat), COLUMN))
    return {_folded(spelling) for spelling in (word, full, cut)}


@lru_cache(maxsize=5_000)
def _folded(word: str) -> str:
    """Return the first line of a word as the guard compares it."""
    return _bare(word).partition("\n")[0].casefold()


def _pattern(spellings: Iterable[str]) -> re.Pattern[str]:
    """Return what finds one of the spellings as whole words."""
    either = "|".join(re.escape(spelling) for spelling in sorted(spellings, key=len, reverse=True))
    return re.compile(rf"(?<![^\W_])(?:{either})(?![^\W_])")


def _bare(text: str) -> str:
    """Return the text without what only escapes its Markdown and mentions."""
    return text.replace("\\", "").replace("\u200b", "")
