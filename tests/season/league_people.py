"""A league's season: three divisions of people who come, drop out, come late, help out, doubt results, or stay away.

They call the effects of presses directly, because the subject is the course of a season and not the screens: so a few
weeks of it fit into a suite. Their games are played by moves. The program often dies just when a line was added to the
season's log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

from simcord.actors import MemberActor

from bot.host.errors import Refusal
from bot.host.leagues import calendar
from bot.host.leagues.plan import Plan
from bot.host.services import LeagueServices, Services
from bot.leagues.log_entries import Corrected, Penalty, Reverted, Ruled
from bot.leagues.table_opening import list_waiting
from storage.interface.errors import StoreFailed
from tests.any_question import picks_of
from tests.season.league_ledger import LeagueLedger
from tests.season.ledger import FAULT
from tests.season.stage import Stage, chance, stage
from tests.toy import TOY

Nature: TypeAlias = Literal["prompt", "slow", "silent", "leaves", "helps", "late"]
ROUND = timedelta(hours=8)
"""So often everybody has a chance to come."""


@dataclass(frozen=True)
class LeagueSize:
    """How large a league is, and how much goes wrong."""

    people: int
    late: int
    weeks: int
    crash_within: int
    """Lines of the season's log at most between two deaths of the program; 0: it lives."""


LEAGUE = LeagueSize(people=42, late=6, weeks=6, crash_within=20)
SMALL_LEAGUE = LeagueSize(people=18, late=4, weeks=3, crash_within=16)
COMES: dict[Nature, float] = {"prompt": 0.8, "slow": 0.4, "silent": 0.8, "leaves": 0.6, "helps": 1.0, "late": 0.5}
"""How likely somebody comes within a round."""


@dataclass
class Player:
    """Somebody on the server."""

    actor: MemberActor
    nature: Nature
    name: str
    joined: bool = False

    @property
    def id(self) -> int:
        """Their id."""
        return self.actor.id


class League:
    """Everything that happens in it."""

    def __init__(self, there: Stage, size: LeagueSize) -> None:
        self.stage = there
        self.size = size
        self.random = chance(f"{there.seed} league")
        self.organiser = self._moves_in("Organiser")
        self.steward = self._moves_in("Steward")
        natures: list[Nature] = ["prompt", "slow", "prompt", "prompt", "silent", "prompt", "leaves"]
        self.people = [Player(self._moves_in(f"P{n:03}x"), natures[n % 7], f"P{n:03}x") for n in range(size.people)]
        self.late = [Player(self._moves_in(f"L{n:03}x"), "late", f"L{n:03}x") for n in range(size.late)]
        self.helper = Player(self._moves_in("Helper"), "helps", "Helper")
        self.ledger: LeagueLedger
        self.corrected = 0
        self.rash = 0
        """The line of a correction that is to be taken back."""
        self._lives_until = 2
        """How long the log of the season is when the program dies next."""

    def _moves_in(self, name: str) -> MemberActor:
        actor = self.stage.guild.add_member(self.stage.env.create_user(name.lower(), global_name=name))
        self.stage.people[actor.id] = actor
        return actor

    @property
    def services(self) -> Services:
        """Of the program that runs now."""
        return self.stage.bot.services

    @property
    def leagues(self) -> LeagueServices:
        """The same."""
        return self.services.leagues

    # -- weeks -----------------------------------------------------------------------------------

    async def run(self) -> LeagueLedger:
        """Play the season to its last day, and a little on."""
        await self.begins()
        for _ in range(self.size.weeks * 21 + 9):
            await self.goes_on()
        return self.ledger

    async def begins(self) -> None:
        """Open the league, sign everybody up, and draw."""
        plan = Plan(title="toy", seats=3, weeks=self.size.weeks, open_tables="as it stands")
        made = await self.leagues.sign_up.create_league(
            name="Winter Cup",
            guild_id=self.stage.guild.id,
            channel_id=self.stage.channel.id,
            user_id=self.organiser.id,
            plan=plan,
        )
        season_id = made.row.season_id
        self.ledger = LeagueLedger(self.stage, season_id)
        self.stage.look = self.ledger.look
        await self.leagues.sign_up.open_sign_up(season_id, self.organiser.id)
        await self.stage.storage.leagues.put_steward(made.league.league_id, self.steward.id, True)
        for person in self.people:
            await self.acts(partial(self._joins, person))
        cautious = self.random.sample(self.people, 3)
        for person in cautious:
            await self.leagues.sign_up.set_wishes(season_id, person.id, cap=1)
        seen = (await self.leagues.season_log.get_season(season_id)).row.lines
        await self.acts(lambda: self._draws(seen))
        if not (await self.leagues.season_log.get_season(season_id)).season.tables:  # the program died just before
            await self._draws((await self.leagues.season_log.get_season(season_id)).row.lines)

    async def goes_on(self, passes: timedelta = ROUND) -> None:
        """Let some hours pass, and some people come."""
        await self._rests()
        await self.stage.env.advance_time(passes.total_seconds())
        await self._rests()
        await self.ledger.look()
        everybody = [*self.people, *self.late, self.helper]
        for person in self.random.sample(everybody, len(everybody)):
            if self.random.random() < COMES[person.nature]:
                await self._visits(person)
        if self._week() < self.size.weeks - 2.1:  # from then on they stay away, and the last day ends the season
            await self.acts(self._rules)
        await self._rests()
        await self.ledger.look()

    def _week(self) -> float:
        """Return how many weeks have passed since the draw."""
        drawn = calendar.get_draw_time(self.ledger.season)
        return 0 if drawn is None else (self.stage.now() - drawn) / calendar.WEEK

    async def _rests(self) -> None:
        """Wait until the program has come to rest."""
        await self.leagues.maintenance.settle()
        await self.stage.env.settle()
        await (
            self.stage.bot._league_messages_task.wait_until_settled()
        )  # which reads a season in a thread, so that Discord waits for nothing
        await self.stage.env.settle()

    # -- what the program does not survive ---------------------------------------------------------

    async def acts(self, act: Callable[[], Awaitable[object]]) -> None:
        """Let somebody do something; now and then the program dies in the midst of it, just when the log has grown."""
        task = asyncio.ensure_future(_refused_or_done(act))
        while not task.done() and not self._is_to_die():  # noqa: ASYNC110 - the file tells, which sets no event
            await asyncio.sleep(0)
        dies = self._is_to_die()
        if dies:
            await self.stage.crash()
            task.cancel()
            self.ledger.counts["crashes, just when a line was added"] += 1
            self._lives_until = self.ledger.newest() + self.random.randrange(1, self.size.crash_within)
            await self.stage.start()
            await self._rests()
        await asyncio.gather(task, return_exceptions=dies)

    def _is_to_die(self) -> bool:
        return self.size.crash_within > 0 and self.ledger.newest() >= self._lives_until

    # -- what people do ----------------------------------------------------------------------------

    async def _joins(self, person: Player) -> None:
        person.joined = True
        await self.leagues.sign_up.join(
            self.ledger.season_id, person.id, person.name, f"press {self.random.getrandbits(60)}"
        )

    async def _draws(self, seen: int) -> None:
        await self.leagues.draws.write_draw(self.ledger.season_id, self.organiser.id, seen)

    async def _visits(self, person: Player) -> None:
        """Let a person do their errand in their own manner."""
        week = self._week()
        match person.nature:
            case "silent" if week > 0.6:
                return
            case "leaves" if week > 0.8 and person.joined:
                person.joined = False
                await self.acts(lambda: self.leagues.sign_up.leave(self.ledger.season_id, person.id))
                self.ledger.counts["people left the season"] += 1
                return
            case "late" if not person.joined:
                await self.acts(partial(self._joins, person))
            case "helps":
                await self._helps(person)
        for game_id, status in self._tables_of(person):
            await self._plays(person, game_id, status)
        if self.random.random() < 0.03:
            await self._doubts(person)

    def _tables_of(self, person: Player) -> list[tuple[int, str]]:
        with self.stage.rows() as rows:
            return rows.execute(
                "select game_id, status from seats join games using (game_id) where user_id = ? "
                "and status in ('open', 'running') and conceded = 0 order by game_id",
                (person.id,),
            ).fetchall()

    async def _plays(self, person: Player, game_id: int, status: str) -> None:
        """Check in, or answer the open question; seldom, give up."""
        if status == "open":
            await self.acts(
                lambda: self.services.lobby.confirm_presence(game_id, person.id, f"here {self.random.getrandbits(60)}")
            )
        elif self.random.random() < 0.02:
            await self.acts(lambda: self.services.absence.give_up_seat(game_id, person.id))
            self.ledger.counts["people gave up"] += 1
        else:
            await self.acts(partial(self._answers, person, game_id))

    async def _answers(self, person: Player, game_id: int) -> None:
        context = await self.services.host.build_panel(game_id, person.id)
        if context.question is not None and context.etag is not None:
            move = TOY.choose(context.seen.view, context.question, self.random)
            await self.services.host.answer_question(game_id, person.id, context.etag, picks_of(context.question, move))

    async def _helps(self, person: Player) -> None:
        """Play on in an empty chair."""
        with self.stage.rows() as rows:
            free = rows.execute(
                "select game_id, seat from seats join games using (game_id) "
                "where user_id is null and away = 1 and status = 'running' order by game_id, seat limit 1"
            ).fetchall()
        for game_id, seat in free:
            await self.acts(partial(self.services.votes.take_seat, game_id, seat, person.id, person.name))

    async def _doubts(self, person: Player) -> None:
        known = await self.leagues.season_log.get_season(self.ledger.season_id)
        number = known.find_number(person.id)
        mine = [table.number for table in known.season.tables.values() if number in table.seats and table.counts]
        if mine:
            table = self.random.choice(mine)
            await self.acts(
                lambda: self.leagues.rulings.write_protest(self.ledger.season_id, person.id, table, "unfair")
            )

    async def _rules(self) -> None:
        """Let a steward rule on a protest; if it is upheld, correct the result, and sometimes take that back."""
        known = await self.leagues.season_log.get_season(self.ledger.season_id)
        season, line = known.season, known.row.lines
        if len(list_waiting(season)) >= known.plan.seats:
            await self._draws(line)
            return
        if self.rash:  # every second correction was none
            back, self.rash = self.rash, 0
            await self._decides(Reverted(line=back), line)
            return
        for protest in season.protests.values():
            if protest.upheld is None:
                await self._decides(Ruled(protest=protest.line, upheld=True), line)
                table = season.tables[protest.table]
                turned = {number: 1 + at for at, number in enumerate(reversed(table.seats))}
                self.corrected += 1
                await self._decides(Corrected(table=table.number, places=turned), line + 1)
                self.rash = line + 2 if self.corrected % 2 else 0
                return
        if self.random.random() < 0.1:
            await self._decides(Penalty(entrant=1, points=1), line)

    async def _decides(self, entry: Ruled | Corrected | Reverted | Penalty, seen: int) -> None:
        await self.leagues.rulings.decide(self.ledger.season_id, self.steward.id, entry, "I have looked at it.", seen)


async def _refused_or_done(act: Callable[[], Awaitable[object]]) -> None:
    with suppress(Refusal):  # they are told so, and nothing has changed
        await act()


class Faults(logging.Handler):
    """Notes every error that the program logs: each is a fault of ours."""

    def __init__(self, league: League) -> None:
        super().__init__(logging.ERROR)
        self._league = league

    def emit(self, record: logging.LogRecord) -> None:
        """Note an error."""
        error = None if record.exc_info is None else record.exc_info[1]
        if isinstance(error, StoreFailed) and "has been closed" in str(error):
            return  # a program that has died says nothing any more
        cause = "" if error is None else f": {error!r}"
        self._league.ledger.breaks(FAULT, f"{record.name}: {record.getMessage()}{cause}")


@asynccontextmanager
async def league(folder: Path, seed: str, size: LeagueSize) -> AsyncIterator[League]:
    """Open a league on a stage of its own."""
    async with stage(folder, seed, {"toy": TOY}) as there:
        played = League(there, size)
        faults = Faults(played)
        logging.getLogger("bot").addHandler(faults)
        try:
            yield played
        finally:
            logging.getLogger("bot").removeHandler(faults)
            played.ledger.close()
