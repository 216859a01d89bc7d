"""The channel shows exactly the open questions, and private content reaches nobody else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import discord
import pytest

from bot.host.delivery.outbox_worker import SupersededLetter
from bot.ui import screens
from bot.ui.delivery.discord_sender import DiscordSender
from bot.ui.screens.screen import build_layout
from storage.interface.letters import LetterKind, NewLetter
from storage.interface.questions import DueQuestion
from tests.end_to_end.playing import a_year_passes, breaks, everybody_answers, letters, mends
from tests.end_to_end.town import Town, begun, find, said, town, words
from tests.house import answer
from tests.table_talk import view_as
from tests.toy import TOY

Occasion: TypeAlias = Callable[[Town], Awaitable[None]]


async def at_the_fair(there: Town) -> None:
    """Begin the toy with everybody but the last; it is somebody's turn, and they are called."""
    await begun(there, game=TOY.key)
    for user in [seat_row.user_id for seat_row in (await there.running()).seats]:
        assert user is not None
        await answer(there.bot.host, there.number, user, ["5"])
    await there.settled()


async def whose_turn(there: Town) -> str:
    """The player on turn."""
    (seat,) = (await there.running()).get_etags()
    user = (await there.running()).get_seat_row(seat).user_id
    return next(name for name, person in there.people.items() if person.id == user)


async def due(there: Town) -> DueQuestion:
    """The one open question, as the clock finds it."""
    running = await there.running()
    ((seat, tag),) = running.get_etags().items()
    return DueQuestion(there.number, seat, tag, running.clocks[seat])


def votes(there: Town) -> list[discord.Message]:
    """The messages that ask for votes, at the table's place and where people meet."""
    places = {place.id: place for place in (there.place, there.channel)}
    return [message for place in places.values() for message in place.history() if find(message, "agree")]


# -- a call that a moderator has deleted --------------------------------------------------------------


async def somebody_moves(there: Town) -> None:
    """The same seat is asked on, so that the call would read as before."""
    user = there.people[await whose_turn(there)].id
    context = await there.bot.host.build_panel(there.number, user)
    assert context.etag is not None
    await there.bot.host.answer_question(there.number, user, context.etag, ["0"])


async def somebody_takes_more_time(there: Town) -> None:
    await there.press(there.people[await whose_turn(there)], "time:1")


async def the_reminder_comes(there: Town) -> None:
    await there.bot.router.absence.send_reminder(await due(there))


async def somebody_asks_for_the_status(there: Town) -> None:
    await there.people["Dora"].slash(there.place, "game status")


@pytest.mark.parametrize(
    "occasion", [somebody_moves, somebody_takes_more_time, the_reminder_comes, somebody_asks_for_the_status]
)
async def test_a_call_that_a_moderator_has_deleted_is_there_again_at_the_next_occasion(
    tmp_path: Path, occasion: Occasion
) -> None:
    async with town(tmp_path, "Ann", "Ben", "Dora", games={TOY.key: TOY}) as there:
        await at_the_fair(there)
        (call,) = there.calls()
        there.env.backend.delete_message(there.place.id, call.id)
        sent = len(there.env.http_requests)
        await occasion(there)
        await there.settled()
        (again,) = [message for message in there.calls() if "your move" in words(message)]
        assert words(again) == words(call)
        posts = [entry.json for entry in there.env.http_requests[sent:] if entry.method == "POST" and entry.json]
        anew = [post for post in posts if "your move" in str(post.get("components"))]
        assert [post["allowed_mentions"]["users"] for post in anew] == [[]], "nobody is called a second time"
        await somebody_asks_for_the_status(there)
        await there.settled()
        assert [message.id for message in there.calls() if "your move" in words(message)] == [again.id]


# -- votes ---------------------------------------------------------------------------------------------


async def test_a_vote_that_moves_with_its_table_stands_there_alone(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora") as there:
        await begun(there)
        ann, ben = there.people["Ann"], there.people["Ben"]
        await ann.slash(there.place, "table propose", what="pause")
        (before,) = votes(there)
        breaks(there, status=403, code=50013, edits=False)
        await there.bot.services.seating.pause_clocks(1, stopped=True, words="A break.")
        there.bot.host.announce_commit(1, answered_for=False)
        await there.settled()
        assert (await there.running()).row.lost == "channel"
        lounge = there.guild.create_text_channel("lounge")
        status = await ben.slash(lounge, "game status", table="1")
        assert status.response is not None
        await ben.click(status.response, custom_id="bring:1")
        await there.settled()
        mends(there)
        there.place = lounge
        (vote,) = votes(there)
        assert vote.id != before.id
        assert await letters(there) == []


async def test_a_vote_on_somebody_who_moves_again_is_gone_and_the_table_reads_why(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora") as there:
        await begun(there)
        ann, ben = there.people["Ann"], there.people["Ben"]
        seat = await there.seat(ben)
        await there.store.database.write(
            lambda rows: rows.execute("update seats set misses = 2 where seat = ?", (seat,))
        )
        there.bot.host.forget_loaded(1)
        await there.bot.router.votes.propose(1, ann.id, "replace", seat)
        await there.settled()
        assert len(votes(there)) == 1
        await ben.slash(there.place, "bid", price="12")
        await there.settled()
        assert votes(there) == []
        assert "The vote is off: **Ben** is not silent any more." in [words(message) for message in there.public()]


async def test_a_player_who_proposes_what_is_voted_on_already_reads_where_that_vote_stands(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora") as there:
        await begun(there)
        await there.people["Ann"].slash(there.place, "table propose", what="pause")
        refused = said(await there.people["Ben"].slash(there.place, "table propose", what="pause"))
        assert "to stop the clocks" in refused
        assert f"<#{there.place.id}>" in refused
        assert "**/game status**" in refused


# -- letters to former players -------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["note", "order", "hand"])
async def test_a_letter_in_hand_when_its_player_leaves_does_not_reach_who_takes_the_seat(
    there: Town, kind: LetterKind
) -> None:
    ann, dora, bot = there.people["Ann"], there.people["Dora"], there.bot
    for person in (ann, dora):
        await person.slash(there.place, "settings change", secrets="direct message")
    await there.settled()
    seat = await there.seat(ann)
    await there.store.outbox.add(1, [NewLetter(kind, seat, '{"text":"for Ann"}')], bot.host.format_now())
    (letter,) = [letter for letter in await there.store.outbox.list_unsent(1) if letter.body != "{}"]
    await bot.router.votes.free_seat(1, seat, "They had to go.")
    await bot.router.votes.take_seat(1, seat, dora.id, "Dora")
    await there.settled()
    shown = [words(message) for message in (*there.public(), *dora.user.dm_channel.history())]
    assert "for Ann" not in " ".join(shown)
    with pytest.raises(SupersededLetter):
        await DiscordSender(bot, bot.lobby, bot.lost_channels, bot.services.leagues.seat_offers).carry(letter)
    assert [words(message) for message in (*there.public(), *dora.user.dm_channel.history())] == shown


# -- a program that was killed ------------------------------------------------------------------------


async def test_a_call_that_a_killed_program_could_not_note_down_any_more_is_taken_away(there: Town) -> None:
    await a_year_passes(there)
    word = NewLetter("note", await there.seat(there.people["Ann"]), '{"text": "Something about you."}')
    await there.store.outbox.add(there.number, [word], there.bot.host.format_now())
    there.bot.host.announce_commit(there.number)
    await there.settled()
    (call,) = [message for message in there.calls() if "your move" in words(message)]
    others = {message.id for message in there.public()} - {call.id}
    await there.bot.outbox_worker.close()
    running = await there.running()
    unknown = await there.bot.get_partial_messageable(there.place.id).send(
        view=build_layout(screens.render_turn_ping(view_as(running), list(running.get_etags()), None))
    )
    await everybody_answers(there)
    await there.restart()
    await there.settled()
    standing = {message.id for message in there.public()}
    assert unknown.id not in standing
    assert others <= standing
    assert len([message for message in there.calls() if "your move" in words(message)]) == 1
