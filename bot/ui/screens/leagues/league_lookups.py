"""League lookups: a whole division, its crosstable, a cup's rounds, and a player's record.

Each is shown as a picture with the same content as text below, which remains if the picture fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.engine.game import AnyGame
from bot.engine.pages import Picture
from bot.engine.words import format_count, format_ordinal
from bot.host.leagues.player_records import GameRecords
from bot.host.leagues.season_log import KnownSeason
from bot.host.table import deadlines
from bot.leagues.careers import Career, PlayedTable
from bot.leagues.cup import list_rounds
from bot.leagues.head_to_head import Meeting, count_division_meetings, count_meetings
from bot.leagues.pictures.crosstable import MAX_ENTRANTS_IN_WORDS, assign_letters, format_score
from bot.leagues.pictures.tree import list_advanced, select_newest_rounds
from bot.leagues.ranking_criteria import get_first_measure
from bot.leagues.ratings import PROVISIONAL_GAMES, Rating
from bot.leagues.rounds import format_heading, format_title, list_tables, sort_by_place
from bot.leagues.season import Season
from bot.leagues.season_records import Round
from bot.leagues.standings import compute_standings
from bot.ui.screens.leagues import ladders
from bot.ui.screens.leagues.hall_of_fame import describe_longest_streak, list_titles
from bot.ui.screens.leagues.league_formats import format_times
from bot.ui.screens.leagues.league_games import format_table_game
from bot.ui.screens.leagues.season import (
    describe_byes,
    format_entrant,
    format_ranking_value,
    format_season_name,
    list_standing_lines,
)
from bot.ui.screens.leagues.season_more import MORE
from bot.ui.screens.parts import GREY
from bot.ui.screens.screen import OPTIONS_IN_SELECT, Block, Button, Menu, MenuLine, Row, Screen, build_button_rows

MAX_RESULTS = 10
"""Maximum number of results in the list of recent form."""
MAX_OPPONENTS = 8
MOST_ROWS = 60
"""Maximum lines of standings in one message."""
TABLE_ROOM = 3500
"""Maximum characters of standings with tie-breaks; longer ones omit them."""
MAX_SEASONS = 6
CROSS_ROOM = 3500
"""Maximum characters of the crosstable."""
ROUNDS_ROOM = 3500
"""Maximum characters of a cup's rounds; the newest are shown."""
LEGEND = (
    "How each came out against each other letter: 2\N{EN DASH}1 is before them at two tables and behind at one; level "
    "counts for neither."
)


# -- a division ----------------------------------------------------------------------------------------


def render_division(known: KnownSeason, season: Season, number: int, picture: Picture | None) -> Screen:
    """Return the standings of a whole division."""
    rows = compute_standings(season, number)
    head = get_first_measure(season.get_ranking(number)).head.lower()
    lines = list_standing_lines(known, rows, MOST_ROWS, TABLE_ROOM)
    if len(rows) > MOST_ROWS:
        lines.append(f"… and {len(rows) - MOST_ROWS} more; **/league export** has all of them, **My place** yours.")
    return Screen(
        (
            f"### {format_season_name(known)}, {format_heading(season, number)}",
            *_list_picture(picture),
            f"Place · name · {head} · tables decided of all · what tells apart who is level",
            "\n".join(lines),
            *_build_division_controls(
                known,
                season,
                number,
                "lg-table",
                "lg-cross",
                "The rounds" if is_cup(season, number) else "Who met whom",
            ),
        ),
        colour=GREY,
    )


def is_cup(season: Season, division: int) -> bool:
    """Return whether a division is a cup, or the knock-out after groups, ranked by the round reached."""
    return season.get_ranking(division) == "cup"


def render_crosstable(known: KnownSeason, season: Season, number: int, picture: Picture | None) -> Screen:
    """Return the crosstable of a division."""
    rows = compute_standings(season, number)
    met = count_division_meetings(season, number)
    letter = assign_letters(rows)
    lines = []
    for row in rows if len(rows) <= MAX_ENTRANTS_IN_WORDS else ():
        cells = [
            f"{letter[other.number]} {format_score(met[row.number, other.number])}"
            for other in rows
            if (row.number, other.number) in met
        ]
        name = f"**{letter[row.number]}** · {format_ordinal(row.place)} {format_entrant(known, row.number)}"
        lines.append(f"{name} · {', '.join(cells) or 'has met nobody yet'}")
    text = "\n".join(lines)
    too_many = f"{len(rows)} play here; who met whom is shown for up to {MAX_ENTRANTS_IN_WORDS}."
    if len(text) > CROSS_ROOM:
        text, lines = "", []
        too_many = f"{len(rows)} play here, and have met too often to be listed: the page of **/league export** has it."
    return Screen(
        (
            f"### {format_season_name(known)}, {format_heading(season, number)}: who met whom",
            *_list_picture(picture),
            LEGEND if lines else too_many,
            text,
            *_build_division_controls(known, season, number, "lg-cross", "lg-table", "Standings"),
        ),
        colour=GREY,
    )


def _list_picture(picture: Picture | None) -> Sequence[Picture]:
    return () if picture is None else (picture,)


def _build_division_controls(
    known: KnownSeason, season: Season, number: int, verb: str, other: str, words: str
) -> list[Row]:
    """Return the menu of other divisions, and the button to the other view of this one."""
    season_id = known.row.season_id
    divisions = season.list_divisions()[:25]
    entries = tuple(MenuLine(str(each), format_title(season, each), chosen=each == number) for each in divisions)
    menu = [Row((Menu(f"{verb}:{season_id}:0", "Another division", entries),))] if len(entries) > 1 else []
    beside = Button(f"{other}:{season_id}:{number}", words)
    return [*menu, *build_button_rows(beside, Button(f"lg-place:{season_id}", "My place"))]


def render_rounds(known: KnownSeason, season: Season, picture: Picture | None) -> Screen:
    """Return a cup, round by round."""
    blocks = [_describe_round(known, season, drawn) for drawn in select_newest_rounds(season)]
    while sum(map(len, blocks)) > ROUNDS_ROOM and len(blocks) > 1:
        blocks.pop(0)
    hidden = len(list_rounds(season)) - len(blocks)
    earlier = f"The first {format_count(hidden, 'round')} of it: **/league log**." if hidden else ""
    return Screen(
        (
            f"### {format_season_name(known)}: the cup",
            *_list_picture(picture),
            earlier,
            *blocks,
            *_build_division_controls(known, season, 1, "lg-cross", "lg-table", "Standings"),
        ),
        colour=GREY,
    )


def _describe_round(known: KnownSeason, season: Season, drawn: Round) -> str:
    going = list_advanced(season, drawn)
    lines = []
    for table in list_tables(season, drawn):
        people = [
            f"{'' if place is None else f'{place}. '}{format_entrant(known, number)}{' ⬆' if number in going else ''}"
            for number, place in sort_by_place(season, table)
        ]
        lines.append(f"- Table {table.number}{format_table_game(known, table)}: {', '.join(people)}")
    if drawn.byes:
        lines.append(f"- {describe_byes(known, drawn)}")
    return "\n".join([f"**Round {drawn.number}**", *lines])


# -- a player ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Player:
    """The content of a player's page."""

    user_id: int
    shelves: Mapping[str, GameRecords]
    """Records by game, for the games in whose leagues they play."""
    key: str
    """Key of the game whose form and rating are shown."""
    games: Mapping[str, AnyGame]
    own: bool
    """Whether the player is the reader."""
    seasons: Sequence[str] = ()
    """Their standing in each season, the newest first; see `describe_player_season`."""
    earlier: int = 0
    """Number of earlier seasons that are left out."""

    def get_career(self, key: str) -> Career:
        """Return the player's record in a game's leagues."""
        return self.shelves[key].careers.get(self.user_id, Career())

    def get_title(self, key: str) -> str:
        """Return the title of a game."""
        return self.games[key].title if key in self.games else key


def render_player(page: Player, picture: Picture | None) -> Screen:
    """Return a player's record in the leagues of a server."""
    career = page.get_career(page.key)
    return Screen(
        (
            f"### <@{page.user_id}> in the leagues of this server",
            f"**{page.get_title(page.key)}**: "
            f"{_describe_rating(career)}{describe_longest_streak(page.shelves[page.key], page.user_id)}",
            *_list_picture(picture),
            *list_titles(page.shelves, page.user_id),
            *_describe_form(page, career),
            *_describe_games(page),
            *_describe_opponents(page),
            _describe_seasons(page),
            *_build_player_controls(page),
        ),
        colour=GREY,
    )


def _describe_rating(career: Career) -> str:
    games = len(career.curve) - 1
    if not games:
        return f"no rated game yet; newcomers have {Rating().shown}."
    words = f"rating **{career.rating.shown}** after {format_count(games, 'rated game')}"
    if career.rating.is_provisional:
        return f"{words}, provisional until there are {PROVISIONAL_GAMES}."
    last = _format_change(career.curve[-1] - career.curve[-2])
    return f"{words}; the highest was {max(career.curve)}, the last game {last}."


def _format_change(change: int) -> str:
    return f"+{change}" if change > 0 else f"\N{MINUS SIGN}{-change}" if change else "±0"


def _describe_form(page: Player, career: Career) -> list[str]:
    if not career.played:
        return []
    last = career.played[: -MAX_RESULTS - 1 : -1]
    names = {known.row.season_id: known for known in page.shelves[page.key].seasons}
    lines = [f"- {_describe_result(page, one, names[one.season_id])}" for one in last]
    return ["**Form**, the newest first\n" + "\n".join(lines)]


def _describe_result(page: Player, one: PlayedTable, known: KnownSeason) -> str:
    day = int(deadlines.parse_time(one.moment).timestamp())
    place = f"{format_ordinal(one.places[page.user_id])} of {len(one.places)}"
    return f"**{place}** · <t:{day}:d> · {format_season_name(known)}, table {one.table}"


def _describe_games(page: Player) -> list[str]:
    lines = []
    for key in page.shelves:
        career = page.get_career(key)
        often = Counter(one.places[page.user_id] for one in career.played)
        places = ", ".join(f"{format_ordinal(place)} {format_times(often[place])}" for place in sorted(often))
        if places:
            lines.append(f"- **{page.get_title(key)}**, {format_count(len(career.played), 'table')}: {places}")
    return ["**Results per game**\n" + "\n".join(lines)] if lines else []


def _describe_opponents(page: Player) -> list[str]:
    """Return a block with a line for each opponent, the most frequent first, without erased people."""
    met = count_meetings(one.places for key in page.shelves for one in page.get_career(key).played)
    found = [
        (other, meeting) for (one, other), meeting in met.items() if one == page.user_id and isinstance(other, int)
    ]
    mine = sorted(found, key=lambda pair: (-pair[1].tables, pair[0]))
    lines = [f"- <@{person}>: {_describe_meeting(meeting)}" for person, meeting in mine[:MAX_OPPONENTS]]
    if len(mine) > MAX_OPPONENTS:
        lines.append(f"- … and {len(mine) - MAX_OPPONENTS} more")
    return ["**Against whom**\n" + "\n".join(lines)] if lines else []


def _describe_meeting(meeting: Meeting) -> str:
    level = f", level at {meeting.level}" if meeting.level else ""
    return f"{format_count(meeting.tables, 'table')}, ahead at {meeting.ahead}, behind at {meeting.behind}{level}"


def _describe_seasons(page: Player) -> str:
    lines = [f"- {each}" for each in page.seasons]
    if page.earlier:
        lines.append(f"- … and {page.earlier} earlier")
    return "**Seasons**\n" + "\n".join(lines)


def describe_player_season(known: KnownSeason, number: int) -> str:
    """Return an entrant's standing in a season as a line; the cost is linear in the number of entrants."""
    return f"{format_season_name(known)}: {_describe_standing(known, number)}"


def _describe_standing(known: KnownSeason, number: int) -> str:
    entrant = known.season.entrants[number]
    helped = [f"helped out {format_times(entrant.helped)}"] if entrant.helped else []
    if entrant.division is None:
        return ", ".join(helped) or ("helps out" if entrant.helper else "signed up")
    rows = compute_standings(known.season, entrant.division)
    at = f"{format_heading(known.season, entrant.division)}, " if known.plan.has_divisions() else ""
    row = next(one for one in rows if one.number == number)
    stands = (
        f"{at}{format_ordinal(row.place)} of {len(rows)} with "
        f"{format_ranking_value(row)}{' points' if row.kind == 'division' else ''}"
    )
    if row.missing:
        stands = f"rating {format_ranking_value(row)}, {ladders.describe_missing_games(row)}"
    left = [row.gone] if row.gone else []
    return ", ".join([stands, *left, *helped])


def _build_player_controls(page: Player) -> list[Block]:
    others = tuple(
        MenuLine(f"lg-player:0:{page.user_id}:{key}", page.get_title(key)) for key in page.shelves if key != page.key
    )
    mine = [Button("mine:0::0", "My games")] if page.own else []
    menu = Menu("lg-whose:0", "Somebody else …", (), people=True)
    games = [Row((Menu(f"{MORE}:0", "In another game", others[:OPTIONS_IN_SELECT]),))] if others else []
    return [*build_button_rows(*mine), Row((menu,)), *games]
