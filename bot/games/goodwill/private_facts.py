"""Build the small line below a question with the effects of the seat's own news, and the prices shown before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.engine.multi_step import Compose
from bot.engine.pages import mark
from bot.engine.questions import Choose, Number, Question, Split, Subset
from bot.engine.records import Seat
from bot.engine.words import fits_in_facts, format_list, format_ordinal, list_fitting_facts
from bot.games.goodwill.at_hand import forecast_share, list_bosses
from bot.games.goodwill.at_hand.foresight import Foresight, chance, doubtful, events, known
from bot.games.goodwill.components import COMPANIES, Company, Event, NoEffect, is_scandal_at, list_touched_marks
from bot.games.goodwill.moves import Ballot, TradeWith
from bot.games.goodwill.view import GoodwillView, InformationView, MarketView
from bot.games.goodwill.words import format_effect_briefly, format_either, likely, money, signed


def describe_private_facts(view: GoodwillView, question: Question) -> Sequence[str]:
    """Return the line for a price, a boss or a partner, from the longest version to the shortest; or none."""
    if view.seat is None or view.auction is not None or view.company is None:
        return ()
    if view.market is not None:
        return list_fitting_facts(_describe_partners(view, view.market, question))
    if isinstance(question, Compose):
        question = question.get_stage(()).question or question  # the first part shows the subject of the whole question
    bosses = list_bosses(question)
    if bosses is not None:
        is_vote = isinstance(question, Subset) and question.move is Ballot
        return _describe_news_for_boss(
            view, view.company, bosses, _describe_none(view, view.company) if is_vote else ""
        )
    return _describe_news_for_price(view, view.company, question)


# News


def _name_news(view: GoodwillView, company: Company) -> Sequence[str]:
    """Return openings of the sentence on the effects of the news for a company; long and short."""
    changes = "earnings" if view.options.dividends else "capital"  # dividends are paid from the earnings
    return f"Your news for {company}'s {changes}: ", f"Your news for its {changes}: "


def _join_news(
    view: GoodwillView, pairs: Sequence[InformationView], effects: Sequence[str], reasons: Sequence[str]
) -> tuple[str, str, str, str]:
    """Return the news with their odds and effects: explained by name, explained, by name, and without both.

    News that are dropped in any case have no effect.

    Args:
        view: the seat's view.
        pairs: the news that it sees.
        effects: the change that each of them makes.
        reasons: the same with reasons, for where the card is not explained.
    """
    explained, unnamed, named, nameless = list[str](), list[str](), list[str](), list[str]()
    for pair, effect, reason in zip(pairs, effects, reasons, strict=True):
        event, odds = _get_event(view, pair), chance(view, pair)
        card = _describe_card(event)
        if odds:
            explained.append(f"“{event.name}” ({likely(odds)}; {card}) {effect}")
            unnamed.append(f"{card} ({likely(odds)}) {effect}")
            named.append(f"“{event.name}” ({likely(odds)}) {reason}")
            nameless.append(f"{effect} ({likely(odds)})")
        else:
            explained.append(f"“{event.name}” ({likely(odds)})")
            unnamed.append(f"one {likely(odds)}")
            named.append(f"“{event.name}” ({likely(odds)})")
            nameless.append(f"one {likely(odds)}")
    return "; ".join(explained), "; ".join(unnamed), "; ".join(named), "; ".join(nameless)


def _get_event(view: GoodwillView, pair: InformationView) -> Event:
    (event,) = events(view, [pair])
    return event


def _describe_card(event: Event) -> str:
    """Return both effects of a card in a few words."""
    return ", ".join(
        format_effect_briefly(effect) for effect in (event.left, event.right) if not isinstance(effect, NoEffect)
    )


def _list_changes(
    view: GoodwillView, company: Company, pairs: Sequence[InformationView], boss: str | None = None
) -> list[str]:
    """Return how much more or less a company would have after this year with each of the news.

    Each is added to those before it, so that the amounts of all that come true make up their sum.

    Args:
        view: the seat's view.
        company: the company.
        pairs: the news that the seat sees.
        boss: the boss in charge then; None: the present one.
    """
    ahead, changes, true = Foresight(view), [], list[InformationView]()
    in_charge = None if boss is None else {company: boss}
    before = ahead.years_end((), in_charge)[company]
    for pair in pairs:
        true = [*true, pair] if chance(view, pair) else true
        end = ahead.years_end(events(view, true), in_charge)[company]
        if end is None or before is None:
            changes.append("no effect" if end is before else "bankrupt" if end is None else "saves it")
        else:
            changes.append(signed(end.money - before.money) if end.money != before.money else "no effect")
        before = end
    return changes


# Prices


def find_fair_price(view: GoodwillView, question: Question) -> int | None:
    """Return what a share should bring by the seat's own news, for a question for prices; None: it asks for none."""
    if view.seat is None or view.auction is not None or view.market is not None or view.company is None:
        return None
    if isinstance(question, Compose):
        question = question.get_stage(()).question or question
    return forecast_share(view, view.company) if isinstance(question, Number | Split) else None


def _describe_news_for_price(view: GoodwillView, company: Company, question: Question) -> Sequence[str]:
    """Return versions of the line for a price: the year's first one explains the news, the others have more to say."""
    pairs = known(view)
    owns = view.investors[view.seat or 0].shares[company]
    can = [_describe_buyer(view, question)] if not owns and isinstance(question, Number) else []
    before = [" ".join(filter(None, [*can, shown])) for shown in _describe_shown_prices(view, company, question)]
    changes = _list_changes(view, company, pairs)
    explained, unnamed, named, nameless = _join_news(view, pairs, changes, changes)
    is_first = not any(view.assessments.values())
    places = _describe_place(view, company)
    news = [
        f"{opening}{words}."
        for words in ([explained, unnamed] if is_first else []) + [named, nameless]
        for opening in _name_news(view, company)
        if words
    ]
    extras = [*_describe_buttons(view, company, question), *(_describe_owners(view, company, question) if owns else ())]
    if _is_early(view):
        extras.append(DOUBTS)
    elif not view.options.cash_only:
        extras.append(f"{money(view.box.share_parts)} = $1 a share.")
    openings = [" ".join(filter(None, (place, each))) for place in places or [""] for each in before]
    told = [(each, words) for words in news or [""] for each in openings]
    told += [(each, words) for words in news if places for each in before]
    return list_fitting_facts(text for pair in told for text in _add_extras(" ".join(filter(None, pair)), extras))


def _describe_place(view: GoodwillView, company: Company) -> Sequence[str]:
    """Return where the seat stands, at the first price of a year but the first and last; long and short."""
    wealth = {seat: total for seat, other in view.investors.items() if (total := other.wealth) is not None}
    own = wealth.get(view.seat or 0)
    opens = company == next((one for one in COMPANIES if not view.companies[one].bankrupt), None)
    if own is None or view.year_index == 0 or not opens or any(view.assessments.values()):
        return ()
    if view.year == view.last_year:  # the line above has room for it
        return ()
    if len(wealth) < view.players or len(set(wealth.values())) == 1:
        return ()
    place = format_ordinal(1 + sum(total > own for total in wealth.values()))
    tied = "joint " if list(wealth.values()).count(own) > 1 else ""
    stands = f"You are {tied}{place} of {view.players} with {money(own)}"
    rivals = {seat: total for seat, total in wealth.items() if seat != view.seat}
    best = max(rivals, key=lambda seat: (rivals[seat], -seat))
    return f"{stands} ({mark(best)} {money(rivals[best])}).", f"{stands}."


def _add_extras(text: str, extras: Sequence[str]) -> Iterator[str]:
    """Yield the text with the extra sentences for which it has room, the most important first; and without them."""
    longer = text
    for extra in extras:
        tried = f"{longer} {extra}".strip()
        if fits_in_facts(tried):
            longer = tried
    yield longer
    yield text


DOUBTS = "New bosses and others' news change a lot."
"""A warning that the forecast is no knowledge."""
EARLY_YEARS = 2
"""Years in which a forecast is warned of, because many years follow."""


def _is_early(view: GoodwillView) -> bool:
    return view.year_index < EARLY_YEARS and view.year < view.last_year


def _describe_buyer(view: GoodwillView, question: Number) -> str:
    """Return what a player without a share can do, and the price with which nothing happens to them."""
    lowest = view.legal_prices[0]
    verb = "choose" if lowest in question.suggestions else "type"
    return f"You can only buy; {verb} {money(lowest)} to stay out."


def _describe_owners(view: GoodwillView, company: Company, question: Question) -> Iterator[str]:
    """Yield the owners of a company's shares, and that the lowest of their prices sells."""
    owners = [seat for seat, investor in view.investors.items() if investor.shares[company]]
    others = [mark(seat) for seat in owners if seat != view.seat]
    is_everybody = len(owners) == view.players
    if not isinstance(question, Number):  # somebody may sell their last share before the second of two prices
        who = "Everybody owns" if is_everybody else f"{format_list([*others, 'you'])} own"
        yield f"{who[0].upper()}{who[1:]} some now; the lowest owner's price sells."
    elif is_everybody:
        yield "Everybody owns some: the lowest price sells."
    elif others:
        yield f"Of {format_list([*others, 'you'])}, the lowest price sells."
    else:
        yield "Only you can sell."


def _describe_buttons(view: GoodwillView, company: Company, question: Question) -> Iterator[str]:
    """Yield why there are buttons for just these prices, if none were shown before."""
    if isinstance(question, Number) and not view.options.cash_only and not view.assessments.get(company):
        yield f"Buttons: near its value now{_name_other_amounts(view, company, question)}."


def _name_other_amounts(view: GoodwillView, company: Company, question: Number) -> str:
    """Return where the prices are that the seat's own forecast comes to; empty: they have a button near them."""
    offered, worth = question.suggestions, forecast_share(view, company)
    if not offered or min(offered) - question.step < worth < max(offered) + question.step:
        return ""
    return f"; {'higher' if worth > max(offered) else 'lower'}: “Another amount…”"


def _describe_shown_prices(view: GoodwillView, company: Company, question: Question) -> Sequence[str]:
    """Return versions of the lowest and the highest price that were shown last, if any were; the buttons lie there."""
    shown = list(zip(("First", "Second"), view.assessments.get(company, ()), strict=False))[-1:]
    if not shown:
        return ("",)
    ((which, prices),) = shown
    low, high = min(prices.values()), max(prices.values())
    amounts = f"{money(low)} to {money(high)}" if low < high else money(low)
    near, other = "", ""
    if isinstance(question, Number):
        near = ", buttons near them"
        other = "" if view.options.cash_only else _name_other_amounts(view, company, question)
    clues = [" (clues to others' news)", ""] if _is_early(view) else [""]
    buttons = dict.fromkeys((f"{near}{other}", near))
    return [f"{which} prices{each}: {amounts}{words}." for words in buttons for each in clues]


# Bosses


def _describe_none(view: GoodwillView, company: Company) -> str:
    """Return what it means to say yes to nobody."""
    boss = view.companies[company].boss
    return (
        f"None of these: you want {view.box.boss[boss].name} to stay." if boss else "None of these: you want no boss."
    )


def _describe_news_for_boss(view: GoodwillView, company: Company, bosses: Sequence[str], before: str) -> Sequence[str]:
    """Return versions of the line for a boss: the change that each of the news makes under whom.

    Args:
        view: the seat's view.
        company: the company.
        bosses: the bosses of the question.
        before: a sentence that comes first where there is room.
    """
    pairs, present = known(view), view.companies[company].boss
    asked = list(dict.fromkeys([present, *bosses]))
    under = [_list_changes(view, company, pairs, boss) for boss in asked]
    effects, reasons = list[str](), list[str]()
    for at, pair in enumerate(pairs):
        changes = {boss: each[at] for boss, each in zip(asked, under, strict=True)}
        event = _get_event(view, pair)
        out = _describe_scandal(view, changes) if is_scandal_at(event, company) else ""
        effects.append(out or _compare_changes(view, changes, event, has_reasons=False))
        reasons.append(out or _compare_changes(view, changes, event, has_reasons=True))
    explained, _, named, nameless = _join_news(view, pairs, effects, reasons)
    told = [
        f"{opening}{words}." for words in (explained, named, nameless) for opening in _name_news(view, company) if words
    ]
    return list_fitting_facts([*(f"{before} {words}" for words in told if before), *told])


def _describe_scandal(view: GoodwillView, changes: Mapping[str | None, str]) -> str:
    """Return the change by a scandal that any boss makes, apart from the salary; empty: it is not that simple."""
    without = {_subtract_salary(view, boss, change) for boss, change in changes.items()}
    if len(without) > 1 or None in without:
        return ""
    (change,) = without
    return f"throws out any boss: {f'{signed(change)}, and ' if change else ''}the salary is saved"


def _subtract_salary(view: GoodwillView, boss: str | None, change: str) -> int | None:
    """Return a change without the saved salary of the boss; None: it is no amount."""
    salary = 0 if boss is None else view.box.boss[boss].salary
    amount = "0" if change == "no effect" else change.replace("$", "")
    return int(amount) - salary if amount.lstrip("+-").isdigit() else None


def _compare_changes(view: GoodwillView, changes: Mapping[str | None, str], event: Event, *, has_reasons: bool) -> str:
    """Return a change that is the same under any boss, or the changes under those who differ from most others.

    Args:
        view: the seat's view.
        changes: the change under each boss; None: without a boss.
        event: the event that makes the change.
        has_reasons: whether the marks are named in which it acts on bosses.
    """
    alike: dict[str, list[str | None]] = {}
    for boss, change in changes.items():
        alike.setdefault(change, []).append(boss)
    if len(alike) == 1:
        return f"{next(iter(alike))} whoever is boss"
    untouched = {boss for boss in changes if boss is None or not list_touched_marks(event, view.box.boss[boss])}
    usual = max(alike, key=lambda change: (len(alike[change]), untouched.issuperset(alike[change])))
    special = [
        f"{change} {_name_bosses(view, those, event if has_reasons else None)}"
        for change, those in alike.items()
        if change != usual
    ]
    return f"{', '.join(special)}, else {usual}"


def _name_bosses(view: GoodwillView, those: Sequence[str | None], reason: Event | None) -> str:
    """Return these bosses with the marks in which an event acts on all of them."""
    bosses = [view.box.boss[boss] for boss in those if boss is not None]
    if not bosses:
        return "without a boss"
    marks = [] if reason is None or None in those else [list_touched_marks(reason, boss) for boss in bosses]
    why = f" ({', '.join(marks[0])})" if marks and marks[0] and all(each == marks[0] for each in marks) else ""
    nobody = ["nobody"] if None in those else []
    return f"under {format_either([*nobody, *(boss.name for boss in bosses)])}{why}"


# Partners


def _describe_partners(view: GoodwillView, market: MarketView, question: Question) -> Sequence[str]:
    """Return versions of a reason for one partner or the other: the gain or loss of the trade to them, and votes."""
    moves = question.moves if isinstance(question, Choose) else ()
    others = [move.partner for move in moves if isinstance(move, TradeWith)]
    worth, selling = forecast_share(view, market.company), view.seat in market.sellers
    gain = worth - market.price if selling else market.price - worth
    if gain:
        does = f"gains {money(gain)}, so help" if gain > 0 else f"loses {money(-gain)}, so hurt"
        follows = f"{does} {_name_extreme(view, others, is_richest=gain < 0)}"
    else:
        follows = "gains nothing, so votes count"
    years = " with years like this," if view.year < view.last_year else ""
    alone = "By your news alone,"
    opening = f"{alone}{years}" if doubtful(view) is None else f"Most likely, by your news alone,{years}"
    brings = "pays" if view.options.cash_only else "brings"
    who = f"a {'buyer' if selling else 'seller'} at {money(market.price)}"
    reason, short = (f"{words} a share {brings} about {money(worth)}: {who} {follows}." for words in (opening, alone))
    votes = ", ".join(f"{mark(seat)} {view.investors[seat].shares[market.company]}" for seat in others)
    told = f"Votes ({view.companies[market.company].threshold} needed): {votes}."
    return f"{reason} {told}", f"{short} {told}", reason, short


def _name_extreme(view: GoodwillView, others: Sequence[Seat], *, is_richest: bool) -> str:
    """Return the richest or the poorest of these investors, by name if it is only one; their cash may be hidden."""
    wealth = {seat: total for seat in others if (total := view.investors[seat].wealth) is not None}
    if len(wealth) < len(others):
        return "the strongest" if is_richest else "the weakest"
    extreme = max(wealth.values()) if is_richest else min(wealth.values())
    found = [mark(seat) for seat, amount in wealth.items() if amount == extreme]
    which = "the richest" if is_richest else "the poorest"
    return f"{found[0]}, {which}" if len(found) == 1 else which
