"""Fine points: asked seats, debts that meet loans and levies, savvy while others deal and vote."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games.corporate_espionage.components import BOX
from bot.games.corporate_espionage.moves import (
    Accept,
    Lend,
    LetItPass,
    Points,
    ProposeEmbargo,
    Trade,
    TradeCard,
    Turns,
    UseSavvy,
    VoteOnEmbargo,
)
from bot.games.corporate_espionage.news import LoanPaidBack, PlayWithdrawn
from bot.games.corporate_espionage.orders import CardOrder, PassOrder, ReserveOrder, SmallLossOrder
from bot.games.corporate_espionage.rules.elimination import outcome
from tests.games.corporate_espionage.dealing import THREE, Evening, meeting
from tests.games.corporate_espionage.test_orders import followed

FIRST = BOX.model_copy(update={"edition": 1})
"""As games are played that began before."""
ANSWERS = ("Injunction", "Injunction", "Counter-Intelligence", "Scapegoat")

# Asked seats


def attacked(points: int, cards: int, *used: str, **options: Any) -> Evening:
    """Ada attacks Bob with these points and number of unseen cards."""
    game = meeting(THREE, **options).accounts(Bob=points).hand("Ada", "Ransomware")
    game.hand("Bob", *["Founder", "Spymaster", "Intern"][:cards]).used("Bob", *used)
    return game.spy("Ada", "Ransomware", at="Bob")


@pytest.mark.parametrize(
    ("points", "cards", "used", "asked"),
    [
        (3, 1, (), True),
        (2, 1, (), True),
        (2, 1, ("Networking Lunch",), False),
        (2, 2, (), True),
        (0, 2, (), True),
        (0, 2, ("Bridge Loan",), True),
        (0, 2, ("Bridge Loan", "Poison Pill"), False),
        (2, 2, ("Bridge Loan", "Poison Pill"), False),
        (0, 1, (), False),
        (1, 1, (), True),
        (1, 1, ("Networking Lunch",), False),
        (3, 1, ANSWERS, False),
    ],
)
def test_a_poor_target_is_asked_where_other_cards_could_pay_for_an_answer(
    points: int, cards: int, used: tuple[str, ...], asked: bool
) -> None:
    """CE-14: a Bridge Loan, a Poison Pill or a Networking Lunch may lie beside the Injunction."""
    assert (attacked(points, cards, *used).asked == ["Bob"]) is asked


def test_a_player_who_is_asked_for_points_and_an_answer_can_use_both() -> None:
    """CE-14."""
    game = meeting(THREE).accounts(Bob=0).hand("Ada", "Ransomware").hand("Bob", "Bridge Loan", "Injunction")
    game.spy("Ada", "Ransomware", at="Bob").respond("Bob", "Bridge Loan").all_pass()
    assert game.account("Bob") == 6
    game = meeting(THREE).accounts(Bob=0).hand("Ada", "Ransomware").hand("Bob", "Bridge Loan", "Injunction")
    game.spy("Ada", "Ransomware", at="Bob").respond("Bob", "Bridge Loan")
    while "Ransomware" not in game.waiting:
        game.let_pass(game.asked[0])
    game.respond("Bob", "Injunction").all_pass()
    assert (game.account("Bob"), game.company("Bob").statuses) == (3, [])


def test_known_cards_leave_no_room_for_others() -> None:
    """CE-14: Bob's only unseen card cannot be Bridge Loan and Injunction at once."""
    game = meeting(THREE).accounts(Bob=0).hand("Ada", "Ransomware").hand("Bob", "Intern", "Founder")
    game.table.show_card(2, game.card_id("Intern"))
    assert game.spy("Ada", "Ransomware", at="Bob").asked == ["Ada"]


def test_nobody_is_asked_about_what_a_scapegoat_cannot_answer() -> None:
    """CE-14, CE-20: it answers no card against all, nor one that nobody else can be hit by."""
    for card, asked in (("Price War", ["Ada"]), ("Lawsuit", ["Bob"])):
        game = meeting().hand("Ada", card).hand("Bob", "Founder").used("Bob", *ANSWERS[:3])
        assert game.spy("Ada", card, at="Bob").asked == asked


def test_a_game_that_began_before_asks_as_it_did() -> None:
    """CE-41."""
    assert attacked(0, 2, box=FIRST).asked == ["Ada"]
    game = meeting(box=FIRST).hand("Ada", "Price War").hand("Bob", "Founder").used("Bob", *ANSWERS[:3])
    assert game.spy("Ada", "Price War").asked == ["Bob"]


# Debts


def test_a_card_laid_ready_while_a_debt_is_settled_does_not_wait_past_it() -> None:
    """CE-35: Cid lays a Bridge Loan ready while Bob uses his own against a debt; it comes before Ada's next play."""
    game = meeting(THREE).accounts(Bob=0).in_play("Bob", "Office Tower").hand("Ada", "Lawsuit", "Intern")
    game.hand("Bob", "Bridge Loan").hand("Cid", "Bridge Loan", "Founder").spy("Ada", "Lawsuit", at="Bob").all_pass()
    game.use("Bob", "Bridge Loan").do("Cid", LetItPass(then="SV04")).all_pass()
    assert game.is_on("Ada")
    assert game.account("Cid") == 26


def test_free_savvy_pays_a_levy_nobody_else_could_pay() -> None:
    """CE-21: with her Bridge Loan Ada stays in the game, so it is not decided by strength."""
    game = meeting(levy="after round 8", round_number=12).accounts(Ada=5, Bob=9).hand("Ada", "Bridge Loan")
    game.end_turn("Ada").end_turn("Bob")
    while game.table.outcome is None:
        game.default()
    assert game.winners == ["Ada"]
    game = meeting(levy="after round 8", round_number=12).accounts(Ada=5, Bob=9).hand("Ada", "Intern")
    assert game.end_turn("Ada").end_turn("Bob").winners == ["Bob"]


def lent(account: int, *assets: str) -> Evening:
    """Bob owes Ada 20 at his Expenses, with these points before his Income."""
    game = meeting(THREE, loans=True).accounts(Ada=10)
    game.announce("Ada", Lend(partner=2, lending=True), Points(points=10), Points(points=20), Turns(turns=1))
    return game.do("Bob", Accept()).accounts(Bob=account).in_play("Bob", *assets).end_turn("Ada")


def test_what_is_sold_to_pay_a_loan_reaches_the_lender() -> None:
    """CE-29."""
    game = lent(14, "Office Tower")
    assert (game.account("Ada"), game.asked) == (16, ["Bob"])
    game.sell("Bob", "Office Tower")
    assert (game.account("Ada"), game.account("Bob")) == (20, 0)
    paid = [told.news.points for told in game.everything if isinstance(told.news, LoanPaidBack)]
    assert paid == [16, 4]
    assert not game.table.loans
    assert game.is_on("Bob")


def test_a_bankrupt_borrower_pays_what_it_had() -> None:
    """CE-29."""
    game = lent(15, "Espresso Machine").sell("Bob", "Espresso Machine")
    assert not game.alive("Bob")
    assert game.account("Ada") == 16
    assert not game.table.loans


def test_a_player_whom_one_card_fells_goes_in_one_moment() -> None:
    """CE-24: Dan is hit after Cid, and is worth less."""
    game = meeting("Ada Bob Cid Dan").accounts(Cid=4, Dan=2).hand("Ada", "Price War").spy("Ada", "Price War").all_pass()
    while game.alive("Cid") or game.alive("Dan"):
        game.default()
    assert len({one.moment for one in game.table.exits}) == 1
    assert outcome(game.table, None).places == {1: 1, 2: 2, 3: 3, 4: 4}


# Expenses


def due(account: int, hand: str) -> Evening:
    """Ada has a Firewall, and owes 9."""
    game = meeting(THREE).in_play("Ada", "Firewall").hand("Ada", hand).accounts(Ada=account)
    game.company("Ada").suffer("overhead_plus", 9, 3)
    game.end_turn("Ada").end_turn("Bob").end_turn("Cid")
    return game


def test_a_bridge_loan_in_hand_is_offered_for_expenses_and_used_first() -> None:
    """CE-23."""
    game = due(4, "Bridge Loan")
    assert "Use Bridge Loan" in game.labels("Ada")
    assert "savvy that costs nothing" in game.question("Ada").help
    game.default().all_pass()
    assert game.inventory("Ada") == ["Firewall"]
    assert game.account("Ada") == 4 + 6 - 9
    assert due(4, "Intern").default().inventory("Ada") == []


# While others deal and vote


def test_savvy_is_open_during_offers() -> None:
    """CE-35: to asked players, and to others."""
    game = meeting(THREE, loans=True).hand("Bob", "Bridge Loan").hand("Cid", "Networking Lunch").accounts(Bob=2)
    game.announce("Ada", Lend(partner=2, lending=False), Points(points=5), Points(points=6), Turns(turns=1))
    assert game.labels("Bob") == ["Refuse", "Bridge Loan for 0: gain 6 points"]
    game.use("Cid", "Networking Lunch").all_pass()
    game.do("Bob", UseSavvy(card="SV04", mode=0)).all_pass()
    assert game.asked == ["Bob"]
    game.do("Bob", Accept())
    assert (game.account("Ada"), game.account("Bob"), game.account("Cid")) == (25, 3, 19)


def test_an_offered_card_that_is_used_is_not_for_sale_any_more() -> None:
    """CE-35, CE-28."""
    game = meeting(THREE, trading=True).hand("Ada", "Bridge Loan").hand("Bob", "Intern")
    game.announce("Ada", Trade(partner=2, selling=True), Points(points=3), TradeCard(card="SV04"))
    game.use("Ada", "Bridge Loan").all_pass()
    assert game.is_on("Ada")
    assert [news.card for news in game.news(PlayWithdrawn)] == ["The offer"]
    assert game.account("Ada") == 26


def test_savvy_is_open_during_votes() -> None:
    """CE-35: players who have voted take the vote back first."""
    game = meeting("Ada Bob Cid Dan", embargoes=True).hand("Bob", "Bridge Loan").hand("Ada", "Bridge Loan")
    game.do("Ada", ProposeEmbargo(target=4)).do("Bob", UseSavvy(card="SV04", mode=0)).all_pass()
    assert game.account("Bob") == 26
    game.use("Ada", "Bridge Loan").all_pass()
    assert sorted(game.asked) == ["Bob", "Cid"]
    game.do("Bob", VoteOnEmbargo(yes=True)).do("Cid", VoteOnEmbargo(yes=True))
    assert game.table.under_embargo(4)


# Standing orders


def raided() -> Evening:
    return meeting(THREE).accounts(Ada=60, Bob=2).hand("Bob", "Poison Pill").take_over("Ada", "Bob")


def sued(account: int) -> Evening:
    """Ada sues Bob, who would lose 3."""
    game = meeting(THREE).accounts(Bob=account).in_play("Bob", "Intern").hand("Bob", "Injunction", "Bridge Loan")
    return game.hand("Ada", "Lawsuit").spy("Ada", "Lawsuit", at="Bob")


@pytest.mark.parametrize(
    "order",
    [
        PassOrder(unless_target=False, until="the end"),
        ReserveOrder(points=30),
        SmallLossOrder(points=30),
    ],
)
def test_no_order_lets_a_takeover_or_a_ruinous_attack_pass(order: Any) -> None:
    assert followed(raided(), "Bob", order) is None
    assert followed(sued(2), "Bob", order) is None
    assert followed(sued(3), "Bob", order) == LetItPass()


def test_a_reserve_is_not_touched_by_what_costs_nothing() -> None:
    cheap = BOX.model_dump()
    next(card for card in cheap["cards"] if card["name"] == "Injunction")["cost"] = 0
    game = meeting(THREE, box=type(BOX).model_validate(cheap)).in_play("Bob", "Intern").hand("Bob", "Founder")
    game.hand("Ada", "Lawsuit").spy("Ada", "Lawsuit", at="Bob")
    assert followed(game, "Bob", ReserveOrder(points=30)) is None


def test_orders_to_use_a_card_come_before_those_that_let_pass() -> None:
    assert CardOrder.comes_first
    assert not any(kind.comes_first for kind in (PassOrder, ReserveOrder, SmallLossOrder))
