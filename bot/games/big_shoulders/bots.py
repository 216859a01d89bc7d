"""A bot seat that plays City of the Big Shoulders from its own view alone.

Nearly all information is open, so the bot rebuilds the table from its view and tries its options there. It values a
position in dollars at the end of the game: net worth now, and the future gains of its shares, by the possible
production of their companies in each operation to come.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any, NamedTuple

from bot.engine.chance import Chance
from bot.engine.drafting import begin_on_copy, get_asked_part, make_choice, play_parts
from bot.engine.easy_bots import choose_near_best
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move, Seat
from bot.engine.what_if import copy_for_trial, copy_record
from bot.games.big_shoulders import moves
from bot.games.big_shoulders.components import SHARES, CompanyCard, FactoryCard, Tile, Weighs
from bot.games.big_shoulders.rules.action_phase import ActionTurn
from bot.games.big_shoulders.rules.charter import Company, Factory, good_price
from bot.games.big_shoulders.rules.operation import Operation
from bot.games.big_shoulders.rules.stock_phase import Trading
from bot.games.big_shoulders.rules.stock_track import moved, payout_steps
from bot.games.big_shoulders.rules.turns import Turn
from bot.games.big_shoulders.table import City, Player
from bot.games.big_shoulders.view import CityView

MOST_SOLD = 9
"""Maximum number of goods that a company is expected to sell in an operation for the full price."""
TRIED = 10
"""Maximum number of ways to carry out an effect that are tried."""


def choose(view: CityView, question: Question, random: Random) -> Move:
    """Return this seat's answer to the question."""
    return _answer(view, question, random, ease=0.0)


def choose_easily(view: CityView, question: Question, random: Random) -> Move:
    """Return the answer of an easy bot, which may pick an option slightly below the best."""
    return _answer(view, question, random, ease=view.box.ease)


def _answer(view: CityView, question: Question, random: Random, *, ease: float) -> Move:
    mind = Mind(view)
    match view.phase, question:
        case "first companies", Choose():
            return best(question.options, lambda option: mind.first_company(option.move), random, ease)
        case "stock phase", Choose():
            return best(question.options, lambda option: mind.after_trade(option.move), random, ease)
        case "building phase", Choose():
            return best(question.options, lambda option: mind.tiles(option.move), random, ease)
        case "action phase", _:
            move: Move = mind.action(random, ease)
            return move if question.is_legal(move) else question.choose_random_move(random)
        case "operation phase", Choose():
            return best(question.options, lambda option: mind.after_operation(option.move), random, ease)
        case _:
            return question.choose_random_move(random)


def best(options: Sequence[Option], worth: Any, random: Random, ease: float = 0.0) -> Move:
    """Return the option that is worth most, by lot among equals; with some ease, perhaps one that is nearly as good."""
    if ease:
        return choose_near_best([(round(worth(option), 6), option.move) for option in options], ease, random)
    # To a digit, so that a record that is played again elsewhere comes to the same.
    scored = [(round(worth(option), 6), random.random(), option.move) for option in options]
    return max(scored, key=lambda one: one[:2])[2]


def refuses_income(move: Move) -> bool:
    """Whether a company sells nothing in its operation."""
    return isinstance(move, moves.Operate) and not any(isinstance(part, moves.SellGoods) for part in move.parts)


def table_of(view: CityView) -> City:
    """Return a table with everything open as this seat sees it, and nothing hidden."""
    table = City(
        players=view.players,
        chance=Chance(seed="a bot's own table"),
        options=view.options,
        decade=view.decade,
        priority=view.priority,
        order=list(view.order),
        everybody={
            seat: Player(
                cash=player.cash,
                partners=player.partners,
                ready=player.ready,
                gained=list(player.gained),
                tiles=list(player.tiles),
                certificates={company: mine.model_copy() for company, mine in player.certificates.items()},
                first=player.first,
                sold=list(player.sold),
                earned=dict(player.earned),
            )
            for seat, player in view.everybody.items()
        },
        companies={company: copy_record(firm) for company, firm in view.companies.items()},
        appeal_order=list(view.appeal_order),
        haymarket=dict(view.haymarket),
        bag=dict(view.bag),
        supply=[dict(group) for group in view.supply],
        rows=dict(view.rows),
        demand={row: [space.model_copy() for space in spaces] for row, spaces in view.demand.items()},
        demand_pile=[],
        asset_row=list(view.asset_row),
        asset_pile=[],
        tile_piles={},
        job_market=view.job_market,
        partners_on={space: list(seats) for space, seats in view.partners_on.items()},
        goals=list(view.goals),
        tokens_left=view.tokens_left,
    )
    table._box = view.box
    return table


class Staffed(NamedTuple):
    """A factory, as far as it bears on what it brings."""

    workers: int
    automated: int
    manager: bool


class Standing(NamedTuple):
    """The properties of a company that determine the value of its shares, for use as a cache key."""

    price: int
    cash: int
    appeal: int
    salespeople: int
    cubes: int
    goods: int
    tokens: int
    has_asset: bool
    factories: tuple[Staffed, ...]
    can_hire: bool
    """Whether it can still fill open spots before its next operation: its director has a partner ready."""


def standing(firm: Company, *, can_hire: bool = True) -> Standing:
    """Return how a company stands."""
    return Standing(
        price=firm.price,
        cash=firm.cash,
        appeal=firm.appeal,
        salespeople=firm.salespeople,
        cubes=sum(firm.cubes.values()),
        goods=firm.goods,
        tokens=firm.tokens,
        has_asset=firm.asset is not None,
        factories=tuple([Staffed(one.workers, one.automated, one.manager) for one in firm.factories]),
        can_hire=can_hire,
    )


@dataclass(frozen=True)
class Mind:
    """The bot's estimates for a position."""

    view: CityView

    @property
    def me(self) -> Seat:
        """The own seat."""
        return self.view.seat or 1

    @cached_property
    def weighs(self) -> Weighs:
        """The box's weights."""
        return self.view.box.weighs

    @cached_property
    def table(self) -> City:
        """The table as it stands."""
        return table_of(self.view)

    # What a position is worth

    def operations_left(self, company: str) -> int:
        """Return how often a company will still operate."""
        now = self.view.phase != "operation phase" or company in self.view.operating[1:]
        return self.view.box.terms.last_decade - self.view.decade + now

    def worth(self, table: City) -> float:
        """Return what a position is worth to this seat: the own shares, against what the others get."""
        short = self.list_short_of_partners(table)
        shares = {
            company: self.share(company, standing(firm, can_hire=company not in short))
            for company, firm in table.companies.items()
        }
        mine = self.of_seat(table, self.me, shares)
        others = [self.of_seat(table, seat, shares) for seat in table.seats if seat != self.me]
        return mine - self.weighs.others[self.view.players] * sum(others) / len(others)

    def list_short_of_partners(self, table: City) -> Collection[str]:
        """Return the companies that hire nobody before their next operation, as their directors have no partner left.

        Boxes whose bots do not mind it save the look.
        """
        if self.weighs.unstaffed >= 1 or self.view.phase not in ("action phase", "operation phase"):
            return ()
        acting = self.view.phase == "action phase"
        due = [*table.companies] if acting else self.view.operating[1:]
        idle = [seat for seat in table.seats if not (acting and table.everybody[seat].ready)]
        return {company for seat in idle for company in table.directed(seat) if company in due}

    def of_seat(self, table: City, seat: Seat, shares: Mapping[str, float]) -> float:
        """Return what a position is worth to a seat, without looking at the others."""
        player = table.everybody[seat]
        held = sum(owned.shares * shares[company] for company, owned in player.certificates.items())
        return player.cash + held + self.weighs.partner * player.partners

    @cached_property
    def share(self) -> Callable[[str, Standing], float]:
        """The final value of one share of a company in this state; cached, as most choices change few companies.

        A second mind computes it: a cache of its own method would keep this one alive until the garbage collector runs.
        """
        return cache(Mind(self.view).share_of)

    def share_of(self, company: str, firm: Standing) -> float:
        """Return the final value of one share, with its dividends."""
        box, card = self.view.box, self.view.box.company[company]
        times = self.operations_left(company)
        price, dividends = firm.price, 0.0
        for number in range(times):
            late = self.weighs.unstaffed if number == 0 and not firm.can_hire else 1.0
            revenue = self.revenue(card, firm, growth=0.12 * number, late=late)
            dividends += self.weighs.expected * revenue / SHARES
            steps = payout_steps(box, price, int(self.weighs.expected * revenue)) if revenue > 0 else -1
            price = moved(box, price, steps)
        return price + dividends + self.holdings(card, firm, times) / SHARES

    def revenue(self, card: CompanyCard, firm: Standing, growth: float = 0.0, late: float = 1.0) -> float:
        """Return what an operation can bring: of factories that can run all, of others a part.

        Args:
            card: the company.
            firm: how it stands.
            growth: what its staff may have grown by then.
            late: how likely open spots are filled, compared with a company that can still hire.
        """
        price, chance, total, goods = good_price(card, firm.salespeople), 1.0, 0.0, float(firm.tokens)
        for printed, factory in zip(card.factories, firm.factories, strict=True):
            open_spots = printed.spots - factory.workers - factory.automated
            chance *= (late * min(0.95, self.weighs.spot_left + growth)) ** open_spots
            goods += chance * self.made(printed, factory)
            total -= chance * self.weighs.cube_costs * len(printed.cubes)
            total += chance * self.weighs.manager * factory.manager
        return total + price * min(goods, MOST_SOLD) + price / 2 * max(0.0, goods - MOST_SOLD)

    def made(self, printed: FactoryCard, factory: Staffed) -> float:
        """Return how many goods a factory makes, a part of the last one when it is partly automated."""
        bonus = printed.manager.goods if factory.manager else 0
        return printed.goods + bonus + (factory.automated / printed.spots) ** 2

    def holdings(self, card: CompanyCard, firm: Standing, times: int) -> float:
        """Return what the company's belongings are worth to all its shareholders."""
        if not times:
            return 0.0
        weighs = self.weighs
        cash = weighs.useful * min(firm.cash, weighs.needed) + weighs.idle * max(0, firm.cash - weighs.needed)
        goods = 0.7 * good_price(card, firm.salespeople) * firm.goods
        cubes = 0.8 * weighs.cube_costs * firm.cubes
        asset = weighs.asset * times if firm.has_asset else 0.0
        return cash + goods + cubes + asset + weighs.appeal * firm.appeal * min(times, 3)

    # Choices

    def first_company(self, move: Any) -> float:
        """Return what it is worth to begin with a company at a price."""
        card = self.view.box.company[move.company]
        full = Company(
            price=move.price,
            cash=0,
            appeal=card.appeal,
            factories=[Factory(workers=printed.spots) for printed in card.factories],
        )
        spots = sum(printed.spots for printed in card.factories)
        rating = self.revenue(card, standing(full)) / (1 + 0.25 * spots) + 6 * card.appeal + 10 * card.asset_slot
        return rating + float(move.price)

    def after_trade(self, move: Any) -> float:
        """Return what a position is worth after a turn of the Stock phase."""
        return self.after(Trading(seat=self.me), move)

    def after(self, turn: Turn, move: Any) -> float:
        """Return what a position is worth after a whole turn."""
        there = copy_for_trial(self.table)
        play_parts(there, turn, move.parts)
        return self.worth(there)

    def tiles(self, move: Any) -> float:
        """Return what it is worth to play a tile and to discard another."""
        return self.tile(self.view.box.tile[move.play]) - 0.4 * self.tile(self.view.box.tile[move.discard])

    def tile(self, tile: Tile) -> float:
        """Return the value of a tile on the own track: its payment times its expected uses."""
        used = {"buy an asset": 0.8, "special dividend": 0.5, "choose cubes": 1.0}
        likely = used.get(tile.effects[0].kind, 0.7)
        times = self.view.box.terms.last_decade - self.view.decade + 1
        return likely * tile.amount * times + 3 * tile.workers

    def action(self, random: Random, ease: float = 0.0) -> moves.Act:
        """Return the best turn of the Action phase that the bot finds; with some ease, one that is nearly as good."""
        turn = ActionTurn(seat=self.me)
        start = begin_on_copy(self.table, turn)
        found = []
        for place in turn.placements(start):
            parts, there = self.carried_out(start, place)
            found.append((round(self.worth(there), 6), random.random(), parts))
        if ease:
            parts = choose_near_best([(worth, parts) for worth, _, parts in found], ease, random)
        else:
            parts = max(found, key=lambda one: one[:2])[2]
        return moves.Act.model_validate({"parts": parts})

    def carried_out(self, start: City, first: Move) -> tuple[list[Move], City]:
        """Return a turn that begins so, all that has to be settled in it in the way that is worth most."""
        there, parts = self.chosen(start, first), [first]
        while len(there.agenda) > 1:
            options = list(get_asked_part(there).list_options(there))[:TRIED]
            after = [(self.chosen(there, option.move), option.move) for option in options]
            there, part = max(after, key=lambda pair: round(self.worth(pair[0]), 6))
            parts.append(part)
        return parts, there

    def chosen(self, table: City, part: Move) -> City:
        """Return a copy of the table after one more choice."""
        after = copy_for_trial(table)
        make_choice(after, part)
        return after

    def after_operation(self, move: Any) -> float:
        """Return what a position is worth after an operation."""
        return self.after(Operation(seat=self.me, company=self.view.operating[0]), move)
