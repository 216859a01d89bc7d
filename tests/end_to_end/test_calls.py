"""Turn pings: the right people, time and place; everybody sees the exact list of asked players."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.records import Seat
from bot.games import GAMES
from bot.host.errors import NotYours, Refusal
from bot.testing.thorough import mark_thorough
from storage.interface.letters import NewLetter
from storage.interface.questions import DueQuestion, QuestionTimes
from storage.interface.shards import ALL_SHARDS
from tests.end_to_end.playing import LONG_AGO, answers, asked, goes_to_bed, letters, panel
from tests.end_to_end.town import Town, begun, find, town, words
from tests.storage.release import picks_for
from tests.toy import TOY


async def visible_is_open(there: Town) -> None:
    """Check that the messages in the channel name exactly the asked players."""
    running = await there.running()
    present = [seat for seat in play.list_asked_seats(running.table) if not running.is_automatic(seat)]
    if running.row.status != "running":
        present = []
    people = {running.get_seat_row(seat).user_id for seat in present}
    shown = [words(message) for message in there.calls()]
    calls = [text for text in shown if "your move" in text or "you may want to respond" in text]
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
        may = {
            running.get_seat_row(seat).user_id
            for seat in step.list_seats_to_ping(running.table)
            if not running.is_automatic(seat)
        }
        assert all(named(call) == may for call in calls)
        return
    assert named(board) == people
    assert all(named(call) == people for call in calls)
    assert not calls or people


def named(text: str) -> set[int | None]:
    """The people a text names."""
    return {int(found) for found in re.findall(r"<@(\d+)>", text)}


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


async def test_a_silent_thread_is_kept_from_being_archived(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Dora") as there:
        await begun(there, place="in a thread")
        there.env.backend.edit_channel(there.place.id, {}, thread_metadata={"archived": True})
        before, shown = len(there.env.http_requests), len(there.public())
        await there.store.outbox.add(1, [NewLetter("awake")], there.bot.host.format_now())
        there.bot.outbox_worker.wake(1)
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


async def test_a_player_who_was_asked_in_their_quiet_hours_is_called_once_when_these_are_over(tmp_path: Path) -> None:
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
        assert await there.store.outbox.list_silent_games(ALL_SHARDS, LONG_AGO) == ([1] if quiet else [])


async def test_in_somebody_elses_thread_a_message_keeps_it_from_being_archived(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Dora") as there:
        await begun(there, place="in a thread")
        there.env.inject_error("PATCH", f"/channels/{there.place.id}", status=403, code=50013)
        await there.store.outbox.add(1, [NewLetter("awake")], there.bot.host.format_now())
        there.bot.outbox_worker.wake(1)
        await there.settled()
        assert "nothing has happened for a while" in words(there.public()[-1])
        assert await letters(there) == []
        assert "I cannot show" not in await panel(there, "Ann")
        assert (await there.running()).row.lost is None


@pytest.mark.parametrize("key", mark_thorough([TOY.key, *GAMES], 2))
async def test_the_asked_seats_are_what_everybody_sees_in_every_case(tmp_path: Path, key: str) -> None:
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
    """Random legal play of all seated people, with all that can happen beside it."""

    def __init__(self, there: Town, random: Random, missing: set[str]) -> None:
        self.there = there
        self.random = random
        self.missing = missing
        """Events still to happen."""

    async def go(self, steps: int) -> None:
        """Let `steps` things happen, or until the game is over; check the display after each."""
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
        seats = [seat for seat in play.list_asked_seats(running.table) if not running.is_automatic(seat)]
        return self.random.choice(seats) if seats else None

    async def press(self) -> int | None:
        running, seat = await self.there.running(), await self.someone_asked()
        if seat is None:
            await self.come_back()
            return None
        question = play.find_question(running.table, seat)
        user = running.get_seat_row(seat).user_id
        assert question is not None
        assert user is not None
        picks = picks_for(question, question.choose_random_move(self.random))
        await self.there.bot.host.answer_question(1, user, running.get_etag(seat, question), picks)
        self.missing.discard("press")
        return user

    async def undo(self) -> None:
        user = await self.press()
        await self.there.settled()
        try:
            await self.there.bot.host.undo_for_person(1, user or 0)
            self.missing.discard("undo")
        except (Refusal, NotYours):
            return

    async def remind(self) -> None:
        running, seat = await self.there.running(), await self.someone_asked()
        if seat is not None and seat in running.clocks:
            due = DueQuestion(1, seat, running.get_etags()[seat], running.clocks[seat])
            await self.there.bot.router.absence.send_reminder(due)
            await self.there.settled()
            assert self.there.calls()
            self.missing.discard("remind")

    async def until_away(self) -> None:
        """Let the asked player's time run out until a bot holds the seat, and the player then return."""
        for _ in range(12):
            running, seat = await self.there.running(), await self.someone_asked()
            if seat is None or running.row.status != "running":
                return
            due = DueQuestion(1, seat, running.get_etags()[seat], QuestionTimes(LONG_AGO, LONG_AGO, LONG_AGO))
            await self.there.store.clocks.set_times(1, seat, due.etag, due.times, [], self.there.bot.host.format_now())
            self.there.bot.host.forget_loaded(1)
            await self.there.bot.router.absence.handle_timeout(due)
            await self.there.settled()
            await visible_is_open(self.there)
            self.missing.discard("time out")
            if (await self.there.running()).get_seat_row(seat).away:
                self.missing.discard("away")
                await self.come_back()
                return

    async def come_back(self) -> None:
        for seat_row in (await self.there.running()).seats:
            if seat_row.away and seat_row.user_id is not None:
                await self.there.bot.router.absence.return_seat(1, seat_row.user_id)
                self.missing.discard("back")

    async def change_hands(self) -> None:
        votes = self.there.bot.router.votes
        running, dora = await self.there.running(), self.there.people["Dora"]
        if running.find_seat_of(dora.id) is not None:
            return
        seat = running.get_own_seat(self.there.people["Ben"].id)
        await votes.free_seat(1, seat, "They had to go.")
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
            await self.there.bot.router.votes.propose(1, user or 0, "undo")
        except (Refusal, NotYours):
            return
        await self.there.settled()
        for motion in await self.there.store.motions.list_open(1):
            for seat_row in (await self.there.running()).seats:
                if seat_row.user_id is not None and seat_row.user_id != user and not seat_row.away:
                    fate = await self.there.store.motions.get(motion.motion_id)
                    if fate is not None and fate.fate == "open":
                        await self.there.bot.router.votes.cast_vote(motion.motion_id, seat_row.user_id, yes=True)
        await self.there.settled()
        assert not [message for message in self.there.public() if find(message, "agree")], "no vote is open any more"
        self.missing.discard("vote")

    async def concede(self) -> None:
        for seat_row in (await self.there.running()).seats:
            running = await self.there.running()
            if seat_row.user_id is not None and running.row.status == "running":
                await self.there.bot.services.absence.give_up_seat(1, seat_row.user_id)
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
        assert "you may want to respond" in words(call)
        running = await there.running()
        assert named(words(call)) == {running.get_seat_row(seat).user_id for seat in running.table.seats}
        posted = [
            entry.json["allowed_mentions"]["users"]
            for entry in there.env.http_requests
            if entry.method == "POST" and entry.path == f"/channels/{there.place.id}/messages" and entry.json
        ]
        assert {int(user) for user in posted[-1]} == named(words(call)), "it reaches them"
