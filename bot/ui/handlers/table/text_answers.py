"""Parser of typed answers, for keyboards, screen readers and very long lists."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.engine.multi_step import OPEN, ChooseOrCompose, Compose
from bot.engine.questions import Arrange, BadAnswer, Choose, Number, Question, Split, Subset
from bot.engine.words import normalize_width
from bot.host.cpu_accounting import charge_calls
from bot.ui.screens.pairs import ARROW, list_pairs
from bot.ui.screens.pick_encoding import PART, SEND

Name = Callable[[str], str]
ETAG = re.compile("[0-9a-f]{10}")


@dataclass(frozen=True)
class Offer:
    """A suggested answer: its label, and the text that the parser accepts."""

    label: str
    text: str


def format_suggestion(tag: str, offer: Offer) -> str:
    """Return an offer's text with its question's etag, so that it answers no other question."""
    return f"{tag}:{offer.text}"


def split_suggestion(text: str) -> tuple[str | None, str]:
    """Return the etag, if the text is a chosen suggestion, and the answer itself."""
    tag, mark, answer = text.partition(":")
    return (tag, answer) if mark and ETAG.fullmatch(tag) else (None, text)


@charge_calls
def list_offers(question: Question, name: Name) -> list[Offer]:
    """Return suggested answers, each of which can be parsed."""
    match question:
        case Choose():
            return [Offer(label, f"#{at}") for at, label in enumerate(_list_labels(question, name))]
        case Number():
            numbers = question.suggestions or range(question.low, question.high + 1, question.step)[:25]
            return [Offer(f"{question.unit}{number}", str(number)) for number in numbers]
        case Subset():
            none = [Offer("none", "none")] if question.fewest == 0 else []
            single = [Offer(name(item.label), f"#{at}") for at, item in enumerate(question.items)]
            fitting = single if question.fewest <= 1 <= question.most else []
            every = [Offer("all", "all")] if question.fewest <= len(question.items) <= question.most else []
            return [*none, *fitting, *every]
        case Split() if question.total is None:
            return [Offer(text := ", ".join(f"{line.low}" for line in question.lines), text)]
        case Arrange():
            return [Offer(", ".join(name(item.label) for item in question.items), "all")]
        case _:
            return []


@charge_calls
def filter_offers(wanted: str, offered: Iterable[Offer]) -> list[Offer]:
    """Return the offers that contain the typed text, those beginning with it first."""
    typed = wanted.strip().casefold()
    found = [offer for offer in offered if typed in offer.label.casefold()]
    return sorted(found, key=lambda offer: not offer.label.casefold().startswith(typed))


LONGEST = 3000
"""Characters of an answer, more than any needs."""
WORDS = 40
"""Words between two semicolons; longer parts are not parsed."""


@charge_calls
def parse_picks(question: Question, text: str, name: Name) -> Sequence[str]:
    """Parse a typed answer into picks, including full-width characters of Chinese and Japanese keyboards.

    The length is limited before parsing, because a slow parse would delay everybody.

    Raises:
        BadAnswer: it names nothing on offer, or is longer than any answer.
    """
    if len(text) > LONGEST:
        raise BadAnswer(
            f"That is longer than any answer: please type at most {LONGEST:,} characters, or use the buttons. "
            "Nothing was changed."
        )
    return _parse_picks(question, normalize_width(text), lambda words: normalize_width(name(words)))


def _parse_picks(question: Question, text: str, name: Name) -> Sequence[str]:
    typed = text.strip().casefold()
    match question:
        case ChooseOrCompose() if typed.startswith((opens := normalize_width(question.opens)).casefold()):
            rest = text.strip()[len(opens) :].lstrip().removeprefix(":")
            return [OPEN, *_parse_parts(question.otherwise, rest, name)]
        case Choose():
            return [_find_option(text, question, name)]
        case Subset() if typed in ("none", ""):
            return []
        case Subset() | Arrange() if typed == "all":
            return [str(at) for at in range(len(question.items))]
        case Subset() | Arrange():
            return _find_positions(text, [name(item.label) for item in question.items])
        case Split():
            return text.replace(",", " ").split()
        case Compose():
            return _parse_parts(question, text, name)
        case _:
            return [text]


def _parse_parts(question: Compose, text: str, name: Name) -> list[str]:
    """Parse the parts of a typed answer, separated by semicolons.

    Text that names no option may hold the words of several consecutive parts, such as "build commerce denver".
    """
    found: list[str] = []
    parts = [part for part in text.split(";") if part.strip()]
    if len(parts) > question.most:
        raise BadAnswer(
            f"An answer has {question.most} parts at most, and you have typed {len(parts)}. Nothing was changed."
        )
    for part in parts:
        inner = question.get_stage(question.read_parts(found)).question
        if inner is None:
            raise BadAnswer("You can't add more to this answer. Nothing was changed.")
        try:
            found.append("_".join(_parse_picks(inner, part, name)))
        except BadAnswer:
            told = _find_pair(question, found, part, name) or _parse_words(question, found, part, name)
            if told is None:
                raise
            found += told
    return [*(f"{PART}{part}" for part in found), SEND]


def _find_pair(question: Compose, before: Sequence[str], text: str, name: Name) -> list[str] | None:
    """Return the picks of the pair whose line in a menu reads as the text; None: there is none."""
    pairs = list_pairs(question, question.read_parts(before))
    typed = text.replace("->", ARROW.strip())
    for option, positions in () if pairs is None else zip(pairs.question.options, pairs.positions, strict=True):
        if len(positions) > 1 and _is_label(typed, name(option.caption)):
            return [str(at) for at in positions]
    return None


def _parse_words(question: Compose, before: Sequence[str], text: str, name: Name) -> list[str] | None:
    """Parse words into picks that follow those before; return None if they are ambiguous.

    Each part is the one option that matches the most remaining words, at least by their beginnings.
    """
    found: list[str] = []
    left = _WORD.findall(text.casefold())
    if len(left) > WORDS:
        return None
    while left:
        inner = question.get_stage(question.read_parts([*before, *found])).question
        if not isinstance(inner, Choose):
            return None
        own = [
            _WORD.findall(name(f"{option.group} {option.label} {option.short}").casefold()) for option in inner.options
        ]
        fitting = [[word for word in left if any(one.startswith(word) for one in words)] for words in own]
        most = max(map(len, fitting))
        best = [at for at, words in enumerate(fitting) if len(words) == most]
        if not most or len(best) > 1:
            return None
        found.append(str(best[0]))
        for word in fitting[best[0]]:
            left.remove(word)
    return found


_WORD = re.compile(r"[\w$]+")


def _list_labels(question: Choose, name: Name) -> list[str]:
    """Return the options as they can be typed, with their group where two labels are equal."""
    labels = [name(option.label) for option in question.options]
    seen = Counter(label.casefold() for label in labels)
    return [
        f"{name(option.group)}: {label}" if seen[label.casefold()] > 1 and option.group else label
        for option, label in zip(question.options, labels, strict=True)
    ]


def _find_option(text: str, question: Choose, name: Name) -> str:
    """Parse the label of an option, or what its button says."""
    short = [at for at, option in enumerate(question.options) if option.short and _is_label(text, name(option.short))]
    return str(short[0]) if len(short) == 1 else _find_position(text, _list_labels(question, name))


def _is_label(text: str, label: str) -> bool:
    return text.strip().casefold() == label.casefold()


def _find_positions(text: str, labels: Sequence[str]) -> list[str]:
    """Parse a comma-separated list; a label may contain commas itself."""
    found: list[str] = []
    rest = text.strip()
    while rest or not found:
        if len(found) == len(labels):
            raise BadAnswer(f"You have named more than the {len(labels)} there are. Nothing was changed.")
        whole = [label for label in labels if _has_prefix(rest, label)]
        part = rest[: len(max(whole, key=len))] if whole else rest.partition(",")[0]
        found.append(_find_position(part, labels))
        rest = rest[len(part) :].strip().removeprefix(",").strip()
    return found


def _has_prefix(text: str, label: str) -> bool:
    return text[: len(label)].casefold() == label.casefold() and text[len(label) :].lstrip()[:1] in ("", ",")


def _find_position(text: str, labels: Sequence[str]) -> str:
    typed = text.strip().casefold()
    number = typed.removeprefix("#")
    if typed.startswith("#") and number.isascii() and number.isdecimal() and int(number[:9]) < len(labels):
        return number
    exact = [at for at, label in enumerate(labels) if label.casefold() == typed]
    begun = [at for at, label in enumerate(labels) if label.casefold().startswith(typed)]
    for found in (exact, begun):
        if typed and len(found) == 1:
            return str(found[0])
    raise BadAnswer(f"Please choose one of: {', '.join(labels[:25])}. Nothing was changed.")
