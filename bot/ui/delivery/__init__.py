"""Delivery: letters of the host, brought to Discord."""
