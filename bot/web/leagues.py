"""A league's page: its seasons and who has won them, its records, and ratings. A person's page, for who wants one.

Both follow from the seasons' logs, as the hall of fame on Discord does. Who somebody is from one season to the next is
told of those alone who want a page of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.engine.game import AnyGame
from bot.engine.pages import Picture
from bot.engine.words import counted
from bot.host.cpu_accounting import beside
from bot.host.leagues.player_records import Shelf
from bot.host.leagues.season_log import KnownSeason
from bot.host.privacy.visibility import Visibility
from bot.host.services import Services
from bot.leagues.careers import Career, Participant, PlayedTable
from bot.leagues.hall_of_fame import Feat, highest_scores, most_wins_in_a_row, winners, wins_in_a_row
from bot.leagues.log_entries import Began
from bot.leagues.pictures import curve
from bot.leagues.season import Season
from bot.ui.screens.html_text import Words, called, linked, plain
from bot.ui.screens.leagues.league_games import played
from bot.ui.screens.leagues.season_page import names_in_files
from bot.ui.screens.parts import address_of_channel
from bot.web.front_page import SeasonInList, season_in_list
from bot.web.page_cache import PageCache
from bot.web.page_worker import PageWorker
from bot.web.responses import PNG, Reply
from bot.web.tables import Image, image
from bot.web.text_html import Instant, day
from bot.web.values import Rendered, Sheet, Value
from storage.interface import LeagueRow, SeasonRow

FORM = 10
"""Results on a person's page, the newest first."""
KEPT = 8
"""Leagues of which is remembered what their pages say, those that were looked at last."""
CHARTED = 100
"""Ratings whose charts are remembered."""
STRANGER = "a player who was forgotten"


class SeasonOfLeague(SeasonInList):
    """A season of a league, with who has won it."""

    plays: str
    """What is played, and at tables for how many."""
    champions: Sequence[Words]
    """Nobody before it is over."""


class BestYet(Value):
    """What nobody in a league has done better."""

    what: str
    value: str
    holders: Sequence[Words]
    season: int
    """In which, by its number; of several who share it, the first."""
    season_address: str
    table: int
    """At which table of it."""


class Records(Value):
    """What nobody has done better in a game."""

    game: str
    key: str
    records: Sequence[BestYet]


class RatedPerson(Value):
    """Somebody who wants a page of their own, with their rating."""

    name: Words
    address: str
    rating: int
    provisional: bool
    """Whether there are too few games to believe it."""
    games: int


class Ratings(Value):
    """Ratings in a game, the highest first."""

    game: str
    key: str
    people: Sequence[RatedPerson]


class LeagueShown(Value):
    """A league: its seasons, champions and records, and the ratings of those who want a page of their own."""

    title: str
    address: str
    feed: str
    """The address of its results as an Atom feed."""
    joinable: bool
    """Whether one can join it now."""
    seasons: Sequence[SeasonOfLeague]
    """The newest first."""
    records: Sequence[Records]
    ratings: Sequence[Ratings]
    discord: str
    """The address of its channel there."""


class Often(Value):
    """How often somebody came out in a place."""

    place: int
    times: int


class GameOfPerson(Value):
    """What somebody has done in a game."""

    game: str
    key: str
    rating: int | None
    """None: no game of theirs was rated."""
    provisional: bool
    highest: int | None
    """Which rating they had at best."""
    rated: int
    """How many of their games in this league are."""
    chart: Image | None
    """How their rating went."""
    places: Sequence[Often]
    wins_in_a_row: int | None
    """None: never two."""


class ResultInForm(Value):
    """How somebody came out of a table."""

    place: int
    seats: int
    game: str
    key: str
    at: Instant
    """When it was decided."""
    season: int
    season_address: str
    table: int
    table_address: str | None
    """None: it cannot be looked at."""


class PersonShown(Value):
    """What somebody has done in a league, in the seasons that may name them."""

    title: str
    address: str
    league: str
    league_address: str
    titles: Sequence[SeasonInList]
    """The seasons that they have won, the newest first."""
    games: Sequence[GameOfPerson]
    form: Sequence[ResultInForm]
    """Their last results, the newest first."""


@dataclass(frozen=True)
class _Read:
    """A league with all that is known of what people have done there."""

    league: LeagueRow
    seasons: Sequence[KnownSeason]
    """The newest first."""
    shelves: Mapping[str, Shelf]
    pages: Mapping[int, Mapping[int, str]]
    """By season: where the pages of those are who want one, by their numbers there."""
    games: Mapping[str, AnyGame]
    _names: dict[int, Mapping[int, str]] = field(default_factory=dict)

    def names(self, known: KnownSeason) -> Mapping[int, str]:
        """Return what the entrants of a season are called."""
        season_id = known.row.season_id
        if season_id not in self._names:
            self._names[season_id] = names_in_files(known)
        return self._names[season_id]

    def title(self, key: str) -> str:
        return self.games[key].title if key in self.games else key

    def named(self, known: KnownSeason, number: int | None) -> Words:
        """Return what an entrant of a season is called; None: nobody knows who it was."""
        if number is None:
            return plain(STRANGER)
        name = called(self.names(known)[number])
        address = self.pages[known.row.season_id].get(number)
        return name if address is None else linked(name, address)

    @property
    def stamp(self) -> object:
        """What a league's page follows from: while this is the same, so is that."""
        seasons = [(known.row, known.entrants, self.pages[known.row.season_id]) for known in self.seasons]
        return self.league, seasons, [(key, shelf.careers, shelf.marked) for key, shelf in self.shelves.items()]

    def newest_pages(self) -> Mapping[int, tuple[KnownSeason, int]]:
        """Return of all who want a page the newest season that may name them, with their number there."""
        found: dict[int, tuple[KnownSeason, int]] = {}
        for known in self.seasons:
            for number in self.pages[known.row.season_id]:
                user_id = known.entrants[number].user_id
                if user_id is not None:
                    found.setdefault(user_id, (known, number))
        return found


class LeaguePages:
    """Makes the pages of leagues, and of people in them, of which the caller knows that they are public."""

    def __init__(self, services: Services, publicity: Visibility, workshop: PageWorker) -> None:
        self._storage = services.storage
        self._ledger = services.leagues.ledger
        self._careers = services.careers
        self._games = services.host.games
        self._publicity = publicity
        self._workshop = workshop
        self._lasted: dict[int, tuple[int, Mapping[int, timedelta]]] = {}
        self._kept: PageCache[LeagueShown] = PageCache(KEPT)
        self._curves: PageCache[Picture] = PageCache(CHARTED)

    async def shown(self, league: LeagueRow) -> Rendered:
        """Return a league."""
        read = await self._read(league)
        shown = self._kept.get(league.league_id, read.stamp)
        if shown is None:
            lasted = {known.row.season_id: await self._how_long(known) for known in read.seasons}
            shown = self._kept.put(league.league_id, read.stamp, await beside(_league, read, lasted))
        return await self._workshop.rendered(
            ("league", league.league_id), Sheet.rendered, Sheet(shown, "league.html", "league")
        )

    async def person(self, row: SeasonRow, number: int) -> Rendered | None:
        """Return what somebody has done in a league; None: they want no page, or this season may not name them."""
        found = await self._person(row, number)
        if found is None:
            return None
        read, user_id = found
        newest, there = read.newest_pages()[user_id]
        address, name = read.pages[newest.row.season_id][there], read.names(newest)[there]
        charts = {}
        for at, (key, career) in enumerate(_careers(read, user_id).items(), 1):
            if len(career.curve) > 1:
                charts[key] = image(f"{address}/charts/{at}", "Rating", await self._curve(read, key, career, name))
        tables = {
            (known.row.season_id, table): f"/tables/{game.game_id}"
            for known in read.seasons
            for game in await self._publicity.games_of(known.row.season_id)
            for table in _numbers(known, game.game_id)
        }
        shown = await beside(_person, read, user_id, address, name, charts, tables)
        return await self._workshop.rendered(address, Sheet.rendered, Sheet(shown, "person.html", "person"))

    async def chart(self, row: SeasonRow, number: int, at: int) -> Reply | None:
        """Return how somebody's rating went in one of their games; None: there is none of this number."""
        found = await self._person(row, number)
        if found is None:
            return None
        read, user_id = found
        careers = [*_careers(read, user_id).items()]
        if not 1 <= at <= len(careers) or len(careers[at - 1][1].curve) <= 1:
            return None
        newest, there = read.newest_pages()[user_id]
        picture = await self._curve(read, *careers[at - 1], read.names(newest)[there])
        return Reply(picture.png, PNG, kind="picture")

    async def _person(self, row: SeasonRow, number: int) -> tuple[_Read, int] | None:
        known = await self._ledger.known(row.season_id)
        if number not in await self._publicity.with_pages(known):
            return None
        read, user_id = await self._read(known.league), known.entrants[number].user_id
        return None if user_id is None or user_id not in read.newest_pages() else (read, user_id)

    async def _read(self, league: LeagueRow) -> _Read:
        shelves = await self._careers.shelves([league.league_id])
        known = {one.row.season_id: one for shelf in shelves.values() for one in shelf.seasons}
        pages = {
            season_id: {
                number: address_of_person(season_id, number) for number in await self._publicity.with_pages(one)
            }
            for season_id, one in known.items()
        }
        newest_first = [known[season_id] for season_id in sorted(known, reverse=True)]
        return _Read(league, newest_first, shelves, pages, self._games)

    async def _how_long(self, known: KnownSeason) -> Mapping[int, timedelta]:
        """Return how long each game took that was played to its end."""
        kept = self._lasted.get(known.row.season_id)
        if kept is None or kept[0] != known.row.lines:
            kept = known.row.lines, await self._ledger.read_beside(known, _lasted)
            self._lasted[known.row.season_id] = kept
        return kept[1]

    async def _curve(self, read: _Read, key: str, career: Career, name: str) -> Picture:
        ratings = tuple(career.curve)
        which = (ratings, name, key)
        kept = self._curves.get(which, None)
        if kept is not None:
            return kept
        return self._curves.put(which, None, await self._workshop.made(curve, ratings, name, read.title(key)))


def address_of_person(season_id: int, number: int) -> str:
    """Return where somebody's page is, by their number in a season that may name them."""
    return f"/seasons/{season_id}/people/{number}"


def _numbers(known: KnownSeason, game_id: int) -> Sequence[int]:
    return [number for number, found in known.tables.items() if found == game_id]


def _lasted(season: Season) -> Mapping[int, timedelta]:
    at = {line.number: line.made_at for line in season.lines}
    began = {line.entry.table: line.made_at for line in season.lines if isinstance(line.entry, Began)}
    return {
        table.number: datetime.fromisoformat(at[table.decided_at]) - datetime.fromisoformat(began[table.number])
        for table in season.tables.values()
        if table.fate == "finished" and table.number in began and not table.gone | table.absent | table.held
    }


# -- a league, written beside the loop -----------------------------------------------------------------


def _league(read: _Read, lasted: Mapping[int, Mapping[int, timedelta]]) -> LeagueShown:
    league = read.league
    address = f"/leagues/{league.league_id}"
    rating_of = read.newest_pages()
    return LeagueShown(
        title=league.name,
        address=address,
        feed=f"{address}/feed.xml",
        joinable=any(_can_be_joined(known) for known in read.seasons),
        seasons=[_season(read, known) for known in read.seasons],
        records=[found for key, shelf in read.shelves.items() if (found := _records(read, key, shelf, lasted)).records],
        ratings=[
            rated for key, shelf in read.shelves.items() if (rated := _ratings(read, key, shelf, rating_of)).people
        ],
        discord=address_of_channel(league.guild_id, league.channel_id),
    )


def _can_be_joined(known: KnownSeason) -> bool:
    return known.row.status == "sign-up" or (known.row.status == "running" and known.plan.format == "ladder")


def _season(read: _Read, known: KnownSeason) -> SeasonOfLeague:
    won = [
        read.named(known, _number(shelf, known, person))
        for shelf in read.shelves.values()
        for person in winners(shelf.careers).get(known.row.season_id, ())
    ]
    in_list = season_in_list(known.row)
    return SeasonOfLeague(**dict(in_list), plays=played(known), champions=won)


def _number(shelf: Shelf, known: KnownSeason, person: Participant) -> int | None:
    """Return under which number somebody took part in a season; None: nobody knows."""
    if isinstance(person, tuple):
        return person[1]
    if isinstance(person, int):
        return known.number_of(person) or shelf.marked.get(person, {}).get(known.row.season_id)
    return next((number for number, one in known.entrants.items() if one.mark == person), None)


def _records(read: _Read, key: str, shelf: Shelf, lasted: Mapping[int, Mapping[int, timedelta]]) -> Records:
    seasons = {known.row.season_id: known for known in shelf.seasons}
    game = read.games.get(key)
    score: Callable[[int], str] = str if game is None else game.score
    found = [
        *_feat("Highest score", highest_scores(shelf.careers), score, read, shelf),
        *_feat("Most wins in a row", most_wins_in_a_row(shelf.careers), str, read, shelf),
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
            seats = [read.named(known, number) for number in known.season.tables[table].seats]
            found.append(_best(what, _span(took), seats, known, table))
    return Records(game=read.title(key), key=key, records=found)


def _feat(
    what: str, feats: Sequence[Feat], words: Callable[[int], str], read: _Read, shelf: Shelf
) -> Sequence[BestYet]:
    if not feats:
        return []
    seasons = {known.row.season_id: known for known in shelf.seasons}
    holders = []
    for feat in feats:
        known = seasons[feat.played.season_id]
        holders.append(read.named(known, _number(shelf, known, feat.person)))
    first = feats[0]
    known = seasons[first.played.season_id]
    return [_best(what, words(first.number), holders, known, first.played.table)]


def _best(what: str, value: str, holders: Sequence[Words], known: KnownSeason, table: int) -> BestYet:
    return BestYet(
        what=what,
        value=value,
        holders=holders,
        season=known.row.number,
        season_address=f"/seasons/{known.row.season_id}",
        table=table,
    )


def _span(took: timedelta) -> str:
    hours = round(took / timedelta(hours=1))
    if hours >= 48:
        return counted(round(hours / 24), "day")
    return counted(hours, "hour") if hours else counted(max(1, round(took / timedelta(minutes=1))), "minute")


def _ratings(read: _Read, key: str, shelf: Shelf, rating_of: Mapping[int, tuple[KnownSeason, int]]) -> Ratings:
    found = []
    for user_id, (known, number) in rating_of.items():
        career = shelf.careers.get(user_id)
        if career is not None and career.rating.games:
            found.append(
                RatedPerson(
                    name=read.named(known, number),
                    address=read.pages[known.row.season_id][number],
                    rating=career.rating.shown,
                    provisional=career.rating.is_provisional,
                    games=career.rating.games,
                )
            )
    found.sort(key=lambda one: -one.rating)
    return Ratings(game=read.title(key), key=key, people=found)


# -- a person, written beside the loop -----------------------------------------------------------------


def _careers(read: _Read, user_id: int) -> Mapping[str, Career]:
    """Return what somebody has done, by game."""
    return {key: shelf.careers[user_id] for key, shelf in read.shelves.items() if user_id in shelf.careers}


def _person(
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
        if known.number_of(user_id) in read.pages[known.row.season_id]
    }
    careers = _careers(read, user_id)
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
        titles=[season_in_list(seasons[season_id].row) for season_id in reversed(won)],
        games=[_game(read, key, career, user_id, seasons, charts.get(key)) for key, career in careers.items()],
        form=[_result(read, one, key, user_id, seasons[one.season_id], tables) for one, key in last[:FORM]],
    )


def _game(
    read: _Read,
    key: str,
    career: Career,
    user_id: int,
    seasons: Mapping[int, KnownSeason],
    chart: Image | None,
) -> GameOfPerson:
    named = [one for one in career.played if one.season_id in seasons]
    often = Counter(one.places[user_id] for one in named)
    row = wins_in_a_row(user_id, Career(named))
    rated = len(career.curve) - 1
    return GameOfPerson(
        game=read.title(key),
        key=key,
        rating=career.rating.shown if rated else None,
        provisional=career.rating.is_provisional,
        highest=max(career.curve) if rated else None,
        rated=rated,
        chart=chart,
        places=[Often(place=place, times=often[place]) for place in sorted(often)],
        wins_in_a_row=None if row is None else row.number,
    )


def _result(
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
        game=read.title(key),
        key=key,
        at=day(one.moment),
        season=known.row.number,
        season_address=f"/seasons/{known.row.season_id}",
        table=one.table,
        table_address=tables.get((one.season_id, one.table)),
    )
