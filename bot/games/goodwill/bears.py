"""Build the line below a question's heading, with the facts that decide the answer, from a seat's view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.engine.multi_step import Compose
from bot.engine.pages import mark
from bot.engine.questions import Choose, Question, Subset
from bot.engine.records import Seat
from bot.engine.words import fit_sentences, format_count, format_leader
from bot.games.goodwill.at_hand import list_bosses, list_courses
from bot.games.goodwill.at_hand.estimates import estimate_share, estimate_under_bosses
from bot.games.goodwill.at_hand.foresight import Foresight, chance, events, known
from bot.games.goodwill.bots import look_ahead
from bot.games.goodwill.components import CapitalLess, Company, is_scandal_at
from bot.games.goodwill.moves import Ballot, TradeWith
from bot.games.goodwill.view import AuctionView, GoodwillView, MarketView
from bot.games.goodwill.words import money


def bears(view: GoodwillView, question: Question) -> str:
    """Return the line for a price, a boss, a partner or a bid."""
    if view.seat is None:
        return ""
    if isinstance(question, Compose):
        question = question.get_stage(()).question or question  # the first part shows the subject of the whole question
    leader = () if view.market is not None else _name_leader(view, view.seat)
    return fit_sentences([*_list_sentences(view, question), leader])


def _list_sentences(view: GoodwillView, question: Question) -> Iterator[str | Sequence[str]]:
    own = view.investors[view.seat or 0]
    cash = f"You have {money(own.cash or 0)}."
    bosses = list_bosses(question)
    if view.market is not None:
        yield _describe_partners(view, view.market, question)
    elif view.auction is not None:
        yield from _describe_lot(view, view.auction)
        yield cash
        if view.auction.holder is not None:
            yield f"{mark(view.auction.holder)} bids {money(view.auction.price)}."
    elif view.company is None:
        yield cash
    elif bosses is not None:
        votes, need = own.shares[view.company], view.companies[view.company].threshold
        compared = _compare_bosses(view, view.company, bosses)
        on_several = isinstance(question, Subset) and question.move is Ballot
        held = _describe_votes(votes, need, on_several=on_several)
        yield [*(f"{have} {ends}" for ends in compared for have in held), *held]
    else:
        holds = _describe_holdings(own.cash or 0, own.shares[view.company])
        yield [f"{price} {have}" for price in _describe_price(view, view.company) for have in holds]


def _describe_holdings(cash: int, shares: int) -> Sequence[str]:
    """Return the seat's money and shares; long and short."""
    held = _format_number(shares, "share")
    return f"You have {money(cash)} and {held}.", f"You: {money(cash)}, {held}."


def _describe_votes(votes: int, need: int, *, on_several: bool) -> Sequence[str]:
    """Return the number of the seat's votes, which go to each yes, and the number that a candidate needs."""
    if on_several:
        every, few = (f"all your {votes} votes", f"your {votes} votes") if votes > 1 else ("your vote", "your vote")
        return (
            f"Each yes gets {every}; {need} are needed, and the most win.",
            f"Each yes gets {few}; {need} needed, the most win.",
            f"Each yes gets {every}, {need} needed.",
            f"Each yes gets {few}, {need} needed.",
            f"Each yes: {_format_number(votes, 'vote')}; {need} needed, the most win.",
            f"Each yes: {_format_number(votes, 'vote')}, {need} needed.",
        )
    if votes >= need:
        enough = f"Your {_format_number(votes, 'vote')} are enough"
        return f"{enough} ({need} needed).", f"{enough}."
    have = f"You have {_format_number(votes, 'vote')}"
    return (
        f"{have}; {need} are needed.",
        f"{have}, {need} needed.",
        f"Yours: {_format_number(votes, 'vote')}, {need} needed.",
    )


def _format_number(count: int, thing: str) -> str:
    return format_count(count, thing) if count else f"no {thing}s"


def _name_leader(view: GoodwillView, seat: int) -> str | Sequence[str]:
    return format_leader(seat, {other: each.wealth for other, each in view.investors.items()}, money)


# Prices


def _describe_price(view: GoodwillView, company: Company) -> Sequence[str]:
    """Return what a share is worth now, and what it should bring until the end of the game; long and short.

    Beside prices of others, the line says that the estimate knows nothing of their news.
    """
    start = f"Now {money(view.companies[company].brings)}"
    if view.options.cash_only:
        end = Foresight(view).years_end()[company]
        start = f"Pays {money(0 if end is None else end.pays)} now"
    worth = money(estimate_share(view, company))
    luck = "with your news and average luck" if known(view) else "with average luck"
    if view.assessments.get(company):
        luck = "by your news alone"
    return [f"{start}; about {worth} {until}{words}." for words in (f", {luck}", "") for until in _list_times(view)]


def _list_times(view: GoodwillView) -> Sequence[str]:
    """Return when a share has brought an estimated amount; long and short."""
    if view.options.cash_only:
        return (f"until {view.last_year}",)
    end = "at the end" if view.year == view.last_year else f"after {view.last_year}"
    if view.options.dividends:
        return f"{end} including dividends", "including dividends"
    return (end,)


# Bosses


def _compare_bosses(view: GoodwillView, company: Company, bosses: Sequence[str]) -> Sequence[str]:
    """Compare the present boss with these, by what a share should bring until the end; long and short."""
    present, subject = view.companies[company].boss, _name_share(view)
    now = look_ahead(view).share[company]
    worth = estimate_under_bosses(view, company, [boss for boss in bosses if boss != present])
    scandal = _find_odds_of_scandal(view, company)
    if scandal == SURE:
        return [f"{subject}: about {money(round(now))} under anybody, as your news throws out any boss."]
    amounts = _format_estimates([now, *worth.values()])
    if len(set(amounts)) == 1:
        return [f"{subject}: about {amounts[0]} {'under anybody' if present else 'with or without a boss'}."]
    in_charge = f"{view.box.boss[present].name} (now)" if present else "nobody"
    names = [in_charge, *(view.box.boss[boss].name for boss in worth)]
    listed = [f"{name} {amount}" for name, amount in zip(names, amounts, strict=True)]
    best = f"{listed[0]}, best {listed[1]}" if max(worth.values()) > now else f"{listed[0]}, nobody better"
    luck = f" unless thrown out ({scandal} %)" if scandal else " with average luck"
    return [f"{subject}{words}: {told}." for told in (", ".join(listed), best) for words in (luck, "")]


SURE = 100
"""Percent of certain news."""


def _find_odds_of_scandal(view: GoodwillView, company: Company) -> int:
    """Return with how many percent a scandal that this seat sees will throw out the company's boss."""
    scandals = [pair for pair in known(view) if any(is_scandal_at(event, company) for event in events(view, [pair]))]
    return max((chance(view, pair) for pair in scandals), default=0)


def _format_estimates(amounts: Sequence[float]) -> Sequence[str]:
    """Return amounts in whole dollars, or with tenths where these would be alike though the amounts are not."""
    whole = [money(round(amount)) for amount in amounts]
    tenths = [f"${amount:.1f}" for amount in amounts]
    return tenths if len(set(whole)) == 1 < len(set(tenths)) else whole


def _name_share(view: GoodwillView) -> str:
    if view.options.cash_only:
        return f"Share pays until {view.last_year}"
    return "Share plus dividends" if view.options.dividends else f"Share after {view.last_year}"


# Partners and auctions


def _describe_partners(view: GoodwillView, market: MarketView, question: Question) -> Sequence[str]:
    """Return why the seat chooses, what the trade brings, and what everybody has in all; long and short."""
    moves = question.moves if isinstance(question, Choose) else ()
    others = [move.partner for move in moves if isinstance(move, TradeWith)]
    verb = "get" if view.seat in market.sellers else "pay"
    to = f"{verb} {money(market.price)} {'from' if verb == 'get' else 'to'}"
    trade = f"ou {to} {'either' if len(others) == TWO else 'anybody'}."
    have = _describe_holders(view, market.company, [*others, *([] if view.seat is None else [view.seat])])
    theirs = _describe_holders(view, market.company, others)
    return f"Equal prices: y{trade} {have}", f"Y{trade} {have}", f"Y{trade} {theirs}", f"Y{trade}"


def _describe_holders(view: GoodwillView, company: Company, seats: Sequence[Seat]) -> str:
    """Return what these seats have in all, or their shares if cash is hidden; the richest first."""
    if any(view.investors[seat].wealth is None for seat in seats):
        shares = {seat: view.investors[seat].shares[company] for seat in seats}
        return f"{company} shares: {_list_holders(shares, str, view.seat)}."
    wealth = {seat: view.investors[seat].wealth or 0 for seat in seats}
    return f"{'Cash' if view.options.cash_only else 'Cash plus shares'}: {_list_holders(wealth, money, view.seat)}."


TWO = 2


def _list_holders(amounts: Mapping[Seat, int], unit: Callable[[int], str], reader: Seat | None) -> str:
    order = sorted(amounts, key=lambda seat: (-amounts[seat], seat))[:SHOWN]
    return ", ".join(f"{'you' if seat == reader else mark(seat)} {unit(amounts[seat])}" for seat in order)


SHOWN = 4
"""How many investors have room on the line."""


def _describe_lot(view: GoodwillView, auction: AuctionView) -> Iterator[str]:
    """Yield the payment of a card, and the capital of its companies at the end of the year."""
    derivative = view.box.derivative[auction.card]
    yield f"Pays {money(derivative.pays)} if so at the end."
    condition = derivative.condition
    about = (condition.left, condition.right) if isinstance(condition, CapitalLess) else (condition.company,)
    course = list_courses(view)[0]
    ends = Foresight(view).years_end(course.happening)
    capitals = [money(end.capital if (end := ends[company]) else 0) for company in about]
    said = ", ".join(f"{company} {capital}" for company, capital in zip(about, capitals, strict=True))
    yield f"{'With your news' if course.happening else 'As things stand'}, capital after {view.year}: {said}."
