"""League pages (seasons, champions, records, ratings) and the pages of players who asked for one.

Both derive from the season logs, like the hall of fame on Discord. Seasons are linked to one person only for players
who asked for a page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.engine.game import AnyGame
from bot.engine.pages import Picture
from bot.engine.words import format_count
from bot.host.cpu_accounting import run_in_thread
from bot.host.leagues.player_records import GameRecords
from bot.host.leagues.season_log import KnownSeason
from bot.host.privacy.visibility import Visibility
from bot.host.services import Services
from bot.leagues.careers import Career, Participant, PlayedTable
from bot.leagues.hall_of_fame import Feat, find_longest_streak, list_highest_scores, list_longest_streaks, list_winners
from bot.leagues.log_entries import Began
from bot.leagues.pictures import draw_rating_curve
from bot.leagues.season import Season
from bot.ui.screens.html_text import Words, build_words, format_link, format_name
from bot.ui.screens.leagues.league_games import describe_games
from bot.ui.screens.leagues.season_page import list_public_names
from bot.ui.screens.parts import build_channel_url
from bot.web.front_page import SeasonInList, build_season_in_list
from bot.web.page_cache import PageCache
from bot.web.page_worker import PageWorker
from bot.web.responses import PNG, Reply
from bot.web.tables import Image, build_image
from bot.web.text_html import Instant, format_day
from bot.web.values import Rendered, Sheet, Value
from storage.interface.leagues import LeagueRow, SeasonRow

MAX_RESULTS = 10
"""Results on a player's page, newest first."""
MAX_CACHED_LEAGUES = 8
"""Leagues whose page contents are cached (LRU)."""
MAX_CACHED_CHARTS = 100
"""Rating charts in the cache."""
ERASED_PLAYER = "a player who was forgotten"


class SeasonOfLeague(SeasonInList):
    """A season of a league with its champions."""

    plays: str
    """The games, with their numbers of seats."""
    champions: Sequence[Words]
    """Empty until the season is over."""


class BestYet(Value):
    """A record of a league."""

    what: str
    value: str
    holders: Sequence[Words]
    season: int
    """Number of the season that holds the record; the first one if several share it."""
    season_address: str
    table: int
    """Table number within the season."""


class Records(Value):
    """The records of one game."""

    game: str
    key: str
    records: Sequence[BestYet]


class RatedPerson(Value):
    """A player with a page, and their rating."""

    name: Words
    address: str
    rating: int
    provisional: bool
    """True while the rating rests on too few games."""
    games: int


class Ratings(Value):
    """Ratings in one game, highest first."""

    game: str
    key: str
    people: Sequence[RatedPerson]


class LeagueShown(Value):
    """A league: its seasons, champions and records, and the ratings of players with a page."""

    title: str
    address: str
    feed: str
    """Path of its Atom feed of results."""
    joinable: bool
    """Whether players can join it now."""
    seasons: Sequence[SeasonOfLeague]
    """Newest first."""
    records: Sequence[Records]
    ratings: Sequence[Ratings]
    discord: str
    """URL of its Discord channel."""


class Often(Value):
    """The number of times that a player finished in a place."""

    place: int
    times: int


class GameOfPerson(Value):
    """A player's record in one game."""

    game: str
    key: str
    rating: int | None
    """None without rated games."""
    provisional: bool
    highest: int | None
    """Highest rating so far."""
    rated: int
    """Number of rated games in this league."""
    chart: Image | None
    """Chart of the rating."""
    places: Sequence[Often]
    wins_in_a_row: int | None
    """Longest streak of wins; None below two."""


class ResultInForm(Value):
    """A player's result at one table."""

    place: int
    seats: int
    game: str
    key: str
    at: Instant
    """Time of the result."""
    season: int
    season_address: str
    table: int
    table_address: str | None
    """None if the table is not public."""


class PersonShown(Value):
    """A player's record in a league, from the seasons that may name them."""

    title: str
    address: str
    league: str
    league_address: str
    titles: Sequence[SeasonInList]
    """Seasons won, newest first."""
    games: Sequence[GameOfPerson]
    form: Sequence[ResultInForm]
    """Last results, newest first."""


@dataclass(frozen=True)
class _Read:
    """A league with the records of its players."""

    league: LeagueRow
    seasons: Sequence[KnownSeason]
    """Newest first."""
    shelves: Mapping[str, GameRecords]
    pages: Mapping[int, Mapping[int, str]]
    """Paths of players' pages, by season and entrant number."""
    games: Mapping[str, AnyGame]
    _names: dict[int, Mapping[int, str]] = field(default_factory=dict)

    def get_names(self, known: KnownSeason) -> Mapping[int, str]:
        """Return the names of a season's entrants, by number."""
        season_id = known.row.season_id
        if season_id not in self._names:
            self._names[season_id] = list_public_names(known)
        return self._names[season_id]

    def get_title(self, key: str) -> str:
        return self.games[key].title if key in self.games else key

    def format_entrant(self, known: KnownSeason, number: int | None) -> Words:
        """Format the name of an entrant; None stands for a forgotten player."""
        if number is None:
            return build_words(ERASED_PLAYER)
        name = format_name(self.get_names(known)[number])
        address = self.pages[known.row.season_id].get(number)
        return name if address is None else format_link(name, address)

    @property
    def stamp(self) -> object:
        """The inputs of the league's page, to compare with those of a cached page."""
        seasons = [(known.row, known.entrants, self.pages[known.row.season_id]) for known in self.seasons]
        return self.league, seasons, [(key, shelf.careers, shelf.marked) for key, shelf in self.shelves.items()]

    def find_newest_pages(self) -> Mapping[int, tuple[KnownSeason, int]]:
        """Return, for each player with a page, the newest season that may name them and their entrant number."""
        found: dict[int, tuple[KnownSeason, int]] = {}
        for known in self.seasons:
            for number in self.pages[known.row.season_id]:
                user_id = known.entrants[number].user_id
                if user_id is not None:
                    found.setdefault(user_id, (known, number))
        return found


class LeaguePages:
    """Renders the pages of leagues and their players; the caller checks that they are public."""

    def __init__(self, services: Services, visibility: Visibility, page_worker: PageWorker) -> None:
        self._storage = services.storage
        self._season_log = services.leagues.season_log
        self._player_records = services.player_records
        self._games = services.host.games
        self._visibility = visibility
        self._page_worker = page_worker
        self._lasted: dict[int, tuple[int, Mapping[int, timedelta]]] = {}
        self._kept: PageCache[LeagueShown] = PageCache(MAX_CACHED_LEAGUES)
        self._curves: PageCache[Picture] = PageCache(MAX_CACHED_CHARTS)

    async def render_league(self, league: LeagueRow) -> Rendered:
        """Render a league."""
        read = await self._read_league(league)
        shown = self._kept.get(league.league_id, read.stamp)
        if shown is None:
            lasted = {known.row.season_id: await self._get_durations(known) for known in read.seasons}
            shown = self._kept.put(league.league_id, read.stamp, await run_in_thread(_build_league, read, lasted))
        return await self._page_worker.render(
            ("league", league.league_id), Sheet.render, Sheet(shown, "league.html", "league")
        )

    async def render_person(self, row: SeasonRow, number: int) -> Rendered | None:
        """Render a player's page; None if they asked for none, or this season may not name them."""
        found = await self._read_person(row, number)
        if found is None:
            return None
        read, user_id = found
        newest, there = read.find_newest_pages()[user_id]
        address, name = read.pages[newest.row.season_id][there], read.get_names(newest)[there]
        charts = {}
        for at, (key, career) in enumerate(_get_careers(read, user_id).items(), 1):
            if len(career.curve) > 1:
                charts[key] = build_image(
                    f"{address}/charts/{at}", "Rating", await self._draw_chart(read, key, career, name)
                )
        tables = {
            (known.row.season_id, table): f"/tables/{game.game_id}"
            for known in read.seasons
            for game in await self._visibility.list_games_of_season(known.row.season_id)
            for table in _list_table_numbers(known, game.game_id)
        }
        shown = await run_in_thread(_build_person, read, user_id, address, name, charts, tables)
        return await self._page_worker.render(address, Sheet.render, Sheet(shown, "person.html", "person"))

    async def render_chart(self, row: SeasonRow, number: int, at: int) -> Reply | None:
        """Return a chart of a player's ratings; None if there is none with this number."""
        found = await self._read_person(row, number)
        if found is None:
            return None
        read, user_id = found
        careers = [*_get_careers(read, user_id).items()]
        if not 1 <= at <= len(careers) or len(careers[at - 1][1].curve) <= 1:
            return None
        newest, there = read.find_newest_pages()[user_id]
        picture = await self._draw_chart(read, *careers[at - 1], read.get_names(newest)[there])
        return Reply(picture.png, PNG, kind="picture")

    async def _read_person(self, row: SeasonRow, number: int) -> tuple[_Read, int] | None:
        known = await self._season_log.get_season(row.season_id)
        if number not in await self._visibility.list_entrants_with_pages(known):
            return None
        read, user_id = await self._read_league(known.league), known.entrants[number].user_id
        return None if user_id is None or user_id not in read.find_newest_pages() else (read, user_id)

    async def _read_league(self, league: LeagueRow) -> _Read:
        shelves = await self._player_records.get_shelves([league.league_id])
        known = {one.row.season_id: one for shelf in shelves.values() for one in shelf.seasons}
        pages = {
            season_id: {
                number: build_person_path(season_id, number)
                for number in await self._visibility.list_entrants_with_pages(one)
            }
            for season_id, one in known.items()
        }
        newest_first = [known[season_id] for season_id in sorted(known, reverse=True)]
        return _Read(league, newest_first, shelves, pages, self._games)

    async def _get_durations(self, known: KnownSeason) -> Mapping[int, timedelta]:
        """Return the duration of each finished game, by table number."""
        kept = self._lasted.get(known.row.season_id)
        if kept is None or kept[0] != known.row.lines:
            kept = known.row.lines, await self._season_log.run_reading(known, _compute_durations)
            self._lasted[known.row.season_id] = kept
        return kept[1]

    async def _draw_chart(self, read: _Read, key: str, career: Career, name: str) -> Picture:
        ratings = tuple(career.curve)
        which = (ratings, name, key)
        kept = self._curves.get(which, None)
        if kept is not None:
            return kept
        return self._curves.put(
            which, None, await self._page_worker.run(draw_rating_curve, ratings, name, read.get_title(key))
        )


def build_person_path(season_id: int, number: int) -> str:
    """Return the path of a player's page, by entrant number in a season that may name them."""
    return f"/seasons/{season_id}/people/{number}"


def _list_table_numbers(known: KnownSeason, game_id: int) -> Sequence[int]:
    return [number for number, found in known.tables.items() if found == game_id]


def _compute_durations(season: Season) -> Mapping[int, timedelta]:
    at = {line.number: line.made_at for line in season.lines}
    began = {line.entry.table: line.made_at for line in season.lines if isinstance(line.entry, Began)}
    return {
        table.number: datetime.fromisoformat(at[table.decided_at]) - datetime.fromisoformat(began[table.number])
        for table in season.tables.values()
        if table.fate == "finished" and table.number in began and table.finishers == set(table.seats)
    }


# -- a league, built in a thread -----------------------------------------------------------------------


def _build_league(read: _Read, lasted: Mapping[int, Mapping[int, timedelta]]) -> LeagueShown:
    league = read.league
    address = f"/leagues/{league.league_id}"
    rating_of = read.find_newest_pages()
    return LeagueShown(
        title=league.name,
        address=address,
        feed=f"{address}/feed.xml",
        joinable=any(_can_be_joined(known) for known in read.seasons),
        seasons=[_build_season(read, known) for known in read.seasons],
        records=[
            found for key, shelf in read.shelves.items() if (found := _build_records(read, key, shelf, lasted)).records
        ],
        ratings=[
            rated
            for key, shelf in read.shelves.items()
            if (rated := _build_ratings(read, key, shelf, rating_of)).people
        ],
        discord=build_channel_url(league.guild_id, league.channel_id),
    )


def _can_be_joined(known: KnownSeason) -> bool:
    return known.row.status == "sign-up" or (known.row.status == "running" and known.plan.format == "ladder")


def _build_season(read: _Read, known: KnownSeason) -> SeasonOfLeague:
    won = [
        read.format_entrant(known, _find_entrant_number(shelf, known, person))
        for shelf in read.shelves.values()
        for person in list_winners(shelf.careers).get(known.row.season_id, ())
    ]
    in_list = build_season_in_list(known.row)
    return SeasonOfLeague(**dict(in_list), plays=describe_games(known), champions=won)


def _find_entrant_number(shelf: GameRecords, known: KnownSeason, person: Participant) -> int | None:
    """Return the number under which a person took part in a season; None if unknown."""
    if isinstance(person, tuple):
        return person[1]
    if isinstance(person, int):
        return known.find_number(person) or shelf.marked.get(person, {}).get(known.row.season_id)
    return next((number for number, one in known.entrants.items() if one.mark == person), None)


def _build_records(read: _Read, key: str, shelf: GameRecords, lasted: Mapping[int, Mapping[int, timedelta]]) -> Records:
    seasons = {known.row.season_id: known for known in shelf.seasons}
    game = read.games.get(key)
    score: Callable[[int], str] = str if game is None else game.wording.score
    found = [
        *_build_feat_records("Highest score", list_highest_scores(shelf.careers), score, read, shelf),
        *_build_feat_records("Most wins in a row", list_longest_streaks(shelf.careers), str, read, shelf),
    ]
    times = [
        (took, season_id, table)
        for season_id, known in seasons.items()
        for table, took in lasted[season_id].items()
        if known.plan.games[known.season.tables[table].game].title == key
    ]
    if len(times) > 1:
        for what, (took, season_id, table) in (("Longest game", max(times)), ("Quickest game", min(times))):
            known = seasons[season_id]
            seats = [read.format_entrant(known, number) for number in known.season.tables[table].seats]
            found.append(_build_best(what, _format_span(took), seats, known, table))
    return Records(game=read.get_title(key), key=key, records=found)


def _build_feat_records(
    what: str, feats: Sequence[Feat], words: Callable[[int], str], read: _Read, shelf: GameRecords
) -> Sequence[BestYet]:
    if not feats:
        return []
    seasons = {known.row.season_id: known for known in shelf.seasons}
    holders = []
    for feat in feats:
        known = seasons[feat.played.season_id]
        holders.append(read.format_entrant(known, _find_entrant_number(shelf, known, feat.person)))
    first = feats[0]
    known = seasons[first.played.season_id]
    return [_build_best(what, words(first.number), holders, known, first.played.table)]


def _build_best(what: str, value: str, holders: Sequence[Words], known: KnownSeason, table: int) -> BestYet:
    return BestYet(
        what=what,
        value=value,
        holders=holders,
        season=known.row.number,
        season_address=f"/seasons/{known.row.season_id}",
        table=table,
    )


def _format_span(took: timedelta) -> str:
    hours = round(took / timedelta(hours=1))
    if hours >= 48:
        return format_count(round(hours / 24), "day")
    return format_count(hours, "hour") if hours else format_count(max(1, round(took / timedelta(minutes=1))), "minute")


def _build_ratings(
    read: _Read, key: str, shelf: GameRecords, rating_of: Mapping[int, tuple[KnownSeason, int]]
) -> Ratings:
    found = []
    for user_id, (known, number) in rating_of.items():
        career = shelf.careers.get(user_id)
        if career is not None and career.rating.games:
            found.append(
                RatedPerson(
                    name=read.format_entrant(known, number),
                    address=read.pages[known.row.season_id][number],
                    rating=career.rating.shown,
                    provisional=career.rating.is_provisional,
                    games=career.rating.games,
                )
            )
    found.sort(key=lambda one: -one.rating)
    return Ratings(game=read.get_title(key), key=key, people=found)


# -- a person, built in a thread -----------------------------------------------------------------------


def _get_careers(read: _Read, user_id: int) -> Mapping[str, Career]:
    """Return a player's career in each game."""
    return {key: shelf.careers[user_id] for key, shelf in read.shelves.items() if user_id in shelf.careers}


def _build_person(
    read: _Read,
    user_id: int,
    address: str,
    name: str,
    charts: Mapping[str, Image],
    tables: Mapping[tuple[int, int], str],
) -> PersonShown:
    seasons = {
        known.row.season_id: known
        for known in read.seasons
        if known.find_number(user_id) in read.pages[known.row.season_id]
    }
    careers = _get_careers(read, user_id)
    last = sorted(
        ((one, key) for key, career in careers.items() for one in career.played if one.season_id in seasons),
        key=lambda pair: (pair[0].moment, pair[0].season_id, pair[0].table),
        reverse=True,
    )
    won = sorted({season_id for career in careers.values() for season_id in career.titles if season_id in seasons})
    return PersonShown(
        title=name,
        address=address,
        league=read.league.name,
        league_address=f"/leagues/{read.league.league_id}",
        titles=[build_season_in_list(seasons[season_id].row) for season_id in reversed(won)],
        games=[_build_game(read, key, career, user_id, seasons, charts.get(key)) for key, career in careers.items()],
        form=[
            _build_result(read, one, key, user_id, seasons[one.season_id], tables) for one, key in last[:MAX_RESULTS]
        ],
    )


def _build_game(
    read: _Read,
    key: str,
    career: Career,
    user_id: int,
    seasons: Mapping[int, KnownSeason],
    chart: Image | None,
) -> GameOfPerson:
    named = [one for one in career.played if one.season_id in seasons]
    often = Counter(one.places[user_id] for one in named)
    row = find_longest_streak(user_id, Career(named))
    rated = len(career.curve) - 1
    return GameOfPerson(
        game=read.get_title(key),
        key=key,
        rating=career.rating.shown if rated else None,
        provisional=career.rating.is_provisional,
        highest=max(career.curve) if rated else None,
        rated=rated,
        chart=chart,
        places=[Often(place=place, times=often[place]) for place in sorted(often)],
        wins_in_a_row=None if row is None else row.number,
    )


def _build_result(
    read: _Read,
    one: PlayedTable,
    key: str,
    user_id: int,
    known: KnownSeason,
    tables: Mapping[tuple[int, int], str],
) -> ResultInForm:
    return ResultInForm(
        place=one.places[user_id],
        seats=len(one.places),
        game=read.get_title(key),
        key=key,
        at=format_day(one.moment),
        season=known.row.number,
        season_address=f"/seasons/{known.row.season_id}",
        table=one.table,
        table_address=tables.get((one.season_id, one.table)),
    )
