"""Moves put together of the game's own steps: what a choice leaves is what it will leave."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.engine import play
from bot.engine.drafting import Draft, OneOf, Part, begin_on_copy, get_asked_part, make_choice, play_parts
from bot.engine.questions import Choose, Option, Question
from tests.stroll import (
    Dishes,
    Drinks,
    Lunch,
    Ordering,
    Push,
    Pushing,
    StrollTable,
    Tip,
    Tipping,
    Walk,
    alone,
    lunch,
    walk,
)

SOUP = Dishes(names=("soup",))
TEA = Drinks(amounts={"tea": 1, "wine": 0})


def left_of(table: StrollTable) -> str:
    return f"${table.purses[1]}"


def having_lunch(table: StrollTable | None = None) -> Draft[StrollTable]:
    return Draft(table or alone(), Ordering(seat=1), "Lunch", leaves=left_of)


@pytest.mark.parametrize("seed", range(20))
def test_what_the_last_choice_leaves_is_what_the_move_leaves_at_the_table(seed: int) -> None:
    question, table = lunch(), alone()
    move = question.choose_random_move(Random(seed))  # noqa: S311
    assert isinstance(move, Lunch)
    play_parts(table, Ordering(seat=1), move.parts)
    assert question.get_stage(move.parts).leaves == f"${table.purses[1]} left"


def test_nothing_is_changed_before_it_is_sent() -> None:
    table = alone()
    before, draft = table.model_dump_json(), having_lunch(table)
    draft.stage((SOUP, TEA))
    assert table.model_dump_json() == before
    assert table.told == []


def test_each_choice_is_taken_back_by_itself() -> None:
    draft = having_lunch()
    assert [draft.stage(parts).leaves for parts in ((SOUP, TEA), (SOUP,), ())] == ["$14", "$16", "$20"]
    assert draft.stage((Dishes(names=("pie",)),)).leaves == "$11"


def test_what_follows_a_choice_is_asked_before_anything_else_and_belongs_to_the_move() -> None:
    draft = having_lunch()
    asked = [draft.stage(parts) for parts in ((), (SOUP,), (SOUP, TEA), (SOUP, TEA, Tip(coins=0)))]
    prompts = [stage.question and stage.question.prompt for stage in asked]
    assert prompts == ["Which dishes?", "How many drinks?", "What is your tip?", None]
    assert [stage.complete for stage in asked] == [False, False, False, True]


def test_all_that_is_asked_stands_under_the_rule_of_the_whole() -> None:
    asked = [having_lunch().stage(parts).question for parts in ((), (SOUP,), (SOUP, TEA))]
    assert {question and question.rule for question in asked} == {"Lunch"}


def test_it_can_be_sent_while_more_could_be_chosen_where_a_step_allows_that() -> None:
    question = walk({"red": 0, "blue": 0})
    assert question.get_stage(()).complete
    assert question.get_stage((Push(cart="red"),)).complete


def test_the_table_goes_on_where_it_was_and_tells_it_once() -> None:
    table = play.begin(alone()).table
    played = play.play(table, 1, Walk(parts=(Push(cart="red"), Push(cart="red"))))
    assert [piece.news.kind for piece in played.told] == ["walked"]
    assert [step.kind for step in played.table.agenda] == ["at lunch", "home"]
    assert play.list_asked_seats(played.table) == [1]


class Sharing(OneOf):
    """Somebody gets one of the dishes that are left."""

    left: tuple[str, ...]

    def prompt(self, table: Any) -> str:
        return "Which dish?"

    def list_options(self, table: Any) -> list[Option]:
        return [Option(Dishes(names=(dish,)), dish) for dish in self.left]

    def take(self, table: Any, move: Dishes) -> None:
        table.purses[1] = len(move.names[0])

    def settle(self, table: Any) -> None:
        table.purses[1] = 0


@pytest.mark.parametrize(("left", "coins"), [(("soup",), 4), ((), 0)])
def test_one_answer_is_never_asked_for_and_where_there_is_none_it_goes_on(left: tuple[str, ...], coins: int) -> None:
    table = alone()
    there = begin_on_copy(table, Sharing(seat=1, left=left), copy=lambda table: table.model_copy(deep=True))
    assert there.agenda == []
    assert (there.purses[1], table.purses[1]) == (coins, 20)


def test_what_follows_by_itself_is_done_when_its_turn_comes() -> None:
    there = begin_on_copy(alone(), Ordering(seat=1))
    agenda: list[Any] = there.agenda
    agenda.append(Sharing(seat=1, left=("cake",)))
    make_choice(there, SOUP)
    make_choice(there, TEA)
    assert isinstance(get_asked_part(there), Tipping)
    assert there.purses[1] == 14
    make_choice(there, Tip(coins=4))
    assert (there.agenda, there.purses[1]) == ([], 4)


def test_several_answers_are_asked_for() -> None:
    there = begin_on_copy(
        alone(), Sharing(seat=1, left=("soup", "cake")), copy=lambda table: table.model_copy(deep=True)
    )
    question = get_asked_part(there).build_choice(there, "Lunch")
    assert isinstance(question, Choose)
    assert [option.label for option in question.options] == ["soup", "cake"]


class Peeking(Part):
    """Somebody shows, draws or looks at something hidden, as a part of a move never should."""

    how: str

    def build_choice(self, table: Any, rule: str) -> Question:
        return Choose(prompt="Which dish?", rule=rule, options=(Option(SOUP, "Soup"),))

    def take(self, table: Any, move: Any) -> None:
        if self.how == "draws":
            table.chance.draw_below(2)
        else:
            table.block_undo()


@pytest.mark.parametrize("how", ["draws", "looks"])
def test_a_choice_that_draws_or_looks_at_something_hidden_cannot_be_tried_out(how: str) -> None:
    draft = Draft(
        alone(),
        Peeking(seat=1, how=how),
        "Lunch",
        leaves=left_of,
        copy=lambda table: table.model_copy(deep=True),
    )
    assert not draft.stage(()).complete
    for _ in range(2):
        with pytest.raises(ValueError, match="neither draw nor show"):
            draft.stage((SOUP,))


def test_a_move_that_looks_at_something_hidden_closes_the_way_back_when_it_is_sent() -> None:
    class Looking(Pushing):
        def take(self, table: StrollTable, move: Push) -> None:
            super().take(table, move)
            table.block_undo()

    table = play.begin(alone()).table
    play_parts(table, Looking(seat=1), (Push(cart="red"), Push(cart="blue")))
    assert table._blocks_undo
