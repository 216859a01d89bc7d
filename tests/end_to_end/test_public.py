"""Making tables and leagues public: by who runs them alone, with what that means, and taken back at once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from multiprocessing import active_children
from pathlib import Path

import discord
import pytest
from aiohttp import ClientSession
from discord import PermissionOverwrite
from simcord.actors import MemberActor
from simcord.backend.models import Overwrite
from simcord.components import walk_components
from simcord.enums import OverwriteType

from bot.ui.delivery.servers import DiscordServers
from tests.end_to_end.town import Message, Town, begun, parts, said, town


@pytest.fixture
async def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Town]:
    """A game under way, with a bot that serves web pages, none of them public yet."""
    monkeypatch.setattr(
        "bot.web.page_worker.FIRST_RENDER_SECONDS", 300.0
    )  # on a busy machine, the worker is the last to do anything
    async with town(tmp_path, "Ann", "Ben", "Cleo") as place:
        place.settings = place.settings.model_copy(update={"web": "127.0.0.1:0"})
        await place.restart()
        await begun(place)
        yield place


def who_runs_it(there: Town) -> MemberActor:
    manager = there.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    return there.guild.add_member(there.env.create_user("boss", global_name="Boss"), roles=[manager])


async def status(there: Town, path: str) -> int:
    async with ClientSession() as session, session.get(f"{there.bot.web_address}{path}") as answer:
        return answer.status


async def test_without_pages_no_port_is_open_and_nothing_can_be_made_public(tmp_path: Path) -> None:
    others = set(active_children())
    async with town(tmp_path, "Ann", "Ben") as there:
        assert there.bot.web_address == ""
        assert set(active_children()) == others
        boss = who_runs_it(there)
        assert "has no pages on the web" in said(await boss.slash(there.channel, "game public"))
        assert "Only server managers" in said(await there.people["Ann"].slash(there.channel, "game public"))


async def test_the_process_that_makes_pages_ends_with_the_bot(there: Town) -> None:
    await there.store.public.put_tables(there.guild.id, True, "")
    assert await status(there, "/tables/1") == 200
    before = set(active_children())
    await there.bot.close()
    assert len(before - set(active_children())) == 1


async def test_a_manager_makes_tables_public_and_takes_it_back(there: Town) -> None:
    boss = who_runs_it(there)
    assert await status(there, "/tables/1") == 404
    shown = await boss.slash(there.place, "game public")
    assert "Nobody can look at this server's tables" in said(shown)
    assert "everybody in the world" in said(shown)
    assert shown.response is not None
    (forged,) = await there.press(there.people["Ann"], "web-tables:1")
    assert "Only server managers" in said(forged)
    assert await status(there, "/tables/1") == 404
    public = await boss.click(shown.response, custom_id="web-tables:1")
    assert there.bot.web_address in said(public)
    assert await status(there, "/tables/1") == 200
    assert public.response is not None
    assert "They are hidden now" in said(await boss.click(public.response, custom_id="web-tables:0"))
    assert await status(there, "/tables/1") == 404


async def test_a_league_is_made_public_by_a_player_who_runs_it(there: Town) -> None:
    boss = who_runs_it(there)
    made = await boss.slash(there.channel, "league new", name="Winter Cup", game="goodwill", seats=3)
    assert made.response is not None
    await boss.click(made.response, custom_id="lg-open:1")
    managing = await boss.slash(there.channel, "league manage")
    assert managing.response is not None
    more = await boss.click(managing.response, custom_id="lg-more:1")
    assert more.response is not None
    shown = await boss.click(more.response, custom_id="lg-web:1")
    assert "Nobody can look at **Winter Cup** on the web" in said(shown)
    (forged,) = await there.press(there.people["Ann"], "lg-public:1:1")
    assert "Only the stewards" in said(forged)
    assert shown.response is not None
    public = await boss.click(shown.response, custom_id="lg-public:1:1")
    assert "It is public now" in said(public)
    assert (await there.store.leagues.get(1)).public  # type: ignore[union-attr]
    assert public.response is not None
    (forged,) = await there.press(there.people["Ann"], "lg-found:1:1")
    assert "Only the stewards" in said(forged)
    assert not await there.store.public.is_found(1)
    found = await boss.click(public.response, custom_id="lg-found:1:1")
    assert "Search engines may find it now" in said(found)
    assert await there.store.public.is_found(1)
    hidden = await boss.click(public.response, custom_id="lg-public:1:0")
    assert not await there.store.public.is_found(1), "who makes it public again is asked again"
    (late,) = await there.press(boss, "lg-found:1:1")
    assert "Make it public first" in said(late)
    assert not await there.store.public.is_found(1)
    assert "It is hidden now" in said(hidden)
    assert not (await there.store.leagues.get(1)).public  # type: ignore[union-attr]


async def test_what_not_everybody_here_can_read_stays_hidden_whatever_is_chosen(there: Town) -> None:
    await there.store.public.put_tables(there.guild.id, True, "")
    assert await status(there, "/tables/1") == 200
    everybody = there.guild.default_role
    for shut in (PermissionOverwrite(view_channel=False), PermissionOverwrite(read_message_history=False)):
        room = there.guild.create_text_channel("room", overwrites={everybody: shut})
        await there.env.settle()
        assert not is_open(there, room.id)
    assert is_open(there, there.channel.id)
    assert not is_open(there, 12345), "nobody knows that channel"
    assert is_open(there, 12345, there.channel.id), "an archived public thread of a channel that everybody reads"
    assert not DiscordServers(there.bot).is_open_to_all(999, there.channel.id, None)


async def test_threads_are_as_open_as_their_channel_and_private_ones_never(there: Town) -> None:
    room = there.guild.create_text_channel("room")
    await there.env.settle()
    channel = there.bot.get_channel(room.id)
    assert isinstance(channel, discord.TextChannel)
    public = await channel.create_thread(name="public", type=discord.ChannelType.public_thread)
    private = await channel.create_thread(name="private", type=discord.ChannelType.private_thread)
    await there.env.settle()
    assert is_open(there, public.id)
    assert not is_open(there, private.id, room.id)
    nobody = Overwrite(there.guild.id, OverwriteType.ROLE, deny=discord.Permissions(view_channel=True).value)
    mine = Overwrite(
        there.env.backend.bot_user.id, OverwriteType.MEMBER, allow=discord.Permissions(view_channel=True).value
    )
    there.env.backend.edit_channel(room.id, {}, overwrites=[nobody, mine])
    await there.env.settle()
    assert there.bot.get_channel(room.id) is not None
    assert not is_open(there, public.id, room.id)


def is_open(there: Town, channel_id: int, within: int | None = None) -> bool:
    return DiscordServers(there.bot).is_open_to_all(there.guild.id, channel_id, within)


def leads_to(message: Message) -> list[str]:
    """Where the link buttons of a message lead."""
    return [str(part["url"]) for part in walk_components(parts(message)) if part.get("url")]


async def looked_up(there: Town) -> list[str]:
    """Where the links lead that a watcher finds behind More of the table's message."""
    watcher = there.guild.add_member(there.env.create_user("watcher", global_name="Watcher"))
    opened = await watcher.click(there.table_message(), custom_id=f"looks:{there.number}")
    assert opened.response is not None
    return leads_to(opened.response)


async def test_more_of_the_tables_message_leads_to_its_page_while_that_can_be_looked_at(there: Town) -> None:
    assert await looked_up(there) == []
    await there.store.public.put_tables(there.guild.id, True, "")
    assert await looked_up(there) == [f"{there.bot.web_address}/tables/1"]
    await there.store.public.put_tables(there.guild.id, False, "")
    assert await looked_up(there) == []


async def test_without_pages_nothing_leads_there_though_tables_are_public(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Cleo") as there:
        await begun(there)
        await there.store.public.put_tables(there.guild.id, True, "")
        assert await looked_up(there) == []
