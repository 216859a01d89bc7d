"""Delivery of the host's letters to Discord."""
