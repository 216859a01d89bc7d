"""The bundled font files, and the mapping from letters to fonts.

System fonts are never used, so a picture looks the same everywhere. League Spartan is the main typeface. Each Noto Sans
file covers one script; `tests.drawing.subset_fonts` keeps the code points named here. DejaVu Sans covers Greek,
Cyrillic, more of Latin, and symbols; Droid Sans Fallback covers Chinese, Japanese and Korean.

Pillow's Raqm joins and stacks letters and runs them from right to left. It needs the system's FriBiDi (`libfribidi0` on
Debian). Without it, letters are set one after the other without joining, in the right order.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from PIL import ImageFont, features

Face: TypeAlias = Literal["text", "strong", "poster"]

FOLDER = Path(__file__).with_name("fonts")
FACES: dict[Face, str] = {
    "text": "LeagueSpartan-Medium.otf",
    "strong": "LeagueSpartan-Bold.otf",
    "poster": "LeagueSpartan-ExtraBold.otf",
}
FONTS_KEPT = 512
HAS_RAQM = features.check("raqm")
"""Whether letters can be joined and stacked, and run from right to left."""


class Script(NamedTuple):
    """A font for one script: its code points, and the scale that makes it look as large as the others."""

    font: str
    blocks: tuple[range, ...]
    scale: float = 0.9

    @property
    def file(self) -> str:
        """The file name."""
        return f"{self.font}-Bold.ttf"


def _build_block(first: int, last: int) -> range:
    return range(first, last + 1)


SCRIPTS = (
    Script("NotoSansArmenian", (_build_block(0x0531, 0x058F),)),
    Script("NotoSansHebrew", (_build_block(0x0591, 0x05F4),)),
    Script("NotoSansArabicUI", (_build_block(0x0600, 0x06FF), _build_block(0x0750, 0x077F))),
    Script("NotoSansDevanagariUI", (_build_block(0x0900, 0x097F),)),
    Script("NotoSansBengaliUI", (_build_block(0x0980, 0x09FE),)),
    Script("NotoSansGurmukhiUI", (_build_block(0x0A01, 0x0A76),)),
    Script("NotoSansGujaratiUI", (_build_block(0x0A81, 0x0AFF),)),
    Script("NotoSansOriyaUI", (_build_block(0x0B01, 0x0B77),)),
    Script("NotoSansTamilUI", (_build_block(0x0B82, 0x0BFA),)),
    Script("NotoSansTeluguUI", (_build_block(0x0C00, 0x0C7F),)),
    Script("NotoSansKannadaUI", (_build_block(0x0C80, 0x0CF2),)),
    Script("NotoSansMalayalamUI", (_build_block(0x0D00, 0x0D7F),)),
    Script("NotoSansSinhalaUI", (_build_block(0x0D81, 0x0DF4),)),
    Script("NotoSansThaiUI", (_build_block(0x0E01, 0x0E5B),)),
    Script("NotoSansLaoUI", (_build_block(0x0E81, 0x0EDF),)),
    Script("NotoSansMyanmarUI", (_build_block(0x1000, 0x109F),)),
    Script("NotoSansGeorgian", (_build_block(0x10A0, 0x10FF), _build_block(0x1C90, 0x1CBF))),
    Script("NotoSansEthiopic", (_build_block(0x1200, 0x137F),)),
    Script("NotoSansKhmerUI", (_build_block(0x1780, 0x17F9),)),
)
"""Scripts with a Noto font of their own. Fonts whose names end in UI are drawn for tight line spacing."""
FALLBACKS = {"DejaVuSansCondensed-Bold.ttf": 0.86, "DroidSansFallback.ttf": 0.9}
"""Fallback fonts in order of preference, with the scale that makes them look equally large."""
_SCALES = {**FALLBACKS, **{script.file: script.scale for script in SCRIPTS}}
_NO_CHARACTER = "\U0010ffff"


def load_font(file: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a font in the size in which it looks as large as the main one does in this size."""
    return _open_font(file, max(1, round(size * _SCALES.get(file, 1))))


@lru_cache(maxsize=FONTS_KEPT)
def _open_font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FOLDER / file), size)


@lru_cache(maxsize=64)
def _open_unshaped_font(file: str) -> ImageFont.FreeTypeFont:
    """Return a font without shaping, so that Raqm draws no circle below a lone mark."""
    return ImageFont.truetype(str(FOLDER / file), 24, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def has_letter(file: str, character: str) -> bool:
    """Whether the font has this character, judged by comparison with the glyph of a nonexistent one."""
    if character.isspace():
        return True
    font = _open_unshaped_font(file)
    return bytes(font.getmask(character)) != bytes(font.getmask(_NO_CHARACTER))


@lru_cache(maxsize=4096)
def find_file(face: Face, cluster: str) -> str | None:
    """Return the font file for a letter with all its marks, to be drawn beside a face; None: no font has them."""
    own = get_script(cluster[0])
    files = (FACES[face], *([own.file] if own else ()), *FALLBACKS)
    return next((file for file in files if all(has_letter(file, character) for character in cluster)), None)


def get_script(character: str) -> Script | None:
    """Return the script of a character that has a font of its own, or None."""
    return next((script for script in SCRIPTS if any(ord(character) in block for block in script.blocks)), None)
