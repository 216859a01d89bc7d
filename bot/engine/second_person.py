"""What a text says of the seat whose player reads it, said to that player: games tell news of everybody alike.

A game says "<seat:2> buys one share and chooses the seller" to all, and its buyer reads "You buy one share and choose
the seller". Only how a seat stands in a sentence matters, so no game has to say anything twice.
"""

from __future__ import annotations

import re

from bot.engine.pages import mark
from bot.engine.records import Seat

_CLAUSES = re.compile(r"(?<=[.:;!?])(?<!\bSt\.) ")  # St. Louis is one name
_VERB = re.compile(r" (?:(?:also|now|only|then) )?(?P<verb>[a-z]+s)\b")
"""After a seat at the beginning of a clause; "is" and "has" among them."""
_NEXT_VERB = re.compile(
    r"(?<= and )[a-z]+s(?= (?:\$?\d|[A-Z*<“]|(?:an?|another|any|away|back|it|no|nothing|one|the)\b))"
)
"""What the same seat does besides, for there is something to do it with; "shares and derivatives" are no verbs."""
_OTHERWISE = {"is": "are", "has": "have", "was": "were", "goes": "go", "does": "do"}


def to_you(text: str, seat: Seat | None) -> str:
    """Return a text with what it says of a seat said to its player; all else stays.

    Args:
        text: of one or several lines, in which seats are marks.
        seat: whose player reads it; None: a spectator, to whom nothing of it is said.
    """
    if seat is None or mark(seat) not in text:
        return text
    return "\n".join(_line(line, mark(seat)) for line in text.split("\n"))


def _line(line: str, own: str) -> str:
    said: list[str] = []
    if line.startswith(f"{own}: "):
        line = line.replace(" its ", " your ")
    for clause in _CLAUSES.split(line):
        begins = not said or said[-1][-1:] in (".", "!", "?")
        said.append(_clause(clause, own, "You" if begins else "you"))
    return " ".join(said)


def _clause(clause: str, own: str, you: str) -> str:
    """Return a clause in which a seat may be the subject, the owner of something, or whom something is done to."""
    first, rest = "", clause
    if clause.startswith(f"{own}'s "):
        first, rest = f"{you}r", clause[len(own) + 2 :]
    elif clause.startswith(own):
        first, rest = you, _done_by_you(clause[len(own) :])
    rest = rest.replace(f"{own}'s comes", "yours comes").replace(f"{own}'s", "your")
    rest = rest.replace(f"{own}, who is", "you, who are")
    rest = re.sub(f"{own} (is|has)\\b", lambda found: f"you {_of_you(found[1])}", rest)
    return first + re.sub(f"(?<!, ){own}|{own}(?![?!])", "you", rest)  # who is addressed by name, stays so


def _done_by_you(rest: str) -> str:
    """Return what stands behind the subject of a clause, with its verbs as they follow "you"."""
    found = _VERB.match(rest)
    if found is not None:
        rest = rest[: found.start("verb")] + _of_you(found["verb"]) + rest[found.end("verb") :]
        rest = _NEXT_VERB.sub(lambda verb: _of_you(verb[0]), rest)
    return re.sub(r"\btheir\b", "your", rest, count=1)


def _of_you(verb: str) -> str:
    """Return a verb of the third person as it follows "you"."""
    if verb in _OTHERWISE:
        return _OTHERWISE[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "zzes")) else verb[:-1]
