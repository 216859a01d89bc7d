"""Route Discord's REST API through a proxy that shares the token's rate limits between processes.

discord.py has no setting for it. All REST calls use the proxy, including answers to interactions. The gateway and
uploaded files have addresses of their own.
"""

from __future__ import annotations

from discord import http


def route_through(address: str | None) -> None:
    """Set the base URL of this process's REST calls to a proxy; None keeps Discord's own."""
    if address is not None:
        http.Route.BASE = build_api_url(address)


def build_api_url(proxy: str) -> str:
    """Return the base URL of the REST API at a proxy."""
    return f"{proxy}/api/v{http.INTERNAL_API_VERSION}"
