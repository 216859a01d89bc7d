"""The table, its sequence of play, and what can be chosen and told."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, ClassVar, Literal

from pydantic import Field, TypeAdapter

from bot.engine.chance import Chance
from bot.engine.game import Options
from bot.engine.pages import mark
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move, News, Seat
from bot.engine.sealed import Sealed
from bot.engine.secrecy import EachOwn, FaceDown, Open
from bot.engine.table import Outcome, Step, Table, TableNews

from .components import OrchardBox, worth


class OrchardOptions(Options):
    """What the table agrees on."""

    prize: Literal["two coins", "four coins"] = Field(
        default="two coins", title="Prize", description="What the best basket of a day brings in coins."
    )


# -- moves and news --------------------------------------------------------------------------------


class Bring(Move, kind="bring"):
    """A basket for the stall."""

    basket: str


class Take(Move, kind="take"):
    """How the winner of a day is paid."""

    what: Literal["coins", "honey"]


class Swap(Move, kind="swap"):
    """A basket that goes back for another one; none: all are kept."""

    basket: str | None


class Picked(News, kind="picked"):
    """Told to its seat alone: what it has drawn."""

    seat: Seat
    baskets: tuple[str, ...]


class Opened(News, kind="opened"):
    """What stands at the stall, and whose is best."""

    headline: ClassVar[bool] = True
    brought: dict[Seat, str]
    winner: Seat

    def concerns(self) -> Collection[Seat]:
        """Whoever has won the day."""
        return (self.winner,)


class Paid(News, kind="paid"):
    """What the winner took."""

    seat: Seat
    what: str


class Swapped(News, kind="swapped"):
    """A basket that was given away, for all to see; none: all were kept."""

    seat: Seat
    basket: str | None


class Over(News, kind="over"):
    """Who has won."""

    verdict: ClassVar[bool] = True
    winners: list[Seat]


AnyMove = Annotated[Bring | Take | Swap, Field(discriminator="kind")]
AnyNews = Annotated[Picked | Opened | Paid | Swapped | Over | TableNews, Field(discriminator="kind")]
MOVES: TypeAdapter[AnyMove] = TypeAdapter(AnyMove)
NEWS: TypeAdapter[AnyNews] = TypeAdapter(AnyNews)


# -- the sequence of play --------------------------------------------------------------------------


class Stall(Sealed, kind="stall"):
    """Everybody brings a basket in secret; the best one wins the day, of equal ones that of the lower seat."""

    day: Open[int]
    answers: EachOwn[dict[Seat, Bring]] = {}

    def title(self, table: Market) -> str:
        """What the table is waiting for."""
        return f"Day {self.day} of {table.days}: the stall"

    def begin(self, table: Market) -> None:
        """A new day."""
        table.day = self.day

    def question(self, table: Market, seat: Seat) -> Question:
        """Which basket."""
        options = tuple(Option(Bring(basket=basket), basket) for basket in table.hands[seat])
        return Choose(prompt="Which basket do you bring?", rule="The stall", options=options, about=("day", self.day))

    def end(self, table: Market) -> None:
        """Open the baskets; the winner is paid, and everybody draws a basket."""
        brought = {seat: self.answers[seat].basket for seat in table.seats}
        winner = max(table.seats, key=lambda seat: (worth(brought[seat]), -seat))
        for seat, basket in brought.items():
            table.hands[seat].remove(basket)
            table.gone.append(basket)
        table.tell(Opened(brought=brought, winner=winner))
        for seat in table.seats:
            table.draw(seat, 1)
        table.next(Payment(seat=winner))


class Payment(Step, kind="payment"):
    """The winner of the day takes coins, or a jar of honey, which is worth more the more one has."""

    seat: Open[Seat]
    done: Open[bool] = False

    def title(self, table: Market) -> str:
        """What the table is waiting for."""
        return f"{mark(self.seat)} is paid"

    def asked(self, table: Market) -> Collection[Seat]:
        """The winner."""
        return () if self.done else (self.seat,)

    def question(self, table: Market, seat: Seat) -> Question:
        """Coins or honey."""
        options = (
            Option(Take(what="coins"), f"{table.prize} coins"),
            Option(Take(what="honey"), "A jar of honey", hint=f"you have {table.honey[seat]}"),
        )
        return Choose(prompt="What do you take?", rule="Payment", help="Jars count 1, 4, 9, ...", options=options)

    def answer(self, table: Market, seat: Seat, move: Take) -> None:
        """Pay."""
        self.done = True
        if move.what == "coins":
            table.coins[seat] += table.prize
        else:
            table.honey[seat] += 1
        table.tell(Paid(seat=seat, what=f"{table.prize} coins" if move.what == "coins" else "a jar of honey"))

    def default(self, table: Market, seat: Seat) -> Move:
        """Coins are never wrong."""
        return Take(what="coins")


class Evening(Step, kind="evening"):
    """One after the other may give a basket away, for all to see, and draw another one."""

    seat: Open[Seat]
    done: Open[bool] = False

    def title(self, table: Market) -> str:
        """What the table is waiting for."""
        return f"Day {table.day} of {table.days}: {mark(self.seat)} may swap a basket"

    def asked(self, table: Market) -> Collection[Seat]:
        """Whose turn it is."""
        return () if self.done else (self.seat,)

    def question(self, table: Market, seat: Seat) -> Question:
        """Which one, if any."""
        options = (
            Option(Swap(basket=None), "Keep all"),
            *(Option(Swap(basket=basket), f"Swap {basket}") for basket in table.hands[seat]),
        )
        return Choose(prompt="Do you swap a basket?", rule="Evening", options=options, about=("day", table.day))

    def answer(self, table: Market, seat: Seat, move: Swap) -> None:
        """Give it away and draw."""
        self.done = True
        table.tell(Swapped(seat=seat, basket=move.basket))
        if move.basket is not None:
            table.hands[seat].remove(move.basket)
            table.gone.append(move.basket)
            table.draw(seat, 1)

    def default(self, table: Market, seat: Seat) -> Move:
        """Nothing is given away unasked."""
        return Swap(basket=None)


class End(Step, kind="end"):
    """Coins and honey are counted; equal scores share a place."""

    def begin(self, table: Market) -> None:
        """Count."""
        scores = table.scores_so_far()
        places = {seat: 1 + sum(other > score for other in scores.values()) for seat, score in scores.items()}
        table.outcome = Outcome(scores=scores, places=places)
        table.tell(Over(winners=table.outcome.winners))


AnyStep = Annotated[Stall | Payment | Evening | End, Field(discriminator="kind")]


# -- the table -------------------------------------------------------------------------------------


class Market(Table):
    """Everything on the table and in the hands."""

    agenda: Open[list[AnyStep]] = []
    days: Open[int]
    prize: Open[int]
    day: Open[int] = 1
    pile: FaceDown[list[str]]
    """What is still on the trees, in no order."""
    hands: EachOwn[dict[Seat, list[str]]]
    gone: Open[list[str]] = []
    """What everybody has seen and nobody has any more."""
    coins: Open[dict[Seat, int]]
    honey: Open[dict[Seat, int]]

    def draw(self, seat: Seat, count: int) -> None:
        """Draw any baskets from the trees."""
        drawn = tuple(self.pile.pop(self.chance.below(len(self.pile))) for _ in range(count))
        self.hands[seat] += drawn
        self.tell(Picked(seat=seat, baskets=drawn), to=[seat])

    def part(self) -> str:
        """The day."""
        return f"Day {self.day}"

    def scores_so_far(self) -> dict[Seat, int]:
        """A point for each coin, and for the jars of honey their number times itself."""
        return {seat: self.coins[seat] + self.honey[seat] ** 2 for seat in self.seats}

    def audit(self) -> None:
        """Every basket is somewhere, once."""
        box: OrchardBox = self._box
        found = [*self.pile, *self.gone, *(basket for hand in self.hands.values() for basket in hand)]
        assert sorted(found) == sorted(box.baskets), "a basket appeared or vanished"


def set_up(options: OrchardOptions, players: int, seed: str, box: OrchardBox) -> Market:
    """Setup: everybody draws a hand of baskets and has a coin."""
    seats = range(1, players + 1)
    table = Market(
        players=players,
        chance=Chance(seed=seed),
        days=box.days,
        prize=2 if options.prize == "two coins" else 4,
        pile=box.baskets,
        hands={seat: [] for seat in seats},
        coins=dict.fromkeys(seats, 1),
        honey=dict.fromkeys(seats, 0),
    )
    table._box = box
    for seat in seats:
        table.draw(seat, box.hand)
    for day in range(1, box.days + 1):
        table.agenda += [Stall(day=day), *(Evening(seat=seat) for seat in seats)]
    table.agenda.append(End())
    return table
