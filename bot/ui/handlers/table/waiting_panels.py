"""Panels that wait for bots alone, and are updated once the bots have moved.

Strong bots think for a while. A panel is left unchanged if its player has pressed on it or has opened another one. The
list is kept in memory; after a restart the player chooses **Look again** instead.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextvars import Context, copy_context
from dataclasses import dataclass, replace

import aiohttp
import discord

from bot.host.errors import Fault, Refusal
from bot.host.keyed_tasks import KeyedTasks
from bot.host.play.answer_notes import ANSWER_SEALED
from bot.host.services import Services
from bot.host.signals import Commit
from bot.host.table.audience_view import AudienceView
from bot.host.table.panel_context import PanelContext
from bot.ui.delivery.application_emoji import ApplicationEmoji
from bot.ui.delivery.open_panels import OpenPanels
from bot.ui.handlers.answering import EMOJI, PICTURES, build_panel, edit_response, record_editable, release
from bot.ui.handlers.first_answer import get_private_message
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.table.question_pictures import QuestionPictures
from storage.interface.errors import GameDamaged, StoreFailed

log = logging.getLogger(__name__)

LONGEST = 14 * 60.0
"""Seconds for which a panel may be updated; Discord allows edits for fifteen minutes after a press."""
LOOKING = 30.0
"""Seconds after a press in which its person is assumed to be looking.

An update in this time calls them to their turn and counts as read. Later they are pinged as usual.
"""
KEPT = 1_000
"""Panels to remember."""


@dataclass(frozen=True)
class _Waiting:
    game_id: int
    user_id: int
    interaction: Interaction
    """The last interaction that changed it."""
    pictures: QuestionPictures | None
    emoji: ApplicationEmoji | None
    note: str
    """Sentence about the last answer's result."""
    ordered: str
    """What became of the order given with it."""
    since: float
    """Time of the last change, by the host's monotonic clock."""
    context: Context
    """Context of the press, in which discord.py finds the interaction's session."""


class WaitingPanels:
    """Updates panels that wait for bots.

    Args:
        services: runs the games.
        panels: registry of the newest panels.
        has_seen: records that a person has read a table's news.
    """

    def __init__(
        self, services: Services, panels: OpenPanels, has_seen: Callable[[PanelContext], Awaitable[None]]
    ) -> None:
        self._host = services.host
        self._autoplay = services.autoplay
        self._panels = panels
        self._has_seen = has_seen
        self._waiting: OrderedDict[int, _Waiting] = OrderedDict()
        """Waiting panels by message id."""
        self._pressed: OrderedDict[int, int] = OrderedDict()
        """The newest interaction that opened each panel or pressed on it, by message id."""
        self._changing = KeyedTasks(self._update_game, "waiting panels of game")
        services.host.commits.subscribe(self._handle_commit)

    def update_later(self, interaction: Interaction, context: PanelContext) -> None:
        """Update this panel later, if it waits for bots alone."""
        game_id, user_id = context.seen.row.game_id, interaction.user.id
        message_id = self._panels.get_newest(game_id, user_id)
        if message_id is None or self.has_newer_press(interaction, game_id):
            return
        self._record_press(message_id, interaction)  # which may have opened the panel
        if context.seat is None or not is_waiting_for_bots(context.seen):
            return
        pictures: QuestionPictures | None = interaction.extras.get(PICTURES)
        emoji: ApplicationEmoji | None = interaction.extras.get(EMOJI)
        self._waiting[message_id] = _Waiting(
            game_id,
            user_id,
            interaction,
            pictures,
            emoji,
            context.note,
            context.ordered,
            self._host.monotonic(),
            copy_context(),
        )
        while len(self._waiting) > KEPT:
            self._waiting.popitem(last=False)
        self._changing.request(game_id)  # they may have answered since the panel was built

    def stop_updates(self, interaction: Interaction) -> None:
        """Stop updating the panel on which the person presses."""
        message = get_private_message(interaction)
        if message is not None:
            self._waiting.pop(message.id, None)
            self._record_press(message.id, interaction)

    def _record_press(self, message_id: int, interaction: Interaction) -> None:
        self._pressed[message_id] = interaction.id
        while len(self._pressed) > KEPT:
            self._pressed.popitem(last=False)

    def has_newer_press(self, interaction: Interaction, game_id: int) -> bool:
        """Whether the person has opened their newest panel, or pressed on it, since this interaction."""
        message_id = self._panels.get_newest(game_id, interaction.user.id)
        return message_id is not None and self._pressed.get(message_id, 0) > interaction.id

    async def close(self) -> None:
        """Finish the update in progress and stop all others."""
        await self._changing.close()

    def _handle_commit(self, commit: Commit) -> None:
        if any(waiting.game_id == commit.game_id for waiting in self._waiting.values()):
            self._changing.request(commit.game_id)

    async def _update_game(self, game_id: int) -> None:
        with self._panels.mark_changing(game_id):
            await self._autoplay.wait_for_table(game_id)
            for message_id, waiting in list(self._waiting.items()):
                if waiting.game_id == game_id:
                    await self._update_panel(message_id, waiting)

    async def _update_panel(self, message_id: int, waiting: _Waiting) -> None:
        try:
            await asyncio.create_task(self._show(message_id, waiting), context=waiting.context)
        except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as failed:
            log.info("a panel that waited for bots could not be updated: %s", type(failed).__name__)
        except (Refusal, Fault, GameDamaged, StoreFailed) as failed:
            log.info("a panel that waited for bots was not updated: %s", failed)
        except Exception:
            log.exception("a panel that waited for bots could not be updated", extra={"game": waiting.game_id})

    async def _show(self, message_id: int, waiting: _Waiting) -> None:
        """Update the panel once no bot has to move."""
        game_id, user_id = waiting.game_id, waiting.user_id
        passed = self._host.monotonic() - waiting.since
        if passed > LONGEST or self._panels.get_newest(game_id, user_id) != message_id:
            self._waiting.pop(message_id, None)
            return
        context = await self._host.build_panel(game_id, user_id, catch_up=False)
        if is_waiting_for_bots(context.seen):
            return
        context, interaction = await self._host.build_panel(game_id, user_id), waiting.interaction
        context = replace(context, note=keep_note(waiting.note, context), ordered=waiting.ordered)
        interaction.extras.update({PICTURES: waiting.pictures, EMOJI: waiting.emoji})
        try:
            screen = await build_panel(interaction, context)
            if self._waiting.get(message_id) is not waiting:
                return  # its owner pressed on it while it was being drawn
            del self._waiting[message_id]
            await edit_response(interaction, screen)
            record_editable(self._panels, interaction, context, message_id)
        finally:
            release(interaction)
        if passed <= LOOKING and not self._panels.is_older(game_id, user_id, message_id):
            self._panels.record_shown(game_id, user_id, message_id, context.etag)
            await self._has_seen(context)


def keep_note(note: str, context: PanelContext) -> str:
    """Return the note of a panel that has changed since; an answer that is no longer sealed is in the news."""
    return "" if note == ANSWER_SEALED and not context.can_take_back else note


def is_waiting_for_bots(seen: AudienceView) -> bool:
    """Whether only bots are asked, as far as the audience may know."""
    return bool(seen.asked) and not seen.named
