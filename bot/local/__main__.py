"""Command line of the local table: `python -m bot.local` puts a game on a table in your browser."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import webbrowser
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from bot import logs
from bot.host.errors import Refusal
from bot.settings import MAX_PORT, Settings, SettingsProblem, load_settings
from storage.connect import open_storage
from storage.interface.errors import StoreFailed, StoreInUse

try:
    from bot.client import Boardroom
    from bot.host.lobby.bots import BOT_SUFFIXES
    from bot.local import table, world
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] != "simcord":
        raise
    sys.exit("The local table needs SimCord: `make play` brings it along, and so does `pip install -e '.[play]'`.")


ANY_PORT = "127.0.0.1:0"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the local table until it is stopped, and return the exit code."""
    given = _build_parser().parse_args(arguments)
    try:
        settings = load_settings()
        folder: Path = (given.data or settings.folder / "local").expanduser().absolute()
        folder.mkdir(parents=True, exist_ok=True)
        settings = settings.model_copy(update={"log_level": "WARNING", "presses_a_second": 0})  # one plays for all
        logs.set_up(settings)
        asyncio.run(_play(settings, folder, given))
    except KeyboardInterrupt:
        pass
    except StoreInUse:
        return _print_problem(
            "This game is already running, in another window perhaps: play on there, or stop it with Ctrl-C first. "
            "Another --game, or another folder with --data, can be played beside it."
        )
    except (table.CannotPlay, world.WorldUnavailable, SettingsProblem, StoreFailed, Refusal) as problem:
        return _print_problem(problem)
    except OSError as problem:
        return _print_problem(f"{problem.filename or 'A file'} cannot be used: {problem.strerror}.")
    print(f"\nStopped. The game is kept in {folder}; the same command goes on with it.")
    return 0


def _print_problem(problem: Exception | str) -> int:
    print(problem, file=sys.stderr)
    return 1


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot.local",
        description="Puts a game on a table in your browser: the bot itself, on a simulated Discord on this computer. "
        "It needs no token and no network. The last game continues.",
    )
    parser.add_argument("--game", metavar="KEY", help="which game (the one played last); each has a file of its own")
    parser.add_argument("--people", metavar="N", type=int, help="how many people play, sharing this screen (1)")
    parser.add_argument("--bots", metavar="N", type=int, help=f"how many bots play with them ({table.MAX_BOTS})")
    parser.add_argument(
        "--strength",
        choices=list(BOT_SUFFIXES),
        default="steady",
        help="how well the bots of a new table play (steady)",
    )
    parser.add_argument(
        "--port",
        metavar="P",
        type=_parse_port,
        help="port of the page; direct messages come on the next ones that are free",
    )
    parser.add_argument("--new", action="store_true", help="close the kept game and begin another")
    parser.add_argument("--no-browser", action="store_true", help="only print the address, open nothing")
    parser.add_argument("--data", metavar="FOLDER", type=Path, help="where the games are kept")
    return parser


def _parse_port(text: str) -> int:
    """Return a port that leaves room for the pages of direct messages behind it."""
    last = MAX_PORT - len(world.PEOPLE)
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(last)) and 1 <= int(text) <= last):
        raise argparse.ArgumentTypeError(
            f"{text:.20} cannot be the page's port. Choose one from 1 to {last}, "
            "or leave it out to get any that is free."
        )
    return int(text)


async def _play(settings: Settings, folder: Path, given: argparse.Namespace) -> None:
    key = await table.choose_game(folder, given.game)
    settings = settings.model_copy(
        update={
            "database": table.get_game_file(folder, key),
            "web": ANY_PORT,
            "web_address": None,
            "play": ANY_PORT,
            "play_address": None,
            "discord_client_secret": None,
        }
    )
    bot = Boardroom(settings, spacing=0)
    place = world.create_world(bot)
    party = await _get_party(
        settings, place, table.TableRequest(key, given.people, given.bots, given.strength), anew=given.new
    )
    async with world.run_world(place, bot, party.people, given.port, _print_thread) as pages:
        await bot.storage.public.put_tables(
            place.guild.id, True, bot.host.format_now()
        )  # visible on this computer only
        number = await table.open_table(bot, place, party)
        own_pages = await _list_own_pages(bot, place, number)
        print(_format_welcome(party, number, pages, f"{bot.web_address}/tables/{number}", own_pages), flush=True)
        if not given.no_browser and _has_screen():
            await asyncio.to_thread(webbrowser.open, pages.table.url)
        await pages.table.wait_closed()


async def _get_party(settings: Settings, place: world.World, wish: table.TableRequest, *, anew: bool) -> table.Party:
    """Return the kept party, or close the old tables and return a new one."""
    storage = await open_storage(settings.database)
    try:
        kept = None if anew else await table.load_party(storage, place, wish)
        if kept is not None:
            return kept
        party = table.create_party(wish)
        await table.close_all_tables(storage, place, datetime.now(UTC).isoformat(timespec="seconds"))
        return party
    finally:
        await storage.close()


def _print_thread(name: str, url: str) -> None:
    print(f"The thread {name!r}, for everybody: {url}", flush=True)


def _format_welcome(party: table.Party, number: int, pages: world.Pages, web: str, own_pages: Sequence[str]) -> str:
    names = world.PEOPLE[: party.people]
    begins = "begins" if party.kept is None else "goes on"
    lines = [
        f"Boardroom, the local table. Table {number} {begins}: {party.words}.",
        "",
        f"Open {pages.table.url}",
        "",
        f'You sit there as "{names[0]}". Press Act to see what you are asked; only you see it, and your answer.',
    ]
    if len(names) > 1:
        lines.append(
            f'To play for {" or ".join(names[1:])}, choose the name at the top, beside "Viewing as"; '
            "each can also have a browser tab of their own."
        )
    if party.kept is None and party.how_long:
        lines.append(f"How long: {party.how_long}.")
    if party.game.teaching.lesson is not None:
        lines.append(
            f'Never played {party.game.title}? Practise first: type "/game learn", which takes a few minutes and keeps '
            "nothing."
        )
    lines.append("The other buttons at the top belong to SimCord, which plays Discord here; you need none of them.")
    lines.append(f"The table as a page that everybody could look at, which only this computer can here: {web}")
    lines.append("Direct messages from the bot stand on other pages:")
    lines += [f"  {name}: {page.url}" for name, page in zip(names, pages.letters, strict=True)]
    lines += [
        *own_pages,
        "",
        "Threads, such as those of a league's tables, have pages of their own, which are named here when they open.",
        "Ctrl-C ends it. The game is kept and goes on next time; --new begins another.",
    ]
    return "\n".join(lines)


async def _list_own_pages(bot: Boardroom, place: world.World, number: int) -> Sequence[str]:
    """Return a line for each player with the link that opens the table as a page to play on."""
    lines = ["To play on a page instead; each link works once, within five minutes (More… > On the board: another):"]
    for person, name in zip(place.people, world.PEOPLE, strict=True):
        if await bot.host.find_seat_of(number, person.id) is not None:
            secret = await bot.services.own_pages.create_link(person.id, number)
            lines.append(f"  {name}'s page: {bot.own_pages_address}/open/{secret}")
    return lines


def _has_screen() -> bool:
    """Return whether a browser window can open; without a screen a text browser might start in this terminal."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


if __name__ == "__main__":
    sys.exit(main())
