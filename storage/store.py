"""The store: what can be done there, by subject, in whatever kind of database."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from storage import games
from storage.asks import Asks
from storage.clocks import Clocks
from storage.departures import Departures
from storage.games import Games
from storage.interface import Database, StoreFailed, Tally
from storage.leagues import Leagues
from storage.letters import Letters
from storage.lobbies import Lobbies
from storage.looks import Looks
from storage.messages import Messages
from storage.motions import Motions
from storage.notes import Notes
from storage.people import People
from storage.plans import Plans
from storage.privacy import Privacy
from storage.seats import Seats
from storage.tally import tally


class Storage:
    """A place where games are kept."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.lobbies = Lobbies(database)
        self.games = Games(database)
        self.asks = Asks(database)
        self.clocks = Clocks(database)
        self.seats = Seats(database)
        self.motions = Motions(database)
        self.letters = Letters(database)
        self.messages = Messages(database)
        self.people = People(database)
        self.notes = Notes(database)
        self.looks = Looks(database)
        self.plans = Plans(database)
        self.departures = Departures(database)
        self.leagues = Leagues(database)
        self.privacy = Privacy(database)

    async def close(self) -> None:
        """Finish what is being written and let go of the store."""
        await self.database.close()

    async def tally(self) -> Tally:
        """Return how much there is of what."""
        return await self.database.aside(tally)

    async def backup(self, to: Path) -> None:
        """Write a complete, checked copy of everything to a new file."""
        await self.database.backup(to)

    async def check(self) -> Sequence[str]:
        """Return what is wrong with the store, as sentences; empty when it is sound."""
        try:
            return [*await self.database.check(), *await self.database.aside(games.check)]
        except StoreFailed as failed:
            return [str(failed)]
