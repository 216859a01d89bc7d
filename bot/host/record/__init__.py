"""Records: what a game leaves behind, to be read and to be proven."""
