"""Panels with an outline look the same from the cache as freshly drawn."""

from __future__ import annotations

import pytest

from bot.drawing import canvas
from bot.drawing.canvas import Area, Canvas

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
