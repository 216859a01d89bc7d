"""A town for whole evenings: a simulated Discord with people in it, and the real bot on a database file."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import discord
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.models.message import Message as StoredMessage
from simcord.builders import ChannelHandle, GuildHandle
from simcord.components import walk_components
from simcord.interactions import base_payload
from simcord.results import InteractionResult, ResponseMessage

from bot.client import Boardroom
from bot.engine.game import AnyGame
from bot.games import GAMES
from bot.host.services import TimeSource, generate_secret
from bot.host.table.running import RunningGame
from bot.settings import Settings
from bot.testing.new_database import create_database
from bot.ui.screens import PING_MARK
from bot.ui.screens.table.table_message import LOOKUPS
from storage.database_url import Location
from storage.interface.game_log import GameLogRecord
from storage.interface.games import SavedGame
from storage.interface.people import Person
from storage.sqlite import SqliteStorage
from tests.form_values import complete_values
from tests.house import at_once
from tests.patience import PatientEnv
from tests.seeds import seeds
from tests.unmarked import unmarked

Message: TypeAlias = discord.Message | ResponseMessage

COMPONENT, SUBMIT = 3, 5
"""Types of interactions, as Discord numbers them."""

PATIENCE = 3.0
"""Seconds the simulation waits for the bot; less than the courier waits with a letter it could not deliver."""


class Town:
    """Who and what there is, and the bot of the moment."""

    def __init__(
        self,
        env: PatientEnv,
        settings: Settings,
        games: Mapping[str, AnyGame],
        guild: GuildHandle,
        channel: ChannelHandle,
        new_seed: Callable[[], str] = generate_secret,
    ) -> None:
        self.env = env
        self.settings = settings
        self.games = games
        self.guild = guild
        self.channel = channel
        """Where people meet; the tables' messages may stand in a thread of it."""
        self.people: dict[str, MemberActor] = {}
        self.new_seed = new_seed
        self.number = 1
        """The table most is about."""
        self.place = channel
        """Where that table's messages stand."""

    @property
    def bot(self) -> Boardroom:
        """The program that runs at the moment."""
        assert isinstance(self.env.bot, Boardroom)
        return self.env.bot

    @property
    def store(self) -> SqliteStorage:
        """Its open database."""
        assert isinstance(self.bot.storage, SqliteStorage)
        return self.bot.storage

    def moves_in(self, name: str) -> MemberActor:
        """Let somebody join the server."""
        person = self.guild.add_member(self.env.create_user(name.lower(), global_name=name))
        self.people[name] = person
        return person

    async def restart(self) -> None:
        """Stop the program and start another one on the same database."""
        await self.bot.close()
        times = TimeSource(draw_delay=at_once)
        await self.env.restart_bot(
            Boardroom(self.settings, games=self.games, spacing=0, times=times, new_seed=self.new_seed)
        )

    # -- looking behind the scenes ---------------------------------------------------------------

    async def running(self) -> RunningGame:
        """The game as the host has it."""
        return await self.bot.host.get_running_game(self.number)

    async def settled(self) -> None:
        """Wait until no bot is thinking and everything that can be sent has been, pictures too."""
        await self.bot.autoplay.wait_for_all()
        await self.bot.outbox_worker.wait_for_all()
        await self.env.settle()

    async def snapshot(self) -> tuple[SavedGame | None, Sequence[GameLogRecord]]:
        """Everything that is saved of the game."""
        return await self.bot.storage.games.load(self.number), await self.bot.storage.games.list_entries(self.number)

    async def seat(self, who: MemberActor) -> int:
        """Where somebody sits."""
        return (await self.running()).get_own_seat(who.id)

    # -- what stands in the channel --------------------------------------------------------------

    def public(self) -> list[discord.Message]:
        """The messages everybody sees at the table's place, oldest first."""
        return self.place.history()

    def table_message(self) -> discord.Message:
        """The table's message: the one with the way to one's hand."""
        signs = {f"hand:{self.number}", f"join:{self.number}"}
        (message,) = [message for message in self.public() if signs & set(ids(message))]
        return message

    def calls(self) -> list[discord.Message]:
        """The messages that call people to move, oldest first."""
        called = ([f"act:{self.number}:{PING_MARK}"], [f"act:{self.number}"])  # the latter by name, as in a reminder
        return [message for message in self.public() if ids(message) in called]

    # -- what no ordinary client sends -----------------------------------------------------------

    def interaction(
        self,
        who: MemberActor,
        kind: int,
        data: dict[str, Any],
        message: Message | StoredMessage | None = None,
        *,
        place: ChannelHandle | None = None,
        guild: GuildHandle | None = None,
    ) -> tuple[InteractionResult, dict[str, Any]]:
        """An interaction that is made by hand, and its result to come; without `place` it comes from the table's."""
        backend = self.env.backend
        channel_id, guild_id = (place or self.place).id, (guild or self.guild).id
        record, payload = base_payload(
            backend, type=kind, channel_id=channel_id, guild_id=guild_id, user_id=who.id, data=data
        )
        if message is not None:
            stored = backend.get_message(channel_id, message.id)
            record.source_message_id = stored.id
            payload["message"] = dict(serializers.message_payload(backend, stored))
        return InteractionResult(self.env, record), payload

    async def press(
        self, who: MemberActor, *custom_ids: str, message: Message | None = None
    ) -> list[InteractionResult]:
        """Let somebody press buttons with these ids, all at once; without `message` on the table's message."""
        pressed = [
            self.interaction(who, COMPONENT, {"custom_id": custom_id, "component_type": 2}, message or self.public()[0])
            for custom_id in custom_ids
        ]
        return await self.at_once(*pressed)

    async def choose(
        self, who: MemberActor, custom_id: str, *values: str, message: Message | None = None
    ) -> InteractionResult:
        """Let somebody choose these values in a menu with this id; without `message` on the table's message."""
        data = {"custom_id": custom_id, "component_type": 3, "values": list(values)}
        return (await self.at_once(self.interaction(who, COMPONENT, data, message or self.public()[0])))[0]

    async def press_or_choose(self, who: MemberActor, message: Message, custom_id: str) -> InteractionResult:
        """Press the button with this id, or choose its line in the menu More.

        A public message opens that menu with a button.
        """
        for control in list_controls(message):
            if custom_id in [option["value"] for option in control.get("options", ())]:
                return await who.select(message, [custom_id], custom_id=str(control["custom_id"]))
        more = find(message, LOOKUPS)
        if more is not None and custom_id not in [control["custom_id"] for control in list_controls(message)]:
            opened = await who.click(message, custom_id=more["custom_id"])
            assert opened.response is not None
            return await self.press_or_choose(who, opened.response, custom_id)
        return await who.click(message, custom_id=custom_id)

    async def on_seat(self, seat: int) -> MemberActor:
        """Who plays on a seat of the first table."""
        user = (await self.running()).get_seat_row(seat).user_id
        return next(person for person in self.people.values() if person.id == user)

    async def open_panel(self, seat: int) -> InteractionResult:
        """Let the player on a seat press **Act** on the table's message."""
        return (await self.press(await self.on_seat(seat), "act:1", message=self.table_message()))[0]

    async def press_label(self, who: MemberActor, panel: InteractionResult, label: str) -> InteractionResult:
        """Press what stands on a panel under this label, or choose it in a menu; an old panel has them still.

        Letters that say where it lies do not matter.
        """
        assert panel.response is not None
        for control in list_controls(panel.response):
            if unmarked(control.get("label", "")) == label:
                return (await self.press(who, str(control["custom_id"]), message=panel.response))[0]
            for option in control.get("options", ()):
                if unmarked(option["label"]) == label:
                    return await self.choose(
                        who, str(control["custom_id"]), str(option["value"]), message=panel.response
                    )
        raise AssertionError(f"{label!r} stands nowhere: {[*list_controls(panel.response)]}")

    async def send_form(self, who: MemberActor, custom_id: str, *values: str) -> InteractionResult:
        """Let somebody send a form with this id, filled in so."""
        fields = [
            {
                "type": 18,
                "id": 2 * at + 1,
                "component": {"type": 4, "id": 2 * at + 2, "custom_id": str(at), "value": text},
            }
            for at, text in enumerate(values)
        ]
        made = self.interaction(who, SUBMIT, {"custom_id": custom_id, "components": fields}, self.public()[0])
        return (await self.at_once(made))[0]

    async def at_once(self, *made: tuple[InteractionResult, dict[str, Any]]) -> list[InteractionResult]:
        """Let these interactions reach the bot at the same moment."""
        for _, payload in made:
            self.env.backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()
        return [result for result, _ in made]


@asynccontextmanager
async def town(
    folder: Path,
    *names: str,
    games: Mapping[str, AnyGame] = GAMES,
    by_discords_clock: bool = False,
    newcomers: bool = False,
    database: Location | None = None,
) -> AsyncIterator[Town]:
    """Open a town in which these people live and the bot runs; at the end, the bot must have raised nothing.

    They have chosen before that their hands come when they look, unless they are newcomers, who have chosen nothing.
    """
    if database is None:
        await create_database(folder / "boardroom.db")
    settings = Settings(database=database or folder / "boardroom.db", _env_file=None, presses_a_second=0)
    times = (
        TimeSource(now=lambda: env.now(), draw_delay=at_once) if by_discords_clock else TimeSource(draw_delay=at_once)
    )
    new_seed = seeds()
    env = PatientEnv(
        Boardroom(settings, games=games, spacing=0, times=times, new_seed=new_seed), settle_timeout=PATIENCE
    )
    await env.start()
    try:
        guild = env.create_guild("Boardroom")
        opened = Town(env, settings, games, guild, guild.create_text_channel("boardroom"), new_seed)
        for name in names:
            person = opened.moves_in(name)
            if not newcomers:
                await opened.bot.storage.people.put(Person(person.id, name, chosen=True))
        yield opened
    finally:
        await env.bot.close()
        await env.shutdown()
    env.raise_errors()


# -- reading messages ------------------------------------------------------------------------------


def parts(message: Message) -> list[dict[str, Any]]:
    """The components of a message as Discord keeps them."""
    if isinstance(message, ResponseMessage):
        return message.components
    return [dict(component.to_dict()) for component in message.components]


def list_controls(message: Message) -> Iterator[dict[str, Any]]:
    """Yield the buttons and menus of a message."""
    for component in walk_components(parts(message)):
        if component.get("custom_id"):
            yield component


def ids(message: Message) -> list[str]:
    """The ids of its buttons and menus."""
    return [str(control["custom_id"]) for control in list_controls(message)]


def find(message: Message, *verbs: str) -> dict[str, Any] | None:
    """The first of its usable buttons and menus that does one of these things."""
    for control in list_controls(message):
        if str(control["custom_id"]).partition(":")[0] in verbs and not control.get("disabled"):
            return control
    return None


def words(message: Message | None) -> str:
    """Its texts, without what stands on buttons."""
    assert message is not None
    return "\n".join(str(part["content"]) for part in walk_components(parts(message)) if part.get("content"))


def said(result: InteractionResult) -> str:
    """The text of a reply, which must have been ephemeral."""
    answers = [*([result.response] if result.response else []), *result.followups]
    assert answers, "no answer"
    assert all(answer.ephemeral for answer in answers)
    return "\n".join(words(answer) for answer in answers)


async def choose_option(who: MemberActor, panel: Any, name: str, value: Any) -> InteractionResult:
    """Set an option in the form of the panel that has it; return the panel that is shown then."""
    for button in (one for one in ids(panel) if one.startswith(("tableform", "ruleform"))):
        opened = await who.click(panel, custom_id=button)
        assert opened.modal is not None
        filled = complete_values(opened.modal, {})
        boxes = {box["custom_id"]: box for box in (label["component"] for label in opened.modal["components"])}
        lines = {line["value"]: line for line in boxes.get("checks", {}).get("options", ())}
        if name in boxes:
            chosen = json.dumps(value)
            filled[name] = chosen if isinstance(filled[name], str) else [chosen]
        elif name in lines:
            ticked = value is True or str(lines[name]["label"]).endswith(f": {value}")
            filled["checks"] = [one for one in filled["checks"] if one != name] + [name] * ticked
        else:
            continue
        return await who.submit_modal(opened, filled)
    raise AssertionError(f"no form has {name}")


async def as_printed(opener: MemberActor, panel: InteractionResult) -> InteractionResult:
    """Choose in a table's options that Goodwill is played in the book's own sequence."""
    return await choose_option(opener, panel.response, "fast_mode", "off")


async def begun(
    there: Town, *, game: str = "goodwill", bots: int = 0, place: str = "here", settles: bool = False
) -> None:
    """Open a table for everybody but the last of the town's people, who watches, and start it.

    The first of them has opened it, with the printed rules: at Goodwill, all are asked for a first price.

    Args:
        there: the town.
        game: key of the game.
        bots: number of bots at the table.
        place: the place option of `/game new`.
        settles: whether to wait after each command, so that ids, and with them the order of seats, are always the same.
    """
    *guests, _ = there.people.values()
    opener, *others = guests
    panel = await opener.slash(there.channel, "game new", game=game, seats=len(guests) + bots, place=place)
    if place != "here":
        (there.place,) = there.channel.threads
    if game == "goodwill":
        panel = await as_printed(opener, panel)
    for guest in others:
        if settles:
            await there.settled()
        await guest.slash(there.place, "game join")
    for _ in range(bots):
        assert panel.response is not None
        panel = await opener.click(panel.response, custom_id="bot:1")
    if settles:
        await there.settled()
    await opener.slash(there.place, "game start")
    assert (await there.running()).row.status == "running"


@asynccontextmanager
async def table_of_two(folder: Path, game: AnyGame) -> AsyncIterator[Town]:
    """Open a town in which Ann and Ben have begun this game, and Wim watches."""
    async with town(folder, "Ann", "Ben", "Wim", games={game.key: game}) as opened:
        await begun(opened, game=game.key)
        await opened.settled()
        yield opened
