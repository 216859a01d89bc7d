"""Game end conditions and final scoring."""

from __future__ import annotations

import pytest

from bot.games.briefcase.news import EndTriggered, GameScored, PileExhausted
from tests.games.briefcase.dealing import Desk, office


def test_the_first_and_the_second_empty_pile_each_remove_a_resource_block() -> None:
    desk = office(blocks=["Steel", "Concrete"]).hand("Ann", "Buy Buy").sold_out("Paper", "Personnel", but=1)
    desk.buy("Ann", "Paper")
    assert len(desk.table.resource_blocks) == 1
    desk.buy("Ann", "Personnel")
    assert desk.table.resource_blocks == []
    assert desk.news(PileExhausted)[0].block is not None
    assert desk.table.ending is None


def test_the_second_empty_pile_may_be_that_of_imported_resources() -> None:
    desk = office(blocks=["Concrete"]).sold_out("Paper").sold_out("Imported", but=1).hand("Ann", "Buy Buy")
    desk.buy("Ann", "Imported")
    assert desk.table.resource_blocks == []
    assert "Imported is sold out. The block on Concrete leaves the game." in desk.read_by("Bob")
    assert desk.table.ending is None


def test_the_end_by_resources_with_two_piles_left() -> None:
    desk = office(blocks=[]).hand("Ann", "Buy").sold_out("Paper", "Steel").sold_out("Concrete", but=1)
    desk.buy("Ann", "Concrete")
    assert desk.news(EndTriggered)[0].why == "only 2 piles of the market are left"


def test_the_end_by_companies() -> None:
    """Not before the very last card: two players, two Warehouses left."""
    desk = office().hand("Ann", "Buy").hand("Bob", "Buy")
    for company in desk.table.portfolio:
        name, left = desk.table.card(company).name, desk.table.portfolio[company]
        for owner in ["Bob", "Ann"][: 0 if name == "Warehouses" else left]:
            desk.owns(owner, name, activated=False)
    desk.buy_company("Ann", "Warehouses").end_turn("Ann")
    assert desk.table.ending is None
    desk.buy_company("Bob", "Warehouses")
    assert desk.news(EndTriggered)[0].why == "no company is left to buy"


def test_the_end_by_buys() -> None:
    desk = office().hand("Ann", "Activate").store("Ann", "Steel Concrete").owns("Ann", "Warehouses", activated=False)
    desk.bank("Buy", 1).activate("Ann", "Warehouses")
    assert desk.news(EndTriggered)[0].why == "the bank has no Buy left"


def test_a_hire_can_trigger_the_end() -> None:
    desk = office().owns("Bob", "Warehouses").hand("Ann", "Hire").store("Ann", "Steel").bank("Buy", 1)
    desk.hire("Ann", "Bob", "Warehouses")
    assert desk.table.ending == "the bank has no Buy left"


@pytest.mark.parametrize(("trigger", "still"), [("Ann", ["Bob", "Cid"]), ("Bob", ["Cid"]), ("Cid", [])])
def test_all_players_have_equally_many_turns(trigger: str, still: list[str]) -> None:
    desk = office("Ann Bob Cid").bank("Buy", 1).store(trigger, "Steel Concrete").hand(trigger, "Activate")
    desk.owns(trigger, "Warehouses", activated=False)
    for name in ("Ann", "Bob", "Cid"):
        if name == trigger:
            break
        desk.end_turn(name)
    desk.activate(trigger, "Warehouses").end_turn(trigger)
    for name in still:
        assert desk.asked == [name]
        desk.end_turn(name)
    assert desk.table.outcome is not None
    assert {player.turns for player in desk.table.everybody.values()} == {1}


@pytest.mark.parametrize("first", ["Ann", "Bob", "Cid"])
def test_the_player_on_the_right_of_a_player_who_started_has_the_last_turn(first: str) -> None:
    names = ["Ann", "Bob", "Cid"]
    second, last = (names[(names.index(first) + after) % 3] for after in (1, 2))
    desk = office("Ann Bob Cid", first=first).bank("Buy", 1).store(second, "Steel Concrete").hand(second, "Activate")
    desk.owns(second, "Warehouses", activated=False).end_turn(first).activate(second, "Warehouses")
    assert [news.last for news in desk.news(EndTriggered)] == [desk.seat(last)]
    desk.end_turn(second)
    assert desk.asked == [last]
    desk.end_turn(last)
    assert desk.table.outcome is not None
    assert {player.turns for player in desk.table.everybody.values()} == {1}


def test_a_hire_that_takes_the_last_of_a_third_pile_from_the_market_triggers_the_end() -> None:
    desk = office(blocks=[]).owns("Ann", "Steel Factory").owns("Bob", "Power Plant").hand("Ann", "Hire")
    desk.sold_out("Paper", "Personnel").sold_out("Steel", but=1).store("Ann", "Concrete")
    desk.player("Bob").storage["steel"] = desk.table.resource_discard.pop("steel")
    desk.hire("Ann", "Bob", "Power Plant")
    assert desk.table.ending == "only 2 piles of the market are left"


def last_turn(names: str = "Ann Bob") -> Desk:
    """Everybody but the last is done, and the game ends with this round."""
    desk = office(names).offer("Venture Capital Firm", "Investment Company", "Newspaper", "Media Company")
    desk.table.ending = "the bank has no Buy left"
    return desk


def test_worked_example_of_final_scoring_with_the_tie_break() -> None:
    """Both have 32 points; Bob has three resources left over, and Ann one."""
    desk = last_turn()
    desk.owns("Ann", "Power Plant", "Newspaper", "Shopping Mall", "Real Estate Agency", "Venture Capital Firm")
    desk.owns("Ann", "Investment Company").owns("Ann", "Warehouses", activated=False)
    desk.store("Ann", "Steel Steel Paper Paper Imported Energy Energy Energy Energy")
    ann = desk.player("Ann")
    ann.deck += ["buy"] * 6
    desk.table.bank["buy"] -= 6
    ann.points, desk.player("Bob").points, desk.table.central_bank = 3, 5, 2
    desk.owns("Bob", "Power Plant", "Theme Parks", "High-Tech Company", "Insurance Company", "Steel Factory")
    desk.owns("Bob", "Media Company", "Marketing Company", "Construction Company")
    desk.store("Bob", "Steel Paper Personnel Energy Energy Energy Energy")
    desk.end_turn("Ann").end_turn("Bob")
    scores = {score.seat: score for score in desk.news(GameScored)[0].scores}
    assert (scores[1].companies, scores[1].abilities) == (6, 6 + 6 + 9)
    assert (scores[1].central_bank, scores[1].resources, scores[1].left_over) == (3, 2, 1)
    assert scores[1].total == 32
    assert (scores[2].companies, scores[2].central_bank, scores[2].resources, scores[2].left_over) == (26, 5, 1, 3)
    assert desk.table.outcome is not None
    assert desk.table.outcome.scores == {1: 32, 2: 32}
    assert desk.table.outcome.places == {1: 2, 2: 1}


def test_a_tie_goes_to_a_player_who_has_more_resources_left_over() -> None:
    desk = last_turn().store("Ann", "Steel").store("Bob", "Paper Paper Paper").end_turn("Ann").end_turn("Bob")
    assert desk.table.outcome is not None
    assert desk.table.outcome.scores == {1: 0, 2: 0}
    assert desk.table.outcome.winners == [2]


def test_resources_that_scored_do_not_break_a_tie() -> None:
    """Four resources are a point and leave nothing; two are none and leave two."""
    desk = last_turn().store("Ann", "Steel Steel Steel Steel").store("Bob", "Paper Paper")
    desk.player("Bob").points, desk.table.central_bank = 1, 9
    desk.end_turn("Ann").end_turn("Bob")
    assert desk.table.outcome is not None
    assert desk.table.outcome.scores == {1: 1, 2: 1}
    assert desk.table.outcome.winners == [2]
    (verdict,) = [line for line in desk.read_by(None) if "The game is over" in line]
    assert "<seat:2> wins before <seat:1>: equal points, but more resources left over (2 to 0)." in verdict


def test_a_full_tie_is_a_shared_victory() -> None:
    desk = last_turn("Ann Bob Cid").end_turn("Ann").end_turn("Bob").end_turn("Cid")
    assert desk.table.outcome is not None
    assert desk.table.outcome.winners == [1, 2, 3]
    assert any("share the victory" in line for line in desk.read_by(None))


def test_deactivated_companies_score_nothing() -> None:
    desk = last_turn().owns("Ann", "Warehouses", activated=False).owns("Bob", "Warehouses")
    desk.end_turn("Ann").end_turn("Bob")
    assert desk.table.outcome is not None
    assert desk.table.outcome.scores == {1: 0, 2: 3}


def test_four_resources_are_a_point_energy_and_imported_ones_included() -> None:
    desk = last_turn().store("Ann", "Energy Energy Energy Imported").end_turn("Ann").end_turn("Bob")
    assert desk.table.outcome is not None
    assert desk.table.outcome.scores[1] == 1
