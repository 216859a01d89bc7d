"""The result of one's own answer on the panel: long news keep their first lines."""

from __future__ import annotations

from pathlib import Path

from bot.engine import play
from bot.games import GAMES
from bot.host.play.answer_notes import KEPT_LINES
from bot.host.table.panel_context import PanelContext
from tests.house import ANN, House, house


async def play_until_year_ends(home: House) -> PanelContext:
    """Return Ann's panel after the answer that ends the first year of a game against a bot."""
    number = await home.begun(await home.with_bots("goodwill", "steady"))
    while (running := await home.host.get_running_game(number)).row.status == "running":
        seat = running.get_own_seat(ANN)
        if play.find_question(running.table, seat) is not None:
            move = play.get_default_move(running.table, seat)
            assert move is not None
            context = await home.plays(number, seat, move)
            if " is over." in context.note:
                return context
        await home.settle()
    raise AssertionError("no answer of Ann's has ended a year")


async def test_a_years_end_is_told_in_its_first_lines_and_says_where_the_others_are(tmp_path: Path) -> None:
    async with house(tmp_path / "boardroom.db", games=GAMES) as home:
        lines = (await play_until_year_ends(home)).note.split("\n")
    (at,) = [at for at, line in enumerate(lines) if " is over" in line and "Shares: " in line]
    assert lines[at + 1].startswith("Came true: ")
    assert lines[at + KEPT_LINES].endswith(" more lines: More… > Log)")
    assert not any("income" in line for line in lines)
