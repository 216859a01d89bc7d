"""The weeks of a season: openings of tables, failures with their times, and the end."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import partial
from pathlib import Path
from random import Random

from discord import Permissions
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import ResponseMessage

from bot.games import GAMES
from bot.host.record.export import export_game
from bot.host.record.proof import verify_export
from tests.end_to_end.town import list_controls
from tests.season.ledger import FAULT, LOST, Habits, Ledger, Pressed
from tests.season.people import Nature, Person, Table, heard
from tests.season.secrecy import Readers
from tests.season.stage import Stage, chance, stage
from tests.season.visits import looks_around, takes_an_empty_chair, visits

ZONES = (
    "UTC",
    "Europe/Berlin",
    "Europe/London",
    "America/New_York",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Asia/Tokyo",
    "Asia/Kolkata",
    "Australia/Sydney",
    "Pacific/Auckland",
)
NATURES: Sequence[Nature] = (
    "prompt",
    "slow",
    "silent",
    "prompt",
    "sloppy",
    "prompt",
    "prompt",
    "slow",
    "prompt",
    "sloppy",
)
QUIET = ("22:00-08:00", "23:00-07:00", "00:30-06:30", "13:00-15:00")
PACES = ("12 hours", "24 hours", "24 hours", "48 hours", "72 hours", "36 hours", "no clock")
"""36 hours are none of the paces offered: the table's own."""
SYLLABLES = ("ba", "do", "fe", "gi", "ka", "lu", "mo", "na", "pe", "ri", "su", "to", "ve", "wi", "za")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@dataclass(frozen=True)
class Size:
    """How large a season is."""

    games: int
    people: int
    days: int
    hurry: float = 1.0
    """How many times as often as usual people come."""
    troubles: float = 1.0
    """How many times as often as usual something goes wrong."""
    paces: Sequence[str] = PACES

    @property
    def lobbies_in_vain(self) -> int:
        """Tables that never find enough people."""
        return max(1, self.games // 12)


WHOLE = Size(games=50, people=120, days=42, hurry=1.4)
SMALL = Size(games=3, people=10, days=14, hurry=5.0, troubles=1.5, paces=("12 hours", "24 hours"))


class Season:
    """Everything that happens."""

    def __init__(self, there: Stage, size: Size) -> None:
        self.stage = there
        self.size = size
        self.random = chance(f"{there.seed} season")
        self.ledger = Ledger(there)
        self.readers = Readers(there, self.ledger)
        self.people: dict[int, Person] = {}
        self.tables: dict[int, Table] = {}
        self.organiser: MemberActor = self._organiser()
        there.look = self.look

    async def look(self) -> None:
        """Record past events, and read the sent messages."""
        await self.ledger.look()
        await self.readers.look()

    async def run(self) -> Ledger:
        """Let the weeks pass."""
        await self.stage.go_on(await self.begins())
        await self._ends()
        return self.ledger

    async def begins(self) -> datetime:
        """Let everybody move in, and plan the events; return the season's end."""
        begin = self.stage.now()
        end = begin + self.size.days * DAY
        for number in range(self.size.people):
            await self._moves_in(number, begin, end)
        for number in range(self.size.games + self.size.lobbies_in_vain):
            in_vain = number >= self.size.games
            self.stage.at(begin + self._within(self.size.days * DAY / 7), partial(self._opens, in_vain))
        for day in range(1, self.size.days):
            self.stage.at(begin + day * DAY, self._midnight)
        self._plan_troubles(begin, end)
        return end

    async def _midnight(self) -> None:
        """Compare everything with the file, and let old panels scroll away."""
        await self.ledger.audit()
        self.stage.forget_panels({panel.id for person in self.people.values() for _, panel, _ in person.kept})

    # -- people ------------------------------------------------------------------------------------

    def _organiser(self) -> MemberActor:
        guild, env = self.stage.guild, self.stage.env
        roles = [guild.create_role("manager", permissions=Permissions(manage_guild=True))]
        return guild.add_member(env.create_user("organiser", global_name="Organiser"), roles=roles)

    async def _moves_in(self, number: int, begin: datetime, end: datetime) -> None:
        """Let somebody join the server and set their preferences in the bot."""
        there, random = self.stage, chance(f"{self.stage.seed} person {number}")
        a, b, c = number % 15, number // 15 % 15, number // 225
        name = (SYLLABLES[a] + SYLLABLES[(a + b + 1) % 15] + SYLLABLES[b] + "x" * c).capitalize()
        actor = there.guild.add_member(there.env.create_user(name.lower(), global_name=name))
        there.people[actor.id] = actor
        nature = NATURES[number % len(NATURES)]
        habits = await self._wishes(actor, random, begin)
        person = Person(actor, there, self.ledger, random, nature, habits, self.size.hurry)
        if nature == "silent":
            person.silent_from = begin + random.uniform(0.2, 0.6) * self.size.days * DAY
            person.back_at = person.silent_from + self.size.days * DAY / 5 if random.random() < 0.4 else None
        self.people[actor.id] = person
        self.ledger.habits[actor.id] = person.habits
        self.ledger.counts[f"people who are {nature}"] += 1
        self._comes(person, begin)

    async def _wishes(self, actor: MemberActor, random: Random, begin: datetime) -> Habits:
        there, count = self.stage, self.ledger.counts
        options: dict[str, str] = {}
        habits = Habits()
        if random.random() < 0.8:
            options["time_zone"] = random.choice(ZONES)
            habits = Habits(options["time_zone"])
        if random.random() < 0.5:
            options["quiet_hours"] = random.choice(QUIET)
            quiet = [time.fromisoformat(part) for part in options["quiet_hours"].split("-")]
            habits = Habits(habits.zone, (quiet[0], quiet[1]))
            count["people with quiet hours"] += 1
        if random.random() < 0.25:
            first = (begin + timedelta(days=random.randrange(3, max(4, self.size.days - 6)))).date()
            last: date = first + timedelta(days=random.randrange(4))
            options["days_off"] = f"{first} {last}"
            habits = Habits(habits.zone, habits.quiet, ((first, last),))
            count["people with days off"] += 1
        options["secrets"] = random.choice(["panel", "direct message", "direct message", "private thread"])
        count[f"people whose secrets come by {options['secrets']}"] += 1
        if options["secrets"] == "direct message" and random.random() < 0.4:
            there.refuse("POST", f"/channels/{actor.user.dm_channel.id}/messages", 403, 50007)
            count["people whose direct messages are closed"] += 1
        result = await actor.slash(there.channel, "settings change", **options)
        assert "Your settings" in heard(result), heard(result)
        return habits

    def _comes(self, person: Person, after: datetime) -> None:
        """Let somebody come at their next visit, and again and again."""
        at = person.next_visit(after)

        def matters() -> bool:
            self._comes(person, at)
            return person.has_reason()

        self.stage.at(at, lambda: self._visit(person), matters)

    async def _visit(self, person: Person) -> None:
        """Let a person do their errand."""
        if person.is_there() and not self.stage.off:
            await visits(person, self.tables)
            at_state = [number for number, status in self.ledger.status.items() if status == "running"]
            if at_state and self.random.random() < 0.02:
                await looks_around(person, self.tables[self.random.choice(at_state)])
            vacant = {game for (game, _), sits in self.ledger.chairs.items() if sits.user is None and sits.away}
            if not vacant.isdisjoint(at_state) and self.random.random() < 0.02:
                await takes_an_empty_chair(person, self.tables[self.random.choice(sorted(vacant & set(at_state)))])

    def _within(self, span: timedelta) -> timedelta:
        return timedelta(minutes=self.random.randrange(int(span.total_seconds() // 60)))

    # -- tables ------------------------------------------------------------------------------------

    async def _opens(self, in_vain: bool) -> None:
        """Let somebody open a table and set it up."""
        if self.stage.off:
            self.stage.at(self.stage.now() + HOUR, lambda: self._opens(in_vain))
            return
        keys = list(GAMES)
        game = GAMES[keys[len(self.tables) % len(keys)]]
        seats = self.random.choice([count for count in game.seats if count in (2, 3, 3, 4, 4, 5)])
        owner = self._somebody()
        result = await owner.actor.slash(
            self.stage.channel, "game new", game=game.key, seats=seats, place="in a thread"
        )
        row = self.ledger.one("select game_id, channel_id from games order by game_id desc limit 1")
        if row is None:
            row = (0, self.stage.channel.id)
        number, channel = int(str(row[0])), int(str(row[1]))
        if number in self.tables or channel == self.stage.channel.id:
            self.stage.at(self.stage.now() + HOUR, lambda: self._opens(in_vain))
            return  # Discord has refused just now
        place = ChannelHandle(self.stage.env, self.stage.guild, self.stage.env.backend.get_channel(channel))
        self.tables[number] = table = Table(number, self.stage.town(number, place), game.key)
        self.readers.places[channel] = number
        self.ledger.counts["tables opened"] += 1
        panel = result.response
        pace = self.random.choice(self.size.paces)
        wanted = {"pace": pace, "absent": self.random.choice(["a bot", "a bot", "a vote"])}
        wanted["undo"] = self.random.choice(["own moves", "with consent"])
        if "length" in game.options.model_fields:
            wanted["length"] = "short"
        if self.random.random() < 0.5:
            fields = [name for name, field in game.options.model_fields.items() if field.title and name != "length"]
            wanted |= dict.fromkeys(self.random.sample(fields, 2), "")
        if pace == "36 hours":
            del wanted["pace"]
            await owner.actor.slash(self.stage.channel, "table pace", hours="36", table=str(number))
        for name, value in wanted.items():
            panel = await self._chooses(owner, panel, number, name, value)
        self.ledger.counts[f"tables at a pace of {pace}"] += 1
        bots = 1 if seats > 2 and self.random.random() < 0.25 else 0
        if bots and panel is not None:
            await owner.actor.click(panel, custom_id=f"bot:{number}")
        guests = seats - 1 - bots
        if in_vain:
            guests = 0 if seats == 2 else self.random.randrange(guests)
        await self._invites(table, owner, guests, in_vain)

    async def _chooses(
        self, owner: Person, panel: ResponseMessage | None, number: int, name: str, value: str
    ) -> ResponseMessage | None:
        """Let the owner change one option with the panel; an empty value means any."""
        if panel is None:
            return None
        for control in list_controls(panel):
            if control["type"] == 3 and name in [option["value"] for option in control["options"]]:
                panel = (await owner.actor.select(panel, [name], custom_id=control["custom_id"])).response
                break
        if panel is None:
            return None
        offered = [
            each["custom_id"] for each in list_controls(panel) if each["custom_id"].startswith(f"set:{number}:{name}:")
        ]
        fitting = [each for each in offered if not value or each.endswith(f':"{value}"')]
        if not fitting:
            return None  # Discord has refused the panel just now
        return (await owner.actor.click(panel, custom_id=self.random.choice(fitting))).response

    async def _invites(self, table: Table, owner: Person, guests: int, in_vain: bool) -> None:
        """Let people join in the next hours, and then begin."""
        now = self.stage.now()
        others = [person for person in self.people.values() if person is not owner]
        for guest in self.random.sample(others, guests):
            self.stage.at(now + self._within(8 * HOUR), partial(self._lobby, table, guest, "join"))
        if not in_vain:
            self.stage.at(now + 9 * HOUR, lambda: self._begins(table, owner))

    async def _lobby(self, table: Table, person: Person, verb: str) -> None:
        """Let somebody press a button on the message of a table that has not begun."""
        custom_id = f"{verb}:{table.number}"
        message = person.asking(table, custom_id)
        if message is not None and not self.stage.off:
            await person.actor.click(message, custom_id=custom_id)

    async def _begins(self, table: Table, owner: Person) -> None:
        """Press Start until the game has begun; people asked to check in do so, or somebody joins."""
        if self.ledger.status.get(table.number) != "open":
            return
        if not self.stage.off:
            await self._lobby(table, owner, "start")
            await self.ledger.look()
            for person in self.people.values():
                if self.ledger.status.get(table.number) == "open" and self._has_joined(table, person):
                    await self._lobby(table, person, "here")
                    await self.ledger.look()
            row = self.ledger.one("select seats_wanted from games where game_id = ?", table.number)
            taken = self.ledger.one("select count(*) from seats where game_id = ?", table.number)
            if self.ledger.status.get(table.number) == "open" and row is not None and taken is not None:
                for _ in range(int(str(row[0])) - int(str(taken[0]))):
                    await self._lobby(table, self._somebody(), "join")
        self.stage.at(self.stage.now() + HOUR / 2, lambda: self._begins(table, owner))

    def _has_joined(self, table: Table, person: Person) -> bool:
        return bool(self.ledger.one("select 1 from seats where game_id = ? and user_id = ?", table.number, person.id))

    def _somebody(self) -> Person:
        return self.random.choice(list(self.people.values()))

    # -- what goes wrong -----------------------------------------------------------------------------

    def _plan_troubles(self, begin: datetime, end: datetime) -> None:
        """Spread outages, restarts, crashes and refusals over the weeks."""
        weekly: Sequence[tuple[float, Callable[[], Awaitable[None]]]] = (
            (4, lambda: self._restart(self._minutes(1, 12))),
            (2, lambda: self._crash(self._minutes(1, 12))),
            (0.6, lambda: self._restart(self._minutes(60, 26 * 60))),
            (6, lambda: self._refused(self._minutes(2, 240), everywhere=False)),
            (2, lambda: self._refused(self._minutes(2, 90), everywhere=True)),
            (10, self._silence),
            (3, lambda: self._deleted("board")),
            (2, lambda: self._deleted("ask")),
            (2, self._archived),
            (1.5, self._organiser_decides),
        )
        span = end - begin - 3 * DAY
        for often, trouble in weekly:
            for _ in range(round(often * self.size.days / 7 * self.size.troubles)):
                self.stage.at(begin + DAY + self._within(span), trouble)

    def _minutes(self, least: int, most: int) -> timedelta:
        return timedelta(minutes=self.random.randrange(least, most))

    async def _restart(self, away: timedelta) -> None:
        """Stop the bot, and start it again after a while."""
        if not self.stage.off:
            await self.stage.stop()
            await self._comes_back(away, "outages" if away >= HOUR else "restarts")

    async def _crash(self, away: timedelta) -> None:
        """Let the bot die during an answer: before it has received the press, or before it can reply."""
        if self.stage.off:
            return
        await self.stage.look()
        answering = await self._answering()
        if answering is None:
            await self.stage.crash()
        else:
            person, panel, custom_id, pressed = answering
            if self.random.random() < 0.5:
                faults = [self.stage.refuse("*", "/*", 503)]
                await person.presses_button(panel, custom_id)
                await self.stage.crash()
                self.stage.mend(*faults)
            else:
                person.presses_and_waits(panel, custom_id)
                await self.stage.crash()
            await self.ledger.was_told(pressed, "unknown")
            person.kept.append((self.tables[pressed.chair[0]], panel, custom_id))
        await self._comes_back(away, "crashes")

    async def _answering(self) -> tuple[Person, ResponseMessage, str, Pressed] | None:
        """Return a person about to press a button that answers their question."""
        for (game, seat), (_, asked) in sorted(self.ledger.asked.items()):
            person = self.people.get(asked.user or 0)
            if person is None or not person.is_there() or self.random.random() < 0.5:
                continue
            found = await person.is_about_to_answer(self.tables[game], seat)
            if found is not None:
                return person, *found
        return None

    async def _comes_back(self, away: timedelta, what: str) -> None:
        begin = self.stage.now()
        self.ledger.counts[what] += 1

        async def start() -> None:
            self.ledger.outage(begin, self.stage.now())
            await self.stage.start()

        self.stage.at(begin + away, start)

    async def _refused(self, span: timedelta, *, everywhere: bool) -> None:
        """Let Discord refuse requests for a while, at one table or at all."""
        if not self.tables:
            return
        status, code = self.random.choice([(500, 0), (503, 0), (429, 0), (403, 50013)])
        places = [table.place.id for table in self.tables.values()]
        chosen = places if everywhere else [self.random.choice(places)]
        faults = []
        for place in chosen:
            faults.append(self.stage.refuse("POST", f"/channels/{place}/messages", status, code))
            faults.append(self.stage.refuse("PATCH", f"/channels/{place}/messages/*", status, code))
        self.ledger.counts["times Discord refused everything" if everywhere else "times Discord refused a table"] += 1

        async def mend() -> None:
            self.stage.mend(*faults)

        self.stage.at(self.stage.now() + span, mend)

    async def _silence(self) -> None:
        """Let the reply to a person's next answer get lost on its way: once, or at the second attempt, too."""
        status, code = self.random.choice([(404, 10062), (400, 40060), (500, 0), (503, 0)])
        self.stage.lost_answers.append((status, code, self.random.choice([1, 2])))

    async def _deleted(self, role: str) -> None:
        """Let somebody delete a message of the bot."""
        row = self.ledger.one(
            "select messages.channel_id, message_id from messages join games using (game_id) "
            "where role = ? and status = 'running' order by (message_id * ?) % 1009 limit 1",
            role,
            self.random.randrange(1, 1009),
        )
        if row is not None and not self.stage.off:
            channel, message = int(str(row[0])), int(str(row[1]))
            if message in self.stage.env.backend.messages.get(channel, {}):
                self.stage.env.backend.delete_message(channel, message)
                self.ledger.counts[f"messages deleted by somebody: {role}"] += 1

    async def _archived(self) -> None:
        """Let a thread be archived: the next change there is refused."""
        if self.tables:
            table = self.random.choice(list(self.tables.values()))
            self.stage.refuse("PATCH", f"/channels/{table.place.id}/messages/*", 400, 50083, times=1)
            self.ledger.counts["threads archived"] += 1

    async def _organiser_decides(self) -> None:
        """Let the organiser free the seat of a player with many late answers."""
        if self.stage.off:
            return
        for (game, _), sits in list(self.ledger.chairs.items()):
            if self.ledger.status.get(game) == "running" and sits.user is not None and sits.misses >= 2:
                await self.organiser.slash(
                    self.tables[game].place,
                    "table propose",
                    what="replace",
                    player=self.stage.people[sits.user],
                    reason="They do not answer.",
                    table=str(game),
                )
                await self.ledger.look()
                self.ledger.counts["decisions of the organiser"] += 1
                return

    # -- the end -------------------------------------------------------------------------------------

    async def _ends(self) -> None:
        """Close unfinished tables, wait for the last letters, and close the books."""
        there, ledger = self.stage, self.ledger
        if there.off:
            await there.start()
        there.env.backend.faults.clear()
        ledger.counts["games that were played to their end"] = sum(
            status == "finished" for status in ledger.status.values()
        )
        for number, status in sorted(ledger.status.items()):
            if ledger.one("select 1 from letters where game_id = ? and fate = 'given up'", number) is not None:
                # Where the bot was not allowed to write, somebody shows it that it is again.
                await self.organiser.slash(self.tables[number].place, "game status", table=str(number))
            if status == "running":
                await self.organiser.slash(
                    self.tables[number].place,
                    "table propose",
                    what="abandon",
                    reason="The season is over.",
                    table=str(number),
                )
                ledger.counts["games that were abandoned, by the organiser when the season was over"] += 1
        await there.until(there.now() + 3 * HOUR)  # the last letters arrive
        await self.look()
        await ledger.close_the_books()
        for number, status in sorted(ledger.status.items()):
            if status == "finished":
                exported = await export_game(there.storage, number)
                report = verify_export(exported, GAMES)
                if not report.ok:
                    ledger.breaks(LOST, f"table {number}: {report.verdict}")
                ledger.counts["games proven from their record"] += report.ok
            if status == "abandoned":
                begun = number in ledger.log
                ledger.counts["games that were abandoned" if begun else "tables that expired before their game"] += 1
        for game, kind, reason in ledger.waiting():
            ledger.counts[f"letters given up: {reason}"] += 1
            del game, kind
        ledger.close()


class Faults(logging.Handler):
    """Notes every error that the program logs: each is a fault of ours."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__(logging.ERROR)
        self._ledger = ledger

    def emit(self, record: logging.LogRecord) -> None:
        """Note an error."""
        cause = "" if record.exc_info is None or record.exc_info[1] is None else f": {record.exc_info[1]!r}"
        self._ledger.breaks(FAULT, f"{record.name}: {record.getMessage()}{cause}")


@asynccontextmanager
async def season(folder: Path, seed: str, size: Size) -> AsyncIterator[Ledger]:
    """Play a whole season, and return its books."""
    async with stage(folder, seed) as there:
        played = Season(there, size)
        faults = Faults(played.ledger)
        logging.getLogger("bot").addHandler(faults)
        try:
            yield await played.run()
        finally:
            logging.getLogger("bot").removeHandler(faults)
