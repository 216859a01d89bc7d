"""A whole game of City of the Big Shoulders through Discord, by three people and a bot; building tiles are watched."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pytest

from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.rules.building_phase import BuildingPhase
from bot.games.big_shoulders.table import City
from bot.host.table.running import RunningGame
from tests.any_question import picks_of
from tests.end_to_end.evening import Evening, open_table
from tests.end_to_end.players import Player
from tests.end_to_end.town import town
from tests.end_to_end.witness import Sent, Witness

TILE = re.compile(r"\btile (\d+)\b", re.IGNORECASE)
"""Pattern of a building tile's number, which names the tile in every text."""


class TileWitness(Witness):
    """Lets no building tile be named to anybody but its owner while it is hidden."""

    async def check(self, sent: Sequence[Sent], running: RunningGame) -> None:
        table = running.table
        assert isinstance(table, City)
        if table.outcome is not None:
            return
        owners = {tile: seat for seat, player in table.everybody.items() for tile in (*player.hand, *player.discarded)}
        for each in sent:
            reader = running.find_seat_of(each.to) if each.to is not None else None
            for text in each.texts:
                for tile in map(int, TILE.findall(text)):
                    assert owners.get(tile, reader) == reader, f"{each.to} may not know of tile {tile}: {text}"
                    self.guarded += tile in owners

    def chapter(self, running: RunningGame) -> int:
        return running.table.decade if isinstance(running.table, City) else 0


class CityEvening(Evening):
    """People play as the bot would, and now and then anything."""

    first_words: ClassVar[str] = "found"
    hand_words: ClassVar[str] = "Your building tiles"
    most_posts: ClassVar[int] = 30
    most_left: ClassVar[int] = 14

    def picks(self, player: Player, seat: Seat, question: Question, table: Table) -> Sequence[str]:
        assert isinstance(table, City)
        move = GAME.choose(GAME.view(table, seat), question, self.random)
        if self.random.random() < 0.15:
            move = question.choose_random_move(self.random)
        return picks_of(question, move)

    def may_take_back(self, question: Question, table: Table) -> bool:
        return isinstance(table, City) and isinstance(table.agenda[0], BuildingPhase)


PHASES = {"first companies", "stock phase", "building phase", "action phase", "operation phase"}


@pytest.mark.thorough
async def test_a_whole_game_of_city_of_the_big_shoulders(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora", games={GAME.key: GAME}) as there:
        await open_table(there, "big", "in a thread", {"advanced": True})
        evening = CityEvening(there, TileWitness(there))
        await evening.begin()
        while await evening.go_on():
            pass
        await evening.is_over(tmp_path)
        evening.was_worth_it(PHASES - {"first companies"})
