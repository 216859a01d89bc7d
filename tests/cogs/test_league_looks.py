"""What one looks up in a league: divisions and players, as pictures with the same in text."""

from __future__ import annotations

from typing import Any

from discord import PermissionOverwrite
from simcord.components import walk_components

from bot.leagues.pictures.crosstable import DASH
from tests.cogs.leagues import NAMES, at, drawn, open_for_sign_up, played, played_to_its_end, stands, tables
from tests.cogs.town import Player, Town, button_labels, parts_of


def pictures(player: Player) -> list[str]:
    """The file names of the pictures a person sees."""
    return [each.filename for each in player.answer.attachments]


def called(player: Player) -> str:
    """A person's display name in the server."""
    return next(name for name in NAMES if name.lower() == player.actor.user.name)


def alt(player: Player) -> str:
    """The description of the one picture a person sees."""
    (gallery,) = [part for part in parts_of(player.answer)[0]["components"] if part["type"] == 12]
    return str(gallery["items"][0]["description"])


async def ended(here: Town, boss: Player, people: list[Player]) -> dict[int, Player]:
    """A season whose tables are all decided; return the winner of each."""
    await drawn(here, boss, people)
    return {number: await played(here, game_id) for number, game_id in (await tables(here)).items()}


async def test_the_standing_message_leads_to_ones_own_division_as_picture_and_text(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    winner = await played(here, games[1])
    words = await winner.press("My division", on=await stands(here, "standings"))
    assert "Winter Cup · season 1, division 1" in words
    assert f"1\\. <@{winner.id}> · **10** · 1/3" in words
    assert pictures(winner) == ["standings-1.png"]
    assert f"1st {called(winner)}, 10 points, 1 of 3 tables" in alt(winner)
    assert "Another division" not in str(parts_of(winner.answer)), "there is one"


async def test_who_met_whom_stands_there_as_picture_and_text(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    games = await tables(here)
    loser = (await at(here, games[1]))[0]
    winner = await played(here, games[1])
    await winner.press("My division", on=await stands(here, "standings"))
    words = await winner.press("Who met whom")
    assert f"**A** · 1st <@{winner.id}> · B 1{DASH}0, C 1{DASH}0" in words
    assert "has met nobody yet" in words
    assert f"{called(winner)} 1{DASH}0 against {called(loser)}" in alt(winner)
    assert pictures(winner) == ["crosstable-1.png"]
    assert "**10**" in await winner.press("Standings")
    assert pictures(winner) == ["standings-1.png"]


async def test_a_division_that_does_not_exist_is_refused(here: Town, boss: Player, people: list[Player]) -> None:
    await open_for_sign_up(here, boss)
    assert "not drawn yet" in await boss.slash("league standings", division=1)
    await drawn_again(here, boss, people)
    assert "no division 9; it has 1" in await boss.slash("league standings", division=9)
    assert "division 1" in await boss.slash("league standings", division=1)


async def drawn_again(here: Town, boss: Player, people: list[Player]) -> None:
    """Draw the season whose sign-up is open."""
    for player in people:
        await player.slash("league join")
    await boss.slash("league manage")
    await boss.press("Draw the season …")
    await boss.press("Publish the draw")
    await stands(here, "standings")


async def test_a_player_page_tells_form_rating_opponents_and_seasons(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    places = [await played_to_its_end(here, game_id) for game_id in (await tables(here)).values()]
    winner = min(people, key=lambda player: sum(played.get(player, 1) for played in places))
    won = sum(played.get(winner) == 1 for played in places)
    words = await winner.slash("league player")
    assert f"<@{winner.id}> in the leagues of this server" in words
    assert "after 3 rated games, provisional until there are 5" in words
    assert words.count("**1st of 3**") == won
    times = {1: "once", 2: "twice", 3: "3 times"}[won]
    assert f"**The Fair**, 3 tables: 1st {times}" in words
    assert "2 tables, ahead at" in words
    assert "Winter Cup · season 1: division 1, 1st of 4" in words
    assert pictures(winner) == ["rating.png"]
    assert f"{called(winner)}'s rating, The Fair: 1500, " in alt(winner)
    assert "My games" in button_labels(parts_of(winner.answer))
    assert "finished game" in await winner.press("My games")


async def test_somebody_elses_page_is_there_once_they_have_joined_a_league(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await ended(here, boss, people)
    cleo, dora, *_ = people
    words = await cleo.slash("league player", player=dora.actor.user)
    assert f"<@{dora.id}> in the leagues" in words
    assert "My games" not in button_labels(parts_of(cleo.answer)), "those are their own affair"
    result = await cleo.actor.select(cleo.answer, [people[2].actor], custom_id="lg-whose:0")
    assert f"<@{people[2].id}> in the leagues" in str(parts_of(result.response))
    assert "They have joined no league here" in await cleo.slash("league player", player=boss.actor.user)
    assert "You have joined no league here yet" in await boss.slash("league player")


async def test_a_player_who_was_forgotten_is_on_no_page_and_all_others_keep_their_results(
    here: Town, boss: Player, people: list[Player]
) -> None:
    winners = await ended(here, boss, people)
    cleo = winners[1]
    dora = next(player for player in people if player is not cleo)
    before = (await cleo.slash("league player")).split("**Against whom**")[0]
    assert f"<@{dora.id}>: 2 tables" in cleo.sees
    await dora.slash("settings forget-me")
    await dora.press_id("forget:0")
    after = await cleo.slash("league player")
    assert after.split("**Against whom**")[0] == before
    assert str(dora.id) not in after
    assert "They have joined no league here" in await cleo.slash("league player", player=dora.actor.user)
    await cleo.slash("league standings", division=1)
    assert called(dora) not in alt(cleo)
    assert "Entrant " in alt(cleo)
    assert str(dora.id) not in cleo.sees


async def test_what_happened_in_a_league_that_one_cannot_see_is_on_no_page(
    here: Town, boss: Player, people: list[Player], ann: Player
) -> None:
    open_channel = here.channel
    assert here.bot.user is not None
    sees: Any = PermissionOverwrite(view_channel=True)
    here.channel = here.guild.create_text_channel(
        "hidden",
        overwrites={
            here.guild.default_role: PermissionOverwrite(view_channel=False),
            here.bot.user: sees,
            **{player.actor.user: sees for player in (boss, *people)},
        },
    )
    winners = await ended(here, boss, people)
    assert "in the leagues of this server" in await winners[1].slash("league player")
    here.channel = open_channel
    assert "They have joined no league here" in await ann.slash("league player", player=winners[1].actor.user)


async def test_a_forged_page_or_division_shows_nothing(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    cleo = people[0]
    await cleo.slash("league standings", division=1)
    for forged in ("lg-player:0:x:", "lg-player:0:1:nothing", "lg-player:0", "lg-table:1", "lg-cross:1:x"):
        assert "older version" in await presses_forged(here, cleo, forged), forged
    assert "no division 7" in await presses_forged(here, cleo, "lg-cross:1:7")
    assert "There is no such league here" in await presses_forged(here, cleo, "lg-table:99:0")


async def presses_forged(here: Town, player: Player, custom_id: str, role: str = "standings") -> str:
    """Let somebody press the first button of one of the season's messages under another id."""
    message = await stands(here, role)
    for part in walk_components(here.env.backend.get_message(here.channel.id, message.id).components):
        if part.get("type") == 2:
            part["custom_id"] = custom_id
            break
    return await player.press_id(custom_id, on=await stands(here, role))


async def test_a_page_that_is_pressed_for_changes_in_place(here: Town, boss: Player, people: list[Player]) -> None:
    winners = await ended(here, boss, people)
    cleo = winners[1]
    other = next(player for player in people if player is not cleo)
    await cleo.slash("league player")
    chosen = await cleo.actor.select(cleo.answer, [other.actor], custom_id="lg-whose:0")
    assert not chosen.followups, "the page changes where it is"
    assert f"<@{other.id}> in the leagues" in str(parts_of(chosen.response))
    nobody = await cleo.actor.select(cleo.answer, [boss.actor], custom_id="lg-whose:0")
    assert "They have joined no league here" in str(parts_of(nobody.response))
    await cleo.slash("league me")
    mine = await cleo.actor.select(cleo.panel, ["lg-player:0:0:"], custom_id="lg-go:1")
    assert f"<@{cleo.id}> in the leagues" in str(parts_of(mine.response))
