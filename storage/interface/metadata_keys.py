"""Keys of the notes that the program keeps for itself; see `storage.metadata`."""

from __future__ import annotations

RESERVE_KEYS = ("room:1", "room:2")
"""Keys of two dummy notes; one exists at a time, and each reserves the disk space of a large move."""
COMMANDS_KEY = "commands"
"""Key of the note with the digest of the commands that Discord has accepted."""
COMMANDS_WANTED_KEY = "commands wanted"
"""Key of the note with the digest of the commands last submitted; while it differs from `COMMANDS_KEY`, Discord has not
accepted them."""
ERASURE_KEY = "forget {}"
"""Name of the task that each shard completes before a person is erased: it makes them leave its tables."""
RESTORE_KEY = "restored"
"""Key of the note of a restore whose cleanup is pending: when the backup was made and when it was restored, as JSON."""
NONCES_KEY = "nonces"
"""Key of the note with the prefix of message nonces; a restore draws a new prefix."""
HEARTBEAT_KEY = "pulse"
"""Key of the note with the bot's last heartbeat, as JSON."""
