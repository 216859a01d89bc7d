"""Colours, and measures in pixels of a sheet that a phone shows at a third."""

from __future__ import annotations

from bot.drawing.lettering import SMALLEST

PAPER = "#f3ead9"
INK = "#2e1d12"
LEATHER = "#4a2c1a"
CARD = "#fffaf0"
QUIET = "#6d5847"
LINE = "#d8c7ab"
BRASS = "#d9a441"
LEVELS = {1: "#c65f16", 2: "#a3242b"}
BLOCK = "#a3242b"
SIGNS = {
    "personnel": "#2b5f93",
    "steel": "#5d6873",
    "concrete": "#8c7658",
    "paper": "#7a8f3c",
    "imported": "#6a4a8c",
    "energy": "#b8860b",
    "buy": "#2f7d4f",
    "activate": "#c65f16",
    "obstacle": "#2e1d12",
    "hire": "#2b7f8c",
}
SOURCES = {
    "companies": "#4a2c1a",
    "abilities": "#c65f16",
    "Central Bank": "#2f7d4f",
    "resources": "#2b5f93",
}
LINES = ("#2b5f93", "#2f7d4f", "#6a4a8c", "#8c7658")
COLORS = (PAPER, INK, CARD, LEATHER, QUIET, LINE, BRASS, *LEVELS.values(), *SIGNS.values())

WIDTH = 1080
MARGIN = 26
GAP = 18
PADDING = 18
SMALL, NORMAL = 32, 36
HEAD = 48
SIGN = 42
STEP = 46
FINE = SMALLEST
"""How large companies' names are where the picture would be more than twice as high as wide otherwise."""
LEGEND = 96
CHART_HEADER = 116
