"""Build the line below a question's heading, with the facts that decide the answer, from a seat's view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.engine.multi_step import Compose
from bot.engine.pages import mark
from bot.engine.questions import Choose, Question
from bot.engine.records import Seat
from bot.engine.words import fit_sentences, format_count, format_leader
from bot.games.goodwill.at_hand import STANDS, Course, list_bosses, list_courses
from bot.games.goodwill.at_hand.foresight import Foresight, YearsEnd, certain, chance, doubtful
from bot.games.goodwill.components import CapitalLess, Company, Event
from bot.games.goodwill.moves import TradeWith
from bot.games.goodwill.view import AuctionView, GoodwillView, MarketView
from bot.games.goodwill.words import money


def bears(view: GoodwillView, question: Question) -> str:
    """Return the line for a price, a boss, a partner or a bid."""
    if view.seat is None:
        return ""
    if isinstance(question, Compose):
        question = question.get_stage(()).question or question  # the first part shows the subject of the whole question
    return fit_sentences([*_list_sentences(view, question), _name_leader(view, view.seat)])


def _list_sentences(view: GoodwillView, question: Question) -> Iterator[str | Sequence[str]]:
    own = view.investors[view.seat or 0]
    cash = f"You have {money(own.cash or 0)}."
    bosses = list_bosses(question)
    if view.market is not None:
        yield _describe_partners(view, view.market, question)
        yield cash
    elif view.auction is not None:
        yield from _describe_lot(view, view.auction)
        yield cash
        if view.auction.holder is not None:
            yield f"{mark(view.auction.holder)} bids {money(view.auction.price)}."
    elif view.company is None:
        yield cash
    elif bosses is not None:
        votes, need = own.shares[view.company], view.companies[view.company].threshold
        enough = f"Your {_format_number(votes, 'vote')} are enough ({need} needed)."
        yield enough if votes >= need else f"You have {_format_number(votes, 'vote')}; {need} are needed."
        yield _compare_bosses(view, view.company, bosses)
    else:
        holds = f"You have {money(own.cash or 0)} and {_format_number(own.shares[view.company], 'share')}."
        yield _describe_offer(view, view.company, holds)


def _format_number(count: int, thing: str) -> str:
    return format_count(count, thing) if count else f"no {thing}s"


def _name_leader(view: GoodwillView, seat: int) -> str | Sequence[str]:
    return format_leader(seat, {other: each.wealth for other, each in view.investors.items()}, money)


# Prices


def _describe_offer(view: GoodwillView, company: Company, holds: str) -> Sequence[str]:
    """Return what a share is worth, what the seat has, and the prices shown, from the longest words to the shortest."""
    prices, shown = _describe_price(view, company), _describe_shown_prices(view, company)
    return [" ".join(filter(None, (price, holds, last))) for last in shown for price in prices]


def _describe_price(view: GoodwillView, company: Company) -> Sequence[str]:
    """Return the value of a share now, and after this year with the news that this seat sees; long and short."""
    board, ahead, pays = view.companies[company], Foresight(view), view.options.cash_only
    now = money(board.dividend if pays else board.brings)
    values = [
        (words, _format_share(ahead.years_end(happening)[company], pays=pays)) for words, happening in _list_news(view)
    ]
    whose = "A share pays" if pays else "A share:"
    about = f"{whose} {now}{_describe_rest(view, company)}" if pays else f"{whose} {now}"
    if all(value == now for _, value in values):
        if not certain(view) and doubtful(view) is None:
            return [f"{about}.", f"{whose} {now}."]
        without = _format_share(ahead.years_end(())[company], pays=pays)
        if without == now:
            return [f"{about}, with and without your news.", f"{whose} {now}, with and without news."]
        return [
            f"{about} now, {now} with your news, {without} without.",
            f"{whose} {now} with news, {without} without.",
        ]
    if len(values) > 1 and values[0][1] == values[1][1]:
        values = [("with all your news", values[0][1])]
    said = ", ".join([about if pays else f"{about} now", *(f"{value} {words}" for words, value in values)])
    if len(values) == 1:
        ((words, value),) = values
        return [f"{said}.", f"{whose} {now}, {value} {words}."]
    return _describe_two_ends(view, f"{whose} {now}", values[0][1], values[1][1])


def _describe_two_ends(view: GoodwillView, about: str, surely: str, perhaps: str) -> Sequence[str]:
    """Return the value of a share without and with the news that may come true; long and short."""
    news = doubtful(view)
    if news is None or news.event is None:
        return [f"{about} now; {surely} or {perhaps} at the end of {view.year}."]
    name, odds = view.box.event[news.event].name, chance(view, news)
    return [
        f"{about} now; at the end of {view.year} {surely}, or {perhaps} if {name} comes true ({odds} %).",
        f"{about} now; then {surely}, or {perhaps} with {name} ({odds} %).",
        f"{about}; then {surely}, or {perhaps} with {name} ({odds} %).",
        f"{about}; then {surely}, or {perhaps} ({odds} % likely).",
    ]


def _describe_rest(view: GoodwillView, company: Company) -> str:
    """Return in brackets what a share pays until the end if nothing changes; empty: nothing."""
    left = view.companies[company].brings
    return f" ({money(left)} until the end)" if left else ""


END_OF_YEAR = "at the end of the year"


def _list_news(view: GoodwillView) -> list[tuple[str, Sequence[Event]]]:
    """Return short words and events for each of the `list_courses`."""
    perhaps = doubtful(view)
    sure = bool(certain(view))
    words = [END_OF_YEAR if not sure else "with your news" if perhaps is None else "with certain news"]
    if perhaps is not None:
        odds = chance(view, perhaps)
        words.append(f"with the {odds} % likely one" if sure else f"with your {odds} % likely news")
    return [(said, course.happening) for said, course in zip(words, list_courses(view), strict=True)]


def _format_share(end: YearsEnd | None, *, pays: bool) -> str:
    if end is None:
        return "bankrupt"
    return money(end.pays if pays else end.share)


def _describe_shown_prices(view: GoodwillView, company: Company) -> Sequence[str]:
    """Return the lowest and the highest price that were shown last; long and short, empty before that."""
    for which, prices in list(zip(("First", "Second"), view.assessments.get(company, ()), strict=False))[-1:]:
        low, high = min(prices.values()), max(prices.values())
        span = f"{money(low)} to {money(high)}" if low < high else money(low)
        return f"{which} prices: {span}.", f"{which}: {span}.", ""
    return ("",)


# Bosses


def _compare_bosses(view: GoodwillView, company: Company, bosses: Sequence[str]) -> Sequence[str]:
    """Compare the present boss with the best of these, with the news that are certain; long and short."""
    course, ahead, present = list_courses(view)[0], Foresight(view), view.companies[company].boss
    pays = view.options.cash_only
    now = _format_amount(ahead.years_end(course.happening)[company], pays=pays)
    ends = {boss: ahead.years_end(course.happening, {company: boss})[company] for boss in bosses if boss != present}
    about = f"A share of {company} pays" if pays else f"{company}'s capital"
    under = f"under {view.box.boss[present].name}" if present else "without a boss"
    if ends and all(_format_amount(end, pays=pays) == now for end in ends.values()):
        compared = f"{now} under anybody"
    else:
        best = sorted(ends, key=lambda boss: _rank_end(ends[boss], pays=pays))[-1:]
        alike = len(ends) > 1 and len({_format_amount(end, pays=pays) for end in ends.values()}) == 1
        first = "best " if len(ends) > 1 and not alike else ""
        others = (
            f"{first}{_format_amount(ends[boss], pays=pays)} under {'any other' if alike else view.box.boss[boss].name}"
            for boss in best
        )
        compared = ", ".join([f"{now} {under}", *others])
    return f"{about} {_format_course(course)}: {compared}.", _capitalize(f"{_format_course(course)}: {compared}.")


def _format_course(course: Course) -> str:
    return course.words if course.words == STANDS else "with your certain news"


def _format_amount(end: YearsEnd | None, *, pays: bool) -> str:
    return "bankrupt" if end is None else money(end.pays if pays else end.capital)


def _rank_end(end: YearsEnd | None, *, pays: bool) -> tuple[int, int]:
    return (-1, -1) if end is None else (end.pays, end.capital) if pays else (end.capital, end.pays)


# Partners and auctions


def _describe_partners(view: GoodwillView, market: MarketView, question: Question) -> str:
    """Return the wealth of the possible partners, the richest first."""
    moves = question.moves if isinstance(question, Choose) else ()
    others = [move.partner for move in moves if isinstance(move, TradeWith)]
    if any(view.investors[other].wealth is None for other in others):
        shares = {other: view.investors[other].shares[market.company] for other in others}
        return f"{market.company} shares: {_list_holders(shares, str)}."
    wealth = {other: view.investors[other].wealth or 0 for other in others}
    return f"{'Cash' if view.options.cash_only else 'Cash and shares'}: {_list_holders(wealth, money)}."


def _list_holders(amounts: Mapping[Seat, int], unit: Callable[[int], str]) -> str:
    order = sorted(amounts, key=lambda seat: (-amounts[seat], seat))[:SHOWN]
    return ", ".join(f"{mark(seat)} {unit(amounts[seat])}" for seat in order)


SHOWN = 4
"""How many partners have room on the line."""


def _describe_lot(view: GoodwillView, auction: AuctionView) -> Iterator[str]:
    """Yield the payment of a card, and the capital of its companies at the end of the year."""
    derivative = view.box.derivative[auction.card]
    yield f"It pays {money(derivative.pays)}."
    condition = derivative.condition
    about = (condition.left, condition.right) if isinstance(condition, CapitalLess) else (condition.company,)
    course = list_courses(view)[0]
    ends = Foresight(view).years_end(course.happening)
    capitals = [money(end.capital if (end := ends[company]) else 0) for company in about]
    first, *other = (f"{company}{' ends the year' * (at == 0)} at {capitals[at]}" for at, company in enumerate(about))
    yield _capitalize(f"{_format_course(course)} {', '.join([first, *other])}.")


def _capitalize(words: str) -> str:
    return words[0].upper() + words[1:]
