"""Hook: what an operator adds around each press; by itself it does nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import discord

Interaction: TypeAlias = discord.Interaction[Any]

Admit: TypeAlias = Callable[[Awaitable[None]], Awaitable[None]]
"""Does the work, or refuses it; what the work raises comes through."""


class Hook:
    """Lets everybody in and takes no notes; an operator's one does more."""

    @contextmanager
    def pressed(self, interaction: Interaction) -> Iterator[Admit]:
        """Be there from when an interaction has come until it is answered."""
        yield _everybody


async def _everybody(work: Awaitable[None]) -> None:
    await work
