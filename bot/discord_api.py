"""Discord's API by way of a proxy that counts its limits, which are the token's, for all processes together.

discord.py has no setting for it. Everything that it asks goes there, answers to presses too; the gateway, through which
events come, and files that people have uploaded have addresses of their own.
"""

from __future__ import annotations

from discord import http


def go_through(address: str | None) -> None:
    """Let every client of this process ask Discord by way of this proxy; None: Discord itself."""
    if address is not None:
        http.Route.BASE = address_at(address)


def address_at(proxy: str) -> str:
    """Return what the addresses of all that is asked at a proxy begin with."""
    return f"{proxy}/api/v{http.INTERNAL_API_VERSION}"
