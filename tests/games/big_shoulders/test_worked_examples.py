"""The worked examples of the rules, number by number."""

from __future__ import annotations

from typing import Any

from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.components import BOX
from bot.games.big_shoulders.example import ANN, EXAMPLE, FAIRBANK, ZOE
from tests.games.big_shoulders.dealing import Town, town


def chapter(title: str) -> str:
    return " ".join(next(one.text for one in GAME.rulebook if one.title == title).split())


def test_the_example_of_the_rulebook_comes_out_as_it_is_told() -> None:
    table, words = EXAMPLE.played(), chapter(EXAMPLE.chapter)
    table.audit()
    firm, ann, zoe = table.companies[FAIRBANK], table.everybody[ANN], table.everybody[ZOE]
    assert f"she gets ${ann.cash}, Zoe ${zoe.cash}" in words
    assert f"It has ${firm.cash} now" in words
    assert f"to ${firm.price}." in words
    assert (firm.appeal, firm.salespeople, ann.partners) == (5, 2, 3)
    assert "the revenue is $250" in words.lower()


def test_the_rulebook_tells_what_appeal_brings_and_how_the_supply_chain_is_refilled() -> None:
    appeal, operation = chapter("Appeal"), chapter("Operation phase")
    for space in BOX.appeal.bonuses:
        assert any(str(space) in row.split("|")[1].split(", ") for row in rows(appeal)), space
    first, second, _, fourth, fifth = (decade.refill for decade in BOX.decades)
    assert f"{first} new cubes in the first decade, {second} in" in operation
    assert f"{fourth} in the fourth and {fifth} in the fifth" in operation


def rows(words: str) -> list[str]:
    """The rows of a chapter's table, each as one string of cells."""
    return [f"|{row.strip().strip('|')}|".replace("| ", "|").replace(" |", "|") for row in words.split("| |")]


def begun() -> Town:
    """Ann, Cleo and Ben have founded their first companies, in this order."""
    street = town("Ann Ben Cleo")
    choosing: Any = street.table.agenda[0]
    choosing.left = [1, 3, 2]
    street.table.order, street.table.priority = [2, 3, 1], 2
    street.does("Ann", "Found Fairbank at $50").does("Cleo", "Found Spalding at $40")
    return street.does("Ben", "Found Cracker Jack at $35")


def test_a_stock_round() -> None:
    street = begun()
    assert [street.player(name).cash for name in ("Ann", "Cleo", "Ben")] == [25, 55, 70]
    assert [street.firm(name).cash for name in ("Fairbank", "Spalding", "Cracker Jack")] == [150, 120, 105]
    assert street.order() == ["Ben", "Cleo", "Ann"]
    assert street.table.appeal_order == ["fairbank", "spalding", "cracker"]
    assert street.asked == ["Ben"]
    street.does("Ben", "Spalding common")
    assert (street.player("Ben").cash, street.firm("Spalding").cash) == (30, 160)
    street.does("Cleo", "Cracker Jack common")
    assert (street.player("Cleo").cash, street.firm("Cracker Jack").cash) == (20, 140)
    # Ann has $25 and can do nothing; Ben can still sell what he has bought, and so can Cleo.
    assert street.asked == ["Ben"]
    street.passes("Ben", "Cleo")
    assert street.table.priority == street.seat("Ann")
    assert street.asked == ["Ann", "Ben", "Cleo"]
    assert street.table.agenda[0].kind == "building phase"
    assert [street.firm(name).price for name in ("Fairbank", "Spalding", "Cracker Jack")] == [50, 40, 35]


def spalding_for_sale(**options: Any) -> Town:
    street = town(**options).founded("Ann", "Spalding", 40).founded("Ben", "Swift", 40).founded("Cleo", "Elgin", 40)
    street.firm("Spalding").price = 100
    return street.holds("Ben", "Spalding", preferred=1, common=1).cash("Ben", 0)


def test_a_sale() -> None:
    street = spalding_for_sale().begin("stock", 2, first="Ben").does("Ben", "Spalding: the preferred and 1 common")
    assert street.player("Ben").cash == 300
    assert street.firm("Spalding").price == 50
    assert street.shares("Ben", "Spalding") == (0, 0, 0)


def test_a_sale_among_friends() -> None:
    street = spalding_for_sale(friendly_sales=True).begin("stock", 2, first="Ben")
    assert street.does("Ben", "Spalding: the preferred and 1 common").firm("Spalding").price == 80


def test_a_sale_with_price_protection() -> None:
    street = spalding_for_sale().asset("Spalding", "Price Protection").begin("stock", 2, first="Ben")
    assert street.does("Ben", "Spalding: the preferred and 1 common").firm("Spalding").price == 100


def test_what_was_sold_is_not_bought_again_in_the_same_decade() -> None:
    street = spalding_for_sale().cash("Ann", 0).cash("Cleo", 0).begin("stock", 2, first="Ben")
    assert not street.offers("Ben", "Spalding (10 %)", "Spalding: 1 common")
    street.does("Ben", "Spalding: 1 common")
    assert street.asked == ["Ben"]
    assert not street.offers("Ben", "Spalding common")
    assert street.offers("Ben", "Swift common")


def test_a_buyer_with_more_shares_takes_over() -> None:
    street = town("Ann Ben", advanced=True).founded("Ann", "Swift", 40).founded("Ben", "Elgin", 40)
    street.holds("Ben", "Swift", preferred=1, common=1).cash("Ben", 100).begin("stock", 2, first="Ben")
    street.does("Ben", "Swift common")
    assert street.director("Swift") == "Ben"
    assert street.shares("Ben", "Swift") == (1, 0, 1)
    assert street.shares("Ann", "Swift") == (0, 1, 1)


def test_a_director_sells_the_directors_certificate() -> None:
    street = town("Ann Ben", advanced=True).founded("Ann", "Swift", 60).founded("Ben", "Elgin", 40).cash("Ann", 0)
    street.holds("Ann", "Swift", common=2).holds("Ben", "Swift", preferred=1, common=1).begin("stock", 2, first="Ann")
    street.does("Ann", "Swift: the director's,")
    assert street.player("Ann").cash == 180
    assert street.director("Swift") == "Ben"
    assert street.shares("Ann", "Swift") == (0, 1, 0)
    assert street.shares("Ben", "Swift") == (1, 0, 0)
    assert street.firm("Swift").price == 35
    assert (street.firm("Swift").pool.preferred, street.firm("Swift").pool.common) == (0, 3)


def test_action_order() -> None:
    street = town().founded("Ann", "Swift", 40).founded("Ben", "Elgin", 40).founded("Cleo", "Libby", 40)
    street.turns("Ben", "Cleo", "Ann").begin("action")
    street.does("Ben", "Fundraising $40")
    street.does("Cleo", "Advertising", "Go first")
    assert street.order() == ["Cleo", "Ben", "Ann"]
    assert street.asked == ["Ann"]
    street.does("Ann", "Advertising", "Go first")
    assert street.order() == ["Ann", "Cleo", "Ben"]
    assert street.asked == ["Ann"]


def test_automation() -> None:
    street = town().founded("Ann", "Elgin", 40).founded("Ben", "Swift", 40).founded("Cleo", "Libby", 40)
    street.staff("Elgin", 2, 1).track("Ben", 6).turns("Ann", "Ben", "Cleo").begin("action")
    market = street.table.job_market
    street.does("Ann", "Tile 6", "Automate factory 1, its worker to factory 2")
    first, second = street.firm("Elgin").factories
    assert (first.workers, first.automated, second.workers) == (1, 1, 2)
    street.table.partners_on.clear()
    street.player("Ann").ready += 1
    street.does("Ben", "Fundraising $40").does("Cleo", "Fundraising $40").does("Ann", "Tile 6", "Automate factory 1")
    first, second = street.firm("Elgin").factories
    assert (first.workers, first.automated, second.workers) == (0, 2, 2)
    assert street.table.job_market == market + 1
    assert "; it makes 1 more good now" in "".join(street.reads)


def fairbank(price: int = 50) -> Town:
    """Fairbank before its operation in the second decade."""
    street = town("Ann Zoe").founded("Ann", "Fairbank", 50, treasury=60).founded("Zoe", "Swift", 40)
    street.firm("Fairbank").price = price
    street.holds("Zoe", "Fairbank", common=1).cash("Ann", 0).cash("Zoe", 0)
    street.staff("Fairbank", 1, 1, managers=[1], salespeople=1).appeal("Fairbank", 4).has("Fairbank", "coal")
    street.haymarket("steel wood")
    street.supply("coal wood livestock", "coal steel coal", "wood wood wood wood", "steel steel steel steel")
    street.demand("dry goods", 0, 2, goods=1).demand("dry goods", 1, 2)
    return street.begin("operation", 2)


OPERATION = (
    "1 livestock, 3 coal",
    "Run factory 1",
    "1 steel",
    "A salesperson",
    "Run factory 2",
    "1 good to the $50 column",
    "2 goods to the $20 column",
)


def test_one_company_operating() -> None:
    street = fairbank()
    assert street.asked == ["Ann"]
    bought = street.stage("Ann", OPERATION[0])
    assert "treasury $60 → $0" in bought.leaves
    assert "cubes 1 coal → 1 livestock, 4 coal" in bought.leaves
    made = street.stage("Ann", *OPERATION[:5])
    assert "goods 0 → 3" in made.leaves
    assert "your partners 2 → 3" in made.leaves
    sold = street.stage("Ann", *OPERATION)
    assert sold.leaves.startswith("revenue $250;")
    assert not sold.complete
    street.does("Ann", *OPERATION, "Pay out $25 a share")
    assert (street.player("Ann").cash, street.player("Zoe").cash, street.firm("Fairbank").cash) == (75, 25, 150)
    assert street.firm("Fairbank").price == 80
    assert street.player("Ann").partners == 3
    assert street.table.supply[0] == {"wood": 1}
    assert street.table.supply[1] == {"steel": 1}


def test_one_company_operating_and_keeping() -> None:
    street = fairbank().does("Ann", *OPERATION, "Keep $250")
    assert (street.firm("Fairbank").cash, street.firm("Fairbank").price) == (250, 40)


def test_one_company_operating_at_sixty_dollars() -> None:
    assert fairbank(60).does("Ann", *OPERATION, "Pay out").firm("Fairbank").price == 120


def test_groups_slide_where_a_space_is_empty() -> None:
    street = fairbank()
    street.firm("Fairbank").cash = 70
    street.does("Ann", "1 wood: $10", *OPERATION, "Pay out")
    groups = street.table.supply
    assert groups[0] == {"steel": 1}
    assert groups[1] == {"wood": 4}
    assert groups[2] == {"steel": 4}
    assert sum(groups[3].values()) == 4


def spalding_sells(choice: str) -> Town:
    street = town("Ann Ben").founded("Ann", "Spalding", 40, treasury=0).founded("Ben", "Swift", 40, treasury=0)
    street.appeal("Spalding", 4).staff("Spalding", 1, 0, salespeople=1).has("Spalding", "coal livestock", goods=1)
    street.begin("operation", 2)
    return street.does("Ann", "Run factory 1", "3 goods to the bank", choice)


def test_half_price_and_rounding() -> None:
    street = spalding_sells("Pay out $4 a share")
    assert street.firm("Spalding").price == 50
    assert street.firm("Spalding").cash == 28
    kept = spalding_sells("Keep $45")
    assert (kept.firm("Spalding").price, kept.firm("Spalding").cash) == (35, 45)


def test_special_dividend() -> None:
    street = town().founded("Ann", "Swift", 50, treasury=160).founded("Ben", "Elgin", 40).founded("Cleo", "Libby", 40)
    street.holds("Ben", "Swift", common=2).cash("Ann", 0).cash("Ben", 0).cash("Cleo", 0)
    street.track("Cleo", 29).turns("Ann", "Ben", "Cleo").begin("action", 4).does("Ann", "Tile 29")
    assert [street.player(name).cash for name in ("Ann", "Ben", "Cleo")] == [45, 30, 30]
    assert street.firm("Swift").cash == 85
    assert street.firm("Swift").price == 80


def test_emergency_fundraising() -> None:
    street = town("Ann Ben", advanced=True).founded("Ann", "Swift", 60, treasury=0).founded("Ben", "Elgin", 40)
    street.begin("operation", 2).does("Ann", "Sell the preferred:", "Sell nothing")
    assert street.firm("Swift").cash == 120
    assert street.firm("Swift").price == 25  # 35, and a step for having produced nothing
    assert "Swift: price $60 → $35 (emergency fundraising)." in street.reads
