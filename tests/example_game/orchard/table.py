"""The table, its sequence of play, and the moves and news."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, ClassVar, Literal

from pydantic import Field, TypeAdapter

from bot.engine.chance import Chance
from bot.engine.options import Options
from bot.engine.pages import mark
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move, News, Seat
from bot.engine.sealed import Sealed
from bot.engine.secrecy import EachOwn, FaceDown, Open
from bot.engine.table import Outcome, Step, Table, TableNews

from .components import OrchardBox, get_number


class OrchardOptions(Options):
    """The table's settings."""

    prize: Literal["two coins", "four coins"] = Field(
        default="two coins", title="Prize", description="What the best basket of a day brings in coins."
    )


# -- moves and news --------------------------------------------------------------------------------


class Bring(Move, kind="bring"):
    """A basket for the stall."""

    basket: str


class Take(Move, kind="take"):
    """The payment of a day's winner."""

    what: Literal["coins", "honey"]


class Swap(Move, kind="swap"):
    """A basket to exchange for another one; None: all are kept."""

    basket: str | None


class Picked(News, kind="picked"):
    """The baskets that a seat has drawn, announced to that seat alone."""

    seat: Seat
    baskets: tuple[str, ...]


class Opened(News, kind="opened"):
    """The baskets at the stall, and the owner of the best one."""

    headline: ClassVar[bool] = True
    brought: dict[Seat, str]
    winner: Seat

    def list_concerned_seats(self) -> Collection[Seat]:
        """The winner of the day."""
        return (self.winner,)


class Paid(News, kind="paid"):
    """The winner's payment."""

    seat: Seat
    what: str


class Swapped(News, kind="swapped"):
    """A basket that was discarded face up; None: all were kept."""

    seat: Seat
    basket: str | None


class Over(News, kind="over"):
    """The winners of the game."""

    verdict: ClassVar[bool] = True
    winners: list[Seat]


AnyMove = Annotated[Bring | Take | Swap, Field(discriminator="kind")]
AnyNews = Annotated[Picked | Opened | Paid | Swapped | Over | TableNews, Field(discriminator="kind")]
MOVES: TypeAdapter[AnyMove] = TypeAdapter(AnyMove)
NEWS: TypeAdapter[AnyNews] = TypeAdapter(AnyNews)


# -- the sequence of play --------------------------------------------------------------------------


class Stall(Sealed, kind="stall"):
    """Everybody brings a basket in secret; the best one wins the day, with ties won by the lower seat."""

    day: Open[int]
    answers: EachOwn[dict[Seat, Bring]] = {}

    def get_title(self, table: Market) -> str:
        """Describe the stall of the day."""
        return f"Day {self.day} of {table.days}: the stall"

    def begin(self, table: Market) -> None:
        """Start a new day."""
        table.day = self.day

    def build_question(self, table: Market, seat: Seat) -> Question:
        """Ask which basket to bring."""
        options = tuple(Option(Bring(basket=basket), basket) for basket in table.hands[seat])
        return Choose(prompt="Which basket do you bring?", rule="The stall", options=options, about=("day", self.day))

    def end(self, table: Market) -> None:
        """Open the baskets; the winner is paid, and everybody draws a basket."""
        brought = {seat: self.answers[seat].basket for seat in table.seats}
        winner = max(table.seats, key=lambda seat: (get_number(brought[seat]), -seat))
        for seat, basket in brought.items():
            table.hands[seat].remove(basket)
            table.gone.append(basket)
        table.tell(Opened(brought=brought, winner=winner))
        for seat in table.seats:
            table.draw(seat, 1)
        table.next(Payment(seat=winner))


class Payment(Step, kind="payment"):
    """The winner of the day takes coins, or a jar of honey; each further jar is worth more."""

    seat: Open[Seat]
    done: Open[bool] = False

    def get_title(self, table: Market) -> str:
        """Describe the payment."""
        return f"{mark(self.seat)} is paid"

    def list_asked_seats(self, table: Market) -> Collection[Seat]:
        """Ask the winner."""
        return () if self.done else (self.seat,)

    def build_question(self, table: Market, seat: Seat) -> Question:
        """Offer coins or honey."""
        options = (
            Option(Take(what="coins"), f"{table.prize} coins"),
            Option(Take(what="honey"), "A jar of honey", hint=f"you have {table.honey[seat]}"),
        )
        return Choose(prompt="What do you take?", rule="Payment", help="Jars count 1, 4, 9, ...", options=options)

    def answer(self, table: Market, seat: Seat, move: Take) -> None:
        """Pay the winner."""
        self.done = True
        if move.what == "coins":
            table.coins[seat] += table.prize
        else:
            table.honey[seat] += 1
        table.tell(Paid(seat=seat, what=f"{table.prize} coins" if move.what == "coins" else "a jar of honey"))

    def get_default_move(self, table: Market, seat: Seat) -> Move:
        """Take the coins, which are never wrong."""
        return Take(what="coins")


class Evening(Step, kind="evening"):
    """In turn, each seat may discard a basket face up and draw another one."""

    seat: Open[Seat]
    done: Open[bool] = False

    def get_title(self, table: Market) -> str:
        """Describe the swap."""
        return f"Day {table.day} of {table.days}: {mark(self.seat)} may swap a basket"

    def list_asked_seats(self, table: Market) -> Collection[Seat]:
        """Ask the seat on turn."""
        return () if self.done else (self.seat,)

    def build_question(self, table: Market, seat: Seat) -> Question:
        """Ask which basket to swap, if any."""
        options = (
            Option(Swap(basket=None), "Keep all"),
            *(Option(Swap(basket=basket), f"Swap {basket}") for basket in table.hands[seat]),
        )
        return Choose(prompt="Do you swap a basket?", rule="Evening", options=options, about=("day", table.day))

    def answer(self, table: Market, seat: Seat, move: Swap) -> None:
        """Discard the basket and draw another one."""
        self.done = True
        table.tell(Swapped(seat=seat, basket=move.basket))
        if move.basket is not None:
            table.hands[seat].remove(move.basket)
            table.gone.append(move.basket)
            table.draw(seat, 1)

    def get_default_move(self, table: Market, seat: Seat) -> Move:
        """Keep all baskets."""
        return Swap(basket=None)


class End(Step, kind="end"):
    """Coins and honey are counted; equal scores share a place."""

    def begin(self, table: Market) -> None:
        """Compute the final scores."""
        scores = table.compute_current_scores()
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
    """The remaining baskets, in no order."""
    hands: EachOwn[dict[Seat, list[str]]]
    gone: Open[list[str]] = []
    """Baskets that were seen and are out of play."""
    coins: Open[dict[Seat, int]]
    honey: Open[dict[Seat, int]]

    def draw(self, seat: Seat, count: int) -> None:
        """Draw random baskets."""
        drawn = tuple(self.pile.pop(self.chance.draw_below(len(self.pile))) for _ in range(count))
        self.hands[seat] += drawn
        self.tell(Picked(seat=seat, baskets=drawn), to=[seat])

    def describe_part(self) -> str:
        """Return the day."""
        return f"Day {self.day}"

    def compute_current_scores(self) -> dict[Seat, int]:
        """Return a point for each coin, and the square of the number of jars."""
        return {seat: self.coins[seat] + self.honey[seat] ** 2 for seat in self.seats}

    def audit(self) -> None:
        """Check that every basket exists once."""
        box: OrchardBox = self._box
        found = [*self.pile, *self.gone, *(basket for hand in self.hands.values() for basket in hand)]
        assert sorted(found) == sorted(box.baskets), "a basket appeared or vanished"


def set_up(options: OrchardOptions, players: int, seed: str, box: OrchardBox) -> Market:
    """Set up the game: everybody draws a hand of baskets and has a coin."""
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
