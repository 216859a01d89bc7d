"""Text of news: common news here, all others by the game.

A piece of news never changes once it is saved, because proofs compare saved records. So its text is generated when it
is read. The news itself says whether it deserves a message or a log line (`makes_post`, `verdict`, `is_record_only`).
News that results from the news before it says so (`is_consequence`), and a returning player reads such a sequence as a
whole.
"""

from __future__ import annotations

from typing import Any

from bot.engine.addressing import address
from bot.engine.game import Game
from bot.engine.pages import mark
from bot.engine.records import News, Seat
from bot.engine.table import (
    AnswerSealed,
    AnswerTakenBack,
    BotsCharacter,
    ChanceAdded,
    ChanceRenewed,
    Conceded,
    EasyBots,
    LeftStanding,
    SaltShown,
    SeatsGiven,
    SeedCommitted,
    SeedShown,
    StrongBots,
    TableNews,
)
from bot.engine.words import format_seats


def format_news(game: Game[Any, Any], news: News, seat: Seat | None) -> str:
    """Return the text of a piece of news that a seat heard (None: a spectator), in the third person.

    Seats in it are marks, including the seat itself.
    """
    return address(_say(game, news, seat), None)


def format_news_for(game: Game[Any, Any], news: News, seat: Seat | None) -> str:
    """Return the text of a piece of news as a seat reads it: it addresses the seat, and other seats are marks."""
    is_about_bot = isinstance(news, BotsCharacter)  # a person may have the bot's seat by now, and is not meant
    return address(_say(game, news, seat), None if is_about_bot else seat)


def format_both_for(game: Game[Any, Any], first: News, then: News, seat: Seat | None) -> str:
    """Return the joint text of two pieces of news as a seat reads it; empty if the game has none for them."""
    return "" if game.wording.together is None else address(game.wording.together(first, then), seat)


def format_table_news(news: TableNews) -> str:
    """Return the text of news common to all games, in the third person; seats in it are marks."""
    return address(_say_table_news(news), None)


def _say(game: Game[Any, Any], news: News, seat: Seat | None) -> str:
    return _say_table_news(news) if isinstance(news, TableNews) else game.say(news, seat)


def _say_table_news(news: TableNews) -> str:
    """Return the text of news common to all games, with pairs for both persons."""
    match news:
        case AnswerSealed():
            return f"{mark(news.seat)} <has|have> sealed an answer (no. {news.number}, digest {news.digest[:12]}…)."
        case AnswerTakenBack():
            return f"{mark(news.seat)} <has|have> taken a sealed answer back."
        case SeedCommitted():
            return f"The deal is fixed: SHA-256 of the secret seed is {news.digest}."
        case ChanceAdded() | SeatsGiven() | EasyBots() | StrongBots() | BotsCharacter():
            return _format_opening_news(news)
        case ChanceRenewed():
            return (
                "The bot's operator has restored a backup, so something fresh was mixed into the chance: nobody knows "
                f"what will be drawn from now on. Its SHA-256 digest is {news.digest}; it is shown at the end."
            )
        case SaltShown():
            return f"When a backup was restored, {news.salt} was mixed into the chance."
        case SeedShown():
            return f"The seed was {news.seed}. With it, everybody can check the deals and the sealed answers."
        case Conceded():
            return f"{mark(news.seat)} <concedes|concede>; the seat's remaining decisions take their defaults."
        case LeftStanding():
            return _format_left_standing(news)


def _format_left_standing(news: LeftStanding) -> str:
    """Return the text that names the winners after all others have conceded."""
    if not news.winners:
        return "Everybody has conceded, so nobody wins."
    return (
        f"All others have conceded: {format_seats(news.winners)} {'<wins|win>' if len(news.winners) == 1 else 'win'}."
    )


def _format_opening_news(news: ChanceAdded | SeatsGiven | EasyBots | StrongBots | BotsCharacter) -> str:
    """Return the text of news before the deal; players can check their own added texts in it."""
    if isinstance(news, SeatsGiven):
        return "The league gave the seats: by its draw, or by lot if the table is anonymous."
    if isinstance(news, EasyBots):
        return (
            f"{format_seats(news.seats)} "
            f"{'<plays|play>' if len(news.seats) == 1 else 'play'} easily, as the table has chosen."
        )
    if isinstance(news, StrongBots):
        return (
            f"{format_seats(news.seats)} "
            f"{'<thinks|think>' if len(news.seats) == 1 else 'think'} long, as the table has chosen."
        )
    if isinstance(news, BotsCharacter):
        return f"{mark(news.seat)} {news.does}."
    pieces = [
        f"{mark(seat)} {f'added `{words}`' if words else 'added nothing'}"
        for seat, words in enumerate(news.added, 1)
        if words is not None
    ]
    return f"The deal and the order of the seats also come from what the people added. {'; '.join(pieces)}."
