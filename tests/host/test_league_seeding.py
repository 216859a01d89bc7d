"""Divisions by rating: newcomers begin where they belong, by ratings that everybody may know and check."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bot.host.leagues.export import to_json, verify
from bot.host.leagues.plan import Plan
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.log_entries import Brought, Drawn, Ended, Joined
from tests.host.test_league_careers import ADA, BEN, CLEO, ORGANISER, PEOPLE, season
from tests.house import CHANNEL, GUILD, House
from tests.leagues import independent

NEW = range(21, 26)
"""People who have never played."""
BY_RATING = Plan(title="toy", seats=3, seeded=True)
CUP = Plan(title="toy", seats=2, format="cup")


async def signed_up(home: House, people: Sequence[int], plan: Plan = BY_RATING, name: str = "Spring") -> KnownSeason:
    """A league's first season, for which these have signed up."""
    leagues = home.services.leagues
    made = await leagues.sign_up.create_league(
        name=name, guild_id=GUILD, channel_id=CHANNEL, user_id=ORGANISER, plan=plan
    )
    await leagues.sign_up.open_sign_up(made.row.season_id, ORGANISER)
    return await joined(home, made.row.season_id, people)


async def joined(home: House, season_id: int, people: Sequence[int]) -> KnownSeason:
    for user_id in people:
        called = PEOPLE.get(user_id, f"New {user_id}")
        known = await home.services.leagues.sign_up.join(season_id, user_id, called, f"press {user_id}")
    return known


async def drawn(home: House, known: KnownSeason, rated_by: Sequence[int]) -> tuple[KnownSeason, Drawn]:
    """A season after its draw, and that draw."""
    leagues = home.services.leagues
    after = await leagues.draws.write_draw(known.row.season_id, ORGANISER, known.row.lines, rated_by)
    await leagues.maintenance.settle()
    entry = after.season.lines[after.season.rounds[0].drawn_at - 1].entry
    assert isinstance(entry, Drawn)
    return after, entry


async def six_games(home: House) -> list[int]:
    """Two leagues in which Ada has won all of six games, before Ben and Cleo."""
    found = [await season(home, name, ADA, ADA, ADA) for name in ("Winter", "Summer")]
    return [one.league.league_id for one in found]


async def test_in_a_first_season_ratings_say_in_which_division_everybody_begins(home: House) -> None:
    rated_by = await six_games(home)
    ratings = await home.services.player_records.get_ratings(rated_by, "toy")
    known, entry = await drawn(home, await signed_up(home, [CLEO, *NEW, BEN, ADA]), rated_by)
    numbers = {user_id: known.find_number(user_id) or 0 for user_id in PEOPLE}
    assert entry.brought == {numbers[user_id]: Brought(rating=ratings[user_id]) for user_id in PEOPLE}
    assert ratings[ADA] > 1500 > ratings[CLEO]
    assert numbers[ADA] in entry.divisions[1]
    assert numbers[CLEO] in entry.divisions[2]
    assert all(one.ok for one in verify(to_json(known).encode()))


async def test_a_file_that_names_another_rating_is_not_the_draw(home: House) -> None:
    rated_by = await six_games(home)
    known, entry = await drawn(home, await signed_up(home, [CLEO, *NEW, BEN, ADA]), rated_by)
    number = known.find_number(CLEO) or 0
    text = to_json(await home.services.leagues.rulings.finish(known.row.season_id, ORGANISER, known.row.lines))
    claimed = text.replace(f'"rating":{entry.brought[number].rating}', '"rating":1900')
    assert claimed != text
    assert [one.ok for one in verify(claimed.encode())] == [True, False, True]


async def test_a_player_whose_rating_is_provisional_counts_as_a_newcomer(home: House) -> None:
    winter = await season(home, "Winter", ADA, ADA, ADA)
    _, entry = await drawn(home, await signed_up(home, [CLEO, *NEW, BEN, ADA]), [winter.league.league_id])
    assert entry.brought == {}


async def test_a_league_that_not_everybody_may_know_of_rates_nobody(home: House) -> None:
    winter, _ = await six_games(home)
    _, entry = await drawn(home, await signed_up(home, [CLEO, *NEW, BEN, ADA]), [winter])
    assert entry.brought == {}, "of the other league, nothing is in the log"


async def test_a_season_whose_rules_do_not_have_it_is_drawn_without_ratings(home: House) -> None:
    rated_by = await six_games(home)
    plain = BY_RATING.model_copy(update={"seeded": False})
    _, entry = await drawn(home, await signed_up(home, [CLEO, *NEW, BEN, ADA], plain), rated_by)
    assert entry.brought == {}


async def test_in_a_later_season_a_place_that_was_earned_comes_before_every_rating(home: House) -> None:
    """A strong newcomer passes no earlier entrant; among newcomers, ratings decide."""
    rated_by = await six_games(home)
    leagues = home.services.leagues
    known, _ = await drawn(home, await signed_up(home, [*NEW]), rated_by)
    over = await leagues.rulings.finish(known.row.season_id, ORGANISER, known.row.lines)
    assert any(isinstance(line.entry, Ended) for line in over.season.lines)
    following = (await leagues.sign_up.create_next_season(known.league.league_id, BY_RATING)).row.season_id
    await leagues.sign_up.open_sign_up(following, ORGANISER)
    known, entry = await drawn(home, await joined(home, following, [CLEO, ADA, 31, *NEW]), rated_by)
    numbers = [known.find_number(user_id) or 0 for user_id in (ADA, 31, CLEO)]
    assert entry.brought[numbers[0]].rating > 1500
    assert {entry.brought[known.find_number(user_id) or 0].level for user_id in NEW} == {1}
    assert {entry.brought[known.find_number(user_id) or 0].rating for user_id in NEW} == {1500}
    first = set(entry.divisions[1])
    assert {known.find_number(user_id) for user_id in NEW} <= first, "they have earned the first division"
    assert numbers[2] not in first
    assert all(one.ok for one in verify(to_json(known).encode()))


async def test_a_player_who_comes_late_is_drawn_by_rating_too(home: House) -> None:
    rated_by = await six_games(home)
    known, _ = await drawn(home, await signed_up(home, [*NEW]), rated_by)
    known = await joined(home, known.row.season_id, [CLEO, 31, ADA])
    await home.services.leagues.maintenance.settle()
    known = await home.services.leagues.season_log.get_season(known.row.season_id)
    late = [line.entry.entrant for line in known.season.lines if isinstance(line.entry, Joined)][-3:]
    after = await home.services.leagues.draws.write_draw(known.row.season_id, ORGANISER, known.row.lines, rated_by)
    entry = after.season.lines[after.season.rounds[-1].drawn_at - 1].entry
    assert isinstance(entry, Drawn)
    assert set(entry.divisions[2]) == set(late)
    ratings = await home.services.player_records.get_ratings(rated_by, "toy")
    assert {one.rating for one in entry.brought.values()} == {ratings[ADA], ratings[CLEO]}
    assert all(one.ok for one in verify(to_json(after).encode()))


# -- the byes of a cup's first round -------------------------------------------------------------------


async def test_in_a_first_cup_the_best_rated_go_on_without_a_game_and_newcomers_count_as_1500(home: House) -> None:
    rated_by = await six_games(home)
    ratings = await home.services.player_records.get_ratings(rated_by, "toy")
    known, entry = await drawn(home, await signed_up(home, [CLEO, *NEW[:2], BEN, ADA], CUP), rated_by)
    numbers = {user_id: known.find_number(user_id) or 0 for user_id in PEOPLE}
    assert entry.brought == {numbers[user_id]: Brought(rating=ratings[user_id]) for user_id in PEOPLE}
    order = entry.divisions[1]
    best = sorted(order, key=lambda number: -entry.brought.get(number, Brought(rating=1500)).rating)
    assert entry.byes == tuple(best[:3])
    assert ratings[ADA] > 1500 > ratings[CLEO]
    assert entry.byes[0] == numbers[ADA]
    assert numbers[CLEO] not in entry.byes, "who is rated below 1500 comes after newcomers"
    assert all(one.ok for one in verify(to_json(known).encode()))


async def test_a_cups_file_that_names_another_rating_is_not_the_draw(home: House) -> None:
    rated_by = await six_games(home)
    known, entry = await drawn(home, await signed_up(home, [CLEO, *NEW[:2], BEN, ADA], CUP), rated_by)
    text, number = to_json(known), known.find_number(CLEO) or 0
    claimed = text.replace(f'"rating":{entry.brought[number].rating}', '"rating":1900')
    assert claimed != text
    assert [one.ok for one in verify(claimed.encode())] == [True, False, True]
    assert [*independent.problems(json.loads(text))] == []
    assert len([*independent.problems(json.loads(claimed))]) == 1


async def test_in_a_second_cup_no_newcomer_goes_before_who_is_rated_higher_and_was_there(home: House) -> None:
    """An earlier result in the cup has no part in the byes, and the rating counts all the same."""
    rated_by = await six_games(home)
    leagues = home.services.leagues
    known, _ = await drawn(home, await signed_up(home, [ADA, BEN, NEW[0], NEW[1]], CUP), rated_by)
    over = await leagues.rulings.finish(known.row.season_id, ORGANISER, known.row.lines)
    assert over.row.status == "over"
    following = (await leagues.sign_up.create_next_season(known.league.league_id, CUP)).row.season_id
    await leagues.sign_up.open_sign_up(following, ORGANISER)
    known, entry = await drawn(home, await joined(home, following, [31, *NEW[:3], ADA]), rated_by)
    number = known.find_number(ADA) or 0
    assert entry.brought[number].rating == (await home.services.player_records.get_ratings(rated_by, "toy"))[ADA] > 1500
    assert entry.byes[0] == number
    assert all(one.ok for one in verify(to_json(known).encode(), former=[to_json(over).encode()]))


async def test_a_cup_without_byes_names_no_ratings(home: House) -> None:
    rated_by = await six_games(home)
    for_three = CUP.model_copy(update={"seats": 3})
    _, entry = await drawn(home, await signed_up(home, [CLEO, *NEW, BEN, ADA], for_three), rated_by)
    assert (entry.brought, entry.byes) == ({}, ())
