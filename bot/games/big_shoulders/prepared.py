"""Prepared turns: the start of a seat's next turn if it came now, and the facts it depends on.

In the Action phase one preparation covers the turns of all partners that a seat has left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.engine.prepared import Condition, Turns
from bot.engine.records import Seat
from bot.games.big_shoulders.components import Cube
from bot.games.big_shoulders.news import CertificateBought, CertificatesSold, Founded
from bot.games.big_shoulders.rules.action_phase import ActionPhase
from bot.games.big_shoulders.rules.founding import FirstCompanies
from bot.games.big_shoulders.rules.operation_phase import OperationPhase
from bot.games.big_shoulders.rules.stock_phase import StockPhase
from bot.games.big_shoulders.rules.vocabulary import money
from bot.games.big_shoulders.table import City
from bot.games.big_shoulders.view import CityView


def is_own(table: City, seat: Seat) -> bool:
    """Whether this seat is to decide something now."""
    return bool(table.agenda) and seat in table.agenda[0].list_asked_seats(table)


def find_next_seat(table: City) -> Seat | None:
    """Return the seat that acts next in the phase that is going on."""
    match table.agenda[0]:
        case StockPhase(turn=seat) if seat:
            return next(table.iterate_clockwise_from(seat), None)
        case ActionPhase(queue=[_, seat, *_]) | FirstCompanies(left=[_, seat, *_]):
            return seat
        case OperationPhase(left=[_, company, *_]):
            return table.director(company)
        case _:
            return None


def begin(table: City, seat: Seat) -> None:
    """Let this seat be the next to act in the phase that is going on; without a turn in it, nothing can be prepared."""
    if is_own(table, seat):
        return
    step = table.agenda[0]
    match step:
        case _ if not has_turn_left(table, seat):
            table.agenda = []
        case StockPhase():
            step.turn = seat
        case ActionPhase():
            step.queue = [seat, *(other for other in step.queue if other != seat)]
        case OperationPhase():
            mine = next(company for company in step.left if table.director(company) == seat)
            step.left = [mine, *(company for company in step.left if company != mine)]
        case FirstCompanies():
            step.left = [seat, *(other for other in step.left if other != seat)]
        case _:
            raise ValueError(f"no turns are prepared in {step.kind}")


def has_turn_left(table: City, seat: Seat) -> bool:
    """Whether a seat has another turn in the phase that is going on, as it stands."""
    match table.agenda[0] if table.agenda else None:
        case StockPhase():
            return True
        case ActionPhase():
            return table.everybody[seat].ready > 0 and bool(table.directed(seat))
        case OperationPhase() as step:
            return any(table.director(company) == seat for company in step.left)
        case FirstCompanies() as step:
            return seat in step.left
        case _:
            return False


def has_partners_left(table: City, seat: Seat) -> bool:
    """Whether a seat has another partner to place in this Action phase."""
    return bool(table.agenda) and isinstance(table.agenda[0], ActionPhase) and has_turn_left(table, seat)


def _in_supply(view: CityView) -> Counter[Cube]:
    """Return how many cubes of each type can be bought; those on the space behind the last price cannot."""
    found = Counter(view.rows)
    for _price, group in zip(view.box.supply.prices, view.supply, strict=False):
        found.update(group)
    return found


def _cubes(view: CityView) -> Sequence[str]:
    return [f"{cube} {count}" for cube, count in _in_supply(view).items() if count and view.phase == "operation phase"]


def _have(view: CityView, amount: str) -> bool:
    cube, _, count = amount.partition(" ")
    return any(name == cube and there >= int(count) for name, there in _in_supply(view).items())


def _prices(view: CityView) -> Sequence[str]:
    companies = view.companies.items() if view.phase == "stock phase" else ()
    return [f"{company} {firm.price}" for company, firm in companies]


def _price(view: CityView, about: str) -> tuple[str, int, int | None]:
    """Return a company's name, the price that is meant, and its price now; None: it is not founded."""
    company, _, price = about.partition(" ")
    firm = view.companies.get(company)
    return view.name(company), int(price), None if firm is None else firm.price


def _costs(view: CityView, about: str) -> str:
    name, price, _ = _price(view, about)
    return f"a share of {name} costs at most {money(price)}"


def _brings(view: CityView, about: str) -> str:
    name, price, _ = _price(view, about)
    return f"a share of {name} is worth at least {money(price)}"


def _is_at_most(view: CityView, about: str) -> bool:
    _, price, now = _price(view, about)
    return now is not None and now <= price


def _is_at_least(view: CityView, about: str) -> bool:
    _, price, now = _price(view, about)
    return now is not None and now >= price


CONDITIONS: Sequence[Condition[CityView]] = (
    Condition(
        "certificates",
        lambda view: [""] if view.phase == "stock phase" else [],
        lambda _view, _: "nobody has sold, bought or founded",
        broken_by=lambda _, _seat, news: isinstance(news, Founded | CertificatesSold | CertificateBought),
    ),
    Condition("price at most", _prices, _costs, _is_at_most),
    Condition("price at least", _prices, _brings, _is_at_least),
    Condition(
        "asset",
        lambda view: [asset for asset in view.asset_row if asset and view.phase == "action phase"],
        lambda view, asset: f"{view.box.asset[asset].name} is still for sale",
        lambda view, asset: asset in view.asset_row,
    ),
    Condition(
        "cubes",
        _cubes,
        lambda _, amount: f"the supply chain has at least {amount.split()[1]} {amount.split()[0]}",
        _have,
    ),
)

TURNS: Turns[City, CityView] = Turns(
    is_own=is_own,
    begin=begin,
    conditions=CONDITIONS,
    next_seat=find_next_seat,
    plays_on=has_turn_left,
    acts_again=has_partners_left,
    known_by_then="What you can do in it lies open already.",
)
