"""Logs of a bot in play: the context in each line, and the data that must never appear."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Literal

import discord
import pytest
from pydantic import BaseModel, ValidationError, field_validator

from bot import logs
from bot.engine import play
from bot.engine.questions import BadAnswer, Number
from bot.engine.records import Seat
from bot.games import GAMES
from bot.host.errors import Fault, NotYours, Refusal
from bot.host.table.running import CURRENT_GAME, RunningGame
from bot.settings import Settings
from bot.testing.secrets import list_secrets
from bot.ui.handlers.table import text_answers
from bot.ui.screens.names import format_plain
from storage.interface.errors import StoreFailed
from storage.sqlite import SqliteStorage
from tests.cogs.town import Player, Town
from tests.ops.service import service
from tests.table_talk import begun
from tests.toy import Name, Pick

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"


@pytest.fixture(params=["lines", "json"])
def log_text(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[io.StringIO]:
    """Everything that is logged at DEBUG, in the format of an operator."""
    text = io.StringIO()
    handlers, levels = logging.root.handlers[:], {name: logging.getLogger(name).level for name in ("", "discord")}
    logging.root.handlers = []
    logs.set_up(
        Settings(_env_file=None, token=TOKEN, database=tmp_path / "x", log_level="DEBUG", log_format=request.param)
    )
    (handler,) = logging.root.handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(text)
    yield text
    logging.captureWarnings(capture=False)
    logging.root.handlers = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def records(text: io.StringIO) -> list[dict[str, Any]]:
    """The lines of a log in JSON."""
    return [json.loads(line) for line in text.getvalue().splitlines()]


in_json = pytest.mark.parametrize("log_text", ["json"], indirect=True)
in_both = pytest.mark.parametrize("log_text", ["lines", "json"], indirect=True)


@in_json
def test_one_object_in_one_line(log_text: io.StringIO) -> None:
    try:
        raise RuntimeError(f"with {TOKEN}\nand more")
    except RuntimeError:
        logging.getLogger("bot.test").exception("it failed for\n%s", TOKEN, extra={"game": 3, "reference": "3-1-ab"})
    (record,) = records(log_text)
    assert record["time"].endswith("+00:00")
    assert (record["level"], record["logger"]) == ("ERROR", "bot.test")
    assert record["message"] == "it failed for\n[token]"
    assert (record["game"], record["reference"]) == ("3", "3-1-ab")
    assert "RuntimeError: with [token]" in record["traceback"]


@in_json
def test_a_line_says_which_game_and_which_interaction(log_text: io.StringIO) -> None:
    log = logging.getLogger("bot.test")
    at, by = CURRENT_GAME.set((12, 7)), logs.INTERACTION.set(99)
    log.info("here")
    log.info("elsewhere", extra={"game": 13})
    CURRENT_GAME.reset(at)
    logs.INTERACTION.reset(by)
    log.info("nowhere")
    here, at_state, nowhere = records(log_text)
    assert (here["game"], here["revision"], here["interaction"]) == ("12", "7", "99")
    assert at_state["game"] == "13"
    assert "revision" not in at_state, "that is the other game's"
    assert not {"game", "revision", "interaction"} & set(nowhere)


@in_both
def test_where_rules_were_at_work_the_words_of_an_error_are_kept_back(log_text: io.StringIO) -> None:
    secret, price = "unicorn", 987_653 + 1  # the price as it would be told stands in no line of this file
    try:
        play.play(begun(), 1, Pick(what=secret))
    except play.IllegalMove:
        logging.getLogger("bot.test").exception("a rule failed")
    try:
        try:
            play.play(begun(), 1, Name(price=price))
        except play.IllegalMove as bug:
            raise RuntimeError("while a bot moved") from bug
    except RuntimeError:
        logging.getLogger("bot.test").exception("a bot failed")
    said = log_text.getvalue()
    assert said.count("IllegalMove: [kept back]") == 2
    assert "while a bot moved" in said
    assert secret not in said
    assert str(price) not in said


ZOE = "Zoe Zanzibar"


class Chair(BaseModel):
    """Something of ours that is read from JSON."""

    seat: int
    name: Literal["a bot"] = "a bot"
    holds: dict[str, int] = {}

    @field_validator("seat")
    @classmethod
    def _hers(cls, seat: int) -> int:
        if seat == 0:
            raise ValueError(f"{ZOE} sits there")
        return seat


def unreadable(**fields: object) -> ValidationError:
    with pytest.raises(ValidationError) as wrong:
        Chair.model_validate(fields)
    return wrong.value


REFUSED: Any = SimpleNamespace(status=400, reason="Bad Request")
ERRORS = [
    Refusal(f"{ZOE} does not sit at this table."),
    NotYours(f"Only {ZOE} can do this."),
    BadAnswer(f"{ZOE} is none of the names to choose from."),
    KeyError(ZOE),
    ValueError(f"invalid literal for int() with base 10: {ZOE!r}"),
    unreadable(seat=ZOE),
    unreadable(seat=0),
    unreadable(seat=1, name=ZOE),
    unreadable(seat=1, holds={ZOE: "x"}),
    discord.HTTPException(REFUSED, {"code": 50035, "message": f"Invalid Form Body: {ZOE} is too long"}),
]


def raised(error: Exception) -> Exception:
    """The error with a traceback, as the cause of another one."""
    try:
        try:
            raise error
        except Exception as first:
            raise Fault("12-7-ab") from first
    except Fault as fault:
        return fault


@in_both
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_the_words_of_no_error_name_anybody(log_text: io.StringIO, error: Exception) -> None:
    log = logging.getLogger("bot.test")
    for each in (error, ExceptionGroup("several", [error])):
        log.error("it failed", exc_info=raised(each))
        log.warning("it failed: %s", each)
        log.error(f"Task exception was never retrieved, exception={each!r}", exc_info=each)
        log.error(f"Ignoring {each}", exc_info=each)
    said = log_text.getvalue()
    assert said.count(type(error).__name__) >= 4, "its kind is told"
    assert ZOE not in said
    assert "Zanzibar" not in said


@in_both
def test_what_the_operator_has_to_know_is_told(log_text: io.StringIO) -> None:
    log = logging.getLogger("bot.test")
    refused = discord.HTTPException(REFUSED, {"code": 50035, "message": "Invalid Form Body"})
    for error in (StoreFailed("The disk is full."), refused, unreadable(seat="x"), OSError(28, "No space left")):
        log.error("it failed", exc_info=error)
    said = log_text.getvalue()
    for told in ("The disk is full.", "status 400, code 50035", "seat: int_parsing", "No space left"):
        assert told in said


@in_both
def test_addresses_with_which_a_press_can_be_answered_are_cut(log_text: io.StringIO) -> None:
    logging.getLogger("discord.http").warning("429: %s", "https://discord.com/api/v10/webhooks/12/aW50ZXJhY3Rpb24x/x")
    assert "/webhooks/12/[token]/x" in log_text.getvalue()
    assert "aW50ZXJhY3Rpb24x" not in log_text.getvalue()


@in_both
async def test_failures_log_no_player_names(settings: Settings, log_text: io.StringIO) -> None:
    """Discord refuses with her name, the disk fails, a table is damaged, and she types it herself."""
    async with service(settings) as (town, _):
        zoe, ben = town.person(ZOE), town.person("Ben")
        await town.started(ben, host=zoe)
        town.env.inject_error(
            "*", "/channels/*", status=400, code=50035, message=f"Invalid Form Body: {ZOE}", times=None
        )
        await zoe.slash("bid", price=ZOE)
        await zoe.slash("play", answer=ZOE)
        await zoe.slash("game status")
        storage = town.bot.storage
        assert isinstance(storage, SqliteStorage)
        await storage.database._writing.execute("pragma query_only = 1")
        assert "could not be saved" in await zoe.slash("bid", price="5")
        await storage.database._writing.execute("pragma query_only = 0")
        await storage.database.write(lambda rows: rows.execute("update states set state = x'00'"))
        town.bot.host.forget_loaded(1)
        assert "damaged" in await zoe.slash("play")
    said = log_text.getvalue()
    assert "the store failed" in said
    assert "a table cannot be played on" in said
    assert ZOE not in said
    assert str(zoe.id) not in said


# -- a game ----------------------------------------------------------------------------------------


async def answer(town: Town, player: Player, running: RunningGame, seat: Seat, random: Random) -> str:
    """Let a player type any answer to their question; return the typed text."""
    question = play.find_question(running.table, seat)
    assert question is not None
    if isinstance(question, Number):
        typing = str(random.randrange(question.low, question.high + 1, question.step))
        await player.slash("bid", price=typing)
        return typing
    offered = text_answers.list_offers(question, lambda words: format_plain(running, words))
    typing = random.choice(offered).text
    await player.slash("play", answer=typing)
    return typing


def words_of(running: RunningGame) -> set[str]:
    """Everything about this table that only some may know, and what nobody may."""
    table = running.table
    secrets = {word for secret in list_secrets(table) if secret.certain for word in secret.words}
    return {table.chance.seed} | {word for word in secrets if not word.isdecimal()}


@in_both
async def test_a_game_leaves_nothing_secret_in_the_log(settings: Settings, log_text: io.StringIO) -> None:
    random = Random(3)  # noqa: S311
    numbers: set[str] = set()
    secret: set[str] = {TOKEN}
    async with service(settings, {"goodwill": GAMES["goodwill"]}) as (town, _):
        ann, ben = town.person("Ann"), town.person("Ben")
        await ann.slash("game new", game="goodwill", seats=2, place="here")
        await ann.set_up()
        await ann.press("Seats, pace, bots…")
        await ann.fill_in(fast_mode='"off"')
        await ben.press("Join", on=await town.board())
        await ann.press("Start", on=await town.board())
        await ann.slash("settings change", secrets="direct message")
        for _ in range(30):
            running = await town.bot.host.get_running_game(1)
            secret |= words_of(running)
            seat = play.list_asked_seats(running.table)[0]
            player = town.people[running.get_seat_row(seat).user_id or 0]
            await player.slash("hand")
            typing = await answer(town, player, running, seat, random)
            (numbers if typing.isdecimal() else secret).add(typing)
        assert running.row.revision > 10
    text = log_text.getvalue().replace(str(settings.file.parent), "")  # there is a number in it, too
    assert "was answered in" in text, "the test looks at nothing"
    assert "[game 1] [revision " in text or '"revision": "' in text
    assert len(secret) > 10
    assert not {word for word in secret if word in text}
    messages = re.sub(r"\d+\.\d{3} s\b", "", "\n".join(re.findall(r"(?:\w: |message\": )(.*)", text)))
    messages = re.sub(r"\[\w+ \d+\]|\"\w+\": \"\d+\"", "", messages)
    assert numbers
    assert not {number for number in numbers if re.search(rf"\b{number}\b", messages) and int(number) > 9}
    assert "Ann" not in text
    assert str(ann.id) not in text
