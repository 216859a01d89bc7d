"""Deal City of the Big Shoulders by name: directors, certificates and goods, and everybody's later moves.

Companies are called by their short names and options by how they read. Dealt pieces come from their place in the box,
so the table is audited after every move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self, TypeVar

from bot.engine import play
from bot.engine.multi_step import ChooseOrCompose, Compose, Stage
from bot.engine.news_text import format_news
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move, News, Seat, Told
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.components import BOX, CUBES, CityBox, Cube, Industry
from bot.games.big_shoulders.moves import Found
from bot.games.big_shoulders.rules.action_phase import ActionPhase
from bot.games.big_shoulders.rules.appeal import enter
from bot.games.big_shoulders.rules.building_phase import BuildingPhase
from bot.games.big_shoulders.rules.certificates import give
from bot.games.big_shoulders.rules.charter import Company
from bot.games.big_shoulders.rules.cleanup import Cleanup
from bot.games.big_shoulders.rules.decades import Decade
from bot.games.big_shoulders.rules.demand_board import DemandSpace
from bot.games.big_shoulders.rules.founding import found
from bot.games.big_shoulders.rules.operation_phase import OperationPhase
from bot.games.big_shoulders.rules.stock_phase import StockPhase
from bot.games.big_shoulders.table import City, Player
from bot.games.big_shoulders.view import CityView

N = TypeVar("N", bound=News)

PHASES = {
    "stock": StockPhase,
    "building": BuildingPhase,
    "action": ActionPhase,
    "operation": OperationPhase,
    "cleanup": Cleanup,
}


def town(names: str = "Ann Ben Cleo", *, box: CityBox = BOX, **options: Any) -> Town:
    """Return a table at which these people sit clockwise, from seat 1 on; nobody has founded anything."""
    return Town(names.split(), box, options)


class Town:
    """A game in which everybody and everything is called by name."""

    def __init__(
        self, names: Sequence[str], box: CityBox, options: dict[str, Any], seed: str = "Lake Michigan"
    ) -> None:
        self.names = list(names)
        self.table: City = GAME.set_up(GAME.options(**options), len(names), seed, box)
        self.everything: list[Told] = list(play.begin(self.table).told)
        self.latest: list[Told] = []
        self.dealt: list[DemandSpace] = []

    # Names

    def seat(self, name: str) -> Seat:
        return self.names.index(name) + 1

    def player(self, name: str) -> Player:
        return self.table.everybody[self.seat(name)]

    def id(self, company: str) -> str:
        return next(card.id for card in self.table.box.companies if card.short == company)

    def firm(self, company: str) -> Company:
        return self.table.companies[self.id(company)]

    def view(self, name: str | None = None) -> CityView:
        return GAME.view(self.table, None if name is None else self.seat(name))

    # Dealing

    def founded(self, name: str, company: str, price: int, treasury: int | None = None) -> Self:
        """Let somebody direct a company for nothing; its treasury holds what a founder pays, or this."""
        seat = self.seat(name)
        self.table.earn(seat, 3 * price, "shares")
        found(self.table, seat, Found(company=self.id(company), price=price))
        if treasury is not None:
            self.firm(company).cash = treasury
        return self

    def cash(self, name: str, amount: int) -> Self:
        self.table.earn(self.seat(name), amount - self.player(name).cash, "partners")
        return self

    def holds(self, name: str, company: str, *, preferred: int = 0, common: int = 0) -> Self:
        """Give somebody certificates of a company's treasury."""
        self.firm(company).treasury.add(preferred=-preferred, common=-common)
        give(self.table, self.seat(name), self.id(company), preferred=preferred, common=common)
        return self

    def pool(self, company: str, *, preferred: int = 0, common: int = 0) -> Self:
        """Put certificates of a company's treasury into the Bank Pool."""
        self.firm(company).treasury.add(preferred=-preferred, common=-common)
        self.firm(company).pool.add(preferred=preferred, common=common)
        return self

    def staff(self, company: str, *workers: int, managers: Sequence[int] = (), salespeople: int = 0) -> Self:
        """Put these numbers of workers into each factory, and managers into these."""
        firm = self.firm(company)
        for factory, count in zip(firm.factories, workers, strict=False):
            factory.workers = count
        for number in managers:
            firm.factories[number - 1].manager = True
        firm.salespeople = salespeople
        return self

    def firm_has(self, company: str, cash: int) -> Self:
        """Let so much money be in a treasury."""
        self.firm(company).cash = cash
        return self

    def automated(self, company: str, *tokens: int) -> Self:
        for factory, count in zip(self.firm(company).factories, tokens, strict=False):
            factory.automated = count
        return self

    def has(self, company: str, cubes: str = "", *, goods: int = 0, tokens: int = 0) -> Self:
        """Give a company cubes of the bag, goods and goods tokens."""
        firm = self.firm(company)
        for cube in spelled(cubes):
            self.table.bag[cube] -= 1
            firm.store(cube, 1)
        firm.goods += goods
        firm.tokens += tokens
        self.table.tokens_left -= tokens
        return self

    def haymarket(self, cubes: str) -> Self:
        """Let exactly these cubes lie in Haymarket Square."""
        for cube in CUBES:
            self.table.bag[cube] += self.table.haymarket[cube]
            self.table.haymarket[cube] = 0
        for cube in spelled(cubes):
            self.table.bag[cube] -= 1
            self.table.haymarket[cube] += 1
        return self

    def supply(self, *groups: str) -> Self:
        """Let exactly these cubes lie on the spaces of the supply chain, that at $10 first."""
        for group in self.table.supply:
            for cube, count in group.items():
                self.table.bag[cube] += count
            group.clear()
        for group, cubes in zip(self.table.supply, groups, strict=False):
            for cube in spelled(cubes):
                self.table.bag[cube] -= 1
                group[cube] = group.get(cube, 0) + 1
        return self

    def demand(self, industry: Industry, column: int, spaces: int | None, goods: int = 0) -> Self:
        """Let a tile with this number of spaces lie in the $50 (0), $20 (1) or $0 (2) column; None: no tile."""
        space = self.table.demand[industry][column]
        if space.tile is not None:
            self.table.demand_gone.append(space.tile)
        space.tile, space.goods = None, goods
        if spaces is not None:
            card = self.table.box.demand_tile
            where = next(
                place
                for place in (self.table.demand_gone, self.table.demand_pile, *self.other_spaces(space))
                if (isinstance(place, list) and any(card[tile].spaces == spaces for tile in place))
                or (isinstance(place, DemandSpace) and place.tile is not None and card[place.tile].spaces == spaces)
            )
            if isinstance(where, DemandSpace):
                space.tile, where.tile, where.goods = where.tile, None, 0
            else:
                space.tile = next(tile for tile in where if card[tile].spaces == spaces)
                where.remove(space.tile)
        return self

    def other_spaces(self, space: DemandSpace) -> list[DemandSpace]:
        self.dealt.append(space)
        return [other for row in self.table.demand.values() for other in row if all(other is not d for d in self.dealt)]

    def appeal(self, company: str, space: int) -> Self:
        """Put a company's marker there, behind those on the same space."""
        self.firm(company).appeal = space
        self.table.appeal_order.remove(self.id(company))
        enter(self.table, self.id(company))
        return self

    def hand(self, name: str, *numbers: int) -> Self:
        """Give somebody exactly these building tiles; the piles take the others."""
        player = self.player(name)
        for number in [*player.hand]:
            self.table.tile_piles[self.table.box.tile[number].era].append(number)
        player.hand = []
        for number in numbers:
            self.take_tile(number)
        player.hand = sorted(numbers)
        return self

    def track(self, name: str, *numbers: int) -> Self:
        """Lay building tiles on somebody's track."""
        for number in numbers:
            self.take_tile(number)
            self.player(name).tiles.append(number)
        return self

    def take_tile(self, number: int) -> None:
        """Take a tile from its pile, or from somebody's hand, who draws another."""
        pile = self.table.tile_piles[self.table.box.tile[number].era]
        for place in (pile, *(player.hand for player in self.table.everybody.values())):
            if number in place:
                place.remove(number)
                if place is not pile and pile:
                    place.append(pile.pop())
                return
        raise LookupError(f"tile {number} is not in this game")

    def asset(self, company: str, name: str) -> Self:
        """Lay a capital asset on a charter."""
        asset = next(card.id for card in self.table.box.assets if card.name == name)
        self.take_asset(asset)
        self.firm(company).asset = asset
        return self

    def row(self, *names: str) -> Self:
        """Let exactly these assets lie in the row, the dearest first."""
        wanted = [next(card.id for card in self.table.box.assets if card.name == name) for name in names]
        for asset in wanted:
            self.take_asset(asset)
        self.table.asset_pile += [asset for asset in self.table.asset_row if asset is not None]
        self.table.asset_row[:] = [*([None] * (len(self.table.asset_row) - len(wanted))), *wanted]
        return self

    def take_asset(self, asset: str) -> None:
        if asset in self.table.asset_pile:
            self.table.asset_pile.remove(asset)
        else:
            self.table.asset_row[self.table.asset_row.index(asset)] = None

    def partners(self, name: str, count: int) -> Self:
        """Let a player have this number of partners left to place."""
        self.player(name).ready = count
        return self

    def turns(self, *names: str) -> Self:
        """Let this be the order of the Action phase."""
        self.table.order = [self.seat(name) for name in names]
        return self

    def begin(self, phase: str, decade: int = 1, *, first: str | None = None) -> Self:
        """Begin a phase of a decade, behind which nothing comes but the rest of the decade."""
        self.table.decade = decade
        if first is not None:
            self.table.priority = self.seat(first)
        kinds = list(PHASES)
        after = [PHASES[kind]() for kind in kinds[kinds.index(phase) :] if kind != "cleanup" or phase == "cleanup"]
        rest = Decade(number=decade, begun=True)
        self.table.agenda[:] = after if phase == "cleanup" else [*after, rest]
        self.hear(play.run_agenda(self.table))
        self.table.audit()
        return self

    # Playing

    def hear(self, told: Sequence[Told]) -> None:
        self.latest = list(told)
        self.everything += told

    @property
    def asked(self) -> list[str]:
        return [self.names[seat - 1] for seat in play.list_asked_seats(self.table)]

    def question(self, name: str) -> Question:
        question = play.find_question(self.table, self.seat(name))
        assert question is not None, f"{name} is asked nothing"
        return question

    def composing(self, name: str) -> Compose:
        question = self.question(name)
        if isinstance(question, ChooseOrCompose):
            return question.otherwise
        assert isinstance(question, Compose)
        return question

    def put_together(self, name: str, *labels: str) -> tuple[Move, ...]:
        """Return the parts that read so, one after the other."""
        compose = self.composing(name)
        parts: tuple[Move, ...] = ()
        for label in labels:
            asked = compose.get_stage(parts).question
            assert isinstance(asked, Choose), f"nothing can be chosen after {labels}"
            parts = (*parts, matching(asked.options, label).move)
        return parts

    def stage(self, name: str, *labels: str) -> Stage:
        """Return the position of a player after composing this."""
        return self.composing(name).get_stage(self.put_together(name, *labels))

    def labels(self, name: str, *labels: str) -> list[str]:
        """Return what can be chosen, or what can be chosen next when this was put together."""
        question = self.question(name)
        if not labels and isinstance(question, Choose):
            return [option.label for option in question.options]
        asked = self.stage(name, *labels).question
        return [option.label for option in asked.options] if isinstance(asked, Choose) else []

    def offers(self, name: str, words: str, *labels: str) -> bool:
        """Whether something that reads so can be chosen, when this was put together."""
        return any(words.casefold() in label.casefold() for label in self.labels(name, *labels))

    def does(self, name: str, *labels: str) -> Self:
        """Choose what reads so; several make one turn."""
        question = self.question(name)
        if isinstance(question, Choose) and len(labels) == 1 and self.offers(name, labels[0]):
            return self.plays(name, matching(question.options, labels[0]).move)
        compose = self.composing(name)
        return self.plays(name, compose.make(self.put_together(name, *labels)))

    def plays(self, name: str, move: Move) -> Self:
        played = play.play(self.table, self.seat(name), move)
        self.table = played.table
        self.hear(played.told)
        self.table.audit()
        return self

    def passes(self, *names: str) -> Self:
        for name in names:
            self.does(name, "Pass")
        return self

    def default(self, name: str) -> Move:
        move = play.get_default_move(self.table, self.seat(name))
        assert move is not None
        assert self.question(name).is_legal(move)
        return move

    # What came of it

    def news(self, kind: type[N]) -> list[N]:
        return [told.news for told in self.latest if isinstance(told.news, kind)]

    @property
    def reads(self) -> list[str]:
        """What everybody reads of the latest move, with names."""
        found = []
        for told in self.latest:
            if told.to is None and not told.news.footnote:
                text = format_news(GAME, told.news, None)
                for number, name in enumerate(self.names, 1):
                    text = text.replace(f"<seat:{number}>", name)
                found.append(text)
        return found

    def shares(self, name: str, company: str) -> tuple[int, int, int]:
        """A player's certificates of a company: director's, preferred and common."""
        mine = self.player(name).certificates.get(self.id(company))
        return (0, 0, 0) if mine is None else (mine.director, mine.preferred, mine.common)

    def director(self, company: str) -> str:
        return self.names[self.table.director(self.id(company)) - 1]

    def order(self) -> list[str]:
        return [self.names[seat - 1] for seat in self.table.order]


def spelled(cubes: str) -> list[Cube]:
    """Return cubes spelled "coal coal wood"."""
    return [next(cube for cube in CUBES if cube == word) for word in cubes.split()]


def matching(options: Sequence[Option], words: str) -> Option:
    """Return the only option that reads so, begins so, or has these words in it."""
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [option for option in options if fits(option.label.casefold(), words.casefold())]
        if len(found) == 1:
            return found[0]
    raise LookupError(f"{words!r} is not one of {[option.label for option in options]}")
