"""Middleware around every press and command; `Router` lists it in the order in which it applies."""
