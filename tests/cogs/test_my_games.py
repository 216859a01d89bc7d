"""What became of somebody's own games: for them alone, by game and by opponent."""

from __future__ import annotations

from tests.cogs.test_results import finished, listed, written
from tests.cogs.town import Player, Town


async def test_nobody_has_results_before_a_game_is_over(here: Town, asked: Player) -> None:
    assert "You haven't finished a game yet." in await asked.slash("record mine")


async def test_ones_own_games_are_counted_by_place_and_by_whom_one_played_with(
    here: Town, ann: Player, ben: Player
) -> None:
    cleo = here.person("Cleo")
    await finished(here, ann, ben)
    await finished(here, ben, ann)
    await finished(here, ann, ben, cleo)
    await finished(here, ben, cleo)
    text = await ann.slash("record mine")
    assert "### Your 3 finished games" in text
    assert "- **The Fair**, 3 games: 1st once, 2nd twice; your best: 0" in text
    assert "- **Ben**: 3 games together, you ahead in 1, behind in 1, level in 1" in text
    assert "- **Cleo**: 1 game together, you ahead in 0, behind in 1" in text
    assert listed(text) == [3, 2, 1], "the fourth was not hers"
    assert "2nd of 3" in text


async def test_one_asks_for_the_games_with_one_person_or_of_one_kind(here: Town, ann: Player, ben: Player) -> None:
    cleo = here.person("Cleo")
    await finished(here, ann, ben)
    await finished(here, ann, cleo)
    text = await ann.slash("record mine", player=cleo.actor.user)
    assert listed(text) == [2]
    assert "Ben" not in text
    assert listed(await ann.slash("record mine", game="toy")) == [2, 1]
    assert "None of your finished games match." in await ann.slash("record mine", game="chess")


async def test_nobody_has_played_with_themselves(here: Town, ann: Player, ben: Player) -> None:
    await finished(here, ann, ben)
    assert "None of your finished games match." in await ann.slash("record mine", player=ann.actor.user)


async def test_from_ones_games_one_comes_to_the_result_to_the_replay_and_back(
    here: Town, ann: Player, ben: Player
) -> None:
    for _ in range(12):
        await finished(here, ann, ben)
    assert "page 1 of 2" in await ann.slash("record mine")
    assert listed(await ann.press("Next ▶")) == [2, 1]
    assert "table 2: the result" in await ann.choose("Table 2 · The Fair")
    assert listed(await ann.press("My games")) == [2, 1]
    await ann.choose("Table 1 · The Fair")
    assert "table 1: step 1 of" in await ann.press("Replay")


async def test_somebody_who_was_forgotten_is_in_nobodys_list(here: Town, ann: Player, ben: Player) -> None:
    await finished(here, ann, ben)
    await here.bot.services.erasure.forget(ben.id)
    text = await ann.slash("record mine")
    assert "1 finished game" in text
    assert "Ben" not in text
    assert "together" not in text
    assert "None of your finished games match" in await ann.slash("record mine", player=ben.actor.user)
    assert "You haven't finished a game yet." in await ben.slash("record mine")


async def test_nobody_looks_at_somebody_elses_game_through_the_list_of_their_own(
    here: Town, ann: Player, ben: Player, stranger: Player
) -> None:
    """No client offers it; so the game is taken from them after it was offered."""
    await finished(here, stranger, ben)
    await stranger.slash("record mine")
    await written(here, "update seats set user_id = ? where user_id = ?", ann.id, stranger.id)
    async with here.bot.host.lock_game(1):
        here.bot.host.forget_loaded(1)
    assert "That is no finished game of yours." in await stranger.choose("Table 1 · The Fair")
