"""Organisers' panels: the available actions, and previews of the draw and of the season's end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

from bot.engine.game import AnyGame
from bot.engine.words import format_count, format_list, format_ordinal
from bot.host.leagues import calendar
from bot.host.leagues.season_log import KnownSeason
from bot.host.leagues.sign_up import is_closed_to_newcomers
from bot.leagues.by_hand import list_unmet
from bot.leagues.draw import ProposedDraw, collect_tickets
from bot.leagues.groups import format_group, has_knockout
from bot.leagues.rounds import count_undrawn_rounds
from bot.leagues.season import Season
from bot.leagues.season_end import SeasonEnding
from bot.leagues.standings import Standing as Standing
from bot.leagues.standings import compute_standings
from bot.leagues.table_opening import list_waiting
from bot.ui.screens.leagues import entry_conditions, season_dates
from bot.ui.screens.leagues import league_formats as wording
from bot.ui.screens.leagues.league_games import format_games_at_tables
from bot.ui.screens.leagues.league_teams import describe_drawn_teams
from bot.ui.screens.leagues.season import (
    FIRST,
    MAX_DIVISIONS,
    TOLD_APART_ROOM,
    describe_ended_season,
    describe_next_season,
    describe_running_season,
    format_division_heading,
    format_entrant,
    format_season_heading,
    list_standing_lines,
)
from bot.ui.screens.parts import BLUE, list_note_blocks
from bot.ui.screens.screen import Block, Button, Menu, MenuLine, Row, Screen, build_button_rows

OPENS_AFTER = (1, 3, 7, 14, 28)
"""Offered delays in days until the next season opens automatically."""
ELSEWHERE_ROOM = 1000
"""Maximum characters in a draw's preview for entrants placed outside their earned division."""
MAX_NAMED = 8
"""Maximum number of names for each such move."""


def render_management(
    known: KnownSeason, game: AnyGame | None, stewards: Sequence[int], note: str = "", waiting: int = 0
) -> Screen:
    """Return the panel with the organisers' present actions; `waiting` counts the sign-ups to approve."""
    number = known.row.season_id
    is_ladder = wording.is_ladder(known.plan)
    finish, following = "Finish the season …", "Prepare the next season"
    if is_ladder:
        finish, following = "Close the ladder …", "Prepare the next period"
    follows_by_itself = is_ladder and calendar.compute_next_opening(known.season, None) is not None
    ways = {
        "sign-up": [Button(f"lg-draw:{number}", "Draw the season …", "primary")] * (not is_ladder),
        "running": [
            *([Button(f"lg-draw:{number}", "Draw who came late …", "primary")] if can_draw_late(known) else []),
            Button(f"lg-finish:{number}", finish, "primary"),
        ],
        "over": [Button(f"lg-next:{number}", following, "primary")] * (not follows_by_itself),
    }
    if any(one.upheld is None for one in known.season.protests.values()):
        ways["running"].append(Button(f"lg-protests:{number}", "Protests …", "primary"))
        ways["over"].append(Button(f"lg-protests:{number}", "Protests …", "primary"))
    names = format_list((f"<@{user_id}>" for user_id in stewards), "none yet; **/league steward** appoints one")
    state = {
        "draft": "The season is a draft.",
        "sign-up": (
            f"Signed up so far: {len(collect_tickets(known.season))}. A table needs {known.plan.seats}. "
            f"{season_dates.describe_draw_date(known)}"
        ).rstrip()
        + entry_conditions.describe_code(known),
        "running": describe_running_season(known.season)
        + ("" if known.tables else season_dates.describe_start_date(known))
        + ("" if is_closed_to_newcomers(known) else entry_conditions.describe_code(known)),
        "over": "Its sign-up was cancelled."
        if known.season.cancelled
        else describe_ended_season(known) + describe_next_season(known),
    }[known.row.status]
    shown, after = (
        [
            *([Button(f"lg-waiting:{number}", f"Sign-ups to approve ({waiting}) …", "primary")] if waiting else []),
            *ways.get(known.row.status, []),
            Button(f"lg-more:{number}", "More …"),
        ],
        list_next_season_options(known),
    )
    return Screen(
        (
            *list_note_blocks(note),
            format_season_heading(known, game),
            state,
            f"Stewards: {names}",
            *build_button_rows(*shown),
            *([] if is_ladder else [Row((Menu(f"lg-after:{number}", "What comes after this season", after),))]),
        ),
        colour=BLUE,
    )


def list_next_season_options(known: KnownSeason) -> tuple[MenuLine, ...]:
    """Return the menu options for the next season's opening: by hand, or after a number of days."""
    now = known.league.opens_after
    by_hand = MenuLine("0", "Next season: by a steward", chosen=now is None)
    by_itself = (
        MenuLine(str(days), f"Next season: by itself {format_count(days, 'day')} later", chosen=now == days)
        for days in OPENS_AFTER
    )
    return by_hand, *by_itself


def can_draw_late(known: KnownSeason) -> bool:
    """Return whether enough late entrants wait for a division of their own."""
    return known.plan.format == "division" and len(list_waiting(known.season)) >= known.plan.seats


LATER_SIGN_UPS = {
    "division": " Whoever signs up after that gets the seats of somebody who has left, or a division of their own.",
    "swiss": " Whoever signs up after that plays from the next round on. All later rounds are drawn by themselves.",
    "ladder": "",
    "groups": " Nobody can sign up after that. When all groups are decided, the knock-out is drawn by itself.",
    "cup": " Nobody can sign up after that. All later rounds are drawn by themselves.",
}
"""Rules for late entrants, by format."""


def _format_division(known: KnownSeason, division: int) -> str:
    """Return the name of a division or group that is not drawn yet."""
    return format_group(division).replace("g", "G", 1) if known.plan.format == "groups" else f"Division {division}"


def render_draw_preview(known: KnownSeason, proposed: ProposedDraw, warnings: Sequence[str] = ()) -> Screen:
    """Return the preview of a draw, for organisers only.

    It does not show who would play where, because an organiser could then let people join or leave until they like it.
    Nor does it show whose wishes could not be met.
    """
    entry = proposed.entry
    plays_in: dict[int, list[int]] = {}
    for table in entry.tables:
        plays_in.setdefault(table.division, []).append(table.game)
    lines = []
    for at, members in list(entry.divisions.items())[:MAX_DIVISIONS]:
        plays = plays_in.get(at, [])
        head, gives = "**Round 1**", ""
        if known.plan.has_divisions():
            head, gives = (
                f"**{_format_division(known, at)}**",
                f"; {wording.describe_division_meetings(len(members), known.plan)}",
            )
        what = f"{format_count(len(plays), 'table')}{format_games_at_tables(known, plays)}"
        lines.append(f"{head}: {format_count(len(members), 'player')}, {what}{gives}")
    unmet = ""
    if proposed.together:
        wishes = format_count(len(proposed.together), "wish", "wishes")
        unmet = f"⚠️ {wishes} to be kept apart could not be met; with more divisions there would be more room."
    number = known.row.season_id
    return Screen(
        (
            "### The draw, as it would be now\nOnly you see this. A secret fixed when sign-up opened "
            "decides who plays where; nobody learns of it before it is published, not even you.",
            "\n".join(lines),
            describe_drawn_teams(known, proposed),
            _describe_rated_newcomers(known, proposed),
            _describe_moved_entrants(proposed, ELSEWHERE_ROOM),
            unmet,
            _describe_placements(known),
            _describe_pairings(known, proposed),
            *warnings,
            f"When you publish it, all tables open by themselves.{LATER_SIGN_UPS[known.plan.format]}",
            *build_button_rows(
                Button(f"lg-drawn:{number}:{known.row.lines}", "Publish the draw", "success"),
                Button(f"lg-manage:{number}", "Not yet"),
            ),
        ),
        colour=BLUE,
    )


def _describe_placements(known: KnownSeason) -> str:
    """Return the entrants placed by hand, which the log shows, too; empty if there are none."""
    placed = [one for one in known.season.entrants.values() if one.placed is not None]
    if not placed or known.season.rounds:
        return ""
    shown = [f"{format_entrant(known, one.number)} in division {one.placed}" for one in placed[:MAX_NAMED]]
    more = f" and {len(placed) - MAX_NAMED} more" * (len(placed) > MAX_NAMED)
    return f"By a steward's hand, where there is such a division: {format_list(shown)}{more}."


def _describe_pairings(known: KnownSeason, proposed: ProposedDraw) -> str:
    """Return the pairings by hand, by their log lines, and those that the draw cannot follow."""
    lines = sorted({*known.season.kept_apart, *known.season.seated_together})
    if not lines:
        return ""
    unmet = [*list_unmet(known.season, proposed.entry)]
    words = f"Paired by hand, in **/league log**: {_format_lines(lines)}."
    return f"{words} ⚠️ The draw cannot follow {_format_lines(unmet)}." if unmet else words


def _format_lines(lines: Sequence[int]) -> str:
    more = f" and {len(lines) - MAX_NAMED} more" * (len(lines) > MAX_NAMED)
    return f"{'line' if len(lines) == 1 else 'lines'} {format_list(map(str, lines[:MAX_NAMED]))}{more}"


def _describe_rated_newcomers(known: KnownSeason, proposed: ProposedDraw) -> str:
    """Return the number of newcomers placed by rating; empty if ratings are not used."""
    if not known.season.get_rules().seeded:
        return ""
    known_of = proposed.entry.brought
    members = {number for each in proposed.entry.divisions.values() for number in each}
    newcomers = sum(number not in known_of or known_of[number].by_rating for number in members)
    rated = sum(one.by_rating for one in known_of.values())
    return (
        f"Of {format_count(newcomers, 'newcomer')}, {rated} begin where their ratings say; see **How the "
        "league works**."
    )


def _describe_moved_entrants(proposed: ProposedDraw, room: int) -> str:
    """Return the entrants placed outside the division they earned by last season's places, before any draw.

    If the draw decides between equals, it does not show which of them moves.
    """
    groups: dict[tuple[int, int], list[str]] = {}
    for number, division in proposed.elsewhere.items():
        known = proposed.entry.brought[number]
        paused = ", who paused" if known.missed else ""
        where = f"the {format_ordinal(known.place)} of division {known.was}{paused}"
        groups.setdefault((division, known.level or division), []).append(where)
    lines = [
        f"- division {division} instead of {level}: {format_list(who[:MAX_NAMED])}"
        + f" and {len(who) - MAX_NAMED} more" * (len(who) > MAX_NAMED)
        for (division, level), who in sorted(groups.items())[:MAX_DIVISIONS]
    ]
    head = "⚠️ Because of the divisions' sizes, some play in another than they have earned:"
    shown = [line for line, length in zip(lines, accumulate(map(len, lines)), strict=True) if length <= room]
    if len(shown) < len(groups):
        shown.append(f"- … and {len(groups) - len(shown)} more such moves")
    return "\n".join([head, *shown]) if groups else ""


def render_finish_preview(known: KnownSeason, found: SeasonEnding) -> Screen:
    """Return the preview of a season's end.

    For tables to be decided as they stand it shows only their numbers: their positions may be secret.
    """
    closes = wording.is_ladder(known.plan)
    what = "Closing the ladder" if closes else "Finishing the season"
    blocks: list[Block] = [f"### {what}, as it would be now\nOnly you see this."]
    if closes:
        blocks.append("Nobody waits for a game any more. Tables that are being played are played on, and count.")
    blocks += _describe_undrawn_rounds(known)
    if found.as_they_stand:
        blocks.append(
            f"⚠️ {format_count(len(found.as_they_stand), 'table')} would be decided as they stand when you "
            "press, and end: "
            f"{format_list(found.as_they_stand[:20])}. How they stand is told to nobody before that, so the "
            "places of the "
            "season are settled by your press."
        )
    if found.void:
        goes_on = "" if known.plan.open_tables != "void" else " Those games continue but don't count for the league."
        blocks.append(
            f"⚠️ {format_count(len(found.void), 'table')} not {'begun' if closes else 'decided yet'} would count for "
            f"nothing: {format_list(found.void[:20])}.{goes_on}"
        )
    if found.ended is not None:
        blocks += _describe_final_places(known, found.ended)
    number = known.row.season_id
    blocks += build_button_rows(
        Button(
            f"lg-finished:{number}:{known.row.lines}", "Close the ladder" if closes else "Finish the season", "danger"
        ),
        Button(f"lg-manage:{number}", "Not yet"),
    )
    return Screen(tuple(blocks), colour=BLUE)


def _describe_undrawn_rounds(known: KnownSeason) -> list[str]:
    """Return the warning about rounds that would not be played; empty if none are left."""
    rounds = count_undrawn_rounds(known.season)
    if not rounds:
        return []
    if known.plan.format == "groups" and not has_knockout(known.season):
        return ["⚠️ The knock-out has not been drawn; if you finish now, nobody wins this season."]
    if known.plan.format in {"cup", "groups"}:
        return [
            "⚠️ The cup's last table has not been drawn; if you finish now, whoever is still in shares the first place."
        ]
    were = "1 round has" if rounds == 1 else f"{rounds} rounds have"
    return [f"⚠️ {were} not been drawn; {'it' if rounds == 1 else 'they'} will not be played."]


def _describe_final_places(known: KnownSeason, ended: Season) -> list[str]:
    levels, divisions = ended.next_divisions or {}, ended.list_divisions()
    return [
        "\n".join(
            [
                format_division_heading(ended, at),
                *_list_places_with_moves(
                    known, compute_standings(ended, at), levels, at, 12 if len(divisions) < 5 else FIRST
                ),
            ]
        )
        for at in divisions[:MAX_DIVISIONS]
    ]


def _list_places_with_moves(
    known: KnownSeason, rows: Sequence[Standing], levels: Mapping[int, int], division: int, most: int
) -> list[str]:
    lines = list_standing_lines(known, rows, most, TOLD_APART_ROOM // 5)
    return [
        f"{line}{_format_move(levels.get(row.number, division), division)}"
        for line, row in zip(lines, rows, strict=False)
    ]


def _format_move(level: int, division: int) -> str:
    return "" if level == division else " ⬆" if level < division else " ⬇"
