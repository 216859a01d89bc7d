"""People: how they are called, and whether direct messages reach them."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace

from bot.host.timekeeping import Wishes
from storage.interface import Dm, Person, Storage

KEPT = 5_000
"""People remembered in memory; the others are read again when they come."""


class People:
    """What we know of everybody who ever pressed something."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._known: OrderedDict[int, Person] = OrderedDict()

    async def get(self, user_id: int) -> Person | None:
        """Return what is known of somebody."""
        known = self._known.get(user_id)
        if known is None:
            known = await self._storage.person(user_id)
            if known is not None:
                self._keep(known)
        return known

    async def met(self, user_id: int, name: str) -> Person:
        """Remember how somebody is called now, and return what is known of them."""
        known = await self.get(user_id)
        if known is None:
            return await self._put(Person(user_id, name))
        return known if known.name == name else await self._put(replace(known, name=name))

    async def set_dm(self, person: Person, dm: Dm) -> Person:
        """Remember whether direct messages reach this person."""
        return await self._put(replace(person, dm=dm))

    async def wishes(self, user_id: int | None) -> Wishes:
        """Return what somebody wants everywhere; nothing in particular when we do not know them."""
        known = None if user_id is None else await self.get(user_id)
        return Wishes() if known is None else Wishes.model_validate_json(known.wishes)

    async def set_wishes(self, person: Person, wishes: Wishes) -> Person:
        """Remember what this person wants everywhere."""
        return await self._put(replace(person, wishes=wishes.model_dump_json()))

    async def _put(self, person: Person) -> Person:
        await self._storage.put_person(person)
        self._keep(person)
        return person

    def _keep(self, person: Person) -> None:
        self._known[person.user_id] = person
        self._known.move_to_end(person.user_id)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
