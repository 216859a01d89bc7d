"""Handle absent players: extensions, expired time, reminders, and seats held by bots."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from bot.engine import play
from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.host.delivery.guard import in_words
from bot.host.delivery.outbox import AskBody, NoteBody, NoticeBody, letter_of
from bot.host.errors import Refusal
from bot.host.host import Host, PanelContext
from bot.host.play.auto_answers import late_move
from bot.host.play.move_records import LateAnswer, TableCommand
from bot.host.play.seating import MISSES, Seating
from bot.host.play.standing_orders import StandingOrders
from bot.host.play.votes import Votes
from bot.host.table import deadlines
from bot.host.table.running import RunningGame
from storage.interface import DueAsk, NewLetter, Times


class Absence:
    """Operations about time and absent players at running tables."""

    def __init__(self, host: Host, seating: Seating, orders: StandingOrders, motions: Votes) -> None:
        self._host = host
        self._seating = seating
        self._orders = orders
        self._motions = motions

    async def time_out(self, due: DueAsk) -> None:
        """Answer for a seat whose time has expired, and notify everybody, its player first."""
        async with self._host.lock(due.game_id):
            running = await self._host.running(due.game_id)
            question = None if running.row.paused_at else running.question_if_running(due.seat)
            if question is None or running.etag(due.seat, question) != due.etag or running.plays_itself(due.seat):
                return
            clock = running.clocks.get(due.seat)
            if clock is None or clock.due_at is None or deadlines.moment(clock.due_at) > self._host.now():
                return  # their time was extended a moment before
            revision = running.row.revision
            move = await asyncio.to_thread(late_move, running.game, running.table, revision, due.seat, question)
            late = _late(running, due.seat, question)
            with self._host.faults(running):
                played = play.play(running.table, due.seat, move, running.state, question)
            await self._host.save(running, TableCommand.answering("default", due.seat, move, late), played)
        if late.away:
            await self._orders.rest(due.game_id, due.seat)
            self._host.committed(due.game_id, answered_for=False)

    async def extend(self, game_id: int, user_id: int) -> PanelContext:
        """Extend the time of this person's question by the same time again, if they have extensions left in this game.

        Raises:
            Refusal: no clock runs for this person, or the table agreed on no extensions.
        """
        async with self._host.lock(game_id):
            running = await self._host.running(game_id)
            seat = running.must_seat(user_id)
            question = self._host.open_question(running, seat)
            seat_row, clock, allowed = running.seat_row(seat), running.clocks.get(seat), running.pact.allowed
            if question is None or clock is None or clock.due_at is None or allowed is None:
                raise Refusal("You have no clock running, so you don't need more time.")
            if seat_row.extensions >= running.pact.extensions:
                raise Refusal(
                    f"You have taken more time {seat_row.extensions} times already; this table allows no more."
                )
            more = deadlines.extended(clock, allowed, await self._host.people.wishes(user_id))
            words = f"<seat:{seat}> took more time: {seat_row.extensions + 1} of {running.pact.extensions}."
            if running.waits_in_secret:  # it would reveal who was asked
                words = ""
            etag = running.etag(seat, question)
            await self._host.storage.clocks.extend(game_id, seat, etag, more, words, self._host.now_text())
            seats = tuple(
                replace(other, extensions=other.extensions + 1) if other.seat == seat else other
                for other in running.seats
            )
            running = self._host.remember(replace(running, seats=seats, clocks={**running.clocks, seat: more}))
        self._host.committed(game_id, clocks={seat: more}, answered_for=False)
        return await self._host.desk(game_id, user_id, note="You have more time now.")

    async def come_back(self, game_id: int, user_id: int) -> None:
        """Return a seat that a bot holds to its player; does nothing when no bot holds it."""
        async with self._host.lock(game_id):
            running = await self._host.running(game_id)
            seat = running.seat_of(user_id)
            if seat is None or not running.seat_row(seat).away or running.row.status != "running":
                return
            words = f"<seat:{seat}> is back."
            back = replace(running.seat_row(seat), away=False, misses=0)
            await self._seating.seat(running, back, [letter_of(NoticeBody(text=words))], keep_orders=True)
        await self._motions.has_come_back(game_id)
        self._host.committed(game_id, answered_for=False)

    async def concede(self, game_id: int, user_id: int) -> PanelContext:
        """Concede this person's seat; its further decisions take their defaults, and open votes exclude it.

        Raises:
            Refusal: this person has conceded already, or the game is over.
        """
        async with self._host.lock(game_id):
            running = await self._host.running(game_id)
            seat = running.must_seat(user_id)
            self._host.must_run(running)
            if running.seat_row(seat).conceded:
                raise Refusal("You have already conceded this game.")
            with self._host.faults(running):
                played = play.concede(running.table, seat)
            running = await self._host.save(running, TableCommand("concede", seat), played)
        if running.row.status == "running":
            await self._motions.has_conceded(game_id, seat)
        return await self._host.desk(
            game_id, user_id, note="You have conceded. Thank you for the game.", catch_up=False
        )

    async def remind(self, due: DueAsk) -> None:
        """Send the reminder of an open question, and set its clock for the next check.

        Where waiting is secret, all seats with an open question are reminded together: the number of separate reminders
        would reveal how many there are.
        """
        async with self._host.lock(due.game_id):
            running = await self._host.running(due.game_id)
            clock = running.clocks.get(due.seat)
            if clock is None or clock.due_at is None or running.asks().get(due.seat) != due.etag:
                return
            if clock.reminded > due.times.reminded:
                return  # together with another seat, a moment before
            # The ping is restored with the table's message if that was deleted.
            letter = letter_of(AskBody(again=True)) if running.waits_in_secret else NewLetter("board")
            clocks = dict(running.clocks)
            for seat in _reminded_together(running, due.seat, clock):
                clocks[seat] = await self._remind(running, seat, clocks[seat], letter)
            self._host.remember(replace(running, clocks=clocks))
        self._host.committed(due.game_id, answered_for=False)

    async def _remind(self, running: RunningGame, seat: Seat, clock: Times, letter: NewLetter) -> Times:
        """Write a reminder to a seat, and a letter to the table; return the new clock."""
        etag, reminded = running.asks()[seat], clock.reminded + 1
        wishes = await self._host.people.wishes(running.seat_row(seat).user_id)
        ends = deadlines.moment(clock.due_at or clock.asked_at)
        next_at = deadlines.look(deadlines.moment(clock.asked_at), ends, wishes, reminded)
        times = replace(clock, reminded=reminded, next_at=deadlines.text(next_at))
        reminder = NoteBody(text=_reminder(running, ends), etag=etag, hushed=running.waits_in_secret)
        note = letter_of(reminder, seat)
        now = self._host.now_text()
        await self._host.storage.clocks.set_times(running.row.game_id, seat, etag, times, [note, letter], now)
        return times

    async def moved(self, due: DueAsk, by: timedelta) -> DueAsk:
        """Return an open question with its times shifted by an outage."""
        running = await self._host.running(due.game_id)
        wishes = await self._host.people.wishes(running.seat_row(due.seat).user_id)
        return replace(due, times=deadlines.shifted(due.times, by, wishes))


def _reminded_together(running: RunningGame, seat: Seat, clock: Times) -> list[Seat]:
    """Return the seats reminded with this one; where waiting is secret, all with clocks at the same stage."""
    if not running.waits_in_secret:
        return [seat]
    return [
        other
        for other in running.asks()
        if (known := running.clocks.get(other)) is not None and known.due_at and known.reminded <= clock.reminded
    ]


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


def _late(running: RunningGame, seat: Seat, question: Question) -> LateAnswer:
    """Return the consequences for a seat that missed its deadline.

    Where the table waits in secret nobody else hears of it, as it would reveal who was asked. So a bot, which everybody
    would see, does not take the seat then, but after the next missed answer.
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
    return LateAnswer(counts=question.is_free, away=away, letters=letters)


def _missed(running: RunningGame, seat: Seat) -> Question:
    question = running.question(seat)
    if question is None:
        raise LookupError(f"seat {seat} is not asked")
    return question


def _told_the_late(running: RunningGame, seat: Seat, away: bool) -> str:
    """Build the text for the player whose time has expired."""
    question = _missed(running, seat)
    misses = running.seat_row(seat).misses + question.is_free
    words = (
        f"Your time at table {running.row.game_id} ran out ({_title(running)}; rule {question.rule}), so the table's "
        "default was played for you. **My hand** and **Log** show it."
    )
    if not question.is_free:
        words += " You had only one option, so it doesn't count as a miss."
    if away:
        words += " A bot plays for you now. Press **Act** to take your seat back."
    elif question.is_free and misses >= MISSES and running.pact.absent == "a bot":
        words += f" You have missed {misses} in a row: with the next, a bot holds your seat until you are back."
    elif question.is_free and misses < MISSES:
        words += f" You have missed {misses} in a row; after {MISSES} a bot holds your seat until you are back."
    return words


def _told_the_others(running: RunningGame, seat: Seat, away: bool) -> str:
    """Build the public text about it."""
    question = _missed(running, seat)
    words = (
        f"The time of <seat:{seat}> ran out ({_title(running)}; rule {question.rule}): the default was played for them."
    )
    if away:
        words += " A bot plays this seat until they return."
    elif question.is_free and running.seat_row(seat).misses + 1 >= MISSES and running.pact.absent != "a bot":
        words += " The others may vote on their seat: **/game propose** replace."
    return words
