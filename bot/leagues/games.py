"""Assign games to tables in a season of several games.

Decisions:

- **Where the game changes.** In Swiss seasons and cups, from round to round: everybody plays the same game, so the draw
  assigns nobody a game. Round *n* plays the *n*th of the list, which repeats. In divisions, whose games run in
  parallel, from table to table (everybody plays each about equally often) or from division to division.
- **Seats.** Swiss rounds may have tables of different sizes. A division's design and a cup's rounds need one size.
- **What counts.** Points depend on the place and are the same for each table. Scores of different games cannot be
  compared, not even as a share of the winner's: in one game they end close together, in another far apart. Scores are
  ignored where the people of one standing have played different games. In rounds and single-game divisions they count.
- **Ratings** stay separate for each game. None describes strength over all games, so no draw of divisions uses them.
  The byes of a cup's first round use the ratings in that round's game.
- **The champion** of a season is its champion, not one for each game.

A division's size alone determines which of its tables plays which game, and the draw determines positions in its
design. Therefore nobody can choose who plays which game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from bot.leagues import round_robin
from bot.leagues.rules import Rules
from bot.leagues.season import Season


def get_game_of_round(rules: Rules, number: int) -> int:
    """Return the index of the game a round plays; 0 is the season's first."""
    return (number - 1) % len(rules.games)


def get_bye_points(rules: Rules, number: int) -> int | None:
    """Return what a bye in a round is worth, in sixtieths; None if it is no table and worth nothing."""
    return rules.get_bye_points(get_game_of_round(rules, number))


def list_games_of_division(rules: Rules, division: int, people: int) -> Sequence[int]:
    """Return the game indexes of a division's tables, in table order.

    Args:
        rules: of the season.
        division: its number.
        people: number of players in it.

    Raises:
        ValueError: no design is known for a division of this size.
    """
    if rules.by_division or not rules.further:
        return [get_game_of_round(rules, division)] * len(round_robin.build_tables(people, rules.seats))
    return assign_games(people, rules.seats, len(rules.games))


@cache
def assign_games(people: int, seats: int, number: int) -> tuple[int, ...]:
    """Return the game index of each table of a division, so that everybody plays each game about equally often.

    Each table first gets the game that its players have played least, measured by the sum of squared counts. Then each
    table in turn switches games while that reduces the sum.

    Args:
        people: number of players in the division.
        seats: of a table.
        number: of games.
    """
    tables = round_robin.build_tables(people, seats)
    played: Counter[tuple[int, int]] = Counter()
    given: Counter[int] = Counter()

    def compute_cost(table: Sequence[int], game: int) -> tuple[int, int]:
        """Return the cost increase if this table plays this game, then the number of tables that play it already."""
        return sum(2 * played[one, game] + 1 for one in table), given[game]

    def put(table: Sequence[int], game: int, times: int) -> None:
        given[game] += times
        for one in table:
            played[one, game] += times

    found: list[int] = []
    for table in tables:
        found.append(min(range(number), key=lambda game: compute_cost(table, game)))
        put(table, found[-1], 1)
    changed = True
    while changed:
        changed = False
        for at, table in enumerate(tables):
            put(table, found[at], -1)
            best = min(range(number), key=lambda game: compute_cost(table, game)[0])
            if compute_cost(table, best)[0] < compute_cost(table, found[at])[0]:
                found[at], changed = best, True
            put(table, found[at], 1)
    return tuple(found)


def list_titles(season: Season) -> Sequence[str]:
    """Return the distinct keys of the games a season has played so far; at least that of its first game."""
    rules = season.get_rules()
    begun = max([drawn.number for drawn in season.rounds], default=1)
    if rules.format == "groups" and season.rounds:
        begun = len(rules.games)
    if rules.format == "division":
        begun = len(rules.games) if not rules.by_division else max(season.list_divisions(), default=1)
    return [*dict.fromkeys(game.title for game in rules.games[:begun])]


def get_title(season: Season, game: int) -> str:
    """Return the key of one of a season's games."""
    return season.get_rules().games[game].title
