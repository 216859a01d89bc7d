"""An entrant's own panels in a season: standing, tables and leaving."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.words import format_ordinal
from bot.host.leagues.player_tables import OwnTable
from bot.host.leagues.season_log import KnownSeason
from bot.host.table import deadlines
from bot.leagues.games import get_bye_points
from bot.leagues.ranking_criteria import explain_tie_breaks
from bot.leagues.reachable_places import PlaceRange
from bot.leagues.rounds import format_title
from bot.leagues.season_records import Entrant
from bot.leagues.standings import Standing as Standing
from bot.leagues.standings import compute_standings
from bot.leagues.table_opening import list_waiting
from bot.ui.screens.leagues import availability, ladders, seat_offers
from bot.ui.screens.leagues import league_formats as wording
from bot.ui.screens.leagues.league_games import format_table_game
from bot.ui.screens.leagues.league_teams import build_team_button, describe_own_team
from bot.ui.screens.leagues.season import (
    RULES_LINE,
    format_points,
    format_ranking_value,
    format_season_name,
    list_lookups,
)
from bot.ui.screens.leagues.season_more import build_season_menu
from bot.ui.screens.parts import BLUE, build_channel_url, describe_league_table, list_note_blocks
from bot.ui.screens.screen import OPTIONS_IN_SELECT, Block, Button, Menu, MenuLine, Row, Screen, build_button_rows
from storage.interface.leagues import LeagueGame, WantedGame

BARRED = (
    "You have as many warnings as the rules allow, so you get no more tables this season. **/league log** says why. "
    "You begin the next season with one warning."
)
WARNED = (
    "You bring a warning from an earlier season; only you see this. With one more you get no more tables this season. "
    "If you get none, it is gone afterwards."
)
WARNED_NEXT = "Because of your warnings, you begin the next season with one. Only you see this."
PAGE_ELSEWHERE = (
    " You have a page of your own on the web in this league; **/league me** with a season in which you took part takes "
    "it away."
)
PUT_OUT = "A steward has put you out of this {}. **/league log** says why."


def render_place(
    known: KnownSeason,
    number: int,
    tables: Sequence[OwnTable],
    reach: PlaceRange | None,
    note: str = "",
    wish: WantedGame | None = None,
    *,
    paused: bool = False,
) -> Screen:
    """Return an entrant's own panel, the next table first; in a ladder, `wish` is their request for games.

    `paused` says whether that request is paused.
    """
    season_id, entrant = known.row.season_id, known.season.entrants[number]
    skipped = availability.describe_skipped(known, number)
    blocks: list[Block] = [*list_note_blocks(note), f"### {format_season_name(known)}: your place"]
    gone = entrant.status != "plays"
    if gone:
        blocks.append(
            f"You have left this {_get_competition_word(known)}."
            if entrant.status == "withdrawn"
            else PUT_OUT.format(_get_competition_word(known))
        )
    blocks += ladders.build_game_request(known, number, wish, paused=paused)
    blocks += _describe_bar(known, number)
    blocks += seat_offers.build_open_offer(known, number)
    if entrant.division is not None:
        ordered = sorted(tables, key=_rank_table)
        lines = [*(describe_own_table(known, number, mine) for mine in ordered), *describe_bye(known, number)]
        blocks.append("\n".join([*lines, *([f"- {skipped}"] if skipped else [])]))
        if any(mine.is_awaited for mine in tables):
            blocks += build_button_rows(Button(f"lg-here:{season_id}", "I'm here", "primary"))
        blocks.append(describe_place(known, number, entrant.division, reach))
    elif known.row.status == "sign-up" and not gone:
        blocks += [*_describe_sign_up(known, entrant), *([f"{skipped}."] if skipped else [])]
    elif known.row.status == "running" and number in list_waiting(known.season):
        blocks.append(wording.describe_late_wait(known, len(list_waiting(known.season))))
    elif entrant.helper:
        blocks.append(f"You have helped out {wording.format_times(entrant.helped)}. Thank you!")
    blocks.append(describe_own_team(known, number))
    doubtful = tuple(
        MenuLine(str(mine.table.number), f"Table {mine.table.number}") for mine in tables if mine.may_be_doubted
    )
    if doubtful:
        blocks.append(Row((Menu(f"lg-doubt:{season_id}", "Protest against a result …", doubtful[:OPTIONS_IN_SELECT]),)))
    leaves = entrant.status == "plays" and known.row.status != "over" and not entrant.helper
    leave = MenuLine(
        f"lg-leave:{season_id}", f"Leave the {_get_competition_word(known)} …", "Shows first what it costs"
    )
    blocks += build_button_rows(
        *build_team_button(known),
        *availability.build_skip_button(known, number),
        Button(f"lg-wishes:{season_id}", "My settings"),
    )
    blocks.append(
        build_season_menu(
            season_id,
            (
                *list_lookups(known),
                MenuLine("lg-player:0:0:", "My results", "Your tables and rating in this server's leagues"),
                MenuLine(f"lg-rules:{season_id}", *RULES_LINE),
                *([leave] if leaves else []),
            ),
        )
    )
    return Screen(tuple(blocks), colour=BLUE)


def _rank_table(mine: OwnTable) -> int:
    """Return the sort key of a table: tables to act at come first, then those in play, planned and decided."""
    if mine.asked:
        return 0
    if mine.is_awaited:
        return 1
    return {"running": 2, "planned": 3}.get(mine.table.fate, 4)


def _describe_bar(known: KnownSeason, number: int) -> list[str]:
    """Return the note on warnings that keep, kept or may keep an entrant from tables; a ladder says it elsewhere."""
    season, entrant = known.season, known.season.entrants[number]
    if wording.is_ladder(known.plan) or entrant.helper:
        return []
    if known.row.status == "over":
        return [WARNED_NEXT] if entrant.cards >= season.get_rules().cards else []
    if entrant.status != "plays":
        return []
    if season.is_barred(number):
        return [BARRED] if known.row.status == "running" else []
    return [WARNED] if known.entrants[number].warned else []


def _describe_sign_up(known: KnownSeason, entrant: Entrant) -> list[str]:
    if known.plan.format == "ladder":
        return []
    if not entrant.adds:
        return [
            "You are signed up, because you play on. **Join** on the sign-up message adds its number to the chance of "
            "the draw, so that nobody can have known it."
        ]
    return [f"You are signed up.\n-# You added this to the draw: `{entrant.ticket}`"]


def describe_place(known: KnownSeason, number: int, division: int, reach: PlaceRange | None) -> str:
    """Return an entrant's place in a sentence, with the places still reachable if known."""
    rows = compute_standings(known.season, division)
    row = next(one for one in rows if one.number == number)
    where = wording.format_place(known.season, division, row.place, len(rows))
    if row.kind in {"division", "swiss"} and not any(one.counted for one in rows):
        nobody = "nobody has a place before the first result."
        head = format_title(known.season, division)
        return f"{head}: {nobody}" if row.kind == "division" else nobody.capitalize()
    match row.kind:
        case "division":
            words = f"{where} with **{format_points(row.points)}** points."
        case "swiss":
            words = f"{where} with **{format_ranking_value(row)}**, {format_points(row.points)} points so far."
        case "cup":
            words = f"{where}; you came to round {row.reached}."
        case "ladder":
            words = ladders.describe_ladder_place(where, row)
    apart = explain_tie_breaks(rows).get(number)
    if apart:
        words += f" The tie-break with those level with you: {apart}."
    if reach is not None and row.open and known.plan.format != "ladder":
        could = (
            f"{format_ordinal(reach.best)} to {format_ordinal(reach.worst)}"
            if reach.best != reach.worst
            else format_ordinal(reach.best)
        )
        words += f" You can still finish {could}."
    return words


def describe_bye(known: KnownSeason, number: int) -> list[str]:
    """Return the line about a bye in the present round; empty without one."""
    newest = known.season.rounds[-1]
    if known.row.status != "running" or number not in newest.byes:
        return []
    worth = get_bye_points(known.season.get_rules(), newest.number)
    means = "; you go on" if known.plan.format in {"cup", "groups"} else ""
    means = means if worth is None else f"; it gives you {format_points(worth)} points, as for a draw"
    skipped = newest.number in known.season.list_skipped(number)
    what = "you skip it" if skipped else "no game for you"
    return [f"- Round {newest.number}: {what}{means}"]


def describe_own_table(known: KnownSeason, number: int, mine: OwnTable, *, linked: bool = False) -> str:
    """Return the line of one of an entrant's tables: its result or its present state.

    Args:
        known: the season.
        number: the entrant's number.
        mine: the table.
        linked: whether to use links, for readers outside the server, where channel mentions do not work.
    """
    table = mine.table
    game = format_table_game(known, table)
    plain = f"Table {table.number}{game}"
    name = plain if mine.channel_id is None else f"<#{mine.channel_id}>"  # the channel is named after the game
    if linked and mine.channel_id is not None:
        name = f"[Table {table.number}]({build_channel_url(known.league.guild_id, mine.channel_id)}){game}"
    match table.fate:
        case "planned" | "running" if number in table.away:
            return f"- {name}: goes on without you; you finish last"
        case "planned" if mine.game_id is None:
            return f"- {plain}: opens when everyone in it is free for another table"
        case "planned":
            return f"- {name}: waits until everybody has pressed **I'm here**"
        case "running" if mine.asked:
            until = "" if mine.due is None else f", until {_format_moment(mine.due)}"
            return f"- {name}: **your turn**{until}"
        case "running":
            return f"- {name}: being played"
        case "void":
            return f"- {plain}: counts for nothing"
        case _:
            places = known.season.compute_places(table)
            return f"- {name}: {format_ordinal(places[number])} of {len(places)}"


def render_leaving(known: KnownSeason, *, helper: bool) -> Screen:
    """Return the confirmation panel for leaving a season."""
    number = known.row.season_id
    whole = _get_competition_word(known)
    means = f"You can sign up for the next {whole}, but not for this one again."
    if known.row.status == "sign-up":
        means = "Until the draw you can join again."
    if wording.is_ladder(known.plan):
        means = "You no longer wait for a game, and can join again when the next period begins."
    if helper:
        means = "The seats you fill in for become free for someone else. It costs you nothing."
    elif known.row.status == "running":
        means = (
            f"{wording.describe_withdrawal(known.plan)} You cannot come back to this "
            f"{wording.get_span_word(known.plan)}."
        )
    return Screen(
        (
            f"### Leave {known.league.name}?\n{means}",
            *build_button_rows(
                Button(f"lg-left:{number}", "Leave for good", "danger"), Button(f"lg-place:{number}", "Stay")
            ),
        ),
        colour=BLUE,
    )


def _get_competition_word(known: KnownSeason) -> str:
    """Return the word for the competition: season or ladder."""
    return "ladder" if wording.is_ladder(known.plan) else "season"


def render_conceding(known: KnownSeason, number: int, table: LeagueGame, game_id: int) -> Screen | None:
    """Return the confirmation for conceding a league's table; None if it has no extra cost."""
    rules, entrant = known.season.get_rules(), known.season.entrants[number]
    if not rules.is_leaving_absence() or not known.season.tables[table.number].is_open or entrant.status != "plays":
        return None
    brings = known.entrants[number].warned and not entrant.cards
    cards, with_it = entrant.cards + 1 + brings, ", with the one from an earlier season" * brings
    bars = f"With {rules.cards} warnings you get no more tables this {wording.get_span_word(known.plan)}."
    if cards >= rules.cards:
        bars = (
            f"It is your {format_ordinal(cards)} warning{with_it}, so you get no more tables this "
            f"{wording.get_span_word(known.plan)}."
        )
    return Screen(
        (
            f"### Concede table {game_id}?\n{describe_league_table(table)} You finish last there and get a "
            "warning; your "
            f"rating stays as it is. {bars} This cannot be taken back.",
            *build_button_rows(
                Button(f"concede:{game_id}", "Concede for good", "danger"),
                Button(f"act:{game_id}", "Play on", "primary"),
            ),
        ),
        colour=BLUE,
    )


def _format_moment(stored: str) -> str:
    return f"<t:{int(deadlines.parse_time(stored).timestamp())}:R>"
