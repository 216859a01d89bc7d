"""Hands come by direct message: taking a seat agrees to it, as is said once; whole games can be played from there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.engine import play
from bot.engine.questions import Question
from bot.games import GAMES
from storage.interface.people import Person
from tests.end_to_end.players import Presser, opened
from tests.end_to_end.playing import answers, everybody_answers, find_with, letters, panel
from tests.end_to_end.town import Message, Town, begun, find, ids, said, town, words
from tests.storage.release import picks_for


@pytest.fixture
async def newcomers_town(tmp_path: Path) -> AsyncIterator[Town]:
    """Ann, Ben and Dora, who have never played."""
    async with town(tmp_path, "Ann", "Ben", "Dora", newcomers=True) as there:
        yield there


def dms(who: MemberActor) -> Sequence[Message]:
    """A person's direct messages, oldest first."""
    return [message for message in who.user.dm_channel.history() if not message.flags.ephemeral]


def called(there: Town) -> list[int]:
    """Whom the messages in the channel have really called, each time somebody was."""
    return [
        int(user)
        for entry in there.env.http_requests
        if entry.method == "POST" and entry.path == f"/channels/{there.place.id}/messages" and entry.json
        for user in entry.json["allowed_mentions"].get("users", ())
    ]


async def test_a_player_who_takes_a_seat_gets_hand_and_question_by_direct_message_and_no_call_beside_it(
    newcomers_town: Town,
) -> None:
    await begun(newcomers_town)
    ann, ben, dora = newcomers_town.people.values()
    for who in (ann, ben):
        (message,) = dms(who)
        assert "Your hand" in words(message)
        assert "what is a share worth?" in words(message), "what is asked stands below the hand"
        assert "Answer by" in words(message)
        assert ids(message) == ["act:1", "dm:1:off"]
    assert dms(dora) == []
    assert called(newcomers_town) == []
    assert "what is a share worth?" in said(await ann.user.click(dms(ann)[-1], custom_id="act:1"))


async def test_the_next_question_comes_when_somebody_else_has_answered(newcomers_town: Town) -> None:
    await begun(newcomers_town)
    ann, ben, _ = newcomers_town.people.values()
    await answers(newcomers_town, ann)
    await answers(newcomers_town, ben)
    await newcomers_town.settled()
    assert len(dms(ann)) == 2
    assert "###" in words(dms(ann)[-1])
    assert await letters(newcomers_town) == []
    assert called(newcomers_town) == []


async def test_joining_says_how_the_hand_comes_once_and_offers_the_other_ways(newcomers_town: Town) -> None:
    ann, ben, _ = newcomers_town.people.values()
    await ann.slash(newcomers_town.channel, "game new", game="goodwill", seats=2, place="here")
    lobby = newcomers_town.table_message()
    told = said(await ben.click(lobby, custom_id="lobbymore:1"))
    assert "Once you have a seat, I send your hand and what you're asked by **direct message**" in told
    joined = await ben.click(lobby, custom_id="join:1")
    assert "You sit at table 1" in said(joined)
    assert "by **direct message**" in said(joined)
    assert joined.response is not None
    assert ids(joined.response) == ["hands:0:thread", "hands:0:panel"]
    assert "no direct messages" in said(await ben.click(joined.response, custom_id="hands:0:panel"))
    again = await ben.click(lobby, custom_id="join:1")
    assert "direct message" not in said(again)
    await ann.slash(newcomers_town.place, "game start")
    await newcomers_town.settled()
    assert (len(dms(ann)), len(dms(ben))) == (1, 0)
    assert called(newcomers_town) == [ben.id]


async def test_anybody_can_choose_beforehand_on_the_lobbys_message(newcomers_town: Town) -> None:
    ann, ben, _ = newcomers_town.people.values()
    await ann.slash(newcomers_town.channel, "game new", game="goodwill", seats=2, place="here")
    more = await ben.click(newcomers_town.table_message(), custom_id="lobbymore:1")
    assert more.response is not None
    offered = await ben.click(more.response, custom_id="hands:0")
    assert offered.response is not None
    await ben.click(offered.response, custom_id="hands:0:thread")
    assert "direct message" not in said(await ben.click(newcomers_town.table_message(), custom_id="join:1"))
    settings = said(await ben.slash(newcomers_town.channel, "settings change"))
    assert "private thread" in settings
    assert "direct message" in said(
        await ben.slash(newcomers_town.channel, "settings change", secrets="direct message")
    )


async def test_a_player_who_has_chosen_the_panel_before_keeps_it(newcomers_town: Town) -> None:
    ann, ben, _ = newcomers_town.people.values()
    await newcomers_town.store.people.put(Person(ann.id, "Ann", chosen=True))
    await ben.slash(newcomers_town.channel, "settings change", secrets="panel")
    await begun(newcomers_town)
    assert dms(ann) == dms(ben) == []
    assert called(newcomers_town) == [ben.id], "Ann has started, and has the question before her"


async def test_settings_say_what_happens_before_anything_was_chosen(newcomers_town: Town) -> None:
    ann = newcomers_town.people["Ann"]
    assert "When you take a seat" in said(await ann.slash(newcomers_town.channel, "settings change"))
    await ann.slash(newcomers_town.channel, "game new", game="goodwill", seats=2, place="here")
    assert "by **direct message**" in said(await ann.slash(newcomers_town.channel, "settings change"))


async def test_taking_an_empty_chair_is_agreeing_too(newcomers_town: Town) -> None:
    await begun(newcomers_town)
    dora = newcomers_town.people["Dora"]
    await newcomers_town.bot.router.votes.free_seat(1, 1, "They had to go.")
    await newcomers_town.settled()
    told = said(await dora.click(find_with(newcomers_town, "take:1:1"), custom_id="take:1:1"))
    assert "come by direct message" in told
    await newcomers_town.settled()
    assert "Your hand" in words(dms(dora)[-1])


async def test_a_player_whose_inbox_is_closed_is_told_once_and_called_in_the_channel(newcomers_town: Town) -> None:
    ben = newcomers_town.people["Ben"]
    closed = f"/channels/{ben.user.dm_channel.id}/messages"
    newcomers_town.env.inject_error("POST", closed, status=403, code=50007, times=None)
    await begun(newcomers_town)
    await newcomers_town.settled()
    assert called(newcomers_town) == [ben.id]
    assert "direct messages are closed" in await panel(newcomers_town, "Ben")
    assert "direct messages are closed" not in await panel(newcomers_town, "Ben")
    tried = sum(entry.path == closed for entry in newcomers_town.env.http_requests)
    await everybody_answers(newcomers_town)
    await newcomers_town.settled()
    assert sum(entry.path == closed for entry in newcomers_town.env.http_requests) == tried, "nobody knocks again"
    assert set(called(newcomers_town)) == {ben.id}


class Correspondent(Presser):
    """Plays from the direct messages alone: presses Act on the newest, and what the panel below it offers."""

    def __init__(self, there: Town, name: str) -> None:
        super().__init__(there, name)
        self.letters = self.who.user
        self.last: ResponseMessage | None = None

    async def panel(self) -> ResponseMessage:
        newest = dms(self.who)[-1]
        assert find(newest, "act") is not None
        return await opened(self.who.user, newest, f"act:{self.town.number}")

    def remember(self, panel: ResponseMessage) -> None:
        self.last = panel

    def is_told(self, question: Question) -> bool:
        """Whether the newest message shows the question, or the open panel does."""
        open_panel = "" if self.last is None else words(self.last)
        return question.prompt.split("<seat:")[0] in words(dms(self.who)[-1]) + open_panel


@pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param("goodwill", {"length": "short"}, marks=pytest.mark.thorough),
        ("corporate-espionage", {"preset": "quick"}),
    ],
)
async def test_a_whole_game_from_direct_messages_alone(
    newcomers_town: Town, game: str, options: dict[str, str]
) -> None:
    ann, ben, _ = newcomers_town.people.values()
    await ann.slash(newcomers_town.channel, "game new", game=game, seats=3, place="here")
    await newcomers_town.bot.lobby.set_options(1, ann.id, dict(options))
    await ben.click(newcomers_town.table_message(), custom_id="join:1")
    await newcomers_town.bot.lobby.add_bot(1, ann.id)
    await newcomers_town.settled()
    await ann.click(newcomers_town.table_message(), custom_id="start:1")
    await newcomers_town.settled()
    people = [Correspondent(newcomers_town, "Ann"), Correspondent(newcomers_town, "Ben")]
    random, before = Random(3), people[0]  # noqa: S311  # it plays, it guards nothing
    while (table := (await newcomers_town.running()).table).outcome is None:
        running = await newcomers_town.running()
        seats = {running.get_own_seat(person.who.id): person for person in people}
        seat = next(seat for seat in play.list_asked_seats(table) if seat in seats)
        question = play.find_question(table, seat)
        assert question is not None
        person = seats[seat]
        assert person is before or person.is_told(question), "who just answered has the question in their panel"
        move = GAMES[game].choose(GAMES[game].view(table, seat), question, random)
        await person.answer(question, picks_for(question, move))
        before = person
        await newcomers_town.settled()
    assert called(newcomers_town) == [], "nobody had to be called in the channel"
