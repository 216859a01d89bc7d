"""What a game is, and nothing about any game: pure, without Discord, SQL, clock or I/O."""
