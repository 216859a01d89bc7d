"""A private panel that waits for bots alone shows the next question by itself when they have answered."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from bot.host.signals import Commit
from bot.host.worker import NoWorker
from bot.ui.handlers.table.ended_panels import NEWER
from bot.ui.handlers.table.waiting_panels import LONGEST, LOOKING
from tests.end_to_end.players import opened
from tests.end_to_end.town import Town, begun, find, said, town, words
from tests.host.test_strong_bots import THOUGHTFUL
from tests.host.test_worker import until_read

THINKS = "**Ada (bot, strong)** is thinking"
TURNS_OF_THE_LOOP = 10_000
"""Turns of the event loop in which a reply has long been recorded."""


@dataclass
class Evening:
    """A table at which Ann has answered, and Ada (bot, strong) thinks until she is let go on."""

    there: Town
    pipe: Path
    panel: ResponseMessage
    """Ann's, in which she has answered."""

    @property
    def ann(self) -> MemberActor:
        return self.there.people["Ann"]

    def passes(self, seconds: float) -> None:
        """Let time pass on the clock that nobody sets."""
        before = self.there.bot.host.monotonic
        self.there.bot.host.monotonic = lambda: before() + seconds

    async def ada_has_thought(self) -> None:
        """Let her answer in each of her turns, and deliver everything."""
        changed = asyncio.Event()
        self.there.bot.host.commits.subscribe(lambda _: changed.set())
        self.pipe.write_text("done", "utf-8")
        while THINKS in words(self.there.table_message()):
            changed.clear()
            await self.there.settled()
            if THINKS in words(self.there.table_message()):
                await asyncio.wait_for(changed.wait(), 60)
        await self.there.bot.router.panel_handlers.waiting._changing.wait_for_all()
        await self.there.settled()


async def names(who: MemberActor, panel: ResponseMessage) -> ResponseMessage:
    """Name a price; return the panel in which that was done."""
    form = find(panel, "form")
    assert form is not None
    answered = await who.submit_modal(await who.click(panel, custom_id=form["custom_id"]), {"0": "3"})
    assert answered.response is not None
    return answered.response


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    async with town(tmp_path, "Ann", "Ben", games={"toy": THOUGHTFUL}) as there:
        ann, pipe = there.people["Ann"], tmp_path / "pipe"
        await ann.slash(there.channel, "game new", game="toy", seats=2, place="here")
        await there.bot.lobby.add_bot(1, ann.id, strength="strong")
        worker = there.bot.services.autoplay._searches._worker
        assert worker is not None
        os.mkfifo(pipe)
        busy = asyncio.create_task(worker.run(until_read, str(pipe)))
        await ann.slash(there.channel, "game start")
        await there.settled()
        panel = await names(ann, await opened(ann, there.table_message(), "act:1"))
        yield Evening(there, pipe, panel)
        await there.settled()
        if not busy.done():
            pipe.write_text("done", "utf-8")
        with suppress(NoWorker):
            await busy


async def test_it_shows_what_she_is_asked_next_and_calls_her_nowhere_else(evening: Evening) -> None:
    assert THINKS in words(evening.panel)
    await evening.ada_has_thought()
    assert "What do you do, Ann?" in words(evening.panel)
    assert "opens the fair with the highest price" in words(evening.panel)
    assert evening.there.calls() == []
    answered = await evening.there.press_or_choose(evening.ann, evening.panel, "time:1")
    assert "out of date" not in said(answered)


async def test_a_player_who_may_have_gone_meanwhile_is_called_and_told_again(evening: Evening) -> None:
    evening.passes(LOOKING + 1)
    await evening.ada_has_thought()
    assert "What do you do, Ann?" in words(evening.panel)
    assert len(evening.there.calls()) == 1
    again = await opened(evening.ann, evening.there.table_message(), "act:1")
    assert "opens the fair with the highest price" in words(again), "for she may not have read it"


async def test_what_discord_does_not_let_change_any_more_stays_as_it_is(evening: Evening) -> None:
    evening.passes(LONGEST + 1)
    await evening.ada_has_thought()
    assert THINKS in words(evening.panel)
    assert len(evening.there.calls()) == 1


async def test_what_she_has_looked_up_in_it_stays_before_her(evening: Evening) -> None:
    await evening.there.press_or_choose(evening.ann, evening.panel, "log:1:0")
    before = words(evening.panel)
    assert THINKS not in before
    await evening.ada_has_thought()
    assert words(evening.panel) == before
    assert len(evening.there.calls()) == 1


async def test_of_two_panels_the_newer_goes_on(evening: Evening) -> None:
    newer = await opened(evening.ann, evening.there.table_message(), "act:1")
    assert THINKS in words(newer)
    await evening.ada_has_thought()
    assert words(evening.panel) == NEWER
    assert "What do you do, Ann?" in words(newer)


async def test_one_that_she_has_put_away_keeps_nobody_from_being_called(evening: Evening) -> None:
    evening.there.env.inject_error("PATCH", "/webhooks/*", status=404, code=10008)
    await evening.ada_has_thought()
    assert THINKS in words(evening.panel)
    assert len(evening.there.calls()) == 1


async def test_a_person_who_is_asked_is_waited_for_in_no_panel(tmp_path: Path) -> None:
    """It would change while its owner looks at something else, for as long as the other one likes."""
    async with town(tmp_path, "Ann", "Ben", "Cleo", games={"toy": THOUGHTFUL}) as there:
        await begun(there, game="toy")
        ann, ben = there.people["Ann"], there.people["Ben"]
        panel = await names(ann, await opened(ann, there.table_message(), "act:1"))
        before = words(panel)
        await names(ben, await opened(ben, there.table_message(), "act:1"))
        await there.settled()
        assert words(panel) == before


async def test_the_program_stops_while_a_panel_waits(evening: Evening) -> None:
    await evening.there.restart()
    assert THINKS in words(evening.panel)


async def test_a_panel_opened_while_bots_answer_stays_the_newest(tmp_path: Path) -> None:
    """The reply to the answer on the older one is finished after that, and must not take its place."""
    async with town(tmp_path, "Ann", games={"toy": THOUGHTFUL}) as there:
        ann, host, panels = there.people["Ann"], there.bot.host, there.bot.router._panels
        await ann.slash(there.channel, "game new", game="toy", seats=2, place="here")
        await there.bot.lobby.add_bot(1, ann.id)
        await ann.slash(there.channel, "game start")
        await there.settled()
        older = await names(ann, await opened(ann, there.table_message(), "act:1"))
        menu = find(older, "menu")
        assert menu is not None
        poke = next(line["value"] for line in menu["options"] if "Poke" in line["label"])
        newer_id, opening = older.id + 1, list[asyncio.Task[None]]()
        (tag,) = (await host.get_running_game(1)).get_etags().values()

        async def open_newer() -> None:
            async with host.lock_game(1):  # the bot has to wait
                for _ in range(TURNS_OF_THE_LOOP):
                    if not panels.is_showing(1, ann.id, tag):
                        break
                    await asyncio.sleep(0)
                (shown,) = panels.list_editable(1, ann.id)
                panels.record_shown(1, ann.id, newer_id, None)
                panels.record_editable(1, ann.id, newer_id, shown.webhook)

        def open_newer_once(_: Commit) -> None:
            if not opening:
                opening.append(asyncio.create_task(open_newer()))

        host.commits.subscribe(open_newer_once)
        await ann.select(older, [poke], custom_id=menu["custom_id"])
        await there.settled()
        assert panels.get_newest(1, ann.id) == newer_id
        assert words(older) == NEWER
