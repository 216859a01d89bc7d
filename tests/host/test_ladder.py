"""A ladder from its opening over many weeks: people want games, tables open, periods follow one another."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from bot.host.errors import NotYours, Refusal
from bot.host.leagues.export import to_csv, to_json, verify
from bot.host.leagues.plan import Plan
from bot.host.leagues.season_log import KnownSeason
from bot.host.services import TimeSource, build_services
from bot.leagues import ladder
from bot.leagues.log_entries import Corrected, Disqualified, Drawn, Joined, OpenedWishes, Reverted, Voided
from bot.leagues.standings import compute_standings
from tests.host.leagues import (
    ADA,
    BEN,
    CLEO,
    DORA,
    ORGANISER,
    PEOPLE,
    all_here,
    at,
    crashed,
    ends,
    is_played,
    known,
    settle,
)
from tests.host.test_league_calendar import pass_by
from tests.house import CHANNEL, GUILD, House, house
from tests.leagues.seasons import chances

PLAN = Plan(title="toy", seats=3, format="ladder", weeks=12, open_tables="plays on")


async def opened(home: House, people: Sequence[int] = tuple(PEOPLE), plan: Plan = PLAN) -> int:
    """A ladder that these have joined."""
    leagues = home.services.leagues
    made = await leagues.sign_up.create_league(
        name="Ladder", guild_id=GUILD, channel_id=CHANNEL, user_id=ORGANISER, plan=plan
    )
    season_id = made.row.season_id
    await leagues.sign_up.open_sign_up(season_id, ORGANISER)
    for user_id in people:
        await leagues.sign_up.join(season_id, user_id, PEOPLE.get(user_id, f"P{user_id}"), f"joined {user_id}")
    await settle(home)
    return season_id


async def want(home: House, season_id: int, *people: int, games: int | None = None, days: int | None = None) -> None:
    for user_id in people:
        ticket = f"press {user_id} {home.host.format_now()}"
        await home.services.leagues.ladders.request_game(season_id, user_id, ticket, games=games, days=days)
        await settle(home)


async def waiting(home: House, season_id: int) -> list[int]:
    """Who waits for a game now."""
    season = await known(home, season_id)
    return [
        one.user_id for one in await home.storage.leagues.list_wanted_games(season.league.league_id) if not one.over
    ]


async def tables(home: House, season_id: int) -> dict[int, int]:
    return dict((await known(home, season_id)).tables)


async def who(home: House, season_id: int, table: int) -> set[int]:
    return set(await at(home, (await tables(home, season_id))[table]))


async def is_over(home: House, season_id: int, table: int) -> None:
    """Let a table be played; the last in the order of seats wins."""
    game_id = (await tables(home, season_id))[table]
    await all_here(home, game_id)
    *losers, _ = await at(home, game_id)
    await ends(home, game_id, *losers)


# -- a game for who wants one ------------------------------------------------------------------------


async def test_a_table_opens_as_soon_as_enough_want_a_game_and_calls_them(home: House) -> None:
    season_id = await opened(home)
    await want(home, season_id, ADA, BEN)
    assert await tables(home, season_id) == {}
    await want(home, season_id, CLEO)
    assert await who(home, season_id, 1) == {ADA, BEN, CLEO}
    assert await waiting(home, season_id) == []
    game_id = (await tables(home, season_id))[1]
    await all_here(home, game_id)
    found = await home.host.find_table(game_id)
    assert found is not None
    assert found[0].status == "running"


async def test_a_player_who_wants_two_games_gets_them_at_different_tables(home: House) -> None:
    season_id = await opened(home, (*PEOPLE, 21))
    await want(home, season_id, ADA, games=2)
    await want(home, season_id, BEN, CLEO)
    assert await waiting(home, season_id) == [ADA]
    await want(home, season_id, DORA, 21)
    assert await who(home, season_id, 2) == {ADA, DORA, 21}
    assert await waiting(home, season_id) == []


async def test_the_log_says_nothing_of_who_waits_and_neither_does_the_file(home: House) -> None:
    season_id = await opened(home)
    before = to_json(await known(home, season_id))
    await want(home, season_id, ADA, BEN)
    await home.services.leagues.ladders.cancel_request(season_id, BEN)
    assert to_json(await known(home, season_id)) == before
    await want(home, season_id, BEN, CLEO)
    await want(home, season_id, DORA)
    with_one = to_json(await known(home, season_id))
    assert "press 14" not in with_one


async def test_a_wish_is_taken_back_with_a_press_and_nobody_is_seated_who_has_done_so(home: House) -> None:
    season_id = await opened(home)
    await want(home, season_id, ADA, BEN)
    assert await home.services.leagues.ladders.cancel_request(season_id, ADA)
    await want(home, season_id, CLEO)
    assert await tables(home, season_id) == {}
    await want(home, season_id, DORA)
    assert await who(home, season_id, 1) == {BEN, CLEO, DORA}


async def test_a_wish_that_is_taken_back_just_as_a_table_opens_seats_nobody(home: House) -> None:
    """Between the matching and its transaction."""
    season_id = await opened(home)
    await want(home, season_id, ADA, BEN)
    leagues, season = home.services.leagues, await known(home, season_id)
    ada = await leagues.ladders.find_request(season, ADA)
    assert ada is not None
    await home.storage.leagues.put_wanted_game(
        season.league.league_id, replace(ada, user_id=CLEO, ticket="another press")
    )
    wanted = await home.storage.leagues.list_wanted_games(season.league.league_id)
    await home.storage.leagues.drop_wanted_game(season.league.league_id, BEN)
    with pytest.raises(Refusal):
        await leagues.ladders._match(season, wanted)
    await settle(home)
    assert await tables(home, season_id) == {}
    assert await waiting(home, season_id) == [ADA, CLEO]


async def test_a_player_who_has_just_met_meets_again_after_three_days_where_nobody_else_is_there(
    home: House, wall: list[datetime]
) -> None:
    season_id = await opened(home)
    await want(home, season_id, ADA, BEN, CLEO)
    await played_to_the_end(home, season_id, 1)
    ratings = ladder.rate_entrants((await known(home, season_id)).season)
    assert len({rating.shown for rating in ratings.values()}) > 1
    await want(home, season_id, ADA, BEN, CLEO)
    await pass_by(home, wall, hours=71)
    assert len(await tables(home, season_id)) == 1
    await pass_by(home, wall, hours=1)
    assert await who(home, season_id, 2) == {ADA, BEN, CLEO}


async def test_nobody_waits_for_nothing_and_whose_time_is_over_can_wait_again(
    home: House, wall: list[datetime]
) -> None:
    season_id = await opened(home)
    await want(home, season_id, ADA, days=1)
    await pass_by(home, wall, days=1, minutes=-1)
    assert await waiting(home, season_id) == [ADA]
    await pass_by(home, wall, minutes=1)
    assert await waiting(home, season_id) == []
    wish = await home.services.leagues.ladders.find_request(await known(home, season_id), ADA)
    assert wish is not None
    assert wish.over == 1
    await want(home, season_id, ADA)
    again = await home.services.leagues.ladders.find_request(await known(home, season_id), ADA)
    assert again is not None
    assert (again.over, again.days, again.since) == (0, 1, home.host.format_now())


async def test_a_player_who_did_not_come_to_a_table_waits_for_no_other_until_they_press_again(
    home: House, wall: list[datetime]
) -> None:
    season_id = await opened(home)
    await want(home, season_id, ADA, games=3, days=14)
    await want(home, season_id, BEN, CLEO)
    game_id = (await tables(home, season_id))[1]
    for user_id in (BEN, CLEO):
        await home.lobby.confirm_presence(game_id, user_id, f"here {user_id}")
    wall[0] += timedelta(hours=26)
    await home.lobby.look()
    await settle(home)
    season = await known(home, season_id)
    ada = season.find_number(ADA)
    assert ada is not None
    assert season.season.entrants[ada].cards == 1
    assert await waiting(home, season_id) == []
    await want(home, season_id, ADA)
    assert await waiting(home, season_id) == [ADA]


async def test_a_player_who_is_put_out_or_has_left_waits_no_more(home: House) -> None:
    season_id = await opened(home)
    leagues = home.services.leagues
    await want(home, season_id, ADA, BEN)
    await leagues.sign_up.leave(season_id, ADA)
    season = await known(home, season_id)
    number = season.find_number(BEN)
    assert number is not None
    await leagues.rulings.decide(season_id, ORGANISER, Disqualified(entrant=number), "cheats", season.row.lines)
    await settle(home)
    assert await waiting(home, season_id) == []
    for user_id in (ADA, BEN):
        with pytest.raises(NotYours):
            await want(home, season_id, user_id)
    with pytest.raises(NotYours):
        await want(home, season_id, 77)


async def test_people_are_kept_apart_also_when_they_wish_it_later(home: House, wall: list[datetime]) -> None:
    season_id = await opened(home, (*PEOPLE, 21))
    await home.services.leagues.sign_up.set_wishes(season_id, ADA, apart=[BEN])
    await want(home, season_id, ADA, BEN, CLEO)
    assert await tables(home, season_id) == {}
    await want(home, season_id, DORA)
    assert len(await who(home, season_id, 1) & {ADA, BEN}) == 1


async def test_a_ladder_goes_on_after_a_crash_where_it_was(home: House, wall: list[datetime]) -> None:
    season_id = await opened(home)
    ladders = home.services.leagues.ladders
    for user_id in (ADA, BEN, CLEO):
        await ladders.request_game(season_id, user_id, f"press {user_id}")
    await crashed(home)
    again = home.again()
    await again.services.resume()
    await settle(again)
    assert await who(again, season_id, 1) == {ADA, BEN, CLEO}


async def test_a_wish_for_fewer_tables_at_once_keeps_nobody_elses_table_closed(home: House) -> None:
    """Of an older control, from before the league was a ladder."""
    season_id = await opened(home)
    with pytest.raises(Refusal, match="I want a game"):
        await home.services.leagues.sign_up.set_wishes(season_id, ADA, cap=1)


async def test_nobody_draws_a_ladder_by_hand(home: House) -> None:
    season_id = await opened(home)
    with pytest.raises(Refusal, match="open by themselves"):
        await home.services.leagues.draws.propose_draw(await known(home, season_id))


# -- periods -----------------------------------------------------------------------------------------


async def newest(home: House, season_id: int) -> KnownSeason:
    season = await known(home, season_id)
    row = (await home.storage.leagues.list_seasons(season.league.league_id))[0]
    return await known(home, row.season_id)


async def test_a_period_is_followed_by_the_next_with_everybody_in_it_and_running_tables_play_on(
    home: House, wall: list[datetime]
) -> None:
    season_id = await opened(home)
    await want(home, season_id, ADA, BEN, CLEO)
    game_id = (await tables(home, season_id))[1]
    await all_here(home, game_id)
    await want(home, season_id, DORA, days=14)
    await home.services.leagues.sign_up.leave(season_id, CLEO)
    await pass_by(home, wall, weeks=12)
    over, following = await known(home, season_id), await newest(home, season_id)
    assert (over.row.status, following.row.status, following.row.number) == ("over", "sign-up", 2)
    assert {one.user_id for one in following.entrants.values()} == {ADA, BEN, DORA}
    assert over.season.tables[1].fate == "running"
    await ends(home, game_id, *[user_id for user_id in await at(home, game_id) if user_id == ADA])
    found = verify(to_json(await known(home, season_id)).encode())
    assert all(one.ok and not one.rests_on_wishes for one in found), [one.text for one in found]


async def test_a_wish_goes_with_its_owner_into_the_next_period(home: House, wall: list[datetime]) -> None:
    season_id = await opened(home)
    await want(home, season_id, ADA, BEN, CLEO)
    await is_over(home, season_id, 1)
    await pass_by(home, wall, weeks=11, days=5)
    await want(home, season_id, DORA, BEN, days=14)
    await pass_by(home, wall, days=3)
    following = await newest(home, season_id)
    assert following.row.number == 2
    assert await waiting(home, following.row.season_id) == [BEN, DORA]
    await want(home, following.row.season_id, CLEO)
    assert await who(home, following.row.season_id, 1) == {BEN, CLEO, DORA}
    kinds = [line.entry.kind for line in (await known(home, following.row.season_id)).season.lines]
    assert kinds == ["opened", "joined", "joined", "joined", "joined", "added", "drawn"]


async def test_a_period_waits_for_a_table_that_waits_for_its_people(home: House, wall: list[datetime]) -> None:
    season_id = await opened(home, (*PEOPLE, 21, 22))
    await want(home, season_id, ADA, BEN, CLEO)
    await is_over(home, season_id, 1)
    await pass_by(home, wall, weeks=11, days=6, hours=23)
    await want(home, season_id, DORA, 21, 22)
    await pass_by(home, wall, hours=2)
    assert (await known(home, season_id)).row.status == "running"
    await all_here(home, (await tables(home, season_id))[2])
    assert (await known(home, season_id)).row.status == "over"


async def test_a_ladder_that_a_steward_closes_stays_closed_and_opens_again_with_its_ratings(
    home: House, wall: list[datetime]
) -> None:
    season_id = await opened(home)
    leagues = home.services.leagues
    await want(home, season_id, ADA, BEN, CLEO)
    await played_to_the_end(home, season_id, 1)
    await want(home, season_id, DORA)
    season = await known(home, season_id)
    before = {
        season.entrants[row.number].user_id: row.rating for row in compute_standings(season.season, ladder.DIVISION)
    }
    await leagues.rulings.finish(season_id, ORGANISER, season.row.lines)
    await pass_by(home, wall, weeks=3)
    assert (await newest(home, season_id)).row.season_id == season_id
    assert await waiting(home, season_id) == []
    with pytest.raises(Refusal, match="closed"):
        await want(home, season_id, ADA)
    again = await leagues.sign_up.create_next_season(season.league.league_id, season.plan)
    await leagues.sign_up.open_sign_up(again.row.season_id, ORGANISER)
    strength = await leagues.ladders.find_strength(await known(home, again.row.season_id), ADA)
    assert strength is not None
    assert (strength.rating, strength.games) == (before[ADA], 1)


async def played_to_the_end(home: House, season_id: int, table: int) -> None:
    game_id = (await tables(home, season_id))[table]
    await all_here(home, game_id)
    await is_played(home, game_id)


# -- many people over many weeks ---------------------------------------------------------------------

CROWD = tuple(range(101, 131))


@dataclass
class Weeks:
    """Thirty people in a ladder: they want games, do not come, concede, and are forgotten, while the bot restarts."""

    home: House
    wall: list[datetime]
    random: Random
    season_id: int
    rulings: int = 0

    async def day(self) -> None:
        """Let a day pass."""
        self.season_id = (await newest(self.home, self.season_id)).row.season_id
        for user_id in self.random.sample(CROWD, 6):
            with suppress(Refusal, NotYours):
                await want(self.home, self.season_id, user_id, games=self.random.choice([1, 1, 2]))
        for game_id in (await tables(self.home, self.season_id)).values():
            await self._at(game_id)
        await pass_by(self.home, self.wall, hours=24)
        await self.home.lobby.look()
        await settle(self.home)
        if self.random.random() < 0.2:
            await self._rules()
        if self.random.random() < 0.2:
            await crashed(self.home)
            home, wall = self.home, self.wall
            times = TimeSource(now=lambda: wall[0])
            anew = build_services(home.storage, home.host.games, times=times, new_seed=home.host.new_seed)
            self.home = House(home.storage, anew)
            await self.home.services.resume()
            await settle(self.home)

    async def _at(self, game_id: int) -> None:
        found = await self.home.host.find_table(game_id)
        if found is None:
            return
        people = await at(self.home, game_id)
        if found[0].status == "open":
            for user_id in people:
                if self.random.random() < 0.95:
                    with suppress(Refusal):  # it has begun, for they have said so at another table
                        await self.home.lobby.confirm_presence(game_id, user_id, f"here {user_id} {game_id}")
            await settle(self.home)
        elif found[0].status == "running" and len(people) > 1:
            if self.random.random() < 0.1:
                with suppress(Refusal):  # they have done so before
                    await self.home.absence.give_up_seat(game_id, people[0])
                await settle(self.home)
            elif self.random.random() < 0.6:
                await is_played(self.home, game_id)

    async def _rules(self) -> None:
        """Let a steward put a result right, void a table, or take such a thing back."""
        season = await known(self.home, self.season_id)
        decided = [table for table in season.season.tables.values() if table.fate == "finished"]
        backs = [line.number for line in season.season.lines if line.by and isinstance(line.entry, Corrected | Voided)]
        taken = {line.entry.line for line in season.season.lines if isinstance(line.entry, Reverted)}
        backs = [number for number in backs if number not in taken]
        if backs and self.random.random() < 0.5:
            entry: Corrected | Voided | Reverted = Reverted(line=self.random.choice(backs))
        elif decided:
            table = self.random.choice(decided)
            places = {number: place for place, number in enumerate(reversed(table.seats), 1)}
            right = Corrected(table=table.number, places=places, as_written=True)
            entry = Voided(table=table.number) if self.random.random() < 0.3 else right
        else:
            return
        rulings = self.home.services.leagues.rulings
        await rulings.decide(self.season_id, ORGANISER, entry, "as it was", season.row.lines)
        await settle(self.home)
        self.rulings += 1


@pytest.fixture
async def crowded_ladder(tmp_path: Path, wall: list[datetime]) -> AsyncIterator[House]:
    async with house(tmp_path / "ladder.db", now=lambda: wall[0]) as there:
        for user_id in CROWD:
            await there.host.people.record_person(user_id, f"P{user_id}")
        yield there


@pytest.mark.thorough
async def test_thirty_people_play_for_weeks_with_absences_rulings_and_restarts(
    crowded_ladder: House, wall: list[datetime]
) -> None:
    season_id = await opened(crowded_ladder, CROWD, PLAN.model_copy(update={"weeks": 4}))
    weeks = Weeks(crowded_ladder, wall, chances(7), season_id)
    for _ in range(40):
        await weeks.day()
    season = await known(weeks.home, season_id)
    rows = await weeks.home.storage.leagues.list_seasons(season.league.league_id)
    assert len(rows) >= 2
    assert weeks.rulings > 2
    for row in rows:
        period = await known(weeks.home, row.season_id)
        lines = period.season.lines
        assert all(len(set(table.seats)) == 3 for table in period.season.tables.values())
        drawn = [line.number for line in lines if isinstance(line.entry, Drawn)]
        opens = [line.entry.draw for line in lines if isinstance(line.entry, OpenedWishes)]
        assert opens == (drawn if row.status == "over" else [])
        found = verify(to_json(period).encode()) if drawn else []
        assert all(one.ok for one in found), [one.text for one in found if not one.ok]
        assert to_csv(period.season).count("\n") == 1 + sum(
            len(period.season.list_entrants(at)) for at in period.season.list_divisions()
        )
    carried = [one.entry for one in (await known(weeks.home, rows[-2].season_id)).season.lines]
    assert sum(isinstance(one, Joined) and one.strength is not None for one in carried) > 10
