"""People who play through Discord alone, each in a way of their own, with only the controls they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from simcord.actors import MemberActor
from simcord.builders import UserHandle
from simcord.results import InteractionResult, ResponseMessage

from bot.engine.multi_step import CHECK, OPEN, ChooseOrCompose, Compose
from bot.engine.questions import Choose, Number, Question, Split, Subset
from bot.ui.handlers.press import Press
from bot.ui.handlers.table.ended_panels import NEWER
from bot.ui.screens.pick_encoding import PART, SEND
from tests.any_question import picks_of
from tests.end_to_end.town import Message, Town, find, list_controls, said, words
from tests.form_values import complete_values, values_of
from tests.ui.trips import find_shown


class Player:
    """Somebody at a table."""

    def __init__(self, town: Town, name: str) -> None:
        self.town = town
        self.who: MemberActor = town.people[name]
        self.name = name

    async def answer(self, question: Question, picks: Sequence[str]) -> InteractionResult:
        """Answer the question that is open, in this person's way."""
        raise NotImplementedError


class Presser(Player):
    """Presses, chooses and fills in forms; opens a panel each time, from the message that calls or at the table."""

    def __init__(self, town: Town, name: str) -> None:
        super().__init__(town, name)
        self.old: list[str] = []
        """Ids of controls that answered questions of the past."""
        self.letters: UserHandle | None = None
        """Set, who plays from the newest direct message for once."""

    async def answer(self, question: Question, picks: Sequence[str]) -> InteractionResult:
        panel = await self.panel()
        assert question.prompt.split("<seat:")[0] in words(panel)
        result = await press(self.letters or self.who, panel, question, picks, self.old)
        assert result.response is not None
        assert "⚠️" not in said(result)
        self.remember(result.response)
        return result

    def remember(self, panel: ResponseMessage) -> None:
        """Keep the panel, or let it scroll away."""

    async def panel(self) -> ResponseMessage:
        """The private panel with the present question."""
        calls = self.town.calls()
        message = calls[-1] if calls and len(self.old) % 2 else self.town.table_message()
        button = find(message, "act")
        assert button is not None
        return await opened(self.who, message, button["custom_id"])


class Keeper(Presser):
    """Goes on in the first private panel for ever, over all restarts; now and then comes from a direct message."""

    kept: ResponseMessage | None = None

    def remember(self, panel: ResponseMessage) -> None:
        if self.letters is None:
            self.kept = panel
        self.letters = None

    async def panel(self) -> ResponseMessage:
        if self.letters is not None:
            return await opened(self.letters, self.letters.dm_channel.history()[-1], f"act:{self.town.number}")
        if self.kept is None or words(self.kept) == NEWER:  # that of the direct message has closed it
            return await super().panel()
        self.kept = await opened(self.who, self.kept, f"act:{self.town.number}:again")
        return self.kept


class Typist(Player):
    """Uses commands and nothing else."""

    async def answer(self, question: Question, picks: Sequence[str]) -> InteractionResult:
        place = self.town.place
        shown = await self.who.slash(place, "play")
        assert question.prompt.split("<seat:")[0] in said(shown)
        match question:
            case Number():
                written = {0: picks[0], 1: f"${picks[0]}"}[int(picks[0]) // 2 % 2]
                result = await self.who.slash(place, "bid", price=written)
            case ChooseOrCompose() if picks[0] == OPEN:
                answer = f"{question.opens}: {typed(question.otherwise, picks[1:])}"
                result = await self.who.slash(place, "play", answer=answer)
            case Compose():
                result = await self.who.slash(place, "play", answer=typed(question, picks))
            case Choose():
                label = question.options[int(picks[0])].label.split("<seat:")[0]
                offered = await self.who.autocomplete(place, "play", "answer", label)
                (wanted,) = [each["value"] for each in offered if each["value"].endswith(f":#{picks[0]}")]
                result = await self.who.slash(place, "play", answer=wanted)
            case Subset():
                labels = [question.items[int(pick)].label for pick in picks]
                result = await self.who.slash(place, "play", answer=", ".join(labels) or "none")
            case _:
                result = await self.who.slash(place, "play", answer=", ".join(picks))
        assert "⚠️" not in said(result)
        return result


def typed(question: Compose, picks: Sequence[str]) -> str:
    """The typed form of a composed answer: its parts by their places."""
    asked = [question.get_stage(question.read_parts(picks[:at])).question for at in range(len(picks))]
    parts = [pick if isinstance(of, Number) else f"#{pick}" for of, pick in zip(asked, picks, strict=True)]
    return "; ".join(parts)


async def opened(who: MemberActor | UserHandle, message: Message, custom_id: str) -> ResponseMessage:
    """Press a button, or choose its line in the menu More; return the next panel."""
    result: InteractionResult
    menus = [control for control in list_controls(message) if custom_id in map(_value_of, control.get("options", ()))]
    if menus:
        result = await who.select(message, [custom_id], custom_id=str(menus[0]["custom_id"]))
    else:
        result = await who.click(message, custom_id=custom_id)
    said(result)
    assert result.response is not None
    return result.response


def _value_of(option: Mapping[str, Any]) -> str:
    return str(option["value"])


async def press(
    who: MemberActor | UserHandle, panel: ResponseMessage, question: Question, picks: Sequence[str], used: list[str]
) -> InteractionResult:
    """Answer a question on its panel with its controls; `used` remembers them."""
    result: InteractionResult
    if isinstance(question, ChooseOrCompose) and picks[0] == OPEN:
        panel = await _begin_composing(who, panel)
        return await put_together(who, panel, question.otherwise, picks[1:], used)
    form = find(panel, "fill")
    if form is not None and find(panel, "form") is None and _is_compose_of_amounts(question):
        shown: InteractionResult = await who.click(panel, custom_id=form["custom_id"])
        assert shown.modal is not None
        used.append(form["custom_id"])
        values = complete_values(shown.modal, values_of(question, question.read(picks)))
        result = await who.submit_modal(shown, values)
        return result
    if isinstance(question, Compose):
        return await put_together(who, panel, question, picks, used)
    if isinstance(question, Choose):
        picks = picks_of(question, find_shown(question, question.read(picks)))
    for _ in range(LONGEST_WAY):
        controls = _list_whole_answers(panel, question)
        if (button := _button(controls, picks)) is not None:
            used.append(button)
            return await who.click(panel, custom_id=button)
        if isinstance(question, Number | Split):
            form = find(panel, "form")
            assert form is not None
            shown = await who.click(panel, custom_id=form["custom_id"])
            assert shown.modal is not None
            used.append(form["custom_id"])
            return await who.submit_modal(shown, {str(at): text for at, text in enumerate(picks)})
        for menu in (control for control in controls if control["custom_id"].startswith("menu:")):
            if {option["value"] for option in menu["options"]} >= set(picks):
                used.append(menu["custom_id"])
                result = await who.select(panel, list(picks), custom_id=menu["custom_id"])
                return result
        panel = await _further(who, panel, question, picks)
    raise AssertionError(f"no way to {picks} of {question.prompt!r}")


def _list_whole_answers(panel: ResponseMessage, question: Question) -> list[dict[str, Any]]:
    """Return the controls, without those beside a list that begin an answer of several parts."""
    controls = list(list_controls(panel))
    if isinstance(question, ChooseOrCompose):
        return [control for control in controls if _read_parts(control) is None]
    return controls


def _is_compose_of_amounts(question: Question) -> bool:
    """Whether an answer begins with amounts, which a form for the whole of it asks for, too."""
    return isinstance(question, Compose) and isinstance(question.get_stage(()).question, Number | Split)


async def put_together(
    who: MemberActor | UserHandle, panel: ResponseMessage, question: Compose, parts: Sequence[str], used: list[str]
) -> InteractionResult:
    """Choose one part after the other, and send the whole."""
    done = 0
    while done < len(parts):
        line = _find_line(panel, parts, done)
        if line is None:
            asked = question.get_stage(question.read_parts(parts[:done])).question
            assert asked is not None
            result = await press(who, panel, asked, parts[done].split("_"), used)
            done += 1
        else:
            menu, value, done = line
            used.append(menu)
            result = await who.select(panel, [value], custom_id=menu)
        assert result.response is not None
        panel = result.response
    button = _button(list_controls(panel), [SEND])
    assert button is not None
    used.append(button)
    sent: InteractionResult = await who.click(panel, custom_id=button)
    return sent


async def _begin_composing(who: MemberActor | UserHandle, panel: ResponseMessage) -> ResponseMessage:
    """Open the panel of the first part, unless this panel lists it."""
    ids = [str(control["custom_id"]) for control in list_controls(panel)]
    opens = next((id_ for id_ in ids if id_.endswith(f":{OPEN}")), None)
    return panel if opens is None else await opened(who, panel, opens)


def _find_line(panel: ResponseMessage, parts: Sequence[str], done: int) -> tuple[str, str, int] | None:
    """Return a menu and its line for the next part, or the next two, and how many parts are chosen then."""
    for menu in list_controls(panel):
        for value in map(_value_of, menu.get("options", ())):
            chosen = _read_parts(menu, value)
            if chosen is not None and len(chosen) > done and chosen == list(parts[: len(chosen)]):
                return str(menu["custom_id"]), value, len(chosen)
    return None


def _read_parts(control: Mapping[str, Any], *values: str) -> list[str] | None:
    """Return the parts of an answer that a control, or a line of a menu, chooses; None if it chooses a whole answer."""
    custom_id = str(control["custom_id"])
    if not custom_id.rpartition(":")[2].startswith(CHECK):
        return None
    _, *parts = Press.parse({"custom_id": custom_id, "values": values}).read_all_picks()
    return [part.removeprefix(PART) for part in parts]


LONGEST_WAY = 8
"""Presses that lead to any answer at most: a kind, and the pages of a long list."""


def _button(controls: Iterable[Mapping[str, Any]], picks: Sequence[str]) -> str | None:
    """The button that gives this answer."""
    buttons = (str(control["custom_id"]) for control in controls if control["type"] == 2)
    way = ".".join(picks)
    return next((id_ for id_ in buttons if id_.startswith("play:") and id_.endswith((f":{way}", f".{way}"))), None)


async def _further(
    who: MemberActor | UserHandle, panel: ResponseMessage, question: Question, picks: Sequence[str]
) -> ResponseMessage:
    """Go on to the kind of the wanted option, or to the next page."""
    assert isinstance(question, Choose)
    groups = list(dict.fromkeys(option.group for option in question.options))
    kind = f"g{groups.index(question.options[int(picks[0])].group)}"
    result: InteractionResult
    kinds = find(panel, "more")
    if kinds is not None:
        result = await who.select(panel, [kind], custom_id=kinds["custom_id"])
    else:
        parts = [
            str(control["custom_id"]) for control in list_controls(panel) if control["custom_id"].startswith("part:")
        ]
        to_kind = [id_ for id_ in parts if id_.endswith((f":{kind}", f".{kind}"))]
        pages = [id_ for id_ in parts if id_.rpartition(".")[2].rpartition(":")[2].startswith("p")]
        result = await who.click(panel, custom_id=(to_kind or pages[-1:])[0])
    assert result.response is not None
    return result.response
