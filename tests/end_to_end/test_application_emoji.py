"""Small pictures before labels: uploaded once by the bot itself, and missed by nobody where Discord has none."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TypeAlias

import pytest
from PIL import Image

from bot.drawing.emoji import EMOJI_PIXELS
from bot.engine.game import AnyGame
from bot.games import GAMES
from bot.games.goodwill import GAME
from bot.host.delivery.outbox_worker import RetryLater
from bot.ui.delivery.application_emoji import MAX_EMOJI_BYTES, OWN_NAME, ApplicationEmoji, build_emoji_name
from tests.end_to_end.test_newest_panel import answer, panel
from tests.end_to_end.town import Message, Town, begun, find, said, town, words

ROUTE = "/applications/*/emojis"
DRAWINGS = {} if GAME.pictures.emoji is None else GAME.pictures.emoji.drawings
HEADING = "### 1953, Amber"

Opening: TypeAlias = Callable[[], AbstractAsyncContextManager[Town]]


@pytest.fixture
def opening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Opening:
    """How to begin a game where the bot uploads emoji, as it does by default."""
    monkeypatch.delenv("BOARDROOM_EMOJI")

    @asynccontextmanager
    async def open_town() -> AsyncIterator[Town]:
        async with town(tmp_path, "Ann", "Ben", "Dora", games={"goodwill": GAME}) as there:
            await begun(there)
            yield there

    return open_town


def requests(there: Town, method: str) -> Sequence[str]:
    """The requests about emoji so far: the names that were uploaded, or the paths."""
    found = [each for each in there.env.http_requests if each.method == method and "/emojis" in each.path]
    return [each.json["name"] if isinstance(each.json, dict) else each.path for each in found]


def names(there: Town) -> set[str]:
    """The names of the emoji that the application has."""
    return {each.name for each in there.env.backend.application_emojis.values()}


def with_picture(name: str, picture: bytes) -> AnyGame:
    """Goodwill with another picture of an emoji."""
    emoji = GAME.pictures.emoji
    assert emoji is not None
    other = replace(emoji, drawings={**emoji.drawings, name: lambda: picture})
    return replace(GAME, pictures=replace(GAME.pictures, emoji=other))


def build(there: Town, *games: AnyGame, uploads: bool = True) -> ApplicationEmoji:
    """The emoji of a process of the same application."""
    return ApplicationEmoji(there.bot, games, uploads=uploads, spacing=0)


async def test_they_are_uploaded_at_the_first_start_and_not_again(opening: Opening) -> None:
    async with opening() as there:
        assert names(there) == {build_emoji_name(name, draw()) for name, draw in DRAWINGS.items()}
        await there.restart()
        await there.settled()
        assert len(requests(there, "POST")) == len(DRAWINGS)
        assert "<:br_gw_amber_" in words(await panel(there, there.people["Ann"]))


async def test_a_panel_reads_the_same_before_and_after(opening: Opening) -> None:
    async with opening() as there:
        await panel(there, there.people["Ann"])  # which tells the news, once
        after = words(await panel(there, there.people["Ann"]))
        there.env.backend.application_emojis.clear()
        there.env.inject_error("POST", ROUTE, status=403, code=20012, times=None)
        await there.restart()
        await there.settled()
        before = words(await panel(there, there.people["Ann"]))
    assert HEADING in before
    (emoji,) = {word for word in after.split() if word.startswith("<:br_gw_amber_")}
    assert after.replace(f"{emoji} ", "") == before


async def test_a_move_takes_no_more_requests(opening: Opening) -> None:
    async with opening() as there:
        shown = await panel(there, there.people["Ann"])
        before = len(there.env.http_requests)
        pressed = await there.people["Ann"].click(shown, custom_id=answer(shown))
        assert "sealed" in said(pressed)
        paths = [each.path for each in there.env.http_requests[before:]]
        assert sum(path.startswith("/interactions/") for path in paths) == 1
        assert not any("/emojis" in path for path in paths)


async def test_a_changed_picture_is_uploaded_anew_and_the_old_one_goes_at_the_next_start(opening: Opening) -> None:
    async with opening() as there:
        game = with_picture("gw_amber", DRAWINGS["gw_black"]())
        old, new = (build_emoji_name("gw_amber", DRAWINGS[name]()) for name in ("gw_amber", "gw_black"))
        process = build(there, game)
        await process.synchronize()
        assert process.known["gw_amber"]["name"] == new
        assert {old, new} <= names(there), "another process may still show the old one"
        process = build(there, game)
        await process.synchronize()
        assert process.known["gw_amber"]["name"] == new
        assert new in names(there)
        assert old not in names(there)
        assert len(names(there)) == len(DRAWINGS)


async def test_foreign_emoji_are_neither_shown_nor_touched(opening: Opening) -> None:
    async with opening() as there:
        backend = there.env.backend
        stranger = there.people["Dora"].id
        foreign = [backend.create_application_emoji(name) for name in ("br_gw_amber_00000000", "logo", "br_other")]
        for emoji in foreign[:2]:
            emoji.user_id = stranger
        process = build(there, GAME)
        for _ in range(2):
            await process.synchronize()
        assert process.known["gw_amber"]["name"] == build_emoji_name("gw_amber", DRAWINGS["gw_amber"]())
        assert {emoji.id for emoji in foreign} <= set(backend.application_emojis)
        assert requests(there, "PATCH") == []
        assert requests(there, "DELETE") == []


async def test_of_two_processes_one_uploads_and_both_show_them(opening: Opening) -> None:
    async with opening() as there:
        there.env.backend.application_emojis.clear()
        before = len(requests(there, "POST"))
        other, uploader = build(there, GAME, uploads=False), build(there, GAME)
        with pytest.raises(RetryLater, match="another process has 3 emoji left to upload"):
            await other.synchronize()
        assert not other.known
        await uploader.synchronize()
        await other.synchronize()
        assert other.known == uploader.known
        assert len(requests(there, "POST")) - before == len(DRAWINGS)


async def refuse_and_answer(there: Town) -> None:
    """Let Ann answer where Discord refuses her reply for its emoji; she notices nothing."""
    ann = there.people["Ann"]
    shown = await panel(there, ann)
    there.env.inject_error("POST", "/interactions/*/callback", status=400, code=50035, times=1)
    pressed = await ann.click(shown, custom_id=answer(shown))
    assert "sealed" in said(pressed)
    await there.settled()


async def test_a_deleted_emoji_keeps_nobody_from_answering_and_is_uploaded_again(opening: Opening) -> None:
    async with opening() as there:
        deleted = set(there.env.backend.application_emojis)
        there.env.backend.application_emojis.clear()
        await refuse_and_answer(there)
        assert len(names(there)) == len(DRAWINGS)
        assert not deleted & set(there.env.backend.application_emojis)
        assert "<:br_gw_amber_" in words(await panel(there, there.people["Ben"]))


async def test_a_form_that_discord_refuses_for_its_emoji_opens_without_them(opening: Opening) -> None:
    async with opening() as there:
        ann = there.people["Ann"]
        shown = await panel(there, ann)
        there.env.inject_error("POST", "/interactions/*/callback", status=400, code=50035, times=1)
        pressed = await ann.click(shown, custom_id=form_id(shown))
        assert pressed.modal is not None
        await there.settled()


def form_id(shown: Message) -> str:
    """The button of a panel that opens a form."""
    button = find(shown, "fill") or find(shown, "form")
    assert button is not None
    return str(button["custom_id"])


async def test_emoji_that_discord_has_and_refuses_are_not_tried_again(opening: Opening) -> None:
    async with opening() as there:
        await refuse_and_answer(there)
        shown = words(await panel(there, there.people["Ben"]))
        assert HEADING in shown
        assert "<:br_" not in shown
        assert len(requests(there, "POST")) == len(DRAWINGS)


async def test_a_picture_that_cannot_be_drawn_is_the_only_one_that_is_missing(
    opening: Opening, caplog: pytest.LogCaptureFixture
) -> None:
    async with opening() as there:
        emoji = GAME.pictures.emoji
        assert emoji is not None
        broken: Callable[[], bytes] = partial(Path("no such picture").read_bytes)
        drawings = {**emoji.drawings, "gw_amber": broken, "gw_black": lambda: bytes(MAX_EMOJI_BYTES + 1)}
        game = replace(GAME, pictures=replace(GAME.pictures, emoji=replace(emoji, drawings=drawings)))
        there.env.backend.application_emojis.clear()
        process = build(there, game)
        await process.synchronize()
        assert set(process.known) == {"gw_crimson"}
        assert "gw_amber could not be drawn" in caplog.text
        assert "gw_black has a wrong name, or 262145 bytes" in caplog.text
        caplog.clear()


async def test_who_switches_them_off_has_none(opening: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDROOM_EMOJI", "no")
    async with opening() as there:
        shown = await panel(there, there.people["Ann"])
        assert HEADING in words(shown)
        assert find(shown, "play") is not None
        assert requests(there, "GET") == []
        assert names(there) == set()


def test_every_picture_and_name_is_one_that_discord_takes() -> None:
    declared = [
        (name, draw)
        for game in GAMES.values()
        if game.pictures.emoji
        for name, draw in game.pictures.emoji.drawings.items()
    ]
    assert len(declared) == len(dict(declared)), "no two games share a name"
    for name, draw in declared:
        picture = draw()
        assert draw() == picture, "otherwise each start would upload it again"
        assert OWN_NAME.fullmatch(build_emoji_name(name, picture))
        assert len(build_emoji_name(name, picture)) <= 32
        assert len(picture) <= MAX_EMOJI_BYTES // 8, "they are small"
        with Image.open(BytesIO(picture)) as image:
            assert (image.format, image.size, image.mode) == ("PNG", (EMOJI_PIXELS, EMOJI_PIXELS), "RGBA")
