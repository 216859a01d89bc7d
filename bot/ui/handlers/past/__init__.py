"""Handlers for finished games: results, replays and reviews."""
