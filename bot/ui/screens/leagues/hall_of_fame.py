"""The hall of fame: a league's champions and records, and a player's own part in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.engine.game import AnyGame
from bot.engine.words import format_count, format_list, format_ordinal
from bot.host.leagues.player_records import GameRecords
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.careers import Participant
from bot.leagues.hall_of_fame import Feat, find_longest_streak, list_highest_scores, list_longest_streaks, list_winners
from bot.ui.screens.parts import GOLD
from bot.ui.screens.screen import Button, Screen, build_button_rows

MAX_SEASONS = 25
"""Maximum number of seasons whose champions are named, the newest first."""
MAX_HOLDERS = 4
"""Maximum number of names for a shared title or record."""
MAX_TITLES = 8
FORGOTTEN_CHAMPION = "a champion who was forgotten"
FORGOTTEN = "somebody who was forgotten"


def render_hall(known: KnownSeason, shelves: Mapping[str, GameRecords], games: Mapping[str, AnyGame]) -> Screen:
    """Return a league's hall of fame.

    Args:
        known: a season of the league.
        shelves: the records of its seasons, by game.
        games: the games on offer.
    """
    return Screen(
        (
            f"## {known.league.name}: the hall of fame",
            "\n".join(["**Champions**", *_list_champions(shelves)]),
            *(
                block
                for key, shelf in shelves.items()
                if (block := _describe_records(_get_game_title(games, key), shelf))
            ),
            "-# Names stand here as long as this server's old games name people, and for ever where somebody says so: "
            "**My place**.",
            *build_button_rows(Button(f"lg-place:{known.row.season_id}", "My place")),
        ),
        colour=GOLD,
    )


def _list_champions(shelves: Mapping[str, GameRecords]) -> list[str]:
    won = {
        season.row.number: [_get_person(season, person) for person in first]
        for shelf in shelves.values()
        for found in (list_winners(shelf.careers),)
        for season in shelf.seasons
        if (first := found.get(season.row.season_id))
    }
    lines: list[str] = []
    titles: Counter[int | None] = Counter()
    for number, champions in sorted(won.items()):
        titles.update(champions)
        lines.append(f"- Season {number}: 🏆 {_list_holders(champions, FORGOTTEN_CHAMPION, titles)}")
    shown = lines[-MAX_SEASONS:][::-1]
    if len(lines) > MAX_SEASONS:
        shown.append(f"- … and {format_count(len(lines) - MAX_SEASONS, 'earlier season')}")
    return shown or ["No season of this league has been won yet."]


def _get_person(season: KnownSeason, person: Participant) -> int | None:
    """Return a person's user id; None if the season no longer names them, even if they play again."""
    return person if isinstance(person, int) and season.find_number(person) is not None else None


def _list_holders(people: Sequence[int | None], unknown: str, titles: Mapping[int | None, int]) -> str:
    """Return the names of title or record holders, with the count of each champion's titles from the second on."""
    names = []
    for person in people[:MAX_HOLDERS]:
        again = f" ({format_ordinal(titles[person])} title)" if titles.get(person, 1) > 1 else ""
        names.append(unknown if person is None else f"<@{person}>{again}")
    more = [f"{len(people) - MAX_HOLDERS} more"] if len(people) > MAX_HOLDERS else []
    return format_list([*names, *more])


def _describe_records(title: str, shelf: GameRecords) -> str:
    """Return the records of a game's seasons; empty if there are none."""
    lines = [
        *_describe_record(shelf, "Most wins in a row", list_longest_streaks(shelf.careers)),
        *_describe_record(shelf, "Highest score of a game", list_highest_scores(shelf.careers)),
    ]
    return "\n".join([f"**Records, {title}**", *lines]) if lines else ""


def _describe_record(shelf: GameRecords, words: str, feats: Sequence[Feat]) -> list[str]:
    if not feats:
        return []
    seasons = {one.row.season_id: one for one in shelf.seasons}
    holders = _list_holders([_get_person(seasons[one.played.season_id], one.person) for one in feats], FORGOTTEN, {})
    first = feats[0].played
    where = f" (season {seasons[first.season_id].row.number}, table {first.table})" if len(feats) == 1 else ""
    return [f"- {words}: **{feats[0].number}**, by {holders}{where}"]


def _get_game_title(games: Mapping[str, AnyGame], key: str) -> str:
    return games[key].title if key in games else key


# -- one's own part in it ------------------------------------------------------------------------------


def list_titles(shelves: Mapping[str, GameRecords], user_id: int) -> list[str]:
    """Return a player's titles as a block; empty if they have none."""
    lines = []
    for shelf in shelves.values():
        career = shelf.careers.get(user_id)
        if career is None:
            continue
        seasons = {known.row.season_id: known for known in shelf.seasons}
        won = [f"{seasons[one].league.name} · season {seasons[one].row.number}" for one in reversed(career.titles)]
        lines += [f"- 🏆 {name}" for name in won]
    if len(lines) > MAX_TITLES:
        lines = [*lines[:MAX_TITLES], f"- … and {len(lines) - MAX_TITLES} more"]
    return ["\n".join(["**Titles**", *lines])] if lines else []


def describe_longest_streak(shelf: GameRecords, user_id: int) -> str:
    """Return a player's longest winning streak as the end of a sentence; empty if it is too short."""
    career = shelf.careers.get(user_id)
    feat = None if career is None else find_longest_streak(user_id, career)
    return "" if feat is None else f" Most wins in a row: **{feat.number}**."
