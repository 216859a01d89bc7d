"""A ladder pressed on Discord: opened by an organiser, played by willing people, and attacked by cheats."""

from __future__ import annotations

from typing import Any

from storage.interface.people import Person
from tests.cogs.leagues import at, come, drafted_terms, played_to_its_end, prepared, shown, stands
from tests.cogs.test_league_files import exported
from tests.cogs.test_league_letters import said
from tests.cogs.town import Player, Town, button_labels, parts_of, texts


async def opened(here: Town, boss: Player, people: list[Player]) -> None:
    """A ladder of tables for three, which these have joined."""
    await prepared(boss)
    await boss.choose("Ladder: always open")
    await boss.press("Open sign-up")
    for player in people:
        await player.press("Join", on=await stands(here, "sign-up"))


async def tables(here: Town, season: int = 1) -> dict[int, int]:
    await here.bot.services.leagues.maintenance.settle()
    return dict(await here.bot.storage.leagues.list_tables(season))


async def wants(here: Town, *people: Player) -> None:
    for player in people:
        await player.press("I want a game", on=await stands(here, "sign-up"))


async def test_an_organiser_opens_a_ladder_and_a_table_opens_when_enough_want_one(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, dora, emil, _ = people
    assert "until one table decides" not in await prepared(boss)
    await boss.choose("Ladder: always open")
    words = await drafted_terms(boss)
    assert "A ladder, always open." in words
    assert "**This period** ends 12 weeks after its first table." in words
    assert "The ladder is open" in await boss.press("Open sign-up")
    message = await shown(here, "sign-up")
    assert "Winter Cup · period 1" in message
    assert "**Points**" not in message
    for player in people:
        assert "You are not waiting for a game." in await player.press("Join", on=await stands(here, "sign-up"))
    assert "**You wait for 1 game**" in await cleo.press("I want a game", on=await stands(here, "sign-up"))
    assert "2 games" in await cleo.choose("2 games at once")
    await wants(here, dora)
    assert await tables(here) == {}
    await wants(here, emil)
    (game_id,) = (await tables(here)).values()
    assert {*await at(here, game_id)} == {cleo, dora, emil}
    assert "**You wait for 1 game**" in await cleo.slash("league me")
    assert "You are not waiting for a game." in await dora.slash("league me")
    standing = await shown(here, "standings")
    assert "**The ladder**" in standing
    assert "5 more games for a place" in standing
    assert "Tables of round" not in standing


async def test_a_player_who_waits_is_told_to_nobody(here: Town, boss: Player, people: list[Player]) -> None:
    cleo, dora, emil, fay = people
    await opened(here, boss, people)

    async def seen(by: Player) -> list[str]:
        looks = ("league me", "league log", "league rules", "league list")
        return [texts(parts_of(one)) for one in here.public()] + [await by.slash(look) for look in looks]

    before = await seen(fay), await boss.slash("league manage")
    await wants(here, cleo, dora)
    assert (await seen(fay), await boss.slash("league manage")) == before
    await wants(here, emil)
    after = await seen(fay)
    await wants(here, cleo)
    assert await seen(fay) == after


async def test_a_wish_is_withdrawn_with_a_press(here: Town, boss: Player, people: list[Player]) -> None:
    cleo, dora, emil, _ = people
    await opened(here, boss, people)
    await wants(here, cleo, dora)
    assert "You no longer wait for a game." in await dora.press("I want no game now")
    await wants(here, emil)
    assert await tables(here) == {}


async def test_a_player_whose_time_is_over_is_written_to_and_waits_again_with_a_press(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, *_ = people
    await opened(here, boss, people)
    await wants(here, cleo)
    await cleo.choose("Up to 1 day")
    await here.passes(days=1)
    (words,) = await said(here, cleo)
    assert "You have waited 1 day for a game" in words
    assert "You have waited" not in await cleo.slash("inbox"), "the letter has said it"
    assert "Your time is over" in await cleo.slash("league me")
    await here.passes(days=1)
    assert len(await said(here, cleo)) == 1, "once"
    assert "**You wait for 1 game**" in await cleo.press("Wait again")
    for other in people[1:]:
        assert await said(here, other) == []


async def test_a_player_whose_time_is_over_and_takes_no_letters_reads_it_in_the_inbox_once(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, *_ = people
    cleo.has_chosen = True
    await here.bot.storage.people.put(Person(cleo.id, "Cleo", chosen=True, dm="closed"))
    await opened(here, boss, people)
    await wants(here, cleo)
    await cleo.choose("Up to 1 day")
    await here.passes(days=1)
    assert await said(here, cleo) == []
    assert "**Winter Cup**: You have waited 1 day for a game" in await cleo.slash("inbox")
    assert "**You wait for 1 game**" in await cleo.press("Wait again: Winter Cup")
    await here.passes(days=1)
    assert "You have waited 1 day" in await cleo.slash("inbox")
    assert "You have waited" not in await cleo.slash("inbox"), "once"


async def test_a_player_who_waits_when_a_ladder_is_closed_is_told_so(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, dora, emil, fay = people
    await opened(here, boss, people)
    await wants(here, cleo, dora, emil)
    await played_to_its_end(here, (await tables(here))[1])
    await wants(here, fay)
    await boss.slash("league manage")
    await boss.press("Close the ladder …")
    await boss.press("Close the ladder")
    await here.passes(hours=1)
    (words,) = await said(here, fay)
    assert "A steward has closed the ladder while you waited for a game. You wait no more." in words
    assert await said(here, cleo) == []


async def test_a_table_is_played_and_moves_the_ladder(here: Town, boss: Player, people: list[Player]) -> None:
    cleo, dora, emil, fay = people
    await opened(here, boss, people)
    await wants(here, cleo, dora, emil)
    (game_id,) = (await tables(here)).values()
    await come(here, game_id)
    stood = await played_to_its_end(here, game_id)
    best = min(stood, key=lambda player: stood[player])
    words = await best.slash("league me")
    assert "You have a place after 4 more games" in words
    assert "- @" in (await shown(here, "standings")).replace("<@", "@"), "nobody has a place yet"
    page = await best.slash("league player")
    assert "4 more games for a place" in page
    files = await exported(here, fay)
    assert "The ladder" in files["html"]
    assert "Places go by rating" in files["html"]
    assert "points" not in files["html"].lower()
    assert files["csv"].splitlines()[0].endswith(",rating")
    await dora.press("All places", on=await stands(here, "standings"))
    assert "4 more games for a place: " in dora.sees or "4 more games for a place" in texts(parts_of(dora.panel))
    assert "No season of this league has been won yet." in await fay.slash("league hall")


async def test_periods_follow_one_another_and_the_first_one_has_a_podium(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, dora, emil, _ = people
    await opened(here, boss, people)
    await wants(here, cleo, dora, emil)
    (game_id,) = (await tables(here)).values()
    await played_to_its_end(here, game_id)
    await here.passes(weeks=12)
    podium = await shown(here, "podium")
    assert "Winter Cup · period 1: the podium" in podium
    assert "The next one has begun." in podium
    await here.passes(hours=1)
    message = await shown(here, "sign-up", 2)
    assert "Winter Cup · period 2" in message
    assert all(name in message for name in ("Cleo", "Dora", "Emil", "Fay")) or "**Signed up (4)**" in message
    assert "You have left" not in await cleo.slash("league me")
    assert "You are not waiting for a game." in await cleo.slash("league me")


async def test_a_table_that_ends_after_its_period_says_for_what_it_counts(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, dora, emil, _ = people
    await opened(here, boss, people)
    await wants(here, cleo, dora, emil)
    (game_id,) = (await tables(here)).values()
    await come(here, game_id)
    await here.passes(weeks=12)
    await here.passes(hours=1)
    await played_to_its_end(here, game_id)
    await here.bot.outbox_worker.wait_for_all()
    result = next(text for text in map(words_of, here.public(await place_of(here, game_id))) if ": the result" in text)
    assert "Period 1 had ended meanwhile; this table counts for it." in result
    assert "take it along when period 3 begins" in result

    async def games_of_cleo(season: int) -> int:
        known = await here.bot.services.leagues.season_log.get_season(season)
        strength = known.season.entrants[known.find_number(cleo.id) or 0].strength
        return 0 if strength is None else strength.games

    assert await games_of_cleo(2) == 0
    for player in (cleo, dora, emil, people[3]):
        await player.press("I want a game", on=await stands(here, "sign-up", 2))
    await here.passes(days=3)
    (second,) = (await tables(here, 2)).values()
    await played_to_its_end(here, second)
    played = 1 + (cleo in await at(here, second))
    await here.passes(weeks=12)
    await here.passes(hours=1)
    assert await games_of_cleo(3) == played


def words_of(message: Any) -> str:
    return texts(parts_of(message))


async def place_of(here: Town, game_id: int) -> int:
    saved = await here.bot.storage.games.load(game_id)
    assert saved is not None
    return saved.game.channel_id


async def test_a_steward_closes_a_ladder(here: Town, boss: Player, people: list[Player]) -> None:
    cleo, dora, emil, fay = people
    await opened(here, boss, people)
    await wants(here, cleo, dora, emil, fay)
    await boss.slash("league manage")
    preview = await boss.press("Close the ladder …")
    assert "Closing the ladder, as it would be now" in preview
    assert "Tables that are being played are played on, and count." in preview
    assert "1 table not begun would count for nothing" in preview
    assert "continue but" not in preview
    await boss.press("Close the ladder")
    assert "A steward has closed the ladder." in await shown(here, "standings")
    labels = button_labels(parts_of(await stands(here, "standings")))
    assert "I want a game" not in labels
    assert "You wait for" not in await fay.slash("league me")


async def test_two_accounts_that_wish_at_once_meet_whoever_is_closest_and_not_again_at_once(
    here: Town, boss: Player, people: list[Player]
) -> None:
    """A person who wants to meet a friend cannot choose so: at a table for three a third one always sits with them."""
    cleo, dora, emil, fay = people
    await opened(here, boss, people)
    await wants(here, cleo, dora)
    assert await tables(here) == {}
    await wants(here, emil)
    first = (await tables(here))[1]
    await played_to_its_end(here, first)
    await wants(here, cleo, dora, fay)
    assert len(await tables(here)) == 1, "they have just met"
    await wants(here, emil)
    assert len(await tables(here)) == 1
    await here.passes(days=3)
    assert len(await tables(here)) == 2


async def test_a_steward_rules_on_a_ladders_table_and_takes_no_points_away(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, dora, emil, _ = people
    await opened(here, boss, people)
    await wants(here, cleo, dora, emil)
    (game_id,) = (await tables(here)).values()
    await played_to_its_end(here, game_id)
    refused = await boss.slash("league penalty", player=cleo.actor.user, points=3)
    assert "A ladder has no points that could be taken away" in refused
    order = " ".join(f"<@{player.id}>" for player in (dora, cleo, emil))
    words = await boss.slash("league result", table=1, order=order)
    assert "rating" in words
    assert "points" not in words
    await boss.press("Do it …")
    await boss.fill_in("It was the other way round.")
    assert "It was the other way round." in await cleo.slash("league log")
    assert "1st" in await dora.slash("league me")


async def test_a_player_who_cannot_be_in_the_ladder_reads_what_to_do(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, dora, *_ = people
    await opened(here, boss, [cleo])
    assert "**Join** on its message lets you in" in await dora.press("I want a game", on=await stands(here, "sign-up"))
