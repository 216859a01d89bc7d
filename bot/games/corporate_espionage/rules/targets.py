"""Espionage: the legal targets, and the cards it can hit.

A company that a card protects from a kind of espionage is no target, nor is one that has nothing the card
could hit, or that has suffered enough attacks since its own last turn. (Rulebook "Play Your Turn",
Espionage; the limits are ours.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bot.engine.pages import mark
from bot.engine.records import Seat
from bot.games.corporate_espionage.components import PlayingCard
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

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Company, Espionage, Permanent

CHOOSES_A_CARD = ("fire", "poach", "destroy_asset", "steal_asset")


def exposed(table: Espionage, by: Seat) -> list[Seat]:
    """Return the opponents who have not suffered enough yet; nobody before espionage is allowed."""
    if table.round <= table.terms.peaceful_rounds:
        return []
    limit = spotlight_limit(table)
    return [target for target in table.opponents(by) if limit is None or table.companies[target].spotlight < limit]


def targets(table: Espionage, by: Seat, card: PlayingCard, among: Sequence[Seat]) -> Iterator[Seat]:
    """Yield at whom of the exposed opponents this card can be aimed; for a card against all, whom it would hit."""
    if card.target == "richest_opponent" and among:
        worths = {target: table.worth(target) for target in table.opponents(by)}
        most = max(worths.values())
        among = [target for target in among if worths[target] == most]
    for target in among:
        if can_be_hit(table, target, card):
            yield target


def legal_targets(table: Espionage, by: Seat, card: PlayingCard) -> list[Seat]:
    """Return at whom this card can be aimed now; for a card against all, whom it would hit."""
    return list(targets(table, by, card, exposed(table, by)))


def new_targets(table: Espionage, by: Seat, card: PlayingCard, old: Seat) -> list[Seat]:
    """Return where espionage can be sent instead: another legal target, or the attacker itself (CE-20)."""
    found = [target for target in legal_targets(table, by, card) if target != old]
    limit = spotlight_limit(table)
    if by != old and (limit is None or table.companies[by].spotlight < limit) and can_be_hit(table, by, card):
        found.append(by)
    return found


def can_be_hit(table: Espionage, target: Seat, card: PlayingCard) -> bool:
    """Whether nothing protects the company from this card, and it finds something there."""
    company = table.companies[target]
    return not is_protected(table, company, card) and finds_something(table, company, card.ops[0])


def spotlight_limit(table: Espionage) -> int | None:
    """Return how many one-target cards may be aimed at a company between two of its turns; None: any number."""
    if not table.terms.spotlight:
        return None
    living = len(table.living)
    return next((row.most for row in table.box.spotlight if row.fits(table.round, living)), None)


def is_protected(table: Espionage, company: Company, card: PlayingCard) -> bool:
    """Whether a card of the company makes it immune to this kind of espionage, or shields it from the operation."""
    guards = table.box.guards
    own = [guards[p.card] for zone in (company.team, company.inventory) for p in zone if p.card in guards]
    if not own:
        return False
    op = card.ops[0]
    name = f"fire_{op.type}" if isinstance(op, FireOp) else op.kind
    return any(card.tag in guard or name in guard for guard in own)


def finds_something(table: Espionage, company: Company, op: AnyOp) -> bool:
    """Whether the operation has something to hit (CE-11)."""
    if isinstance(op, DiscardChosen):
        return bool(company.hand)
    if op.kind not in CHOOSES_A_CARD or (isinstance(op, FireOp) and op.otherwise):
        return True
    return bool(what_it_can_hit(table, company, op))


def what_it_can_hit(table: Espionage, company: Company, op: AnyOp) -> list[Permanent]:
    """Return the cards in play among which the operation takes one."""
    card = table.box.card
    match op:
        case FireOp():
            return [permanent for permanent in company.team if card[permanent.card].type == op.type]
        case PoachOp():
            return [permanent for permanent in company.team if card[permanent.card].type == "employee"]
        case DestroyAsset():
            return list(company.inventory)
        case StealAsset():
            return [permanent for permanent in company.inventory if card[permanent.card].cost <= op.max_cost]
        case Lose() | LosePer() | LoseFraction() | StealPoints() | StatusOp() | DiscardChosen():
            return []
        case DrawOp() | Gain() | Cancel() | AttackerLoses() | Redirect():
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
    return label if holder == permanent.owner else f"{label} from {mark(permanent.owner)}"


def chooser(table: Espionage, op: AnyOp, by: Seat, target: Seat) -> Seat:
    """Return which company chooses the card that is hit: what the card says, or the table agreed on (CE-12)."""
    says: str | None = getattr(op, "chooser", None)
    if says is None:
        says = "victim" if table.options.losses == "victim chooses" else "attacker"
    return target if says == "victim" else by


def which_card(table: Espionage, by: Seat, card: PlayingCard, target: Seat) -> list[Permanent]:
    """Return the target's cards among which the attacker may choose."""
    op = first_choice(card)
    if op is None or chooser(table, op, by, target) != by:
        return []
    return different(what_it_can_hit(table, table.companies[target], op))


def only_card(table: Espionage, by: Seat, card: PlayingCard, target: Seat) -> str:
    """Return which of the target's cards is meant where there is only one, as it follows the target's name."""
    choices = which_card(table, by, card, target)
    return f" ({permanent_label(table, choices[0], target)})" if len(choices) == 1 else ""


def only_target(table: Espionage, by: Seat, card: PlayingCard) -> str:
    """Return at whom espionage is aimed where there is only one, as it follows the card's name and price."""
    targets = legal_targets(table, by, card)
    if card.target == "all_opponents" or len(targets) != 1:
        return ""
    return f" → {mark(targets[0])}"
