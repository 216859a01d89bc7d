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

from bot.host import charging
from bot.host.leagues.ledger import KnownSeason, Ledger
from bot.leagues.careers import Career, Contribution, Participant, Volume, careers, contribution
from bot.leagues.drafts import Change, EntryDraft
from bot.leagues.entries import LogLine
from bot.leagues.ratings import Rating
from bot.leagues.season import Season

KEPT = 32
"""Sets of leagues, by game, of which ratings are remembered."""
CONTRIBUTIONS = 2_000
"""Seasons of which is remembered what they add."""

NOTHING = Change(None, None, None, None)

Stamp: TypeAlias = tuple[tuple[int, int, tuple[tuple[int, int], ...]], ...]
"""Of each season: which, how long its log was, and who its numbers were."""


@dataclass(frozen=True)
class Shelf:
    """The seasons of one game in leagues of a server, the oldest first, and what people have done in them."""

    title: str
    seasons: Sequence[KnownSeason]
    careers: Mapping[Participant, Career]

    def seasons_of(self, user_id: int) -> list[tuple[KnownSeason, int]]:
        """Return the seasons in which somebody takes part, with their number there, the newest first."""
        found = [(known, known.number_of(user_id)) for known in reversed(self.seasons)]
        return [(known, number) for known, number in found if number is not None]


class Careers:
    """Tells what people have done in leagues."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._contributions: OrderedDict[int, tuple[int, Contribution]] = OrderedDict()
        self._shelves: OrderedDict[tuple[tuple[int, ...], str], tuple[Stamp, Mapping[Participant, Career]]] = (
            OrderedDict()
        )

    async def shelves(self, league_ids: Collection[int]) -> Mapping[str, Shelf]:
        """Return what people have done in these leagues, by the game that was played.

        A league that is not among them counts for nothing here, so whoever does not see it learns nothing of it.
        """
        by_title: dict[str, list[KnownSeason]] = {}
        for league_id in sorted(league_ids):
            for row in await self._ledger.storage.leagues.seasons(league_id):
                if row.status != "draft":
                    known = await self._ledger.known(row.season_id)
                    by_title.setdefault(known.plan.title, []).append(known)
        found = {}
        for title, seasons in by_title.items():
            seasons.sort(key=lambda known: known.row.season_id)
            found[title] = Shelf(title, seasons, await self._careers((*sorted(league_ids),), title, seasons))
        return found

    async def with_ratings(self, league_ids: Collection[int], known: KnownSeason, found: EntryDraft) -> EntryDraft:
        """Return what a decision would change, with ratings as all seasons of its game give them, before and after.

        Args:
            league_ids: the leagues that count, that of the season among them.
            known: the season that it is about.
            found: the decision, and what it would change in that season.
        """
        shelf = (await self.shelves(league_ids))[known.plan.title]
        others = [
            (one, await self._contribution(one)) for one in shelf.seasons if one.row.season_id != known.row.season_id
        ]
        lines = [*known.season.lines, found.line]
        return await charging.beside(_rated, known, lines, others, shelf.careers, found)

    async def _careers(
        self, leagues: tuple[int, ...], title: str, seasons: Sequence[KnownSeason]
    ) -> Mapping[Participant, Career]:
        remembered = self._shelves.get((leagues, title))
        if remembered is not None and await charging.beside(lambda: remembered[0] == _stamp(seasons)):
            self._shelves.move_to_end((leagues, title))
            return remembered[1]
        contributions = [(known, await self._contribution(known)) for known in seasons]
        self._shelves[leagues, title] = made = await charging.beside(_stamped_careers, contributions)
        self._shelves.move_to_end((leagues, title))
        while len(self._shelves) > KEPT:
            self._shelves.popitem(last=False)
        return made[1]

    async def _contribution(self, known: KnownSeason) -> Contribution:
        season_id = known.row.season_id
        remembered = self._contributions.get(season_id)
        if remembered is not None and remembered[0] == known.row.lines:
            return remembered[1]
        made = await self._ledger.beside(known, contribution)
        self._contributions[season_id] = known.row.lines, made
        while len(self._contributions) > CONTRIBUTIONS:
            self._contributions.popitem(last=False)
        return made


def _rated(
    known: KnownSeason,
    lines: Sequence[LogLine],
    others: Sequence[tuple[KnownSeason, Contribution]],
    before: Mapping[Participant, Career],
    found: EntryDraft,
) -> EntryDraft:
    """Return what a decision would change, with ratings.

    Args:
        known: the season that it is about.
        lines: that season's, the decision among them.
        others: all other seasons that count.
        before: what people have done as it is.
        found: the decision, and what it would change in that season.
    """
    after = careers(_volumes([*others, (known, contribution(Season(lines)))]))
    changes = {}
    for number, one in known.entrants.items():
        then, now = (_rating(those, one.user_id) for those in (before, after))
        seen = found.changes.get(number, NOTHING)
        if (seen.before, seen.level_before) != (seen.after, seen.level_after) or _shown(then) != _shown(now):
            changes[number] = replace(seen, rating_before=then, rating_after=now)
    return replace(found, changes=changes)


def _stamped_careers(
    contributions: Sequence[tuple[KnownSeason, Contribution]],
) -> tuple[Stamp, Mapping[Participant, Career]]:
    return _stamp([known for known, _ in contributions]), careers(_volumes(contributions))


def _stamp(seasons: Sequence[KnownSeason]) -> Stamp:
    return tuple((known.row.season_id, known.row.lines, tuple(sorted(_people(known).items()))) for known in seasons)


def _volumes(contributions: Sequence[tuple[KnownSeason, Contribution]]) -> list[Volume]:
    return [Volume(known.row.season_id, made, _people(known)) for known, made in contributions]


def _people(known: KnownSeason) -> Mapping[int, int]:
    """Return who a season's numbers are, but for those who were forgotten."""
    return {number: one.user_id for number, one in known.entrants.items() if one.user_id is not None}


def _rating(those: Mapping[Participant, Career], user_id: int | None) -> Rating | None:
    """Return somebody's rating; None: they have none, or were forgotten."""
    found = None if user_id is None else those.get(user_id)
    return found.rating if found is not None and found.rating.games else None


def _shown(rating: Rating | None) -> int | None:
    return None if rating is None else rating.shown
