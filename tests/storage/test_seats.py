"""A seat passed to another player keeps nothing private of the earlier one; also orders."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from storage.interface.errors import Conflict
from storage.interface.game_log import NewOrder
from storage.interface.games import SeatRow
from storage.interface.letters import Delivery, DeliveryResult, NewLetter
from storage.interface.motions import NewMotion
from storage.store import Storage
from tests.storage.samples import ADA, BEN, LATER, NOW, entry, start_new

CLEO = 13

Leaving = Callable[[Storage, int], Awaitable[None]]


async def another_takes_the_seat(storage: Storage, number: int) -> None:
    await storage.seats.take(number, SeatRow(1, CLEO, "Cleo"), None, [], LATER, keep_orders=False)


async def an_empty_chair_is_put_there(storage: Storage, number: int) -> None:
    await storage.seats.take(number, SeatRow(1, None, "Empty chair 1", away=True), None, [], LATER, keep_orders=False)


async def its_player_is_forgotten(storage: Storage, number: int) -> None:
    await storage.privacy.forget(ADA)


async def at_home(storage: Storage) -> int:
    """A game in which Ada and Ben have orders and votes, and have looked at letters that reached them."""
    number = await start_new(storage)
    hands = [NewLetter("hand", seat=seat) for seat in (1, 2)]
    await storage.games.append(replace(entry(number, 2), letters=hands))
    for letter in await storage.outbox.list_unsent(number):
        await storage.outbox.mark_sent(letter, NOW, DeliveryResult("channel", "Discord answered 403 (50007)"))
    motion = await storage.motions.open(NewMotion(number, "abandon", 1, 2, None), NOW)
    for seat in (1, 2):
        await storage.outbox.record_opened(number, seat, NOW)
        await storage.outbox.record_opened(number, seat, LATER, again=True)
        await storage.seats.put_order(number, seat, "price", '{"kind":"a"}', NOW)
        await storage.seats.put_ended_orders(number, seat, "Your order has ended.")
        await storage.motions.vote(motion.motion_id, seat, yes=True)
    return number


async def ledger(storage: Storage, number: int, seat: int) -> list[Delivery]:
    """What the delivery ledger shows of a seat."""
    return [line for line in await storage.outbox.list_deliveries(number) if line.seat == seat]


async def test_a_player_who_plays_has_all_of_it(storage: Storage) -> None:
    number = await at_home(storage)
    for seat in (1, 2):
        (line,) = await ledger(storage, number, seat)
        assert (line.way, line.refused) == ("channel", "Discord answered 403 (50007)")
        assert (line.opened_at, line.again_at) == (NOW, LATER)
        assert await storage.seats.get_ended_orders(number, seat)
    saved = await storage.games.load(number)
    assert saved is not None
    assert sorted(saved.orders) == [1, 2]
    assert [motion.votes for motion in await storage.motions.list_open(number)] == [{1: True, 2: True}]


@pytest.mark.parametrize("leaving", [another_takes_the_seat, an_empty_chair_is_put_there, its_player_is_forgotten])
async def test_a_successor_finds_nothing_of_the_player_before_and_the_others_keep_theirs(
    storage: Storage, leaving: Leaving
) -> None:
    number = await at_home(storage)
    of_ben = await ledger(storage, number, 2)
    await leaving(storage, number)
    lines = await ledger(storage, number, 1)
    assert lines
    for line in lines:
        assert (line.way, line.refused, line.opened_at, line.again_at) == (None, None, None, None)
    assert await ledger(storage, number, 2) == of_ben
    saved = await storage.games.load(number)
    assert saved is not None
    assert sorted(saved.orders) == [2]
    assert [motion.votes for motion in await storage.motions.list_open(number)] == [{2: True}]
    assert await storage.seats.get_ended_orders(number, 1) == ""
    assert await storage.seats.get_ended_orders(number, 2)


@pytest.mark.parametrize("leaving", [another_takes_the_seat, an_empty_chair_is_put_there, its_player_is_forgotten])
async def test_that_a_hushed_letter_was_written_is_nobodys_business_also_when_its_reader_has_left(
    storage: Storage, leaving: Leaving
) -> None:
    number = await start_new(storage)
    hushed = NewLetter("note", 1, '{"text":"Your turn.","hushed":true}')
    await storage.outbox.add(number, [hushed, NewLetter("note", 2, '{"text":"Your turn."}')], NOW)
    await leaving(storage, number)
    assert [line.seat for line in await storage.outbox.list_deliveries(number, hushed=False)] == [None, 2]
    assert [line.seat for line in await storage.outbox.list_deliveries(number)] == [None, 1, 2]


async def leaves_and_may_return(storage: Storage, number: int) -> None:
    await storage.seats.take(
        number, SeatRow(1, None, "Empty chair 1", away=True), None, [], LATER, keep_orders=False, may_return=True
    )


async def test_a_player_who_gets_a_seat_back_that_was_emptied_by_mistake_has_their_orders_again(
    storage: Storage,
) -> None:
    number = await at_home(storage)
    await leaves_and_may_return(storage, number)
    saved = await storage.games.load(number)
    assert saved is not None
    assert sorted(saved.orders) == [2]
    assert await storage.seats.list_orders_set_aside(number, ADA) == ['{"kind":"a"}']
    assert await storage.seats.list_orders_set_aside(number, BEN) == []
    assert (await storage.privacy.collect_data(ADA))["standing_orders_set_aside"] == [
        {"table": number, "orders": [{"kind": "a"}]}
    ]
    await storage.seats.take(number, SeatRow(1, ADA, "Ada"), None, [], LATER, keep_orders=False, may_return=True)
    saved = await storage.games.load(number)
    assert saved is not None
    assert saved.orders[1] == ['{"kind":"a"}']
    assert await storage.seats.list_orders_set_aside(number, ADA) == []


async def test_orders_that_were_set_aside_are_nobody_elses_and_go_when_their_giver_is_forgotten(
    storage: Storage,
) -> None:
    number = await at_home(storage)
    await leaves_and_may_return(storage, number)
    await another_takes_the_seat(storage, number)
    saved = await storage.games.load(number)
    assert saved is not None
    assert sorted(saved.orders) == [2]
    assert await storage.seats.list_orders_set_aside(number, CLEO) == []
    await storage.privacy.forget(CLEO)
    assert await storage.seats.list_orders_set_aside(number, ADA) == ['{"kind":"a"}']
    await storage.privacy.forget(ADA)
    assert await storage.seats.list_orders_set_aside(number, ADA) == []
    assert (await storage.privacy.collect_data(ADA))["standing_orders_set_aside"] == []


async def test_a_player_who_comes_back_from_a_bot_finds_everything_as_it_was(storage: Storage) -> None:
    number = await at_home(storage)
    before = await storage.outbox.list_deliveries(number)
    await storage.seats.take(number, SeatRow(1, ADA, "Ada"), None, [], LATER, keep_orders=True)
    assert await storage.outbox.list_deliveries(number) == before
    saved = await storage.games.load(number)
    assert saved is not None
    assert [seat_row.user_id for seat_row in saved.seats] == [ADA, BEN, None]
    assert sorted(saved.orders) == [1, 2]
    assert [motion.votes for motion in await storage.motions.list_open(number)] == [{1: True, 2: True}]


async def test_what_is_left_of_a_prepared_turn_is_saved_with_the_move(storage: Storage) -> None:
    number = await start_new(storage)
    await storage.seats.put_order(number, 1, "prepared turn", '{"moves":[1,2]}', NOW)
    await storage.seats.put_order(number, 1, "price", '{"kind":"a"}', NOW)
    left = NewOrder(1, "prepared turn", '{"moves":[2]}')
    await storage.games.append(replace(entry(number, 2), orders=[left]))
    assert await orders_of(storage, number) == {1: ['{"kind":"a"}', '{"moves":[2]}']}
    with pytest.raises(Conflict):
        await storage.games.append(replace(entry(number, 2), orders=[NewOrder(1, "prepared turn", None)]))
    assert '{"moves":[2]}' in (await orders_of(storage, number))[1], "a move that is not saved takes nothing away"
    await storage.games.append(replace(entry(number, 3), orders=[NewOrder(1, "prepared turn", None)]))
    assert await orders_of(storage, number) == {1: ['{"kind":"a"}']}


async def orders_of(storage: Storage, number: int) -> dict[int, list[str]]:
    saved = await storage.games.load(number)
    assert saved is not None
    return {seat: sorted(bodies) for seat, bodies in saved.orders.items()}


async def test_orders_that_end_are_told_of_once_and_the_others_stand(storage: Storage) -> None:
    number = await at_home(storage)
    letter = NewLetter("order", 1, '{"text":"It has ended."}')
    for _ in range(2):
        await storage.seats.end_orders(number, 1, ['{"kind":"a"}', "unknown"], "It has ended.", letter, LATER)
    assert (await storage.seats.get_ended_orders(number, 1)).count("It has ended.") == 1
    saved = await storage.games.load(number)
    assert saved is not None
    assert sorted(saved.orders) == [2]
    assert [each.seat for each in await storage.outbox.list_unsent(number) if each.kind == "order"] == [1]
