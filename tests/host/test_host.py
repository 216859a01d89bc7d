"""The host saves moves from presses, and handles late, repeated, simultaneous and unauthorised ones."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from bot.engine import play
from bot.engine.questions import BadAnswer
from bot.engine.records import Seat
from bot.host import host as host_module
from bot.host.errors import Fault, GameOver, NotYours, Refusal
from bot.host.table.panel_context import PanelContext
from storage.interface.errors import StoreFailed
from storage.interface.shards import ALL_SHARDS
from tests.any_question import picks_of
from tests.house import ANN, BEN, CLEO, STRANGER, House, answer, asked, house
from tests.toy import TOY, WILD, Gather, Name, Pick, ToyBox, ToyTable, choose, view


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "boardroom.db"


@pytest.fixture
async def home(path: Path) -> AsyncIterator[House]:
    async with house(path) as opened:
        yield opened


async def unchanged(home: House, number: int, revision: int) -> bool:
    """Whether nothing was saved, and a program that starts now sees the same table."""
    fresh = home.again()
    return await home.revision(number) == revision and await fresh.table(number) == await home.table(number)


# -- pressing ----------------------------------------------------------------------------------------


async def test_a_press_is_saved_and_shows_what_follows(home: House) -> None:
    number = await home.at_first_turn(BEN)
    before = await home.revision(number)
    after = await home.says(number, 1, "Poke <seat:2>")
    assert after.note == "You poke <seat:2>."
    assert after.question is None
    assert await home.revision(number) == before + 1
    assert play.list_asked_seats(await home.again().table(number)) == [2], "also after a restart"


async def test_a_double_press_moves_once_and_shows_the_present_question(home: House) -> None:
    number = await home.at_first_turn(BEN)
    user, context = await home.user(number, 1), await home.desk(number, 1)
    assert context.question is not None
    assert context.etag is not None
    picks = picks_of(context.question, Pick(what="fruit"))
    await home.host.answer_question(number, user, context.etag, picks)
    revision = await home.revision(number)
    second = await home.host.answer_question(number, user, context.etag, picks)
    assert second.note == "That decision has changed since you opened it; nothing was sent. Your decision now:"
    assert second.question is not None
    assert second.question.prompt == "Which fruit?"
    assert await unchanged(home, number, revision)


async def test_a_press_on_a_question_that_is_answered_says_so(home: House) -> None:
    number = await home.at_first_turn(BEN)
    user, context = await home.user(number, 1), await home.desk(number, 1)
    assert context.question is not None
    assert context.etag is not None
    picks = picks_of(context.question, Pick(what="end"))
    await home.host.answer_question(number, user, context.etag, picks)
    late = await home.host.answer_question(number, user, context.etag, picks)
    assert late.note == "That is already decided. Nothing to do right now."
    assert late.question is None


async def test_presses_from_two_devices_at_once_move_once(home: House) -> None:
    number = await home.at_first_turn(BEN)
    user, context = await home.user(number, 1), await home.desk(number, 1)
    assert context.question is not None
    assert context.etag is not None
    revision = await home.revision(number)
    ways = [Pick(what="poke 2"), Pick(what="end"), Pick(what="poke 2")]
    await asyncio.gather(
        *(home.host.answer_question(number, user, context.etag, picks_of(context.question, way)) for way in ways)
    )
    assert await home.revision(number) == revision + 1
    assert play.list_asked_seats(await home.table(number)) == [2]


async def test_everybody_seals_at_once_and_nobody_is_in_the_way(home: House) -> None:
    number = await home.started(BEN, CLEO)
    desks = {seat: await home.desk(number, seat) for seat in (1, 2, 3)}
    users = {seat: await home.user(number, seat) for seat in desks}
    await asyncio.gather(
        *(
            home.host.answer_question(number, users[seat], str(context.etag), [str(seat)])
            for seat, context in desks.items()
        )
    )
    assert asked(await home.host.get_running_game(number)) == [1]
    assert (await home.table(number)).coins == {1: 0, 2: 0, 3: 1}


async def test_the_same_price_twice_in_a_row_needs_two_questions(home: House) -> None:
    """A question asked again has another name, so an old button does not answer the new one."""
    number = await home.at_first_turn(BEN)
    first = await home.desk(number, 1)
    for what in ("Try the fruit", "Pear"):
        await home.says(number, 1, what)
    again = await home.desk(number, 1)
    assert again.question == first.question
    assert again.etag != first.etag
    late = await home.host.answer_question(number, await home.user(number, 1), str(first.etag), ["0"])
    assert late.note.startswith("That decision has changed")


async def test_a_button_of_a_move_that_was_undone_does_not_answer_the_next_one(home: House) -> None:
    """Though the same can be answered, and the asked player has not moved in between."""
    number = await home.at_first_turn(BEN, CLEO)
    await home.says(number, 1, "Poke <seat:3>")
    undone = await home.desk(number, 3)
    before, _ = await home.storage.games.list_last_entries(number, 2, states=True)
    async with home.host.lock_game(number):  # as the table has agreed
        await home.host.go_back(await home.host.get_running_game(number), 1, before)
    await home.says(number, 1, "End my turn")
    await home.says(number, 2, "Poke <seat:3>")
    late = await home.host.answer_question(number, await home.user(number, 3), str(undone.etag), ["0"])
    assert late.note.startswith("That decision has changed")
    assert late.question is not None
    assert play.list_asked_seats(await home.table(number)) == [3]


async def test_a_button_from_before_an_update_is_politely_stale_and_its_question_stays_open(home: House) -> None:
    """An older program named questions after their words; its names are in the database and on the messages."""
    number = await home.at_first_turn(BEN)
    user, context = await home.user(number, 1), await home.desk(number, 1)
    assert context.question is not None
    former = sha256(f"1:{context.question!r}".encode()).hexdigest()[:10]
    await home.storage.database.write(lambda rows: rows.execute("update asks set etag = ?", (former,)))
    home.host.forget_loaded(number)
    revision = await home.revision(number)
    late = await home.host.answer_question(number, user, former, ["0"])
    assert late.note.startswith("That decision has changed")
    assert (late.question, await home.revision(number)) == (context.question, revision)
    after = await home.host.answer_question(number, user, str(late.etag), picks_of(context.question, Pick(what="end")))
    assert after.seen.asked == (2,)


@pytest.mark.parametrize("what", ["press", "answer", "undo", "concede"])
async def test_a_stranger_can_do_nothing(home: House, what: str) -> None:
    number = await home.at_first_turn(BEN)
    revision, etag = await home.revision(number), str((await home.desk(number, 1)).etag)
    with pytest.raises(NotYours, match=r"You are not playing at this table.*/game new"):
        await attempt(home, what, number, STRANGER, etag)
    assert await unchanged(home, number, revision)


async def attempt(home: House, what: str, number: int, user: int, etag: str) -> PanelContext:
    match what:
        case "press":
            return await home.host.answer_question(number, user, etag, ["0"])
        case "answer":
            return await answer(home.host, number, user, ["0"])
        case "undo":
            return await home.host.undo_for_person(number, user)
    return await home.absence.give_up_seat(number, user)


async def test_a_stranger_may_watch_but_is_asked_nothing(home: House) -> None:
    number = await home.at_first_turn(BEN)
    context = await home.host.build_panel(number, STRANGER)
    assert (context.seat, context.question, context.etag, list(context.news)) == (None, None, None, [])


async def test_another_seats_button_answers_nothing(home: House) -> None:
    number = await home.at_first_turn(BEN)
    revision, etag = await home.revision(number), str((await home.desk(number, 1)).etag)
    context = await home.host.answer_question(number, await home.user(number, 2), etag, ["0"])
    assert context.question is None
    assert "Nothing to do right now" in context.note
    assert await unchanged(home, number, revision)


async def test_an_answer_of_several_picks_counts(home: House) -> None:
    number = await home.at_first_turn(BEN)
    user = await home.user(number, 1)
    question = (await home.desk(number, 1)).question
    assert question is not None
    await answer(home.host, number, user, picks_of(question, Pick(what="basket")))
    after = await answer(home.host, number, user, ["3", "29"])
    assert after.note == "You try the basket."


@pytest.mark.parametrize("picks", [[], ["-1"], ["99"], ["0", "0"], ["²"], ["g0"], ["draw"]])
async def test_an_answer_that_cannot_be_read_changes_nothing(home: House, picks: list[str]) -> None:
    number = await home.at_first_turn(BEN)
    revision, context = await home.revision(number), await home.desk(number, 1)
    with pytest.raises(BadAnswer):
        await home.host.answer_question(number, await home.user(number, 1), str(context.etag), picks)
    assert await unchanged(home, number, revision)
    assert (await home.desk(number, 1)).etag == context.etag, "the same buttons still work"


@pytest.mark.parametrize("what", ["press", "answer", "undo", "concede"])
async def test_a_finished_game_cannot_be_changed_but_looked_at(home: House, what: str) -> None:
    number = await home.at_first_turn(BEN)
    etag = str((await home.desk(number, 1)).etag)
    await home.absence.give_up_seat(number, BEN)
    revision = await home.revision(number)
    for program in (home, home.again()):
        with pytest.raises(GameOver, match=r"This game is over.*/table log"):
            await attempt(program, what, number, ANN, etag)
        context = await program.host.build_panel(number, ANN)
        assert context.question is None
        assert not context.can_take_back
    assert await unchanged(home, number, revision)


@pytest.mark.parametrize("number", [0, -1, 77, 10**15])
async def test_a_table_that_does_not_exist_is_refused_with_a_way_on(home: House, number: int) -> None:
    with pytest.raises(Refusal, match=r"no longer exists.*/game list"):
        await home.host.build_panel(number, ANN)


async def test_a_table_that_has_not_begun_is_refused_with_a_way_on(home: House) -> None:
    number = await home.opened(BEN)
    with pytest.raises(Refusal, match="has not started yet"):
        await home.host.answer_question(number, ANN, "0123456789", ["0"])


async def test_a_table_that_was_closed_before_its_game_is_over(home: House) -> None:
    number = await home.opened(BEN)
    await home.lobby.close_table(number, ANN)
    with pytest.raises(GameOver, match="closed before its game began"):
        await home.host.build_panel(number, ANN)


async def test_a_game_this_program_does_not_know_is_refused_with_a_sentence(path: Path) -> None:
    async with house(path) as home:
        number = await home.at_first_turn(BEN)
    async with house(path, games={"other": replace(TOY, key="other")}) as later:
        with pytest.raises(Refusal, match="Nothing is lost: the table stands still"):
            await later.host.build_panel(number, ANN)


# -- undoing -----------------------------------------------------------------------------------------

NOTHING_TO_UNDO = "Nothing to undo"


async def undoes(home: House, number: int, seat: Seat) -> PanelContext:
    return await home.host.undo_for_person(number, await home.user(number, seat))


async def test_ones_own_last_move_can_be_undone(home: House) -> None:
    number = await home.at_first_turn(BEN)
    before = await home.table(number)
    await home.says(number, 1, "Try the basket")
    after = await undoes(home, number, 1)
    assert after.note == "Your last move is undone."
    assert after.question is not None
    assert after.question.prompt.startswith("What do you do")
    assert await home.table(number) == before
    assert await home.again().table(number) == before


async def test_several_moves_can_be_undone_one_by_one_back_to_the_fence(home: House) -> None:
    number = await home.at_first_turn(BEN)
    tables = [await home.table(number)]
    for label in ("Try the fruit", "Pear", "Try the basket"):
        await home.says(number, 1, label)
        tables.append(await home.table(number))
    await home.plays(number, 1, Gather(things=["egg4"]))
    while tables:
        await undoes(home, number, 1)
        assert await home.table(number) == tables.pop()
    with pytest.raises(Refusal, match=NOTHING_TO_UNDO):
        await undoes(home, number, 1)


async def test_after_undoing_one_may_go_another_way_and_undo_that_too(home: House) -> None:
    number = await home.at_first_turn(BEN)
    start = await home.table(number)
    await home.says(number, 1, "Try the fruit")
    fruit = await home.table(number)
    await home.says(number, 1, "Pear")
    await undoes(home, number, 1)
    await home.says(number, 1, "Plum")
    await undoes(home, number, 1)
    assert await home.table(number) == fruit
    await undoes(home, number, 1)
    await home.says(number, 1, "Try the street")
    await undoes(home, number, 1)
    assert await home.table(number) == start
    with pytest.raises(Refusal, match=NOTHING_TO_UNDO):
        await undoes(home, number, 1)


async def test_a_drawn_card_cannot_be_put_back(home: House) -> None:
    number = await home.at_first_turn(BEN)
    await home.says(number, 1, "Draw an animal")
    revision = await home.revision(number)
    with pytest.raises(Refusal, match=r"until someone else moves, a card is drawn or something hidden is revealed"):
        await undoes(home, number, 1)
    assert await unchanged(home, number, revision)


async def test_moves_after_a_drawn_card_can_be_undone_but_no_further(home: House) -> None:
    number = await home.at_first_turn(BEN)
    await home.says(number, 1, "Draw an animal")
    drawn = await home.table(number)
    await home.says(number, 1, "Try the fruit")
    await undoes(home, number, 1)
    assert await home.table(number) == drawn
    with pytest.raises(Refusal, match=NOTHING_TO_UNDO):
        await undoes(home, number, 1)


async def test_nothing_can_be_undone_after_somebody_else_has_moved(home: House) -> None:
    number = await home.at_first_turn(BEN)
    await home.says(number, 1, "Poke <seat:2>")
    await home.says(number, 2, "Laugh")
    with pytest.raises(Refusal, match=NOTHING_TO_UNDO):
        await undoes(home, number, 1)
    await undoes(home, number, 2)
    assert play.list_asked_seats(await home.table(number)) == [2]
    await undoes(home, number, 1)
    assert play.list_asked_seats(await home.table(number)) == [1], "once the other has undone, nobody has moved since"


async def test_somebody_elses_move_cannot_be_undone(home: House) -> None:
    number = await home.at_first_turn(BEN)
    await home.says(number, 1, "Try the fruit")
    with pytest.raises(Refusal, match=NOTHING_TO_UNDO):
        await undoes(home, number, 2)


async def test_a_shown_secret_cannot_be_hidden_again(home: House) -> None:
    number = await home.at_first_turn(BEN)
    for seat in (1, 2):
        with pytest.raises(Refusal, match=NOTHING_TO_UNDO):
            await undoes(home, number, seat)


async def test_a_sealed_answer_is_taken_back_until_everybody_has_answered(home: House) -> None:
    number = await home.started(BEN, CLEO)
    sealed = await home.plays(number, 1, Name(price=7))
    assert sealed.note.startswith("Your answer is sealed.")
    assert sealed.can_take_back
    await home.plays(number, 2, Name(price=8))
    back = await undoes(home, number, 1)
    assert back.note == "You took back your secret answer. Nobody saw it."
    assert play.list_asked_seats(await home.again().table(number)) == [1, 3]
    await home.plays(number, 1, Name(price=9))
    await home.plays(number, 3, Name(price=1))
    assert (await home.table(number)).coins == {1: 1, 2: 0, 3: 0}
    with pytest.raises(Refusal, match=NOTHING_TO_UNDO):
        await undoes(home, number, 3)


async def test_a_button_from_before_an_undo_is_stale(home: House) -> None:
    number = await home.at_first_turn(BEN)
    await home.says(number, 1, "Try the fruit")
    fruit = await home.desk(number, 1)
    await undoes(home, number, 1)
    await home.says(number, 1, "Try the fruit")
    late = await home.host.answer_question(number, await home.user(number, 1), str(fruit.etag), ["0"])
    assert late.note.startswith("That decision has changed")
    assert (await home.table(number)).coins[1] == 0


async def test_a_double_press_on_undo_goes_back_at_most_as_far_as_pressed(home: House) -> None:
    number = await home.at_first_turn(BEN)
    start = await home.table(number)
    await home.says(number, 1, "Try the fruit")
    results = await asyncio.gather(
        undoes(home, number, 1), undoes(home, number, 1), undoes(home, number, 1), return_exceptions=True
    )
    assert sum(isinstance(result, Refusal) for result in results) == 2
    assert await home.table(number) == start


async def test_undoing_does_not_bring_back_a_conceded_seat(home: House) -> None:
    number = await home.at_first_turn(BEN, CLEO)
    await home.says(number, 1, "Try the fruit")
    await home.absence.give_up_seat(number, await home.user(number, 3))
    await home.settle()
    with pytest.raises(Refusal, match=NOTHING_TO_UNDO):
        await undoes(home, number, 1)
    assert (await home.host.get_running_game(number)).get_seat_row(3).conceded


# -- coming back -------------------------------------------------------------------------------------


async def test_a_player_who_comes_back_reads_what_happened_to_them_first(home: House) -> None:
    number = await home.at_first_turn(BEN, CLEO)
    for label in ("Try the fruit", "Pear", "Poke <seat:3>"):
        await home.says(number, 1, label)
    news = (await home.desk(number, 3)).news
    assert news[0] == "<seat:1> pokes you."
    assert "<seat:1> tries the fruit." in news[1:]


async def test_a_player_who_comes_back_reads_only_what_is_new(home: House) -> None:
    number = await home.at_first_turn(BEN)
    await home.says(number, 1, "Poke <seat:2>")
    await home.says(number, 2, "Poke back")
    await home.says(number, 1, "Cry")
    assert list((await home.desk(number, 2)).news) == ["<seat:1>: cry."]
    assert list((await home.desk(number, 1)).news) == []


async def test_a_player_who_has_not_moved_yet_reads_from_the_beginning(home: House) -> None:
    number = await home.started(BEN)
    for seat in (1, 2):
        animal = (await home.table(number)).hands[seat][0]
        assert list((await home.desk(number, seat)).news) == [f"You draw the {animal}."]


async def test_digests_and_countings_are_left_to_the_log(home: House) -> None:
    number = await home.started(BEN)
    await home.plays(number, 1, Name(price=1))
    assert not any("digest" in line or "SHA" in line for line in (await home.desk(number, 2)).news)
    history = " ".join(line.text for line in await home.host.get_history(number, ANN))
    assert "SHA" in history


async def test_nobody_reads_what_only_somebody_else_was_told(home: House) -> None:
    number = await home.at_first_turn(BEN)
    await home.says(number, 1, "Draw an animal")
    table = await home.table(number)
    drawn = table.hands[1][-1]
    assert not any(drawn in line for line in (await home.desk(number, 2)).news)
    other, own, watching = [
        " ".join(line.text for line in await home.host.get_history(number, user))
        for user in (await home.user(number, 2), await home.user(number, 1), STRANGER)
    ]
    assert drawn in own
    assert drawn not in other
    assert not any(animal in watching for hand in table.hands.values() for animal in hand)


async def test_what_was_undone_is_not_told_as_if_it_had_happened(home: House) -> None:
    number = await home.at_first_turn(BEN)
    await home.says(number, 1, "Poke <seat:2>")
    await undoes(home, number, 1)
    assert "<seat:1> pokes you." not in (await home.desk(number, 2)).news
    await home.says(number, 1, "Poke <seat:2>")
    assert list((await home.desk(number, 2)).news).count("<seat:1> pokes you.") == 1


async def test_the_log_keeps_what_was_undone_and_marks_it(home: House) -> None:
    number = await home.at_first_turn(BEN)
    await home.says(number, 1, "Poke <seat:2>")
    await undoes(home, number, 1)
    await home.says(number, 1, "Poke <seat:2>")
    history = await home.host.get_history(number, STRANGER)
    assert [(line.text, line.undone) for line in history][-3:] == [
        ("<seat:1> pokes <seat:2>.", True),
        ("<seat:1> undid their last move.", False),
        ("<seat:1> pokes <seat:2>.", False),
    ]


# -- faults, conflicts and restarts ------------------------------------------------------------------


async def test_a_bug_in_a_rule_changes_nothing_and_is_reported(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The box holds just one animal for each: drawing another is a bug."""
    async with house(path, boxes={"toy": ToyBox(animals=("heron", "otter"))}) as home:
        number = await home.at_first_turn(BEN)
        revision = await home.revision(number)
        with pytest.raises(Fault, match=r"Nothing was changed.*reference") as fault:
            await home.says(number, 1, "Draw an animal")
        assert fault.value.reference in str(fault.value)
        assert any(getattr(record, "reference", "") == fault.value.reference for record in caplog.records)
        assert await unchanged(home, number, revision)
        assert (await home.says(number, 1, "Try the fruit")).note == "You chose: Try the fruit.", "the game goes on"


async def test_a_bug_in_the_next_question_changes_nothing_and_is_reported(path: Path) -> None:
    async with house(path, boxes={"toy": ToyBox(closed=("street",))}) as home:
        number = await home.at_first_turn(BEN)
        revision = await home.revision(number)
        with pytest.raises(Fault, match="Nothing was changed"):
            await home.says(number, 1, "Try the street")
        assert await unchanged(home, number, revision)
        assert (await home.says(number, 1, "Try the fruit")).note == "You chose: Try the fruit.", "the game goes on"


async def test_a_store_that_fails_meanwhile_is_not_called_a_bug_in_a_rule(home: House) -> None:
    running = await home.host.get_running_game(await home.at_first_turn(BEN))
    with pytest.raises(StoreFailed, match="the disk is full"), home.host.handle_faults(running):
        raise StoreFailed("the disk is full")


async def test_a_second_program_that_moved_first_is_noticed(home: House) -> None:
    number = await home.at_first_turn(BEN)
    other = home.again()
    await other.desk(number, 1)
    await home.says(number, 1, "Try the fruit")
    with pytest.raises(Refusal, match="Someone moved just before you"):
        await other.says(number, 1, "Try the basket")
    assert (await other.says(number, 1, "Pear")).note == "You try the fruit.", "now it knows"
    assert (await home.entries(number))[-1].revision == await home.revision(number)


async def test_two_programs_at_once_make_one_move(home: House) -> None:
    number = await home.at_first_turn(BEN)
    other = home.again()
    await other.desk(number, 1)
    revision = await home.revision(number)
    results = await asyncio.gather(
        home.says(number, 1, "Try the fruit"), other.says(number, 1, "Try the basket"), return_exceptions=True
    )
    assert [type(result) for result in results].count(Refusal) == 1
    assert [type(result) for result in results].count(PanelContext) == 1
    assert await home.revision(number) == revision + 1


async def test_a_game_is_played_on_after_a_restart_between_any_two_presses(path: Path) -> None:
    random = Random(7)  # noqa: S311
    async with house(path) as home:
        number = await home.started(BEN, CLEO)
    finished: ToyTable | None = None
    for _ in range(300):
        async with house(path) as home:
            running = await home.host.get_running_game(number)
            table = await home.table(number)
            table.audit()
            if running.row.status == "finished":
                finished = table
                break
            seat = asked(running)[-1]
            question = play.find_question(table, seat)
            assert question is not None
            await home.plays(
                number, seat, choose(view(table, seat), question, random) if table.deck else Pick(what="end")
            )
    assert finished is not None
    assert finished.outcome is not None
    async with house(path) as home:
        assert [entry.revision for entry in await home.entries(number)] == list(
            range(1, await home.revision(number) + 1)
        )


async def test_buttons_from_before_a_restart_still_work(path: Path) -> None:
    async with house(path) as home:
        number = await home.at_first_turn(BEN)
        context, user = await home.desk(number, 1), await home.user(number, 1)
    async with house(path) as home:
        assert context.question is not None
        after = await home.host.answer_question(
            number, user, str(context.etag), picks_of(context.question, Pick(what="end"))
        )
        assert after.note == "You chose: End my turn."


async def test_games_that_nobody_looked_at_for_long_are_loaded_again(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_module, "MAX_RUNNING_IN_MEMORY", 1)
    numbers = [await home.at_first_turn(BEN) for _ in range(3)]
    for number in (*numbers, *numbers):
        await home.says(number, 1, "Try the fruit" if (await home.table(number)).agenda[0].kind == "turn" else "Pear")
    assert [(await home.table(number)).coins[1] for number in numbers] == [1, 1, 1]


async def test_a_game_is_played_with_the_box_it_began_with(path: Path) -> None:
    small = ToyBox(animals=("heron", "otter", "lynx"))
    async with house(path, boxes={"toy": small}) as home:
        number = await home.at_first_turn(BEN)
    async with house(path) as home:
        table = await home.table(number)
        assert table._box == small
        table.audit()


# -- bots and those who have left --------------------------------------------------------------------


async def test_bots_answer_by_themselves_until_a_person_is_asked(home: House) -> None:
    number = await home.started(bots=2)
    await home.settle()
    running = await home.host.get_running_game(number)
    me = running.find_seat_of(ANN)
    assert asked(running) == [me]
    assert {entry.kind for entry in await home.entries(number)} == {"setup", "bot"}


async def test_a_game_with_bots_can_be_played_to_its_end(home: House) -> None:
    number = await home.started(bots=3)
    random = Random(3)  # noqa: S311
    for _ in range(300):
        await home.settle()
        running = await home.host.get_running_game(number)
        if running.row.status == "finished":
            break
        seat = running.find_seat_of(ANN)
        assert seat is not None
        assert asked(running) == [seat]
        table = await home.table(number)
        question = play.find_question(table, seat)
        assert question is not None
        move = choose(view(table, seat), question, random) if table.deck else Pick(what="end")
        await home.plays(number, seat, move)
    assert (await home.host.get_running_game(number)).table.outcome is not None


async def test_bots_go_on_after_a_restart(path: Path) -> None:
    async with house(path) as home:
        number = await home.opened(wanted=3)
        await home.lobby.add_bot(number, ANN)
        await home.lobby.add_bot(number, ANN)
        started = await home.again().lobby.start(number, ANN)
        assert started is not None
        assert len(asked(started)) == 3
        assert await home.storage.open_questions.list_games_waiting_for_bots(ALL_SHARDS) == [number]
    async with house(path) as home:
        await home.services.resume()
        await home.settle()
        running = await home.host.get_running_game(number)
        assert asked(running) == [running.find_seat_of(ANN)]
        assert await home.storage.open_questions.list_games_waiting_for_bots(ALL_SHARDS) == []


async def test_a_conceded_seat_takes_its_defaults_and_else_its_bot_answers(home: House) -> None:
    number = await home.at_first_turn(BEN, CLEO)
    await home.absence.give_up_seat(number, await home.user(number, 1))
    await home.settle()
    assert play.list_asked_seats(await home.table(number)) == [2], "its turn was ended for it"
    await home.says(number, 2, "Poke <seat:1>")
    await home.settle()
    last = (await home.entries(number))[-1]
    assert (last.kind, last.seat) == ("bot", 1)
    kinds = [entry.kind for entry in await home.entries(number) if entry.seat == 1]
    assert kinds[:3] == ["move", "concede", "default"]


async def test_a_player_who_has_conceded_is_not_asked_and_cannot_move_any_more(home: House) -> None:
    number = await home.at_first_turn(BEN, CLEO)
    user, before = await home.user(number, 1), await home.desk(number, 1)
    context = await home.absence.give_up_seat(number, user)
    assert context.question is None
    assert context.note == "You have conceded. Thank you for the game."
    with pytest.raises(NotYours, match="You've conceded"):
        await home.host.answer_question(number, user, str(before.etag), ["0"])
    with pytest.raises(Refusal, match="already conceded"):
        await home.absence.give_up_seat(number, user)
    assert (await home.again().host.get_running_game(number)).get_seat_row(1).conceded


async def test_the_last_one_who_has_not_conceded_wins(home: House) -> None:
    number = await home.at_first_turn(BEN)
    await home.absence.give_up_seat(number, await home.user(number, 1))
    running = await home.again().host.get_running_game(number)
    assert running.row.status == "finished"
    assert running.table.outcome is not None
    assert running.table.outcome.winners == [2]
    read = [line.text for line in await home.host.get_history(number, BEN)]
    assert "All others have conceded: <seat:2> wins." in read


async def test_when_all_people_have_conceded_bots_finish_the_game(home: House) -> None:
    number = await home.started(bots=2)
    await home.settle()
    await home.absence.give_up_seat(number, ANN)
    await home.settle()
    assert (await home.host.get_running_game(number)).row.status == "finished"


async def test_a_bot_that_cannot_move_is_reported_and_people_go_on(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def refuses(*_: object) -> Pick:
        return Pick(what="fly")

    async with house(path, games={"toy": replace(TOY, choose=refuses)}) as home:
        number = await home.started(BEN, bots=1)
        with caplog.at_level(logging.ERROR):
            await home.settle()
        assert "a bot could not move" in caplog.text
        running = await home.host.get_running_game(number)
        bot = next(seat_row.seat for seat_row in running.seats if seat_row.user_id is None)
        for seat in asked(running):
            if seat != bot:
                await home.plays(number, seat, Name(price=1))
        assert asked(await home.host.get_running_game(number)) == [bot]


async def test_a_player_who_holds_no_wild_animal_is_not_asked_about_it(home: House) -> None:
    number = await home.at_first_turn(BEN, CLEO)
    for seat in (1, 2, 3):
        await home.says(number, seat, "End my turn")
    table = await home.table(number)
    wild = [seat for seat in table.seats if WILD & set(table.hands[seat])]
    assert play.list_asked_seats(table) == (wild if table.outcome is None else [])
