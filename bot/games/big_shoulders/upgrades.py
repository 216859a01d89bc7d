"""How tables saved by older versions become today's: from which version -> the function to the next."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.game import Upgrade

UPGRADES: Mapping[int, Upgrade] = {}
"""Version 1 is the first."""
