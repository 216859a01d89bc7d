"""Presses: what a button, a menu, a form or a command means, and the private answer to it."""
