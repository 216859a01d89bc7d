"""Play During Someone Else's Turn: who may respond, and for whom the table waits.

A savvy card that answers an event must come at that event. In a discreet window everybody is asked who
might hold an answer as far as everybody can know: their deck still has a fitting card that was not used,
their hand is not empty, and their account, where it is shown, reaches. So whom the table waits for tells
nothing about a hand. (Rulebook "Savvy"; the windows are ours, see CE-14.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.engine.pages import who
from bot.engine.questions import Choose, Option
from bot.engine.records import Seat
from bot.games.corporate_espionage.components import ANSWERS, PlayingCard
from bot.games.corporate_espionage.moves import LetItPass, Respond, UseSavvy
from bot.games.corporate_espionage.rules.arithmetic import cost
from bot.games.corporate_espionage.rules.effects import AnyOp
from bot.games.corporate_espionage.rules.targets import new_targets

if TYPE_CHECKING:
    from bot.games.corporate_espionage.rules.someone_elses_turn import AnyPlay
    from bot.games.corporate_espionage.table import Espionage

TRIGGERS = {what: trigger for trigger, what in ANSWERS.items()}
AT_ME = ("espionage", "takeover")
"""Plays that only their targets can answer."""


@dataclass(frozen=True, kw_only=True)
class DiscreetChoice(Choose):
    """A choice whose number of options is nobody else's business: to the others it always looks like one."""

    @property
    def is_free(self) -> bool:
        """Always: else it would tell who had no answer in hand."""
        return True


def trigger_for(table: Espionage, company: Seat, play: AnyPlay) -> str | None:
    """Return the trigger that fits this play for this company; None: it cannot answer it."""
    if company == play.by or not table.companies[company].alive:
        return None
    if play.what in AT_ME:
        return TRIGGERS[play.what] if company in play.aimed_at else None
    return None if table.allied(company, play.by) else TRIGGERS[play.what]


def to_ask(table: Espionage, play: AnyPlay) -> list[Seat]:
    """Return the companies that are asked about a play, in the order in which their answers are read (CE-15)."""
    others = table.others(play.by)
    order = [c for c in others if c in play.aimed_at] + [c for c in others if c not in play.aimed_at]
    match table.options.reactions:
        case "discreet":
            return [c for c in order if (t := trigger_for(table, c, play)) and may_hold(table, c, t)]
        case "eligible":
            return [c for c in order if any(response_fits(table, c, play, r) for r in responses(table, c, play))]
        case "everyone":
            return [c for c in order if table.companies[c].hand and not table.allied(c, play.by)]


def may_hold(table: Espionage, company: Seat, trigger: str, most: int | None = None) -> bool:
    """Whether, as far as everybody can know, the company holds and can pay a card with this trigger."""
    if most is None and table.shows_account(company):
        most = table.companies[company].account
    return any(most is None or cost <= most for cost in possible_costs(table, company, trigger))


def possible_costs(table: Espionage, company: Seat, trigger: str) -> Iterator[int]:
    """Yield what each card with this trigger costs that is in the hand as far as everybody can know."""
    owner = table.companies[company]
    if not owner.hand:
        return
    known = table.known_to(company, None)
    all_known = len(known) == len(owner.hand)
    deck = table.box.decks[owner.deck_name].cards
    for card in table.box.answering.get(trigger, ()):
        if all_known:
            left = known.count(card)
        else:
            left = deck.get(card, 0) - owner.discard.count(card)
            if owner.bought or owner.sold:
                left += owner.bought.count(card) - owner.sold.count(card)
        if left > 0:
            yield cost(owner, card, table.box)


def responses(table: Espionage, company: Seat, play: AnyPlay) -> list[Respond]:
    """Return everything the company may answer with, its "any time" cards too."""
    owner = table.companies[company]
    trigger = trigger_for(table, company, play)
    fitting = table.box.answering.get(trigger, {}) if trigger else {}
    any_time = table.box.answering.get("any", {})
    found: list[Respond] = []
    for card in dict.fromkeys(owner.hand):
        if (card in fitting or card in any_time) and cost(owner, card, table.box) <= owner.account:
            for mode in fitting.get(card, ()):
                found += ways(table, play, card, mode, company)
            found += [Respond(card=card, mode=mode) for mode in any_time.get(card, ())]
    return found


def ways(table: Espionage, play: AnyPlay, card: str, mode: int, company: Seat) -> list[Respond]:
    """Return the ways to use one mode: one for each new target if it sends espionage elsewhere."""
    if not any(op.kind == "redirect" for op in table.card(card).modes[mode].ops):
        return [Respond(card=card, mode=mode)]
    if play.card is None or len(play.aimed_at) != 1 or table.card(play.card).target == "all_opponents":
        return []
    targets = new_targets(table, play.by, table.card(play.card), company)
    return [Respond(card=card, mode=mode, target=target) for target in targets]


def response_fits(table: Espionage, company: Seat, play: AnyPlay, response: Respond) -> bool:
    """Whether the response answers this play in particular, and is not just possible at any time."""
    return table.card(response.card).modes[response.mode].trigger == trigger_for(table, company, play)


PASS = Option(LetItPass(), "Let it pass")


@lru_cache(maxsize=1024)
def later(card: str, name: str) -> Option:
    """Return the option to let it pass and use a card before the next play."""
    return Option(
        LetItPass(then=card), f"Let it pass; then use {name}", hint="Used before the next play, if it can be."
    )


def response_option(table: Espionage, response: Respond, cost: int) -> Option:
    """Return a response as an option."""
    card = table.card(response.card)
    where = "" if response.target is None else f" → {who(response.target)}"
    numbered = f" ({mode_words(card.modes[response.mode].ops)})" if len(card.modes) > 1 else ""
    return Option(response, f"{card.name}{numbered}{where} (costs {cost})", hint=card.text[:100])


def savvy_option(card: PlayingCard, cost: int, mode: int) -> Option:
    """Return the option to use a savvy card that needs nothing to answer."""
    return _savvy_option(card.id, card.name, cost, mode, mode_words(card.modes[mode].ops))


@lru_cache(maxsize=1024)
def _savvy_option(card: str, name: str, cost: int, mode: int, words: str) -> Option:
    return Option(UseSavvy(card=card, mode=mode), f"Use {name} for {cost} ({words})", "Savvy")


def mode_words(ops: Sequence[AnyOp]) -> str:
    """Return what a mode of a savvy card does, in a few words."""
    words = []
    for op in ops:
        match op.kind:
            case "cancel":
                words.append("cancel")
            case "redirect":
                words.append("redirect")
            case "gain":
                words.append(f"gain {op.amount}")
            case "draw":
                words.append(f"draw {op.count}")
            case "attacker_loses":
                words.append(f"it loses {op.amount}")
    return ", ".join(words)
