"""A New Beginning: a start of one's own.

Everybody secretly spends $50: on cubes, on workers in the lobby, on VP, on moves before the first round, and on a bid
for going first. Then all is shown; the highest bidder goes first and pays the bid. The rest is the start money.
Among equal bids the first one wins, clockwise from the player drawn by lot (CG-12). (Rulebook "A New Beginning".)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from bot.engine.multi_step import Compose, Stage
from bot.engine.questions import Choose, Number, Option, Question
from bot.engine.records import Move, Seat
from bot.engine.sealed import Sealed
from bot.engine.secrecy import EachOwn
from bot.engine.words import format_count
from bot.games.carnegie.components import NewBeginning
from bot.games.carnegie.moves import BeginAnew, Buy
from bot.games.carnegie.news import BeginsTheGame, BoughtBefore

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie

RULE = "A New Beginning"
Line = Literal["cubes", "lobby", "vp", "moves"]
LINES: tuple[Line, ...] = ("cubes", "lobby", "vp", "moves")
WORDS = {
    "cubes": "How many cubes do you begin with?",
    "lobby": "How many workers wait in your lobby?",
    "vp": "With how many VP do you begin?",
    "moves": "How many moves do you have before the first round?",
}
UNIT = {"cubes": "cube", "lobby": "worker", "moves": "move"}


def offers(box: NewBeginning, line: str) -> dict[int, int]:
    """Return what can be bought on a line, with the prices."""
    lines = {"cubes": box.cubes, "lobby": box.lobby, "vp": box.vp, "moves": box.moves}
    return dict(lines[line])


def _offer(line: Line, amount: int, price: int) -> str:
    what = f"{amount} VP" if line == "vp" else format_count(amount, UNIT[line])
    return f"{what} for ${price}" if price >= 0 else f"{what}: ${-price} more to spend"


def left_after(box: NewBeginning, bought: tuple[Move, ...]) -> int:
    """Return how many dollars are left, the bid not counted."""
    return box.budget - sum(
        offers(box, one.line)[one.amount] for one in bought if isinstance(one, Buy) and one.line != "bid"
    )


def cheapest(box: NewBeginning, lines: tuple[Line, ...]) -> int:
    """Return what these lines cost at least."""
    return sum(min(offers(box, line).values()) for line in lines)


class NewBeginningStep(Sealed, kind="new beginning"):
    """Everybody secretly buys a start, and bids."""

    answers: EachOwn[dict[Seat, BeginAnew]] = {}

    def build_question(self, table: Carnegie, seat: Seat) -> Question:
        """Ask for one thing of each line, and a bid."""
        box = table.box.new_beginning

        def stage(bought: tuple[Move, ...]) -> Stage:
            left = left_after(box, bought)
            words = f"${left} left." if bought else ""
            if len(bought) == len(LINES):
                bid = Number(
                    prompt="What do you bid to go first?",
                    help="Only the highest bid is paid.",
                    rule=RULE,
                    move=Buy,
                    field="amount",
                    low=0,
                    high=left,
                    unit="$",
                    given=(("line", "bid"),),
                    suggestions=tuple(one for one in (0, 1, 3, 5) if one <= left),
                )
                return Stage(bid if table.players > 1 else None, words, complete=table.players == 1)
            if len(bought) > len(LINES):
                return Stage(None, words)
            line, rest = LINES[len(bought)], LINES[len(bought) + 1 :]
            options = [
                Option(Buy(line=line, amount=amount), _offer(line, amount, price))
                for amount, price in offers(box, line).items()
                if left - price >= cheapest(box, rest)
            ]
            return Stage(Choose(prompt=WORDS[line], rule=RULE, options=tuple(options)), words, complete=False)

        return Compose(
            prompt=f"You have ${box.budget} to begin with: what do you buy?",
            rule=RULE,
            help="Everybody does so secretly, then all is shown. What you do not spend is the money you start with.",
            move=BeginAnew,
            field="bought",
            stage=stage,
        )

    def end(self, table: Carnegie) -> None:
        """Show everything; the highest bidder goes first."""
        order = table.in_order()
        bids = {seat: sum(buy.amount for buy in self.answers[seat].bought if buy.line == "bid") for seat in order}
        winner = max(order, key=lambda seat: (bids[seat], -order.index(seat)))
        for seat in order:
            self.take(table, seat, bids[seat], pays=seat == winner)
        table.first = winner
        table.tell(BeginsTheGame(seat=winner, bid=bids[winner]))
        give_tiles(table)

    def take(self, table: Carnegie, seat: Seat, bid: int, *, pays: bool) -> None:
        """Give a seat what it has bought."""
        player, bought = table.everybody[seat], {buy.line: buy.amount for buy in self.answers[seat].bought}
        player.cubes, player.vp, player.setup_moves = bought["cubes"], bought["vp"], bought["moves"]
        lobby = player.company[table.box.lobby]
        player.supply += lobby.lying - bought["lobby"]
        lobby.lying = bought["lobby"]
        player.money = left_after(table.box.new_beginning, self.answers[seat].bought) - (bid if pays else 0)
        table.tell(
            BoughtBefore(
                seat=seat,
                cubes=player.cubes,
                lobby=lobby.lying,
                vp=player.vp,
                moves=player.setup_moves,
                bid=bid,
                money=player.money,
            )
        )

    def get_default_move(self, table: Carnegie, seat: Seat) -> Move:
        """Begin as without it, and bid nothing."""
        terms = table.box.terms
        usual: dict[Line, int] = {"cubes": terms.cubes, "lobby": terms.lobby, "vp": 0, "moves": terms.moves}
        bought = [Buy(line=line, amount=usual[line]) for line in LINES]
        return BeginAnew(bought=(*bought, *((Buy(line="bid", amount=0),) if table.players > 1 else ())))

    def get_title(self, table: Carnegie) -> str:
        """Return what happens."""
        return "Everybody secretly buys their start"


def give_tiles(table: Carnegie) -> None:
    """Give the Action Selection tiles, by turn order."""
    for place, seat in enumerate(table.in_order(), 1):
        table.everybody[seat].tile = place in table.box.players[table.players].tiles
