"""Facts from a seat's view that bear on a question; they are shown above it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from bot.engine.multi_step import Compose
from bot.engine.pages import mark
from bot.engine.questions import Choose, Question, Subset
from bot.engine.words import format_list
from bot.games.goodwill.at_hand.estimates import estimate_share
from bot.games.goodwill.at_hand.foresight import (
    Foresight,
    YearsEnd,
    certain,
    chance,
    doubtful,
    events,
    known,
)
from bot.games.goodwill.components import (
    COMPANIES,
    AnyCondition,
    AnyEffect,
    CapitalAbove,
    CapitalBelow,
    CapitalLess,
    Company,
    Event,
    PriceEffect,
    profile,
)
from bot.games.goodwill.moves import Ballot, Nominate, TradeWith, VoteOn
from bot.games.goodwill.view import GoodwillView, InformationView
from bot.games.goodwill.words import likely, money, shares_words

STANDS = "as things stand"
"""How it reads when no news comes true."""


def at_hand(view: GoodwillView, question: Question) -> Sequence[str]:
    """Return, a line each, what this seat has and knows that bears on a question."""
    if view.seat is None:
        return ()
    if isinstance(question, Compose):
        question = question.get_stage(()).question or question  # the first part shows the subject of the whole question
    ahead = Foresight(view)
    return [line for line in (*_news(view, ahead), *_matter(view, question, ahead), *_wishes(view)) if line]


def _matter(view: GoodwillView, question: Question, ahead: Foresight) -> Iterator[str]:
    """Yield what bears on this kind of question."""
    if view.market is not None:
        yield from _partners(view, question)
    elif view.auction is not None:
        yield _lot(view, ahead, view.box.derivative[view.auction.card].condition)
        yield f"You have {money(view.investors[view.seat or 0].cash or 0)}."
    elif view.company is not None:
        bosses = list_bosses(question)
        if bosses is None:
            yield from _price(view, ahead, view.company)
        else:
            yield from _steering(view, ahead, view.company, question, bosses)


# What the seat's informations would do


def _news(view: GoodwillView, ahead: Foresight) -> Iterator[str]:
    before: list[InformationView] = []
    for pair in known(view):
        (event,) = events(view, [pair])
        odds = chance(view, pair)
        yield f"{event.name}, {likely(odds)}{f': {difference(view, pair, ahead, before)}' if odds else ''}"
        before += [pair] if odds else []


class Course(NamedTuple):
    """What may become of the news a seat sees, in words, and the events that come true then."""

    words: str
    happening: Sequence[Event]


def list_courses(view: GoodwillView) -> list[Course]:
    """Return the outcomes a seat has to reckon with: its certain news, then the likely news added to them.

    News that will not come true are left out, and so are those that only others see.
    """
    sure, perhaps = certain(view), doubtful(view)
    courses = [Course("with your certain news" if sure else STANDS, events(view, sure))]
    if perhaps is not None:
        odds = likely(chance(view, perhaps))
        words = f"with the {odds} one, too" if sure else f"with your {odds} news"
        courses.append(Course(words, events(view, [*sure, perhaps])))
    return courses


def _compared(opening: str, courses: Iterable[tuple[str, str]]) -> list[str]:
    """Return, a sentence each, where each course leads; those that follow each other and lead to the same are one."""
    said = [
        f"{format_list([words for words, _ in alike])}: {leads_to}."
        for leads_to, alike in groupby(courses, key=itemgetter(1))
    ]
    return [f"{opening}, {said[0]}", *(each[0].upper() + each[1:] for each in said[1:])]


def difference(
    view: GoodwillView, pair: InformationView, ahead: Foresight, before: Sequence[InformationView] = ()
) -> str:
    """Return how much more or less an information would let each company earn, if nothing else happened.

    Args:
        view: the seat's view.
        pair: the information.
        ahead: the prediction from this view.
        before: the informations that come true before it; so the effects of all add up.
    """
    without, come_true = ahead.years_end(events(view, before)), ahead.years_end(events(view, [*before, pair]))
    changes = [_change(company, without[company], come_true[company]) for company in COMPANIES]
    if any(changes):
        return ", ".join(filter(None, changes))
    card = view.box.event[pair.event or ""]
    ends = [reason for effect in (card.left, card.right) if (reason := explain_end_of_scale(view, effect))]
    return f"no effect on any company now{f' ({ends[0]})' if ends else ''}"


def explain_end_of_scale(view: GoodwillView, effect: AnyEffect) -> str:
    """Return why a price cannot move; empty if it can, or the effect moves none."""
    if not isinstance(effect, PriceEffect):
        return ""
    price, ends = view.prices[effect.resource], view.box.resources
    is_last = price == (ends.highest if effect.delta > 0 else ends.lowest)
    return f"{effect.resource} is at {money(price)} already, the end of the scale" if is_last else ""


def _change(company: Company, without: YearsEnd | None, ahead: YearsEnd | None) -> str:
    if ahead is None:
        return "" if without is None else f"{company} goes bankrupt"
    if without is None:
        return f"{company} is saved"
    more = ahead.money - without.money
    return f"{company} earns {money(abs(more))} {'more' if more > 0 else 'less'}" if more else ""


def _reached(view: GoodwillView, end: YearsEnd | None) -> str:
    """Return where a company stands after the review, in words."""
    if end is None:
        return "bankrupt"
    share = "" if view.options.cash_only else f", a share {money(end.share)}"
    return f"capital {money(end.capital)}{share}{_pay(end)}"


def _pay(end: YearsEnd) -> str:
    return f", dividend {money(end.pays)} a share" if end.pays else ""


# Prices


def _price(view: GoodwillView, ahead: Foresight, company: Company) -> Iterator[str]:
    courses = list_courses(view)
    if courses[0].happening:
        courses = [Course(STANDS, ()), *courses]
    ends = [(words, _reached(view, ahead.years_end(happening)[company])) for words, happening in courses]
    if len({leads_to for _, leads_to in ends}) == 1:
        ends = [("with and without your news", ends[0][1])]
    yield " ".join(_compared(f"{company} at the end of {view.year}", ends))
    yield _describe_expectation(view, company)
    own = view.investors[view.seat or 0]
    held = f"{own.shares[company]} of the {view.companies[company].shares} {company} shares"
    yield f"You have {money(own.cash or 0)} and {held}."
    for which, prices in list(zip(("first", "second"), view.assessments.get(company, ()), strict=False))[-1:]:
        low, high = min(prices.values()), max(prices.values())
        yield (
            f"The {which} prices were {money(low)} to {money(high)}."
            if low < high
            else f"All {which} prices were {money(low)}."
        )


def _describe_expectation(view: GoodwillView, company: Company) -> str:
    """Return what a share should bring until the end of the game, and what that counts on."""
    until = f"after {view.last_year}, when shares count" if view.year < view.last_year else "at the end"
    worth = money(estimate_share(view, company))
    if view.options.cash_only:
        brings = f"a share should pay {worth} until {view.last_year}; then it is worth nothing"
    elif view.options.dividends:
        brings = f"a share should bring {worth} with its dividends {until}"
    else:
        brings = f"a share should be worth {worth} {until}"
    return f"With your news, and average luck in all that you can't see, {brings}."


# Bosses


def list_bosses(question: Question) -> list[str] | None:
    """Return the bosses a question is about; None: it is about something else."""
    match question:
        case Subset(move=move) if move is Ballot:
            return [item.value for item in question.items]
        case Choose():
            named = [boss for move in question.moves for boss in _named(move)]
            about = any(isinstance(move, Nominate | Ballot | VoteOn) for move in question.moves)
            return list(dict.fromkeys(named)) if about else None
        case _:
            return None


def _named(move: object) -> Sequence[str]:
    match move:
        case Nominate(boss=str(boss)) | VoteOn(boss=boss):
            return (boss,)
        case Ballot():
            return move.approve
        case _:
            return ()


def _steering(
    view: GoodwillView, ahead: Foresight, company: Company, question: Question, bosses: Sequence[str]
) -> Iterator[str]:
    board = view.companies[company]
    dividends = view.options.dividends
    if board.boss is None:
        yield f"{company} has no boss: no salary, and no event for a boss touches it."
    else:
        boss = view.box.boss[board.boss]
        yield f"{boss.name} (boss now): {profile(boss, dividends=dividends)}."
    if isinstance(question, Subset):  # a menu shows too little of them
        for each in bosses:
            yield f"{view.box.boss[each].name}: {profile(view.box.boss[each], dividends=dividends)}."
    ends = [(words, _under_each(view, ahead, company, happening, bosses)) for words, happening in list_courses(view)]
    yield from _compared(f"{company}'s capital at the end of {view.year}", ends)
    votes = view.investors[view.seat or 0].shares[company]
    yield f"You have {votes} of the {board.shares} votes."


def _under_each(
    view: GoodwillView, ahead: Foresight, company: Company, happening: Sequence[Event], bosses: Sequence[str]
) -> str:
    """Return where a company comes to under the boss it has, and under each of these; once, if that is the same."""
    boss = view.companies[company].boss
    now = f"under {view.box.boss[boss].name} (boss now)" if boss else "without a boss"
    ends = [
        (_end(ahead.years_end(happening)[company]), now),
        *(
            (_end(ahead.years_end(happening, {company: each})[company]), f"under {view.box.boss[each].name}")
            for each in bosses
        ),
    ]
    first, _ = ends[0]
    if len(ends) > 1 and all(end == first for end, _ in ends):
        return f"{first}, whoever is in charge" if boss else f"{first}, with or without a boss"
    return "; ".join(f"{end} {under}" for end, under in ends)


def _end(end: YearsEnd | None) -> str:
    return "bankrupt" if end is None else f"{money(end.capital)}{_pay(end)}"


# Partners and auctions


def _partners(view: GoodwillView, question: Question) -> Iterator[str]:
    moves = question.moves if isinstance(question, Choose) else ()
    for move in moves:
        if isinstance(move, TradeWith):
            other = view.investors[move.partner]
            cash = "" if other.cash is None else f"{money(other.cash)}; "
            worth = "" if other.wealth is None or view.options.cash_only else f"; worth {money(other.wealth)}"
            yield f"{mark(move.partner)} has {cash}{shares_words(other.shares)}{worth}."


def _wishes(view: GoodwillView) -> Iterator[str]:
    own = view.investors[view.seat or 0]
    cards = [view.box.derivative[card].condition for card in (*own.derivatives, *(own.objectives or ()))]
    if cards:
        yield f"You are paid at the end for: {'; '.join(_now(view, card) for card in cards)}."


def _now(view: GoodwillView, condition: AnyCondition) -> str:
    """Return a condition with the capital of today."""
    return f"{condition.words()} (now {format_list(money(view.companies[each].capital) for each in _about(condition))})"


def _lot(view: GoodwillView, ahead: Foresight, condition: AnyCondition) -> str:
    now = format_list(money(view.companies[each].capital) for each in _about(condition))
    ends = [(words, _capitals(ahead.years_end(happening), condition)) for words, happening in list_courses(view)]
    return " ".join(_compared(f"{condition.words()}: now {now}. At the end of {view.year}", ends))


def _capitals(ends: Mapping[Company, YearsEnd | None], condition: AnyCondition) -> str:
    """Return the capital of the companies a condition speaks of; a bankrupt one counts as 0."""
    return format_list(money(end.capital if (end := ends[company]) else 0) for company in _about(condition))


def _about(condition: AnyCondition) -> Sequence[Company]:
    match condition:
        case CapitalAbove() | CapitalBelow():
            return (condition.company,)
        case CapitalLess():
            return (condition.left, condition.right)
