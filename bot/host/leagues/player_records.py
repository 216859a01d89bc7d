"""Career records of players in a server's leagues, computed from the seasons' logs.

Nothing is stored. Results are cached until a log changes, so corrections and erasures need no separate repair. Work
over all people of a season runs outside the event loop.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.host import cpu_accounting
from bot.host.leagues.season_log import KnownSeason, SeasonLog, map_people
from bot.leagues.careers import Career, Contribution, Participant, Volume, build_careers, build_contribution
from bot.leagues.entry_preview import EntrantChange, EntryDraft
from bot.leagues.games import list_titles
from bot.leagues.log_entries import LogLine
from bot.leagues.ratings import Rating
from bot.leagues.season import Season

MAX_CACHED_RATINGS = 32
"""Cache size for ratings: sets of leagues by game."""
MAX_CACHED_SEASONS = 2_000
"""Cache size for season contributions."""

NO_CHANGE = EntrantChange(None, None, None, None)

Stamp: TypeAlias = tuple[tuple[int, int, tuple[tuple[int, int | str], ...]], ...]
"""Cache key: id, log length and known people of each season."""


@dataclass(frozen=True)
class GameRecords:
    """Seasons of one game in a server's leagues, the oldest first, and the resulting careers."""

    title: str
    seasons: Sequence[KnownSeason]
    careers: Mapping[Participant, Career]
    marked: Mapping[int, Mapping[int, int]]
    """For people named in some season: their numbers in seasons that no longer name them."""

    def list_seasons_of(self, user_id: int) -> list[tuple[KnownSeason, int]]:
        """Return a person's seasons and their numbers there, the newest first.

        A person whom no season names takes part in none.
        """
        marked = self.marked.get(user_id, {})
        found = [
            (known, known.find_number(user_id) or marked.get(known.row.season_id)) for known in reversed(self.seasons)
        ]
        return [(known, number) for known, number in found if number is not None]


@dataclass(frozen=True)
class CachedCareers:
    """Cached careers with the state they were computed from."""

    stamp: Stamp
    careers: Mapping[Participant, Career]
    marked: Mapping[int, Mapping[int, int]]


class PlayerRecords:
    """Provides career records."""

    def __init__(self, season_log: SeasonLog) -> None:
        self.season_log = season_log
        self._contributions: OrderedDict[int, tuple[int, Contribution]] = OrderedDict()
        self._cached_careers: OrderedDict[tuple[tuple[int, ...], str], CachedCareers] = OrderedDict()

    async def get_shelves(self, league_ids: Collection[int]) -> Mapping[str, GameRecords]:
        """Return the careers in these leagues, by game.

        Other leagues are ignored, so they reveal nothing to viewers who cannot see them.
        """
        by_title: dict[str, list[KnownSeason]] = {}
        for league_id in sorted(league_ids):
            for row in await self.season_log.storage.leagues.list_seasons(league_id):
                if row.status != "draft":
                    known = await self.season_log.get_season(row.season_id)
                    for title in list_titles(known.season):
                        by_title.setdefault(title, []).append(known)
        found = {}
        for title, seasons in by_title.items():
            seasons.sort(key=lambda known: known.row.season_id)
            read = await self._get_careers((*sorted(league_ids),), title, seasons)
            found[title] = GameRecords(title, seasons, read.careers, read.marked)
        return found

    async def get_ratings(self, league_ids: Collection[int], title: str) -> Mapping[int, int]:
        """Return reliable ratings in a game, based on these leagues."""
        shelf = (await self.get_shelves(league_ids)).get(title)
        if shelf is None:
            return {}
        careers = shelf.careers
        return await cpu_accounting.run_in_thread(
            lambda: {
                person: career.rating.shown
                for person, career in careers.items()
                if isinstance(person, int) and not career.rating.is_provisional
            }
        )

    async def get_all_ratings(self, league_id: int, title: str) -> Mapping[Participant, Rating]:
        """Return all ratings in a game, including provisional ones, from one league's games."""
        shelf = (await self.get_shelves((league_id,))).get(title)
        if shelf is None:
            return {}
        careers = shelf.careers
        return await cpu_accounting.run_in_thread(lambda: {person: career.rating for person, career in careers.items()})

    async def add_ratings(self, league_ids: Collection[int], known: KnownSeason, found: EntryDraft) -> EntryDraft:
        """Return the effects of a decision with ratings over all seasons of its game, before and after.

        Args:
            league_ids: leagues that count, including that of the season.
            known: the season of the decision.
            found: the decision and its effects in that season.
        """
        shelves, lines = await self.get_shelves(league_ids), [*known.season.lines, found.line]
        for title in list_titles(known.season):
            shelf = shelves[title]
            others = [
                (one, await self._get_contribution(one))
                for one in shelf.seasons
                if one.row.season_id != known.row.season_id
            ]
            recognised = await self.season_log.find_recognised(shelf.seasons)
            found = await cpu_accounting.run_in_thread(
                _add_ratings, title, known, lines, others, recognised, shelf.careers, found
            )
        return found

    async def _get_careers(self, leagues: tuple[int, ...], title: str, seasons: Sequence[KnownSeason]) -> CachedCareers:
        recognised = await self.season_log.find_recognised(seasons)
        remembered = self._cached_careers.get((leagues, title))
        if remembered is not None and await cpu_accounting.run_in_thread(
            lambda: remembered.stamp == _build_stamp(seasons, recognised)
        ):
            self._cached_careers.move_to_end((leagues, title))
            return remembered
        chapters = [(known, await self._get_contribution(known)) for known in seasons]
        self._cached_careers[leagues, title] = made = await cpu_accounting.run_in_thread(
            _build_read, title, chapters, recognised
        )
        self._cached_careers.move_to_end((leagues, title))
        while len(self._cached_careers) > MAX_CACHED_RATINGS:
            self._cached_careers.popitem(last=False)
        return made

    async def _get_contribution(self, known: KnownSeason) -> Contribution:
        season_id = known.row.season_id
        remembered = self._contributions.get(season_id)
        if remembered is not None and remembered[0] == known.row.lines:
            return remembered[1]
        made = await self.season_log.run_on_copy(known, build_contribution)
        self._contributions[season_id] = known.row.lines, made
        while len(self._contributions) > MAX_CACHED_SEASONS:
            self._contributions.popitem(last=False)
        return made


def _add_ratings(
    title: str,
    known: KnownSeason,
    lines: Sequence[LogLine],
    others: Sequence[tuple[KnownSeason, Contribution]],
    recognised: Mapping[str, int],
    before: Mapping[Participant, Career],
    found: EntryDraft,
) -> EntryDraft:
    """Return the effects of a decision, with ratings.

    Args:
        title: game whose ratings are added.
        known: the season of the decision.
        lines: lines of that season, including the decision.
        others: all other seasons that count.
        recognised: ids by known pseudonym.
        before: current careers.
        found: the decision and its effects in that season.
    """
    after = build_careers(_build_volumes(title, [*others, (known, build_contribution(Season(lines)))], recognised))
    changes, is_first = dict(found.changes), title == known.plan.title
    for number, one in known.entrants.items():
        then, now = (_get_rating(those, one.user_id) for those in (before, after))
        seen = found.changes.get(number, NO_CHANGE)
        if number not in changes and _get_shown(then) == _get_shown(now):
            continue
        ratings = (
            {"rating_before": then, "rating_after": now}
            if is_first
            else {"further": {**seen.further, title: (then, now)}}
        )
        changes[number] = replace(seen, **ratings)
    return replace(found, changes=changes)


def _build_read(
    title: str, chapters: Sequence[tuple[KnownSeason, Contribution]], recognised: Mapping[str, int]
) -> CachedCareers:
    marked: dict[int, dict[int, int]] = {}
    for known, _ in chapters:
        for number, one in known.entrants.items():
            user_id = None if one.mark is None else recognised.get(one.mark)
            if user_id is not None:
                marked.setdefault(user_id, {})[known.row.season_id] = number
    stamp = _build_stamp([known for known, _ in chapters], recognised)
    return CachedCareers(stamp, build_careers(_build_volumes(title, chapters, recognised)), marked)


def _build_stamp(seasons: Sequence[KnownSeason], recognised: Mapping[str, int]) -> Stamp:
    return tuple(
        (known.row.season_id, known.row.lines, tuple(sorted(map_people(known, recognised).items())))
        for known in seasons
    )


def _build_volumes(
    title: str, chapters: Sequence[tuple[KnownSeason, Contribution]], recognised: Mapping[str, int]
) -> list[Volume]:
    """Return the contributions of these seasons to careers in one game."""
    return [
        Volume(known.row.season_id, made.select_title(title), map_people(known, recognised)) for known, made in chapters
    ]


def _get_rating(those: Mapping[Participant, Career], user_id: int | None) -> Rating | None:
    """Return a person's rating; None if they have none or were forgotten."""
    found = None if user_id is None else those.get(user_id)
    return found.rating if found is not None and found.rating.games else None


def _get_shown(rating: Rating | None) -> int | None:
    return None if rating is None else rating.shown
