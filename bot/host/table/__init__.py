"""Tables: a lobby, a running game, and the people around it."""
