"""Handlers of buttons, menus, forms and commands, each with its private answer."""
