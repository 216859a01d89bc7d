"""Records and errors of the store for the layers above, one module per subject.

Times are ISO 8601 texts in UTC, ids are Discord's or our own whole numbers, and everything a game knows (options,
moves, news, tables) passes through as JSON text.
"""
