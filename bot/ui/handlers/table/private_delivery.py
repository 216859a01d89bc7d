"""Handlers for the delivery of secrets: its choice, its confirmation and its ledger."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import get_args

from bot.engine.records import Seat
from bot.host.delivery.outbox_worker import OutboxWorker
from bot.host.errors import NotYours, Refusal
from bot.host.host import Host
from bot.host.table.panel_context import PanelContext
from bot.ui import screens
from bot.ui.delivery.private_hands import BUSY, CLOSED, PACED, PrivateHands
from bot.ui.handlers.answering import best_effort, get_display_name, is_manager, reply, show
from bot.ui.handlers.first_answer import defer
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.handlers.routes import ONESELF, SEAT, route
from storage.interface.letters import Delivery, NewLetter
from storage.interface.people import Person, Secrets

_ALLOW = "To get copies by DM, allow direct messages from members of this server and try again."
REFUSED = {
    "50007": f"Your direct messages are closed for me. {_ALLOW}",
    "50278": f"Your direct messages are closed for me, as we share no server in which you allow them. {_ALLOW}",
    "40003": "Discord limits how many people I can DM. Try again in 15 minutes.",
    "20026": "Discord does not let me write to more people today; please try again tomorrow.",
}
REFUSED_ALTOGETHER = "Discord has refused a direct message to you; please try again later."
SOON = "I'm busy sending DMs; your first one comes in a moment."
LATER = "Your first copy cannot be sent just now; it will come as soon as possible."
WAYS: Sequence[Secrets] = get_args(Secrets)
SETTINGS = "Your settings"
LONGEST_WAIT = 10.0
"""Seconds to wait for the first copy, so that the reply can say whether it arrived."""


class PrivateDeliveryHandlers:
    """Handles the choice of delivery, and records each opened copy."""

    def __init__(self, host: Host, private_hands: PrivateHands, outbox_worker: OutboxWorker) -> None:
        self._outbox_worker = outbox_worker
        self._host = host
        self._people = host.people
        self.private_hands = private_hands

    async def choose(self, person: Person, secrets: Secrets) -> Person:
        """Set the delivery of a person's secrets; copies from all their tables follow at once.

        With direct messages, the first copy is sent before this returns. If it fails, a notice says why with the reply
        to the present press.
        """
        person = await self._people.set_secrets(person, secrets)
        if secrets == "panel":
            return person
        sent = []
        for row in await self._host.storage.games.list_by_player(person.user_id, statuses=("running",)):
            with suppress(Refusal):  # a table that cannot be played now sends its copy with its next news
                self._host.must_own(row.guild_id)
                seat = await self._host.find_seat_of(row.game_id, person.user_id)
                if seat is not None:
                    await self._send_later(row.game_id, seat, person.user_id)
                    sent.append(row.game_id)
        if secrets == "dm" and sent:
            await self._outbox_worker.wait_for_game(sent[0], LONGEST_WAIT)
        elif secrets == "dm":
            await self.private_hands.send_greeting(person)
        return await self._people.get(person.user_id) or person

    async def _send_later(self, game_id: int, seat: Seat, user_id: int) -> None:
        self.private_hands.request_copy(game_id, seat, user_id)
        await self._host.storage.outbox.add(game_id, [NewLetter("hand", seat)], self._host.format_now())
        self._host.announce_commit(game_id, answered_for=False)

    @route("hands", access=ONESELF, saves=SETTINGS)
    async def _show_or_set_delivery(self, interaction: Interaction, _: int, press: Press) -> None:
        """Show a person how their hand is delivered, or change it."""
        person = await self._people.record_person(interaction.user.id, get_display_name(interaction))
        if len(press.parts) == 1:
            way: Secrets = person.secrets if person.chosen else "dm"
            await show(interaction, screens.render_delivery_choice(way, closed=person.dm == "closed"))
            return
        chosen = next((way for way in WAYS if way == press.read_part(1)), None)
        if chosen is None:
            raise UnknownControl
        if chosen == "dm":
            await defer(interaction)
        person = await self.choose(person, chosen)
        await show(interaction, screens.render_delivery_choice(chosen, closed=person.dm == "closed"))

    @route("dm", access=SEAT, saves=SETTINGS)
    async def _toggle_dms(self, interaction: Interaction, game_id: int, press: Press) -> None:
        if press.read_part(1) == "on":
            await defer(interaction)
            person = await self._people.record_person(interaction.user.id, get_display_name(interaction))
            await reply(interaction, await self._begin_dms(game_id, person))
            return
        person = await self._people.record_person(interaction.user.id, get_display_name(interaction))
        what = "copies of your secrets" if person.secrets == "thread" else "direct messages"
        await self._people.set_secrets(person, "panel")
        await reply(interaction, f"I no longer send you {what}. **/hand** shows what only you know.")

    async def _begin_dms(self, game_id: int, person: Person) -> str:
        """Send all copies by direct message from now on, the first at once; return the sentence for the reply.

        Raises:
            Refusal: Discord refuses direct messages to the person; nothing has changed.
        """
        words = "From now on I also send you your secrets by direct message."
        seat = await self._host.find_seat_of(game_id, person.user_id)
        before = person.secrets
        await self._people.set_secrets(person, "dm")
        if seat is None:
            return words
        await self._send_later(game_id, seat, person.user_id)
        await self._outbox_worker.wait_for_game(game_id, LONGEST_WAIT)
        copy = await self._get_newest_copy(game_id, seat)
        if copy is not None and copy.refused is not None:
            await self._restore_delivery(person, before)
            why = REFUSED.get(copy.refused, REFUSED_ALTOGETHER)
            raise Refusal(f"{why} **/hand** shows what only you know, at any time.")
        if copy is None or copy.fate != "sent":
            return f"{words} {SOON if copy is not None and copy.reason == PACED else LATER}"
        with best_effort():
            await self._host.storage.outbox.record_opened(game_id, seat, self._host.format_now(), again=True)
        return words

    async def _get_newest_copy(self, game_id: int, seat: Seat) -> Delivery | None:
        lines = await self._host.storage.outbox.list_deliveries(game_id)
        return next((line for line in reversed(lines) if line.seat == seat and line.kind == "hand"), None)

    async def _restore_delivery(self, person: Person, secrets: Secrets) -> None:
        """Restore the previous delivery, and drop the notices about it, because the refusal explains it."""
        present = await self._people.get(person.user_id)
        if present is not None and present.secrets == "dm":
            await self._people.set_secrets(present, secrets)
        for words in (CLOSED, BUSY):
            await self._people.drop_pending_notice(person.user_id, words)

    async def show_ledger(self, interaction: Interaction, game_id: int) -> None:
        """Show the ledger of recent deliveries: players see their own, a server manager those of all seats.

        A former player of the table knows its secrets, so they see only the public lines.
        """
        table = await self._host.get_view_of_person(game_id, interaction.user.id)
        seat = table.audience
        organiser = is_manager(interaction, table.row.guild_id)
        if seat is None and not organiser:
            raise NotYours("Only the players of this table, and server managers, can see what was delivered.")
        plays = seat is not None or game_id in await self._host.storage.seats.list_games_left(interaction.user.id)
        lines = await self._host.storage.outbox.list_deliveries(game_id, hushed=plays)
        seen = [line for line in lines if line.seat in (None, seat) or not plays]
        await show(interaction, screens.render_delivery_ledger(table, seen))

    async def record_opened(self, context: PanelContext, *, again: bool = False) -> None:
        """Record that a person has seen their secrets; `again` means that they asked for a copy."""
        with best_effort():
            if context.seat is None or context.seen.row.status != "running":
                return
            game_id, now, outbox = context.seen.row.game_id, self._host.format_now(), self._host.storage.outbox
            if again:
                await outbox.record_opened(game_id, context.seat, now, again=True)
            elif context.stored.has_new_hand:
                await outbox.note_opened(game_id, context.seat, now, again)
