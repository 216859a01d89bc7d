"""A rulebook's chapters: lines that were broken to fit a file are whole sentences again where they are read."""

from __future__ import annotations

import re
from typing import Any, Literal

import pytest
from pydantic import Field

from bot.engine.game import Game
from bot.engine.options import Options
from bot.engine.rulebook import parse_chapters
from bot.games import GAMES

GOES_ON = ["and on.", "1 for each card.", "12 points.", "**lay off** all.", "*or* not.", "-5 points.", "#3."]
OWN_LINE = ["- an item", "* an item", "1. a step", "12. a step", "### More", "| a | row |", "> said"]


def text_of(lines: str) -> str:
    (chapter,) = parse_chapters(f"# A game\n\n## A chapter\n\n{lines}\n")
    assert chapter.title == "A chapter"
    return chapter.text


@pytest.mark.parametrize("goes_on", GOES_ON)
def test_a_broken_sentence_is_joined(goes_on: str) -> None:
    assert text_of(f"A sentence goes on\n{goes_on}") == f"A sentence goes on {goes_on}"
    assert text_of(f"- An item goes on\n  {goes_on}") == f"- An item goes on {goes_on}"


@pytest.mark.parametrize("own", OWN_LINE)
def test_what_begins_a_line_of_its_own_stays_there(own: str) -> None:
    assert text_of(f"Before it:\n{own}") == f"Before it:\n{own}"


def test_paragraphs_stay_apart() -> None:
    assert text_of("One.\n\nTwo\nthree.") == "One.\n\nTwo three."


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_no_rulebook_breaks_a_sentence(game: Game[Any, Any]) -> None:
    for chapter in game.rulebook:
        for line in re.findall(r"(?<=[^\n]\n)[^\n]+", chapter.text):
            assert re.match(r"- |\d+\. |\|", line), line


class Agreed(Options):
    """Two options."""

    pace: Literal["slow", "fast"] = Field(
        "slow", title="Pace", description="How fast.", json_schema_extra={"explained": {"fast": "in a day."}}
    )
    teams: bool = Field(False, title="Teams", description="Two against two.")


def test_a_rulebook_lists_the_options_in_their_own_words() -> None:
    (chapter,) = parse_chapters("\n## Variants\n\n{options}\n", Agreed)
    assert chapter.text.split("\n") == [
        "- **Pace**: How fast. *slow* (usual). *fast*: in a day.",
        "- **Teams**: Two against two. Usually off.",
    ]


def test_a_rulebook_without_a_place_for_its_options_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no line \{options\}"):
        parse_chapters("\n## Variants\n\nNone.\n", Agreed)
