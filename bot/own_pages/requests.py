"""Requests to own pages, apart from HTTP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from bot.host.play.own_pages import SESSION_LIFETIME, OpenedSession
from bot.web.routes import parse_number

PAGE_PREFIX, LINK_PREFIX = "/tables/", "/open/"
PICTURES = "pictures/"
"""Begins the addresses of pictures, below the path of their table."""
END, EVENTS = "end", "events"
"""Addresses below the path of a table: at which its session is ended, and of the stream of its events."""
NOT_OPEN = "This table is not open in this browser, or no more."
FRESH_LINK = "On Discord, press Act and then More… > On the board: that gives you a fresh link."


class Problem(Exception):
    """A request that is refused; the text says why.

    Args:
        status: the HTTP status.
        words: the sentence for the person.
        headers: further headers of the reply.
    """

    def __init__(self, status: int, words: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(words)
        self.status = status
        self.headers = headers or {}


class NotOpen(Problem):
    """A request of somebody without a session or a link that can be used.

    Args:
        status: the HTTP status.
        words: the sentence for the person, who must be told the way in, too.
        game_id: the table that was asked for; 0 for none.
    """

    def __init__(self, status: int, words: str, game_id: int = 0) -> None:
        super().__init__(status, words)
        self.game_id = game_id


@dataclass(frozen=True)
class PageRequest:
    """A request with the fields of its address and of its form."""

    method: str
    path: str
    query: Mapping[str, Sequence[str]]
    form: Mapping[str, Sequence[str]]

    @property
    def posts(self) -> bool:
        """Whether it may change something."""
        return self.method == "POST"

    def find_table(self) -> tuple[int, str]:
        """Return the table of the address, and the rest of it; 0: it is not about a table."""
        if not self.path.startswith(PAGE_PREFIX) or not self.path.isprintable():  # PostgreSQL stores no NUL
            return 0, ""
        number, _, what = self.path.removeprefix(PAGE_PREFIX).partition("/")
        return parse_number(number) if number else 0, what

    def read_all(self, name: str) -> Sequence[str]:
        """Return all values of a field of the form, or of the address for a GET."""
        return (self.form if self.posts else self.query).get(name, ())

    def read(self, name: str) -> str:
        """Return the only value of a field; "" if there is none or several."""
        values = self.read_all(name)
        return values[0] if len(values) == 1 else ""


def build_cookie_name(game_id: int) -> str:
    """Return the name of the cookie for a table; browsers accept it only for this origin, over HTTPS."""
    return f"__Host-table-{game_id}"


def build_session_cookie(opened: OpenedSession) -> str:
    """Return the cookie of a new session."""
    return (
        f"{build_cookie_name(opened.game_id)}={opened.secret}; Path=/; Secure; HttpOnly; SameSite=Strict; "
        f"Max-Age={int(SESSION_LIFETIME.total_seconds())}"
    )


def build_table_path(game_id: int, *, picks: str = "", tag: str = "") -> str:
    """Return the path of a table's page, with the picks so far for the question with this tag."""
    return f"{PAGE_PREFIX}{game_id}{_build_query(picks, tag)}"


def build_question_path(path: str, tag: str, picks: Sequence[str]) -> str:
    """Return the path of the picture of a question after these picks, below the path of its table."""
    return f"{path}/{PICTURES}question{_build_query('.'.join(picks), tag)}"


def _build_query(picks: str, tag: str) -> str:
    said = {name: value for name, value in (("tag", tag), ("picks", picks)) if value}
    return f"?{urlencode(said)}" if said else ""
