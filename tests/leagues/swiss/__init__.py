"""Two-player Swiss rounds beside a reference implementation."""
