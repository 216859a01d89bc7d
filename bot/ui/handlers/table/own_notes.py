"""Handlers for a player's note to themselves at a table."""

from __future__ import annotations

from collections.abc import Sequence

from bot.host.host import Host
from bot.host.play.own_notes import REMINDER_DAYS, OwnNotes
from bot.ui.handlers.answering import show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.handlers.refused_forms import refusing_on
from bot.ui.handlers.routes import NOTHING, SEAT, form_route, route
from bot.ui.screens.forms import Form
from bot.ui.screens.table import own_notes as screens

NOTE = "Your note"
WRITTEN = "Noted."
GONE = "The note is deleted."


class OwnNoteHandlers:
    """Shows, saves and deletes a player's own note; its reader is the interaction's user, not the id."""

    def __init__(self, host: Host, notes: OwnNotes) -> None:
        self._host = host
        self._notes = notes

    @route("mynote", access=SEAT, saves=NOTHING)
    async def _show_note(self, interaction: Interaction, game_id: int) -> None:
        await self._show(interaction, game_id)

    @form_route("noteform", access=SEAT)
    async def _open_form(self, interaction: Interaction, game_id: int) -> Form:
        note = await self._notes.get(game_id, interaction.user.id)
        seen = await self._host.get_view_of_person(game_id, interaction.user.id)
        return screens.build_note_form(seen, note, await self._notes.list_coming_parts(game_id))

    @route("notesent", access=SEAT, saves=NOTE)
    async def _take_form(self, interaction: Interaction, game_id: int, press: Press) -> None:
        user_id, text, wanted = interaction.user.id, "".join(press.read_field("text")), press.read_field("remind")
        before = await self._notes.get(game_id, user_id)
        with refusing_on(lambda said: self._show(interaction, game_id, said)):
            if list(wanted) == [screens.AS_BEFORE]:
                written = await self._notes.change_text(game_id, user_id, text)
            else:
                days, part = await self._read_reminder(game_id, wanted)
                written = await self._notes.write(game_id, user_id, text, days=days, part=part)
        said = "" if before is None and written is None else GONE if written is None else WRITTEN
        await self._show(interaction, game_id, said)

    @route("notegone", access=SEAT, saves=NOTE)
    async def _delete_note(self, interaction: Interaction, game_id: int) -> None:
        await self._notes.write(game_id, interaction.user.id, "")
        await self._show(interaction, game_id, GONE)

    async def _read_reminder(self, game_id: int, wanted: Sequence[str]) -> tuple[int | None, str | None]:
        """Return the days or the part of the game that a form names; raise UnknownControl for anything not offered."""
        value = wanted[0] if len(wanted) == 1 else ""
        if value == screens.NEVER:
            return None, None
        days = next((days for days in REMINDER_DAYS if value == f"{screens.IN_DAYS}{days}"), None)
        if days is not None:
            return days, None
        part = value.removeprefix(screens.WITH_PART)
        if not value.startswith(screens.WITH_PART) or not await self._notes.can_wait_for(game_id, part):
            raise UnknownControl
        return None, part

    async def _show(self, interaction: Interaction, game_id: int, said: str = "") -> None:
        note = await self._notes.get(game_id, interaction.user.id)
        seen = await self._host.get_view_of_person(game_id, interaction.user.id)
        await show(interaction, screens.render_own_note(seen, note, said))
