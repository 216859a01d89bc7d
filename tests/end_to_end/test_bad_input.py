"""Early, late, repeated or nonsensical input: the sender gets a sentence, and nothing is lost."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.results import InteractionResult

from bot.games.goodwill.table import Goodwill
from bot.testing.thorough import mark_thorough
from storage.interface.errors import StoreFailed
from tests.end_to_end.town import Town, find, said, town, words
from tests.full_disk import fill, make_room

PRICES = ["13", "99.5", "-2", "1e9", "ten", "100", "1,2", "١٢", "$", "9" * 20]
"""None of these is an even whole number from 0 to 98."""

SORRY = "on our side"
"""Texts for a broken rule or a guard's refusal; no input may lead to them."""


@pytest.fixture(autouse=True)
def no_program_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Check that no input causes an error of ours in our log."""
    yield
    errors = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    ours = [record for record in errors if not (record.exc_info and isinstance(record.exc_info[1], StoreFailed))]
    assert not ours, [record.getMessage() for record in ours]


async def tag(there: Town, name: str) -> str:
    """The title of a player's question."""
    running = await there.running()
    return running.get_etags()[running.get_own_seat(there.people[name].id)]


async def refused(there: Town, result: InteractionResult, *fragments: str) -> None:
    """The answer was private, says this, and is no apology."""
    text = said(result)
    assert SORRY not in text
    for fragment in fragments:
        assert fragment in text


# -- prices ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("price", mark_thorough(PRICES, 4))
async def test_a_price_that_is_none(there: Town, price: str) -> None:
    ann = there.people["Ann"]
    there.env.refuse_late_edits()
    before = await there.snapshot()
    panel = (await ann.click(there.table_message(), custom_id="act:1")).response
    assert panel is not None
    form = find(panel, "form")
    assert form is not None
    shown = await ann.click(panel, custom_id=form["custom_id"])
    for result in (
        await ann.slash(there.place, "bid", price=price),
        await ann.slash(there.place, "play", answer=price),
        await ann.submit_modal(shown, {"0": price}),
    ):
        await refused(
            there, result, "even whole number from $0 to $98", "Nothing was changed", "what is a share worth?"
        )
    assert await there.snapshot() == before

    # The panel it is said in still works.
    shown = await ann.click(panel, custom_id=form["custom_id"])
    assert "sealed" in said(await ann.submit_modal(shown, {"0": " $12 "}))


async def test_a_price_when_none_is_asked_for(there: Town) -> None:
    ann, ben = there.people["Ann"], there.people["Ben"]
    await ann.slash(there.place, "bid", price="12")
    before = await there.snapshot()
    await refused(there, await ann.slash(there.place, "bid", price="14"), "Nothing to do right now")
    await refused(there, await ann.slash(there.place, "play", answer="14"), "Nothing to do right now")
    assert await there.snapshot() == before
    for _ in range(20):
        running = await there.running()
        assert isinstance(running.table, Goodwill)
        if running.table.agenda[0].kind == "nominations":
            break
        for person in (ann, ben):
            await person.slash(there.place, "bid", price="12")
    before = await there.snapshot()
    await refused(there, await ann.slash(there.place, "bid", price="12"), "no price to name", "propose a new boss?")
    await refused(there, await ann.slash(there.place, "play", answer="12"), "Please choose one of", "Nobody")
    assert await there.snapshot() == before


# -- the wrong person ------------------------------------------------------------------------------


async def test_a_stranger_decides_nothing_and_sees_only_what_everybody_sees(there: Town) -> None:
    dora = there.people["Dora"]
    question = await tag(there, "Ann")
    before = await there.snapshot()
    for verb in ("play", "part", "form"):
        (result,) = await there.press(dora, f"{verb}:1:{question}:12")
        assert SORRY not in said(result)
        assert "what is a share worth?" not in said(result)
        assert "Your news" not in said(result)
    await refused(there, await there.send_form(dora, f"sent:1:{question}:", "12"), "not playing at this table")
    await refused(there, await there.choose(dora, f"menu:1:{question}:", "0"), "not playing at this table")
    for custom_id in ("undo:1", "time:1"):
        await refused(there, (await there.press(dora, custom_id))[0], "not playing")
    for command in ("play", "bid", "hand"):
        options = {"price": "12"} if command == "bid" else {}
        await refused(there, await dora.slash(there.place, command, **options), "not in a game")
        assert "Your news" not in said(await dora.slash(there.place, command, table="1", **options))
    await refused(there, await dora.slash(there.place, "table undo"), "not in a game")
    await refused(there, await dora.slash(there.place, "table concede", sure="yes"), "not in a game")
    hand = await dora.click(there.table_message(), custom_id="hand:1")
    assert "Your news" not in said(hand)
    assert await there.snapshot() == before


async def test_another_seats_control_does_nothing_for_it(there: Town) -> None:
    """Ben presses what Ann was shown: his own question counts, or none; never hers."""
    ann, ben = there.people["Ann"], there.people["Ben"]
    await ann.slash(there.place, "bid", price="12")
    before = await there.snapshot()
    running = await there.running()
    for custom_id in (f"play:1:{'0' * 10}:14", f"form:1:{'0' * 10}:"):
        (result,) = await there.press(ben, custom_id)
        await refused(there, result, "decision has changed")
    assert await there.snapshot() == before
    # "Take back my answer", copied from Ann's panel, applies to its presser.
    await refused(there, (await there.press(ben, "undo:1"))[0], "Nothing to undo")
    assert await there.snapshot() == before
    assert (await there.running()).get_etags() == running.get_etags()


async def test_a_stranger_cannot_start_or_set_up_a_table(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben", "Dora") as there:
        ann, ben, dora = there.people.values()
        await ann.slash(there.channel, "game new", game="goodwill", seats=2, place="here")
        await ben.slash(there.channel, "game join")
        before = await there.snapshot()
        for person in (dora, ben):
            await refused(there, await person.slash(there.channel, "game start"), "who opened this table")
            for custom_id in ("start:1", "options:1", "bot:1", "nobot:1", "close:1", 'set:1:length:"short"'):
                await refused(there, (await there.press(person, custom_id))[0], "who opened this table")
            await refused(there, await there.choose(person, "seats:1", "6"), "who opened this table")
            await refused(there, await there.choose(person, "option:1:rules", "length"), "who opened this table")
        await refused(there, await dora.slash(there.channel, "game leave"), "not joined")
        assert await there.snapshot() == before
        await refused(there, await dora.slash(there.channel, "game join"), "on the waiting list")
        assert "your two prices for a share?" in said(await ann.slash(there.channel, "game start"))


# -- too late --------------------------------------------------------------------------------------


async def test_a_finished_game_changes_no_more(there: Town) -> None:
    ann, ben = there.people["Ann"], there.people["Ben"]
    question = await tag(there, "Ann")
    panel = (await ann.click(there.table_message(), custom_id="act:1")).response
    assert panel is not None
    form = find(panel, "form")
    assert form is not None
    shown = await ann.click(panel, custom_id=form["custom_id"])
    await ben.slash(there.place, "table concede", sure="yes")
    assert (await there.running()).row.status == "finished"
    before = await there.snapshot()
    await refused(there, await ann.submit_modal(shown, {"0": "12"}), "over")
    await refused(there, (await there.press(ann, f"play:1:{question}:12"))[0], "over")
    await refused(there, (await there.press(ann, "undo:1"))[0], "over")
    for name in ("table undo", "table concede"):
        options = {"sure": "yes"} if name.endswith("concede") else {}
        await refused(there, await ann.slash(there.place, name, table="1", **options), "over")
    await refused(there, await ann.slash(there.place, "bid", price="12", table="1"))
    await refused(there, (await there.press(ann, "act:1"))[0], "The game is over")
    await refused(there, (await there.press(ann, "start:1"))[0], "over")
    assert await there.snapshot() == before


async def test_what_was_undone_is_asked_anew_and_its_old_controls_are_dead(there: Town) -> None:
    ann = there.people["Ann"]
    question = await tag(there, "Ann")
    await there.press(ann, f"play:1:{question}:12")
    assert "Nobody saw it" in said((await there.press(ann, "undo:1"))[0])
    anew = await tag(there, "Ann")
    assert anew != question
    before = await there.snapshot()
    await refused(
        there, (await there.press(ann, f"play:1:{question}:40"))[0], "decision has changed", "what is a share worth?"
    )
    await refused(there, await there.send_form(ann, f"sent:1:{question}:", "40"), "decision has changed")
    assert await there.snapshot() == before
    await refused(there, (await there.press(ann, "undo:1"))[0], "Nothing to undo")
    assert "sealed" in said((await there.press(ann, f"play:1:{anew}:40"))[0])


async def test_unseen_news_of_a_step_stay_after_an_old_press(there: Town) -> None:
    """A press that comes too late shows what happened meanwhile instead of an error."""
    ann, ben = there.people["Ann"], there.people["Ben"]
    question = await tag(there, "Ann")
    for person in (ann, ben):
        await person.slash(there.place, "bid", price="12")
    (late,) = await there.press(ann, f"play:1:{question}:12")
    await refused(there, late, "decision has changed", "First prices", "second price")


# -- twice and at once -----------------------------------------------------------------------------


async def test_two_presses_at_once_are_one_answer(there: Town) -> None:
    ann = there.people["Ann"]
    question = await tag(there, "Ann")
    _, entries = await there.snapshot()
    first, second = await there.press(ann, f"play:1:{question}:12", f"play:1:{question}:12")
    assert sorted("already decided" in said(result) for result in (first, second)) == [False, True]
    assert len((await there.snapshot())[1]) == len(entries) + 1
    (third,) = await there.press(ann, f"play:1:{question}:12")
    await refused(there, third, "already decided")
    assert len((await there.snapshot())[1]) == len(entries) + 1


async def test_two_people_with_the_same_control_give_an_answer_each(there: Town) -> None:
    """Players with the same question may have the same control; the seat is always that of the presser."""
    ann, ben = there.people["Ann"], there.people["Ben"]
    question = await tag(there, "Ann")
    assert question == await tag(there, "Ben")
    made = [
        there.interaction(person, 3, {"custom_id": f"play:1:{question}:{price}", "component_type": 2}, there.calls()[0])
        for person, price in ((ann, 12), (ben, 14))
    ]
    await there.at_once(*made)
    _, entries = await there.snapshot()
    moves = {entry.seat: entry.move for entry in entries[1:]}
    assert moves[await there.seat(ann)] == '{"kind":"assess","price":12}'
    assert moves[await there.seat(ben)] == '{"kind":"assess","price":14}'


async def test_two_devices_with_different_answers_give_one(there: Town) -> None:
    ann = there.people["Ann"]
    question = await tag(there, "Ann")
    await there.press(ann, *(f"play:1:{question}:{price}" for price in (10, 20, 30, 40, 50)))
    _, entries = await there.snapshot()
    assert [entry.kind for entry in entries] == ["setup", "move"]
    assert entries[-1].move == '{"kind":"assess","price":10}'


async def test_everybody_at_once(there: Town) -> None:
    """Ann and Ben answer, take back and answer again, all in the same moment; the saved state is a game."""
    ann, ben = there.people["Ann"], there.people["Ben"]
    made = []
    for person, name in ((ann, "Ann"), (ben, "Ben")):
        question = await tag(there, name)
        for custom_id in (f"play:1:{question}:12", "undo:1", f"play:1:{question}:14", "act:1", "hand:1"):
            data = {"custom_id": custom_id, "component_type": 2}
            made.append(there.interaction(person, 3, data, there.table_message()))
    results = await there.at_once(*made)
    for result in results:
        assert SORRY not in said(result)
    _, entries = await there.snapshot()
    assert [entry.revision for entry in entries] == list(range(1, len(entries) + 1))
    await there.restart()
    for person in (ann, ben):
        assert "first price" in said(await person.slash(there.place, "play")) or "second price" in said(
            await person.slash(there.place, "play")
        )


async def test_two_start_at_once(tmp_path: Path) -> None:
    async with town(tmp_path, "Ann", "Ben") as there:
        ann, ben = there.people.values()
        await ann.slash(there.channel, "game new", game="goodwill", seats=3, place="here")
        joined = await there.press(ben, "join:1", "join:1", "join:1")
        assert all("You sit at table 1" in said(result) for result in joined)
        saved, _ = await there.snapshot()
        assert saved is not None
        assert len(saved.seats) == 2
        first, second = await there.press(ann, "start:1", "start:1")
        assert sorted("already begun" in said(result) for result in (first, second)) == [False, True]
        assert [entry.kind for entry in await there.store.games.list_entries(1)] == ["setup"]


# -- nonsense --------------------------------------------------------------------------------------

GARBAGE = [
    # one of each kind first: these the quick suite takes
    "play",
    "play:1:{tag}:x",
    "play:x:y:z",
    "part:1:{tag}:gx",
    "more:1:{tag}:p",
    "form:1",
    "menu:1:{tag}:",
    "sent:1:{tag}:",
    "play:",
    "play:1",
    "play:1:",
    "play:1:{tag}",
    "play:1:{tag}:",
    "play:1:{tag}:12.14",
    "play:1:{tag}:²",
    "play:1:{tag}:-1",
    "play:1:{tag}:99999999999999999999999999999999",
    "play:1:{tag}:^~!",
    "play:1:{tag}:~abc",
    "part:1:{tag}:g99.p99",
    "part:1",
    "form:1:{tag}:1.2.3.4",
    "log:1",
    "log:1:x",
    "log:1:-5",
    "log:1:99999",
    "act:99999999999999999999",
    "act:0",
    "act:-1",
    "act:٣",
    "act:2",
    "hand:2",
    "log:2:0",
    "undo:2",
    "dm:2:on",
    "dm:1",
    "again:1",
    "join:1",
    "start:1",
    "set:1",
    "set:1:length",
    "set:1:length:short",
    'set:1:length:"endless"',
    "set:1:nothing:true",
    "option:1",
    "seats:1",
    "rules",
    "rules:goodwill",
    "rules:goodwill:x",
    "rules:goodwill:-3",
    "rules:goodwill:999",
    "rules:0:1",
    "chapter:goodwill",
    "chapter:chess",
    "agree:1",
    "agree:1:x",
    "refuse:1:99",
    "take:1",
    "take:1:0",
    "take:1:1",
    "take:1:99",
    "orders",
    "orders:2",
    "order:1",
    "order:1:x",
    "order:1:99",
    "cancel:1",
    "cancel:1:x",
    "oplay:1",
    "oplay:1:0",
    "oplay:1:{tag}:0",
    "oform:1:0:{tag}",
    "omore:1:0",
    "opart:1:x:y:z",
    "inbox:1",
    "dance:1",
    "",
    ":::::",
    "a" * 100,
    "play:1:{tag}:" + ".".join("9" * 40),
]


@pytest.mark.parametrize("custom_id", mark_thorough(GARBAGE, 8))
async def test_ids_that_are_none(there: Town, custom_id: str) -> None:
    """Old, foreign and forged ids: each is answered with a sentence, and nothing is changed."""
    ann = there.people["Ann"]
    before = await there.snapshot()
    (result,) = await there.press(ann, custom_id.format(tag=await tag(there, "Ann")))
    assert result.acknowledged
    if result.modal is None:
        await refused(there, result)
    assert await there.snapshot() == before


@pytest.mark.parametrize("verb", ["menu:1:{tag}:", "more:1:{tag}:", "menu:1:{tag}:g0", "chapter:goodwill"])
async def test_menus_with_values_that_are_none(there: Town, verb: str) -> None:
    ann = there.people["Ann"]
    before = await there.snapshot()
    for values in ((), ("x",), ("-1",), ("999",), ("0", "1", "0"), ("99999999999999999999",)):
        await refused(there, await there.choose(ann, verb.format(tag=await tag(there, "Ann")), *values))
    assert await there.snapshot() == before


async def test_ids_of_another_game_mean_that_game(there: Town) -> None:
    """Two tables at once: an etag of the one is nothing at the other."""
    ann, ben = there.people["Ann"], there.people["Ben"]
    await ann.slash(there.channel, "game new", game="goodwill", seats=2, place="here")
    await ben.slash(there.channel, "game join", table="2")
    await ann.slash(there.channel, "game start", table="2")
    first = await there.running()
    second = await there.bot.host.get_running_game(2)
    foreign = second.get_etags()[second.get_own_seat(ann.id)]
    if foreign == first.get_etags()[first.get_own_seat(ann.id)]:  # the very same question, from the same seat
        foreign = "0" * 10
    before = await there.snapshot()
    await refused(there, (await there.press(ann, f"play:1:{foreign}:12"))[0], "decision has changed")
    assert await there.snapshot() == before
    await refused(there, await ann.slash(there.place, "bid", price="12"), "Which table do you mean", "1", "2")
    assert await there.snapshot() == before


@pytest.mark.parametrize(
    "table", mark_thorough(["7", "1; drop table games", "\uff17", "99999999999999999999", "-1", "0", "x", "#", " "], 3)
)
async def test_tables_that_do_not_exist(there: Town, table: str) -> None:
    ann = there.people["Ann"]
    before = await there.snapshot()
    for name, options in (
        ("hand", {}),
        ("play", {}),
        ("play", {"answer": "12"}),
        ("bid", {"price": "12"}),
        ("game join", {}),
        ("game leave", {}),
        ("game start", {}),
        ("game status", {}),
        ("table log", {}),
        ("record replay", {}),
        ("record export", {}),
        ("record verify", {}),
        ("table undo", {}),
        ("table concede", {"sure": "yes"}),
    ):
        result = await ann.slash(there.place, name, table=table, **options)
        await refused(there, result, "I can't find that table here")
    assert await there.snapshot() == before


# -- elsewhere -------------------------------------------------------------------------------------


async def test_commands_in_direct_messages(there: Town) -> None:
    ann, dora = there.people["Ann"].user, there.people["Dora"].user
    assert "game new" not in ann.available_commands()
    assert "Your news" in said(await ann.slash("hand"))
    assert "sealed" in said(await ann.slash("bid", price="12"))
    assert "Nobody saw it" in said((await there.press(there.people["Ann"], "undo:1"))[0])
    assert "I can't find that table" in said(await dora.slash("hand", table="1"))
    assert "not in a game" in said(await dora.slash("play"))
    assert "direct messages" in said(await ann.slash("settings change")).lower()
    assert "first price" in said(await ann.slash("inbox"))
    assert "first price" in said(await ann.slash("why"))
    assert "first price" not in said(await dora.slash("inbox"))
    assert "I can't find that table" in said(await dora.slash("why", table="1"))


async def test_a_second_server_sees_nothing_of_the_first(there: Town) -> None:
    guild = there.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("games")
    emil = guild.add_member(there.env.create_user("emil", global_name="Emil"))
    for name in ("game status", "table log", "record replay", "record export", "game join", "hand", "why"):
        assert "I can't find that table here" in said(await emil.slash(channel, name, table="1"))
    assert "This server has no tables" in said(await emil.slash(channel, "game list"))


@pytest.mark.parametrize(
    ("denied", "place", "named"),
    [
        ("send_messages", "here", "Send Messages"),
        ("attach_files", "here", "Attach Files"),
        ("embed_links", "in a thread", "Embed Links"),
        ("create_public_threads", "in a thread", "Create Public Threads"),
        ("send_messages_in_threads", "in a thread", "Send Messages in Threads"),
    ],
)
async def test_missing_permissions_are_named(tmp_path: Path, denied: str, place: str, named: str) -> None:
    async with town(tmp_path, "Ann") as there:
        assert there.bot.user is not None
        overwrites: Any = {there.bot.user: discord.PermissionOverwrite(**{denied: False})}
        channel = there.guild.create_text_channel("closed", overwrites=overwrites)
        result = await there.people["Ann"].slash(channel, "game new", game="goodwill", place=place)
        await refused(there, result, "I lack permissions", named)
        assert channel.history() == []
        assert channel.threads == []
        assert await there.store.games.load(1) is None


@pytest.mark.parametrize("game", ["chess", "", "goodwill; drop", "Goodwill "])
async def test_games_by_name(tmp_path: Path, game: str) -> None:
    async with town(tmp_path, "Ann") as there:
        result = await there.people["Ann"].slash(there.channel, "game new", game=game, place="here")
        if game.strip() == "Goodwill":
            assert "is open" in said(result)
        else:
            await refused(there, result, "no game of that name", "goodwill")
            assert await there.store.games.load(1) is None


# -- the store fails -------------------------------------------------------------------------------


async def test_a_full_disk_loses_nothing(there: Town) -> None:
    """Ann answers and takes back until no button fits; then the table is as if she had not pressed."""
    ann, ben = there.people["Ann"], there.people["Ben"]
    await fill(there.store)
    for _ in range(100):
        before = await there.snapshot()
        sealed = ann.id not in await people_asked(there)
        custom_id = "undo:1" if sealed else f"play:1:{await tag(there, 'Ann')}:12"
        (result,) = await there.press(ann, custom_id)
        if "could not be saved" in said(result):
            break
    await refused(there, result, "could not be saved", "nothing was changed")
    assert await there.snapshot() == before
    assert "first price" in said(await ann.slash(there.place, "play"))  # looking needs no room
    (again,) = await there.press(ann, custom_id)
    await refused(there, again, "could not be saved")
    assert await there.snapshot() == before

    await make_room(there.store)
    (result,) = await there.press(ann, custom_id)
    assert "Nobody saw it" in said(result) or "is sealed" in said(result)
    for person in (ann, ben):
        if person.id in await people_asked(there):
            await person.slash(there.place, "bid", price="12")
    assert "second price" in said(await ann.slash(there.place, "play"))
    assert "second price" in words(there.table_message())
    assert [words(call).count("second price") for call in there.calls()] == [1]
    await there.restart()
    assert "second price" in said(await ann.slash(there.place, "play"))
    assert await there.store.check() == []


async def test_where_nothing_can_be_written_everything_can_still_be_looked_at(
    there: Town, caplog: pytest.LogCaptureFixture
) -> None:
    ben = there.people["Ben"]
    await there.bot.host.people.store_pending_notice(ben.id, "Ben", "You were missed.")
    await there.store.seats.put_ended_orders(1, await there.seat(ben), "An order has ended.")
    before = await there.snapshot()
    connection = there.store.database._writing
    await connection.execute("pragma query_only = 1")
    for command, shown in {
        "hand": "You were missed.",
        "play": "first price",
        "inbox": "first price",
        "why": "who it is waiting for",
        "game status": "Goodwill",
        "table log": "Log of table 1",
        "record replay": "step 1 of",
        "settings change": "hand",
    }.items():
        caplog.clear()
        told = said(await ben.slash(there.place, command))
        assert shown in told, command
        assert "could not be saved" not in told, command
        assert [record for record in caplog.records if "StoreFailed" in str(record.exc_info)] == [], command
    (result,) = await there.press(ben, f"play:1:{await tag(there, 'Ben')}:12")
    await refused(there, result, "could not be saved", "nothing was changed")
    await connection.execute("pragma query_only = 0")
    assert await there.snapshot() == before
    assert "You were missed." in said(await ben.slash(there.place, "hand")), "it could not be noted that it was told"
    assert "You were missed." not in said(await ben.slash(there.place, "hand"))


async def people_asked(there: Town) -> set[int | None]:
    """Who must decide something now."""
    running = await there.running()
    return {running.get_seat_row(seat).user_id for seat in running.get_etags()}


async def test_a_damaged_table_says_so_itself_and_nothing_else_does(there: Town) -> None:
    ann = there.people["Ann"]
    await there.store.database.write(lambda rows: rows.execute("update states set state = x'00'"))
    async with there.bot.host.lock_game(there.number):
        there.bot.host.forget_loaded(there.number)
    for command in ("play", "hand", "game status", "why"):
        await refused(there, await ann.slash(there.place, command), "damaged", "restore a backup")
    (result,) = await there.press(ann, f"act:{there.number}")
    await refused(there, result, "damaged")
    inbox = said(await ann.slash(there.place, "inbox"))
    assert "Table 1 cannot be read at the moment. Please tell the bot's operator." in inbox
    assert "Nothing waits" not in inbox
    (result,) = await there.press(ann, f"next:{there.number}")
    await refused(there, result, "damaged")
