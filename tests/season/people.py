"""The people of a season: they come at times of their own, and press controls they are shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from random import Random
from typing import Any, Literal, TypeAlias
from zoneinfo import ZoneInfo

from simcord.actors import MemberActor
from simcord.backend.errors import BackendError
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.results import InteractionResult, ResponseMessage

from bot.engine import play
from bot.engine.multi_step import Compose
from bot.engine.questions import BadAnswer, Number, Question, Split
from bot.engine.records import Move, Seat
from bot.host.table.running import RunningGame
from bot.ui.screens import answer_picks, pick_encoding
from tests.end_to_end.town import COMPONENT, Town, find
from tests.end_to_end.town import list_controls as usable
from tests.end_to_end.witness import strings
from tests.form_values import complete_values, is_on_form, values_of
from tests.season.ledger import FALSE, Chair, Habits, Ledger, Pressed, Told
from tests.season.stage import Stage

Nature: TypeAlias = Literal["prompt", "slow", "sloppy", "silent"]

MOST_PRESSES, ENOUGH_PRESSES = 400, 30
"""Limits of presses for one answer: beyond the first a person is lost; beyond the second they prefer to send."""
NO_MOVE = re.compile(
    r"decision has changed|That panel was out of date|That is already decided|^⚠️|could not be saved|"
    r"nothing was changed|moment faster|tells its story|not playing at this table|nothing is asked of you any more|"
    r"nothing for you to do",
    re.IGNORECASE,
)
"""Replies saying that a press did not count."""
ON_THE_WAY = ("part", "more", "form")
MAY_HAVE_COUNTED = "may have counted"


@dataclass(frozen=True)
class Table:
    """A table of the season as people see it."""

    number: int
    town: Town
    title: str

    @property
    def place(self) -> ChannelHandle:
        """Where its messages stand."""
        return self.town.place


@dataclass
class Person:
    """Somebody on the server."""

    actor: MemberActor
    stage: Stage
    ledger: Ledger
    random: Random
    nature: Nature
    habits: Habits
    hurry: float = 1.0
    """How many times as often as usual they come."""
    silent_from: datetime | None = None
    """Time from which they do not come."""
    back_at: datetime | None = None
    """Time at which a silent person comes back in the end."""
    kept: list[tuple[Table, ResponseMessage, str]] = field(default_factory=list)
    """Buttons of panels from long ago."""

    @property
    def id(self) -> int:
        """Their id."""
        return self.actor.id

    def is_there(self) -> bool:
        """Whether they play at all at the moment."""
        now = self.stage.now()
        if self.silent_from is None or now < self.silent_from:
            return True
        return self.back_at is not None and now >= self.back_at

    def has_reason(self) -> bool:
        """Whether they are asked, could vote or wait for the clocks to run again, or come just so."""
        mine = {chair for chair, sits in self.ledger.chairs.items() if sits.user == self.id}
        stuck = any(game in self.ledger.voting or game in self.ledger.paused for game, _ in mine)
        return stuck or not mine.isdisjoint(self.ledger.asked) or self.random.random() < 0.05

    def next_visit(self, after: datetime) -> datetime:
        """Return when they look at Discord next: not in their night."""
        hours = {"prompt": 2.5, "slow": 6.0, "sloppy": 7.0, "silent": 3.0}[self.nature]
        wait = max(0.2, self.random.expovariate(self.hurry / hours))
        at = after + timedelta(minutes=round(wait * 60))
        local = at.astimezone(ZoneInfo(self.habits.zone))
        if local.hour < 8:
            morning = datetime.combine(local.date(), time(8), local.tzinfo)
            at = morning.astimezone(at.tzinfo) + timedelta(minutes=self.random.randrange(150))
        return at

    # -- playing ----------------------------------------------------------------------------------

    def feels_like_it(self, chair: Chair) -> bool:
        """Whether they answer their questions at this visit."""
        if self.nature != "sloppy":
            return True
        asked = self.ledger.asked[chair][1]
        if asked.allowed is None:
            return self.random.random() < 0.5
        return self.stage.now() - asked.since > asked.allowed * 0.6 or self.random.random() < 0.35

    async def opens(self, table: Table) -> ResponseMessage | None:
        """Open one's private panel: from the table's message, from the call, or by typing."""
        way = self.random.random()
        role = "board" if way < 0.7 else "ask" if way < 0.85 else ""
        known = self.ledger.one(
            "select channel_id, message_id from messages where game_id = ? and role = ?", table.number, role
        )
        result: InteractionResult | None = None
        if known is not None:
            message = self.message(int(str(known[0])), int(str(known[1])))
            button = None if message is None else find(message, "act")
            if message is not None and button is not None:
                result = await self.actor.click(message, custom_id=button["custom_id"])
        if result is None:
            result = await self.actor.slash(table.place, "play", table=str(table.number))
        return result.response

    def message(self, channel: int, number: int) -> ResponseMessage | None:
        """Return a message, unless it is gone."""
        try:
            return ResponseMessage(self.stage.env, self.stage.env.backend.get_message(channel, number))
        except BackendError:
            return None

    def asking(self, table: Table, custom_id: str) -> ResponseMessage | None:
        """Return the newest message at the table that has this button."""
        stored = self.stage.env.backend.messages.get(table.place.id, {})
        for message in reversed(list(stored.values())):
            found = ResponseMessage(self.stage.env, message)
            if not found.ephemeral and custom_id in ids(found):
                return found
        return None

    async def plays(self, table: Table, seat: Seat) -> None:
        """Answer until no question is left, or the person has had enough."""
        if self.nature == "sloppy" and self.random.random() < 0.25:
            await self._takes_more_time(table, seat)
        panel = await self.opens(table)
        for _ in range(12):
            if panel is None:
                return
            answered = await self._answers(table, seat, panel)
            if answered is None:
                return
            panel = answered.response
            if self.random.random() < 0.03:
                await self._takes_back(table, seat, panel)

    async def _answers(self, table: Table, seat: Seat, panel: ResponseMessage) -> InteractionResult | None:
        """Press one's way to an answer; None when there is nothing to answer on this panel."""
        wanted: Move | None = None
        tag = ""
        for number in range(MOST_PRESSES):
            offered = [control for control in _controls(panel, table.number) if tag in ("", _part(control, 2))]
            if not offered:
                return await self._fills_in(panel, table, seat)
            ends = [control for control in offered if control["custom_id"].startswith("play:")]
            control = self.random.choice(ends if ends and number > ENOUGH_PRESSES else offered)
            tag = _part(control, 2)
            question = await self._question(table, seat, tag)
            if question is None:
                return None  # something has happened since the panel was made
            if wanted is None:
                wanted = question.choose_random_move(self.random)
            result, answers = await self._presses(panel, control, question, wanted, (table.number, seat))
            if answers or result.response is None:
                self._keeps(table, panel, control)
                return result
            panel = result.response
        raise AssertionError(f"{self.actor.name} is lost at table {table.number}")

    async def _fills_in(self, panel: ResponseMessage, table: Table, seat: Seat) -> InteractionResult | None:
        """Answer with the form for a whole answer, where a panel has nothing else."""
        button = find(panel, "fill")
        question = None if button is None else await self._question(table, seat, _part(button, 2))
        if button is None or question is None:
            return None
        wanted = question.choose_random_move(self.random)
        while not is_on_form(question, wanted):
            wanted = question.choose_random_move(self.random)
        opened = await self.actor.click(panel, custom_id=button["custom_id"])
        if opened.modal is None:
            return opened
        pressed = self.ledger.presses((table.number, seat), wanted)
        lost = self._loses_what_is_said()
        result = await self.actor.submit_modal(opened, complete_values(opened.modal, values_of(question, wanted)))
        self.stage.mend(*lost)
        await self.ledger.was_told(pressed, told(result))
        return result

    async def _presses(
        self, panel: ResponseMessage, control: dict[str, Any], question: Question, wanted: Move, chair: Chair
    ) -> tuple[InteractionResult, bool]:
        """Press one control; return what came of it, and whether it was an answer."""
        custom_id = str(control["custom_id"])
        verb, way = custom_id.split(":", 1)[0], pick_encoding.unpack_picks(custom_id.split(":", 3)[3])
        shown: InteractionResult | None = None
        values: list[str] = []
        if verb == "form":
            shown = await self.actor.click(panel, custom_id=custom_id)
            if shown.modal is None:
                return shown, False
            values = self._typed(question, wanted, len(way))
        elif verb in ("menu", "more"):
            offered = [str(option["value"]) for option in control["options"]]
            count = self.random.randint(control.get("min_values", 1), control.get("max_values", 1))
            values = sorted(self.random.sample(offered, count), key=offered.index)
        picks = [*way, *values]
        move = None if verb in ("part", "more") else _read(question, picks)
        pressed = None if move is None else self.ledger.presses(chair, move)
        lost = self._loses_what_is_said() if pressed is not None else []
        if shown is not None:
            result = await self.actor.submit_modal(shown, {str(at): text for at, text in enumerate(values)})
        elif verb in ("menu", "more"):
            result = await self.actor.select(panel, values, custom_id=custom_id)
        elif pressed is not None and self.random.random() < 0.12:
            result, heard_of = await self._twice(panel, custom_id)
            self.stage.mend(*lost)
            await self.ledger.was_told(pressed, heard_of)
            return result, True
        else:
            result = await self.actor.click(panel, custom_id=custom_id)
        self.stage.mend(*lost)
        if pressed is not None:
            await self.ledger.was_told(pressed, told(result))
        return result, pressed is not None

    def _loses_what_is_said(self) -> list[dict[str, Any]]:
        if not self.stage.lost_answers:
            return []
        status, code, times = self.stage.lost_answers.pop()
        self.ledger.counts["answers of the bot that Discord refused"] += 1
        return [self.stage.refuse("POST", "/interactions/*/*/callback", status, code, times)]

    async def is_about_to_answer(self, table: Table, seat: Seat) -> tuple[ResponseMessage, str, Pressed] | None:
        """Open one's panel and choose a button that is an answer, but do not press it yet."""
        panel = await self.opens(table)
        for control in [] if panel is None else _controls(panel, table.number):
            custom_id = str(control["custom_id"])
            question = await self._question(table, seat, _part(control, 2))
            if panel is not None and question is not None and custom_id.startswith("play:"):
                move = _read(question, pick_encoding.unpack_picks(custom_id.split(":", 3)[3]))
                if move is not None:
                    return panel, custom_id, self.ledger.presses((table.number, seat), move)
        return None

    async def presses_button(self, panel: ResponseMessage, custom_id: str) -> InteractionResult:
        """Press a button of one's panel."""
        return await self.actor.click(panel, custom_id=custom_id)

    def presses_and_waits(self, panel: ResponseMessage, custom_id: str) -> None:
        """Press a button of one's panel, and let nothing happen yet."""
        _, payload = self.made(panel, custom_id)
        self.stage.env.backend.emit("INTERACTION_CREATE", payload)

    async def _twice(self, panel: ResponseMessage, custom_id: str) -> tuple[InteractionResult, Told]:
        """Press a button two times before anything happens; return the reply to the first press."""
        self.ledger.counts["buttons pressed twice at once"] += 1
        first, second = await self.at_once(panel, custom_id, custom_id)
        # Both answers go into the same panel, so that only the second is still to be seen there.
        path = f"/interactions/{first._interaction.id}/"
        bodies = [entry.json for entry in self.stage.env.backend.http_requests if entry.path.startswith(path)]
        texts = [text for body in bodies for text in strings(body) if len(text) > 0]
        if not first.acknowledged:
            return second, "unknown"
        return second, "refused" if any(NO_MOVE.search(text) for text in texts[:2]) else "counted"

    async def at_once(self, panel: ResponseMessage, *custom_ids: str) -> list[InteractionResult]:
        """Press buttons of a panel all at once, including outdated ones."""
        return await self._town(panel).at_once(*(self.made(panel, custom_id) for custom_id in custom_ids))

    async def presses_again(self, table: Table, panel: ResponseMessage, custom_id: str) -> bool:
        """Press a button that one knows from long ago; return whether its question was still open."""
        seat = next(
            (seat for (game, seat), sits in self.ledger.chairs.items() if (game, sits.user) == (table.number, self.id)),
            None,
        )
        question = None if seat is None else await self._question(table, seat, custom_id.split(":")[2])
        move = None if question is None else _read(question, pick_encoding.unpack_picks(custom_id.split(":", 3)[3]))
        pressed = None if move is None or seat is None else self.ledger.presses((table.number, seat), move)
        (result,) = await self.at_once(panel, custom_id)
        if pressed is not None:
            await self.ledger.was_told(pressed, told(result))
        elif result.acknowledged and told(result) != "refused":
            self.ledger.breaks(FALSE, f"{custom_id}: {heard(result)}")
        return pressed is not None

    def made(self, panel: ResponseMessage, custom_id: str) -> tuple[InteractionResult, dict[str, Any]]:
        data = {"custom_id": custom_id, "component_type": 2}
        return self._town(panel).interaction(self.actor, COMPONENT, data, panel)

    def _town(self, panel: ResponseMessage) -> Town:
        channel = self.stage.env.backend.get_channel(panel.channel_id)
        return self.stage.town(0, ChannelHandle(self.stage.env, self.stage.guild, channel))

    def _typed(self, question: Question, wanted: Move, done: int) -> list[str]:
        """Return the text typed into a form, seldom nonsense."""
        if isinstance(question, Compose):  # its form is the first of its choices
            first = question.get_stage(()).question
            assert first is not None
            return self._typed(first, first.choose_random_move(self.random), 0)
        if self.random.random() < 0.02:
            return [self.random.choice(["", "-7", "many", "999999999999", "1.5"]) or "nothing"] * _fields(
                question, done
            )
        match question:
            case Number():
                return [str(getattr(wanted, question.field))]
            case Split():
                amounts = getattr(wanted, question.field)
                lines = question.lines[done : done + 5]
                return [str(amounts[line.name]) for line in lines]
        raise TypeError(f"no form belongs to {question!r}")

    async def _question(self, table: Table, seat: Seat, tag: str) -> Question | None:
        """Return the question that this tag names, while it is open."""
        running = await self.running(table)
        question = play.find_question(running.table, seat)
        if running.row.status != "running" or question is None or running.get_etag(seat, question) != tag:
            return None
        return question

    async def running(self, table: Table) -> RunningGame:
        """Return the game as the host has it."""
        return await self.stage.bot.host.get_running_game(table.number)

    def _keeps(self, table: Table, panel: ResponseMessage, control: dict[str, Any]) -> None:
        if control["type"] == 2 and self.random.random() < 0.3:
            self.kept.append((table, panel, str(control["custom_id"])))

    # -- second thoughts -----------------------------------------------------------------------------

    async def _takes_back(self, table: Table, seat: Seat, panel: ResponseMessage | None) -> None:
        """Take an answer back, with the button or by typing, where that is possible."""
        running = await self.running(table)
        kind = "retract" if play.can_take_back_answer(running.table, seat) else "undo"
        self.ledger.allowed_kinds[table.number, seat, kind] += 1
        button = None if panel is None else next((each for each in ids(panel) if each.startswith("undo:")), None)
        if panel is not None and button is not None:
            result = await self.actor.click(panel, custom_id=button)
        else:
            result = await self.actor.slash(table.place, "table undo", table=str(table.number))
        await self.ledger.look()
        self.ledger.allowed_kinds[table.number, seat, kind] = 0
        if "You took back" in heard(result) or "is undone" in heard(result):
            self.ledger.counts["answers taken back"] += 1

    async def _takes_more_time(self, table: Table, seat: Seat) -> None:
        panel = await self.opens(table)
        button = None if panel is None else next((each for each in ids(panel) if each.startswith("time:")), None)
        if panel is None or button is None:
            return
        result = await self.actor.click(panel, custom_id=button)
        if "You have more time now" in heard(result):
            self.ledger.takes_more_time((table.number, seat))
        await self.ledger.look()


def told(result: InteractionResult) -> Told:
    """Return the reply to a person's press."""
    if not result.acknowledged:
        return "unknown"
    first = heard(result)
    if MAY_HAVE_COUNTED in first:
        return "unknown"
    return "refused" if NO_MOVE.search(first) else "counted"


def heard(result: InteractionResult) -> str:
    """Return the first text of an answer, where it says what came of the press; what follows was left for them."""
    answers = [*([result.response] if result.response else []), *result.followups]
    parts = (part for answer in answers for part in walk_components(answer.components))
    return next((str(part["content"]) for part in parts if part.get("content")), "")


def _read(question: Question, picks: Sequence[str]) -> Move | None:
    """Return the move that these picks mean; None when they are no answer, or not yet."""
    try:
        if not answer_picks.is_complete(question, picks):
            return None
        return question.read(answer_picks.list_answer_picks(question, picks))
    except BadAnswer:
        return None


def _fields(question: Question, done: int) -> int:
    return len(question.lines[done : done + 5]) if isinstance(question, Split) else 1


def ids(message: ResponseMessage) -> list[str]:
    """Return the ids of the buttons and menus that can be used."""
    return [str(control["custom_id"]) for control in usable(message) if not control.get("disabled")]


def _part(control: dict[str, Any], at: int) -> str:
    return str(control["custom_id"]).split(":")[at]


def _controls(panel: ResponseMessage, number: int) -> list[dict[str, Any]]:
    """Return what can be pressed to answer."""
    return [
        control
        for control in usable(panel)
        if not control.get("disabled")
        and _part(control, 0) in ("play", "menu", *ON_THE_WAY)
        and _part(control, 1) == str(number)
    ]
