"""Playing the game: turn overview.

A turn is: play decision cards, discard them, draw new ones. Cards are played in any order, for anything they can do;
nothing is compulsory. Some companies do something at the start of a turn, before a card is played, or at its end.
(Rulebook "Turn Overview"; Newspaper, Contractor Firm, Consulting Firm.)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move, Seat
from bot.engine.table import Step
from bot.engine.words import counted
from bot.games.briefcase import moves
from bot.games.briefcase.components import Decision
from bot.games.briefcase.moves import Action, AnyAction
from bot.games.briefcase.news import DrewAtStart, Exchanged, RoundBegan, TurnBegan
from bot.games.briefcase.rules.activating import activate
from bot.games.briefcase.rules.blocks import move_block
from bot.games.briefcase.rules.buying import buy_company, buy_resources
from bot.games.briefcase.rules.central_bank import invest
from bot.games.briefcase.rules.discard_and_draw import DiscardAndDraw, StorageLimit, draw
from bot.games.briefcase.rules.game_end import announce, finish, last_seat, worth
from bot.games.briefcase.rules.hiring import hire
from bot.games.briefcase.rules.in_words import LABEL, fit, leaves, options, stored_after, what_cards_do
from bot.games.briefcase.rules.on_turn import OnTurn
from bot.games.briefcase.rules.out_of_turn import settle
from bot.games.briefcase.rules.vocabulary import amounts, said_payment, said_uses
from bot.games.briefcase.rules.what_you_may_do import (
    ways_to_pay_with_cards,
    ways_to_pay_with_resources,
    what_you_may_do,
)

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase, ThisTurn

RULE = "A. Play decision cards"
_COMPANIES = re.compile(r" \([^)]*\)")
"""In a payment: through which company a card or resource pays."""


class Turn(Step):
    """One player's turn, then the next player's, until the last round is over."""

    kind: Literal["turn"] = "turn"
    seat: Seat

    def begin(self, table: Briefcase) -> None:
        """Begin the turn; what this seat was paid meanwhile and has not taken goes in as far as it fits."""
        if self.seat == table.first:
            table.round += 1
            points = {seat: worth(table, seat) for seat in table.seats}
            table.tell(RoundBegan(round=table.round, points=points))
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
                announce(table, f"nobody has done anything for {counted(rounds, 'round')}")  # BC-35
            if table.ending is not None:
                settle(table)
                finish(table)
                return
        table.next(Turn(seat=next(table.clockwise_from(self.seat))))


def fresh(this_turn: ThisTurn) -> ThisTurn:
    """Return an account of a turn in which nothing has been done."""
    return type(this_turn)()


class Actions(OnTurn):
    """Any number of plays in any order, until the turn is ended."""

    kind: Literal["actions"] = "actions"
    by_hand: bool = False
    """Whether the payment of the next play is chosen by hand; only the active player knows."""
    ended: bool = False
    top: Decision | None = None

    def must_decide(self, table: Briefcase) -> bool:
        """Ask until the turn is ended."""
        return not self.ended

    def ask(self, table: Briefcase) -> Question:
        """Ask what comes next."""
        plays = what_you_may_do(table, self.seat, by_hand=self.by_hand)
        player = table.everybody[self.seat]
        holds = f"{amounts(player.hand)} in hand, {amounts(player.storage)} stored"
        what = "Which play's payment do you choose?" if self.by_hand else "What do you do?"
        return Choose(
            prompt=f"Round {table.round}, your turn: {holds}. {what}",
            rule=RULE,
            help=what_cards_do(table, self.seat),
            options=options(table, self.seat, plays),
        )

    def decide(self, table: Briefcase, move: Move) -> None:
        """Do one thing; afterwards this step asks again."""
        play = PLAYS.get(type(move))
        if play is not None:
            play(table, self.seat, move)
            return
        match move:
            case moves.EndTurn():
                self.ended, self.top = True, move.top
            case moves.ChoosePayment():
                self.by_hand = move.by_hand
            case moves.DrawExtra():
                table.this_turn.used.append(move.company)
                table.tell(DrewAtStart(seat=self.seat, company=table.card(move.company).name))
                draw(table, self.seat, 1)
            case moves.Exchange():
                self.exchange(table, move)
            case moves.PayByHand():
                self.by_hand = False
                table.next(PaymentByHand(seat=self.seat, action=move.action))
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


class PaymentByHand(OnTurn):
    """The payment of a play, chosen by hand: first the cards, then the resources; then it is played."""

    kind: Literal["payment by hand"] = "payment by hand"
    action: AnyAction
    settled: list[Literal["cards", "resources"]] = []

    def chosen_now(self, table: Briefcase) -> Literal["cards", "resources"] | None:
        """Return of what the payment is chosen now, as there is more than one way; None: all is settled."""
        if "cards" not in self.settled and len(ways_to_pay_with_cards(table, self.seat, self.action)) > 1:
            return "cards"
        if "resources" not in self.settled and len(ways_to_pay_with_resources(table, self.seat, self.action)) > 1:
            return "resources"
        return None

    def other_ways(self, table: Briefcase) -> Iterator[tuple[str, Action, str]]:
        """Yield the ways to choose from now: how they read, the play, and what it leaves; the cheapest first."""
        action, seat = self.action, self.seat
        if self.chosen_now(table) == "cards":
            for cards in ways_to_pay_with_cards(table, seat, action):
                paid = {"card": cards[0].card} if isinstance(action, moves.MoveBlock) else {"cards": cards}
                play = action.model_copy(update=paid)
                yield f"Play {said_uses(cards, table.box)}", play, leaves(table, seat, cards)
        else:
            for pay in ways_to_pay_with_resources(table, seat, action):
                left = f"Leaves {amounts(stored_after(table, seat, pay))} stored."
                yield f"Pay {said_payment(pay, table.box)}", action.model_copy(update={"pay": pay}), left

    def must_decide(self, table: Briefcase) -> bool:
        """Ask while there is more than one way."""
        return self.chosen_now(table) is not None

    def ask(self, table: Briefcase) -> Question:
        """Ask with what it is paid."""
        found: dict[str, Option] = {}
        for words, action, left in self.other_ways(table):
            label = fit(LABEL, words) or fit(LABEL, _COMPANIES.sub("", words)) or f"{words[: LABEL - 1].rstrip(' ,(')}…"
            move = moves.PayByHand(action=action)
            found.setdefault(label.casefold(), Option(move, label, hint=fit(100, left)))
        return Choose(
            prompt="What do you pay with?",
            rule=RULE,
            help="The cheapest way comes first: it uses what could do least in the rest of this turn.",
            options=tuple(found.values()),
        )

    def decide(self, table: Briefcase, move: moves.PayByHand) -> None:
        """Take this way."""
        self.settled = ["cards"] if self.chosen_now(table) == "cards" else ["cards", "resources"]
        self.action = move.action

    def end(self, table: Briefcase) -> None:
        """Play it."""
        PLAYS[type(self.action)](table, self.seat, self.action)

    def late(self, table: Briefcase) -> Move:
        """Pay the cheapest way."""
        return moves.PayByHand(action=next(self.other_ways(table))[1])


PLAYS: Mapping[type[Move], Callable[[Briefcase, Seat, Any], None]] = {
    moves.BuyResources: buy_resources,
    moves.BuyCompany: buy_company,
    moves.ActivateCompany: activate,
    moves.Invest: invest,
    moves.HireCompany: hire,
    moves.MoveBlock: move_block,
}
"""What decision cards are played for."""
