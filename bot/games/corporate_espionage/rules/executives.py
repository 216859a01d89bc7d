"""Hire: the limit of one executive at a time.

Each player may employ only one executive, unless a card allows more. When such a card is lost, or a
takeover brings more executives than there are places, the owner chooses who must go. (Rulebook "Hire".)
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from bot.engine.pages import mark
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Seat
from bot.engine.secrecy import Open
from bot.engine.table import Step
from bot.games.corporate_espionage.moves import Fire
from bot.games.corporate_espionage.news import CardLeft
from bot.games.corporate_espionage.rules.arithmetic import places_for_executives
from bot.games.corporate_espionage.rules.in_words import what_it_brings
from bot.games.corporate_espionage.rules.targets import different, permanent_label

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage, Permanent


class TooManyExecutives(Step, kind="too many executives"):
    """The company lets executives go until there is a place for each."""

    company: Open[Seat]

    def list_asked_seats(self, table: Espionage) -> Collection[Seat]:
        """Ask as long as there are too many."""
        return table.people(self.company) if surplus(table, self.company) > 0 else ()

    def build_question(self, table: Espionage, seat: Seat) -> Question:
        """Ask who must go."""
        return Choose(
            prompt="You have more executives than places. Who must go?",
            rule="Play Your Turn: Hire",
            help="Each company employs one executive, and one more with each card that says so. You may "
            "still fire somebody this turn.",
            options=tuple(
                Option(
                    Fire(number=p.number),
                    permanent_label(table, p, self.company),
                    hint=what_it_brings(table.card(p.card)),
                )
                for p in different(executives(table, self.company))
            ),
        )

    def answer(self, table: Espionage, seat: Seat, move: Fire) -> None:
        """Discard the executive."""
        permanent = table.permanent(self.company, move.number)
        if permanent is not None:
            table.discard(self.company, permanent)
            table.tell(CardLeft(company=self.company, card=table.card(permanent.card).name, why="no place"))

    def get_default_move(self, table: Espionage, seat: Seat) -> Fire:
        """Let the cheapest go."""
        cheapest = min(executives(table, self.company), key=lambda p: (table.card(p.card).cost, p.number))
        same = next(p for p in different(executives(table, self.company)) if p.card == cheapest.card)
        return Fire(number=same.number)

    def get_title(self, table: Espionage) -> str:
        """Return who must choose."""
        return f"{mark(self.company)} has too many executives"


def executives(table: Espionage, company: Seat) -> list[Permanent]:
    """Return the executives of a company."""
    card = table.box.card
    return [p for p in table.companies[company].team if card[p.card].type == "executive"]


def surplus(table: Espionage, company: Seat) -> int:
    """Return how many executives have no place."""
    owner = table.companies[company]
    employed = len(executives(table, company)) if owner.alive and len(owner.team) > 1 else 0
    if employed < 2:
        return 0  # there is always a place for one
    return employed - places_for_executives(owner, table.box, table.terms)


def too_many_executives(table: Espionage, company: Seat) -> list[Step]:
    """Return the step in which executives are let go, if there are too many."""
    if surplus(table, company) <= 0:
        return []
    if any(isinstance(step, TooManyExecutives) and step.company == company for step in table.agenda):
        return []
    return [TooManyExecutives(company=company)]
