"""What spaces, building tiles and assets do, each with a dealt position in which it does what its words say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.questions import Choose
from bot.engine.records import Move
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.bots import Mind
from bot.games.big_shoulders.components import AnyEffect, AnyUse, CityBox
from bot.testing.effects import Example, Vocabulary
from tests.games.big_shoulders.dealing import Town, matching, town


def street(box: CityBox) -> Town:
    """Ann directs Swift, which has a worker and money; Ben and Cleo direct others. Ann is the first to act."""
    found = town("Ann Ben Cleo Dan", box=box).founded("Ann", "Swift", 60).founded("Ben", "Elgin", 40)
    found.founded("Cleo", "Libby", 40).founded("Dan", "Spalding", 40)
    found.staff("Swift", 1, 0).turns("Ben", "Ann", "Cleo", "Dan")
    return found.row("Refrigeration").firm_has("Swift", 300)


def acts(place: str, *details: str, tile: int | None = None) -> Callable[[Any], Town]:
    """Ann places a partner there, and then takes the options with these texts, as far as they are on offer."""

    def dealt(box: CityBox) -> Town:
        found = street(box)
        if tile is not None:
            found.track("Ben", tile)
        found.begin("action", 4).does("Ben", "Fundraising $40")
        return tried(found, place, *details)

    return dealt


def tried(found: Town, *labels: str) -> Town:
    """Compose a turn from options with these texts; skip those not on offer, and take the first of forced choices."""
    compose = found.composing("Ann")
    parts: tuple[Move, ...] = ()
    wanted = list(labels)
    while isinstance(asked := compose.get_stage(parts).question, Choose):
        fitting = [words for words in wanted if any(words.casefold() in one.label.casefold() for one in asked.options)]
        if fitting:
            wanted.remove(fitting[0])
            parts = (*parts, matching(asked.options, fitting[0]).move)
        elif compose.get_stage(parts).complete:
            break
        else:
            parts = (*parts, asked.options[-1].move)
    return found.plays("Ann", compose.make(parts))


def operates(asset: str, *labels: str, decade: int = 4) -> Callable[[Any], Town]:
    """Ann's Swift operates with this asset: it runs a factory, and sells what it made."""

    def dealt(box: CityBox) -> Town:
        found = street(box).asset("Swift", asset).staff("Swift", 2, 0).has("Swift", "steel livestock")
        found.demand("meat", 0, 3).appeal("Swift", 6).begin("operation", decade)
        return tried(found, *labels)

    return dealt


EFFECTS = {
    "hire workers": Example(
        acts("Job market", "1 for factory 1:"), lambda found: found.firm("Swift").factories[0].workers == 2
    ),
    "workers": Example(
        acts("Tile 26", "Factory 1", tile=26), lambda found: sum(f.workers for f in found.firm("Swift").factories) == 3
    ),
    "hire managers": Example(
        acts("Hire a manager", "A manager for factory 1"), lambda found: found.firm("Swift").factories[0].manager
    ),
    "hire salespeople": Example(acts("Hire a salesperson"), lambda found: found.firm("Swift").salespeople == 1),
    "automate": Example(
        acts("Tile 24", "Automate factory 1, its worker to factory 2", tile=24),
        lambda found: found.firm("Swift").factories[0].automated == 1,
    ),
    "appeal": Example(acts("Advertising", "Keep your place"), lambda found: found.firm("Swift").appeal == 4),
    "go first": Example(acts("Advertising", "Go first"), lambda found: found.order()[0] == "Ann"),
    "goods": Example(acts("Tile 27", tile=27), lambda found: found.firm("Swift").goods == 2),
    "cubes": Example(acts("Tile 34", tile=34), lambda found: found.firm("Swift").cubes == {"coal": 2, "livestock": 1}),
    "choose cubes": Example(
        acts("Tile 20", "2 steel", tile=20), lambda found: found.firm("Swift").cubes == {"steel": 2}
    ),
    "buy an asset": Example(
        acts("Capital investment", "Refrigeration"), lambda found: found.firm("Swift").asset == "refrigeration"
    ),
    "special dividend": Example(
        acts("Extra dividends"), lambda found: found.player("Ann").earned.get("dividends") == 30
    ),
}

USES = {
    "cubes": Example(
        operates("Refrigeration", "Use Refrigeration", "Sell nothing"),
        lambda found: found.firm("Swift").cubes.get("livestock") == 3,
    ),
    "appeal": Example(
        operates("Brand Recognition", "Use Brand Recognition", "$25", "Sell nothing"),
        lambda found: found.firm("Swift").appeal == 8,
    ),
    "revenue": Example(
        operates("Catalog Empire", "Use Catalog Empire", "Sell nothing"),
        lambda found: found.firm("Swift").cash == 380,
    ),
    "price steps": Example(
        operates("Backroom Deals", "Use Backroom Deals", "Sell nothing", decade=5),
        lambda found: found.firm("Swift").price == 60,
    ),
    "price protection": Example(
        operates("Price Protection", "Sell nothing", decade=5), lambda found: found.firm("Swift").price == 60
    ),
}


def without_effect(box: dict[str, Any], kind: str) -> None:
    """Take a kind of effect from spaces, tiles and assets."""
    for place in (*box["spaces"], *box["tiles"]):
        place["effects"] = [effect for effect in place["effects"] if effect["kind"] != kind]
    for asset in box["assets"]:
        asset["bonuses"] = [effect for effect in asset["bonuses"] if effect["kind"] != kind]


def without_use(box: dict[str, Any], kind: str) -> None:
    """Take a kind of use from assets."""
    for asset in box["assets"]:
        if asset["use"] is not None and asset["use"]["kind"] == kind:
            asset["use"] = None


def weighed(examples: dict[str, Example]) -> Callable[[Any, str], float]:
    """Return what the bot gives for the position that follows from an example."""

    def worth(box: Any, kind: str) -> float:
        found = examples[kind].dealt(box)
        mind = Mind(found.view("Ann"))
        return mind.worth(mind.table)

    return worth


VOCABULARIES = [
    Vocabulary(
        game=GAME,
        what="effect",
        kinds_of=AnyEffect,
        examples=EFFECTS,
        without=without_effect,
        worth=weighed(EFFECTS),
        not_weighed={"go first": "What a place in the order is worth depends on what all others want."},
    ),
    Vocabulary(game=GAME, what="use", kinds_of=AnyUse, examples=USES, without=without_use, worth=weighed(USES)),
]
