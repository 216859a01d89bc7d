"""Seasons in rounds, which are drawn by themselves: Swiss, and cups."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from itertools import combinations

import pytest

from bot.host.errors import Refusal
from bot.host.leagues import calendar
from bot.host.leagues.plan import Plan
from bot.leagues.log_entries import Drawn
from bot.leagues.proof import check
from bot.leagues.standings import compute_standings
from bot.ui.screens.leagues import season as leagues
from bot.ui.screens.screen import build_layout
from tests.host.leagues import ORGANISER, PLAN, all_here, at, crashed, ends, is_played, known, moves, settle
from tests.house import CHANNEL, GUILD, NOON, House

SWISS = PLAN.model_copy(update={"format": "swiss", "rounds": 3, "weeks": 2, "open_tables": "as it stands"})
CUP = PLAN.model_copy(update={"format": "cup", "go_on": 1, "open_tables": "as it stands"})
NINE = range(11, 20)


async def drawn(home: House, plan: Plan, people: range = NINE) -> int:
    """A season in rounds, with the first one drawn."""
    leagues = home.services.leagues
    made = await leagues.sign_up.create_league(
        name="Cup", guild_id=GUILD, channel_id=CHANNEL, user_id=ORGANISER, plan=plan
    )
    season_id = made.row.season_id
    await leagues.sign_up.open_sign_up(season_id, ORGANISER)
    for user_id in people:
        await leagues.sign_up.join(season_id, user_id, f"P{user_id}", f"press {user_id}")
    await leagues.draws.write_draw(season_id, ORGANISER, (await leagues.season_log.get_season(season_id)).row.lines)
    await settle(home)
    return season_id


async def play_round(home: House, season_id: int, *, but: int = 0) -> list[int]:
    """Play the tables of the newest round to their end, save for some; return who won."""
    season = await known(home, season_id)
    newest = season.season.rounds[-1].number
    mine = [number for number, table in season.season.tables.items() if table.round == newest and table.is_open]
    winners = []
    for number in mine[but:]:
        game_id = (await known(home, season_id)).tables[number]
        await all_here(home, game_id)
        *losers, winner = await at(home, game_id)
        await ends(home, game_id, *losers)
        winners.append(winner)
    return winners


async def test_in_a_swiss_season_each_round_is_drawn_when_the_one_before_is_decided(home: House) -> None:
    season_id = await drawn(home, SWISS)
    for number in (1, 2, 3):
        season = await known(home, season_id)
        assert season.season.rounds[-1].number == number
        mine = [table.number for table in season.season.tables.values() if table.round == number]
        assert len(mine) == 3
        for table in mine:
            await all_here(home, season.tables[table])
            await is_played(home, season.tables[table])
    over = await known(home, season_id)
    assert len(over.season.rounds) == 3, "so many were agreed on"
    assert over.row.status == "running", "a steward finishes it, or nobody"
    assert all(found.ok for found in check(over.season.lines, published=over.season.digest))
    met = Counter(
        frozenset(pair) for table in over.season.tables.values() for pair in combinations(sorted(table.seats), 2)
    )
    assert max(met.values()) == 1, "of nine, nobody has to meet anybody twice in three rounds"
    await home.services.leagues.rulings.finish(season_id, ORGANISER, over.row.lines)
    rows = compute_standings((await known(home, season_id)).season, 1)
    assert [row.counted for row in rows] == [3] * 9


async def test_in_the_second_round_winners_sit_together(home: House) -> None:
    season_id = await drawn(home, SWISS)
    winners = await play_round(home, season_id)
    season = await known(home, season_id)
    numbers = {season.find_number(user_id) for user_id in winners}
    (together,) = [table for table in season.season.tables.values() if table.round == 2 and numbers == set(table.seats)]
    assert together.is_open


async def test_a_round_whose_last_day_has_come_is_decided_as_it_stands_and_the_next_one_drawn(
    home: House, wall: list[datetime]
) -> None:
    season_id = await drawn(home, SWISS)
    await play_round(home, season_id, but=1)
    season = await known(home, season_id)
    (late,) = [number for number, table in season.season.tables.items() if table.is_open]
    await all_here(home, season.tables[late])
    await moves(home, season.tables[late])
    assert calendar.compute_last_day(season.season, season.plan) == NOON + timedelta(weeks=2)
    wall[0] += timedelta(weeks=2)
    await home.host.ticks.run()
    season = await known(home, season_id)
    assert (season.season.tables[late].fate, season.season.rounds[-1].number) == ("adjudicated", 2)
    assert calendar.compute_last_day(season.season, season.plan) == NOON + timedelta(weeks=4)
    found = await home.host.find_table(season.tables[late])
    assert found is not None
    assert found[0].status == "abandoned", "nobody waits for it any more"
    for _ in (2, 3):
        wall[0] += timedelta(weeks=2)
        await home.host.ticks.run()
        await settle(home)
    season = await known(home, season_id)
    assert season.row.status == "over", "the last round ends the season, though nobody came"
    assert sum(isinstance(line.entry, Drawn) for line in season.season.lines) == 3


async def test_a_player_who_joins_a_swiss_season_late_plays_from_the_next_round_on(home: House) -> None:
    season_id = await drawn(home, SWISS)
    await home.services.leagues.sign_up.join(season_id, 31, "Late", "late")
    with pytest.raises(Refusal, match="next round is drawn by itself"):
        await home.services.leagues.draws.propose_draw(await known(home, season_id))
    await play_round(home, season_id)
    season = await known(home, season_id)
    number = season.find_number(31)
    assert any(number in table.seats for table in season.season.tables.values() if table.round == 2)


async def test_in_a_cup_the_winners_go_on_until_one_table_decides(home: House) -> None:
    season_id = await drawn(home, CUP)
    with pytest.raises(Refusal, match="cup was drawn"):
        await home.services.leagues.sign_up.join(season_id, 31, "Late", "late")
    winners = await play_round(home, season_id)
    season = await known(home, season_id)
    assert {season.entrants[number].user_id for number in season.season.tables[4].seats} == set(winners)
    (champion,) = await play_round(home, season_id)
    over = await known(home, season_id)
    assert len(over.season.rounds) == 2
    assert over.entrants[compute_standings(over.season, 1)[0].number].user_id == champion
    assert all(found.ok for found in check(over.season.lines))


async def test_after_a_crash_before_the_next_round_was_drawn_it_is_drawn_once(home: House) -> None:
    season_id = await drawn(home, SWISS)
    await play_round(home, season_id, but=1)
    season = await known(home, season_id)
    (last,) = [number for number, table in season.season.tables.items() if table.is_open]
    await all_here(home, season.tables[last])
    first, second, _ = await at(home, season.tables[last])
    await home.absence.give_up_seat(season.tables[last], first)
    await home.absence.give_up_seat(season.tables[last], second)
    await crashed(home)
    fresh = home.again()
    await fresh.services.leagues.maintenance.resume()
    await fresh.services.leagues.maintenance.settle()
    await settle(home)
    assert [
        drawn.number for drawn in (await fresh.services.leagues.season_log.get_season(season_id)).season.rounds
    ] == [
        1,
        2,
    ]


@pytest.mark.parametrize(("room", "fits"), [(leagues.MAX_TEXT_CHARS, True), (400, False)])
async def test_who_sits_with_whom_stands_under_the_standings_where_there_is_room(
    home: House, room: int, fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    season_id = await drawn(home, SWISS)
    monkeypatch.setattr(leagues, "MAX_TEXT_CHARS", room)
    shown = leagues.render_standings(await known(home, season_id), None)
    build_layout(shown)  # which refuses what Discord would
    words = "".join(shown.iterate_strings())
    assert "**Round 1 of 3**" in words
    assert ("**Tables of round 1**" in words) == fits
