"""Deal Carnegie by name: positions, buildings, and everybody's later moves.

The first round begins with nobody on the map; workers stand and lie as at the start. After every move the table is
audited.
"""

from __future__ import annotations

from typing import Any, Self

from bot.engine import play
from bot.engine.drafting import Part
from bot.engine.multi_step import Compose
from bot.engine.news_text import format_news
from bot.engine.questions import Choose, Question
from bot.engine.records import Move, Seat, Told
from bot.games.carnegie import GAME
from bot.games.carnegie.components import BOX, CarnegieBox, Project, Region, Row
from bot.games.carnegie.moves import AnyOrder, Donate, PickRow, Plan
from bot.games.carnegie.rules.new_beginning import give_tiles
from bot.games.carnegie.rules.pieces import Disk, Player
from bot.games.carnegie.rules.timeline import Round
from bot.games.carnegie.table import Carnegie

ALL: tuple[Row, ...] = ("hr", "management", "construction", "rd")


def office(
    names: str = "Ann Bob Cid Dan", *, box: CarnegieBox = BOX, seed: str = "a quiet office", **options: Any
) -> Desk:
    """Return a table at which the first round begins and the first named picks the row."""
    return Desk(names.split(), box, seed, options)


def trying(table: Carnegie, first: Part) -> Carnegie:
    """Return a copy of the table on which a plan has begun."""
    there = play.copy(table)
    there.agenda = [first]  # type: ignore[list-item]
    play.run_agenda(there)
    return there


def choice(there: Carnegie) -> Choose | None:
    """Return what can be chosen next in a plan; None: nothing more."""
    step = there.agenda[0]
    assert isinstance(step, Part)
    question = step.build_choice(there, "")
    assert question is None or isinstance(question, Choose)
    return question


class Desk:
    """A game in which everybody is called by name."""

    def __init__(self, names: list[str], box: CarnegieBox, seed: str, options: dict[str, Any]) -> None:
        self.names = names
        self.table: Carnegie = GAME.set_up(GAME.options(**options), len(names), seed, box)
        self.table.told.clear()
        self.table.first = 1
        give_tiles(self.table)
        for player in self.table.everybody.values():
            player.tile = False
        self.table.agenda = [Round()]
        self.told: list[Told] = play.run_agenda(self.table)
        self.everything: list[Told] = list(self.told)
        self.table.audit()

    def seat(self, name: str) -> Seat:
        return self.names.index(name) + 1

    def player(self, name: str) -> Player:
        return self.table.everybody[self.seat(name)]

    # Dealing

    def has(self, name: str, money: int | None = None, cubes: int | None = None, vp: int = 0) -> Self:
        player = self.player(name)
        player.money = player.money if money is None else money
        player.cubes = player.cubes if cubes is None else cubes
        player.vp = vp
        return self

    def workers(self, name: str, cell: str, standing: int = 0, lying: int = 0) -> Self:
        """Let these numbers stand and lie in a cell; they come from the supply, then from the lobby."""
        player = self.player(name)
        there, lobby = player.company[cell], player.company[BOX.lobby]
        wanted = standing + lying - there.workers
        there.standing, there.lying = list(range(standing)), lying
        from_supply = max(-99, min(wanted, player.supply))
        player.supply -= from_supply
        lobby.lying -= wanted - from_supply
        return self

    def away(self, name: str, region: Region, count: int) -> Self:
        """Send workers of the lobby on missions."""
        self.player(name).missions[region] += count
        self.player(name).company[BOX.lobby].lying -= count
        return self

    def idle(self, name: str) -> Self:
        """Let nobody of a company stand or lie where there is a workplace: all wait in the supply."""
        player = self.player(name)
        for cell in player.company.values():
            player.supply += cell.workers
            cell.standing, cell.lying = [], 0
        return self

    def all_idle_but(self, *names: str) -> Self:
        for name in self.names:
            if name not in names:
                self.idle(name)
        return self

    def built(self, name: str, project: Project, *cities: str) -> Self:
        """Let projects stand there; the tab is slid out as far as it must be."""
        player = self.player(name)
        tab = player.tabs[project]
        for city in cities:
            if True not in tab.disks:
                tab.steps += 1
                tab.disks[tab.steps] = True
                player.disks -= 1
            slot = tab.disks.index(True)
            tab.disks[slot], tab.built[slot] = False, True
            spaces, kinds = self.table.spaces[city], BOX.city[city].spaces
            at = next(
                (i for i, kind in enumerate(kinds) if kind in ("any", project) and spaces[i] is None),
                next((i for i, disk in enumerate(spaces) if disk is None), 0),
            )
            spaces[at] = Disk(owner=self.seat(name), project=project)
        return self

    def slid(self, name: str, project: Project, steps: int) -> Self:
        player = self.player(name)
        tab = player.tabs[project]
        while tab.steps < steps:
            tab.steps += 1
            tab.disks[tab.steps] = True
            player.disks -= 1
        return self

    def placed(self, name: str, department: str, cell: str, standing: int = 0) -> Self:
        """Let a department stand there, with workers standing on it."""
        self._take(department)
        player = self.player(name)
        player.company[cell].department = department
        player.placed.append(department)
        return self.workers(name, cell, standing, player.company[cell].lying)

    def reserves(self, name: str, department: str) -> Self:
        self._take(department)
        self.player(name).reserve = department
        return self

    def on_display(self, department: str) -> Self:
        if department not in self.table.display:
            self.table.removed.remove(department)
            self.table.display.append(department)
        return self

    def _take(self, department: str) -> None:
        pile = self.table.display if department in self.table.display else self.table.removed
        pile.remove(department)

    def donated(self, name: str, *spaces: str) -> Self:
        for space in spaces:
            self.table.chart[space].append(self.seat(name))
            self.player(name).disks -= 1
        return self

    def at_box(self, name: str, region: Region, box: int) -> Self:
        self.player(name).tracks[region] = box
        if box == 4:
            self.table.ends[region].append(self.seat(name))
        return self

    def next_event(self, row: Row, what: Region | str) -> Self:
        """Let the next space of a row be this."""
        for tile in BOX.timeline.tiles:
            for back, side in ((False, tile.front), (True, tile.back)):
                if (side[0].region == what) or (what == "donation" and side[0].donation):
                    self.table.rows[row].tile, self.table.rows[row].back = tile.number, back
                    return self
        raise AssertionError(what)

    def done(self, **rows: int) -> Self:
        """Let this number of spaces of each row be done, in the corresponding round."""
        for row in ALL:
            self.table.rows[row].done = rows.get(row, self.table.rows[row].done)
        self.table.round = sum(row.done for row in self.table.rows.values()) + 1
        return self

    # Playing

    @property
    def step(self) -> str:
        """The kind of the step that asks."""
        return str(self.table.agenda[0].kind)

    @property
    def asked(self) -> list[str]:
        return [self.names[seat - 1] for seat in play.list_asked_seats(self.table)]

    def question(self, name: str) -> Question:
        question = play.find_question(self.table, self.seat(name))
        assert question is not None, f"{name} is not asked; {self.asked} are"
        return question

    def play(self, name: str, move: Move) -> Self:
        played = play.play(self.table, self.seat(name), move)
        self.table, self.told = played.table, list(played.told)
        self.everything += self.told
        self.table.audit()
        return self

    def pick(self, row: Row, name: str = "Ann") -> Self:
        return self.play(name, PickRow(row=row))

    def plan(self, name: str, *orders: AnyOrder) -> Self:
        return self.play(name, Plan(orders=orders))

    def allows(self, name: str, *orders: Move) -> bool:
        return self.question(name).is_legal(Plan.model_validate({"orders": orders}))

    def donate(self, name: str, space: str | None) -> Self:
        return self.play(name, Donate(donation=space))

    def nothing(self, *names: str) -> Self:
        """Let these players give the default answers of a timeout."""
        for name in names:
            move = play.get_default_move(self.table, self.seat(name))
            assert move is not None
            self.play(name, move)
        return self

    def late_until(self, kind: str) -> Self:
        """Let everybody be late until a step of this kind is asked."""
        for _ in range(100):
            if self.table.agenda and self.table.agenda[0].kind == kind:
                return self
            self.nothing(self.asked[0])
        raise AssertionError(kind)

    def offers(self, name: str, *orders: Move) -> list[str]:
        """Return the labels of what can be ordered after these orders."""
        question = self.question(name)
        if isinstance(question, Compose):
            following = question.get_stage(orders).question
            return [] if following is None else [option.label for option in getattr(following, "options", ())]
        return [option.label for option in getattr(question, "options", ())]

    @property
    def words(self) -> str:
        """What everybody has just read, with names."""
        said = " ".join(format_news(GAME, piece.news, None) for piece in self.told if piece.to is None)
        for number, name in enumerate(self.names, 1):
            said = said.replace(f"<seat:{number}>", name)
        return said
