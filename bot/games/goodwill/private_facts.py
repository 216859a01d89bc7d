"""Build the small line below a question with the effects of the seat's own news, and the prices shown before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.engine.multi_step import Compose
from bot.engine.questions import Number, Question, Subset
from bot.engine.words import MAX_FACTS_CHARS, MAX_FACTS_WORDS, format_list
from bot.games.goodwill.at_hand import list_bosses
from bot.games.goodwill.at_hand.foresight import Foresight, chance, events, known
from bot.games.goodwill.components import (
    AdvertisingEffect,
    AnyEffect,
    Boss,
    BossShuffleEffect,
    Company,
    Event,
    InnovationEffect,
    NoEffect,
    ScandalEffect,
    YieldEffect,
)
from bot.games.goodwill.moves import Ballot
from bot.games.goodwill.view import GoodwillView, InformationView
from bot.games.goodwill.words import effect_words, likely, money, signed


def describe_private_facts(view: GoodwillView, question: Question) -> Sequence[str]:
    """Return the line for a price or a boss, from the longest version to the shortest; empty for other questions."""
    if view.seat is None or view.market is not None or view.auction is not None or view.company is None:
        return ()
    if isinstance(question, Compose):
        question = question.get_stage(()).question or question  # the first part shows the subject of the whole question
    pairs = known(view)
    bosses = list_bosses(question)
    if bosses is not None:
        is_vote = isinstance(question, Subset) and question.move is Ballot
        return _describe_news_for_boss(view, pairs, bosses, _describe_none(view, view.company) if is_vote else "")
    owns = view.investors[view.seat].shares[view.company]
    can = [_describe_buyer(view)] if not owns and isinstance(question, Number) else []  # the second of two may sell
    before = [*can, *_describe_shown_prices(view, view.company)]
    about = _join_news(view, pairs, _list_changes(view, view.company, pairs))
    unit = "" if view.options.cash_only else f" ({money(view.box.share_parts)} = $1 a share)"
    changes = "earnings" if view.options.dividends else "capital"  # dividends are paid from the earnings
    for_it = f"for {view.company}'s {changes}"
    news = [f"Your news {to}: {words}." for words in about for to in (f"{for_it}{unit}", for_it, f"for its {changes}")]
    news = news or [""]
    early = view.year_index < EARLY_YEARS and view.year < view.last_year
    warned = [f"{words} {DOUBTS}".strip() for words in news] if early else []
    return _list_fitting(" ".join(filter(None, [*before, words])) for words in (*warned, *news))


DOUBTS = "New bosses and others' news change a lot: their prices are clues."
"""A warning that the forecast is no knowledge."""
EARLY_YEARS = 2
"""Years in which a forecast is warned of, because many years follow."""


def _describe_buyer(view: GoodwillView) -> str:
    """Return what somebody without a share can do, and the price with which nothing happens to them."""
    return f"You can only buy; at {money(view.legal_prices[0])} surely not."


def _list_fitting(versions: Iterable[str]) -> Sequence[str]:
    """Return the versions that are not too long, each shorter than those before it."""
    shown: list[str] = []
    for text in filter(None, versions):
        most = len(shown[-1]) - 1 if shown else MAX_FACTS_CHARS
        if len(text) <= most and len(text.split()) <= MAX_FACTS_WORDS:
            shown.append(text)
    return shown


def _join_news(view: GoodwillView, pairs: Sequence[InformationView], effects: Sequence[str]) -> Sequence[str]:
    """Return the news with their odds and effects, with and without names; empty if the seat knows none.

    News that are dropped in any case have no effect.
    """
    if not pairs:
        return ()
    told = [
        (_get_event(view, pair).name, effect if odds else "", likely(odds))
        for pair, effect in zip(pairs, effects, strict=True)
        for odds in [chance(view, pair)]
    ]
    named = (f"“{name}” ({odds}) {effect}".strip() for name, effect, odds in told)
    nameless = (f"{effect} ({odds})" if effect else f"one {odds}" for _, effect, odds in told)
    return "; ".join(named), "; ".join(nameless)


def _get_event(view: GoodwillView, pair: InformationView) -> Event:
    (event,) = events(view, [pair])
    return event


# Prices


def _list_changes(view: GoodwillView, company: Company, pairs: Sequence[InformationView]) -> list[str]:
    """Return how much more or less a company would have after this year with each of the news.

    Each is added to those before it, so that the amounts of all that come true make up their sum.
    """
    ahead, changes, true = Foresight(view), [], list[InformationView]()
    before = ahead.years_end()[company]
    for pair in pairs:
        true = [*true, pair] if chance(view, pair) else true
        end = ahead.years_end(events(view, true))[company]
        if end is None or before is None:
            changes.append("no effect" if end is before else "bankrupt" if end is None else "saves it")
        else:
            changes.append(signed(end.money - before.money) if end.money != before.money else "no effect")
        before = end
    return changes


def _describe_shown_prices(view: GoodwillView, company: Company) -> Iterator[str]:
    """Yield the lowest and the highest price that were shown last, if any were."""
    for which, prices in list(zip(("First", "Second"), view.assessments.get(company, ()), strict=False))[-1:]:
        low, high = min(prices.values()), max(prices.values())
        yield f"{which} prices: {money(low)} to {money(high)}." if low < high else f"{which} prices: {money(low)}."


# Bosses


def _describe_none(view: GoodwillView, company: Company) -> str:
    """Return what it means to say yes to nobody."""
    boss = view.companies[company].boss
    return (
        f"None of these: you want {view.box.boss[boss].name} to stay." if boss else "None of these: you want no boss."
    )


def _describe_news_for_boss(
    view: GoodwillView, pairs: Sequence[InformationView], bosses: Sequence[str], before: str
) -> Sequence[str]:
    """Return which bosses the news act on, or the news in full if they act on none.

    Args:
        view: the seat's view.
        pairs: the news that it sees.
        bosses: the bosses of the question.
        before: a sentence that comes first where there is room.
    """
    present = None if view.company is None else view.companies[view.company].boss
    asked = [view.box.boss[boss] for boss in dict.fromkeys([*([present] if present else []), *bosses])]
    acts: list[tuple[str, str, str]] = []
    also: list[str] = []
    for pair in pairs:
        odds, event = chance(view, pair), _get_event(view, pair)
        for effect in (event.left, event.right) if odds else ():
            words = _describe_effect(view, effect)
            if isinstance(effect, InnovationEffect | YieldEffect | AdvertisingEffect):
                acts.append((words, f"“{event.name}”, ", f"{likely(odds)}): {_list_touched(effect, asked)}"))
            elif isinstance(effect, ScandalEffect | BossShuffleEffect):
                also.append(f"{words} ({likely(odds)})")
                asked = [] if _is_scandal_here(view, effect) else asked  # nobody is in charge from then on
    if acts:
        named = "; ".join(f"{words} ({name}{here}" for words, name, here in acts)
        nameless = "; ".join(f"{words} ({here}" for words, _, here in acts)
        rest = f" Also: {'; '.join(also)}." if also else ""
        told = [f"Your news acts on bosses with exactly {each}.{rest}" for each in (named, nameless)]
    else:
        whole = _join_news(view, pairs, [_describe_card(view, pair) for pair in pairs])
        told = [f"Your news: {news}." for news in whole]
    return _list_fitting([*(f"{before} {words}" for words in told if before), *told])


def _list_touched(effect: InnovationEffect | YieldEffect | AdvertisingEffect, bosses: Sequence[Boss]) -> str:
    """Return which of these bosses an effect acts on."""
    touched = [boss.name for boss in bosses if (effect.kind, effect.level) in boss.marks.items()]
    return f"here {format_list(touched)}" if touched else "nobody here"


def _describe_card(view: GoodwillView, pair: InformationView) -> str:
    """Return the effects on a card, which name the marks that count."""
    event = _get_event(view, pair)
    effects = [effect for effect in (event.left, event.right) if not isinstance(effect, NoEffect)]
    return ", ".join(_describe_effect(view, effect) for effect in effects)


def _describe_effect(view: GoodwillView, effect: AnyEffect) -> str:
    return "throws out any boss" if _is_scandal_here(view, effect) else effect_words(effect)


def _is_scandal_here(view: GoodwillView, effect: AnyEffect) -> bool:
    return isinstance(effect, ScandalEffect) and effect.company == view.company
