"""Rows of the Discord roles that leagues give: settings, roles and their holders."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from storage.interface.database import Connection
from storage.interface.leagues import RoleSettings
from storage.interface.shards import Shards
from storage.operations import Group, read, write
from storage.shards import OWNED_SERVER


class LeagueRoleRows(Group):
    """Roles on Discord. A league without a row of settings has never given any."""

    @read
    @staticmethod
    def list_leagues(connection: Connection, shards: Shards) -> Sequence[int]:
        """Return the leagues that give roles, or have roles to take back."""
        rows = connection.execute(
            "select league_id from league_role_settings where league_id in "
            f"(select league_id from leagues where {OWNED_SERVER}) order by league_id",
            shards.parameters,
        )
        return [league_id for (league_id,) in rows]

    @read
    @staticmethod
    def get_settings(connection: Connection, league_id: int) -> RoleSettings | None:
        """Return the settings of a league; None if it gives no roles."""
        row = connection.execute(
            "select kinds, trouble, trouble_at from league_role_settings where league_id = ?", (league_id,)
        ).fetchone()
        return None if row is None else RoleSettings(frozenset(row[0].split()), row[1], row[2])

    @write
    @staticmethod
    def put_settings(connection: Connection, league_id: int, settings: RoleSettings) -> None:
        """Store the settings of a league."""
        connection.execute(
            "insert into league_role_settings (league_id, kinds, trouble, trouble_at) values (?, ?, ?, ?) "
            "on conflict (league_id) do update set kinds = excluded.kinds, trouble = excluded.trouble, "
            "trouble_at = excluded.trouble_at",
            (league_id, " ".join(sorted(settings.kinds)), settings.trouble, settings.trouble_at),
        )

    @write
    @staticmethod
    def drop_settings(connection: Connection, league_id: int) -> None:
        """Delete the settings of a league that has no role left to take back."""
        connection.execute("delete from league_roles where league_id = ?", (league_id,))
        connection.execute("delete from league_role_settings where league_id = ?", (league_id,))

    @read
    @staticmethod
    def list_roles(connection: Connection, league_id: int) -> Mapping[str, int]:
        """Return the ids of a league's roles on Discord, by role."""
        rows = connection.execute("select role, role_id from league_roles where league_id = ?", (league_id,))
        return dict(rows.fetchall())

    @write
    @staticmethod
    def put_role(connection: Connection, league_id: int, role: str, role_id: int) -> None:
        """Record a role on Discord."""
        connection.execute(
            "insert into league_roles (league_id, role, role_id) values (?, ?, ?) "
            "on conflict (league_id, role) do update set role_id = excluded.role_id",
            (league_id, role, role_id),
        )

    @write
    @staticmethod
    def drop_role(connection: Connection, league_id: int, role: str) -> None:
        """Delete a role that no longer exists on Discord, with its holders."""
        connection.execute("delete from league_role_holders where league_id = ? and role = ?", (league_id, role))
        connection.execute("delete from league_roles where league_id = ? and role = ?", (league_id, role))

    @read
    @staticmethod
    def list_holders(connection: Connection, league_id: int) -> Collection[tuple[str, int]]:
        """Return the holders of roles from the bot, as pairs of role and user id."""
        rows = connection.execute("select role, user_id from league_role_holders where league_id = ?", (league_id,))
        return {(role, user_id) for role, user_id in rows}

    @write
    @staticmethod
    def put_holder(connection: Connection, league_id: int, role: str, user_id: int) -> None:
        """Record that somebody has a role from the bot."""
        connection.execute(
            "insert into league_role_holders (league_id, role, user_id) values (?, ?, ?) "
            "on conflict (league_id, role, user_id) do nothing",
            (league_id, role, user_id),
        )

    @write
    @staticmethod
    def drop_holder(connection: Connection, league_id: int, role: str, user_id: int) -> None:
        """Delete the record that somebody holds a role from the bot."""
        connection.execute(
            "delete from league_role_holders where league_id = ? and role = ? and user_id = ?",
            (league_id, role, user_id),
        )


def forget(connection: Connection, user_id: int) -> None:
    """Forget who had roles in leagues where the bot cannot take them back; elsewhere it does so at once.

    A row that stays is deleted as soon as Discord has taken the role.
    """
    connection.execute(
        "delete from league_role_holders where user_id = ? and league_id in "
        "(select league_id from league_role_settings where trouble <> '')",
        (user_id,),
    )
