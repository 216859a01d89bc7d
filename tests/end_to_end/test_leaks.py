"""The guard stops a game that leaks a secret in any place.

Each test plays Goodwill with a leak planted in one place, which is switched on when the game is under way. This
folder is the only one in which our own code is tampered with, and only here.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import pytest

from bot.engine import play
from bot.engine.game import Game
from bot.engine.pages import Page, Picture, Section, mark, with_names
from bot.engine.questions import Choose, Number, Option, Question
from bot.engine.records import Seat
from bot.games import GAMES
from bot.games.goodwill.rules.transactions import Transaction
from bot.games.goodwill.table import Goodwill
from bot.games.goodwill.view import GoodwillView
from bot.testing.thorough import mark_thorough
from tests.end_to_end.playing import answers, asked, time_runs_out
from tests.end_to_end.town import Town, begun, said, town, words
from tests.end_to_end.witness import Witness, sealed_prices

GAME: Game[Goodwill, GoodwillView] = GAMES["goodwill"]
NEUTRAL = "A message was not sent, because it would have shown what its reader may not know."

Blurt = Callable[[Goodwill, Seat | None], str]
"""What slips out of a table when this seat (None: everybody) reads."""


@dataclass(frozen=True)
class Leaky(GoodwillView):
    """A view with something in it that slipped out."""

    slip: str


class Leak:
    """A planted leak, which slips out once it is switched on."""

    def __init__(self, blurt: Blurt) -> None:
        self.blurt = blurt
        self.on = False
        self.table: Goodwill | None = None
        """The table at the moment the leak was switched on."""
        self.reader: Seat | None = None

    def about(self, seat: Seat | None) -> str:
        """What slips out of that table to a seat."""
        return "" if self.table is None else self.of(self.table, seat)

    def through(self, view: GoodwillView) -> str:
        """The text that slips out to a viewer with this view."""
        assert isinstance(view, Leaky)
        return view.slip

    def of(self, table: Goodwill, seat: Seat | None) -> str:
        """What slips out of this table."""
        return self.blurt(table, seat) if self.on else ""

    def game(self, **parts: Any) -> Game[Goodwill, Any]:
        """The game with these parts of it replaced, which see what slips out into the view."""
        return replace(GAME, view=self.view, **parts) if parts else GAME

    def view(self, table: Goodwill, seat: Seat | None) -> Leaky:
        """What a seat may know, and what slips out."""
        seen = GAME.view(table, seat)
        parts = {part.name: getattr(seen, part.name) for part in fields(GoodwillView)}
        return Leaky(**parts, slip=self.of(table, seat))

    def page(self, view: GoodwillView) -> Page:
        """The table, with the leak among its lines."""
        return self._blurting(GAME.page(view), view)

    def hand(self, view: GoodwillView) -> Page:
        """The hand, with the leak among its lines."""
        return self._blurting(GAME.hand(view), view)

    def _blurting(self, page: Page, view: GoodwillView) -> Page:
        slip = self.through(view)
        return replace(page, sections=[*page.sections, Section("By the way", [slip])]) if slip else page


def information(table: Goodwill, seat: Seat | None) -> str:
    """An information this seat may not look at; for all, one that those who are asked may not look at either."""
    readers = {seat} if seat is not None else set(play.list_asked_seats(table))
    slot = next(slot for slot in range(1, len(table.slots) + 1) if readers.isdisjoint(table.viewers(slot)))
    pair = table.slots[slot - 1]
    return f"{table.box.event[pair.event].name} (rank {pair.percentage})"


def seed(table: Goodwill, _: Seat | None) -> str:
    """The secret of all secrets."""
    return table.chance.seed


def sealed(table: Goodwill, seat: Seat | None) -> str:
    """Another player's sealed price, which may also occur there by chance."""
    for price in sorted(sealed_prices(table)):
        if price.seat != seat:
            return f"{mark(price.seat)} would pay ${price.amount}"
    return ""


def changed(thing: Any, part: str, value: str) -> Any:
    """The same with another text in one of its parts."""
    return replace(thing, **{part: value})


BLURTS = pytest.mark.parametrize("blurt", [information, sealed])


@asynccontextmanager
async def leaking(folder: Path, leak: Leak, game: Game[Goodwill, Any]) -> AsyncIterator[Town]:
    """Ann and Ben at the beginning of a game, Ann's price is sealed; Dora watches. From here on it leaks.

    At the end nothing has got out; and with the game as it should be, everything goes on.
    """
    async with town(folder, "Ann", "Ben", "Dora", games={"goodwill": game}) as there:
        await begun(there)
        await there.people["Ann"].slash(there.place, "bid", price="86")
        running = await there.running()
        witness = Witness(there)
        assert isinstance(running.table, Goodwill)
        leak.table = running.table
        leak.on = True
        there.bot.host.forget_loaded(there.number)  # views of a table are cached
        yield there
        leak.on = False
        slips = {leak.blurt(running.table, seat) for seat in (None, *running.table.seats)} - {""}
        told = witness.new()
        for slip in slips:
            for each in told:
                assert slip not in "\n".join(each.texts)
        there.games = GAMES
        await there.restart()
        for person in await asked(there):
            assert NEUTRAL not in await answers(there, person)
        assert "Goodwill" in said(await there.people["Dora"].slash(there.place, "game status"))
        running = await there.running()
        assert running.table.agenda[0].get_title(running.table) in words(there.table_message())


def stopped(caplog: pytest.LogCaptureFixture) -> int:
    """How many leaks the operator read about; their subject is not in the log."""
    leaks = [record for record in caplog.get_records("call") if record.getMessage() == "a leak was stopped"]
    for record in leaks:
        assert record.levelname == "ERROR"
        assert "$86" not in record.getMessage()
    return len(leaks)


async def shows_a_new_board(there: Town) -> bool:
    """Let a person request the table's message again; return whether it was sent."""
    before = len(there.env.http_requests)
    await there.people["Dora"].slash(there.place, "game status")
    path = f"/channels/{there.place.id}/messages/{there.table_message().id}"
    return any(request.path == path for request in there.env.http_requests[before:])


# -- what everybody sees ---------------------------------------------------------------------------


@BLURTS
async def test_on_the_table(tmp_path: Path, caplog: pytest.LogCaptureFixture, blurt: Blurt) -> None:
    leak = Leak(blurt)
    async with leaking(tmp_path, leak, leak.game(page=leak.page)) as there:
        dora = there.people["Dora"]
        for result in (
            await dora.slash(there.place, "game status"),
            await dora.click(there.table_message(), custom_id="act:1"),
            await dora.click(there.table_message(), custom_id="hand:1"),
        ):
            assert said(result) == NEUTRAL
        assert not await shows_a_new_board(there)
        assert stopped(caplog) >= 5


@BLURTS
@pytest.mark.parametrize("where", mark_thorough(["alt", "name"]))
async def test_with_the_picture(tmp_path: Path, caplog: pytest.LogCaptureFixture, blurt: Blurt, where: str) -> None:
    leak = Leak(blurt)
    board = GAME.pictures.drawings[0]

    def draw(view: GoodwillView, names: Callable[[Seat], str]) -> Picture:
        picture: Picture = board.draw(view, names)
        slip = with_names(leak.through(view), names)
        leaky: Picture = changed(picture, where, f"{slip} {getattr(picture, where)}")
        return leaky if slip else picture

    pictures = replace(GAME.pictures, drawings=(replace(board, draw=draw, looks=None),))
    async with leaking(tmp_path, leak, leak.game(pictures=pictures)) as there:
        assert not await shows_a_new_board(there)
        assert stopped(caplog) >= 1


async def test_in_what_the_table_waits_for(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak = Leak(information)
    proper = Transaction.get_title

    def title(step: Transaction, table: Goodwill) -> str:
        return f"{proper(step, table)} {leak.of(table, None)}"

    async with leaking(tmp_path, leak, leak.game()) as there:
        monkeypatch.setattr(Transaction, "get_title", title)
        there.bot.host.forget_loaded(there.number)
        (call,) = there.calls()
        assert said(await there.people["Dora"].slash(there.place, "game status")) == NEUTRAL
        await there.people["Ben"].slash(there.place, "bid", price="12")
        assert [words(each) for each in there.calls()] in ([words(call)], [])
        assert not await shows_a_new_board(there)
        assert stopped(caplog) >= 4
        monkeypatch.undo()


async def test_in_the_inbox_and_in_the_letters_of_a_missed_deadline(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player's timeout must be announced, so it is announced without the revealing part."""
    leak = Leak(sealed)
    proper = Transaction.get_title

    def title(step: Transaction, table: Goodwill) -> str:
        return f"{proper(step, table)} {leak.of(table, None)}"

    async with leaking(tmp_path, leak, leak.game()) as there:
        monkeypatch.setattr(Transaction, "get_title", title)
        there.bot.host.forget_loaded(there.number)
        assert said(await there.people["Ben"].slash(there.place, "inbox")) == NEUTRAL
        await time_runs_out(there, "Ben")
        await there.settled()
        (told,) = [words(message) for message in there.public() if "ran out" in words(message)]
        assert told.endswith("The time of **Ben** ran out: the default was played for them.")
        assert stopped(caplog) >= 3
        monkeypatch.undo()


# -- what one of them sees -------------------------------------------------------------------------


@BLURTS
async def test_in_a_hand(tmp_path: Path, caplog: pytest.LogCaptureFixture, blurt: Blurt) -> None:
    leak = Leak(blurt)
    async with leaking(tmp_path, leak, leak.game(hand=leak.hand)) as there:
        ben = there.people["Ben"]
        for result in (
            await ben.slash(there.place, "hand"),
            await ben.user.slash("hand"),
            await ben.click(there.table_message(), custom_id="hand:1"),
        ):
            assert said(result) == NEUTRAL
        (allowed,) = await there.press(ben, "dm:1:on")
        assert "Your first copy cannot be sent just now" in said(allowed)
        assert not [message for message in ben.user.dm_channel.history() if not message.flags.ephemeral]
        assert stopped(caplog) >= 4


@BLURTS
@pytest.mark.parametrize("where", mark_thorough(["prompt", "help", "rule"]))
async def test_in_a_question(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, blurt: Blurt, where: str
) -> None:
    leak = Leak(blurt)
    proper = Transaction.build_question

    def question(step: Transaction, table: Goodwill, seat: Seat) -> Question:
        asked = proper(step, table, seat)
        assert isinstance(asked, Number)
        leaky: Question = changed(asked, where, f"{getattr(asked, where)} {leak.of(table, seat)}")
        return leaky

    async with leaking(tmp_path, leak, leak.game()) as there:
        monkeypatch.setattr(Transaction, "build_question", question)
        there.bot.host.forget_loaded(there.number)
        ben = there.people["Ben"]
        for result in (
            await ben.slash(there.place, "play"),
            await ben.slash(there.place, "bid", price="ten"),
            await ben.click(there.table_message(), custom_id="act:1"),
        ):
            assert said(result) == NEUTRAL
        assert stopped(caplog) >= 3
        monkeypatch.undo()


@BLURTS
@pytest.mark.parametrize("where", mark_thorough(["label", "hint", "group"]))
async def test_in_an_option(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, blurt: Blurt, where: str
) -> None:
    leak = Leak(blurt)
    proper = Transaction.build_question

    def question(step: Transaction, table: Goodwill, seat: Seat) -> Question:
        asked = proper(step, table, seat)
        assert isinstance(asked, Number)
        options = [Option(asked.make(price), f"${price}") for price in (10, 12, 14)]
        for at in (1, 2) if where == "group" else (1,):  # the name of a group of one is not shown
            options[at] = changed(options[at], where, leak.of(table, seat))
        return Choose(prompt=asked.prompt, rule=asked.rule, options=tuple(options))

    async with leaking(tmp_path, leak, leak.game()) as there:
        monkeypatch.setattr(Transaction, "build_question", question)
        there.bot.host.forget_loaded(there.number)
        ben = there.people["Ben"]
        assert said(await ben.slash(there.place, "play")) == NEUTRAL
        assert said(await ben.click(there.table_message(), custom_id="act:1")) == NEUTRAL
        if where == "label":  # a wrong answer names what can be chosen; a half-typed one offers it
            assert said(await ben.slash(there.place, "play", answer="nothing of it")) == NEUTRAL
            assert await ben.autocomplete(there.place, "play", "answer", "") == []
        assert stopped(caplog) >= 2
        monkeypatch.undo()


@BLURTS
@pytest.mark.parametrize("where", mark_thorough(["title", "hint"]))
async def test_in_a_form(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, blurt: Blurt, where: str
) -> None:
    leak = Leak(blurt)
    proper_title, proper_question = Transaction.get_title, Transaction.build_question

    def title(step: Transaction, table: Goodwill) -> str:
        return leak.of(table, leak.reader) or proper_title(step, table)

    def question(step: Transaction, table: Goodwill, seat: Seat) -> Question:
        asked = proper_question(step, table, seat)
        assert isinstance(asked, Number)
        return replace(asked, unit=f"({leak.of(table, seat)}) ")

    async with leaking(tmp_path, leak, leak.game()) as there:
        ben = there.people["Ben"]
        leak.reader = await there.seat(ben)
        if where == "title":
            monkeypatch.setattr(Transaction, "get_title", title)
        else:
            monkeypatch.setattr(Transaction, "build_question", question)
        there.bot.host.forget_loaded(there.number)
        tag = (await there.running()).get_etags()[leak.reader]
        (result,) = await there.press(ben, f"form:1:{tag}:")
        assert result.modal is None
        assert said(result) == NEUTRAL
        assert stopped(caplog) == 1
        monkeypatch.undo()


async def test_in_the_id_of_a_control(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak = Leak(information)
    proper = Transaction.get_identity

    def identity(step: Transaction, table: Goodwill, seat: Seat) -> str:
        return f"{proper(step, table, seat)} {leak.of(table, seat)}"

    async with leaking(tmp_path, leak, leak.game()) as there:
        monkeypatch.setattr(Transaction, "get_identity", identity)
        there.bot.host.forget_loaded(there.number)
        ben = there.people["Ben"]
        assert said(await ben.slash(there.place, "play")) == NEUTRAL
        tag = (await there.running()).get_etags()[await there.seat(ben)]
        (result,) = await there.press(ben, f"form:1:{tag}:")
        assert said(result) == NEUTRAL
        assert stopped(caplog) == 2
        monkeypatch.undo()


async def test_the_seed_cannot_slip_out_for_it_is_on_no_table_that_is_seen(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak = Leak(seed)
    proper = Transaction.get_title

    def title(step: Transaction, table: Goodwill) -> str:
        return f"{proper(step, table)} ({leak.of(table, None)})"

    async with leaking(tmp_path, leak, leak.game(page=leak.page, hand=leak.hand)) as there:
        monkeypatch.setattr(Transaction, "get_title", title)
        there.bot.host.forget_loaded(there.number)
        assert "()" in said(await there.people["Dora"].slash(there.place, "game status"))
        assert "()" in said(await there.people["Ben"].slash(there.place, "inbox"))
        await there.settled()
        assert stopped(caplog) == 0
        monkeypatch.undo()


# -- harmless texts --------------------------------------------------------------------------------


async def test_the_same_words_by_chance_are_no_leak(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The text names $86 for any sealed price, so nobody learns anything."""

    def page(view: GoodwillView) -> Page:
        page = GAME.page(view)
        lines = [f"{mark(seat)} owed $86 to a bank" for seat in view.investors]
        return replace(page, sections=[*page.sections, Section("By the way", lines)])

    game = replace(GAME, page=page, wording=replace(GAME.wording, standing=None))
    async with town(tmp_path, "Ann", "Ben", "Dora", games={"goodwill": game}) as there:
        await begun(there)
        await there.people["Ann"].slash(there.place, "bid", price="86")
        assert "**Ann** owed $86" in said(await there.people["Dora"].slash(there.place, "game status"))
        assert "**Ann** owed $86" in words(there.table_message())
    assert stopped(caplog) == 0


async def test_ones_own_secrets_are_no_leak(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with town(tmp_path, "Ann", "Ben", "Dora") as there:
        await begun(there)
        ann = there.people["Ann"]
        await ann.slash(there.place, "bid", price="86")
        hand = said(await ann.slash(there.place, "hand"))
        assert "$86 (sealed)" in hand
        assert "Your news" in hand
    assert stopped(caplog) == 0
