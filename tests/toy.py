"""The toy: a small village fair that needs everything the engine has, so that tests can play it.

Everybody holds a secret animal. At the fair's opening all write down a price at the same time; the highest earns a
coin. Then, seat after seat, everybody takes a turn: draw another animal, poke somebody (who answers at once, and may
poke back), or try out a stall. Each stall asks one question of another shape. At the end those with wild animals are
asked in secret whether they show it, and the most coins win.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from random import Random
from typing import Annotated, ClassVar, Literal

from pydantic import Field, TypeAdapter, model_validator

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.game import Game
from bot.engine.game_groups import GamePictures
from bot.engine.options import Options
from bot.engine.pages import Grid, Page, Picture, Section, mark
from bot.engine.pictures import Drawing, Names
from bot.engine.questions import Arrange, Choose, Item, Line, Number, Option, Question, Split, Subset
from bot.engine.records import Move, News, Seat
from bot.engine.rulebook import Chapter
from bot.engine.sealed import Sealed
from bot.engine.secrecy import EachOwn, FaceDown, Open
from bot.engine.table import Box, Outcome, Step, Table, TableNews

WILD = {"lynx", "wolf", "bear", "boar"}
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c6360"
    "6060000000040001f61738550000000049454e44ae426082"
)
"""The smallest picture there is."""


# -- the box, and the table's options ----------------------------------------------------------------


class ToyBox(Box):
    """The animals, and two ways to break the rules, as bugs would.

    A small box has no animal left to draw, so drawing fails; a closed stall fails when it has to ask.
    """

    animals: tuple[str, ...] = (
        *("lynx", "wolf", "bear", "boar", "heron", "otter"),
        *("badger", "stoat", "marten", "plover", "dipper", "curlew"),
    )
    closed: tuple[str, ...] = ()


class ToyOptions(Options):
    """A switch and a choice that do not go together in one way."""

    poking: bool = Field(default=True, title="Poking", description="Whether one may poke somebody")
    length: Literal["short", "long"] = Field(default="short", title="Length", description="One round or two")

    @model_validator(mode="after")
    def _long_fairs_need_poking(self) -> ToyOptions:
        if self.length == "long" and not self.poking:
            raise ValueError("A long fair without poking is dull: allow poking, or choose a short one.")
        return self


# -- moves and news ----------------------------------------------------------------------------------


class Pick(Move, kind="pick"):
    what: str


class Name(Move, kind="name"):
    price: int


class Gather(Move, kind="gather"):
    things: list[str]


class Share(Move, kind="share"):
    amounts: dict[str, int]


class LineUp(Move, kind="line up"):
    order: list[str]


class Dealt(News, kind="dealt"):
    """Told to its seat alone."""

    seat: Seat
    animal: str


class PricesShown(News, kind="prices shown"):
    reveals: ClassVar[bool] = True
    headline: ClassVar[bool] = True
    prices: dict[Seat, int]
    winner: Seat

    def list_concerned_seats(self) -> Collection[Seat]:
        return (self.winner,)


class Tried(News, kind="tried"):
    seat: Seat
    stall: str


class Poked(News, kind="poked"):
    by: Seat
    seat: Seat

    def list_targets(self) -> Collection[Seat]:
        return (self.seat,)


class Answered(News, kind="answered"):
    seat: Seat
    how: str


class Counted(News, kind="counted"):
    """For the complete log only."""

    footnote: ClassVar[bool] = True
    left: int


AnyMove = Annotated[Pick | Name | Gather | Share | LineUp, Field(discriminator="kind")]
AnyNews = Annotated[Dealt | PricesShown | Tried | Poked | Answered | Counted | TableNews, Field(discriminator="kind")]


# -- the stalls: one question of every shape ---------------------------------------------------------


def _options(*labels: str, group: str = "", hint: str = "") -> tuple[Option, ...]:
    return tuple(Option(Pick(what=label.lower()), label, group, hint) for label in labels)


def _items(count: int, kind: str) -> tuple[Item, ...]:
    return tuple(Item(f"{kind}{number}", f"{kind.title()} {number}", f"no. {number}") for number in range(1, count + 1))


STALLS: dict[str, Question] = {
    "fruit": Choose(prompt="Which fruit?", rule="Stalls", help="It tastes.", options=_options("Apple", "Pear", "Plum")),
    "street": Choose(
        prompt="Which house?", rule="Stalls", options=_options(*(f"House {number}" for number in range(1, 31)))
    ),
    "market": Choose(
        prompt="Which ware?",
        rule="Stalls",
        options=tuple(
            option
            for group, count in (("Bread", 3), ("Cheese", 30), ("Cloth", 40))
            for option in _options(*(f"{group} {number}" for number in range(1, count + 1)), group=group, hint="fresh")
        ),
    ),
    "price": Number(
        prompt="How much?", rule="Stalls", move=Name, field="price", low=0, high=40, step=2, unit="$", suggestions=(4,)
    ),
    "basket": Subset(
        prompt="What goes in?", rule="Stalls", move=Gather, field="things", items=_items(30, "egg"), most=3
    ),
    "pair": Split(
        prompt="How many of each?",
        rule="Stalls",
        move=Share,
        field="amounts",
        lines=(Line("red", "Red", 0, 9), Line("blue", "Blue", 0, 10, step=5, unit="$")),
    ),
    "week": Split(
        prompt="How many each day?",
        rule="Stalls",
        move=Share,
        field="amounts",
        lines=tuple(Line(f"day{number}", f"Day {number}", 0, 4) for number in range(1, 8)),
        total=9,
    ),
    "parade": Arrange(prompt="Who walks where?", rule="Stalls", move=LineUp, field="order", items=_items(4, "goose")),
}


# -- the table and its steps -------------------------------------------------------------------------


class Opening(Sealed, kind="opening"):
    """Everybody names a price in secret; the highest, or of several the first, earns a coin."""

    answers: EachOwn[dict[Seat, Name]] = {}

    def get_title(self, table: ToyTable) -> str:
        return "The opening"

    def build_question(self, table: ToyTable, seat: Seat) -> Question:
        return Number(prompt="Your secret price?", rule="Opening", move=Name, field="price", low=0, high=99, unit="$")

    def end(self, table: ToyTable) -> None:
        prices = {seat: self.answers[seat].price for seat in table.seats}
        winner = max(table.seats, key=lambda seat: (prices[seat], -seat))
        table.coins[winner] += 1
        table.tell(PricesShown(prices=prices, winner=winner))


class Turn(Step, kind="turn"):
    """A seat does what it likes until it ends its turn."""

    seat: Open[Seat]
    over: Open[bool] = False

    def get_title(self, table: ToyTable) -> str:
        return f"{mark(self.seat)}'s turn"

    def begin(self, table: ToyTable) -> None:
        table.tell(Counted(left=len(table.agenda)))

    def list_asked_seats(self, table: ToyTable) -> Collection[Seat]:
        return () if self.over else (self.seat,)

    def build_question(self, table: ToyTable, seat: Seat) -> Question:
        pokes = [
            Option(Pick(what=f"poke {other}"), f"Poke {mark(other)}")
            for other in table.iterate_clockwise_from(seat)
            if table.poking
        ]
        stalls = [Option(Pick(what=stall), f"Try the {stall}") for stall in STALLS]
        ways = (Option(Pick(what="draw"), "Draw an animal"), *pokes, *stalls, Option(Pick(what="end"), "End my turn"))
        return Choose(prompt=f"What do you do, {mark(seat)}?", rule="Turns", help="As often as you like.", options=ways)

    def answer(self, table: ToyTable, seat: Seat, move: Pick) -> None:
        verb, _, rest = move.what.partition(" ")
        if verb == "end":
            self.over = True
        elif verb == "draw":
            table.deal(seat)
        elif verb == "poke":
            table.next(Poke(by=seat, seat=int(rest)))
        else:
            table.next(Visit(seat=seat, stall=verb))

    def get_default_move(self, table: ToyTable, seat: Seat) -> Move | None:
        return Pick(what="end")


class Visit(Step, kind="visit"):
    """A seat answers the question of a stall and earns a coin."""

    seat: Open[Seat]
    stall: Open[str]
    done: Open[bool] = False

    def get_title(self, table: ToyTable) -> str:
        return f"The {self.stall}"

    def list_asked_seats(self, table: ToyTable) -> Collection[Seat]:
        return () if self.done else (self.seat,)

    def build_question(self, table: ToyTable, seat: Seat) -> Question:
        if self.stall in table._box.closed:
            raise LookupError(f"the {self.stall} is closed")
        return STALLS[self.stall]

    def answer(self, table: ToyTable, seat: Seat, move: Move) -> None:
        self.done = True
        table.coins[seat] += 1
        table.tell(Tried(seat=seat, stall=self.stall))


class Poke(Step, kind="poke"):
    """A poked player answers at once, also by poking back."""

    by: Open[Seat]
    seat: Open[Seat]
    done: Open[bool] = False

    def get_title(self, table: ToyTable) -> str:
        return "A poke"

    def begin(self, table: ToyTable) -> None:
        table.tell(Poked(by=self.by, seat=self.seat))

    def list_asked_seats(self, table: ToyTable) -> Collection[Seat]:
        return () if self.done else (self.seat,)

    def build_question(self, table: ToyTable, seat: Seat) -> Question:
        ways = _options("Laugh", "Cry", "Poke back")
        return Choose(prompt=f"{mark(self.by)} pokes you!", rule="Pokes", options=ways)

    def answer(self, table: ToyTable, seat: Seat, move: Pick) -> None:
        self.done = True
        table.tell(Answered(seat=seat, how=move.what))
        if move.what == "poke back":
            table.next(Poke(by=seat, seat=self.by))


class Growls(Sealed, kind="growls"):
    """Who holds a wild animal is asked about it; nobody may know who that is."""

    waiting_is_secret: ClassVar[bool] = True

    answers: EachOwn[dict[Seat, Pick]] = {}

    def get_title(self, table: ToyTable) -> str:
        return "Growls in the dark"

    def list_participants(self, table: ToyTable) -> Collection[Seat]:
        return [seat for seat in table.seats if WILD & set(table.hands[seat])]

    def build_question(self, table: ToyTable, seat: Seat) -> Question:
        return Choose(prompt="Does it growl?", rule="Growls", options=_options("Growl", "Keep quiet"))


class Closing(Step, kind="closing"):
    """The coins are counted."""

    def begin(self, table: ToyTable) -> None:
        places = {seat: 1 + sum(coins > table.coins[seat] for coins in table.coins.values()) for seat in table.seats}
        table.outcome = Outcome(scores=dict(table.coins), places=places)


AnyStep = Annotated[Opening | Turn | Visit | Poke | Growls | Closing, Field(discriminator="kind")]


class ToyTable(Table):
    agenda: Open[list[AnyStep]] = []
    poking: Open[bool]
    deck: FaceDown[list[str]]
    hands: EachOwn[dict[Seat, list[str]]]
    coins: Open[dict[Seat, int]]

    def deal(self, seat: Seat) -> None:
        """Draw any animal from the deck."""
        animal = self.deck.pop(self.chance.draw_below(len(self.deck)))
        self.hands[seat].append(animal)
        self.tell(Dealt(seat=seat, animal=animal), to=[seat])

    def compute_current_scores(self) -> dict[Seat, int]:
        return dict(self.coins)

    def audit(self) -> None:
        animals = [*self.deck, *(animal for hand in self.hands.values() for animal in hand)]
        assert sorted(animals) == sorted(self._box.animals), "an animal appeared or vanished"


def set_up(options: ToyOptions, players: int, seed: str, box: ToyBox) -> ToyTable:
    """Return the fair before its opening: everybody holds an animal."""
    seats = range(1, players + 1)
    table = ToyTable(
        players=players,
        chance=Chance(seed=seed),
        poking=options.poking,
        deck=list(box.animals),
        hands={seat: [] for seat in seats},
        coins=dict.fromkeys(seats, 0),
    )
    table._box = box
    for seat in seats:
        table.deal(seat)
    turns = [Turn(seat=seat) for _ in range(2 if options.length == "long" else 1) for seat in seats]
    table.agenda = [Opening(), *turns, Growls(), Closing()]
    return table


# -- what a seat may know ----------------------------------------------------------------------------


@dataclass(frozen=True)
class ToyView:
    seat: Seat | None
    coins: dict[Seat, int]
    held: dict[Seat, int]
    """How many animals each seat holds."""
    animals: tuple[str, ...]
    """One's own."""
    price: int | None
    """One's own sealed price."""


def view(table: ToyTable, seat: Seat | None) -> ToyView:
    opening = table.agenda[0] if table.agenda and isinstance(table.agenda[0], Opening) else None
    own = opening.answers.get(seat) if opening is not None and seat is not None else None
    return ToyView(
        seat=seat,
        coins=dict(table.coins),
        held={seat: len(hand) for seat, hand in table.hands.items()},
        animals=tuple(table.hands[seat]) if seat is not None else (),
        price=own.price if own is not None else None,
    )


def redeal(table: ToyTable, seat: Seat | None, chance: Chance) -> ToyTable:
    """Shuffle the animals this seat has not seen, and write other prices on the sheets of the others.

    The waiting itself is no secret, so it happens in every truth.
    """
    other = play.copy(table)
    if table.outcome is not None:
        return other
    other.chance = Chance(seed=f"{chance.draw_below(2**62):x}", drawn=table.chance.drawn)
    hidden = [each for each in other.seats if each != seat]
    animals = [*other.deck, *(animal for each in hidden for animal in other.hands[each])]
    while True:
        pile = chance.shuffled(animals)
        for each in hidden:
            other.hands[each] = [pile.pop() for _ in other.hands[each]]
        other.deck = pile
        if bool(play.list_asked_seats(other)) == bool(play.list_asked_seats(table)):
            break
    first = other.agenda[0] if other.agenda else None
    if isinstance(first, Opening):
        first.answers = {
            each: move if each == seat else Name(price=chance.draw_below(100)) for each, move in first.answers.items()
        }
    return other


def say(news: News, seat: Seat | None) -> str:
    match news:
        case Dealt():
            return f"You draw the {news.animal}."
        case PricesShown():
            prices = ", ".join(f"{mark(each)} ${price}" for each, price in news.prices.items())
            return f"{mark(news.winner)} <opens|open> the fair with the highest price. ({prices})"
        case Tried():
            return f"{mark(news.seat)} <tries|try> the {news.stall}."
        case Poked():
            return f"{mark(news.by)} <pokes|poke> {mark(news.seat)}."
        case Answered():
            return f"{mark(news.seat)}: {news.how}."
        case Counted():
            return f"{news.left} steps are left."
    raise TypeError(f"nothing to say about {news!r}")


def page(view: ToyView) -> Page:
    rows = [[mark(seat), str(coins), str(view.held[seat])] for seat, coins in view.coins.items()]
    return Page("The fair", [Section("At the fair", [Grid(["Player", "Coins", "Animals"], rows)])])


def hand(view: ToyView) -> Page:
    parts = [f"You hold: {', '.join(view.animals)}."]
    if view.price is not None:
        parts.append(f"Your secret price: ${view.price}")
    return Page("Your hand", [Section("", parts)])


def draw(view: ToyView, names: Names) -> Picture:
    return Picture("fair.png", PNG, "; ".join(f"{names(seat)} has {coins}" for seat, coins in view.coins.items()))


def choose(view: ToyView, question: Question, random: Random) -> Move:
    """The bot ends its turn soon, so that games do."""
    done = Pick(what="end")
    return done if question.is_legal(done) and random.random() < 0.5 else question.choose_random_move(random)


TOY: Game[ToyTable, ToyView] = Game(
    key="toy",
    title="The Fair",
    tagline="A toy for tests.",
    seats=range(2, 6),
    options=ToyOptions,
    box=ToyBox(),
    table=ToyTable,
    moves=TypeAdapter(AnyMove),
    news=TypeAdapter(AnyNews),
    set_up=set_up,
    view=view,
    redeal=redeal,
    say=say,
    page=page,
    hand=hand,
    choose=choose,
    rulebook=(
        Chapter("Opening", "Everybody names a price."),
        Chapter("Turns", "Do what you like."),
        Chapter("Pokes", "Answer at once."),
    ),
    pictures=GamePictures(drawings=(Drawing("fair", "Fair", draw, page),)),
)
