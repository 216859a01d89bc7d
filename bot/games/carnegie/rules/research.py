"""Research & Development: project tabs and transport tracks.

The development points of all departments are one pool. A tab slides one step for its price, and a disk of the supply
goes into the new slot; a track step costs the printed points. Only the first player in an end box gets its bonus, and
blocks it. The rest is lost. (Rulebook "R&D"; Telegraph Operators, Archives.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from bot.engine.questions import Option, Unread
from bot.engine.records import Seat
from bot.engine.what_if import copy_record
from bot.engine.words import format_count
from bot.games.carnegie.components import END_BOX, PROJECTS, REGIONS, CarnegieBox, Project, Region, Row
from bot.games.carnegie.moves import TabStep, TrackStep
from bot.games.carnegie.news import TabMoved, TrackMoved
from bot.games.carnegie.rules.drafts import draft
from bot.games.carnegie.rules.links import links
from bot.games.carnegie.rules.pieces import Player
from bot.games.carnegie.rules.resources import receive
from bot.games.carnegie.rules.vocabulary import HINT, PROJECT, REGION, amounts, shorten_amounts, shorten_long_label

if TYPE_CHECKING:
    from bot.games.carnegie.rules.paid_by_income import TakingIncome
    from bot.games.carnegie.rules.planning import Working
    from bot.games.carnegie.table import Carnegie

STEPS = "Development"
LAST = 3
"""Maximum number of steps that a tab slides."""


def track_price(table: Carnegie, seat: Seat, region: Region, box: int) -> int:
    """Return what a step from this box costs a seat."""
    return track_prices(table, seat, region)[box]


def track_prices(table: Carnegie, seat: Seat, region: Region) -> Sequence[int]:
    """Return what a step from each box costs a seat."""
    printed, less = table.box.tracks[region].steps, table.ability(seat, "cheaper tracks")
    return printed if less is None else [min(each, max(less.least, each - less.less)) for each in printed]


def may_enter(table: Carnegie, seat: Seat, region: Region) -> bool:
    """Whether an end box is empty, or the seat may enter it all the same."""
    return not table.ends[region] or table.ability(seat, "archives") is not None


ONLY_EMPTY_BOXES = 5
"""The edition of the box from which on nobody waits for the sake of an end box that is taken already."""


def list_reachable_ends(table: Carnegie, seat: Seat, points: int) -> list[Region]:
    """Return the regions whose end box, if it is empty, this number of points is enough to reach."""
    tracks = table.everybody[seat].tracks
    return [
        region
        for region in REGIONS
        if not table.ends[region] or table.box.edition < ONLY_EMPTY_BOXES
        if tracks[region] < END_BOX and sum(track_prices(table, seat, region)[tracks[region] : END_BOX]) <= points
    ]


def could_enter(table: Carnegie, seat: Seat, points: int) -> bool:
    """Whether this number of points is enough to reach an empty end box."""
    return bool(list_reachable_ends(table, seat, points))


def steps(table: Carnegie, seat: Seat, points: int, row: Row | None = None) -> Iterator[Option]:
    """Yield the steps that this number of development points can pay.

    Args:
        table: the table.
        seat: who has the points.
        points: how many.
        row: the row whose departments give them; None: an income does.
    """
    player = table.everybody[seat]
    for project in PROJECTS:
        if player.tabs[project].steps < LAST and table.box.tabs[project].development <= points:
            yield Unread(TabStep(project=project), partial(_describe_tab_step, table, seat, project, row))
    for region in REGIONS:
        box = player.tracks[region]
        if box == END_BOX or (box == END_BOX - 1 and not may_enter(table, seat, region)):
            continue
        if track_price(table, seat, region, box) <= points:
            yield Unread(TrackStep(region=region), partial(_describe_track_step, table, seat, region))


def _describe_tab_step(table: Carnegie, seat: Seat, project: Project, row: Row | None) -> Option:
    """Return the option to slide a tab, with its VP and what its new slot brings."""
    printed = table.box.tabs[project]
    label = f"{PROJECT[project]} tab for {format_count(printed.development, 'point')}"
    brings = "" if _is_building_over(table, seat, row) else f"; {_new_slot(table, seat, project)}"
    hint = f"{printed.vp} VP at the end{brings}."
    return Option(TabStep(project=project), label, STEPS, hint, short=shorten_long_label(label))


def _is_building_over(table: Carnegie, seat: Seat, row: Row | None) -> bool:
    """Whether a seat can build nothing more: in the last round, unless Construction can still be used."""
    can_choose = table.picked == "construction" or (seat != table.first and table.everybody[seat].tile)
    return table.is_last_round and (row is not None or not can_choose)


def _describe_track_step(table: Carnegie, seat: Seat, region: Region) -> Option:
    """Return the option to take a step on a track, with what it changes."""
    price = track_price(table, seat, region, table.everybody[seat].tracks[region])
    label = f"{REGION[region]} track for {format_count(price, 'point')}"
    return Option(TrackStep(region=region), label, STEPS, _describe_next_box(table, seat, region))


def _describe_next_box(table: Carnegie, seat: Seat, region: Region) -> str:
    """Return in words what a step on a track changes: the links, and an income that takes the place of the one now."""
    track, box = table.box.tracks[region], table.everybody[seat].tracks[region]
    before, after = amounts(track.income[box]), amounts(track.income[box + 1])
    pays = f"Each worker back: {after} instead of {before}."
    if table.is_last_round:
        pays = "No income follows."
    elif after == before:
        pays = f"Still {after} for each worker back."
    level = _describe_next_level(table, seat, region)
    bonus = f"Bonus now: {amounts(track.bonus)}." if box == END_BOX - 1 else ""
    words = " ".join(filter(None, (level, pays, bonus)))
    return words if len(words) <= HINT else shorten_amounts(words)


def _describe_next_level(table: Carnegie, seat: Seat, region: Region) -> str:
    """Return in a sentence what a step to a higher level makes links score; empty for a step within a level."""
    track, box = table.box.tracks[region], table.everybody[seat].tracks[region]
    level = track.levels[box + 1]
    if level == track.levels[box]:
        return ""
    ahead = draft(table, seat)
    ahead.everybody[seat].tracks[region] += 1
    before, after = links(table, seat)[0], links(ahead, seat)[0]
    scores = f"your links score {after} VP instead of {before}" if after > before else f"your links stay at {after} VP"
    return f"{level.capitalize()}: {scores if after else 'links score more, but you have none'}."


def _new_slot(table: Carnegie, seat: Seat, project: Project) -> str:
    """Return in words what the slot brings that a step of a tab opens, as a copy of the player's things shows it."""
    player = copy_record(table.everybody[seat])
    _slide(table.box, player, project)
    tab = player.tabs[project]
    if not tab.disks[tab.steps]:
        return "no disk is left for its new slot"
    if table.is_last_round:
        return "one more project to build this round"
    slot = table.box.tabs[project].side(player.sides[project])[tab.steps]
    pays = " or ".join(map(amounts, slot.gains)) or "nothing"
    then = f"donations can score {slot.cap} more" if slot.cap else f"its slot pays {pays} with each income"
    return f"one more project to build; then {then}"


def tab_step(table: Carnegie, working: Working | TakingIncome, move: TabStep) -> None:
    """Pay for a step of a tab, and slide it."""
    working.development -= table.box.tabs[move.project].development
    steps = _slide(table.box, table.everybody[working.seat], move.project)
    table.tell(TabMoved(seat=working.seat, project=move.project, steps=steps))


def _slide(box: CarnegieBox, player: Player, project: Project) -> int:
    """Slide the tab, and return how far it is out; an empty supply leaves the slot empty (CG-8)."""
    tab = player.tabs[project]
    tab.steps += 1
    if box.tabs[project].slots[tab.steps] and player.disks:
        player.disks -= 1
        tab.disks[tab.steps] = True
    return tab.steps


def track_step(table: Carnegie, working: Working | TakingIncome, move: TrackStep) -> None:
    """Move the disk one box; in the end box, take the bonus."""
    seat = working.seat
    player = table.everybody[seat]
    working.development -= track_price(table, seat, move.region, player.tracks[move.region])
    player.tracks[move.region] += 1
    box = player.tracks[move.region]
    bonus = table.box.tracks[move.region].bonus if box == END_BOX else None
    table.tell(TrackMoved(seat=seat, region=move.region, box=box, bonus=bonus))
    if bonus is not None:
        table.ends[move.region].append(seat)
        receive(table, seat, bonus)
