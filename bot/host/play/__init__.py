"""Play moves: from a player's decision, or a missed deadline, to a saved table."""
