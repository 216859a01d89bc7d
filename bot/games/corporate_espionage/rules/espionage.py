"""Espionage: attacks on competitors.

First its cost is paid, then its effect is announced and the card discarded. The attacker says which of the
target's cards is meant. When everybody could respond, it hits the target, one operation after the other.
(Rulebook "Espionage" in "Play Your Turn", and "Play During Someone Else's Turn".)
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from bot.engine.pages import mark
from bot.engine.questions import Option, Question
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open
from bot.engine.table import Step
from bot.engine.words import format_seats
from bot.games.corporate_espionage.moves import NameCard, PickFromHand
from bot.games.corporate_espionage.news import (
    CardLeft,
    CardsDiscarded,
    CardTaken,
    EspionageAnnounced,
    HandLookedAt,
    HandSeen,
    PlayCancelled,
    PlayWithdrawn,
    PointsStolen,
    StatusPut,
    TargetSafe,
)
from bot.games.corporate_espionage.rules.arithmetic import (
    ceil_part,
    is_insured,
    printed_loss,
    reduced_loss,
)
from bot.games.corporate_espionage.rules.effects import (
    AnyOp,
    AttackerLoses,
    Cancel,
    DestroyAsset,
    DiscardChosen,
    DrawOp,
    FireOp,
    Gain,
    Lose,
    LoseFraction,
    LosePer,
    PoachOp,
    Redirect,
    StatusOp,
    StealAsset,
    StealPoints,
)
from bot.games.corporate_espionage.rules.elimination import lose
from bot.games.corporate_espionage.rules.in_words import what_it_brings
from bot.games.corporate_espionage.rules.responses import DiscreetChoice
from bot.games.corporate_espionage.rules.someone_elses_turn import AnyPlay
from bot.games.corporate_espionage.rules.targets import (
    CHOOSES_A_CARD,
    chooser,
    different,
    permanent_label,
    what_it_can_hit,
)

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage, Permanent

RULE = "Play Your Turn: Espionage"


class Operation(AnyPlay, kind="operation"):
    """An espionage card is paid, announced and discarded; it hits after everybody could respond."""

    what: ClassVar[str] = "espionage"

    card: Open[str]
    targets: Open[list[Seat]]
    named: Open[int | None] = None

    @property
    def aimed_at(self) -> Sequence[Seat]:
        """The targets."""
        return self.targets

    def announce(self, table: Espionage) -> None:
        """Pay, discard, and tell at whom it is aimed."""
        card = table.card(self.card)
        cost = table.cost(self.by, self.card)
        company = table.companies[self.by]
        company.account -= cost
        table.leave_hand(self.by, self.card)
        company.discard.append(self.card)
        if card.target != "all_opponents":
            table.companies[self.targets[0]].spotlight += 1
        table.tell(
            EspionageAnnounced(
                company=self.by,
                card=card.name,
                text=card.text,
                cost=cost,
                targets=self.targets,
                named=self.named_card(table),
            )
        )

    def named_card(self, table: Espionage) -> str | None:
        """Return the name of the card that was named."""
        named = None if self.named is None else table.permanent(self.targets[0], self.named)
        return None if named is None else table.card(named.card).name

    def take_effect(self, table: Espionage) -> None:
        """Hit each target that is still there, clockwise from the attacker."""
        targets = [target for target in self.targets if table.companies[target].alive]
        if not targets:
            table.tell(PlayWithdrawn(company=self.by, card=self.name(table)))
        moment = None
        if table.follows(2):  # whom one card fells, it fells at once
            table.moments += 1
            moment = table.moments
        table.next(*(Strike(by=self.by, card=self.card, target=at, named=self.named, moment=moment) for at in targets))

    def cancelled(self, table: Espionage, op: Cancel, by: Seat) -> None:
        """No part of it happens; against all, it still happens to the others."""
        others = [target for target in self.targets if target != by]
        if others:
            self.targets = others
            table.tell(TargetSafe(company=by, card=self.name(table)))
            return
        self.stopped = True
        table.tell(PlayCancelled(company=self.by, card=self.name(table)))

    def sent_elsewhere(self, new: Seat) -> None:
        """Hit another company; the card is chosen again."""
        self.targets, self.named = [new], None

    def words(self, table: Espionage) -> str:
        """Return who attacks whom with what."""
        at = format_seats(self.targets) if len(self.targets) <= 2 else f"{len(self.targets)} companies"
        named = self.named_card(table)
        about = f"'s {named}" if named else ""
        return f"{mark(self.by)} uses {self.name(table)} against {at}{about}."


class Strike(Step, kind="strike"):
    """Espionage hits one company, operation by operation; where there is a choice, it is made now."""

    by: Open[Seat]
    card: Open[str]
    target: Open[Seat]
    named: Open[int | None] = None
    at: Open[int] = 0
    """Which operation comes next."""
    picked: Open[int] = 0
    """How many cards were already picked for it."""
    choosing: Open[Seat | None] = None
    moment: Open[int | None] = None
    """All that one card hits belongs to one moment; None: each is one of its own, as in the first edition."""

    def begin(self, table: Espionage) -> None:
        """Carry out what needs no choice."""
        self.go_on(table)

    def go_on(self, table: Espionage) -> None:
        """Carry out operations up to the next choice."""
        ops = table.card(self.card).ops
        self.choosing = None
        while self.at < len(ops):
            op = ops[self.at]
            if op.kind in CHOOSES_A_CARD:
                if self.must_choose(table, op):
                    return
            elif isinstance(op, DiscardChosen):
                if self.look_at_hand(table, op.count):
                    return
            else:
                carry_out(table, op, self)
            self.at += 1
            self.picked = 0

    def must_choose(self, table: Espionage, op: AnyOp) -> bool:
        """Hit the named or only card; return True when one must be chosen, and it matters which."""
        if isinstance(op, PoachOp | StealAsset) and self.by == self.target and table.follows(5):
            return False  # by Scapegoat: nobody takes anything from themselves
        hit = what_it_can_hit(table, table.companies[self.target], op)
        named = next((permanent for permanent in hit if permanent.number == self.named), None)
        if named is None and len(different(hit)) > 1:
            self.choosing = chooser(table, op, self.by, self.target)
            return True
        if hit:
            hit_card(table, op, self, named or hit[0])
        elif isinstance(op, FireOp):
            for other in op.otherwise:
                carry_out(table, other, self)
        return False

    def look_at_hand(self, table: Espionage, count: int) -> bool:
        """Look at the hand; return True when a card must be picked from it, and not all of it goes anyway."""
        hand = table.in_order(table.companies[self.target].hand)
        if not self.picked:
            names = [table.card(card).name for card in hand]
            table.let_see_hand(self.target, self.by)
            table.tell(HandLookedAt(company=self.target, by=self.by))
            table.tell(HandSeen(company=self.target, by=self.by, cards=names), to=table.people_of(self.by))
        left = count - self.picked
        if left >= len(hand) and table.follows(5):  # how many cards it holds is known, so nobody learns more by this
            for card in hand:
                self.discard_of_hand(table, card)
            return False
        if not hand or not left:
            return False
        self.choosing = self.by
        return True

    def discard_of_hand(self, table: Espionage, card: str) -> None:
        """Discard a card of the target's hand, for all to see."""
        table.leave_hand(self.target, card)
        table.companies[self.target].discard.append(card)
        table.tell(CardsDiscarded(company=self.target, cards=[table.card(card).name], by=self.by))
        self.picked += 1

    def list_asked_seats(self, table: Espionage) -> Collection[Seat]:
        """Ask the company that chooses."""
        return () if self.choosing is None else table.people(self.choosing)

    def build_question(self, table: Espionage, seat: Seat) -> Question:
        """Ask which card is hit."""
        card = table.card(self.card)
        op = card.ops[self.at]
        company = table.companies[self.target]
        if isinstance(op, DiscardChosen):
            hand = dict.fromkeys(table.in_order(company.hand))
            options = tuple(
                Option(PickFromHand(card=c), table.card(c).name, hint=what_it_brings(table.card(c))) for c in hand
            )
            prompt = f"{card.name}: which card must {mark(self.target)} discard?"
        else:
            options = tuple(
                Option(
                    NameCard(number=p.number),
                    permanent_label(table, p, self.target),
                    hint=what_it_brings(table.card(p.card)),
                )
                for p in different(what_it_can_hit(table, company, op))
            )
            prompt = f"{card.name} against {mark(self.target)}: which card is hit?"
        return DiscreetChoice(prompt=prompt, rule=RULE, help=card.text, options=options)

    def answer(self, table: Espionage, seat: Seat, move: NameCard | PickFromHand) -> None:
        """Hit the chosen card and go on."""
        op = table.card(self.card).ops[self.at]
        match move:
            case PickFromHand():
                self.discard_of_hand(table, move.card)
            case NameCard():
                permanent = table.permanent(self.target, move.number)
                if permanent is not None:
                    hit_card(table, op, self, permanent)
                self.at += 1
        self.go_on(table)

    def end(self, table: Espionage) -> None:
        """Companies in debt now must settle it."""
        table.settle(self.moment)

    def get_default_move(self, table: Espionage, seat: Seat) -> Move:
        """Take the card with the highest cost."""
        op = table.card(self.card).ops[self.at]
        company = table.companies[self.target]
        if isinstance(op, DiscardChosen):
            return PickFromHand(card=max(table.in_order(company.hand), key=lambda card: table.card(card).cost))
        hit = different(what_it_can_hit(table, company, op))
        return NameCard(number=max(hit, key=lambda p: table.card(p.card).cost).number)

    def get_title(self, table: Espionage) -> str:
        """Name the card and its target."""
        return f"{table.card(self.card).name} against {mark(self.target)}"


def carry_out(table: Espionage, op: AnyOp, strike: Strike) -> None:
    """Carry out an operation that needs no choice."""
    match op:
        case Lose() | LosePer() | LoseFraction():
            loss, halved = loss_from(table, op, strike)
            lose(table, strike.target, loss, table.card(strike.card).name, halved=halved)
        case StealPoints():
            loss, _ = loss_from(table, op, strike)
            steal_points(table, strike, loss)
        case StatusOp():
            table.companies[strike.target].suffer(op.status, op.amount, op.turns)
            table.tell(StatusPut(company=strike.target, status=op.status, amount=op.amount, turns=op.turns))
        case DrawOp():
            table.draw(strike.by, op.count)
        case FireOp() | PoachOp() | DestroyAsset() | StealAsset() | DiscardChosen():
            raise TypeError(f"{op.kind} needs a choice")  # see `Strike.go_on`
        case Gain() | Cancel() | AttackerLoses() | Redirect():
            raise TypeError(f"{op.kind} belongs to savvy")  # no box holds such a card


def loss_from(table: Espionage, op: AnyOp, strike: Strike) -> tuple[int, bool]:
    """Return the points an operation takes, and whether they were halved as the first loss of the round."""
    company = table.companies[strike.target]
    loss = reduced_loss(printed_loss(op, company, table.box), table.card(strike.card).tag, company, table.box)
    first = company.hit_in_round != table.round
    if loss:
        company.hit_in_round = table.round
    if loss and first and is_insured(company, table.box):
        return ceil_part(loss, 1, 2), True
    return loss, False


def steal_points(table: Espionage, strike: Strike, loss: int) -> None:
    """Move points to the attacker, but not more than there are."""
    victim, thief = table.companies[strike.target], table.companies[strike.by]
    loss = min(loss, max(0, victim.account))
    if strike.by != strike.target and loss:
        victim.account -= loss
        thief.account += loss
        why = table.card(strike.card).name
        table.tell(PointsStolen(company=strike.target, by=strike.by, points=loss, why=why))


def hit_card(table: Espionage, op: AnyOp, strike: Strike, permanent: Permanent) -> None:
    """Fire, destroy or take a card in play."""
    name = table.card(permanent.card).name
    if isinstance(op, PoachOp | StealAsset):
        if strike.by != strike.target:
            table.move(permanent, strike.target, strike.by)
            table.tell(CardTaken(company=strike.target, by=strike.by, card=name))
        return
    table.discard(strike.target, permanent)
    why: Literal["fired by espionage", "destroyed"] = "fired by espionage" if isinstance(op, FireOp) else "destroyed"
    table.tell(CardLeft(company=strike.target, card=name, why=why))
