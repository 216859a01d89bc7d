"""Properties of some of our own games, beside those the common suite checks in each."""

from __future__ import annotations

import pytest

from bot.engine.pages import Grid
from bot.engine.records import News
from bot.games import GAMES, OURS, briefcase
from bot.testing.every_game.test_orders import ORDERING
from bot.testing.random_games import Case
from bot.testing.tested import load_tested


def test_the_common_suite_tests_all_of_ours() -> None:
    """Each has its `tested.py`; without one it would be tested by nothing, in silence."""
    assert list(load_tested()) == list(OURS)


@pytest.mark.parametrize("key", OURS)
def test_each_game_says_what_is_done_to_a_player(key: str) -> None:
    kinds = [kind for kind in list_subclasses(News) if f".{key.replace('-', '_')}." in kind.__module__]
    assert any(kind.list_targets is not News.list_targets for kind in kinds)


@pytest.mark.parametrize("key", OURS)
def test_each_game_has_names_for_the_seats_of_anonymous_tables(key: str) -> None:
    assert len(GAMES[key].wording.aliases) == max(GAMES[key].seats)


def list_subclasses(kind: type[News]) -> list[type[News]]:
    """Every class of news below one."""
    return [each for below in kind.__subclasses__() for each in (below, *list_subclasses(below))]


def test_some_game_has_standing_orders() -> None:
    assert ORDERING


def test_an_operators_own_box_has_its_own_reference() -> None:
    game = GAMES["briefcase"]
    assert game.teaching.cards is not None
    companies = tuple(
        company.model_copy(update={"name": "Zoo"}) if company.name == "Theme Parks" else company
        for company in briefcase.components.BOX.companies
    )
    names = [
        card.name for card in game.teaching.cards(briefcase.components.BOX.model_copy(update={"companies": companies}))
    ]
    assert "Zoo" in names
    assert "Theme Parks" not in names


@pytest.mark.parametrize("key", ["briefcase", "corporate-espionage"])
def test_standings_with_many_numbers_are_lines_that_wrap_on_a_telephone(key: str) -> None:
    case = Case(GAMES[key], max(GAMES[key].seats), GAMES[key].options())
    standings = case.game.page(case.game.view(case.begin("standings").table, None)).sections[0]
    assert not any(isinstance(part, Grid) for part in standings.parts)
    assert all(f"<seat:{seat}>: " in "\n".join(map(str, standings.parts)) for seat in range(1, case.players + 1))
