"""The picture of a question as a board to touch: a link over each place of its options.

A place that is large enough for a finger means itself. Around it, and on smaller ones, a touch may mean its neighbours,
too; the page then offers all of these as large buttons. Where several things are chosen, a touch chooses one of them,
or gives it back.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urlencode

from bot.engine.pages import Picture
from bot.own_pages.question_form import QuestionForm
from bot.ui.screens.html_text import build_words

Rectangle: TypeAlias = tuple[float, float, float, float]
PHONE_PIXELS = 338
"""Width of a picture on a phone, in CSS pixels."""
FINGER_PIXELS, CLEAR_PIXELS, NEAR_PIXELS = 44, 24, 16
"""CSS pixels on a phone: the smallest area to touch; the smallest place that means only itself; and the distance within
which a touch may mean another place."""


@dataclass(frozen=True)
class TouchArea:
    """A link over a part of the picture."""

    x: int
    y: int
    width: int
    height: int
    address: str


@dataclass(frozen=True)
class TouchBoard:
    """A picture with its links; later ones lie above earlier ones."""

    address: str
    alt: str
    width: int
    height: int
    areas: tuple[TouchArea, ...]
    chosen: Sequence[Rectangle] = ()
    """The places of the chosen items of a set."""


def build_board(picture: Picture, address: str, path: str, tag: str, form: QuestionForm | None) -> TouchBoard:
    """Build the board of a question.

    Args:
        picture: the picture of the question's places.
        address: where it is.
        path: the path of the table's page.
        tag: the question.
        form: the form of the question; only options and the items of a set can be touched.
    """
    wide, high = struct.unpack(">II", picture.png[16:24])  # the size in a PNG header
    scale = wide / PHONE_PIXELS
    form = form or QuestionForm(build_words(""), [])
    options, chosen = form.list_by_letter(), form.list_chosen()
    places = {letter: area for letter, area in picture.areas.items() if letter in options}

    def link(area: Rectangle, letters: list[str]) -> TouchArea:
        left, top, right, bottom = (round(edge) for edge in area)
        fields = {"tag": tag, "picks": form.done}
        meant = [pick for letter in letters for pick in options[letter]]
        if form.kind == "set":
            fields["picks"] = ".".join(filter(None, (form.done, *_toggle(chosen, options[letters[0]]))))
        elif len(meant) == 1 and not form.sends:
            fields["take"] = meant[0]
        else:
            fields["at"] = ".".join(letters)
        return TouchArea(left, top, right - left, bottom - top, f"{path}?{urlencode(fields)}")

    around = [
        link(_widen(area, FINGER_PIXELS * scale), _list_near(letter, places, scale)) for letter, area in places.items()
    ]
    inside = [
        link(area, [letter])
        for letter, area in places.items()
        if min(area[2] - area[0], area[3] - area[1]) >= CLEAR_PIXELS * scale
    ]
    taken = [area for letter, area in places.items() if set(options[letter]) & set(chosen)]
    return TouchBoard(address, picture.alt, wide, high, (*around, *inside), taken)


def _toggle(chosen: Sequence[str], there: Sequence[str]) -> list[str]:
    """Return the choice after a touch on these items: one more of them, or none if all were chosen."""
    left = [pick for pick in there if pick not in chosen]
    return sorted([*chosen, left[0]] if left else [pick for pick in chosen if pick not in there], key=int)


def _widen(area: Rectangle, least: float) -> Rectangle:
    """Return an area that is at least so wide and high, around the same middle."""
    left, top, right, bottom = area
    across, down = max(0.0, least - (right - left)) / 2, max(0.0, least - (bottom - top)) / 2
    return left - across, top - down, right + across, bottom + down


def _list_near(letter: str, places: Mapping[str, Rectangle], scale: float) -> list[str]:
    """Return a letter and those whose places a touch around its own may mean, too."""
    left, top, right, bottom = _widen(places[letter], FINGER_PIXELS * scale)
    near = NEAR_PIXELS * scale
    return [letter] + [
        other
        for other, (x, y, x_end, y_end) in places.items()
        if other != letter and x < right + near and x_end > left - near and y < bottom + near and y_end > top - near
    ]
