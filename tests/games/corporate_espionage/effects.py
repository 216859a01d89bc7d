"""The passives and operations of the cards, each with a dealt position in which it does what its card says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.bots import Mind
from bot.games.corporate_espionage.components import BOX, EspionageBox
from bot.games.corporate_espionage.moves import Hire, Respond, Spy, TakeOver, UseSavvy
from bot.games.corporate_espionage.rules.effects import AnyOp, AnyPassive
from bot.testing.effects import Example, Vocabulary
from tests.games.corporate_espionage.dealing import THREE, Evening, meeting


def income_with(*cards: str) -> Callable[[Any], Evening]:
    """Ada has these cards in play until her next turn."""
    return lambda box: meeting(box=box).in_play("Ada", *cards).until_turn("Ada")


def hits_bob(card: str, *in_play: str, hand: str = "") -> Callable[[Any], Evening]:
    """Ada uses a card on Bob, with these cards in play and in his hand."""

    def dealt(box: EspionageBox) -> Evening:
        game = meeting(box=box).in_play("Bob", *in_play).hand("Bob", *hand.split()).hand("Ada", card)
        game.spy("Ada", card, at="Bob").all_pass()
        return game if game.is_on("Ada") else game.default()

    return dealt


def answered(card: str) -> Callable[[Any], Evening]:
    """Ada uses a Lawsuit on Bob with his Intern, and he answers with a card."""

    def dealt(box: EspionageBox) -> Evening:
        game = meeting(THREE, box=box).in_play("Bob", "Intern").hand("Ada", "Lawsuit").hand("Bob", card)
        return game.spy("Ada", "Lawsuit", at="Bob").do("Bob", first_answer(game, "Bob")).all_pass()

    return dealt


def first_answer(game: Evening, name: str) -> Respond:
    return next(move for move in game.question(name).moves if isinstance(move, Respond))  # type: ignore[attr-defined]


PASSIVES = {
    "overhead_total": Example(income_with("Bookkeeper", "Sales Rep"), lambda game: game.account("Ada") == 24),
    "income_per": Example(
        income_with("Growth Marketer", "Intern", "Intern"), lambda game: game.view("Bob").companies[1].income == 5
    ),
    "immune": Example(
        lambda box: meeting(box=box).in_play("Bob", "Night Watchman", "Espresso Machine").hand("Ada", "Sabotage"),
        lambda game: not game.can_spy("Ada", "Sabotage"),
    ),
    "shield": Example(
        lambda box: meeting(box=box).in_play("Bob", "Turnaround Chief", "Intern").hand("Ada", "Smear Campaign"),
        lambda game: not game.can_spy("Ada", "Smear Campaign"),
    ),
    "loss_reduction": Example(hits_bob("Lawsuit", "Paralegal"), lambda game: game.account("Bob") == 20 - (3 - 2)),
    "halve_first_loss": Example(hits_bob("Price War", "Insurance Policy"), lambda game: game.account("Bob") == 20 - 3),
    "hire_limit": Example(
        lambda box: (
            meeting(box=box).in_play("Ada", "Recruiter").hand("Ada", "Intern", "Programmer").hire("Ada", "Intern")
        ),
        lambda game: game.offers("Ada", Hire(card=game.card_id("Programmer"))),
    ),
    "exec_slots": Example(
        lambda box: meeting(box=box).in_play("Ada", "Second Boardroom", "Founder").hand("Ada", "Spymaster"),
        lambda game: game.offers("Ada", Hire(card=game.card_id("Spymaster"))),
    ),
    "draw_bonus": Example(income_with("Founder"), lambda game: len(game.cards("Ada")) == 2),
    "cost_mod": Example(
        lambda box: meeting(box=box).in_play("Ada", "Spymaster").hand("Ada", "Price War"),
        lambda game: "Use Price War for 1" in game.labels("Ada"),
    ),
    "upkeep_drain": Example(income_with("Lobbyist"), lambda game: game.account("Bob") == 19),
    "takeover_ratio": Example(
        lambda box: meeting(THREE, box=box).accounts(Ada=25, Bob=20, Cid=90).in_play("Ada", "Corporate Raider"),
        lambda game: game.offers("Ada", TakeOver(target=2)),
    ),
    "liquidation_rate": Example(
        lambda box: meeting(box=box).in_play("Ada", "Turnaround Chief", "Office Tower").sell("Ada", "Office Tower"),
        lambda game: game.account("Ada") == 28,
    ),
    "hide_account": Example(
        lambda box: (meeting(box=box, accounts="on audit").in_play("Bob", "Offshore Account").accounts(Bob=17)).audit(
            "Ada", "Bob"
        ),
        lambda game: not any("17" in line for line in game.read_by("Ada")),
    ),
}

OPERATIONS = {
    "lose": Example(hits_bob("Price War"), lambda game: game.account("Bob") == 15),
    "lose_per": Example(hits_bob("Lawsuit", "Intern"), lambda game: game.account("Bob") == 17),
    "lose_fraction": Example(hits_bob("Tax Tip-Off"), lambda game: game.account("Bob") == 10),
    "steal_points": Example(
        hits_bob("Embezzlement"), lambda game: (game.account("Ada"), game.account("Bob")) == (24, 13)
    ),
    "fire": Example(hits_bob("Smear Campaign", "Intern"), lambda game: game.discarded("Bob") == ["Intern"]),
    "poach": Example(hits_bob("Poach", "Intern"), lambda game: game.team("Ada") == ["Intern"]),
    "destroy_asset": Example(
        hits_bob("Sabotage", "Espresso Machine"), lambda game: game.discarded("Bob") == ["Espresso Machine"]
    ),
    "steal_asset": Example(
        hits_bob("Warehouse Heist", "Espresso Machine"), lambda game: game.inventory("Ada") == ["Espresso Machine"]
    ),
    "status": Example(
        lambda box: hits_bob("Ransomware", "Programmer")(box).until_turn("Bob"),
        lambda game: game.account("Bob") == 20 - 2,
    ),
    "discard_chosen": Example(hits_bob("Wiretap", hand="Intern"), lambda game: game.discarded("Bob") == ["Intern"]),
    "draw": Example(
        lambda box: meeting(box=box).hand("Ada", "Networking Lunch").use("Ada", "Networking Lunch"),
        lambda game: len(game.cards("Ada")) == 2,
    ),
    "gain": Example(
        lambda box: meeting(box=box).hand("Ada", "Bridge Loan").use("Ada", "Bridge Loan"),
        lambda game: game.account("Ada") == 26,
    ),
    "cancel": Example(answered("Injunction"), lambda game: game.account("Bob") == 20 - 3),
    "attacker_loses": Example(answered("Counter-Intelligence"), lambda game: game.account("Ada") == 20 - 3 - 2),
    "redirect": Example(answered("Scapegoat"), lambda game: (game.account("Bob"), game.account("Cid")) == (17, 19)),
}


def without_passive(box: dict[str, Any], kind: str) -> None:
    """Let no card have this passive."""
    for card in box["cards"]:
        card["passives"] = [passive for passive in card["passives"] if passive["kind"] != kind]


def without_operation(box: dict[str, Any], kind: str) -> None:
    """Let the cards with this operation take, or bring, no points instead."""
    for card in box["cards"]:
        card["ops"] = [nothing("lose") if op["kind"] == kind else op for op in card["ops"]]
        for mode in card["modes"]:
            mode["ops"] = [nothing("gain") if op["kind"] == kind else op for op in mode["ops"]]


def nothing(kind: str) -> dict[str, Any]:
    return {"kind": kind, "amount": 0}


def worth_in_play(box: EspionageBox, kind: str) -> float:
    """Return what a card with this passive is worth to Ada."""
    card = next(iter(BOX.passives[kind]))
    return Mind(meeting(box=box).view("Ada")).lasting(box.card[card])


def worth_of_use(box: EspionageBox, kind: str) -> float:
    """Return what it is worth to use a card with this operation, where it has something to do."""
    espionage = [card for card in BOX.cards if any(op.kind == kind for op in card.ops)]
    helps = [card for card in BOX.cards for mode in card.modes if any(op.kind == kind for op in mode.ops)]
    if helps and "espionage_at_me" in {mode.trigger for card in helps for mode in card.modes}:
        card = next(card.name for card in helps if card.modes[0].trigger == "espionage_at_me")
        game = meeting(THREE, box=box).in_play("Bob", "Intern").hand("Ada", "Lawsuit").hand("Bob", card)
        game.spy("Ada", "Lawsuit", at="Bob")
        return Mind(game.view("Bob")).respond(first_answer(game, "Bob"))
    if helps:
        game = meeting(box=box).accounts(Ada=-1).hand("Ada", helps[0].name)
        return Mind(game.view("Ada")).use_savvy(UseSavvy(card=helps[0].id, mode=0))
    game = meeting(box=box).in_play("Bob", "Intern", "Founder", "Espresso Machine", "Office Tower")
    game.hand("Bob", "Intern").hand("Ada", espionage[0].name)
    return Mind(game.view("Ada")).spy(Spy(card=espionage[0].id))


VOCABULARIES = [
    Vocabulary(GAME, "passive", AnyPassive, PASSIVES, without_passive, worth_in_play),
    Vocabulary(GAME, "operation", AnyOp, OPERATIONS, without_operation, worth_of_use),
]
