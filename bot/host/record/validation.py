"""Validation: what does not fit where JSON is read, told without the values: they may be secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError


def places(wrong: ValidationError, most: int = 5) -> Iterator[str]:
    """Yield what is wrong in a JSON file, each with its place; the values themselves are not repeated."""
    errors = wrong.errors(include_url=False, include_input=False)
    for error in errors[:most]:
        place = ".".join(map(str, error["loc"]))
        yield f"at {place}: {expected(error)}" if place else expected(error)
    if len(errors) > most:
        yield f"and {len(errors) - most} more."


def expected(error: Mapping[str, Any]) -> str:
    """Return what should have been there, as a sentence; the error is one of a ValidationError's."""
    ours = error["type"] in ("value_error", "assertion_error")  # the other sentence has "Value error, " in front
    message = str(error.get("ctx", {}).get("error")) if ours else error["msg"]
    return message if message.endswith((".", "!")) else f"{message}."
