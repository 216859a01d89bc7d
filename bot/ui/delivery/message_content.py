"""Digests of messages, to skip a message or an edit that would change nothing."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import NamedTuple

from bot.engine.pages import Picture
from bot.ui.screens.screen import Screen, build_layout


class MessageContent(NamedTuple):
    """Digests of a message's content; a screen itself would keep its pictures in memory."""

    parts: bytes
    """Texts, controls and colour, without the bytes of pictures."""
    pictures: bytes


def compute_content(screen: Screen) -> MessageContent:
    """Return the digests of a screen's content."""
    parts = json.dumps(build_layout(screen).to_components()).encode()
    pictures = b"".join(block.png for block in screen.blocks if isinstance(block, Picture))
    return MessageContent(sha256(parts).digest(), sha256(pictures).digest())
