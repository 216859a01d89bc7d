"""A whole game of Carnegie through Discord, by three people and a bot; a witness watches their secret purchases."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest

from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.games.carnegie import GAME
from bot.games.carnegie.rules.new_beginning import NewBeginningStep
from bot.games.carnegie.table import Carnegie
from bot.host.table.running import RunningGame
from tests.any_question import picks_of
from tests.end_to_end.evening import Evening, open_table
from tests.end_to_end.players import Player
from tests.end_to_end.town import town
from tests.end_to_end.witness import Sent, Witness


class StartWitness(Witness):
    """A witness who checks that purchases stay secret from others until all of them are revealed."""

    async def check(self, sent: Sequence[Sent], running: RunningGame) -> None:
        table = running.table
        assert isinstance(table, Carnegie)
        step = table.agenda[0] if table.agenda else None
        if not isinstance(step, NewBeginningStep):
            return
        for each in sent:
            reader = running.find_seat_of(each.to) if each.to is not None else None
            for seat, start in step.answers.items():
                bid = next(f"bid: {buy.amount}" for buy in start.bought if buy.line == "bid")
                read = any(bid in text for text in each.texts)
                assert not read or reader == seat or bid in self.bids_of(step, reader), f"{each.to} reads {bid}"
                self.guarded += 1

    def bids_of(self, step: NewBeginningStep, reader: Seat | None) -> Sequence[str]:
        """What a reader may have bid, too."""
        start = step.answers.get(reader) if reader is not None else None
        return [f"bid: {buy.amount}" for buy in start.bought if buy.line == "bid"] if start is not None else []

    def chapter(self, running: RunningGame) -> int:
        return running.table.round if isinstance(running.table, Carnegie) else 0


class CarnegieEvening(Evening):
    """People play as the bot would, and now and then anything."""

    first_words: ClassVar[str] = "buy"
    hand_words: ClassVar[str] = "Carnegie has no hidden hand"
    copy_words: ClassVar[str] = "what do you buy"
    most_posts: ClassVar[int] = 30
    most_left: ClassVar[int] = 14

    def picks(self, player: Player, seat: Seat, question: Question, table: Table) -> Sequence[str]:
        move = GAME.choose(GAME.view(table, seat), question, self.random)  # type: ignore[arg-type]
        if self.random.random() < 0.1:
            move = question.choose_random_move(self.random)
        return picks_of(question, move)

    def may_take_back(self, question: Question, table: Table) -> bool:
        return isinstance(table.agenda[0], NewBeginningStep)


KINDS = {"new beginning", "foundation", "first moves", "action selection", "use departments", "donation event"}


@pytest.mark.thorough
async def test_a_whole_game_of_carnegie(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora", games={GAME.key: GAME}) as there:
        await open_table(there, "carn", "in a thread", {"new_beginning": True})
        evening = CarnegieEvening(there, StartWitness(there))
        await evening.begin()
        while await evening.go_on():
            pass
        await evening.is_over(tmp_path)
        assert set(evening.restarted_after) >= KINDS, evening.restarted_after
