"""Picks of an answer as a page sends them: earlier ones in the address, the next ones in form fields.

They are those of the panel's controls, see `bot.ui.screens.controls`, but without groups and pages of menus.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.engine.multi_step import Compose
from bot.engine.questions import Arrange, BadAnswer, Question, Split, Subset
from bot.ui.screens import answer_picks
from bot.ui.screens.pick_encoding import SEND

MAX_PICKS, MAX_PICK_CHARS = 80, 400
"""Maximum number of picks in a request, and maximum length of one."""
_PICK = re.compile(r"o|z|k[0-9a-f]{4}|c(-?[0-9]+(_-?[0-9]+)*)?|[0-9]{1,18}")
"""An earlier pick: the opening of a composed answer, its end, a checksum, a part, or something chosen for the next."""
NO_SUCH_PICKS = "That address does not fit the question. Please choose again; nothing was changed."
INCOMPLETE = "This answer is not complete yet. Nothing was changed."


def parse_picks(text: str) -> list[str]:
    """Return the earlier picks of an address.

    Raises:
        BadAnswer: it holds something else.
    """
    picks = text.split(".") if text else []
    if len(picks) > MAX_PICKS or not all(len(pick) <= MAX_PICK_CHARS and _PICK.fullmatch(pick) for pick in picks):
        raise BadAnswer(NO_SUCH_PICKS)
    return picks


def read_fields(values: Sequence[str]) -> list[str]:
    """Return the values of form fields as picks; a space keeps typed text from being read as a marker."""
    if len(values) > MAX_PICKS or any(len(value) > MAX_PICK_CHARS for value in values):
        raise BadAnswer(NO_SUCH_PICKS)
    return [value if value.isascii() and value.isdecimal() else f" {value}" for value in values]


def add_part(question: Question, picks: Sequence[str], taken: Sequence[str]) -> list[str]:
    """Return the picks with the next part of a composed answer.

    Raises:
        BadAnswer: the part is not on offer; `kept` has the picks before it.
    """
    here, way = answer_picks.resolve_picks(question, [*picks, *taken])
    if not isinstance(here, Compose):
        raise BadAnswer(NO_SUCH_PICKS)
    try:
        return answer_picks.check_amounts(here, way)
    except BadAnswer as wrong:
        wrong.kept = wrong.kept or list(picks)
        raise


def fit_picks(question: Question, picks: Sequence[str]) -> Sequence[str]:
    """Return the picks that a page needs: without the choices so far, unless several things are chosen."""
    here, way = answer_picks.resolve_picks(question, picks)
    asked: Question | None = here
    if isinstance(here, Compose):
        asked = here.get_stage(answer_picks.read_parts(here, way)[0]).question
    if isinstance(asked, Subset | Split | Arrange):
        return picks
    return [pick for pick in picks if not pick.isdecimal()]


def read_answer(question: Question, picks: Sequence[str]) -> list[str]:
    """Return the picks of a whole answer, as `Host.answer_question` expects them.

    Raises:
        BadAnswer: the answer is incomplete.
    """
    here, _ = answer_picks.resolve_picks(question, picks)
    if isinstance(here, Compose) and (not picks or picks[-1] != SEND):
        raise BadAnswer(INCOMPLETE)
    return answer_picks.list_answer_picks(question, picks)
