"""A server's finished games, their results, and a player's own statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.game import Game
from bot.engine.records import Seat
from bot.engine.words import format_count, format_list, format_ordinal
from bot.host.sanitize import disambiguate
from bot.host.table import deadlines
from bot.host.table.audience_view import AudienceView
from bot.ui.screens.names import escape_markdown, sanitize_plain
from bot.ui.screens.parts import GREY, build_page_buttons
from bot.ui.screens.screen import Button, Menu, MenuLine, Row, Screen, build_button_rows, truncate
from bot.ui.screens.table.table_message import render_result_message
from storage.interface.past_games import Result, SeatResult

GAMES_IN_PAGE = 10
"""Finished games on one page; their players' names take room."""
MAX_OPPONENTS = 8
"""Maximum number of opponents in one list."""
MAX_LINE_CHARS = 300
MAX_NAME_CHARS = 40
"""Maximum characters: Discord's limit for a name, plus the number that tells it apart."""


def render_results(
    games: Mapping[str, Game[Any, Any]], found: Sequence[Result], total: int, page: int, pages: int
) -> Screen:
    """Return a page of a server's finished games, with a menu to open them.

    Args:
        games: the games on offer, by key.
        found: the results on this page, the newest first.
        total: number of results on all pages.
        page: the page's index, from 0.
        pages: number of pages.
    """
    if not found:
        return Screen(("No finished games in this server yet. **/game list** shows its tables.",), colour=GREY)
    found = [_disambiguate_names(result) for result in found]
    lines = [_format_line(_get_game_title(games, result), result) for result in found]
    return Screen(
        (
            f"### {total} finished {'game' if total == 1 else 'games'}, page {page + 1} of {pages}, newest first",
            "\n".join(lines),
            _build_result_menu(games, found, page),
            *build_page_buttons("results", page, pages),
        ),
        colour=GREY,
    )


def render_result(seen: AudienceView, back: Button, left: Mapping[Seat, str]) -> Screen:
    """Return a game's result with a button back to its list; for `left` see `render_result_message`."""
    return render_result_message(seen, (), left=left).with_blocks(*build_button_rows(back))


@dataclass(frozen=True)
class ResultFilter:
    """A filter for a player's own games."""

    user_id: int
    """The player."""
    key: str = ""
    """Key of a single game; empty: all games."""
    opponent: int = 0
    """User id of a single opponent; 0: any."""

    def filter_results(self, found: Sequence[Result]) -> Sequence[Result]:
        """Return the results that match the filter."""
        return [
            result
            for result in found
            if self.key in ("", result.title) and (not self.opponent or self.opponent in self._list_opponents(result))
        ]

    def _list_opponents(self, result: Result) -> set[int | None]:
        return {player.user_id for player in result.players} - {self.user_id}

    def build_control_id(self, verb: str, page: int) -> str:
        """Return the id of a control that leads to a page of this filter."""
        return f"{verb}:{page}:{self.key}:{self.opponent}"


def render_own_results(
    games: Mapping[str, Game[Any, Any]], found: Sequence[Result], wanted: ResultFilter, page: int
) -> Screen:
    """Return a player's statistics by game and by opponent, and a page of their games, the newest first.

    Args:
        games: the games on offer, by key.
        found: all their finished games, the newest first.
        wanted: the filter.
        page: the page's index, from 0; clamped to the last page.
    """
    shown = wanted.filter_results(found)
    if not shown:
        words = "None of your finished games match." if found else "You haven't finished a game yet."
        return Screen((f"{words} Only games played to the end count.",), colour=GREY)
    pages = -(-len(shown) // GAMES_IN_PAGE)
    page = min(page, pages - 1)
    here = shown[page * GAMES_IN_PAGE :][:GAMES_IN_PAGE]
    turned = f", page {page + 1} of {pages}" if pages > 1 else ""
    entries = tuple(
        MenuLine(
            str(result.game_id),
            f"Table {result.game_id} · {_get_game_title(games, result)}",
            _format_own_place(result, wanted),
        )
        for result in here
    )
    return Screen(
        (
            f"### Your {format_count(len(shown), 'finished game')}{turned}",
            "\n".join(_describe_by_game(games, shown, wanted)),
            *_describe_by_opponent(shown, wanted),
            "**The newest first**\n" + "\n".join(_format_own_line(games, result, wanted) for result in here),
            Row((Menu(wanted.build_control_id("played", page), "Open a result and its replay", entries),)),
            *_build_page_buttons(wanted, page, pages),
        ),
        colour=GREY,
    )


def render_player_results(games: Mapping[str, Game[Any, Any]], found: Sequence[Result], user_id: int) -> Screen:
    """Return another player's statistics by game, and their newest games.

    Args:
        games: the games on offer, by key.
        found: their finished games that the reader can see, the newest first.
        user_id: the player.
    """
    if not found:
        return Screen((f"<@{user_id}> has not finished a game here yet, or none that you can see.",), colour=GREY)
    newest, wanted = found[:GAMES_IN_PAGE], ResultFilter(user_id)
    return Screen(
        (
            f"### {format_count(len(found), 'finished game')} of <@{user_id}> in this server",
            "\n".join(_describe_by_game(games, found, wanted, best="best")),
            "**The newest first**\n" + "\n".join(_format_own_line(games, result, wanted) for result in newest),
            _build_result_menu(games, newest, 0),
        ),
        colour=GREY,
    )


def _build_result_menu(games: Mapping[str, Game[Any, Any]], found: Sequence[Result], page: int) -> Row:
    """Return the menu that opens one of these results, and leads back to a page of the list."""
    entries = tuple(
        MenuLine(
            str(result.game_id),
            f"Table {result.game_id} · {_get_game_title(games, result)}",
            _describe_winners(result, plain=True),
        )
        for result in found
    )
    return Row((Menu(f"result:{page}", "Open a result and its log", entries),))


def _build_page_buttons(wanted: ResultFilter, page: int, pages: int) -> Sequence[Row]:
    ways = ((page - 1, "◀ Back"), (page + 1, "Next ▶"))
    return build_button_rows(
        *(Button(wanted.build_control_id("mine", to), label) for to, label in ways if 0 <= to < pages)
    )


def _find_own_seat(result: Result, wanted: ResultFilter) -> SeatResult:
    return next(player for player in result.players if player.user_id == wanted.user_id)


def _describe_by_game(
    games: Mapping[str, Game[Any, Any]], shown: Sequence[Result], wanted: ResultFilter, best: str = "your best"
) -> list[str]:
    """Return a line for each game: the number of games, the places and the best score."""
    lines = []
    for key in dict.fromkeys(result.title for result in shown):
        results = [result for result in shown if result.title == key]
        own = [_find_own_seat(result, wanted) for result in results]
        times = Counter(player.place for player in own)
        places = ", ".join(f"{format_ordinal(place)} {_format_times(times[place])}" for place in sorted(times))
        scores = [player.score for player in own if player.score is not None]
        top = f"; {best}: {games[key].wording.score(max(scores))}" if scores and key in games else ""
        lines.append(f"- **{_get_game_title(games, results[0])}**, {format_count(len(own), 'game')}: {places}{top}")
    return lines


def _describe_by_opponent(shown: Sequence[Result], wanted: ResultFilter) -> list[str]:
    """Return a block with a line for each opponent, the most frequent first."""
    names: dict[int, str] = {}
    met: Counter[int] = Counter()
    ahead: Counter[int] = Counter()
    level: Counter[int] = Counter()
    for result in shown:
        own = _find_own_seat(result, wanted)
        for player in result.players:
            if player.user_id is None or player.user_id == own.user_id:
                continue
            names.setdefault(player.user_id, player.name)
            met[player.user_id] += 1
            ahead[player.user_id] += own.place < player.place
            level[player.user_id] += own.place == player.place
    apart = disambiguate(dict(enumerate(names.values(), 1)))
    names = {user_id: apart[at] for at, user_id in enumerate(names, 1)}
    if wanted.opponent:
        names = {wanted.opponent: names[wanted.opponent]}
    lines = []
    for user_id, times in sorted(met.items(), key=lambda other: -other[1]):
        if user_id in names:
            same = f", level in {level[user_id]}" if level[user_id] else ""
            behind = times - ahead[user_id] - level[user_id]
            together = f"{format_count(times, 'game')} together"
            name = _shorten_name(names[user_id])
            lines.append(f"- **{name}**: {together}, you ahead in {ahead[user_id]}, behind in {behind}{same}")
    left = len(lines) - MAX_OPPONENTS
    more = [f"- … and {left} more; name one as `player`"] if left > 0 else []
    return ["**With whom**\n" + "\n".join([*lines[:MAX_OPPONENTS], *more])] if lines else []


def _format_own_line(games: Mapping[str, Game[Any, Any]], result: Result, wanted: ResultFilter) -> str:
    day = int(deadlines.parse_time(result.finished_at).timestamp())
    own = _find_own_seat(result, wanted)
    known = own.score is not None and result.title in games
    score = f", {games[result.title].wording.score(own.score or 0)}" if known else ""
    place = _format_own_place(result, wanted)
    return f"- **{result.game_id}** · {_get_game_title(games, result)} · <t:{day}:d> · {place}{score}"


def _format_own_place(result: Result, wanted: ResultFilter) -> str:
    # Behind an opponent without a seat, a solo player is the second of two.
    last = max(len(result.players), *(player.place for player in result.players))
    return f"{format_ordinal(_find_own_seat(result, wanted).place)} of {last}"


def _format_times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _get_game_title(games: Mapping[str, Game[Any, Any]], result: Result) -> str:
    return games[result.title].title if result.title in games else result.title


def _format_line(title: str, result: Result) -> str:
    day = int(deadlines.parse_time(result.finished_at).timestamp())
    others = [_format_name(player) for player in result.players if player.place > 1]
    against = f" before {format_list(others)}" if 0 < len(others) < len(result.players) else ""
    return truncate(
        f"- **{result.game_id}** · {title} · <t:{day}:d> · {_describe_winners(result)}{against}", MAX_LINE_CHARS
    )


def _describe_winners(result: Result, *, plain: bool = False) -> str:
    name = _get_plain_name if plain else _format_bold_name
    names = [name(player) for player in result.players if player.place == 1]
    if not names:
        return f"{format_list([name(player) for player in result.players])} lost to the game"
    return f"{format_list(names)} {'shared the victory' if len(names) > 1 else 'won'}"


def _disambiguate_names(result: Result) -> Result:
    """Return a result with unique names, distinct from those of bots and seats."""
    people = {at: one.name for at, one in enumerate(result.players, 1) if one.user_id is not None}
    names = disambiguate(people, [one.name for one in result.players if one.user_id is None])
    players = [replace(one, name=names.get(at, one.name)) for at, one in enumerate(result.players, 1)]
    return replace(result, players=players)


def _format_bold_name(player: SeatResult) -> str:
    return f"**{_format_name(player)}**"


def _format_name(player: SeatResult) -> str:
    return _shorten_name(player.name)


def _shorten_name(name: str) -> str:
    return escape_markdown(truncate(sanitize_plain(name) or "somebody", MAX_NAME_CHARS))


def _get_plain_name(player: SeatResult) -> str:
    return sanitize_plain(player.name) or "somebody"
