"""The doctor: its findings about each subject, with and without Discord."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import simcord
from discord import PermissionOverwrite
from pydantic import SecretStr
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.ops import backups, doctor, heartbeat
from bot.ops.doctor import Finding
from bot.own_pages.sign_in import CALLBACK_PATH
from bot.settings import Settings
from bot.ui.delivery.forum_posts import STATUSES
from storage.interface.games import GameRow
from storage.interface.metadata_keys import HEARTBEAT_KEY
from storage.interface.processes import BotProcess
from storage.interface.shards import Shards
from storage.offline import DatabaseReport
from storage.sqlite import open_storage

NOW = datetime(2026, 11, 1, 16, tzinfo=UTC)
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"


async def found(settings: Settings, about: str = "", now: datetime = NOW) -> list[Finding]:
    """What the doctor says, or what it says about one thing."""
    return [finding async for finding in doctor.run_checks(settings, now) if finding.text.startswith(about)]


async def only(settings: Settings, about: str, now: datetime = NOW) -> str:
    """The one line about a thing."""
    (finding,) = await found(settings, about, now)
    return str(finding)


# -- this computer ---------------------------------------------------------------------------------


async def test_before_the_first_start(settings: Settings) -> None:
    findings = await found(settings)
    assert {finding.state for finding in findings} == {"ok", "warning"}
    assert f"warning  Database: there is no {settings.file} yet." in await only(settings, "Database")
    assert not settings.file.exists(), "looking makes nothing"


async def test_a_sound_database(settings: Settings, database: Path) -> None:
    said = await only(settings, "Database")
    assert said == f"ok       Database: {database} is sound; games that run: 4, tables that are open: 1"


async def test_every_line_is_one_line(settings: Settings, database: Path) -> None:
    for finding in await found(settings):
        assert "\n" not in str(finding)
        assert str(finding).startswith(("ok       ", "warning  ", "problem  "))


async def test_while_the_bot_is_running(settings: Settings, database: Path) -> None:
    storage = await open_storage(database)
    assert (await only(settings, "Database")).startswith("ok")
    await storage.metadata.get("the bot goes on")
    await storage.close()


async def test_without_a_token_the_skipped_checks_are_named(settings: Settings) -> None:
    said = await only(settings, "Discord")
    assert said.startswith("warning  Discord: not checked, for there is no token: neither intents nor permissions.")


def change(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database)) as rows, rows:
        rows.execute(statement)


@pytest.mark.parametrize(
    ("web", "address", "says"),
    [
        (None, None, ""),
        (None, "https://games.example.org", "warning  Web: BOARDROOM_WEB_ADDRESS leads to no pages."),
        ("127.0.0.1:8080", None, "warning  Web: pages are served at 127.0.0.1:8080, but links lead nowhere else."),
        ("127.0.0.1:8080", "http://games.example.org", "warning  Web: http://games.example.org can be read"),
        (
            "127.0.0.1:8080",
            "https://games.example.org",
            "ok       Web: pages are served at 127.0.0.1:8080; links lead to",
        ),
    ],
)
def test_pages_of_the_web_are_looked_at_where_there_are_any(
    settings: Settings, web: str | None, address: str | None, says: str
) -> None:
    said = [str(each) for each in doctor.check_web(settings.model_copy(update={"web": web, "web_address": address}))]
    assert [line.startswith(says) for line in said] == [True] * bool(says)


REDIRECT = "https://play.example.org/sign-in/discord"


@pytest.mark.parametrize(
    ("secret", "play", "redirects", "says"),
    [
        (None, "127.0.0.1:8081", [], ""),
        (
            "a-client-secret",
            None,
            [],
            "warning  Sign-in: BOARDROOM_DISCORD_CLIENT_SECRET is for pages that do not exist.",
        ),
        (
            "a-client-secret",
            "127.0.0.1:8081",
            [],
            f"problem  Sign-in: Discord refuses to lead people back. In the developer portal, add {REDIRECT}",
        ),
        (
            "a-client-secret",
            "127.0.0.1:8081",
            ["https://x.example", REDIRECT],
            f"ok       Sign-in: Discord leads people back to {REDIRECT}",
        ),
    ],
)
def test_the_way_back_from_a_sign_in_is_looked_at(
    settings: Settings, secret: str | None, play: str | None, redirects: list[str], says: str
) -> None:
    wanted = {
        "discord_client_secret": None if secret is None else SecretStr(secret),
        "play": play,
        "play_address": "https://Play.example.org",
    }
    said = [str(each) for each in doctor.check_sign_in(settings.model_copy(update=wanted), redirects)]
    assert [line.startswith(says) for line in said] == [True] * bool(says)
    assert "a-client-secret" not in str(said)


def test_the_doctor_looks_for_the_address_that_discord_is_given() -> None:
    assert doctor.CALLBACK_PATH == CALLBACK_PATH


@pytest.mark.parametrize("of_a_folder", [".", "database"])
async def test_a_folder_in_the_place_of_the_database_is_told_from_a_missing_one(
    settings: Settings, of_a_folder: str
) -> None:
    folder = settings.file.parent if of_a_folder == "." else settings.file
    folder.mkdir(exist_ok=True)
    at_state = settings.model_copy(update={"database": folder})
    said = await only(at_state, "Database")
    assert said == f"problem  Database: {folder} is a folder. Name a file for the database."


async def test_files_that_others_can_read_are_named(
    settings: Settings, database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (
        await only(settings, "Files")
        == "ok       Files: nobody but their owner can use what holds hands, ids or the token"
    )
    settings.backup_folder.mkdir()
    backup = settings.backup_folder / backups.build_name(NOW)
    monkeypatch.chdir(tmp_path)
    for file, mode in ((database, 0o640), (backup, 0o604), (tmp_path / ".env", 0o660)):
        file.touch()
        file.chmod(mode)
    said = await only(settings, "Files")
    assert said.startswith("warning  Files: others on this computer can use what holds hands, ids or the token: ")
    assert said.endswith(f": chmod 600 {database} {backup} .env")


async def test_whether_the_bot_runs_and_is_connected(settings: Settings, database: Path) -> None:
    """A running bot's records are covered by the tests of its start; here are the findings about faults."""

    async def says(state: heartbeat.State, minutes_ago: int, since: int) -> str:
        at, began = (NOW - timedelta(minutes=minutes) for minutes in (minutes_ago, since))
        storage = await open_storage(database)
        await storage.metadata.put(
            HEARTBEAT_KEY, heartbeat.HeartbeatRecord(at=at, state=state, since=began).model_dump_json()
        )
        await storage.close()
        return await only(settings, "Bot")

    assert (await only(settings, "Bot")).startswith("warning  Bot: it has not run with this database yet.")
    assert await says("connected", 1, 60) == (
        "ok       Bot: it runs, and has been connected to Discord since 2026-11-01 15:00:00+00:00"
    )
    assert (await says("not connected", 0, 1)).startswith("warning  Bot: it runs, but has not been connected")
    assert (await says("not connected", 0, 10)).startswith("problem  Bot: it runs, but has not been connected")
    assert (await says("connected", 10, 60)).startswith(
        "problem  Bot: its last sign of life is of 2026-11-01 15:50:00+00:00: "
    )
    assert (await says("stopped", 600, 600)).startswith("warning  Bot: it was stopped at 2026-11-01 06:00:00+00:00.")


async def test_whether_each_of_several_processes_runs(settings: Settings, database: Path) -> None:
    def beat(minutes_ago: int, state: heartbeat.State = "connected") -> str:
        at = NOW - timedelta(minutes=minutes_ago)
        return heartbeat.HeartbeatRecord(at=at, state=state, since=at).model_dump_json()

    storage = await open_storage(database)
    for note, text in (
        (HEARTBEAT_KEY, beat(600, "stopped")),  # before they were divided
        (f"{HEARTBEAT_KEY} 0-1/6", beat(300, "stopped")),  # before the new division
        (f"{HEARTBEAT_KEY} 0-3/16", beat(1)),
        (f"{HEARTBEAT_KEY} 4-11/16", beat(20)),
    ):
        await storage.metadata.put(note, text)
    await storage.close()
    assert [str(finding) for finding in await found(settings, "Bot")] == [
        "ok       Bot, shards 0-3/16: it runs, and has been connected to Discord since 2026-11-01 15:59:00+00:00",
        "problem  Bot, shards 4-11/16: its last sign of life is of 2026-11-01 15:40:00+00:00: it has ended, it hangs, "
        "or it cannot write its database. The log says more; start it anew.",
        "problem  Bot: no process has had these shards: 12, 13, 14, 15. Their servers get no answers; start one for "
        "them.",
    ]


def test_a_process_without_pages_to_play_on_beside_one_with_them_is_a_problem() -> None:
    def says(*others: tuple[str, heartbeat.State, bool]) -> list[str]:
        notes = {
            f"{HEARTBEAT_KEY} {shards}": heartbeat.HeartbeatRecord(
                at=NOW, state=state, since=NOW, has_own_pages=has_own_pages
            ).model_dump_json()
            for shards, state, has_own_pages in (("0-3/8", "connected", True), *others)
        }
        service = doctor.check_service(DatabaseReport(1, 1, [], notes=notes), NOW)
        return [str(finding) for finding in service if finding.text.startswith("Pages")]

    assert says(("4-7/8", "connected", False)) == [
        "problem  Pages to play on: those of tables of shards 4-7/8 do not open, because their process serves none and "
        "others do. Set BOARDROOM_PLAY there, too."
    ]
    assert says(("4-7/8", "connected", True)) == says(("4-7/8", "stopped", False)) == says() == []


def test_what_the_server_says_of_several_processes() -> None:
    beats = {
        f"{HEARTBEAT_KEY} 0-3/8": heartbeat.HeartbeatRecord(at=NOW, state="connected", since=NOW).model_dump_json()
    }

    def list_findings(*processes: BotProcess) -> list[str]:
        found = DatabaseReport(1, 1, [], notes=beats, processes=processes)
        return [str(finding) for finding in doctor.check_service(found, NOW)][1:]

    one = BotProcess("12 at north", [Shards(0, 3, 8)], 0.4)
    hung = BotProcess("13 at south", [Shards(4, 5, 8), Shards(6, 6, 8)], 41.0, lacks=1)
    assert list_findings(one, hung) == [
        "ok       Bot 12 at north: it has shards 0-3/8; the database heard of it 0 s ago",
        "problem  Bot 13 at south: it has shards 4-5/8 and 6-6/8 and waits for 1 more, but the database heard of it "
        "41 s ago: it hangs, or its computer cannot be reached. Kill it, and start it anew.",
        "problem  Bot: no process has these shards now: 7. Their servers get no answers; one that waits for shards "
        "takes them within a minute.",
    ]
    spare, waits = BotProcess("14 at south", [], 1.2), BotProcess("15 at east", [], None, lacks=4)
    assert list_findings(replace(one, shards=[Shards(0, 7, 8)]), spare, waits)[1:] == [
        "ok       Bot 14 at south: it is a spare; the database heard of it 1 s ago",
        "ok       Bot 15 at east: it is a spare and waits for 4 shards; the server does not say when it heard of it "
        "last",
    ]
    assert list_findings(one)[-1].endswith("shards now: 4, 5, 6, 7. Their servers get no answers; start one for them.")
    assert list_findings(spare)[-1].startswith("problem  Bot: no process has these shards now: 0, 1, 2, 3, 4, 5, 6, 7.")


async def test_damage_is_a_problem(settings: Settings, database: Path) -> None:
    change(database, "update games set revision = 500 where game_id = 2")
    findings = await found(settings, "Database")
    assert Finding("problem", "Database: Game 2 is at revision 500, but its log ends at 26.") in findings
    assert all(finding.state == "problem" for finding in findings)


async def test_a_file_that_is_no_database_is_a_problem(settings: Settings) -> None:
    settings.file.write_bytes(b"garbage " * 1000)
    assert "is not a database" in await only(settings, "Database")


async def test_a_folder_that_is_missing_is_a_problem(settings: Settings, tmp_path: Path) -> None:
    at_state = settings.model_copy(update={"database": tmp_path / "nowhere" / "boardroom.db"})
    assert (await only(at_state, "Database")).startswith("problem  Database: ")


@pytest.mark.parametrize(
    ("schema", "state", "words"), [(1, "warning", "from an older version"), (99, "problem", "from a newer version")]
)
async def test_another_schema(settings: Settings, database: Path, schema: int, state: str, words: str) -> None:
    change(database, f"pragma user_version = {schema}")
    (finding,) = await found(settings, "Database")
    assert finding.state == state
    assert words in finding.text


async def test_a_game_that_is_unknown_here_is_a_problem(settings: Settings, database: Path) -> None:
    change(database, "update games set title = 'chess' where status = 'open'")
    assert (await only(settings, "Games")).startswith("problem  Games: this program does not know chess.")


async def test_messages_that_wait_for_long(settings: Settings, database: Path) -> None:
    change(database, "update letters set written_at = '2026-11-01T16:00:00+00:00'")
    assert (await only(settings, "Messages")).startswith("ok ")
    said = await only(settings, "Messages", NOW + timedelta(hours=1))
    assert said.startswith("warning  Messages: 28 wait to be sent, one since 2026-11-01T16:00:00+00:00.")


@pytest.mark.parametrize(("free", "state"), [(10 * 2**20, "problem"), (100 * 2**20, "warning"), (2**40, "ok")])
async def test_free_disk(
    settings: Settings, database: Path, free: int, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    assert (await only(settings, "Disk")).startswith(f"{state:<8} Disk: {free // 2**20} MiB are free")


async def test_the_age_of_the_newest_backup(settings: Settings) -> None:
    assert (await only(settings, "Backups")).startswith("warning  Backups: there is none")
    settings.backup_folder.mkdir()
    (settings.backup_folder / backups.build_name(NOW)).write_bytes(b"")
    assert (await only(settings, "Backups", NOW + timedelta(hours=25))).startswith("ok ")
    said = await only(settings, "Backups", NOW + timedelta(hours=50))
    assert said.startswith("warning  Backups: the newest is ")
    assert "2 days and 2 hours old" in said


async def test_a_place_where_no_backup_can_be_made_is_a_problem(settings: Settings, tmp_path: Path) -> None:
    at_state = settings.model_copy(update={"backups": tmp_path / "disk" / "copies"})
    said = await only(at_state, "Backups")
    assert said.startswith(f"problem  Backups: {tmp_path / 'disk'} is not a folder")
    assert "Create it, or change BOARDROOM_BACKUPS" in said
    (tmp_path / "disk").mkdir()
    assert (await only(at_state, "Backups")).startswith("warning  Backups: there is none")
    (tmp_path / "disk" / "copies").write_text("a file in its place")
    assert (await only(at_state, "Backups")).startswith(f"problem  Backups: {tmp_path / 'disk' / 'copies'} is not a")


async def test_a_backup_with_a_date_to_come_is_named(settings: Settings) -> None:
    settings.backup_folder.mkdir()
    for made_at in (NOW - timedelta(days=9), NOW + timedelta(days=400)):
        (settings.backup_folder / backups.build_name(made_at)).write_bytes(b"")
    said = await only(settings, "Backups")
    assert said.startswith("warning  Backups: ")
    assert backups.build_name(NOW + timedelta(days=400)) in said


async def test_no_backups_are_wanted(settings: Settings) -> None:
    wanted = settings.model_copy(update={"backups_daily": 0})
    assert "Do you make your own?" in await only(wanted, "Backups")


async def test_boxes(settings: Settings, tmp_path: Path) -> None:
    assert (await only(settings, "Boxes")).startswith("ok ")
    folder = tmp_path / "boxes"
    folder.mkdir()
    (folder / "chess.json").write_text("{}")
    said = await only(settings.model_copy(update={"boxes": folder}), "Boxes")
    assert said.startswith("problem  Boxes: ")
    assert "chess.json belongs to no game" in said


async def test_a_token_that_is_refused(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    async def static_login(*_: Any) -> Any:
        raise discord.LoginFailure("Improper token")

    monkeypatch.setattr("discord.http.HTTPClient.static_login", static_login)
    with_token = Settings(_env_file=None, token=TOKEN, database=settings.file)
    findings = await found(with_token)
    assert findings[-1].state == "problem"
    assert findings[-1].text.startswith("Token: Discord does not accept it.")
    assert TOKEN not in str(findings)


async def test_discord_that_is_out_of_reach(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    async def static_login(*_: Any) -> Any:
        raise ConnectionRefusedError("no")

    monkeypatch.setattr("discord.http.HTTPClient.static_login", static_login)
    with_token = Settings(_env_file=None, token=TOKEN, database=settings.file)
    assert (await only(with_token, "Discord")).startswith("problem  Discord: it cannot be reached")


async def test_discord_that_does_not_answer(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    async def static_login(*_: Any) -> Any:
        await asyncio.Event().wait()

    monkeypatch.setattr("discord.http.HTTPClient.static_login", static_login)
    monkeypatch.setattr(doctor, "DISCORD_TIMEOUT_SECONDS", 0.0)
    with_token = Settings(_env_file=None, token=TOKEN, database=settings.file)
    assert (await only(with_token, "Discord")).startswith("problem  Discord: it did not answer in time.")


# -- Discord ---------------------------------------------------------------------------------------


class Place:
    """A simulated Discord in which the doctor's client looks around."""

    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        self.guild = env.create_guild("Town")

    async def list_findings(self, *tables: GameRow) -> list[str]:
        """What the doctor says about these tables, without the lines that are always there."""
        client = self.env.bot
        lines = [str(finding) async for finding in doctor.check_discord(client, TOKEN, tables)]
        assert lines[0].startswith("ok       Token: it belongs to ")
        assert lines[1] == "ok       Intents: GUILDS alone is used, and no privileged one is switched on"
        return lines[2:]

    def table(self, number: int, channel_id: int, guild_id: int | None = None) -> GameRow:
        """A running game in a channel."""
        return GameRow(
            game_id=number,
            title="goodwill",
            status="running",
            guild_id=guild_id or self.guild.id,
            channel_id=channel_id,
            opened_by=1,
            seats_wanted=2,
            options="{}",
            version=1,
            revision=1,
            box="box",
            opened_at=NOW.isoformat(),
        )

    def forbidding(self, **permissions: bool) -> int:
        """A new channel in which everybody, the bot included, lacks permissions."""
        overwrites: Any = {self.guild.default_role: PermissionOverwrite(**permissions)}
        return self.guild.create_text_channel("narrow", overwrites=overwrites).id


@pytest.fixture
async def place() -> AsyncIterator[Place]:
    env = simcord.Env(discord.Client(intents=discord.Intents(guilds=True)))
    await env.start()
    yield Place(env)
    await env.shutdown()


async def test_channels_in_which_all_is_allowed(place: Place) -> None:
    first, second = (place.guild.create_text_channel(name).id for name in ("one", "two"))
    assert await place.list_findings(place.table(1, first), place.table(2, first), place.table(3, second)) == [
        "ok       Servers: the bot is in 1",
        "ok       Town: the bot may do all it needs in 2 channels with tables",
    ]


async def test_permissions_that_are_missing_are_named(place: Place) -> None:
    narrow = place.forbidding(send_messages=False, attach_files=False)
    said = await place.list_findings(place.table(4, narrow), place.table(5, narrow))
    assert said[1:] == [
        "problem  Town, tables 4, 5: in #narrow the bot lacks Send Messages, Embed Links, Attach Files. Ask a server "
        "manager for it."
    ]


async def test_a_channel_that_cannot_be_seen(place: Place) -> None:
    hidden = place.forbidding(view_channel=False)
    (_, said) = await place.list_findings(place.table(4, hidden))
    assert said.startswith("problem  Town, table 4: ")
    assert "View Channel" in said


async def test_a_channel_that_is_gone(place: Place) -> None:
    (_, said) = await place.list_findings(place.table(4, 99))
    assert said.startswith("problem  Town, table 4: the channel 99 does not exist any more.")


async def test_threads_need_another_permission(place: Place) -> None:
    for allowed in (True, False):
        channel = place.guild.create_text_channel(
            "outer",
            overwrites={
                place.guild.default_role: PermissionOverwrite(send_messages=False, send_messages_in_threads=allowed)
            },
        )
        thread = place.env.backend.create_thread(
            channel.id, "Game", type=discord.ChannelType.public_thread.value, owner_id=place.env.backend.bot_user.id
        )
        (_, said) = await place.list_findings(place.table(4, thread.id))
        assert said.startswith("ok " if allowed else "problem  Town, table 4: in #Game the bot lacks Send Messages In")


async def test_a_forum_without_the_tags_of_tables(place: Place) -> None:
    """Only where the bot may not create them, and nobody else has."""
    forum = place.guild.create_forum_channel("tables")
    backend = place.env.backend
    denied = Overwrite(
        target_id=backend.bot_user.id,
        type=OverwriteType.MEMBER,
        allow=0,
        deny=discord.Permissions(manage_channels=True).value,
    )
    backend.set_overwrite(forum.id, denied)
    post = backend.create_thread(forum.id, "Game", owner_id=backend.bot_user.id)
    assert await place.list_findings(place.table(4, post.id)) == [
        "ok       Servers: the bot is in 1",
        "warning  Town: in the forum #tables the bot lacks Manage Channels, so it cannot create the tags of tables. "
        "Ask a server manager for it, or for tags named open, running and finished.",
        "ok       Town: the bot may do all it needs in 1 channels with tables",
    ]
    tags = [
        {"id": str(number), "name": name.title(), "moderated": False}
        for number, name in enumerate(doctor.FORUM_TAGS, 1)
    ]
    backend.edit_channel(forum.id, {"available_tags": [{**tag, "emoji_id": None, "emoji_name": None} for tag in tags]})
    assert len(await place.list_findings(place.table(4, post.id))) == 2
    assert {*STATUSES} == doctor.FORUM_TAGS, "the bot looks for these"


async def test_a_server_that_the_bot_has_left(place: Place) -> None:
    (_, said) = await place.list_findings(place.table(4, 5, guild_id=77))
    assert said == "problem  Server 77: the bot is not there any more. Invite it again, for table 4."


async def test_a_bot_that_nobody_has_invited() -> None:
    async with simcord.run(discord.Client(intents=discord.Intents(guilds=True))) as env:
        (_, _, said) = [str(finding) async for finding in doctor.check_discord(env.bot, TOKEN, ())]
    assert said.startswith("warning  Servers: the bot is in none. Invite it: https://discord.com/")
    assert "scope=bot+applications.commands" in said


async def test_answers_that_discord_does_not_give(place: Place) -> None:
    channel = place.guild.create_text_channel("one").id
    place.env.inject_error("GET", "/channels/*", status=400, times=None)
    said = await place.list_findings(place.table(1, channel))
    assert said[-1] == "problem  Servers: Discord did not answer everything (HTTPException). Try again."


def test_privileged_intents_are_needless() -> None:
    flags = discord.ApplicationFlags()
    flags.gateway_message_content_limited = True
    assert doctor.check_intents(flags).text.startswith("Intents: Message Content can be switched off")
    assert doctor.check_intents(flags).state == "warning"


def test_many_tables_are_shortened() -> None:

    assert doctor._format_tables(range(12)).endswith("8, 9 and 2 more")
