"""Run games: the path from a button press to a saved move, without rules, Discord or SQL."""
