"""The pages of a log and of a rulebook."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.pages import Picture, mark
from bot.engine.rulebook import Chapter
from bot.host.record.log_reading import HistoryLine
from bot.testing.limits import check_screen, list_labels, read_text
from bot.ui import screens
from tests.table_talk import seated, view_as
from tests.toy import TOY
from tests.ui.toy_screens import all_buttons, opened


def lines(count: int, text: str = "somebody did something") -> list[HistoryLine]:
    return [HistoryLine(at, f"{text} {at}", undone=at == 2) for at in range(1, count + 1)]


def test_every_line_of_a_long_log_is_on_one_of_its_pages() -> None:
    running = seated(opened(), names=["x" * 100] * 3)
    told = lines(60, f"{mark(1)} {'long ' * 100}{mark(2)}")
    pages = [read_text(screens.render_log(view_as(running), told, page)) for page in range(30)]
    text = "\n".join(pages)
    assert all(f"`{line.number}`" in text for line in told)
    assert pages[-1] == pages[-2], "behind the last page comes the last page"
    assert pages[0].index("`60`") < pages[0].index("`59`"), "the newest first"


def test_long_news_are_whole_in_the_log() -> None:
    running = seated(opened())
    told = lines(3, "a whole year. " * 100)
    text = "\n".join(read_text(screens.render_log(view_as(running), told, page)) for page in range(3))
    assert all(in_log in text for in_log in (f"{'a whole year. ' * 100} 1", f"{'a whole year. ' * 100} 3"))


def test_the_log_can_be_paged_back_and_forth() -> None:
    running = seated(opened())
    told = lines(300)
    assert list_labels(screens.render_log(view_as(running), told, 0)) == ["Next ▶", "Act", "Replay"]
    assert list_labels(screens.render_log(view_as(running), told, 1)) == ["◀ Back", "Next ▶", "Act", "Replay"]
    assert list_labels(screens.render_log(view_as(running), told[:3], 0)) == ["Act", "Replay"]
    assert read_text(screens.render_log(view_as(running), [], 0)).startswith("### Log of table 412, page 1 of 1")


def test_what_was_undone_is_struck_out_in_the_log() -> None:
    text = read_text(screens.render_log(view_as(seated(opened())), lines(3), 0))
    assert "`2` ~~somebody did something 2~~" in text
    assert "`3` somebody" in text


@pytest.mark.parametrize("page", [-5, 0, 1, 2, 99])
def test_every_chapter_of_the_rules_can_be_read(page: int) -> None:
    screen = screens.render_rules(TOY, page)
    assert TOY.rulebook[max(0, min(page, 2))].text in read_text(screen)


def test_a_table_of_the_rules_becomes_columns_that_wrap_on_a_telephone() -> None:
    table = "| What | Worth |\n| --- | --- |\n| **A very long thing to have** | $10 for each of them |"
    game = replace(TOY, rulebook=(Chapter("The end", f"Add up:\n\n{table}\n\nThe most wins."),))
    text = read_text(screens.render_rules(game, 0))
    assert "|" not in text
    before, grid, behind = text.split("```")
    assert ("Add up:" in before, "The most wins." in behind) == (True, True)
    assert grid.strip().splitlines() == [
        "What          Worth",
        "A very long   $10 for each",
        "thing to      of them",
        "have",
    ]


def test_a_chapter_with_an_example_shows_its_picture() -> None:
    picture = Picture("board.png", b"", "The board.")
    screen = screens.render_rules(TOY, 0, (), picture)
    assert picture in screen.blocks
    check_screen(screen)


def test_sixty_chapters_can_all_be_reached() -> None:
    game = replace(TOY, rulebook=tuple(Chapter(f"Chapter {at} {'x' * 200}", "Text.") for at in range(60)))
    reached: set[int] = set()
    for page in range(60):
        reached |= {int(button.id.split(":")[2]) for button in all_buttons(screens.render_rules(game, page))}
        check_screen(screens.render_rules(game, page))
    assert reached == set(range(60))
