"""Action phase: partners are placed, one after the other, and each acts for one company.

Players act in the order of the order track, one partner a turn; one pass through the order is a sequence, and sequences
go on until nobody has a partner left. Only the company's treasury pays, and an action it cannot pay is illegal. Before
and after the action, assets of all companies that the player directs can be used, and cubes traded. At the end of the
turn the asset row is filled. (Rules 7.1 and 7.2.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from bot.engine.drafting import begin_on_copy, get_asked_part, make_choice, play_parts
from bot.engine.pages import mark
from bot.engine.questions import Choose, Option, Question, Unread
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open
from bot.engine.table import Step
from bot.engine.what_if import copy_for_trial
from bot.games.big_shoulders.components import (
    SHARES,
    Automate,
    ChooseCubes,
    HireManagers,
    HireSalespeople,
    HireWorkers,
    Place,
    SpecialDividend,
    Tile,
    Workers,
)
from bot.games.big_shoulders.moves import Act, PlacePartner, TradeCubes, UseAsset
from bot.games.big_shoulders.news import PartnerPlaced, PartnersIdle
from bot.games.big_shoulders.rules import effects
from bot.games.big_shoulders.rules.capital_assets import tidy, use, ways_to_use
from bot.games.big_shoulders.rules.certificates import owned
from bot.games.big_shoulders.rules.charter import with_room
from bot.games.big_shoulders.rules.cube_costs import describe_shortage, warn_of_shortages
from bot.games.big_shoulders.rules.differences import differences
from bot.games.big_shoulders.rules.haymarket_square import trade, trades
from bot.games.big_shoulders.rules.prospects import prospect, to_choose
from bot.games.big_shoulders.rules.turns import Turn, ask_for_a_turn
from bot.games.big_shoulders.rules.vocabulary import HINT, LETTER, SHORT, effects_said, fit, record_tile, shorten

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City

RULE = "Action phase"
IDLE = "No use now"
"""The menu of actions that do nothing for a company and pay the player nothing."""
HIRES, BRINGS = "Workers, staff, machines", "Money, appeal, goods, cubes"
"""The menus of a single company with many actions."""
STAFF = HireWorkers | Workers | HireManagers | HireSalespeople | Automate
"""The effects of the first of them."""
FEW_ACTIONS = 12
"""Actions up to which they are one menu."""
MAX_COMPANIES = 2
"""Companies of a player beside whose menus that one has room."""
ONLY_WAY_IS_PLAYED = 3
"""The edition from which on a turn without a choice is played without a question; before, it was asked."""


class ActionPhase(Step, kind="action phase"):
    """Sequence after sequence, until all partners are placed."""

    queue: Open[list[Seat]] = []
    """Who acts in this sequence, still."""

    def begin(self, table: City) -> None:
        """Begin the first sequence."""
        self.go_on(table)

    def go_on(self, table: City) -> None:
        """Go to the next seat that acts, in this sequence or a new one."""
        while any(table.everybody[seat].ready for seat in table.seats):
            if not self.queue:
                self.queue = list(table.order)
            seat = self.queue[0]
            if table.everybody[seat].ready and table.directed(seat):
                parts = only_way(table, seat) if table.box.edition >= ONLY_WAY_IS_PLAYED else None
                if parts is None:
                    return
                self.place(table, seat, parts)
                continue
            self.queue.pop(0)
            self.idle(table, seat)
        self.queue = []

    def idle(self, table: City, seat: Seat) -> None:
        """Pay a player who directs no company for each unused partner."""
        player = table.everybody[seat]
        if player.ready and not table.directed(seat):
            got = player.ready * table.box.terms.per_unused_partner
            player.ready = 0
            table.earn(seat, got, "partners")
            table.tell(PartnersIdle(seat=seat, got=got))

    def list_asked_seats(self, table: City) -> Collection[Seat]:
        """Ask the next seat."""
        return self.queue[:1]

    def build_question(self, table: City, seat: Seat) -> Question:
        """Ask for a partner's turn."""
        partners = table.everybody[seat].ready
        left = f"{partners} left" if partners > 1 else "the last one"
        return ask_for_a_turn(
            table,
            ActionTurn(seat=seat),
            Act,
            RULE,
            f"{table.year}: which action does a partner take ({left})?",
            "The company's treasury pays; the fee of a tile goes to its owner. Workers for open spots stand first, "
            "then what pays you, what makes every run better, and last what does nothing. You can change everything "
            "until you send it.",
        )

    def answer(self, table: City, seat: Seat, move: Act) -> None:
        """Play the turn, and go to the next."""
        self.place(table, seat, move.parts)
        self.go_on(table)

    def place(self, table: City, seat: Seat, parts: Sequence[Move]) -> None:
        """Play a partner's turn."""
        play_parts(table, ActionTurn(seat=seat), parts)
        tidy(table)
        self.queue.pop(0)

    def get_default_move(self, table: City, seat: Seat) -> Move | None:
        """Return the smallest fundraising for the poorest of the seat's companies."""
        company = min(table.directed(seat), key=lambda company: (table.companies[company].cash, company))
        space = min(
            (space for space in table.box.spaces if space.payment == "bank to company" and not space.one),
            key=lambda space: space.amount,
        )
        return Act(parts=(PlacePartner(space=space.id, company=company),))

    def get_title(self, table: City) -> str:
        """Return who places a partner."""
        return f"{table.year}, Action phase: {mark(self.queue[0])} places a partner" if self.queue else RULE


def only_way(table: City, seat: Seat) -> Sequence[Move] | None:
    """Return the turn of a partner with a single possibility; None if there is a choice or an optional action."""
    there = begin_on_copy(table, ActionTurn(seat=seat))
    parts: list[Move] = []
    while there.agenda:
        options = [*islice(get_asked_part(there).list_options(there), 2)]
        if not options and get_asked_part(there).can_end(there):
            return parts
        if len(options) != 1 or get_asked_part(there).can_end(there):
            return None
        parts.append(options[0].move)
        make_choice(there, parts[-1])
    return parts


def places(table: City) -> Iterator[tuple[Seat | None, str, Place | Tile]]:
    """Yield every space that is open now, with the owner of a building tile, and its id."""
    for space in table.box.spaces:
        if table.decade >= space.decade and not (space.one and table.partners_on.get(space.id)):
            yield None, space.id, space
    for seat, player in table.everybody.items():
        for number in player.tiles:
            if not table.partners_on.get(tile_id(number)):
                yield seat, tile_id(number), table.box.tile[number]


def tile_id(number: int) -> str:
    """Return the id of a building tile as a space."""
    return f"tile_{number}"


def why_not(table: City, company: str, place: Place | Tile) -> str:
    """Return why a partner cannot be placed there for a company, as the end of a sentence; empty: one can."""
    cash = table.companies[company].cash
    if place.payment.startswith("company") and place.amount > cash:
        return f"it costs ${place.amount}"
    return effects.missing(table, company, place.effects)


class ActionTurn(Turn, kind="action turn"):
    """One partner's turn."""

    placed: Open[bool] = False

    def prompt(self, table: City) -> str:
        """Ask for the partner, or for further actions."""
        return "Anything else before your turn ends?" if self.placed else "Which action?"

    def list_options(self, table: City) -> Iterator[Option]:
        """Yield the actions, while the partner is not placed, and assets and trades."""
        if not self.placed:
            yield from (Unread(move, partial(self.action, table, move)) for move in self.placements(table))
        for company in table.directed(self.seat):
            yield from ways_to_use(table, company, in_operation=False, waits=True)
            yield from ways_to_trade(table, company)

    def placements(self, table: City) -> Iterator[PlacePartner]:
        """Yield where a partner can be placed, for each company."""
        for company in table.directed(self.seat):
            for _, space, place in places(table):
                if not why_not(table, company, place):
                    yield PlacePartner(space=space, company=company)

    def action(self, table: City, move: PlacePartner) -> Option:
        """Return an action with what it brings: a copy of the table shows it, unless all is to be chosen."""
        _, place = found(table, move.space)
        name = table.name(move.company)
        waits = [to_choose(table, self.seat, move.company, effect) for effect in place.effects]
        if all(waits):
            ahead, brings = table, waits
        else:
            ahead = copy_for_trial(table)
            pay(ahead, self.seat, move)
            brings = [prospect(ahead, self.seat, move.company, effect) for effect in place.effects]
        what = place.name if isinstance(place, Place) else f"Tile {place.number}: {effects_said(place.effects)}"
        whose = f", for {name}" if len(table.directed(self.seat)) > 1 else ""
        label = f"{what}{whose}"
        short = what if whose else ""  # the menu's name is the company's
        group = name_group(place) if self.has_long_list(table) else f"Act for {name}"
        if effects.does_nothing(table, move.company, place.effects):
            label, short = self.name_idle_action(table, move, label)
        if is_idle(table, self.seat, move) and self.has_idle_group(table):
            group = IDLE
        return Option(move, label, group, self.describe_action(table, move, ahead, brings, waits), short=short)

    def describe_action(
        self, table: City, move: PlacePartner, ahead: City, brings: Sequence[str], waits: Sequence[str]
    ) -> str:
        """Return the line below an action: its payment to the player, its cost and results, and a shortage after it.

        Args:
            table: as it stands.
            move: the action.
            ahead: a copy of the table after it.
            brings: what it brings, in sentences.
            waits: what bears on the choice that comes with each effect; empty where it leaves none.
        """
        is_open = all(waits)  # so the next choice says more
        owner, place = found(table, move.space)
        name, cash = table.name(move.company), table.companies[move.company].cash
        after = cash - paid(place) if is_open else ahead.companies[move.company].cash
        same = f"{name} has ${cash}." if any(waits) else f"{name} keeps its ${cash}."  # a choice may cost more
        money = f"{name} ${cash} → ${after}." if after != cash else same
        if any("treasury" in words for words in brings):
            money = ""
        payment, main = payment_of(place, owner, self.seat), [one.partition("; ")[0].rstrip(".") for one in brings[:1]]
        before, behind = list[str](), [payment]
        ways = (brings, [f"{one}." for one in main]) if owner == self.seat else ()  # the own income comes first
        shown = next((some for some in ways if len(" ".join([payment, money, *some])) <= HINT), None)
        if shown is not None:
            before, behind, brings = [payment], [], shown
        idle = is_idle(table, self.seat, move)
        hint = fit(HINT, *before, money, *brings, *behind)
        if idle or (brings and brings[0] not in hint):  # what it does matters more than what it costs
            hint = fit(HINT, *before, *brings, money, *behind)
        if after == cash or any(isinstance(effect, ChooseCubes) for effect in place.effects):
            return hint
        warnings = describe_shortage(ahead, move.company, after)
        if idle:
            return fit(HINT, *before, *brings, money, *warnings[-2:-1], *behind)
        start = fit(HINT, *before, money)
        first = next((one for one in warnings if len(f"{start} {one}") <= HINT), "")
        last = fit(HINT, start, first) if is_open else hint
        told = [(one, fit(HINT, *before, money, *brings, one, *behind)) for one in warnings]
        fitting = (words for one, words in told if one in words and (not brings or brings[0] in words))
        return next(fitting, last) if warnings else hint

    def has_long_list(self, table: City) -> bool:
        """Return whether the actions of an only company are two menus: what it hires, and what it gets."""
        many = next(islice(self.placements(table), FEW_ACTIONS, None), None) is not None
        return many and len(table.directed(self.seat)) == 1

    def has_idle_group(self, table: City) -> bool:
        """Return whether the actions of no use have a menu of their own, else each is its company's last line.

        A single one would stand out as a button, and beside three companies there is no room for a menu more.
        """
        if len(table.directed(self.seat)) > MAX_COMPANIES:
            return False
        idle = (move for move in self.placements(table) if is_idle(table, self.seat, move))
        return len([*islice(idle, 2)]) > 1

    def name_idle_action(self, table: City, move: PlacePartner, label: str) -> tuple[str, str]:
        """Return a whole and a short label of an action that does nothing for its company, but may pay the player."""
        owner, place = found(table, move.space)
        number = f"tile {place.number}" if isinstance(place, Tile) else place.name.lower()
        income = count_own_income(table, self.seat, move.company, owner, place)
        if income:
            return f"{label}: only pays you ${income}", f"{number.capitalize()}: only pays you ${income}"
        whole = f"Does nothing now: {label[:1].lower()}{label[1:]}"
        what = f"{number}, {effects_said(place.effects)}" if isinstance(place, Tile) else number
        name = table.name(move.company)
        versions = [f"No use: {what}", f"No use: {number}"]
        if len(table.directed(self.seat)) > 1 and self.has_idle_group(table):
            versions = [f"No use, {name}: {what}", f"No use, {name}: {number}", f"{name}: {number}"]
        return whole, next((one for one in versions if len(one) <= SHORT - LETTER), versions[-1])

    def build_choice(self, table: City, rule: str) -> Question | None:
        """Return the next choice; see `rank_action` for the order in which it is shown."""
        question = super().build_choice(table, rule)
        if not isinstance(question, Choose):
            return question
        ranks = [rank_action(table, self.seat, option.move) for option in question.options]
        shown = tuple(sorted(range(len(ranks)), key=ranks.__getitem__))
        return question if shown == tuple(range(len(ranks))) else replace(question, shown=shown)

    def take(self, table: City, move: Any) -> None:
        """Place the partner, use an asset or trade."""
        match move:
            case PlacePartner(company=company):
                self.placed = True
                carried_out = pay(table, self.seat, move).effects
                table.next(*(effects.Effect(seat=self.seat, company=company, effect=each) for each in carried_out))
            case UseAsset():
                use(table, move.company)
            case TradeCubes():
                trade(table, move.company, move.give, move.get)
            case _:
                raise TypeError(f"{move!r} is no part of an action")

    def can_end(self, table: City) -> bool:
        """Whether the partner is placed."""
        return self.placed

    def leaves(self, table: City, before: City) -> str:
        """Return the changes of the turn."""
        warnings = warn_of_shortages(before, table, before.directed(self.seat))
        return "; ".join([differences(before, table, self.seat), *warnings])


def ways_to_trade(table: City, company: str, group: str = "Assets and trades") -> Iterator[Option]:
    """Yield the trades of a company at Haymarket Square, for a menu of this name."""
    for give, get in trades(table, company):
        what = f"{table.box.terms.trade} {give} for 1 {get}"
        label, move = f"{table.name(company)}: {what}", TradeCubes(company=company, give=give, get=get)
        hint, short = f"{table.name(company)} trades at Haymarket Square.", shorten(label, what, room=SHORT)
        yield Option(move, label, group, hint, short=short)


def payment_of(place: Place | Tile, owner: Seat | None, seat: Seat) -> str:
    """Return who pays whom, as this seat reads it; nothing where the company pays the bank, as its treasury shows."""
    if isinstance(place, Place):
        return "" if place.effects else "The bank pays the company."
    payer = "The bank pays" if place.payment == "bank to owner" else "Pays"
    return f"{payer} you ${place.amount}." if owner == seat else f"{payer} ${place.amount} to {mark(owner or 0)}."


def found(table: City, space: str) -> tuple[Seat | None, Place | Tile]:
    """Return the owner of a building tile, and what it or a space of the board does."""
    return next((owner, place) for owner, name, place in places(table) if name == space)


def rank_action(table: City, seat: Seat, move: Move) -> tuple[int, int]:
    """Return the rank of an action.

    First workers for open spots, then actions that pay the player, that make every run better, others, those that only
    pay, and last the useless ones.
    """
    if not isinstance(move, PlacePartner):
        return 3, 0
    if is_idle(table, seat, move):
        return 5, 0
    owner, place = found(table, move.space)
    if effects.does_nothing(table, move.company, place.effects):
        return 4, 0
    if any(isinstance(effect, HireWorkers | Workers) for effect in place.effects) and with_room(table, move.company):
        return 0, 0
    income = count_own_income(table, seat, move.company, owner, place)
    if income:
        return 1, -income
    return (2 if effects.improves_runs(table, move.company, place.effects) else 3), 0


def name_group(place: Place | Tile) -> str:
    """Return the menu of an action where one company has too many of them for a single menu."""
    return HIRES if any(isinstance(effect, STAFF) for effect in place.effects) else BRINGS


def is_idle(table: City, seat: Seat, move: PlacePartner) -> bool:
    """Whether an action does nothing for its company and pays the player nothing."""
    owner, place = found(table, move.space)
    if not effects.does_nothing(table, move.company, place.effects):
        return False
    return not count_own_income(table, seat, move.company, owner, place)


def count_own_income(table: City, seat: Seat, company: str, owner: Seat | None, place: Place | Tile) -> int:
    """Return what an action pays this seat at once: for its own tile, and as a special dividend."""
    shares = owned(table, seat, company).shares
    dividends = [effect.total // SHARES * shares for effect in place.effects if isinstance(effect, SpecialDividend)]
    return sum(dividends) + (place.amount if owner == seat and place.payment.endswith("owner") else 0)


def paid(place: Place | Tile) -> int:
    """Return what a company pays for an action; below 0: it gets as much."""
    return place.amount if place.payment.startswith("company") else -place.amount * (place.payment == "bank to company")


def pay(table: City, seat: Seat, move: PlacePartner) -> Place | Tile:
    """Place the partner and pay; return the effects there."""
    owner, place = found(table, move.space)
    table.everybody[seat].ready -= 1
    table.partners_on.setdefault(move.space, []).append(seat)
    got = place.amount if place.payment.endswith("owner") else 0
    table.companies[move.company].cash -= paid(place)
    if owner is not None and got:
        table.earn(owner, got, "tiles")
    table.tell(
        PartnerPlaced(
            seat=seat,
            space=place.name if isinstance(place, Place) else record_tile(place),
            company=table.name(move.company),
            paid=paid(place),
            owner=owner,
            owner_got=got,
        )
    )
    return place
