"""Discord's objects, as little of each as discord.py needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

Payload = dict[str, Any]

GUILD, CHANNEL = 1_100_000_000_000_000_000, 1_100_000_000_000_000_001
EPHEMERAL, SILENT, COMPONENTS_V2 = 64, 4096, 32768
LABEL = 18
WHEN = "2026-03-01T12:00:00.000000+00:00"

snowflakes = count(1_200_000_000_000_000_000)


def snowflake() -> str:
    """Return an id that was not used before."""
    return str(next(snowflakes))


def user(user_id: int, *, bot: bool = False) -> Payload:
    return {
        "id": str(user_id),
        "username": f"user{user_id}",
        "global_name": None,
        "discriminator": "0",
        "avatar": None,
        "bot": bot,
    }


def application(application_id: int) -> Payload:
    return {
        "id": str(application_id),
        "name": "bench",
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "owner": user(application_id),
        "team": None,
    }


def channel() -> Payload:
    return {
        "id": str(CHANNEL),
        "type": 0,
        "guild_id": str(GUILD),
        "name": "tables",
        "position": 0,
        "permission_overwrites": [],
        "nsfw": False,
        "parent_id": None,
        "topic": None,
        "last_message_id": None,
        "rate_limit_per_user": 0,
    }


def direct_channel(of: int) -> Payload:
    return {"id": str(of + 1), "type": 1, "last_message_id": None, "recipients": [user(of)]}


def guild(bot_id: int) -> Payload:
    everyone = {
        "id": str(GUILD),
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "permissions": "66560",
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    return {
        "id": str(GUILD),
        "name": "Bench",
        "owner_id": "1",
        "icon": None,
        "splash": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "preferred_locale": "en-US",
        "features": [],
        "roles": [everyone],
        "emojis": [],
        "stickers": [],
        "member_count": 1,
        "large": False,
        "members": [member(bot_id, bot=True)],
        "channels": [channel()],
        "threads": [],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def member(user_id: int, *, bot: bool = False) -> Payload:
    return {
        "user": user(user_id, bot=bot),
        "roles": [],
        "joined_at": WHEN,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "permissions": "0",
    }


def message(author: int, channel_id: str, sent: Mapping[str, Any], message_id: str = "") -> Payload:
    """Return the message that Discord makes of a request's payload."""
    return {
        "id": message_id or snowflake(),
        "channel_id": channel_id,
        "type": 0,
        "content": sent.get("content") or "",
        "author": user(author, bot=True),
        "timestamp": WHEN,
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
        "flags": sent.get("flags", 0),
        "components": sent.get("components", []),
    }


def press(
    application_id: int, user_id: int, on: Mapping[str, Any], custom_id: str, values: Sequence[str] | None
) -> Payload:
    """Return the event of somebody pressing a button, or choosing values in a menu."""
    data: Payload = {"custom_id": custom_id, "component_type": 2, "id": 1}
    if values is not None:
        data |= {"component_type": 3, "values": list(values)}
    return _interaction(application_id, user_id, 3, data) | {"message": dict(on)}


def form(
    application_id: int, user_id: int, on: Mapping[str, Any], opened: Payload, values: Mapping[str, Any]
) -> Payload:
    """Return the event of a submitted form that was opened from a message, with values by the names of its fields."""
    boxes = [label["component"] for label in opened["components"]]
    fields = [{"type": LABEL, "component": _build_field(box, values.get(box["custom_id"]))} for box in boxes]
    data = {"custom_id": opened["custom_id"], "components": fields}
    return _interaction(application_id, user_id, 5, data) | {"message": dict(on)}


def _build_field(box: Payload, value: Any) -> Payload:
    named = "values" if isinstance(value, list) else "value"
    return {"type": box["type"], "custom_id": box["custom_id"], named: value}


def _interaction(application_id: int, user_id: int, kind: int, data: Payload) -> Payload:
    number = snowflake()
    return {
        "id": number,
        "application_id": str(application_id),
        "type": kind,
        "data": data,
        "guild_id": str(GUILD),
        "guild": {"id": str(GUILD), "locale": "en-US", "features": []},
        "guild_locale": "en-US",
        "channel": channel(),
        "channel_id": str(CHANNEL),
        "member": member(user_id),
        "token": f"token-{number}",
        "version": 1,
        "locale": "en-US",
        "app_permissions": "2248473465835073",
        "attachment_size_limit": 10485760,
        "entitlements": [],
        "authorizing_integration_owners": {"0": str(GUILD)},
        "context": 0,
    }


def controls(components: Sequence[Payload]) -> Iterator[Payload]:
    """Yield the buttons and menus of a message that can be pressed."""
    for part in components:
        if "custom_id" in part and not part.get("disabled"):
            yield part
        yield from controls(part.get("components", []))
