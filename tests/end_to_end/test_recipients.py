"""Who reads a letter is settled when it is sent, by who sits on its seat then, and by nothing that somebody wrote.

No comparing of worlds sees a rightful hand in the wrong letter box.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from simcord.actors import MemberActor

from storage.interface.letters import NewLetter
from tests.end_to_end.playing import find_with, mends
from tests.end_to_end.town import Town, begun, said, town, words


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Town]:
    """Ann and Ben at the beginning of a game; Dora watches."""
    async with town(tmp_path, "Ann", "Ben", "Dora") as opened:
        await begun(opened)
        yield opened


def hands_of(person: MemberActor) -> Sequence[str]:
    """The copies of hands that somebody has by direct message."""
    texts = [words(message) for message in person.user.dm_channel.history()]
    return [text for text in texts if "Your hand" in text and "from now on" not in text]


async def wants_copies(there: Town, *names: str) -> None:
    """Let people have their secrets by direct message."""
    for name in names:
        await there.people[name].slash(there.place, "settings change", secrets="direct message")
    await there.settled()


async def hand_is_written(there: Town, of: int, **body: int) -> None:
    """Let a copy of a seat's hand be written, as when its player asks for one."""
    host = there.bot.host
    user_id = (await host.get_running_game(there.number)).get_seat_row(of).user_id
    assert user_id is not None
    there.bot.router.private_delivery_handlers.private_hands.request_copy(there.number, of, user_id)
    await host.storage.outbox.add(there.number, [NewLetter("hand", of, json.dumps(body))], host.format_now())
    host.announce_commit(there.number, answered_for=False)
    await there.settled()


async def test_a_hand_that_could_not_be_sent_goes_to_who_sits_there_when_it_can(there: Town) -> None:
    ann, dora = there.people["Ann"], there.people["Dora"]
    await wants_copies(there, "Ann", "Dora")
    before = len(hands_of(ann))
    seat = await there.seat(ann)
    there.env.inject_error("POST", f"/channels/{ann.user.dm_channel.id}/messages", status=500)
    await hand_is_written(there, seat)
    assert "hand" in [letter.kind for letter in await there.store.outbox.list_unsent(there.number)]
    await there.bot.router.votes.free_seat(there.number, seat, "They had to go.")
    await there.settled()
    vacancy = find_with(there, f"take:{there.number}:{seat}")
    await dora.click(vacancy, custom_id=f"take:{there.number}:{seat}")
    mends(there)
    await there.restart()
    await there.settled()
    assert len(hands_of(ann)) == before
    assert len(hands_of(dora)) == 1


async def test_an_id_in_a_letter_chooses_no_reader(there: Town) -> None:
    ann, dora = there.people["Ann"], there.people["Dora"]
    await wants_copies(there, "Ann", "Dora")
    before = len(hands_of(ann))
    await hand_is_written(there, await there.seat(ann), user_id=dora.id, seat=2)
    assert (len(hands_of(ann)), len(hands_of(dora))) == (before + 1, 0)


async def test_an_id_in_a_press_chooses_no_hand(there: Town) -> None:
    ann, ben, dora = (there.people[name] for name in ("Ann", "Ben", "Dora"))
    number = there.number
    for person in (ben, dora):
        for _ in range(2):  # the second look has no news
            own = said(await person.click(there.table_message(), custom_id=f"hand:{number}"))
        for seat in (1, 2):
            forged = [f"hand:{number}:{seat}", f"hand:{number}:{ann.id}"]
            answers = await there.press(person, *forged, message=there.table_message())
            assert [said(answer) for answer in answers] == [own, own]
