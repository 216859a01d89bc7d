"""Panels and direct messages for requests to join a season whose stewards approve each sign-up."""

from __future__ import annotations

from collections.abc import Sequence

from bot.host.leagues.season_log import KnownSeason
from bot.host.sanitize import format_sentence
from bot.host.table import deadlines
from bot.ui.screens.forms import Field, Form
from bot.ui.screens.leagues.season import format_season_name
from bot.ui.screens.names import escape_markdown, sanitize_plain
from bot.ui.screens.parts import BLUE, build_channel_url, list_note_blocks
from bot.ui.screens.screen import OPTIONS_IN_SELECT, Block, Button, Menu, MenuLine, Row, Screen, build_button_rows
from storage.interface.leagues import JoinRequest

MAX_REASON_CHARS = 300
NOBODY_WAITS = "Nobody waits for your approval."


def render_request(known: KnownSeason, declined: JoinRequest | None = None) -> Screen:
    """Return what a person reads whose request waits, and of a declined one of which they were not told."""
    before = "" if declined is None else f"{_describe_decline(declined)} You have asked again.\n"
    lapses = "" if known.row.status == "running" or known.plan.format == "ladder" else " It lapses with the draw."
    return Screen(
        (
            f"### {format_season_name(known)}\n{before}Your request is with the stewards; I write to you when they "
            f"have decided.{lapses}",
            *build_button_rows(Button(f"lg-unask:{known.row.season_id}", "Take it back")),
        ),
        colour=BLUE,
    )


def render_waiting(known: KnownSeason, waiting: Sequence[JoinRequest], chosen: int = 0, note: str = "") -> Screen:
    """Return the stewards' panel with the requests that wait, one of which can be decided.

    Args:
        known: the season.
        waiting: the requests, the oldest first.
        chosen: the person whose request is shown; the oldest one if they have none.
        note: a sentence on the last action, shown first.
    """
    number = known.row.season_id
    back = Button(f"lg-manage:{number}", "Back")
    head: list[Block] = [f"### {format_season_name(known)}: sign-ups to approve", *list_note_blocks(note)]
    if not waiting:
        return Screen((*head, NOBODY_WAITS, *build_button_rows(back)), colour=BLUE)
    one = next((each for each in waiting if each.user_id == chosen), waiting[0])
    asked = int(deadlines.parse_time(one.asked_at).timestamp())
    lines = tuple(
        MenuLine(str(each.user_id), sanitize_plain(each.name), chosen=each is one)
        for each in _list_offered(waiting, one)
    )
    return Screen(
        (
            *head,
            f"<@{one.user_id}> ({escape_markdown(one.name)}) asked <t:{asked}:R>. {_describe_others(len(waiting) - 1)}",
            *([Row((Menu(f"lg-asked:{number}", "Whose?", lines),))] if len(lines) > 1 else []),
            *build_button_rows(
                Button(f"lg-approve:{number}:{one.user_id}", "Approve", "success"),
                Button(f"lg-declineform:{number}:{one.user_id}", "Decline…", "danger"),
                back,
            ),
        ),
        colour=BLUE,
    )


def _list_offered(waiting: Sequence[JoinRequest], one: JoinRequest) -> Sequence[JoinRequest]:
    """Return the requests in the menu, the shown one among them."""
    first = waiting[:OPTIONS_IN_SELECT]
    return first if one in first else [*first[:-1], one]


def _describe_others(others: int) -> str:
    return f"{others} more {'waits' if others == 1 else 'wait'}." if others else ""


def build_decline_form(known: KnownSeason, user_id: int) -> Form:
    """Return the form that asks why a request is declined."""
    field = Field("Why? They alone read it", "Can stay empty", longest=MAX_REASON_CHARS, required=False, is_long=True)
    return Form(f"lg-decline:{known.row.season_id}:{user_id}", "Decline this sign-up", (field,))


def render_decision(known: KnownSeason, request: JoinRequest) -> Screen:
    """Return the direct message about a decided request."""
    channel = f"[its channel]({build_channel_url(known.league.guild_id, known.league.channel_id)})"
    if request.fate == "approved":
        words = "A steward has approved your sign-up: you are in. Your tables open by themselves, and you are called."
        if known.plan.format == "ladder":
            words = "A steward has approved your sign-up: you are in. **I want a game** lets me look for one."
        return Screen((f"### {format_season_name(known)}\n{words}", f"-# **My place** is in {channel}."), colour=BLUE)
    return Screen(
        (
            f"### {format_season_name(known)}\n{_describe_decline(request)}",
            f"-# You can ask again: **Join** in {channel}.",
        ),
        colour=BLUE,
    )


def _describe_decline(request: JoinRequest) -> str:
    why = f" Why: {format_sentence(escape_markdown(request.reason))}" if request.reason else ""
    return f"The stewards have declined your sign-up.{why}"
