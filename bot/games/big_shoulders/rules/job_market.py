"""The job market: workers who come with building tiles, and are the cheaper the more there are.

Each worker is priced in turn as the market shrinks; when it is empty more can be hired, dearly. All workers of one
action go to open spots of one company. (Rules 7.4.)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from bot.games.big_shoulders.components import CityBox
from bot.games.big_shoulders.news import WorkersHired
from bot.games.big_shoulders.rules.charter import open_spots

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City


def hiring_cost(box: CityBox, there: int, count: int) -> int:
    """Return the cost of a number of workers, by the number in the market."""
    return sum(box.worker_prices[max(0, there - hired)] for hired in range(count))


def ways_to_hire(table: City, company: str) -> Iterator[tuple[int, ...]]:
    """Yield the factories that workers could be hired for, one number for each, as far as the company can pay."""
    cash = table.companies[company].cash
    spots = [range(count + 1) for count in open_spots(table, company)]
    for counts in sorted(product(*spots), key=lambda counts: (sum(counts), [-count for count in counts])):
        if sum(counts) > 0 and hiring_cost(table.box, table.job_market, sum(counts)) <= cash:
            yield tuple(number for number, count in enumerate(counts, 1) for _ in range(count))


def hire(table: City, company: str, factories: tuple[int, ...]) -> None:
    """Hire workers for these factories."""
    firm = table.companies[company]
    paid = hiring_cost(table.box, table.job_market, len(factories))
    firm.cash -= paid
    table.job_market = max(0, table.job_market - len(factories))
    for number in factories:
        firm.factories[number - 1].workers += 1
    name = table.name(company)
    table.tell(WorkersHired(company=name, factories=list(factories), paid=paid, left=table.job_market))


def workers_come(table: City, count: int) -> None:
    """Let workers come to the market, as many as have room."""
    table.job_market = min(table.box.terms.most_workers, table.job_market + count)
