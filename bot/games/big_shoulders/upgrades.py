"""Upgrades of tables saved by older versions: from each version the function to the next one."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.game_groups import Upgrade

UPGRADES: Mapping[int, Upgrade] = {}
"""Version 1 is the first."""
