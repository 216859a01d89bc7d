"""The agenda: steps interrupt each other and come back, and everything on the table can be saved."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, ClassVar

import pytest
from pydantic import Field

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move, News, Seat
from bot.engine.table import Box, Step, Table
from tests.table_talk import begun, chosen, tell
from tests.toy import Gather, Name, Pick, Poked, Share, ToyTable, Turn


def played(table: ToyTable, *moves: tuple[Seat, Move]) -> ToyTable:
    for seat, move in moves:
        table = play.play(table, seat, move).table
    return table


def kinds(table: ToyTable) -> list[str]:
    return [step.kind for step in table.agenda]


OPENED = ((1, Name(price=1)), (2, Name(price=2)), (3, Name(price=3)))


def test_a_poke_interrupts_a_turn_and_the_turn_goes_on_afterwards() -> None:
    table = played(begun(), *OPENED)
    assert play.list_asked_seats(table) == [1]
    poked = played(table, (1, Pick(what="poke 2")))
    assert play.list_asked_seats(poked) == [2]
    assert kinds(poked)[:2] == ["poke", "turn"]
    after = played(poked, (2, Pick(what="laugh")))
    assert play.list_asked_seats(after) == [1]
    assert after.agenda[0] == table.agenda[0]


def test_interruptions_of_interruptions_come_back_one_by_one() -> None:
    table = played(begun(), *OPENED, (1, Pick(what="poke 3")), (3, Pick(what="poke back")), (1, Pick(what="poke back")))
    assert play.list_asked_seats(table) == [3]
    table = played(table, (3, Pick(what="cry")))
    assert play.list_asked_seats(table) == [1]
    assert kinds(table) == kinds(played(begun(), *OPENED))


def test_a_turn_may_be_interrupted_again_and_again_until_it_is_ended() -> None:
    table = played(begun(), *OPENED)
    for _ in range(3):
        table = played(table, (1, Pick(what="fruit")), (1, Pick(what="plum")))
    assert table.coins[1] == 3
    assert play.list_asked_seats(played(table, (1, Pick(what="end")))) == [2]


class Told(News, kind="told"):
    text: str


class Leaf(Step, kind="leaf"):
    """Asks once and tells how it begins, is answered and ends."""

    name: str
    starts: list[str] = []
    asks: bool = False
    answered: bool = False

    def begin(self, table: Any) -> None:
        table.tell(Told(text=f"{self.name} begins"))
        table.next(*(Leaf(name=name) for name in self.starts))

    def list_asked_seats(self, table: Any) -> Collection[Seat]:
        return (1,) if self.asks and not self.answered else ()

    def build_question(self, table: Any, seat: Seat) -> Question:
        return Choose(prompt=f"{self.name}?", rule="none", options=(Option(Pick(what="go"), "Go"),))

    def answer(self, table: Any, seat: Seat, move: Move) -> None:
        self.answered = True

    def end(self, table: Any) -> None:
        table.tell(Told(text=f"{self.name} ends"))


class Unasked(Step, kind="unasked"):
    """Asks but has forgotten its question."""

    def list_asked_seats(self, table: Any) -> Collection[Seat]:
        return (1,)


class Grove(Table):
    agenda: list[Annotated[Leaf | Unasked, Field(discriminator="kind")]] = []


def grove(*steps: Leaf | Unasked) -> Grove:
    return Grove(players=2, chance=Chance(seed="grove"), agenda=list(steps))


def texts(told: Any) -> list[str]:
    return [piece.news.text for piece in told if isinstance(piece.news, Told)]


def test_steps_run_in_the_order_of_the_agenda() -> None:
    assert texts(play.begin(grove(Leaf(name="a"), Leaf(name="b"))).told) == ["a begins", "a ends", "b begins", "b ends"]


def test_a_step_ends_only_after_everything_it_started() -> None:
    told = texts(play.begin(grove(Leaf(name="a", starts=["b", "c"]))).told)
    assert told == ["a begins", "b begins", "b ends", "c begins", "c ends", "a ends"]


def test_a_step_begins_once_although_it_is_interrupted_by_a_question() -> None:
    first = play.begin(grove(Leaf(name="a", starts=["b"], asks=True)))
    assert texts(first.told) == ["a begins", "b begins", "b ends"]
    after = play.play(first.table, 1, Pick(what="go"))
    assert texts(after.told) == ["a ends"]
    assert after.table.agenda == []


def test_an_empty_agenda_asks_nobody() -> None:
    table = play.begin(grove()).table
    assert play.list_questions(table) == {}
    assert play.list_asked_seats(table) == []
    assert play.find_question(table, 1) is None
    assert not play.can_take_back_answer(table, 1)


def test_a_step_without_a_question_for_whom_it_asks_is_named_in_the_error() -> None:
    table = play.begin(grove(Unasked())).table
    with pytest.raises(NotImplementedError, match="Unasked asks 1"):
        play.find_question(table, 1)


def test_a_plain_step_asks_nobody_and_takes_nothing_back() -> None:
    step = Step()
    table = grove()
    assert not step.list_asked_seats(table)
    assert step.get_title(table) == ""
    assert step.get_default_move(table, 1) is None
    assert not step.can_take_back_answer(1)


def test_the_table_is_a_tree_so_what_is_saved_is_what_is_played_on() -> None:
    """Two places that hold the same object come back as two: a step sees only what it holds itself."""
    shared = Leaf(name="shared", asks=True)
    table = play.begin(grove(shared, shared)).table
    after = play.play(table, 1, Pick(what="go")).table
    assert after.agenda == [Leaf(name="shared", asks=True, begun=True)]
    assert play.list_asked_seats(after) == [1], "the second one is a step of its own and asks for itself"


def test_every_move_proves_that_the_table_can_be_saved() -> None:
    table = played(begun(), *OPENED, (1, Pick(what="basket")))
    move = Gather(things=["egg2", "egg30"])
    after = play.play(table, 1, move).table
    loaded = play.load(ToyTable, after.model_dump_json(), after._box)
    assert loaded == after
    assert play.list_questions(loaded) == play.list_questions(after)


def test_a_saved_table_refuses_fields_it_does_not_know() -> None:
    table = begun()
    with pytest.raises(ValueError, match="unknown"):
        play.load(ToyTable, table.model_dump_json().replace('{"players"', '{"unknown":1,"players"'), table._box)


def test_everybody_else_sits_clockwise() -> None:
    table = begun(players=4)
    assert list(table.iterate_clockwise_from(3)) == [4, 1, 2]
    assert list(table.seats) == [1, 2, 3, 4]


def test_news_reach_everybody_or_only_those_they_are_told_to() -> None:
    first = begun()
    public, private = tell(Poked(by=1, seat=2)), tell(Poked(by=1, seat=2), 2)
    assert [public.is_visible_to(seat) for seat in (None, *first.seats)] == [True] * 4
    assert [private.is_visible_to(seat) for seat in (None, *first.seats)] == [False, False, True, False]
    assert Poked(by=1, seat=2).list_concerned_seats() == (2,)


def test_the_right_label_leads_to_the_right_move() -> None:
    table = played(begun(), *OPENED)
    question = play.find_question(table, 1)
    assert question is not None
    assert question.read([chosen(question, "End my turn")]) == Pick(what="end")
    assert isinstance(table.agenda[0], Turn)


class Held(Move):
    """A move of another kind."""

    kind: ClassVar[str] = "held"


def test_a_move_of_another_kind_is_refused() -> None:
    table = played(begun(), *OPENED)
    for move in (Held(), Name(price=1), Share(amounts={}), Pick(what="fly")):
        with pytest.raises(play.IllegalMove):
            play.play(table, 1, move)


def test_a_box_is_never_part_of_what_is_saved() -> None:
    table = begun()
    assert isinstance(table._box, Box)
    assert "box" not in table.model_dump_json()
