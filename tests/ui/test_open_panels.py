"""Private panels in their registry: the newest of a table, and those that may be closed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import TypeAlias

import aiohttp
import discord
import pytest

from bot.ui.delivery.open_panels import EDIT_SECONDS, MAX_EDITABLE, OpenPanels

TABLE, ANN, PANEL = 1, 101, 9001
BuildWebhook: TypeAlias = Callable[[], discord.Webhook]


class Registry(OpenPanels):
    """A registry whose time a test sets."""

    def __init__(self) -> None:
        super().__init__(lambda: self.seconds)
        self.seconds = 0.0


@pytest.fixture
def panels() -> Registry:
    return Registry()


@pytest.fixture
async def build_webhook() -> AsyncIterator[BuildWebhook]:
    """Build the webhook of an interaction."""
    async with aiohttp.ClientSession() as session:
        yield lambda: discord.Webhook.partial(5, "token", session=session)


async def test_a_panel_that_was_pressed_since_it_was_listed_is_left_alone(
    panels: Registry, build_webhook: BuildWebhook
) -> None:
    panels.record_editable(TABLE, ANN, PANEL, build_webhook())
    (listed,) = panels.list_editable(TABLE)
    panels.forget_editable(PANEL)
    assert not panels.take_editable(listed), "it shows something else"
    panels.record_editable(TABLE, ANN, PANEL, build_webhook())
    assert not panels.take_editable(listed), "it shows the table again"
    (present,) = panels.list_editable(TABLE)
    assert panels.take_editable(present)
    assert not panels.list_editable(TABLE)


async def test_the_time_for_an_edit_is_counted_from_the_press_and_not_from_a_later_update(
    panels: Registry, build_webhook: BuildWebhook
) -> None:
    webhook = build_webhook()
    panels.record_editable(TABLE, ANN, PANEL, webhook)
    panels.seconds = EDIT_SECONDS
    panels.record_editable(TABLE, ANN, PANEL, webhook)
    (late,) = panels.list_editable(TABLE)
    assert not panels.take_editable(late)
    panels.record_editable(TABLE, ANN, PANEL, build_webhook())
    (pressed,) = panels.list_editable(TABLE)
    assert panels.take_editable(pressed)


async def test_the_panels_of_one_person_and_of_all_at_a_table(panels: Registry, build_webhook: BuildWebhook) -> None:
    for game_id, user_id, message_id in ((TABLE, ANN, 1), (TABLE, 102, 2), (2, ANN, 3)):
        panels.record_editable(game_id, user_id, message_id, build_webhook())
    assert [panel.message_id for panel in panels.list_editable(TABLE)] == [1, 2]
    assert [panel.message_id for panel in panels.list_editable(TABLE, ANN)] == [1]


async def test_only_the_latest_panels_are_kept(panels: Registry, build_webhook: BuildWebhook) -> None:
    webhook = build_webhook()
    for message_id in range(MAX_EDITABLE + 1):
        panels.record_editable(TABLE, ANN, message_id, webhook)
    assert len(panels.list_editable(TABLE)) == MAX_EDITABLE
    assert panels.list_editable(TABLE)[0].message_id == 1
