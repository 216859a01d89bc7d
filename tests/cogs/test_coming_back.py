"""A returning player gets their seat back from a bot with any action at that table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from tests.cogs.town import Player, Town

Way = Callable[[Town, Player], Awaitable[str]]


async def set_away(here: Town, player: Player) -> None:
    """Let a bot hold somebody's seat, as after two answers too late; it has not moved yet."""
    host = here.bot.host
    async with host.lock_game(1):
        running = await host.get_running_game(1)
        seat_row = replace(running.get_seat_row(running.get_own_seat(player.id)), away=True, misses=2)
        await here.bot.services.seating.assign_seat(running, seat_row, [], keep_orders=True)


async def is_away(here: Town, player: Player) -> bool:
    running = await here.bot.host.get_running_game(1)
    return running.get_seat_row(running.get_own_seat(player.id)).away


async def moves_of(here: Town, player: Player) -> list[str]:
    """How the seat of somebody has acted so far."""
    seat = (await here.bot.host.get_running_game(1)).get_own_seat(player.id)
    return [entry.kind for entry in await here.bot.storage.games.list_entries(1) if entry.seat == seat]


async def board(here: Town, player: Player, label: str) -> str:
    return await player.press(label, on=await here.board())


WAYS: dict[str, Way] = {
    "Act": lambda here, player: board(here, player, "Act"),
    "My hand": lambda here, player: board(here, player, "My hand"),
    "Log": lambda here, player: board(here, player, "Log"),
    "/play": lambda here, player: player.slash("play"),
    "/play with an answer": lambda here, player: player.slash("play", answer="Try the fruit"),
    "/play with a wrong answer": lambda here, player: player.slash("play", answer="banana"),
    "/bid where no price is asked": lambda here, player: player.slash("bid", price="5"),
    "/hand": lambda here, player: player.slash("hand"),
    "/table undo": lambda here, player: player.slash("table undo"),
    "/table propose": lambda here, player: player.slash("table propose", what="pause"),
    "an answer in an old panel": lambda here, player: player.choose("Try the fruit"),
    "More time": lambda here, player: player.press("More time (3 left)"),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
async def test_whatever_they_do_at_the_table_they_have_their_seat_back(here: Town, asked: Player, way: Way) -> None:
    await set_away(here, asked)
    assert await way(here, asked)
    assert not await is_away(here, asked)
    running = await here.bot.host.get_running_game(1)
    seat = running.get_own_seat(asked.id)
    assert running.get_seat_row(seat).misses == 0
    assert running.clocks[seat].due_at is not None, "and time for what they are asked"
    assert "bot" not in await moves_of(here, asked)


@pytest.mark.parametrize("way", ["/play with an answer", "an answer in an old panel"])
async def test_the_answer_they_came_back_with_counts(here: Town, asked: Player, way: str) -> None:
    await set_away(here, asked)
    assert "Which fruit?" in await WAYS[way](here, asked)
    assert (await moves_of(here, asked))[-1] == "move"


async def test_a_price_named_by_command_counts_too(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    await set_away(here, ann)
    assert "Your answer is sealed" in await ann.slash("bid", price="7")
    assert not await is_away(here, ann)
    assert await moves_of(here, ann) == ["move"]


async def test_a_player_who_votes_has_the_seat_back_and_the_vote_counts(
    here: Town, asked: Player, other: Player
) -> None:
    await other.slash("table propose", what="pause")
    vote = here.public()[-1]
    await set_away(here, asked)
    assert "Your vote decided it" in await asked.press("Refuse", on=vote)
    assert not await is_away(here, asked)


@pytest.mark.parametrize("command", ["inbox", "why", "game status", "game list"])
async def test_only_reading_what_everybody_may_read_brings_nobody_back(here: Town, asked: Player, command: str) -> None:
    await set_away(here, asked)
    await asked.slash(command)
    assert await is_away(here, asked)


async def test_half_a_command_brings_nobody_back(here: Town, asked: Player) -> None:
    await set_away(here, asked)
    await asked.actor.autocomplete(here.channel, "play", "answer", "try")
    assert await is_away(here, asked)


async def test_somebody_elses_press_gives_no_seat_back(here: Town, asked: Player, other: Player) -> None:
    await set_away(here, asked)
    await other.act()
    assert await is_away(here, asked)
