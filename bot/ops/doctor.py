"""The doctor: checks everything that a running bot needs, without changing anything.

It works while the bot runs, without a token, and without access to Discord.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from pathlib import Path
from typing import Literal, TypeAlias

import aiohttp
import discord

from bot import __version__, discord_api
from bot.game_plugins import InstalledGames
from bot.games import GAMES, INSTALLED
from bot.host.table import deadlines
from bot.ops import backups, heartbeat
from bot.settings import ENV_FILE, PREFIX, Settings, SettingsProblem, read_boxes
from storage.connect import examine, find_backup_obstacle
from storage.database_url import Location
from storage.interface.errors import StoreFailed
from storage.interface.games import GameRow
from storage.interface.metadata_keys import COMMANDS_KEY, COMMANDS_WANTED_KEY, HEARTBEAT_KEY
from storage.interface.processes import SILENT_SECONDS, BotProcess, Share
from storage.interface.shards import ALL_SHARDS, Shards
from storage.offline import ENGINE, DatabaseReport

OLDEST_SQLITE = (3, 37)
LITTLE_SPACE_BYTES, TOO_LITTLE_SPACE_BYTES = 500 * 2**20, 50 * 2**20
"""Thresholds of free disk space, in bytes."""
OLD_LETTER_AGE = timedelta(minutes=15)
RECONNECT_PERIOD = timedelta(minutes=3)
"""A lost connection is reported as a warning up to this duration."""
DISCORD_TIMEOUT_SECONDS = 60.0
"""Timeout in seconds for all requests to Discord."""
CALLBACK_PATH = "/sign-in/discord"
"""Where the pages to play on take Discord's answer."""
PROXY_TIMEOUT_SECONDS = 10.0
GATEWAY = '"wss://'
"""Text that Discord's answer about its gateway contains."""

NEEDED_PERMISSIONS = discord.Permissions(
    view_channel=True, embed_links=True, attach_files=True, read_message_history=True
)
"""Permissions needed in every channel with a table, in addition to the one to write there."""
INVITE_PERMISSIONS = NEEDED_PERMISSIONS | discord.Permissions(
    send_messages=True, create_public_threads=True, send_messages_in_threads=True
)

UNKNOWN_CHANNEL_CODE, NO_ACCESS_CODE = 10003, 50001
FORUM_TAGS = {"open", "running", "finished"}
"""Tags of a forum's posts that are tables."""
Channel: TypeAlias = discord.abc.GuildChannel | discord.Thread


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check, with a remedy if it failed."""

    state: Literal["ok", "warning", "problem"]
    text: str

    def __str__(self) -> str:
        return f"{self.state:<8} {self.text}"


def report_ok(text: str) -> Finding:
    """Build a finding that reports success."""
    return Finding("ok", text)


def report_warning(text: str) -> Finding:
    """Build a finding that reports a weakness."""
    return Finding("warning", text)


def report_problem(text: str) -> Finding:
    """Build a finding that reports a fault."""
    return Finding("problem", text)


async def run_checks(settings: Settings, now: datetime) -> AsyncIterator[Finding]:
    """Run all checks and yield their findings, those of Discord last."""
    yield check_versions()
    yield check_time_zones()
    yield check_boxes(settings)
    for finding in check_installed_games():
        yield finding
    try:
        database: DatabaseReport | None = await asyncio.to_thread(examine, settings.database)
    except StoreFailed as failed:
        database = None
        place = settings.database
        absent = place if isinstance(place, Path) and not place.exists() else None
        yield _report_missing_database(absent) if absent else report_problem(f"Database: {failed}")
    if database is not None:
        for risk in database.risks:
            yield report_warning(f"Database: {risk}")
        for finding in check_database(settings.database, database, now):
            yield finding
        for finding in check_service(database, now):
            yield finding
    for finding in (*check_disks(settings), *check_web(settings)):
        yield finding
    yield check_private_files(settings)
    yield check_backups(settings, now)
    async for finding in _check_discord(settings, () if database is None else database.live):
        yield finding


async def _check_discord(settings: Settings, live: Sequence[GameRow]) -> AsyncIterator[Finding]:
    if settings.discord_api is not None:
        proxy = await check_proxy(settings.discord_api)
        yield proxy
        if proxy.state != "ok":  # the token is not sent to anything but a proxy
            return
        discord_api.route_through(settings.discord_api)
    if settings.token is None:
        yield report_warning(
            f"Discord: not checked, for there is no token: neither intents nor permissions. Set {PREFIX}TOKEN."
        )
        return
    client = discord.Client(intents=discord.Intents(guilds=True))
    try:
        async with asyncio.timeout(DISCORD_TIMEOUT_SECONDS):
            async for finding in check_discord(client, settings.token.get_secret_value(), live):
                yield finding
            if client.user is not None:
                yield await check_sessions(client, settings.shards)
            if client.application is not None:
                for finding in check_sign_in(settings, client.application.redirect_uris):
                    yield finding
    except TimeoutError:
        yield report_problem(
            "Discord: it did not answer in time. Look at the network and at discordstatus.com; try again."
        )
    finally:
        await client.close()


# -- this computer ---------------------------------------------------------------------------------


def check_versions() -> Finding:
    """Check the versions of Python and the libraries."""
    python = ".".join(map(str, sys.version_info[:3]))
    sqlite = ".".join(map(str, ENGINE))
    said = f"Versions: Boardroom {__version__}, Python {python}, SQLite {sqlite}, discord.py {discord.__version__}"
    if ENGINE < OLDEST_SQLITE:
        return report_problem(f"{said}. SQLite 3.37 or newer is needed: install a newer system or Python.")
    return report_ok(said)


def check_time_zones() -> Finding:
    """Check for time zone data, without which deadlines cannot respect days off and nights."""
    known = len(deadlines.list_time_zones())
    if not known:
        return report_problem(
            "Time zones: none is known here, so no question can have a clock. Install the package tzdata."
        )
    return report_ok(f"Time zones: {known} are known")


def check_boxes(settings: Settings) -> Finding:
    """Check the operator's own card values."""
    try:
        own = read_boxes(settings.boxes, GAMES)
    except SettingsProblem as wrong:
        return report_problem(f"Boxes: {' '.join(str(wrong).split())}")
    return report_ok(f"Boxes: your own for {', '.join(own)}" if own else "Boxes: the program's own cards")


def check_web(settings: Settings) -> Iterator[Finding]:
    """Check the address of the web pages; no finding if none are served."""
    place, address = settings.web_place, settings.web_address
    if place is None:
        if address is not None:
            yield report_warning(f"Web: {PREFIX}WEB_ADDRESS leads to no pages. Set {PREFIX}WEB, too, or neither.")
        return
    if address is None:
        yield report_warning(
            f"Web: pages are served at {settings.web}, but links lead nowhere else. Set {PREFIX}WEB_ADDRESS."
        )
    elif not address.startswith("https://"):
        yield report_warning(
            f"Web: {address} can be read and changed on its way. Put a web server with HTTPS in front."
        )
    else:
        yield report_ok(
            f"Web: pages are served at {settings.web}; links lead to {address}. Nothing is public by itself"
        )


def check_installed_games(installed: InstalledGames = INSTALLED) -> Iterator[Finding]:
    """Check the games from installed packages; no finding if there are none."""
    for refused in installed.refused:
        yield report_problem(f"Games: {refused}. Install another version of the package, or take it out.")
    if installed.packages:
        there = ", ".join(f"{key} of {package}" for key, package in installed.packages.items())
        yield report_ok(f"Games: beside the program's own, {there}")


def check_database(place: Location, found: DatabaseReport, now: datetime) -> Iterator[Finding]:
    """Check the content of the database."""
    if found.about:
        numbers = f"its tables are number {found.schema} of {found.newest}"
        yield report_ok(f"Database: {', '.join((*found.about, numbers))}")
    if found.schema == 0:
        yield report_warning(f"Database: {place} is empty. The bot makes its tables when it starts for the first time.")
        return
    for finding in found.findings:
        yield report_problem(f"Database: {finding}")
    if found.schema > found.newest:
        yield report_problem(
            f"Database: {place} is from a newer version of the bot. Install that version, or restore a backup."
        )
    elif found.schema < found.newest:
        yield report_warning(
            f"Database: {place} is from an older version; it is brought up to date when the bot starts. Its games, "
            "messages and channels are not checked before."
        )
    if found.tally is None:
        return
    tally = found.tally
    running = sum(number for (_, status), number in tally.games.items() if status == "running")
    lobbies = sum(number for (_, status), number in tally.games.items() if status == "open")
    if not found.findings:
        yield report_ok(f"Database: {place} is sound; games that run: {running}, tables that are open: {lobbies}")
    waited = timedelta(0) if tally.oldest_letter is None else now - datetime.fromisoformat(tally.oldest_letter)
    if waited > OLD_LETTER_AGE:
        yield report_warning(
            f"Messages: {tally.letters['waiting']} wait to be sent, one since {tally.oldest_letter}. They are sent "
            "when the bot runs and Discord takes them; the log says what it answers."
        )
    else:
        yield report_ok(
            f"Messages: {tally.letters['waiting']} wait to be sent, {tally.letters['given up']} were given up"
        )
    unknown = {title for title, status in tally.games if status in ("open", "running")} - set(GAMES)
    if unknown:
        yield report_problem(
            f"Games: this program does not know {', '.join(sorted(unknown))}. Their tables stand still; install a "
            "version, or the package, that does."
        )


def check_service(found: DatabaseReport, now: datetime) -> Iterator[Finding]:
    """Check, from the bot's notes, that its processes run and that Discord has accepted its commands."""
    beats = _select_beats(found.notes)
    if not beats:
        yield report_warning("Bot: it has not run with this database yet. Start it.")
    for shards, beat in beats.items():
        yield check_process("Bot" if shards.are_all else f"Bot, shards {shards}", beat, now)
    for process in found.processes:
        yield check_bot(process)
    had = [shards for process in found.processes for shards in process.shards] if found.processes else [*beats]
    missing = {number for shards in had or beats for number in range(shards.count)}.difference(
        *(shards.numbers for shards in had)
    )
    if missing:
        which = ", ".join(map(str, sorted(missing)))
        never = "no process has had these shards" if not found.processes else "no process has these shards now"
        yield report_problem(
            f"Bot: {never}: {which}. Their servers get no answers; {_describe_remedy(found.processes)}."
        )
    without = [str(shards) for shards, beat in beats.items() if beat.state != "stopped" and not beat.has_own_pages]
    if without and any(beat.has_own_pages for beat in beats.values()):
        yield report_problem(
            f"Pages to play on: those of tables of shards {' and '.join(without)} do not open, because their process "
            f"serves none and others do. Set {PREFIX}PLAY there, too."
        )
    wanted = found.notes.get(COMMANDS_WANTED_KEY)
    if wanted is not None and wanted != found.notes.get(COMMANDS_KEY):
        yield report_problem(
            "Commands: Discord has not taken the newest ones, so that players have those of before, or none. The bot "
            "goes on trying while it runs; its log says what Discord answers."
        )
    elif COMMANDS_KEY in found.notes:
        yield report_ok("Commands: Discord has taken the newest ones")


def check_bot(process: BotProcess) -> Finding:
    """Check one of several bots that share a server's database, from the server's present view."""
    has = " and ".join(map(str, process.shards))
    parts = [f"has shards {has}" if has else "is a spare"]
    if process.lacks:
        parts.append(f"waits for {process.lacks} more" if has else f"waits for {process.lacks} shards")
    said = f"Bot {process.name}: it {' and '.join(parts)}"
    if process.silent is None:
        return report_ok(f"{said}; the server does not say when it heard of it last")
    heard = f"the database heard of it {process.silent:.0f} s ago"
    if process.silent <= SILENT_SECONDS:
        return report_ok(f"{said}; {heard}")
    return report_problem(
        f"{said}, but {heard}: it hangs, or its computer cannot be reached. Kill it, and start it anew."
    )


def _describe_remedy(processes: Sequence[BotProcess]) -> str:
    if any(process.lacks or not process.shards for process in processes):
        return "one that waits for shards takes them within a minute"
    return "start one for them"


def check_process(name: str, beat: heartbeat.HeartbeatRecord, now: datetime) -> Finding:
    """Check the last heartbeat of one process."""
    if beat.state == "stopped":
        return report_warning(f"{name}: it was stopped at {_format_moment(beat.at)}. Start it.")
    if now - beat.at > heartbeat.SILENT_AFTER:
        return report_problem(
            f"{name}: its last sign of life is of {_format_moment(beat.at)}: it has ended, it hangs, or it "
            "cannot write its "
            "database. The log says more; start it anew."
        )
    if beat.state == "connected":
        return report_ok(f"{name}: it runs, and has been connected to Discord since {_format_moment(beat.since)}")
    said = f"{name}: it runs, but has not been connected to Discord since {_format_moment(beat.since)}."
    advice = "It goes on trying; look at its log, at the network and at discordstatus.com."
    return (report_warning if now - beat.since < RECONNECT_PERIOD else report_problem)(f"{said} {advice}")


def _select_beats(notes: Mapping[str, str]) -> Mapping[Shards, heartbeat.HeartbeatRecord]:
    """Return the last heartbeat of each process, for the newest allocation of shards and those that fit it."""
    found = {
        ALL_SHARDS if key == HEARTBEAT_KEY else Shards.parse(key.removeprefix(HEARTBEAT_KEY)): beat
        for key, text in notes.items()
        if key.startswith(HEARTBEAT_KEY) and (beat := heartbeat.parse_beat(text)) is not None
    }
    fitting: dict[Shards, heartbeat.HeartbeatRecord] = {}
    for shards, beat in sorted(found.items(), key=lambda each: each[1].at, reverse=True):
        if all(shards.count == other.count and not {*shards.numbers} & {*other.numbers} for other in fitting):
            fitting[shards] = beat
    return dict(sorted(fitting.items(), key=lambda each: each[0].first))


def _format_moment(at: datetime) -> str:
    return at.isoformat(" ", "seconds")


def _report_missing_database(path: Path) -> Finding:
    if not path.parent.is_dir():
        return report_problem(f"Database: {path.parent} is not a folder. Create it, or set {PREFIX}DATABASE.")
    if not os.access(path.parent, os.W_OK):
        return report_problem(f"Database: files cannot be written in {path.parent}. Give the bot's user access.")
    return report_warning(f"Database: there is no {path} yet. The bot makes it when it starts for the first time.")


def check_disks(settings: Settings) -> Iterator[Finding]:
    """Check the free disk space for the database and its backups."""
    database = settings.database
    size = database.stat().st_size if isinstance(database, Path) and database.is_file() else 0
    folders = [settings.folder]
    if settings.backups_daily and settings.backup_folder.is_dir():
        folders.append(settings.backup_folder)
    seen: set[int] = set()
    for folder in folders:
        if not folder.is_dir() or folder.stat().st_dev in seen:
            continue
        seen.add(folder.stat().st_dev)
        free = shutil.disk_usage(folder).free
        said = f"Disk: {free // 2**20} MiB are free at {folder.absolute()}"
        if free < max(TOO_LITTLE_SPACE_BYTES, size):
            yield report_problem(
                f"{said}; the database has {size // 2**20} MiB. Make room now: moves may be lost soon."
            )
        elif free < max(LITTLE_SPACE_BYTES, 3 * size):
            yield report_warning(f"{said}; the database has {size // 2**20} MiB. Make room soon, or move the backups.")
        else:
            yield report_ok(said)


def check_private_files(settings: Settings) -> Finding:
    """Check that other users of this computer cannot read hands, seeds, user ids or the token."""
    path = settings.database
    with suppress(OSError):  # another check reports an unreadable folder
        copies = [backup.path for backup in backups.list_backups(settings.backup_folder)]
        beside = sorted(path.parent.glob(f"{path.name}*")) if isinstance(path, Path) else []
        ours = dict.fromkeys([*beside, *copies, Path(ENV_FILE)])
        if opened := [str(file) for file in ours if _is_open_to_others(file)]:
            said = "Files: others on this computer can use what holds hands, ids or the token"
            return report_warning(f"{said}: chmod 600 {' '.join(opened)}")
    return report_ok("Files: nobody but their owner can use what holds hands, ids or the token")


def _is_open_to_others(file: Path) -> bool:
    return os.name == "posix" and file.is_file() and bool(file.stat().st_mode & 0o077)


def check_backups(settings: Settings, now: datetime) -> Finding:
    """Check the age and the folder of the backups."""
    folder = settings.backup_folder
    try:
        hindrance = _find_obstacle(folder) if settings.backups_daily or folder.exists() else None
        last = backups.find_newest(folder)
    except OSError as failed:
        return report_problem(f"Backups: {folder} cannot be read ({failed.strerror}). Give the bot's user access.")
    if hindrance is None and settings.backups_daily:
        hindrance = find_backup_obstacle(settings.database)
    if hindrance is not None:
        return report_problem(f"Backups: {hindrance}")
    if last is None:
        if not settings.backups_daily:
            return report_warning("Backups: the settings ask for none, and there is none. Do you make your own?")
        return report_warning(
            f"Backups: there is none in {folder} yet. The bot makes one each night, and when it starts."
        )
    if last.made_at > now:
        return report_warning(
            f"Backups: {last.path} has a date to come, as a clock was wrong, and hides how old the others are. If the "
            "clock is right now, delete it or give it a name of another kind."
        )
    age = last.get_age(now)
    said = f"Backups: the newest is {last.path}, {age.days} days and {age.seconds // 3600} hours old"
    if age > backups.OVERDUE_AFTER:
        return report_warning(f"{said}. Look in the log why, and make one: python -m bot backup")
    return report_ok(said)


def _find_obstacle(folder: Path) -> str | None:
    """Return the obstacle to writing backups into a folder; the bot creates a missing one in an existing parent."""
    if folder.exists() and not folder.is_dir():
        return f"{folder} is not a folder. Name another with {PREFIX}BACKUPS."
    place = folder if folder.exists() else folder.parent
    if not place.is_dir():
        return f"{place} is not a folder, so none can be made in it. Create it, or change {PREFIX}BACKUPS."
    if not os.access(place, os.W_OK):
        return f"{place} cannot be written. Give the bot's user access."
    return None


# -- Discord ---------------------------------------------------------------------------------------


async def check_proxy(address: str) -> Finding:
    """Check that a proxy forwards requests to Discord, with one that needs no token."""
    asked = f"{discord_api.build_api_url(address)}/gateway"
    name = f"Proxy: {address}"
    without = f"Without it nothing can be answered; start it, or clear {PREFIX}DISCORD_API in every process."
    try:
        async with (
            asyncio.timeout(PROXY_TIMEOUT_SECONDS),
            aiohttp.ClientSession() as session,
            session.get(asked) as answer,
        ):
            status, said = answer.status, await answer.text()
    except (aiohttp.ClientError, OSError, TimeoutError) as failed:
        return report_problem(f"{name} cannot be reached ({type(failed).__name__}). {without}")
    if status != HTTPStatus.OK:
        return report_problem(
            f"{name} answers {status}, where Discord gives its gateway's address. Look at the proxy's log."
        )
    if GATEWAY not in said:
        return report_problem(f"{name} answers something else than Discord. Name a proxy of Discord's API.")
    return report_ok(f"{name} passes on what is asked of Discord")


async def check_discord(client: discord.Client, token: str, live: Sequence[GameRow]) -> AsyncIterator[Finding]:
    """Check the token, the application, and the channels with tables."""
    try:
        await client.login(token)
    except discord.LoginFailure:
        yield report_problem(
            f"Token: Discord does not accept it. Reset it in the developer portal and change {PREFIX}TOKEN."
        )
        return
    except (discord.HTTPException, aiohttp.ClientError, OSError) as failed:
        yield report_problem(
            f"Discord: it cannot be reached ({type(failed).__name__}). Look at the network and try again."
        )
        return
    yield report_ok(f"Token: it belongs to {client.user}")
    yield check_intents(client.application_flags)
    application = client.application
    if application is not None and application.interactions_endpoint_url:
        yield report_problem(
            "Application: it has an interactions endpoint URL, so no press arrives here. Clear it in the portal."
        )
    try:
        async for finding in _check_servers(client, live):
            yield finding
    except (discord.HTTPException, aiohttp.ClientError, OSError) as failed:
        yield report_problem(f"Servers: Discord did not answer everything ({type(failed).__name__}). Try again.")


def check_intents(flags: discord.ApplicationFlags) -> Finding:
    """Check that GUILDS, which needs no approval, is the only intent that is on."""
    privileged = {
        "Message Content": flags.gateway_message_content or flags.gateway_message_content_limited,
        "Server Members": flags.gateway_guild_members or flags.gateway_guild_members_limited,
        "Presence": flags.gateway_presence or flags.gateway_presence_limited,
    }
    needless = [name for name, on in privileged.items() if on]
    if needless:
        return report_warning(
            f"Intents: {' and '.join(needless)} can be switched off in the developer portal; the bot needs none of them"
        )
    return report_ok("Intents: GUILDS alone is used, and no privileged one is switched on")


def check_sign_in(settings: Settings, redirects: Sequence[str]) -> Iterator[Finding]:
    """Check that Discord leads people back to the pages to play on; no finding if nobody signs in there.

    Args:
        settings: the operator's settings.
        redirects: the redirect addresses of the application.
    """
    if settings.discord_client_secret is None:
        return
    if settings.play is None:
        yield report_warning(
            f"Sign-in: {PREFIX}DISCORD_CLIENT_SECRET is for pages that do not exist. Set {PREFIX}PLAY, too, or neither."
        )
        return
    redirect = f"{settings.play_address or f'http://{settings.play}'}{CALLBACK_PATH}".lower()
    if redirect in redirects:
        yield report_ok(f"Sign-in: Discord leads people back to {redirect}")
    else:
        yield report_problem(
            f"Sign-in: Discord refuses to lead people back. In the developer portal, add {redirect} to the redirects "
            "under OAuth2."
        )


async def check_sessions(client: discord.Client, shards: Shards | Share) -> Finding:
    """Check the remaining session starts: each shard uses one when its process starts."""
    try:
        recommended, _, left = await client.http.get_bot_gateway()
    except (discord.GatewayNotFound, discord.RateLimited, aiohttp.ClientError, OSError) as failed:
        return report_problem(f"Sessions: Discord does not say how many are left ({type(failed).__name__}). Try again.")
    total, remaining = int(left["total"]), int(left["remaining"])
    until = timedelta(milliseconds=int(left["reset_after"]))
    said = f"Sessions: {remaining:,} of {total:,} may still be begun in the next {_format_hours(until)}"
    if remaining < shards.count:
        return report_problem(
            f"{said}, and {shards.count:,} shards need one each. Start nothing until then: Discord resets the token of "
            "who goes on. Look in the log why they were begun so often."
        )
    if remaining < total // 4:
        return report_warning(f"{said}. Look in the log why they were begun so often.")
    at_once = int(left["max_concurrency"])
    return report_ok(
        f"{said}, {at_once} at a time; Discord recommends {recommended:,} shards, and there are {shards.count:,}"
    )


def _format_hours(time: timedelta) -> str:
    minutes = -(-time // timedelta(minutes=1))
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


async def _check_servers(client: discord.Client, live: Sequence[GameRow]) -> AsyncIterator[Finding]:
    present = [guild.id async for guild in client.fetch_guilds(limit=None)]
    if present:
        yield report_ok(f"Servers: the bot is in {len(present)}")
    else:
        link = discord.utils.oauth_url(
            client.application_id or 0, permissions=INVITE_PERMISSIONS, scopes=("bot", "applications.commands")
        )
        yield report_warning(f"Servers: the bot is in none. Invite it: {link}")
    by_guild: dict[int, dict[int, list[int]]] = {}
    for row in live:
        by_guild.setdefault(row.guild_id, {}).setdefault(row.channel_id, []).append(row.game_id)
    for guild_id, channels in by_guild.items():
        tables = sorted(number for numbers in channels.values() for number in numbers)
        if guild_id not in present:
            yield report_problem(
                f"Server {guild_id}: the bot is not there any more. Invite it again, for {_format_tables(tables)}."
            )
            continue
        async for finding in _check_channels(client, guild_id, channels):
            yield finding


async def _check_channels(
    client: discord.Client, guild_id: int, channels: Mapping[int, Sequence[int]]
) -> AsyncIterator[Finding]:
    guild = await client.fetch_guild(guild_id)
    me = await guild.fetch_member(client.user.id if client.user else 0)
    good, forums = 0, dict[int, discord.ForumChannel]()
    for channel_id, numbers in channels.items():
        found = await _fetch_place(guild, channel_id)
        lacking = found if isinstance(found, str) else _find_channel_obstacle(*found, me)
        if lacking is None:
            good += 1
        else:
            yield report_problem(f"{guild.name}, {_format_tables(numbers)}: {lacking}")
        if not isinstance(found, str) and isinstance(found[1], discord.ForumChannel):
            forums[found[1].id] = found[1]
    for forum in forums.values():
        lacks_tags = bool(FORUM_TAGS - {tag.name.casefold() for tag in forum.available_tags})
        if lacks_tags and not forum.permissions_for(me).manage_channels:
            yield report_warning(
                f"{guild.name}: in the forum #{forum.name} the bot lacks Manage Channels, so it cannot create the tags "
                "of tables. Ask a server manager for it, or for tags named open, running and finished."
            )
    if good:
        yield report_ok(f"{guild.name}: the bot may do all it needs in {good} channels with tables")


async def _fetch_place(guild: discord.Guild, channel_id: int) -> tuple[Channel, Channel] | str:
    """Return a channel, and its parent if it is a thread; if that is impossible, the reason with a remedy."""
    try:
        channel = await guild.fetch_channel(channel_id)
        if not isinstance(channel, discord.Thread):
            return channel, channel
        return channel, await guild.fetch_channel(channel.parent_id)
    except discord.HTTPException as refused:
        if refused.code == UNKNOWN_CHANNEL_CODE:
            return f"the channel {channel_id} does not exist any more. With /game status, players bring it elsewhere."
        if refused.code == NO_ACCESS_CODE:
            return f"the bot cannot see the channel {channel_id}. Give it View Channel there."
        raise


def _find_channel_obstacle(channel: Channel, place: Channel, me: discord.Member) -> str | None:
    """Return the obstacle that keeps the bot from a channel, with a remedy; None if there is none."""
    is_thread = isinstance(channel, discord.Thread)
    if isinstance(place, discord.Thread):  # the thread's channel must not itself be a thread
        return None
    needed = NEEDED_PERMISSIONS | discord.Permissions(send_messages_in_threads=is_thread, send_messages=not is_thread)
    has = place.permissions_for(me)
    if is_thread and not has.send_messages:
        # discord.py removes these along with it, but for threads Discord does not require it.
        has.update(embed_links=True, attach_files=True)
    missing = [name for name, wanted in needed if wanted and not getattr(has, name)]
    if not missing:
        return None
    words = ", ".join(name.replace("_", " ").title() for name in missing)
    return f"in #{channel.name} the bot lacks {words}. Ask a server manager for it."


def _format_tables(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:10]))
    more = f" and {len(numbers) - 10} more" if len(numbers) > 10 else ""
    return f"{'table' if len(numbers) == 1 else 'tables'} {shown}{more}"
