"""Stored times: ISO 8601 texts in UTC."""

from __future__ import annotations

from datetime import datetime


def is_moment(text: str) -> bool:
    """Return whether a stored text is a time with a time zone."""
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False
