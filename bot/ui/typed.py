"""Answers typed as text: the door for keyboards, screen readers and very long lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bot.engine.questions import Arrange, BadAnswer, Choose, Number, Question, Split, Subset

Name = Callable[[str], str]


def offers(question: Question, name: Name) -> list[str]:
    """Return typed answers to choose from; each of them can be read by `picks`."""
    match question:
        case Choose():
            return [name(option.label) for option in question.options]
        case Number():
            numbers = question.suggestions or range(question.low, question.high + 1, question.step)[:25]
            return [f"{question.unit}{number}" for number in numbers]
        case Subset():
            labels = [name(item.label) for item in question.items]
            every = [", ".join(labels)] if question.fewest <= len(labels) <= question.most else []
            none = ["none"] if question.fewest == 0 else []
            return [*none, *labels, *every]
        case Split():
            return [", ".join(str(line.low) for line in question.lines)]
        case Arrange():
            return [", ".join(name(item.label) for item in question.items)]
    return []


def matching(wanted: str, labels: Iterable[str]) -> list[str]:
    """Return the labels that contain what was typed so far, those beginning with it first."""
    typed = wanted.strip().casefold()
    found = [label for label in labels if typed in label.casefold()]
    return sorted(found, key=lambda label: not label.casefold().startswith(typed))


def picks(question: Question, text: str, name: Name) -> Sequence[str]:
    """Return the picks a typed answer means; raise BadAnswer when it names nothing on offer."""
    match question:
        case Choose():
            return [_position(text, [name(option.label) for option in question.options])]
        case Subset() if text.strip().casefold() in ("none", ""):
            return []
        case Subset() | Arrange():
            labels = [name(item.label) for item in question.items]
            return [_position(part, labels) for part in text.split(",")]
        case Split():
            return text.replace(",", " ").split()
    return [text]


def _position(text: str, labels: Sequence[str]) -> str:
    typed = text.strip().casefold()
    exact = [at for at, label in enumerate(labels) if label.casefold() == typed]
    begun = [at for at, label in enumerate(labels) if label.casefold().startswith(typed)]
    for found in (exact, begun):
        if typed and len(found) == 1:
            return str(found[0])
    raise BadAnswer(f"Please choose one of: {', '.join(labels[:25])}. Nothing was changed.")
