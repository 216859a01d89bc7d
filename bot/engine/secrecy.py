"""Who may know what lies on a table: each field of its records says so where it is declared.

A record that is part of a table (the table itself, its steps, what lies before a player) marks every field: `Open`,
`OpenByChance`, `Own`, `FaceDown`, or `Annotated[..., Hidden(...)]` where a rule decides what of it somebody may not
know. A game with a field that says nothing is refused when it is loaded, so nothing can be dealt into a place of which
nobody has said who may look at it. What chance decides and all may see has a mark of its own, so that a secret marked
`Open` by mistake is found: the common suite refuses an `Open` field that other draws would fill differently. From the
marks follow what a view may hand through, what another truth has to change, and what closes the way back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeVar, get_args, get_origin

from bot.engine.records import Record, Seat

T = TypeVar("T")


@dataclass(frozen=True)
class Look:
    """A seat that looks at a record of a table."""

    table: Any
    record: Any
    owner: Seat | None
    """Whose the record is: the number under which it lies; None: nobody's."""
    seat: Seat | None
    """Who looks; None: a spectator."""

    @property
    def at_own(self) -> bool:
        """Whether the record is the seat's own."""
        return self.owner is not None and self.owner == self.knower

    @property
    def knower(self) -> Seat | None:
        """Under which number whoever looks knows things."""
        return None if self.seat is None else self.table.number_of(self.seat)


NOTHING: Final = object()
"""No part of a value: not even that it is 0, empty or None is hidden."""


@dataclass(frozen=True)
class Hidden:
    """The mark of a field that holds what not everybody may know."""

    part: Callable[[Look, Any], Any]
    """What of the field's value whoever looks may not know; `NOTHING`: they may know all of it, whatever it is."""
    follows: bool = False
    """Whether it can be worked out from what everybody has heard: not shown, but the same in every truth."""


@dataclass(frozen=True)
class _Lies:
    """The mark of a field that lies open."""

    by_chance: bool = False
    """Whether chance decides what lies there."""

    def __repr__(self) -> str:
        return "open by chance" if self.by_chance else "open"


def _from_others(look: Look, value: Any) -> Any:
    return NOTHING if look.at_own else value


def _from_all(_look: Look, value: Any) -> Any:
    return value


def _of_others(look: Look, value: Mapping[Seat, Any]) -> dict[Seat, Any]:
    return {seat: inside for seat, inside in value.items() if seat != look.seat}


OPEN = _Lies()
OPEN_BY_CHANCE = _Lies(by_chance=True)
OWN = Hidden(_from_others)
FACE_DOWN = Hidden(_from_all)
PUT_AWAY = Hidden(_from_all, follows=True)
EACH_OWN = Hidden(_of_others)

Open = Annotated[T, OPEN]
"""Lies open: everybody may know it."""
OpenByChance = Annotated[T, OPEN_BY_CHANCE]
"""Lies open, and chance decides what lies there: a display, a shuffled order, the seat that begins."""
Own = Annotated[T, OWN]
"""Only its seat may know it: the one under whose number it lies, or that the record names by `secrets_of`."""
FaceDown = Annotated[T, FACE_DOWN]
"""Nobody may know it."""
PutAway = Annotated[T, PUT_AWAY]
"""Nobody looks at it any more, though everybody could work out what lies there."""
EachOwn = Annotated[T, EACH_OWN]
"""By seat: each may know its own, as with hands that are kept in a mapping, and answers until they are opened."""


@dataclass(frozen=True)
class HiddenThing:
    """Something that a seat may not know, and where it lies."""

    field: str
    """Record and field, such as "Player.hand"."""
    path: tuple[Any, ...]
    """The way to it, from the table on."""
    value: Any
    mark: Hidden


def secrets(table: Any, seat: Seat | None) -> Iterator[HiddenThing]:
    """Yield all on a table that a seat (None: a spectator) may not know; nothing once the game is over."""
    if table.outcome is None:
        yield from _in_record(table, table, None, seat, ())


def _in_record(
    table: Any, record: Record, owner: Any, seat: Seat | None, path: tuple[Any, ...]
) -> Iterator[HiddenThing]:
    kind = type(record)
    if (names := getattr(kind, "secrets_of", None)) is not None:
        owner = names(record)
    fields = record.__dict__
    for name, mark, descends in _looked_at(kind):
        value = fields[name]
        if mark is not None and (part := mark.part(Look(table, record, owner, seat), value)) is not NOTHING:
            yield HiddenThing(f"{kind.__name__}.{name}", (*path, name), part, mark)
        if descends and value:
            yield from _in_value(table, value, owner, seat, (*path, name))


def _in_value(table: Any, value: Any, owner: Any, seat: Seat | None, path: tuple[Any, ...]) -> Iterator[HiddenThing]:
    if isinstance(value, Record):
        if _has_secrets(type(value)):
            yield from _in_record(table, value, owner, seat, path)
    elif isinstance(value, dict):
        for key, inside in value.items():
            yield from _in_value(table, inside, key if isinstance(key, int) else owner, seat, (*path, key))
    elif isinstance(value, list | tuple):
        for at, inside in enumerate(value):  # counted from the end: new steps are put in front
            yield from _in_value(table, inside, owner, seat, (*path, at - len(value)))


def has_seen(before: Any, after: Any, seat: Seat | None) -> bool:
    """Whether something that a seat could not know was drawn, dealt or shown between these two tables.

    Then nothing of it is taken back: whoever moved would have seen more than before. What lay face down for all may lie
    elsewhere now, as long as it lies face down for all there, too.
    """
    was = {secret.path: secret for secret in secrets(before, seat)}
    now = {secret.path: secret for secret in secrets(after, seat)}
    put_away: Counter[str] = Counter()
    for path in was.keys() | now.keys():
        then, since = was.get(path), now.get(path)
        mark = (then or since or was[path]).mark
        lay, lies = _lying(then), _lying(since)
        if lay == lies or (lay is NOTHING and not isinstance(lies, _PILES)):  # what is new there, nobody has seen
            continue
        if mark.part is not _from_all:
            if not mark.follows:
                return True
            continue
        put_away.update(_things(lies))
        put_away.subtract(_things(lay))
    return any(count < 0 for count in put_away.values())


_PILES = (list, tuple, dict)


def _lying(secret: HiddenThing | None) -> Any:
    """Return what lies hidden in a place; in an empty hand or pile, which everybody can count, nothing does."""
    if secret is None or (isinstance(secret.value, _PILES) and not secret.value):
        return NOTHING
    return secret.value


def _things(value: Any) -> Iterator[str]:
    if isinstance(value, _PILES):
        for thing in value.values() if isinstance(value, dict) else value:
            yield from _things(thing)
    elif value is not NOTHING:
        yield str(value)


# What a record declares


def mark_of(record: type[Record], name: str) -> Hidden | _Lies | None:
    """Return what a field says of who may know it; None: nothing."""
    field = record.model_fields[name]
    marks = [mark for mark in field.metadata if isinstance(mark, Hidden | _Lies)]
    return marks[-1] if marks else OPEN if get_origin(field.annotation) is Literal and _constant(field) else None


def _constant(field: Any) -> bool:
    return get_args(field.annotation) == (field.default,)


def unsaid(record: type[Record]) -> list[str]:
    """Return what a record, and all that can lie in it, does not say of who may know it, a sentence for each field."""
    found = []
    for part in _parts(record):
        for name in part.model_fields:
            mark = mark_of(part, name)
            if mark is None:
                found.append(f"{part.__name__}.{name} does not say who may know it")
            elif isinstance(mark, _Lies) and _is_hidden_in_a_base(part, name):
                found.append(f"{part.__name__}.{name} lies open, though it is hidden where it comes from")
    return found


def hidden_fields(record: type[Record]) -> list[str]:
    """Return the fields, of a record and of all that can lie in it, that hold what not everybody may know."""
    marks = ((part, name, mark_of(part, name)) for part in _parts(record) for name in part.model_fields)
    return [f"{part.__name__}.{name}" for part, name, mark in marks if isinstance(mark, Hidden)]


def deals_hands(table: type[Record]) -> bool:
    """Return whether players hold what the others may not know: a hand, a portfolio, sealed goals.

    An answer that lies sealed until all have given theirs is none; it lies with a step, not with a player.
    """
    for name, field in table.model_fields.items():
        held = get_args(field.annotation)
        by_seat = held[:1] == (Seat,)
        if by_seat and (mark_of(table, name) is EACH_OWN or any(hidden_fields(part) for part in _records_in(held[-1]))):
            return True
    return False


def _is_hidden_in_a_base(part: type[Record], name: str) -> bool:
    bases = [base for base in part.__mro__[1:] if issubclass(base, Record) and name in base.model_fields]
    return any(isinstance(mark_of(base, name), Hidden) for base in bases)


def handed_through(table: Any, view: Any, seat: Seat | None) -> list[HiddenThing]:
    """Return the secrets that a seat's view (None: a spectator's) hands through with whole records of the table."""
    return [
        secret
        for name, value in vars(view).items()
        for secret in _in_value(table, value, None, seat, (name,))
        if table.outcome is None
    ]


def _parts(record: type[Record]) -> list[type[Record]]:
    """Return a record and the kinds of record that can lie in it; what is printed or was said is part of its field."""
    found = [record]
    for part in found:
        for field in part.model_fields.values():
            found += [other for other in _records_in(field.annotation) if other not in found]
    return found


def _records_in(annotation: Any) -> list[type[Record]]:
    if isinstance(annotation, type) and not get_args(annotation):
        is_part = issubclass(annotation, Record) and not annotation.model_config.get("frozen")
        return [annotation] if is_part else []
    inside = (_records_in(argument) for argument in get_args(annotation) if not isinstance(argument, str))
    return list(dict.fromkeys(record for records in inside for record in records))


def open_differences(one: Any, other: Any, field: str) -> Iterator[tuple[str, bool]]:
    """Yield the open fields in which two values of a field differ, each with whether chance may decide it.

    Args:
        one: a record, or what lies in a field.
        other: what lies there instead.
        field: the name of the field in which both lie, such as "Player.hand".
    """
    yield from _differences(one, other, field, by_chance=False)


def _differences(one: Any, other: Any, field: str, *, by_chance: bool) -> Iterator[tuple[str, bool]]:
    if one == other:
        return
    if isinstance(one, Record) and type(one) is type(other):
        for name in type(one).model_fields:
            mark = mark_of(type(one), name)
            if isinstance(mark, _Lies):
                inside = (getattr(one, name), getattr(other, name), f"{type(one).__name__}.{name}")
                yield from _differences(*inside, by_chance=mark.by_chance)
    elif isinstance(one, dict) and isinstance(other, dict) and list(one) == list(other):
        for key in one:
            yield from _differences(one[key], other[key], field, by_chance=by_chance)
    elif isinstance(one, list | tuple) and list(map(type, one)) == list(map(type, other)):
        for each, instead in zip(one, other, strict=True):
            yield from _differences(each, instead, field, by_chance=by_chance)
    else:
        yield field, by_chance


@cache
def _looked_at(record: type[Record]) -> list[tuple[str, Hidden | None, bool]]:
    """Return the fields of a record that hold secrets or records with some: name, mark, whether to look inside."""
    found = []
    for name, field in record.model_fields.items():
        mark = mark_of(record, name)
        descends = any(_has_secrets(part) for part in _records_in(field.annotation)) or name == "agenda"
        if isinstance(mark, Hidden) or descends:
            found.append((name, mark if isinstance(mark, Hidden) else None, descends))
    return found


@cache
def _has_secrets(record: type[Record]) -> bool:
    return bool(hidden_fields(record))
