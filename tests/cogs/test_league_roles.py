"""Roles on Discord from a league: given and taken as its seasons go, and a refusal is told once and harms nothing."""

from __future__ import annotations

from typing import Any

from discord import Permissions
from simcord.components import walk_components

from tests.cogs.leagues import drawn, open_for_sign_up, stands
from tests.cogs.test_forgotten_in_messages import is_forgotten
from tests.cogs.test_league_end_taken_back import takes_end_back
from tests.cogs.test_league_hall import champion, finished
from tests.cogs.town import MENU, Player, Town, parts_of, texts

CHAMPION, DIVISION = "Winter Cup: champion", "Winter Cup: division 1"


async def opens_choice(boss: Player) -> str:
    await boss.slash("league manage")
    await boss.press("More …")
    return await boss.press("Roles on Discord …")


async def wants(here: Town, boss: Player, *kinds: str) -> str:
    """Let the organiser choose these kinds of roles, or none."""
    await opens_choice(boss)
    menu = next(part for part in walk_components(parts_of(boss.panel)) if part["type"] == MENU)
    values = [line["value"] for line in menu["options"] if line["label"] in kinds]
    said = boss._take(await boss.actor.select(boss.panel, values, custom_id=menu["custom_id"]))
    await given(here)
    return said


async def given(here: Town) -> None:
    """Wait until the bot has given and taken roles."""
    await here.bot.services.leagues.maintenance.settle()
    await here.env.settle()
    if (trying := here.bot._roles_task._trying) is not None:
        await trying


def holders(here: Town, role: str) -> set[int]:
    """The holders of a role on Discord."""
    guild = here.env.backend.get_guild(here.guild.id)
    found = {each.id for each in guild.roles.values() if each.name == role}
    assert len(found) <= 1, "a role was created twice"
    return {user_id for user_id, member in guild.members.items() if found & {*member.role_ids}}


def find_role(here: Town) -> Any:
    """The role of the first division on Discord."""
    roles = here.env.backend.get_guild(here.guild.id).roles.values()
    return next(role for role in roles if role.name == DIVISION)


def ids(people: list[Player]) -> set[int]:
    return {player.id for player in people}


def set_permissions(here: Town, *, allowed: bool) -> None:
    """Give the permission to manage roles to the bot, or take it away."""
    guild = here.env.backend.get_guild(here.guild.id)
    own = next(role for role in guild.roles.values() if role.managed)
    may = Permissions.all_channel() | Permissions(manage_roles=allowed)
    if not allowed:
        may.update(manage_roles=False)
    here.env.backend.edit_role(guild.id, own.id, {"permissions": may.value})


def told(here: Town) -> list[str]:
    """What the channel reads about roles that cannot be given."""
    said = [texts(parts_of(message)) for message in here.public()]
    return [words for words in said if "I give and take no roles of this league" in words]


async def test_nobody_has_a_role_from_a_league_whose_organiser_chose_none(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await champion(here, boss, people)
    await given(here)
    assert not [role for role in here.env.backend.get_guild(here.guild.id).roles.values() if "Winter" in role.name]
    assert here.bot._league_roles._leagues == set()


async def test_players_and_champions_have_their_roles_which_go_when_the_organiser_wants_none(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    assert "I give these roles now" in await wants(here, boss, "Champions", "Each division")
    assert (holders(here, DIVISION), holders(here, CHAMPION)) == (ids(people), set())
    await people[0].slash("league leave")
    await people[0].press("Leave for good")
    await given(here)
    assert holders(here, DIVISION) == ids(people[1:])
    await here.restart()
    await given(here)
    assert holders(here, DIVISION) == ids(people[1:])
    assert "I take all roles of this league back." in await wants(here, boss)
    assert holders(here, DIVISION) == set()
    assert here.bot._league_roles._leagues == set()


async def test_the_champion_keeps_the_role_until_forgotten_and_no_note_of_them_stays(
    here: Town, boss: Player, people: list[Player]
) -> None:
    winner = await champion(here, boss, people)
    await wants(here, boss, "Champions")
    assert holders(here, CHAMPION) == {winner.id}
    own = await here.bot.storage.privacy.collect_data(winner.id)
    assert own["roles_given_on_discord"] == [
        {"league": "Winter Cup", "server_id": str(here.guild.id), "role": "champion"}
    ]
    await is_forgotten(winner)
    await given(here)
    assert holders(here, CHAMPION) == set()
    assert await here.bot.storage.league_roles.list_holders(1) == set()


async def test_a_taken_back_end_takes_the_champions_role_along(here: Town, boss: Player, people: list[Player]) -> None:
    winner = await champion(here, boss, people)
    await wants(here, boss, "Champions")
    assert holders(here, CHAMPION) == {winner.id}
    await takes_end_back(boss, "too early")
    await given(here)
    assert holders(here, CHAMPION) == set()
    await finished(boss)
    await given(here)
    assert holders(here, CHAMPION) == {winner.id}


async def test_without_the_permission_roles_cannot_be_chosen(here: Town, boss: Player, people: list[Player]) -> None:
    await open_for_sign_up(here, boss)
    set_permissions(here, allowed=False)
    assert "I lack the permission **Manage Roles**" in await wants(here, boss, "Champions")
    assert await here.bot.storage.league_roles.get_settings(1) is None


async def test_a_permission_that_is_taken_away_is_told_once_and_the_season_goes_on(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    await wants(here, boss, "Each division")
    set_permissions(here, allowed=False)
    for player in people[:2]:
        await player.slash("league leave")
        await player.press("Leave for good")
        await given(here)
    (words,) = told(here)
    assert f"<@{boss.id}>: I lack the permission **Manage Roles**" in words
    await here.restart()
    await given(here)
    assert len(told(here)) == 1
    assert holders(here, DIVISION) == ids(people)
    await finished(boss)
    assert "the podium" in texts(parts_of(await stands(here, "podium")))
    set_permissions(here, allowed=True)
    assert "Nothing is given or taken until you press" in await opens_choice(boss)
    await boss.press("Try again")
    await given(here)
    assert holders(here, DIVISION) == ids(people[2:])
    assert len(told(here)) == 1


async def test_a_deleted_role_is_told_once_and_created_again_when_the_organiser_says_so(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    await wants(here, boss, "Each division")
    here.env.backend.delete_role(here.guild.id, find_role(here).id)
    for player in people[:2]:
        await player.slash("league leave")
        await player.press("Leave for good")
        await given(here)
    (words,) = told(here)
    assert f"The role **{DIVISION}** was deleted." in words
    assert DIVISION not in {role.name for role in here.env.backend.get_guild(here.guild.id).roles.values()}
    await opens_choice(boss)
    await boss.press("Try again")
    await given(here)
    assert holders(here, DIVISION) == ids(people[2:])


async def test_a_deleted_role_is_no_trouble_where_the_organiser_wants_none(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    await wants(here, boss, "Each division")
    here.env.backend.delete_role(here.guild.id, find_role(here).id)
    await wants(here, boss)
    assert told(here) == []
    assert await here.bot.storage.league_roles.list_holders(1) == set()


async def test_a_role_above_the_bots_own_is_told(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    await wants(here, boss, "Each division")
    here.env.backend.edit_role(here.guild.id, find_role(here).id, {"position": 50})
    await people[0].slash("league leave")
    await people[0].press("Leave for good")
    await given(here)
    (words,) = told(here)
    assert f"the role **{DIVISION}** stands above mine" in words


async def test_a_member_who_has_gone_harms_nothing(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    here.env.backend.remove_member(here.guild.id, people[0].id)
    await wants(here, boss, "Each division")
    assert holders(here, DIVISION) == ids(people[1:])
    here.env.backend.remove_member(here.guild.id, people[1].id)
    await wants(here, boss)
    assert holders(here, DIVISION) == set()
    assert told(here) == []
    assert await here.bot.storage.league_roles.list_holders(1) == set()
