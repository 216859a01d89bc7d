"""What happens to a season because time passes, and because people come late or doubt a result."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.host.errors import NotYours, Refusal
from bot.host.leagues import calendar
from bot.host.play.auto_answers import choose_bot_move
from bot.host.table import final_ranking
from bot.leagues.log_entries import Adjudicated, Carded, Disqualified, Extended, Outage, Reverted, Ruled
from bot.leagues.proof import check
from bot.leagues.season import Season
from bot.leagues.standings import compute_standings
from bot.leagues.table_opening import list_waiting
from bot.leagues.titles import find_champions
from bot.ui.screens.leagues.rulings import describe_line
from storage.interface.shards import ALL_SHARDS
from tests.host.leagues import (
    ADA,
    HELPER,
    ORGANISER,
    PEOPLE,
    PLAN,
    all_here,
    at,
    drawn,
    ends,
    kinds,
    known,
    moves,
    settle,
    signed_up,
)
from tests.house import GUILD, NOON, House

FOUR_WEEKS = PLAN.model_copy(update={"weeks": 4, "open_tables": "as it stands"})
LATE = {21: "Lea", 22: "Lou", 23: "Liv"}


async def pass_by(home: House, wall: list[datetime], **time: float) -> None:
    """Let so much time pass, and the clock ring."""
    wall[0] += timedelta(**time)
    await home.services.leagues.maintenance.check_due()
    await settle(home)


# -- the last day ------------------------------------------------------------------------------------


async def test_on_its_last_day_a_season_ends_by_itself_and_open_tables_are_decided_as_they_stand(
    home: House, wall: list[datetime]
) -> None:
    season_id = await drawn(home, FOUR_WEEKS)
    games = (await known(home, season_id)).tables
    await all_here(home, games[1])  # who sits nowhere else than at the others has not come
    (quitter, *_) = await at(home, games[1])
    await home.absence.give_up_seat(games[1], quitter)
    await moves(home, games[1])
    scores = {
        seat: score
        for seat, score in (await home.host.get_running_game(games[1])).table.compute_current_scores().items()
        if seat > 1
    }
    await pass_by(home, wall, weeks=4, minutes=-1)
    assert (await known(home, season_id)).row.status == "running"
    await pass_by(home, wall, minutes=1)
    over = await known(home, season_id)
    assert over.row.status == "over"
    season = over.season
    assert [season.tables[number].fate for number in (1, 2, 3, 4)] == ["adjudicated", "void", "void", "void"]
    last = over.find_number(quitter)
    assert last is not None
    assert season.compute_places(season.tables[1])[last] == 3, "whoever conceded stands below all who stayed"
    best = max(scores.values())
    winners = [season.tables[1].seats[seat - 1] for seat, score in scores.items() if score == best]
    assert [number for number, place in season.compute_places(season.tables[1]).items() if place == 1] == winners
    assert season.tables[1].scores == {}, "what somebody has may be secret"
    assert [line.by for line in season.lines if isinstance(line.entry, Adjudicated)] == [None]
    found = await home.host.find_table(games[1])
    assert found is not None
    assert found[0].status == "abandoned", "nobody is called for a game that counts no more"


async def test_a_season_whose_last_day_has_come_while_the_bot_was_off_ends_when_it_is_back(
    home: House, wall: list[datetime]
) -> None:
    season_id = await drawn(home, FOUR_WEEKS)
    wall[0] += timedelta(weeks=9)
    await home.services.leagues.maintenance.resume()
    await settle(home)
    await home.services.leagues.maintenance.check_due()
    assert (await known(home, season_id)).row.status == "over"


async def test_a_crash_after_the_season_has_ended_leaves_no_game_that_counts_no_more(
    home: House,
) -> None:
    season_id = await drawn(home, FOUR_WEEKS)
    await all_here(home, (await known(home, season_id)).tables[1])
    leagues = home.services.leagues
    made = await leagues.rulings._build_ending(await known(home, season_id))
    await leagues.season_log.write(season_id, lambda _: made, status="over")  # and then the process dies
    assert await home.storage.leagues.list_over_with_open_tables(ALL_SHARDS)
    await home.services.leagues.maintenance.resume()
    await settle(home)
    assert await home.storage.leagues.list_over_with_open_tables(ALL_SHARDS) == []


async def test_a_season_that_cannot_be_read_holds_up_no_other_season_and_no_table(
    home: House, wall: list[datetime], caplog: pytest.LogCaptureFixture
) -> None:
    damaged, whole = await drawn(home, FOUR_WEEKS), await drawn(home, FOUR_WEEKS, "Summer Cup")
    await home.storage.database.write(
        lambda rows: rows.execute("update seasons set plan = '{}' where season_id = ?", (damaged,)).rowcount
    )
    wall[0] += timedelta(weeks=4)
    await home.new_clock().tick()
    assert (await known(home, whole)).row.status == "over"
    assert [record.message for record in caplog.records if record.levelname == "ERROR"], "the operator hears of it"


async def test_nothing_more_is_done_for_the_seasons_of_a_server_that_was_forgotten(
    home: House, wall: list[datetime], caplog: pytest.LogCaptureFixture
) -> None:
    await drawn(home, FOUR_WEEKS)
    await home.storage.privacy.erase_server(GUILD)
    wall[0] += timedelta(weeks=4)
    await home.new_clock().tick()
    await settle(home)
    await home.new_clock().tick()
    await settle(home)
    assert [record.message for record in caplog.records if record.levelname in {"WARNING", "ERROR"}] == []


async def test_a_table_whose_game_cannot_be_read_any_more_is_void_on_the_last_day(
    home: House, wall: list[datetime]
) -> None:
    season_id = await drawn(home, FOUR_WEEKS)
    game_id = (await known(home, season_id)).tables[1]
    await all_here(home, game_id)
    await home.storage.database.write(
        lambda rows: rows.execute("update states set state = x'00' where game_id = ?", (game_id,)).rowcount
    )
    home.host.forget_loaded(game_id)
    await pass_by(home, wall, weeks=4)
    over = await known(home, season_id)
    assert (over.row.status, over.season.tables[1].fate) == ("over", "void")


async def test_the_last_day_can_be_put_off_and_that_can_be_taken_back(home: House, wall: list[datetime]) -> None:
    season_id = await drawn(home, FOUR_WEEKS)
    before = await known(home, season_id)
    end = calendar.compute_last_day(before.season, before.plan)
    assert end == NOON + timedelta(weeks=4)
    leagues = home.services.leagues
    later = await leagues.rulings.decide(season_id, ORGANISER, Extended(days=7), "Holidays.", before.row.lines)
    assert calendar.compute_last_day(later.season, later.plan) == end + timedelta(weeks=1)
    await pass_by(home, wall, weeks=4)
    assert (await known(home, season_id)).row.status == "running"
    await pass_by(home, wall, weeks=1)
    assert (await known(home, season_id)).row.status == "over"


async def test_a_season_without_a_last_day_waits_for_its_stewards(home: House, wall: list[datetime]) -> None:
    season_id = await drawn(home)
    await pass_by(home, wall, weeks=60)
    before = await known(home, season_id)
    assert before.row.status == "running"
    with pytest.raises(Refusal, match="no last day"):
        await home.services.leagues.rulings.decide(season_id, ORGANISER, Extended(days=7), "more", before.row.lines)


# -- who comes late ----------------------------------------------------------------------------------


async def test_a_player_who_comes_late_gets_the_chairs_of_a_player_who_has_left_at_tables_that_are_not_open_yet(
    home: House,
) -> None:
    season_id = await signed_up(home)
    for user_id in PEOPLE:
        await home.services.leagues.sign_up.set_wishes(season_id, user_id, cap=1)
    leagues = home.services.leagues
    await leagues.draws.write_draw(season_id, ORGANISER, (await leagues.season_log.get_season(season_id)).row.lines)
    season = await known(home, season_id)
    (opened,) = season.tables.values()
    gone = (await at(home, opened))[0]
    await leagues.sign_up.leave(season_id, gone)
    await settle(home)
    await leagues.sign_up.join(season_id, 21, "Lea", "late")
    season = await known(home, season_id)
    lea, left = season.find_number(21), season.find_number(gone)
    assert lea is not None
    assert left is not None
    planned = [table for table in season.season.tables.values() if table.number not in season.tables]
    assert sum(lea in table.seats for table in planned) == 2
    assert not any(left in table.seats for table in planned)
    assert season.season.entrants[lea].division == 1
    assert list_waiting(season.season) == []


async def test_a_player_who_comes_late_gets_no_chair_at_a_table_of_somebody_who_wants_to_be_kept_apart(
    home: House,
) -> None:
    season_id = await signed_up(home)
    for user_id in PEOPLE:
        await home.services.leagues.sign_up.set_wishes(season_id, user_id, cap=1, apart=[21])
    leagues = home.services.leagues
    await leagues.draws.write_draw(season_id, ORGANISER, (await leagues.season_log.get_season(season_id)).row.lines)
    (opened,) = (await known(home, season_id)).tables.values()
    await leagues.sign_up.leave(season_id, (await at(home, opened))[0])
    for user_id, name in LATE.items():
        await leagues.sign_up.join(season_id, user_id, name, "late")
    season = await known(home, season_id)
    assert [season.entrants[number].user_id for number in list_waiting(season.season)] == [21, 23], "Lou got the chairs"


async def test_a_player_who_comes_late_waits_where_no_chair_is_empty_until_they_are_enough_for_a_division(
    home: House,
) -> None:
    season_id = await drawn(home)
    leagues = home.services.leagues
    for user_id, name in LATE.items():
        with pytest.raises(Refusal, match=r"who came late|late joiners"):
            await leagues.draws.propose_draw(await leagues.season_log.get_season(season_id))
        await leagues.sign_up.join(season_id, user_id, name, f"late {user_id}")
    before = await known(home, season_id)
    assert len(list_waiting(before.season)) == 3
    after = await leagues.draws.write_draw(season_id, ORGANISER, before.row.lines)
    await settle(home)
    assert after.season.list_divisions() == [1, 2]
    assert {after.season.entrants[number].division for number in (5, 6, 7)} == {2}
    assert len((await known(home, season_id)).tables) == 4 + 3, "a table of three in every order of seats"
    assert all(found.ok for found in check(after.season.lines, published=after.season.digest))


async def test_nobody_joins_a_season_that_is_over(home: House, wall: list[datetime]) -> None:
    season_id = await drawn(home, FOUR_WEEKS)
    await pass_by(home, wall, weeks=4)
    with pytest.raises(Refusal, match="This season is over"):
        await home.services.leagues.sign_up.join(season_id, 21, "Lea", "late")


# -- outages -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("days", [3, 40])
async def test_an_outage_over_the_last_day_moves_it_by_as_much(home: House, wall: list[datetime], days: int) -> None:
    season_id = await drawn(home, FOUR_WEEKS)
    end = wall[0] + timedelta(weeks=4)
    await pass_by(home, wall, weeks=4, hours=-1)
    await home.restarted_after(home.clock, wall, timedelta(days=days))
    await pass_by(home, wall)
    here = await known(home, season_id)
    assert here.row.status == "running"
    assert calendar.compute_last_day(here.season, here.plan) == end + timedelta(days=days)
    assert check(here.season.lines), "the draw can still be verified"
    await pass_by(home, wall, minutes=59)
    assert (await known(home, season_id)).row.status == "running"
    await pass_by(home, wall, minutes=1)
    assert (await known(home, season_id)).row.status == "over"


async def test_the_time_of_a_second_outage_is_added_and_the_log_says_how_long_each_was(
    home: House, wall: list[datetime]
) -> None:
    season_id = await drawn(home, FOUR_WEEKS)
    end = wall[0] + timedelta(weeks=4)
    for hours in (30, 6):
        await home.restarted_after(home.clock, wall, timedelta(hours=hours))
    here = await known(home, season_id)
    assert calendar.compute_last_day(here.season, here.plan) == end + timedelta(hours=36)
    lines = [describe_line(here, line) for line in here.season.lines if isinstance(line.entry, Outage)]
    assert lines == [
        "I was away for 30 hours; the deadlines of this season moved by as much.",
        "I was away for 6 hours; the deadlines of this season moved by as much.",
    ]
    with pytest.raises(Refusal, match="Only what a steward has decided"):
        await home.services.leagues.rulings.decide(
            season_id, ORGANISER, Reverted(line=here.row.lines), "It was short.", here.row.lines
        )


async def test_the_last_day_of_a_round_does_not_move_with_an_outage_before_its_draw(
    home: House, wall: list[datetime]
) -> None:
    season_id = await signed_up(home, plan=FOUR_WEEKS)
    await home.restarted_after(home.clock, wall, timedelta(days=2))
    here = await known(home, season_id)
    await home.services.leagues.draws.write_draw(season_id, ORGANISER, here.row.lines)
    here = await known(home, season_id)
    assert calendar.compute_last_day(here.season, here.plan) == wall[0] + timedelta(weeks=4)


async def test_a_result_can_be_protested_for_a_week_in_which_people_could_press(
    home: House, wall: list[datetime]
) -> None:
    season_id = await drawn(home)
    game_id = (await known(home, season_id)).tables[1]
    people = await at(home, game_id)
    await all_here(home, game_id)
    await ends(home, game_id, *people[1:])
    await pass_by(home, wall, days=6)
    await home.restarted_after(home.clock, wall, timedelta(days=5))
    await pass_by(home, wall, hours=23)
    protests = await home.services.leagues.rulings.write_protest(season_id, people[1], 1, "The clock was wrong.")
    assert len(protests.season.protests) == 1
    await pass_by(home, wall, hours=2)
    with pytest.raises(Refusal):
        await home.services.leagues.rulings.write_protest(season_id, people[2], 1, "late")


async def test_a_season_that_ended_long_ago_gets_no_line_about_an_outage(home: House, wall: list[datetime]) -> None:
    season_id = await drawn(home, FOUR_WEEKS)
    await pass_by(home, wall, weeks=4)
    over = await known(home, season_id)
    assert over.row.status == "over"
    await home.restarted_after(home.clock, wall, timedelta(days=1))
    assert (await known(home, season_id)).row.lines == over.row.lines + 1
    await home.restarted_after(home.clock, wall, timedelta(weeks=9))
    assert (await known(home, season_id)).row.lines == over.row.lines + 1


# -- protests and decisions --------------------------------------------------------------------------


async def decided(home: House) -> tuple[int, list[int]]:
    """A season whose table 1 has a result, and who sat there, the winner last."""
    season_id = await drawn(home)
    game_id = (await known(home, season_id)).tables[1]
    await all_here(home, game_id)
    people = await at(home, game_id)
    await ends(home, game_id, *people[:2])
    return season_id, people


async def test_a_result_can_be_doubted_for_a_week_by_those_who_sat_there(home: House, wall: list[datetime]) -> None:
    season_id, people = await decided(home)
    leagues = home.services.leagues
    outside = next(user_id for user_id in PEOPLE if user_id not in people)
    for user_id in (outside, HELPER):
        with pytest.raises(NotYours, match="do not sit at that table"):
            await leagues.rulings.write_protest(season_id, user_id, 1, "unfair")
    at_second = await at(home, (await known(home, season_id)).tables[2])
    with pytest.raises(Refusal, match="no result yet"):
        await leagues.rulings.write_protest(season_id, at_second[0], 2, "early")
    wall[0] += timedelta(days=7)
    await leagues.rulings.write_protest(season_id, people[0], 1, "The clock was wrong.")
    with pytest.raises(Refusal, match="already protested"):
        await leagues.rulings.write_protest(season_id, people[0], 1, "again")
    wall[0] += timedelta(minutes=1)
    with pytest.raises(Refusal, match="more than a week old"):
        await leagues.rulings.write_protest(season_id, people[1], 1, "late")
    assert kinds(await known(home, season_id))["protest"] == 1


async def test_a_steward_rules_on_a_protest_once_and_not_on_one_about_their_own_table(home: House) -> None:
    season_id, people = await decided(home)
    leagues = home.services.leagues
    doubted = await leagues.rulings.write_protest(season_id, people[0], 1, "The clock was wrong.")
    (line,) = doubted.season.protests
    ruling = Ruled(protest=line, upheld=True)
    with pytest.raises(NotYours, match="another steward must decide"):
        await leagues.rulings.decide(season_id, people[1], ruling, "mine", doubted.row.lines)
    ruled = await leagues.rulings.decide(season_id, ORGANISER, ruling, "It was.", doubted.row.lines)
    assert ruled.season.protests[line].upheld
    with pytest.raises(Refusal, match="A steward has ruled on your protest"):
        await leagues.rulings.write_protest(season_id, people[0], 1, "once more")
    with pytest.raises(Refusal, match="No protest of line"):
        await leagues.rulings.decide(season_id, ORGANISER, ruling, "It was.", ruled.row.lines)
    assert Season(ruled.season.lines) == ruled.season


async def test_a_player_who_is_put_out_of_a_season_leaves_its_tables(home: House) -> None:
    season_id = await drawn(home)
    games = (await known(home, season_id)).tables
    before = await known(home, season_id)
    number = before.find_number(ADA)
    assert number is not None
    mine = next(one for one, table in before.season.tables.items() if number in table.seats)
    await all_here(home, games[mine])
    before = await known(home, season_id)
    await home.services.leagues.rulings.decide(
        season_id, ORGANISER, Disqualified(entrant=number), "Two accounts.", before.row.lines
    )
    running = await home.host.get_running_game(games[mine])
    assert ADA not in {seat_row.user_id for seat_row in running.seats}
    for game_id in games.values():
        assert ADA not in await at(home, game_id)


async def test_a_steward_decides_a_table_that_is_still_open(home: House) -> None:
    season_id = await drawn(home)
    game_id = (await known(home, season_id)).tables[1]
    await all_here(home, game_id)
    before = await known(home, season_id)
    seats = before.season.tables[1].seats
    places = dict(zip(seats, (1, 2, 3), strict=True))
    after = await home.services.leagues.rulings.decide(
        season_id, ORGANISER, Adjudicated(table=1, places=places), "It hangs.", before.row.lines
    )
    assert after.season.compute_places(after.season.tables[1]) == places
    await ends(home, game_id, *(await at(home, game_id))[:2])
    assert (await known(home, season_id)).season.compute_places(after.season.tables[1]) == places, (
        "its game counts no more"
    )


# -- silence -----------------------------------------------------------------------------------------


async def falls_silent(home: House, game_id: int, seat: int) -> None:
    """Let a bot hold somebody's seat, as after two answers that came too late."""
    async with home.host.lock_game(game_id):
        running = await home.host.get_running_game(game_id)
        await home.seating.assign_seat(running, replace(running.get_seat_row(seat), away=True), [], keep_orders=True)
    home.host.announce_commit(game_id)
    await settle(home)


async def plays_on(home: House, game_id: int, *seats: int) -> None:
    """Let some seats answer all that they are asked, to the end of the game."""
    while (running := await home.host.get_running_game(game_id)).row.status == "running":
        seat = next(seat for seat in seats if running.get_question(seat) is not None)
        question = running.get_question(seat)
        assert question is not None
        await home.plays(
            game_id, seat, choose_bot_move(running.game, running.table, running.row.revision, seat, question)
        )
        await settle(home)


async def test_a_player_whose_seat_a_bot_holds_when_the_game_ends_did_not_play(home: House) -> None:
    season_id = await drawn(home)
    game_id = (await known(home, season_id)).tables[1]
    await all_here(home, game_id)
    await falls_silent(home, game_id, 1)
    await falls_silent(home, game_id, 2)
    await plays_on(home, game_id, 3)
    season = (await known(home, season_id)).season
    silent = set(season.tables[1].seats[:2])
    assert season.tables[1].fate == "finished"
    assert season.tables[1].held == silent
    assert season.compute_places(season.tables[1]) == {season.tables[1].seats[2]: 1} | dict.fromkeys(silent, 2)
    assert [season.entrants[number].cards for number in sorted(silent)] == [1, 1]


async def test_a_tables_result_ranks_as_the_season_does_also_when_who_was_silent_is_forgotten(home: House) -> None:
    season_id = await drawn(home)
    game_id = (await known(home, season_id)).tables[1]
    await all_here(home, game_id)
    silent = (await at(home, game_id))[0]
    await falls_silent(home, game_id, 1)
    await falls_silent(home, game_id, 2)
    await plays_on(home, game_id, 3)
    for _ in range(2):
        running = await home.host.get_running_game(game_id)
        assert running.table.outcome is not None
        places = final_ranking.rank_seats(running.table.outcome, running.seats, running.league)
        season = (await known(home, season_id)).season
        assert list(places.values()) == [season.compute_places(season.tables[1])[one] for one in season.tables[1].seats]
        await home.services.erasure.forget(silent)


async def test_a_player_who_is_back_before_the_game_ends_has_played(home: House) -> None:
    season_id = await drawn(home)
    game_id = (await known(home, season_id)).tables[1]
    await all_here(home, game_id)
    await falls_silent(home, game_id, 1)
    await falls_silent(home, game_id, 2)
    for user_id in await at(home, game_id):
        await home.absence.return_seat(game_id, user_id)
    await ends(home, game_id, *(await at(home, game_id))[:2])
    season = (await known(home, season_id)).season
    assert not season.tables[1].held
    assert not any(isinstance(line.entry, Carded) and line.entry.held for line in season.lines)


# -- who played ----------------------------------------------------------------------------------------


async def test_a_season_that_ends_before_anybody_has_moved_puts_nobody_on_the_podium(
    home: House, wall: list[datetime]
) -> None:
    season_id = await drawn(home, FOUR_WEEKS)
    for game_id in (await known(home, season_id)).tables.values():
        await all_here(home, game_id)
    await pass_by(home, wall, weeks=4)
    over = await known(home, season_id)
    assert over.row.status == "over"
    assert {table.fate for table in over.season.tables.values()} == {"void"}
    assert find_champions(over.season) == []


async def test_where_only_one_who_has_conceded_since_has_moved_the_last_day_decides_nothing(
    home: House, wall: list[datetime]
) -> None:
    season_id = await drawn(home, FOUR_WEEKS)
    game_id = (await known(home, season_id)).tables[1]
    await all_here(home, game_id)
    before = (await home.host.get_running_game(game_id)).get_etags()
    await moves(home, game_id)
    mover = (await at(home, game_id))[next(iter(before)) - 1]
    await home.absence.give_up_seat(game_id, mover)
    await settle(home)
    await pass_by(home, wall, weeks=4)
    assert (await known(home, season_id)).season.tables[1].fate == "void"


async def test_people_who_come_and_never_answer_leave_a_table_that_counts_for_nothing(home: House) -> None:
    season_id = await drawn(home)
    game_id = (await known(home, season_id)).tables[1]
    await all_here(home, game_id)
    for seat in (1, 2, 3):
        await falls_silent(home, game_id, seat)
    season = (await known(home, season_id)).season
    assert season.tables[1].fate == "void"
    assert {row.points for row in compute_standings(season, 1)} == {0}
    assert [season.entrants[number].cards for number in season.tables[1].seats] == [1, 1, 1]


async def test_a_no_show_who_takes_their_seat_again_and_plays_to_the_end_has_won(
    home: House, wall: list[datetime]
) -> None:
    season_id = await drawn(home)
    game_id = (await known(home, season_id)).tables[1]
    late, *here = await at(home, game_id)
    for user_id in here:
        await home.lobby.confirm_presence(game_id, user_id, "word")
    wall[0] += timedelta(hours=25)
    await home.lobby.look()
    await settle(home)
    (free,) = (one.seat for one in (await home.host.get_running_game(game_id)).seats if one.is_free)
    await home.votes.take_seat(game_id, free, late, "Late")
    await ends(home, game_id, *here)
    season = await known(home, season_id)
    number = season.find_number(late)
    assert number is not None
    (row,) = (one for one in compute_standings(season.season, 1) if one.number == number)
    assert (row.points, row.wins) == (600, 1)
    assert season.season.entrants[number].cards == 1
