"""Anonymous tables: no message, page or file names a player until the game is over."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from bot.engine.records import Seat
from bot.host.delivery.guard import get_guarded_view, make_guarded
from bot.host.errors import Leak
from bot.host.record.export import export_game
from bot.host.record.replay import Replays
from bot.host.table.aliases import shuffle_players
from bot.host.table.deadlines import TableSettings
from bot.host.table.running import RunningGame
from storage.interface.people import Person
from storage.interface.shards import ALL_SHARDS
from tests.cogs.test_catching_up import tries
from tests.cogs.test_following import follows
from tests.cogs.test_own_notes import letters_to, ticks
from tests.cogs.test_person_menus import RESULTS
from tests.cogs.town import Player, Town, button_labels, parts_of, texts

ALIASES = ("Player Amber", "Player Birch", "Player Cedar", "Player Dune")
"""The toy declares no names of its own."""


class Anonymous:
    """Table 1, and all that has been said to somebody else than its players."""

    def __init__(self, here: Town, players: Sequence[Player]) -> None:
        self.here = here
        self.players = players
        self.answers: list[tuple[Player, str]] = []
        self.begun_at = 0
        self.answers_before = 0
        for player in here.people.values():
            self._listen(player)

    def _listen(self, player: Player) -> None:
        def keep(words: str) -> None:
            self.answers.append((player, json.dumps(parts_of(player.answer), default=str) + words))

        player.on_answer = keep

    @property
    def opener(self) -> Player:
        return self.players[0]

    async def opens(self, **options: Any) -> None:
        """Open the table in the channel, and let the others join."""
        for player in self.players:
            player.has_chosen = True  # they have never used the bot, so direct messages are their default
        await self.opener.slash(
            "game new", game="toy", seats=len(self.players), place="here", anonymous=True, **options
        )
        for player in self.players[1:]:
            await player.press("Join", on=await self.here.board())

    async def starts(self, **options: Any) -> None:
        await self.opens(**options)
        await self.here.bot.outbox_worker.wait_for_all()
        self.begun_at = len(self.here.env.http_requests)
        self.answers_before = len(self.answers)
        await self.opener.press("Start", on=await self.here.board())
        await self.here.bot.outbox_worker.wait_for_all()

    async def reaches_the_first_turn(self, **options: Any) -> Player:
        await self.starts(**options)
        for player in self.players:
            await player.slash("bid", price="5")
        return await self.here.whose_turn()

    def list_public_requests(self, since: int = 0) -> list[str]:
        """All that the bot has done where others see it, messages that were edited or deleted later included."""
        private = {
            player.actor.user.dm_channel.id for player in self.here.people.values() if player.actor.user.dm_channel
        }
        assert not any(
            entry.json is None and entry.path.endswith("/messages") and entry.method == "POST"
            for entry in self.here.env.http_requests
        )
        return [
            f"{entry.method} {entry.path} {json.dumps(entry.json, ensure_ascii=False, default=str)}"
            for entry in self.here.env.http_requests[since:]
            if entry.path.startswith("/channels/") and int(entry.path.split("/")[2]) not in private
        ]

    def tells_nothing(self) -> None:
        """Check that nothing said so far names a player to anybody else; the opener is known until the start."""
        for player in self.players:
            if player is self.opener and not self.begun_at:
                continue
            for request in self.list_public_requests(self.begun_at if player is self.opener else 0):
                assert not names(request, player), f"{player.actor.user.name} is named: {request}"
            for reader in self.here.people.values():
                if reader is not player:
                    assert not names(letters_to(self.here, reader), player)
            if player is not self.opener:
                for reader, answer in self.answers:
                    assert reader is player or not names(answer, player), f"{reader.actor.user.name} reads: {answer}"

    async def ends(self) -> None:
        """Let all players but the first leave the game."""
        for player in self.players[1:]:
            await player.slash("table concede", sure="yes")
        await self.here.bot.outbox_worker.wait_for_all()

    def tells_nothing_of_the_opener_either(self) -> None:
        """Check that no answer to others since the start names the opener."""
        for reader, answer in self.answers[self.answers_before :]:
            assert reader is self.opener or not names(answer, self.opener), f"{reader.actor.user.name} reads: {answer}"


def names(text: str, player: Player) -> bool:
    """Whether a text names somebody, by their name or their number."""
    return str(player.id) in text or (player.actor.user.global_name or "").split()[0] in text


@pytest.fixture
def table(here: Town, stranger: Player, boss: Player) -> Anonymous:
    named = [
        here.person(name) for name in ("Annamaria", "Benedict **<@1>** [x](http://evil.example)", "Cleopatra @here")
    ]
    return Anonymous(here, named)


# -- before the start ----------------------------------------------------------------------------------


async def test_a_lobby_says_how_many_seats_are_taken_and_by_nobody_whom(here: Town, table: Anonymous) -> None:
    await table.opens()
    board = texts(parts_of(await here.board()))
    assert "1. *taken* · 2. *taken* · 3. *taken*" in board
    assert "Anonymous" in board
    table.tells_nothing()


async def test_the_waiting_list_is_a_number(here: Town, table: Anonymous, stranger: Player) -> None:
    await table.opens()
    stranger.has_chosen = True
    await stranger.press("Join the waiting list", on=await here.board())
    board = texts(parts_of(await here.board()))
    assert "Waiting list: 1" in board
    assert not names(board, stranger)


async def test_who_gets_no_direct_messages_is_told_why_they_cannot_join(
    here: Town, table: Anonymous, stranger: Player
) -> None:
    await table.opens()
    await here.bot.storage.people.put(Person(stranger.id, "Stranger", chosen=True))
    assert "by direct message alone" in await stranger.press("Join the waiting list", on=await here.board())
    assert "Waiting list" not in texts(parts_of(await here.board()))


async def test_an_opener_who_leaves_is_still_named_and_no_other_player_is(here: Town, table: Anonymous) -> None:
    await table.opens()
    await table.opener.press("Leave", on=await here.board())
    board = texts(parts_of(await here.board()))
    assert f"Opened by <@{table.opener.id}>" in board
    assert "3. *free*" in board
    table.tells_nothing()


async def test_an_invitation_does_not_tell_whether_its_guest_has_joined(here: Town, table: Anonymous) -> None:
    await table.opens()
    lobby = here.bot.lobby
    guest = table.players[1]
    assert await lobby.invite_people(1, table.opener.id, [guest.id]) == [guest.id]
    await here.bot.outbox_worker.wait_for_all()
    assert f"<@{guest.id}> <@{table.opener.id}> invites you" in here.public_text()


async def test_a_table_becomes_anonymous_or_ceases_to_be_only_while_its_opener_is_alone(
    here: Town, ann: Player, ben: Player
) -> None:
    ann.has_chosen = ben.has_chosen = True
    await ann.slash("game new", game="toy", seats=2, place="here")
    lobby = here.bot.lobby
    await lobby.set_options(1, ann.id, {"anonymous": True})
    await here.bot.outbox_worker.wait_for_all()
    assert "1. *taken*" in texts(parts_of(await here.board()))
    await lobby.set_options(1, ann.id, {"anonymous": False})
    await here.bot.outbox_worker.wait_for_all()
    assert f"1. <@{ann.id}>" in texts(parts_of(await here.board()))
    await ben.press("Join", on=await here.board())
    await ann.set_up()
    await ann.press("Agreements…")
    assert "Others have joined" in await ann.fill_in(checks=["hints", "anonymous"])


async def test_those_who_joined_long_ago_are_asked_by_direct_message(here: Town, table: Anonymous) -> None:
    await table.opens()
    await here.passes(hours=30)
    await table.opener.press("Start", on=await here.board())
    await here.bot.outbox_worker.wait_for_all()
    table.tells_nothing()
    for player in table.players[1:]:
        assert "Are you still in?" in letters_to(here, player)
        await player.press("I'm here", on=await here.board())
    running = await here.bot.host.get_running_game(1)
    assert running.row.status == "running"


async def test_neither_the_draw_nor_the_contributions_tell_who_joined_first(here: Town, table: Anonymous) -> None:
    await table.opens()
    before = await here.bot.lobby.get_open_table(1)
    pressed = {seat_row.added for seat_row in before.seats}
    assert all(len(words) == 20 and not words.isdecimal() for words in pressed)
    await table.opener.press("Start", on=await here.board())
    running = await here.bot.host.get_running_game(1)
    assert {seat_row.name for seat_row in running.seats} == set(ALIASES[:3])
    assert [seat_row.name for seat_row in running.seats] == list(ALIASES[:3]), "a name belongs to a seat"


# -- while it runs -------------------------------------------------------------------------------------


async def test_a_whole_game_names_nobody_before_its_result_and_everybody_with_it(
    here: Town, table: Anonymous, stranger: Player, boss: Player
) -> None:
    asked = await table.reaches_the_first_turn()
    seat = await here.bot.host.find_seat_of(1, asked.id)
    assert f"you are {ALIASES[(seat or 1) - 1]}" in asked.sees
    await follows(here, stranger)
    await tries(asked, "fruit", "Pear")
    board = texts(parts_of(await here.board()))
    assert all(alias in board for alias in ALIASES[:3])
    for reader in (stranger, boss):
        for command in ("game status", "table log", "game list", "table delivery"):
            await reader.slash(command, **({} if command == "game list" else {"table": "1"}))
        await reader.slash("record mine", player=table.players[1].actor)
        await reader.slash("inbox")
    await ticks(here, hours=21)
    table.tells_nothing()
    await here.restart()
    await asked.act()
    board = texts(parts_of(await here.board()))
    assert all(alias in board for alias in ALIASES[:3])
    table.tells_nothing()
    await table.ends()
    result = here.public_text()
    for player in table.players:
        assert (player.actor.user.global_name or "").split()[0] in result
    assert "Player Amber" not in texts(parts_of(await here.board()))
    saved = await here.bot.storage.games.load(1)
    assert saved is not None
    assert {seat_row.real_name for seat_row in saved.seats} == {None}
    assert "PROVEN" in await stranger.slash("record verify", table="1")


async def test_bots_are_no_secret(here: Town, table: Anonymous) -> None:
    table.players = table.players[:1]
    table.opener.has_chosen = True
    await table.opener.slash("game new", game="toy", seats=2, place="here", anonymous=True)
    await here.bot.lobby.add_bot(1, table.opener.id)
    await here.bot.outbox_worker.wait_for_all()
    assert "1. *taken* · 2. Ada (bot)" in texts(parts_of(await here.board()))
    await table.opener.press("Start", on=await here.board())
    running = await here.bot.host.get_running_game(1)
    assert {seat_row.name for seat_row in running.seats if seat_row.user_id is None} == {"Ada (bot)"}
    assert all(seat_row.name in ALIASES for seat_row in running.seats if seat_row.user_id is not None)


async def test_players_are_called_by_direct_message_and_nobody_is_pinged_in_the_channel(
    here: Town, table: Anonymous
) -> None:
    asked = await table.reaches_the_first_turn()
    await here.bot.outbox_worker.wait_for_all()
    assert await here.bot.storage.messages.get(1, "ask") is None
    assert letters_to(here, asked)
    before = letters_to(here, asked)
    await ticks(here, hours=13)
    assert letters_to(here, asked) != before, "the reminder comes the same way"
    await ticks(here, hours=13)
    table.tells_nothing()


async def test_who_has_closed_direct_messages_since_is_not_called_in_the_channel(here: Town, table: Anonymous) -> None:
    await table.starts()
    for player in table.players:
        person = await here.bot.storage.people.get(player.id)
        assert person is not None
        await here.bot.services.host.people.set_secrets(person, "thread" if player is table.players[1] else "panel")
    for player in table.players:
        await player.slash("bid", price="5")
    await ticks(here, hours=13)
    assert not any("thread-members" in request or "/threads" in request for request in table.list_public_requests())
    table.tells_nothing()


async def test_votes_notices_and_an_empty_seat_speak_of_seats(
    here: Town, table: Anonymous, stranger: Player, boss: Player
) -> None:
    asked = await table.reaches_the_first_turn()
    other = next(player for player in table.players if player is not asked)
    await other.slash("table propose", what="pause")
    await asked.slash("table propose", what="undo")
    await ticks(here, hours=25)
    await ticks(here, hours=25)
    assert "is anonymous" in await other.slash("table propose", what="replace", player=asked.actor)
    assert "is anonymous" in await other.slash("table propose", what="replace", player=stranger.actor)
    seat = await here.bot.host.find_seat_of(1, asked.id)
    await boss.slash("table propose", what="replace", seat=seat, reason="They are away")
    await here.bot.outbox_worker.wait_for_all()
    assert f"Empty chair {seat}" in texts(parts_of(await here.board()))
    saved = await here.bot.storage.games.load(1)
    assert saved is not None
    assert saved.seats[(seat or 1) - 1].real_name is None, "who has left is not revealed later either"
    table.tells_nothing()
    stranger.has_chosen = True
    vacancy = await here.message(1, f"vacancy:{seat}")
    await stranger.press("Take this seat", on=vacancy)
    await here.bot.outbox_worker.wait_for_all()
    assert ALIASES[(seat or 1) - 1] in texts(parts_of(await here.board()))
    assert not any(names(request, stranger) for request in table.list_public_requests())
    table.tells_nothing()


async def test_somebody_who_leaves_the_server_or_is_erased_is_not_told_from_others(
    here: Town, table: Anonymous
) -> None:
    asked = await table.reaches_the_first_turn()
    here.guild.remove_member(asked.actor)
    await ticks(here, hours=13)
    await ticks(here, hours=13)
    assert "not in this server" not in here.public_text()
    other = next(player for player in table.players if player is not asked)
    await here.bot.services.erasure.forget(other.id)
    await here.bot.outbox_worker.wait_for_all()
    table.tells_nothing()


async def test_a_player_with_a_new_name_changes_nothing_that_others_see(here: Town, table: Anonymous) -> None:
    await table.reaches_the_first_turn()
    await here.bot.outbox_worker.wait_for_all()
    before, board = len(table.list_public_requests()), texts(parts_of(await here.board()))
    ben = table.players[1]
    await here.bot.services.renames.note(ben.id, here.guild.id, "Benvolio")
    await here.bot.outbox_worker.wait_for_all()
    assert len(table.list_public_requests()) == before
    assert texts(parts_of(await here.board())) == board
    for player in (table.players[0], table.players[2]):
        await player.slash("table concede", sure="yes")
    await here.bot.outbox_worker.wait_for_all()
    assert "Benvolio" in here.public_text()


async def test_at_other_tables_the_same_look_finds_every_player(here: Town, ann: Player, ben: Player) -> None:
    """So the look itself can fail."""
    watched = Anonymous(here, [ann, ben])
    await here.started(ben, host=ann)
    await here.bot.outbox_worker.wait_for_all()
    with pytest.raises(AssertionError, match="ben is named"):
        watched.tells_nothing()


# -- after the end, where players are never revealed ---------------------------------------------------


async def ended_unrevealed(here: Town, table: Anonymous, stranger: Player) -> None:
    """Play a table that never reveals its players to its end, with a follower."""
    await table.reaches_the_first_turn(unrevealed=True)
    await follows(here, stranger)
    await table.ends()
    await ticks(here, hours=25)


def find_result(here: Town) -> Any:
    (final,) = [message for message in here.public() if "Play again" in button_labels(parts_of(message))]
    return final


async def test_a_table_that_reveals_nobody_says_so_before_anybody_joins(here: Town, table: Anonymous) -> None:
    await table.opens(unrevealed=True)
    assert "Anonymous · Never revealed" in texts(parts_of(await here.board()))
    assert any("Nobody else will ever read that you played" in answer for _, answer in table.answers)
    await table.opener.set_up()
    await table.opener.press("Agreements…")
    refused = await table.opener.fill_in(checks=["hints", "anonymous"])
    assert "nobody is ever to learn who they are" in refused


async def test_never_revealed_alone_is_anonymous_too(here: Town, ann: Player) -> None:
    ann.has_chosen = True
    await ann.slash("game new", game="toy", seats=2, place="here", unrevealed=True)
    await here.bot.outbox_worker.wait_for_all()
    assert "1. *taken*" in texts(parts_of(await here.board()))
    await here.bot.lobby.set_options(1, ann.id, {"unrevealed": False, "anonymous": False})
    await here.bot.lobby.set_options(1, ann.id, {"unrevealed": True})
    await here.bot.outbox_worker.wait_for_all()
    assert "1. *taken*" in texts(parts_of(await here.board()))
    (opener,) = (await here.bot.lobby.get_open_table(1)).seats
    assert opener.added == ""


async def test_the_result_and_all_that_is_looked_up_later_name_nobody(
    here: Town, table: Anonymous, stranger: Player, boss: Player
) -> None:
    await ended_unrevealed(here, table, stranger)
    result = here.public_text()
    assert all(alias in result for alias in ALIASES[:3])
    await here.restart()
    for reader in (*table.players, stranger, boss):
        assert ALIASES[0] in await reader.slash("record results")
        assert ALIASES[0] in await reader.choose("Table 1 · The Fair")
        assert "Log of table 1" in await reader.press("Log")
        await reader.slash("table log", table="1")
        await reader.slash("record replay", table="1")
        for label in [line for line in reader.lines if line.startswith("As ")]:
            assert "could see" in await reader.choose(label)
        await reader.slash("record replay", table="1")
        await reader.press("Last ⏭")
        assert "PROVEN" in await reader.slash("record verify", table="1")
        await reader.slash("record export", table="1")
        await reader.slash("game status", table="1")
        await reader.slash("table delivery", table="1")
        await reader.slash("inbox")
    table.tells_nothing()
    table.tells_nothing_of_the_opener_either()
    exported = (await export_game(here.bot.storage, 1)).model_dump_json()
    assert not any(names(exported, player) for player in table.players)


async def test_a_replay_through_the_eyes_of_another_seat_has_nothing_of_its_player(
    here: Town, table: Anonymous, stranger: Player
) -> None:
    await ended_unrevealed(here, table, stranger)
    for seat in (1, 2, 3):
        player = await here.on_seat(seat)
        for reader in (stranger, *table.players):
            seen = (await Replays(here.bot.host).get_replay(1, reader.id, seat)).then
            assert seen.audience == seat
            assert names(repr(seen.seats), player) == (reader is player)


async def test_ones_own_record_has_ones_place_and_nobody_elses(here: Town, table: Anonymous, stranger: Player) -> None:
    await ended_unrevealed(here, table, stranger)
    for player in table.players:
        mine = await player.slash("record mine")
        assert "1 finished game" in mine
        assert ("1st of 3" in mine) == (player is table.opener)
        assert "With whom" not in mine
        assert ALIASES[0] in await player.choose("Table 1 · The Fair")
        for other in table.players:
            assert "None of your finished games match." in await player.slash("record mine", player=other.actor.user)
            assert "has not finished a game here yet" in await player.right_click(other, RESULTS)
        assert await here.bot.storage.games.count_finished_of_player(here.guild.id, player.id) == 0
    collect = here.bot.services.erasure.collect_data
    data = {player.id: json.dumps(await collect(player.id)) for player in (*table.players, stranger)}
    for player in table.players[1:]:
        assert [user_id for user_id, text in data.items() if names(text, player)] == [player.id]
        assert ALIASES[0] in data[player.id] or ALIASES[1] in data[player.id] or ALIASES[2] in data[player.id]


async def test_playing_again_after_it_invites_nobody(here: Town, table: Anonymous, stranger: Player) -> None:
    await ended_unrevealed(here, table, stranger)
    table.tells_nothing()
    before = len(here.env.http_requests)
    await table.opener.press("Play again", on=find_result(here))
    await here.bot.outbox_worker.wait_for_all()
    requests = table.list_public_requests(before)
    assert not any(names(request, player) for request in requests for player in table.players[1:])
    assert "Anonymous · Never revealed" in texts(parts_of(await here.board(2)))


async def test_the_seed_that_is_shown_at_the_end_tells_neither_words_nor_the_order_of_joining(
    here: Town, table: Anonymous, stranger: Player
) -> None:
    await table.opens(unrevealed=True)
    assert "Please join without one" in await table.players[1].slash("game join", table="1", word="quince")
    open_table = await here.bot.lobby.get_open_table(1)
    assert {seat_row.added for seat_row in open_table.seats} == {""}
    settings = TableSettings(unrevealed=True)
    orders = {
        tuple(seat_row.user_id for seat_row in shuffle_players(settings, "one secret", open_table.seats))
        for _ in range(200)
    }
    assert len(orders) == 6


async def test_who_is_renamed_or_erased_later_changes_nothing_that_others_see(
    here: Town, table: Anonymous, stranger: Player
) -> None:
    await ended_unrevealed(here, table, stranger)

    async def read() -> list[str]:
        listed = await stranger.slash("record results")
        shown = await stranger.choose("Table 1 · The Fair")
        await stranger.slash("record replay", table="1")
        return [listed, shown, stranger.sees, *stranger.lines, await stranger.slash("table log", table="1")]

    before, requests = await read(), len(table.list_public_requests())
    cleo = table.players[2]
    await here.bot.services.renames.note(cleo.id, here.guild.id, "Cloelia")
    assert await read() == before
    await here.bot.services.erasure.forget(cleo.id)
    await here.bot.outbox_worker.wait_for_all()
    assert await read() == before
    await here.restart()
    assert await read() == before
    assert not await here.bot.storage.privacy.is_kept(cleo.id)
    assert len(table.list_public_requests()) == requests
    await here.bot.services.erasure.forget(table.players[1].id)
    assert await read() == before
    await table.opener.press("Play again", on=find_result(here))
    assert "(bot)" not in texts(parts_of(await here.board(2)))


async def test_when_names_expire_all_seats_lose_theirs_at_once(here: Town, table: Anonymous, stranger: Player) -> None:
    await ended_unrevealed(here, table, stranger)
    await here.bot.services.erasure.forget(table.players[2].id)
    await here.bot.storage.privacy.retire(ALL_SHARDS, "9999")
    saved = await here.bot.storage.games.load(1)
    assert saved is not None
    assert [(one.user_id, one.name, one.real_name) for one in saved.seats] == [
        (None, f"Seat {seat}", None) for seat in (1, 2, 3)
    ]


async def test_a_game_without_a_result_stays_unrevealed_too(here: Town, table: Anonymous) -> None:
    await table.reaches_the_first_turn(unrevealed=True)
    await here.bot.storage.games.close_without_result(1, here.bot.host.format_now())
    here.bot.host.forget_loaded(1)
    await here.bot.outbox_worker.wait_for_all()
    board = texts(parts_of(await here.board()))
    assert not any(names(board, player) for player in table.players)
    saved = await here.bot.storage.games.load(1)
    assert saved is not None
    assert {seat_row.name for seat_row in saved.seats} == set(ALIASES[:3])
    table.tells_nothing()


async def test_after_its_end_every_audience_sees_the_same_whoever_sat_on_the_other_seats(
    here: Town, table: Anonymous, stranger: Player
) -> None:
    await ended_unrevealed(here, table, stranger)
    running = await here.bot.host.get_running_game(1)
    await sees_the_same_with_others_on_the_other_seats(running)


# -- elsewhere -----------------------------------------------------------------------------------------


async def test_the_data_of_others_name_nobody_and_ones_own_has_ones_name(
    here: Town, table: Anonymous, stranger: Player
) -> None:
    await table.reaches_the_first_turn()
    collect = here.bot.services.erasure.collect_data
    data = {player.id: json.dumps(await collect(player.id)) for player in (*table.players, stranger)}
    for player in table.players:
        assert [user_id for user_id, text in data.items() if names(text, player)] == [player.id]


async def test_every_audience_sees_the_same_whoever_sits_on_the_other_seats(here: Town, table: Anonymous) -> None:
    await table.reaches_the_first_turn()
    await sees_the_same_with_others_on_the_other_seats(await here.bot.host.get_running_game(1))


async def sees_the_same_with_others_on_the_other_seats(running: RunningGame) -> None:
    """Check the guarded view of each audience."""
    occupants = [(seat_row.user_id, seat_row.real_name, seat_row.here_at) for seat_row in running.seats]
    audiences: Sequence[Seat | None] = (None, 1, 2, 3)
    for order in permutations(range(3)):
        other = replace(
            running,
            seats=tuple(
                replace(seat_row, user_id=occupants[at][0], real_name=occupants[at][1], here_at=occupants[at][2])
                for seat_row, at in zip(running.seats, order, strict=True)
            ),
        )
        for audience in audiences:
            if audience is not None and order[audience - 1] != audience - 1:
                continue
            assert get_guarded_view(other, audience) == get_guarded_view(running, audience)


async def test_the_guard_stops_what_would_name_a_player(
    here: Town, table: Anonymous, caplog: pytest.LogCaptureFixture
) -> None:
    await table.starts()
    running = await here.bot.host.get_running_game(1)
    assert make_guarded(running, None, lambda state: state.get_name(1)) == ALIASES[0]
    for leak in (lambda state: str(state.get_seat_row(1).user_id), lambda state: state.get_seat_row(2).own_name):
        with pytest.raises(Leak):
            make_guarded(running, None, leak)
    caplog.clear()
