"""The delivery ledger: the status and channel of each message, never its content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.host.table import deadlines
from bot.host.table.audience_view import AudienceView
from bot.ui.screens.names import format_bold_name
from bot.ui.screens.parts import GREY
from bot.ui.screens.screen import Screen
from storage.interface.letters import Delivery, LetterKind, Way

LETTER_NAMES: Mapping[LetterKind, str] = {
    "board": "the table's message",
    "ask": "the call",
    "post": "news",
    "hand": "secrets",
    "final": "the result",
    "note": "a reminder",
    "notice": "a notice",
    "motion": "a vote",
    "vacancy": "a free seat",
    "order": "about a standing order",
    "awake": "what keeps the thread open",
    "promise": "the digest of the secret",
}
ROUTE_NAMES: Mapping[Way, str] = {
    "dm": "sent by direct message",
    "thread": "sent in the private thread",
    "channel": "sent in the channel",
}


def render_delivery_ledger(seen: AudienceView, lines: Sequence[Delivery]) -> Screen:
    """Return the delivery status of messages, by seat."""
    blocks = [f"### Table {seen.row.game_id}: what was delivered"]
    hand = seen.game.wording.hand_title
    blocks += [
        f"{_capitalize(LETTER_NAMES[line.kind])}: {_describe_states(line, hand)}" for line in lines if line.seat is None
    ]
    for seat in (seat_row.seat for seat_row in seen.seats):
        own = [f"- {LETTER_NAMES[line.kind]}: {_describe_states(line, hand)}" for line in lines if line.seat == seat]
        if own:
            blocks.append("\n".join([format_bold_name(seen, seat), *own]))
    blocks.append(f"-# **{hand}** shows secrets at any time; no game waits for what could not be sent.")
    return Screen(tuple(blocks), colour=GREY)


def _capitalize(words: str) -> str:
    return words[0].upper() + words[1:]


def _describe_states(line: Delivery, hand: str) -> str:
    """Return the states of a message with their times; the control `hand` shows secrets that went no other way."""
    states = [f"queued {_format_moment(line.written_at)}"]
    why = line.refused or (line.reason if line.fate != "expired" else None)
    if why is not None:
        states.append(f"refused ({why})")
    match line.fate:
        case "waiting" if why is not None:
            states.append("it is tried again")
        case "sent":
            words = "sent" if line.way is None else ROUTE_NAMES.get(line.way, f"ready behind **{hand}**")
            states.append(f"{words} {_format_moment(line.changed_at)}")
        case "given up":
            states.append(f"given up {_format_moment(line.changed_at)}")
        case "expired":
            states.append(f"expired {_format_moment(line.changed_at)}, as {line.reason}")
        case _:
            pass
    if line.opened_at is not None:
        states.append(f"opened {_format_moment(line.opened_at)}")
    if line.again_at is not None:
        states.append(f"asked for again {_format_moment(line.again_at)}")
    return ", ".join(states)


def _format_moment(moment: str | None) -> str:
    return "" if moment is None else f"<t:{int(deadlines.parse_time(moment).timestamp())}:R>"
