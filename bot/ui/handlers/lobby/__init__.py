"""Handlers before and around a game: lobbies, lessons, votes and tables without a channel."""
