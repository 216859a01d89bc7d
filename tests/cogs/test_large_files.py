"""Files that are too large for Discord arrive packed, for the person who asked for them."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from bot.ui.handlers import answering
from tests.cogs.town import Player, Town

LARGEST_OF_DISCORD = 10_000_000
"""Bytes."""


async def exported(player: Player) -> tuple[str, bytes]:
    """The name and the content of the file that somebody is given of their game."""
    await player.slash("record export")
    (attachment,) = player.answer.attachments
    return attachment.filename, await attachment.read()


async def test_a_record_that_is_too_large_for_discord_comes_packed(
    here: Town, ann: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answering.LARGEST_FILE <= LARGEST_OF_DISCORD
    await here.at_first_turn(ben, host=ann)
    name, record = await exported(ann)
    assert name.endswith(".json")
    monkeypatch.setattr(answering, "LARGEST_FILE", len(record))
    assert await exported(ann) == (name, record), "there is just room for it"
    monkeypatch.setattr(answering, "LARGEST_FILE", len(record) - 1)
    packed_name, packed = await exported(ann)
    assert packed_name == name.replace(".json", ".zip")
    assert len(packed) < len(record)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.namelist() == [name]
        assert json.loads(archive.read(name)) == json.loads(record)


async def test_what_is_kept_of_somebody_comes_packed_when_it_is_too_large(
    here: Town, ann: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "LARGEST_FILE", 100)
    await here.at_first_turn(ben, host=ann)
    await ann.slash("settings my-data")
    (attachment,) = ann.answer.attachments
    assert attachment.filename.endswith(".zip")
    with zipfile.ZipFile(io.BytesIO(await attachment.read())) as archive:
        (name,) = archive.namelist()
        assert json.loads(archive.read(name))["user_id"] == str(ann.id)
