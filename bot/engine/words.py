"""Counted and listed items in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from bot.engine.pages import mark, with_names
from bot.engine.records import Seat

_FULL_WIDTH = {ord(sign) + 0xFEE0: sign for sign in map(chr, range(ord("!"), ord("~") + 1))} | {0x3000: " "}
"""Full-width signs of Chinese, Japanese and Korean keyboards, with their usual forms."""


MAX_LINE_WORDS, MAX_LINE_CHARS = 20, 120
"""Limits of the line below a question's heading; see `Teaching.bears`."""
MAX_FACTS_WORDS, MAX_FACTS_CHARS = 30, 200
"""Limits of the line in small print below it; see `Teaching.private_facts`."""
MAX_BASICS_CHARS = 190
"""Limit of the text for new players about the answers; see `Teaching.basics`."""
MAX_TIP_WORDS = 30
"""Limit of the comparison of a question's answers; see `Teaching.tip`."""
_LONG_NAME = "W" * 16
"""A stand-in for a name that is not known yet."""


def normalize_width(text: str) -> str:
    """Return typed text with full-width digits, letters and signs in their usual form, in which labels are written."""
    return text.translate(_FULL_WIDTH)


def format_list(things: Iterable[object], nothing: str = "") -> str:
    """Return items as "a, b and c"; `nothing` if there are none."""
    words = [str(thing) for thing in things]
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]])) or nothing


def format_count(count: int, thing: str, plural: str = "") -> str:
    """Return a number with its noun: "1 card", "3 cards", or "3 companies" if the plural is given."""
    return f"{count} {thing if count == 1 else plural or f'{thing}s'}"


def format_change(before: str, now: str) -> str:
    """Return a change of an amount in words, with the common prefix once: "net worth 24 → 27"."""
    first, then = before.split(), now.split()
    while len(then) > 1 and first[:1] == then[:1] and not any(map(str.isdigit, then[0])):
        del first[0], then[0]
    return f"{before} → {' '.join(then)}"


def format_ordinal(number: int) -> str:
    """Return a number as a place: "1st", "2nd", "11th"."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def format_seats(those: Iterable[Seat]) -> str:
    """Return seats as marks, with commas and an "and"; "nobody" if there are none."""
    return format_list(map(mark, those), "nobody")


def fit_sentences(sentences: Iterable[str | Sequence[str]]) -> str:
    """Return the sentences that fit on the line below a question's heading, in their order.

    Args:
        sentences: the most important one first; one that is empty or does not fit is left out. In place of one there
            can be several versions, of which the first that fits is taken.
    """
    line = ""
    for sentence in sentences:
        versions = [sentence] if isinstance(sentence, str) else sentence
        longer = (f"{line} {version}".strip() for version in versions if version)
        line = next(filter(fits_on_line, longer), line)
    return line


def fits_on_line(text: str) -> bool:
    """Whether a text is short enough for the line below a question's heading, with long names."""
    read = with_names(text, lambda _: _LONG_NAME)
    return len(read) <= MAX_LINE_CHARS and len(read.split()) <= MAX_LINE_WORDS


def fits_in_facts(text: str) -> bool:
    """Whether a text is short enough for the line in small print below that line."""
    return len(text) <= MAX_FACTS_CHARS and len(text.split()) <= MAX_FACTS_WORDS


def list_fitting_facts(versions: Iterable[str]) -> Sequence[str]:
    """Return the versions that fit on the line in small print, each shorter than those before it."""
    shown: list[str] = []
    for text in filter(fits_in_facts, versions):
        if text and (not shown or len(text) < len(shown[-1])):
            shown.append(text)
    return shown


def format_leader(reader: Seat, totals: Mapping[Seat, int | None], unit: Callable[[int], str]) -> Sequence[str]:
    """Return a long and a short sentence that names the leaders, as this seat reads it.

    The long one adds what the reader has, or who comes next. There is none
    if that is unknown, if all have the same, or if it is true of several others.

    Args:
        reader: the seat that reads it.
        totals: what each seat has; None: hidden from the reader.
        unit: the text of an amount, e.g. "$12".
    """
    known = [total for total in totals.values() if total is not None]
    if len(known) < len(totals) or len(set(known)) < 2:
        return ()
    most = max(known)
    leaders = [seat for seat, total in totals.items() if total == most]
    match [seat for seat in leaders if seat != reader]:
        case []:
            short = f"You lead with {unit(most)}"
            second = max((seat for seat in totals if seat != reader), key=lambda seat: (totals[seat] or 0, -seat))
            return f"{short}, {mark(second)} has {unit(totals[second] or 0)}.", f"{short}."
        case [other] if reader in leaders:
            return (f"You and {mark(other)} lead with {unit(most)}.",)
        case [other]:
            short, own = f"{mark(other)} leads with {unit(most)}", totals.get(reader)
            return f"{short}." if own is None else f"{short}, you have {unit(own)}.", f"{short}."
        case _:
            return ()
