"""Planted leaks: a game that lets a secret slip out shows its reader no page and no picture.

All that a seat may not know is planted in what a game says of its table: its view, its question, the name of its step.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.play import Played
from bot.engine.questions import Choose
from bot.engine.records import Seat, Told
from bot.engine.secrecy import find_secrets
from bot.engine.table import Conceded, Table
from bot.games import GAMES
from bot.host.play.move_records import TableCommand
from bot.testing.house import ANN, BEN, CLEO, GUILD
from bot.testing.random_games import Case, play_random_game
from bot.testing.tested import load_tested
from tests.end_to_end.planted import IN_VIEWS, IN_WORDS, OPEN, in_question
from tests.own_pages.site import Browser, PlaySite, play_site
from tests.web.site import Got

READER = 1

PLACES: Mapping[str, tuple[str, ...]] = {
    "view": ("a word", "a number"),
    "build_question": ("the prompt", "the help", "an option", "a hint at an option"),
    "get_title": ("its words",),
}
"""Where it leaks, by the function of a game or of its step: places that differ in every other truth."""
OF_CHOICES = ("an option", "a hint at an option")
SHOWN: Mapping[str, tuple[str, ...]] = {
    "view": ("", "/pictures/{picture}"),
    "build_question": ("", "/pictures/question?tag={tag}", "?tag={tag}&at=A"),
    "get_title": ("", "/log", "/pictures/{picture}"),
}
"""Pages and pictures that would show it."""


def describe_secrets(table: Table) -> str:
    """Describe all that the reader may not know, except the seed."""
    return " ".join(repr(secret.value) for secret in find_secrets(table, READER) if secret.path[0] != "chance")


@cache
def find_table(game: str) -> Table:
    """Play to a table at which the reader chooses, and does not know something."""
    options = GAMES[game].options.model_validate(load_tested()[game].discreet)
    for turn in play_random_game(Case(GAMES[game], 3, options), f"planted {game}"):
        asked = READER in play.list_asked_seats(turn.before)
        question = play.find_question(turn.before, READER) if asked else None
        if question is not None and (isinstance(question, Choose) or game in OPEN):
            other = GAMES[game].redeal(turn.before, READER, Chance(seed="another truth"))
            if describe_secrets(turn.before) != describe_secrets(other):
                return turn.before
    raise AssertionError(f"{game} hides nothing from somebody who is asked")


@dataclass
class LeakyGame:
    """A game in which a leak can be planted."""

    game: str
    maker: str = ""
    place: str = ""

    def view(self, table: Table, seat: Seat | None) -> Any:
        return self.add_leak("view", GAMES[self.game].view(table, seat), table)

    def add_leak(self, maker: str, made: Any, table: Table) -> Any:
        """Return the text or picture, with the secrets in it if the leak is planted."""
        if self.maker != maker or made is None:
            return made
        secrets = describe_secrets(table)
        if isinstance(made, str):
            return IN_WORDS[self.place](made, secrets)
        if self.place in IN_VIEWS:
            return IN_VIEWS[self.place](made, secrets)
        if self.place in OF_CHOICES and not isinstance(made, Choose):
            return made
        return in_question(made, self.place, secrets)

    @contextmanager
    def leaks(self, maker: str, place: str) -> Iterator[None]:
        """Plant the leak for a while."""
        step = type(find_table(self.game).agenda[0])
        with pytest.MonkeyPatch.context() as patch:
            for name in ("build_question", "get_title"):
                proper: Callable[..., Any] = getattr(step, name)
                patch.setattr(
                    step,
                    name,
                    lambda here, table, *seat, name=name, proper=proper: self.add_leak(
                        name, proper(here, table, *seat), table
                    ),
                )
            self.maker, self.place = maker, place
            yield
            self.maker = ""


@asynccontextmanager
async def leaky_site(folder: Path, game: str) -> AsyncIterator[tuple[PlaySite, Browser, LeakyGame]]:
    """Open the reader's page at a table of a game that can leak."""
    leaky = LeakyGame(game)
    async with play_site(folder, {game: replace(GAMES[game], view=leaky.view)}) as site:
        home = site.home
        home.host.new_seed = lambda: "planted"
        table = await home.lobby.open_table(
            title=game, guild_id=GUILD, channel_id=2, user_id=ANN, name="Ann", seats_wanted=3, options=None
        )
        number = table.row.game_id
        await home.lobby.join(number, BEN, "Ben")
        await home.lobby.join(number, CLEO, "Cleo")
        await home.lobby.start(number, ANN)
        running = await home.host.get_running_game(number)
        told = [Told(Conceded(seat=3))]
        await home.host.save_move(running, TableCommand("repair", 1), Played(find_table(game), told, blocks_undo=False))
        browser = site.browser()
        await browser.opens(await home.user(number, READER), number)
        yield site, browser, leaky


async def ask(browser: Browser, path: str) -> Got:
    """Ask for a page or picture as after a restart, with nothing cached."""
    browser.site.home.host.forget_loaded(browser.table)
    return await browser.get(f"/tables/{browser.table}{path}")


@pytest.mark.parametrize("game", GAMES)
async def test_no_page_and_no_picture_shows_a_planted_leak(
    tmp_path: Path, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with leaky_site(tmp_path, game) as (site, browser, leaky):
        context = await site.home.host.build_panel(browser.table, await site.home.user(browser.table, READER))
        assert context.etag is not None
        picture = next(each.name for each in GAMES[game].pictures.drawings if each.private or game == "carnegie")
        chooses = isinstance(context.question, Choose)
        for maker, places in PLACES.items():
            for place in places if chooses else [each for each in places if each not in OF_CHOICES]:
                for path in SHOWN[maker]:
                    what = f"{maker}, {place}: {path}"
                    address = path.format(tag=context.etag, picture=picture)
                    assert (await ask(browser, address)).status in (200, 404), what
                    caplog.clear()
                    with leaky.leaks(maker, place):
                        got = await ask(browser, address)
                    assert got.status == 503, what
                    assert "a leak was stopped" in caplog.messages, what
                    assert describe_secrets(find_table(game)) not in got.text, what


@pytest.mark.parametrize("game", GAMES)
async def test_a_wrong_answer_is_not_told_what_leaks(
    tmp_path: Path, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with leaky_site(tmp_path, game) as (site, browser, leaky):
        before = await site.home.host.get_revision(browser.table)
        tag = re.findall(r'name="tag" value="(\w+)"', browser.html)[0]
        with leaky.leaks("build_question", "the prompt"):
            site.home.host.forget_loaded(browser.table)
            got = await browser.post(f"/tables/{browser.table}/answer", [("tag", tag), ("take", "nothing of it")])
        assert got.status == 503
        assert "a leak was stopped" in caplog.messages
        assert await site.home.host.get_revision(browser.table) == before
        assert describe_secrets(find_table(game)) not in (await ask(browser, "")).text
