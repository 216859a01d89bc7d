"""Lettering: text in our own fonts, measured, fitted, and with something sensible for what they lack.

`bot.drawing.typefaces` says which font has which letter. What none of them has is drawn as a box, so that it is missed;
emoji and other symbols are left out. Names that look the same after that are told apart by `callings`.

No letter is smaller than `SMALLEST`, so that all can be read where a picture is as wide as a phone: to measure or set a
smaller one is refused, and what does not fit is shortened.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from bot.drawing.typefaces import FACES, HAS_RAQM, Face, file_for, has_letter, script_of, sized
from bot.drawing.writing_direction import clusters, directed_runs, is_mark, reversed_letters

CAPITALS = 0.68
"""How high a capital letter is, as a part of the size."""
SHEET, ON_A_PHONE = 1080, 340
"""How wide a picture is at most, in pixels, and how wide a phone shows it, in CSS pixels."""
LEGIBLE = 9
"""CSS pixels of the smallest size of a letter that is read without effort."""
SMALLEST = ceil(LEGIBLE * SHEET / ON_A_PHONE)
"""The same in pixels of a sheet: the smallest size there is. A size is the font's, in which a capital takes up two
thirds; letters of other alphabets are set to look as large."""
MOST_ACCENTS = 2
"""How many accents a letter may carry; some people stack dozens."""
MOST_SIGNS = 4
"""How many vowel signs, medials and tone marks a letter may carry in scripts that write syllables so."""
FEW_LETTERS = 24
"""As many as a name has in a picture's description."""
BOX = "\u25af"
"""What stands for a letter that no font has."""
_LEFT_OUT = frozenset({"So", "Sk"})
"""Categories of what is left out where no font has it: emoji and other symbols."""
_LEAST_WIDTH = 2
"""Pixels that a letter takes up at least, with its share of marks that take up none."""
_PARTS = re.compile(r"\([^)]*\)|\S+")
"""The words of a name; what stands in brackets is one."""
_NUMBERED = re.compile(r" \((?:seat )?\d+\)$")
"""The number by which a name is told from another that looks like it."""
_SARA_AM = re.compile("[^\u0e33\u0eb3]+")
"""What is normalised: of these two vowels Unicode makes a mark that would be set above the tone, not below it."""


@lru_cache(maxsize=1024)
def plain(text: str) -> str:
    """Return the text as it is drawn: in one line, with a box for each letter that no font has; maybe empty."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept: list[str] = []
    for cluster in clusters(" ".join(_SARA_AM.sub(_normalised, text).split())):
        letter = _drawable(cluster[0])
        for mark in cluster[1:]:
            if letter and _can_carry(letter, mark) and file_for("strong", letter + mark):
                letter += mark
        kept.append(letter)
    return " ".join("".join(kept).split())


def _drawable(character: str) -> str:
    """Return a character, a box where no font has it, or nothing where it is no letter, digit or sign by itself."""
    category = unicodedata.category(character)
    if category.startswith(("C", "M")):
        return ""
    if file_for("strong", character):
        return character
    return "" if category in _LEFT_OUT else BOX


def _can_carry(letter: str, mark: str) -> bool:
    """Whether a letter, with the marks it has, may have one more: each once, and few that stand above each other."""
    if letter.isspace() or letter == BOX or mark in letter or unicodedata.category(mark) == "Me":
        return False
    return sum(_is_accent(other) == _is_accent(mark) for other in letter[1:]) < (
        MOST_ACCENTS if _is_accent(mark) else MOST_SIGNS
    )


def _is_accent(mark: str) -> bool:
    """Whether a mark is set above or below a letter, and not a sign of a script that writes syllables so."""
    return unicodedata.combining(mark) > 0 or script_of(mark) is None


def _normalised(part: re.Match[str]) -> str:
    return unicodedata.normalize("NFKC", part[0])


def callings(seats: Iterable[int], names: Callable[[int], str], number: str = "(seat {})") -> dict[int, str]:
    """Return what each seat is called where it is drawn, so that no two look the same.

    Args:
        seats: all seats that are drawn together.
        names: what each is called, told apart already in letters that may not be drawn.
        number: how a seat's number stands behind a name that looks like another one's when it is drawn.
    """
    called = {seat: plain(names(seat)) or f"Player {seat}" for seat in seats}
    often = Counter(name.casefold() for name in called.values())
    return {
        seat: f"{name} {number.format(seat)}" if often[name.casefold()] > 1 else name for seat, name in called.items()
    }


def brief_name(name: str) -> str:
    """Return a name for a picture's description, where many have room: a long one's beginning, and its number."""
    if len(name) <= FEW_LETTERS:
        return name
    number = _NUMBERED.search(name)
    kept = number[0] if number else ""
    return name[: FEW_LETTERS - len(kept)].rstrip() + kept


class _Run(NamedTuple):
    """A piece of a line that one font has all letters of."""

    text: str
    file: str
    is_rtl: bool


def _runs(text: str, face: Face) -> list[_Run]:
    """Return the pieces of the text as they are drawn, from the left."""
    runs: list[_Run] = []
    for part, is_rtl in directed_runs(text):
        pieces = [_Run(piece, file, is_rtl) for piece, file in _by_font(part, face)]
        runs += reversed(pieces) if is_rtl else pieces
    return runs


def _by_font(text: str, face: Face) -> Iterator[tuple[str, str]]:
    """Yield pieces of the text, each with the font file that knows all of it."""
    run, file = "", FACES[face]
    for cluster in clusters(text):
        # A space stays in the font of what it follows.
        stays = run and cluster.isspace() and has_letter(file, cluster)
        needed = file if stays else file_for(face, cluster)
        if needed is None:
            continue
        if needed != file and run:
            yield run, file
            run = ""
        run, file = run + cluster, needed
    if run:
        yield run, file


class _Piece(NamedTuple):
    """A run in its font, and how wide it is."""

    text: str
    font: ImageFont.FreeTypeFont
    direction: str | None
    """None: the font's library finds it out, or knows only one."""
    length: float


def _pieces(text: str, face: Face, size: int) -> list[_Piece]:
    """Return the text's runs from the left, with their fonts and widths.

    Raises:
        ValueError: nobody could read letters of this size on a phone.
    """
    if size < SMALLEST:
        raise ValueError(f"{text!r} in size {size} could not be read on a phone; {SMALLEST} is the smallest")
    return [_piece(run, sized(run.file, size)) for run in _runs(text, face)]


def _piece(run: _Run, font: ImageFont.FreeTypeFont) -> _Piece:
    direction = "rtl" if run.is_rtl and HAS_RAQM else None
    text = reversed_letters(run.text) if run.is_rtl and not HAS_RAQM else run.text
    return _Piece(text, font, direction, font.getlength(text, direction=direction))


@lru_cache(maxsize=4096)
def width(text: str, face: Face, size: int) -> int:
    """Return how wide the text is, in pixels."""
    return round(sum(piece.length for piece in _pieces(text, face, size)))


class Fitted(NamedTuple):
    """A text and the size in which it fits."""

    text: str
    size: int


@lru_cache(maxsize=1024)
def fitted(text: str, face: Face, size: int, room: int, smallest: int) -> Fitted:
    """Return the text in the largest size that fits into `room` pixels; if none does, shortened in the smallest one.

    It is cut at the end of a word, unless that would leave less than half of what has room. A number by which a name is
    told from another stays.
    """
    for smaller in (*range(size, smallest, -2), smallest):
        if width(text, face, smaller) <= room:
            return Fitted(text, smaller)
    number = _NUMBERED.search(text)
    if number:
        kept = number[0]
        cut = _cut(text[: number.start()], face, smallest, room - width(kept, face, smallest))
        return Fitted(f"{cut}{kept}" if cut else _cut(text, face, smallest, room), smallest)
    return Fitted(_cut(text, face, smallest, room), smallest)


def _cut(text: str, face: Face, size: int, room: int) -> str:
    """Return as much of the beginning as fits with dots behind it, never less than a letter with its marks."""
    if width(text, face, size) <= room:
        return text
    for end in range(min(len(text) - 1, room // _LEAST_WIDTH), 0, -1):
        if not is_mark(text[end]) and width(text[:end].rstrip() + "…", face, size) <= room:
            whole = end if text[end].isspace() else text.rfind(" ", 0, end)
            return text[: whole if 2 * whole >= end else end].rstrip(" ,(") + "…"
    return ""


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
    mask = Image.new("L", (round(sum(piece.length for piece in pieces)) + 2 * margin, above + below), 0)
    draw = ImageDraw.Draw(mask)
    x = float(margin)
    for piece in pieces:
        draw.text((x, above), piece.text, font=piece.font, fill=255, anchor="ls", direction=piece.direction)
        x += piece.length
    box = mask.getbbox() or (0, 0, 1, 1)  # painting costs what a mask takes up, also where nothing is on it
    return Stencil(mask.crop(box), margin - box[0], above - box[1])
