"""News reveal nothing hidden to a seat, and public results of chance are marked.

Everything that a game announces is checked, from its set-up on. Tables that differ by chance alone are compared: if a
reader cannot distinguish them, both have announced the same to that reader.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.game import AnyGame
from bot.engine.play import Played
from bot.engine.records import News, Seat
from bot.engine.secrecy import EachOwn, FaceDown, Open, OpenByChance
from bot.engine.table import Table
from bot.testing.other_draws import (
    compare_starts,
    find_fooled_readers,
    find_unmarked,
    list_heard,
    with_other_draws,
)
from bot.testing.random_games import BOTH, CASES, EVERY_GAME, Case, Turn, sample_positions

SEED = "news"


@pytest.mark.parametrize("case", CASES)
def test_what_is_told_as_a_game_begins_tells_nothing_that_is_hidden(case: Case) -> None:
    assert not compare_starts(case, SEED).told, "they hear of what they may not know"


@pytest.mark.parametrize("case", BOTH)
def test_all_that_is_dealt_in_secret_as_a_game_begins_was_compared(case: Case) -> None:
    starts = compare_starts(case, SEED)
    assert starts.compared[None] == starts.dealt
    assert all(bool(found) == bool(starts.dealt) for found in starts.compared.values())


@pytest.mark.parametrize("case", CASES)
def test_what_chance_decides_in_the_open_is_marked_as_such(case: Case) -> None:
    assert not compare_starts(case, SEED).unmarked, "is it a secret? If it lies open, mark it OpenByChance"


def has_revealed(told: Iterable[Played[Table]], reader: Seat | None) -> bool:
    return any(
        played.only_opened or any(piece.news.reveals for piece in played.told if piece.is_visible_to(reader))
        for played in told
    )


def generate_other_turns(case: Case, turn: Turn, reader: Seat | None, seed: str) -> Iterable[Played[Table]]:
    """Return the results of the move on resampled tables, and with other random draws."""
    found = list(with_other_draws(turn))
    other = case.game.redeal(turn.before, reader, Chance(seed=seed))
    other.chance = turn.before.chance.model_copy(deep=True)
    question = play.find_question(other, turn.seat)
    if question is not None and question.is_legal(turn.move):
        found.append(play.play(other, turn.seat, turn.move))
    return found


def check_told(case: Case, turn: Turn, seed: str) -> int:
    """Compare a move's news for every reader, its mover included; return the number of comparisons."""
    compared = 0
    for reader in case.list_readers():
        for other in generate_other_turns(case, turn, reader, seed):
            if has_revealed([turn.played, other], reader) or reader not in find_fooled_readers(
                case, turn.after, other.table
            ):
                continue
            assert list_heard(other.told, reader) == list_heard(turn.played.told, reader), (
                f"{reader} hears of what is hidden"
            )
            compared += 1
    return compared


@pytest.mark.parametrize("case", BOTH)
def test_what_a_move_tells_everybody_and_its_mover_tells_nothing_that_stays_hidden(case: Case) -> None:
    assert sum(
        check_told(case, turn, f"{SEED} {number}") for number, turn in enumerate(sample_positions(case, SEED, 15))
    )


@pytest.mark.parametrize("case", BOTH)
def test_what_chance_decides_in_the_open_during_a_game_is_marked_as_such(case: Case) -> None:
    for turn in sample_positions(case, SEED, 30):
        for other in with_other_draws(turn) if turn.after.outcome is None else ():
            assert not find_unmarked(turn.after, other.table), "is it a secret? If it lies open, mark it OpenByChance"


# A secret that is announced, or marked as open


class Announced(News, kind="announced"):
    """The cards dealt to a seat."""

    seat: Seat
    card: int


def deal_one_more(game: AnyGame, mark: Any, *, tells: bool) -> AnyGame:
    """Return the game with one more card dealt to each seat at set-up, and announced to everybody if it tells."""
    annotations = {"planted": mark[dict[Seat, int]]}
    planted: Any = type("Planted", (game.table,), {"__annotations__": annotations, "planted": {}})

    def set_up(options: Any, players: int, seed: str, box: Any) -> Table:
        table = game.set_up(options, players, seed, box)
        dealt = {seat: table.chance.draw_below(52) for seat in table.seats}
        other: Table = planted.model_validate({**table.model_dump(), "planted": dealt})
        other._box = box
        other.told[:] = table.told
        for seat, card in dealt.items() if tells else ():
            other.tell(Announced(seat=seat, card=card))
        return other

    def redeal(table: Any, seat: Seat | None, chance: Chance) -> Table:
        other: Any = game.redeal(table, seat, chance)
        other.planted = {each: card if each == seat else chance.draw_below(52) for each, card in table.planted.items()}
        return other  # type: ignore[no-any-return]

    return replace(game, key=f"{game.key} and {mark}", table=planted, set_up=set_up, redeal=redeal)


def build_case(game: AnyGame) -> Case:
    return Case(game, max(game.seats), game.options())


@pytest.mark.parametrize("mark", [EachOwn, FaceDown])
@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_secret_of_the_set_up_that_all_are_told_is_found(game: AnyGame, mark: Any) -> None:
    case = build_case(deal_one_more(game, mark, tells=True))
    assert compare_starts(case, SEED).told == {*case.list_readers()}
    assert not compare_starts(case, SEED).unmarked


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_secret_of_the_set_up_that_nobody_is_told_is_none_that_leaks(game: AnyGame) -> None:
    assert not compare_starts(build_case(deal_one_more(game, EachOwn, tells=False)), SEED).told


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_secret_that_is_marked_open_by_mistake_is_found_by_name(game: AnyGame) -> None:
    case = build_case(deal_one_more(game, Open, tells=False))
    assert compare_starts(case, SEED).unmarked == {"Planted.planted"}


@pytest.mark.parametrize("game", EVERY_GAME)
def test_what_chance_deals_in_the_open_with_its_mark_and_tells_all_is_no_mistake(game: AnyGame) -> None:
    case = build_case(deal_one_more(game, OpenByChance, tells=True))
    assert not compare_starts(case, SEED).unmarked
    assert not compare_starts(case, SEED).told


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_secret_that_a_move_draws_and_tells_is_found(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    case = build_case(deal_one_more(game, EachOwn, tells=False))
    turns = (turn for turn in sample_positions(case, SEED, 30) if turn.seat in play.list_asked_seats(turn.before))
    turn = next(turn for turn in turns if check_told(case, turn, SEED))
    step = type(turn.before.agenda[0])
    proper = step.answer

    def answer(self: Any, table: Any, seat: Seat, move: Any) -> None:
        table.planted[seat] = table.chance.draw_below(52)
        table.tell(Announced(seat=seat, card=table.planted[seat]))
        proper(self, table, seat, move)

    monkeypatch.setattr(step, "answer", answer)
    leaky = replace(turn, played=play.play(turn.before, turn.seat, turn.move))
    with pytest.raises(AssertionError, match="hears of what is hidden"):
        check_told(case, leaky, SEED)
