"""Emoji before options and headings are declared ones, and a panel says the same without them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from bot.testing.every_game.test_marks import generate_ways
from bot.testing.limits import check_screen
from bot.testing.random_games import GAMES, Case, build_random, sample_positions
from bot.testing.seated import build_desk, seat_people, view_as
from bot.ui import screens
from bot.ui.screens.screen import NO_EMOJI, Component, Menu, Row, Screen, build_layout

WITH_EMOJI = [
    pytest.param(Case(game, max(game.seats), game.options()), id=key)
    for key, game in GAMES.items()
    if game.pictures.emoji is not None
]
MARK = re.compile(r"<emoji:([^>]*)>")
SHOWN = re.compile(r"<:[a-z0-9_]+:1> ")


def generate_panels(case: Case, count: int = 12) -> Iterator[Screen]:
    """Yield panels from all over a random game, after some picks."""
    for turn in sample_positions(case, "emoji", count):
        running = seat_people(turn.before, game=case.game)
        there = view_as(running, turn.seat)
        assert there.question is not None
        for picks in generate_ways(there, there.question, build_random(f"emoji {turn.seat}")):
            yield screens.render_panel(build_desk(running, turn.seat), picks)


def list_names(screen: Screen) -> set[str]:
    """Return the names of the emoji on a screen."""
    controls = [control for block in screen.blocks if isinstance(block, Row) for control in block.controls]
    labelled = [each for control in controls for each in (control.entries if isinstance(control, Menu) else (control,))]
    assert all(each.label.strip() for each in labelled)
    texts = [block for block in screen.blocks if isinstance(block, str)]
    return {each.emoji for each in labelled} | {name for text in texts for name in MARK.findall(text)} - {""}


def without_emoji(component: object) -> object:
    """Return a component of Discord's API without its emoji."""
    match component:
        case dict():
            return {key: without_emoji(value) for key, value in component.items() if key != "emoji"}
        case list():
            return [without_emoji(each) for each in component]
        case str():
            return SHOWN.sub("", component)
        case _:
            return component


@pytest.mark.parametrize("case", WITH_EMOJI)
def test_emoji_on_panels_are_declared_and_nothing_depends_on_them(case: Case) -> None:
    emoji = case.game.pictures.emoji
    assert emoji is not None
    known: dict[str, Component] = {name: {"id": "1", "name": name} for name in emoji.drawings}
    shown: set[str] = set()
    for screen in generate_panels(case):
        names = list_names(screen) - {""}
        assert names <= set(known), "each is drawn"
        shown |= names
        check_screen(screen)
        with_them, without = (build_layout(screen, emoji=each).to_components() for each in (known, NO_EMOJI))
        assert without_emoji(with_them) == without
        assert '"emoji"' not in json.dumps(without)
    assert shown, "some stand on panels"
