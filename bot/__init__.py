"""Boardroom: slow business board games in Discord."""

__version__ = "0.1.0"
