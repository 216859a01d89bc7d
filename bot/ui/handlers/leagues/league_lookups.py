"""Lookup screens of leagues with their pictures: divisions, crosstables, players and the hall of fame."""

from __future__ import annotations

import logging
from collections.abc import Callable

from bot.engine.pages import Picture
from bot.host import cpu_accounting
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.leagues.player_records import PlayerRecords
from bot.host.leagues.season_log import KnownSeason
from bot.host.sanitize import disambiguate
from bot.leagues.pictures import draw_crosstable, draw_cup, draw_rating_curve, draw_standings
from bot.leagues.season import Season
from bot.ui.handlers.answering import show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.leagues.season import DISCORDS_ID, NOT_DRAWN, SeasonHandlers
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.handlers.routes import NOTHING, ONESELF, SEASON, route
from bot.ui.screens.leagues import league_lookups as screens
from bot.ui.screens.leagues.hall_of_fame import render_hall
from bot.ui.screens.leagues.season import format_season_name
from bot.ui.screens.names import sanitize_plain
from bot.ui.screens.pictures import Pictures

log = logging.getLogger(__name__)


def _read_division(press: Press) -> tuple[int]:
    """Return the division from an id or a menu's choice."""
    return (press.read_choice_number() if press.values else press.read_number(1),)


class LeagueLookupHandlers:
    """Handles the lookups open to everybody who can see a league."""

    def __init__(self, host: Host, seasons: SeasonHandlers, player_records: PlayerRecords, pictures: Pictures) -> None:
        self._host = host
        self._seasons = seasons
        self._season_log = seasons.leagues.season_log
        self._pictures = pictures
        self._player_records = player_records

    # -- a division ----------------------------------------------------------------------------------

    @route("lg-table", access=SEASON, saves=NOTHING, reads=_read_division)
    async def show_table(self, interaction: Interaction, season_id: int, division: int) -> None:
        """Show a division's standings; 0 means the person's own division, or the first."""
        known, season = await self._load_season(interaction, season_id)
        number = _resolve_division(known, season, interaction.user.id, division)
        drawn = await self._render_picture(
            lambda: draw_standings(season, number, _build_name_lookup(known), format_season_name(known))
        )
        await show(
            interaction, await cpu_accounting.run_in_thread(screens.render_division, known, season, number, drawn)
        )

    @route("lg-cross", access=SEASON, saves=NOTHING, reads=_read_division)
    async def show_crosstable(self, interaction: Interaction, season_id: int, division: int) -> None:
        """Show a division's crosstable or a cup's rounds; 0 means the person's own division, or the first."""
        known, season = await self._load_season(interaction, season_id)
        number = _resolve_division(known, season, interaction.user.id, division)
        if screens.is_cup(season, number):
            drawn = await self._render_picture(
                lambda: draw_cup(season, _build_name_lookup(known), format_season_name(known))
            )
            await show(interaction, await cpu_accounting.run_in_thread(screens.render_rounds, known, season, drawn))
            return
        drawn = await self._render_picture(
            lambda: draw_crosstable(season, number, _build_name_lookup(known), format_season_name(known))
        )
        await show(
            interaction, await cpu_accounting.run_in_thread(screens.render_crosstable, known, season, number, drawn)
        )

    async def _load_season(self, interaction: Interaction, season_id: int) -> tuple[KnownSeason, Season]:
        """Return a season and a snapshot of it, so that a picture can be drawn while the season goes on."""
        known = await self._seasons.get_visible_season(interaction, season_id)
        return known, await self._season_log.run_on_copy(known, lambda season: season)

    async def _render_picture(self, draw: Callable[[], Picture | None]) -> Picture | None:
        try:
            return await self._pictures.run_drawing(draw)
        except Exception:  # the screen shows the same as text, so a failed picture must not cost the reply
            log.exception("a picture of a league could not be drawn")
            return None

    # -- a player ------------------------------------------------------------------------------------

    async def show_player(self, interaction: Interaction, user_id: int, key: str = "") -> None:
        """Show a player's record in the leagues that they have joined and that are visible from here.

        Args:
            interaction: the request.
            user_id: the player.
            key: the game; empty means that of the season they joined last.
        """
        leagues = await self._seasons.list_visible(interaction)
        every = await self._player_records.get_shelves([league.league_id for league in leagues])
        shelves = {title: shelf for title, shelf in every.items() if shelf.list_seasons_of(user_id)}
        own = user_id == interaction.user.id
        if not shelves:
            raise Refusal(
                "You have joined no league here yet; **/league list** shows those there are. All of your own games "
                "stand in **/record mine**."
                if own
                else "They have joined no league here that you can see, so there is nothing to show."
            )
        if key not in shelves:
            key = max(shelves, key=lambda title: shelves[title].list_seasons_of(user_id)[0][0].row.season_id)
        once = {pair[0].row.season_id: pair for shelf in shelves.values() for pair in shelf.list_seasons_of(user_id)}
        taken = [once[season_id] for season_id in sorted(once, reverse=True)]
        stands = [await self._format_season(*pair) for pair in taken[: screens.MAX_SEASONS]]
        page = screens.Player(user_id, shelves, key, self._host.games, own, stands, len(taken) - len(stands))
        career, name = page.get_career(key), _get_name(shelves[key].list_seasons_of(user_id)[0])
        drawn = None
        if len(career.curve) > 1:
            drawn = await self._render_picture(lambda: draw_rating_curve(career.curve, name, page.get_title(key)))
        await show(interaction, screens.render_player(page, drawn))

    async def _format_season(self, known: KnownSeason, number: int) -> str:
        return await self._season_log.run_reading(known, lambda _: screens.describe_player_season(known, number))

    @route("lg-player", access=ONESELF, saves=NOTHING)
    async def _show_player(self, interaction: Interaction, _: int, press: Press) -> None:
        user, key = press.read_part(1), press.read_part(2)
        if not DISCORDS_ID.fullmatch(user) or key not in ("", *self._host.games):
            raise UnknownControl
        await self.show_player(interaction, int(user) or interaction.user.id, key)

    @route("lg-whose", access=ONESELF, saves=NOTHING)
    async def _show_chosen_player(self, interaction: Interaction, _: int, press: Press) -> None:
        if not DISCORDS_ID.fullmatch(press.read_choice()):
            raise UnknownControl
        await self.show_player(interaction, int(press.read_choice()))

    # -- the hall of fame ----------------------------------------------------------------------------

    @route("lg-hall", access=SEASON, saves=NOTHING)
    async def show_hall(self, interaction: Interaction, season_id: int) -> None:
        """Show the winners of a league's seasons, and its records."""
        known = await self._seasons.get_visible_season(interaction, season_id)
        shelves = await self._player_records.get_shelves([known.league.league_id])
        await show(interaction, await cpu_accounting.run_in_thread(render_hall, known, shelves, self._host.games))


def _resolve_division(known: KnownSeason, season: Season, user_id: int, division: int) -> int:
    divisions = season.list_divisions()
    if not divisions:
        raise Refusal(NOT_DRAWN)
    if not division:
        mine = known.find_number(user_id)
        own = None if mine is None or mine not in season.entrants else season.entrants[mine].division
        return own or divisions[0]
    if division not in divisions:
        raise Refusal(f"This season has no division {division}; it has {len(divisions)}.")
    return division


def _build_name_lookup(known: KnownSeason) -> Callable[[int], str]:
    """Return a lookup of each entrant's name at sign-up; it is empty for erased players."""
    names = disambiguate({number: sanitize_plain(one.name) for number, one in known.entrants.items()})
    return lambda number: names.get(number, "")


def _get_name(taken: tuple[KnownSeason, int]) -> str:
    known, number = taken
    return sanitize_plain(known.entrants[number].name)
