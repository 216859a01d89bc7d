"""Set up.

Fill the safes, set the arrows, shuffle tokens, events, percentages and bosses, deal the shares and give
everybody the same cash. With two players everybody gets the same of each company, and with four players
two of Crimson's shares stay in the box. (Rulebook "Set up" and "Special case".)
"""

from __future__ import annotations

from bot.engine.chance import Chance
from bot.engine.records import Seat
from bot.games.goodwill.components import COMPANIES, RESOURCES, Company, GoodwillBox, PlayersSetup
from bot.games.goodwill.news import GameOpened, ObjectivesDealt, SharesDealt
from bot.games.goodwill.rules.alternative_modes import GoodwillOptions
from bot.games.goodwill.rules.year import Year
from bot.games.goodwill.table import CompanyBoard, Goodwill, Investor, Pile


def set_up(options: GoodwillOptions, players: int, seed: str, box: GoodwillBox) -> Goodwill:
    """Return a table whose first year has not begun; the same seed gives the same table."""
    chance = Chance(seed=seed)
    calendar = box.calendar[options.length]
    boards = company_boards(box, chance)
    events = chance.shuffled(box.deck(with_optional=options.boss_shuffle_card))
    percentages = chance.shuffled(box.percentages)
    bosses = chance.shuffled(box.boss)
    for board in boards.values():
        board.boss = bosses.pop(0)
    available, pile = bosses[: box.bosses_available], bosses[box.bosses_available :]
    hands = deal_shares(box, players, chance)
    table = Goodwill(
        players=players,
        chance=chance,
        agenda=[Year()],
        options=options,
        first_year=calendar.first,
        last_year=calendar.last,
        companies=boards,
        investors={seat: Investor(cash=box.cash, shares=shares) for seat, shares in hands.items()},
        prices=dict.fromkeys(RESOURCES, box.resources.price),
        event_deck=events,
        percentage_deck=percentages,
        available=available,
        boss_pile=Pile(cards=pile, unseen=len(pile)),
    )
    table._box = box
    tell_the_start(table)
    deal_derivatives(table)
    table.history.append(table.year_end(None, [], None))
    return table


def company_boards(box: GoodwillBox, chance: Chance) -> dict[Company, CompanyBoard]:
    """Return the boards with capital, market share and a random token on every space."""
    tokens = chance.shuffled(resource for resource in RESOURCES for _ in range(box.resources.tokens_of_each))
    boards = {}
    for company in COMPANIES:
        placed = [tokens.pop() for _ in range(box.resources.spaces)]
        boards[company] = CompanyBoard(
            capital=box.companies[company].capital,
            market_share=box.companies[company].market_share,
            tokens={resource: placed.count(resource) for resource in RESOURCES},
            boss=None,
        )
    return boards


def deal_shares(box: GoodwillBox, players: int, chance: Chance) -> dict[Seat, dict[Company, int]]:
    """Return how many shares of each company every seat gets."""
    setup: PlayersSetup = box.players[players]
    if setup.deal == "same of each":
        each = setup.shares_each // len(COMPANIES)
        return {seat: dict.fromkeys(COMPANIES, each) for seat in range(1, players + 1)}
    cards = chance.shuffled(company for company in COMPANIES for _ in range(box.shares_in_play(company, players)))
    hands = {seat: cards[seat - 1 :: players] for seat in range(1, players + 1)}
    return {seat: {company: hand.count(company) for company in COMPANIES} for seat, hand in hands.items()}


def deal_derivatives(table: Goodwill) -> None:
    """Make the pile for the auctions, or deal everybody the same number of hidden objectives."""
    if table.options.derivatives == "off":
        return
    cards = table.chance.shuffled(table.box.derivative)
    if table.options.derivatives == "auction":
        table.derivative_pile = Pile(cards=cards, unseen=len(cards))
        return
    each = table.box.players[table.players].objectives
    for seat in table.seats:
        dealt = sorted(cards.pop() for _ in range(each))
        table.investors[seat].objectives = dealt
        conditions = [table.box.derivative[card].condition for card in dealt]
        table.tell(ObjectivesDealt(seat=seat, objectives=conditions), to=[seat])


def tell_the_start(table: Goodwill) -> None:
    """Tell what everybody can see on the table."""
    names = table.box.boss
    table.tell(
        GameOpened(
            first=table.year,
            last=table.last_year,
            tokens={company: board.tokens for company, board in table.companies.items()},
            bosses={company: names[board.boss].name for company, board in table.companies.items() if board.boss},
            available=[names[boss].name for boss in table.available],
        )
    )
    shares = {seat: investor.shares for seat, investor in table.investors.items()}
    table.tell(SharesDealt(shares=shares, cash=table.box.cash))
