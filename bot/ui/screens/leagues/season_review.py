"""Texts and picture of a season in review, for Discord and for the web."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.engine.pages import Picture
from bot.engine.words import format_count
from bot.host.leagues.season_log import KnownSeason
from bot.host.sanitize import disambiguate
from bot.leagues.pictures import draw_review
from bot.leagues.pictures.sheets import build_drawn_names
from bot.leagues.season import Season
from bot.leagues.season_review import Duel, SeasonReview
from bot.ui.screens.html_text import Words, build_words, join_as_list, join_words
from bot.ui.screens.leagues.league_games import format_table_game
from bot.ui.screens.names import sanitize_plain

log = logging.getLogger(__name__)

MAX_NAMES = 6
"""Maximum number of names in one highlight."""
CHAMPION, CHAMPIONS, PROMOTED, PLAYED = "Champion", "Champions", "Goes up", "Played"
ON_PODIUM = frozenset({CHAMPION, CHAMPIONS, PROMOTED, PLAYED})
"""Headings of the highlights that the podium shows by itself, or does not need."""

EntrantWords: TypeAlias = Callable[[int], Words]
"""Maps an entrant number to a name, as its readers may see it."""


@dataclass(frozen=True)
class Highlight:
    """A highlight of a season: its heading and its text."""

    head: str
    words: Words


def list_highlights(known: KnownSeason, review: SeasonReview, name: EntrantWords) -> list[Highlight]:
    """Return the highlights of a season, the champions first; empty if nobody has played."""
    return [] if review.is_empty else [*_iterate_highlights(known, review, name)]


def _iterate_highlights(known: KnownSeason, review: SeasonReview, name: EntrantWords) -> Iterator[Highlight]:
    for number, members in review.teams.items():
        yield Highlight(CHAMPIONS, build_words(f"Team {number}: ") + _join_names(members, name))
    if review.champions and not review.teams:
        yield Highlight(CHAMPION if len(review.champions) == 1 else CHAMPIONS, _join_names(review.champions, name))
    if review.promoted:
        yield Highlight(PROMOTED, _describe_promoted(review, name))
    if review.closest is not None:
        yield Highlight("Closest game", _describe_duel(known, review.closest, name))
    if review.closest is not None and review.widest is not None and review.widest.gap > review.closest.gap:
        yield Highlight("Clearest win", _describe_duel(known, review.widest, name))
    if review.streak is not None:
        winners = _join_names(review.streak.entrants, name)
        yield Highlight("Longest streak", winners + f", {review.streak.wins} tables won in a row")
    played = f"{format_count(review.players, 'player')}, {format_count(review.tables, 'table')}"
    yield Highlight(PLAYED, build_words(played))


def _join_names(numbers: Sequence[int], name: EntrantWords) -> Words:
    shown = [name(number) for number in numbers[:MAX_NAMES]]
    rest = len(numbers) - len(shown)
    return join_as_list([*shown, *[build_words(f"{rest} more")] * (rest > 0)])


def _describe_promoted(review: SeasonReview, name: EntrantWords) -> Words:
    levels = sorted(set(review.promoted.values()))
    return join_words(
        (
            _join_names([number for number, level in review.promoted.items() if level == each], name)
            + f" to division {each}"
            for each in levels
        ),
        "; ",
    )


def _describe_duel(known: KnownSeason, duel: Duel, name: EntrantWords) -> Words:
    game = known.find_game(duel.game)
    score = str if game is None else game.wording.score
    best, second = (score(points) for points in duel.scores)
    table = known.season.tables.get(duel.table)
    which = f"table {duel.table}" + (format_table_game(known, table) if table is not None else "")
    return (
        name(duel.winner)
        + f" with {best}, "
        + name(duel.second)
        + f" with {second}{', a shared win' if duel.is_tie else ''} · {which}"
    )


def build_drawn_entrants(known: KnownSeason, season: Season) -> EntrantWords:
    """Return the names of entrants in drawable letters; those without a name are numbers."""
    names = disambiguate({number: sanitize_plain(one.name) for number, one in known.entrants.items()})
    drawn = build_drawn_names(season, lambda number: names.get(number, ""))
    return lambda number: build_words(drawn(number))


def draw_season_review(
    known: KnownSeason, season: Season, review: SeasonReview, below: str, names: EntrantWords | None = None
) -> Picture | None:
    """Draw a season in review; None if nobody has played, or if the picture fails.

    Args:
        known: the season, with the names of its entrants.
        season: its state.
        review: its highlights.
        below: subtitle that names the league and season.
        names: drawable names; None: those that the server sees.
    """
    highlights = list_highlights(known, review, names or build_drawn_entrants(known, season))
    try:
        return draw_review([(each.head, each.words.plain) for each in highlights], below)
    except Exception:
        log.exception("the picture of a season in review failed", extra={"season": known.row.season_id})
        return None


def describe_review(known: KnownSeason, review: SeasonReview, name: EntrantWords) -> str:
    """Return the highlights that the podium does not show by itself, a line each, as Markdown."""
    return "\n".join(
        f"**{each.head}**: {each.words.plain}"
        for each in list_highlights(known, review, name)
        if each.head not in ON_PODIUM
    )
