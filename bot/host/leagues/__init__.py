"""Leagues on the host: seasons that are written down, open their tables by themselves, and learn how these end."""
