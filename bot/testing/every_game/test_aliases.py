"""The names of seats at anonymous tables are distinct, short, and like no name in the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.game import AnyGame
from bot.engine.table import Table
from bot.host.delivery.guard import get_guarded_view
from bot.host.lobby.bots import BOT_NAMES
from bot.host.sanitize import sanitize
from bot.host.table.aliases import get_alias, hide_player
from bot.host.table.deadlines import TableSettings
from bot.host.table.panel_context import PanelContext
from bot.testing.random_games import EVERY_GAME, GAMES, Case, get_whole_game, sample_positions
from bot.testing.seated import seat_people
from bot.ui.screens.names import escape_markdown
from bot.ui.screens.table.question_panel import render_panel
from bot.ui.screens.table.table_message import render_board, render_result_message

MAX_CHARS = 20
ALL = [pytest.param(game, id=key) for key, game in GAMES.items()]


@pytest.mark.parametrize("game", ALL)
def test_each_seat_has_a_name_of_its_own_that_looks_the_same_everywhere(game: AnyGame) -> None:
    aliases = [get_alias(game, seat) for seat in range(1, max(game.seats) + 1)]
    assert len({alias.casefold() for alias in aliases}) == len(aliases)
    for alias in aliases:
        assert len(alias) <= MAX_CHARS
        assert sanitize(alias) == escape_markdown(alias) == alias
        assert not set(alias.split()) & {*BOT_NAMES}


@pytest.mark.parametrize("game", ALL)
def test_a_game_declares_a_name_for_each_seat_or_none(game: AnyGame) -> None:
    assert len(game.wording.aliases) in (0, max(game.seats))


@pytest.mark.parametrize("game", ALL)
def test_no_card_is_called_like_a_seat(game: AnyGame) -> None:
    words = {word.casefold() for alias in game.wording.aliases for word in alias.split()[1:]}
    cards = {card.name for card in (game.teaching.cards(game.box) if game.teaching.cards else ())}
    assert not words & {word.casefold() for name in cards for word in name.split()}


@pytest.mark.parametrize("game", EVERY_GAME)
def test_no_view_and_no_message_of_an_anonymous_table_names_another_player(game: AnyGame) -> None:
    """The guard compares them with tables where others sit there, and lets them pass."""
    case = Case(game, max(game.seats), game.options())
    for turn in sample_positions(case, "anonymous", 6):
        _names_nobody(game, turn.before, TableSettings(anonymous=True))


@pytest.mark.parametrize("game", EVERY_GAME)
def test_nor_does_the_end_of_a_table_that_never_reveals_its_players(game: AnyGame) -> None:
    end = get_whole_game(Case(game, max(game.seats), game.options()))[-1].after
    assert end.outcome is not None
    _names_nobody(game, end, TableSettings(unrevealed=True))


def _names_nobody(game: AnyGame, table: Table, settings: TableSettings) -> None:
    """Check what each audience is shown of this table."""
    people = {seat: (10**17 + seat, f"Somebody{seat}Known") for seat in table.seats}
    running = seat_people(table, game=game, names=["nobody"] * len(people))
    seats = tuple(
        replace(seat_row, user_id=people[seat_row.seat][0], name=people[seat_row.seat][1]) for seat_row in running.seats
    )
    running = replace(
        running,
        row=replace(running.row, pact=settings.model_dump_json()),
        seats=tuple(hide_player(seat_row, get_alias(game, seat_row.seat)) for seat_row in seats),
    )
    for reader in (None, *table.seats):
        seen = get_guarded_view(running, reader)
        read = [repr((seen.seats, seen.row)), repr(render_board(seen, None))]
        if reader is not None:
            read.append(repr(render_panel(PanelContext(seen, 1))))
        if seen.outcome is not None:
            read.append(repr(render_result_message(seen, ())))
        for seat, (user_id, name) in people.items():
            if seat != reader:
                assert not any(str(user_id) in text or name in text for text in read)
    assert get_alias(game, 1) in repr(render_board(get_guarded_view(running, None), None))
