"""Panel: a private panel as a record of slots, with limits on its words and controls.

A panel shows a question, the facts that bear on it, and its options. Everything else is a line of one menu, More.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import TypeVar

from bot.engine.pages import Picture
from bot.ui.screens.screen import BUTTONS_IN_ROW, Block, Button, Menu, Row, Screen, TextWithButton, build_button_rows
from bot.ui.screens.table.word_limits import WordRoom, count_words

MAX_CONTROLS = 9
MAX_WORDS, MAX_WORDS_WITH_PLANS = 62, 80
"""Words above the controls; the second with whole plans or a suggestion. What is shown only once comes on top of them:
the result of a press, a note on return, a hint, and the aim of the game."""
MAX_WHERE_WORDS, MAX_ASKS_WORDS, MAX_NOTE_WORDS = 16, 16, 60
"""Words of the place, of the heading, and of the result of a press or a hint; they are cut only where a text is at
fault."""
MAX_SINCE_WORDS = 20
"""Words of the line about recent events."""
MAX_EXPLANATION_WORDS = 20
"""Words of the explanation below the heading of controls."""
LINE_CHARS = 33
"""Characters of a line of text on a phone."""
MAX_LINES, CONTROL_LINES = 24, 2
"""Lines of text of a panel, and of a row of controls; more leave too little of a phone's screen for the rest."""
MAX_LINES_WITH_FACTS = 22
"""The same up to which there is room for private facts, which stand behind **Why?**, too."""
BUTTON_CHARS = 4
"""Characters of text as wide as the padding of a button."""
MAX_KEPT_WORDS = 14
"""Words of lines about options that come before what is less decisive."""
MAX_KEPT_WORDS_OF_TWO = 20
"""The same of two options, which are never lines of a menu."""


NEEDED = ("note", "asks", "where", "bears", "decide", "undo", "hint", "advice")
"""Slots that are cut only where their texts or controls are at fault."""
One = TypeVar("One", Button, Row, TextWithButton)


@dataclass(frozen=True)
class Panel:
    """A private panel; its slots are shown in this order, and empty ones are left out.

    `fit` keeps the limits, whatever the slots hold.
    """

    asks: str
    """The heading: the question in one sentence."""
    more: Menu
    """The menu for everything that can be looked up or arranged."""
    note: str = ""
    """The result of the last press; it comes first."""
    own_note: str = ""
    """The player's note to themselves, in small print, if they come back after a long time."""
    where: str = ""
    """The game, the table and the deadline, in small print."""
    aim: str = ""
    """The goal of the game in one sentence, for a player new to it."""
    bears: str = ""
    """The fact that matters most for the answer, in one line."""
    means: str = ""
    """The effect of an amount that is asked for, in small print."""
    facts: Sequence[str] = ()
    """Versions of what only this player knows and concerns the question, in small print; one is shown at most."""
    since: Sequence[str] = ()
    """Versions of the line about events since the player last looked, in small print; one is shown at most."""
    keeps_since: bool = False
    """Whether these events concern the player, so that the shortest version comes before the private facts."""
    plan: Sequence[str] = ()
    """The parts chosen so far, a line each, and the rest that they leave; without room, the last ones."""
    picture: Picture | None = None
    options: Sequence[str] = ()
    """A line for each option whose button does not say all; shortened to the words that are left."""
    hint: str = ""
    """The hint that the player has just asked for."""
    advice: str = ""
    """A suggested answer with its reason."""
    plans: Sequence[TextWithButton] = ()
    """Whole answers, each with what it leaves; those without room are left out."""
    decide: Sequence[Block] = ()
    """The controls that answer the question, with the one that sends a plan last."""
    quick: Sequence[Button] = ()
    """The button that gives the suggested answer."""
    meanwhile: Sequence[Block] = ()
    """Controls for the time in which others move, below texts of a heading and sentences that explain it."""
    ahead: Sequence[Row] = ()
    """Menus that answer later questions; left out where the panel is full."""
    ahead_first: bool = False
    """Whether these menus stand before the answers, as only one is listed and others can be put together."""
    undo: Sequence[Button] = ()
    """The button that takes back the last answer, if that is possible."""
    beside: Sequence[Button] = ()
    """What else a player may do whom nobody waits for; those without room stand in the menu."""
    newcomer: Sequence[Button] = ()
    """Buttons for a player new to this game; left out where the panel is full."""

    @property
    def cuts_options(self) -> bool:
        """Whether there is no room for the whole lines about the options."""
        return self.fit().options != self.options

    def build_screen(self, colour: int) -> Screen:
        """Return the panel as a message that keeps `MAX_CONTROLS` and the limits of words."""
        return self.fit()._lay_out(colour)

    def list_cut_slots(self) -> list[str]:
        """Return the slots that had to be cut though everybody needs them: their texts or controls are at fault."""
        fitted = self.fit()
        return [name for name in NEEDED if [*getattr(fitted, name)] != [*getattr(self, name)]]

    def fit(self) -> Panel:
        """Return the panel with its slots shortened to the limits; the least decisive ones give way first."""
        return self._fit_controls()._fit_words()

    def _fit_controls(self) -> Panel:
        """Give the controls to the slots in the order of their importance."""
        room = _ControlRoom(MAX_CONTROLS - 1)
        return replace(
            self,
            decide=room.keep_rows(self.decide),
            undo=room.keep(self.undo),
            quick=room.keep(self.quick),
            plans=room.keep(self.plans),
            meanwhile=room.keep_rows(self.meanwhile),
            beside=room.keep(self.beside),
            ahead=room.keep_all(self.ahead),
            newcomer=room.keep_all(self.newcomer),
        )

    def _fit_words(self) -> Panel:
        """Give the words to the slots in the order of their importance."""
        words = WordRoom(MAX_WORDS_WITH_PLANS if self.plans or self.advice else MAX_WORDS)
        kept = MAX_KEPT_WORDS_OF_TWO if len(self.options) == 2 else MAX_KEPT_WORDS
        is_short = sum(map(count_words, self.options)) <= kept
        needed = replace(
            self,
            note=WordRoom(MAX_NOTE_WORDS).cut(self.note),
            hint=WordRoom(MAX_NOTE_WORDS).cut(self.hint),
            asks=words.cut(self.asks, MAX_ASKS_WORDS),
            where=words.cut(self.where, MAX_WHERE_WORDS),
            bears=words.cut(self.bears),
            plan=words.keep_last(self.plan),
            plans=words.keep_sections(self.plans),
            options=words.keep_lines(self.options) if is_short else (),
            advice=words.cut(self.advice),
            meanwhile=_shorten_explanations(self.meanwhile, words),
            means="",
            facts=(),
            since=(),
        )
        needed = replace(needed, means=words.keep(self.means))
        latest = words.keep_version(self.since[-1:]) if self.keeps_since else ()
        facts = words.keep_version(self.facts, needed._has_lines_for)
        words.give_back(latest)
        since = words.keep_version(self.since)
        options = needed.options if is_short else words.keep_lines(self.options)
        return replace(needed, facts=facts, since=since, options=options)

    def _has_lines_for(self, facts: str) -> bool:
        """Whether a panel is not too high with these facts, apart from what is shown only once."""
        lasting = replace(self, note="", own_note="", aim="", hint="", facts=(facts,))
        return _estimate_lines(lasting._lay_out(0)) <= MAX_LINES_WITH_FACTS

    def _lay_out(self, colour: int) -> Screen:
        texts = [
            self.note,
            *(f"-# {line}" for line in (self.own_note, self.where) if line),
            f"### {self.asks}" if self.asks else "",
            self.aim,
            self.bears,
            *(f"-# {line}" for line in (self.means, *self.facts[:1], *self.since[:1]) if line),
            "\n".join(self.plan),
        ]
        before, after = (self.ahead, ()) if self.ahead_first else ((), self.ahead)
        blocks: list[Block] = [
            *filter(None, texts),
            *([] if self.picture is None else [self.picture]),
            *filter(None, ("\n".join(self.options), self.hint, self.advice)),
            *self.plans,
            *before,
            *self.decide,
            *build_button_rows(*self.quick),
            *self.meanwhile,
            *after,
            *build_button_rows(*self.undo, *self.beside),
        ]
        blocks = [*_join_rows(blocks), *build_button_rows(*self.newcomer)]
        return Screen((*blocks, Row((self.more,))), colour=colour)


class _ControlRoom:
    """The controls that are left for a panel; those asked for first come first."""

    def __init__(self, controls: int) -> None:
        self.left = controls

    def keep(self, controls: Sequence[One]) -> Sequence[One]:
        """Return the first of these controls, or rows of one control, for which there is room."""
        kept = controls[: self.left]
        self.left -= len(kept)
        return kept

    def keep_all(self, controls: Sequence[One]) -> Sequence[One]:
        """Return all of these controls, or none if there is no room for them."""
        return self.keep(controls) if len(controls) <= self.left else ()

    def keep_rows(self, blocks: Sequence[Block]) -> Sequence[Block]:
        """Return the texts, and the rows for which there is room; a row of buttons may lose its last ones."""
        kept: list[Block] = []
        for block in blocks:
            if isinstance(block, Row) and len(block.controls) > self.left:
                kept += build_button_rows(*_list_buttons(block)[: self.left])
                self.left = 0
            else:
                kept.append(block)
                self.left -= len(block.controls) if isinstance(block, Row) else 0
        return kept


def _shorten_explanations(blocks: Sequence[Block], words: WordRoom) -> Sequence[Block]:
    """Return the blocks with the headings that have room, and with the first sentences that explain them."""
    headings = {at: words.keep(block.partition("\n")[0]) for at, block in enumerate(blocks) if isinstance(block, str)}
    shown = list(blocks)
    for at, heading in headings.items():
        text = str(blocks[at]).partition("\n")[2]
        explained = words.keep_sentences(text, MAX_EXPLANATION_WORDS) if heading else ""
        shown[at] = "\n".join(filter(None, (heading, explained)))
    return [block for block in shown if block]


def is_high(screen: Screen) -> bool:
    """Whether a panel without its picture takes more than its part of a phone's screen, as a rough estimate."""
    return _estimate_lines(screen) > MAX_LINES


def _estimate_lines(screen: Screen) -> int:
    lines = 0
    for block in screen.blocks:
        match block:
            case str():
                lines += _count_lines(block)
            case TextWithButton():
                lines += _count_lines(block.text) + CONTROL_LINES
            case Row():
                buttons = [control for control in block.controls if isinstance(control, Button)]
                lines += CONTROL_LINES * _count_button_rows([len(button.label) for button in buttons])
            case _:
                pass
    return lines


def _count_lines(text: str) -> int:
    return sum(ceil(len(line.replace("**", "")) / LINE_CHARS) for line in text.split("\n"))


def _count_button_rows(labels: Sequence[int]) -> int:
    """Return the rows that buttons with labels of these lengths need; 1 for a menu."""
    rows = room = 0
    for label in labels:
        if not rows or label > room:
            rows, room = rows + 1, LINE_CHARS
        room -= label + BUTTON_CHARS
    return max(1, rows)


def _join_rows(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks with neighbouring rows of buttons joined where they fit into one."""
    joined: list[Block] = []
    for block in blocks:
        buttons = [control for row in (*joined[-1:], block) for control in _list_buttons(row)]
        if joined and _list_buttons(joined[-1]) and _list_buttons(block) and len(buttons) <= BUTTONS_IN_ROW:
            joined[-1] = Row(tuple(buttons))
        else:
            joined.append(block)
    return joined


def _list_buttons(block: Block) -> list[Button]:
    if not isinstance(block, Row) or isinstance(block, TextWithButton):
        return []
    return [control for control in block.controls if isinstance(control, Button)]
