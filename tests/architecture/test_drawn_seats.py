"""The order of a season's draw tells nobody's seat: an anonymous table draws its seats again when its game begins."""

from __future__ import annotations

import ast

import pytest

from tests.architecture.sources import sources

ABOVE_LEAGUES = ("bot/host", "bot/ui", "bot/web", "bot/own_pages", "cogs")
BEFORE_THE_GAME = {
    "bot/host/leagues/maintenance.py": "opens a table",
    "bot/host/leagues/seat_assignment.py": "fills a table that has not begun",
    "bot/host/leagues/season_log.py": "tells who has which seat",
}
SEATS_OF_ANOTHER_KIND = ("league", "game")
"""`LeagueGame.seats` goes by seat, and `Game.seats` are numbers of players."""


def takes_order_for_seats(node: ast.AST, where: str) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="seats"), attr="index")):
            return True
        case ast.Call(func=ast.Name(id="enumerate"), args=[ast.Attribute(attr="seats"), *_]):
            return True
        case ast.Subscript(value=ast.Attribute(value=owner, attr="seats")):
            return "leagues" in where and ast.unparse(owner).rpartition(".")[2] not in SEATS_OF_ANOTHER_KIND
    return False


def test_a_seat_is_looked_up_in_the_season_log_and_not_in_the_order_of_the_draw() -> None:
    found = [
        f"{source.where}:{node.lineno}"
        for source in sources(*ABOVE_LEAGUES, at_least=150)
        for node in ast.walk(source.tree)
        if isinstance(node, ast.expr) and takes_order_for_seats(node, source.where)
    ]
    assert found == [], "`SeasonLog.get_seats` and `get_seat_of` know who has which seat"


def test_the_seats_of_the_draw_are_used_until_a_game_begins() -> None:
    found = {
        source.where
        for source in sources(*ABOVE_LEAGUES)
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) and node.attr == "list_drawn_seats"
    }
    assert found == {*BEFORE_THE_GAME}


@pytest.mark.parametrize(
    "written",
    [
        "known.season.tables[1].seats.index(number) + 1",
        "dict(enumerate(table.seats, 1))",
        "known.season.tables[1].seats[seat - 1]",
    ],
)
def test_what_takes_the_order_for_seats_is_found(written: str) -> None:
    tree = ast.parse(written, mode="eval")
    assert any(takes_order_for_seats(node, "bot/web/leagues.py") for node in ast.walk(tree))
