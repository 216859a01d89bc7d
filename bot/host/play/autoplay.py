"""Answer in the background with bots, defaults and standing orders."""

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
from bot.host.play.auto_answers import find_auto_answer
from bot.host.play.bot_delay import BotDelays
from bot.host.play.move_records import TableCommand
from bot.host.play.news_since import read_news_since_orders
from bot.host.play.standing_orders import StandingOrders
from bot.host.play.thinking import Searches
from bot.host.signals import Commit
from bot.host.table.running import RunningGame
from bot.host.worker import Worker
from storage.interface.game_log import EntryKind

log = logging.getLogger(__name__)


class Autoplay:
    """Answers for seats without a present player.

    Args:
        host: runs the tables; each commit starts the work.
        orders: the standing orders; expired ones are ended before a question is answered.
        worker: computes strong bots' answers; None: strong bots answer at once.
        moment: draws a bot's delay in seconds, where a table wants that.
    """

    def __init__(self, host: Host, orders: StandingOrders, worker: Worker | None, moment: Callable[[], float]) -> None:
        self._host = host
        self._orders = orders
        self._searches = Searches(worker, self.start_answering)
        self.search_finished = self._searches.came
        """Signals the outcome of each computation for a strong bot."""
        self._bot_delays = BotDelays(host, moment, self.start_answering)
        self._playing = KeyedTasks(self._answer_seats, "bots of game")
        host.commits.subscribe(self._handle_commit)

    def _handle_commit(self, commit: Commit) -> None:
        known = self._host.find_loaded(commit.game_id)
        if commit.answered_for and (known is None or known.has_automatic_seats):
            self.start_answering(commit.game_id)

    async def resume(self) -> None:
        """Resume after a restart."""
        for game_id in await self._host.storage.open_questions.list_games_waiting_for_bots(self._host.shards):
            self.start_answering(game_id)

    async def wait_for_table(self, game_id: int) -> bool:
        """Wait until no bot answers at this table, except after thinking or a delay; return whether one did."""
        return await self._playing.wait_for_key(game_id)

    async def wait_for_all(self) -> None:
        """Wait until no bot answers, except after thinking or a delay."""
        await self._playing.wait_for_all()

    async def close(self) -> None:
        """Finish the current answers; bots that think or delay answer after the next start."""
        self._bot_delays.close()
        self._searches.close()
        await self._playing.close()

    def start_answering(self, game_id: int) -> None:
        """Start answering for bots and conceded seats in the background."""
        self._playing.request(game_id)

    async def _answer_seats(self, game_id: int) -> None:
        try:
            moved = True
            while moved:
                await self._orders.end_those_that_are_over(game_id)
                moved = await self._answer_one_seat(game_id)
        except UnknownGame:
            pass  # it continues when the game is available again, after another start
        except Exception:
            log.exception("a bot could not move", extra={"game": game_id})

    async def _answer_one_seat(self, game_id: int) -> bool:
        """Answer for one seat; return whether there may be another that can be answered now."""
        running = await self._host.get_running_game(game_id)
        thinker = self._searches.find_thinker(running)
        if running.row.status != "running":
            self._bot_delays.forget(game_id)
            return False
        ordered = find_auto_answer(running, await read_news_since_orders(self._host.storage, running))
        if ordered is not None:
            return await self._answer_for(running, ordered.seat, "order", ordered.move, ordered.left)
        seat = thinker or self._bot_delays.find_ready_seat(running)
        question = None if seat is None else running.get_question(seat)
        if seat is None or question is None:
            return False
        by_default = running.get_seat_row(seat).conceded or not running.is_automatic(seat)
        move = play.get_default_move(running.table, seat) if by_default else None
        kind: EntryKind = "bot" if move is None else "default"
        if move is None:
            move = await self._searches.get_answer(running, seat, question)
        if move is None:
            return False
        return await self._answer_for(running, seat, kind, move)

    async def _answer_for(
        self, running: RunningGame, seat: Seat, kind: EntryKind, move: Move, left: Leftover | None = None
    ) -> bool:
        """Play a move for a seat, unless the table has changed meanwhile; return True: check again."""
        game_id = running.row.game_id
        async with self._host.lock_game(game_id):
            present = await self._host.get_running_game(game_id)
            if present is running:  # nobody has moved, come back, or withdrawn their order
                played = play.play(present.table, seat, move, present.state, present.get_question(seat))
                after = await self._host.save_move(
                    present, replace(TableCommand.from_answer(kind, seat, move), left=left), played
                )
                self._bot_delays.record_answer(after, seat)
        return True
