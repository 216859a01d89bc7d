"""Play Your Turn: what the active company puts together before it announces it.

An attack, an offer or a statement takes several choices. They are made in private and announced as one play, so
nobody can notice that something is being aimed; already that would show that there is a card for it. (How it is
asked is ours.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bot.engine.composed import Compose, Stage
from bot.engine.questions import Choose
from bot.engine.records import Move, Seat
from bot.games.corporate_espionage.moves import Announce, Lend, Speak, Spy, Trade
from bot.games.corporate_espionage.rules.aiming import announce_espionage, espionage_so_far
from bot.games.corporate_espionage.rules.embargoes import make_statement, statement_so_far
from bot.games.corporate_espionage.rules.in_words import options
from bot.games.corporate_espionage.rules.loans import can_lend, loan_so_far, offer_loan
from bot.games.corporate_espionage.rules.targets import legal_targets, what_it_can_hit
from bot.games.corporate_espionage.rules.trading import can_trade, offer_trade, trade_so_far

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage

TURN = "Play Your Turn"
BEGINNINGS = {Spy: "Espionage", Trade: "deals", Lend: "deals", Speak: "statements"}
"""The moves with which something begins that is put together, and what leads there."""


def begins(move: Move) -> bool:
    """Whether more has to be chosen after this move, or it is put together with others that need it."""
    return type(move) in BEGINNINGS


def can_be_completed(table: Espionage, by: Seat, move: Move) -> bool:
    """Whether something can be put together that begins with this move, which is open now."""
    match move:
        case Trade():
            return can_trade(table, by, move)
        case Lend():
            return can_lend(table, by, move)
        case _:
            return begins(move)


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
    )


def leads_to(beginnings: Sequence[Move]) -> str:
    """Return in a few words what can be put together: "Espionage, deals"."""
    words = ", ".join(dict.fromkeys(BEGINNINGS[type(move)] for move in beginnings)) or BEGINNINGS[Spy]
    return words[:1].upper() + words[1:]


def so_far(table: Espionage, by: Seat, parts: Sequence[Move]) -> Stage:
    """Return what follows from these choices, of which there is at least one."""
    match parts[0]:
        case Spy():
            return espionage_so_far(table, by, parts)
        case Trade():
            return trade_so_far(table, by, parts)
        case Lend():
            return loan_so_far(table, by, parts)
        case Speak():
            return statement_so_far(table, by, parts)
        case _:
            raise TypeError(f"nothing begins with {parts[0]!r}")


def announce(table: Espionage, by: Seat, parts: Sequence[Move]) -> None:
    """Announce what was put together, which is complete."""
    match parts[0]:
        case Spy():
            announce_espionage(table, by, parts)
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
    return Choose(prompt="What do you use?", rule=TURN, options=options(table, by, beginnings))


def _what_follows(table: Espionage, by: Seat, beginnings: Sequence[Move]) -> Iterator[object]:
    """Yield what can be chosen after each beginning, as far as the table decides it."""
    for move in beginnings:
        yield move.model_dump_json()
        if isinstance(move, Spy):
            card = table.card(move.card)
            for target in legal_targets(table, by, card):
                hit = [p.number for op in card.ops for p in what_it_can_hit(table, table.companies[target], op)]
                yield (target, *hit)
