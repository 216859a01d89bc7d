"""Hostile Takeover.

If more than two companies remain, one that is worth at least twice another may force it out of the market:
it announces the takeover, pays the other's net worth from its account, and then either retains the team and
assets or lays everybody off and liquidates the assets. (Rulebook "Hostile Takeover" in "Play Your Turn".)
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, ClassVar

from bot.engine.multi_step import Stage
from bot.engine.pages import mark
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open, Own
from bot.engine.table import Step
from bot.engine.words import format_count
from bot.games.corporate_espionage.components import Fraction
from bot.games.corporate_espionage.moves import Settle, TakeOver
from bot.games.corporate_espionage.news import (
    CompanyLaidOff,
    CompanyRetained,
    PlayCancelled,
    TakenOver,
    TakeoverAnnounced,
    TakeoverImpossible,
)
from bot.games.corporate_espionage.rules.arithmetic import (
    can_take_over,
    liquidation_rate,
    liquidation_value,
    takeover_ratio,
    worth_of_cards,
)
from bot.games.corporate_espionage.rules.effects import Cancel
from bot.games.corporate_espionage.rules.elimination import leave_the_game, see_who_is_left
from bot.games.corporate_espionage.rules.someone_elses_turn import AnyPlay

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Company, Espionage

RULE = "Play Your Turn: Hostile Takeover"


def takeover_targets(table: Espionage, by: Seat) -> list[Seat]:
    """Return whom the company may try to take over, as far as everybody can see (CE-17)."""
    if table.round <= table.terms.no_takeover_rounds or len(table.living) < table.terms.takeover_companies:
        return []
    raider = table.companies[by]
    found = []
    for target in table.opponents(by):
        company = table.companies[target]
        if target in raider.tried or worth_of_cards(company, table.box) > raider.account:
            continue
        if not table.shows_account(target) or is_strong_enough(table, by, target):
            found.append(target)
    return found


def is_strong_enough(table: Espionage, by: Seat, target: Seat) -> bool:
    """Whether the raider is worth enough, and can pay the target's net worth; of a hidden account, this tells."""
    if not table.shows_account(target):
        table.block_undo()
    raider = table.companies[by]
    ratio = takeover_ratio(raider, table.box, table.terms)
    return can_take_over(raider.account, table.worth(by), table.worth(target), ratio)


def takeover_so_far(table: Espionage, by: Seat, parts: Sequence[Move]) -> Stage:
    """Ask what becomes of the company, before its takeover is announced; it must have something in play for that."""
    takeover = parts[0]
    if not isinstance(takeover, TakeOver):
        raise TypeError(f"a takeover does not begin with {takeover!r}")
    target = takeover.target
    company = table.companies[target]
    settled = next((part for part in parts if isinstance(part, Settle)), None)
    gain = layoff_gain(table, by, company) if settled is not None and not settled.retain else 0
    left = table.companies[by].account - table.worth(target) + gain
    leaves = (
        f"Leaves you {format_count(left, 'point')}."
        if table.shows_account(target)
        else "Its account is hidden: you may not be able to."
    )
    if settled is not None or not (company.team or company.inventory):
        return Stage(None, leaves)
    prompt = f"Once you own {mark(target)}'s company, what becomes of it?"
    return Stage(what_becomes_of_it(table, by, target, prompt), leaves, complete=False)


def what_becomes_of_it(table: Espionage, by: Seat, target: Seat, prompt: str) -> Choose:
    """Return the question what a raider does with a company."""
    gain = layoff_gain(table, by, table.companies[target])
    return Choose(
        prompt=prompt,
        rule=RULE,
        help="Retain: its team and assets join yours; executives without a place must go. Lay off: its team is "
        "discarded and its assets bring part of their cost.",
        options=(
            Option(Settle(retain=True), "Retain team and assets", hint="They join yours, with income and overhead."),
            Option(Settle(retain=False), f"Lay off and liquidate for {gain}"),
        ),
    )


class Takeover(AnyPlay, kind="takeover"):
    """The takeover is announced; if nobody stops it, it is paid and the target is out of the game."""

    what: ClassVar[str] = "takeover"

    target: Open[Seat]
    retain: Own[bool | None] = None
    """What its raider has decided to do with it; secret until then. None: is asked."""

    @property
    def aimed_at(self) -> Sequence[Seat]:
        """The target."""
        return (self.target,)

    def begin(self, table: Espionage) -> None:
        """Announce it; if the hidden account is too small for it, only that is announced."""
        table.companies[self.by].tried.append(self.target)
        if is_strong_enough(table, self.by, self.target):
            super().begin(table)
        else:
            self.stopped = True
            table.tell(TakeoverImpossible(company=self.by, target=self.target))

    def announce(self, table: Espionage) -> None:
        """Tell; it is paid only when it is carried out."""
        table.tell(TakeoverAnnounced(company=self.by, target=self.target))

    def take_effect(self, table: Espionage) -> None:
        """Look at all conditions again, then pay and settle what becomes of the target."""
        if (
            not table.companies[self.target].alive
            or len(table.living) < table.terms.takeover_companies
            or not is_strong_enough(table, self.by, self.target)
        ):
            table.tell(TakeoverImpossible(company=self.by, target=self.target))
            return
        worth = table.worth(self.target)
        table.companies[self.by].account -= worth
        table.tell(TakenOver(company=self.target, by=self.by, points=worth))
        table.next(RetainOrLayOff(by=self.by, target=self.target, retain=self.retain))

    def cancelled(self, table: Espionage, op: Cancel, by: Seat) -> None:
        """Nothing is paid, and this company is safe from the raider for this turn."""
        self.stopped = True
        table.tell(PlayCancelled(company=self.by, card=self.name(table)))

    def words(self, table: Espionage) -> str:
        """Return who takes over whom."""
        return f"{mark(self.by)} announces a hostile takeover of {mark(self.target)}."

    def name(self, table: Espionage) -> str:
        """Return what it is called in news."""
        return "hostile takeover"


class RetainOrLayOff(Step, kind="retain or lay off"):
    """The raider keeps team and assets, or lays off the team and liquidates the assets."""

    by: Open[Seat]
    target: Open[Seat]
    retain: Open[bool | None] = None
    """The choice made with the takeover; None: not made yet."""
    done: Open[bool] = False

    def begin(self, table: Espionage) -> None:
        """Without any card in play there is nothing to choose; nor where it was chosen with the takeover."""
        company = table.companies[self.target]
        if not company.team and not company.inventory:
            self.settle_company(table, retain=False)
        elif self.retain is not None:
            self.settle_company(table, retain=self.retain)

    def list_asked_seats(self, table: Espionage) -> Collection[Seat]:
        """Ask the raider."""
        return () if self.done else table.people(self.by)

    def build_question(self, table: Espionage, seat: Seat) -> Question:
        """Ask what becomes of the company."""
        prompt = f"You own {mark(self.target)}'s company now. What becomes of it?"
        return what_becomes_of_it(table, self.by, self.target, prompt)

    def answer(self, table: Espionage, seat: Seat, move: Settle) -> None:
        """Carry it out."""
        self.settle_company(table, retain=move.retain)

    def settle_company(self, table: Espionage, *, retain: bool) -> None:
        """Let the target leave, with or without its cards."""
        self.done = True
        raider, target = table.companies[self.by], table.companies[self.target]
        gain = layoff_gain(table, self.by, target)
        if retain:
            self.inherit_claims(table)
            kept = [*target.team, *target.inventory]
            table.moments += 1
            table.remember_exit(self.target, table.moments, self.by)
            for permanent in kept:
                table.move(permanent, self.target, self.by)
            leave_the_game(table, self.target)
            cards = [table.card(permanent.card).name for permanent in kept]
            table.tell(CompanyRetained(company=self.target, by=self.by, cards=cards))
        else:
            table.moments += 1
            table.remember_exit(self.target, table.moments, self.by)
            leave_the_game(table, self.target)
            raider.account += gain
            table.tell(CompanyLaidOff(company=self.target, by=self.by, points=gain))
        see_who_is_left(table)

    def inherit_claims(self, table: Espionage) -> None:
        """Transfer the target's claims to the raider."""
        for loan in table.loans:
            if loan.lender == self.target and loan.borrower != self.by:
                loan.lender = self.by

    def end(self, table: Espionage) -> None:
        """Executives without a place must go."""
        table.settle()

    def get_default_move(self, table: Espionage, seat: Seat) -> Settle:
        """Retain."""
        return Settle(retain=True)

    def get_title(self, table: Espionage) -> str:
        """Name the raider and the target."""
        return f"{mark(self.by)} takes over {mark(self.target)}"


def layoff_gain(table: Espionage, by: Seat, target: Company) -> int:
    """Return what the target's assets bring together: half of their total cost, rounded up (CE-18)."""
    rate: Fraction = liquidation_rate(table.companies[by], table.box, table.terms)
    return liquidation_value(sum(table.card(asset.card).cost for asset in target.inventory), rate)
