"""Contents: the program's own box, and an operator's own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from bot.engine.questions import Number
from bot.games.goodwill.components import (
    AMBER,
    BLACK,
    BOX,
    COMPANIES,
    CRIMSON,
    OIL,
    FundingEffect,
    GoodwillBox,
    PriceEffect,
    ScandalEffect,
    TaxEffect,
)
from bot.games.goodwill.news import LotSold
from tests.games.goodwill.dealing import goodwill

Raw = dict[str, Any]


def raw() -> Raw:
    """The program's own box as an operator would read it."""
    return BOX.model_dump(mode="json")


def problems(box: Raw) -> str:
    """What the operator reads about this box."""
    with pytest.raises(ValidationError) as wrong:
        GoodwillBox.model_validate(box)
    return "\n".join(f"{'.'.join(map(str, error['loc']))}: {error['msg']}" for error in wrong.value.errors())


# The program's own box


def test_contents() -> None:
    assert len(BOX.events) == 25
    assert len(BOX.percentages) == 11
    assert len(BOX.bosses) == 10
    assert len(BOX.derivatives) == 9
    assert BOX.shares_per_company == 10
    assert BOX.resources.tokens_of_each * 3 == 18


def test_percentages() -> None:
    """GW-1: 0 to 100 in tens, all different."""
    assert BOX.percentages == tuple(range(0, 101, 10))


def test_one_event_is_optional() -> None:
    assert [event.name for event in BOX.events if event.optional] == ["The great reshuffle"]
    assert len(BOX.deck(with_optional=False)) == 24
    assert len(BOX.deck(with_optional=True)) == 25


def effects() -> list[Any]:
    return [effect for event in BOX.events if not event.optional for effect in (event.left, event.right)]


def test_price_effects_add_up_to_nothing() -> None:
    """GW-1."""
    moves: dict[str, list[int]] = {}
    for effect in effects():
        if isinstance(effect, PriceEffect):
            moves.setdefault(effect.resource, []).append(effect.delta)
    assert {resource: sorted(deltas) for resource, deltas in moves.items()} == {
        "oil": [-5, -5, 10],
        "charcoal": [-10, 5, 5],
        "workforce": [-5, -5, 5, 5],
    }


def test_how_often_each_effect_occurs() -> None:
    """GW-1."""
    assert len(effects()) == 48
    assert Counter(effect.kind for effect in effects()) == {
        "price": 10,
        "funding": 6,
        "tax": 5,
        "innovation": 11,
        "yield": 8,
        "advertising": 5,
        "scandal": 3,
    }
    levels = Counter((effect.kind, effect.level) for effect in effects() if hasattr(effect, "level"))
    assert [levels["innovation", level] for level in (1, 2, 3)] == [3, 4, 4]
    assert [levels["yield", level] for level in (1, 2, 3)] == [2, 3, 3]
    assert [levels["advertising", level] for level in (1, 2, 3)] == [1, 1, 3]
    assert sorted(effect.company for effect in effects() if isinstance(effect, ScandalEffect)) == list(COMPANIES)
    money = [effect for effect in effects() if isinstance(effect, FundingEffect | TaxEffect)]
    assert {effect.per_token for effect in money} == {10}


EVENTS = {
    "Pipeline opened": "oil -5, advertising 3",
    "Tanker strike": "oil +10, yield 3",
    "New wells abroad": "oil -5, innovation 2",
    "Town gas revival": "funding charcoal, innovation 1",
    "Heating coal rationed": "charcoal +5, innovation 3",
    "Rich seam found": "charcoal -10, yield 2",
    "Mild winter": "funding workforce, advertising 2",
    "Flooded pits": "charcoal +5, yield 1",
    "General strike": "workforce +5, advertising 3",
    "Conscripts come home": "workforce -5, innovation 3",
    "Baby boom": "workforce -5, yield 3",
    "Wage agreement": "workforce +5, yield 1",
    "Oil exploration grant": "funding oil, innovation 1",
    "Coal renewal plan": "funding charcoal, yield 2",
    "Full employment bonus": "funding workforce, tax oil",
    "Fuel duty": "tax oil, innovation 2",
    "Smoke levy": "tax charcoal, innovation 1",
    "Payroll tax": "tax workforce, innovation 2",
    "Amber: forged accounts": "scandal Amber, innovation 3",
    "Black: poisoned river": "scandal Black, tax charcoal",
    "Crimson: bribed minister": "scandal Crimson, funding oil",
    "World fair": "innovation 3, yield 3",
    "Engineering prize": "yield 2, advertising 1",
    "Television launch": "advertising 3, innovation 2",
    "The great reshuffle": "boss_shuffle, none",
}


def short(effect: Any) -> str:
    if isinstance(effect, PriceEffect):
        return f"{effect.resource} {effect.delta:+}"
    rest = [str(getattr(effect, field)) for field in ("resource", "level", "company") if hasattr(effect, field)]
    return " ".join([effect.kind, *rest])


def test_event_cards() -> None:
    """GW-1."""
    assert {event.name: f"{short(event.left)}, {short(event.right)}" for event in BOX.events} == EVENTS


BOSSES = {
    # salary, innovation, yield, advertising, policy, pays dividends
    "Mitsy": (15, 0, 2, 3, "", True),
    "Baldric": (5, 1, 1, 0, "workforce charcoal, oil charcoal", True),
    "Cosima": (5, 3, 0, 1, "charcoal oil, workforce oil", False),
    "Dutton": (5, 0, 3, 0, "", True),
    "Esmond": (10, 2, 2, 1, "oil workforce, charcoal workforce", False),
    "Fabiola": (5, 0, 1, 2, "", True),
    "Gunnar": (15, 3, 3, 2, "workforce oil, charcoal oil", False),
    "Idris": (10, 1, 0, 3, "oil charcoal, workforce charcoal", False),
    "Jolande": (10, 2, 3, 2, "charcoal workforce, oil workforce", False),
    "Kasimir": (5, 0, 0, 2, "", True),
}


def test_boss_cards() -> None:
    """GW-1."""
    assert {
        boss.name: (
            boss.salary,
            *(boss.marks[skill] for skill in ("innovation", "yield", "advertising")),
            ", ".join(f"{line.old} {line.new}" for line in boss.policy),
            boss.pays_dividends,
        )
        for boss in BOX.bosses
    } == BOSSES


def test_only_bosses_with_an_innovation_mark_have_a_policy() -> None:
    assert all(bool(boss.policy) == (boss.marks["innovation"] > 0) for boss in BOX.bosses)


# An operator's own box


def test_an_operators_own_box_survives_the_trip_through_a_file() -> None:
    assert GoodwillBox.model_validate_json(BOX.model_dump_json()) == BOX


def test_an_operators_own_box_is_used() -> None:
    box = raw()
    box["cash"] = 250
    box["companies"] = {
        AMBER: {"capital": 200, "market_share": 50},
        BLACK: {"capital": 150, "market_share": 25},
        CRIMSON: {"capital": 95, "market_share": 25},
    }
    box["resources"]["price"] = 15
    box["bosses"] = box["bosses"][:6]
    box["bosses"][0]["name"] = "Mitzi"
    box["events"] = box["events"][:4]
    box["percentages"] = [1, 2, 3, 4]
    box["chalkboard"]["highest"] = 40
    box["calendar"]["normal"] = {"first": 2001, "last": 2002}
    game = goodwill(box=GoodwillBox.model_validate(box))
    assert set(game.cash.values()) == {250}
    assert game.capital == {AMBER: 200, BLACK: 150, CRIMSON: 95}
    assert game.market_shares == {AMBER: 50, BLACK: 25, CRIMSON: 25}
    assert game.prices[OIL] == 15
    assert game.bosses[AMBER] == "Mitzi"
    question = game.question("Julien")
    assert isinstance(question, Number)
    assert question.describe_bounds().startswith("an even whole number from $0 to $40, so that averages")
    assert sorted(pair.percentage for pair in game.table.slots) == [1, 2, 3, 4]
    assert game.quiet_year().table.year == 2002
    game.quiet_year()
    assert game.places
    assert game.asked == []


def test_a_box_with_six_bosses_has_enough_for_everything() -> None:
    """The pile is empty, so the departed boss comes back as available."""
    box = raw()
    box["bosses"] = box["bosses"][:6]
    game = goodwill(box=GoodwillBox.model_validate(box)).with_shares(AMBER, Julien=10)
    old, new = game.until("Amber: candidates for boss").bosses[AMBER], game.available[0]
    game.nominate(Julien=new).ballot(Julien=new)
    assert game.bosses[AMBER] == new
    assert game.available[0] == old
    assert game.waiting == "Black: first price"


def test_a_lowest_bid_of_ones_own() -> None:
    box = raw()
    box["auction"]["lowest_bid"] = 5
    game = goodwill(box=GoodwillBox.model_validate(box), derivatives="auction").with_cash(Fred=4)
    assert game.asked == ["Julien", "Eric", "Chris"]
    game.bid(Julien=30, Eric=4)
    assert [(game.name(news.buyer), news.price) for news in game.told(LotSold)] == [("Julien", 5)]
    assert game.waiting.startswith("Auction 2 of 3")


Spoil = Callable[[Raw], None]


def put(*path: str | int, value: Any) -> Spoil:
    """Write a value into the box."""

    def spoil(box: Raw) -> None:
        inside: Any = box
        for step in path[:-1]:
            inside = inside[step]
        inside[path[-1]] = value

    return spoil


def drop(*path: str | int) -> Spoil:
    """Take something out of the box."""

    def spoil(box: Raw) -> None:
        inside: Any = box
        for step in path[:-1]:
            inside = inside[step]
        del inside[path[-1]]

    return spoil


WRONG: dict[str, tuple[Spoil, str]] = {
    # fault: its cause, and the operator's message
    "two events with one id": (put("events", 1, "id", value="E01"), r"events: the id E01 is used more than once"),
    "two bosses with one id": (put("bosses", 1, "id", value="B01"), r"bosses: the id B01 is used more than once"),
    "two derivatives with one id": (put("derivatives", 1, "id", value="D1"), r"derivatives: the id D1 is used"),
    "two events with one name": (
        put("events", 1, "name", value="Pipeline opened"),
        r"events: two cards are called Pipeline opened",
    ),
    "two bosses with one name": (put("bosses", 1, "name", value="Mitsy"), r"bosses: two cards are called Mitsy"),
    "capital off the scale": (
        put("companies", AMBER, "capital", value=111),
        r"capital of Amber is 111; it must be a multiple of 5",
    ),
    "market share off the scale": (
        put("companies", AMBER, "market_share", value=31),
        r"market share of Amber is 31; it must be a multiple of 5",
    ),
    "market shares that are not the whole market": (
        put("companies", AMBER, "market_share", value=40),
        r"the market shares add up to 110; they must add up to 100",
    ),
    "salary off the scale": (put("bosses", 0, "salary", value=7), r"salary of Mitsy is 7; it must be a multiple of 5"),
    "negative salary": (put("bosses", 0, "salary", value=-5), r"bosses\.0\.salary: .*greater than or equal to 0"),
    "first price off the scale": (put("resources", "price", value=12), r"first resource price is 12"),
    "first price above the highest": (
        put("resources", "price", value=30),
        r"the first price 30 must lie between 0 and 25",
    ),
    "price variation off the scale": (
        put("events", 0, "left", "delta", value=-3),
        r"price of event Pipeline opened is -3; it must be a multiple of 5",
    ),
    "price variation off the scale on the left, and a good one on the right": (
        put(
            "events",
            0,
            value={
                "id": "E01",
                "name": "Pipeline opened",
                "left": {"kind": "price", "resource": "oil", "delta": -3},
                "right": {"kind": "price", "resource": "charcoal", "delta": 5},
            },
        ),
        r"price of event Pipeline opened is -3; it must be a multiple of 5",
    ),
    "funding off the scale": (
        put("events", 3, "left", "per_token", value=12),
        r"funding of event Town gas revival is 12",
    ),
    "tax off the scale": (put("events", 15, "left", "per_token", value=12), r"tax of event Fuel duty is 12"),
    "a tax that pays": (put("events", 15, "left", "per_token", value=-10), r"greater than 0"),
    "too few bosses": (
        lambda box: put("bosses", value=box["bosses"][:5])(box),
        r"bosses: found 5, but at least 6 are needed",
    ),
    "too few percentages": (put("percentages", value=[10, 20, 30]), r"percentages: found 3, but at least 4 are needed"),
    "a percentage above 100": (put("percentages", 0, value=110), r"percentages: 110 is not between 0 and 100"),
    "a percentage below 0": (put("percentages", 0, value=-10), r"percentages: -10 is not between 0 and 100"),
    "too few events": (
        lambda box: put("events", value=[*box["events"][:3], box["events"][24]])(box),
        r"events: at least 4 that are not optional are needed",
    ),
    "a derivative that compares a company with itself": (
        put("derivatives", 6, "condition", "right", value=AMBER),
        r"D7 compares Amber with itself",
    ),
    "a derivative that pays nothing": (
        put("derivatives", 0, "pays", value=0),
        r"derivatives\.0\.pays: .*greater than 0",
    ),
    "a company is missing": (drop("companies", BLACK), r"companies: Black is missing"),
    "a company nobody knows": (
        put("companies", "Dun", value={"capital": 100, "market_share": 0}),
        r"companies\.Dun.*'Amber', 'Black' or 'Crimson'",
    ),
    "too few tokens": (put("resources", "tokens_of_each", value=2), r"not enough tokens for a token on every space"),
    "four spaces": (put("resources", "spaces", value=4), r"resources\.spaces: .*less than or equal to 3"),
    "a length is missing": (drop("calendar", "long"), r"calendar: the long game is missing"),
    "a game that ends before it begins": (
        put("calendar", "short", value={"first": 1958, "last": 1957}),
        r"calendar: the short game ends before it begins",
    ),
    "too few tabs": (put("information", "tabs", value=[[1, 2]] * 5), r"information: 5 tabs, but up to 6 players"),
    "a tab with a slot that is not there": (
        put("information", "tabs", 0, value=[1, 5]),
        r"the tab \[1, 5\] must name different slots from 1 to 4",
    ),
    "a tab with one slot twice": (put("information", "tabs", 0, value=[2, 2]), r"the tab \[2, 2\] must name different"),
    "an empty tab": (put("information", "tabs", 0, value=[]), r"the tab \[\] must name different slots"),
    "the setup for a number of players is missing": (drop("players", "3"), r"the setup for 3 players is missing"),
    "shares that cannot be dealt": (
        put("players", "3", "shares_each", value=9),
        r"3 times 9 shares are not the 30 in play",
    ),
    "shares that cannot be dealt evenly": (
        put("players", "2", "shares_each", value=14),
        r"2 players cannot get 14 shares with the same of each company",
    ),
    "a threshold that nobody can reach": (
        put("players", "4", "thresholds", CRIMSON, value=9),
        r"with 4 players Crimson needs a threshold between 1 and its 8 shares",
    ),
    "no threshold": (
        drop("players", "5", "thresholds", AMBER),
        r"with 5 players Amber needs a threshold between 1 and",
    ),
    "too many objectives": (
        put("players", "5", "objectives", value=2),
        r"5 players cannot get 2 of 9 derivatives",
    ),
    "a chalkboard upside down": (
        put("chalkboard", "highest", value=0),
        r"chalkboard: the highest price must be above the lowest",
    ),
    "a chalkboard upside down for odd prices": (
        lambda box: (put("chalkboard", "lowest", value=50)(box), put("chalkboard", "odd_highest", value=40)(box))[0],
        r"chalkboard: .*odd.*above the lowest",
    ),
    "a boss without a mark": (drop("bosses", 0, "marks", "yield"), r"boss Mitsy needs a mark for yield"),
    "a boss with a mark of 4": (put("bosses", 0, "marks", "yield", value=4), r"boss Mitsy has yield 4; a mark is 0, 1"),
    "a policy without innovation": (
        put("bosses", 2, "marks", "innovation", value=0),
        r"boss Cosima has a policy but innovation 0",
    ),
    "innovation without a policy": (
        put("bosses", 2, "policy", value=[]),
        r"boss Cosima has an innovation mark but no policy",
    ),
    "a policy that swaps a resource for itself": (
        put("bosses", 2, "policy", 0, value={"old": "oil", "new": "oil"}),
        r"boss Cosima swaps oil for itself",
    ),
    "a resource nobody knows": (
        put("events", 0, "left", "resource", value="gas"),
        r"'oil', 'charcoal' or 'workforce'",
    ),
    "an effect nobody knows": (put("events", 0, "left", "kind", value="luck"), r"'price', 'funding', 'tax'"),
    "a level of 4": (put("events", 0, "right", "level", value=4), r"level: .*less than or equal to 3"),
    "an event without a name": (put("events", 0, "name", value=""), r"(?i)name"),
    "a boss without a name": (put("bosses", 0, "name", value=" "), r"(?i)name"),
    "a word that was not asked for": (put("colour", value="green"), r"colour: Extra inputs are not permitted"),
    "something is missing": (drop("cash"), r"cash: Field required"),
    "words instead of a number": (put("cash", value="plenty"), r"cash: Input should be a valid integer"),
    "a scale without steps": (put("step", value=0), r"step: Input should be greater than 0"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_box_that_cannot_be_played_is_refused_in_words(wrong: str) -> None:
    spoil, sentence = WRONG[wrong]
    box = raw()
    spoil(box)
    said = problems(box)
    assert re.search(sentence, said), said
    assert "Traceback" not in said


def test_all_that_is_wrong_is_said_at_once() -> None:
    box = raw()
    put("companies", AMBER, "capital", value=111)(box)
    put("percentages", value=[10])(box)
    drop("calendar", "long")(box)
    said = problems(box)
    assert all(part in said for part in ("capital of Amber", "percentages: found 1", "the long game is missing"))
