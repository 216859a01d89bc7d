"""What a player or operator is told when something cannot be done; each text is a whole sentence."""

from __future__ import annotations


class Refusal(Exception):
    """Something that is not possible now. The text says why and what to do instead."""


class NotYours(Refusal):
    """The person does not sit at this table, or may not do this here."""


class WrongShard(Refusal):
    """Another process owns the table or the season, and nobody else may change it.

    Args:
        guild_id: the server whose it is.
    """

    def __init__(self, guild_id: int) -> None:
        super().__init__("I cannot do this from here. Please go to the table's own server, and press there.")
        self.guild_id = guild_id


class GameOver(Refusal):
    """The game has ended."""


DAMAGED = (
    "This table can't go on: its saved game is damaged. "
    "Ask the bot's operator to restore a backup. Other tables are fine."
)


class UnknownGame(Refusal):
    """The table's game is not in this program now: its package is gone, or the game is refused."""

    def __init__(self) -> None:
        super().__init__(
            "I do not have the game of this table here now. Nothing is lost: the table stands still, and goes on when "
            "the bot's operator has brought the game back."
        )


class Unreadable(Refusal):
    """What is stored of this table is damaged; its cause says how, for the operator."""


class Fault(Exception):
    """A bug of ours: nothing was changed, and it is in the log under `reference`."""

    def __init__(self, reference: str) -> None:
        super().__init__(
            f"Something went wrong. Nothing was changed, and the fault has been reported "
            f"(reference {reference}). Please try again; if it happens again, tell the bot's operator."
        )
        self.reference = reference


class Leak(Exception):
    """Something was about to tell a secret; the text names no secret itself."""

    def __init__(self) -> None:
        super().__init__("A message was not sent, because it would have shown what its reader may not know.")
