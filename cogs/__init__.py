"""Slash commands; each finds its table and calls the router.

These modules do not postpone the evaluation of annotations: discord.py reads a command's options from the real types of
its parameters, and could not resolve their names through the router's decorator.
"""

from cogs import context_menus, games, leagues, play, preferences, records, tables

ALL = (games, leagues, context_menus, play, preferences, records, tables)
"""The modules, in the order in which their commands are added to a bot."""
