"""The year of the rulebook's example, in which Ann buys Amber, changes its boss, and what she knew comes true."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine import play
from bot.engine.example import Example
from bot.engine.records import Move, Seat
from bot.games.goodwill.components import AMBER, BLACK, BOX, COMPANIES, CRIMSON, RESOURCES, Company
from bot.games.goodwill.moves import Assess, Ballot, Nominate
from bot.games.goodwill.rules.alternative_modes import GoodwillOptions
from bot.games.goodwill.rules.setup import set_up
from bot.games.goodwill.table import Goodwill, Information, Pile

ANN, BOB, CY = 1, 2, 3
FABIOLA = "B06"
NEWS = ((80, "E07"), (50, "E06"), (30, "E09"), (10, "E17"))
"""Mild winter, Rich seam found, General strike, Smoke levy."""
TOKENS: Mapping[Company, tuple[int, int, int]] = {AMBER: (0, 1, 2), BLACK: (1, 1, 1), CRIMSON: (1, 2, 0)}
"""Oil, charcoal and workforce."""
SHARES: Mapping[Company, tuple[int, int, int]] = {AMBER: (4, 3, 3), BLACK: (3, 4, 3), CRIMSON: (3, 3, 4)}
BOSSES: Mapping[Company, str] = {AMBER: "B01", BLACK: "B02", CRIMSON: "B04"}

PLAYED: tuple[tuple[Seat, Move], ...] = (
    (ANN, Assess(price=16)),
    (BOB, Assess(price=10)),
    (CY, Assess(price=12)),
    (ANN, Assess(price=10)),
    (BOB, Assess(price=10)),
    (CY, Assess(price=10)),
    (ANN, Nominate(boss=FABIOLA)),
    (BOB, Nominate(boss=None)),
    (CY, Nominate(boss=None)),
    (ANN, Ballot(approve=(FABIOLA,))),
    (BOB, Ballot(approve=())),
    (CY, Ballot(approve=(FABIOLA,))),
)
"""The moves about Amber; there are no trades or proposals for Black and Crimson."""


def dealt() -> Goodwill:
    """Return the table on which the first prices are about to be written."""
    table = play.begin(set_up(GoodwillOptions(), 3, "an example year", BOX)).table
    for company in COMPANIES:
        table.companies[company].tokens = dict(zip(RESOURCES, TOKENS[company], strict=True))
        table.companies[company].boss = BOSSES[company]
        for seat, shares in zip((ANN, BOB, CY), SHARES[company], strict=True):
            table.investors[seat].shares[company] = shares
    free = [boss.id for boss in BOX.bosses if boss.id not in BOSSES.values()]
    table.available = free[: BOX.bosses_available]
    pile = free[BOX.bosses_available :]
    table.boss_pile = Pile(cards=pile, unseen=len(pile))
    events = [*table.event_deck, *(news.event for news in table.slots)]
    percentages = [*table.percentage_deck, *(news.percentage for news in table.slots)]
    table.slots = [Information(event=event, percentage=percentage) for percentage, event in NEWS]
    for news in table.slots:
        events.remove(news.event)
        percentages.remove(news.percentage)
    table.event_deck, table.percentage_deck = events, percentages
    return table


def after() -> Goodwill:
    """Return the table at the beginning of the next year."""
    table = dealt()
    year = table.year
    for seat, move in PLAYED:
        table = play.play(table, seat, move).table
    while table.year == year:
        seat = play.list_asked_seats(table)[0]
        late = play.get_default_move(table, seat)
        if late is None:
            raise LookupError(f"seat {seat} has no default")
        table = play.play(table, seat, late).table
    return table


EXAMPLE = Example("An example year", ("Ann", "Bob", "Cy"), "board", after)
