"""Handle absent players: extensions, expired time, reminders, and seats held by bots."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from bot.engine import play
from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.host.delivery.guard import make_guarded_text
from bot.host.delivery.outbox import AskBody, NoteBody, NoticeBody, build_letter
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.play.auto_answers import choose_late_move
from bot.host.play.move_records import LateAnswer, TableCommand
from bot.host.play.seating import MAX_MISSES
from bot.host.play.standing_orders import StandingOrders
from bot.host.play.votes import Votes
from bot.host.table import deadlines
from bot.host.table.panel_context import PanelContext
from bot.host.table.running import RunningGame
from storage.interface.letters import NewLetter
from storage.interface.questions import DueQuestion, QuestionTimes


class Absence:
    """Operations about time and absent players at running tables."""

    def __init__(self, host: Host, orders: StandingOrders, votes: Votes) -> None:
        self._host = host
        self._orders = orders
        self._votes = votes

    async def handle_timeout(self, due: DueQuestion) -> None:
        """Answer for a seat whose time has expired, and notify everybody, its player first."""
        async with self._host.lock_game(due.game_id):
            running = await self._host.get_running_game(due.game_id)
            question = None if running.row.paused_at else running.find_question(due.seat)
            if question is None or running.get_etag(due.seat, question) != due.etag or running.is_automatic(due.seat):
                return
            clock = running.clocks.get(due.seat)
            if clock is None or clock.due_at is None or deadlines.parse_time(clock.due_at) > self._host.now():
                return  # their time was extended a moment before
            revision = running.row.revision
            move = await asyncio.to_thread(choose_late_move, running.game, running.table, revision, due.seat, question)
            late = _build_late_answer(running, due.seat, question)
            with self._host.handle_faults(running):
                played = play.play(running.table, due.seat, move, running.state, question)
            await self._host.save_move(running, TableCommand.from_answer("default", due.seat, move, late), played)
        if late.away:
            await self._orders.announce_suspension(due.game_id, due.seat)
            self._host.announce_commit(due.game_id, answered_for=False)

    async def extend_time(self, game_id: int, user_id: int) -> PanelContext:
        """Extend the time of this person's question by the same time again, if they have extensions left in this game.

        Raises:
            Refusal: no clock runs for this person, or the table agreed on no extensions.
        """
        async with self._host.lock_game(game_id):
            running = await self._host.get_running_game(game_id)
            seat = running.get_own_seat(user_id)
            question = self._host.get_open_question(running, seat)
            seat_row, clock, allowed = running.get_seat_row(seat), running.clocks.get(seat), running.settings.allowed
            if question is None or clock is None or clock.due_at is None or allowed is None:
                raise Refusal("You have no clock running, so you don't need more time.")
            if seat_row.extensions >= running.settings.extensions:
                raise Refusal(
                    f"You have taken more time {seat_row.extensions} times already; this table allows no more."
                )
            more = deadlines.extend_clock(clock, allowed, await self._host.people.get_wishes(user_id))
            words = f"<seat:{seat}> <takes|take> more time: {seat_row.extensions + 1} of {running.settings.extensions}."
            if running.waits_in_secret:  # it would reveal who was asked
                words = ""
            etag = running.get_etag(seat, question)
            await self._host.storage.clocks.extend(game_id, seat, etag, more, words, self._host.format_now())
            seats = tuple(
                replace(other, extensions=other.extensions + 1) if other.seat == seat else other
                for other in running.seats
            )
            running = self._host.remember(replace(running, seats=seats, clocks={**running.clocks, seat: more}))
        self._host.announce_commit(game_id, clocks={seat: more}, answered_for=False)
        return await self._host.build_panel(game_id, user_id, note="You have more time now.")

    async def return_seat(self, game_id: int, user_id: int) -> None:
        """Return a seat that a bot holds to its player; does nothing when no bot holds it."""
        async with self._host.lock_game(game_id):
            running = await self._host.get_running_game(game_id)
            seat = running.find_seat_of(user_id)
            if seat is None or not running.get_seat_row(seat).away or running.row.status != "running":
                return
            words = f"<seat:{seat}> <is|are> back."
            back = replace(running.get_seat_row(seat), away=False, misses=0)
            notices = [build_letter(NoticeBody(text=words))]
            await self._votes.seating.assign_seat(running, back, notices, keep_orders=True)
        await self._votes.handle_return(game_id)
        self._host.announce_commit(game_id, answered_for=False)

    async def give_up_seat(self, game_id: int, user_id: int) -> PanelContext:
        """Concede this person's seat; its further decisions take their defaults, and open votes exclude it.

        Raises:
            Refusal: this person has conceded already, or the game is over.
        """
        async with self._host.lock_game(game_id):
            running = await self._host.get_running_game(game_id)
            seat = running.get_own_seat(user_id)
            self._host.must_run(running)
            if running.get_seat_row(seat).conceded:
                raise Refusal("You have already conceded this game.")
            with self._host.handle_faults(running):
                played = play.concede(running.table, seat)
            running = await self._host.save_move(running, TableCommand("concede", seat), played)
        if running.row.status == "running":
            await self._votes.handle_concession(game_id, seat)
        return await self._host.build_panel(
            game_id, user_id, note="You have conceded. Thank you for the game.", catch_up=False
        )

    async def send_reminder(self, due: DueQuestion) -> None:
        """Send the reminder of an open question, and set its clock for the next check.

        Where waiting is secret, all seats with an open question are reminded together: the number of separate reminders
        would reveal how many there are.
        """
        async with self._host.lock_game(due.game_id):
            running = await self._host.get_running_game(due.game_id)
            clock = running.clocks.get(due.seat)
            if clock is None or clock.due_at is None or running.get_etags().get(due.seat) != due.etag:
                return
            if clock.reminded > due.times.reminded:
                return  # together with another seat, a moment before
            # The ping is restored with the table's message if that was deleted.
            letter = build_letter(AskBody(again=True)) if running.waits_in_secret else NewLetter("board")
            clocks = dict(running.clocks)
            for seat in _list_reminded_together(running, due.seat, clock):
                clocks[seat] = await self._write_reminder(running, seat, clocks[seat], letter)
            self._host.remember(replace(running, clocks=clocks))
        self._host.announce_commit(due.game_id, answered_for=False)

    async def _write_reminder(
        self, running: RunningGame, seat: Seat, clock: QuestionTimes, letter: NewLetter
    ) -> QuestionTimes:
        """Write a reminder to a seat, and a letter to the table; return the new clock."""
        etag, reminded = running.get_etags()[seat], clock.reminded + 1
        wishes = await self._host.people.get_wishes(running.get_seat_row(seat).user_id)
        ends = deadlines.parse_time(clock.due_at or clock.asked_at)
        next_at = deadlines.compute_next_check(deadlines.parse_time(clock.asked_at), ends, wishes, reminded)
        times = replace(clock, reminded=reminded, next_at=deadlines.format_time(next_at))
        reminder = NoteBody(text=_build_reminder(running, ends), etag=etag, hushed=running.waits_in_secret)
        note = build_letter(reminder, seat)
        now = self._host.format_now()
        await self._host.storage.clocks.set_times(running.row.game_id, seat, etag, times, [note, letter], now)
        return times

    async def shift_question(self, due: DueQuestion, by: timedelta) -> DueQuestion:
        """Return an open question with its times shifted by an outage."""
        running = await self._host.get_running_game(due.game_id)
        wishes = await self._host.people.get_wishes(running.get_seat_row(due.seat).user_id)
        return replace(due, times=deadlines.shift_clock(due.times, by, wishes))


def _list_reminded_together(running: RunningGame, seat: Seat, clock: QuestionTimes) -> list[Seat]:
    """Return the seats reminded with this one; where waiting is secret, all with clocks at the same stage."""
    if not running.waits_in_secret:
        return [seat]
    return [
        other
        for other in running.get_etags()
        if (known := running.clocks.get(other)) is not None and known.due_at and known.reminded <= clock.reminded
    ]


def _build_reminder(running: RunningGame, ends: datetime) -> str:
    def format_words(title: str) -> str:
        return (
            f"Table {running.row.game_id}, {running.game.title} waits for you{title}. "
            f"Your time ends <t:{int(ends.timestamp())}:R>; then the table's default is played for you."
        )

    return make_guarded_text(
        running, None, lambda state: format_words(f": **{_format_title(state)}**"), format_words("")
    )


def _format_title(running: RunningGame) -> str:
    title: str = running.table.agenda[0].get_title(running.table)
    return title


def _build_late_answer(running: RunningGame, seat: Seat, question: Question) -> LateAnswer:
    """Return the consequences for a seat that missed its deadline.

    Where the table waits in secret nobody else hears of it, as it would reveal who was asked. So a bot, which everybody
    would see, does not take the seat then, but after the next missed answer.
    """
    misses = running.get_seat_row(seat).misses + question.is_free
    held = misses >= MAX_MISSES and running.settings.absent == "a bot"
    away = held and not running.waits_in_secret
    number = running.row.game_id
    mine = make_guarded_text(
        running,
        seat,
        partial(_format_notice_to_late_player, seat=seat, away=away),
        f"Your time at table {number} ran out, so the table's default was played for you.",
    )
    letters = [build_letter(NoteBody(text=mine, private=True, hushed=running.waits_in_secret), seat)]
    if not running.waits_in_secret:
        theirs = make_guarded_text(
            running,
            None,
            partial(_format_notice_to_others, seat=seat, away=away),
            f"The time of <seat:{seat}> ran out: the default was played for them.",
        )
        letters.append(build_letter(NoticeBody(text=theirs, calls=seat)))
    return LateAnswer(counts=question.is_free, away=away, letters=letters)


def _get_missed_question(running: RunningGame, seat: Seat) -> Question:
    question = running.get_question(seat)
    if question is None:
        raise LookupError(f"seat {seat} is not asked")
    return question


def _format_notice_to_late_player(running: RunningGame, seat: Seat, away: bool) -> str:
    """Build the text for the player whose time has expired."""
    question = _get_missed_question(running, seat)
    misses = running.get_seat_row(seat).misses + question.is_free
    words = (
        f"Your time at table {running.row.game_id} ran out ({_format_title(running)}; rule {question.rule}), so "
        "the table's "
        f"default was played for you. **{running.game.wording.hand_title}** and **Log** show it."
    )
    if not question.is_free:
        words += " You had only one option, so it doesn't count as a miss."
    if away:
        words += " A bot plays for you now. Press **Act** to take your seat back."
    elif question.is_free and misses >= MAX_MISSES and running.settings.absent == "a bot":
        words += f" You have missed {misses} in a row: with the next, a bot holds your seat until you are back."
    elif question.is_free and misses < MAX_MISSES:
        words += f" You have missed {misses} in a row; after {MAX_MISSES} a bot holds your seat until you are back."
    return words


def _format_notice_to_others(running: RunningGame, seat: Seat, away: bool) -> str:
    """Build the public text about it."""
    question = _get_missed_question(running, seat)
    words = (
        f"The time of <seat:{seat}> ran out ({_format_title(running)}; rule {question.rule}): the default "
        "was played for them."
    )
    if away:
        words += " A bot plays this seat until they return."
    elif (
        question.is_free and running.get_seat_row(seat).misses + 1 >= MAX_MISSES and running.settings.absent != "a bot"
    ):
        words += " The others may vote on their seat: **/table propose** replace."
    return words
