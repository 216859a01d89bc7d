"""Logs on standard error, as lines for people or as JSON for programs, that hold no secret.

An error's words are logged only if its kind can name nobody; a new kind is kept back until it is listed here.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from pydantic import ValidationError

from bot.games import INSTALLED
from bot.host.table.running import AT_TABLE
from bot.settings import Settings, SettingsProblem
from storage.interface import StoreFailed

EXTRA = ("game", "revision", "interaction", "reference")
"""Fields that a call may pass as `extra`, and most of which come by themselves; see `LogContext`."""

INTERACTION: ContextVar[int | None] = ContextVar("INTERACTION", default=None)
"""Discord's number of the press or command that this task answers."""

KEPT_BACK = "[kept back]"
SHORTEST = 3
"""Shorter words of an error are not looked for in a message: they may be anything."""

_TELLING = (StoreFailed, SettingsProblem, OSError, AttributeError, ImportError, NameError, RuntimeError, TypeError)
"""Errors whose words come from the system, from Python or from us for the operator, and name no person."""

_RULES = (*(str(Path(__file__).parent / folder) for folder in ("engine", "games")), *INSTALLED.folders)
"""Where rules lie; what an error says there may tell moves."""

_SECRETS = (
    # A bot token, also when it is not the one of our settings.
    (re.compile(r"\b[\w-]{20,}\.[\w-]{6,}\.[\w-]{20,}"), "[token]"),
    # A seed, a salt or a digest.
    (re.compile(r"\b[0-9a-f]{64}\b"), "[64 hex digits]"),
    # With what stands in these addresses, anybody could answer a press.
    (re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.-]+"), r"\1[token]"),
)


class LogContext(logging.Filter):
    """Notes in each record which game it is about, at which revision, and which interaction led to it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add what the record does not say itself; nothing is held back."""
        at_table = AT_TABLE.get()
        if at_table is not None:
            game, revision = at_table
            if getattr(record, "game", game) == game:
                record.game = game
                record.revision = getattr(record, "revision", revision)
        interaction = INTERACTION.get()
        if interaction is not None:
            record.interaction = interaction
        return True


class _WithoutSecrets(logging.Formatter):
    """What both formats have in common: nothing secret stands in a message or a traceback."""

    def __init__(self, token: str | None = None) -> None:
        super().__init__("{asctime} {levelname:<7} {name}: {message}", style="{")
        self._token = token

    def without_secrets(self, text: str) -> str:
        """Return the text with tokens, seeds and the like taken out."""
        if self._token:
            text = text.replace(self._token, "[token]")
        for secret, instead in _SECRETS:
            text = secret.sub(instead, text)
        return text

    def formatException(  # noqa: N802  # logging's own name
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        """Return the traceback, with the words of those errors alone that hold nothing of a person or a game."""
        return "" if ei[1] is None else "".join(_told(ei[1])).rstrip()

    def told(self, record: logging.LogRecord) -> logging.LogRecord:
        """Return a copy of the entry in whose message every error is told as in a traceback."""
        copy = logging.makeLogRecord(record.__dict__)
        copy.exc_text = None  # another handler may have written it out
        if isinstance(record.args, tuple):
            copy.args = tuple(_words(arg) if isinstance(arg, BaseException) else arg for arg in record.args)
        copy.msg, copy.args = copy.getMessage(), ()
        for error in _chain(record.exc_info[1] if record.exc_info else None):
            for said in (repr(error), str(error)):  # asyncio writes an error's name and words into the message
                if len(said) > SHORTEST and said in copy.msg:
                    copy.msg = copy.msg.replace(said, f"{type(error).__name__}: {_words(error)}")
        return copy


def _chain(error: BaseException | None) -> list[BaseException]:
    """Return an error and all that led to it, the first last."""
    found: list[BaseException] = []
    waiting = [error]
    while waiting:
        error = waiting.pop(0)
        if error is not None and not any(error is known for known in found):
            found.append(error)
            waiting += [*getattr(error, "exceptions", ()), error.__cause__, error.__context__]
    return found


def _told(error: BaseException) -> Iterator[str]:
    """Yield the tracebacks of an error and of all that led to it, the first first."""
    before = ""
    for each in reversed(_chain(error)):
        yield f"{before}Traceback (most recent call last):\n"
        yield from traceback.format_tb(each.__traceback__)
        kind = type(each)
        yield f"{'' if kind.__module__ == 'builtins' else f'{kind.__module__}.'}{kind.__qualname__}: {_words(each)}\n"
        before = "\nThis led to the next:\n\n"


def _words(error: BaseException) -> str:
    """Return what may be logged of an error's words: mostly nothing, for they may name people and tell moves."""
    if any(frame.filename.startswith(_RULES) for frame in traceback.extract_tb(error.__traceback__)):
        return KEPT_BACK
    if isinstance(error, ValidationError):
        wrong = error.errors(include_url=False, include_context=False, include_input=False)
        return "; ".join(f"{'.'.join(map(_place, each['loc']))}: {each['type']}" for each in wrong)
    if type(error).__module__.startswith("discord."):
        numbers = (
            f"{name} {getattr(error, name)}" for name in ("status", "code", "retry_after") if hasattr(error, name)
        )
        return ", ".join(numbers) or KEPT_BACK
    return str(error) if isinstance(error, _TELLING) else KEPT_BACK


def _place(part: str | int) -> str:
    """Return a part of the place in a model; what looks like no field's name may be a key, and so somebody's words."""
    return str(part) if isinstance(part, int) or re.fullmatch(r"[a-z_]+", part) else "..."


class Lines(_WithoutSecrets):
    """One line for each entry, for people; a traceback follows on more."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # logging's own name
        """Return the first line."""
        extras = "".join(f" [{name} {getattr(record, name)}]" for name in EXTRA if hasattr(record, name))
        return super().formatMessage(record) + extras

    def format(self, record: logging.LogRecord) -> str:
        """Return the whole entry; here and not in a filter, for only here the traceback is text."""
        return self.without_secrets(super().format(self.told(record)))


class JsonLines(_WithoutSecrets):
    """One JSON object in one line for each entry, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the whole entry."""
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self.without_secrets(self.told(record).msg),
            # As texts: Discord's numbers are too long for some programs.
            **{name: str(getattr(record, name)) for name in EXTRA if hasattr(record, name)},
        }
        if record.exc_info:
            fields["traceback"] = self.without_secrets(self.formatException(record.exc_info))
        return json.dumps(fields, ensure_ascii=False)


def set_up(settings: Settings) -> None:
    """Let all logging go to standard error in the format of the settings."""
    token = None if settings.token is None else settings.token.get_secret_value()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(token) if settings.log_format == "json" else Lines(token))
    handler.addFilter(LogContext())
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    # At DEBUG these repeat what is sent and saved: hands, sealed answers, seeds.
    for chatty in ("discord", "aiosqlite"):
        logging.getLogger(chatty).setLevel(max(logging.INFO, logging.getLevelName(settings.log_level)))
    logging.captureWarnings(capture=True)
