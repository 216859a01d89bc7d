"""Handlers of leagues: seasons, teams, rulings, seat offers and files."""
