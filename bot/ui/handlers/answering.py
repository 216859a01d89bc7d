"""Private replies to an interaction: a screen, a panel, files or a sentence."""

from __future__ import annotations

import io
import logging
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from functools import wraps
from typing import TypeAlias, TypeVar

import aiohttp
import discord

from bot.engine.questions import BadAnswer
from bot.host import sanitize
from bot.host.host import Host
from bot.host.table.panel_context import PanelContext
from bot.host.table.people import People
from bot.ui import screens
from bot.ui.delivery.application_emoji import ApplicationEmoji
from bot.ui.delivery.discord_errors import INVALID_FORM
from bot.ui.delivery.open_panels import EditablePanel, OpenPanels
from bot.ui.handlers.first_answer import CHANGES, WAITS, get_panel_to_update, take_response
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.table.question_pictures import QuestionPictures
from bot.ui.screens.forms import Form, build_modal
from bot.ui.screens.names import escape_markdown
from bot.ui.screens.screen import NO_EMOJI, EmojiIds, Screen, UnsendableError, build_files, build_layout
from bot.ui.screens.table.question_panel import DrawnQuestion
from bot.ui.screens.uploads import Upload
from storage.interface.errors import StoreFailed
from storage.interface.people import Person
from storage.interface.transaction_observer import ignore_observer

log = logging.getLogger(__name__)

LARGEST_FILE = 8 * 2**20
"""Bytes; Discord accepts ten million."""
TOO_LATE_FOR_FORM = "I was too slow to open that form, so nothing was changed. Please press once more."
LONGEST_SENTENCE = 2000
"""Characters of a plain message."""
PANELS, PICTURES, EMOJI = "panels", "pictures", "emoji"
"""Keys in an interaction's extras: the registry of newest panels, the renderer of question pictures, and the emoji."""
R = TypeVar("R")
S = TypeVar("S", Screen, Form)


def retry_without_emoji(
    deliver: Callable[[Interaction, S], Awaitable[R]],
) -> Callable[[Interaction, S], Awaitable[R]]:
    """Deliver a screen or form once more, without emoji, if Discord refuses it with them: one may have been deleted."""

    @wraps(deliver)
    async def deliver_in_any_case(interaction: Interaction, shown: S) -> R:
        known = _get_emoji(interaction)
        try:
            return await deliver(interaction, shown)
        except discord.HTTPException as refused:
            if refused.code != INVALID_FORM or not known:
                raise
        emoji: ApplicationEmoji = interaction.extras.pop(EMOJI)
        delivered = await deliver(interaction, shown)
        log.warning("Discord refused a reply with emoji and took it without")
        emoji.withdraw(known)
        return delivered

    return deliver_in_any_case


def _get_emoji(interaction: Interaction) -> EmojiIds:
    """Return the emoji that a reply can show."""
    emoji: ApplicationEmoji | None = interaction.extras.get(EMOJI)
    return NO_EMOJI if emoji is None else emoji.known


@retry_without_emoji
async def show(interaction: Interaction, screen: Screen) -> int | None:
    """Show a screen privately: in the panel that was pressed, otherwise in a new ephemeral message.

    If the pressed panel is far up in the channel, a new one is shown at its end. The interaction can edit only one of
    them at once, so the old one is closed later; see `EndedPanels`.

    Returns:
        The message that shows it, if Discord has returned its id.
    """
    response = await take_response(interaction)
    message = get_panel_to_update(interaction)
    panels: OpenPanels | None = interaction.extras.get(PANELS)
    if panels is not None and message is not None:
        panels.forget_editable(message.id)
    if CHANGES in interaction.extras:
        return await edit_response(interaction, screen)
    if message is not None and not response.is_done():
        pictures = build_files(screen)
        # an empty list removes the old files, which Discord would keep otherwise and show beside the new ones
        attachments = pictures if pictures or message.attachments else discord.utils.MISSING
        await response.edit_message(
            view=build_layout(screen, interaction.id, _get_emoji(interaction)), attachments=attachments
        )
        return message.id
    return await show_separately(interaction, screen)


@retry_without_emoji
async def show_separately(interaction: Interaction, screen: Screen) -> int | None:
    """Show a screen in an ephemeral message of its own; return its id, if Discord has returned one."""
    response = await take_response(interaction)
    if response.is_done():
        return await _follow_up(interaction, screen)
    answer = await response.send_message(
        view=build_layout(screen, interaction.id, _get_emoji(interaction)),
        files=build_files(screen),
        ephemeral=True,
        allowed_mentions=discord.AllowedMentions.none(),
    )
    return answer.message_id


async def _follow_up(interaction: Interaction, screen: Screen) -> int:
    """Send a screen as a follow-up, or as the response to a deferred interaction; return its message."""
    sent = await interaction.followup.send(
        view=build_layout(screen, interaction.id, _get_emoji(interaction)),
        files=build_files(screen),
        ephemeral=True,
        allowed_mentions=discord.AllowedMentions.none(),
        wait=True,
    )
    _record_arrival(interaction)
    return sent.id


def _record_arrival(interaction: Interaction) -> None:
    """Record that the reply has arrived, so nothing is pending."""
    interaction.extras.pop(WAITS, None)
    interaction.extras.pop(CHANGES, None)


@retry_without_emoji
async def edit_response(interaction: Interaction, screen: Screen) -> int:
    """Edit the original response, sent or still deferred, to show this screen; return its message."""
    changed = await interaction.edit_original_response(
        view=build_layout(screen, interaction.id, _get_emoji(interaction)), attachments=build_files(screen)
    )
    _record_arrival(interaction)
    return changed.id


@retry_without_emoji
async def open_form(interaction: Interaction, form: Form) -> None:
    """Open a form, or reply that it is too late: Discord accepts a modal only as the first response."""
    response = await take_response(interaction)
    if response.is_done():
        await reply(interaction, TOO_LATE_FOR_FORM)
    else:
        await response.send_modal(build_modal(form, _get_emoji(interaction)))


async def send_files(interaction: Interaction, text: str, contents: Mapping[str, bytes]) -> None:
    """Send files with a sentence; files over Discord's limit are zipped."""
    if not 0 < len(text) <= LONGEST_SENTENCE:
        raise UnsendableError(f"{len(text)} characters beside files")
    uploads = [_build_file(name, content) for name, content in contents.items()]
    response = await take_response(interaction)
    if response.is_done():
        await interaction.followup.send(text, files=uploads, ephemeral=True)
        _record_arrival(interaction)
    else:
        await response.send_message(text, files=uploads, ephemeral=True)


def _build_file(name: str, content: bytes) -> discord.File:
    """Build an attachment, zipped if it exceeds Discord's limit."""
    if len(content) <= LARGEST_FILE:
        return Upload(content, name)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return Upload(packed.getvalue(), f"{name.rpartition('.')[0]}.zip")


Reading: TypeAlias = Callable[[PanelContext], Sequence[str]]
"""Parses the answer so far into picks; raises BadAnswer with the reason if it is invalid."""


def read_nothing(_: PanelContext) -> Sequence[str]:
    """Parse nothing: no answer has been given yet."""
    return ()


async def show_panel(interaction: Interaction, context: PanelContext, read: Reading = read_nothing) -> None:
    """Show a person their panel, with the valid part of their answer or with the reason why it is invalid."""
    message_id = await show(interaction, await build_panel(interaction, context, read))
    panels: OpenPanels | None = interaction.extras.get(PANELS)
    if panels is not None and message_id is not None:
        panels.record_shown(context.seen.row.game_id, interaction.user.id, message_id, context.etag)
        record_editable(panels, interaction, context, message_id)


def record_editable(panels: OpenPanels, interaction: Interaction, context: PanelContext, message_id: int) -> None:
    """Record that a message shows a player's panel; their older ones of this table are closed after the reply."""
    game_id, user_id = context.seen.row.game_id, interaction.user.id
    if context.seat is not None and context.seen.row.status == "running":
        panels.record_editable(game_id, user_id, message_id, interaction.followup)
    else:
        panels.forget_editable(message_id)
    if any(panel.message_id != message_id for panel in panels.list_editable(game_id, user_id)):
        panels.replaced.notify(game_id)


async def close_panel(panels: OpenPanels, panel: EditablePanel, why: str) -> None:
    """Replace a panel by a sentence without controls, if Discord still allows it."""
    if not panels.take_editable(panel):
        return
    try:
        await panel.webhook.edit_message(panel.message_id, view=build_layout(screens.render_note(why)), attachments=[])
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as failed:
        log.info("an old panel could not be closed: %s", type(failed).__name__, extra={"game": panel.game_id})


async def build_panel(interaction: Interaction, context: PanelContext, read: Reading = read_nothing) -> Screen:
    """Build a person's panel, with any error in their answer and the question's picture."""
    try:
        picks = read(context)
        return screens.render_panel(context, picks, await draw_question(interaction, context, picks))
    except BadAnswer as wrong:
        context, picks = replace(context, note=f"⚠️ {escape_markdown(str(wrong))}"), wrong.kept
    return screens.render_panel(context, picks, await draw_question(interaction, context, picks))


async def draw_question(interaction: Interaction, context: PanelContext, picks: Sequence[str]) -> DrawnQuestion | None:
    """Draw the question of a person's panel after these picks, if it has a picture.

    Raises:
        BadAnswer: the picks do not fit.
    """
    pictures: QuestionPictures | None = interaction.extras.get(PICTURES)
    return None if pictures is None else await pictures.draw(context, interaction.user.id, picks)


async def reply(interaction: Interaction, text: str) -> None:
    """Reply with a sentence in a separate message, so that an open panel stays."""
    await reply_with_screen(interaction, screens.render_note(text))


class NotArrived(Exception):
    """A reply did not arrive, so its one-time notice must be kept."""


@asynccontextmanager
async def take_pending_notice(interaction: Interaction, people: People) -> AsyncIterator[str]:
    """Take the person's pending notice for the reply sent in this block; restore it if the block fails.

    The notice is removed before the reply goes out, so that a concurrent reply cannot repeat it.
    """
    words = ""
    with best_effort():
        words = await people.take_pending_notice(interaction.user.id)
    try:
        yield words
    except BaseException as failed:
        with best_effort():
            await people.store_pending_notice(interaction.user.id, get_display_name(interaction), words)
        if not isinstance(failed, NotArrived):
            raise


async def reply_with_screen(interaction: Interaction, screen: Screen) -> bool:
    """Reply with a screen without pictures in a separate message, and return whether it has arrived."""
    response = await take_response(interaction)
    try:
        if response.is_done():
            await interaction.followup.send(
                view=build_layout(screen, interaction.id, _get_emoji(interaction)), ephemeral=True
            )
            _record_arrival(interaction)
        else:
            await response.send_message(
                view=build_layout(screen, interaction.id, _get_emoji(interaction)), ephemeral=True
            )
    except discord.HTTPException as failed:
        log.warning("a reply did not arrive: %s (%s)", failed.status, failed.code)
        return False
    except (aiohttp.ClientError, TimeoutError, OSError) as failed:
        log.warning("a reply did not arrive: %s", type(failed).__name__)
        return False
    return True


def release(interaction: Interaction) -> None:
    """Break reference cycles of a finished interaction: discord.py links it to its responses, and they link back.

    Otherwise the cycle and the pressed message stay in memory until the garbage collector runs.
    """
    interaction.extras.clear()
    interaction._original_response = None
    if hasattr(interaction, "_cs_response"):
        del interaction._cs_response


@contextmanager
def best_effort() -> Iterator[None]:
    """Tolerate a failed write in this block: the reply does not depend on it, so the failure is only logged."""
    try:
        with ignore_observer():
            yield
    except StoreFailed as failed:
        log.warning("a side write of a reply could not be saved: %s", failed)


def get_server_id(interaction: Interaction) -> int | None:
    """Return the server of an interaction; None in messages, and where the person alone has installed the bot."""
    is_theirs_alone = interaction.is_user_integration() and not interaction.is_guild_integration()
    return None if is_theirs_alone else interaction.guild_id


def is_manager(interaction: Interaction, guild_id: int) -> bool:
    """Whether the person has the Manage Server permission and is in that server."""
    return interaction.guild_id == guild_id and interaction.permissions.manage_guild


def get_display_name(interaction: Interaction) -> str:
    """Return the person's sanitized display name; empty if nothing of it is visible."""
    return sanitize.sanitize(interaction.user.display_name)


async def identify_person(interaction: Interaction, host: Host, game_id: int) -> tuple[int, bool]:
    """Return the person's id, and whether they manage the table's server."""
    known = await host.find_table(game_id)
    return interaction.user.id, known is not None and is_manager(interaction, known[0].guild_id)


async def get_or_create_person(interaction: Interaction, people: People) -> Person:
    """Return the stored record of the person, after updating their name; a failed write is tolerated."""
    user = interaction.user
    with best_effort():
        return await people.record_person(user.id, get_display_name(interaction))
    return await people.get(user.id) or Person(user.id, get_display_name(interaction))
