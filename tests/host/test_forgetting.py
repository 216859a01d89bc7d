"""Somebody asks to be forgotten: nothing of them is left, and their tables go on."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass
from datetime import time
from pathlib import Path

import pytest

from bot.host.absence import Absence
from bot.host.errors import Refusal
from bot.host.forgetting import Forgetting
from bot.host.motions import Motions
from bot.host.timekeeping import Wishes
from storage.interface import NewLetter
from tests.house import ANN, BEN, CLEO, STRANGER, House, house
from tests.toy import Name


@dataclass
class Office:
    """A house with somebody who forgets people."""

    home: House
    path: Path
    motions: Motions
    forgetting: Forgetting

    async def meet(self, user_id: int, name: str) -> None:
        """Let somebody be known, with wishes of their own."""
        person = await self.home.host.people.met(user_id, name)
        await self.home.host.people.set_wishes(person, Wishes(zone="Europe/Paris", quiet_from=time(22)))

    def traces(self, user_id: int, *names: str) -> list[str]:
        """Every place in the database where somebody's number or one of these names stands."""
        found = []
        with closing(sqlite3.connect(self.path)) as rows:
            for (table,) in rows.execute("select name from sqlite_schema where type = 'table'").fetchall():
                for row in rows.execute(f'select * from "{table}"').fetchall():  # noqa: S608
                    for value in row:
                        words = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
                        if value == user_id or str(user_id) in words or any(name in words for name in names):
                            found.append(f"{table}: {words}")
        return found


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    path = tmp_path / "boardroom.db"
    async with house(path) as home:
        motions = Motions(home.host, Absence(home.host))
        yield Office(home, path, motions, Forgetting(home.host, home.lobby, motions))


async def finished(home: House, *guests: int) -> int:
    """A game of Ann and these guests that was played to its end."""
    number = await home.at_first_turn(*guests)
    while (running := await home.host.running(number)).row.status == "running":
        for seat in running.asks():
            if "turn" in running.table.agenda[0].title(running.table):
                await home.says(number, seat, "End my turn")
            else:
                await home.says(number, seat, "Keep quiet")
    return number


async def test_nothing_of_them_is_left_anywhere(office: Office) -> None:
    home = office.home
    await office.meet(ANN, "Ann")
    over = await finished(home, BEN)
    running, lobby = await home.at_first_turn(BEN, CLEO), await home.opened(BEN)
    seat = (await home.host.running(running)).must_seat(ANN)
    await home.storage.put_note(f"orders ended:{running}:{seat}", "Your order “Ann first” has ended.")
    await home.storage.put_message(over, f"secrets:1:{ANN}", 5, 6)
    await home.storage.add_letters(over, [NewLetter("vacancy", 1, '{"text":"**Ann** has left"}')], home.host.now_text())
    for letter in await home.storage.waiting_letters(over):
        await home.storage.letter_failed(letter, "no", home.host.now_text(), given_up=True)
    assert len(office.traces(ANN, "Ann")) > 8
    assert await office.forgetting.forget(ANN)
    await home.host.settle()
    assert office.traces(ANN, "Ann") == []
    assert not (await office.forgetting.traces(ANN)).any
    assert await home.storage.check() == []
    assert (await home.lobby.table(lobby)).row.opened_by == BEN


async def test_in_a_finished_game_a_former_player_sat_there_and_their_moves_stay(office: Office) -> None:
    number = await finished(office.home, BEN)
    before = [line.text for line in await office.home.host.log(number, BEN)]
    seat = (await office.home.host.running(number)).must_seat(ANN)
    await office.forgetting.forget(ANN)
    running = await office.home.host.running(number)
    assert (running.chair(seat).name, running.chair(seat).user_id) == ("a former player", None)
    assert running.seat_of(BEN) is not None
    assert [line.text for line in await office.home.host.log(number, BEN)] == before
    assert (await office.home.again().host.running(number)).seats == running.seats


async def test_at_a_running_table_their_chair_is_empty_and_the_others_play_on(office: Office) -> None:
    home = office.home
    number = await home.at_first_turn(BEN, CLEO)
    seat = (await home.host.running(number)).must_seat(ANN)
    await office.forgetting.forget(ANN)
    await home.host.settle()
    running = await home.host.running(number)
    assert running.row.status == "running"
    assert (running.chair(seat).user_id, running.chair(seat).away) == (None, True)
    letters = await home.storage.waiting_letters(number)
    (words,) = [json.loads(letter.body)["text"] for letter in letters if letter.kind == "vacancy"]
    assert words.startswith(f"The player of seat {seat} has left for good.")
    assert "Ann" not in words


async def test_a_game_with_nobody_else_is_over(office: Office) -> None:
    number = await office.home.started(bots=1)
    await office.forgetting.forget(ANN)
    assert (await office.home.host.running(number)).row.status == "abandoned"


async def test_a_lobby_with_nobody_else_is_closed(office: Office) -> None:
    number = await office.home.opened()
    await office.forgetting.forget(ANN)
    saved = await office.home.storage.saved(number)
    assert saved is not None
    assert saved.game.status == "abandoned"


async def test_their_proposals_are_off(office: Office) -> None:
    number = await office.home.at_first_turn(BEN, CLEO)
    await office.motions.propose(number, ANN, "pause")
    await office.forgetting.forget(ANN)
    assert await office.home.storage.open_motions(number) == []
    assert (await office.home.host.running(number)).row.paused_at is None


async def test_who_has_conceded_is_forgotten_without_looking_for_somebody_else(office: Office) -> None:
    number = await office.home.at_first_turn(BEN, CLEO)
    seat = (await office.home.host.running(number)).must_seat(ANN)
    await office.home.host.concede(number, ANN)
    await office.home.host.settle()
    await office.forgetting.forget(ANN)
    chair = (await office.home.host.running(number)).chair(seat)
    assert (chair.user_id, chair.conceded, chair.away) == (None, True, False)
    assert all(letter.kind != "vacancy" for letter in await office.home.storage.waiting_letters(number))
    assert office.traces(ANN, "Ann") == []


@pytest.mark.parametrize("written_by", ["this version", "an older one"])
async def test_the_seat_of_who_conceded_and_is_forgotten_looks_free_to_nobody(office: Office, written_by: str) -> None:
    home = office.home
    number = await home.at_first_turn(BEN, CLEO)
    seat = (await home.host.running(number)).must_seat(ANN)
    await home.host.concede(number, ANN)
    await home.host.settle()
    await office.forgetting.forget(ANN)
    if written_by == "an older one":
        await home.storage.database.write(lambda rows: rows.execute("update seats set away = 1 where user_id is null"))
        home.host.forget_loaded(number)
    assert not (await home.host.running(number)).chair(seat).is_free
    with pytest.raises(Refusal, match="given up this game"):
        await office.motions.take(number, seat, STRANGER, "Stranger")


async def test_forgetting_again_changes_nothing_and_a_new_meeting_is_a_new_person(office: Office) -> None:
    await office.meet(ANN, "Ann")
    stale = await office.home.host.people.met(ANN, "Ann")
    assert await office.forgetting.forget(ANN)
    assert not await office.forgetting.forget(ANN)
    await office.home.host.people.set_dm(stale, "open")
    assert await office.home.storage.person(ANN) is None, "who still had them in hand does not bring them back"
    person = await office.home.host.people.met(ANN, "Annie")
    assert (person.name, person.dm) == ("Annie", "unasked")
    assert await office.home.host.people.wishes(ANN) == Wishes()
    assert await office.home.storage.person(ANN) == person


async def test_nobody_else_is_touched(office: Office) -> None:
    await office.meet(BEN, "Ben")
    number = await office.home.at_first_turn(BEN, CLEO)
    seat = (await office.home.host.running(number)).must_seat(BEN)
    before = office.traces(BEN)
    await office.forgetting.forget(ANN)
    await office.forgetting.forget(1)
    assert (await office.home.host.running(number)).chair(seat).name == "Ben"
    assert len(office.traces(BEN)) >= len(before)


async def test_a_seat_that_was_left_is_remembered_until_the_game_is_over(office: Office) -> None:
    number = await office.home.at_first_turn(BEN, CLEO)
    for user_id in (BEN, CLEO):
        seat = (await office.home.host.running(number)).must_seat(user_id)
        await office.motions.vacate(number, seat, "They have gone.")
        assert (await office.forgetting.data(user_id))["tables_left"] == [number]
    assert await office.forgetting.forget(BEN)
    assert (await office.forgetting.data(BEN))["tables_left"] == []
    await office.motions.abandon(number, "It is over.")
    assert (await office.forgetting.data(CLEO))["tables_left"] == []


async def test_what_is_kept_can_be_read(office: Office) -> None:
    home = office.home
    await office.meet(ANN, "Ann")
    over, lobby = await finished(home, BEN), await home.opened(BEN)
    number = await home.started(BEN)
    seat = (await home.host.running(number)).must_seat(ANN)
    await home.storage.put_order(number, seat, "price", Name(price=7).model_dump_json(), home.host.now_text())
    kept = json.loads(json.dumps(await office.forgetting.data(ANN)))
    assert kept["user_id"] == str(ANN)
    assert kept["person"]["name"] == "Ann"
    assert kept["person"]["wishes"]["zone"] == "Europe/Paris"
    tables = {table["table"]: table for table in kept["tables"]}
    assert {number: table["status"] for number, table in tables.items()} == {
        over: "finished",
        lobby: "open",
        number: "running",
    }
    assert tables[number]["seat"] == seat
    assert tables[number]["standing_orders"] == [{"kind": "name", "price": 7}]
    assert tables[lobby]["opened_by_you"]
    assert await office.forgetting.data(CLEO) == {
        "user_id": str(CLEO),
        "person": None,
        "tables": [],
        "tables_left": [],
        "last_looks": [],
    }
