"""Read the rows of a player's panel other than the game, in one transaction."""

from __future__ import annotations

from storage import delivery_ledger
from storage.draft_answers import DraftAnswerRows
from storage.games import GameRows
from storage.interface.database import Connection
from storage.interface.panels import StoredPanel
from storage.open_questions import OpenQuestionRows
from storage.operations import Group, read
from storage.own_notes import OwnNoteRows
from storage.read_marks import ReadMarkRows
from storage.seats import SeatRows


class PanelRows(Group):
    """The rows of private panels, together."""

    @read
    @staticmethod
    def get(connection: Connection, game_id: int, seat: int, user_id: int, revision: int, entries: int) -> StoredPanel:
        """Return the rows of a player's panel.

        A press would otherwise wait for each of these reads in turn, which takes long on a busy event loop.

        Args:
            game_id: the table.
            seat: the player's seat.
            user_id: the player.
            revision: present revision of the table.
            entries: maximum number of unseen log entries; the newest two are always among them.
        """
        seen = ReadMarkRows.get_newest_seen(connection, game_id, user_id)
        return StoredPanel(
            newest_seen=seen,
            last_entries=GameRows.list_last_entries(connection, game_id, entries, after=min(seen, revision - 2)),
            draft=DraftAnswerRows.get(connection, game_id, user_id, ""),
            own_note=OwnNoteRows.get(connection, game_id, user_id),
            ended_orders=SeatRows.get_ended_orders(connection, game_id, seat),
            next_game=OpenQuestionRows.find_next_game(connection, user_id, game_id),
            has_new_hand=delivery_ledger.is_new(connection, game_id, seat, again=False),
        )
