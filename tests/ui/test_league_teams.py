"""The messages of a league of many games and teams have room in one of Discord's."""

from __future__ import annotations

import pytest

from bot.games import GAMES
from bot.host.leagues.plan import Plan, PlannedGame, build_rules
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.log_entries import JoinedTeam
from bot.leagues.season import Season, add_entries
from bot.leagues.season_end import build_end
from bot.ui.screens.leagues import podium
from bot.ui.screens.leagues import season as leagues
from bot.ui.screens.leagues.league_teams import (
    describe_formed_teams,
    describe_team_rules,
    describe_team_standings,
    render_own_team,
)
from bot.ui.screens.screen import Screen
from storage.interface.leagues import EntrantRow, LeagueRow, SeasonRow, SeasonStatus
from tests.leagues.seasons import chances, next_draw, opened, play

LIMIT = 4000
"""Characters of one message."""
SNOWFLAKE = 1_400_000_000_000_000_000
TIME = "2026-03-01T12:00:00+00:00"


def plan(team: int) -> Plan:
    further = tuple(PlannedGame(title=key, seats=4) for key in [*GAMES, *GAMES][:8])
    return Plan(title="goodwill", seats=4, format="swiss", rounds=9, weeks=8, further=further, team=team)


def season(people: int, team: int) -> Season:
    found = opened(people, build_rules(plan(team)))
    for number in range(people // team):
        add_entries(found, *(JoinedTeam(entrant=number * team + at, team=number + 1) for at in range(1, team + 1)))
    return found


def known(found: Season, team: int, status: SeasonStatus) -> KnownSeason:
    return KnownSeason(
        LeagueRow(1, 900, SNOWFLAKE, "The Winter Cup of the Long Evenings 2026", 1, ""),
        SeasonRow(1, 1, 1, status, "", "secret"),
        plan(team),
        found,
        {number: EntrantRow(number, SNOWFLAKE + number, f"Player {number}") for number in found.entrants},
        {},
        GAMES,
    )


def length(screen: Screen) -> int:
    return sum(len(block) for block in screen.blocks if isinstance(block, str))


@pytest.mark.parametrize("people", [8, 29, 60, 400])
@pytest.mark.parametrize("team", [2, 4])
def test_sign_up_standings_and_podium_of_nine_games_and_many_teams_have_room(people: int, team: int) -> None:
    found = season(people, team)
    assert length(leagues.render_sign_up(known(found, team, "sign-up"), GAMES["goodwill"])) < LIMIT
    assert length(leagues.render_season_rules(known(found, team, "sign-up"), GAMES["goodwill"])) < LIMIT
    add_entries(found, next_draw(found), made_at=TIME)
    play(found, chances(1))
    assert length(leagues.render_standings(known(found, team, "running"), GAMES["goodwill"])) < LIMIT
    add_entries(found, build_end(found), made_at=TIME)
    assert length(leagues.render_standings(known(found, team, "over"), GAMES["goodwill"])) < LIMIT
    assert length(podium.render_podium(known(found, team, "over"), GAMES["goodwill"])) < LIMIT


def test_only_seasons_that_have_substitutes_tell_of_them() -> None:
    newer = season(8, 4)
    assert "A team can have 2 substitutes" in describe_team_rules(known(newer, 4, "sign-up"))
    older = opened(8, build_rules(plan(4)).model_copy(update={"edition": 4}))
    assert "is not replaced" in describe_team_rules(known(older, 4, "running"))
    for number in (1, 2):
        add_entries(older, JoinedTeam(entrant=number, team=1))
    assert "Stand by …" not in str(render_own_team(known(older, 4, "sign-up"), 3, "").blocks)
    assert "Stand by …" in str(render_own_team(known(newer, 4, "sign-up"), 1, "").blocks), "the captain says how"


def test_teams_for_which_there_is_no_room_are_counted() -> None:
    found = season(400, 4)
    shown = describe_formed_teams(known(found, 4, "sign-up"))
    assert f"… and {100 - shown.count('- Team')} more teams" in shown
    add_entries(found, next_draw(found), made_at=TIME)
    shown = describe_team_standings(known(found, 4, "running"), found)
    assert f"… and {100 - shown.count('. Team')} more teams" in shown
