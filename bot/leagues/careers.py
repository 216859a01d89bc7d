"""Careers: what people have done in all seasons of a game in a server, and what that makes of their ratings.

A season becomes a chapter: its decided tables, with the moment at which each was. All chapters together, in the order
of time, give ratings. A correction counts where the result was; so whatever a steward puts right, everybody's ratings
are what they would have been.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from bot.leagues.games import titles
from bot.leagues.log_entries import Drawn, Ended
from bot.leagues.ratings import Rating, rate, rated_games
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season, reverted
from bot.leagues.standings import decided
from bot.leagues.titles import champions, full_scores

LAST = 2**31
"""Behind all tables of a moment."""

Participant: TypeAlias = int | str | tuple[int, EntrantNumber]
"""A person by their id, or by their mark where no season names them any more; somebody who was forgotten, by the season
and their number there."""


@dataclass(frozen=True, slots=True)
class CountedTable:
    """A table of a season that is decided and counts."""

    moment: str
    """When it was decided: ISO 8601, in UTC."""
    table: int
    places: Mapping[EntrantNumber, int]
    """As they count."""
    rated: Mapping[EntrantNumber, int] | None
    """As they are rated; None: they are not."""
    scores: Mapping[EntrantNumber, int]
    """Nothing, unless it was played to its end by all who sat there."""
    title: str = ""
    """The key of the game that was played."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a season adds to people's careers."""

    games: Sequence[CountedTable]
    drawn_at: str = ""
    ended_at: str = ""
    """Empty: not yet."""
    champions: Sequence[EntrantNumber] = ()
    """Who has won it; nobody before it is over."""
    titles: Sequence[str] = ()
    """What was played, the first game first."""

    def of(self, title: str) -> Contribution:
        """Return what of it is about one game; who has won the season stands with the first of its games."""
        games = [game for game in self.games if game.title == title]
        champions = self.champions if title in self.titles[:1] else ()
        return replace(self, games=games, champions=champions, titles=(title,))


@dataclass(frozen=True, slots=True)
class Volume:
    """A chapter with the season that it is, and who its numbers are."""

    season_id: int
    chapter: Contribution
    people: Mapping[EntrantNumber, int | str]
    """The ids of those who are known, and the marks of those who are named no more; who was forgotten is not in it."""

    def person(self, number: EntrantNumber) -> Participant:
        """Return who an entrant is."""
        return self.people.get(number, (self.season_id, number))


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table at which somebody has played."""

    season_id: int
    moment: str
    table: int
    places: Mapping[Participant, int]
    scores: Mapping[Participant, int]
    """Nothing, unless it was played to its end by all who sat there."""


@dataclass(slots=True)
class Career:
    """What somebody has done."""

    played: list[PlayedTable] = field(default_factory=list)
    """In the order in which it was decided."""
    rating: Rating = field(default_factory=Rating)
    curve: list[int] = field(default_factory=lambda: [Rating().shown])
    """Their rating as people read it: as a newcomer, and after each rated game."""
    titles: list[int] = field(default_factory=list)
    """The seasons that they have won, in the order in which these ended."""


def contribution(season: Season) -> Contribution:
    """Return what a season adds to people's careers."""
    at = {line.number: line.made_at for line in season.lines}
    rated = {game.number: game.places for game in rated_games(season)}
    plays = [game.title for game in season.given().games]
    games = [
        CountedTable(
            moment=at[table.decided_at],
            table=table.number,
            places=one.places,
            rated=rated.get(table.decided_at),
            scores=full_scores(table),
            title=plays[table.game],
        )
        for one in decided(season, season.tables.values())
        for table in (one.table,)
    ]
    off = reverted(season.lines)
    counts = [line for line in season.lines if line.number not in off]
    drawn = next((line.made_at for line in counts if isinstance(line.entry, Drawn)), "")
    ended = next((line.made_at for line in counts if isinstance(line.entry, Ended)), "")
    return Contribution(games, drawn, ended, champions(season), titles(season))


def careers(volumes: Iterable[Volume]) -> dict[Participant, Career]:
    """Return what everybody has done, who was at a table of these seasons.

    A season of which somebody who is rated has missed all, though none of another league's games of theirs was decided
    meanwhile either, makes us less sure of their rating.
    """
    found: dict[Participant, Career] = {}
    seen: dict[Participant, str] = {}
    """When each person's rating changed last."""
    for moment, volume, game in _in_order(volumes):
        if game is None:
            for person, since in seen.items():
                if since < volume.chapter.drawn_at:
                    found[person].rating = found[person].rating.after_a_missed_season()
                    seen[person] = moment
            for number in volume.chapter.champions:
                found.setdefault(volume.person(number), Career()).titles.append(volume.season_id)
            continue
        everybody = {volume.person(number): place for number, place in game.places.items()}
        scored = {volume.person(number): score for number, score in game.scores.items()}
        for person in everybody:
            played = PlayedTable(volume.season_id, moment, game.table, everybody, scored)
            found.setdefault(person, Career()).played.append(played)
        if game.rated is not None:
            rated = {volume.person(number): place for number, place in game.rated.items()}
            _rate(found, rated)
            seen.update(dict.fromkeys(rated, moment))
    return found


def _rate(found: Mapping[Participant, Career], places: Mapping[Participant, int]) -> None:
    people = [*places]
    for person, after in zip(people, rate([found[one].rating for one in people], [*places.values()]), strict=True):
        found[person].rating = after
        found[person].curve.append(after.shown)


def _in_order(volumes: Iterable[Volume]) -> Iterator[tuple[str, Volume, CountedTable | None]]:
    """Yield games and the ends of seasons (None) in the order of time; nothing in it is left to chance."""
    events: list[tuple[str, int, int, Volume, CountedTable | None]] = []
    for volume in volumes:
        events += [(game.moment, volume.season_id, game.table, volume, game) for game in volume.chapter.games]
        if volume.chapter.ended_at:
            events.append((volume.chapter.ended_at, volume.season_id, LAST, volume, None))
    for moment, _, _, volume, game in sorted(events, key=lambda event: event[:3]):
        yield moment, volume, game
