"""Upgrades of tables saved by older versions: from each version the function to the next one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.engine.game_groups import Upgrade


def plans_lie_on_no_table(table: dict[str, Any]) -> dict[str, Any]:
    """Take away the place for a plan that is being put together; it was always empty between two moves."""
    everybody = {
        seat: {name: value for name, value in player.items() if name != "work"}
        for seat, player in table["everybody"].items()
    }
    return {**table, "everybody": everybody}


def waiting_for_a_turn_is_what_is_kept(table: dict[str, Any]) -> dict[str, Any]:
    """Keep who waits for their turn, in place of who may be asked before it, which follows from the table."""
    return {**table, "agenda": [_with_those_who_wait(step) for step in table["agenda"]]}


def _with_those_who_wait(step: dict[str, Any]) -> dict[str, Any]:
    if step["kind"] != "use departments":
        return step
    early = step.get("early", [])
    kept = {name: value for name, value in step.items() if name != "early"}
    return {**kept, "wait_for_turn": [seat for seat in step["waiting"] if seat not in early]}


UPGRADES: Mapping[int, Upgrade] = {1: plans_lie_on_no_table, 2: waiting_for_a_turn_is_what_is_kept}
