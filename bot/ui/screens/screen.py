"""Screens: platform-neutral content that becomes a Discord message.

Everything that leaves the bot is first a Screen (or a Form, see `bot.ui.screens.forms`): a list of texts, pictures and
rows of controls with an audience. So a single place can inspect all of its text, and enforces Discord's limits.

A message with two equal ids cannot be built, because Discord refuses it as a whole. Components are plain dicts:
discord.py's items refer to their parents, and these reference cycles cost more than a move.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import discord
from discord import ui

from bot.engine.pages import MOST_ALT, Picture
from bot.ui.screens.uploads import Upload

# Discord's limits, from its API's schema.
MAX_TEXT_CHARS = 4000
MAX_COMPONENTS = 40
MAX_CUSTOM_ID_CHARS = 100
MAX_ADDRESS_CHARS = 512
MAX_BUTTON_LABEL_CHARS = 80
BUTTONS_IN_ROW = 5
OPTIONS_IN_SELECT = 25
MAX_OPTION_CHARS = 100
MAX_PLACEHOLDER_CHARS = 150

MAX_COLUMN_CHARS = 14
"""Maximum characters of a grid's first column; a telephone shows some 38 in all."""

Style: TypeAlias = Literal["primary", "secondary", "success", "danger", "link"]
STYLES: Mapping[Style, int] = {style: discord.ButtonStyle[style].value for style in get_args(Style)}

Component: TypeAlias = dict[str, Any]
"""A component in the format of Discord's API."""
EmojiIds: TypeAlias = Mapping[str, Component]
"""The application's emoji that Discord has, in the format of its API, by the names that games give them."""
NO_EMOJI: EmojiIds = MappingProxyType({})
_EMOJI_MARK = re.compile(r"<emoji:([a-z0-9_]+)>")
ROW, BUTTON, MENU, PEOPLE, TEXT, GALLERY, SECTION, CONTAINER = (
    kind.value
    for kind in (
        discord.ComponentType.action_row,
        discord.ComponentType.button,
        discord.ComponentType.string_select,
        discord.ComponentType.user_select,
        discord.ComponentType.text_display,
        discord.ComponentType.media_gallery,
        discord.ComponentType.section,
        discord.ComponentType.container,
    )
)


class Button(NamedTuple):
    """A button with its label, and its custom_id or, for a link, its URL."""

    id: str
    label: str
    style: Style = "secondary"
    disabled: bool = False
    emoji: str = ""
    """The name of the emoji before the label; decoration that Discord may lack."""


class MenuLine(NamedTuple):
    """One option of a select menu."""

    value: str
    label: str
    hint: str = ""
    chosen: bool = False
    emoji: str = ""


class Menu(NamedTuple):
    """A select menu with its custom_id, its placeholder and its options."""

    id: str
    placeholder: str
    entries: tuple[MenuLine, ...]
    fewest: int = 1
    most: int = 1
    people: bool = False
    """Whether the options are the server's members; the values are their ids."""


@dataclass(frozen=True)
class Row:
    """Up to five buttons, or one menu."""

    controls: tuple[Button, ...] | tuple[Menu]


@dataclass(frozen=True)
class TextWithButton(Row):
    """A text with its button beside it; on a narrow screen the button stands below the text."""

    text: str = ""


Block: TypeAlias = str | Picture | Row


@dataclass(frozen=True)
class Screen:
    """Texts, pictures and rows of controls in reading order."""

    blocks: tuple[Block, ...]
    mentions: tuple[int, ...] = ()
    """User ids that this message may ping; all other mentions are silent."""
    colour: int | None = None

    def with_blocks(self, *blocks: Block) -> Screen:
        """Return the screen with more blocks at its end."""
        return replace(self, blocks=(*self.blocks, *blocks))

    def iterate_strings(self) -> Iterator[str]:
        """Yield every text of the screen: words, labels, ids, file names, alt texts."""
        for block in self.blocks:
            match block:
                case str():
                    yield block
                case Picture():
                    yield block.name
                    yield block.alt
                case Row():
                    if isinstance(block, TextWithButton):
                        yield block.text
                    for control in block.controls:
                        yield from _iterate_control_strings(control)


def _iterate_control_strings(control: Button | Menu) -> Iterator[str]:
    yield control.id
    if isinstance(control, Button):
        yield control.label
        yield from (control.emoji,) if control.emoji else ()
        return
    yield control.placeholder
    for entry in control.entries:
        yield from (entry.value, entry.label, entry.hint)
        yield from (entry.emoji,) if entry.emoji else ()


def truncate(text: str, limit: int) -> str:
    """Return the text, cut to `limit` characters with an ellipsis."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def mark_emoji(name: str) -> str:
    """Return the mark of an emoji in a text; empty without a name."""
    return f"<emoji:{name}>" if name else ""


def _replace_emoji_marks(text: str, emoji: EmojiIds) -> str:
    """Return the text with its emoji; marks of those that Discord lacks are left out."""
    if "<emoji:" not in text:
        return text
    return _EMOJI_MARK.sub(lambda mark: _format_emoji(emoji[mark[1]]) if mark[1] in emoji else "", text)


def _format_emoji(emoji: Component) -> str:
    return f"<:{emoji['name']}:{emoji['id']}> "


def build_web_button(address: str) -> Sequence[Button]:
    """Return a link button to a web page; an empty list if the address is empty."""
    return [Button(address, "Web page", "link")] if address else []


def build_button_rows(*controls: Button) -> Sequence[Row]:
    """Return the buttons in as few rows as possible."""
    return [Row(controls[first : first + BUTTONS_IN_ROW]) for first in range(0, len(controls), BUTTONS_IN_ROW)]


FIRST_COMPONENT_ID = 2**30
"""Smallest component id of our own; Discord numbers its own from one."""


class ScreenLayout(ui.LayoutView):
    """A screen in the format of discord.py.

    discord.py's own items can be changed and listened to: each refers to its parent and its view. That doubles the
    work of a press and creates reference cycles for the garbage collector. Ours are immutable. Every interaction is
    routed by its custom_id alone, also after a restart (see `bot.ui.handlers.router`). So discord.py need not keep the
    view: it is stopped before it is sent.
    """

    def __init__(self, components: Sequence[Component]) -> None:
        super().__init__(timeout=None)
        self._components = components
        self.stop()

    def to_components(self) -> list[Component]:
        """Return the components in the format of Discord's API."""
        return list(self._components)

    def has_components_v2(self) -> bool:
        """Tell discord.py that texts and containers are components here."""
        return True


class UnsendableError(ValueError):
    """Raised for a message or form that Discord would refuse; the text gives the reason without any of its content."""


class DuplicateIdError(UnsendableError):
    """Raised when two controls of a screen share an id, or two options of a menu a value."""


def build_layout(screen: Screen, answering: int = 0, emoji: EmojiIds = NO_EMOJI) -> ScreenLayout:
    """Convert a screen to a Discord layout; `answering` is the id of the interaction it answers, or 0.

    Labels and texts stand without the emoji that are missing in `emoji`.

    In an answer each menu gets a component id of its own. Otherwise Discord would keep the selection of the menu that
    stood in its place, and send nothing if the player chooses the same option again
    (https://github.com/discord/discord-api-docs/issues/8160).

    Raises:
        UnsendableError: the screen is empty, or breaks a limit of Discord's that cannot be met by shortening.
        DuplicateIdError: two controls or options have the same id.
    """
    controls = [control for block in screen.blocks if isinstance(block, Row) for control in block.controls]
    require_unique(control.id for control in controls)
    for control in controls:
        _validate_control(control)
        if isinstance(control, Menu):
            require_unique(entry.value for entry in control.entries)
    room = MAX_TEXT_CHARS
    parts: list[Component] = []
    for block in _join_texts(screen.blocks):
        match block:
            case str() if block and room > 1:
                text = truncate(_replace_emoji_marks(block, emoji), room)
                room -= len(text)
                parts.append({"type": TEXT, "content": text})
            case Picture():
                picture = {"media": {"url": f"attachment://{block.name}"}, "description": truncate(block.alt, MOST_ALT)}
                parts.append({"type": GALLERY, "items": [picture]})
            case TextWithButton():
                parts.append(_build_section(block, room, answering, emoji))
                room -= len(block.text)
            case Row():
                parts.append(
                    {
                        "type": ROW,
                        "components": [_build_component(control, answering, emoji) for control in block.controls],
                    }
                )
            case _:
                pass
    if not parts:
        raise UnsendableError("there is nothing in the message")
    _validate_rows(screen, components=1 + len(parts) + len(controls))
    return ScreenLayout([{"type": CONTAINER, "accent_color": screen.colour, "components": parts}])


def _validate_rows(screen: Screen, components: int) -> None:
    """Raise UnsendableError if a row has a wrong number of controls, or these components are too many."""
    rows = [block for block in screen.blocks if isinstance(block, Row)]
    if any(not 0 < len(row.controls) <= BUTTONS_IN_ROW for row in rows):
        raise UnsendableError("a row has no controls, or too many")
    components += sum(isinstance(row, TextWithButton) for row in rows)  # their texts
    if components > MAX_COMPONENTS:
        raise UnsendableError(f"{components} components in one message")


def _build_section(section: TextWithButton, room: int, answering: int, emoji: EmojiIds) -> Component:
    """Return a text with its button; a text without room is cut."""
    if not section.text or len(section.controls) != 1 or not isinstance(section.controls[0], Button):
        raise UnsendableError("a section needs a text and one button")
    text = {"type": TEXT, "content": truncate(_replace_emoji_marks(section.text, emoji), max(1, room))}
    button = _build_component(section.controls[0], answering, emoji)
    return {"type": SECTION, "components": [text], "accessory": button}


def _validate_control(control: Button | Menu) -> None:
    leads_away = isinstance(control, Button) and control.style == "link"
    if not 0 < len(control.id) <= (MAX_ADDRESS_CHARS if leads_away else MAX_CUSTOM_ID_CHARS):
        raise UnsendableError(f"an id of {len(control.id)} characters")
    if isinstance(control, Button):
        if not control.label.strip():
            raise UnsendableError("a button without a label")
    elif not control.people:
        _validate_menu(control)


def _validate_menu(menu: Menu) -> None:
    lines = len(menu.entries)
    if not 0 < lines <= OPTIONS_IN_SELECT or not 0 <= menu.fewest <= menu.most or not 0 < menu.most <= lines:
        raise UnsendableError(f"a menu of {lines} lines, of which {menu.fewest} to {menu.most} can be chosen")
    if any(not entry.label.strip() or not 0 < len(entry.value) <= MAX_OPTION_CHARS for entry in menu.entries):
        raise UnsendableError("a line of a menu without words, or with too long a value")


def require_unique(names: Iterable[str]) -> None:
    """Raise DuplicateIdError if a name occurs twice."""
    for name, times in Counter(names).items():
        if times > 1:
            raise DuplicateIdError(f"{name!r} stands there {times} times")


def _join_texts(blocks: Sequence[Block]) -> Sequence[Block]:
    """Return the blocks, with neighbouring texts joined if a message could not hold them all."""
    controls = sum(len(block.controls) for block in blocks if isinstance(block, Row))
    if len(blocks) + controls < MAX_COMPONENTS - 5:  # reserves room for the container and the galleries' items
        return blocks
    joined: list[Block] = []
    for block in blocks:
        if isinstance(block, str) and joined and isinstance(joined[-1], str):
            joined[-1] = f"{joined[-1]}\n{block}"
        else:
            joined.append(block)
    return joined


def build_files(screen: Screen) -> list[discord.File]:
    """Return the screen's pictures as files to upload."""
    return [
        Upload(block.png, block.name, truncate(block.alt, MOST_ALT))
        for block in screen.blocks
        if isinstance(block, Picture)
    ]


def _build_component(control: Button | Menu, answering: int, emoji: EmojiIds) -> Component:
    if isinstance(control, Button):
        return {
            **_build_emoji(control, emoji),
            "type": BUTTON,
            "style": STYLES[control.style],
            "url" if control.style == "link" else "custom_id": control.id,
            "label": truncate(control.label, MAX_BUTTON_LABEL_CHARS),
            "disabled": control.disabled,
        }
    menu: Component = {
        "type": PEOPLE if control.people else MENU,
        "custom_id": control.id,
        "placeholder": truncate(control.placeholder, MAX_PLACEHOLDER_CHARS),
        "min_values": control.fewest,
        "max_values": control.most,
    }
    if answering:
        menu["id"] = zlib.crc32(f"{answering} {control.id}".encode()) & FIRST_COMPONENT_ID - 1 | FIRST_COMPONENT_ID
    return (
        menu if control.people else {**menu, "options": [_build_menu_option(entry, emoji) for entry in control.entries]}
    )


def _build_emoji(labelled: Button | MenuLine, emoji: EmojiIds) -> Component:
    """Return the field for the emoji before a label, if Discord has it."""
    return {"emoji": emoji[labelled.emoji]} if labelled.emoji in emoji else {}


def _build_menu_option(entry: MenuLine, emoji: EmojiIds) -> Component:
    line: Component = {"value": entry.value, "label": truncate(entry.label, MAX_OPTION_CHARS), "default": entry.chosen}
    if entry.hint:
        line["description"] = truncate(entry.hint, MAX_OPTION_CHARS)
    return {**line, **_build_emoji(entry, emoji)}
