"""Both implementations play the same game, and have to agree on everything at every decision.

By hand, for thousands of games: `python -m tests.games.big_shoulders.second.lockstep FIRST LAST LOOKS`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, get_args

from bot.engine import play
from bot.engine.multi_step import ChooseOrCompose, Compose, Stage
from bot.engine.options import Options
from bot.engine.questions import Choose, Question
from bot.engine.records import Move, Seat
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.components import BOX, CityBox
from bot.games.big_shoulders.moves import Act, AnyMove, Operate, StockTurn
from bot.games.big_shoulders.news import SupplyRefilled
from bot.games.big_shoulders.rules.action_phase import ActionPhase
from bot.games.big_shoulders.rules.variants import CityOptions
from bot.games.big_shoulders.table import City as Table
from tests.games.big_shoulders.second.city import City, Drawn
from tests.games.big_shoulders.second.pieces import Firm, Part, Person

TERMS = BOX.terms
RICH = BOX.model_copy(
    update={"terms": TERMS.model_copy(update={"cash": 700, "partners": 5, "most_partners": 8, "goods_tokens": 2})},
)
"""Games with more money and partners, and fewer goods tokens, reach situations that are rare in others."""


class Difference(AssertionError):
    """The two implementations do not agree."""


# What both say


def _certificates(owned: Mapping[str, int]) -> dict[str, int]:
    return {piece: count for piece, count in owned.items() if count}


def _cubes(cubes: Mapping[Any, int]) -> dict[str, int]:
    return {cube: count for cube, count in cubes.items() if count}


def _firm(firm: Firm) -> dict[str, Any]:
    return {
        "price": firm.price,
        "cash": firm.cash,
        "appeal": firm.appeal,
        "factories": list(zip(firm.workers, firm.tokens, firm.managers, strict=True)),
        "salespeople": firm.salespeople,
        "cubes": _cubes(firm.cubes),
        "goods": firm.goods,
        "tokens": firm.extra,
        "asset": (firm.asset, firm.used),
        "treasury": _certificates(firm.treasury),
        "pool": _certificates(firm.pool),
        "history": firm.history,
    }


def _person(person: Person) -> dict[str, Any]:
    return {
        "cash": person.cash,
        "partners": (person.partners, sorted(person.gained)),
        "hand": sorted(person.hand),
        "discarded": sorted(person.discarded),
        "tiles": person.tiles,
        "owns": {company: _certificates(owned) for company, owned in person.owns.items() if owned.total()},
        "first": person.first,
        "sold": sorted(person.sold),
        "earned": _cubes(person.earned),
        "history": person.history,
    }


def said_again(city: City) -> dict[str, Any]:
    """Return the second implementation's table as plain values."""
    return {
        "decade": city.decade,
        "ready": {seat: person.ready for seat, person in city.people.items() if city.phase == "action"},
        "asked": sorted(city.asked()),
        "priority": city.priority,
        "order": city.order,
        "line": city.line,
        "people": {seat: _person(person) for seat, person in city.people.items()},
        "firms": {company: _firm(firm) for company, firm in city.firms.items()},
        "haymarket": _cubes(city.haymarket),
        "bag": _cubes(city.bag),
        "supply": [_cubes(group) for group in city.supply],
        "rows": _cubes(city.rows),
        "demand": city.demand,
        "demand pile": city.demand_pile,
        "demand gone": sorted(city.demand_gone),
        "assets": (city.asset_row, city.asset_pile, sorted(city.assets_gone)),
        "tile piles": {era: sorted(pile) for era, pile in city.tile_piles.items()},
        "job market": city.job_market,
        "placed": city.placed,
        "tokens left": city.tokens_left,
        "scores": city.scores,
        "places": city.places,
    }


def _acting(table: Table) -> bool:
    """Whether partners are placed now, since later gains can only be used in the next decade."""
    return bool(table.agenda) and isinstance(table.agenda[0], ActionPhase)


def said(table: Table) -> dict[str, Any]:
    """Return the bot's table in the same way."""
    firms = {}
    for company, firm in table.companies.items():
        firms[company] = {
            **{name: getattr(firm, name) for name in ("price", "cash", "appeal", "salespeople", "goods", "tokens")},
            "factories": [(works.workers, works.automated, works.manager) for works in firm.factories],
            "cubes": _cubes(firm.cubes),
            "asset": (firm.asset, firm.used),
            "treasury": _certificates(firm.treasury.model_dump()),
            "pool": _certificates(firm.pool.model_dump()),
            "history": firm.history,
        }
    people = {}
    for seat, player in table.everybody.items():
        people[seat] = {
            "cash": player.cash,
            "partners": (player.partners, sorted(player.gained)),
            "hand": sorted(player.hand),
            "discarded": sorted(player.discarded),
            "tiles": player.tiles,
            "owns": {
                company: _certificates(owned.model_dump())
                for company, owned in player.certificates.items()
                if owned.shares
            },
            "first": player.first or "",
            "sold": sorted(set(player.sold)),
            "earned": {source: amount for source, amount in player.earned.items() if amount},
            "history": player.history,
        }
    outcome = table.outcome
    return {
        "decade": table.decade,
        "ready": {seat: player.ready for seat, player in table.everybody.items() if _acting(table)},
        "asked": sorted(play.list_asked_seats(table)),
        "priority": table.priority,
        "order": table.order,
        "line": table.appeal_order,
        "people": people,
        "firms": firms,
        "haymarket": _cubes(table.haymarket),
        "bag": _cubes(table.bag),
        "supply": [_cubes(group) for group in table.supply],
        "rows": _cubes(table.rows),
        "demand": {row: [(space.tile, space.goods) for space in spaces] for row, spaces in table.demand.items()},
        "demand pile": table.demand_pile,
        "demand gone": sorted(table.demand_gone),
        "assets": (table.asset_row, table.asset_pile, sorted(table.assets_gone)),
        "tile piles": {era: sorted(pile) for era, pile in table.tile_piles.items()},
        "job market": table.job_market,
        "placed": table.partners_on,
        "tokens left": table.tokens_left,
        "scores": {score.seat: (score.cash, score.shares, score.goals) for score in table.scores},
        "places": {} if outcome is None else outcome.places,
    }


def differences(mine: Any, theirs: Any, where: str = "") -> Iterator[str]:
    """Yield the differences, with their places."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        for key in sorted({*mine, *theirs}, key=str):
            yield from differences(mine.get(key), theirs.get(key), f"{where}.{key}")
    elif mine != theirs:
        yield f"{where}: the second says {mine}, the bot {theirs}"


# Moves as parts


def as_part(move: Move) -> Part:
    """Return a move, or a part of one, as the second implementation writes it."""
    return _plain(tuple(move.model_dump().values()))  # type: ignore[no-any-return]


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        value = tuple(value.values())
    return tuple(map(_plain, value)) if isinstance(value, tuple | list) else value


KINDS: dict[str, type[Move]] = {kind.model_fields["kind"].default: kind for kind in get_args(get_args(AnyMove)[0])}


def as_move(part: Part) -> Move:
    """Return a move, or a part of one, as the bot knows it."""
    kind, *values = part
    if kind == "buy cubes":
        values = [[{"cube": cube, "price": price} for cube, price in values[0]]]
    names = [name for name in KINDS[kind].model_fields if name != "kind"]
    return KINDS[kind].model_validate(dict(zip(names, values, strict=True)))


def is_bundle(part: Part) -> bool:
    """Whether it buys several cubes at once, which comes to the same as buying one after the other."""
    return part[0] == "buy cubes" and len(part[1]) > 1


def carry_out(city: City, seat: Seat, move: Move) -> None:
    """Let the second implementation do a part; raise Difference where it does not allow it."""
    part = as_part(move)
    for single in [("buy cubes", (cube,)) for cube in part[1]] if is_bundle(part) else [part]:
        mine = city.now(seat)[0]
        if single not in mine:
            raise Difference(f"the second does not allow {part}, but {mine}")
        city.do(seat, single)


def same(offered: Sequence[Part], mine: Sequence[Part], about: str) -> None:
    """Raise Difference where not the same may be done."""
    more, less = sorted({*offered} - {*mine}, key=repr), sorted({*mine} - {*offered}, key=repr)
    if more or less:
        raise Difference(f"{about}: the bot alone offers {more}, the second alone {less}")


# Players


ADVERTISING = {"advertising", "tile_4", "tile_9", "tile_16", "tile_28", "tile_39"}
ENOUGH = 25
"""Parts after which an operation is brought to its end; there may be forty."""
Taste = Callable[[Part], float]
"""How gladly a player takes a part."""


def any_part(part: Part) -> float:
    """Take any option."""
    return 1


def busy(part: Part) -> float:
    """Take any option with an effect, and pay out."""
    match part:
        case ("settle", False) | ("sell", *_) | ("take bonus", False):
            return 0.1
        case ("place partner", space, _):
            return 0.5 if str(space).startswith("fundraising") else 3
        case ("trade cubes", *_) | ("emergency fundraising", *_) | ("sell goods", None, _):
            return 0.2
        case ("run factory", _) | ("settle", True):
            return 60
        case ("sell goods", _, count):
            return 4 * float(count)
        case ("hire workers", factories):
            return 4.0 ** len(factories)
        case _:
            return 1 if None in part else 4


def trading(part: Part) -> float:
    """Buy and sell shares, found companies."""
    match part:
        case ("sell", *_):
            return 4
        case ("buy", *_) | ("found", *_):
            return 6
        case _:
            return busy(part)


def famous(part: Part) -> float:
    """Keep all shares, and advertise."""
    match part:
        case ("place partner", space, _) if space in ADVERTISING:
            return 40
        case ("use asset", _) | ("buy", *_):
            return 20
        case ("sell", *_):
            return 0.01
        case _:
            return busy(part)


def hoarding(part: Part) -> float:
    """Buy shares and cubes, and keep them."""
    match part:
        case ("buy cubes", *_) | ("buy", *_):
            return 30
        case ("sell", *_) | ("run factory", _):
            return 0.05
        case _:
            return busy(part)


TASTES: Sequence[Taste] = (any_part, busy, busy, trading, famous, hoarding)


@dataclass
class Lockstep:
    """A game that both play."""

    players: int
    options: Options
    seed: str
    box: CityBox = BOX
    looks: float = 1
    """Share of moves at which the options are compared; otherwise the second implementation chooses a turn."""

    def __post_init__(self) -> None:
        self.random = Random(self.seed)  # noqa: S311
        self.table: Table = play.begin(GAME.set_up(self.options, self.players, self.seed, self.box)).table
        self.city = City(self.table.model_dump())
        self.tastes = {seat: self.random.choice(TASTES) for seat in self.table.seats}
        self.thinks = {seat for seat in self.table.seats if self.random.random() < 0.3}
        """Who leaves half of the moves to a bot."""
        self.patience = self.random.choice((0.5, 3))
        self.happened: Counter[str] = Counter()
        self.done = False
        """Whether the second implementation has executed the chosen parts already."""

    def __repr__(self) -> str:
        changed = self.options.model_dump(exclude_defaults=True)
        return f"{self.players} players, {changed}, {'rich, ' * (self.box is RICH)}seed {self.seed!r}"

    def play(self) -> None:
        """Play to the end; raise Difference at the first one."""
        last: object = "the deal"
        try:
            self._compare()
            while self.table.outcome is None:
                seat = self.random.choice(play.list_asked_seats(self.table))
                last = f"seat {seat} is asked"
                move = self._asked(seat) if self.random.random() < self.looks else self._unasked(seat)
                last = seat, move
                self._play(seat, move)
                self._compare()
        except AssertionError as difference:
            raise Difference(f"{self!r}: decade {self.table.decade}: {last}: {difference}") from difference

    def _compare(self) -> None:
        mine, theirs = said_again(self.city), said(self.table)
        if mine != theirs:
            raise Difference("; ".join(differences(mine, theirs)))

    # What may be done

    def _unasked(self, seat: Seat) -> Move:
        """Choose of what the second implementation allows."""
        parts: list[Part] = []
        while True:
            options, may_end = self.city.now(seat)
            if not options or (may_end and self._stops(seat, options)):
                break
            parts.append(self._taken_of(seat, options, len(parts)))
            self.city.do(seat, parts[-1])
            if self.city.phase in ("founding", "building"):
                break
        self.done = True
        whole = {"stock": StockTurn, "action": Act, "operation": Operate}.get(self.city.phase)
        moves = [as_move(part) for part in parts]
        return moves[0] if whole is None else whole.model_validate({"parts": moves})

    def _asked(self, seat: Seat) -> Move:
        """Choose a move, part by part, and compare at each what may come next."""
        question = play.find_question(self.table, seat)
        assert question is not None
        if isinstance(question, Choose) and not isinstance(question, ChooseOrCompose) and not self._of_parts(question):
            same([as_part(move) for move in question.moves], self.city.now(seat)[0], question.prompt)
            options = [as_part(move) for move in question.moves]
            return question.moves[options.index(self._taken_of(seat, options))]
        whole = question.otherwise if isinstance(question, ChooseOrCompose) else question
        listed = question.moves if isinstance(question, Choose) else []
        self._listed(seat, listed, whole)
        if seat in self.thinks and self.random.random() < 0.5:
            return GAME.choose(GAME.view(self.table, seat), question, self.random)
        if listed and self.random.random() < 0.2:
            return self.random.choice(list(listed))
        if isinstance(whole, Compose):
            return self._put_together(seat, whole)
        return self.random.choice(list(listed))

    @staticmethod
    def _of_parts(question: Choose) -> bool:
        return hasattr(question.moves[0], "parts")

    def _listed(self, seat: Seat, listed: Sequence[Move], whole: Question) -> None:
        """Compare what may come first: of the list, and of what can be put together."""
        parts, may_end = self.city.now(seat)
        if self.city.phase != "stock":
            return
        short = [as_part(move)[1] for move in listed]
        assert all(len(move) <= 1 for move in short)
        first = whole.get_stage(()).question if isinstance(whole, Compose) else None
        offered = [as_part(move) for move in first.moves] if isinstance(first, Choose) else []
        offered += [move[0] for move in short if move]
        same(offered, parts, "first in a stock turn")
        if (() in short) != may_end and not (isinstance(whole, Compose) and whole.get_stage(()).complete == may_end):
            raise Difference(f"may pass: the second says {may_end}, the list is {short}")

    def _put_together(self, seat: Seat, whole: Compose) -> Move:
        """Choose part by part; the second implementation executes each one at once."""
        parts: list[Move] = []
        while True:
            stage: Stage = whole.get_stage(parts)
            if not (self.city.phase == "stock" and not parts):
                self._same_stage(seat, stage)
            if not isinstance(stage.question, Choose):
                break
            options = [as_part(move) for move in stage.question.moves]
            if stage.complete and self._stops(seat, options):
                break
            parts.append(stage.question.moves[options.index(self._taken_of(seat, options, len(parts)))])
            carry_out(self.city, seat, parts[-1])
        assert stage.complete, "this leads nowhere"
        self.done = True
        return whole.make(parts)

    def _same_stage(self, seat: Seat, stage: Stage) -> None:
        mine, may_end = self.city.now(seat)
        moves = stage.question.moves if isinstance(stage.question, Choose) else []
        for move in moves:
            if is_bundle(as_part(move)):
                carry_out(self.city.copy(), seat, move)
        single = [part for part in map(as_part, moves) if not is_bundle(part)]
        same(single, mine, "" if stage.question is None else stage.question.prompt)
        if may_end != stage.complete:
            raise Difference(f"may end: the second says {may_end}, the bot {stage.complete}")

    def _stops(self, seat: Seat, options: Sequence[Part]) -> bool:
        """Whether a turn ends that may end: less likely where much is left that its player likes to do."""
        return self.random.random() < self.patience / (self.patience + sum(self._wanted(seat, options)))

    def _taken_of(self, seat: Seat, options: Sequence[Part], number: int = 0) -> Part:
        """Return a part that the player likes, or what ends an operation that has become long."""
        keeping = ("settle", False)
        if number > ENOUGH and keeping in options:
            return keeping
        return self.random.choices(options, self._wanted(seat, options))[0]

    def _wanted(self, seat: Seat, options: Sequence[Part]) -> list[float]:
        """Return how gladly each part is taken; most players buy what their factories lack."""
        taste, lacking = self.tastes[seat], self._lacking()
        return [
            taste(part) * (20 if part[1][0][0] in lacking else 0.1)
            if part[0] == "buy cubes" and taste is not hoarding
            else taste(part)
            for part in options
        ]

    def _lacking(self) -> Counter[str]:
        """Return what the operating company lacks to run all factories with full spots."""
        going = self.city.going
        if going is None:
            return Counter()
        firm = self.city.firms[going.company]
        needed: Counter[str] = Counter()
        for works, room in list(zip(firm.charter.works, firm.open(), strict=True))[going.ran :]:
            if room:
                break
            needed.update(works.cubes)
        return needed - firm.cubes

    # What it does

    def _play(self, seat: Seat, move: Move) -> None:
        told = play.play_here(self.table, seat, move)
        self.happened.update(piece.news.model_dump()["kind"] for piece in told)
        refills = [piece.news.groups for piece in told if isinstance(piece.news, SupplyRefilled)]
        parts = move.parts if hasattr(move, "parts") else [move]
        for part in () if self.done else parts:
            carry_out(self.city, seat, part)
        self.done = False
        drawn = Drawn(
            [[{str(cube): count for cube, count in group.items()} for group in groups] for groups in refills],
            {other: player.hand for other, player in self.table.everybody.items()},
        )
        self.city.end(drawn)
        if not drawn.done():
            raise Difference("the bot refilled the supply chain more often")


def game(number: int, looks: float = 0.2) -> Lockstep:
    """Return the game with this number, with occasional comparisons of the options.

    Any ninety-six in a row have every number of players with every set of options.
    """
    bits = number * 5
    options = CityOptions(
        advanced=bool(bits & 1),
        supply_rows=bool(bits & 2),
        friendly_sales=bool(bits & 4),
        public_goals=not bits & 8,
    )
    return Lockstep(2 + number % 3, options, f"lockstep {number}", RICH if bits & 16 else BOX, looks)


def main(first: int, last: int, looks: float) -> None:
    """Play these games, and print each that differs."""
    played: Counter[str] = Counter()
    happened: Counter[str] = Counter()
    for number in range(first, last):
        played_now = game(number, looks)
        try:
            played_now.play()
        except Exception as error:  # noqa: BLE001 - the next game may be another matter
            print(number, type(error).__name__, error, flush=True)
        played[repr(played_now).partition("seed")[0]] += 1
        happened += played_now.happened
        if number % 24 == 0:
            print("up to", number, flush=True)
    for what, count in (*sorted(played.items()), *sorted(happened.items())):
        print(count, what)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
