"""Espionage: the choice of a target.

Before espionage is announced its player chooses the company it is aimed at and, where the attacker may,
the card that is meant. Nothing of this is announced until everything is chosen. (Rulebook "Espionage" in
"Play Your Turn".)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.engine.multi_step import Stage
from bot.engine.pages import mark
from bot.engine.questions import Choose, Option
from bot.engine.records import Move, Seat
from bot.engine.words import format_count, format_list
from bot.games.corporate_espionage.components import PlayingCard
from bot.games.corporate_espionage.moves import Aim, BackUp, NameCard, Spy
from bot.games.corporate_espionage.rules.arithmetic import expected_loss
from bot.games.corporate_espionage.rules.effects import LoseFraction, StealPoints
from bot.games.corporate_espionage.rules.espionage import RULE, Operation
from bot.games.corporate_espionage.rules.in_words import what_it_brings
from bot.games.corporate_espionage.rules.targets import (
    first_choice,
    legal_targets,
    only_card,
    permanent_label,
    what_it_can_hit,
    which_card,
)

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage

FEW = 4
"""The largest number of names that fit beside an option."""


def espionage_so_far(table: Espionage, by: Seat, parts: Sequence[Move]) -> Stage:
    """Ask for the target, then for its card; where there is only one, it is meant."""
    card = _card(table, parts)
    targets = legal_targets(table, by, card)
    target, named = target_of(table, by, parts), named_in(parts)
    if card.target == "all_opponents":
        return Stage(None, f"{_paid(table, by, card)} {_against_all(table, card, targets)}".strip())
    if target is None:
        options = tuple(
            Option(
                Aim(target=other),
                f"{mark(other)}{only_card(table, by, card, other)}",
                hint=_as_sentence(prospect(table, card, other)),
                brief=mark(other),
            )
            for other in targets
        )
        prompt = f"Whom is {card.name} aimed at?"
        question = Choose(prompt=prompt, rule=RULE, help=card.text, options=options)
        return Stage(question, _paid(table, by, card), complete=False, asks_detail=True)
    words = f"{mark(target)} {prospect(table, card, target)}" if prospect(table, card, target) else ""
    words = f"{_paid(table, by, card)} {words}".strip()
    choices = which_card(table, by, card, target)
    if len(choices) < 2:
        return Stage(None, words)
    if named is not None:
        return Stage(None, _paid(table, by, card))
    options = tuple(
        Option(NameCard(number=p.number), permanent_label(table, p, target), hint=what_it_brings(table.card(p.card)))
        for p in choices
    )
    prompt = f"{card.name} against {mark(target)}: which card?"
    return Stage(
        Choose(prompt=prompt, rule=RULE, help=card.text, options=options), words, complete=False, asks_detail=True
    )


def announce_espionage(table: Espionage, by: Seat, parts: Sequence[Move], backed: BackUp | None) -> None:
    """Announce it: at all opponents, or at the target that was chosen or is the only one."""
    card = _card(table, parts)
    target = target_of(table, by, parts)
    if card.target == "all_opponents":
        targets = legal_targets(table, by, card)
        table.next(Operation(number=table.number(), by=by, card=card.id, targets=targets, backed=backed))
    elif target is not None:
        choices = which_card(table, by, card, target)
        named = named_in(parts) if len(choices) > 1 else choices[0].number if choices else None
        number = table.number()
        table.next(Operation(number=number, by=by, card=card.id, targets=[target], named=named, backed=backed))


def target_of(table: Espionage, by: Seat, parts: Sequence[Move]) -> Seat | None:
    """Return at whom espionage is aimed, also where there was no choice; None: that is still to be chosen."""
    chosen = next((part.target for part in parts if isinstance(part, Aim)), None)
    targets = legal_targets(table, by, _card(table, parts))
    return targets[0] if chosen is None and len(targets) == 1 else chosen


def named_in(parts: Sequence[Move]) -> int | None:
    """Return the number of the card that was named."""
    return next((part.number for part in parts if isinstance(part, NameCard)), None)


def prospect(table: Espionage, card: PlayingCard, target: Seat) -> str:
    """Return what the card would take from this target, as it follows its name: points, or which of its cards."""
    company = table.companies[target]
    op = first_choice(card)
    if op is not None and (cards := what_it_can_hit(table, company, op)):
        names = list(dict.fromkeys(table.card(p.card).name for p in cards))
        return f"has {format_list(names) if len(names) <= FEW else f'{len(names)} different cards'}."
    if not table.shows_account(target) and any(isinstance(op, LoseFraction | StealPoints) for op in card.ops):
        return "hides its account."
    loss = expected_loss(card.ops, card.tag, company, table.box, table.round)
    if not loss:
        return ""
    held = f" and has {company.account}" if table.shows_account(target) else ""
    return f"would lose {format_count(loss, 'point')}{held}."


def _card(table: Espionage, parts: Sequence[Move]) -> PlayingCard:
    first = parts[0]
    if not isinstance(first, Spy):
        raise TypeError(f"espionage does not begin with {first!r}")
    return table.card(first.card)


def _paid(table: Espionage, by: Seat, card: PlayingCard) -> str:
    cost = table.cost(by, card.id)
    return f"Leaves you {format_count(table.companies[by].account - cost, 'point')}."


def _as_sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _against_all(table: Espionage, card: PlayingCard, targets: Sequence[Seat]) -> str:
    found = [(target, prospect(table, card, target)) for target in targets]
    return " ".join(f"{mark(target)} {words}" for target, words in found if words)
