"""Interactions that are delivered twice: after a lost connection, Discord tells what it has told before.

The id of an interaction is the key of whatever it creates. The first transaction of a press claims it, and is refused
where another delivery has claimed it: before a restart, or in another process. So no handler has to think of it. A
second delivery to the same process is left to the first, which answers it.
"""

from __future__ import annotations

from collections import OrderedDict

KEPT = 10_000
"""Interactions that are remembered; Discord repeats what it told within minutes."""
ALREADY_COUNTED = "This reached me before, and counted then; it does not count twice. **/play** shows how things stand."


class Deliveries:
    """Remembers which interactions this process has heard of."""

    def __init__(self) -> None:
        self._heard: OrderedDict[int, None] = OrderedDict()

    def is_first(self, interaction_id: int) -> bool:
        """Return whether an interaction is heard of for the first time, and remember it."""
        if interaction_id in self._heard:
            return False
        self._heard[interaction_id] = None
        if len(self._heard) > KEPT:
            self._heard.popitem(last=False)
        return True
