"""Votes of the table, and what an organiser decides alone."""

from __future__ import annotations

from discord.utils import escape_markdown

from bot.engine.records import Seat
from bot.host.absence import Absence
from bot.host.errors import NotYours, Refusal
from bot.host.motions import Motions
from bot.ui.answering import Interaction, Verbs, manages, say
from bot.ui.knocks import Knock
from bot.ui.screen import short
from storage.interface import MotionKind


class VoteRoom:
    """Proposing something to a table, and voting on it."""

    def __init__(self, motions: Motions, absence: Absence) -> None:
        self.motions = motions
        self.absence = absence
        self.verbs: Verbs = {
            "agree": self._agree,
            "refuse": self._refuse,
        }

    async def _agree(self, interaction: Interaction, motion_id: int, _: Knock) -> None:
        await say(interaction, await self.motions.vote(motion_id, interaction.user.id, yes=True))

    async def _refuse(self, interaction: Interaction, motion_id: int, _: Knock) -> None:
        await say(interaction, await self.motions.vote(motion_id, interaction.user.id, yes=False))

    async def propose(
        self, interaction: Interaction, game_id: int, kind: MotionKind, *, target: Seat | None = None, reason: str = ""
    ) -> None:
        """Propose something to a table, or do it at once as an organiser who says why."""
        if not reason:
            await say(interaction, await self.motions.propose(game_id, interaction.user.id, kind, target))
            return
        if not manages(interaction):
            raise NotYours("Only a server manager decides alone; leave the reason out to ask the table.")
        words = f"An organiser decided: {short(escape_markdown(reason), 300)}"
        match kind:
            case "pause" | "resume":
                await self.absence.pause(game_id, stopped=kind == "pause", words=words)
            case "replace" if target is not None:
                await self.motions.vacate(game_id, target, words)
            case "abandon":
                await self.motions.abandon(game_id, words)
            case _:
                raise Refusal("An undo is for the table to agree on.")
        await say(interaction, "Done. The table has been told who decided, and why.")
