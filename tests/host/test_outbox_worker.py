"""The courier: every letter arrives, in order, once; and nothing is lost when it cannot."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import get_args

import pytest

from bot.host.delivery.outbox_worker import (
    LETTER_LIFETIMES,
    MAX_FAULTS,
    MAX_LETTER_LIFETIME,
    OutboxWorker,
    RetryLater,
    SupersededLetter,
    Undeliverable,
)
from bot.host.delivery.priority import MAX_CONCURRENT_LETTERS, Priority
from storage.interface.letters import Letter, LetterKind, NewLetter
from storage.interface.shards import ALL_SHARDS
from tests.house import ANN, BEN, NOON, House, house

NOW = NOON.isoformat()


class Carrier:
    """A sender that accepts or fails letters on command, and records them."""

    def __init__(self) -> None:
        self.tried: list[Letter] = []
        self.delivered: list[Letter] = []
        self.swept: list[int] = []
        self.trouble: Callable[[Letter], Exception | None] = lambda _: None
        self.gate: asyncio.Event | None = None
        self.at_gate = asyncio.Event()
        self.changed = asyncio.Condition()

    async def carry(self, letter: Letter) -> None:
        self.tried.append(letter)
        if self.gate is not None:
            self.at_gate.set()
            await self.gate.wait()
        trouble = self.trouble(letter)
        if trouble is None:
            self.delivered.append(letter)
        async with self.changed:
            self.changed.notify_all()
        if trouble is not None:
            raise trouble

    async def sweep(self, game_id: int) -> None:
        self.swept.append(game_id)

    async def until(self, enough: Callable[[], bool]) -> None:
        """Wait until enough has been tried or delivered."""
        async with asyncio.timeout(60), self.changed:
            await self.changed.wait_for(enough)

    @property
    def texts(self) -> list[str]:
        return [json.loads(letter.body).get("text", letter.kind) for letter in self.delivered]


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path / "boardroom.db") as opened:
        yield opened


@asynccontextmanager
async def delivering(home: House, carrier: Carrier, *, patience: float = 0) -> AsyncIterator[OutboxWorker]:
    outbox_worker = OutboxWorker(home.storage, ALL_SHARDS, carrier, now=lambda: NOON, spacing=0, patience=patience)
    try:
        yield outbox_worker
    finally:
        if carrier.gate is not None:
            carrier.gate.set()
        await outbox_worker.close()


async def empty_table(home: House) -> int:
    """A table without letters."""
    number = await home.opened()
    for letter in await home.storage.outbox.list_unsent(number):
        await home.storage.outbox.mark_sent(letter, NOW)
    return number


async def write(home: House, number: int, *texts: str) -> None:
    await home.storage.outbox.add(number, [NewLetter("post", body=json.dumps({"text": text})) for text in texts], NOW)


async def waiting(home: House, number: int) -> Sequence[str]:
    return [
        json.loads(letter.body).get("text", letter.kind) for letter in await home.storage.outbox.list_unsent(number)
    ]


async def test_letters_arrive_in_the_order_they_were_written(home: House) -> None:
    number, carrier = await empty_table(home), Carrier()
    async with delivering(home, carrier) as outbox_worker:
        await write(home, number, *"abcdefgh")
        outbox_worker.wake(number)
        await outbox_worker.wait_for_all()
    assert carrier.texts == list("abcdefgh")
    assert await waiting(home, number) == []


async def test_nothing_is_sent_twice_however_often_it_is_woken(home: House) -> None:
    number, carrier = await empty_table(home), Carrier()
    async with delivering(home, carrier) as outbox_worker:
        await write(home, number, "a", "b")
        for _ in range(20):
            outbox_worker.wake(number)
        await outbox_worker.wait_for_all()
        outbox_worker.wake(number)
        await outbox_worker.wait_for_all()
    assert carrier.texts == ["a", "b"]


async def test_of_several_board_letters_only_the_newest_is_sent(home: House) -> None:
    number, carrier = await empty_table(home), Carrier()
    async with delivering(home, carrier) as outbox_worker:
        for _ in range(5):
            await home.storage.outbox.add(number, [NewLetter("board"), NewLetter("ask")], NOW)
        outbox_worker.wake(number)
        await outbox_worker.wait_for_all()
    assert [letter.kind for letter in carrier.delivered] == ["board", "ask"]


async def test_a_letter_written_while_others_are_delivered_is_not_forgotten(home: House) -> None:
    number, carrier = await empty_table(home), Carrier()
    carrier.gate = asyncio.Event()
    async with delivering(home, carrier) as outbox_worker:
        await write(home, number, "a")
        outbox_worker.wake(number)
        await carrier.at_gate.wait()
        await write(home, number, "b")
        outbox_worker.wake(number)
        carrier.gate.set()
        await outbox_worker.wait_for_all()
    assert carrier.texts == ["a", "b"]


async def test_a_slow_table_does_not_hold_up_another(home: House) -> None:
    slow, fast = await empty_table(home), await empty_table(home)
    carrier, stuck = Carrier(), asyncio.Event()

    class Choosy(Carrier):
        async def carry(self, letter: Letter) -> None:
            if letter.game_id == slow:
                await stuck.wait()
            await carrier.carry(letter)

    async with delivering(home, Choosy()) as outbox_worker:
        await write(home, slow, "slow")
        await write(home, fast, "fast")
        outbox_worker.wake(slow)
        outbox_worker.wake(fast)
        await carrier.until(lambda: carrier.texts == ["fast"])
        stuck.set()
        await outbox_worker.wait_for_all()
    assert carrier.texts == ["fast", "slow"]


async def test_healthy_tables_are_served_while_most_channels_do_not_answer(home: House) -> None:
    """More hang than letters are carried together; each has its place for a moment only."""
    tables = [await empty_table(home) for _ in range(3 * MAX_CONCURRENT_LETTERS)]
    healthy = tables[-4:]
    carrier, mended = Carrier(), asyncio.Event()

    class Choosy(Carrier):
        async def carry(self, letter: Letter) -> None:
            if letter.game_id not in healthy:
                await mended.wait()
            await carrier.carry(letter)

    order = Priority(moment=0.001)
    outbox_worker = OutboxWorker(home.storage, ALL_SHARDS, Choosy(), now=lambda: NOON, spacing=0, priority=order)
    for number in tables:
        await write(home, number, "a")
        outbox_worker.wake(number)
    await carrier.until(lambda: len(carrier.delivered) == len(healthy))
    assert {letter.game_id for letter in carrier.delivered} == set(healthy)
    mended.set()
    await outbox_worker.wait_for_all()
    await outbox_worker.close()
    assert len(carrier.delivered) == len(tables)


async def test_what_could_not_arrive_before_takes_no_place_of_what_is_sent_for_the_first_time(home: House) -> None:
    """Even when its places are never given back."""
    tables = [await empty_table(home) for _ in range(2 * MAX_CONCURRENT_LETTERS)]
    healthy = await empty_table(home)
    carrier, mended = Carrier(), asyncio.Event()

    class Choosy(Carrier):
        async def carry(self, letter: Letter) -> None:
            if letter.attempts:
                self.at_gate.set()
                await mended.wait()
            elif letter.game_id != healthy:
                raise RetryLater("Discord is down", 0)
            await carrier.carry(letter)

    choosy = Choosy()
    outbox_worker = OutboxWorker(
        home.storage, ALL_SHARDS, choosy, now=lambda: NOON, spacing=0, priority=Priority(moment=10_000)
    )
    for number in tables:
        await write(home, number, "a")
        outbox_worker.wake(number)
    await choosy.at_gate.wait()
    await write(home, healthy, "b")
    outbox_worker.wake(healthy)
    await carrier.until(lambda: carrier.texts == ["b"])
    mended.set()
    await outbox_worker.wait_for_all()
    await outbox_worker.close()


async def test_what_may_have_arrived_unnoticed_is_looked_for(home: House) -> None:
    """That is: letters of a stopped process, and earlier attempts; not new ones."""
    number, carrier = await empty_table(home), Carrier()
    await write(home, number, "left behind")
    async with delivering(home, carrier) as outbox_worker:
        await outbox_worker.read_leftovers()
        later = (NOON + timedelta(seconds=1)).isoformat()
        await home.storage.outbox.add(number, [NewLetter("post", body='{"text": "new"}')], later)
        carrier.trouble = lambda letter: (
            RetryLater("no answer", 0) if "new" in letter.body and not letter.attempts else None
        )
        outbox_worker.wake(number)
        await carrier.until(lambda: len(carrier.delivered) == 2)
    assert [(json.loads(letter.body)["text"], letter.may_be_there) for letter in carrier.tried] == [
        ("left behind", True),
        ("new", False),
        ("new", True),
    ]


@pytest.mark.parametrize("unsure", [True, False])
async def test_after_an_attempt_without_an_answer_a_table_is_swept(home: House, unsure: bool) -> None:
    """A message posted and then superseded would remain there for ever."""
    number, carrier = await empty_table(home), Carrier()
    carrier.trouble = lambda letter: None if letter.attempts else RetryLater("no answer", 0, unsure=unsure)
    async with delivering(home, carrier) as outbox_worker:
        await write(home, number, "a")
        outbox_worker.wake(number)
        await carrier.until(lambda: bool(carrier.delivered))
        await outbox_worker.wait_for_all()
    assert carrier.swept == ([number] if unsure else [])


async def test_a_letter_that_cannot_go_now_is_tried_again_until_it_arrives(home: House) -> None:
    number, carrier = await empty_table(home), Carrier()
    carrier.trouble = lambda _: RetryLater("Discord is down") if len(carrier.tried) < 4 else None
    async with delivering(home, carrier) as outbox_worker:
        await write(home, number, "a")
        outbox_worker.wake(number)
        await carrier.until(lambda: bool(carrier.delivered))
        await outbox_worker.wait_for_all()
    assert [letter.attempts for letter in carrier.tried] == [0, 1, 2, 3]
    assert await waiting(home, number) == []


async def test_while_discord_is_down_a_letter_is_tried_until_it_arrives(home: House) -> None:
    number, carrier = await empty_table(home), Carrier()
    carrier.trouble = lambda _: RetryLater("Discord is down") if len(carrier.tried) < 5 * MAX_FAULTS else None
    async with delivering(home, carrier) as outbox_worker:
        await write(home, number, "a")
        outbox_worker.wake(number)
        await carrier.until(lambda: bool(carrier.delivered))
        await outbox_worker.wait_for_all()
    assert carrier.texts == ["a"]
    assert await waiting(home, number) == []


async def test_a_letter_waits_as_long_as_discord_says(home: House) -> None:
    number, carrier = await empty_table(home), Carrier()
    carrier.trouble = lambda _: RetryLater("busy", 0) if len(carrier.tried) == 1 else None
    async with delivering(home, carrier, patience=10_000) as outbox_worker:
        await write(home, number, "a")
        outbox_worker.wake(number)
        await carrier.until(lambda: bool(carrier.delivered))
    assert carrier.texts == ["a"]


async def test_a_letter_that_a_fault_of_ours_holds_up_is_given_up_after_many_attempts(home: House) -> None:
    number, carrier = await empty_table(home), Carrier()
    carrier.trouble = lambda _: ZeroDivisionError("a bug of ours")
    async with delivering(home, carrier) as outbox_worker:
        await write(home, number, "a")
        outbox_worker.wake(number)
        await carrier.until(lambda: len(carrier.tried) == MAX_FAULTS)
        await outbox_worker.wait_for_all()
        outbox_worker.wake(number)
        await outbox_worker.wait_for_all()
    assert len(carrier.tried) == MAX_FAULTS
    assert await waiting(home, number) == []


@pytest.mark.parametrize("kind", list(get_args(LetterKind)))
async def test_what_is_news_no_more_after_an_outage_expires_and_what_shows_how_things_stand_comes(
    home: House, kind: LetterKind
) -> None:
    number, carrier = await empty_table(home), Carrier()
    life = LETTER_LIFETIMES.get(kind, MAX_LETTER_LIFETIME)
    for age, comes in ((timedelta(0), 1), (life, 1), (life + timedelta(seconds=1), 0)):
        carrier.delivered.clear()
        written = (NOON - age).isoformat(timespec="seconds")
        await home.storage.outbox.add(number, [NewLetter(kind)], written)
        async with delivering(home, carrier) as outbox_worker:
            outbox_worker.wake(number)
            await outbox_worker.wait_for_all()
        assert len(carrier.delivered) == comes
        assert await waiting(home, number) == []


async def test_after_an_outage_a_table_has_one_board_and_one_call_and_each_player_one_note_and_one_copy(
    home: House,
) -> None:
    number, carrier = await empty_table(home), Carrier()
    carrier.trouble = lambda _: RetryLater("Discord is down")
    moves = [
        [*(NewLetter(kind) for kind in ("post", "board", "ask", "notice")), NewLetter("note", 1), NewLetter("hand", 1)],
        [*(NewLetter(kind) for kind in ("board", "ask")), NewLetter("note", 1), NewLetter("hand", 1)],
        [*(NewLetter(kind) for kind in ("board", "ask")), NewLetter("note", 2), NewLetter("hand", 2)],
    ]
    an_hour_ago = (NOON - timedelta(minutes=50)).isoformat(timespec="seconds")
    async with delivering(home, carrier, patience=10_000) as courier:
        for letters in moves:
            await home.storage.outbox.add(number, letters, an_hour_ago)
            courier.wake(number)
            await courier.wait_for_all()
    carrier.trouble = lambda _: None
    async with delivering(home, carrier) as outbox_worker:
        outbox_worker.wake(number)
        await outbox_worker.wait_for_all()
    sent = Counter((letter.kind, letter.seat) for letter in carrier.delivered)
    assert sent == {
        ("board", None): 1,
        ("ask", None): 1,
        ("note", 1): 1,
        ("note", 2): 1,
        ("hand", 1): 1,
        ("hand", 2): 1,
    }
    assert (await home.storage.tally(ALL_SHARDS)).letters["expired"] == 4, "a headline, a notice, a note and a copy"


async def test_a_letter_that_is_needed_no_more_is_taken_back_and_the_next_goes(home: House) -> None:
    number, carrier = await empty_table(home), Carrier()
    carrier.trouble = lambda letter: SupersededLetter("it was answered") if "old" in letter.body else None
    async with delivering(home, carrier) as outbox_worker:
        await write(home, number, "old", "b")
        outbox_worker.wake(number)
        await outbox_worker.wait_for_all()
    assert carrier.texts == ["b"]
    assert (await home.storage.tally(ALL_SHARDS)).letters["expired"] == 1


async def test_a_copy_that_has_to_wait_holds_up_nothing_else_for_its_player(home: House) -> None:
    number, carrier = await empty_table(home), Carrier()
    carrier.trouble = lambda letter: RetryLater("paced", 10_000) if letter.kind == "hand" else None
    async with delivering(home, carrier) as outbox_worker:
        await home.storage.outbox.add(number, [NewLetter("hand", 1), NewLetter("note", 1)], NOW)
        outbox_worker.wake(number)
        await outbox_worker.wait_for_all()
    assert [letter.kind for letter in carrier.delivered] == ["note"]


async def test_the_table_hears_what_happened_to_a_player_after_the_player_though_their_note_had_to_wait(
    home: House,
) -> None:
    number, carrier = await empty_table(home), Carrier()
    carrier.trouble = lambda letter: RetryLater("down") if letter.kind == "note" and letter.attempts == 0 else None
    async with delivering(home, carrier) as outbox_worker:
        await home.storage.outbox.add(number, [NewLetter("note", 1), NewLetter("notice")], NOW)
        outbox_worker.wake(number)
        await carrier.until(lambda: len(carrier.delivered) == 2)
    assert [letter.kind for letter in carrier.delivered] == ["note", "notice"]


async def test_the_table_waits_for_one_more_attempt_at_a_players_note_and_no_longer(home: House) -> None:
    number, carrier = await empty_table(home), Carrier()
    carrier.trouble = lambda letter: RetryLater("paced", 10_000) if letter.kind == "note" else None
    async with delivering(home, carrier) as outbox_worker:
        await home.storage.outbox.add(number, [NewLetter("note", 1), NewLetter("notice")], NOW)
        outbox_worker.wake(number)
        await carrier.until(lambda: bool(carrier.delivered))
    assert [letter.kind for letter in carrier.tried] == ["note", "note", "notice"]
    assert [letter.kind for letter in carrier.delivered] == ["notice"]


async def test_an_empty_chair_is_offered_to_all_though_something_waits_for_a_player_who_left_it(home: House) -> None:
    number, carrier = await empty_table(home), Carrier()
    carrier.trouble = lambda letter: RetryLater("down", 10_000) if letter.kind == "order" else None
    async with delivering(home, carrier) as outbox_worker:
        await home.storage.outbox.add(number, [NewLetter("order", 1), NewLetter("vacancy", 1)], NOW)
        outbox_worker.wake(number)
        await outbox_worker.wait_for_all()
    assert [letter.kind for letter in carrier.delivered] == ["vacancy"]


async def test_a_letter_that_can_never_arrive_is_given_up_at_once_and_the_next_goes(home: House) -> None:
    number, carrier = await empty_table(home), Carrier()
    carrier.trouble = lambda letter: Undeliverable("closed") if "lost" in letter.body else None
    async with delivering(home, carrier) as outbox_worker:
        await write(home, number, "lost", "b")
        outbox_worker.wake(number)
        await outbox_worker.wait_for_all()
    assert carrier.texts == ["b"]
    assert len(carrier.tried) == 2
    assert await waiting(home, number) == []


async def test_an_unexpected_error_costs_no_letter(home: House, caplog: pytest.LogCaptureFixture) -> None:
    number, carrier = await empty_table(home), Carrier()
    carrier.trouble = lambda _: ZeroDivisionError("a bug of ours") if len(carrier.tried) < 3 else None
    async with delivering(home, carrier) as outbox_worker:
        await write(home, number, "a")
        outbox_worker.wake(number)
        await carrier.until(lambda: bool(carrier.delivered))
        await outbox_worker.wait_for_all()
    assert carrier.texts == ["a"]
    assert "a letter could not be carried" in caplog.text


async def test_news_do_not_overtake_each_other_when_one_has_to_wait(home: House) -> None:
    number, carrier = await empty_table(home), Carrier()
    carrier.trouble = lambda letter: RetryLater("busy") if letter.attempts == 0 and '"a"' in letter.body else None
    async with delivering(home, carrier) as outbox_worker:
        await write(home, number, "a", "b")
        outbox_worker.wake(number)
        await carrier.until(lambda: "a" in carrier.texts)
        await outbox_worker.wait_for_all()
    assert carrier.texts == ["a", "b"]


async def test_moves_made_while_discord_is_down_do_not_use_up_a_letters_attempts(home: House) -> None:
    number, carrier = await empty_table(home), Carrier()
    carrier.trouble = lambda letter: RetryLater("Discord is down") if letter.kind == "post" else None
    async with delivering(home, carrier, patience=10_000) as courier:
        await write(home, number, "a")
        for _ in range(MAX_FAULTS + 5):
            courier.wake(number)
            await courier.wait_for_all()
        assert await waiting(home, number) == ["a"]
        carrier.trouble = lambda _: None
    async with delivering(home, carrier) as outbox_worker:
        outbox_worker.wake(number)
        await outbox_worker.wait_for_all()
    assert carrier.texts == ["a"]


def has_brought(carrier: Carrier, texts: Sequence[str]) -> bool:
    return sorted(carrier.texts) == sorted(texts)


async def test_a_tables_message_rests_between_two_changes_and_nothing_else_waits_for_it(home: House) -> None:
    number, carrier = await home.started(BEN), Carrier()
    for rest, after in ((10_000, ["a", "ask"]), (0.001, ["a", "ask", "board"])):
        outbox_worker = OutboxWorker(home.storage, ALL_SHARDS, carrier, now=lambda: NOON, spacing=0, edit_spacing=rest)
        outbox_worker.wake(number)
        await outbox_worker.wait_for_all()
        assert await waiting(home, number) == []
        carrier.delivered.clear()
        for _ in range(3):
            await home.storage.outbox.add(number, [NewLetter("board")], NOW)
        await write(home, number, "a")
        await home.storage.outbox.add(number, [NewLetter("ask")], NOW)
        outbox_worker.wake(number)
        await outbox_worker.wait_for_all()
        await carrier.until(partial(has_brought, carrier, after))
        await outbox_worker.close()
        assert await waiting(home, number) == (["board"] if rest > 1 else []), "it goes after the next start"


async def test_a_player_who_joins_a_table_that_has_not_begun_is_shown_at_once(home: House) -> None:
    number, carrier = await empty_table(home), Carrier()
    outbox_worker = OutboxWorker(home.storage, ALL_SHARDS, carrier, now=lambda: NOON, spacing=0, edit_spacing=10_000)
    for _ in range(2):
        await home.storage.outbox.add(number, [NewLetter("board")], NOW)
        outbox_worker.wake(number)
        await outbox_worker.wait_for_all()
    assert carrier.texts == ["board", "board"]
    await outbox_worker.close()


async def test_closing_finishes_the_letter_in_hand_and_starts_no_other_round(home: House) -> None:
    number, carrier = await empty_table(home), Carrier()
    carrier.gate = asyncio.Event()
    outbox_worker = OutboxWorker(home.storage, ALL_SHARDS, carrier, now=lambda: NOON, spacing=0)
    await write(home, number, "a")
    outbox_worker.wake(number)
    await carrier.at_gate.wait()
    closing = asyncio.create_task(outbox_worker.close())
    await write(home, number, "b")
    outbox_worker.wake(number)
    carrier.gate.set()
    await closing
    outbox_worker.wake(number)
    await outbox_worker.wait_for_all()
    assert carrier.texts == ["a"]
    assert await waiting(home, number) == ["b"]


async def test_closing_does_not_wait_for_letters_that_cannot_go_now(home: House) -> None:
    number, carrier = await empty_table(home), Carrier()
    carrier.trouble = lambda _: RetryLater("Discord is down")
    outbox_worker = OutboxWorker(home.storage, ALL_SHARDS, carrier, now=lambda: NOON, spacing=0, patience=10_000)
    await write(home, number, "a")
    outbox_worker.wake(number)
    await outbox_worker.wait_for_all()
    await outbox_worker.close()
    assert await waiting(home, number) == ["a"]


async def test_what_could_not_be_sent_before_a_stop_is_sent_after_the_next_start(tmp_path: Path) -> None:
    path, carrier = tmp_path / "boardroom.db", Carrier()
    async with house(path) as home:
        number = await home.started(BEN)
        written = await waiting(home, number)
        assert "board" in written
    async with house(path) as home, delivering(home, carrier) as outbox_worker:
        await outbox_worker.resume()
        await outbox_worker.wait_for_all()
        assert await waiting(home, number) == []
    assert [letter.kind for letter in carrier.delivered] == written


async def test_after_an_interruption_a_table_is_swept_once_and_only_when_nothing_of_it_waits_any_more(
    home: House,
) -> None:
    number, other, carrier = await empty_table(home), await empty_table(home), Carrier()
    carrier.trouble = lambda letter: RetryLater("Discord is down")
    await write(home, number, "a")
    async with delivering(home, carrier, patience=10_000) as courier:
        await courier.read_leftovers()
        courier.wake(number)
        await courier.wait_for_all()
        assert carrier.swept == [], "the letter may have gone, and is found by its nonce"
    carrier.trouble = lambda _: None
    async with delivering(home, carrier) as outbox_worker:
        await outbox_worker.read_leftovers()
        await write(home, other, "b")
        for _ in range(2):
            for table in (number, other):
                outbox_worker.wake(table)
            await outbox_worker.wait_for_all()
    assert carrier.swept == [number]


async def test_a_store_that_fails_stops_nothing_but_the_round(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    carrier = Carrier()
    async with house(tmp_path / "boardroom.db") as home:
        number = await empty_table(home)
        await write(home, number, "a")
        outbox_worker = OutboxWorker(home.storage, ALL_SHARDS, carrier, now=lambda: NOON, spacing=0, patience=10_000)
    outbox_worker.wake(number)
    await outbox_worker.wait_for_all()
    await outbox_worker.close()
    assert carrier.tried == []
    assert "letters wait because the store fails" in caplog.text


async def test_every_letter_of_a_real_game_arrives_once(home: House) -> None:
    carrier = Carrier()
    async with delivering(home, carrier) as outbox_worker:
        home.host.commits.subscribe(outbox_worker.handle_commit)
        number = await home.at_first_turn(BEN)
        for label in ("Poke <seat:2>",):
            await home.says(number, 1, label)
        await home.says(number, 2, "Laugh")
        await home.absence.give_up_seat(number, ANN)
        await home.settle()
        await outbox_worker.wait_for_all()
        assert await waiting(home, number) == []
    times = Counter(letter.letter_id for letter in carrier.delivered)
    assert set(times.values()) == {1}
    kinds = [letter.kind for letter in carrier.delivered]
    assert kinds.count("post") == 1, "the headline of the opening"
    assert kinds.count("final") == 1
    assert kinds.index("final") > kinds.index("post")
