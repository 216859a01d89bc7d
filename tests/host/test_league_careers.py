"""Ratings in a server: from its leagues of a game alone, right after a correction, and never told of hidden leagues."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from bot.host.leagues.plan import Plan
from bot.host.leagues.season_log import KnownSeason
from bot.host.privacy.retention import Retention
from bot.host.services import NoServers
from bot.leagues.log_entries import Corrected, Entry, Penalty, Resulted
from tests.house import CHANNEL, GUILD, House

ADA, BEN, CLEO, ORGANISER = 11, 12, 13, 1
PEOPLE = {ADA: "Ada", BEN: "Ben", CLEO: "Cleo"}


async def season(home: House, name: str, *winners: int) -> KnownSeason:
    """A season of tables for three; these people won the first ones, and the others follow in the order of sign-up."""
    leagues = home.services.leagues
    known = await leagues.sign_up.create_league(
        name=name, guild_id=GUILD, channel_id=CHANNEL, user_id=ORGANISER, plan=Plan(title="toy", seats=3)
    )
    season_id = known.row.season_id
    await leagues.sign_up.open_sign_up(season_id, ORGANISER)
    for user_id, called in PEOPLE.items():
        known = await leagues.sign_up.join(season_id, user_id, called, f"press {user_id}")
    await leagues.draws.write_draw(season_id, ORGANISER, known.row.lines)
    await leagues.maintenance.settle()
    for table, winner in enumerate(winners, 1):
        order = [winner, *(user_id for user_id in PEOPLE if user_id != winner)]
        result = Resulted(table=table, places={known.find_number(each) or 0: at for at, each in enumerate(order, 1)})
        known = await leagues.season_log.write(season_id, _just(result))
        await leagues.maintenance.settle()
    return known


def _just(entry: Entry) -> Callable[[KnownSeason], list[Entry]]:
    """A writer of one entry, for any later state of a season."""
    return lambda _: [entry]


async def ratings(home: House, *known: KnownSeason) -> dict[int, int]:
    """What people's ratings are by these seasons' leagues."""
    shelves = await home.services.player_records.get_shelves([one.league.league_id for one in known])
    return {user_id: shelves["toy"].careers[user_id].rating.shown for user_id in PEOPLE}


async def test_ratings_follow_from_all_leagues_of_a_game_that_are_looked_at(home: House) -> None:
    winter, summer = await season(home, "Winter", ADA, ADA), await season(home, "Summer", BEN)
    both, one = await ratings(home, winter, summer), await ratings(home, winter)
    assert one[ADA] > 1500 > one[CLEO]
    assert both[ADA] < one[ADA], "Ben has won in summer"
    assert both[BEN] > one[BEN]
    assert await ratings(home, summer) != both, "a league that is hidden from somebody tells them nothing"


async def test_ratings_are_right_at_once_after_a_correction_and_its_revert(home: House) -> None:
    known = await season(home, "Winter", ADA)
    before = await ratings(home, known)
    places = {known.find_number(user_id) or 0: place for place, user_id in enumerate((CLEO, BEN, ADA), 1)}
    corrected = Corrected(table=1, places=places)
    shown = await home.services.leagues.rulings.simulate_decision(known, ORGANISER, corrected)
    with_ratings = await home.services.player_records.add_ratings([known.league.league_id], known, shown)
    await home.services.leagues.rulings.decide(known.row.season_id, ORGANISER, corrected, "as it was", known.row.lines)
    after = await ratings(home, known)
    assert after[CLEO] > 1500 > after[ADA]
    for user_id in (ADA, CLEO):
        change = with_ratings.changes[known.find_number(user_id) or 0]
        assert change.rating_before is not None
        assert change.rating_after is not None
        assert (change.rating_before.shown, change.rating_after.shown) == (before[user_id], after[user_id])


async def test_a_what_if_counts_what_people_did_before_this_season(home: House) -> None:
    winter, summer = await season(home, "Winter", ADA, ADA, ADA), await season(home, "Summer", BEN)
    ids = [winter.league.league_id, summer.league.league_id]
    places = {summer.find_number(user_id) or 0: place for place, user_id in enumerate((ADA, BEN, CLEO), 1)}
    shown = await home.services.leagues.rulings.simulate_decision(summer, ORGANISER, Corrected(table=1, places=places))
    found = await home.services.player_records.add_ratings(ids, summer, shown)
    change = found.changes[summer.find_number(ADA) or 0]
    assert change.rating_before is not None
    assert change.rating_before.shown == (await ratings(home, winter, summer))[ADA]


async def test_a_penalty_changes_nobodys_rating(home: House) -> None:
    known = await season(home, "Winter", ADA)
    shown = await home.services.leagues.rulings.simulate_decision(known, ORGANISER, Penalty(entrant=1, points=3))
    found = await home.services.player_records.add_ratings([known.league.league_id], known, shown)
    assert set(found.changes) == {1}
    assert found.changes[1].rating_before == found.changes[1].rating_after


async def test_a_player_who_was_forgotten_has_no_rating_and_the_others_keep_theirs(home: House) -> None:
    known = await season(home, "Winter", ADA, BEN)
    before = await ratings(home, known)
    await home.services.erasure.forget(ADA)
    shelves = await home.services.player_records.get_shelves([known.league.league_id])
    assert ADA not in shelves["toy"].careers
    assert {user_id: shelves["toy"].careers[user_id].rating.shown for user_id in (BEN, CLEO)} == {
        user_id: before[user_id] for user_id in (BEN, CLEO)
    }
    assert shelves["toy"].list_seasons_of(ADA) == []


# -- pseudonyms in long finished seasons --------------------------------------------------------------


async def over(home: House, name: str, *winners: int) -> KnownSeason:
    """A season as above, that is over."""
    known = await season(home, name, *winners)
    return await home.services.leagues.rulings.finish(known.row.season_id, ORGANISER, known.row.lines)


async def a_year_passes(home: House, wall: list[datetime], *, names_go: bool = True) -> None:
    wall[0] += timedelta(days=366)
    names_for = timedelta(days=365) if names_go else None
    await Retention(home.host, NoServers().has_server, names_for=names_for).delete_expired(connected=True)


@pytest.mark.parametrize("names_go", [False, True])
async def test_a_rating_goes_on_where_it_was_when_the_season_before_names_nobody_any_more(
    home: House, wall: list[datetime], names_go: bool
) -> None:
    winter = await over(home, "Winter", ADA, ADA)
    before = await ratings(home, winter)
    await a_year_passes(home, wall, names_go=names_go)
    shelf = (await home.services.player_records.get_shelves([winter.league.league_id]))["toy"]
    assert bool(shelf.list_seasons_of(ADA)) is not names_go, "nobody has a page whom no season names"
    summer = await season(home, "Summer")
    assert await ratings(home, winter, summer) == before
    summer = await season(home, "Autumn", BEN)
    after = await ratings(home, winter, summer)
    assert after == {ADA: 1700, BEN: 1618, CLEO: 1181}, "as if their names had stayed"
    shelf = (await home.services.player_records.get_shelves([winter.league.league_id, summer.league.league_id]))["toy"]
    assert [known.league.name for known, _ in shelf.list_seasons_of(ADA)] == ["Autumn", "Winter"]
    assert len(shelf.careers[ADA].played) == 3


async def test_a_player_who_asks_to_be_forgotten_is_a_newcomer_also_where_a_season_named_them_no_more(
    home: House, wall: list[datetime]
) -> None:
    winter = await over(home, "Winter", ADA, ADA)
    await a_year_passes(home, wall)
    assert await home.storage.privacy.is_kept(ADA)
    assert (await home.services.erasure.find_traces(ADA)).seasons == 1
    await home.services.erasure.forget(ADA)
    assert not await home.storage.privacy.is_kept(ADA)
    summer = await season(home, "Summer", BEN)
    found = await ratings(home, winter, summer)
    alone = await ratings(home, summer)
    assert (await home.services.player_records.get_shelves([winter.league.league_id]))["toy"].list_seasons_of(ADA) == []
    shelf = (await home.services.player_records.get_shelves([winter.league.league_id, summer.league.league_id]))["toy"]
    assert len(shelf.careers[ADA].played) == 1, "nothing leads from her to what she has played before"
    assert found[BEN] != alone[BEN], "the others' ratings go on"


async def test_a_what_if_counts_what_somebody_did_in_a_season_that_names_them_no_more(
    home: House, wall: list[datetime]
) -> None:
    winter = await over(home, "Winter", ADA, ADA)
    await a_year_passes(home, wall)
    summer = await season(home, "Summer", BEN)
    ids = [winter.league.league_id, summer.league.league_id]
    places = {summer.find_number(user_id) or 0: place for place, user_id in enumerate((ADA, BEN, CLEO), 1)}
    shown = await home.services.leagues.rulings.simulate_decision(summer, ORGANISER, Corrected(table=1, places=places))
    found = await home.services.player_records.add_ratings(ids, summer, shown)
    change = found.changes[summer.find_number(ADA) or 0]
    assert change.rating_before is not None
    assert change.rating_after is not None
    assert change.rating_before.shown == (await ratings(home, winter, summer))[ADA]
    assert change.rating_after.shown > change.rating_before.shown > 1500


async def test_a_player_who_had_earned_a_division_keeps_it_when_the_season_names_them_no_more(
    home: House, wall: list[datetime]
) -> None:
    winter = await over(home, "Winter", ADA)
    await a_year_passes(home, wall)
    leagues = home.services.leagues
    following = (await leagues.sign_up.create_next_season(winter.league.league_id, winter.plan)).row.season_id
    await leagues.sign_up.open_sign_up(following, ORGANISER)
    for user_id, called in PEOPLE.items():
        known = await leagues.sign_up.join(following, user_id, called, "again")
    brought = (await leagues.draws.propose_draw(known)).entry.brought
    assert {known.entrants[number].user_id for number in brought} == set(PEOPLE)
    assert brought[known.find_number(ADA) or 0].place == 1
