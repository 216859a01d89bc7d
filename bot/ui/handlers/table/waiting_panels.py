"""Waiting panels: whoever has a panel open that waits for bots alone sees by itself what comes when they have answered.

Strong bots think for a while, and others may take a moment. A panel that somebody has pressed on meanwhile, or after
which they have opened another one, stays as it is. All of it is remembered, not saved: after a restart **Refresh** does
what this would have done.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextvars import Context, copy_context
from dataclasses import dataclass

import aiohttp
import discord

from bot.host.errors import Fault, Refusal
from bot.host.host import PanelContext
from bot.host.keyed_tasks import KeyedTasks
from bot.host.services import Services
from bot.host.signals import Commit
from bot.host.table.audience_view import AudienceView
from bot.ui.delivery.open_panels import OpenPanels
from bot.ui.handlers.answering import PICTURES, change_again, let_go, panel
from bot.ui.handlers.first_answer import private_message
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.table.question_pictures import QuestionPictures
from storage.interface import GameDamaged, StoreFailed

log = logging.getLogger(__name__)

LONGEST = 14 * 60.0
"""Seconds for which a panel may change by itself; Discord lets it for fifteen minutes after a press."""
LOOKING = 30.0
"""Seconds after a press for which its person is taken to be looking still: so what their panel shows calls them, and
they have read it. Later they are called as everybody is."""
KEPT = 1_000
"""Panels that are remembered."""


@dataclass(frozen=True)
class _Waiting:
    game_id: int
    user_id: int
    interaction: Interaction
    """The last that changed it."""
    pictures: QuestionPictures | None
    note: str
    """What came of it, in a sentence."""
    since: float
    """When that was, by the host's monotonic clock."""
    context: Context
    """The press's own: in it, discord.py finds who speaks to Discord for it."""


class WaitingPanels:
    """Changes panels that wait for bots.

    Args:
        services: what runs the games.
        panels: which panels are the newest.
        has_seen: notes that somebody has read what is new at a table.
    """

    def __init__(
        self, services: Services, panels: OpenPanels, has_seen: Callable[[PanelContext], Awaitable[None]]
    ) -> None:
        self._host = services.host
        self._replacements = services.replacements
        self._panels = panels
        self._has_seen = has_seen
        self._waiting: OrderedDict[int, _Waiting] = OrderedDict()
        """By message."""
        self._changing = KeyedTasks(self._change, "waiting panels of game")
        services.host.commits.follow(self._after)

    def wait(self, interaction: Interaction, desk: PanelContext) -> None:
        """Let the panel go on by itself that somebody has just been shown, if it waits for bots alone."""
        game_id, user_id = desk.seen.row.game_id, interaction.user.id
        message_id = self._panels.newest(game_id, user_id)
        if message_id is None or desk.seat is None or not waits_for_bots(desk.seen):
            return
        pictures: QuestionPictures | None = interaction.extras.get(PICTURES)
        self._waiting[message_id] = _Waiting(
            game_id, user_id, interaction, pictures, desk.note, self._host.monotonic(), copy_context()
        )
        while len(self._waiting) > KEPT:
            self._waiting.popitem(last=False)
        self._changing.ask(game_id)  # they may have answered since it was looked at

    def taken_in_hand(self, interaction: Interaction) -> None:
        """Let a panel stay as it is on which somebody presses."""
        message = private_message(interaction)
        if message is not None:
            self._waiting.pop(message.id, None)

    async def close(self) -> None:
        """Finish what is being changed; nothing changes by itself any more."""
        await self._changing.close()

    def _after(self, commit: Commit) -> None:
        if any(waiting.game_id == commit.game_id for waiting in self._waiting.values()):
            self._changing.ask(commit.game_id)

    async def _change(self, game_id: int) -> None:
        with self._panels.changing(game_id):
            await self._replacements.settled(game_id)
            for message_id, waiting in list(self._waiting.items()):
                if waiting.game_id == game_id:
                    await self._change_one(message_id, waiting)

    async def _change_one(self, message_id: int, waiting: _Waiting) -> None:
        try:
            await asyncio.create_task(self._show(message_id, waiting), context=waiting.context)
        except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as failed:
            log.info("a panel that waited for bots could not be changed: %s", type(failed).__name__)
        except (Refusal, Fault, GameDamaged, StoreFailed) as failed:
            log.info("a panel that waited for bots is left as it is: %s", failed)
        except Exception:
            log.exception("a panel that waited for bots could not be changed", extra={"game": waiting.game_id})

    async def _show(self, message_id: int, waiting: _Waiting) -> None:
        """Show what is next, as soon as bots stand no more in between."""
        game_id, user_id = waiting.game_id, waiting.user_id
        passed = self._host.monotonic() - waiting.since
        if passed > LONGEST or self._panels.newest(game_id, user_id) != message_id:
            self._waiting.pop(message_id, None)
            return
        desk = await self._host.desk(game_id, user_id, catch_up=False)
        if waits_for_bots(desk.seen):
            return
        desk, interaction = await self._host.desk(game_id, user_id, note=waiting.note), waiting.interaction
        interaction.extras[PICTURES] = waiting.pictures
        try:
            screen = await panel(interaction, desk)
            if self._waiting.get(message_id) is not waiting:
                return  # while it was drawn, its owner has pressed on it
            del self._waiting[message_id]
            await change_again(interaction, screen)
        finally:
            let_go(interaction)
        if passed <= LOOKING:
            self._panels.shown(game_id, user_id, message_id, desk.etag)
            await self._has_seen(desk)


def waits_for_bots(seen: AudienceView) -> bool:
    """Whether nobody but bots is asked, as far as its audience may know."""
    return bool(seen.asked) and not seen.named
