"""People say beforehand that they skip a round, or pause in a ladder, and take it back, by pressing."""

from __future__ import annotations

from tests.cogs.leagues import at, prepared, shown, stands, tables
from tests.cogs.test_ladder import opened, wants
from tests.cogs.test_league_of_several_games import is_drawn
from tests.cogs.town import Player, Town


async def open_swiss_season(here: Town, boss: Player, people: list[Player]) -> None:
    """Three rounds of Swiss at tables for two, which these have joined."""
    await prepared(boss)
    await boss.choose("Tables for 2")
    await boss.choose("Swiss: 3 rounds among equals")
    await boss.press("Open sign-up")
    for player in people:
        await player.press("Join", on=await stands(here, "sign-up"))


async def open_skip_form(here: Town, boss: Player, people: list[Player]) -> Player:
    """Let the first of these open the form with which they skip rounds of a Swiss season."""
    await open_swiss_season(here, boss, people)
    player = people[0]
    await player.slash("league me")
    await player.press("Skip a round…")
    return player


async def test_a_player_skips_a_round_sees_it_everywhere_and_is_called_to_no_table(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, dora = await open_skip_form(here, boss, people), people[1]
    told = await cleo.fill_in(rounds=["1"])
    assert "You skip round 1; until the draw you can take that back" in told
    await cleo.press("Skip a round…")
    assert "Nobody skips more than 1 round of this season. Please choose fewer." in await cleo.fill_in(
        rounds=["1", "2"]
    )
    await cleo.slash("league rules")
    assert "**No time for a round?** **My place** lets you skip one round, before it is drawn." in cleo.sees
    await is_drawn(here, boss)
    standings = await shown(here, "standings")
    assert "Without a game:" in standings
    assert f"<@{cleo.id}>" in standings.split("Without a game:")[1]
    assert "Round 1: you skip it; it gives you 7 points, as for a draw" in await cleo.slash("league me")
    assert cleo not in [player for game_id in (await tables(here)).values() for player in await at(here, game_id)]
    log = await dora.slash("league log")
    assert f"<@{cleo.id}> skips round 1." in log


async def test_a_player_takes_a_skip_back_before_the_draw(here: Town, boss: Player, people: list[Player]) -> None:
    cleo = await open_skip_form(here, boss, people)
    await cleo.fill_in(rounds=["1"])
    await cleo.press("Skip a round…")
    assert "You skip" not in await cleo.fill_in(rounds=[])
    await is_drawn(here, boss)
    seated = [player for game_id in (await tables(here)).values() for player in await at(here, game_id)]
    assert cleo in seated
    assert f"<@{cleo.id}> plays in round 1." in await cleo.slash("league log")


async def test_who_has_skipped_as_many_rounds_as_allowed_is_offered_no_more(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo = await open_skip_form(here, boss, people)
    assert cleo.form is not None
    assert "You can skip one of these. No game, no warning, 7 points as for a draw" in str(cleo.form.modal)
    await cleo.fill_in(rounds=["1"])
    assert "Skip a round…" in cleo.buttons, "it can be taken back"
    await is_drawn(here, boss)
    assert "Round 1: you skip it" in await cleo.slash("league me")
    assert "Skip a round…" not in cleo.buttons


async def test_a_form_that_was_open_during_the_draw_skips_nothing_and_says_why(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo = await open_skip_form(here, boss, people)
    await is_drawn(here, boss)
    assert "Round 1 was drawn meanwhile, so it is too late to skip it." in await cleo.fill_in(rounds=["1"])


async def test_a_player_pauses_in_a_ladder_gets_no_table_and_ends_the_pause(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, dora, emil, _ = people
    await opened(here, boss, people)
    await wants(here, cleo)
    assert "**You pause** until <t:" in await cleo.choose("Pause for 3 days")
    await wants(here, dora, emil)
    assert await tables(here) == {}
    assert "You pause" not in await cleo.choose("End the pause")
    (game_id,) = (await tables(here)).values()
    assert {*await at(here, game_id)} == {cleo, dora, emil}


async def test_a_pause_in_a_ladder_ends_by_itself_and_the_wait_goes_on(
    here: Town, boss: Player, people: list[Player]
) -> None:
    cleo, dora, emil, _ = people
    await opened(here, boss, people)
    await wants(here, cleo)
    await cleo.choose("Pause for 3 days")
    await wants(here, dora, emil)
    await here.passes(days=2)
    assert await tables(here) == {}
    await here.passes(days=1, hours=1)
    (game_id,) = (await tables(here)).values()
    assert {*await at(here, game_id)} == {cleo, dora, emil}
