"""Several games in one season: their description, and the panels to choose them.

The verbs of these panels begin with `lg` in a draft, and with `ll` while sign-up is open.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from bot.engine.game import AnyGame
from bot.engine.options import Options, get_explanations, list_offered_values
from bot.engine.words import format_count, format_list
from bot.host.leagues.plan import Plan, PlannedGame
from bot.host.leagues.season_log import KnownSeason
from bot.host.table.deadlines import TableSettings
from bot.leagues.games import get_game_of_round
from bot.leagues.rules import MAX_GAMES
from bot.leagues.season_records import LeagueTable
from bot.ui.screens.lobby.lobby import format_days
from bot.ui.screens.parts import BLUE, describe_choice, describe_options, format_option_value, list_note_blocks
from bot.ui.screens.screen import OPTIONS_IN_SELECT, Button, Menu, MenuLine, Row, Screen, build_button_rows, truncate

MAX_LINE_CHARS = 110
"""Maximum characters of the line about one game."""
EXPLANATIONS = {
    "anonymous": "Nobody reads which seat is whose until a game is over; I call players by direct message only",
}
"""What table settings mean in a league, where that differs from other tables."""

# -- which game is played where ----------------------------------------------------------------------


def describe_games(known: KnownSeason) -> str:
    """Return the games of a season and their table sizes."""
    titles = format_list([*dict.fromkeys(known.get_title(number) for number in range(len(known.plan.games)))])
    seats = sorted({game.seats for game in known.plan.games})
    return f"{titles}, tables for {' or '.join(map(str, seats))}"


def format_table_game(known: KnownSeason, table: LeagueTable) -> str:
    """Return the title of a table's game in brackets, to follow its number; empty with a single game."""
    return f" ({known.get_title(table.game)})" if known.plan.further else ""


def format_game_at_table(known: KnownSeason, number: int) -> str:
    """Return the title of a table's game, by the table's number; see `format_table_game`."""
    table = known.season.tables.get(number)
    return "" if table is None else format_table_game(known, table)


def format_round_game(known: KnownSeason, number: int) -> str:
    """Return the game of a round, to follow its number; empty with a single game."""
    rules = known.season.rules
    return f" · {known.get_title(get_game_of_round(rules, number))}" if known.plan.further and rules is not None else ""


def format_games_at_tables(known: KnownSeason, games: Iterable[int]) -> str:
    """Return the number of tables per game, to follow their total; empty with a single game."""
    if not known.plan.further:
        return ""
    often = Counter(games)
    return f" ({format_list(f'{often[number]} of {known.get_title(number)}' for number in sorted(often))})"


def estimate_durations(known: KnownSeason) -> Iterator[tuple[int, float]]:
    """Yield the expected duration in days of each measured game, by its number."""
    allowed = known.plan.pact.allowed
    hours = None if allowed is None else allowed.total_seconds() / 3600
    for number, planned in enumerate(known.plan.games):
        game = known.find_game(number)
        if game is not None and game.length is not None:
            options = game.options.model_validate(planned.options)
            yield number, game.length.estimate_days(planned.seats, planned.seats, options, hours)


def describe_game_changes(plan: Plan) -> str:
    """Return how the game changes between rounds, tables or divisions, as a sentence."""
    match plan.format:
        case "swiss" if plan.rounds < len(plan.games):
            left = format_count(len(plan.games) - plan.rounds, "game")
            return f"Each round plays the next of them. For {left} at the end there is no round: nobody plays these."
        case "swiss":
            return "Each round plays the next of them, and after the last the first again."
        case "groups":
            return (
                "The tables of a group are shared out among them, so that everybody plays each about as often. Each "
                "round of the knock-out plays the next of them."
            )
        case "cup":
            return "Each round plays the next of them, and after the last the first again."
        case _ if plan.by_division:
            return "Each division plays one of them, in this order, and after the last the first again."
        case _:
            return (
                "The tables of a division are shared out among them, so that everybody plays each about as often. "
                "Scores of different games are not compared, so they break no ties."
            )


def describe_game_list(known: KnownSeason) -> str:
    """Return the games of a season, one line each, and how they change."""
    days = dict(estimate_durations(known))
    lines = [
        f"{number + 1}. {_describe_game(known, number, planned, days.get(number))}"
        for number, planned in enumerate(known.plan.games)
    ]
    where = "Add others, and the season plays all of them."
    if known.plan.further:
        where = f"{describe_game_changes(known.plan)} Points by place are worth the same."
    return "\n".join([f"**{format_count(len(lines), 'game')}.** {where}", *lines])


def list_games_plainly(known: KnownSeason) -> list[str]:
    """Return the games of a season as plain text, with seats and non-default options."""
    found = []
    for number, planned in enumerate(known.plan.games):
        game = known.find_game(number)
        own = [] if game is None else list_changed_options(game, planned.options)
        otherwise = f" ({', '.join(own)})" if own else ""
        found.append(f"{number + 1}. {known.get_title(number)} for {planned.seats}{otherwise}")
    return found


def _describe_game(known: KnownSeason, number: int, planned: PlannedGame, days: float | None) -> str:
    game = known.find_game(number)
    parts = [f"**{known.get_title(number)}** for {planned.seats}"]
    if days is not None:
        parts.append(format_days(days))
    if game is not None:
        parts += list_changed_options(game, planned.options)
    return truncate(" · ".join(parts), MAX_LINE_CHARS)


def list_changed_options(game: AnyGame, options: Mapping[str, Any]) -> list[str]:
    """Return a game's non-default options."""
    usual = describe_options(game.options())
    chosen = describe_options(game.options.model_validate(options))
    return [f"{name}: {value}" for name, value in chosen if (name, value) not in usual]


# -- the panels in which they are chosen ---------------------------------------------------------------


def build_games_button(season_id: int, plan: Plan, verbs: str) -> list[Button]:
    """Return the button that opens the list of games; empty for a ladder, which has one game."""
    label = "Games …" if plan.further else "Several games …"
    return [] if plan.format == "ladder" else [Button(f"{verbs}-games:{season_id}", label)]


def render_games(known: KnownSeason, verbs: str, note: str = "") -> Screen:
    """Return the panel with a season's games and the games to add.

    Args:
        known: the season.
        verbs: prefix of its controls' verbs.
        note: a sentence shown first.
    """
    number, plan = known.row.season_id, known.plan
    rows = []
    if len(plan.games) < MAX_GAMES:
        offered = [
            MenuLine(f"add.{key}", game.title, f"For {game.seats[0]} to {game.seats[-1]} players")
            for key, game in known.on_offer.items()
        ]
        rows.append(Row((Menu(f"{verbs}-game:{number}:add", "Add a game", tuple(offered[:OPTIONS_IN_SELECT])),)))
    ones = [MenuLine(str(at), f"{at + 1}. {known.get_title(at)}") for at in range(len(plan.games))]
    rows.append(Row((Menu(f"{verbs}-games:{number}", "Change one of them", tuple(ones)),)))
    if plan.further and plan.format == "division":
        where = (
            MenuLine("each.table", "Each table of a division plays another", chosen=not plan.by_division),
            MenuLine("each.division", "Each division plays another", chosen=plan.by_division),
        )
        rows.append(Row((Menu(f"{verbs}-game:{number}:each", "Where does the game change?", where),)))
    return Screen(
        (
            *list_note_blocks(note),
            f"### The games of the season\n{describe_game_list(known)}",
            *rows,
            *build_button_rows(Button(f"{verbs}-draft:{number}", "Back")),
        ),
        colour=BLUE,
    )


def render_game(known: KnownSeason, at: int, verbs: str, note: str = "") -> Screen:
    """Return the panel of one of a season's games; once sign-up is open, the first game is fixed."""
    number, plan = known.row.season_id, known.plan
    planned, game, days = plan.games[at], known.find_game(at), dict(estimate_durations(known)).get(at)
    rows: list[Row] = []
    if game is not None:
        rows += build_game_option_menu(f"{verbs}-games:{number}:{at}", "Change its options", game, planned.options)
        if plan.format == "swiss":
            sizes = tuple(
                MenuLine(f"seats.{at}.{count}", f"Tables for {count}", chosen=count == planned.seats)
                for count in game.seats
                if 2 <= count <= 6
            )
            rows.append(Row((Menu(f"{verbs}-game:{number}:seats", f"Tables for {planned.seats}", sizes),)))
    first = 1 if verbs == "ll" else 0
    ways = []
    if at > first:
        ways.append(Button(f"{verbs}-game:{number}:move.{at}.{at - 1}", "Earlier"))
    if first <= at < len(plan.games) - 1:
        ways.append(Button(f"{verbs}-game:{number}:move.{at}.{at + 1}", "Later"))
    if at >= first and len(plan.games) > 1:
        ways.append(Button(f"{verbs}-game:{number}:take.{at}.{planned.title}", "Take it out", "danger"))
    return Screen(
        (
            *list_note_blocks(note),
            f"### {at + 1}. {known.get_title(at)}\n{_describe_game(known, at, planned, days)}",
            *rows,
            *build_button_rows(*ways, Button(f"{verbs}-games:{number}", "Back")),
        ),
        colour=BLUE,
    )


def build_game_option_menu(custom_id: str, words: str, game: AnyGame, options: Mapping[str, Any]) -> list[Row]:
    """Return the menu of a game's options; empty if it has none."""
    return build_option_menu(custom_id, words, game.options.model_validate(options))


def build_option_menu(custom_id: str, words: str, options: Options) -> list[Row]:
    """Return the menu of options with their present values; empty if there are none.

    Hints, the bots' delay and tables that never reveal their players are left out: leagues have none of them.
    """
    entries = tuple(
        MenuLine(name, f"{field.title}: {describe_choice(options, name)}", explain_option(options, name))
        for name, field in type(options).model_fields.items()
        if field.title and name not in ("hints", "bots", "unrevealed")
    )
    return [Row((Menu(custom_id, words, entries),))] if entries else []


def explain_option(options: Options, name: str) -> str:
    """Return what an option is about; the draw of a season says more of an anonymous table than other lobbies do."""
    if isinstance(options, TableSettings) and name in EXPLANATIONS:
        return EXPLANATIONS[name]
    return type(options).model_fields[name].description or ""


def render_game_option(known: KnownSeason, game: AnyGame, at: int, name: str, verbs: str) -> Screen:
    """Return the panel with the values of one option of one of a season's games."""
    number, options = known.row.season_id, game.options.model_validate(known.plan.games[at].options)
    return render_option_values(
        options, name, lambda value: f"{verbs}-game:{number}:set.{at}.{name}.{value}", f"{verbs}-games:{number}:{at}"
    )


def render_option_values(options: Options, name: str, chooses: Callable[[str], str], back: str) -> Screen:
    """Return the panel with the values of an option.

    Args:
        options: the present options.
        name: name of the option.
        chooses: returns the id of the button for a value, given as JSON.
        back: id of the Back button.
    """
    field = type(options).model_fields[name]
    values = [value for value in list_offered_values(field, getattr(options, name)) if value != "own"]
    means = get_explanations(field)
    told = [f"- **{format_option_value(value)}**: {means[str(value)]}" for value in values if str(value) in means]
    chosen = (
        Button(
            chooses(json.dumps(value)),
            format_option_value(value),
            "success" if value == getattr(options, name) else "secondary",
        )
        for value in values
    )
    return Screen(
        (
            f"### {field.title or name}\n{explain_option(options, name)}",
            "\n".join(told),
            *build_button_rows(*chosen, Button(back, "Back")),
        ),
        colour=BLUE,
    )
