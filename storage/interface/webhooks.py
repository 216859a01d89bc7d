"""Addresses to which people have events sent."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from storage.interface.leagues import SeasonStatus

WebhookAbout: TypeAlias = Literal["person", "table", "league"]
WebhookKind: TypeAlias = Literal["ping", "asked", "over", "season"]


class Webhook(NamedTuple):
    """An address to which a person has events sent."""

    webhook_id: int
    user_id: int
    """Its owner."""
    subject: WebhookAbout
    subject_id: int
    """The table or league; 0 for a person's own games."""
    address: str
    secret: str
    """Signs what is sent."""
    failing_since: str | None = None
    disabled_at: str | None = None


class WebhookSubject(NamedTuple):
    """A table or league for which a person may have a webhook."""

    subject: WebhookAbout
    subject_id: int
    guild_id: int
    title: str
    """Key of the game; empty for a league."""
    name: str


class WebhookGame(NamedTuple):
    """A table with a webhook."""

    game_id: int
    revision: int


class WebhookSeason(NamedTuple):
    """The newest season of a league with a webhook."""

    webhook_id: int
    season_id: int
    status: SeasonStatus
    guild_id: int


class NewWebhookLetter(NamedTuple):
    """An event to be sent to an address; its content is built when it is sent."""

    webhook_id: int
    guild_id: int
    kind: WebhookKind
    number: int
    """The table or season."""
    detail: str
    """Distinguishes two such events."""


class WebhookLetter(NamedTuple):
    """An event that waits to be sent."""

    letter_id: int
    kind: WebhookKind
    number: int
    detail: str
    attempts: int
    guild_id: int
    webhook: Webhook
