"""Standing orders: turns of the Stock phase and operations that are played without waiting for the player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from bot.engine.drafting import begin_on_copy, make_choice
from bot.engine.orders import Order, OrderOffer, Orders, OrderUntilNews
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move, News, Seat
from bot.games.big_shoulders.bots import table_of
from bot.games.big_shoulders.components import SHARES, Piece
from bot.games.big_shoulders.moves import Buy, Operate, Settle, StockTurn
from bot.games.big_shoulders.news import CertificateBought, CertificatesSold, Founded
from bot.games.big_shoulders.rules.offered_plan import offered
from bot.games.big_shoulders.rules.operation import Operation, operating
from bot.games.big_shoulders.rules.stock_phase import ON_SALE, trading
from bot.games.big_shoulders.rules.stock_track import moved
from bot.games.big_shoulders.rules.vocabulary import LABEL, PIECE_WORDS, SHORT, shorten
from bot.games.big_shoulders.view import CityView

UP_TO = (0, 1, 2)
"""Options for the maximum price of a share, in steps above its price now."""


class InTheStockPhase(OrderUntilNews):
    """An order about the Stock phase of a decade; a seat has at most one of these."""

    decade: int

    def get_place(self) -> str:
        """One order at a time is about the Stock phase."""
        return "stock"


class Pass(InTheStockPhase, kind="pass"):
    """Pass in this Stock phase, until anybody acts or until its end."""

    until: str | None
    """What ends it: `ANYTHING`; None: nothing. Older programs noted how certificates lay."""

    def waits_for_news(self) -> bool:
        """Whether it ends before the phase does."""
        return self.until is not None


class PassUntil(InTheStockPhase, kind="pass until"):
    """Pass in this Stock phase until something happens that matters to its seat."""

    what: Literal["can buy", "sold", "founded", "company"]
    """That the seat can buy something; that anybody sells, founds, or deals in this company."""
    company: str = ""
    name: str = ""
    before: str = ""
    """Older programs noted here how things stood."""

    def waits_for_news(self) -> bool:
        """Whether it waits for what others do; what the seat can buy, its view says."""
        return self.what != "can buy"


class BuyUpTo(InTheStockPhase, kind="buy up to"):
    """Buy one certificate of a company as soon as a share costs at most this price; pass until then."""

    company: str
    name: str
    piece: Piece
    price: int
    shares: int = 0
    """Older programs noted here how many the seat had."""


ANYTHING = "anything"
"""Any action in the Stock phase: sell, buy or found."""


class OperateByPlan(Order, kind="operate by plan"):
    """Operate by the best plan that is offered: this company, or, empty, every one."""

    company: str
    name: str

    def get_place(self) -> str:
        """One order for each company."""
        return f"plan {self.company}"


class OperateAsShown(Order, kind="operate as shown"):
    """Operate once by the plan that is offered first, if it does then what it says now, or pays out as much."""

    decade: int
    company: str
    name: str
    plan: str
    """How the plan read."""
    pays: int
    """What it pays out a share, which may be more by then; 0: it does not pay out, and has to read the same."""

    def get_place(self) -> str:
        """One order for each company."""
        return f"once {self.company}"


SomeOrder: TypeAlias = Pass | PassUntil | BuyUpTo | OperateByPlan | OperateAsShown
AnyOrder = Annotated[SomeOrder, Field(discriminator="kind")]


def can_buy(view: CityView) -> bool:
    """Whether this seat could buy or found something, were it its turn now."""
    table = table_of(view)
    return next(trading(table, view.seat or 1).purchases(table), None) is not None


def offers(view: CityView) -> Sequence[OrderOffer]:
    """Return the orders this seat may give now."""
    return [*(OrderOffer(one, "panel") for one in ahead(view)), *map(OrderOffer, lasting(view))]


def lasting(view: CityView) -> Sequence[Question]:
    """Return the orders that are given for longer than what comes next."""
    if view.seat is None or view.outcome is not None or view.phase == "first companies":
        return []
    found = []
    if view.phase == "stock phase":
        found.append(
            Choose(
                prompt="Buy when it is cheap enough this Stock phase?",
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
                prompt="Which company operates by the offered plan?",
                rule="Operation phase",
                help="Each time it is the plan that would be offered first. You are not asked until you take it back.",
                options=(every, *plans),
            )
        )
    return found


def stock_orders(view: CityView) -> Iterator[Option]:
    """Yield the orders that buy in the Stock phase."""
    for company, firm in view.companies.items():
        for piece in ON_SALE:
            if getattr(firm.treasury, piece) + getattr(firm.pool, piece):
                for price in dict.fromkeys(moved(view.box, firm.price, steps) for steps in UP_TO):
                    order = BuyUpTo(
                        decade=view.decade, company=company, name=view.name(company), piece=piece, price=price
                    )
                    label = f"{view.name(company)} {PIECE_WORDS[piece]} at up to ${price} a share, else pass"
                    short = shorten(label, f"{view.name(company)} {piece} up to ${price}", room=SHORT)
                    yield Option(order, label, f"Buy {view.name(company)}", short=short)


def ahead(view: CityView) -> list[Question]:
    """Return what a seat may order about what comes next: passes of the Stock phase, and its companies' operations."""
    if view.seat is None or view.outcome is not None:
        return []
    if view.phase == "stock phase":
        if view.everybody[view.seat].held > view.limit:
            return []  # a seat over the limit cannot pass
        until = "pass until …" if can_buy(view) else "pass until I can buy, or until …"
        return [
            Choose(
                prompt=until.capitalize().replace(" i ", " I ")
                if view.seat in view.waiting_for
                else "In my turn, pass until …",
                rule="Stock phase",
                help="You pass at once in your turn, until this happens. The phase ends when all pass in a row.",
                options=tuple(passes(view)),
            )
        ]
    return [
        Choose(
            prompt=f"When {view.name(company)} operates …",
            rule="Operation phase",
            help="If the offered plan brings less by then, or is another one, you are asked.",
            options=(operated(view, company),),
        )
        for company in operating_next(view, view.seat)
    ]


def passes(view: CityView) -> Iterator[Option]:
    """Yield until when a seat may pass, what matters to most first."""

    def until(
        what: Literal["can buy", "sold", "founded", "company"], words: str, hint: str, company: str = ""
    ) -> Option:
        name = view.name(company) if company else ""
        return Option(PassUntil(decade=view.decade, what=what, company=company, name=name), words, hint=hint)

    if not can_buy(view):
        yield until("can buy", "… until I can buy something", "You can buy nothing now; a price may fall.")
    yield Option(
        Pass(decade=view.decade, until=ANYTHING),
        "… until anybody sells, buys or founds",
        hint="Whatever they deal in.",
    )
    yield until("sold", "… until anybody sells", "Only sales lower prices in this phase.")
    if view.box.decades[view.decade - 1].found:
        yield until("founded", "… until anybody founds a company", "Its shares can be bought then.")
    for company in view.companies:
        name = view.name(company)
        yield until("company", f"… until {name} is bought or sold", "Its price or its director may change.", company)
    yield Option(
        Pass(decade=view.decade, until=None), "… for all of this Stock phase", hint="Whatever happens: you are done."
    )


def operating_next(view: CityView, seat: Seat) -> list[str]:
    """Return which companies of a seat operate before it decides anything else, in their order."""
    left = view.appeal_order if view.phase == "action phase" and not view.everybody[seat].ready else view.operating
    asked = view.operating[:1]
    return [company for company in left if view.directors[company] == seat and company not in asked]


def operated(view: CityView, company: str) -> Option:
    """Return the order to operate a company by the plan that would be offered first now."""
    plan = offered(table_of(view), company)[0]
    pays = paid_out(plan.move, view, company)
    order = OperateAsShown(decade=view.decade, company=company, name=view.name(company), plan=plan.hint, pays=pays)
    at_least = f"If it pays out ${pays} a share or more; else you are asked." if pays else "Only if it is just this."
    does = f"pay ${pays} a share" if pays else plan.label.partition(":")[0].removeprefix("Nothing ran, ").lower()
    ways = [f"Let {order.name} {does} without asking", f"Let {order.name} {does}, unasked", f"Let {order.name} {does}"]
    short = next((one for one in ways if len(one) <= SHORT), ways[-1])
    return Option(order, f"{order.name}: {plan.label}"[:LABEL], hint=at_least, full=plan.full, short=short)


def paid_out(move: Move, view: CityView, company: str) -> int:
    """Return what an operation pays out a share; 0: it keeps what it earns."""
    if not isinstance(move, Operate) or Settle(pay=True) not in move.parts:
        return 0
    table = begin_on_copy(table_of(view), Operation(seat=view.directors[company], company=company))
    for part in move.parts[: move.parts.index(Settle(pay=True))]:
        make_choice(table, part)
    return operating(table).revenue // SHARES


def follow(order: SomeOrder, view: CityView, question: Question) -> Move | None:
    """Return what the order answers to this question; None: nothing."""
    match order:
        case OperateAsShown():
            return as_shown(order, view, question)
        case OperateByPlan():
            wanted = view.operating[0] if view.operating else None
            if wanted is None or order.company not in ("", wanted) or not isinstance(question, Choose):
                return None
            move = question.moves[0]
            return move if isinstance(move, Operate) else None
        case Pass() | PassUntil():
            return StockTurn() if question.is_legal(StockTurn()) else None
        case BuyUpTo():
            return bought(order, view, question)


def bought(order: BuyUpTo, view: CityView, question: Question) -> Move | None:
    """Return the purchase, if it is cheap enough and legal; else a pass."""
    if order.company in view.companies and view.companies[order.company].price <= order.price:
        for pool in (False, True):
            move = StockTurn(parts=(Buy(company=order.company, piece=order.piece, pool=pool),))
            if question.is_legal(move):
                return move
    return StockTurn() if question.is_legal(StockTurn()) else None


def as_shown(order: OperateAsShown, view: CityView, question: Question) -> Move | None:
    """Return the first offered plan if it does as shown; None if it does not, or another company operates."""
    if view.operating[:1] != [order.company] or not isinstance(question, Choose):
        return None
    plan = question.options[0]
    if not isinstance(plan.move, Operate):
        return None
    pays = paid_out(plan.move, view, order.company)
    return plan.move if plan.hint == order.plan or 0 < order.pays <= pays else None


def stopped(order: SomeOrder, view: CityView) -> str | None:
    """Return why the order has come to its end; None: it stands."""
    if view.outcome is not None:
        return "The game is over."
    match order:
        case OperateByPlan():
            if order.company and view.directors.get(order.company) != view.seat:
                return f"You no longer direct {order.name}."
        case OperateAsShown():
            return why_not_operated(order, view)
        case Pass() | PassUntil() | BuyUpTo():
            if view.decade != order.decade or view.phase != "stock phase":
                return "The Stock phase is over."
            if isinstance(order, PassUntil) and order.what == "can buy" and can_buy(view):
                return "You can buy something now."
    return None


def ended_by(order: InTheStockPhase, seat: Seat, news: News) -> str | None:
    """Return why a piece of news ends an order about the Stock phase; None: it does not."""
    match order, news:
        case Pass(), Founded() | CertificatesSold() | CertificateBought():
            return "Somebody has sold, bought or founded."
        case PassUntil(what="sold"), CertificatesSold():  # the only price changes before the phase ends
            return "Somebody has sold."
        case PassUntil(what="founded"), Founded():
            return "A company has been founded."
        case PassUntil(what="company"), CertificatesSold() | CertificateBought() if news.company == order.name:
            return "Somebody has bought or sold it."
        case BuyUpTo(), CertificateBought() if (news.seat, news.company) == (seat, order.name):
            return f"You have bought {order.name}."
        case _:
            return None


def why_not_operated(order: OperateAsShown, view: CityView) -> str | None:
    """Return why an operation is over or its order void; empty: it was played; None: it is still to come."""
    if view.decade != order.decade or view.phase not in ("action phase", "operation phase"):
        return ""
    if view.phase == "operation phase" and order.company not in view.operating:
        return ""
    if view.directors.get(order.company) != view.seat:
        return f"You no longer direct {order.name}."
    if view.phase != "operation phase" or view.operating[0] != order.company:
        return None
    now = operated(view, order.company)
    there = now.move
    if isinstance(there, OperateAsShown) and (there.plan == order.plan or 0 < order.pays <= there.pays):
        return None
    return f"The plan is another one now: “{now.label}”."


def describe(order: SomeOrder) -> str:
    """Return the order in plain words."""
    match order:
        case PassUntil():
            return f"Pass until {UNTIL[order.what].format(order.name)}."
        case OperateAsShown():
            least = f", if it pays out ${order.pays} a share or more" if order.pays else ""
            return f"Operate {order.name} by the plan that is offered first{least}: {order.plan.removesuffix('.')}."
        case Pass():
            when = "for all of this Stock phase" if order.until is None else "until somebody sells, buys or founds"
            return f"Pass {when}."
        case BuyUpTo():
            return f"Buy {order.name} {PIECE_WORDS[order.piece]} at up to ${order.price} a share, else pass."
        case OperateByPlan():
            return f"Operate {order.name or 'all my companies'} by the offered plan."


UNTIL = {
    "can buy": "I can buy something",
    "sold": "anybody sells",
    "founded": "anybody founds a company",
    "company": "anybody buys or sells {}",
}

ORDERS: Orders[CityView] = Orders(
    kinds=TypeAdapter(AnyOrder), offers=offers, follow=follow, stopped=stopped, describe=describe, ended_by=ended_by
)
