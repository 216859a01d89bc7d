"""A season's public messages: sign-up and standings; its terms and rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate

from bot.engine.game import AnyGame
from bot.engine.words import format_count, format_list, format_ordinal
from bot.host.leagues import calendar
from bot.host.leagues.plan import build_rules
from bot.host.leagues.season_log import KnownSeason
from bot.host.leagues.sign_up import is_closed_to_newcomers
from bot.host.table.open_table import CONFIRMATION_PERIOD
from bot.leagues import ratings
from bot.leagues.cup import list_rounds
from bot.leagues.games import get_bye_points
from bot.leagues.groups import has_knockout
from bot.leagues.promotion import get_next_levels
from bot.leagues.ranking_criteria import explain_tie_breaks, get_first_measure
from bot.leagues.rounds import format_title, list_tables, sort_by_place
from bot.leagues.rules import SIXTIETHS
from bot.leagues.season import Season
from bot.leagues.season_records import LeagueTable, Round
from bot.leagues.standings import Standing as Standing
from bot.leagues.standings import compute_standings
from bot.ui.screens.leagues import availability, entry_conditions, ladders, season_dates
from bot.ui.screens.leagues import league_formats as wording
from bot.ui.screens.leagues.league_games import (
    describe_game_list,
    describe_games,
    format_round_game,
    list_changed_options,
)
from bot.ui.screens.leagues.league_teams import (
    build_team_button,
    describe_formed_teams,
    describe_team_rules,
    describe_team_standings,
)
from bot.ui.screens.leagues.season_more import build_season_menu
from bot.ui.screens.parts import (
    BLUE,
    GREEN,
    GREY,
    describe_choice,
    describe_table_settings,
    get_place_suffix,
)
from bot.ui.screens.screen import (
    Button,
    MenuLine,
    Screen,
    build_button_rows,
    build_web_button,
)
from storage.interface.leagues import LeagueRow, SeasonRow

MAX_LINES = 56
"""Maximum lines of standings in one message, at some 60 characters; with more, divisions show only their top places."""
MAX_LINES_WITH_TEAMS = 30
MAX_NAMED = 30
"""Maximum number of names among the terms of a season; fewer next to several games, or teams."""
MAX_NAMED_BRIEFLY = 12
"""Maximum number of names in the sign-up message; fewer next to teams."""
FIRST = 3
"""Number of places shown of a shortened division."""
MAX_DIVISIONS = 14
"""Maximum number of shortened divisions in one message."""
TOLD_APART_ROOM = 2600
"""Maximum characters of standings with tie-breaks; longer ones omit them."""
MAX_TEXT_CHARS = 3900
"""Maximum characters of one message, with a reserve."""


def format_season_heading(known: KnownSeason, game: AnyGame | None) -> str:
    """Return the heading of a season's messages."""
    return f"## {format_season_name(known)}\n{describe_game(known, game)}"


def format_season_name(known: KnownSeason) -> str:
    """Return the name of a season: its league and number; a ladder's seasons are called periods."""
    return f"{known.league.name} · {wording.get_span_word(known.plan)} {known.row.number}"


def describe_game(known: KnownSeason, game: AnyGame | None) -> str:
    """Return a season's game and its table size, or the list of its games."""
    if known.plan.further:
        return describe_games(known)
    return f"{_get_game_title(known, game)}, tables for {known.plan.seats}"


def _get_game_title(known: KnownSeason, game: AnyGame | None) -> str:
    if known.plan.further:
        return "each game"
    return known.plan.title if game is None else game.title


def format_entrant(known: KnownSeason, number: int) -> str:
    """Return an entrant as a mention that pings nobody."""
    one = known.entrants.get(number)
    return f"entrant {number}" if one is None or one.user_id is None else f"<@{one.user_id}>"


def format_points(sixtieths: int) -> str:
    """Format points, given in sixtieths."""
    return f"{round(sixtieths / SIXTIETHS, 2):g}"


# -- sign-up -----------------------------------------------------------------------------------------


def render_sign_up(known: KnownSeason, game: AnyGame) -> Screen:
    """Return the season's sign-up message: the game, the next step, and the names of those who have signed up.

    The terms stand in a private panel, which the button More opens; see `render_terms`.
    """
    number = known.row.season_id
    is_open = known.row.status in ("draft", "sign-up")
    may_join = is_open or _can_join(known)
    cancelled = "⚠️ **Sign-up was cancelled.** **/league log** says why." if known.season.cancelled else ""
    return Screen(
        (
            format_season_heading(known, game),
            cancelled or _describe_next_step(known),
            f"-# {' · '.join(_list_facts(known))}",
            entry_conditions.describe_conditions(known) if may_join else "",
            _list_signed_up(known, MAX_NAMED_BRIEFLY // 2 if known.plan.team else MAX_NAMED_BRIEFLY),
            describe_formed_teams(known),
            *_describe_digest(known),
            "-# By joining you agree to what **More…** says." if may_join else "",
            *build_button_rows(
                *([_build_join_button(known, is_open)] if may_join else []),
                *build_team_button(known),
                *_build_request_button(known),
                Button(f"lg-place:{number}", "My place"),
                Button(f"lg-terms:{number}", "More…"),
            ),
        ),
        colour=BLUE,
    )


def _can_join(known: KnownSeason) -> bool:
    """Return whether a newcomer can sign up now."""
    is_late = known.row.status == "running" and not is_closed_to_newcomers(known)
    return is_late or (known.row.status == "sign-up" and not known.season.cancelled)


def _describe_next_step(known: KnownSeason) -> str:
    """Return what comes next in a season."""
    if known.row.status == "sign-up" and (words := season_dates.describe_draw_date(known)):
        return words
    if known.row.status in ("draft", "sign-up") and not wording.is_ladder(known.plan):
        return "Sign-up is open until a steward draws the season."
    return wording.describe_late_entry(known)


def _list_facts(known: KnownSeason) -> list[str]:
    """Return how a season is played, at which pace and until when, in a few words each."""
    facts = (
        wording.describe_format_briefly(known.plan),
        _describe_pace(known),
        wording.describe_last_day_briefly(known),
        "anonymous tables" if known.plan.pact.anonymous else "",
    )
    return [fact for fact in facts if fact]


def _describe_pace(known: KnownSeason) -> str:
    pace = describe_choice(known.plan.pact, "pace")
    return pace if known.plan.pact.allowed is None else f"{pace} an answer"


def _list_signed_up(known: KnownSeason, most: int) -> str:
    """Return the number of entrants, and their names up to a limit."""
    playing = [one for one in known.season.entrants.values() if one.status == "plays" and not one.helper]
    names = [format_entrant(known, one.number) for one in playing[:most]]
    more = f" and {len(playing) - most} more" if len(playing) > most else ""
    return f"**Signed up ({len(playing)})**: {', '.join(names) or 'nobody yet'}{more}"


def render_terms(known: KnownSeason, game: AnyGame) -> Screen:
    """Return the private panel with all that an entrant agrees to, and the ways to the rules."""
    number = known.row.season_id
    return Screen(
        (
            *list_terms(known, game),
            *build_button_rows(
                *([_build_join_button(known, known.row.status == "sign-up")] if _can_join(known) else []),
                _build_return_button(known),
            ),
            build_season_menu(
                number,
                (
                    MenuLine(f"lg-rules:{number}", *RULES_LINE),
                    *(MenuLine(f"rules:{key}:0", title) for key, title in _list_rulebooks(known, game)),
                    *list_lookups(known),
                ),
            ),
        ),
        colour=BLUE,
    )


RULES_LINE = ("How the league works", "The draw, points, ties, and what happens if you leave")


def list_lookups(known: KnownSeason) -> list[MenuLine]:
    """Return the lines of a menu for what can be looked up in a season beside its rules."""
    number = known.row.season_id
    drawn = [MenuLine(f"lg-table:{number}:0", _get_standings_label(known.season), "The standings in full")]
    return [
        *(drawn if known.season.rounds else []),
        *([] if known.row.status == "draft" else [MenuLine(f"lg-log:{number}:0", "Log", "Everything, line by line")]),
        *(
            [MenuLine(f"lg-hall:{number}", "Hall of fame")]
            if known.row.number > 1 or known.row.status == "over"
            else []
        ),
    ]


def render_season_lookups(known: KnownSeason, game: AnyGame | None) -> Screen:
    """Return the private panel of all that can be looked up in a drawn season, opened from its standings."""
    number = known.row.season_id
    over = known.row.status == "over"
    return Screen(
        (
            format_season_heading(known, game).replace("## ", "### ", 1),
            describe_ended_season(known) if over else describe_running_season(known.season),
            *build_button_rows(Button(f"lg-place:{number}", "My place")),
            build_season_menu(
                number,
                (
                    *list_lookups(known),
                    MenuLine(f"lg-rules:{number}", *RULES_LINE),
                    MenuLine(f"lg-terms:{number}", "What players agreed to"),
                ),
            ),
        ),
        colour=BLUE,
    )


def list_terms(known: KnownSeason, game: AnyGame) -> list[str]:
    """Return all that an entrant agrees to, a block for each subject."""
    plan = known.plan
    return [
        format_season_heading(known, game),
        wording.describe_format(plan, known.season.rules),
        entry_conditions.describe_conditions(known),
        describe_team_rules(known),
        _describe_place_value(known) + wording.describe_leaving_costs(known) + wording.describe_silence(known),
        wording.describe_last_day(known),
        wording.describe_anonymity(plan),
        _describe_game_rules(known, game),
        "**Tables** (by joining you agree): " + "; ".join(describe_table_settings(plan.pact)),
        _list_signed_up(known, MAX_NAMED // 3 if plan.further or plan.team else MAX_NAMED),
        "By joining you also agree that everybody who sees this channel can look up your results and rating here "
        "(**/league player**). Files that leave this server name you only if you say so.",
        wording.describe_late_entry(known),
    ]


def _describe_game_rules(known: KnownSeason, game: AnyGame) -> str:
    """Return the rules in use; for several games, a list."""
    if known.plan.further:
        return describe_game_list(known)
    return "**Options**: " + ("; ".join(list_changed_options(game, known.plan.options)) or "the basic game")


def _list_rulebooks(known: KnownSeason, game: AnyGame) -> list[tuple[str, str]]:
    """Return the keys of a season's games with the titles of their rulebooks."""
    planned = [known.find_game(number) for number in range(len(known.plan.games))]
    found = {each.key: each for each in planned if each is not None} or {game.key: game}
    return [(key, f"Rules of {each.title}") for key, each in found.items()]


def describe_points(known: KnownSeason) -> str:
    """Return the points by place, for each table size."""
    ladders = get_points_ladders(known)
    sizes = sorted({planned.seats for planned in known.plan.games})
    found = {
        size: ", ".join(f"{format_ordinal(at)} {worth}" for at, worth in enumerate(ladders[size], 1)) for size in sizes
    }
    return found[sizes[0]] if len(sizes) == 1 else "; ".join(f"for {size}: {words}" for size, words in found.items())


def _build_join_button(known: KnownSeason, is_open: bool) -> Button:
    late = not is_open and not wording.is_ladder(known.plan)
    return entry_conditions.build_join_button(known, "Join late" if late else "Join")


def _build_request_button(known: KnownSeason) -> list[Button]:
    """Return the button to request a ladder game."""
    is_open = known.row.status in ("sign-up", "running") and not known.season.cancelled
    wants = wording.is_ladder(known.plan) and is_open
    return [Button(f"lg-want:{known.row.season_id}", "I want a game", "primary")] * wants


def _describe_place_value(known: KnownSeason) -> str:
    if wording.is_ladder(known.plan):
        return ladders.describe_table_value(known.season.rules or build_rules(known.plan))
    points_by_place = describe_points(known)
    last = "If you concede, leave or don't show up, you finish last there."
    return f"**Points**: {points_by_place}. Ties share them. {last}"


def _describe_table_start(known: KnownSeason, hours: int) -> str:
    return (
        "**Tables open by themselves**, as many at once as you like (**My place**). Press **I'm here** within "
        f"{hours} hours, once for all that wait for you; your days off do not count, and the time never ends in "
        f"your quiet hours. Else the game begins without you. {wording.describe_no_show(known)} With two "
        "warnings you get "
        "no more tables."
    )


def _describe_rating(known: KnownSeason, game: AnyGame | None) -> str:
    return (
        f"**Your rating** comes from your games in this server's leagues of {_get_game_title(known, game)} alone; "
        f"newcomers begin at {ratings.Rating().shown}. It decides no season. "
        f"{wording.describe_leaver_rating(known)} Who "
        "helps out risks nothing. **/league player** shows it."
    )


def _describe_points_in_full(known: KnownSeason) -> str:
    return f"**Points**: {describe_points(known)}. Ties share what their places are worth. "


def get_points_ladders(known: KnownSeason) -> Mapping[int, Sequence[int]]:
    """Return the points by place, by table size."""
    from_season = known.season.rules
    return (from_season or build_rules(known.plan)).ladders


def _describe_digest(known: KnownSeason) -> list[str]:
    if not known.season.digest:
        return []
    return [
        f"-# Drawn from a secret (SHA-256 digest `{known.season.digest}`) and from when each of you "
        f"{'wants a game' if wording.is_ladder(known.plan) else 'joins'}."
    ]


def render_season_rules(known: KnownSeason, game: AnyGame | None) -> Screen:
    """Return the season's rules in full."""
    hours = int(CONFIRMATION_PERIOD.total_seconds() // 3600)
    return Screen(
        (
            f"### How {known.league.name} works\n{describe_game(known, game)}",
            wording.describe_draw(known.plan, known.season.rules),
            describe_game_list(known) if known.plan.further else "",
            describe_team_rules(known),
            wording.describe_meetings(known),
            ladders.describe_table_start(hours, wording.describe_no_show(known))
            if wording.is_ladder(known.plan)
            else _describe_table_start(known, hours),
            *filter(None, [wording.describe_anonymity(known.plan)]),
            ("" if wording.is_ladder(known.plan) else _describe_points_in_full(known))
            + "Who concedes, leaves or is replaced stands below all who stayed."
            + wording.describe_leaving_costs(known)
            + wording.describe_silence(known),
            *filter(None, [wording.describe_free_seats(known)]),
            wording.describe_ranking(known.plan, known.season.rules),
            *filter(None, [availability.describe_skipping(known.season.rules or build_rules(known.plan))]),
            f"**Leaving early?** {wording.describe_withdrawal(known.plan)}",
            wording.describe_season_end(known.plan),
            "**Wrong result?** For a week, **My place** lets you protest. The stewards' ruling is public.",
            wording.describe_private_wishes(known),
            ladders.describe_ladder_rating(_get_game_title(known, game), wording.describe_leaver_rating(known))
            if wording.is_ladder(known.plan)
            else _describe_rating(known, game),
            "-# I cannot see what people agree on outside the game. Nobody chooses whom they meet, and you can ask to "
            "be kept apart from people. Stewards do not rule on tables of their own, nor fine or exclude people with "
            "whom they compete.",
            *build_button_rows(_build_return_button(known)),
        ),
        colour=GREY,
    )


def _build_return_button(known: KnownSeason) -> Button:
    """Return the button to the panel of a draft, or to the reader's place."""
    number = known.row.season_id
    return (
        Button(f"lg-draft:{number}", "Back")
        if known.row.status == "draft"
        else Button(f"lg-place:{number}", "My place")
    )


# -- standings ---------------------------------------------------------------------------------------


def render_standings(
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
        format_season_heading(known, game),
        describe_ended_season(known) if over else describe_running_season(season),
        "" if over or known.tables else season_dates.describe_start_date(known).strip(),
        "" if over else wording.describe_last_day(known),
        describe_team_standings(known, season),
        *_describe_divisions(known, season),
        *_describe_substitutes(known, season),
    ]
    if over:
        words += _describe_promotions(known, season, MAX_TEXT_CHARS - sum(map(len, words)))
    return Screen(
        (
            *words,
            *_describe_rounds(known, season, MAX_TEXT_CHARS - sum(map(len, words))),
            *build_button_rows(
                *([Button(f"lg-here:{number}", "I'm here", "primary")] if waits else []),
                *_build_request_button(known),
                Button(f"lg-place:{number}", "My place", "secondary" if waits else "primary"),
                Button(f"lg-look:{number}", "More…"),
                *build_web_button(address),
            ),
        ),
        colour=GREY if over else GREEN,
    )


def describe_next_season(known: KnownSeason) -> str:
    """Return when the next season opens automatically, as an appended sentence; empty if it does not."""
    at = calendar.compute_next_opening(known.season, known.league.opens_after)
    if at is None or wording.is_ladder(known.plan):
        return ""
    after = season_dates.describe_next_dates(known, at)
    return f" The next one opens by itself on <t:{int(at.timestamp())}:D>, by the same rules.{after}"


def describe_ended_season(known: KnownSeason) -> str:
    """Return the sentence that the season is over."""
    if not wording.is_ladder(known.plan):
        return "The season is over."
    by_itself = calendar.compute_next_opening(known.season, None) is not None
    return f"This period is over. {'The next one has begun.' if by_itself else 'A steward has closed the ladder.'}"


def describe_running_season(season: Season) -> str:
    """Return the numbers of tables by state."""
    fates = Counter[str](table.fate for table in season.tables.values())
    done, total = fates["finished"] + fates["adjudicated"], fates.total()
    parts = [f"{done} of {format_count(total, 'table')} decided"]
    for fate, words in (("running", "being played"), ("planned", "still to begin"), ("void", "void")):
        if fates[fate]:
            parts.append(f"{fates[fate]} {words}")
    if season.get_rules().format == "ladder" and done + fates["void"] == total:
        return f"{done} of {format_count(total, 'table')} decided, none being played."
    if done + fates["void"] == total:
        all_of_them = "The table is decided." if total == 1 else f"All {total} tables are decided."
        return f"{all_of_them} A steward can finish the season: **/league manage**."
    return ", ".join(parts) + "."


def _describe_divisions(known: KnownSeason, season: Season) -> list[str]:
    divisions = season.list_divisions()
    whole = _has_room_for_all(season)
    shown = divisions if whole else divisions[:MAX_DIVISIONS]
    room = TOLD_APART_ROOM // max(1, len(shown))
    blocks = [_describe_division(known, season, division, MAX_LINES if whole else FIRST, room) for division in shown]
    if not whole:
        blocks.append(f"**{_get_standings_label(season)}** shows yours whole, and each other one.")
    return blocks


def _has_room_for_all(season: Season) -> bool:
    """Return whether all places of all divisions fit into one message."""
    lines = sum(len(season.list_entrants(division)) + 1 for division in season.list_divisions())
    return lines <= (MAX_LINES_WITH_TEAMS if season.teams else MAX_LINES)


def _describe_promotions(known: KnownSeason, season: Season, room: int) -> list[str]:
    """Return the entrants who would change division now; empty if there is no room."""
    if not _has_room_for_all(season):
        return []
    lines = [
        line
        for division in season.list_divisions()
        for line in describe_moves(known, season, division, compute_standings(season, division))
    ]
    words = "\n".join(lines)
    return [words] if lines and len(words) <= room else []


def _describe_division(known: KnownSeason, season: Season, division: int, most: int, room: int) -> str:
    lines = list_standing_lines(known, compute_standings(season, division), most, room)
    return "\n".join([format_division_heading(season, division), *lines])


def list_standing_lines(known: KnownSeason, rows: Sequence[Standing], most: int, room: int) -> list[str]:
    """Return the lines of a division's standings, with the tie-break of equal ranks.

    Args:
        known: the season.
        rows: the division's rows, the first place first.
        most: maximum number of lines.
        room: maximum characters; tie-breaks are left out if they do not fit.
    """
    dot = get_place_suffix([row.place for row in rows[:most] if not row.missing])
    plain = [_format_standing(known, row, dot) for row in rows[:most]]
    apart = explain_tie_breaks(rows)
    lines = [
        f"{line} · {apart[row.number]}" if row.number in apart else line for line, row in zip(plain, rows, strict=False)
    ]
    return lines if sum(len(line) + 1 for line in lines) <= room else plain


def _format_standing(known: KnownSeason, row: Standing, dot: str) -> str:
    marks = "".join(f" · {mark}" for mark in list_remarks(row))
    tables = f"{row.counted}/{row.counted + row.open}"
    place = "-" if row.missing else f"{row.place}{dot}"
    return f"{place} {format_entrant(known, row.number)} · **{format_ranking_value(row)}** · {tables}{marks}"


def list_remarks(row: Standing) -> list[str]:
    """Return the remarks on an entrant not ranked by results alone."""
    few = "too few tables so far" if row.open else "too few tables"
    if row.missing:
        few = ladders.describe_missing_games(row)
    elif row.open and not row.counted:
        few = "no table decided yet"
    return [row.gone] * bool(row.gone) + [few] * (row.below == 1)


def format_ranking_value(row: Standing) -> str:
    """Return the value that ranks an entrant: points, points per table, or the round they reached."""
    return get_first_measure(row.kind).format_sentence(row)


def format_division_heading(season: Season, division: int) -> str:
    """Return the heading of a division's places, or of a season without divisions."""
    return f"**{format_title(season, division)}**"


def _describe_rounds(known: KnownSeason, season: Season, room: int) -> list[str]:
    """Return the pairings: a Swiss season's newest round, or all of a cup's rounds that fit.

    Args:
        known: the league.
        season: the state shown.
        room: maximum characters.
    """
    rules = season.get_rules()
    if not rules.is_drawn_in_rounds() or not season.rounds:
        return []
    if rules.format == "groups" and not has_knockout(season):  # there are too many, and the places say it
        return []
    rounds = season.rounds[-1:] if rules.format == "swiss" else list_rounds(season)[::-1]
    blocks: list[str] = []
    for drawn in rounds:
        tables = list_tables(season, drawn)
        byes = [describe_byes(known, drawn)] * bool(drawn.byes)
        lines = [_describe_table(known, season, table) for table in tables]
        game = format_round_game(known, drawn.number)
        block = "\n".join([f"**Tables of round {drawn.number}**{game}", *lines, *byes])
        room -= len(block)
        if room < 0:
            break
        blocks.append(block)
    return blocks


def _describe_table(known: KnownSeason, season: Season, table: LeagueTable) -> str:
    if not table.counts:
        state = {"planned": "", "running": " · being played", "void": " · void"}.get(table.fate, "")
        return f"{table.number}: {format_list(format_entrant(known, number) for number in table.seats)}{state}"
    names = [
        f"**{format_entrant(known, number)}**" if place == 1 else format_entrant(known, number)
        for number, place in sort_by_place(season, table)
    ]
    return f"{table.number}: {format_list(names)}"


def _describe_substitutes(known: KnownSeason, season: Season) -> list[str]:
    helped = [one for one in season.entrants.values() if one.helped]
    if not helped:
        return []
    return [
        f"Thank you for playing on for others: {format_list(format_entrant(known, one.number) for one in helped[:20])}."
    ]


def describe_byes(known: KnownSeason, drawn: Round) -> str:
    """Return the entrants without a game in a round, and their points for it."""
    names = format_list(format_entrant(known, number) for number in drawn.byes)
    worth = get_bye_points(known.season.get_rules(), drawn.number)
    return f"Without a game: {names}{'' if worth is None else f' ({format_points(worth)} points, as for a draw)'}"


def describe_moves(known: KnownSeason, season: Season, division: int, rows: Sequence[Standing]) -> list[str]:
    """Return who would change division now, as lines of a message."""
    levels = get_next_levels(season, division)
    up = [format_entrant(known, row.number) for row in rows if levels.get(row.number, division) < division]
    down = [format_entrant(known, row.number) for row in rows if levels.get(row.number, division) > division]
    return [f"⬆ {', '.join(up)}"] * bool(up) + [f"⬇ {', '.join(down)}"] * bool(down)


STATUS = {"draft": "in preparation", "sign-up": "**sign-up is open**", "running": "being played", "over": "over"}


def render_leagues(found: Sequence[tuple[LeagueRow, SeasonRow | None, Sequence[int]]]) -> Screen:
    """Return a server's leagues, each with its newest season and its stewards."""
    lines = []
    for league, season, stewards in found:
        state = "no season yet" if season is None else f"season {season.number}, {STATUS[season.status]}"
        run_by = f"; stewards: {format_list(f'<@{user_id}>' for user_id in stewards)}" if stewards else ""
        lines.append(f"- **{league.name}** · {state} · <#{league.channel_id}>{run_by}")
    if not lines:
        return Screen(("This server has no leagues yet. **/league new** prepares one.",), colour=GREY)
    ways = [
        Button(f"lg-place:{season.season_id}", f"My place: {league.name}")
        for league, season, _ in found[:5]
        if season is not None and season.status != "draft"
    ]
    shown = lines[: _count_fitting(lines)]
    if len(shown) < len(lines):
        shown.append(f"- … and {len(lines) - len(shown)} more, which a command finds by their names")
    return Screen(("### Leagues of this server\n" + "\n".join(shown), *build_button_rows(*ways)), colour=GREY)


def _count_fitting(lines: Sequence[str]) -> int:
    """Return the number of lines that fit into a message."""
    lengths = accumulate(len(line) + 1 for line in lines)
    return sum(length <= MAX_TEXT_CHARS - 100 for length in lengths)


def _get_standings_label(season: Season) -> str:
    """Return the label of the button to the full standings."""
    if season.rules is not None and season.rules.format == "groups":
        return "My group" if not has_knockout(season) else "The knock-out"
    return "My division" if season.rules is None or season.rules.format == "division" else "All places"
