"""Handlers for a lobby: joining, leaving, settings and start."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.words import format_count
from bot.host.delivery.outbox_worker import OutboxWorker
from bot.host.errors import Refusal
from bot.host.lobby.bots import BotStrength
from bot.host.lobby.lobby import Lobby
from bot.host.lobby.settings import check_added_text
from bot.host.table.deadlines import Posts
from bot.ui import screens
from bot.ui.delivery.forum_posts import find_forum_of_table
from bot.ui.delivery.table_threads import format_thread_name
from bot.ui.handlers.answering import (
    NotArrived,
    get_display_name,
    identify_person,
    reply,
    reply_with_screen,
    show,
    show_panel,
    take_pending_notice,
)
from bot.ui.handlers.first_answer import defer
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.handlers.routes import GUEST, NOTHING, SEAT, SETUP, form_route, route
from bot.ui.screens.forms import Form
from bot.ui.screens.screen import BUTTONS_IN_ROW
from storage.interface.leagues import LeagueGame

BY_DM = "Your hand and secrets come by direct message. **/settings change** chooses another way."
"""One-time notice for a player who takes a seat without a choice of delivery for their hand."""
SETTINGS = "The table's settings"
LONGEST_WAIT = 10.0
"""Seconds to wait for a new table's thread, so that the reply can link to it."""


class LobbyHandlers:
    """Handles the controls of a table before its start, and the panel of its opener."""

    def __init__(self, lobby: Lobby, outbox_worker: OutboxWorker) -> None:
        self._outbox_worker = outbox_worker
        self._invited: set[tuple[int, int]] = set()
        """Table and guest of each invitation, so that each person is invited once; a restart forgets them."""
        self.host = lobby.host
        self.lobby = lobby

    async def _identify(self, interaction: Interaction, game_id: int) -> tuple[int, bool]:
        return await identify_person(interaction, self.host, game_id)

    @route("join", access=GUEST, saves="Your seat")
    async def join(self, interaction: Interaction, game_id: int, word: str | None = None) -> None:
        """Take a seat or a place in reserve, or confirm one's presence."""
        adds = get_seed_contribution(interaction, word)
        if word is not None and (await self.lobby.get_open_table(game_id)).settings.unrevealed:
            raise Refusal(
                "Nobody adds to the shuffle of this table, because a word could tell later whose seat it was. "
                "Please join without one."
            )
        table = await self.lobby.join(game_id, interaction.user.id, get_display_name(interaction), adds)
        await self._confirm_seat(interaction, screens.describe_joining(table, interaction.user.id))

    async def _confirm_seat(self, interaction: Interaction, text: str) -> None:
        """Confirm a seat, and ask a new player how their hand should be delivered."""
        user_id = interaction.user.id
        if not await self.host.people.enable_private_hands(user_id, get_display_name(interaction)):
            await self._reply(interaction, text)
            return
        await reply_with_screen(interaction, screens.render_delivery_choice("dm", text))

    async def record_seat(self, interaction: Interaction) -> None:
        """Record a new seat; a player without a choice of delivery gets a notice about direct messages."""
        if await self.host.people.enable_private_hands(interaction.user.id, get_display_name(interaction)):
            await self.host.people.store_pending_notice(interaction.user.id, get_display_name(interaction), BY_DM)

    async def show_new_table(self, interaction: Interaction, game_id: int, parent_id: int) -> None:
        """Show the opener their new table once its thread exists, or why it does not."""
        await self._outbox_worker.wait_for_game(game_id, LONGEST_WAIT)
        try:
            table = await self.lobby.get_open_table(game_id)
        except Refusal:
            await self._reply(interaction)
            return
        seated = f"Table {game_id} is open, and you have a seat."
        words = f"Table {game_id} is open in <#{table.row.channel_id}>, and you have a seat."
        if table.row.channel_id == parent_id:
            words = (
                f"{seated} Discord is still creating its thread in <#{parent_id}>; "
                "the table's message appears there as soon as it is made."
            )
        await show(interaction, screens.render_lobby_options(table, words))

    @route("leave", access=SEAT, saves="Leaving the table")
    async def leave(self, interaction: Interaction, game_id: int) -> None:
        """Free this person's seat in a lobby."""
        table = await self.lobby.leave(game_id, interaction.user.id)
        last = "You were the last player, so the table is closed."
        words = last if table is None else "You can rejoin while there's a free seat."
        await self._reply(interaction, f"You have left table {game_id}. {words}")

    @route("start", access=SETUP, saves="The start")
    async def start(self, interaction: Interaction, game_id: int, word: str | None = None) -> None:
        """Begin the game, and show the starter their panel."""
        adds = get_seed_contribution(interaction, word)
        user_id, organiser = await self._identify(interaction, game_id)
        running = await self.lobby.start(game_id, user_id, adds, organiser=organiser)
        await self._show_begun_or_waiting(interaction, game_id, begun=running is not None)

    @route("here", access=SEAT, saves="That you are here")
    async def _confirm_presence(self, interaction: Interaction, game_id: int) -> None:
        running = await self.lobby.confirm_presence(game_id, interaction.user.id, get_seed_contribution(interaction))
        await self.record_seat(interaction)
        league = None if running is None else running.league
        await self._show_begun_or_waiting(interaction, game_id, begun=running is not None, league=league)

    async def _show_begun_or_waiting(
        self, interaction: Interaction, game_id: int, *, begun: bool, league: LeagueGame | None = None
    ) -> None:
        if begun:
            note = "" if league is None else screens.describe_league_presence(league)
            await show_panel(interaction, await self.host.build_panel(game_id, interaction.user.id, note=note))
            return
        table = await self.lobby.get_open_table(game_id)
        await self._reply(interaction, screens.describe_confirmation(table, interaction.user.id, self.host.now()))

    async def _reply(self, interaction: Interaction, text: str = "") -> None:
        """Reply with a sentence, after the person's pending notice."""
        async with take_pending_notice(interaction, self.host.people) as word:
            words = f"{word}\n{text}".strip() or "This table was closed."
            if not await reply_with_screen(interaction, screens.render_note(words)):
                raise NotArrived

    @route("options", access=SETUP, saves=NOTHING)
    async def _show_options(self, interaction: Interaction, game_id: int) -> None:
        await show(
            interaction,
            screens.render_lobby_options(
                await self.lobby.get_own_table(game_id, *await self._identify(interaction, game_id))
            ),
        )

    @route("option", access=SETUP, saves=NOTHING)
    async def _show_option(self, interaction: Interaction, game_id: int, press: Press) -> None:
        table = await self.lobby.get_own_table(game_id, *await self._identify(interaction, game_id))
        name = press.read_choice()
        if name not in type(table.options).model_fields and name not in type(table.settings).model_fields:
            raise UnknownControl
        await show(interaction, screens.render_lobby_option(table, name))

    @route("set", access=SETUP, saves=SETTINGS)
    async def _set_option(self, interaction: Interaction, game_id: int, press: Press) -> None:
        name, value = press.read_part(1), press.read_json()
        user_id, organiser = await self._identify(interaction, game_id)
        try:
            table = await self.lobby.set_options(game_id, user_id, {name: value}, organiser=organiser)
        except Refusal as refused:
            table = await self.lobby.get_own_table(game_id, user_id, organiser)
            await show(interaction, screens.render_lobby_options(table, f"⚠️ {refused}"))
            return
        await show(interaction, screens.render_lobby_options(table))

    @form_route("hours", access=SETUP)
    async def _open_pace_form(self, interaction: Interaction, game_id: int) -> Form:
        return screens.build_pace_form(
            await self.lobby.get_own_table(game_id, *await self._identify(interaction, game_id))
        )

    @route("pace", access=SETUP, saves=SETTINGS, reads=lambda press: ("".join(press.typed),))
    async def set_pace(self, interaction: Interaction, game_id: int, typed: str) -> None:
        """Set a table's pace in hours, and show its opener the result."""
        user_id, organiser = await self._identify(interaction, game_id)
        table = await self.lobby.set_pace(game_id, user_id, typed, organiser=organiser)
        await show(
            interaction,
            screens.render_lobby_options(table, f"The pace is {format_count(table.settings.hours, 'hour')} now."),
        )

    async def set_news(self, interaction: Interaction, game_id: int, wanted: Posts) -> None:
        """Change the amount of posts about a table, open or running."""
        user_id, organiser = await self._identify(interaction, game_id)
        saved = await self.host.storage.games.load(game_id)
        if saved is not None and saved.game.status == "open":
            await self.lobby.set_options(game_id, user_id, {"news": wanted}, organiser=organiser)
        else:
            await self.host.set_news(game_id, user_id, wanted, organiser=organiser)
        await reply(interaction, f"Besides the table's message, calls and the result I post: **{wanted}**.")

    @route("seats", access=SETUP, saves="The number of seats")
    async def _set_seats(self, interaction: Interaction, game_id: int, press: Press) -> None:
        user_id, organiser = await self._identify(interaction, game_id)
        table = await self.lobby.set_seats(game_id, user_id, press.read_choice_number(), organiser=organiser)
        await show(interaction, screens.render_lobby_options(table))

    @route("invite", access=SETUP, saves="The call")
    async def _invite(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self._invite_guest(interaction, game_id, press.read_person())

    @route("inviteto", access=SETUP, saves="The call")
    async def _invite_to_table(self, interaction: Interaction, game_id: int, press: Press) -> None:
        await self._invite_guest(interaction, game_id, press.read_user_id(1))

    async def _invite_guest(self, interaction: Interaction, game_id: int, guest: int) -> None:
        user_id, organiser = await self._identify(interaction, game_id)
        table = await self.lobby.get_own_table(game_id, user_id, organiser)
        if (game_id, guest) in self._invited:
            words = f"<@{guest}> is already invited; I invite each person only once."
        elif not await self.lobby.invite_people(game_id, user_id, [guest], organiser=organiser):
            words = f"<@{guest}> has joined already."
        else:
            self._invited.add((game_id, guest))
            words = f"I call <@{guest}> to this table, in <#{table.row.channel_id}>."
        await show(interaction, screens.render_lobby_options(table, words))

    async def invite_person(self, interaction: Interaction, guest: int) -> None:
        """Invite a person to the asker's open table in this server; let them choose if there are several.

        Raises:
            Refusal: they have opened none, or the guest is themselves.
        """
        user_id = interaction.user.id
        if guest == user_id:
            raise Refusal("That's you. Right-click the person you would like to invite.")
        opened = [
            row
            for row in await self.host.storage.games.list_by_player(user_id, statuses=("open",))
            if row.guild_id == interaction.guild_id and row.opened_by == user_id
        ]
        if not opened:
            raise Refusal("You have no open table here. **/game new** opens one; then invite them again.")
        if len(opened) == 1:
            await self._invite_guest(interaction, opened[0].game_id, guest)
        else:
            await show(interaction, screens.render_invitation_choice(self.host.games, opened[:BUTTONS_IN_ROW], guest))

    @route("bot", access=SETUP, saves="The bot's seat")
    async def _add_bot(self, interaction: Interaction, game_id: int, press: Press) -> None:
        user_id, organiser = await self._identify(interaction, game_id)
        strengths: Mapping[str, BotStrength] = {"easy": "easy", "strong": "strong"}
        strength = strengths.get(":".join(press.parts[1:]), "steady")
        table = await self.lobby.add_bot(game_id, user_id, strength=strength, organiser=organiser)
        await show(interaction, screens.render_lobby_options(table))

    @route("nobot", access=SETUP, saves="The bot's seat")
    async def _remove_bot(self, interaction: Interaction, game_id: int) -> None:
        user_id, organiser = await self._identify(interaction, game_id)
        table = await self.lobby.remove_bot(game_id, user_id, organiser=organiser)
        await show(interaction, screens.render_lobby_options(table))

    @route("close", access=SETUP, saves="Closing the table")
    async def _close(self, interaction: Interaction, game_id: int) -> None:
        user_id, organiser = await self._identify(interaction, game_id)
        await self.lobby.close_table(game_id, user_id, organiser=organiser)
        await show(interaction, screens.render_note(f"Table {game_id} is closed."))

    @route("again", access=GUEST, saves="The table")
    async def _open_again(self, interaction: Interaction, game_id: int) -> None:
        """Open a table like a finished one; in a forum, it gets a post of its own."""
        user_id, name, adds = interaction.user.id, get_display_name(interaction), get_seed_contribution(interaction)
        found = await self.host.find_table(game_id)
        before = None if found is None else found[0]
        forum = None if before is None else await find_forum_of_table(interaction.client, self.host, before.channel_id)
        if before is None or forum is None:
            number = await self.lobby.reopen_like(game_id, user_id, name, adds)
            await self._confirm_seat(interaction, f"You sit at table {number}, which is open with the same options.")
            return
        await defer(interaction)
        thread = format_thread_name(self.host.get_game(before.title).title, name, before.name)
        number = await self.lobby.reopen_like(game_id, user_id, name, adds, channel_id=forum.id, thread=thread)
        await self._outbox_worker.wait_for_game(number, LONGEST_WAIT)
        try:
            table = await self.lobby.get_open_table(number)
        except Refusal:  # no post could be made, which a notice explains
            await self._reply(interaction)
            return
        words = f"You sit at table {number}, which is open in <#{table.row.channel_id}> with the same options."
        await self._confirm_seat(interaction, words)


def get_seed_contribution(interaction: Interaction, word: str | None = None) -> str:
    """Return a person's contribution to the deal's seed: their own word, or the interaction's id."""
    return str(interaction.id) if word is None else check_added_text(word)
