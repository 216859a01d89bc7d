"""Bots: they play to win, from their own view, and end their games in a sane number of turns."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine import play
from bot.games.briefcase import GAME
from bot.games.briefcase.components import BOX
from bot.games.briefcase.moves import ActivateCompany, DeactivateCompany, EndTurn, MoveBlock, RemoveCard, ThrowAway
from bot.games.briefcase.table import Briefcase
from bot.testing.random_games import build_random
from tests.games.briefcase.dealing import Desk, office
from tests.games.first_edition import first_box, played_digest

SETS = ("simple", "random", "faster", "complex", "heavy interaction", "light interaction")


def game(players: int, number: int, bots: set[int], random: Random) -> Briefcase:
    """Play a game of bots and random seats to its end."""
    options = GAME.options.model_validate({"portfolio": SETS[number % len(SETS)]})
    table: Briefcase = GAME.set_up(options, players, f"bots {number}", BOX)
    play.begin(table)
    while table.outcome is None:
        seat = play.list_asked_seats(table)[0]
        question = play.find_question(table, seat)
        assert question is not None
        view = GAME.view(table, seat)
        move = GAME.choose(view, question, random) if seat in bots else question.choose_random_move(random)
        assert question.is_legal(move)
        play.play_here(table, seat, move)
    return table


@pytest.mark.thorough
def test_a_bot_beats_a_random_seat_in_more_than_nine_of_ten_games() -> None:
    random = build_random("against chance")
    won = [game(2, n, {1 + n % 2}, random).outcome for n in range(20)]
    assert sum(1 for n, outcome in enumerate(won) if outcome is not None and outcome.winners == [1 + n % 2]) > 18


@pytest.mark.parametrize("players", [2, *(pytest.param(players, marks=pytest.mark.thorough) for players in (3, 4))])
def test_bots_end_their_games_in_a_sane_number_of_turns(players: int) -> None:
    random = build_random("among themselves")
    tables = [game(players, n, set(range(1, players + 1)), random) for n in range(6)]
    assert all(12 <= table.round <= 32 for table in tables)
    assert all(table.ending is not None and "nobody" not in table.ending for table in tables)
    best = [max(table.outcome.scores.values()) for table in tables if table.outcome is not None]
    assert sum(best) / len(best) > 20


def choice(desk: Desk, name: str) -> object:
    return GAME.choose(desk.view(name), desk.question(name), build_random(1))


def test_a_bot_strikes_the_company_that_hurts_most() -> None:
    desk = office().offer("Brokerage Firm").owns("Ann", "Brokerage Firm", activated=False).hand("Ann", "Activate")
    desk.store("Ann", "Personnel Paper Energy").owns("Bob", "Insurance Company", "Shopping Mall")
    desk.activate("Ann", "Brokerage Firm")
    assert choice(desk, "Ann") == DeactivateCompany(company="shopping_mall")


def test_a_bot_gets_rid_of_obstacles() -> None:
    desk = (
        office().offer("Oil Refinery").owns("Ann", "Oil Refinery", activated=False).hand("Ann", "Activate Buy Obstacle")
    )
    desk.store("Ann", "Steel Energy").activate("Ann", "Oil Refinery")
    assert choice(desk, "Ann") == RemoveCard(card="obstacle")


def turning() -> Desk:
    """Ann's resources can stand for others, so that her Power Plant could turn 2 Energy into 2 Energy."""
    desk = office().owns("Ann", "Power Plant", "Steel Factory", "University").hand("Ann", "Activate")
    return desk.store("Ann", "Energy Energy")


def test_a_bot_does_not_pay_energy_for_as_much_energy() -> None:
    assert "Power Plant" in turning().can_activate("Ann")
    assert choice(turning(), "Ann") == EndTurn()
    won = choice(turning().store("Ann", "Paper Paper"), "Ann")
    assert isinstance(won, ActivateCompany), "for what it has too much of, it does"


def test_a_bot_does_not_move_a_block_that_is_in_nobodys_way() -> None:
    desk = office(blocks=["Steel", "Concrete"]).owns("Ann", "Power Plant").owns("Bob", "Power Plant")
    desk.table.company_blocks = []
    desk.hand("Ann", "Obstacle Obstacle")
    assert desk.block_moves("Ann")
    assert choice(desk, "Ann") == EndTurn()


def test_a_bot_frees_what_it_needs_and_blocks_what_another_needs() -> None:
    desk = office(blocks=["Steel", "Concrete"]).hand("Ann", "Obstacle Obstacle").store("Ann", "Personnel")
    desk.table.company_blocks = []
    assert choice(desk, "Ann") == MoveBlock(what="resource", start="steel", to="personnel", card="obstacle")
    desk.owns("Bob", "Power Plant").owns("Bob", "Accounting Firm", activated=False).store("Bob", "Personnel")
    assert choice(desk, "Ann") == MoveBlock(what="resource", start="steel", to="paper", card="obstacle")


def test_the_bots_of_a_game_that_began_earlier_do_what_they_did() -> None:
    desk = office(box=BOX.model_copy(update={"edition": 1})).owns("Ann", "Power Plant", "Steel Factory", "University")
    desk.hand("Ann", "Activate").store("Ann", "Energy Energy")
    assert isinstance(choice(desk, "Ann"), ActivateCompany)


def test_a_game_of_the_first_edition_comes_out_as_it_was_played_then() -> None:
    """So its record can still be proven: its bots are played again, and everything that was told is compared."""
    digest = played_digest(GAME, 2, {"portfolio": "complex"}, first_box(GAME))
    assert digest == "4134bc601940c3db", "as recorded with the program of that time"


def test_a_bot_keeps_what_its_next_activation_needs() -> None:
    desk = office().store("Ann", "Personnel Steel Paper Paper Paper Paper").end_turn("Ann")
    move = choice(desk, "Ann")
    assert isinstance(move, ThrowAway)
    assert move.resources[0].startswith("paper")
