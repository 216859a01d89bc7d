"""Turns of City of the Big Shoulders that are prepared while others are on turn."""

from __future__ import annotations

from bot.engine import play
from bot.engine.prepared import PreparedTurn, simulate_turn
from bot.engine.records import News
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.components import CUBES
from bot.games.big_shoulders.moves import Act, Buy, Operate, PlacePartner, Settle, StockTurn
from bot.games.big_shoulders.prepared import has_turn_left
from bot.games.big_shoulders.rules.operation_phase import OperationPhase
from bot.games.big_shoulders.table import City
from bot.host.play.auto_answers import explain_stop
from bot.host.play.news_since import NewsSince
from bot.host.play.prepared_turns import build_preparation_context
from tests.games.big_shoulders.dealing import Town, town
from tests.games.big_shoulders.test_operation_phase import mill
from tests.preparing import condition, conditions, having, holds, prepared, stops, turns_of
from tests.table_talk import seated


def exchange() -> Town:
    """Ann is on turn in the Stock phase; Ben and Cleo wait. A share of Swift costs $50."""
    street = town().founded("Ann", "Swift", 50).founded("Ben", "Elgin", 40).founded("Cleo", "Anglo", 40)
    return street.cash("Ann", 200).cash("Ben", 200).cash("Cleo", 200).begin("stock", first="Ann")


def is_so(words: str, before: City, after: City, seat: int = 2) -> bool | None:
    """Whether a condition that was set at one table is so at another."""
    return holds(GAME, after, seat, condition(GAME, before, seat, words))


def priced(street: Town, company: str, price: int) -> City:
    table = play.copy(street.table)
    table.companies[street.id(company)].price = price
    return table


def test_a_share_is_not_bought_at_another_price() -> None:
    street = exchange()
    move = StockTurn(parts=(Buy(company=street.id("Swift"), piece="common"),))
    turn = prepared(GAME, street.table, 2, move)
    street.passes("Ann")
    assert stops(GAME, street.table, 2, turn) == ""
    assert "would be" in stops(GAME, priced(street, "Swift", 60), 2, turn)


def test_an_operation_is_not_played_for_another_company_than_the_one_that_was_shown() -> None:
    """A director of two companies operates by appeal, and a plan does not name its company."""

    def two(first: str) -> Town:
        street = mill().founded("Ben", "Anglo", 40, 0).has("Anglo", "wood wood").begin("operation", 2)
        step = street.table.agenda[0]
        assert isinstance(step, OperationPhase)
        step.left = ["swift", street.id(first), *(street.id(one) for one in ("Elgin", "Anglo") if one != first)]
        return street

    def bens_turn(street: Town) -> City:
        step = street.table.agenda[0]
        assert isinstance(step, OperationPhase)
        step.left.remove("swift")
        return street.table

    nothing = Operate(parts=(Settle(pay=False),))
    turn = prepared(GAME, two("Elgin").table, 2, nothing)
    assert stops(GAME, bens_turn(two("Elgin")), 2, turn) == ""
    assert "would not do the same now" in stops(GAME, bens_turn(two("Anglo")), 2, turn)


def two_partners_each() -> Town:
    """Ann is on turn in the Action phase, and then Ben; each has two partners to place."""
    street = town().founded("Ann", "Swift", 50, 300).founded("Ben", "Elgin", 40, 300).founded("Cleo", "Libby", 40, 300)
    return (
        street.turns("Ann", "Ben", "Cleo").partners("Ann", 2).partners("Ben", 2).partners("Cleo", 0).begin("action", 3)
    )


def places(space: str, company: str) -> Act:
    return Act(parts=(PlacePartner(space=space, company=company),))


FUNDS, MORE_FUNDS = places("fundraising_40", "elgin"), places("fundraising_60", "elgin")


def test_all_partners_of_a_phase_are_prepared_at_once_and_each_is_placed_in_its_turn() -> None:
    street = two_partners_each()
    first, second = prepared(GAME, street.table, 2, FUNDS, FUNDS).moves
    assert simulate_turn(turns_of(GAME), street.table, 2, [FUNDS]).question is not None, "where the second goes"
    assert simulate_turn(turns_of(GAME), street.table, 2, [FUNDS, FUNDS]).over
    street.does("Ann", "Fundraising $40")
    assert stops(GAME, street.table, 2, PreparedTurn(moves=(first, second))) == ""
    street.does("Ben", "Fundraising $40")
    rest = PreparedTurn(moves=(second,), begun=True)
    waits = having(GAME, street.table, 2, rest)
    assert explain_stop(waits, 2, rest, NewsSince(waits, ())) is None, "it waits for the next turn"
    street.does("Ann", "Fundraising $40")
    assert stops(GAME, street.table, 2, rest) == ""
    street.does("Ben", "Fundraising $40")
    over = having(GAME, street.table, 2, rest)
    assert explain_stop(over, 2, rest, NewsSince(over, ())) == "", "of another phase nothing was prepared"


def test_a_partner_whose_space_somebody_has_taken_meanwhile_stops_the_rest() -> None:
    street = two_partners_each()
    _, second = prepared(GAME, street.table, 2, FUNDS, MORE_FUNDS).moves
    street.does("Ann", "Fundraising $60").does("Ben", "Fundraising $40").does("Ann", "Fundraising $40")
    assert "is not possible now" in stops(GAME, street.table, 2, PreparedTurn(moves=(second,), begun=True))


def test_in_a_phase_without_a_turn_of_ones_own_nothing_is_offered_to_be_prepared() -> None:
    table = two_partners_each().table
    assert [has_turn_left(table, seat) for seat in (1, 2, 3)] == [True, True, False]
    assert [build_preparation_context(seated(table, game=GAME), seat).seen.can_prepare for seat in (2, 3)] == [
        True,
        False,
    ]


def test_a_price_is_at_most_or_at_least_what_it_is_now() -> None:
    street = exchange()
    most, least = "a share of Swift costs at most $50", "a share of Swift is worth at least $50"
    lower, same, higher = (priced(street, "Swift", price) for price in (40, 50, 60))
    assert [is_so(most, street.table, now) for now in (lower, same, higher)] == [True, True, False]
    assert [is_so(least, street.table, now) for now in (lower, same, higher)] == [False, True, True]


def test_nobody_has_sold_bought_or_founded() -> None:
    words, street = "nobody has sold, bought or founded", exchange()
    condition_of_ben = condition(GAME, street.table, 2, words)
    street.passes("Ann")
    assert holds(GAME, street.table, 2, condition_of_ben, *heard(street))
    street = exchange().does("Ann", "Elgin common")
    assert not holds(GAME, street.table, 2, condition_of_ben, *heard(street))


def test_a_share_that_was_sold_and_bought_again_has_been_sold() -> None:
    """The certificates lie as before, and the price has fallen."""
    street = exchange().holds("Ann", "Swift", common=1)
    condition_of_ben = condition(GAME, street.table, 2, "nobody has sold, bought or founded")
    lay = certificates(street)
    street.does("Ann", "Swift: 1 common")
    sold = heard(street)
    street.passes("Ben").does("Cleo", "Swift 10 % from the pool")
    assert certificates(street) == lay
    assert not holds(GAME, street.table, 2, condition_of_ben, *sold, *heard(street))


def heard(street: Town) -> list[News]:
    return [piece.news for piece in street.latest]


def certificates(street: Town) -> list[str]:
    return [f"{firm.treasury} {firm.pool}" for firm in street.table.companies.values()]


def test_an_asset_is_still_for_sale() -> None:
    street = exchange()
    street.begin("action", first="Ann")
    asset = next(asset for asset in street.table.asset_row if asset)
    words, after = f"{street.table.box.asset[asset].name} is still for sale", play.copy(street.table)
    assert is_so(words, street.table, after)
    after.asset_row[after.asset_row.index(asset)] = None
    assert not is_so(words, street.table, after)


def test_the_supply_chain_still_has_so_many_cubes() -> None:
    street = mill().begin("operation", 2)
    for_sale = street.table.supply[: len(street.table.box.supply.prices)]
    cube = next(cube for cube in CUBES if any(group.get(cube) for group in for_sale))
    count = sum(group.get(cube, 0) for group in for_sale)
    words, after = f"the supply chain has at least {count} {cube}", play.copy(street.table)
    assert is_so(words, street.table, after)
    group = next(group for group in after.supply if group.get(cube))
    group[cube] -= 1
    assert not is_so(words, street.table, after)


def test_cubes_on_the_x_space_are_not_for_sale() -> None:
    street = mill().begin("operation", 2)
    for group in street.table.supply:
        group["livestock"] = 0
    street.table.supply[-1]["livestock"] = 3
    assert len(street.table.supply) > len(street.table.box.supply.prices)
    offered = [one.words for one in conditions(GAME, street.table, 2)]
    assert not [words for words in offered if "livestock" in words]
    street.table.supply[0]["livestock"] = 3
    wanted = condition(GAME, street.table, 2, "the supply chain has at least 3 livestock")
    street.table.supply[0]["livestock"], street.table.supply[-1]["livestock"] = 2, 4
    assert not holds(GAME, street.table, 2, wanted)
