"""The boxes of games: built-in ones, an operator's own, and those that running games began with."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

from bot.engine.game import AnyGame
from bot.engine.table import Box
from bot.engine.win_probability import pin_fitted_weights
from bot.host.errors import Refusal
from storage.store import Storage


class Boxes:
    """The box of each game.

    Args:
        storage: the store with the boxes of games that have begun.
        games: the games on offer, by key.
        own: an operator's own boxes, by game; the other games use their built-in box.
    """

    def __init__(self, storage: Storage, games: Mapping[str, AnyGame], own: Mapping[str, Box]) -> None:
        self._storage = storage
        self._boxes = {key: pin_fitted_weights(game, own.get(key, game.box)) for key, game in games.items()}

    def get(self, game: AnyGame) -> Box:
        """Return the box for new games of this kind."""
        return self._boxes.get(game.key, game.box)

    async def load(self, game: AnyGame, digest: str) -> Box:
        """Return the box with this digest, which a game began with; raise Refusal when it is missing."""
        own = self.get(game)
        if compute_box_digest(own) == digest:
            return own
        saved = await self._storage.games.get_box(digest)
        if saved is None:
            raise Refusal("The cards this game began with are missing; ask the bot's operator to restore a backup.")
        return type(game.box).model_validate_json(saved)


def compute_box_digest(box: Box) -> str:
    """Return the digest that identifies a stored box."""
    return sha256(box.model_dump_json().encode()).hexdigest()
