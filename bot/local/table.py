"""The game on the local table, stored in a file of its own and continued at the next start."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bot.client import Boardroom
from bot.engine.game import AnyGame
from bot.games import GAMES
from bot.host.delivery.outbox import HandBody, build_letter
from bot.host.lobby.bots import BotStrength, list_strengths
from bot.host.table.deadlines import TableSettings
from bot.local.world import GUILD, PEOPLE, World
from bot.ui.screens.lobby.lobby import format_expected_time
from storage.interface.games import SavedGame
from storage.interface.letters import NewLetter
from storage.sqlite import open_storage
from storage.store import Storage

MAX_BOTS = 3
"""Number of bots by default, if the game has room for them."""


class CannotPlay(Exception):
    """Raised when no such table is possible; the text says why and what to do."""


@dataclass(frozen=True)
class Party:
    """A game and its number of people and bots."""

    game: AnyGame
    people: int
    bots: int
    strength: BotStrength = "steady"
    """Strength of the bots at a new table."""
    kept: int | None = None
    """Id of the kept table to continue; None for a new table."""

    @property
    def words(self) -> str:
        """The game and its players in words."""
        bots = {0: "no bots", 1: "1 bot"}.get(self.bots, f"{self.bots} bots")
        return f"{self.game.title} with {'1 person' if self.people == 1 else f'{self.people} people'} and {bots}"

    @property
    def how_long(self) -> str:
        """Expected duration of a new game in words; empty if unknown."""
        length = self.game.length
        if length is None:
            return ""
        days = length.estimate_days(self.people + self.bots, self.people, self.game.options(), None)
        return format_expected_time(days, TableSettings(), strong=self.strength == "strong")


@dataclass(frozen=True)
class TableRequest:
    """The table requested on the command line; None where nothing was given."""

    game: str
    """Key of the game."""
    people: int | None = None
    bots: int | None = None
    strength: BotStrength = "steady"
    """Strength of the bots at a new table."""

    def is_met_by(self, party: Party) -> bool:
        """Return whether this party is the requested one."""
        wanted = (self.people, self.bots)
        present = (party.people, party.bots)
        return all(want in (None, is_there) for want, is_there in zip(wanted, present, strict=True))


async def choose_game(folder: Path, wanted: str | None) -> str:
    """Return the key of the requested game, else of the last one played, else of the first one.

    Raises:
        CannotPlay: there is no such game.
    """
    await _rename_old_file(folder)
    if wanted is not None and wanted not in GAMES:
        raise CannotPlay(f'There is no game called "{wanted}". The games are: {", ".join(GAMES)}.')
    kept = [key for key in GAMES if get_game_file(folder, key).exists()]
    return wanted or max(kept, key=lambda key: get_game_file(folder, key).stat().st_mtime, default=next(iter(GAMES)))


def get_game_file(folder: Path, key: str) -> Path:
    """Return the file that stores a game."""
    return folder / f"{key}.db"


async def _rename_old_file(folder: Path) -> None:
    """Rename the single file of older versions to that of its game."""
    older = folder / "table.db"
    if not older.exists():
        return
    storage = await open_storage(older)
    try:
        rows = await storage.games.list_in_server(GUILD, statuses=("running",), limit=1)
    finally:
        await storage.close()
    if rows and not get_game_file(folder, rows[0].title).exists():
        older.rename(get_game_file(folder, rows[0].title))


def create_party(wish: TableRequest) -> Party:
    """Return the party for a new table.

    Raises:
        CannotPlay: the game is not for this number of players.
    """
    game = GAMES[wish.game]
    low, high = game.seats[0], game.seats[-1]
    people = 1 if wish.people is None else wish.people
    if not 1 <= people <= len(PEOPLE):
        raise CannotPlay(f"1 to {len(PEOPLE)} people can sit at the local table, but not {people}.")
    bots = max(low - people, min(MAX_BOTS, high - people), 0) if wish.bots is None else wish.bots
    there = list_strengths(game, game.box)
    if wish.strength not in there:
        raise CannotPlay(f"{game.title} has no {wish.strength} bots. There are: {', '.join(there)}.")
    party = Party(game, people, bots, wish.strength)
    if bots < 0 or people + bots not in game.seats:
        raise CannotPlay(f"There can be no {party.words}: it is for {low} to {high} players.")
    return party


async def load_party(storage: Storage, world: World, wish: TableRequest) -> Party | None:
    """Return the party of the running game, if there is one.

    Raises:
        CannotPlay: the running game has another number of players.
    """
    for row in await storage.games.list_in_server(world.guild.id, statuses=("running",)):
        saved = await storage.games.load(row.game_id)
        if saved is not None and row.channel_id == world.channel.id:
            party = _build_party(saved, world)
            if not wish.is_met_by(party):
                raise CannotPlay(
                    f"A game of {party.words} is being kept. Without --people and --bots it goes on; "
                    "with --new it is closed and another one begins."
                )
            return party
    return None


def _build_party(saved: SavedGame, world: World) -> Party:
    game = GAMES.get(saved.game.title)
    ids = {seat_row.user_id for seat_row in saved.seats if seat_row.user_id is not None}
    if game is None or not ids <= {person.id for person in world.people}:
        raise CannotPlay("The game being kept is from another version of this program. --new begins another one.")
    return Party(game, len(ids), len(saved.seats) - len(ids), kept=saved.game.game_id)


async def close_all_tables(storage: Storage, world: World, now: str) -> None:
    """Close every table, and mark its unsent messages as sent so that none reaches the next table's channel."""
    for row in await storage.games.list_in_server(world.guild.id, statuses=("open", "running"), limit=1000):
        await storage.games.close_without_result(row.game_id, now)
        for letter in await storage.outbox.list_unsent(row.game_id):
            await storage.outbox.mark_sent(letter, now)


async def open_table(bot: Boardroom, world: World, party: Party) -> int:
    """Open a table and start its game, or show the kept one again; return its id."""
    for person, name in zip(world.people[: party.people], PEOPLE, strict=False):
        await bot.host.people.enable_private_hands(person.id, name)
    await bot.tree.sync()  # the bot syncs only changed commands, but this Discord is new at each start
    if party.kept is None:
        number = await _start_game(bot, world, party)
    else:
        number = party.kept
        copies = [build_letter(HandBody(), seat) for seat in range(1, party.people + party.bots + 1)]
        await bot.storage.outbox.add(number, [NewLetter("board"), *copies], bot.host.format_now())
        bot.outbox_worker.wake(number)
    await bot.autoplay.wait_for_all()
    await bot.outbox_worker.wait_for_all()
    return number


async def _start_game(bot: Boardroom, world: World, party: Party) -> int:
    you, *others = zip(world.people[: party.people], PEOPLE, strict=False)
    table = await bot.lobby.open_table(
        title=party.game.key,
        guild_id=world.guild.id,
        channel_id=world.channel.id,
        user_id=you[0].id,
        name=you[1],
        seats_wanted=party.people + party.bots,
        options=party.game.options().model_dump(),  # teams play by the printed rules
    )
    number = table.row.game_id
    await bot.lobby.set_options(number, you[0].id, {"pace": "no clock", "bots": "at once"})
    for person, name in others:
        await bot.lobby.join(number, person.id, name)
    for _ in range(party.bots):
        await bot.lobby.add_bot(number, you[0].id, strength=party.strength)
    await bot.lobby.start(number, you[0].id)
    return number
