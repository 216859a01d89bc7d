"""Toy tables and lobbies for the tests of screens, and the controls of a screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine import play
from bot.engine.pages import Page
from bot.engine.questions import Choose, Option
from bot.host.table.deadlines import TableSettings
from bot.host.table.open_table import OpenTable
from bot.host.table.running import RunningGame
from bot.ui.screens.parts import describe_question
from bot.ui.screens.screen import (
    Button,
    Menu,
    Row,
    Screen,
)
from storage.interface.games import SeatRow
from tests.table_talk import begun, seated, view_as
from tests.toy import TOY, Name, Pick, ToyOptions, ToyTable


def opened(players: int = 3) -> ToyTable:
    table = begun(players=players)
    for seat in table.seats:
        table = play.play(table, seat, Name(price=seat)).table
    return table


def at_growls(players: int = 4) -> ToyTable:
    """Somebody with a wild animal is asked in secret, but not everybody is."""
    for seed in "abcdefgh":
        table = begun(seed, players=players)
        for seat in table.seats:
            table = play.play(table, seat, Name(price=seat)).table
        for seat in table.seats:
            table = play.play(table, seat, Pick(what="end")).table
        if 0 < len(play.list_asked_seats(table)) < players:
            return table
    raise AssertionError("no seed deals wild and tame animals")


def lobby(*people: int, options: ToyOptions | None = None, bots: int = 0, wanted: int = 4) -> OpenTable:
    row = replace(seated(begun()).row, status="open", seats_wanted=wanted, opened_by=101)
    seat_rows = [SeatRow(at, user, f"User {user}") for at, user in enumerate(people, 1)]
    seat_rows += [SeatRow(len(people) + at, None, f"Bot {at}") for at in range(1, bots + 1)]
    return OpenTable(TOY, row, tuple(seat_rows), options or ToyOptions(), TableSettings())


def all_buttons(screen: Screen) -> list[Button]:
    return [control for control in all_controls(screen) if isinstance(control, Button)]


def all_controls(screen: Screen) -> list[Button | Menu]:
    return [control for block in screen.blocks if isinstance(block, Row) for control in block.controls]


def list_lines(screen: Screen, placeholder: str) -> list[str]:
    """Return the lines of the menu with this placeholder."""
    rows = [block for block in screen.blocks if isinstance(block, Row)]
    menus = [one for row in rows for one in row.controls if isinstance(one, Menu) and one.placeholder == placeholder]
    return [entry.label for menu in menus for entry in menu.entries]


def told_of(options: Sequence[Option], *picks: str) -> str:
    question = Choose(prompt="Which?", rule="1", options=tuple(options))
    return describe_question(view_as(seated(opened())), question, picks)


def with_page(page: Page) -> RunningGame:
    return seated(opened(), game=replace(TOY, page=lambda _: page, hand=lambda _: page))
