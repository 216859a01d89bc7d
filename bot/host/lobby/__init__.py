"""Tables before their game begins, and the bots in them."""

from __future__ import annotations
