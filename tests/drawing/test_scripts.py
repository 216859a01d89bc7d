"""Names in all scripts that are much used: drawn, told apart, and as wide as was measured."""

# ruff: noqa: RUF001  # names in other scripts hold letters that look like Latin ones

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PIL import ImageFont, features

from bot.drawing import lettering, typefaces
from bot.drawing.canvas import Canvas
from bot.drawing.lettering import (
    BOX,
    SMALLEST,
    build_stencil,
    fit_text,
    measure_width,
    name_seats,
    to_drawable,
    truncate_name,
)
from bot.drawing.typefaces import FOLDER, SCRIPTS, get_script
from bot.drawing.writing_direction import split_directed_runs

TWO_NAMES = {
    "Latin": ("Łukasz Żak", "Nguyễn Thị"),
    "Cyrillic": ("Влад", "Ольга"),
    "Greek": ("Γιώργος", "Μαρία"),
    "Armenian": ("Արմեն", "Անի"),
    "Georgian": ("გიორგი", "ნინო"),
    "Hebrew": ("עמית", "דוד"),
    "Arabic": ("محمد", "احمد"),
    "Persian": ("پژمان", "گلناز"),
    "Urdu": ("ٹیپو", "ڈاکٹر"),
    "Devanagari": ("अमित", "रवि"),
    "Bengali": ("রবীন্দ্রনাথ", "সুমিত্রা"),
    "Gurmukhi": ("ਗੁਰਪ੍ਰੀਤ", "ਸਿੰਘ"),
    "Gujarati": ("કૃષ્ણ", "મીરા"),
    "Oriya": ("ଜଗନ୍ନାଥ", "ମୀରା"),
    "Tamil": ("செல்வன்", "கண்ணன்"),
    "Telugu": ("శ్రీనివాస్", "లక్ష్మి"),
    "Kannada": ("ಕೃಷ್ಣ", "ಮೀರಾ"),
    "Malayalam": ("കൃഷ്ണൻ", "മീര"),
    "Sinhala": ("සමන්", "නිමල්"),
    "Thai": ("ธนวัฒน์", "น้ำ"),
    "Lao": ("ສົມພອນ", "ບຸນມີ"),
    "Khmer": ("សុខ", "ចន្ទ្រា"),
    "Burmese": ("ဦးဝင်း", "မြတ်"),
    "Ethiopic": ("አበበ", "ቢቂላ"),
    "Hangul": ("김민수", "이영희"),
    "Kana": ("ひろし", "カタカナ"),
    "Han": ("山田太郎", "王小明"),
}
HOSTILE = (
    "a" + "\u0301\u0302" * 5_000,
    "ก" + "\u0e34\u0e48" * 5_000,
    "क" + "\u093f\u0940\u0941\u0902" * 3_000,
    "\u0628" + "\u064e\u064f\u0651" * 3_000,
    "\u0301" * 10_000,
    "\u202e" * 5_000 + "Ann\u200b",
    "\u2067דוד\u2069\u202eAnn",
    "ab" * 5_000,
    "דוד" * 3_000,
    "אa" * 3_000,
    "म" * 5_000,
    "\u1160\u3164\u200d\ufe0f",
    "🧑‍🚀" * 500,
    "Ꭳ" * 40,
)


@pytest.fixture
def without_raqm(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let letters be set as where the system has no FriBiDi."""

    def basic(file: str, size: int) -> ImageFont.FreeTypeFont:
        return ImageFont.truetype(str(FOLDER / file), size, layout_engine=ImageFont.Layout.BASIC)

    monkeypatch.setattr(lettering, "HAS_RAQM", False)
    monkeypatch.setattr(typefaces, "_open_font", basic)
    _forget()
    yield
    _forget()


def _forget() -> None:
    for kept in (measure_width, build_stencil, fit_text):
        kept.cache_clear()


def ink(text: str) -> bytes:
    """Return what a text looks like."""
    return bytes(build_stencil(text, "strong", 40).mask.tobytes())


@pytest.mark.parametrize("script", TWO_NAMES)
def test_two_names_of_one_script_look_different_behind_the_same_words(script: str) -> None:
    one, other = (to_drawable(f"{name} (he/him)") for name in TWO_NAMES[script])
    assert BOX not in one + other
    assert one.endswith(" (he/him)")
    assert len(one) > len(" (he/him)")
    assert len({ink(one), ink(other), ink("(he/him)")}) == 3


@pytest.mark.parametrize("script", TWO_NAMES)
def test_two_names_of_one_script_look_different_where_letters_cannot_be_joined(script: str, without_raqm: None) -> None:
    one, other = TWO_NAMES[script]
    assert len({ink(to_drawable(one)), ink(to_drawable(other)), ink("(he/him)")}) == 3


@pytest.mark.parametrize("script", TWO_NAMES)
def test_a_name_is_as_wide_as_was_measured(script: str) -> None:
    for name in (*TWO_NAMES[script], " ".join(TWO_NAMES[script]) + " 12 (seat 3)"):
        for size in (SMALLEST, 50):
            cut = build_stencil(to_drawable(name), "text", size)
            assert abs(cut.mask.width - measure_width(to_drawable(name), "text", size)) <= size / 3, name


def test_every_font_has_its_script_and_all_licences_lie_beside_them() -> None:
    for script in SCRIPTS:
        assert (FOLDER / script.file).exists()
        assert sum(typefaces.has_letter(script.file, chr(at)) for at in script.blocks[0]) > 40, script.font
    used = {script.file for script in SCRIPTS} | set(typefaces.FACES.values()) | set(typefaces.FALLBACKS)
    assert {path.name for path in FOLDER.iterdir() if path.suffix != ".txt"} == used
    assert "SIL OPEN FONT LICENSE" in (FOLDER / "NotoSans-LICENSE.txt").read_text(encoding="utf-8")


def test_the_fonts_take_up_less_than_six_megabytes() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 6_000_000


def test_a_letter_that_no_font_has_is_drawn_as_a_box() -> None:
    assert to_drawable("Ꭰ Ann") == f"{BOX} Ann"
    assert to_drawable("Ꭰ\u0301") == BOX
    assert ink(BOX) != ink("")


def test_emoji_are_left_out_and_symbols_that_a_font_has_are_not() -> None:
    assert to_drawable("🦄 Ann 👩🏽‍🚀") == "Ann"
    assert to_drawable("Ann ★ Lee ♥") == "Ann ★ Lee ♥"


def test_names_that_look_the_same_when_they_are_drawn_get_the_numbers_of_their_seats() -> None:
    names = {1: "Ꭰ (he/him)", 2: "Ꭱ (he/him)", 3: "Ann 🦄", 4: "Ann 🐻", 5: "Bo"}
    assert name_seats(names, names.__getitem__) == {
        1: f"{BOX} (he/him) (seat 1)",
        2: f"{BOX} (he/him) (seat 2)",
        3: "Ann (seat 3)",
        4: "Ann (seat 4)",
        5: "Bo",
    }


def test_a_number_that_tells_names_apart_stays_when_they_are_cut() -> None:
    room = measure_width("Maximiliana von (seat 2)", "text", SMALLEST)
    names = {seat: f"Maximiliana von Habenichts (seat {seat})" for seat in (1, 2)}
    cut = {seat: fit_text(name, "text", 40, room, SMALLEST) for seat, name in names.items()}
    assert {seat: one.text for seat, one in cut.items()} == {1: "Maximiliana… (seat 1)", 2: "Maximiliana… (seat 2)"}
    assert all(measure_width(one.text, "text", one.size) <= room for one in cut.values())
    assert truncate_name(names[1]) == "Maximiliana von (seat 1)"


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_no_name_leaves_its_line_or_its_room(name: str) -> None:
    _stays_in_its_line(name)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_no_name_leaves_its_line_where_letters_cannot_be_joined(name: str, without_raqm: None) -> None:
    _stays_in_its_line(name)


def _stays_in_its_line(name: str) -> None:
    canvas = Canvas((600, 200), "#ffffff")
    text = to_drawable(name)
    assert canvas.draw_text(150, 100, text, size=40, color="#000000", room=300, smallest=SMALLEST) <= 300
    for element in canvas.elements:
        assert element.box.left >= 150 - 12
        assert element.box.right <= 450 + 12
        assert element.box.top >= 100 - 40
        assert element.box.bottom <= 100 + 40


def test_a_letter_and_its_marks_are_cut_together() -> None:
    name = to_drawable("रविशंकर" * 8)
    for room in range(60, 300, 7):
        text = fit_text(name, "text", 40, room, SMALLEST).text.rstrip("…")
        assert name[len(text) :][:1] not in {"\u093f", "\u0902"}


def test_what_runs_from_right_to_left_is_drawn_so_and_numbers_behind_it_stay_behind_it() -> None:
    assert split_directed_runs("taken over by דוד כהן in round 10") == [
        ("taken over by ", False),
        ("דוד כהן", True),
        (" in round 10", False),
    ]
    assert split_directed_runs("דוד (2)") == [("דוד", True), (" (2)", False)]
    assert split_directed_runs("דוד, שרה: 5") == [("דוד", True), (", ", False), ("שרה", True), (": 5", False)]
    assert split_directed_runs("דוד 99 כהן") == [(" כהן", True), ("99", False), ("דוד ", True)]
    assert split_directed_runs("דו…") == [("דו…", True)]
    assert split_directed_runs("Ann (2)") == [("Ann (2)", False)]


@pytest.mark.skipif(not features.check("raqm"), reason="letters cannot be joined here")
def test_letters_are_joined_and_stacked() -> None:
    assert measure_width("لا", "strong", 40) < measure_width("ل", "strong", 40) + measure_width("ا", "strong", 40)
    assert measure_width("क्ष", "strong", 40) < measure_width("क", "strong", 40) + measure_width("ष", "strong", 40)


def test_every_letter_of_a_script_belongs_to_one_font() -> None:
    for script in SCRIPTS:
        for block in script.blocks:
            assert {get_script(chr(at)) for at in block} == {script}
    assert get_script("a") is get_script("Я") is get_script("漢") is None
