"""Delivery: what is written with a move reaches people, and tells nobody too much."""
