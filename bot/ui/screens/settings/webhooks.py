"""The panel with a person's webhooks, and the form for a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from bot.host.delivery.webhook_posts import MAX_ADDRESS_CHARS
from bot.host.delivery.webhooks import MAX_WEBHOOKS, NO_WEBHOOKS
from bot.ui.screens.forms import ChoiceField, Field, Form
from bot.ui.screens.names import escape_markdown
from bot.ui.screens.parts import BLUE, list_note_blocks
from bot.ui.screens.screen import OPTIONS_IN_SELECT, Button, Menu, MenuLine, Row, Screen, build_button_rows, truncate
from storage.interface.webhooks import Webhook, WebhookAbout, WebhookSubject

MAX_LABEL_CHARS = 60
OWN_GAMES = "person 0"
"""Value of the line for a person's own games."""
EXPLANATION = (
    "A webhook is an address of yours that gets signed JSON when somebody must act, when a game ends, or when a season "
    "moves on. It never names anybody, and for tables and leagues says only what everybody there sees."
)


def describe_subject(subject: WebhookSubject, titles: Mapping[str, str]) -> str:
    """Return the name of a table or league."""
    if subject.subject == "league":
        return f"League {subject.name}"
    title = titles.get(subject.title, subject.title)
    return f"Table {subject.subject_id}: {subject.name or title}"


def render_webhooks(
    webhooks: Sequence[Webhook], names: Mapping[tuple[WebhookAbout, int], str], *, is_on: bool, note: str = ""
) -> Screen:
    """Return the panel with a person's webhooks.

    Args:
        webhooks: their webhooks.
        names: names of tables and leagues, by kind and id.
        is_on: whether the operator has switched webhooks on.
        note: a sentence about the change just made.
    """
    lines = [f"{number}. {_describe(webhook, names)}" for number, webhook in enumerate(webhooks, 1)]
    state = "" if is_on else f"\n{NO_WEBHOOKS}"
    text = "\n".join(("### Your webhooks", *(lines or ["You have none."]), f"-# {EXPLANATION}{state}"))
    controls: list[Row] = []
    if is_on and len(webhooks) < MAX_WEBHOOKS:
        controls += build_button_rows(Button("webhookform:0", "Add one…", "primary"))
    if webhooks:
        gone = tuple(
            MenuLine(str(webhook.webhook_id), truncate(f"{number}. {_get_host(webhook)}", MAX_LABEL_CHARS))
            for number, webhook in enumerate(webhooks, 1)
        )
        controls.append(Row((Menu("webhookgone:0", "Remove one…", gone),)))
    return Screen((*list_note_blocks(note), text, *controls), colour=BLUE)


def _describe(webhook: Webhook, names: Mapping[tuple[WebhookAbout, int], str]) -> str:
    about = "My own games"
    if webhook.subject != "person":
        unnamed = f"{webhook.subject.title()} {webhook.subject_id}"
        about = names.get((webhook.subject, webhook.subject_id), unnamed)
    state = "works"
    if webhook.disabled_at is not None:
        state = "**switched off**, because nothing arrived for a week"
    elif webhook.failing_since is not None:
        state = f"**fails** since {webhook.failing_since[:10]}"
    return f"**{escape_markdown(about)}** to `{_get_host(webhook)}`: {state}"


def _get_host(webhook: Webhook) -> str:
    """Return the host of a webhook; the rest of its address may be a secret of its owner."""
    return urlsplit(webhook.address).hostname or ""


def build_webhook_form(subjects: Sequence[WebhookSubject], titles: Mapping[str, str]) -> Form:
    """Return the form for a new webhook."""
    lines = [MenuLine(OWN_GAMES, "My own games", "When I must act, and when a game of mine ends", chosen=True)]
    for subject in subjects[: OPTIONS_IN_SELECT - 1]:
        label = truncate(describe_subject(subject, titles), MAX_LABEL_CHARS)
        lines.append(MenuLine(f"{subject.subject} {subject.subject_id}", label))
    return Form(
        "webhooksent:0",
        "A new webhook",
        (
            ChoiceField("What it hears of", tuple(lines), "menu", name="about"),
            Field("Address", "Begins with https://", longest=MAX_ADDRESS_CHARS, name="address"),
        ),
    )


def describe_secret(secret: str) -> str:
    """Return the note with a new webhook's secret."""
    return (
        f"Added. Its secret, which I show only now: `{secret}`\nPosts are signed as Standard Webhooks says; a first "
        "one is on its way."
    )
