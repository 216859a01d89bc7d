"""Build the small line below a question with what the seat's own news mean for it, and the prices shown before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.multi_step import Compose
from bot.engine.questions import Question
from bot.games.goodwill.at_hand import list_bosses
from bot.games.goodwill.at_hand.foresight import Foresight, chance, events, known
from bot.games.goodwill.components import AnyEffect, Company, Event, NoEffect, ScandalEffect
from bot.games.goodwill.view import GoodwillView, InformationView
from bot.games.goodwill.words import effect_words, likely, money, signed


def describe_private_facts(view: GoodwillView, question: Question) -> str:
    """Return the line for a price or a boss; empty for other questions."""
    if view.seat is None or view.market is not None or view.auction is not None or view.company is None:
        return ""
    if isinstance(question, Compose):
        question = question.get_stage(()).question or question  # the first part shows the subject of the whole question
    pairs = known(view)
    if list_bosses(question) is not None:
        return f"Your news: {_join(view, pairs, [_describe_card(view, pair) for pair in pairs])}." if pairs else ""
    can = [] if view.investors[view.seat].shares[view.company] else ["You can only buy."]
    news = f"Your news for {view.company}: {_join(view, pairs, _list_changes(view, view.company, pairs))}."
    return " ".join([*can, *_describe_shown_prices(view, view.company), *([news] if pairs else [])])


def _join(view: GoodwillView, pairs: Sequence[InformationView], effects: Sequence[str]) -> str:
    """Return the news with their odds and effects; those that are dropped in any case have none."""
    return "; ".join(
        f"“{event.name}” ({likely(odds)}){f' {effect}' if odds else ''}"
        for pair, effect in zip(pairs, effects, strict=True)
        for event, odds in [(_get_event(view, pair), chance(view, pair))]
    )


def _get_event(view: GoodwillView, pair: InformationView) -> Event:
    (event,) = events(view, [pair])
    return event


# Prices


def _list_changes(view: GoodwillView, company: Company, pairs: Sequence[InformationView]) -> list[str]:
    """Return how much more or less a company would have after this year with each of the news, as things stand."""
    ahead = Foresight(view)
    without = ahead.years_end()[company]
    changes = []
    for pair in pairs:
        end = ahead.years_end(events(view, [pair]))[company]
        if end is None or without is None:
            changes.append("no effect" if end is without else "bankrupt" if end is None else "saves it")
        else:
            changes.append(signed(end.money - without.money) if end.money != without.money else "no effect")
    return changes


def _describe_shown_prices(view: GoodwillView, company: Company) -> Iterator[str]:
    """Yield the lowest and the highest price that were shown last, if any were."""
    for which, prices in list(zip(("First", "Second"), view.assessments.get(company, ()), strict=False))[-1:]:
        low, high = min(prices.values()), max(prices.values())
        yield f"{which} prices: {money(low)} to {money(high)}." if low < high else f"{which} prices: {money(low)}."


# Bosses


def _describe_card(view: GoodwillView, pair: InformationView) -> str:
    """Return the effects on a card, which name the marks that count."""
    event = _get_event(view, pair)
    effects = [effect for effect in (event.left, event.right) if not isinstance(effect, NoEffect)]
    return ", ".join(_describe_effect(view, effect) for effect in effects)


def _describe_effect(view: GoodwillView, effect: AnyEffect) -> str:
    is_here = isinstance(effect, ScandalEffect) and effect.company == view.company
    return "throws out any boss" if is_here else effect_words(effect)
