"""Hook: what an operator adds around each press; by itself it does nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, TypeAlias

import discord

Interaction: TypeAlias = discord.Interaction[Any]

Admit: TypeAlias = Callable[[], AbstractContextManager[None]]
"""Be there while the work is done, or refuse it; what the work raises comes through."""


class Instrumentation:
    """Lets everybody in and takes no notes; an operator's one does more."""

    @contextmanager
    def pressed(self, interaction: Interaction) -> Iterator[Admit]:
        """Be there from when an interaction has come until it is answered."""
        yield nullcontext
