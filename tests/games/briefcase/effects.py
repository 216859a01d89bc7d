"""The abilities of companies, each with a dealt position in which it does what its company says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.games.briefcase import GAME
from bot.games.briefcase.bots import Mind
from bot.games.briefcase.components import BOX, AnyAbility, BriefcaseBox
from bot.games.briefcase.rules.game_end import score
from bot.testing.effects import Example, Vocabulary
from tests.games.briefcase.dealing import Desk, office


def owned(box: BriefcaseBox, company: str, *, activated: bool = True) -> Desk:
    return office(box=box).offer(company).owns("Ann", company, activated=activated)


def activated(company: str, resources: str, more: Callable[[Desk], Desk], label: str = "") -> Callable[[Any], Desk]:
    """Ann activates a company for the first time, and then takes what reads so, if it is on offer."""

    def dealt(box: BriefcaseBox) -> Desk:
        desk = owned(box, company, activated=False).hand("Ann", "Activate").store("Ann", resources)
        return taken(more(desk).activate("Ann", company), label)

    return dealt


def taken(desk: Desk, label: str) -> Desk:
    return desk.choose("Ann", label) if label in desk.labels("Ann") else desk


def may(words: str) -> Callable[[Desk], bool]:
    """Whether Ann is offered something that begins so."""
    return lambda desk: any(label.startswith(words) for label in desk.labels("Ann"))


EXAMPLES = {
    "draw at start": Example(
        lambda box: taken(owned(box, "Newspaper").hand("Ann", "Obstacle"), "Newspaper: draw a card"),
        lambda desk: len(desk.player("Ann").hand) == 2,
    ),
    "exchange at start": Example(
        lambda box: taken(
            owned(box, "Contractor Firm").hand("Ann", "Obstacle").deck("Ann", "Buy"),
            "Contractor Firm: discard 1 Obstacle and draw a card",
        ),
        lambda desk: desk.holds("Ann") == "Buy",
    ),
    "resource as": Example(
        lambda box: owned(box, "Steel Factory").hand("Ann", "Activate").store("Ann", "Personnel Paper"),
        lambda desk: "Power Plant" in desk.can_activate("Ann"),
    ),
    "cards as": Example(
        lambda box: owned(box, "Accounting Firm").hand("Ann", "Hire Hire Hire").store("Ann", "Personnel Steel"),
        lambda desk: "Power Plant" in desk.can_activate("Ann"),
    ),
    "remove a card": Example(
        activated("Oil Refinery", "Steel Energy", lambda desk: desk.hand("Ann", "Obstacle"), "Remove 1 Obstacle"),
        lambda desk: desk.table.removed == {"obstacle": 1},
    ),
    "storage": Example(
        lambda box: (
            owned(box, "Warehouses").store("Ann", "Paper Paper Paper Steel Steel Steel Concrete").end_turn("Ann")
        ),
        lambda desk: desk.asked == ["Bob"],
    ),
    "larger hand": Example(
        lambda box: owned(box, "Insurance Company").end_turn("Ann"),
        lambda desk: len(desk.player("Ann").hand) == 5,
    ),
    "take discarded": Example(
        activated("Shipping Company", "Steel Energy", lambda desk: desk.discarded("Paper"), "Take 1 Paper"),
        lambda desk: desk.stored("Ann") == "Paper",
    ),
    "ignore a block": Example(
        lambda box: owned(box, "Cargo Company").hand("Ann", "Buy"),
        lambda desk: "Steel" in desk.baskets("Ann"),
    ),
    "production on top": Example(
        activated("Biology Lab", "Steel Paper Energy", lambda desk: desk, "On top of the deck: Buy, then Buy"),
        lambda desk: desk.player("Ann").deck[-2:] == ["buy", "buy"],
    ),
    "played card on top": Example(
        lambda box: owned(box, "Consulting Firm").hand("Ann", "Buy").buy("Ann", "Paper"),
        may("End turn, Buy on top of the deck"),
    ),
    "points per company": Example(
        lambda box: owned(box, "Real Estate Agency"),
        lambda desk: score(desk.table, 1).abilities == 1,
    ),
    "points per buy owned": Example(
        lambda box: owned(box, "Investment Company"),
        lambda desk: score(desk.table, 1).abilities == 3,
    ),
    "points per buy produced": Example(
        lambda box: owned(box, "Venture Capital Firm"),
        lambda desk: score(desk.table, 1).abilities == 1,
    ),
    "opponents discard": Example(
        activated("Law Firm", "Personnel Paper", lambda desk: desk.hand("Bob", "Buy Obstacle")),
        lambda desk: desk.holds("Bob") == "Obstacle",
    ),
    "take from opponents": Example(
        activated(
            "Media Company", "Paper Paper Energy", lambda desk: desk.store("Bob", "Personnel"), "Take 1 Personnel"
        ),
        lambda desk: (desk.stored("Ann"), desk.stored("Bob")) == ("Personnel", ""),
    ),
    "deactivate": Example(
        activated(
            "Brokerage Firm",
            "Personnel Paper Energy",
            lambda desk: desk.owns("Bob", "Warehouses"),
            "Deactivate Warehouses",
        ),
        lambda desk: desk.activated("Bob") == [],
    ),
}


def without(box: dict[str, Any], kind: str) -> None:
    """Let no company have this ability."""
    for company in box["companies"]:
        if company["ability"] is not None and company["ability"]["kind"] == kind:
            company["ability"] = None


def worth(box: BriefcaseBox, kind: str) -> float:
    """Return what it is worth to Ann to activate a company with this ability; everything it needs is there."""
    company = next(iter(BOX.abilities[kind]))
    desk = office(box=box).hand("Ann", "Buy Obstacle").discarded("Paper Steel")
    desk.store("Bob", "Personnel Steel Concrete Paper").owns("Bob", "Warehouses")
    return Mind(desk.view("Ann")).first_time(box.company[company])


VOCABULARIES = [Vocabulary(GAME, "ability", AnyAbility, EXAMPLES, without, worth)]
