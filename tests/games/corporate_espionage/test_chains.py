"""Cancel, counter-cancel and redirect espionage: responses, responders, and costs."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.records import News
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.moves import EndTurn, LetItPass, NameCard, Settle
from bot.games.corporate_espionage.news import (
    AccountShown,
    Bankrupt,
    CardEntered,
    CardLeft,
    CardsDiscarded,
    CardTaken,
    EspionageAnnounced,
    HandLookedAt,
    Insolvent,
    Levied,
    Liquidated,
    PlayCancelled,
    PointsGained,
    PointsLost,
    PointsStolen,
    Redirected,
    SavvyUsed,
    StatusPut,
    TakenOver,
    TakeoverAnnounced,
    TargetSafe,
    TurnEnded,
)
from bot.host.table.running import format_news_lines, sort_news_for_seat
from tests.games.corporate_espionage.dealing import THREE, Evening, meeting

TEAM = ("Intern", "Intern", "Sales Rep", "Programmer")


def lawsuit(**options: Any) -> Evening:
    """Ada sues Bob, with his team of four and three answers."""
    game = meeting(**options).accounts(Ada=20, Bob=30).in_play("Bob", *TEAM)
    game.hand("Ada", "Lawsuit", "Loophole", "Bridge Loan").hand("Bob", "Injunction", "Counter-Intelligence", "Loophole")
    return game.spy("Ada", "Lawsuit")


def test_cancelled() -> None:
    """CE-37: every cost stays paid, both cards are discarded."""
    game = lawsuit().respond("Bob", "Injunction")
    assert game.asked == ["Ada"], "the answer can be answered"
    game.let_pass("Ada")
    assert (game.account("Ada"), game.account("Bob")) == (17, 27)
    assert (game.discarded("Ada"), game.discarded("Bob")) == (["Lawsuit"], ["Injunction"])
    assert game.is_on("Ada")


def test_the_cancel_is_cancelled() -> None:
    """CE-16: the user of the cancelled card is asked again."""
    game = lawsuit().respond("Bob", "Injunction").respond("Ada", "Loophole")
    assert game.asked == ["Bob"]
    game.let_pass("Bob")
    assert game.asked == ["Bob"]
    assert "Lawsuit" in game.question("Bob").prompt
    game.let_pass("Bob")
    assert (game.account("Ada"), game.account("Bob")) == (15, 30 - 3 - 9)
    assert game.discarded("Ada") == ["Lawsuit", "Loophole"]


def test_a_second_answer_after_the_first_was_cancelled() -> None:
    """CE-16."""
    game = lawsuit().respond("Bob", "Injunction").respond("Ada", "Loophole").let_pass("Bob")
    game.respond("Bob", "Counter-Intelligence").all_pass()
    assert (game.account("Ada"), game.account("Bob")) == (20 - 3 - 2 - 2, 30 - 3 - 3)
    assert game.is_on("Ada")


def test_the_cancel_of_the_cancel_is_cancelled() -> None:
    game = lawsuit().respond("Bob", "Injunction").respond("Ada", "Loophole").respond("Bob", "Loophole").all_pass()
    assert (game.account("Ada"), game.account("Bob")) == (15, 25)
    assert game.is_on("Ada")


@pytest.mark.parametrize("reactions", ["discreet", "eligible", "everyone"])
def test_every_way_of_asking_leads_to_the_same_end(reactions: str) -> None:
    """CE-14."""
    game = lawsuit(reactions=reactions).respond("Bob", "Injunction").respond("Ada", "Loophole").all_pass()
    assert (game.account("Ada"), game.account("Bob")) == (15, 18)


def test_an_answer_needs_its_cost() -> None:
    game = meeting().accounts(Bob=2).hand("Bob", "Injunction", "Intern").hand("Ada", "Ransomware")
    game.spy("Ada", "Ransomware")
    assert game.labels("Bob") == ["Let it pass"], "with 2 points he cannot pay an Injunction"
    game.let_pass("Bob")
    assert game.company("Bob").statuses


def test_scapegoat_gives_the_new_target_a_window_and_the_attacker_a_new_choice() -> None:
    """CE-20, CE-12."""
    game = meeting(THREE).hand("Ada", "Poach").hand("Bob", "Scapegoat").hand("Cid", "Injunction")
    game.in_play("Bob", "Intern", "Sales Rep").in_play("Cid", "Programmer", "Paralegal")
    game.spy("Ada", "Poach", at="Bob", which="Sales Rep").respond("Bob", "Scapegoat", to="Cid")
    assert game.asked == ["Cid"], "Poach was paid and Ada has no other card: only Cid could answer the Scapegoat"
    game.let_pass("Cid")
    assert game.asked == ["Cid"]
    assert "Poach" in game.question("Cid").prompt
    game.let_pass("Cid")
    assert game.asked == ["Ada"]
    game.do("Ada", NameCard(number=game.number("Cid", "Programmer")))
    assert game.team("Ada") == ["Programmer"]
    assert game.company("Ada").team[0].owner == game.seat("Cid")
    assert (game.team("Bob"), game.team("Cid")) == (["Intern", "Sales Rep"], ["Paralegal"])
    assert (game.account("Ada"), game.account("Bob"), game.account("Cid")) == (16, 17, 20)


def test_the_new_target_may_answer() -> None:
    """CE-20."""
    game = meeting(THREE).hand("Ada", "Lawsuit").hand("Bob", "Scapegoat").hand("Cid", "Counter-Intelligence")
    game.spy("Ada", "Lawsuit", at="Bob").respond("Bob", "Scapegoat", to="Cid")
    while game.asked != ["Cid"] or "Lawsuit" not in game.waiting:
        game.let_pass(game.asked[0])
    game.respond("Cid", "Counter-Intelligence").all_pass()
    assert (game.account("Ada"), game.account("Bob"), game.account("Cid")) == (15, 17, 17)


def test_the_scapegoat_is_cancelled() -> None:
    game = meeting(THREE).hand("Ada", "Lawsuit", "Loophole").hand("Bob", "Scapegoat", "Intern")
    game.spy("Ada", "Lawsuit", at="Bob").respond("Bob", "Scapegoat", to="Ada").respond("Ada", "Loophole").all_pass()
    assert (game.account("Ada"), game.account("Bob"), game.account("Cid")) == (15, 16, 20)


def test_theft_from_oneself_moves_nothing() -> None:
    """CE-20: no new window, and all costs stay paid."""
    game = meeting().hand("Ada", "Embezzlement", "Intern").hand("Bob", "Scapegoat").spy("Ada", "Embezzlement")
    game.respond("Bob", "Scapegoat", to="Ada").all_pass()
    assert (game.account("Ada"), game.account("Bob")) == (17, 17)
    assert game.is_on("Ada")


def test_a_protected_company_is_no_scapegoat() -> None:
    """CE-20."""
    game = meeting(THREE).hand("Ada", "Ransomware").hand("Bob", "Scapegoat").in_play("Cid", "Firewall")
    game.in_play("Ada", "System Administrator").spy("Ada", "Ransomware")
    assert not any(label.startswith("Scapegoat") for label in game.labels("Bob"))


def test_each_answers_for_itself_when_all_are_hit() -> None:
    """CE-13, CE-15."""
    game = meeting("Ada Bob Cid Dan").hand("Ada", "Price War", "Intern").hand("Bob", "Injunction")
    game.hand("Cid", "Counter-Intelligence").spy("Ada", "Price War")
    assert sorted(game.asked) == ["Bob", "Cid"], "Dan has no cards"
    game.respond("Bob", "Injunction").respond("Cid", "Counter-Intelligence").all_pass()
    assert [game.account(name) for name in game.names] == [20 - 3 - 2, 17, 17, 15]


def test_the_target_is_read_first_then_clockwise() -> None:
    """CE-15: the order in which answers were written does not matter."""
    game = meeting(THREE, reactions="everyone").hand("Ada", "Intern", "Lawsuit").hand("Bob", "Counter-Offer")
    game.hand("Cid", "Counter-Offer").hire("Ada", "Intern").respond("Cid", "Counter-Offer").respond(
        "Bob", "Counter-Offer"
    )
    used = [told.news.company for told in game.everything if isinstance(told.news, SavvyUsed)]
    assert used == [2]
    game.all_pass()
    assert (game.account("Bob"), game.account("Cid")) == (19, 20)
    assert game.cards("Cid") == ["Counter-Offer"], "nobody learns of it"


def test_the_targets_answer_is_read_before_those_of_others_who_sit_nearer() -> None:
    """CE-15: Cid is the target, and Bob the next one clockwise."""
    game = meeting(THREE, reactions="everyone").hand("Ada", "Lawsuit").hand("Bob", "Bridge Loan")
    game.hand("Cid", "Injunction").in_play("Cid", "Intern").spy("Ada", "Lawsuit", at="Cid")
    game.respond("Bob", "Bridge Loan").respond("Cid", "Injunction").all_pass()
    used = [told.news.company for told in game.everything if isinstance(told.news, SavvyUsed)]
    assert used == [3]
    assert game.cards("Bob") == ["Bridge Loan"], "the Lawsuit is cancelled, so nothing is left to respond to"


def test_an_answer_that_stays_sealed_is_read_when_the_first_was_cancelled() -> None:
    """CE-16."""
    game = meeting(THREE).hand("Ada", "Intern", "Loophole").hand("Bob", "Counter-Offer").hand("Cid", "Counter-Offer")
    game.hire("Ada", "Intern").respond("Bob", "Counter-Offer").respond("Cid", "Counter-Offer")
    assert "Counter-Offer" in game.waiting
    game.let_pass("Cid").respond("Ada", "Loophole").all_pass()
    assert game.cards("Ada") == ["Intern"]
    assert (game.account("Ada"), game.account("Bob"), game.account("Cid")) == (18, 19, 19)


def test_a_cancelled_hire() -> None:
    """CE-37: the card is back, seen by all, with its cost, and no other hire follows."""
    game = meeting().hand("Ada", "Programmer", "Intern").hand("Bob", "Counter-Offer").hire("Ada", "Programmer")
    game.respond("Bob", "Counter-Offer").all_pass()
    assert game.account("Ada") == 20
    assert game.view("Bob").companies[1].known == [game.card_id("Programmer")]
    assert not any(label.startswith("Hire") for label in game.labels("Ada"))
    game.until_turn("Ada")
    assert any(label.startswith("Hire Programmer") for label in game.labels("Ada"))


def test_a_cancelled_recruiter_does_not_allow_another_hire() -> None:
    """CE-37, CE-10."""
    game = meeting().in_play("Ada", "Recruiter").hand("Ada", "Intern", "Programmer").hand("Bob", "Counter-Offer")
    game.hire("Ada", "Programmer").respond("Bob", "Counter-Offer").all_pass()
    assert not any(label.startswith("Hire") for label in game.labels("Ada"))


def test_a_purchase_cannot_be_answered() -> None:
    game = meeting().hand("Ada", "Office Tower").hand("Bob", "Injunction", "Counter-Offer", "Loophole")
    game.buy("Ada", "Office Tower")
    assert game.inventory("Ada") == ["Office Tower"]


def test_counter_intelligence_can_ruin_the_attacker() -> None:
    """CE-38: the attacker is out, and the play comes to nothing."""
    game = meeting(THREE).accounts(Ada=4).hand("Ada", "Lawsuit").hand("Bob", "Counter-Intelligence")
    game.spy("Ada", "Lawsuit", at="Bob").respond("Bob", "Counter-Intelligence").all_pass()
    assert not game.alive("Ada")
    assert game.account("Bob") == 17
    assert game.table.active == 2, "the turn ends at once"
    assert game.asked == ["Bob"]


def test_what_can_be_answered_while_settling_a_debt() -> None:
    """CE-35: savvy used in debt can be answered like any other."""
    game = meeting().accounts(Bob=5).in_play("Bob", *TEAM).hand("Bob", "Bridge Loan").hand("Ada", "Lawsuit", "Loophole")
    game.spy("Ada", "Lawsuit").all_pass()
    assert game.asked == ["Bob"]
    game.use("Bob", "Bridge Loan")
    assert game.asked == ["Ada"]
    game.respond("Ada", "Loophole").all_pass()
    assert not game.alive("Bob")
    assert game.winners == ["Ada"]


def test_any_time_cards_are_used_where_one_is_asked() -> None:
    """CE-35: Networking Lunch in a window does not stop the espionage."""
    game = meeting().hand("Ada", "Lawsuit").hand("Bob", "Networking Lunch").on_top("Bob", "Injunction", "Intern")
    game.spy("Ada", "Lawsuit").respond("Bob", "Networking Lunch").all_pass()
    assert game.cards("Bob") == ["Injunction", "Intern"]
    assert game.account("Bob") == 20 - 1 - 1


def test_prepared_savvy_comes_between_turn_and_income() -> None:
    """CE-35."""
    game = meeting().hand("Ada", "Bridge Loan").accounts(Ada=3).prepare("Ada", "Bridge Loan", when="after this turn")
    assert game.account("Ada") == 3
    game.end_turn("Ada")
    assert game.account("Ada") == 9
    assert game.is_on("Bob")


def test_prepared_savvy_just_before_the_own_income() -> None:
    """CE-35."""
    game = meeting().hand("Ada", "Bridge Loan").prepare("Ada", "Bridge Loan", when="before my income").end_turn("Ada")
    assert game.account("Ada") == 20
    game.end_turn("Bob").all_pass()
    assert game.account("Ada") == 26


def test_prepared_savvy_when_the_company_before_is_taken_over() -> None:
    """CE-35: just before the own next income, with any player to come before it."""
    game = meeting(THREE).accounts(Bob=60, Cid=5).hand("Ada", "Bridge Loan").in_play("Cid", "Intern")
    game.prepare("Ada", "Bridge Loan", when="before my income").end_turn("Ada")
    game.take_over("Bob", "Cid").do("Bob", Settle(retain=False)).end_turn("Bob").all_pass()
    assert game.is_on("Ada")
    assert game.account("Ada") == 26


def test_prepared_savvy_when_the_company_before_goes_out_in_its_own_turn() -> None:
    """CE-35."""
    game = meeting(THREE).accounts(Cid=3).hand("Ada", "Bridge Loan").hand("Bob", "Counter-Intelligence")
    game.hand("Cid", "Lawsuit").prepare("Ada", "Bridge Loan", when="before my income").end_turn("Ada").end_turn("Bob")
    game.spy("Cid", "Lawsuit", at="Bob").respond("Bob", "Counter-Intelligence").all_pass()
    while not game.is_on("Ada"):
        game.default()
    assert not game.alive("Cid")
    assert game.account("Ada") == 26


def test_prepared_savvy_just_before_the_income_comes_after_the_levy() -> None:
    """CE-35."""
    game = meeting(levy="as preset").hand("Ada", "Bridge Loan").prepare("Ada", "Bridge Loan", when="before my income")
    game.end_turn("Ada").end_turn("Bob").all_pass()
    told = [type(piece.news) for piece in game.everything]
    assert told.index(Levied) < told.index(SavvyUsed)


def test_prepared_savvy_can_be_answered_and_must_be_paid() -> None:
    """CE-35."""
    game = (
        meeting()
        .hand("Ada", "Bridge Loan")
        .hand("Bob", "Loophole")
        .prepare("Ada", "Bridge Loan", when="after this turn")
    )
    game.end_turn("Ada")
    assert game.asked == ["Bob"]
    game.respond("Bob", "Loophole").all_pass()
    assert (game.account("Ada"), game.discarded("Ada")) == (20, ["Bridge Loan"])
    game = (
        meeting()
        .hand("Ada", "Networking Lunch")
        .prepare("Ada", "Networking Lunch", when="after this turn")
        .accounts(Ada=0)
    )
    game.end_turn("Ada")
    assert game.cards("Ada") == ["Networking Lunch"], "what cannot be paid then is not used"


def test_let_it_pass_and_use_a_card_before_the_next_play() -> None:
    """CE-35."""
    game = meeting().hand("Ada", "Lawsuit").hand("Bob", "Bridge Loan").spy("Ada", "Lawsuit")
    game.do("Bob", LetItPass(then=game.card_id("Bridge Loan")))
    game.all_pass()
    assert game.account("Bob") == 20 - 1 + 6
    assert game.offers("Ada", EndTurn())


def test_audit_in_a_window() -> None:
    """CE-32: everybody sees the answer, and it answers nothing."""
    game = meeting(THREE, accounts="on audit").hand("Ada", "Lawsuit").hand("Bob", "Injunction")
    game.spy("Ada", "Lawsuit", at="Bob").audit("Bob", "Ada")
    assert [(news.company, news.account) for news in game.news(AccountShown)] == [(1, 17)]
    assert game.asked == ["Bob"]
    assert "17" in " ".join(game.read_by("Cid"))


def test_a_new_target_that_had_let_it_pass_is_asked_again() -> None:
    """CE-16, CE-20."""
    game = meeting(THREE, reactions="everyone").hand("Ada", "Lawsuit", "Intern").hand("Bob", "Scapegoat")
    game.hand("Cid", "Injunction").spy("Ada", "Lawsuit", at="Bob").let_pass("Cid")
    game.respond("Bob", "Scapegoat", to="Cid")
    while "Lawsuit" not in game.waiting:
        game.let_pass(game.asked[0])
    assert "Cid" in game.asked
    game.respond("Cid", "Injunction").all_pass()
    assert [game.account(name) for name in game.names] == [17, 17, 17]


def test_prepared_savvy_waits_for_the_end_of_the_play() -> None:
    """CE-35: it comes between two plays, not between a response and what it answers."""
    game = meeting(THREE).hand("Ada", "Intern", "Loophole").hand("Bob", "Counter-Offer").hand("Cid", "Bridge Loan")
    game.hire("Ada", "Intern").let_pass("Cid").respond("Bob", "Counter-Offer")
    game.do("Cid", LetItPass(then="SV04")).let_pass("Ada").all_pass()
    assert game.account("Cid") == 26, "the hire is over"
    game = meeting(THREE).hand("Ada", "Intern", "Loophole").hand("Bob", "Counter-Offer", "Founder")
    game.hand("Cid", "Bridge Loan").hire("Ada", "Intern").let_pass("Cid").respond("Bob", "Counter-Offer")
    game.do("Cid", LetItPass(then="SV04")).respond("Ada", "Loophole")
    game.all_pass()
    assert game.account("Cid") == 26
    told = [type(piece.news) for piece in game.everything]
    assert told.index(CardEntered) < told.index(PointsGained), "first the hire is carried out"


# News of a battle


def told(game: Evening, reader: str | None = None) -> list[str]:
    """All that this person, or a spectator, has heard since the battle began."""
    seat = None if reader is None else game.seat(reader)
    news = [piece.news for piece in game.everything if piece.is_visible_to(seat) and not piece.news.footnote]
    began = next(at for at, piece in enumerate(news) if isinstance(piece, EspionageAnnounced | TakeoverAnnounced))
    return format_news_lines(GAME, news[began:], seat)


def test_an_attack_is_told_in_one_line_with_what_it_did() -> None:
    assert told(lawsuit().let_pass("Bob")) == ["<seat:1> uses Lawsuit for 3 against <seat:2>, who loses 9 points."]


def test_an_answer_is_told_in_one_line_with_what_it_did() -> None:
    game = lawsuit().respond("Bob", "Injunction").let_pass("Ada")
    assert told(game)[1:] == ["<seat:2> answers <seat:1>'s Lawsuit with Injunction for 3: it is cancelled."]


@pytest.mark.parametrize(
    ("then", "line"),
    [
        (PointsLost(company=2, points=4, why="Raid", halved=True), ", who loses 4 points, halved by insurance."),
        (PointsStolen(company=2, by=1, points=1, why="Raid"), " and takes 1 point."),
        (CardTaken(company=2, by=1, card="Intern"), " and takes Intern."),
        (CardLeft(company=2, card="Intern", why="fired by espionage"), ": Intern is fired."),
        (CardLeft(company=2, card="Firewall", why="destroyed"), ": Firewall is destroyed."),
        (
            StatusPut(company=2, status="skip_income", amount=0, turns=1),
            ": no income in its next turn.",
        ),
        (HandLookedAt(company=2, by=1), " and looks at the hand."),
    ],
)
def test_each_thing_that_espionage_does_stands_in_the_line_of_the_attack(then: News, line: str) -> None:
    attack = EspionageAnnounced(company=1, card="Raid", text="as printed", cost=2, targets=[2])
    assert format_news_lines(GAME, [attack, then], None) == [f"<seat:1> uses Raid for 2 against <seat:2>{line}"]
    for other in (attack.model_copy(update={"targets": [3]}), attack.model_copy(update={"targets": [2, 3]})):
        assert len(format_news_lines(GAME, [other, then], None)) == 2


@pytest.mark.parametrize(
    ("then", "line"),
    [
        (
            PlayCancelled(company=1, card="Raid", back_in_hand=True, refund=2),
            ": it is cancelled; <seat:1> gets the card and 2 points back.",
        ),
        (TargetSafe(company=2, card="Raid"), " and is safe from it; the others are not."),
        (Redirected(card="Raid", old=2, new=3), ": it now goes against <seat:3>."),
    ],
)
def test_each_thing_that_an_answer_does_stands_in_its_line(then: News, line: str) -> None:
    answer = SavvyUsed(company=2, card="Trick", text="as printed", cost=1, answers="Raid", of=1)
    assert format_news_lines(GAME, [answer, then], None) == [f"<seat:2> answers <seat:1>'s Raid with Trick for 1{line}"]
    unasked = answer.model_copy(update={"of": None, "answers": None})
    assert len(format_news_lines(GAME, [unasked, then], None)) == 2


def test_a_takeover_that_comes_about_is_told_once() -> None:
    news = [TakeoverAnnounced(company=1, target=2), TakenOver(company=2, by=1, points=12)]
    assert format_news_lines(GAME, news, None) == ["<seat:1> pays 12 and takes over <seat:2>, who is out of the game."]
    assert len(format_news_lines(GAME, [TakeoverAnnounced(company=3, target=2), news[1]], None)) == 2


def test_a_player_who_was_away_reads_a_battle_that_concerned_them_first_and_whole() -> None:
    """All of it in its order, also what the others did in it; what had happened before comes after it."""
    battle = [
        EspionageAnnounced(company=1, card="Raid", text="as printed", cost=2, targets=[2]),
        SavvyUsed(company=2, card="Trick", text="as printed", cost=1, answers="Raid", of=1),
        SavvyUsed(company=1, card="Loophole", text="as printed", cost=2, answers="Trick", of=2),
        PlayCancelled(company=2, card="Trick"),
        PointsLost(company=2, points=4, why="Raid"),
        Insolvent(company=2, debt=1),
        Liquidated(company=2, card="Firewall", points=1),
        Bankrupt(company=2),
    ]
    before, after = TurnEnded(company=3, account=4), TurnEnded(company=1, account=5)
    assert sort_news_for_seat(2, [before, *battle, after]) == [*battle, before, after]
    assert sort_news_for_seat(3, [before, *battle, after]) == [before, *battle, after]


def test_what_is_no_part_of_a_battle_is_not_told_with_it() -> None:
    news = [
        TurnEnded(company=3, account=4),
        CardLeft(company=2, card="Intern", why="contract over"),
        CardsDiscarded(company=1, cards=["Intern"]),
    ]
    assert sort_news_for_seat(2, news) == [news[1], news[0], news[2]]
    assert sort_news_for_seat(1, news) == [news[2], news[0], news[1]]
