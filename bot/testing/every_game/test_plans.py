"""Orders and prepared turns of every game are played as they were shown, or their player is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from bot.engine import play
from bot.engine.answered import answered
from bot.engine.orders import Order, OrderUntilNews
from bot.engine.play import Played
from bot.engine.prepared import OnlyIf, PreparedMove, PreparedTurn, simulate_turn
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.engine.table import Table
from bot.host.play.auto_answers import AutoAnswer, explain_order_end, explain_stop, find_auto_answer
from bot.host.play.news_since import NewsSince
from bot.host.table.audience_log import format_told_json
from bot.host.table.running import RunningGame
from bot.testing.every_game.test_orders import ORDERING, choose_orders
from bot.testing.every_game.test_prepared_turns import (
    PREPARED,
    begin_turn,
    get_turns,
    list_heard_at_once,
    prepare_at_random,
)
from bot.testing.random_games import Case, build_random, choose_move, sample_positions
from bot.testing.seated import seat_people
from bot.testing.tested import load_tested
from storage.interface.game_log import GameLogRecord

PLANS, UNDISTURBED, ORDERED = 12, 20, 5
"""So many tables of a game turns are prepared at; so many, where others do nothing, and orders given."""
MOVES_LATER = 80
"""A plan whose time has not come after so many moves is left alone."""
MOSTLY = 5
"""Of so many turns that are played to their end, one may be changed by what is drawn or falls due."""
Answers = Callable[[Table, Seat, Question], Move]


@dataclass
class Evening:
    """A table at which one seat has planned something, with its log since."""

    case: Case
    table: Table
    seat: Seat
    orders: list[Order]
    log: list[GameLogRecord] = field(default_factory=list)

    @property
    def running(self) -> RunningGame:
        return replace(seat_people(self.table, game=self.case.game), orders={self.seat: self.orders})

    @property
    def news(self) -> NewsSince:
        return NewsSince(self.running, self.log)

    @property
    def given(self) -> AutoAnswer | None:
        return find_auto_answer(self.running, self.news)

    def play(self, seat: Seat, move: Move) -> Played[Table]:
        played = play.play(self.table, seat, move)
        told = format_told_json(played.told)
        self.log.append(GameLogRecord(len(self.log) + 1, "move", seat, None, told, played.blocks_undo, "", ""))
        self.table = played.table
        return played

    def goes_on(self, answer: Answers, random: Random) -> None:
        """Let anybody who is asked answer."""
        seat = random.choice(play.list_asked_seats(self.table))
        question = play.find_question(self.table, seat)
        assert question is not None
        self.play(seat, answer(self.table, seat, question))


def at_random(random: Random) -> Answers:
    return lambda table, seat, question: choose_move(table, seat, question, random)


def only_ending_turns(case: Case) -> Answers:
    """What a seat answers that is late, which does nothing in most games."""

    def answer(table: Table, seat: Seat, question: Question) -> Move:
        default = play.get_default_move(table, seat)
        return case.game.choose(case.game.view(table, seat), question, build_random(0)) if default is None else default

    return answer


def prepared(case: Case, table: Table, seat: Seat, only_if: OnlyIf | None = None) -> PreparedTurn | None:
    moves = [move for _, move in prepare_at_random(case, table, seat, "planned")]
    shown = simulate_turn(get_turns(case), table, seat, moves).shown
    made = tuple(PreparedMove.as_shown(move, one) for move, one in zip(moves, shown, strict=True))
    return PreparedTurn(moves=made, only_if=only_if) if made else None


def conditions(case: Case, table: Table, seat: Seat) -> Sequence[OnlyIf]:
    start = simulate_turn(get_turns(case), table, seat, ()).table
    return [one.model_copy(update={"since": 0}) for one in get_turns(case).list_conditions(case.game.view(start, seat))]


def planned(case: Case, seed: str, tables: int = PLANS) -> Iterator[tuple[Evening, PreparedTurn]]:
    """Yield tables at which a seat that waits has prepared its turn, some on a condition."""
    for turn in sample_positions(case, seed, tables):
        for seat in turn.before.seats:
            if get_turns(case).is_own(turn.before, seat):
                continue
            offered = [None, *conditions(case, turn.before, seat)]
            plan = prepared(case, turn.before, seat, build_random(f"{seed} {seat}").choice(offered))
            if plan is not None:
                kept = PreparedTurn.model_validate_json(plan.model_dump_json())
                yield Evening(case, turn.before, seat, [kept]), kept


@pytest.mark.parametrize("case", PREPARED)
def test_whatever_happens_a_prepared_turn_is_played_as_shown_or_its_player_is_asked(case: Case) -> None:
    played = 0
    for number, (evening, plan) in enumerate(planned(case, "anything happens")):
        random, first = build_random(number), plan.moves[0]
        move = case.game.moves.validate_python(first.move)
        promised = list_heard_at_once(case, begin_turn(case, evening.table, evening.seat), evening.seat, move)
        for _ in range(MOVES_LATER):
            if evening.table.outcome is not None:
                break
            why, given = explain_stop(evening.running, evening.seat, plan, evening.news), evening.given
            if given is not None:
                question = play.find_question(evening.table, evening.seat)
                assert question is not None
                assert why is None
                assert question.describe(given.move) == first.words
                assert list_heard_at_once(case, evening.table, evening.seat, given.move) == promised
                assert first.answered is not None
                assert first.answered.why_not(answered(question, given.move)) is None
                assert plan.only_if is None or condition_holds(evening, plan.only_if)
                played += 1
                break
            if why is not None:
                break  # and its player is asked
            evening.goes_on(at_random(random), random)
    assert played or case.players == 1 or load_tested()[case.game.key].rarely_as_prepared


def condition_holds(evening: Evening, only_if: OnlyIf) -> bool | None:
    """Whether a condition is so, by all that was told since it was set, each piece looked at by itself."""
    view = evening.case.game.view(evening.table, evening.seat)
    turns = get_turns(evening.case)
    pieces = [[news] for news in evening.news.list_news_for(evening.seat, 0)]
    return all(turns.check_condition(only_if, view, evening.seat, heard) for heard in [[], *pieces])


@pytest.mark.parametrize("case", PREPARED)
def test_while_all_others_only_end_their_turns_a_prepared_turn_is_played_to_its_end(case: Case) -> None:
    ended, changed, tested = 0, 0, load_tested()[case.game.key]
    for number, (evening, plan) in enumerate(planned(case, "turns end", UNDISTURBED)):
        rule = turn_rule(case, evening)
        evening.orders = [plan.model_copy(update={"only_if": None})]
        while evening.orders and evening.table.outcome is None and len(evening.log) < MOVES_LATER:
            (left,) = evening.orders
            assert isinstance(left, PreparedTurn)
            why = explain_stop(evening.running, evening.seat, left, evening.news)
            question = play.find_question(evening.table, evening.seat)
            if why is not None and not left.begun and (question is None or question.rule != rule):
                break  # it is asked something else than what it had prepared for, such as in another phase
            if why and tested.turns_end_with_changes:
                changed += 1
                break
            assert not why, [one.words for one in plan.moves]
            given = evening.given
            if given is None:
                evening.goes_on(only_ending_turns(case), build_random(number))
                continue
            assert given.left is not None
            evening.orders = [given.left.order] if given.left.stands else []
            evening.play(given.seat, given.move)
        ended += not evening.orders
    assert ended or tested.rarely_as_prepared
    assert MOSTLY * changed <= ended


def turn_rule(case: Case, evening: Evening) -> str:
    question = simulate_turn(get_turns(case), evening.table, evening.seat, ()).question
    assert question is not None
    return question.rule


@pytest.mark.parametrize("case", ORDERING)
def test_whatever_happens_an_order_answers_as_it_was_given_or_its_player_is_asked(case: Case) -> None:
    orders = case.game.play_ahead.orders
    assert orders is not None
    for number, turn in enumerate(sample_positions(case, "ordered", ORDERED)):
        seat = number % case.players + 1
        for order in choose_orders(case, turn.before, seat, f"ordered {number}"):
            since = {"since": 0} if isinstance(order, OrderUntilNews) else {}
            kept = orders.kinds.validate_json(order.model_copy(update=since).model_dump_json())
            evening = Evening(case, turn.before, seat, [kept])
            follow_to_its_end(evening, kept, build_random(number))


def follow_to_its_end(evening: Evening, order: Order, random: Random) -> None:
    orders, seat = evening.case.game.play_ahead.orders, evening.seat
    assert orders is not None
    for _ in range(MOVES_LATER // 4):
        if (
            evening.table.outcome is not None
            or explain_order_end(evening.running, seat, order, evening.news) is not None
        ):
            assert evening.given is None or evening.table.outcome is not None, "it has ended, so it answers nothing"
            return
        if evening.given is not None:
            question = play.find_question(evening.table, seat)
            assert question is not None
            assert question.is_legal(evening.given.move)
            for piece in evening.news.list_news_for(seat, 0):
                assert orders.why_over(order, evening.running.get_view(seat), seat, [piece]) is None
            return
        evening.goes_on(at_random(random), random)
