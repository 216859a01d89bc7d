"""Wording of a ladder: table opening, requests for games, and the note about expired requests.

It must not say who waits, or how many: that would let people request or withdraw according to who is there.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.words import format_count
from bot.host.leagues import calendar
from bot.host.leagues.ladders import BARRED, DAYS, MAX_GAMES, PAUSES
from bot.host.leagues.plan import Plan
from bot.host.leagues.season_log import KnownSeason
from bot.host.table import deadlines
from bot.leagues.ladder import MAX_WAIT_HOURS, RATING_WINDOW, WINDOW_POINTS_PER_HOUR
from bot.leagues.ratings import RATED_TOGETHER, Rating
from bot.leagues.rules import Rules
from bot.leagues.standings import Standing
from bot.ui.screens.controls import MAX_LABEL_CHARS
from bot.ui.screens.names import escape_markdown
from bot.ui.screens.parts import BLUE, build_channel_url
from bot.ui.screens.screen import Block, Button, Menu, MenuLine, Row, Screen, build_button_rows
from storage.interface.leagues import WantedGame

_PATIENT = format_count(MAX_WAIT_HOURS // 24, "day")
APART = f" I keep to it while others wait; who has waited {_PATIENT} meets whoever is there."
"""The effect of a wish to be kept apart in a ladder."""


def describe_ladder(plan: Plan) -> str:
    """Return how a ladder works, for its message."""
    return (
        f"A ladder, always open. Press **I want a game** whenever you like: as soon as {plan.seats} of you want one, "
        "a table opens for those who are closest by rating. The longer you wait, the further away I look. "
        "Nobody is told who waits."
    )


def describe_matchmaking(plan: Plan) -> str:
    """Return the rules of matchmaking."""
    again = "the person" if plan.seats == 2 else "people"
    return (
        "**Tables** open when enough people want a game: for those who are closest by rating, within "
        f"{RATING_WINDOW} points at once and {WINDOW_POINTS_PER_HOUR} more for each hour that somebody has waited. You "
        f"do not meet {again} again at once with whom you sit now, or sat at your last table. Who has waited "
        f"{_PATIENT} comes next, and meets whoever is there. I tell nobody who waits, so nobody can choose whom they "
        "meet; seats are by chance."
    )


def describe_ladder_ranking(rules: Rules) -> str:
    """Return the ranking criteria."""
    same = f" The same two are rated {RATED_TOGETHER} times in a period." * rules.should_limit_repeated_pairs()
    needed = rules.get_opponents_for_place()
    others = f", who have met {needed} others in it" if needed else ""
    return (
        f"**Who is ahead?** The higher rating, of those with {rules.floor} rated games in this ladder, one at least in "
        f"this period{others}; all others stand below, with the games they lack for a place. Who shares a rating "
        f"shares the place. A period begins with the ratings that the one before has left.{same}"
    )


def describe_table_start(hours: int, stays_away: str) -> str:
    """Return how a table begins, and the consequence of not coming.

    Args:
        hours: hours to confirm one's presence.
        stays_away: the consequence in words.
    """
    return (
        f"**Your table calls you** in its thread. Press **I'm here** within {hours} hours; your days off do not count, "
        "and the time never ends in your quiet hours. Else the game begins without you, and you wait for no other one "
        f"until you press again. {stays_away} With two warnings you get no more tables in this period."
    )


def describe_ladder_rating(title: str, rated: str) -> str:
    """Return the purpose and the source of a rating.

    Args:
        title: title of the game.
        rated: how a table is rated if a player leaves it.
    """
    return (
        f"**Your rating** here follows from your games in this ladder; newcomers have {Rating().shown}. {rated} Who "
        f"helps out risks nothing. **/league player** shows it, with your games in other leagues of {title} here."
    )


def describe_table_value(rules: Rules) -> str:
    """Return what a table is worth, in the absence of points."""
    return (
        f"**Places** go by rating, from {format_count(rules.floor, 'game')} on. If you concede, leave or "
        "don't show up, you finish last at that table."
    )


def describe_period(weeks: int, until: str) -> str:
    """Return the end of the period; `until` is its last day, empty before the first table."""
    when = until or f"{format_count(weeks, 'week')} after its first table"
    return f"**This period** ends {when}. The next one follows at once, with all of you and your ratings."


def describe_period_end(plan: Plan) -> str:
    """Return the consequences of a period's end."""
    weeks = format_count(plan.weeks or 0, "week")
    return (
        f"**A period** takes {weeks}; the next one follows by itself, with all of you, your ratings and the games "
        "that you want. Tables that are being played then are played on, and count for the period in which they "
        "opened; the next one begins with the ratings as they are then. Its title is for the first of those who have "
        "played enough in it, warnings go with it, and its proof is opened. A steward can close the ladder: "
        "**/league manage**."
    )


def describe_ladder_place(where: str, row: Standing) -> str:
    """Return an entrant's place, or the games they lack for one, as a sentence."""
    rating = f"rating **{row.rating}**"
    if row.missing:
        return f"You have a place after {format_count(row.missing, 'more game')}{_describe_strangers(row)}; {rating}."
    return f"{where}, {rating}."


def describe_missing_games(row: Standing) -> str:
    """Return the games an entrant lacks for a place, as shown in the standings."""
    return f"{format_count(row.missing, 'more game')} for a place{_describe_strangers(row)}"


def _describe_strangers(row: Standing) -> str:
    """Return whom an entrant must still meet for a place; empty if they have met enough others."""
    if not row.strangers:
        return ""
    return f", against {'somebody' if row.strangers == 1 else f'{row.strangers} people'} you have not met"


def build_game_request(
    known: KnownSeason, number: int, wanted: WantedGame | None, *, paused: bool = False
) -> list[Block]:
    """Return an entrant's request for games with its controls; empty outside ladders."""
    season_id, entrant = known.row.season_id, known.season.entrants[number]
    if known.plan.format != "ladder" or entrant.helper:
        return []
    if known.row.status == "over" or entrant.status != "plays" or known.season.cancelled:
        return []
    if known.season.is_barred(number):
        return [BARRED]
    if wanted is None or wanted.over:
        vain = "Your time is over, and not enough people wanted a game. " * (wanted is not None)
        again = "Wait again" if wanted is not None else "I want a game"
        words = f"{vain}You are not waiting for a game."
        return [words, *build_button_rows(Button(f"lg-want:{season_id}", again, "success"))]
    until, paused_until = _format_moment(wanted.until), _format_moment(wanted.paused_until) if paused else ""
    games = tuple(
        MenuLine(str(count), format_count(count, "game") + " at once" * (count > 1), chosen=count == wanted.games)
        for count in range(1, MAX_GAMES + 1)
    )
    days = tuple(
        MenuLine(str(count), f"Up to {format_count(count, 'day')}", chosen=count == wanted.days) for count in DAYS
    )
    pauses = (
        *([MenuLine("0", "End the pause")] if paused_until else []),
        *(MenuLine(str(count), f"Pause for {format_count(count, 'day')}") for count in PAUSES),
    )
    note = f"**You pause** until {paused_until}: no game begins for you. " if paused_until else ""
    return [
        f"{note}**You wait for {format_count(wanted.games, 'game')}**, until {until}. Its table calls you; "
        "if there is none until then, I write to you. I tell nobody who else waits.",
        Row((Menu(f"lg-count:{season_id}", "How many games at once?", games),)),
        Row((Menu(f"lg-days:{season_id}", "How long do you wait, from now on?", days),)),
        Row((Menu(f"lg-pause:{season_id}", "No time for a while?", pauses),)),
        *build_button_rows(Button(f"lg-unwant:{season_id}", "I want no game now", "danger")),
    ]


def _format_moment(stored: str) -> str:
    return f"<t:{int(deadlines.parse_time(stored).timestamp())}:f>"


def render_expired_request(known: KnownSeason, wanted: WantedGame) -> Screen:
    """Return the direct message about an expired request."""
    channel = build_channel_url(known.league.guild_id, known.league.channel_id)
    return Screen(
        (
            f"### {escape_markdown(known.league.name)}\n{_describe_expiry(known, wanted)} You wait no more.",
            *build_button_rows(*_build_renew_button(known, "Wait again")),
            f"-# The ladder is in [its channel]({channel}).",
        ),
        colour=BLUE,
    )


def describe_late_finish(known: KnownSeason) -> str:
    """Return the note that a table finished after the end of its period; empty if it did not.

    The ratings at the start of the next period do not change, because its draws depend on them and are verified by
    them.
    """
    if known.plan.format != "ladder" or known.row.status != "over":
        return ""
    number = known.row.number
    words = f"Period {number} had ended meanwhile; this table counts for it."
    if calendar.compute_next_opening(known.season, None) is None:
        return words
    return (
        f"{words} The ratings with which period {number + 1} began know nothing of it yet, and take it along when "
        f"period {number + 2} begins."
    )


def build_inbox_line(known: KnownSeason, wanted: WantedGame) -> tuple[str, Sequence[Button]]:
    """Return the inbox line about an expired request, with the button to renew it."""
    name = known.league.name
    label = f"Wait again: {name}"
    return f"- **{escape_markdown(name)}**: {_describe_expiry(known, wanted)}", _build_renew_button(
        known, label if len(label) <= MAX_LABEL_CHARS else "Wait again"
    )


def _describe_expiry(known: KnownSeason, wanted: WantedGame) -> str:
    if known.row.status == "over":
        return "A steward has closed the ladder while you waited for a game."
    return f"You have waited {format_count(wanted.days, 'day')} for a game, and not enough people wanted one."


def _build_renew_button(known: KnownSeason, label: str) -> list[Button]:
    return [] if known.row.status == "over" else [Button(f"lg-rewant:{known.row.season_id}", label, "success")]
