"""A deal that nobody chooses, as people see it: the published digest, their contributions, and the proof."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any

from bot.engine.chance import Draw
from tests.cogs.town import Player, Town, parts_of, texts


async def promised(here: Town, number: int = 1) -> Any:
    """The message with the digest."""
    return await here.message(number, "promise")


async def seed_of(here: Town) -> str:
    saved = await here.bot.storage.games.load(1)
    assert saved is not None
    assert saved.game.seed is not None
    return saved.game.seed


def number_in(sentence: str) -> str:
    """The number that the bot says a person has added."""
    found = re.search(r"You add `(\d+)` to the shuffle, so nobody can choose the deal\.", sentence)
    assert found is not None, sentence
    return found[1]


async def test_the_digest_is_posted_before_the_table_can_be_joined_and_never_changed(
    here: Town, ann: Player, ben: Player
) -> None:
    await here.opened(host=ann)
    promise = await promised(here)
    seed = await seed_of(here)
    assert sha256(seed.encode()).hexdigest() in texts(parts_of(promise))
    board = await here.board()
    assert promise.id < board.id
    await ben.press("Join", on=board)
    await here.restart()
    await ann.press("Start", on=await here.board())
    await here.restart()
    assert [message.id for message in here.public() if "SHA-256" in texts(parts_of(message))] == [promise.id]
    same = await promised(here)
    assert texts(parts_of(same)) == texts(parts_of(promise))
    assert same.edited_at is None
    assert seed not in here.public_text()
    assert "neither I nor whoever adds last can choose them" in await ben.press("What is that?", on=same)


async def test_everybody_is_told_what_they_add_and_finds_it_in_the_log(here: Town, ann: Player, ben: Player) -> None:
    await here.opened(host=ann)
    first = number_in(await ben.press("Join", on=await here.board()))
    second = number_in(await ben.slash("game join", table="1"))
    assert int(first) < int(second), "the number of the press itself"
    assert "You add `blue umbrella` to the shuffle" in await ben.slash("game join", word="blue umbrella")
    await ann.press("Start", on=await here.board())
    log = await ann.slash("table log")
    assert "added `blue umbrella`" in log
    assert first not in log
    assert second not in log


async def test_a_word_that_could_not_stand_in_the_log_is_refused_and_nothing_is_added(
    here: Town, ann: Player, ben: Player
) -> None:
    await here.opened(ben, host=ann)
    for typed in ("<@1> hello", "**bold**", "x" * 41, "https://example.org"):
        assert "letters, digits, spaces and hyphens" in await ben.slash("game join", word=typed)
    assert "letters, digits, spaces and hyphens" in await ann.slash("game start", word="`")
    table = await here.bot.lobby.get_open_table(1)
    assert all(seat_row.added.isdecimal() for seat_row in table.seats)


async def test_the_deal_follows_from_the_posted_secret_and_what_was_added(here: Town, ann: Player, ben: Player) -> None:
    await here.opened(host=ann)
    await ben.slash("game join", word="from ben")
    seed = await seed_of(here)
    await ann.slash("game start", word="from ann")
    running = await here.bot.host.get_running_game(1)
    draw = Draw.with_drawn_seats(seed, ["from ann", "from ben"])
    assert [running.get_seat_row(seat).user_id for seat in draw.joined] == [ann.id, ben.id]
    assert running.table.chance.seed == draw.compute_seed()


async def test_a_forged_press_of_somebody_who_has_not_joined_adds_nothing(
    here: Town, ann: Player, ben: Player, stranger: Player
) -> None:
    await here.opened(ben, host=ann)
    await stranger.press_id("start:1", on=await here.board())
    before = [(seat_row.user_id, seat_row.added) for seat_row in (await here.bot.lobby.get_open_table(1)).seats]
    await stranger.slash("game start", table="1", word="mine")
    assert [(seat_row.user_id, seat_row.added) for seat_row in (await here.bot.lobby.get_open_table(1)).seats] == before


async def test_the_proof_leads_to_the_posted_digest_and_says_what_it_cannot_show(
    here: Town, ann: Player, ben: Player
) -> None:
    await here.started(ben, host=ann)
    promise = await promised(here)
    early = await ann.slash("record verify")
    assert "NOT YET" in early
    assert f"/{promise.channel.id}/{promise.id}" in early
    assert (await here.bot.host.get_running_game(1)).table.chance.get_published_secret() not in early
    await ann.slash("table concede", sure="yes")
    proof = await ann.slash("record verify")
    assert "PROVEN" in proof
    assert f"/{promise.channel.id}/{promise.id}" in proof
    assert "What no check can show" in proof


async def test_an_abandoned_game_shows_its_seed_to_its_table_and_can_be_proven(
    here: Town, ann: Player, ben: Player
) -> None:
    await here.started(ben, host=ann)
    seed = (await here.bot.host.get_running_game(1)).table.chance.get_published_secret()
    await ann.slash("table propose", what="abandon")
    assert seed not in here.public_text()
    vote = next(message for message in here.public() if "end this game" in texts(parts_of(message)))
    await ben.press("Agree", on=vote)
    assert f"Its secret seed was {seed}." in here.public_text()
    assert "PROVEN as far as the game went" in await ann.slash("record verify", table="1")
    assert "PROVEN as far as the game went" in await ann.slash("record verify"), "also without its number"
