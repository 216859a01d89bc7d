"""Hook for operators around each interaction; the default does nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, TypeAlias

import discord

Interaction: TypeAlias = discord.Interaction[Any]

Admit: TypeAlias = Callable[[], AbstractContextManager[None]]
"""Surrounds the handler's work, or refuses it; exceptions of the work pass through."""


class Instrumentation:
    """Default hook: admits every interaction and records nothing."""

    @contextmanager
    def observe(self, interaction: Interaction) -> Iterator[Admit]:
        """Surround an interaction from its arrival until its reply."""
        yield nullcontext
