"""Panels with an outline look the same from the cache as freshly drawn."""

from __future__ import annotations

import pytest

from bot.drawing import canvas
from bot.drawing.canvas import Area, Canvas
from bot.drawing.sprites import draw_disc

SIZES = [(250, 112), (120, 48), (20, 9), (5, 40), (3, 3), (60, 60)]


def drawn(size: tuple[int, int], radius: int) -> bytes:
    """A framed panel that overlaps the edge of another one."""
    sheet = Canvas((300, 160), "#f3ecdc")
    sheet.fill(Area(0, 0, 30, 60), "#c9dde0")
    sheet.draw_framed_panel(Area(12, 20, 12 + size[0], 20 + size[1]), "#fffaf0", "#1f4a48", 2, radius)
    return sheet.image.tobytes()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("radius", [0, 3, 8, 14, 20])
def test_a_framed_panel_that_is_kept_looks_as_if_it_were_drawn(
    size: tuple[int, int], radius: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = drawn(size, radius)
    assert drawn(size, radius) == kept
    monkeypatch.setattr(canvas, "KEPT", 0)
    assert drawn(size, radius) == kept


def test_panels_of_a_kind_are_drawn_once() -> None:
    sheet = Canvas((300, 300), "#f3ecdc")
    before = canvas._build_framed_parts.cache_info()
    for left in range(0, 200, 20):
        sheet.draw_framed_panel(Area(left, 7, left + 17, 40), "#fffaf0", "#123456", 2, 5)
    after = canvas._build_framed_parts.cache_info()
    assert (after.misses - before.misses, after.hits - before.hits) == (1, 9)


def paint_many_things(sheet: Canvas) -> None:
    """Draw something of each kind, some of it across the edges of the sheet and of the part that a test crops."""
    sheet.draw_framed_panel(Area(20, 10, 220, 90), "#ffffff", "#aa0000", 3, 16)
    sheet.draw_panel(Area(-20, 60, 120, 180), "#00aa00", 20)
    sheet.draw_text(30, 70, "across the edge", size=40, color="#000000")
    sheet.put_sprite(draw_disc(60, "#0000aa"), 150, 100)
    sheet.draw_stroke([[(5, 5), (190, 140)]], "#777777", 5, Area(0, 0, 200, 150))


@pytest.mark.parametrize("part", [Area(0, 0, 200, 150), Area(40, 30, 160, 120), Area(150, 100, 200, 150)])
@pytest.mark.parametrize("is_read_before", [False, True])
def test_a_part_that_is_painted_alone_has_the_pixels_of_the_whole_sheet(part: Area, is_read_before: bool) -> None:
    sheets = [Canvas((200, 150), "#eeeeee") for _ in range(2)]
    for sheet in sheets:
        sheet.fill(Area(0, 0, 100, 75), "#123456")
        if is_read_before:
            assert sheet.image.getpixel((0, 0)) == (0x12, 0x34, 0x56)
        paint_many_things(sheet)
    assert sheets[0].crop(part).tobytes() == sheets[1].image.crop(part).tobytes()


def test_what_is_drawn_on_a_copy_or_on_its_original_does_not_show_on_the_other() -> None:
    original = Canvas((200, 150), "#eeeeee")
    original.fill(Area(0, 0, 10, 10), "#111111")
    copy = original.copy()
    original.fill(Area(20, 0, 30, 10), "#222222")
    copy.fill(Area(40, 0, 50, 10), "#333333")
    assert [original.image.getpixel((x, 5)) for x in (5, 25, 45)] == [(0x11,) * 3, (0x22,) * 3, (0xEE,) * 3]
    assert [copy.image.getpixel((x, 5)) for x in (5, 25, 45)] == [(0x11,) * 3, (0xEE,) * 3, (0x33,) * 3]


def test_what_is_drawn_on_a_sheet_that_was_put_on_another_does_not_show_there() -> None:
    part, whole = Canvas((20, 20), "#eeeeee"), Canvas((40, 20), "#ffffff")
    assert part.image.getpixel((5, 5)) == (0xEE,) * 3
    whole.put_sheet(part, 20, 0)
    part.fill(Area(0, 0, 10, 10), "#111111")
    assert part.image.getpixel((5, 5)) == (0x11,) * 3
    assert whole.image.getpixel((25, 5)) == (0xEE,) * 3
