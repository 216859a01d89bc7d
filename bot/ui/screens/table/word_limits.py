"""Distribute a limited number of words among the texts of a panel, and shorten the longest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from bot.ui.screens.screen import TextWithButton

MIN_EFFECT_WORDS = 8
"""Least words about the effect of an option; with room for fewer, the lines are left out, and stand behind **Why?**."""


class WordRoom:
    """The words that are left for a panel; each text takes its own, so that those asked for first come first."""

    def __init__(self, words: int) -> None:
        self.left = words

    def _take(self, text: str) -> str:
        self.left -= count_words(text)
        return text

    def give_back(self, texts: Iterable[str]) -> None:
        """Make room again for what these texts took."""
        self.left += sum(map(count_words, texts))

    def cut(self, text: str, most: int | None = None) -> str:
        """Return as much of the text as there is room for, and at most this many words."""
        room = self.left if most is None else min(self.left, most)
        return self._take(text if count_words(text) <= room else cut_words(text, room))

    def keep(self, text: str) -> str:
        """Return the whole text, or nothing if there is no room for it."""
        return self._take(text if count_words(text) <= self.left else "")

    def keep_version(self, versions: Iterable[str], fits: Callable[[str], bool] = bool) -> Sequence[str]:
        """Return the first version for which there is room and that fits, or none."""
        found = next((text for text in versions if count_words(text) <= self.left and fits(text)), "")
        return [self._take(found)] if found else []

    def keep_last(self, lines: Sequence[str]) -> Sequence[str]:
        """Return the last lines for which there is room; a line that says so stands for the others."""
        if sum(map(count_words, lines)) <= self.left:
            return [self._take(line) for line in lines]
        before = self.left - count_words(EARLIER)
        at = len(lines)
        while at and count_words(lines[at - 1]) <= before:
            at -= 1
            before -= count_words(lines[at])
        return [self._take(line) for line in (EARLIER, *lines[at:])] if at < len(lines) else []

    def keep_lines(self, lines: Sequence[str]) -> Sequence[str]:
        """Return the lines about options, their effects shortened alike, or none."""
        return [self._take(line) for line in fit_lines(lines, self.left)]

    def keep_sections(self, sections: Sequence[TextWithButton]) -> Sequence[TextWithButton]:
        """Return the first sections for which there is room."""
        kept: list[TextWithButton] = []
        for section in sections:
            if count_words(section.text) > self.left:
                break
            self._take(section.text)
            kept.append(section)
        return kept

    def keep_sentences(self, text: str, most: int) -> str:
        """Return the first sentences for which there is room, and at most this many words."""
        room, shown = min(self.left, most), ""
        for sentence in text.split(". "):
            longer = f"{shown}. {sentence}" if shown else sentence
            if count_words(longer) > room:
                break
            shown = longer
        return self._take(shown if shown == text or not shown else f"{shown}.")


EARLIER = "-# …"
"""Stands for the lines of a plan that have no room."""


def count_words(text: str) -> int:
    """Return the number of words of a text, as a reader counts them: marks alone are none."""
    return sum(any(sign.isalnum() for sign in word) for word in text.split())


def cut_words(text: str, most: int) -> str:
    """Return the text on one line, cut after this many words; bold type that would be left open goes."""
    words = text.split()
    return " ".join(words) if len(words) <= most else " ".join(words[:most]).replace("**", "").rstrip(",;:") + " …"


SENTENCE_END = re.compile(r"(?<=[.!?])(?<!\bCo\.)(?<!\bSt\.)(?<!\bNo\.)(?<!\bBros\.) +(?=[^a-z ])")
"""Between two sentences; not after the abbreviations that stand in names."""


def split_sentences(piece: str) -> Sequence[str]:
    """Return the sentences of a piece of news on one line; lines without a full stop are one sentence."""
    paragraphs = piece.replace(":\n", ": ").replace(".\n", ".\0").replace("\n", "; ").split("\0")
    return [sentence for paragraph in paragraphs for sentence in SENTENCE_END.split(paragraph)]


def fit_pieces(pieces: Iterable[str], most: int, most_of_any: int) -> Sequence[str]:
    """Return the first pieces of news that fit into as many words; of the last one only the first whole sentences.

    Args:
        pieces: the pieces, the most important first.
        most: the limit of words.
        most_of_any: a piece whose first sentence is longer than this fits nowhere, and gives way to those after it.
    """
    shown: list[str] = []
    for sentences in map(split_sentences, pieces):
        if count_words(sentences[0]) > most_of_any:
            continue
        fitting = [each for at, each in enumerate(sentences) if count_words(" ".join(sentences[: at + 1])) <= most]
        if fitting:
            shown.append(" ".join(fitting))
            most -= count_words(shown[-1])
        if len(fitting) < len(sentences):
            break
    return shown


def fit_lines(lines: Sequence[str], words: int) -> list[str]:
    """Return lines "- **label**: effect" with at most this many words, their effects shortened alike.

    Labels stay whole. There are no lines if too little would be left of the effects.
    """
    if not lines or sum(map(count_words, lines)) <= words:
        return list(lines)
    parts = [line.partition("**: ") for line in lines]
    each = (words - sum(count_words(label) for label, _, _ in parts)) // len(lines)
    if each < MIN_EFFECT_WORDS:
        return []
    return [f"{label}{separator}{cut_words(effect, each)}" for label, separator, effect in parts]
