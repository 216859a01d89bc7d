"""Known users, their preferences and their data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Dm: TypeAlias = Literal["unasked", "open", "closed"]
Secrets: TypeAlias = Literal["panel", "dm", "thread"]
EventLevel: TypeAlias = Literal["asked", "affected", "everything"]
"""Direct messages about events: only decisions, also moves against the person, or all news."""
JsonValue: TypeAlias = "str | int | bool | Sequence[JsonValue] | Mapping[str, JsonValue] | None"


@dataclass(frozen=True, slots=True)
class Person:
    """A known user: their name, and how direct messages reach them."""

    user_id: int
    name: str
    dm: Dm = "unasked"
    wishes: str = "{}"
    """Their global preferences as JSON: time zone, quiet hours, days off."""
    secrets: Secrets = "panel"
    """Delivery route of their private hand; "dm" only while `dm` is "open"."""
    dm_channel: int | None = None
    """Channel of their direct messages; None if none was opened."""
    word: str = ""
    """Notice to show once, in the next private reply to them."""
    chosen: bool = False
    """Whether they have settled the delivery route, by choosing it or by taking a seat."""
    event_level: EventLevel = "asked"
    """Level of direct messages about events at their tables."""


@dataclass(frozen=True, slots=True)
class RenamedPerson:
    """Where a person's displayed name has changed."""

    games: Sequence[int]
    """Tables, including ended ones."""
    running: Sequence[int]
    """Those that are running."""
    seasons: Sequence[int]
