"""Build the line below a question's heading, with the facts that decide the answer, from a seat's view."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from bot.engine.drafting import begin_on_copy, make_choice
from bot.engine.multi_step import ChooseOrCompose
from bot.engine.pages import mark
from bot.engine.questions import Choose, Question
from bot.engine.records import Seat
from bot.engine.words import fit_sentences, format_count, format_leader
from bot.games.big_shoulders.bots import table_of
from bot.games.big_shoulders.components import SHARES, Cube, Place, SpecialDividend, Tile
from bot.games.big_shoulders.moves import AnyTrade, Buy, BuyCubes, Found, Operate, RunFactory, StockTurn, TradeCubes
from bot.games.big_shoulders.rules.action_phase import count_own_income, places, why_not
from bot.games.big_shoulders.rules.charter import good_price, goods_when_staffed, open_spots
from bot.games.big_shoulders.rules.cubes_by_trade import find_cubes_by_trade, format_trades
from bot.games.big_shoulders.rules.demand_board import OPEN_COLUMN
from bot.games.big_shoulders.rules.needs import Need, list_needs, sort_by_urgency
from bot.games.big_shoulders.rules.obstacles import describe_standstill, find_gone, find_lacking, find_obstacle
from bot.games.big_shoulders.rules.offered_plan import describe_sales, sum_asset_costs
from bot.games.big_shoulders.rules.operation import operation
from bot.games.big_shoulders.rules.stock_track import moved, payout_steps
from bot.games.big_shoulders.rules.vocabulary import good
from bot.games.big_shoulders.table import City
from bot.games.big_shoulders.text import join_goals
from bot.games.big_shoulders.view import CityView, PlayerView

COMPARED_PRICES = "Higher price: more money in the company. Lower: more cash for shares."
MOST_INCOMES = 2
"""Actions named that pay the player at once."""


def bears(view: CityView, question: Question) -> str:
    """Return the line for this phase: own cash and share prices, tiles, treasuries or demand."""
    if view.seat is None:
        return ""
    own = view.everybody[view.seat]
    last = "Last decade." if view.decade == view.box.terms.last_decade else ""
    return fit_sentences([last, *_list_sentences(view, own, question), _describe_leader(view, view.seat)])


def _describe_leader(view: CityView, reader: Seat) -> Sequence[str]:
    """Return who leads, in versions; in the last decade with the goals that are won as things stand."""
    worth = {seat: player.net_worth for seat, player in view.everybody.items()}
    if view.decade < view.box.terms.last_decade:
        return format_leader(reader, worth, lambda amount: f"${amount}")
    goals = {seat: len(_list_goals_won(view, seat)) for seat in worth}
    totals = {seat: worth[seat] + goals[seat] * view.box.terms.goal_reward for seat in worth}
    told = {seat: f"${worth[seat]} + {format_count(goals[seat], 'goal')}" for seat in worth}
    best = max((seat for seat in totals if seat != reader), key=lambda seat: (totals[seat], -seat))
    return (
        f"{mark(best)} {told[best]}; you {told[reader]}.",
        *format_leader(reader, totals, lambda amount: f"${amount} incl. goals"),
    )


def _list_goals_won(view: CityView, seat: Seat) -> Sequence[str]:
    """Return the goals that a seat wins as things stand; a tie wins, too."""
    return [goal for goal, counts in view.standings.items() if 0 < counts[seat] == max(counts.values())]


def _list_sentences(view: CityView, own: PlayerView, question: Question) -> Iterator[str | Sequence[str]]:
    match view.phase:
        case "first companies":
            yield f"You have ${own.cash}. {COMPARED_PRICES}"
        case "stock phase":
            buys = list_bought(question)
            is_last = view.decade == view.box.terms.last_decade
            founds = not is_last and any(isinstance(part, Found) for part in _list_parts(question))
            earnings = _list_earnings(view, buys)
            shortest = earnings[-3:] if founds else earnings  # founding needs room on the line
            yield shortest if buys else _describe_shares(view, own, question)
            yield _describe_founding(own) if founds else ""
            yield _describe_goals(view)
            yield _describe_shares(view, own, question) if buys else ""
            yield "" if buys else _list_earnings(view, [])
            yield f"You hold {own.held} of {view.limit} certificates."
        case "building phase":
            pays = ", ".join(f"tile {number} ${view.box.tile[number].amount}" for number in view.hand)
            whose = "An action for everybody; each" if view.decade == 1 else "Each"
            yield f"{whose} use by anyone pays you: {pays}.", f"Each use pays you: {pays}."
            yield f"{format_count(view.job_market, 'worker')} in the job market."
        case "action phase":
            firms = [company for company in view.appeal_order if view.directors[company] == view.seat]
            found, incomes = _list_useful_needs(view, firms), _list_incomes(view, firms)
            stands = any(needs and needs[0].stops for needs in found.values())
            yield "" if stands else incomes
            yield from _describe_needs(view, found)
            yield _describe_goals(view)
            yield incomes if stands else ""
        case "operation phase" if view.company is not None:
            yield from _describe_operation(view, view.company, question)
        case _:
            yield f"You have ${own.cash}."


def _describe_goals(view: CityView) -> Sequence[str]:
    """Return in the last decade which goals this seat wins as things stand, in long and short versions."""
    if view.seat is None or view.decade < view.box.terms.last_decade:
        return ()
    reward = view.box.terms.goal_reward
    won = _list_goals_won(view, view.seat)
    if not won:
        return (f"You win no goal so far (${reward} each).", "You win no goal.")
    names = join_goals([goal.name for goal in view.box.goals if goal.measure in won])
    return (
        f"Goals won so far (ties win too): {names} (${len(won) * reward}).",
        f"Goals so far: {names} (${len(won) * reward}).",
        f"You win {format_count(len(won), 'goal')} so far, ties too (${len(won) * reward}).",
        f"You win {format_count(len(won), 'goal')} so far (${len(won) * reward}).",
    )


# Shares


def _describe_founding(own: PlayerView) -> Sequence[str]:
    """Return what founding a further company means, in versions."""
    partners = format_count(own.partners, "partner")
    return (
        f"Founding gives 3 shares; your companies share {partners}.",
        f"A new company shares your {partners}.",
        "Founding brings no more partners.",
    )


def _list_parts(question: Question) -> list[AnyTrade]:
    """Return the purchases and foundings that a question of the Stock phase offers."""
    listed = question.moves if isinstance(question, Choose) else ()
    return [part for move in listed if isinstance(move, StockTurn) for part in move.parts]


def list_bought(question: Question) -> set[str]:
    """Return the companies with a certificate for sale that the seat can pay."""
    return {part.company for part in _list_parts(question) if isinstance(part, Buy)}


def _describe_shares(view: CityView, own: PlayerView, question: Question) -> str:
    """Return the cash of this seat, and the cheapest share that it can buy."""
    if own.held > view.limit:
        return f"You have ${own.cash} and hold {own.held - view.limit} certificates too many."
    bought = list_bought(question)
    if bought:
        cheapest = min(bought, key=lambda company: (view.companies[company].price, company))
        return (
            f"You have ${own.cash}; the cheapest share is {view.name(cheapest)} at ${view.companies[cheapest].price}."
        )
    prices = [firm.price for firm in view.companies.values() if firm.treasury.pieces or firm.pool.pieces]
    if prices and min(prices) > own.cash:
        return f"You have ${own.cash}; the cheapest share costs ${min(prices)}."
    if own.held >= view.limit:
        return f"You have ${own.cash}, and at {own.held} of {view.limit} certificates must sell before you buy."
    founds = any(isinstance(part, Found) for part in _list_parts(question))
    return f"You have ${own.cash}; there is no share that you can buy{', but you can found a company' * founds}."


def _list_earnings(view: CityView, bought: Collection[str]) -> Sequence[str]:
    """Return what a share should pay next with the present workers, and its price, the best first; then shorter.

    Args:
        view: the seat's view.
        bought: the companies with a certificate that the seat can buy; empty: all are named.
    """
    payouts = forecast_payouts(view, bought or view.companies)
    prices = {company: view.companies[company].price for company in payouts}
    order = list(payouts)
    if payouts and not any(payouts.values()):
        return ["No share pays with its present workers."]
    named = [f"{view.name(company)} ${payouts[company]}/${prices[company]}" for company in order]
    return [f"Next payout/price: {', '.join(named[:most])}." for most in (len(named), 6, 4, 3, 2) if named]


def forecast_payouts(view: CityView, companies: Collection[str]) -> Mapping[str, int]:
    """Return what a share of these companies should pay with the present workers, the best for its price first.

    Stored goods, goods tokens and bonuses can add to it.
    """
    table = table_of(view)
    earned = {
        company: goods_when_staffed(table, company) * good_price(view.box.company[company], firm.salespeople) // SHARES
        for company, firm in view.companies.items()
        if company in companies
    }
    prices = {company: view.companies[company].price for company in earned}
    order = sorted(earned, key=lambda one: (-earned[one] / prices[one], prices[one]))
    return {company: earned[company] for company in order}


# Companies


def _list_useful_needs(view: CityView, firms: Sequence[str]) -> Mapping[str, Sequence[Need]]:
    """Return by company the needs that an action may meet, the most urgent company first."""
    table = table_of(view)
    order = sort_by_urgency(table, firms)
    return {company: [need for need in list_needs(table, company) if need.helps] for company in order}


def _describe_needs(view: CityView, found: Mapping[str, Sequence[Need]]) -> Iterator[Sequence[str]]:
    """Yield what the company that stands still, or else the first one, needs most, and where that can be had."""
    if len(found) > 1:
        yield _list_short_needs(view, found)
        return
    for company, needs in found.items():
        name, cash = view.name(company), f"${view.companies[company].cash}"
        yield [*_describe_need(needs[:1], f"{name} ({cash})"), f"{name} has {cash}."]
        yield [f"Useful: {need.brief} at {need.spaces[0]}." for need in needs[1:] if need.spaces][:1]


def _describe_need(needs: Sequence[Need], named: str) -> Sequence[str]:
    """Return the first of these needs, in versions with fewer and fewer words."""
    return [words for need in needs[:1] for words in _list_versions(need, named)]


def _list_versions(need: Need, named: str) -> Iterator[str]:
    yield from (need.describe(named, most) for most in (9, 2, 1))
    yield need.describe(named, 1, brief=True)


def _list_short_needs(view: CityView, found: Mapping[str, Sequence[Need]]) -> Sequence[str]:
    """Return the treasury and the first need of each company in one sentence, in versions with fewer words.

    The longest version says which space helps.
    """
    cash = {company: f"{view.name(company)} (${view.companies[company].cash})" for company in found}
    needs = [(cash[company], next(iter(some), None)) for company, some in found.items()]
    whole, brief = (
        [f"{name} {'nothing' if need is None else need.list_brief_versions()[version]}" for name, need in needs]
        for version in (0, -1)
    )
    less = [f"{name} {'nothing' if need is None else need.brief}" for name, need in needs]
    where = [
        f"{name} {need.brief} at {need.spaces[0]}" if need is not None and need.spaces else words
        for (name, need), words in zip(needs, whole, strict=True)
    ]
    versions = [f"Needs: {', '.join(words)}." for words in (where, whole, brief, less, whole[:2])]
    return [*versions, f"Treasuries: {', '.join(cash.values())}."]


def _list_incomes(view: CityView, firms: Sequence[str]) -> str:
    """Return the two actions that pay the player most at once, and to what price; nothing where none pays."""
    table, seat = table_of(view), view.seat or 1
    found = [
        (count_own_income(table, seat, company, owner, place), company, place)
        for owner, _, place in places(table)
        for company in firms
        if not why_not(table, company, place)
    ]
    best: dict[str, str] = {}
    for income, company, place in sorted(found, key=lambda one: -one[0]):
        name = f"tile {place.number}" if isinstance(place, Tile) else place.name.lower()
        if income and len(best) < MOST_INCOMES:
            best.setdefault(name, f"${income}{_describe_rise(table, company, place)}")
    return f"Pays you most: {', '.join(f'{name} {words}' for name, words in best.items())}." if best else ""


def _describe_rise(table: City, company: str, place: Place | Tile) -> str:
    """Return in brackets to what price the special dividend of an action lifts a company; nothing without a rise."""
    price = table.companies[company].price
    totals = [effect.total // SHARES * SHARES for effect in place.effects if isinstance(effect, SpecialDividend)]
    after = moved(table.box, price, sum(payout_steps(table.box, price, total) for total in totals))
    return f" (price to ${after})" if after > price else ""


def _describe_operation(view: CityView, company: str, question: Question) -> Iterator[str | Sequence[str]]:
    """Yield what the offered plans do, or else the goods and money, the shortage of staff, and the room in demand."""
    firm, card = view.companies[company], view.box.company[company]
    price = good_price(card, firm.salespeople)
    offered = question.options[0].move if isinstance(question, ChooseOrCompose) and question.options else None
    ran = sum(isinstance(part, RunFactory) for part in offered.parts) if isinstance(offered, Operate) else 0
    obstacle = () if ran else find_obstacle(table_of(view), company)  # its asset may bring what it lacks
    plan = _describe_plan(table_of(view), company, offered) if isinstance(offered, Operate) and not obstacle else ()
    if obstacle and isinstance(offered, Operate):
        remedy = _describe_remedy(table_of(view), company)
        yield [*(f"{lacks} {remedy}" for lacks in obstacle), *obstacle]
        yield _describe_lost_payout(table_of(view), company, offered)
    elif obstacle:
        yield obstacle
    yield plan or f"Treasury ${firm.cash}, price ${firm.price}, {good(firm.goods)} at ${price} each."
    if not obstacle:
        why = describe_standstill(table_of(view), company, ran)
        yield why[-1:] if plan else why
    if plan and isinstance(offered, Operate):
        yield _describe_own_payout(table_of(view), view.seat or 1, company, offered)
    rooms = [(view.box.demand.bonuses[column], room) for column, room in enumerate(_list_rooms(view, company))]
    columns = [(bonus, room) for bonus, room in rooms if bonus and room]
    if columns:
        (bonus, room), *rest = columns
        first = f"{good(room)} {'fills' if room == 1 else 'fill'} the demand for a ${bonus} bonus"
        others = [f"{count} for ${other}" for other, count in rest]
        yield f"{', '.join([first, *others])}.", f"{first}."


def _describe_remedy(table: City, company: str) -> str:
    """Return which action before would have let a factory run."""
    if open_spots(table, company)[0]:
        return "Hiring first would have helped."
    gone = find_gone(table, find_lacking(table, company, 1))
    if not gone or find_cubes_by_trade(table, company, 1) is not None:
        can_raise = table.options.advanced and table.companies[company].treasury.pieces
        return (
            "Emergency fundraising (your own plan) may help." if can_raise else "Fundraising first would have helped."
        )
    if table.appeal_order[:1] == [company]:
        return f"An action that brings {' or '.join(sorted(gone))} would have helped."
    return "More appeal would have helped: it buys earlier."


def _describe_lost_payout(table: City, company: str, move: Operate) -> Sequence[str]:
    """Return what it means that no factory runs in an offered plan, in versions; nothing if one runs."""
    if any(isinstance(part, RunFactory) for part in move.parts):
        return ()
    price, after = table.companies[company].price, play_plan(table, company, move).companies[company].price
    falls = f"; the price falls to ${after}" if after < price else ""
    return f"Without a run there is no payout{falls}.", "Without a run there is no payout."


def _describe_plan(table: City, company: str, move: Operate) -> Sequence[str]:
    """Return what an offered plan pays for cubes, and what its sales bring as a sum; then shorter versions.

    There are none if it sells nothing.
    """
    sum_ = describe_sales(begin_on_copy(table, operation(table, company)), move.parts)
    cost = sum(one.price for part in move.parts if isinstance(part, BuyCubes) for one in part.cubes)
    trades = [(part.give, part.get) for part in move.parts if isinstance(part, TradeCubes)]
    paid = sum_asset_costs(table, move.parts)
    pays = [f"Cubes ${cost}"] * bool(cost) + [f"its asset ${paid}"] * bool(paid)
    if not sum_ or not pays:
        return [sum_] if sum_ else ()
    swaps = _describe_swaps(table, trades) if trades else [""]
    first = ", ".join(pays)
    return [*(f"{first[:1].upper()}{first[1:]}{words}; {sum_}" for words in swaps), sum_]


def _describe_swaps(table: City, trades: Sequence[tuple[Cube, Cube]]) -> Sequence[str]:
    """Return which cubes are traded for others, in versions; offered plans trade only for cubes that nobody sells."""
    many = len(trades)
    return (
        f", trade {format_trades(table, trades)}",
        f", {many * table.box.terms.trade} traded for {many} not for sale",
        f", {many * table.box.terms.trade} traded for {many} other{'s' * (many > 1)}",
        f", {format_count(many, 'trade')}",
    )


def _describe_own_payout(table: City, seat: Seat, company: str, move: Operate) -> str:
    """Return what an offered plan pays its director."""
    before, after = table.everybody[seat].cash, play_plan(table, company, move).everybody[seat].cash
    return f"You get ${after - before}."


def play_plan(table: City, company: str, move: Operate) -> City:
    """Return a copy of the table after an operation."""
    after = begin_on_copy(table, operation(table, company))
    for part in move.parts:
        make_choice(after, part)
    return after


def _list_rooms(view: CityView, company: str) -> Iterator[int]:
    """Yield how many more goods each column of the company's demand takes at full price."""
    for column, space in enumerate(view.demand[view.box.company[company].industry]):
        if space.tile is not None:
            yield view.box.demand_tile[space.tile].spaces - space.goods
        else:
            yield view.box.demand.open_spaces - space.goods if column == OPEN_COLUMN else 0
