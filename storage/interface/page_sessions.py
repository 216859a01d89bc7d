"""Browsers in which players open their tables as pages."""

from __future__ import annotations

from typing import NamedTuple


class PageSession(NamedTuple):
    """A browser in which a person has opened one of their tables as a page."""

    session_id: int
    user_id: int
    game_id: int
    begun_at: str
    used_at: str
    ends_at: str
    """Its end at the latest; it ends earlier if it is not used."""


class PageTable(NamedTuple):
    """A running table at which a person sits."""

    game_id: int
    title: str
    """Key of its game."""
    name: str
    waits: bool
    """Whether it waits for this person."""
