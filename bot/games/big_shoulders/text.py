"""Texts of news and pages, written for a phone screen and for readers new to the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.engine.cards import CardEntry
from bot.engine.pages import Page, Section, mark
from bot.engine.questions import Question
from bot.engine.records import News, Seat
from bot.engine.words import format_count, format_list, format_seats
from bot.games.big_shoulders import news as told
from bot.games.big_shoulders.bots import table_of
from bot.games.big_shoulders.components import Automate, CityBox, Industry, Place, Tile
from bot.games.big_shoulders.rules.action_phase import tile_id
from bot.games.big_shoulders.rules.appeal import find_next_bonus
from bot.games.big_shoulders.rules.automation import MACHINES_PAY
from bot.games.big_shoulders.rules.capital_assets import asset_said
from bot.games.big_shoulders.rules.charter import Company
from bot.games.big_shoulders.rules.demand_board import OPEN_COLUMN, DemandSpace
from bot.games.big_shoulders.rules.founding import charter_said
from bot.games.big_shoulders.rules.goals import in_words
from bot.games.big_shoulders.rules.job_market import hiring_cost
from bot.games.big_shoulders.rules.needs import list_needs
from bot.games.big_shoulders.rules.supply_chain import row_price
from bot.games.big_shoulders.rules.vocabulary import (
    cubes_said,
    effects_said,
    good,
    manager_said,
    payment_said,
    pieces_said,
    tile_said,
)
from bot.games.big_shoulders.view import CityView, PlayerView

# News


def say(news: News, _: Seat | None) -> str:
    """Return the news, which read the same to everybody who hears them."""
    for chapter in (_setup, _stock, _prices, _building, _placing, _staff, _appeal, _cubes, _assets, _operation, _end):
        words = chapter(news)
        if words:
            return words
    return ""


def _setup(news: News) -> str:
    match news:
        case told.GameOpened():
            goals = f"Public goals: {join_goals(news.goals)}. " if news.goals else ""
            return f"{goals}Founders of first companies, in order: {', '.join(map(mark, news.choosing))}."
        case told.Founded():
            return (
                f"{mark(news.seat)} <founds|found> {news.company} at ${news.price} and <puts|put> ${news.paid} into it."
            )
        case told.DecadeBegan():
            worth = ", ".join(f"{mark(seat)} ${worth}" for seat, worth in _best_first(news.worth))
            return f"**{news.year}**, decade {news.decade}. Net worth: {worth}."
        case _:
            return ""


def join_goals(goals: Sequence[str]) -> str:
    """Return the names of the goals in few words, which begin with "Most" more often than not."""
    most = [goal.removeprefix("Most ") for goal in goals if goal.startswith("Most ")]
    others = [goal[:1].lower() + goal[1:] for goal in goals if not goal.startswith("Most ")]
    return ", ".join([*others, *([f"most {most[0]}", *most[1:]] if most else [])])


def _best_first(worth: Mapping[Seat, int]) -> list[tuple[Seat, int]]:
    return sorted(worth.items(), key=lambda pair: (-pair[1], pair[0]))


def _stock(news: News) -> str:
    match news:
        case told.CertificatesSold():
            pieces = news.director + news.preferred + news.common
            what = f"{pieces_said(news.director, news.preferred, news.common)} certificate{'s' if pieces > 1 else ''}"
            return f"{mark(news.seat)} <sells|sell> {what} of {news.company} at ${news.price} a share: +${news.got}."
        case told.CertificateBought():
            where = "from the Bank Pool" if news.pool else "from its treasury"
            return f"{mark(news.seat)} <buys|buy> {news.percent} % of {news.company} {where} for ${news.paid}."
        case told.Passed():
            return f"{mark(news.seat)} <passes|pass>{', as there is nothing to do' if news.forced else ''}."
        case told.DirectorChanged():
            swap = f"three shares in exchange for the director's certificate of {news.company}"
            return f"{mark(news.after)} <gives|give> {mark(news.before)} {swap} and <directs|direct> it now."
        case told.StockPhaseEnded():
            return (
                f"All have passed. {mark(news.priority)} <has|have> the priority deal: the "
                "first turn in the next Stock phase."
            )
        case _:
            return ""


WHY: Mapping[told.WhyPrice, str] = {
    "sold": "shares were sold",
    "sold out": "players hold all certificates",
    "kept": "revenue was kept",
    "nothing sold": "nothing was sold",
    "nothing produced": "no factory ran",
    "paid out": "dividends were paid",
    "appeal": "appeal bonus",
    "asset": "asset",
    "emergency": "emergency fundraising",
}


def _prices(news: News) -> str:
    match news:
        case told.PriceMoved():
            return f"{news.company}: price ${news.before} → ${news.after} ({WHY[news.why]})."
        case told.DividendPaid():
            players = ", ".join(f"{mark(seat)} ${got}" for seat, got in news.players.items())
            own = f"; ${news.treasury} goes back into its treasury" if news.treasury else ""
            what = "a special dividend of" if news.special else "out"
            return f"{news.company} pays {what} ${news.total}, ${news.a_share} a share: {players}{own}."
        case told.RevenueKept():
            if not news.amount:
                return f"{news.company} sells nothing."
            if news.forced:
                return f"No factory ran or nothing was sold, so {news.company} keeps the ${news.amount}."
            return f"{news.company} keeps ${news.amount}."
        case _:
            return ""


def _building(news: News) -> str:
    match news:
        case told.TilesDealt():
            return f"You draw {'; '.join(news.tiles)}."
        case told.TilesPlayed():
            tiles = ", ".join(
                f"{mark(seat)} {_enclose_effect(tile.removeprefix('tile '))}" for seat, tile in news.tiles.items()
            )
            came = f" Workers in the job market: {news.before} → {news.after}." if news.after != news.before else ""
            return f"New building tiles: {tiles}.{came}"
        case told.PartnerGained():
            why = {"decade": "a new decade", "appeal": "appeal", "factories": "all factories of the first company ran"}
            return f"{mark(news.seat)} <gains|gain> a partner and <has|have> {news.partners} ({why[news.why]})."
        case told.PartnersIdle():
            return f"{mark(news.seat)} <directs|direct> no company; unused partners bring ${news.got}."
        case _:
            return ""


def _placing(news: News) -> str:
    match news:
        case told.PartnerPlaced():
            where = _enclose_effect(news.space)
            return f"{mark(news.seat)} <places|place> a partner for {news.company} on {where}{_describe_payment(news)}."
        case told.WillGoFirst():
            return f"{mark(news.seat)} <goes|go> first in the next round of partners."
        case _:
            return ""


def _describe_payment(news: told.PartnerPlaced) -> str:
    """Return who pays whom for an action, as the end of a sentence."""
    if news.owner is not None:
        payer = news.company if news.paid > 0 else "the bank"
        return f"; {payer} pays {mark(news.owner)} ${news.owner_got}" if news.owner_got else ""
    if not news.paid:
        return ""
    return f"; {news.company} {f'pays ${news.paid}' if news.paid > 0 else f'gets ${-news.paid}'}"


def _enclose_effect(space: str) -> str:
    """Return a building tile as the news record it, with its effect in brackets; a space unchanged."""
    number, comma, effect = space.partition(", ")
    return f"{number} ({effect})" if comma else space


def _staff(news: News) -> str:
    match news:
        case told.WorkersHired():
            where = format_list(f"factory {number}" for number in dict.fromkeys(news.factories))
            count = format_count(len(news.factories), "worker")
            return f"{news.company} hires {count} for {where}: ${news.paid} ({news.left} left in the market)."
        case told.WorkerPlaced():
            return f"{news.company} gains a worker in factory {news.factory}."
        case told.ManagerHired():
            return f"{news.company} has a manager in factory {news.factory}."
        case told.SalespersonHired():
            return f"{news.company} has another salesperson: ${news.before} → ${news.after} per good."
        case told.Automated():
            where = f"factory {news.to}" if news.to is not None else "the job market, or out of play"
            full = "; it makes 1 more good now" if news.full else ""
            return f"{news.company} automates a spot of factory {news.factory}; the worker goes to {where}{full}."
        case _:
            return ""


def _appeal(news: News) -> str:
    match news:
        case told.AppealMoved():
            return f"{news.company}: appeal {news.before} → {news.after}."
        case told.BonusDeclined():
            return f"{news.company} takes ${news.got} in place of its appeal bonus ({news.bonus})."
        case told.TokenTaken():
            return f"{news.company} has {format_count(news.tokens, 'goods token')} now."
        case _:
            return ""


def _cubes(news: News) -> str:
    match news:
        case told.CubesTaken():
            missing = f"; {cubes_said(news.missing)} missing there" if news.missing else ""
            return f"{news.company} takes {cubes_said(news.cubes)} from Haymarket Square{missing}."
        case told.CubesTraded():
            return f"{news.company} trades 2 {news.give} for 1 {news.get} at Haymarket Square."
        case told.CubesBought():
            return f"{news.company} buys {cubes_said(news.cubes)} for ${news.paid}."
        case told.SupplyRefilled():
            return f"Supply chain: {'; '.join(cubes_said(group, 'nothing') for group in news.groups)}."
        case told.DemandRefilled():
            return f"New demand: {'; '.join(news.tiles)}."
        case _:
            return ""


def _assets(news: News) -> str:
    match news:
        case told.AssetBought():
            bonus = "" if news.kept else ", takes its bonus and discards it"
            left = f"; {news.left} leaves the game" if news.left else ""
            return f"{news.company} buys {news.asset} for ${news.paid}{bonus}{left}."
        case told.AssetUsed():
            paid = f" for ${news.paid}" if news.paid else ""
            return f"{news.company} uses {news.asset}{paid}."
        case told.AssetTurnedUp():
            return f"{news.asset} is for sale at ${news.price}."
        case told.AssetLeft():
            return f"{news.asset} leaves the game."
        case _:
            return ""


def _operation(news: News) -> str:
    match news:
        case told.EmergencyFunds():
            return f"{news.company} sells {format_count(news.shares, 'share')} of its own: +${news.got}."
        case told.FactoryRan():
            return f"{news.company}'s factory {news.factory} turns {cubes_said(news.cubes)} into {good(news.goods)}."
        case told.GoodsMade():
            why = " from its goods tokens" if news.why == "token" else ""
            return f"{news.company} gains {good(news.count)}{why}."
        case told.GoodsSold():
            bonus = f" + ${news.bonus} bonus" if news.bonus else ""
            total = news.count * news.each + news.bonus
            money = f"{news.count} x ${news.each}{bonus} = ${total}"
            return f"{news.company} sells {good(news.count)} to {news.where}: {money}."
        case _:
            return ""


def _end(news: News) -> str:
    match news:
        case told.GoalReached():
            if not news.winners:
                return f"{news.goal} is not scored: nobody has any."
            each = " each" if len(news.winners) > 1 else ""
            return f"{news.goal}: {format_seats(news.winners)} with {news.count}, ${news.reward}{each}."
        case told.GameOver():
            return "\n".join([_verdict(news), *(_final_line(each, news.places[each.seat]) for each in news.scores)])
        case _:
            return ""


def _verdict(news: told.GameOver) -> str:
    winners = [seat for seat, place in news.places.items() if place == 1]
    return f"The fifth decade is over. {format_seats(winners)} {'<wins|win>' if len(winners) == 1 else 'win'}."


def _final_line(each: told.Score, place: int) -> str:
    goals = f", goals ${each.goals}" if each.goals else ""
    return f"{place}. {mark(each.seat)} ${each.total} (cash ${each.cash}, shares ${each.shares}{goals})"


def score(total: int) -> str:
    """Return a final score: cash, shares and goals."""
    return f"${total}"


# Pages


def page(view: CityView) -> Page:
    """Return the whole table."""
    if view.outcome is not None:
        return Page("City of the Big Shoulders", [Section("Final score", list(_final(view))), *_sections(view)])
    title = f"{view.year}, decade {view.decade} of {view.box.terms.last_decade}"
    return Page(title, _sections(view))


def standing(view: CityView) -> Sequence[str]:
    """Return everybody's net worth, for below the picture."""
    if view.outcome is not None:
        return [
            "Final score (with goals): "
            + ", ".join(f"{mark(seat)} ${total}" for seat, total in _best_first(view.outcome.scores))
        ]
    order = sorted(view.everybody, key=lambda seat: -view.everybody[seat].net_worth)
    worth = ", ".join(f"{mark(seat)} ${view.everybody[seat].net_worth}" for seat in order)
    return [f"Net worth (cash and shares): {worth}"]


def _sections(view: CityView) -> list[Section]:
    others = [*stock(view).sections, *city(view).sections, *firms(view).sections, *demand(view).sections]
    return [Section("Players", list(_players(view))), *(replace(section, detail=True) for section in others)]


def _final(view: CityView) -> Iterator[str]:
    if view.outcome is None:
        return
    for seat, place in sorted(view.outcome.places.items(), key=lambda pair: pair[1]):
        found = next((each for each in view.scores if each.seat == seat), None)
        yield _final_line(found, place) if found else f"{place}. {mark(seat)} ${view.outcome.scores[seat]}"


def _players(view: CityView) -> Iterator[str]:
    for seat, player in view.everybody.items():
        deal = ", priority deal" if seat == view.priority else ""
        gone = ", has conceded" if player.conceded else ""
        partners = f"{player.ready} of {format_count(player.partners, 'partner')} left"
        yield (
            f"{mark(seat)}: net worth ${player.net_worth}, cash ${player.cash}, {partners}, "
            f"{player.held} of {view.limit} certificates{deal}{gone}"
        )


def stock(view: CityView) -> Page:
    """Return the stock market: prices, and who holds what."""
    lines = []
    for company, firm in sorted(view.companies.items(), key=lambda pair: -pair[1].price):
        holders = [
            f"{mark(seat)} {10 * player.certificates[company].shares} %"
            + (" (director)" if player.certificates[company].director else "")
            for seat, player in view.everybody.items()
            if company in player.certificates
        ]
        rest = [
            f"{where} {pieces_said(0, lying.preferred, lying.common)}"
            for where, lying in (("treasury", firm.treasury), ("Bank Pool", firm.pool))
            if lying.pieces
        ]
        lines.append(f"{view.name(company)} **${firm.price}**: {', '.join([*holders, *rest])}")
    free = [card for card in view.box.companies if card.id not in view.companies]
    found = [f"{card.short}: {' '.join(charter_said(card))}" for card in free]
    sections = [Section("Stock market", lines or ["No company is founded yet."])]
    return Page("Stock market", [*sections, Section("Charters left", found or ["No charter is left."], detail=True)])


def city(view: CityView) -> Page:
    """Return the city: action spaces, building tiles, job market, assets, order and goals."""
    spaces = [
        _space_line(view, space.id, space.name, space) for space in view.box.spaces if view.decade >= space.decade
    ]
    tiles = [
        _space_line(view, tile_id(number), tile_said(view.box.tile[number]).capitalize(), view.box.tile[number], seat)
        for seat, player in view.everybody.items()
        for number in player.tiles
    ]
    cost = hiring_cost(view.box, view.job_market, 1)
    row = [
        f"${price} {view.box.asset[asset].name}: {asset_said(view.box.asset[asset])}"
        for asset, price in zip(view.asset_row, view.box.asset_prices, strict=True)
        if asset is not None
    ]
    goals = _describe_goals(view)
    market = f"Job market: {format_count(view.job_market, 'worker')}; the next one costs ${cost}."
    order = f"Order of the Action phase: {', '.join(map(mark, view.order))}."
    sections = [Section("City", [order, market, *spaces]), Section("Building tiles", tiles or ["No tile is laid yet."])]
    sections.append(Section("Capital assets", [*row, f"{view.assets_left} more in the pile."]))
    sections += [Section(f"Public goals: ${view.box.terms.goal_reward} each at the end", goals)] if goals else []
    return Page("City", sections)


def _space_line(view: CityView, space: str, name: str, place: Place | Tile, owner: Seat | None = None) -> str:
    used = view.partners_on.get(space, ())
    title = name if owner is None else f"{mark(owner)}'s {name[:1].lower()}{name[1:]}"
    if isinstance(place, Tile):
        does = payment_said(place)
    else:
        money = {"company to bank": f"costs ${place.amount}", "bank to company": f"brings ${place.amount}"}
        does = ", ".join(
            filter(None, [money.get(place.payment, ""), effects_said(place.effects) if place.effects else ""])
        )
    taken = f" Used by {format_list(map(mark, dict.fromkeys(used)))}." if used else ""
    return f"{title}: {does}.{taken}"


def firms(view: CityView) -> Page:
    """Return the companies in the order in which they operate."""
    sections = []
    for company in view.appeal_order:
        firm = view.companies[company]
        title = f"{view.name(company)}, directed by {mark(view.directors[company])}"
        sections.append(Section(title, list(_firm(view, company, firm))))
    return Page("Companies", sections or [Section("Companies", ["No company is founded yet."])])


def own_firms(view: CityView) -> Page:
    """Return what this seat has, and all about the companies it directs."""
    if view.seat is None:
        return Page("My companies")
    player = view.everybody[view.seat]
    shares = [
        f"{view.name(company)}: {10 * owned.shares}%{', director' if owned.director else ''}"
        for company, owned in sorted(player.certificates.items())
        if owned.pieces
    ]
    sections = [Section("Yours", [f"${player.cash}, net worth ${player.net_worth}", *shares])]
    own = [company for company in view.appeal_order if view.directors[company] == view.seat]
    sections += [Section(view.name(company), list(_firm(view, company, view.companies[company]))) for company in own]
    return Page("My companies", sections)


def firm_in_words(view: CityView, company: str) -> list[str]:
    """Return all about a company, in lines that begin with its name."""
    return [view.name(company), *_firm(view, company, view.companies[company])]


def _firm(view: CityView, company: str, firm: Company) -> Iterator[str]:
    card = view.box.company[company]
    sales = f"{firm.salespeople} of {format_count(card.salesperson_slots, 'salesperson', 'salespeople')}"
    yield (
        f"{card.industry.capitalize()}; treasury ${firm.cash}, price ${firm.price}, appeal {firm.appeal}; "
        f"${card.prices[firm.salespeople]} per good ({sales})"
    )
    tokens = f"; {format_count(firm.tokens, 'goods token')}" if firm.tokens else ""
    yield f"{cubes_said(firm.cubes)}, {good(firm.goods)}{tokens}"
    yield from _running(view, company, firm)
    if firm.asset is not None:
        used = "used" if firm.used else "ready"
        yield f"Asset: {view.box.asset[firm.asset].name}, {used}"


def _running(view: CityView, company: str, firm: Company) -> Iterator[str]:
    """Yield what each factory of a company turns into what, and who works there."""
    card = view.box.company[company]
    for number, (printed, factory) in enumerate(zip(card.factories, firm.factories, strict=True), 1):
        made = printed.goods + (factory.automated == printed.spots)
        staff = f"{factory.workers} workers" if factory.workers != 1 else "1 worker"
        automated = f", {factory.automated} automated" if factory.automated else ""
        free = printed.spots - factory.workers - factory.automated
        spots = f", {format_count(free, 'spot')} open" if free else ""
        bonus = f"{'manager:' if factory.manager else 'a manager would bring'} {manager_said(printed.manager)}"
        yield f"Factory {number}: {cubes_said(printed.cubes)} → {good(made)}; {staff}{automated}{spots}; {bonus}"


def demand(view: CityView) -> Page:
    """Return the demand board, the supply chain and Haymarket Square."""
    lines = [_describe_demand(view, row) for row in view.demand]
    left = f"{format_count(view.demand_left, 'more demand tile')} in the pile."
    return Page(
        "Demand and supply",
        [
            Section("Demand", [*lines, left]),
            Section("Supply chain", [*_supply(view), f"Haymarket Square: {cubes_said(view.haymarket)}"]),
        ],
    )


def _describe_demand(view: CityView, row: Industry) -> str:
    """Return how many spaces of each column of an industry's demand are filled, and its bonus for each good."""
    bonuses = [f" (+${bonus})" if bonus else "" for bonus in view.box.demand.bonuses]
    columns = [f"{_space(view, space, at)}{bonuses[at]}" for at, space in enumerate(view.demand[row])]
    return f"{row.capitalize()}: {', '.join(columns)}"


def _space(view: CityView, space: DemandSpace, column: int) -> str:
    if space.tile is None:
        places = view.box.demand.open_spaces if column == OPEN_COLUMN else 0
        return f"filled {space.goods} of {places}" if places else ("closed" if not column else "half price")
    spaces = view.box.demand_tile[space.tile].spaces
    return f"filled {space.goods} of {spaces}" if spaces else "closed"


def _supply(view: CityView) -> Iterator[str]:
    for cube, there in view.rows.items():
        yield f"{there} {cube}" + (f", the next ${row_price(view.box, there)}" if there else "")
    prices = [*(f"${price}" for price in view.box.supply.prices), "Not for sale yet"]
    for price, group in zip(prices, view.supply, strict=False):
        yield f"{price}: {cubes_said(group, 'nothing')}"


def hand(view: CityView) -> Page:
    """Return the own building tiles."""
    if view.seat is None:
        return Page("Spectator")
    sections = []
    if view.hand:
        sections.append(Section("Your building tiles", [_tile_line(view.box.tile[number]) for number in view.hand]))
    if view.chosen is not None:
        lines = [f"You play {tile_said(view.box.tile[view.chosen.play])}; you discard tile {view.chosen.discard}."]
        sections.append(Section("Your choice", lines))
    if view.discarded:
        tiles = [tile_said(view.box.tile[number]).capitalize() for number in view.discarded]
        sections.append(Section("You have discarded", tiles))
    return Page("Your tiles", sections or [Section("Your building tiles", ["You have none."])])


def _tile_line(tile: Tile) -> str:
    workers = f"; brings {format_count(tile.workers, 'worker')} to the job market" if tile.workers else ""
    machine = any(isinstance(effect, Automate) for effect in tile.effects)
    machine_said = f" ({MACHINES_PAY[:1].lower()}{MACHINES_PAY[1:]})" if machine else ""
    return f"{tile_said(tile).capitalize()}{machine_said}: {payment_said(tile).replace('its owner', 'you')}{workers}."


def aim(view: CityView) -> str:
    """Return what wins the game, and when it ends."""
    return (
        f"be the richest player: cash, shares at their prices and public goals (${view.box.terms.goal_reward} each) "
        "count, money in companies does not. "
        f"The game ends after {view.box.terms.last_decade} decades."
    )


def at_hand(view: CityView, _: Question) -> Sequence[str]:
    """Return what a seat has that bears on what it is asked: its money, and its companies."""
    me: PlayerView = view.everybody[view.seat or 1]
    found = [f"You have ${me.cash} and {me.held} of {view.limit} certificates; net worth ${me.net_worth}."]
    for company in _concerned(view):
        firm = view.companies[company]
        found.append(
            f"{view.name(company)}: treasury ${firm.cash}, price ${firm.price}, appeal {firm.appeal}, "
            f"{cubes_said(firm.cubes)}, {good(firm.goods)}."
        )
        if view.phase in ("action phase", "operation phase"):
            found += [f"{view.name(company)}, {line}." for line in _running(view, company, firm)]
        if view.phase == "action phase":
            found += _describe_appeal(view, company)
            found += [need.describe(view.name(company)) for need in list_needs(table_of(view), company)]
        if view.phase == "operation phase":
            found.append(f"Demand, {_describe_demand(view, view.box.company[company].industry)}.")
    if view.phase == "stock phase":
        found += [_quote(view, company, firm) for company, firm in view.companies.items()]
    if view.phase == "first companies":
        free = [card for card in view.box.companies if card.id not in view.companies]
        found = [f"{card.short}: {' '.join(charter_said(card))}" for card in free]
    if view.phase in ("stock phase", "action phase"):
        found += [f"Goal of ${view.box.terms.goal_reward}, {line}." for line in _describe_goals(view)]
    if view.phase == "building phase":
        found += [_tile_line(view.box.tile[number]) for number in view.hand]
        partners = format_count(me.partners, "partner")
        market = format_count(view.job_market, "worker")
        found.append(f"{market} in the job market; you have {partners} (each acts once a decade).")
    return found


def _describe_appeal(view: CityView, company: str) -> list[str]:
    """Return what more appeal would bring a company; nothing at the end of the track."""
    appeal = view.companies[company].appeal
    bonus = find_next_bonus(view.box, appeal)
    first = "Who has most appeal operates first, so buys cubes and sells before the others."
    return [f"{view.name(company)}, appeal {appeal}: at {bonus[0]} it brings {bonus[1]}. {first}"] if bonus else []


def _describe_goals(view: CityView) -> Sequence[str]:
    """Return how everybody stands in each public goal."""
    names = {goal.measure: goal.name for goal in view.box.goals}
    return [
        f"{names[goal]}: " + ", ".join(f"{mark(seat)} {in_words(goal, count)}" for seat, count in _best_first(counts))
        for goal, counts in view.standings.items()
    ]


def _concerned(view: CityView) -> Sequence[str]:
    """Return the own companies that bear on a question: the one that operates, none in the Stock phase, else all."""
    match view.phase:
        case "operation phase":
            return view.operating[:1]
        case "stock phase":
            return ()
        case _:
            return view.directed(view.seat or 1)


def _quote(view: CityView, company: str, firm: Company) -> str:
    """Return what bears on a company's shares: its price and treasury, whose it is, and what of it is for sale."""
    lying = [
        f"{where} {pieces_said(0, pile.preferred, pile.common)}"
        for where, pile in (("its treasury", firm.treasury), ("the Bank Pool", firm.pool))
        if pile.pieces
    ]
    mine = view.everybody[view.seat or 1].certificates.get(company)
    have = f"you have {10 * mine.shares} %" if mine is not None else "you have none of it"
    sale = f"; in {', in '.join(lying)}" if lying else "; nothing is for sale"
    return f"{view.name(company)}, directed by {mark(view.directors[company])}: ${firm.price} a share, {have}{sale}."


def worth(view: CityView) -> int | None:
    """Return what a seat has so far: cash and shares, as its panel says; goals are anybody's until the end."""
    return None if view.seat is None else view.everybody[view.seat].net_worth


def explain_worth(view: CityView, news: Sequence[News]) -> str:
    """Return the price that has changed a seat's net worth most, and its dividends; empty without any."""
    own = {} if view.seat is None else view.everybody[view.seat].certificates
    shares = {view.name(company): mine.shares for company, mine in own.items() if mine.shares}
    moved = [piece for piece in news if isinstance(piece, told.PriceMoved) and piece.company in shares]
    first = {piece.company: piece.before for piece in reversed(moved)}
    last = {piece.company: piece.after for piece in moved}
    changed = [company for company in first if first[company] != last[company]]
    most = sorted(changed, key=lambda company: -shares[company] * abs(last[company] - first[company]))[:1]
    dividends = sum(piece.players.get(view.seat or 0, 0) for piece in news if isinstance(piece, told.DividendPaid))
    parts = [f"{company} ${first[company]} → ${last[company]}" for company in most]
    return ", ".join([*parts, *([f"dividends ${dividends}"] if dividends else [])])


# The box as a reference


def cards(box: CityBox) -> Sequence[CardEntry]:
    """Return every card of the box, kind by kind."""
    companies = [
        CardEntry(card.short, "Companies", f"{charter_said(card)[0]} {_factories(box, card.id)}", "1")
        for card in box.companies
    ]
    tiles = [
        CardEntry(
            f"Tile {tile.number}", f"Building tiles of era {tile.era}", _tile_text(tile), f"from {tile.players} players"
        )
        for tile in box.tiles
    ]
    assets = [CardEntry(asset.name, "Capital assets", asset_said(asset), "1") for asset in box.assets]
    demand_tiles = [
        CardEntry(
            f"Demand {tile.number}",
            "Demand tiles",
            _demand_text(tile.spaces, tile.pips),
            f"from {tile.players} players",
        )
        for tile in box.demand_tiles
    ]
    goals = [
        CardEntry(goal.name, "Public goals", f"${box.terms.goal_reward} at the end; all who are level get it.", "1")
        for goal in box.goals
    ]
    return [*companies, *tiles, *assets, *demand_tiles, *goals]


def _tile_text(tile: Tile) -> str:
    workers = f" Brings {format_count(tile.workers, 'worker')}." if tile.workers else ""
    return f"{effects_said(tile.effects).capitalize()}; {payment_said(tile)}.{workers}"


def _demand_text(spaces: int, pips: int) -> str:
    takes = f"Takes {good(spaces)}" if spaces else "Closed until the next Cleanup"
    return f"{takes}; {format_count(pips, 'pip')}."


def _factories(box: CityBox, company: str) -> str:
    found = [
        f"Factory {number}: {cubes_said(card.cubes)} → {good(card.goods)}, {format_count(card.spots, 'worker')}, "
        f"manager: {manager_said(card.manager)}"
        for number, card in enumerate(box.company[company].factories, 1)
    ]
    return f"{'. '.join(found)}."
