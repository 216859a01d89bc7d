"""1 - Informations."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from bot.games.goodwill.news import InformationsSeen, ShareSold
from bot.host.table.running import sort_news_for_seat
from tests.games.goodwill.dealing import Evening, goodwill

SIX = ["Julien", "Fred", "Eric", "Chris", "Vincent", "Anna"]
NEWS = (
    (70, "Tanker strike"),
    (90, "World fair"),
    (20, "Smoke levy"),
    (40, "Television launch"),
)


def table_of(players: int, **options: Any) -> Evening:
    return goodwill(" ".join(SIX[:players]), **options).begin()


def slots(game: Evening) -> list[tuple[int, ...]]:
    return [game.table.slots_of(seat) for seat in game.table.seats]


def test_four_pairs_of_an_event_and_a_percentage() -> None:
    game = goodwill().begin()
    assert len(game.table.slots) == 4
    assert len({pair.event for pair in game.table.slots}) == 4
    assert len({pair.percentage for pair in game.table.slots}) == 4
    assert game.asked == ["Julien", "Fred", "Eric", "Chris"]


def test_example_player_2_sees_the_informations_marked_with_a_2() -> None:
    """GW-6: the tab of seat 2 marks the slots 3 and 4."""
    game = goodwill().with_informations(*NEWS)
    hand = game.hand("Fred")
    assert "Smoke levy (rank 20)" in hand
    assert "Television launch (rank 40)" in hand
    assert "Tanker strike" not in hand
    assert "World fair" not in hand
    assert game.asked == ["Julien", "Fred", "Eric", "Chris"]


@pytest.mark.parametrize(
    ("players", "viewers"),
    [(2, [1, 1, 1, 1]), (3, [2, 1, 2, 1]), (4, [2, 2, 2, 2]), (5, [3, 2, 2, 3]), (6, [3, 3, 3, 3])],
)
def test_everybody_sees_two_slots_and_nobody_the_same_two(players: int, viewers: list[int]) -> None:
    """GW-6: with tabs 1 to n every slot has a viewer."""
    game = table_of(players)
    seen = slots(game)
    assert all(len(set(pair)) == 2 for pair in seen)
    assert len(set(seen)) == players
    assert [sum(slot in pair for pair in seen) for slot in (1, 2, 3, 4)] == viewers


def test_tabs_of_six_players() -> None:
    """GW-6: the six ways to choose two of four."""
    assert slots(table_of(6)) == [(1, 2), (3, 4), (1, 3), (2, 4), (1, 4), (2, 3)]


@pytest.mark.parametrize("players", [3, 5])
def test_with_three_and_five_players_the_tabs_rotate_every_year(players: int) -> None:
    """GW-7: after as many years as players, everybody has had every tab."""
    game = table_of(players)
    first = slots(game)
    seen: list[set[tuple[int, ...]]] = [set() for _ in range(players)]
    for year in range(players):
        game.table.year_index = year
        for had, pair in zip(seen, slots(game), strict=True):
            had.add(pair)
    assert all(had == set(first) for had in seen)
    game.table.year_index = 1
    assert slots(game) == [*first[1:], first[0]]


@pytest.mark.parametrize("players", [2, 4, 6])
def test_with_other_numbers_the_tabs_stay(players: int) -> None:
    """GW-7: nobody has an advantage there."""
    game = table_of(players)
    first = slots(game)
    game.table.year_index = 1
    assert slots(game) == first


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("rotate", ["on", "off"])
def test_the_table_may_decide_otherwise(players: int, rotate: str) -> None:
    """GW-7: the option "rotate the tabs"."""
    game = table_of(players, rotate_tabs=rotate)
    first = slots(game)
    game.table.year_index = 1
    assert (slots(game) == first) == (rotate == "off")


def test_each_player_looks_in_private() -> None:
    game = goodwill().with_informations(*NEWS).begin()
    looked = [piece for piece in game.everything if isinstance(piece.news, InformationsSeen)]
    assert [piece.to for piece in looked] == [frozenset([seat]) for seat in (1, 2, 3, 4)]
    assert [[card.slot for card in news.informations] for news in game.told(InformationsSeen)] == [
        [1, 2],
        [3, 4],
        [1, 3],
        [2, 4],
    ]
    assert not any("Tanker strike" in text for text in game.reads(None))
    assert any("Tanker strike (rank 70)" in text for text in game.reads("Julien"))
    assert game.waiting == "Amber: first price"


def test_they_can_look_again_all_year_long() -> None:
    game = goodwill().with_informations(*NEWS).until("Crimson: candidates for boss")
    assert "World fair (rank 90)" in game.hand("Julien")
    assert "World fair" not in game.hand("Fred")
    assert "World fair" not in game.page()
    assert game.asked == ["Julien", "Fred", "Eric", "Chris"]


def test_next_year_brings_new_informations() -> None:
    game = goodwill().with_informations(*NEWS).quiet_year()
    assert len(game.table.slots) == 4
    assert [news.year for news in game.told(InformationsSeen)] == [1953] * 4 + [1954] * 4
    assert "Julien" in game.asked


@pytest.mark.parametrize(
    "mine", [(0, 100), (10, 20), (30, 40), (40, 50), (50, 60), (60, 70), (70, 80), (80, 90), (90, 100), (20, 60)]
)
def test_the_hand_says_how_likely_an_information_comes_true(mine: tuple[int, int]) -> None:
    """Counted over all pairs of the other nine percentages that may lie in the other two slots."""
    low, high = mine
    others = [percentage for percentage in range(0, 101, 10) if percentage not in mine]
    hidden = others[:2]
    game = goodwill().with_informations(
        (high, "Tanker strike"), (low, "World fair"), (hidden[0], "Smoke levy"), (hidden[1], "Baby boom")
    )
    unseen = list(combinations(others, 2))
    likely = round(100 * sum(min(pair) < low for pair in unseen) / len(unseen))
    hand = game.hand("Julien")
    assert f"Tanker strike (rank {high}), certain to come true" in hand
    words = {0: "will not come true", 100: "certain to come true"}.get(likely, f"{likely} % likely to come true")
    assert f"World fair (rank {low}), {words}" in hand
    assert game.waiting == "Amber: first price"


def test_the_hand_says_whom_an_information_would_concern_now() -> None:
    game = goodwill().with_informations(*NEWS).with_bosses(Amber="Cosima", Black="Fabiola", Crimson="Gunnar")
    assert "Now: Amber (Cosima) and Crimson (Gunnar)." in game.hand("Julien")  # innovation 3
    assert game.asked == ["Julien", "Fred", "Eric", "Chris"]


def test_the_years_news_come_first_for_a_player_who_returns() -> None:
    seen = InformationsSeen(year=1953, seat=1, informations=[])
    sold = ShareSold(company="Amber", seller=1, buyer=2, price=12)
    assert sort_news_for_seat(1, [sold, seen]) == [seen, sold]
