"""Several games in one season: which table plays which.

Decided:

- **Where the game changes.** From round to round, in Swiss seasons and cups: all play the same one, so nobody is drawn
  into a game, and round *n* plays the *n*th of the list, which begins anew after its end. In divisions, whose games run
  side by side, from table to table (everybody plays each of them about as often), or from division to division.
- **Seats.** Rounds of Swiss may have tables of different sizes. A division's design and a cup's rounds need one size.
- **What counts.** Points go by place and are worth the same at each table. Scores of different games cannot be
  compared, also not as a share of the winner's: at one they end close together, at another far apart. So where people
  of one standing have not played the same games, they have no part; in rounds, and in divisions of one game, they do.
- **Ratings** stay one for each game. None says how strong somebody is in all of them, so no draw of divisions goes by
  them; the byes of a cup's first round go by those in the game of that round.
- **The champion** of a season is its champion, not one of each game.

Which of a division's tables plays which game follows from its size alone, and who comes where in its design follows
from the draw; so nobody chooses who plays what.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

from bot.leagues import round_robin
from bot.leagues.rules import Rules
from bot.leagues.season import Season


def of_round(rules: Rules, number: int) -> int:
    """Return which of a season's games a round plays; 0 is the first."""
    return (number - 1) % len(rules.games)


def of_division(rules: Rules, division: int, people: int) -> Sequence[int]:
    """Return which of a season's games each table of a division plays, in their order.

    Args:
        rules: of the season.
        division: its number.
        people: how many play in it.

    Raises:
        ValueError: no design is known for a division of this size.
    """
    if rules.by_division or not rules.further:
        return [of_round(rules, division)] * len(round_robin.tables(people, rules.seats))
    return of_tables(people, rules.seats, len(rules.games))


@cache
def of_tables(people: int, seats: int, number: int) -> tuple[int, ...]:
    """Return which game each table of a division plays, so that everybody plays each about equally often.

    Table after table gets the game that its people have played least, by the squares of how often each of them has;
    then each in turn changes to another game while that makes the sum of all these squares smaller.

    Args:
        people: how many play in the division.
        seats: of a table.
        number: of games.
    """
    tables = round_robin.tables(people, seats)
    played: Counter[tuple[int, int]] = Counter()
    given: Counter[int] = Counter()

    def cost(table: Sequence[int], game: int) -> tuple[int, int]:
        """By how much it is worse that this table plays this game, too; then how many play it already."""
        return sum(2 * played[one, game] + 1 for one in table), given[game]

    def put(table: Sequence[int], game: int, times: int) -> None:
        given[game] += times
        for one in table:
            played[one, game] += times

    found: list[int] = []
    for table in tables:
        found.append(min(range(number), key=lambda game: cost(table, game)))
        put(table, found[-1], 1)
    changed = True
    while changed:
        changed = False
        for at, table in enumerate(tables):
            put(table, found[at], -1)
            best = min(range(number), key=lambda game: cost(table, game)[0])
            if cost(table, best)[0] < cost(table, found[at])[0]:
                found[at], changed = best, True
            put(table, found[at], 1)
    return tuple(found)


def titles(season: Season) -> Sequence[str]:
    """Return the keys of the games that a season has played so far, each once; at least that of its first."""
    rules = season.given()
    begun = max([drawn.number for drawn in season.rounds], default=1)
    if rules.format == "division":
        begun = len(rules.games) if not rules.by_division else max(season.divisions(), default=1)
    return [*dict.fromkeys(game.title for game in rules.games[:begun])]


def title(season: Season, game: int) -> str:
    """Return the key of one of a season's games."""
    return season.given().games[game].title
