"""A season in a house of the tests, and those who play in it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from bot.host.errors import Refusal
from bot.host.leagues.plan import DEFAULT_SETTINGS, Plan
from bot.host.leagues.season_log import KnownSeason
from bot.host.play.auto_answers import choose_bot_move
from storage.interface.games import SeatRow
from tests.house import CHANNEL, GUILD, House

PEOPLE = {11: "Ada", 12: "Ben", 13: "Cleo", 14: "Dora"}
ADA, BEN, CLEO, DORA = PEOPLE
ORGANISER, HELPER = 1, 99
PLAN = Plan(title="toy", seats=3)
ANONYMOUS = PLAN.model_copy(update={"pact": DEFAULT_SETTINGS.model_copy(update={"anonymous": True})})
"""The same with anonymous tables."""


async def signed_up(
    home: House, people: Sequence[int] = tuple(PEOPLE), plan: Plan = PLAN, name: str = "Winter Cup"
) -> int:
    """A season of tables for three, for which these have signed up."""
    leagues = home.services.leagues
    made = await leagues.sign_up.create_league(
        name=name, guild_id=GUILD, channel_id=CHANNEL, user_id=ORGANISER, plan=plan
    )
    season_id = made.row.season_id
    await leagues.sign_up.open_sign_up(season_id, ORGANISER)
    for user_id in people:
        await leagues.sign_up.join(season_id, user_id, PEOPLE[user_id], f"press {user_id}")
    return season_id


async def drawn(home: House, plan: Plan = PLAN, name: str = "Winter Cup") -> int:
    """The same after the draw, with all of its tables open."""
    season_id = await signed_up(home, plan=plan, name=name)
    known = await home.services.leagues.season_log.get_season(season_id)
    await home.services.leagues.draws.write_draw(season_id, ORGANISER, known.row.lines)
    await settle(home)
    return season_id


async def settle(home: House) -> None:
    """Wait until bots have moved and seasons were looked after."""
    await home.settle()
    await home.services.leagues.maintenance.settle()


async def known(home: House, season_id: int) -> KnownSeason:
    await settle(home)
    return await home.services.leagues.season_log.get_season(season_id)


async def all_here(home: House, game_id: int) -> None:
    """Let everybody at a table say that they are here, which goes for their other tables as well."""
    for user_id in await at(home, game_id):
        with suppress(Refusal):  # it has begun, for everybody has said so at other tables
            await home.lobby.confirm_presence(game_id, user_id, f"here {user_id}")
    await settle(home)


async def ends(home: House, game_id: int, *losers: int) -> None:
    """Let a running game end by all but one conceding."""
    for user_id in losers:
        await home.absence.give_up_seat(game_id, user_id)
    await settle(home)


async def is_played(home: House, game_id: int) -> None:
    """Let everybody answer all that they are asked, to the end of a running game."""
    while (await home.host.get_running_game(game_id)).row.status == "running":
        await moves(home, game_id)


async def moves(home: House, game_id: int) -> None:
    """Let a player answer their question at a running table."""
    running = await home.host.get_running_game(game_id)
    seat = next(seat for seat in running.get_etags() if not running.is_automatic(seat))
    question = running.get_question(seat)
    assert question is not None
    await home.plays(game_id, seat, choose_bot_move(running.game, running.table, running.row.revision, seat, question))
    await settle(home)


async def at(home: House, game_id: int) -> list[int]:
    """Who sits at a table."""
    saved = await home.storage.games.load(game_id)
    assert saved is not None
    return [seat_row.user_id for seat_row in saved.seats if seat_row.user_id is not None]


def numbers(season: KnownSeason, seats: Sequence[SeatRow]) -> list[int | None]:
    """Who sits there, as the season knows them."""
    return [season.find_number(seat_row.user_id or 0) for seat_row in seats]


def kinds(season: KnownSeason) -> Counter[str]:
    """How often each kind of entry stands in the log."""
    return Counter(line.entry.kind for line in season.season.lines)


async def crashed(home: House) -> None:
    """Let the program stop in the midst of looking after its seasons."""
    attending = home.services.leagues.maintenance._checks._working
    for task in attending.values():
        task.cancel()
    await asyncio.gather(*attending.values(), return_exceptions=True)
    attending.clear()  # tasks stopped before they began have not cleaned up
