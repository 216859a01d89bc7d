"""Espionage: at whom it can be aimed, and what it can hit.

A company that a card protects from a kind of espionage is no target, nor is one that has nothing the card
could hit, or that has suffered enough attacks since its own last turn. (Rulebook "Play Your Turn",
Espionage; the limits are ours.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.engine.pages import who
from bot.engine.records import Seat
from bot.games.corporate_espionage.components import PlayingCard
from bot.games.corporate_espionage.rules.arithmetic import passives
from bot.games.corporate_espionage.rules.effects import AnyOp

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Company, Espionage, Permanent

CHOOSES_A_CARD = ("fire", "poach", "destroy_asset", "steal_asset")


def legal_targets(table: Espionage, by: Seat, card: PlayingCard) -> list[Seat]:
    """Return at whom this card can be aimed now; for a card against all, whom it would hit."""
    if table.round <= table.terms.peaceful_rounds:
        return []
    targets = table.opponents(by)
    if card.target == "richest_opponent" and targets:
        worths = {target: table.worth(target) for target in targets}
        targets = [target for target in targets if worths[target] == max(worths.values())]
    limit = spotlight_limit(table)
    return [target for target in targets if can_be_hit(table, target, card, limit)]


def new_targets(table: Espionage, by: Seat, card: PlayingCard, old: Seat) -> list[Seat]:
    """Return where espionage can be sent instead: another legal target, or the attacker itself (CE-20)."""
    targets = [target for target in legal_targets(table, by, card) if target != old]
    if by != old and can_be_hit(table, by, card, spotlight_limit(table)):
        targets.append(by)
    return targets


def can_be_hit(table: Espionage, target: Seat, card: PlayingCard, limit: int | None) -> bool:
    """Whether nothing protects the company from this card, and it finds something there."""
    company = table.companies[target]
    if limit is not None and company.spotlight >= limit:
        return False
    if any(card.tag in passive.tags for passive in passives(company, table.box, "immune")):
        return False
    first = card.ops[0]
    return not is_shielded(table, company, first) and finds_something(table, company, first)


def spotlight_limit(table: Espionage) -> int | None:
    """Return how many one-target cards may be aimed at a company between two of its turns; None: any number."""
    if not table.terms.spotlight:
        return None
    living = len(table.living)
    return next((row.most for row in table.box.spotlight if row.fits(table.round, living)), None)


def is_shielded(table: Espionage, company: Company, op: AnyOp) -> bool:
    """Whether a card of the company stops this operation."""
    name = f"fire_{op.type}" if op.kind == "fire" else op.kind
    return any(name in passive.against for passive in passives(company, table.box, "shield"))


def finds_something(table: Espionage, company: Company, op: AnyOp) -> bool:
    """Whether the operation has something to hit (CE-11)."""
    if op.kind == "discard_chosen":
        return bool(company.hand)
    if op.kind not in CHOOSES_A_CARD or (op.kind == "fire" and op.otherwise):
        return True
    return bool(what_it_can_hit(table, company, op))


def what_it_can_hit(table: Espionage, company: Company, op: AnyOp) -> list[Permanent]:
    """Return the cards in play among which the operation takes one."""
    card = table.box.card
    match op.kind:
        case "fire":
            return [permanent for permanent in company.team if card[permanent.card].type == op.type]
        case "poach":
            return [permanent for permanent in company.team if card[permanent.card].type == "employee"]
        case "destroy_asset":
            return list(company.inventory)
        case "steal_asset":
            return [permanent for permanent in company.inventory if card[permanent.card].cost <= op.max_cost]
    return []


def different(permanents: Sequence[Permanent]) -> list[Permanent]:
    """Return one of each kind: cards with the same name, origin and time left make no difference."""
    kinds: dict[tuple[str, Seat, int | None], Permanent] = {}
    for permanent in permanents:
        kinds.setdefault((permanent.card, permanent.owner, permanent.left), permanent)
    return list(kinds.values())


def first_choice(card: PlayingCard) -> AnyOp | None:
    """Return the operation for which the attacker names a card in play when announcing, if there is one."""
    return next((op for op in card.ops if op.kind in CHOOSES_A_CARD), None)


def permanent_label(table: Espionage, permanent: Permanent, holder: Seat) -> str:
    """Return how a card in play is called where it must be told from others of its name."""
    label = table.card(permanent.card).name
    if permanent.left is not None:
        label += f" ({permanent.left} more turn{'s' if permanent.left != 1 else ''})"
    return label if holder == permanent.owner else f"{label} from {who(permanent.owner)}"


def chooser(table: Espionage, op: AnyOp, by: Seat, target: Seat) -> Seat:
    """Return which company chooses the card that is hit: what the card says, or the table agreed on (CE-12)."""
    says: str | None = getattr(op, "chooser", None)
    if says is None:
        says = "victim" if table.options.losses == "victim chooses" else "attacker"
    return target if says == "victim" else by
