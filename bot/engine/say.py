"""How the news that every game may tell reads."""

from __future__ import annotations

from bot.engine.pages import who
from bot.engine.table import AnswerSealed, AnswerTakenBack, Conceded, SeedCommitted, SeedShown, TableNews


def say(news: TableNews) -> str:
    """Return the news as a sentence."""
    match news:
        case AnswerSealed():
            return f"{who(news.seat)} has sealed an answer (no. {news.number}, digest {news.digest[:12]}…)."
        case AnswerTakenBack():
            return f"{who(news.seat)} has taken a sealed answer back."
        case SeedCommitted():
            return f"The deal is fixed: SHA-256 of the secret seed is {news.digest}."
        case SeedShown():
            return f"The seed was {news.seed}. With it, everybody can check the deals and the sealed answers."
        case Conceded():
            return f"{who(news.seat)} concedes; the seat's remaining decisions take their defaults."
