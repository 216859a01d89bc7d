"""3 - Events; Effects of the Event cards; Special case for advertising."""

from __future__ import annotations

import pytest

from bot.games.goodwill import GAME
from bot.games.goodwill.components import (
    AMBER,
    BLACK,
    BOX,
    CHARCOAL,
    COMPANIES,
    CRIMSON,
    OIL,
    RESOURCES,
    WORKFORCE,
    AdvertisingEffect,
    BossShuffleEffect,
    Company,
    FundingEffect,
    GoodwillBox,
    InnovationEffect,
    NoEffect,
    PolicyLine,
    PriceEffect,
    Resource,
    ScandalEffect,
    TaxEffect,
    YieldEffect,
)
from bot.games.goodwill.news import (
    Advertised,
    InformationsRevealed,
    Innovated,
    PriceMoved,
    ScandalBroke,
    Taxed,
    WentBankrupt,
    YearReviewed,
)
from bot.games.goodwill.rules.alternative_modes import GoodwillOptions
from bot.games.goodwill.rules.events import advertised, after_scandal, playing_order
from bot.games.goodwill.table import Goodwill
from bot.testing.random_games import Case, play_random_game
from tests.games.goodwill.dealing import FOUR, Evening, goodwill

EVERYBODY = FOUR.split()
ORDER = ((80, "Pipeline opened"), (50, "New wells abroad"), (30, "Tanker strike"), (10, "World fair"))


def bosses(**names: str | None) -> Evening:
    return goodwill().with_bosses(**names)


def goes_on(game: Evening) -> bool:
    """Whether, after the review, everybody is asked about the first company that is left."""
    year = game.table.year
    game.review()
    first = game.table.living[0]
    return game.table.year == year + 1 and game.asked == EVERYBODY and game.waiting == f"{first}: first price"


# Which events come true


def test_example_the_lowest_percentage_is_dropped_and_the_others_come_in_descending_order() -> None:
    game = goodwill().with_informations(*reversed(ORDER)).events()
    (revealed,) = game.told(InformationsRevealed)
    assert [card.percentage for card in revealed.played] == [80, 50, 30]
    assert [card.name for card in revealed.played] == ["Pipeline opened", "New wells abroad", "Tanker strike"]
    assert (revealed.dropped.percentage, revealed.dropped.name) == (10, "World fair")
    assert goes_on(game)


def test_all_four_are_turned_up_for_everybody() -> None:
    game = goodwill().with_informations(*ORDER).events()
    text = " ".join(game.reads(None))
    assert all(f"{name} (rank {percentage})" in text for percentage, name in ORDER)
    assert goes_on(game)


def test_the_dropped_event_does_nothing() -> None:
    game = goodwill()
    game.with_informations((80, "Baby boom"), (50, "Wage agreement"), (30, "Mild winter"), (10, "Fuel duty")).events()
    assert game.told(Taxed) == []
    assert goes_on(game)


def test_dropped_and_played_cards_go_back_into_their_decks() -> None:
    game = goodwill().with_informations(*ORDER).events().review()
    assert len(game.table.event_deck) + len(game.table.slots) == len(BOX.deck(with_optional=False))
    assert sorted([*game.table.percentage_deck, *(pair.percentage for pair in game.table.slots)]) == list(
        range(0, 101, 10)
    )
    assert game.asked == EVERYBODY


def test_of_equal_percentages_the_lower_slot_counts_as_higher() -> None:
    """GW-17: only another box has equal ones."""
    assert playing_order([30, 50, 30, 50]) == [2, 4, 1, 3]
    box = BOX.model_copy(update={"percentages": (40,) * 11})
    names = ("Tanker strike", "Pipeline opened", "New wells abroad", "World fair")
    game = goodwill(box=box).with_informations(*((40, name) for name in names)).events()
    (revealed,) = game.told(InformationsRevealed)
    assert [card.name for card in revealed.played] == ["Tanker strike", "Pipeline opened", "New wells abroad"]
    assert revealed.dropped.name == "World fair"
    assert goes_on(game)


def test_left_effect_before_the_right_one() -> None:
    """World fair: after the innovation the company uses one resource three times, and can save one."""
    game = bosses(Amber="Gunnar", Black="Fabiola", Crimson="Mitsy").with_tokens(AMBER, oil=2, workforce=1)
    game.effect(InnovationEffect(level=3), YieldEffect(level=3))
    assert game.tokens(AMBER) == {OIL: 2}
    assert goes_on(game)


def test_right_before_left_would_have_been_different() -> None:
    game = bosses(Amber="Gunnar", Black="Fabiola", Crimson="Mitsy").with_tokens(AMBER, oil=2, workforce=1)
    game.effect(YieldEffect(level=3), InnovationEffect(level=3))
    assert game.tokens(AMBER) == {OIL: 2}
    assert goes_on(game)
    game = bosses(Amber="Gunnar", Black="Fabiola", Crimson="Mitsy").with_tokens(AMBER, oil=1, charcoal=1, workforce=1)
    game.effect(YieldEffect(level=3), InnovationEffect(level=3))
    assert game.tokens(AMBER) == {OIL: 2, CHARCOAL: 1}
    assert goes_on(game)


def test_every_event_card_has_a_left_and_a_right_effect_in_the_story_of_the_year() -> None:
    game = goodwill().with_informations(*ORDER).events().review()
    (year,) = game.told(YearReviewed)
    assert [story.name for story in year.stories] == ["Pipeline opened", "New wells abroad", "Tanker strike"]
    assert [[change.kind for change in story.changes] for story in year.stories] == [
        ["price moved", "advertised"],
        ["price moved", "innovated"],
        ["price moved", "yielded"],
    ]
    assert year.dropped == "World fair"
    assert game.asked == EVERYBODY


# 1) Price variations for the resources


@pytest.mark.parametrize(
    ("start", "delta", "end"),
    [(10, 10, 20), (20, 10, 25), (5, -10, 0), (10, 5, 15), (10, -5, 5), (25, 5, 25), (0, -5, 0), (25, -10, 15)],
)
@pytest.mark.parametrize("resource", [OIL, CHARCOAL, WORKFORCE])
def test_price_variations_stay_between_0_and_25(resource: Resource, start: int, delta: int, end: int) -> None:
    game = goodwill().with_prices(**{resource: start}).effect(PriceEffect(resource=resource, delta=delta))
    others = {other: 10 for other in (OIL, CHARCOAL, WORKFORCE) if other != resource}
    assert game.prices == {**others, resource: end}
    assert game.told(PriceMoved) == [PriceMoved(resource=resource, before=start, after=end)]
    assert goes_on(game)


# 2) Funding


def test_funding_pays_10_per_token() -> None:
    game = goodwill().with_tokens(BLACK, charcoal=2, workforce=1).with_tokens(AMBER, oil=3)
    game.effect(FundingEffect(resource=CHARCOAL, per_token=10))
    assert game.capital == {AMBER: 110, BLACK: 120, CRIMSON: 110}
    assert goes_on(game)


def test_funding_gives_nothing_to_a_bankrupt_company() -> None:
    game = goodwill().with_bankrupt(BLACK).effect(FundingEffect(resource=CHARCOAL, per_token=10))
    assert game.capital == {AMBER: 120, BLACK: 0, CRIMSON: 110}
    assert goes_on(game)


# 3) Tax


def test_tax_takes_10_per_token() -> None:
    game = goodwill().with_tokens(BLACK, charcoal=2, workforce=1).with_tokens(AMBER, oil=3)
    game.effect(TaxEffect(resource=CHARCOAL, per_token=10))
    assert game.capital == {AMBER: 110, BLACK: 80, CRIMSON: 90}
    assert goes_on(game)


def test_a_tax_that_cannot_be_paid_is_bankruptcy() -> None:
    game = goodwill().with_tokens(BLACK, charcoal=3).with_capital(Black=25)
    game.effect(TaxEffect(resource=CHARCOAL, per_token=10))
    assert game.table.living == [AMBER, CRIMSON]
    assert [news.company for news in game.told(WentBankrupt)] == [BLACK]
    assert game.shares(BLACK) == dict.fromkeys(EVERYBODY, 0)
    assert goes_on(game)


def test_a_tax_of_exactly_the_capital_leaves_the_company_alive() -> None:
    game = goodwill().with_tokens(BLACK, charcoal=3).with_capital(Black=30).with_prices(charcoal=10)
    game.effect(TaxEffect(resource=CHARCOAL, per_token=10))
    assert game.capital[BLACK] == 0
    assert BLACK in game.table.living
    game.with_market_shares(Amber=30, Black=40, Crimson=30)
    assert goes_on(game)


def test_companies_that_fail_at_the_same_tax_fail_together() -> None:
    """GW-18: every bill is judged first. GW-21: neither inherits from the other."""
    game = goodwill().with_capital(Amber=5, Black=5).with_market_shares(Amber=40, Black=40, Crimson=20)
    game.effect(TaxEffect(resource=OIL, per_token=10))
    assert [news.company for news in game.told(WentBankrupt)] == [AMBER, BLACK]
    assert game.market_shares == {CRIMSON: 100}
    assert game.capital == {AMBER: 0, BLACK: 0, CRIMSON: 90}
    assert goes_on(game)


def test_three_companies_that_fail_at_the_same_tax_end_the_game() -> None:
    """GW-23: with no company left the game is over at once."""
    game = goodwill().with_capital(Amber=5, Black=5, Crimson=5).effect(TaxEffect(resource=OIL, per_token=10)).review()
    assert game.table.living == []
    assert game.totals == dict.fromkeys(EVERYBODY, 100)
    assert game.asked == []


# Whom innovation, yield and advertising concern


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_boss_must_have_exactly_the_mark_on_the_card(level: int) -> None:
    """A mark of 3 does not answer to a 1 or a 2."""
    game = bosses(Amber="Baldric", Black="Mitsy", Crimson="Dutton")  # yield 1, 2 and 3
    for company in COMPANIES:
        game.with_tokens(company, oil=2, workforce=1)
    game.effect(YieldEffect(level=level))
    saved = [company for company in COMPANIES if game.tokens(company) == {OIL: 1, WORKFORCE: 1}]
    assert saved == [COMPANIES[level - 1]]
    assert goes_on(game)


def test_without_a_boss_a_company_is_not_concerned() -> None:
    game = bosses(Amber=None, Black=None, Crimson=None)
    for company in COMPANIES:
        game.with_tokens(company, oil=2, workforce=1)
    for level in (1, 2, 3):
        game.effect(InnovationEffect(level=level), YieldEffect(level=level), AdvertisingEffect(level=level))
    assert all(game.tokens(company) == {OIL: 2, WORKFORCE: 1} for company in COMPANIES)
    assert game.market_shares == {AMBER: 30, BLACK: 35, CRIMSON: 35}
    assert goes_on(game)


# 4) Innovation


def test_innovation_swaps_one_token_along_the_first_line() -> None:
    game = bosses(Amber="Cosima").with_tokens(AMBER, charcoal=2, workforce=1).effect(InnovationEffect(level=3))
    assert game.tokens(AMBER) == {OIL: 1, CHARCOAL: 1, WORKFORCE: 1}
    assert goes_on(game)


def test_innovation_takes_the_second_line_when_the_first_does_not_apply() -> None:
    game = bosses(Amber="Cosima").with_tokens(AMBER, oil=2, workforce=1).effect(InnovationEffect(level=3))
    assert game.tokens(AMBER) == {OIL: 3}
    assert goes_on(game)


def test_innovation_does_nothing_when_only_wanted_resources_are_left() -> None:
    game = bosses(Amber="Cosima").with_tokens(AMBER, oil=3).effect(InnovationEffect(level=3))
    assert game.tokens(AMBER) == {OIL: 3}
    assert any("Amber has nothing to swap (Cosima)" in text for text in game.reads(None))
    assert goes_on(game)


def five_oil(edition: int = BOX.edition) -> Evening:
    """Five of six oil tokens lie on boards; Cosima at Amber and Gunnar at Crimson want oil for their own bills."""
    game = goodwill(box=BOX.model_copy(update={"edition": edition}))
    game.with_bosses(Amber="Cosima", Black="Fabiola", Crimson="Gunnar").with_tokens(AMBER, workforce=3)
    return game.with_tokens(BLACK, oil=3).with_tokens(CRIMSON, oil=2, workforce=1)


def test_the_last_token_of_a_resource_goes_to_the_company_printed_first_and_then_none_is_left() -> None:
    """GW-38."""
    game = five_oil().effect(InnovationEffect(level=3))
    assert [game.tokens(company) for company in COMPANIES] == [
        {OIL: 1, WORKFORCE: 2},
        {OIL: 3},
        {OIL: 2, WORKFORCE: 1},
    ]
    swaps = "Amber swaps workforce for oil (Cosima); Crimson cannot swap, as the box has no oil left (Gunnar)"
    assert any(swaps in text for text in game.reads(None))
    game.effect(InnovationEffect(level=3))
    assert sum(game.tokens(company).get(OIL, 0) for company in COMPANIES) == 6
    assert goes_on(game)


def test_a_token_that_was_swapped_away_can_be_taken_at_the_next_event() -> None:
    """GW-38."""
    game = bosses(Amber="Esmond", Black="Fabiola", Crimson="Gunnar").with_tokens(AMBER, oil=3)
    game.with_tokens(BLACK, oil=2, workforce=1).with_tokens(CRIMSON, oil=1, workforce=2)
    game.effect(InnovationEffect(level=2), InnovationEffect(level=3))
    assert game.tokens(AMBER) == {OIL: 2, WORKFORCE: 1}
    assert game.tokens(CRIMSON) == {OIL: 2, WORKFORCE: 1}
    assert goes_on(game)


def test_the_tokens_of_a_bankrupt_company_do_not_come_back() -> None:
    """GW-38."""
    game = five_oil().with_tokens(BLACK, oil=3, workforce=0).with_bankrupt(BLACK).effect(InnovationEffect(level=3))
    assert game.tokens(CRIMSON) == {OIL: 2, WORKFORCE: 1}, "Amber took the sixth"
    assert goes_on(game)


def test_where_the_token_of_the_first_line_is_used_up_the_second_line_counts() -> None:
    """GW-38, in a box in which a boss wants different things."""
    wants = (PolicyLine(old="workforce", new="oil"), PolicyLine(old="workforce", new="charcoal"))
    bosses = [boss.model_copy(update={"policy": wants}) if boss.name == "Cosima" else boss for boss in BOX.bosses]
    box = GoodwillBox.model_validate({**BOX.model_dump(), "bosses": [boss.model_dump() for boss in bosses]})
    game = goodwill(box=box).with_bosses(Amber="Cosima", Black="Fabiola")
    game.with_tokens(AMBER, workforce=3).with_tokens(BLACK, oil=3).with_tokens(CRIMSON, oil=3)
    game.effect(InnovationEffect(level=3))
    assert game.tokens(AMBER) == {CHARCOAL: 1, WORKFORCE: 2}
    assert goes_on(game)


def test_in_a_game_begun_before_tokens_are_not_counted() -> None:
    """GW-38, of edition 3."""
    game = five_oil(3).effect(InnovationEffect(level=3), InnovationEffect(level=3), InnovationEffect(level=3))
    assert [game.tokens(company) for company in COMPANIES] == [{OIL: 3}, {OIL: 3}, {OIL: 3}]
    assert goes_on(game)


@pytest.mark.parametrize(("players", "number"), [(2, 7), (5, 6), (5, 11)])
def test_in_whole_games_no_resource_has_more_tokens_on_boards_than_are_in_the_box(players: int, number: int) -> None:
    """GW-38; in these games the bosses would have taken a seventh."""
    most, cannot = 0, False
    options = GoodwillOptions(length="long", fast_mode="yearly sheet")
    for turn in play_random_game(Case(GAME, players, options), f"tokens {number}"):
        assert isinstance(turn.after, Goodwill)
        most = max(most, *(turn.after.tokens_on_boards(resource) for resource in RESOURCES))
        changes = [news for told in turn.played.told if isinstance(news := told.news, Innovated)]
        cannot = cannot or any(swap.new and not swap.old for change in changes for swap in change.swaps)
    assert most == BOX.resources.tokens_of_each == 6
    assert cannot


def test_several_companies_innovate_at_the_same_event() -> None:
    game = bosses(Amber="Baldric", Black="Fabiola", Crimson="Idris")
    game.effect(InnovationEffect(level=1))
    assert game.tokens(AMBER) == {OIL: 1, CHARCOAL: 2}
    assert game.tokens(BLACK) == {OIL: 1, CHARCOAL: 1, WORKFORCE: 1}
    assert game.tokens(CRIMSON) == {CHARCOAL: 2, WORKFORCE: 1}
    assert goes_on(game)


# 5) Yield


def test_yield_removes_one_of_two_equal_tokens() -> None:
    game = bosses(Black="Dutton").with_tokens(BLACK, charcoal=2, workforce=1).effect(YieldEffect(level=3))
    assert game.tokens(BLACK) == {CHARCOAL: 1, WORKFORCE: 1}
    assert goes_on(game)


def test_yield_removes_only_one_of_three_equal_tokens() -> None:
    game = bosses(Black="Dutton").with_tokens(BLACK, charcoal=3).effect(YieldEffect(level=3))
    assert game.tokens(BLACK) == {CHARCOAL: 2}
    assert goes_on(game)


@pytest.mark.parametrize("tokens", [{OIL: 1}, {OIL: 1, CHARCOAL: 1}, {OIL: 1, CHARCOAL: 1, WORKFORCE: 1}])
def test_yield_does_nothing_without_a_double(tokens: dict[str, int]) -> None:
    """So at least one token always remains."""
    game = bosses(Black="Dutton").with_tokens(BLACK, **tokens).effect(YieldEffect(level=3))
    assert game.tokens(BLACK) == tokens
    assert goes_on(game)


# 6) Advertising

ADVERTISING = {"Kasimir": 2, "Fabiola": 2, "Jolande": 2, "Dutton": 0, "Baldric": 0, "Mitsy": 3}


def advertise(before: tuple[int, int, int], winners: tuple[Company, ...]) -> Evening:
    """An advertising event for these companies; a company with -1 is bankrupt."""
    yes, no = iter(["Kasimir", "Fabiola", "Jolande"]), iter(["Dutton", "Baldric", "Mitsy"])
    game = bosses(**{company: next(yes) if company in winners else next(no) for company in COMPANIES})
    shares = dict(zip(COMPANIES, before, strict=True))
    for company in COMPANIES:
        if shares[company] < 0:
            game.with_bankrupt(company)
    game.with_market_shares(**{company: share for company, share in shares.items() if share >= 0})
    return game.effect(AdvertisingEffect(level=2))


@pytest.mark.parametrize(
    ("before", "winners", "after"),
    [
        # one company concerned
        ((30, 35, 35), (AMBER,), (40, 30, 30)),
        ((30, 35, 35), (CRIMSON,), (25, 30, 45)),
        ((90, 5, 5), (BLACK,), (85, 15, 0)),
        ((0, 50, 50), (AMBER,), (10, 45, 45)),
        # one, and one of the two others has nothing
        ((30, 70, 0), (AMBER,), (40, 60, 0)),
        ((0, 70, 30), (CRIMSON,), (0, 60, 40)),
        ((95, 5, 0), (AMBER,), (100, 0, 0)),
        # one, and both others have nothing
        ((100, 0, 0), (AMBER,), (100, 0, 0)),
        # two companies concerned
        ((30, 35, 35), (AMBER, BLACK), (35, 40, 25)),
        ((30, 35, 35), (AMBER, CRIMSON), (35, 25, 40)),
        ((45, 45, 10), (AMBER, BLACK), (50, 50, 0)),
        ((45, 50, 5), (AMBER, BLACK), (45, 55, 0)),
        ((50, 45, 5), (AMBER, BLACK), (55, 45, 0)),
        ((5, 40, 55), (BLACK, CRIMSON), (0, 40, 60)),
        ((50, 50, 0), (AMBER, BLACK), (50, 50, 0)),
        # none, or all three
        ((30, 35, 35), (), (30, 35, 35)),
        ((30, 35, 35), (AMBER, BLACK, CRIMSON), (30, 35, 35)),
        # only two companies left
        ((45, 55, -1), (AMBER,), (55, 45, -1)),
        ((-1, 45, 55), (CRIMSON,), (-1, 35, 65)),
        ((95, -1, 5), (AMBER,), (100, -1, 0)),
        ((0, -1, 100), (CRIMSON,), (0, -1, 100)),
        ((45, 55, -1), (AMBER, BLACK), (45, 55, -1)),
        # only one left
        ((100, -1, -1), (AMBER,), (100, -1, -1)),
    ],
)
def test_special_case_for_advertising(
    before: tuple[int, int, int], winners: tuple[Company, ...], after: tuple[int, int, int]
) -> None:
    game = advertise(before, winners)
    assert game.market_shares == {c: share for c, share in zip(COMPANIES, after, strict=True) if share >= 0}
    assert game.told(Advertised)[-1].concerned == list(winners)
    assert goes_on(game)


def test_what_a_company_does_not_have_cannot_be_taken() -> None:
    """GW-19: a lone winner takes only the last 5 %."""
    assert advertised({AMBER: 95, BLACK: 5}, [AMBER], 5) == {AMBER: 100, BLACK: 0}
    assert advertised({AMBER: 95, BLACK: 0, CRIMSON: 5}, [AMBER], 5) == {AMBER: 100, BLACK: 0, CRIMSON: 0}
    assert goes_on(advertise((95, 0, 5), (AMBER,)))


def test_the_last_five_percent_go_to_the_first_printed_of_two_equal_winners() -> None:
    """GW-2: no market shares in steps of five add up like this, so only the bare rule can show it."""
    assert advertised({AMBER: 5, BLACK: 45, CRIMSON: 45}, [BLACK, CRIMSON], 5) == {AMBER: 0, BLACK: 50, CRIMSON: 45}


# 7) Scandal


@pytest.mark.parametrize(
    ("before", "company", "after"),
    [
        ((30, 35, 35), AMBER, (20, 40, 40)),
        ((30, 35, 35), CRIMSON, (35, 40, 25)),
        ((10, 45, 45), AMBER, (0, 50, 50)),
        ((5, 45, 50), AMBER, (0, 45, 55)),
        ((50, 5, 45), BLACK, (55, 0, 45)),
        ((0, 45, 55), AMBER, (0, 45, 55)),
        ((40, -1, 60), AMBER, (30, -1, 70)),
        ((5, -1, 95), AMBER, (0, -1, 100)),
        ((0, -1, 100), AMBER, (0, -1, 100)),
        ((-1, -1, 100), CRIMSON, (-1, -1, 100)),
    ],
)
def test_scandal(before: tuple[int, int, int], company: Company, after: tuple[int, int, int]) -> None:
    game = goodwill()
    shares = dict(zip(COMPANIES, before, strict=True))
    game.with_bankrupt(*(other for other in COMPANIES if shares[other] < 0))
    game.with_market_shares(**{other: share for other, share in shares.items() if share >= 0})
    boss = game.bosses[company]
    game.effect(ScandalEffect(company=company))
    assert game.market_shares == {c: share for c, share in zip(COMPANIES, after, strict=True) if share >= 0}
    assert game.bosses[company] is None
    assert game.boss_pile[-1] == boss
    assert goes_on(game)


def test_a_scandal_at_a_company_without_a_boss_still_costs_market_share() -> None:
    game = bosses(Amber=None)
    pile = game.boss_pile
    game.effect(ScandalEffect(company=AMBER))
    assert game.market_shares == {AMBER: 20, BLACK: 40, CRIMSON: 40}
    assert game.boss_pile == pile
    assert goes_on(game)


def test_after_a_scandal_nobody_moves_up() -> None:
    game = goodwill()
    available = game.begin().available
    game.effect(ScandalEffect(company=BLACK))
    assert game.bosses[BLACK] is None
    assert game.available == available
    assert goes_on(game)


def test_a_scandal_at_a_bankrupt_company_does_nothing() -> None:
    """GW-22: it has neither boss nor market share."""
    game = goodwill().with_bankrupt(BLACK)
    shares, pile = game.market_shares, game.boss_pile
    game.effect(ScandalEffect(company=BLACK))
    assert game.market_shares == shares
    assert game.boss_pile == pile
    assert game.told(ScandalBroke)[-1].before == {}
    assert any("already bankrupt" in text for text in game.reads(None))
    assert goes_on(game)


def test_the_last_five_percent_after_a_scandal_go_to_the_first_printed_of_two_equals() -> None:
    """GW-2: company order settles ties."""
    assert after_scandal({AMBER: 45, BLACK: 5, CRIMSON: 45}, BLACK, 5) == {AMBER: 50, BLACK: 0, CRIMSON: 45}


# 8) Bosses shuffle


def test_bosses_shuffle() -> None:
    game = bosses(Amber="Cosima", Black="Fabiola", Crimson="Gunnar").effect(BossShuffleEffect())
    assert game.bosses == {AMBER: "Gunnar", BLACK: "Cosima", CRIMSON: "Fabiola"}
    assert goes_on(game)


def test_bosses_shuffle_a_company_without_a_boss_gives_none_but_receives_one() -> None:
    game = bosses(Amber="Cosima", Black=None, Crimson="Gunnar").effect(BossShuffleEffect())
    assert game.bosses == {AMBER: "Gunnar", BLACK: "Cosima", CRIMSON: None}
    assert goes_on(game)


def test_bosses_shuffle_with_two_companies_they_swap() -> None:
    game = bosses(Amber="Cosima", Black="Fabiola", Crimson="Gunnar").with_bankrupt(BLACK).effect(BossShuffleEffect())
    assert game.bosses == {AMBER: "Gunnar", BLACK: None, CRIMSON: "Cosima"}
    assert goes_on(game)


def test_bosses_shuffle_with_one_company_nothing_happens() -> None:
    game = bosses(Crimson="Gunnar").with_bankrupt(AMBER, BLACK).effect(BossShuffleEffect())
    assert game.bosses == {AMBER: None, BLACK: None, CRIMSON: "Gunnar"}
    assert goes_on(game)


def test_no_second_effect() -> None:
    game = goodwill()
    capital, shares = game.capital, game.market_shares
    game.effect(NoEffect())
    assert game.capital == capital
    assert game.market_shares == shares
    assert goes_on(game)
