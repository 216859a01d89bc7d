"""Answering an interaction, privately: a screen, a panel, a sentence."""

from __future__ import annotations

import io
import logging
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from typing import TypeAlias

import aiohttp
import discord

from bot.engine.questions import BadAnswer
from bot.host import sanitize
from bot.host.host import Host, PanelContext
from bot.host.table.people import People
from bot.ui import screens
from bot.ui.delivery.open_panels import OpenPanels
from bot.ui.handlers.first_answer import CHANGES, WAITS, private_message, take
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press
from bot.ui.handlers.table.question_pictures import QuestionPictures
from bot.ui.screens.names import as_markdown
from bot.ui.screens.screen import Form, Screen, UnsendableError, files, layout, modal
from storage.interface import Person, StoreFailed, aside

log = logging.getLogger(__name__)

Room: TypeAlias = Callable[[Interaction, int, Press], Awaitable[None]]
"""What a control leads to: the interaction, the number in its id (mostly a table's), and all that came with it."""


@dataclass(frozen=True)
class OpensForm:
    """A route whose first answer is the form that it returns; None: it has answered otherwise.

    Nothing else opens a form, as Discord takes none once an answer was deferred: what is declared so is deferred late.
    """

    form: Callable[[Interaction, int, Press], Awaitable[Form | None]]


Verbs: TypeAlias = Mapping[str, Room | OpensForm]


LARGEST_FILE = 8 * 2**20
"""Bytes; Discord takes ten million."""
TOO_LATE_FOR_FORM = "I was too slow to open that form, so nothing was changed. Please press once more."
LONGEST_SENTENCE = 2000
"""Characters of a message that is no screen."""
PANELS, PICTURES = "panels", "pictures"
"""What an interaction carries along: where it is noted which panel is the newest, and who draws questions."""


async def show(interaction: Interaction, screen: Screen) -> int | None:
    """Show a screen to the person alone: in their private panel if they pressed there, else anew.

    Returns:
        The message that shows it now, if Discord has named it.
    """
    response = await take(interaction)
    if CHANGES in interaction.extras:
        return await change_again(interaction, screen)
    if response.is_done():
        return await _follow_up(interaction, screen)
    message = private_message(interaction)
    if message is not None:
        await _change(interaction, screen, message)
        return message.id
    return await show_beside(interaction, screen)


async def show_beside(interaction: Interaction, screen: Screen) -> int | None:
    """Show a screen to the person alone in a message of its own; return its message, if Discord has named it."""
    response = await take(interaction)
    if response.is_done():
        return await _follow_up(interaction, screen)
    answer = await response.send_message(
        view=layout(screen, interaction.id),
        files=files(screen),
        ephemeral=True,
        allowed_mentions=discord.AllowedMentions.none(),
    )
    return answer.message_id


async def _follow_up(interaction: Interaction, screen: Screen) -> int:
    """Show a screen after the first answer, or in the place of one that was deferred; return its message."""
    sent = await interaction.followup.send(
        view=layout(screen, interaction.id),
        files=files(screen),
        ephemeral=True,
        allowed_mentions=discord.AllowedMentions.none(),
        wait=True,
    )
    _has_arrived(interaction)
    return sent.id


def _has_arrived(interaction: Interaction) -> None:
    """Note that the person has an answer to read: nothing is still to come."""
    interaction.extras.pop(WAITS, None)
    interaction.extras.pop(CHANGES, None)


async def change_again(interaction: Interaction, screen: Screen) -> int:
    """Let what was shown to the person, or is still to come, be this screen; return its message."""
    changed = await interaction.edit_original_response(view=layout(screen, interaction.id), attachments=files(screen))
    _has_arrived(interaction)
    return changed.id


async def open_form(interaction: Interaction, form: Form) -> None:
    """Open a form, or say that it is too late for it: Discord takes none after anything else."""
    response = await take(interaction)
    if response.is_done():
        await say(interaction, TOO_LATE_FOR_FORM)
    else:
        await response.send_modal(modal(form))


async def give(interaction: Interaction, text: str, contents: Mapping[str, bytes]) -> None:
    """Hand the person files, by their names, with a sentence.

    What is too large for Discord is packed.
    """
    if not 0 < len(text) <= LONGEST_SENTENCE:
        raise UnsendableError(f"{len(text)} characters beside files")
    uploads = [_file(name, content) for name, content in contents.items()]
    response = await take(interaction)
    if response.is_done():
        await interaction.followup.send(text, files=uploads, ephemeral=True)
        _has_arrived(interaction)
    else:
        await response.send_message(text, files=uploads, ephemeral=True)


def _file(name: str, content: bytes) -> discord.File:
    """Return a file that Discord takes: as it is, or packed when it is too large for that."""
    if len(content) <= LARGEST_FILE:
        return discord.File(io.BytesIO(content), filename=name)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    packed.seek(0)
    return discord.File(packed, filename=f"{name.rpartition('.')[0]}.zip")


Reading: TypeAlias = Callable[[PanelContext], Sequence[str]]
"""Reads what somebody has answered so far as picks; raises BadAnswer with what is wrong about it."""


def no_answer(_: PanelContext) -> Sequence[str]:
    """Read nothing, where nothing has been answered yet."""
    return ()


async def show_desk(interaction: Interaction, desk: PanelContext, read: Reading = no_answer) -> None:
    """Show a person their panel, with the part of their answer that can be read or with what is wrong about it."""
    message_id = await show(interaction, await panel(interaction, desk, read))
    panels: OpenPanels | None = interaction.extras.get(PANELS)
    if panels is not None and message_id is not None:
        panels.shown(desk.seen.row.game_id, interaction.user.id, message_id, desk.etag)


async def panel(interaction: Interaction, desk: PanelContext, read: Reading = no_answer) -> Screen:
    """Return a person's panel, with what is wrong about an answer, and with the picture of what is asked."""
    try:
        return await _drawn(interaction, desk, read(desk))
    except BadAnswer as wrong:
        return await _drawn(interaction, replace(desk, note=f"⚠️ {as_markdown(str(wrong))}"), wrong.kept)


async def _drawn(interaction: Interaction, desk: PanelContext, picks: Sequence[str]) -> Screen:
    pictures: QuestionPictures | None = interaction.extras.get(PICTURES)
    drawn = None if pictures is None else await pictures.drawn(desk, interaction.user.id, picks)
    return screens.panel(desk, picks, drawn)


async def say(interaction: Interaction, text: str) -> None:
    """Answer with a sentence, in a message of its own so that a panel stays as it is."""
    await arrives(interaction, screens.note(text))


class NotArrived(Exception):
    """An answer has not arrived, so that what it was to tell is still to be told."""


@asynccontextmanager
async def told_once(interaction: Interaction, people: People) -> AsyncIterator[str]:
    """Take what the person is to be told once, for the answer that is given in here; without one it is left again.

    It is marked as told before the answer goes out, so that no second answer of the same moment tells it, too.
    """
    words = ""
    with best_effort():
        words = await people.take_word(interaction.user.id)
    try:
        yield words
    except BaseException as failed:
        with best_effort():
            await people.leave_word(interaction.user.id, name_of(interaction), words)
        if not isinstance(failed, NotArrived):
            raise


async def arrives(interaction: Interaction, screen: Screen) -> bool:
    """Do the same with a screen without pictures, and return whether it has arrived."""
    response = await take(interaction)
    try:
        if response.is_done():
            await interaction.followup.send(view=layout(screen, interaction.id), ephemeral=True)
            _has_arrived(interaction)
        else:
            await response.send_message(view=layout(screen, interaction.id), ephemeral=True)
    except discord.HTTPException as failed:
        log.warning("an answer did not arrive: %s (%s)", failed.status, failed.code)
        return False
    except (aiohttp.ClientError, TimeoutError, OSError) as failed:
        log.warning("an answer did not arrive: %s", type(failed).__name__)
        return False
    return True


def let_go(interaction: Interaction) -> None:
    """Free an interaction that is over: discord.py's knows its answers, and these know it.

    Such a ring, with the message that was pressed on in it, would stay until Python looks through everything.
    """
    interaction.extras.clear()
    interaction._original_response = None
    if hasattr(interaction, "_cs_response"):
        del interaction._cs_response


@contextmanager
def best_effort() -> Iterator[None]:
    """Write what an answer does not hang on: where that fails, the log says so, and it is given all the same."""
    try:
        with aside():
            yield
    except StoreFailed as failed:
        log.warning("looking was answered, but what it changes could not be saved: %s", failed)


async def _change(interaction: Interaction, screen: Screen, message: discord.Message) -> None:
    """Let a private panel show another screen: with its pictures, and without those that stood there before."""
    pictures = files(screen)
    if pictures or message.attachments:  # else Discord would keep the old files, and show nothing of the new ones
        await interaction.response.edit_message(view=layout(screen, interaction.id), attachments=pictures)
    else:
        await interaction.response.edit_message(view=layout(screen, interaction.id))


def manages(interaction: Interaction, guild_id: int) -> bool:
    """Whether this person runs this server, and is there."""
    return interaction.guild_id == guild_id and interaction.permissions.manage_guild


def name_of(interaction: Interaction) -> str:
    """Return what the person who pressed is called, inert; empty when nothing of it can be seen."""
    return sanitize.plain(interaction.user.display_name)


async def presser(interaction: Interaction, host: Host, game_id: int) -> tuple[int, bool]:
    """Return who pressed, and whether they run the server of this table."""
    known = await host.known(game_id)
    return interaction.user.id, known is not None and manages(interaction, known[0].guild_id)


async def met(interaction: Interaction, people: People) -> Person:
    """Return what is known of who has pressed, with the name they have now; it is read, too, when the disk fails."""
    user = interaction.user
    with best_effort():
        return await people.met(user.id, name_of(interaction))
    return await people.get(user.id) or Person(user.id, name_of(interaction))
