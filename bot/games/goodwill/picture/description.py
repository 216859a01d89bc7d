"""The board in words, for readers who cannot see the picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.engine.pages import fit_alt_text
from bot.engine.pictures import Names
from bot.engine.records import Seat
from bot.games.goodwill.components import COMPANIES, RESOURCES, Company, policy_words
from bot.games.goodwill.picture.investors import chip_lines, finished, leaders, standing
from bot.games.goodwill.picture.style import SKILL_WORDS
from bot.games.goodwill.view import GoodwillView
from bot.games.goodwill.words import money


def phases(view: GoodwillView) -> Mapping[str, str]:
    """Return the phases of a year in order, with their words."""
    auctions = {"auctions": "Auctions"} if view.options.derivatives == "auction" else {}
    sheets = view.options.fast_mode == "yearly sheet"
    deals: dict[str, str] = {"sheets": "Sheets"} if sheets else {str(company): company for company in COMPANIES}
    return {"news": "News", **auctions, **deals, "events": "Events"}


def describe(view: GoodwillView, names: Names) -> str:
    """Return the board in words, for who cannot see it; with policies and whole names as far as there is room."""

    def versions() -> Iterator[str]:
        for longest, policies in ((32, True), (32, False), (20, False), (12, False), (6, False)):
            called = {seat: " ".join(names(seat).split())[:longest] or f"Player {seat}" for seat in view.investors}
            yield " ".join(_description(view, called, policies=policies))

    return fit_alt_text(versions())


def _description(view: GoodwillView, called: Mapping[Seat, str], *, policies: bool) -> Iterator[str]:
    years = view.last_year - view.first_year + 1
    when = "the end" if view.outcome is not None else f"year {view.year_index + 1} of {years}"
    now = "" if view.outcome is not None else f" Now: {phases(view)[view.phase]}. Lead: {called[view.lead]}."
    yield f"Goodwill, {view.year} ({when}).{now} Bosses: salary, innovation/yield/advertising."
    for company in COMPANIES:
        yield _company_words(view, company, policies=policies)
    bosses = "; ".join(_boss_words(view, boss, policies=policies) for boss in view.available)
    yield f"Available: {bosses}."
    yield "Prices: " + ", ".join(f"{resource} {money(view.prices[resource])}" for resource in RESOURCES) + "."
    yield "Shares A/B/C: " + "; ".join(_investor_words(view, seat, called[seat]) for seat in view.investors) + "."
    first = leaders(view)
    if first:
        verb = "Winner" if view.outcome is not None else "Richest"
        yield f"{verb}: {' and '.join(called[seat] for seat in first)}."


def _company_words(view: GoodwillView, company: Company, *, policies: bool) -> str:
    board = view.companies[company]
    if board.bankrupt:
        return f"{company}: bankrupt."
    tokens = ", ".join(f"{board.tokens[resource]} {resource}" for resource in RESOURCES if board.tokens[resource])
    boss = _boss_words(view, board.boss, policies=policies) if board.boss else "no boss"
    share = f"dividend {money(board.dividend)}" if view.options.cash_only else f"share {money(board.share_value)}"
    return f"{company}: capital {money(board.capital)}, {share}, market {board.market_share} %, {tokens}, {boss}."


def _boss_words(view: GoodwillView, card: str, *, policies: bool) -> str:
    boss = view.box.boss[card]
    marks = "/".join(str(boss.marks[skill]) for skill in SKILL_WORDS)
    dividends = " dividends" if view.options.dividends and boss.pays_dividends else ""
    policy = f" ({policy_words(boss)})" if policies and boss.policy else ""
    return f"{boss.name} {money(boss.salary)} {marks}{dividends}{policy}"


def _investor_words(view: GoodwillView, seat: Seat, name: str) -> str:
    investor = view.investors[seat]
    shares = "/".join(str(investor.shares[company]) for company in COMPANIES)
    worth = standing(view, seat)
    cash = "cash hidden" if investor.cash is None else f"cash {money(investor.cash)}"
    total = "" if worth is None else f", {'total' if finished(view) else 'worth'} {money(worth)}"
    cards = [
        chip.words + {None: "", True: " (true)", False: " (missed)"}[chip.fulfilled]
        for line in chip_lines(view, investor)
        for chip in line
    ]
    seen = (
        ""
        if view.outcome is not None
        else "".join(str(pair.slot) for pair in view.informations if seat in pair.viewers)
    )
    sees = f", sees {'+'.join(seen)}" if seen else ""
    return f"{name} {shares}, {cash}{total}{sees}" + (f", holds {', '.join(cards)}" if cards else "")
