"""What an organiser arranges otherwise, as the host keeps it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.lengths import Length
from bot.host.errors import NotYours, Refusal
from bot.host.leagues.plan import Plan
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.draw import ProposedDraw
from bot.leagues.log_entries import Cancelled, Entry, Placed, Reverted, Withdrew
from bot.ui.screens.leagues.organiser_undo import list_draw_warnings
from tests.host.leagues import ADA, CLEO, ORGANISER, PEOPLE, PLAN, drawn, known, settle, signed_up
from tests.house import House
from tests.toy import TOY


async def decides(home: House, season_id: int, entry: Entry, user_id: int = ORGANISER) -> KnownSeason:
    season = await known(home, season_id)
    await home.services.leagues.rulings.decide(season_id, user_id, entry, "I had erred.", season.row.lines)
    await settle(home)
    return await known(home, season_id)


async def test_a_season_whose_sign_up_was_cancelled_is_none_that_anybody_has_missed(home: House) -> None:
    leagues = home.services.leagues
    season_id = await drawn(home)
    season = await known(home, season_id)
    await leagues.rulings.finish(season_id, ORGANISER, season.row.lines)
    for cancelled in (True, False):
        season_id = (await leagues.sign_up.create_next_season(season.league.league_id, PLAN)).row.season_id
        await leagues.sign_up.open_sign_up(season_id, ORGANISER)
        for user_id in PEOPLE:
            await leagues.sign_up.join(season_id, user_id, PEOPLE[user_id], "new")
        if cancelled:
            assert (await decides(home, season_id, Cancelled())).row.status == "over"
    third = await known(home, season_id)
    proposed = await leagues.draws.propose_draw(third)
    assert {one.missed for one in proposed.entry.brought.values()} == {0}
    await leagues.draws.write_draw(season_id, ORGANISER, third.row.lines)
    first = (await home.storage.leagues.list_seasons(season.league.league_id))[-1]
    assert (await known(home, first.season_id)).season.settled, (
        "the season that was played is settled with the next draw"
    )


async def test_sign_up_is_open_again_when_its_cancelling_is_taken_back(home: House) -> None:
    season_id = await signed_up(home)
    line = (await decides(home, season_id, Cancelled())).row.lines
    with pytest.raises(Refusal, match="cancelled"):
        await home.services.leagues.sign_up.join(season_id, 99, "Hal", "late")
    season = await decides(home, season_id, Reverted(line=line))
    assert season.row.status == "sign-up"
    assert len((await home.services.leagues.draws.propose_draw(season)).entry.tables) == 4


async def test_a_steward_who_plays_puts_nobody_into_a_division(home: House) -> None:
    season_id = await signed_up(home)
    for entrant in (1, 2):
        with pytest.raises(NotYours, match="another steward"):
            await decides(home, season_id, Placed(entrant=entrant, division=1), ADA)


async def test_nothing_is_arranged_once_the_season_is_drawn(home: House) -> None:
    season_id = await drawn(home)
    for entry in (Cancelled(), Placed(entrant=1, division=1)):
        with pytest.raises(Refusal, match="before the season is drawn"):
            await decides(home, season_id, entry)


async def test_the_leaving_of_somebody_who_was_forgotten_stays(home: House) -> None:
    season_id = await drawn(home)
    await home.services.erasure.forget(CLEO)
    season = await known(home, season_id)
    left = next(line.number for line in season.season.lines if isinstance(line.entry, Withdrew))
    with pytest.raises(Refusal, match="were forgotten"):
        await decides(home, season_id, Reverted(line=left))


# -- before the draw is published --------------------------------------------------------------------


async def told(home: House, days: float, weeks: int, *, cap: int = 0) -> str:
    season_id = await signed_up(home, plan=Plan(title="toy", seats=3, weeks=weeks))
    await home.services.leagues.sign_up.set_wishes(season_id, ADA, cap=cap)
    season = await known(home, season_id)
    proposed: ProposedDraw = await home.services.leagues.draws.propose_draw(season)
    game = replace(TOY, length=Length(days={3: days}))
    season = replace(season, on_offer={"toy": game})
    return "\n".join(list_draw_warnings(season, proposed.entry, [ORGANISER]))


async def test_a_last_day_that_comes_before_a_game_is_over_is_warned_of(home: House) -> None:
    assert "A game takes about 12 days, and the last day comes after 7" in await told(home, 12, 1)


async def test_a_player_who_plays_so_few_tables_at_once_that_theirs_do_not_fit_is_warned_of(home: House) -> None:
    assert "1 player wants to play at so few tables at once" in await told(home, 5, 1, cap=1)


async def test_a_season_that_fits_is_warned_of_nothing(home: House) -> None:
    assert await told(home, 2, 1, cap=1) == ""
