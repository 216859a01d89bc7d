"""A simulated Discord server with the real bot in it, and people who press its buttons."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import simcord
from discord import Permissions
from simcord.components import walk_components

from bot.client import Boardroom
from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.records import Seat
from bot.host.delivery.webhook_posts import Poster
from bot.host.services import TimeSource
from bot.settings import Settings
from bot.testing.new_database import create_database
from storage.interface.errors import StoreFailed
from storage.interface.people import Person
from tests.form_values import Value, complete_values, number_values
from tests.house import at_once
from tests.patience import PatientEnv
from tests.seeds import seeds
from tests.toy import TOY, ToyTable
from tests.unmarked import unmarked

BUTTON, MENU, TEXT = 2, 3, 10
MORE = "More…"
"""The button that opens the menu of all that can be looked up."""


def texts(components: Sequence[dict[str, Any]]) -> str:
    """Everything that can be read, but for the controls."""
    return "\n".join(part["content"] for part in walk_components(list(components)) if part["type"] == TEXT)


def button_labels(components: Sequence[dict[str, Any]], *, pressable: bool = False) -> list[str]:
    """What stands on the buttons."""
    return [
        part["label"]
        for part in walk_components(list(components))
        if part["type"] == BUTTON and not (pressable and part.get("disabled"))
    ]


def parts_of(message: Any) -> list[dict[str, Any]]:
    """The components of a message of any type."""
    if isinstance(message, simcord.ResponseMessage):
        return message.components
    return [component.to_dict() for component in message.components]


class Player:
    """A person at Discord, with the last answer they see and the panel they can press."""

    def __init__(self, town: Town, actor: simcord.MemberActor) -> None:
        self.town = town
        self.actor = actor
        self.answer: Any = None
        self.panel: Any = None
        self.form: simcord.InteractionResult | None = None
        self.has_chosen = False
        """Whether they have settled how their hand comes: when they look, which most of these tests are about."""
        self.on_answer: Callable[[str], None] = lambda words: None
        """Called with the words of each answer."""

    @property
    def id(self) -> int:
        return self.actor.id

    @property
    def sees(self) -> str:
        """The text of the last answer."""
        return texts(parts_of(self.answer)) or str(self.answer.content)

    @property
    def buttons(self) -> list[str]:
        """What can be pressed in the panel."""
        return button_labels(parts_of(self.panel), pressable=True)

    @property
    def lines(self) -> list[str]:
        """What can be chosen in the menus of the panel."""
        return [line["label"] for part in walk_components(parts_of(self.panel)) for line in part.get("options", ())]

    async def slash(self, command: str, **options: Any) -> str:
        """Use a command in the town's channel."""
        await self._chooses()
        return self._take(await self.actor.slash(self.town.channel, command, **options))

    async def right_click(self, other: Player, entry: str) -> str:
        """Choose an entry of the menu that Discord shows for a person."""
        return self._take(await self.actor.context_menu(self.town.channel, entry, other.actor))

    async def hold(self, message: Any, entry: str) -> str:
        """Choose an entry of the menu that Discord shows for a message."""
        return self._take(await self.actor.context_menu(self.town.channel, entry, message))

    async def press(self, label: str, on: Any = None) -> str:
        """Press a button, in the panel or on another message, or else choose the line of a menu there.

        What a message has behind its button **More…** is chosen there. The letter before a label is ignored.
        """
        await self._chooses()
        there = [part["label"] for part in walk_components(parts_of(on or self.panel)) if part.get("label")]
        if label not in map(unmarked, there):
            if on is None and label in map(unmarked, self.lines):
                return await self.choose(label)
            if MORE in there:
                await self.press(MORE, on)
                return await self.press(label)
        label = next((one for one in there if unmarked(one) == label), label)
        return self._take(await self.actor.click(on or self.panel, label=label))

    async def press_id(self, custom_id: str, on: Any = None) -> str:
        """Press the button with this id."""
        return self._take(await self.actor.click(on or self.panel, custom_id=custom_id))

    async def choose(self, *labels: str) -> str:
        """Choose lines in the menu of the panel that has them."""
        for part in walk_components(parts_of(self.panel)):
            values = {unmarked(line["label"]): line["value"] for line in part.get("options", ())}
            if part["type"] == MENU and set(labels) <= set(values):
                return self._take(
                    await self.actor.select(
                        self.panel, [values[label] for label in labels], custom_id=part["custom_id"]
                    )
                )
        raise AssertionError(f"no menu offers {labels}")

    async def fill_in(self, *values: Value, **named: Value) -> str:
        """Fill in the form that has just opened and send it; fields that are not given keep their defaults."""
        assert self.form is not None, "no form is open"
        assert self.form.modal is not None
        given = {**number_values(self.form.modal, values), **named}
        return self._take(await self.actor.submit_modal(self.form, complete_values(self.form.modal, given)))

    async def set_up(self, number: int = 1) -> str:
        """Open the options of a table that has not begun."""
        await self.press("More…", on=await self.town.board(number))
        return await self.press("Options and bots")

    async def act(self) -> str:
        """Press Act on the table's message."""
        return await self.press("Act", on=await self.town.board())

    async def _chooses(self) -> None:
        if not self.has_chosen:
            self.has_chosen = True
            if await self.town.bot.storage.people.get(self.id) is None:
                with suppress(StoreFailed):  # some tests are about that
                    await self.town.bot.storage.people.put(Person(self.id, self.actor.user.name, chosen=True))

    def _take(self, result: simcord.InteractionResult) -> str:
        assert result.acknowledged, "Discord says: this interaction failed"
        if result.modal is not None:
            self.form = result
            return str(result.modal["title"])
        self.form = None
        answers = [answer for answer in (result.response, *result.followups) if answer is not None]
        assert answers, "no answer"
        assert all(answer.ephemeral for answer in answers), "answers are for the one who asked"
        self.answer = answers[-1]
        for answer in answers:  # notices may follow a panel
            if any(part["type"] in (BUTTON, MENU) for part in walk_components(parts_of(answer))):
                self.panel = answer
        words = "\n".join(texts(parts_of(answer)) or str(answer.content) for answer in answers)
        self.on_answer(words)
        return words


class Wall:
    """The clock on the wall: the real one, put forward."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def now(self) -> datetime:
        """What it shows."""
        return datetime.now(UTC) + self.ahead


class Town:
    """A server with one channel, the bot, and any number of people."""

    def __init__(
        self,
        env: PatientEnv,
        path: Path,
        games: Mapping[str, AnyGame],
        wall: Wall | None = None,
        post: Poster | None = None,
    ) -> None:
        self.env = env
        self.post = post
        self.wall = wall or Wall()
        self.path = path
        self.games = games
        self.guild = env.create_guild("Town")
        self.channel = self.guild.create_text_channel("games")
        self.people: dict[int, Player] = {}

    @property
    def bot(self) -> Boardroom:
        """The bot as it runs now."""
        bot = self.env.bot
        assert isinstance(bot, Boardroom)
        return bot

    def person(self, name: str, *, manages: bool = False) -> Player:
        """Let somebody come to the server."""
        roles = [self.guild.create_role("manager", permissions=Permissions(manage_guild=True))] if manages else []
        player = Player(self, self.guild.add_member(self.env.create_user(name.lower(), global_name=name), roles=roles))
        self.people[player.id] = player
        return player

    async def restart(self, *, boxes: Path | None = None) -> None:
        """Stop the bot as an operator does, and start it again on the same file."""
        await self.bot.close()
        await self.env.restart_bot(make_bot(self.path, self.games, boxes=boxes, wall=self.wall, post=self.post))

    async def passes(self, **time: float) -> None:
        """Let so much time pass, and seasons hear of it."""
        self.wall.ahead += timedelta(**time)
        await self.bot.services.leagues.maintenance.check_due()
        await self.bot.services.leagues.maintenance.settle()
        if (showing := self.bot._league_messages_task._trying) is not None:
            await showing

    async def board(self, number: int = 1) -> Any:
        """The table's message."""
        return await self.message(number, "board")

    async def message(self, number: int, role: str) -> Any:
        """The message that plays this role."""
        known = await self.bot.storage.messages.get(number, role)
        assert known is not None, f"no {role} message"
        return next(message for message in self.public(known[0]) if message.id == known[1])

    def public(self, channel_id: int | None = None) -> list[Any]:
        """What everybody can read in a channel."""
        channels = [self.channel, *self.guild.channels.values()]
        handles = [handle for channel in channels for handle in (channel, *channel.threads)]
        handle = next(handle for handle in handles if handle.id == (channel_id or self.channel.id))
        return [message for message in handle.history() if not message.flags.ephemeral]

    def public_text(self) -> str:
        """All that everybody can read in the channel."""
        return "\n".join(texts(parts_of(message)) for message in self.public())

    async def opened(self, *guests: Player, host: Player, seats: int | None = None) -> None:
        """Open table 1 in the channel and let the guests join."""
        await host.slash("game new", game="toy", seats=seats or max(2, 1 + len(guests)), place="here")
        for guest in guests:
            await guest.press("Join", on=await self.board())

    async def started(self, *guests: Player, host: Player) -> None:
        """Open and start table 1."""
        await self.opened(*guests, host=host)
        await host.press("Start", on=await self.board())

    async def at_first_turn(self, *guests: Player, host: Player) -> Player:
        """Play table 1 to its first turn, and return whose it is; their panel shows it."""
        await self.started(*guests, host=host)
        for player in (host, *guests):
            await player.slash("bid", price="5")
        return await self.whose_turn()

    async def whose_turn(self) -> Player:
        """The asked person, with their panel open."""
        table = await self.table()
        (seat,) = play.list_asked_seats(table)
        player = await self.on_seat(seat)
        await player.act()
        return player

    async def on_seat(self, seat: Seat) -> Player:
        """Who sits on a seat of table 1."""
        user = (await self.bot.host.get_running_game(1)).get_seat_row(seat).user_id
        assert user is not None
        return self.people[user]

    async def table(self) -> ToyTable:
        """Table 1 as it stands."""
        table = (await self.bot.host.get_running_game(1)).table
        assert isinstance(table, ToyTable)
        return table

    async def revision(self) -> int:
        """How far table 1 is."""
        saved = await self.bot.storage.games.load(1)
        assert saved is not None
        return saved.game.revision


def make_bot(
    path: Path,
    games: Mapping[str, AnyGame],
    *,
    boxes: Path | None = None,
    limits: Mapping[str, int | str] | None = None,
    wall: Wall | None = None,
    post: Poster | None = None,
) -> Boardroom:
    """The real bot on a file; `spacing` is nothing, so that nobody has to wait between two messages."""
    settings = Settings(_env_file=None, token=None, database=path, boxes=boxes, presses_a_second=0)
    times = TimeSource(draw_delay=at_once) if wall is None else TimeSource(now=wall.now, draw_delay=at_once)
    return Boardroom(
        settings.model_copy(update=limits), games=games, spacing=0, times=times, new_seed=seeds(), post=post
    )


@asynccontextmanager
async def town(
    path: Path,
    *,
    games: Mapping[str, AnyGame] | None = None,
    limits: Mapping[str, int | str] | None = None,
    post: Poster | None = None,
) -> AsyncIterator[Town]:
    """Open a town in which the bot plays the toy, or other games, with other limits than a test's usual ones."""
    offered = games or {"toy": TOY}
    wall = Wall()
    await create_database(path)
    env = PatientEnv(make_bot(path, offered, limits=limits, wall=wall, post=post))
    await env.start()
    place = Town(env, path, offered, wall, post)
    try:
        yield place
    finally:
        await place.bot.close()
        await env.shutdown()
    env.raise_errors()
