"""The turn of the rulebook's example, in which Ann hires, sues Bob, and is answered."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine import play
from bot.engine.example import Example
from bot.engine.records import Move, Seat
from bot.games.corporate_espionage.components import BOX
from bot.games.corporate_espionage.moves import Announce, Hire, LetItPass, Respond, Spy
from bot.games.corporate_espionage.rules.house_rules import EspionageOptions
from bot.games.corporate_espionage.rules.start import set_up
from bot.games.corporate_espionage.rules.your_turn import EndOfRound, Turn
from bot.games.corporate_espionage.table import Espionage, Permanent

ANN, BOB = 1, 2
ROUND = 8
NAMES = {card.name: card.id for card in BOX.cards}
IN_PLAY = {ANN: ("Programmer",), BOB: ("Sales Rep", "Night Watchman")}
HANDS = {ANN: ("Growth Marketer", "Lawsuit", "Embezzlement"), BOB: ("Injunction", "Bridge Loan")}
ACCOUNTS = {ANN: 12, BOB: 14}


def _espionage(card: str) -> Announce:
    return Announce(parts=(Spy(card=NAMES[card]),))  # there is one opponent, so nobody chooses the target


PLAYED: tuple[tuple[Seat, Move], ...] = (
    (ANN, Hire(card=NAMES["Growth Marketer"])),
    (BOB, LetItPass()),  # which is done for whom a play is not aimed at
    (ANN, _espionage("Lawsuit")),
    (BOB, Respond(card=NAMES["Injunction"], mode=0)),
    (ANN, LetItPass()),
    (ANN, _espionage("Embezzlement")),
    (BOB, LetItPass()),
)


def dealt() -> Espionage:
    """Return the table at the beginning of Ann's turn, after its income, expenses and draw."""
    table = set_up(EspionageOptions(), 2, "an example turn", BOX)
    table = play.begin(table).table
    table.first = table.active = ANN
    table.round = ROUND
    for seat in (ANN, BOB):
        company = table.companies[seat]
        company.deck = [*company.deck, *company.hand]
        company.hand, company.known, company.account = [], {}, ACCOUNTS[seat]
        company.hand = [_taken(table, seat, name) for name in HANDS[seat]]
        _put_in_play(table, seat, IN_PLAY[seat])
    table.agenda[:] = [Turn(company=ANN), Turn(company=BOB), EndOfRound(), *table.agenda[-1:]]
    play.run_agenda(table)
    return table


def _taken(table: Espionage, seat: Seat, name: str) -> str:
    table.companies[seat].deck.remove(NAMES[name])
    return NAMES[name]


def _put_in_play(table: Espionage, seat: Seat, names: Sequence[str]) -> None:
    for name in names:
        card = _taken(table, seat, name)
        permanent = Permanent(number=table.number(), card=card, owner=seat, left=table.card(card).duration)
        table.zone(seat, card).append(permanent)


def after() -> Espionage:
    """Return the table after that turn."""
    table = dealt()
    for seat, move in PLAYED:
        table = play.play(table, seat, move).table
    return table


EXAMPLE = Example("An example turn", ("Ann", "Bob"), "board", after)
