"""Handlers for a person's webhooks."""

from __future__ import annotations

from bot.host.delivery.webhooks import NO_WEBHOOKS, Webhooks
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.ui.handlers.answering import get_or_create_person, show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.handlers.routes import ONESELF, form_route, route
from bot.ui.screens.forms import Form
from bot.ui.screens.settings import webhooks as screens
from storage.interface.webhooks import WebhookAbout

SUBJECTS: tuple[WebhookAbout, ...] = ("person", "table", "league")
SAVED = "Your webhooks"


class WebhookHandlers:
    """Shows, adds and removes a person's webhooks."""

    def __init__(self, host: Host, webhooks: Webhooks) -> None:
        self._host = host
        self._webhooks = webhooks

    async def show_webhooks(self, interaction: Interaction, note: str = "") -> None:
        """Show a person their webhooks."""
        user_id = interaction.user.id
        subjects = await self._webhooks.list_subjects(user_id)
        names = {(one.subject, one.subject_id): screens.describe_subject(one, self._titles) for one in subjects}
        mine = await self._webhooks.list_of_person(user_id)
        await show(interaction, screens.render_webhooks(mine, names, is_on=self._webhooks.is_on, note=note))

    @property
    def _titles(self) -> dict[str, str]:
        return {key: game.title for key, game in self._host.games.items()}

    @form_route("webhookform", access=ONESELF)
    async def _open_form(self, interaction: Interaction, _: int) -> Form:
        if not self._webhooks.is_on:
            raise Refusal(NO_WEBHOOKS)
        subjects = await self._webhooks.list_subjects(interaction.user.id)
        return screens.build_webhook_form(subjects, self._titles)

    @route("webhooksent", access=ONESELF, saves=SAVED)
    async def _add(self, interaction: Interaction, _: int, press: Press) -> None:
        """Add a webhook, and show its secret once."""
        await get_or_create_person(interaction, self._host.people)
        about, _sep, number = press.read_only_value("about").partition(" ")
        subject = next((one for one in SUBJECTS if one == about), None)
        if subject is None or not number.isdecimal():
            raise UnknownControl
        address = press.read_only_value("address")
        secret = await self._webhooks.create(interaction.user.id, subject, int(number), address)
        await self.show_webhooks(interaction, screens.describe_secret(secret))

    @route("webhookgone", access=ONESELF, saves=SAVED)
    async def _remove(self, interaction: Interaction, _: int, press: Press) -> None:
        gone = await self._webhooks.remove(interaction.user.id, press.read_choice_number())
        await self.show_webhooks(interaction, "Removed." if gone else "It was removed before.")
