"""Create the databases that this program leaves for all later versions: `python -m tests.storage.release`.

It writes the file of the present schema, `schemas/NUMBER.sqlite`: run it before a migration is added. With `--release`
it writes the file of the present version, `released/VERSION.sqlite`: run it once for each release, when its version has
been set. Only their own programs can make those of older schemas and releases, so they stay unchanged.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from bot import __version__
from bot.engine import play
from bot.engine.questions import Question
from bot.engine.records import Move
from bot.games import GAMES
from bot.host.leagues.plan import Plan
from bot.host.lobby.lobby import Lobby
from bot.host.play.seating import MAX_MISSES
from bot.host.play.standing_orders import offer_tag
from bot.host.services import Services, TimeSource, build_services
from bot.host.table.deadlines import DaysOff, Wishes
from bot.leagues.log_entries import Voided
from bot.testing.house import take_no_time
from storage.sqlite import SqliteStorage, open_storage
from tests.any_question import picks_of

RELEASED = Path(__file__).parent / "released"
SCHEMAS = Path(__file__).parent / "schemas"
ADA, BEN, CLEO, DORA, EVE = 11, 12, 13, 14, 15
NAMES = {ADA: "Ada", BEN: "Ben", CLEO: "Cleo", DORA: "Dora"}
GUILD, CHANNEL, GONE = 900, 901, 903
SHORT = {"goodwill": {"length": "short"}}
"""Options with which less must be kept."""
WISHES = Wishes(
    zone="Europe/Berlin",
    quiet_from=time(22),
    quiet_to=time(8),
    off=[DaysOff(first=date(2026, 12, 24), last=date(2026, 12, 26))],
)
"""Of Ada."""


def picks_for(question: Question, move: Move) -> list[str]:
    """A person's picks for this move, for any game."""
    return picks_of(question, move)


async def press(services: Services, number: int, random: Random, times: int, without: int = 0) -> int:
    """Let all asked people but one give any answers, up to a number of times or until no question is open.

    Returns:
        How often they did.
    """
    for done in range(times):
        await services.autoplay.wait_for_all()
        running = await services.host.get_running_game(number)
        seats = [
            seat
            for seat in play.list_asked_seats(running.table)
            if not running.is_automatic(seat) and running.get_seat_row(seat).user_id != without
        ]
        if not seats or running.row.status != "running":
            return done
        seat = random.choice(seats)
        user_id, question = running.get_seat_row(seat).user_id, play.find_question(running.table, seat)
        assert user_id is not None
        assert question is not None
        picks = picks_for(question, question.choose_random_move(random))
        await services.host.answer_question(number, user_id, running.get_etag(seat, question), picks)
    await services.autoplay.wait_for_all()
    return times


async def opened(lobby: Lobby, people: Sequence[int], *, title: str, bots: int = 0, channel: int = CHANNEL) -> int:
    """Open a table of these people and some bots."""
    first, *others = people
    table = await lobby.open_table(
        title=title,
        guild_id=GUILD,
        channel_id=channel,
        user_id=first,
        name=NAMES[first],
        seats_wanted=len(people) + bots,
        options=SHORT.get(title),
    )
    for person in others:
        await lobby.join(table.row.game_id, person, NAMES[person])
    for _ in range(bots):
        await lobby.add_bot(table.row.game_id, first)
    return table.row.game_id


class World:
    """A Discord that has lost a channel."""

    def has_server(self, guild_id: int) -> bool:
        return True

    async def has_channel(self, guild_id: int, channel_id: int) -> bool | None:
        return channel_id != GONE

    async def is_member(self, guild_id: int, user_id: int) -> bool | None:
        return True


class Program:
    """Everything that writes into a database, with a clock that goes on by a minute whenever somebody looks at it."""

    def __init__(self, storage: SqliteStorage) -> None:
        seeds = iter(range(1, 1_000))
        self.wall = datetime(2026, 11, 1, 12, tzinfo=UTC)
        self.random = Random(1)  # noqa: S311
        self.storage = storage
        self.services = build_services(
            storage,
            GAMES,
            times=TimeSource(now=self._now, monotonic=lambda: self.wall.timestamp(), draw_delay=take_no_time),
            new_seed=lambda: f"{next(seeds):064x}",
        )
        self.host, self.lobby, self.absence = self.services.host, self.services.lobby, self.services.absence
        self.votes, self.lost_channels = self.services.votes, self.services.lost_channels
        self.clock, self.orders = self.services.clock, self.services.orders

    def _now(self) -> datetime:
        self.wall += timedelta(minutes=1)
        return self.wall

    async def started(self, people: Sequence[int], *, bots: int = 0, title: str, times: int, **opening: Any) -> int:
        """Start a game and let people answer `times` times."""
        number = await opened(self.lobby, people, bots=bots, title=title, **opening)
        await self.lobby.start(number, people[0])
        await press(self.services, number, self.random, times)
        return number

    async def people_with_wishes(self) -> None:
        """Ada has quiet hours and days off, Ben gets his secrets by direct message."""
        people = self.host.people
        for user_id, name in NAMES.items():
            await people.record_person(user_id, name)
        await people.change_wishes(await people.record_person(ADA, NAMES[ADA]), lambda _: WISHES)
        await people.set_dm_channel(await people.set_dm(await people.record_person(BEN, NAMES[BEN]), "open"), 77)
        await people.set_secrets(await people.record_person(CLEO, NAMES[CLEO]), "thread")
        await people.store_pending_notice(CLEO, NAMES[CLEO], "A word for Cleo.")

    async def an_absence(self) -> None:
        """At one table of each kind, Ben answers too late until a bot holds his seat."""
        numbers = [await self.started((ADA, BEN, CLEO), title=title, times=0) for title in GAMES]
        for _ in range(20 * MAX_MISSES):
            away = []
            for number in numbers:
                await press(self.services, number, self.random, 10, without=BEN)
                away.append(any(seat_row.away for seat_row in (await self.host.get_running_game(number)).seats))
            if all(away):
                return
            self.wall += timedelta(hours=25)
            await self.clock.tick()
        raise AssertionError("Ben was always in time")

    async def tables_of(self, title: str) -> None:
        """Games of this kind, in every situation that is another one in another game."""
        three = (ADA, BEN, CLEO)
        await self.started(three, title=title, times=1)  # a sealed answer lies unseen, if the game has them
        await self.started((ADA, BEN), bots=1, title=title, times=16)
        await self.ordered(await self.started(three, title=title, times=2))
        for people in (three, (BEN, CLEO)):  # one goes on without Cleo, one is over
            number = await self.started(people, title=title, times=5)
            await self.absence.give_up_seat(number, CLEO)
            await press(self.services, number, self.random, 5)

    async def tables_in_trouble(self, title: str) -> None:
        """One that votes, one that rests, one with an empty chair, and one whose channel is gone."""
        three = (ADA, BEN, CLEO)
        number = await self.started(three, title=title, times=7)
        for user_id in three:
            if (await self.host.build_panel(number, user_id)).question is not None:
                await self.absence.extend_time(number, user_id)
                break
        await self.votes.propose(number, ADA, "abandon")  # stays open, with two of three votes
        await self.votes.cast_vote((await self.storage.motions.list_open(number))[0].motion_id, BEN, yes=True)
        number = await self.started(three, title=title, times=10)
        await self.votes.propose(number, ADA, "pause")
        await self.votes.cast_vote((await self.storage.motions.list_open(number))[0].motion_id, BEN, yes=True)
        await self.votes.free_seat(await self.started(three, title=title, times=4), 2, "<seat:2> is replaced.")
        await self.started((ADA, BEN), title=title, times=4, channel=GONE)
        await self.lost_channels.handle_channel_deleted(GUILD, GONE)

    async def ordered(self, number: int) -> None:
        """Ada gives the first order that is offered, if the game has orders."""
        if (await self.host.get_running_game(number)).game.play_ahead.orders is None:
            return
        offered = (await self.orders.build_panel(number, ADA)).offered
        if offered:
            move = offered[0].choose_random_move(self.random)
            await self.orders.give(number, ADA, offer_tag(offered[0]), picks_for(offered[0], move))

    async def open_tables(self, title: str) -> None:
        """One that nobody has joined for a while, one that was left, and one that waits for `I'm here`."""
        await opened(self.lobby, (ADA, BEN), bots=1, title=title)
        await self.lobby.leave(await opened(self.lobby, (CLEO,), bots=1, title=title), CLEO)
        number = await opened(self.lobby, (ADA, BEN), title=title)
        await self.lobby.set_pace(number, ADA, "36")
        await self.lobby.start(number, ADA)

    async def a_season(self) -> None:
        """Four play in a season of Ada, who wants to be kept apart from Ben. Eve, who does not play, voids a table."""
        leagues = self.services.leagues
        plan = Plan(title="goodwill", seats=3)
        made = await leagues.sign_up.create_league(
            name="Winter Cup", guild_id=GUILD, channel_id=CHANNEL, user_id=ADA, plan=plan
        )
        number = made.row.season_id
        await leagues.sign_up.open_sign_up(number, ADA)
        for user_id, name in NAMES.items():
            await leagues.sign_up.join(number, user_id, name, f"press {user_id}")
        known = await leagues.sign_up.set_wishes(number, ADA, apart=[BEN])
        known = await leagues.draws.write_draw(number, ADA, known.row.lines)
        await leagues.maintenance.settle()
        without_her, *others = sorted(known.season.tables.values(), key=lambda table: 1 in table.seats)
        await leagues.rulings.decide(number, EVE, Voided(table=without_her.number), "They had a deal.", known.row.lines)
        await leagues.maintenance.settle()
        game_id = (await leagues.season_log.get_season(number)).tables[others[0].number]
        for seat_row in (await self.lobby.get_open_table(game_id)).seats:
            await self.lobby.confirm_presence(game_id, seat_row.user_id or 0, "here")
        await leagues.maintenance.settle()


async def _fill(path: Path) -> None:
    storage = await open_storage(path)
    program = Program(storage)
    await program.people_with_wishes()
    await program.an_absence()  # first, for much time passes
    for title in GAMES:
        await program.tables_of(title)
    await program.tables_in_trouble("goodwill")
    await program.open_tables("goodwill")
    await program.a_season()
    await storage.messages.put(1, "board", CHANNEL, 902)
    await program.services.autoplay.wait_for_all()
    await program.clock.close()
    await storage.close()


def schema_of(path: Path) -> int:
    """Return the number of a database's schema."""
    with closing(sqlite3.connect(path)) as rows:
        return int(rows.execute("pragma user_version").fetchone()[0])


def main() -> None:
    """Write the file of the present schema or version."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--release", action="store_true", help="the file of this version, not of its schema")
    release = parser.parse_args().release
    with TemporaryDirectory() as folder:
        path = Path(folder) / "boardroom.db"
        asyncio.run(_fill(path))
        target = RELEASED / f"{__version__}.sqlite" if release else SCHEMAS / f"{schema_of(path)}.sqlite"
        target.parent.mkdir(exist_ok=True)
        target.unlink(missing_ok=True)
        with closing(sqlite3.connect(path)) as rows:
            rows.execute("vacuum into ?", (str(target),))
        print(f"{target}: {target.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
