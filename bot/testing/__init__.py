"""Test tools for every game, ours and those in other packages; not part of the running bot.

`every_game` is the common suite, and `plugin` the pytest plugin that runs it on games whose tests have a `tested.py`.
It needs the extra `boardroom[testing]`; nothing else in the program imports it.
"""
