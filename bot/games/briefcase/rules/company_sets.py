"""Company Sets, and other options of the table.

Fourteen companies are on offer in a game, eight of the first level and six of the second: drawn at random, taken
from one of five printed sets, or chosen by hand. (Rulebook "Setting up the Company Card Portfolio" and "Company
Sets".)
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from bot.engine.options import Options
from bot.engine.pages import mark
from bot.engine.questions import Item, Question, Subset
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open
from bot.engine.table import Step
from bot.engine.words import format_count
from bot.games.briefcase.components import Company
from bot.games.briefcase.moves import PickPortfolio
from bot.games.briefcase.news import PortfolioChosen
from bot.games.briefcase.rules.in_words import HINT, fit
from bot.games.briefcase.rules.vocabulary import amounts

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase

PICKER: Seat = 1
"""Who chooses by hand: the first seat, for the table."""


class BriefcaseOptions(Options):
    """What the table agrees on before the start."""

    portfolio: Literal["simple", "random", "faster", "complex", "light interaction", "heavy interaction", "by hand"] = (
        Field(
            "simple",
            title="Companies on offer",
            description="Which fourteen companies can be bought: a printed set, at random, or by hand.",
            json_schema_extra={
                "shortens": ["faster"],
                "explained": {
                    "simple": "for a first game: abilities that are easy to understand.",
                    "random": "eight companies of level 1 and six of level 2, drawn at random.",
                    "faster": "more cards for everybody, so it is over sooner.",
                    "complex": "many ways to turn cards and resources into others.",
                    "light interaction": "everybody builds; little is taken from others.",
                    "heavy interaction": "lawyers, media and brokers: others lose cards, Personnel and companies.",
                    "by hand": "the first seat chooses before the first turn.",
                },
            },
        )
    )
    starting_player: Literal["by lot", "first seat"] = Field(
        "by lot",
        title="Starting player",
        description="Who has the first turn.",
        json_schema_extra={
            "explained": {
                "by lot": "chance decides.",
                "first seat": "the booklet's own way: whoever last sat in a business meeting takes the first seat.",
            }
        },
    )


class ChoosePortfolio(Step, kind="choose portfolio"):
    """Choose by hand which companies of a level are on offer."""

    level: Open[Literal[1, 2]]
    done: Open[bool] = False

    def list_asked_seats(self, table: Briefcase) -> Collection[Seat]:
        """Ask the first seat."""
        return () if self.done else (PICKER,)

    def build_question(self, table: Briefcase, seat: Seat) -> Question:
        """Ask which companies."""
        count = table.box.portfolio_size(self.level)
        return Subset(
            prompt=f"Choose the {count} companies of level {self.level} on offer.",
            rule="Setting up the Company Card Portfolio",
            help="All players can buy them. The rules list what each of them does, company by company.",
            move=PickPortfolio,
            field="companies",
            items=tuple(Item(c.id, c.name, outline(c)) for c in table.box.choices(self.level)),
            fewest=count,
            most=count,
        )

    def answer(self, table: Briefcase, seat: Seat, move: PickPortfolio) -> None:
        """Put them on offer."""
        self.done = True
        lay_out(table, move.companies)
        if self.level == 2:
            tell_portfolio(table, "by hand")

    def get_default_move(self, table: Briefcase, seat: Seat) -> Move:
        """Take those of the simple set, which is meant for a first game."""
        simple = set(table.box.sets["simple"])
        return PickPortfolio(companies=tuple(c.id for c in table.box.choices(self.level) if c.id in simple))

    def get_title(self, table: Briefcase) -> str:
        """Return who chooses."""
        return f"{mark(PICKER)} chooses the companies on offer"


def outline(company: Company) -> str:
    """Return in one line what a company does, and as much of what it costs and gives as there is room for."""
    costs = f"Costs {format_count(company.cost or 0, 'Buy', 'Buys')}."
    points = f"{format_count(company.points, 'point')}."
    needs, gives = f"Needs {amounts(company.units)}.", f"Gives {amounts(company.output)}."
    return fit(HINT, company.text, costs, points, needs, gives)


def lay_out(table: Briefcase, companies: Collection[str]) -> None:
    """Make a pile of each company, in the order of the box."""
    for company in table.box.companies:
        if company.id in companies:
            table.portfolio[company.id] = company.copies[table.players]


def tell_portfolio(table: Briefcase, how: str) -> None:
    """Tell which companies are on offer."""
    by_level = {
        level: [table.box.company[c].name for c in table.portfolio if table.box.company[c].level == level]
        for level in (1, 2)
    }
    table.tell(PortfolioChosen(how=how, level_1=by_level[1], level_2=by_level[2]))


def choose_portfolio(table: Briefcase) -> None:
    """Choose the companies as agreed; by hand they are asked for."""
    how = table.options.portfolio
    if how == "by hand":
        table.next(ChoosePortfolio(level=1), ChoosePortfolio(level=2))
        return
    if how == "random":
        chosen = [
            company.id
            for level in (1, 2)
            for company in table.chance.shuffled(table.box.choices(level))[: table.box.portfolio_size(level)]
        ]
    else:
        chosen = list(table.box.sets[how])
    lay_out(table, chosen)
    tell_portfolio(table, "at random" if how == "random" else f"the {how} set")
