"""While the table waits in secret, and later, the asked players, their answers and the times stay unknown.

At the fair's end those who hold a wild animal are asked whether it growls. The watcher sits on seat 1 and holds none.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.engine import play
from bot.engine.chance import Draw
from bot.engine.play import Played
from bot.engine.records import Seat
from bot.host.errors import Refusal
from bot.host.play.move_records import TableCommand
from bot.host.record.export import export_game
from bot.host.record.proof import verify_export
from bot.host.table.deadlines import Wishes
from storage.interface.questions import DueQuestion
from tests.house import BEN, CLEO, NOON, House, asked, house
from tests.toy import WILD, Growls, Pick, ToyBox, ToyOptions, ToyTable, Turn, set_up

WATCHER = 1
QUIET = Pick(what="keep quiet")


async def lay_out(home: House, number: int, table: ToyTable) -> None:
    """Put this table in the place of the one that is played at."""
    await home.host.save_move(
        await home.host.get_running_game(number), TableCommand("repair", WATCHER), Played(table, (), blocks_undo=False)
    )


def with_wild_animals(table: ToyTable, *wild: Seat) -> ToyTable:
    """The same table, but that these seats hold a wild animal each, and the others a tame one."""
    other = play.copy(table)
    animals = sorted([*other.deck, *(animal for hand in other.hands.values() for animal in hand)])
    for seat in other.seats:
        animal = next(animal for animal in animals if (animal in WILD) == (seat in wild))
        animals.remove(animal)
        other.hands[seat] = [animal]
    other.deck = animals
    return other


@asynccontextmanager
async def growling(path: Path, *wild: Seat, wall: Sequence[datetime] = (NOON,)) -> AsyncIterator[tuple[House, int]]:
    """A table of three that waits in secret for these seats; then the watcher has a turn."""
    async with house(path, now=lambda: wall[0]) as home:
        number = await home.at_first_turn(BEN, CLEO)
        table = with_wild_animals(await home.table(number), *wild)
        growls = next(at for at, step in enumerate(table.agenda) if isinstance(step, Growls))
        table.agenda[: growls + 1] = [Growls(begun=True), Turn(seat=WATCHER)]
        await lay_out(home, number, table)
        for letter in await home.storage.outbox.list_unsent(number):
            await home.storage.outbox.mark_sent(letter, home.host.format_now(), None)
        assert asked(await home.host.get_running_game(number)) == sorted(wild)
        yield home, number


def wild_at(secret: str) -> list[Seat]:
    """Who of three holds a wild animal when this secret deals, to which nobody adds anything."""
    dealt = set_up(ToyOptions(), 3, Draw.with_drawn_seats(secret, ["", "", ""]).compute_seed(), ToyBox())
    return [seat for seat in dealt.seats if WILD & set(dealt.hands[seat])]


async def answers(home: House, number: int, seat: Seat) -> None:
    await home.plays(number, seat, QUIET)


async def takes_back(home: House, number: int, seat: Seat) -> None:
    context = await home.host.undo_for_person(number, await home.user(number, seat))
    assert "Nobody saw it" in context.note


async def undoing(home: House, number: int) -> str:
    """What the watcher reads who tries to undo something."""
    with pytest.raises(Refusal) as refused:
        await home.host.undo_for_person(number, await home.user(number, WATCHER))
    return str(refused.value)


async def seen(home: House, number: int) -> dict[str, Any]:
    """Everything that the watcher and strangers can read, and the letters to the table."""
    watcher = await home.user(number, WATCHER)
    context = await home.host.build_panel(number, watcher)
    found = {f"log of {user}": await home.host.get_history(number, user) for user in (watcher, 999)}
    return found | {
        "export": (await export_game(home.storage, number)).model_dump(),
        "news": context.news,
        "offers": (context.note, context.question, context.can_take_back, context.can_undo),
        "undo": await undoing(home, number),
        "letters": [
            (letter.kind, letter.seat if letter.kind != "note" else 0, letter.body if letter.kind != "note" else "")
            for letter in await home.storage.outbox.list_unsent(number)
        ],
    }


Way = Callable[[House, int], Awaitable[None]]


def seat_answers(*seats: Seat) -> Way:
    async def way(home: House, number: int) -> None:
        for seat in seats:
            await answers(home, number, seat)

    return way


async def nothing(home: House, number: int) -> None:
    """Nobody has done anything yet."""


async def to_and_fro(home: House, number: int) -> None:
    """Seat 2 answers, and takes it back, so often that no table of before is kept."""
    for _ in range(20):
        await answers(home, number, 2)
        await takes_back(home, number, 2)


async def more_time(home: House, number: int) -> None:
    """Seat 3 takes more time."""
    await home.absence.extend_time(number, await home.user(number, 3))


TWO_ARE_ASKED: dict[str, Way] = {
    "seat 2 has answered": seat_answers(2),
    "seat 3 has answered": seat_answers(3),
    "seat 2 cannot make up their mind": to_and_fro,
    "seat 3 has taken more time": more_time,
}


@pytest.mark.parametrize("way", TWO_ARE_ASKED)
async def test_what_those_who_are_asked_do_shows_nowhere(tmp_path: Path, way: str) -> None:
    async with growling(tmp_path / "one.db", 2, 3) as (home, number):
        untouched = await seen(home, number)
        await TWO_ARE_ASKED[way](home, number)
        assert await seen(home, number) == untouched


async def test_neither_who_was_asked_nor_how_often_they_answered_shows_before_and_afterwards(tmp_path: Path) -> None:
    """Seat 2 is asked, or seat 3, or both are; each may have taken back two answers before the one that counts."""
    read = []
    for owing in ((2,), (3,), (2, 3), (3, 2)):
        for times in (0, 2):
            wall = [NOON]
            async with growling(tmp_path / f"{owing} {times}.db", *owing, wall=wall) as (home, number):
                found = [await seen(home, number)]
                for seat in owing:
                    wall[0] = NOON + timedelta(minutes=5 if seat == owing[-1] else 1)
                    await hesitates(home, number, seat, times if seat != owing[-1] else 0)
                    found += [await seen(home, number)] if seat == owing[-1] else []
                assert asked(await home.host.get_running_game(number)) == [WATCHER], "they have a turn now"
                read.append([*found, await home.storage.outbox.list_deliveries(number)])
    assert all(other == read[0] for other in read[1:])
    assert read[0][0] != read[0][1], "that the table goes on is told"


async def hesitates(home: House, number: int, seat: Seat, times: int) -> None:
    """Take this number of answers back before the one that counts."""
    for _ in range(times):
        await answers(home, number, seat)
        await takes_back(home, number, seat)
    await answers(home, number, seat)


async def test_the_last_answer_in_secret_stands(tmp_path: Path) -> None:
    """To take it back would set the table back before everybody's eyes, and tell whose it was."""
    async with growling(tmp_path / "boardroom.db", 2) as (home, number):
        await answers(home, number, 2)
        with pytest.raises(Refusal, match="Nothing to undo"):
            await home.host.undo_for_person(number, await home.user(number, 2))


async def test_when_the_game_is_over_everything_that_was_sealed_is_in_its_record_and_proven(tmp_path: Path) -> None:
    seed = next(str(seed) for seed in range(100) if len(wild_at(str(seed))) > 1)
    async with house(tmp_path / "boardroom.db", seed=seed) as home:
        number = await home.at_first_turn(BEN, CLEO)
        while asked(await home.host.get_running_game(number)):
            running = await home.host.get_running_game(number)
            (seat, *_) = asked(running)
            move = QUIET if running.waits_in_secret else Pick(what="end")
            await home.plays(number, seat, move)
            if move == QUIET and play.can_take_back_answer((await home.table(number)), seat):
                await takes_back(home, number, seat)
                await home.plays(number, seat, move)
        record = await export_game(home.storage, number)
        hidden = [piece.news["kind"] for entry in record.entries for piece in entry.told if piece.to == []]
        assert hidden.count("answer sealed") > 1
        assert "answer taken back" in hidden
        assert verify_export(record, home.host.games).ok
        for entry in record.entries:  # as a version before this one has written it
            for piece in entry.told:
                piece.to = None if piece.to == [] else piece.to
        assert verify_export(record, home.host.games).ok


async def test_a_vote_to_go_back_is_not_off_because_somebody_answers_in_secret(tmp_path: Path) -> None:
    async with growling(tmp_path / "boardroom.db", 2, 3) as (home, number):
        table = await home.table(number)
        table = play.copy(table)
        table.agenda.insert(0, Turn(seat=WATCHER, begun=True))
        await lay_out(home, number, table)
        votes = home.votes
        await home.plays(number, WATCHER, Pick(what="end"))
        await votes.propose(number, await home.user(number, WATCHER), "undo")
        await answers(home, number, 2)
        (vote,) = await home.storage.motions.list_open(number)
        await votes.cast_vote(vote.motion_id, await home.user(number, 2), yes=True)
        said = await votes.cast_vote(vote.motion_id, await home.user(number, 3), yes=True)
        assert "Your vote decided it" in said
        assert asked(await home.host.get_running_game(number)) == [WATCHER]


async def test_all_who_owe_an_answer_in_secret_are_reminded_by_one_call(tmp_path: Path) -> None:
    """Else the number of calls would tell how many they are."""
    for owing in ((2,), (2, 3)):
        wall = [NOON]
        async with growling(tmp_path / f"{owing}.db", *owing, wall=wall) as (home, number):
            running = await home.host.get_running_game(number)
            clock = running.clocks[2]
            assert clock.next_at is not None
            wall[0] = datetime.fromisoformat(clock.next_at)
            ticking = home.clock
            await ticking.tick()
            await ticking.close()
            letters = await home.storage.outbox.list_unsent(number)
            assert [letter.seat for letter in letters if letter.kind == "note"] == list(owing)
            assert [letter.kind for letter in letters if letter.kind != "note"] == ["ask"]


@pytest.mark.parametrize("secret", [False, True])
async def test_nobody_is_called_at_the_end_of_their_quiet_hours_where_the_table_waits_in_secret(
    tmp_path: Path, secret: bool
) -> None:
    """The call would come at just that moment, and tell who is asked."""
    wall = [NOON]
    async with growling(tmp_path / "boardroom.db", 2, 3, wall=wall) as (home, number):
        if not secret:
            table = play.copy(await home.table(number))
            table.agenda = [Turn(seat=2, begun=True), Turn(seat=WATCHER)]
            await lay_out(home, number, table)
            for letter in await home.storage.outbox.list_unsent(number):
                await home.storage.outbox.mark_sent(letter, home.host.format_now(), None)
        asleep = Wishes(zone="Etc/UTC", quiet_from=time(10), quiet_to=time(14))
        for seat in asked(await home.host.get_running_game(number)):
            person = await home.host.people.record_person(await home.user(number, seat), f"Seat {seat}")
            await home.host.people.change_wishes(person, lambda _: asleep)
        assert await called_after(home, number) == [], "it is noon, and they are asleep"
        wall[0] += timedelta(hours=2, minutes=1)
        assert await called_after(home, number) == ([] if secret else ["ask"])


async def called_after(home: House, number: int) -> list[str]:
    """Let the clock look once; return which calls and notes wait to be sent then."""
    clock = home.new_clock()
    await clock.tick()
    await clock.close()
    return [letter.kind for letter in await home.storage.outbox.list_unsent(number)]


async def test_a_deadline_missed_in_secret_is_told_to_who_missed_it_alone(tmp_path: Path) -> None:
    async with growling(tmp_path / "boardroom.db", 2, 3) as (home, number):
        untouched = await seen(home, number)
        running = await home.host.get_running_game(number)
        late = replace(running.clocks[2], due_at=home.host.format_now())
        await home.storage.clocks.set_times(number, 2, running.get_etags()[2], late, (), home.host.format_now())
        home.host.forget_loaded(number)
        await home.absence.handle_timeout(DueQuestion(number, 2, running.get_etags()[2], late))
        assert asked(await home.host.get_running_game(number)) == [3]
        found = await seen(home, number)
        assert [kind for kind, *_ in found.pop("letters")] == ["note"]
        assert untouched.pop("letters") == []
        assert found == untouched
        (note,) = await home.storage.outbox.list_unsent(number)
        assert note.seat == 2
        assert json.loads(note.body)["private"]


async def test_no_bot_takes_a_seat_for_a_deadline_that_was_missed_in_secret(tmp_path: Path) -> None:
    """Everybody would see it; the next answer that all see missed is soon enough."""
    async with growling(tmp_path / "boardroom.db", 2, 3) as (home, number):
        absence = home.absence
        for misses in range(3):
            running = await home.host.get_running_game(number)
            late = replace(running.clocks[2], due_at=home.host.format_now())
            await home.storage.clocks.set_times(number, 2, running.get_etags()[2], late, (), home.host.format_now())
            home.host.forget_loaded(number)
            await absence.handle_timeout(DueQuestion(number, 2, running.get_etags()[2], late))
            seat_row = (await home.host.get_running_game(number)).get_seat_row(2)
            assert (seat_row.misses, seat_row.away) == (misses + 1, False)
            table = play.copy(await home.table(number))
            table.agenda[0] = Growls(begun=True)
            await lay_out(home, number, table)


async def test_undoing_what_nobody_has_heard_of_is_told_to_nobody(tmp_path: Path) -> None:
    async with house(tmp_path / "boardroom.db") as home:
        number = await home.at_first_turn(BEN)
        other = await home.user(number, 2)
        before, record = await home.host.get_history(number, other), await export_game(home.storage, number)
        await home.says(number, 1, "Try the fruit")
        await home.host.undo_for_person(number, await home.user(number, 1))
        assert await home.host.get_history(number, other) == before
        assert await export_game(home.storage, number) == record
        mine = [line.text for line in await home.host.get_history(number, await home.user(number, 1))]
        assert mine[-1] == "You undid your last move."
