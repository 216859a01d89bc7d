"""Build the small line below a question with the effects of the seat's own news, and the prices shown before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from bot.engine.multi_step import Compose
from bot.engine.pages import mark
from bot.engine.questions import Choose, Number, Question, Split, Subset
from bot.engine.records import Seat
from bot.engine.words import MAX_FACTS_WORDS, fits_in_facts, format_list, format_ordinal, list_fitting_facts
from bot.games.goodwill.at_hand import list_bosses
from bot.games.goodwill.at_hand.estimates import estimate_share
from bot.games.goodwill.at_hand.foresight import Foresight, chance, events, known
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
) -> tuple[str, str, str]:
    """Return the news with their odds and effects: by name with what stands on the cards, by name, and without both.

    News that are dropped in any case have no effect. Of news without effect the odds do not matter.

    Args:
        view: the seat's view.
        pairs: the news that it sees.
        effects: the change that each of them makes.
        reasons: the same with reasons, for where the card is not explained.
    """
    explained, named, nameless = list[str](), list[str](), list[str]()
    for pair, effect, reason in zip(pairs, effects, reasons, strict=True):
        event, odds = _get_event(view, pair), chance(view, pair)
        if odds:
            explained.append(f"“{event.name}” ({likely(odds)}; {_describe_card(event)}) {effect}")
            odd = "" if effect == NO_EFFECT else f" ({likely(odds)})"
            named.append(f"“{event.name}”{odd} {reason}")
            nameless.append(f"{effect}{odd}")
        else:
            explained.append(f"“{event.name}” ({likely(odds)})")
            named.append(f"“{event.name}” ({likely(odds)})")
    return "; ".join(explained), "; ".join(named), "; ".join(dict.fromkeys(nameless or [NO_EFFECT] * bool(pairs)))


NO_EFFECT = "no effect"


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
            changes.append(NO_EFFECT if end is before else "bankrupt" if end is None else "saves it")
        else:
            changes.append(signed(end.money - before.money) if end.money != before.money else NO_EFFECT)
        before = end
    return changes


# Prices


def find_fair_price(view: GoodwillView, question: Question) -> int | None:
    """Return what a share should bring by the seat's own news, for a question for prices; None: it asks for none."""
    if view.seat is None or view.auction is not None or view.market is not None or view.company is None:
        return None
    if isinstance(question, Compose):
        question = question.get_stage(()).question or question
    return estimate_share(view, view.company) if isinstance(question, Number | Split) else None


def _describe_news_for_price(view: GoodwillView, company: Company, question: Question) -> Sequence[str]:
    """Return versions of the line for a price, as `_compose_line` composes them."""
    pairs = known(view)
    changes = _list_changes(view, company, pairs)
    explained, named, nameless = _join_news(view, pairs, changes, changes)
    long, short = _name_news(view, company)
    is_first, owns = not any(view.assessments.values()), view.investors[view.seat or 0].shares[company]
    role, numbers = _describe_role(view, company, question)
    places, prices = _describe_place(view, company), _describe_shown_prices(view, company)
    steps: list[Step] = [
        *([(NEWS, f"{short}{nameless}.")] if nameless else []),
        *([] if owns else [(ROLE, role)]),
        *((PRICES, words) for words in prices),
        (ROLE, role),
        *((NEWS, f"{opening}{named}.") for opening in (short, long) if named),
        *((PLACE, words) for words in places),
        (ROLE, numbers),
        (TREND, _describe_trend(view, company)),
        *((NEWS, f"{opening}{explained}.") for opening in (short, long) if explained and is_first),
    ]
    return _compose_line(steps)


Step: TypeAlias = tuple[int, str]
"""A sentence for a place on the line, in the place of a shorter one; a later step comes only where there is room."""
PLACE, ROLE, PRICES, TREND, NEWS, EXTRA = range(6)
"""The places of sentences on the line for a price, in their order."""
MIN_WORDS = 6
"""Words of the shortest version of a line."""


def _compose_line(steps: Sequence[Step]) -> Sequence[str]:
    """Return versions of a line, from the longest to the shortest, each with the first steps for which it has room."""
    versions = list[str]()
    for words in range(MAX_FACTS_WORDS, MIN_WORDS - 1, -1):
        chosen: dict[int, str] = {}
        for place, sentence in steps:
            tried = {**chosen, place: sentence} if sentence else chosen
            line = " ".join(tried[each] for each in sorted(tried))
            if len(line.split()) <= words and fits_in_facts(line):
                chosen = tried
        versions.append(" ".join(chosen[each] for each in sorted(chosen)))
    return list_fitting_facts(versions)


def _describe_trend(view: GoodwillView, company: Company) -> str:
    """Return what the company earns or loses this year without any news, to which the effects of the news are added."""
    income = view.companies[company].net_income
    if view.options.dividends or not known(view):
        return ""
    does = f"{'loses' if income < 0 else 'earns'} {money(abs(income))}" if income else "earns nothing"
    value = "" if view.options.cash_only else f" ({money(view.box.share_parts)} = $1 a share)"
    return f"Without news {company} {does} this year{value}."


def _describe_place(view: GoodwillView, company: Company) -> Sequence[str]:
    """Return where the seat stands, at the first price of a year but the first and last; short and long."""
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
    longer = f"{stands} ({mark(best)} {money(rivals[best])})"
    return f"{stands}.", f"{longer}."


def _describe_role(view: GoodwillView, company: Company, question: Question) -> tuple[str, str]:
    """Return who can sell and what the seat can do, short, and with everybody's number of shares."""
    shares = _list_shares(view, company)
    owns = bool(view.investors[view.seat or 0].shares[company])
    if not isinstance(question, Number):  # somebody may sell their last share before the second of two prices
        role = f"The lowest owner's price sells{'' if owns else '; you own none now'}."
        return role, f"{role} Shares now: {shares}."
    if not owns:
        lowest = view.legal_prices[0]
        verb = "choose" if lowest in question.suggestions else "type"
        role = f"You can only buy; {verb} {money(lowest)} to stay out."
        return role, f"{role} Owners: {shares}."
    if shares == f"you {view.investors[view.seat or 0].shares[company]}":
        return "Only you can sell.", ""
    return "The lowest owner's price sells.", f"Owners: {shares}; their lowest price sells."


def _list_shares(view: GoodwillView, company: Company) -> str:
    """Return everybody who owns shares of a company with their number, the most first."""
    held = {seat: count for seat, other in view.investors.items() if (count := other.shares[company])}
    order = sorted(held, key=lambda seat: (-held[seat], seat))
    return ", ".join(f"{'you' if seat == view.seat else mark(seat)} {held[seat]}" for seat in order)


def _describe_shown_prices(view: GoodwillView, company: Company) -> Sequence[str]:
    """Return versions of the lowest and the highest price that were shown last, if any were; short and long.

    The longest says which news their bidders see and the reader does not, because a price is a clue to them.
    """
    shown = list(zip(("First", "Second"), view.assessments.get(company, ()), strict=False))[-1:]
    if not shown:
        return ()
    ((which, prices),) = shown
    low, high = min(prices.values()), max(prices.values())
    amounts = f"{money(low)} to {money(high)}" if low < high else money(low)
    bidders = [_name_bidder(view, prices, price) for price in (low, high)]
    long = f"{which} prices, clues to news you don't see: {' to '.join(bidders)}."
    plain = [f"{which} prices: {amounts}.", f"{which} prices, clues to others' news: {amounts}."]
    return [*plain, *([long] if low < high and all(bidders) else [])]


def _name_bidder(view: GoodwillView, prices: Mapping[Seat, int], price: int) -> str:
    """Return the only one who wrote a price, with the news that only they see; empty if several wrote it."""
    bidders = [seat for seat, other in prices.items() if other == price]
    if len(bidders) > 1:
        return ""
    (bidder,) = bidders
    unseen = [str(pair.slot) for pair in view.informations if bidder in pair.viewers and view.seat not in pair.viewers]
    knows = f" (news {format_list(unseen)})" if unseen else ""
    return f"{'you' if bidder == view.seat else mark(bidder)}{knows} {money(price)}"


# Bosses


def _describe_none(view: GoodwillView, company: Company) -> str:
    """Return what it means to say yes to nobody."""
    boss = view.companies[company].boss
    return (
        f"None of these: you want {view.box.boss[boss].name} to stay." if boss else "None of these: you want no boss."
    )


def _describe_news_for_boss(view: GoodwillView, company: Company, bosses: Sequence[str], before: str) -> Sequence[str]:
    """Return versions of the line for a boss: the changes by each of the news under each boss, and everybody's votes.

    News that make the same change under any boss stand only where there is room for all.

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
    long, short = _name_news(view, company)
    explained, _, _ = _join_news(view, pairs, effects, reasons)
    matters = [at for at, effect in enumerate(effects) if chance(view, pairs[at]) and not effect.endswith(ALIKE)]
    differing = [pairs[at] for at in matters]
    _, named, nameless = _join_news(view, differing, [effects[at] for at in matters], [reasons[at] for at in matters])
    owners = f"Votes: {_list_shares(view, company)}."
    alike: list[Step] = [(NEWS, SAME_UNDER_ANY)] if pairs and not matters else []
    return _compose_line(
        [
            *(alike or [(NEWS, f"{name}{nameless}.") for name in (short, long) if nameless]),
            (EXTRA, owners),
            *((NEWS, f"{name}{named}.") for name in (short, long) if named and not alike),
            (ROLE, before),
            *((NEWS, f"{name}{explained}.") for name in (short, long) if explained and not alike),
            (EXTRA, f"{owners} {PAY_COUNTS}" if not view.options.cash_only else ""),
        ]
    )


ALIKE, SAME_UNDER_ANY = " whoever is boss", "Your news does the same under any boss."
PAY_COUNTS = "A boss's pay is counted, too."
"""Why amounts under two bosses differ by other than the news."""


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
    amount = "0" if change == NO_EFFECT else change.replace("$", "")
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
        return f"{next(iter(alike))}{ALIKE}"
    untouched = {boss for boss in changes if boss is None or not list_touched_marks(event, view.box.boss[boss])}
    usual = max(alike, key=lambda change: (len(alike[change]), untouched.issuperset(alike[change])))
    special = [
        f"{change} {_name_bosses(view, those, event if has_reasons else None)}"
        for change, those in alike.items()
        if change != usual
    ]
    return f"{', '.join(special)}, {usual} under others"


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
    worth, selling = estimate_share(view, market.company), view.seat in market.sellers
    gain = worth - market.price if selling else market.price - worth
    if gain:
        does = f"gains {money(gain)}, so help" if gain > 0 else f"loses {money(-gain)}, so hurt"
        follows = f"{does} {_name_extreme(view, others, is_richest=gain < 0)}"
    else:
        follows = "gains nothing, so votes count"
    alone = "By your news alone,"
    opening = f"{alone} with average luck,"
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
    which = "the richest of them" if is_richest else "the poorest of them"
    return f"{found[0]}, {which}" if len(found) == 1 else which
