from __future__ import annotations

from dataclasses import replace

import pytest

from storage.interface.letters import EXPIRED_REASON, DeliveryResult, LetterKind, NewLetter
from storage.interface.people import Person
from storage.interface.shards import ALL_SHARDS
from storage.store import Storage
from tests.storage.samples import ADA, GUILD, LATER, NOW, entry, open_lobby, start_new


async def test_letters_wait_in_the_order_they_were_written(storage: Storage) -> None:
    game_id = await start_new(storage)
    written = (NewLetter("post", body='{"index":1}'), NewLetter("hand", seat=2), NewLetter("ask"))
    await storage.games.append(replace(entry(game_id, 2), letters=written))

    letters = (await storage.outbox.list_unsent(game_id))[1:]
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
    await storage.games.append(replace(entry(game_id, 2), letters=kinds))
    await storage.games.append(replace(entry(game_id, 3), letters=kinds))

    assert [(letter.kind, letter.revision) for letter in await storage.outbox.list_unsent(game_id)] == [
        ("post", 2),
        ("post", 3),
        ("board", 3),
        ("ask", 3),
    ]
    assert [letter.kind for letter in await storage.outbox.list_unsent(other)] == ["board"]


async def test_a_letter_replaced_on_its_way_does_not_tick_off_its_successor(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    [on_its_way] = await storage.outbox.list_unsent(game_id)
    await storage.lobbies.change(game_id, now=NOW)
    await storage.outbox.mark_sent(on_its_way, LATER)

    [successor] = await storage.outbox.list_unsent(game_id)
    assert successor.letter_id != on_its_way.letter_id


async def test_asks_that_wait_are_taken_back_when_the_game_is_over(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.games.append(replace(entry(game_id, 2), letters=[NewLetter("ask")]))
    await storage.games.append(replace(entry(game_id, 3), places={1: 1}, letters=[NewLetter("final")]))

    assert [letter.kind for letter in await storage.outbox.list_unsent(game_id)] == ["board", "final"]


async def test_a_sent_letter_waits_no_more(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    [letter] = await storage.outbox.list_unsent(game_id)
    assert await storage.outbox.list_games_with_unsent(ALL_SHARDS) == [game_id]
    await storage.outbox.mark_sent(letter, LATER)

    assert await storage.outbox.list_unsent(game_id) == []
    assert await storage.outbox.list_games_with_unsent(ALL_SHARDS) == []


async def test_a_failed_letter_waits_on_until_it_is_given_up(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    [letter] = await storage.outbox.list_unsent(game_id)
    await storage.outbox.record_failure(letter, "no connection", LATER, given_up=False)
    [again] = await storage.outbox.list_unsent(game_id)
    assert again == replace(letter, attempts=1)

    await storage.outbox.record_failure(again, "channel deleted", LATER, given_up=True)
    assert await storage.outbox.list_unsent(game_id) == []
    assert await storage.outbox.list_games_with_unsent(ALL_SHARDS) == []


async def test_letters_can_be_written_without_a_move(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.outbox.add(game_id, [NewLetter("board", body='{"anew":true}')], LATER)

    [letter] = await storage.outbox.list_unsent(game_id)
    assert (letter.revision, letter.body, letter.written_at) == (1, '{"anew":true}', LATER)


async def test_a_message_plays_its_role_until_another_does(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    assert await storage.messages.get(game_id, "board") is None
    await storage.messages.put(game_id, "board", 5, 2**63 - 1)
    await storage.messages.put(game_id, "news", 5, 7)
    assert await storage.messages.get(game_id, "board") == (5, 2**63 - 1)
    await storage.messages.put(game_id, "board", 6, 8)
    assert await storage.messages.get(game_id, "board") == (6, 8)
    assert await storage.messages.find_game(GUILD, 6, 8) == game_id
    assert await storage.messages.find_game(GUILD, 5, 8) is None
    assert await storage.messages.find_game(GUILD + 1, 6, 8) is None
    await storage.messages.put(game_id, "board", 6, None)
    assert await storage.messages.get(game_id, "board") is None
    assert await storage.messages.get(game_id, "news") == (5, 7)


async def test_what_became_of_letters_to_seats_is_on_record_and_what_they_said_is_not(storage: Storage) -> None:
    game_id = await start_new(storage)
    secret = '{"text":"nobody else may read this"}'
    await storage.outbox.add(game_id, [NewLetter(kind, 1, secret) for kind in ("hand", "note", "order")], NOW)
    _, hand, note, order = await storage.outbox.list_unsent(game_id)
    await storage.outbox.mark_sent(hand, LATER, DeliveryResult("panel", "50007"))
    await storage.outbox.mark_expired([note], "a newer one followed", LATER)
    await storage.outbox.record_failure(order, "no connection", LATER, given_up=False)

    table, *lines = await storage.outbox.list_deliveries(game_id)
    assert (table.seat, table.kind, table.fate) == (None, "board", "waiting")
    assert [(line.seat, line.kind, line.fate, line.way, line.refused, line.reason) for line in lines] == [
        (1, "hand", "sent", "panel", "50007", None),
        (1, "note", "expired", None, None, "a newer one followed"),
        (1, "order", "waiting", None, None, "no connection"),
    ]
    assert {(line.written_at, line.changed_at) for line in lines} == {(NOW, LATER)}
    assert "nobody else" not in repr((table, *lines))


async def test_the_ledger_shows_the_newest_letters_of_each_seat(storage: Storage) -> None:
    game_id, other = await start_new(storage), await start_new(storage)
    await storage.outbox.add(other, [NewLetter("hand", 1)], NOW)
    for _ in range(5):
        await storage.outbox.add(game_id, [NewLetter("hand", 2), NewLetter("hand", 1)], NOW)
    assert [line.seat for line in await storage.outbox.list_deliveries(game_id)] == [None, 1, 1, 1, 2, 2, 2]


async def test_the_ledger_shows_what_was_given_up_however_much_has_followed(storage: Storage) -> None:
    game_id = await start_new(storage)
    lost = [NewLetter("post"), NewLetter("final"), NewLetter("vacancy", 2), NewLetter("hand", 1)]
    await storage.outbox.add(game_id, [*lost, NewLetter("notice", body='{"hushed": true}')], NOW)
    for letter in (await storage.outbox.list_unsent(game_id))[1:]:
        await storage.outbox.record_failure(letter, "gone", LATER, given_up=True)
    await storage.outbox.add(game_id, [NewLetter("hand", 1), NewLetter("post")] * 5, NOW)

    lines = await storage.outbox.list_deliveries(game_id, hushed=False)
    assert [(line.seat, line.kind) for line in lines if line.fate == "given up"] == [
        (None, "vacancy"),
        (None, "final"),
        (None, "post"),
        (1, "hand"),
    ]
    assert len([line for line in lines if line.seat == 1]) == 4


async def test_secrets_are_opened_once_and_asked_for_again_once(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.outbox.record_opened(game_id, 1, NOW)
    await storage.outbox.add(game_id, [NewLetter("hand", 1), NewLetter("hand", 2), NewLetter("note", 1)], NOW)

    async def states() -> list[tuple[str | None, str | None]]:
        lines = await storage.outbox.list_deliveries(game_id)
        return [(line.opened_at, line.again_at) for line in lines if line.kind == "hand" and line.seat == 1]

    assert await states() == [(None, None)]
    await storage.outbox.record_opened(game_id, 1, NOW, again=True)
    assert await states() == [(NOW, None)], "the first look is no second one"
    await storage.outbox.record_opened(game_id, 1, LATER)
    assert await states() == [(NOW, None)]
    await storage.outbox.record_opened(game_id, 1, LATER, again=True)
    await storage.outbox.record_opened(game_id, 1, NOW, again=True)
    assert await states() == [(NOW, LATER)]
    await storage.outbox.add(game_id, [NewLetter("hand", 1)], LATER)
    assert await states() == [(NOW, LATER), (None, None)], "something new has come"
    assert [line.opened_at for line in await storage.outbox.list_deliveries(game_id) if line.seat == 2] == [None]


async def test_a_letter_that_is_no_longer_waiting_does_not_expire(storage: Storage) -> None:
    game_id = await open_lobby(storage)
    [letter] = await storage.outbox.list_unsent(game_id)
    await storage.outbox.mark_sent(letter, NOW)
    await storage.outbox.mark_expired([letter], "too late", LATER)
    assert (await storage.tally(ALL_SHARDS)).letters == {"waiting": 0, "sent": 1, "given up": 0, "expired": 0}


async def test_what_stands_there_is_known_together_with_whether_a_call_is_to_come(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.messages.put(game_id, "board", 5, 7)
    await storage.messages.put(game_id, "secrets:1:11", 6, 8)
    shown = await storage.messages.list_messages(game_id)
    assert shown.messages == {"board": (5, 7), "secrets:1:11": (6, 8)}
    assert not shown.call_waits
    await storage.outbox.add(game_id, [NewLetter("ask")], NOW)
    assert (await storage.messages.list_messages(game_id)).call_waits
    [*_, call] = await storage.outbox.list_unsent(game_id)
    await storage.outbox.mark_sent(call, NOW)
    assert not (await storage.messages.list_messages(game_id)).call_waits


async def test_running_games_to_which_nothing_was_said_for_long_are_found(storage: Storage) -> None:
    silent, spoken, _ = await start_new(storage), await start_new(storage), await open_lobby(storage)
    await storage.outbox.add(spoken, [NewLetter("notice")], LATER)
    assert await storage.outbox.list_silent_games(ALL_SHARDS, NOW) == [silent]
    await storage.outbox.add(silent, [NewLetter("awake")], LATER)
    assert await storage.outbox.list_silent_games(ALL_SHARDS, NOW) == []


@pytest.mark.parametrize("kind", ["board", "hand", "order"])
async def test_what_only_changes_a_message_or_goes_to_one_player_is_not_said_in_the_channel(
    storage: Storage, kind: LetterKind
) -> None:
    game_id = await start_new(storage)
    await storage.outbox.add(game_id, [NewLetter(kind, 1)], LATER)
    assert await storage.outbox.list_silent_games(ALL_SHARDS, NOW) == [game_id]


@pytest.mark.parametrize("kind", ["note", "ask"])
@pytest.mark.parametrize(
    ("carried", "silent"), [(DeliveryResult("dm"), True), (None, True), (DeliveryResult("channel"), False)]
)
async def test_a_note_or_a_call_was_said_in_the_channel_when_it_was_posted_there(
    storage: Storage, kind: LetterKind, carried: DeliveryResult | None, silent: bool
) -> None:
    game_id = await start_new(storage)
    await storage.outbox.add(game_id, [NewLetter(kind, 1)], LATER)
    [*_, letter] = await storage.outbox.list_unsent(game_id)
    await storage.outbox.mark_sent(letter, LATER, carried)
    assert bool(await storage.outbox.list_silent_games(ALL_SHARDS, NOW)) == silent


async def test_how_secrets_reach_somebody_is_remembered(storage: Storage) -> None:
    ada = Person(ADA, "Ada", dm="open", secrets="dm", dm_channel=2**63 - 1, word="Something for you.")
    await storage.people.put(ada)
    assert await storage.people.get(ADA) == ada
    await storage.people.put(replace(ada, dm="unasked", secrets="thread", dm_channel=None, word=""))
    assert await storage.people.get(ADA) == Person(ADA, "Ada", secrets="thread")


async def given_up(storage: Storage, game_id: int, *kinds: LetterKind) -> None:
    """Give up the pending letters of these kinds, and send the rest."""
    for letter in await storage.outbox.list_unsent(game_id):
        if letter.kind in kinds:
            await storage.outbox.record_failure(letter, "Discord answered 400 (50035)", LATER, given_up=True)
        else:
            await storage.outbox.mark_sent(letter, LATER)


async def waiting(storage: Storage, game_id: int) -> list[LetterKind]:
    return [letter.kind for letter in await storage.outbox.list_unsent(game_id)]


async def test_what_was_given_up_of_a_tables_message_call_and_result_is_written_anew(storage: Storage) -> None:
    running, over, sound = [await start_new(storage) for _ in range(3)]
    await storage.games.append(replace(entry(running, 2), letters=[NewLetter("ask"), NewLetter("post")]))
    await storage.games.append(replace(entry(over, 2), places={1: 1}, letters=[NewLetter("board"), NewLetter("final")]))
    await given_up(storage, running, "board", "ask", "post")
    await given_up(storage, over, "final")
    await given_up(storage, sound)
    await storage.outbox.repair(ALL_SHARDS, LATER, LATER)
    assert await waiting(storage, over) == [], "what is older has had its time"
    await storage.outbox.repair(ALL_SHARDS, NOW, LATER)
    assert await waiting(storage, running) == ["board", "ask"]
    assert await waiting(storage, over) == ["final"]
    assert await waiting(storage, sound) == []
    await storage.outbox.repair(ALL_SHARDS, NOW, LATER)
    assert await waiting(storage, over) == ["final"], "it waits already"
    await given_up(storage, over)
    await storage.outbox.repair(ALL_SHARDS, NOW, LATER)
    assert await waiting(storage, over) == []


async def test_what_came_too_late_after_an_outage_is_written_anew(storage: Storage) -> None:
    game_id = await start_new(storage)
    await storage.outbox.mark_expired(await storage.outbox.list_unsent(game_id), EXPIRED_REASON, LATER)
    await storage.outbox.repair(ALL_SHARDS, NOW, LATER)
    assert await waiting(storage, game_id) == ["board"]
    await storage.outbox.mark_expired(
        await storage.outbox.list_unsent(game_id), "it was closed before anybody saw it", LATER
    )
    await storage.outbox.repair(ALL_SHARDS, NOW, LATER)
    assert await waiting(storage, game_id) == []


async def test_what_is_given_up_twice_is_not_written_a_third_time(storage: Storage) -> None:
    game_id, other = await start_new(storage), await start_new(storage)
    await given_up(storage, game_id, "board")
    await given_up(storage, other, "board")
    await storage.outbox.repair_once(game_id, LATER)
    assert await waiting(storage, game_id) == ["board"]
    assert await waiting(storage, other) == []
    await given_up(storage, game_id, "board")
    await storage.outbox.repair_once(game_id, LATER)
    assert await waiting(storage, game_id) == []
