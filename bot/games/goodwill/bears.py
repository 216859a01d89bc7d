"""Build the line below a question's heading, with the facts that decide the answer, from a seat's view."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.engine.multi_step import Compose
from bot.engine.pages import mark
from bot.engine.questions import Choose, Question, Subset
from bot.engine.records import Seat
from bot.engine.words import fit_sentences, format_count, format_leader
from bot.games.goodwill.at_hand import EVEN, list_bosses, list_courses, rank_courses
from bot.games.goodwill.at_hand.foresight import (
    Foresight,
    YearsEnd,
    certain,
    chance,
    doubtful,
    events,
    extend_to_game_end,
    sum_up_share,
)
from bot.games.goodwill.components import (
    BossShuffleEffect,
    CapitalLess,
    Company,
    Event,
    ScandalEffect,
    is_scandal_at,
    list_touched_marks,
)
from bot.games.goodwill.moves import Ballot, TradeWith
from bot.games.goodwill.view import AuctionView, GoodwillView, InformationView, MarketView
from bot.games.goodwill.words import money, signed


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
            f"Each yes gets {every}, {need} needed.",
            f"Each yes gets {few}, {need} needed.",
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
    """Return what a share is worth now, and at the end of the game with the news that this seat sees; long and short.

    If its uncertain news makes a difference, the line names it with both amounts, the likelier one first. Otherwise it
    says that later years count as if they were like this one, with what the company earns or loses in each. Beside
    prices of others, the line says that its forecast knows nothing of their news.
    """
    ahead, news = Foresight(view), doubtful(view)
    ends = [ahead.years_end(course.happening)[company] for course in rank_courses(view)]
    worth = [_format_total(view, end) for end in ends]
    start = f"Now {money(view.companies[company].brings)}"
    if view.options.cash_only:
        start = f"Pays {_format_pay(ahead.years_end()[company])} now"
    until = _list_times(view, ends)
    alone = ["by your news alone "] if view.assessments.get(company) else []
    if news is not None and len(set(worth)) > 1:
        forecasts = _describe_two_amounts(view, news, worth, until[-1])
        known = [*alone, ""]
    else:
        alike = _list_conditions(view, company, ends[0])
        told = [f"{about}{worth[0]} {each}" for each in until for about in ("about ", "")]
        forecasts = [f"{words}{years}" for words in told for years in alike]
        known = [*alone, "with your news ", ""] if certain(view) or news is not None else [""]
    return [f"{start}; {by_news}{forecast}." for by_news in known for forecast in forecasts]


def _list_conditions(view: GoodwillView, company: Company, end: YearsEnd | None) -> Sequence[str]:
    """Return the condition of a forecast, with what the company earns or loses a year; long and short.

    With dividends its earnings are shared out, so the amount would not explain the forecast.
    """
    if view.year == view.last_year:
        return ("",)
    if end is None:
        return ("",)
    if view.options.cash_only or end.pays:
        return [f", {if_alike}" for if_alike in IF_YEARS_ARE_ALIKE]
    does, doing = ("loses", "losing") if end.keeps < 0 else ("earns", "earning")
    amount = money(abs(end.keeps)) if end.keeps else "nothing"
    return (
        f", if {company} {does} {amount} yearly",
        f", {company} {doing} {amount} yearly",
        f", {company} {signed(end.keeps) if end.keeps else '$0'} yearly",
    )


def _list_times(view: GoodwillView, ends: Sequence[YearsEnd | None]) -> Sequence[str]:
    """Return when a share has brought a forecast amount; long and short."""
    if view.options.cash_only:
        return (f"until {view.last_year}",)
    end = "at the end" if view.year == view.last_year else f"after {view.last_year}"
    if any(each is not None and each.pays for each in ends):
        return f"{end} including dividends", "including dividends"
    return (end,) if view.year == view.last_year else (f"at the end ({view.last_year})", end)


def _describe_two_amounts(view: GoodwillView, news: InformationView, worth: Sequence[str], until: str) -> Sequence[str]:
    """Return the amounts with and without the uncertain news, the likelier one first; long and short."""
    (event,), odds = events(view, [news]), chance(view, news)
    comes = [f"if “{event.name}” comes {true}({odds} %)" for true in ("true ", "")]
    brief = f"with “{event.name}” ({odds} %)"
    likelier, other = worth
    if odds > EVEN:
        long = [f"{likelier} {until} {each}, {other} if not" for each in comes]
        short = [f"{likelier} {until} {brief}, else {other}", f"{likelier} {brief}, else {other}"]
        return [*long, *short, f"{likelier} {until} ({odds} % likely), else {other}"]
    told = [f"{likelier} {until}, {other} {each}" for each in (*comes, brief)]
    return [*told, f"{likelier}, {other} {brief}", f"{likelier} {until}, or {other} ({odds} % likely)"]


IF_YEARS_ARE_ALIKE = ("if later years are like this one", "if years stay like this", "if years stay alike")
"""The condition of a forecast; long and short."""


def _format_pay(end: YearsEnd | None) -> str:
    return money(0 if end is None else end.pays)


def _format_total(view: GoodwillView, end: YearsEnd | None) -> str:
    total = sum_up_share(view, end)
    if view.options.cash_only:
        return money(total or 0)  # bankrupt or not, such a share only pays
    return BANKRUPT if total is None else money(total)


BANKRUPT = "$0 (bankrupt)"


# Bosses


def _compare_bosses(view: GoodwillView, company: Company, bosses: Sequence[str]) -> Sequence[str]:
    """Compare the present boss with these, by a share at the end of the game; long and short.

    The news that are certain or more likely than not count, and later years as if they were like this one. If the
    bosses do not differ then, the year with or without the uncertain news is told in which they do.
    """
    ahead, present = Foresight(view), view.companies[company].boss
    courses = _list_named_courses(view)
    for course in courses:
        now = ahead.years_end(course.happening)[company]
        ends = {boss: ahead.years_end(course.happening, {company: boss})[company] for boss in bosses if boss != present}
        measure = _find_measure(view, [now, *ends.values()])
        if measure is not None:
            compared = _describe_ends(view, now, ends, measure.tell)
            return _name_news(measure.subject, course, compared)
    happening = courses[0].happening
    amount = _format_total(view, ahead.years_end(happening)[company])
    same = f"{amount} {'under anybody' if present else 'with or without a boss'}"
    reason = _explain_no_difference(view, company, happening, [*bosses, *([present] if present else [])])
    compared = [*([f"{same}, as {reason}"] if reason and amount != BANKRUPT else []), same]
    return _name_news(_name_share(view), courses[0], compared)


class NamedCourse(NamedTuple):
    """The news that come true in a year, with words that name them."""

    happening: Sequence[Event]
    names: Sequence[str]
    """From long to short; empty text: without a name, which only the most likely course can go without."""
    last_name: str
    """For the shortest comparison, if it has no room for one of the others."""


def _name_news(subject: str, course: NamedCourse, compared: Sequence[str]) -> Sequence[str]:
    """Return comparisons with the news that they count; long and short."""
    told = [f"{subject}{name}: {words}." for words in compared for name in course.names]
    return [*told, f"{subject}{course.last_name}: {compared[-1]}."]


def _explain_no_difference(
    view: GoodwillView, company: Company, happening: Sequence[Event], bosses: Sequence[str]
) -> str:
    """Return why a company comes to the same under any of these bosses; empty: there is no simple reason."""
    if any(is_scandal_at(event, company) for event in happening):
        return "your news throws out any boss"
    moves = any(isinstance(event.left, BossShuffleEffect) for event in happening)
    if moves or not happening:
        return ""
    acts = any(list_touched_marks(event, view.box.boss[boss]) for event in happening for boss in bosses)
    if not acts:
        return "your news hits all alike"
    return "" if view.options.cash_only else "pay and skills even out"


def _describe_ends(
    view: GoodwillView,
    now: YearsEnd | None,
    ends: Mapping[str, YearsEnd | None],
    tell: Callable[[YearsEnd | None], str],
) -> Sequence[str]:
    """Return the amount under each boss, or under the present one and the best of the others; long and short."""
    present = None if view.company is None else view.companies[view.company].boss
    in_charge = f"{view.box.boss[present].name} (now)" if present else "nobody"
    each = {in_charge: now, **{view.box.boss[boss].name: end for boss, end in ends.items()}}
    listed = ", ".join(f"{name} {tell(end)}" for name, end in each.items())
    names = [f"under {view.box.boss[present].name}{which}" for which in (" (boss now)", "")] if present else NO_BOSS
    best = _describe_best(view, max(ends, key=lambda boss: _rank_end(view, ends[boss])), now, ends, tell)
    compared = [f"{tell(now)} {under}, {best}" for under in names]
    return compared if {tell(end) for end in ends.values()} == {BANKRUPT} else [listed, *compared]


NO_BOSS = ("without a boss", "without one")


def _list_named_courses(view: GoodwillView) -> Sequence[NamedCourse]:
    """Return the courses of this year, the most likely first."""
    courses, news = rank_courses(view), doubtful(view)
    sure = bool(certain(view))
    likelier = courses[0].happening
    if news is None:
        return [NamedCourse(likelier, (" with your news", "") if sure else ("",), "")]
    (event,), odds, other = events(view, [news]), chance(view, news), courses[1].happening
    scandal = any(isinstance(effect, ScandalEffect) for effect in (event.left, event.right))
    what = ("the scandal", "scandal") if scandal else ("that news", "that news")
    comes = f" if “{event.name}” comes true ({odds} %)", f" with “{event.name}”"
    if odds > EVEN:
        without = [f" without “{event.name}”", *(f" without {it}" for it in what)]
        if is_scandal_at(event, view.company):
            out = ("the scandal throws them out", "thrown out")
            without = [*(f" unless {these} ({odds} %)" for these in out), " unless thrown out", " unless ousted"]
        return [
            NamedCourse(likelier, (*comes, ", most likely"), ""),
            NamedCourse(other, without[:-1], without[-1]),
        ]
    expected = *((" with your certain news",) if sure else ()), ", most likely", ""
    long, short = what
    return [
        NamedCourse(likelier, expected, ""),
        NamedCourse(other, (*comes, f" with {long}"), f" with {short}"),
    ]


def _describe_best(
    view: GoodwillView,
    best: str,
    now: YearsEnd | None,
    ends: Mapping[str, YearsEnd | None],
    total: Callable[[YearsEnd | None], str],
) -> str:
    """Return the amount under the best of these bosses, or that none of them is better than now."""
    amount, is_empty = total(ends[best]), view.company is None or view.companies[view.company].boss is None
    if len(ends) == 1:
        return f"{amount} under {view.box.boss[best].name}"
    if len({total(end) for end in ends.values()}) == 1:
        return f"{amount} under {'anybody' if is_empty else 'others'}"
    better = _rank_end(view, ends[best]) > _rank_end(view, now) and amount != total(now)
    return f"best {amount} under {view.box.boss[best].name}" if better else "nobody better"


class Measure(NamedTuple):
    """A measure for comparing bosses."""

    subject: str
    tell: Callable[[YearsEnd | None], str]


def _name_share(view: GoodwillView) -> str:
    if view.options.cash_only:
        return f"Share pays until {view.last_year}"
    return "Share plus dividends" if view.options.dividends else f"Share after {view.last_year}"


def _find_measure(view: GoodwillView, ends: Sequence[YearsEnd | None]) -> Measure | None:
    """Return the first of these amounts that is not the same under all bosses; None: all are.

    A share at the end of the game, which is rounded; the capital then; and the capital after this year, where the
    company is bankrupt by the end in any case.
    """

    def share(end: YearsEnd | None) -> str:
        return _format_total(view, end)

    def capital(end: YearsEnd | None) -> str:
        amount = extend_to_game_end(view, end)
        return BANKRUPT if amount is None else money(amount)

    def capital_now(end: YearsEnd | None) -> str:
        return BANKRUPT if end is None else money(end.capital)

    measures = [
        Measure(_name_share(view), share),
        Measure(f"Capital after {view.last_year}", capital),
        Measure(f"Bankrupt by {view.last_year}; capital after {view.year}", capital_now),
    ]
    differing = (one for one in measures[: 1 if view.options.cash_only else None] if len(set(map(one.tell, ends))) > 1)
    return next(differing, None)


def _rank_end(view: GoodwillView, end: YearsEnd | None) -> tuple[int, int, int]:
    total, capital = sum_up_share(view, end), extend_to_game_end(view, end)
    return (-1 if total is None else total, -1 if capital is None else capital, -1 if end is None else end.capital)


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
