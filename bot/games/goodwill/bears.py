"""Build the line below a question's heading, with the facts that decide the answer, from a seat's view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.engine.multi_step import Compose
from bot.engine.pages import mark
from bot.engine.questions import Choose, Question
from bot.engine.records import Seat
from bot.engine.words import fit_sentences, format_count, format_leader
from bot.games.goodwill.at_hand import Course, list_bosses, list_courses
from bot.games.goodwill.at_hand.foresight import (
    Foresight,
    YearsEnd,
    certain,
    chance,
    doubtful,
    extend_to_game_end,
    sum_up_share,
)
from bot.games.goodwill.components import CapitalLess, Company
from bot.games.goodwill.moves import TradeWith
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
        yield from _describe_partners(view, view.market, question)
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
        yield [f"{have} {ends}" for ends in compared for have in _describe_votes(votes, need)]
    else:
        shares = _format_number(own.shares[view.company], "share")
        holds = [f"You have {money(own.cash or 0)}{between}{shares}." for between in (" and ", ", ")]
        holds.append(f"You: {money(own.cash or 0)}, {shares}.")
        yield _describe_offer(view, view.company, holds)


def _describe_votes(votes: int, need: int) -> Sequence[str]:
    if votes >= need:
        enough = f"Your {_format_number(votes, 'vote')} are enough"
        return f"{enough} ({need} needed).", f"{enough}."
    have = f"You have {_format_number(votes, 'vote')}"
    return f"{have}; {need} are needed.", f"{have}, {need} needed."


def _format_number(count: int, thing: str) -> str:
    return format_count(count, thing) if count else f"no {thing}s"


def _name_leader(view: GoodwillView, seat: int) -> str | Sequence[str]:
    return format_leader(seat, {other: each.wealth for other, each in view.investors.items()}, money)


# Prices


def _describe_offer(view: GoodwillView, company: Company, holds: Sequence[str]) -> Sequence[str]:
    """Return what a share brings, what the seat has, and the prices shown, from the longest words to the shortest."""
    prices, shown = _describe_price(view, company), _describe_shown_prices(view, company)
    return [" ".join(filter(None, (price, have, last))) for last in shown for price in prices for have in holds]


def _describe_price(view: GoodwillView, company: Company) -> Sequence[str]:
    """Return what a share brings now, after this year with the news that this seat sees, and later; long and short."""
    ahead = Foresight(view)
    ends = [ahead.years_end(course.happening)[company] for course in list_courses(view)]
    told = _format_pay if view.options.cash_only else _format_share
    now = "A share pays" if view.options.cash_only else f"A share: {_format_now(view, company)} now,"
    when = f"{'in' if view.options.cash_only else 'after'} {view.year}"
    if len(set(map(told, ends))) > 1:
        return _describe_two_ends(view, f"{now} {told(ends[0])} {when}, or {told(ends[-1])}")
    start, known = f"{now} {told(ends[0])} {when}", " with your news" if certain(view) or len(ends) > 1 else ""
    later = ["then as much each year" if view.options.cash_only else _describe_later(company, end) for end in ends]
    if view.year == view.last_year or ends[0] is None:
        return [f"{start}{known}.", f"{start}."]
    if len(set(later)) > 1:
        return [*_describe_two_ends(view, f"{start}; {later[0]}, or {later[-1]}"), f"{start}."]
    dividends = [f", {money(ends[0].pays)} a share"] if ends[0].pays and not view.options.cash_only else []
    return [
        *(f"{start}{with_news}; {later[0]}{also}." for also in (*dividends, "") for with_news in (known, "")),
        f"{start}.",
    ]


def _describe_later(company: Company, end: YearsEnd | None) -> str:
    """Describe the later years if the company earns in each what it earns without this year's single events."""
    keeps = 0 if end is None else end.keeps
    if end is None:
        return "bankrupt"
    if not keeps:
        return "no change later"
    return f"then {company} {'earns' if keeps > 0 else 'loses'} {money(abs(keeps))} a year"


def _describe_two_ends(view: GoodwillView, about: str) -> Sequence[str]:
    """Name the news that may come true, behind what a share brings without and with it; long and short."""
    news = doubtful(view)
    if news is None or news.event is None:
        return [f"{about} with all your news."]
    name, odds = view.box.event[news.event].name, chance(view, news)
    return [
        f"{about} with {name} ({odds} % likely).",
        f"{about} with {name} ({odds} %).",
        f"{about} ({odds} % likely).",
    ]


def _format_now(view: GoodwillView, company: Company) -> str:
    return money(view.companies[company].brings)


def _format_share(end: YearsEnd | None) -> str:
    return BANKRUPT if end is None else money(end.share)


def _format_pay(end: YearsEnd | None) -> str:
    return money(0 if end is None else end.pays)


def _format_total(view: GoodwillView, end: YearsEnd | None) -> str:
    total = sum_up_share(view, end)
    return BANKRUPT if total is None else money(total)


BANKRUPT = "$0 (bankrupt)"


def _describe_shown_prices(view: GoodwillView, company: Company) -> Sequence[str]:
    """Return the lowest and the highest price that were shown last; long and short, empty before that."""
    for which, prices in list(zip(("First", "Second"), view.assessments.get(company, ()), strict=False))[-1:]:
        low, high = min(prices.values()), max(prices.values())
        span = f"{money(low)} to {money(high)}" if low < high else money(low)
        return f"{which} prices: {span}.", f"{which}: {span}.", ""
    return ("",)


# Bosses


def _compare_bosses(view: GoodwillView, company: Company, bosses: Sequence[str]) -> Sequence[str]:
    """Compare the present boss with the best of these, by a share at the end of the game; long and short.

    The news that are certain or more likely than not count, and later years as if they were like this one.
    """
    course, known = _choose_course(view)
    ahead, present = Foresight(view), view.companies[company].boss
    now = ahead.years_end(course.happening)[company]
    ends = {boss: ahead.years_end(course.happening, {company: boss})[company] for boss in bosses if boss != present}
    subject, total = _choose_measure(view, [now, *ends.values()])
    under = f"under {view.box.boss[present].name}" if present else "without a boss"
    if ends and all(total(end) == total(now) for end in ends.values()):
        compared = f"{total(now)} {'under anybody' if present else 'with or without a boss'}"
    else:
        best = sorted(ends, key=lambda boss: _rank_end(view, ends[boss]))[-1:]
        others = (_describe_best(view, boss, now, ends, total) for boss in best)
        compared = ", ".join([f"{total(now)} {under}", *others])
    rates = ("",) if view.year == view.last_year else (" at this rate", "")
    return [_capitalize(f"{news}{subject}{rate}: {compared}.") for news in known for rate in rates]


def _choose_course(view: GoodwillView) -> tuple[Course, Sequence[str]]:
    """Return the course that is more likely than not, and the words that name its news; long and short."""
    courses, news = list_courses(view), doubtful(view)
    if news is not None and news.event is not None and chance(view, news) > EVEN:
        return courses[-1], (f"With {view.box.event[news.event].name} ({chance(view, news)} % likely) ", "Likely ", "")
    return courses[0], ("With your news " if courses[0].happening else "", "")


EVEN = 50
"""Percent from which something is more likely than not."""


def _describe_best(
    view: GoodwillView,
    best: str,
    now: YearsEnd | None,
    ends: Mapping[str, YearsEnd | None],
    total: Callable[[YearsEnd | None], str],
) -> str:
    """Return the amount under the best of these bosses, or that none of them is better than now."""
    amount = total(ends[best])
    if len(ends) == 1:
        return f"{amount} under {view.box.boss[best].name}"
    others = "anybody" if view.company is None or view.companies[view.company].boss is None else "others"
    if len({total(end) for end in ends.values()}) == 1:
        return f"{amount} under {others}"
    better = _rank_end(view, ends[best]) > _rank_end(view, now) and amount != total(now)
    return f"best {amount} under {view.box.boss[best].name}" if better else f"not more under {others}"


def _choose_measure(
    view: GoodwillView, ends: Sequence[YearsEnd | None]
) -> tuple[str, Callable[[YearsEnd | None], str]]:
    """Return the subject and the amount by which bosses are compared: a share, or the capital where shares are equal.

    Shares are rounded, so that a difference of some dollars may not show in them.
    """

    def total(end: YearsEnd | None) -> str:
        return _format_total(view, end)

    def capital(end: YearsEnd | None) -> str:
        amount = extend_to_game_end(view, end)
        return BANKRUPT if amount is None else money(amount)

    if view.options.cash_only:
        return f"a share pays until {view.last_year}", total
    if len(set(map(total, ends))) == 1 and len(set(map(capital, ends))) > 1:
        return f"capital after {view.last_year}", capital
    return f"a share after {view.last_year}", total


def _rank_end(view: GoodwillView, end: YearsEnd | None) -> tuple[int, int]:
    total, capital = sum_up_share(view, end), extend_to_game_end(view, end)
    return (-1 if total is None else total, -1 if capital is None else capital)


# Partners and auctions


def _describe_partners(view: GoodwillView, market: MarketView, question: Question) -> Iterator[str]:
    """Yield what the trade brings with any partner, and what everybody has in all, the richest first."""
    moves = question.moves if isinstance(question, Choose) else ()
    others = [move.partner for move in moves if isinstance(move, TradeWith)]
    verb = "get" if view.seat in market.sellers else "pay"
    to = f"{verb} {money(market.price)} {'from' if verb == 'get' else 'to'}"
    yield f"You {to} {'either' if len(others) == TWO else 'anybody'}."
    seats = [*others, *([view.seat] if view.seat is not None else [])]
    if any(view.investors[seat].wealth is None for seat in seats):
        shares = {seat: view.investors[seat].shares[market.company] for seat in seats}
        yield f"{market.company} shares: {_list_holders(shares, str, view.seat)}."
        return
    wealth = {seat: view.investors[seat].wealth or 0 for seat in seats}
    yield f"{'Cash' if view.options.cash_only else 'Cash plus shares'}: {_list_holders(wealth, money, view.seat)}."


TWO = 2


def _list_holders(amounts: Mapping[Seat, int], unit: Callable[[int], str], reader: Seat | None) -> str:
    order = sorted(amounts, key=lambda seat: (-amounts[seat], seat))[:SHOWN]
    return ", ".join(f"{'you' if seat == reader else mark(seat)} {unit(amounts[seat])}" for seat in order)


SHOWN = 4
"""How many investors have room on the line."""


def _describe_lot(view: GoodwillView, auction: AuctionView) -> Iterator[str]:
    """Yield the payment of a card, and the capital of its companies at the end of the year."""
    derivative = view.box.derivative[auction.card]
    yield f"It pays {money(derivative.pays)} at game's end."
    condition = derivative.condition
    about = (condition.left, condition.right) if isinstance(condition, CapitalLess) else (condition.company,)
    course = list_courses(view)[0]
    ends = Foresight(view).years_end(course.happening)
    capitals = [money(end.capital if (end := ends[company]) else 0) for company in about]
    said = ", ".join(f"{company}'s{' capital is' * (at == 0)} {capitals[at]}" for at, company in enumerate(about))
    yield f"{'With your news' if course.happening else 'As things stand,'} {said} after {view.year}."


def _capitalize(words: str) -> str:
    return words[0].upper() + words[1:]
