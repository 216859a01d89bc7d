"""Middleware that measures: the operator's hook, the priority over letters, commits and CPU time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.host.delivery.priority import Priority
from bot.ui.handlers.answering import release
from bot.ui.handlers.commit_tracking import watch_commits
from bot.ui.handlers.cpu_limit import CpuLimit
from bot.ui.handlers.instrumentation import Instrumentation
from bot.ui.handlers.middleware.request import HandledRequest


@asynccontextmanager
async def release_at_end(request: HandledRequest) -> AsyncIterator[None]:
    """Break the reference cycles of an interaction that is finished."""
    yield
    release(request.interaction)


@asynccontextmanager
async def observe(request: HandledRequest, instrumentation: Instrumentation) -> AsyncIterator[None]:
    """Tell the operator's hook of each interaction, from its arrival until its reply."""
    with instrumentation.observe(request.interaction) as request.admit:
        yield


@asynccontextmanager
async def admit_work(request: HandledRequest) -> AsyncIterator[None]:
    """Let the operator's hook surround the handler's work, or refuse it."""
    with request.admit():
        yield


@asynccontextmanager
async def give_priority(request: HandledRequest, priority: Priority) -> AsyncIterator[None]:
    """Let the answer go before letters."""
    with priority.track_answer() as request.answered:
        yield


@asynccontextmanager
async def track_changes(request: HandledRequest) -> AsyncIterator[None]:
    """Note which changes of the request are committed, and let the first one claim the interaction."""
    with watch_commits(request.commits):
        yield


@asynccontextmanager
async def charge_cpu_time(request: HandledRequest, limit: CpuLimit) -> AsyncIterator[None]:
    """Charge the person for the CPU time of their request."""
    with limit.charge_person(request.interaction.user.id):
        yield
