"""Names of the seats at anonymous tables, where nobody reads who plays before the end, or ever.

The alias takes the place of the player's name in the stored seat, so all that reads the seat's name shows the alias.
The player's own name is kept beside it until the game is over; at a table that never reveals its players, as long as
any names are kept. Bots keep their names: everybody sees which seats they hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from random import SystemRandom

from bot.engine.chance import Chance
from bot.engine.game import AnyGame
from bot.engine.records import Seat
from bot.host.errors import Refusal
from bot.host.table.deadlines import TableSettings
from bot.host.table.people import People
from storage.interface.games import SeatRow

LOBBY_ALIAS = "Somebody"
"""The name of each player before the seats are drawn."""
SPARE_ALIASES = tuple(
    f"Player {name}"
    for name in ("Amber", "Birch", "Cedar", "Dune", "Ember", "Flint", "Grove", "Haze", "Iris", "Jade", "Kelp", "Lark")
)
"""Aliases in games that declare none, or too few."""


async def must_be_reachable(people: People, user_id: int) -> None:
    """Raise Refusal when a person who would join an anonymous table gets no direct messages.

    A ping in the channel would tell who plays. Of people who have not chosen yet, direct messages are the default.
    """
    person = await people.get(user_id)
    if person is not None and person.chosen and person.secrets != "dm":
        raise Refusal(
            "This table is anonymous, so I call its players by direct message alone, and you get none from me. "
            "Choose direct messages with **/settings change**, then come back."
        )


def get_alias(game: AnyGame, seat: Seat) -> str:
    """Return the name of a seat at an anonymous table; the seats themselves are drawn."""
    aliases = game.wording.aliases
    return (aliases if seat <= len(aliases) else SPARE_ALIASES)[seat - 1]


def hide_player(seat_row: SeatRow, alias: str) -> SeatRow:
    """Return the row of a player under an alias; a bot's is unchanged."""
    if seat_row.user_id is None:
        return seat_row
    return replace(seat_row, name=alias, real_name=seat_row.own_name)


def hide_contribution(settings: TableSettings, secret: str, words: str) -> str:
    """Return a player's contribution to the deal without its origin; it is unchanged where players are no secret.

    The number of a press tells its time, and a word its writer; both would be read in the log when the game begins.
    The secret of the table makes it impossible to try all numbers until it is shown at the end. So there is no
    contribution where players are never revealed. The deal follows from a secret that was drawn before anybody joined.
    """
    if settings.unrevealed or not words:
        return ""
    return sha256(f"{secret}\n{words}".encode()).hexdigest()[:20] if settings.anonymous else words


def shuffle_players(settings: TableSettings, secret: str, players: Sequence[SeatRow]) -> Sequence[SeatRow]:
    """Return the players in an order that tells nothing of who joined first, as the log shows the draw's order.

    Where they are never revealed, nobody can compute the order from the table's secret either: it would give the
    opener's seat away.
    """
    if not settings.anonymous:
        return players
    if settings.unrevealed:
        return SystemRandom().sample(players, len(players))
    return Chance(seed=sha256(f"{secret}\norder of joining".encode()).hexdigest()).shuffled(players)
