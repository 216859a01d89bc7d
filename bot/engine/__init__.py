"""The generic game engine: pure, with no Discord, SQL, clock, I/O, or rules of a particular game."""
