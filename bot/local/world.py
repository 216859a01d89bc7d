"""A simulated Discord with one server, one channel and a few people, shown on pages in the browser."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime

import discord
from simcord import ChannelHandle, Env, GuildHandle, MemberActor, Preview, SetupError, UserHandle
from simcord.backend.cdn import CDN_BASE
from simcord.backend.models import GuildEmoji

PEOPLE = ("Alice", "Bob", "Carol", "David", "Emma", "Frank", "Grace", "Henry")
"""Names of all people at the local table."""
GUILD = 1_000_000_000_000_000_000
MAX_WAIT_SECONDS, MAX_SETTLE_ROUNDS = 2.0, 30
"""Seconds that SimCord waits for the bot at a time, and the number of waits before a press counts as lost."""
MAX_EPHEMERAL_MESSAGES = 4
"""Number of ephemeral messages kept per person."""


class WorldUnavailable(Exception):
    """Raised when the world cannot be shown; the text says why and what to do."""


class PatientEnv(Env):
    """A simulated Discord that waits for a busy bot, but not for its periodic timers.

    After each press SimCord waits until the bot is idle; timers that fire within its patience count as work. With a
    long patience the bot's heartbeat would delay presses; with a short one a busy computer would lose them. So the
    patience is short, and renewed while there is work.
    """

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109  # SimCord's parameter name
        idle: float = 0.05,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        for _ in range(MAX_SETTLE_ROUNDS if _deadline is None else 0):
            with suppress(TimeoutError):
                await super()._settle_internal(timeout=timeout, idle=idle, dispatch=dispatch)
                return
        await super()._settle_internal(timeout=timeout, idle=idle, dispatch=dispatch, _deadline=_deadline)


@dataclass(frozen=True)
class World:
    """A simulated Discord; the bot cannot tell it from the real one."""

    env: Env
    guild: GuildHandle
    channel: ChannelHandle
    people: Sequence[MemberActor]
    """All members named in `PEOPLE`, whether they play or not."""


@dataclass(frozen=True)
class Pages:
    """Pages that show the world. An address is a key: it lets its holder play for everybody."""

    table: Preview
    """Page of the channel, on which any player can be chosen."""
    letters: Sequence[Preview]
    """Pages of the players' direct messages."""


def create_world(bot: discord.Client) -> World:
    """Return the world in which a bot will start.

    Ids are counted from a simulated clock, which stands still at first. So this world's ids are the same each time,
    and a kept game finds its channel and its people again.
    """
    env = PatientEnv(bot, settle_timeout=MAX_WAIT_SECONDS)
    env.backend.edit_bot_profile("Boardroom")
    users = [env.create_user(name.lower(), global_name=name) for name in PEOPLE]
    guild = env.create_guild("Boardroom", id=GUILD)
    channel = guild.create_text_channel("boardroom", topic="Slow business games")
    manager = guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    first, *others = users  # the first may prepare leagues, like the person who adds the bot to a server
    members = [guild.add_member(first, roles=[manager]), *(guild.add_member(user) for user in others)]
    return World(env, guild, channel, members)


@asynccontextmanager
async def run_world(
    world: World, bot: discord.Client, people: int, port: int | None, thread_opened: Callable[[str, str], None]
) -> AsyncIterator[Pages]:
    """Run the bot in this world and show it until the caller is done.

    Args:
        world: a world from `create_world`.
        bot: its bot, which is closed at the end.
        people: number of people who play.
        port: port of the channel's page, with the direct messages on the next ports or, if those are taken, on free
            ones; None: any free ports.
        thread_opened: called with the name and the address of each new thread's page.

    Raises:
        WorldUnavailable: the world or a page of it cannot be shown.
    """
    _advance_clock(world.env)  # so that no message gets an id of an earlier session
    try:
        _keep_emoji_pictures(world.env)
        try:
            await world.env.start()
        except TimeoutError as late:
            raise WorldUnavailable("This computer was too busy to begin. Please try again in a moment.") from late
        with world.env.time_context():
            async with AsyncExitStack() as open_pages:
                playing = world.people[:people]
                pages = [await open_pages.enter_async_context(_open_page(world.env, world.channel, playing, port))]
                for number, member in enumerate(playing, 1):
                    pages.append(await _open_dm_page(world.env, member, port and port + number, open_pages))
                threads = _show_threads(world, playing, pages, open_pages, thread_opened)
                for work in (_update_world(world.env, world.channel), _refresh_pages(world.env, pages), threads):
                    open_pages.callback(asyncio.create_task(work).cancel)
                yield Pages(pages[0], pages[1:])
    finally:
        await bot.close()
        await world.env.shutdown()


async def _open_dm_page(env: Env, member: MemberActor, port: int | None, open_pages: AsyncExitStack) -> Preview:
    """Open the page of a member's direct messages, on any free port if this one is taken."""
    channel, viewers = member.user.dm_channel, [member.user]
    try:
        return await open_pages.enter_async_context(_open_page(env, channel, viewers, port))
    except WorldUnavailable:
        if port is None:
            raise
        return await open_pages.enter_async_context(_open_page(env, channel, viewers, None))


@asynccontextmanager
async def _open_page(
    env: Env, channel: ChannelHandle, viewers: Sequence[MemberActor | UserHandle], port: int | None
) -> AsyncIterator[Preview]:
    # A page shows one channel, and SimCord knows one page at a time. Several work side by side if it
    # forgets the one before; only two simultaneous presses on two pages make one of them ask for a reload.
    env._preview = None
    try:
        page = env.preview(channel, viewers=viewers, layout="channel", port=port, timezone=_get_timezone())
        await page.__aenter__()
    except SetupError as refused:
        if port is None:
            raise WorldUnavailable(f"The page cannot be shown: {refused}") from refused
        raise WorldUnavailable(
            f"Port {port} cannot be used, probably because another program has it. "
            f"Choose another with --port, which `make play` takes as PORT={port + 10}, or leave it out to get any "
            "that is free."
        ) from refused
    try:
        yield page
    finally:
        await page.close()


async def _show_threads(
    world: World,
    playing: Sequence[MemberActor],
    pages: list[Preview],
    open_pages: AsyncExitStack,
    opened: Callable[[str, str], None],
) -> None:
    """Open a page for each new thread of the channel, because a page shows one channel."""
    shown: set[int] = set()
    while True:
        for thread in world.channel.threads:
            if thread.id in shown:
                continue
            if world.env._operation_task is not None:
                break  # a press is in progress
            try:
                page = await open_pages.enter_async_context(_open_page(world.env, thread, playing, None))
            except WorldUnavailable:  # probably because of a press in progress
                break
            shown.add(thread.id)
            pages.append(page)
            opened(thread.name or "", page.url)
        await asyncio.sleep(1)


async def _refresh_pages(env: Env, previews: Sequence[Preview]) -> None:
    """Refresh all pages after each change; by itself a page shows only the effects of its own presses."""
    changed = asyncio.Event()

    def listen(event: str, _: Mapping[str, object]) -> None:
        # Only set the event: SimCord's clock differs inside the bot's work, and publishing there would expire
        # open pages.
        if event.startswith("MESSAGE_"):
            changed.set()

    env.backend.subscribers.append(listen)
    while True:
        await changed.wait()
        changed.clear()
        for preview in previews:
            preview._advance_presentation_time()
            for page in list(preview._pages.values()):
                if page is not preview._python:  # no browser shows this one
                    preview._publish(page, reason="refresh")


async def _update_world(env: Env, channel: ChannelHandle) -> None:
    """Advance the simulated clock between presses, and delete old ephemeral messages.

    The clock advances only on request and stands still during a press: on a busy computer the answer would otherwise
    come too late for Discord. Ephemeral messages would stay for ever, unlike Discord's, and a long page slows each
    press.
    """
    while True:
        await asyncio.sleep(1)
        if env._operation_task is not None:
            continue
        _advance_clock(env)
        messages = env.backend.messages[channel.id].values()
        for user_id in env.backend.users:
            own = [message.id for message in messages if message.is_ephemeral and message.visible_to(user_id)]
            for message_id in own[:-MAX_EPHEMERAL_MESSAGES]:
                env.backend.delete_message(channel.id, message_id)


def _keep_emoji_pictures(env: Env) -> None:
    """Keep the picture of each uploaded emoji for the pages; SimCord knows only its name."""
    backend = env.backend
    create = backend.create_application_emoji

    def create_with_picture(name: str, *, animated: bool = False) -> GuildEmoji:
        emoji = create(name, animated=animated)
        uploaded = backend.http_requests[-1].json  # the request that is being served
        if isinstance(uploaded, dict):
            picture = b64decode(uploaded["image"].partition(",")[2])
            backend.cdn._blobs[f"{CDN_BASE}/emojis/{emoji.id}.png"] = picture
        return emoji

    backend.create_application_emoji = create_with_picture  # type: ignore[method-assign]


def _advance_clock(env: Env) -> None:
    env.backend.advance_clock(max(0.0, (datetime.now(UTC) - env.now()).total_seconds()))


def _get_timezone() -> str:
    """Return a time zone with the present offset, under a name that browsers know."""
    offset = datetime.now().astimezone().utcoffset()
    hours = 0.0 if offset is None else offset.total_seconds() / 3600
    return f"Etc/GMT{-int(hours):+d}" if hours.is_integer() else "UTC"  # the sign is inverted in these names
