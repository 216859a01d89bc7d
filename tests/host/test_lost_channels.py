"""Tables whose server or channel is gone, and players who have left: with a Discord that the test decides."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.engine import play
from bot.host.clock import Clock
from bot.host.errors import NotYours, Refusal
from bot.host.lost_channels import ABANDON_AFTER, LostChannels
from bot.host.play.absence import Absence
from bot.host.play.votes import Votes
from bot.host.table.running import RunningGame
from bot.ui import screens
from storage.interface.games import GameRow
from storage.interface.letters import LetterKind, NewLetter
from storage.interface.shards import ALL_SHARDS
from tests.house import ANN, BEN, CHANNEL, CLEO, GUILD, NOON, STRANGER, House, house
from tests.toy import Name


@dataclass
class World:
    """What Discord would say."""

    servers: set[int] = field(default_factory=lambda: {GUILD})
    gone_channels: set[int] = field(default_factory=set)
    gone_members: set[int] = field(default_factory=set)
    can_tell: bool = True
    asked: int = 0
    """How often it was asked for a member."""

    def has_server(self, guild_id: int) -> bool:
        return guild_id in self.servers

    async def has_channel(self, guild_id: int, channel_id: int) -> bool | None:
        return channel_id not in self.gone_channels

    async def is_member(self, guild_id: int, user_id: int) -> bool | None:
        self.asked += 1
        return user_id not in self.gone_members if self.can_tell else None


@dataclass
class Place:
    """A house in a world that changes."""

    home: House
    world: World
    lost_channels: LostChannels
    absence: Absence
    clock: Clock
    wall: list[datetime]

    @property
    def votes(self) -> Votes:
        return self.home.votes

    async def later(self, hours: float) -> None:
        """Let time pass; the clock rings whenever it has to, as its timer would let it."""
        await self.home.later(self.clock, self.wall, hours)

    async def running(self, number: int) -> RunningGame:
        return await self.home.host.get_running_game(number)

    async def row(self, number: int) -> GameRow:
        """The table's saved row, whether its game has begun or not."""
        saved = await self.home.storage.games.load(number)
        assert saved is not None
        return saved.game

    async def awaited(self, number: int) -> list[int | None]:
        """Players who have to check in before the game begins."""
        return [
            seat_row.user_id for seat_row in (await self.home.lobby.get_open_table(number)).list_awaited(self.wall[0])
        ]

    async def about_to_begin(self) -> int:
        """A table of Ann, Ben and Cleo, who joined long ago; Ann has pressed Start, and everybody reads it."""
        number = await self.home.opened(BEN, CLEO)
        await self.passes(3)
        assert await self.home.lobby.start(number, ANN) is None
        await self.all_arrive(number)
        return number

    async def passes(self, hours: float) -> None:
        """Let time pass, and the clock ring at its end: no question is open."""
        self.wall[0] += timedelta(hours=hours)
        await self.clock.tick()

    async def due(self, number: int, seat: int) -> datetime:
        """Until when a seat has time."""
        clock = (await self.running(number)).clocks[seat]
        assert clock.due_at is not None
        return datetime.fromisoformat(clock.due_at)

    async def letters(self, number: int, kind: LetterKind) -> list[str]:
        """What waits to be sent of this kind."""
        waiting = await self.home.storage.outbox.list_unsent(number)
        return [json.loads(letter.body).get("text", "") for letter in waiting if letter.kind == kind]

    async def word_for(self, user_id: int) -> str:
        """The notice a person gets with the next answer to them."""
        person = await self.home.storage.people.get(user_id)
        assert person is not None
        return person.word

    async def all_arrive(self, number: int) -> None:
        """Let every letter arrive, as the courier would."""
        for letter in await self.home.storage.outbox.list_unsent(number):
            await self.home.storage.outbox.mark_sent(letter, self.home.host.format_now())
            await self.lost_channels.handle_delivered(letter)

    async def none_arrives(self, number: int) -> None:
        """Let Discord refuse every letter for good."""
        for letter in await self.home.storage.outbox.list_unsent(number):
            await self.home.storage.outbox.record_failure(letter, "no", self.home.host.format_now(), given_up=True)
            await self.home.services.lost_channels.handle_unreachable(number, "no")


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    wall = [NOON]
    world = World()
    async with house(tmp_path / "boardroom.db", now=lambda: wall[0], servers=world) as home:
        absence = home.absence
        lost_channels = home.services.lost_channels
        clock = home.clock
        yield Place(home, world, lost_channels, absence, clock, wall)
        await clock.close()


# -- taken off a server --------------------------------------------------------------------------


async def test_off_a_server_its_clocks_stand_still_and_nobody_is_charged(place: Place) -> None:
    number = await place.home.at_first_turn(BEN)
    due = await place.due(number, 1)
    await place.all_arrive(number)
    await place.later(10)
    place.world.servers.clear()
    await place.lost_channels.handle_server_removed(GUILD)
    assert await place.home.storage.outbox.list_unsent(number) == [], "there is nobody to write to"
    await place.later(100)
    assert play.list_asked_seats(await place.home.table(number)) == [1]
    assert [seat_row.misses for seat_row in (await place.running(number)).seats] == [0, 0]

    place.world.servers.add(GUILD)
    await place.lost_channels.retry_server(GUILD)
    assert (await place.running(number)).row.lost == "server", "only a message that arrives shows that it goes"
    await place.all_arrive(number)
    running = await place.running(number)
    assert (running.row.lost, running.row.paused_at) == (None, None)
    assert await place.due(number, 1) == due + timedelta(hours=100)
    assert [letter.kind for letter in await place.home.storage.outbox.list_unsent(number)] == ["board", "ask"]
    assert (await place.home.again().host.get_running_game(number)).clocks == running.clocks, "also after a restart"


async def test_everybody_who_is_asked_is_called_anew_when_the_table_is_back(place: Place) -> None:
    number = await place.home.started(BEN)
    asks = await place.home.storage.open_questions.list_in_game(number)
    await place.home.storage.open_questions.mark_pinged(number, {ask.seat: ask.etag for ask in asks})
    await place.lost_channels.handle_server_removed(GUILD)
    await place.lost_channels.retry_server(GUILD)
    await place.all_arrive(number)
    assert [ask.pinged for ask in await place.home.storage.open_questions.list_in_game(number)] == [False, False]


async def test_a_player_who_was_asked_while_it_was_gone_gets_all_of_their_time(place: Place) -> None:
    """Moves can be made by direct message meanwhile."""
    number = await place.home.at_first_turn(BEN)
    await place.lost_channels.handle_server_removed(GUILD)
    await place.later(50)
    await place.home.says(number, 1, "End my turn")
    await place.later(50)
    await place.lost_channels.retry_server(GUILD)
    await place.all_arrive(number)
    assert await place.due(number, 2) == place.wall[0] + timedelta(hours=24)


async def test_a_server_that_was_left_while_the_bot_was_off_is_found_out_at_the_start(place: Place) -> None:
    number = await place.home.at_first_turn(BEN)
    due = await place.due(number, 1)
    await place.clock.tick()
    place.wall[0] += timedelta(hours=100)
    place.world.servers.clear()
    await place.lost_channels.check_all()
    await place.clock.start()
    assert play.list_asked_seats(await place.home.table(number)) == [1], "its time did not run out"
    place.world.servers.add(GUILD)
    place.wall[0] += timedelta(hours=1)
    await place.lost_channels.retry_all()
    await place.all_arrive(number)
    assert await place.due(number, 1) == due + timedelta(hours=101)


async def test_a_lost_table_that_is_found_again_after_an_outage_gets_the_time_back_once(place: Place) -> None:
    number = await place.home.at_first_turn(BEN)
    await place.all_arrive(number)
    await place.home.services.lost_channels.handle_unreachable(number, "no")
    left = await place.due(number, 1) - place.wall[0]
    await place.clock.tick()
    place.wall[0] += timedelta(hours=100)
    await place.lost_channels.check_all()
    await place.all_arrive(number)
    assert (await place.row(number)).lost == "channel", "what was missed is not reckoned yet"
    await place.clock.start()
    await place.lost_channels.retry_all()
    await place.all_arrive(number)
    assert (await place.row(number)).lost is None
    assert await place.due(number, 1) - place.wall[0] == left


async def test_a_channel_that_was_deleted_while_the_bot_was_off_is_found_out_at_the_start(place: Place) -> None:
    number = await place.home.at_first_turn(BEN)
    place.world.gone_channels.add(CHANNEL)
    await place.lost_channels.check_all()
    assert (await place.running(number)).row.lost == "channel"


async def test_a_refusal_to_write_is_as_good_as_the_event(place: Place) -> None:
    number = await place.home.at_first_turn(BEN)
    place.world.servers.clear()
    await place.none_arrives(number)
    row = (await place.running(number)).row
    assert (row.lost, row.paused_at) == ("server", row.lost_at)
    await place.none_arrives(number)
    assert await place.home.storage.outbox.list_unsent(number) == []


async def test_a_table_that_had_paused_itself_stays_paused(place: Place) -> None:
    number = await place.home.at_first_turn(BEN)
    await place.home.seating.pause_clocks(number, stopped=True, words="holidays")
    await place.all_arrive(number)
    await place.later(5)
    await place.lost_channels.handle_server_removed(GUILD)
    await place.later(5)
    await place.lost_channels.retry_server(GUILD)
    assert "stand still, as agreed" in (await place.letters(number, "notice"))[-1]
    await place.all_arrive(number)
    running = await place.running(number)
    assert (running.row.lost, running.row.paused_at) == (None, NOON.isoformat())
    await place.later(5)
    await place.home.seating.pause_clocks(number, stopped=False, words="back")
    assert await place.due(number, 1) == NOON + timedelta(hours=24 + 15)


async def test_nobody_lets_the_clocks_of_a_lost_table_run(place: Place) -> None:
    number = await place.home.at_first_turn(BEN)
    await place.lost_channels.handle_server_removed(GUILD)
    with pytest.raises(Refusal, match="Bring the table here"):
        await place.votes.propose(number, ANN, "resume")
    with pytest.raises(Refusal, match="Bring the table here"):
        await place.home.seating.pause_clocks(number, stopped=False, words="An organiser decided: go on")
    assert (await place.running(number)).row.paused_at is not None


async def test_it_is_told_once_that_the_table_is_back(place: Place) -> None:
    number = await place.home.at_first_turn(BEN)
    await place.all_arrive(number)
    await place.lost_channels.handle_server_removed(GUILD)
    for _ in range(3):
        await place.lost_channels.retry_server(GUILD)
    assert len(await place.letters(number, "notice")) == 1
    await place.all_arrive(number)
    await place.lost_channels.retry_server(GUILD)
    assert await place.letters(number, "notice") == []


async def test_when_the_channel_has_gone_with_the_server_the_table_waits_for_another(place: Place) -> None:
    number = await place.home.at_first_turn(BEN)
    await place.lost_channels.handle_server_removed(GUILD)
    await place.lost_channels.retry_server(GUILD)
    await place.none_arrives(number)
    assert (await place.running(number)).row.lost == "channel"


async def test_after_long_enough_the_game_is_over_and_says_why(place: Place) -> None:
    number = await place.home.at_first_turn(BEN)
    await place.home.host.people.record_person(ANN, "Ann")
    await place.lost_channels.handle_server_removed(GUILD)
    place.wall[0] += ABANDON_AFTER - timedelta(minutes=1)
    await place.clock.tick()
    assert (await place.running(number)).row.status == "running"
    place.wall[0] += timedelta(minutes=1)
    await place.clock.tick()
    assert (await place.running(number)).row.status == "abandoned"
    assert await place.home.storage.games.list_lost(ALL_SHARDS) == []
    assert "for 30 days I could not write in this server" in await place.word_for(ANN)


async def test_games_on_other_servers_and_games_that_are_over_are_not_touched(place: Place) -> None:
    number = await place.home.at_first_turn(BEN)
    over = await place.home.at_first_turn(BEN)
    await place.votes.close_without_result(over, "enough")
    lobby = await place.home.opened(BEN)
    await place.lost_channels.handle_server_removed(GUILD + 1)
    await place.lost_channels.handle_channel_deleted(GUILD, CHANNEL + 1)
    assert (await place.running(number)).row.lost is None
    row = await place.row(lobby)
    assert (row.status, row.lost) == ("open", None)
    await place.lost_channels.handle_channel_deleted(GUILD, CHANNEL)
    await place.home.services.lost_channels.handle_unreachable(over, "no")
    row = await place.row(over)
    assert (row.lost, row.paused_at) == (None, None)


# -- a channel that is gone ----------------------------------------------------------------------


async def test_players_are_told_by_the_ways_that_are_left(place: Place) -> None:
    number = await place.home.at_first_turn(BEN)
    people = place.home.host.people
    await people.set_dm(await people.record_person(ANN, "Ann"), "open")
    await people.record_person(BEN, "Ben")
    await place.none_arrives(number)
    (words,) = await place.letters(number, "note")
    assert f"Table {number}: I cannot write in its channel any more." in words
    assert "Bring the table here" in words
    assert await place.word_for(ANN) == ""
    assert await place.word_for(BEN) == words
    await place.home.services.lost_channels.handle_unreachable(number, "no")
    assert len(await place.letters(number, "note")) == 1, "once"


async def test_a_player_brings_the_table_to_another_channel(place: Place) -> None:
    number = await place.home.at_first_turn(BEN)
    due = await place.due(number, 1)
    await place.home.storage.messages.put(number, "board", CHANNEL, 77)
    await place.lost_channels.handle_channel_deleted(GUILD, CHANNEL)
    await place.later(3)
    assert "is here now" in await place.lost_channels.move_table(number, BEN, GUILD, 55, organiser=False)
    row = (await place.running(number)).row
    assert (row.channel_id, row.lost, row.paused_at) == (55, None, None)
    assert await place.home.storage.messages.get(number, "board") is None, "its message is posted anew"
    assert await place.due(number, 1) == due + timedelta(hours=3)
    saved = await place.home.storage.games.load(number)
    assert saved is not None
    assert saved.game == row


async def test_what_waits_for_an_answer_comes_along_to_another_channel(place: Place) -> None:
    number = await place.home.at_first_turn(BEN, CLEO)
    await place.votes.free_seat(number, 2, "By a vote.")
    await place.votes.propose(number, await place.home.user(number, 1), "abandon")
    (motion,) = await place.home.storage.motions.list_open(number)
    await place.all_arrive(number)
    await place.home.storage.messages.put(number, f"motion:{motion.motion_id}", CHANNEL, 5)
    await place.lost_channels.handle_channel_deleted(GUILD, CHANNEL)
    await place.none_arrives(number)
    await place.lost_channels.move_table(number, await place.home.user(number, 3), GUILD, 55, organiser=False)
    kinds = [letter.kind for letter in await place.home.storage.outbox.list_unsent(number)]
    assert kinds == ["board", "notice", "motion", "vacancy", "ask"]
    await place.home.storage.messages.put(number, f"motion:{motion.motion_id}", 55, 6)
    await place.home.storage.messages.put(number, "vacancy:2", 55, 7)
    await place.all_arrive(number)
    await place.lost_channels.handle_server_removed(GUILD)
    await place.lost_channels.retry_server(GUILD)
    await place.all_arrive(number)
    kinds = [letter.kind for letter in await place.home.storage.outbox.list_unsent(number)]
    assert kinds == ["board", "ask"], "what stands there already is not posted twice"


async def test_the_seat_of_who_conceded_and_was_forgotten_is_not_offered_in_another_channel(place: Place) -> None:
    number = await place.home.at_first_turn(BEN, CLEO)
    await place.home.absence.give_up_seat(number, ANN)
    await place.home.services.erasure.forget(ANN)
    await place.none_arrives(number)
    await place.lost_channels.move_table(number, BEN, GUILD, 55, organiser=False)
    assert await place.letters(number, "vacancy") == []


async def test_only_players_and_organisers_bring_a_table_and_only_one_that_is_lost(place: Place) -> None:
    number = await place.home.at_first_turn(BEN)
    with pytest.raises(Refusal, match=f"is in <#{CHANNEL}>"):
        await place.lost_channels.move_table(number, BEN, GUILD, 55, organiser=False)
    await place.lost_channels.handle_channel_deleted(GUILD, CHANNEL)
    with pytest.raises(NotYours, match="Only a player of this table"):
        await place.lost_channels.move_table(number, STRANGER, GUILD, 55, organiser=False)
    with pytest.raises(NotYours, match="another server"):
        await place.lost_channels.move_table(number, BEN, GUILD + 1, 55, organiser=True)
    assert (await place.running(number)).row.lost == "channel"
    await place.lost_channels.move_table(number, STRANGER, GUILD, 55, organiser=True)
    with pytest.raises(Refusal, match="is in <#55>"):
        await place.lost_channels.move_table(number, BEN, GUILD, 56, organiser=False)


# -- tables that have not begun -------------------------------------------------------------------


@pytest.mark.parametrize("found_out", ["by the event", "by a refusal", "at the start"])
async def test_a_lobby_whose_channel_was_deleted_is_closed_and_who_sat_there_hears_why(
    place: Place, found_out: str
) -> None:
    number = await place.home.opened(BEN)
    await place.home.host.people.record_person(ANN, "Ann")
    await place.all_arrive(number)
    place.world.gone_channels.add(CHANNEL)
    match found_out:
        case "by the event":
            await place.lost_channels.handle_channel_deleted(GUILD, CHANNEL)
        case "by a refusal":
            await place.home.services.lost_channels.handle_unreachable(number, "no")
        case _:
            await place.lost_channels.check_all()
    assert (await place.row(number)).status == "abandoned"
    await place.none_arrives(number)
    for user in (ANN, BEN):
        assert f"Table {number} was closed before its game began" in await place.word_for(user)
        assert "its channel was deleted" in await place.word_for(user)
        assert (await place.word_for(user)).count("/game new") == 1, "once"
    with pytest.raises(Refusal, match="was closed"):
        await place.home.lobby.join(number, CLEO, "Cleo")


async def test_off_a_server_nobody_loses_a_seat_and_back_there_everybody_is_called_anew(place: Place) -> None:
    number = await place.about_to_begin()
    await place.home.lobby.confirm_presence(number, BEN)
    await place.all_arrive(number)
    await place.passes(4)
    place.world.servers.clear()
    await place.lost_channels.handle_server_removed(GUILD)
    await place.passes(10)
    assert await place.home.storage.outbox.list_unsent(number) == []
    await place.passes(24 * 9 - 10)
    assert await place.awaited(number) == [CLEO]
    assert await place.home.storage.outbox.list_unsent(number) == [], "nobody is called where nobody can see it"

    place.world.servers.add(GUILD)
    await place.lost_channels.retry_server(GUILD)
    assert (await place.row(number)).lost == "server", "only a message that arrives shows that it goes"
    await place.all_arrive(number)
    assert (await place.row(number)).lost is None
    assert [letter.kind for letter in await place.home.storage.outbox.list_unsent(number)] == ["board", "ask"]
    assert await place.awaited(number) == [CLEO], "Ben has said so already"
    await place.passes(19.9)
    assert await place.awaited(number) == [CLEO]
    await place.passes(0.2)
    table = await place.home.lobby.get_open_table(number)
    assert [seat_row.user_id for seat_row in table.seats] == [ANN, BEN]
    assert table.row.status == "open", "nor was it a part of the week it has"


async def test_a_player_who_was_called_a_second_time_before_is_called_anew_only_once(place: Place) -> None:
    number = await place.about_to_begin()
    await place.passes(13)
    assert [letter.kind for letter in await place.home.storage.outbox.list_unsent(number)] == ["board", "ask"]
    await place.all_arrive(number)
    await place.lost_channels.handle_server_removed(GUILD)
    await place.passes(48)
    await place.lost_channels.retry_server(GUILD)
    for _ in range(2):
        await place.all_arrive(number)
    await place.passes(1)
    assert await place.home.storage.outbox.list_unsent(number) == []


async def test_a_server_that_was_left_while_the_bot_was_off_costs_nobody_a_seat(place: Place) -> None:
    number = await place.about_to_begin()
    await place.passes(4)
    place.wall[0] += timedelta(hours=100)
    place.world.servers.clear()
    await place.lost_channels.check_all()
    await place.clock.start()
    assert await place.awaited(number) == [BEN, CLEO]
    place.world.servers.add(GUILD)
    await place.lost_channels.retry_all()
    await place.all_arrive(number)
    await place.passes(19.9)
    assert await place.awaited(number) == [BEN, CLEO]
    await place.passes(0.2)
    assert await place.awaited(number) == []


async def test_without_permission_a_lobby_waits_and_who_sits_there_hears_of_it(place: Place) -> None:
    number = await place.home.opened(BEN, CLEO)
    await place.all_arrive(number)
    await place.passes(3)
    await place.home.lobby.start(number, ANN)
    await place.none_arrives(number)
    row = await place.row(number)
    assert (row.status, row.lost) == ("open", "channel")
    assert f"Table {number}: I cannot write in its channel any more." in await place.word_for(BEN)
    await place.passes(30)
    assert await place.awaited(number) == [BEN, CLEO]
    await place.home.lobby.confirm_presence(number, BEN)
    await place.all_arrive(number)
    assert await place.awaited(number) == [CLEO]
    await place.none_arrives(number)
    assert (await place.row(number)).lost == "channel", "its message can be changed, but nobody be called"
    await place.passes(30)
    assert await place.awaited(number) == [CLEO]
    await place.home.lobby.confirm_presence(number, CLEO)
    assert (await place.running(number)).row.lost is None, "perhaps the place is back, and nobody has told us"
    await place.none_arrives(number)
    running = await place.running(number)
    assert (running.row.status, running.row.lost) == ("running", "channel")
    await place.lost_channels.move_table(number, BEN, GUILD, 55, organiser=False)
    due = [await place.due(number, seat) for seat in (1, 2, 3)]
    assert due == [place.wall[0] + timedelta(hours=24)] * 3


async def test_a_game_that_begins_out_of_reach_is_lost_from_then_on_and_its_players_hear_how_to_bring_it(
    place: Place,
) -> None:
    number = await place.home.opened(BEN)
    await place.home.services.lost_channels.handle_unreachable(number, "no")
    await place.passes(24 * 29)
    await place.home.lobby.join(number, BEN, "Ben")
    await place.home.host.people.take_pending_notice(BEN)
    assert await place.home.lobby.start(number, ANN) is not None
    await place.none_arrives(number)
    assert "**Bring the table here**" in await place.word_for(BEN)
    await place.passes(24 * 2)
    assert (await place.row(number)).status == "running", "its thirty days have only begun"


async def test_a_player_who_says_that_they_are_here_at_a_lost_table_reads_of_no_time_that_is_over(place: Place) -> None:
    number = await place.about_to_begin()
    await place.home.services.lost_channels.handle_unreachable(number, "no")
    await place.passes(72)
    table = await place.home.lobby.confirm_presence(number, BEN)
    words = screens.describe_confirmation(await place.home.lobby.get_open_table(number), BEN, place.wall[0])
    assert "Nobody loses a seat while I can't post there." in words
    assert "<t:" not in words
    assert table is None


async def test_where_nobody_can_be_called_a_table_does_not_begin_to_wait(place: Place) -> None:
    number = await place.home.opened(BEN)
    await place.all_arrive(number)
    await place.home.services.lost_channels.handle_unreachable(number, "no")
    await place.passes(3)
    with pytest.raises(Refusal, match=r"cannot write.*/game status"):
        await place.home.lobby.start(number, ANN)
    assert (await place.row(number)).confirm_until is None
    await place.home.storage.outbox.add(number, [NewLetter("board")], place.home.host.format_now())
    await place.all_arrive(number)
    assert await place.home.lobby.start(number, ANN) is None
    assert (await place.row(number)).confirm_until is not None


async def test_a_lobby_that_is_out_of_reach_for_too_long_is_closed(place: Place) -> None:
    number = await place.home.opened(BEN)
    await place.lost_channels.handle_server_removed(GUILD)
    place.wall[0] += ABANDON_AFTER - timedelta(minutes=1)
    await place.clock.tick()
    assert (await place.row(number)).status == "open"
    place.wall[0] += timedelta(minutes=1)
    await place.clock.tick()
    assert (await place.row(number)).status == "abandoned"
    assert "for 30 days I could not write in this server" in await place.word_for(BEN)


# -- former players -------------------------------------------------------------------------------


async def test_at_the_reminder_the_chair_of_a_player_who_has_left_the_server_is_empty(place: Place) -> None:
    number = await place.home.at_first_turn(BEN, CLEO)
    gone = await place.home.user(number, 1)
    place.world.gone_members.add(gone)
    await place.later(11.9)
    assert (await place.running(number)).get_seat_row(1).user_id == gone
    await place.later(0.2)
    seat_row = (await place.running(number)).get_seat_row(1)
    assert (seat_row.user_id, seat_row.name, seat_row.away, seat_row.misses) == (None, "Empty chair 1", True, 0)
    (words,) = await place.letters(number, "vacancy")
    assert words.startswith("**")
    assert "is not in this server any more" in words
    assert await place.letters(number, "note") == [], "nobody is reminded"
    assert 1 not in play.list_asked_seats(await place.home.table(number)), "a bot has played on"
    await place.votes.take_seat(number, 1, STRANGER, "Stranger")
    assert (await place.running(number)).find_seat_of(STRANGER) == 1


async def test_where_no_clock_runs_the_chair_of_a_player_who_has_left_is_found_empty_after_a_silent_week(
    place: Place,
) -> None:
    number = await place.home.opened(BEN, wanted=2)
    await place.home.lobby.set_options(number, ANN, {"pace": "no clock"})
    await place.home.lobby.confirm_presence(number, BEN)
    await place.home.lobby.start(number, ANN)
    gone = await place.home.user(number, 2)
    place.world.gone_members.add(gone)
    await place.later(24 * 5)
    assert (await place.running(number)).get_seat_row(2).user_id == gone
    place.wall[0] += timedelta(days=2)
    await place.clock.tick()
    assert (await place.running(number)).get_seat_row(2).user_id is None
    assert len(await place.letters(number, "vacancy")) == 1


async def test_a_player_who_is_still_there_is_reminded_and_charged_as_ever(place: Place) -> None:
    number = await place.home.at_first_turn(BEN)
    await place.later(24.1)
    assert play.list_asked_seats(await place.home.table(number)) == [2]
    assert [seat_row.misses for seat_row in (await place.running(number)).seats] == [1, 0]
    assert place.world.asked == 3, "before two reminders and at the end"


async def test_when_discord_cannot_tell_nobody_loses_their_chair_and_it_is_not_asked_at_once_again(
    place: Place,
) -> None:
    number = await place.home.started(BEN)
    place.world.can_tell = False
    place.world.gone_members |= {ANN, BEN}
    await place.later(12.1)
    assert place.world.asked == 1, "two are reminded at the same moment"
    assert [seat_row.user_id is None for seat_row in (await place.running(number)).seats] == [False, False]
    assert len(await place.letters(number, "note")) == 2


async def test_when_the_last_player_has_left_the_game_is_over(place: Place) -> None:
    number = await place.home.started(BEN)
    place.world.gone_members |= {ANN, BEN}
    await place.later(12.1)
    assert (await place.running(number)).row.status == "abandoned"
    assert "Everybody has left" in (await place.letters(number, "notice"))[-1]


async def test_votes_are_counted_without_who_has_left(place: Place) -> None:
    number = await place.home.opened(BEN, CLEO)
    await place.home.lobby.set_options(number, ANN, {"absent": "a vote", "length": "long"})
    for guest in (BEN, CLEO):
        await place.home.lobby.confirm_presence(number, guest)
    await place.home.lobby.start(number, ANN)
    await place.later(4 * 24 + 0.2)  # a price of everybody's, and a turn of each: seat 1 has been late twice
    await place.votes.propose(number, await place.home.user(number, 2), "pause")
    await place.votes.propose(number, await place.home.user(number, 3), "replace", 1)
    await place.votes.propose(number, await place.home.user(number, 1), "abandon")
    place.world.gone_members.add(await place.home.user(number, 1))
    await place.later(12.1)
    assert [motion.kind for motion in await place.home.storage.motions.list_open(number)] == ["pause"]
    words = " ".join(await place.letters(number, "notice"))
    assert "The vote is off, because its proposer no longer plays here: to end this game" in words
    assert "The vote to replace somebody is off" in words


async def test_a_vote_that_waited_for_a_player_who_has_left_is_decided(place: Place) -> None:
    number = await place.home.at_first_turn(BEN, CLEO)
    await place.votes.propose(number, await place.home.user(number, 2), "abandon")
    (motion,) = await place.home.storage.motions.list_open(number)
    await place.votes.cast_vote(motion.motion_id, await place.home.user(number, 3), yes=True)
    place.world.gone_members.add(await place.home.user(number, 1))
    await place.later(12.1)
    assert (await place.running(number)).row.status == "abandoned"


async def test_somebody_who_took_the_chair_meanwhile_keeps_it(place: Place) -> None:
    number = await place.home.started(BEN)
    await place.home.plays(number, 2, Name(price=1))
    assert not await place.votes.clear_seat(number, 1, STRANGER, "gone")
    assert (await place.running(number)).get_seat_row(1).user_id is not None


async def test_a_player_who_takes_an_answer_back_at_a_table_that_was_lost_has_what_was_left_of_their_time(
    place: Place,
) -> None:
    number = await place.home.started(BEN)
    await place.later(20)
    await place.home.plays(number, 1, Name(price=7))
    await place.lost_channels.handle_channel_deleted(GUILD, CHANNEL)
    await place.later(48)
    await place.lost_channels.retry_all()
    await place.all_arrive(number)
    await place.home.host.undo_for_person(number, await place.home.user(number, 1))
    assert await place.due(number, 1) == NOON + timedelta(hours=24 + 48)
