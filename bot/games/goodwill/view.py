"""A seat's view: copies of the fields that the secrecy marks let the seat know, and derived ones.

Also sampled alternatives that the seat could not tell from the real table, and the words that would betray a secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from bot.engine.chance import Chance
from bot.engine.play import list_asked_seats
from bot.engine.records import Move, Seat
from bot.engine.sealed import Sealed
from bot.engine.table import Outcome
from bot.engine.views import copy_known_fields
from bot.engine.what_if import copy_for_trial
from bot.games.goodwill.components import COMPANIES, Company, GoodwillBox, Resource
from bot.games.goodwill.moves import (
    Assess,
    AssessAndPrefer,
    AssessBoth,
    Ballot,
    Bid,
    Nominate,
    ProposeAndVote,
    TradeWith,
    VoteOn,
)
from bot.games.goodwill.rules.alternative_modes import GoodwillOptions
from bot.games.goodwill.rules.annual_review import share_out
from bot.games.goodwill.rules.derivatives import OpenLot, SealedLot
from bot.games.goodwill.rules.end_of_game import shares_worth
from bot.games.goodwill.rules.fast_modes import LINES_PER_COMPANY, YearlySheets
from bot.games.goodwill.rules.steering import Vote, VoteInTurn
from bot.games.goodwill.rules.transactions import Pairing
from bot.games.goodwill.table import Goodwill, Information, Investor, Pile, YearEnd
from bot.games.goodwill.words import answer_words

Phase: TypeAlias = Literal["auctions", "sheets", "Amber", "Black", "Crimson", "events"]
"""The current phase of a year, by its questions; when the game is over, the events of the year have come true."""


@dataclass(frozen=True)
class CompanyView:
    """A company's board; bosses are ids of the box, money is in dollars, market shares are in percent."""

    capital: int
    share_value: int
    market_share: int
    tokens: Mapping[Resource, int]
    boss: str | None
    bankrupt: bool
    threshold: int
    """How many yes votes replace the boss."""
    shares: int
    """How many of its shares the players hold."""
    net_income: int
    """What the annual review would book if it came now; 0 when bankrupt."""
    dividend: int
    """What it would pay for each share then."""
    brings: int
    """A share's present value to its owner: its final value or, with cash only, dividends until the end."""


@dataclass(frozen=True)
class InvestorView:
    """What lies in front of a player; None: hidden from this seat."""

    cash: int | None
    shares: Mapping[Company, int]
    wealth: int | None
    """Cash and shares at their present value, without derivatives; with cash only the cash alone."""
    derivatives: Sequence[str]
    objectives: Sequence[str] | None
    hidden_objectives: int
    conceded: bool


@dataclass(frozen=True)
class InformationView:
    """A slot of the information board; None: face down for this seat."""

    slot: int
    viewers: Sequence[Seat]
    event: str | None
    percentage: int | None


@dataclass(frozen=True)
class PendingAnswer:
    """A sealed answer of this seat that nobody else has seen yet."""

    title: str
    """What it answers, e.g. "1953, Amber: first price"."""
    move: Move


@dataclass(frozen=True)
class AuctionView:
    """A derivatives card under the hammer; holder and price only in open auctions."""

    card: str
    price: int
    holder: Seat | None
    bidders: Sequence[Seat]


@dataclass(frozen=True)
class MarketView:
    """A transaction in which somebody still chooses a partner."""

    company: Company
    sellers: Sequence[Seat]
    buyers: Sequence[Seat]
    price: int


@dataclass(frozen=True)
class GoodwillView:
    """The table as one seat sees it; seat None: as everybody does."""

    box: GoodwillBox
    options: GoodwillOptions
    seat: Seat | None
    players: int
    year: int
    first_year: int
    last_year: int
    year_index: int
    lead: Seat
    companies: Mapping[Company, CompanyView]
    investors: Mapping[Seat, InvestorView]
    prices: Mapping[Resource, int]
    legal_prices: range
    informations: Sequence[InformationView]
    """Empty when no pairs lie on the board."""
    events_in_play: Sequence[str]
    """All events of this game; every year each of them can come."""
    available: Sequence[str]
    boss_pile_unseen: Sequence[str]
    """The bosses on top of the pile, in the order of the box: nobody knows in which they lie."""
    boss_pile_known: Sequence[str]
    """The bosses below them, topmost first: everybody saw them being put there."""
    derivatives_unseen: Sequence[str]
    derivatives_known: Sequence[str]
    assessments: Mapping[Company, Sequence[Mapping[Seat, int]]]
    """The prices shown this year."""
    company: Company | None
    """Which company is being traded or steered; on a yearly sheet, which one this seat is to fill in next."""
    candidates: Sequence[str]
    """The bosses who are voted on now."""
    auction: AuctionView | None
    market: MarketView | None
    phase: Phase
    """Where the year stands."""
    waiting: str
    """What the table is waiting for."""
    waiting_for: Sequence[Seat]
    pending: Sequence[PendingAnswer]
    history: Sequence[YearEnd]
    """The wealth of others is left out when cash is hidden."""
    outcome: Outcome | None


def view(table: Goodwill, seat: Seat | None) -> GoodwillView:
    """Return what this seat may know; None: a spectator."""
    step = table.agenda[0] if table.agenda else None
    unseen, known = _pile(table.boss_pile, table.box.boss)
    derivatives = _pile(table.derivative_pile, table.box.derivative)
    values = table.share_values() if not table.options.cash_only else dict.fromkeys(COMPANIES, 0)
    return GoodwillView(
        **copy_known_fields(GoodwillView, table, table, seat),
        box=table.box,
        seat=seat,
        year=table.year,
        lead=table.lead,
        companies={company: _company(table, company, seat) for company in COMPANIES},
        investors={other: _investor(table, other, seat, values) for other in table.seats},
        legal_prices=table.legal_prices,
        informations=_informations(table, seat),
        events_in_play=table.box.deck(with_optional=table.options.boss_shuffle_card),
        boss_pile_unseen=unseen,
        boss_pile_known=known,
        derivatives_unseen=derivatives[0],
        derivatives_known=derivatives[1],
        company=_in_question(table, step, seat),
        candidates=list(step.candidates) if isinstance(step, Vote | VoteInTurn) else [],
        auction=_auction(step),
        market=_market(step),
        phase=_phase(table, step),
        waiting=step.get_title(table) if step is not None else "",
        waiting_for=list_asked_seats(table),
        pending=pending_answers(table, seat),
        history=_history(table, seat),
    )


def worth(view: GoodwillView) -> int | None:
    """Return what this seat has, without derivatives, which may still come true or not; None for spectators."""
    return None if view.seat is None else view.investors[view.seat].wealth


def _phase(table: Goodwill, step: object) -> Phase:
    match step:
        case SealedLot() | OpenLot():
            return "auctions"
        case YearlySheets():
            return "sheets"
        case _:
            return _in_question(table, step, None) or "events"


def _in_question(table: Goodwill, step: object, seat: Seat | None) -> Company | None:
    if isinstance(step, YearlySheets):
        return step.line(seat)[0] if seat is not None and seat in step.list_asked_seats(table) else None
    company: Company | None = getattr(step, "company", None)
    return company


def _company(table: Goodwill, company: Company, seat: Seat | None) -> CompanyView:
    board = table.companies[company]
    net_income, dividend, _ = (0, 0, 0) if board.bankrupt else share_out(table, company)
    return CompanyView(
        **copy_known_fields(CompanyView, board, table, seat),
        share_value=table.share_value(company),
        threshold=table.threshold(company),
        shares=sum(table.votes(company).values()),
        net_income=net_income,
        dividend=dividend,
        brings=table.share_brings(company),
    )


def _sees_cash(table: Goodwill, owner: Seat, seat: Seat | None) -> bool:
    return table.options.cash_visible or owner == seat or table.outcome is not None


def _investor(table: Goodwill, owner: Seat, seat: Seat | None, values: Mapping[Company, int]) -> InvestorView:
    investor: Investor = table.investors[owner]
    known = copy_known_fields(InvestorView, investor, table, seat, owner)
    return InvestorView(
        **known,
        wealth=None if known["cash"] is None else investor.cash + shares_worth(investor.shares, values),
        hidden_objectives=len(investor.objectives),
        conceded=owner in table.conceded,
    )


def _informations(table: Goodwill, seat: Seat | None) -> list[InformationView]:
    informations = []
    for slot, pair in enumerate(table.slots, start=1):
        viewers = sorted(table.viewers(slot))
        seen = seat in viewers or table.outcome is not None
        informations.append(
            InformationView(slot, viewers, pair.event if seen else None, pair.percentage if seen else None)
        )
    return informations


def _pile(pile: Pile, box_order: Iterable[str]) -> tuple[list[str], list[str]]:
    top = set(pile.cards[: pile.unseen])
    return [card for card in box_order if card in top], pile.cards[pile.unseen :]


def _auction(step: object) -> AuctionView | None:
    match step:
        case OpenLot(card=str(card)):
            return AuctionView(card, step.price, step.holder, list(step.bidders))
        case SealedLot(card=str(card)):
            return AuctionView(card, 0, None, [])
        case _:
            return None


def _market(step: object) -> MarketView | None:
    if not isinstance(step, Pairing):
        return None
    return MarketView(step.company, list(step.sellers), list(step.buyers), step.price)


def pending_answers(table: Goodwill, seat: Seat | None) -> list[PendingAnswer]:
    """Return this seat's sealed answers, also those for steps still to come in the fast modes."""
    return [pending for owner, pending in _sealed(table) if owner == seat]


def _sealed(table: Goodwill) -> Iterator[tuple[Seat, PendingAnswer]]:
    """Yield everybody's sealed answers, with whose they are."""
    for step in table.agenda:
        if not isinstance(step, Sealed) or not step.answers:
            continue
        answers: dict[Seat, Any] = step.answers
        if isinstance(step, YearlySheets):
            companies = [company for company in step.companies for _ in range(LINES_PER_COMPANY)]
            titles = [f"{table.year}, {company}: yearly sheet" for company in companies]
            for seat, sheet in answers.items():
                for title, move in zip(titles, sheet, strict=False):
                    yield seat, PendingAnswer(title, move)
        else:
            title = f"{table.year}, {step.get_title(table)}"
            for seat, move in answers.items():
                yield seat, PendingAnswer(title, move)


def _history(table: Goodwill, seat: Seat | None) -> list[YearEnd]:
    if all(_sees_cash(table, owner, seat) for owner in table.seats):
        return list(table.history)
    return [
        year.model_copy(
            update={"wealth": {owner: worth for owner, worth in year.wealth.items() if _sees_cash(table, owner, seat)}}
        )
        for year in table.history
    ]


# The words for secrets


def format_rank(percentage: int) -> str:
    """Return an information's percentage in brackets, as the rank that it is: with a % it would look like a chance."""
    return f"(rank {percentage})"


def sealed_words(move: Move, box: GoodwillBox) -> str:
    """Return a sealed answer as only its owner reads it."""
    return f"{answer_words(move, box)} (sealed)"


# Other truths


def redeal(table: Goodwill, seat: Seat | None, chance: Chance) -> Goodwill:
    """Return another table that this seat (None: a spectator) could not tell from the real one."""
    other = copy_for_trial(table)
    if table.outcome is not None:
        return other  # the game is over: everything has been shown
    other.chance = Chance(seed=f"{chance.draw_below(2**256):064x}", drawn=table.chance.drawn)
    redeal_informations(other, seat, chance)
    for pile in (other.boss_pile, other.derivative_pile):
        pile.cards[: pile.unseen] = chance.shuffled(sorted(pile.cards[: pile.unseen]))
    if other.options.derivatives == "hidden objectives":
        _redeal_objectives(other, seat, chance)
    for step in other.agenda:
        if isinstance(step, Sealed):
            _reseal(other, step, seat, chance)
    return other


def redeal_informations(table: Goodwill, seat: Seat | None, chance: Chance) -> None:
    """Redeal both decks and the slots that this seat has not looked at."""
    seen = table.slots_of(seat) if seat is not None else ()
    hidden = [place for place in range(len(table.slots)) if place + 1 not in seen]
    events = chance.shuffled(sorted([*table.event_deck, *(table.slots[place].event for place in hidden)]))
    percentages = [*table.percentage_deck, *(table.slots[place].percentage for place in hidden)]
    percentages = chance.shuffled(sorted(percentages))
    for place in hidden:
        table.slots[place] = Information(event=events.pop(), percentage=percentages.pop())
    table.event_deck, table.percentage_deck = events, percentages


def _redeal_objectives(table: Goodwill, seat: Seat | None, chance: Chance) -> None:
    own = table.investors[seat].objectives if seat is not None else []
    cards = chance.shuffled(card for card in table.box.derivative if card not in own)
    for other, investor in table.investors.items():
        if other != seat:
            investor.objectives = sorted(cards.pop() for _ in investor.objectives)


def _reseal(table: Goodwill, step: Sealed, seat: Seat | None, chance: Chance) -> None:
    answers: dict[Seat, Any] = step.answers
    for other, answer in answers.items():
        if other == seat:
            continue
        if isinstance(step, YearlySheets):
            answers[other] = [_another(table, step, other, line, chance) for line in answer]
        else:
            answers[other] = _another(table, step, other, answer, chance)


def _another(table: Goodwill, step: Sealed, seat: Seat, answer: Move, chance: Chance) -> Move:
    """Return any legal answer to the same question."""
    prices = table.legal_prices
    match answer:
        case Assess():
            return Assess(price=prices[chance.draw_below(len(prices))])
        case AssessBoth():
            return AssessBoth(prices={which: prices[chance.draw_below(len(prices))] for which in answer.prices})
        case Bid():
            return Bid(price=chance.draw_below(table.investors[seat].cash + 1))
        case Nominate():
            return Nominate(boss=[None, *table.available][chance.draw_below(len(table.available) + 1)])
        case Ballot():
            candidates = step.candidates if isinstance(step, Vote) else table.available
            return Ballot(approve=tuple(boss for boss in candidates if chance.draw_below(2)))
        case AssessAndPrefer():
            assessed = _another(table, step, seat, answer.assessed, chance)
            others = [TradeWith(partner=other) for other in table.iterate_clockwise_from(seat)]
            named = others[:0] if len(others) < 2 or chance.draw_below(2) else [others[chance.draw_below(len(others))]]
            return AssessAndPrefer.model_validate({"parts": [assessed, *named]})
        case ProposeAndVote():
            proposal = Nominate(boss=[None, *table.available][chance.draw_below(len(table.available) + 1)])
            yes = tuple(boss for boss in table.available if boss != proposal.boss and chance.draw_below(2))
            return ProposeAndVote(parts=(proposal, Ballot(approve=yes)) if yes else (proposal,))
        case VoteOn():
            return VoteOn(boss=answer.boss, yes=bool(chance.draw_below(2)))
        case _:
            raise TypeError(f"{type(step).__name__} holds {answer!r}")
