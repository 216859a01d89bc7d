"""Standing orders, with Goodwill's: given in private, followed at once, ended with a reason."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.engine import play
from bot.engine.questions import BadAnswer, Question
from bot.games import GAMES
from bot.games.goodwill.components import AMBER
from bot.games.goodwill.orders import PreferredPartners, StandingNomination, StandingPrice, follow, stopped
from bot.games.goodwill.rules.transactions import Transaction
from bot.games.goodwill.table import Goodwill
from bot.host.errors import NotYours, Refusal
from bot.host.play.standing_orders import StandingOrders, offer_tag
from bot.host.table import deadlines
from storage.interface.questions import DueQuestion, QuestionTimes
from tests.any_question import picks_of
from tests.house import ANN, BEN, NOON, STRANGER, House, answer, house


@dataclass
class Office:
    """A house that keeps standing orders."""

    home: House
    orders: StandingOrders
    number: int

    async def seat(self, user: int) -> int:
        return (await self.home.host.get_running_game(self.number)).get_own_seat(user)

    async def offer(self, user: int, words: str) -> Question:
        standing = await self.orders.build_panel(self.number, user)
        return next(question for question in standing.offered if words in question.prompt)

    async def give(self, user: int, words: str, *picks: str) -> str:
        question = await self.offer(user, words)
        said = await self.orders.give(self.number, user, offer_tag(question), picks)
        await self.home.settle()
        return said

    async def table(self) -> Goodwill:
        table = (await self.home.host.get_running_game(self.number)).table
        assert isinstance(table, Goodwill)
        return table

    async def asked(self) -> list[int]:
        return play.list_asked_seats(await self.table())

    async def falls_silent(self, user: int) -> None:
        """Let the time of a player with an earlier missed answer run out, so that a bot takes over."""
        home, seat = self.home, await self.seat(user)
        await home.storage.database.write(
            lambda rows: rows.execute("update seats set misses = 1 where seat = ?", (seat,))
        )
        tag, now = (await home.host.get_running_game(self.number)).get_etags()[seat], deadlines.format_time(NOON)
        past = QuestionTimes(now, now, now)
        await home.storage.clocks.set_times(self.number, seat, tag, past, [], home.host.format_now())
        home.host.forget_loaded(self.number)
        await home.absence.handle_timeout(DueQuestion(self.number, seat, tag, past))
        await home.settle()
        assert (await home.host.get_running_game(self.number)).get_seat_row(seat).away

    async def heard(self, user: int) -> tuple[list[str], list[str]]:
        """What waits to be told: to somebody in private, and where others can read it."""
        seat, letters = await self.seat(user), await self.home.storage.outbox.list_unsent(self.number)
        private = [json.loads(letter.body)["text"] for letter in letters if letter.kind == "order"]
        assert all(letter.seat == seat for letter in letters if letter.kind == "order")
        return private, [letter.body for letter in letters if letter.kind in ("note", "notice")]


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    async with house(tmp_path / "boardroom.db", games=GAMES) as home:
        orders = home.orders
        table = await home.lobby.open_table(
            title="goodwill",
            guild_id=1,
            channel_id=2,
            user_id=ANN,
            name="Ann",
            seats_wanted=2,
            options={"fast_mode": "off"},
        )
        number = table.row.game_id
        await home.lobby.join(number, BEN, "Ben")
        await home.lobby.start(number, ANN)
        yield Office(home, orders, number)


async def test_ruling_gw_34_an_order_gives_the_answer_at_once_and_nothing_else(office: Office) -> None:
    assert await office.give(ANN, "What price should I write for Amber", "14") == "Always write $14 for Amber."
    assert await office.asked() == [await office.seat(BEN)], "Ann's price is sealed, Ben is asked as usual"
    step = (await office.table()).agenda[0]
    assert isinstance(step, Transaction)
    assert step.answers[await office.seat(ANN)].price == 14


async def test_an_order_answers_every_later_question_it_fits_and_no_other(office: Office) -> None:
    await office.give(ANN, "What price should I write for Amber", "14")
    for _ in range(2):
        await answer(office.home.host, office.number, BEN, ["10"])
        await office.home.settle()
    table = await office.table()
    assert [prices[await office.seat(ANN)] for prices in table.assessments[AMBER]] == [14, 14]
    assert await office.seat(ANN) in await office.asked(), "the vote on the boss is hers to answer"


async def test_orders_fill_in_the_lines_of_a_yearly_sheet_and_the_others_are_asked(tmp_path: Path) -> None:
    async with house(tmp_path / "boardroom.db", games=GAMES) as home:
        table = await home.lobby.open_table(
            title="goodwill",
            guild_id=1,
            channel_id=2,
            user_id=ANN,
            name="Ann",
            seats_wanted=2,
            options={"fast_mode": "yearly sheet"},
        )
        number = table.row.game_id
        await home.lobby.join(number, BEN, "Ben")
        await home.lobby.start(number, ANN)
        office = Office(home, home.orders, number)
        await office.give(ANN, "What price should I write for Amber", "14")
        await office.give(ANN, "Amber: whom should I propose as boss", "0")
        context = await home.host.build_panel(number, ANN)
        assert context.question is not None
        assert "Amber: who would get your yes?" in context.question.prompt
        with pytest.raises(Refusal, match="A standing order of yours gives this answer"):
            await home.host.undo_for_person(number, ANN)


async def test_orders_survive_a_restart_and_nobody_else_sees_them(office: Office) -> None:
    await office.give(ANN, "What price should I write for Black", "20")
    again = office.home.again()
    orders = again.orders
    assert (await orders.build_panel(office.number, ANN)).given == (StandingPrice(company="Black", price=20),)
    assert (await orders.build_panel(office.number, BEN)).given == ()
    with pytest.raises(NotYours):
        await orders.build_panel(office.number, STRANGER)
    told = [line.text for line in await again.host.get_history(office.number, BEN)]
    assert not any("20" in line and "Black" in line for line in told)


async def test_a_new_order_takes_the_place_of_the_one_before(office: Office) -> None:
    await office.give(ANN, "What price should I write for Black", "20")
    await office.give(ANN, "What price should I write for Black", "8")
    assert (await office.orders.build_panel(office.number, ANN)).given == (StandingPrice(company="Black", price=8),)


async def test_a_cancelled_order_answers_no_more(office: Office) -> None:
    await office.give(ANN, "What price should I write for Black", "20")
    await office.orders.cancel(office.number, ANN, "price of Black")
    assert (await office.orders.build_panel(office.number, ANN)).given == ()
    with pytest.raises(Refusal, match="already cancelled this order"):
        await office.orders.cancel(office.number, ANN, "price of Black")


@pytest.mark.parametrize("price", ["13", "99.5", "-2", "ten"])
async def test_an_order_that_could_not_be_followed_is_refused(office: Office, price: str) -> None:
    with pytest.raises(BadAnswer, match="even whole number from \\$0 to \\$98"):
        await office.give(ANN, "What price should I write for Black", price)
    assert (await office.orders.build_panel(office.number, ANN)).given == ()


async def test_an_order_that_comes_to_its_end_says_why(office: Office) -> None:
    seat = await office.seat(ANN)
    question = await office.offer(ANN, "Amber: whom should I propose as boss")
    boss = (await office.table()).available[0]
    name = (await office.table()).box.boss[boss].name
    order = StandingNomination(company="Amber", boss=boss, name=name)
    await office.give(ANN, "Amber: whom should I propose as boss", *picks_of(question, order))
    running = await office.home.host.get_running_game(office.number)
    table = play.copy(running.table)
    assert isinstance(table, Goodwill)
    table.companies[AMBER].boss = boss
    assert stopped(order, GAMES["goodwill"].view(table, seat)) == f"{name} is in charge of Amber now."
    table.companies[AMBER].bankrupt = True
    assert stopped(order, GAMES["goodwill"].view(table, seat)) == "Amber is bankrupt."


async def test_a_player_who_takes_over_a_seat_finds_no_orders_of_the_one_before(office: Office) -> None:
    await office.give(ANN, "What price should I write for Black", "20")
    running = await office.home.host.get_running_game(office.number)
    seat = await office.seat(ANN)
    votes = office.home.votes
    await votes.free_seat(office.number, seat, "She left.")
    await votes.take_seat(office.number, seat, STRANGER, "Stranger")
    assert running.orders[seat] != []
    assert (await office.orders.build_panel(office.number, STRANGER)).given == ()
    assert (await office.home.again().orders.build_panel(office.number, STRANGER)).given == ()


async def test_a_player_who_has_orders_is_told_once_and_in_private_that_they_rest_while_a_bot_holds_the_seat(
    office: Office,
) -> None:
    """In private alone, for nobody else may know that there are orders."""
    await office.give(ANN, "What price should I write for Black", "20")
    await office.falls_silent(ANN)
    private, others = await office.heard(ANN)
    (told,) = [words for words in private if "standing order" in words]
    assert "rest" in told
    assert "**Act**" in told
    assert "order" not in " ".join(others)
    seat = await office.seat(ANN)
    assert await office.home.storage.seats.get_ended_orders(office.number, seat) == told
    await office.home.absence.return_seat(office.number, ANN)
    assert (await office.orders.build_panel(office.number, ANN)).given == (StandingPrice(company="Black", price=20),)


async def test_a_player_who_has_no_orders_reads_of_none_when_a_bot_takes_over(office: Office) -> None:
    await office.falls_silent(ANN)
    assert await office.home.storage.seats.get_ended_orders(office.number, await office.seat(ANN)) == ""


async def test_partners_are_taken_in_the_order_that_was_written(office: Office) -> None:
    view = GAMES["goodwill"].view(await office.table(), 1)
    order = PreferredPartners(seats=("2",))
    question = (await office.home.desk(office.number, 1)).question
    assert question is not None
    assert follow(order, view, question) is None, "there is no choice of partners now"
