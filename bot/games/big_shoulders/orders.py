"""Standing orders: turns of the Stock phase and operations that nobody has to wait for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field, TypeAdapter

from bot.engine.orders import Order, Orders
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move
from bot.games.big_shoulders.components import Piece
from bot.games.big_shoulders.moves import Buy, Operate, StockTurn
from bot.games.big_shoulders.rules.stock_phase import ON_SALE
from bot.games.big_shoulders.rules.stock_track import moved
from bot.games.big_shoulders.rules.vocabulary import PIECE_WORDS
from bot.games.big_shoulders.view import CityView

UP_TO = (0, 1, 2)
"""So many steps above its price now a share may cost."""


class Pass(Order, kind="pass"):
    """Pass in this Stock phase: until somebody does something, or whatever they do."""

    decade: int
    until: str | None
    """How certificates lay when it was given, if it ends with the first of them that moves."""

    def replaces(self) -> str:
        """One order at a time is about the Stock phase."""
        return "stock"


class BuyUpTo(Order, kind="buy up to"):
    """Buy one certificate of a company as soon as a share costs no more than this; pass until then."""

    decade: int
    company: str
    name: str
    piece: Piece
    price: int
    shares: int
    """That the seat had when it was given."""

    def replaces(self) -> str:
        """One order at a time is about the Stock phase."""
        return "stock"


class OperateByPlan(Order, kind="operate by plan"):
    """Operate by the best plan that is offered: this company, or, empty, every one."""

    company: str
    name: str

    def replaces(self) -> str:
        """One order for each company."""
        return f"plan {self.company}"


AnyOrder = Annotated[Pass | BuyUpTo | OperateByPlan, Field(discriminator="kind")]


def lie(view: CityView) -> str:
    """Return how all certificates lie: it changes when somebody sells, buys or founds."""
    return " ".join(
        f"{company}:{firm.treasury.preferred}{firm.treasury.common}{firm.pool.preferred}{firm.pool.common}"
        for company, firm in sorted(view.companies.items())
    )


def offers(view: CityView) -> Sequence[Question]:
    """Return the orders this seat may give now, as questions."""
    if view.seat is None or view.outcome is not None or view.phase == "first companies":
        return []
    found = []
    if view.phase == "stock phase":
        found.append(
            Choose(
                prompt="In this Stock phase: pass, or buy when it is cheap enough?",
                rule="Stock phase",
                help="It answers for you at once when it is your turn, and ends with the Stock phase.",
                options=tuple(stock_orders(view)),
            )
        )
    plans = [
        Option(OperateByPlan(company=company, name=view.name(company)), f"{view.name(company)} by the offered plan")
        for company in view.directed(view.seat)
    ]
    if plans:
        every = Option(OperateByPlan(company="", name=""), "All my companies by the offered plan")
        found.append(
            Choose(
                prompt="Which company operates by the offered plan, without asking you?",
                rule="Operation phase",
                help="Each time it is the plan that would be offered first. It stands until you take it back.",
                options=(every, *plans),
            )
        )
    return found


def stock_orders(view: CityView) -> Iterator[Option]:
    """Yield the orders about the Stock phase."""
    yield Option(Pass(decade=view.decade, until=lie(view)), "Pass until somebody sells, buys or founds", "Pass")
    yield Option(Pass(decade=view.decade, until=None), "Pass for all of this Stock phase", "Pass")
    for company, firm in view.companies.items():
        mine = view.everybody[view.seat or 1].certificates.get(company)
        for piece in ON_SALE:
            if getattr(firm.treasury, piece) + getattr(firm.pool, piece):
                for price in dict.fromkeys(moved(view.box, firm.price, steps) for steps in UP_TO):
                    order = BuyUpTo(
                        decade=view.decade,
                        company=company,
                        name=view.name(company),
                        piece=piece,
                        price=price,
                        shares=0 if mine is None else mine.shares,
                    )
                    label = f"{view.name(company)} {PIECE_WORDS[piece]} at up to ${price} a share, else pass"
                    yield Option(order, label, f"Buy {view.name(company)}")


def follow(order: Pass | BuyUpTo | OperateByPlan, view: CityView, question: Question) -> Move | None:
    """Return what the order answers to this question; None: nothing."""
    match order:
        case OperateByPlan():
            wanted = view.operating[0] if view.operating else None
            if wanted is None or order.company not in ("", wanted) or not isinstance(question, Choose):
                return None
            move = question.moves[0]
            return move if isinstance(move, Operate) else None
        case Pass():
            return StockTurn() if question.allows(StockTurn()) else None
        case BuyUpTo():
            return bought(order, view, question)


def bought(order: BuyUpTo, view: CityView, question: Question) -> Move | None:
    """Return the purchase, if it is cheap enough and legal; else a pass."""
    if order.company in view.companies and view.companies[order.company].price <= order.price:
        for pool in (False, True):
            move = StockTurn(parts=(Buy(company=order.company, piece=order.piece, pool=pool),))
            if question.allows(move):
                return move
    return StockTurn() if question.allows(StockTurn()) else None


def stopped(order: Pass | BuyUpTo | OperateByPlan, view: CityView) -> str | None:
    """Return why the order has come to its end; None: it stands."""
    if view.outcome is not None:
        return "The game is over."
    match order:
        case OperateByPlan():
            if order.company and view.directors.get(order.company) != view.seat:
                return f"You no longer direct {order.name}."
        case Pass() | BuyUpTo():
            if view.decade != order.decade or view.phase != "stock phase":
                return "The Stock phase is over."
            if isinstance(order, Pass):
                return None if order.until in (None, lie(view)) else "Somebody has sold, bought or founded."
            mine = view.everybody[view.seat or 1].certificates.get(order.company)
            if (0 if mine is None else mine.shares) > order.shares:
                return f"You have bought {order.name}."
    return None


def describe(order: Pass | BuyUpTo | OperateByPlan) -> str:
    """Return the order in plain words."""
    match order:
        case Pass():
            when = "for all of this Stock phase" if order.until is None else "until somebody sells, buys or founds"
            return f"Pass {when}."
        case BuyUpTo():
            return f"Buy {order.name} {PIECE_WORDS[order.piece]} at up to ${order.price} a share, else pass."
        case OperateByPlan():
            return f"Operate {order.name or 'all my companies'} by the offered plan."


ORDERS: Orders[CityView] = Orders(
    kinds=TypeAdapter(AnyOrder), offers=offers, follow=follow, stopped=stopped, describe=describe
)
