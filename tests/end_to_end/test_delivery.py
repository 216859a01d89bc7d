"""How secrets and calls reach people: the way they chose, another way when that is closed, and nothing stale."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from discord import Permissions
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import ChannelType, OverwriteType

from bot.testing.thorough import mark_thorough
from bot.ui.delivery.private_hands import MAX_WAIT_SECONDS, NO_MESSAGE, FirstContacts
from storage.interface.letters import NewLetter
from storage.interface.questions import DueQuestion
from tests.end_to_end.playing import (
    a_year_passes,
    answers,
    asked,
    breaks,
    everybody_answers,
    find_with,
    goes_to_bed,
    letters,
    mends,
    panel,
    time_runs_out,
)
from tests.end_to_end.town import Town, begun, said, town, words

MODERATORS = "moderators who can manage threads"


def private_threads(there: Town) -> list[ChannelHandle]:
    """The private threads of the channel, oldest first."""
    channels = there.env.backend.channels
    return [thread for thread in there.channel.threads if channels[thread.id].type == ChannelType.PRIVATE_THREAD]


def members(there: Town, thread: ChannelHandle) -> set[int]:
    """The people in a thread, without the bot."""
    assert there.env.bot.user is not None
    return set(there.env.backend.get_thread(thread.id).thread_members) - {there.env.bot.user.id}


def copies(channel: ChannelHandle) -> list[str]:
    """The copies of hands that stand there; one comes with each question, too."""
    return [words(message) for message in channel.history() if "Your hand" in words(message)]


def hands(channel: ChannelHandle) -> list[str]:
    """The newest copy of each hand that stands there."""
    heads = {next(line for line in text.split("\n") if "Your hand" in line): text for text in copies(channel)}
    return list(heads.values())


async def chooses(there: Town, name: str, secrets: str) -> str:
    """Let a person choose the delivery of secrets in their settings; return the answer."""
    return said(await there.people[name].slash(there.place, "settings change", secrets=secrets))


async def ledger(there: Town, who: MemberActor) -> str:
    return said(await who.slash(there.place, "table delivery"))


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
        await ben.slash(there.place, "table concede", sure="yes")
        closed = there.env.backend.get_thread(thread.id).thread_metadata
        assert closed is not None
        assert closed.archived
        assert closed.locked
        assert len(there.calls()) == 0


async def test_the_copies_in_a_thread_are_stopped_where_they_arrive(there: Town) -> None:
    await chooses(there, "Ann", "private thread")
    (thread,) = private_threads(there)
    result = await there.people["Ann"].click(thread.history()[-1], label="Stop these copies")
    assert "no longer send you copies" in said(result)
    await a_year_passes(there)
    assert len(hands(thread)) == 1


async def test_a_player_who_takes_a_seat_gets_a_thread_of_their_own_and_who_left_sees_nothing_more(there: Town) -> None:
    ann, dora = there.people["Ann"], there.people["Dora"]
    await chooses(there, "Ann", "private thread")
    await chooses(there, "Dora", "private thread")
    (old,) = private_threads(there)
    seat = await there.seat(ann)
    await there.bot.router.votes.free_seat(1, seat, "They had to go.")
    await there.settled()
    assert members(there, old) == set()
    vacancy = find_with(there, f"take:1:{seat}")
    await dora.click(vacancy, custom_id=f"take:1:{seat}")
    _, new = private_threads(there)
    assert members(there, new) == {dora.id}
    await a_year_passes(there)
    assert (len(hands(old)), len(hands(new))) == (1, 2)
    assert members(there, old) == set()


@pytest.mark.parametrize(
    ("status", "code"),
    mark_thorough(
        [pytest.param(403, 50013), pytest.param(400, 160006), pytest.param(400, 50035), pytest.param(403, 50001)]
    ),
)
async def test_where_no_thread_can_be_made_secrets_wait_behind_my_hand_and_only_that_person_is_told(
    there: Town, status: int, code: int
) -> None:
    there.env.inject_error("POST", f"/channels/{there.channel.id}/threads", status=status, code=code, times=None)
    await chooses(there, "Ann", "private thread")
    public = len(there.public())
    assert "could not send you your secrets" not in await panel(there, "Ben")
    told = await panel(there, "Ann")
    assert "could not send you your secrets of table 1 in a private thread" in told
    assert str(code) in told
    assert "could not send you" not in await panel(there, "Ann"), "it is told once"
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


def left_behind(there: Town, name: str) -> ChannelHandle:
    """The thread that a bot had made for somebody's hand when it was killed."""
    backend = there.env.backend
    backend.create_thread(there.channel.id, f"Goodwill 1: {name}'s hand", backend.bot_user.id, type=12)
    return private_threads(there)[-1]


@pytest.mark.parametrize("noted", [False, True])
async def test_a_thread_that_a_killed_bot_has_left_is_its_players_thread(there: Town, noted: bool) -> None:
    """It was killed after making it, or also after noting that, and before anybody was let in."""
    ann = there.people["Ann"]
    thread = left_behind(there, "Ann")
    if noted:
        role = f"secrets:{await there.seat(ann)}:{ann.id}"
        await there.store.messages.put(1, role, thread.id, NO_MESSAGE)
    await chooses(there, "Ann", "private thread")
    assert [each.id for each in private_threads(there)] == [thread.id]
    assert members(there, thread) == {ann.id}
    assert len(hands(thread)) == 1


async def test_a_thread_in_which_something_was_said_is_nobody_elses(there: Town) -> None:
    """The person there before under the same name may be in it."""
    thread = left_behind(there, "Ann")
    there.env.backend.create_message(thread.id, there.people["Ben"].id, "Hello.")
    await chooses(there, "Ann", "private thread")
    assert hands(thread) == []
    assert len(private_threads(there)) == 2


# -- direct messages -------------------------------------------------------------------------------


@pytest.mark.parametrize("code", mark_thorough([50007, 50278]))
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
    assert "closed for me" not in await panel(there, "Ben")
    assert not [message for message in there.public() if "closed" in words(message)]
    told = await ledger(there, ann)
    assert f"refused ({code}), ready behind **My hand**" in told
    assert "closed for me" not in await panel(there, "Ann"), "it is told once"
    knocked = [entry for entry in there.env.http_requests if entry.path == path]
    await a_year_passes(there)
    assert [entry for entry in there.env.http_requests if entry.path == path] == knocked


async def test_a_message_that_automod_blocked_is_told_in_a_sentence(there: Town) -> None:
    for name in ("Ann", "Ben"):
        await chooses(there, name, "panel")
    there.env.inject_error("POST", f"/channels/{there.place.id}/messages", status=400, code=200000, times=None)
    await everybody_answers(there)
    await there.settled()
    told = await ledger(there, organiser(there))
    assert "this server's AutoMod blocked it: ask a server manager to exempt my role from AutoMod's rules" in told


async def test_in_a_private_thread_that_automod_blocked_is_no_code(there: Town) -> None:
    there.env.inject_error("POST", "/channels/*/threads", status=400, code=200001, times=None)
    told = await chooses(there, "Ann", "private thread") + await panel(there, "Ann")
    assert "AutoMod blocked it. Please ask a server manager to exempt my role" in told
    assert "200001" not in told


async def test_what_is_told_once_stands_on_the_hand_when_that_is_looked_at_first(there: Town) -> None:
    await there.bot.host.people.store_pending_notice(there.people["Ann"].id, "Ann", "Something for you alone.")
    await there.restart()
    assert "alone" not in said(await there.people["Ben"].slash(there.place, "hand"))
    assert "Something for you alone." in said(await there.people["Ann"].slash(there.place, "hand"))
    assert "alone" not in said(await there.people["Ann"].slash(there.place, "hand"))


async def test_when_too_many_direct_messages_were_opened_the_copy_comes_later(there: Town) -> None:
    ann = there.people["Ann"]
    there.env.inject_error("POST", "/users/@me/channels", status=400, code=40003)
    told = said(await ann.slash(there.place, "settings change", secrets="direct message"))
    assert "the direct messages begin later by themselves" in told, "it is said at once"
    assert await letters(there) == ["hand"]
    told = await ledger(there, ann)
    assert "refused (too many direct messages were opened (40003)), it is tried again" in told
    assert "direct message**" in said(await ann.slash(there.place, "settings change")), "the choice stands"
    await everybody_answers(there)
    assert "second price" in words(there.table_message()), "the game does not wait"
    there.bot.router.private_delivery_handlers.private_hands.first_contacts = FirstContacts(
        spacing=0
    )  # ten minutes later
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
    assert "Discord limits how many people I can DM" in said(result)
    opened = [entry for entry in there.env.http_requests if entry.path == "/users/@me/channels"]
    assert len(opened) == 1, "it is not tried with others meanwhile"
    assert "direct message**" in said(await ann.slash(there.place, "settings change"))


async def test_first_direct_messages_to_people_are_paced(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora") as there:
        await begun(there)
        there.bot.router.private_delivery_handlers.private_hands.first_contacts = FirstContacts(spacing=20)
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
    first_contacts = FirstContacts(spacing=2, now=lambda: clock[0])
    waits = [first_contacts.reserve_turn(user, comes_back=True) for user in range(40)]
    assert waits[:3] == [0, 2, 4]
    assert [wait for wait in waits if wait is not None] == [2 * at for at in range(int(MAX_WAIT_SECONDS) // 2 + 1)]
    assert first_contacts.reserve_turn(3, comes_back=True) == 0, "who was told when to come back has their turn then"
    first_contacts.pause(600)
    clock[0] += 599 - MAX_WAIT_SECONDS
    assert first_contacts.reserve_turn(4, comes_back=True) is None
    clock[0] += MAX_WAIT_SECONDS
    assert first_contacts.reserve_turn(4, comes_back=True) == 1


async def test_a_copy_that_says_what_the_one_before_says_is_not_sent(there: Town) -> None:
    ann = there.people["Ann"]
    await chooses(there, "Ann", "direct message")
    assert len(copies(ann.user.dm_channel)) == 1
    await there.store.outbox.add(1, [NewLetter("hand", await there.seat(ann))], there.bot.host.format_now())
    there.bot.host.announce_commit(1, answered_for=False)
    await there.settled()
    assert len(copies(ann.user.dm_channel)) == 1
    assert "as the copy before says the same" in await ledger(there, ann)
    await chooses(there, "Ann", "direct message")
    await there.settled()
    assert len(copies(ann.user.dm_channel)) == 2, "who asks for one gets one"


async def test_an_old_address_that_is_gone_is_opened_anew(there: Town) -> None:
    ann = there.people["Ann"]
    await chooses(there, "Ann", "direct message")
    there.env.inject_error("POST", f"/channels/{ann.user.dm_channel.id}/messages", status=404, code=10003)
    await a_year_passes(there)
    assert len(hands(ann.user.dm_channel)) == 2
    assert (await there.running()).row.lost is None


def ran_out(channel: ChannelHandle) -> list[str]:
    """The text about a person whose time has run out."""
    return [words(message) for message in channel.history() if "ran out" in words(message)]


async def test_a_player_whose_time_ran_out_hears_of_it_before_the_table_though_discord_failed_first(
    there: Town,
) -> None:
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


async def test_a_player_whose_direct_messages_are_down_for_long_reads_in_private_that_their_time_ran_out(
    there: Town,
) -> None:
    ann = there.people["Ann"]
    await chooses(there, "Ann", "direct message")
    there.env.inject_error("POST", f"/channels/{ann.user.dm_channel.id}/messages", status=500, times=None)
    await time_runs_out(there, "Ann")
    await there.env.advance_time(6)
    (theirs,) = ran_out(there.place)
    assert theirs.startswith("The time of")
    told = await ledger(there, ann)
    assert "refused (Discord answered 500 (0)), ready behind **My hand**" in told
    assert "Your time at table 1 ran out" in told


async def test_a_missed_deadline_is_one_message_that_calls_whom_it_is_about(there: Town) -> None:
    ben = there.people["Ben"]
    since = len(there.env.http_requests)
    await time_runs_out(there, "Ben")
    await there.settled()
    (line,) = ran_out(there.place)
    assert line.startswith(f"<@{ben.id}> The time of **Ben** ran out")
    (posted,) = [
        entry.json["allowed_mentions"]["users"]
        for entry in there.env.http_requests[since:]
        if entry.method == "POST" and entry.json and "ran out" in str(entry.json.get("components"))
    ]
    assert [int(user) for user in posted] == [ben.id]
    told = await panel(there, "Ben")
    assert "Your time at table 1 ran out" in told
    assert "after 2 a bot holds your seat" in told
    assert "Your time at table 1" not in await panel(there, "Ben"), "it is told once"


@pytest.mark.thorough
async def test_copies_that_come_during_quiet_hours_make_no_sound(there: Town) -> None:
    ann, ben = there.people["Ann"], there.people["Ben"]
    await chooses(there, "Ann", "direct message")
    await chooses(there, "Ben", "direct message")
    await goes_to_bed(there, "Ann")
    await a_year_passes(there)

    def silent(who: MemberActor) -> list[bool]:
        copies = [message for message in who.user.dm_channel.history() if "Your hand" in words(message)]
        return [message.flags.suppress_notifications for message in copies]

    assert silent(ann)[0] is False
    assert all(silent(ann)[1:])
    assert silent(ben)[0] is False, "later ones are of what he has just done himself"


async def test_an_empty_chair_is_offered_though_a_message_to_a_player_who_left_it_does_not_arrive(there: Town) -> None:
    ann, dora = there.people["Ann"], there.people["Dora"]
    await chooses(there, "Ann", "direct message")
    seat = await there.seat(ann)
    there.env.inject_error("POST", f"/channels/{ann.user.dm_channel.id}/messages", status=500, times=None)
    about_ann = NewLetter("order", seat, '{"text": "Your standing order has ended."}')
    await there.store.outbox.add(1, [about_ann], there.bot.host.format_now())
    there.bot.host.announce_commit(1, answered_for=False)
    await there.settled()
    await there.bot.router.votes.free_seat(1, seat, "They had to go.")
    await there.settled()
    await dora.click(find_with(there, f"take:1:{seat}"), custom_id=f"take:1:{seat}")
    assert await there.seat(dora) == seat


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
    secret = {line for line in hand.split("\n") if line.startswith("News ")}
    assert secret
    assert not [line for line in secret if line in whole]
    assert "Only the players of this table, and server managers" in await ledger(there, there.people["Dora"])
    assert "closed" not in await ledger(there, ben)


def runs_the_server(there: Town, who: MemberActor) -> None:
    """Give a present person the rights of a server's manager."""
    role = there.guild.create_role("Organisers", permissions=Permissions(manage_guild=True))
    there.env.backend.get_member(there.guild.id, who.id).role_ids.append(role.id)


async def test_a_player_who_plays_sees_what_was_delivered_to_themselves_alone_though_they_run_the_server(
    there: Town,
) -> None:
    ann, ben, dora = (there.people[name] for name in ("Ann", "Ben", "Dora"))
    for person in (ann, dora):
        runs_the_server(there, person)
    assert "**Ben**" in await ledger(there, dora)
    seen = await ledger(there, ann)
    assert "**Ann**" in seen
    assert "**Ben**" not in seen
    await there.bot.router.votes.free_seat(1, await there.seat(ann), "They had to go.")
    await there.settled()
    left = await ledger(there, ann)
    assert "The table's message" in left, "who has left plays no more"
    assert "secrets: " not in left, "and is told no more than everybody"
    seat = next(seat_row.seat for seat_row in (await there.running()).seats if seat_row.is_free)
    await dora.click(find_with(there, f"take:1:{seat}"), custom_id=f"take:1:{seat}")
    assert await there.seat(dora) == seat
    assert "**Ben**" not in await ledger(there, dora), "who takes the seat plays from now on"
    assert "**Ben**" in await ledger(there, ben)


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


async def test_a_player_who_plays_is_told_once_and_in_private_which_permission_is_missing(there: Town) -> None:
    await forbids(there, send_messages=True)
    heard = [(who, await answers(there, who)) for _ in range(2) for who in await asked(there)]
    for name in ("Ann", "Ben"):
        told = "".join(text for who, text in heard if who is there.people[name])
        assert told.count("I cannot show table 1") == 1
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
    due = DueQuestion(1, seat, running.get_etags()[seat], running.clocks[seat])
    await there.bot.router.absence.send_reminder(due)
    await there.settled()
    assert "note" in await letters(there)
    await everybody_answers(there)
    mends(there)
    await there.restart()
    assert await letters(there) == []
    assert not [message for message in there.public() if "waits for you" in words(message)]
    assert "expired" in await ledger(there, ann)


async def test_what_was_given_up_stands_in_the_ledger_and_in_the_log_but_not_what_it_said(
    there: Town, caplog: pytest.LogCaptureFixture
) -> None:
    ann, ben = there.people["Ann"], there.people["Ben"]
    seat = await there.seat(ann)
    words_kept = [
        NewLetter("notice", body='{"text": "Tea is ready."}'),
        NewLetter("order", seat, '{"text": "Coffee."}'),
    ]
    await chooses(there, "Ann", "direct message")
    await there.store.outbox.add(1, words_kept, there.bot.host.format_now())
    for path in (f"/channels/{there.place.id}/messages", f"/channels/{ann.user.dm_channel.id}/messages"):
        there.env.inject_error("POST", path, status=400, code=50035, times=None)
    there.bot.outbox_worker.wake(1)
    await there.settled()
    told = await ledger(there, ann)
    assert "A notice: queued" in told
    assert "refused (Discord answered 400 (50035)), given up" in told
    assert "about a standing order" in told
    assert "about a standing order" not in await ledger(there, ben)
    assert "A notice" in await ledger(there, organiser(there))
    assert "a letter was given up (notice): Discord answered 400 (50035)" in caplog.messages
    for text in (told, *caplog.messages):
        assert "Tea" not in text
        assert "Coffee" not in text
