"""A whole year, worked out by hand and played through the engine."""

from __future__ import annotations

from bot.games.goodwill import GAME
from bot.games.goodwill.components import AMBER, BLACK, CHARCOAL, CRIMSON, OIL, WORKFORCE
from bot.games.goodwill.example import ANN, BOB, CY, EXAMPLE
from bot.games.goodwill.news import (
    InformationsRevealed,
    Innovated,
    NoTrade,
    ScandalBroke,
    Swap,
    Taxed,
    YearReviewed,
    Yielded,
)
from tests.games.goodwill.dealing import FOUR, Evening, goodwill


def worked_year() -> Evening:
    """The setup, with tokens, bosses and informations laid out by name."""
    game = goodwill().with_bosses(Amber="Cosima", Black="Fabiola", Crimson="Gunnar")
    game.with_tokens(AMBER, oil=2, workforce=1).with_tokens(BLACK, charcoal=2, workforce=1)
    game.with_tokens(CRIMSON, oil=1, charcoal=1, workforce=1)
    return game.with_informations(
        (70, "Tanker strike"), (90, "World fair"), (20, "Smoke levy"), (40, "Black: poisoned river")
    )


def test_nothing_is_traded_and_nobody_votes() -> None:
    game = worked_year().quiet_year()
    assert len(game.told(NoTrade)) == 6
    assert game.cash == dict.fromkeys(FOUR.split(), 100)
    assert game.asked == FOUR.split()


def test_the_smoke_levy_is_dropped() -> None:
    game = worked_year().quiet_year()
    (revealed,) = game.told(InformationsRevealed)
    assert revealed.dropped.name == "Smoke levy"
    assert [card.name for card in revealed.played] == ["World fair", "Tanker strike", "Black: poisoned river"]
    assert game.asked == FOUR.split()


def test_world_fair() -> None:
    game = worked_year().quiet_year()
    assert game.told(Innovated)[0].swaps == [
        Swap(company=AMBER, boss="Cosima", old=WORKFORCE, new=OIL),
        Swap(company=CRIMSON, boss="Gunnar", old=WORKFORCE, new=OIL),
    ]
    (saving,) = game.told(Yielded)[0].savings
    assert (saving.company, saving.resource) == (CRIMSON, OIL)
    assert game.asked == FOUR.split()


def test_tanker_strike() -> None:
    game = worked_year().quiet_year()
    assert game.prices == {OIL: 20, CHARCOAL: 10, WORKFORCE: 10}
    (saving,) = game.told(Yielded)[1].savings
    assert (saving.company, saving.resource) == (CRIMSON, None)
    assert game.asked == FOUR.split()


def test_black_poisoned_river() -> None:
    game = worked_year().quiet_year()
    (scandal,) = game.told(ScandalBroke)
    assert (scandal.company, scandal.boss) == (BLACK, "Fabiola")
    assert scandal.after == {AMBER: 35, BLACK: 25, CRIMSON: 40}
    (tax,) = game.told(Taxed)
    assert tax.bills == {AMBER: 0, BLACK: 20, CRIMSON: 10}
    assert game.asked == FOUR.split()


def test_how_the_companies_stand_before_the_review() -> None:
    game = worked_year().events()
    assert game.capital == {AMBER: 110, BLACK: 80, CRIMSON: 90}
    assert game.market_shares == {AMBER: 35, BLACK: 25, CRIMSON: 40}
    assert game.tokens(AMBER) == {OIL: 3}
    assert game.tokens(BLACK) == {CHARCOAL: 2, WORKFORCE: 1}
    assert game.tokens(CRIMSON) == {OIL: 1, CHARCOAL: 1}
    assert game.bosses == {AMBER: "Cosima", BLACK: None, CRIMSON: "Gunnar"}
    assert game.boss_pile[-1] == "Fabiola"
    assert game.review().asked == FOUR.split()


def test_the_review() -> None:
    game = worked_year().quiet_year()
    (year,) = game.told(YearReviewed)
    assert {one.company: one.net_income for one in year.statements} == {AMBER: -30, BLACK: -5, CRIMSON: -5}
    assert game.capital == {AMBER: 80, BLACK: 75, CRIMSON: 85}
    assert year.share_values == {AMBER: 8, BLACK: 8, CRIMSON: 9}
    assert game.table.year == 1954
    assert game.waiting == "Amber: first price"
    assert game.asked == FOUR.split()


def test_what_everybody_reads_at_the_end_of_the_year() -> None:
    game = worked_year().quiet_year()
    text = next(text for text in game.reads(None) if text.startswith("1953 is over"))
    assert text.splitlines() == [
        "1953 is over: all have $158. Shares: Amber $8 (-$3), Black $8 (-$2), Crimson $9 (-$1).",
        "Came true: World fair, Tanker strike, Black: poisoned river. Not played: Smoke levy",
        "In charge: Cosima at Amber, nobody at Black, Gunnar at Crimson",
        "Cash plus shares: Julien $158, Fred $158, Eric $158, Chris $158",
        "World fair (rank 90): Innovation 3: Amber swaps workforce for oil (Cosima); "
        "Crimson swaps workforce for oil (Gunnar). Yield 3: Crimson saves one oil (Gunnar).",
        "Tanker strike (rank 70): Oil rises from $10 to $20. Yield 3: Crimson has no double resource to save (Gunnar).",
        "Black: poisoned river (rank 40): Scandal at Black: Fabiola must leave; "
        "market share Amber 30 % → 35 %, Black 35 % → 25 %, Crimson 35 % → 40 %. "
        "Tax on charcoal: Black -$20, Crimson -$10.",
        "Amber: income 35 - 60 for resources - 5 for the boss = -$30; capital $110 → $80",
        "Black: income 25 - 30 for resources - 0 for the boss = -$5; capital $80 → $75",
        "Crimson: income 40 - 30 for resources - 15 for the boss = -$5; capital $90 → $85",
    ]
    assert game.asked == FOUR.split()


def test_the_example_of_the_rulebook_comes_out_as_it_is_told() -> None:
    chapter = next(one.text for one in GAME.rulebook if one.title == EXAMPLE.chapter)
    words, table = " ".join(chapter.split()), EXAMPLE.played()
    table.audit()
    amber, black, crimson = (table.companies[company] for company in (AMBER, BLACK, CRIMSON))
    assert f"Its capital is now ${amber.capital}" in words
    assert f"has {amber.market_share} %" in words
    assert (black.capital, crimson.capital) == (110, 115)
    assert (table.prices[OIL], table.prices[CHARCOAL], table.prices[WORKFORCE]) == (10, 0, 15)
    assert GAME.wording.worth is not None
    ann, bob, cy = (GAME.wording.worth(GAME.view(table, seat)) for seat in (ANN, BOB, CY))
    assert f"She has ${ann} in all, Cy ${cy} and Bob ${bob}." in words
