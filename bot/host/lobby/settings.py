"""Validate what people choose for a table before its game begins: options, settings, seats, names and texts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar
from unicodedata import normalize

from pydantic import ValidationError

from bot.engine.game import AnyGame
from bot.engine.options import Options, change_pace
from bot.engine.words import normalize_width
from bot.host.errors import NotYours, Refusal
from bot.host.sanitize import sanitize
from bot.host.table.aliases import LOBBY_ALIAS, hide_contribution, hide_player
from bot.host.table.deadlines import MAX_PACE_HOURS, TableSettings
from bot.host.table.open_table import OpenTable
from storage.interface.games import SeatRow

AnyOptions = TypeVar("AnyOptions", bound=Options)

MAX_WORD_CHARS = 40
"""Maximum characters of the text a player adds to the randomness."""
MAX_NAME_CHARS = 32
"""Maximum characters of a table's name."""
_LIKE_NUMBER = re.compile(r"\W*(table)?\W*\d+\W*", re.IGNORECASE)


def get_default_settings(seats_wanted: int) -> TableSettings:
    """Return a new table's default settings: no clock runs for a solo game, as nobody waits."""
    usual = TableSettings(bots="after a moment if several play", hints=True)
    return usual.model_copy(update={"pace": "no clock"}) if seats_wanted == 1 else usual


def validate_options(kind: type[AnyOptions], options: dict[str, Any]) -> AnyOptions:
    """Return the validated options; raise Refusal with its sentence when they do not go together."""
    try:
        return kind.model_validate(options)
    except ValidationError as wrong:
        sentences = [str(error.get("ctx", {}).get("error") or error["msg"]) for error in wrong.errors()]
        raise Refusal(" ".join(sentences)) from None


def must_seat(game: AnyGame, wanted: int) -> None:
    """Raise Refusal when the game is not for this number of players."""
    if wanted not in game.seats:
        raise Refusal(f"{game.title} is for {game.seats[0]} to {game.seats[-1]} players.")


def resize_table(table: OpenTable, wanted: int, seats: Sequence[SeatRow]) -> OpenTable:
    """Return the table with these seats taken of as many as wanted; untouched settings follow the number.

    Raises:
        Refusal: the game is not for this number, or more have joined already.
    """
    must_seat(table.game, wanted)
    if wanted < len(seats) and wanted != table.row.seats_wanted:
        bots = any(seat_row.user_id is None for seat_row in seats)
        instead = " Choose fewer bots." if bots else ""
        raise Refusal(f"{len(seats)} have already joined; somebody would lose their seat.{instead}")
    settings = table.settings
    if wanted != table.row.seats_wanted and settings == get_default_settings(table.row.seats_wanted):
        settings = get_default_settings(wanted)
    row = replace(table.row, seats_wanted=wanted)
    return replace(table, row=row, seats=tuple(seats), settings=settings)


def apply_changes(
    table: OpenTable, user_id: int, changes: Mapping[str, Any]
) -> tuple[Options, TableSettings, Sequence[SeatRow]]:
    """Return the changed options and settings, and the seats, whose players confirm again if they agreed to others.

    Raises:
        Refusal: the values do not go together.
        NotYours: somebody else than the opener would make the table anonymous, or change it back.
    """
    ours = {name: value for name, value in changes.items() if name in TableSettings.model_fields}
    theirs = {name: value for name, value in changes.items() if name not in ours}
    settings = validate_options(TableSettings, {**table.settings.model_dump(), **ours})
    if settings.anonymity != table.settings.anonymity and user_id != table.row.opened_by:
        # Their success would tell whether the only player is the one who opened it.
        raise NotYours("Only the person who opened this table decides whether it is anonymous.")
    usual = change_pace(table.options, table.settings.hours_allowed, settings.hours_allowed)
    options = validate_options(table.game.options, {**usual.model_dump(), **theirs})
    if (options, settings) != (table.options, table.settings.model_copy(update={"news": settings.news})):
        seats = [
            seat_row if seat_row.user_id == user_id else replace(seat_row, here_at=None) for seat_row in table.seats
        ]
        return options, settings, seats
    return options, settings, table.seats


def hide_players(table: OpenTable, settings: TableSettings, seats: Sequence[SeatRow]) -> Sequence[SeatRow]:
    """Return the seats with the names that everybody may read.

    Raises:
        Refusal: the table would become anonymous, or cease to be, after others have joined.
    """
    if table.league is not None:  # its draw has named them already
        return seats
    before = table.settings
    if settings.anonymity != before.anonymity and any(
        seat_row.user_id not in (None, table.row.opened_by) for seat_row in seats
    ):
        raise Refusal(
            "Others have joined, and they count on what they found: "
            + _describe_anonymity(before)
            + " Open another table with **/game new**."
        )
    if not settings.anonymous:
        return [seat_row.reveal() for seat_row in seats] if before.anonymous else seats
    if settings.unrevealed or not before.anonymous:  # the opener's contribution has not been read by anybody
        seats = [
            replace(seat_row, added=hide_contribution(settings, table.row.seed or "", seat_row.added))
            for seat_row in seats
        ]
    return [hide_player(seat_row, LOBBY_ALIAS) for seat_row in seats]


def _describe_anonymity(settings: TableSettings) -> str:
    """Return what those who have joined count on."""
    if settings.unrevealed:
        return "nobody is ever to learn who they are."
    return "nobody is to learn before the end who they are." if settings.anonymous else "their names have been read."


def prepare_contribution(table: OpenTable, adds: str) -> str:
    """Return a contribution to the deal as the log will show it."""
    return hide_contribution(table.settings, table.row.seed or "", adds)


def check_table_name(typed: str) -> str:
    """Return a table's name as it is shown; raise Refusal if it is too long or looks like a table's number."""
    name = sanitize(typed)
    if len(name) > MAX_NAME_CHARS:
        raise Refusal(f"A table's name has at most {MAX_NAME_CHARS} characters; this one has {len(name)}.")
    if _LIKE_NUMBER.fullmatch(normalize("NFKD", name)):
        raise Refusal("Tables have numbers already, and this name could be taken for one. Please choose words.")
    return name


def parse_pace(typed: str) -> int:
    """Return a pace in hours as typed; raise Refusal outside the range of a pace."""
    hours = normalize_width(typed).strip().casefold().removesuffix("hours").removesuffix("h").strip()
    if not (hours.isascii() and hours.isdecimal() and len(hours) < 5 and 1 <= int(hours) <= MAX_PACE_HOURS):
        raise Refusal(f"Please give the pace in whole hours, from 1 to {MAX_PACE_HOURS} (two weeks).")
    return int(hours)


def check_added_text(typed: str) -> str:
    """Clean a text that a player adds to the randomness; raise Refusal where the public log cannot contain it."""
    word = " ".join(normalize("NFC", typed).split())
    if not (word and len(word) <= MAX_WORD_CHARS and all(sign.isalnum() or sign in " -" for sign in word)):
        raise Refusal(
            f"Please choose a word of 1 to {MAX_WORD_CHARS} letters, digits, spaces and hyphens, ideally one that "
            "nobody can guess. Everybody will read it in the log when the game has begun."
        )
    return word
