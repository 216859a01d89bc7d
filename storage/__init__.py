"""Persistent storage: rows in and out. All SQL of the program is in this package."""
