"""Lobbies: tables that have not begun, and the bots in them."""
