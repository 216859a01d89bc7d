"""Logs on standard error, as lines for people or as JSON for programs, that hold no secret."""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from bot.host.tables import AT_TABLE
from bot.settings import Settings

EXTRA = ("game", "revision", "interaction", "reference")
"""Fields that a call may pass as `extra`, and most of which come by themselves; see `Whereabouts`."""

INTERACTION: ContextVar[int | None] = ContextVar("INTERACTION", default=None)
"""Discord's number of the press or command that this task answers."""

_RULES = tuple(str(Path(__file__).parent / folder) for folder in ("engine", "games"))

_SECRETS = (
    # A bot token, also when it is not the one of our settings.
    (re.compile(r"\b[\w-]{20,}\.[\w-]{6,}\.[\w-]{20,}"), "[token]"),
    # A seed, a salt or a digest.
    (re.compile(r"\b[0-9a-f]{64}\b"), "[64 hex digits]"),
    # pydantic repeats what it could not read: perhaps a part of a table.
    (re.compile(r"input_value=.*?, (?=input_type=)", re.DOTALL), ""),
)


class Whereabouts(logging.Filter):
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
        """Return the traceback; where rules were at work, without the error's words, for they may tell a move."""
        text = super().formatException(ei)
        error: BaseException | None = ei[1]
        while error is not None:
            if any(frame.filename.startswith(_RULES) for frame in traceback.extract_tb(error.__traceback__)):
                words = "".join(traceback.format_exception_only(error)).rstrip()
                text = text.replace(words, f"{type(error).__name__}: [kept back]")
            error = error.__cause__ or error.__context__
        return text


class Lines(_WithoutSecrets):
    """One line for each entry, for people; a traceback follows on more."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # logging's own name
        """Return the first line."""
        extras = "".join(f" [{name} {getattr(record, name)}]" for name in EXTRA if hasattr(record, name))
        return super().formatMessage(record) + extras

    def format(self, record: logging.LogRecord) -> str:
        """Return the whole entry; here and not in a filter, for only here the traceback is text."""
        return self.without_secrets(super().format(record))


class JsonLines(_WithoutSecrets):
    """One JSON object in one line for each entry, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the whole entry."""
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self.without_secrets(record.getMessage()),
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
    handler.addFilter(Whereabouts())
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    # At DEBUG these repeat what is sent and saved: hands, sealed answers, seeds.
    for chatty in ("discord", "aiosqlite"):
        logging.getLogger(chatty).setLevel(max(logging.INFO, logging.getLevelName(settings.log_level)))
    logging.captureWarnings(capture=True)
