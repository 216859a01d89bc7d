"""Play Your Turn; End Your Turn.

After income, expenses and draw you may do any, all or none of the following in any order: hire, purchase,
use espionage, fire, liquidate, take over. Then you announce your account, and may keep only so many cards
in your hand. A round is one turn of each living company. (Rulebook "Play Your Turn" and "End Your Turn".)
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.engine.multi_step import ChooseOrCompose
from bot.engine.pages import mark
from bot.engine.questions import Choose, Item, Option, Question, Subset
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open, OpenByChance, Own
from bot.engine.table import Step
from bot.games.corporate_espionage import moves
from bot.games.corporate_espionage.news import CardLeft, CardsDiscarded, Levied, RoundBegan, Standing, TurnEnded
from bot.games.corporate_espionage.rules.arithmetic import levy, liquidation_rate, liquidation_value
from bot.games.corporate_espionage.rules.audits import audit
from bot.games.corporate_espionage.rules.cards import Buying, Hiring
from bot.games.corporate_espionage.rules.drafts import (
    BEGINNINGS,
    TURN,
    announce,
    begins,
    can_be_completed,
    leads_to,
    put_together,
    so_far,
)
from bot.games.corporate_espionage.rules.elimination import finish
from bot.games.corporate_espionage.rules.embargoes import EmbargoVote
from bot.games.corporate_espionage.rules.hostile_takeover import Takeover
from bot.games.corporate_espionage.rules.in_words import END_TURN, options
from bot.games.corporate_espionage.rules.income_and_expenses import Draw, Expenses, Income
from bot.games.corporate_espionage.rules.insolvency import free_points, liquidate
from bot.games.corporate_espionage.rules.loans import pay_back
from bot.games.corporate_espionage.rules.responses import DiscreetChoice
from bot.games.corporate_espionage.rules.someone_elses_turn import Savvy, use_prepared_cards
from bot.games.corporate_espionage.rules.what_you_may_do import END, what_you_may_do

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage


HELP = (
    "Hire people and purchase assets for income; use espionage to ruin others. One hire and one firing per turn; "
    "anything else you can afford."
)


class Round(Step, kind="round"):
    """One turn of each living company, starting with the first player."""

    def begin(self, table: Espionage) -> None:
        """Tell where everybody stands, and let them take their turns."""
        table.round += 1
        table.embargoes = [embargo for embargo in table.embargoes if embargo.last_round >= table.round]
        standings = {
            company: Standing(account=table.companies[company].account, worth=table.worth(company))
            if table.shows_account(company)
            else Standing(account=None, worth=None)
            for company in table.living
        }
        table.tell(RoundBegan(round=table.round, standings=standings, begins=what_begins(table)))
        table.next(*(Turn(company=company) for company in table.turn_order()), EndOfRound())

    def end(self, table: Espionage) -> None:
        """Begin the next one."""
        table.next(Round())


def what_begins(table: Espionage) -> list[str]:
    """Return the rules that take effect from this round on, in words."""
    terms = table.terms
    new = {
        terms.peaceful_rounds + 1: "espionage is allowed" if terms.peaceful_rounds else "",
        terms.no_takeover_rounds + 1: "hostile takeovers are allowed" if terms.no_takeover_rounds else "",
    }
    words = [new[table.round]] if new.get(table.round) else []
    if terms.levy_after is not None and table.round > terms.levy_after:
        words.append(f"the levy at the end of the round is {levy(table.round, terms.levy_after)}")
    if table.round == min(terms.round_limit or terms.last_round, terms.last_round):
        words.append("this is the last round")
    return words


class EndOfRound(Step, kind="end of round"):
    """The crowded market takes its levy; after the last round the highest net worth wins."""

    def begin(self, table: Espionage) -> None:
        """Take the levy from all at once; when nobody could pay it, the strongest wins (CE-21)."""
        points = levy(table.round, table.terms.levy_after)
        if not points:
            return
        strength = {company: strength_before_levy(table, company) for company in table.living}
        free = {company: free_points(table, company) if table.follows(2) else 0 for company in strength}
        if all(available + free[company] < points for company, (available, _) in strength.items()):
            best = max(strength.values())
            equal = [company for company in strength if strength[company] == best]
            finish(table, "all at once", equal[0] if len(equal) == 1 else table.chance.shuffled(equal)[0])
            return
        table.tell(Levied(round=table.round, points=points))
        for company in table.living:
            table.companies[company].account -= points
        table.settle()

    def end(self, table: Espionage) -> None:
        """See whether the game is over."""
        terms = table.terms
        if table.outcome is None and table.round >= min(terms.round_limit or terms.last_round, terms.last_round):
            finish(table, "round limit", None)


def strength_before_levy(table: Espionage, company: Seat) -> tuple[int, int]:
    """Return what a company could pay if it sold all its assets, and its net worth."""
    owner = table.companies[company]
    rate = liquidation_rate(owner, table.box, table.terms)
    assets = sum(liquidation_value(table.card(asset.card).cost, rate) for asset in owner.inventory)
    return owner.account + assets, table.worth(company)


class Turn(Step, kind="turn"):
    """Income, expenses and draw in order; then actions; then the end of the turn."""

    company: OpenByChance[Seat]

    def begin(self, table: Espionage) -> None:
        """Begin the turn of a living company."""
        number = self.company
        if not table.companies[number].alive:
            return
        begin_turn(table, number)
        table.next(
            Income(company=number),
            Expenses(company=number),
            Draw(company=number),
            Actions(company=number),
            EndOfTurn(company=number),
        )
        use_prepared_cards(table, income_of=number)


def begin_turn(table: Espionage, number: Seat) -> None:
    """Put a company on turn, and reset the counters of its last turn."""
    company = table.companies[number]
    table.active = number
    company.hired = company.fired = company.spotlight = company.deals = company.statements = 0
    company.hiring_over = company.proposed_embargo = False
    company.tried.clear()
    company.audited.clear()
    company.prepared[:] = [prepared for prepared in company.prepared if prepared.when == "before my income"]


@dataclass(frozen=True, kw_only=True)
class WhatNow(ChooseOrCompose):
    """What can be done next.

    In the records of version 1 a composed play is a series of moves. These are still accepted, but no screen offers
    them.
    """

    everything: tuple[Move, ...]
    """All that is open, with what only begins something."""

    @property
    def is_free(self) -> bool:
        """Always; otherwise it would reveal a company without a choice."""
        return True

    def is_legal(self, move: Move) -> bool:
        """Whether it can be done now."""
        return super().is_legal(move) or (type(move) in BEGINNINGS and move in self.everything)


@dataclass(frozen=True, kw_only=True)
class NextPart(DiscreetChoice):
    """What comes next in something that was put together move by move, as version 1 did; or the end of the turn."""

    asked: Question | None

    def is_legal(self, move: Move) -> bool:
        """Whether it can be chosen next, or says that nothing comes of it."""
        if isinstance(move, moves.Back | moves.Accept | moves.EndTurn) or move == moves.Points(points=0):
            return True
        return self.asked is not None and self.asked.is_legal(move)

    def describe(self, move: Any) -> str:
        """Return the label of an option, or what another legal answer does, such as the one at a deadline."""
        if move in self.moves:
            return super().describe(move)
        if self.asked is not None and self.asked.is_legal(move):
            return self.asked.describe(move)
        return END_TURN if isinstance(move, moves.EndTurn) else "Nothing comes of it"


class Actions(Step, kind="actions"):
    """Any, all or none of the actions, in any order."""

    company: OpenByChance[Seat]
    ended: Open[bool] = False
    chosen: Own[list[moves.AnyPart]] = []
    """What version 1 has put together so far of something that is not announced yet; see `NextPart`."""

    def secrets_of(self) -> Seat:
        """Whose turn it is."""
        return self.company

    def list_asked_seats(self, table: Espionage) -> Collection[Seat]:
        """Ask until the turn is ended."""
        if self.ended or not table.companies[self.company].alive:
            return ()
        return table.people(self.company)

    def build_question(self, table: Espionage, seat: Seat) -> Question:
        """Ask what comes next."""
        if self.chosen:
            return self.next_part(table)
        by = self.company
        open_moves = what_you_may_do(table, by)
        beginnings = [move for move in open_moves if can_be_completed(table, by, move)]
        otherwise = put_together(table, by, beginnings)
        account = table.companies[by].account
        return WhatNow(
            prompt=f"Round {table.round}, your turn: what do you do?",
            rule=TURN,
            help=HELP,
            about=(table.round, account, *table.costs(by).values()),
            options=options(table, by, [move for move in open_moves if not begins(move, table.box)]),
            otherwise=otherwise,
            opens=leads_to(beginnings),
            everything=tuple(open_moves),
        )

    def next_part(self, table: Espionage) -> NextPart:
        """Ask what comes next in what version 1 has begun to put together."""
        asked = so_far(table, self.company, self.chosen).question
        options = asked.options if isinstance(asked, Choose) else ()
        return NextPart(
            prompt=asked.prompt if isinstance(asked, Choose) else "Go back, and put it together anew.",
            rule=TURN,
            about=tuple(part.model_dump_json() for part in self.chosen),
            options=(*options, Option(moves.Back(), "Back", hint="Choose something else.")),
            asked=asked,
        )

    def answer(self, table: Espionage, seat: Seat, move: Move) -> None:
        """Do one thing; afterwards this step asks again."""
        by = self.company
        match move:
            case moves.Hire() | moves.Purchase() | moves.UseSavvy() | moves.TakeOver() | moves.ProposeEmbargo():
                table.next(self.begun_with(table, move))
            case moves.Announce():
                announce(table, by, move.parts)
                self.ended = END in move.parts
            case moves.Prepare():
                table.companies[by].prepare(move.card, move.when)
            case moves.Fire() | moves.Liquidate():
                self.part_with(table, move)
            case moves.Audit():
                table.companies[by].audited.append(move.target)
                audit(table, by, move.target)
            case moves.PayBack():
                pay_back(table, move.loan)
            case moves.EndTurn():
                self.ended, self.chosen = True, []
            case _:
                self.choose_part(table, move)

    def begun_with(
        self,
        table: Espionage,
        move: moves.Hire | moves.Purchase | moves.UseSavvy | moves.TakeOver | moves.ProposeEmbargo,
    ) -> Step:
        """Return what begins with this move, to which others may respond."""
        by = self.company
        match move:
            case moves.Hire():
                return Hiring(number=table.number(), by=by, card=move.card)
            case moves.Purchase():
                return Buying(number=table.number(), by=by, card=move.card)
            case moves.UseSavvy():
                return Savvy(number=table.number(), by=by, card=move.card, mode=move.mode)
            case moves.TakeOver():
                return Takeover(number=table.number(), by=by, target=move.target)
            case moves.ProposeEmbargo():
                table.companies[by].proposed_embargo = True
                return EmbargoVote(by=by, target=move.target)

    def choose_part(self, table: Espionage, move: Move) -> None:
        """Take a move with which version 1 has put something together; once it is complete, it is announced."""
        match move:
            case moves.Back():
                back = bool(self.chosen) and isinstance(self.chosen[-1], moves.Aim | moves.State)
                self.chosen = self.chosen[:-1] if back else []
            case moves.Points(points=0) if isinstance(self.chosen[0], moves.Lend):
                self.chosen = []
            case moves.Accept():
                self.announce(table)
            case _:
                self.chosen = [*self.chosen, moves.PART.validate_python(move)]
                if not isinstance(self.chosen[0], moves.Lend) and so_far(table, self.company, self.chosen).complete:
                    self.announce(table)

    def announce(self, table: Espionage) -> None:
        """Announce what version 1 has put together."""
        parts, self.chosen = self.chosen, []
        announce(table, self.company, parts)

    def part_with(self, table: Espionage, move: moves.Fire | moves.Liquidate) -> None:
        """Fire one employee or executive, which costs nothing, or sell an asset."""
        company = table.companies[self.company]
        if isinstance(move, moves.Liquidate):
            liquidate(table, self.company, move.number)
            return
        permanent = table.permanent(self.company, move.number)
        if permanent is not None:
            company.fired += 1
            table.discard(self.company, permanent)
            table.tell(CardLeft(company=self.company, card=table.card(permanent.card).name, why="fired"))

    def get_default_move(self, table: Espionage, seat: Seat) -> Move:
        """Do nothing more."""
        return moves.EndTurn()

    def get_title(self, table: Espionage) -> str:
        """Return whose turn it is."""
        return f"{mark(self.company)}'s turn"


class EndOfTurn(Step, kind="end of turn"):
    """Discard down to the hand limit, announce the account; prepared savvy comes before the next income."""

    company: OpenByChance[Seat]

    def surplus(self, table: Espionage) -> int:
        """Return how many cards are too many."""
        return len(table.companies[self.company].hand) - table.terms.hand_limit

    def list_asked_seats(self, table: Espionage) -> Collection[Seat]:
        """Ask the company if it has too many cards."""
        if self.surplus(table) <= 0 or not table.companies[self.company].alive:
            return ()
        return table.people(self.company)

    def build_question(self, table: Espionage, seat: Seat) -> Question:
        """Ask which cards are discarded."""
        surplus = self.surplus(table)
        return Subset(
            prompt=f"You may keep {table.terms.hand_limit} cards: discard {surplus}.",
            rule="End Your Turn",
            help="Everybody sees what you discard, and it never comes back.",
            move=moves.DiscardDown,
            field="cards",
            items=hand_items(table, self.company),
            fewest=surplus,
            most=surplus,
        )

    def answer(self, table: Espionage, seat: Seat, move: moves.DiscardDown) -> None:
        """Discard."""
        company = table.companies[self.company]
        cards = [value.partition(" ")[0] for value in move.cards]
        for card in cards:
            table.leave_hand(self.company, card)
            company.discard.append(card)
        table.tell(CardsDiscarded(company=self.company, cards=[table.card(card).name for card in cards]))

    def end(self, table: Espionage) -> None:
        """Announce the account."""
        company = table.companies[self.company]
        if not company.alive:
            return
        company.balances.append(company.account)
        hidden = table.is_hidden(self.company)
        if not hidden:
            company.announced = company.account
        table.tell(TurnEnded(company=self.company, account=None if hidden else company.account))
        use_prepared_cards(table, turn_of=self.company)

    def get_default_move(self, table: Espionage, seat: Seat) -> Move:
        """Keep espionage, savvy and executives, then the dearest cards."""
        kept = ("employee", "asset", "executive", "savvy", "espionage")
        items = hand_items(table, self.company)
        cards = {item.value: table.card(item.value.partition(" ")[0]) for item in items}
        order = sorted(cards, key=lambda value: (kept.index(cards[value].type), cards[value].cost))
        gone = set(order[: self.surplus(table)])
        return moves.DiscardDown(cards=tuple(item.value for item in items if item.value in gone))

    def get_title(self, table: Espionage) -> str:
        """Return whose turn ends."""
        return f"End of {mark(self.company)}'s turn"


def hand_items(table: Espionage, company: Seat) -> tuple[Item, ...]:
    """Return the cards of a hand as items; copies after the first carry their number."""
    items: list[Item] = []
    seen: dict[str, int] = {}
    for number in table.companies[company].hand:
        seen[number] = seen.get(number, 0) + 1
        card = table.card(number)
        copy = "" if seen[number] == 1 else f" {seen[number]}"
        items.append(Item(f"{number}{copy}", f"{card.name}{copy and f' (no. {seen[number]})'}", card.text))
    return tuple(items)
