"""Text in the bundled fonts: measuring, fitting, and substitutes for missing characters.

`bot.drawing.typefaces` maps letters to fonts. A letter that no font has is drawn as a box, so that the gap is visible;
emoji and other symbols are omitted. Names that then look the same are disambiguated by `name_seats`.

No letter is smaller than `SMALLEST`, so that all text is legible on a picture of a phone's width. Smaller sizes are
rejected, and text that does not fit is truncated.
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

from bot.drawing.typefaces import FACES, HAS_RAQM, Face, find_file, get_script, has_letter, load_font
from bot.drawing.writing_direction import is_mark, reverse_letters, split_clusters, split_directed_runs

CAPITALS = 0.68
"""The height of a capital letter, as a fraction of the size."""
SHEET, ON_A_PHONE = 1080, 340
"""Maximum width of a picture in pixels, and its width on a phone in CSS pixels."""
MIN_LEGIBLE_PIXELS = 9
"""The smallest legible size in CSS pixels."""
SMALLEST = ceil(MIN_LEGIBLE_PIXELS * SHEET / ON_A_PHONE)
"""The smallest legible size in pixels of a sheet. A size is the font's, and a capital takes up two thirds of it; other
alphabets are scaled to look as large."""
MOST_ACCENTS = 2
"""Maximum accents on a letter; some people stack dozens."""
MOST_SIGNS = 4
"""Maximum vowel signs, medials and tone marks on a letter in syllabic scripts."""
FEW_LETTERS = 24
"""Maximum characters of a name in an alt text."""
BOX = "\u25af"
"""The substitute for a letter that no font has."""
_LEFT_OUT = frozenset({"So", "Sk"})
"""Categories to omit if no font has the character: emoji and other symbols."""
_LEAST_WIDTH = 2
"""Minimum pixels of a letter, averaged with marks that take up none."""
_PARTS = re.compile(r"\([^)]*\)|\S+")
"""The words of a name; text in brackets is one word."""
_NUMBERED = re.compile(r" \((?:seat )?\d+\)$")
"""The number that disambiguates names that look alike."""
_SARA_AM = re.compile("[^\u0e33\u0eb3]+")
"""All text except two vowels, which normalisation would split into a mark above the tone, not below it."""


@lru_cache(maxsize=1024)
def to_drawable(text: str) -> str:
    """Return the text as drawn: in one line, with a box for each letter that no font has; possibly empty."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept: list[str] = []
    for cluster in split_clusters(" ".join(_SARA_AM.sub(_normalize_match, text).split())):
        letter = _replace_undrawable(cluster[0])
        for mark in cluster[1:]:
            if letter and _can_carry(letter, mark) and find_file("strong", letter + mark):
                letter += mark
        kept.append(letter)
    return " ".join("".join(kept).split())


def _replace_undrawable(character: str) -> str:
    """Return a character, a box if no font has it, or nothing if it cannot stand alone."""
    category = unicodedata.category(character)
    if category.startswith(("C", "M")):
        return ""
    if find_file("strong", character):
        return character
    return "" if category in _LEFT_OUT else BOX


def _can_carry(letter: str, mark: str) -> bool:
    """Whether a letter with its marks can take one more: no duplicates, and few that are stacked."""
    if letter.isspace() or letter == BOX or mark in letter or unicodedata.category(mark) == "Me":
        return False
    return sum(_is_accent(other) == _is_accent(mark) for other in letter[1:]) < (
        MOST_ACCENTS if _is_accent(mark) else MOST_SIGNS
    )


def _is_accent(mark: str) -> bool:
    """Whether a mark is an accent, and not a sign of a syllabic script."""
    return unicodedata.combining(mark) > 0 or get_script(mark) is None


def _normalize_match(part: re.Match[str]) -> str:
    return unicodedata.normalize("NFKC", part[0])


def name_seats(seats: Iterable[int], names: Callable[[int], str], number: str = "(seat {})") -> dict[int, str]:
    """Return the names of seats as drawn, with no two alike.

    Args:
        seats: all seats that are drawn together.
        names: their names, unique in letters that may not be drawable.
        number: the format of a seat's number after a name that looks like another one's when it is drawn.
    """
    called = {seat: to_drawable(names(seat)) or f"Player {seat}" for seat in seats}
    often = Counter(name.casefold() for name in called.values())
    return {
        seat: f"{name} {number.format(seat)}" if often[name.casefold()] > 1 else name for seat, name in called.items()
    }


def truncate_name(name: str) -> str:
    """Return a name for an alt text; a long one is truncated, but keeps its number."""
    if len(name) <= FEW_LETTERS:
        return name
    number = _NUMBERED.search(name)
    kept = number[0] if number else ""
    return name[: FEW_LETTERS - len(kept)].rstrip() + kept


class _Run(NamedTuple):
    """A piece of a line in one font."""

    text: str
    file: str
    is_rtl: bool


def _split_runs(text: str, face: Face) -> list[_Run]:
    """Return the pieces of the text in drawing order, from the left."""
    runs: list[_Run] = []
    for part, is_rtl in split_directed_runs(text):
        pieces = [_Run(piece, file, is_rtl) for piece, file in _split_by_font(part, face)]
        runs += reversed(pieces) if is_rtl else pieces
    return runs


def _split_by_font(text: str, face: Face) -> Iterator[tuple[str, str]]:
    """Yield pieces of the text, each with the font file that has all its letters."""
    run, file = "", FACES[face]
    for cluster in split_clusters(text):
        # A space stays in the font of what it follows.
        stays = run and cluster.isspace() and has_letter(file, cluster)
        needed = file if stays else find_file(face, cluster)
        if needed is None:
            continue
        if needed != file and run:
            yield run, file
            run = ""
        run, file = run + cluster, needed
    if run:
        yield run, file


class _Piece(NamedTuple):
    """A run with its font and its width."""

    text: str
    font: ImageFont.FreeTypeFont
    direction: str | None
    """None: the font library detects it, or supports only one."""
    length: float


def _build_pieces(text: str, face: Face, size: int) -> list[_Piece]:
    """Return the text's runs from the left, with their fonts and widths.

    Raises:
        ValueError: letters of this size are illegible on a phone.
    """
    if size < SMALLEST:
        raise ValueError(f"{text!r} in size {size} could not be read on a phone; {SMALLEST} is the smallest")
    return [_build_piece(run, load_font(run.file, size)) for run in _split_runs(text, face)]


def _build_piece(run: _Run, font: ImageFont.FreeTypeFont) -> _Piece:
    direction = "rtl" if run.is_rtl and HAS_RAQM else None
    text = reverse_letters(run.text) if run.is_rtl and not HAS_RAQM else run.text
    return _Piece(text, font, direction, font.getlength(text, direction=direction))


@lru_cache(maxsize=4096)
def measure_width(text: str, face: Face, size: int) -> int:
    """Return the width of the text in pixels."""
    return round(sum(piece.length for piece in _build_pieces(text, face, size)))


class Fitted(NamedTuple):
    """A text with the size in which it fits."""

    text: str
    size: int


@lru_cache(maxsize=1024)
def fit_text(text: str, face: Face, size: int, room: int, smallest: int) -> Fitted:
    """Return the text in the largest size that fits into `room` pixels; if none does, truncated in the smallest one.

    It is cut at the end of a word, unless that would leave less than half of the available width. A number that
    disambiguates a name is kept.
    """
    for smaller in (*range(size, smallest, -2), smallest):
        if measure_width(text, face, smaller) <= room:
            return Fitted(text, smaller)
    number = _NUMBERED.search(text)
    if number:
        kept = number[0]
        cut = _cut(text[: number.start()], face, smallest, room - measure_width(kept, face, smallest))
        return Fitted(f"{cut}{kept}" if cut else _cut(text, face, smallest, room), smallest)
    return Fitted(_cut(text, face, smallest, room), smallest)


def _cut(text: str, face: Face, size: int, room: int) -> str:
    """Return the longest beginning that fits, with an ellipsis; at least one letter with its marks."""
    if measure_width(text, face, size) <= room:
        return text
    for end in range(min(len(text) - 1, room // _LEAST_WIDTH), 0, -1):
        if not is_mark(text[end]) and measure_width(text[:end].rstrip() + "…", face, size) <= room:
            whole = end if text[end].isspace() else text.rfind(" ", 0, end)
            return text[: whole if 2 * whole >= end else end].rstrip(" ,(") + "…"
    return ""


def fit_names(called: Mapping[int, str], face: Face, size: int, room: int) -> dict[int, str]:
    """Return names for columns of `room` pixels: unchanged if all fit, else the first words that distinguish them.

    So "Ada (bot, strong)" becomes "Ada" next to "Bertram (bot)", but stays unchanged next to another "Ada".
    """
    if all(measure_width(name, face, size) <= room for name in called.values()):
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


def wrap_text(text: str, face: Face, size: int, room: int) -> list[str]:
    """Return a text wrapped into lines; a word longer than a line stands alone."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure_width(longer, face, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


class Stencil(NamedTuple):
    """A text as a mask to paint through, cropped to its ink, with the baseline's start relative to it."""

    mask: Image.Image
    left: int
    baseline: int


@lru_cache(maxsize=2048)
def build_stencil(text: str, face: Face, size: int) -> Stencil:
    """Return the text as a stencil."""
    pieces = _build_pieces(text, face, size)
    margin, above, below = size // 4, round(size * 1.2), round(size * 0.5)
    mask = Image.new("L", (round(sum(piece.length for piece in pieces)) + 2 * margin, above + below), 0)
    draw = ImageDraw.Draw(mask)
    x = float(margin)
    for piece in pieces:
        draw.text((x, above), piece.text, font=piece.font, fill=255, anchor="ls", direction=piece.direction)
        x += piece.length
    box = mask.getbbox() or (0, 0, 1, 1)  # cropped, because painting costs the mask's whole area
    return Stencil(mask.crop(box), margin - box[0], above - box[1])
