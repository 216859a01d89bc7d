"""Empty chairs of running tables are offered to those who wait for one, one after the other."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, time, timedelta
from pathlib import Path
from random import Random

import pytest

from bot.host.errors import NotYours, Refusal
from bot.host.leagues.plan import Plan
from bot.host.leagues.season_log import KnownSeason
from bot.host.leagues.seat_offers import ANSWER_PERIOD, ANYBODY, IN_LINE
from bot.host.table.deadlines import Wishes
from bot.leagues.log_entries import Disqualified, Offered, Reverted
from bot.leagues.season_records import SeatOffer
from bot.leagues.seat_offers import list_open_offers
from bot.testing.thorough import mark_thorough
from bot.ui.screens.leagues.seat_offers import build_open_offer
from storage.interface.people import Person
from tests.host.leagues import ANONYMOUS, HELPER, ORGANISER, PEOPLE, PLAN, all_here, at, crashed, drawn, known, settle
from tests.house import NOON, House, house

GRETA, HUGO, IDA = 21, 22, 23
LATE = {GRETA: "Greta", HUGO: "Hugo", IDA: "Ida"}


async def running(home: House, plan: Plan = PLAN) -> int:
    """A season with all tables begun, and nobody waiting."""
    season_id = await drawn(home, plan)
    for game_id in (await known(home, season_id)).tables.values():
        await all_here(home, game_id)
    return season_id


async def come_late(home: House, season_id: int, *people: int) -> None:
    for user_id in people:
        await home.services.leagues.sign_up.join(season_id, user_id, LATE[user_id], f"press {user_id}")
    await settle(home)


async def puts_out(home: House, season_id: int, user_id: int) -> int:
    """Put somebody out of the season; return the line that says so."""
    season = await known(home, season_id)
    entry = Disqualified(entrant=season.find_number(user_id) or 0)
    decided = await home.services.leagues.rulings.decide(season_id, ORGANISER, entry, "It had to be.", season.row.lines)
    await settle(home)
    return next(line.number for line in reversed(decided.season.lines) if line.entry == entry)


async def takes_back(home: House, season_id: int, line: int) -> KnownSeason:
    season = await known(home, season_id)
    await home.services.leagues.rulings.decide(
        season_id, ORGANISER, Reverted(line=line), "It was wrong.", season.row.lines
    )
    return await known(home, season_id)


async def leaves(home: House, season_id: int, user_id: int, table: int) -> tuple[int, int]:
    """Let somebody leave one of their tables; return its game and the seat that is empty."""
    game_id = (await known(home, season_id)).tables[table]
    seat = (await home.host.get_running_game(game_id)).find_seat_of(user_id) or 0
    await home.votes.clear_seat(game_id, seat, user_id, f"<seat:{seat}> has left.")
    await settle(home)
    return game_id, seat


async def offers(home: House, season_id: int) -> dict[int, SeatOffer]:
    """Open offers, by person."""
    season = await known(home, season_id)
    return {season.entrants[offer.entrant].user_id or 0: offer for offer in list_open_offers(season.season)}


async def takes(home: House, season_id: int, user_id: int, line: int) -> None:
    """Let somebody accept an offer, as their press does."""
    season, offer = await home.services.leagues.seat_offers.must_be_open(season_id, line, user_id)
    seat = await home.services.leagues.season_log.get_seat_of(season, offer.table, offer.left)
    await home.votes.take_seat(season.tables[offer.table], seat, user_id, LATE.get(user_id, "Hal"))
    await settle(home)


async def declines(home: House, season_id: int, user_id: int, line: int) -> None:
    await home.services.leagues.seat_offers.reject_offer(season_id, line, user_id)
    await settle(home)


async def passes(home: House, wall: list[datetime], by: timedelta) -> None:
    wall[0] += by
    await home.services.leagues.maintenance.check_due()
    await settle(home)


async def told(home: House, game_id: int) -> str:
    return (await home.storage.outbox.list_notices(game_id))[-1][1]


async def one_chair(home: House, *late: int) -> tuple[int, int, int, int]:
    """A season with an abandoned chair at table 1; its season, its game, the seat and the former player."""
    season_id = await running(home)
    await come_late(home, season_id, *late)
    leaver = (await at(home, (await known(home, season_id)).tables[1]))[0]
    game_id, seat = await leaves(home, season_id, leaver, 1)
    return season_id, game_id, seat, leaver


async def test_an_empty_chair_is_offered_to_who_signed_up_first_with_a_deadline_in_the_log(
    home: House, wall: list[datetime]
) -> None:
    season_id, game_id, seat, _ = await one_chair(home, GRETA, HUGO)
    ((user_id, offer),) = (await offers(home, season_id)).items()
    assert user_id == GRETA
    entry = (await known(home, season_id)).season.lines[offer.line - 1].entry
    assert isinstance(entry, Offered)
    assert datetime.fromisoformat(entry.until) == wall[0] + ANSWER_PERIOD
    assert (await told(home, game_id)).endswith(IN_LINE)
    assert (await home.host.get_running_game(game_id)).is_automatic(seat), "a bot holds the seat, and nobody waits"


async def test_while_it_is_offered_nobody_else_takes_it_be_they_first_to_press_or_next_in_line(home: House) -> None:
    season_id, game_id, seat, _ = await one_chair(home, GRETA, HUGO)
    for user_id, name in ((HELPER, "Hal"), (HUGO, "Hugo")):
        with pytest.raises(Refusal, match="somebody else's turn"):
            await home.votes.take_seat(game_id, seat, user_id, name)
    (offer,) = (await offers(home, season_id)).values()
    for user_id in (HUGO, HELPER):
        with pytest.raises(NotYours, match="offered to somebody else"):
            await takes(home, season_id, user_id, offer.line)
        with pytest.raises(NotYours):
            await declines(home, season_id, user_id, offer.line)


async def test_a_player_who_accepts_plays_on_as_a_helper_and_goes_on_waiting(home: House) -> None:
    season_id, game_id, seat, leaver = await one_chair(home, GRETA, HUGO)
    (offer,) = (await offers(home, season_id)).values()
    await takes(home, season_id, GRETA, offer.line)
    season = await known(home, season_id)
    assert (await home.host.get_running_game(game_id)).find_seat_of(GRETA) == seat
    greta = season.season.entrants[season.find_number(GRETA) or 0]
    assert (greta.helped, greta.helper, greta.division, greta.cards) == (1, False, None, 0)
    assert season.find_number(leaver) in season.season.tables[1].gone
    assert season.season.offers[offer.line].fate == "accepted"
    assert not await offers(home, season_id)
    with pytest.raises(Refusal, match="taken this seat already"):
        await takes(home, season_id, GRETA, offer.line)
    with pytest.raises(Refusal, match="taken this seat already"):
        await declines(home, season_id, GRETA, offer.line)


async def test_a_player_who_declines_lets_the_next_one_be_asked_and_after_the_last_anyone_may_take_it(
    home: House,
) -> None:
    season_id, game_id, seat, _ = await one_chair(home, GRETA, HUGO)
    await declines(home, season_id, GRETA, (await offers(home, season_id))[GRETA].line)
    assert [*await offers(home, season_id)] == [HUGO]
    assert (await told(home, game_id)).endswith(IN_LINE), "nothing is new for the table"
    await declines(home, season_id, HUGO, (await offers(home, season_id))[HUGO].line)
    assert not await offers(home, season_id), "nobody is asked twice"
    assert (await told(home, game_id)).endswith(f"is free. {ANYBODY}")
    await home.votes.take_seat(game_id, seat, HELPER, "Hal")
    assert (await home.host.get_running_game(game_id)).find_seat_of(HELPER) == seat


async def test_an_outage_over_the_deadline_of_an_offer_is_not_silence(home: House, wall: list[datetime]) -> None:
    season_id, _, _, _ = await one_chair(home, GRETA, HUGO)
    await passes(home, wall, ANSWER_PERIOD - timedelta(hours=1))
    await home.restarted_after(home.clock, wall, 2 * ANSWER_PERIOD)
    await passes(home, wall, timedelta(minutes=59))
    (offer,) = (await offers(home, season_id)).values()
    assert [*await offers(home, season_id)] == [GRETA]
    until = int((wall[0] + timedelta(minutes=1)).timestamp())
    (text, _) = build_open_offer(await known(home, season_id), offer.entrant)
    assert f"<t:{until}:f>" in str(text)
    await takes(home, season_id, GRETA, offer.line)
    assert (await known(home, season_id)).season.offers[offer.line].fate == "accepted"


@pytest.mark.thorough
async def test_silence_passes_it_on_and_puts_one_last_until_one_answers(home: House, wall: list[datetime]) -> None:
    season_id, _, _, leaver = await one_chair(home, GRETA, HUGO)
    late = (await offers(home, season_id))[GRETA]
    await passes(home, wall, ANSWER_PERIOD - timedelta(seconds=1))
    assert [*await offers(home, season_id)] == [GRETA]
    await passes(home, wall, timedelta(seconds=1))
    assert [*await offers(home, season_id)] == [HUGO]
    with pytest.raises(Refusal, match="This offer is over"):
        await takes(home, season_id, GRETA, late.line)
    with pytest.raises(Refusal, match="This offer is over"):
        await declines(home, season_id, GRETA, late.line)
    await declines(home, season_id, HUGO, (await offers(home, season_id))[HUGO].line)
    other = next(
        number for number, table in (await known(home, season_id)).season.tables.items() if number > 1 and table.seats
    )
    people = await at(home, (await known(home, season_id)).tables[other])
    await leaves(home, season_id, next(one for one in people if one != leaver), other)
    assert [*await offers(home, season_id)] == [HUGO], "who has not answered stands behind"


async def test_a_press_in_the_last_moment_counts_and_one_after_it_does_not_though_nobody_has_looked_yet(
    home: House, wall: list[datetime]
) -> None:
    season_id, game_id, seat, _ = await one_chair(home, GRETA)
    (offer,) = (await offers(home, season_id)).values()
    wall[0] = datetime.fromisoformat(offer.until)
    for press in (takes(home, season_id, GRETA, offer.line), home.votes.take_seat(game_id, seat, GRETA, "Greta")):
        with pytest.raises(Refusal, match="This offer is over"):
            await press
    wall[0] -= timedelta(seconds=1)
    await takes(home, season_id, GRETA, offer.line)
    assert (await home.host.get_running_game(game_id)).find_seat_of(GRETA) == seat


async def test_an_offer_never_ends_in_quiet_hours(home: House) -> None:
    season_id = await running(home)
    await come_late(home, season_id, GRETA)
    quiet = Wishes(zone="Etc/UTC", quiet_from=time(22), quiet_to=time(8))
    await home.host.people.change_wishes(Person(GRETA, "Greta"), lambda _: quiet)
    leaver = (await at(home, (await known(home, season_id)).tables[1]))[0]
    await leaves(home, season_id, leaver, 1)
    (offer,) = (await offers(home, season_id)).values()
    assert datetime.fromisoformat(offer.until) == NOON.replace(hour=8) + timedelta(days=1)


async def test_two_chairs_are_offered_to_two_people_and_a_third_is_for_anyone_meanwhile(home: House) -> None:
    season_id = await running(home)
    await come_late(home, season_id, GRETA, HUGO)
    leaver = (await at(home, (await known(home, season_id)).tables[1]))[0]
    await puts_out(home, season_id, leaver)
    made = await offers(home, season_id)
    assert {*made} == {GRETA, HUGO}
    assert made[GRETA].table < made[HUGO].table
    season = await known(home, season_id)
    left = season.find_number(leaver) or 0
    third = max(table.number for table in season.season.tables.values() if left in table.seats)
    assert third not in {offer.table for offer in made.values()}
    seat = season.season.tables[third].seats.index(left) + 1
    await home.votes.take_seat(season.tables[third], seat, HELPER, "Hal")
    assert (await home.host.get_running_game(season.tables[third])).find_seat_of(HELPER) == seat


async def test_helpers_are_asked_after_all_who_wait(home: House) -> None:
    season_id = await running(home)
    season = await known(home, season_id)
    people = await at(home, season.tables[1])
    game_id, seat = await leaves(home, season_id, people[0], 1)
    await home.votes.take_seat(game_id, seat, HELPER, "Hal")
    await come_late(home, season_id, GRETA)
    others = await at(home, season.tables[2])
    await leaves(home, season_id, others[0], 2)
    assert [*await offers(home, season_id)] == [GRETA]
    await declines(home, season_id, GRETA, (await offers(home, season_id))[GRETA].line)
    assert [*await offers(home, season_id)] == [HELPER]
    await takes(home, season_id, HELPER, (await offers(home, season_id))[HELPER].line)


async def test_a_player_who_has_played_on_there_and_left_is_not_asked_about_the_same_table_again(home: House) -> None:
    season_id, game_id, seat, _ = await one_chair(home)
    await home.votes.take_seat(game_id, seat, HELPER, "Hal")
    await home.votes.clear_seat(game_id, seat, HELPER, "Hal has left.")
    assert not await offers(home, season_id)
    await home.votes.take_seat(game_id, seat, HELPER, "Hal")


async def test_a_player_who_signs_up_later_is_offered_a_chair_that_nobody_has_taken_yet(home: House) -> None:
    season_id, game_id, seat, _ = await one_chair(home)
    assert (await told(home, game_id)).endswith(ANYBODY)
    await come_late(home, season_id, GRETA)
    assert [*await offers(home, season_id)] == [GRETA]
    with pytest.raises(Refusal, match="somebody else's turn"):
        await home.votes.take_seat(game_id, seat, HELPER, "Hal")


async def test_whose_chair_it_is_may_come_back_to_it_and_the_offer_is_off(home: House) -> None:
    season_id, game_id, seat, leaver = await one_chair(home, GRETA)
    (offer,) = (await offers(home, season_id)).values()
    await home.votes.take_seat(game_id, seat, leaver, PEOPLE[leaver])
    await settle(home)
    assert not await offers(home, season_id)
    with pytest.raises(Refusal, match="This offer is over"):
        await takes(home, season_id, GRETA, offer.line)


@pytest.mark.parametrize("how", ["leaves", "is forgotten", "is put out"])
async def test_a_player_who_is_gone_meanwhile_is_offered_nothing_and_the_next_one_is(home: House, how: str) -> None:
    season_id, _, _, _ = await one_chair(home, GRETA, HUGO)
    assert [*await offers(home, season_id)] == [GRETA]
    match how:
        case "leaves":
            await home.services.leagues.sign_up.leave(season_id, GRETA)
        case "is forgotten":
            await home.services.erasure.forget(GRETA)
        case _:
            await puts_out(home, season_id, GRETA)
    assert [*await offers(home, season_id)] == [HUGO]


async def test_a_ruling_taken_back_takes_its_open_offers_with_it(home: House) -> None:
    season_id = await running(home)
    await come_late(home, season_id, GRETA)
    leaver = (await at(home, (await known(home, season_id)).tables[1]))[0]
    line = await puts_out(home, season_id, leaver)
    (offer,) = (await offers(home, season_id)).values()
    season = await takes_back(home, season_id, line)
    entry = season.season.lines[-1].entry
    assert isinstance(entry, Reverted)
    assert offer.line in entry.also
    assert not await offers(home, season_id)
    assert leaver in await at(home, season.tables[offer.table])
    with pytest.raises(Refusal):
        await takes(home, season_id, GRETA, offer.line)
    again = await puts_out(home, season_id, leaver)
    assert again
    assert [*await offers(home, season_id)] == [GRETA], "it is as if she had never been asked"


async def test_a_helper_gives_the_chair_back_to_a_player_put_out_by_mistake_and_is_first_in_line_again(
    home: House,
) -> None:
    season_id = await running(home)
    await come_late(home, season_id, GRETA)
    leaver = (await at(home, (await known(home, season_id)).tables[1]))[0]
    line = await puts_out(home, season_id, leaver)
    (offer,) = (await offers(home, season_id)).values()
    await takes(home, season_id, GRETA, offer.line)
    season = await takes_back(home, season_id, line)
    game_id = season.tables[offer.table]
    assert leaver in await at(home, game_id)
    assert GRETA not in await at(home, game_id)
    greta = season.season.entrants[season.find_number(GRETA) or 0]
    assert (greta.helped, greta.division, greta.status) == (1, None, "plays")
    with pytest.raises(Refusal, match="This offer is over"):
        await takes(home, season_id, GRETA, offer.line)
    other = next(one for one in await at(home, game_id) if one != leaver)
    await leaves(home, season_id, other, offer.table)
    assert not await offers(home, season_id), "she has seen a hand of this table"


async def test_a_program_that_is_stopped_offers_afterwards_what_it_had_to_and_nothing_twice(
    home: House, wall: list[datetime]
) -> None:
    season_id = await running(home)
    await come_late(home, season_id, GRETA, HUGO)
    leaver = (await at(home, (await known(home, season_id)).tables[1]))[0]
    game_id = (await known(home, season_id)).tables[1]
    seat = (await home.host.get_running_game(game_id)).find_seat_of(leaver) or 0
    await home.votes.clear_seat(game_id, seat, leaver, "Gone.")
    await crashed(home)
    second = home.again()
    await second.services.resume()
    await settle(second)
    (offer,) = (await offers(second, season_id)).values()
    third = home.again()
    await third.services.resume()
    await settle(third)
    assert [*(await offers(third, season_id)).values()] == [offer], "with the deadline that it had"


@pytest.mark.parametrize("seed", mark_thorough(range(12), 2))
@pytest.mark.parametrize("plan", [PLAN, ANONYMOUS], ids=["named", "anonymous"])
async def test_whatever_comes_in_whatever_order_a_chair_has_one_person_and_a_person_one_offer(
    tmp_path: Path, plan: Plan, seed: int
) -> None:
    random = Random(seed)  # noqa: S311 - a season that is to be played again
    wall = [datetime.fromisoformat("2026-03-02T12:00:00+00:00")]
    async with house(tmp_path / "leagues.db", now=lambda: wall[0], seed="the lots") as home:
        season_id = await running(home, plan)
        for _ in range(25):
            await _something(home, season_id, wall, random)
            await _is_sound(home, season_id)


async def _something(home: House, season_id: int, wall: list[datetime], random: Random) -> None:
    season, made = await known(home, season_id), await offers(home, season_id)
    game_id, chance = season.tables[random.choice(sorted(season.tables))], random.randrange(9)
    with suppress(Refusal):
        if chance < 3 and made:
            user_id = random.choice(sorted(made))
            answer = declines if chance == 2 else takes
            await answer(home, season_id, user_id, made[user_id].line)
        elif chance == 3:
            await passes(home, wall, timedelta(hours=random.choice((1, 13))))
        elif chance == 4:
            rulings = [line.number for line in season.season.lines if isinstance(line.entry, Disqualified)]
            await takes_back(home, season_id, random.choice(rulings or [1]))
        elif chance == 5:
            await puts_out(home, season_id, random.choice(sorted(PEOPLE)))
        elif chance == 6:
            await come_late(home, season_id, random.choice(sorted(LATE)))
        elif chance == 7:
            user_id = random.choice(await at(home, game_id) or [0])
            seat = (await home.host.get_running_game(game_id)).find_seat_of(user_id) or 0
            await home.votes.clear_seat(game_id, seat, user_id, f"<seat:{seat}> has left.")
        else:
            free = [one.seat for one in (await home.host.get_running_game(game_id)).seats if one.is_free]
            await home.votes.take_seat(game_id, (free or [1])[0], random.choice((HELPER, *LATE)), "Somebody")
    await settle(home)


async def _is_sound(home: House, season_id: int) -> None:
    season = await known(home, season_id)
    offered = list_open_offers(season.season)
    assert len({offer.entrant for offer in offered}) == len(offered)
    assert len({(offer.table, offer.left) for offer in offered}) == len(offered)
    for game_id in season.tables.values():
        people = await at(home, game_id)
        assert len(people) == len(set(people))
        await _sit_where_the_log_has_them(home, season, game_id)
    for offer in offered:
        row, seats = await home.host.find_table(season.tables[offer.table]) or (None, ())
        assert row is not None
        assert row.status == "running"
        seat = await home.services.leagues.season_log.get_seat_of(season, offer.table, offer.left)
        assert seats[seat - 1].is_free, "what is offered is empty"
        assert not season.season.is_barred(offer.entrant)


async def _sit_where_the_log_has_them(home: House, season: KnownSeason, game_id: int) -> None:
    row, seats = await home.host.find_table(game_id) or (None, ())
    table = next(season.season.tables[number] for number, there in season.tables.items() if there == game_id)
    entrants = await home.services.leagues.season_log.get_seats(season, table.number)
    for seat_row in seats if row is not None and row.status == "running" and table.fate == "running" else ():
        number = entrants[seat_row.seat]
        if season.season.entrants[number].status != "plays" or number in table.away:
            continue
        assert seat_row.user_id == season.entrants[number].user_id, "who never left sits on their chair"
