"""What stewards decide: what it would change, and the log of a season in which all of it stands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.engine.words import counted, listed, ordinal
from bot.host.leagues import calendar
from bot.host.leagues.season_log import KnownSeason
from bot.host.sanitize import sentence
from bot.host.table import deadlines
from bot.leagues.entry_preview import Change, EntryDraft
from bot.leagues.log_entries import (
    UNRATED,
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
from bot.leagues.scoring import Places
from bot.leagues.season import Protest, Season, reverted
from bot.leagues.stewards import Arrangement, decision
from bot.ui.screens.leagues import league_teams, organiser_undo, seat_offers
from bot.ui.screens.leagues.league_formats import day, span
from bot.ui.screens.leagues.league_games import at_table, at_tables
from bot.ui.screens.leagues.season import called, points, who
from bot.ui.screens.names import as_markdown, reason_as_markdown
from bot.ui.screens.parts import BLUE, GREY, turns
from bot.ui.screens.screen import Button, Field, Form, Screen, buttons

SHOWN = 30
"""Of those for whom something changes, on one screen."""
RATED = 4
"""Whose ratings stand in the line of a draw."""
LINE = 240
"""Characters of a line of the log at most, with six people in it; what somebody gives as a reason comes on top."""
ROOM = 3600
"""Characters for the lines of the log on one page, and for protests on one screen."""
LONGEST_REASON = 200
NAMED = 8
"""Of the lines or tables that go with one that is taken back, in a line of the log."""


def what_if(known: KnownSeason, found: EntryDraft, packed: str, now: datetime) -> Screen:
    """Return what a steward's decision would change, with the button that asks why and does it.

    Args:
        known: the season.
        found: the decision, and what it would change.
        packed: the decision as it stands in ids.
        now: the present time.
    """
    lines = [
        f"- {who(known, number)}: {_change(known, change)}" for number, change in list(found.changes.items())[:SHOWN]
    ]
    lines += [f"- {league_teams.team_moves(known, *stands)}" for stands in list(found.teams.values())[:SHOWN]]
    number = known.row.season_id
    return Screen(
        (
            f"### Preview\n{said(known, found.line.entry)} Only you see this; nothing is written yet.",
            "\n".join(lines)
            or _last_day(known, found.line.entry, now)
            or _arranges(known, found.line.entry)
            or "No places or points change.",
            "\n".join([*_at_tables(known, found), *league_teams.stays(known, found)]),
            *buttons(
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
"""How a table stands, in a preview."""
STAYS = {
    "taken": "somebody else has taken the seat since, and keeps it",
    "helped": "whoever has played on there gives the seat back, and what they have played stays",
    "ended": "its game has ended since without them, and its result stays",
    "closed": "its game was ended since without a result, so it counts for nothing",
    "played": "what a bot has played there since stays, for it was seen or answered",
}
"""Why something cannot be given back as it was."""


def _arranges(known: KnownSeason, entry: Entry) -> str:
    """Return what becomes of a season's frame; empty: nothing."""
    about = decision(known.season, entry)
    if not isinstance(about, Arrangement):
        return ""
    return organiser_undo.effects(known, about, back=isinstance(entry, Reverted))


def _at_tables(known: KnownSeason, found: EntryDraft) -> list[str]:
    """Return what becomes of tables and chairs."""
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
        lines += [f"- Table {number}: the seat of {who(known, one)} is free then" for one in sorted(change.emptied)]
        lines += [f"- Table {number}: {who(known, one)} has the seat again" for one in sorted(change.given_back)]
    lines += [f"- ⚠️ Table {number}: {STAYS[reason]}" for number, reason in found.stays.items()]
    if found.stays.keys() and not set(found.stays.values()) <= {"played", "helped"}:
        lines.append("Where that is unfair, **/league result** decides such a table, and **/league void** strikes it.")
    if found.draws and known.row.status == "running":
        lines.insert(
            0, "⚠️ No other table of this round is open: the next one is drawn as soon as you do it, and stays."
        )
    more = len(lines) - SHOWN
    return [*lines[:SHOWN], f"- … and {more} more"] if more > 0 else lines


def _last_day(known: KnownSeason, entry: Entry, now: datetime) -> str:
    """Return what becomes of the last day; empty: nothing."""
    days, end = calendar.put_off(known.season, entry), calendar.last_day(known.season, known.plan)
    if not days or end is None or known.row.status != "running":
        return ""
    new = end + timedelta(days=days)
    if new > now:
        return f"The last day: {day(end)} → **{day(new)}**."
    ends = "season ends" if known.plan.format == "division" else "round ends"
    return f"⚠️ The last day would be {day(new)}, which is over: the {ends} as soon as you do it."


def why(season_id: int, seen: int, packed: str) -> Form:
    """Return the form that asks a steward why."""
    field = Field("Why? Everybody in the league reads it.", f"Up to {LONGEST_REASON} signs", longest=LONGEST_REASON)
    return Form(f"lg-decide:{season_id}:{seen}:{packed}", "The reason", (field,))


def why_doubted(season_id: int, table: int) -> Form:
    """Return the form in which somebody protests against a result."""
    field = Field("What is wrong? Everybody reads it.", f"Up to {LONGEST_REASON} signs", longest=LONGEST_REASON)
    return Form(f"lg-doubted:{season_id}:{table}", f"Table {table}: your protest", (field,))


def open_protests(season: Season) -> list[Protest]:
    """Return the protests on which nobody has ruled, the oldest first."""
    return [one for one in season.protests.values() if one.upheld is None]


def protests(known: KnownSeason) -> Screen:
    """Return the protests on which somebody has to rule, for those who run the league."""
    found = open_protests(known.season)
    number = known.row.season_id
    shown: list[Protest] = []
    lines: list[str] = []
    for one in found[:10]:
        line = f"- {doubted(known, one)}"
        if sum(map(len, lines)) + len(line) > ROOM:
            break
        shown.append(one)
        lines.append(line)
    if len(found) > len(shown):
        lines.append(f"- … and {len(found) - len(shown)} more, shown when these are ruled on")
    return Screen(
        (
            "### Protests",
            "\n".join(lines) or "No open protests.",
            *buttons(
                *(
                    Button(f"lg-protest:{number}:{one.line}", f"Rule on table {one.table} …", "primary")
                    for one in shown
                ),
                Button(f"lg-manage:{number}", "Back"),
            ),
        ),
        colour=BLUE,
    )


def doubted(known: KnownSeason, one: Protest) -> str:
    """Return a protest as a sentence, with its reason."""
    reason = sentence(as_markdown(calendar.why_doubted(known.season, one.line)))
    return f"{who(known, one.entrant)} protests against the result of table {one.table}: {reason}"


def protest(known: KnownSeason, one: Protest) -> Screen:
    """Return a protest with what a steward can answer."""
    number, seen = known.row.season_id, known.row.lines
    return Screen(
        (
            f"### A protest\n{doubted(known, one)}",
            f"As it counts now: {_in_order(known, known.season.places_at(known.season.tables[one.table]))}.",
            "Your ruling and its reason stand in the log for everybody. It changes no result: where you uphold it, "
            "put the table right with **/league result**, or **/league void**.",
            *buttons(
                Button(f"lg-why:{number}:{seen}:yes.{one.line}", "Uphold it …", "success"),
                Button(f"lg-why:{number}:{seen}:no.{one.line}", "Refuse it …", "danger"),
                Button(f"lg-protests:{number}", "Back"),
            ),
        ),
        colour=BLUE,
    )


def _change(known: KnownSeason, change: Change) -> str:
    before, after = change.before, change.after
    parts = []
    if before is not None and after is not None:
        if before.place != after.place:
            parts.append(f"{ordinal(before.place)} → **{ordinal(after.place)}**")
        if before.points != after.points and known.plan.format != "ladder":
            parts.append(f"{points(before.points)} → **{points(after.points)}** points")
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
            parts.append(f"rating in {known.title_of(number)} {old.shown} → **{new.shown}**")
    if not parts and before is not None and after is not None:
        then_decided, now_decided = (f"{row.counted}/{row.counted + row.open}" for row in (before, after))
        if then_decided != now_decided:
            parts.append(f"tables decided: {then_decided} → **{now_decided}**")
    return ", ".join(parts) or "a tie-break changes, and no place"


def log(known: KnownSeason, page: int) -> Screen:
    """Return a page of a season's log, the newest lines first; everybody may read it."""
    lines = known.season.lines[::-1]
    starts = _pages(lines)
    pages = len(starts)
    page = min(page, pages - 1)
    off = reverted(known.season.lines)
    shown = []
    for line in lines[starts[page] : (*starts, len(lines))[page + 1]]:
        by = decided_by(known, line) if line.reason or _is_shown(line.entry) else ""
        reason = f" Why: {sentence(reason_as_markdown(line.reason, line.by))}" if line.reason else ""
        text = f"{said_by(known, line)}{by}{reason}"
        text = f"~~{text}~~" if line.number in off else text
        shown.append(f"`{line.number}` {_at(line.made_at)} {text}")
    return Screen(
        (
            f"### {called(known)}: the log, page {page + 1} of {pages}",
            "\n".join(shown),
            *turns(f"lg-log:{known.row.season_id}", page, pages),
        ),
        colour=GREY,
    )


def decided_by(known: KnownSeason, line: LogLine) -> str:
    """Return who decided what a line says, and whether they play, too; empty: nobody, or nobody knows any more."""
    if line.by is None and line.by_entrant is None:
        return ""
    name = f"<@{line.by}>" if line.by is not None else who(known, line.by_entrant or 0)
    one = None if line.by_entrant is None else known.season.entrants.get(line.by_entrant)
    if one is None:
        return f" Decided by {name}."
    where = f"in division {one.division}" if one.division and known.plan.format == "division" else "in this season"
    return f" Decided by {name}, who {'has helped out' if one.helper else 'plays'} {where}."


def _pages(lines: Sequence[LogLine]) -> list[int]:
    """Return at which lines the pages begin: each has as many as fit into a message, however long their reasons are."""
    starts, room = [0], ROOM
    for at, line in enumerate(lines):
        size = LINE + 90 + 2 * len(line.reason) if line.reason else LINE  # each sign of a reason may be escaped
        size += LINE * isinstance(line.entry, Drawn)  # with the ratings of those in it
        if room < size:
            starts.append(at)
            room = ROOM
        room -= size
    return starts


def _is_shown(entry: Entry) -> bool:
    """Whether the log says who wrote an entry for which nobody gives a reason."""
    return isinstance(entry, Drawn | Ended)


def _at(stored: str) -> str:
    return f"<t:{int(deadlines.moment(stored).timestamp())}:d>"


def said_by(known: KnownSeason, line: LogLine) -> str:
    """Return a line of a season's log as a sentence; a result that counts for nothing is not told."""
    if line.number in known.season.unheeded and isinstance(line.entry, Resulted):
        return f"The game of table {line.entry.table} ends; what the table was decided to be before stands."
    return said(known, line.entry)


def said(known: KnownSeason, entry: Entry) -> str:
    """Return an entry of a season's log as a sentence."""
    match entry:
        case Opened() | Drawn() | Extended() | Ended() | Settled() | OpenedWishes():
            return _framed(known, entry)
        case JoinedTeam() | LeftTeam() | StandsBy() | AskedOut() | PutIn():
            return league_teams.said(known, entry)
        case Joined() | Added() | Withdrew() | Disqualified() | Carded() | Penalty():
            return _about_somebody(known, entry)
        case Resulted() | Adjudicated() | Corrected():
            return _came_out(known, entry)
        case Voided() | Closed() | Began() | Left() | Substituted() | TookChair():
            return _about_a_table(known, entry)
        case Offered() | PassedOn():
            return seat_offers.said(known, entry)
        case Protested() | Ruled():
            return _protested(known, entry)
        case Cancelled() | Replanned() | Placed() | Moved():
            return organiser_undo.said(known, entry)
        case Reverted():
            return _taken_back(entry)


def _protested(known: KnownSeason, entry: Protested | Ruled) -> str:
    if isinstance(entry, Ruled):
        return f"The protest of line {entry.protest} is {'upheld' if entry.upheld else 'refused'}."
    return f"{who(known, entry.entrant)} protests against the result of table {entry.table}."


def _taken_back(entry: Reverted) -> str:
    words = f"Line {entry.line} is taken back"
    if entry.also:
        shown, more = entry.also[:NAMED], len(entry.also) - NAMED
        lines = f"line {shown[0]}" if len(entry.also) == 1 else f"lines {listed(shown)}"
        words += f", and with it {lines}{f' and {more} more' if more > 0 else ''}"
    if entry.stays:
        tables = f"table {entry.stays[0]}" if len(entry.stays) == 1 else f"tables {listed(entry.stays[:NAMED])}"
        words += f"; at {tables}, what has followed stays"
    return f"{words}."


def _framed(known: KnownSeason, entry: Opened | Drawn | Extended | Ended | Settled | OpenedWishes) -> str:
    match entry:
        case Opened():
            return "Sign-up opens."
        case Drawn():
            if known.plan.format == "ladder":
                return _opened_now(known, entry)
            what, tables = f"Round {entry.round} is drawn", counted(len(entry.tables), "table")
            if known.plan.format == "division":
                what, tables = "The season is drawn", f"{tables} in {counted(len(entry.divisions), 'division')}"
            tables += at_tables(known, [table.game for table in entry.tables])
            return f"{what}: {tables}. The seed was `{entry.seed}`.{_rated(known, entry)}"
        case Extended():
            return f"The last day is put off by {counted(entry.days, 'day')}."
        case Ended():
            return f"The {span(known.plan)} is over."
        case Settled():
            return "The next season is drawn, so who goes up and down is settled."
        case OpenedWishes():
            wishes = counted(len(entry.apart), "wish", "wishes")
            if known.plan.format == "ladder":
                return f"Who waited when the tables of line {entry.draw} opened can be checked: **/league export**."
            return f"{wishes} to be kept apart, on which line {entry.draw} rests, can be checked: **/league export**."


def _opened_now(known: KnownSeason, entry: Drawn) -> str:
    """Return which tables of a ladder a draw has opened."""
    tables = "; ".join(listed(who(known, number) for number in table.seats) for table in entry.tables[:NAMED])
    more = f"; and {len(entry.tables) - NAMED} more" if len(entry.tables) > NAMED else ""
    what = "A table opens" if len(entry.tables) == 1 else f"{len(entry.tables)} tables open"
    return f"{what}: {tables}{more}. The seed was `{entry.seed}`."


def _rated(known: KnownSeason, entry: Drawn) -> str:
    """Return the ratings that had a part in a draw, the best first; empty: they had none."""
    rules = known.season.given()
    if not rules.names_ratings() or (rules.format == "cup" and (entry.round > 1 or not entry.byes)):
        return ""
    brought = entry.brought.items()
    rated = sorted((-one.rating, number) for number, one in brought if one.by_rating or one.rating != UNRATED)
    names = [f"{who(known, number)} {-rating}" for rating, number in rated[:RATED]]
    more = [f"{len(rated) - RATED} more, by number in **/league export**"] if len(rated) > RATED else []
    all_of_them = listed([*names, *more], "nobody has one that counts")
    return f" The ratings: {all_of_them}; everybody else counts as {UNRATED}."


def _about_somebody(known: KnownSeason, entry: Joined | Added | Withdrew | Disqualified | Carded | Penalty) -> str:
    name = who(known, entry.entrant)
    match entry:
        case Joined() if entry.plays_on:
            return f"{name} plays on, and is signed up; what they add to the draw was known before."
        case Added():
            return f"{name} adds `{entry.ticket}` to the draw."
        case Joined():
            return f"{name} helps out." if entry.helper else f"{name} signs up and adds `{entry.ticket}` to the draw."
        case Withdrew():
            return f"{name} leaves the {_whole(known)}."
        case Disqualified():
            return f"{name} is disqualified from the {_whole(known)}."
        case Carded():
            return _carded(known, entry)
        case Penalty():
            what = "loses" if entry.points > 0 else "is given"
            return f"{name} {what} {counted(abs(entry.points), 'point')}."


def _whole(known: KnownSeason) -> str:
    return "ladder" if known.plan.format == "ladder" else "season"


def _carded(known: KnownSeason, entry: Carded) -> str:
    name, table = who(known, entry.entrant), entry.table
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


def _came_out(known: KnownSeason, entry: Finished) -> str:
    verb = {"result": "ends", "adjudicated": "is decided", "corrected": "is put right"}[
        getattr(entry, "kind", "result")
    ]
    game = at_table(known, entry.table)
    return f"Table {entry.table}{game} {verb}: {_in_order(known, entry.places)}."


def _in_order(known: KnownSeason, places: Places) -> str:
    order = sorted(places, key=lambda number: places[number])
    return ", ".join(f"{places[number]}. {who(known, number)}" for number in order)


def _about_a_table(known: KnownSeason, entry: Voided | Closed | Began | Left | Substituted | TookChair) -> str:
    match entry:
        case Voided():
            return f"Table {entry.table} counts for nothing."
        case Closed():
            if known.season.tables[entry.table].counts:
                return f"The game of table {entry.table} is closed. The table counts as it was decided."
            return f"The game of table {entry.table} ends without a result."
        case Began():
            game = at_table(known, entry.table)
            return f"Table {entry.table}{game} begins; its game is number {entry.game_id}."
        case Left():
            return f"{who(known, entry.entrant)} does not play on at table {entry.table}."
        case Substituted():
            names = [who(known, entry.entrant), who(known, entry.left)]
            return f"At table {entry.table}, {listed(names[:1])} plays on for {names[1]}."
        case TookChair():
            return f"At table {entry.table}, {who(known, entry.entrant)} takes the seat of {who(known, entry.left)}."
