"""A vote or an empty chair whose message somebody deleted comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.playing import find_with, letters
from tests.end_to_end.town import Town, begun, find, said, town, words


async def deleted(there: Town, verb: str) -> None:
    """Let a moderator delete the message with this button."""
    (message,) = [message for message in there.public() if find(message, verb)]
    there.env.backend.delete_message(there.place.id, message.id)
    await there.settled()


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_vote_whose_message_was_deleted_can_be_cast_after_asking_for_the_tables_status(
    tmp_path: Path, restarted: bool
) -> None:
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora") as there:
        await begun(there)
        ann, ben = there.people["Ann"], there.people["Ben"]
        await ann.slash(there.place, "table propose", what="pause")
        await deleted(there, "agree")
        if restarted:
            await there.restart()
        for _ in range(2):
            await ben.slash(there.place, "game status")
            await there.settled()
        (vote,) = [message for message in there.public() if find(message, "agree")]
        agree = find(vote, "agree")
        assert agree is not None
        assert "decided it" in said(await ben.click(vote, custom_id=agree["custom_id"]))
        assert (await there.running()).row.paused_at is not None
        await there.settled()
        assert not [message for message in there.public() if find(message, "agree")]


@pytest.mark.parametrize("restarted", [False, True])
async def test_an_empty_chair_whose_message_was_deleted_can_be_taken_after_asking_for_the_tables_status(
    there: Town, restarted: bool
) -> None:
    ann, ben, dora = (there.people[name] for name in ("Ann", "Ben", "Dora"))
    seat = await there.seat(ben)
    await there.bot.router.votes.free_seat(1, seat, "They had to go.")
    await there.settled()
    await deleted(there, "take")
    if restarted:
        await there.restart()
    for _ in range(2):
        await ann.slash(there.place, "game status")
        await there.settled()
    offer = find_with(there, f"take:1:{seat}")
    assert f"**Empty chair {seat}** is free" in words(offer)
    await dora.click(offer, custom_id=f"take:1:{seat}")
    assert await there.seat(dora) == seat
    await there.settled()
    assert not [message for message in there.public() if find(message, "take")]


async def test_votes_and_empty_chairs_that_stand_there_are_not_posted_twice(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora") as there:
        await begun(there)
        ann = there.people["Ann"]
        await there.bot.router.votes.free_seat(1, await there.seat(there.people["Cleo"]), "They had to go.")
        await ann.slash(there.place, "table propose", what="pause")
        await there.settled()
        before = [(message.id, words(message)) for message in there.public()]
        await ann.slash(there.place, "game status")
        await there.settled()
        assert [(message.id, words(message)) for message in there.public()] == before
        assert await letters(there) == []
