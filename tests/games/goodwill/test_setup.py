"""Set up; Special case; 4 Player-games."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.games.goodwill import GAME
from bot.games.goodwill.components import AMBER, BLACK, BOX, COMPANIES, CRIMSON
from bot.games.goodwill.news import GameOpened, SharesDealt
from bot.games.goodwill.rules.alternative_modes import GoodwillOptions
from bot.games.goodwill.table import Goodwill
from tests.games.goodwill.dealing import goodwill

SIX = ["Julien", "Fred", "Eric", "Chris", "Vincent", "Anna"]
EVERY_NUMBER = pytest.mark.parametrize("players", range(2, 7))


def dealt(players: int = 4, seed: str = "a deal", **options: object) -> Goodwill:
    return GAME.set_up(GoodwillOptions.model_validate(options), players, seed, BOX)


def test_two_to_six_players() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6]


def test_safes_and_market_share_arrows() -> None:
    game = goodwill()
    assert game.capital == {AMBER: 110, BLACK: 100, CRIMSON: 100}
    assert game.market_shares == {AMBER: 30, BLACK: 35, CRIMSON: 35}
    assert game.asked == ["Julien", "Fred", "Eric", "Chris"]
    assert game.waiting == "Amber: first price"


def test_three_random_tokens_for_each_company_of_six_of_each_resource() -> None:
    layouts = set()
    for seed in range(30):
        table = dealt(seed=str(seed))
        used: Counter[str] = Counter()
        for board in table.companies.values():
            assert sum(board.tokens.values()) == 3
            used.update(board.tokens)
        assert max(used.values()) <= 6
        layouts.add(tuple(tuple(board.tokens.values()) for board in table.companies.values()))
    assert len(layouts) > 15


def test_every_resource_costs_10() -> None:
    assert dealt().prices == {"oil": 10, "charcoal": 10, "workforce": 10}


def test_a_boss_for_each_company_three_available_and_four_in_the_pile() -> None:
    table = dealt()
    in_charge = [board.boss for board in table.companies.values()]
    assert None not in in_charge
    assert len(table.available) == 3
    assert len(table.boss_pile.cards) == 4
    assert len({*in_charge, *table.available, *table.boss_pile.cards}) == 10


def test_events_and_percentages_are_shuffled_face_down() -> None:
    table = dealt()
    assert len(set(table.event_deck)) == len(table.event_deck) == len(BOX.deck(with_optional=False))
    assert sorted(table.percentage_deck) == list(range(0, 101, 10))
    assert table.percentage_deck != sorted(table.percentage_deck)
    assert table.event_deck != dealt(seed="another deal").event_deck


@EVERY_NUMBER
def test_everybody_gets_100_dollars(players: int) -> None:
    assert [investor.cash for investor in dealt(players).investors.values()] == [100] * players


@pytest.mark.parametrize(("players", "each"), [(2, 15), (3, 10), (4, 7), (5, 6), (6, 5)])
def test_all_shares_are_dealt_and_everybody_gets_as_many(players: int, each: int) -> None:
    table = dealt(players)
    assert [sum(investor.shares.values()) for investor in table.investors.values()] == [each] * players
    for company in COMPANIES:
        in_play = 8 if (players, company) == (4, CRIMSON) else 10
        assert sum(investor.shares[company] for investor in table.investors.values()) == in_play


def test_special_case_with_four_players_two_crimson_shares_stay_out() -> None:
    game = goodwill()
    assert sum(game.shares(CRIMSON).values()) == 8
    assert sum(game.shares(BLACK).values()) == 10
    assert game.asked == ["Julien", "Fred", "Eric", "Chris"]


def test_special_case_with_two_players_each_gets_five_of_each_company() -> None:
    for seed in ("one", "two"):
        for investor in dealt(2, seed).investors.values():
            assert investor.shares == {AMBER: 5, BLACK: 5, CRIMSON: 5}


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_shares_are_dealt_at_random(players: int) -> None:
    hands = {tuple(dealt(players, str(seed)).investors[1].shares.values()) for seed in range(20)}
    assert len(hands) > 5


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_six_votes_are_needed_at_every_company(players: int) -> None:
    assert [dealt(players).threshold(company) for company in COMPANIES] == [6, 6, 6]


def test_with_four_players_five_votes_are_enough_at_crimson() -> None:
    """GW-4: only Crimson has eight shares; five of them are the majority plus one."""
    assert [dealt(4).threshold(company) for company in COMPANIES] == [6, 6, 5]


def test_with_four_players_five_votes_everywhere_if_the_table_reads_it_so() -> None:
    """GW-4: the literal reading is an option."""
    table = dealt(4, four_player_threshold="all companies")
    assert [table.threshold(company) for company in COMPANIES] == [5, 5, 5]


@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_the_option_for_four_players_changes_nothing_for_others(players: int) -> None:
    table = dealt(players, four_player_threshold="all companies")
    assert [table.threshold(company) for company in COMPANIES] == [6, 6, 6]


@EVERY_NUMBER
def test_the_first_question_is_everybodys_price_for_amber(players: int) -> None:
    game = goodwill(" ".join(SIX[:players]))
    assert game.asked == SIX[:players]
    assert game.waiting == "Amber: first price"


def test_everybody_is_told_what_lies_on_the_table() -> None:
    game = goodwill(seed="another evening")
    (opened,) = game.told(GameOpened)
    (shares,) = game.told(SharesDealt)
    assert (opened.first, opened.last) == (1953, 1957)
    assert len({*opened.bosses.values(), *opened.available}) == 6
    assert shares.cash == 100
    assert all(sum(hand.values()) == 7 for hand in shares.shares.values())
    spectator = " ".join(game.reads(None))
    assert all(boss in spectator for boss in opened.available)
    assert game.asked == ["Julien", "Fred", "Eric", "Chris"]


def test_the_same_seed_deals_the_same_table() -> None:
    assert dealt(5, "twice") == dealt(5, "twice")
    assert dealt(5, "twice") != dealt(5, "thrice")


@pytest.mark.parametrize("players", range(2, 7))
def test_leads_change_every_year(players: int) -> None:
    """GW-2: the lead is seat 1 in the first year and moves on by one seat a year."""
    game = goodwill(" ".join(SIX[:players]), length="long")
    leads = []
    while not game.places:
        leads.append(game.table.lead)
        game.quiet_year()
    assert len(leads) >= 1
    assert leads == [index % players + 1 for index in range(len(leads))]
