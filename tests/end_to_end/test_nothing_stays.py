"""The objects of a press are freed at once, so that memory levels off under any number of presses.

Objects that hold each other are only found when Python looks through everything, which the bot does seldom.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from simcord._runtime import _CallbackRecord

from bot.games import GAMES
from bot.ui import screens
from bot.ui.screens.screen import build_layout
from tests.bench.filled_databases import house, picks
from tests.end_to_end.town import Town


@contextmanager
def left_over() -> Iterator[Counter[str]]:
    """Count, by their kinds, the objects of the bot and of discord.py that only a look through everything frees."""
    found: Counter[str] = Counter()
    gc.collect()
    gc.disable()
    try:
        yield found
        for timer in [each for each in gc.get_objects() if isinstance(each, _CallbackRecord)]:
            if timer.handle is None or timer.handle.cancelled():
                timer.handle = timer.real_handle = None  # SimCord's functions behind its timers refer to themselves
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        kinds = (type(each) for each in gc.garbage)
        found.update(f"{kind.__module__}.{kind.__qualname__}" for kind in kinds)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    for kind in [kind for kind in found if not kind.startswith(("bot.", "discord.interactions", "discord.message"))]:
        del found[kind]


@pytest.mark.thorough
@pytest.mark.parametrize("key", GAMES)
async def test_no_table_that_was_tried_or_left_behind_stays_in_memory(key: str, tmp_path: Path) -> None:
    async with house(tmp_path / "boardroom.db") as home:
        room, random = await home.open(1, key), Random(1)  # noqa: S311
        with left_over() as found:
            for _ in range(25):
                for user in room.people:
                    context = await home.host.build_panel(room.game_id, user)
                    build_layout(screens.render_panel(context))
                    if context.question is not None:
                        await home.host.answer_question(
                            room.game_id, user, str(context.etag), picks(context.question, random)
                        )
                        break
            del context
        assert found == {}


@pytest.mark.thorough
async def test_no_press_and_no_message_that_was_pressed_on_stays_in_memory(there: Town) -> None:
    ann = there.people["Ann"]
    await there.press(ann, "hand:1")  # its picture is drawn once, on a thread of which SimCord keeps a record
    with left_over() as found:
        for custom_id in ("act:1", "hand:1", "log:1:0", "dance:1", "inbox:0", "dm:1:on"):
            await there.press(ann, custom_id)
        await ann.slash(there.place, "bid", price="12")
        await there.settled()
    assert found == {}
