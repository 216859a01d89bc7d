"""Forms of questions: build one from the parts of an answer, and read it back into the answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.engine.multi_step import list_picks
from bot.engine.questions import AnswerForm, BadAnswer, Choose, FormPart, Number, Question, Split, Subset, compute_etag
from bot.engine.records import Move
from bot.ui.screens.controls import Asked, build_option_line, name_fair_amount
from bot.ui.screens.forms import FIELDS_IN_FORM, MOST_LINES, AnyField, ChoiceField, Field, Form, Kind, choose_kind
from bot.ui.screens.screen import OPTIONS_IN_SELECT, Button, MenuLine

FILL, FILLED = "fill", "filled"
"""Verbs of the button that opens a question's form, and of the form."""
SKIPPED = "-"
"""Value of the line that leaves a choice out."""
THEN = "then"
"""Name of the field for the order that follows an answer."""


def build_fill_button(asked: Asked) -> Button | None:
    """Return the button that opens the question's form; None if it has none that Discord can show."""
    form = None if asked.question.form is None else asked.question.form()
    if form is None or not _can_be_shown(form):
        return None
    return Button(asked.build_id(FILL), asked.name(form.opens), "primary")


def build_question_form(
    asked: Asked, said: Mapping[str, Sequence[str]], offered: Sequence[Question] = (), given: Move | None = None
) -> Form | None:
    """Return the form of a question with the last values, or its defaults.

    Args:
        asked: the question.
        said: the values that were submitted last, by the names of the fields.
        offered: the orders on offer, for a form that goes on with one.
        given: the answer that stands; its parts take the place of the defaults.
    """
    form = None if asked.question.form is None else asked.question.form()
    if form is None or not _can_be_shown(form):
        return None
    fields = tuple(
        field for at, part in enumerate(_list_parts(form, given)) for field in _build_fields(asked, at, part)
    )
    order = find_next_order(form, offered)
    if order is not None and len(fields) < FIELDS_IN_FORM:
        fields = (*fields, *_build_fields(asked, THEN, FormPart(order, form.then, "Ask me")))
    return Form(asked.build_id(FILLED), asked.title, fields).fill_in(said)


def _list_parts(form: AnswerForm, given: Move | None) -> Sequence[FormPart]:
    """Return the parts of a form, with what an answer that stands says as their defaults."""
    said = [] if given is None or form.divide is None else form.divide(given)
    return [replace(part, default=one) for part, one in zip(form.parts, said, strict=True)] if said else form.parts


def find_next_order(form: AnswerForm, offered: Sequence[Question]) -> Choose | None:
    """Return the first order on offer that a form goes on with; None if there is none that it can hold."""
    orders = (one for one in offered if isinstance(one, Choose) and len(one.options) < OPTIONS_IN_SELECT)
    return next(orders, None) if form.then else None


def read_order(question: Question, said: Mapping[str, Sequence[str]], offered: Sequence[Question]) -> Move | None:
    """Return the order that a submitted form goes on with; None if it asks for none.

    Raises:
        BadAnswer: it is not on offer any more.
    """
    order = None if question.form is None else find_next_order(question.form(), offered)
    return None if order is None else _read_part(THEN, FormPart(order, "The order", "Ask me"), said)


def compute_form_tag(question: Question) -> str:
    """Return the tag under which a submitted form is kept: the same if the question is asked again."""
    return compute_etag(question, 0, question.prompt)


def read_form(question: Question, said: Mapping[str, Sequence[str]]) -> Sequence[Move]:
    """Return the answer that a submitted form means, and the answers to the questions that follow.

    Raises:
        BadAnswer: a part is missing or invalid, or they do not go together.
    """
    form = None if question.form is None else question.form()
    if form is None:
        raise BadAnswer("This question has no form any more. Please use the buttons; nothing was changed.")
    moves = form.combine([_read_part(at, part, said) for at, part in enumerate(form.parts)])
    if not moves or not question.is_legal(moves[0]):
        raise BadAnswer("These answers do not go together. Please change one of them; nothing was changed.")
    return moves


def _can_be_shown(form: AnswerForm) -> bool:
    """Whether Discord can show the form."""
    fields = sum(_count_fields(part) for part in form.parts)
    return 0 < fields <= FIELDS_IN_FORM and all(_count_lines(part) <= OPTIONS_IN_SELECT for part in form.parts)


def _count_fields(part: FormPart) -> int:
    match part.question:
        case Split(lines=lines):
            return len(lines)
        case Subset(items=items):
            return 1 if items else 0
        case _:
            return 1


def _count_lines(part: FormPart) -> int:
    match part.question:
        case Choose(options=options):
            return len(options) + bool(part.skip)
        case Subset(items=items):
            return len(items)
        case _:
            return 0


def _build_fields(asked: Asked, at: int | str, part: FormPart) -> Iterator[AnyField]:
    """Yield the fields of a part, named by its position."""
    picked = [] if part.default is None else list_picks(part.question, part.default)
    label = asked.name(part.label)
    match part.question:
        case Split() as question:
            for number, line in enumerate(question.lines):
                hint = f"From {line.unit}{line.low} to {line.unit}{line.high}"
                value = picked[number] if picked else ""
                title = name_fair_amount(asked, asked.name(line.label), line.unit)
                yield Field(title, hint, value, name=f"{at}-{number}", required=not part.skip)
        case Number() as question:
            left_out = f"; empty: {asked.name(part.skip)}" if part.skip else ""
            hint = f"{question.describe_bounds()}{left_out}"
            yield Field(
                name_fair_amount(asked, label, question.unit),
                hint,
                picked[0] if picked else "",
                name=f"{at}",
                required=not part.skip,
            )
        case Choose() as question:
            shown = question.shown or range(len(question.options))
            options = [(str(number), question.options[number]) for number in shown]
            skip = [MenuLine(SKIPPED, asked.name(part.skip), chosen=not picked)] if part.skip else []
            emoji = _find_emoji(asked, [option.move for _, option in options])
            entries = [
                build_option_line(value, option, asked.name, chosen=value in picked, emoji=name)
                for (value, option), name in zip(options, emoji, strict=True)
            ]
            lines = (*skip, *entries)
            fewest = 0 if part.skip and picked else 1  # one that opens with a choice, but matters only beside another
            yield ChoiceField(label, lines, choose_kind(len(lines)), fewest=fewest, name=f"{at}")
        case Subset() as question:
            entries = [
                MenuLine(str(number), asked.name(item.label), asked.name(item.hint), str(number) in picked)
                for number, item in enumerate(question.items)
            ]
            kind: Kind = "checks" if len(entries) <= MOST_LINES["checks"] else "menu"
            fewest = 0 if part.skip else question.fewest
            if entries:
                yield ChoiceField(label, tuple(entries), kind, "", fewest, question.most, f"{at}")


def _find_emoji(asked: Asked, options: Sequence[Move]) -> Sequence[str]:
    """Return the names of the emoji before these options; none where all are alike, as they stand for another part."""
    names = [asked.emoji(move) for move in options]
    return names if len(set(names)) > 1 else [""] * len(names)


def _read_part(at: int | str, part: FormPart, said: Mapping[str, Sequence[str]]) -> Move | None:
    """Return the answer to a part; None if it was left out."""
    match part.question:
        case Split(lines=lines):
            picks = ["".join(said.get(f"{at}-{number}", ())) for number in range(len(lines))]
            skipped = not any(picks)
        case Number():
            picks = ["".join(said.get(f"{at}", ()))]
            skipped = not any(picks)
        case _:
            picks = list(said.get(f"{at}", ()))
            skipped = not picks or picks == [SKIPPED]
    if skipped and part.skip:
        return None
    try:
        return part.question.read(picks)
    except BadAnswer as wrong:
        raise BadAnswer(f"{part.label}: {wrong}" if part.label else str(wrong)) from None
