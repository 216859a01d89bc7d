"""Play Your Turn: the list of possible actions.

One employee or executive may be hired each turn, if there is a place; assets may be purchased and espionage
used as long as the account lasts; one team card may be fired. The texts are in `in_words`.
(Rulebook "Play Your Turn".)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.engine.records import Move, Seat
from bot.games.corporate_espionage import moves
from bot.games.corporate_espionage.rules.arithmetic import hires_allowed, places_for_executives
from bot.games.corporate_espionage.rules.audits import open_audits
from bot.games.corporate_espionage.rules.embargoes import may_deal, may_propose_embargo
from bot.games.corporate_espionage.rules.executives import executives
from bot.games.corporate_espionage.rules.hostile_takeover import takeover_targets
from bot.games.corporate_espionage.rules.loans import payable_loans
from bot.games.corporate_espionage.rules.targets import different, exposed, targets

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage

END = moves.EndTurn()


def what_you_may_do(table: Espionage, by: Seat) -> list[Move]:
    """Return every action that is open to the active company now."""
    return [
        *from_hand(table, by),
        *prepared_savvy(table, by),
        *with_cards_in_play(table, by),
        *against_companies(table, by),
        *house_rules(table, by),
        END,
    ]


def from_hand(table: Espionage, by: Seat) -> Iterator[Move]:
    """Yield what can be played from the hand."""
    company, box = table.companies[by], table.box
    may_hire = not company.hiring_over and company.hired < hires_allowed(company, box, table.terms)
    opponents = exposed(table, by)
    account = company.account
    for number, cost in table.costs(by).items():
        if cost > account:
            continue
        card = box.card[number]
        match card.type:
            case "employee" | "executive":
                if may_hire and (card.type == "employee" or has_place(table, by)):
                    yield moves.hire(number)
            case "asset":
                yield moves.purchase(number)
            case "espionage":
                if any(targets(table, by, card, opponents)):
                    yield moves.spy(number)
            case "savvy":
                for mode in box.any_time.get(number, ()):
                    yield moves.use_savvy(number, mode)


def has_place(table: Espionage, by: Seat) -> bool:
    """Whether another executive may be hired."""
    company = table.companies[by]
    return len(executives(table, by)) < places_for_executives(company, table.box, table.terms)


def prepared_savvy(table: Espionage, by: Seat) -> Iterator[Move]:
    """Yield what can be laid ready for the moment between two turns."""
    company = table.companies[by]
    any_time = table.box.any_time
    for number in dict.fromkeys(company.hand):
        if number in any_time and all(prepared.card != number for prepared in company.prepared):
            yield moves.prepare(number, "after this turn")
            yield moves.prepare(number, "before my income")


def with_cards_in_play(table: Espionage, by: Seat) -> Iterator[Move]:
    """Yield whom to fire and what to liquidate."""
    company = table.companies[by]
    if company.fired < table.terms.fires:
        for permanent in different(company.team):
            yield moves.fire(permanent.number)
    for permanent in different(company.inventory):
        yield moves.liquidate(permanent.number)


def against_companies(table: Espionage, by: Seat) -> Iterator[Move]:
    """Yield takeovers and audits."""
    for target in takeover_targets(table, by):
        yield moves.TakeOver(target=target)
    yield from open_audits(table, by, table.companies[by].audited)


def house_rules(table: Espionage, by: Seat) -> Iterator[Move]:
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
            yield moves.PayBack(loan=loan.number)
    if options.embargoes and may_propose_embargo(table, by):
        for target in table.opponents(by):
            if not table.under_embargo(target):
                yield moves.ProposeEmbargo(target=target)
    if options.statements and company.statements < rules.statements_per_turn:
        yield moves.Speak()


def deals(table: Espionage, partner: Seat) -> Iterator[Move]:
    """Yield the offers that can be made to a partner."""
    if table.options.trading:
        yield moves.Trade(partner=partner, selling=True)
        yield moves.Trade(partner=partner, selling=False)
    if table.options.loans:
        yield moves.Lend(partner=partner, lending=True)
        yield moves.Lend(partner=partner, lending=False)
