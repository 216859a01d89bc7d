"""Playing the game: turn overview.

A turn is: play decision cards, discard them, draw new ones. Cards are played in any order, for anything they can do;
nothing is compulsory. Some companies do something at the start of a turn, before a card is played, or at its end.
(Rulebook "Turn Overview"; Newspaper, Contractor Firm, Consulting Firm.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.engine.multi_step import ChooseOrCompose
from bot.engine.questions import LazySequence, Question
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open, OpenByChance
from bot.engine.table import Step
from bot.engine.words import format_count
from bot.games.briefcase import moves
from bot.games.briefcase.components import Decision
from bot.games.briefcase.news import DrewAtStart, Exchanged, RoundBegan, TurnBegan
from bot.games.briefcase.rules.activating import activate
from bot.games.briefcase.rules.blocks import move_block
from bot.games.briefcase.rules.buying import buy_company, buy_resources
from bot.games.briefcase.rules.central_bank import invest
from bot.games.briefcase.rules.discard_and_draw import DiscardAndDraw, StorageLimit, draw
from bot.games.briefcase.rules.game_end import announce, describe_near_end, finish, last_seat, worth
from bot.games.briefcase.rules.hiring import hire
from bot.games.briefcase.rules.in_words import options
from bot.games.briefcase.rules.menu_order import order_options
from bot.games.briefcase.rules.on_turn import OnTurn
from bot.games.briefcase.rules.out_of_reach import what_cards_do
from bot.games.briefcase.rules.out_of_turn import settle
from bot.games.briefcase.rules.paying_otherwise import PAY_OTHERWISE, chosen_parts, pay_otherwise
from bot.games.briefcase.rules.what_you_may_do import what_you_may_do

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase, ThisTurn

RULE = "A. Play decision cards"
NOTHING_LEFT = "You can play nothing more this turn."
"""The heading of a question in which the turn can only be ended."""


class Turn(Step, kind="turn"):
    """One player's turn, then the next player's, until the last round is over."""

    seat: OpenByChance[Seat]

    def begin(self, table: Briefcase) -> None:
        """Begin the turn; what this seat was paid meanwhile and has not taken goes in as far as it fits."""
        if self.seat == table.first:
            table.round += 1
            points = {seat: worth(table, seat) for seat in table.seats}
            table.tell(RoundBegan(round=table.round, points=points, near_end=describe_near_end(table)))
        table.active = self.seat
        table.this_turn = fresh(table.this_turn)
        table.tell(TurnBegan(seat=self.seat))
        settle(table, self.seat)
        table.next(Actions(seat=self.seat))

    def end(self, table: Briefcase) -> None:
        """Go on to the next player, or finish the game."""
        player = table.everybody[self.seat]
        player.turns += 1
        player.history.append(worth(table, self.seat))
        table.quiet_turns = 0 if table.this_turn.progress else table.quiet_turns + 1
        if self.seat == last_seat(table):
            rounds = table.box.terms.quiet_rounds
            if table.ending is None and table.quiet_turns >= rounds * table.players:
                announce(table, f"nobody has done anything for {format_count(rounds, 'round')}")  # BC-35
            if table.ending is not None:
                settle(table)
                finish(table)
                return
        table.next(Turn(seat=next(table.iterate_clockwise_from(self.seat))))


def fresh(this_turn: ThisTurn) -> ThisTurn:
    """Return an account of a turn in which nothing has been done."""
    return type(this_turn)()


@dataclass(frozen=True, kw_only=True)
class WhatNext(ChooseOrCompose):
    """What can be done next; the moves with which version 1 chose a payment are understood, but never offered."""

    def is_legal(self, move: Move) -> bool:
        """Whether it can be done now."""
        match move:
            case moves.ChoosePayment():
                return True
            case moves.PayByHand():
                return super().is_legal(move.action)
            case _:
                return super().is_legal(move)


class Actions(OnTurn, kind="actions"):
    """Any number of plays in any order, until the turn is ended."""

    chosen: Open[int] = 0
    """How many moves of version 1 have chosen a payment that is not complete; only while a record is played again."""
    ended: Open[bool] = False
    top: Open[Decision | None] = None

    def must_decide(self, table: Briefcase) -> bool:
        """Ask until the turn is ended."""
        return not self.ended

    def ask(self, table: Briefcase) -> Question:
        """Ask what comes next."""
        plays = what_you_may_do(table, self.seat)
        offered = options(table, self.seat, plays)
        return WhatNext(
            prompt="Your turn: what do you do?" if len(plays) > 1 else NOTHING_LEFT,
            rule=RULE,
            help=what_cards_do(table, self.seat),
            options=offered,
            shown=LazySequence(partial(order_options, table, self.seat, offered)),
            otherwise=pay_otherwise(table, self.seat, plays, RULE),
            opens=PAY_OTHERWISE,
        )

    def decide(self, table: Briefcase, move: Move) -> None:
        """Do one thing; afterwards this step asks again."""
        if isinstance(move, moves.PayByHand):
            self.chosen += 1
            if self.chosen <= len(chosen_parts(table, self.seat, move.action)):
                return
            move = move.action
        self.chosen = 0
        play = PLAYS.get(type(move))
        if play is not None:
            play(table, self.seat, move)
            return
        match move:
            case moves.EndTurn():
                self.ended, self.top = True, move.top
            case moves.ChoosePayment():
                pass  # what follows says it, too
            case moves.DrawExtra():
                table.this_turn.used.append(move.company)
                table.tell(DrewAtStart(seat=self.seat, company=table.card(move.company).name))
                draw(table, self.seat, 1)
            case moves.Exchange():
                self.exchange(table, move)
            case _:
                raise TypeError(f"nobody may {move!r} here")

    def exchange(self, table: Briefcase, move: moves.Exchange) -> None:
        """Discard a card of the hand and draw another."""
        table.this_turn.used.append(move.company)
        table.leave_hand(self.seat, move.card)
        table.everybody[self.seat].discard.append(move.card)
        table.tell(Exchanged(seat=self.seat, company=table.card(move.company).name, card=move.card))
        draw(table, self.seat, 1)

    def end(self, table: Briefcase) -> None:
        """Throw away what does not fit, discard and draw."""
        company = table.abilities(self.seat, "played card on top")[0][0] if self.top is not None else None
        name = table.card(company).name if company is not None else None
        table.next(StorageLimit(seat=self.seat), DiscardAndDraw(seat=self.seat, top=self.top, company=name))

    def late(self, table: Briefcase) -> Move:
        """Do nothing more."""
        return moves.EndTurn()


PLAYS: Mapping[type[Move], Callable[[Briefcase, Seat, Any], None]] = {
    moves.BuyResources: buy_resources,
    moves.BuyCompany: buy_company,
    moves.ActivateCompany: activate,
    moves.Invest: invest,
    moves.HireCompany: hire,
    moves.MoveBlock: move_block,
}
"""What decision cards are played for."""
