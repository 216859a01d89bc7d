"""A last play is offered together with the end of the turn, and only where nothing else can be done after it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from bot.engine import play
from bot.games.briefcase import GAME
from bot.games.briefcase.last_plays import find_last_plays
from bot.games.briefcase.moves import EndTurn
from bot.games.briefcase.table import Briefcase
from bot.testing.recording import build_case, read_record
from tests.games.briefcase.dealing import Desk, office

RECORDS = sorted((Path(__file__).parent / "records").glob("*.json"))


def last_plays(desk: Desk, name: str = "Ann") -> list[str]:
    """Return the plays that are offered together with the end of the turn, as they read."""
    found = find_last_plays(desk.view(name), desk.question(name))
    return [] if found is None else [o.label for o in desk.options(name) if o.move in found.answers]


def test_the_purchase_that_takes_the_last_card_is_a_last_play() -> None:
    desk = office().hand("Ann", "Buy")
    assert set(last_plays(desk)) == set(desk.labels("Ann")) - {"End turn"}
    assert desk.buy("Ann", "Paper").labels("Ann") == ["End turn"]


def test_the_end_of_the_turn_itself_is_none() -> None:
    assert last_plays(office().hand("Ann", "Buy").buy("Ann", "Paper")) == []


def test_nobody_is_offered_one_off_their_turn() -> None:
    desk = office().hand("Ann", "Buy")
    assert find_last_plays(desk.view("Bob"), desk.question("Ann")) is not None
    assert find_last_plays(desk.view(None), desk.question("Ann")) is None


def test_a_play_that_leaves_a_buy_or_two_equal_cards_is_none() -> None:
    two = office().hand("Ann", "Buy Buy")
    assert "Buy 1 Paper" not in last_plays(two)
    assert "Buy 2 Paper" in last_plays(two)
    assert last_plays(office().hand("Ann", "Buy Obstacle")) != []
    assert not any(label.startswith("Buy") for label in last_plays(office().hand("Ann", "Buy Obstacle Obstacle")))


def test_an_activate_that_is_left_counts_only_with_a_company_that_it_can_activate() -> None:
    desk = office().hand("Ann", "Buy Activate").owns("Ann", "Shopping Mall", activated=False)
    assert {"Buy 1 Paper", "Buy 1 Personnel"} <= set(last_plays(desk))
    desk.store("Ann", "Concrete")
    assert "Buy 1 Personnel" not in last_plays(desk), "then the Shopping Mall can be activated"
    assert desk.buy("Ann", "Personnel").can_activate("Ann") == {"Shopping Mall"}


def test_a_company_that_can_be_activated_as_soon_as_it_is_bought_is_no_last_play() -> None:
    desk = office().hand("Ann", "Buy Activate").offer("Warehouses").store("Ann", "Steel Concrete")
    assert not any("Warehouses" in label for label in last_plays(desk))
    assert "Warehouses" in desk.buy_company("Ann", "Warehouses").can_activate("Ann")


def test_a_hire_that_is_left_counts_only_if_it_can_be_paid() -> None:
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Buy Hire")
    assert "Buy 1 Paper" in last_plays(desk)
    desk.store("Ann", "Steel")
    assert "Buy 1 Paper" not in last_plays(desk)
    assert "Warehouses" in desk.buy("Ann", "Paper").can_hire("Ann")


def test_a_play_that_asks_for_more_is_none() -> None:
    desk = office().owns("Ann", "Oil Refinery", activated=False).hand("Ann", "Activate Obstacle")
    desk.store("Ann", " ".join(name.capitalize() for name in desk.table.card("oil_refinery").units))
    assert desk.can_activate("Ann") == {"Oil Refinery"}
    assert last_plays(desk) == []


def test_with_a_card_to_lay_on_top_of_the_deck_a_turn_never_ends_by_itself() -> None:
    assert last_plays(office().owns("Ann", "Consulting Firm").hand("Ann", "Buy")) == []


def test_the_last_of_a_pile_is_none_for_a_block_may_go_by_lot() -> None:
    desk = office().hand("Ann", "Buy")
    desk.table.resource_discard["paper"] = desk.table.market["paper"] - 1
    desk.table.market["paper"] = 1
    assert "Buy 1 Paper" not in last_plays(desk)
    assert "Buy 1 Personnel" in last_plays(desk)
    assert desk.buy("Ann", "Paper").fenced


class Ends(NamedTuple):
    """Questions of a record in which only the end of the turn was left."""

    alone: int
    offered: int
    """Those after a play with which the end was offered."""


def count_ends(path: Path) -> Ends:
    """Count them; each play that was offered with the end must have left nothing else, and revealed nothing."""
    record = read_record(path)
    table = build_case(GAME, record).begin(record["seed"]).table
    assert isinstance(table, Briefcase)
    alone = offered = 0
    expects_end = False
    for entry in record["moves"]:
        seat = entry["seat"]
        question = play.find_question(table, seat)
        assert question is not None
        is_alone = not question.is_free and question.is_legal(EndTurn())
        if seat == table.active:
            assert is_alone or not expects_end, "something else could be done after a last play"
            alone, offered = alone + is_alone, offered + (is_alone and expects_end)
        move = GAME.moves.validate_python(entry["move"])
        found = find_last_plays(GAME.view(table, seat), question) if seat == table.active else None
        played = play.play(table, seat, move, question=question)
        is_last = found is not None and move in found.answers
        assert not is_last or not played.blocks_undo
        expects_end = is_last or (expects_end and seat != table.active)
        table = played.table
    return Ends(alone, offered)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_few_ends_of_a_turn_are_left_to_be_pressed_alone(path: Path) -> None:
    ends = count_ends(path)
    assert ends.alone >= 20
    assert ends.offered >= 0.8 * ends.alone, ends  # the others were alone because a company could have scored
