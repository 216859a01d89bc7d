"""Who chooses direct messages has the first at once, or hears at once that they are closed, and what to do."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from tests.end_to_end.town import Town, said, words

CLOSED = "Your direct messages are closed for me"
WHAT_TO_DO = "allow direct messages from this server's members and choose them in **/settings**"
HERE = "come here from now on"


async def by_command(there: Town, who: MemberActor) -> InteractionResult:
    return await who.slash(there.channel, "settings change", secrets="direct message")


async def by_button(there: Town, who: MemberActor) -> InteractionResult:
    (panel,) = await there.press(who, "hands:0")
    return (await there.press(who, "hands:0:dm", message=panel.response))[0]


@pytest.mark.parametrize("chooses", [by_command, by_button])
async def test_a_player_who_plays_nowhere_yet_gets_a_first_message(there: Town, chooses: object) -> None:
    assert callable(chooses)
    dora = there.people["Dora"]
    told = said(await chooses(there, dora))
    assert "direct message" in told
    assert CLOSED not in told
    (message,) = dora.user.dm_channel.history()
    assert HERE in words(message)


@pytest.mark.parametrize("code", [50007, 50278])
@pytest.mark.parametrize("chooses", [by_command, by_button])
@pytest.mark.parametrize("name", ["Ann", "Dora"])
async def test_a_player_who_has_closed_them_hears_so_at_once_whether_they_play_or_not(
    there: Town, chooses: object, code: int, name: str
) -> None:
    assert callable(chooses)
    who = there.people[name]
    there.env.inject_error("POST", f"/channels/{who.user.dm_channel.id}/messages", status=403, code=code, times=None)
    told = said(await chooses(there, who))
    assert CLOSED in told
    assert WHAT_TO_DO in told
    assert "won't let me DM you" in said(await who.slash(there.channel, "settings change"))
    there.env.backend.faults.clear()
    told = said(await chooses(there, who))
    assert CLOSED not in told
    assert who.user.dm_channel.history()


@pytest.mark.parametrize(("status", "code", "words"), [(500, 0, "could not try"), (400, 40003, "begin later")])
async def test_while_discord_takes_none_it_is_said_so_and_the_choice_stands(
    there: Town, status: int, code: int, words: str
) -> None:
    dora = there.people["Dora"]
    there.env.inject_error("POST", "/users/@me/channels", status=status, code=code)
    assert words in said(await by_command(there, dora))
    assert "by **direct message**" in said(await dora.slash(there.channel, "settings change"))


async def test_a_table_that_one_plays_at_brings_its_hand_as_the_first(there: Town) -> None:
    ann = there.people["Ann"]
    await by_command(there, ann)
    (message,) = ann.user.dm_channel.history()
    assert "Your hand" in words(message)
