"""Checks of outgoing messages against Discord's limits."""

from __future__ import annotations

from typing import Any

from simcord.components import validate_message_state, validate_modal, walk_components

from bot.engine.pages import Picture
from bot.ui.screens.forms import Form, build_modal
from bot.ui.screens.screen import Screen, build_files, build_layout

COMPONENTS_V2 = 1 << 15
BUTTON, SELECT, TEXT = 2, 3, 10


def check_screen(screen: Screen) -> list[dict[str, Any]]:
    """Return the screen's components as sent to Discord; raise if Discord would reject them."""
    raw: list[dict[str, Any]] = build_layout(screen).to_components()
    components = validate_message_state(raw, flags=COMPONENTS_V2, content=None, embeds=[])
    every = list(walk_components(components))
    for component in every:
        match component["type"]:
            case 2:
                assert component["label"].strip(), "a button without a label"
                assert component["custom_id"].strip()
            case 3:
                assert component["max_values"] <= len(component["options"]), "more to choose than there is"
                assert len([option for option in component["options"] if option.get("default")]) <= 1
                assert all(option["label"].strip() for option in component["options"]), "a line without a label"
            case 17:
                assert component["components"], "an empty message"
    pictures = [block for block in screen.blocks if isinstance(block, Picture)]
    assert len(pictures) <= 10
    assert [file.filename for file in build_files(screen)] == [picture.name for picture in pictures]
    return every


def check_form(form: Form) -> dict[str, Any]:
    """Return the form as sent to Discord; raise if Discord would reject it."""
    window: dict[str, Any] = validate_modal(build_modal(form).to_dict())
    return window


def read_text(screen: Screen) -> str:
    """Return all text of the screen as sent, except its controls."""
    return "\n".join(component["content"] for component in check_screen(screen) if component["type"] == TEXT)


def list_labels(screen: Screen) -> list[str]:
    """Return the labels of the buttons."""
    return [component["label"] for component in check_screen(screen) if component["type"] == BUTTON]
