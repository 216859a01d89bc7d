"""Detection of duplicate interactions, which Discord resends after a lost connection.

The interaction's id is the key of everything that it creates. The first transaction of a press claims the id, and is
refused if another delivery has claimed it: before a restart, or in another process. So handlers need not check. A
second delivery to the same process is ignored, because the first one answers.
"""

from __future__ import annotations

from collections import OrderedDict

MAX_REMEMBERED_INTERACTIONS = 10_000
"""Interactions to remember; Discord repeats an event within minutes."""
ALREADY_COUNTED = "This reached me before, and counted then; it does not count twice. **/play** shows how things stand."


class Deliveries:
    """Remembers the interactions that this process has received."""

    def __init__(self) -> None:
        self._heard: OrderedDict[int, None] = OrderedDict()

    def is_first(self, interaction_id: int) -> bool:
        """Return whether an interaction is new, and remember it."""
        if interaction_id in self._heard:
            return False
        self._heard[interaction_id] = None
        if len(self._heard) > MAX_REMEMBERED_INTERACTIONS:
            self._heard.popitem(last=False)
        return True
