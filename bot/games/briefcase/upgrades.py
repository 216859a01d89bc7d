"""How tables saved by older versions become today's: from which version -> the function to the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.game import Upgrade


def payments_are_chosen_in_private(table: dict[str, Any]) -> dict[str, Any]:
    """Ask again whoever was choosing a payment, for nothing was paid yet; now that lies on no table any more."""
    agenda = [step for step in table["agenda"] if step["kind"] != "payment by hand"]
    for step in agenda:
        step.pop("by_hand", None)
    return {**table, "agenda": agenda}


UPGRADES: Mapping[int, Upgrade] = {1: payments_are_chosen_in_private}
