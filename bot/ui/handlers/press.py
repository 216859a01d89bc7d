"""Parsed data of a component or modal interaction: its custom_id, choices, and the fields of a form."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.engine.multi_step import CHECK
from bot.host import sanitize
from bot.host.errors import Refusal
from bot.ui.screens import pick_encoding
from bot.ui.screens.forms import CHECKED

_USER_ID = re.compile("[0-9]{1,20}")
_PICK = re.compile(r"[gp][0-9]{1,4}|-?[0-9]{1,18}||k[0-9a-f]{4}|c(-?[0-9]{1,9}(_-?[0-9]{1,9})*)?|z|o")
"""A group or page on the way, a pick, or a part of a composed answer; see `bot.ui.screens.controls`."""
LONGEST_NUMBER = 18
"""Digits; the store holds no larger numbers."""


OLD = "This control is from an older version of Boardroom and does nothing any more."


class UnknownControl(Refusal):
    """A custom_id that is not ours, or is from an older version."""

    def __init__(self) -> None:
        super().__init__(
            f"{OLD} **/play** shows what you are asked, **/game status** a table and **/league me** your place in a "
            "league, each as it is now."
        )


def is_number(text: str) -> bool:
    """Whether the text can be a table's number."""
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER


@dataclass(frozen=True)
class Press:
    """A custom_id in its parts, `verb:number:part:part`, with its values. A missing part raises UnknownControl."""

    verb: str
    parts: Sequence[str]
    values: Sequence[str] = ()
    """Choices in a select menu."""
    fields: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Values submitted with a form, by the names of its fields; see `read_field`."""
    people: Mapping[str, bool] = field(default_factory=dict)
    """People chosen in a select menu: for each user id, whether it is a bot account."""

    @classmethod
    def parse(cls, raw: Any) -> Press:
        """Parse the data of an interaction."""
        data: Any = raw or {}
        verb, *parts = str(data.get("custom_id", "")).split(":")
        boxes = [part.get("component") or (part.get("components") or [{}])[0] for part in data.get("components", [])]
        numbered = sorted(boxes, key=lambda box: str(box.get("custom_id", "")).zfill(3))
        return cls(
            verb,
            parts,
            [str(value) for value in data.get("values", [])],
            {str(box.get("custom_id", "")): _read_values(box) for box in numbered},
            {str(user): bool(known.get("bot")) for user, known in data.get("resolved", {}).get("users", {}).items()},
        )

    @property
    def typed(self) -> Sequence[str]:
        """Text typed into a form, field by field; of a choice its first value."""
        return [values[0] if values else "" for values in self.fields.values()]

    def read_field(self, name: str | int) -> Sequence[str]:
        """Return the values of a form's field, by its name or its position.

        A text has one value, a choice those chosen, a checked box one, and an unchecked one none.
        """
        if str(name) not in self.fields:
            raise UnknownControl
        return self.fields[str(name)]

    def read_only_value(self, name: str) -> str:
        """Return the value of a form's field in which one choice is made."""
        values = self.read_field(name)
        if len(values) != 1:
            raise UnknownControl
        return values[0]

    def read_part(self, at: int) -> str:
        """Return a part of the id, counted from 0."""
        if at >= len(self.parts):
            raise UnknownControl
        return self.parts[at]

    def read_number(self, at: int = 0) -> int:
        """Return a numeric part of the id."""
        return _parse_number(self.read_part(at))

    def read_user_id(self, at: int) -> int:
        """Return a part of the id that is the id of a person."""
        if not _USER_ID.fullmatch(self.read_part(at)):
            raise UnknownControl
        return int(self.read_part(at))

    def read_picks(self, at: int = 2) -> list[str]:
        """Return the picks in the id."""
        return unpack_picks(self.parts[at]) if at < len(self.parts) else []

    def read_all_picks(self) -> list[str]:
        """Return the picks in the id, followed by those chosen in a menu; a line may hold all picks."""
        chosen = [unpack_picks(value) for value in self.values]
        whole = (picks for picks in chosen if picks and picks[0].startswith(CHECK))
        return next(whole, [*self.read_picks(), *(pick for picks in chosen for pick in picks)])

    def read_choice(self) -> str:
        """Return the choice of a menu with one choice."""
        if not self.values:
            raise UnknownControl
        return self.values[0]

    def read_person(self) -> int:
        """Return the id of the person chosen in a menu.

        Raises:
            Refusal: it is a bot account.
        """
        if self.read_choice() not in self.people:
            raise UnknownControl
        if self.people[self.read_choice()]:
            raise Refusal("That's another bot; it can't play. **Add a bot** seats one of mine.")
        return int(self.read_choice())

    def read_yes_or_no(self, at: int = 1) -> bool:
        """Return whether a part of the id is "yes"; it must be "yes" or "no"."""
        if self.read_part(at) not in ("yes", "no"):
            raise UnknownControl
        return self.read_part(at) == "yes"

    def read_json(self) -> Any:
        """Return the value in the rest of the id, after the name of a setting."""
        try:
            return json.loads(":".join(self.parts[2:]))
        except ValueError:
            raise UnknownControl from None

    def read_choice_number(self) -> int:
        """Return the number chosen in a menu."""
        return _parse_number(self.read_choice())


def _read_values(box: Mapping[str, Any]) -> Sequence[str]:
    """Return a field's sanitized values: Discord sends a list, a text, whether a box is checked, or null."""
    if "values" in box:
        return [sanitize.sanitize(str(value)) for value in box["values"]]
    match box.get("value"):
        case None | False:
            return []
        case True:
            return [CHECKED]
        case value:
            return [sanitize.sanitize(str(value))]


def unpack_picks(text: str) -> list[str]:
    """Unpack the picks of a custom_id; raise UnknownControl if they are not ours."""
    try:
        return _check_picks(pick_encoding.unpack_picks(text))
    except ValueError:
        raise UnknownControl from None


def _check_picks(picks: Sequence[str]) -> list[str]:
    if not all(_PICK.fullmatch(pick) for pick in picks):
        raise UnknownControl
    return list(picks)


def _parse_number(text: str) -> int:
    if not is_number(text):
        raise UnknownControl
    return int(text)
