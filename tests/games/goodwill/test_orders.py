"""Standing orders: a stored order answers at once, and changes no rule."""

from __future__ import annotations

import pytest

from bot.engine.multi_step import Compose
from bot.engine.orders import Order
from bot.engine.questions import Arrange, Choose, Number, Question, Split
from bot.engine.records import Move
from bot.games.goodwill import GAME
from bot.games.goodwill.components import AMBER, BLACK, COMPANIES, CRIMSON
from bot.games.goodwill.moves import (
    Assess,
    AssessAndPrefer,
    AssessBoth,
    Ballot,
    Nominate,
    ProposeAndVote,
    TradeWith,
    VoteOn,
)
from bot.games.goodwill.orders import (
    PreferredPartners,
    PricesOfTheYear,
    StandingNomination,
    StandingPrice,
    StandingVote,
)
from tests.games.goodwill.dealing import FIVE, FOUR, Evening, goodwill

EVERYBODY = FOUR.split()


def followed(game: Evening, name: str, order: Order) -> Move | None:
    """What the order says to the question this person is asked."""
    assert GAME.play_ahead.orders is not None
    return GAME.play_ahead.orders.follow(order, game._view(name), game.question(name))


def offered(game: Evening, name: str) -> list[Question]:
    assert GAME.play_ahead.orders is not None
    return GAME.play_ahead.orders.list_questions(game._view(name))


def leading(game: Evening, name: str) -> dict[type[Question], str]:
    """What stands beside the question this person is asked and leads to each kind of offer."""
    assert GAME.play_ahead.orders is not None
    asked = game.question(name)
    return {type(offer.question): offer.leads(asked) for offer in GAME.play_ahead.orders.offers(game._view(name))}


def stopped(game: Evening, name: str, order: Order) -> str | None:
    assert GAME.play_ahead.orders is not None
    return GAME.play_ahead.orders.stopped(order, game._view(name))


def described(order: Order) -> str:
    assert GAME.play_ahead.orders is not None
    return GAME.play_ahead.orders.describe(order)


def test_a_standing_price_is_written_in_both_transactions_of_its_company() -> None:
    """GW-34."""
    order = StandingPrice(company=AMBER, price=14)
    game = goodwill()
    for which in ("first", "second"):
        assert game.waiting == f"Amber: {which} price"
        assert followed(game, "Julien", order) == Assess(price=14)
        game.assess(Julien=14, Fred=14, Eric=14, Chris=14)
    assert game.waiting == "Amber: candidates for boss"
    assert followed(game, "Julien", order) is None


def test_a_standing_price_says_nothing_about_another_company() -> None:
    """GW-34: questions outside an order are asked as usual."""
    game = goodwill().until("Black: first price")
    assert followed(game, "Julien", StandingPrice(company=AMBER, price=14)) is None
    assert followed(game, "Julien", StandingPrice(company=BLACK, price=14)) == Assess(price=14)
    assert game.asked == EVERYBODY


def test_a_standing_price_counts_for_both_bids_at_once() -> None:
    """GW-34, GW-26."""
    game = goodwill(fast_mode="two bids at once")
    both = followed(game, "Julien", StandingPrice(company=AMBER, price=14))
    assert both == AssessBoth(prices={"first": 14, "second": 14})
    assert game.waiting == "Amber: both prices"


def test_a_yearly_sheet_is_filled_in_as_ordered_company_by_company() -> None:
    """GW-34, GW-27."""
    game = goodwill(fast_mode="yearly sheet").with_available("Idris", "Dutton", "Esmond")
    amber, black = StandingPrice(company=AMBER, price=14), StandingPrice(company=BLACK, price=8)
    idris = StandingNomination(company=AMBER, boss=game.boss_id("Idris"), name="Idris")
    both = AssessBoth(prices={"first": 14, "second": 14})
    assert followed(game, "Julien", amber) == both
    assert followed(game, "Julien", black) is None
    game.move("Julien", both)
    assert followed(game, "Julien", amber) is None
    assert followed(game, "Julien", idris) == Nominate(boss=game.boss_id("Idris"))
    assert followed(game, "Fred", amber) == both, "everybody is at a line of their own"
    game.move("Julien", Nominate(boss=None)).move("Julien", Ballot(approve=()))
    assert followed(game, "Julien", black) == AssessBoth(prices={"first": 8, "second": 8})


def test_orders_give_swift_answers_whole() -> None:
    """GW-34, GW-37: a price is written twice, and a proposal has its yes; neither leaves anything to be asked."""
    game = goodwill(fast_mode="swift").with_available("Idris", "Dutton", "Esmond")
    both = AssessBoth(prices={"first": 14, "second": 14})
    assert followed(game, "Julien", StandingPrice(company=AMBER, price=14)) == AssessAndPrefer(parts=(both,))
    game.until("Amber: candidates for boss, with votes")
    dutton = game.boss_id("Dutton")
    order = StandingNomination(company=AMBER, boss=dutton, name="Dutton")
    assert followed(game, "Julien", order) == ProposeAndVote(parts=(Nominate(boss=dutton),))
    nobody = StandingNomination(company=AMBER, boss=None, name="nobody")
    assert followed(game, "Julien", nobody) == ProposeAndVote(parts=(Nominate(boss=None),))


@pytest.mark.parametrize("begins", ["What price should I write for Amber", "Which prices shall I write"])
def test_when_swift_a_price_is_ordered_with_the_partner_that_would_be_asked_for_with_it(begins: str) -> None:
    """GW-34, GW-37: else the order would give up naming one."""
    game = goodwill(fast_mode="swift").begin()
    offer = next(offer for offer in offered(game, "Julien") if offer.prompt.startswith(begins))
    assert isinstance(offer, Compose)
    assert "first one clockwise" in offer.help
    prices = offer.get_stage(()).question
    assert isinstance(prices, Number | Split)
    written = prices.read(["14"] if isinstance(prices, Number) else ["14", "8", "6"])
    partner = offer.get_stage((written,)).question
    assert isinstance(partner, Choose)
    assert [option.label for option in partner.options] == [
        f"When there is a choice, trade with <seat:{game.seat(name)}>" for name in EVERYBODY if name != "Julien"
    ]
    order = partner.options[1].move
    assert isinstance(order, StandingPrice | PricesOfTheYear)
    assert offer.is_legal(order)
    assert described(order).endswith(f" When there is a choice, trade with <seat:{order.partner}>.")
    both = AssessBoth(prices={"first": 14, "second": 14})
    answer = AssessAndPrefer(parts=(both, TradeWith(partner=partner.options[1].move.partner)))  # type: ignore[attr-defined]
    assert followed(game, "Julien", order) == answer
    assert game.question("Julien").is_legal(answer)
    assert followed(game, "Julien", offer.make((written,))) == AssessAndPrefer(parts=(both,)), "nobody need be named"  # type: ignore[arg-type]


def test_where_no_partner_is_asked_for_with_a_price_none_is_named_with_its_order() -> None:
    for game in (goodwill(), goodwill("Anna Bert", fast_mode="swift"), goodwill(fast_mode="two bids at once")):
        name = game.begin().asked[0]
        assert not [offer for offer in offered(game, name) if isinstance(offer, Compose)]


def test_swift_takes_no_orders_for_what_it_never_asks_apart() -> None:
    """GW-37: partners are named with the prices, and votes given with the proposals."""
    game = goodwill(fast_mode="swift").begin()
    given = [option.move for offer in offered(game, "Julien") if isinstance(offer, Choose) for option in offer.options]
    assert not [move for move in given if isinstance(move, StandingVote)]
    assert [move for move in given if isinstance(move, StandingNomination)]
    assert not [offer for offer in offered(game, "Julien") if isinstance(offer, Arrange)]


def test_beside_the_question_for_a_price_a_partner_can_be_named() -> None:
    """GW-34: beside no other question, and only where a partner is to be chosen."""
    game = goodwill().begin()
    leads = leading(game, "Julien")
    assert leads.pop(Arrange) == "Name a partner"
    assert not any(leads.values())
    game.until("Amber: candidates for boss")
    assert not any(leading(game, "Julien").values())


def test_nobody_prefers_partners_where_a_sheet_leaves_no_choice() -> None:
    """GW-27: the first one clockwise is taken."""
    assert not [offer for offer in offered(goodwill(fast_mode="yearly sheet"), "Julien") if isinstance(offer, Arrange)]


def test_preferred_partners_take_the_first_who_is_possible() -> None:
    """GW-34."""
    game = goodwill(FIVE).without_share("Julien", AMBER)
    game.assess(Julien=10, Fred=12, Eric=10, Chris=16, Vincent=16)
    order = PreferredPartners(seats=("2", "5", "4", "1"))
    assert followed(game, "Eric", order) == TradeWith(partner=game.seat("Vincent"))
    assert game.asked == ["Eric"]


def test_preferred_partners_say_nothing_about_prices() -> None:
    """GW-34."""
    game = goodwill()
    assert followed(game, "Julien", PreferredPartners(seats=("2", "3", "4"))) is None
    assert game.asked == EVERYBODY


def test_a_standing_nomination_proposes_while_the_boss_is_available() -> None:
    """GW-34."""
    game = goodwill().with_shares(AMBER, Julien=10).until("Amber: candidates for boss")
    boss, other = game.available[:2]
    order = StandingNomination(company=BLACK, boss=game.boss_id(boss), name=boss)
    assert followed(game, "Julien", order) is None
    game.nominate(Julien=boss).ballot(Julien=boss).until("Black: candidates for boss")
    assert followed(game, "Julien", order) is None  # hired by Amber meanwhile
    instead = StandingNomination(company=BLACK, boss=game.boss_id(other), name=other)
    assert followed(game, "Julien", instead) == Nominate(boss=game.boss_id(other))
    nobody = StandingNomination(company=BLACK, boss=None, name="nobody")
    assert followed(game, "Julien", nobody) == Nominate(boss=None)
    assert game.asked == EVERYBODY


def test_the_prices_of_a_year_are_written_in_each_transaction_that_is_still_to_come() -> None:
    """GW-34."""
    game = goodwill().until("Black: first price")
    (sheet,) = [question for question in offered(game, "Julien") if isinstance(question, Split)]
    assert [line.name for line in sheet.lines] == [BLACK, CRIMSON], "Amber has been traded"
    order = sheet.read(["8", "12"])
    assert order == PricesOfTheYear(year=game.table.year, prices={BLACK: 8, CRIMSON: 12})
    assert isinstance(order, PricesOfTheYear)
    for price in ("Black: first price", "Black: second price", "Crimson: first price", "Crimson: second price"):
        game.until(price)
        assert followed(game, "Julien", order) == Assess(price=8 if "Black" in price else 12)
    assert stopped(game, "Julien", order) is None
    game.until("Amber: first price")
    assert followed(game, "Julien", order) is None
    assert stopped(game, "Julien", order) == f"{order.year} is over."


@pytest.mark.parametrize(
    ("cash_only", "said"),
    [
        (False, "Now one Amber share is worth $11; one Black share is worth $10; "),
        (True, "Until the end, as things stand, one Amber share pays $0; one Black share pays $0; "),
    ],
)
def test_prices_of_the_year_are_asked_with_what_a_share_is_worth_before_any_news(cash_only: bool, said: str) -> None:
    game = goodwill(dividends=cash_only, cash_only=cash_only)
    (sheet,) = [question for question in offered(game, "Julien") if isinstance(question, Split)]
    assert f"until the votes. {said}" in sheet.help


def test_the_prices_of_a_year_come_before_those_of_every_year() -> None:
    assert PricesOfTheYear.comes_first
    assert not StandingPrice.comes_first


def test_the_prices_of_another_year_are_no_such_order() -> None:
    game = goodwill()
    (sheet,) = [question for question in offered(game, "Julien") if isinstance(question, Split)]
    assert not sheet.is_legal(PricesOfTheYear(year=game.table.year + 1, prices={AMBER: 8, BLACK: 8, CRIMSON: 8}))
    assert sheet.is_legal(PricesOfTheYear(year=game.table.year, prices={AMBER: 8, BLACK: 8, CRIMSON: 8}))


def test_a_standing_vote_says_yes_to_its_candidate_alone() -> None:
    """GW-34."""
    game = goodwill().with_shares(AMBER, Julien=5, Fred=5).until("Amber: candidates for boss")
    wanted, other = game.available[:2]
    order = StandingVote(company=AMBER, boss=game.boss_id(wanted), name=wanted)
    nobody = StandingVote(company=AMBER, boss=None, name="nobody")
    elsewhere = StandingVote(company=BLACK, boss=game.boss_id(wanted), name=wanted)
    assert followed(game, "Julien", order) is None, "a candidate is still to be named"
    game.nominate(Julien=wanted, Fred=other)
    assert followed(game, "Julien", order) == Ballot(approve=(game.boss_id(wanted),))
    assert followed(game, "Julien", nobody) == Ballot(approve=())
    assert followed(game, "Julien", elsewhere) is None


def test_a_standing_vote_says_no_where_only_another_stands() -> None:
    """GW-34."""
    game = goodwill().with_shares(AMBER, Julien=5, Fred=5).until("Amber: candidates for boss")
    wanted, other = game.available[:2]
    game.nominate(Fred=other)
    order = StandingVote(company=AMBER, boss=game.boss_id(wanted), name=wanted)
    assert followed(game, "Julien", order) == Ballot(approve=())


def test_a_standing_vote_is_given_to_one_candidate_after_the_other() -> None:
    """GW-34."""
    game = goodwill(vote="sequential").with_shares(AMBER, Julien=5, Fred=5)
    game.until("Amber: candidates for boss")
    wanted, other = game.available[:2]
    game.nominate(Julien=wanted, Fred=other)
    order = StandingVote(company=AMBER, boss=game.boss_id(wanted), name=wanted)
    now = followed(game, "Julien", order)
    assert isinstance(now, VoteOn)
    assert now.yes == (now.boss == order.boss)


def test_orders_end_with_their_company() -> None:
    """GW-34: a bankrupt company is neither traded nor steered."""
    game = goodwill().with_bankrupt(BLACK)
    price = StandingPrice(company=BLACK, price=14)
    assert stopped(game, "Julien", price) == "Black is bankrupt."
    assert stopped(game, "Julien", StandingPrice(company=AMBER, price=14)) is None
    assert game.waiting == "Amber: first price"


def test_a_standing_nomination_ends_when_the_boss_is_in_charge() -> None:
    """GW-34."""
    game = goodwill().with_bosses(Amber="Dutton", Black="Idris")
    order = StandingNomination(company=AMBER, boss=game.boss_id("Dutton"), name="Dutton")
    assert stopped(game, "Julien", order) == "Dutton is in charge of Amber now."
    at_state = StandingNomination(company=AMBER, boss=game.boss_id("Idris"), name="Idris")
    assert stopped(game, "Julien", at_state) is None
    assert game.asked == EVERYBODY


def test_on_a_phone_the_menus_of_candidates_say_first_which_company_they_are_about() -> None:
    menus = [question.prompt for question in offered(goodwill(), EVERYBODY[0]) if isinstance(question, Choose)]
    assert [company for company in COMPANIES if any(words.startswith(f"{company}:") for words in menus)] == [*COMPANIES]


def test_which_orders_a_seat_may_give() -> None:
    game = goodwill().with_bankrupt(BLACK)
    questions = offered(game, "Julien")
    assert [type(question) for question in questions] == [
        Split,
        Number,
        Number,
        Choose,
        Choose,
        Choose,
        Choose,
        Arrange,
    ]
    assert not [question for question in questions if "Black" in question.prompt]
    partners = questions[-1]
    assert isinstance(partners, Arrange)
    assert [item.value for item in partners.items] == ["2", "3", "4"]
    assert game.asked == EVERYBODY


def test_with_two_players_nobody_has_preferred_partners() -> None:
    game = goodwill("Anna Bert")
    assert not [question for question in offered(game, "Anna") if isinstance(question, Arrange)]
    assert game.asked == ["Anna", "Bert"]


@pytest.mark.parametrize(
    ("order", "place", "words"),
    [
        (StandingPrice(company=AMBER, price=14), "price of Amber", "Always write $14 for Amber."),
        (
            StandingNomination(company=BLACK, boss="B04", name="Dutton"),
            "nomination at Black",
            "Propose Dutton as the boss of Black whenever possible.",
        ),
        (
            StandingNomination(company=BLACK, boss=None, name="nobody"),
            "nomination at Black",
            "Propose nobody as the boss of Black.",
        ),
        (
            PricesOfTheYear(year=2010, prices={AMBER: 14, BLACK: 8}),
            "prices of the year",
            "In 2010, write: Amber $14, Black $8.",
        ),
        (
            StandingVote(company=BLACK, boss="B04", name="Dutton"),
            "vote at Black",
            "As the boss of Black, vote yes to Dutton and no to all others.",
        ),
        (
            StandingVote(company=BLACK, boss=None, name="nobody"),
            "vote at Black",
            "Vote no to everybody as the boss of Black.",
        ),
        (
            PreferredPartners(seats=("3", "1")),
            "preferred partners",
            "When there is a choice, trade with <seat:3>, else with <seat:1>.",
        ),
    ],
)
def test_an_order_is_read_back_and_replaces_its_like(order: Order, place: str, words: str) -> None:
    assert described(order) == words
    assert order.get_place() == place


def test_one_standing_price_for_each_company() -> None:
    assert len({StandingPrice(company=company, price=10).get_place() for company in COMPANIES}) == 3
    assert StandingPrice(company=AMBER, price=10).get_place() == StandingPrice(company=AMBER, price=20).get_place()
