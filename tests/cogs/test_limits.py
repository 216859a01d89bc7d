"""How much one person, and one server, may ask of the bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest

from bot.host.cpu_accounting import CURRENT_ACCOUNT
from bot.host.errors import Refusal
from bot.ui.handlers.cpu_limit import SECONDS_A_MINUTE
from tests.cogs.town import Player, Town, town


@pytest.fixture
async def here(request: pytest.FixtureRequest, tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    limits: Mapping[str, int] = request.param
    async with town(tmp_path / "boardroom.db", limits=limits) as opened:
        yield opened


def limits(**settings: int) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("here", [settings], indirect=True)


async def opens(player: Player, place: str = "here") -> str:
    return await player.slash("game new", game="toy", seats=2, place=place)


async def tables(here: Town) -> int:
    return len(await here.bot.storage.games.list_in_server(here.guild.id, statuses=("open", "running")))


@limits(tables_a_person=2)
async def test_a_player_who_has_opened_enough_tables_starts_or_closes_one_first(
    here: Town, ann: Player, ben: Player
) -> None:
    for _ in range(2):
        assert "is open" in await opens(ann)
    for place in ("here", "in a thread"):
        refused = await opens(ann, place)
        assert "as many tables as one person may have before they begin (1, 2)" in refused
        assert "Start or close one of them" in refused
    assert here.channel.threads == []
    assert await tables(here) == 2
    assert "is open" in await opens(ben)
    await ben.press("Join", on=await here.board(1))
    await ann.press("Start", on=await here.board(1))
    assert "is open" in await opens(ann), "one has begun"


@limits(tables_a_person=2)
async def test_tables_in_other_servers_count(here: Town, ann: Player) -> None:
    abroad = here.env.create_guild("Abroad")
    square = abroad.create_text_channel("square")
    away = abroad.add_member(ann.actor.user)
    for _ in range(2):
        await away.slash(square, "game new", game="toy", seats=2, place="here")
    assert "as many tables as one person may have" in await opens(ann)


@limits(tables_a_person=2)
async def test_nobody_gets_past_it_by_opening_many_at_the_same_moment(here: Town, ann: Player) -> None:
    lobby = here.bot.lobby
    made = [
        lobby.open_table(
            title="toy", guild_id=here.guild.id, channel_id=here.channel.id, user_id=ann.id, name="Ann", seats_wanted=2
        )
        for _ in range(8)
    ]
    answers = await asyncio.gather(*made, return_exceptions=True)
    assert sum(isinstance(answer, Refusal) for answer in answers) == 6
    assert await tables(here) == 2


@limits(tables_a_person=1)
async def test_another_game_with_the_same_people_counts_too(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    await ann.slash("table concede", sure="yes")
    final = here.public()[-1]
    await opens(ann)
    assert "as many tables as one person may have" in await ann.press("Play again", on=final)
    assert "which is open" in await ben.press("Play again", on=final)


@limits(tables_a_server=3)
async def test_a_server_with_enough_tables_waits_until_one_is_over(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    for player in (ann, ben):
        assert "is open" in await opens(player)
    for player in (ann, here.person("Cleo")):
        assert "This server has 3 tables that are open or running" in await opens(player)
    assert await tables(here) == 3
    abroad = here.env.create_guild("Abroad")
    away = abroad.add_member(ann.actor.user)
    at_state = await away.slash(abroad.create_text_channel("square"), "game new", game="toy", seats=2, place="here")
    assert at_state.response is not None
    assert "is open" in str(at_state.response.components)
    await ann.slash("table concede", sure="yes", table="1")
    assert "is open" in await opens(ann)


@limits(presses_a_second=1)
async def test_a_player_who_presses_too_often_is_told_when_to_go_on_and_nothing_of_it_counts(
    here: Town, ann: Player
) -> None:
    here.bot.router.presses._now = lambda: 0.0  # however long a busy machine takes, all of it is one moment
    await opens(ann)
    board = await here.board()
    answers = [await ann.press_id("leave:1" if number == 4 else "join:1", on=board) for number in range(5)]
    assert [answer.startswith("You sit at table 1") for answer in answers] == [True, True, True, False, False]
    for answer in answers[3:]:
        assert "this press changed nothing. Try again in" in answer
    saved = await here.bot.storage.games.load(1)
    assert saved is not None
    assert (saved.game.status, [seat_row.user_id for seat_row in saved.seats]) == ("open", [ann.id])
    assert "this press changed nothing" in await ann.slash("game leave"), "a command is a press"
    assert "You sit at table 1" in await here.person("Ben").press_id("join:1", on=board), "others go on"


@limits(presses_a_second=5)
async def test_with_the_limit_of_presses_goes_one_of_processor_time(here: Town, ann: Player) -> None:
    await opens(ann)
    cpu_limit = here.bot.router.cpu_limit
    for _ in range(3):
        with cpu_limit.charge_person(ann.id):
            bill = CURRENT_ACCOUNT.get()
            assert bill is not None
            bill.seconds += SECONDS_A_MINUTE
    answer = await ann.slash("inbox")
    assert "more to do than I have time for one person, so this press changed nothing. Try again in" in answer
    assert "more to do" not in await here.person("Ben").slash("inbox"), "others go on"
