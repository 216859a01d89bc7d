"""Standing orders: a price for each company, preferred partners, a candidate to propose.

They change no rule (ruling GW-34): an order only gives an answer at once that its player wrote down earlier.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, ClassVar

from pydantic import Field, TypeAdapter

from bot.engine.multi_step import Compose, Stage
from bot.engine.orders import Order, OrderOffer, Orders
from bot.engine.pages import mark
from bot.engine.questions import Arrange, Choose, Item, Line, Number, Option, Question, Split
from bot.engine.records import Move, Seat
from bot.games.goodwill.components import Company
from bot.games.goodwill.moves import (
    Assess,
    AssessAndPrefer,
    AssessBoth,
    Ballot,
    Nominate,
    ProposeAndVote,
    TradeWith,
    VoteOn,
)
from bot.games.goodwill.rules.transactions import explain_steps, suggested_prices
from bot.games.goodwill.view import GoodwillView

RULE = "Standing orders"
TRANSACTIONS = 2
"""Of each company, every year."""


class Prices(Order):
    """Prices to write; when swift, with the partner that is asked for together with them."""

    partner: Seat | None = None
    """Whom its seat prefers where it may choose; None: nobody, or it is not asked for with a price."""


class StandingPrice(Prices, kind="standing price"):
    """Write this price whenever a share of the company is assessed."""

    company: Company
    price: int

    def get_place(self) -> str:
        """One price for each company."""
        return f"price of {self.company}"


class PricesOfTheYear(Prices, kind="prices of the year"):
    """Write these prices this year, in all transactions that are still to come."""

    comes_first: ClassVar[bool] = True  # before the orders that hold every year
    year: int
    prices: dict[Company, int]


class PreferredPartners(Order, kind="preferred partners"):
    """Pick the first of these seats that is possible when a partner has to be picked."""

    seats: tuple[str, ...]


class AboutABoss(Order):
    """What to do about a company's boss; None: nobody."""

    company: Company
    boss: str | None
    name: str


class StandingNomination(AboutABoss, kind="standing nomination"):
    """Propose this boss for the company whenever candidates are named; None: nobody."""

    def get_place(self) -> str:
        """One candidate for each company."""
        return f"nomination at {self.company}"


class StandingVote(AboutABoss, kind="standing vote"):
    """Say yes to this candidate for the company, and no to all others; None: no to all."""

    def get_place(self) -> str:
        """One vote for each company."""
        return f"vote at {self.company}"


AnyOrder = Annotated[
    StandingPrice | PricesOfTheYear | PreferredPartners | StandingNomination | StandingVote,
    Field(discriminator="kind"),
]


def list_offers(view: GoodwillView) -> Sequence[OrderOffer]:
    """Return the orders this seat may give now."""
    others = [*_prices_of_the_year(view), *_prices(view), *_nominations(view), *_votes(view)]
    return [*map(OrderOffer, others), *(OrderOffer(one, leads=names_a_partner) for one in _partners(view))]


def _living(view: GoodwillView) -> list[Company]:
    return [company for company, board in view.companies.items() if not board.bankrupt]


def _prices(view: GoodwillView) -> Iterator[Question]:
    for company in _living(view):
        prices = view.legal_prices
        shown = tuple(price for last in view.assessments.get(company, ())[-1:] for price in last.values())
        written = Number(
            prompt=f"What price should I write for {company} from now on?",
            rule=RULE,
            help=f"Both transactions of {company}, every year, until you change or cancel it. You are not asked then.",
            move=StandingPrice,
            field="price",
            given=(("company", company),),
            low=prices.start,
            high=prices[-1],
            step=prices.step,
            why_steps=explain_steps(prices),
            unit="$",
            suggestions=suggested_prices(view.companies[company].brings, prices, view.box.chalkboard.step, shown),
        )
        yield _with_a_partner(view, written, StandingPrice)


def _prices_of_the_year(view: GoodwillView) -> Iterator[Question]:
    prices = view.legal_prices
    coming = [company for company in _living(view) if len(view.assessments.get(company, ())) < TRANSACTIONS]
    if coming and view.phase not in ("sheets", "events"):  # a yearly sheet asks for all of them at once anyway
        written = Split(
            prompt=f"Which prices shall I write in {view.year}?",
            rule=RULE,
            help="In every transaction of these companies that is still to come this year, so that nobody waits for "
            "you until the votes. " + _worth_now(view, coming),
            about=(view.year,),
            move=PricesOfTheYear,
            field="prices",
            given=(("year", view.year),),
            lines=tuple(
                Line(company, company, prices.start, prices[-1], prices.step, "$", why_steps=explain_steps(prices))
                for company in coming
            ),
        )
        yield _with_a_partner(view, written, PricesOfTheYear)


def _with_a_partner(view: GoodwillView, written: Number | Split, kind: type[Prices]) -> Question:
    """Return the question for prices with that for a partner, where the game asks for both together (GW-37)."""
    others = _others(view)
    if view.options.fast_mode != "swift" or len(others) < 2:
        return written
    prices = replace(written, prompt="What to write", help="")

    def named(order: Prices) -> Question:
        options = (
            Option(order.model_copy(update={"partner": other}), f"When there is a choice, trade with {mark(other)}")
            for other in others
        )
        return Choose(prompt="If bids tie, whom do you want to trade with?", rule=RULE, options=tuple(options))

    def stage(parts: tuple[Move, ...]) -> Stage:
        match parts:
            case ():
                return Stage(prices, complete=False)
            case (Prices() as order,):
                return Stage(named(order))
            case _:
                return Stage(None)

    def choices(move: Move) -> Sequence[Move] | None:
        if not isinstance(move, kind):
            return None
        return (move,) if move.partner is None else (move.model_copy(update={"partner": None}), move)

    return Compose(
        prompt=written.prompt,
        rule=RULE,
        help=f"{written.help} Name a partner with it, if you like: else, where there is a choice, you trade with the "
        "first one clockwise from you.",
        about=written.about,
        move=kind,
        apart=choices,
        stage=stage,
        most=2,
    )


def _others(view: GoodwillView) -> list[Seat]:
    return [seat for seat in view.investors if seat != view.seat]


def _worth_now(view: GoodwillView, companies: Sequence[Company]) -> str:
    """Return the present value of a share of each of these companies to its owner, without any news."""
    brings = [(company, view.companies[company].brings) for company in companies]
    if view.options.cash_only:
        said = "; ".join(f"one {company} share pays ${amount}" for company, amount in brings)
        return f"Until the end, as things stand, {said}."
    return f"Now {'; '.join(f'one {company} share is worth ${amount}' for company, amount in brings)}."


def _nominations(view: GoodwillView) -> Iterator[Question]:
    swift = view.options.fast_mode == "swift"
    with_votes = " Your yes goes with it, and all others get your no." if swift else ""
    for company in _living(view):
        yield Choose(
            prompt=f"{company}: whom should I propose as boss?",
            rule=RULE,
            help="Proposed whenever candidates are named and the boss is available, until the boss is in charge."
            f"{with_votes}",
            options=_bosses(view, company, StandingNomination, "Nobody", "{}"),
        )


def _votes(view: GoodwillView) -> Iterator[Question]:
    for company in _living(view) if view.options.fast_mode != "swift" else ():  # where votes go with the proposals
        yield Choose(
            prompt=f"How should I vote on the boss of {company}?",
            rule=RULE,
            help="Whenever candidates are voted on and you have shares, until the boss is in charge.",
            options=_bosses(view, company, StandingVote, "No to everybody", "Yes to {} and nobody else"),
        )


def _bosses(
    view: GoodwillView, company: Company, order: type[AboutABoss], nobody: str, label: str
) -> tuple[Option, ...]:
    """Return an order to propose nobody, and one for each available boss."""
    bosses = [view.box.boss[boss] for boss in view.available]
    return (
        Option(order(company=company, boss=None, name="nobody"), nobody),
        *(Option(order(company=company, boss=boss.id, name=boss.name), label.format(boss.name)) for boss in bosses),
    )


def _partners(view: GoodwillView) -> Iterator[Question]:
    others = _others(view)
    if len(others) > 1 and view.options.fast_mode not in ("swift", "yearly sheet"):  # these modes ask for no partner
        yield Arrange(
            prompt="Whom should I trade with when there is a choice?",
            rule=RULE,
            help="I pick the first of them who can trade. The price is the same with everybody.",
            move=PreferredPartners,
            field="seats",
            items=tuple(Item(str(seat), mark(seat)) for seat in others),
        )


def follow(order: AnyOrder, view: GoodwillView, question: Question) -> Move | None:
    """Return what the order says to this question; None: nothing."""
    match order:
        case StandingPrice() if order.company == view.company:
            return _written(order.price, order.partner, question)
        case PricesOfTheYear() if order.year == view.year and view.company in order.prices:
            return _written(order.prices[view.company], order.partner, question)
        case PreferredPartners() if view.market is not None:
            wanted = [TradeWith(partner=int(seat)) for seat in order.seats]
            return next((move for move in wanted if question.is_legal(move)), None)
        case StandingNomination() if order.company == view.company:
            proposal = Nominate(boss=order.boss)
            moves = (proposal, ProposeAndVote(parts=(proposal,)))
            return next((move for move in moves if question.is_legal(move)), None)
        case StandingVote() if order.company == view.company:
            ballots = [Ballot(approve=(order.boss,) if order.boss is not None else ()), Ballot(approve=())]
            votes = [VoteOn(boss=boss, yes=boss == order.boss) for boss in view.candidates]
            return next((move for move in (*ballots, *votes) if question.is_legal(move)), None)
    return None


def _written(price: int, partner: Seat | None, question: Question) -> Move | None:
    """Return the answer with this price, and partner, to a question about one or both transactions of a company."""
    both = AssessBoth(prices={"first": price, "second": price})
    if isinstance(question, Number) and question.move is Assess:
        return Assess(price=price)
    if isinstance(question, Split) and question.move is AssessBoth:
        return both
    if isinstance(question, Compose) and question.move is AssessAndPrefer:
        return AssessAndPrefer(parts=(both, *(() if partner is None else (TradeWith(partner=partner),))))
    return None


def stopped(order: AnyOrder, view: GoodwillView) -> str | None:
    """Return why an order has come to its end."""
    if isinstance(order, PricesOfTheYear) and order.year != view.year:
        return f"{order.year} is over."
    if isinstance(order, StandingPrice | AboutABoss) and view.companies[order.company].bankrupt:
        return f"{order.company} is bankrupt."
    if (
        isinstance(order, StandingNomination | StandingVote)
        and order.boss
        and view.companies[order.company].boss == order.boss
    ):
        return f"{order.name} is in charge of {order.company} now."
    return None


def describe(order: AnyOrder) -> str:
    """Return the order in plain words."""
    match order:
        case StandingPrice():
            return f"Always write ${order.price} for {order.company}.{_rather_with(order.partner)}"
        case PricesOfTheYear():
            prices = ", ".join(f"{company} ${price}" for company, price in order.prices.items())
            return f"In {order.year}, write: {prices}.{_rather_with(order.partner)}"
        case PreferredPartners():
            return f"When there is a choice, trade with {', else with '.join(map(_who, order.seats))}."
        case StandingNomination(boss=None):
            return f"Propose nobody as the boss of {order.company}."
        case StandingNomination():
            return f"Propose {order.name} as the boss of {order.company} whenever possible."
        case StandingVote(boss=None):
            return f"Vote no to everybody as the boss of {order.company}."
        case StandingVote():
            return f"As the boss of {order.company}, vote yes to {order.name} and no to all others."


def _rather_with(partner: Seat | None) -> str:
    return "" if partner is None else f" When there is a choice, trade with {mark(partner)}."


def names_a_partner(asked: Question) -> str:
    """Return what leads from the question for a price to the order that names a partner for it."""
    return "Name a partner" if isinstance(asked, Number | Split) and asked.move in (Assess, AssessBoth) else ""


def _who(seat: str) -> str:
    return mark(int(seat))


ORDERS: Orders[GoodwillView] = Orders(
    kinds=TypeAdapter(AnyOrder), offers=list_offers, follow=follow, stopped=stopped, describe=describe
)
