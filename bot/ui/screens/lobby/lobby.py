"""Screens of a lobby, a table before its game starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bot.engine.game import AnyGame, Game
from bot.engine.lengths import ALONE, Length
from bot.engine.options import Options, get_explanations, has_slow_form, list_offered_values, with_value
from bot.engine.words import format_count, format_list
from bot.host.lobby.bots import get_strength
from bot.host.lobby.settings import get_default_settings
from bot.host.play.thinking import LATE_SECONDS
from bot.host.table import deadlines
from bot.host.table.deadlines import TableSettings
from bot.host.table.open_table import OpenTable
from bot.ui.screens.controls import MAX_LABEL_CHARS
from bot.ui.screens.lobby.lessons import OFFER
from bot.ui.screens.names import escape_markdown, format_table
from bot.ui.screens.parts import (
    BLUE,
    GREEN,
    GREY,
    describe_choice,
    describe_league_table,
    describe_lost_channel,
    describe_options,
    describe_table_settings,
    format_option_value,
    list_note_blocks,
)
from bot.ui.screens.screen import Button, Row, Screen, build_button_rows, truncate
from bot.ui.screens.table.word_limits import count_words
from storage.interface.games import GameRow, SeatRow
from storage.interface.leagues import LeagueGame

MAX_WORDS, MIN_TERM_WORDS, REST_WORDS = 60, 12, 3
"""Words of a lobby's message, of its terms in any case, and of the note on those that have no room."""
MORE = "lobbymore"
"""The verb of the button that opens the private panel with everything that can be looked up about a lobby."""
TOLD_OTHERWISE = ("Pace", "Undo", "Bots answer", "News in the channel")
"""Titles of settings that are told in other words, or that matter to few."""
HIDDEN_SEAT = "Nobody reads that you play until the game is over; I write to you by direct message."
"""Notice on joining an anonymous table."""
UNREVEALED_SEAT = "Nobody else will ever read that you played; I write to you by direct message."
"""The same at a table that never reveals its players."""
LOTS_AT_START = "Anonymous: lots give you your seats when the game begins, and nobody else reads yours before the end."
"""Note on an anonymous table of a league, whose players everybody knows."""
IN_LOBBY = "lobby"
"""Ends the id of a button to the rules that lead back to a lobby's panel."""


def render_lobby(table: OpenTable) -> Screen:
    """Return the message of a table that waits for players.

    What is looked up stands in a private panel: a menu here would keep each person's choice, and send nothing if they
    choose the same line again.
    """
    if table.league is not None:
        return _render_league_lobby(table)
    row = table.row
    number = row.game_id
    starts, wait = Button(f"start:{number}", "Start", "primary", disabled=not table.can_start), ""
    if row.confirm_until is not None:
        wait = (
            f"The game starts once everyone has pressed **I'm here**. {_describe_late_players(row, row.confirm_until)}"
        )
        starts = Button(f"here:{number}", "I'm here", "primary")
    opened = f"Opened by <@{row.opened_by}>. " if row.opened_by else ""  # 0: they were erased
    above = [
        f"### {table.game.title} · {format_table(row)}\n{table.game.tagline}",
        _list_seats(table),
        _describe_reserve(table),
    ]
    agreed = f"-# {opened}By joining you agree to this."
    room = MAX_WORDS - sum(map(count_words, (*above, agreed, wait)))
    return Screen(
        (
            *above,
            f"-# {' · '.join(_fit_terms(list_terms(table), max(MIN_TERM_WORDS, room)))}\n{agreed}",
            wait,
            *build_button_rows(
                Button(f"join:{number}", "Join the waiting list" if table.full else "Join", "success"),
                Button(f"leave:{number}", "Leave"),
                starts,
                Button(f"{MORE}:{number}", "More…"),
            ),
        ),
        colour=BLUE,
    )


def _describe_reserve(table: OpenTable) -> str:
    """Return the waiting list in a line; an empty string without one."""
    if not table.reserve:
        return ""
    names = ", ".join(map(format_guest, table.reserve))
    return f"Waiting list: {len(table.reserve) if table.settings.anonymous else names}"


def _list_seats(table: OpenTable) -> str:
    """Return who sits on each seat, in one line."""
    marks = {seat_row.seat for seat_row in table.seats if table.league is not None and seat_row.here_at}
    if table.league is not None and table.settings.anonymous:  # their order is not that of the seats
        return " · ".join(f"{format_guest(one)}{' ✅' if one.seat in marks else ''}" for one in table.players)
    return " · ".join(
        f"{number}. {_describe_seat(table, number)}{' ✅' if number in marks else ''}"
        for number in range(1, table.row.seats_wanted + 1)
    )


def list_terms(table: OpenTable) -> list[str]:
    """Return the terms of a table in short: pace, duration, undo, the game's form, unusual settings."""
    pace = describe_choice(table.settings, "pace")
    terms = [pace if table.settings.allowed is None else f"{pace} an answer"]
    if table.game.length is not None:
        terms.append(format_days(_estimate_days(table, table.game.length, table.options, table.settings)))
    undo = describe_choice(table.settings, "undo")
    terms.append("undo of your own move alone" if undo == "own moves" else f"undo {undo}")
    if table.league is not None:
        return terms
    usual = [
        *describe_options(type(table.options)()),
        *describe_options(get_default_settings(table.row.seats_wanted)),
    ]
    forms = [type(table.options).model_fields[name].title for name in list_slow_forms(table)]
    chosen = [*describe_options(table.settings), *describe_options(table.options)]
    told = [one for one in chosen if one[0] in forms or (one not in usual and one[0] not in TOLD_OTHERWISE)]
    return [*terms, *(_format_term(*one) for one in told)]


def _fit_terms(terms: Sequence[str], words: int) -> list[str]:
    """Return the first terms of which there is room for the words, and how many more there are."""
    if sum(map(count_words, terms)) <= words:
        return list(terms)
    shown: list[str] = []
    for term in terms:
        if sum(map(count_words, (*shown, term))) > words - REST_WORDS:
            break
        shown.append(term)
    return [*shown, f"{len(terms) - len(shown)} more: **More…**"]


def _format_term(title: str, value: str) -> str:
    if value in ("yes", "no"):
        return title if value == "yes" else f"no {title[:1].lower()}{title[1:]}"
    return f"{title}: {value}"


def render_lobby_details(table: OpenTable, *, is_own: bool, note: str = "") -> Screen:
    """Return the private panel with everything that can be looked up about a lobby.

    Args:
        table: the table.
        is_own: whether the reader may change its options.
        note: a sentence shown first.
    """
    number = table.row.game_id
    usual = describe_options(type(table.options)())
    chosen = [f"{title}: {value}" for title, value in describe_options(table.options) if (title, value) not in usual]
    ways = [Button(f"options:{number}", "Options and bots", "primary")] if is_own else []
    agreed = "" if table.league is not None else " (by joining you agree)"
    return Screen(
        (
            *list_note_blocks(note),
            f"### {table.game.title} · {format_table(table.row)}",
            "**Variants**: " + ("; ".join(chosen) if chosen else "the basic game"),
            f"**Table settings**{agreed}: " + "; ".join(describe_table_settings(table.settings)),
            describe_duration(table),
            f"Once you have a seat, I send {_describe_delivery(table.game)} by **direct message**. "
            f"**{_build_delivery_button(table.game).label}** lets you choose a private thread, or only here.",
            *build_button_rows(
                *ways,
                Button(f"rules:{table.game.key}:0:{number}:{IN_LOBBY}", "Rules"),
                *([] if table.game.teaching.lesson is None else [Button(f"learn:{table.game.key}:beside", OFFER)]),
                _build_delivery_button(table.game),
            ),
        ),
        colour=BLUE,
    )


def _describe_delivery(game: AnyGame) -> str:
    return "your hand and what you're asked" if game.deals_hands else "what you're asked"


def _build_delivery_button(game: AnyGame) -> Button:
    """Return the button to choose the private delivery."""
    return Button("hands:0", "How my hand comes" if game.deals_hands else "How I'm asked")


def _render_league_lobby(table: OpenTable) -> Screen:
    """Return the message of a league's table that waits for its players' confirmation."""
    row = table.row
    number = row.game_id
    until = "" if row.confirm_until is None else f" by {_format_moment(row.confirm_until)}"
    drawn = LOTS_AT_START if table.settings.anonymous else "Seats are drawn."
    return Screen(
        (
            f"### {table.game.title} · table {number}\n{describe_league_table(table.league)} {drawn}",
            _list_seats(table),
            f"-# {' · '.join(list_terms(table))}",
            f"The game starts once everyone has pressed **I'm here**, or{until} without those who have not: they "
            "finish last here and get a warning. One press is for all tables of the league that wait for you.",
            *build_button_rows(Button(f"here:{number}", "I'm here", "primary"), Button(f"{MORE}:{number}", "More…")),
        ),
        colour=BLUE,
    )


def describe_duration(table: OpenTable) -> str:
    """Return the expected duration in days, and the option that would shorten it most; empty if unknown."""
    length = table.game.length
    if length is None:
        return ""
    days = _estimate_days(table, length, table.options, table.settings)
    strong = any(seat_row.user_id is None and get_strength(seat_row) == "strong" for seat_row in table.players)
    words = f"**How long**: {format_expected_time(days, table.settings, strong=strong)}."
    if forms := list_slow_forms(table):
        titles = {name: type(table.options).model_fields[name].title for name in forms}
        told = [
            f"**{titles[name]}: {describe_choice(table.options, name)}**\n{describe_values(table, table.options, name)}"
            for name in forms
        ]
        return "\n".join([words, *told])
    best = length.find_shortcut(days, table.options)
    if days < 2:
        return words
    if table.game.play_ahead.turns is not None and table.game.play_ahead.turns.known_by_then:
        words += " It is over sooner if you prepare your next turns."
    if best is None:
        return words
    title = type(table.options).model_fields[best.option].title
    return f'{words} With {title} "{best.value}": {format_days(best.days)}.'


def _estimate_days(table: OpenTable, length: Length, options: Options, settings: TableSettings) -> float:
    """Return the expected duration in days with these options and settings."""
    return length.estimate_days(table.row.seats_wanted, _count_people(table), options, settings.hours_allowed)


def _count_people(table: OpenTable) -> int:
    """Return the number of human players, if humans take the free seats."""
    return max(1, table.row.seats_wanted - sum(seat_row.user_id is None for seat_row in table.players))


def describe_duration_with(table: OpenTable, name: str, value: object) -> str:
    """Return the expected duration with another value; empty if it was not measured or is not allowed."""
    length = table.game.length
    measured = length is not None and (name in length.options or (name == "pace" and bool(length.paces)))
    if length is None or not measured or _count_people(table) == 1:
        return ""
    options = with_value(table.options, name, value) if name in length.options else table.options
    settings = with_value(table.settings, name, value) if name not in length.options else table.settings
    return "" if options is None or settings is None else format_days(_estimate_days(table, length, options, settings))


def format_expected_time(days: float, settings: TableSettings, *, strong: bool = False) -> str:
    """Return the expected duration and its assumptions."""
    soon = "once they have thought" if strong else "after a moment" if settings.bots == "after a moment" else "at once"
    if days <= ALONE:
        return f"bots answer {soon}, so it takes {format_days(days)}"
    return f"{format_days(days)}, if everyone answers within about two hours"


def format_days(days: float) -> str:
    """Return a duration in words."""
    if days <= ALONE:
        return "about an evening"
    if days < 1:
        return "less than a day"
    return f"about {format_count(round(days), 'day')}"


def render_seed_digest(number: int, digest: str) -> Screen:
    """Return the message that publishes the digest of a table's secret seed before anybody joins."""
    return Screen(
        (
            f"-# Table {number}'s deal, sealed by SHA-256: `{digest}`",
            *build_button_rows(Button(f"sealed:{number}", "What is that?")),
        ),
        colour=GREY,
    )


def render_digest_help(number: int) -> Screen:
    """Return the explanation of the digest."""
    return Screen(
        (
            f"### Nobody chooses the deal of table {number}\n"
            "Before anybody joined, I drew a secret seed. What you see there is its SHA-256 digest, in a message that "
            "I never edit. The deal and the seats come from the seed together with what you add: the number of the "
            "press by which you join, say **I'm here** or start, or a word of your own with **/game join**. So neither "
            "I nor whoever adds last can choose them. At the end I show the seed, and **/record verify** plays the "
            "game again from it.",
        ),
        colour=GREY,
    )


def _describe_contribution(table: OpenTable, user_id: int) -> str:
    """Return a player's contribution to the shuffle, for comparison with the log."""
    added = next((seat_row.added for seat_row in table.seats if seat_row.user_id == user_id), "")
    return f"You add `{added}` to the shuffle, so nobody can choose the deal." if added else ""


def render_presence_call(table: OpenTable, now: datetime) -> Screen:
    """Return the message that asks players to confirm their presence."""
    row = table.row
    ids = [seat_row.user_id for seat_row in table.list_awaited(now) if seat_row.user_id is not None]
    if table.hides_players:  # it goes to each of them by direct message
        ids = []
    called = "".join(f"<@{user_id}> " for user_id in ids)
    otherwise = "your seat goes to someone else" if table.league is None else "the game begins without you"
    until = "" if row.confirm_until is None else f" by {_format_moment(row.confirm_until)}, or {otherwise}"
    return Screen(
        (
            f"{called}{table.game.title} is about to start at table "
            f"{row.game_id}. Are you still in? Press **I'm here**{until}. Table settings: "
            f"{'; '.join(describe_table_settings(table.settings))}.",
            Row(
                (
                    Button(f"here:{row.game_id}", "I'm here", "primary"),
                    *([Button(f"leave:{row.game_id}", "Leave")] if table.league is None else []),
                )
            ),
        ),
        mentions=tuple(ids),
        colour=GREEN,
    )


def render_invitation(table: OpenTable, host: int, guests: Sequence[int], link: str | None) -> Screen:
    """Return the message that invites people to a lobby.

    Args:
        table: the table.
        host: user id of the inviting player.
        guests: user ids of the invited people.
        link: URL of the table's message.
    """
    number = table.row.game_id
    called = " ".join(f"<@{user_id}>" for user_id in guests)
    called_table = format_table(table.row)
    where = f"[{called_table}]({link})" if link else called_table
    return Screen(
        (
            f"{called} <@{host}> invites you to {table.game.title} at {where}.",
            *build_button_rows(
                Button(f"join:{number}", "Join the waiting list" if table.full else "Join", "success"),
                Button(f"rules:{table.game.key}:0", "Rules"),
            ),
        ),
        mentions=tuple(guests),
        colour=GREEN,
    )


def render_invitation_choice(games: Mapping[str, Game[Any, Any]], rows: Sequence[GameRow], guest: int) -> Screen:
    """Return the buttons to choose the open table of an invitation; at most one row."""
    buttons = (
        Button(
            f"inviteto:{row.game_id}:{guest}",
            truncate(f"Table {row.game_id} · {row.name or _get_game_title(games, row.title)}", MAX_LABEL_CHARS),
        )
        for row in rows
    )
    return Screen((f"To which table do you invite <@{guest}>?", *build_button_rows(*buttons)), colour=GREY)


def describe_confirmation(table: OpenTable, user_id: int, now: datetime) -> str:
    """Return the answer to a confirmation or a start, while the table waits for others."""
    names = [format_guest(seat_row) for seat_row in table.list_awaited(now)]
    if names and table.hides_players:
        names = [format_count(len(names), "player")]
    done = "I've asked everyone to confirm they're still here."
    if table.has(user_id):
        here = "Thanks, you're in." if table.league is None else describe_league_presence(table.league)
        done = f"{here} {_describe_contribution(table, user_id)}".strip()
    if not names or table.row.confirm_until is None:
        return done
    have = "has" if len(table.list_awaited(now)) == 1 else "have"
    late = _describe_late_players(table.row, table.row.confirm_until)
    if table.league is not None:
        late = f"Else it begins without them by {_format_moment(table.row.confirm_until)}."
    return (
        f"{done} The game begins by itself as soon as {format_list(names, 'nobody')} {have} pressed **I'm "
        f"here**. {late}"
    )


def describe_league_presence(league: LeagueGame) -> str:
    """Return the answer to a confirmation at a league's table."""
    return f"Noted: you are here, at all tables of **{escape_markdown(league.league)}** that wait for you."


def _describe_late_players(row: GameRow, until: str) -> str:
    """Return the consequence of a missing confirmation."""
    if row.lost is not None:
        return "Nobody loses a seat while I can't post there."
    return f"Anyone who has not by {_format_moment(until)} loses the seat."


def describe_joining(table: OpenTable, user_id: int) -> str:
    """Return the answer to joining."""
    number, rest = table.row.game_id, table.row.seats_wanted - len(table.seats)
    if any(seat_row.user_id == user_id for seat_row in table.reserve):
        return f"All seats of table {number} are taken. You're on the waiting list and get the first free seat."
    more = "The table is full." if rest <= 0 else f"{rest} more can join."
    hidden = f"{UNREVEALED_SEAT if table.settings.unrevealed else HIDDEN_SEAT} " if table.settings.anonymous else ""
    return (
        f"You sit at table {number}: {table.game.title}. {more} {hidden}{_describe_contribution(table, user_id)}"
    ).strip()


def describe_thinking_time() -> str:
    """Return the thinking time of strong bots."""
    return f"some seconds, {LATE_SECONDS:.0f} at most"


def list_slow_forms(table: OpenTable) -> list[str]:
    """Return the options whose default differs between slow and fast tables."""
    return [name for name, field in type(table.options).model_fields.items() if has_slow_form(field)]


def describe_values(table: OpenTable, chosen: Options, name: str) -> str:
    """Return the explanation of each value of an option, with the expected duration."""
    field = type(chosen).model_fields[name]
    lines, means = [], get_explanations(field)
    for value in list_offered_values(field, getattr(chosen, name)):
        words = means.get(str(value), "")
        days = describe_duration_with(table, name, value)
        if words or days:
            told = f"{words} {days[:1].upper()}{days[1:]}." if words and days else words or f"{days}."
            lines.append(f"- **{format_option_value(value)}**: {told}")
    return "\n".join(lines)


def render_tables(games: Mapping[str, Game[Any, Any]], rows: Sequence[GameRow]) -> Screen:
    """Return the list of a server's tables."""
    if not rows:
        return Screen(("This server has no tables yet. **/game new** opens one.",), colour=GREY)
    lines = [
        f"- **{row.game_id}** · {_get_game_title(games, row.title)}{_format_own_name(row)} · {row.status} · "
        f"<#{row.channel_id}>{describe_lost_channel(row)}"
        for row in rows[:40]
    ]
    return Screen(("### Tables of this server\n" + "\n".join(lines),), colour=GREY)


def _format_own_name(row: GameRow) -> str:
    return f" · {escape_markdown(row.name)}" if row.name else ""


def _get_game_title(games: Mapping[str, Game[Any, Any]], key: str) -> str:
    return games[key].title if key in games else f"{key}, a game that is not here now"


def render_closed_lobby(title: str, row: GameRow, why: str) -> Screen:
    """Return the remaining message of a closed table."""
    return Screen((f"## {title} · {format_table(row)}\n{why} **/game new** opens another.",), colour=GREY)


def _format_moment(stored: str) -> str:
    at = int(deadlines.parse_time(stored).timestamp())
    return f"<t:{at}:f> (<t:{at}:R>)"


def _describe_seat(table: OpenTable, number: int) -> str:
    if number > len(table.seats):
        return "*free*"
    return format_guest(table.seats[number - 1])


def format_guest(seat_row: SeatRow) -> str:
    """Return the mention of a person at a lobby, or the name of a bot; at an anonymous table no person is named."""
    if seat_row.real_name is not None:
        return "*taken*"
    return escape_markdown(seat_row.name) if seat_row.user_id is None else f"<@{seat_row.user_id}>"
