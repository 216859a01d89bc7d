"""Handlers for a lobby: joining, leaving, settings and start."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bot.engine.words import counted
from bot.host.delivery.outbox_worker import OutboxWorker
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.lobby.bots import BotStrength
from bot.host.lobby.lobby import Lobby, own_word
from bot.host.table.deadlines import Posts
from bot.ui import screens
from bot.ui.handlers.answering import (
    NotArrived,
    OpensForm,
    Verbs,
    arrives,
    name_of,
    presser,
    say,
    show,
    show_desk,
    told_once,
)
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.screens.screen import Form
from storage.interface import LeagueGame

BY_DM = "Your hand and secrets come by direct message. **/settings change** chooses another way."
"""One-time notice for a player who takes a seat without a choice of delivery for their hand."""
LONGEST_WAIT = 10.0
"""Seconds to wait for a new table's thread, so that the reply can link to it."""


class LobbyHandlers:
    """Handles the controls of a table before its start, and the panel of its opener."""

    def __init__(self, host: Host, lobby: Lobby, courier: OutboxWorker) -> None:
        self._courier = courier
        self._invited: set[tuple[int, int]] = set()
        """Table and guest of each invitation, so that each person is invited once; a restart forgets them."""
        self.host = host
        self.lobby = lobby
        self.guests: Verbs = {"join": self._join, "again": self._again}
        """Verbs for guests of a table."""
        self.own: Verbs = {"here": self._here, "leave": self._leave}
        """Verbs about the person's own seat."""
        self.verbs: Verbs = {
            "start": self._start,
            "options": self._options,
            "option": self._option,
            "set": self._set,
            "hours": OpensForm(self._hours),
            "pace": self._pace,
            "seats": self._seats,
            "invite": self._invite,
            "bot": self._bot,
            "nobot": self._nobot,
            "close": self._close,
        }

    async def _who(self, interaction: Interaction, game_id: int) -> tuple[int, bool]:
        return await presser(interaction, self.host, game_id)

    async def _join(self, interaction: Interaction, game_id: int, _: Press) -> None:
        await self.join(interaction, game_id)

    async def join(self, interaction: Interaction, game_id: int, word: str | None = None) -> None:
        """Take a seat or a place in reserve, or confirm one's presence."""
        adds = added(interaction, word)
        table = await self.lobby.join(game_id, interaction.user.id, name_of(interaction), adds)
        await self._seated(interaction, screens.joined(table, interaction.user.id))

    async def _seated(self, interaction: Interaction, text: str) -> None:
        """Confirm a seat, and ask a new player how their hand should be delivered."""
        user_id = interaction.user.id
        if not await self.host.people.sits_down(user_id, name_of(interaction)):
            await self._say(interaction, text)
            return
        await arrives(interaction, screens.hands_come("dm", text))

    async def sits_down(self, interaction: Interaction) -> None:
        """Record a new seat; a player without a choice of delivery gets a notice about direct messages."""
        if await self.host.people.sits_down(interaction.user.id, name_of(interaction)):
            await self.host.people.leave_word(interaction.user.id, name_of(interaction), BY_DM)

    async def tell_of_thread(self, interaction: Interaction, game_id: int, parent_id: int) -> None:
        """Show the opener their new table once its thread exists, or why it does not."""
        await self._courier.settled(game_id, LONGEST_WAIT)
        try:
            table = await self.lobby.table(game_id)
        except Refusal:
            await self._say(interaction)
            return
        seated = f"Table {game_id} is open, and you have a seat."
        words = f"Table {game_id} is open in <#{table.row.channel_id}>, and you have a seat."
        if table.row.channel_id == parent_id:
            words = (
                f"{seated} Discord is still creating its thread in <#{parent_id}>; "
                "the table's message appears there as soon as it is made."
            )
        await show(interaction, screens.lobby_options(table, words))

    async def _leave(self, interaction: Interaction, game_id: int, _: Press) -> None:
        await self.leave(interaction, game_id)

    async def leave(self, interaction: Interaction, game_id: int) -> None:
        """Free this person's seat in a lobby."""
        table = await self.lobby.leave(game_id, interaction.user.id)
        last = "You were the last player, so the table is closed."
        words = last if table is None else "You can rejoin while there's a free seat."
        await self._say(interaction, f"You have left table {game_id}. {words}")

    async def _start(self, interaction: Interaction, game_id: int, _: Press) -> None:
        await self.start(interaction, game_id)

    async def start(self, interaction: Interaction, game_id: int, word: str | None = None) -> None:
        """Begin the game, and show the starter their panel."""
        adds = added(interaction, word)
        user_id, organiser = await self._who(interaction, game_id)
        running = await self.lobby.start(game_id, user_id, adds, organiser=organiser)
        await self._begun_or_waiting(interaction, game_id, begun=running is not None)

    async def _here(self, interaction: Interaction, game_id: int, _: Press) -> None:
        running = await self.lobby.confirm(game_id, interaction.user.id, added(interaction))
        await self.sits_down(interaction)
        league = None if running is None else running.league
        await self._begun_or_waiting(interaction, game_id, begun=running is not None, league=league)

    async def _begun_or_waiting(
        self, interaction: Interaction, game_id: int, *, begun: bool, league: LeagueGame | None = None
    ) -> None:
        if begun:
            note = "" if league is None else screens.here_everywhere(league)
            await show_desk(interaction, await self.host.desk(game_id, interaction.user.id, note=note))
            return
        table = await self.lobby.table(game_id)
        await self._say(interaction, screens.confirming(table, interaction.user.id, self.host.now()))

    async def _say(self, interaction: Interaction, text: str = "") -> None:
        """Reply with a sentence, after the person's pending notice."""
        async with told_once(interaction, self.host.people) as word:
            words = f"{word}\n{text}".strip() or "This table was closed."
            if not await arrives(interaction, screens.note(words)):
                raise NotArrived

    async def _options(self, interaction: Interaction, game_id: int, _: Press) -> None:
        await show(
            interaction, screens.lobby_options(await self.lobby.owned(game_id, *await self._who(interaction, game_id)))
        )

    async def _option(self, interaction: Interaction, game_id: int, press: Press) -> None:
        table = await self.lobby.owned(game_id, *await self._who(interaction, game_id))
        name = press.value()
        if name not in type(table.options).model_fields and name not in type(table.pact).model_fields:
            raise UnknownControl
        await show(interaction, screens.lobby_option(table, name))

    async def _set(self, interaction: Interaction, game_id: int, press: Press) -> None:
        name, value = press.part(1), _setting(press)
        user_id, organiser = await self._who(interaction, game_id)
        try:
            table = await self.lobby.set_options(game_id, user_id, {name: value}, organiser=organiser)
        except Refusal as refused:
            table = await self.lobby.owned(game_id, user_id, organiser)
            await show(interaction, screens.lobby_options(table, f"⚠️ {refused}"))
            return
        await show(interaction, screens.lobby_options(table))

    async def _hours(self, interaction: Interaction, game_id: int, _: Press) -> Form:
        return screens.pace_form(await self.lobby.owned(game_id, *await self._who(interaction, game_id)))

    async def _pace(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self.set_pace(interaction, game_id, "".join(press.typed))

    async def set_pace(self, interaction: Interaction, game_id: int, typed: str) -> None:
        """Set a table's pace in hours, and show its opener the result."""
        user_id, organiser = await self._who(interaction, game_id)
        table = await self.lobby.set_pace(game_id, user_id, typed, organiser=organiser)
        await show(interaction, screens.lobby_options(table, f"The pace is {counted(table.pact.hours, 'hour')} now."))

    async def set_news(self, interaction: Interaction, game_id: int, wanted: Posts) -> None:
        """Change the amount of posts about a table, open or running."""
        user_id, organiser = await self._who(interaction, game_id)
        saved = await self.host.storage.games.saved(game_id)
        if saved is not None and saved.game.status == "open":
            await self.lobby.set_options(game_id, user_id, {"news": wanted}, organiser=organiser)
        else:
            await self.host.set_news(game_id, user_id, wanted, organiser=organiser)
        await say(interaction, f"Besides the table's message, calls and the result I post: **{wanted}**.")

    async def _seats(self, interaction: Interaction, game_id: int, press: Press) -> None:
        user_id, organiser = await self._who(interaction, game_id)
        table = await self.lobby.set_seats(game_id, user_id, press.value_number(), organiser=organiser)
        await show(interaction, screens.lobby_options(table))

    async def _invite(self, interaction: Interaction, game_id: int, press: Press) -> None:
        user_id, organiser = await self._who(interaction, game_id)
        guest = press.person()
        table = await self.lobby.owned(game_id, user_id, organiser)
        if (game_id, guest) in self._invited:
            words = f"<@{guest}> is already invited; I invite each person only once."
        elif not await self.lobby.invite(game_id, user_id, [guest], organiser=organiser):
            words = f"<@{guest}> has joined already."
        else:
            self._invited.add((game_id, guest))
            words = f"I call <@{guest}> to this table, in <#{table.row.channel_id}>."
        await show(interaction, screens.lobby_options(table, words))

    async def _bot(self, interaction: Interaction, game_id: int, press: Press) -> None:
        user_id, organiser = await self._who(interaction, game_id)
        strengths: Mapping[str, BotStrength] = {"easy": "easy", "strong": "strong"}
        strength = strengths.get(":".join(press.parts[1:]), "steady")
        table = await self.lobby.add_bot(game_id, user_id, strength=strength, organiser=organiser)
        await show(interaction, screens.lobby_options(table))

    async def _nobot(self, interaction: Interaction, game_id: int, _: Press) -> None:
        user_id, organiser = await self._who(interaction, game_id)
        table = await self.lobby.remove_bot(game_id, user_id, organiser=organiser)
        await show(interaction, screens.lobby_options(table))

    async def _close(self, interaction: Interaction, game_id: int, _: Press) -> None:
        user_id, organiser = await self._who(interaction, game_id)
        await self.lobby.close(game_id, user_id, organiser=organiser)
        await show(interaction, screens.note(f"Table {game_id} is closed."))

    async def _again(self, interaction: Interaction, game_id: int, _: Press) -> None:
        adds = added(interaction)
        number = await self.lobby.open_again(game_id, interaction.user.id, name_of(interaction), adds)
        await self._seated(interaction, f"You sit at table {number}, which is open with the same options.")


def added(interaction: Interaction, word: str | None = None) -> str:
    """Return a person's contribution to the deal's seed: their own word, or the interaction's id."""
    return str(interaction.id) if word is None else own_word(word)


def _setting(press: Press) -> Any:
    """Return the value of an option, which is JSON in the id."""
    try:
        return json.loads(":".join(press.parts[2:]))
    except ValueError:
        raise UnknownControl from None
