"""The simulated Discord, which does not take a busy machine for a bot that hangs, and can refuse late edits."""

from __future__ import annotations

from simcord.env import Env

TURNS = 40
"""How often a bot that does something may take as long as the simulation waits."""
LONGEST_STEP = 300.0
"""Seconds of our own time that a step of simulated time may take."""


class PatientEnv(Env):
    """A simulated Discord on a machine that may be busy.

    The simulation takes a task that sleeps longer than `settle_timeout` for parked, and waits that long for the rest.
    To wait longer with the same bound between the two, it has to be asked again: only a bot that is still at work after
    many turns hangs.
    """

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109  # as simcord names it
        idle: float = 0.05,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        for _ in range(TURNS if timeout is None and _deadline is None else 0):
            try:
                return await super()._settle_internal(idle=idle, dispatch=dispatch)
            except TimeoutError:
                continue
        return await super()._settle_internal(timeout=timeout, idle=idle, dispatch=dispatch, _deadline=_deadline)

    async def advance_time(self, seconds: float) -> None:
        """Let so much simulated time pass, however long that takes."""
        usual, self.settle_timeout = self.settle_timeout, LONGEST_STEP
        try:
            await super().advance_time(seconds)
        finally:
            self.settle_timeout = usual

    def refuse_late_edits(self) -> None:
        """Refuse edits of private messages, as a quarter of an hour after a press: old panels keep their controls."""
        self.inject_error("PATCH", "/webhooks/*", status=401, code=50027, times=None)
