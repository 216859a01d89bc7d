"""Play Your Turn: the list of what you may do now.

One employee or executive may be hired each turn, if there is a place; assets may be purchased and espionage
used as long as the account lasts; one team card may be fired. (Rulebook "Play Your Turn".)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from bot.engine.pages import who
from bot.engine.questions import Option
from bot.engine.records import Seat
from bot.games.corporate_espionage import moves
from bot.games.corporate_espionage.rules.arithmetic import (
    hires_allowed,
    liquidation_rate,
    places_for_executives,
)
from bot.games.corporate_espionage.rules.audits import audit_options
from bot.games.corporate_espionage.rules.drafts import END_TURN
from bot.games.corporate_espionage.rules.embargoes import may_deal, may_propose_embargo
from bot.games.corporate_espionage.rules.executives import executives
from bot.games.corporate_espionage.rules.hostile_takeover import takeover_targets
from bot.games.corporate_espionage.rules.insolvency import liquidate_option
from bot.games.corporate_espionage.rules.loans import payable_loans
from bot.games.corporate_espionage.rules.responses import savvy_option
from bot.games.corporate_espionage.rules.targets import different, legal_targets, permanent_label

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage

END = Option(moves.EndTurn(), END_TURN, END_TURN, "Nothing more this turn.")


def what_you_may_do(table: Espionage, by: Seat) -> tuple[Option, ...]:
    """Return every action that is open to the active company now."""
    return (
        *from_hand(table, by),
        *prepared_savvy(table, by),
        *with_cards_in_play(table, by),
        *against_companies(table, by),
        *house_rules(table, by),
        END,
    )


def from_hand(table: Espionage, by: Seat) -> Iterator[Option]:
    """Yield what can be played from the hand."""
    company = table.companies[by]
    may_hire = not company.hiring_over and company.hired < hires_allowed(company, table.box, table.terms)
    for number in dict.fromkeys(company.hand):
        card = table.card(number)
        cost = table.cost(by, number)
        if cost > company.account:
            continue
        match card.type:
            case "employee" | "executive":
                if may_hire and (card.type == "employee" or has_place(table, by)):
                    yield hand_option("hire", number, card.name, cost, card.text)
            case "asset":
                yield hand_option("purchase", number, card.name, cost, card.text)
            case "espionage":
                if legal_targets(table, by, card):
                    yield hand_option("spy", number, card.name, cost, card.text)
            case "savvy":
                for mode in table.box.answering.get("any", {}).get(number, ()):
                    yield savvy_option(card, cost, mode)


def has_place(table: Espionage, by: Seat) -> bool:
    """Whether another executive may be hired."""
    company = table.companies[by]
    return len(executives(table, by)) < places_for_executives(company, table.box, table.terms)


@lru_cache(maxsize=4096)
def hand_option(verb: Literal["hire", "purchase", "spy"], number: str, name: str, cost: int, text: str) -> Option:
    """Return an option to play a card."""
    match verb:
        case "hire":
            return Option(moves.Hire(card=number), f"Hire {name} for {cost}", "Hire", text[:100])
        case "purchase":
            return Option(moves.Purchase(card=number), f"Purchase {name} for {cost}", "Purchase", text[:100])
        case "spy":
            return Option(moves.Spy(card=number), f"Use {name} for {cost}", "Espionage", text[:100])


def prepared_savvy(table: Espionage, by: Seat) -> Iterator[Option]:
    """Yield what can be laid ready for the moment between two turns."""
    company = table.companies[by]
    any_time = table.box.answering.get("any", {})
    ready = {prepared.card for prepared in company.prepared}
    for number in dict.fromkeys(company.hand):
        if number in any_time and number not in ready:
            name = table.card(number).name
            yield later_option(number, name, "after this turn")
            yield later_option(number, name, "before my income")


@lru_cache(maxsize=1024)
def later_option(number: str, name: str, when: moves.Later) -> Option:
    """Return the option to use a card between two turns."""
    words = {"after this turn": "right after this turn", "before my income": "just before my next income"}[when]
    hint = "Nobody knows until then."
    return Option(moves.Prepare(card=number, when=when), f"Use {name} {words}", "Savvy later", hint)


def with_cards_in_play(table: Espionage, by: Seat) -> Iterator[Option]:
    """Yield whom to fire and what to liquidate."""
    company = table.companies[by]
    if company.fired < table.terms.fires:
        for permanent in different(company.team):
            card = table.card(permanent.card)
            yield fire_option(permanent.number, permanent_label(table, permanent, by), card.text)
    if company.inventory:
        rate = liquidation_rate(company, table.box, table.terms)
        for permanent in different(company.inventory):
            yield liquidate_option(table, permanent, by, rate)


@lru_cache(maxsize=4096)
def fire_option(number: int, label: str, text: str) -> Option:
    """Return the option to fire somebody."""
    return Option(moves.Fire(number=number), f"Fire {label}", "Fire", text[:100])


def against_companies(table: Espionage, by: Seat) -> Iterator[Option]:
    """Yield takeovers and audits."""
    for target in takeover_targets(table, by):
        known = table.shows_account(target)
        hint = f"You pay {table.worth(target)}." if known else "Its account is hidden: it may not be possible."
        yield Option(moves.TakeOver(target=target), f"Take over {who(target)}", "Takeover", hint)
    if table.options.accounts != "open":
        yield from audit_options(table, by, table.companies[by].audited)


def house_rules(table: Espionage, by: Seat) -> Iterator[Option]:
    """Yield what the house rules of this table add."""
    options = table.options
    company = table.companies[by]
    rules = table.box.house_rules
    if company.deals < rules.deals_per_turn and (options.trading or options.loans):
        for partner in table.others(by):
            if may_deal(table, by, partner):
                yield from deals(table, partner)
    if options.loans:
        for loan in payable_loans(table, by):
            label = f"Pay back loan {loan.number}: {loan.back} to {who(loan.lender)}"
            yield Option(moves.PayBack(loan=loan.number), label, "Deals")
    if options.embargoes and may_propose_embargo(table, by):
        for target in table.opponents(by):
            if not table.under_embargo(target):
                yield Option(
                    moves.ProposeEmbargo(target=target),
                    f"Propose an embargo against {who(target)}",
                    "Politics",
                    "The others vote at once and in secret.",
                )
    if options.statements and company.statements < rules.statements_per_turn:
        yield Option(moves.Speak(), "Make a statement", "Politics", "Openly or to one other; it binds nobody.")


def deals(table: Espionage, partner: Seat) -> Iterator[Option]:
    """Yield the offers that can be made to a partner."""
    name = who(partner)
    if table.options.trading:
        yield Option(moves.Trade(partner=partner, selling=True), f"Offer {name} a card", "Deals")
        yield Option(moves.Trade(partner=partner, selling=False), f"Offer {name} points for a card", "Deals")
    if table.options.loans:
        yield Option(moves.Lend(partner=partner, lending=True), f"Offer {name} a loan", "Deals")
        yield Option(moves.Lend(partner=partner, lending=False), f"Ask {name} for a loan", "Deals")
