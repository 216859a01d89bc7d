"""What an interaction writes is written once, however often it is delivered."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest

from storage.interface.errors import Conflict
from storage.interface.transaction_observer import OBSERVER, Claim
from storage.store import Storage

EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
"""From which Discord counts."""
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def made_at(moment: datetime) -> int:
    """The id of an interaction that was made at this moment."""
    return int((moment - EPOCH).total_seconds() * 1000) << 22


class Repeated(Exception):
    """Another delivery has written already."""


class Delivery:
    """One of the deliveries of an interaction, which claims with all that it writes."""

    def __init__(self, interaction_id: int, name: str) -> None:
        self._claim = Claim(interaction_id, name, Repeated())

    def claim(self) -> Claim:
        return self._claim

    def observe(self, _: asyncio.Future[object]) -> None:
        pass


@contextmanager
def delivered(interaction_id: int, name: str) -> Iterator[None]:
    before = OBSERVER.set(Delivery(interaction_id, name))
    try:
        yield
    finally:
        OBSERVER.reset(before)


async def test_a_second_delivery_writes_nothing_and_the_first_may_write_on(storage: Storage) -> None:
    with delivered(made_at(NOON), "first"):
        await storage.metadata.put("a", "first")
    with delivered(made_at(NOON), "second"), pytest.raises(Repeated):
        await storage.metadata.put("a", "second")
    with delivered(made_at(NOON), "first"):
        await storage.metadata.put("b", "first")
    with delivered(made_at(NOON) + 1, "another press"):
        await storage.metadata.put("c", "another")
    assert [await storage.metadata.get(key) for key in "abc"] == ["first", "first", "another"]


async def test_of_two_deliveries_at_once_one_writes_and_others_are_not_hurt(storage: Storage) -> None:
    async def writes(interaction_id: int, name: str) -> None:
        with delivered(interaction_id, name):
            await storage.metadata.put(name, "there")

    tasks = [writes(made_at(NOON), "first"), writes(made_at(NOON), "second"), writes(made_at(NOON) + 1, "other")]
    first, second, other = await asyncio.gather(*tasks, return_exceptions=True)
    assert (first, other) == (None, None)
    assert isinstance(second, Repeated)
    assert [await storage.metadata.get(name) for name in ("first", "second", "other")] == ["there", None, "there"]


async def test_what_fails_claims_nothing(storage: Storage) -> None:
    def fails(_: object) -> None:
        raise Conflict

    with delivered(made_at(NOON), "first"), pytest.raises(Conflict):
        await storage.database.write(fails)
    with delivered(made_at(NOON), "second"):
        await storage.metadata.put("a", "second")
    assert await storage.metadata.get("a") == "second"


async def test_interactions_are_forgotten_by_when_they_were_made(storage: Storage) -> None:
    for at, name in ((NOON, "old"), (NOON + timedelta(days=1), "new")):
        with delivered(made_at(at), name):
            await storage.metadata.put(name, "there")
    await storage.interactions.forget(NOON + timedelta(hours=1))
    with delivered(made_at(NOON), "again"):
        await storage.metadata.put("old", "written again")
    with delivered(made_at(NOON + timedelta(days=1)), "again"), pytest.raises(Repeated):
        await storage.metadata.put("new", "written again")
    assert await storage.metadata.get("new") == "there"
