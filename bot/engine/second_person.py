"""Second-person rewriting of game texts for the player that they mention.

A game's text for everybody is "<seat:2> buys one share and chooses the seller"; the buyer reads "You buy one share and
choose the seller". Only the seat's position in the sentence matters, so games need no second version.
"""

from __future__ import annotations

import re

from bot.engine.pages import mark
from bot.engine.records import Seat

_CLAUSES = re.compile(r"(?<=[.:;!?])(?<!\bSt\.) ")  # St. Louis is one name
_VERB = re.compile(r" (?:(?:also|now|only|then) )?(?P<verb>[a-z]+s)\b")
"""The verb after a seat at the beginning of a clause, including "is" and "has"."""
_NEXT_VERB = re.compile(
    r"(?<= and )[a-z]+s(?= (?:\$?\d|[A-Z*<“]|(?:an?|another|any|away|back|it|no|nothing|one|the)\b))"
)
"""A further verb of the same seat, recognised by its object; "shares and derivatives" are no verbs."""
_OTHERWISE = {"is": "are", "has": "have", "was": "were", "goes": "go", "does": "do"}


def rewrite_for_player(text: str, seat: Seat | None) -> str:
    """Return a text in which mentions of a seat address its player; the rest is unchanged.

    Args:
        text: one or several lines, in which seats are marks.
        seat: the reader's seat; None: a spectator, whom no text mentions.
    """
    if seat is None or mark(seat) not in text:
        return text
    return "\n".join(_rewrite_line(line, mark(seat)) for line in text.split("\n"))


def _rewrite_line(line: str, own: str) -> str:
    said: list[str] = []
    if line.startswith(f"{own}: "):
        line = line.replace(" its ", " your ")
    for clause in _CLAUSES.split(line):
        begins = not said or said[-1][-1:] in (".", "!", "?")
        said.append(_rewrite_clause(clause, own, "You" if begins else "you"))
    return " ".join(said)


def _rewrite_clause(clause: str, own: str, you: str) -> str:
    """Return a clause in which the seat may be subject, possessor or object."""
    first, rest = "", clause
    if clause.startswith(f"{own}'s "):
        first, rest = f"{you}r", clause[len(own) + 2 :]
    elif clause.startswith(own):
        first, rest = you, _rewrite_predicate(clause[len(own) :])
    rest = rest.replace(f"{own}'s comes", "yours comes").replace(f"{own}'s", "your")
    rest = rest.replace(f"{own}, who is", "you, who are")
    rest = re.sub(f"{own} (is|has)\\b", lambda found: f"you {_convert_verb(found[1])}", rest)
    return first + re.sub(f"(?<!, ){own}|{own}(?![?!])", "you", rest)  # a vocative keeps the name


def _rewrite_predicate(rest: str) -> str:
    """Return the rest of a clause after its subject, with verbs that agree with "you"."""
    found = _VERB.match(rest)
    if found is not None:
        rest = rest[: found.start("verb")] + _convert_verb(found["verb"]) + rest[found.end("verb") :]
        rest = _NEXT_VERB.sub(lambda verb: _convert_verb(verb[0]), rest)
    return re.sub(r"\btheir\b", "your", rest, count=1)


def _convert_verb(verb: str) -> str:
    """Return the second-person form of a third-person verb."""
    if verb in _OTHERWISE:
        return _OTHERWISE[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "zzes")) else verb[:-1]
