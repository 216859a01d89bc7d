"""The games that can be hosted; one line each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.game import Game
from bot.games import big_shoulders, briefcase, carnegie, corporate_espionage, goodwill

GAMES: Mapping[str, Game[Any, Any]] = {
    game.key: game
    for game in (goodwill.GAME, corporate_espionage.GAME, briefcase.GAME, big_shoulders.GAME, carnegie.GAME)
}
