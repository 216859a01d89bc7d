"""Features for a company's win probability: its points, its income per round, its staff and its cards."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bot.engine.evaluation import Counts, Evaluation, Position, Weights
from bot.games.corporate_espionage.bots import Mind
from bot.games.corporate_espionage.view import CompanyView, EspionageView

POINTS: Final = 30.0


def position(view: EspionageView) -> Position:
    """Return what counts, as far as this view shows."""
    left = Mind(view).rounds_left
    known = [company.worth for company in view.companies.values() if company.worth is not None]
    unknown = sum(known) / len(known) if known else 0.0
    counts = {
        number: _counts(view, company, left, unknown) if company.alive else None
        for number, company in view.companies.items()
    }
    company_of = {seat: number for number, company in view.companies.items() for seat in company.people}
    conceded = {seat for company in view.companies.values() if company.conceded for seat in company.people}
    return Position(
        view.round / (view.round + left),
        {seat: None if seat in conceded else counts[number] for seat, number in sorted(company_of.items())},
    )


def _counts(view: EspionageView, company: CompanyView, left: int, unknown: float) -> Counts:
    """Return what counts for a company; of a hidden account it is taken to have as much as the others."""
    worth = float(company.worth) if company.worth is not None else unknown
    account = company.account if company.account is not None else company.announced
    each = company.income - company.overhead
    return {
        "worth": worth / POINTS,
        "to come": each * left / POINTS,
        "account": (account if account is not None else unknown / 2) / POINTS,
        "income": each / 10,
        "hand": company.hand_size / 10,
        "staff": len(company.team) / 5,
        "broke": float(account is not None and account + each < 0),
        "on turn": float(view.companies.get(view.active) is company),
    }


WEIGHTS: Final = Weights.model_validate_json(Path(__file__).with_name("chances.json").read_text(encoding="utf-8"))
EVALUATION: Final[Evaluation[EspionageView]] = Evaluation(position, WEIGHTS)
