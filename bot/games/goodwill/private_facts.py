"""Build the small line below a question with what the seat's own news mean for it, and the prices shown before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.engine.multi_step import Compose
from bot.engine.questions import Question
from bot.engine.words import MAX_FACTS_CHARS, MAX_FACTS_WORDS
from bot.games.goodwill.at_hand import list_bosses
from bot.games.goodwill.at_hand.foresight import Foresight, chance, events, known
from bot.games.goodwill.components import (
    AnyEffect,
    Company,
    Event,
    FundingEffect,
    NoEffect,
    PriceEffect,
    ScandalEffect,
    TaxEffect,
)
from bot.games.goodwill.view import GoodwillView, InformationView
from bot.games.goodwill.words import effect_words, likely, money, signed


def describe_private_facts(view: GoodwillView, question: Question) -> Sequence[str]:
    """Return the line for a price or a boss, from the longest version to the shortest; empty for other questions."""
    if view.seat is None or view.market is not None or view.auction is not None or view.company is None:
        return ()
    if isinstance(question, Compose):
        question = question.get_stage(()).question or question  # the first part shows the subject of the whole question
    pairs = known(view)
    if list_bosses(question) is not None:
        return _describe_news_for_boss(view, pairs)
    can = [] if view.investors[view.seat].shares[view.company] else [_describe_buyer(view)]
    before = [*can, *_describe_shown_prices(view, view.company)]
    about = _join_news(view, pairs, _list_changes(view, view.company, pairs))
    unit = "" if view.options.cash_only else f" ({money(view.box.share_parts)} = $1 a share)"
    for_it = f"for {view.company}'s capital"
    news = [f"Your news {to}: {words}." for words in about for to in (f"{for_it}{unit}", for_it, "for its capital")]
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


def _describe_news_for_boss(view: GoodwillView, pairs: Sequence[InformationView]) -> Sequence[str]:
    """Return the news with and without their names, and with only those effects that depend on the boss."""
    whole = _join_news(view, pairs, [_describe_card(view, pair) for pair in pairs])
    told = [f"Your news: {news}." for news in whole]
    likely_pairs = [(pair, odds) for pair in pairs if (odds := chance(view, pair))]
    brief = [
        f"{effects} ({likely(odds)})"
        for pair, odds in likely_pairs
        if (effects := _describe_card(view, pair, but=(PriceEffect, FundingEffect, TaxEffect)))
    ]
    shortest = f"Your news on bosses: {'; '.join(brief)}."
    return [*told, *([shortest] if brief and len(shortest) < len(told[-1]) else [])]


def _describe_card(view: GoodwillView, pair: InformationView, but: tuple[type[AnyEffect], ...] = ()) -> str:
    """Return the effects on a card, which name the marks that count, without those of some kinds."""
    event = _get_event(view, pair)
    effects = [effect for effect in (event.left, event.right) if not isinstance(effect, (NoEffect, *but))]
    return ", ".join(_describe_effect(view, effect) for effect in effects)


def _describe_effect(view: GoodwillView, effect: AnyEffect) -> str:
    is_here = isinstance(effect, ScandalEffect) and effect.company == view.company
    return "throws out any boss" if is_here else effect_words(effect)
