"""Fill in a simulated Discord's form as its client does: what is not touched keeps its default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from discord import ComponentType

Value: TypeAlias = str | bool | Sequence[str] | None
"""The value of a field; None: untouched."""


def complete_values(modal: Mapping[str, Any], values: Mapping[str, Value]) -> dict[str, Any]:
    """Return the values that are submitted with an opened form, by the names of its fields."""
    boxes = [label["component"] for label in modal["components"]]
    defaults = {box["custom_id"]: _get_default(box) for box in boxes}
    given = {name: value for name, value in values.items() if value is not None}
    return {name: value for name, value in {**defaults, **given}.items() if value is not None}


def number_values(modal: Mapping[str, Any], values: Sequence[Value]) -> dict[str, Any]:
    """Return the values that are submitted with an opened form, given in the order of its fields."""
    names = [label["component"]["custom_id"] for label in modal["components"]]
    return complete_values(modal, dict(zip(names[: len(values)], values, strict=True)))


def _get_default(box: Mapping[str, Any]) -> Any:
    chosen = [line["value"] for line in box.get("options", ()) if line.get("default")]
    match ComponentType(box["type"]):
        case ComponentType.text_input:
            return box.get("value")
        case ComponentType.checkbox:
            return bool(box.get("default"))
        case ComponentType.radio_group:
            return chosen[0] if chosen else None
        case _:
            return chosen
