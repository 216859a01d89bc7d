"""Comparisons of the answers after the first decade."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.words import MAX_TIP_WORDS
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.table import City
from bot.host.table.deadlines import TableSettings
from bot.host.table.running import RunningGame
from bot.testing.random_games import Case, build_random
from bot.testing.seated import build_desk, seat_people
from bot.testing.thorough import mark_thorough
from bot.ui import screens
from tests.games.big_shoulders.dealing import Town, town


def city(treasury: int = 300) -> Town:
    """Ann directs Swift, Ben Elgin; Ann acts first."""
    return town("Ann Ben").founded("Ann", "Swift", 50, treasury).founded("Ben", "Elgin", 40).turns("Ann", "Ben")


def tip(street: Town, name: str) -> str:
    assert GAME.teaching.tip is not None
    return GAME.teaching.tip(street.view(name), street.question(name))


def test_workers_and_a_salesperson_are_compared_by_what_each_operation_earns_more() -> None:
    street = city().staff("Swift", 2, 0).partners("Ann", 1).begin("action", 2)
    assert tip(street, "Ann") == (
        "Swift as staffed earns $100 a run, which lifts its price 2 steps. "
        "Factory 2 with 3 workers ($120) adds $50 and a salesperson ($70) adds $20; 4 runs left."
    )


def test_tiles_are_compared_by_what_they_may_pay_in_the_decades_that_are_left() -> None:
    street = city().hand("Ann", 1, 2, 6).begin("building", 2)
    words = "Used in most of the 4 decades left, their fees may pay you: tile 6 about $"
    assert tip(street, "Ann").startswith(words)
    last = city().hand("Ann", 1, 2, 6).begin("building", 5)
    assert tip(last, "Ann").startswith("In this last decade their fees may pay you: tile ")


def test_paying_out_and_keeping_are_compared_with_the_own_shares_at_their_prices() -> None:
    street = city().staff("Swift", 2, 0).has("Swift", "livestock steel").begin("operation", 2)
    words = tip(street, "Ann")
    assert words.startswith("With your shares at their prices, paying out brings you $")
    assert ", keeping -$30. Its treasury holds $" in words
    street = city().staff("Swift", 2, 0).has("Swift", "livestock steel").begin("operation", 5)
    assert tip(street, "Ann").endswith("; money in the company counts nothing at the end.")


def test_there_is_nothing_to_compare_where_no_factory_can_run() -> None:
    street = city().staff("Swift", 1, 0).begin("operation", 2)
    assert tip(street, "Ann") == ""


@pytest.mark.parametrize("deal", mark_thorough(range(6), 1))
def test_a_tip_is_short_and_the_same_at_every_table_that_its_reader_could_not_tell_apart(deal: int) -> None:
    assert GAME.teaching.tip is not None
    table, random, found = Case(GAME, 2 + deal % 3, GAME.options()).begin(f"tips {deal}").table, build_random(deal), 0
    while table.outcome is None:
        assert isinstance(table, City)
        seat = play.list_asked_seats(table)[0]
        question = play.find_question(table, seat)
        assert question is not None
        words = GAME.teaching.tip(GAME.view(table, seat), question)
        found += bool(words)
        assert len(words.split()) <= MAX_TIP_WORDS, words
        assert words.endswith(".") or not words
        other = GAME.redeal(table, seat, Chance(seed=str(deal)))
        asked = play.find_question(other, seat)
        assert asked is not None
        assert GAME.teaching.tip(GAME.view(other, seat), asked) == words
        table = play.play(table, seat, GAME.choose(GAME.view(table, seat), question, random)).table
    assert found > 10


def play_with(running: RunningGame, *, hints: bool) -> RunningGame:
    return replace(running, row=replace(running.row, pact=TableSettings(hints=hints).model_dump_json()))


def test_a_panel_shows_the_comparison_only_at_a_table_that_plays_with_hints() -> None:
    street = city().staff("Swift", 2, 0).partners("Ann", 1).begin("action", 2)
    for hints in (True, False):
        running = play_with(seat_people(street.table, game=GAME), hints=hints)
        panel = screens.render_panel(build_desk(running, street.seat("Ann")))
        shown = [
            block for block in panel.blocks if isinstance(block, str) and "**Compare**: Swift as staffed earns" in block
        ]
        assert len(shown) == hints
