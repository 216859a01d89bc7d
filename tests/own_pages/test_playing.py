"""All kinds of questions, plans with the way back, refusals, undo and the end, on a page without script."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest

from bot.engine.multi_step import ChooseOrCompose, Compose, list_picks
from bot.engine.questions import Arrange, Question, Subset
from bot.games import GAMES
from bot.host.lobby.bots import BotStrength
from bot.testing.random_games import build_random
from tests.house import ANN, BEN
from tests.own_pages.site import Browser, PlaySite, play_site

DECISIONS = 12


class Player:
    """Somebody who plays at random on a page, by what it offers."""

    def __init__(self, browser: Browser, user_id: int, random: Random) -> None:
        self.browser = browser
        self.user_id = user_id
        self._random = random
        self.kinds: set[str] = set()

    async def answers(self) -> bool:
        """Answer the open question; return False if there is none."""
        site, number = self.browser.site, self.browser.table
        context = await site.home.host.build_panel(number, self.user_id)
        if context.question is None:
            return False
        before = context.revision
        await self.browser.looks(f"?tag={context.etag}&picks=")
        question: Question = context.question
        if isinstance(question, ChooseOrCompose) and question.is_open and self._random.random() < 0.5:
            await self.browser.looks(f"?tag={context.etag}&picks=o")
            question = question.otherwise
        await self._chooses(question)
        after = await site.home.host.get_revision(number)
        assert after > before, self.browser.sees
        assert "⚠️" not in self.browser.sees
        return True

    async def _chooses(self, question: Question) -> None:
        move = question.choose_random_move(self._random)
        self.kinds.add(type(question).__name__)
        if not isinstance(question, Compose):
            await self._takes(question, move)
            return
        parts = question.split_move(move) or ()
        for number, part in enumerate(parts):
            asked = question.get_stage(parts[:number]).question
            assert asked is not None
            self.kinds.add(type(asked).__name__)
            await self._takes(asked, part)
            assert "Nothing is sent yet." in self.browser.sees
        await self.browser.sends_whole()

    async def _takes(self, question: Question, move: Any) -> None:
        picks = list_picks(question, move)
        if isinstance(question, Subset):
            await self.browser.sends('type="checkbox"', *picks)
        elif isinstance(question, Arrange):
            await self.browser.sends("<select", *picks)
        elif f'name="take" value="{picks[0]}"' in self.browser.html:
            await self.browser.sends(f'name="take" value="{picks[0]}"', *picks)
        else:
            await self.browser.sends('type="number"', *picks)


async def test_the_toy_is_played_to_its_end_on_pages(site: PlaySite) -> None:
    kinds: set[str] = set()
    for seed in range(4):
        number = await site.home.started(BEN)
        players = [Player(site.browser(), user_id, build_random(f"pages {seed}")) for user_id in (ANN, BEN)]
        for player in players:
            await player.browser.opens(player.user_id, number)
        while any([await player.answers() for player in players]):
            pass
        for player in players:
            await player.browser.looks()
            assert "The game is over." in player.browser.sees
            kinds |= player.kinds
    assert kinds >= {"Choose", "Number", "Split", "Subset", "Arrange"}


@pytest.mark.parametrize("title", GAMES)
async def test_decisions_of_every_game_are_made_on_a_page(tmp_path: Path, title: str) -> None:
    await plays(tmp_path, title, DECISIONS)


@pytest.mark.thorough
@pytest.mark.parametrize("title", GAMES)
async def test_every_game_is_played_to_its_end_on_a_page(tmp_path: Path, title: str) -> None:
    await plays(tmp_path, title, 1000)


async def plays(folder: Path, title: str, decisions: int) -> None:
    async with play_site(folder, GAMES) as site:
        bots: list[BotStrength] = ["steady"] * max(1, GAMES[title].seats[0] - 1)
        number = await site.home.begun(await site.home.with_bots(title, *bots))
        player = Player(site.browser(), ANN, build_random(title))
        await player.browser.opens(ANN, number)
        made = 0
        while made < decisions and await player.answers():
            made += 1
            await site.home.settle()
        assert made >= min(decisions, 5)
        await player.browser.looks()
        if decisions > DECISIONS:
            assert "The game is over." in player.browser.sees
        got = await player.browser.get(f"/tables/{number}/log")
        assert got.status == 200
        assert "<seat:" not in got.text


async def asked_browser(site: PlaySite) -> tuple[Browser, int, int]:
    """A table at the first turn, opened by the player whose turn it is, and that player."""
    number = await site.home.at_first_turn(BEN)
    user_id = await site.home.user(number, 1)
    browser = site.browser()
    await browser.opens(user_id, number)
    return browser, number, user_id


async def test_an_answer_says_what_came_of_it_once(site: PlaySite) -> None:
    browser, _, _ = await asked_browser(site)
    await browser.chooses("Draw an animal")
    assert 'class="note" role="status"' in browser.html
    await browser.looks()
    assert 'class="note" role="status"' not in browser.html


async def test_a_stale_page_changes_nothing_and_shows_the_table_as_it_is(site: PlaySite) -> None:
    browser, number, user_id = await asked_browser(site)
    other = site.browser()
    await other.opens(user_id, number)
    await other.chooses("Draw an animal")
    before = await site.home.host.get_revision(number)
    await browser.chooses("Draw an animal")
    assert "That decision has changed" in browser.sees
    assert await site.home.host.get_revision(number) == before


async def test_a_press_on_discord_and_one_on_the_page_at_the_same_moment_are_one_move(site: PlaySite) -> None:
    browser, number, user_id = await asked_browser(site)
    context = await site.home.host.build_panel(number, user_id)
    assert context.etag is not None
    pick = browser.options["Draw an animal"]
    drawn = await count_draws(site, number, user_id)
    await asyncio.gather(
        browser.sends(f'name="take" value="{pick}"', pick),
        site.home.host.answer_question(number, user_id, context.etag, [pick]),
    )
    assert await count_draws(site, number, user_id) == drawn + 1


async def count_draws(site: PlaySite, number: int, user_id: int) -> int:
    lines = await site.home.host.get_history(number, user_id)
    return len([line for line in lines if "You draw" in line.text])


async def test_a_session_that_ends_in_the_middle_of_an_answer_sends_nothing(site: PlaySite) -> None:
    browser, number, user_id = await asked_browser(site)
    before = await site.home.host.get_revision(number)
    _, action, fields = browser.form_with('name="take"')
    await site.own_pages.end_all(user_id)
    got = await browser.post(action, [*fields, ("take", "0")])
    assert (got.status, "not open in this browser" in got.text) == (403, True)
    assert await site.home.host.get_revision(number) == before


async def test_a_wrong_amount_is_refused_with_the_reason(site: PlaySite) -> None:
    number = await site.home.started(BEN)
    browser = site.browser()
    await browser.opens(ANN, number)
    before = await site.home.host.get_revision(number)
    for wrong in ("999", "x", "", "\N{SUPERSCRIPT TWO}", "1.5"):
        await browser.sends('type="number"', wrong)
        assert "⚠️ Please give" in browser.sees
        assert "Nothing was changed." in browser.sees
    assert await site.home.host.get_revision(number) == before


async def test_an_answer_is_undone_on_the_page(site: PlaySite) -> None:
    number = await site.home.started(BEN)
    browser = site.browser()
    await browser.opens(ANN, number)
    await browser.sends('type="number"', "3")
    await browser.looks()
    assert "Take back my answer" in browser.sees
    await browser.sends("Take back my answer")
    assert "You took back your secret answer" in browser.sees
    assert 'type="number"' in browser.html


async def test_a_double_click_on_undo_undoes_one_move(tmp_path: Path) -> None:
    async with play_site(tmp_path, GAMES) as site:
        number = await site.home.begun(await site.home.with_bots("carnegie", "steady"))
        player = Player(site.browser(), ANN, build_random("twice"))
        browser = player.browser
        await browser.opens(ANN, number)
        made = 0
        while made < 2:  # two moves in a row, with nothing new to see between them
            assert await player.answers()
            await browser.looks()
            made = made + 1 if "Undo my last move" in browser.html else 0
        lines = await list_lines(site, number)
        action, fields = browser.form_with("Undo my last move")[1:]
        await browser.post(action, fields)
        await browser.post(action, fields)
        await browser.looks()
        assert "Your decision has changed since then, so nothing was undone." in browser.sees
        assert len(lines - await list_lines(site, number)) == 1


async def list_lines(site: PlaySite, number: int) -> set[int]:
    """The numbers of Ann's lines in the log that stand."""
    return {line.number for line in await site.home.host.get_history(number, ANN) if not line.undone}


async def test_a_player_whose_seat_a_bot_holds_gets_it_back(site: PlaySite) -> None:
    number = await site.home.started(BEN)
    browser = site.browser()
    await browser.opens(ANN, number)
    running = await site.home.host.get_running_game(number)
    seat_row = running.get_seat_row(running.get_own_seat(ANN))
    async with site.home.host.lock_game(number):
        await site.home.services.seating.assign_seat(running, replace(seat_row, away=True), [], keep_orders=True)
    await browser.looks()
    await browser.sends("Play on myself")
    running = await site.home.host.get_running_game(number)
    assert not running.get_seat_row(running.get_own_seat(ANN)).away


@pytest.mark.parametrize(
    "picks", ["c0.z", "o", "o.c0", "k0000", "k12.c3", "c" * 400, "c0_1_2.z", "g1", "p9", "..", "c-1"]
)
async def test_odd_picks_are_refused_with_a_sentence(site: PlaySite, picks: str) -> None:
    browser, number, _ = await asked_browser(site)
    before = await site.home.host.get_revision(number)
    tag = browser.form_with('name="take"')[2][0][1]
    for query in (
        f"?tag={tag}&picks={quote(picks)}",
        f"?tag={tag}&picks={quote(picks)}&take=0",
        f"?tag=x&picks={quote(picks)}",
    ):
        await browser.looks(query)
    got = await browser.post(f"/tables/{number}/answer", [("tag", tag), ("picks", picks)])
    assert got.status == 303
    got = await browser.get(f"/tables/{number}/pictures/question?tag={tag}&picks={quote(picks)}")
    assert got.status == 404
    assert await site.home.host.get_revision(number) == before


async def test_a_look_with_head_is_no_look(site: PlaySite) -> None:
    browser, number, _ = await asked_browser(site)
    other = await site.home.user(number, 2)
    bystander = site.browser()
    await bystander.opens(other, number)
    await browser.chooses(next(label for label in browser.options if label.startswith("Poke")))
    await bystander.get(f"/tables/{number}", "HEAD")
    context = await site.home.host.build_panel(number, other)
    assert context.news
    await bystander.looks()
    assert "Since you last looked" in bystander.sees
    assert not (await site.home.host.build_panel(number, other)).news


async def test_plans_are_made_step_by_step_with_a_way_back(tmp_path: Path) -> None:
    async with play_site(tmp_path, GAMES) as site:
        number = await site.home.begun(await site.home.with_bots("carnegie", "steady", "steady"))
        browser = site.browser()
        await browser.opens(ANN, number)
        before = -1
        while True:
            context = await site.home.host.build_panel(number, ANN)
            question, here = context.question, ""
            assert question is not None
            assert context.revision > before
            before = context.revision
            if isinstance(question, ChooseOrCompose) and question.is_open:
                question, here = question.otherwise, "o"
            if isinstance(question, Compose) and question.get_stage(()).question is not None:
                break
            await Player(browser, ANN, build_random("plans")).answers()
            await site.home.settle()
        await browser.looks(f"?tag={context.etag}&picks={here}")
        first = browser.options
        await browser.chooses(next(iter(first)))
        assert "Nothing is sent yet." in browser.sees
        assert await site.home.host.get_revision(number) == context.revision
        await site.own_pages.end_all(ANN)
        assert (await browser.get(f"/tables/{number}")).status == 403
        await browser.opens(ANN, number)
        assert "Nothing is sent yet." in browser.sees, "the plan outlives its session"
        back = re.search(r'href="([^"]+)">Take back the last step', browser.html)
        assert back is not None
        browser.page = await browser.get(unescape(back[1]))
        assert "Nothing is sent yet." not in browser.sees
        assert first == browser.options
        await browser.looks()
        assert "Nothing is sent yet." not in browser.sees


async def test_a_look_without_a_session_or_with_head_keeps_no_plan(tmp_path: Path) -> None:
    async with play_site(tmp_path, GAMES) as site:
        site.home.host.new_seed = lambda: "lesson25"
        number = await site.home.begun(await site.home.with_bots("carnegie", "steady"))
        browser = site.browser()
        await browser.opens(ANN, number)
        context = await site.home.host.build_panel(number, ANN)
        path = f"/tables/{number}?tag={context.etag}&picks=&take=0"
        assert (await browser.get(path, "HEAD")).status == 200
        assert (await site.browser().get(path)).status == 403
        assert (await site.home.host.build_panel(number, ANN)).stored.draft is None
        assert (await browser.get(path)).status == 200
        assert (await site.home.host.build_panel(number, ANN)).stored.draft is not None


async def test_pages_and_pictures_are_sent_in_few_bytes(tmp_path: Path) -> None:
    async with play_site(tmp_path, GAMES) as site:
        number = await site.home.begun(await site.home.with_bots("carnegie", "steady"))
        browser = site.browser()
        await browser.opens(ANN, number)
        sizes = []
        for encoding in ("gzip, br", "identity"):
            page = await browser.get(f"/tables/{number}", Accept_Encoding=encoding)
            assert page.headers.get("Content-Encoding") == ("gzip" if encoding != "identity" else None)
            sizes.append(int(page.headers["Content-Length"]))
        assert 2 * sizes[0] < sizes[1]
        address = re.search(r'<image href="([^"]+)"', browser.html)
        assert address is not None
        picture = await browser.get(unescape(address[1]))
        assert picture.headers["Content-Type"] == "image/webp"
        assert picture.headers["Cache-Control"] == "no-store"
        assert picture.body[8:12] == b"WEBP"
