"""Money, goods cubes, VP and new workers; selling cubes.

Cubes can be sold at any time for $1 each. That is only ever worth it when a dollar is missing, or alone before the last
scoring, so it is done then, and told: dollars first, then as many cubes as are needed (CG-1). (Rulebook "Selling
goods".)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.records import Seat
from bot.games.carnegie.components import Gain, Region
from bot.games.carnegie.news import CubesSold

if TYPE_CHECKING:
    from bot.games.carnegie.rules.pieces import Player
    from bot.games.carnegie.table import Carnegie


def can_pay(player: Player, money: int = 0, cubes: int = 0) -> bool:
    """Whether a player has so many cubes, and so many dollars with what the other cubes sell for."""
    return player.cubes >= cubes and player.worth_in_dollars - cubes >= money


def pay(table: Carnegie, seat: Seat, money: int = 0, cubes: int = 0) -> None:
    """Pay, and sell cubes for the dollars that are missing."""
    player = table.everybody[seat]
    player.cubes -= cubes
    sell(table, seat, max(0, money - player.money))
    player.money -= money


def sell(table: Carnegie, seat: Seat, cubes: int) -> None:
    """Sell so many cubes, and tell it; none: nothing happens."""
    player = table.everybody[seat]
    if cubes:
        player.cubes -= cubes
        player.money += cubes
        table.tell(CubesSold(seat=seat, cubes=cubes, money=cubes))


def receive(table: Carnegie, seat: Seat, gain: Gain) -> None:
    """Gain something; moves and development points are for the plan that is being made."""
    player = table.everybody[seat]
    player.money += gain.money
    player.cubes += gain.cubes
    player.vp += gain.vp
    hired = min(gain.workers, player.supply)  # CG-2: an empty supply gives nobody
    player.supply -= hired
    come(table, seat, hired)
    work = player.work
    if work is not None:
        work.moves += gain.moves
        work.development += gain.development
        work.gain = work.gain.plus(gain.model_copy(update={"workers": hired}))


def come(table: Carnegie, seat: Seat, workers: int) -> None:
    """Let workers lie down in the lobby; where there are two, their owner chooses."""
    player = table.everybody[seat]
    if player.work is not None and table.cell_of(seat, "second lobby") is not None:
        player.work.arrivals += workers
    else:
        player.company[table.box.lobby].lying += workers


def transport_income(table: Carnegie, seat: Seat, region: Region, times: int, box: int | None = None) -> None:
    """Gain the income of the own box of a transport track, or of one further left, for so many workers."""
    own = table.everybody[seat].tracks[region]
    receive(table, seat, table.box.tracks[region].income[own if box is None else box].times(times))
