"""Setup: the board, Haymarket Square, the supply chain, the asset row, building tiles, goals and money.

All is laid out by the number of players. A player drawn by lot chooses a first company first, then the others
counter-clockwise. (Rules 2.)
"""

from __future__ import annotations

from bot.engine.chance import Chance
from bot.games.big_shoulders.components import COLUMNS, CUBES, INDUSTRIES, CityBox
from bot.games.big_shoulders.news import GameOpened
from bot.games.big_shoulders.rules.decades import Decade
from bot.games.big_shoulders.rules.demand_board import DemandSpace, spaces_in_order
from bot.games.big_shoulders.rules.founding import FirstCompanies
from bot.games.big_shoulders.rules.supply_chain import lay_out, lay_out_rows
from bot.games.big_shoulders.rules.variants import CityOptions
from bot.games.big_shoulders.table import City, Player


def set_up(options: CityOptions, players: int, seed: str, box: CityBox) -> City:
    """Return a table at which first companies are to be chosen; the same seed gives the same table."""
    chance, terms = Chance(seed=seed), box.terms
    first = chance.draw_below(players) + 1
    choosing = [(first - 1 - number) % players + 1 for number in range(players)]
    pile = demand_pile(box, players, chance)
    assets = chance.shuffled(asset.id for asset in box.assets if not asset.start)
    piles = {era: chance.shuffled(box.tiles_of(era, players)) for era in (1, 2, 3)}
    haymarket = dict.fromkeys(CUBES, box.haymarket.start)
    bag = {cube: box.cubes[cube] - haymarket[cube] for cube in CUBES}
    supply = [] if options.supply_rows else lay_out(box, bag, chance)
    rows = lay_out_rows(box, bag, chance) if options.supply_rows else {}
    goals = chance.shuffled(goal.measure for goal in box.goals)[: terms.goals] if options.public_goals else []
    table = City(
        players=players,
        chance=chance,
        agenda=[FirstCompanies(left=choosing), Decade(number=1)],
        options=options,
        priority=choosing[-1],
        order=choosing[::-1],
        everybody={
            seat: Player(
                cash=terms.cash,
                partners=terms.partners,
                ready=terms.partners,
                hand=sorted(piles[1].pop() for _ in range(terms.starting_hand)),
            )
            for seat in range(1, players + 1)
        },
        haymarket=haymarket,
        bag=bag,
        supply=supply,
        rows=rows,
        demand={industry: [DemandSpace() for _ in range(COLUMNS)] for industry in INDUSTRIES},
        demand_pile=pile,
        asset_row=starting_row(box, chance),
        asset_pile=assets,
        tile_piles=piles,
        job_market=terms.workers,
        goals=[goal.measure for goal in box.goals if goal.measure in goals],
        tokens_left=terms.goods_tokens,
    )
    table._box = box
    for industry, column in spaces_in_order():
        table.demand[industry][column].tile = table.demand_pile.pop(0)
    table.tell(GameOpened(choosing=choosing, goals=[goal.name for goal in box.goals if goal.measure in goals]))
    return table


def demand_pile(box: CityBox, players: int, chance: Chance) -> list[int]:
    """Return the demand tiles for a number of players: one pip first, each group shuffled by itself (CB-21)."""
    used = [tile for tile in box.demand_tiles if tile.players <= players]
    pips = sorted({tile.pips for tile in used})
    return [number for pip in pips for number in chance.shuffled(tile.number for tile in used if tile.pips == pip)]


def starting_row(box: CityBox, chance: Chance) -> list[str | None]:
    """Return the asset row at the beginning: the last starting asset of the box on the dearest space."""
    *cheaper, dearest = [asset.id for asset in box.assets if asset.start]
    return [dearest, *chance.shuffled(cheaper)]
