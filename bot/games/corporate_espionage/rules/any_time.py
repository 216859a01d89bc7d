"""Play During Someone Else's Turn: actions open to everybody AT ANY TIME.

Savvy that needs nothing to answer may be used, and accounts may be audited, whenever nothing is just being
carried out; nobody waits for it. (Rulebook "Play During Someone Else's Turn"; the moments are ours, see CE-35.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.engine.table import Step
from bot.games.corporate_espionage.moves import Audit, UseSavvy
from bot.games.corporate_espionage.rules.audits import audit, open_audits
from bot.games.corporate_espionage.rules.embargoes import EmbargoVote
from bot.games.corporate_espionage.rules.in_words import options
from bot.games.corporate_espionage.rules.loans import LoanOffer
from bot.games.corporate_espionage.rules.responses import DiscreetChoice
from bot.games.corporate_espionage.rules.someone_elses_turn import RULE, Savvy, Window, savvy_at_any_time
from bot.games.corporate_espionage.rules.trading import TradeOffer
from bot.games.corporate_espionage.rules.your_turn import Actions, EndOfTurn

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage


def at_any_time(table: Espionage, seat: Seat) -> Question | None:
    """Return what a seat may do now although it is not asked; None: nothing."""
    step = table.agenda[0]
    company = table.company_of(seat)
    owner = table.companies[company]
    if not owner.alive or not isinstance(step, Actions | EndOfTurn | Window | TradeOffer | LoanOffer | EmbargoVote):
        return None
    if isinstance(step, Window | EmbargoVote) and step.answered(table, company) and step.should_wait_for(table, seat):
        return None  # its answer can be taken back
    moves: list[Move] = [*savvy_at_any_time(table, company)]
    moves += open_audits(table, company, owner.audited)
    if not moves:
        return None
    return DiscreetChoice(
        prompt=f"{step.get_title(table)}: what do you do meanwhile?",
        rule=RULE,
        help="The table does not wait for you. It happens at once, for all to see, and the others may respond to it.",
        about=_moment(table, step, seat),
        options=options(table, company, moves),
    )


def _moment(table: Espionage, step: Step, seat: Seat) -> tuple[str, object]:
    """Return during what it is."""
    match step:
        case Actions():
            return "turn", step.company
        case EndOfTurn():
            return "end of turn", step.company
        case Window() | TradeOffer() | LoanOffer() | EmbargoVote():
            return step.kind, step.get_identity(table, seat)
        case _:
            raise TypeError(f"nothing is open at any time at {step!r}")


def do_at_any_time(table: Espionage, seat: Seat, move: UseSavvy | Audit) -> None:
    """Use savvy before the pending step, or audit a company."""
    company = table.company_of(seat)
    if isinstance(move, Audit):
        table.companies[company].audited.append(move.target)
        audit(table, company, move.target)
        return
    step = table.agenda[0]
    in_window = isinstance(step, Window)
    if in_window:
        step.begun = False  # the companies that can respond may change
    table.next(Savvy(number=table.number(), by=company, card=move.card, mode=move.mode, top=not in_window))
