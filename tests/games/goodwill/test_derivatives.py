"""Alternatives modes: Derivatives, by auction or as hidden objectives."""

from __future__ import annotations

import pytest

from bot.engine.play import IllegalMove
from bot.engine.questions import Choose, Number
from bot.engine.table import AnswerSealed
from bot.games.goodwill.components import COMPANIES
from bot.games.goodwill.moves import Bid, PassLot, Raise
from bot.games.goodwill.news import BidRaised, LotOffered, LotPassed, LotSold, LotUnsold, ObjectivesDealt
from tests.games.goodwill.dealing import FOUR, Evening, goodwill

EVERYBODY = FOUR.split()
SIX = ["Julien", "Fred", "Eric", "Chris", "Vincent", "Anna"]
LOTS = ("Amber above $140", "Black below $70", "Crimson below Amber")


def sealed(names: str = FOUR) -> Evening:
    return goodwill(names, derivatives="auction").with_next_lots(*LOTS)


def ascending(names: str = "Julien Fred Eric") -> Evening:
    return goodwill(names, derivatives="auction", auction="open ascending").with_next_lots(*LOTS)


# Auction


@pytest.mark.parametrize("players", range(2, 7))
def test_as_many_cards_as_players_minus_one_are_auctioned_each_year(players: int) -> None:
    game = goodwill(" ".join(SIX[:players]), derivatives="auction").until("Amber: first price")
    assert len(game.told(LotOffered)) == players - 1
    game.quiet_year()
    game.until("Amber: first price")
    assert len(game.told(LotOffered)) == 2 * (players - 1)


def test_the_auction_comes_after_the_informations_and_before_the_first_price() -> None:
    game = sealed()
    assert game.waiting == "Auction 1 of 3: Amber's capital above $140"
    assert "News 1:" in game.hand("Julien")
    assert game.asked == EVERYBODY


def test_the_card_is_turned_up_and_explained() -> None:
    game = sealed()
    assert "The card pays $10 if Amber's capital is above $140 at the end." in game.page()
    assert "Black's capital below $70" not in game.page()
    assert game.asked == EVERYBODY


def test_nobody_can_bid_more_than_they_have() -> None:
    game = sealed().with_cash(Fred=7)
    question = game.question("Fred")
    assert isinstance(question, Number)
    assert (question.low, question.high) == (0, 7)
    assert question.is_legal(Bid(price=7))
    assert not question.is_legal(Bid(price=8))
    assert game.asked == EVERYBODY


def test_the_highest_bid_pays_one_dollar_more_than_the_second() -> None:
    """GW-29."""
    game = sealed().bid(Julien=12, Fred=5, Eric=8)
    assert isinstance(game.news[0], LotSold)
    assert (game.name(game.news[0].buyer), game.news[0].price) == ("Julien", 9)
    assert game.cash == {"Julien": 91, "Fred": 100, "Eric": 100, "Chris": 100}
    assert game.table.bank == 9
    assert "Julien owns derivatives: Amber's capital above $140." in game.page()
    assert game.waiting == "Auction 2 of 3: Black's capital below $70"


@pytest.mark.parametrize(
    ("bids", "buyer", "price"),
    [
        ({"Chris": 1}, "Chris", 1),  # at least a dollar
        ({"Chris": 50}, "Chris", 1),
        ({"Fred": 6, "Eric": 6}, "Fred", 6),  # a tie: the nearest to the lead, at the own price
        ({"Eric": 7, "Fred": 6}, "Eric", 7),  # never more than the own price
        ({"Eric": 6, "Chris": 6, "Fred": 6}, "Fred", 6),
        ({"Julien": 100, "Chris": 99}, "Julien", 100),
    ],
)
def test_sealed_bids(bids: dict[str, int], buyer: str, price: int) -> None:
    """GW-29."""
    game = sealed().bid(**bids)
    (sold,) = game.told(LotSold)
    assert (game.name(sold.buyer), sold.price) == (buyer, price)
    assert {game.name(seat): bid for seat, bid in sold.bids.items()} == {name: bids.get(name, 0) for name in EVERYBODY}
    assert game.cash[buyer] == 100 - price
    assert game.waiting == "Auction 2 of 3: Black's capital below $70"


def test_a_tie_goes_to_the_nearest_from_the_lead_clockwise() -> None:
    """GW-29, GW-2: in 1955 the third seat leads."""
    game = sealed().in_year(1955).bid(Julien=6, Fred=6, Chris=6)
    assert game.name(game.told(LotSold)[0].buyer) == "Chris"
    assert any("Of the highest, Chris's comes first, clockwise from the lead." in text for text in game.reads(None))
    assert game.waiting == "Auction 2 of 3: Black's capital below $70"


def test_bids_are_secret_until_all_are_in() -> None:
    game = sealed().move("Julien", Bid(price=12))
    assert [type(piece.news) for piece in game.latest] == [AnswerSealed]
    assert "$12" not in game.page("Fred")
    assert "$12 (sealed)" in game.hand("Julien")
    assert game.take_back("Julien").asked == EVERYBODY


def test_an_unwanted_card_goes_under_the_pile_and_the_auction_still_counts() -> None:
    game = sealed().bid()
    assert isinstance(game.news[0], LotUnsold)
    assert game.table.derivative_pile.cards[-1] == game.card_id("Amber above $140")
    assert game.waiting == "Auction 2 of 3: Black's capital below $70"
    game.bid().bid()
    assert game.waiting == "Amber: first price"
    assert len(game.told(LotOffered)) == 3


def test_a_player_who_has_no_cash_is_not_asked() -> None:
    """GW-29."""
    game = sealed().with_cash(Fred=0)
    assert game.asked == ["Julien", "Eric", "Chris"]
    game.bid(Julien=3)
    assert game.name(game.told(LotSold)[0].buyer) == "Julien"
    assert game.asked == ["Julien", "Eric", "Chris"]


def test_nobody_has_cash() -> None:
    """GW-29: then nothing is sold, and nobody waits."""
    game = sealed().with_cash(Julien=0, Fred=0, Eric=0, Chris=0)
    assert game.waiting == "Amber: first price"
    assert len(game.told(LotUnsold)) == 3


def test_the_auctions_stop_when_the_pile_is_empty() -> None:
    game = sealed("Julien Fred Eric Chris Vincent Anna").with_cash(Julien=500)
    game.bid(Julien=1).bid(Julien=1).bid(Julien=1).bid(Julien=1).bid(Julien=1)
    game.quiet_year().with_cash(Julien=500)
    for _ in range(4):
        game.bid(Julien=1)
    assert len(game.told(LotSold)) == 9
    assert game.waiting.endswith("first price")
    assert game.table.derivative_pile.cards == []


def test_the_auctions_are_counted_as_far_as_the_pile_reaches() -> None:
    """Four of nine cards are left in the second year; one that nobody wants comes up again, and is one more."""
    game = sealed("Julien Fred Eric Chris Vincent Anna").with_cash(Julien=500)
    for _ in range(5):
        game.bid(Julien=1)
    game.quiet_year().with_cash(Julien=500)
    assert game.waiting.startswith("Auction 1 of 4: ")
    assert "1954, auction 1: a card that pays $10 if " in "\n".join(game.reads(None))
    assert game.bid(Julien=1).waiting.startswith("Auction 2 of 4: ")
    assert game.bid().waiting.startswith("Auction 3 of 5: ")


def test_what_a_derivative_compares_is_capital() -> None:
    said = [card.condition.words() for card in goodwill().table.box.derivatives]
    assert said[0] == "Amber's capital above $140"
    assert said[3] == "Amber's capital below $70"
    assert said[6] == "Amber's capital below Black's"


def test_cards_under_the_pile_come_up_again() -> None:
    """Five of nine cards are unwanted in the first year; in the second the first of them follows the other four."""
    game = sealed(" ".join(SIX)).quiet_year().until("Amber: first price")
    offered = [news.condition.noted() for news in game.told(LotOffered)]
    assert len(offered) == 10
    assert len(set(offered[:9])) == 9
    assert offered[9] == offered[0] == "Amber above $140"


def test_too_late_is_a_pass() -> None:
    """GW-33."""
    game = sealed()
    for name in EVERYBODY:
        game.default(name)
    assert isinstance(game.news[0], LotUnsold)
    assert game.waiting == "Auction 2 of 3: Black's capital below $70"


# Auction, with open bids


def test_open_bids_go_clockwise_from_the_lead() -> None:
    """GW-30."""
    game = ascending()
    assert game.asked == ["Julien"]
    game.move("Julien", Raise(price=2))
    assert game.last_news == BidRaised(seat=game.seat("Julien"), price=2, card="Auction 1 of 2: Amber above $140")
    assert game.asked == ["Fred"]
    game.move("Fred", PassLot()).move("Eric", Raise(price=3))
    assert game.asked == ["Julien"]


def test_the_last_one_left_gets_the_card_for_the_last_bid() -> None:
    """GW-30."""
    game = ascending().move("Julien", Raise(price=2)).move("Fred", Raise(price=5)).move("Eric", PassLot())
    game.move("Julien", PassLot())
    (sold,) = game.told(LotSold)
    assert (game.name(sold.buyer), sold.price) == ("Fred", 5)
    assert game.cash == {"Julien": 100, "Fred": 95, "Eric": 100}
    assert game.waiting == "Auction 2 of 2: Black's capital below $70"
    assert game.asked == ["Julien"]


def test_a_single_bidder_wins_without_being_asked_again() -> None:
    """GW-30."""
    game = ascending().move("Julien", Raise(price=1)).move("Fred", PassLot()).move("Eric", PassLot())
    assert game.told(LotSold)[0].price == 1
    assert game.waiting == "Auction 2 of 2: Black's capital below $70"


def test_a_pass_is_final() -> None:
    """GW-30."""
    game = ascending().move("Julien", PassLot()).move("Fred", Raise(price=1)).move("Eric", Raise(price=2))
    assert game.asked == ["Fred"]
    with pytest.raises(IllegalMove):
        game.move("Julien", Raise(price=3))
    game.move("Fred", PassLot())
    assert game.name(game.told(LotSold)[0].buyer) == "Eric"
    assert game.asked == ["Julien"]


def test_nobody_ever_bids() -> None:
    """GW-30."""
    game = ascending().move("Julien", PassLot()).move("Fred", PassLot()).move("Eric", PassLot())
    assert game.told(LotUnsold)
    assert game.table.derivative_pile.cards[-1] == game.card_id("Amber above $140")
    assert game.waiting == "Auction 2 of 2: Black's capital below $70"


def test_a_player_who_cannot_raise_is_out() -> None:
    """GW-30."""
    game = ascending().with_cash(Fred=4).move("Julien", Raise(price=4))
    assert game.told(LotPassed) == [LotPassed(seat=game.seat("Fred"), card="Auction 1 of 2: Amber above $140")]
    assert game.asked == ["Eric"]


def test_a_raise_is_1_to_10_dollars_and_never_above_the_own_cash() -> None:
    """GW-30."""
    game = ascending().with_cash(Fred=6)
    question = game.question("Julien")
    assert isinstance(question, Choose)
    assert [option.label for option in question.options] == [*(f"Bid ${price}" for price in range(1, 11)), "Pass"]
    game.move("Julien", Raise(price=4))
    question = game.question("Fred")
    assert isinstance(question, Choose)
    assert [option.label for option in question.options] == ["Bid $5", "Bid $6", "Pass"]
    assert game.asked == ["Fred"]


def test_too_late_in_an_open_auction_is_a_pass() -> None:
    """GW-33."""
    game = ascending().default("Julien")
    assert [game.name(news.seat) for news in game.told(LotPassed)] == ["Julien"]
    assert game.asked == ["Fred"]


def test_nobody_can_pay_anything_in_an_open_auction() -> None:
    """GW-30."""
    game = ascending().with_cash(Julien=0, Fred=0, Eric=0)
    assert len(game.told(LotUnsold)) == 2
    assert game.waiting == "Amber: first price"


# Hidden objectives


@pytest.mark.parametrize(("players", "each"), [(2, 4), (3, 3), (4, 2), (5, 1), (6, 1)])
def test_everybody_gets_the_same_number_of_hidden_objectives(players: int, each: int) -> None:
    """GW-5: nine divided by the players, rounded down."""
    game = goodwill(" ".join(SIX[:players]), derivatives="hidden objectives").begin()
    dealt = [piece for piece in game.everything if isinstance(piece.news, ObjectivesDealt)]
    assert [piece.to for piece in dealt] == [frozenset([seat]) for seat in game.table.seats]
    assert [len(news.objectives) for news in game.told(ObjectivesDealt)] == [each] * players
    cards = [card for investor in game.table.investors.values() for card in investor.objectives]
    assert len(set(cards)) == len(cards) == players * each
    assert game.waiting == "Amber: first price"


def test_players_can_look_at_their_objectives_whenever_they_want() -> None:
    game = goodwill("Anna Bert", derivatives="hidden objectives")
    game.with_objectives(Anna=["Amber above $140", "Black above $140", "Crimson above $140", "Amber below Black"])
    game.with_objectives(Bert=["Amber below $70", "Black below $70", "Crimson below $70", "Crimson below Amber"])
    game.until("Crimson: first price")
    assert "$10 if Amber's capital is above $140 at the end." in game.hand("Anna")
    assert "Amber's capital above $140" not in game.hand("Bert")
    assert "Amber's capital above $140" not in game.page("Anna")
    assert "Amber's capital above $140" not in game.page("Bert")
    assert game.asked == ["Anna", "Bert"]


def test_objectives_pay_at_the_end_and_are_shown_then() -> None:
    game = goodwill("Anna Bert", derivatives="hidden objectives").with_capital(Amber=145, Black=65, Crimson=100)
    game.with_objectives(Anna=["Amber above $140", "Black above $140", "Crimson above $140", "Amber below Black"])
    game.with_objectives(Bert=["Amber below $70", "Black below $70", "Black below Crimson", "Crimson below Amber"])
    game.score()
    assert game.totals["Anna"] + 20 == game.totals["Bert"]
    text = next(text for text in game.reads(None) if text.startswith("The game is over"))
    assert "$10 for derivatives (Amber's capital above $140)" in text
    three = "Black's capital below $70, Black's capital below Crimson's, Crimson's capital below Amber's"
    assert f"$30 for derivatives ({three})" in text
    assert game.asked == []


def test_there_are_no_auctions_with_hidden_objectives() -> None:
    game = goodwill(derivatives="hidden objectives")
    assert game.waiting == "Amber: first price"
    assert game.told(LotOffered) == []


def test_derivatives_are_not_used_in_the_base_game() -> None:
    game = goodwill()
    assert game.waiting == "Amber: first price"
    assert game.table.derivative_pile.cards == []
    assert all(not investor.objectives for investor in game.table.investors.values())


def test_nine_cards_of_three_kinds() -> None:
    """GW-1: three of each kind; which companies they compare is ours."""
    box = goodwill().table.box
    words = [card.condition.noted() for card in box.derivatives]
    assert words == [
        *(f"{company} above $140" for company in COMPANIES),
        *(f"{company} below $70" for company in COMPANIES),
        "Amber below Black",
        "Black below Crimson",
        "Crimson below Amber",
    ]
    assert {card.pays for card in box.derivatives} == {10}
