"""Rows of the tags that the bot uses in a forum, so that a renamed tag is found again."""

from __future__ import annotations

from collections.abc import Mapping

from storage.interface.database import Connection
from storage.operations import Group, read, write


class ForumTagRows(Group):
    """Tags of forums, one row for each forum and purpose."""

    @read
    @staticmethod
    def list_tags(connection: Connection, guild_id: int, forum_id: int) -> Mapping[str, int]:
        """Return the ids of a forum's tags by their purpose."""
        rows = connection.execute(
            "select purpose, tag_id from forum_tags where guild_id = ? and forum_id = ?", (guild_id, forum_id)
        )
        return dict(rows.fetchall())

    @write
    @staticmethod
    def put(connection: Connection, guild_id: int, forum_id: int, tags: Mapping[str, int]) -> None:
        """Record tags of a forum, in place of former ones with the same purpose."""
        for purpose, tag_id in tags.items():
            connection.execute(
                "insert into forum_tags (guild_id, forum_id, purpose, tag_id) values (?, ?, ?, ?) "
                "on conflict (guild_id, forum_id, purpose) do update set tag_id = excluded.tag_id",
                (guild_id, forum_id, purpose, tag_id),
            )
