"""Screens for reading: the log, the rules, results, replays, reviews and delivery records."""
