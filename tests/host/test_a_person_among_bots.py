"""Corporate Espionage with bots: a person alone among them is not asked where only one answer is legal."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.engine import play
from bot.engine.play import Played
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.moves import Aim, Announce, Spy
from bot.host.play.move_records import TableCommand
from bot.host.table.running import RunningGame
from tests.games.corporate_espionage.dealing import THREE, meeting
from tests.house import ANN, BEN, CLEO, House, asked, house

ADA, BOB, CID = 1, 2, 3
LAWSUIT = Announce(parts=(Spy(card="ES01"), Aim(target=BOB)))


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "boardroom.db", games={GAME.key: GAME}) as inside:
        yield inside


async def sue_ben(home: House, card: str, *others: int) -> RunningGame:
    """Return the table after a bot has sued Ben, who has one card; the third seat is a bot's or another person's."""
    table = await home.lobby.open_table(
        title=GAME.key, guild_id=1, channel_id=2, user_id=ANN, name="Ann", seats_wanted=3
    )
    number = table.row.game_id
    for user, name in zip((BEN, *others), ("Ben", "Cleo"), strict=False):
        await home.lobby.join(number, user, name)
    for _ in range(1 - len(others)):
        await home.lobby.add_bot(number, ANN)
    await home.lobby.start(number, ANN)
    await home.votes.free_seat(number, ADA, "They left.")
    await home.settle()
    dealt = meeting(THREE).hand("Ada", "Lawsuit").hand("Bob", card, "Espresso Machine").in_play("Bob", "Office Tower")
    dealt.accounts(Bob=20)
    sued = play.play(dealt.table, ADA, LAWSUIT).table
    before = await home.host.get_running_game(number)
    await home.host.save_move(before, TableCommand("repair", ADA), Played(sued, (), blocks_undo=False))
    home.host.announce_commit(number)
    return await home.host.get_running_game(number)


async def test_a_play_that_a_person_alone_cannot_answer_passes_at_once(home: House) -> None:
    sued = await sue_ben(home, "Key Patent")
    number = sued.row.game_id
    await home.settle()
    after = await home.host.get_running_game(number)
    assert after.get_view(BOB).companies[BOB].hit_in_round == 9, "the lawsuit had its effect"
    assert after.get_seat_row(BOB).misses == 0
    later = [entry for entry in await home.entries(number) if entry.revision > sued.row.revision]
    assert next(entry.kind for entry in later if entry.seat == BOB) == "default"


async def test_a_person_alone_who_holds_an_answer_is_asked(home: House) -> None:
    sued = await sue_ben(home, "Injunction")
    await home.settle()
    after = await home.host.get_running_game(sued.row.game_id)
    assert asked(after) == [BOB]
    assert after.get_view(BOB).companies[BOB].hit_in_round != 9


async def test_between_two_people_the_one_without_an_answer_is_asked_too(home: House) -> None:
    """Else the other would learn from the speed that there was none in that hand."""
    sued = await sue_ben(home, "Key Patent", CLEO)
    await home.settle()
    assert asked(await home.host.get_running_game(sued.row.game_id)) == [BOB]
