"""Tables as people meet them in a server: opened, joined, set up, started, followed and left."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from discord import PermissionOverwrite
from simcord.components import walk_components

from bot.engine import play
from bot.engine.game import Game
from bot.engine.game_groups import GamePictures
from bot.engine.pages import Page, Picture, Section
from bot.engine.pictures import Drawing, Names
from bot.engine.records import Seat
from bot.testing.thorough import mark_thorough
from tests.cogs.town import Player, Town, button_labels, parts_of, texts, town
from tests.toy import PNG, TOY, ToyBox, ToyTable, ToyView

# -- opening -----------------------------------------------------------------------------------------


async def test_opening_a_table_posts_it_and_hands_its_opener_the_options(here: Town, ann: Player) -> None:
    answer = await ann.slash("game new", game="toy", seats=3, place="here")
    assert "Table 1 is open" in answer
    assert "Variants…" in ann.buttons
    board = texts(parts_of(await here.board()))
    assert "### The Fair · table 1" in board
    assert f"1. <@{ann.id}> · 2. *free* · 3. *free*" in board


async def test_a_table_can_have_a_thread_of_its_own(here: Town, ann: Player) -> None:
    await ann.slash("game new", game="The Fair")
    (thread,) = here.channel.threads
    assert thread.name == "The Fair with Ann"
    saved = await here.bot.storage.games.load(1)
    assert saved is not None
    assert saved.game.channel_id == thread.id
    assert "4. *free*" in texts(parts_of(await here.board()))


async def test_an_unknown_game_is_answered_with_the_games_there_are(here: Town, ann: Player) -> None:
    assert "The games are: toy" in await ann.slash("game new", game="chess")
    assert here.channel.threads == []


async def test_too_many_seats_open_neither_table_nor_thread(here: Town, ann: Player) -> None:
    assert "The Fair is for 2 to 5 players" in await ann.slash("game new", game="toy", seats=9)
    assert here.channel.threads == []
    assert await here.bot.storage.games.list_in_server(here.guild.id, statuses=("open",)) == []


async def test_missing_permissions_are_listed_before_anything_is_posted(here: Town, ann: Player) -> None:
    assert here.bot.user is not None
    here.channel = here.guild.create_text_channel(
        "quiet", overwrites={here.bot.user: PermissionOverwrite(attach_files=False, create_public_threads=False)}
    )
    answer = await ann.slash("game new", game="toy")
    assert "I lack permissions in this channel: Attach Files, Create Public Threads." in answer
    assert "I lack permissions in this channel: Attach Files." in await ann.slash("game new", game="toy", place="here")
    assert here.public() == []
    assert await here.bot.storage.games.list_in_server(here.guild.id, statuses=("open",)) == []


async def test_a_thread_that_discord_refuses_is_answered_with_a_sentence(
    here: Town, ann: Player, caplog: pytest.LogCaptureFixture
) -> None:
    here.env.inject_error("POST", "/channels/*/threads", status=400, code=160006)
    answer = await ann.slash("game new", game="toy")
    caplog.clear()
    assert answer.endswith(".")
    assert await here.bot.storage.games.list_in_server(here.guild.id, statuses=("open",)) == []
    assert "Table 2 is open" in await ann.slash("game new", game="toy")


# -- joining and setting up --------------------------------------------------------------------------


async def test_people_join_and_leave_by_button(here: Town, ann: Player, ben: Player) -> None:
    await here.opened(host=ann)
    assert "You sit at table 1: The Fair. The table is full." in await ben.press("Join", on=await here.board())
    board = parts_of(await here.board())
    assert f"2. <@{ben.id}>" in texts(board)
    assert "Join" not in button_labels(board, pressable=True)
    assert "You have left table 1" in await ben.press("Leave", on=await here.board())
    assert "2. *free*" in texts(parts_of(await here.board()))


async def test_people_join_and_leave_by_command(here: Town, ann: Player, ben: Player) -> None:
    await here.opened(host=ann)
    assert "You sit at table 1" in await ben.slash("game join")
    assert "You sit at table 1" in await ben.slash("game join", table="1")
    assert "You have left table 1" in await ben.slash("game leave")
    assert "You have not joined this table" in await ben.slash("game leave")


async def test_a_table_that_everybody_has_left_is_closed(here: Town, ann: Player, ben: Player) -> None:
    await here.opened(host=ann)
    assert "You were the last player, so the table is closed" in await ann.press("Leave", on=await here.board())
    left = (
        "This table was closed: everybody had left, or its opener or a server manager closed it. **/game new** opens "
        "another."
    )
    assert left in texts(parts_of(await here.board()))
    assert left in await ben.slash("game join", table="1")
    assert "can't find that table" in await ben.slash("game join")


async def test_the_opener_sets_the_table_up_in_a_private_panel(here: Town, ann: Player, ben: Player) -> None:
    await here.opened(host=ann, seats=3)
    await ann.press("Variants…")
    await ann.fill_in(checks=["poking", "length"])
    assert "Length: long" in ann.sees
    assert "Length: long" in texts(parts_of(await here.board()))
    await ann.press("Seats, pace, bots…")
    await ann.fill_in(seats=["4"], bots=["2 steady"])
    assert "4. *free*" in texts(parts_of(await here.board()))
    await ann.press("Seats, pace, bots…")
    await ann.fill_in(bots=["1 steady"])
    assert "2. Ada (bot)" in texts(parts_of(await here.board()))
    assert "3. *free*" in texts(parts_of(await here.board()))
    await ben.press("Join", on=await here.board())
    assert f"3. <@{ben.id}>" in texts(parts_of(await here.board()))
    await ann.press("Close this table")
    assert "This table was closed" in texts(parts_of(await here.board()))


async def test_a_guest_cannot_set_up_or_start_somebody_elses_table(here: Town, ann: Player, ben: Player) -> None:
    await here.opened(ben, host=ann)
    assert f"Only <@{ann.id}>, who opened this table" in await ben.press("Start", on=await here.board())
    await ben.press("More…", on=await here.board())
    assert "Options and bots" not in ben.buttons
    assert await here.revision() == 0


async def test_a_server_manager_can_start_any_table(here: Town, ann: Player, ben: Player) -> None:
    manager = here.person("Manager", manages=True)
    await here.opened(ben, host=ann)
    await manager.set_up()
    await manager.press("Start", on=await here.board())
    assert await here.revision() == 1


async def test_starting_too_early_is_refused_with_a_way_on(here: Town, ann: Player) -> None:
    await here.opened(host=ann)
    assert "needs 2 to 5 players and 1 has joined" in await ann.slash("game start")


# -- a running game ----------------------------------------------------------------------------------


async def test_starting_deals_calls_everybody_and_shows_the_starter_their_question(
    here: Town, ann: Player, ben: Player
) -> None:
    await here.opened(ben, host=ann)
    assert "Your secret price?" in await ann.press("Start", on=await here.board())
    board = texts(parts_of(await here.board()))
    assert "The opening" in board
    call = await here.message(1, "ask")
    assert {f"<@{ann.id}>", f"<@{ben.id}>"} <= set(texts(parts_of(call)).split())
    assert {user.id for user in call.mentions} == {ann.id, ben.id}


async def test_nobody_reads_a_secret_in_the_channel(here: Town, ann: Player, ben: Player) -> None:
    asked = await here.at_first_turn(ben, host=ann)
    await asked.choose("Draw an animal")
    await (await here.whose_turn()).choose("End my turn")
    table = await here.table()
    everything = here.public_text() + str([parts_of(message) for message in here.public()])
    assert not any(animal in everything for hand in table.hands.values() for animal in hand)


async def test_the_tables_message_follows_the_game_and_headlines_are_posted(
    here: Town, ann: Player, ben: Player
) -> None:
    asked = await here.at_first_turn(ben, host=ann)
    assert f"waiting for <@{asked.id}>" in texts(parts_of(await here.board()))
    assert here.public_text().count("opens the fair with the highest price") == 2, "on the board and as a headline"
    other = ben if asked is ann else ann
    await asked.choose(f"Poke {other.actor.user.global_name}")
    assert f"waiting for <@{other.id}>" in texts(parts_of(await here.board()))
    assert "pokes" in texts(parts_of(await here.board()))


async def test_nobody_is_called_twice_for_the_same_question(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    call = await here.message(1, "ask")
    posted = len(here.public())
    await ann.slash("bid", price="5")
    assert (await here.message(1, "ask")).id == call.id, "Ben was called when the game began"
    assert len(here.public()) == posted


async def test_a_player_who_was_called_already_is_not_called_with_the_next(
    here: Town, ann: Player, ben: Player
) -> None:
    cleo = here.person("Cleo")
    await here.started(ben, cleo, host=ann)
    first = await here.message(1, "ask")
    await ann.slash("bid", price="5")
    await ann.slash("table undo")
    call = await here.message(1, "ask")
    called = {user.id for user in call.mentions}
    assert call.id == first.id or not called & {ben.id, cleo.id}, "they still owe the answer they were called for"


async def test_nobody_is_called_to_the_next_question_of_their_own_turn(here: Town, ann: Player, ben: Player) -> None:
    asked = await here.at_first_turn(ben, host=ann)
    call = await here.message(1, "ask")
    await asked.choose("Try the fruit")
    await asked.press("Pear")
    await asked.slash("table undo")
    assert (await here.message(1, "ask")).id == call.id, "they are looking at it already"


async def test_where_waiting_is_secret_everybody_is_called(tmp_path: Path, no_errors_logged: None) -> None:
    one_is_wild = replace(TOY, box=ToyBox(animals=("lynx", "heron", "otter", "stoat")))
    async with town(tmp_path / "growls.db", games={"toy": one_is_wild}) as here:
        people = [here.person(name) for name in ("Ann", "Ben", "Cleo", "Dora")]
        await here.started(*people[1:], host=people[0])
        for player in people:
            await player.slash("bid", price="5")
        for _ in people:
            await (await here.whose_turn()).choose("End my turn")
        assert len(play.list_asked_seats(await here.table())) == 1
        call = await here.message(1, "ask")
        assert {user.id for user in call.mentions} == {player.id for player in people}
        assert "waiting for answers" in texts(parts_of(await here.board()))


async def test_an_old_call_is_taken_away_when_somebody_else_is_called(here: Town, ann: Player, ben: Player) -> None:
    asked = await here.at_first_turn(ben, host=ann)
    old = await here.message(1, "ask")
    await asked.choose("End my turn")
    fresh = await here.message(1, "ask")
    assert fresh.id != old.id
    assert old.id not in [message.id for message in here.public()]


async def test_a_game_is_played_to_its_end_and_proven(here: Town, ann: Player, ben: Player) -> None:
    await here.at_first_turn(ben, host=ann)
    for _ in range(10):
        table = await here.table()
        if table.outcome is not None:
            break
        (seat, *_rest) = play.list_asked_seats(table)
        player = await here.on_seat(seat)
        await player.act()
        if "Keep quiet" in player.buttons:
            await player.press("Keep quiet")
        else:
            await player.choose("End my turn")
    assert (await here.table()).outcome is not None
    assert "is over" in texts(parts_of(here.public()[-1]))
    assert button_labels(parts_of(here.public()[-1])) == ["Play again", "More…"]
    assert "Act" not in button_labels(parts_of(await here.board()), pressable=True)
    assert await here.bot.storage.messages.get(1, "ask") is None, "the last call is taken away"
    assert "PROVEN" in await ann.slash("record verify")
    assert "The game is over." in await ann.slash("game status", table="1")


async def test_a_finished_game_can_be_exported_and_a_running_one_only_in_public(
    here: Town, ann: Player, ben: Player
) -> None:
    await here.at_first_turn(ben, host=ann)

    async def exported() -> dict[str, object]:
        await ann.slash("record export")
        (attachment,) = ann.answer.attachments
        data = json.loads(await attachment.read())
        assert isinstance(data, dict)
        return data

    running = await exported()
    table = await here.table()
    assert not any(animal in json.dumps(running["entries"]) for hand in table.hands.values() for animal in hand)
    assert running["seed"] is None
    await ann.slash("table concede", sure="yes")
    assert (await exported())["seed"] == table.chance.get_published_secret()


async def test_another_game_with_the_same_people_is_one_press_away(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    await ann.slash("table concede", sure="yes")
    final = here.public()[-1]
    assert "table 2, which is open with the same options" in await ben.press("Play again", on=final)
    assert f"1. <@{ben.id}>" in texts(parts_of(await here.board(2)))


async def test_ones_own_panel_leads_to_another_game_when_this_one_is_over(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    await ben.act()
    here.env.refuse_late_edits()
    await ann.slash("table concede", sure="yes")
    assert "The game is over." in await ben.choose("Look again")
    assert "table 2, which is open with the same options" in await ben.press("Play again")


async def test_pressing_play_again_twice_opens_one_table(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    await ann.slash("table concede", sure="yes")
    final = here.public()[-1]
    for player in (ben, ben, ann):
        await player.press("Play again", on=final)
    assert len(await here.bot.storage.games.list_in_server(here.guild.id, statuses=("open",))) == 1
    board = texts(parts_of(await here.board(2)))
    assert f"1. <@{ben.id}>" in board
    assert f"2. <@{ann.id}>" in board


async def test_pressing_play_again_after_that_table_was_closed_opens_another(
    here: Town, ann: Player, ben: Player
) -> None:
    await here.started(ben, host=ann)
    await ann.slash("table concede", sure="yes")
    final = here.public()[-1]
    await ben.press("Play again", on=final)
    await ben.press("Leave", on=await here.board(2))
    await ann.press("Play again", on=final)
    assert f"1. <@{ann.id}>" in texts(parts_of(await here.board(3)))


async def test_the_table_of_the_channel_one_stands_in_is_found_behind_any_number_of_newer_ones(
    here: Town, stranger: Player
) -> None:
    lobby, other = here.bot.lobby, here.guild.create_text_channel("other")
    for number in range(56):  # the first and the second here, all others elsewhere
        await lobby.open_table(
            title="toy",
            guild_id=here.guild.id,
            channel_id=(here.channel if number < 2 else other).id,
            user_id=10_000 + number,
            name="Ann",
            seats_wanted=2,
        )
    await lobby.close_table(2, 10_001)
    offered = await stranger.actor.autocomplete(here.channel, "game join", "table", "")
    assert offered[0]["value"] == "1"
    assert "You sit at table 1" in await stranger.slash("game join")
    assert (await stranger.slash("game list")).splitlines()[1].startswith("- **1**")


async def test_a_running_table_is_found_behind_any_number_of_newer_ones_of_its_channel_that_have_not_begun(
    here: Town, ann: Player, ben: Player, stranger: Player
) -> None:
    await here.started(ben, host=ann)
    for number in range(52):
        await here.bot.lobby.open_table(
            title="toy",
            guild_id=here.guild.id,
            channel_id=here.channel.id,
            user_id=10_000 + number,
            name="Ann",
            seats_wanted=2,
        )
    assert "table 1" in await stranger.slash("game status")
    assert "who it is waiting for" in await stranger.slash("why")


async def test_conceding_needs_a_yes(here: Town, ann: Player, ben: Player) -> None:
    cleo = here.person("Cleo")
    await here.started(ben, cleo, host=ann)
    assert "Nothing was changed" in await ann.slash("table concede", sure="no")
    assert (await here.table()).conceded == []
    assert "You have conceded" in await ann.slash("table concede", sure="yes")
    assert "Nothing to do right now" in await ann.slash("bid", price="3")
    assert "You have already conceded" in await ann.slash("table concede", sure="yes")
    assert "Ann** concedes" in texts(parts_of(await here.board()))


async def test_undo_by_command_takes_back_a_sealed_price(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    await ann.slash("bid", price="12")
    assert "You took back" in await ann.slash("table undo")
    assert "Your secret price?" in ann.sees
    assert "Nothing to undo" in await ann.slash("table undo")


def leaking(what: str) -> Game[ToyTable, ToyView]:
    """The toy with a bug: everybody's animals are shown in the wrong place."""

    def view(table: ToyTable, seat: Seat | None) -> ToyView:
        every = tuple(animal for hand in table.hands.values() for animal in hand)
        return replace(TOY.view(table, seat), animals=every)

    def page(view: ToyView) -> Page:
        return Page("The fair", [Section("Animals", [", ".join(view.animals)])])

    def draw(view: ToyView, names: Names) -> Picture:
        return Picture("fair.png", PNG, ", ".join(view.animals))

    leaky = replace(TOY, view=view)
    bugs = {
        "page": replace(leaky, page=page),
        "alt text": replace(leaky, pictures=GamePictures((Drawing("fair", "Fair", draw, TOY.page),))),
        "hand": leaky,
    }
    return bugs[what]


@pytest.mark.parametrize("what", ["page", "alt text", "hand"])
async def test_a_game_that_would_tell_secrets_is_kept_from_telling_them(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, what: str
) -> None:
    async with town(tmp_path / "leaks.db", games={"toy": leaking(what)}) as here:
        ann, ben = here.person("Ann"), here.person("Ben")
        await here.started(ben, host=ann)
        table = await here.table()
        seen = [await ann.slash(command) for command in ("game status", "hand", "table log", "play")]
        seat = (await here.bot.host.get_running_game(1)).find_seat_of(ann.id)
        secrets = [animal for other in table.seats if other != seat for animal in table.hands[other]]
        public = str([(message.attachments, parts_of(message)) for message in here.public()])
        assert not any(animal in text for animal in secrets for text in (*seen, public))
        assert not any(animal in public for hand in table.hands.values() for animal in hand)
        assert "a leak was stopped" in caplog.text
        assert not set(re.findall(r"\w+", caplog.text)) & {animal for hand in table.hands.values() for animal in hand}
        assert "Your answer is sealed" in await ann.slash("bid", price="3"), "the game goes on"


# -- looking -----------------------------------------------------------------------------------------


async def test_the_list_of_tables_names_open_and_running_ones(here: Town, ann: Player, ben: Player) -> None:
    assert "This server has no tables yet" in await ann.slash("game list")
    await here.started(ben, host=ann)
    await ann.slash("game new", game="toy", place="here")
    listed = await ben.slash("game list")
    assert f"- **1** · The Fair · running · <#{here.channel.id}>" in listed
    assert f"- **2** · The Fair · open · <#{here.channel.id}>" in listed


async def test_everybody_may_look_at_a_table_its_log_and_its_rules(
    here: Town, ann: Player, ben: Player, stranger: Player
) -> None:
    await here.at_first_turn(ben, host=ann)
    assert "At the fair" in await stranger.slash("game status")
    assert "highest price" in await stranger.slash("table log")
    assert "Opening" in await stranger.press("Rules and cards", on=await here.board())
    assert "Log of table 1" in await stranger.press("Log", on=await here.board())
    assert "You're watching" in await stranger.press("Act", on=await here.board())
    assert "At the fair" in await stranger.press("My hand", on=await here.board())


async def test_the_rules_can_be_paged_through_at_a_table(here: Town, ann: Player) -> None:
    await here.opened(host=ann)
    await ann.press("More…", on=await here.board())
    assert "Everybody names a price." in await ann.press("Rules")
    assert "Do what you like." in await ann.press("Next ▶")
    assert "Everybody names a price." in await ann.press("◀ Back")
    assert "Answer at once." in await ann.choose("Pokes")
    assert "**Variants**: the basic game" in await ann.press("Back")


async def test_the_rules_can_be_paged_through_without_a_table(here: Town, ann: Player) -> None:
    assert "Everybody names a price." in await ann.slash("game rules", game="toy")
    assert "Do what you like." in await ann.press("Next ▶")
    assert "Answer at once." in await ann.choose("Pokes")
    assert "The games are: toy" in await ann.slash("game rules", game="chess")


@pytest.mark.parametrize(
    "wanted", mark_thorough(["77", "", "one", "²", "9" * 5000, "0", "-1", "#", "9" * 20, "1.5", "1or1", "\u0661"], 5)
)
@pytest.mark.parametrize("command", ["game status", "hand"])
async def test_a_table_that_is_not_there_is_answered_with_the_way_to_the_list(
    here: Town, ann: Player, command: str, wanted: str
) -> None:
    await ann.slash("game new", game="toy", place="here")
    assert "I can't find that table here. /game list shows the tables" in await ann.slash(command, table=wanted)


async def test_a_command_for_another_time_says_where_the_tables_game_stands(
    here: Town, ann: Player, ben: Player
) -> None:
    assert await ann.slash("why") == "I can't find that table here. /game new opens one."
    await here.opened(ben, host=ann)
    for command in ("why", "table log", "record verify"):
        assert "Table 1 has not begun yet" in await ann.slash(command)
    await ann.press("Start", on=await here.board())
    for command in ("game join", "game start"):
        assert "Table 1 has begun" in await ann.slash(command)
    await ann.slash("table concede", sure="yes")
    await ben.slash("table concede", sure="yes")
    for command in ("why", "game join"):
        assert "Table 1 is over" in await ann.slash(command)


async def test_a_table_of_another_server_is_not_there(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    abroad = here.env.create_guild("Abroad")
    square = abroad.create_text_channel("square")
    visitor = abroad.add_member(here.env.create_user("visitor"))
    for command in ("game status", "table log", "hand", "play"):
        result = await visitor.slash(square, command, table="1")
        assert result.response is not None
        assert "I can't find that table here" in texts(result.response.components)


async def test_a_table_of_a_server_cannot_be_watched_from_a_strangers_direct_messages(
    here: Town, ann: Player, ben: Player
) -> None:
    await here.started(ben, host=ann)
    outsider = here.env.create_user("outsider")
    for command in ("hand", "play"):
        result = await outsider.slash(command, table="1")
        assert result.response is not None
        assert "At the fair" not in texts(result.response.components)


async def test_with_several_tables_in_a_channel_one_is_asked_which(here: Town, ann: Player, ben: Player) -> None:
    for _ in range(2):
        await ann.slash("game new", game="toy", place="here")
    assert "Which table do you mean? Please give its number as `table`: 2, 1." in await ben.slash("game join")
    await ben.slash("game join", table="2")
    assert "You have left table 2" in await ben.slash("game leave"), "the only one where one sits"


async def test_tables_and_games_are_offered_while_typing(here: Town, ann: Player, ben: Player) -> None:
    async def offered(command: str, option: str, typed: str, who: Player = ann) -> list[str]:
        choices = await who.actor.autocomplete(here.channel, command, option, typed)
        return [choice["name"] for choice in choices]

    assert await offered("game new", "game", "FAI") == ["The Fair: A toy for tests."]
    assert await offered("game new", "game", "chess") == []
    await here.started(ben, host=ann)
    await ann.slash("game new", game="toy", place="here")
    assert await offered("game status", "table", "") == ["2 · The Fair · open", "1 · The Fair · running"]
    assert await offered("game status", "table", "run") == ["1 · The Fair · running"]
    assert await offered("game join", "table", "") == ["2 · The Fair · open"]
    assert await offered("hand", "table", "", who=ben) == ["1 · The Fair · running"]


async def test_an_unknown_button_is_answered_with_the_way_to_a_new_one(here: Town, ann: Player, ben: Player) -> None:
    await here.opened(host=ann)
    board = here.env.backend.get_message(here.channel.id, (await here.board()).id)
    for part in walk_components(board.components):
        if part.get("custom_id") == "join:1":
            part.update(custom_id="dance:1", disabled=False)
        if part.get("custom_id") == "leave:1":
            part["custom_id"] = "v0-leave"
    for label in ("Join", "Leave"):
        answer = await ben.press(label, on=await here.board())
        assert "from an older version of Boardroom and does nothing any more. **/play** shows" in answer
        assert "**/game status** a table" in answer


# -- when Discord is difficult -----------------------------------------------------------------------


async def test_a_deleted_table_message_is_posted_anew_with_the_next_move(here: Town, ann: Player, ben: Player) -> None:
    asked = await here.at_first_turn(ben, host=ann)
    old = await here.board()
    here.env.backend.delete_message(here.channel.id, old.id)
    await asked.choose("Try the fruit")
    fresh = await here.board()
    assert fresh.id != old.id
    assert "The fruit" in texts(parts_of(fresh))
    await asked.press("Pear")
    assert (await here.board()).id == fresh.id, "and edited from then on"


async def test_a_deleted_table_message_is_posted_anew_on_request(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    old = await here.board()
    here.env.backend.delete_message(here.channel.id, old.id)
    await ben.slash("game status")
    assert (await here.board()).id != old.id


async def test_when_discord_fails_the_move_is_saved_and_the_board_comes_later(
    here: Town, ann: Player, ben: Player
) -> None:
    asked = await here.at_first_turn(ben, host=ann)
    revision = await here.revision()
    here.env.inject_error("PATCH", "/channels/*/messages/*", status=500, times=2)
    here.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=30046, times=1)
    await asked.choose("Try the fruit")
    assert await here.revision() == revision + 1
    await here.env.advance_time(600)
    assert "The fruit" in texts(parts_of(await here.board()))


async def test_an_archived_thread_is_opened_again_for_its_table(here: Town, ann: Player, ben: Player) -> None:
    await ann.slash("game new", game="toy", seats=2)
    here.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50083)
    await ben.slash("game join", table="1")
    await here.env.advance_time(60)
    assert f"2. <@{ben.id}>" in texts(parts_of(await here.board()))


async def test_a_channel_that_was_taken_from_the_bot_stops_nothing(here: Town, ann: Player, ben: Player) -> None:
    asked = await here.at_first_turn(ben, host=ann)
    revision = await here.revision()
    here.env.inject_error("*", "/channels/*/messages*", status=403, code=50001, times=None)
    assert "Which fruit?" in await asked.choose("Try the fruit")
    assert "try the fruit" in await asked.press("Pear")
    assert await here.revision() == revision + 2
    assert await here.bot.storage.outbox.list_unsent(1) == [], "nothing is tried again"
