"""Play During Someone Else's Turn: Audit.

Any company may be asked to show how much it has in its bank account, unless it has a card that blocks an
audit. With open accounts the board shows them all the time. (Rulebook "Audit".)
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.games.corporate_espionage.moves import Audit
from bot.games.corporate_espionage.news import AccountShown

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage


def open_audits(table: Espionage, company: Seat, done: Collection[Seat]) -> list[Audit]:
    """Return the audits a company may still ask for; none where accounts are open."""
    if table.options.accounts == "open":
        return []
    return [Audit(target=target) for target in table.others(company) if target not in done]


def audit(table: Espionage, by: Seat, target: Seat) -> None:
    """Show a company's account to all, unless a card blocks the audit."""
    table.block_undo()
    company = table.companies[target]
    account = None if table.is_hidden(target) else company.account
    if account is not None:
        company.announced = account
    table.tell(AccountShown(company=target, by=by, account=account))
