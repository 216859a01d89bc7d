"""Secrecy marks: each field of a table's records declares who may know it.

A record that is part of a table (the table itself, its steps, the components of a player) marks every field: `Open`,
`OpenByChance`, `Own`, `FaceDown`, or `Annotated[..., Hidden(...)]` where a rule decides who may know which part. A game
with an unmarked field is rejected when it is loaded, so no component can be dealt to a place without a declared
audience.

Public results of chance have a mark of their own, to detect secrets marked `Open` by mistake: the common suite rejects
an `Open` field that other draws would fill differently. The marks determine what a view may pass on, what resampling
must change, and what blocks undo.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar, get_args, get_origin

from bot.engine.records import Record, Seat

T = TypeVar("T")


@dataclass(slots=True, eq=False)  # made often, and a frozen one is slow to make
class Look:
    """The access of a seat to a record of a table."""

    table: Any
    record: Any
    owner: Seat | None
    """The number under which the record is stored; None: nobody's."""
    seat: Seat | None
    """The reader's seat; None: a spectator."""

    @property
    def at_own(self) -> bool:
        """Whether the record is the seat's own."""
        return self.seat is not None and self.owner == self.table.number_of(self.seat)

    @property
    def knower(self) -> Seat | None:
        """The number under which the reader's knowledge is stored."""
        return None if self.seat is None else self.table.number_of(self.seat)


NOTHING: Final = object()
"""Nothing of a value is hidden. A sentinel, because 0, an empty value or None can be secrets."""


@dataclass(frozen=True)
class Hidden:
    """The mark of a field with hidden content."""

    part: Callable[[Look, Any], Any]
    """Returns the part of the field's value hidden from the reader; `NOTHING`: the reader may know any value of it."""
    follows: bool = False
    """Whether it can be derived from public news: not shown, but equal in all sampled tables."""


@dataclass(frozen=True)
class _Lies:
    """The mark of a public field."""

    by_chance: bool = False
    """Whether chance determines its value."""

    def __repr__(self) -> str:
        return "open by chance" if self.by_chance else "open"


def _from_others(look: Look, value: Any) -> Any:
    return NOTHING if look.at_own else value


def _from_all(_look: Look, value: Any) -> Any:
    return value


def _select_others(look: Look, value: Mapping[Seat, Any]) -> dict[Seat, Any]:
    return {seat: inside for seat, inside in value.items() if seat != look.seat}


OPEN = _Lies()
OPEN_BY_CHANCE = _Lies(by_chance=True)
OWN = Hidden(_from_others)
FACE_DOWN = Hidden(_from_all)
PUT_AWAY = Hidden(_from_all, follows=True)
EACH_OWN = Hidden(_select_others)

Open = Annotated[T, OPEN]
"""Public: everybody may know it."""
OpenByChance = Annotated[T, OPEN_BY_CHANCE]
"""Public, and determined by chance: a display, a shuffled order, the starting seat."""
Own = Annotated[T, OWN]
"""Only its seat may know it: the one under whose number it is stored, or that the record names by `secrets_of`."""
FaceDown = Annotated[T, FACE_DOWN]
"""Nobody may know it."""
PutAway = Annotated[T, PUT_AWAY]
"""No longer shown to anybody, though everybody could derive its content."""
EachOwn = Annotated[T, EACH_OWN]
"""By seat: each may know its own entry, as with hands in a mapping, and answers before they are opened."""


class HiddenThing(NamedTuple):
    """A value hidden from a seat, and its location."""

    field: str
    """Record and field, such as "Player.hand"."""
    path: tuple[Any, ...]
    """The path from the table."""
    value: Any
    mark: Hidden


def find_secrets(table: Any, seat: Seat | None) -> Sequence[HiddenThing]:
    """Return everything on a table that is hidden from a seat (None: a spectator); nothing after the game."""
    found: list[HiddenThing] = []
    if table.outcome is None:
        _find_in_record(found, table, table, None, seat, ())
    return found


def _find_in_record(
    found: list[HiddenThing], table: Any, record: Record, owner: Any, seat: Seat | None, path: tuple[Any, ...]
) -> None:
    """Add to one list, because generators inside each other took most of the time of a search."""
    kind = type(record)
    if (names := getattr(kind, "secrets_of", None)) is not None:
        owner = names(record)
    fields = record.__dict__
    look = Look(table, record, owner, seat)
    for name, field, mark, descends in _list_secret_fields(kind):
        value = fields[name]
        if mark is not None and (part := mark.part(look, value)) is not NOTHING:
            found.append(HiddenThing(field, (*path, name), part, mark))
        if descends and value:
            _find_in_value(found, table, value, owner, seat, (*path, name))


def _find_in_value(
    found: list[HiddenThing], table: Any, value: Any, owner: Any, seat: Seat | None, path: tuple[Any, ...]
) -> None:
    if isinstance(value, Record):
        if _has_secrets(type(value)):
            _find_in_record(found, table, value, owner, seat, path)
    elif isinstance(value, dict):
        for key, inside in value.items():
            _find_in_value(found, table, inside, key if isinstance(key, int) else owner, seat, (*path, key))
    elif isinstance(value, list | tuple):
        for at, inside in enumerate(value):  # counted from the end: new steps are put in front
            _find_in_value(found, table, inside, owner, seat, (*path, at - len(value)))


def has_seen(before: Any, after: Any, seat: Seat | None) -> bool:
    """Whether information hidden from the seat was drawn, dealt or revealed between these two tables.

    If so, the move cannot be undone, because the mover would know more than before. Cards face down for everybody may
    move to another place where they are face down for everybody.
    """
    was = {secret.path: secret for secret in find_secrets(before, seat)}
    now = {secret.path: secret for secret in find_secrets(after, seat)}
    put_away: Counter[str] = Counter()
    for path in was.keys() | now.keys():
        then, since = was.get(path), now.get(path)
        mark = (then or since or was[path]).mark
        lay, lies = _get_hidden_value(then), _get_hidden_value(since)
        if lay == lies or (lay is NOTHING and not isinstance(lies, _PILES)):  # nobody has seen a new value yet
            continue
        if mark.part is not _from_all:
            if not mark.follows:
                return True
            continue
        put_away.update(_iterate_things(lies))
        put_away.subtract(_iterate_things(lay))
    return any(count < 0 for count in put_away.values())


_PILES = (list, tuple, dict)


def _get_hidden_value(secret: HiddenThing | None) -> Any:
    """Return the hidden value in a place; an empty hand or pile hides nothing, because its size is public."""
    if secret is None or (isinstance(secret.value, _PILES) and not secret.value):
        return NOTHING
    return secret.value


def _iterate_things(value: Any) -> Iterator[str]:
    if isinstance(value, _PILES):
        for thing in value.values() if isinstance(value, dict) else value:
            yield from _iterate_things(thing)
    elif value is not NOTHING:
        yield str(value)


# Declarations of records


def get_mark(record: type[Record], name: str) -> Hidden | _Lies | None:
    """Return a field's secrecy mark, or None."""
    field = record.model_fields[name]
    marks = [mark for mark in field.metadata if isinstance(mark, Hidden | _Lies)]
    return marks[-1] if marks else OPEN if get_origin(field.annotation) is Literal and _is_constant(field) else None


def _is_constant(field: Any) -> bool:
    return get_args(field.annotation) == (field.default,)


def find_unmarked_fields(record: type[Record]) -> list[str]:
    """Return a sentence for each unmarked field of a record, including nested records."""
    found = []
    for part in _list_record_types(record):
        for name in part.model_fields:
            mark = get_mark(part, name)
            if mark is None:
                found.append(f"{part.__name__}.{name} does not say who may know it")
            elif isinstance(mark, _Lies) and _is_hidden_in_a_base(part, name):
                found.append(f"{part.__name__}.{name} lies open, though it is hidden where it comes from")
    return found


def list_hidden_fields(record: type[Record]) -> list[str]:
    """Return the hidden fields of a record, including nested records."""
    marks = ((part, name, get_mark(part, name)) for part in _list_record_types(record) for name in part.model_fields)
    return [f"{part.__name__}.{name}" for part, name, mark in marks if isinstance(mark, Hidden)]


def has_nested_secrets(record: type[Record], name: str) -> bool:
    """Return whether a field holds records with hidden fields; the steps on an agenda always count as such."""
    inside = record.model_fields[name].annotation
    return name == "agenda" or any(_has_secrets(part) for part in _list_records_in(inside))


def has_private_hands(table: type[Record]) -> bool:
    """Return whether players hold information hidden from the others: a hand, a portfolio, sealed goals.

    Sealed answers that wait for the others do not count; they are stored with a step, not with a player.
    """
    for name, field in table.model_fields.items():
        held = get_args(field.annotation)
        by_seat = held[:1] == (Seat,)
        if by_seat and (
            get_mark(table, name) is EACH_OWN or any(list_hidden_fields(part) for part in _list_records_in(held[-1]))
        ):
            return True
    return False


def _is_hidden_in_a_base(part: type[Record], name: str) -> bool:
    bases = [base for base in part.__mro__[1:] if issubclass(base, Record) and name in base.model_fields]
    return any(isinstance(get_mark(base, name), Hidden) for base in bases)


def find_leaked_secrets(table: Any, view: Any, seat: Seat | None) -> list[HiddenThing]:
    """Return the secrets leaked by a seat's view (None: a spectator's) that includes whole records of the table."""
    found: list[HiddenThing] = []
    for name, value in vars(view).items() if table.outcome is None else ():
        _find_in_value(found, table, value, None, seat, (name,))
    return found


def _list_record_types(record: type[Record]) -> list[type[Record]]:
    """Return a record class and those nested in it; immutable ones, such as cards and news, belong to their field."""
    found = [record]
    for part in found:
        for field in part.model_fields.values():
            found += [other for other in _list_records_in(field.annotation) if other not in found]
    return found


def _list_records_in(annotation: Any) -> list[type[Record]]:
    if isinstance(annotation, type) and not get_args(annotation):
        is_part = issubclass(annotation, Record) and not annotation.model_config.get("frozen")
        return [annotation] if is_part else []
    inside = (_list_records_in(argument) for argument in get_args(annotation) if not isinstance(argument, str))
    return list(dict.fromkeys(record for records in inside for record in records))


def find_open_differences(one: Any, other: Any, field: str) -> Iterator[tuple[str, bool]]:
    """Yield the public fields in which two values of a field differ, each with whether chance may determine it.

    Args:
        one: a record, or a value in a field.
        other: the value to compare.
        field: the name of the field of both, such as "Player.hand".
    """
    yield from _find_differences(one, other, field, by_chance=False)


def _find_differences(one: Any, other: Any, field: str, *, by_chance: bool) -> Iterator[tuple[str, bool]]:
    if one == other:
        return
    if isinstance(one, Record) and type(one) is type(other):
        for name in type(one).model_fields:
            mark = get_mark(type(one), name)
            if isinstance(mark, _Lies):
                inside = (getattr(one, name), getattr(other, name), f"{type(one).__name__}.{name}")
                yield from _find_differences(*inside, by_chance=mark.by_chance)
    elif isinstance(one, dict) and isinstance(other, dict) and list(one) == list(other):
        for key in one:
            yield from _find_differences(one[key], other[key], field, by_chance=by_chance)
    elif isinstance(one, list | tuple) and list(map(type, one)) == list(map(type, other)):
        for each, instead in zip(one, other, strict=True):
            yield from _find_differences(each, instead, field, by_chance=by_chance)
    else:
        yield field, by_chance


@cache
def _list_secret_fields(record: type[Record]) -> list[tuple[str, str, Hidden | None, bool]]:
    """Return the fields with secrets, or records that have some: name, full name, mark, whether to descend."""
    found = []
    for name in record.model_fields:
        mark = get_mark(record, name)
        descends = has_nested_secrets(record, name)
        if isinstance(mark, Hidden) or descends:
            full_name = f"{record.__name__}.{name}"
            found.append((name, full_name, mark if isinstance(mark, Hidden) else None, descends))
    return found


@cache
def _has_secrets(record: type[Record]) -> bool:
    return bool(list_hidden_fields(record))
