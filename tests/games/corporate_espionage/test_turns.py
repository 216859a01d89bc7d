"""A turn from income to the announcement, debts, takeovers, and how a game ends."""

from __future__ import annotations

import pytest

from bot.engine import play
from bot.engine.news_text import format_news
from bot.engine.questions import Choose
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.components import BOX
from bot.games.corporate_espionage.moves import (
    DiscardDown,
    DropCard,
    Fire,
    GiveUp,
    Liquidate,
    PayWhatIsDue,
    Settle,
    TakeOver,
)
from bot.games.corporate_espionage.news import (
    Bankrupt,
    CardEntered,
    GameEnded,
    GameOpened,
    Levied,
    Mulligan,
    PointsGained,
    PurchaseAnnounced,
    SavvyUsed,
    TurnEnded,
)
from bot.games.corporate_espionage.rules.arithmetic import levy
from bot.games.corporate_espionage.rules.house_rules import EspionageOptions
from bot.games.corporate_espionage.rules.opening import deal
from bot.host.table.running import format_news_lines
from tests.games.corporate_espionage.dealing import FOUR, THREE, Evening, meeting

TEAM = ("Intern", "Intern", "Sales Rep", "Programmer")


CARDS = BOX.decks[BOX.deck].size

# The start


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_start(players: int) -> None:
    """20 points and what the place brings, the whole deck, of it a hand of 7 with an employee."""
    table = GAME.set_up(EspionageOptions(), players, "start", BOX)
    play.begin(table)
    more = BOX.seat_bonus.get(players, {})
    for place, number in enumerate(table.turn_order(), 1):
        company, own = table.companies[number], place == 1
        points = 20 + more.get(place, 0)
        assert (company.account, len(company.hand), len(company.deck)) == (points, 7 + own, CARDS - 7 - own)
        assert any(table.card(card).type == "employee" for card in company.hand)
    assert table.round == 1
    assert play.list_asked_seats(table) == [table.first]


def test_mulligan() -> None:
    """CE-2: as often as needed; all hear how often, nobody sees the cards."""
    seen = 0
    for seed in range(40):
        table = GAME.set_up(EspionageOptions(), 6, f"mulligan {seed}", BOX)
        told = play.begin(table).told
        for piece in told:
            if isinstance(piece.news, Mulligan):
                assert piece.is_visible_to(None)
                assert piece.news.times >= 1
                seen += 1
        assert all(
            any(table.card(card).type == "employee" for card in owner.hand) for owner in table.companies.values()
        )
    assert seen, "about one hand in fourteen"


def test_a_hand_with_an_employee_is_kept() -> None:
    game = meeting()
    deal(game.table, 2)
    assert len(game.cards("Bob")) == 7
    assert not any(isinstance(told.news, Mulligan) for told in game.table._told)


def test_no_income_in_the_first_turn() -> None:
    """CE-4: and a card is drawn, unless the first player agreed to skip it."""
    for first_draw, cards in ((True, 8), (False, 7)):
        table = GAME.set_up(EspionageOptions(first_draw=first_draw), 2, "first", BOX)
        play.begin(table)
        first = table.companies[table.first]
        assert (first.account, len(first.hand)) == (20, cards)


# Income, expenses, draw


def test_income_then_expenses_then_draw() -> None:
    game = meeting().in_play("Ada", *TEAM, "Office Tower").until_turn("Ada")
    assert game.account("Ada") == 20 + (1 + 1 + 4 + 5 + 2) - (2 + 2)
    assert len(game.cards("Ada")) == 1


def test_overhead_is_never_less_than_nothing() -> None:
    """CE-8: and what espionage adds is added after that."""
    game = meeting().in_play("Ada", "Chief Financial Officer", "Bookkeeper").until_turn("Ada")
    assert game.account("Ada") == 24
    game = meeting().in_play("Bob", "Chief Financial Officer").hand("Ada", "Union Drive").spy("Ada", "Union Drive")
    assert game.until_turn("Bob").account("Bob") == 20 + 2 - 4


def test_expenses_that_cannot_be_paid() -> None:
    """CE-7: cards are discarded without refund; this is not the fire of the turn."""
    game = broke_at_expenses()
    assert game.asked == ["Bob"]
    game.do("Bob", DropCard(number=game.number("Bob", "Night Watchman")))
    assert game.is_on("Bob")
    assert (game.account("Bob"), game.team("Bob")) == (0, ["Intern"])
    assert game.discarded("Bob") == ["Night Watchman"]
    game.fire("Bob", "Intern")
    assert game.team("Bob") == []


def broke_at_expenses() -> Evening:
    """Bob, whose income is skipped, has no point and an overhead of 1."""
    game = meeting().accounts(Bob=0).in_play("Bob", "Night Watchman", "Intern").hand("Ada", "Ransomware")
    return game.spy("Ada", "Ransomware").end_turn("Ada")


def test_nobody_must_give_cards_up() -> None:
    """CE-7: the company may go into debt instead."""
    game = broke_at_expenses().do("Bob", PayWhatIsDue())
    if not game.winners:
        game.do("Bob", GiveUp())
    assert game.winners == ["Ada"]


def test_the_part_of_an_effect_can_bankrupt() -> None:
    """CE-7."""
    game = meeting().accounts(Bob=3).hand("Ada", "Union Drive").spy("Ada", "Union Drive").end_turn("Ada")
    assert not game.alive("Bob")
    assert game.winners == ["Ada"]


def test_what_is_given_up_by_itself() -> None:
    """CE-23: first an asset without income, then the cheapest card with an overhead."""
    game = meeting().accounts(Bob=0).in_play("Bob", "Programmer", "Night Watchman", "Espresso Machine", "Firewall")
    game.hand("Ada", "Ransomware")
    game.company("Bob").suffer("skip_income", 0, 1)
    game.end_turn("Ada").default()
    assert game.inventory("Bob") == ["Espresso Machine"]
    assert game.account("Bob") == 1
    game.default()
    assert game.team("Bob") == ["Programmer"]
    game.default()
    assert game.is_on("Bob")
    assert (game.team("Bob"), game.account("Bob"), game.inventory("Bob")) == ([], 1, ["Espresso Machine"])


def test_an_empty_deck() -> None:
    """CE-6, CE-5: nothing is drawn, nothing is shuffled, play goes on."""
    game = meeting()
    bob = game.company("Bob")
    bob.discard, bob.deck = bob.deck, []
    game.until_turn("Bob")
    assert game.cards("Bob") == []
    assert len(game.discarded("Bob")) == CARDS


def test_hand_limit() -> None:
    """Seven cards at the end of the turn; the owner chooses."""
    cards = ["Intern", "Intern", "Sales Rep", "Programmer", "Founder", "Office Tower", "Lawsuit", "Injunction"]
    game = meeting().hand("Ada", *cards).end_turn("Ada")
    assert game.asked == ["Ada"]
    one = DiscardDown(cards=(game.card_id("Intern"),))
    assert not game.offers("Ada", DiscardDown(cards=()))
    assert not game.offers("Ada", DiscardDown(cards=(game.card_id("Intern"), game.card_id("Founder"))))
    game.do("Ada", one)
    assert len(game.cards("Ada")) == 7
    assert game.discarded("Ada") == ["Intern"]
    assert [news.account for news in game.news(TurnEnded)] == [20]


def test_two_copies_may_be_discarded() -> None:
    cards = ["Intern", "Intern", "Sales Rep", "Programmer", "Founder", "Office Tower", "Lawsuit", "Lawsuit", "Poach"]
    game = meeting().hand("Ada", *cards).end_turn("Ada")
    game.do("Ada", DiscardDown(cards=("ES01", "ES01 2")))
    assert game.discarded("Ada") == ["Lawsuit", "Lawsuit"]


def test_the_hand_limit_by_itself() -> None:
    """Espionage, savvy and executives are kept, then the dearest cards."""
    cards = ["Intern", "Programmer", "Office Tower", "Founder", "Lawsuit", "Poach", "Injunction", "Loophole", "Wiretap"]
    game = meeting().hand("Ada", *cards).end_turn("Ada").default()
    assert sorted(game.discarded("Ada")) == ["Intern", "Programmer"]


def test_one_hire_and_one_fire() -> None:
    game = meeting().in_play("Ada", "Programmer", "Paralegal").hand("Ada", "Intern", "Sales Rep").hire("Ada", "Intern")
    assert not any(label.startswith("Hire") for label in game.labels("Ada"))
    game.fire("Ada", "Programmer")
    assert not any(label.startswith("Fire") for label in game.labels("Ada"))


@pytest.mark.parametrize(("asset", "brings"), [("Office Tower", 4), ("Legal Retainer", 2), ("Insurance Policy", 3)])
def test_liquidation_is_rounded_up(asset: str, brings: int) -> None:
    game = meeting().in_play("Ada", asset).sell("Ada", asset)
    assert game.account("Ada") == 20 + brings
    assert game.discarded("Ada") == [asset]


# Debts


def sued(assets: str = "", hand: str = "", account: int = 5) -> Evening:
    """Bob loses 9."""
    game = meeting().accounts(Bob=account).in_play("Bob", *TEAM)
    game.in_play("Bob", *[assets] if assets else []).hand("Bob", *[hand] if hand else [])
    return game.hand("Ada", "Lawsuit").spy("Ada", "Lawsuit").all_pass()


def test_broke_is_not_bankrupt() -> None:
    game = sued(account=9)
    assert (game.account("Bob"), game.alive("Bob")) == (0, True)
    assert game.is_on("Ada")


def test_an_asset_fends_bankruptcy_off() -> None:
    game = sued("Office Tower")
    assert game.asked == ["Bob"]
    game.sell("Bob", "Office Tower")
    assert (game.account("Bob"), game.alive("Bob"), game.inventory("Bob")) == (0, True, [])


def test_an_asset_that_does_not_suffice() -> None:
    game = sued("Espresso Machine").sell("Bob", "Espresso Machine")
    assert not game.alive("Bob")
    assert game.winners == ["Ada"]
    assert game.places == {"Ada": 1, "Bob": 2}


def test_free_savvy_comes_first() -> None:
    """CE-22."""
    game = sued("Office Tower", "Bridge Loan").default().all_pass()
    assert (game.account("Bob"), game.inventory("Bob")) == (2, ["Office Tower"])


def test_a_debt_is_settled_with_the_cheapest_asset_that_suffices() -> None:
    """CE-22."""
    game = meeting().accounts(Bob=7).in_play("Bob", *TEAM, "Espresso Machine", "Second Boardroom", "Office Tower")
    game.hand("Ada", "Lawsuit").spy("Ada", "Lawsuit").default()
    assert game.inventory("Bob") == ["Espresso Machine", "Office Tower"]
    assert game.account("Bob") == 0


def test_a_debt_no_single_asset_covers() -> None:
    """CE-22: the one that brings most, repeated."""
    game = meeting().accounts(Bob=4).in_play("Bob", *TEAM, "Espresso Machine", "Office Tower")
    game.hand("Ada", "Lawsuit").spy("Ada", "Lawsuit").default()
    assert game.inventory("Bob") == ["Espresso Machine"]
    game.default()
    assert (game.alive("Bob"), game.account("Bob")) == (True, 0)


def test_a_player_who_can_do_nothing_against_a_debt_reads_what_the_only_button_means() -> None:
    hopeless = sued(hand="Intern")
    assert hopeless.labels("Bob") == ["Go bankrupt"]
    words = hopeless.question("Bob").help
    assert "Nothing can settle this debt" in words
    assert "your company is bankrupt" in words
    assert "Nothing can settle this debt" not in sued("Office Tower").question("Bob").help


@pytest.mark.parametrize(("card", "verb"), [("Offshore Account", "purchases"), ("Sales Rep", "hires")])
def test_a_card_that_nobody_stopped_is_told_in_one_line(card: str, verb: str) -> None:
    game = meeting().hand("Ada", card)
    cost = game.box.card[game.card_id(card)].cost
    before = len(game.everything)
    (game.buy if verb == "purchases" else game.hire)("Ada", card).all_pass()
    news = [told.news for told in game.everything[before:] if told.to is None and not told.news.footnote]
    assert format_news_lines(GAME, news, None) == [f"<seat:1> {verb} {card} for {cost}."]


def test_a_card_that_was_stopped_is_told_step_by_step() -> None:
    announced = PurchaseAnnounced(company=1, card="Firewall", cost=1)
    other = CardEntered(company=2, card="Firewall", hired=False)
    assert len(format_news_lines(GAME, [announced, other], None)) == 2


def test_savvy_that_only_gains_points_is_one_line() -> None:
    used = SavvyUsed(company=1, card="Bridge Loan", text="gain 6", cost=0)
    gained = PointsGained(company=1, points=6, why="Bridge Loan")
    assert format_news_lines(GAME, [used, gained], None) == ["<seat:1> uses Bridge Loan for 0: gain 6 points."]
    for other in (gained.model_copy(update={"company": 2}), gained.model_copy(update={"why": "Levy"})):
        assert len(format_news_lines(GAME, [used, other], None)) == 2


def test_how_a_turn_begins_is_told_in_one_line() -> None:
    """What it earns; that a card is drawn goes without saying, unless the deck is empty."""
    game = meeting().in_play("Bob", "Programmer").end_turn("Ada")
    lines = format_news_lines(GAME, [told.news for told in game.latest if told.is_visible_to(None)], None)
    assert "<seat:2> earns 3 (income 5, overhead 2)." in lines
    assert not any("draws" in line for line in lines)
    game.company("Ada").gone += game.company("Ada").deck
    game.company("Ada").deck = []
    game.end_turn("Bob")
    lines = format_news_lines(GAME, [told.news for told in game.latest if told.is_visible_to(None)], None)
    assert "<seat:1> draws nothing: the deck is empty." in lines


def test_a_player_whose_hire_is_cancelled_reads_what_comes_back() -> None:
    game = meeting().hand("Ada", "Programmer").hand("Bob", "Counter-Offer").hire("Ada", "Programmer")
    game.respond("Bob", "Counter-Offer").all_pass()
    assert "Your Programmer was cancelled; you get the card and 5 points back." in game.read_by("Ada")
    assert any(line.startswith("<seat:1>'s Programmer is cancelled") for line in game.read_by("Bob"))


def test_giving_up_in_debt() -> None:
    game = sued("Office Tower").do("Bob", GiveUp())
    assert [news.company for news in game.news(Bankrupt)] == [2]
    assert [news.why for news in game.news(GameEnded)] == ["last one standing"]


def test_a_player_who_is_out_leaves_nothing() -> None:
    """CE-31: hand, deck and cards leave the game; what others took stays with them."""
    game = meeting(THREE).accounts(Bob=1).in_play("Bob", "Intern", "Programmer").hand("Bob", "Founder")
    game.hand("Ada", "Poach", "Lawsuit").used("Bob", "Injunction", "Injunction", "Counter-Intelligence", "Scapegoat")
    game.spy("Ada", "Poach", at="Bob", which="Programmer").spy("Ada", "Lawsuit", at="Bob").default()
    assert not game.alive("Bob")
    assert game.team("Ada") == ["Programmer"]
    assert (game.cards("Bob"), game.team("Bob"), game.account("Bob")) == ([], [], 0)
    assert len(game.company("Bob").gone) == CARDS - 6
    game.fire("Ada", "Programmer")
    assert game.discarded("Bob")[-1] == "Programmer"
    assert not game.winners


def test_the_lobbyist_can_ruin_and_cannot_be_made_smaller() -> None:
    """CE-26: it is no espionage, and uses up no insurance."""
    game = meeting(THREE).accounts(Bob=0, Cid=10).in_play("Ada", "Lobbyist").in_play("Cid", "Insurance Policy")
    game.until_turn("Ada")
    assert not game.alive("Bob")
    assert game.account("Cid") == 9
    game.hand("Ada", "Lawsuit").spy("Ada", "Lawsuit").all_pass()
    assert game.account("Cid") == 8, "half of 1, rounded up"


# Takeover


def raid(account: int, cards: tuple[str, ...]) -> Evening:
    """Bob is worth 6 + 14 = 20."""
    game = meeting(THREE).accounts(Ada=account, Bob=6, Cid=90).in_play("Ada", *cards)
    return game.in_play("Bob", "Key Patent", "Firewall", "Founder")


TWENTY = ("Office Tower", "Key Patent", "Founder")
NINE = ("Intern", "Office Tower")


@pytest.mark.parametrize(
    ("account", "cards", "possible"),
    [
        pytest.param(30, TWENTY, True, id="30 and 20"),
        pytest.param(18, (*TWENTY, "Training Academy", "Insurance Policy", "Second Boardroom"), False, id="18 and 32"),
        pytest.param(30, NINE, False, id="39"),
        pytest.param(30, ("Corporate Raider", "Training Academy"), True, id="39 with a Corporate Raider"),
        pytest.param(20, ("Corporate Raider", "Training Academy"), False, id="29 with a Corporate Raider"),
        pytest.param(40, (), True, id="exactly twice"),
    ],
)
def test_who_can_be_taken_over(account: int, cards: tuple[str, ...], possible: bool) -> None:
    """CE-40: twice the net worth, and as much in the account."""
    assert raid(account, cards).offers("Ada", TakeOver(target=2)) is possible


def test_retain() -> None:
    game = raid(30, NINE).accounts(Ada=35).take_over("Ada", "Bob")
    assert game.asked == ["Ada"]
    game.do("Ada", Settle(retain=True))
    assert game.account("Ada") == 15
    assert game.team("Ada") == ["Intern", "Founder"]
    assert game.inventory("Ada") == ["Office Tower", "Key Patent", "Firewall"]
    assert not game.alive("Bob")
    assert game.until_turn("Ada").account("Ada") == 15 + 1 + 2 + 2 + 2 - 1


def test_lay_off() -> None:
    """CE-18: half of the total, rounded up once; the cards lie in their own discard pile."""
    game = meeting(THREE).accounts(Ada=50, Bob=6, Cid=90).in_play("Bob", "Key Patent", "Legal Retainer", "Intern")
    game.take_over("Ada", "Bob").do("Ada", Settle(retain=False))
    assert game.account("Ada") == 50 - 16 + 5
    assert (game.team("Ada"), game.inventory("Ada")) == ([], [])
    assert sorted(game.discarded("Bob")) == ["Intern", "Key Patent", "Legal Retainer"]


def test_no_takeover_among_two() -> None:
    game = meeting().accounts(Ada=60, Bob=1)
    assert not game.offers("Ada", TakeOver(target=2))


def test_a_company_without_anything_is_taken_over_for_nothing() -> None:
    game = meeting(THREE).accounts(Ada=1, Bob=0).take_over("Ada", "Bob")
    assert (game.alive("Bob"), game.account("Ada")) == (False, 1)
    assert game.is_on("Ada")


def test_executives_without_a_place_must_go() -> None:
    """CE-36: the raider chooses, and may still fire."""
    game = (
        meeting(THREE).accounts(Ada=50, Bob=0, Cid=90).in_play("Ada", "Spymaster").in_play("Bob", "Founder", "Intern")
    )
    game.take_over("Ada", "Bob").do("Ada", Settle(retain=True))
    assert game.asked == ["Ada"]
    game.do("Ada", Fire(number=game.number("Ada", "Spymaster")))
    assert game.team("Ada") == ["Founder", "Intern"]
    game.fire("Ada", "Intern")


def test_losing_the_second_boardroom() -> None:
    """CE-36."""
    game = meeting().in_play("Bob", "Second Boardroom", "Founder", "Spymaster").hand("Ada", "Sabotage")
    game.spy("Ada", "Sabotage")
    assert game.asked == ["Bob"]
    game.do("Bob", Fire(number=game.number("Bob", "Founder")))
    assert game.team("Bob") == ["Spymaster"]
    assert game.is_on("Ada")


# Safeguards


@pytest.mark.parametrize(("round_number", "expected"), [(8, 0), (9, 1), (10, 3), (12, 10), (16, 36), (18, 55)])
def test_levy(round_number: int, expected: int) -> None:
    assert levy(round_number, 8) == expected
    game = meeting(levy="after round 8", round_number=round_number).accounts(Ada=70, Bob=70).until_turn("Bob")
    game.end_turn("Bob")
    assert (game.account("Ada"), game.account("Bob")) == (70 - expected, 70 - expected)
    assert [news.points for news in game.news(Levied)] == ([expected] if expected else [])


def test_a_levy_nobody_can_pay() -> None:
    """CE-21: the most points and liquidation value win, then the net worth."""
    game = meeting(levy="after round 8", round_number=16).accounts(Ada=20, Bob=18).in_play("Bob", "Key Patent")
    game.until_turn("Bob").end_turn("Bob")
    assert game.winners == ["Bob"]
    game = meeting(levy="after round 8", round_number=16).in_play("Ada", "Programmer").until_turn("Bob")
    game.accounts(Ada=20, Bob=20).end_turn("Bob")
    assert game.winners == ["Ada"]


def test_a_levy_one_can_pay() -> None:
    """CE-21."""
    game = meeting(levy="after round 8", round_number=12).accounts(Ada=9, Bob=10).until_turn("Bob").end_turn("Bob")
    assert game.winners == ["Bob"]


def test_two_out_at_once() -> None:
    """CE-21, CE-24: all debts are settled first; the higher net worth just before is better."""
    game = (
        meeting(THREE, levy="after round 8", round_number=12)
        .accounts(Ada=20, Bob=3, Cid=3)
        .in_play("Cid", "Programmer")
    )
    game.until_turn("Cid").accounts(Cid=3).end_turn("Cid")
    while game.table.outcome is None and game.asked != ["Ada"]:
        game.default()
    assert game.winners == ["Ada"]
    assert game.places == {"Ada": 1, "Cid": 2, "Bob": 3}


@pytest.mark.parametrize(
    ("round_number", "espionage", "takeover"), [(4, False, False), (5, True, False), (6, True, True)]
)
def test_honeymoon(round_number: int, espionage: bool, takeover: bool) -> None:
    game = meeting(THREE, round_number=round_number).accounts(Ada=60, Bob=1).hand("Ada", "Lawsuit")
    assert game.can_spy("Ada", "Lawsuit") is espionage
    assert game.offers("Ada", TakeOver(target=2)) is takeover


@pytest.mark.parametrize(("round_number", "most"), [(5, 1), (7, 1), (8, 2), (12, 2)])
def test_spotlight(round_number: int, most: int) -> None:
    """CE-13: first a single attack, later two, on a company since its own last turn; cards against all do not count."""
    game = meeting(THREE, round_number=round_number).accounts(Ada=60, Bob=60, Cid=60)
    game.hand("Ada", "Lawsuit", "Lawsuit", "Ransomware", "Price War", "Class Action")
    for number in range(most):
        game.spy("Ada", ["Lawsuit", "Ransomware"][number], at="Bob")
    assert game.view("Ada").targets[game.card_id("Class Action")] == [3]
    game.spy("Ada", "Price War")
    assert game.account("Cid") == 55
    assert game.account("Bob") == 59, "a full spotlight keeps it off"
    game.until_turn("Bob")
    assert game.company("Bob").spotlight == 0


def test_no_spotlight_among_two() -> None:
    game = meeting().hand("Ada", "Lawsuit", "Lawsuit", "Ransomware", "Product Recall")
    game.spy("Ada", "Lawsuit").spy("Ada", "Lawsuit").spy("Ada", "Ransomware")
    assert game.can_spy("Ada", "Product Recall")


@pytest.mark.parametrize("preset", ["standard", "quick", "league", "text only"])
def test_presets(preset: str) -> None:
    """CE-34."""
    table = GAME.set_up(EspionageOptions(preset=preset), 2, "preset", BOX)
    play.begin(table)
    terms = table.terms
    assert {
        "standard": (4, 5, True, 8, None, 24),
        "quick": (3, 4, True, 5, 8, 24),
        "league": (4, 5, True, 8, 10, 24),
        "text only": (0, 0, False, None, None, 20),
    }[preset] == (
        terms.peaceful_rounds,
        terms.no_takeover_rounds,
        terms.spotlight,
        terms.levy_after,
        terms.round_limit,
        table.companies[3 - table.first].account,
    )


def test_places_that_win_less_often_begin_with_more() -> None:
    """CE-44: and everybody reads why, unless all begin with the same."""
    opened = meeting(FOUR).everything
    words = next(format_news(GAME, told.news, None) for told in opened if isinstance(told.news, GameOpened))
    assert "<seat:1> 24, <seat:2> 28, <seat:3> 24, <seat:4> 20 (places in the turn order that win less often" in words
    table = GAME.set_up(EspionageOptions(preset="text only"), 4, "places", BOX)
    play.begin(table)
    assert {company.account for company in table.companies.values()} == {20}


def test_what_is_chosen_beside_a_preset_wins() -> None:
    """CE-34."""
    table = GAME.set_up(EspionageOptions(preset="league", round_limit="none", honeymoon="off"), 2, "x", BOX)
    assert (table.terms.round_limit, table.terms.peaceful_rounds, table.terms.spotlight) == (None, 0, True)


def test_the_round_limit_ranks_by_net_worth() -> None:
    """CE-24: then account, then team cards; then equal."""
    game = meeting(FOUR, round_limit="10 rounds", round_number=10).accounts(Ada=20, Bob=25, Cid=22, Dan=25)
    game.in_play("Cid", "Legal Retainer").until_turn("Dan").accounts(Ada=20, Bob=25, Cid=22, Dan=25).end_turn("Dan")
    assert game.places == {"Ada": 4, "Bob": 1, "Cid": 3, "Dan": 1}
    assert sorted(game.winners) == ["Bob", "Dan"]


def test_every_game_ends() -> None:
    """CE-25: without any safeguard after the last round of the box."""
    game = meeting(preset="text only", round_number=60).until_turn("Bob").end_turn("Bob")
    assert game.table.outcome is not None


def test_the_winner_of_another_turn_wins_at_once() -> None:
    """CE-3: the round is not played to its end."""
    game = meeting().accounts(Ada=3, Bob=20).hand("Ada", "Lawsuit").hand("Bob", "Counter-Intelligence")
    game.spy("Ada", "Lawsuit").respond("Bob", "Counter-Intelligence").all_pass()
    assert game.winners == ["Bob"]
    assert not game.table.agenda


def test_blank_cards() -> None:
    assert meeting(blank_card="rich start").account("Ada") == 30
    game = meeting(blank_card="double hiring").hand("Ada", "Intern", "Programmer").hire("Ada", "Intern")
    assert game.hire("Ada", "Programmer").team("Ada") == ["Intern", "Programmer"]
    assert (
        meeting(blank_card="full refund").in_play("Ada", "Office Tower").sell("Ada", "Office Tower").account("Ada")
        == 28
    )
    assert len(meeting(blank_card="double draw").until_turn("Ada").cards("Ada")) == 2
    game = meeting(blank_card="big hands").hand("Ada", *TEAM, "Founder", "Lawsuit", "Poach", "Wiretap", "Loophole")
    assert game.end_turn("Ada").is_on("Bob")


def test_the_dance() -> None:
    game = meeting(dance=True).accounts(Bob=1).in_play("Bob", *TEAM).hand("Ada", "Lawsuit").spy("Ada", "Lawsuit")
    assert [news.dance for news in game.news(Bankrupt)] == [True]
    assert any("dance" in line for line in game.read_by("Bob"))


def test_conceding_ends_a_duel() -> None:
    game = meeting().concede("Ada")
    assert game.winners == ["Bob"]


def test_liquidate_in_the_own_turn() -> None:
    game = meeting().in_play("Ada", "Firewall", "Office Tower")
    assert {"Liquidate Firewall for 1", "Liquidate Office Tower for 4"} <= set(game.labels("Ada"))
    assert game.offers("Ada", Liquidate(number=game.number("Ada", "Firewall")))


def test_nobody_wins_in_debt() -> None:
    """CE-21: an eliminated Bob does not free Ada from settling her debts."""
    game = meeting(levy="after round 8", round_number=12).in_play("Ada", "Office Tower").until_turn("Bob")
    game.accounts(Ada=6, Bob=9).in_play("Bob", "Espresso Machine").end_turn("Bob")
    assert game.asked == ["Bob"]
    game.do("Bob", GiveUp())
    assert game.winners == []
    assert game.asked == ["Ada"]
    game.sell("Ada", "Office Tower")
    assert (game.winners, game.account("Ada"), game.inventory("Ada")) == (["Ada"], 0, [])


def test_before_somebody_is_hired_fired_or_sold_one_reads_all_that_it_brings_or_costs() -> None:
    game = meeting().hand("Ada", "Sales Rep", "Offshore Account").in_play("Ada", "Programmer", "Insurance Policy")
    question = game.question("Ada")
    assert isinstance(question, Choose)
    hints = {option.label: option.hint for option in question.options}
    full = {option.label: option.full for option in question.options}
    assert full["Hire Sales Rep for 3"] == "Income 4, overhead 2. Leaves 17 points; +5 each turn instead of +3."
    assert full["Purchase Offshore Account for 2"].endswith("Leaves 18 points.")
    assert hints["Fire Programmer"] == "You lose it: Income 5, overhead 2."
    assert hints["Purchase Offshore Account for 2"].endswith("cannot be aimed at you.")
    assert hints["Liquidate Insurance Policy for 3"].endswith("after other reductions.")
