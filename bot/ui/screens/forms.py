"""Forms: platform-neutral content that becomes a Discord modal.

A form has up to five labelled fields: texts, choices from a list, and checkboxes. It opens with the values that its
fields hold. Each field is submitted under its name, or else under its position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import discord
from discord import ui

from bot.ui.screens.screen import (
    MAX_CUSTOM_ID_CHARS,
    MAX_OPTION_CHARS,
    MAX_PLACEHOLDER_CHARS,
    NO_EMOJI,
    OPTIONS_IN_SELECT,
    EmojiIds,
    MenuLine,
    UnsendableError,
    require_unique,
    truncate,
)

# Discord's limits, from its API's schema.
MAX_FORM_TITLE_CHARS = 45
MAX_FORM_LABEL_CHARS = 45
MAX_FORM_HINT_CHARS = 100
MAX_FIELD_CHARS = 4000
FIELDS_IN_FORM = 5

Kind: TypeAlias = Literal["menu", "radio", "checks"]
"""How a choice is shown: as a select menu, as a radio group, or as a group of checkboxes."""
LEAST_LINES: Mapping[Kind, int] = {"menu": 1, "radio": 2, "checks": 1}
MOST_LINES: Mapping[Kind, int] = {"menu": OPTIONS_IN_SELECT, "radio": 10, "checks": 10}
MAX_RADIO_LINES = 4
"""Maximum number of lines of a choice that are all shown; more are a menu, so that five choices fit a phone."""
CHECKED = "yes"
"""The value of a checked box; an unchecked one has none."""


@dataclass(frozen=True)
class Field:
    """A text field of a form."""

    label: str
    hint: str = ""
    value: str = ""
    longest: int = 20
    """Maximum number of characters."""
    name: str = ""
    """The name under which it is submitted; empty: its position."""
    required: bool = True
    is_long: bool = False
    """Whether it is shown with several lines."""


@dataclass(frozen=True)
class ChoiceField:
    """A choice from a list; the lines chosen beforehand are its value."""

    label: str
    entries: tuple[MenuLine, ...]
    kind: Kind = "menu"
    hint: str = ""
    fewest: int = 1
    """With 0 the choice can be left out; on phones a menu of at least 1 cannot be emptied."""
    most: int = 1
    name: str = ""
    placeholder: str = ""
    """Words in a menu without a choice."""


@dataclass(frozen=True)
class CheckField:
    """A single checkbox."""

    label: str
    hint: str = ""
    checked: bool = False
    name: str = ""


AnyField: TypeAlias = Field | ChoiceField | CheckField


@dataclass(frozen=True)
class Form:
    """A modal with its custom_id, its title and up to five fields."""

    id: str
    title: str
    fields: tuple[AnyField, ...]

    def iterate_strings(self) -> Iterator[str]:
        """Yield every text of the form, including its id."""
        yield self.id
        yield self.title
        for field in self.fields:
            yield from _iterate_field_strings(field)

    def iterate_named_fields(self) -> Iterator[tuple[str, AnyField]]:
        """Yield each field with the name under which it is submitted."""
        for number, field in enumerate(self.fields):
            yield field.name or str(number), field

    def fill_in(self, values: Mapping[str, Sequence[str]]) -> Form:
        """Return the form with these values, by the names of the fields; values that do not fit are left out."""
        filled = (
            _fill_field(field, values[name]) if name in values else field for name, field in self.iterate_named_fields()
        )
        return replace(self, fields=tuple(filled))


def choose_kind(lines: int) -> Kind:
    """Return how a choice of one of so many lines is shown: all lines at once if they are few."""
    return "radio" if LEAST_LINES["radio"] <= lines <= MAX_RADIO_LINES else "menu"


def _iterate_field_strings(field: AnyField) -> Iterator[str]:
    yield from (text for text in (field.label, field.hint, field.name) if text)
    match field:
        case Field():
            yield field.value
        case ChoiceField():
            yield field.placeholder
            for entry in field.entries:
                yield from (entry.value, entry.label, entry.hint)
        case CheckField():
            pass


def _fill_field(field: AnyField, values: Sequence[str]) -> AnyField:
    match field:
        case Field():
            return replace(field, value="".join(values)[: field.longest])
        case ChoiceField():
            known = [entry.value for entry in field.entries if entry.value in values][: field.most]
            entries = tuple(entry._replace(chosen=entry.value in known) for entry in field.entries)
            return replace(field, entries=entries)
        case CheckField():
            return replace(field, checked=bool(values))


def build_modal(form: Form, emoji: EmojiIds = NO_EMOJI) -> ui.Modal:
    """Convert a form to a Discord modal, stopped for the same reason as a layout.

    Args:
        form: the form.
        emoji: the application's emoji; lines of menus stand without those that are missing here.

    Raises:
        UnsendableError: Discord would refuse it; discord.py itself checks no lengths.
        DuplicateIdError: two fields share a name, or two lines of a choice a value.
    """
    if not 0 < len(form.fields) <= FIELDS_IN_FORM or not 0 < len(form.id) <= MAX_CUSTOM_ID_CHARS:
        raise UnsendableError(f"a form of {len(form.fields)} fields, or with an id of {len(form.id)} characters")
    named = list(form.iterate_named_fields())
    require_unique(name for name, _ in named)
    window = ui.Modal(title=truncate(form.title, MAX_FORM_TITLE_CHARS), custom_id=form.id, timeout=None)
    for name, field in named:
        if not field.label.strip() or len(name) > MAX_CUSTOM_ID_CHARS:
            raise UnsendableError("a field of a form without a label, or with too long a name")
        window.add_item(
            ui.Label(
                text=truncate(field.label, MAX_FORM_LABEL_CHARS),
                description=truncate(field.hint, MAX_FORM_HINT_CHARS) or None,
                component=_build_field(name, field, emoji),
            )
        )
    window.stop()
    return window


def _build_field(name: str, field: AnyField, emoji: EmojiIds) -> ui.Item[Any]:
    match field:
        case Field():
            return _build_text(name, field)
        case CheckField():
            return ui.Checkbox(custom_id=name, default=field.checked)
        case ChoiceField():
            _validate_choice(field)
            return _build_choice(name, field, emoji)


def _build_text(name: str, field: Field) -> ui.Item[Any]:
    if len(field.value) > field.longest or not 0 < field.longest <= MAX_FIELD_CHARS:
        raise UnsendableError(f"a text of {len(field.value)} characters in a field for {field.longest}")
    return ui.TextInput(
        custom_id=name,
        style=discord.TextStyle.paragraph if field.is_long else discord.TextStyle.short,
        default=field.value or None,
        max_length=field.longest,
        required=field.required,
    )


def _validate_choice(field: ChoiceField) -> None:
    lines, chosen = len(field.entries), sum(entry.chosen for entry in field.entries)
    most_lines = 1 if field.kind == "radio" else lines
    if not LEAST_LINES[field.kind] <= lines <= MOST_LINES[field.kind]:
        raise UnsendableError(f"a {field.kind} of {lines} lines")
    if not 0 <= field.fewest <= field.most or not max(1, chosen) <= field.most <= most_lines:
        raise UnsendableError(f"a {field.kind} of {lines} lines, {chosen} chosen of {field.fewest} to {field.most}")
    if any(not entry.label.strip() or not 0 < len(entry.value) <= MAX_OPTION_CHARS for entry in field.entries):
        raise UnsendableError("a line of a form without words, or with too long a value")
    require_unique(entry.value for entry in field.entries)


def _build_choice(name: str, field: ChoiceField, emoji: EmojiIds) -> ui.Item[Any]:
    required = field.fewest > 0  # Discord refuses a required choice of at least 0
    lines: list[dict[str, Any]] = [
        {
            "label": truncate(entry.label, MAX_OPTION_CHARS),
            "value": entry.value,
            "description": truncate(entry.hint, MAX_OPTION_CHARS) or None,
            "default": entry.chosen,
        }
        for entry in field.entries
    ]
    match field.kind:
        case "menu":
            return ui.Select(
                custom_id=name,
                placeholder=truncate(field.placeholder, MAX_PLACEHOLDER_CHARS) or None,
                min_values=field.fewest,
                max_values=field.most,
                required=required,
                options=[
                    discord.SelectOption(**line, emoji=_find_emoji(entry, emoji))
                    for entry, line in zip(field.entries, lines, strict=True)
                ],
            )
        case "radio":
            return ui.RadioGroup(
                custom_id=name, required=required, options=[discord.RadioGroupOption(**line) for line in lines]
            )
        case "checks":
            return ui.CheckboxGroup(
                custom_id=name,
                min_values=field.fewest,
                max_values=field.most,
                required=required,
                options=[discord.CheckboxGroupOption(**line) for line in lines],
            )


def _find_emoji(entry: MenuLine, emoji: EmojiIds) -> discord.PartialEmoji | None:
    """Return the emoji before a line of a menu, if Discord has it; radio and checkbox groups cannot show any."""
    return discord.PartialEmoji.from_dict(emoji[entry.emoji]) if entry.emoji in emoji else None
