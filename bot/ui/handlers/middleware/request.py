"""An interaction on its way through the middleware, and the type of middleware."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass
from typing import TypeAlias

from bot.ui.handlers.commit_tracking import CommitTracking
from bot.ui.handlers.instrumentation import Admit, Interaction


@dataclass(slots=True)
class HandledRequest:
    """An interaction, its route's declarations, and what the middleware has added."""

    interaction: Interaction
    commits: CommitTracking
    """Changes committed so far, for replies that fail."""
    saves: str
    """Subject that the request saves; empty if it only shows something."""
    opens_form: bool
    """Whether the first response may be a form, so that nothing else may be sent before."""
    answered: Callable[[], None] = lambda: None
    """Called once the person has an answer, or sees that one will come."""
    admit: Admit = nullcontext
    """Surrounds the handler's work; see `Instrumentation`."""


Middleware: TypeAlias = Callable[[HandledRequest], AbstractAsyncContextManager[None]]
"""Surrounds the work of a request; it may refuse it by raising, or handle its exception."""
