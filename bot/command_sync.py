"""Sync our application commands with Discord, once for each change."""

from __future__ import annotations

import json
from hashlib import sha256

from discord import app_commands

from storage.interface.metadata_keys import COMMANDS_KEY, COMMANDS_WANTED_KEY
from storage.store import Storage


class CommandSync:
    """Registers the commands with Discord if they have changed. Until then the former ones stay in use.

    Args:
        tree: the commands.
        storage: the store that records the registered commands.
        application_id: the application that owns the commands.
    """

    def __init__(self, tree: app_commands.CommandTree, storage: Storage, application_id: int | None) -> None:
        self._tree = tree
        self._storage = storage
        payload = [command.to_dict(tree) for command in tree.get_commands()]
        self._digest = sha256(json.dumps([application_id, payload], sort_keys=True).encode()).hexdigest()
        self._is_synced = False

    async def register(self) -> None:
        """Register the commands unless Discord has them already.

        Raises:
            DiscordException: Discord refuses them.
            StoreFailed: the registration cannot be recorded.
        """
        if await self._storage.metadata.get(COMMANDS_KEY) == self._digest:
            return
        if await self._storage.metadata.get(COMMANDS_WANTED_KEY) != self._digest:
            await self._storage.metadata.put(COMMANDS_WANTED_KEY, self._digest)
        if not self._is_synced:
            await self._tree.sync()
            self._is_synced = True
        await self._storage.metadata.put(COMMANDS_KEY, self._digest)
