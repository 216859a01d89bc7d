"""Replacements: bots, defaults and standing orders that answer for a seat, beside whatever else happens."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from bot.engine import play
from bot.engine.orders import Leftover
from bot.engine.records import Move, Seat
from bot.host.errors import UnknownGame
from bot.host.host import Host
from bot.host.keyed_tasks import KeyedTasks
from bot.host.play.auto_answers import following
from bot.host.play.bot_delay import BotDelays
from bot.host.play.move_records import TableCommand
from bot.host.play.news_since import news_since_orders
from bot.host.play.standing_orders import StandingOrders
from bot.host.play.thinking import Thoughts
from bot.host.signals import Commit
from bot.host.table.running import RunningGame
from bot.host.worker import Worker
from storage.interface import EntryKind

log = logging.getLogger(__name__)


class Autoplay:
    """Answers for the seats of a host's tables that nobody answers for in person.

    Args:
        host: whose tables they are; what is committed there sets them going.
        orders: the standing orders, of which those that are over end before anything is answered.
        worker: where strong bots think; None: nowhere.
        moment: draws how many seconds a bot takes for an answer, where a table wants that.
    """

    def __init__(self, host: Host, orders: StandingOrders, worker: Worker | None, moment: Callable[[], float]) -> None:
        self._host = host
        self._orders = orders
        self._thoughts = Thoughts(worker, self.attend)
        self.thoughts = self._thoughts.came
        """Tells what has come of what strong bots think."""
        self._moments = BotDelays(host, moment, self.attend)
        self._playing = KeyedTasks(self._play_for_absent, "bots of game")
        host.commits.follow(self._after)

    def _after(self, commit: Commit) -> None:
        known = self._host.loaded(commit.game_id)
        if commit.answered_for and (known is None or known.has_replacements):
            self.attend(commit.game_id)

    async def resume(self) -> None:
        """Go on where a stopped process left off."""
        for game_id in await self._host.storage.open_questions.games_waiting_for_bots(self._host.shards):
            self.attend(game_id)

    async def settled(self, game_id: int) -> bool:
        """Wait until no bot answers at this table, unless it thinks or takes a moment first; return whether one did."""
        return await self._playing.settled(game_id)

    async def settle(self) -> None:
        """Wait until no bot answers any more. Who thinks or takes a moment is not waited for."""
        await self._playing.settle()

    async def close(self) -> None:
        """Finish what is being done; who thinks or takes a moment answers after the next start."""
        self._moments.close()
        self._thoughts.close()
        await self._playing.close()

    def attend(self, game_id: int) -> None:
        """Let bots and conceded seats answer, beside whatever else happens."""
        self._playing.ask(game_id)

    async def _play_for_absent(self, game_id: int) -> None:
        try:
            moved = True
            while moved:
                await self._orders.end_those_that_are_over(game_id)
                moved = await self._play_one_for_absent(game_id)
        except UnknownGame:
            pass  # it is looked after when the game is back, which takes another start
        except Exception:
            log.exception("a bot could not move", extra={"game": game_id})

    async def _play_one_for_absent(self, game_id: int) -> bool:
        """Answer for one seat; return whether there may be another: not where nobody is to be answered for yet."""
        running = await self._host.running(game_id)
        thinker = self._thoughts.thinker(running)
        if running.row.status != "running":
            self._moments.forget(game_id)
            return False
        ordered = following(running, await news_since_orders(self._host.storage, running))
        if ordered is not None:
            return await self._answer_for(running, ordered.seat, "order", ordered.move, ordered.left)
        seat = thinker or self._moments.answering(running)
        question = None if seat is None else running.question(seat)
        if seat is None or question is None:
            return False
        by_default = running.seat_row(seat).conceded or not running.plays_itself(seat)
        move = play.default_move(running.table, seat) if by_default else None
        kind: EntryKind = "bot" if move is None else "default"
        if move is None:
            move = await self._thoughts.answer(running, seat, question)
        if move is None:
            return False
        return await self._answer_for(running, seat, kind, move)

    async def _answer_for(
        self, running: RunningGame, seat: Seat, kind: EntryKind, move: Move, left: Leftover | None = None
    ) -> bool:
        """Play a move for a seat, unless the table has changed meanwhile; return True: look again."""
        game_id = running.row.game_id
        async with self._host.lock(game_id):
            present = await self._host.running(game_id)
            if present is running:  # nobody has moved, come back, or taken their order back
                played = play.play(present.table, seat, move, present.state, present.question(seat))
                after = await self._host.save(
                    present, replace(TableCommand.answering(kind, seat, move), left=left), played
                )
                self._moments.answered(after, seat)
        return True
