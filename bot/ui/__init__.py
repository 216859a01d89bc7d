"""Questions and pages, turned into Discord: the same for every game."""
