"""Boardroom: slow business board games in Discord."""

__version__ = "1.0.0"
