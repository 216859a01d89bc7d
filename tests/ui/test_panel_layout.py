"""The layout of a private panel keeps its limits of words and controls, whatever its slots hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.testing.limits import check_screen, list_labels
from bot.ui.screens.screen import Button, Menu, MenuLine, Row, Screen, TextWithButton
from bot.ui.screens.table.panel_layout import (
    MAX_CONTROLS,
    MAX_NOTE_WORDS,
    MAX_WORDS,
    MAX_WORDS_WITH_PLANS,
    Panel,
)
from bot.ui.screens.table.word_limits import count_words

LINE = (MenuLine("0", "One"),)
PANEL = Panel("What?", Menu("go:1", "More…", LINE))


def words_of(count: int, word: str = "word") -> str:
    return " ".join([word] * count)


def list_words(screen: Screen) -> int:
    return sum(count_words(block) for block in screen.blocks if isinstance(block, str))


def test_a_full_panel_keeps_undo_and_leaves_the_rest_to_the_menu() -> None:
    line = (MenuLine("0", "One"),)
    answers = Row(tuple(Button(f"play:1:x:{at}", f"{at}") for at in range(5)))
    panel = Panel(
        "What?",
        Menu("go:1", "More…", line),
        decide=[answers, Row((Menu("menu:1:x:", "Choose", line),))],
        undo=[Button("undo:1", "Undo")],
        beside=[Button(f"next:{at}", f"Next {at}") for at in range(3)],
        newcomer=[Button("why:1", "Why?"), Button("learn:1", "Practise first")],
    )
    screen = panel.build_screen(0)
    assert list_labels(screen)[5:] == ["Undo", "Next 0"]
    assert sum(len(block.controls) for block in screen.blocks if isinstance(block, Row)) == MAX_CONTROLS


@pytest.mark.parametrize(("rows", "shown"), [(6, "long"), (7, "short"), (8, "")])
def test_private_facts_are_shortened_where_a_panel_would_be_too_high(rows: int, shown: str) -> None:
    facts = {
        "long": "Your news for Amber: “Full employment bonus” (certain) -$20; “Tanker strike” (97 % likely) +$5.",
        "short": "Your news for Amber: -$20 (certain); +$5 (97 % likely).",
    }
    panel = replace(
        PANEL,
        note="It is done.",
        bears="The highest price buys from the lowest. You have $42, and nobody knows it.",
        facts=list(facts.values()),
        decide=[Row((Menu(f"menu:{at}", "Choose", LINE),)) for at in range(rows)],
    )
    blocks = panel.build_screen(0).blocks
    assert [name for name, text in facts.items() if f"-# {text}" in blocks] == [shown] * bool(shown)


def test_an_event_gives_way_to_whole_private_facts() -> None:
    panel = replace(PANEL, bears=words_of(20), facts=[words_of(30, "long"), "Secret."], since=["Ada sold. " * 10])
    blocks = panel.build_screen(0).blocks
    assert f"-# {words_of(30, 'long')}" in blocks
    assert not any("Ada sold." in str(block) for block in blocks)
    assert "-# Ada sold." in replace(panel, since=[words_of(30), "Ada sold."]).build_screen(0).blocks
    assert "-# Secret." in replace(panel, bears=words_of(50)).build_screen(0).blocks


def test_an_event_that_concerns_the_player_comes_before_facts() -> None:
    news = [words_of(27, "long"), words_of(16, "own")]
    panel = replace(PANEL, bears=words_of(20), facts=[words_of(30), "Secret."], since=news)
    assert "-# Secret." not in panel.build_screen(0).blocks
    assert {"-# Secret.", f"-# {news[0]}"} <= {*replace(panel, keeps_since=True).build_screen(0).blocks}


def test_the_result_of_a_press_takes_no_room_from_what_lasts() -> None:
    panel = replace(PANEL, bears=words_of(20), facts=[words_of(20)], since=[words_of(15, "since")])
    blocks = replace(panel, note=words_of(60, "note")).build_screen(0).blocks
    assert {*panel.build_screen(0).blocks, words_of(60, "note")} == set(blocks)


SLOTS: Mapping[str, Any] = {
    "asks": words_of(90),
    "note": words_of(90),
    "where": words_of(90),
    "bears": f"{words_of(90)}\n{words_of(90)}",
    "means": words_of(90),
    "facts": [words_of(90), words_of(40)],
    "since": [words_of(90), words_of(8)],
    "plan": [words_of(9)] * 20,
    "options": [f"- **One**: {words_of(40)}"] * 5,
    "hint": words_of(90),
    "advice": words_of(90),
    "plans": [TextWithButton((Button(f"play:{at}", "Take it"),), words_of(9)) for at in range(12)],
    "decide": [
        *(Row((Menu(f"menu:{at}", "Choose", LINE),)) for at in range(6)),
        Row(tuple(Button(f"play:b{at}", "One") for at in range(5))),
    ],
    "quick": [Button("play:q", "Take it")],
    "meanwhile": [f"**{words_of(30)}**\n{'It explains. ' * 30}", Row((Button("play:m", "One"),))],
    "ahead": [Row((Menu("menu:a", "Choose", LINE),))],
    "undo": [Button("undo:1", "Undo")],
    "beside": [Button(f"next:{at}", "Next") for at in range(4)],
    "newcomer": [Button("why:1", "Why?"), Button("learn:1", "Practise first")],
}
"""More than there is room for in every slot."""


@pytest.mark.parametrize(
    "full", [*([name] for name in SLOTS), ["bears", "facts", "since"], ["plans", "undo"], [*SLOTS]]
)
def test_a_panel_that_is_too_big_has_no_tenth_control_and_keeps_its_words(full: Sequence[str]) -> None:
    panel = replace(PANEL, **{name: SLOTS[name] for name in full})
    screen = panel.build_screen(0)
    sections = sum(count_words(block.text) for block in screen.blocks if isinstance(block, TextWithButton))
    once = MAX_NOTE_WORDS * len({"note", "hint"} & {*full})
    limit = MAX_WORDS_WITH_PLANS if {"plans", "advice"} & {*full} else MAX_WORDS
    assert list_words(screen) + sections <= limit + once
    assert sum(len(block.controls) for block in screen.blocks if isinstance(block, Row)) <= MAX_CONTROLS
    assert screen.blocks[-1] == Row((PANEL.more,))
    check_screen(screen)


@pytest.mark.parametrize("name", ["note", "asks", "where", "bears", "decide", "hint", "advice"])
def test_a_slot_that_everybody_needs_is_named_if_it_has_to_be_cut(name: str) -> None:
    assert replace(PANEL, **{name: SLOTS[name]}).list_cut_slots() == [name]
    assert PANEL.list_cut_slots() == []


def test_of_a_plan_without_room_the_last_steps_are_shown() -> None:
    steps = [f"{at}. {words_of(9)}" for at in range(1, 21)]
    (shown,) = [block for block in replace(PANEL, plan=steps).build_screen(0).blocks if "20. " in str(block)]
    assert str(shown).split("\n") == ["-# …", *steps[-6:]]


def test_of_an_explanation_without_room_the_first_sentences_are_shown() -> None:
    text = f"**Your next turn**\nPrepare it now. {words_of(20)}."
    assert "**Your next turn**\nPrepare it now." in replace(PANEL, meanwhile=[text]).build_screen(0).blocks
