"""Tables that people without a seat follow: public news once a day, the result, and nothing that is not public."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import discord
import pytest
from simcord.backend import serializers

from bot.host.errors import Refusal
from storage.interface.shards import ALL_SHARDS
from tests.cogs.test_catching_up import tries
from tests.cogs.test_own_notes import letters_to, ticks
from tests.cogs.town import Player, Town

DIGEST = "**Since the last digest** at The Fair"


async def follows(here: Town, player: Player) -> str:
    """Follow table 1 by the menu of its message."""
    await player.press("More…", on=await here.board())
    offered = await player.choose("Follow this table")
    assert "Once a day" in offered
    return await player.press("Follow")


@pytest.fixture
async def asked(here: Town, ann: Player, ben: Player) -> Player:
    return await here.at_first_turn(ben, host=ann)


async def test_a_follower_is_told_once_a_day_what_everybody_can_see(
    here: Town, asked: Player, stranger: Player
) -> None:
    assert "You follow this table" in await follows(here, stranger)
    await tries(asked, "fruit", "Pear")
    await ticks(here, hours=2)
    assert DIGEST not in letters_to(here, stranger)
    await ticks(here, hours=20)
    assert letters_to(here, stranger).count(DIGEST) == 1
    assert "tries the fruit" in letters_to(here, stranger)
    await ticks(here, hours=21)
    assert letters_to(here, stranger).count(DIGEST) == 1, "nothing has happened since"


async def test_a_log_without_public_news_is_read_once_until_the_table_moves_on(
    here: Town, asked: Player, stranger: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    await follows(here, stranger)
    await tries(asked, "fruit", "Pear")
    await asked.slash("table undo")
    games = here.bot.storage.games
    list_entries, reads = games.list_entries, []

    async def count(*args: Any, **named: Any) -> Any:
        reads.append(args)
        return await list_entries(*args, **named)

    monkeypatch.setattr(games, "list_entries", count)
    for pause in (timedelta(hours=20, minutes=1), timedelta(minutes=16)):
        here.wall.ahead += pause
        await here.bot.services.follows.look()
    assert len(reads) == 1
    assert DIGEST not in letters_to(here, stranger)
    await asked.act()
    await asked.press("Pear")
    await ticks(here, minutes=16)
    assert letters_to(here, stranger).count(DIGEST) == 1


async def test_nobody_at_the_table_learns_that_somebody_follows(here: Town, asked: Player, stranger: Player) -> None:
    before = here.public_text()
    await follows(here, stranger)
    await tries(asked, "fruit", "Pear")
    await ticks(here, hours=21)
    assert stranger.actor.user.name not in here.public_text()
    assert f"<@{stranger.id}>" not in here.public_text() + before
    assert "digest" not in await asked.slash("table delivery")


async def test_a_digest_holds_nothing_that_only_a_seat_knows(
    here: Town, ann: Player, ben: Player, stranger: Player
) -> None:
    await here.started(ben, host=ann)
    await follows(here, stranger)
    held = {word for player in (ann, ben) for word in (await player.slash("hand")).split("You hold: ")[1:]}
    await ticks(here, hours=21)
    secrets = {word.split(".")[0] for word in held}
    assert secrets
    assert not any(secret in letters_to(here, stranger) for secret in secrets)


async def test_the_end_is_told_at_once_and_ends_the_following(
    here: Town, asked: Player, ann: Player, stranger: Player
) -> None:
    await follows(here, stranger)
    await here.bot.services.absence.give_up_seat(1, ann.id)
    await ticks(here, hours=1)
    assert "over" in letters_to(here, stranger)
    assert letters_to(here, stranger).count(DIGEST) == 1
    assert not await here.bot.storage.follows.is_following(1, stranger.id)


async def test_a_button_below_the_digest_ends_it(here: Town, asked: Player, stranger: Player) -> None:
    await follows(here, stranger)
    assert "don't follow" in await stranger.press("Stop following")
    await tries(asked, "fruit", "Pear")
    await ticks(here, hours=21)
    assert DIGEST not in letters_to(here, stranger)


async def test_who_plays_follows_nothing_and_who_sits_down_later_is_told_no_more(
    here: Town, asked: Player, stranger: Player
) -> None:
    with pytest.raises(Refusal, match="You play here"):
        await here.bot.services.follows.follow(1, asked.id)
    storage = here.bot.storage
    for user_id in (asked.id, stranger.id):
        assert await storage.follows.put(1, user_id, "2026-01-01T00:00:00+00:00", 9)
    await tries(asked, "fruit", "Pear")
    due = await storage.follows.list_due(ALL_SHARDS, "9999")
    assert [followed.user_id for followed in due] == [stranger.id]


async def test_who_cannot_see_the_channel_any_more_is_told_nothing(here: Town, asked: Player, stranger: Player) -> None:
    await follows(here, stranger)
    await tries(asked, "fruit", "Pear")
    here.guild.remove_member(stranger.actor)
    await ticks(here, hours=21)
    assert DIGEST not in letters_to(here, stranger)
    assert not await here.bot.storage.follows.is_following(1, stranger.id)


async def test_in_an_outage_of_the_server_the_digest_waits(here: Town, asked: Player, stranger: Player) -> None:
    await follows(here, stranger)
    await tries(asked, "fruit", "Pear")
    backend = here.env.backend
    backend.emit("GUILD_DELETE", {"id": str(here.guild.id), "unavailable": True})
    await here.env.settle()
    await ticks(here, hours=21)
    assert await here.bot.storage.follows.is_following(1, stranger.id)
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, backend.guilds[here.guild.id]))
    await here.restart()
    await here.bot.outbox_worker.wait_for_all()
    assert letters_to(here, stranger).count(DIGEST) == 1
    assert await here.bot.storage.follows.is_following(1, stranger.id)


async def test_a_table_in_a_private_thread_is_not_followed(
    here: Town, ann: Player, ben: Player, stranger: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ann.slash("game new", game="toy", seats=2, place="in a thread")
    await ben.press("Join", on=await here.board())
    await ann.press("Start", on=await here.board())
    monkeypatch.setattr(discord.Thread, "is_private", lambda _: True)
    assert "private thread" in await follows(here, stranger)
    assert not await here.bot.storage.follows.is_following(1, stranger.id)


async def test_following_is_exported_and_forgotten_with_its_person(here: Town, asked: Player, stranger: Player) -> None:
    await follows(here, stranger)
    data = json.loads(json.dumps(await here.bot.services.erasure.collect_data(stranger.id)))
    assert [followed["table"] for followed in data["tables_you_follow"]] == [1]
    await here.bot.services.erasure.forget(stranger.id)
    assert not await here.bot.storage.follows.is_following(1, stranger.id)
