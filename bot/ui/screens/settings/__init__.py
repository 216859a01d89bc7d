"""Screens for settings of public web pages."""
