"""The engine alone: random games in place and through `play`, beside a trick game; and looks through the guard."""

from __future__ import annotations

import gc
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter, thread_time
from typing import Any

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.records import Move, Seat
from bot.games import GAMES
from bot.host.delivery.guard import get_guarded_view
from bot.host.table.audience_view import build_audience_view
from bot.testing.seated import seat_people
from tests.bench.filled_databases import chance, players
from tests.bench.report import Part, Row, spread
from tests.measured import as_a_table_begins

OPENSPIEL = 45_000
"""Moves per second of OpenSpiel's games written in Python (liar's poker), measured on another day."""
BOARDGAME_IO = 9_000
"""Moves per second of boardgame.io's reducer (a trick game), measured on another day."""


def in_place(game: AnyGame) -> Callable[[Random], int]:
    """Return what plays a random game on one table; it returns how many moves that had."""

    def move(table: Any, seat: Seat, chosen: Move) -> Any:
        play.play_here(table, seat, chosen)
        return table

    return lambda random: _played(game, random, move)


def with_copies(game: AnyGame) -> Callable[[Random], int]:
    """Return what plays a random game as the host does, each move on a copy of the table."""
    return lambda random: _played(game, random, lambda table, seat, chosen: play.play(table, seat, chosen).table)


def _played(game: AnyGame, random: Random, move: Callable[[Any, Seat, Move], Any]) -> int:
    table = _dealt(game, random)
    moves = 0
    while asked := play.list_asked_seats(table):
        question = play.find_question(table, asked[0])
        assert question is not None
        table = move(table, asked[0], question.choose_random_move(random))
        moves += 1
    return moves


def _dealt(game: AnyGame, random: Random) -> Any:
    seed = f"{random.getrandbits(256):064x}"
    return play.begin(game.set_up(as_a_table_begins(game), players(game), seed, game.box)).table


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


LOOKED_AT = 5
"""Moves between two positions of a game that are looked at."""


def list_looks(game: AnyGame, random: Random) -> list[tuple[Any, Seat]]:
    """Return positions of a random game, each with a seat that is asked."""
    table, looks, moves = _dealt(game, random), [], 0
    while asked := play.list_asked_seats(table):
        if moves % LOOKED_AT == 0:
            looks.append((table, asked[0]))
        question = play.find_question(table, asked[0])
        assert question is not None
        table, moves = play.play(table, asked[0], question.choose_random_move(random)).table, moves + 1
    return looks


def time_looks(game: AnyGame, looks: list[tuple[Any, Seat]]) -> tuple[float, float]:
    """Return milliseconds of CPU of a first look at a position, through the guard and without it."""
    guarded = bare = 0.0
    for table, seat in looks:
        begun = thread_time()
        assert get_guarded_view(seat_people(table, game=game), seat).view is not None
        compared = thread_time()
        running = seat_people(table, game=game)
        assert build_audience_view(running, seat).question is not None
        assert running.get_view(seat) is not None
        guarded, bare = guarded + compared - begun, bare + thread_time() - compared
    return guarded / len(looks) * 1000, bare / len(looks) * 1000


def measure_guard(rounds: int) -> Part:
    """Measure what a look costs in each game, with the guard and without it."""
    return Part(
        "The guard",
        "The first look at a new position by a seat that is asked, of random games of five, or as many as it is for: "
        "its question and its view, which the guard compares with those of two other tables. Where the rules hide "
        "nothing, it compares nothing. In CPU time, so that a busy machine matters little.",
        [_measure_looks(game, rounds) for game in GAMES.values()],
    )


def _measure_looks(game: AnyGame, rounds: int) -> Row:
    looks = list_looks(game, chance(0))
    found = [time_looks(game, looks) for _ in range(rounds + 1)][1:]
    guarded, bare = median(each[0] for each in found), median(each[1] for each in found)
    return Row(
        f"{game.title}: a look through the guard",
        f"{guarded:.2f} ms CPU",
        f"without it: {bare:.2f} ms CPU",
        guarded / bare,
        noise=spread([with_guard / without for with_guard, without in found]),
    )


IN_PLACE, COPIED, TRICKS = "in place", "through play()", "tricks"


def measure(rounds: int, seconds: float) -> Part:
    """Measure all games and the tricks in turns."""
    kinds: dict[tuple[str, str], Callable[[Random], int]] = {("", TRICKS): tricks}
    for game in GAMES.values():
        kinds[game.title, IN_PLACE] = in_place(game)
        kinds[game.title, COPIED] = with_copies(game)
    found: dict[tuple[str, str], list[tuple[float, float]]] = {kind: [] for kind in kinds}
    for number in range(rounds + 1):
        for kind, played in kinds.items():
            result = speed(played, seconds, number)
            if number:
                found[kind].append(result)
    moves = {kind: median(each[0] for each in results) for kind, results in found.items()}
    games = {kind: median(each[1] for each in results) for kind, results in found.items()}
    noise = {kind: spread([each[0] for each in results]) for kind, results in found.items()}
    trick = "", TRICKS

    def row(title: str, how: str, against: str, value: float) -> Row:
        kind = title, how
        measured = f"{moves[kind]:,.0f} moves/s, {games[kind]:,.1f} games/s"
        return Row(f"{title}, {how}", measured, against, value, noise=noise[kind])

    beside = f"the trick game: {moves[trick]:,.0f} moves/s, {games[trick]:,.0f} games/s"
    rows = []
    for game in GAMES.values():
        fast, copied = moves[game.title, IN_PLACE], moves[game.title, COPIED]
        rows += [
            row(game.title, IN_PLACE, f"OpenSpiel: {OPENSPIEL:,}", fast / OPENSPIEL),
            row(game.title, COPIED, f"boardgame.io: {BOARDGAME_IO:,}", copied / BOARDGAME_IO),
            row(game.title, IN_PLACE, beside, fast / moves[trick]),
            row(game.title, COPIED, beside, copied / moves[trick]),
        ]
    return Part(
        "Engine",
        "Random games of five, or as many as it is for, to their end, one core: who is asked, the question, a "
        "random legal move, what it does. No bar: a hosted game does not feel it, and much of a question is worded "
        "each time, which a random seat would not need. "
        "The two anchors were measured on another day (OpenSpiel's games written in Python; boardgame.io's reducer), "
        "so only the ratio to the trick game, a loop over dicts and lists in `tests/bench/engine.py`, holds exactly.",
        rows,
    )
