"""Give and take the roles on Discord of leagues whose organisers want them.

Nothing is queued. Who should have a role follows from the seasons; who has one from the bot is stored after Discord has
confirmed it. An interrupted update is repeated, and giving a role twice changes nothing. A refusal that concerns all
roles is stored first, then posted once; after that nothing is tried until an organiser has seen to it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from hashlib import sha256

import discord

from bot.engine.words import format_list
from bot.host.leagues.season_log import KnownSeason
from bot.host.services import LeagueServices
from bot.leagues.discord_roles import list_champion_role, list_season_roles
from bot.leagues.scoring import EntrantNumber
from bot.ui.delivery.discord_errors import is_temporary, limit_time
from bot.ui.delivery.servers import NO_MEMBER_CODES
from bot.ui.delivery.table_messages import MessagePoster
from bot.ui.screens.leagues.league_roles import format_role_name, render_role_trouble
from storage.interface.leagues import LeagueRow, RoleSettings
from storage.interface.letters import Letter

log = logging.getLogger(__name__)

NO_ROLE = 10011
"""Code of an unknown role."""
REFUSALS: Mapping[int, str] = {
    50013: "I lack the permission **Manage Roles**, or the role **{role}** stands above mine in the server's settings.",
    50001: "I lack the permission **Manage Roles**, or the role **{role}** stands above mine in the server's settings.",
    30005: "This server has as many roles as Discord allows, so I cannot create **{role}**.",
    NO_ROLE: "The role **{role}** was deleted.",
}
"""Sentences for refusals that concern a role and not one person."""


class _RoleRefused(Exception):
    """Discord refuses a role for a reason that an organiser has to see to."""


class LeagueRoles:
    """Keeps the roles on Discord as the seasons of their leagues say."""

    def __init__(self, client: discord.Client, leagues: LeagueServices) -> None:
        self._client = client
        self._season_log = leagues.season_log
        self._rulings = leagues.rulings
        self._storage = leagues.season_log.storage
        self._posting = MessagePoster(client, self._storage)
        self._leagues: set[int] = set()
        """Leagues that give roles; all others cost neither a read nor a request."""
        self._league_of: dict[int, int] = {}
        """Leagues by season."""
        self._due_seasons: set[int] = set()
        self._due_leagues: set[int] = set()
        self._gone: set[tuple[int, int]] = set()
        """Members who had left the server, by league and user id; they are asked for again after a restart."""

    async def resume(self) -> None:
        """Mark all leagues that give roles, because a stopped process may have left some to give."""
        self._leagues = set(await self._storage.league_roles.list_leagues(self._season_log.shards))
        self._due_leagues |= self._leagues

    def mark_due(self, season_id: int) -> None:
        """Mark the league of a season as possibly having roles to give or take."""
        if self._leagues:
            self._due_seasons.add(season_id)

    def mark_league_due(self, league_id: int) -> None:
        """Mark a league whose organiser has chosen roles."""
        self._leagues.add(league_id)
        self._due_leagues.add(league_id)

    async def update_all(self) -> None:
        """Give and take all due roles; a further call resumes after a failure.

        Raises:
            discord.HTTPException: Discord is busy or down.
            StoreFailed: a role could not be recorded.
        """
        while self._due_seasons:
            season_id = self._due_seasons.pop()
            if season_id not in self._league_of:
                row = await self._storage.leagues.get_season(season_id)
                self._league_of[season_id] = 0 if row is None else row.league_id
            self._due_leagues |= {self._league_of[season_id]} & self._leagues
        for league_id in sorted(self._due_leagues):
            self._due_leagues.discard(league_id)  # before it is read, so that later changes mark it again
            try:
                await self._update(league_id)
            except BaseException:
                self._due_leagues.add(league_id)
                raise

    async def _update(self, league_id: int) -> None:
        league = await self._storage.leagues.get(league_id)
        settings = await self._storage.league_roles.get_settings(league_id)
        guild = None if league is None else self._client.get_guild(league.guild_id)
        if league is None or settings is None or guild is None:
            return
        if not settings.trouble:
            try:
                await self._give_and_take(league, guild, settings)
                return
            except _RoleRefused as refused:
                settings = replace(settings, trouble=str(refused), trouble_at=self._season_log.host.format_now())
                await self._storage.league_roles.put_settings(league_id, settings)
        await self._post_refusal(league, settings)

    async def _give_and_take(self, league: LeagueRow, guild: discord.Guild, settings: RoleSettings) -> None:
        wanted = await self._list_wanted(league, settings)
        held = set(await self._storage.league_roles.list_holders(league.league_id))
        for role, user_id in sorted(held - wanted):
            await self._take(league, guild, role, user_id, for_good=not settings.kinds)
        for role, user_id in sorted(wanted - held):
            if (league.league_id, user_id) not in self._gone:
                await self._give(league, guild, role, user_id)
        if not settings.kinds:
            await self._storage.league_roles.drop_settings(league.league_id)
            self._leagues.discard(league.league_id)

    async def _list_wanted(self, league: LeagueRow, settings: RoleSettings) -> set[tuple[str, int]]:
        """Return who should have which role: of the newest drawn season, and of the last one that has ended."""
        rows = await self._storage.leagues.list_seasons(league.league_id) if settings.kinds else ()
        drawn: KnownSeason | None = None
        ended: KnownSeason | None = None
        for row in rows:  # newest first
            if ended is None and row.status in ("running", "over"):
                known = await self._season_log.get_season(row.season_id)
                drawn = drawn or (known if known.season.rounds else None)
                ended = known if known.season.next_divisions is not None else None
        found: set[tuple[str, int]] = set()
        for one, choose in ((drawn, list_season_roles), (ended, list_champion_role)):
            if one is not None:
                chosen = await self._season_log.run_reading(one, partial(choose, kinds=settings.kinds))
                found |= {*_list_people(one, chosen)}
        return found

    async def _give(self, league: LeagueRow, guild: discord.Guild, role: str, user_id: int) -> None:
        role_id = await self._get_or_create_role(league, guild, role)
        try:
            async with limit_time(self._client):
                await self._client.http.add_role(guild.id, user_id, role_id, reason="league")
        except discord.HTTPException as refused:
            if refused.code in NO_MEMBER_CODES - REFUSALS.keys():
                self._gone.add((league.league_id, user_id))
                return
            await self._handle_refusal(league, role, refused)
        await self._storage.league_roles.put_holder(league.league_id, role, user_id)

    async def _take(self, league: LeagueRow, guild: discord.Guild, role: str, user_id: int, *, for_good: bool) -> None:
        """Take a role back; `for_good` if the league gives no roles any more."""
        role_id = (await self._storage.league_roles.list_roles(league.league_id)).get(role)
        try:
            if role_id is not None:
                async with limit_time(self._client):
                    await self._client.http.remove_role(guild.id, user_id, role_id, reason="league")
        except discord.HTTPException as refused:
            if refused.code == NO_ROLE and for_good:  # then nobody has it
                await self._storage.league_roles.drop_role(league.league_id, role)
                return
            if refused.code not in NO_MEMBER_CODES - REFUSALS.keys():
                await self._handle_refusal(league, role, refused)
        await self._storage.league_roles.drop_holder(league.league_id, role, user_id)

    async def _get_or_create_role(self, league: LeagueRow, guild: discord.Guild, role: str) -> int:
        """Return the id of a role on Discord; one of its name without any permission is used, not created again."""
        known = (await self._storage.league_roles.list_roles(league.league_id)).get(role)
        if known is not None:
            return known
        name = format_role_name(league, role)
        found = next((one for one in guild.roles if one.name == name and not one.permissions.value), None)
        if found is None:
            try:
                async with limit_time(self._client):
                    found = await guild.create_role(name=name, permissions=discord.Permissions.none(), reason="league")
            except discord.HTTPException as refused:
                await self._handle_refusal(league, role, refused)
                raise
        await self._storage.league_roles.put_role(league.league_id, role, found.id)
        return found.id

    async def _handle_refusal(self, league: LeagueRow, role: str, refused: discord.HTTPException) -> None:
        """Raise _RoleRefused for a refusal that an organiser has to see to, or the refusal itself."""
        words = REFUSALS.get(refused.code)
        if words is None and is_temporary(refused):
            raise refused
        if refused.code == NO_ROLE:  # when an organiser wants it again, it is created anew
            await self._storage.league_roles.drop_role(league.league_id, role)
        words = words or "Discord refuses the role **{role}**."
        raise _RoleRefused(words.format(role=format_role_name(league, role))) from refused

    async def _post_refusal(self, league: LeagueRow, settings: RoleSettings) -> None:
        """Post a refusal in the league's channel, once."""
        season = (await self._storage.leagues.list_seasons(league.league_id))[0]
        role = f"roles {settings.trouble_at}"
        if role in await self._storage.leagues.list_messages(season.season_id):
            return
        stewards = sorted(await self._rulings.list_stewards(league.league_id))
        called = stewards or [league.made_by] * bool(league.made_by)
        names = format_list((f"<@{user_id}>" for user_id in called), "To the stewards")
        screen = render_role_trouble(season.season_id, names, settings.trouble, called)
        number = int(sha256(f"{season.season_id} {role}".encode()).hexdigest()[:12], 16)
        letter = Letter(-number, 0, 0, "notice", None, "{}", 0, settings.trouble_at, may_be_there=True)
        try:
            sent = await self._posting.send(league.channel_id, screen, letter)
        except discord.HTTPException as refused:
            if is_temporary(refused):
                raise
            log.warning("a refusal of roles could not be posted (%s)", refused.code)
            return
        await self._storage.leagues.put_message(season.season_id, role, sent.channel.id, sent.id)


def _list_people(known: KnownSeason, chosen: Mapping[str, Collection[EntrantNumber]]) -> Iterator[tuple[str, int]]:
    for role, numbers in chosen.items():
        for number in numbers:
            one = known.entrants.get(number)
            if one is not None and one.user_id is not None:
                yield role, one.user_id
