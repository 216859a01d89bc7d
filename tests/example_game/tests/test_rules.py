"""The rulebook's cases, on tables dealt by name."""

from __future__ import annotations

from orchard.components import BOX
from orchard.game import GAME
from orchard.table import Bring, Market, Take

from bot.engine import play


def deal_table(*hands: str) -> Market:
    """Return a table at its first stall at which each seat has this basket among others."""
    table: Market = play.begin(GAME.set_up(GAME.options(), len(hands), "seed", BOX)).table
    for seat, basket in enumerate(hands, 1):
        if basket not in table.hands[seat]:
            at = next(pile for pile in (table.pile, *table.hands.values()) if basket in pile)
            at[at.index(basket)], table.hands[seat][0] = table.hands[seat][0], basket
    table.audit()
    return table


def bring_baskets(table: Market, *baskets: str) -> Market:
    """Return the table after everybody brought these baskets to the stall."""
    for seat, basket in enumerate(baskets, 1):
        table = play.play(table, seat, Bring(basket=basket)).table
    return table


def test_of_equal_baskets_that_of_the_lower_seat_wins() -> None:
    table = bring_baskets(deal_table("Apples 11", "Quinces 11"), "Apples 11", "Quinces 11")
    assert table.agenda[0].get_title(table) == "<seat:1> is paid"
    assert play.list_asked_seats(table) == [1]


def test_jars_of_honey_count_their_number_times_itself() -> None:
    table = bring_baskets(deal_table("Apples 1", "Pears 32"), "Apples 1", "Pears 32")
    table.honey[2] = 2
    after = play.play(table, 2, Take(what="honey")).table
    assert after.compute_current_scores() == {1: 1, 2: 1 + 9}
    assert play.list_asked_seats(after) == [1]
