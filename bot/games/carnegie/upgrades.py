"""How tables saved by older versions become today's: from which version -> the function to the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.game import Upgrade


def plans_lie_on_no_table(table: dict[str, Any]) -> dict[str, Any]:
    """Take away the place for a plan that is being put together; it was always empty between two moves."""
    everybody = {
        seat: {name: value for name, value in player.items() if name != "work"}
        for seat, player in table["everybody"].items()
    }
    return {**table, "everybody": everybody}


UPGRADES: Mapping[int, Upgrade] = {1: plans_lie_on_no_table}
