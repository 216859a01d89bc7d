"""News in a league's channel: weekly reports, changes before the draw, and reminders to stewards."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from bot.engine.words import format_count, format_list
from bot.host.leagues import calendar
from bot.host.leagues.season_log import KnownSeason
from bot.host.sanitize import format_sentence
from bot.host.table import deadlines
from bot.leagues.draw import collect_tickets, count_draws
from bot.leagues.log_entries import (
    Added,
    Adjudicated,
    AskedOut,
    Began,
    Cancelled,
    Carded,
    Closed,
    Corrected,
    Disqualified,
    Drawn,
    Ended,
    Entry,
    Extended,
    Halted,
    Joined,
    JoinedTeam,
    KeptApart,
    Left,
    LeftTeam,
    LogLine,
    Moved,
    Offered,
    Opened,
    OpenedWishes,
    Outage,
    PassedOn,
    Penalty,
    Placed,
    Postponed,
    Protested,
    PutIn,
    Replanned,
    Resulted,
    Returned,
    Reverted,
    Ruled,
    Scheduled,
    SeatedTogether,
    SeatTaken,
    Settled,
    Skips,
    StandsBy,
    Substituted,
    Unsealed,
    Voided,
    Withdrew,
)
from bot.leagues.reverts import find_reverted
from bot.leagues.rounds import format_title, has_next_round
from bot.leagues.season import Season
from bot.leagues.standings import compute_standings
from bot.leagues.table_opening import list_waiting
from bot.ui.screens.leagues import entry_conditions, rulings, season_dates
from bot.ui.screens.leagues.league_formats import is_ladder
from bot.ui.screens.leagues.league_management import can_draw_late
from bot.ui.screens.leagues.season import (
    MAX_DIVISIONS,
    describe_running_season,
    format_entrant,
    format_points,
    format_season_name,
)
from bot.ui.screens.names import reason_as_markdown
from bot.ui.screens.parts import BLUE, GREEN
from bot.ui.screens.screen import Block, Button, Screen, build_button_rows

BY_STEWARD = "It is not drawn by itself any more: a steward draws it."
MAX_EVENTS = 20
"""Maximum number of events in one weekly message."""
MAX_CHARS = 3500
"""Maximum characters for the events and the leaders."""
MAX_PINGS = 80
"""Maximum number of pings in the message about automatic sign-up."""


def render_week(known: KnownSeason, now: datetime) -> tuple[str, Screen] | None:
    """Return the report on the last completed week, with its message role; None if nothing happened."""
    number, drawn = calendar.count_weeks_played(known.season, now), calendar.get_draw_time(known.season)
    if not number or drawn is None:
        return None
    since, until = (deadlines.format_time(drawn + weeks * calendar.WEEK) for weeks in (number - 1, number))
    passed_over = find_reverted(known.season.lines)
    happened = [
        line
        for line in known.season.lines
        if since <= line.made_at < until
        and line.number not in passed_over | known.season.ignored_results
        and _is_in_report(line.entry)
    ]
    return (f"week {number}", _render_events(known, number, happened)) if happened else None


def _render_events(known: KnownSeason, number: int, happened: list[LogLine]) -> Screen:
    leaders = "\n".join(_describe_leaders(known))
    lines: list[str] = []
    for line in happened[:MAX_EVENTS]:
        plays = rulings.describe_decider(known, line) if line.by_entrant is not None else ""
        words = f"- {rulings.describe_entry(known, line.entry)}{plays}"
        if len(leaders) + sum(map(len, lines)) + len(words) > MAX_CHARS:
            break
        lines.append(words)
    more = len(happened) - len(lines)
    lines += [f"{format_count(more, 'line')} more: **/league log**"] * (more > 0)
    blocks: list[Block] = [
        f"### {format_season_name(known)}: week {number}",
        "\n".join(lines),
        leaders,
        describe_running_season(known.season),
        *build_button_rows(Button(f"lg-place:{known.row.season_id}", "My place")),
    ]
    return Screen(tuple(blocks), colour=GREEN)


def _is_in_report(entry: Entry) -> bool:
    """Return whether the weekly report includes an entry; the log includes all."""
    match entry:
        case Resulted() | Adjudicated() | Corrected() | Voided() | Penalty() | Disqualified() | Withdrew():
            return True
        case SeatTaken() | Substituted() | Returned() | PutIn() | Extended() | Ruled() | Reverted() | Moved():
            return True
        case (
            Cancelled()
            | Replanned()
            | Placed()
            | KeptApart()
            | SeatedTogether()
            | StandsBy()
            | AskedOut()
            | Scheduled()
            | Halted()
            | Postponed()
        ):
            return False
        case (
            Opened()
            | Joined()
            | JoinedTeam()
            | LeftTeam()
            | Skips()
            | Added()
            | Drawn()
            | Ended()
            | Settled()
            | OpenedWishes()
            | Unsealed()
        ):
            return False
        case Outage() | Began() | Closed() | Left() | Carded() | Protested() | Offered() | PassedOn():
            return False


def _describe_leaders(known: KnownSeason) -> Iterator[str]:
    for division in known.season.list_divisions()[:MAX_DIVISIONS]:
        first = [row for row in compute_standings(known.season, division) if row.place == 1 and row.can_win]
        names = format_list(format_entrant(known, row.number) for row in first[:3])
        if first and not first[0].missing:
            at = format_title(known.season, division) if known.plan.has_divisions() else "In front"
            won = f"rating {first[0].rating}" if is_ladder(known.plan) else f"{format_points(first[0].points)} points"
            yield f"{at}: {names} with {won}"


def list_draft_changes(known: KnownSeason) -> Iterator[tuple[str, Screen]]:
    """Yield changes that entrants must know before the draw, each with its unique message role."""
    if known.season.rounds:
        return
    for line in known.season.lines:
        if isinstance(line.entry, Postponed):
            yield f"arranged {line.number}", _render_postponement(known)
        entry, back = line.entry, False
        if isinstance(entry, Reverted):
            entry, back = known.season.lines[entry.line - 1].entry, True
        if isinstance(entry, Cancelled | Replanned | Halted):
            words = rulings.describe_entry(known, line.entry)
            if back:
                words = _describe_taken_back(entry)
            why = f" Why: {format_sentence(reason_as_markdown(line.reason, line.by))}" if line.reason else ""
            leave = " Whoever does not want it can leave: **My place**." if isinstance(entry, Replanned) else ""
            way = build_button_rows(Button(f"lg-place:{known.row.season_id}", "My place"))
            yield f"arranged {line.number}", Screen((f"{words}{why}{leave}", *way), colour=BLUE)


def _describe_taken_back(entry: Cancelled | Replanned | Halted) -> str:
    if isinstance(entry, Halted):
        return f"The {season_dates.STEPS[entry.step]} goes ahead on its date again."
    return "Sign-up is open again." if isinstance(entry, Cancelled) else "The rules are as they were."


def _render_postponement(known: KnownSeason) -> Screen:
    """Return the message that too few had signed up on the day of the draw."""
    there = format_count(len(collect_tickets(known.season)), "player")
    words = (
        f"{there} had signed up for {format_season_name(known)}, and a table needs {known.plan.seats}. "
        f"{season_dates.describe_draw_date(known) or BY_STEWARD}"
    )
    return Screen((words, *build_button_rows(entry_conditions.build_join_button(known, "Join"))), colour=BLUE)


def list_reminders(known: KnownSeason, now: datetime) -> Iterator[tuple[str, Screen]]:
    """Yield the due reminder that sign-up ends, with its message role; it pings nobody."""
    at = calendar.compute_draw_date(known.season)
    if known.row.status != "sign-up" or at is None or "draw" in known.season.halted or known.season.cancelled:
        return
    told = [line for line in known.season.lines if isinstance(line.entry, Opened | Postponed)][-1].made_at
    since = deadlines.parse_time(told)
    due = [before for before in calendar.REMINDERS if at - before <= now < at and since < at - 2 * before]
    if due:
        there = format_count(len(collect_tickets(known.season)), "player")
        words = f"Sign-up for **{format_season_name(known)}** ends <t:{int(at.timestamp())}:R>. {there} are in."
        join = entry_conditions.build_join_button(known, "Join")
        more = Button(f"lg-terms:{known.row.season_id}", "More…")
        role = f"reminder {due[-1].days} {known.season.postponed}"
        yield role, Screen((words, *build_button_rows(join, more)), colour=BLUE)


# -- what stewards have to decide ------------------------------------------------------------------


def list_calls(
    known: KnownSeason, stewards: Collection[int], now: datetime, *, has_requests: bool
) -> Iterator[tuple[str, Screen]]:
    """Yield decisions that need a person, each with its unique message role.

    The stewards are called to the first sign-up to approve alone: the button of that message shows later ones, too.
    """
    number, season = known.row.season_id, known.season
    if has_requests:
        button = Button(f"lg-waiting:{number}", "Sign-ups to approve …", "primary")
        yield "call: requests", _render_call(known, stewards, "Sign-ups wait for your approval.", button)
    if known.row.status == "sign-up" and (plays_on := _render_auto_sign_up(known)):
        yield "plays on", plays_on
    dated = calendar.compute_draw_date(season) is not None and "draw" not in season.halted
    if known.row.status == "sign-up" and calendar.is_sign_up_long(season, now) and not dated:
        there = len(collect_tickets(season))
        if there >= known.plan.seats:
            words = f"{format_count(there, 'player')} have signed up within a week. Is it time to draw?"
            yield (
                "call: draw",
                _render_call(known, stewards, words, Button(f"lg-draw:{number}", "Draw the season …", "primary")),
            )
    if known.row.status == "running":
        late = list_waiting(season)
        if can_draw_late(known):
            words = f"{format_count(len(late), 'player')} came late. They can play in a division of their own."
            button = Button(f"lg-draw:{number}", "Draw their division …", "primary")
            yield f"call: late {count_draws(season)}", _render_call(known, stewards, words, button)
        elif (
            not is_ladder(known.plan)
            and not any(table.is_open for table in season.tables.values())
            and not has_next_round(season)
        ):
            button = Button(f"lg-finish:{number}", "Finish the season …", "primary")
            yield _list_finish_calls(season)[-1], _render_call(known, stewards, "All tables are decided.", button)
    for one in rulings.list_open_protests(season):
        button = Button(f"lg-protest:{number}:{one.line}", "Rule on it …", "primary")
        yield f"call: protest {one.line}", _render_call(known, stewards, rulings.describe_protest(known, one), button)


def list_answered_calls(known: KnownSeason) -> Iterator[tuple[str, Screen]]:
    """Yield settled reminders with their roles: the final text, without a button."""
    if is_ladder(known.plan):
        return
    calls = _list_finish_calls(known.season)
    for role in calls[:-1]:
        yield role, Screen(("All tables were decided, and the season is finished.",), colour=BLUE)


def _list_finish_calls(season: Season) -> list[str]:
    """Return the roles of the calls to finish a season: one more after each end, also if that was taken back."""
    ends = sum(isinstance(line.entry, Ended) for line in season.lines)
    return ["call: finish", *(f"call: finish {number}" for number in range(2, ends + 2))]


def _render_auto_sign_up(known: KnownSeason) -> Screen | None:
    """Return the message to entrants who were signed up automatically; None if there are none."""
    signed_up = [
        line.entry.entrant for line in known.season.lines if isinstance(line.entry, Joined) and line.entry.plays_on
    ]
    # The log may have grown since the entrants were read; who has joined meanwhile is named by the next update.
    there = [n for n in signed_up if n in known.entrants and known.season.entrants[n].status == "plays"][:MAX_PINGS]
    people = [user_id for number in there if (user_id := known.entrants[number].user_id) is not None]
    if not people:
        return None
    number = known.row.season_id
    words = (
        f"{format_list(f'<@{user_id}>' for user_id in people)}: season {known.row.number} of "
        f"**{known.league.name}** takes "
        "sign-ups, and because you play on, you are in, with what you wished last time. **My place** lets you change "
        "that, or leave. **Join** on the sign-up message lets you add to the chance of the draw."
    )
    return Screen(
        (words, *build_button_rows(Button(f"lg-place:{number}", "My place"))), mentions=tuple(people), colour=BLUE
    )


def _render_call(known: KnownSeason, stewards: Collection[int], words: str, button: Button) -> Screen:
    called = sorted(stewards) or [known.league.made_by] * bool(known.league.made_by)
    names = format_list((f"<@{user_id}>" for user_id in called), "To the stewards")
    return Screen((f"{names}: {words}", *build_button_rows(button)), mentions=tuple(called), colour=BLUE)
