"""Career records over all seasons of a game in a server, and the ratings derived from them.

A season contributes its decided tables, each with its time. All contributions together, in chronological order, give
the ratings. A correction counts at the time of the corrected result, so ratings need no separate repair.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from bot.leagues.games import list_titles
from bot.leagues.log_entries import Drawn, Ended
from bot.leagues.ratings import Rating, list_rated_games, rate_game
from bot.leagues.reverts import find_reverted
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season
from bot.leagues.standings import list_decided
from bot.leagues.titles import find_champions, get_full_scores

AFTER_ALL_TABLES = 2**31
"""Sorts after all tables of the same time."""

Participant: TypeAlias = int | str | tuple[int, EntrantNumber]
"""A person by id, or by pseudonym where no season names them. A forgotten person is their season and number in it."""


@dataclass(frozen=True, slots=True)
class CountedTable:
    """A decided table of a season that counts."""

    moment: str
    """Time of the decision: ISO 8601, UTC."""
    table: int
    places: Mapping[EntrantNumber, int]
    """Places in the standings."""
    rated: Mapping[EntrantNumber, int] | None
    """Places for the rating; None if the table is not rated."""
    again: frozenset[frozenset[EntrantNumber]]
    """Pairs whom the rating does not compare, because they have met too often."""
    scores: Mapping[EntrantNumber, int]
    """Empty unless everybody who sat there played to the end."""
    title: str = ""
    """Key of the game."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a season adds to its players' careers."""

    games: Sequence[CountedTable]
    drawn_at: str = ""
    ended_at: str = ""
    """Empty while the season runs."""
    champions: Sequence[EntrantNumber] = ()
    """The season's winners; empty while it runs."""
    titles: Sequence[str] = ()
    """Keys of the games played, the first game first."""

    def select_title(self, title: str) -> Contribution:
        """Return the part about one game. Champions belong to the first of the season's games."""
        games = [game for game in self.games if game.title == title]
        champions = self.champions if title in self.titles[:1] else ()
        return replace(self, games=games, champions=champions, titles=(title,))


@dataclass(frozen=True, slots=True)
class Volume:
    """A contribution with its season and the people behind its entrant numbers."""

    season_id: int
    chapter: Contribution
    people: Mapping[EntrantNumber, int | str]
    """Ids of known people and pseudonyms of unnamed ones; forgotten people are missing."""

    def identify_participant(self, number: EntrantNumber) -> Participant:
        """Return the person behind an entrant number."""
        return self.people.get(number, (self.season_id, number))


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table at which the person played."""

    season_id: int
    moment: str
    table: int
    places: Mapping[Participant, int]
    scores: Mapping[Participant, int]
    """Empty unless everybody who sat there played to the end."""


@dataclass(slots=True)
class Career:
    """One person's record over all seasons."""

    played: list[PlayedTable] = field(default_factory=list)
    """In the order in which the tables were decided."""
    rating: Rating = field(default_factory=Rating)
    curve: list[int] = field(default_factory=lambda: [Rating().shown])
    """Their displayed rating: as a newcomer, then after each rated game."""
    titles: list[int] = field(default_factory=list)
    """Seasons they have won, in the order in which these ended."""


def build_contribution(season: Season) -> Contribution:
    """Return what a season adds to careers."""
    at = {line.number: line.made_at for line in season.lines}
    rated = {game.number: game for game in list_rated_games(season)}
    plays = [game.title for game in season.get_rules().games]
    games = [
        CountedTable(
            moment=at[table.decided_at],
            table=table.number,
            places=one.places,
            rated=rated[table.decided_at].places if table.decided_at in rated else None,
            again=rated[table.decided_at].again if table.decided_at in rated else frozenset(),
            scores=get_full_scores(table),
            title=plays[table.game],
        )
        for one in list_decided(season, season.tables.values())
        for table in (one.table,)
    ]
    off = find_reverted(season.lines)
    counts = [line for line in season.lines if line.number not in off]
    drawn = next((line.made_at for line in counts if isinstance(line.entry, Drawn)), "")
    ended = next((line.made_at for line in counts if isinstance(line.entry, Ended)), "")
    return Contribution(games, drawn, ended, find_champions(season), list_titles(season))


def build_careers(volumes: Iterable[Volume]) -> dict[Participant, Career]:
    """Return the career of everybody who sat at a table of these seasons.

    A rating becomes less certain when its owner missed a whole season and had no game decided in another league
    meanwhile.
    """
    found: dict[Participant, Career] = {}
    seen: dict[Participant, str] = {}
    """When each person's rating last changed."""
    for moment, volume, game in _order_events(volumes):
        if game is None:
            for person, since in seen.items():
                if since < volume.chapter.drawn_at:
                    found[person].rating = found[person].rating.increase_uncertainty()
                    seen[person] = moment
            for number in volume.chapter.champions:
                found.setdefault(volume.identify_participant(number), Career()).titles.append(volume.season_id)
            continue
        everybody = {volume.identify_participant(number): place for number, place in game.places.items()}
        scored = {volume.identify_participant(number): score for number, score in game.scores.items()}
        for person in everybody:
            played = PlayedTable(volume.season_id, moment, game.table, everybody, scored)
            found.setdefault(person, Career()).played.append(played)
        if game.rated is not None:
            rated = {volume.identify_participant(number): place for number, place in game.rated.items()}
            again = [frozenset(map(volume.identify_participant, pair)) for pair in game.again]
            _rate(found, rated, again)
            seen.update(dict.fromkeys(rated, moment))
    return found


def _rate(
    found: Mapping[Participant, Career],
    places: Mapping[Participant, int],
    again: Collection[frozenset[Participant]],
) -> None:
    before = {person: found[person].rating for person in places}
    for person, after in rate_game(before, places, again).items():
        found[person].rating = after
        found[person].curve.append(after.shown)


def _order_events(volumes: Iterable[Volume]) -> Iterator[tuple[str, Volume, CountedTable | None]]:
    """Yield games and season ends (None) chronologically; the order is fully determined."""
    events: list[tuple[str, int, int, Volume, CountedTable | None]] = []
    for volume in volumes:
        events += [(game.moment, volume.season_id, game.table, volume, game) for game in volume.chapter.games]
        if volume.chapter.ended_at:
            events.append((volume.chapter.ended_at, volume.season_id, AFTER_ALL_TABLES, volume, None))
    for moment, _, _, volume, game in sorted(events, key=lambda event: event[:3]):
        yield moment, volume, game
