"""A game of Goodwill that was recorded from its lobby to its end, for tests to look at and to forge."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from bot.engine.questions import Choose, Number, Question, Subset
from bot.games import GAMES
from bot.host.errors import Refusal
from bot.host.play.standing_orders import offer_tag
from bot.host.record.export import ExportedGame, export_game, parse_export
from bot.host.record.proof import ProofReport, verify_export
from bot.host.services import TimeSource, build_services
from bot.testing.house import take_no_time
from storage.sqlite import open_storage
from storage.store import Storage
from tests.house import answer

ANNA, BEN = 111222333444555666, 777888999000111222
SERVER, CHANNEL = 121212121212121212, 343434343434343434
SEED = "5eed" * 16
ADDED = ("1442277180054093824", "a word of my own")
"""What Anna's press and Ben's word add to the chance."""
OPTIONS = {"length": "short", "derivatives": "auction", "auction": "open ascending", "fast_mode": "off"}


def picks(question: Question, random: Random) -> list[str]:
    """Return some legal answer, as a person would click or type it."""
    if isinstance(question, Number):
        return [str(random.randrange(question.low, question.high + 1, question.step))]
    if isinstance(question, Subset):
        return [str(at) for at in range(random.randint(question.fewest, question.most))]
    assert isinstance(question, Choose)
    return [str(random.randrange(len(question.options)))]


class Evening:
    """A table of Goodwill with Anna, Ben and a bot, in a real database."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.services = build_services(
            storage,
            GAMES,
            times=TimeSource(now=lambda: datetime(2026, 1, 2, 20, 15, tzinfo=UTC), draw_delay=take_no_time),
            new_seed=lambda: SEED,
        )
        self.host, self.orders = self.services.host, self.services.orders
        self.random = Random(7)  # noqa: S311
        self.game_id = 0
        self.undone = self.taken_back = False

    async def settle(self) -> None:
        """Wait until no bot is thinking."""
        await self.services.autoplay.wait_for_all()

    async def start(self) -> None:
        lobby = self.services.lobby
        table = await lobby.open_table(
            title="goodwill",
            guild_id=SERVER,
            channel_id=CHANNEL,
            user_id=ANNA,
            name="Anna Anonymous",
            seats_wanted=3,
            options=OPTIONS,
            adds="1442277180054093000",
        )
        self.game_id = table.row.game_id
        await lobby.join(self.game_id, BEN, "Ben Hidden", ADDED[1])
        await lobby.add_bot(self.game_id, ANNA)
        await lobby.start(self.game_id, ANNA, ADDED[0])
        await self.settle()

    async def answer(self, user_id: int) -> bool:
        """Answer what this person is asked, if anything, and take the first answer of each kind back."""
        context = await self.host.build_panel(self.game_id, user_id)
        if context.question is None:
            return False
        context = await answer(self.host, self.game_id, user_id, picks(context.question, self.random))
        if context.can_take_back and not self.taken_back:
            self.taken_back = True
            await self.host.undo_for_person(self.game_id, user_id)
        elif not context.can_take_back and not self.undone:
            try:
                await self.host.undo_for_person(self.game_id, user_id)
            except Refusal:
                pass
            else:
                self.undone = True
        await self.settle()
        return True

    async def order(self) -> None:
        """Let Anna always write the same price for Amber from now on."""
        offered = (await self.orders.build_panel(self.game_id, ANNA)).offered
        question = next(offer for offer in offered if "for Amber" in offer.prompt)
        await self.orders.give(self.game_id, ANNA, offer_tag(question), ["14"])
        await self.settle()

    async def abandon(self) -> None:
        """End the game without a result, as a table agrees to."""
        await self.services.votes.close_without_result(self.game_id, "This game is over without a result.")

    async def exported(self) -> ExportedGame:
        """Return the game as everybody gets it now."""
        return await export_game(self.storage, self.game_id)

    async def play(self, most: int = 10_000) -> None:
        """Play on; without open questions, the game is over."""
        while most > 0 and (await self.answer(ANNA) or await self.answer(BEN)):
            most -= 1

    async def play_all_kinds(self) -> None:
        """Play a game to its end with moves of every kind: sealed, taken back, by order, by bots, conceded."""
        await self.play(20)
        await self.order()
        await self.play(20)
        await self.services.absence.give_up_seat(self.game_id, BEN)
        await self.settle()
        await self.play()


async def _finished() -> str:
    with TemporaryDirectory() as folder:
        storage = await open_storage(Path(folder, "boardroom.db"))
        try:
            evening = Evening(storage)
            await evening.start()
            await evening.play_all_kinds()
            return (await export_game(storage, evening.game_id)).model_dump_json()
        finally:
            await storage.close()


@cache
def finished() -> str:
    """Return a whole exported game with every kind of entry."""
    return asyncio.run(_finished())


def changed(change: Callable[[dict[str, Any]], None]) -> ProofReport:
    """Return what the proof of the finished game finds after somebody has changed the file."""
    raw = json.loads(finished())
    change(raw)
    return verify_export(parse_export(json.dumps(raw)), GAMES)


def entry_of(raw: dict[str, Any], kind: str, sort: str | None = None) -> dict[str, Any]:
    """Return the first entry of this kind, with a move of this kind."""
    return next(
        entry
        for entry in raw["entries"]
        if entry["kind"] == kind and (sort is None or (entry["move"] or {}).get("kind") == sort)
    )


def failed(report: ProofReport) -> str:
    """Return the one sentence about what does not fit."""
    assert not report.ok
    assert report.verdict.startswith("NOT PROVEN")
    return next(check.text for check in report.checks if not check.ok)
