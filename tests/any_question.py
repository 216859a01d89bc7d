"""Every question a game could ask, for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from bot.engine.multi_step import OPEN, ChooseOrCompose, Compose
from bot.engine.questions import Arrange, Budget, Choose, Item, Line, Number, Option, Question, Split, Subset
from bot.engine.records import Move
from tests.toy import Gather, LineUp, Name, Pick, Share

WORDS = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=12)


@st.composite
def chooses(draw: st.DrawFn) -> Choose:
    """One of up to 70 options, in up to seven groups."""
    names = draw(st.lists(WORDS, min_size=1, max_size=70, unique=True))
    groups = draw(st.sampled_from([("",), ("A", "B"), tuple("ABCDEFG")]))
    hint = draw(st.sampled_from(["", "a hint"]))
    options = tuple(Option(Pick(what=name), name, groups[at % len(groups)], hint) for at, name in enumerate(names))
    return Choose(prompt="Which?", rule="1", options=options)


@st.composite
def numbers(draw: st.DrawFn) -> Question:
    """A number in steps, also below zero."""
    low, step, steps = draw(st.integers(-50, 50)), draw(st.integers(1, 7)), draw(st.integers(0, 60))
    fitting = range(low, low + step * steps + 1, step)
    return Number(
        prompt="How many?",
        rule="1",
        move=Name,
        field="price",
        low=low,
        high=fitting[-1] + draw(st.integers(0, step - 1)),
        step=step,
        suggestions=tuple(draw(st.lists(st.sampled_from(fitting), max_size=6, unique=True))),
    )


@st.composite
def subsets(draw: st.DrawFn) -> Question:
    """Up to ten of up to forty items, or all of up to 25."""
    names = draw(st.lists(WORDS, min_size=1, max_size=40, unique=True))
    most = draw(st.integers(1, len(names) if len(names) <= 25 else 10))
    fewest = draw(st.integers(0, most))
    items = tuple(Item(name, name) for name in names)
    return Subset(prompt="Which?", rule="1", move=Gather, field="things", items=items, fewest=fewest, most=most)


@st.composite
def splits(draw: st.DrawFn) -> Question:
    """Amounts for up to eleven lines, which takes three forms."""
    lines = []
    for name in draw(st.lists(WORDS, min_size=1, max_size=11, unique=True)):
        low, step, steps = draw(st.integers(-2, 5)), draw(st.integers(1, 3)), draw(st.integers(0, 2))
        lines.append(Line(name, name, low, low + step * steps, step))
    return Split(prompt="How?", rule="1", move=Share, field="amounts", lines=tuple(lines))


@st.composite
def split_totals(draw: st.DrawFn) -> Question:
    """Draw amounts that must add up. A line in single steps reaches far enough to balance the steps of the others."""
    names = draw(st.lists(WORDS, min_size=1, max_size=8, unique=True))
    single = draw(st.integers(0, len(names) - 1))
    lines = []
    for at, name in enumerate(names):
        low = draw(st.integers(0, 5))
        step, steps = (
            (1, draw(st.integers(3, 9)))
            if at == single
            else (draw(st.sampled_from((1, 2, 4))), draw(st.integers(0, 5)))
        )
        lines.append(Line(name, name, low, low + step * steps, step))
    total = sum(draw(st.sampled_from(range(line.low, line.high + 1, line.step))) for line in lines)
    return Split(prompt="How?", rule="1", move=Share, field="amounts", lines=tuple(lines), total=total)


@st.composite
def purchases(draw: st.DrawFn) -> Question:
    """Draw amounts of things with a price. The seat cannot pay for all of them."""
    lines = []
    for name in draw(st.lists(WORDS, min_size=1, max_size=8, unique=True)):
        low = draw(st.integers(0, 2))
        lines.append(Line(name, name, low, low + draw(st.integers(0, 6)), cost=draw(st.integers(0, 40))))
    least = sum(line.low * line.cost for line in lines)
    budget = Budget(least + draw(st.integers(0, 100)))
    return Split(prompt="How?", rule="1", move=Share, field="amounts", lines=tuple(lines), budget=budget)


@st.composite
def baskets(draw: st.DrawFn) -> Question:
    """Draw a choice from up to forty things. The seat cannot pay for all of them."""
    names = draw(st.lists(WORDS, min_size=1, max_size=40, unique=True))
    items = tuple(Item(name, name, cost=draw(st.integers(0, 40))) for name in names)
    most = draw(st.integers(1, min(10, len(names))))
    fewest = draw(st.integers(0, most))
    budget = Budget(sum(sorted(item.cost for item in items)[:fewest]) + draw(st.integers(0, 100)))
    return Subset(
        prompt="Which?", rule="1", move=Gather, field="things", items=items, fewest=fewest, most=most, budget=budget
    )


@st.composite
def arranges(draw: st.DrawFn) -> Question:
    """Up to thirty items in order."""
    names = draw(st.lists(WORDS, min_size=1, max_size=30, unique=True))
    items = tuple(Item(name, name) for name in names)
    return Arrange(prompt="In which order?", rule="1", move=LineUp, field="order", items=items)


QUESTIONS = st.one_of(chooses(), numbers(), subsets(), splits(), split_totals(), purchases(), baskets(), arranges())


def picks_of(question: Question, move: Move) -> list[str]:
    """What a person picks for this move."""
    match question, move:
        case ChooseOrCompose(), _ if move not in question.moves:
            return [OPEN, *picks_of(question.otherwise, move)]
        case Compose(), _:
            parts = question.split_move(move) or ()
            asked = [question.get_stage(parts[:number]).question for number in range(len(parts))]
            return ["_".join(picks_of(part, of)) for part, of in zip(asked, parts, strict=True) if part is not None]
        case Choose(), _:
            return [str([option.move for option in question.options].index(move))]
        case Number(), _:
            return [str(getattr(move, question.field))]
        case Subset(), _:
            chosen = getattr(move, question.field)
            return [str([item.value for item in question.items].index(thing)) for thing in chosen]
        case Split(), _:
            return [str(getattr(move, question.field)[line.name]) for line in question.lines]
        case Arrange(), _:
            ordered = getattr(move, question.field)
            return [str([item.value for item in question.items].index(thing)) for thing in ordered]
    raise TypeError(f"{question!r} and {move!r}")
