"""The stroll: a toy for one person or more, in which answers are put together of several choices.

Everybody first moves two carts along a road of ten places, in up to eight steps, and then has lunch: dishes, drinks
and a tip out of one purse. Each is one move.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.composed import Compose, Stage
from bot.engine.game import Chapter, Game, Options
from bot.engine.pages import Grid, Page, Section, mark
from bot.engine.questions import Budget, Choose, Item, Line, Number, Option, Question, Split, Subset
from bot.engine.records import Move, News, Seat
from bot.engine.secrecy import Open
from bot.engine.table import Box, Outcome, Step, Table, TableNews

CARTS = ("red", "blue")
END, STEPS, PURSE = 9, 8, 20
DISHES = (Item("soup", "Soup", cost=4), Item("pie", "Pie", cost=9), Item("cake", "Cake", cost=6))
PRICES = {"tea": 2, "wine": 5}


class Push(Move):
    kind: Literal["push"] = "push"
    cart: str


class Dishes(Move):
    kind: Literal["dishes"] = "dishes"
    names: tuple[str, ...]


class Drinks(Move):
    kind: Literal["drinks"] = "drinks"
    amounts: dict[str, int]


class Tip(Move):
    kind: Literal["tip"] = "tip"
    coins: int


class Walk(Move):
    kind: Literal["walk"] = "walk"
    parts: tuple[Push, ...]


class Lunch(Move):
    kind: Literal["lunch"] = "lunch"
    parts: tuple[Annotated[Dishes | Drinks | Tip, Field(discriminator="kind")], ...]


AnyMove = Annotated[Walk | Lunch, Field(discriminator="kind")]


class Walked(News):
    kind: Literal["walked"] = "walked"
    seat: Seat
    places: dict[str, int]


class Lunched(News):
    kind: Literal["lunched"] = "lunched"
    seat: Seat
    left: int


AnyNews = Annotated[Walked | Lunched | TableNews, Field(discriminator="kind")]


def walk(places: dict[str, int], carts: Sequence[str] = CARTS) -> Compose:
    """Up to eight steps of carts, which never share a place but the first and the last."""

    def stage(parts: tuple[Move, ...]) -> Stage:
        now = pushed(places, parts)
        options = tuple(
            Option(Push(cart=cart), f"Push the {cart} cart to {now[cart] + 1}", hint="One place on.")
            for cart in carts
            if now[cart] < END and (now[cart] + 1 == END or now[cart] + 1 not in now.values())
        )
        leaves = ", ".join(f"{cart} at {now[cart]}" for cart in carts)
        question = Choose(prompt="Which cart goes on?", rule="Roads", options=options) if options else None
        return Stage(question, f"{leaves}; {STEPS - len(parts)} steps left", complete=True)

    return Compose(
        prompt="How do your carts go on?",
        rule="Roads",
        help="Up to eight steps.",
        about=tuple(places.values()),
        move=Walk,
        field="parts",
        stage=stage,
        most=STEPS,
    )


def pushed(places: dict[str, int], parts: Sequence[Move]) -> dict[str, int]:
    """Where the carts are after these steps."""
    now = dict(places)
    for part in parts:
        assert isinstance(part, Push)
        now[part.cart] += 1
    return now


def lunch(purse: int = PURSE) -> Compose:
    """Dishes, drinks and a tip; each is paid from what the ones before have left."""

    def stage(parts: tuple[Move, ...]) -> Stage:
        left = rest(purse, parts)
        question: Question | None = None
        if not parts:
            question = Subset(
                prompt="Which dishes?",
                rule="Lunch",
                move=Dishes,
                field="names",
                items=DISHES,
                fewest=1,
                most=3,
                budget=Budget(left),
            )
        elif len(parts) == 1:
            lines = tuple(Line(name, name.title(), 0, 9, cost=price) for name, price in PRICES.items())
            question = Split(
                prompt="How many drinks?", rule="Lunch", move=Drinks, field="amounts", lines=lines, budget=Budget(left)
            )
        elif len(parts) == 2:
            question = Number(
                prompt="What is your tip?", rule="Lunch", move=Tip, field="coins", low=0, high=left, unit="$"
            )
        return Stage(question, f"${left} left", complete=len(parts) == 3)

    return Compose(
        prompt="What do you have for lunch?", rule="Lunch", about=(purse,), move=Lunch, field="parts", stage=stage
    )


def rest(purse: int, parts: Sequence[Move]) -> int:
    """What is left in a purse."""
    for part in parts:
        match part:
            case Dishes():
                purse -= sum(dish.cost for dish in DISHES if dish.value in part.names)
            case Drinks():
                purse -= sum(PRICES[name] * amount for name, amount in part.amounts.items())
            case Tip():
                purse -= part.coins
            case _:
                raise TypeError(part)
    return purse


class OnRoad(Step):
    """A seat's carts go on."""

    kind: Literal["on road"] = "on road"
    seat: Open[Seat]
    done: Open[bool] = False

    def title(self, table: StrollTable) -> str:
        return f"{mark(self.seat)}'s carts"

    def asked(self, table: StrollTable) -> Collection[Seat]:
        return () if self.done else (self.seat,)

    def question(self, table: StrollTable, seat: Seat) -> Question:
        return walk(table.places[seat])

    def answer(self, table: StrollTable, seat: Seat, move: Walk) -> None:
        self.done = True
        table.places[seat] = pushed(table.places[seat], move.parts)
        table.tell(Walked(seat=seat, places=table.places[seat]))


class AtLunch(Step):
    """A seat has lunch."""

    kind: Literal["at lunch"] = "at lunch"
    seat: Open[Seat]
    done: Open[bool] = False

    def title(self, table: StrollTable) -> str:
        return f"{mark(self.seat)}'s lunch"

    def asked(self, table: StrollTable) -> Collection[Seat]:
        return () if self.done else (self.seat,)

    def question(self, table: StrollTable, seat: Seat) -> Question:
        return lunch()

    def answer(self, table: StrollTable, seat: Seat, move: Lunch) -> None:
        self.done = True
        table.purses[seat] = rest(PURSE, move.parts)
        table.tell(Lunched(seat=seat, left=table.purses[seat]))


class Home(Step):
    """Everybody is at home: who went farthest has won."""

    kind: Literal["home"] = "home"

    def begin(self, table: StrollTable) -> None:
        scores = table.scores_so_far()
        places = {seat: 1 + sum(other > scores[seat] for other in scores.values()) for seat in table.seats}
        table.outcome = Outcome(scores=scores, places=places)


class StrollTable(Table):
    agenda: Open[list[Annotated[OnRoad | AtLunch | Home, Field(discriminator="kind")]]] = []
    places: Open[dict[Seat, dict[str, int]]]
    purses: Open[dict[Seat, int]]

    def scores_so_far(self) -> dict[Seat, int]:
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


@dataclass(frozen=True)
class StrollView:
    seat: Seat | None
    places: dict[Seat, dict[str, int]]


def redeal(table: StrollTable, seat: Seat | None, chance: Chance) -> StrollTable:
    """Nothing is hidden but the seed."""
    other = play.copy(table)
    if table.outcome is None:
        other.chance = Chance(seed=f"{chance.below(2**62):x}", drawn=table.chance.drawn)
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
    return question.any_move(random)


def view(table: StrollTable, seat: Seat | None) -> StrollView:
    return StrollView(seat, {seat: dict(places) for seat, places in table.places.items()})


STROLL: Game[Any, Any] = Game(
    key="stroll",
    title="The Stroll",
    tagline="A toy for one.",
    version=1,
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
