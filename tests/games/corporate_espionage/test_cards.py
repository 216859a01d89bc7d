"""Every card of the deck has its printed effect, as the players notice, and so have protections from it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.engine.pages import mark
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.components import BOX
from bot.games.corporate_espionage.moves import Hire, NameCard, PickFromHand, Settle, TakeOver
from bot.games.corporate_espionage.news import HandSeen, RoundBegan, Standing
from tests.games.corporate_espionage.dealing import THREE, Evening, meeting

STAYING = {
    "Intern": (1, 1, 0),
    "Bookkeeper": (2, 2, 1),
    "Sales Rep": (3, 4, 2),
    "Programmer": (5, 5, 2),
    "Growth Marketer": (4, 2, 1),
    "Night Watchman": (2, 1, 1),
    "Recruiter": (3, 1, 0),
    "Lobbyist": (5, 2, 1),
    "System Administrator": (2, 1, 0),
    "Temp Worker": (1, 3, 0),
    "Paralegal": (2, 1, 0),
    "Founder": (6, 2, 1),
    "Chief Financial Officer": (6, 2, 1),
    "Corporate Raider": (5, 4, 1),
    "General Counsel": (4, 3, 1),
    "Spymaster": (5, 2, 0),
    "Turnaround Chief": (4, 3, 1),
    "Office Tower": (8, 2, 0),
    "Espresso Machine": (2, 1, 0),
    "Key Patent": (6, 2, 0),
    "Firewall": (2, 0, 0),
    "Legal Retainer": (3, 0, 0),
    "Offshore Account": (2, 0, 0),
    "Golden Handcuffs": (3, 0, 0),
    "Insurance Policy": (5, 0, 0),
    "Second Boardroom": (3, 0, 0),
    "Training Academy": (4, 0, 0),
}
"""Cost, income and overhead."""

SAVVY = {
    "Injunction": 3,
    "Counter-Intelligence": 3,
    "Loophole": 2,
    "Bridge Loan": 0,
    "Counter-Offer": 1,
    "Poison Pill": 0,
    "Scapegoat": 3,
    "Networking Lunch": 1,
}

ESPIONAGE = {
    "Lawsuit": (3, "legal"),
    "Class Action": (4, "legal"),
    "Patent Troll": (2, "legal"),
    "Smear Campaign": (2, "personnel"),
    "Boardroom Coup": (2, "personnel"),
    "Poach": (4, "personnel"),
    "Sabotage": (2, "physical"),
    "Warehouse Heist": (3, "physical"),
    "Ransomware": (3, "cyber"),
    "Embezzlement": (3, "financial"),
    "Tax Tip-Off": (2, "financial"),
    "Union Drive": (2, "personnel"),
    "Price War": (3, "financial"),
    "Product Recall": (3, "physical"),
    "Antitrust Complaint": (3, "legal"),
    "Wiretap": (1, "cyber"),
}


def enter(game: Evening, card: str) -> Evening:
    """Ada hires or purchases a card from her hand."""
    game.hand("Ada", card)
    return game.buy("Ada", card) if BOX.card[game.card_id(card)].type == "asset" else game.hire("Ada", card)


def loss(game: Evening, card: str, which: str | None = None) -> int:
    """What Bob's account loses when Ada uses this card."""
    before = game.account("Bob")
    game.hand("Ada", card).spy("Ada", card, at="Bob", which=which).all_pass()
    return before - game.account("Bob")


def is_asked_anything(game: Evening, card: str) -> bool:
    """Whether Ada may aim this card at anybody."""
    return game.hand("Ada", card).can_spy("Ada", card)


# Printed texts


@pytest.mark.parametrize("card", STAYING)
def test_cards_that_stay(card: str) -> None:
    """CE-4: it is paid for, stays, and brings income less overhead from the next turn on."""
    cost, income, overhead = STAYING[card]
    game = enter(meeting(), card)
    assert game.account("Ada") == 20 - cost
    assert card in [*game.team("Ada"), *game.inventory("Ada")]
    assert card not in game.cards("Ada")
    game.until_turn("Ada")
    less = {"Bookkeeper": 1, "Chief Financial Officer": 2}.get(card, 0)
    assert game.account("Ada") == 20 - cost + income - max(0, overhead - less)


@pytest.mark.parametrize("card", ESPIONAGE)
def test_espionage_is_paid_and_discarded(card: str) -> None:
    """CE-37: its cost is gone, and the card is in the discard pile, when it is announced and when it is cancelled."""
    game = meeting().in_play("Bob", "Intern", "Founder", "Espresso Machine").hand("Bob", "Injunction")
    game.hand("Ada", card).spy("Ada", card, at="Bob", which=None)
    cost, tag = ESPIONAGE[card]
    assert BOX.card[game.card_id(card)].tag == tag
    assert game.account("Ada") == 20 - cost
    assert game.discarded("Ada") == [card]
    game.respond("Bob", "Injunction").all_pass()
    assert game.account("Ada") == 20 - cost
    assert game.account("Bob") == 20 - SAVVY["Injunction"]
    assert (game.team("Bob"), game.inventory("Bob")) == (["Intern", "Founder"], ["Espresso Machine"])
    assert not game.company("Bob").statuses
    assert game.is_on("Ada")


# What each does


def intern() -> None:
    game = enter(meeting(), "Intern").until_turn("Ada")
    assert game.account("Ada") == 20
    assert game.until_turn("Ada").account("Ada") == 21


def bookkeeper() -> None:
    game = meeting().in_play("Ada", "Bookkeeper", "Sales Rep").until_turn("Ada")
    assert game.account("Ada") == 20 + 6 - (1 + 2 - 1)


def sales_rep() -> None:
    assert meeting().in_play("Ada", "Sales Rep", "Sales Rep").until_turn("Ada").account("Ada") == 20 + 8 - 4


def programmer() -> None:
    assert meeting().in_play("Ada", "Programmer").until_turn("Ada").account("Ada") == 23


def growth_marketer() -> None:
    game = meeting().in_play("Ada", "Growth Marketer", "Intern", "Founder")
    assert game.view("Bob").companies[1].income == 2 + 1 + 2, "one other employee; an executive is none"
    game.in_play("Ada", "Intern")
    assert game.view("Bob").companies[1].income == 2 + 1 + 1 + 2 + 1
    game.in_play("Ada", "Intern", "Paralegal", "Recruiter", "System Administrator", "Temp Worker", "Temp Worker")
    assert game.view("Bob").companies[1].income == 2 + 3 * 1 + 2 + 3 * 1 + 2 * 3 + 3, "at most three"


def night_watchman() -> None:
    game = meeting().in_play("Bob", "Night Watchman", "Espresso Machine")
    assert not is_asked_anything(game, "Sabotage")
    assert is_asked_anything(game, "Ransomware")


def recruiter() -> None:
    game = meeting().hand("Ada", "Recruiter", "Intern", "Intern", "Programmer").hire("Ada", "Recruiter")
    game.hire("Ada", "Intern")
    assert "Hire Intern for 1" not in game.labels("Ada"), "the second hire was the last one"
    assert game.team("Ada") == ["Recruiter", "Intern"]


def lobbyist() -> None:
    game = meeting(THREE).in_play("Ada", "Lobbyist").until_turn("Ada")
    assert (game.account("Ada"), game.account("Bob"), game.account("Cid")) == (21, 19, 19)


def system_administrator() -> None:
    game = meeting().in_play("Bob", "System Administrator").hand("Bob", "Intern")
    assert not is_asked_anything(game, "Wiretap")
    assert not is_asked_anything(game, "Ransomware")
    assert is_asked_anything(game, "Lawsuit")


def temp_worker() -> None:
    game = enter(meeting(), "Temp Worker")
    for turn in (1, 2, 3):
        game.until_turn("Ada")
        assert game.account("Ada") == 19 + 3 * turn
        assert game.team("Ada") == ([] if turn == 3 else ["Temp Worker"])
    assert game.discarded("Ada").count("Temp Worker") == 1
    assert game.until_turn("Ada").account("Ada") == 28


def paralegal() -> None:
    assert loss(meeting().in_play("Bob", "Paralegal", "Intern", "Intern", "Intern"), "Lawsuit") == 9 - 2
    assert loss(meeting().in_play("Bob", "Paralegal"), "Product Recall") == 2 + 1, "not legal, so not smaller"


def founder() -> None:
    game = meeting().in_play("Ada", "Founder").until_turn("Ada")
    assert len(game.cards("Ada")) == 2


def chief_financial_officer() -> None:
    game = meeting().in_play("Ada", "Chief Financial Officer", "Sales Rep", "Sales Rep").until_turn("Ada")
    assert game.account("Ada") == 20 + 10 - (5 - 2)


def corporate_raider() -> None:
    for with_raider in (False, True):
        game = meeting(THREE).accounts(Ada=25, Bob=20, Cid=90)
        game.in_play("Ada", "Corporate Raider" if with_raider else "Programmer")
        assert game.offers("Ada", TakeOver(target=2)) is with_raider


def general_counsel() -> None:
    game = meeting().in_play("Bob", "General Counsel", "Intern", "Intern", "Intern")
    assert loss(game, "Lawsuit") == 9 - 4
    game = meeting().in_play("Bob", "General Counsel", "Paralegal", "Legal Retainer")
    assert loss(game, "Lawsuit") == 0, "5 less 10 is nothing"


def spymaster() -> None:
    game = (
        meeting().in_play("Ada", "Spymaster").hand("Ada", "Lawsuit", "Sabotage", "Wiretap").in_play("Bob", "Firewall")
    )
    labels = game.labels("Ada")
    assert {"Use Lawsuit for 1 → <seat:2>", "Use Sabotage for 1 → <seat:2>"} <= set(labels)
    game.hand("Ada", "Class Action").spy("Ada", "Class Action")
    assert game.account("Ada") == 18
    game = meeting().in_play("Ada", "Spymaster").hand("Ada", "Wiretap").hand("Bob", "Intern")
    assert "Use Wiretap for 1 → <seat:2>" in game.labels("Ada"), "a printed cost of 1 stays 1"


def turnaround_chief() -> None:
    game = meeting().in_play("Ada", "Turnaround Chief", "Office Tower").sell("Ada", "Office Tower")
    assert game.account("Ada") == 28
    game = meeting().in_play("Bob", "Turnaround Chief", "Intern")
    assert not is_asked_anything(game, "Smear Campaign")
    assert is_asked_anything(game, "Poach"), "it protects from firing only"
    assert is_asked_anything(game, "Boardroom Coup"), "not itself"


def office_tower() -> None:
    game = meeting().in_play("Ada", "Office Tower")
    assert game.view("Bob").companies[1].worth == 28
    assert game.until_turn("Ada").account("Ada") == 22
    assert game.sell("Ada", "Office Tower").account("Ada") == 26


def espresso_machine() -> None:
    game = meeting().in_play("Ada", "Espresso Machine").until_turn("Ada")
    assert game.account("Ada") == 21


def key_patent() -> None:
    game = meeting().in_play("Ada", "Key Patent").until_turn("Ada")
    assert game.account("Ada") == 22
    assert game.sell("Ada", "Key Patent").account("Ada") == 25


def firewall() -> None:
    game = meeting().in_play("Bob", "Firewall").hand("Bob", "Intern")
    assert not is_asked_anything(game, "Wiretap")
    assert not is_asked_anything(game, "Ransomware")
    assert is_asked_anything(game, "Sabotage")


def legal_retainer() -> None:
    game = meeting().in_play("Bob", "Legal Retainer", "Intern", "Intern", "Intern", "Programmer")
    assert loss(game, "Lawsuit") == 9 - 4
    assert loss(game, "Product Recall") == 2 + 8


def offshore_account() -> None:
    game = meeting(accounts="on audit").in_play("Bob", "Offshore Account").accounts(Bob=17)
    assert game.view("Ada").companies[2].account is None
    game.audit("Ada", "Bob")
    assert not any("17" in line for line in game.read_by("Ada"))
    for card in ("Embezzlement", "Tax Tip-Off", "Price War"):
        assert not is_asked_anything(meeting().in_play("Bob", "Offshore Account"), card)


def golden_handcuffs() -> None:
    for card in ("Smear Campaign", "Boardroom Coup", "Poach", "Union Drive"):
        assert not is_asked_anything(meeting().in_play("Bob", "Golden Handcuffs", "Intern", "Founder"), card)
    assert is_asked_anything(meeting().in_play("Bob", "Golden Handcuffs"), "Lawsuit")


def insurance_policy() -> None:
    game = (
        meeting().accounts(Ada=40, Bob=40).in_play("Bob", "Insurance Policy", "Intern", "Intern", "Intern", "Founder")
    )
    assert loss(game, "Lawsuit") == 5
    assert loss(game, "Lawsuit") == 9, "only the first of the round"
    game.until_turn("Ada")
    assert loss(game, "Product Recall") == 4, "a new round: 7 halved"


def second_boardroom() -> None:
    game = meeting().in_play("Ada", "Founder").hand("Ada", "Spymaster", "Second Boardroom")
    assert "Hire Spymaster for 5" not in game.labels("Ada")
    game.buy("Ada", "Second Boardroom").hire("Ada", "Spymaster")
    assert game.team("Ada") == ["Founder", "Spymaster"]


def training_academy() -> None:
    game = meeting().in_play("Ada", "Training Academy", "Intern", "Founder")
    assert game.view("Bob").companies[1].income == 3
    game.in_play("Ada", "Intern", "Intern", "Paralegal")
    assert game.view("Bob").companies[1].income == 3 + 3 + 2
    assert game.until_turn("Ada").account("Ada") == 20 + 8 - 1


def injunction() -> None:
    game = meeting().in_play("Bob", "Intern").hand("Ada", "Lawsuit").hand("Bob", "Injunction").spy("Ada", "Lawsuit")
    game.respond("Bob", "Injunction").all_pass()
    assert (game.account("Ada"), game.account("Bob")) == (17, 17)
    assert (game.discarded("Ada"), game.discarded("Bob")) == (["Lawsuit"], ["Injunction"])


def counter_intelligence() -> None:
    game = meeting().in_play("Bob", "Intern").hand("Ada", "Lawsuit").hand("Bob", "Counter-Intelligence")
    game.spy("Ada", "Lawsuit").respond("Bob", "Counter-Intelligence").all_pass()
    assert (game.account("Ada"), game.account("Bob")) == (15, 17)


def loophole() -> None:
    game = meeting().hand("Ada", "Networking Lunch").hand("Bob", "Loophole").use("Ada", "Networking Lunch")
    assert game.asked == ["Bob"]
    game.respond("Bob", "Loophole").all_pass()
    assert (game.account("Ada"), game.account("Bob")) == (19, 18)
    assert game.cards("Ada") == []
    assert (game.discarded("Ada"), game.discarded("Bob")) == (["Networking Lunch"], ["Loophole"])


def bridge_loan() -> None:
    game = meeting().hand("Ada", "Bridge Loan").accounts(Ada=0).use("Ada", "Bridge Loan")
    assert game.account("Ada") == 6
    assert game.discarded("Ada") == ["Bridge Loan"]


def counter_offer() -> None:
    game = meeting().hand("Ada", "Programmer", "Intern").hand("Bob", "Counter-Offer").hire("Ada", "Programmer")
    game.respond("Bob", "Counter-Offer").all_pass()
    assert (game.account("Ada"), game.account("Bob")) == (20, 19)
    assert sorted(game.cards("Ada")) == ["Intern", "Programmer"]
    assert not any(label.startswith("Hire") for label in game.labels("Ada"))


def test_one_point_is_one_point_where_it_comes_back_and_where_a_round_begins() -> None:
    game = meeting().hand("Ada", "Intern").hand("Bob", "Counter-Offer").hire("Ada", "Intern")
    game.respond("Bob", "Counter-Offer").all_pass()
    assert any(told.endswith("gets the card and 1 point back.") for told in game.read_by(None))
    standing = Standing(account=1, worth=9)
    assert GAME.say(RoundBegan(round=7, standings={1: standing}), None) == f"Round 7. {mark(1)} 1 point, worth 9."


def poison_pill() -> None:
    game = meeting(THREE).accounts(Ada=60, Bob=5).hand("Bob", "Poison Pill").take_over("Ada", "Bob")
    game.respond("Bob", "Poison Pill").all_pass()
    assert (game.account("Ada"), game.account("Bob"), game.alive("Bob")) == (54, 5, True)
    assert not game.offers("Ada", TakeOver(target=2))
    game = meeting().hand("Ada", "Poison Pill").use("Ada", "Poison Pill", mode=1)
    assert game.account("Ada") == 23


def scapegoat() -> None:
    game = meeting(THREE).hand("Ada", "Lawsuit").hand("Bob", "Scapegoat").in_play("Cid", "Intern")
    game.spy("Ada", "Lawsuit", at="Bob").respond("Bob", "Scapegoat", to="Cid").all_pass()
    assert (game.account("Ada"), game.account("Bob"), game.account("Cid")) == (17, 17, 17)
    game = meeting(THREE).hand("Ada", "Lawsuit").hand("Bob", "Scapegoat").in_play("Ada", "Intern")
    game.spy("Ada", "Lawsuit", at="Bob").respond("Bob", "Scapegoat", to="Ada").all_pass()
    assert (game.account("Ada"), game.account("Bob"), game.account("Cid")) == (14, 17, 20)


def networking_lunch() -> None:
    game = meeting().hand("Ada", "Networking Lunch").on_top("Ada", "Founder", "Poach").use("Ada", "Networking Lunch")
    assert game.cards("Ada") == ["Founder", "Poach"]
    assert game.account("Ada") == 19
    assert not any("Founder" in line for line in game.read_by("Bob"))


def lawsuit() -> None:
    assert loss(meeting().in_play("Bob", "Intern", "Intern", "Sales Rep", "Founder"), "Lawsuit") == 9
    assert loss(meeting(), "Lawsuit") == 1
    team = ["Intern"] * 3 + ["Sales Rep"] * 3 + ["Programmer"] * 2 + ["Recruiter"]
    assert loss(meeting().in_play("Bob", *team), "Lawsuit") == 17, "at most 17"


def class_action() -> None:
    assert loss(meeting().in_play("Bob", "Intern", "Intern", "Intern", "Sales Rep", "Founder"), "Class Action") == 16
    team = ["Intern"] * 3 + ["Sales Rep"] * 3 + ["Programmer"] * 2 + ["Bookkeeper"] * 2
    assert loss(meeting().accounts(Bob=40).in_play("Bob", *team), "Class Action") == 28


def patent_troll() -> None:
    assert loss(meeting().in_play("Bob", "Firewall", "Espresso Machine"), "Patent Troll") == 10
    assert loss(meeting(), "Patent Troll") == 2
    assets = ["Office Tower", "Espresso Machine", "Key Patent", "Firewall", "Second Boardroom", "Training Academy"]
    assert loss(meeting().accounts(Bob=40).in_play("Bob", *assets), "Patent Troll") == 22


def smear_campaign() -> None:
    game = meeting().in_play("Bob", "Intern", "Programmer", "Founder")
    assert loss(game, "Smear Campaign", which="Programmer") == 2
    assert game.team("Bob") == ["Intern", "Founder"]
    assert game.discarded("Bob") == ["Programmer"]
    assert not is_asked_anything(meeting().in_play("Bob", "Founder"), "Smear Campaign")


def boardroom_coup() -> None:
    game = meeting().in_play("Bob", "Intern", "Founder")
    assert loss(game, "Boardroom Coup") == 0
    assert (game.team("Bob"), game.discarded("Bob")) == (["Intern"], ["Founder"])
    assert loss(meeting().in_play("Bob", "Intern"), "Boardroom Coup") == 4


def poach() -> None:
    game = meeting().in_play("Bob", "Intern", "Programmer").hand("Ada", "Intern")
    assert loss(game, "Poach", which="Programmer") == 0
    assert (game.team("Ada"), game.team("Bob")) == (["Programmer"], ["Intern"])
    game.hire("Ada", "Intern")
    assert game.account("Ada") == 15, "it was not a hire"
    game.fire("Ada", "Programmer")
    assert (game.discarded("Ada"), game.discarded("Bob")) == (["Poach"], ["Programmer"]), "given back"


def sabotage() -> None:
    game = meeting().in_play("Bob", "Office Tower", "Espresso Machine")
    assert loss(game, "Sabotage", which="Office Tower") == 2
    assert (game.inventory("Bob"), game.discarded("Bob")) == (["Espresso Machine"], ["Office Tower"])
    assert not is_asked_anything(meeting(), "Sabotage")


def warehouse_heist() -> None:
    game = meeting().in_play("Bob", "Office Tower", "Insurance Policy")
    assert loss(game, "Warehouse Heist") == 0
    assert (game.inventory("Ada"), game.inventory("Bob")) == (["Insurance Policy"], ["Office Tower"])
    assert not is_asked_anything(meeting().in_play("Bob", "Office Tower", "Key Patent"), "Warehouse Heist")


def ransomware() -> None:
    game = meeting().in_play("Bob", "Programmer")
    assert loss(game, "Ransomware") == 0
    assert game.until_turn("Bob").account("Bob") == 18, "no income, but overhead"
    assert game.until_turn("Bob").account("Bob") == 21


def embezzlement() -> None:
    game = meeting()
    assert loss(game, "Embezzlement") == 7
    assert game.account("Ada") == 24
    game = meeting().accounts(Bob=4)
    assert loss(game, "Embezzlement") == 4
    assert game.account("Ada") == 21
    assert game.alive("Bob")


def tax_tip_off() -> None:
    for account, lost in ((11, 6), (20, 10), (4, 3), (100, 30)):
        assert loss(meeting().accounts(Bob=account), "Tax Tip-Off") == lost
    game = meeting().accounts(Bob=1).hand("Ada", "Tax Tip-Off").spy("Ada", "Tax Tip-Off")
    assert not game.alive("Bob"), "at least 3, so it can bankrupt"


def union_drive() -> None:
    game = meeting()
    assert loss(game, "Union Drive") == 0
    for left in (16, 12, 8, 8):
        assert game.until_turn("Bob").account("Bob") == left


def price_war() -> None:
    game = meeting(THREE).in_play("Cid", "Offshore Account").hand("Ada", "Price War").spy("Ada", "Price War")
    assert (game.account("Ada"), game.account("Bob"), game.account("Cid")) == (17, 15, 20)


def product_recall() -> None:
    assert loss(meeting().in_play("Bob", "Sales Rep", "Programmer"), "Product Recall") == 11
    assert loss(meeting(), "Product Recall") == 2
    team = ["Sales Rep"] * 3 + ["Programmer"] * 2 + ["Temp Worker"] * 2
    assert loss(meeting().accounts(Bob=40).in_play("Bob", *team), "Product Recall") == 26


def antitrust_complaint() -> None:
    game = meeting(THREE).accounts(Bob=20, Cid=40).hand("Ada", "Antitrust Complaint").spy("Ada", "Antitrust Complaint")
    assert (game.account("Bob"), game.account("Cid")) == (20, 26)
    game = meeting().accounts(Bob=1).in_play("Bob", "Key Patent")
    game.hand("Ada", "Antitrust Complaint").spy("Ada", "Antitrust Complaint")
    assert game.account("Bob") == 1 - 4, "at least 4"
    assert game.sell("Bob", "Key Patent").account("Bob") == 0
    assert loss(meeting().accounts(Bob=100), "Antitrust Complaint") == 30


def wiretap() -> None:
    game = meeting().hand("Bob", "Intern", "Founder").hand("Ada", "Wiretap").on_top("Ada", "Poach")
    game.spy("Ada", "Wiretap").all_pass()
    assert [news.cards for news in game.news(HandSeen)] == [["Intern", "Founder"]]
    game.do("Ada", PickFromHand(card=game.card_id("Founder")))
    assert (game.cards("Bob"), game.discarded("Bob")) == (["Intern"], ["Founder"])
    assert game.cards("Ada") == ["Poach"]
    assert not is_asked_anything(meeting(), "Wiretap"), "there is no hand to look at"


EFFECTS: dict[str, Callable[[], None]] = {
    card.name: globals()[card.name.lower().replace(" ", "_").replace("-", "_")] for card in BOX.cards
}


@pytest.mark.parametrize("card", EFFECTS)
def test_card(card: str) -> None:
    """The printed effect of the card happens."""
    EFFECTS[card]()


def test_every_card_has_its_test() -> None:
    """CE-1: 51 different cards, 60 in a deck."""
    assert len(EFFECTS) == len(BOX.cards) == 51
    assert set(EFFECTS) == {*STAYING, *SAVVY, *ESPIONAGE}
    assert BOX.decks[BOX.deck].size == 60
    for card in BOX.cards:
        printed = {**{c: v[0] for c, v in STAYING.items()}, **SAVVY, **{c: v[0] for c, v in ESPIONAGE.items()}}
        assert card.cost == printed[card.name]


# Each espionage card against each protection

GUARDS = {
    "Night Watchman": "physical",
    "System Administrator": "cyber",
    "Firewall": "cyber",
    "Offshore Account": "financial",
    "Golden Handcuffs": "personnel",
}


@pytest.mark.parametrize("guard", GUARDS)
@pytest.mark.parametrize("card", ESPIONAGE)
def test_guards_protect_from_their_kind_alone(card: str, guard: str) -> None:
    """CE-13: it cannot be aimed at the protected company, and hits anybody else."""
    game = meeting(THREE).accounts(Bob=40, Cid=1).in_play("Bob", guard, "Intern", "Founder", "Espresso Machine")
    game.hand("Bob", "Intern").used("Bob", "Injunction", "Injunction", "Counter-Intelligence", "Scapegoat")
    game.in_play("Cid", "Intern", "Espresso Machine").hand("Ada", card)
    targets = aimed(game, card)
    protected = ESPIONAGE[card][1] == GUARDS[guard]
    assert ("Bob" in targets) is not protected
    if card in ("Price War", "Lawsuit", "Poach", "Sabotage", "Ransomware", "Embezzlement"):
        assert "Cid" in targets


def aimed(game: Evening, card: str) -> list[str]:
    return [game.names[seat - 1] for seat in game.view("Ada").targets[game.card_id(card)]]


@pytest.mark.parametrize("shield", ["Injunction", "Counter-Intelligence", "Scapegoat"])
@pytest.mark.parametrize("card", ESPIONAGE)
def test_answers_keep_every_espionage_off(card: str, shield: str) -> None:
    """CE-20: cancelled or sent elsewhere, it does not hit Bob; against all, Scapegoat is no answer."""
    game = meeting(THREE).accounts(Bob=40, Ada=30, Cid=30).in_play("Bob", "Intern", "Founder", "Espresso Machine")
    game.in_play("Cid", "Intern", "Espresso Machine").in_play("Ada", "Intern", "Espresso Machine")
    game.hand("Bob", shield).hand("Ada", card, "Intern").spy("Ada", card, at="Bob", which=None)
    if game.asked == ["Ada"]:
        game.default()
    assert "Bob" in game.asked
    before = game.company("Bob").model_dump(include={"account", "team", "inventory", "statuses"})
    if shield == "Scapegoat":
        answers = [label for label in game.labels("Bob") if label.startswith("Scapegoat")]
        assert bool(answers) is (card != "Price War")
        if card == "Price War":
            return
        game.respond("Bob", shield, to="Ada")
    else:
        game.respond("Bob", shield)
    game.all_pass()
    while game.asked == ["Ada"] and not game.is_on("Ada"):
        game.default()
    after = game.company("Bob").model_dump(include={"account", "team", "inventory", "statuses"})
    assert after == {**before, "account": before["account"] - 3}


def test_a_takeover_keeps_the_cards() -> None:
    game = meeting(THREE).accounts(Ada=60, Bob=5).in_play("Bob", "Intern", "Firewall").take_over("Ada", "Bob")
    game.do("Ada", Settle(retain=True))
    assert (game.team("Ada"), game.inventory("Ada")) == (["Intern"], ["Firewall"])


def test_a_named_card_is_the_one_that_is_hit() -> None:
    """CE-12: the attacker names it; with the option the victim does."""
    game = meeting(losses="victim chooses").in_play("Bob", "Intern", "Programmer").hand("Ada", "Smear Campaign")
    game.spy("Ada", "Smear Campaign")
    assert game.asked == ["Bob"]
    game.do("Bob", NameCard(number=game.number("Bob", "Intern")))
    assert game.team("Bob") == ["Programmer"]


def test_one_executive_at_a_time() -> None:
    game = meeting().in_play("Ada", "Founder").hand("Ada", "Spymaster", "Lawsuit")
    assert not game.offers("Ada", Hire(card=game.card_id("Spymaster")))
    game.fire("Ada", "Founder").hire("Ada", "Spymaster")
    assert game.team("Ada") == ["Spymaster"]
    assert game.can_spy("Ada", "Lawsuit")
