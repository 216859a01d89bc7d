"""Game: the interface that a game implements to be hosted.

A game's box holds its cards as data. Each game is saved with the digest of the box it began with, so running games keep
their cards when the program or the operator changes them. The box carries the `edition` of our rulings, of the bots'
weights and of proposed answers. A game begun with an older edition keeps it, so that its record replays. A change of
one of these raises the number and keeps the older behaviour.

A first game gives the fields without a default. The others are groups (`bot.engine.game_groups`) that it may add later.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from pydantic import TypeAdapter

from bot.engine.chance import Chance
from bot.engine.game_groups import Bots, GamePictures, PlayAhead, SavedTables, Teaching, Wording
from bot.engine.lengths import Length
from bot.engine.options import Options
from bot.engine.pages import Page
from bot.engine.questions import Question
from bot.engine.records import Move, News, Seat
from bot.engine.rulebook import Chapter
from bot.engine.secrecy import find_unmarked_fields, has_private_hands
from bot.engine.table import Box, Table
from bot.engine.thinking import FittedChances, OfTheGame

T = TypeVar("T", bound=Table)
V = TypeVar("V")


@dataclass(frozen=True)
class Game(Generic[T, V]):
    """A game's interface to the host."""

    key: str
    """The permanent key, e.g. "goodwill"."""
    title: str
    tagline: str
    """The kind of game, in one sentence for the lobby."""
    seats: range
    options: type[Options]
    box: Box
    """This program's box; an operator's own box has the same type."""
    table: type[T]
    moves: TypeAdapter[Any]
    news: TypeAdapter[Any]
    set_up: Callable[[Any, int, str, Any], T]
    """Options, players, seed and box -> a table whose agenda has not begun."""
    view: Callable[[T, Seat | None], V]
    """The information available to a seat, built from scratch; None: a spectator."""
    redeal: Callable[[T, Seat | None, Chance], T]
    """Returns a resampled table that this seat cannot distinguish from the real one; the guard compares what both show.

    It differs in everything else: the seed, cards, sealed answers, and, where that is secret, who has answered.
    """
    say: Callable[[News, Seat | None], str]
    """The text of the game's own news for a seat that heard it; `bot.engine.news_text` adds the common ones."""
    page: Callable[[V], Page]
    """The table as everybody, or this seat, sees it."""
    hand: Callable[[V], Page]
    """The private information of this seat."""
    choose: Callable[[V, Question, Random], Move]
    """The bot; it gets the view, never the table."""
    rulebook: Sequence[Chapter]

    saved: SavedTables = field(default_factory=SavedTables)
    bots: Bots[T, V] = field(default_factory=Bots)
    play_ahead: PlayAhead[T, V] = field(default_factory=PlayAhead)
    teaching: Teaching[T, V] = field(default_factory=Teaching)
    pictures: GamePictures[V] = field(default_factory=GamePictures)
    wording: Wording[V] = field(default_factory=Wording)
    length: Length | None = None
    """The measured duration; None: it is not known."""

    def __post_init__(self) -> None:
        """Reject a game with a field that lacks a secrecy mark, or with bots judging by an evaluation that it lacks."""
        if find_unmarked_fields(self.table):
            raise TypeError(f"{self.title}: {'; '.join(find_unmarked_fields(self.table))}. See bot/engine/secrecy.py.")
        how = self.box.strong
        if how is not None and isinstance(how.judge, FittedChances) and self.bots.evaluation is None:
            raise TypeError(f"{self.title}: strong bots judge by chances, and there is no evaluation.")
        if how is not None and isinstance(how.judge, OfTheGame) and self.bots.judge is None:
            raise TypeError(f"{self.title}: strong bots judge by what the game says, and it says nothing.")

    @property
    def deals_hands(self) -> bool:
        """Whether players hold information hidden from the others."""
        return has_private_hands(self.table)


AnyGame: TypeAlias = Game[Any, Any]
