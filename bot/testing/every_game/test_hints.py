"""A hint is the bot's answer from the seat's information, with its reason; it changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.engine import play
from bot.engine.advice import Advice
from bot.engine.chance import Chance
from bot.engine.multi_step import ChooseOrCompose, Compose
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.engine.table import Table
from bot.host.play.hints import build_hint, find_stage
from bot.host.table.audience_view import get_compose
from bot.testing.random_games import OPTIONS, Case, build_random, sample_positions
from bot.testing.seated import seat_people

LONGEST = 400
"""Maximum characters of a hint: about eight lines on a phone."""
MOST_PARTS = 40

ADVISED = [case for case in OPTIONS if case.values[0].game.bots.advise is not None]


def get_advice(
    case: Case, table: Table, seat: Seat, parts: Sequence[Move] | None, chance: str = "a hint"
) -> Advice | None:
    """Return the advice at a table, or None if there is no choice left."""
    question = list_asked(table, seat)
    stage = find_stage(question, parts)
    if stage.question is None:
        return None
    assert case.game.bots.advise is not None
    return case.game.bots.advise(case.game.view(table, seat), stage, tuple(parts or ()), build_random(chance))


def list_asked(table: Table, seat: Seat) -> Question:
    question = play.find_question(table, seat)
    assert question is not None
    return question


def list_positions(case: Case, seed: str, count: int) -> list[tuple[Table, Seat]]:
    """Return some positions of a random game, with a seat that is asked there."""
    return [
        (turn.before, turn.seat)
        for turn in sample_positions(case, seed, count)
        if turn.seat in play.list_asked_seats(turn.before)
    ]


def is_drawn_by_lot(case: Case, question: Question) -> bool:
    """Whether bots answer this question at random, so that the answer may vary."""
    view_of_none = question.choose_random_move(build_random(1))
    return view_of_none.kind in ("begin anew", "stock turn") and isinstance(question, Compose)


@pytest.mark.parametrize("case", ADVISED)
def test_a_hint_is_what_the_bot_does(case: Case) -> None:
    for table, seat in list_positions(case, "hints", 12):
        question = list_asked(table, seat)
        if is_drawn_by_lot(case, question):
            continue
        chosen = case.game.choose(case.game.view(table, seat), question, build_random("a hint"))
        if not isinstance(question, Compose):
            found = get_advice(case, table, seat, None)
            assert found is not None
            assert found.move == chosen
            continue
        parts: tuple[Move, ...] = ()
        while (found := get_advice(case, table, seat, parts)) is not None and found.move is not None:
            parts = (*parts, found.move)
        assert question.make(parts) == chosen, "the hints, followed one after the other, are the bot's answer"


@pytest.mark.parametrize("case", ADVISED)
def test_there_is_a_legal_hint_with_a_reason_wherever_one_stands(case: Case) -> None:
    """Also after choices that the bot would not have made."""
    for number, (table, seat) in enumerate(list_positions(case, "wherever", 10)):
        question, random = list_asked(table, seat), build_random(number)
        compose = get_compose(question)
        ways: list[Sequence[Move] | None] = [] if isinstance(question, Compose) else [None]
        if compose is not None and compose.get_stage(()).question is not None:
            parts = compose.split_move(compose.choose_random_move(random)) or ()
            ways += [parts[:count] for count in range(len(parts) + 1)]
        for way in ways:
            check(case, table, seat, way)


def check(case: Case, table: Table, seat: Seat, parts: Sequence[Move] | None) -> None:
    before = table.model_dump_json()
    stage, found = find_stage(list_asked(table, seat), parts), get_advice(case, table, seat, parts)
    if found is None or stage.question is None:
        return
    if found.move is None:
        assert stage.complete
    else:
        assert stage.question.is_legal(found.move)
    if found.nearly is not None:
        assert found.nearly != found.move
        assert stage.question.is_legal(found.nearly)
    assert found.why[:1] == found.why[:1].upper()
    assert found.why.endswith(".")
    words = build_hint(seat_people(table, game=case.game), seat, "a hint", parts)
    assert len(words) <= LONGEST
    assert table.model_dump_json() == before


@pytest.mark.parametrize("case", ADVISED)
def test_a_hint_is_the_same_at_tables_that_the_seat_cannot_tell_apart(case: Case) -> None:
    for number, (table, seat) in enumerate(list_positions(case, "hints of twins", 8)):
        question = list_asked(table, seat)
        ways = ((), None) if isinstance(question, ChooseOrCompose) else (() if isinstance(question, Compose) else None,)
        for other in (case.game.redeal(table, seat, Chance(seed=f"{number} {twin}")) for twin in range(2)):
            for way in ways:
                assert get_advice(case, other, seat, way) == get_advice(case, table, seat, way)


@pytest.mark.parametrize("case", ADVISED)
def test_a_hint_says_so_when_another_answer_is_nearly_as_good(case: Case) -> None:
    for table, seat in list_positions(case, "close", 8):
        question = list_asked(table, seat)
        parts = () if isinstance(question, Compose) else None
        stage = find_stage(question, parts)
        if stage.question is None or not (stage.complete or stage.question.is_free):
            continue
        found = get_advice(case, table, seat, parts, "hint close")
        assert found is not None
        words = build_hint(seat_people(table, game=case.game), seat, "close", parts)
        close = found.nearly is not None and found.move is not None
        assert words.endswith("” is nearly as good.") == close
        if found.nearly is not None and found.move is not None:
            assert f"“{stage.question.describe(found.nearly)}”" in words


@pytest.mark.parametrize("case", ADVISED)
def test_a_player_who_has_no_choice_is_told_so(case: Case) -> None:
    for turn in sample_positions(case, "no choice", 40):
        if turn.seat not in play.list_asked_seats(turn.before):
            continue
        question = list_asked(turn.before, turn.seat)
        if not isinstance(question, Compose) and not question.is_free:
            assert "Only this answer is allowed." in build_hint(
                seat_people(turn.before, game=case.game), turn.seat, "x", None
            )
