"""Upgrades of tables that older versions saved: each version -> the function to the next."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.game_groups import Upgrade

UPGRADES: Mapping[int, Upgrade] = {}
"""Empty: there has been one version so far."""
