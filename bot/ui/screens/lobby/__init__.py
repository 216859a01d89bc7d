"""Screens before a game: lobbies and lessons."""
