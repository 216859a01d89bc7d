"""Somebody asks to be forgotten: nothing of them is left, and their tables go on."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass
from datetime import time
from pathlib import Path

import pytest

from bot.host.errors import Refusal
from bot.host.play.votes import Votes
from bot.host.privacy.erasure import Erasure
from bot.host.table.deadlines import Wishes
from storage.interface.letters import NewLetter
from storage.offline import ask_to_forget
from tests.house import ANN, BEN, CLEO, STRANGER, House, house
from tests.toy import Name


@dataclass
class Office:
    """A house with somebody who forgets people."""

    home: House
    path: Path
    votes: Votes
    erasure: Erasure

    async def meet(self, user_id: int, name: str) -> None:
        """Let somebody be known, with wishes of their own."""
        person = await self.home.host.people.record_person(user_id, name)
        await self.home.host.people.change_wishes(person, lambda _: Wishes(zone="Europe/Paris", quiet_from=time(22)))

    def traces(self, user_id: int, *names: str) -> list[str]:
        """Every place in the database where somebody's number or one of these names stands."""
        found = []
        with closing(sqlite3.connect(self.path)) as rows:
            for (table,) in rows.execute("select name from sqlite_schema where type = 'table'").fetchall():
                for row in rows.execute(f'select * from "{table}"').fetchall():  # noqa: S608
                    for value in row:
                        words = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
                        number = re.search(rf"(?i)(?<![0-9a-f]){user_id}(?![0-9a-f])", words)  # chance writes it, too
                        if number or any(name in words for name in names):
                            found.append(f"{table}: {words}")
        return found


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    path = tmp_path / "boardroom.db"
    async with house(path) as home:
        votes = home.votes
        yield Office(home, path, votes, home.services.erasure)


async def finished(home: House, *guests: int) -> int:
    """A game of Ann and these guests that was played to its end."""
    number = await home.at_first_turn(*guests)
    while (running := await home.host.get_running_game(number)).row.status == "running":
        for seat in running.get_etags():
            if "turn" in running.table.agenda[0].get_title(running.table):
                await home.says(number, seat, "End my turn")
            else:
                await home.says(number, seat, "Keep quiet")
    return number


async def test_nothing_of_them_is_left_anywhere(office: Office) -> None:
    home = office.home
    await office.meet(ANN, "Ann")
    over = await finished(home, BEN)
    running, lobby = await home.at_first_turn(BEN, CLEO), await home.opened(BEN)
    seat = (await home.host.get_running_game(running)).get_own_seat(ANN)
    await home.storage.seats.put_ended_orders(running, seat, "Your order “Ann first” has ended.")
    await home.storage.messages.put(over, f"secrets:1:{ANN}", 5, 6)
    await home.storage.outbox.add(
        over, [NewLetter("vacancy", 1, '{"text":"**Ann** has left"}')], home.host.format_now()
    )
    for letter in await home.storage.outbox.list_unsent(over):
        await home.storage.outbox.record_failure(letter, "no", home.host.format_now(), given_up=True)
    assert len(office.traces(ANN, "Ann")) > 8
    assert await office.erasure.forget(ANN)
    await home.settle()
    assert office.traces(ANN, "Ann") == []
    assert not (await office.erasure.find_traces(ANN)).any
    assert await home.storage.check() == []
    assert (await home.lobby.get_open_table(lobby)).row.opened_by == BEN


async def test_in_a_finished_game_a_former_player_sat_there_and_their_moves_stay(office: Office) -> None:
    number = await finished(office.home, BEN)
    before = [line.text for line in await office.home.host.get_history(number, BEN)]
    seat = (await office.home.host.get_running_game(number)).get_own_seat(ANN)
    await office.erasure.forget(ANN)
    running = await office.home.host.get_running_game(number)
    assert (running.get_seat_row(seat).name, running.get_seat_row(seat).user_id) == (f"Seat {seat}", None)
    assert running.find_seat_of(BEN) is not None
    assert [line.text for line in await office.home.host.get_history(number, BEN)] == before
    assert (await office.home.again().host.get_running_game(number)).seats == running.seats


async def test_at_a_running_table_their_chair_is_empty_and_the_others_play_on(office: Office) -> None:
    home = office.home
    number = await home.at_first_turn(BEN, CLEO)
    seat = (await home.host.get_running_game(number)).get_own_seat(ANN)
    await office.erasure.forget(ANN)
    await home.settle()
    running = await home.host.get_running_game(number)
    assert running.row.status == "running"
    assert (running.get_seat_row(seat).user_id, running.get_seat_row(seat).away) == (None, True)
    letters = await home.storage.outbox.list_unsent(number)
    (words,) = [json.loads(letter.body)["text"] for letter in letters if letter.kind == "vacancy"]
    assert words.startswith(f"The player of seat {seat} has left for good.")
    assert "Ann" not in words


async def test_a_game_with_nobody_else_is_over(office: Office) -> None:
    number = await office.home.started(bots=1)
    await office.erasure.forget(ANN)
    assert (await office.home.host.get_running_game(number)).row.status == "abandoned"


async def test_a_lobby_with_nobody_else_is_closed(office: Office) -> None:
    number = await office.home.opened()
    await office.erasure.forget(ANN)
    saved = await office.home.storage.games.load(number)
    assert saved is not None
    assert saved.game.status == "abandoned"


async def test_their_proposals_are_off(office: Office) -> None:
    number = await office.home.at_first_turn(BEN, CLEO)
    await office.votes.propose(number, ANN, "pause")
    await office.erasure.forget(ANN)
    assert await office.home.storage.motions.list_open(number) == []
    assert (await office.home.host.get_running_game(number)).row.paused_at is None


async def test_a_player_who_has_conceded_is_forgotten_without_looking_for_somebody_else(office: Office) -> None:
    number = await office.home.at_first_turn(BEN, CLEO)
    seat = (await office.home.host.get_running_game(number)).get_own_seat(ANN)
    await office.home.absence.give_up_seat(number, ANN)
    await office.home.settle()
    await office.erasure.forget(ANN)
    seat_row = (await office.home.host.get_running_game(number)).get_seat_row(seat)
    assert (seat_row.user_id, seat_row.conceded, seat_row.away) == (None, True, False)
    assert all(letter.kind != "vacancy" for letter in await office.home.storage.outbox.list_unsent(number))
    assert office.traces(ANN, "Ann") == []


@pytest.mark.parametrize("written_by", ["this version", "an older one"])
async def test_the_seat_of_who_conceded_and_is_forgotten_looks_free_to_nobody(office: Office, written_by: str) -> None:
    home = office.home
    number = await home.at_first_turn(BEN, CLEO)
    seat = (await home.host.get_running_game(number)).get_own_seat(ANN)
    await home.absence.give_up_seat(number, ANN)
    await home.settle()
    await office.erasure.forget(ANN)
    if written_by == "an older one":
        await home.storage.database.write(lambda rows: rows.execute("update seats set away = 1 where user_id is null"))
        home.host.forget_loaded(number)
    assert not (await home.host.get_running_game(number)).get_seat_row(seat).is_free
    with pytest.raises(Refusal, match="They have conceded"):
        await office.votes.take_seat(number, seat, STRANGER, "Stranger")


async def test_forgetting_again_changes_nothing_and_a_new_meeting_is_a_new_person(office: Office) -> None:
    await office.meet(ANN, "Ann")
    stale = await office.home.host.people.record_person(ANN, "Ann")
    assert await office.erasure.forget(ANN)
    assert not await office.erasure.forget(ANN)
    await office.home.host.people.set_dm(stale, "open")
    assert await office.home.storage.people.get(ANN) is None, "who still had them in hand does not bring them back"
    person = await office.home.host.people.record_person(ANN, "Annie")
    assert (person.name, person.dm) == ("Annie", "unasked")
    assert await office.home.host.people.get_wishes(ANN) == Wishes()
    assert await office.home.storage.people.get(ANN) == person


async def test_nobody_else_is_touched(office: Office) -> None:
    await office.meet(BEN, "Ben")
    number = await office.home.at_first_turn(BEN, CLEO)
    seat = (await office.home.host.get_running_game(number)).get_own_seat(BEN)
    before = office.traces(BEN)
    await office.erasure.forget(ANN)
    await office.erasure.forget(1)
    assert (await office.home.host.get_running_game(number)).get_seat_row(seat).name == "Ben"
    assert len(office.traces(BEN)) >= len(before)


async def test_a_seat_that_was_left_is_remembered_until_the_game_is_over(office: Office) -> None:
    number = await office.home.at_first_turn(BEN, CLEO)
    for user_id in (BEN, CLEO):
        seat = (await office.home.host.get_running_game(number)).get_own_seat(user_id)
        await office.votes.free_seat(number, seat, "They have gone.")
        assert await office.home.storage.seats.list_games_left(user_id) == [number]
    assert await office.erasure.forget(BEN)
    assert await office.home.storage.seats.list_games_left(BEN) == [number]
    await office.votes.close_without_result(number, "It is over.")
    for user_id in (BEN, CLEO):
        assert await office.home.storage.seats.list_games_left(user_id) == []
        assert await office.home.storage.seats.find_seat_left(number, user_id) is None


@pytest.mark.parametrize("first", ["they are forgotten", "they leave, and are forgotten", "they concede"])
async def test_nobody_is_forgotten_with_one_hand_to_look_into_another(office: Office, first: str) -> None:
    home = office.home
    number = await home.at_first_turn(BEN, CLEO)
    seat, other = [(await home.host.get_running_game(number)).get_own_seat(user_id) for user_id in (ANN, BEN)]
    if first == "they leave, and are forgotten":
        await office.votes.free_seat(number, seat, f"<seat:{seat}> has gone.")
    if first == "they concede":
        await home.absence.give_up_seat(number, ANN)
    await office.erasure.forget(ANN)
    await office.erasure.forget(ANN)
    await office.votes.free_seat(number, other, "They had to go.")
    fresh = home.again()
    votes = fresh.votes
    with pytest.raises(Refusal, match=f"seat {seat} of this table and know what it holds"):
        await votes.take_seat(number, other, ANN, "Somebody new")
    assert office.traces(ANN, "Ann") == []
    if first != "they concede":
        await votes.take_seat(number, seat, ANN, "Ann")
        assert (await fresh.host.get_running_game(number)).find_seat_of(ANN) == seat
    await votes.take_seat(number, other, STRANGER, "Stranger")


async def test_a_player_who_was_forgotten_may_sit_anywhere_at_another_table(office: Office) -> None:
    number, other = [await office.home.at_first_turn(BEN, CLEO) for _ in range(2)]
    await office.erasure.forget(ANN)
    seat_row = (await office.home.host.get_running_game(other)).get_own_seat(BEN)
    await office.votes.close_without_result(number, "It is over.")
    again = await office.home.lobby.reopen_like(number, ANN, "Ann")
    assert (await office.home.lobby.get_open_table(again)).has(ANN)
    third = await office.home.at_first_turn(BEN, CLEO)
    await office.votes.free_seat(third, seat_row, "They had to go.")
    with pytest.raises(Refusal, match="already have a seat at this table"):
        await office.votes.take_seat(third, seat_row, ANN, "Ann")


async def test_the_logs_of_others_stay_as_they_were_and_name_a_seat_instead(office: Office) -> None:
    home = office.home
    number, other = [await home.at_first_turn(BEN, CLEO) for _ in range(2)]
    of_ann, of_ben = [(await home.host.get_running_game(number)).get_own_seat(user_id) for user_id in (ANN, BEN)]
    for seat in (of_ann, of_ben):
        await office.votes.free_seat(number, seat, f"<seat:{seat}> is not in this server any more.")
    await office.votes.free_seat(other, (await home.host.get_running_game(other)).get_own_seat(BEN), "Ben had to go.")
    words = json.dumps({"text": f"<@{ANN}>, a server manager, has stopped the clocks: a feast."})
    await home.storage.outbox.add(other, [NewLetter("notice", body=words)], home.host.format_now())
    await home.settle()
    for table in (number, other):
        await home.storage.outbox.mark_expired(
            await home.storage.outbox.list_unsent(table), "read", home.host.format_now()
        )
    before = {table: await home.storage.outbox.list_notices(table) for table in (number, other)}
    await office.erasure.forget(ANN)
    told = await home.storage.outbox.list_notices(number)
    assert told == [(revision, words.replace("**Ann**", f"**Seat {of_ann}**")) for revision, words in before[number]]
    assert any("**Ben** is not in this server" in words for _, words in told)
    after = await home.storage.outbox.list_notices(other)
    assert after[: len(before[other])] == [
        (revision, words.replace(f"<@{ANN}>", "somebody")) for revision, words in before[other]
    ]
    assert office.traces(ANN, "Ann") == []


async def test_a_running_program_forgets_whom_the_operator_asks_it_to(office: Office) -> None:
    home = office.home
    await office.meet(ANN, "Ann")
    number = await home.at_first_turn(BEN)
    in_hand = await home.host.people.record_person(ANN, "Ann")
    clock = home.clock
    assert ask_to_forget(office.path, ANN)
    assert not ask_to_forget(office.path, STRANGER)
    await clock.tick()
    await home.host.people.set_dm(in_hand, "open")
    await clock.close()
    assert (await home.host.get_running_game(number)).find_seat_of(ANN) is None
    assert office.traces(ANN, "Ann") == []
    assert not ask_to_forget(office.path, ANN)


# -- people's own data -------------------------------------------------------------------------------


async def test_what_is_kept_can_be_read(office: Office) -> None:
    home = office.home
    await office.meet(ANN, "Ann")
    over, lobby = await finished(home, BEN), await home.opened(BEN)
    number = await home.started(BEN)
    seat = (await home.host.get_running_game(number)).get_own_seat(ANN)
    await home.storage.seats.put_order(number, seat, "price", Name(price=7).model_dump_json(), home.host.format_now())
    await home.storage.read_marks.record_look(number, ANN, 1)
    kept = json.loads(json.dumps(await home.storage.privacy.collect_data(ANN)))
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
    assert [order["body"] for order in tables[number]["standing_orders"]] == [{"kind": "name", "price": 7}]
    assert tables[number]["asked"][0]["due_at"] is not None
    assert tables[lobby]["opened_by_you"]
    assert tables[over]["place"] in (1, 2)
    assert await home.storage.privacy.collect_data(CLEO) == {
        "user_id": str(CLEO),
        "person": None,
        "tables": [],
        "seats_left": [],
        "games_you_want": [],
        "standing_orders_set_aside": [],
        "recognised_until_the_end_at": [],
        "recognised_until_the_end_of_seasons": [],
        "named_in": [],
        "webhooks": [],
        "tables_open_as_pages": [],
        "unused_links_to_pages": [],
        "warnings_remembered": [],
        "roles_given_on_discord": [],
        "notes_to_yourself": [],
        "tables_you_follow": [],
        "sign_ups_to_approve": [],
        "leagues": [],
        "seasons_that_name_you_no_more": [],
        "wishes_for_all_seasons": [],
        "leagues_you_run": [],
        "decided_or_named_in_leagues": [],
    }


async def test_ones_moves_votes_misses_and_letters_are_in_it_and_nobody_elses(office: Office) -> None:
    home = office.home
    number = await home.at_first_turn(BEN, CLEO)
    running = await home.host.get_running_game(number)
    of_ann, of_ben = running.get_own_seat(ANN), running.get_own_seat(BEN)
    await office.votes.propose(number, BEN, "pause")
    (motion,) = await home.storage.motions.list_open(number)
    await office.votes.cast_vote(motion.motion_id, ANN, yes=False)
    await home.storage.outbox.add(
        number,
        [NewLetter("note", seat, json.dumps({"text": f"for seat {seat}"})) for seat in (of_ann, of_ben)],
        home.host.format_now(),
    )
    await home.storage.seats.put_order(number, of_ben, "price", Name(price=9).model_dump_json(), home.host.format_now())
    (table,) = json.loads(json.dumps(await home.storage.privacy.collect_data(ANN)))["tables"]
    assert [(move["kind"], move["move"]["price"], move["made_at"]) for move in table["moves"]] == [
        ("move", of_ann, home.host.format_now())
    ]
    assert [(vote["kind"], vote["proposed_by_you"], vote["your_vote"]) for vote in table["votes"]] == [("pause", 0, 0)]
    assert (table["misses"], table["extensions"]) == (0, 0)
    assert "for seat" not in json.dumps(table).replace(f"for seat {of_ann}", "")
    assert [letter["text"] for letter in table["letters"] if letter["kind"] == "note"] == [f"for seat {of_ann}"]
    assert table["standing_orders"] == []
    assert not [name for name in ("Ben", "Cleo", str(BEN), str(CLEO)) if name in json.dumps(table)]


async def test_a_player_who_had_a_seat_before_and_who_has_it_now_read_their_own_moves_alone(office: Office) -> None:
    home = office.home
    number = await home.at_first_turn(BEN, CLEO)
    seat = (await home.host.get_running_game(number)).get_own_seat(ANN)
    await office.votes.free_seat(number, seat, f"<seat:{seat}> had to go.")
    await home.settle()
    await office.votes.take_seat(number, seat, STRANGER, "Stranger")
    ann, stranger = [json.loads(json.dumps(await home.storage.privacy.collect_data(who))) for who in (ANN, STRANGER)]
    (left,) = ann["seats_left"]
    assert (left["table"], left["seat"], [move["move"]["price"] for move in left["moves"]]) == (number, seat, [seat])
    assert "**Ann** had to go" in left["told"]
    assert ann["recognised_until_the_end_at"] == [number]
    (table,) = stranger["tables"]
    assert table["moves"] == []
    assert "Ann" not in json.dumps(stranger)


async def test_what_one_may_read_of_oneself_does_not_tell_how_many_others_have_answered(office: Office) -> None:
    """Ann has named her price in secret; the others do so one after the other."""
    home = office.home
    number = await home.started(BEN, CLEO)
    seats = {user_id: (await home.host.get_running_game(number)).get_own_seat(user_id) for user_id in (ANN, BEN, CLEO)}
    await home.plays(number, seats[ANN], Name(price=3))
    before = await home.storage.privacy.collect_data(ANN)
    await home.plays(number, seats[BEN], Name(price=4))
    assert await home.storage.privacy.collect_data(ANN) == before
