"""Tags of forums are found by their purpose, and deleted with their server's games."""

from __future__ import annotations

from storage.store import Storage

SERVER, FORUM = 7, 70


async def test_tags_are_found_by_their_purpose_and_replaced(storage: Storage) -> None:
    await storage.forum_tags.put(SERVER, FORUM, {"open": 1, "game toy": 2})
    await storage.forum_tags.put(SERVER, FORUM + 1, {"open": 3})
    await storage.forum_tags.put(SERVER, FORUM, {"open": 4, "told": 0})
    assert await storage.forum_tags.list_tags(SERVER, FORUM) == {"open": 4, "game toy": 2, "told": 0}
    assert await storage.forum_tags.list_tags(SERVER, FORUM + 2) == {}


async def test_tags_are_deleted_with_their_server(storage: Storage) -> None:
    await storage.forum_tags.put(SERVER, FORUM, {"open": 1})
    await storage.forum_tags.put(SERVER + 1, FORUM + 1, {"open": 2})
    await storage.privacy.erase_server(SERVER)
    assert await storage.forum_tags.list_tags(SERVER, FORUM) == {}
    assert await storage.forum_tags.list_tags(SERVER + 1, FORUM + 1) == {"open": 2}
