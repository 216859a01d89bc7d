"""Discord calls a press failed that nobody has answered in three seconds; none fails that takes ours longer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from simcord.results import InteractionResult

from bot.ui.handlers.answering import TOO_LATE_FOR_FORM
from bot.ui.handlers.first_answer import DEFER_AFTER_SECONDS
from tests.end_to_end.every_route import routes, town_of_boss
from tests.end_to_end.town import COMPONENT, Town, said, words

SLOW_SECONDS = 2.5
TOO_LONG_SECONDS = 4.0
LOOKS_SECONDS = 0.2
"""Seconds of our own for which the simulation waits for a bot that does nothing: less than any deadline."""


def slows(there: Town, monkeypatch: pytest.MonkeyPatch, seconds: float = SLOW_SECONDS) -> None:
    """From now on every handler takes so much longer, by the clock of the simulated Discord."""
    router = there.bot.router
    usual = router.run_safely

    async def slowly(interaction: Any, work: Coroutine[Any, Any, Any], **how: Any) -> None:
        async def late() -> Any:
            await there.env.external_wait(asyncio.sleep(seconds), reason="a slow handler")
            return await work

        await usual(interaction, late(), **how)

    monkeypatch.setattr(router, "run_safely", slowly)
    monkeypatch.setattr(there.env, "settle_timeout", LOOKS_SECONDS)


async def panel_of(there: Town, name: str) -> Any:
    """Let somebody open their private panel."""
    return (await there.people[name].click(there.table_message(), custom_id="act:1")).response


def failed(result: InteractionResult) -> bool:
    """Whether Discord calls it failed, or shows for ever that we think."""
    return not result.acknowledged or (result.response is not None and result.response.flags.loading)


def is_of_presses(record: logging.LogRecord) -> bool:
    """Whether the log tells of an answer that did not arrive, or of a fault of ours."""
    return record.levelno >= logging.WARNING and record.name.startswith("bot.ui.handlers")


async def used(there: Town, use: Callable[[], Awaitable[InteractionResult]], seconds: float) -> InteractionResult:
    """Use something whose handler takes so long, and wait until it is over."""
    result = await use()
    await there.env.advance_time(seconds + 0.1)
    await there.env.advance_time(0.1)
    return result


@pytest.mark.thorough
@pytest.mark.parametrize("seconds", [SLOW_SECONDS, TOO_LONG_SECONDS])
@pytest.mark.parametrize("on_panel", [False, True], ids=["on the table's message", "on a private panel"])
async def test_no_press_and_no_command_fails_however_long_its_handler_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, on_panel: bool, seconds: float
) -> None:
    async with town_of_boss(tmp_path) as there:
        panel = await panel_of(there, "Boss") if on_panel else None
        slows(there, monkeypatch, seconds)
        wrong = []
        for route in routes(there, panel):
            caplog.clear()
            result = await used(there, route.use, seconds)
            unheard = [record.getMessage() for record in caplog.records if is_of_presses(record)]
            if failed(result) or unheard:
                wrong.append((route.name, unheard))
    assert wrong == []


async def test_what_opens_a_form_opens_it_all_the_same_when_it_takes_2_5_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with town_of_boss(tmp_path) as there:
        declared = {verb for verb, found in there.bot.router.routes.items() if found.opens_form}
        opening = [route for route in routes(there) if route.name in declared]
        at_once = {route.name for route in opening if (await route.use()).modal is not None}
        assert "hours" in at_once
        slows(there, monkeypatch)
        late = {route.name for route in opening if (await used(there, route.use, SLOW_SECONDS)).modal is not None}
    assert late == at_once


async def test_a_form_that_comes_too_late_is_a_sentence_that_asks_for_another_press(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with town_of_boss(tmp_path) as there:
        slows(there, monkeypatch, TOO_LONG_SECONDS)
        for panel in (None, await panel_of(there, "Boss")):
            (route,) = [route for route in routes(there, panel) if route.name == "hours"]
            result = await used(there, route.use, TOO_LONG_SECONDS)
            assert TOO_LATE_FOR_FORM in said(result)


@pytest.mark.parametrize("seconds", [0.9, DEFER_AFTER_SECONDS, 1.1, TOO_LONG_SECONDS])
async def test_a_panel_changes_in_place_whether_its_answer_was_deferred_or_not(
    dated: Town, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, seconds: float
) -> None:
    """Also where the answer comes at the very moment at which it would be deferred."""
    panel = await panel_of(dated, "Ann")
    slows(dated, monkeypatch, seconds)
    result = await used(dated, lambda: _first(dated.press(dated.people["Ann"], "log:1:0", message=panel)), seconds)
    assert result.response is not None
    assert result.response.id == panel.id
    assert "Log of table 1" in words(result.response)
    assert result.followups == []
    assert not [record for record in caplog.records if is_of_presses(record)]


async def test_waiting_in_a_queue_counts(dated: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot hears of a press nearly two seconds after it was made."""
    ann = dated.people["Ann"]
    result, payload = dated.interaction(
        ann, COMPONENT, {"custom_id": "log:1:0", "component_type": 2}, dated.public()[0]
    )
    await dated.env.advance_time(1.9)
    slows(dated, monkeypatch, SLOW_SECONDS)
    await dated.at_once((result, payload))
    await dated.env.advance_time(0.1)
    assert result.acknowledged, "at once"
    await dated.env.advance_time(SLOW_SECONDS)
    assert "Log of table 1" in said(result)


async def test_where_the_clock_of_this_machine_is_wrong_forms_open_and_quick_answers_are_not_deferred(
    there: Town,
) -> None:
    """The bot goes by a clock that is months ahead of Discord's."""
    result = (await there.press(there.people["Ann"], "log:1:0"))[0]
    assert not result.deferred
    assert "Log of table 1" in said(result)


async def test_where_discord_refuses_to_wait_the_answer_is_tried_all_the_same(
    dated: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    slows(dated, monkeypatch)
    dated.env.inject_error("POST", "/interactions/*/*/callback", status=403, code=0, times=1)
    result = await used(dated, lambda: _first(dated.press(dated.people["Ann"], "log:1:0")), SLOW_SECONDS)
    assert "Log of table 1" in said(result)


async def _first(results: Awaitable[list[InteractionResult]]) -> InteractionResult:
    return (await results)[0]
