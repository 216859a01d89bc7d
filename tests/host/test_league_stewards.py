"""Stewards who play, and forgotten people: decisions closed to them, and the public record of their rulings."""

from __future__ import annotations

import json

import pytest

from bot.host.errors import NotYours, Refusal
from bot.host.leagues.plan import Plan
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.log_entries import Disqualified, Extended, Moved, Penalty, Reverted, Voided
from bot.ui.screens.leagues.rulings import render_season_log
from tests.host.leagues import ADA, BEN, CLEO, DORA, ORGANISER, PEOPLE, all_here, at, drawn, ends, known, settle
from tests.house import CHANNEL, House

OUTSIDER = 77


async def decides(
    home: House, season_id: int, user_id: int, entry: Penalty | Disqualified | Moved | Reverted | Extended | Voided
) -> KnownSeason:
    """Let somebody decide something, having seen all there is."""
    season = await known(home, season_id)
    await home.services.leagues.rulings.simulate_decision(season, user_id, entry)
    await home.services.leagues.rulings.decide(season_id, user_id, entry, "because", season.row.lines)
    return await known(home, season_id)


async def appointed(home: House, season_id: int, *people: int) -> None:
    league_id = (await known(home, season_id)).league.league_id
    for user_id in people:
        await home.storage.leagues.put_steward(league_id, user_id, True)


def number(season: KnownSeason, user_id: int) -> int:
    found = season.find_number(user_id)
    assert found is not None
    return found


def words(season: KnownSeason) -> str:
    return "\n".join(block for block in render_season_log(season, 0).blocks if isinstance(block, str))


# -- who plays -----------------------------------------------------------------------------------------


async def test_a_steward_who_plays_fines_and_puts_out_nobody_with_whom_they_compete_and_reads_who_can(
    home: House,
) -> None:
    season_id = await drawn(home)
    await appointed(home, season_id, ADA, BEN, OUTSIDER)
    season = await known(home, season_id)
    for entry in (Penalty(entrant=number(season, CLEO), points=5), Disqualified(entrant=number(season, CLEO))):
        with pytest.raises(NotYours, match="You compete with them") as refused:
            await home.services.leagues.rulings.simulate_decision(season, ADA, entry)
        assert str(refused.value).endswith(f"<@{OUTSIDER}> can do it.")
        with pytest.raises(NotYours, match="You compete with them"):
            await home.services.leagues.rulings.decide(season_id, ADA, entry, "because", season.row.lines)
    fined = await decides(home, season_id, OUTSIDER, Penalty(entrant=number(season, CLEO), points=5))
    with pytest.raises(NotYours, match="You compete with them"):
        await decides(home, season_id, ADA, Reverted(line=fined.row.lines))
    await home.storage.leagues.put_steward(season.league.league_id, OUTSIDER, False)
    with pytest.raises(NotYours, match="No other steward can: a server manager"):
        await decides(home, season_id, ADA, Penalty(entrant=number(season, CLEO), points=5))


async def test_everybody_reads_that_a_decision_came_from_somebody_who_plays(home: House) -> None:
    season_id = await drawn(home)
    season = await known(home, season_id)
    after = await decides(home, season_id, ADA, Moved(channel_id=CHANNEL + 1, before=CHANNEL))
    assert f"Decided by <@{ADA}>, who plays in division 1. Why: because" in words(after)
    after = await decides(home, season_id, OUTSIDER, Penalty(entrant=number(season, ADA), points=1))
    assert f"Decided by <@{OUTSIDER}>. Why: because" in words(after)
    await home.services.erasure.forget(ADA)
    after = await known(home, season_id)
    assert f"Decided by entrant {number(season, ADA)}, who plays in division 1. Why: because" in words(after)
    assert f"<@{ADA}>" not in words(after), "the running program does not remember it either"


async def test_a_player_who_has_an_open_table_neither_ends_the_season_nor_puts_its_end_off(home: House) -> None:
    leagues = home.services.leagues
    season_id = await drawn(home, Plan(title="toy", seats=3, weeks=4, open_tables="as it stands"))
    season = await known(home, season_id)
    for attempt in (
        leagues.rulings.simulate_end(season, ADA),
        leagues.rulings.finish(season_id, ADA, season.row.lines),
        leagues.rulings.simulate_decision(season, ADA, Extended(days=7)),
    ):
        with pytest.raises(NotYours, match="A table at which you sit"):
            await attempt
    await leagues.rulings.simulate_end(season, OUTSIDER)
    after = await decides(home, season_id, OUTSIDER, Extended(days=7))
    with pytest.raises(NotYours, match="A table at which you sit"):
        await decides(home, season_id, ADA, Reverted(line=after.row.lines))
    theirs = [game_id for game_id in season.tables.values() if ADA in await at(home, game_id)]
    others = [game_id for game_id in season.tables.values() if game_id not in theirs]
    for game_id in theirs:
        people = await at(home, game_id)
        await all_here(home, game_id)
        await ends(home, game_id, *people[1:])
    season = await known(home, season_id)
    with pytest.raises(NotYours, match="You compete with them"):
        await leagues.rulings.finish(season_id, ADA, season.row.lines)
    for game_id in others:
        await all_here(home, game_id)
        await ends(home, game_id, *(await at(home, game_id))[1:])
    season = await known(home, season_id)
    assert (await leagues.rulings.finish(season_id, ADA, season.row.lines)).row.status == "over"


async def test_a_manager_who_plays_settles_nothing_at_a_table_of_theirs_and_frees_no_rivals_seat(home: House) -> None:
    leagues = home.services.leagues
    season_id = await drawn(home)
    season = await known(home, season_id)
    for table, game_id in season.tables.items():
        seats = season.season.tables[table].seats
        assert not await leagues.rulings.check_manager(game_id, OUTSIDER, 1)
        if number(season, ADA) in seats:
            with pytest.raises(NotYours, match="You sit at that table"):
                await leagues.rulings.check_manager(game_id, ADA)
        else:
            with pytest.raises(NotYours, match="You compete with them"):
                await leagues.rulings.check_manager(game_id, ADA)
            with pytest.raises(NotYours, match="You compete with them"):
                await leagues.rulings.check_manager(game_id, ADA, 1)
    assert not await leagues.rulings.check_manager(999, ADA)


async def test_a_steward_who_was_put_out_of_the_season_is_none_until_that_is_taken_back(home: House) -> None:
    rulings = home.services.leagues.rulings
    season_id = await drawn(home)
    await appointed(home, season_id, ADA, OUTSIDER)
    season = await known(home, season_id)
    league_id = season.league.league_id
    after = await decides(home, season_id, ORGANISER, Disqualified(entrant=number(season, ADA)))
    assert await rulings.list_stewards(league_id) == [OUTSIDER]
    with pytest.raises(NotYours, match=f"<@{OUTSIDER}> can do it"):
        await rulings.simulate_decision(after, BEN, Penalty(entrant=number(season, CLEO), points=5))
    await decides(home, season_id, OUTSIDER, Reverted(line=_find_line(after, Disqualified)))
    assert await rulings.list_stewards(league_id) == [ADA, OUTSIDER]


def _find_line(season: KnownSeason, kind: type[Disqualified]) -> int:
    return next(line.number for line in season.season.lines if isinstance(line.entry, kind))


# -- forgotten people ----------------------------------------------------------------------------------


async def test_a_player_who_was_put_out_is_not_let_in_again_by_being_forgotten(home: House) -> None:
    leagues = home.services.leagues
    season_id = await drawn(home)
    season = await known(home, season_id)
    await decides(home, season_id, ORGANISER, Disqualified(entrant=number(season, CLEO)))
    await home.services.erasure.forget(CLEO)
    with pytest.raises(Refusal, match="nobody joins the same season twice"):
        await leagues.sign_up.join(season_id, CLEO, "Clea", "another press")
    season = await known(home, season_id)
    assert len(season.entrants) == len(PEOPLE)
    await leagues.rulings.finish(season_id, ORGANISER, season.row.lines)
    following = await leagues.sign_up.create_next_season(season.league.league_id, season.plan)
    await leagues.sign_up.open_sign_up(following.row.season_id, ORGANISER)
    joined = await leagues.sign_up.join(following.row.season_id, CLEO, "Clea", "another press")
    assert joined.find_number(CLEO) == 1


async def test_a_player_who_left_or_was_only_signed_up_comes_back_as_nobody_else_either(home: House) -> None:
    leagues = home.services.leagues
    made = await leagues.sign_up.create_league(
        name="Cup", guild_id=1, channel_id=2, user_id=ORGANISER, plan=Plan(title="toy", seats=3)
    )
    season_id = made.row.season_id
    await leagues.sign_up.open_sign_up(season_id, ORGANISER)
    await leagues.sign_up.join(season_id, ADA, "Ada", "1")
    await home.services.erasure.forget(ADA)
    with pytest.raises(Refusal, match="nobody joins the same season twice"):
        await leagues.sign_up.join(season_id, ADA, "Ada", "2")
    await settle(home)


async def test_a_player_who_was_forgotten_decides_nothing_about_the_table_at_which_they_sat(home: House) -> None:
    season_id = await drawn(home)
    season = await known(home, season_id)
    mine = number(season, DORA)
    games = {
        table.number: season.tables[table.number] for table in season.season.tables.values() if mine in table.seats
    }
    await home.services.erasure.forget(DORA)
    season = await known(home, season_id)
    for table, game_id in games.items():
        with pytest.raises(NotYours, match="You sit at that table, or have helped out there"):
            await decides(home, season_id, DORA, Voided(table=table))
        with pytest.raises(NotYours, match="You sit at that table"):
            await home.services.leagues.rulings.check_manager(game_id, DORA)
    with pytest.raises(NotYours, match="This is about yourself"):
        await decides(home, season_id, DORA, Penalty(entrant=mine, points=-5))
    with pytest.raises(NotYours, match="You compete with them"):
        await decides(home, season_id, DORA, Penalty(entrant=number(season, BEN), points=5))


async def test_a_player_who_was_forgotten_helps_out_under_the_number_they_had(home: House) -> None:
    """Else they would be somebody new, who could decide about the tables of the one they were."""
    season_id = await drawn(home)
    season = await known(home, season_id)
    game_id = season.tables[1]
    await all_here(home, game_id)
    sitting = await at(home, game_id)
    helped, away = sitting[0], next(user_id for user_id in PEOPLE if user_id not in sitting)
    mine = number(season, away)
    await home.services.erasure.forget(away)
    await home.services.leagues.sign_up.leave(season_id, helped)
    await settle(home)
    seat = next(one for one in (await home.host.get_running_game(game_id)).seats if one.is_free)
    await home.votes.take_seat(game_id, seat.seat, away, "Nobody")
    after = await known(home, season_id)
    assert len(after.entrants) == len(PEOPLE)
    assert after.season.entrants[mine].helped == 1
    assert after.entrants[mine].user_id is None


async def test_forgetting_says_beforehand_what_is_kept_of_a_season_and_until_when(home: House) -> None:
    season_id = await drawn(home)
    traces = await home.services.erasure.find_traces(ADA)
    assert traces.recognised_in == ["**Winter Cup**, season 1"]
    await home.services.erasure.forget(ADA)
    assert (await home.services.erasure.find_traces(ADA)).recognised_in == ["**Winter Cup**, season 1"]
    data = json.dumps(await home.services.erasure.collect_data(ADA))
    assert '"recognised_until_the_end_of_seasons": [{"league": "Winter Cup"' in data
    season = await known(home, season_id)
    await home.services.leagues.rulings.finish(season_id, ORGANISER, season.row.lines)
    assert (await home.services.erasure.find_traces(ADA)).recognised_in == []
    assert (await home.services.erasure.find_traces(BEN)).recognised_in == []
