"""Limits of a proof, as text; a separate module, so that the command line prints them without loading a game."""

LIMITS = (
    "What no check can show: whoever runs the bot can read every hand, and can close or refuse a game whose deal they "
    "do not like. Anyone who knows the secret and also adds a word of their own, or lets a friend add one, can choose "
    "among deals; and the number of a press comes from Discord by way of the bot, while a word of your own does not. "
    "That somebody's time was up, and what their standing orders said, is known to their player alone."
)
