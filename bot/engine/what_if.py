"""Fast copies of tables to try moves on, or to resample hidden information in.

A real move is played on a copy made through JSON, which proves that the table can be saved. A trial or a resampled
table is never saved, and is made often. So mutable data is copied directly, and immutable data, such as cards, moves
and news, is shared. Cached properties and announced news stay behind, so nothing derived from one table reaches the
other. The copy functions are cached for each record class.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import cache
from types import NoneType
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args, get_origin

from pydantic import BaseModel

from bot.engine.records import Record
from bot.engine.table import Table

R = TypeVar("R", bound=Record)
T = TypeVar("T", bound=Table)

_Copy: TypeAlias = Callable[[Any], Any]
_FIXED = (str, int, float, bool, NoneType)


def copy_for_trial(table: T) -> T:
    """Return an independent copy of a table to try moves on; it has announced nothing yet."""
    there = copy_record(table)
    _keep(there, "__pydantic_private__", table.build_private_state())
    return there


def copy_record(record: R) -> R:
    """Return an independent copy of a record on a table."""
    kind = type(record)
    names, changing = _list_fields(kind)
    inside = record.__dict__
    found = inside.copy() if len(inside) == len(names) else {name: inside[name] for name in kind.__pydantic_fields__}
    for name, copy in changing:
        found[name] = copy(found[name])
    other = kind.__new__(kind)
    _keep(other, "__dict__", found)
    _keep(other, "__pydantic_fields_set__", names)
    _keep(other, "__pydantic_extra__", None)
    _keep(other, "__pydantic_private__", None)
    return other


_keep = object.__setattr__


@cache
def _list_fields(kind: type[Record]) -> tuple[set[str], Sequence[tuple[str, _Copy]]]:
    """Return a record's fields without cached properties, and copy functions for the mutable ones."""
    copies = [(name, get_copier(field.annotation)) for name, field in kind.model_fields.items()]
    return set(kind.model_fields), [(name, copy) for name, copy in copies if copy is not None]


def get_copier(annotation: Any) -> _Copy | None:
    """Return the copy function for values of a type, or None if they are immutable."""
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return get_copier(inside[0])
    if origin is Literal or annotation in _FIXED:
        return None
    if origin is list:
        return list if (each := get_copier(inside[0])) is None else _build_list_copier(each)
    if origin is dict:
        return dict if (each := get_copier(inside[1])) is None else _build_dict_copier(each)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel) and annotation.model_config.get("frozen"):
        return None
    if isinstance(annotation, type) and issubclass(annotation, Record):
        return copy_record
    if inside and all(get_copier(one) is None for one in inside if one is not Ellipsis):
        return None  # a union or a tuple of immutable types
    if len(inside) == 2 and NoneType in inside:
        return _build_optional_copier(get_copier(inside[inside[0] is NoneType]) or _copy_value)
    return _copy_value


def _build_optional_copier(copy: _Copy) -> _Copy:
    return lambda value: None if value is None else copy(value)


def _build_list_copier(each: _Copy) -> _Copy:
    return lambda value: [each(one) for one in value]


def _build_dict_copier(each: _Copy) -> _Copy:
    return lambda value: {key: each(one) for key, one in value.items()}


def _copy_value(value: Any) -> Any:
    """Return a copy of a value whose type is known only at run time."""
    kind = type(value)
    if kind in _FIXED:
        return value
    if kind is list:
        return [_copy_value(one) for one in value]
    if kind is dict:
        return {key: _copy_value(one) for key, one in value.items()}
    if kind is tuple:
        return tuple(map(_copy_value, value))
    if isinstance(value, BaseModel) and kind.model_config.get("frozen"):
        return value
    return copy_record(value) if isinstance(value, Record) else deepcopy(value)
