"""The solo game: Andrew.

Andrew has a card for each round. He picks the row in even rounds, acts before the human, donates and builds as his card
says; for everything he cannot do, and for Human Resources, his card is moved to the right and worth more at the end.
Income does not concern him. His donations count what the human has, and what the human leaves (CG-15, CG-16).
(Rulebook "Solo".)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.games.carnegie.components import ANDREW, END_BOX, AndrewCard, Row
from bot.games.carnegie.news import (
    AndrewShifted,
    AndrewTurned,
    DepartmentPlaced,
    Donated,
    ProjectBuilt,
    TrackMoved,
)
from bot.games.carnegie.rules.pieces import Andrew, Disk
from bot.games.carnegie.rules.vocabulary import REGION, ROW, name_donation

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie


COUNTS_THE_HUMAN = 2
"""The edition of the box from which on CG-1, CG-15, CG-16 and CG-17 hold in a game alone."""


def counts_the_human(table: Carnegie) -> bool:
    """Whether this is a game against Andrew in which his donations count nothing but what the human has and leaves.

    There the human may also choose between equal spaces, for he fills them from the left.
    """
    return table.andrew is not None and table.box.edition >= COUNTS_THE_HUMAN


def turn_card(table: Carnegie, andrew: Andrew) -> AndrewCard:
    """Turn the card of this round; the one before is laid aside, where it was moved to."""
    lay_aside(andrew)
    andrew.card = andrew.deck.pop()
    table.tell(AndrewTurned(card=andrew.card))
    return table.box.solo.card[andrew.card]


def lay_aside(andrew: Andrew) -> None:
    """Lay the card of the round before aside."""
    if andrew.card is not None:
        andrew.cards.append((andrew.card, andrew.column))
    andrew.card, andrew.column = None, 0


def card_of(table: Carnegie, andrew: Andrew) -> AndrewCard:
    """Return the card of this round."""
    return table.box.solo.card[andrew.card or ""]


def shift(table: Carnegie, andrew: Andrew, columns: int, why: str) -> None:
    """Move his card to the right, at most to the last column."""
    most = len(table.box.solo.columns) - 1
    moved = min(columns, most - andrew.column)
    andrew.column += moved
    if moved:
        table.tell(AndrewShifted(columns=moved, vp=table.box.solo.columns[andrew.column], why=why))


def donate(table: Carnegie, andrew: Andrew) -> None:
    """Donate on the card's space, or move the card."""
    space = card_of(table, andrew).donation
    if table.chart[space]:
        shift(table, andrew, 1, f"{space} is taken")
        return
    table.chart[space].append(ANDREW)
    table.tell(Donated(seat=None, donation=space, name=name_donation(table.box.donation[space]), price=0))


def act(table: Carnegie, andrew: Andrew, row: Row) -> None:
    """Do what the card says for a row."""
    card = card_of(table, andrew)
    match row:
        case "hr":
            shift(table, andrew, card.shift, ROW["hr"])
        case "management":
            take_tiles(table, andrew, card)
        case "construction":
            build(table, andrew, card)
        case "rd":
            develop(table, andrew, card)


def take_tiles(table: Carnegie, andrew: Andrew, card: AndrewCard) -> None:
    """Take the lowest tile of each row that the card names, no number twice in a round."""
    taken: set[str] = set()
    for row in card.departments:
        there = [one for one in table.box.departments if one.row == row and one.id in table.display]
        one = min((one for one in there if one.id not in taken), key=lambda one: one.number, default=None)
        if one is None:
            shift(table, andrew, 1, f"no tile of {ROW[row]} is left for him")
            continue
        taken.add(one.id)
        table.display.remove(one.id)
        andrew.tiles.append(one.id)
        table.tell(DepartmentPlaced(seat=None, department=one.name))


def build(table: Carnegie, andrew: Andrew, card: AndrewCard) -> None:
    """Put a disk on the leftmost empty space of each city of the card."""
    for city in card.cities:
        spaces, name = table.spaces[city], table.box.city[city].name
        if None not in spaces:
            shift(table, andrew, 1, f"{name} is full")
            continue
        spaces[spaces.index(None)] = Disk(owner=ANDREW)
        table.tell(ProjectBuilt(seat=None, project=None, city=name))


def develop(table: Carnegie, andrew: Andrew, card: AndrewCard) -> None:
    """Move on the card's track; each step that is not possible moves the card."""
    for done in range(card.steps):
        box = andrew.tracks[card.region]
        if box == END_BOX or (box == END_BOX - 1 and table.ends[card.region]):
            shift(table, andrew, card.steps - done, f"his track in the {REGION[card.region]} goes no further")
            return
        andrew.tracks[card.region] += 1
        table.tell(TrackMoved(seat=None, region=card.region, box=box + 1))
        if box + 1 == END_BOX:
            table.ends[card.region].append(ANDREW)
            andrew.bonuses.append(card.region)
