"""World: a simulated Discord with one server, one channel and a few people, shown by pages in the browser."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime

import discord
from simcord import ChannelHandle, Env, GuildHandle, MemberActor, Preview, SetupError, UserHandle

PEOPLE = ("Alice", "Bob", "Carol", "David", "Emma", "Frank", "Grace", "Henry")
"""Everybody who can sit at the local table."""
GUILD = 1_000_000_000_000_000_000
PATIENCE, ROUNDS = 2.0, 30
"""How many seconds SimCord waits for the bot at a time, and how often, before it calls a press lost."""
PRIVATE = 4
"""How many private messages everybody keeps."""


class NoPage(Exception):
    """There is nothing to look at; the text says why and what to do."""


class PatientEnv(Env):
    """A simulated Discord that waits for a busy bot, but not for its alarm clock.

    After each press SimCord waits until the bot has nothing left to do, and counts timers that ring while its
    patience lasts. With a long patience the bot's heartbeat would hold presses up; with a short one a busy
    computer would lose them. So it is short, and renewed while there is work.
    """

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109  # SimCord's own name
        idle: float = 0.05,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        for _ in range(ROUNDS if _deadline is None else 0):
            with suppress(TimeoutError):
                await super()._settle_internal(timeout=timeout, idle=idle, dispatch=dispatch)
                return
        await super()._settle_internal(timeout=timeout, idle=idle, dispatch=dispatch, _deadline=_deadline)


@dataclass(frozen=True)
class World:
    """A simulated Discord; nothing in the bot knows that it is no real one."""

    env: Env
    guild: GuildHandle
    channel: ChannelHandle
    people: Sequence[MemberActor]
    """Everybody named in `PEOPLE`, whether they play or not."""


@dataclass(frozen=True)
class Pages:
    """Where the world can be seen. An address is a key: whoever has it can play for everybody."""

    table: Preview
    """The channel; everybody who plays can be chosen on it."""
    letters: Sequence[Preview]
    """The direct messages of each player."""


def create(bot: discord.Client) -> World:
    """Return the world a bot will wake up in.

    Ids are counted from a simulated clock, which stands still at its beginning. What is made here has
    the same ids each time, so a kept game finds its channel and its people again.
    """
    env = PatientEnv(bot, settle_timeout=PATIENCE)
    env.backend.edit_bot_profile("Boardroom")
    users = [env.create_user(name.lower(), global_name=name) for name in PEOPLE]
    guild = env.create_guild("Boardroom", id=GUILD)
    channel = guild.create_text_channel("boardroom", topic="Slow business games")
    manager = guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    first, *others = users  # the first may prepare leagues, as whoever adds the bot to a server can
    members = [guild.add_member(first, roles=[manager]), *(guild.add_member(user) for user in others)]
    return World(env, guild, channel, members)


@asynccontextmanager
async def awake(
    world: World, bot: discord.Client, people: int, port: int | None, thread_opened: Callable[[str, str], None]
) -> AsyncIterator[Pages]:
    """Let the bot work in this world and show it, until the caller is done.

    Args:
        world: what `create` returned.
        bot: the bot it was created for; it is closed in the end.
        people: how many people play.
        port: of the channel's page, with the direct messages on those that follow, or on any that are free where those
            are taken; None: any that are free.
        thread_opened: told of each thread that has a page now: what it is called, and where.

    Raises:
        NoPage: the world or a page of it cannot be shown.
    """
    _to_the_present(world.env)  # so that no message gets the id of one from an earlier session
    try:
        try:
            await world.env.start()
        except TimeoutError as late:
            raise NoPage("This computer was too busy to begin. Please try again in a moment.") from late
        with world.env.time_context():
            async with AsyncExitStack() as open_pages:
                playing = world.people[:people]
                pages = [await open_pages.enter_async_context(_page(world.env, world.channel, playing, port))]
                for number, member in enumerate(playing, 1):
                    pages.append(await _letters(world.env, member, port and port + number, open_pages))
                threads = _show_threads(world, playing, pages, open_pages, thread_opened)
                for work in (_keep_house(world.env, world.channel), _keep_fresh(world.env, pages), threads):
                    open_pages.callback(asyncio.create_task(work).cancel)
                yield Pages(pages[0], pages[1:])
    finally:
        await bot.close()
        await world.env.shutdown()


async def _letters(env: Env, member: MemberActor, port: int | None, open_pages: AsyncExitStack) -> Preview:
    """Open the page of somebody's direct messages, on any free port where another program has this one."""
    channel, viewers = member.user.dm_channel, [member.user]
    try:
        return await open_pages.enter_async_context(_page(env, channel, viewers, port))
    except NoPage:
        if port is None:
            raise
        return await open_pages.enter_async_context(_page(env, channel, viewers, None))


@asynccontextmanager
async def _page(
    env: Env, channel: ChannelHandle, viewers: Sequence[MemberActor | UserHandle], port: int | None
) -> AsyncIterator[Preview]:
    # A page shows one channel, and SimCord knows one page at a time. Several live well side by side when it
    # forgets the one before; only two presses on two pages in the same moment make one of them ask for a reload.
    env._preview = None
    try:
        page = env.preview(channel, viewers=viewers, layout="channel", port=port, timezone=_timezone())
        await page.__aenter__()
    except SetupError as refused:
        if port is None:
            raise NoPage(f"The page cannot be shown: {refused}") from refused
        raise NoPage(
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
    """Give each thread of the channel a page of its own as soon as it is there: a page shows one channel."""
    shown: set[int] = set()
    while True:
        for thread in world.channel.threads:
            if thread.id in shown:
                continue
            if world.env._operation_task is not None:
                break  # a press is under way
            try:
                page = await open_pages.enter_async_context(_page(world.env, thread, playing, None))
            except NoPage:  # most probably because of a press that is under way
                break
            shown.add(thread.id)
            pages.append(page)
            opened(thread.name or "", page.url)
        await asyncio.sleep(1)


async def _keep_fresh(env: Env, previews: Sequence[Preview]) -> None:
    """Show whatever happens on all pages at once; by itself a page shows only what its own presses did."""
    changed = asyncio.Event()

    def listen(event: str, _: Mapping[str, object]) -> None:
        # It only rings: within the bot's work SimCord's clock is another one, and publishing there would throw
        # open pages away as forgotten.
        if event.startswith("MESSAGE_"):
            changed.set()

    env.backend.subscribers.append(listen)
    while True:
        await changed.wait()
        changed.clear()
        for preview in previews:
            preview._advance_presentation_time()
            for page in list(preview._pages.values()):
                if page is not preview._python:  # which no browser shows
                    preview._publish(page, reason="refresh")


async def _keep_house(env: Env, channel: ChannelHandle) -> None:
    """Between presses, set the simulated clock and throw old private messages away.

    The clock moves only when it is told, and stands still during a press: on a busy computer the answer would
    else come too late for Discord. Private messages would stay for ever, where Discord's vanish by and by; and
    a page takes the longer for each press the more it shows.
    """
    while True:
        await asyncio.sleep(1)
        if env._operation_task is not None:
            continue
        _to_the_present(env)
        messages = env.backend.messages[channel.id].values()
        for user_id in env.backend.users:
            own = [message.id for message in messages if message.is_ephemeral and message.visible_to(user_id)]
            for message_id in own[:-PRIVATE]:
                env.backend.delete_message(channel.id, message_id)


def _to_the_present(env: Env) -> None:
    env.backend.advance_clock(max(0.0, (datetime.now(UTC) - env.now()).total_seconds()))


def _timezone() -> str:
    """Return a time zone with our present offset, which the page knows by name."""
    offset = datetime.now().astimezone().utcoffset()
    hours = 0.0 if offset is None else offset.total_seconds() / 3600
    return f"Etc/GMT{-int(hours):+d}" if hours.is_integer() else "UTC"  # their sign is the other way round
