"""What a league's channel is told besides standings: the week that has passed, and what stewards have to decide."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from bot.engine.words import counted, listed
from bot.host.leagues import calendar
from bot.host.leagues.season_log import KnownSeason
from bot.host.sanitize import sentence
from bot.host.table import deadlines
from bot.leagues.draw import draws_so_far, taking_part
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
    Joined,
    JoinedTeam,
    Left,
    LeftTeam,
    LogLine,
    Moved,
    Offered,
    Opened,
    OpenedWishes,
    PassedOn,
    Penalty,
    Placed,
    Protested,
    PutIn,
    Replanned,
    Resulted,
    Reverted,
    Ruled,
    Settled,
    StandsBy,
    Substituted,
    TookChair,
    Voided,
    Withdrew,
)
from bot.leagues.rounds import goes_on
from bot.leagues.season import reverted
from bot.leagues.standings import standings
from bot.leagues.table_opening import waiting
from bot.ui.screens.leagues import rulings
from bot.ui.screens.leagues.league_formats import is_ladder
from bot.ui.screens.leagues.league_management import may_draw_late
from bot.ui.screens.leagues.season import DIVISIONS, called, points, running_in_words, who
from bot.ui.screens.names import reason_as_markdown
from bot.ui.screens.parts import BLUE, GREEN
from bot.ui.screens.screen import Block, Button, Screen, buttons

TOLD = 20
"""Of what has happened in a week, in one message."""
ROOM = 3500
"""Characters for that, and for who leads."""
MOST_CALLED = 80
"""In one message of those who play on."""


def week(known: KnownSeason, now: datetime) -> tuple[str, Screen] | None:
    """Return the message about the newest week that is over, with its role; None: nothing has happened in it."""
    number, drawn = calendar.weeks_played(known.season, now), calendar.drawn_at(known.season)
    if not number or drawn is None:
        return None
    since, until = (deadlines.text(drawn + weeks * calendar.WEEK) for weeks in (number - 1, number))
    passed_over = reverted(known.season.lines)
    happened = [
        line
        for line in known.season.lines
        if since <= line.made_at < until
        and line.number not in passed_over | known.season.unheeded
        and _is_told(line.entry)
    ]
    return (f"week {number}", _week(known, number, happened)) if happened else None


def _week(known: KnownSeason, number: int, happened: list[LogLine]) -> Screen:
    leaders = "\n".join(_leaders(known))
    lines: list[str] = []
    for line in happened[:TOLD]:
        plays = rulings.decided_by(known, line) if line.by_entrant is not None else ""
        words = f"- {rulings.said(known, line.entry)}{plays}"
        if len(leaders) + sum(map(len, lines)) + len(words) > ROOM:
            break
        lines.append(words)
    more = len(happened) - len(lines)
    lines += [f"{counted(more, 'line')} more: **/league log**"] * (more > 0)
    blocks: list[Block] = [
        f"### {called(known)}: week {number}",
        "\n".join(lines),
        leaders,
        running_in_words(known.season),
        *buttons(Button(f"lg-place:{known.row.season_id}", "My place")),
    ]
    return Screen(tuple(blocks), colour=GREEN)


def _is_told(entry: Entry) -> bool:
    """Whether an entry stands in a week's message; all of them stand in the log."""
    match entry:
        case Resulted() | Adjudicated() | Corrected() | Voided() | Penalty() | Disqualified() | Withdrew():
            return True
        case TookChair() | Substituted() | PutIn() | Extended() | Ruled() | Reverted() | Moved():
            return True
        case Cancelled() | Replanned() | Placed() | StandsBy() | AskedOut():
            return False
        case Opened() | Joined() | JoinedTeam() | LeftTeam() | Added() | Drawn() | Ended() | Settled() | OpenedWishes():
            return False
        case Began() | Closed() | Left() | Carded() | Protested() | Offered() | PassedOn():
            return False


def _leaders(known: KnownSeason) -> Iterator[str]:
    for division in known.season.divisions()[:DIVISIONS]:
        first = [row for row in standings(known.season, division) if row.place == 1]
        names = listed(who(known, row.number) for row in first[:3])
        if first and first[0].counted and not first[0].missing:
            at = f"Division {division}" if known.plan.format == "division" else "In front"
            won = f"rating {first[0].rating}" if is_ladder(known.plan) else f"{points(first[0].points)} points"
            yield f"{at}: {names} with {won}"


def arranged(known: KnownSeason) -> Iterator[tuple[str, Screen]]:
    """Yield what people who have signed up have to know before the draw, each with the role that it plays once."""
    if known.season.rounds:
        return
    for line in known.season.lines:
        entry, back = line.entry, False
        if isinstance(entry, Reverted):
            entry, back = known.season.lines[entry.line - 1].entry, True
        if isinstance(entry, Cancelled | Replanned):
            words = rulings.said(known, line.entry)
            if back:
                words = "Sign-up is open again." if isinstance(entry, Cancelled) else "What is played by is as it was."
            why = f" Why: {sentence(reason_as_markdown(line.reason, line.by))}" if line.reason else ""
            leave = " Whoever does not want it can leave: **My place**." if isinstance(entry, Replanned) else ""
            way = buttons(Button(f"lg-place:{known.row.season_id}", "My place"))
            yield f"arranged {line.number}", Screen((f"{words}{why}{leave}", *way), colour=BLUE)


# -- what stewards have to decide ------------------------------------------------------------------


def calls(known: KnownSeason, stewards: Collection[int], now: datetime) -> Iterator[tuple[str, Screen]]:
    """Yield what only a person can decide, each with the role that it plays once."""
    number, season = known.row.season_id, known.season
    if known.row.status == "sign-up" and (plays_on := _who_plays_on(known)):
        yield "plays on", plays_on
    if known.row.status == "sign-up" and calendar.signs_up_for_long(season, now):
        there = len(taking_part(season))
        if there >= known.plan.seats:
            words = f"{counted(there, 'player')} have signed up within a week. Is it time to draw?"
            yield (
                "call: draw",
                _call(known, stewards, words, Button(f"lg-draw:{number}", "Draw the season …", "primary")),
            )
    if known.row.status == "running":
        late = waiting(season)
        if may_draw_late(known):
            words = f"{counted(len(late), 'player')} came late. They can play in a division of their own."
            button = Button(f"lg-draw:{number}", "Draw their division …", "primary")
            yield f"call: late {draws_so_far(season)}", _call(known, stewards, words, button)
        elif (
            not is_ladder(known.plan)
            and not any(table.is_open for table in season.tables.values())
            and not goes_on(season)
        ):
            button = Button(f"lg-finish:{number}", "Finish the season …", "primary")
            yield "call: finish", _call(known, stewards, "All tables are decided.", button)
    for one in rulings.open_protests(season):
        button = Button(f"lg-protest:{number}:{one.line}", "Rule on it …", "primary")
        yield f"call: protest {one.line}", _call(known, stewards, rulings.doubted(known, one), button)


def answered(known: KnownSeason) -> Iterator[tuple[str, Screen]]:
    """Yield the calls that nobody has to answer any more, with their roles: as they read then, without a button."""
    if known.row.status == "over" and not is_ladder(known.plan):
        yield "call: finish", Screen(("All tables were decided, and the season is finished.",), colour=BLUE)


def _who_plays_on(known: KnownSeason) -> Screen | None:
    """Return the message that tells those whom a season has signed up by itself; None: there are none."""
    signed_up = [
        line.entry.entrant for line in known.season.lines if isinstance(line.entry, Joined) and line.entry.plays_on
    ]
    there = [number for number in signed_up if known.season.entrants[number].status == "plays"][:MOST_CALLED]
    people = [user_id for number in there if (user_id := known.entrants[number].user_id) is not None]
    if not people:
        return None
    number = known.row.season_id
    words = (
        f"{listed(f'<@{user_id}>' for user_id in people)}: season {known.row.number} of **{known.league.name}** takes "
        "sign-ups, and because you play on, you are in, with what you wished last time. **My place** lets you change "
        "that, or leave. **Join** on the sign-up message lets you add to the chance of the draw."
    )
    return Screen((words, *buttons(Button(f"lg-place:{number}", "My place"))), mentions=tuple(people), colour=BLUE)


def _call(known: KnownSeason, stewards: Collection[int], words: str, button: Button) -> Screen:
    called = sorted(stewards) or [known.league.made_by] * bool(known.league.made_by)
    names = listed((f"<@{user_id}>" for user_id in called), "To the stewards")
    return Screen((f"{names}: {words}", *buttons(button)), mentions=tuple(called), colour=BLUE)
