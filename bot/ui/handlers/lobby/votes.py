"""Handlers for votes at a table, and for decisions of a server manager."""

from __future__ import annotations

from bot.engine.records import Seat
from bot.host.errors import NotYours, Refusal
from bot.host.host import Host
from bot.host.leagues.rulings import Rulings
from bot.host.play.votes import Votes
from bot.host.sanitize import format_sentence
from bot.ui.handlers.answering import identify_person, reply
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.own_name import with_own_name_as_mention
from bot.ui.handlers.routes import VOTE, route
from bot.ui.screens.names import reason_as_markdown
from bot.ui.screens.screen import truncate
from storage.interface.motions import MotionKind

LONGEST_REASON = 300
UNDO = "Only the table can agree to go back: a player proposes it, without a `reason`."


class VoteHandlers:
    """Handles motions and votes."""

    def __init__(self, host: Host, rulings: Rulings, votes: Votes) -> None:
        self._host = host
        self._rulings = rulings
        self.votes = votes

    @route("agree", access=VOTE, saves="Your vote", reads=lambda _: (True,))
    @route("refuse", access=VOTE, saves="Your vote", reads=lambda _: (False,))
    async def _cast_vote(self, interaction: Interaction, motion_id: int, yes: bool) -> None:
        await reply(interaction, await self.votes.cast_vote(motion_id, interaction.user.id, yes=yes))

    async def propose(
        self, interaction: Interaction, game_id: int, kind: MotionKind, *, target: Seat | None = None, reason: str = ""
    ) -> None:
        """Propose a motion to a table, or carry it out at once for a manager who gives a reason."""
        if not reason.strip():
            await reply(interaction, await self._propose_motion(interaction, game_id, kind, target))
            return
        if not await self._is_manager(interaction, game_id):
            raise NotYours("Only a server manager decides alone; leave the reason out to ask the table.")
        plays = await self._rulings.check_manager(game_id, interaction.user.id, target if kind == "replace" else None)
        organiser = f"<@{interaction.user.id}>, a server manager{' who plays in this season' if plays else ''},"
        typed = with_own_name_as_mention(interaction.user, truncate(reason, LONGEST_REASON))
        why = reason_as_markdown(format_sentence(typed), interaction.user.id)
        match kind:
            case "pause":
                await self.votes.seating.pause_clocks(
                    game_id, stopped=True, words=f"{organiser} has stopped the clocks: {why}"
                )
            case "resume":
                await self.votes.seating.pause_clocks(
                    game_id, stopped=False, words=f"{organiser} has let the clocks run again: {why}"
                )
            case "replace" if target is not None:
                await self.votes.free_seat(game_id, target, f"{organiser} has freed the seat of <seat:{target}>: {why}")
            case "abandon":
                await self.votes.close_without_result(
                    game_id, f"{organiser} has ended this game without a result: {why}"
                )
            case _:
                raise Refusal(UNDO)
        await reply(interaction, "Done. I've posted your decision and reason at the table.")

    async def _is_manager(self, interaction: Interaction, game_id: int) -> bool:
        return (await identify_person(interaction, self._host, game_id))[1]

    async def _propose_motion(
        self, interaction: Interaction, game_id: int, kind: MotionKind, target: Seat | None
    ) -> str:
        """Propose a motion; explain to a manager without a seat how to decide alone."""
        try:
            return await self.votes.propose(game_id, interaction.user.id, kind, target)
        except NotYours:
            if not await self._is_manager(interaction, game_id):
                raise
        if kind == "undo":
            raise Refusal(UNDO)
        raise NotYours(
            "Only players can propose something to the table. As a server manager you can decide alone: "
            "say why with `reason`; everybody will read it."
        )
