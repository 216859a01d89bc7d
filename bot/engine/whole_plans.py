"""Whole plans: complete answers to a question of several steps, offered as one button each."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.records import Move

MAX_PLANS = 3
"""How many plans are offered at a question; more would hide its own controls."""


@dataclass(frozen=True)
class WholePlan:
    """A legal answer in several steps, described by what it does and what it leaves."""

    move: Move
    label: str
    """What it does, in at most 38 characters."""
    leaves: str
    """What the player has afterwards, in one short sentence."""
