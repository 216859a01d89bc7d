"""How secrets and calls reach people: the way they chose, another way when that is closed, and nothing stale."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from random import Random

import discord
import pytest
from discord import Permissions
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType, OverwriteType

from bot.engine import play
from bot.engine.records import Seat
from bot.games import GAMES
from bot.host.errors import NotYours, Refusal
from bot.host.tables import AnyGame
from bot.ui.secret_copies import SOON, FirstContacts
from storage.interface import DueAsk, NewLetter, Times
from tests.end_to_end.playing import a_year_passes, answers, asked, breaks, everybody_answers, letters, mends
from tests.end_to_end.town import Town, begun, find, ids, said, town, words
from tests.storage.release import picks_for
from tests.toy import TOY

LONG_AGO = "2026-01-01T00:00:00+00:00"
MODERATORS = "moderators of the server who have the permission Manage Threads"


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Town]:
    """Ann and Ben at the beginning of a game; Dora watches."""
    async with town(tmp_path, "Ann", "Ben", "Dora") as opened:
        await begun(opened)
        yield opened


def private_threads(there: Town) -> list[ChannelHandle]:
    """The private threads of the channel, oldest first."""
    channels = there.env.backend.channels
    return [thread for thread in there.channel.threads if channels[thread.id].type == ChannelType.PRIVATE_THREAD]


def members(there: Town, thread: ChannelHandle) -> set[int]:
    """The people in a thread, without the bot."""
    assert there.env.bot.user is not None
    return set(there.env.backend.get_thread(thread.id).thread_members) - {there.env.bot.user.id}


def hands(channel: ChannelHandle) -> list[str]:
    """The copies of hands that stand there."""
    return [words(message) for message in channel.history() if "Your hand" in words(message)]


async def chooses(there: Town, name: str, secrets: str) -> str:
    """Let somebody choose in their settings how secrets come; return what they were told."""
    return said(await there.people[name].slash(there.place, "settings change", secrets=secrets))


async def goes_to_bed(there: Town, name: str) -> None:
    """Let somebody's quiet hours be just now."""
    now = there.bot.host.now()
    night = f"{now - timedelta(hours=1):%H:%M}-{now + timedelta(hours=7):%H:%M}"
    await there.people[name].slash(there.channel, "settings change", quiet_hours=night)


async def panel(there: Town, name: str) -> str:
    """Let somebody press Act on the table's message."""
    return said(await there.people[name].click(there.table_message(), custom_id="act:1"))


async def ledger(there: Town, who: MemberActor) -> str:
    return said(await who.slash(there.place, "game delivery"))


def organiser(there: Town) -> MemberActor:
    """Somebody who runs the server."""
    role = there.guild.create_role("Organisers", permissions=Permissions(manage_guild=True))
    return there.guild.add_member(there.env.create_user("otto", global_name="Otto"), roles=[role])


# -- private threads -------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["here", "in a thread"])
async def test_secrets_come_in_a_thread_of_ones_own_until_the_game_is_over(tmp_path: Path, place: str) -> None:
    async with town(tmp_path, "Ann", "Ben", "Dora") as there:
        await begun(there, place=place)
        ann, ben = there.people["Ann"], there.people["Ben"]
        assert private_threads(there) == [], "nobody has asked for one"
        assert MODERATORS in await chooses(there, "Ann", "private thread")
        (thread,) = private_threads(there)
        assert members(there, thread) == {ann.id}
        assert MODERATORS in words(thread.history()[-1])
        assert len(hands(thread)) == 1
        await a_year_passes(there)
        assert len(hands(thread)) == 2
        assert [each.id for each in private_threads(there)] == [thread.id]
        assert hands(ann.user.dm_channel) == []
        await there.restart()
        opened = await ann.click(thread.history()[-1], custom_id="act:1")
        assert opened.response is not None
        assert opened.response.ephemeral
        await ben.slash(there.place, "game concede", sure="yes")
        closed = there.env.backend.get_thread(thread.id).thread_metadata
        assert closed is not None
        assert closed.archived
        assert closed.locked
        assert len(there.calls()) == 0


async def test_the_copies_in_a_thread_are_stopped_where_they_arrive(there: Town) -> None:
    await chooses(there, "Ann", "private thread")
    (thread,) = private_threads(there)
    result = await there.people["Ann"].click(thread.history()[-1], label="Stop these copies")
    assert "do not send you copies" in said(result)
    await a_year_passes(there)
    assert len(hands(thread)) == 1


async def test_who_takes_a_seat_gets_a_thread_of_their_own_and_who_left_sees_nothing_more(there: Town) -> None:
    ann, dora = there.people["Ann"], there.people["Dora"]
    await chooses(there, "Ann", "private thread")
    await chooses(there, "Dora", "private thread")
    (old,) = private_threads(there)
    seat = await there.seat(ann)
    await there.bot.doors.motions.vacate(1, seat, "They had to go.")
    await there.settled()
    assert members(there, old) == set()
    vacancy = find_with(there, f"take:1:{seat}")
    await dora.click(vacancy, custom_id=f"take:1:{seat}")
    _, new = private_threads(there)
    assert members(there, new) == {dora.id}
    await a_year_passes(there)
    assert (len(hands(old)), len(hands(new))) == (1, 2)
    assert members(there, old) == set()


def find_with(there: Town, custom_id: str) -> discord.Message:
    (message,) = [message for message in there.public() if custom_id in ids(message)]
    return message


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 160006), (400, 30033), (403, 50001)])
async def test_where_no_thread_can_be_made_secrets_wait_behind_my_hand_and_only_that_person_is_told(
    there: Town, status: int, code: int
) -> None:
    there.env.inject_error("POST", f"/channels/{there.channel.id}/threads", status=status, code=code, times=None)
    await chooses(there, "Ann", "private thread")
    public = len(there.public())
    assert "could not bring your secrets" not in await panel(there, "Ben")
    told = await panel(there, "Ann")
    assert "could not bring your secrets of table 1 in a private thread" in told
    assert str(code) in told
    assert "could not bring" not in await panel(there, "Ann"), "it is told once"
    assert len(there.public()) == public
    tried = len(there.env.http_requests)
    await a_year_passes(there)
    assert [entry for entry in there.env.http_requests[tried:] if entry.path.endswith("/threads")] == []
    assert await letters(there) == []
    assert (await there.running()).row.lost is None, "the table itself can be reached"


async def test_without_the_permission_for_private_threads_it_is_named(there: Town) -> None:
    await forbids(there, create_private_threads=True)
    await chooses(there, "Ann", "private thread")
    assert "I lack Create Private Threads there" in await panel(there, "Ann")
    assert private_threads(there) == []


async def forbids(there: Town, **permissions: bool) -> None:
    """Take permissions from the bot in the channel."""
    assert there.env.bot.user is not None
    deny = Permissions(**permissions).value
    there.env.backend.set_overwrite(there.channel.id, Overwrite(there.env.bot.user.id, OverwriteType.MEMBER, 0, deny))
    await there.env.settle()


async def test_a_thread_that_somebody_deleted_is_made_again(there: Town) -> None:
    await chooses(there, "Ann", "private thread")
    (old,) = private_threads(there)
    there.env.backend.delete_channel(old.id)
    await a_year_passes(there)
    (new,) = private_threads(there)
    assert new.id != old.id
    assert len(hands(new)) == 1
    assert (await there.running()).row.lost is None


# -- direct messages -------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [50007, 50278])
async def test_when_direct_messages_are_closed_secrets_come_by_the_panel_and_only_that_person_is_told(
    there: Town, code: int
) -> None:
    ann = there.people["Ann"]
    await chooses(there, "Ann", "direct message")
    assert len(hands(ann.user.dm_channel)) == 1
    path = f"/channels/{ann.user.dm_channel.id}/messages"
    there.env.inject_error("POST", path, status=403, code=code, times=None)
    await a_year_passes(there)
    assert await letters(there) == [], "nothing waits for it"
    assert f"refused ({code}), ready behind **My hand**" in await ledger(there, ann)
    assert "closed for me" not in await panel(there, "Ben")
    assert not [message for message in there.public() if "closed" in words(message)]
    told = await panel(there, "Ann")
    assert "Your direct messages are closed for me" in told
    assert "closed for me" not in await panel(there, "Ann"), "it is told once"
    knocked = [entry for entry in there.env.http_requests if entry.path == path]
    await a_year_passes(there)
    assert [entry for entry in there.env.http_requests if entry.path == path] == knocked


async def test_what_is_told_once_stands_on_the_hand_when_that_is_looked_at_first(there: Town) -> None:
    await there.bot.host.people.leave_word(there.people["Ann"].id, "Ann", "Something for you alone.")
    await there.restart()
    assert "alone" not in said(await there.people["Ben"].slash(there.place, "hand"))
    assert "Something for you alone." in said(await there.people["Ann"].slash(there.place, "hand"))
    assert "alone" not in said(await there.people["Ann"].slash(there.place, "hand"))


async def test_when_too_many_direct_messages_were_opened_the_copy_comes_later(there: Town) -> None:
    ann = there.people["Ann"]
    there.env.inject_error("POST", "/users/@me/channels", status=400, code=40003)
    await chooses(there, "Ann", "direct message")
    assert await letters(there) == ["hand"]
    assert "refused (too many direct messages were opened (40003)), it is tried again" in await ledger(there, ann)
    assert "the copies by direct message begin later by themselves" in await panel(there, "Ann")
    assert "direct message**" in said(await ann.slash(there.place, "settings change")), "the choice stands"
    await everybody_answers(there)
    assert "second price" in words(there.table_message()), "the game does not wait"
    there.bot.doors.secrets_room.copies.contacts = FirstContacts(spacing=0)  # ten minutes later
    await there.env.advance_time(601)
    assert len(hands(ann.user.dm_channel)) == 1
    assert await letters(there) == []


async def test_while_the_bot_may_open_no_direct_messages_secrets_come_by_the_panel_and_the_choice_stands(
    there: Town,
) -> None:
    ann = there.people["Ann"]
    there.env.inject_error("POST", "/users/@me/channels", status=403, code=20026)
    await chooses(there, "Ann", "direct message")
    assert await letters(there) == []
    assert "refused (20026), ready behind **My hand**" in await ledger(there, ann)
    (result,) = await there.press(there.people["Ben"], "dm:1:on")
    assert "does not let me open direct messages" in said(result)
    opened = [entry for entry in there.env.http_requests if entry.path == "/users/@me/channels"]
    assert len(opened) == 1, "it is not tried with others meanwhile"
    assert "direct message**" in said(await ann.slash(there.place, "settings change"))


async def test_first_direct_messages_to_people_are_paced(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora") as there:
        await begun(there)
        there.bot.doors.secrets_room.copies.contacts = FirstContacts(spacing=20)
        arrived = [len(hands(there.people[name].user.dm_channel)) for name in ("Ann", "Ben", "Cleo")]
        for name in ("Ann", "Ben", "Cleo"):
            (result,) = await there.press(there.people[name], "dm:1:on")
            assert "From now on" in said(result)
            assert ("in a moment" in said(result)) == (name != "Ann")

        def come() -> list[int]:
            return [len(hands(there.people[name].user.dm_channel)) for name in ("Ann", "Ben", "Cleo")]

        assert arrived == [0, 0, 0]
        assert come() == [1, 0, 0]
        await there.env.advance_time(21)
        assert come() == [1, 1, 0]
        await there.env.advance_time(20)
        assert come() == [1, 1, 1]
        await a_year_passes(there)
        assert come() == [2, 2, 2], "who had one before does not wait"


def test_each_has_their_turn_and_nobody_waits_long_for_it() -> None:
    clock = [100.0]
    contacts = FirstContacts(spacing=2, now=lambda: clock[0])
    waits = [contacts.turn(user, comes_back=True) for user in range(40)]
    assert waits[:3] == [0, 2, 4]
    assert [wait for wait in waits if wait is not None] == [2 * at for at in range(int(SOON) // 2 + 1)]
    assert contacts.turn(3, comes_back=True) == 0, "who was told when to come back has their turn then"
    contacts.rest(600)
    clock[0] += 599 - SOON
    assert contacts.turn(4, comes_back=True) is None
    clock[0] += SOON
    assert contacts.turn(4, comes_back=True) == 1


async def test_an_old_address_that_is_gone_is_opened_anew(there: Town) -> None:
    ann = there.people["Ann"]
    await chooses(there, "Ann", "direct message")
    there.env.inject_error("POST", f"/channels/{ann.user.dm_channel.id}/messages", status=404, code=10003)
    await a_year_passes(there)
    assert len(hands(ann.user.dm_channel)) == 2
    assert (await there.running()).row.lost is None


async def time_runs_out(there: Town, name: str) -> None:
    """Let somebody's time end now; the clock, started anew, finds that."""
    seat = await there.seat(there.people[name])
    tag = (await there.running()).asks()[seat]
    await there.store.set_times(1, seat, tag, Times(LONG_AGO, LONG_AGO, LONG_AGO), [], there.bot.host.now_text())
    await there.restart()


def ran_out(channel: ChannelHandle) -> list[str]:
    """What is said there of somebody whose time has run out."""
    return [words(message) for message in channel.history() if "ran out" in words(message)]


async def test_whose_time_ran_out_hears_of_it_before_the_table_though_discord_failed_first(there: Town) -> None:
    ann = there.people["Ann"]
    await chooses(there, "Ann", "direct message")
    there.env.inject_error("POST", f"/channels/{ann.user.dm_channel.id}/messages", status=500, times=1)
    await time_runs_out(there, "Ann")
    assert ran_out(there.place) == [], "the table waits a moment"
    await there.env.advance_time(6)
    (mine,), (theirs,) = ran_out(ann.user.dm_channel), ran_out(there.place)
    assert mine.startswith(f"<@{ann.id}> Your time")
    assert theirs.startswith("The time of")
    assert await letters(there) == []


async def test_whose_direct_messages_are_down_for_long_is_told_in_the_channel_before_the_others_read_of_it(
    there: Town,
) -> None:
    ann = there.people["Ann"]
    await chooses(there, "Ann", "direct message")
    there.env.inject_error("POST", f"/channels/{ann.user.dm_channel.id}/messages", status=500, times=None)
    await time_runs_out(there, "Ann")
    await there.env.advance_time(6)
    mine, theirs = ran_out(there.place)
    assert mine.startswith(f"<@{ann.id}> Your time")
    assert theirs.startswith("The time of")
    assert "refused (Discord answered 500 (0)), sent in the channel" in await ledger(there, ann)


async def test_copies_that_come_during_quiet_hours_make_no_sound(there: Town) -> None:
    ann, ben = there.people["Ann"], there.people["Ben"]
    await chooses(there, "Ann", "direct message")
    await chooses(there, "Ben", "direct message")
    await goes_to_bed(there, "Ann")
    await a_year_passes(there)

    def silent(who: MemberActor) -> list[bool]:
        copies = [message for message in who.user.dm_channel.history() if "Your hand" in words(message)]
        return [message.flags.suppress_notifications for message in copies]

    assert silent(ann) == [False, True]
    assert silent(ben) == [False, False]


async def test_an_empty_chair_is_offered_though_a_message_to_who_left_it_does_not_arrive(there: Town) -> None:
    ann, dora = there.people["Ann"], there.people["Dora"]
    await chooses(there, "Ann", "direct message")
    seat = await there.seat(ann)
    there.env.inject_error("POST", f"/channels/{ann.user.dm_channel.id}/messages", status=500, times=None)
    about_ann = NewLetter("order", seat, '{"text": "Your standing order has ended."}')
    await there.store.add_letters(1, [about_ann], there.bot.host.now_text())
    there.bot.host.told(1, attend=False)
    await there.settled()
    await there.bot.doors.motions.vacate(1, seat, "They had to go.")
    await there.settled()
    await dora.click(find_with(there, f"take:1:{seat}"), custom_id=f"take:1:{seat}")
    assert await there.seat(dora) == seat


# -- what somebody deletes --------------------------------------------------------------------------


async def deleted(there: Town, verb: str) -> None:
    """Let a moderator delete the message with this button."""
    (message,) = [message for message in there.public() if find(message, verb)]
    there.env.backend.delete_message(there.place.id, message.id)
    await there.settled()


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_vote_whose_message_was_deleted_can_be_cast_after_asking_for_the_tables_status(
    tmp_path: Path, restarted: bool
) -> None:
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora") as there:
        await begun(there)
        ann, ben = there.people["Ann"], there.people["Ben"]
        await ann.slash(there.place, "game propose", what="pause")
        await deleted(there, "agree")
        if restarted:
            await there.restart()
        for _ in range(2):
            await ben.slash(there.place, "game status")
            await there.settled()
        (vote,) = [message for message in there.public() if find(message, "agree")]
        agree = find(vote, "agree")
        assert agree is not None
        assert "decided it" in said(await ben.click(vote, custom_id=agree["custom_id"]))
        assert (await there.running()).row.paused_at is not None
        await there.settled()
        assert not [message for message in there.public() if find(message, "agree")]


@pytest.mark.parametrize("restarted", [False, True])
async def test_an_empty_chair_whose_message_was_deleted_can_be_taken_after_asking_for_the_tables_status(
    there: Town, restarted: bool
) -> None:
    ann, ben, dora = (there.people[name] for name in ("Ann", "Ben", "Dora"))
    seat = await there.seat(ben)
    await there.bot.doors.motions.vacate(1, seat, "They had to go.")
    await there.settled()
    await deleted(there, "take")
    if restarted:
        await there.restart()
    for _ in range(2):
        await ann.slash(there.place, "game status")
        await there.settled()
    offer = find_with(there, f"take:1:{seat}")
    assert f"**Empty chair {seat}** is free" in words(offer)
    await dora.click(offer, custom_id=f"take:1:{seat}")
    assert await there.seat(dora) == seat
    await there.settled()
    assert not [message for message in there.public() if find(message, "take")]


async def test_votes_and_empty_chairs_that_stand_there_are_not_posted_twice(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora") as there:
        await begun(there)
        ann = there.people["Ann"]
        await there.bot.doors.motions.vacate(1, await there.seat(there.people["Cleo"]), "They had to go.")
        await ann.slash(there.place, "game propose", what="pause")
        await there.settled()
        before = [(message.id, words(message)) for message in there.public()]
        await ann.slash(there.place, "game status")
        await there.settled()
        assert [(message.id, words(message)) for message in there.public()] == before
        assert await letters(there) == []


# -- the ledger ------------------------------------------------------------------------------------


async def test_organisers_see_the_states_of_every_seat_and_players_their_own_and_nobody_a_secret(there: Town) -> None:
    ann, ben, otto = there.people["Ann"], there.people["Ben"], organiser(there)
    seen = await ledger(there, ann)
    assert "ready behind **My hand**" in seen
    assert "**Ben**" not in seen
    assert "opened" not in seen
    await panel(there, "Ann")
    assert re.search(r"ready behind \*\*My hand\*\* <t:\d+:R>, opened <t:\d+:R>$", await ledger(there, ann), re.M)
    assert "asked for again" not in await ledger(there, ann)
    await ann.slash(there.place, "hand")
    await chooses(there, "Ben", "direct message")
    whole = await ledger(there, otto)
    assert re.search(r"\*\*Ann\*\*\n- secrets: queued.*opened.*asked for again", whole)
    assert re.search(r"\*\*Ben\*\*\n.*\n?.*sent by direct message", whole)
    assert "The table's message: queued" in whole
    hand = said(await ann.slash(there.place, "hand"))
    secret = {line for line in hand.split("\n") if line.startswith("- ") or "%" in line}
    assert secret
    assert not [line for line in secret if line in whole]
    assert "Only who plays at this table, or a server manager" in await ledger(there, there.people["Dora"])
    assert "closed" not in await ledger(there, ben)


async def test_looking_again_and_again_writes_nothing(there: Town) -> None:
    for _ in range(2):
        await panel(there, "Ann")
        await there.people["Ann"].slash(there.place, "hand")
    await there.env.settle()
    commits = there.store.database.commits
    for _ in range(3):
        await panel(there, "Ann")
        await there.people["Ann"].slash(there.place, "hand")
    assert there.store.database.commits == commits


# -- what Discord refuses --------------------------------------------------------------------------


async def test_a_message_that_was_changed_too_often_is_posted_anew_and_the_old_one_goes(there: Town) -> None:
    old, call = there.table_message(), there.calls()[0]
    there.env.inject_error("PATCH", f"/channels/{there.place.id}/messages/{old.id}", status=429, code=30046)
    there.env.inject_error("PATCH", f"/channels/{there.place.id}/messages/{call.id}", status=429, code=30046)
    await answers(there, (await asked(there))[0])
    assert there.table_message().id != old.id
    (new,) = there.calls()
    assert new.id != call.id
    await visible_is_open(there)
    posted = [
        entry.json["allowed_mentions"]["users"]
        for entry in there.env.http_requests
        if entry.method == "POST" and entry.path == f"/channels/{there.place.id}/messages" and entry.json
    ]
    assert posted[-2:] == [[], []], "nobody is called again for it"


async def test_who_plays_is_told_once_and_in_private_which_permission_is_missing(there: Town) -> None:
    await forbids(there, send_messages=True)
    await everybody_answers(there)
    await everybody_answers(there)
    for name in ("Ann", "Ben"):
        told = await panel(there, name)
        assert "I cannot show table 1" in told
        assert "Send Messages" in told
        assert "View Channel" not in told
        assert "I cannot show" not in await panel(there, name)
    assert "I cannot show" not in await panel(there, "Dora")
    await everybody_answers(there)
    assert "I cannot show" not in await panel(there, "Ann"), "not for every message that could not be posted"


async def test_a_reminder_is_not_sent_when_the_question_was_answered_during_the_outage(there: Town) -> None:
    breaks(there, status=500)
    ann = there.people["Ann"]
    seat = await there.seat(ann)
    running = await there.running()
    due = DueAsk(1, seat, running.asks()[seat], running.clocks[seat])
    await there.bot.doors.absence.remind(due)
    await there.settled()
    assert "note" in await letters(there)
    await everybody_answers(there)
    mends(there)
    await there.restart()
    assert await letters(there) == []
    assert not [message for message in there.public() if "waits for you" in words(message)]
    assert "expired" in await ledger(there, ann)


async def test_a_silent_thread_is_kept_from_being_archived(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Dora") as there:
        await begun(there, place="in a thread")
        there.env.backend.edit_channel(there.place.id, {}, thread_metadata={"archived": True})
        before, shown = len(there.env.http_requests), len(there.public())
        await there.store.add_letters(1, [NewLetter("awake")], there.bot.host.now_text())
        there.bot.courier.wake(1)
        await there.settled()
        thread = there.env.backend.get_thread(there.place.id).thread_metadata
        assert thread is not None
        assert not thread.archived
        assert thread.auto_archive_duration == 10080
        changes = [
            entry.json["auto_archive_duration"]
            for entry in there.env.http_requests[before:]
            if entry.method == "PATCH" and entry.json
        ]
        assert changes == [4320, 10080], "only a change counts for Discord as use"
        assert len(there.public()) == shown


async def test_whoever_was_asked_in_their_quiet_hours_is_called_once_when_these_are_over(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Dora") as there:
        for name in ("Ann", "Ben"):
            await goes_to_bed(there, name)
        await begun(there)
        await there.bot.clock.tick()
        await there.settled()
        assert there.calls() == []
        ben, before = there.people["Ben"], len(there.env.http_requests)
        await ben.slash(there.channel, "settings change", quiet_hours="none")
        for _ in range(3):
            await there.bot.clock.tick()
            await there.settled()
        posts = [request.json for request in there.env.http_requests[before:] if request.path.endswith("/messages")]
        assert [post["allowed_mentions"]["users"] for post in posts if post] == [[ben.id]], "Ann is still asleep"
        assert len(there.calls()) == 1


@pytest.mark.parametrize("quiet", [False, True])
async def test_a_table_was_silent_when_its_call_was_held_back_and_not_when_it_was_posted(
    tmp_path: Path, quiet: bool
) -> None:
    async with town(tmp_path, "Ann", "Ben", "Dora") as there:
        if quiet:
            for name in ("Ann", "Ben"):
                await goes_to_bed(there, name)
        await begun(there)
        assert len(there.calls()) == (not quiet)
        assert await there.store.silent_since(LONG_AGO) == ([1] if quiet else [])


async def test_in_somebody_elses_thread_a_message_keeps_it_from_being_archived(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Dora") as there:
        await begun(there, place="in a thread")
        there.env.inject_error("PATCH", f"/channels/{there.place.id}", status=403, code=50013)
        await there.store.add_letters(1, [NewLetter("awake")], there.bot.host.now_text())
        there.bot.courier.wake(1)
        await there.settled()
        assert "nothing has happened for a while" in words(there.public()[-1])
        assert await letters(there) == []
        assert "I cannot show" not in await panel(there, "Ann")
        assert (await there.running()).row.lost is None


# -- calls -----------------------------------------------------------------------------------------


async def visible_is_open(there: Town) -> None:
    """What stands in the channel names exactly who is asked: no more and no less."""
    running = await there.running()
    present = [seat for seat in play.asked(running.table) if not running.plays_itself(seat)]
    if running.row.status != "running":
        present = []
    people = {running.chair(seat).user_id for seat in present}
    shown = [words(message) for message in there.calls()]
    calls = [text for text in shown if "your move" in text or "perhaps you are asked" in text]
    assert len(calls) <= 1
    reminders = [text for text in shown if "waits for you" in text]
    assert all(named(text) <= people for text in reminders), "a reminder of what is answered"
    board = words(there.table_message()).split("\n")[1]
    if not present and running.row.status != "running":
        assert not calls
        return
    step = running.table.agenda[0]
    if step.waiting_is_secret:
        assert "waiting for answers" in board
        assert not reminders, "who is reminded by name is asked"
        assert not named(board)
        may = {running.chair(seat).user_id for seat in step.called(running.table) if not running.plays_itself(seat)}
        assert all(named(call) == may for call in calls)
        return
    assert named(board) == people
    assert all(named(call) == people for call in calls)
    assert not calls or people


def named(text: str) -> set[int | None]:
    """The people a text names."""
    return {int(found) for found in re.findall(r"<@(\d+)>", text)}


@pytest.mark.parametrize("key", [*GAMES, TOY.key])
async def test_who_is_asked_is_what_everybody_sees_whatever_happens(tmp_path: Path, key: str) -> None:
    """A walk through moves, undoings, time that runs out, votes, a seat that changes hands, bots, and giving up."""
    games: dict[str, AnyGame] = {**GAMES, TOY.key: TOY}
    missing = {"press", "undo", "remind", "time out", "away", "back", "vacate", "take", "vote"}
    for evening in range(5):  # bots play as they like, and a short game may be over before all of it has happened
        folder = tmp_path / str(evening)
        folder.mkdir()
        async with town(folder, "Ann", "Ben", "Cleo", "Dora", games=games) as there:
            await begun(there, game=key, bots=1)
            walk = Walk(there, Random(f"{key} {evening}"), missing)  # noqa: S311  # it plays, it guards nothing
            await walk.go(40)
            await walk.concede()
        if not missing:
            return
    raise AssertionError(f"never happened: {missing}")


class Walk:
    """Random legal play by whoever sits at the table, with all that can happen beside it."""

    def __init__(self, there: Town, random: Random, missing: set[str]) -> None:
        self.there = there
        self.random = random
        self.missing = missing
        """What is still to happen."""

    async def go(self, steps: int) -> None:
        """Let so many things happen, or until the game is over; what is seen is right after each."""
        for step in range(steps):
            if (await self.there.running()).row.status != "running":
                return
            await (self.next_wanted() if step % 2 else self.press)()
            await self.there.settled()
            await visible_is_open(self.there)
            if step == steps // 2:
                await self.there.restart()
                await visible_is_open(self.there)

    def next_wanted(self) -> Callable[[], Awaitable[object]]:
        """What of all that has not happened yet comes next."""
        wanted: dict[str, Callable[[], Awaitable[object]]] = {
            "undo": self.undo,
            "remind": self.remind,
            "vote": self.vote,
            "take": self.change_hands,
            "away": self.until_away,
        }
        open_ones = [act for what, act in wanted.items() if what in self.missing]
        return self.random.choice(open_ones or [self.press])

    async def someone_asked(self) -> Seat | None:
        running = await self.there.running()
        seats = [seat for seat in play.asked(running.table) if not running.plays_itself(seat)]
        return self.random.choice(seats) if seats else None

    async def press(self) -> int | None:
        running, seat = await self.there.running(), await self.someone_asked()
        if seat is None:
            await self.come_back()
            return None
        question = play.question_for(running.table, seat)
        user = running.chair(seat).user_id
        assert question is not None
        assert user is not None
        picks = picks_for(question, question.any_move(self.random))
        await self.there.bot.host.press(1, user, running.etag(seat, question), picks)
        self.missing.discard("press")
        return user

    async def undo(self) -> None:
        user = await self.press()
        await self.there.settled()
        try:
            await self.there.bot.host.undo(1, user or 0)
            self.missing.discard("undo")
        except (Refusal, NotYours):
            return

    async def remind(self) -> None:
        running, seat = await self.there.running(), await self.someone_asked()
        if seat is not None and seat in running.clocks:
            due = DueAsk(1, seat, running.asks()[seat], running.clocks[seat])
            await self.there.bot.doors.absence.remind(due)
            await self.there.settled()
            assert self.there.calls()
            self.missing.discard("remind")

    async def until_away(self) -> None:
        """Let the time of whoever is asked run out until a bot holds a seat, whose player then comes back."""
        for _ in range(12):
            running, seat = await self.there.running(), await self.someone_asked()
            if seat is None or running.row.status != "running":
                return
            due = DueAsk(1, seat, running.asks()[seat], Times(LONG_AGO, LONG_AGO, LONG_AGO))
            await self.there.store.set_times(1, seat, due.etag, due.times, [], self.there.bot.host.now_text())
            self.there.bot.host.forget_loaded(1)
            await self.there.bot.doors.absence.time_out(due)
            await self.there.settled()
            await visible_is_open(self.there)
            self.missing.discard("time out")
            if (await self.there.running()).chair(seat).away:
                self.missing.discard("away")
                await self.come_back()
                return

    async def come_back(self) -> None:
        for chair in (await self.there.running()).seats:
            if chair.away and chair.user_id is not None:
                await self.there.bot.doors.absence.come_back(1, chair.user_id)
                self.missing.discard("back")

    async def change_hands(self) -> None:
        motions = self.there.bot.doors.motions
        running, dora = await self.there.running(), self.there.people["Dora"]
        if running.seat_of(dora.id) is not None:
            return
        seat = running.must_seat(self.there.people["Ben"].id)
        await motions.vacate(1, seat, "They had to go.")
        await self.there.settled()
        self.missing.discard("vacate")
        await visible_is_open(self.there)
        (vacancy,) = [message for message in self.there.public() if find(message, "take")]
        await dora.click(vacancy, custom_id=f"take:1:{seat}")
        self.missing.discard("take")
        assert not [message for message in self.there.public() if find(message, "take")], "nobody is looked for"

    async def vote(self) -> None:
        """Everybody agrees to go back before somebody's last move, where that is possible."""
        user = await self.press()
        await self.there.settled()
        try:
            await self.there.bot.doors.motions.propose(1, user or 0, "undo")
        except (Refusal, NotYours):
            return
        await self.there.settled()
        for motion in await self.there.store.open_motions(1):
            for chair in (await self.there.running()).seats:
                if chair.user_id is not None and chair.user_id != user and not chair.away:
                    fate = await self.there.store.motion(motion.motion_id)
                    if fate is not None and fate.fate == "open":
                        await self.there.bot.doors.motions.vote(motion.motion_id, chair.user_id, yes=True)
        await self.there.settled()
        assert not [message for message in self.there.public() if find(message, "agree")], "no vote is open any more"
        self.missing.discard("vote")

    async def concede(self) -> None:
        for chair in (await self.there.running()).seats:
            running = await self.there.running()
            if chair.user_id is not None and running.row.status == "running":
                await self.there.bot.host.concede(1, chair.user_id)
                await self.there.settled()
                await visible_is_open(self.there)


async def test_where_waiting_is_secret_a_reminder_calls_everybody_who_may_be_asked(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora", games={**GAMES, TOY.key: TOY}) as there:
        there.bot.host.new_seed = lambda: "seed"
        await begun(there, game=TOY.key)
        walk = Walk(there, Random(1), set())  # noqa: S311  # it plays, it guards nothing
        while not (await there.running()).table.agenda[0].waiting_is_secret:
            await walk.press()
            await there.settled()
            assert (await there.running()).row.status == "running", "no animal growled"
        await walk.remind()
        await visible_is_open(there)
        (call,) = there.calls()
        assert "perhaps you are asked" in words(call)
        running = await there.running()
        assert named(words(call)) == {running.chair(seat).user_id for seat in running.table.seats}
        posted = [
            entry.json["allowed_mentions"]["users"]
            for entry in there.env.http_requests
            if entry.method == "POST" and entry.path == f"/channels/{there.place.id}/messages" and entry.json
        ]
        assert {int(user) for user in posted[-1]} == named(words(call)), "it reaches them"
