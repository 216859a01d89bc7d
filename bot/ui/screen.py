"""Screen: what is about to be shown, before it becomes a Discord message.

Everything that leaves the bot is first a Screen (or a Form): a list of texts, pictures and rows of
controls with an audience. So one place can look at every word of it, and one place keeps Discord's
limits.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import discord
from discord import ui

from bot.engine.pages import Picture

# Discord's limits, from its API's schema.
TEXT_IN_MESSAGE = 4000
COMPONENTS_IN_MESSAGE = 40
CUSTOM_ID = 100
BUTTON_LABEL = 80
BUTTONS_IN_ROW = 5
OPTIONS_IN_SELECT = 25
OPTION_TEXT = 100
PLACEHOLDER = 150
ALT_TEXT = 1024
FORM_TITLE = 45
FORM_LABEL = 45
FORM_HINT = 100
FIELDS_IN_FORM = 5

COLUMN = 14
"""Characters of the first column of a grid; a telephone shows some 38 in all."""

Style: TypeAlias = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True)
class Button:
    """A button: the id that comes back when it is pressed, and what stands on it."""

    id: str
    label: str
    style: Style = "secondary"
    disabled: bool = False


@dataclass(frozen=True)
class Entry:
    """One line of a menu."""

    value: str
    label: str
    hint: str = ""
    chosen: bool = False


@dataclass(frozen=True)
class Menu:
    """A select menu: its id, what it says when nothing is chosen, and its lines."""

    id: str
    placeholder: str
    entries: tuple[Entry, ...]
    fewest: int = 1
    most: int = 1


@dataclass(frozen=True)
class Row:
    """Up to five buttons, or one menu."""

    controls: tuple[Button, ...] | tuple[Menu]


@dataclass(frozen=True)
class Field:
    """One line of a form."""

    label: str
    hint: str = ""
    value: str = ""


@dataclass(frozen=True)
class Form:
    """A modal: its id, its title, and up to five fields."""

    id: str
    title: str
    fields: tuple[Field, ...]

    def strings(self) -> Iterator[str]:
        """Yield every text of the form, its id too."""
        yield self.id
        yield self.title
        for field in self.fields:
            yield from (field.label, field.hint, field.value)


Block: TypeAlias = str | Picture | Row


@dataclass(frozen=True)
class Screen:
    """Texts, pictures and rows of controls in reading order."""

    blocks: tuple[Block, ...]
    mentions: tuple[int, ...] = ()
    """User ids that this message may call; nobody else is."""
    colour: int | None = None

    def with_blocks(self, *blocks: Block) -> Screen:
        """Return the screen with more blocks at its end."""
        return replace(self, blocks=(*self.blocks, *blocks))

    def strings(self) -> Iterator[str]:
        """Yield every text of the screen: words, labels, ids, file names, alt texts."""
        for block in self.blocks:
            match block:
                case str():
                    yield block
                case Picture():
                    yield block.name
                    yield block.alt
                case Row():
                    for control in block.controls:
                        yield from _strings(control)


def _strings(control: Button | Menu) -> Iterator[str]:
    yield control.id
    if isinstance(control, Button):
        yield control.label
        return
    yield control.placeholder
    for entry in control.entries:
        yield from (entry.value, entry.label, entry.hint)


def short(text: str, limit: int) -> str:
    """Return the text, cut to `limit` characters with an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def buttons(*controls: Button) -> Sequence[Row]:
    """Return the buttons in as few rows as hold them."""
    return [Row(controls[first : first + BUTTONS_IN_ROW]) for first in range(0, len(controls), BUTTONS_IN_ROW)]


def layout(screen: Screen) -> ui.LayoutView:
    """Return the screen as a Discord layout.

    The layout is stopped before it is sent, so that discord.py does not keep it: every press is
    routed by its id alone, also after a restart (see `bot.ui.doors`).
    """
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=screen.colour)
    room = TEXT_IN_MESSAGE
    for block in _few_enough(screen.blocks):
        match block:
            case str() if block and room > 1:
                text = short(block, room)
                room -= len(text)
                container.add_item(ui.TextDisplay(text))
            case Picture():
                gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
                gallery.add_item(media=f"attachment://{block.name}", description=short(block.alt, ALT_TEXT))
                container.add_item(gallery)
            case Row():
                container.add_item(_row(block))
            case _:
                pass
    view = ui.LayoutView(timeout=None)
    view.add_item(container)
    view.stop()
    return view


def _few_enough(blocks: Sequence[Block]) -> Sequence[Block]:
    """Return the blocks with neighbouring texts joined when a message could not hold them all."""
    controls = sum(len(block.controls) for block in blocks if isinstance(block, Row))
    if len(blocks) + controls < COMPONENTS_IN_MESSAGE - 5:  # room for the container and the galleries' items
        return blocks
    joined: list[Block] = []
    for block in blocks:
        if isinstance(block, str) and joined and isinstance(joined[-1], str):
            joined[-1] = f"{joined[-1]}\n{block}"
        else:
            joined.append(block)
    return joined


def files(screen: Screen) -> list[discord.File]:
    """Return the screen's pictures as files to upload."""
    return [
        discord.File(io.BytesIO(block.png), filename=block.name, description=short(block.alt, ALT_TEXT))
        for block in screen.blocks
        if isinstance(block, Picture)
    ]


def modal(form: Form) -> ui.Modal:
    """Return the form as a Discord modal, stopped for the same reason as a layout."""
    window = ui.Modal(title=short(form.title, FORM_TITLE), custom_id=form.id, timeout=None)
    for number, field in enumerate(form.fields):
        box: ui.TextInput[ui.Modal] = ui.TextInput(
            custom_id=str(number), default=field.value or None, max_length=20, required=True
        )
        window.add_item(
            ui.Label(
                text=short(field.label, FORM_LABEL),
                description=short(field.hint, FORM_HINT) or None,
                component=box,
            )
        )
    window.stop()
    return window


def _row(row: Row) -> ui.ActionRow[ui.LayoutView]:
    line: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    for control in row.controls:
        if isinstance(control, Button):
            line.add_item(
                ui.Button(
                    custom_id=control.id,
                    label=short(control.label, BUTTON_LABEL),
                    style=discord.ButtonStyle[control.style],
                    disabled=control.disabled,
                )
            )
        else:
            line.add_item(
                ui.Select(
                    custom_id=control.id,
                    placeholder=short(control.placeholder, PLACEHOLDER),
                    min_values=control.fewest,
                    max_values=control.most,
                    options=[
                        discord.SelectOption(
                            value=entry.value,
                            label=short(entry.label, OPTION_TEXT),
                            description=short(entry.hint, OPTION_TEXT) or None,
                            default=entry.chosen,
                        )
                        for entry in control.entries
                    ],
                )
            )
    return line
