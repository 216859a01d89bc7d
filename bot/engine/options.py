"""Options: the settings of a table, chosen before the start, and the forms of their fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.fields import FieldInfo


class Options(BaseModel):
    """The table's settings, chosen before the start.

    Each field is a bool or a Literal of short strings, with a `title` and a `description`. The lobby builds its menus
    from them, with a sentence for a value where `get_explanations` has one. A validator refuses combinations that do
    not work together; its message says why and what to do.

    A field may name another default for slow tables (`slow`). It may also name values that new tables are no longer
    offered, though tables that use them continue (`withdrawn`).
    """

    model_config = ConfigDict(extra="forbid", frozen=True)


def get_explanations(field: FieldInfo) -> Mapping[str, str]:
    """Return the explanations of an option's values, by value, where the field has them."""
    extra = field.json_schema_extra
    found = extra.get("explained", {}) if isinstance(extra, dict) else {}
    return {str(value): str(words) for value, words in found.items()} if isinstance(found, dict) else {}


def has_slow_form(field: FieldInfo) -> bool:
    """Whether slow tables have another default for this option."""
    return isinstance(field.json_schema_extra, dict) and "slow" in field.json_schema_extra


def list_offered_values(field: FieldInfo, present: object) -> list[Any]:
    """Return the values of an option that can be chosen; withdrawn ones are left out unless currently set."""
    if field.annotation is bool:
        return [False, True]
    extra = field.json_schema_extra
    withdrawn = extra.get("withdrawn", []) if isinstance(extra, dict) else []
    gone = withdrawn if isinstance(withdrawn, list) else []
    return [value for value in get_args(field.annotation) if value == present or value not in gone]


def has_no_teams(field: FieldInfo) -> bool:
    """Whether every value of this option ranks players individually.

    Leagues use only the default of other options.
    """
    extra = field.json_schema_extra
    return not (isinstance(extra, dict) and extra.get("teams"))


Chosen = TypeVar("Chosen", bound=Options)


def with_value(options: Chosen, name: str, value: object) -> Chosen | None:
    """Return the options with one value changed, or None if the combination is invalid."""
    try:
        return type(options).model_validate({**options.model_dump(), name: value})
    except ValidationError:
        return None


SLOW = 12
"""Hours for each answer from which on a pace is slow."""


def build_default_options(kind: type[Chosen], hours: float | None) -> Chosen:
    """Return the default options of a table with this many hours for each answer; None: no limit."""
    if hours is not None and hours < SLOW:
        return kind()
    fields = {name: field.json_schema_extra for name, field in kind.model_fields.items()}
    return kind.model_validate(
        {name: extra["slow"] for name, extra in fields.items() if isinstance(extra, dict) and "slow" in extra}
    )


def change_pace(options: Chosen, before: float | None, after: float | None) -> Chosen:
    """Return the options after a change of pace: untouched defaults are replaced by those of the new pace.

    Options that the table chose itself are kept.
    """
    began, begins = (build_default_options(type(options), hours).model_dump() for hours in (before, after))
    changed = {
        name: begins[name]
        for name, value in options.model_dump().items()
        if began[name] != begins[name] and value == began[name]
    }
    return options if not changed else type(options).model_validate({**options.model_dump(), **changed})
