"""Features for a seat's win probability: points, pending activations, resources, deck, and turns to come."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bot.engine.evaluation import Counts, Evaluation, Position, Weights
from bot.engine.records import Seat
from bot.games.briefcase.view import BriefcaseView


def position(view: BriefcaseView) -> Position:
    """Return what counts, as far as this view shows: the game ends with the bank's Buys."""
    start = view.box.players[view.players].bank["buy"] - view.players * view.box.starting_deck.get("buy", 0)
    over = 0.9 * (1 - view.bank["buy"] / max(1, start)) if view.ending is None else 1.0
    return Position(
        over,
        {seat: None if player.conceded else _counts(view, seat) for seat, player in view.everybody.items()},
    )


def _counts(view: BriefcaseView, seat: Seat) -> Counts:
    player = view.everybody[seat]
    cards = [view.box.company[owned.company] for owned in player.companies]
    activated = {owned.company for owned in player.companies if owned.activated}
    running = [card for card in cards if card.id in activated]
    deck = {kind: player.hidden.get(kind, 0) + player.discard.get(kind, 0) for kind in view.bank}
    return {
        "points": player.score.total / 10,
        "companies": len(running) / 5,
        "waiting": sum(card.points for card in cards if card.id not in activated) / 10,
        "storage": min(sum(player.storage.values()), 2 * player.storage_limit) / 10,
        "produces": sum(sum(card.production.values()) + card.energy for card in running) / 10,
        "buys": (deck["buy"] + player.played.count("buy")) / 10,
        "cards": sum(count for kind, count in deck.items() if kind != "obstacle") / 20,
        "obstacles": deck["obstacle"] / 10,
        "turns taken": player.turns - view.round,
    }


WEIGHTS: Final = Weights.model_validate_json(Path(__file__).with_name("chances.json").read_text(encoding="utf-8"))
EVALUATION: Final[Evaluation[BriefcaseView]] = Evaluation(position, WEIGHTS)
