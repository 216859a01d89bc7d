"""Logging to standard error, as text lines or as JSON, with secrets redacted.

An error's message is logged only if its type cannot name a person. Types not listed here are redacted.
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
from bot.host.table.running import CURRENT_GAME
from bot.settings import Settings, SettingsProblem
from storage.interface.errors import StoreFailed

EXTRA_FIELDS = ("game", "revision", "interaction", "reference")
"""Fields that a call may pass as `extra`; `LogContext` adds most of them by itself."""

INTERACTION: ContextVar[int | None] = ContextVar("INTERACTION", default=None)
"""Discord's id of the interaction that this task answers."""

REDACTED = "[kept back]"
MIN_SECRET_CHARS = 3
"""Shorter error messages are not searched for in a log message: they match by accident."""

_HARMLESS_ERRORS = (
    StoreFailed,
    SettingsProblem,
    OSError,
    AttributeError,
    ImportError,
    NameError,
    RuntimeError,
    TypeError,
)
"""Error types whose messages come from the system, Python or this program, and name no person."""

_RULES = (*(str(Path(__file__).parent / folder) for folder in ("engine", "games")), *INSTALLED.folders)
"""Folders of the rules; an error raised there may reveal moves."""

_SECRETS = (
    # A bot token, even one that is not in our settings.
    (re.compile(r"\b[\w-]{20,}\.[\w-]{6,}\.[\w-]{20,}"), "[token]"),
    # A seed, a salt or a digest.
    (re.compile(r"\b[0-9a-f]{64}\b"), "[64 hex digits]"),
    # An interaction can be answered with the token in these URLs.
    (re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.-]+"), r"\1[token]"),
)


class LogContext(logging.Filter):
    """Adds the game, its revision and the interaction id to each log record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the fields that the record lacks; no record is dropped."""
        at_table = CURRENT_GAME.get()
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
    """Base formatter that redacts secrets in messages and tracebacks."""

    def __init__(self, token: str | None = None) -> None:
        super().__init__("{asctime} {levelname:<7} {name}: {message}", style="{")
        self._token = token

    def mask_secrets(self, text: str) -> str:
        """Return the text with tokens, seeds and digests redacted."""
        if self._token:
            text = text.replace(self._token, "[token]")
        for secret, instead in _SECRETS:
            text = secret.sub(instead, text)
        return text

    def formatException(  # noqa: N802  # logging's own name
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        """Return the traceback, with the messages of safe error types only."""
        return "" if ei[1] is None else "".join(_format_tracebacks(ei[1])).rstrip()

    def mask_errors(self, record: logging.LogRecord) -> logging.LogRecord:
        """Return a copy of the record whose message has its errors redacted as in a traceback."""
        copy = logging.makeLogRecord(record.__dict__)
        copy.exc_text = None  # another handler may have formatted it
        if isinstance(record.args, tuple):
            copy.args = tuple(_filter_message(arg) if isinstance(arg, BaseException) else arg for arg in record.args)
        copy.msg, copy.args = copy.getMessage(), ()
        for error in _list_causes(record.exc_info[1] if record.exc_info else None):
            for said in (repr(error), str(error)):  # asyncio writes an error's name and message into the log message
                if len(said) > MIN_SECRET_CHARS and said in copy.msg:
                    copy.msg = copy.msg.replace(said, f"{type(error).__name__}: {_filter_message(error)}")
        return copy


def _list_causes(error: BaseException | None) -> list[BaseException]:
    """Return an error and all its causes and contexts, without repetition."""
    found: list[BaseException] = []
    waiting = [error]
    while waiting:
        error = waiting.pop(0)
        if error is not None and not any(error is known for known in found):
            found.append(error)
            waiting += [*getattr(error, "exceptions", ()), error.__cause__, error.__context__]
    return found


def _format_tracebacks(error: BaseException) -> Iterator[str]:
    """Yield the tracebacks of an error and its causes, the root cause first."""
    before = ""
    for each in reversed(_list_causes(error)):
        yield f"{before}Traceback (most recent call last):\n"
        yield from traceback.format_tb(each.__traceback__)
        kind = type(each)
        yield (
            f"{'' if kind.__module__ == 'builtins' else f'{kind.__module__}.'}{kind.__qualname__}: "
            f"{_filter_message(each)}\n"
        )
        before = "\nThis led to the next:\n\n"


def _filter_message(error: BaseException) -> str:
    """Return the loggable part of an error's message: mostly none, since it may name people or reveal moves."""
    if any(frame.filename.startswith(_RULES) for frame in traceback.extract_tb(error.__traceback__)):
        return REDACTED
    if isinstance(error, ValidationError):
        wrong = error.errors(include_url=False, include_context=False, include_input=False)
        return "; ".join(f"{'.'.join(map(_mask_path_part, each['loc']))}: {each['type']}" for each in wrong)
    if type(error).__module__.startswith("discord."):
        numbers = (
            f"{name} {getattr(error, name)}" for name in ("status", "code", "retry_after") if hasattr(error, name)
        )
        return ", ".join(numbers) or REDACTED
    return str(error) if isinstance(error, _HARMLESS_ERRORS) else REDACTED


def _mask_path_part(part: str | int) -> str:
    """Return one part of a field's path; anything that is not a field name may be user input and is hidden."""
    return str(part) if isinstance(part, int) or re.fullmatch(r"[a-z_]+", part) else "..."


class Lines(_WithoutSecrets):
    """One text line per record, followed by the traceback."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # logging's own name
        """Return the line without the traceback."""
        extras = "".join(f" [{name} {getattr(record, name)}]" for name in EXTRA_FIELDS if hasattr(record, name))
        return super().formatMessage(record) + extras

    def format(self, record: logging.LogRecord) -> str:
        """Return the formatted record, redacted here because a filter does not see the traceback's text."""
        return self.mask_secrets(super().format(self.mask_errors(record)))


class JsonLines(_WithoutSecrets):
    """One JSON object per line and record."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON."""
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self.mask_secrets(self.mask_errors(record).msg),
            # As strings: Discord's ids exceed the integers of some programs.
            **{name: str(getattr(record, name)) for name in EXTRA_FIELDS if hasattr(record, name)},
        }
        if record.exc_info:
            fields["traceback"] = self.mask_secrets(self.formatException(record.exc_info))
        return json.dumps(fields, ensure_ascii=False)


def set_up(settings: Settings) -> None:
    """Configure the root logger for standard error in the format of the settings."""
    token = None if settings.token is None else settings.token.get_secret_value()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(token) if settings.log_format == "json" else Lines(token))
    handler.addFilter(LogContext())
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    # At DEBUG these log all data that is sent and saved: hands, sealed answers, seeds.
    for chatty in ("discord", "aiosqlite"):
        logging.getLogger(chatty).setLevel(max(logging.INFO, logging.getLevelName(settings.log_level)))
    logging.captureWarnings(capture=True)
