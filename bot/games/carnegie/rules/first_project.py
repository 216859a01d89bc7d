"""Setup: the first project and the reserve.

The disk of the Housing tab goes onto a housing space of a medium or major city, free of charge, and one department tile
of the display is taken as a personal reserve. (Rulebook "Setup".)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.drafting import Part
from bot.engine.questions import Choose, Option, Question
from bot.games.carnegie.moves import BuildIn, TakeReserve
from bot.games.carnegie.news import Founded
from bot.games.carnegie.rules.construction import city_said, describe_city, open_spaces, put_disk, which_space
from bot.games.carnegie.rules.vocabulary import REGION, ROW, department_said, describe_department

if TYPE_CHECKING:
    from bot.games.carnegie.table import Carnegie


PROMPT = "Which department do you reserve? Placing it costs 1 or 2 cubes. Circles: dollars to activate."


class Founding(Part, kind="founding"):
    """The disk of the Housing tab is put on the map; then a reserve is taken."""

    def build_choice(self, table: Carnegie, rule: str) -> Question:
        """Ask for a housing space of a medium or major city."""
        found = open_spaces(table, self.seat, "housing")
        options = (
            Option(
                BuildIn(city=city.id, space=at),
                city_said(city, which_space(found, city, at)),
                REGION[city.region],
                describe_city(table, self.seat, city),
            )
            for city, at in found
            if city.size != "small"
        )
        return Choose(
            prompt="Where does your first project stand (free Housing spaces)?", rule=rule, options=tuple(options)
        )

    def take(self, table: Carnegie, move: BuildIn) -> None:
        """Put the disk there."""
        put_disk(table, self.seat, "housing", move)
        table.next(Reserving(seat=self.seat))


class Reserving(Part, kind="reserving"):
    """A department tile of the display is taken as a reserve."""

    def build_choice(self, table: Carnegie, rule: str) -> Question:
        """Ask for a department."""
        options = (
            Option(
                TakeReserve(department=one.id), one.name, ROW[one.row], describe_department(one), department_said(one)
            )
            for one in table.box.departments
            if one.id in table.display
        )
        return Choose(prompt=PROMPT, rule=rule, options=tuple(options))

    def take(self, table: Carnegie, move: TakeReserve) -> None:
        """Take the tile from the display."""
        table.display.remove(move.department)
        table.everybody[self.seat].reserve = move.department
        ((city, _),) = table.projects(self.seat)
        name = table.box.department[move.department].name
        table.tell(Founded(seat=self.seat, city=table.box.city[city].name, department=name))
