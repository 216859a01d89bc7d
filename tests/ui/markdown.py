"""Discord's Markdown as its clients read it, to separate literal text from markup."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import category

OUR_BREAK = "\u200b"
"""What the bot itself puts behind an @; it shows as nothing."""

_PAIRS = {
    "bold": re.compile(r"\*\*((?:\\.|[^\\])+?)\*\*(?!\*)", re.DOTALL),
    "underline": re.compile(r"__((?:\\.|[^\\])+?)__(?!_)", re.DOTALL),
    "italics": re.compile(r"\*(?=\S)((?:\*\*|\\.|[^\\*])+?)\*(?!\*)|_((?:__|\\.|[^\\_])+?)_(?!\w)", re.DOTALL),
    "struck": re.compile(r"~~((?:\\.|[^\\])+?)~~", re.DOTALL),
    "spoiler": re.compile(r"\|\|((?:\\.|[^\\])+?)\|\|", re.DOTALL),
}
_ALIVE = {
    "mention": re.compile(r"<@[!&]?\d+>|@everyone|@here|<#\d+>|<id:\w+>"),
    "command": re.compile(r"</[^:>]+:\d+>"),
    "emoji": re.compile(r"<a?:\w+:\d+>|:\w{2,}:"),
    "time": re.compile(r"<t:-?\d+(?::[tTdDfFrRsS])?>"),
    "link": re.compile(
        r"\[(?:\\.|[^\\\]])+\]\(\s*<?\w+:[^)]+\)|<?(?:https?|steam|discord)://[^\s>]+>?|<(?:mailto|tel|sms):[^>]+>"
        r"|discord(?:app)?\.(?:gg|com/invite)/\w+|[\w.]+@\w+\.\w+"
    ),
}
_LINE = re.compile(r"(#{1,3}\s+|-#\s+|>(?:>>)?\s+|\s*(?:[-*+]|\d+\.)\s+)")
_CODE = re.compile(r"```.*?```|(`+)(?!`).*?[^`]\1(?!`)", re.DOTALL)


def rendered(text: str) -> tuple[str, list[str]]:
    """Return the letters that a reader sees, and in order what else the text does."""
    letters: list[str] = []
    alive: list[str] = []
    at = 0
    for code in _CODE.finditer(text):
        if text[: code.start()].endswith("\\"):
            continue
        _read(text[at : code.start()], letters, alive)
        alive.append("code")
        letters.append(code[0].strip("`"))
        at = code.end()
    _read(text[at:], letters, alive)
    return "".join(letters), alive


def living(text: str) -> list[str]:
    """Return the source of every mention, command, emoji, time and link in a text."""
    found: list[str] = []
    at = 0
    plain = _CODE.sub("", text)
    while at < len(plain):
        if plain[at] == "\\":
            at += 2
            continue
        matches = [match for pattern in _ALIVE.values() if (match := pattern.match(plain, at))]
        if matches:
            found.append(matches[0][0])
        at = matches[0].end() if matches else at + 1
    return found


def _read(text: str, letters: list[str], alive: list[str]) -> None:
    at = 0
    while at < len(text):
        if at == 0 or text[at - 1] == "\n":
            line = _LINE.match(text, at)
            if line is not None:
                alive.append(f"line {line[1].strip().rstrip('0123456789.') or '1.'}")
                at = line.end()
                continue
        if text[at] == "\\" and re.match(r"[^0-9A-Za-z\s]", text[at + 1 : at + 2]):
            letters.append(text[at + 1])
            at += 2
            continue
        at = _inline(text, at, letters, alive)


def _inline(text: str, at: int, letters: list[str], alive: list[str]) -> int:
    """Read what begins here; return where it ends."""
    for kind, pattern in _ALIVE.items():
        found = pattern.match(text, at)
        if found is not None:
            alive.append(kind)
            letters.append(found[0])
            return found.end()
    for kind, pattern in _PAIRS.items():
        found = pattern.match(text, at)
        if found is not None:
            alive.append(kind)
            _read(f"\u200b{next(part for part in found.groups() if part)}", letters, alive)
            return found.end()
    letter = text[at]
    if letter not in (OUR_BREAK, "\n") and category(letter).startswith("C"):
        alive.append(f"hidden {ord(letter):x}")
    elif letter != OUR_BREAK:
        letters.append(letter)
    return at + 1


def raw_signs(text: str) -> Sequence[str]:
    """Return what Discord's servers find in a text without reading its Markdown: whom to call, what to preview."""
    outside = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    return re.findall(r"@everyone|@here|<@[!&]?\d{15,20}>|https?://|discord(?:app)?\.(?:gg|com/invite)/\w", outside)
