"""Answering an interaction, privately: a screen, a panel, a sentence."""

from __future__ import annotations

import io
import logging
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import TypeAlias

import aiohttp
import discord

from bot.engine.questions import BadAnswer
from bot.host import inert
from bot.host.host import Desk, Host
from bot.host.table.people import People
from bot.ui import screens
from bot.ui.delivery.open_panels import OpenPanels
from bot.ui.presses.hook import Interaction
from bot.ui.presses.press import Press
from bot.ui.presses.question_pictures import QuestionPictures
from bot.ui.screens.names import as_markdown
from bot.ui.screens.screen import Form, Screen, UnsendableError, files, layout, modal
from storage.interface import Person, StoreFailed, aside

log = logging.getLogger(__name__)

Room: TypeAlias = Callable[[Interaction, int, Press], Awaitable[None]]
"""What a control leads to: the interaction, the number in its id (mostly a table's), and all that came with it."""
Verbs: TypeAlias = Mapping[str, Room]


LARGEST_FILE = 8 * 2**20
"""Bytes; Discord takes ten million."""
LONGEST_SENTENCE = 2000
"""Characters of a message that is no screen."""
WAITS, CHANGES, ANSWERED, PANELS, PICTURES = "waits", "changes", "answered", "panels", "pictures"
"""What an interaction carries along: whether its answer is still to come, whether it is what was pressed on that will
change, whom to tell when nobody waits for it, where it is noted which panel is the newest, and who draws questions."""


_PROMISES = {
    WAITS: discord.InteractionResponseType.deferred_channel_message,
    CHANGES: discord.InteractionResponseType.deferred_message_update,
}


async def defer(interaction: Interaction) -> None:
    """Answer at once that an answer will come, privately; before anything that takes longer than a commit of ours."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    interaction.extras[WAITS] = True
    interaction.extras.get(ANSWERED, lambda: None)()


async def defer_change(interaction: Interaction) -> None:
    """Do the same for a press: the private panel on which it was made changes later, and nothing new is shown."""
    if private_message(interaction) is None:
        await defer(interaction)
        return
    await interaction.response.defer()
    interaction.extras[CHANGES] = True
    interaction.extras.get(ANSWERED, lambda: None)()


def is_unanswered(interaction: Interaction) -> bool:
    """Whether the person has read nothing yet, so that Discord shows them that we think, or that we have failed."""
    return not interaction.response.is_done() or WAITS in interaction.extras or CHANGES in interaction.extras


def promise(interaction: Interaction) -> str | None:
    """Return what was promised so far, `WAITS` or `CHANGES`; empty: nothing yet; None: something was answered."""
    promised = next((promised for promised in _PROMISES if promised in interaction.extras), "")
    return None if interaction.response.is_done() and not promised else promised


def was_promised(interaction: Interaction, promised: str) -> None:
    """Let an interaction know what was promised elsewhere, as `promise` says it."""
    if promised:
        interaction.response._response_type = _PROMISES[promised]
        interaction.extras[promised] = True


async def show(interaction: Interaction, screen: Screen) -> int | None:
    """Show a screen to the person alone: in their private panel if they pressed there, else anew.

    Returns:
        The message that shows it now, if Discord has named it.
    """
    response = interaction.response
    if CHANGES in interaction.extras:
        return await change_again(interaction, screen)
    if response.is_done():
        sent = await interaction.followup.send(
            view=layout(screen, interaction.id),
            files=files(screen),
            ephemeral=True,
            allowed_mentions=discord.AllowedMentions.none(),
            wait=True,
        )
        interaction.extras.pop(WAITS, None)
        return sent.id
    message = private_message(interaction)
    if message is not None:
        await _change(interaction, screen, message)
        return message.id
    return await show_beside(interaction, screen)


async def show_beside(interaction: Interaction, screen: Screen) -> int | None:
    """Show a screen to the person alone in a message of its own, as the first answer; return its message."""
    answer = await interaction.response.send_message(
        view=layout(screen, interaction.id),
        files=files(screen),
        ephemeral=True,
        allowed_mentions=discord.AllowedMentions.none(),
    )
    return answer.message_id


async def change_again(interaction: Interaction, screen: Screen) -> int:
    """Let what was shown to the person, or is still to come, be this screen; return its message."""
    changed = await interaction.edit_original_response(view=layout(screen, interaction.id), attachments=files(screen))
    interaction.extras.pop(CHANGES, None)
    return changed.id


async def open_form(interaction: Interaction, form: Form) -> None:
    """Open a form, which must be the first answer."""
    await interaction.response.send_modal(modal(form))


async def give(interaction: Interaction, text: str, contents: Mapping[str, bytes]) -> None:
    """Hand the person files, by their names, with a sentence; in the answer that was promised, if one was.

    What is too large for Discord is packed.
    """
    if not 0 < len(text) <= LONGEST_SENTENCE:
        raise UnsendableError(f"{len(text)} characters beside files")
    uploads = [_file(name, content) for name, content in contents.items()]
    if interaction.response.is_done():
        await interaction.followup.send(text, files=uploads, ephemeral=True)
        interaction.extras.pop(WAITS, None)
    else:
        await interaction.response.send_message(text, files=uploads, ephemeral=True)


def _file(name: str, content: bytes) -> discord.File:
    """Return a file that Discord takes: as it is, or packed when it is too large for that."""
    if len(content) <= LARGEST_FILE:
        return discord.File(io.BytesIO(content), filename=name)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    packed.seek(0)
    return discord.File(packed, filename=f"{name.rpartition('.')[0]}.zip")


Reading: TypeAlias = Callable[[Desk], Sequence[str]]
"""Reads what somebody has answered so far as picks; raises BadAnswer with what is wrong about it."""


def no_answer(_: Desk) -> Sequence[str]:
    """Read nothing, where nothing has been answered yet."""
    return ()


async def show_desk(interaction: Interaction, desk: Desk, read: Reading = no_answer) -> None:
    """Show a person their panel, with the part of their answer that can be read or with what is wrong about it."""
    message_id = await show(interaction, await panel(interaction, desk, read))
    panels: OpenPanels | None = interaction.extras.get(PANELS)
    if panels is not None and message_id is not None:
        panels.shown(desk.seen.row.game_id, interaction.user.id, message_id, desk.etag)


async def panel(interaction: Interaction, desk: Desk, read: Reading = no_answer) -> Screen:
    """Return a person's panel, with what is wrong about an answer, and with the picture of what is asked."""
    try:
        return await _drawn(interaction, desk, read(desk))
    except BadAnswer as wrong:
        return await _drawn(interaction, replace(desk, note=f"⚠️ {as_markdown(str(wrong))}"), wrong.kept)


async def _drawn(interaction: Interaction, desk: Desk, picks: Sequence[str]) -> Screen:
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
    try:
        if interaction.response.is_done():
            await interaction.followup.send(view=layout(screen, interaction.id), ephemeral=True)
            interaction.extras.pop(WAITS, None)
            interaction.extras.pop(CHANGES, None)
        else:
            await interaction.response.send_message(view=layout(screen, interaction.id), ephemeral=True)
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


def private_message(interaction: Interaction) -> discord.Message | None:
    """Return the private message of ours on which somebody has pressed, if it was one."""
    message = interaction.message
    if interaction.type is discord.InteractionType.application_command or message is None:
        return None
    return message if message.flags.ephemeral else None


def manages(interaction: Interaction, guild_id: int) -> bool:
    """Whether this person runs this server, and is there."""
    return interaction.guild_id == guild_id and interaction.permissions.manage_guild


def name_of(interaction: Interaction) -> str:
    """Return what the person who pressed is called, inert; empty when nothing of it can be seen."""
    return inert.plain(interaction.user.display_name)


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
