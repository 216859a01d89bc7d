"""Remarks that the program leaves for itself."""

from __future__ import annotations

from storage.interface.shards import ALL_SHARDS
from storage.store import Storage
from tests.storage.samples import LATER, NOW


async def test_the_first_of_those_who_keep_a_note_is_right(storage: Storage) -> None:
    assert await storage.metadata.keep("nonces", "one") == "one"
    assert await storage.metadata.keep("nonces", "two") == "one"
    assert await storage.metadata.get("nonces") == "one"


async def test_a_note_that_is_dropped_is_gone(storage: Storage) -> None:
    await storage.metadata.put("pulse", "{}")
    await storage.metadata.put("commands", "one")
    await storage.metadata.drop("pulse")
    await storage.metadata.drop("never there")
    assert await storage.metadata.get("pulse") is None
    assert await storage.metadata.get("commands") == "one"


async def test_when_the_program_was_last_alive_is_noted(storage: Storage) -> None:
    for now in (NOW, LATER):
        await storage.metadata.prove_alive(ALL_SHARDS, now)
        assert await storage.shards.get_last_alive(ALL_SHARDS) == now


async def test_remarks_that_begin_alike_are_found(storage: Storage) -> None:
    for key in ("pulse", "pulse 0-3/16", "pulse 4-7/16", "pulses", "Pulse 1"):
        await storage.metadata.put(key, "{}")
    assert await storage.metadata.list_with_prefix("pulse") == {"pulse 0-3/16": "{}", "pulse 4-7/16": "{}"}
