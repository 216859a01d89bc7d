"""Command line of the bot: `python -m bot`, or `boardroom` if installed, runs it; subcommands work on its files.

Each command imports its own modules: the games take seconds to load, and help and usage errors need none of them.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from bot import __version__
from bot.host.record.limits import LIMITS

if TYPE_CHECKING:
    from bot.game_plugins import InstalledGames
    from bot.host.record.export import ExportedGame
    from bot.leagues.proof import DrawCheck
    from bot.settings import Settings
    from storage.database_url import Location

log = logging.getLogger(__name__)

EXIT_OK, EXIT_FAILED, EXIT_USAGE = 0, 1, 2
"""Exit codes: success; failure; wrong usage or settings, which a restart does not cure."""

TOKEN_REFUSED = 4004
"""Gateway close code for an invalid token."""
SHARDS_REFUSED = (4010, 4011)
"""Gateway close codes for an invalid shard and for a bot with too many servers for its shards."""

MAX_ID = 2**63 - 1
"""Largest id, of Discord's and of ours."""
_MAY_KEEP_RUNNING = "The bot may keep running."


class UsageError(Exception):
    """Raised for a wrong call; the text says what the caller has to change."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return the exit code."""
    given = _build_parser().parse_args(arguments)
    code = _execute_command(given)
    if code == EXIT_USAGE and given.stay:
        from bot.ops.shutdown import wait_for_signal

        why = "It waits to be stopped: started again, it would fail again."
        with suppress(KeyboardInterrupt):  # on Windows
            asyncio.run(wait_for_signal(lambda: print(why, file=sys.stderr, flush=True)))
    return code


def _execute_command(given: argparse.Namespace) -> int:
    from bot.host.errors import Refusal
    from bot.settings import SettingsProblem
    from storage.interface.errors import StoreFailed

    try:
        code: int = given.command(given)
    except (SettingsProblem, Refusal, UsageError) as problem:
        return _print_problem(problem, EXIT_USAGE)
    except StoreFailed as problem:
        return _print_problem(problem, EXIT_FAILED)
    except OSError as problem:
        return _print_problem(f"{problem.filename or 'A file'} cannot be used: {problem.strerror}.", EXIT_FAILED)
    except KeyboardInterrupt:
        return _print_problem("Stopped.", EXIT_FAILED)
    return code


def _print_problem(problem: Exception | str, code: int) -> int:
    print(problem, file=sys.stderr)
    return code


_Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="boardroom" if Path(sys.argv[0]).stem == "boardroom" else "python -m bot",
        description="Runs Boardroom, or works on its files. Settings are read from the environment and .env; "
        "see .env.example.",
        epilog="Exit codes: 0 done; 1 failed, or the proof failed; 2 called or set up wrongly.",
    )
    parser.add_argument("--version", action="version", version=f"Boardroom {__version__}")
    parser.set_defaults(command=_run, stay=False)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_service_commands(commands)
    _add_record_commands(commands)
    _add_database_commands(commands)
    _add_forget_command(commands)
    _add_new_game_command(commands)
    return parser


def _add_service_commands(commands: _Commands) -> None:
    """Add the commands that run the bot and check what it needs."""
    run = commands.add_parser("run", help="run the bot; the same as no command")
    run.add_argument(
        "--stay",
        action="store_true",
        help="after a wrong call or setting, wait to be stopped instead of exiting: for containers that would restart "
        "for ever",
    )
    run.set_defaults(command=_run)

    doctor = commands.add_parser(
        "doctor",
        help="check everything the bot needs",
        description="Checks settings, database, disk, backups and, with a token, Discord. Each line is ok, a warning "
        f"or a problem, with the action to take. It changes nothing. {_MAY_KEEP_RUNNING}",
    )
    doctor.set_defaults(command=_run_doctor)


def _add_record_commands(commands: _Commands) -> None:
    """Add the commands that write a game and prove one."""
    export = commands.add_parser(
        "export",
        help="write one game as JSON",
        description="Writes one game as JSON, without the names and ids of people: for a bug report, or for players "
        f"to verify. For an unfinished game, only public information is written. {_MAY_KEEP_RUNNING}",
    )
    export.add_argument("game", metavar="GAME_ID", type=_parse_id, help="the table's number")
    export.add_argument(
        "--full", action="store_true", help="with seed, hands and sealed answers, even if the game is not over"
    )
    export.add_argument("-o", "--output", metavar="FILE", type=Path, help="output file (standard output)")
    export.set_defaults(command=_export)

    verify = commands.add_parser(
        "verify",
        help="check an exported game, or the draw of an exported season",
        description="Replays an exported game, move by move, bots and defaults included, and checks the seed, the "
        "seats, the deal and every sealed answer against the published digests. For a league season it repeats "
        "every draw. It needs neither a database nor a token. "
        f"{LIMITS}",
    )
    verify.add_argument("file", metavar="FILE", type=Path, help="a file written by export")
    verify.add_argument(
        "--digest", metavar="DIGEST", help="the digest of the secret seed that was posted before anybody joined"
    )
    verify.add_argument(
        "--former",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="for a season: the file of an earlier season of its league, which decides the divisions; can be repeated",
    )
    verify.add_argument(
        "--thoughts",
        action="store_true",
        help="also recompute the answers of strong bots, which takes as long as it took them",
    )
    verify.set_defaults(command=_verify)


def _add_database_commands(commands: _Commands) -> None:
    """Add the commands that copy, try, replace and move the database."""
    backup = commands.add_parser(
        "backup",
        help="copy the database",
        description=f"Writes a complete, checked copy of the database to a new file. {_MAY_KEEP_RUNNING}",
    )
    backup.add_argument("file", metavar="FILE", type=Path, nargs="?", help="a new file (one in the backup folder)")
    backup.set_defaults(command=_backup)

    drill = commands.add_parser(
        "drill",
        help="prove that a backup can be restored",
        description="Restores a backup in a temporary folder, migrates it, loads every live game from it and reports "
        f"failures. Nothing else is touched. {_MAY_KEEP_RUNNING}",
    )
    drill.add_argument("file", metavar="FILE", type=Path, nargs="?", help="a backup (the newest one)")
    drill.set_defaults(command=_run_drill)

    back = commands.add_parser(
        "restore",
        help="replace the database by a backup",
        description="Replaces the database by a backup and keeps the present one beside it. Later draws of its games "
        "differ from those before, and their tables are told so. "
        "The bot must be stopped first.",
    )
    back.add_argument("file", metavar="FILE", type=Path, help="a file written by backup")
    back.set_defaults(command=_restore)

    bring = commands.add_parser(
        "move",
        help="copy everything from a file to PostgreSQL, or back",
        description="Copies all data from a file to an empty PostgreSQL database, or from one to a new file, compares "
        "every row, and replays every game. The source is not changed. "
        "The bot must be stopped first.",
    )
    bring.add_argument("source", metavar="SOURCE", help="a file, or postgresql://USER:PASSWORD@HOST/DATABASE")
    bring.add_argument("target", metavar="TARGET", help="a file that does not exist yet, or the address of a database")
    bring.set_defaults(command=_move_store)


def _add_forget_command(commands: _Commands) -> None:
    """Add the command that deletes a person's data."""
    forget = commands.add_parser(
        "forget",
        help="delete a person's data",
        description="Deletes a person's data from the database: name, settings, standing orders. Their seats in "
        "running games become free; logs of finished games name the seat instead. The same as the command "
        f"/settings forget-me. A running bot is asked to do it. {_MAY_KEEP_RUNNING}",
    )
    forget.add_argument("user", metavar="USER_ID", type=_parse_id, help="Discord's number of the person")
    forget.set_defaults(command=_forget)


def _add_new_game_command(commands: _Commands) -> None:
    """Add the command that begins the package of a game."""
    new_game = commands.add_parser(
        "new-game",
        help="create the package of a new game",
        description="Writes a package with a small complete game under the given name, and its tests, as a start. "
        "docs/new-game.md continues from there.",
    )
    new_game.add_argument("name", metavar="NAME", help="title of the game, e.g. 'Harvest Fair'")
    new_game.add_argument("--into", metavar="DIR", type=Path, default=Path(), help="parent folder (the current one)")
    new_game.set_defaults(command=_create_game)


def _parse_id(text: str) -> int:
    """Return a positive id; larger ones would not fit into the database."""
    if not (text.isascii() and text.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text:.40} is not a whole number.")
    if len(text) > len(str(MAX_ID)) or int(text) > MAX_ID:
        raise argparse.ArgumentTypeError(f"Nothing has so large a number as {text:.40}. Is a digit too many in it?")
    return int(text)


# -- running ---------------------------------------------------------------------------------------


def _run(_: argparse.Namespace) -> int:
    from bot import logs
    from bot.games import INSTALLED
    from bot.settings import SettingsProblem, load_settings
    from storage.interface.errors import StoreFailed

    settings = load_settings(with_token=True)
    logs.set_up(settings)
    log_refused_games(INSTALLED)
    import aiohttp
    import discord

    from bot.interpreter import create_loop
    from bot.shard_claims import run

    try:
        with asyncio.Runner(loop_factory=create_loop) as runner:
            runner.run(run(settings))
    except KeyboardInterrupt:
        pass  # on Windows; elsewhere the bot handles the signal
    except (SettingsProblem, StoreFailed):
        raise
    except (discord.LoginFailure, discord.PrivilegedIntentsRequired, discord.ConnectionClosed) as refused:
        return _print_problem(_explain_refusal(refused), EXIT_USAGE)
    except (
        *(discord.HTTPException, discord.RateLimited, discord.GatewayNotFound),
        *(aiohttp.ClientError, OSError),
    ) as problem:
        log.debug("Discord cannot be reached", exc_info=True)
        way = f" by way of {settings.discord_api}" if settings.discord_api else ""
        return _print_problem(
            f"Discord cannot be reached{way} ({type(problem).__name__}). Check the network and try again.", EXIT_FAILED
        )
    except Exception:
        # The log redacts secrets in tracebacks.
        log.exception("the bot has stopped because of a fault of ours; please report this")
        return EXIT_FAILED
    log.info("stopped")
    return EXIT_OK


def log_refused_games(installed: InstalledGames) -> None:
    """Log why plugin games were refused."""
    for refused in installed.refused:
        log.warning("a game cannot be played: %s", refused)


def _explain_refusal(refused: Exception) -> str:
    """Return why Discord refuses the connection permanently."""
    import discord

    from bot.settings import PREFIX

    code = refused.code if isinstance(refused, discord.ConnectionClosed) else None
    if isinstance(refused, discord.LoginFailure) or code == TOKEN_REFUSED:
        return f"Discord does not accept this token. Reset it there and change {PREFIX}TOKEN."
    if isinstance(refused, discord.PrivilegedIntentsRequired):
        return (
            "Discord refuses an intent this bot asks for. Boardroom needs none of the privileged ones: "
            "use an unchanged version of it, or switch the intent on in the developer portal."
        )
    if code in SHARDS_REFUSED:
        return (
            f"Discord wants the bot's servers divided into shards, or into more of them (code {code}); one may have "
            f"2,500. See {PREFIX}SHARDS and docs/scaling.md."
        )
    return f"Discord does not let this version of the bot connect (code {code}). Install a newer one."


# -- looking after it ------------------------------------------------------------------------------


def _run_doctor(_: argparse.Namespace) -> int:
    from bot.ops import doctor
    from bot.settings import SettingsProblem, load_settings

    try:
        settings = load_settings()
    except SettingsProblem as wrong:
        print(*(doctor.report_problem(f"Settings: {line}") for line in str(wrong).splitlines()), sep="\n")
        return EXIT_FAILED
    return asyncio.run(_print_findings(settings))


async def _print_findings(settings: Settings) -> int:
    from bot.ops import doctor

    states = set()
    async for finding in doctor.run_checks(settings, datetime.now(UTC)):
        print(finding, flush=True)
        states.add(finding.state)
    return EXIT_FAILED if "problem" in states else EXIT_OK


def _create_game(given: argparse.Namespace) -> int:
    from bot.games import GAMES
    from bot.new_game import CannotLayOut, create_package

    try:
        folder = create_package(given.name, given.into, GAMES)
    except CannotLayOut as why:
        raise UsageError(str(why)) from None
    print(
        f"The game is laid out in {folder}. In there, on the Python that runs Boardroom:\n"
        "  pip install --no-deps -e .    lets Boardroom find it at its next start\n"
        "  pytest                        plays its tests and the common suite; see docs/new-game.md"
    )
    return EXIT_OK


def _run_drill(given: argparse.Namespace) -> int:
    from bot.games import GAMES
    from bot.ops import backups
    from bot.ops.restore_drill import run_drill
    from bot.settings import load_settings, read_boxes

    settings = load_settings()
    newest = backups.find_newest(settings.backup_folder)
    file: Path | None = given.file or (None if newest is None else newest.path)
    if file is None:
        raise UsageError(f"There is no backup in {settings.backup_folder}. Make one: python -m bot backup")
    report = asyncio.run(run_drill(file, GAMES, read_boxes(settings.boxes, GAMES), settings.database))
    print(
        f"{report.backup}: games {report.games}, open tables {report.lobbies}, open questions {report.questions}, "
        f"lines of logs {report.entries}"
    )
    for failure in report.failures:
        print("NO ", failure)
    print(
        "All of them could go on from this backup."
        if report.ok
        else f"NOT ALL of them could go on from this backup; failures: {len(report.failures)}"
    )
    return EXIT_OK if report.ok else EXIT_FAILED


# -- files -----------------------------------------------------------------------------------------


def _export(given: argparse.Namespace) -> int:
    exported = asyncio.run(_export_game(_find_database(), given.game, full=given.full))
    text = exported.model_dump_json(indent=1) + "\n"
    if given.output is None:
        sys.stdout.write(text)
    else:
        _write(given.output, text)
    if exported.complete and exported.status != "finished":
        print(f"Warning: {exported.note}", file=sys.stderr)
    return EXIT_OK


def _write(to: Path, text: str) -> None:
    """Write a file atomically, readable by its owner alone: it may hold secrets."""
    try:
        if to.exists() and not to.is_file():  # such as /dev/stdout
            to.write_text(text, "utf-8")
            return
        target = to.resolve()
        with tempfile.TemporaryDirectory(prefix=".boardroom-", dir=target.parent) as beside:
            file = Path(beside) / target.name
            file.touch(mode=0o600)
            file.write_text(text, "utf-8")
            file.replace(target)
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror, str(to)) from None


async def _export_game(database: Location, game_id: int, *, full: bool) -> ExportedGame:
    from bot.host.record.export import export_game
    from storage.connect import open_to_read

    async with open_to_read(database) as storage:
        return await export_game(storage, game_id, full=full)


def _verify(given: argparse.Namespace) -> int:
    from bot.games import GAMES
    from bot.host.leagues import export as seasons
    from bot.host.record.export import parse_export
    from bot.host.record.proof import verify_export
    from bot.host.record.untrusted_files import read_content

    content, published = read_content(given.file), given.digest and given.digest.strip().lower()
    if seasons.is_season(content):
        return _verify_season(content, published, [read_content(file) for file in given.former])
    report = verify_export(parse_export(content), GAMES, published, thoughts=given.thoughts)
    for check in report.checks:
        print("ok " if check.ok else "NO ", check.text)
    if report.limits:
        print(report.limits)
    print(report.verdict)
    return EXIT_OK if report.ok else EXIT_FAILED


def _verify_season(content: bytes, published: str | None, former: Sequence[bytes]) -> int:
    from bot.host.leagues import export as seasons

    checks = seasons.verify(content, published, former)
    for check in checks:
        print("ok " if check.is_proven else "?? " if check.ok else "NO ", check.text)
    if not all(check.ok for check in checks):
        print("NOT PROVEN: the draws of this season are not those of the seed that was promised.")
        return EXIT_FAILED
    if not all(check.is_proven for check in checks):
        print(f"NOT WHOLLY PROVEN: nothing speaks against the draws of this season. {_explain_rest(checks)}")
        return EXIT_FAILED
    print("PROVEN: every draw of this season follows from the seed that was promised and from what people added.")
    if published is None:
        print("Compare the digest with the sign-up message: --digest does it for you.")
    return EXIT_OK


def _explain_rest(checks: Sequence[DrawCheck]) -> str:
    """Return why the draws of a season are not wholly proven."""
    found = []
    if any(check.rests_on_wishes for check in checks):
        found.append("Wishes to be kept apart may have a part in them, and these are not opened in this file.")
    if any(check.rests_on_former for check in checks):
        found.append("What people bring from earlier seasons was taken from this file: --former FILE checks it.")
    if any(check.is_statement for check in checks):
        found.append("The lines with ?? say what the bot has stated and nothing proves.")
    return " ".join(found)


def _backup(given: argparse.Namespace) -> int:
    from bot.ops import backups
    from bot.settings import load_settings
    from storage.connect import create_backup
    from storage.database_url import Server

    database = _find_database()
    file: Path | None = given.file
    if file is None:
        folder = load_settings().backup_folder
        folder.mkdir(mode=0o700, exist_ok=True)
        file = folder / backups.build_name(datetime.now(UTC), dumped=isinstance(database, Server))
    create_backup(database, file)
    print(f"The database is copied to {file}.")
    return EXIT_OK


def _restore(given: argparse.Namespace) -> int:
    from bot.settings import load_settings
    from storage.connect import restore

    settings = load_settings()
    database, at = settings.database, f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    if isinstance(database, Path):
        kept = database.with_name(f"{database.name}.{at}")
    else:
        kept = settings.folder / f"before-restore-{at}.dump"
    restore(given.file, database, keep_as=kept)
    before = kept.exists()
    print(f"{database} is restored from {given.file}." + (f" What was there is kept as {kept}." if before else ""))
    print("From here on, each game draws new luck, so nobody can use what they saw after the backup.")
    return EXIT_OK


def _forget(given: argparse.Namespace) -> int:
    from bot.settings import load_settings
    from storage.connect import ask_to_forget
    from storage.interface.errors import StoreInUse

    settings, database = load_settings(), _find_database()
    done = f"{given.user} is forgotten. Backups keep their data until they are deleted."
    try:
        was_known = asyncio.run(_erase_person(database, settings, given.user))
    except StoreInUse:
        was_known = ask_to_forget(database, given.user)
        done = (
            f"The running bot is asked to forget {given.user}; it does so within five minutes. "
            "Call this again then: it says whether anything is still kept."
        )
    print(done if was_known else f"Nothing is kept of {given.user}.")
    return EXIT_OK


async def _erase_person(database: Location, settings: Settings, user_id: int) -> bool:
    from bot.games import GAMES
    from bot.host.services import build_services
    from bot.settings import read_boxes
    from storage.connect import open_storage

    storage = await open_storage(database)
    try:
        tables = build_services(storage, GAMES, boxes=read_boxes(settings.boxes, GAMES))
        was_known = await tables.erasure.forget(user_id)
        await tables.autoplay.wait_for_all()
    finally:
        await storage.close()
    return was_known


def _move_store(given: argparse.Namespace) -> int:
    from bot.settings import PREFIX
    from storage.connect import move_store
    from storage.database_url import Server, parse_location

    source, target = parse_location(given.source), parse_location(given.target)
    move_store(source, target)
    print(f"Everything is brought from {source} to {target}, row by row the same. Its games are played again now.")
    replayed, failures = asyncio.run(_replay_games(target))
    for failure in failures:
        print("NO ", failure)
    if failures:
        print(f"NOT ALL games play again as they were; failures: {len(failures)}. Go on with {source}.")
        return EXIT_FAILED
    password = ", with its password" if isinstance(target, Server) else ""
    print(
        f"All {replayed} games that have begun play again as they were. Set {PREFIX}DATABASE to {target}{password}; "
        f"{source} is as it was, and no bot should use it any more."
    )
    return EXIT_OK


async def _replay_games(place: Location) -> tuple[int, list[str]]:
    """Replay all games that have begun; return their number and the failures."""
    from bot.games import GAMES
    from bot.host.record.export import export_game
    from bot.host.record.proof import verify_export
    from storage.connect import open_to_read
    from storage.interface.shards import ALL_SHARDS

    replayed, failures = 0, []
    async with open_to_read(place) as storage:
        for row in await storage.games.list_in_shards(ALL_SHARDS, statuses=("running", "finished", "abandoned")):
            if not row.revision:
                continue  # not begun
            replayed += 1
            report = verify_export(await export_game(storage, row.game_id, full=True), GAMES)
            if not report.ok:
                failures += [f"Game {row.game_id}: {check.text}" for check in report.checks if not check.ok]
    return replayed, failures


def _find_database() -> Location:
    """Return the database of the settings; raise if it does not exist, because opening it would create it."""
    from bot.settings import PREFIX, load_settings
    from storage.database_url import Server

    database = load_settings().database
    if isinstance(database, Server):
        return database
    if database.is_dir():
        raise UsageError(f"{database} is a folder. {PREFIX}DATABASE names the file of the database in it.")
    if not database.is_file():
        raise UsageError(f"There is no database {database}. {PREFIX}DATABASE says where it is.")
    return database


if __name__ == "__main__":
    sys.exit(main())
