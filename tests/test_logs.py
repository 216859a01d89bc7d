"""Logs: their contents, and the data that must never appear."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel, ValidationError

from bot import logs
from bot.settings import Settings

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
SEED = "0123456789abcdef" * 4


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    """Restore the logging of the other tests."""
    loggers = [logging.getLogger(name) for name in ("", "discord", "aiosqlite")]
    levels = [logger.level for logger in loggers]
    handlers = logging.root.handlers[:]
    logging.root.handlers = []  # so that setting up does not close pytest's
    yield
    logging.captureWarnings(capture=False)
    logging.root.handlers = handlers
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


def set_up(level: str = "INFO") -> logging.Logger:
    logs.set_up(Settings(_env_file=None, token=TOKEN, database=Path("x.db"), log_level=level))
    return logging.getLogger("bot.test")


def test_one_line_with_game_and_reference(capsys: pytest.CaptureFixture[str]) -> None:
    set_up().warning("a rule failed", extra={"game": 12, "reference": "12-7-ab"})
    assert capsys.readouterr().err.endswith("WARNING bot.test: a rule failed [game 12] [reference 12-7-ab]\n")


def test_tokens_and_seeds_are_taken_out(capsys: pytest.CaptureFixture[str]) -> None:
    log = set_up()
    log.error("token %s, another %s, seed %s", TOKEN, TOKEN.replace("MTI", "NTI"), SEED)
    assert capsys.readouterr().err.endswith("token [token], another [token], seed [64 hex digits]\n")


def test_tracebacks_hold_neither(capsys: pytest.CaptureFixture[str]) -> None:
    class Card(BaseModel):
        price: int

    log = set_up()
    hand = " ".join(["Silver", "Spoon"])  # else the traceback would quote it from this line
    try:
        try:
            raise RuntimeError(f"login with {TOKEN} and {SEED}")
        except RuntimeError:
            Card.model_validate({"price": hand})
    except ValidationError:
        log.exception("it failed")
    said = capsys.readouterr().err
    assert "Traceback" in said
    assert "ValidationError: price: int_parsing" in said
    for secret in (TOKEN, SEED, hand):
        assert secret not in said


def test_libraries_that_repeat_what_is_sent_and_saved_stay_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    log = set_up("DEBUG")
    log.debug("ours")
    for name in ("discord.http", "discord.gateway", "aiosqlite"):
        logging.getLogger(name).debug("a hand")
    said = capsys.readouterr().err
    assert "ours" in said
    assert "a hand" not in said
    set_up("ERROR")
    logging.getLogger("discord").warning("louder than wanted")
    assert capsys.readouterr().err == ""


def test_a_store_that_is_used_at_debug_writes_nothing_of_what_it_saves(tmp_path: Path) -> None:
    script = f"""
import asyncio, pathlib
from bot import logs
from bot.settings import Settings
from storage.interface.people import Person
from storage.sqlite import open_storage

async def main() -> None:
    storage = await open_storage(pathlib.Path("x.db"))
    await storage.people.put(Person(1, {SEED!r}))
    await storage.close()

logs.set_up(Settings(_env_file=None, database=pathlib.Path("x.db"), log_level="DEBUG"))
asyncio.run(main())
"""
    root = Path(__file__).resolve().parents[1]
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-c", script], cwd=tmp_path, env={"PYTHONPATH": str(root)}, capture_output=True, check=True
    )
    assert b"aiosqlite" not in ran.stderr
    assert b"[64 hex" not in ran.stderr
