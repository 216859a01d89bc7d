"""Review a finished game with the controls below its result."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from simcord.components import walk_components

from bot.host.record.turning_points import Review, replace_seat_marks
from tests.cogs.test_anonymous_tables import Anonymous
from tests.cogs.test_hints import presses_forged
from tests.cogs.town import Player, Town, parts_of, town
from tests.judged_toy import COMPARED


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db", games={"toy": COMPARED}) as opened:
        yield opened


def result(here: Town) -> Any:
    """The message that tells how table 1 ended."""
    (found,) = [message for message in here.public() if "table 1: the result" in str(message.components)]
    return found


async def reviews(player: Player) -> str:
    """Come to a review by way of the replay, as one does later on."""
    await player.slash("record replay", table="1")
    return await player.press("Review")


@pytest.fixture
async def winner(here: Town, ann: Player, ben: Player) -> Player:
    """Who opened the fair, on seat 1, and has won since the other gave up."""
    first = await here.at_first_turn(ben, host=ann)
    other = ben if first is ann else ann
    await other.slash("table concede", sure="yes")
    await here.bot.outbox_worker.wait_for_all()
    return first


async def test_the_result_leads_to_the_review_and_that_to_the_board_of_a_turning_point(
    here: Town, winner: Player, stranger: Player
) -> None:
    shown = await stranger.press("Review", on=result(here))
    name = winner.actor.user.global_name
    assert f"Turning points: {name}" in shown, "who only watched sees the winner's first"
    assert "50% → 100%" in shown
    assert "games of bots" in shown
    assert "chances.png" in str(parts_of(stranger.panel))
    assert "step 2 of " in await stranger.press("Board at 1")
    assert f"what **{name}** could see" in stranger.sees


async def test_the_review_of_a_table_that_never_reveals_its_players_names_nobody(
    here: Town, ann: Player, ben: Player, stranger: Player
) -> None:
    table = Anonymous(here, [ann, ben])
    await table.reaches_the_first_turn(unrevealed=True)
    await table.ends()
    for reader in (ann, ben, stranger):
        assert "Player " in await reader.press("Review", on=result(here))
        assert "could see" in await reader.press("Board at 1")
    table.tells_nothing()
    table.tells_nothing_of_the_opener_either()


async def test_whose_turning_points_they_are_is_chosen_from_a_menu(
    here: Town, winner: Player, ann: Player, ben: Player, stranger: Player
) -> None:
    await reviews(stranger)
    loser = ben if winner is ann else ann
    shown = await stranger.choose(str(loser.actor.user.global_name))
    assert f"Turning points: {loser.actor.user.global_name}" in shown
    assert "→ 0%" in shown
    assert f"Turning points: {loser.actor.user.global_name}" in await reviews(loser), "their own"


async def test_a_review_is_for_a_player_who_asks_and_changes_nothing(
    here: Town, winner: Player, stranger: Player
) -> None:
    revision, public = await here.revision(), here.public_text()
    await reviews(stranger)
    await stranger.press("Board at 1")
    assert (await here.revision(), here.public_text()) == (revision, public)


async def test_a_review_goes_on_after_a_restart(here: Town, winner: Player) -> None:
    await reviews(winner)
    await here.restart()
    assert "step 2 of " in await winner.press("Board at 1")


@pytest.mark.parametrize(
    ("forged", "answer"),
    [
        ("turned:1:1:7", "no such turning point"),
        ("turned:1:1:0", "no such turning point"),
        ("turned:1:9:1", "no such seat"),
        ("turned:1:0:1", "no such seat"),
        ("turned:1:1:x", "older version"),
        ("turned:1:-1:1", "older version"),
        ("turned:1", "older version"),
    ],
)
async def test_a_forged_press_is_answered_with_a_sentence(here: Town, winner: Player, forged: str, answer: str) -> None:
    message = result(here)
    for part in walk_components(here.env.backend.get_message(message.channel.id, message.id).components):
        if part.get("label") == "Review":
            part["custom_id"] = forged
    assert answer in await winner.press("Review", on=result(here))


async def exported(player: Player) -> dict[str, Any]:
    await player.slash("record export", table="1")
    (attachment,) = player.answer.attachments
    data = json.loads(await attachment.read())
    assert isinstance(data, dict)
    return data


async def test_a_finished_games_file_has_its_review_without_names_and_a_running_games_has_none(
    here: Town, ann: Player, ben: Player
) -> None:
    first = await here.at_first_turn(ben, host=ann)
    assert (await exported(first))["review"] is None
    await first.act()
    await first.choose("Poke Ben" if first is ann else "Poke Ann")
    await (ben if first is ann else ann).slash("table concede", sure="yes")
    assert await here.bot.storage.reviews.get(1) is None, "nobody has looked back"
    review = (await exported(first))["review"]
    assert len(review["parts"]) == len(review["chances"]["1"])
    assert review["points"]["1"]
    point = Review.model_validate_json(json.dumps(review)).points[1][0].model_copy(update={"words": "Poke <seat:2>"})
    marked = Review.model_validate_json(json.dumps(review)).model_copy(update={"points": {1: (point,)}})
    assert replace_seat_marks(marked).points[1][0].words == "Poke Seat 2"
    assert "<seat" not in json.dumps(review)
    assert not any(name in json.dumps(review) for name in ("Ann", "Ben"))
    assert await exported(first) == {**await exported(first), "review": review}
    assert await here.bot.storage.reviews.get(1) is not None


async def test_a_running_game_tells_nothing(here: Town, ann: Player, ben: Player) -> None:
    asked = await here.at_first_turn(ben, host=ann)
    await asked.slash("record replay")
    assert "Review" not in asked.buttons
    assert "when it is over" in await presses_forged(here, asked, "review:1")
    assert "when it is over" in await presses_forged(here, asked, "turned:1:2:1")
