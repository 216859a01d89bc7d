"""Middleware around presses, each alone, with a stand-in for Discord's interaction.

What needs a store is tested where a player notices it: notices in `test_it_counted`, the deferral in `test_deadline`,
names in `test_renames`, forwarding in `test_handing`.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from typing import Any

import aiohttp
import discord
import pytest

from bot.engine.questions import BadAnswer
from bot.host.cpu_accounting import CURRENT_ACCOUNT
from bot.host.delivery.priority import Priority
from bot.host.errors import DAMAGED_TABLE, Fault, Refusal, WrongShard
from bot.ui.handlers.commit_tracking import CommitTracking
from bot.ui.handlers.cpu_limit import CpuLimit
from bot.ui.handlers.instrumentation import Admit, Instrumentation, Interaction
from bot.ui.handlers.middleware.error_replies import explain_errors, explain_lost_replies, forward_to_owner
from bot.ui.handlers.middleware.limits import limit_presses
from bot.ui.handlers.middleware.observation import (
    admit_work,
    charge_cpu_time,
    give_priority,
    observe,
    release_at_end,
    track_changes,
)
from bot.ui.handlers.middleware.request import HandledRequest, Middleware
from bot.ui.handlers.rate_limit import RateLimit
from bot.ui.handlers.save_failures import ALL_THE_SAME, OPERATOR
from storage.interface.errors import GameDamaged, StoreFailed
from storage.interface.transaction_observer import OBSERVER

ANN = 7


class DiscordResponse:
    """Keeps the sentences sent as first response."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def is_done(self) -> bool:
        """Whether something was sent."""
        return bool(self.sent)

    async def send_message(self, *, view: discord.ui.LayoutView, ephemeral: bool) -> None:
        """Keep the text of a private message."""
        assert ephemeral
        layout: Any = view
        self.sent.append(json.dumps(layout.to_components(), ensure_ascii=False))


class DiscordInteraction:
    """The part of an interaction that the middleware reads."""

    def __init__(self) -> None:
        self.id = 1
        self.user = discord.Object(ANN)
        self.extras: dict[str, Any] = {"left": "over"}
        self.response = DiscordResponse()
        self._original_response = self


class Lost(discord.HTTPException):
    """An error of Discord without a response of the network."""

    def __init__(self) -> None:
        self.status, self.code = 500, 0


@pytest.fixture
async def request_of_ann() -> HandledRequest:
    interaction: Any = DiscordInteraction()
    return HandledRequest(interaction, CommitTracking(1), "Your move", opens_form=False)


async def surrounded(request: HandledRequest, *middleware: Middleware, failure: Exception | None = None) -> list[str]:
    """Run work inside the middleware, the first one outermost; return the sentences that the person reads."""
    async with AsyncExitStack() as stack:
        for surround in middleware:
            await stack.enter_async_context(surround(request))
        if failure is not None:
            raise failure
    response: Any = request.interaction.response
    return list(response.sent)


@pytest.mark.parametrize(
    ("failure", "sentence"),
    [
        (Refusal("Not now."), "Not now."),
        (BadAnswer("Too much."), "Too much."),
        (Fault("A fault."), "A fault."),
        (GameDamaged("lost"), DAMAGED_TABLE),
        (StoreFailed("full"), f"Your move could not be saved, so nothing was changed. {OPERATOR}"),
        (Lost(), "Discord refused my reply, so nothing was changed."),
        (aiohttp.ClientError(), "I can't reach Discord right now. Nothing was changed."),
        (ZeroDivisionError(), "Something went wrong on our side"),
    ],
)
async def test_every_error_is_a_sentence(request_of_ann: HandledRequest, failure: Exception, sentence: str) -> None:
    (told,) = await surrounded(request_of_ann, explain_errors, explain_lost_replies, failure=failure)
    assert sentence in told


async def test_a_lost_reply_says_that_the_press_counted(request_of_ann: HandledRequest) -> None:
    request_of_ann.commits.saved = True
    (told,) = await surrounded(request_of_ann, explain_lost_replies, failure=Lost())
    assert ALL_THE_SAME in told


async def test_a_fault_of_ours_is_logged_with_the_reference_that_the_person_reads(
    request_of_ann: HandledRequest, caplog: pytest.LogCaptureFixture
) -> None:
    (told,) = await surrounded(request_of_ann, explain_errors, failure=ZeroDivisionError())
    (record,) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert vars(record)["reference"] in told


async def test_without_other_processes_the_reason_of_the_wrong_one_is_said(request_of_ann: HandledRequest) -> None:
    (told,) = await surrounded(
        request_of_ann, explain_errors, partial(forward_to_owner, forwarding=None), failure=WrongShard(3)
    )
    assert told


async def test_whoever_is_too_fast_is_refused_before_any_work(request_of_ann: HandledRequest) -> None:
    limit = partial(limit_presses, rate_limit=RateLimit(1, now=lambda: 0.0), cpu_limit=CpuLimit(0))
    with pytest.raises(Refusal, match="too fast"):
        await surrounded(request_of_ann, *[limit] * 20)


async def test_whoever_has_used_too_much_cpu_time_waits(request_of_ann: HandledRequest) -> None:
    cpu_limit = CpuLimit(2, now=lambda: 0.0, clock=lambda: 0.0)
    for _ in range(3):
        async with charge_cpu_time(request_of_ann, cpu_limit):
            account = CURRENT_ACCOUNT.get()
            assert account is not None
            account.seconds += 10
    with pytest.raises(Refusal, match="more to do than I have time for"):
        await surrounded(request_of_ann, partial(limit_presses, rate_limit=RateLimit(0), cpu_limit=cpu_limit))


async def test_commits_are_watched_during_the_work_alone(request_of_ann: HandledRequest) -> None:
    async with track_changes(request_of_ann):
        assert OBSERVER.get() is request_of_ann.commits
    assert OBSERVER.get() is not request_of_ann.commits


async def test_an_answer_goes_before_letters_until_it_is_given(request_of_ann: HandledRequest) -> None:
    told: list[bool] = []
    priority = Priority(answered=told.append)
    async with give_priority(request_of_ann, priority):
        assert told == []
        request_of_ann.answered()
        assert told == [True]
    assert told == [True]


async def test_the_operators_hook_surrounds_the_work_and_sees_its_errors(request_of_ann: HandledRequest) -> None:
    seen: list[str] = []

    class Watching(Instrumentation):
        """Notes what it surrounds."""

        @contextmanager
        def observe(self, interaction: Interaction) -> Iterator[Admit]:
            """Note the interaction's beginning and end."""
            seen.append("begins")
            yield self.admit
            seen.append("ends")

        @contextmanager
        def admit(self) -> Iterator[None]:
            """Note an error of the work."""
            try:
                yield
            except Refusal:
                seen.append("refused")
                raise

    await surrounded(
        request_of_ann, partial(observe, instrumentation=Watching()), explain_errors, admit_work, failure=Refusal("No.")
    )
    assert seen == ["begins", "refused", "ends"]


async def test_a_finished_interaction_keeps_nothing_alive(request_of_ann: HandledRequest) -> None:
    await surrounded(request_of_ann, release_at_end)
    assert request_of_ann.interaction.extras == {}
    assert request_of_ann.interaction._original_response is None
