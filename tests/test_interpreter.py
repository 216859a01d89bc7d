"""How the service asks Python to share its time: in small pieces, for somebody waits for an answer."""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Iterator

import pytest

from bot.interpreter import (
    FULL_COLLECTION_SECONDS,
    MAX_FULL_COLLECTION_SECONDS,
    YOUNG_COLLECTIONS_PER_OLDER,
    YOUNG_OBJECTS,
    GarbageCollection,
    collect_rarely,
    set_switch_interval,
)
from bot.leagues.rules import Rules
from tests.leagues.seasons import next_draw, opened


@pytest.fixture(autouse=True)
def restored_settings() -> Iterator[None]:
    frozen, thresholds, turn = gc.get_freeze_count(), gc.get_threshold(), sys.getswitchinterval()
    yield
    gc.set_threshold(*thresholds)
    if gc.get_freeze_count() > frozen:
        gc.unfreeze()
        gc.collect()
        gc.freeze()  # as it was before
    sys.setswitchinterval(turn)


@pytest.fixture
def scanned_counts() -> Iterator[list[int]]:
    """The number of objects that each garbage collection scans."""
    found: list[int] = []

    def begins(phase: str, details: dict[str, int]) -> None:
        if phase == "start":
            found.append(sum(len(gc.get_objects(older)) for older in range(details["generation"] + 1)))

    gc.callbacks.append(begins)
    yield found
    gc.callbacks.remove(begins)


def test_no_look_for_garbage_goes_through_more_than_a_few_thousand_objects(scanned_counts: list[int]) -> None:
    collect_rarely()
    kept = [[number] for number in range(20 * YOUNG_OBJECTS)]
    assert len(kept) == 20 * YOUNG_OBJECTS
    assert scanned_counts
    assert max(scanned_counts) <= (YOUNG_COLLECTIONS_PER_OLDER + 3) * YOUNG_OBJECTS


def test_while_nobody_waits_what_has_gathered_is_looked_through(scanned_counts: list[int]) -> None:
    collect_rarely()
    kept = [[number] for number in range(3 * YOUNG_OBJECTS // 4)]
    before = len(scanned_counts)
    collecting = GarbageCollection()
    collecting.collect_if_due(at_leisure=False)
    assert len(scanned_counts) == before, "somebody waits"
    collecting.collect_if_due(at_leisure=True)
    assert len(scanned_counts) == before + 1
    collecting.collect_if_due(at_leisure=True)
    assert len(scanned_counts) == before + 1, "nothing has gathered since"
    assert kept


class Ring:
    """An object that refers to itself and to a large one."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("at_leisure", "seconds"), [(True, FULL_COLLECTION_SECONDS), (False, MAX_FULL_COLLECTION_SECONDS)]
)
def test_what_holds_itself_is_freed_in_the_end_whoever_waits(at_leisure: bool, seconds: float) -> None:
    clock = [0.0]
    collect_rarely()
    collecting = GarbageCollection(now=lambda: clock[0])
    ring = weakref.ref(Ring())
    gc.freeze()
    gc.unfreeze()  # now it is in the old generation, and young collections miss it
    for clock[0] in (1.0, seconds):
        collecting.collect_if_due(at_leisure=at_leisure)
        assert ring() is not None
    clock[0] = seconds + 1
    collecting.collect_if_due(at_leisure=at_leisure)
    assert ring() is None


def test_a_thread_waits_for_the_interpreter_a_millisecond_at_a_time() -> None:
    set_switch_interval()
    assert sys.getswitchinterval() == pytest.approx(0.001)


def test_a_large_draw_is_read_and_written_with_a_turn_for_others_at_each_table() -> None:
    draw = next_draw(opened(70, Rules(title="fair", seats=4)))
    text = draw.model_dump_json()
    turns = []

    def called(frame: object, event: str, argument: object) -> None:
        if event == "call":  # where Python lets another thread have its turn
            turns.append(frame)

    sys.setprofile(called)
    again = type(draw).model_validate_json(text)
    reading = len(turns)
    again.model_dump_json()
    sys.setprofile(None)
    assert reading >= len(draw.tables)
    assert len(turns) - reading >= len(draw.tables)
