"""Whole plans of every game are legal, differ, follow from the view alone, and are one press on the panel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.engine.table import Table
from bot.engine.whole_plans import MAX_PLANS, WholePlan
from bot.host.table.deadlines import TableSettings
from bot.testing.random_games import OPTIONS, Case, sample_other_positions
from bot.testing.seated import build_desk, seat_people
from bot.ui import screens
from bot.ui.handlers.press import Press
from bot.ui.screens import answer_picks
from bot.ui.screens.screen import Screen, TextWithButton
from storage.interface.leagues import LeagueGame

PLANNED = [case for case in OPTIONS if case.values[0].game.teaching.plans is not None]
LEAGUE = LeagueGame(1, 1, {}, "Winter Cup", 1, 1, 1)
MAX_LABEL_CHARS = 38
"""What a button on a phone shows."""


def list_sections(screen: Screen) -> list[TextWithButton]:
    """Return the texts with a button of their own."""
    return [block for block in screen.blocks if isinstance(block, TextWithButton)]


def generate_plans(case: Case) -> Iterator[tuple[Table, Seat, Question, Sequence[WholePlan]]]:
    """Yield the questions of a random game with whole plans, and these."""
    offer = case.game.teaching.plans
    assert offer is not None
    for turn in sample_other_positions(case, "plans", 30):
        question = play.find_question(turn.before, turn.seat)
        assert question is not None
        if found := offer(case.game.view(turn.before, turn.seat), question):
            yield turn.before, turn.seat, question, found


@pytest.mark.parametrize("case", PLANNED)
def test_whole_plans_are_legal_and_can_be_told_apart_on_a_phone(case: Case) -> None:
    for _, _, question, plans in generate_plans(case):
        assert 2 <= len(plans) <= MAX_PLANS
        assert all(question.is_legal(plan.move) for plan in plans)
        assert len({plan.label for plan in plans}) == len(plans)
        assert all(0 < len(plan.label) <= MAX_LABEL_CHARS and plan.leaves.endswith(".") for plan in plans)


@pytest.mark.parametrize("case", PLANNED)
def test_whole_plans_are_the_same_wherever_one_seat_sees_the_same(case: Case) -> None:
    offer = case.game.teaching.plans
    for table, seat, _, plans in generate_plans(case):
        assert offer is not None
        other = case.game.redeal(table, seat, Chance(seed="twin"))
        asked = play.find_question(other, seat)
        assert asked is not None
        assert offer(case.game.view(other, seat), asked) == plans


@pytest.mark.parametrize("case", PLANNED)
def test_a_whole_plan_is_one_press_unless_the_table_plays_without_them(case: Case) -> None:
    pressed = 0
    for table, seat, question, plans in generate_plans(case):
        running, silent = (
            replace(seated, row=replace(seated.row, pact=settings.model_dump_json()))
            for seated in [seat_people(table, game=case.game)]
            for settings in (TableSettings(plans=True), TableSettings(hints=True, plans=False))
        )
        sections = list_sections(screens.render_panel(build_desk(running, seat)))
        in_a_league = replace(running, league=LEAGUE)
        assert list_sections(screens.render_panel(build_desk(in_a_league, seat))) == sections
        assert len({section.controls[0].id for section in sections}) == len(sections)
        for plan, section in zip(plans, sections, strict=False):  # the last ones may have no room
            assert section.text.startswith(f"**{plan.label}**")
            press = Press.parse({"custom_id": section.controls[0].id})
            assert press.verb == "play"
            assert question.read(answer_picks.require_complete(question, press.read_picks())) == plan.move
            pressed += 1
        assert not list_sections(screens.render_panel(build_desk(silent, seat)))
    assert pressed
