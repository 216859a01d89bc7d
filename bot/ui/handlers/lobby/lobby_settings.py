"""Handlers for the forms with which the opener of a table sets it up, and for the panel that leads to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.engine.options import Options, list_offered_values
from bot.host.lobby.bots import BotStrength
from bot.host.lobby.lobby import Lobby
from bot.host.lobby.settings import check_table_name, parse_pace
from bot.host.table.open_table import OpenTable
from bot.ui import screens
from bot.ui.delivery.table_threads import get_thread_name, rename_thread
from bot.ui.handlers.answering import identify_person, show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press, UnknownControl, is_number
from bot.ui.handlers.refused_forms import refusing_on
from bot.ui.handlers.routes import NOTHING, SEAT, SETUP, form_route, route
from bot.ui.screens.forms import Form
from bot.ui.screens.lobby import lobby_settings as forms
from bot.ui.screens.lobby.lobby import MORE
from bot.ui.screens.option_forms import OptionForm, read_option_fields

SETTINGS = "The table's settings"
NAME = "The table's name"
DONE = "Done. Everyone sees it on the table's message."
THREAD_KEEPS_NAME = "Done. The thread keeps its old name: Discord lets me rename it only twice in ten minutes."


class LobbySettingHandlers:
    """Opens and takes the forms of a table before its start."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    @route(MORE, access=SEAT, saves=NOTHING)
    async def _show_details(self, interaction: Interaction, game_id: int) -> None:
        """Show everything that can be looked up about a table, also to somebody who has not joined."""
        user_id, organiser = await identify_person(interaction, self._lobby.host, game_id)
        table = await self._lobby.get_open_table(game_id)
        is_own = table.league is None and (organiser or table.row.opened_by == user_id)
        await show(interaction, screens.render_lobby_details(table, is_own=is_own))

    @form_route("tableform", access=SETUP)
    async def _open_table_form(self, interaction: Interaction, game_id: int) -> Form:
        return forms.build_table_form(await self._get_table(interaction, game_id))

    @form_route("ruleform", access=SETUP)
    async def _open_variant_form(self, interaction: Interaction, game_id: int, press: Press) -> Form:
        form = forms.build_variant_form(await self._get_table(interaction, game_id), press.read_number(1))
        if form is None:
            raise UnknownControl
        return form

    @form_route("agreeform", access=SETUP)
    async def _open_agreement_form(self, interaction: Interaction, game_id: int) -> Form:
        return forms.build_agreement_form(await self._get_table(interaction, game_id))

    @form_route("nameform", access=SETUP)
    async def _open_name_form(self, interaction: Interaction, game_id: int) -> Form:
        return forms.build_name_form(await self._get_table(interaction, game_id))

    @route("namesent", access=SETUP, saves=NAME)
    async def _set_name(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Name the table; its thread is renamed afterwards, which Discord allows twice in ten minutes."""
        user_id, organiser = await identify_person(interaction, self._lobby.host, game_id)
        table = await self._lobby.get_own_table(game_id, user_id, organiser)
        typed = "".join(press.typed)
        with refusing_on(lambda note: show(interaction, screens.render_lobby_options(table, note))):
            thread = get_thread_name(table, check_table_name(typed))
            named = await self._lobby.set_name(game_id, user_id, typed, thread=thread, organiser=organiser)
        renamed = await rename_thread(interaction.client, named)
        await show(interaction, screens.render_lobby_options(named, DONE if renamed else THREAD_KEEPS_NAME))

    async def _get_table(self, interaction: Interaction, game_id: int) -> OpenTable:
        user_id, organiser = await identify_person(interaction, self._lobby.host, game_id)
        return await self._lobby.get_own_table(game_id, user_id, organiser)

    @route("tablesent", access=SETUP, saves=SETTINGS)
    async def _set_table_up(self, interaction: Interaction, game_id: int, press: Press) -> None:
        """Take the form of the seats, the pace and the bots."""
        await self._take(interaction, game_id, press, _read_table_form)

    @route("rulesent", access=SETUP, saves=SETTINGS)
    async def _set_variants(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self._take(interaction, game_id, press, _read_variant_form)

    @route("agreesent", access=SETUP, saves=SETTINGS)
    async def _set_agreements(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self._take(interaction, game_id, press, _read_agreement_form)

    async def _take(self, interaction: Interaction, game_id: int, press: Press, read: FormReader) -> None:
        """Make the changes of a form, all or none."""
        user_id, organiser = await identify_person(interaction, self._lobby.host, game_id)
        table = await self._lobby.get_own_table(game_id, user_id, organiser)

        async def show_options(note: str) -> None:
            table = await self._lobby.get_own_table(game_id, user_id, organiser)
            await show(interaction, screens.render_lobby_options(table, note))

        with refusing_on(show_options):
            wanted = read(table, press)
            await self._lobby.set_up(game_id, user_id, wanted.seats, wanted.bots, wanted.values, organiser=organiser)
        await show_options(DONE)


@dataclass(frozen=True)
class WantedTable:
    """The changes of a form."""

    seats: int
    bots: tuple[int, BotStrength] | None
    """Number and strength of the bots; None: they stay as they are."""
    values: Mapping[str, Any]
    """Changed options and settings."""


FormReader: TypeAlias = Callable[[OpenTable, Press], WantedTable]
"""Reads a submitted form; raises Refusal for a mistake, and UnknownControl for a form of another version."""


def _read_table_form(table: OpenTable, press: Press) -> WantedTable:
    seats = press.read_only_value("seats")
    if not is_number(seats):
        raise UnknownControl
    first = _read_values(table.options, forms.get_first_options(table), press)
    return WantedTable(
        int(seats), _read_bots(table, press.read_only_value("bots")), {**_read_pace(table, press), **first}
    )


def _read_variant_form(table: OpenTable, press: Press) -> WantedTable:
    pages, page = forms.split_variants(table), press.read_number(1)
    if page >= len(pages):
        raise UnknownControl
    return WantedTable(table.row.seats_wanted, None, _read_values(table.options, pages[page], press))


def _read_agreement_form(table: OpenTable, press: Press) -> WantedTable:
    values = _read_values(table.settings, forms.split_agreements(table), press)
    return WantedTable(table.row.seats_wanted, None, values)


def _read_values(options: Options, form: OptionForm, press: Press) -> Mapping[str, Any]:
    found = read_option_fields(form, options, press.read_field)
    if found is None:
        raise UnknownControl
    return found


def _read_bots(table: OpenTable, value: str) -> tuple[int, BotStrength] | None:
    """Return the wanted number and strength of bots; None if they stay as they are."""
    if value == forms.KEEP_BOTS:
        return None
    if value == forms.NO_BOTS:
        return 0, "steady"
    number, _, named = value.partition(" ")
    strength = next((one for one in forms.list_bot_strengths(table) if one == named), None)
    if strength is None or not is_number(number):
        raise UnknownControl
    return int(number), strength


def _read_pace(table: OpenTable, press: Press) -> Mapping[str, Any]:
    """Return the changed pace; hours that were written count unless another pace was chosen at the same time."""
    pace, typed = press.read_only_value("pace"), "".join(press.read_field("hours")).strip()
    before = table.settings
    is_written = typed not in ("", forms.get_own_hours(table))
    if pace == "own" or (is_written and pace == before.pace):
        return {"pace": "own", "hours": parse_pace(typed)}
    if pace not in list_offered_values(type(before).model_fields["pace"], before.pace):
        raise UnknownControl
    return {} if pace == before.pace else {"pace": pace}
