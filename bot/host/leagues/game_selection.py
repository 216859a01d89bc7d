"""Select the games of a season that plays several.

A change is a short text such as `add.carnegie`. Buttons of the draft and previewed decisions (see `organiser_undo`)
share this format.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from bot.engine.game import AnyGame
from bot.host.errors import Refusal
from bot.host.leagues.plan import Plan, PlannedGame, build_initial_options, with_value
from bot.leagues.rules import MAX_GAMES

VALUE_PATTERN = (
    r"add\.[^:]{1,60}|take\.[0-9](?:\.[^:]{1,60})?|move\.[0-9]\.[0-9]|seats\.[0-9]\.[2-6]|each\.[a-z]{5,8}"
    r"|set\.[0-9]\.[a-z_]{1,30}\.[^:]{1,40}"
)
"""Regular expression for the text of a change."""
LIST_CHANGED = "This list of games has changed meanwhile. Please look at it again."


def must_fit_format(plan: Plan) -> None:
    """Raise Refusal when the games of a plan do not fit its format."""
    if not plan.further:
        return
    if plan.format == "ladder":
        raise Refusal(
            "A ladder plays one game, for its places go by the rating in it. Choose one game, or another format."
        )
    if plan.seeded:
        raise Refusal(
            "Ratings are one for each game, so among several games they cannot say in which division somebody begins. "
            "Choose divisions without ratings, or one game."
        )
    if plan.format != "swiss" and any(game.seats != plan.seats for game in plan.further):
        raise Refusal(
            "Only rounds of Swiss can have tables of different sizes. Let all games have tables of one size first, or "
            "take those out that cannot."
        )


def with_seats(plan: Plan, seats: int) -> Plan:
    """Return a plan with another table size; in Swiss rounds with several games, only the first game's size changes."""
    alike = plan.format != "swiss"
    games = [
        game.model_copy(update={"seats": seats}) if alike or not number else game
        for number, game in enumerate(plan.games)
    ]
    return plan.with_games(games)


def change_games(plan: Plan, here: Mapping[str, AnyGame], what: str) -> Plan | None:
    """Return a plan with changed games.

    Args:
        plan: current plan.
        here: available games.
        what: text of the change.

    Returns:
        None for an unknown change.

    Raises:
        Refusal: it does not fit the rest of the plan.
    """
    verb, _, rest = what.partition(".")
    at, _, more = rest.partition(".")
    match verb:
        case "add":
            return _add_game(plan, here, rest)
        case "each" if rest in ("table", "division"):
            return plan.model_copy(update={"by_division": rest == "division"})
        case "take" | "move" | "seats" | "set":
            return _change_game(plan, here, verb, int(at), more)
        case _:
            return None


def _add_game(plan: Plan, here: Mapping[str, AnyGame], key: str) -> Plan | None:
    game = here.get(key)
    if game is None:
        return None
    if len(plan.games) >= MAX_GAMES:
        raise Refusal(f"A season plays up to {MAX_GAMES} games.")
    seats = plan.seats
    if seats not in game.seats:
        if plan.format != "swiss":
            raise Refusal(
                f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players, and all tables of this season are "
                f"for {seats}. Let them be of another size first, or play rounds of Swiss."
            )
        seats = min((count for count in game.seats if 2 <= count <= 6), key=lambda count: abs(count - seats))
    return plan.with_games(
        [*plan.games, PlannedGame(title=key, seats=seats, options=build_initial_options(game, plan.pact))]
    )


def _change_game(plan: Plan, here: Mapping[str, AnyGame], verb: str, at: int, more: str) -> Plan | None:
    games = [*plan.games]
    if at >= len(games):
        raise Refusal(LIST_CHANGED)
    one, game = games[at], here.get(games[at].title)
    match verb:
        case "take" if more not in ("", one.title):  # a double press, after another game moved up
            raise Refusal(LIST_CHANGED)
        case "take" if len(games) > 1:
            del games[at]
        case "take":
            raise Refusal("A season plays one game at least.")
        case "move" if int(more) < len(games):
            games.insert(int(more), games.pop(at))
        case "move":
            raise Refusal(LIST_CHANGED)
        case "seats":
            games[at] = one.model_copy(update={"seats": int(more)})
        case _:
            name, _, text = more.partition(".")
            if game is None or name not in game.options.model_fields:
                return None
            alone = Plan(title=one.title, seats=one.seats, options=one.options)
            try:
                value = json.loads(text)
            except ValueError:
                return None
            games[at] = one.model_copy(update={"options": with_value(alone, here, name, value).options})
    return plan.with_games(games)
