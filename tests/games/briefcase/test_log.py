"""The log tells what changes somebody's mind, and not what everybody does in every turn."""

from __future__ import annotations

from typing import cast

from bot.engine import play
from bot.engine.records import News
from bot.games.briefcase import GAME
from bot.games.briefcase.news import Activated, BlockMoved, Drew, PaymentTaken, RoundBegan, TurnEnded
from bot.games.briefcase.table import Briefcase
from bot.host.table.running import format_news_lines
from bot.testing.random_games import Case, build_random
from tests.games.briefcase.dealing import Desk, office


def read(desk: Desk) -> list[str]:
    """What everybody reads in the log about the latest move."""
    return format_news_lines(GAME, [told.news for told in desk.latest if told.to is None], None)


def test_whose_turn_it_is_and_what_is_drawn_goes_without_saying() -> None:
    desk = office().deck("Ann", "Buy").hand("Ann", "Activate Obstacle").end_turn("Ann")
    assert read(desk) == []
    assert [line for line in desk.read_by("Bob") if "turn" in line], "the record of the game holds it all the same"


def test_a_buy_that_was_left_unplayed_is_told() -> None:
    (line,) = read(office().hand("Ann", "Buy Obstacle").end_turn("Ann"))
    assert "1 Buy" in line


def test_a_payment_is_told_once_unless_its_owner_refuses_some_of_it() -> None:
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Hire").store("Ann", "Steel").hire("Ann", "Bob", "Warehouses")
    assert len(read(desk)) == 1
    assert read(desk.takes("Bob", "Steel")) == []
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Hire").store("Ann", "Steel").hire("Ann", "Bob", "Warehouses")
    assert "1 Steel" in read(desk.takes("Bob", ""))[0]


def test_a_block_that_was_moved_back_meanwhile_is_not_told() -> None:
    def moves(seat: int, start: str, to: str) -> BlockMoved:
        return BlockMoved(seat=seat, what="resource", start=start, to=to, cards="2 Obstacles")

    there, back, on = moves(1, "Steel", "Concrete"), moves(2, "Concrete", "Steel"), moves(2, "Concrete", "Paper")
    assert format_news_lines(GAME, [there, back], 1) == []
    assert len(format_news_lines(GAME, [there, on], 1)) == 2
    assert format_news_lines(GAME, [there, back, there], None) == format_news_lines(GAME, [there], None)


def test_a_round_begins_with_the_news_that_the_end_is_near() -> None:
    desk = office().bank("Buy", 4).end_turn("Ann").end_turn("Bob")
    (line,) = [line for line in read(desk) if line.startswith("Round")]
    assert "The end is near: 4 Buys left in the bank; at 0 the game ends with that round." in line
    assert "near" not in read(office().end_turn("Ann").end_turn("Bob"))[0]


def test_an_activation_tells_its_points_and_that_a_second_one_scores_none() -> None:
    desk = office().owns("Ann", "Warehouses", activated=False).hand("Ann", "Activate Activate")
    desk.store("Ann", "Steel Steel Concrete Concrete")
    assert read(desk.activate("Ann", "Warehouses"))[0].endswith("gets 1 Buy, 1 Hire; +3 points.")
    assert read(desk.activate("Ann", "Warehouses"))[0].endswith("gets 1 Buy, 1 Hire, no points again.")


def test_an_activation_tells_the_points_that_abilities_add() -> None:
    desk = office().offer("Real Estate Agency").owns("Ann", "Real Estate Agency").hand("Ann", "Activate")
    desk.owns("Ann", "Warehouses", activated=False).store("Ann", "Steel Concrete")
    assert desk.activate("Ann", "Warehouses").news(Activated)[0].points == 4


def test_news_of_an_older_version_leave_out_the_points() -> None:
    desk = office().hand("Ann", "Activate").store("Ann", "Personnel Steel").activate("Ann", "Power Plant")
    older = desk.news(Activated)[0].model_dump(exclude={"points"})
    assert "point" not in GAME.say(Activated.model_validate(older), None)


def test_nearly_all_of_a_log_is_what_was_bought_activated_hired_and_struck() -> None:
    random = build_random("a whole log")
    table = cast("Briefcase", Case(GAME, 3, GAME.options()).begin("a whole log").table)
    news: list[News] = []
    while table.outcome is None:
        (seat,) = play.list_asked_seats(table)
        question = play.find_question(table, seat)
        assert question is not None
        played = play.play(table, seat, GAME.choose(GAME.view(table, seat), question, random))
        table = played.table
        news += [told.news for told in played.told if not isinstance(told.news, Drew) and not told.news.footnote]
    told = [piece for piece in news if not piece.is_record_only()]
    assert len(told) < 0.5 * len(news)
    assert sum(isinstance(piece, RoundBegan | TurnEnded | PaymentTaken) for piece in told) < 0.25 * len(told)
