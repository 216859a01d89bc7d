"""Number of Players; Start the Game.

Each company begins with points in its account and an own deck; a deck is never split. A first player is
drawn by lot, then play proceeds clockwise. How decks are shuffled and hands drawn stands in `opening`.
(Rulebook "Number of Players" and "Start the Game".)
"""

from __future__ import annotations

from bot.engine.chance import Chance
from bot.games.corporate_espionage.components import EspionageBox
from bot.games.corporate_espionage.rules.house_rules import EspionageOptions
from bot.games.corporate_espionage.rules.opening import Opening
from bot.games.corporate_espionage.table import Company, Espionage, Teams


def set_up(options: EspionageOptions, players: int, seed: str, box: EspionageBox) -> Espionage:
    """Return a table whose first step has not begun; the same seed gives the same table."""
    chance = Chance(seed=seed)
    teams: Teams = options.teams if players >= 4 and players % 2 == 0 else "off"  # CE-33
    companies = players // 2 if teams == "shared companies" else players
    first = chance.draw_below(companies) + 1
    table = Espionage(
        players=players,
        chance=chance,
        agenda=[Opening()],
        options=options,
        teams=teams,
        first=first,
        active=first,
        companies={company: Company() for company in range(1, companies + 1)},
    )
    table._box = box
    return table
