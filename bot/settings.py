"""Settings that an operator can change, read from the environment and the file `.env`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.host.record.validation import describe_expected, list_errors
from bot.web.visitors import THIS_COMPUTER, Network, parse_networks
from storage.database_url import Server, parse_location
from storage.interface.processes import Share
from storage.interface.shards import ALL_SHARDS, Shards

if TYPE_CHECKING:
    from bot.engine.game import AnyGame
    from bot.engine.table import Box

PREFIX = "BOARDROOM_"
MAX_PORT = 65535
PRIVATE_SUFFIXES = (".localhost", ".local", ".internal", ".lan", ".home.arpa")
"""Suffixes of host names that resolve only inside a private network."""
ENV_FILE = ".env"
TOKEN_HELP = f'set {PREFIX}TOKEN in {ENV_FILE}; README, section "Run it on Discord", says where to find it'


class SettingsProblem(Exception):
    """Raised for an unusable setting; the text names it, its source and the expected value."""


class Settings(BaseSettings):
    """The operator's settings. `.env.example` explains each one."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=ENV_FILE,
        env_file_encoding="utf-8-sig",  # Windows editors write a byte order mark
        env_ignore_empty=True,  # `BOARDROOM_BOXES=`, as in .env.example, means: not set
        # The file may hold settings of other programs, e.g. of docker compose; a name with our prefix
        # that is not one of ours is a typing mistake. In the environment it may be intended: Kubernetes
        # sets BOARDROOM_PORT and the like by itself.
        dotenv_filtering="match_prefix",
        extra="forbid",
        frozen=True,
    )

    token: SecretStr | None = None
    """The bot's token; not needed for the local table."""
    database: Path | Server = Field(default_factory=lambda: _get_user_folder() / "boardroom.db")
    """Path of an SQLite file, or the address of a PostgreSQL database."""
    boxes: Path | None = None
    """Folder with alternative card values: `<game key>.json` for each game that has them."""
    backups: Path | None = None
    """Folder of the nightly backups; None: `backups` in the database's folder."""
    backup_hour: int = Field(default=3, ge=0, le=23)
    """Hour of the nightly backup, in UTC."""
    backups_daily: int = Field(default=7, ge=0, le=366)
    """Number of days whose backups are kept; 0 disables backups."""
    backups_weekly: int = Field(default=4, ge=0, le=520)
    """Number of weeks for which one backup each is kept in addition."""
    keep_names_days: int = Field(default=365, ge=0, le=36_500)
    """Days for which the log of a finished game names its players; 0: until they ask for erasure."""
    metrics_port: int | None = Field(default=None, ge=1, le=65535)
    """Port of the metrics endpoint on localhost; None disables it."""
    web: str | None = None
    """Host and port that serve the public web pages, as 127.0.0.1:8080; None opens no port."""
    web_address: str | None = None
    """Public base URL of the web pages; None: the address they are served on."""
    web_proxies: Annotated[tuple[Network, ...], NoDecode] = THIS_COMPUTER
    """Networks of reverse proxies whose `X-Forwarded-For` header is believed."""
    play: str | None = None
    """Host and port that serve the pages to play on, as 127.0.0.1:8081; None opens no port."""
    play_address: str | None = Field(default=None, validate_default=True)
    """Public base URL of the pages to play on; None: the address they are served on."""
    discord_client_secret: SecretStr | None = None
    """Client secret of the application, for signing in with Discord on these pages; None: links are the only way in."""
    webhooks: bool = False
    """Whether people may have events sent to addresses on the internet."""
    tables_a_person: int = Field(default=5, ge=0)
    """Maximum number of lobbies that one person may have opened; 0: unlimited."""
    tables_a_server: int = Field(default=100, ge=0)
    """Maximum number of open or running tables in one server; 0: unlimited."""
    presses_a_second: int = Field(default=5, ge=0, le=1000)
    """Sustained rate limit of one person's interactions; 0: unlimited, and no CPU limit either."""
    emoji: bool = True
    """Whether the bot uploads emoji of the games to its application, and shows them."""
    shards: Annotated[Shards | Share, NoDecode] = ALL_SHARDS
    """Shards to serve, as all of them, a fixed part, or a number that the process claims by itself."""
    discord_api: str | None = None
    """Proxy that shares Discord's rate limits between processes, as http://127.0.0.1:8080; None: Discord itself."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["lines", "json"] = "lines"

    @property
    def own_shards(self) -> Shards:
        """Shards that this process serves; raise SettingsProblem if it claims them by itself."""
        if isinstance(self.shards, Shards):
            return self.shards
        raise SettingsProblem(f"{PREFIX}SHARDS: {self.shards} are no shards yet.")

    @property
    def backup_folder(self) -> Path:
        """Folder of the backups."""
        return self.folder / "backups" if self.backups is None else self.backups

    @property
    def is_on_server(self) -> bool:
        """Whether the games are stored in PostgreSQL."""
        return isinstance(self.database, Server)

    @property
    def file(self) -> Path:
        """Path of the SQLite file; raise SettingsProblem if the database is a server's."""
        if isinstance(self.database, Path):
            return self.database
        raise SettingsProblem(f"{self.database} is no file.")

    @property
    def folder(self) -> Path:
        """Folder for our files: the SQLite file's folder, or with PostgreSQL the user's data folder."""
        return self.database.parent if isinstance(self.database, Path) else _get_user_folder()

    @field_validator("token")
    @classmethod
    def _validate_token(cls, token: SecretStr | None) -> SecretStr | None:
        if token is None:
            return None
        secret = token.get_secret_value().strip()
        # Never repeat the value: it may be a real token with one letter too many.
        if secret.lower().startswith(("bot ", "bearer ")):
            raise ValueError("the token stands alone, without a word in front of it")
        parts = secret.split(".")
        if len(parts) != 3 or not all(part.replace("-", "").replace("_", "").isalnum() for part in parts):
            raise ValueError(f"that is not a bot token, which has three parts with dots between them; {TOKEN_HELP}")
        return SecretStr(secret)

    @field_validator("discord_client_secret")
    @classmethod
    def _validate_client_secret(cls, secret: SecretStr | None) -> SecretStr | None:
        stripped = None if secret is None else secret.get_secret_value().strip()
        if stripped is None:
            return None
        if not re.fullmatch(r"[A-Za-z0-9_-]{16,128}", stripped):  # never repeat the value
            raise ValueError("that is no client secret, which is one word; the developer portal shows it under OAuth2")
        return SecretStr(stripped)

    @field_validator("database", mode="before")
    @classmethod
    def _parse_database(cls, database: object) -> object:
        return parse_location(database) if isinstance(database, str) else database

    @field_validator("database", "boxes", "backups")
    @classmethod
    def _expand_home(cls, path: Path | Server | None) -> Path | Server | None:
        return path.expanduser() if isinstance(path, Path) else path

    @field_validator("shards", mode="before")
    @classmethod
    def _parse_shards(cls, written: object) -> object:
        if not isinstance(written, str):
            return written
        try:
            return Share.parse(written) if " of " in written else Shards.parse(written)
        except ValueError:
            raise ValueError(
                "expected some of Discord's shards and how many there are, e.g. 0-3/16; or how many of them to take, "
                "e.g. 4 of 16"
            ) from None

    @property
    def web_place(self) -> tuple[str, int] | None:
        """Host and port that serve the web pages; None if there are none."""
        return _split_place(self.web)

    @property
    def play_place(self) -> tuple[str, int] | None:
        """Host and port that serve the pages to play on; None if there are none."""
        return _split_place(self.play)

    @field_validator("web", "play")
    @classmethod
    def _validate_web(cls, place: str | None) -> str | None:
        if place is None:
            return None
        host, _, port = place.strip().rpartition(":")
        if not (port.isascii() and port.isdecimal() and len(port) <= 5 and 1 <= int(port) <= MAX_PORT):
            raise ValueError("an address of this computer and a port, as 127.0.0.1:8080")
        try:
            ip_address(host.strip("[]"))
        except ValueError:
            raise ValueError("an address of this computer in numbers and a port, as 127.0.0.1:8080") from None
        return place.strip()

    @field_validator("web_address", "play_address")
    @classmethod
    def _validate_web_address(cls, address: str | None) -> str | None:
        if address is None:
            return None
        if not re.fullmatch(r"https?://[A-Za-z0-9.\[\]:-]+/?", address.strip()):
            raise ValueError("an address without anything behind its name, as https://games.example.org")
        return address.strip().rstrip("/")

    @field_validator("play_address")
    @classmethod
    def _require_https(cls, address: str | None, info: ValidationInfo) -> str | None:
        """Refuse an address to which browsers would not send the cookie."""
        place = _split_place(info.data.get("play"))
        if address is None:
            host = None if place is None else place[0]
        else:
            host = urlsplit(address).hostname if address.startswith("http://") else None
        if host not in (None, "127.0.0.1", "::1", "localhost"):
            raise ValueError("an address that begins with https://, because browsers keep you signed in only there")
        return address

    @field_validator("web_proxies", mode="before")
    @classmethod
    def _parse_networks(cls, written: object) -> object:
        if not isinstance(written, str):
            return written
        try:
            return parse_networks(written)
        except ValueError:
            raise ValueError(
                "addresses or networks with commas between them, as 127.0.0.1, 172.16.0.0/12; or none"
            ) from None

    @field_validator("discord_api")
    @classmethod
    def _validate_proxy(cls, written: str | None) -> str | None:
        if written is None:
            return None
        address = written.strip().rstrip("/")
        if not re.fullmatch(r"https?://([A-Za-z0-9._-]+|\[[0-9a-fA-F:.]+\])(:[0-9]{1,5})?", address):
            raise ValueError("an address with nothing behind its name and port, as http://127.0.0.1:8080")
        if address.startswith("http://") and not _is_private_host(urlsplit(address).hostname or ""):
            raise ValueError("the token is sent there, so either https:// or a private address, as 127.0.0.1")
        return address

    @field_validator("log_level", mode="before")
    @classmethod
    def _to_upper(cls, level: object) -> object:
        return level.upper() if isinstance(level, str) else level

    @field_validator("log_format", mode="before")
    @classmethod
    def _to_lower(cls, form: object) -> object:
        return form.lower() if isinstance(form, str) else form


def _split_place(place: str | None) -> tuple[str, int] | None:
    """Return the host and the port of a validated place; None if it is not set."""
    if place is None:
        return None
    host, _, port = place.rpartition(":")
    return host.strip("[]"), int(port)


def _is_private_host(host: str) -> bool:
    """Return whether traffic to this host stays off the public internet."""
    try:
        return not ip_address(host).is_global
    except ValueError:  # a name; one without dots, such as a container's, resolves only in a private network
        return "." not in host or host.endswith(PRIVATE_SUFFIXES)


def load_settings(*, with_token: bool = False) -> Settings:
    """Return the settings from the environment and `.env`; the environment wins.

    Args:
        with_token: raise if there is no token.

    Raises:
        SettingsProblem: a setting is wrong, unknown or missing.
    """
    try:
        settings = Settings()
    except ValidationError as wrong:
        raise SettingsProblem("\n".join(_describe_error(error) for error in wrong.errors())) from None
    except UnicodeDecodeError:
        raise SettingsProblem(f"{ENV_FILE} is not UTF-8 text. Save it anew as UTF-8.") from None
    except OSError as error:
        raise SettingsProblem(f"{error.filename or ENV_FILE} cannot be read: {error.strerror}.") from None
    if with_token and settings.token is None:
        raise SettingsProblem(f"There is no bot token. Please {TOKEN_HELP}.")
    return settings


def read_boxes(folder: Path | None, games: Mapping[str, AnyGame]) -> dict[str, Box]:
    """Return the operator's own boxes by game key.

    Raises:
        SettingsProblem: a file does not fit its game, or its name is no game's key.
    """
    if folder is None:
        return {}
    from bot.games import INSTALLED  # only here, for most commands need no game

    if not folder.is_dir():
        raise SettingsProblem(f"{PREFIX}BOXES: {folder} is not a folder.")
    boxes: dict[str, Box] = {}
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue  # a hidden file of a desktop or an editor
        if path.stem in {refused.key for refused in INSTALLED.refused}:
            continue  # a refused plugin, which the log and the doctor explain
        game = games.get(path.stem) if path.suffix == ".json" else None
        if game is None:
            known = ", ".join(f"{key}.json" for key in sorted(games))
            raise SettingsProblem(f"{path} belongs to no game. The files that can lie there are: {known}.")
        boxes[game.key] = _read_box(path, game)
    return boxes


MAX_BOX_BYTES = 1_000_000
"""Maximum size of a box file in bytes; ours need a twentieth of it."""


def _read_box(path: Path, game: AnyGame) -> Box:
    if not path.is_file():  # reading a pipe or a device may block for ever
        raise SettingsProblem(f"{path} is no ordinary file.")
    try:
        with path.open("rb") as file:
            found = file.read(MAX_BOX_BYTES + 1)
        if len(found) > MAX_BOX_BYTES:
            raise SettingsProblem(f"{path} is larger than a box can be, which is {MAX_BOX_BYTES // 1000:,} kB.")
        return type(game.box).model_validate_json(found)
    except ValidationError as wrong:
        raise SettingsProblem("\n".join(f"{path}: {place}" for place in list_errors(wrong))) from None
    except OSError as error:
        raise SettingsProblem(f"{path} cannot be read: {error.strerror}.") from None


def _describe_error(error: ErrorDetails) -> str:
    name = PREFIX + ".".join(map(str, error["loc"])).upper()
    if error["type"] != "extra_forbidden":
        return f"{name}: {describe_expected(error)}"
    known = [PREFIX + setting.upper() for setting in Settings.model_fields]
    close = get_close_matches(name, known, n=1)
    meant = f"Did you mean {close[0]}?" if close else f"The settings are: {', '.join(known)}."
    return f"{ENV_FILE} sets {name}, which is no setting. {meant}"


def _get_user_folder() -> Path:
    """Return the user's data folder, creating it if needed; raise SettingsProblem if there is no home."""
    try:
        return user_data_path("boardroom", appauthor=False, ensure_exists=True)
    except (OSError, RuntimeError) as error:  # RuntimeError: this user has no home folder
        why = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)
        raise SettingsProblem(
            f"There is no folder of your user's own in which to keep the database ({why}). "
            f"Set {PREFIX}DATABASE to a file in a folder that the bot may write to."
        ) from None
