"""Only players who could take the same thing act one after the other (CG-10)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from bot.engine import play
from bot.engine.records import Move, Seat
from bot.games.carnegie import GAME
from bot.games.carnegie.components import BOX, END_BOX, REGIONS, ROWS, Region
from bot.games.carnegie.moves import PlayTile, TrackStep, WaitForTurn
from bot.games.carnegie.rules.departments import UseDepartments
from bot.games.carnegie.table import Carnegie
from bot.testing.random_games import Case, build_random, get_whole_game
from bot.testing.thorough import mark_thorough
from tests.games.carnegie.dealing import Desk, office

ALL_BUT_THE_FIRST_WAIT = 4
"""The edition of before."""
RESEARCHERS = "a2"
"""The cell of the printed Research & Development."""


def near(edition: int = BOX.edition, **regions: Region) -> Desk:
    """Return a table at which Research is used, and each of these players is a step before the end box there."""
    desk = office("Ann Bob Cid", box=BOX.model_copy(update={"edition": edition})).next_event("rd", "south")
    for name, region in regions.items():
        desk.workers(name, RESEARCHERS, standing=2).at_box(name, region, 3)
    return desk.pick("rd")


def test_players_who_could_enter_different_end_boxes_do_not_wait_for_each_other() -> None:
    """CG-10."""
    desk = near(Ann="west", Bob="east", Cid="east")
    assert desk.asked == ["Ann", "Bob"]
    desk.plan("Bob", TrackStep(region="east"))
    assert desk.asked == ["Ann", "Cid"]
    assert not desk.allows("Cid", TrackStep(region="east")), "Bob was before Cid"


def test_what_others_take_meanwhile_changes_no_question_of_a_player_who_does_not_want_it() -> None:
    """CG-10: a plan that is half put together stays good."""
    desk = near(Ann="west", Bob="east")
    before = desk.question("Ann").about
    assert desk.plan("Bob", TrackStep(region="east")).question("Ann").about == before


def test_nobody_waits_for_the_sake_of_an_end_box_that_is_taken() -> None:
    """CG-10."""
    desk = office("Ann Bob Cid Dan").next_event("rd", "south").at_box("Dan", "west", 4)
    for name in ("Ann", "Bob"):
        desk.workers(name, RESEARCHERS, standing=2).at_box(name, "west", 3)
    assert desk.pick("rd").asked == ["Ann", "Bob", "Cid", "Dan"]


@pytest.mark.parametrize(("region", "may_come"), [("west", False), ("east", True)])
def test_a_box_that_somebody_before_could_come_to_with_their_tile_waits_for_them(
    region: Region, *, may_come: bool
) -> None:
    """CG-10: Bob is before Cid, and could use Research with his tile."""
    desk = office("Ann Bob Cid").all_idle_but("Ann").next_event("hr", "west")
    boxes: dict[str, Region] = {"Bob": "west", "Cid": region}
    for name, box in boxes.items():
        desk.workers(name, RESEARCHERS, standing=2)
        desk.at_box(name, box, 3).player(name).tile = True
    desk.pick("hr")
    assert desk.asked == ["Ann", "Bob", "Cid"]
    assert desk.allows("Cid", PlayTile(row="rd"), TrackStep(region=region)) == may_come
    assert desk.allows("Cid", WaitForTurn()) != may_come


def test_in_a_game_begun_before_everybody_who_could_enter_any_end_box_waits() -> None:
    """CG-10, of edition 4."""
    assert near(ALL_BUT_THE_FIRST_WAIT, Ann="west", Bob="east").asked == ["Ann", "Cid"]
    desk = office(box=BOX.model_copy(update={"edition": ALL_BUT_THE_FIRST_WAIT})).at_box("Dan", "west", 4)
    for name in ("Ann", "Bob"):
        desk.workers(name, RESEARCHERS, standing=2).at_box(name, "west", 3)
    assert desk.next_event("rd", "south").pick("rd").asked == ["Ann", "Cid", "Dan"]


def stirred(table: Carnegie, random: Random) -> Carnegie:
    """Return a table like this at which a row begins to be used, and end boxes are near."""
    there = play.copy(table)
    for player in there.everybody.values():
        near_to = random.choice(REGIONS)
        for region in [region for region in REGIONS if player.tracks[region] != END_BOX]:
            player.tracks[region] = END_BOX - 1 if region == near_to else random.randrange(2)
        researchers = player.company[RESEARCHERS]
        wanted = min(player.supply, random.randrange(3) - len(researchers.standing))
        if wanted > 0:
            researchers.standing = list(range(len(researchers.standing) + wanted))
            player.supply -= wanted
        player.tile = random.random() < 0.2
    row = random.choice([*ROWS, *["rd"] * 8])
    there.agenda = [UseDepartments(row=row, picker=there.first)]
    play.run_agenda(there)
    there.audit()
    return there


def find_step(table: Carnegie) -> UseDepartments | None:
    """Return the step in which departments are used; None: everybody has done so."""
    step = table.agenda[0] if table.agenda else None
    return step if isinstance(step, UseDepartments) and step.waiting else None


def played_as_asked(table: Carnegie, random: Random) -> Mapping[Seat, Move]:
    """Let the asked seats act in any order; return what each of them did."""
    did: dict[Seat, Move] = {}
    while step := find_step(table):
        seat = random.choice(list(step.using(table)))
        question = play.find_question(table, seat)
        assert question is not None
        move = question.choose_random_move(random)
        play.play_here(table, seat, move)
        if WaitForTurn() not in getattr(move, "orders", ()):
            did[seat] = move
    return did


def play_clockwise(table: Carnegie, did: Mapping[Seat, Move]) -> None:
    """Let each seat do the same one after the other, as the rulebook says."""
    while step := find_step(table):
        seat = step.waiting[0]
        question = play.find_question(table, seat)
        assert question is not None
        assert question.is_legal(did[seat]), "nothing that comes before makes it impossible"
        play.play_here(table, seat, did[seat])


def things_on(table: Carnegie) -> str:
    """Return all that lies on a table."""
    there = play.copy(table)
    for owners in there.ends.values():
        owners.sort()
    return there.model_dump_json(exclude={"chance", "seals"})


@pytest.mark.parametrize("number", mark_thorough(list(range(6))))
def test_any_order_in_which_players_are_asked_leads_where_the_rulebooks_order_leads(number: int) -> None:
    """CG-10."""
    random, sooner, entered = build_random(f"any order {number}"), 0, 0
    turns = get_whole_game(Case(GAME, 4 - number % 2, GAME.options()))
    tables = [turn.after for turn in turns if isinstance(turn.after, Carnegie) and turn.after.outcome is None]
    for table in random.sample(tables[len(tables) // 4 :], 40):
        there = stirred(table, random)
        clockwise, before = play.copy(there), play.copy(there)
        before._box = BOX.model_copy(update={"edition": ALL_BUT_THE_FIRST_WAIT})
        sooner += len(play.list_asked_seats(there)) > len(play.list_asked_seats(before))
        did = played_as_asked(there, random)
        play_clockwise(clockwise, did)
        assert things_on(there) == things_on(clockwise)
        entered += there.ends != table.ends
    assert sooner, "some did not have to wait that had to before"
    assert entered
