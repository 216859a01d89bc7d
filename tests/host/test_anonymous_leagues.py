"""Seasons with anonymous tables: everybody reads who plays at a table, and nobody whose seat is whose until its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import permutations
from pathlib import Path

import pytest

from bot.engine.records import Seat
from bot.host.delivery.guard import get_guarded_view, make_guarded
from bot.host.errors import Leak, NotYours, Refusal
from bot.host.leagues import export
from bot.host.leagues.plan import Plan, with_value
from bot.host.leagues.season_log import KnownSeason
from bot.host.leagues.seat_offers import ANSWER_PERIOD
from bot.host.record.export import export_game
from bot.host.record.proof import verify_export
from bot.host.table.running import RunningGame
from bot.leagues.log_entries import Adjudicated, Corrected, Drawn, Left, Returned, Substituted
from storage.interface.people import Person
from tests.anonymous_seats import exchange_seats
from tests.host.leagues import (
    ADA,
    ANONYMOUS,
    BEN,
    CLEO,
    DORA,
    HELPER,
    ORGANISER,
    PEOPLE,
    PLAN,
    all_here,
    at,
    drawn,
    is_played,
    known,
    moves,
    settle,
)
from tests.host.test_ladder import opened as ladder
from tests.host.test_ladder import want
from tests.host.test_league_calendar import falls_silent, plays_on
from tests.host.test_offered_chairs import GRETA, come_late, leaves, offers, passes, puts_out, takes_back
from tests.house import House, house
from tests.toy import TOY

ALIASES = ("Player Amber", "Player Birch", "Player Cedar")
LOTS = "the lots"


@pytest.fixture
def secret() -> str:
    """It gives nobody the seat of the draw, but that of the next entrant."""
    return LOTS


async def running(home: House, plan: Plan = ANONYMOUS) -> int:
    """A season with all tables begun."""
    season_id = await drawn(home, plan)
    for game_id in (await known(home, season_id)).tables.values():
        await all_here(home, game_id)
    return season_id


async def find_entrants(home: House, season_id: int, number: int) -> Mapping[Seat, int | None]:
    """The entrant who sits on each seat of a table."""
    season = await known(home, season_id)
    saved = await home.storage.games.load(season.tables[number])
    assert saved is not None
    return {one.seat: season.find_number(one.user_id or 0) for one in saved.seats}


async def list_orders(home: House, season_id: int) -> list[tuple[Sequence[int], Sequence[int | None]]]:
    """The draw of each table, and who sits on its seats."""
    season = await known(home, season_id)
    return [
        (table.seats, [*(await find_entrants(home, season_id, number)).values()])
        for number, table in season.season.tables.items()
    ]


# -- the option --------------------------------------------------------------------------------------


def test_a_season_has_anonymous_tables_but_none_that_never_reveal_their_players() -> None:
    assert with_value(PLAN, {"toy": TOY}, "anonymous", True).pact.anonymous
    with pytest.raises(Refusal, match="results are public"):
        with_value(PLAN, {"toy": TOY}, "unrevealed", True)


async def test_a_player_without_direct_messages_reads_why_they_cannot_say_that_they_are_here(home: House) -> None:
    season_id = await drawn(home, ANONYMOUS)
    game_id = (await known(home, season_id)).tables[1]
    user_id = (await at(home, game_id))[0]
    person = await home.host.people.set_secrets(Person(user_id, PEOPLE[user_id]), "panel")
    with pytest.raises(Refusal, match="by direct message alone"):
        await home.lobby.confirm_presence(game_id, user_id, "word")
    with pytest.raises(Refusal, match="by direct message alone"):
        await home.lobby.join(game_id, user_id, PEOPLE[user_id], "word")
    with pytest.raises(Refusal, match="by direct message alone"):
        await home.lobby.league_tables.confirm_season(season_id, user_id, "word")
    await home.host.people.set_secrets(person, "dm")
    await home.lobby.confirm_presence(game_id, user_id, "word")


# -- the seats ---------------------------------------------------------------------------------------


async def test_before_it_begins_a_table_names_its_players_in_the_order_of_the_draw(home: House) -> None:
    season_id = await drawn(home, ANONYMOUS)
    for seats, sit in await list_orders(home, season_id):
        assert sit == seats
    saved = await home.storage.games.load((await known(home, season_id)).tables[1])
    assert saved is not None
    assert {one.name for one in saved.seats} <= {*PEOPLE.values()}


async def test_lots_decide_who_gets_which_seat_and_a_restart_changes_nothing(home: House) -> None:
    season_id = await running(home)
    orders = await list_orders(home, season_id)
    assert all(sorted(seats) == sorted(one or 0 for one in sit) for seats, sit in orders)
    assert all(sit == [*seats[1:], seats[0]] for seats, sit in orders)
    for game_id in (await known(home, season_id)).tables.values():
        table = await home.host.get_running_game(game_id)
        assert [one.name for one in table.seats] == [*ALIASES]
        assert table.league is not None
        by_seat = await find_entrants(home, season_id, table.league.number)
        assert table.league.seats == by_seat
        home.host.forget_loaded(game_id)
        again = await home.host.get_running_game(game_id)
        assert (again.seats, again.league) == (table.seats, table.league)


async def test_the_log_has_the_contributions_without_their_origin(home: House) -> None:
    """The number of a press tells its time."""
    for plan in (ANONYMOUS, PLAN):
        season_id = await drawn(home, plan, name=f"Cup {plan.pact.anonymous}")
        game_id = (await known(home, season_id)).tables[1]
        await all_here(home, game_id)
        (setup, *_) = await home.entries(game_id)
        for user_id in await at(home, game_id):
            assert (f"here {user_id}" in setup.stored_news) is not plan.pact.anonymous


async def test_results_belong_to_those_who_sat_on_the_seats_and_the_files_of_both_are_proven(home: House) -> None:
    season_id = await running(home)
    games = (await known(home, season_id)).tables
    by_seat = {number: await find_entrants(home, season_id, number) for number in games}
    for number, game_id in games.items():
        await is_played(home, game_id)
        over = await home.host.get_running_game(game_id)
        assert over.table.outcome is not None
        table = (await known(home, season_id)).season.tables[number]
        assert table.fate == "finished"
        for seat, place in over.table.outcome.places.items():
            entrant = by_seat[number][seat]
            assert entrant is not None
            assert (table.places[entrant], table.scores[entrant]) == (place, over.table.outcome.scores[seat])
            assert PEOPLE[over.get_seat_row(seat).user_id or 0] == over.get_name(seat)
        report = verify_export(await export_game(home.storage, game_id), home.host.games)
        assert report.ok, report.checks
    checks = export.verify(export.to_json(await known(home, season_id)).encode())
    assert checks
    assert all(check.ok for check in checks), checks


async def test_the_draw_is_that_of_a_season_without_anonymous_tables(tmp_path: Path) -> None:
    """What the log proves does not change: only who gets which seat of a table is a lot of its own."""
    found: list[Drawn] = []
    for plan in (ANONYMOUS, PLAN):
        async with house(tmp_path / f"{plan.pact.anonymous}.db", seed=LOTS) as home:
            season = await known(home, await drawn(home, plan))
            checks = export.verify(export.to_json(season).encode())
            assert all(check.ok for check in checks), checks
            found += [line.entry for line in season.season.lines if isinstance(line.entry, Drawn)]
    anonymous, named = found
    assert len(named.tables) == 4
    assert anonymous.tables == named.tables


async def test_the_log_and_the_proof_of_a_table_do_not_say_that_the_draw_gave_its_seats(home: House) -> None:
    season_id = await running(home)
    game_id = (await known(home, season_id)).tables[1]
    by_lot = "by lot if the table is anonymous"
    assert any(by_lot in line.text for line in await home.host.get_history(game_id, HELPER))
    await is_played(home, game_id)
    report = verify_export(await export_game(home.storage, game_id), home.host.games)
    assert any("or by lot if it was anonymous" in check.text for check in report.checks)


# -- people who do not come, leave, return, and help out ---------------------------------------------


def list_said(season: KnownSeason, number: int, kind: type[Left | Returned]) -> list[int]:
    """The entrants whom lines of one kind name at a table."""
    found = [line.entry for line in season.season.lines]
    return [one.entrant for one in found if isinstance(one, kind) and one.table == number]


async def test_a_player_who_does_not_come_is_absent_and_their_own_seat_is_empty(
    home: House, wall: list[datetime]
) -> None:
    season_id = await drawn(home, ANONYMOUS)
    games = (await known(home, season_id)).tables
    for user_id in (BEN, CLEO, DORA):
        await home.lobby.league_tables.confirm_season(season_id, user_id, f"here {user_id}")
    wall[0] += timedelta(days=2)
    await home.lobby.look()
    season = await known(home, season_id)
    ada = season.find_number(ADA) or 0
    missed = [number for number, table in season.season.tables.items() if ada in table.seats]
    assert [number for number, table in season.season.tables.items() if ada in table.absent] == missed
    assert season.season.entrants[ada].cards == 1
    for number in missed:
        table = await home.host.get_running_game(games[number])
        (empty,) = [one.seat for one in table.seats if one.is_free]
        assert table.league is not None
        assert table.league.seats[empty] == ada
        assert table.get_name(empty) == f"Empty chair {empty}"
        others = {one.user_id for one in table.seats if one.seat != empty}
        assert {season.find_number(user_id or 0) for user_id in others} == {*season.season.tables[number].seats} - {ada}


async def test_a_leavers_seat_is_offered_and_taken_and_the_season_names_persons_alone(home: House) -> None:
    season_id = await running(home)
    await come_late(home, season_id, GRETA)
    season = await known(home, season_id)
    number = next(number for number, table in season.season.tables.items() if 2 in table.seats)
    game_id, seat = await leaves(home, season_id, BEN, number)
    ben = season.find_number(BEN) or 0
    (offer,) = (await offers(home, season_id)).values()
    assert (offer.table, offer.left) == (number, ben)
    found, _ = await home.services.leagues.seat_offers.must_be_open(season_id, offer.line, GRETA)
    assert await home.services.leagues.season_log.get_seat_of(found, number, ben) == seat
    with pytest.raises(Refusal, match="somebody else's turn"):
        await home.votes.take_seat(game_id, seat, HELPER, "Hal")
    await home.votes.take_seat(game_id, seat, GRETA, "Greta")
    season = await known(home, season_id)
    assert list_said(season, number, Left) == [ben]
    entries = [line.entry for line in season.season.lines]
    assert [(one.left, one.entrant) for one in entries if isinstance(one, Substituted)] == [(ben, offer.entrant)]
    row = (await home.host.get_running_game(game_id)).get_seat_row(seat)
    assert (row.user_id, row.name, row.real_name) == (GRETA, ALIASES[seat - 1], "Greta")
    await is_played(home, game_id)
    season = await known(home, season_id)
    assert season.season.tables[number].gone == {ben}
    assert season.season.compute_places(season.season.tables[number])[ben] == 3


async def test_an_offer_that_is_not_answered_frees_the_right_seat(home: House, wall: list[datetime]) -> None:
    season_id = await running(home)
    await come_late(home, season_id, GRETA)
    season = await known(home, season_id)
    number = next(number for number, table in season.season.tables.items() if 2 in table.seats)
    game_id, seat = await leaves(home, season_id, BEN, number)
    await passes(home, wall, ANSWER_PERIOD + timedelta(minutes=1))
    assert (await home.storage.outbox.list_notices(game_id))[-1][1].startswith(f"<seat:{seat}> is free.")
    await home.votes.take_seat(game_id, seat, HELPER, "Hal")
    assert (await home.host.get_running_game(game_id)).get_seat_row(seat).user_id == HELPER


async def test_a_player_who_returns_plays_for_their_own_place_again(home: House) -> None:
    season_id = await running(home)
    season = await known(home, season_id)
    number = next(number for number, table in season.season.tables.items() if 2 in table.seats)
    game_id, seat = await leaves(home, season_id, BEN, number)
    assert season.find_number(BEN) in (await known(home, season_id)).season.tables[number].gone
    await home.votes.take_seat(game_id, seat, BEN, "Ben")
    season = await known(home, season_id)
    assert list_said(season, number, Returned) == [2]
    assert season.season.tables[number].gone == set()


@pytest.mark.parametrize("helps", [False, True])
async def test_a_ruling_that_is_taken_back_gives_everybody_their_own_seats_back(home: House, helps: bool) -> None:
    season_id = await running(home)
    before = {number: await find_entrants(home, season_id, number) for number in (await known(home, season_id)).tables}
    games = (await known(home, season_id)).tables
    line = await puts_out(home, season_id, BEN)
    for number, game_id in games.items():
        now = await home.host.get_running_game(game_id)
        assert [one.seat for one in now.seats if one.is_free] == [
            seat for seat, one in before[number].items() if one == 2
        ]
        for one in now.seats if helps else ():
            if one.is_free:
                await home.votes.take_seat(game_id, one.seat, HELPER, "Hal")
    await takes_back(home, season_id, line)
    for number, game_id in games.items():
        assert await find_entrants(home, season_id, number) == before[number]
        notices = " ".join(str(notice) for notice in await home.storage.outbox.list_notices(game_id))
        assert str(HELPER) not in notices
        assert [one.name for one in (await home.host.get_running_game(game_id)).seats] == [*ALIASES]


@pytest.mark.parametrize("begins", [True, False], ids=["it is played", "it waits"])
async def test_a_table_that_is_decided_before_its_end_is_told_of_persons_and_of_no_seats(
    home: House, begins: bool
) -> None:
    season_id = await (running if begins else drawn)(home, ANONYMOUS)
    season = await known(home, season_id)
    table = season.season.tables[1]
    places = {number: place for place, number in enumerate(table.seats, 1)}
    entry = Adjudicated(table=1, places=places, as_written=True)
    await home.services.leagues.rulings.decide(season_id, ORGANISER, entry, "It stands still.", season.row.lines)
    told = (await home.storage.outbox.list_notices(season.tables[1]))[-1][1]
    people = [season.entrants[number].user_id for number in table.seats]
    assert ", ".join(f"{place}. <@{user_id}>" for place, user_id in enumerate(people, 1)) in told
    assert "<seat:" not in told


async def test_a_result_that_is_put_right_is_told_by_the_seats_of_those_whom_it_concerns(home: House) -> None:
    season_id = await running(home)
    game_id = (await known(home, season_id)).tables[1]
    by_seat = await find_entrants(home, season_id, 1)
    await is_played(home, game_id)
    season = await known(home, season_id)
    places = {number: place for place, number in enumerate(season.season.tables[1].seats, 1)}
    entry = Corrected(table=1, places=places, as_written=True)
    await home.services.leagues.rulings.decide(season_id, ORGANISER, entry, "A mistake.", season.row.lines)
    told = (await home.storage.outbox.list_notices(game_id))[-1][1]
    seats = sorted(by_seat, key=lambda seat: places[by_seat[seat] or 0])
    assert ", ".join(f"{place}. <seat:{seat}>" for place, seat in enumerate(seats, 1)) in told


async def test_a_player_whose_seat_a_bot_holds_at_the_end_has_not_played_and_nobody_else(home: House) -> None:
    season_id = await running(home)
    by_seat = await find_entrants(home, season_id, 1)
    game_id = (await known(home, season_id)).tables[1]
    await falls_silent(home, game_id, 2)
    await plays_on(home, game_id, 1, 3)
    season = (await known(home, season_id)).season
    assert season.tables[1].held == {by_seat[2]}
    assert [one.number for one in season.entrants.values() if one.cards] == [by_seat[2]]


async def test_a_table_that_is_decided_as_it_stands_ends_and_shows_who_was_who(
    home: House, wall: list[datetime]
) -> None:
    weeks = {"weeks": 4, "open_tables": "as it stands"}
    season_id = await running(home, ANONYMOUS.model_copy(update=weeks))
    game_id = (await known(home, season_id)).tables[1]
    by_seat = await find_entrants(home, season_id, 1)
    while len((await home.host.get_running_game(game_id)).moved) < 2:
        await moves(home, game_id)
    stands = (await home.host.get_running_game(game_id)).table.compute_current_outcome()
    await passes(home, wall, timedelta(weeks=4))
    table = (await known(home, season_id)).season.tables[1]
    assert table.fate == "adjudicated"
    assert table.places == {by_seat[seat]: place for seat, place in stands.places.items()}
    found = await home.host.find_table(game_id)
    assert found is not None
    assert found[0].status == "abandoned"
    assert {one.name for one in found[1]} <= {*PEOPLE.values()}


async def test_a_ladder_rates_those_who_sat_on_the_seats(home: House) -> None:
    plan = ANONYMOUS.model_copy(update={"format": "ladder", "weeks": 12, "open_tables": "plays on"})
    season_id = await ladder(home, plan=plan)
    await want(home, season_id, ADA, BEN, CLEO)
    game_id = (await known(home, season_id)).tables[1]
    await all_here(home, game_id)
    by_seat = await find_entrants(home, season_id, 1)
    drawn_seats = (await known(home, season_id)).season.tables[1].seats
    assert [*by_seat.values()] == [*drawn_seats[1:], drawn_seats[0]]
    await is_played(home, game_id)
    over = await home.host.get_running_game(game_id)
    assert over.table.outcome is not None
    table = (await known(home, season_id)).season.tables[1]
    assert table.places == {by_seat[seat]: place for seat, place in over.table.outcome.places.items()}


# -- nobody learns it --------------------------------------------------------------------------------


async def test_every_audience_sees_the_same_whoever_has_the_other_seats(home: House) -> None:
    season_id = await running(home)
    game_id = (await known(home, season_id)).tables[1]
    await moves(home, game_id)
    table = await home.host.get_running_game(game_id)
    for order in permutations(range(3)):
        other = exchange(table, order)
        for audience in (None, 1, 2, 3):
            if audience is None or order[audience - 1] == audience - 1:
                assert get_guarded_view(other, audience) == get_guarded_view(table, audience)


def exchange(table: RunningGame, order: Sequence[int]) -> RunningGame:
    """The same game with its people on other seats, as the store keeps them and as the season knows them."""
    assert table.league is not None
    there = [table.seats[at] for at in order]
    return replace(
        table,
        seats=tuple(
            replace(one, user_id=person.user_id, real_name=person.real_name, here_at=person.here_at)
            for one, person in zip(table.seats, there, strict=True)
        ),
        league=replace(table.league, seats={seat: table.league.seats[at + 1] for seat, at in enumerate(order, 1)}),
    )


async def test_the_guard_stops_what_would_tell_an_entrants_seat(home: House, caplog: pytest.LogCaptureFixture) -> None:
    season_id = await running(home)
    table = await home.host.get_running_game((await known(home, season_id)).tables[1])
    for audience in (None, 1):
        with pytest.raises(Leak):
            make_guarded(table, audience, lambda state: str(state.league and state.league.seats[2]))
    seen = get_guarded_view(table, None).league
    assert seen is not None
    assert seen.seats == {}
    assert get_guarded_view(table, 1).league == seen
    caplog.clear()


async def test_a_manager_who_plays_reads_the_same_whichever_seat_they_would_free(home: House) -> None:
    season_id = await running(home)
    season = await known(home, season_id)
    elsewhere = next(
        number for number, table in season.season.tables.items() if season.find_number(ADA) not in table.seats
    )
    answers = set()
    for seat in (1, 2, 3):
        try:
            answers.add(str(await home.services.leagues.rulings.check_manager(season.tables[elsewhere], ADA, seat)))
        except NotYours as refused:
            answers.add(str(refused))
    assert len(answers) == 1


async def test_the_log_of_a_running_season_says_the_same_whoever_has_which_seat(tmp_path: Path) -> None:
    """Play the same moves in two worlds that differ by the lots of a table alone."""
    files = []
    for exchanged in (False, True):
        async with house(tmp_path / f"{exchanged}.db", seed=LOTS) as home:
            season_id = await running(home)
            game_id = (await known(home, season_id)).tables[1]
            if exchanged:
                await exchange_seats(home.host, game_id)
            for _ in range(3):
                await moves(home, game_id)
            await settle(home)
            assert (await home.host.get_running_game(game_id)).row.status == "running"
            files.append(export.to_json(await known(home, season_id)))
    first, second = files
    assert first == second
