"""Starting, with real processes: what fails, what comes of it, and that nothing stays open."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sqlite3
from asyncio.subprocess import Process
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.ops import doctor
from bot.settings import Settings
from storage.sqlite import open_storage
from tests.ops.process import Moody, line_with, lines_with, moody, rest, started

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows sends no such signals")

DONE, FAILED, WRONG = 0, 1, 2


# -- what ends it ----------------------------------------------------------------------------------


def a_table_is_missing(folder: Path, _: Moody) -> None:
    with closing(sqlite3.connect(folder / "boardroom.db")) as rows, rows:
        rows.execute("pragma foreign_keys = off")
        rows.execute("drop table letters")


def token_reset_meanwhile(_: Path, discord: Moody) -> None:
    discord.closes_with = 4004


def too_many_servers(_: Path, discord: Moody) -> None:
    discord.closes_with = 4011


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("trouble", "code", "sentence"),
    [
        (a_table_is_missing, FAILED, "boardroom.db refused what the bot asked of it"),
        (token_reset_meanwhile, WRONG, "Discord does not accept this token."),
        (
            too_many_servers,
            WRONG,
            "Discord wants the bot's servers divided into shards, or into more of them (code 4011)",
        ),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
async def test_what_fails_at_the_start_ends_the_process_and_its_exit_code_tells(
    trouble: Callable[[Path, Moody], None], code: int, sentence: str, tmp_path: Path
) -> None:
    await (await open_storage(tmp_path / "boardroom.db")).close()
    async with moody() as discord:
        trouble(tmp_path, discord)
        async with started(discord, tmp_path) as process:
            said = await rest(process)
    assert process.returncode == code
    assert said.splitlines()[-1].startswith(sentence)
    assert "Traceback" not in said


async def test_a_port_that_is_taken_ends_it_after_everything_else_was_opened(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        async with moody() as discord, started(discord, tmp_path, BOARDROOM_METRICS_PORT=port) as process:
            said = await rest(process)
    assert process.returncode == WRONG
    assert said.splitlines()[-1].startswith(f"BOARDROOM_METRICS_PORT: port {port} is in use")
    await (await open_storage(tmp_path / "boardroom.db")).close()


@pytest.mark.thorough
async def test_a_program_that_is_broken_ends_as_a_fault_of_ours(tmp_path: Path) -> None:
    for package in ("bot", "cogs", "storage"):
        shutil.copytree(Path(__file__).parents[2] / package, tmp_path / package)
    with (tmp_path / "cogs" / "tables.py").open("a") as cog:
        cog.write("\n\nasync def setup(bot):\n    raise KeyError('stripes')\n")
    async with moody() as discord, started(discord, tmp_path, PYTHONPATH=str(tmp_path)) as process:
        said = await rest(process)
    assert process.returncode == FAILED
    assert "the bot has stopped because of a fault of ours; please report this" in said
    await (await open_storage(tmp_path / "boardroom.db")).close()


async def stop(process: Process) -> str:
    process.send_signal(signal.SIGTERM)
    return await rest(process)


@pytest.mark.parametrize("step", ["/applications/@me", "/commands"])
async def test_stopping_during_the_start_does_not_wait_for_discord(step: str, tmp_path: Path) -> None:
    async with moody() as discord:
        discord.silent_about = step
        async with started(discord, tmp_path) as process:
            await discord.asked.wait()
            said = await stop(process)
    assert process.returncode == DONE
    assert said.endswith("bot.__main__: stopped\n")
    await (await open_storage(tmp_path / "boardroom.db")).close()


@pytest.mark.thorough
async def test_in_a_container_what_is_set_up_wrongly_waits_to_be_stopped(tmp_path: Path) -> None:
    """Docker restarts every ended program, with any exit code."""
    async with moody() as discord, started(discord, tmp_path, "run", "--stay", BOARDROOM_TOKEN="") as process:
        await line_with(process.stderr, "There is no bot token.")
        await line_with(process.stderr, "It waits to be stopped")
        process.send_signal(signal.SIGTERM)
        assert await rest(process) == ""
    assert process.returncode == WRONG


# -- uploading emoji -------------------------------------------------------------------------------


async def test_emoji_that_discord_does_not_answer_for_hold_nothing_up(tmp_path: Path) -> None:
    async with moody() as discord:
        discord.silent_about = "/emojis"
        async with started(discord, tmp_path, BOARDROOM_EMOJI="yes") as process:
            await line_with(process.stderr, "ready as ")
            await discord.asked.wait()
            assert "I can't find that table here" in await discord.answer_to_act()
            said = await stop(process)
    assert process.returncode == DONE
    assert said.endswith("bot.__main__: stopped\n")


# -- registering the commands ----------------------------------------------------------------------


LONG = {"retry_after": 600.0, "global": False, "message": "You are being rate limited."}


@pytest.mark.thorough
async def test_a_registration_that_has_to_wait_keeps_nobody_from_playing_and_the_doctor_knows(tmp_path: Path) -> None:
    async with moody() as discord:
        discord.to_commands = (429, LONG)
        async with started(discord, tmp_path) as process:
            late = "registering the commands did not succeed; it is tried again in 600 seconds"
            await lines_with(process.stderr, late, "ready as ")
            assert "I can't find that table here" in await discord.answer_to_act()
            assert await doctor_says(tmp_path, "Commands") == "problem  Commands: Discord has not taken the newest ones"
            assert (await doctor_says(tmp_path, "Bot")).startswith("ok       Bot: it runs, and has been connected to")
            await stop(process)
            assert process.returncode == DONE
        discord.to_commands = (200, {})
        async with started(discord, tmp_path) as process:
            await line_with(process.stderr, "ready as ")
            while await doctor_says(tmp_path, "Commands") != "ok       Commands: Discord has taken the newest ones":
                pass  # they are registered beside the other commands
            await stop(process)
    assert (await doctor_says(tmp_path, "Bot")).startswith("warning  Bot: it was stopped at ")
    assert discord.registrations == 2


async def doctor_says(folder: Path, about: str) -> str:
    """What the doctor says about something, up to the first comma, while the bot may be running."""
    settings = Settings(_env_file=None, token=None, database=folder / "boardroom.db", backups_daily=0)
    said = [str(finding) async for finding in doctor.run_checks(settings, datetime.now(UTC))]
    (line,) = [line for line in said if line[9:].startswith(f"{about}: ")]
    return line.partition(", so")[0]
