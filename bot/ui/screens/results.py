"""The finished games of a server, and how one of them ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.game import Game
from bot.engine.words import listed
from bot.host.play import timekeeping
from bot.host.table.running import RunningGame
from bot.ui.screens.names import as_markdown, as_plain
from bot.ui.screens.parts import GREY, turns
from bot.ui.screens.public import final
from bot.ui.screens.screen import Button, Entry, Menu, Row, Screen, buttons, short
from storage.interface import Placed, Result

LONGEST_LINE = 300
LONGEST_NAME = 24


def results(games: Mapping[str, Game[Any, Any]], found: Sequence[Result], total: int, page: int, pages: int) -> Screen:
    """Return a page of a server's finished games, with the way to each.

    Args:
        games: the games on offer, by key.
        found: those on this page, the newest first.
        total: how many there are on all pages.
        page: which page this is, from 0.
        pages: how many there are.
    """
    if not found:
        return Screen(("No game has been finished in this server yet. **/game list** shows its tables.",), colour=GREY)
    lines = [_line(_title(games, result), result) for result in found]
    entries = tuple(
        Entry(str(result.game_id), f"Table {result.game_id} · {_title(games, result)}", _won(result, plain=True))
        for result in found
    )
    return Screen(
        (
            f"### {total} finished {'game' if total == 1 else 'games'}, page {page + 1} of {pages}, newest first",
            "\n".join(lines),
            Row((Menu(f"result:{page}", "Result and log of one of them", entries),)),
            *turns("results", page, pages),
        ),
        colour=GREY,
    )


def result(running: RunningGame, page: int) -> Screen:
    """Return how a game ended, and the way back to that page of the list."""
    return final(running, ()).with_blocks(*buttons(Button(f"results:{page}", "Finished games")))


def _title(games: Mapping[str, Game[Any, Any]], result: Result) -> str:
    return games[result.title].title if result.title in games else result.title


def _line(title: str, result: Result) -> str:
    day = int(timekeeping.moment(result.finished_at).timestamp())
    others = [_name(player) for player in result.players if player.place > 1]
    against = f" before {listed(others)}" if others else ""
    return short(f"- **{result.game_id}** · {title} · <t:{day}:d> · {_won(result)}{against}", LONGEST_LINE)


def _won(result: Result, *, plain: bool = False) -> str:
    names = [_plain_name(player) if plain else f"**{_name(player)}**" for player in result.players if player.place == 1]
    return f"{listed(names, 'nobody')} {'shared the victory' if len(names) > 1 else 'won'}"


def _name(player: Placed) -> str:
    return as_markdown(short(_plain_name(player), LONGEST_NAME))


def _plain_name(player: Placed) -> str:
    return as_plain(player.name) or "somebody"
