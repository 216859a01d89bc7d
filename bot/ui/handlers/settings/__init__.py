"""Handlers of personal preferences and of public web pages."""
