"""Discord is down, refuses, forgets or is slow: the game goes on, and what could not be said is said later."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from simcord.actors import MemberActor

from bot.ui.delivery.discord_errors import MAX_ATTEMPT_SECONDS
from storage.interface.letters import NewLetter
from tests.end_to_end.playing import a_year_passes, breaks, everybody_answers, hangs, headlines, letters, mends, panel
from tests.end_to_end.test_news_message import first_lines
from tests.end_to_end.town import Town, begun, said, town, words

# -- for a while -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "code"), [(500, 0), (503, 0), (429, 0), (429, 30046)])
async def test_while_discord_is_down_the_game_goes_on(there: Town, status: int, code: int) -> None:
    breaks(there, status=status, code=code)
    await everybody_answers(there)
    await everybody_answers(there)
    assert "first price" in words(there.table_message())
    assert await letters(there) != []
    mends(there)
    await there.env.advance_time(60)
    title = (await there.running()).table.agenda[0].get_title((await there.running()).table)
    assert title in words(there.table_message())
    (call,) = there.calls()
    assert title in words(call)
    assert await letters(there) == []


@pytest.mark.thorough
async def test_a_headline_that_was_held_up_comes_once(there: Town) -> None:
    breaks(there, status=500, edits=False)
    year = await a_year_passes(there)
    assert headlines(there) == []
    mends(there)
    await there.env.advance_time(600)
    assert first_lines(there) == [f"{year} is over"]
    await a_year_passes(there)
    assert first_lines(there) == [f"{year + 1} is over"], "in its place"
    assert await letters(there) == []


async def test_letters_survive_a_restart_in_the_middle_of_an_outage(there: Town) -> None:
    breaks(there, status=502)
    await everybody_answers(there)
    await there.restart()
    await everybody_answers(there)
    mends(there)
    await there.restart()
    assert await letters(there) == []
    assert len(there.calls()) == 1
    running = await there.running()
    assert running.table.agenda[0].get_title(running.table) in words(there.table_message())


async def test_nobody_is_called_twice_after_an_outage(there: Town) -> None:
    """Only the newest question is called for, and once."""
    breaks(there, status=500, edits=False)
    await everybody_answers(there)
    await everybody_answers(there)
    before = len(there.env.http_requests)
    mends(there)
    await there.env.advance_time(60)
    await there.restart()
    await there.env.advance_time(60)
    path = f"/channels/{there.place.id}/messages"
    calls = [
        request
        for request in there.env.http_requests[before:]
        if request.method == "POST" and request.path == path and request.json
    ]
    assert len([call for call in calls if call.json["allowed_mentions"]["users"]]) == 1  # type: ignore[index]


async def test_after_a_silence_everything_is_said_once(there: Town) -> None:
    with hangs(there, f"/channels/{there.place.id}/messages"):
        year = await a_year_passes(there)
        await there.env.advance_time(MAX_ATTEMPT_SECONDS + 1)
        assert "post" in await letters(there)
    await there.env.advance_time(600)
    assert first_lines(there) == [f"{year} is over"]
    assert len(there.calls()) == 1
    assert await letters(there) == []


async def test_a_message_without_an_answer_is_found_by_its_words(dated: Town) -> None:
    """Two that say the same are two."""
    notices = [NewLetter("notice", body=json.dumps({"text": "Tea is ready."}))] * 2
    await dated.store.outbox.add(1, notices, dated.bot.host.format_now())
    with hangs(dated, f"POST */channels/{dated.place.id}/messages"):
        await dated.people["Dora"].slash(dated.place, "game status")
        await dated.env.advance_time(MAX_ATTEMPT_SECONDS + 1)
        assert (await letters(dated)).count("notice") == 2

    def ready() -> int:
        return [words(message) for message in dated.public()].count("Tea is ready.")

    assert ready() == 1, "it has arrived, but nobody has said so"
    await dated.env.advance_time(600)
    assert await letters(dated) == []
    assert ready() == 2


async def test_an_archived_thread_is_opened_again(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Dora") as there:
        await begun(there, place="in a thread")
        there.env.backend.edit_channel(there.place.id, {}, thread_metadata={"archived": True})
        there.env.inject_error("PATCH", f"/channels/{there.place.id}/messages/*", status=400, code=50083)
        await everybody_answers(there)
        await there.env.advance_time(60)
        assert "second price" in words(there.table_message())
        thread = there.env.backend.get_channel(there.place.id)
        assert thread.thread_metadata is not None
        assert not thread.thread_metadata.archived


# -- for good --------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", [50001, 50013])
async def test_without_permission_the_game_goes_on_unseen(there: Town, code: int) -> None:
    """It is not tried again and again; when the permission is back, everything is shown again."""
    breaks(there, status=403, code=code)
    await everybody_answers(there)
    await everybody_answers(there)
    assert await letters(there) == []
    tried = len(there.env.http_requests)
    await there.env.advance_time(600)
    assert len(there.env.http_requests) == tried
    mends(there)
    assert "Goodwill" in said(await there.people["Dora"].slash(there.place, "game status"))
    running = await there.running()
    assert running.table.agenda[0].get_title(running.table) in words(there.table_message())
    await everybody_answers(there)
    assert len(there.calls()) == 1


async def test_deleted_messages_come_back(there: Town) -> None:
    old = there.table_message().id
    (call,) = there.calls()
    there.env.backend.delete_message(there.place.id, old)
    there.env.backend.delete_message(there.place.id, call.id)
    await everybody_answers(there)
    assert there.table_message().id != old
    assert "second price" in words(there.table_message())
    assert len(there.calls()) == 1
    there.env.backend.delete_message(there.place.id, there.table_message().id)
    await there.people["Dora"].slash(there.place, "game status")
    assert "second price" in words(there.table_message())
    assert await letters(there) == []


async def test_a_deleted_channel_does_not_end_the_game(there: Town) -> None:
    ann, ben = there.people["Ann"].user, there.people["Ben"].user
    there.env.backend.delete_channel(there.place.id)
    assert "sealed" in said(await ann.slash("bid", price="12"))
    assert "second price" in said(await ben.slash("bid", price="14"))
    assert await letters(there) == []
    tried = len(there.env.http_requests)
    await there.env.advance_time(600)
    assert len(there.env.http_requests) == tried
    await there.restart()
    assert "second price" in said(await ann.slash("play"))
    assert "Your news" in said(await ann.slash("hand"))


# -- answers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("status", "code"), [(404, 10062), (400, 40060), (500, 0)])
async def test_an_answer_that_does_not_arrive_loses_no_move(there: Town, status: int, code: int) -> None:
    ann, ben = there.people["Ann"], there.people["Ben"]
    there.env.inject_error("POST", "/interactions/*/*/callback", status=status, code=code, times=2)
    result = await ann.slash(there.place, "bid", price="12")
    assert not result.acknowledged
    assert "Nothing to do right now" in said(await ann.slash(there.place, "bid", price="40"))
    assert "**Ann** $12" in said(await ben.slash(there.place, "bid", price="14"))


# -- direct messages -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    [50007, 50278],
)
async def test_a_closed_door_is_told_at_once(there: Town, code: int) -> None:
    ann = there.people["Ann"]
    there.env.inject_error("POST", f"/channels/{ann.user.dm_channel.id}/messages", status=403, code=code)
    (result,) = await there.press(ann, "dm:1:on")
    assert "closed for me" in said(result)
    assert "closed for me" not in await panel(there, "Ann"), "it is told once"
    assert ann.user.dm_channel.history() == []
    assert "Your news" in said(await ann.slash(there.place, "hand"))
    (result,) = await there.press(ann, "dm:1:on")
    assert "From now on" in said(result)
    assert "Your news" in words(ann.user.dm_channel.history()[-1])


@pytest.mark.parametrize("path", ["/users/@me/channels", "/channels/*/messages"])
async def test_a_player_who_asks_for_copies_while_discord_takes_none_is_told_so_and_has_one_when_it_does(
    there: Town, path: str
) -> None:
    ann = there.people["Ann"]
    there.env.inject_error("POST", path, status=500)
    (result,) = await there.press(ann, "dm:1:on")
    assert "Your first copy cannot be sent just now; it will come as soon as possible" in said(result)
    assert ann.user.dm_channel.history() == []
    await there.env.advance_time(60)
    (copy,) = ann.user.dm_channel.history()
    assert "Your news" in words(copy)


def headed(who: MemberActor) -> set[str]:
    """The hands sent to a person by direct message; one comes with each question, too."""
    copies = [words(message) for message in who.user.dm_channel.history()]
    return {found for text in copies for found in re.findall(r"Your hand · \d+", text)}


async def test_hands_by_direct_message(there: Town) -> None:
    """Ann's comes late, Ben's door was closed meanwhile and is not tried again, and neither stops the game."""
    ann, ben = there.people["Ann"], there.people["Ben"]
    for person in (ann, ben):
        await there.press(person, "dm:1:on")
    to_ann, to_ben = (f"/channels/{person.user.dm_channel.id}/messages" for person in (ann, ben))
    there.env.inject_error("POST", to_ann, status=503, times=2)
    there.env.inject_error("POST", to_ben, status=403, code=50007)
    year = await a_year_passes(there)
    assert len(headed(ann)) == 1
    await ben.slash(there.place, "hand")  # with the notice, unless he has read it with an answer
    assert "won't let me DM you" in said(await ben.slash(there.place, "hand"))
    await there.env.advance_time(60)
    assert headed(ann) == {f"Your hand · {each}" for each in (year, year + 1)}
    await a_year_passes(there)
    assert headed(ann) == {f"Your hand · {each}" for each in (year, year + 1, year + 2)}
    assert len(ben.user.dm_channel.history()) == 1
    assert await letters(there) == []
