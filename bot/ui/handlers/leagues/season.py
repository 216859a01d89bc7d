"""Handlers for a season's messages, and for the panels of its players and organisers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import discord

from bot.engine.game import AnyGame
from bot.host.errors import NotYours, Refusal
from bot.host.leagues.entry_check import CodeNeeded, get_conditions
from bot.host.leagues.game_selection import with_seats
from bot.host.leagues.ladders import is_paused
from bot.host.leagues.plan import Plan, build_default_plan, validate_league_name, with_value
from bot.host.leagues.player_tables import list_own_tables
from bot.host.leagues.season_log import KnownSeason
from bot.host.leagues.sign_up import NOBODY_LEAVES
from bot.host.lobby.lobby import Lobby
from bot.host.services import LeagueServices
from bot.host.table.aliases import must_be_reachable
from bot.leagues.reachable_places import compute_range
from bot.leagues.rules import EntryConditions
from bot.ui.delivery.web_links import WebLinks
from bot.ui.handlers.access import can_hold_league, can_see_channel, is_open_to_all
from bot.ui.handlers.answering import get_display_name, is_manager, reply, show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.lobby.lobby import get_seed_contribution
from bot.ui.handlers.press import Press, UnknownControl, is_number
from bot.ui.handlers.routes import LETTER, NOTHING, SEASON, STEWARD, route
from bot.ui.screens.leagues import draft_menus, player_settings
from bot.ui.screens.leagues import league_management as managing
from bot.ui.screens.leagues import player_place as places
from bot.ui.screens.leagues import season as screens
from bot.ui.screens.leagues.draft import render_draft
from bot.ui.screens.leagues.entry_conditions import render_code_needed
from bot.ui.screens.leagues.join_requests import render_request
from bot.ui.screens.leagues.league_formats import apply_ending, apply_format, apply_size, is_ladder
from bot.ui.screens.leagues.league_teams import apply_team_choice
from bot.ui.screens.leagues.organiser_undo import list_draw_warnings
from bot.ui.screens.screen import Screen
from storage.interface.leagues import LeagueRow, SeasonRow, StandingWishes

NO_SUCH_LEAGUE = "There is no such league here. **/league list** shows those of this server that you can see."
NOT_DRAWN = "This season was not drawn yet, so it has no standings. **/league rules** says what it is played by."
REQUEST_WAITS = "The stewards have not decided your request to join yet; I write to you then. **Join** shows it."
DISCORDS_ID = re.compile("[0-9]{1,20}")
WISH, WANTED_GAME, DRAFT, LEAGUE = "Your wish", "The game that you want", "The draft", "The league"
"""Subjects that a press saves."""
GAME_GONE = "I do not know the game of this league any more; please ask the bot's operator."


class SeasonHandlers:
    """Handles leagues and their seasons."""

    def __init__(self, lobby: Lobby, leagues: LeagueServices, links: WebLinks | None = None) -> None:
        self._host = lobby.host
        self._links = links
        self._lobby = lobby
        self.leagues = leagues
        self._storage = lobby.storage

    # -- access ----------------------------------------------------------------------------------------

    async def get_visible_season(self, interaction: Interaction, season_id: int) -> KnownSeason:
        """Return a season that the person may see from here.

        Raises:
            Refusal: it belongs to another server, or its channel is hidden from them.
        """
        row = await self._storage.leagues.get_season(season_id)
        league = None if row is None else await self._storage.leagues.get(row.league_id)
        if row is None or league is None or not await self._can_see(interaction, league):
            raise Refusal(NO_SUCH_LEAGUE)
        if row.status == "draft":
            await self._must_run(interaction, league)
        return await self.leagues.season_log.get_season(season_id)

    async def _can_see(self, interaction: Interaction, league: LeagueRow) -> bool:
        if interaction.guild_id != league.guild_id:
            return False
        seen = can_see_channel(interaction, league.channel_id, league.within)
        if seen is None:  # its channel is gone; its managers and stewards can move it
            runs = is_manager(interaction, league.guild_id)
            return runs or interaction.user.id in await self._storage.leagues.list_stewards(league.league_id)
        return seen

    async def _must_run(self, interaction: Interaction, league: LeagueRow) -> None:
        if is_manager(interaction, league.guild_id):
            return
        if interaction.user.id not in await self._storage.leagues.list_stewards(league.league_id):
            raise NotYours(
                f"Only the stewards of **{league.name}** and server managers can do that. **/league list** names them."
            )
        if interaction.user.id not in await self.leagues.rulings.list_stewards(league.league_id):
            raise NotYours(
                "You were put out of this season, so you are no steward until that is taken back. **/league log** says "
                "why."
            )

    async def get_managed_season(self, interaction: Interaction, season_id: int) -> KnownSeason:
        """Return a season that the person may manage.

        Raises:
            NotYours: they are neither a steward nor a server manager.
        """
        known = await self.get_visible_season(interaction, season_id)
        await self._must_run(interaction, known.league)
        return known

    async def get_draft(self, interaction: Interaction, season_id: int, settled: str) -> KnownSeason:
        """Return a season that the person may manage, while it is a draft.

        Raises:
            NotYours: they are neither a steward nor a server manager.
            Refusal: sign-up has begun; the sentence ends with `settled`.
        """
        known = await self.get_managed_season(interaction, season_id)
        if known.row.status != "draft":
            raise Refusal(f"Sign-up has begun, so {settled}.")
        return known

    def get_game(self, known: KnownSeason) -> AnyGame:
        """Return the game that a season plays.

        Raises:
            Refusal: the game is not installed.
        """
        game = self.leagues.season_log.find_game(known)
        if game is None:
            raise Refusal(GAME_GONE)
        return game

    async def find_season(self, interaction: Interaction, wanted: str | None, *, draft: bool = False) -> int:
        """Return the newest season of the league that is meant: the one named, the one here, or the only one.

        Args:
            interaction: the request.
            wanted: the league's name, maybe with the number of an earlier season; None if it was not given.
            draft: whether a draft counts, too; otherwise the season before it is returned, if there is one.

        Raises:
            Refusal: the league is not clear, or has no such season.
        """
        leagues, number = await self.list_visible(interaction), None
        if wanted is not None:
            leagues, number = _find_by_name(leagues, wanted.strip().casefold())
        here = [league for league in leagues if league.channel_id == interaction.channel_id]
        meant = here if len(here) == 1 else leagues
        if len(meant) > 1:
            names = ", ".join(league.name for league in meant[:10])
            raise Refusal(f"Which league do you mean? Please give its name as `league`: {names}.")
        for league in meant:
            seasons = await self._storage.leagues.list_seasons(league.league_id)
            opened = [season for season in seasons if season.status != "draft"]
            if number is not None:
                return _get_by_number(league, seasons, number).season_id
            if seasons:
                return (seasons if draft or not opened else opened)[0].season_id
        raise Refusal(NO_SUCH_LEAGUE)

    async def list_visible(self, interaction: Interaction) -> list[LeagueRow]:
        """Return the leagues that the person can see from here."""
        found = await self._storage.leagues.list_in_server(interaction.guild_id or 0)
        return [league for league in found if await self._can_see(interaction, league)]

    async def _list_public_leagues(self, interaction: Interaction, known: KnownSeason) -> list[int]:
        """Return the leagues visible to everybody who sees a season: those of its channel, and those open to all."""
        here = known.league.channel_id
        found = await self._storage.leagues.list_in_server(known.league.guild_id)
        return [
            one.league_id
            for one in found
            if one.channel_id == here or is_open_to_all(interaction, one.channel_id, one.within)
        ]

    async def _get_newest(self, league: LeagueRow) -> SeasonRow | None:
        return next(iter(await self._storage.leagues.list_seasons(league.league_id)), None)

    async def list_names(self, interaction: Interaction) -> list[str]:
        """Return the names of the visible leagues, followed by their earlier seasons."""
        leagues = await self.list_visible(interaction)
        earlier = [
            f"{league.name}, season {season.number}"
            for league in leagues
            for season in (await self._storage.leagues.list_seasons(league.league_id))[1:]
        ]
        return [*(league.name for league in leagues), *earlier]

    # -- lookups ---------------------------------------------------------------------------------------

    async def show_list(self, interaction: Interaction) -> None:
        """Show the leagues of a server."""
        found = []
        for league in await self.list_visible(interaction):
            newest = await self._get_newest(league)
            found.append((league, newest, await self._storage.leagues.list_stewards(league.league_id)))
        await show(interaction, screens.render_leagues(found))

    @route("lg-place", access=SEASON, saves=NOTHING)
    async def show_place(self, interaction: Interaction, season_id: int, note: str = "") -> None:
        """Show the person their place in a season."""
        known = await self.get_visible_season(interaction, season_id)
        await show(interaction, await self.build_place(known, interaction.user.id, note))

    async def build_place(self, known: KnownSeason, user_id: int, note: str = "") -> Screen:
        """Return a person's place in a season, built in a thread because it reads the whole season.

        Raises:
            NotYours: they do not take part.
        """
        number = await self.get_number(known, user_id)
        mine = await list_own_tables(self._host, known, number)
        reach = None
        drawn = known.season.entrants[number].division is not None and known.row.status == "running"
        if drawn and known.plan.format != "ladder":
            reach = await self.leagues.season_log.run_on_copy(known, lambda season: compute_range(season, number))
        wish = await self.leagues.ladders.find_request(known, user_id)
        paused = wish is not None and is_paused(wish, self._host.now())
        return await self.leagues.season_log.run_reading(
            known, lambda _: places.render_place(known, number, mine, reach, note, wish, paused=paused)
        )

    async def get_number(self, known: KnownSeason, user_id: int) -> int:
        """Return a person's number in a season; raise NotYours if they do not take part."""
        number = known.find_number(user_id)
        if number is not None:
            return number
        if any(one.user_id == user_id for one in await self.leagues.join_requests.list_waiting(known)):
            raise NotYours(REQUEST_WAITS)
        joins = known.row.status == "sign-up" or known.plan.format == "ladder"
        raise NotYours(
            (
                "You do not take part in this season. **Join** on its message signs you up."
                if joins
                else "You do not take part in this season. At its tables you can help out where a seat is free."
            )
            + (places.PAGE_ELSEWHERE if await self._has_own_page(known, user_id) else "")
        )

    async def _has_own_page(self, known: KnownSeason, user_id: int) -> bool:
        return await self.leagues.sign_up.has_own_page(known.league.league_id, user_id)

    @route("lg-wishes", access=SEASON, saves=NOTHING)
    async def show_wishes(self, interaction: Interaction, season_id: int, note: str = "") -> None:
        """Show a person their settings in a season."""
        known, user_id = await self.get_visible_season(interaction, season_id), interaction.user.id
        number = await self.get_number(known, user_id)
        wishes, wants_page = await self.get_standing_wishes(known, user_id)
        await show(interaction, player_settings.render_settings(known, number, wishes, note, wants_page=wants_page))

    async def get_standing_wishes(self, known: KnownSeason, user_id: int) -> tuple[StandingWishes, bool]:
        """Return a person's wishes for all seasons of a league, and whether they want a web page of their own."""
        standing = await self._storage.leagues.list_standing_wishes(known.league.league_id)
        return standing.get(user_id, StandingWishes()), await self._has_own_page(known, user_id)

    async def show_standings(self, interaction: Interaction, season_id: int) -> None:
        """Show a season's standings."""
        known = await self.get_visible_season(interaction, season_id)
        if not known.season.rounds:
            raise Refusal(NOT_DRAWN)
        game = self.leagues.season_log.find_game(known)
        address = "" if self._links is None else await self._links.get_season_link(season_id)
        await show(
            interaction,
            await self.leagues.season_log.run_reading(
                known, lambda _: screens.render_standings(known, game, address=address)
            ),
        )

    @route("lg-rules", access=SEASON, saves=NOTHING)
    async def show_rules(self, interaction: Interaction, season_id: int) -> None:
        """Show how a league works."""
        known = await self.get_visible_season(interaction, season_id)
        await show(interaction, screens.render_season_rules(known, self.leagues.season_log.find_game(known)))

    @route("lg-terms", access=SEASON, saves=NOTHING)
    async def _show_terms(self, interaction: Interaction, season_id: int) -> None:
        """Show all that an entrant agrees to."""
        known = await self.get_visible_season(interaction, season_id)
        await show(interaction, screens.render_terms(known, self.get_game(known)))

    @route("lg-look", access=SEASON, saves=NOTHING)
    async def _show_lookups(self, interaction: Interaction, season_id: int) -> None:
        """Show what can be looked up in a drawn season."""
        known = await self.get_visible_season(interaction, season_id)
        await show(interaction, screens.render_season_lookups(known, self.leagues.season_log.find_game(known)))

    # -- taking part ---------------------------------------------------------------------------------

    async def build_concession_warning(self, interaction: Interaction, game_id: int) -> Screen | None:
        """Return the warning before conceding a season's table, with its button; None if only the game is at stake."""
        saved, user_id = await self._storage.games.load(game_id), interaction.user.id
        if saved is None or saved.league is None or saved.game.status != "running":
            return None
        mine = next((one for one in saved.seats if one.user_id == user_id and not one.conceded), None)
        known = await self.leagues.season_log.get_season(saved.league.season_id)
        number = None if mine is None else saved.league.seats.get(mine.seat)
        if number is None or number != known.find_number(user_id):  # a substitute risks nothing
            return None
        return places.render_conceding(known, number, saved.league, game_id)

    @route("lg-join", access=SEASON, saves="Your sign-up")
    async def join(self, interaction: Interaction, season_id: int, code: str = "") -> None:
        """Sign the person up if they meet the season's conditions, or ask its stewards where they approve."""
        known = await self.get_visible_season(interaction, season_id)
        user_id, name = interaction.user.id, get_display_name(interaction)
        try:
            await self._must_meet_conditions(interaction, known, code)
        except CodeNeeded as needed:
            await show(interaction, render_code_needed(known, str(needed)))
            return
        if get_conditions(known).by_approval and known.find_number(user_id) is None:
            ticket = get_seed_contribution(interaction)
            declined = await self.leagues.join_requests.ask(known, user_id, name, ticket)
            await show(interaction, render_request(known, declined))
            return
        strength = await self.leagues.ladders.find_strength(known, user_id)
        await self.leagues.sign_up.join(season_id, user_id, name, get_seed_contribution(interaction), strength=strength)
        await self._host.people.enable_private_hands(user_id, name)
        words = "You are in. Your tables open by themselves, and you are called there."
        if known.plan.format == "ladder":
            words = "You are in. **I want a game** lets me look for one."
        elif known.plan.team and known.row.status == "sign-up":
            words = "You are in. Now open a team, or join one with its code, under **My team**."
        await self.show_place(interaction, season_id, words)

    async def _must_meet_conditions(self, interaction: Interaction, known: KnownSeason, code: str) -> None:
        """Raise Refusal when the person may not sign up for a season; most seasons have no conditions."""
        if known.plan.pact.anonymous:
            await must_be_reachable(self._host.people, interaction.user.id)
        if get_conditions(known) == EntryConditions():
            return
        roles = [role.id for role in getattr(interaction.user, "roles", ())]
        rated_by = await self._list_public_leagues(interaction, known)
        await self.leagues.entry_check.must_meet(known, interaction.user.id, roles, code, rated_by)

    @route("lg-here", access=SEASON, saves="That you are here")
    async def _confirm_presence(self, interaction: Interaction, season_id: int) -> None:
        """Confirm the person's presence at all tables of a season that wait for it."""
        await self.get_visible_season(interaction, season_id)
        found = await self._lobby.league_tables.confirm_season(
            season_id, interaction.user.id, get_seed_contribution(interaction)
        )
        if not found:
            raise Refusal("No table of this season waits for you to say that you are here. **/inbox** shows what does.")
        await self._host.people.enable_private_hands(interaction.user.id, get_display_name(interaction))
        await self.show_place(interaction, season_id, "Noted: you are here, at all tables that wait for you.")

    @route("lg-leave", access=SEASON, saves=NOTHING)
    async def ask_to_leave(self, interaction: Interaction, season_id: int) -> None:
        """Show the consequences of leaving, and ask for confirmation."""
        known = await self.get_visible_season(interaction, season_id)
        number = known.find_number(interaction.user.id)
        if number is None or known.season.entrants[number].status != "plays":
            raise Refusal("You do not take part in this season, so there is nothing to leave.")
        if known.row.status == "over":
            raise Refusal(NOBODY_LEAVES)
        await show(interaction, places.render_leaving(known, helper=known.season.entrants[number].helper))

    @route("lg-left", access=SEASON, saves="Leaving the season")
    async def _leave_season(self, interaction: Interaction, season_id: int) -> None:
        await self.get_visible_season(interaction, season_id)
        known = await self.leagues.sign_up.leave(season_id, interaction.user.id)
        thanks = "Thank you for having played." if known.row.status == "running" else ""
        await self.show_place(interaction, season_id, thanks)

    @route("lg-cap", access=SEASON, saves=WISH)
    async def _set_cap(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self.get_visible_season(interaction, season_id)
        cap = press.read_choice_number()
        if cap > player_settings.MAX_CAP:
            raise UnknownControl
        await self.leagues.sign_up.set_wishes(season_id, interaction.user.id, cap=cap)
        await self.show_wishes(interaction, season_id)

    @route("lg-want", access=SEASON, saves=WANTED_GAME)
    async def _join_queue(self, interaction: Interaction, season_id: int) -> None:
        """Add the person to a ladder's queue."""
        await self._enter_queue(interaction, await self.get_visible_season(interaction, season_id))

    @route("lg-rewant", access=LETTER, saves=WANTED_GAME)
    async def _join_queue_again(self, interaction: Interaction, season_id: int) -> None:
        """Add the person to the queue again from a letter's button, outside the server.

        The letter may be one period old, so the newest season is used.
        """
        row = await self._storage.leagues.get_season(season_id)
        newest = [] if row is None else await self._storage.leagues.list_seasons(row.league_id)
        if not newest:
            raise Refusal(NO_SUCH_LEAGUE)
        await self._enter_queue(interaction, await self.leagues.season_log.get_season(newest[0].season_id))

    async def _enter_queue(self, interaction: Interaction, known: KnownSeason) -> None:
        user_id = interaction.user.id
        before = await self.leagues.ladders.find_request(known, user_id)
        await self.leagues.ladders.request_game(known.row.season_id, user_id, get_seed_contribution(interaction))
        await self._host.people.enable_private_hands(user_id, get_display_name(interaction))
        waited = before is not None and not before.over
        note = "You wait for a game already." if waited else "Noted: you want a game."
        await show(interaction, await self.build_place(known, user_id, note))

    @route("lg-unwant", access=SEASON, saves=WANTED_GAME)
    async def _leave_queue(self, interaction: Interaction, season_id: int) -> None:
        await self.get_visible_season(interaction, season_id)
        waited = await self.leagues.ladders.cancel_request(season_id, interaction.user.id)
        note = (
            "You no longer wait for a game."
            if waited
            else "You were not waiting for a game; your table may have opened."
        )
        await self.show_place(interaction, season_id, note)

    @route("lg-pause", access=SEASON, saves=WANTED_GAME)
    async def _pause_request(self, interaction: Interaction, season_id: int, press: Press) -> None:
        """Pause the person's request for a ladder game, or end the pause."""
        await self.get_visible_season(interaction, season_id)
        user_id, pause = interaction.user.id, press.read_choice_number()
        await self.leagues.ladders.request_game(season_id, user_id, get_seed_contribution(interaction), pause=pause)
        await self.show_place(interaction, season_id)

    @route("lg-count", access=SEASON, saves=WANTED_GAME, reads=lambda press: (press.read_choice_number(), None))
    @route("lg-days", access=SEASON, saves=WANTED_GAME, reads=lambda press: (None, press.read_choice_number()))
    async def _change_request(
        self, interaction: Interaction, season_id: int, games: int | None, days: int | None
    ) -> None:
        await self.get_visible_season(interaction, season_id)
        await self.leagues.ladders.request_game(
            season_id, interaction.user.id, get_seed_contribution(interaction), games=games, days=days
        )
        await self.show_place(interaction, season_id)

    @route("lg-apart", access=SEASON, saves=WISH)
    async def _set_apart(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self.get_visible_season(interaction, season_id)
        if not all(DISCORDS_ID.fullmatch(value) for value in press.values):
            raise UnknownControl
        apart = [int(value) for value in press.values]
        await self.leagues.sign_up.set_wishes(season_id, interaction.user.id, apart=apart)
        await self._show_avoided(interaction, season_id)

    @route("lg-avoid", access=SEASON, saves=NOTHING)
    async def _show_avoided(self, interaction: Interaction, season_id: int) -> None:
        """Show a person from whom they are kept apart."""
        known = await self.get_visible_season(interaction, season_id)
        number = await self.get_number(known, interaction.user.id)
        await show(interaction, player_settings.render_avoided(known, number))

    @route("lg-kept", access=SEASON, saves=WISH)
    async def _set_wishes_kept(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self.get_visible_season(interaction, season_id)
        await self.leagues.sign_up.set_standing_wishes(season_id, interaction.user.id, kept=press.read_yes_or_no())
        await self.show_wishes(interaction, season_id)

    @route("lg-letters", access=SEASON, saves=WISH)
    async def _set_letters(self, interaction: Interaction, season_id: int, press: Press) -> None:
        """Turn a player's weekly letters on or off; the letter's own button can turn them off, too."""
        way = press.read_part(1)
        if way not in ("yes", "no", "stop"):
            raise UnknownControl
        if way != "stop":
            await self.get_visible_season(interaction, season_id)
        await self.leagues.sign_up.set_standing_wishes(season_id, interaction.user.id, letters=way == "yes")
        if way == "stop":
            await reply(
                interaction,
                "I will not write to you about this league any more. **My place** in its channel changes that.",
            )
            return
        await self.show_wishes(interaction, season_id)

    @route("lg-on", access=SEASON, saves=WISH)
    async def _set_plays_on(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self.get_visible_season(interaction, season_id)
        await self.set_plays_on(interaction, known, plays_on=press.read_yes_or_no())
        await self.show_wishes(interaction, season_id)

    async def set_plays_on(self, interaction: Interaction, known: KnownSeason, *, plays_on: bool) -> None:
        """Set whether each next season signs the person up.

        Raises:
            Refusal: they have left this season.
        """
        number = known.find_number(interaction.user.id)
        if plays_on and number is not None and known.season.entrants[number].status != "plays":
            raise Refusal("You have left this season. Sign up for the next one, and you can play on from there.")
        ticket = get_seed_contribution(interaction) if plays_on else ""
        await self.leagues.sign_up.set_standing_wishes(known.row.season_id, interaction.user.id, plays_on=ticket)

    async def note_parent(self, channel: object) -> None:
        """Store the forum of a post in which a league's messages stand; Discord does not report archived posts."""
        if isinstance(channel, discord.Thread):
            await self._storage.games.note_thread(channel.guild.id, channel.id, channel.parent_id)

    # -- preparing a season --------------------------------------------------------------------------

    async def create_league(
        self, interaction: Interaction, name: str, key: str, seats: int, *, only_winning: bool
    ) -> None:
        """Create a league with a draft of its first season."""
        guild_id, channel = interaction.guild_id, interaction.channel
        if guild_id is None or channel is None or not can_hold_league(channel):
            raise Refusal(
                "A league needs a channel of its server, in which its tables get threads, or a post of a forum, in "
                "which they get posts: use it there."
            )
        if not is_manager(interaction, guild_id):
            raise NotYours(
                "Only server managers can create leagues. They can appoint stewards with **/league steward**."
            )
        await self.note_parent(channel)
        plan = build_default_plan(self._host.get_game(key), seats, only_winning=only_winning)
        known = await self.leagues.sign_up.create_league(
            name=validate_league_name(name),
            guild_id=guild_id,
            channel_id=channel.id,
            user_id=interaction.user.id,
            plan=plan,
        )
        await self._show_manage(interaction, known)

    @route("lg-menus", access=STEWARD, saves=NOTHING)
    async def _show_menus(self, interaction: Interaction, season_id: int) -> None:
        """Show the panel that changes a draft one setting at a time."""
        known = await self.get_managed_season(interaction, season_id)
        if known.row.status != "draft":
            await self._show_manage(interaction, known)
            return
        await show(interaction, draft_menus.render_draft_menus(known, self.get_game(known)))

    @route("lg-option", access=STEWARD, saves=NOTHING)
    async def _show_option(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self.get_managed_season(interaction, season_id)
        game, name = self.get_game(known), press.read_choice()
        if name not in game.options.model_fields and name not in type(known.plan.pact).model_fields:
            raise UnknownControl
        await show(interaction, draft_menus.render_draft_option(known, game, name))

    @route("lg-set", access=STEWARD, saves=DRAFT)
    async def _set_value(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self.get_managed_season(interaction, season_id)
        self.get_game(known)  # refuses if the game is not installed
        name, value = press.read_part(1), press.read_json()
        await self._change_draft(interaction, season_id, lambda plan: with_value(plan, known.on_offer, name, value))

    @route("lg-seats", access=STEWARD, saves=DRAFT)
    async def _set_seats(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self.get_managed_season(interaction, season_id)
        seats = press.read_choice_number()
        if not 2 <= seats <= 6:
            raise UnknownControl
        await self._change_draft(
            interaction,
            season_id,
            lambda plan: with_seats(plan, seats),
        )

    @route("lg-format", access=STEWARD, saves=DRAFT, reads=lambda press: (press.read_choice(), apply_format))
    @route("lg-end", access=STEWARD, saves=DRAFT, reads=lambda press: (press.read_choice(), apply_ending))
    @route("lg-size", access=STEWARD, saves=DRAFT, reads=lambda press: (press.read_choice(), apply_size))
    @route("lg-teams", access=STEWARD, saves=DRAFT, reads=lambda press: (press.read_choice(), apply_team_choice))
    async def _apply_choice(
        self, interaction: Interaction, season_id: int, value: str, read: Callable[[Plan, str], Plan | None]
    ) -> None:
        await self.get_managed_season(interaction, season_id)

        def change(plan: Plan) -> Plan:
            changed = read(plan, value)
            if changed is None:
                raise UnknownControl
            return changed

        await self._change_draft(interaction, season_id, change)

    async def _change_draft(self, interaction: Interaction, season_id: int, change: Callable[[Plan], Plan]) -> None:
        note = ""
        try:
            known = await self.leagues.sign_up.change_plan(season_id, change)
        except Refusal as refused:
            known, note = await self.leagues.season_log.get_season(season_id), f"⚠️ {refused}"
            if known.row.status != "draft":
                raise
        await show(interaction, draft_menus.render_draft_menus(known, self.get_game(known), note))

    @route("lg-open", access=STEWARD, saves="Opening sign-up")
    async def _open(self, interaction: Interaction, season_id: int) -> None:
        await self.get_managed_season(interaction, season_id)
        known = await self.leagues.sign_up.open_sign_up(season_id, interaction.user.id)
        where = f"<#{known.league.channel_id}>"
        words = f"Sign-up is open: see {where}. When enough have joined, **/league manage** draws."
        if known.plan.format == "ladder":
            words = f"The ladder is open: see {where}. Tables open as people want games."
        await self._show_manage(interaction, known, words)

    @route("lg-drop", access=STEWARD, saves=DRAFT)
    async def _drop(self, interaction: Interaction, season_id: int) -> None:
        await self.get_managed_season(interaction, season_id)
        await self.leagues.sign_up.drop_draft(season_id)
        await reply(interaction, "Draft discarded. Nothing was posted.")

    # -- running a season ----------------------------------------------------------------------------

    @route("lg-draft", "lg-manage", access=STEWARD, saves=NOTHING)
    async def show_manage(self, interaction: Interaction, season_id: int) -> None:
        """Show stewards the management panel of a season."""
        await self._show_manage(interaction, await self.get_managed_season(interaction, season_id))

    async def show_draft(self, interaction: Interaction, season_id: int, note: str = "") -> None:
        """Show stewards the panel of a draft, or of what it has become."""
        await self._show_manage(interaction, await self.get_managed_season(interaction, season_id), note)

    async def _show_manage(self, interaction: Interaction, known: KnownSeason, note: str = "") -> None:
        if known.row.status == "draft":
            await show(interaction, render_draft(known, self.get_game(known), note))
            return
        stewards = await self._storage.leagues.list_stewards(known.league.league_id)
        waiting = len(await self.leagues.join_requests.list_waiting(known))
        game = self.leagues.season_log.find_game(known)
        await show(interaction, managing.render_management(known, game, stewards, note, waiting))

    async def set_steward(
        self, interaction: Interaction, season_id: int, person: discord.abc.User, *, is_one: bool
    ) -> None:
        """Appoint or dismiss a steward."""
        known = await self.get_visible_season(interaction, season_id)
        if not is_manager(interaction, known.league.guild_id):
            raise NotYours("Stewards are appointed by server managers alone.")
        if person.bot:
            raise Refusal("That is a bot of this server, which cannot decide anything.")
        await self._storage.leagues.put_steward(known.league.league_id, person.id, is_one)
        what = "is a steward now" if is_one else "is no longer a steward"
        await self._show_manage(interaction, known, f"<@{person.id}> {what}.")

    @route("lg-draw", access=STEWARD, saves=NOTHING)
    async def _show_draw(self, interaction: Interaction, season_id: int) -> None:
        known = await self.get_managed_season(interaction, season_id)
        rated_by = await self._list_public_leagues(interaction, known)
        proposed = await self.leagues.draws.propose_draw(known, rated_by)
        judges = await self.leagues.rulings.list_stewards(known.league.league_id) or [known.league.made_by]
        waiting = len(await self.leagues.join_requests.list_waiting(known))
        preview = await self.leagues.season_log.run_reading(
            known,
            lambda _: managing.render_draw_preview(
                known, proposed, list_draw_warnings(known, proposed.entry, judges, waiting)
            ),
        )
        await show(interaction, preview)

    @route("lg-drawn", access=STEWARD, saves="The draw")
    async def _confirm_draw(self, interaction: Interaction, season_id: int, press: Press) -> None:
        rated_by = await self._list_public_leagues(interaction, await self.get_managed_season(interaction, season_id))
        known = await self.leagues.draws.write_draw(season_id, interaction.user.id, press.read_number(1), rated_by)
        tables = len(known.season.tables)
        opens = "Its table opens by itself." if tables == 1 else f"Its {tables} tables open by themselves."
        await self._show_manage(interaction, known, f"The season is drawn. {opens}")

    @route("lg-finish", access=STEWARD, saves=NOTHING)
    async def _show_finish(self, interaction: Interaction, season_id: int) -> None:
        known = await self.get_managed_season(interaction, season_id)
        foreseen = await self.leagues.rulings.simulate_end(known, interaction.user.id)
        await show(interaction, managing.render_finish_preview(known, foreseen))

    @route("lg-finished", access=STEWARD, saves="The end of the season")
    async def _confirm_finish(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self.get_managed_season(interaction, season_id)
        known = await self.leagues.rulings.finish(season_id, interaction.user.id, press.read_number(1))
        over = "The ladder is closed" if is_ladder(known.plan) else "The season is over"
        await self._show_manage(interaction, known, f"{over}, and its podium stands in the channel.")

    @route("lg-next", access=STEWARD, saves=LEAGUE)
    async def _prepare_next(self, interaction: Interaction, season_id: int) -> None:
        known = await self.get_managed_season(interaction, season_id)
        following = await self.leagues.sign_up.create_next_season(known.league.league_id, known.plan)
        await self._show_manage(interaction, following)

    @route("lg-after", access=STEWARD, saves=LEAGUE)
    async def _set_next_opening(self, interaction: Interaction, season_id: int, press: Press) -> None:
        """Set after how many days the next season opens, or that it does not open automatically."""
        known = await self.get_managed_season(interaction, season_id)
        value = press.read_choice()
        if value not in {entry.value for entry in managing.list_next_season_options(known)}:
            raise UnknownControl
        known = await self.leagues.sign_up.set_opens_after(season_id, int(value) or None)
        await self._show_manage(interaction, known)


def _find_by_name(leagues: Sequence[LeagueRow], typed: str) -> tuple[list[LeagueRow], int | None]:
    """Return the leagues with this name or number, and the number of the season if one was typed."""
    found = [league for league in leagues if typed == league.name.casefold()]
    found = found or [league for league in leagues if typed == str(league.league_id)]
    name, _, number = typed.rpartition(" season ")
    if found or not is_number(number):
        return found, None
    return [league for league in leagues if name.rstrip(", ") == league.name.casefold()], int(number)


def _get_by_number(league: LeagueRow, seasons: Sequence[SeasonRow], number: int) -> SeasonRow:
    for season in seasons:
        if season.number == number:
            return season
    raise Refusal(f"**{league.name}** has no season {number}; it has had {len(seasons)}.")
