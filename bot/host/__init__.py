"""Runs games: from a press to a saved move, without rules, Discord or SQL."""
