"""What one reads, what bots do, and what standing orders answer."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.pages import Grid
from bot.engine.questions import Question
from bot.games.carnegie import GAME
from bot.games.carnegie.components import BOX
from bot.games.carnegie.moves import BeginAnew, Donate, Plan, StandUp, TakeBack
from bot.games.carnegie.orders import ORDERS, DonateOrder, StandUpOrder, TakeBackOrder
from bot.games.carnegie.rules.new_beginning import NewBeginningStep
from bot.games.carnegie.rules.what_is_agreed import CarnegieOptions
from bot.games.carnegie.table import Carnegie
from tests.games.carnegie.dealing import office


def whole_game(players: int, seed: str, *, randoms: tuple[int, ...] = ()) -> Carnegie:
    """Let bots play, and random moves for some."""
    table: Carnegie = GAME.set_up(GAME.options(), players, seed, BOX)
    random = Random(seed)  # noqa: S311
    play.begin(table)
    while table.outcome is None:
        seat = play.list_asked_seats(table)[0]
        question = play.find_question(table, seat)
        assert question is not None
        move = (
            question.choose_random_move(random)
            if seat in randoms
            else GAME.choose(GAME.view(table, seat), question, random)
        )
        assert question.is_legal(move)
        for piece in play.play_here(table, seat, move):
            assert piece.news.kind in SAID_BY_ALL or GAME.say(piece.news, seat), piece.news
        table.audit()
    return table


SAID_BY_ALL = ("seed committed", "seed shown", "answer sealed")


def test_four_bots_end_between_80_and_180_points_a_head() -> None:
    scores = [score.total for score in whole_game(4, "a game of bots").scores]
    assert 80 <= sum(scores) / 4 <= 180


@pytest.mark.parametrize("number", range(3))
def test_the_bot_beats_a_seat_that_plays_at_random(number: int) -> None:
    table = whole_game(2, f"duel {number}", randoms=(2,))
    assert table.outcome is not None
    assert table.outcome.winners == [1]


def test_everything_can_be_looked_at_while_the_game_goes_on_and_when_it_is_over() -> None:
    for table in (office("Ann").table, office().table, whole_game(1, "alone", randoms=(1,))):
        for seat in (*table.seats, None):
            view = GAME.view(table, seat)
            for page in (GAME.page(view), GAME.hand(view)):
                for section in page.sections:
                    for part in section.parts:
                        if isinstance(part, Grid):
                            assert all(len(row) == len(part.heads) for row in part.rows)
                        else:
                            assert part
            assert GAME.teaching.aim is not None
            assert "20 rounds" in GAME.teaching.aim(view)


def test_what_others_have_bought_in_secret_cannot_be_seen() -> None:
    table: Carnegie = GAME.set_up(CarnegieOptions(new_beginning=True), 3, "secrets", BOX)
    play.begin(table)
    question = play.find_question(table, 2)
    assert question is not None
    move = question.choose_random_move(Random(5))  # noqa: S311
    assert isinstance(move, BeginAnew)
    table = play.play(table, 2, move).table
    assert GAME.view(table, 2).bought == move
    for seat in (1, 3, None):
        assert GAME.view(table, seat).bought is None
        other = GAME.redeal(table, seat, Chance(seed="another truth"))
        assert GAME.view(other, seat) == GAME.view(table, seat)
        step = other.agenda[0]
        assert isinstance(step, NewBeginningStep)
        assert step.answers[2] != move


# Standing orders


def test_an_order_donates_on_a_space_as_soon_as_it_can_be_paid_and_ends_when_that_is_taken() -> None:
    desk = office("Ann Bob Cid Dan").next_event("hr", "donation").pick("hr")
    order = DonateOrder(donation="D4")
    assert ORDERS.follow(order, GAME.view(desk.table, 1), desk.question("Ann")) == Donate(donation="D4")
    desk.donate("Ann", "D4")
    assert ORDERS.stopped(order, GAME.view(desk.table, 1)) == "Health (2 VP per project in the West) is yours now."
    assert ORDERS.stopped(order, GAME.view(desk.table, 2)) == "Health (2 VP per project in the West) is taken."
    assert ORDERS.follow(order, GAME.view(desk.table, 2), desk.question("Bob")) is None
    never = DonateOrder(donation=None)
    assert ORDERS.follow(never, GAME.view(desk.table, 2), desk.question("Bob")) == Donate()


def test_an_order_takes_all_workers_back() -> None:
    desk = office("Ann Bob").away("Ann", "west", 2).next_event("hr", "west").pick("hr")
    found = follow(TakeBackOrder(), desk.table, desk.question("Ann"))
    assert found == Plan(orders=(TakeBack(count=2),))


def test_an_order_activates_the_cheapest_first_and_answers_nothing_else() -> None:
    desk = office("Ann Bob").workers("Ann", "a1", lying=2).next_event("hr", "west").pick("hr")
    assert follow(StandUpOrder(), desk.table, desk.question("Ann")) is None
    desk.nothing("Ann", "Bob")
    found = follow(StandUpOrder(), desk.table, desk.question("Ann"))
    assert found == Plan(orders=(StandUp(cell="a1"), StandUp(cell="a1")))


def follow(order: TakeBackOrder | StandUpOrder, table: Carnegie, question: Question) -> object:
    """What an order of Ann's answers."""
    return ORDERS.follow(order, GAME.view(table, 1), question)


def test_each_order_that_is_offered_has_words() -> None:
    questions = ORDERS.list_questions(GAME.view(office().table, 1), "list")
    assert len(questions) == 3
    for question in questions:
        order = question.choose_random_move(Random(1))  # noqa: S311
        assert ORDERS.describe(order).endswith(".")
    assert not ORDERS.offers(GAME.view(office().table, None))
