"""Fill in a simulated Discord's form as its client does: what is not touched keeps its default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from discord import ComponentType

from bot.engine.multi_step import Compose, list_picks
from bot.engine.questions import BadAnswer, Choose, Question, Subset
from bot.engine.records import Move
from bot.ui.screens.table.answer_forms import SKIPPED, read_form

Value: TypeAlias = str | bool | Sequence[str] | None
"""The value of a field; None: untouched."""


def complete_values(modal: Mapping[str, Any], values: Mapping[str, Value]) -> dict[str, Any]:
    """Return the values that are submitted with an opened form, by the names of its fields."""
    boxes = [label["component"] for label in modal["components"]]
    defaults = {box["custom_id"]: _get_default(box) for box in boxes}
    kinds = {box["custom_id"]: ComponentType(box["type"]) for box in boxes}
    given = {name: _as_sent(kinds[name], value) for name, value in values.items() if value is not None}
    return {name: value for name, value in {**defaults, **given}.items() if value is not None}


def number_values(modal: Mapping[str, Any], values: Sequence[Value]) -> dict[str, Any]:
    """Return the values that are submitted with an opened form, given in the order of its fields."""
    names = [label["component"]["custom_id"] for label in modal["components"]]
    return complete_values(modal, dict(zip(names[: len(values)], values, strict=True)))


def _as_sent(kind: ComponentType, value: Any) -> Any:
    """A choice of one line as its field sends it: a menu as a list, a radio group as text."""
    match kind, value:
        case ComponentType.string_select, str():
            return [value]
        case ComponentType.radio_group, [one]:
            return one
        case _:
            return value


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


def values_of(question: Question, move: Move) -> dict[str, Value]:
    """Return the values with which a question's form means this move, each part of which is on the form."""
    assert question.form is not None
    left = list(question.split_move(move) or ()) if isinstance(question, Compose) else [move]
    values: dict[str, Value] = {}
    for at, part in enumerate(question.form().parts):
        fits = bool(left) and part.question.is_legal(left[0])
        picks = list_picks(part.question, left.pop(0)) if fits else []
        match part.question:
            case Choose():
                values[f"{at}"] = picks[0] if fits else SKIPPED if part.skip else None
            case Subset():
                values[f"{at}"] = picks
            case _:
                names = [f"{at}"] if len(picks) == 1 else [f"{at}-{number}" for number in range(len(picks))]
                values.update(zip(names, picks, strict=True))
    said = {name: [value] if isinstance(value, str) else [] for name, value in values.items()}
    said |= {name: list(value) for name, value in values.items() if isinstance(value, list)}
    assert read_form(question, said)[0] == move
    return values


def is_on_form(question: Question, move: Move) -> bool:
    """Whether a question's form can be filled in so that it means this move."""
    if question.form is None:
        return False
    with suppress(AssertionError, BadAnswer):
        values_of(question, move)
        return True
    return False
