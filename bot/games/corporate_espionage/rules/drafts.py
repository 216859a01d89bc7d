"""Play Your Turn: plays that the active company composes before it announces them.

An attack, a takeover, an offer or a statement takes several choices. They are made in private and announced as one
play, so that others cannot notice the aiming, which would already show that there is a card for it. The choices for
after an attack or a takeover are made with it, so that nobody waits for them later. (How it is asked is ours, see
CE-43.)

The choices only determine the announcement. They are not played on a copy of the table (`bot.engine.drafting`),
because the result depends on the answers of others, and on accounts that are hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bot.engine.multi_step import Compose, Stage
from bot.engine.questions import Choose, Option
from bot.engine.records import Move, Seat
from bot.games.corporate_espionage.components import EspionageBox
from bot.games.corporate_espionage.moves import Announce, BackUp, EndTurn, Lend, Settle, Speak, Spy, TakeOver, Trade
from bot.games.corporate_espionage.rules.aiming import announce_espionage, espionage_so_far
from bot.games.corporate_espionage.rules.embargoes import make_statement, statement_so_far
from bot.games.corporate_espionage.rules.hostile_takeover import Takeover, layoff_gain, takeover_so_far
from bot.games.corporate_espionage.rules.in_words import options
from bot.games.corporate_espionage.rules.loans import can_lend, loan_so_far, offer_loan
from bot.games.corporate_espionage.rules.targets import legal_targets, what_it_can_hit
from bot.games.corporate_espionage.rules.trading import can_trade, offer_trade, trade_so_far

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage

TURN = "Play Your Turn"
BEGINNINGS = {Spy: "Espionage", TakeOver: "takeover", Trade: "deals", Lend: "deals", Speak: "statements"}
"""The moves with which something begins that is put together, and what leads there."""


def begins(move: Move, box: EspionageBox) -> bool:
    """Whether more has to be chosen after this move, or it is put together with others that need it."""
    return type(move) in BEGINNINGS and (box.edition >= 3 or not isinstance(move, TakeOver))


def can_be_completed(table: Espionage, by: Seat, move: Move) -> bool:
    """Whether something can be put together that begins with this move, which is open now."""
    match move:
        case Trade():
            return can_trade(table, by, move)
        case Lend():
            return can_lend(table, by, move)
        case _:
            return begins(move, table.box)


def put_together(table: Espionage, by: Seat, beginnings: Sequence[Move]) -> Compose:
    """Ask for a play that is announced as a whole; `beginnings`: with what it can begin."""

    def stage(parts: tuple[Move, ...]) -> Stage:
        return so_far(table, by, parts) if parts else Stage(_beginning(table, by, beginnings), complete=False)

    return Compose(
        prompt="What do you announce?",
        rule=TURN,
        help="Put it together here; it is announced as a whole, and the others may respond to it.",
        about=tuple(_what_follows(table, by, beginnings)),
        move=Announce,
        field="parts",
        stage=stage,
        paired=(Spy,),
    )


def leads_to(beginnings: Sequence[Move]) -> str:
    """Return in a few words what can be put together: "Espionage, deals"."""
    words = ", ".join(dict.fromkeys(BEGINNINGS[type(move)] for move in beginnings)) or BEGINNINGS[Spy]
    return words[:1].upper() + words[1:]


def so_far(table: Espionage, by: Seat, parts: Sequence[Move]) -> Stage:
    """Return the next stage after these choices; there is at least one."""
    match parts[0]:
        case Spy():
            return and_then(table, by, parts, espionage_so_far(table, by, parts))
        case TakeOver():
            return and_then(table, by, parts, takeover_so_far(table, by, parts))
        case Trade():
            return trade_so_far(table, by, parts)
        case Lend():
            return loan_so_far(table, by, parts)
        case Speak():
            return statement_so_far(table, by, parts)
        case _:
            raise TypeError(f"nothing begins with {parts[0]!r}")


def and_then(table: Espionage, by: Seat, parts: Sequence[Move], stage: Stage) -> Stage:
    """Ask what shall follow the play once it is complete: nothing has to (CE-43)."""
    if stage.question is not None or not stage.complete or not table.follows(3):
        return stage
    chosen = {type(part) for part in parts}
    rest = [] if BackUp in chosen else list(back_ups(table, by, parts))
    if EndTurn not in chosen:
        rest.append(Option(EndTurn(), "End my turn afterwards", hint="Whatever happens."))
    leaves = "" if isinstance(parts[-1], BackUp | EndTurn) else stage.leaves
    if not rest:
        return Stage(None, leaves)
    help_text = "You can also send it as it is."
    return Stage(Choose(prompt="And then?", rule=TURN, help=help_text, options=tuple(rest)), leaves)


def back_ups(table: Espionage, by: Seat, parts: Sequence[Move]) -> Iterator[Option]:
    """Yield savvy in hand that can be held ready against savvy, in modes without a question about it (CE-42)."""
    if table.options.reactions != "aimed":
        return
    company, costs = table.companies[by], table.costs(by)
    left = company.account - (costs[parts[0].card] if isinstance(parts[0], Spy) else 0)
    for card, modes in table.box.answering.get("savvy_by_opponent", {}).items():
        if card in company.hand and costs[card] <= left:
            label = f"Use {table.card(card).name} for {costs[card]} if savvy answers it"
            yield from (
                Option(BackUp(card=card, mode=mode), label, hint="Used by itself, at once; otherwise you keep it.")
                for mode in modes
            )


def announce(table: Espionage, by: Seat, parts: Sequence[Move]) -> None:
    """Announce the composed play, which is complete."""
    backed = next((part for part in parts if isinstance(part, BackUp)), None)
    match parts[0]:
        case Spy():
            announce_espionage(table, by, parts, backed)
        case TakeOver(target=target):
            retain = next((part.retain for part in parts if isinstance(part, Settle)), None)
            table.next(Takeover(number=table.number(), by=by, target=target, backed=backed, retain=retain))
        case Trade():
            offer_trade(table, by, parts)
        case Lend():
            offer_loan(table, by, parts)
        case Speak():
            make_statement(table, by, parts)
        case _:
            raise TypeError(f"nothing begins with {parts[0]!r}")


def _beginning(table: Espionage, by: Seat, beginnings: Sequence[Move]) -> Choose | None:
    if not beginnings:
        return None
    return Choose(prompt="With what do you begin?", rule=TURN, options=options(table, by, beginnings))


def _what_follows(table: Espionage, by: Seat, beginnings: Sequence[Move]) -> Iterator[object]:
    """Yield what can be chosen after each beginning, as far as the table decides it."""
    for move in beginnings:
        yield move.model_dump_json()
        if isinstance(move, Spy):
            card = table.card(move.card)
            for target in legal_targets(table, by, card):
                hit = [p.number for op in card.ops for p in what_it_can_hit(table, table.companies[target], op)]
                yield (target, *hit)
        if isinstance(move, TakeOver):
            yield layoff_gain(table, by, table.companies[move.target])
