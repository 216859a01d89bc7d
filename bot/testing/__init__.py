"""What every game is tested with, our five and those in packages of their own; no part of the running bot.

`every_game` is the common suite, `plugin` the pytest plugin that lets it loose on the games whose tests say so with a
`tested.py`. It needs what `boardroom[testing]` installs; nothing else of the program imports it.
"""
