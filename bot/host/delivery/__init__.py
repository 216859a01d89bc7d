"""Deliver the letters that are written with moves, without revealing secrets."""
