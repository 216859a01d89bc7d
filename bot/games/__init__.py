"""All hosted games: the built-in ones and those of installed packages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.game import Game
from bot.game_plugins import discover_games
from bot.games import big_shoulders, briefcase, carnegie, corporate_espionage, goodwill

OURS: Mapping[str, Game[Any, Any]] = {
    game.key: game
    for game in (goodwill.GAME, corporate_espionage.GAME, briefcase.GAME, big_shoulders.GAME, carnegie.GAME)
}
INSTALLED = discover_games(OURS.values())
"""Games of installed packages, and refused packages."""
GAMES: Mapping[str, Game[Any, Any]] = {**OURS, **INSTALLED.games}
