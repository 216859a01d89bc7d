"""What may be done without being asked, with Briefcase's owners: nobody waits for it, and orders stop no undo."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from bot.engine import play
from bot.engine.game_groups import PlayAhead
from bot.engine.orders import Order, Orders
from bot.engine.questions import Choose, Question
from bot.engine.records import Move, Seat
from bot.games import GAMES
from bot.games.briefcase.table import Briefcase
from bot.host.clock import Clock
from bot.host.errors import Refusal
from bot.host.play.standing_orders import StandingOrders, offer_tag
from bot.host.record.export import export_game
from bot.host.record.proof import verify_export
from tests.games.briefcase.dealing import with_something_to_hire
from tests.house import ANN, BEN, CLEO, House, house
from tests.toy import TOY, Pick, ToyView

GAME = replace(GAMES["briefcase"], set_up=with_something_to_hire)
HIRER, OWNER = 1, 2
NOTHING_TO_UNDO = "Nothing to undo"


@dataclass
class Market:
    """A house at whose table seat 1 can hire a company of seat 2."""

    home: House
    orders: StandingOrders
    clock: Clock
    wall: list[datetime]
    number: int = 1

    async def table(self) -> Briefcase:
        table = (await self.home.host.get_running_game(self.number)).table
        assert isinstance(table, Briefcase)
        return table

    async def orders_nothing(self) -> None:
        """The owner gives the standing order to take nothing."""
        user = await self.home.user(self.number, OWNER)
        question, _ = (await self.orders.build_panel(self.number, user)).offered
        assert isinstance(question, Choose)
        at = [option.label for option in question.options].index("Take nothing")
        await self.orders.give(self.number, user, offer_tag(question), [str(at)])
        await self.home.settle()

    async def says(self, seat: Seat, beginning: str) -> None:
        """Take the first option that begins so."""
        context = await self.home.desk(self.number, seat)
        assert isinstance(context.question, Choose)
        labels = [option.label for option in context.question.options if option.label.startswith(beginning)]
        assert labels, [option.label for option in context.question.options]
        await self.home.says(self.number, seat, labels[0])
        await self.home.settle()

    async def hires(self) -> None:
        await self.says(HIRER, f"Hire <seat:{OWNER}>'s Power Plant")

    async def undoes(self, seat: Seat) -> None:
        await self.home.host.undo_for_person(self.number, await self.home.user(self.number, seat))
        await self.home.settle()

    async def can_undo(self, seat: Seat) -> bool:
        return (await self.home.desk(self.number, seat)).can_undo

    async def is_proven(self) -> bool:
        return verify_export(await export_game(self.home.storage, self.number, full=True), self.home.host.games).ok


@pytest.fixture
async def market(tmp_path: Path) -> AsyncIterator[Market]:
    wall = [datetime.fromisoformat("2026-03-01T12:00:00+00:00")]
    async with house(tmp_path / "boardroom.db", games={GAME.key: GAME}, now=lambda: wall[0]) as home:
        orders = home.orders
        clock = home.clock
        table = await home.lobby.open_table(
            title=GAME.key,
            guild_id=1,
            channel_id=2,
            user_id=ANN,
            name="Ann",
            seats_wanted=3,
            options={"starting_player": "first seat"},
        )
        await home.lobby.join(table.row.game_id, BEN, "Ben")
        await home.lobby.join(table.row.game_id, CLEO, "Cleo")
        await home.lobby.start(table.row.game_id, ANN)
        yield Market(home, orders, clock, wall)
        await clock.close()


# -- nobody waits ------------------------------------------------------------------------------------


async def test_an_owner_is_told_and_neither_called_nor_put_under_a_clock(market: Market) -> None:
    await market.hires()
    assert [ask.seat for ask in await market.home.storage.open_questions.list_in_game(market.number)] == [HIRER]
    assert set((await market.home.host.get_running_game(market.number)).clocks) == {HIRER}
    letters = await market.home.storage.outbox.list_unsent(market.number)
    newest = [(letter.kind, letter.seat) for letter in letters if letter.revision == letters[-1].revision]
    assert ("hand", OWNER) in newest
    assert "ask" not in [kind for kind, _ in newest]
    context = await market.home.desk(market.number, OWNER)
    assert context.question is not None
    assert not context.is_asked
    heard = "\n".join(context.news)
    assert "pays you 1 Steel and gets 2 Energy." in heard
    assert "otherwise you take all that fits, at the latest when your turn comes" in heard


async def test_an_owner_who_says_nothing_has_missed_nothing(market: Market) -> None:
    await market.hires()
    await market.home.later(market.clock, market.wall, 24.1)
    running = await market.home.host.get_running_game(market.number)
    assert play.list_asked_seats(running.table) == [OWNER], "the hirer was late, and that was all"
    assert [seat_row.misses for seat_row in running.seats] == [1, 0, 0]
    assert (await market.table()).everybody[OWNER].storage == {"steel": 1}


async def test_an_owner_chooses_once_also_after_a_restart(market: Market) -> None:
    await market.hires()
    user = await market.home.user(market.number, OWNER)
    again = market.home.again()
    context = await again.desk(market.number, OWNER)
    assert isinstance(context.question, Choose)
    assert context.etag is not None
    nothing = str([option.label for option in context.question.options].index("Take nothing"))
    for _ in range(2):
        late = await again.host.answer_question(market.number, user, context.etag, [nothing])
    assert late.note.startswith("That is already decided")
    table = (await again.host.get_running_game(market.number)).table
    assert isinstance(table, Briefcase)
    assert table.resource_discard == {"steel": 1}
    assert table.payments == []
    assert play.list_asked_seats(table) == [HIRER]


async def test_when_it_matters_the_question_is_over(market: Market) -> None:
    await market.hires()
    context = await market.home.desk(market.number, OWNER)
    assert context.etag is not None
    await market.says(HIRER, "End turn")
    late = await market.home.host.answer_question(
        market.number, await market.home.user(market.number, OWNER), context.etag, ["0"]
    )
    assert late.note.startswith("That decision has changed")
    assert (await market.table()).everybody[OWNER].storage == {"steel": 1}


async def test_a_bot_in_the_owners_chair_takes_what_fits_when_it_matters(market: Market) -> None:
    await market.home.votes.free_seat(market.number, OWNER, "They left.")
    await market.hires()
    assert len((await market.table()).payments) == 1
    assert await market.can_undo(HIRER)


# -- going back --------------------------------------------------------------------------------------


async def test_a_standing_order_answers_and_the_hire_can_still_be_taken_back(market: Market) -> None:
    await market.orders_nothing()
    before = await market.table()
    for _ in range(2):
        await market.hires()
        assert (await market.table()).resource_discard == {"steel": 1}
        assert await market.can_undo(HIRER)
        await market.undoes(HIRER)
        assert await market.table() == before
    assert not await market.can_undo(HIRER)
    with pytest.raises(Refusal, match=NOTHING_TO_UNDO):
        await market.undoes(HIRER)
    assert await market.is_proven()


async def test_moves_are_taken_back_one_by_one_past_what_an_order_has_answered(market: Market) -> None:
    await market.orders_nothing()
    tables = []
    for label in (f"Hire <seat:{OWNER}>'s Power Plant", "Buy 1 Steel"):
        tables.append(await market.table())
        await market.says(HIRER, label)
    while tables:
        await market.undoes(HIRER)
        assert await market.table() == tables.pop()
    assert await market.is_proven()


async def test_nobody_undoes_what_their_order_has_answered(market: Market) -> None:
    await market.orders_nothing()
    await market.hires()
    assert not await market.can_undo(OWNER)
    with pytest.raises(Refusal, match=NOTHING_TO_UNDO):
        await market.undoes(OWNER)


async def test_past_what_an_owner_has_chosen_in_person_the_table_must_agree(market: Market) -> None:
    before = await market.table()
    await market.hires()
    assert await market.can_undo(HIRER)
    await market.says(OWNER, "Take nothing")
    assert not await market.can_undo(HIRER)
    with pytest.raises(Refusal, match=NOTHING_TO_UNDO):
        await market.undoes(HIRER)
    votes = market.home.votes
    await votes.propose(market.number, await market.home.user(market.number, HIRER), "undo")
    (motion,) = await market.home.storage.motions.list_open(market.number)
    for seat in (OWNER, 3):
        await votes.cast_vote(motion.motion_id, await market.home.user(market.number, seat), True)
    assert await market.table() == before
    assert await market.is_proven()


async def test_an_owner_takes_back_what_they_have_chosen_and_with_it_opens_the_way_back(market: Market) -> None:
    await market.hires()
    hired = await market.table()
    await market.says(OWNER, "Take nothing")
    await market.undoes(OWNER)
    assert await market.table() == hired
    assert await market.can_undo(HIRER)


class LaughOrder(Order, kind="laugh"):
    """Laugh when poked."""


def laugh(_: Order, __: object, question: Question) -> Move | None:
    return Pick(what="laugh") if question.is_legal(Pick(what="laugh")) else None


LAUGHING: Orders[ToyView] = Orders(
    kinds=TypeAdapter(LaughOrder), offers=lambda _: (), follow=laugh, stopped=lambda *_: None, describe=str
)


async def test_what_an_order_answers_when_the_table_waits_for_it_is_in_the_way_of_an_undo(tmp_path: Path) -> None:
    async with house(
        tmp_path / "boardroom.db", games={"toy": replace(TOY, play_ahead=PlayAhead(orders=LAUGHING))}
    ) as home:
        number = await home.at_first_turn(BEN)
        running = await home.host.get_running_game(number)
        home.host.remember(replace(running, orders={2: [LaughOrder()]}))
        await home.says(number, 1, "Poke <seat:2>")
        await home.settle()
        assert play.list_asked_seats(await home.table(number)) == [1], "the order has laughed"
        assert not (await home.desk(number, 1)).can_undo
        with pytest.raises(Refusal, match=NOTHING_TO_UNDO):
            await home.host.undo_for_person(number, await home.user(number, 1))
