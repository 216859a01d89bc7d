"""Lettering: text in our own fonts, measured, fitted, and with something sensible for what they lack.

The fonts lie in `fonts/`, each with its licence; the system's are never used, so a picture looks the
same everywhere. League Spartan has the look; DejaVu Sans knows more alphabets and symbols, Droid Sans
Fallback knows Chinese, Japanese and Korean. What none of them knows is left out.

No letter is smaller than `SMALLEST`, so that all can be read where a picture is as wide as a phone: to measure or set a
smaller one is refused, and what does not fit is shortened.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from math import ceil
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from PIL import Image, ImageDraw, ImageFont

Face: TypeAlias = Literal["text", "strong", "poster"]

FOLDER = Path(__file__).with_name("fonts")
_FILES: dict[Face, str] = {
    "text": "LeagueSpartan-Medium.otf",
    "strong": "LeagueSpartan-Bold.otf",
    "poster": "LeagueSpartan-ExtraBold.otf",
}
_FALLBACKS = {"DejaVuSansCondensed-Bold.ttf": 0.86, "DroidSansFallback.ttf": 0.9}
"""Further fonts in the order in which they are asked, and how large they are set to look equally large."""

CAPITALS = 0.68
"""How high a capital letter is, as a part of the size."""
SHEET, ON_A_PHONE = 1080, 340
"""How wide a picture is at most, in pixels, and how wide a phone shows it, in CSS pixels."""
LEGIBLE = 9
"""CSS pixels of the smallest size of a letter that is read without effort."""
SMALLEST = ceil(LEGIBLE * SHEET / ON_A_PHONE)
"""The same in pixels of a sheet: the smallest size there is. A size is the font's, in which a capital takes up two
thirds; letters of other alphabets are set to look as large."""
MOST_MARKS = 2
"""How many accents a letter may carry; some people stack dozens."""
_PARTS = re.compile(r"\([^)]*\)|\S+")
"""The words of a name; what stands in brackets is one."""


@lru_cache(maxsize=256)
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FOLDER / file), size)


@lru_cache(maxsize=4096)
def _knows(file: str, character: str) -> bool:
    """Whether the font has this character: else it shows the same as for one that does not exist."""
    font = _font(file, 24)
    if character.isspace():
        return True
    return bytes(font.getmask(character)) != bytes(font.getmask("\U0010ffff"))


@lru_cache(maxsize=4096)
def _file_for(face: Face, character: str) -> str | None:
    return next((file for file in (_FILES[face], *_FALLBACKS) if _knows(file, character)), None)


@lru_cache(maxsize=1024)
def plain(text: str) -> str:
    """Return the text as it can be drawn: in one line, without what no font knows; maybe empty."""
    kept: list[str] = []
    marks = 0
    for character in " ".join(unicodedata.normalize("NFKC", text).split()):
        category = unicodedata.category(character)
        marks = marks + 1 if category.startswith("M") else 0
        if category.startswith("C") or category == "Me" or marks > MOST_MARKS or (marks and not kept):
            continue
        if _file_for("strong", character):
            kept.append(character)
    return " ".join("".join(kept).split())


def callings(seats: Iterable[int], names: Callable[[int], str]) -> dict[int, str]:
    """Return what each seat is called where it is drawn: its name, or its number if no font knows the name."""
    return {seat: plain(names(seat)) or f"Player {seat}" for seat in seats}


def _runs(text: str, face: Face) -> Iterator[tuple[str, str]]:
    """Yield pieces of the text, each with the font file that knows all of it."""
    run, file = "", _FILES[face]
    for character in text:
        # A space or an accent stays in the font of what it follows.
        stays = run and (character.isspace() or unicodedata.combining(character)) and _knows(file, character)
        needed = file if stays else _file_for(face, character)
        if needed is None:
            continue
        if needed != file and run:
            yield run, file
            run = ""
        run, file = run + character, needed
    if run:
        yield run, file


def _pieces(text: str, face: Face, size: int) -> list[tuple[str, ImageFont.FreeTypeFont, float]]:
    """Return the text's runs with their fonts and widths.

    Raises:
        ValueError: nobody could read letters of this size on a phone.
    """
    if size < SMALLEST:
        raise ValueError(f"{text!r} in size {size} could not be read on a phone; {SMALLEST} is the smallest")
    pieces = []
    for run, file in _runs(text, face):
        font = _font(file, max(1, round(size * _FALLBACKS.get(file, 1))))
        pieces.append((run, font, font.getlength(run)))
    return pieces


@lru_cache(maxsize=4096)
def width(text: str, face: Face, size: int) -> int:
    """Return how wide the text is, in pixels."""
    return round(sum(length for _, _, length in _pieces(text, face, size)))


class Fitted(NamedTuple):
    """A text and the size in which it fits."""

    text: str
    size: int


@lru_cache(maxsize=1024)
def fitted(text: str, face: Face, size: int, room: int, smallest: int) -> Fitted:
    """Return the text in the largest size that fits into `room` pixels; if none does, shortened in the smallest one.

    It is cut at the end of a word, unless that would leave less than half of what has room.
    """
    for smaller in (*range(size, smallest, -2), smallest):
        if width(text, face, smaller) <= room:
            return Fitted(text, smaller)
    for end in range(len(text) - 1, 0, -1):
        if width(text[:end].rstrip() + "…", face, smallest) <= room:
            whole = end if text[end].isspace() else text.rfind(" ", 0, end)
            return Fitted(text[: whole if 2 * whole >= end else end].rstrip(" ,(") + "…", smallest)
    return Fitted("", smallest)


def narrowed(called: Mapping[int, str], face: Face, size: int, room: int) -> dict[int, str]:
    """Return names for columns of `room` pixels: whole if all of them fit, else the first words that tell them apart.

    So "Ada (bot, strong)" is "Ada" where another is "Bertram (bot)", and stays as it is where somebody else is "Ada".
    """
    if all(width(name, face, size) <= room for name in called.values()):
        return dict(called)
    parts = {seat: _PARTS.findall(name) for seat, name in called.items()}
    return {
        seat: next(
            " ".join(own[:count])
            for count in range(1, len(own) + 1)
            if count == len(own) or all(own[:count] != other[:count] for at, other in parts.items() if at != seat)
        )
        for seat, own in parts.items()
    }


def wrapped(text: str, face: Face, size: int, room: int) -> list[str]:
    """Return a text in lines that fit; a word that is longer than a line stands alone."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, face, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


class Stencil(NamedTuple):
    """A text as a mask to paint through, no larger than its letters, and where the baseline begins, seen from it."""

    mask: Image.Image
    left: int
    baseline: int


@lru_cache(maxsize=2048)
def stencil(text: str, face: Face, size: int) -> Stencil:
    """Return the text as a stencil."""
    pieces = _pieces(text, face, size)
    margin, above, below = size // 4, round(size * 1.2), round(size * 0.5)
    mask = Image.new("L", (round(sum(length for _, _, length in pieces)) + 2 * margin, above + below), 0)
    draw = ImageDraw.Draw(mask)
    x = float(margin)
    for run, font, length in pieces:
        draw.text((x, above), run, font=font, fill=255, anchor="ls")
        x += length
    box = mask.getbbox() or (0, 0, 1, 1)  # painting costs what a mask takes up, also where nothing is on it
    return Stencil(mask.crop(box), margin - box[0], above - box[1])
