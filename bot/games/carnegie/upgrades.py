"""How tables saved by older versions become today's: there is no older version yet."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.game import Upgrade

UPGRADES: Mapping[int, Upgrade] = {}
