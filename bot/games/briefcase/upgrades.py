"""Upgrades of tables that older versions saved: each version -> the function to the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.game_groups import Upgrade


def payments_are_chosen_in_private(table: dict[str, Any]) -> dict[str, Any]:
    """Drop half-made choices of a payment, which are not on the table since; the players are asked again."""
    agenda = [step for step in table["agenda"] if step["kind"] != "payment by hand"]
    for step in agenda:
        step.pop("by_hand", None)
    return {**table, "agenda": agenda}


UPGRADES: Mapping[int, Upgrade] = {1: payments_are_chosen_in_private}
