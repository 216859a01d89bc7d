"""Colours, and measures in pixels of a sheet that a phone shows at a third."""

from __future__ import annotations

from bot.games.goodwill.components import AMBER, BLACK, CHARCOAL, CRIMSON, OIL, WORKFORCE, Company, Resource, Skill

PAPER = "#f3e8d0"
INK = "#231f1c"
CARD = "#fbf5e7"
QUIET = "#6b5f4f"
LINE = "#d8c8a8"
COLOR: dict[Company, str] = {AMBER: "#dd9a1f", BLACK: INK, CRIMSON: "#a5182f"}
ON_COLOR: dict[Company, str] = {AMBER: INK, BLACK: PAPER, CRIMSON: PAPER}
RESOURCE_COLOR: dict[Resource, str] = {OIL: "#2a6c72", CHARCOAL: "#544d47", WORKFORCE: "#73772b"}
STAMP = "#b8323f"
SEAT_COLORS = ("#1f5a96", "#2f7d4f", "#7a3f8c", "#8a5a3c", "#0f7c86", "#5f6b1c")
"""Of people: none is a company's."""
AMBER_LINE = "#b06f0c"
"""A darker amber, for thin lines and letters on paper."""
COLORS = (PAPER, INK, CARD, QUIET, LINE, *COLOR.values(), *RESOURCE_COLOR.values(), STAMP, AMBER_LINE)

WIDTH = 1080
MARGIN = 36
GAP = 18
SMALL, NORMAL, LARGE, HUGE = 32, 38, 50, 68
HEADER = 122
SKILL_WORDS: dict[Skill, str] = {"innovation": "Innovation", "yield": "Yield", "advertising": "Advertising"}
NONE = "\N{EN DASH}"
