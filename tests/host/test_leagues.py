"""A season as the host keeps it: its tables open by themselves, and their results come into its log as they end."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, time, timedelta
from weakref import ref

import pytest

from bot.games import GAMES
from bot.host.errors import NotYours, Refusal
from bot.host.leagues import game_selection, season_log
from bot.host.leagues.plan import Plan, build_default_plan, validate_league_name, with_value
from bot.host.leagues.season_events import build_line
from bot.host.record.export import export_game
from bot.host.record.proof import verify_export
from bot.host.table.deadlines import DaysOff, Wishes
from bot.leagues.log_entries import Corrected, Disqualified, Drawn, Penalty, Voided
from bot.leagues.proof import check
from bot.leagues.season import Season
from bot.leagues.standings import compute_standings
from storage.interface.errors import StoreFailed
from tests.host.leagues import (
    ADA,
    BEN,
    CLEO,
    DORA,
    HELPER,
    ORGANISER,
    PEOPLE,
    PLAN,
    all_here,
    at,
    crashed,
    drawn,
    ends,
    is_played,
    kinds,
    known,
    settle,
    signed_up,
)
from tests.house import CHANNEL, GUILD, House

# -- from the draft to the draw ----------------------------------------------------------------------


async def test_what_a_season_is_played_by_is_settled_when_sign_up_opens(home: House) -> None:
    leagues = home.services.leagues
    made = await leagues.sign_up.create_league(
        name="Cup", guild_id=GUILD, channel_id=CHANNEL, user_id=ORGANISER, plan=PLAN
    )
    season_id = made.row.season_id
    changed = await leagues.sign_up.change_plan(season_id, lambda plan: plan.model_copy(update={"seats": 4}))
    assert changed.plan.seats == 4
    with pytest.raises(Refusal, match="2 to 5"):
        await leagues.sign_up.change_plan(season_id, lambda plan: plan.model_copy(update={"seats": 6}))
    with pytest.raises(Refusal, match="Sign-up has not begun"):
        await leagues.sign_up.join(season_id, ADA, "Ada", "1")
    opened = await leagues.sign_up.open_sign_up(season_id, ORGANISER)
    assert opened.season.get_rules().seats == 4
    with pytest.raises(Refusal, match="settled"):
        await leagues.sign_up.change_plan(season_id, lambda plan: plan)
    with pytest.raises(Refusal, match="open already"):
        await leagues.sign_up.open_sign_up(season_id, ORGANISER)


def test_in_a_league_everybody_plays_for_themselves() -> None:
    plan = Plan(title="corporate-espionage", seats=4)
    with pytest.raises(Refusal, match="everybody plays for themselves"):
        with_value(plan, GAMES, "teams", "alliances")
    assert with_value(plan, GAMES, "teams", "off").options["teams"] == "off"
    assert with_value(plan, GAMES, "trading", True).options["trading"]


def test_a_new_season_of_goodwill_is_played_swiftly_unless_its_pace_is_quick() -> None:
    game = GAMES["goodwill"]
    plan = build_default_plan(game, 4, only_winning=False)
    assert plan.options == {"fast_mode": "swift"}
    assert with_value(plan, GAMES, "pace", "12 hours").options == plan.options
    chosen = with_value(plan, GAMES, "fast_mode", "yearly sheet")
    assert with_value(chosen, GAMES, "pace", "48 hours").options["fast_mode"] == "yearly sheet"
    assert build_default_plan(GAMES["carnegie"], 4, only_winning=False).options == {}


def test_another_pace_changes_all_games_of_a_season_that_have_to_do_with_it() -> None:
    plan = build_default_plan(GAMES["carnegie"], 4, only_winning=False)
    plan = game_selection.change_games(plan, GAMES, "add.goodwill") or plan
    assert [game.options for game in plan.games] == [{}, {"fast_mode": "swift"}]
    quick = with_value(with_value(plan, GAMES, "hours", 6), GAMES, "pace", "own")
    assert quick.games[1].options["fast_mode"] != "swift"
    assert quick.games[0].options == {}
    back = with_value(quick, GAMES, "pace", "24 hours")
    assert back.games[1].options["fast_mode"] == "swift"


def test_a_game_that_is_added_at_another_pace_begins_with_what_suits_that() -> None:
    plan = with_value(build_default_plan(GAMES["carnegie"], 4, only_winning=False), GAMES, "hours", 6)
    plan = with_value(plan, GAMES, "pace", "own")
    added = game_selection.change_games(plan, GAMES, "add.goodwill")
    assert added is not None
    assert added.games[1].options == {}


async def test_a_server_has_one_league_of_a_name(home: House) -> None:
    await signed_up(home)
    with pytest.raises(Refusal, match="already"):
        await home.services.leagues.sign_up.create_league(
            name="winter cup", guild_id=GUILD, channel_id=CHANNEL, user_id=ORGANISER, plan=PLAN
        )


def test_a_league_is_called_by_letters_and_digits() -> None:
    assert validate_league_name("  Ann's   1st Cup! ") == "Ann's 1st Cup!"
    for wrong in ("", "a" * 41, "[x](y)", "<@1>", "a.b", "**"):
        with pytest.raises(Refusal):
            validate_league_name(wrong)


async def test_signing_up_twice_changes_nothing_and_who_left_while_people_sign_up_can_join_again(home: House) -> None:
    season_id = await signed_up(home)
    again = await home.services.leagues.sign_up.join(season_id, ADA, "Ada", "another press")
    assert len(again.entrants) == 4
    for _ in range(2):
        await home.services.leagues.sign_up.leave(season_id, ADA)
        with pytest.raises(Refusal, match="nothing to leave"):
            await home.services.leagues.sign_up.leave(season_id, ADA)
        back = await home.services.leagues.sign_up.join(season_id, ADA, "Ada", "again")
        ada = back.season.entrants[back.find_number(ADA) or 0]
        assert (len(back.entrants), ada.status, ada.ticket) == (4, "plays", f"press {ADA}"), (
            "a new one would be a choice"
        )


async def test_nobody_comes_back_who_left_after_the_draw_or_was_put_out_before_it(home: House) -> None:
    leagues = home.services.leagues
    season_id = await signed_up(home)
    season = await known(home, season_id)
    out = Disqualified(entrant=season.find_number(DORA) or 0)
    await leagues.rulings.decide(season_id, ORGANISER, out, "was rude", season.row.lines)
    with pytest.raises(Refusal, match="nobody joins the same season twice"):
        await leagues.sign_up.join(season_id, DORA, "Dora", "again")
    await leagues.draws.write_draw(season_id, ORGANISER, (await known(home, season_id)).row.lines)
    await settle(home)
    await leagues.sign_up.leave(season_id, ADA)
    with pytest.raises(Refusal, match="nobody joins the same season twice"):
        await leagues.sign_up.join(season_id, ADA, "Ada", "again")


async def test_the_preview_of_a_draw_is_the_draw_unless_somebody_joins_meanwhile(home: House) -> None:
    leagues = home.services.leagues
    season_id = await signed_up(home, [ADA, BEN, CLEO])
    before = await leagues.season_log.get_season(season_id)
    seen = before.row.lines
    assert len((await leagues.draws.propose_draw(before)).entry.tables) == 3
    await leagues.sign_up.join(season_id, DORA, "Dora", "late")
    with pytest.raises(Refusal, match="gone on"):
        await leagues.draws.write_draw(season_id, ORGANISER, seen)
    now = await leagues.season_log.get_season(season_id)
    proposed = (await leagues.draws.propose_draw(now)).entry
    after = await leagues.draws.write_draw(season_id, ORGANISER, now.row.lines)
    assert after.season.lines[-1].entry == proposed
    assert all(found.ok for found in check(after.season.lines))
    await settle(home)


async def test_too_few_cannot_be_drawn(home: House) -> None:
    season_id = await signed_up(home, [ADA, BEN])
    with pytest.raises(Refusal, match="A table needs 3, and 2 have signed up"):
        await home.services.leagues.draws.propose_draw(await home.services.leagues.season_log.get_season(season_id))


async def test_only_those_who_have_signed_up_are_kept_apart_and_only_before_the_draw(home: House) -> None:
    leagues = home.services.leagues
    season_id = await signed_up(home)
    await leagues.sign_up.set_wishes(season_id, ADA, apart=[BEN, HELPER, ADA])
    proposed = await leagues.draws.propose_draw(await leagues.season_log.get_season(season_id))
    assert len(proposed.together) == 1, "there is one division"
    assert [*proposed.wished.values()] == [(2,)]
    assert len(proposed.entry.sealed) == 4, "who wishes nothing has sealed that, too"
    assert str(BEN) not in proposed.entry.model_dump_json(exclude={"sealed", "seed"})
    with pytest.raises(NotYours):
        await leagues.sign_up.set_wishes(season_id, HELPER, cap=1)
    await leagues.draws.write_draw(season_id, ORGANISER, (await leagues.season_log.get_season(season_id)).row.lines)
    with pytest.raises(Refusal, match="too late"):
        await leagues.sign_up.set_wishes(season_id, ADA, apart=[])
    await settle(home)


# -- tables ------------------------------------------------------------------------------------------


async def test_all_tables_open_by_themselves_with_the_seats_that_were_drawn(home: House) -> None:
    season_id = await drawn(home)
    season = await known(home, season_id)
    assert sorted(season.tables) == [1, 2, 3, 4]
    for number, game_id in season.tables.items():
        table = await home.lobby.get_open_table(game_id)
        assert [season.find_number(seat_row.user_id or 0) for seat_row in table.seats] == season.season.tables[
            number
        ].seats
        assert table.settings.undo == "own moves"
    for number, game_id in season.tables.items():
        await all_here(home, game_id)
        running = await home.host.get_running_game(game_id)
        assert [season.find_number(seat_row.user_id or 0) for seat_row in running.seats] == season.season.tables[
            number
        ].seats
    assert kinds(await known(home, season_id))["began"] == 4


async def test_nobody_plays_at_more_tables_at_once_than_they_want_to(home: House) -> None:
    season_id = await signed_up(home)
    for user_id in PEOPLE:
        await home.services.leagues.sign_up.set_wishes(season_id, user_id, cap=1)
    before = await home.services.leagues.season_log.get_season(season_id)
    await home.services.leagues.draws.write_draw(season_id, ORGANISER, before.row.lines)
    season = await known(home, season_id)
    ((_, game_id),) = season.tables.items()
    await all_here(home, game_id)
    assert len((await known(home, season_id)).tables) == 1
    await ends(home, game_id, *(await at(home, game_id))[:2])
    assert len((await known(home, season_id)).tables) == 2, "the next table opens when one is over"
    sat = await at(home, game_id)
    spare = next(user_id for user_id in PEOPLE if user_id not in sat)
    await home.services.leagues.sign_up.set_wishes(season_id, spare, cap=3)
    assert len((await known(home, season_id)).tables) == 2, "the others have not more room for that"
    for user_id in PEOPLE:
        await home.services.leagues.sign_up.set_wishes(season_id, user_id, cap=0)
    assert len((await known(home, season_id)).tables) == 4


async def test_a_result_comes_in_with_the_move_that_ends_the_game(home: House) -> None:
    season_id = await drawn(home)
    game_id = (await known(home, season_id)).tables[1]
    await all_here(home, game_id)
    first, second, winner = await at(home, game_id)
    await ends(home, game_id, first, second)
    season = await known(home, season_id)
    rows = {row.number: row for row in compute_standings(season.season, 1)}
    won, lost = season.find_number(winner), season.find_number(first)
    assert won is not None
    assert lost is not None
    assert (rows[won].points, rows[won].wins) == (600, 1)
    assert (rows[lost].points, rows[lost].place) == (0, 2), "who concedes gets nothing"
    assert kinds(season)["result"] == 1
    assert season.season.tables[1].gone == {lost, season.find_number(second)}


@pytest.mark.parametrize("refused", [False, True])
async def test_a_result_is_not_in_the_log_when_the_move_was_not_saved(
    home: House, refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    season_id = await drawn(home)
    game_id = (await known(home, season_id)).tables[1]
    await all_here(home, game_id)
    people = await at(home, game_id)
    await ends(home, game_id, people[0])
    if refused:
        await home.storage.database.write(
            lambda rows: (
                rows.execute(
                    "create trigger full before insert on results begin select raise(abort, 'full'); end"
                ).rowcount
            )
        )
        with pytest.raises(StoreFailed):
            await home.absence.give_up_seat(game_id, people[1])
        assert kinds(await known(home, season_id))["left"] == 1
        await home.storage.database.write(lambda rows: rows.execute("drop trigger full").rowcount)
    await ends(home, game_id, people[1])
    counted = kinds(await known(home, season_id))
    assert (counted["left"], counted["result"]) == (2, 1), "nothing was lost, and nothing is there twice"


async def test_after_a_crash_between_any_two_steps_a_season_goes_on(home: House) -> None:
    """A second program reads the same log, opens all tables still to be opened, and opens none twice."""
    season_id = await signed_up(home)
    before = await home.services.leagues.season_log.get_season(season_id)
    proposed = await home.services.leagues.draws.propose_draw(before)
    await home.services.leagues.draws.write_draw(season_id, ORGANISER, before.row.lines)
    await crashed(home)
    fresh = home.again()
    await fresh.services.leagues.maintenance.resume()
    await fresh.services.leagues.maintenance.settle()
    season = await fresh.services.leagues.season_log.get_season(season_id)
    assert season.season.lines[-1].entry == proposed.entry
    assert sorted(season.tables) == [1, 2, 3, 4]
    assert len(await home.storage.games.list_in_server(GUILD, statuses=("open",))) == 4
    await settle(home)
    assert Season((await known(home, season_id)).season.lines) == season.season


async def test_a_leagues_table_is_not_changed_joined_or_left(home: House) -> None:
    season_id = await drawn(home)
    game_id = (await known(home, season_id)).tables[1]
    seated = (await at(home, game_id))[0]
    with pytest.raises(NotYours, match="Winter Cup"):
        await home.lobby.set_options(game_id, seated, {"pace": "48 hours"}, organiser=True)
    with pytest.raises(NotYours, match="begins by itself"):
        await home.lobby.start(game_id, seated, organiser=True)
    with pytest.raises(Refusal, match="drawn"):
        await home.lobby.join(game_id, HELPER, "Hal")
    with pytest.raises(Refusal, match="/league leave"):
        await home.lobby.leave(game_id, seated)


@pytest.mark.parametrize("kind", ["pause", "abandon"])
async def test_a_leagues_table_does_not_vote_on_what_others_wait_for(home: House, kind: str) -> None:
    season_id = await drawn(home)
    game_id = (await known(home, season_id)).tables[1]
    await all_here(home, game_id)
    with pytest.raises(Refusal, match="A server manager can do it"):
        await home.votes.propose(game_id, (await at(home, game_id))[0], kind)  # type: ignore[arg-type]


async def test_a_game_that_ends_without_a_result_counts_for_nothing(home: House) -> None:
    season_id = await drawn(home)
    tables = (await known(home, season_id)).tables
    await all_here(home, tables[1])
    await home.votes.close_without_result(tables[1], "The organisers have decided it.")
    await home.storage.games.close_without_result(tables[2], home.host.format_now())
    season = await known(home, season_id)
    assert [table.fate for table in season.season.tables.values()] == ["void", "void", "planned", "planned"]


# -- who does not come, leaves, helps out ------------------------------------------------------------


async def in_time(home: House, wall: list[datetime], hours: int = 25) -> None:
    """Let the time pass for which tables wait for their people."""
    wall[0] += timedelta(hours=hours)
    await home.lobby.look()
    await settle(home)


async def test_a_table_begins_without_who_does_not_come(home: House, wall: list[datetime]) -> None:
    season_id = await drawn(home)
    game_id = (await known(home, season_id)).tables[1]
    late, *here = await at(home, game_id)
    for user_id in here:
        await home.lobby.confirm_presence(game_id, user_id, "word")
    await in_time(home, wall)
    season = await known(home, season_id)
    number = season.find_number(late)
    assert number is not None
    table = season.season.tables[1]
    assert (table.fate, table.absent) == ("running", {number})
    assert season.season.entrants[number].cards >= 1
    running = await home.host.get_running_game(game_id)
    (empty,) = [seat_row for seat_row in running.seats if seat_row.is_free]
    assert table.seats[empty.seat - 1] == number
    await ends(home, game_id, *here[:1])
    await home.absence.give_up_seat(game_id, here[1])
    await settle(home)
    report = verify_export(await export_game(home.storage, game_id), home.host.games)
    assert report.ok, report.checks


async def test_a_player_who_comes_alone_has_won_and_a_table_to_which_nobody_comes_is_void(
    home: House, wall: list[datetime]
) -> None:
    season_id = await drawn(home)
    tables = (await known(home, season_id)).tables
    alone = (await at(home, tables[1]))[0]
    await home.lobby.confirm_presence(tables[1], alone, "word")
    await in_time(home, wall)
    season = await known(home, season_id)
    number = season.find_number(alone)
    for table in season.season.tables.values():
        mine = number in table.seats
        assert table.fate == ("adjudicated" if mine else "void"), "one press is for all tables"
        assert not mine or season.season.compute_places(table)[number or 0] == 1
    saved = await home.storage.games.load(tables[1])
    assert saved is not None
    assert saved.game.status == "abandoned"


async def awaited(home: House, user_id: int) -> list[int]:
    """At which open tables somebody has to say that they are here."""
    found = []
    for row in await home.storage.games.list_in_server(GUILD, statuses=("open",)):
        here = (await home.lobby.get_open_table(row.game_id)).list_awaited(home.host.now())
        found += [row.game_id for seat_row in here if seat_row.user_id == user_id]
    return sorted(found)


async def test_one_press_says_that_one_is_here_at_all_tables_of_a_draw(home: House) -> None:
    season_id = await drawn(home)
    tables = (await known(home, season_id)).tables
    mine = await awaited(home, ADA)
    assert len(mine) == 3
    await home.lobby.confirm_presence(mine[1], ADA, "word")
    assert await awaited(home, ADA) == []
    for user_id in (BEN, CLEO, DORA):
        (one, *_) = await awaited(home, user_id)
        await home.lobby.join(one, user_id, PEOPLE[user_id], "word")
    assert kinds(await known(home, season_id))["began"] == len(tables), "nobody is waited for any more"
    with pytest.raises(Refusal, match="has already begun"):
        await home.lobby.confirm_presence(mine[0], ADA, "word")


async def test_one_day_away_is_one_card_however_many_tables(home: House, wall: list[datetime]) -> None:
    season_id = await drawn(home)
    for user_id in (BEN, CLEO, DORA):
        await home.lobby.confirm_presence((await awaited(home, user_id))[0], user_id, "word")
    await in_time(home, wall)
    season = await known(home, season_id)
    number = season.find_number(ADA) or 0
    assert sum(number in table.absent for table in season.season.tables.values()) == 3
    assert season.season.entrants[number].cards == 1
    assert not season.season.is_barred(number)


async def one_at_a_time(home: House) -> int:
    """A season whose people play one table at once."""
    season_id = await signed_up(home)
    for user_id in PEOPLE:
        await home.services.leagues.sign_up.set_wishes(season_id, user_id, cap=1)
    before = await home.services.leagues.season_log.get_season(season_id)
    await home.services.leagues.draws.write_draw(season_id, ORGANISER, before.row.lines)
    await settle(home)
    return season_id


async def next_without(home: House, wall: list[datetime], season_id: int, absent: int) -> int:
    """Let a season go on to the next table at which somebody sits, who does not come; return the table's number."""
    while True:
        season = await known(home, season_id)
        number, game_id = max(season.tables.items())
        people = await at(home, game_id)
        for user_id in people:
            if user_id != absent and await awaited(home, user_id):
                await home.lobby.confirm_presence(game_id, user_id, "word")
        await in_time(home, wall)
        await is_played(home, game_id)
        if absent in people:
            return number


async def test_a_player_who_stays_away_for_longer_has_one_card_and_who_was_back_meanwhile_gets_another(
    home: House, wall: list[datetime]
) -> None:
    season_id = await one_at_a_time(home)
    absent = (await at(home, (await known(home, season_id)).tables[1]))[0]
    for _ in range(2):
        await next_without(home, wall, season_id, absent)
        season = await known(home, season_id)
        number = season.find_number(absent) or 0
        assert season.season.entrants[number].cards == 1, "they have not been there since"


async def test_a_player_who_has_two_cards_gets_no_more_tables(home: House, wall: list[datetime]) -> None:
    season_id = await one_at_a_time(home)
    absent = (await at(home, (await known(home, season_id)).tables[1]))[0]
    first = await next_without(home, wall, season_id, absent)
    season = await known(home, season_id)
    while not await awaited(home, absent):  # others play the next one
        await all_here(home, season.tables[max(season.tables)])
        await is_played(home, season.tables[max(season.tables)])
        season = await known(home, season_id)
    second = season.tables[max(season.tables)]
    await all_here(home, second)
    wall[0] += timedelta(hours=1)
    await is_played(home, second)
    last = await next_without(home, wall, season_id, absent)
    season = await known(home, season_id)
    number = season.find_number(absent) or 0
    assert first < last
    assert season.season.entrants[number].cards == 2, "they were there in between"
    assert season.season.is_barred(number)


async def test_announced_days_off_and_quiet_hours_put_off_until_when_a_table_waits(
    home: House, wall: list[datetime]
) -> None:
    season_id = await signed_up(home)
    ada = await home.host.people.record_person(ADA, "Ada")
    tomorrow = wall[0].date() + timedelta(days=1)
    off = DaysOff(first=tomorrow, last=tomorrow + timedelta(days=4))
    await home.host.people.change_wishes(ada, lambda _: Wishes(off=[off], quiet_from=time(9), quiet_to=time(14)))
    before = await home.services.leagues.season_log.get_season(season_id)
    await home.services.leagues.draws.write_draw(season_id, ORGANISER, before.row.lines)
    await settle(home)
    mine = await awaited(home, ADA)
    assert {(await home.lobby.get_open_table(game_id)).row.confirm_until for game_id in mine} == {
        "2026-03-07T14:00:00+00:00"
    }
    await in_time(home, wall, 5 * 24)
    assert await awaited(home, ADA) == mine, "she is away, as she has said"
    await home.lobby.confirm_presence(mine[0], ADA, "word")
    await in_time(home, wall, 3 * 24)
    season = await known(home, season_id)
    assert season.season.entrants[season.find_number(ADA) or 0].cards == 0


async def test_a_player_who_leaves_the_season_leaves_its_tables_and_somebody_may_play_on(home: House) -> None:
    season_id = await drawn(home)
    tables = (await known(home, season_id)).tables
    mine = [game_id for game_id in tables.values() if ADA in await at(home, game_id)]
    waits, runs, *_ = mine
    await all_here(home, runs)
    season = await home.services.leagues.sign_up.leave(season_id, ADA)
    number = season.find_number(ADA) or 0
    assert ADA not in [user for game_id in mine for user in await at(home, game_id)]
    season = await known(home, season_id)
    assert all(number in table.gone | table.absent for table in season.season.tables.values() if number in table.seats)
    assert (await home.lobby.get_open_table(waits)).row.status == "open"
    free = next(seat_row for seat_row in (await home.host.get_running_game(runs)).seats if seat_row.is_free)
    await home.votes.take_seat(runs, free.seat, HELPER, "Hal")
    season = await known(home, season_id)
    helper = season.find_number(HELPER) or 0
    assert season.season.entrants[helper].helped == 1
    assert helper not in {row.number for row in compute_standings(season.season, 1)}, "who helps out risks nothing"


async def test_a_player_who_is_forgotten_leaves_standings_and_no_name(home: House) -> None:
    season_id = await drawn(home)
    season = await known(home, season_id)
    game_id = season.tables[1]
    await all_here(home, game_id)
    loser, second, _ = await at(home, game_id)
    await ends(home, game_id, loser, second)
    number = (await known(home, season_id)).find_number(loser) or 0
    await home.services.erasure.forget(loser)
    after = await known(home, season_id)
    assert after.season.entrants[number].status == "withdrawn"
    assert after.season.tables[1].places[number] == 2
    assert after.entrants[number].name == ""
    assert not await home.storage.privacy.is_kept(loser)


# -- decisions of stewards, and the end --------------------------------------------------------------


async def test_a_steward_decides_with_a_reason_but_not_about_their_own_table(home: House) -> None:
    leagues = home.services.leagues
    season_id = await drawn(home)
    season = await known(home, season_id)
    seated = (await at(home, season.tables[1]))[0]
    with pytest.raises(NotYours, match="another steward"):
        await leagues.rulings.decide(season_id, seated, Voided(table=1), "unfair", season.row.lines)
    with pytest.raises(Refusal, match="gone on"):
        await leagues.rulings.decide(season_id, ORGANISER, Voided(table=1), "unfair", season.row.lines - 1)
    wrong = Corrected(table=1, places=dict.fromkeys(season.season.tables[1].seats, 1))
    with pytest.raises(Refusal, match="no result"):
        await leagues.rulings.decide(season_id, ORGANISER, wrong, "typo", season.row.lines)
    after = await leagues.rulings.decide(
        season_id, ORGANISER, Penalty(entrant=1, points=2), "was rude", season.row.lines
    )
    line = after.season.lines[-1]
    assert (line.by, line.reason) == (ORGANISER, "was rude")
    await settle(home)


async def test_a_table_that_is_void_waits_for_nobody_any_more_and_one_that_began_just_then_counts_for_nothing(
    home: House,
) -> None:
    leagues = home.services.leagues
    season_id = await drawn(home)
    season = await known(home, season_id)
    await leagues.rulings.decide(season_id, ORGANISER, Voided(table=1), "drawn by mistake", season.row.lines)
    season = await known(home, season_id)
    with pytest.raises(Refusal, match="closed"):
        await home.lobby.get_open_table(season.tables[1])
    await home.storage.leagues.append(
        season_id, season.row.lines, [build_line(Voided(table=2))], home.host.format_now()
    )  # as if the program had been killed before it could close the table
    await all_here(home, season.tables[2])
    assert [table.fate for table in (await known(home, season_id)).season.tables.values()][:2] == ["void", "void"]


async def test_a_finished_season_says_who_plays_where_next_and_the_next_one_begins_with_it(home: House) -> None:
    leagues = home.services.leagues
    season_id = await drawn(home)
    season = await known(home, season_id)
    await all_here(home, season.tables[1])
    first, second, winner = await at(home, season.tables[1])
    await ends(home, season.tables[1], first, second)
    with pytest.raises(Refusal, match="not over"):
        await leagues.sign_up.create_next_season(season.league.league_id, PLAN)
    season = await known(home, season_id)
    over = await leagues.rulings.finish(season_id, ORGANISER, season.row.lines)
    assert over.row.status == "over"
    assert await home.storage.games.list_in_server(GUILD, statuses=("open",)) == [], "nobody waits for these any more"
    assert compute_standings(over.season, 1)[0].number == over.find_number(winner)
    assert set(over.season.next_divisions or {}) == {1, 2, 3, 4}
    following = await leagues.sign_up.create_next_season(season.league.league_id, PLAN)
    assert (following.row.number, following.row.status) == (2, "draft")
    await leagues.sign_up.open_sign_up(following.row.season_id, ORGANISER)
    for user_id in (ADA, BEN, CLEO):
        await leagues.sign_up.join(following.row.season_id, user_id, PEOPLE[user_id], "new")
    proposed = await leagues.draws.propose_draw(await leagues.season_log.get_season(following.row.season_id))
    assert {one.level for one in proposed.entry.brought.values()} == {1}


async def test_a_player_who_pauses_once_still_has_the_division_that_they_had_earned(home: House) -> None:
    leagues = home.services.leagues
    season_id = await drawn(home)
    league_id = (await known(home, season_id)).league.league_id
    for people in ((ADA, BEN, CLEO), tuple(PEOPLE)):
        season = await known(home, season_id)
        await leagues.rulings.finish(season_id, ORGANISER, season.row.lines)
        season_id = (await leagues.sign_up.create_next_season(league_id, PLAN)).row.season_id
        await leagues.sign_up.open_sign_up(season_id, ORGANISER)
        for user_id in people:
            await leagues.sign_up.join(season_id, user_id, PEOPLE[user_id], "new")
        season = await known(home, season_id)
        await leagues.draws.write_draw(season_id, ORGANISER, season.row.lines)
    season = await known(home, season_id)
    entry = next(line.entry for line in season.season.lines if isinstance(line.entry, Drawn))
    paused = season.find_number(DORA)
    assert paused is not None
    assert (entry.brought[paused].level, entry.brought[paused].missed) == (1, 1)
    assert {one.missed for number, one in entry.brought.items() if number != paused} == {0}


async def test_what_is_put_right_moves_who_goes_up_and_down_until_the_next_draw_is_published(home: House) -> None:
    leagues = home.services.leagues
    season_id = await drawn(home)
    season = await known(home, season_id)
    await leagues.rulings.finish(season_id, ORGANISER, season.row.lines)
    following = (await leagues.sign_up.create_next_season(season.league.league_id, PLAN)).row.season_id
    await leagues.sign_up.open_sign_up(following, ORGANISER)
    for user_id, name in PEOPLE.items():
        await leagues.sign_up.join(following, user_id, name, "new")
    lines = (await known(home, season_id)).row.lines
    over = await leagues.rulings.decide(season_id, ORGANISER, Disqualified(entrant=1), "was rude", lines)
    proposed = await leagues.draws.propose_draw(await known(home, following))
    put_out = (await known(home, following)).find_number(over.entrants[1].user_id or 0)
    assert proposed.entry.brought[put_out or 0].missed == 1
    assert not (await known(home, season_id)).season.settled, "a preview settles nothing"
    row = (await known(home, following)).row
    await leagues.draws.write_draw(following, ORGANISER, row.lines)
    settled_season = (await known(home, season_id)).season
    assert settled_season.settled
    assert set(settled_season.next_divisions or {}) == {2, 3, 4}


async def test_subscribers_are_notified_of_every_updated_season(home: House) -> None:
    heard: list[int] = []
    follower: Callable[[int], None] = heard.append
    home.services.leagues.maintenance.season_checked.subscribe(follower)
    season_id = await signed_up(home)
    await settle(home)
    assert set(heard) == {season_id}
    row = await home.storage.leagues.get_season(season_id)
    assert row is not None
    assert replace(row, shown=0).lines == 5


# -- memory ------------------------------------------------------------------------------------------


@pytest.mark.thorough
async def test_a_season_that_nobody_has_looked_at_for_long_is_not_kept_in_memory_and_is_read_again(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(season_log, "MAX_CACHED_SEASONS", 1)
    first, second = await drawn(home), await drawn(home, name="Summer Cup")
    before = ref((await known(home, first)).season)
    lines = len((await known(home, first)).season.lines)
    await known(home, second)
    gc.collect()
    assert before() is None
    assert len((await known(home, first)).season.lines) == lines
