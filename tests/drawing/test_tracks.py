"""Tracks: spaces that lie where they should, and markers of everybody on one of them."""

from __future__ import annotations

import pytest

from bot.drawing.canvas import Area, Canvas
from bot.drawing.sprites import draw_disc
from bot.drawing.tracks import (
    build_number_labels,
    compute_marker_places,
    draw_badge,
    draw_markers,
    draw_spaces,
    lay_out_ring,
)

BOARD = Area(10, 20, 1010, 720)


def touch(one: Area, other: Area) -> bool:
    """Whether two boxes share a piece of an edge, and nothing else."""
    shared = one.get_overlap(other)
    return (shared.width == 0 and shared.height > 0) or (shared.height == 0 and shared.width > 0)


@pytest.mark.parametrize("count", [8, 10, 20, 40, 100])
def test_a_ring_runs_once_around_the_board(count: int) -> None:
    spaces = lay_out_ring(BOARD, count, 40)
    assert len(set(spaces)) == count
    assert (spaces[0].left, spaces[0].top) == (10, 20)
    assert all(space.get_overlap(BOARD) == space for space in spaces)
    assert all(touch(one, other) for one, other in zip(spaces, [*spaces[1:], spaces[0]], strict=True))
    corners = [(left, top) for left in (10, 970) for top in (20, 680)]
    assert {(space.left, space.top) for space in spaces} >= set(corners)


@pytest.mark.parametrize("count", [0, 2, 6, 9])
def test_a_ring_of_too_few_or_odd_spaces_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="cannot run around"):
        lay_out_ring(BOARD, count, 40)


@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize("space", [Area(0, 0, 46, 46), Area(5, 5, 150, 60), Area(0, 0, 50, 200), Area(0, 0, 40, 40)])
def test_markers_on_one_space_stay_on_it_and_apart(space: Area, count: int) -> None:
    places = compute_marker_places(space, count, 28)
    assert len(set(places)) == count, "nobody stands exactly on somebody else"
    for x, y in places:
        assert space.left + 13 <= x <= space.right - 13
        assert space.top + 13 <= y <= space.bottom - 13
    if count <= (space.width // 28) * (space.height // 28):
        assert all(
            abs(one[0] - other[0]) >= 27 or abs(one[1] - other[1]) >= 27
            for one in places
            for other in places
            if one is not other
        )


def test_nobody_on_a_space_leaves_it_empty() -> None:
    assert compute_marker_places(Area(0, 0, 40, 40), 0, 20) == []
    canvas = Canvas((40, 40), "#ffffff")
    draw_markers(canvas, Area(0, 0, 40, 40), [], 30, 20)
    assert canvas.image.getcolors() == [(1600, (255, 255, 255))]


def test_many_markers_are_drawn_smaller_but_not_too_small() -> None:
    sizes: list[int] = []

    def marker(size: int) -> object:
        sizes.append(size)
        return draw_disc(size, "#000000")

    space = Area(0, 0, 60, 60)
    for count in (1, 4, 9):
        draw_markers(Canvas((60, 60), "#ffffff"), space, [marker] * count, 40, 24)  # type: ignore[list-item]
    assert sizes == [40, *[30] * 4, *[24] * 9]


def test_two_badges_differ_in_more_than_their_colour() -> None:
    one, other = (draw_badge(40, "#b3322f", sign, "#ffffff") for sign in "AB")
    assert one.size == other.size == (40, 40)
    assert one.tobytes() != other.tobytes()


def test_the_spaces_of_a_track_are_numbered() -> None:
    assert build_number_labels(BOARD.split_columns(7, 2), 5) == ["0", "", "", "", "", "5", ""]
    assert build_number_labels(BOARD.split_columns(3, 2), 1, first=10, words=lambda value: f"${value}") == [
        "$10",
        "$11",
        "$12",
    ]
    canvas = Canvas((1020, 740), "#ffffff")
    draw_spaces(
        canvas, BOARD.split_columns(3, 10), list("123"), color="#eeeeee", frame="#888888", ink="#000000", size=40
    )
    shades = {shade for _, shade in canvas.image.getcolors(100_000) or ()}
    assert {(0, 0, 0), (0x88,) * 3, (0xEE,) * 3} <= shades


def test_rows_and_columns_share_a_box_equally() -> None:
    assert BOARD.split_columns(2, 10) == [Area(10, 20, 505, 720), Area(515, 20, 1010, 720)]
    assert BOARD.split_rows(2, 10) == [Area(10, 20, 1010, 365), Area(10, 375, 1010, 720)]
