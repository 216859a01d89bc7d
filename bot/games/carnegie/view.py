"""A seat's view of the game, without the order of Andrew's deck and the secret purchases of others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine.chance import Chance
from bot.engine.play import list_asked_seats
from bot.engine.records import Seat
from bot.engine.table import Outcome
from bot.engine.views import copy_known_fields
from bot.engine.what_if import copy_for_trial
from bot.games.carnegie.components import CarnegieBox, Owner, Region, Row, TimelineSpace
from bot.games.carnegie.moves import BeginAnew, Buy
from bot.games.carnegie.news import Score
from bot.games.carnegie.rules.activation import Activation
from bot.games.carnegie.rules.departments import UseDepartments
from bot.games.carnegie.rules.donations import price
from bot.games.carnegie.rules.links import links
from bot.games.carnegie.rules.new_beginning import LINES, NewBeginningStep, left_after, offers
from bot.games.carnegie.rules.pieces import Disk, Player
from bot.games.carnegie.rules.scoring import andrew_score, cap, score
from bot.games.carnegie.rules.timeline import event_row
from bot.games.carnegie.rules.what_is_agreed import CarnegieOptions
from bot.games.carnegie.table import Carnegie


@dataclass(frozen=True)
class AndrewView:
    """What everybody knows of Andrew."""

    card: str | None
    column: int
    cards: Sequence[tuple[str, int]]
    left: int
    tracks: Mapping[Region, int]
    bonuses: Sequence[Region]
    tiles: Sequence[str]
    history: Sequence[int]
    so_far: Score
    """What he has, counted as at the end."""


@dataclass(frozen=True)
class CarnegieView:
    """The table as one seat sees it; seat None: as everybody does."""

    box: CarnegieBox
    options: CarnegieOptions
    seat: Seat | None
    players: int
    round: int
    phase: str
    """The kind of the current step (for a seat that already activates, that one); empty when the game is over."""
    first: Seat
    picked: Row | None
    event_row: Row | None
    timeline: Mapping[Row, Sequence[TimelineSpace]]
    done: Mapping[Row, int]
    brings: Mapping[Row, Row]
    """Which row brings the event when each is picked."""
    display: Sequence[str]
    spaces: Mapping[str, Sequence[Disk | None]]
    chart: Mapping[str, Sequence[Owner]]
    ends: Mapping[Region, Sequence[Owner]]
    everybody: Mapping[Seat, Player]
    conceded: Sequence[Seat]
    so_far: Mapping[Seat, Score]
    """What everybody has, counted as at the end."""
    chains: Mapping[Seat, Sequence[str]]
    """The cities of everybody's best chain."""
    prices: Mapping[Seat, int]
    """What everybody's next donation costs."""
    caps: Mapping[Seat, int]
    """What each of their donations can score at most."""
    andrew: AndrewView | None
    bought: BeginAnew | None
    """What this seat has bought in secret."""
    waiting: str
    waiting_for: Sequence[Seat]
    scores: Sequence[Score]
    outcome: Outcome | None

    @property
    def is_last_round(self) -> bool:
        """Whether no round follows this one."""
        return self.round >= self.box.terms.rounds


def view(table: Carnegie, seat: Seat | None) -> CarnegieView:
    """Return what this seat may know; None: a spectator."""
    step: Any = table.agenda[0] if table.agenda else None
    sealed = step.answers.get(seat) if isinstance(step, NewBeginningStep) and seat is not None else None
    return CarnegieView(
        **copy_known_fields(CarnegieView, table, table, seat),
        box=table.box,
        seat=seat,
        phase=_phase(table, step, seat),
        timeline={row: table.timeline(row) for row in table.rows},
        done={row: there.done for row, there in table.rows.items()},
        brings={row: event_row(table, row) for row in table.rows},
        so_far={other: score(table, other) for other in table.seats},
        chains={other: sorted(links(table, other)[1]) for other in table.seats},
        prices={other: price(table, other) for other in table.seats},
        caps={other: cap(table, other) for other in table.seats},
        andrew=_andrew(table, seat),
        bought=sealed,
        waiting=step.get_title(table) if step is not None else "",
        waiting_for=list_asked_seats(table),
    )


def _phase(table: Carnegie, step: Any, seat: Seat | None) -> str:
    if isinstance(step, UseDepartments) and seat in step.done(table):
        return Activation().kind
    return "" if step is None else str(step.kind)


def _andrew(table: Carnegie, seat: Seat | None) -> AndrewView | None:
    andrew = table.andrew
    if andrew is None:
        return None
    return AndrewView(
        **copy_known_fields(AndrewView, andrew, table, seat),
        left=len(andrew.deck),
        so_far=andrew_score(table),
    )


# Another truth


def redeal(table: Carnegie, seat: Seat | None, chance: Chance) -> Carnegie:
    """Return another truth that this seat could not tell from the real one.

    Everything lies open but the seed, the cards that Andrew has not turned yet, and what others have bought in secret.
    """
    other = copy_for_trial(table)
    other.chance = Chance(seed=f"{chance.draw_below(2**62):x}", drawn=table.chance.drawn)
    if table.outcome is not None:
        return other
    if other.andrew is not None:
        known = {other.andrew.card, *(card for card, _ in other.andrew.cards)}
        normal, advanced = other.box.solo.decks[other.options.andrew]
        unknown = [card for card in other.box.solo.cards if card.id not in known]
        used = [other.box.solo.card[card].advanced for card in known if card is not None]
        deck = [
            *chance.shuffled([card.id for card in unknown if not card.advanced])[: normal - used.count(False)],
            *chance.shuffled([card.id for card in unknown if card.advanced])[: advanced - used.count(True)],
        ]
        other.andrew.deck = chance.shuffled(deck)
    step = other.agenda[0] if other.agenda else None
    if isinstance(step, NewBeginningStep):
        for number in step.answers:
            if number != seat:
                step.answers[number] = _other_start(other, chance)
    return other


def _other_start(table: Carnegie, chance: Chance) -> BeginAnew:
    """Return any legal start."""
    box = table.box.new_beginning
    while True:
        bought: list[Buy] = []
        for line in LINES:
            amounts = list(offers(box, line))
            bought.append(Buy(line=line, amount=amounts[chance.draw_below(len(amounts))]))
        left = left_after(box, tuple(bought))
        if left >= 0:
            bid = [Buy(line="bid", amount=chance.draw_below(left + 1))] if table.players > 1 else []
            return BeginAnew(bought=(*bought, *bid))
