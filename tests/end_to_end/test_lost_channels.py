"""Servers, channels and people go: the tables stand still, go on elsewhere or without them, and nothing is lost."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from discord import PermissionOverwrite, Permissions
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.client import Boardroom
from bot.ui.delivery.servers import DiscordServers
from storage.interface.games import GameRow
from storage.interface.questions import QuestionTimes
from tests.end_to_end.playing import breaks, mends
from tests.end_to_end.town import Town, begun, find, ids, said, town, words


def taken_off(there: Town) -> Callable[[], None]:
    """Take the bot off its server; return what invites it again."""
    backend = there.env.backend
    guild = backend.guilds.pop(there.guild.id)
    channels = {number: backend.channels.pop(number) for number in (*guild.channel_ids, *guild.thread_ids)}
    backend.emit("GUILD_DELETE", {"id": str(guild.id)})

    def invite() -> None:
        backend.guilds[guild.id] = guild
        backend.channels.update(channels)
        backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, guild))

    return invite


async def gathered(there: Town, place: str = "here") -> None:
    """Let Ann open a table for two, and Ben join it."""
    await there.people["Ann"].slash(there.channel, "game new", game="goodwill", seats=2, place=place)
    if place != "here":
        (there.place,) = there.channel.threads
    await there.people["Ben"].slash(there.place, "game join")


async def row(there: Town) -> GameRow:
    """The table's saved row."""
    saved, _ = await there.snapshot()
    assert saved is not None
    return saved.game


async def asked_until(there: Town) -> list[str | None]:
    """Until when each open question waits."""
    return [
        None if ask.times is None else ask.times.due_at
        for ask in await there.store.open_questions.list_in_game(there.number)
    ]


async def its_time_comes(there: Town, who: MemberActor) -> None:
    """Let the clock look at somebody's question, as it does when they are to be reminded."""
    seat = await there.seat(who)
    (ask,) = [ask for ask in await there.store.open_questions.list_in_game(there.number) if ask.seat == seat]
    assert ask.times is not None
    now = there.bot.host.format_now()
    await there.store.clocks.set_times(there.number, seat, ask.etag, replace(ask.times, next_at=now), (), now)
    await there.bot.clock.tick()
    await there.settled()


async def waiting(there: Town) -> int:
    """How many letters wait."""
    return len(await there.store.outbox.list_unsent(there.number))


# -- off a server and back -----------------------------------------------------------------------


async def test_taken_off_a_server_and_invited_again(there: Town) -> None:
    ann, ben = there.people["Ann"].user, there.people["Ben"].user
    (call,) = there.calls()
    invite = taken_off(there)
    await there.env.settle()
    lost, before = await row(there), len(there.env.http_requests)
    assert (lost.lost, lost.paused_at) == ("server", lost.lost_at)

    assert "I was removed from its server" in said(await ann.slash("inbox"))
    assert "sealed" in said(await ann.slash("bid", price="12")), "the game goes on where it can"
    assert "second price" in said(await ben.slash("bid", price="14"))
    assert await waiting(there) == 0
    posts = [request for request in there.env.http_requests[before:] if request.path.startswith("/channels/")]
    assert all(request.method == "PATCH" for request in posts), "nobody is called where nobody can see it"
    tried = len(there.env.http_requests)
    await there.env.advance_time(3600)
    assert len(there.env.http_requests) == tried, "nobody knocks at a closed door"

    invite()
    await there.env.settle()
    back = await row(there)
    assert (back.lost, back.paused_at) == (None, None)
    assert "second price" in words(there.table_message())
    assert "clocks stand still" not in words(there.table_message())
    assert [words(message) for message in there.public()].count(
        "I can write at this table again. Its clocks go on."
    ) == 1
    (anew,) = there.calls()
    assert anew.id != call.id
    assert {f"<@{ann.id}>", f"<@{ben.id}>"} <= set(words(anew).split())
    assert await waiting(there) == 0


async def test_a_game_that_ended_out_of_reach_tells_its_result_when_the_bot_is_back(there: Town) -> None:
    invite = taken_off(there)
    await there.env.settle()
    await there.bot.services.absence.give_up_seat(there.number, there.people["Ann"].id)
    await there.settled()
    ended = await row(there)
    assert (ended.status, ended.lost) == ("finished", "server")
    assert await waiting(there) == 0

    invite()
    await there.settled()
    await there.restart()
    board = there.table_message()
    (result,) = [message for message in there.public() if "wins" in words(message) and message.id != board.id]
    assert "Ben" in words(result)
    assert "The game is over" in words(board)
    assert (await row(there)).lost is None
    assert await waiting(there) == 0


async def test_invited_again_after_the_message_was_deleted(there: Town) -> None:
    old = there.table_message().id
    invite = taken_off(there)
    await there.env.settle()
    invite()
    there.env.backend.delete_message(there.place.id, old)
    await there.env.settle()
    assert there.table_message().id != old


async def test_both_happened_while_the_bot_was_off(there: Town) -> None:
    await there.bot.close()
    invite = taken_off(there)
    await there.restart()
    assert (await row(there)).lost == "server"
    await there.bot.close()
    invite()
    await there.restart()
    assert (await row(there)).lost is None
    assert len(there.calls()) == 1


async def test_an_outage_of_the_server_is_no_departure(there: Town) -> None:
    before = await asked_until(there)
    guild = there.env.backend.guilds[there.guild.id]
    there.env.backend.emit("GUILD_DELETE", {"id": str(there.guild.id), "unavailable": True})
    await there.env.settle()
    assert (await row(there)).lost is None
    there.env.backend.emit("GUILD_CREATE", serializers.guild_create_payload(there.env.backend, guild))
    await there.env.settle()
    assert (await row(there)).paused_at is None
    assert await asked_until(there) == before
    assert len(there.calls()) == 1


# -- channels ------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["here", "in a thread"])
async def test_a_player_brings_a_table_whose_channel_was_deleted(tmp_path: Path, place: str) -> None:
    async with town(tmp_path, "Ann", "Ben", "Dora") as there:
        await begun(there, place=place)
        ann, ben, dora = there.people["Ann"], there.people["Ben"], there.people["Dora"]
        lounge = there.guild.create_text_channel("lounge")
        there.env.backend.delete_channel(there.place.id)
        await there.env.settle()
        lost = await row(there)
        assert (lost.lost, lost.paused_at) == ("channel", lost.lost_at)
        assert "its channel was deleted" in said(await ann.user.slash("inbox"))
        assert "its channel was deleted" in said(await ann.slash(lounge, "game list"))

        watched = await dora.slash(lounge, "game status", table="1")
        assert watched.response is not None
        assert find(watched.response, "bring") is None, "she does not play"
        # The permissions of a deleted channel are unknown; a thread's channel is still there.
        assert ("I can't find that table" in said(watched)) == (place == "here")
        assert ("its channel was deleted" in said(await dora.slash(lounge, "game list"))) == (place != "here")
        shown = await ben.slash(lounge, "game status", table="1")
        assert "I can't post in this table's channel, so the clocks are paused." in said(shown)
        assert shown.response is not None
        there.place = lounge
        assert "Table 1 is here now." in said(await ben.click(shown.response, custom_id="bring:1"))
        found = await row(there)
        assert (found.channel_id, found.lost, found.paused_at) == (lounge.id, None, None)
        assert "first price" in words(there.table_message())
        assert len(there.calls()) == 1
        assert "is in <#" in said(await ben.click(shown.response, custom_id="bring:1")), "pressed twice"
        assert "sealed" in said(await ann.slash(lounge, "bid", price="12"))
        assert await waiting(there) == 0


@pytest.mark.parametrize("place", ["here", "in a thread"])
@pytest.mark.parametrize("deleted", ["its own", "all of it", "while the bot was off"])
async def test_a_lobby_whose_channel_was_deleted_is_closed_and_its_people_hear_of_it(
    tmp_path: Path, place: str, deleted: str
) -> None:
    async with town(tmp_path, "Ann", "Ben") as there:
        ann, ben = there.people["Ann"], there.people["Ben"]
        lounge = there.guild.create_text_channel("lounge")
        await gathered(there, place=place)
        if deleted == "while the bot was off":
            await there.bot.close()
        there.env.backend.delete_channel(there.channel.id if deleted == "all of it" else there.place.id)
        if deleted == "while the bot was off":
            await there.restart()
        await there.env.settle()
        assert (await row(there)).status == "abandoned"
        told = said(await ben.slash(lounge, "game list"))
        assert "This server has no tables" in told
        assert "Table 1 was closed before its game began: its channel was deleted." in told
        assert "was closed" in said(await ann.slash(lounge, "game start", table="1"))
        await ann.slash(lounge, "game new", game="goodwill", seats=2, place="here")
        joined = said(await ben.slash(lounge, "game join"))
        assert "You sit at table 2" in joined
        assert "Table 1" not in said(await ben.slash(lounge, "game join")), "once"
        assert await waiting(there) == 0


async def test_a_lobby_is_still_there_when_the_bot_is_invited_again(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben") as there:
        await gathered(there)
        invite = taken_off(there)
        await there.env.settle()
        assert (await row(there)).lost == "server"
        await there.restart()
        assert ((await row(there)).status, (await row(there)).lost) == ("open", "server")
        invite()
        await there.env.settle()
        assert (await row(there)).lost is None
        await there.people["Ann"].click(there.table_message(), custom_id="start:1")
        assert "both prices" in words(there.table_message())


async def test_a_lobby_without_permission_waits_and_goes_on_when_it_is_given_back(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben") as there:
        await gathered(there)
        backend, me = there.env.backend, there.env.backend.bot_user.id
        hidden = Overwrite(me, OverwriteType.MEMBER, deny=Permissions(view_channel=True).value)
        backend.edit_channel(there.place.id, {}, overwrites=[hidden])
        breaks(there, status=403, code=50001)
        assert "left table 1" in said(await there.people["Ben"].slash(there.place, "game leave"))
        assert (await row(there)).lost == "channel"
        assert "on hold, because I can't post there" in said(await there.people["Ben"].slash(there.place, "game list"))
        await there.people["Ben"].slash(there.place, "game join")
        mends(there)
        backend.edit_channel(there.place.id, {}, overwrites=[])
        await there.env.settle()
        assert (await row(there)).lost is None
        assert f"<@{there.people['Ben'].id}>" in words(there.table_message())
        await there.people["Ann"].click(there.table_message(), custom_id="start:1")
        assert len(there.calls()) == 1


async def test_a_lobby_whose_place_works_again_unnoticed_begins_as_any_other(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben") as there:
        await gathered(there)
        breaks(there, status=403, code=50001)
        await there.people["Ben"].slash(there.place, "game leave")
        await there.people["Ben"].slash(there.place, "game join")
        assert (await row(there)).lost == "channel"
        mends(there)  # as when the bot is given a role, without an event
        await there.people["Ann"].click(there.table_message(), custom_id="start:1")
        await there.env.settle()
        assert ((await row(there)).status, (await row(there)).lost) == ("running", None)
        assert len(there.calls()) == 1


@pytest.mark.parametrize(("code", "there_is_one"), [(10003, False), (50001, None)])
async def test_a_hidden_thread_is_not_taken_for_a_deleted_one(
    there: Town, code: int, there_is_one: bool | None
) -> None:
    there.env.inject_error("GET", "/channels/404", status=404 if code == 10003 else 403, code=code)
    assert await DiscordServers(there.bot).has_channel(there.guild.id, 404) is there_is_one


class LateReady(Boardroom):
    """A bot that learns of its servers a while before it is ready, as by Discord, so that letters could arrive."""

    async def on_ready(self) -> None:
        for guild in self.guilds:
            await self.on_guild_available(guild)
        await self.outbox_worker.wait_for_all()
        await super().on_ready()


async def test_a_player_who_is_found_again_at_the_start_gets_the_outage_back_once(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben") as there:
        await gathered(there)
        breaks(there, status=403, code=50001)
        await there.people["Ben"].slash(there.place, "game leave")
        opened = datetime.fromisoformat((await row(there)).opened_at)
        assert (await row(there)).lost == "channel"
        await there.bot.close()
        mends(there)
        with closing(sqlite3.connect(tmp_path / "boardroom.db")) as rows, rows:
            rows.execute(
                "update games set opened_at = datetime(opened_at, '-100 hours') || '+00:00', "
                "paused_at = datetime(paused_at, '-100 hours') || '+00:00', "
                "lost_at = datetime(lost_at, '-100 hours') || '+00:00'"
            )
            rows.execute("update notes set text = datetime(text, '-100 hours') || '+00:00' where key = 'alive'")
        await there.env.restart_bot(LateReady(there.settings, games=there.games, spacing=0))
        await there.env.settle()
        assert (await row(there)).lost is None
        moved = datetime.fromisoformat((await row(there)).opened_at) - opened
        assert timedelta(0) <= moved < timedelta(hours=1)


async def test_while_the_connection_to_discord_is_lost_nobodys_time_runs_out(there: Town) -> None:
    seat = await there.seat(there.people["Ann"])
    tag = (await there.running()).get_etags()[seat]
    there.bot.dispatch("disconnect")
    await there.env.settle()
    long_ago = "2020-01-01T00:00:00+00:00"
    await there.store.clocks.set_times(
        there.number, seat, tag, QuestionTimes(long_ago, long_ago, long_ago), (), long_ago
    )
    async with there.bot.host.lock_game(there.number):
        there.bot.host.forget_loaded(there.number)  # its times were changed behind its back
    await there.bot.clock.start()
    await there.settled()
    assert (await there.running()).get_etags()[seat] == tag, "Ann could not have pressed"
    there.bot.dispatch("resumed")
    await there.env.settle()
    await there.bot.clock.start()
    await there.settled()
    assert (await there.running()).get_etags().get(seat) != tag


async def test_a_channel_that_was_deleted_while_the_bot_was_off(there: Town) -> None:
    await there.bot.close()
    there.env.backend.delete_channel(there.place.id)
    await there.restart()
    assert (await row(there)).lost == "channel"


async def test_players_hear_of_it_by_direct_message_where_they_want_that(there: Town) -> None:
    ann = there.people["Ann"]
    await there.press(ann, "dm:1:on")
    lounge = there.guild.create_text_channel("lounge")
    there.env.backend.delete_channel(there.place.id)
    await there.env.settle()
    heard = words(ann.user.dm_channel.history()[-1])
    assert "Table 1: I cannot write in its channel any more." in heard
    assert "Bring the table here" in heard
    before = len(ann.user.dm_channel.history())
    await there.people["Ben"].slash(lounge, "game status", table="1")
    await there.restart()
    assert len(ann.user.dm_channel.history()) == before, "once"


@pytest.mark.parametrize("code", [50001, 50013])
async def test_without_permission_the_clocks_stand_still_until_it_is_back(there: Town, code: int) -> None:
    breaks(there, status=403, code=code)
    assert "sealed" in said(await there.people["Ann"].slash(there.place, "bid", price="12"))
    lost = await row(there)
    assert (lost.lost, lost.paused_at) == ("channel", lost.lost_at)
    await there.people["Dora"].slash(there.place, "game status")
    assert (await row(there)).lost == "channel"
    mends(there)
    await there.people["Dora"].slash(there.place, "game status")
    assert (await row(there)).lost is None
    assert "waiting for" in words(there.table_message())
    assert "clocks stand still" not in words(there.table_message())
    assert await waiting(there) == 0


async def test_a_game_that_ended_without_permission_tells_its_result_when_it_is_back(there: Town) -> None:
    breaks(there, status=403, code=50013)
    await there.people["Ann"].slash(there.place, "table concede", sure="yes")
    await there.settled()
    assert (await row(there)).lost == "channel"
    mends(there)
    for _ in range(2):
        await there.people["Dora"].slash(there.place, "game status")
        await there.settled()
    board = there.table_message()
    (result,) = [message for message in there.public() if "wins" in words(message) and message.id != board.id]
    assert "Ben" in words(result)
    assert there.calls() == []
    assert (await row(there)).lost is None
    assert await waiting(there) == 0


async def test_when_a_manager_gives_the_permission_back_the_table_goes_on_by_itself(there: Town) -> None:
    backend, me = there.env.backend, there.env.backend.bot_user.id
    silent = Overwrite(me, OverwriteType.MEMBER, deny=Permissions(send_messages=True).value)
    backend.edit_channel(there.place.id, {}, overwrites=[silent])
    await there.people["Ann"].slash(there.place, "bid", price="12")
    await there.people["Ben"].slash(there.place, "bid", price="14")
    assert (await row(there)).lost == "channel"
    backend.edit_channel(there.place.id, {"topic": "Hello"})
    await there.env.settle()
    assert (await row(there)).lost == "channel"
    backend.edit_channel(there.place.id, {}, overwrites=[])
    await there.env.settle()
    assert (await row(there)).lost is None
    assert len(there.calls()) == 1


async def test_in_a_locked_thread_a_table_waits_until_it_is_unlocked(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Dora") as there:
        await begun(there, place="in a thread")
        ann, place = there.people["Ann"], f"/channels/{there.place.id}"
        there.env.backend.edit_channel(there.place.id, {}, thread_metadata={"archived": True, "locked": True})
        for method, path, code in (
            ("POST", "/messages", 160005),
            ("PATCH", "/messages/*", 50083),
            ("PATCH", "", 50013),
        ):
            there.env.inject_error(method, place + path, status=403, code=code, times=None)
        await ann.user.slash("bid", price="12")
        assert (await row(there)).lost == "channel"
        mends(there)
        there.env.backend.edit_channel(there.place.id, {}, thread_metadata={"archived": False, "locked": False})
        await there.env.settle()
        assert (await row(there)).lost is None
        assert await waiting(there) == 0


async def test_a_call_that_a_locked_thread_did_not_take_is_made_when_it_is_unlocked(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Dora") as there:
        await begun(there, place="in a thread")
        ann, ben, place = there.people["Ann"], there.people["Ben"], f"/channels/{there.place.id}"
        asked_before = {(ask.seat, ask.etag) for ask in await there.store.open_questions.list_in_game(there.number)}
        there.env.backend.edit_channel(there.place.id, {}, thread_metadata={"archived": False, "locked": True})
        there.env.inject_error("POST", f"{place}/messages", status=403, code=160005, times=None)
        for who in (ann, ben):
            await who.user.slash("bid", price="12")
        await there.settled()
        assert (await row(there)).lost == "channel"
        asks = await there.store.open_questions.list_in_game(there.number)
        assert {(ask.seat, ask.etag) for ask in asks}.isdisjoint(asked_before), "another question is open by now"
        mends(there)
        there.env.backend.edit_channel(there.place.id, {}, thread_metadata={"archived": False, "locked": False})
        await there.settled()
        (call,) = there.calls()
        running = await there.running()
        for ask in asks:
            assert f"<@{running.get_seat_row(ask.seat).user_id}>" in words(call)
        called = [
            entry.json["allowed_mentions"]["users"]
            for entry in there.env.http_requests
            if entry.method == "POST" and entry.path == f"{place}/messages" and entry.json
        ]
        assert called[-1] == [ann.id], "Ben has the question before him"


async def test_a_table_cannot_be_brought_where_it_could_not_be_shown(there: Town) -> None:
    ben = there.people["Ben"]
    attic = there.guild.create_text_channel(
        "attic", overwrites={there.guild.default_role: PermissionOverwrite(attach_files=False)}
    )
    there.env.backend.delete_channel(there.place.id)
    await there.env.settle()
    shown = await ben.slash(attic, "game status", table="1")
    assert shown.response is not None
    assert "I lack permissions in this channel: Attach Files" in said(
        await ben.click(shown.response, custom_id="bring:1")
    )
    assert (await row(there)).lost == "channel"


# -- people --------------------------------------------------------------------------------------


async def test_somebody_has_left_the_server_without_a_word(there: Town) -> None:
    ann = there.people["Ann"]
    seat = await there.seat(ann)
    there.guild.remove_member(ann)
    await there.env.settle()
    assert (await there.running()).get_seat_row(seat).user_id == ann.id, "nobody tells us"
    await its_time_comes(there, ann)
    assert (await there.running()).get_seat_row(seat).user_id is None
    (vacancy,) = [message for message in there.public() if ids(message) == [f"take:1:{seat}"]]
    assert "**Ann** is not in this server any more and has left their seat." in words(vacancy)
    await there.people["Dora"].click(vacancy, custom_id=f"take:1:{seat}")
    assert await there.seat(there.people["Dora"]) == seat


async def test_when_discord_does_not_know_who_is_there_nobody_loses_a_seat(there: Town) -> None:
    ann = there.people["Ann"]
    seat = await there.seat(ann)
    there.env.inject_error("GET", f"/guilds/{there.guild.id}/members/{ann.id}", status=403, code=0)
    await its_time_comes(there, ann)
    assert (await there.running()).get_seat_row(seat).user_id == ann.id


# -- being forgotten -----------------------------------------------------------------------------


async def test_forget_me_says_what_will_happen_and_does_it(there: Town) -> None:
    ann, ben = there.people["Ann"], there.people["Ben"]
    await ben.slash(there.channel, "game new", game="goodwill", place="here")
    await ann.slash(there.channel, "game join", table="2")
    seat = await there.seat(ann)
    offer = await ann.slash(there.channel, "settings forget-me")
    assert "You lose your seat at table 1" in said(offer)
    assert "You leave table 2 before the game has begun.\n" in said(offer)
    assert "takes it over" not in said(offer), "it is Ben's table"
    owners = said(await ben.slash(there.channel, "settings forget-me"))
    assert "You leave table 2 before the game has begun. As you opened it, somebody else there takes it over" in owners
    assert "Until table 1 is over, I keep a keyed hash there that tells me" in said(offer)
    assert "you may take your own seat again while it is free, and no other" in said(offer)
    assert "cannot be undone" in said(offer)
    assert (await there.running()).get_seat_row(seat).user_id == ann.id, "nothing has happened yet"
    assert offer.response is not None
    first, second = await there.press(ann, "forget:0", "forget:0", message=there.table_message())
    assert "Your data is deleted" in said(first)
    assert {said(second)} <= {said(first), "I keep nothing about you."}
    (again,) = await there.press(ann, "forget:0", message=there.table_message())
    assert said(again) == "I keep nothing about you."
    nothing = said(await ann.slash(there.channel, "settings forget-me"))
    assert nothing.startswith("I keep nothing about you. But: Until table 1 is over, I keep a keyed hash")
    assert (await there.running()).get_seat_row(seat).user_id is None
    assert f"<@{ann.id}>" not in words(there.table_message())
    assert any(ids(message) == [f"take:1:{seat}"] for message in there.public())
    lobby = await there.store.games.load(2)
    assert lobby is not None
    assert [seat_row.user_id for seat_row in lobby.seats] == [ben.id]
    assert await there.store.people.get(ann.id) is None


async def test_ones_data_as_a_file(there: Town) -> None:
    ann = there.people["Ann"]
    answer = await ann.slash(there.channel, "settings my-data")
    (sent,) = [message for message in (answer.response, *answer.followups) if message and message.attachments]
    assert sent.ephemeral
    (file,) = sent.attachments
    kept = json.loads(await file.read())
    assert kept["user_id"] == str(ann.id)
    assert [table["table"] for table in kept["tables"]] == [1]
