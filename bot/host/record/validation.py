"""Describe validation errors of JSON without the values, which may be secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError


def list_errors(wrong: ValidationError, most: int = 5) -> Iterator[str]:
    """Yield the errors in a JSON file with their places, without the values."""
    errors = wrong.errors(include_url=False, include_input=False)
    for error in errors[:most]:
        place = ".".join(map(str, error["loc"]))
        yield f"at {place}: {describe_expected(error)}" if place else describe_expected(error)
    if len(errors) > most:
        yield f"and {len(errors) - most} more."


def describe_expected(error: Mapping[str, Any]) -> str:
    """Describe the expected input as a sentence; the error is one of a ValidationError's."""
    ours = error["type"] in ("value_error", "assertion_error")  # the other sentence starts with "Value error, "
    message = str(error.get("ctx", {}).get("error")) if ours else error["msg"]
    return message if message.endswith((".", "!")) else f"{message}."
