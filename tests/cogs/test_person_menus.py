"""The menu that Discord shows for a person: their results here, and an invitation to one's open table."""

from __future__ import annotations

import discord
import pytest
from discord import PermissionOverwrite

from tests.cogs.test_results import finished
from tests.cogs.town import Player, Town, parts_of, texts

RESULTS = "Results here"
INVITE = "Invite to my table"


async def test_results_here_are_the_games_of_that_person_that_the_asker_can_see(
    here: Town, ann: Player, ben: Player, stranger: Player
) -> None:
    cleo = here.person("Cleo")
    assert "has not finished a game here yet" in await stranger.right_click(ben, RESULTS)
    first = await finished(here, ann, ben)
    other = await finished(here, ann, cleo)
    seen = await stranger.right_click(ben, RESULTS)
    assert f"1 finished game of <@{ben.id}> in this server" in seen
    assert "1st once" in seen
    assert f"**{first}**" in seen
    assert f"**{other}**" not in seen
    assert "wins" in await stranger.choose(f"Table {first} · The Fair")


async def test_results_of_a_channel_that_the_asker_cannot_see_are_left_out(
    here: Town, ann: Player, ben: Player, stranger: Player
) -> None:
    assert here.bot.user is not None
    hidden = here.guild.create_text_channel(
        "hidden",
        overwrites={
            here.guild.default_role: PermissionOverwrite(view_channel=False),
            here.bot.user: PermissionOverwrite(view_channel=True),
        },
    )
    await finished(here, ann, ben, channel=hidden.id)
    assert "none that you can see" in await stranger.right_click(ben, RESULTS)


async def test_a_person_is_invited_once_to_the_only_table_that_one_has_opened(
    here: Town, ann: Player, ben: Player
) -> None:
    assert "/game new" in await ann.right_click(ben, INVITE)
    await here.opened(host=ann, seats=3)
    assert f"I call <@{ben.id}> to this table" in await ann.right_click(ben, INVITE)
    await here.bot.outbox_worker.wait_for_all()
    assert f"<@{ann.id}> invites you" in here.public_text()
    assert "only once" in await ann.right_click(ben, INVITE)
    assert "That's you" in await ann.right_click(ann, INVITE)
    assert "/game new" in await ben.right_click(ann, INVITE), "somebody else's table is not theirs to fill"


async def test_of_several_tables_one_is_chosen(here: Town, ann: Player, ben: Player) -> None:
    await here.opened(host=ann, seats=3)
    await here.opened(host=ann, seats=2)
    assert "To which table" in await ann.right_click(ben, INVITE)
    assert len(ann.buttons) == 2
    assert "I call" in await ann.press("Table 2 · The Fair")


@pytest.mark.parametrize("is_installed", [True, False])
async def test_ones_own_tables_are_found_in_every_server(
    here: Town, ann: Player, ben: Player, is_installed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in one whose managers have not installed the bot."""
    await here.started(ben, host=ann)
    abroad = here.env.create_guild("Abroad")
    square = abroad.create_text_channel("square")
    visitor = abroad.add_member(ann.actor.user)
    if not is_installed:
        monkeypatch.setattr(discord.Interaction, "is_user_integration", lambda _: True)
    for command, words in {"hand": "You hold", "inbox": "table 1"}.items():
        answer = await visitor.slash(square, command)
        assert answer.ephemeral
        assert words in texts(parts_of(answer.response))
    assert not square.history()
