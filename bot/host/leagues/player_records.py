"""Careers as a service: what people have done in the leagues of a server, read from the seasons' logs.

Nothing of it is saved. It follows from the logs, and what follows from a log is remembered until that log goes on; so
after a correction, and after somebody was forgotten, it is right without anything that has to be mended. Whatever goes
through everybody in a season does so beside the loop.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.host import cpu_accounting
from bot.host.leagues.season_log import KnownSeason, SeasonLog, people
from bot.leagues.careers import Career, Contribution, Participant, Volume, careers, contribution
from bot.leagues.entry_preview import Change, EntryDraft
from bot.leagues.games import titles
from bot.leagues.log_entries import LogLine
from bot.leagues.ratings import Rating
from bot.leagues.season import Season

KEPT = 32
"""Sets of leagues, by game, of which ratings are remembered."""
CHAPTERS = 2_000
"""Seasons of which is remembered what they add."""

NOTHING = Change(None, None, None, None)

Stamp: TypeAlias = tuple[tuple[int, int, tuple[tuple[int, int | str], ...]], ...]
"""Of each season: which, how long its log was, and who its numbers were."""


@dataclass(frozen=True)
class Shelf:
    """The seasons of one game in leagues of a server, the oldest first, and what people have done in them."""

    title: str
    seasons: Sequence[KnownSeason]
    careers: Mapping[Participant, Career]
    marked: Mapping[int, Mapping[int, int]]
    """Of those whom a season names: their numbers in seasons that name them no more, by these."""

    def seasons_of(self, user_id: int) -> list[tuple[KnownSeason, int]]:
        """Return the seasons in which somebody takes part, with their number there, the newest first.

        Whom none of them names any more takes part in none.
        """
        marked = self.marked.get(user_id, {})
        found = [
            (known, known.number_of(user_id) or marked.get(known.row.season_id)) for known in reversed(self.seasons)
        ]
        return [(known, number) for known, number in found if number is not None]


@dataclass(frozen=True)
class Read:
    """What was made of the seasons of a game, and of which."""

    stamp: Stamp
    careers: Mapping[Participant, Career]
    marked: Mapping[int, Mapping[int, int]]


class PlayerRecords:
    """Tells what people have done in leagues."""

    def __init__(self, ledger: SeasonLog) -> None:
        self._ledger = ledger
        self._chapters: OrderedDict[int, tuple[int, Contribution]] = OrderedDict()
        self._read: OrderedDict[tuple[tuple[int, ...], str], Read] = OrderedDict()

    async def shelves(self, league_ids: Collection[int]) -> Mapping[str, Shelf]:
        """Return what people have done in these leagues, by the game that was played.

        A league that is not among them counts for nothing here, so whoever does not see it learns nothing of it.
        """
        by_title: dict[str, list[KnownSeason]] = {}
        for league_id in sorted(league_ids):
            for row in await self._ledger.storage.leagues.seasons(league_id):
                if row.status != "draft":
                    known = await self._ledger.known(row.season_id)
                    for title in titles(known.season):
                        by_title.setdefault(title, []).append(known)
        found = {}
        for title, seasons in by_title.items():
            seasons.sort(key=lambda known: known.row.season_id)
            read = await self._careers((*sorted(league_ids),), title, seasons)
            found[title] = Shelf(title, seasons, read.careers, read.marked)
        return found

    async def ratings(self, league_ids: Collection[int], title: str) -> Mapping[int, int]:
        """Return what people's ratings in a game are, by these leagues, of those who have played enough for one."""
        shelf = (await self.shelves(league_ids)).get(title)
        if shelf is None:
            return {}
        careers = shelf.careers
        return await cpu_accounting.beside(
            lambda: {
                person: career.rating.shown
                for person, career in careers.items()
                if isinstance(person, int) and not career.rating.is_provisional
            }
        )

    async def strengths(self, league_id: int, title: str) -> Mapping[Participant, Rating]:
        """Return the ratings of everybody in a game, also provisional ones, by what one league has seen of them."""
        shelf = (await self.shelves((league_id,))).get(title)
        if shelf is None:
            return {}
        careers = shelf.careers
        return await cpu_accounting.beside(lambda: {person: career.rating for person, career in careers.items()})

    async def with_ratings(self, league_ids: Collection[int], known: KnownSeason, found: EntryDraft) -> EntryDraft:
        """Return what a decision would change, with ratings as all seasons of its game give them, before and after.

        Args:
            league_ids: the leagues that count, that of the season among them.
            known: the season that it is about.
            found: the decision, and what it would change in that season.
        """
        shelves, lines = await self.shelves(league_ids), [*known.season.lines, found.line]
        for title in titles(known.season):
            shelf = shelves[title]
            others = [
                (one, await self._chapter(one)) for one in shelf.seasons if one.row.season_id != known.row.season_id
            ]
            recognised = await self._ledger.recognised(shelf.seasons)
            found = await cpu_accounting.beside(_rated, title, known, lines, others, recognised, shelf.careers, found)
        return found

    async def _careers(self, leagues: tuple[int, ...], title: str, seasons: Sequence[KnownSeason]) -> Read:
        recognised = await self._ledger.recognised(seasons)
        remembered = self._read.get((leagues, title))
        if remembered is not None and await cpu_accounting.beside(
            lambda: remembered.stamp == _stamp(seasons, recognised)
        ):
            self._read.move_to_end((leagues, title))
            return remembered
        chapters = [(known, await self._chapter(known)) for known in seasons]
        self._read[leagues, title] = made = await cpu_accounting.beside(_made, title, chapters, recognised)
        self._read.move_to_end((leagues, title))
        while len(self._read) > KEPT:
            self._read.popitem(last=False)
        return made

    async def _chapter(self, known: KnownSeason) -> Contribution:
        season_id = known.row.season_id
        remembered = self._chapters.get(season_id)
        if remembered is not None and remembered[0] == known.row.lines:
            return remembered[1]
        made = await self._ledger.beside(known, contribution)
        self._chapters[season_id] = known.row.lines, made
        while len(self._chapters) > CHAPTERS:
            self._chapters.popitem(last=False)
        return made


def _rated(
    title: str,
    known: KnownSeason,
    lines: Sequence[LogLine],
    others: Sequence[tuple[KnownSeason, Contribution]],
    recognised: Mapping[str, int],
    before: Mapping[Participant, Career],
    found: EntryDraft,
) -> EntryDraft:
    """Return what a decision would change, with ratings.

    Args:
        title: the game whose ratings are added.
        known: the season that it is about.
        lines: that season's, the decision among them.
        others: all other seasons that count.
        recognised: whose marks are known.
        before: what people have done as it is.
        found: the decision, and what it would change in that season.
    """
    after = careers(_volumes(title, [*others, (known, contribution(Season(lines)))], recognised))
    changes, is_first = dict(found.changes), title == known.plan.title
    for number, one in known.entrants.items():
        then, now = (_rating(those, one.user_id) for those in (before, after))
        seen = found.changes.get(number, NOTHING)
        if number not in changes and _shown(then) == _shown(now):
            continue
        ratings = (
            {"rating_before": then, "rating_after": now}
            if is_first
            else {"further": {**seen.further, title: (then, now)}}
        )
        changes[number] = replace(seen, **ratings)
    return replace(found, changes=changes)


def _made(title: str, chapters: Sequence[tuple[KnownSeason, Contribution]], recognised: Mapping[str, int]) -> Read:
    marked: dict[int, dict[int, int]] = {}
    for known, _ in chapters:
        for number, one in known.entrants.items():
            user_id = None if one.mark is None else recognised.get(one.mark)
            if user_id is not None:
                marked.setdefault(user_id, {})[known.row.season_id] = number
    stamp = _stamp([known for known, _ in chapters], recognised)
    return Read(stamp, careers(_volumes(title, chapters, recognised)), marked)


def _stamp(seasons: Sequence[KnownSeason], recognised: Mapping[str, int]) -> Stamp:
    return tuple(
        (known.row.season_id, known.row.lines, tuple(sorted(people(known, recognised).items()))) for known in seasons
    )


def _volumes(
    title: str, chapters: Sequence[tuple[KnownSeason, Contribution]], recognised: Mapping[str, int]
) -> list[Volume]:
    """Return what these seasons add to careers in one game."""
    return [Volume(known.row.season_id, made.of(title), people(known, recognised)) for known, made in chapters]


def _rating(those: Mapping[Participant, Career], user_id: int | None) -> Rating | None:
    """Return somebody's rating; None: they have none, or were forgotten."""
    found = None if user_id is None else those.get(user_id)
    return found.rating if found is not None and found.rating.games else None


def _shown(rating: Rating | None) -> int | None:
    return None if rating is None else rating.shown
