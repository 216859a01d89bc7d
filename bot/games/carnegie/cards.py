"""The card reference: departments, and the print on the tabs, the tracks, the donation chart and the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from bot.engine.cards import CardEntry
from bot.engine.words import format_count, format_list
from bot.games.carnegie.components import PROJECTS, REGIONS, ROWS, SIDES, CarnegieBox, City, Slot
from bot.games.carnegie.rules.vocabulary import PROJECT, REGION, ROW, amounts, department_said, what_it_scores


def cards(box: CarnegieBox) -> Sequence[CardEntry]:
    """Return every department of a box, and all that is printed on its boards."""
    return list(chain(_departments(box), _tabs(box), _tracks(box), _donations(box), _cities(box)))


def _departments(box: CarnegieBox) -> Iterator[CardEntry]:
    copies = f"{box.terms.copies} copies"
    for one in sorted((*box.printed, *box.departments), key=lambda one: ROWS.index(one.row)):
        count = copies if one.number else "1 on every board"
        yield CardEntry(one.name, f"{ROW[one.row]} departments", department_said(one), count)


def _tabs(box: CarnegieBox) -> Iterator[CardEntry]:
    for project in PROJECTS:
        tab = box.tabs[project]
        price = f"A project costs {format_count(tab.cubes, 'cube')}; a step {tab.development} points, for {tab.vp} VP."
        paid = [f"Side {side.upper()} pays {'; '.join(map(_slot, tab.side(side)))}." for side in SIDES]
        yield CardEntry(f"{PROJECT[project]} tab", "Tabs and tracks", " ".join((price, *paid)), "1 on every board")


def _slot(slot: Slot) -> str:
    if slot.cap:
        return f"donations can score {slot.cap} more"
    return " or ".join(map(amounts, slot.gains)) or "no slot"


def _tracks(box: CarnegieBox) -> Iterator[CardEntry]:
    for region in REGIONS:
        track = box.tracks[region]
        boxes = [
            f"box {at}: {amounts(gain)}, {level}"
            for at, (gain, level) in enumerate(zip(track.income, track.levels, strict=True))
        ]
        steps = format_list([str(points) for points in track.steps])
        text = f"{'; '.join(boxes)}. Steps cost {steps} points. The first in the last box gets {amounts(track.bonus)}."
        yield CardEntry(f"{REGION[region]} track", "Tabs and tracks", text[:1].upper() + text[1:], "1 on the map")


def _donations(box: CarnegieBox) -> Iterator[CardEntry]:
    for one in box.donations:
        yield CardEntry(one.id, "Donations", f"{one.group}: {what_it_scores(one)}.", "1 space")


def _cities(box: CarnegieBox) -> Iterator[CardEntry]:
    for city in sorted(box.cities, key=lambda one: REGIONS.index(one.region)):
        yield CardEntry(city.name, "Cities", _city(city), format_count(len(city.spaces), "space"))


def _city(city: City) -> str:
    kinds = (
        "any project" if city.size == "small" else format_list([PROJECT[kind] for kind in city.spaces if kind != "any"])
    )
    links = f" {format_count(city.links, 'link point')}." if city.links else ""
    rails = " Rails." if city.rail else ""
    return f"{REGION[city.region]}. {city.vp} VP a project: {kinds}.{links}{rails}"
