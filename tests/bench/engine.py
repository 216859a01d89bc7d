"""The engine alone: random games in place and through `play`, beside a trick game in plain Python."""

from __future__ import annotations

import gc
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from bot.engine import play
from bot.games.goodwill import GAME
from bot.games.goodwill.rules.alternative_modes import GoodwillOptions
from tests.bench.report import Bar, Part, Row, spread
from tests.bench.rooms import chance

OPENSPIEL = 45_000
"""Moves per second of OpenSpiel's games written in Python (liar's poker), measured on another day."""
BOARDGAME_IO = 9_000
"""Moves per second of boardgame.io's reducer (a trick game), measured on another day."""

PLAYERS = 5


def goodwill_in_place(random: Random) -> int:
    """Play a random game on one table; return how many moves it had."""
    table = _dealt(random)
    moves = 0
    while asked := play.asked(table):
        seat = asked[0]
        question = play.question_for(table, seat)
        assert question is not None
        play.play_here(table, seat, question.any_move(random))
        moves += 1
    return moves


def goodwill_with_copies(random: Random) -> int:
    """Play a random game as the host does, each move on a copy of the table."""
    table = _dealt(random)
    moves = 0
    while asked := play.asked(table):
        seat = asked[0]
        question = play.question_for(table, seat)
        assert question is not None
        table = play.play(table, seat, question.any_move(random)).table
        moves += 1
    return moves


def _dealt(random: Random) -> Any:
    return play.begin(GAME.set_up(GoodwillOptions(), PLAYERS, f"{random.getrandbits(256):064x}", GAME.box)).table


def tricks(random: Random) -> int:
    """Play a random game of tricks on dicts and lists: the same work in outline, with nothing around it."""
    deck = [(suit, rank) for suit in "abcd" for rank in range(13)]
    random.shuffle(deck)
    state: dict[str, Any] = {
        "hands": {seat: deck[seat * 13 : seat * 13 + 13] for seat in range(4)},
        "trick": [],
        "lead": 0,
        "won": [0, 0, 0, 0],
        "log": [],
    }
    moves = 0
    while any(state["hands"].values()):
        seat = (state["lead"] + len(state["trick"])) % 4
        hand = state["hands"][seat]
        suit = state["trick"][0][1][0] if state["trick"] else None
        legal = [card for card in hand if card[0] == suit] or hand
        card = legal[random.randrange(len(legal))]
        if card not in legal:
            raise ValueError("illegal")
        hand.remove(card)
        state["trick"].append((seat, card))
        state["log"].append({"kind": "played", "seat": seat, "card": card})
        if len(state["trick"]) == 4:
            led = state["trick"][0][1][0]
            winner, _ = max(state["trick"], key=lambda played: (played[1][0] == led, played[1][1]))
            state["won"][winner] += 1
            state["log"].append({"kind": "trick won", "seat": winner})
            state["trick"], state["lead"] = [], winner
        moves += 1
    return moves


def speed(game: Callable[[Random], int], seconds: float, seed: int) -> tuple[float, float]:
    """Return moves and games per second."""
    random = chance(seed)
    gc.collect()
    moves = games = 0
    begun = perf_counter()
    while (passed := perf_counter() - begun) < seconds:
        moves += game(random)
        games += 1
    return moves / passed, games / passed


def measure(rounds: int, seconds: float) -> Part:
    """Measure the three in turns."""
    kinds = {"in place": goodwill_in_place, "through play()": goodwill_with_copies, "tricks": tricks}
    found: dict[str, list[tuple[float, float]]] = {kind: [] for kind in kinds}
    for number in range(rounds + 1):
        for kind, game in kinds.items():
            result = speed(game, seconds, number)
            if number:
                found[kind].append(result)
    moves = {kind: median(each[0] for each in results) for kind, results in found.items()}
    games = {kind: median(each[1] for each in results) for kind, results in found.items()}
    noise = {kind: spread([each[0] for each in results]) for kind, results in found.items()}

    def row(kind: str, against: str, value: float, bar: Bar | None = None) -> Row:
        measured = f"{moves[kind]:,.0f} moves/s, {games[kind]:,.1f} games/s"
        return Row(f"Goodwill, {kind}", measured, against, value, bar, noise[kind])

    beside = f"the trick game: {moves['tricks']:,.0f} moves/s, {games['tricks']:,.0f} games/s"
    return Part(
        "Engine",
        "Random games of five to their end, one core: who is asked, the question, a random legal move, what it does. "
        "The two anchors were measured on another day (OpenSpiel's games written in Python; boardgame.io's reducer), "
        "so only the ratio to the trick game, a loop over dicts and lists in `tests/bench/engine.py`, holds exactly.",
        [
            row("in place", f"OpenSpiel: {OPENSPIEL:,}", moves["in place"] / OPENSPIEL, Bar(0.3, 1.5, "x", True)),
            row(
                "through play()",
                f"boardgame.io: {BOARDGAME_IO:,}",
                moves["through play()"] / BOARDGAME_IO,
                Bar(0.3, 1, "x", True),
            ),
            row("in place", beside, moves["in place"] / moves["tricks"]),
            row("through play()", beside, moves["through play()"] / moves["tricks"]),
        ],
    )
