"""A game's first minute: a practice table that nobody else sees and nothing keeps."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.components import walk_components

from bot.games import GAMES
from storage.interface.shards import ALL_SHARDS
from tests.cogs.town import MENU, Player, Town, parts_of, town


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db", games=GAMES) as opened:
        yield opened


async def take_the_first(player: Player) -> None:
    """Send the finished choice; otherwise take the first line of the menu, or the first button."""
    parts = walk_components(parts_of(player.panel))
    menu = next((part for part in parts if part["type"] == MENU), None)
    send = next((label for label in player.buttons if label == "Send" or label.startswith(("Send th", "Send ("))), "")
    if send:
        await player.press(send)
    elif menu is not None:
        await player.choose(menu["options"][0]["label"])
    else:
        await player.press(player.buttons[0])


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_every_game_on_offer_can_be_tried_by_pressing_the_first_button(
    here: Town, ann: Player, game: object
) -> None:
    key = next(key for key, known in GAMES.items() if known is game)
    lesson = GAMES[key].teaching.lesson
    assert lesson is not None
    await ann.slash("game learn", game=key)
    assert lesson.opening[:40] in ann.sees
    seen = 0
    for _ in range(20):
        if "That was a minute" in ann.sees:
            break
        assert "nothing counts" in ann.sees
        seen += any(hint in ann.sees for hint in lesson.hints.values())
        await take_the_first(ann)
    assert lesson.closing in ann.sees
    assert "**Your score in this practice: " in ann.sees, "what one has now"
    if key == "big-shoulders":
        now = ann.sees.partition("**Your score in this practice: $175 → ")[2].partition("**")[0]
        assert f": net worth {now}, cash $" in ann.sees, "as the board says it, without public goals"
    assert ann.answer.attachments, "with the board"
    assert seen >= lesson.answers, "each question comes with a thought"
    assert ann.buttons == ["Play it again", "Rules", "To my tables"]
    await ann.press("Play it again")
    assert lesson.opening[:40] in ann.sees


async def test_a_lesson_is_kept_nowhere_and_tells_nobody(here: Town, ann: Player) -> None:
    await ann.slash("game learn", game="goodwill")
    await ann.press(ann.buttons[0])
    assert here.public() == []
    assert (
        await here.bot.storage.games.list_in_shards(ALL_SHARDS, statuses=("open", "running", "finished", "abandoned"))
        == []
    )


async def test_a_lesson_goes_on_after_a_restart(here: Town, ann: Player) -> None:
    await ann.slash("game learn", game="goodwill")
    assert "What happened" in await ann.press("$14")
    await here.restart()
    assert "Answer 3 of 4" in await ann.press("$14")
    assert "1953, Amber, second prices: you $14" in ann.sees
    assert "You have 6 of the 10 votes." in ann.sees, "the first price is as it was"


async def test_what_is_typed_wrongly_is_explained_and_what_is_typed_rightly_counts(here: Town, ann: Player) -> None:
    await ann.slash("game learn", game="goodwill")
    await ann.press("Another amount…")
    assert "Please give" in await ann.fill_in("a lot")
    assert "Answer 1 of 4" in ann.sees
    await ann.press("Another amount…")
    assert "Answer 2 of 4" in await ann.fill_in(" $14 ")
    assert "you $14" in ann.sees


async def test_a_lobby_offers_the_lesson_of_its_game(here: Town, ann: Player, ben: Player) -> None:
    await ann.slash("game new", game="goodwill", seats=3, place="here")
    board = await here.board()
    await ben.press("More…", on=board)
    await ben.press("New here? Try one minute")
    assert "A minute of Goodwill" in ben.sees
    assert (await here.bot.lobby.get_open_table(1)).has(ann.id)
    assert not (await here.bot.lobby.get_open_table(1)).has(ben.id)


async def at_a_table(here: Town, number: int, game: str, *players: Player) -> None:
    """Begin a game, as its table of this number, and let each look at their first panel."""
    host, *others = players
    await host.slash("game new", game=game, seats=len(players), place="here")
    if game == "goodwill":  # in the book's own sequence
        await host.set_up(number)
        await host.press("Seats, pace, bots…")
        await host.fill_in(fast_mode='"off"')
    for guest in others:
        await guest.press("Join", on=await here.board(number))
    await host.press("Start", on=await here.board(number))
    for player in players:
        await player.press("Act", on=await here.board(number))


async def test_somebody_new_practises_beside_their_first_panel_which_stays(
    here: Town, ann: Player, ben: Player
) -> None:
    await at_a_table(here, 1, "goodwill", ann, ben)
    panel = ann.panel
    assert "**The aim**: be the richest" in ann.sees
    assert "Why?" in ann.buttons
    await ann.press("Practise first")
    assert "A minute of Goodwill" in ann.sees
    assert ann.panel.id != panel.id
    await ann.press("$14")
    assert "Answer 2 of 4" in ann.sees
    await ann.press("$14", on=panel)
    assert "Practise first" not in ann.buttons, "the first move is made"


async def test_a_player_who_has_played_the_game_before_is_offered_no_practice(
    here: Town, ann: Player, ben: Player
) -> None:
    await at_a_table(here, 1, "goodwill", ann, ben)
    await at_a_table(here, 2, "goodwill", ann, ben)
    assert "Why?" in ann.buttons
    assert "Practise first" not in ann.buttons
    assert "**The aim**" not in ann.sees
    assert "**The aim**" in await ann.press("Why?")
    await ann.press("Act")
    await at_a_table(here, 3, "briefcase", ann, ben)
    assert any("Practise first" in player.buttons for player in (ann, ben)), "this game is another one"


@pytest.mark.parametrize(("game", "label"), [("carnegie", "reserve "), ("big-shoulders", "at $50: leaves")])
async def test_a_sound_beginning_is_one_press_and_one_move(
    here: Town, ann: Player, ben: Player, game: str, label: str
) -> None:
    await at_a_table(here, 1, game, ann, ben)
    player = next(one for one in (ann, ben) if "A sound beginning" in one.sees)
    before = await here.revision()
    await player.press(next(button for button in player.buttons if label in button))
    assert await here.revision() == before + 1


async def test_the_practice_of_a_game_without_hidden_hands_speaks_of_none(here: Town, ann: Player) -> None:
    await ann.slash("game learn", game="carnegie")
    assert "What you know" in ann.sees
    assert "No hand" not in ann.sees


async def test_an_unknown_game_is_answered_with_a_sentence(here: Town, ann: Player) -> None:
    assert "There is no game of that name" in await ann.slash("game learn", game="chess")


async def test_the_practice_of_goodwill_goes_through_a_whole_year(here: Town, ann: Player) -> None:
    """Two prices, a nomination and the vote are the learner's; then events come true and shares have new values."""
    await ann.slash("game learn", game="goodwill")
    assert ann.answer.attachments, "the board is shown"
    for label in ("$14", "$14", "Nobody", "Yes, Fabiola"):
        await ann.press(label)
    assert "Fabiola is elected with 6 yes votes" in ann.sees
    assert "The rest of the year, played for you by bots" in ann.sees
    assert "1953 is over: " in ann.sees
    assert "Not played: Crimson: bribed minister" in ann.sees
    assert "capital $140 → $150" in ann.sees
    assert "**Your score in this practice: $204 → $227**" in ann.sees


async def test_the_practice_of_briefcase_reaches_the_first_point(here: Town, ann: Player) -> None:
    await ann.slash("game learn", game="briefcase")
    assert "This is a practice table" in ann.sees
    assert "Choose both under **Buy…**" in ann.sees
    assert "You may pay with any resource as Steel." in await ann.press("Why?"), "all options in full"
    assert "Answer 1 of 4" in await ann.press("Back to your answer")
    assert "Now you have what it needs" in await ann.press("Buy 1 Personnel, 1 Steel")
    assert "Nothing useful is left to do" in await ann.press("Activate Power Plant: 1 point")
    await ann.press("End turn")
    await ann.press("End turn")
    assert "**Your score in this practice: 0 points → 1 point**" in ann.sees


async def test_a_button_leads_from_a_practice_back_to_the_table(here: Town, ann: Player, ben: Player) -> None:
    await at_a_table(here, 1, "goodwill", ann, ben)
    assert "Practise first" in ann.lines
    await ann.choose("Practise first")
    await ann.press("$14")
    assert "Answer 2 of 4" in ann.sees
    assert "Goodwill · table 1" in await ann.press("Back to my table")


async def test_a_button_leads_from_a_practice_to_the_inbox_where_no_table_led_to_it(here: Town, ann: Player) -> None:
    await ann.slash("game learn", game="goodwill")
    assert "You're all caught up." in await ann.press("To my tables")
