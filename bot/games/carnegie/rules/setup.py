"""Setup.

A timeline of four random tiles, the display of departments, twelve dollars and four cubes each, five workers standing
and five in the lobby, neutral disks for two or three players. A start player is drawn by lot. (Rulebook "Setup".)
"""

from __future__ import annotations

from bot.engine.chance import Chance
from bot.games.carnegie.components import (
    CELLS,
    LOBBY,
    NEUTRAL,
    PROJECTS,
    REGIONS,
    ROWS,
    CarnegieBox,
    Project,
)
from bot.games.carnegie.news import GameOpened
from bot.games.carnegie.rules.first_moves import FirstMoves, Foundation
from bot.games.carnegie.rules.new_beginning import NewBeginningStep, give_tiles
from bot.games.carnegie.rules.pieces import Andrew, Cell, Disk, Player, ProjectTab, TimelineRow
from bot.games.carnegie.rules.timeline import Round
from bot.games.carnegie.rules.what_is_agreed import CarnegieOptions
from bot.games.carnegie.table import Carnegie


def set_up(options: CarnegieOptions, players: int, seed: str, box: CarnegieBox) -> Carnegie:
    """Return a table whose first question has not been asked; the same seed gives the same table."""
    chance = Chance(seed=seed)
    first = chance.draw_below(players) + 1
    tiles = chance.shuffled(box.timeline.tiles)
    rows = {
        row: TimelineRow(tile=tile.number, back=bool(chance.draw_below(2)))
        for row, tile in zip(ROWS, tiles, strict=False)
    }
    departments = chance.shuffled(_departments(options, box, chance))
    removed = box.players[players].removed
    table = Carnegie(
        players=players,
        chance=chance,
        agenda=[*([NewBeginningStep()] if options.new_beginning else []), Foundation(), FirstMoves(), Round()],
        options=options,
        first=first,
        rows=rows,
        removed=departments[:removed],
        display=sorted(departments[removed:], key=lambda name: box.department[name].number),
        spaces={city.id: [None] * len(city.spaces) for city in box.cities},
        chart={space.id: [] for space in box.donations},
        everybody={seat: _player(options, box) for seat in range(1, players + 1)},
        andrew=_andrew(options, box, chance) if players == 1 else None,
    )
    table._box = box
    give_tiles(table)
    put_neutral_disks(table)
    table.tell(GameOpened(first=first, departments=len(table.display), neutral=box.players[players].neutral))
    return table


def _departments(options: CarnegieOptions, box: CarnegieBox, chance: Chance) -> list[str]:
    """Return the tiles that are played with, copies and all."""
    chosen = [one.id for one in box.departments if not one.expansion]
    if options.more_departments:
        chosen = []
        for row in ROWS:
            names = [one.id for one in box.departments if one.row == row]
            chosen += chance.shuffled(names)[: box.terms.numbers_of_a_row]
    return [name for name in chosen for _ in range(box.terms.copies)]


def _player(options: CarnegieOptions, box: CarnegieBox) -> Player:
    """Return what everybody begins with: a worker on the first workplace of each printed department."""
    company = {cell: Cell(department=box.company.get(cell)) for cell in CELLS}
    for cell, there in box.company.items():
        if there == LOBBY:
            company[cell].lying = box.terms.lobby
        else:
            company[cell].standing = [0]
    tabs: dict[Project, ProjectTab] = {}
    for project in PROJECTS:
        tabs[project] = ProjectTab(disks=[at < box.tabs[project].disks for at in range(4)])
    on_tabs = sum(sum(tab.disks) for tab in tabs.values())
    return Player(
        money=box.terms.money,
        cubes=box.terms.cubes,
        supply=box.terms.workers - box.terms.lobby - len(box.printed),
        disks=box.terms.disks - 1 - len(REGIONS) - on_tabs,
        company=company,
        tabs=tabs,
        sides=dict.fromkeys(PROJECTS, options.tabs),
        setup_moves=box.terms.moves,
    )


def put_neutral_disks(table: Carnegie) -> None:
    """Lay out neutral disks by Andrew's normal cards: its donation, then its cities; a full city is passed over."""
    left = table.box.players[table.players].neutral
    if not left:
        return
    for card in table.chance.shuffled([card for card in table.box.solo.cards if not card.advanced]):
        places: list[str | None] = [None, *card.cities]
        for city in places:
            if not left:
                return
            if city is None:
                table.chart[card.donation].append(NEUTRAL)
            elif None in table.spaces[city]:
                table.spaces[city][table.spaces[city].index(None)] = Disk(owner=NEUTRAL)
            else:
                continue
            left -= 1


def _andrew(options: CarnegieOptions, box: CarnegieBox, chance: Chance) -> Andrew:
    """Return Andrew with the deck of the difficulty that was agreed."""
    normal, advanced = box.solo.decks[options.andrew]
    cards = [
        *chance.shuffled([card.id for card in box.solo.cards if not card.advanced])[:normal],
        *chance.shuffled([card.id for card in box.solo.cards if card.advanced])[:advanced],
    ]
    return Andrew(deck=chance.shuffled(cards))
