"""Texts that address their reader: a small markup for what a seat does, in the third and in the second person.

A text of a game names a seat by its mark (`bot.engine.pages.mark`) and writes each word that depends on the person as a
pair, first for everybody else, then for the seat itself:

    f"{mark(seat)} <buys|buy> one share and <chooses|choose> the seller."

Seat 2 reads "You buy one share and choose the seller."; everybody else reads "<seat:2> buys one share and chooses the
seller.", in which the name is inserted last. So nothing in a name is ever read as markup.

- A seat followed by a pair is the subject of that pair and of all pairs after it, up to the next such seat.
- A pair can name its seat where the sentence has another subject: `pair(seat, "its", "your")`.
- A possessor needs no pair: `{mark(seat)}'s turn` is "your turn" to that seat.
- A seat that is called by name ("What do you do, Ann?") keeps its name.
- "You" has a capital at the beginning of a line and of a sentence.
"""

from __future__ import annotations

import re

from bot.engine.records import Seat

_MARKUP = re.compile(
    r"<seat:(?P<seat>[0-9]{1,4})>(?P<own>'s\b)?(?P<subject>(?= ?<[^<>|]*\|[^<>|]*>))?"
    r"|<(?:seat:(?P<of>[0-9]{1,4})\|)?(?P<third>[^<>|\n]*)\|(?P<second>[^<>|\n]*)>"
)


_PAIR = re.compile(r"<[^<>|\n]*\|[^<>\n]*>")


def pair(seat: Seat, third: str, second: str) -> str:
    """Return a word that reads `third` to everybody and `second` to that seat, whatever the sentence's subject is."""
    return f"<seat:{seat}|{third}|{second}>"


def address_if_paired(text: str, reader: Seat | None) -> str:
    """Address the reader in a stored text; one without pairs, of an earlier version, stays in the third person."""
    return address(text, reader) if _PAIR.search(text) else text


def address(text: str, reader: Seat | None) -> str:
    """Return a text as the seat reads it: its pairs are decided, and mentions of the reader are "you".

    Args:
        text: one or several lines; seats are marks, and stay marks unless they are the reader.
        reader: the reader's seat; None: a spectator or a record, which read everything in the third person.
    """
    if "<" not in text:
        return text
    subject: Seat | None = None

    def decide(found: re.Match[str]) -> str:
        nonlocal subject
        if found["seat"] is None:
            of = subject if found["of"] is None else int(found["of"])
            return found["second"] if of is not None and of == reader else found["third"]
        seat = int(found["seat"])
        if found["subject"] is not None:
            subject = seat
        before = text[max(found.start() - 2, 0) : found.start()]
        called = before == ", " and text[found.end() : found.end() + 1] in ("?", "!")
        if seat != reader or called:
            return found[0]
        you = "You" if before[-1:] in ("", "\n") or before in (". ", "! ", "? ") else "you"
        return f"{you}r" if found["own"] else you

    return _MARKUP.sub(decide, text)
