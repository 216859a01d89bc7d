"""The stroll: a toy for one person or more, in which answers are put together of several choices.

Everybody first moves two carts along a road of ten places, in up to eight steps, and then has lunch: dishes, drinks
and a tip out of one purse. Each is one move.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, ClassVar

from pydantic import Field, TypeAdapter

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.drafting import Draft, Part, play_parts
from bot.engine.game import Game
from bot.engine.multi_step import Compose
from bot.engine.options import Options
from bot.engine.pages import Grid, Page, Section, mark
from bot.engine.questions import Budget, Item, Line, Number, Option, Question, Split, Subset
from bot.engine.records import Move, News, Seat
from bot.engine.rulebook import Chapter
from bot.engine.secrecy import Open
from bot.engine.table import Box, Outcome, Step, Table, TableNews

CARTS = ("red", "blue")
END, STEPS, PURSE = 9, 8, 20
DISHES = (Item("soup", "Soup", cost=4), Item("pie", "Pie", cost=9), Item("cake", "Cake", cost=6))
PRICES = {"tea": 2, "wine": 5}


class Push(Move, kind="push"):
    cart: str


class Dishes(Move, kind="dishes"):
    names: tuple[str, ...]


class Drinks(Move, kind="drinks"):
    amounts: dict[str, int]


class Tip(Move, kind="tip"):
    coins: int


class Walk(Move, kind="walk"):
    parts: tuple[Push, ...]


class Lunch(Move, kind="lunch"):
    parts: tuple[Annotated[Dishes | Drinks | Tip, Field(discriminator="kind")], ...]


AnyMove = Annotated[Walk | Lunch, Field(discriminator="kind")]


class Walked(News, kind="walked"):
    seat: Seat
    places: dict[str, int]


class Lunched(News, kind="lunched"):
    seat: Seat
    left: int


AnyNews = Annotated[Walked | Lunched | TableNews, Field(discriminator="kind")]


class Pushing(Part, kind="pushing"):
    """Up to eight steps of carts, which never share a place but the first and the last."""

    lasts: ClassVar[bool] = True

    carts: Open[tuple[str, ...]] = CARTS
    steps: Open[int] = STEPS

    def prompt(self, table: StrollTable) -> str:
        return "Which cart goes on?"

    def list_options(self, table: StrollTable) -> Iterator[Option]:
        now = table.places[self.seat]
        for cart in self.carts:
            if now[cart] < END and (now[cart] + 1 == END or now[cart] + 1 not in now.values()):
                yield Option(Push(cart=cart), f"Push the {cart} cart to {now[cart] + 1}", hint="One place on.")

    def can_end(self, table: StrollTable) -> bool:
        return True

    def take(self, table: StrollTable, move: Push) -> None:
        table.places[self.seat][move.cart] += 1
        self.steps -= 1

    def end(self, table: StrollTable) -> None:
        table.tell(Walked(seat=self.seat, places=table.places[self.seat]))


class Ordering(Part, kind="ordering"):
    """Dishes, then drinks, then a tip; each is paid from what the ones before have left."""

    def build_choice(self, table: StrollTable, rule: str) -> Question:
        budget = Budget(table.purses[self.seat])
        return Subset(
            prompt="Which dishes?", rule=rule, move=Dishes, field="names", items=DISHES, fewest=1, most=3, budget=budget
        )

    def take(self, table: StrollTable, move: Dishes) -> None:
        table.purses[self.seat] -= sum(dish.cost for dish in DISHES if dish.value in move.names)
        table.next(Drinking(seat=self.seat), Tipping(seat=self.seat))

    def end(self, table: StrollTable) -> None:
        table.tell(Lunched(seat=self.seat, left=table.purses[self.seat]))


class Drinking(Part, kind="drinking"):
    def build_choice(self, table: StrollTable, rule: str) -> Question:
        lines = tuple(Line(name, name.title(), 0, 9, cost=price) for name, price in PRICES.items())
        budget = Budget(table.purses[self.seat])
        return Split(prompt="How many drinks?", rule=rule, move=Drinks, field="amounts", lines=lines, budget=budget)

    def take(self, table: StrollTable, move: Drinks) -> None:
        table.purses[self.seat] -= sum(PRICES[name] * amount for name, amount in move.amounts.items())


class Tipping(Part, kind="tipping"):
    def build_choice(self, table: StrollTable, rule: str) -> Question:
        most = table.purses[self.seat]
        return Number(prompt="What is your tip?", rule=rule, move=Tip, field="coins", low=0, high=most, unit="$")

    def take(self, table: StrollTable, move: Tip) -> None:
        table.purses[self.seat] -= move.coins


def walk(places: dict[str, int], carts: Sequence[str] = CARTS) -> Compose:
    """The question for the carts, where they stand here and can be pushed in this order."""
    return on_the_way(alone(places=places), Pushing(seat=1, carts=tuple(carts)))


def lunch(purse: int = PURSE) -> Compose:
    """The question for a lunch out of this purse."""
    return at_table(alone(purse=purse), Ordering(seat=1))


def on_the_way(table: StrollTable, first: Pushing) -> Compose:
    seat = first.seat

    def leaves(there: StrollTable) -> str:
        carts = ", ".join(f"{cart} at {there.places[seat][cart]}" for cart in first.carts)
        (pushing,) = there.agenda
        assert isinstance(pushing, Pushing)
        return f"{carts}; {pushing.steps} steps left"

    return Compose(
        prompt="How do your carts go on?",
        rule="Roads",
        help="Up to eight steps.",
        about=tuple(table.places[seat].values()),
        move=Walk,
        field="parts",
        stage=Draft(table, first, "Roads", leaves=leaves).stage,
        most=STEPS,
    )


def at_table(table: StrollTable, first: Ordering) -> Compose:
    return Compose(
        prompt="What do you have for lunch?",
        rule="Lunch",
        about=(table.purses[first.seat],),
        move=Lunch,
        field="parts",
        stage=Draft(table, first, "Lunch", leaves=lambda there: f"${there.purses[first.seat]} left").stage,
    )


class OnRoad(Step, kind="on road"):
    """A seat's carts go on."""

    seat: Open[Seat]
    done: Open[bool] = False

    def get_title(self, table: StrollTable) -> str:
        return f"{mark(self.seat)}'s carts"

    def list_asked_seats(self, table: StrollTable) -> Collection[Seat]:
        return () if self.done else (self.seat,)

    def build_question(self, table: StrollTable, seat: Seat) -> Question:
        return on_the_way(table, Pushing(seat=seat))

    def answer(self, table: StrollTable, seat: Seat, move: Walk) -> None:
        self.done = True
        play_parts(table, Pushing(seat=seat), move.parts)


class AtLunch(Step, kind="at lunch"):
    """A seat has lunch."""

    seat: Open[Seat]
    done: Open[bool] = False

    def get_title(self, table: StrollTable) -> str:
        return f"{mark(self.seat)}'s lunch"

    def list_asked_seats(self, table: StrollTable) -> Collection[Seat]:
        return () if self.done else (self.seat,)

    def build_question(self, table: StrollTable, seat: Seat) -> Question:
        return at_table(table, Ordering(seat=seat))

    def answer(self, table: StrollTable, seat: Seat, move: Lunch) -> None:
        self.done = True
        play_parts(table, Ordering(seat=seat), move.parts)


class Home(Step, kind="home"):
    """Homecoming of all: the farthest walker has won."""

    def begin(self, table: StrollTable) -> None:
        scores = table.compute_current_scores()
        places = {seat: 1 + sum(other > scores[seat] for other in scores.values()) for seat in table.seats}
        table.outcome = Outcome(scores=scores, places=places)


AnyStep = Annotated[
    OnRoad | AtLunch | Home | Pushing | Ordering | Drinking | Tipping,
    Field(discriminator="kind"),
]


class StrollTable(Table):
    agenda: Open[list[AnyStep]] = []
    places: Open[dict[Seat, dict[str, int]]]
    purses: Open[dict[Seat, int]]

    def compute_current_scores(self) -> dict[Seat, int]:
        return {seat: sum(self.places[seat].values()) for seat in self.seats}


class StrollBox(Box):
    """Nothing."""


class StrollOptions(Options):
    """Nothing to agree on."""


def set_up(options: StrollOptions, players: int, seed: str, box: StrollBox) -> StrollTable:
    """Everybody's carts stand at the beginning of the road."""
    seats = range(1, players + 1)
    table = StrollTable(
        players=players,
        chance=Chance(seed=seed),
        places={seat: dict.fromkeys(CARTS, 0) for seat in seats},
        purses=dict.fromkeys(seats, PURSE),
    )
    table._box = box
    table.agenda = [*(step for seat in seats for step in (OnRoad(seat=seat), AtLunch(seat=seat))), Home()]
    return table


def alone(places: dict[str, int] | None = None, purse: int = PURSE) -> StrollTable:
    """A table for one, as it stands in the middle of a game."""
    table = set_up(StrollOptions(), 1, "seed", StrollBox())
    table.places[1] = dict(places or table.places[1])
    table.purses[1] = purse
    return table


@dataclass(frozen=True)
class StrollView:
    seat: Seat | None
    places: dict[Seat, dict[str, int]]


def redeal(table: StrollTable, seat: Seat | None, chance: Chance) -> StrollTable:
    """Nothing is hidden but the seed."""
    other = play.copy(table)
    if table.outcome is None:
        other.chance = Chance(seed=f"{chance.draw_below(2**62):x}", drawn=table.chance.drawn)
    return other


def say(news: News, seat: Seat | None) -> str:
    match news:
        case Walked():
            return f"{mark(news.seat)} walks."
        case Lunched():
            return f"{mark(news.seat)} has lunch and keeps ${news.left}."
        case _:
            raise TypeError(news)


def page(view: StrollView) -> Page:
    rows = [[mark(seat), *(str(place) for place in places.values())] for seat, places in view.places.items()]
    return Page("The road", [Section("Carts", [Grid(["Player", "Red", "Blue"], rows)])])


def choose(view: StrollView, question: Question, random: Random) -> Move:
    return question.choose_random_move(random)


def view(table: StrollTable, seat: Seat | None) -> StrollView:
    return StrollView(seat, {seat: dict(places) for seat, places in table.places.items()})


STROLL: Game[Any, Any] = Game(
    key="stroll",
    title="The Stroll",
    tagline="A toy for one.",
    seats=range(1, 4),
    options=StrollOptions,
    box=StrollBox(),
    table=StrollTable,
    moves=TypeAdapter(AnyMove),
    news=TypeAdapter(AnyNews),
    set_up=set_up,
    view=view,
    redeal=redeal,
    say=say,
    page=page,
    hand=lambda view: Page("Your hand", [Section("", ["Nothing."])]),
    choose=choose,
    rulebook=(Chapter("Roads", "Go on."), Chapter("Lunch", "Eat.")),
)
