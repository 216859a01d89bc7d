"""The local table's pages have the pictures of emoji, which SimCord itself does not keep."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image
from simcord.backend.cdn import CDN_BASE

from bot.client import Boardroom
from bot.local import world
from bot.settings import Settings


async def test_each_uploaded_emoji_has_its_picture(tmp_path: Path) -> None:
    bot = Boardroom(Settings(database=tmp_path / "local.db", emoji=True), spacing=0)
    there = world.create_world(bot)
    async with world.run_world(there, bot, 1, None, lambda *_: None):
        backend = there.env.backend
        assert len(backend.application_emojis) > 50
        for emoji_id in backend.application_emojis:
            picture = backend.cdn.get(f"{CDN_BASE}/emojis/{emoji_id}.png")
            assert picture is not None
            with Image.open(BytesIO(picture)) as image:
                assert image.size == (128, 128)
