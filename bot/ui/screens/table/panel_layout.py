"""Panel: a private panel as a record of slots, with limits on its words and controls.

A panel shows a question, the facts that bear on it, and its options. Everything else is a line of one menu, More.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from bot.engine.pages import Picture
from bot.ui.screens.screen import BUTTONS_IN_ROW, Block, Button, Menu, Row, Screen, TextWithButton, build_button_rows

MAX_CONTROLS = 9
MAX_WORDS = 62
"""Words above the controls, as far as they can be shortened: the heading, a plan and a question's help are whole."""
MAX_SINCE_WORDS = 20
"""Words of the line about recent events."""
LINE_CHARS = 33
"""Characters of a line of text on a phone."""
MAX_LINES, CONTROL_LINES = 24, 2
"""Lines of text of a panel, and of a row of controls; more leave too little of a phone's screen for the rest."""
MAX_LINES_WITH_FACTS, MAX_WORDS_WITH_FACTS = 22, 100
"""The same, and words of a whole panel, up to which it has room for private facts, which stand behind **Why?**, too."""
BUTTON_CHARS = 4
"""Characters of text as wide as the padding of a button."""
MIN_EFFECT_WORDS = 8
"""Least words about the effect of an option; with room for fewer, the lines are left out, and stand behind **Why?**."""
MAX_KEPT_WORDS = 12
"""Words of lines about options that are shown even if there is no room for them."""
MAX_KEPT_WORDS_OF_TWO = 20
"""The same of two options, which are never lines of a menu."""


@dataclass(frozen=True)
class Panel:
    """A private panel; its slots are shown in this order, and empty ones are left out."""

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
    since: str = ""
    """An event since the player last looked, in small print."""
    plan: Sequence[str] = ()
    """The parts chosen so far, a line each, and the rest that they leave."""
    picture: Picture | None = None
    options: Sequence[str] = ()
    """A line for each option whose button does not say all; shortened to the words that are left."""
    advice: str = ""
    """A suggested answer with its reason."""
    decide: Sequence[Block] = ()
    """The controls that answer the question, with the one that sends a plan last."""
    ahead: Sequence[Row] = ()
    """Menus that answer later questions; left out where the panel is full."""
    undo: Sequence[Button] = ()
    """The button that takes back the last answer, if that is possible."""
    beside: Sequence[Button] = ()
    """What else a player may do whom nobody waits for; those without room stand in the menu."""
    newcomer: Sequence[Button] = ()
    """Buttons for a player new to this game; left out where the panel is full."""

    @property
    def cuts_options(self) -> bool:
        """Whether there is no room for the whole lines about the options."""
        return self._fit_options(self._list_texts()) != list(self.options)

    def _fit_options(self, texts: Sequence[str]) -> list[str]:
        """Return the lines about options in the words that the texts leave; the aim, shown once, takes none of them."""
        room = MAX_WORDS - sum(count_words(text) for text in texts if text != self.aim)
        kept = MAX_KEPT_WORDS_OF_TWO if len(self.options) == 2 else MAX_KEPT_WORDS
        return fit_lines(self.options, max(room, kept))

    def _list_texts(self) -> list[str]:
        """Return the texts above the picture."""
        above = [
            self.note,
            *(f"-# {line}" for line in (self.own_note, self.where) if line),
            f"### {self.asks}" if self.asks else "",
            self.aim,
            self.bears,
            *(f"-# {line}" for line in (self.means, *self.facts[:1], self.since) if line),
            "\n".join(self.plan),
        ]
        return [text for text in above if text]

    def build_screen(self, colour: int) -> Screen:
        """Return the panel as a message with at most `MAX_CONTROLS` controls if its question has room for them."""
        texts = self._list_texts()
        options = self._fit_options(texts)
        blocks: list[Block] = [
            *texts,
            *([] if self.picture is None else [self.picture]),
            *(["\n".join(options)] if options else []),
            *([self.advice] if self.advice else []),
            *self.decide,
        ]
        room = MAX_CONTROLS - 1 - len(self.undo) - sum(len(row.controls) for row in blocks if isinstance(row, Row))
        beside = self.beside[: max(0, room)]
        room -= len(beside)
        if len(self.ahead) <= room:
            blocks += self.ahead
            room -= len(self.ahead)
        blocks = _join_rows([*blocks, *build_button_rows(*self.undo, *beside)])
        if len(self.newcomer) <= room:
            blocks += build_button_rows(*self.newcomer)
        return Screen((*blocks, Row((self.more,))), colour=colour)


def fit_facts(panel: Panel, *, replaces_means: bool) -> Panel:
    """Return the panel with the first version of its private facts for which it has room, or with none.

    They matter more for the answer than an event since the player last looked, which gives way to them.

    Args:
        panel: the panel with all versions.
        replaces_means: whether they stand in place of the effect of an amount.
    """
    panel = replace(panel, means="") if replaces_means else panel
    versions = [replace(panel, facts=panel.facts[at:]) for at in range(len(panel.facts))]
    versions += [replace(version, since="") for version in versions if panel.since]
    return next(filter(_has_room_for_facts, versions), replace(panel, facts=()))


def _has_room_for_facts(panel: Panel) -> bool:
    """Whether a panel keeps its limits with its facts, not counting what is shown only once."""
    lasting = replace(panel, note="", own_note="")
    words = sum(count_words(block) for block in lasting.build_screen(0).blocks if isinstance(block, str))
    lines = _estimate_lines(replace(lasting, aim="", since="").build_screen(0))
    return lines <= MAX_LINES_WITH_FACTS and words <= MAX_WORDS_WITH_FACTS


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


def count_words(text: str) -> int:
    """Return the number of words of a text, as a reader counts them: marks alone are none."""
    return sum(any(sign.isalnum() for sign in word) for word in text.split())


def cut_words(text: str, most: int) -> str:
    """Return the text on one line, cut after this many words; bold type that would be left open goes."""
    words = text.split()
    return " ".join(words) if len(words) <= most else " ".join(words[:most]).replace("**", "").rstrip(",;:") + " …"


def fit_lines(lines: Sequence[str], words: int) -> list[str]:
    """Return lines "- **label**: effect" with at most this many words, their effects shortened alike.

    Labels stay whole. There are no lines if too little would be left of the effects.
    """
    if not lines or sum(map(count_words, lines)) <= words:
        return list(lines)
    parts = [line.partition("**: ") for line in lines]
    each = (words - sum(count_words(label) for label, _, _ in parts)) // len(lines)
    if each < MIN_EFFECT_WORDS:
        return []
    return [f"{label}{separator}{cut_words(effect, each)}" for label, separator, effect in parts]


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
