"""Storage of Discord roles that a league gives, and of the people with a role."""

from __future__ import annotations

from storage.interface.leagues import RoleSettings
from storage.interface.shards import ALL_SHARDS, Shards
from storage.store import Storage
from tests.storage.samples import ADA, BEN, CHANNEL, GUILD, LATER, NOW


async def test_a_league_without_settings_gives_no_roles(storage: Storage) -> None:
    league_id = await storage.leagues.make(guild_id=GUILD, channel_id=CHANNEL, name="Cup", made_by=ADA, now=NOW)
    assert await storage.league_roles.get_settings(league_id) is None
    settings = RoleSettings(frozenset({"champion", "team"}), "", "")
    await storage.league_roles.put_settings(league_id, settings)
    assert await storage.league_roles.get_settings(league_id) == settings
    refused = RoleSettings(frozenset({"champion"}), "50013", LATER)
    await storage.league_roles.put_settings(league_id, refused)
    assert await storage.league_roles.get_settings(league_id) == refused
    owned = [await storage.league_roles.list_leagues(Shards(number, number, 2)) for number in range(2)]
    assert sorted(map(list, owned)) == [[], [league_id]], "each process looks after its own servers"


async def test_roles_and_their_holders_go_with_the_role_and_the_settings(storage: Storage) -> None:
    league_id = await storage.leagues.make(guild_id=GUILD, channel_id=CHANNEL, name="Cup", made_by=ADA, now=NOW)
    await storage.league_roles.put_settings(league_id, RoleSettings(frozenset({"champion"}), "", ""))
    for role, role_id in (("champion", 5), ("division 1", 6), ("champion", 7)):
        await storage.league_roles.put_role(league_id, role, role_id)
    assert await storage.league_roles.list_roles(league_id) == {"champion": 7, "division 1": 6}
    for role, user_id in (("champion", ADA), ("champion", ADA), ("division 1", BEN), ("division 1", ADA)):
        await storage.league_roles.put_holder(league_id, role, user_id)
    await storage.league_roles.drop_holder(league_id, "division 1", ADA)
    assert await storage.league_roles.list_holders(league_id) == {("champion", ADA), ("division 1", BEN)}
    await storage.league_roles.drop_role(league_id, "champion")
    assert await storage.league_roles.list_holders(league_id) == {("division 1", BEN)}
    await storage.league_roles.drop_settings(league_id)
    assert await storage.league_roles.list_roles(league_id) == {}
    assert await storage.league_roles.list_leagues(ALL_SHARDS) == []
