"""Estimate the height of a message on a phone, from the widths of its letters.

The sizes are those of the local table's page at 390 pixels. `tests/browser/test_local_table.py` compares the estimate
with the page.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from math import ceil

from PIL import Image, ImageFont

from bot.engine.pages import Picture
from bot.ui.screens.screen import Block, Button, Menu, Row, Screen, TextWithButton

PHONE_HEIGHT = 844
TEXT_WIDTH = 265
"""Pixels between the paddings of a message on a page of 390."""
FRAME_HEIGHT = 38
"""Pixels of the border and the paddings; the author's line above them is not counted."""
LINE_HEIGHT, SMALL_LINE_HEIGHT, TITLE_LINE_HEIGHT = 22, 19, 24
TEXT_SIZE, SMALL_TEXT_SIZE, TITLE_SIZE = 16, 14, 20
BUTTON_HEIGHT, BUTTON_LINE_HEIGHT, BUTTON_PADDING, BUTTON_GAP = 32, 20, 24, 8
MENU_HEIGHT = 40
ROW_GAP, PICTURE_GAP, TITLE_GAP, LIST_ENTRY_GAP = 6, 8, 4, 4
LIST_INDENT = 24
REGULAR, MEDIUM, BOLD = 400, 500, 700
DYNAMIC = re.compile(r"<@!?\d+>|<t:\d+(:\w)?>")
LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
MARKUP = re.compile(r"\*\*|__|`|\\(?=[^\w\s])")


def estimate_height(screen: Screen, *, pictures: bool = True) -> int:
    """Return the height of a message in pixels, with or without its pictures."""
    return FRAME_HEIGHT + sum(_estimate_block(block, pictures) for block in screen.blocks)


def _estimate_block(block: Block, pictures: bool) -> int:
    match block:
        case str():
            return sum(_estimate_line(line) for line in block.split("\n") if line.strip())
        case Picture():
            return _estimate_picture(block) if pictures else 0
        case TextWithButton():
            text = sum(_estimate_line(line) for line in block.text.split("\n"))
            return text + _estimate_row(block.controls) + ROW_GAP
        case Row():
            return _estimate_row(block.controls) + ROW_GAP


def _estimate_line(line: str) -> int:
    """Return the height of a line of text, which the phone may wrap."""
    line = LINK.sub(r"\1", DYNAMIC.sub("@Alice in hours", line))
    if line.startswith("-# "):
        return SMALL_LINE_HEIGHT * _count_lines(line[3:], SMALL_TEXT_SIZE, TEXT_WIDTH)
    if line.startswith(("# ", "## ")):
        return TITLE_GAP + TITLE_LINE_HEIGHT * _count_lines(line.lstrip("# "), TITLE_SIZE, TEXT_WIDTH, BOLD)
    if line.startswith("### "):
        return LINE_HEIGHT * _count_lines(line[4:], TEXT_SIZE, TEXT_WIDTH, BOLD)
    if line.startswith("- "):
        return LIST_ENTRY_GAP + LINE_HEIGHT * _count_lines(line[2:], TEXT_SIZE, TEXT_WIDTH - LIST_INDENT)
    return LINE_HEIGHT * _count_lines(line, TEXT_SIZE, TEXT_WIDTH)


def _count_lines(text: str, size: int, width: int, weight: int = REGULAR) -> int:
    """Return the number of lines into which a text is wrapped."""
    space = _measure_word(" ", size, weight)
    lines, room = 1, float(width)
    for word in MARKUP.sub("", text).split():
        length = _measure_word(word, size, weight)
        if room < width and length > room:
            lines, room = lines + 1, float(width)
        room -= length + space
    return lines


@cache
def _measure_word(word: str, size: int, weight: int) -> float:
    return _load_font(size, weight).getlength(word)


@cache
def _load_font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    path = files("simcord.preview").joinpath("static/fonts/noto-sans-latin-v2.015.ttf")
    font = ImageFont.truetype(io.BytesIO(path.read_bytes()), size)
    font.set_variation_by_axes([weight, 100])
    return font


def _estimate_picture(picture: Picture) -> int:
    with Image.open(io.BytesIO(picture.png)) as image:
        return ceil(image.height * TEXT_WIDTH / image.width) + PICTURE_GAP


def _estimate_row(controls: Sequence[Button | Menu]) -> int:
    """Return the height of a menu, or of buttons in as many rows as their labels need."""
    buttons = [control for control in controls if isinstance(control, Button)]
    if not buttons:
        return MENU_HEIGHT
    rows = list(_wrap_buttons(buttons))
    return sum(max(_estimate_button(label) for label in row) for row in rows) + BUTTON_GAP * (len(rows) - 1)


def _wrap_buttons(buttons: Iterable[Button]) -> Iterator[list[str]]:
    """Yield the labels of the buttons that stand side by side."""
    row: list[str] = []
    room = 0.0
    for button in buttons:
        width = min(TEXT_WIDTH, BUTTON_PADDING + _load_font(SMALL_TEXT_SIZE, MEDIUM).getlength(button.label))
        if row and width > room:
            yield row
            row = []
        room = (room if row else TEXT_WIDTH) - width - BUTTON_GAP
        row.append(button.label)
    if row:
        yield row


def _estimate_button(label: str) -> int:
    lines = _count_lines(label, SMALL_TEXT_SIZE, TEXT_WIDTH - BUTTON_PADDING, MEDIUM)
    return max(BUTTON_HEIGHT, BUTTON_LINE_HEIGHT * lines + BUTTON_HEIGHT - 28)
