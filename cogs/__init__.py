"""Commands, and nothing but commands: each finds its table and hands over to the router.

These modules do without postponed annotations: discord.py reads the options of a command from the real
types of its parameters, which it could not find by name behind `answered`.
"""
