"""A warning that somebody brings into the next season: private, counted with a new one, and gone with its owner."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path

import pytest

from bot.host.leagues.export import to_json
from bot.host.leagues.season_events import build_line
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.log_entries import Carded
from tests.host.leagues import ADA, BEN, PEOPLE, drawn, known, settle
from tests.host.test_league_next import following, over
from tests.house import House, house


@pytest.fixture
async def home(tmp_path: Path, wall: list[datetime]) -> AsyncIterator[House]:
    async with house(tmp_path / "warnings.db", now=lambda: wall[0]) as opened:
        for user_id, name in PEOPLE.items():
            await opened.host.people.record_person(user_id, name)
        yield opened


async def is_warned(home: House, season_id: int, user_id: int, times: int = 1) -> KnownSeason:
    """Warn somebody for not coming to their next tables."""
    for _ in range(times):
        season = await known(home, season_id)
        number = season.find_number(user_id)
        assert number is not None
        card = Carded(entrant=number)
        await home.services.leagues.season_log.write(season_id, lambda _: [card])  # noqa: B023  # called at once
    return await known(home, season_id)


async def misses(home: House, season_id: int, user_id: int) -> KnownSeason:
    """Warn somebody for not coming to one table, as a game does."""
    season = await known(home, season_id)
    number = season.find_number(user_id)
    assert number is not None
    table = next(table.number for table in season.season.tables.values() if number in table.seats)
    await home.services.leagues.season_log.write(season_id, lambda _: [Carded(entrant=number, table=table)])
    return await known(home, season_id)


async def next_season(home: House, season: KnownSeason, people: tuple[int, ...] = tuple(PEOPLE)) -> int:
    """The season after a finished one, drawn with these."""
    season_id = (await following(home, season)).row.season_id
    for user_id in people:
        await home.services.leagues.sign_up.join(season_id, user_id, PEOPLE[user_id], f"press {season_id} {user_id}")
    drawn_at = (await known(home, season_id)).row.lines
    await home.services.leagues.draws.write_draw(season_id, 1, drawn_at)
    await settle(home)
    return season_id


async def warned(home: House, season_id: int) -> set[int | None]:
    return {one.user_id for one in (await known(home, season_id)).entrants.values() if one.warned}


async def barred_once(home: House) -> KnownSeason:
    """A season that is over and in which Ada was barred."""
    season_id = await drawn(home)
    await is_warned(home, season_id, ADA, 2)
    await is_warned(home, season_id, BEN)
    return await over(home, season_id)


async def test_who_was_barred_brings_one_warning_which_counts_with_the_next(home: House) -> None:
    season_id = await next_season(home, await barred_once(home))
    assert await warned(home, season_id) == {ADA}
    for user_id in (BEN, ADA):
        await misses(home, season_id, user_id)
    season = await known(home, season_id)
    barred = {one.user_id for number, one in season.entrants.items() if season.season.is_barred(number)}
    assert barred == {ADA}
    assert sum(line.entry == Carded(entrant=season.find_number(ADA) or 0) for line in season.season.lines) == 1


async def test_a_stop_before_it_was_counted_loses_nothing(home: House) -> None:
    season_id = await next_season(home, await barred_once(home))
    season = await known(home, season_id)
    number = season.find_number(ADA) or 0
    table = next(table.number for table in season.season.tables.values() if number in table.seats)
    card = build_line(Carded(entrant=number, table=table))
    await home.storage.leagues.append(season_id, season.row.lines, [card], home.host.format_now())  # then it stops
    assert not (await home.services.leagues.season_log.get_season(season_id)).season.is_barred(number)
    for _ in range(2):
        await home.services.leagues.maintenance.resume()
        season = await known(home, season_id)
        assert season.season.is_barred(number)
        assert season.season.entrants[number].cards == 2


async def test_it_is_gone_after_a_season_without_and_stays_through_a_pause(home: House) -> None:
    others = tuple(user_id for user_id in PEOPLE if user_id != ADA)
    second = await next_season(home, await barred_once(home), others)
    third = await next_season(home, await over(home, second))
    assert await warned(home, third) == {ADA}
    fourth = await next_season(home, await over(home, third))
    assert await warned(home, fourth) == set()


async def test_nothing_public_tells_who_brings_a_warning(home: House) -> None:
    season_id = await next_season(home, await barred_once(home))
    season = await known(home, season_id)
    assert not [line for line in season.season.lines if isinstance(line.entry, Carded)]
    assert "warn" not in to_json(season)


async def test_it_is_exported_to_its_owner_alone_and_forgotten_with_them(home: House) -> None:
    first = await barred_once(home)
    season_id = await next_season(home, first)
    own, other = [await home.storage.privacy.collect_data(user_id) for user_id in (ADA, BEN)]
    assert own["warnings_remembered"] == [
        {"league": "Winter Cup", "server_id": str(first.league.guild_id), "from_season": 1}
    ]
    assert other["warnings_remembered"] == []
    await home.services.erasure.forget(ADA)
    assert await home.storage.leagues.list_remembered_warnings(first.league.league_id) == {}
    assert await warned(home, season_id) == set()


async def test_a_league_in_which_nobody_was_barred_stores_nothing(home: House) -> None:
    season_id = await drawn(home)
    await is_warned(home, season_id, BEN)
    season = await over(home, season_id)
    later = await next_season(home, season)
    assert await home.storage.leagues.list_remembered_warnings(season.league.league_id) == {}
    await misses(home, later, BEN)
    assert await warned(home, later) == set()
