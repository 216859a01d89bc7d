"""The next season: continuing entrants are signed up automatically, and it opens by itself on request."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.host.errors import Refusal
from bot.host.leagues.export import to_json, verify
from bot.host.leagues.season_log import KnownSeason
from bot.host.services import TimeSource, build_services
from bot.leagues.log_entries import Added, Disqualified, Joined
from storage.interface.leagues import StandingWishes
from tests.host.leagues import ADA, BEN, CLEO, DORA, ORGANISER, PEOPLE, PLAN, drawn, known, settle, signed_up
from tests.host.test_league_calendar import pass_by
from tests.house import House, house


@dataclass
class World:
    """A Discord from whose servers people go."""

    gone: set[int] = field(default_factory=set)

    def has_server(self, guild_id: int) -> bool:
        return True

    async def has_channel(self, guild_id: int, channel_id: int) -> bool | None:
        return True

    async def is_member(self, guild_id: int, user_id: int) -> bool | None:
        return user_id not in self.gone


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
async def home(tmp_path: Path, wall: list[datetime], world: World) -> AsyncIterator[House]:
    async with house(tmp_path / "leagues.db", now=lambda: wall[0], servers=world) as opened:
        for user_id, name in PEOPLE.items():
            await opened.host.people.record_person(user_id, name)
        yield opened


async def over(home: House, season_id: int) -> KnownSeason:
    """A season that is finished now."""
    season = await known(home, season_id)
    await home.services.leagues.rulings.finish(season_id, ORGANISER, season.row.lines)
    return await known(home, season_id)


async def plays_on(home: House, season_id: int, *people: int) -> None:
    for user_id in people:
        await home.services.leagues.sign_up.set_standing_wishes(season_id, user_id, plays_on=f"press {user_id}")


async def following(home: House, season: KnownSeason) -> KnownSeason:
    """The season after one, opened by an organiser."""
    sign_up = home.services.leagues.sign_up
    season_id = (await sign_up.create_next_season(season.league.league_id, PLAN)).row.season_id
    await sign_up.open_sign_up(season_id, ORGANISER)
    return await known(home, season_id)


def people(season: KnownSeason) -> list[int]:
    """Who are in it, in the order of their numbers."""
    return [one.user_id for one in season.entrants.values() if one.user_id is not None]


# -- playing on ----------------------------------------------------------------------------------------


async def test_a_player_who_plays_on_is_in_the_next_season_with_what_they_wished_last(home: House) -> None:
    season_id = await signed_up(home)
    await home.services.leagues.sign_up.set_wishes(season_id, BEN, cap=2, apart=[CLEO], named=True)
    season = await known(home, season_id)
    await home.services.leagues.draws.write_draw(season_id, ORGANISER, season.row.lines)
    await plays_on(home, season_id, BEN, ADA)
    after = await following(home, await over(home, season_id))
    assert people(after) == [ADA, BEN]
    assert [isinstance(line.entry, Joined) and line.entry.plays_on for line in after.season.lines] == [
        False,
        True,
        True,
    ]
    bens = after.entrants[2]
    assert (bens.name, bens.cap, bens.apart, bens.named) == ("Ben", 2, (CLEO,), True)


async def test_a_player_who_has_taken_it_back_is_in_no_next_season(home: House) -> None:
    season_id = await drawn(home)
    await plays_on(home, season_id, ADA)
    await home.services.leagues.sign_up.set_standing_wishes(season_id, ADA, plays_on="")
    assert people(await following(home, await over(home, season_id))) == []


async def test_a_player_who_leaves_a_season_that_has_signed_them_up_is_out_of_it_and_of_all_later_ones(
    home: House,
) -> None:
    season_id = await drawn(home)
    await plays_on(home, season_id, ADA, BEN)
    second = await following(home, await over(home, season_id))
    await home.services.leagues.sign_up.leave(second.row.season_id, ADA)
    second = await known(home, second.row.season_id)
    assert second.season.entrants[second.find_number(ADA) or 0].status == "withdrawn"
    assert set(await home.storage.leagues.list_standing_wishes(second.league.league_id)) == {BEN}


async def test_a_player_who_was_put_out_has_left_the_server_or_was_forgotten_does_not_play_on(
    home: House, world: World
) -> None:
    season_id = await drawn(home)
    await plays_on(home, season_id, *PEOPLE)
    season = await known(home, season_id)
    ada = season.find_number(ADA) or 0
    await home.services.leagues.rulings.decide(
        season_id, ORGANISER, Disqualified(entrant=ada), "was rude", season.row.lines
    )
    world.gone.add(BEN)
    await over(home, season_id)
    await home.services.erasure.forget(CLEO)
    after = await following(home, season)
    assert people(after) == [DORA]
    assert await home.storage.leagues.list_standing_wishes(after.league.league_id) == {
        DORA: StandingWishes(plays_on=f"press {DORA}", plays_on_since=home.host.format_now())
    }


async def test_a_player_who_chooses_it_after_the_end_while_the_next_one_takes_sign_ups_is_in_it(home: House) -> None:
    season_id = await drawn(home)
    after = await following(home, await over(home, season_id))
    await plays_on(home, season_id, ADA)
    home.services.leagues.season_log.changes.notify(after.row.season_id)
    assert people(await known(home, after.row.season_id)) == [ADA]


async def test_nobody_is_signed_up_for_a_season_that_was_drawn(home: House) -> None:
    season_id = await drawn(home)
    after = await following(home, await over(home, season_id))
    for user_id in (ADA, BEN, CLEO):
        await home.services.leagues.sign_up.join(after.row.season_id, user_id, PEOPLE[user_id], "new")
    after = await known(home, after.row.season_id)
    await home.services.leagues.draws.write_draw(after.row.season_id, ORGANISER, after.row.lines)
    await plays_on(home, season_id, DORA)
    home.services.leagues.season_log.changes.notify(after.row.season_id)
    assert people(await known(home, after.row.season_id)) == [ADA, BEN, CLEO]


async def test_a_stopped_program_goes_on_signing_up_who_plays_on(home: House) -> None:
    season_id = await drawn(home)
    await plays_on(home, season_id, ADA, BEN)
    after = await following(home, await over(home, season_id))
    again = home.again()
    await again.services.leagues.maintenance.resume()
    assert people(await known(again, after.row.season_id)) == [ADA, BEN]


# -- nobody knows the draw ------------------------------------------------------------------------------


async def test_a_season_is_drawn_only_when_somebody_has_added_to_it_since_its_secret_was_promised(home: House) -> None:
    """The contributions of all others were known already, so the maker of the secrets could have chosen the draw."""
    leagues = home.services.leagues
    season_id = await drawn(home)
    await plays_on(home, season_id, *PEOPLE)
    after = await following(home, await over(home, season_id))
    with pytest.raises(Refusal, match=r"one of them presses \*\*Join\*\*"):
        await leagues.draws.propose_draw(after)
    for _ in range(2):
        after = await leagues.sign_up.join(after.row.season_id, BEN, "Ben", "fresh")
    added = [line.entry for line in after.season.lines if isinstance(line.entry, Added)]
    assert added == [Added(entrant=after.find_number(BEN) or 0, ticket="fresh")]
    assert len(after.entrants) == len(PEOPLE)
    after = await leagues.draws.write_draw(after.row.season_id, ORGANISER, after.row.lines)
    text = to_json(after)
    assert all(one.ok for one in verify(text.encode()))
    assert '"ticket":"fresh"' in text
    claims = [text.replace('"ticket":"fresh"', f'"ticket":"stale {at}"') for at in range(5)]
    assert not all(one.ok for claim in claims for one in verify(claim.encode()))


async def test_a_file_of_a_draw_to_which_nobody_had_added_is_no_season(home: House) -> None:
    leagues = home.services.leagues
    season_id = await drawn(home)
    after = await known(home, season_id)
    claimed = to_json(after).replace('"plays_on":false', '"plays_on":true')
    (check,) = verify(claimed.encode())
    assert not check.ok
    assert "since the secret of the draw was promised" in check.text
    assert all(one.ok for one in verify(to_json(await leagues.season_log.get_season(season_id)).encode()))


# -- a season that opens by itself ----------------------------------------------------------------------


async def after_days(home: House, season_id: int, days: int | None) -> None:
    await home.services.leagues.sign_up.set_opens_after(season_id, days)
    await settle(home)


async def seasons(home: House, season: KnownSeason) -> list[str]:
    """How the league's seasons are, the newest first."""
    return [row.status for row in await home.storage.leagues.list_seasons(season.league.league_id)]


async def test_the_next_season_opens_by_itself_so_many_days_after_the_end_by_the_same_rules(
    home: House, wall: list[datetime]
) -> None:
    season_id = await drawn(home, PLAN.model_copy(update={"only_winning": True}))
    await plays_on(home, season_id, ADA)
    await after_days(home, season_id, 7)
    season = await over(home, season_id)
    await pass_by(home, wall, days=7, minutes=-1)
    assert await seasons(home, season) == ["over"]
    await pass_by(home, wall, minutes=1)
    assert await seasons(home, season) == ["sign-up", "over"]
    newest = (await home.storage.leagues.list_seasons(season.league.league_id))[0]
    after = await known(home, newest.season_id)
    assert after.plan == season.plan
    assert people(after) == [ADA]
    await pass_by(home, wall, days=30)
    assert await seasons(home, season) == ["sign-up", "over"], "one at a time"


async def test_the_organiser_stops_it_or_is_faster(home: House, wall: list[datetime]) -> None:
    season_id = await drawn(home)
    await after_days(home, season_id, 7)
    season = await over(home, season_id)
    await after_days(home, season_id, None)
    await pass_by(home, wall, days=8)
    assert await seasons(home, season) == ["over"]
    with pytest.raises(Refusal, match="over already"):
        await home.services.leagues.sign_up.set_opens_after(season_id, 3)
    await after_days(home, season_id, 14)
    await home.services.leagues.sign_up.create_next_season(season.league.league_id, PLAN)
    await pass_by(home, wall, days=8)
    assert await seasons(home, season) == ["draft", "over"]


async def test_a_day_that_has_come_while_the_program_was_stopped_is_not_missed(
    home: House, wall: list[datetime]
) -> None:
    season_id = await drawn(home)
    await after_days(home, season_id, 1)
    season = await over(home, season_id)
    wall[0] += timedelta(days=300)
    again = House(
        home.storage,
        build_services(
            home.storage, home.host.games, times=TimeSource(now=lambda: wall[0]), new_seed=home.host.new_seed
        ),
    )
    await again.services.leagues.maintenance.resume()
    await settle(again)
    assert await seasons(home, season) == ["sign-up", "over"]


async def test_a_game_that_is_not_here_any_more_opens_no_season(home: House, wall: list[datetime]) -> None:
    season_id = await drawn(home)
    await after_days(home, season_id, 1)
    season = await over(home, season_id)
    wall[0] += timedelta(days=2)
    without = House(home.storage, build_services(home.storage, {}, times=TimeSource(now=lambda: wall[0])))
    await without.services.leagues.maintenance.resume()
    await settle(without)
    assert await seasons(home, season) == ["over"]
