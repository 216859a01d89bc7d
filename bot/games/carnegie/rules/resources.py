"""Money, goods cubes, VP and new workers; selling cubes.

Cubes can be sold at any time for $1 each. That is only ever worth it when a dollar is missing, or alone before the last
scoring, so it is done then, and told: dollars first, then as many cubes as are needed (CG-1). (Rulebook "Selling
goods"; New Lobby.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.engine.drafting import Part
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Seat
from bot.engine.secrecy import Open
from bot.games.carnegie.components import Gain, Region
from bot.games.carnegie.moves import ToNewLobby
from bot.games.carnegie.news import CubesSold

if TYPE_CHECKING:
    from bot.games.carnegie.rules.pieces import Player
    from bot.games.carnegie.table import Carnegie


def can_pay(player: Player, money: int = 0, cubes: int = 0) -> bool:
    """Whether a player has a number of cubes, and a number of dollars including the sale of other cubes."""
    return player.cubes >= cubes and player.worth_in_dollars - cubes >= money


def pay(table: Carnegie, seat: Seat, money: int = 0, cubes: int = 0) -> None:
    """Pay, and sell cubes for the dollars that are missing."""
    player = table.everybody[seat]
    player.cubes -= cubes
    sell(table, seat, max(0, money - player.money))
    player.money -= money


def sell(table: Carnegie, seat: Seat, cubes: int) -> None:
    """Sell a number of cubes, and tell it; for zero nothing happens."""
    player = table.everybody[seat]
    if cubes:
        player.cubes -= cubes
        player.money += cubes
        table.tell(CubesSold(seat=seat, cubes=cubes, money=cubes))


def receive(table: Carnegie, seat: Seat, gain: Gain) -> None:
    """Gain something; moves and development points are for the plan that is being carried out."""
    player = table.everybody[seat]
    player.money += gain.money
    player.cubes += gain.cubes
    player.vp += gain.vp
    hired = min(gain.workers, player.supply)  # CG-2: an empty supply gives nobody
    player.supply -= hired
    come(table, seat, hired)
    table.plan.gains(gain.model_copy(update={"workers": hired}))


def come(table: Carnegie, seat: Seat, workers: int) -> None:
    """Let workers lie down in the lobby; where there are two, their owner chooses."""
    if table.cell_of(seat, "second lobby") is None:
        table.everybody[seat].company[table.box.lobby].lying += workers
    elif isinstance(already := table.agenda[0], Arriving):
        already.workers += workers
    elif workers:
        table.next(Arriving(seat=seat, workers=workers))


class Arriving(Part, kind="arriving"):
    """Workers have come, and lie down in either of two lobbies."""

    is_detail: ClassVar[bool] = True

    workers: Open[int]

    def build_choice(self, table: Carnegie, rule: str) -> Question:
        """Ask how many go to the new lobby."""
        options = (
            Option(ToNewLobby(count=count), f"{count} to the New Lobby, {self.workers - count} to the Lobby")
            for count in range(self.workers + 1)
        )
        return Choose(prompt="How many go to the new lobby?", rule=rule, options=tuple(options))

    def take(self, table: Carnegie, move: ToNewLobby) -> None:
        """Let them lie down where they were sent."""
        new = table.cell_of(self.seat, "second lobby")
        if new is None:
            raise ValueError("there is no new lobby")
        company = table.everybody[self.seat].company
        company[new].lying += move.count
        company[table.box.lobby].lying += self.workers - move.count


def transport_income(table: Carnegie, seat: Seat, region: Region, times: int, box: int | None = None) -> None:
    """Gain the income of the own box of a transport track, or of one further left, for a number of workers."""
    own = table.everybody[seat].tracks[region]
    receive(table, seat, table.box.tracks[region].income[own if box is None else box].times(times))
