"""What has happened since an order was given decides about it, also after an undo or a restart."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.engine.play import Played
from bot.engine.questions import Choose
from bot.games import GAMES
from bot.games.big_shoulders.moves import Sell, StockTurn
from bot.games.big_shoulders.table import City
from bot.host.play import move_records
from bot.host.play.standing_orders import offer_tag
from bot.host.table.running import RunningGame
from tests.any_question import picks_of
from tests.games.big_shoulders.dealing import town
from tests.house import ANN, BEN, CLEO, House, house

ANYBODY = "… until anybody sells, buys or founds"
HAS_HAPPENED = "Somebody has sold, bought or founded."


@dataclass
class Exchange:
    """A Stock phase in which the second seat is on turn."""

    home: House
    number: int

    async def running(self) -> RunningGame:
        return await self.home.host.get_running_game(self.number)

    async def user(self, seat: int) -> int:
        user = (await self.running()).get_seat_row(seat).user_id
        assert user is not None
        return user

    async def passes_until(self, seat: int, words: str) -> None:
        """Order to pass until something happens."""
        user = await self.user(seat)
        for question in (await self.home.orders.build_panel(self.number, user)).offered:
            labels = [option.label for option in question.options] if isinstance(question, Choose) else []
            if words in labels:
                await self.home.orders.give(self.number, user, offer_tag(question), [str(labels.index(words))])
        await self.home.settle()

    async def sells(self, seat: int, company: str) -> None:
        """Sell a share."""
        user, move = await self.user(seat), StockTurn(parts=(Sell(company=company, common=1),))
        context = await self.home.host.build_panel(self.number, user)
        assert context.question is not None
        assert context.etag is not None
        await self.home.host.answer_question(self.number, user, context.etag, picks_of(context.question, move))
        await self.home.settle()

    async def does(self, seat: int, words: str) -> None:
        """Answer with the option that reads so."""
        user = await self.user(seat)
        context = await self.home.host.build_panel(self.number, user)
        assert isinstance(context.question, Choose)
        assert context.etag is not None
        at = [option.label.startswith(words) for option in context.question.options].index(True)
        await self.home.host.answer_question(self.number, user, context.etag, [str(at)])
        await self.home.settle()

    async def table(self) -> City:
        table = (await self.running()).table
        assert isinstance(table, City)
        return table

    async def ended(self, seat: int) -> str:
        """What the seat's player is to be told of orders that have ended."""
        return await self.home.storage.seats.get_ended_orders(self.number, seat)

    async def orders(self, seat: int) -> int:
        return len((await self.running()).get_standing_orders(seat))


@pytest.fixture
async def exchange(tmp_path: Path) -> AsyncIterator[Exchange]:
    async with house(tmp_path / "boardroom.db", games=GAMES) as home:
        opened = await home.lobby.open_table(
            title="big-shoulders", guild_id=1, channel_id=2, user_id=ANN, name="Ann", seats_wanted=3, options=None
        )
        number = opened.row.game_id
        await home.lobby.join(number, BEN, "Ben")
        await home.lobby.join(number, CLEO, "Cleo")
        await home.lobby.start(number, ANN)
        street = town().founded("Ann", "Swift", 40).founded("Ben", "Elgin", 40).founded("Cleo", "Libby", 40)
        for name in ("Ann", "Ben", "Cleo"):
            street.cash(name, 200)
        street.holds("Ben", "Swift", common=1).begin("stock", 2, first="Ben")
        running = await home.host.get_running_game(number)
        await home.host.save_move(
            running, move_records.TableCommand("repair", 1), Played(street.table, (), blocks_undo=True)
        )
        yield Exchange(home, number)


async def test_a_turn_prepared_only_if_nobody_deals_is_not_played_after_a_share_was_sold_and_bought_again(
    exchange: Exchange,
) -> None:
    prepared, ann = exchange.home.services.prepared, await exchange.user(1)
    context = await prepared.build_panel(exchange.number, ann)
    assert isinstance(context.next, Choose)
    await prepared.add(exchange.number, ann, context.then.tag, ["0"])
    wanted = next(one for one in context.then.conditions if one.words == "nobody has sold, bought or founded")
    await prepared.set_condition(exchange.number, ann, wanted.key)
    before = [f"{firm.treasury} {firm.pool}" for firm in (await exchange.table()).companies.values()]
    await exchange.sells(2, "swift")
    await exchange.does(3, "Swift 10 % from the pool")
    assert [f"{firm.treasury} {firm.pool}" for firm in (await exchange.table()).companies.values()] == before
    assert "you wanted it only if nobody has sold, bought or founded" in await exchange.ended(1)
    assert 1 in (await exchange.running()).get_etags()


async def test_a_player_who_passes_until_anybody_deals_is_asked_when_a_share_was_bought(exchange: Exchange) -> None:
    await exchange.passes_until(1, ANYBODY)
    await exchange.does(2, "Elgin common")
    assert HAS_HAPPENED in await exchange.ended(1)
    assert await exchange.orders(1) == 0


async def test_what_was_dealt_before_an_order_was_given_does_not_end_it(exchange: Exchange) -> None:
    await exchange.does(2, "Elgin common")
    await exchange.passes_until(1, ANYBODY)
    assert await exchange.orders(1) == 1
    await exchange.does(3, "Pass")
    assert (await exchange.ended(1), await exchange.orders(1)) == ("", 1)
    assert 1 not in (await exchange.running()).get_etags(), "it has passed"


async def test_a_pass_that_was_taken_back_ends_no_order(exchange: Exchange) -> None:
    await exchange.passes_until(1, ANYBODY)
    await exchange.does(2, "Pass")
    assert await exchange.orders(1) == 1
    await exchange.home.host.undo_for_person(exchange.number, await exchange.user(2))
    await exchange.home.settle()
    assert await exchange.orders(1) == 1, "nobody has dealt"


async def test_a_purchase_that_was_seen_and_then_taken_back_ends_a_pass_that_was_given_in_between(
    exchange: Exchange,
) -> None:
    await exchange.does(2, "Elgin common")
    await exchange.passes_until(1, ANYBODY)
    await exchange.home.host.undo_for_person(exchange.number, await exchange.user(2))
    await exchange.home.settle()
    assert HAS_HAPPENED in await exchange.ended(1)


async def test_after_a_restart_an_order_knows_since_when_it_was_given(exchange: Exchange) -> None:
    await exchange.passes_until(1, ANYBODY)
    exchange.home.host.forget_loaded(exchange.number)
    await exchange.does(2, "Elgin common")
    assert HAS_HAPPENED in await exchange.ended(1)


async def test_a_pass_of_an_older_program_is_read_and_its_player_asked(exchange: Exchange) -> None:
    older = '{"kind": "pass", "decade": 2, "until": "elgin:0403 libby:0404 swift:0403"}'
    await exchange.home.storage.seats.put_order(exchange.number, 1, "stock", older, exchange.home.host.format_now())
    exchange.home.host.forget_loaded(exchange.number)
    await exchange.does(2, "Pass")
    assert "before an update of the bot" in await exchange.ended(1)
    assert await exchange.orders(1) == 0
