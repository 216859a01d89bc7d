"""While a discreet window of Corporate Espionage is open, its asked players' actions are visible to nobody.

Ada hires somebody, and Bob and Cid are asked whether they respond. The others read the same after any action of Bob.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from simcord.actors import MemberActor

from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.moves import LetItPass
from tests.end_to_end.test_discreet_windows import (
    BOB,
    HIRE,
    Story,
    a_folder,
    dealt,
    lay_out,
    types,
)
from tests.end_to_end.town import Town, begun, parts, said, town

WAYS = {
    "takes more time": ["more time"],
    "answers": ["answer"],
    "answers and takes it back": ["answer", "take back"],
}


async def bob(there: Town) -> MemberActor:
    """Who sits on Bob's seat."""
    user = (await there.running()).get_seat_row(BOB).user_id
    (person,) = [person for person in there.people.values() if person.id == user]
    return person


async def does(there: Town, what: str) -> None:
    """Let Bob do something in the window."""
    person = await bob(there)
    match what:
        case "answer":
            assert "sealed" in await types(there, BOB, LetItPass())
        case "take back":
            assert "You took back" in said((await there.press(person, f"undo:{there.number}"))[0])
        case "more time":
            assert "more time now" in said((await there.press(person, f"time:{there.number}"))[0])
    await there.settled()


async def read_by_others(there: Town, commands: Sequence[str]) -> list[str]:
    """What stands in the channel, and what these commands show to everybody but Bob."""
    hider = await bob(there)
    read = [str(parts(message)) for message in there.public()]
    for person in there.people.values():
        if person == hider:
            continue
        answers = [await person.slash(there.place, command, table=str(there.number)) for command in commands]
        answers += [await person.click(there.table_message(), custom_id=f"act:{there.number}")]
        answers += [await person.slash(there.place, "inbox")]
        read += [str(answer.response and parts(answer.response)) for answer in answers]
    return [re.sub(r"<t:\d+|\d{17,}|(?<=\'id\': )\d{6,}", "#", text) for text in read]


async def told_of(folder: Path, ways: Sequence[str], *commands: str) -> list[str]:
    """What the others read when Bob has done this in the window."""
    async with town(folder, "Ann", "Ben", "Cleo", "Dora") as there:
        there.bot.host.new_seed = lambda: "the same for both"
        await begun(there, game=GAME.key)
        await lay_out(there.bot.host, there.number, dealt("Injunction", Story(())))
        seat, move = HIRE
        assert move is not None
        await types(there, seat, move)
        await there.settled()
        for what in ways:
            await does(there, what)
        return await read_by_others(there, commands)


@pytest.mark.parametrize("way", WAYS)
async def test_what_somebody_does_in_a_window_shows_to_nobody(tmp_path: Path, way: str) -> None:
    shows = ("game status", "table log", "record verify", "why")
    untouched = await told_of(a_folder(tmp_path, "one"), [], *shows)
    assert any("you may want to respond" in text for text in untouched)
    assert any("Log of table" in text for text in untouched)
    assert len(untouched) > 15
    assert await told_of(a_folder(tmp_path, "other"), WAYS[way], *shows) == untouched
