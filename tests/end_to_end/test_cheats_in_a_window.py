"""A cheat looks at everything before, during and after a secret wait, and learns nothing about the asked players.

At the fair's end those who hold a wild animal are asked whether it growls. The cheat ends the turn before it, and has
the turn after it; they run the server as well, so that nothing is kept from them for lack of a permission.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from discord import Permissions
from simcord.actors import MemberActor

from bot.engine.records import Seat
from storage.interface.questions import DueQuestion
from tests.end_to_end.test_discreet_windows import a_folder
from tests.end_to_end.town import Town, said
from tests.end_to_end.twins import looks_everywhere, twin
from tests.toy import TOY, WILD, Growls, ToyBox, ToyOptions, ToyTable, Turn, set_up

PLAYER = 1


@dataclass(frozen=True)
class Truth:
    """Seats asked in secret, and whether the first of them takes two answers back."""

    asked: Sequence[Seat]
    hesitates: bool = False


TRUTHS = [Truth((2,)), Truth((3,)), Truth((2, 3)), Truth((2, 3), hesitates=True)]


def fair(wild: Sequence[Seat]) -> ToyTable:
    """The fair at the cheat's turn; these seats hold a wild animal."""
    table = set_up(ToyOptions(), 3, "the same for all", ToyBox())
    animals = sorted(table._box.animals)
    for seat in table.seats:
        animal = next(animal for animal in animals if (animal in WILD) == (seat in wild))
        animals.remove(animal)
        table.hands[seat] = [animal]
    table.deck = animals
    table.agenda = [Turn(seat=PLAYER, begun=True), Growls(), Turn(seat=PLAYER), *table.agenda[-2:]]
    table._told.clear()
    return table


async def on(there: Town, seat: Seat) -> MemberActor:
    """Who sits on this seat."""
    user = (await there.running()).get_seat_row(seat).user_id
    (person,) = [person for person in there.people.values() if person.id == user]
    return person


async def answers(there: Town, seat: Seat) -> None:
    await (await on(there, seat)).slash(there.place, "play", answer="Keep quiet")
    await there.settled()


async def is_reminded(there: Town, seat: Seat) -> None:
    """The clock finds that a question is open for long."""
    running = await there.running()
    due = DueQuestion(there.number, seat, running.get_etags()[seat], running.clocks[seat])
    await there.bot.router.absence.send_reminder(due)
    await there.settled()


async def hesitates(there: Town, seat: Seat) -> None:
    for _ in range(2):
        await answers(there, seat)
        assert "Nobody saw it" in said(await (await on(there, seat)).slash(there.place, "table undo"))
        await there.settled()


async def read_by_cheat(folder: Path, truth: Truth, cheat: Seat | None) -> list[str]:
    """All that a cheat on this seat, or who watches, reads when this is so."""
    async with twin(folder, TOY.key, fair(truth.asked), cheat, {TOY.key: TOY}) as one:
        there = one.there
        role = there.guild.create_role("Organisers", permissions=Permissions(manage_guild=True))
        there.env.backend.get_member(there.guild.id, one.eyes.who.id).role_ids.append(role.id)
        await looks_everywhere(one)
        one.eyes.read.append("the window opens")
        await (await on(there, PLAYER)).slash(there.place, "play", answer="End my turn")
        await is_reminded(there, truth.asked[0])
        one.eyes.read.append("somebody answers, or has answered")
        await acts(there, truth)
        await looks_everywhere(one)
        one.eyes.read.append("all have answered")
        await answers(there, truth.asked[-1])
        await looks_everywhere(one)
    return [*one.eyes.read, *one.logged]


async def acts(there: Town, truth: Truth) -> None:
    """Let all but the last answer."""
    if truth.hesitates:
        await hesitates(there, truth.asked[0])
    for seat in truth.asked[:-1]:
        await answers(there, seat)


@pytest.mark.thorough
@pytest.mark.parametrize("cheat", [PLAYER, None])
async def test_a_player_who_is_asked_and_however_often_they_answer_a_cheat_reads_the_same(
    tmp_path: Path, cheat: Seat | None
) -> None:
    first, *others = [await read_by_cheat(a_folder(tmp_path, str(at)), truth, cheat) for at, truth in enumerate(TRUTHS)]
    assert any("you may want to respond" in text for text in first)
    for truth, other in zip(TRUTHS[1:], others, strict=True):
        for left, right in zip(first, other, strict=False):
            assert left == right, truth
        assert len(first) == len(other), truth


@pytest.mark.thorough
async def test_who_is_asked_does_read_it(tmp_path: Path) -> None:
    """Else the comparison would be blind."""
    read = [await read_by_cheat(a_folder(tmp_path, str(at)), truth, 2) for at, truth in enumerate(TRUTHS[:2])]
    assert read[0] != read[1]
