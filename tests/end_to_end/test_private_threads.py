"""A table in a private thread: shown to those who can read the thread, and to nobody else, also once it is archived."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from bot.games import GAMES
from bot.ui.delivery.servers import DiscordServers
from bot.ui.handlers.access import NO_SUCH_TABLE
from tests.end_to_end.town import Town, said, town

GOODWILL = GAMES["goodwill"]
UNDRAWN = {"goodwill": replace(GOODWILL, pictures=replace(GOODWILL.pictures, drawings=(), charts=None))}


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Town]:
    """Ann's table in a private thread of the channel; Ben is let into the thread, Dora is not."""
    async with town(tmp_path, "Ann", "Ben", "Dora", games=UNDRAWN) as opened:
        ann, ben, _ = opened.people.values()
        parent = opened.bot.get_channel(opened.channel.id)
        assert isinstance(parent, discord.TextChannel)
        made = await parent.create_thread(name="back room", type=discord.ChannelType.private_thread)
        for person in (ann, ben):
            await made.add_user(discord.Object(person.id))
        await opened.env.settle()
        (opened.place,) = [thread for thread in opened.channel.threads if thread.id == made.id]
        await ann.slash(opened.place, "game new", game="goodwill", seats=2, place="here")
        await opened.settled()
        yield opened


async def is_shown(there: Town, person: MemberActor, channel: ChannelHandle | None = None) -> bool:
    """Whether somebody in the channel is shown the table; its three ways must agree."""
    place = channel or there.channel
    status = said(await person.slash(place, "game status", table="1"))
    listed = "**1**" in said(await person.slash(place, "game list"))
    offered = "1" in {choice["value"] for choice in await person.autocomplete(place, "game status", "table", "")}
    assert listed == offered == (NO_SUCH_TABLE not in status)
    return listed


async def test_a_private_threads_table_is_shown_to_its_members_alone(there: Town) -> None:
    ann, ben, dora = there.people.values()
    assert await is_shown(there, ann), "she plays there"
    assert await is_shown(there, ben), "he can read the thread"
    assert not await is_shown(there, dora)


async def test_a_player_who_manages_threads_can_read_private_ones_and_is_shown_their_tables(there: Town) -> None:
    role = there.guild.create_role("moderator", permissions=discord.Permissions(manage_threads=True))
    moderator = there.guild.add_member(there.env.create_user("mo", global_name="Mo"), roles=[role])
    assert await is_shown(there, moderator)


async def test_an_archived_private_threads_table_is_not_shown_to_those_who_see_the_channel(there: Town) -> None:
    ann, ben, dora = there.people.values()
    await ben.click(there.table_message(), custom_id="join:1")
    await ann.slash(there.place, "game status")
    thread = there.bot.get_channel(there.place.id)
    assert isinstance(thread, discord.Thread)
    await thread.edit(archived=True)
    await there.settled()
    assert there.bot.get_channel(thread.id) is None, "the program knows it no more"
    assert not await is_shown(there, dora)
    assert await is_shown(there, ben), "he plays there"
    within = await there.store.games.get_parent_channel(thread.id)
    assert not DiscordServers(there.bot).is_open_to_all(there.guild.id, thread.id, within), "nor on the web"
