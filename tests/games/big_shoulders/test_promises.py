"""What an option says that it brings is what it brings: over whole games, at every choice of every turn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest

from bot.engine import play
from bot.engine.drafting import begin_on_copy, get_asked_part, make_choice, play_parts
from bot.engine.multi_step import ChooseOrCompose, Compose
from bot.engine.questions import Option
from bot.engine.records import Seat
from bot.games.big_shoulders import GAME
from bot.games.big_shoulders.components import BOX, Bonus
from bot.games.big_shoulders.moves import Buy, BuyCubes, PlacePartner, RunFactory, Sell, SellGoods, Settle
from bot.games.big_shoulders.rules.action_phase import ActionPhase, ActionTurn
from bot.games.big_shoulders.rules.appeal import AppealBonus
from bot.games.big_shoulders.rules.charter import Company
from bot.games.big_shoulders.rules.differences import differences
from bot.games.big_shoulders.rules.operation import operating, operation
from bot.games.big_shoulders.rules.operation_phase import OperationPhase
from bot.games.big_shoulders.rules.stock_phase import StockPhase, trading
from bot.games.big_shoulders.rules.turns import Turn
from bot.games.big_shoulders.rules.variants import CityOptions
from bot.games.big_shoulders.rules.vocabulary import SHORT
from bot.games.big_shoulders.table import City
from tests.games.big_shoulders.second.lockstep import RICH, TASTES, as_part

STAFF: Mapping[str, Callable[[City, Company], int]] = {
    "a partner": lambda table, firm: sum(player.partners for player in table.everybody.values()),
    "a salesperson": lambda table, firm: firm.salespeople,
    "a goods token": lambda table, firm: firm.tokens,
    "a worker": lambda table, firm: sum(factory.workers for factory in firm.factories),
    "a machine": lambda table, firm: sum(factory.automated for factory in firm.factories),
}
SAID: Mapping[Bonus, str] = {
    "worker": "a worker",
    "salesperson": "a salesperson",
    "automation": "a machine",
    "partner": "a partner",
    "goods token": "a goods token",
    "price step": "a price step",
}
NEXT_BONUS = re.compile(r" \(at (\d+): ([^)]*)\)")
"""In an option: the next bonus of the appeal track, which the option does not reach."""


def turn_of(table: City, seat: Seat) -> Turn | None:
    """Return the turn that a seat is asked for; None: it chooses tiles, or founds its first company."""
    match table.agenda[0]:
        case ActionPhase():
            return ActionTurn(seat=seat)
        case OperationPhase(left=[company, *_]):
            return operation(table, company)
        case StockPhase():
            return trading(table, seat)
        case _:
            return None


def with_bonuses(table: City, option: Option) -> tuple[City, bool]:
    """Return the table after a choice, all bonuses of the appeal track taken; and whether more is to be chosen."""
    after = play.copy(table)
    make_choice(after, option.move)
    waits = False
    while len(after.agenda) > 1:
        if isinstance(bonus := after.agenda[0], AppealBonus):
            options, first = bonus.list_options(after), play.copy(after)
            make_choice(first, options[0].move)
            # A price step at the end of the track brings nothing, so its money is what one can have.
            after = first if first.told else after
            if after is not first:
                make_choice(after, options[-1].move)
            after.told.clear()
        else:
            waits = True
            after.agenda.pop(0)
            play.advance(after)
    return after, waits


def broken(table: City, option: Option) -> Iterator[str]:
    """Yield what an option promises and does not keep, and a label that a phone would cut."""
    if len(option.caption) > SHORT:
        yield f"“{option.caption}” has {len(option.caption)} characters"
    company = getattr(option.move, "company", getattr(get_asked_part(table), "company", ""))
    if company not in table.companies:
        return
    after, waits = with_bonuses(table, option)
    was, now = table.companies[company], after.companies[company]
    words = NEXT_BONUS.sub("", f"{option.label}; {option.hint}")
    yield from next_bonus(table, option, now)
    appeal = re.search(r"[Aa]ppeal (\d+) → (\d+)", words)
    if appeal and (int(appeal[1]), int(appeal[2])) != (was.appeal, now.appeal):
        yield f"appeal {was.appeal} → {now.appeal}"
    prices = re.findall(r"[Pp]rice (?:\$\d+ → |→ |stays )\$(\d+)", words)
    if prices and int(prices[-1]) != now.price:
        yield f"price {now.price}"
    yield from money(table, after, option, was, now, waits=waits)
    if isinstance(option.move, PlacePartner | RunFactory) and not waits:
        for what, count in STAFF.items():
            more = count(after, now) - count(table, was)
            said = count_said(what, words.lower())
            if isinstance(option.move, PlacePartner) and "appeal" not in words.lower():
                continue
            if what == "a worker" and "a machine" in words.lower():
                continue  # which may send another one away
            if said != more:
                yield f"{what}: {more}"


def count_said(what: str, words: str) -> int:
    """Return how many of a thing words name: "a worker" is 1, and "2 workers" are 2."""
    thing = what.removeprefix("a ")
    many = re.search(rf"\b(\d) {thing.replace('salesperson', 'salespeople')}s?\b", words)
    return len(re.findall(rf"(?<!no ){what}\b", words)) + (int(many[1]) if many else 0)


def next_bonus(table: City, option: Option, now: Company) -> Iterator[str]:
    """Yield the next bonus of the appeal track where an option names another one."""
    ahead = sorted(at for at in table.box.appeal.bonuses if at > now.appeal)
    for space, bonus in NEXT_BONUS.findall(f"{option.label}; {option.hint}"):
        if not ahead or (int(space), bonus) != (ahead[0], SAID[table.box.appeal.bonuses[ahead[0]]]):
            yield f"the next bonus is at {ahead[:1]}"


def money(table: City, after: City, option: Option, was: Company, now: Company, *, waits: bool) -> Iterator[str]:
    """Yield what an option promises of money or goods and does not keep."""
    treasury = re.search(r"treasury (?:\$\d+ )?→ \$(\d+)", f"{option.label} {option.hint}")
    if treasury and int(treasury[1]) != now.cash:
        yield f"treasury {now.cash}"
    match option.move:
        case PlacePartner() if not waits:
            name = table.name(option.move.company)
            amounts = re.search(rf"\b{name} (?:has |keeps its )?\$(?:\d+ → \$)?(\d+)\.", option.hint) or treasury
            if amounts is None or int(amounts[1]) != now.cash:
                yield f"the treasury is {now.cash}"
            yield from own_income(table, after, option)
        case BuyCubes() if f"leaves ${now.cash}" not in option.label:
            yield f"it leaves {now.cash}"
        case SellGoods():
            earned = operating(after).revenue - operating(table).revenue
            if not option.label.endswith(f" ${earned}"):
                yield f"it earns {earned}"
        case RunFactory() if not re.search(rf"makes {now.goods - was.goods} goods?$", option.label):
            yield f"it makes {now.goods - was.goods}"
        case Sell() | Buy() | Settle():
            yield from own_money(table, after, option)


def own_income(table: City, after: City, option: Option) -> Iterator[str]:
    """Yield what an action pays its own player, where its line names another amount."""
    before, mine = (here.everybody[get_asked_part(table).seat].cash for here in (table, after))
    named = [int(amount) for amount in re.findall(r"(?:you get|[Pp]ays you) \$(\d+)", option.hint)]
    if named and sum(named) != mine - before:
        yield f"you get {mine - before}"


def own_money(table: City, after: City, option: Option) -> Iterator[str]:
    """Yield what an option promises of the own money and does not keep."""
    before, mine = (here.everybody[get_asked_part(table).seat].cash for here in (table, after))
    left = re.search(r"[Ll]eaves you \$(\d+)", option.hint)
    got = re.search(r"\+\$(\d+), price", option.label) or re.search(r"You get \$(\d+)", option.hint)
    if left and int(left[1]) != mine:
        yield f"it leaves you {mine}"
    if got and int(got[1]) != mine - before:
        yield f"you get {mine - before}"


def can_end(table: City) -> bool:
    """Whether the turn can be sent as it stands."""
    return get_asked_part(table).can_end(table)


def new_game(number: int) -> City:
    """Return a table with options of its own."""
    options = CityOptions(advanced=bool(number & 1), supply_rows=bool(number & 2), friendly_sales=bool(number & 4))
    return play.begin(GAME.set_up(options, 2 + number % 3, f"promises {number}", RICH if number & 8 else BOX)).table


def played(number: int) -> Counter[str]:
    """Play a whole game, and look at each option of each turn; return how often each kind was looked at."""
    random, table = Random(number), new_game(number)  # noqa: S311
    taste, seen = random.choice(TASTES), Counter[str]()
    while table.outcome is None:
        seat = play.list_asked_seats(table)[0]
        question = play.find_question(table, seat)
        assert question is not None
        turn = turn_of(table, seat)
        if turn is None:
            play.play_here(table, seat, question.choose_random_move(random))
            continue
        there, parts = begin_on_copy(table, turn), []
        while (choices := [*get_asked_part(there).list_options(there)]) and not (
            can_end(there) and random.random() < 0.3
        ):
            for option in choices if isinstance(get_asked_part(there), Turn) else ():
                assert not [*broken(there, option)], (option, [*broken(there, option)])
                seen[option.move.kind] += 1
            wanted = [taste(as_part(option.move)) for option in choices]
            parts.append(random.choices(choices, wanted)[0].move)
            make_choice(there, parts[-1])
            if len(parts) > 30:
                break
        whole = type(question.choose_random_move(random)).model_validate({"parts": parts}) if can_end(there) else None
        move = whole if whole is not None and question.is_legal(whole) else question.choose_random_move(random)
        play.play_here(table, seat, move)
    return seen


@pytest.mark.parametrize("number", range(3))
def test_what_the_last_choice_leaves_is_what_the_turn_leaves_when_it_is_sent(number: int) -> None:
    random, table, sent = Random(number), new_game(number), 0  # noqa: S311
    while table.outcome is None:
        seat = play.list_asked_seats(table)[0]
        question, turn = play.find_question(table, seat), turn_of(table, seat)
        assert question is not None
        compose = question.otherwise if isinstance(question, ChooseOrCompose) else question
        move: Any = compose.choose_random_move(random)
        if turn is not None and isinstance(compose, Compose):
            after = play.copy(table)
            play_parts(after, turn, move.parts)
            assert differences(table, after, seat) in compose.get_stage(move.parts).leaves
            sent += 1
        play.play_here(table, seat, move)
    assert sent > 50


@pytest.mark.parametrize("number", range(3))
def test_what_an_option_says_is_what_it_brings(number: int) -> None:
    seen = played(number)
    assert {"place partner", "sell", "settle"} <= set(seen), seen


@pytest.mark.thorough
@pytest.mark.parametrize("number", range(3, 19))
def test_what_an_option_says_is_what_it_brings_in_any_game(number: int) -> None:
    played(number)
