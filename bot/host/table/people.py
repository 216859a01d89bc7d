"""People: how they are called, and whether direct messages reach them.

Who has seen a hand is recognised by a keyed hash until the game is over, also when forgotten. A line about an empty
chair keeps whom it names, so that forgetting finds it.
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
from storage.interface import Dm, Person, Secrets, StoreFailed, aside
from storage.store import Storage

log = logging.getLogger(__name__)

KEPT = 5_000
"""People remembered in memory; the others are read again when they come."""


class People:
    """What we know of everybody who ever pressed something.

    Args:
        storage: where that is kept.
        alone: whether no other process writes there; else everybody is read each time.
    """

    def __init__(self, storage: Storage, *, alone: bool = True) -> None:
        self._storage = storage
        self._alone = alone
        self._known: OrderedDict[int, Person] = OrderedDict()
        self._forgotten: set[int] = set()
        self._changing = KeyedLocks()

    async def get(self, user_id: int) -> Person | None:
        """Return what is known of somebody."""
        known = self._known.get(user_id)
        if known is None:
            known = await self._storage.people.get(user_id)
            if known is not None:
                known = await self._mended(known)
                self._keep(known)
        return known

    async def _mended(self, person: Person) -> Person:
        """Return somebody with settings that can be read; what could not be is told to them once."""
        if not deadlines.lost_in_words(person.wishes) or person.user_id in self._forgotten:
            return person
        log.warning("a person's settings could not be read, and were mended")
        with suppress(StoreFailed), aside():  # then it is done another time, and read leniently until then
            return await self._storage.people.change(person, _with_readable_wishes)
        return person

    async def met(self, user_id: int, name: str) -> Person:
        """Remember how somebody is called now, and return what is known of them."""
        self._forgotten.discard(user_id)
        known = await self.get(user_id)
        with aside():
            if known is not None and known.name == name:
                return known
            return await self._change(known or Person(user_id, name), lambda person: replace(person, name=name))

    async def set_dm(self, person: Person, dm: Dm) -> Person:
        """Remember whether direct messages reach this person; while they do, so do their secrets."""
        secrets: Secrets = "dm" if dm == "open" else "panel"
        return await self._change(person, lambda known: replace(known, dm=dm, secrets=secrets, chosen=True))

    async def set_secrets(self, person: Person, secrets: Secrets) -> Person:
        """Remember which way this person wants their secrets to take."""
        dm: Dm = "open" if secrets == "dm" else "unasked"
        return await self._change(person, lambda known: replace(known, secrets=secrets, dm=dm, chosen=True))

    async def sits_down(self, user_id: int, name: str) -> bool:
        """Let the secrets of somebody who takes a seat come by direct message, unless they have chosen before.

        Returns:
            Whether that is new to them, so that they have to be told.
        """
        person = await self.met(user_id, name)
        if person.chosen:
            return False
        await self.set_dm(person, "open")
        return True

    async def is_written_to(self, user_id: int | None) -> bool:
        """Whether somebody gets what concerns them by direct message, so that nobody calls them in a channel."""
        person = None if user_id is None else await self.get(user_id)
        return person is not None and person.secrets == "dm"

    async def set_dm_channel(self, person: Person, channel_id: int | None) -> Person:
        """Remember where direct messages to this person go."""
        return await self._change(person, lambda known: replace(known, dm_channel=channel_id))

    async def leave_word(self, user_id: int, name: str, words: str) -> None:
        """Let somebody be told something, once, in the next private answer they get."""
        person = await self.get(user_id) or Person(user_id, name)
        if words not in person.word:
            await self._change(person, lambda known: replace(known, word=f"{known.word}\n{words}".strip()))

    async def take_word(self, user_id: int) -> str:
        """Return what was left for somebody, marked as told before it is sent, so that no other answer tells it, too.

        The caller leaves it again if it does not arrive.
        """
        taken = ""

        def told(known: Person) -> Person:
            nonlocal taken
            taken = known.word
            return replace(known, word="")

        person = await self.get(user_id)
        if person is not None and person.word:
            with aside():
                await self._change(person, told)
        return taken

    async def drop_word(self, user_id: int, words: str) -> None:
        """Take back words that were left for somebody and need not be told any more."""
        person = await self.get(user_id)
        if person is not None and words in person.word:
            await self._change(person, lambda known: replace(known, word=known.word.replace(words, "").strip()))

    async def wishes(self, user_id: int | None) -> Wishes:
        """Return what somebody wants everywhere; nothing in particular when we do not know them."""
        known = None if user_id is None else await self.get(user_id)
        return Wishes() if known is None else Wishes.read(known.wishes)

    async def is_quiet(self, user_id: int | None, at: datetime) -> bool:
        """Whether somebody wants to hear nothing at this moment."""
        return deadlines.is_quiet(at, await self.wishes(user_id))

    async def change_wishes(self, person: Person, change: Callable[[Wishes], Wishes]) -> Person:
        """Remember what this person wants everywhere now: what they wanted by then, changed so."""

        def changed(known: Person) -> Person:
            return replace(known, wishes=change(Wishes.read(known.wishes)).model_dump_json())

        return await self._change(person, changed)

    def forget(self, user_id: int) -> None:
        """Keep nobody in memory whom the store has forgotten, until they are met again."""
        self._known.pop(user_id, None)
        self._forgotten.add(user_id)

    async def _change(self, person: Person, change: Callable[[Person], Person]) -> Person:
        """Change what is known of somebody, whatever else has changed since the caller looked, and return it."""
        if person.user_id in self._forgotten:  # by somebody who had looked them up before
            return person
        if not self._alone:
            return await self._storage.people.change(person, change)
        async with self._changing.of(person.user_id):
            changed = change(self._known.get(person.user_id, person))
            await self._storage.people.put(changed)
            self._keep(changed)
        return changed

    def _keep(self, person: Person) -> None:
        if not self._alone:
            return
        self._known[person.user_id] = person
        self._known.move_to_end(person.user_id)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)


def _with_readable_wishes(person: Person) -> Person:
    """Return somebody whose settings can be read, with word of what could not be."""
    words = deadlines.lost_in_words(person.wishes)
    if not words:
        return person
    wishes = Wishes.read(person.wishes).model_dump_json()
    return replace(person, wishes=wishes, word=f"{person.word}\n{words}".strip())
