"""Contents of the box, the setup, A New Beginning, and the solo game against Andrew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest
from pydantic import ValidationError

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.news_text import format_news
from bot.engine.play import Played
from bot.games.carnegie import GAME
from bot.games.carnegie.components import ANDREW, BOX, NEUTRAL, REGIONS, ROWS, CarnegieBox
from bot.games.carnegie.moves import BeginAnew, BuildIn, Buy, PickUp, PutDown, StandUp, StartBuilding, TakeReserve
from bot.games.carnegie.news import BoughtBefore
from bot.games.carnegie.rules.andrew import act, donate, lay_aside
from bot.games.carnegie.rules.construction import open_spaces
from bot.games.carnegie.rules.pieces import Disk
from bot.games.carnegie.rules.scoring import andrew_score, finish, score
from bot.games.carnegie.table import Carnegie
from tests.games.carnegie.dealing import office


def begun(players: int, seed: str = "a seed", **options: object) -> Carnegie:
    table: Carnegie = GAME.set_up(GAME.options(**options), players, seed, BOX)
    return play.begin(table).table


# The box


def test_the_box_holds_what_the_components_list_says() -> None:
    assert (len(BOX.cities), sum(len(city.spaces) for city in BOX.cities), len(BOX.routes)) == (32, 68, 54)
    by_region = Counter(city.region for city in BOX.cities for _ in city.spaces)
    assert by_region == {"west": 19, "midwest": 16, "east": 17, "south": 16}
    assert {sum(track.steps) for track in BOX.tracks.values()} == {12}
    assert [tab.vp * 3 for tab in BOX.tabs.values()] == [6, 9, 12, 15]
    assert len(BOX.free_cells) == 10
    sides = [side for tile in BOX.timeline.tiles for side in (tile.front, tile.back)]
    assert all(sum(space.donation for space in side) == 1 for side in sides)
    assert set(Counter(space.region for side in sides for space in side if space.region).values()) == {12}


def test_every_number_that_no_source_gives_is_named_as_ours() -> None:
    assert set(BOX.designed) == {"map", "balance", "company", "printed", "tabs", "tracks", "donations"}


def test_a_box_with_a_route_to_nowhere_is_refused() -> None:
    broken = BOX.model_dump()
    broken["routes"] = [*broken["routes"][1:], ("denver", "atlantis")]
    with pytest.raises(ValidationError, match="denver to atlantis"):
        CarnegieBox.model_validate(broken)


# Setup


@pytest.mark.parametrize(("players", "tiles", "neutral"), [(1, 16, 18), (2, 16, 18), (3, 24, 9), (4, 28, 0)])
def test_departments_and_neutral_disks_follow_the_number_of_players(players: int, tiles: int, neutral: int) -> None:
    table = begun(players)
    assert len(table.display) == tiles
    on_chart = sum(owners.count(NEUTRAL) for owners in table.chart.values())
    assert on_chart + len(table.projects(NEUTRAL)) == neutral
    table.audit()


def test_everybody_begins_with_the_same() -> None:
    table = begun(4)
    for player in table.everybody.values():
        assert (player.money, player.cubes, player.vp, player.supply, player.active) == (12, 4, 0, 5, 5)
        assert player.company["b1"].lying == 5
        assert [tab.disks[0] for tab in player.tabs.values()] == [True, True, True, False]


def test_the_sound_first_moves_say_how_many_move_besides_whom_they_activate() -> None:
    table, plans = begun(1), []
    for _ in range(2):
        question = play.find_question(table, 1)
        assert question is not None
        assert GAME.teaching.first_plan is not None
        plan = GAME.teaching.first_plan(GAME.view(table, 1), question)
        assert plan is not None
        plans.append(plan)
        table = play.play(table, 1, plan.move).table
    assert plans[0].label == "San Francisco, and reserve Engineering"
    assert plans[1].label == "Move 3 and activate 3"
    assert plans[1].why.startswith("3 workers, 2 cells each: 6 moves. 1 in Research & Development")
    assert "are then active. R&D: 3 development points; Construction: builds a project." in plans[1].why


def test_action_selection_tiles_go_to_all_of_four_and_to_the_third_of_three() -> None:
    assert all(player.tile for player in begun(4).everybody.values())
    three = begun(3)
    assert [three.everybody[seat].tile for seat in three.in_order()] == [False, False, True]
    assert not any(player.tile for player in begun(2).everybody.values())


def test_the_last_player_begins_on_the_map_and_takes_a_reserve() -> None:
    table = begun(3)
    last = table.in_order()[-1]
    assert play.list_asked_seats(table) == [last]
    question = play.find_question(table, last)
    assert question is not None
    found = question.get_stage(()).question  # type: ignore[attr-defined]
    cities = {option.move.city for option in found.options}
    assert all(table.box.city[city].size != "small" for city in cities)
    move = question.choose_random_move(Random(1))  # noqa: S311
    assert isinstance(move.orders[0], BuildIn)  # type: ignore[attr-defined]
    assert isinstance(move.orders[1], TakeReserve)  # type: ignore[attr-defined]
    after = play.play(table, last, move).table
    assert len(after.projects(last)) == 1
    assert after.everybody[last].tabs["housing"].built[0]
    assert len(after.display) == len(table.display) - 1
    after.audit()


def test_before_the_first_round_all_make_six_moves_and_activate_at_once() -> None:
    table = begun(2)
    for _ in range(2):
        (seat,) = play.list_asked_seats(table)
        move = play.get_default_move(table, seat)
        assert move is not None
        table = play.play(table, seat, move).table
    assert sorted(play.list_asked_seats(table)) == [1, 2]
    question = play.find_question(table, 1)
    assert question is not None
    move = question.make(  # type: ignore[attr-defined]
        (PickUp(cell="b1"), PutDown(cell="a1"), PickUp(cell="b1"), PutDown(cell="d4"), StandUp(cell="a1"))
    )
    after = play.play(table, 1, move).table
    assert after.everybody[1].company["a1"].standing == [0, 1]
    assert after.everybody[1].money == 11
    too_far = (PickUp(cell="b1"), PutDown(cell="d4"), PickUp(cell="b1"), PutDown(cell="d1"))
    assert not question.is_legal(question.make(too_far))  # type: ignore[attr-defined]
    late = (PickUp(cell="b1"), PutDown(cell="a1"), StandUp(cell="a1"), PickUp(cell="b1"), PutDown(cell="a1"))
    assert not question.is_legal(question.make(late))  # type: ignore[attr-defined]


# A New Beginning


def start(bid: int, cubes: int = 4, lobby: int = 5, vp: int = 0, moves: int = 6) -> BeginAnew:
    return BeginAnew(
        bought=(
            Buy(line="cubes", amount=cubes),
            Buy(line="lobby", amount=lobby),
            Buy(line="vp", amount=vp),
            Buy(line="moves", amount=moves),
            Buy(line="bid", amount=bid),
        )
    )


def test_a_new_beginning_is_bought_in_secret_and_the_highest_bid_goes_first_and_pays() -> None:
    table = begun(3, new_beginning=True)
    first = table.first
    bidder = next(seat for seat in table.seats if seat != first)
    played: Played[Carnegie] | None = None
    for seat in table.seats:
        assert all(GAME.view(table, other).bought is None for other in table.seats if other >= seat)
        played = play.play(table, seat, start(bid=2 if seat == bidder else 1, cubes=5 if seat == bidder else 4))
        table = played.table
    assert table.first == bidder
    assert table.everybody[bidder].money == 50 - 15 - 16 - 0 - 10 - 2
    assert table.everybody[first].money == 12  # who does not win the bid does not pay it
    assert table.everybody[bidder].cubes == 5
    table.audit()


def test_a_player_who_bids_last_cannot_read_the_other_bids_and_bid_again() -> None:
    table = begun(2, new_beginning=True)
    first = play.play(table, 1, start(bid=3))
    last = play.play(first.table, 2, start(bid=1))
    assert any(isinstance(piece.news, BoughtBefore) and piece.news.bid == 3 for piece in last.told)
    assert (first.blocks_undo, last.blocks_undo) == (False, True)


def test_the_usual_start_costs_38_and_leaves_12() -> None:
    table = begun(2, new_beginning=True)
    assert play.get_default_move(table, 1) == start(bid=0)


def test_equal_bids_go_to_the_first_clockwise_from_the_player_drawn_by_lot() -> None:
    """CG-12."""
    table = begun(3, new_beginning=True)
    first = table.first
    for seat in table.seats:
        table = play.play(table, seat, start(bid=1)).table
    assert table.first == first


def test_nobody_can_spend_more_than_50() -> None:
    question = play.find_question(begun(2, new_beginning=True), 1)
    assert question is not None
    assert not question.is_legal(start(bid=13))
    assert question.is_legal(start(bid=12))
    assert not question.is_legal(start(bid=0, cubes=6, lobby=7))


# Solo


def solo() -> Carnegie:
    """Ann's table alone, in the first round, with the map and the chart empty and an easy card turned."""
    table = office("Ann").table
    assert table.andrew is not None
    lay_aside(table.andrew)
    table.andrew.cards.clear()
    table.andrew.card = "N14"
    for spaces in table.spaces.values():
        spaces[:] = [None] * len(spaces)
    for owners in table.chart.values():
        owners.clear()
    return table


def test_andrew_has_a_card_for_each_round_and_no_company() -> None:
    table = begun(1)
    assert table.andrew is not None
    assert len(table.andrew.deck) == BOX.terms.rounds
    assert not any(card.startswith("A") for card in table.andrew.deck)
    hard = begun(1, andrew="expert").andrew
    assert hard is not None
    assert sum(card.startswith("A") for card in hard.deck) == 15


def test_a_normal_and_an_advanced_card_of_one_number_can_both_be_in_andrews_deck() -> None:
    """CG-18: with 15 of 20 normal and 5 of 20 advanced ones that is all but certain."""
    for seed in ("one", "two", "three"):
        andrew = begun(1, seed, andrew="advanced").andrew
        assert andrew is not None
        assert len(set(andrew.deck)) == 20
        assert max(Counter(card[1:] for card in andrew.deck).values()) == 2


def test_andrew_picks_the_row_in_even_rounds_and_turns_his_card_after_the_human_in_odd_ones() -> None:
    """CG-19."""
    desk = office("Ann")
    assert desk.asked == ["Ann"]
    assert desk.table.andrew is not None
    assert desk.table.andrew.card is None
    desk.pick("hr")
    assert desk.table.andrew is not None
    assert desk.table.andrew.card is not None
    while desk.table.round == 1:
        desk.nothing("Ann")
    assert desk.table.andrew.card is not None
    assert desk.table.picked == BOX.solo.card[desk.table.andrew.card].row


def test_andrew_acts_first_in_each_phase_but_after_the_income_of_the_phase_before() -> None:
    desk = office("Ann").away("Ann", "midwest", 1).next_event("construction", "midwest").pick("construction")
    assert desk.step == "income event"
    before = desk.table.andrew
    assert before is not None
    assert (before.column, desk.table.projects(ANDREW)) == (0, [])
    desk.nothing("Ann")
    after = desk.table.andrew
    assert after is not None
    assert after.column + len(desk.table.projects(ANDREW)) == len(BOX.solo.card[after.card or ""].cities)


def test_for_human_resources_his_card_moves_as_far_as_it_says() -> None:
    table = solo()
    assert table.andrew is not None
    act(table, table.andrew, "hr")
    assert table.andrew.column == 1
    assert andrew_score(table).track == 1


def test_andrew_takes_the_lowest_tile_of_each_row_and_moves_his_card_for_what_is_missing() -> None:
    table = solo()
    assert table.andrew is not None
    table.andrew.card = "N09"  # three of R&D
    table.display = [name for name in table.display if BOX.department[name].row != "rd"]
    table.display += ["advanced_research", "advanced_research", "charitable_giving"]
    act(table, table.andrew, "management")
    assert table.andrew.tiles == ["advanced_research", "charitable_giving"]  # no number twice in a round
    assert table.andrew.column == 1


def test_andrew_builds_on_the_leftmost_empty_space_and_moves_his_card_for_a_full_city() -> None:
    table = solo()
    assert table.andrew is not None
    table.spaces["albany"] = [Disk(owner=1)] * 3
    act(table, table.andrew, "construction")  # Albany, New York, Washington, Pittsburgh
    assert [city for city, _ in table.projects(ANDREW)] == ["pittsburgh", "new_york", "washington"]
    assert table.andrew.column == 1


def test_andrew_develops_his_track_and_each_impossible_step_moves_his_card() -> None:
    table = solo()
    assert table.andrew is not None
    table.andrew.tracks["east"] = 3
    act(table, table.andrew, "rd")
    assert table.andrew.bonuses == ["east"]
    assert table.ends["east"] == [ANDREW]
    assert table.andrew.column == 1
    assert andrew_score(table).tabs == BOX.solo.end_box_vp


def test_andrew_donates_on_his_cards_space_or_moves_his_card() -> None:
    table = solo()
    assert table.andrew is not None
    donate(table, table.andrew)
    donate(table, table.andrew)
    assert table.chart["B2"] == [ANDREW]
    assert table.andrew.column == 1


def test_andrews_donations_count_what_the_human_has_and_what_welfare_leaves() -> None:
    table = solo()
    assert table.andrew is not None
    table.everybody[1].money, table.everybody[1].cubes = 0, 7
    table.chart["C2"], table.chart["A5"] = [1], [ANDREW]
    table.chart["C4"] = [ANDREW]
    found = andrew_score(table).donations
    assert found == 5  # five departments; six cubes went to the human's C2, and one dollar is no pair


def left_with(money: int, cubes: int, own: Sequence[str], his: Sequence[str]) -> Carnegie:
    """Ann's table alone, with these donations, at the end of the game."""
    table = solo()
    table.everybody[1].money, table.everybody[1].cubes = money, cubes
    for space in own:
        table.chart[space].append(1)
    for space in his:
        table.chart[space].append(ANDREW)
    return table


def of_older(table: Carnegie) -> Carnegie:
    """Return a table that was begun with the first edition of the box."""
    table._box = BOX.model_copy(update={"edition": 1})
    table.__dict__.pop("box", None)
    return table


def test_andrews_b5_counts_the_humans_donations() -> None:
    """CG-15."""
    table = left_with(0, 0, ["A1", "A2", "A3"], ["B5", "C1"])
    assert andrew_score(table).donations == 3 * 2 + 7
    assert andrew_score(of_older(table)).donations == 2 * 2 + 7


def test_alone_cubes_are_sold_before_the_last_scoring_so_that_andrew_gets_nothing_for_them() -> None:
    """CG-1."""
    table = left_with(1, 6, [], ["C2"])
    table.told.clear()
    finish(table)
    assert andrew_score(table).donations == 0
    assert (table.everybody[1].money, table.everybody[1].cubes) == (7, 0)
    assert format_news(GAME, table.told[0].news, None) == "<seat:1> sells 6 cubes for $6."
    older = of_older(left_with(1, 6, [], ["C2"]))
    finish(older)
    assert andrew_score(older).donations == 12
    assert older.everybody[1].cubes == 6


def test_alone_no_cube_is_sold_where_that_would_give_andrew_more() -> None:
    table = left_with(4, 3, [], ["C3"])
    finish(table)
    assert table.everybody[1].cubes == 3
    assert andrew_score(table).donations == 0


def test_andrew_sells_no_cubes_for_his_own_donations() -> None:
    """CG-16."""
    table = left_with(0, 9, [], ["C3"])
    assert andrew_score(table).donations == 0
    assert andrew_score(of_older(table)).donations == 2


def test_of_the_best_splits_alone_the_one_is_taken_that_leaves_andrew_least() -> None:
    """CG-6: the two cubes that Ann's C2 can no longer score are sold, and with them his pairs and his C2."""
    table = left_with(5, 8, ["C2"], ["C2", "C4"])
    assert score(table, 1).donations == 12
    assert andrew_score(table).donations == 0
    assert andrew_score(of_older(table)).donations > 0


WELFARE_SPACES = [(), ("C2",), ("C3",), ("C4",), ("C2", "C3"), ("C2", "C4"), ("C3", "C4"), ("C2", "C3", "C4")]


def splits(given: Sequence[str], money: int, cubes: int) -> Iterator[tuple[int, int, int]]:
    """Yield what spending dollars and cubes scores, in all ways, and what it leaves."""
    most = [range(7 if space in given else 1) for space in ("C2", "C3")]
    for single, fives, pairs in product(*most, range(4 if "C4" in given else 1)):
        dollars, left = money - 5 * (fives + pairs), cubes - single - pairs
        if dollars >= 0 and left >= 0:
            yield 2 * single + 2 * fives + 4 * pairs, dollars, left


@pytest.mark.parametrize("his", WELFARE_SPACES[1:])
@pytest.mark.parametrize("own", WELFARE_SPACES)
def test_no_sale_or_split_would_put_the_human_further_ahead(own: Sequence[str], his: Sequence[str]) -> None:
    """CG-1: so there is no question; counted by trying everything."""
    for money, cubes in product(range(0, 13, 2), range(0, 9, 2)):
        ways = [way for sold in range(cubes + 1) for way in splits(own, money + sold, cubes - sold)]
        ahead = max(points - max(one[0] for one in splits(his, *left)) for points, *left in ways)
        table = left_with(money, cubes, own, his)
        assert score(table, 1).donations - andrew_score(table).donations == ahead


def test_alone_one_chooses_between_equal_spaces_of_a_city() -> None:
    """CG-17: Andrew fills them from the left."""
    table = solo()
    houses = [(city.id, at) for city, at in open_spaces(table, 1, "industry") if city.id == "san_francisco"]
    assert houses == [("san_francisco", 0), ("san_francisco", 2)]
    assert [city.id for city, _ in open_spaces(of_older(table), 1, "industry")].count("san_francisco") == 1
    assert [city.id for city, _ in open_spaces(begun(2), 1, "industry")].count("san_francisco") <= 1


def test_equal_spaces_are_told_apart_and_the_chosen_one_is_taken() -> None:
    """CG-17."""
    desk = office("Ann", seed="equal spaces").has("Ann", cubes=4)
    desk.table.spaces["chicago"] = [None] * 5
    desk.workers("Ann", "c2", standing=1).next_event("construction", "west").pick("construction")
    spaces = desk.table.spaces["chicago"]
    spaces[:] = [None] * 5
    start = StartBuilding(cell="c2", project="industry")
    offered = [label for label in desk.offers("Ann", start) if "Chicago" in label]
    assert offered == ["Chicago (3 VP, major city, 1st space)", "Chicago (3 VP, major city, 3rd space)"]
    desk.plan("Ann", start, BuildIn(city="chicago", space=2))
    assert desk.table.spaces["chicago"][2] == Disk(owner=1, project="industry")
    assert desk.table.spaces["chicago"][0] is None


def test_the_next_cards_of_andrews_deck_are_known_to_nobody() -> None:
    table = begun(1)
    other = GAME.redeal(table, 1, Chance(seed="another"))
    assert table.andrew is not None
    assert other.andrew is not None
    assert other.andrew.deck != table.andrew.deck
    assert GAME.view(other, 1) == GAME.view(table, 1)


# Whole games


@pytest.mark.parametrize("players", GAME.seats)
def test_random_games_end_and_pass_the_audit_after_every_answer(players: int) -> None:
    options = {"more_departments": players % 2 == 0, "tabs": "ab"[players % 2], "new_beginning": players > 2}
    table, random = begun(players, f"random {players}", **options), Random(players)  # noqa: S311
    while table.outcome is None:
        seat = random.choice(play.list_asked_seats(table))
        question = play.find_question(table, seat)
        assert question is not None
        table = play.play(table, seat, question.choose_random_move(random), question=question).table
        table.audit()
    assert table.round == BOX.terms.rounds
    assert all(row.done == len(ROWS) + 1 for row in table.rows.values())
    assert set(table.everybody[1].missions) == set(REGIONS)


def test_everybody_who_is_always_late_ends_the_game() -> None:
    table = begun(2)
    for _ in range(500):
        if table.outcome is not None:
            break
        seat = play.list_asked_seats(table)[0]
        move = play.get_default_move(table, seat)
        assert move is not None
        table = play.play(table, seat, move).table
        table.audit()
    assert table.outcome is not None
