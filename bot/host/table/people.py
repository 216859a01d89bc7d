"""Names, direct-message reachability and settings of people.

Persons who have seen a hand are recognised by a keyed hash until the game is over, even after their data was erased. A
notice about an empty seat stores the id of the person it names, so that erasure finds it.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from bot.host.keyed_tasks import KeyedLocks
from bot.host.table import deadlines
from bot.host.table.deadlines import Wishes
from storage.interface.errors import StoreFailed
from storage.interface.people import Dm, EventLevel, Person, Secrets
from storage.interface.transaction_observer import ignore_observer
from storage.store import Storage

log = logging.getLogger(__name__)

MAX_CACHED_PEOPLE = 5_000
"""Cache size; other people are read from the store on demand."""


class People:
    """Data of all users of the bot.

    Args:
        storage: the store.
        alone: whether no other process writes to it; otherwise nothing is cached.
    """

    def __init__(self, storage: Storage, *, alone: bool = True) -> None:
        self._storage = storage
        self._alone = alone
        self._known: OrderedDict[int, Person] = OrderedDict()
        self._forgotten: set[int] = set()
        self._changing = KeyedLocks()

    async def get(self, user_id: int) -> Person | None:
        """Return a person's data."""
        known = self._known.get(user_id)
        if known is None:
            known = await self._storage.people.get(user_id)
            if known is not None:
                known = await self._repair_settings(known)
                self._cache(known)
        return known

    async def _repair_settings(self, person: Person) -> Person:
        """Return a person with readable settings; tell them once about those that were not."""
        if not deadlines.describe_unreadable_settings(person.wishes) or person.user_id in self._forgotten:
            return person
        log.warning("a person's settings could not be read, and were repaired")
        with suppress(StoreFailed), ignore_observer():  # then it is retried later, and read leniently until then
            return await self._storage.people.change(person, _with_readable_wishes)
        return person

    async def record_person(self, user_id: int, name: str) -> Person:
        """Record a person's present name, and return their data."""
        self._forgotten.discard(user_id)
        known = await self.get(user_id)
        with ignore_observer():
            if known is not None and known.name == name:
                return known
            return await self._change(known or Person(user_id, name), lambda person: replace(person, name=name))

    async def set_dm(self, person: Person, dm: Dm) -> Person:
        """Record whether direct messages reach this person; while they do, private hands are sent."""
        secrets: Secrets = "dm" if dm == "open" else "panel"
        return await self._change(person, lambda known: replace(known, dm=dm, secrets=secrets, chosen=True))

    async def set_secrets(self, person: Person, secrets: Secrets) -> Person:
        """Record the route this person wants for private hands."""
        dm: Dm = "open" if secrets == "dm" else "unasked"
        return await self._change(person, lambda known: replace(known, secrets=secrets, dm=dm, chosen=True))

    async def enable_private_hands(self, user_id: int, name: str) -> bool:
        """Send the private hands of a new player by direct message, unless they have chosen a route.

        Returns:
            Whether this was changed, so that they must be informed.
        """
        person = await self.record_person(user_id, name)
        if person.chosen:
            return False
        await self.set_dm(person, "open")
        return True

    async def set_event_level(self, person: Person, level: EventLevel) -> Person:
        """Set the level of direct messages about events at this person's tables."""
        return await self._change(person, lambda known: replace(known, event_level=level))

    async def is_notified_by_dm(self, user_id: int | None) -> bool:
        """Whether a person is notified by direct message, and so not pinged in channels."""
        person = None if user_id is None else await self.get(user_id)
        return person is not None and person.secrets == "dm"

    async def set_dm_channel(self, person: Person, channel_id: int | None) -> Person:
        """Record the direct-message channel of this person."""
        return await self._change(person, lambda known: replace(known, dm_channel=channel_id))

    async def store_pending_notice(self, user_id: int, name: str, words: str) -> None:
        """Leave a text for a person, shown once in their next private answer."""
        person = await self.get(user_id) or Person(user_id, name)
        if words not in person.word:
            await self._change(person, lambda known: replace(known, word=f"{known.word}\n{words}".strip()))

    async def take_pending_notice(self, user_id: int) -> str:
        """Take the text left for a person; it is marked as shown before it is sent, so that no other answer repeats it.

        The caller leaves it again if it does not arrive. Where the mark cannot be saved, the text is shown twice rather
        than not at all.
        """
        taken = ""

        def mark_told(known: Person) -> Person:
            nonlocal taken
            taken = known.word
            return replace(known, word="")

        person = await self.get(user_id)
        if person is not None and person.word:
            try:
                with ignore_observer():
                    await self._change(person, mark_told)
            except StoreFailed as failed:
                log.warning("a notice could not be marked as shown: %s", failed)
                return person.word
        return taken

    async def drop_pending_notice(self, user_id: int, words: str) -> None:
        """Remove an obsolete text left for a person."""
        person = await self.get(user_id)
        if person is not None and words in person.word:
            await self._change(person, lambda known: replace(known, word=known.word.replace(words, "").strip()))

    async def get_wishes(self, user_id: int | None) -> Wishes:
        """Return a person's settings; defaults if they are unknown."""
        known = None if user_id is None else await self.get(user_id)
        return Wishes() if known is None else Wishes.read(known.wishes)

    async def is_quiet(self, user_id: int | None, at: datetime) -> bool:
        """Whether this is in a person's quiet hours."""
        return deadlines.is_quiet_time(at, await self.get_wishes(user_id))

    async def change_wishes(self, person: Person, change: Callable[[Wishes], Wishes]) -> Person:
        """Change a person's settings with a function of the stored ones."""

        def change_stored(known: Person) -> Person:
            return replace(known, wishes=change(Wishes.read(known.wishes)).model_dump_json())

        return await self._change(person, change_stored)

    def forget(self, user_id: int) -> None:
        """Drop an erased person from memory until their next interaction."""
        self._known.pop(user_id, None)
        self._forgotten.add(user_id)

    async def _change(self, person: Person, change: Callable[[Person], Person]) -> Person:
        """Change a person's data on top of concurrent changes, and return the result."""
        if person.user_id in self._forgotten:  # by a caller who had looked them up before
            return person
        if not self._alone:
            return await self._storage.people.change(person, change)
        async with self._changing.get(person.user_id):
            changed = change(self._known.get(person.user_id, person))
            await self._storage.people.put(changed)
            self._cache(changed)
        return changed

    def _cache(self, person: Person) -> None:
        if not self._alone:
            return
        self._known[person.user_id] = person
        self._known.move_to_end(person.user_id)
        while len(self._known) > MAX_CACHED_PEOPLE:
            self._known.popitem(last=False)


def _with_readable_wishes(person: Person) -> Person:
    """Return a person with readable settings, and a text about those that were not."""
    words = deadlines.describe_unreadable_settings(person.wishes)
    if not words:
        return person
    wishes = Wishes.read(person.wishes).model_dump_json()
    return replace(person, wishes=wishes, word=f"{person.word}\n{words}".strip())
