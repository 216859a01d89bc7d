"""Upgrades of tables that older versions saved: each version -> the function to the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bot.engine.game_groups import Upgrade

DRAFTS = ("aiming", "trade draft", "loan draft", "statement draft")


def plays_are_put_together_in_private(table: dict[str, Any]) -> dict[str, Any]:
    """Move the chosen parts of a half-composed play into the turn of its company."""
    agenda = [step for step in table["agenda"] if step["kind"] not in DRAFTS]
    draft = next((step for step in table["agenda"] if step["kind"] in DRAFTS), None)
    if draft is not None and not draft.get("dropped"):
        turn = next(step for step in agenda if step["kind"] == "actions")
        turn["chosen"] = list(_chosen(draft))
    return {**table, "agenda": agenda}


def _chosen(draft: dict[str, Any]) -> Iterator[dict[str, Any]]:
    match draft["kind"]:
        case "aiming":
            yield {"kind": "spy", "card": draft["card"]}
            if draft["target"] is not None:
                yield {"kind": "aim", "target": draft["target"]}
        case "trade draft":
            yield {"kind": "trade", "partner": draft["partner"], "selling": draft["selling"]}
        case "loan draft":
            yield {"kind": "lend", "partner": draft["partner"], "lending": draft["lending"]}
        case _:
            yield {"kind": "speak"}
            if draft["what"] is not None:
                yield {"kind": "state", "what": draft["what"], "about": draft["about"]}
    for name in ("points", "back"):
        if draft.get(name) is not None:
            yield {"kind": "points", "points": draft[name]}
    if draft.get("turns") is not None:
        yield {"kind": "turns", "turns": draft["turns"]}


UPGRADES: Mapping[int, Upgrade] = {1: plays_are_put_together_in_private}
