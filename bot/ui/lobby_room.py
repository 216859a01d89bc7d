"""The lobby: joining, leaving, setting a table up, starting."""

from __future__ import annotations

import json
from typing import Any

from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.lobby import Lobby
from bot.ui import screens
from bot.ui.answering import Interaction, Verbs, manages, say, show, show_desk, who
from bot.ui.knocks import Knock, UnknownControl


class LobbyRoom:
    """What can be pressed at a table that has not begun, and in the panel of its opener."""

    def __init__(self, host: Host, lobby: Lobby) -> None:
        self.host = host
        self.lobby = lobby
        self.verbs: Verbs = {
            "join": self._join,
            "leave": self._leave,
            "start": self._start,
            "options": self._options,
            "option": self._option,
            "set": self._set,
            "seats": self._seats,
            "bot": self._bot,
            "nobot": self._nobot,
            "close": self._close,
            "again": self._again,
        }

    async def _join(self, interaction: Interaction, game_id: int, _: Knock) -> None:
        table = await self.lobby.join(game_id, interaction.user.id, interaction.user.display_name)
        await say(interaction, screens.joined(table, interaction.user.id))

    async def _leave(self, interaction: Interaction, game_id: int, _: Knock) -> None:
        await self.leave(interaction, game_id)

    async def leave(self, interaction: Interaction, game_id: int) -> None:
        """Free this person's seat in a lobby."""
        table = await self.lobby.leave(game_id, interaction.user.id)
        words = "As nobody is left, it is closed." if table is None else "You can join again while a seat is free."
        await say(interaction, f"You have left table {game_id}. {words}")

    async def _start(self, interaction: Interaction, game_id: int, _: Knock) -> None:
        await self.start(interaction, game_id)

    async def start(self, interaction: Interaction, game_id: int) -> None:
        """Begin the game, and show the starter their panel."""
        await self.lobby.start(game_id, interaction.user.id, organiser=manages(interaction))
        await show_desk(interaction, await self.host.desk(game_id, interaction.user.id))

    async def _options(self, interaction: Interaction, game_id: int, _: Knock) -> None:
        await show(interaction, screens.lobby_options(await self.lobby.owned(game_id, *who(interaction))))

    async def _option(self, interaction: Interaction, game_id: int, knock: Knock) -> None:
        table = await self.lobby.owned(game_id, *who(interaction))
        name = knock.value()
        if name not in type(table.options).model_fields and name not in type(table.pact).model_fields:
            raise UnknownControl
        await show(interaction, screens.lobby_option(table, name))

    async def _set(self, interaction: Interaction, game_id: int, knock: Knock) -> None:
        name, value = knock.part(1), _setting(knock)
        user_id, organiser = who(interaction)
        try:
            table = await self.lobby.set_options(game_id, user_id, {name: value}, organiser=organiser)
        except Refusal as refused:
            table = await self.lobby.owned(game_id, user_id, organiser)
            await show(interaction, screens.lobby_options(table, f"⚠️ {refused}"))
            return
        await show(interaction, screens.lobby_options(table))

    async def _seats(self, interaction: Interaction, game_id: int, knock: Knock) -> None:
        user_id, organiser = who(interaction)
        table = await self.lobby.set_seats(game_id, user_id, knock.value_number(), organiser=organiser)
        await show(interaction, screens.lobby_options(table))

    async def _bot(self, interaction: Interaction, game_id: int, _: Knock) -> None:
        user_id, organiser = who(interaction)
        table = await self.lobby.add_bot(game_id, user_id, organiser=organiser)
        await show(interaction, screens.lobby_options(table))

    async def _nobot(self, interaction: Interaction, game_id: int, _: Knock) -> None:
        user_id, organiser = who(interaction)
        table = await self.lobby.remove_bot(game_id, user_id, organiser=organiser)
        await show(interaction, screens.lobby_options(table))

    async def _close(self, interaction: Interaction, game_id: int, _: Knock) -> None:
        user_id, organiser = who(interaction)
        await self.lobby.close(game_id, user_id, organiser=organiser)
        await show(interaction, screens.note(f"Table {game_id} is closed."))

    async def _again(self, interaction: Interaction, game_id: int, _: Knock) -> None:
        user = interaction.user
        number = await self.lobby.open_again(game_id, user.id, user.display_name)
        await say(interaction, f"You sit at table {number}, which is open with the same options.")


def _setting(knock: Knock) -> Any:
    """Return the value of an option, which stands in the id as JSON."""
    try:
        return json.loads(":".join(knock.parts[2:]))
    except ValueError:
        raise UnknownControl from None
