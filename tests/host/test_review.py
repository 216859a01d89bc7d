"""Review of a finished game: win probabilities of each seat, its decisions, and their results."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.engine.advice import Comparison
from bot.engine.first_plan import FirstPlan
from bot.engine.game import AnyGame
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.games import GAMES
from bot.host.errors import Refusal
from bot.host.record.review import ReviewContext, Reviews, compute_review
from bot.host.record.turning_points import TurningPoint
from bot.host.worker import Worker
from bot.ui import screens
from tests.house import ANN, BEN, STRANGER, House, house
from tests.judged_toy import COMPARED, EVEN, JUDGED, ONE_AHEAD, ONE_BEHIND, TWO_AHEAD, choose_well
from tests.toy import Name, Pick, ToyView


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "boardroom.db", games={"toy": COMPARED}) as opened:
        yield opened


async def opened(home: House, *prices: int) -> int:
    """A game of Ann and Ben in which the seats have named these prices."""
    number = await home.started(BEN)
    for seat, price in enumerate(prices, 1):
        await home.plays(number, seat, Name(price=price))
    return number


async def tries_the_fruit(home: House, number: int, seat: Seat) -> None:
    """Let a seat earn a coin."""
    await home.says(number, seat, "Try the fruit")
    await home.says(number, seat, "Apple")


async def over(home: House, number: int, *, loser: Seat) -> None:
    """Let a seat give up."""
    await home.absence.give_up_seat(number, await home.user(number, loser))


async def look(home: House, number: int, seat: Seat | None = None, user: int = STRANGER) -> ReviewContext:
    return await Reviews(home.host).get_review(number, user, seat)


async def points(home: House, number: int, seat: Seat) -> list[TurningPoint]:
    return list((await look(home, number, seat)).review.points[seat])


async def test_the_chances_go_from_the_deal_to_the_result(home: House) -> None:
    number = await opened(home, 5, 1)
    await tries_the_fruit(home, number, 1)
    await over(home, number, loser=2)
    chances = (await look(home, number)).review.chances
    assert chances[1][0] == chances[2][0] == EVEN
    assert ONE_AHEAD in chances[1]
    assert TWO_AHEAD in chances[1]
    assert (chances[1][-1], chances[2][-1]) == (1.0, 0.0)


async def words(home: House, number: int, seat: Seat) -> str:
    """The text of a seat's turning points."""
    shown = await look(home, number, seat)
    screen = screens.render_review(shown, screens.draw_win_probability(shown))
    return "\n".join(block for block in screen.blocks if isinstance(block, str))


async def test_a_turning_point_tells_what_was_asked_and_chosen_and_what_it_changed_by_itself(home: House) -> None:
    number = await opened(home, 1, 5)
    await tries_the_fruit(home, number, 1)
    await home.says(number, 1, "End my turn")
    await over(home, number, loser=2)
    (apple,) = [point for point in await points(home, number, 1) if point.words == "Apple"]
    assert apple.asked == "Which fruit?"
    assert (apple.before, apple.after, apple.then) == (ONE_BEHIND, EVEN, EVEN)
    told = await words(home, number, 1)
    assert "27% → 50%" in told
    assert "“Which fruit?” **Ann** chose **Apple**." in told.replace("**Ben** chose", "**Ann** chose")


async def test_the_first_sentence_says_what_was_better_and_by_how_much_and_then_why(home: House) -> None:
    number = await opened(home, 9, 5)
    await tries_the_fruit(home, number, 1)
    await over(home, number, loser=2)
    assert "\nA better answer was **Plum**, by about 2 points: “It is worth 2 to you.”\n" in await words(
        home, number, 1
    )


def judge_by(choose: Callable[[ToyView, Question, Random], Move]) -> AnyGame:
    """The toy with a bot that thinks every other answer a little worse than its own."""

    def lose(_seen: object, question: Question, _better: Move, _given: Move) -> Comparison:
        return Comparison(1, "about 1 point", f"It was better when asked: {question.prompt}")

    return replace(COMPARED, choose=choose, bots=replace(COMPARED.bots, compare=lose))


def eat_one_plum(seen: ToyView, question: Question, random: Random) -> Move:
    eaten = Pick(what="fruit" if seen.seat is None or not seen.coins[seen.seat] else "end")
    return eaten if question.is_legal(eaten) else choose_well(seen, question, random)


def end_the_turn(seen: ToyView, question: Question, random: Random) -> Move:
    end = Pick(what="end")
    return end if question.is_legal(end) else choose_well(seen, question, random)


async def test_what_others_did_and_the_better_answer_are_told_apart_from_the_move_itself(tmp_path: Path) -> None:
    """The chances after the better answer are those at the end of its turn, when the plum is eaten."""
    async with house(tmp_path / "other.db", games={"toy": judge_by(eat_one_plum)}) as home:
        number = await opened(home, 1, 5)
        await home.says(number, 1, "End my turn")
        await tries_the_fruit(home, number, 2)
        await over(home, number, loser=1)
        (last,) = [point for point in await points(home, number, 1) if point.words == "End my turn"]
        assert (last.before, last.after, last.then, last.chance_instead) == (ONE_BEHIND, ONE_BEHIND, 0.0, EVEN)
        assert (
            "The move itself: 27% → 27%; with the better answer 50%. Others' moves until the end: 27% → 0%."
            in await words(home, number, 1)
        )


async def test_a_decision_after_which_the_better_one_leads_to_the_same_chances_is_no_turning_point(
    tmp_path: Path,
) -> None:
    async with house(tmp_path / "other.db", games={"toy": judge_by(end_the_turn)}) as home:
        number = await opened(home, 1, 5)
        await home.plays(number, 1, Pick(what="poke 2"))
        await over(home, number, loser=1)
        assert [point.words for point in await points(home, number, 1)] == ["$1"]


async def test_luck_is_named_where_something_was_drawn(home: House) -> None:
    number = await opened(home, 1, 5)
    await home.says(number, 1, "Draw an animal")
    await home.says(number, 1, "Draw an animal")
    await over(home, number, loser=1)
    (drawing,) = [point for point in await points(home, number, 1) if point.words == "Draw an animal"]
    assert drawing.drew
    assert drawing.better.words == "End my turn", "the first was as good as the bot's"
    assert "The move itself, with what was drawn: 27% → 27%." in await words(home, number, 1)


async def test_of_a_sealed_answer_it_is_said_that_the_answers_of_all_have_a_part_in_what_came_of_it(
    home: House,
) -> None:
    number = await opened(home, 1, 5)
    await home.says(number, 1, "End my turn")
    await over(home, number, loser=2)
    (price,) = [point for point in await points(home, number, 1) if point.sealed]
    assert (price.words, price.before, price.then) == ("$1", EVEN, ONE_BEHIND)
    assert "sealed. By the next decision: 50% → 27%. This includes what everyone else chose." in await words(
        home, number, 1
    )


async def test_what_was_undone_is_no_turning_point(home: House) -> None:
    number = await opened(home, 1, 5)
    await tries_the_fruit(home, number, 1)
    await home.host.undo_for_person(number, await home.user(number, 1))
    await home.says(number, 1, "Pear")
    await over(home, number, loser=2)
    assert "Apple" not in [point.words for point in await points(home, number, 1)]
    assert "Pear" in [point.words for point in await points(home, number, 1)]


async def test_three_turning_points_are_told_those_that_lost_most_in_their_order_and_no_reason_twice(
    home: House,
) -> None:
    number = await opened(home, 1, 5)
    for fruit in ("Pear", "Plum", "Apple", "Apple", "Pear"):
        await home.says(number, 1, "Try the fruit")
        await home.says(number, 1, fruit)
    await over(home, number, loser=2)
    assert [(point.words, point.better.lost) for point in await points(home, number, 1)] == [
        ("$1", "about 8 points"),
        ("Pear", "about 1 points"),
        ("Apple", "about 2 points"),
    ]


async def test_a_turn_in_which_only_others_did_well_is_no_turning_point(home: House) -> None:
    number = await opened(home, 9, 5)
    await home.says(number, 1, "Draw an animal")
    await home.says(number, 1, "End my turn")
    await tries_the_fruit(home, number, 2)
    await over(home, number, loser=1)
    assert not await points(home, number, 1)
    assert "Good: where the chances fell most, a bot knew no answer that was clearly better." in await words(
        home, number, 1
    )


async def test_an_answer_that_the_panel_suggested_is_no_turning_point(tmp_path: Path) -> None:
    def suggest(_: object, question: Question) -> FirstPlan | None:
        move = Pick(what="apple")
        return FirstPlan(move, "Take the apple.", "It is sweet.") if question.is_legal(move) else None

    taught = replace(COMPARED, teaching=replace(COMPARED.teaching, first_plan=suggest))
    async with house(tmp_path / "other.db", games={"toy": taught}) as home:
        number = await opened(home, 9, 5)
        await tries_the_fruit(home, number, 1)
        await over(home, number, loser=2)
        assert "Apple" not in [point.words for point in await points(home, number, 1)]


async def test_what_bots_decided_is_not_judged(home: House) -> None:
    number = await home.with_bots("toy", "steady")
    await home.to_the_end(number)
    running = await home.host.get_running_game(number)
    bot = next(row.seat for row in running.seats if row.user_id is None)
    assert not await points(home, number, bot)
    assert "A bot decided everything here" in await words(home, number, bot)


async def test_a_game_without_comparisons_goes_by_the_chances_right_after_two_answers(tmp_path: Path) -> None:
    def end(_seen: object, question: Question, random: Random) -> Move:
        return question.choose_random_move(random) if question.rule != "Turns" else Pick(what="end")

    async with house(tmp_path / "other.db", games={"toy": replace(JUDGED, choose=end)}) as home:
        number = await opened(home, 5, 1)
        await home.says(number, 1, "Draw an animal")
        await over(home, number, loser=2)
        assert not await points(home, number, 1), "no answer changes the chances at once"


async def test_a_player_sees_their_own_turning_points_first_and_others_those_of_the_winner(home: House) -> None:
    number = await opened(home, 1, 5)
    await over(home, number, loser=2)
    for user in (ANN, BEN):
        assert (await look(home, number, user=user)).seat == (await home.host.get_running_game(number)).find_seat_of(
            user
        )
    assert (await look(home, number)).seat == 1


async def test_a_running_game_cannot_be_reviewed(home: House) -> None:
    number = await opened(home, 1, 5)
    with pytest.raises(Refusal, match="when it is over"):
        await look(home, number, user=ANN)
    with pytest.raises(ValueError, match="not over"):
        compute_review(await home.host.get_running_game(number), await home.entries(number))


async def test_a_game_that_ended_early_cannot_be_reviewed(home: House) -> None:
    number = await opened(home, 1, 5)
    await home.storage.games.close_without_result(number, home.host.format_now())
    home.host.forget_loaded(number)
    with pytest.raises(Refusal, match="ended early"):
        await look(home, number, user=ANN)


async def test_no_seat_but_those_of_the_table_is_looked_at(home: House) -> None:
    number = await opened(home, 1, 5)
    await over(home, number, loser=2)
    with pytest.raises(Refusal, match="no such seat"):
        await look(home, number, 3)


@pytest.mark.thorough
async def test_the_worker_makes_the_same_review_and_makes_it_once(tmp_path: Path) -> None:
    async with house(tmp_path / "goodwill.db", games=GAMES) as home:
        number = await home.with_bots("goodwill", "steady")
        await home.to_the_end(number)
        worker = Worker(1)
        reviews = Reviews(home.host, worker)
        there = await reviews.get_review(number, ANN)
        assert there.review == compute_review(await home.host.get_running_game(number), await home.entries(number))
        assert worker.under_way == 0
        await worker.close()
        assert (await reviews.get_review(number, STRANGER)).review == there.review
        await home.storage.database.write(lambda rows: rows.execute("delete from reviews"))
        with pytest.raises(Refusal, match="later"):
            await Reviews(home.host, worker).get_review(number, ANN)


async def test_a_game_that_the_worker_does_not_know_is_reviewed_here(home: House) -> None:
    number = await opened(home, 1, 5)
    await over(home, number, loser=2)
    worker = Worker(1)
    await worker.close()
    assert (await Reviews(home.host, worker).get_review(number, ANN)).review.parts


@pytest.mark.parametrize(
    ("chance", "told"), [(0.0, "0%"), (0.001, "under 1%"), (0.25, "25%"), (0.999, "over 99%"), (1.0, "100%")]
)
def test_a_chance_is_never_told_as_certain_before_it_is(chance: float, told: str) -> None:
    assert screens.format_percent(chance) == told
