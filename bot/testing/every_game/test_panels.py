"""Private panels of whole games keep the limits of their slots, and every answer stays within reach."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.engine.records import Seat
from bot.engine.table import Table
from bot.testing.limits import check_screen
from bot.testing.random_games import OPTIONS, Case, sample_positions
from bot.testing.seated import build_desk, seat_people
from bot.ui import screens
from bot.ui.screens.screen import Button, Menu, Row, Screen
from bot.ui.screens.table.more_menu import ALLOWED_VERBS, MORE
from bot.ui.screens.table.panel_layout import MAX_CONTROLS, MAX_WORDS, count_words

PROSE = 40
"""Words beyond the limit that a question's own heading, a budget or the reason of a suggestion may take."""


def generate_panels(case: Case, count: int = 12) -> Iterator[tuple[Table, Seat, Screen]]:
    """Yield the panels of the seats that move, from all over a random game."""
    for turn in sample_positions(case, "panels", count):
        running = seat_people(turn.before, game=case.game)
        yield turn.before, turn.seat, screens.render_panel(build_desk(running, turn.seat))


def list_controls(screen: Screen) -> list[Button | Menu]:
    return [control for block in screen.blocks if isinstance(block, Row) for control in block.controls]


@pytest.mark.parametrize("case", OPTIONS)
def test_a_panel_has_few_controls_and_few_words_above_them(case: Case) -> None:
    for _, _, screen in generate_panels(case):
        check_screen(screen)
        controls = list_controls(screen)
        assert len(controls) <= MAX_CONTROLS, [control.id for control in controls]
        words = sum(count_words(block) for block in screen.blocks if isinstance(block, str))
        assert words <= MAX_WORDS + PROSE, [block for block in screen.blocks if isinstance(block, str)]


@pytest.mark.parametrize("case", OPTIONS)
def test_a_panel_has_one_green_button_at_most_and_ends_with_its_one_menu_of_all_else(case: Case) -> None:
    for _, _, screen in generate_panels(case):
        controls = list_controls(screen)
        assert sum(isinstance(one, Button) and one.style == "success" for one in controls) <= 1
        assert [one.id.partition(":")[0] for one in controls].count(MORE) == 1
        more = controls[-1]
        assert isinstance(more, Menu)
        assert {entry.value.partition(":")[0] for entry in more.entries} <= ALLOWED_VERBS
