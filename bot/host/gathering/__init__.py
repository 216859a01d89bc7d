"""Gathering: how people come to a table, leave it, and what becomes of what is left and forgotten."""
