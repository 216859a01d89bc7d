"""A forged or foreign custom_id brings nobody to a table that they could not reach by themselves."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, GuildHandle

from bot.games import GAMES
from bot.testing.thorough import mark_thorough
from bot.ui.handlers.access import NO_SUCH_TABLE
from bot.ui.handlers.leagues.season import NO_SUCH_LEAGUE
from bot.ui.handlers.press import UnknownControl
from bot.ui.handlers.routes import GAME, SEASON, STEWARD, Access
from tests.end_to_end.town import COMPONENT, SUBMIT, Town, begun, said, town

SORRY = "on our side"
NUMBERS = [
    "",
    "x",
    "-1",
    "0",
    "1.0",
    "1e3",
    " 1",
    "٣",
    "²",
    "0x1",
    "9" * 18,
    "9" * 19,
    str(2**63),
    str(2**64),
    "9" * 80,
]
RUNNING, OPEN, FINISHED = 1, 2, 3
GOODWILL = GAMES["goodwill"]
UNDRAWN = {"goodwill": replace(GOODWILL, pictures=replace(GOODWILL.pictures, drawings=(), charts=None))}
"""No press here is about a picture, and to draw them takes longer than all the rest."""


@pytest.fixture(autouse=True)
def no_program_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    errors = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not errors, [record.getMessage() for record in errors]


@dataclass
class Place:
    """Where somebody presses: a server, a channel, and a message of the bot there."""

    guild: GuildHandle
    channel: ChannelHandle

    @property
    def message(self) -> discord.Message:
        return self.channel.history()[0]


@pytest.fixture
async def there(tmp_path: Path) -> AsyncIterator[Town]:
    """A running table with an open vote, an open one and one that is over; Dora has nothing to do with any."""
    async with town(tmp_path, "Ann", "Ben", "Dora", games=UNDRAWN) as opened:
        await begun(opened)
        ann, ben, _ = opened.people.values()
        assert "in favour" in said(await ann.slash(opened.channel, "table propose", what="pause"))
        await ann.slash(opened.channel, "game new", game="goodwill", seats=4, place="here")
        await ben.slash(opened.channel, "game join", table="2")
        await ann.slash(opened.channel, "game new", game="goodwill", seats=2, place="here")
        await ben.slash(opened.channel, "game join", table="3")
        await ann.slash(opened.channel, "game start", table="3")
        await ben.slash(opened.channel, "table concede", sure="yes", table="3")
        await opened.settled()
        yield opened


async def abroad(there: Town, *people: str) -> Place:
    """Another server, run by Eve, with a table of hers; these people of the town are there, too."""
    guild = there.env.create_guild("Abroad")
    channel = guild.create_text_channel("square")
    roles = [guild.create_role("everything", permissions=discord.Permissions.all())]
    there.people["Eve"] = guild.add_member(there.env.create_user("eve", global_name="Eve"), roles=roles)
    await there.people["Eve"].slash(channel, "game new", game="goodwill", seats=2, place="here")
    for name in people:
        there.people[f"{name} abroad"] = guild.add_member(there.people[name].user)
    await there.settled()
    return Place(guild, channel)


def ids_of(there: Town, number: int, *about: str) -> list[str]:
    """An id for everything that can be pressed, of this table."""
    return [
        f"{verb}:{number}{rest}"
        for verb, found in there.bot.router.routes.items()
        if found.access.about is not None and (not about or found.access.about in about)
        for rest in ("", ":1", ':news:"all"', ":on", f":{'0' * 10}:0")
    ]


async def press(there: Town, who: MemberActor, place: Place | None, custom_id: str, *values: str) -> str:
    """Press it there, as a button or in a menu; return the private answer."""
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 3 if values else 2}
    if values:
        data["values"] = list(values)
    at = place or Place(there.guild, there.channel)
    stored = there.env.backend.messages[at.channel.id].values()  # `history` copies all messages of the channel
    oldest = next(message for message in stored if not message.is_ephemeral)
    made = there.interaction(who, COMPONENT, data, oldest, place=at.channel, guild=at.guild)
    (result,) = await there.at_once(made)
    return "a form" if result.modal is not None else said(result)


async def everything(there: Town) -> list[Any]:
    """All stored rows of all tables, and the letters to them."""
    numbers = range(1, 6)
    kept: list[Any] = [await there.store.games.load(number) for number in numbers]
    kept += [await there.store.games.list_entries(number) for number in numbers]
    kept += [await there.store.motions.list_open(number) for number in numbers]
    return [*kept, [message.id for message in there.channel.history()]]


IN_A_MENU = {"result": "result:0", "played": "played:0::0"}
"""Controls whose table is chosen in their menu, as Discord sends them."""


def tells_nothing(answer: str) -> None:
    assert answer == NO_SUCH_TABLE


# -- another server --------------------------------------------------------------------------------


@pytest.mark.thorough
@pytest.mark.parametrize("number", [RUNNING, OPEN, FINISHED])
async def test_from_another_server_nobody_comes_to_a_table_with_any_id(there: Town, number: int) -> None:
    """Eve runs that server and may do everything in it."""
    place = await abroad(there)
    before = await everything(there)
    for custom_id in ids_of(there, number):
        verb = custom_id.partition(":")[0]
        if verb in IN_A_MENU:
            tells_nothing(await press(there, there.people["Eve"], place, IN_A_MENU[verb], str(number)))
        elif verb not in ("agree", "refuse"):
            tells_nothing(await press(there, there.people["Eve"], place, custom_id))
            tells_nothing(await press(there, there.people["Eve"], place, custom_id, "1"))
    for verb in ("agree", "refuse"):
        tells_nothing(await press(there, there.people["Eve"], place, f"{verb}:1"))
    assert await everything(there) == before


SEASON_PARTS = (
    "",
    ":add.briefcase",
    ":yes",
    ":1",
    ":1:1",
    ":0",
    ":back.1",
    ":void.1:1",
    ":league",
    ":seats:3",
    ":format:swiss",
    ":1:0:0",
)
"""What may follow a season's number in an id; every control accepts one of them."""


async def press_season_controls(
    there: Town, who: MemberActor, place: Place | None, *rules: Access
) -> dict[str, set[str]]:
    """Press every control of season 1 with these access rules; return the answers by verb."""
    answers: dict[str, set[str]] = {}
    for verb, found in there.bot.router.routes.items():
        if found.access not in rules:
            continue
        for parts in SEASON_PARTS:
            for values in ((), ("1",)):
                answers.setdefault(verb, set()).add(await press(there, who, place, f"{verb}:1{parts}", *values))
    assert answers
    return answers


async def season_of(there: Town) -> list[Any]:
    """Return all that is stored of season 1."""
    leagues = there.store.leagues
    return [await leagues.get_season(1), await leagues.list_lines(1), await leagues.list_stewards(1)]


async def open_season(there: Town) -> None:
    """Open the sign-up of a season that only a manager of the server runs."""
    role = there.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    boss = there.guild.add_member(there.env.create_user("boss", global_name="Boss"), roles=[role])
    await boss.slash(there.channel, "league new", name="Cup", game="goodwill", seats=3)
    assert "Sign-up" in await press(there, boss, None, "lg-open:1")
    await there.settled()


@pytest.mark.thorough
async def test_from_another_server_nobody_comes_to_a_season_with_any_id(there: Town) -> None:
    await open_season(there)
    place = await abroad(there)
    before = await season_of(there)
    for verb, answers in (await press_season_controls(there, there.people["Eve"], place, SEASON, STEWARD)).items():
        assert answers <= {NO_SUCH_LEAGUE, str(UnknownControl())}, verb
        assert NO_SUCH_LEAGUE in answers, verb
    assert await season_of(there) == before


@pytest.mark.thorough
async def test_a_player_who_runs_no_league_comes_to_no_control_of_its_stewards(there: Town) -> None:
    await open_season(there)
    before = await season_of(there)
    refusal = "Only the stewards of **Cup** and server managers can do that. **/league list** names them."
    for verb, answers in (await press_season_controls(there, there.people["Ann"], None, STEWARD)).items():
        assert answers <= {refusal, str(UnknownControl())}, verb
        assert refusal in answers, verb
    assert await season_of(there) == before


@pytest.mark.parametrize("number", [RUNNING, OPEN, FINISHED])
async def test_a_form_from_another_server_changes_nothing(there: Town, number: int) -> None:
    place = await abroad(there)
    before = await everything(there)
    fields = [{"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "0", "value": "12"}}]
    for verb in ("pace", "sent", "osent"):
        data = {"custom_id": f"{verb}:{number}:{'0' * 10}:", "components": fields}
        for message in (None, place.message):
            made = there.interaction(there.people["Eve"], SUBMIT, data, message, place=place.channel, guild=place.guild)
            tells_nothing(said((await there.at_once(made))[0]))
    assert await everything(there) == before


async def test_a_player_comes_to_their_own_seat_from_anywhere_and_to_nothing_else(there: Town) -> None:
    place = await abroad(there, "Ann")
    ann = there.people["Ann abroad"]
    assert "first price" in await press(there, ann, place, "act:1")
    assert "Your news" in await press(there, ann, place, "hand:1")
    assert "Log of table 1" in await press(there, ann, place, "log:1:0")
    assert "first price" in said(await ann.slash(place.channel, "play", table="1"))
    before = await everything(there)
    for custom_id in ids_of(there, OPEN, "setup", "guest"):
        assert "belongs to another server" in await press(there, ann, place, custom_id, "1"), custom_id
    for command in ("game start", "table pace", "game join"):
        options = {"hours": "5"} if command == "table pace" else {}
        answer = said(await ann.slash(place.channel, command, table="2", **options))
        assert "belongs to another server" in answer
    assert await everything(there) == before
    running = await there.running()
    tag = running.get_etags()[running.get_own_seat(ann.id)]
    assert "sealed" in await press(there, ann, place, f"play:1:{tag}:12")


# -- another channel -------------------------------------------------------------------------------


async def test_a_message_of_another_channel_is_no_message_of_the_table(there: Town) -> None:
    """Dora sees both; only a table's own message is its door."""
    ann, dora = there.people["Ann"], there.people["Dora"]
    other = there.guild.create_text_channel("other")
    await ann.slash(other, "game new", game="goodwill", seats=2, place="here")
    await there.settled()
    place = Place(there.guild, other)
    before = await everything(there)
    for number in (RUNNING, OPEN, FINISHED):
        for custom_id in ids_of(there, number, "setup", "guest"):
            answer = await press(there, dora, place, custom_id, "1")
            assert f"Table {number} stands in <#{there.channel.id}>" in answer, custom_id
    assert "stands in" in await press(there, dora, place, "log:1:0")
    assert await everything(there) == before
    assert "Log of table 1" in said(await dora.slash(other, "table log", table="1")), "a command is no press"


async def hidden(there: Town, *people: str) -> tuple[Place, Place]:
    """A channel that only these people see, with a running and an open table of Ann's; and one that Dora sees."""
    ann, ben, dora = (there.people[name] for name in ("Ann", "Ben", "Dora"))
    assert there.bot.user is not None
    overwrites: dict[Any, discord.PermissionOverwrite] = {
        there.guild.default_role: discord.PermissionOverwrite(view_channel=False),
        there.bot.user: discord.PermissionOverwrite(view_channel=True),
    }
    overwrites |= {there.people[name]: discord.PermissionOverwrite(view_channel=True) for name in people}
    channel = there.guild.create_text_channel("hidden", overwrites=overwrites)
    for _ in range(2):
        await ann.slash(channel, "game new", game="goodwill", seats=2, place="here")
    await there.bot.lobby.join(4, ben.id, "Ben")  # while he could still see it
    await ann.slash(channel, "game start", table="4")
    await there.settled()
    assert dora.id not in {person.id for person in (ann, ben)}
    return Place(there.guild, channel), Place(there.guild, there.channel)


READING = (
    *("game status", "table log", "record replay", "record export", "record verify", "table delivery", "why"),
    *("game join", "table propose"),
)


async def test_a_player_who_cannot_see_a_channel_finds_reads_and_joins_none_of_its_tables(there: Town) -> None:
    _, square = await hidden(there, "Ann", "Ben")
    dora = there.people["Dora"]
    before = await everything(there)
    for number in (4, 5):
        for custom_id in ids_of(there, number):
            if not custom_id.startswith(("agree", "refuse", *IN_A_MENU)):
                tells_nothing(await press(there, dora, square, custom_id, "1"))
        for command in READING:
            options = {"what": "pause"} if command == "table propose" else {}
            tells_nothing(said(await dora.slash(square.channel, command, table=str(number), **options)))
    for custom_id in IN_A_MENU.values():
        tells_nothing(await press(there, dora, square, custom_id, "4"))
    listed = said(await dora.slash(square.channel, "game list"))
    assert "**1**" in listed
    assert "**4**" not in listed
    assert "**5**" not in listed
    for command in ("game status", "game join", "table log", "table delivery"):
        offered = await dora.autocomplete(square.channel, command, "table", "")
        assert not {"4", "5"} & {choice["value"] for choice in offered}, command
    assert await everything(there) == before


async def test_a_finished_game_of_a_hidden_channel_is_in_nobodys_list_but_of_those_who_see_it(there: Town) -> None:
    _, square = await hidden(there, "Ann", "Ben")
    await there.people["Ben"].slash(square.channel, "table concede", sure="yes", table="4")
    await there.settled()
    assert "2 finished games" in said(await there.people["Ann"].slash(square.channel, "game list", which="finished"))
    listed = said(await there.people["Dora"].slash(square.channel, "game list", which="finished"))
    assert "1 finished game," in listed
    assert "**4**" not in listed


async def test_its_players_reach_a_table_of_a_channel_that_was_hidden_from_them(there: Town) -> None:
    """Ben may no longer see it, but plays on."""
    _, square = await hidden(there, "Ann")
    ben = there.people["Ben"]
    assert "two prices" in said(await ben.slash(square.channel, "play", table="4"))
    assert "Log of table 4" in said(await ben.slash(square.channel, "table log", table="4"))
    assert "**4**" in said(await ben.slash(square.channel, "game list"))
    assert "4" in {choice["value"] for choice in await ben.autocomplete(square.channel, "hand", "table", "")}
    assert "two prices" in await press(there, ben, square, "act:4")
    tells_nothing(said(await ben.slash(square.channel, "game join", table="5")))


@pytest.mark.parametrize("sleeping", [False, True])
async def test_a_thread_is_hidden_with_its_channel_also_when_it_is_archived(there: Town, sleeping: bool) -> None:
    hall, square = await hidden(there, "Ann", "Ben")
    ann, ben, dora = (there.people[name] for name in ("Ann", "Ben", "Dora"))
    for channel in (hall.channel, square.channel):
        await ann.slash(channel, "game new", game="goodwill", seats=2, place="in a thread")
    await there.settled()
    secret, public = (channel.threads[0] for channel in (hall.channel, square.channel))
    for number, thread in ((6, secret), (7, public)):
        await press(there, ben, Place(there.guild, thread), f"join:{number}")
    if sleeping:
        for thread in (secret, public):
            known = there.bot.get_channel(thread.id)
            assert isinstance(known, discord.Thread)
            await known.edit(archived=True)
        await there.settled()
        assert there.bot.get_channel(public.id) is None, "the program knows it no more"
    tells_nothing(said(await dora.slash(square.channel, "game status", table="6")))
    assert "table 7" in said(await dora.slash(square.channel, "game status", table="7"))
    listed = said(await dora.slash(square.channel, "game list"))
    assert ("**6**" in listed, "**7**" in listed) == (False, True)


async def test_a_private_thread_is_for_its_players_and_those_who_stand_in_it(there: Town) -> None:
    ann, dora = there.people["Ann"], there.people["Dora"]
    parent = there.bot.get_channel(there.channel.id)
    assert isinstance(parent, discord.TextChannel)
    made = await parent.create_thread(name="back room", type=discord.ChannelType.private_thread)
    await made.add_user(discord.Object(ann.id))
    await there.env.settle()
    (room,) = [thread for thread in there.channel.threads if thread.id == made.id]
    await ann.slash(room, "game new", game="goodwill", seats=2, place="here")
    await there.settled()
    tells_nothing(said(await dora.slash(there.channel, "game status", table="4")))
    assert "**4**" not in said(await dora.slash(there.channel, "game list"))
    assert "table 4" in said(await ann.slash(there.channel, "game status", table="4"))


# -- nonsense --------------------------------------------------------------------------------------


def broken(there: Town) -> Sequence[str]:
    verbs = [verb for verb, found in there.bot.router.routes.items() if verb != "forget" and found.access is not GAME]
    return [f"{verb}:{number}" for verb in (*verbs, "rules:goodwill", "chapter", "learn") for number in NUMBERS]


@pytest.mark.thorough
async def test_no_number_however_long_or_strange_is_more_than_a_refusal(there: Town) -> None:
    ann = there.people["Ann"]
    before = await everything(there)
    for custom_id in broken(there):
        assert SORRY not in await press(there, ann, None, custom_id), custom_id
    for verb in ("seats:2", "option:2:pact", "goto:0", "result:0", "chapter:goodwill", "order:1", "cancel:1", "go:1"):
        for value in NUMBERS:
            assert SORRY not in await press(there, ann, None, verb, value), (verb, value)
    assert await everything(there) == before


WAYS = [
    "gx",
    "g99",
    "g²",
    "g-1",
    "g9999999",
    "p9999",
    "p-1",
    "p",
    "g",
    "g0.g0",
    "^" + "z" * 80,
    "~" + "z" * 80,
    "^-1",
    "~-1",
]


async def test_no_way_into_a_list_leads_past_its_end(there: Town) -> None:
    """The question has groups and pages, or will have; its ids are read before it is known which."""
    ann, ben = there.people["Ann"], there.people["Ben"]
    for _ in range(12):
        running = await there.running()
        if running.table.agenda[0].kind == "nominations":
            break
        for person in (ann, ben):
            await person.slash(there.channel, "bid", price="12", table="1")
    for way in WAYS:
        for verb in ("part", "more", "play", "form", "oplay", "opart", "lplay", "lpart"):
            running = await there.running()
            tag = running.get_etags().get(running.get_own_seat(ann.id), "0" * 10)
            tag = "goodwill" if verb.startswith("l") else tag
            assert SORRY not in await press(there, ann, None, f"{verb}:1:{tag}:{way}"), (verb, way)


@pytest.mark.parametrize(
    "chosen",
    mark_thorough(["close:2", "undo:1", "", "leave:2", "goto:0", "forget:0", "join:2", "inbox:0", "dance:1"], 3),
)
async def test_the_inbox_leads_only_where_it_says(there: Town, chosen: str) -> None:
    before = await everything(there)
    assert "older version" in await press(there, there.people["Ann"], None, "goto:0", chosen)
    assert await everything(there) == before
    assert "first price" in await press(there, there.people["Ann"], None, "goto:0", "act:1")
