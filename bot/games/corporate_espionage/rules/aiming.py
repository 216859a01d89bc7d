"""Espionage: the choice of a target.

Before espionage is announced its player chooses the company it is aimed at and, where the attacker may,
the card that is meant. Nothing of this is told until everything is chosen. (Rulebook "Espionage" in
"Play Your Turn".)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from bot.engine.pages import mark
from bot.engine.questions import Option, Question
from bot.engine.records import Seat
from bot.games.corporate_espionage.components import PlayingCard
from bot.games.corporate_espionage.moves import Aim, Back, NameCard
from bot.games.corporate_espionage.rules.arithmetic import expected_loss
from bot.games.corporate_espionage.rules.drafts import TURN, Draft, DraftChoice
from bot.games.corporate_espionage.rules.espionage import Operation
from bot.games.corporate_espionage.rules.targets import (
    chooser,
    different,
    first_choice,
    legal_targets,
    permanent_label,
    what_it_can_hit,
)

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage, Permanent

BACK = Option(Back(), "Back", hint="Choose something else.")


class Aiming(Draft):
    """The attacker chooses a target, and names one of its cards where the attacker may choose.

    Until everything is chosen nothing is announced, so nobody else knows which card it will be.
    """

    kind: Literal["aiming"] = "aiming"
    card: str
    target: Seat | None = None
    named: int | None = None
    ready: bool = False

    def begin(self, table: Espionage) -> None:
        """Where there is only one target, take it."""
        targets = legal_targets(table, self.by, table.card(self.card))
        if len(targets) == 1:
            self.aim(table, targets[0])

    def aim(self, table: Espionage, target: Seat) -> None:
        """Take a target; where there is only one card to name, name it."""
        self.target = target
        choices = self.choices(table)
        if len(choices) < 2:
            self.named = choices[0].number if choices else None
            self.ready = True

    def choices(self, table: Espionage) -> list[Permanent]:
        """Return the target's cards among which the attacker may choose."""
        op = first_choice(table.card(self.card))
        if op is None or self.target is None or chooser(table, op, self.by, self.target) != self.by:
            return []
        return different(what_it_can_hit(table, table.companies[self.target], op))

    def is_complete(self) -> bool:
        """Whether a target is chosen, and its card."""
        return self.ready

    def question(self, table: Espionage, seat: Seat) -> Question:
        """Ask for the target, then for its card."""
        card = table.card(self.card)
        if self.target is not None:
            options = tuple(
                Option(
                    NameCard(number=p.number),
                    permanent_label(table, p, self.target),
                    hint=table.card(p.card).text,
                )
                for p in self.choices(table)
            )
            prompt = f"{card.name} against {mark(self.target)}: which card?"
        else:
            options = tuple(
                Option(Aim(target=target), mark(target), hint=prospect(table, card, target))
                for target in legal_targets(table, self.by, card)
            )
            prompt = f"At whom do you aim {card.name}?"
        return DraftChoice(prompt=prompt, rule=TURN, help=card.text, options=(*options, BACK))

    def take(self, table: Espionage, move: Aim | NameCard | Back) -> None:
        """Take the choice, or go a step back."""
        match move:
            case Aim():
                self.aim(table, move.target)
            case NameCard():
                self.named, self.ready = move.number, True
            case Back():
                several = len(legal_targets(table, self.by, table.card(self.card))) > 1
                self.dropped = self.target is None or not several
                self.target = None

    def make(self, table: Espionage) -> None:
        """Announce it."""
        if self.target is not None:
            table.next(
                Operation(number=table.number(), by=self.by, card=self.card, targets=[self.target], named=self.named)
            )


def prospect(table: Espionage, card: PlayingCard, target: Seat) -> str:
    """Return what the card would do to the account of this target."""
    company = table.companies[target]
    if not table.shows_account(target) and any(op.kind in ("lose_fraction", "steal_points") for op in card.ops):
        return "Its account is hidden."
    loss = expected_loss(card.ops, card.tag, company, table.box, table.round)
    if not loss:
        return ""
    return f"Would lose {loss}" + (f" of {company.account}." if table.shows_account(target) else ".")
