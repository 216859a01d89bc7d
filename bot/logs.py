"""Logs: plain lines on standard error that hold no secret."""

from __future__ import annotations

import logging
import re
import sys

from bot.settings import Settings

EXTRA = ("game", "reference")
"""Fields that a call may pass as `extra`; they stand at the end of the first line."""

_SECRETS = (
    # A bot token, also when it is not the one of our settings.
    (re.compile(r"\b[\w-]{20,}\.[\w-]{6,}\.[\w-]{20,}"), "[token]"),
    # A seed, a salt or a digest.
    (re.compile(r"\b[0-9a-f]{64}\b"), "[64 hex digits]"),
    # pydantic repeats what it could not read: perhaps a part of a table.
    (re.compile(r"input_value=.*?, (?=input_type=)", re.DOTALL), ""),
)


class Lines(logging.Formatter):
    """One format for everything, with secrets taken out of messages and tracebacks alike."""

    def __init__(self, token: str | None = None) -> None:
        super().__init__("{asctime} {levelname:<7} {name}: {message}", style="{")
        self._token = token

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # logging's own name
        """Return the first line."""
        extras = "".join(f" [{name} {getattr(record, name)}]" for name in EXTRA if hasattr(record, name))
        return super().formatMessage(record) + extras

    def format(self, record: logging.LogRecord) -> str:
        """Return the whole entry; here and not in a filter, for only here the traceback is text."""
        text = super().format(record)
        if self._token:
            text = text.replace(self._token, "[token]")
        for secret, instead in _SECRETS:
            text = secret.sub(instead, text)
        return text


def set_up(settings: Settings) -> None:
    """Let all logging go to standard error in our format."""
    token = None if settings.token is None else settings.token.get_secret_value()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines(token))
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    # At DEBUG these repeat what is sent and saved: hands, sealed answers, seeds.
    for chatty in ("discord", "aiosqlite"):
        logging.getLogger(chatty).setLevel(max(logging.INFO, logging.getLevelName(settings.log_level)))
    logging.captureWarnings(capture=True)
