"""What departments do, used and all the time, each with a dealt position in which it does what its words say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.games.carnegie import GAME
from bot.games.carnegie.bots import Mind
from bot.games.carnegie.components import BOX, AnyAbility, AnyUse, CarnegieBox
from bot.games.carnegie.moves import (
    AnyOrder,
    BuildIn,
    ChooseDepartment,
    Donate,
    DonateOnTopOf,
    FollowOnto,
    PickUp,
    PlaceOn,
    PutDown,
    StandUp,
    StartBuilding,
    TakeBack,
    TakeBox,
    ToNewLobby,
    TrackStep,
    UseDepartment,
)
from bot.testing.effects import Example, Vocabulary
from tests.games.carnegie.dealing import Desk, office


def with_tile(box: CarnegieBox, department: str) -> Desk:
    """A table at which a tile is played with; each seed draws others of the expansion."""
    for number in range(80):
        desk = office(box=box, seed=f"expansion {number}", more_departments=box.department[department].expansion)
        if department in [*desk.table.display, *desk.table.removed]:
            return desk
    raise AssertionError(department)


def owning(box: CarnegieBox, department: str) -> Desk:
    """Ann has this department with an active worker and no other one; the others can do nothing."""
    desk = with_tile(box, department).all_idle_but("Ann").idle("Ann")
    standing = min(1, len(box.department[department].workplaces))
    return desk.placed("Ann", department, "d1", standing).has("Ann", 20, 6)


def does(desk: Desk, *orders: AnyOrder) -> Desk:
    """Ann does all of this if she may; otherwise the default of a timeout is played."""
    if "Ann" not in desk.asked:
        return desk
    return desk.plan("Ann", *orders) if desk.allows("Ann", *orders) else desk.nothing("Ann")


def uses(department: str, *orders: AnyOrder, deal: Callable[[Desk], Desk] = lambda desk: desk) -> Callable[[Any], Desk]:
    """Return what deals a table at which Ann uses this department so."""

    def dealt(box: CarnegieBox) -> Desk:
        row = box.department[department].row
        return does(deal(owning(box, department)).next_event(row, "west").pick(row), *orders)

    return dealt


WEST = UseDepartment(cell="d1", region="west")
LOBBY_TO_D4 = (PickUp(cell="b1"), PutDown(cell="d4"))
DENVER = (StartBuilding(cell="d1", project="housing"), BuildIn(city="denver", space=2))


def places(box: CarnegieBox) -> Desk:
    """Ann places the department that she has reserved."""
    desk = office(box=box).all_idle_but("Ann").reserves("Ann", "sales").has("Ann", 12, 4)
    order = ChooseDepartment(cell="b2", department="sales"), PlaceOn(cell="a3")
    return does(desk.next_event("management", "west").pick("management"), *order)


USES = {
    "earn": Example(uses("purchasing", WEST), lambda desk: desk.player("Ann").money == 28),
    "per two active": Example(
        uses("safety_and_quality", WEST, deal=lambda desk: desk.workers("Ann", "a1", standing=3)),
        lambda desk: desk.player("Ann").vp == 2,
    ),
    "swap": Example(uses("sales", UseDepartment(cell="d1", count=3)), lambda desk: desk.player("Ann").money == 38),
    "place": Example(places, lambda desk: desk.player("Ann").placed == ["sales"]),
    "build": Example(uses("engineering", *DENVER), lambda desk: desk.player("Ann").missions["west"] == 1),
    "donate on top": Example(
        uses(
            "charitable_giving",
            DonateOnTopOf(cell="d1", region="west", donation="D4"),
            deal=lambda desk: desk.donated("Bob", "D4"),
        ),
        lambda desk: desk.table.chart["D4"] == [2, 1],
    ),
    "put workers": Example(
        uses(
            "human_resources_administration",
            WEST,
            *LOBBY_TO_D4,
            PickUp(cell="b1"),
            PutDown(cell="a4"),
            deal=lambda desk: desk.workers("Ann", "b1", lying=2),
        ),
        lambda desk: desk.player("Ann").company["d4"].lying == desk.player("Ann").company["a4"].lying == 1,
    ),
    "per department": Example(uses("accounting", WEST), lambda desk: desk.player("Ann").money == 29),
    "per project": Example(
        uses(
            "branding",
            UseDepartment(cell="d1", region="east", count=2),
            deal=lambda desk: desk.built("Ann", "housing", "albany", "boston"),
        ),
        lambda desk: desk.player("Ann").money == 24,
    ),
}


def comes_back(desk: Desk, *orders: AnyOrder) -> Desk:
    """Ann takes two workers back from the West."""
    desk.workers("Ann", "b1", lying=2).away("Ann", "west", 2)
    return does(desk.next_event("hr", "west").pick("hr"), *orders)


def follows(box: CarnegieBox) -> Desk:
    """Ann places a department, and somebody of the lobby moves there."""
    desk = owning(box, "property_management").workers("Ann", "b1", lying=1).workers("Ann", "b2", standing=1)
    order = ChooseDepartment(cell="b2", department="sales"), PlaceOn(cell="a3"), FollowOnto(start="b1")
    return does(desk.reserves("Ann", "sales").next_event("management", "west").pick("management"), *order)


def donates(box: CarnegieBox) -> Desk:
    desk = owning(box, "communications").next_event("hr", "donation").pick("hr")
    return desk.play("Ann", Donate(donation="D4"))


def activates(box: CarnegieBox) -> Desk:
    desk = owning(box, "payroll_management").workers("Ann", "a2", lying=1)
    desk.next_event("hr", "west").pick("hr").late_until("activation")
    return does(desk, StandUp(cell="a2", how="bonus"))


def building_anywhere(desk: Desk) -> Desk:
    return desk.workers("Ann", "c2", standing=1)


def having(department: str, *cities: str) -> Callable[[Any], Desk]:
    """Return what deals a table at which Ann has this department and these projects."""
    return lambda box: owning(box, department).built("Ann", "housing", *cities)


ABILITIES = {
    "second lobby": Example(
        lambda box: comes_back(owning(box, "new_lobby"), TakeBack(count=2), ToNewLobby(count=1)),
        lambda desk: desk.player("Ann").company["d1"].lying == 1,
    ),
    "follow": Example(follows, lambda desk: desk.player("Ann").company["a3"].lying == 1),
    "cheaper donations": Example(donates, lambda desk: desk.player("Ann").money == 17),
    "cheaper tracks": Example(
        uses(
            "telegraph_operators",
            TrackStep(region="east"),
            TrackStep(region="midwest"),
            deal=lambda desk: desk.workers("Ann", "a2", standing=1),
        ),
        lambda desk: desk.player("Ann").tracks["east"] == desk.player("Ann").tracks["midwest"] == 1,
    ),
    "diagonal moves": Example(
        uses("corporate_communication", *LOBBY_TO_D4, deal=lambda desk: desk.workers("Ann", "b1", lying=1)),
        lambda desk: desk.player("Ann").company["d4"].lying == 1,
    ),
    "payroll": Example(activates, lambda desk: desk.player("Ann").vp == 1),
    "any space": Example(
        uses(
            "political_lobbying",
            StartBuilding(cell="c2", project="housing"),
            BuildIn(city="denver", space=0),
            deal=building_anywhere,
        ),
        lambda desk: desk.player("Ann").missions["west"] == 1,
    ),
    "per free cell": Example(having("green_spaces"), lambda desk: GAME.view(desk.table, 1).so_far[1].expansions == 18),
    "per project in one region": Example(
        having("public_relations", "albany", "boston"),
        lambda desk: GAME.view(desk.table, 1).so_far[1].expansions == 4,
    ),
    "extra link": Example(
        having("post_office", "new_york", "pittsburgh", "chicago"),
        lambda desk: GAME.view(desk.table, 1).so_far[1].links == 6,
    ),
    "archives": Example(
        lambda box: comes_back(owning(box, "archives").at_box("Ann", "west", 2), TakeBack(count=2), TakeBox(box=1)),
        lambda desk: desk.player("Ann").money == 26,
    ),
    "weakest region": Example(
        having("network_of_libraries", "albany", "denver", "chicago", "atlanta"),
        lambda desk: GAME.view(desk.table, 1).so_far[1].expansions == 4,
    ),
}

OF = {
    "earn": "purchasing",
    "per two active": "safety_and_quality",
    "swap": "sales",
    "place": "strategic_planning",
    "build": "engineering",
    "donate on top": "charitable_giving",
    "put workers": "human_resources_administration",
    "per department": "accounting",
    "per project": "branding",
}
"""A department that has this use and no other one."""


def without_use(box: dict[str, Any], kind: str) -> None:
    """Take a kind of use from all departments."""
    for department in (*box["printed"], *box["departments"]):
        department["uses"] = [use for use in department["uses"] if use["kind"] != kind]


def without_ability(box: dict[str, Any], kind: str) -> None:
    """Take a kind of ability from all departments."""
    for department in box["departments"]:
        if department["ability"] is not None and department["ability"]["kind"] == kind:
            department["ability"] = None


def worth_of_use(box: Any, kind: str) -> float:
    """Return what the bot gives for a department with this use."""
    return Mind(GAME.view(office(box=box).table, 1), 1).company.department(OF[kind])


def worth_of_ability(box: Any, kind: str) -> float:
    """Return what the bot gives for the department with this ability."""
    name = next(one.id for one in BOX.departments if one.ability is not None and one.ability.kind == kind)
    return Mind(GAME.view(office(box=box).table, 1), 1).company.department(name)


VOCABULARIES = [
    Vocabulary(game=GAME, what="use", kinds_of=AnyUse, examples=USES, without=without_use, worth=worth_of_use),
    Vocabulary(
        game=GAME,
        what="ability",
        kinds_of=AnyAbility,
        examples=ABILITIES,
        without=without_ability,
        worth=worth_of_ability,
    ),
]
