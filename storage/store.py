"""Group all operations of the store by subject, for every kind of database."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from storage import games
from storage.clocks import ClockRows
from storage.draft_answers import DraftAnswerRows
from storage.event_marks import EventMarkRows
from storage.follows import FollowRows
from storage.forum_tags import ForumTagRows
from storage.forwarded_pages import ForwardedPageRows
from storage.forwarded_presses import ForwardedPressRows
from storage.games import GameRows
from storage.interactions import InteractionRows
from storage.interface.database import Database
from storage.interface.errors import StoreFailed
from storage.interface.shards import Shards
from storage.interface.statistics import Tally
from storage.league_roles import LeagueRoleRows
from storage.leagues import LeagueRows
from storage.lobbies import LobbyRows
from storage.lost_channels import LostChannelRows
from storage.messages import MessageRows
from storage.metadata import MetadataRows
from storage.motions import MotionRows
from storage.open_questions import OpenQuestionRows
from storage.outbox import OutboxRows
from storage.own_notes import OwnNoteRows
from storage.page_sessions import PageSessionRows
from storage.panels import PanelRows
from storage.people import PersonRows
from storage.privacy import PrivacyRows
from storage.public import PublicRows
from storage.read_marks import ReadMarkRows
from storage.reviews import ReviewRows
from storage.seats import SeatRows
from storage.shards import ShardRows
from storage.statistics import tally
from storage.webhooks import WebhookRows


class Storage:
    """The operations on one database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.lobbies = LobbyRows(database)
        self.games = GameRows(database)
        self.open_questions = OpenQuestionRows(database)
        self.clocks = ClockRows(database)
        self.seats = SeatRows(database)
        self.motions = MotionRows(database)
        self.outbox = OutboxRows(database)
        self.messages = MessageRows(database)
        self.forum_tags = ForumTagRows(database)
        self.people = PersonRows(database)
        self.metadata = MetadataRows(database)
        self.interactions = InteractionRows(database)
        self.shards = ShardRows(database)
        self.forwarded_pages = ForwardedPageRows(database)
        self.forwarded_presses = ForwardedPressRows(database)
        self.read_marks = ReadMarkRows(database)
        self.draft_answers = DraftAnswerRows(database)
        self.own_notes = OwnNoteRows(database)
        self.panels = PanelRows(database)
        self.event_marks = EventMarkRows(database)
        self.webhooks = WebhookRows(database)
        self.page_sessions = PageSessionRows(database)
        self.follows = FollowRows(database)
        self.reviews = ReviewRows(database)
        self.lost_channels = LostChannelRows(database)
        self.leagues = LeagueRows(database)
        self.league_roles = LeagueRoleRows(database)
        self.public = PublicRows(database)
        self.privacy = PrivacyRows(database)

    async def close(self) -> None:
        """Finish the waiting transactions and release the database."""
        await self.database.close()

    async def tally(self, shards: Shards) -> Tally:
        """Count games, letters and questions in the servers of these shards."""
        return await self.database.run_long_read(lambda connection: tally(connection, shards))

    async def backup(self, to: Path) -> None:
        """Write a complete, checked copy of everything to a new file."""
        await self.database.backup(to)

    async def check(self) -> Sequence[str]:
        """Return faults of the store, as sentences; empty if it is sound."""
        try:
            return [*await self.database.check(), *await self.database.run_long_read(games.check)]
        except StoreFailed as failed:
            return [str(failed)]
