"""Handlers for the inbox, which lists a person's open questions in all servers and leads from table to table."""

from __future__ import annotations

from contextlib import suppress

from bot.host.errors import GameOver, Refusal
from bot.host.services import Services
from bot.host.table.audience_view import AudienceView
from bot.host.table.open_table import OpenTable
from bot.ui import screens
from bot.ui.delivery.discord_sender import DiscordSender
from bot.ui.handlers.answering import show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.routes import NOTHING, ONESELF, SEAT, route
from bot.ui.handlers.table.standing_orders import OpensPanel
from bot.ui.screens.leagues.ladders import build_inbox_line
from bot.ui.screens.table.inbox import MAX_EXPIRED_REQUESTS


class InboxHandlers:
    """Shows a person what waits for them."""

    def __init__(self, services: Services, discord_sender: DiscordSender, open_panel: OpensPanel) -> None:
        self._host = services.host
        self._lobby = services.lobby
        self._storage = services.storage
        self._ladders = services.leagues.ladders
        self._discord_sender = discord_sender
        self._open_panel = open_panel

    @route("inbox", access=ONESELF, saves=NOTHING)
    async def show_inbox(self, interaction: Interaction, page: int = 0) -> None:
        """Show a page of what waits for this person in all servers."""
        user_id = interaction.user.id
        found = [screens.build_lobby_section(*lobby) for lobby in await self._list_waiting_lobbies(user_id)]
        tables, unreadable = await self._list_waiting_tables(user_id)
        notes = await self._storage.own_notes.list_texts(user_id)
        links = self._discord_sender.page_links
        person = await self._host.people.get(user_id) if links.address else None
        found += [
            screens.build_question_section(
                seen,
                await self._discord_sender.build_link(seen),
                notes.get(seen.row.game_id, ""),
                links.build_link(person, seen.row.game_id),
            )
            for seen in tables
        ]
        ladders = self._ladders
        in_vain = (await ladders.list_expired_requests(user_id))[:MAX_EXPIRED_REQUESTS]
        await show(
            interaction, screens.render_inbox(found, page, unreadable, [build_inbox_line(*each) for each in in_vain])
        )
        for known, wanted in in_vain:
            await ladders.mark_expiry_known(known, wanted)

    @route("next", access=SEAT, saves=NOTHING)
    async def _show_next(self, interaction: Interaction, game_id: int) -> None:
        """Show the panel of the next table that waits for this person, in the inbox's order."""
        waiting, unreadable = await self._list_waiting_tables(interaction.user.id)
        tables = [seen.row.game_id for seen in waiting]
        at = tables.index(game_id) + 1 if game_id in tables else 0
        others = [number for number in (*tables[at:], *tables[:at]) if number != game_id]
        if others:
            await self._open_panel(interaction, others[0], "")
        elif unreadable or await self._list_waiting_lobbies(interaction.user.id):
            await self.show_inbox(interaction)
        else:
            await self._open_panel(interaction, game_id, "No other table is waiting for you.")

    async def _list_waiting_tables(self, user_id: int) -> tuple[list[AudienceView], list[int]]:
        """Return the running tables that wait for this person, and the numbers of those that cannot be read.

        The tables are shown as this person may see them, with the nearest deadline first.
        """
        found: list[AudienceView] = []
        unreadable: list[int] = []
        for game_id in await self._storage.open_questions.list_games_waiting_for(user_id):
            try:
                seen = await self._host.get_view_of_person(game_id, user_id)
            except GameOver:
                continue  # ended a moment ago
            except Refusal:
                unreadable.append(game_id)
                continue
            if seen.audience is not None:
                found.append(seen)
        return sorted(found, key=screens.get_urgency), unreadable

    async def _list_waiting_lobbies(self, user_id: int) -> list[tuple[OpenTable, str | None]]:
        """Return the lobbies in which this person must confirm their presence, with their links."""
        found = []
        for row in await self._storage.games.list_by_player(user_id, statuses=("open",)):
            if row.confirm_until is None or row.title not in self._host.games:
                continue
            with suppress(Refusal):  # it began or was closed meanwhile
                table = await self._lobby.get_open_table(row.game_id)
                if any(seat_row.user_id == user_id for seat_row in table.list_awaited(self._host.now())):
                    found.append((table, await self._discord_sender.build_link(table)))
        return found
