"""The Orchard. Nothing is imported here, so that a host can read the API version without loading the game."""

BOARDROOM_API = 5
