"""The terms of a seat's win probability: net worth, future gains of its shares, goals, partners, its companies."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bot.engine.evaluation import Counts, Evaluation, Position, Weights
from bot.engine.records import Seat
from bot.games.big_shoulders.bots import Mind, standing
from bot.games.big_shoulders.view import CityView

DONE: Final = {"first companies": 0.0, "stock phase": 0.0, "building phase": 0.3, "action phase": 0.35}
"""How much of a decade is over when this begins; with the Operation phase, the more the fewer still operate."""
DOLLARS: Final = 1000.0


def position(view: CityView) -> Position:
    """Return what counts; all of it lies open."""
    mind = Mind(view)
    shares = {company: mind.share(company, standing(firm)) for company, firm in view.companies.items()}
    operated = 1 - len(view.operating) / max(1, len(view.companies))
    done = DONE.get(view.phase, 0.6 + 0.4 * operated)
    over = (view.decade - 1 + done) / view.box.terms.last_decade
    return Position(
        over,
        {seat: None if player.conceded else _counts(view, seat, shares) for seat, player in view.everybody.items()},
    )


def _counts(view: CityView, seat: Seat, shares: dict[str, float]) -> Counts:
    player = view.everybody[seat]
    will_bring = sum(owned.shares * shares[company] for company, owned in player.certificates.items())
    return {
        "expected": (player.cash + will_bring) / DOLLARS,
        "net worth": player.net_worth / DOLLARS,
        "cash": player.cash / DOLLARS,
        "goals": sum(_leads(view, seat)) * view.box.terms.goal_reward / DOLLARS,
        "partners": player.partners / 5,
        "directs": len(view.directed(seat)) / 2,
    }


def _leads(view: CityView, seat: Seat) -> list[bool]:
    """Return for each goal whether a seat leads, or is level."""
    return [there[seat] > 0 and there[seat] == max(there.values()) for there in view.standings.values()]


WEIGHTS: Final = Weights.model_validate_json(Path(__file__).with_name("chances.json").read_text(encoding="utf-8"))
EVALUATION: Final[Evaluation[CityView]] = Evaluation(position, WEIGHTS)
