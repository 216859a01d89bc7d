"""Absence: what happens while somebody is not there: more time, time run out, pauses, seats held and taken."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from bot.engine import play
from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.host.delivery.guard import in_words
from bot.host.delivery.letters import AskBody, NoteBody, NoticeBody, letter_of
from bot.host.errors import Refusal
from bot.host.host import Desk, Host
from bot.host.play import timekeeping
from bot.host.play.entries import Act, Late
from bot.host.play.replacements import late_move
from bot.host.table.running import RunningGame
from storage.interface import DueAsk, NewLetter, SeatRow, Times

MISSES = 2
"""After so many answers in a row that came too late, a bot holds the seat."""


class Absence:
    """Everything about time and empty chairs at running tables."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def time_out(self, due: DueAsk) -> None:
        """Answer for a seat whose time has run out, and tell everybody, first of all its player."""
        async with self._host.lock(due.game_id):
            running = await self._host.running(due.game_id)
            question = None if running.row.paused_at else running.question_if_running(due.seat)
            if question is None or running.etag(due.seat, question) != due.etag or running.plays_itself(due.seat):
                return
            clock = running.clocks.get(due.seat)
            if clock is None or clock.due_at is None or timekeeping.moment(clock.due_at) > self._host.now():
                return  # they were given more time a moment before
            revision = running.row.revision
            move = await asyncio.to_thread(late_move, running.game, running.table, revision, due.seat, question)
            late = _late(running, due.seat, question)
            with self._host.faults(running):
                played = play.play(running.table, due.seat, move)
            await self._host.save(running, Act.answering("default", due.seat, move, late), played)
        if late.away and self._host.orders is not None:
            await self._host.orders.rest(due.game_id, due.seat)
            self._host.told(due.game_id, attend=False)

    async def extend(self, game_id: int, user_id: int) -> Desk:
        """Take as much time again for what this person is asked, while they have some left in this game."""
        async with self._host.lock(game_id):
            running = await self._host.running(game_id)
            seat = running.must_seat(user_id)
            question = self._host.open_question(running, seat)
            seat_row, clock, allowed = running.seat_row(seat), running.clocks.get(seat), running.pact.allowed
            if question is None or clock is None or clock.due_at is None or allowed is None:
                raise Refusal("No clock runs for you at the moment, so you need no more time.")
            if seat_row.extensions >= running.pact.extensions:
                raise Refusal(
                    f"You have taken more time {seat_row.extensions} times already, and this table agreed on no more."
                )
            more = timekeeping.extended(clock, allowed, await self._host.people.wishes(user_id))
            words = f"<seat:{seat}> took more time: {seat_row.extensions + 1} of {running.pact.extensions}."
            if running.waits_in_secret:  # it would tell who is asked
                words = ""
            etag = running.etag(seat, question)
            await self._host.storage.clocks.extend(game_id, seat, etag, more, words, self._host.now_text())
            seats = tuple(
                replace(other, extensions=other.extensions + 1) if other.seat == seat else other
                for other in running.seats
            )
            running = self._host.remember(replace(running, seats=seats, clocks={**running.clocks, seat: more}))
        self._host.notice({seat: more})
        self._host.told(game_id, attend=False)
        return await self._host.desk(game_id, user_id, note="You have more time now.")

    async def come_back(self, game_id: int, user_id: int) -> None:
        """Give a seat that a bot holds back to its player; nothing happens when no bot holds it."""
        async with self._host.lock(game_id):
            running = await self._host.running(game_id)
            seat = running.seat_of(user_id)
            if seat is None or not running.seat_row(seat).away or running.row.status != "running":
                return
            words = f"<seat:{seat}> is back and plays in person again."
            back = replace(running.seat_row(seat), away=False, misses=0)
            await self.seat(running, back, [letter_of(NoticeBody(text=words))], keep_orders=True)
        if self._host.council is not None:
            await self._host.council.has_come_back(game_id)
        self._host.told(game_id, attend=False)

    async def seat(
        self, running: RunningGame, seat_row: SeatRow, letters: Sequence[NewLetter], *, keep_orders: bool
    ) -> RunningGame:
        """Put somebody on a seat of a running game; the clock of what the seat is asked begins anew.

        The caller holds the game's lock.
        """
        seats = tuple(seat_row if other.seat == seat_row.seat else other for other in running.seats)
        orders = running.orders if keep_orders else {**running.orders, seat_row.seat: ()}
        after = replace(running, seats=seats, orders=orders)
        clocks = await self._host.clocks(after, after.asks(), {**after.asks(), seat_row.seat: ""})
        clock = clocks.get(seat_row.seat)
        letters = [*letters, NewLetter("board"), *([NewLetter("ask")] if clock else [])]
        if seat_row.user_id not in (None, running.seat_row(seat_row.seat).user_id):
            letters.append(NewLetter("hand", seat_row.seat))
        await self._host.storage.seats.take(
            running.row.game_id, seat_row, clock, letters, self._host.now_text(), keep_orders=keep_orders
        )
        self._host.notice(clocks)
        rest = {seat: known for seat, known in running.clocks.items() if seat != seat_row.seat}
        return self._host.remember(replace(after, clocks={**rest, **clocks}))

    async def pause(self, game_id: int, *, stopped: bool, words: str) -> RunningGame:
        """Stop all clocks of a game, or let them run again where they stood; `words` tell the table."""
        async with self._host.lock(game_id):
            running = await self._host.running(game_id)
            self._host.must_run(running)
            if stopped == (running.row.paused_at is not None):
                raise Refusal("The clocks stand still already." if stopped else "The clocks are running already.")
            shifted: list[DueAsk] = []
            if not stopped:
                must_be_in_reach(running)
                shifted = await self.after_pause(running)
            paused_at = self._host.now_text() if stopped else None
            letters = [letter_of(NoticeBody(text=words)), NewLetter("board")]
            await self._host.storage.clocks.pause(game_id, paused_at, shifted, letters, self._host.now_text())
            self._host.forget_loaded(game_id)  # more has changed there than is known here
            running = await self._host.running(game_id)
        self._host.notice(running.clocks)
        self._host.told(game_id, attend=False)
        return running

    async def after_pause(self, running: RunningGame) -> list[DueAsk]:
        """Return the questions whose clocks stand still, with the times they have when the clocks run again now."""
        if running.row.paused_at is None:
            return []
        paused_at = timekeeping.moment(running.row.paused_at)
        shifted = []
        for seat, tag in running.asks().items():
            clock = running.clocks.get(seat)
            if clock is not None and clock.due_at is not None:
                stood = self._host.now() - max(paused_at, timekeeping.moment(clock.asked_at))
                wishes = await self._host.people.wishes(running.seat_row(seat).user_id)
                times = timekeeping.shifted(clock, stood, wishes)
                shifted.append(DueAsk(running.row.game_id, seat, tag, times))
        return shifted

    async def remind(self, due: DueAsk) -> None:
        """Bring an open question to its player's mind, and arrange for the next look.

        Where the table waits in secret, all who still owe an answer are reminded together: how often the table is
        called would tell how many they are.
        """
        async with self._host.lock(due.game_id):
            running = await self._host.running(due.game_id)
            clock = running.clocks.get(due.seat)
            if clock is None or clock.due_at is None or running.asks().get(due.seat) != due.etag:
                return
            if clock.reminded > due.times.reminded:
                return  # together with somebody else, a moment before
            # With the board the call comes back, should somebody have deleted it.
            letter = letter_of(AskBody(again=True)) if running.waits_in_secret else NewLetter("board")
            clocks = dict(running.clocks)
            for seat in _reminded_together(running, due.seat, clock):
                clocks[seat] = await self._remind(running, seat, clocks[seat], letter)
            self._host.remember(replace(running, clocks=clocks))
        self._host.told(due.game_id, attend=False)

    async def _remind(self, running: RunningGame, seat: Seat, clock: Times, letter: NewLetter) -> Times:
        """Write a reminder to a seat, and a letter to the table; return the clock that runs from now on."""
        etag, reminded = running.asks()[seat], clock.reminded + 1
        wishes = await self._host.people.wishes(running.seat_row(seat).user_id)
        ends = timekeeping.moment(clock.due_at or clock.asked_at)
        next_at = timekeeping.look(timekeeping.moment(clock.asked_at), ends, wishes, reminded)
        times = replace(clock, reminded=reminded, next_at=timekeeping.text(next_at))
        reminder = NoteBody(text=_reminder(running, ends), etag=etag, hushed=running.waits_in_secret)
        note = letter_of(reminder, seat)
        now = self._host.now_text()
        await self._host.storage.clocks.set_times(running.row.game_id, seat, etag, times, [note, letter], now)
        return times

    async def moved(self, due: DueAsk, by: timedelta) -> DueAsk:
        """Return an open question with the times it has when nobody could play for so long."""
        running = await self._host.running(due.game_id)
        wishes = await self._host.people.wishes(running.seat_row(due.seat).user_id)
        return replace(due, times=timekeeping.shifted(due.times, by, wishes))


def _reminded_together(running: RunningGame, seat: Seat, clock: Times) -> list[Seat]:
    """Return the seats that are reminded with this one: in secret all whose clocks are as far."""
    if not running.waits_in_secret:
        return [seat]
    return [
        other
        for other in running.asks()
        if (known := running.clocks.get(other)) is not None and known.due_at and known.reminded <= clock.reminded
    ]


def must_be_in_reach(running: RunningGame) -> None:
    """Raise Refusal when nobody could see at the table that its clocks run."""
    if running.row.lost is not None:
        raise Refusal(
            "I cannot write where this table's message stands, so its clocks stand still. Use **/game status** in "
            "another channel of the server and press **Bring the table here**; then they go on."
        )


def _reminder(running: RunningGame, ends: datetime) -> str:
    def words(title: str) -> str:
        return (
            f"Table {running.row.game_id}, {running.game.title} waits for you{title}. "
            f"Your time ends <t:{int(ends.timestamp())}:R>; then the table's default is played for you."
        )

    return in_words(running, None, lambda state: words(f": **{_title(state)}**"), words(""))


def _title(running: RunningGame) -> str:
    title: str = running.table.agenda[0].title(running.table)
    return title


def _late(running: RunningGame, seat: Seat, question: Question) -> Late:
    """Return what follows for a seat that did not answer in time.

    Where the table waits in secret nobody else hears of it, for it would tell who was asked; so no bot takes the seat
    then, which everybody would see, but when the next answer is missed.
    """
    misses = running.seat_row(seat).misses + question.is_free
    held = misses >= MISSES and running.pact.absent == "a bot"
    away = held and not running.waits_in_secret
    number = running.row.game_id
    mine = in_words(
        running,
        seat,
        partial(_told_the_late, seat=seat, away=away),
        f"Your time at table {number} ran out, so the table's default was played for you.",
    )
    letters = [letter_of(NoteBody(text=mine, private=True, hushed=running.waits_in_secret), seat)]
    if not running.waits_in_secret:
        theirs = in_words(
            running,
            None,
            partial(_told_the_others, seat=seat, away=away),
            f"The time of <seat:{seat}> ran out: the default was played for them.",
        )
        letters.append(letter_of(NoticeBody(text=theirs, calls=seat)))
    return Late(counts=question.is_free, away=away, letters=letters)


def _missed(running: RunningGame, seat: Seat) -> Question:
    question = running.question(seat)
    if question is None:
        raise LookupError(f"seat {seat} is not asked")
    return question


def _told_the_late(running: RunningGame, seat: Seat, away: bool) -> str:
    """Return what somebody reads whose time has run out."""
    question = _missed(running, seat)
    misses = running.seat_row(seat).misses + question.is_free
    words = (
        f"Your time at table {running.row.game_id} ran out ({_title(running)}; rule {question.rule}), so the table's "
        "default was played for you. **My hand** and **Log** show it."
    )
    if not question.is_free:
        words += " You had no choice in it, so it does not count as missed."
    if away:
        words += " A bot plays for you now. Press **Act** and you have your seat back."
    elif question.is_free and misses >= MISSES and running.pact.absent == "a bot":
        words += f" You have missed {misses} in a row: with the next, a bot holds your seat until you are back."
    elif question.is_free and misses < MISSES:
        words += f" You have missed {misses} in a row; after {MISSES} a bot holds your seat until you are back."
    return words


def _told_the_others(running: RunningGame, seat: Seat, away: bool) -> str:
    """Return what everybody reads of it."""
    question = _missed(running, seat)
    words = (
        f"The time of <seat:{seat}> ran out ({_title(running)}; rule {question.rule}): the default was played for them."
    )
    if away:
        words += " A bot holds the seat until they are back."
    elif question.is_free and running.seat_row(seat).misses + 1 >= MISSES and running.pact.absent != "a bot":
        words += " The others may vote on their seat: **/game propose** replace."
    return words
