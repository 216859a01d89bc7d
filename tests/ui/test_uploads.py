"""Files that are uploaded to Discord leave memory once they are sent."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import discord
import pytest
from discord.http import handle_message_parameters

from bot.engine.pages import Picture
from bot.ui.screens.screen import Screen, build_files


@pytest.fixture
def without_collection() -> Iterator[None]:
    """No garbage is collected meanwhile: only what nothing refers to is freed."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("without_collection")
def test_a_picture_is_freed_as_soon_as_it_is_sent() -> None:
    (file,) = build_files(Screen(("Words", Picture("board.png", b"the pixels", "A board"))))
    content = ref(file.fp)
    with handle_message_parameters(files=[file]) as sent:  # as discord.py sends a message
        assert sent.files == [file]
        assert file.fp.read() == b"the pixels"
    del file, sent
    assert content() is None


def test_a_picture_can_be_sent_again_after_an_attempt_that_failed() -> None:
    (file,) = build_files(Screen(("Words", Picture("board.png", b"the pixels", "A board"))))
    assert file.fp.read() == b"the pixels"
    file.reset()
    assert file.fp.read() == b"the pixels"
    assert (file.filename, file.description) == ("board.png", "A board")
    assert isinstance(file, discord.File)


def test_all_files_are_built_by_one_module() -> None:
    """A `discord.File` of another module would stay in memory after it was sent."""
    root = Path(__file__).resolve().parents[2]
    modules = [path for folder in ("bot", "cogs") for path in (root / folder).rglob("*.py")]
    assert [path.name for path in modules if "discord.File(" in path.read_text("utf-8")] == []
    assert [path.name for path in modules if "(discord.File)" in path.read_text("utf-8")] == ["uploads.py"]
