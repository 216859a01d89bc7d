from __future__ import annotations

from dataclasses import replace

from storage.interface import NewLetter, Storage
from tests.storage.samples import LATER, NOW, entry, open_lobby, start_new


async def test_letters_wait_in_the_order_they_were_written(storage: Storage) -> None:
    game_id = await start_new(storage)
    written = (NewLetter("post", body='{"index":1}'), NewLetter("hand", seat=2), NewLetter("ask"))
    await storage.append(replace(entry(game_id, 2), letters=written))

    letters = (await storage.waiting_letters(game_id))[1:]
    assert [(letter.kind, letter.seat, letter.body) for letter in letters] == [
        ("post", None, '{"index":1}'),
        ("hand", 2, "{}"),
        ("ask", None, "{}"),
    ]
    assert {(letter.game_id, letter.revision, letter.attempts, letter.written_at) for letter in letters} == {
        (game_id, 2, 0, NOW)
    }


async def test_newer_boards_and_asks_replace_waiting_ones_and_nothing_else(storage: Storage) -> None:
    game_id, other = await start_new(storage), await start_new(storage)
    kinds = (NewLetter("post"), NewLetter("board"), NewLetter("ask"))
    await storage.append(replace(entry(game_id, 2), letters=kinds))
    await storage.append(replace(entry(game_id, 3), letters=kinds))

    assert [(letter.kind, letter.revision) for letter in await storage.waiting_letters(game_id)] == [
        ("post", 2),
        ("post", 3),
        ("board", 3),
        ("ask", 3),
    ]
    assert [letter.kind for letter in await storage.waiting_letters(other)] == ["board"]


async def test_a_letter_replaced_on_its_way_does_not_tick_off_its_successor(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    [on_its_way] = await storage.waiting_letters(game_id)
    await storage.change_lobby(game_id, now=NOW)
    await storage.letter_sent(on_its_way, LATER)

    [successor] = await storage.waiting_letters(game_id)
    assert successor.letter_id != on_its_way.letter_id


async def test_asks_that_wait_are_taken_back_when_the_game_is_over(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.append(replace(entry(game_id, 2), letters=[NewLetter("ask")]))
    await storage.append(replace(entry(game_id, 3), places={1: 1}, letters=[NewLetter("final")]))

    assert [letter.kind for letter in await storage.waiting_letters(game_id)] == ["board", "final"]


async def test_a_sent_letter_waits_no_more(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    [letter] = await storage.waiting_letters(game_id)
    assert await storage.games_with_letters() == [game_id]
    await storage.letter_sent(letter, LATER)

    assert await storage.waiting_letters(game_id) == []
    assert await storage.games_with_letters() == []


async def test_a_failed_letter_waits_on_until_it_is_given_up(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    [letter] = await storage.waiting_letters(game_id)
    await storage.letter_failed(letter, "no connection", LATER, given_up=False)
    [again] = await storage.waiting_letters(game_id)
    assert again == replace(letter, attempts=1)

    await storage.letter_failed(again, "channel deleted", LATER, given_up=True)
    assert await storage.waiting_letters(game_id) == []
    assert await storage.games_with_letters() == []


async def test_letters_can_be_written_without_a_move(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.add_letters(game_id, [NewLetter("board", body='{"anew":true}')], LATER)

    [letter] = await storage.waiting_letters(game_id)
    assert (letter.revision, letter.body, letter.written_at) == (1, '{"anew":true}', LATER)


async def test_a_message_plays_its_role_until_another_does(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    assert await storage.message(game_id, "board") is None
    await storage.put_message(game_id, "board", 5, 2**63 - 1)
    await storage.put_message(game_id, "news", 5, 7)
    assert await storage.message(game_id, "board") == (5, 2**63 - 1)
    await storage.put_message(game_id, "board", 6, 8)
    assert await storage.message(game_id, "board") == (6, 8)
    await storage.put_message(game_id, "board", 6, None)
    assert await storage.message(game_id, "board") is None
    assert await storage.message(game_id, "news") == (5, 7)
