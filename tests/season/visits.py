"""What people do when they come: they vote, answer, look around, change their minds, give orders and give up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any

from simcord.results import InteractionResult, ResponseMessage

from bot.engine.records import Seat
from tests.end_to_end.town import list_controls
from tests.form_values import complete_values
from tests.season.people import MOST_PRESSES, Person, Table, heard, ids

OF_AN_ORDER = ("order", "cancel", "aheadform", "oplay", "omenu", "opart", "omore", "oform")
OF_A_TURN = ("pplay", "pmenu", "ppart", "pmore", "pform", "unprepare", "unless")
READING = ("hand", "why", "inbox", "table log", "game status", "game rules", "play")


async def visits(person: Person, tables: Mapping[int, Table]) -> None:
    """Let somebody look after their own tables."""
    ledger = person.ledger
    for number, seat in [seat_row for seat_row, sits in ledger.chairs.items() if sits.user == person.id]:
        visit = Visit(person, tables[number], seat)
        if visit.is_on():
            await visit.sits_down()
            await visit.votes()
            if (number, seat) in ledger.asked and visit.is_on() and person.feels_like_it((number, seat)):
                await person.plays(tables[number], seat)
            if visit.is_on() and person.random.random() < 0.08:
                await visit.does_something_else()
            if visit.is_on() and number in ledger.paused and person.random.random() < 0.1:
                await visit.proposes("resume")


def list_values(menu: Mapping[str, Any]) -> list[str]:
    """Return the values of a menu's lines."""
    return [str(line["value"]) for line in menu.get("options", ())]


class Visit:
    """A person at one of their tables."""

    def __init__(self, person: Person, table: Table, seat: Seat) -> None:
        self.person = person
        self.table = table
        self.seat = seat
        self.seat_row = table.number, seat
        self.ledger = person.ledger
        self.random = person.random
        often: Sequence[tuple[float, Callable[[], Awaitable[None]]]] = (
            (3.0, lambda: looks_around(person, table)),
            (3.0, lambda: self.decides_beforehand("orders", OF_AN_ORDER, "standing orders given", "The order stands")),
            (3.0, lambda: self.decides_beforehand("prepare", OF_A_TURN, "moves prepared", "Prepared: ")),
            (3.0, self.presses_something_old),
            (1.5, lambda: self.proposes("undo")),
            (0.5, lambda: self.proposes("pause")),
            (0.06, lambda: self.proposes("abandon")),
            (0.15, self.gives_up),
        )
        self._pastimes = often

    def is_on(self) -> bool:
        """Whether the game goes on and they still play in it."""
        sits = self.ledger.chairs.get(self.seat_row)
        running = self.ledger.status.get(self.table.number) == "running"
        return running and sits is not None and sits.user == self.person.id and not sits.conceded

    async def sits_down(self) -> None:
        """Take the seat back that a bot has held meanwhile."""
        if self.ledger.chairs[self.seat_row].away:
            await self.person.opens(self.table)
            await self.ledger.look()

    async def votes(self) -> None:
        """Answer what the table votes on, though not always at once."""
        for number, kind, proposer, target, votes in self.ledger.motions(self.table.number):
            if self.seat in votes or (kind == "replace" and target == self.seat) or self.random.random() < 0.2:
                continue
            agrees = self.random.random() < (0.9 if kind in ("resume", "replace") else 0.6)
            custom_id = f"{'agree' if agrees else 'refuse'}:{number}"
            message = self.person.asking(self.table, custom_id)
            if message is not None:
                proposed = (self.table.number, proposer, "undo")
                self.ledger.allowed_kinds[proposed] += kind == "undo"
                await self.person.actor.click(message, custom_id=custom_id)
                await self.ledger.look()
                self.ledger.allowed_kinds[proposed] = 0
                self.ledger.counts["votes"] += 1

    async def does_something_else(self) -> None:
        """Do something that is not an answer."""
        weights = [weight for weight, _ in self._pastimes]
        await self.random.choices([pastime for _, pastime in self._pastimes], weights)[0]()
        await self.looks_for_a_substitute()

    async def presses_something_old(self) -> None:
        """Press a button of a question that was answered long ago: it counts for nothing, and says so."""
        if not self.person.kept:
            return
        table, panel, custom_id = self.person.kept.pop(0)
        if self.person.message(panel.channel_id, panel.id) is None or self.ledger.status[table.number] != "running":
            return
        still_open = await self.person.presses_again(table, panel, custom_id)
        self.ledger.counts["buttons pressed again after a crash" if still_open else "old buttons pressed"] += 1

    async def decides_beforehand(self, verb: str, verbs: Collection[str], counted: str, done: str) -> None:
        """Give a standing order with the controls of its panel, or prepare a move of a turn; or take one back."""
        panel = await self.person.opens(self.table)
        way = f"{verb}:{self.table.number}"
        lines = [menu for menu in ([] if panel is None else list_controls(panel)) if way in list_values(menu)]
        if panel is None or not (lines or way in ids(panel)):
            return
        if lines:
            result = await self.person.actor.select(panel, [way], custom_id=str(lines[0]["custom_id"]))
        else:
            result = await self.person.actor.click(panel, custom_id=way)
        for _ in range(MOST_PRESSES):
            offered = [] if result.response is None else [*list_controls(result.response)]
            usable = [
                control
                for control in offered
                if not control.get("disabled") and str(control["custom_id"]).split(":")[0] in verbs
            ]
            if result.response is None or not usable or self.random.random() < 0.1:
                return
            result = await self._presses(result.response, self.random.choice(usable))
            if done in heard(result):
                self.ledger.counts[counted] += 1
                return

    async def _presses(self, panel: ResponseMessage, control: dict[str, Any]) -> InteractionResult:
        """Press one control of such a panel."""
        custom_id, actor = str(control["custom_id"]), self.person.actor
        if custom_id.startswith(("aheadform", "oplay", "omenu", "oform", "pplay", "pmenu", "pform")):
            self.ledger.ordered.add(self.seat_row)
        if control["type"] == 3:
            values = [str(option["value"]) for option in control["options"]]
            count = self.random.randint(control.get("min_values", 1), control.get("max_values", 1))
            return await actor.select(panel, self.random.sample(values, count), custom_id=custom_id)
        result = await actor.click(panel, custom_id=custom_id)
        if result.modal is None:
            return result
        amount = str(self.random.choice([0, 2, 4, 6, 10, 20]))
        filled = complete_values(result.modal, {})
        for box in (field["component"] for field in result.modal["components"]):
            if "options" not in box:
                filled[box["custom_id"]] = amount
            elif self.random.random() < 0.3:
                filled[box["custom_id"]] = [str(self.random.choice(box["options"])["value"])]
        return await actor.submit_modal(result, filled)

    async def proposes(self, what: str, **options: Any) -> None:
        """Propose something to the table."""
        proposed = (*self.seat_row, "undo")
        self.ledger.allowed_kinds[proposed] += what == "undo"
        result = await self.person.actor.slash(
            self.table.place, "table propose", what=what, table=str(self.table.number), **options
        )
        await self.ledger.look()
        self.ledger.allowed_kinds[proposed] = 0
        if "vote counts" in heard(result) or "vote decided" in heard(result):
            self.ledger.counts[f"proposals: {what}"] += 1

    async def gives_up(self) -> None:
        """Concede the game."""
        conceding = (*self.seat_row, "concede")
        self.ledger.allowed_kinds[conceding] += 1
        await self.person.actor.slash(self.table.place, "table concede", sure="yes", table=str(self.table.number))
        await self.ledger.look()
        self.ledger.allowed_kinds[conceding] = 0

    async def looks_for_a_substitute(self) -> None:
        """Propose to replace a player with many late answers."""
        for (game, other), sits in list(self.ledger.chairs.items()):
            if game == self.table.number and other != self.seat and sits.user is not None and sits.misses >= 2:
                await self.proposes("replace", player=self.person.stage.people[sits.user])
                return


async def looks_around(person: Person, table: Table) -> None:
    """Let somebody read something, also at tables of others."""
    command = person.random.choice(READING)
    options = {} if command in ("inbox", "game rules") else {"table": str(table.number)}
    await person.actor.slash(table.place, command, **options)
    person.ledger.counts["times somebody looked around"] += 1


async def takes_an_empty_chair(person: Person, table: Table) -> None:
    """Let somebody play on where somebody else has left."""
    for (game, seat), sits in list(person.ledger.chairs.items()):
        if game == table.number and sits.user is None and sits.away:
            message = person.asking(table, f"take:{game}:{seat}")
            if message is not None:
                await person.actor.click(message, custom_id=f"take:{game}:{seat}")
                await person.ledger.look()
            return
