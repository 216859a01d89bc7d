"""A season's public messages: the draft, sign-up, standings and the podium."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate

from bot.engine.game import AnyGame, Options
from bot.engine.words import counted, listed, ordinal
from bot.host.leagues import calendar
from bot.host.leagues.plan import Plan, rules_of
from bot.host.leagues.season_log import KnownSeason
from bot.host.leagues.sign_up import takes_nobody
from bot.host.table.open_table import CONFIRMING
from bot.leagues import ratings
from bot.leagues.promotion import next_levels
from bot.leagues.ranking_criteria import ranked_by, told_apart
from bot.leagues.rounds import heading, in_order, tables_of
from bot.leagues.rules import SIXTIETHS
from bot.leagues.season import LeagueTable, Season
from bot.leagues.standings import Standing as Standing
from bot.leagues.standings import standings
from bot.ui.screens.leagues import ladders
from bot.ui.screens.leagues import league_formats as wording
from bot.ui.screens.leagues.league_games import (
    listing,
    menu_of,
    of_round_in_words,
    own_options,
    played,
    values_of,
    way_to_games,
)
from bot.ui.screens.leagues.league_teams import (
    choosing,
    formed,
    how_teams_play,
    standing_of_teams,
    team_button,
    winners,
)
from bot.ui.screens.parts import (
    BLUE,
    GOLD,
    GREEN,
    GREY,
    after_places,
    notes,
    options_in_words,
)
from bot.ui.screens.screen import Block, Button, Menu, MenuLine, Row, Screen, buttons, short, web_page
from storage.interface import LeagueRow, SeasonRow

LINES = 56
"""Maximum lines of standings in one message, at some 60 characters; with more, divisions show only their top places."""
LINES_BESIDE_TEAMS = 30
NAMED = 30
"""Maximum number of names in the sign-up message; fewer next to several games, or teams."""
MEDALLISTS = 12
"""Maximum number of names on the podium of a season without divisions."""
FIRST = 3
"""Number of places shown of a shortened division."""
DIVISIONS = 14
"""Maximum number of shortened divisions in one message."""
TOLD_APART_ROOM = 2600
"""Maximum characters of standings with tie-breaks; longer ones omit them."""
MOST_TEXT = 3900
"""Maximum characters of one message, with a reserve."""
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def title(known: KnownSeason, game: AnyGame | None) -> str:
    """Return the heading of a season's messages."""
    return f"## {called(known)}\n{_game(known, game)}"


def called(known: KnownSeason) -> str:
    """Return the name of a season: its league and number; a ladder's seasons are called periods."""
    return f"{known.league.name} · {wording.span(known.plan)} {known.row.number}"


def _game(known: KnownSeason, game: AnyGame | None) -> str:
    if known.plan.further:
        return played(known)
    return f"{_title(known, game)}, tables for {known.plan.seats}"


def _title(known: KnownSeason, game: AnyGame | None) -> str:
    if known.plan.further:
        return "each game"
    return known.plan.title if game is None else game.title


def who(known: KnownSeason, number: int) -> str:
    """Return an entrant as a mention that pings nobody."""
    one = known.entrants.get(number)
    return f"entrant {number}" if one is None or one.user_id is None else f"<@{one.user_id}>"


def points(sixtieths: int) -> str:
    """Format points, given in sixtieths."""
    return f"{round(sixtieths / SIXTIETHS, 2):g}"


# -- the draft ---------------------------------------------------------------------------------------


def draft(known: KnownSeason, game: AnyGame, note: str = "") -> Screen:
    """Return the private panel on which an organiser edits a draft season."""
    number = known.row.season_id
    return Screen(
        (
            *notes(note),
            "### A new season, as everybody will read it\nNothing is posted yet. Choose a line to change it; when "
            "sign-up opens, all of it is settled.",
            *(block for block in sign_up(known, game).blocks if isinstance(block, str)),
            *option_menus(number, known.plan, game, "lg-option"),
            *seats_row(number, known.plan, game, "lg-seats"),
            Row((Menu(f"lg-format:{number}", "How it is played", wording.formats(known.plan)),)),
            *choosing(known),
            Row((Menu(f"lg-end:{number}", "When it ends", wording.ends(known.plan)),)),
            *buttons(
                Button(f"lg-open:{number}", "Open sign-up", "success"),
                *way_to_games(number, known.plan, "lg"),
                Button(f"lg-drop:{number}", "Discard draft", "danger"),
            ),
        ),
        colour=BLUE,
    )


def _options(plan: Plan, game: AnyGame) -> Options:
    return game.options.model_validate(plan.options)


def option_menus(number: int, plan: Plan, game: AnyGame, verb: str) -> list[Row]:
    """Return the menus of the plan's game options and table settings."""
    return [
        *([] if plan.further else menu_of(f"{verb}:{number}:rules", "Change the game options", _options(plan, game))),
        *menu_of(f"{verb}:{number}:pact", "Change the table settings", plan.pact),
    ]


def seats_row(number: int, plan: Plan, game: AnyGame, verb: str) -> list[Row]:
    """Return the menu of table sizes; empty if each round's game has its own."""
    if plan.further and plan.format == "swiss":
        return []
    sizes = tuple(
        MenuLine(str(count), f"Tables for {count}", chosen=count == plan.seats)
        for count in game.seats
        if 2 <= count <= 6
    )
    return [Row((Menu(f"{verb}:{number}", f"Tables for {plan.seats}", sizes),))]


def draft_option(known: KnownSeason, game: AnyGame, name: str, verbs: str = "lg") -> Screen:
    """Return the private panel with the values of one option; `verbs` is the prefix of its controls."""
    options = _options(known.plan, game)
    chosen = options if name in type(options).model_fields else known.plan.pact
    number = known.row.season_id
    return values_of(chosen, name, lambda value: f"{verbs}-set:{number}:{name}:{value}", f"{verbs}-draft:{number}")


# -- sign-up -----------------------------------------------------------------------------------------


def sign_up(known: KnownSeason, game: AnyGame) -> Screen:
    """Return the season's sign-up message."""
    number = known.row.season_id
    plan = known.plan
    playing = [one for one in known.season.entrants.values() if one.status == "plays" and not one.helper]
    named = NAMED // 3 if plan.further or plan.team else NAMED
    names = [who(known, one.number) for one in playing[:named]]
    is_open = known.row.status in ("draft", "sign-up")
    cancelled = "⚠️ **Sign-up was cancelled.** **/league log** says why." if known.season.cancelled else ""
    may_join = is_open or (known.row.status == "running" and not takes_nobody(known))
    more = f" and {len(playing) - named} more" if len(playing) > named else ""
    return Screen(
        (
            title(known, game),
            cancelled,
            wording.in_short(plan, known.season.rules),
            how_teams_play(known),
            _worth_of_places(known) + wording.leaving(known) + wording.silence(known),
            wording.last_day_in_words(known),
            _played_by(known, game),
            "**Tables** (by joining you agree): "
            + "; ".join(f"{name}: {value}" for name, value in options_in_words(plan.pact)),
            f"**Signed up ({len(playing)})**: {', '.join(names) or 'nobody yet'}{more}",
            formed(known),
            "By joining you also agree that whoever sees this channel can look up your results here and the rating "
            "that follows from them (**/league player**). Files that leave this server name you only if you say so.",
            *_promise(known),
            wording.late(known),
            *buttons(
                *([_join(known, is_open)] if may_join else []),
                *team_button(known),
                *_want(known),
                Button(f"lg-place:{number}", "My place"),
                Button(f"lg-rules:{number}", "How the league works"),
                *_rules_of_games(known, game),
            ),
        ),
        colour=BLUE,
    )


def _played_by(known: KnownSeason, game: AnyGame) -> str:
    """Return the rules in use; for several games, a list."""
    if known.plan.further:
        return listing(known)
    return "**What is played by**: " + ("; ".join(own_options(game, known.plan.options)) or "the basic game")


def _rules_of_games(known: KnownSeason, game: AnyGame) -> list[Button]:
    planned = [known.game(number) for number in range(len(known.plan.games))]
    found = {each.key: each for each in planned if each is not None}
    if len(found) < 2:
        return [Button(f"rules:{game.key}:0", "Rules of the game")]
    return [Button(f"rules:{key}:0", short(f"Rules of {each.title}", 40)) for key, each in found.items()]


def ladder_in_words(known: KnownSeason) -> str:
    """Return the points by place, for each table size."""
    ladders = rules_ladder(known)
    sizes = sorted({planned.seats for planned in known.plan.games})
    found = {size: ", ".join(f"{ordinal(at)} {worth}" for at, worth in enumerate(ladders[size], 1)) for size in sizes}
    return found[sizes[0]] if len(sizes) == 1 else "; ".join(f"for {size}: {words}" for size, words in found.items())


def _join(known: KnownSeason, is_open: bool) -> Button:
    late = not is_open and not wording.is_ladder(known.plan)
    return Button(f"lg-join:{known.row.season_id}", "Join late" if late else "Join", "success")


def _want(known: KnownSeason) -> list[Button]:
    """Return the button to request a ladder game."""
    is_open = known.row.status in ("sign-up", "running") and not known.season.cancelled
    wants = wording.is_ladder(known.plan) and is_open
    return [Button(f"lg-want:{known.row.season_id}", "I want a game", "primary")] * wants


def _worth_of_places(known: KnownSeason) -> str:
    if wording.is_ladder(known.plan):
        return ladders.counting(known.season.rules or rules_of(known.plan))
    points_by_place = ladder_in_words(known)
    return f"**Points**: {points_by_place}. Ties share. If you concede, leave or don't show up, you finish last there."


def _how_begun(known: KnownSeason, hours: int) -> str:
    return (
        "**Tables open by themselves**, as many at once as you like (**My place**). Press **I'm here** within "
        f"{hours} hours, once for all that wait for you; your days off do not count, and the time never ends in "
        f"your quiet hours. Else the game begins without you. {wording.stays_away(known)} With two warnings you get "
        "no more tables."
    )


def _rating(known: KnownSeason, game: AnyGame | None) -> str:
    return (
        f"**Your rating** follows from your games in this server's leagues of {_title(known, game)}, and from "
        f"nothing else; newcomers have {ratings.Rating().shown}. It decides no season. {wording.rated(known)} Who "
        "helps out risks nothing. **/league player** shows it."
    )


def _points_in_full(known: KnownSeason) -> str:
    return f"**Points**: {ladder_in_words(known)}. Ties share what their places are worth. "


def rules_ladder(known: KnownSeason) -> Mapping[int, Sequence[int]]:
    """Return the points by place, by table size."""
    from_season = known.season.rules
    return (from_season or rules_of(known.plan)).ladders


def _promise(known: KnownSeason) -> list[str]:
    if not known.season.digest:
        return []
    return [
        "-# Nobody can choose the draw: it comes from a secret whose SHA-256 digest is "
        f"`{known.season.digest}`, together with the number of the press by which each of you "
        f"{'wants a game' if wording.is_ladder(known.plan) else 'joins'}."
    ]


def how_it_works(known: KnownSeason, game: AnyGame | None) -> Screen:
    """Return the season's rules in full."""
    hours = int(CONFIRMING.total_seconds() // 3600)
    return Screen(
        (
            f"### How {known.league.name} works\n{_game(known, game)}",
            wording.how_drawn(known.plan, known.season.rules),
            listing(known) if known.plan.further else "",
            how_teams_play(known),
            wording.who_meets(known),
            ladders.how_begun(hours, wording.stays_away(known))
            if wording.is_ladder(known.plan)
            else _how_begun(known, hours),
            ("" if wording.is_ladder(known.plan) else _points_in_full(known))
            + "Who concedes, leaves or is replaced stands below all who stayed. A helper is thanked in the standings "
            "and risks nothing." + wording.leaving(known) + wording.silence(known),
            *filter(None, [wording.empty_chairs(known)]),
            wording.who_is_ahead(known.plan, known.season.rules),
            f"**Leaving early?** {wording.who_leaves(known.plan)}",
            wording.how_it_ends(known.plan),
            "**Wrong result?** For a week, **My place** lets you protest. The stewards' ruling is public.",
            wording.private_wishes(known),
            ladders.rating(_title(known, game), wording.rated(known))
            if wording.is_ladder(known.plan)
            else _rating(known, game),
            "-# I cannot see whether people deal with each other outside of the game. What helps is that nobody "
            "chooses whom they meet, and that you can keep apart from people. Stewards decide nothing about tables of "
            "their own, and fine or put out nobody with whom they compete.",
            *buttons(Button(f"lg-place:{known.row.season_id}", "My place")),
        ),
        colour=GREY,
    )


# -- standings ---------------------------------------------------------------------------------------


def table_of_season(
    known: KnownSeason, game: AnyGame | None, season: Season | None = None, address: str = ""
) -> Screen:
    """Return the message with the standings, kept up to date until the end.

    Args:
        known: the season.
        game: its game.
        season: its state at another moment; None: the present one.
        address: the URL of its web page; empty: it has none.
    """
    number = known.row.season_id
    season = season or known.season
    over = known.row.status == "over"
    waits = not over and any(season.tables[table].fate == "planned" for table in known.tables)
    words = [
        title(known, game),
        over_in_words(known) if over else running_in_words(season),
        "" if over else wording.last_day_in_words(known),
        standing_of_teams(known, season),
        *_divisions(known, season),
        *_helpers(known, season),
    ]
    if over:
        words += _up_and_down(known, season, MOST_TEXT - sum(map(len, words)))
    return Screen(
        (
            *words,
            *_rounds(known, season, MOST_TEXT - sum(map(len, words))),
            *buttons(
                *([Button(f"lg-here:{number}", "I'm here", "primary")] if waits else []),
                *_want(known),
                Button(f"lg-place:{number}", "My place", "primary"),
                Button(f"lg-table:{number}:0", _all_of_it(season)),
                Button(f"lg-rules:{number}", "How the league works"),
                *web_page(address),
            ),
        ),
        colour=GREY if over else GREEN,
    )


def follows(known: KnownSeason) -> str:
    """Return when the next season opens automatically, as an appended sentence; empty if it does not."""
    at = calendar.opens_next(known.season, known.league.opens_after)
    if at is None or wording.is_ladder(known.plan):
        return ""
    return f" The next one opens by itself on <t:{int(at.timestamp())}:D>, by the same rules."


def over_in_words(known: KnownSeason) -> str:
    """Return the sentence that the season is over."""
    if not wording.is_ladder(known.plan):
        return "The season is over."
    by_itself = calendar.opens_next(known.season, None) is not None
    return f"This period is over. {'The next one has begun.' if by_itself else 'A steward has closed the ladder.'}"


def running_in_words(season: Season) -> str:
    """Return the numbers of tables by state."""
    fates = Counter[str](table.fate for table in season.tables.values())
    done, total = fates["finished"] + fates["adjudicated"], fates.total()
    parts = [f"{done} of {counted(total, 'table')} decided"]
    for fate, words in (("running", "being played"), ("planned", "still to begin"), ("void", "void")):
        if fates[fate]:
            parts.append(f"{fates[fate]} {words}")
    if season.given().format == "ladder" and done + fates["void"] == total:
        return f"{done} of {counted(total, 'table')} decided, none being played."
    if done + fates["void"] == total:
        all_of_them = "The table is decided." if total == 1 else f"All {total} tables are decided."
        return f"{all_of_them} A steward can finish the season: **/league manage**."
    return ", ".join(parts) + "."


def _divisions(known: KnownSeason, season: Season) -> list[str]:
    divisions = season.divisions()
    whole = _fits_whole(season)
    shown = divisions if whole else divisions[:DIVISIONS]
    room = TOLD_APART_ROOM // max(1, len(shown))
    blocks = [_division(known, season, division, LINES if whole else FIRST, room) for division in shown]
    if not whole:
        blocks.append("**My division** shows yours whole, and each other one.")
    return blocks


def _fits_whole(season: Season) -> bool:
    """Return whether all places of all divisions fit into one message."""
    lines = sum(len(season.entrants_of(division)) + 1 for division in season.divisions())
    return lines <= (LINES_BESIDE_TEAMS if season.teams else LINES)


def _up_and_down(known: KnownSeason, season: Season, room: int) -> list[str]:
    """Return the entrants who would change division now; empty if there is no room."""
    if not _fits_whole(season):
        return []
    lines = [
        line for division in season.divisions() for line in _moves(known, season, division, standings(season, division))
    ]
    words = "\n".join(lines)
    return [words] if lines and len(words) <= room else []


def _division(known: KnownSeason, season: Season, division: int, most: int, room: int) -> str:
    lines = standing(known, standings(season, division), most, room)
    return "\n".join([heading_of(season, division), *lines])


def standing(known: KnownSeason, rows: Sequence[Standing], most: int, room: int) -> list[str]:
    """Return the lines of a division's standings, with the tie-break of equal ranks.

    Args:
        known: the season.
        rows: the division's rows, the first place first.
        most: maximum number of lines.
        room: maximum characters; tie-breaks are left out if they do not fit.
    """
    kind = known.plan.format
    dot = after_places([row.place for row in rows[:most] if not row.missing])
    plain = [_standing(known, row, dot) for row in rows[:most]]
    apart = told_apart(kind, rows)
    lines = [
        f"{line} · {apart[row.number]}" if row.number in apart else line for line, row in zip(plain, rows, strict=False)
    ]
    return lines if sum(len(line) + 1 for line in lines) <= room else plain


def _standing(known: KnownSeason, row: Standing, dot: str) -> str:
    marks = "".join(f" · {mark}" for mark in marked(row))
    tables = f"{row.counted}/{row.counted + row.open}"
    place = "-" if row.missing else f"{row.place}{dot}"
    return f"{place} {who(known, row.number)} · **{worth(known, row)}** · {tables}{marks}"


def marked(row: Standing) -> list[str]:
    """Return the remarks on an entrant not ranked by results alone."""
    few = "too few tables so far" if row.open else "too few tables"
    if row.missing:
        few = ladders.missing(row)
    elif row.open and not row.counted:
        few = "no table decided yet"
    return [row.gone] * bool(row.gone) + [few] * (row.below == 1)


def worth(known: KnownSeason, row: Standing) -> str:
    """Return the value that ranks an entrant: points, points per table, or the round they reached."""
    return ranked_by(known.plan.format).said(row)


def heading_of(season: Season, division: int) -> str:
    """Return the heading of a division's places, or of a season without divisions."""
    return f"**{heading(season, division).capitalize()}**"


def _rounds(known: KnownSeason, season: Season, room: int) -> list[str]:
    """Return the pairings: a Swiss season's newest round, or all of a cup's rounds that fit.

    Args:
        known: the league.
        season: the state shown.
        room: maximum characters.
    """
    rules = season.given()
    if not rules.is_drawn_in_rounds() or not season.rounds:
        return []
    rounds = season.rounds[::-1] if rules.format == "cup" else season.rounds[-1:]
    blocks: list[str] = []
    for drawn in rounds:
        tables = tables_of(season, drawn)
        byes = [f"Without a game: {listed(who(known, number) for number in drawn.byes)}"] * bool(drawn.byes)
        lines = [_at_table(known, season, table) for table in tables]
        game = of_round_in_words(known, drawn.number)
        block = "\n".join([f"**Tables of round {drawn.number}**{game}", *lines, *byes])
        room -= len(block)
        if room < 0:
            break
        blocks.append(block)
    return blocks


def _at_table(known: KnownSeason, season: Season, table: LeagueTable) -> str:
    if not table.counts:
        state = {"planned": "", "running": " · being played", "void": " · void"}.get(table.fate, "")
        return f"{table.number}: {listed(who(known, number) for number in table.seats)}{state}"
    names = [
        f"**{who(known, number)}**" if place == 1 else who(known, number) for number, place in in_order(season, table)
    ]
    return f"{table.number}: {listed(names)}"


def _helpers(known: KnownSeason, season: Season) -> list[str]:
    helped = [one for one in season.entrants.values() if one.helped]
    if not helped:
        return []
    return [f"Thank you for playing on for others: {listed(who(known, one.number) for one in helped[:20])}."]


def podium(known: KnownSeason, game: AnyGame | None) -> Screen:
    """Return the message at the end of a season."""
    blocks: list[Block] = [f"## {called(known)}: the podium\n{_game(known, game)}"]
    blocks += [words] if (words := winners(known)) else []
    divisions = known.season.divisions()
    most = MEDALLISTS if len(divisions) == 1 else len(MEDALS) + 1
    for at in divisions[:DIVISIONS]:
        rows = standings(known.season, at)
        first = [row for row in rows if row.place in MEDALS and row.counted and not row.missing]
        stand = [f"{MEDALS[row.place]} {who(known, row.number)} · {worth(known, row)}" for row in first[:most]] or [
            "Nobody has finished a game yet."
        ]
        if len(first) > most:  # several share these places
            stand.append(f"… and {len(first) - most} more")
        head = [heading_of(known.season, at)] if known.plan.format == "division" else []
        blocks.append("\n".join([*head, *stand, *_moves(known, known.season, at, rows)]))
    until = " Until the next season is drawn, it moves who goes up and down, too." * (not known.season.settled)
    blocks.append(
        f"Thank you all! {over_in_words(known)} What is put right later is shown by the standings above."
        + until * (known.plan.format == "division")
    )
    if known.league.opens_after is not None and not wording.is_ladder(known.plan):
        blocks.append(follows(known).strip())
    blocks += buttons(Button(f"lg-hall:{known.row.season_id}", "Hall of fame"))
    return Screen(tuple(blocks), colour=GOLD)


def _moves(known: KnownSeason, season: Season, division: int, rows: Sequence[Standing]) -> list[str]:
    levels = next_levels(season, division)
    up = [who(known, row.number) for row in rows if levels.get(row.number, division) < division]
    down = [who(known, row.number) for row in rows if levels.get(row.number, division) > division]
    return [f"⬆ {', '.join(up)}"] * bool(up) + [f"⬇ {', '.join(down)}"] * bool(down)


STATUS = {"draft": "in preparation", "sign-up": "**sign-up is open**", "running": "being played", "over": "over"}


def leagues(found: Sequence[tuple[LeagueRow, SeasonRow | None, Sequence[int]]]) -> Screen:
    """Return a server's leagues, each with its newest season and its stewards."""
    lines = []
    for league, season, stewards in found:
        state = "no season yet" if season is None else f"season {season.number}, {STATUS[season.status]}"
        run_by = f"; stewards: {listed(f'<@{user_id}>' for user_id in stewards)}" if stewards else ""
        lines.append(f"- **{league.name}** · {state} · <#{league.channel_id}>{run_by}")
    if not lines:
        return Screen(("This server has no leagues yet. **/league new** prepares one.",), colour=GREY)
    ways = [
        Button(f"lg-place:{season.season_id}", f"My place: {league.name}")
        for league, season, _ in found[:5]
        if season is not None and season.status != "draft"
    ]
    shown = lines[: _fitting(lines)]
    if len(shown) < len(lines):
        shown.append(f"- … and {len(lines) - len(shown)} more, which a command finds by their names")
    return Screen(("### Leagues of this server\n" + "\n".join(shown), *buttons(*ways)), colour=GREY)


def _fitting(lines: Sequence[str]) -> int:
    """Return the number of lines that fit into a message."""
    lengths = accumulate(len(line) + 1 for line in lines)
    return sum(length <= MOST_TEXT - 100 for length in lengths)


def _all_of_it(season: Season) -> str:
    """Return the label of the button to the full standings."""
    return "My division" if season.rules is None or season.rules.format == "division" else "All places"
