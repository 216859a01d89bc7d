"""Copies of those fields of a table that a reader may know, for views with fields of the same names.

A field of a view with the name and the type of a field of the record is a copy of it. A view declares read-only types:
`Sequence` for a list, `Mapping` for a dictionary. A hidden field is copied if the view's field can be None as well: it
is None where its mark hides anything of it from the reader. All other fields are the game's own to fill in, also
those that hold records with secrets of their own; a field that nobody fills in is a TypeError.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from bot.engine.records import Record, Seat
from bot.engine.secrecy import NOTHING, Hidden, Look, get_mark, has_nested_secrets
from bot.engine.what_if import get_copier


def copy_known_fields(
    view: type, record: Record, table: Any, seat: Seat | None, owner: Seat | None = None
) -> dict[str, Any]:
    """Return the fields of a view that are copies of a record's, as far as its reader may know them.

    Args:
        view: the class of the view.
        record: the table itself, or a record on it.
        table: the table.
        seat: the reader's seat; None: a spectator.
        owner: the number under which the record is stored; None: nobody's.
    """
    fields = record.__dict__
    plain, copied, hidden = _list_copies(view, type(record))
    found = {name: fields[name] for name in plain}
    for name, copy in copied:
        found[name] = copy(fields[name])
    look = Look(table, record, owner, seat) if hidden and table.outcome is None else None
    for name, maybe_copy, mark in hidden:
        value = fields[name]
        is_known = look is None or mark.part(look, value) is NOTHING
        found[name] = None if not is_known else value if maybe_copy is None else maybe_copy(value)
    return found


class _Copies(NamedTuple):
    """The fields that a view copies from a record."""

    plain: list[str]
    """Public ones whose values are immutable."""
    copied: list[tuple[str, Callable[[Any], Any]]]
    """The other public ones, with copy functions."""
    hidden: list[tuple[str, Callable[[Any], Any] | None, Hidden]]
    """With copy functions, if any, and marks."""


@cache
def _list_copies(view: type, record: type[Record]) -> _Copies:
    shown = get_type_hints(view)
    found = _Copies([], [], [])
    for name, field in record.model_fields.items():
        kept: Any = field.annotation
        mark, copy = get_mark(record, name), get_copier(kept)
        if mark is None or name not in shown or has_nested_secrets(record, name):
            continue
        if isinstance(mark, Hidden):
            if _simplify(shown[name]) == _simplify(kept | None):
                found.hidden.append((name, copy, mark))
        elif _simplify(shown[name]) == _simplify(kept):
            if copy is None:
                found.plain.append(name)
            else:
                found.copied.append((name, copy))
    return found


def _simplify(annotation: Any) -> Any:
    """Return a type in a form that is equal for a mutable type and its read-only counterpart."""
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _simplify(inside[0])
    if not inside:
        return annotation
    parts = [_simplify(each) for each in inside]
    return (Union, frozenset(parts)) if origin in (Union, UnionType) else (_READ_ONLY.get(origin, origin), *parts)


_READ_ONLY = {list: Sequence, dict: Mapping}
