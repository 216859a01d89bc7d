"""Forms of options: a checkbox for each option of two values, and a choice for each of the others."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from bot.engine.options import Options, get_explanations, list_offered_values
from bot.ui.screens.forms import FIELDS_IN_FORM, MOST_LINES, AnyField, ChoiceField, choose_kind
from bot.ui.screens.parts import format_option_value
from bot.ui.screens.screen import MenuLine

CHECKS = "checks"
"""The name of the field with the checkboxes."""


@dataclass(frozen=True)
class OptionForm:
    """The options of one form, by name."""

    checks: Sequence[str]
    """Options of two values: checked is the one that is not the default, or for a boolean yes."""
    choices: Sequence[str]


def split_options(options: Options, without: Collection[str] = ()) -> Sequence[OptionForm]:
    """Return the forms that hold all options with a title, in as few forms as possible."""
    checks: list[str] = []
    choices: list[str] = []
    for name, field in type(options).model_fields.items():
        if field.title and name not in without:
            two = len(list_offered_values(field, getattr(options, name))) == 2
            (checks if two and len(checks) < MOST_LINES["checks"] else choices).append(name)
    first = choices[: FIELDS_IN_FORM - bool(checks)]
    rest = choices[len(first) :]
    pages = [rest[at : at + FIELDS_IN_FORM] for at in range(0, len(rest), FIELDS_IN_FORM)]
    forms = [OptionForm(tuple(checks), tuple(first)), *(OptionForm((), tuple(page)) for page in pages)]
    return [form for form in forms if form.checks or form.choices]


def build_option_fields(
    form: OptionForm,
    options: Options,
    describe: Callable[[str, object], str] = lambda _, __: "",
    instead: Mapping[str, str] = MappingProxyType({}),
) -> tuple[AnyField, ...]:
    """Return the fields of a form, filled in with the present values.

    Args:
        form: the names of the options.
        options: the present options.
        describe: returns words before the explanation of an option's value.
        instead: other explanations of options with a checkbox, by name.
    """
    checks = [_build_check(options, name) for name in form.checks]
    lines = tuple(line._replace(hint=instead.get(line.value, line.hint)) for line in checks)
    boxes = (
        (ChoiceField("Tick what applies", lines, "checks", fewest=0, most=len(lines), name=CHECKS),) if lines else ()
    )
    return (*boxes, *(_build_choice(options, name, describe) for name in form.choices))


def _build_check(options: Options, name: str) -> MenuLine:
    field = type(options).model_fields[name]
    checked, unchecked = _get_two_values(options, name)
    title = field.title or name
    chosen = getattr(options, name) == checked
    if isinstance(checked, bool):
        return MenuLine(name, title, field.description or "", chosen)
    means = join_sentences("", get_explanations(field).get(str(checked), ""))
    words = means or f"Otherwise: {format_option_value(unchecked)}"
    return MenuLine(name, f"{title}: {format_option_value(checked)}", words, chosen)


def join_sentences(first: str, second: str) -> str:
    """Return both sentences, the second with a capital."""
    return f"{first} {second[:1].upper()}{second[1:]}".strip()


def _get_two_values(options: Options, name: str) -> tuple[object, object]:
    """Return the value of a checked box, and that of an unchecked one."""
    field = type(options).model_fields[name]
    values = list_offered_values(field, getattr(options, name))
    default = False if isinstance(values[0], bool) else field.default
    return next(value for value in values if value != default), default


def _build_choice(options: Options, name: str, describe: Callable[[str, object], str]) -> ChoiceField:
    field, present = type(options).model_fields[name], getattr(options, name)
    means = get_explanations(field)
    lines = tuple(
        MenuLine(
            json.dumps(value),
            format_option_value(value),
            join_sentences(describe(name, value), means.get(str(value), "")),
            value == present,
        )
        for value in list_offered_values(field, present)
    )
    return ChoiceField(field.title or name, lines, choose_kind(len(lines)), hint=field.description or "", name=name)


def read_option_fields(
    form: OptionForm, options: Options, read: Callable[[str], Sequence[str]]
) -> Mapping[str, Any] | None:
    """Return the values of a submitted form that differ from the present ones; None for values not on offer.

    Args:
        form: the names of the options.
        options: the present options.
        read: returns a field's submitted values, by its name.
    """
    found: dict[str, Any] = {}
    ticked = read(CHECKS) if form.checks else ()
    for name in form.checks:
        checked, unchecked = _get_two_values(options, name)
        found[name] = checked if name in ticked else unchecked
    for name in form.choices:
        offered = list_offered_values(type(options).model_fields[name], getattr(options, name))
        chosen = {json.dumps(value): value for value in offered}
        values = read(name)
        if len(values) != 1 or values[0] not in chosen:
            return None
        found[name] = chosen[values[0]]
    return {name: value for name, value in found.items() if value != getattr(options, name)}
