"""Alternatives modes: length, the card that shuffles the bosses, odd prices, votes in turn, hidden cash."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from bot.engine import play
from bot.engine.questions import Choose, Number
from bot.games.goodwill.components import AMBER, BLACK, BOX, COMPANIES, CRIMSON
from bot.games.goodwill.moves import Assess, AssessBoth, VoteOn
from bot.games.goodwill.news import BossReplaced, BossStays, CannotPay, ShareSold, VotesCounted
from bot.games.goodwill.rules.alternative_modes import GoodwillOptions
from tests.games.goodwill.dealing import FOUR, Evening, goodwill

EVERYBODY = FOUR.split()


# Length of game


@pytest.mark.parametrize(("length", "first", "turns"), [("short", 1954, 4), ("normal", 1953, 5), ("long", 1951, 7)])
def test_length_of_game(length: str, first: int, turns: int) -> None:
    game = goodwill(length=length).with_capital(Amber=900, Black=900, Crimson=900)
    years = []
    while not game.places:
        years.append(game.begin().table.year)
        game.quiet_year()
    assert years == list(range(first, 1958))
    assert len(years) == turns
    assert game.asked == []


def test_a_normal_game_is_the_default() -> None:
    options = GoodwillOptions()
    assert options.model_dump() == {
        "length": "normal",
        "boss_shuffle_card": False,
        "dividends": False,
        "cash_only": False,
        "derivatives": "off",
        "auction": "sealed",
        "vote": "single ballot",
        "fast_mode": "off",
        "odd_prices": False,
        "four_player_threshold": "crimson only",
        "rotate_tabs": "auto",
        "cash_visible": True,
    }


def test_cash_only_needs_dividends() -> None:
    with pytest.raises(ValidationError, match="switch dividends on or cash only off"):
        GoodwillOptions(cash_only=True)
    assert GoodwillOptions(cash_only=True, dividends=True).cash_only


# Bosses shuffle


@pytest.mark.parametrize("option", [False, True])
def test_the_boss_shuffle_card_is_optional(option: bool) -> None:
    game = goodwill(boss_shuffle_card=option)
    names = {game.table.box.event[event].name for event in game.table.event_deck}
    assert len(names) == len(BOX.events) - (not option)
    assert ("The great reshuffle" in names) == option
    assert game.asked == EVERYBODY


def test_the_boss_shuffle_card_comes_true() -> None:
    game = goodwill(boss_shuffle_card=True).with_bosses(Amber="Dutton", Black="Fabiola", Crimson="Kasimir")
    game.with_informations((90, "The great reshuffle"), (80, "Rich seam found"), (70, "Baby boom"), (0, "World fair"))
    game.events()
    assert game.bosses == {AMBER: "Kasimir", BLACK: "Dutton", CRIMSON: "Fabiola"}
    assert game.review().asked == EVERYBODY


# Odd prices


def test_odd_prices_from_0_to_99() -> None:
    game = goodwill(odd_prices=True)
    question = game.question("Julien")
    assert isinstance(question, Number)
    legal = [price for price in range(-2, 104) if question.is_legal(Assess(price=price))]
    assert legal == list(range(100))
    assert game.asked == EVERYBODY


def test_half_a_dollar_is_rounded_up_for_the_seller() -> None:
    """GW-8."""
    game = goodwill(odd_prices=True).assess(Julien=10, Fred=11, Eric=12, Chris=15)
    assert [news.price for news in game.told(ShareSold)] == [13]
    assert game.asked == EVERYBODY


@pytest.mark.parametrize(("cash", "buys"), [(12, False), (13, True)])
def test_a_player_who_buys_must_be_able_to_pay_the_rounded_price(cash: int, buys: bool) -> None:
    """GW-8: 12 and a half dollars are 13."""
    game = goodwill(odd_prices=True).with_cash(Chris=cash).assess(Julien=10, Fred=10, Eric=10, Chris=15)
    if buys:
        assert game.asked == ["Chris"]
    else:
        assert game.told(CannotPay)[-1].seats == [game.seat("Chris")]
        assert game.waiting == "Amber: second price"


def test_too_late_with_odd_prices_is_the_share_value() -> None:
    """GW-33."""
    game = goodwill(odd_prices=True).default("Julien")
    assert "$11 (sealed)" in game.hand("Julien")
    assert game.asked == ["Fred", "Eric", "Chris"]


# Cash only


def cash_only(**options: Any) -> Evening:
    """Amber earns $10 a year under a boss who pays dividends, and its shares count nothing at the end."""
    game = goodwill(dividends=True, cash_only=True, **options).with_bosses(Amber="Dutton", Black="Cosima")
    return game.with_prices(oil=5, charcoal=5, workforce=5)


def test_a_share_brings_what_it_still_pays() -> None:
    game = cash_only()
    assert game.bears("Julien").startswith("Pays $1 now; about $0 until 1957, with your news and average luck.")
    assert "Shares count for nothing at the end" in game.question("Julien").help
    game.until("Black: first price")
    assert game.bears("Julien").startswith("Pays $0 now; about $")


@pytest.mark.parametrize(("year", "price"), [(1953, 4), (1955, 2), (1957, 0)])
def test_too_late_with_cash_only_is_what_a_share_still_pays(year: int, price: int) -> None:
    """GW-33: the share value would give away the money of a player who only misses."""
    game = cash_only().in_year(year)
    assert play.get_default_move(game.begin().table, 1) == Assess(price=price)
    game.until("Black: first price")
    assert play.get_default_move(game.table, 1) == Assess(price=0)


def test_too_late_with_two_bids_and_cash_only() -> None:
    """GW-33."""
    game = cash_only(fast_mode="two bids at once").begin()
    assert play.get_default_move(game.table, 1) == AssessBoth(prices={"first": 4, "second": 4})


def test_suggested_prices_lie_around_what_a_share_still_pays() -> None:
    question = cash_only().question("Julien")
    assert isinstance(question, Number)
    assert question.suggestions == (0, 2, 4, 6, 8)


def test_wealth_is_cash_where_shares_count_nothing() -> None:
    game = cash_only()
    assert "Cash: Julien $100, Fred $100, Eric $100, Chris $100" in game.standing()
    assert "Amber: 3, which would pay $3 if the year ended now" in game.hand("Julien")
    assert "together" not in game.hand("Julien")
    game.quiet_year()
    assert game.table.history[-1].wealth == {game.seat(name): cash for name, cash in game.cash.items()}


def test_defaults_go_by_shares_in_a_box_of_a_former_version() -> None:
    """Games that run, and those that are to verify, keep their box."""
    box = BOX.model_copy(update={"cash_only_counts": "shares"})
    game = cash_only(box=box).begin()
    assert play.get_default_move(game.table, 1) == Assess(price=10)
    game.quiet_year()
    assert game.table.history[-1].wealth[1] > game.cash["Julien"]


# Candidates voted on one after the other


def in_turn(**shares: int) -> Evening:
    game = goodwill(vote="sequential").with_bosses(Amber="Cosima", Black="Fabiola", Crimson="Gunnar")
    game.with_available("Mitsy", "Baldric", "Idris").with_shares(AMBER, **shares)
    return game.until("Amber: candidates for boss")


def test_a_player_who_votes_knows_who_follows() -> None:
    game = in_turn(Julien=4, Fred=4, Eric=2).nominate(Julien="Baldric", Fred="Mitsy", Eric="Idris")
    words = game.question("Julien").help
    assert "The first candidate to reach 6 yes votes becomes the boss, and the vote is over." in words
    assert (
        "Otherwise the vote on Mitsy and then on Idris follows; if nobody gets there, Cosima stays in charge." in words
    )
    votes(votes(game))
    assert "Otherwise Cosima stays in charge." in game.question("Julien").help
    assert "most votes" not in game.question("Julien").help


def votes(game: Evening, **yes: bool) -> Evening:
    for name in game.asked:
        game.move(name, VoteOn(boss=game.candidates[0], yes=yes.get(name, False)))
    return game


def test_candidates_are_voted_on_in_their_order() -> None:
    """GW-16: the first that reaches the threshold ends the steering, though the second would have had more."""
    game = in_turn(Julien=4, Fred=3, Eric=3).nominate(Julien="Mitsy", Fred="Idris")
    assert game.waiting == "Amber: vote on Mitsy"
    votes(game, Julien=True, Fred=True)
    assert game.bosses[AMBER] == "Mitsy"
    assert len(game.told(VotesCounted)) == 1
    assert game.waiting == "Black: first price"


def test_the_next_candidate_is_voted_on_when_the_first_fails() -> None:
    """GW-16."""
    game = votes(in_turn(Julien=4, Fred=3, Eric=3).nominate(Julien="Mitsy", Fred="Idris"), Julien=True)
    assert game.waiting == "Amber: vote on Idris"
    assert game.asked == ["Julien", "Fred", "Eric"]
    votes(game, Fred=True, Eric=True)
    assert game.told(BossReplaced)[-1].new == "Idris"
    assert game.waiting == "Black: first price"


def test_no_candidate_reaches_the_threshold_in_turn() -> None:
    game = votes(votes(in_turn(Julien=5, Fred=5).nominate(Julien="Mitsy", Fred="Idris"), Julien=True), Fred=True)
    assert game.last_news == BossStays(company=AMBER, boss="Cosima")
    assert game.waiting == "Black: first price"


def test_a_vote_in_turn_is_yes_or_no_and_too_late_is_no() -> None:
    """GW-33."""
    game = in_turn(Julien=10).nominate(Julien="Mitsy")
    question = game.question("Julien")
    assert isinstance(question, Choose)
    assert [option.label for option in question.options] == ["Yes, Mitsy", "No, keep Cosima"]
    game.default("Julien")
    assert game.bosses[AMBER] == "Cosima"
    assert game.waiting == "Black: first price"


def test_a_no_in_turn_says_on_whom_the_next_vote_is() -> None:
    question = in_turn(Julien=4, Fred=3, Eric=3).nominate(Julien="Mitsy", Fred="Idris").question("Julien")
    assert isinstance(question, Choose)
    assert question.options[-1].label == "No, vote on Idris next"


# Hidden cash


def test_cash_is_visible_unless_the_table_decides_otherwise() -> None:
    """GW-32: only the amounts are hidden, and not from their owner."""
    visible = goodwill().with_cash(Fred=77)
    assert "Fred | $77" in visible.page("Julien")
    hidden = goodwill(cash_visible=False).with_cash(Fred=77)
    assert "Fred | ?" in hidden.page("Julien")
    assert "Fred | ?" in hidden.page()
    worth = 77 + sum(hidden.shares(company)["Fred"] * value for company, value in hidden.table.share_values().items())
    for reader in (None, "Julien"):
        assert "$77" not in hidden.page(reader)
        assert f"${worth}" not in hidden.page(reader)
    assert f"${worth}" in hidden.page("Fred")
    assert "Fred | $77" in hidden.page("Fred")
    assert "Cash: $77" in hidden.hand("Fred")
    assert hidden.asked == EVERYBODY


def test_payments_stay_public_when_cash_is_hidden() -> None:
    """GW-32: so that one can keep count."""
    game = goodwill(cash_visible=False).with_cash(Eric=1).assess(Julien=10, Fred=12, Eric=20, Chris=16)
    assert "Chris buys one Amber share from Julien for $13." in game.reads(None)
    assert any("Eric cannot pay for a share and is left out." in text for text in game.reads(None))
    assert game.asked == EVERYBODY


def test_hidden_cash_is_shown_at_the_end() -> None:
    """GW-32."""
    game = goodwill(cash_visible=False).with_cash(Fred=77).score()
    assert "Fred | $77" in game.page()
    assert game.asked == []


# Fewer players, no matter which modes


@pytest.mark.parametrize(
    "options",
    [
        {"derivatives": "auction", "auction": "open ascending", "vote": "sequential"},
        {"derivatives": "hidden objectives", "fast_mode": "two bids at once", "odd_prices": True},
        {"dividends": True, "cash_only": True, "fast_mode": "yearly sheet", "boss_shuffle_card": True},
    ],
)
def test_modes_go_together(options: dict[str, Any]) -> None:
    game = goodwill(length="short", **options)
    for company in COMPANIES:
        game.with_tokens(company, oil=1)
    game.with_capital(Amber=300, Black=300, Crimson=300)
    while not game.places:
        game.quiet_year()
    assert game.table.year == 1957
    assert game.asked == []
    assert game.shares(CRIMSON) == dict.fromkeys(EVERYBODY, 2)
