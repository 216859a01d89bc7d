"""Moves: from what somebody decides, or fails to, to a saved table."""
