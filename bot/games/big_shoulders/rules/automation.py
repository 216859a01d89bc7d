"""Automation: a token takes the spot of a worker, who moves to an open spot of the same company.

Only where the company has no open spot at all the worker goes to the job market, or out of play when that is full. A
token counts as a worker; when all of a factory's tokens are in place it makes one more good. (Rules 7.6.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.engine.questions import Option
from bot.games.big_shoulders.moves import AutomateSpot
from bot.games.big_shoulders.news import Automated
from bot.games.big_shoulders.rules.charter import goods_of, is_fully_automated, open_spots, with_room
from bot.games.big_shoulders.rules.vocabulary import good, shorten

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City

MACHINES_PAY = "A machine replaces a worker, who moves on; on all spots they make 1 good more"
MACHINES_PAY_BRIEFLY = "A machine replaces a worker; on all spots, 1 good more"


def ways_to_automate(table: City, company: str) -> Iterator[Option]:
    """Yield each factory that can be automated further, with each place for its worker."""
    room = with_room(table, company)
    for number, factory in enumerate(table.companies[company].factories, 1):
        if not factory.workers:  # then all its spots are open, or hold tokens
            continue
        for to in room:
            where = "another spot of it" if to == number else f"factory {to}"
            yield _automation(table, company, AutomateSpot(factory=number, to=to), number, f"to {where}")
        if not room:
            where = "to the job market" if table.job_market < table.box.terms.most_workers else "out of play"
            yield _automation(table, company, AutomateSpot(factory=number), number, f"goes {where}")


def describe_automation(table: City, company: str) -> str:
    """Return what automation would change for a company: that a factory makes more, or that a worker is free."""
    moves = [option.move for option in ways_to_automate(table, company)]
    if not moves:
        return "No spot can be automated."
    factories = table.companies[company].factories
    for number in dict.fromkeys(move.factory for move in moves if isinstance(move, AutomateSpot) and move.factory):
        if factories[number - 1].automated + 1 == table.box.company[company].factories[number - 1].spots:
            goes = "fills an open spot" if with_room(table, company) else "leaves"
            return f"Factory {number} then makes 1 more good each run; its worker {goes}."
    return f"{MACHINES_PAY}."


def _automation(table: City, company: str, move: AutomateSpot, number: int, where: str) -> Option:
    """Return how it reads to automate a factory, whose worker goes somewhere, and what comes of it."""
    label = f"Automate factory {number}, its worker {where}"
    spots = table.box.company[company].factories[number - 1].spots
    tokens = table.companies[company].factories[number - 1].automated + 1
    goods = goods_of(table, company, number)
    leaves = f"Machines {tokens}/{spots} (all: 1 good more)"  # short enough to stand above a button
    hint = f"Machines on all its spots: {good(goods + 1)} instead of {goods}" if tokens == spots else leaves
    moves_to = f"Factory {number}: worker {where.replace('another spot of it', 'its open spot')}"
    hint = f"{hint}{_describe_staff(table, company, move.to)}."
    return Option(move, label, hint=hint, short=shorten(label, moves_to))


def _describe_staff(table: City, company: str, to: int | None) -> str:
    """Return as a further clause whether the factory that gets the worker then lacks others."""
    if to is None:
        return ""
    left = open_spots(table, company)[to - 1] - 1
    return f"; factory {to} lacks {left} more" if left else f"; factory {to} is fully staffed"


def automate(table: City, company: str, part: AutomateSpot) -> None:
    """Put a token into the place of a worker."""
    if part.factory is None:
        return
    factories = table.companies[company].factories
    factories[part.factory - 1].workers -= 1
    factories[part.factory - 1].automated += 1
    if part.to is not None:
        factories[part.to - 1].workers += 1
    else:
        table.job_market = min(table.box.terms.most_workers, table.job_market + 1)
    full = is_fully_automated(table, company, part.factory)
    table.tell(Automated(company=table.name(company), factory=part.factory, to=part.to, full=full))
