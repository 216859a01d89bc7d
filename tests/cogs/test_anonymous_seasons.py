"""A season of anonymous tables, as people meet it: they read who plays where, and of no seat whose it is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.host.errors import Refusal
from bot.host.leagues import export
from bot.host.play.auto_answers import choose_bot_move
from bot.host.table.open_table import CONFIRMATION_PERIOD
from bot.leagues.log_entries import Carded, Left, Substituted
from storage.interface.people import Person
from tests.anonymous_seats import exchange_seats
from tests.any_question import picks_of
from tests.cogs.leagues import MENUS, publish_draw, shown, stands, tables, terms
from tests.cogs.test_anonymous_tables import ALIASES, names
from tests.cogs.town import Player, Town, parts_of, texts
from tests.unmarked import unmarked

LOOKUPS = ("game status", "table log", "record export", "record verify", "record replay", "hand", "play")
LEAGUE_LOOKUPS = ("standings", "log", "list", "rules", "hall", "me", "player", "export", "manage")
NOT_PRESSED = ("Concede", "Undo", "More time", "Finish", "Cancel", "Leave", "Act", "Discard", "steward")


@dataclass
class Season:
    """A season of anonymous tables, and all that anybody has read of it."""

    here: Town
    boss: Player
    people: Sequence[Player]
    answers: list[tuple[Player, str]] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    def listen(self) -> None:
        for player in self.here.people.values():
            player.has_chosen = True  # they have never used the bot, so direct messages are their default
            player.on_answer = self._make_listener(player)

    def _make_listener(self, player: Player) -> Any:
        def keep(words: str) -> None:
            self.answers.append((player, json.dumps(parts_of(player.answer), default=str) + words))
            for file in player.answer.attachments:
                self.files.append((self.here.env.backend.cdn.get(file.url) or b"").decode("utf-8", "replace"))

        return keep

    async def prepares(self) -> None:
        """Fill in the form of a season, and open its sign-up."""
        await self.boss.slash("league new", name="Winter Cup", game="The Fair", seats=3)
        await self.boss.press("End, agreements…")
        assert "Anonymous: yes" in await self.boss.fill_in(checks=["anonymous"])
        await self.boss.press("Open sign-up")

    async def is_drawn(self) -> None:
        await self.prepares()
        for player in self.people:
            assert "You are in." in await player.press("Join", on=await stands(self.here, "sign-up"))
        await publish_draw(self.boss)
        await self.settles()

    async def begins(self) -> None:
        """Let everybody say that they are here."""
        await self.is_drawn()
        await self.confirm(self.people)

    async def confirm(self, people: Sequence[Player]) -> None:
        for player in people:
            await player.press("I'm here", on=await stands(self.here, "standings"))
        await self.settles()

    async def settles(self) -> None:
        await self.here.bot.services.leagues.maintenance.settle()
        await self.here.bot.outbox_worker.wait_for_all()
        await self.here.env.settle()

    async def moves(self, game_id: int) -> bool:
        """Let somebody at a table answer; return whether it is still being played."""
        host = self.here.bot.host
        await self.here.bot.autoplay.wait_for_all()  # else bots might have no turn of the event loop
        running = await host.get_running_game(game_id)
        if running.row.status != "running":
            return False
        for seat, etag in running.get_etags().items():
            question, user_id = running.get_question(seat), running.get_seat_row(seat).user_id
            if question is not None and user_id is not None and not running.is_automatic(seat):
                move = choose_bot_move(running.game, running.table, running.row.revision, seat, question)
                await host.answer_question(game_id, user_id, etag, picks_of(question, move))
                break
        else:
            raise AssertionError(f"no person is asked at table {game_id}")
        await self.here.bot.outbox_worker.wait_for_all()
        return (await host.get_running_game(game_id)).row.status == "running"

    def list_said(self) -> Iterator[tuple[Player | None, str]]:
        """All that was said, with who alone has read it."""
        readers = {
            player.actor.user.dm_channel.id: player
            for player in self.here.people.values()
            if player.actor.user.dm_channel
        }
        for entry in self.here.env.http_requests:
            found = re.match(r"/channels/(\d+)/", entry.path)
            said = f"{entry.path} {json.dumps(entry.json, ensure_ascii=False, default=str)}"
            yield None if found is None else readers.get(int(found[1])), said
        yield from self.answers
        for player in self.here.people.values():
            if player.actor.user.dm_channel is not None:
                history = player.actor.user.dm_channel.history()
                yield from ((player, texts(parts_of(message))) for message in history if not message.flags.ephemeral)
        yield from ((None, file) for file in self.files)

    def tells_no_seat(self) -> None:
        """Check that nothing said speaks of a seat and of a person in one breath, but to that person."""
        seats = 0
        for reader, said in self.list_said():
            if any(alias in said for alias in ALIASES):
                seats += 1
                for player in self.here.people.values():
                    assert player is reader or not names(said, player), f"{reader and reader.id} reads: {said}"
        assert seats > 4, "much was said of seats"


@pytest.fixture
def season(here: Town, boss: Player, people: list[Player], stranger: Player) -> Season:
    made = Season(here, boss, people)
    made.listen()
    return made


async def test_a_season_says_at_sign_up_what_is_anonymous_in_it(here: Town, season: Season) -> None:
    await season.prepares()
    assert "anonymous tables" in await shown(here, "sign-up")
    agreed = await terms(here, season.people[0])
    assert "**Anonymous tables**: everybody reads who plays at a table, and nobody whose seat is whose" in agreed
    assert "seats are drawn by lot" in agreed
    assert "sit in every seat" not in agreed
    await season.people[0].slash("league rules")
    assert "**Anonymous tables**" in season.people[0].sees
    assert "sit in every seat" not in season.people[0].sees


async def test_a_season_becomes_anonymous_one_setting_at_a_time_too(here: Town, season: Season) -> None:
    boss = season.boss
    await boss.slash("league new", name="Winter Cup", game="The Fair", seats=3)
    await boss.press(MENUS)
    assert not any(line.startswith("Never revealed") for line in boss.lines)
    await boss.choose("Anonymous: no")
    assert "Nobody reads which seat is whose until a game is over" in boss.sees
    await boss.press("yes")
    assert "Anonymous: yes" in boss.sees


async def test_who_gets_no_direct_messages_is_told_why_they_cannot_sign_up(
    here: Town, season: Season, stranger: Player
) -> None:
    await season.prepares()
    await here.bot.storage.people.put(Person(stranger.id, "Stranger", chosen=True))
    assert "by direct message alone" in await stranger.press("Join", on=await stands(here, "sign-up"))
    assert not names(await shown(here, "sign-up"), stranger)


async def test_a_table_names_its_players_before_it_begins_and_seats_afterwards(here: Town, season: Season) -> None:
    await season.is_drawn()
    games = await tables(here)
    saved = await here.bot.storage.games.load(games[1])
    assert saved is not None
    board = texts(parts_of(await here.board(games[1])))
    assert "lots give you your seats when the game begins" in board
    assert all(f"<@{one.user_id}>" in board for one in saved.seats)
    assert "1. <@" not in board
    await season.confirm(season.people)
    board = texts(parts_of(await here.board(games[1])))
    assert all(alias in board for alias in ALIASES[:3])
    assert not any(names(board, player) for player in season.people)
    season.tells_no_seat()


async def test_everybody_reads_the_same_whoever_sits_on_which_seat(
    here: Town, season: Season, stranger: Player
) -> None:
    """Compare what three readers look up in two worlds that differ by the lots alone."""
    await season.begins()
    games = await tables(here)
    game_id = games[1]
    for _ in range(4):
        await season.moves(game_id)
    sitting = {one.user_id for one in (await here.bot.host.get_running_game(game_id)).seats}
    elsewhere = next(player for player in season.people if player.id not in sitting)
    readers = (stranger, season.boss, elsewhere)
    first = [await look_up(here, reader, game_id) for reader in readers]
    assert min(map(len, first)) > 20, "they have opened much"
    assert any(ALIASES[0] in said for said in first[0])
    await exchange_seats(here.bot.host, game_id)
    assert [await look_up(here, reader, game_id) for reader in readers] == first
    season.tells_no_seat()


async def test_a_player_reads_the_same_whoever_sits_on_the_others_seats(here: Town, season: Season) -> None:
    await season.begins()
    game_id = (await tables(here))[1]
    for _ in range(4):
        await season.moves(game_id)
    reader = here.people[(await sit(here, game_id))[0]]
    await look_up(here, reader, game_id)  # what has been read once is no news any more
    first = await look_up(here, reader, game_id)
    await exchange_seats(here.bot.host, game_id, stays=reader.id)
    assert await look_up(here, reader, game_id) == first
    season.tells_no_seat()


async def look_up(here: Town, reader: Player, game_id: int) -> list[str]:
    """Return all texts of every way to look up a table and its season."""
    found = []

    def keep() -> None:
        files = [here.env.backend.cdn.get(file.url) for file in reader.answer.attachments]
        found.append(f"{texts(parts_of(reader.answer))} {reader.buttons} {reader.lines} {files}")

    await reader.slash("inbox")
    reader_commands = [(command, {"table": str(game_id)}) for command in LOOKUPS]
    for command, options in [*reader_commands, *((f"league {command}", {}) for command in LEAGUE_LOOKUPS)]:
        await reader.slash(command, **options)
        keep()
    for on, start in (
        (await here.board(game_id), "More…"),
        (await stands(here, "standings"), "My place"),
        (await stands(here, "standings"), "More…"),
    ):
        await reader.press(start, on=on)
        for line in [*reader.lines, *reader.buttons]:
            await reader.press(start, on=on)
            if any(word in line for word in NOT_PRESSED):
                continue
            if unmarked(line) in map(unmarked, (*reader.lines, *reader.buttons)):
                await reader.press(unmarked(line))
                keep()
    return found


async def test_managers_are_answered_the_same_whichever_seat_they_would_free(here: Town, season: Season) -> None:
    await season.begins()
    game_id = (await tables(here))[1]
    answers = set()
    for player in season.people:
        with suppress(Refusal):
            answers.add(
                await season.boss.slash(
                    "table propose", what="replace", table=str(game_id), player=player.actor.user, reason="Away"
                )
            )
    assert len(answers) == 1
    assert "This table is anonymous" in answers.pop()


async def test_an_anonymous_season_goes_from_sign_up_to_its_podium(
    here: Town, season: Season, boss: Player, stranger: Player
) -> None:
    await season.is_drawn()
    games = await tables(here)
    *others, late = season.people
    await season.confirm(others)
    here.wall.ahead += 2 * CONFIRMATION_PERIOD
    await here.bot.lobby.look()
    await season.settles()
    known = await here.bot.services.leagues.season_log.get_season(1)
    absent = known.find_number(late.id) or 0
    assert known.season.entrants[absent].cards == 1
    assert [one.number for one in known.season.tables.values() if absent in one.absent] == [
        one.number for one in known.season.tables.values() if absent in one.seats
    ]
    season.tells_no_seat()

    leaver = others[0]
    (mine, *_) = [number for number, game_id in games.items() if leaver.id in await sit(here, game_id)]
    seat = await here.bot.host.find_seat_of(games[mine], leaver.id)
    await leaver.slash("league leave")
    await leaver.press("Leave for good")
    await season.settles()
    assert not any(names(text, leaver) for text in thread_texts(here, games[mine]))
    await stranger.press("Take this seat", on=await here.message(games[mine], f"vacancy:{seat}"))
    await season.settles()
    assert stranger.id in await sit(here, games[mine])
    assert "You have helped out once" in await stranger.slash("league me")
    season.tells_no_seat()

    await here.restart()
    season.listen()
    for game_id in games.values():
        while await season.moves(game_id):
            pass
    await season.settles()
    season.tells_no_seat()
    known = await here.bot.services.leagues.season_log.get_season(1)
    assert {one.fate for one in known.season.tables.values()} == {"finished"}
    entries = [line.entry for line in known.season.lines]
    left = known.find_number(leaver.id)
    assert {one.entrant for one in entries if isinstance(one, Left)} == {absent, left}
    assert {one.entrant for one in entries if isinstance(one, Carded)} >= {absent}
    assert [(one.table, one.left) for one in entries if isinstance(one, Substituted)] == [(mine, left)]
    for number, game_id in games.items():
        over = await here.bot.host.get_running_game(game_id)
        assert over.table.outcome is not None
        assert over.league is not None
        for one in over.seats:
            assert one.real_name is None
            drawn = over.league.seats[one.seat]
            if one.user_id not in (None, stranger.id) and not one.conceded:
                assert known.find_number(one.user_id or 0) == drawn
            assert known.season.tables[number].scores[drawn] == over.table.outcome.scores[one.seat]
        result = "\n".join(thread_texts(here, game_id))
        assert any(names(result, here.people[one.user_id]) for one in over.seats if one.user_id is not None)

    await boss.slash("league manage")
    await boss.press("Finish the season …")
    await boss.press("Finish the season")
    assert "🥇" in await shown(here, "podium")
    known = await here.bot.services.leagues.season_log.get_season(1)
    assert all(check.ok for check in export.verify(export.to_json(known).encode()))


async def sit(here: Town, game_id: int) -> list[int]:
    """Who sits at a table, by its seats."""
    return [one.user_id or 0 for one in (await here.bot.host.get_running_game(game_id)).seats]


def thread_texts(here: Town, game_id: int) -> list[str]:
    """All that stands in a table's thread."""
    running = here.bot.host.find_loaded(game_id)
    assert running is not None
    return [texts(parts_of(message)) for message in here.public(running.row.channel_id)]
