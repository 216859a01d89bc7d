"""Errors shown to players or operators; each text is a whole sentence."""

from __future__ import annotations

from bot.engine.questions import Question


class Refusal(Exception):
    """Something that is not possible now. The text says why and what to do instead."""


class NotYours(Refusal):
    """The person does not sit at this table, or may not do this here."""


class WrongShard(Refusal):
    """Another process owns the table or the season; only the owner may change it.

    Args:
        guild_id: the server of the table or season.
    """

    def __init__(self, guild_id: int) -> None:
        super().__init__("I cannot do this from here. Please go to the table's own server, and press there.")
        self.guild_id = guild_id


class GameOver(Refusal):
    """The game has ended."""


DAMAGED_TABLE = (
    "This table can't go on: its saved game is damaged. "
    "Ask the bot's operator to restore a backup. Other tables are fine."
)


class UnknownGame(Refusal):
    """The table's game is not loaded: its package was removed, or the game is refused."""

    def __init__(self) -> None:
        super().__init__(
            "I do not have the game of this table here now. Nothing is lost: the table stands still, and goes on when "
            "the bot's operator has brought the game back."
        )


class Unreadable(Refusal):
    """The stored data of this table is damaged; the exception's cause has the details for the operator."""


class Fault(Exception):
    """A bug of the bot: nothing was changed, and the log has the traceback under `reference`."""

    def __init__(self, reference: str) -> None:
        super().__init__(
            f"Something went wrong. Nothing was changed, and the fault has been reported "
            f"(reference {reference}). Please try again; if it happens again, tell the bot's operator."
        )
        self.reference = reference


class Leak(Exception):
    """A text or view would have revealed a secret; the message itself names no secret."""

    def __init__(self) -> None:
        super().__init__("A message was not sent, because it would have shown what its reader may not know.")


def explain_stale_press(question: Question | None) -> str:
    """Return why a press on an older question did nothing, as a line above the present one.

    Args:
        question: the present question of this person, if there is one.
    """
    if question is None:
        return "That is already decided. Nothing to do right now."
    return "That decision has changed since you opened it; nothing was sent. Your decision now:"
