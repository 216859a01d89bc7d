"""Moved to `text`; remove this when nothing imports it any more."""

from __future__ import annotations

from bot.games.goodwill.text import money, policy_words, signed

__all__ = ["money", "policy_words", "signed"]
