"""Stewards' rulings: their preview, and the public log of a season."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.engine.words import format_count, format_list, format_ordinal
from bot.host.leagues import calendar
from bot.host.leagues.season_log import KnownSeason
from bot.host.sanitize import format_sentence
from bot.host.table import deadlines
from bot.leagues.entry_preview import EntrantChange, EntryDraft
from bot.leagues.log_entries import (
    UNRATED_STRENGTH,
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
    Finished,
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
from bot.leagues.scoring import Places, rank_leavers_last
from bot.leagues.season import Season
from bot.leagues.season_records import Protest
from bot.leagues.stewards import Arrangement, find_decision
from bot.ui.screens.forms import Field, Form
from bot.ui.screens.leagues import league_teams, organiser_undo, season_dates, seat_offers
from bot.ui.screens.leagues.league_formats import format_day, get_span_word
from bot.ui.screens.leagues.league_games import format_game_at_table, format_games_at_tables
from bot.ui.screens.leagues.season import format_entrant, format_points, format_season_name
from bot.ui.screens.names import escape_markdown, reason_as_markdown
from bot.ui.screens.parts import BLUE, GREY, build_page_buttons
from bot.ui.screens.screen import Button, Screen, build_button_rows

MAX_AFFECTED_SHOWN = 30
"""Maximum number of affected entrants on one screen."""
MAX_RATED = 4
"""Number of ratings in a draw's log line."""
MAX_LINE_CHARS = 240
"""Maximum characters of a log line with six people in it; a steward's reason is added to that."""
MAX_CHARS = 3600
"""Maximum characters of log lines on one page, and of protests on one screen."""
MAX_REASON_CHARS = 200
MAX_PROTESTS = 8
"""Protests on one panel, each with its button."""
MAX_NAMED = 8
"""Maximum number of related lines or tables in the log line of a revert."""


def render_ruling_preview(known: KnownSeason, found: EntryDraft, packed: str, now: datetime) -> Screen:
    """Return the preview of a steward's ruling, with the button that asks for the reason and executes it.

    Args:
        known: the season.
        found: the ruling and its effects.
        packed: the ruling, encoded for ids.
        now: the present time.
    """
    lines = [
        f"- {format_entrant(known, number)}: {_describe_change(known, change)}"
        for number, change in list(found.changes.items())[:MAX_AFFECTED_SHOWN]
    ]
    lines += [
        f"- {league_teams.describe_team_change(known, *stands)}"
        for stands in list(found.teams.values())[:MAX_AFFECTED_SHOWN]
    ]
    number = known.row.season_id
    return Screen(
        (
            f"### Preview\n{describe_entry(known, found.line.entry)} Only you see this; nothing is written yet.",
            _describe_reopening(known, found.line.entry, now)
            or "\n".join(lines)
            or _describe_new_last_day(known, found.line.entry, now)
            or _describe_arrangement(known, found.line.entry)
            or "No places or points change.",
            "\n".join(
                [*_describe_table_effects(known, found), *league_teams.describe_kept_substitutions(known, found)]
            ),
            *build_button_rows(
                Button(f"lg-why:{number}:{known.row.lines}:{packed}", "Do it …", "danger"),
                Button(f"lg-manage:{number}", "Cancel"),
            ),
        ),
        colour=BLUE,
    )


FATES = {
    "planned": "waits for its people",
    "running": "being played",
    "finished": "ended",
    "adjudicated": "decided",
    "void": "counts for nothing",
}
"""State of a table, in a preview."""
STAYS = {
    "taken": "somebody else has taken the seat since, and keeps it",
    "helped": "whoever has played on there gives the seat back, and what they have played stays",
    "ended": "its game has ended since without them, and its result stays",
    "closed": "its game was ended since without a result, so it counts for nothing",
    "played": "what a bot has played there since stays, for it was seen or answered",
    "settled": "the season's end decided it and closed its game, so that stays",
}
"""Reasons why something cannot be restored."""


def _describe_arrangement(known: KnownSeason, entry: Entry) -> str:
    """Return a ruling's effects on the season's frame; empty if it has none."""
    about = find_decision(known.season, entry)
    if not isinstance(about, Arrangement):
        return ""
    if isinstance(about, Scheduled | Halted):
        return season_dates.describe_date_effects(about, back=isinstance(entry, Reverted))
    return organiser_undo.describe_effects(known, about, back=isinstance(entry, Reverted))


def _describe_reopening(known: KnownSeason, entry: Entry, now: datetime) -> str:
    """Return the effects of reverting a season's end other than on tables; empty for other entries."""
    if not isinstance(find_decision(known.season, entry), Ended):
        return ""
    lines = [f"The {get_span_word(known.plan)} goes on, and nobody is champion of it yet."]
    days, end = (
        calendar.compute_reopened_days(known.season, known.plan, now),
        calendar.compute_last_day(known.season, known.plan),
    )
    if days and end is not None:
        lines.append(f"Its last day is over, so it gets another week: **{format_day(end + timedelta(days=days))}**.")
    if known.season.wishes or known.season.unsealed:
        lines.append("The end has revealed who wished to be kept apart, and anybody may have read it.")
    return " ".join(lines)


def _describe_table_effects(known: KnownSeason, found: EntryDraft) -> list[str]:
    """Return a ruling's effects on tables and seats."""
    lines = []
    for number, change in found.tables.items():
        then, now = change.before.fate, change.after.fate
        if then != now:
            beside = ""
            if not change.after.is_open and number in known.tables:
                beside = {
                    "planned": "; it is closed",
                    "running": "; its game can be played on, and counts for nothing",
                }.get(then, "")
            lines.append(f"- Table {number}: {FATES[then]} → **{FATES[now]}**{beside}")
        lines += [
            f"- Table {number}: the seat of {format_entrant(known, one)} is free then" for one in sorted(change.emptied)
        ]
        lines += [
            f"- Table {number}: {format_entrant(known, one)} has the seat again" for one in sorted(change.given_back)
        ]
    lines += [f"- ⚠️ Table {number}: {STAYS[reason]}" for number, reason in found.stays.items()]
    if found.stays.keys() and not set(found.stays.values()) <= {"played", "helped"}:
        lines.append("Where that is unfair, **/league result** decides such a table, and **/league void** strikes it.")
    if found.draws and known.row.status == "running":
        lines.insert(
            0, "⚠️ No other table of this round is open: the next one is drawn as soon as you do it, and stays."
        )
    more = len(lines) - MAX_AFFECTED_SHOWN
    return [*lines[:MAX_AFFECTED_SHOWN], f"- … and {more} more"] if more > 0 else lines


def _describe_new_last_day(known: KnownSeason, entry: Entry, now: datetime) -> str:
    """Return the new last day; empty if it does not change."""
    days, end = calendar.compute_extension(known.season, entry), calendar.compute_last_day(known.season, known.plan)
    if not days or end is None or known.row.status != "running":
        return ""
    new = end + timedelta(days=days)
    if new > now:
        return f"The last day: {format_day(end)} → **{format_day(new)}**."
    ends = "season ends" if known.plan.format == "division" else "round ends"
    return f"⚠️ The last day would be {format_day(new)}, which is over: the {ends} as soon as you do it."


def build_reason_form(season_id: int, seen: int, packed: str) -> Form:
    """Return the form that asks a steward for the reason."""
    field = Field("Why? Everybody in the league reads it.", f"Up to {MAX_REASON_CHARS} signs", longest=MAX_REASON_CHARS)
    return Form(f"lg-decide:{season_id}:{seen}:{packed}", "The reason", (field,))


def build_protest_form(season_id: int, table: int) -> Form:
    """Return the form for a protest against a result."""
    field = Field("What is wrong? Everybody reads it.", f"Up to {MAX_REASON_CHARS} signs", longest=MAX_REASON_CHARS)
    return Form(f"lg-doubted:{season_id}:{table}", f"Table {table}: your protest", (field,))


def list_open_protests(season: Season) -> list[Protest]:
    """Return the protests without a ruling, the oldest first."""
    return [one for one in season.protests.values() if one.upheld is None]


def render_protests(known: KnownSeason) -> Screen:
    """Return the organisers' panel of open protests."""
    found = list_open_protests(known.season)
    number = known.row.season_id
    shown: list[Protest] = []
    lines: list[str] = []
    for one in found[:MAX_PROTESTS]:
        line = f"- {describe_protest(known, one)}"
        if sum(map(len, lines)) + len(line) > MAX_CHARS:
            break
        shown.append(one)
        lines.append(line)
    if len(found) > len(shown):
        lines.append(f"- … and {len(found) - len(shown)} more, shown when these are ruled on")
    return Screen(
        (
            "### Protests",
            "\n".join(lines) or "No open protests.",
            *build_button_rows(
                *(
                    Button(f"lg-protest:{number}:{one.line}", f"Rule on table {one.table} …", "primary")
                    for one in shown
                ),
                Button(f"lg-manage:{number}", "Back"),
            ),
        ),
        colour=BLUE,
    )


def describe_protest(known: KnownSeason, one: Protest) -> str:
    """Return a protest as a sentence, with its reason."""
    reason = format_sentence(escape_markdown(calendar.get_protest_reason(known.season, one.line)))
    return f"{format_entrant(known, one.entrant)} protests against the result of table {one.table}: {reason}"


def render_protest(known: KnownSeason, one: Protest) -> Screen:
    """Return a protest with the possible rulings."""
    number, seen = known.row.season_id, known.row.lines
    return Screen(
        (
            f"### A protest\n{describe_protest(known, one)}",
            f"As it counts now: {_format_places(known, known.season.compute_places(known.season.tables[one.table]))}.",
            "Your ruling and its reason stand in the log for everybody. It changes no result: where you uphold it, "
            "put the table right with **/league result**, or **/league void**.",
            *build_button_rows(
                Button(f"lg-why:{number}:{seen}:yes.{one.line}", "Uphold it …", "success"),
                Button(f"lg-why:{number}:{seen}:no.{one.line}", "Refuse it …", "danger"),
                Button(f"lg-protests:{number}", "Back"),
            ),
        ),
        colour=BLUE,
    )


def _describe_change(known: KnownSeason, change: EntrantChange) -> str:
    before, after = change.before, change.after
    parts = []
    if before is not None and after is not None:
        if before.place != after.place:
            parts.append(f"{format_ordinal(before.place)} → **{format_ordinal(after.place)}**")
        if before.points != after.points and known.plan.format != "ladder":
            parts.append(f"{format_points(before.points)} → **{format_points(after.points)}** points")
    then, now = change.level_before, change.level_after
    if then != now and now is not None and known.plan.format == "division":
        before_that = "" if then is None else f"{then} → "
        parts.append(f"next season in division {before_that}**{now}**")
    old, new = change.rating_before, change.rating_after
    if old is not None and new is not None and old.shown != new.shown:
        parts.append(f"rating {old.shown} → **{new.shown}**")
    for number, game in enumerate(known.plan.games):
        old, new = change.further.get(game.title, (None, None))
        if old is not None and new is not None and old.shown != new.shown:
            parts.append(f"rating in {known.get_title(number)} {old.shown} → **{new.shown}**")
    if not parts and before is not None and after is not None:
        then_decided, now_decided = (f"{row.counted}/{row.counted + row.open}" for row in (before, after))
        if then_decided != now_decided:
            parts.append(f"tables decided: {then_decided} → **{now_decided}**")
    return ", ".join(parts) or "a tie-break changes, and no place"


def render_season_log(known: KnownSeason, page: int) -> Screen:
    """Return a page of a season's public log, the newest lines first."""
    lines = known.season.lines[::-1]
    starts = _find_page_starts(lines)
    pages = len(starts)
    page = min(page, pages - 1)
    off = find_reverted(known.season.lines)
    shown = []
    for line in lines[starts[page] : (*starts, len(lines))[page + 1]]:
        by = describe_decider(known, line) if line.reason or _is_author_shown(line.entry) else ""
        reason = f" Why: {format_sentence(reason_as_markdown(line.reason, line.by))}" if line.reason else ""
        text = f"{describe_line(known, line)}{by}{reason}"
        text = f"~~{text}~~" if line.number in off else text
        shown.append(f"`{line.number}` {_format_day(line.made_at)} {text}")
    return Screen(
        (
            f"### {format_season_name(known)}: the log, page {page + 1} of {pages}",
            "\n".join(shown),
            *build_page_buttons(f"lg-log:{known.row.season_id}", page, pages),
            *build_button_rows(Button(f"lg-look:{known.row.season_id}", "Back")),
        ),
        colour=GREY,
    )


def describe_decider(known: KnownSeason, line: LogLine) -> str:
    """Return who made a decision, and whether they play in the season; empty if nobody did or they were erased."""
    if line.by is None and line.by_entrant is None:
        return ""
    name = f"<@{line.by}>" if line.by is not None else format_entrant(known, line.by_entrant or 0)
    one = None if line.by_entrant is None else known.season.entrants.get(line.by_entrant)
    if one is None:
        return f" Decided by {name}."
    where = f"in division {one.division}" if one.division and known.plan.format == "division" else "in this season"
    return f" Decided by {name}, who {'has helped out' if one.helper else 'plays'} {where}."


def _find_page_starts(lines: Sequence[LogLine]) -> list[int]:
    """Return the first line of each page; a page has as many lines as fit, however long their reasons are."""
    starts, room = [0], MAX_CHARS
    for at, line in enumerate(lines):
        size = (
            MAX_LINE_CHARS + 90 + 2 * len(line.reason) if line.reason else MAX_LINE_CHARS
        )  # each character of a reason may be escaped
        size += MAX_LINE_CHARS * isinstance(line.entry, Drawn)  # with the ratings of the entrants drawn
        if room < size:
            starts.append(at)
            room = MAX_CHARS
        room -= size
    return starts


def _is_author_shown(entry: Entry) -> bool:
    """Return whether the log names the steward who is the author of an entry without a reason."""
    return isinstance(entry, Drawn | Ended | Joined)


def _format_day(stored: str) -> str:
    return f"<t:{int(deadlines.parse_time(stored).timestamp())}:d>"


def describe_line(known: KnownSeason, line: LogLine) -> str:
    """Return a log line as a sentence; a result that does not count is not reported."""
    if line.number in known.season.ignored_results and isinstance(line.entry, Resulted):
        return f"The game of table {line.entry.table} ends; what the table was decided to be before stands."
    return describe_entry(known, line.entry)


def describe_entry(known: KnownSeason, entry: Entry) -> str:
    """Return a log entry as a sentence."""
    match entry:
        case Opened() | Drawn() | Ended() | Settled() | OpenedWishes() | Unsealed():
            return _describe_frame_entry(known, entry)
        case Extended() | Outage() | Scheduled() | Halted() | Postponed():
            return _describe_moved_deadlines(known, entry)
        case JoinedTeam() | LeftTeam() | StandsBy() | AskedOut() | PutIn():
            return league_teams.describe_team_entry(known, entry)
        case Joined() | Added() | Skips() | Withdrew() | Disqualified() | Carded() | Penalty():
            return _describe_entrant_entry(known, entry)
        case Resulted() | Adjudicated() | Corrected():
            return _describe_result(known, entry)
        case Voided() | Closed() | Began() | Left() | Substituted() | Returned() | SeatTaken():
            return _describe_table_entry(known, entry)
        case Offered() | PassedOn():
            return seat_offers.describe_offer_entry(known, entry)
        case Protested() | Ruled() | Reverted():
            return _describe_ruling(known, entry)
        case Cancelled() | Replanned() | Placed() | Moved() | KeptApart() | SeatedTogether():
            return organiser_undo.describe_correction(known, entry)


def _describe_ruling(known: KnownSeason, entry: Protested | Ruled | Reverted) -> str:
    if isinstance(entry, Reverted):
        return _describe_revert(entry)
    if isinstance(entry, Ruled):
        return f"The protest of line {entry.protest} is {'upheld' if entry.upheld else 'refused'}."
    return f"{format_entrant(known, entry.entrant)} protests against the result of table {entry.table}."


def _describe_revert(entry: Reverted) -> str:
    words = f"Line {entry.line} is taken back"
    if entry.also:
        shown, more = entry.also[:MAX_NAMED], len(entry.also) - MAX_NAMED
        lines = f"line {shown[0]}" if len(entry.also) == 1 else f"lines {format_list(shown)}"
        words += f", and with it {lines}{f' and {more} more' if more > 0 else ''}"
    if entry.stays:
        tables = (
            f"table {entry.stays[0]}" if len(entry.stays) == 1 else f"tables {format_list(entry.stays[:MAX_NAMED])}"
        )
        words += f"; at {tables}, what has followed stays"
    return f"{words}."


def _describe_moved_deadlines(known: KnownSeason, entry: Extended | Outage | Scheduled | Halted | Postponed) -> str:
    if isinstance(entry, Scheduled | Halted | Postponed):
        return season_dates.describe_date_entry(entry)
    if isinstance(entry, Extended):
        return f"The last day is put off by {format_count(entry.days, 'day')}."
    by = timedelta(seconds=entry.seconds)
    what = "I was away for" if by > timedelta() else "My clock was set back by"
    season = get_span_word(known.plan)
    return f"{what} {deadlines.format_hours(by)}; the deadlines of this {season} moved by as much."


def _describe_frame_entry(known: KnownSeason, entry: Opened | Drawn | Ended | Settled | OpenedWishes | Unsealed) -> str:
    match entry:
        case Opened():
            return "Sign-up opens."
        case Drawn():
            return _describe_draw(known, entry)
        case Ended():
            return f"The {get_span_word(known.plan)} is over."
        case Settled():
            return "The next season is drawn, so who goes up and down is settled."
        case Unsealed():
            return "What each had wished for the draws is opened, and can be checked: **/league export**."
        case OpenedWishes():
            wishes = format_count(len(entry.apart), "wish", "wishes")
            if known.plan.format == "ladder":
                return f"Who waited when the tables of line {entry.draw} opened can be checked: **/league export**."
            return f"{wishes} to be kept apart, on which line {entry.draw} rests, can be checked: **/league export**."


def _describe_draw(known: KnownSeason, entry: Drawn) -> str:
    """Return what a draw has drawn, and its seed."""
    if known.plan.format == "ladder":
        return _describe_opened_tables(known, entry)
    what, tables = f"Round {entry.round} is drawn", format_count(len(entry.tables), "table")
    if known.plan.format == "groups" and entry.round == 1:
        what, tables = "The groups are drawn", f"{tables} in {format_count(len(entry.divisions), 'group')}"
    if known.plan.format == "division":
        what, tables = "The season is drawn", f"{tables} in {format_count(len(entry.divisions), 'division')}"
    tables += format_games_at_tables(known, [table.game for table in entry.tables])
    return f"{what}: {tables}. The seed was `{entry.seed}`.{_describe_used_ratings(known, entry)}"


def _describe_opened_tables(known: KnownSeason, entry: Drawn) -> str:
    """Return the ladder tables opened by a draw."""
    tables = "; ".join(
        format_list(format_entrant(known, number) for number in table.seats) for table in entry.tables[:MAX_NAMED]
    )
    more = f"; and {len(entry.tables) - MAX_NAMED} more" if len(entry.tables) > MAX_NAMED else ""
    what = "A table opens" if len(entry.tables) == 1 else f"{len(entry.tables)} tables open"
    return f"{what}: {tables}{more}. The seed was `{entry.seed}`."


def _describe_used_ratings(known: KnownSeason, entry: Drawn) -> str:
    """Return the ratings used in a draw, the best first; empty if none were used."""
    rules = known.season.get_rules()
    if not rules.should_record_ratings() or (rules.format == "cup" and (entry.round > 1 or not entry.byes)):
        return ""
    brought = entry.brought.items()
    rated = sorted((-one.rating, number) for number, one in brought if one.by_rating or one.rating != UNRATED_STRENGTH)
    names = [f"{format_entrant(known, number)} {-rating}" for rating, number in rated[:MAX_RATED]]
    more = [f"{len(rated) - MAX_RATED} more, by number in **/league export**"] if len(rated) > MAX_RATED else []
    all_of_them = format_list([*names, *more], "nobody has one that counts")
    return f" The ratings: {all_of_them}; everybody else counts as {UNRATED_STRENGTH}."


def _describe_entrant_entry(
    known: KnownSeason, entry: Joined | Added | Skips | Withdrew | Disqualified | Carded | Penalty
) -> str:
    name = format_entrant(known, entry.entrant)
    match entry:
        case Joined() if entry.plays_on:
            return f"{name} plays on, and is signed up; what they add to the draw was known before."
        case Added():
            return f"{name} adds `{entry.ticket}` to the draw."
        case Joined():
            return f"{name} helps out." if entry.helper else f"{name} signs up and adds `{entry.ticket}` to the draw."
        case Skips():
            return f"{name} {'skips' if entry.skips else 'plays in'} round {entry.round}."
        case Withdrew():
            return f"{name} leaves the {_get_competition_word(known)}."
        case Disqualified():
            return f"{name} is disqualified from the {_get_competition_word(known)}."
        case Carded():
            return _describe_warning(known, entry)
        case Penalty():
            what = "loses" if entry.points > 0 else "is given"
            return f"{name} {what} {format_count(abs(entry.points), 'point')}."


def _get_competition_word(known: KnownSeason) -> str:
    return "ladder" if known.plan.format == "ladder" else "season"


def _describe_warning(known: KnownSeason, entry: Carded) -> str:
    name, table = format_entrant(known, entry.entrant), entry.table
    if table is None:
        return f"{name} gets a warning."
    if entry.left:
        gets = "gets a warning, for leaving" if table in known.season.entrants[entry.entrant].left else "has left"
        return f"{name} {gets} table {table}."
    if not entry.held and known.season.is_same_absence(entry):
        return f"{name} does not come to table {table}, either; one absence is one warning."
    if not entry.held:
        return f"{name} gets a warning, for not coming to table {table}."
    held = f"a bot has held their seat at table {table} to the end"
    if entry.entrant in known.season.tables[table].held:
        return f"{name} gets a warning, for {held}."
    return f"{name} gets no warning, though {held}."


def _describe_result(known: KnownSeason, entry: Finished) -> str:
    verb = {"result": "ends", "adjudicated": "is decided", "corrected": "is put right"}[
        getattr(entry, "kind", "result")
    ]
    game = format_game_at_table(known, entry.table)
    table = known.season.tables[entry.table]
    if entry.as_written or not known.season.get_rules().should_count_only_finishers():
        return f"Table {entry.table}{game} {verb}: {_format_places(known, entry.places)}."
    away = {*entry.gone, *entry.held, *table.absent, *table.gone}
    if away >= {*entry.places}:
        return f"Table {entry.table}{game} {verb}, and counts for nothing: nobody played it to its end."
    return f"Table {entry.table}{game} {verb}: {_format_places(known, rank_leavers_last(entry.places, away))}."


def _format_places(known: KnownSeason, places: Places) -> str:
    order = sorted(places, key=lambda number: places[number])
    return ", ".join(f"{places[number]}. {format_entrant(known, number)}" for number in order)


def _describe_table_entry(
    known: KnownSeason, entry: Voided | Closed | Began | Left | Substituted | Returned | SeatTaken
) -> str:
    match entry:
        case Voided():
            return f"Table {entry.table} counts for nothing."
        case Closed():
            if known.season.tables[entry.table].counts:
                return f"The game of table {entry.table} is closed. The table counts as it was decided."
            return f"The game of table {entry.table} ends without a result."
        case Began():
            game = format_game_at_table(known, entry.table)
            return f"Table {entry.table}{game} begins; its game is number {entry.game_id}."
        case Left():
            return f"{format_entrant(known, entry.entrant)} does not play on at table {entry.table}."
        case Substituted():
            names = [format_entrant(known, entry.entrant), format_entrant(known, entry.left)]
            return f"At table {entry.table}, {format_list(names[:1])} plays on for {names[1]}."
        case Returned():
            return f"{format_entrant(known, entry.entrant)} is back at table {entry.table} and plays on."
        case SeatTaken():
            return (
                f"At table {entry.table}, {format_entrant(known, entry.entrant)} takes the seat of "
                f"{format_entrant(known, entry.left)}."
            )
