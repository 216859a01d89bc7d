"""Screens of a running table: its message, private panels, standing orders and prepared turns."""
