"""The bot plays well, by the rules."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine import play
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.table import Espionage
from bot.testing.random_games import build_random


def play_out(players: int, bot: int, seed: str, options: dict[str, Any]) -> Espionage:
    """A game of the bot on one seat against people who do anything; every move was legal."""
    table = play.begin(GAME.set_up(GAME.options(**options), players, seed, GAME.box)).table
    random = build_random(seed)
    while table.outcome is None:
        seat = play.list_asked_seats(table)[0]
        question = play.find_question(table, seat)
        assert question is not None
        move = (
            GAME.choose(GAME.view(table, seat), question, random)
            if seat == bot
            else question.choose_random_move(random)
        )
        assert question.is_legal(move), (question, move)
        play.play_here(table, seat, move)
    table.audit()
    return table


def wins(games: int, players: int, options: dict[str, Any] | None = None) -> float:
    """Which part of the games the bot wins; it takes each seat in turn."""
    won = 0.0
    for number in range(games):
        bot = number % players + 1
        table = play_out(players, bot, f"game {number}", options or {})
        assert table.outcome is not None
        winners = table.outcome.winners
        won += (bot in winners) / len(winners)
    return won / games


def test_it_wins_duels_against_somebody_who_does_anything() -> None:
    assert wins(60, 2) > 0.7


@pytest.mark.thorough
def test_it_wins_against_three_who_do_anything() -> None:
    assert wins(60, 4) > 0.45


@pytest.mark.thorough
@pytest.mark.parametrize("preset", ["quick", "league", "text only"])
def test_it_wins_with_every_preset(preset: str) -> None:
    assert wins(24, 3, {"preset": preset}) > 0.5
