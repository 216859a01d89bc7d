"""Seasons with people in them, for the tests of a season's page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache

from bot.engine import play as engine
from bot.engine.pages import Picture
from bot.games import GAMES
from bot.host.leagues.plan import Plan
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.pictures.compact import compact
from bot.leagues.proof import check
from bot.leagues.rules import Rules
from bot.leagues.season import Season
from bot.testing.random_games import Case
from bot.ui.screens.leagues.season_page import Chart, SeasonPage, build_embedded_chart
from storage.interface.leagues import EntrantRow, LeagueRow, SeasonRow, SeasonStatus
from tests.leagues.seasons import chances, drawn, opened, play

PEOPLE = ("Ann", "Benedikt the Unready", "Cleo", "Dorothea von Hohenstein-Wittelsbach", "Emil", "Fay", "Gus")


def dated(season: Season) -> Season:
    """The season, an hour between two lines."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    return Season(
        [
            line.model_copy(update={"made_at": (start + timedelta(hours=line.number)).isoformat()})
            for line in season.lines
        ]
    )


def known(
    names: Sequence[str] = PEOPLE * 2,
    *,
    agreed: bool = True,
    played: bool = True,
    seats: int = 4,
    status: SeasonStatus = "over",
) -> KnownSeason:
    """A season for which people of these names have signed up, and maybe played all of it."""
    rules = Rules(title="goodwill", seats=seats)
    season = play(drawn(len(names), rules), chances(1)) if played else opened(len(names), rules)
    plan = Plan(title="goodwill", seats=seats)
    entrants = {at: EntrantRow(at, 100 + at, name, named=agreed) for at, name in enumerate(names, 1)}
    return KnownSeason(
        LeagueRow(1, 900, 901, "Winter Cup", 1, ""),
        SeasonRow(1, 1, 1, status, plan.model_dump_json(), "secret"),
        plan,
        dated(season),
        entrants,
        {number: 1000 + number for number in season.tables},
        GAMES,
    )


@cache
def goodwill_charts(*names: str) -> Sequence[Picture]:
    """What a finished game of Goodwill looks like at its end."""
    game = GAMES["goodwill"]
    case = Case(game, len(names), game.options())
    table, random = case.begin("a season's page").table, chances(3)
    while table.outcome is None:
        seat = engine.list_asked_seats(table)[0]
        question = engine.find_question(table, seat)
        assert question is not None
        engine.play_here(table, seat, game.choose(game.view(table, seat), question, random))
    assert game.pictures.charts is not None
    return [compact(chart) for chart in game.pictures.charts(game.view(table, None), lambda seat: names[seat - 1])]


def about(found: KnownSeason, *, charts: bool = False) -> SeasonPage:
    """The contents of its page."""
    drawn_charts: dict[int, Sequence[Chart]] = {}
    if charts:
        one = [build_embedded_chart(chart) for chart in goodwill_charts("Ann", "Ben", "Cleo", "Dora")]
        drawn_charts = dict.fromkeys(found.season.tables, one)
    checks = check(found.season.lines)
    return SeasonPage(found, found.season, checks, drawn_charts)
