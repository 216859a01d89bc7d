"""Rulings that no card or chain shows by itself: house rules, teams, odd moments."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from pydantic import ValidationError

from bot.engine import play
from bot.engine.multi_step import Stage
from bot.engine.questions import Choose
from bot.engine.records import Move
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.components import BOX, EspionageBox
from bot.games.corporate_espionage.moves import (
    Accept,
    Aim,
    Audit,
    BringDeck,
    Lend,
    NameCard,
    PayBack,
    Points,
    ProposeEmbargo,
    Refuse,
    Settle,
    Speak,
    Spy,
    State,
    TakeOver,
    Tell,
    Trade,
    TradeAnyCard,
    TradeCard,
    Turns,
    VoteOnEmbargo,
)
from bot.games.corporate_espionage.news import (
    AccountShown,
    DecksBrought,
    EmbargoDecided,
    HandSeen,
    LoanPaidBack,
    PlayWithdrawn,
    PointsLost,
    TakeoverImpossible,
)
from bot.games.corporate_espionage.rules.elimination import lose
from bot.games.corporate_espionage.rules.espionage import Strike
from bot.games.corporate_espionage.rules.house_rules import EspionageOptions
from tests.games.corporate_espionage.dealing import FOUR, THREE, Evening, meeting


def test_first_player_and_rounds() -> None:
    """CE-3: the seed says who begins; when that one is out, the next living company begins the round."""
    firsts = {GAME.set_up(EspionageOptions(), 3, f"seed {number}", BOX).first for number in range(20)}
    assert firsts == {1, 2, 3}
    game = meeting(FOUR).accounts(Ada=1, Bob=30).in_play("Ada", "Intern").hand("Bob", "Lawsuit").end_turn("Ada")
    game.spy("Bob", "Lawsuit", at="Ada").all_pass()
    while game.alive("Ada"):
        game.default()
    assert game.table.turn_order() == [2, 3, 4]
    game.until_turn("Dan").end_turn("Dan")
    assert game.is_on("Bob")
    assert game.table.round == 10


def test_a_discard_pile_is_not_shuffled() -> None:
    """CE-5."""
    game = meeting().used("Ada", *["Intern"] * 3)
    bob, ada = game.company("Bob"), game.company("Ada")
    for owner in (ada, bob):
        owner.discard, owner.deck = [*owner.discard, *owner.deck], []
    game.until_turn("Ada").until_turn("Ada")
    assert (game.cards("Ada"), len(game.discarded("Ada"))) == ([], BOX.decks[BOX.deck].size)


def test_a_card_that_changes_hands_keeps_its_time() -> None:
    """CE-9."""
    game = meeting().in_play("Bob", "Temp Worker").hand("Bob", "Intern").hand("Ada", "Poach")
    game.end_turn("Ada").end_turn("Bob").all_pass()
    assert game.company("Bob").team[0].left == 2
    game.spy("Ada", "Poach").all_pass()
    assert game.company("Ada").team[0].left == 2
    game.until_turn("Ada")
    assert game.team("Ada") == ["Temp Worker"]
    game.until_turn("Ada")
    assert game.team("Ada") == []
    assert "Temp Worker" in game.discarded("Bob")


def test_a_recruiter_who_goes_takes_no_hire_back() -> None:
    """CE-10."""
    game = meeting().hand("Ada", "Recruiter", "Intern", "Programmer").hire("Ada", "Recruiter").fire("Ada", "Recruiter")
    assert game.team("Ada") == []
    assert not any(label.startswith("Hire") for label in game.labels("Ada"))


@pytest.mark.parametrize(
    "card", ["Smear Campaign", "Poach", "Sabotage", "Warehouse Heist", "Wiretap", "Boardroom Coup", "Lawsuit"]
)
def test_what_finds_nothing_to_hit(card: str) -> None:
    """CE-11: it cannot be used; Boardroom Coup and losses always can."""
    assert meeting().hand("Ada", card).can_spy("Ada", card) is (card in ("Boardroom Coup", "Lawsuit"))


def test_boardroom_coup_against_executives_fires_one() -> None:
    """CE-11, CE-12."""
    game = meeting().in_play("Bob", "Second Boardroom", "Founder", "Spymaster").hand("Ada", "Boardroom Coup")
    game.spy("Ada", "Boardroom Coup", at="Bob", which="Spymaster")
    assert (game.team("Bob"), game.account("Bob")) == (["Founder"], 20)


def test_a_named_card_that_is_gone_is_chosen_anew() -> None:
    """CE-12: Cid is hit instead of Bob, so Ada chooses among Cid's cards."""
    game = meeting(THREE).hand("Ada", "Sabotage").hand("Bob", "Scapegoat").in_play("Bob", "Firewall", "Office Tower")
    game.in_play("Cid", "Espresso Machine", "Key Patent").spy("Ada", "Sabotage", at="Bob", which="Firewall")
    game.respond("Bob", "Scapegoat", to="Cid").all_pass()
    assert game.asked == ["Ada"]
    game.do("Ada", NameCard(number=game.number("Cid", "Key Patent")))
    assert game.inventory("Cid") == ["Espresso Machine"]


def test_effects_add_up() -> None:
    """CE-27: two Union Drives weigh 8, two Ransomwares skip two incomes."""
    game = meeting().accounts(Bob=60).in_play("Bob", "Office Tower")
    for _ in range(2):
        game.company("Bob").suffer("overhead_plus", 4, 3)
        game.company("Bob").suffer("skip_income", 0, 1)
    accounts = [game.until_turn("Bob").account("Bob") for _ in range(4)]
    assert accounts == [52, 44, 38, 40]


def test_a_full_spotlight_is_no_scapegoat() -> None:
    """CE-20."""
    game = meeting(THREE).hand("Ada", "Lawsuit").hand("Bob", "Scapegoat")
    game.company("Cid").spotlight = 2
    game.spy("Ada", "Lawsuit")
    assert [label.startswith("Scapegoat") for label in game.labels("Bob")].count(True) == 1, "only back at Ada"
    game.respond("Bob", "Scapegoat", to="Ada").all_pass()
    assert (game.company("Bob").spotlight, game.company("Ada").spotlight) == (1, 0)


def test_savvy_losses_use_up_no_insurance() -> None:
    """CE-26, CE-39: only espionage does, and only a loss of more than nothing."""
    game = meeting().accounts(Ada=40, Bob=40).in_play("Bob", "Insurance Policy", "Legal Retainer", "General Counsel")
    lose(game.table, 2, 3, "a levy")
    game.hand("Ada", "Lawsuit", "Product Recall").spy("Ada", "Lawsuit").all_pass()
    assert game.account("Bob") == 37, "3 less 8 is nothing"
    game.spy("Ada", "Product Recall").all_pass()
    assert game.account("Bob") == 37 - 3


def test_insured_after_the_first_loss() -> None:
    """CE-39: the first loss of the round was before, so nothing is halved."""
    game = meeting().hand("Ada", "Product Recall", "Lawsuit").spy("Ada", "Lawsuit")
    game.in_play("Bob", "Insurance Policy").spy("Ada", "Product Recall")
    assert game.account("Bob") == 20 - 1 - 2
    assert not any(news.halved for news in game.news(PointsLost))


def test_a_price_war_halved() -> None:
    """CE-39: told as halved."""
    game = meeting().in_play("Bob", "Insurance Policy").hand("Ada", "Price War").spy("Ada", "Price War")
    assert [(news.points, news.halved) for news in game.news(PointsLost)] == [(3, True)]


def test_the_target_that_is_gone() -> None:
    """CE-38: espionage against a company that is out comes to nothing; this needs a card of an operator's own."""
    raw = BOX.model_dump(mode="json")
    loophole = next(card for card in raw["cards"] if card["name"] == "Loophole")
    loophole["modes"][0]["ops"].append({"kind": "attacker_loses", "amount": 9})
    game = meeting(THREE, box=EspionageBox.model_validate(raw)).accounts(Bob=5)
    game.hand("Ada", "Lawsuit", "Loophole").hand("Bob", "Injunction").spy("Ada", "Lawsuit", at="Bob")
    game.respond("Bob", "Injunction").respond("Ada", "Loophole").all_pass()
    assert not game.alive("Bob")
    assert [news.card for told in game.everything if isinstance(news := told.news, PlayWithdrawn)] == ["Lawsuit"]
    assert game.is_on("Ada")


def test_a_takeover_is_looked_at_again() -> None:
    """CE-40: Bob uses Bridge Loan in the window, so he has become too dear."""
    game = meeting(THREE).accounts(Ada=40, Bob=18).hand("Bob", "Bridge Loan").take_over("Ada", "Bob")
    game.respond("Bob", "Bridge Loan").all_pass()
    assert (game.account("Ada"), game.account("Bob"), game.alive("Bob")) == (40, 24, True)
    assert any(isinstance(told.news, TakeoverImpossible) for told in game.everything)
    assert not game.offers("Ada", TakeOver(target=2))


def test_audits() -> None:
    """CE-32: with open accounts the board shows them; else on the own turn, and everybody sees the answer."""
    game = meeting(THREE)
    assert game.view("Cid").companies[2].account == 20
    assert not game.offers("Ada", Audit(target=2))
    game = meeting(THREE, accounts="on audit").accounts(Bob=17)
    assert game.view("Ada").companies[2].account is None
    game.audit("Ada", "Bob")
    assert [(news.company, news.by, news.account) for news in game.news(AccountShown)] == [(2, 1, 17)]
    assert game.view("Cid").companies[2].announced == 17
    assert game.view("Cid").companies[2].hand_size == 0


def with_antitrust_complaint(hidden: int) -> tuple[Evening, Stage]:
    """Ada puts an Antitrust Complaint together; Bob's Offshore Account counts 2 beside what it hides, Cid has 30."""
    game = meeting(THREE).in_play("Bob", "Offshore Account").accounts(Bob=hidden, Cid=30)
    game.hand("Ada", "Antitrust Complaint")
    assert game.view("Ada").companies[2].account is None
    return game, game.composing("Ada", Spy(card=game.card_id("Antitrust Complaint")))


@pytest.mark.parametrize(("hidden", "richest"), [(27, 3), (29, 2)])
def test_the_offered_target_tells_who_is_richest_also_of_a_hidden_account(hidden: int, richest: int) -> None:
    """CE-46: only one is offered, so Ada is not asked at whom it is aimed; the hidden number stands nowhere."""
    game, stage = with_antitrust_complaint(hidden)
    assert stage.complete
    assert [seat for seat in (2, 3) if f"<seat:{seat}>" in stage.leaves] == [richest]
    assert ("hides its account" in stage.leaves) == (richest == 2)
    assert str(hidden) not in stage.leaves
    game.spy("Ada", "Antitrust Complaint")
    assert (game.account("Bob") < hidden, game.account("Cid") < 30) == (richest == 2, richest == 3)
    assert game.is_on("Ada")


def test_of_equally_rich_opponents_either_can_be_the_target() -> None:
    """CE-46: so the holder of the card knows that the hidden account holds as much as makes them equal."""
    _, stage = with_antitrust_complaint(28)
    assert isinstance(stage.question, Choose)
    assert [option.move for option in stage.question.options] == [Aim(target=2), Aim(target=3)]


# Trading


def market() -> Evening:
    game = meeting(THREE, trading=True).hand("Ada", "Lawsuit", "Poach").hand("Bob", "Injunction", "Intern")
    return game.in_play("Ada", "Office Tower").in_play("Bob", "Firewall")


def sells(game: Evening, points: int, card: Move) -> Evening:
    """Ada offers Bob a card."""
    return game.announce("Ada", Trade(partner=2, selling=True), Points(points=points), card)


def test_selling_a_card() -> None:
    """CE-28: it is the buyer's for good, known to all; one offer a turn."""
    game = sells(market(), 4, TradeCard(card="ES06"))
    assert game.asked == ["Bob"]
    game.do("Bob", Accept())
    assert (game.account("Ada"), game.account("Bob")) == (24, 16)
    assert game.cards("Ada") == ["Lawsuit"]
    assert "Poach" in game.cards("Bob")
    assert game.view("Cid").companies[2].known == ["ES06"]
    assert not game.can_announce("Ada", Trade(partner=3, selling=True))


def test_buying_a_card_of_their_choice() -> None:
    """CE-28."""
    game = market().announce("Ada", Trade(partner=2, selling=False), Points(points=4), TradeAnyCard())
    game.do("Bob", Accept(card="EM01"))
    assert (game.account("Ada"), game.account("Bob")) == (16, 24)
    assert game.cards("Ada") == ["Lawsuit", "Poach", "Intern"]
    assert game.cards("Bob") == ["Injunction"]


def test_selling_an_asset() -> None:
    """CE-28: from inventory to inventory; later it goes to the buyer's discard pile."""
    game = market()
    sells(game, 5, NameCard(number=game.number("Ada", "Office Tower"))).do("Bob", Accept())
    assert (game.inventory("Ada"), game.inventory("Bob")) == ([], ["Firewall", "Office Tower"])
    game.until_turn("Bob").sell("Bob", "Office Tower")
    assert "Office Tower" in game.discarded("Bob")


def test_a_stolen_asset_that_is_sold_still_goes_back() -> None:
    """CE-31, CE-28."""
    game = meeting(THREE, trading=True).in_play("Cid", "Firewall").hand("Ada", "Warehouse Heist")
    game.spy("Ada", "Warehouse Heist")
    sells(game, 1, NameCard(number=game.number("Ada", "Firewall"))).do("Bob", Accept()).until_turn("Bob")
    game.sell("Bob", "Firewall")
    assert (game.discarded("Bob"), game.discarded("Cid")) == ([], ["Firewall"])


def test_offers_that_come_to_nothing() -> None:
    """CE-28: refused, or not to be paid."""
    game = sells(market(), 4, TradeCard(card="ES06")).do("Bob", Refuse())
    assert (game.account("Ada"), len(game.cards("Ada"))) == (20, 2)
    game = sells(market(), 21, TradeCard(card="ES06"))
    assert game.labels("Bob") == ["Refuse"]


def test_nothing_is_offered_where_there_is_nothing_to_trade() -> None:
    """CE-28."""
    game = meeting(THREE, trading=True).hand("Cid", "Intern")
    assert not game.can_announce("Ada", Trade(partner=2, selling=True))
    assert not game.can_announce("Ada", Trade(partner=2, selling=False))
    assert game.can_announce("Ada", Trade(partner=3, selling=False))


# Loans


def loan(points: int = 10, back: int = 15, turns: int = 1, **options: Any) -> Evening:
    """Ada lends Bob points."""
    game = meeting(THREE, loans=True, **options)
    lend = Lend(partner=2, lending=True)
    game.announce("Ada", lend, Points(points=points), Points(points=back), Turns(turns=turns))
    assert game.asked == ["Bob"]
    return game.do("Bob", Accept())


def test_a_loan() -> None:
    """CE-29: paid at once, collected at the borrower's Expenses."""
    game = loan()
    assert (game.account("Ada"), game.account("Bob")) == (10, 30)
    game.until_turn("Bob")
    assert (game.account("Ada"), game.account("Bob")) == (25, 15)
    assert not game.table.loans


def test_a_loan_due_later() -> None:
    """CE-29."""
    game = loan(turns=2).until_turn("Bob")
    assert game.account("Bob") == 30
    assert game.until_turn("Bob").account("Bob") == 15


def test_a_loan_that_ruins() -> None:
    """CE-29: the lender gets only the account's content."""
    game = loan(10, 20).accounts(Bob=6).end_turn("Ada")
    while game.alive("Bob"):
        game.default()
    assert game.account("Ada") == 16
    assert [news.points for told in game.everything if isinstance(news := told.news, LoanPaidBack)] == [6]


def test_a_loan_is_at_most_doubled_and_may_be_paid_back_early() -> None:
    """CE-29."""
    game = meeting(THREE, loans=True)
    ten = (Lend(partner=2, lending=False), Points(points=10))
    assert game.can_announce("Ada", *ten, Points(points=20))
    assert not game.can_announce("Ada", *ten, Points(points=21))
    assert not game.can_announce("Ada", *ten, Points(points=9))
    assert not game.can_announce("Ada", *ten, Points(points=12), Turns(turns=6))
    game.announce("Ada", *ten, Points(points=12), Turns(turns=5)).do("Bob", Accept())
    assert (game.account("Ada"), game.account("Bob")) == (30, 10)
    game.do("Ada", PayBack(loan=game.table.loans[0].number))
    assert (game.account("Ada"), game.account("Bob"), game.table.loans) == (18, 22, [])


def test_claims_go_to_a_raider_that_retains() -> None:
    """CE-29: loans of eliminated players are void, but claims are inherited."""
    for retain in (True, False):
        game = meeting(THREE, loans=True).accounts(Ada=60, Bob=3).in_play("Bob", "Intern")
        game.table.lend(2, 3, 5, 3)
        game.table.lend(2, 1, 5, 3)
        game.take_over("Ada", "Bob").do("Ada", Settle(retain=retain))
        assert [(one.lender, one.borrower) for one in game.table.loans] == ([(1, 3)] if retain else [])


# Embargoes and statements


def test_an_embargo() -> None:
    """CE-30: more than half of all but the target; members may not deal with it, purchases cost 1 more."""
    game = meeting(FOUR, embargoes=True, trading=True, loans=True).hand("Dan", "Firewall")
    game.do("Ada", ProposeEmbargo(target=4))
    assert sorted(game.asked) == ["Bob", "Cid"]
    game.do("Bob", VoteOnEmbargo(yes=True)).do("Cid", VoteOnEmbargo(yes=False))
    assert [(news.passed, news.last_round) for news in game.news(EmbargoDecided)] == [(True, 10)]
    assert not game.can_announce("Ada", Trade(partner=4, selling=False))
    assert not game.can_announce("Ada", Lend(partner=4, lending=True))
    assert game.can_announce("Ada", Lend(partner=3, lending=True))
    assert not game.offers("Ada", ProposeEmbargo(target=2)), "once a turn"
    game.until_turn("Cid")
    assert game.can_announce("Cid", Trade(partner=4, selling=False))
    game.until_turn("Dan")
    assert "Purchase Firewall for 3" in game.labels("Dan")
    game.until_turn("Dan").until_turn("Dan")
    assert "Purchase Firewall for 2" in game.labels("Dan")


def test_a_vote_on_an_embargo_says_what_each_answer_leaves() -> None:
    """CE-30: only those who voted for it may not deal with its target."""
    question = meeting(FOUR, embargoes=True).do("Ada", ProposeEmbargo(target=4)).question("Bob")
    assert isinstance(question, Choose)
    yes, no = question.options
    assert (yes.label, no.label) == ("Yes, embargo <seat:4>", "No, against it")
    assert yes.hint == "If it passes, you can't trade with or lend to <seat:4> for 2 rounds."
    assert no.hint == "You may deal as before, even if it passes."


def test_an_embargo_without_majority() -> None:
    """CE-30: half is not more than half."""
    game = meeting(THREE, embargoes=True).do("Ada", ProposeEmbargo(target=3)).do("Bob", VoteOnEmbargo(yes=False))
    assert [news.passed for news in game.news(EmbargoDecided)] == [False]
    assert not game.table.embargoes


def test_no_embargo_among_two() -> None:
    """CE-30."""
    assert not meeting(embargoes=True).offers("Ada", ProposeEmbargo(target=2))


def test_statements_bind_nobody() -> None:
    """CE-30."""
    game = meeting(THREE, statements=True).hand("Ada", "Lawsuit")
    game.announce("Ada", Speak(), State(what="alliance", about=2), Tell(to=None))
    assert all(game.read_by(name) for name in (None, "Bob", "Cid"))
    assert 2 in game.view("Ada").targets["ES01"]


# Teams


def test_alliances() -> None:
    """CE-33: partners sit opposite, cannot target each other and win together."""
    game = meeting(FOUR, teams="alliances").accounts(Ada=60, Bob=1, Cid=1, Dan=1).hand("Ada", "Lawsuit", "Price War")
    assert game.view("Ada").targets["ES01"] == [2, 4]
    assert not game.offers("Ada", TakeOver(target=3))
    game.spy("Ada", "Price War")
    while game.table.outcome is None:
        game.default()
    assert sorted(game.winners) == ["Ada", "Cid"]
    assert game.places["Bob"] == game.places["Dan"] == 3


def test_shared_companies() -> None:
    """CE-33: a single deck, hand and account; the first answer of either partner counts."""
    game = meeting(FOUR, teams="shared companies").hand("Ada", "Intern").hand("Dan", "Founder")
    assert list(game.table.companies) == [1, 2]
    assert game.asked == ["Ada", "Cid"]
    game.hire("Cid", "Intern").all_pass()
    assert game.team("Ada") == ["Intern"]
    game.end_turn("Ada")
    assert game.asked == ["Bob", "Dan"]
    assert list(game.view("Bob").hand) == list(game.view("Dan").hand)
    assert "EX01" in game.view("Bob").hand
    assert game.view("Ada").companies[2].known == []
    game.end_turn("Dan").all_pass()


def test_one_of_a_shared_company_gives_up() -> None:
    """CE-33: the other goes on alone."""
    game = meeting(FOUR, teams="shared companies").concede("Ada")
    assert game.asked == ["Cid"]
    assert not game.winners


def test_odd_numbers_have_no_teams() -> None:
    """CE-33."""
    assert meeting("Ada Bob Cid Dan Eve", teams="alliances").table.teams == "off"
    assert meeting(teams="shared companies").table.teams == "off"


def test_own_decks() -> None:
    """CE-1: chosen in secret, shown together."""
    table = GAME.set_up(EspionageOptions(decks="own decks"), 2, "decks", BOX)
    play.begin(table)
    assert sorted(play.list_asked_seats(table)) == [1, 2]
    names = list(BOX.decks)
    first = play.play(table, 1, BringDeck(deck=names[1]))
    second = play.play(first.table, 2, BringDeck(deck=names[0]))
    told = [piece.news for piece in second.told if isinstance(piece.news, DecksBrought)]
    assert [news.decks for news in told] == [{1: names[1], 2: names[0]}]
    second.table.audit()
    one = second.table.companies[1]
    assert Counter(one.hand + one.deck) == Counter(BOX.decks[names[1]].cards)


@pytest.mark.parametrize(
    "options",
    [{"preset": "league", "teams": "alliances"}, {"honeymoon": "off", "spotlight": "off", "levy": "off"}],
    ids=["league in teams", "nothing left"],
)
def test_options_that_do_not_fit(options: dict[str, str]) -> None:
    """CE-34: said in a sentence."""
    with pytest.raises(ValidationError) as wrong:
        EspionageOptions(**options)
    assert "choose" in str(wrong.value).lower()


@pytest.mark.parametrize("reactions", ["aimed", "discreet", "eligible"])
def test_a_target_that_a_gain_would_save_from_a_takeover_is_asked(reactions: str) -> None:
    """CE-45: Bridge Loan makes Bob too dear; no other card in his deck could answer then."""
    game = meeting(THREE, reactions=reactions).accounts(Ada=40, Bob=18).used("Bob", "Poison Pill")
    game.hand("Bob", "Bridge Loan").take_over("Ada", "Bob")
    assert game.asked == ["Bob"]
    game.respond("Bob", "Bridge Loan").all_pass()
    assert (game.account("Bob"), game.alive("Bob")) == (24, True)
    assert game.is_on("Ada")


def test_a_target_that_may_hold_a_gain_is_asked_whether_it_does_or_not() -> None:
    """CE-45: as far as everybody can know; several gains and drawn cards count, and a card that was used does not."""
    for card in ("Bridge Loan", "Founder"):
        game = meeting(THREE).accounts(Ada=40, Bob=18).used("Bob", "Poison Pill").hand("Bob", card)
        assert game.take_over("Ada", "Bob").asked == ["Bob"]
    poor = meeting(THREE).accounts(Ada=200, Bob=18).used("Bob", "Poison Pill").hand("Bob", "Bridge Loan")
    assert not poor.take_over("Ada", "Bob").alive("Bob")
    spent = meeting(THREE).accounts(Ada=40, Bob=18).used("Bob", "Poison Pill").hand("Bob", "Founder")
    spent.used("Bob", *spent.called([c for c in spent.company("Bob").deck if c in spent.table.box.any_time]))
    assert not spent.take_over("Ada", "Bob").alive("Bob")


def test_a_hidden_account_does_not_say_how_much_would_save_it() -> None:
    """CE-45: the contents of Bob's or Ada's account do not change whether Bob is asked."""
    for account in (1, 20):
        for hides in ("Ada", "Bob"):
            game = meeting(THREE).accounts(Ada=80, Bob=account).in_play(hides, "Offshore Account")
            game.used("Bob", "Poison Pill").hand("Bob", "Bridge Loan")
            assert game.take_over("Ada", "Bob").asked == ["Bob"]


def test_a_game_of_the_third_edition_asks_no_target_that_only_a_gain_would_save() -> None:
    """CE-41."""
    box = BOX.model_copy(update={"edition": 3})
    game = meeting(THREE, box=box).accounts(Ada=40, Bob=18).used("Bob", "Poison Pill").hand("Bob", "Bridge Loan")
    assert not game.take_over("Ada", "Bob").alive("Bob")


def test_nobody_is_asked_which_card_of_a_hand_goes_if_there_is_only_one() -> None:
    """CE-11: sizes of hands are public, so the Wiretap ends by itself."""
    game = meeting(THREE).hand("Ada", "Wiretap").hand("Bob", "Poach").on_top("Ada", "Intern")
    game.spy("Ada", "Wiretap", at="Bob").all_pass()
    assert [news.cards for news in game.news(HandSeen)] == [["Poach"]]
    assert (game.cards("Bob"), game.discarded("Bob"), game.cards("Ada")) == ([], ["Poach"], ["Intern"])
    assert game.asked == ["Ada"]
    assert not is_strike(game), "her turn goes on"


def test_two_equal_cards_of_a_hand_are_chosen_from_as_others_are() -> None:
    """CE-11: that they are equal only the attacker knows, and not to be asked would tell it."""
    game = meeting(THREE).hand("Ada", "Wiretap").hand("Bob", "Intern", "Intern")
    game.spy("Ada", "Wiretap", at="Bob").all_pass()
    assert is_strike(game)


def test_a_game_of_the_fourth_edition_asks_which_card_goes_of_a_hand_of_one() -> None:
    """CE-41."""
    box = BOX.model_copy(update={"edition": 4})
    game = meeting(THREE, box=box).hand("Ada", "Wiretap").hand("Bob", "Poach")
    game.spy("Ada", "Wiretap", at="Bob").all_pass()
    assert is_strike(game)
    assert game.asked == ["Ada"]


def test_nobody_is_asked_what_they_take_from_themselves() -> None:
    """CE-11: an effect sent back to Ada by Bob's Scapegoat finds her own assets, and changes nothing."""
    for edition, asks in ((4, True), (5, False)):
        box = BOX.model_copy(update={"edition": edition})
        game = meeting(THREE, box=box).hand("Ada", "Warehouse Heist").in_play("Ada", "Firewall", "Espresso Machine")
        game.in_play("Bob", "Espresso Machine").hand("Bob", "Scapegoat").spy("Ada", "Warehouse Heist", at="Bob")
        game.respond("Bob", "Scapegoat", to="Ada").all_pass()
        assert is_strike(game) == asks
        assert game.inventory("Ada") == ["Firewall", "Espresso Machine"]
        assert game.asked == ["Ada"]


def is_strike(game: Evening) -> bool:
    """Whether somebody chooses a card that is hit."""
    return isinstance(game.table.agenda[0], Strike)
