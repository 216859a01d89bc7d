"""Rows of reviews of games that are over."""

from __future__ import annotations

from dataclasses import replace

from storage.interface.past_games import StoredReview
from storage.interface.shards import ALL_SHARDS, Shards
from storage.store import Storage
from tests.storage.samples import ADA, GUILD, LATER, entry, open_lobby, start, start_new

REVIEW = StoredReview(2, 1, '{"parts": []}', played_on=False)


async def over(storage: Storage, game_id: int) -> int:
    """Let a game end."""
    await storage.games.append(replace(entry(game_id, 2), asks={}, places={1: 1, 2: 2, 3: 3}))
    return game_id


async def finished(storage: Storage, *, guild_id: int = GUILD) -> int:
    """A game that is over."""
    game_id = await open_lobby(storage, guild_id=guild_id)
    await start(storage, game_id)
    return await over(storage, game_id)


async def test_a_review_is_kept_and_another_takes_its_place(storage: Storage) -> None:
    game_id, other = await finished(storage), await finished(storage)
    assert await storage.reviews.get(game_id) is None
    for kept in (REVIEW, REVIEW._replace(review="[]", played_on=True), REVIEW._replace(edition=2)):
        await storage.reviews.keep(game_id, kept)
        assert await storage.reviews.get(game_id) == kept
    assert await storage.reviews.get(other) is None


async def test_nothing_is_kept_of_a_game_that_runs_or_has_gone_on_or_is_gone(storage: Storage) -> None:
    runs, game_id = await start_new(storage), await finished(storage)
    await storage.reviews.keep(runs, REVIEW._replace(revision=1))
    await storage.reviews.keep(game_id, REVIEW._replace(revision=1))
    await storage.reviews.keep(99, REVIEW)
    assert [await storage.reviews.get(number) for number in (runs, game_id, 99)] == [None, None, None]


async def test_reviews_from_which_nobody_has_played_on_wait_the_newest_first(storage: Storage) -> None:
    games = [await finished(storage) for _ in range(5)]
    for game_id, kept in zip(
        games, (REVIEW, REVIEW._replace(played_on=True), REVIEW, REVIEW._replace(edition=0), REVIEW), strict=True
    ):
        await storage.reviews.keep(game_id, kept)
    assert await storage.reviews.list_awaiting_playouts(ALL_SHARDS, 1, 10) == [games[4], games[2], games[0]]
    assert await storage.reviews.list_awaiting_playouts(ALL_SHARDS, 1, 2) == [games[4], games[2]]


async def test_each_process_finds_those_of_its_own_servers(storage: Storage) -> None:
    games = [await finished(storage, guild_id=guild_id) for guild_id in (2 << 22, 3 << 22)]
    for game_id in games:
        await storage.reviews.keep(game_id, REVIEW)
    assert await storage.reviews.list_awaiting_playouts(Shards(0, 0, 2), 1, 10) == games[:1]
    assert await storage.reviews.list_awaiting_playouts(Shards(1, 1, 2), 1, 10) == games[1:]


async def test_a_review_goes_with_its_server_and_stays_when_nobody_is_named_any_more(storage: Storage) -> None:
    game_id = await finished(storage)
    await storage.reviews.keep(game_id, REVIEW)
    await storage.privacy.forget(ADA)
    await storage.privacy.retire(ALL_SHARDS, LATER)
    assert await storage.reviews.get(game_id) == REVIEW
    await storage.privacy.erase_server(GUILD)
    assert await storage.reviews.get(game_id) is None
    assert await storage.check() == []
