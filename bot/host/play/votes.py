"""Votes of a table: going back past others' moves, pauses, replacing a player, ending the game.

Every player present in person has a vote. Going back and ending the game need all votes; a pause, its end and a
replacement need more than half. Only a silent player can be replaced by a vote.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from bot.engine import play
from bot.engine.pages import mark, with_names
from bot.engine.records import Seat
from bot.host import sanitize
from bot.host.delivery.outbox import MotionBody, NoticeBody, VacancyBody, build_letter
from bot.host.errors import GameOver, NotYours, Refusal, Unreadable
from bot.host.host import Host
from bot.host.leagues.season_events import build_emptied_lines, build_taken_lines
from bot.host.leagues.seat_offers import ANYBODY, IN_LINE, SeatOffers
from bot.host.leagues.substitutes import get_or_add_helper
from bot.host.play.move_records import MOVED_ON, TableCommand, format_player_is_back
from bot.host.play.seating import MAX_MISSES, Seating, refuse_when_channel_lost
from bot.host.play.undo import MAX_ENTRIES
from bot.host.table import deadlines
from bot.host.table.aliases import must_be_reachable
from bot.host.table.audience_log import is_in_secret, is_unheard, list_effective_entries
from bot.host.table.membership import Membership
from bot.host.table.running import RunningGame, format_name_in_log
from storage.interface.errors import Conflict
from storage.interface.game_log import NOT_IN_PERSON, GameLogRecord
from storage.interface.games import LeftSeat
from storage.interface.letters import NewLetter
from storage.interface.motions import Motion, MotionFate, MotionKind, NewMotion

NOT_IN_LEAGUES: frozenset[MotionKind] = frozenset({"abandon", "pause", "resume"})
"""Motions that a league's tables cannot decide: others wait for their results, and agreement could be collusion."""
UNANIMOUS: frozenset[MotionKind] = frozenset({"undo", "abandon"})
SILENT_PERIOD = timedelta(days=3)
"""Time without an answer after which a player without a clock counts as silent."""


class Votes:
    """Motions and votes at running tables, and their execution."""

    def __init__(self, host: Host, seating: Seating, seat_offers: SeatOffers) -> None:
        self._host = host
        self.seating = seating
        self._seat_offers = seat_offers
        self._storage = host.storage

    # -- proposing and voting ------------------------------------------------------------------

    async def find_target(self, game_id: int, player: int | None, seat: Seat | None) -> Seat | None:
        """Return the seat that a proposal is about, by its player or its number; None if it names neither.

        Raises:
            Refusal: it names a player of an anonymous table, and the answer would tell whether they play there.
        """
        running = await self._host.get_running_game(game_id)
        if player is not None and running.is_anonymous:
            raise Refusal(
                "This table is anonymous, so please give the number of the seat with `seat`, and no `player`."
            )
        if player is not None:
            return running.find_seat_of(player)
        return None if seat is None else running.get_seat_row(seat).seat

    async def propose(self, game_id: int, user_id: int, kind: MotionKind, target: Seat | None = None) -> str:
        """Propose a motion to the table; return a sentence about the result.

        Raises:
            Refusal: it cannot be proposed now; the sentence says why.
        """
        running = await self._host.get_running_game(game_id)
        self._host.must_own(running.row.guild_id)
        seat = self._get_voter(running, user_id)
        if running.league is not None and kind in NOT_IN_LEAGUES:
            raise Refusal(
                f"This is a table of **{sanitize.sanitize(running.league.league)}**, and the others of the league wait "
                "for "
                f"its result, so it does not vote on that. A server manager can do it: **/table propose** {kind}, with "
                "a `reason`."
            )
        revision: int | None = target
        if kind == "undo":
            revision = await self._find_way_back(running, seat)
        if kind == "replace" and (target is None or target == seat or running.get_seat_row(target).user_id is None):
            raise Refusal("Choose another player, one who does not answer.")
        if kind == "replace" and target is not None:
            _refuse_irreplaceable(running, target)
            _refuse_unless_silent(running, target, self._host.now())
        if kind in ("pause", "resume") and (kind == "pause") == (running.row.paused_at is not None):
            raise Refusal("This table's clocks are already paused." if kind == "pause" else "They are running.")
        if kind == "resume":
            refuse_when_channel_lost(running)
        await self._close_void_votes(running)
        motion = NewMotion(game_id, kind, seat, running.row.revision, revision)
        try:
            opened = await self._storage.motions.open(motion, self._host.format_now())
        except Conflict:
            raise Refusal(await self._describe_open_vote(running, kind)) from None
        self._host.announce_commit(game_id, answered_for=False)
        return await self._count(opened)

    async def _describe_open_vote(self, running: RunningGame, kind: MotionKind) -> str:
        """Describe the open vote of the same kind, and where it is."""
        opened = [
            motion for motion in await self._storage.motions.list_open(running.row.game_id) if motion.kind == kind
        ]
        what = "".join(f": {with_names(describe_motion(motion), lambda seat: f'seat {seat}')}" for motion in opened)
        return (
            f"Your table is voting on that already{what}. The message with the buttons stands in "
            f"<#{running.row.channel_id}>; if it is gone, **/game status** brings it back."
        )

    async def cast_vote(self, motion_id: int, user_id: int, yes: bool) -> str:
        """Record a vote; return a sentence about the result.

        Raises:
            Refusal: the vote is over.
            NotYours: this person has no vote in it.
        """
        motion = await self._storage.motions.get(motion_id)
        if motion is None or motion.fate != "open":
            raise Refusal("This vote is over.")
        running = await self._host.get_running_game(motion.game_id)
        self._host.must_own(running.row.guild_id)
        seat = self._get_voter(running, user_id)
        if seat not in list_voters(running, motion):
            raise NotYours("This vote is about your own seat, so the others decide.")
        try:
            return await self._count(await self._storage.motions.vote(motion_id, seat, yes))
        except Conflict:
            raise Refusal("This vote is over.") from None

    async def _count(self, motion: Motion) -> str:
        running = await self._host.get_running_game(motion.game_id)
        self._host.must_run(running)
        if why := await self._explain_void(running, motion):
            await self._close(motion, "lapsed", why)
            return MOVED_ON if motion.kind == "undo" else "They've answered, so the vote is cancelled."
        having = list_voters(running, motion)
        yes = sum(motion.votes.get(seat, False) for seat in having)
        no = sum(not motion.votes.get(seat, True) for seat in having)
        needed = count_votes_needed(running, motion)
        if having and yes >= needed:
            return await self._execute(motion)
        if no > len(having) - needed:
            await self._close(motion, "refused", f"The table has voted no: {describe_motion(motion)}.")
            return "Your vote decided it: rejected."
        return f"Your vote counts: {yes} in favour so far, of {needed} needed."

    async def _explain_void(self, running: RunningGame, motion: Motion) -> str:
        """Return the reason why a vote is void, as shown to the table; empty while it is valid."""
        if motion.kind == "undo" and await self._has_moved_on(running, motion):
            return f"The vote is off. {MOVED_ON}"
        if motion.kind != "replace" or motion.target is None or running.get_seat_row(motion.target).conceded:
            return ""
        return "" if _is_silent(running, motion.target, self._host.now()) else format_player_is_back(motion.target)

    async def _close_void_votes(self, running: RunningGame) -> None:
        """Close void votes, which would block new ones of their kind."""
        for motion in await self._storage.motions.list_open(running.row.game_id):
            if why := await self._explain_void(running, motion):
                await self._close(motion, "lapsed", why)

    async def _has_moved_on(self, running: RunningGame, motion: Motion) -> bool:
        """Whether anybody has moved since a vote was opened; hidden answers do not count."""
        if running.row.revision == motion.revision:
            return False
        since = await self._storage.games.list_entries(motion.game_id, after=motion.revision)
        return not all(is_unheard(entry) for entry in since)

    def _get_voter(self, running: RunningGame, user_id: int) -> Seat:
        self._host.must_run(running)
        seat = running.get_own_seat(user_id)
        if running.get_seat_row(seat).conceded:
            raise NotYours("You have conceded, so you have no vote any more.")
        return seat

    # -- executing motions ---------------------------------------------------------------------

    async def _execute(self, motion: Motion) -> str:
        try:
            words = await self._execute_motion(motion)
        except GameOver:
            raise
        except Refusal as refused:  # the table has changed since the proposal
            await self._close(motion, "lapsed", f"The vote is off. {refused}")
            return str(refused)
        await self._close(motion, "passed", words)
        if motion.kind == "replace" and motion.target is not None:
            await self._count_without(motion.game_id, motion.target)
        return f"Your vote decided it. {describe_effect(motion)}"

    async def _execute_motion(self, motion: Motion) -> str:
        """Execute a motion; return the notice that is still to be sent to the table."""
        by = "" if motion.kind == "undo" else f", as <seat:{motion.seat}> proposed"
        words = f"The table has agreed: {describe_motion(motion)}{by}. {describe_effect(motion)}"
        match motion.kind:
            case "undo":
                await self._go_back(motion)
            case "pause" | "resume":
                await self.seating.pause_clocks(motion.game_id, stopped=motion.kind == "pause", words=words)
                return ""
            case "replace":
                await self._free_seat(motion.game_id, motion.target or 0, words, motion)
                return ""
            case "abandon":
                await self.close_without_result(motion.game_id, words)
                return ""
        return words

    async def _close(self, motion: Motion, fate: MotionFate, words: str) -> None:
        await self._storage.motions.close(motion, fate, words, self._host.format_now())
        self._host.announce_commit(motion.game_id)

    async def _find_way_back(self, running: RunningGame, seat: Seat) -> int:
        """Return the revision before the seat's last move, if nothing was drawn or revealed since."""
        if running.settings.undo != "with consent":
            raise Refusal("At this table everybody may undo only their own unseen moves.")
        entries = list_effective_entries(await self._storage.games.list_last_entries(running.row.game_id, MAX_ENTRIES))
        for entry in reversed(entries):
            if entry.blocks_undo or entry.kind in ("setup", "concede"):
                break
            if entry.seat == seat and entry.kind == "move" and not is_in_secret(entry):
                return entry.revision - 1
        raise Refusal("You can't undo your last move: a card was drawn or something hidden was revealed since.")

    async def _go_back(self, motion: Motion) -> None:
        """Return to the table before the move, unless somebody has moved since the proposal."""
        async with self._host.lock_game(motion.game_id):
            running = await self._host.get_running_game(motion.game_id)
            entries = await self._storage.games.list_last_entries(motion.game_id, MAX_ENTRIES + 1, states=True)
            before = _find_entry(entries, motion.target)
            if before is None or before.state is None or await self._has_moved_on(running, motion):
                raise Refusal(MOVED_ON)
            await self._host.go_back(running, motion.seat, before)

    # -- empty seats ----------------------------------------------------------------------------

    async def free_seat(self, game_id: int, seat: Seat, words: str) -> None:
        """Free a seat for another player; a bot holds it until then, and open votes exclude it.

        Args:
            game_id: the table.
            seat: the seat whose player is replaced.
            words: the reason for the table, in whole sentences; seats are marks.
        """
        await self._free_seat(game_id, seat, words)
        await self._count_without(game_id, seat)

    async def _free_seat(self, game_id: int, seat: Seat, words: str, agreed: Motion | None = None) -> None:
        async with self._host.lock_game(game_id):
            running = await self._host.get_running_game(game_id)
            self._host.must_run(running)
            _refuse_irreplaceable(running, seat)
            if running.get_seat_row(seat).user_id is None:
                raise Refusal("That seat is already empty.")
            if agreed is not None and await self._explain_void(running, agreed):  # a moment ago
                raise Refusal("They have answered since.")
            await self._clear_seat(running, seat, words)
        self._host.announce_commit(game_id)

    async def clear_seat(self, game_id: int, seat: Seat, user_id: int, words: str) -> bool:
        """Replace this person by an empty seat; without any player in person the game is abandoned.

        Returns:
            False when another player has the seat now.
        """
        async with self._host.lock_game(game_id):
            running = await self._host.get_running_game(game_id)
            self._host.must_run(running)
            if running.get_seat_row(seat).user_id != user_id:
                return False
            running = await self._clear_seat(running, seat, words)
        if all(seat_row.user_id is None or seat_row.conceded for seat_row in running.seats):
            with suppress(GameOver):  # bots may just have played it to its end
                await self.close_without_result(game_id, "Everybody has left, so this game ends without a result.")
            return True
        self._host.announce_commit(game_id)
        await self._count_without(game_id, seat)
        return True

    async def _clear_seat(self, running: RunningGame, seat: Seat, words: str) -> RunningGame:
        """Make a seat empty and nameless; `words`, in which seats are marks, give the table the reason.

        The caller holds the game's lock.
        """
        free = replace(
            running.get_seat_row(seat),
            user_id=None,
            name=f"Empty chair {seat}",
            misses=0,
            extensions=0,
            away=True,
        )
        # The name is inserted now, because it is lost with the player; the id, so that erasure finds it.
        called = format_name_in_log(running.get_name(seat))
        words = with_names(words, lambda other: called if other == seat else mark(other))
        words = (
            f"{words} {ANYBODY if await self._seat_offers.is_open_to_anybody(running, seat, leaves=True) else IN_LINE}"
        )
        # At an anonymous table it is an alias, which neither a new name nor an erasure of the player must replace.
        body = VacancyBody(
            text=words,
            who=running.get_seat_row(seat).user_id,
            called="" if running.is_anonymous else called,
        )
        letters = [build_letter(body, seat), *await self._build_vote_updates(running, seat)]
        learned = build_emptied_lines(running, seat)
        may_return = running.league is not None  # the ruling that emptied it may be reversed
        return await self.seating.assign_seat(
            running, free, letters, keep_orders=False, may_return=may_return, league=learned
        )

    async def describe_candidates(self, running: RunningGame, seat: Seat) -> str:
        """Describe in whole sentences who may take an empty seat."""
        return ANYBODY if await self._seat_offers.is_open_to_anybody(running, seat) else IN_LINE

    async def handle_return(self, game_id: int) -> None:
        """Make open votes ping a player whose seat a bot has returned; a vote on replacing them ends."""
        await self._close_void_votes(await self._host.get_running_game(game_id))
        letters = await self._build_vote_updates(await self._host.get_running_game(game_id))
        if letters:
            await self._storage.outbox.add(game_id, letters, self._host.format_now())

    async def handle_concession(self, game_id: int, seat: Seat) -> None:
        """Recount the open votes of a running table without this seat; their messages no longer ping it."""
        letters = await self._build_vote_updates(await self._host.get_running_game(game_id), seat)
        if letters:
            await self._storage.outbox.add(game_id, letters, self._host.format_now())
            self._host.announce_commit(game_id, answered_for=False)
        await self._count_without(game_id, seat)

    async def _count_without(self, game_id: int, seat: Seat) -> None:
        """Recount a table's open votes without this seat; votes about the seat itself end."""
        for known in await self._storage.motions.list_open(game_id):
            motion = await self._storage.motions.get(known.motion_id)
            if motion is None or motion.fate != "open":
                continue  # closed by the execution of the one before
            if _is_replacement_of(motion, seat):
                await self._close(motion, "lapsed", "The vote to replace somebody is off: they no longer play here.")
            elif motion.seat == seat:
                what = describe_motion(motion).replace(f"<seat:{seat}>", f"seat {seat}")
                why = f"The vote is off, because its proposer no longer plays here: {what}."
                await self._close(motion, "lapsed", why)
            else:
                with suppress(GameOver):  # the one decided just before may have ended the game
                    await self._count(motion)

    async def _build_vote_updates(self, running: RunningGame, leaver: Seat | None = None) -> list[NewLetter]:
        """Return letters that refresh the messages of open votes; votes about the leaver are void."""
        return [
            build_letter(MotionBody(motion=motion.motion_id))
            for motion in await self._storage.motions.list_open(running.row.game_id)
            if motion.seat != leaver and not _is_replacement_of(motion, leaver)
        ]

    async def take_seat(self, game_id: int, seat: Seat, user_id: int, name: str) -> None:
        """Let a person take an empty seat; they see its secrets from now on, and its clock starts again.

        A person who had a seat at this table before knows its secrets, so they may only take that seat again.

        Raises:
            Refusal: the seat is not free, or offered to another person, or this person has or had another one at this
                table.
        """
        async with self._host.lock_game(game_id):
            running = await self._host.get_running_game(game_id)
            self._host.must_run(running)
            seat_row = running.get_seat_row(seat)
            if running.find_seat_of(user_id) is not None:
                raise Refusal("You already have a seat at this table.")
            _refuse_irreplaceable(running, seat)
            if not seat_row.is_free:
                raise Refusal("This seat is not free any more.")
            over = await self._seat_offers.must_be_allowed(running, seat, user_id)
            if running.is_anonymous:
                await must_be_reachable(self._host.people, user_id)
            left = await self._storage.seats.find_seat_left(game_id, user_id) or LeftSeat(seat, 0)
            if left.seat != seat:
                raise Refusal(
                    f"You have played on seat {left.seat} of this table and know what it holds, so you may not look "
                    f"into another hand. Leave this seat to somebody else; you may take seat {left.seat} again "
                    "while it is free."
                )
            taken = replace(
                seat_row,
                user_id=user_id,
                name=name,
                misses=0,
                extensions=left.extensions,
                away=False,
            )
            welcome = NoticeBody(text=f"<seat:{seat}> <plays|play> on in the free seat. Welcome!")
            letters = [build_letter(welcome), *await self._build_vote_updates(running)]
            known = None
            if running.league is not None:
                known = await get_or_add_helper(
                    self._storage, running.league.season_id, user_id, name, self._host.format_now()
                )
            learned = [*build_taken_lines(running, seat, known), *over]
            await self.seating.assign_seat(running, taken, letters, keep_orders=False, league=learned)
        self._host.announce_commit(game_id)

    async def give_back_seat(
        self,
        game_id: int,
        seat: Seat,
        user_id: int,
        name: str,
        since: int,
        words: Callable[[bool], str],
        helper: int | None = None,
    ) -> bool:
        """Give a seat back to a player who lost it by mistake, in its former state if possible.

        Bots' moves there are undone, unless a person has moved since, a card was drawn or hidden information was
        revealed.

        Args:
            game_id: the table.
            seat: the seat.
            user_id: the player who gets it back.
            name: their name.
            since: the game's revision when the seat was emptied; 0: unknown, so nothing is undone.
            words: makes the notice for the table, in whole sentences with seats as marks; its argument says whether the
                former state was restored.
            helper: the substitute who gives the seat back; None: it is empty.

        Returns:
            False when another player has the seat.
        """
        async with self._host.lock_game(game_id):
            running = await self._host.get_running_game(game_id)
            self._host.must_run(running)
            seat_row = running.get_seat_row(seat)
            theirs = seat_row.is_free if helper is None else seat_row.user_id == helper
            if not theirs or seat_row.conceded or running.find_seat_of(user_id) is not None:
                return False
            running, as_it_was = await self._restore_seat(running, seat, since)
            left = await self._storage.seats.find_seat_left(game_id, user_id) or LeftSeat(seat, 0)
            back = replace(
                running.get_seat_row(seat), user_id=user_id, name=name, misses=0, extensions=left.extensions, away=False
            )
            letters = [build_letter(NoticeBody(text=words(as_it_was))), *await self._build_vote_updates(running)]
            await self.seating.assign_seat(running, back, letters, keep_orders=False, may_return=True)
        self._host.announce_commit(game_id)
        return True

    async def can_restore_seat(self, game_id: int, seat: Seat, since: int) -> bool:
        """Whether all bot moves on an empty seat could be undone, were it given back now."""
        return await self._find_restore_point(await self._host.get_running_game(game_id), seat, since) is not None

    async def _restore_seat(self, running: RunningGame, seat: Seat, since: int) -> tuple[RunningGame, bool]:
        """Undo a bot's moves on an empty seat if possible; return whether all are undone."""
        way = await self._find_restore_point(running, seat, since)
        with suppress(Refusal):  # its question was reopened before, and its time is over
            match way:
                case None:
                    return running, False
                case "nothing":
                    return running, True
                case "retract":
                    return await self._host.save_move(
                        running, TableCommand("retract", seat), play.take_back_answer(running.table, seat)
                    ), True
                case GameLogRecord():
                    return await self._host.go_back(running, seat, way), True
        return running, False

    async def _find_restore_point(
        self, running: RunningGame, seat: Seat, since: int
    ) -> GameLogRecord | Literal["nothing", "retract"] | None:
        """Find the way to undo a bot's moves on an empty seat: retracting its sealed answer, or returning to an entry.

        Args:
            running: the table.
            seat: the seat.
            since: the game's revision when it was emptied; 0: unknown.

        Returns:
            None if another seat has moved since, or has seen hidden information by it.
        """
        entries = await self._storage.games.list_last_entries(running.row.game_id, MAX_ENTRIES + 1, states=True)
        gone = [entry for entry in list_effective_entries(entries) if entry.revision > since]
        if not since or (entries and entries[0].revision > since + 1):
            return None
        if not any(entry.seat == seat and entry.kind in NOT_IN_PERSON for entry in gone):
            return "nothing"
        if play.can_take_back_answer(running.table, seat) and [entry.seat for entry in gone].count(seat) == 1:
            return "retract"
        unseen = all(
            entry.kind in NOT_IN_PERSON and not entry.blocks_undo and not is_in_secret(entry) for entry in gone
        )
        before = _find_entry(entries, since)
        if not unseen or running.waits_in_secret or before is None or before.state is None:
            return None
        return before

    async def close_without_result(self, game_id: int, words: str) -> None:
        """End a running game without a result, even if it is damaged."""
        async with self._host.lock_game(game_id):
            with suppress(Unreadable):
                running = await self._host.get_running_game(game_id)
                self._host.must_run(running)
                words = (
                    f"{words} Its secret seed was {running.table.chance.get_published_secret()}. With it, "
                    "**/record verify** checks the "
                    "game as far as it went, and **/record export** shows all of it."
                )
            notice = build_letter(NoticeBody(text=words))
            await self._storage.games.close_without_result(game_id, self._host.format_now(), [notice])
            self._host.forget_loaded(game_id)
        self._host.announce_commit(game_id, answered_for=False)


def _refuse_irreplaceable(running: RunningGame, seat: Seat) -> None:
    if running.get_seat_row(seat).conceded:
        raise Refusal("They have conceded, so their seat plays by itself and nobody can take it over.")


def _is_silent(running: RunningGame, seat: Seat, now: datetime) -> bool:
    seat_row = running.get_seat_row(seat)
    if seat_row.away or seat_row.misses >= MAX_MISSES:
        return True
    at = _get_silence_start(running, seat)
    if running.row.paused_at is not None:
        now = min(now, deadlines.parse_time(running.row.paused_at))
    return at is not None and at <= now


def _get_silence_start(running: RunningGame, seat: Seat) -> datetime | None:
    """Return when a player asked without a clock will count as silent; otherwise None."""
    clock = running.clocks.get(seat)
    if running.settings.allowed is not None or clock is None or seat not in running.get_etags():
        return None
    return deadlines.parse_time(clock.asked_at) + SILENT_PERIOD


def _refuse_unless_silent(running: RunningGame, seat: Seat, now: datetime) -> None:
    if _is_silent(running, seat, now):
        return
    at = _get_silence_start(running, seat)
    if running.settings.allowed is not None:
        when = (
            f"when {MAX_MISSES} answers of theirs in a row came too late (so far: {running.get_seat_row(seat).misses})"
        )
    elif at is None or running.waits_in_secret or running.row.paused_at is not None:
        when = f"when they have been asked for {SILENT_PERIOD.days} days and have not answered"
    else:
        when = f"if they have not answered by <t:{int(at.timestamp())}:f>"
    raise Refusal(
        f"They are not silent. The table can vote on their seat {when}. "
        "A server manager can free it before: **/table propose** replace, with a `reason`."
    )


def _is_replacement_of(motion: Motion, seat: Seat | None) -> bool:
    return motion.kind == "replace" and motion.target == seat


def list_voters(running: Membership, motion: Motion) -> Sequence[Seat]:
    """Return the seats with a vote, which are all players in person except the one to be replaced."""
    present = [seat_row.seat for seat_row in running.seats if not running.is_automatic(seat_row.seat)]
    return [seat for seat in present if not _is_replacement_of(motion, seat)]


def count_votes_needed(running: Membership, motion: Motion) -> int:
    """Return the number of votes needed in favour."""
    having = len(list_voters(running, motion))
    return having if motion.kind in UNANIMOUS else having // 2 + 1


def format_vote_deadline(motion: Motion) -> str:
    """Describe until when a vote is open, as a sentence; seats are marks."""
    match motion.kind:
        case "undo":
            return "It is off as soon as anyone moves."
        case "replace":
            return f"It is off as soon as <seat:{motion.target}> moves."
        case "pause" | "resume" | "abandon":
            return "It stays open until it is decided."


def describe_effect(motion: Motion) -> str:
    """Describe the effect of an accepted motion, as a sentence."""
    match motion.kind:
        case "undo":
            return "The table is back to where it was before that move."
        case "pause":
            return "The clocks stay paused until the table votes to resume: **/table propose** resume."
        case "resume":
            return "Everybody has as much time left as when the clocks stopped."
        case "replace":
            return "A bot holds the seat until somebody takes it."
        case "abandon":
            return "The game is over. **/game new** opens another table."


def describe_motion(motion: Motion) -> str:
    """Describe a motion in words; seats are marks."""
    match motion.kind:
        case "undo":
            return f"to go back to before the last move of <seat:{motion.seat}>"
        case "pause":
            return "to stop the clocks"
        case "resume":
            return "to let the clocks run again"
        case "replace":
            return f"to replace the player in the seat of <seat:{motion.target}>"
        case "abandon":
            return "to end this game without a result"


def _find_entry(entries: Sequence[GameLogRecord], revision: int | None) -> GameLogRecord | None:
    return next((entry for entry in entries if entry.revision == revision), None)
