"""Facts from a company's view that bear on a question; they are shown above it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.pages import mark
from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.engine.words import format_count, format_list
from bot.games.corporate_espionage.moves import GiveUp, LetItPass
from bot.games.corporate_espionage.rules.arithmetic import (
    expected_loss,
    levy,
    liquidation_rate,
    liquidation_value,
)
from bot.games.corporate_espionage.rules.in_words import each_turn, in_brief
from bot.games.corporate_espionage.rules.your_turn import WhatNow
from bot.games.corporate_espionage.table import Company
from bot.games.corporate_espionage.view import CompanyView, EspionageView, PlayView


def at_hand(view: EspionageView, question: Question) -> Sequence[str]:
    """Return, a line each, what this seat's company has and knows that bears on a question."""
    if view.company is None or not view.companies[view.company].alive or not view.round:
        return ()
    own = view.companies[view.company]
    lines = [_own(own)]
    if view.plays and question.is_legal(LetItPass()):
        lines += _play(view, own, view.plays[0])
    elif isinstance(question, WhatNow):
        lines += _turn(view, own)
    elif question.is_legal(GiveUp()):
        lines.append(
            f"All your assets would bring {count_asset_value(view, own)}."
            if own.inventory
            else "You have no assets to sell."
        )
    return lines


def _own(own: CompanyView) -> str:
    each = f"{each_turn(own.income - own.overhead)} ({own.income} income, {own.overhead} overhead)"
    return f"You have {format_count(own.account or 0, 'point')}, {each}; net worth {own.worth}."


# A play that can be answered


def _play(view: EspionageView, own: CompanyView, play: PlayView) -> Iterator[str]:
    """Yield what letting it pass would mean for this company."""
    if view.company in play.targets and play.what == "takeover":
        raider = view.companies[play.by].account
        after = "" if raider is None or own.worth is None else f" and has {raider - own.worth} left"
        yield f"Let it pass, and your company is out: {mark(play.by)} pays your net worth of {own.worth}{after}."
    elif view.company in play.targets and play.card is not None:
        loss = count_loss(view, own, play.card)
        if loss:
            yield f"Let it pass, and you lose {loss}: {_left(view, own, (own.account or 0) - loss)}"
    if len(view.plays) > 1 and view.plays[1].by == view.company:
        yield "It answers your own play."


def count_loss(view: EspionageView, own: CompanyView, card: str) -> int:
    """Return how many points this espionage card would take from the own company now."""
    company = Company(account=own.account or 0, team=list(own.team), inventory=list(own.inventory))
    company.hit_in_round = own.hit_in_round
    played = view.box.card[card]
    return expected_loss(played.ops, played.tag, company, view.box, view.round)


def _left(view: EspionageView, own: CompanyView, left: int) -> str:
    if left >= 0:
        return f"{format_count(left, 'point')} left."
    assets = count_asset_value(view, own)
    if assets + left >= 0:
        return f"{-left} in debt, for which you must sell assets (all together they bring {assets})."
    return f"{-left} in debt, and all your assets bring only {assets}: your company would go bankrupt."


def count_asset_value(view: EspionageView, own: CompanyView) -> int:
    """Return what all assets would bring, sold one by one."""
    company = Company(team=list(own.team), inventory=list(own.inventory))
    rate = liquidation_rate(company, view.box, view.terms)
    return sum(liquidation_value(view.box.card[asset.card].cost, rate) for asset in own.inventory)


# The own turn


def _turn(view: EspionageView, own: CompanyView) -> Iterator[str]:
    """Yield the payments due soon, and the known facts about attackable opponents."""
    if view.round == 1:
        yield "As each of your turns begins, your cards bring their income and cost their overhead."
        yield "Your net worth is your points and what your cards in play cost."
    due = levy(view.round, view.terms.levy_after)
    if due:
        yield f"The levy at the end of this round: everybody loses {due}."
    for status in own.statuses:
        if status.status == "skip_income":
            yield "You get no income next turn."
    if any(view.targets.values()):
        yield from (_rival(view, number) for number in view.order if number != view.company)


def _rival(view: EspionageView, number: Seat) -> str:
    """Return the known facts about an opponent: possible loot, protection, and cards seen in its hand."""
    company = view.companies[number]
    points = "points hidden" if company.account is None else format_count(company.account, "point")
    team, inventory = len(company.team), len(company.inventory)
    parts = [f"{mark(number)}: {points}", f"team of {team}" if team else "no team"]
    parts.append(format_count(inventory, "asset") if inventory else "no assets")
    does = {
        card.name: brief
        for p in (*company.team, *company.inventory)
        if (brief := in_brief(card := view.box.card[p.card]))
    }
    parts += [f"{name} ({brief})" for name, brief in does.items()]
    if company.known:
        parts.append(f"holds {format_list(view.box.card[card].name for card in company.known)}")
    if view.spotlight_limit is not None and company.spotlight >= view.spotlight_limit:
        parts.append("safe from more attacks until its next turn")
    return ", ".join(parts) + "."
