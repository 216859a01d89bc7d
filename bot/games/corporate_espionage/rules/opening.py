"""Start the Game: decks and opening hands.

Everybody gets points and shuffles an own deck, which an opponent would cut; a fair generator needs no cut.
Everybody draws an opening hand; a hand without an employee goes back and is drawn again.
(Rulebook "Number of Players" and "Start the Game", 2 to 6.)
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Seat
from bot.engine.sealed import Sealed
from bot.engine.secrecy import EachOwn
from bot.engine.table import Step
from bot.games.corporate_espionage.moves import BringDeck
from bot.games.corporate_espionage.news import DecksBrought, GameOpened, HandDealt, Mulligan, TeamsFormed
from bot.games.corporate_espionage.rules.house_rules import agreed, preset_of

if TYPE_CHECKING:
    from bot.games.corporate_espionage.table import Espionage


class Opening(Step, kind="opening"):
    """Everybody puts a shuffled deck in front of them and draws an opening hand."""

    def begin(self, table: Espionage) -> None:
        """Tell how the table stands, and let everybody choose a deck if each brings an own one."""
        points = {company: start_points(table, company) for company in table.companies}
        table.tell(GameOpened(first=table.first, points=points, agreed=agreed(table.options, table.box.edition)))
        for company, owner in table.companies.items():
            owner.account = owner.announced = points[company]
            owner.balances = [owner.account]
        if table.options.teams != "off":
            table.tell(TeamsFormed(sides=sides(table), shared=table.teams == "shared companies"))
        if table.options.decks == "own decks" and len(table.box.decks) > 1:
            table.next(ChoiceOfDecks())

    def end(self, table: Espionage) -> None:
        """Deal, and begin the first round."""
        for company in table.turn_order():
            deal(table, company)
        table.begin_play()


class ChoiceOfDecks(Sealed, kind="choice of decks"):
    """Every player brings an own deck."""

    answers: EachOwn[dict[Seat, BringDeck]] = {}

    def list_asked_seats(self, table: Espionage) -> Collection[Seat]:
        """Return those who have not chosen."""
        done = {table.company_of(seat) for seat in self.answers}
        return [seat for company in table.companies if company not in done for seat in table.people(company)]

    def build_question(self, table: Espionage, seat: Seat) -> Question:
        """Ask for a deck."""
        return Choose(
            prompt="Which deck do you bring?",
            rule="Number of Players: every player must have his own deck",
            help="All choices are shown together, when everybody has made one.",
            options=tuple(
                Option(BringDeck(deck=name), f"{name} ({deck.size} cards)", hint=deck.text)
                for name, deck in table.box.decks.items()
            ),
        )

    def end(self, table: Espionage) -> None:
        """Show the choices."""
        for seat, move in self.answers.items():
            table.companies[table.company_of(seat)].deck_name = move.deck
        table.tell(DecksBrought(decks={number: company.deck_name for number, company in table.companies.items()}))

    def get_default_move(self, table: Espionage, seat: Seat) -> BringDeck:
        """Bring the deck everybody plays."""
        return BringDeck(deck=table.box.deck)

    def get_title(self, table: Espionage) -> str:
        """Name the choice."""
        return "Choice of decks"


def start_points(table: Espionage, company: Seat) -> int:
    """Return the points a company begins with: more where its place wins less often, if that was agreed (CE-44)."""
    points = table.terms.start_points
    if preset_of(table.options, table.box).seat_bonus:
        place = table.turn_order().index(company) + 1
        points += table.box.seat_bonus.get(len(table.companies), {}).get(place, 0)
    return points


def sides(table: Espionage) -> list[list[Seat]]:
    """Return the seats that belong together; empty when there are no pairs."""
    if table.teams == "off":
        return []
    if table.teams == "shared companies":
        return [table.people_of(company) for company in table.companies]
    found: dict[int, list[Seat]] = {}
    for company in table.companies:
        found.setdefault(table.side(company), []).append(company)
    return list(found.values())


def deal(table: Espionage, company: Seat) -> None:
    """Shuffle a deck and draw the opening hand, again as long as there is no employee in it (CE-2)."""
    owner = table.companies[company]
    owner.deck_name = owner.deck_name or table.box.deck
    cards = [card for card, copies in table.box.decks[owner.deck_name].cards.items() for _ in range(copies)]
    mulligans = -1
    while not any(table.card(card).type == "employee" for card in owner.hand):
        mulligans += 1
        owner.deck = table.chance.shuffled(cards)
        owner.hand = [owner.deck.pop() for _ in range(table.terms.opening_hand)]
    if mulligans:
        table.tell(Mulligan(company=company, times=mulligans))
    table.tell(
        HandDealt(company=company, cards=[table.card(card).name for card in owner.hand]), table.people_of(company)
    )
