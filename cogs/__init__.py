"""Commands, and nothing but commands: each finds its table and hands over to the doors."""
