"""Screens of leagues: seasons, standings, teams, rulings, seat offers and digests."""
