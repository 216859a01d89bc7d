"""Warnings over seasons: a barred player begins the next season that they play with one warning.

As in the league of heltour, a red card becomes a yellow one, and a season without being barred clears it. A season
counts as played by those who were drawn and did not leave it. Ladders remember nothing: their periods are short.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from bot.leagues.log_entries import Carded, LogLine, Reverted
from bot.leagues.reverts import find_reverted
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season

REMEMBERED_SEASONS = 4
"""Number of earlier seasons in which a warning is looked for; an older one is forgotten."""


@dataclass(frozen=True, slots=True)
class SeasonConduct:
    """Players of a season, and those barred in it."""

    barred: Collection[EntrantNumber]
    clean: Collection[EntrantNumber]


def summarize_conduct(season: Season) -> SeasonConduct:
    """Return the players barred by warnings in a season, and the others."""
    rules = season.get_rules()
    if rules.format == "ladder":
        return SeasonConduct((), ())
    barred = {one.number for one in season.entrants.values() if one.cards >= rules.cards}
    played = {one.number for one in season.entrants.values() if one.division is not None and one.status == "plays"}
    return SeasonConduct(barred, played - barred)


def list_due_warnings(season: Season, warned: Collection[EntrantNumber]) -> list[Carded]:
    """Return the remembered warnings that count now: their owners got a new one in this season.

    Each is a card without a table. Nothing else writes such a card, so a repeated call finds it and returns nothing.
    One that a steward has reverted is forgiven.

    Args:
        season: current season.
        warned: entrants with a remembered warning.
    """
    if season.rules is None or season.rules.format == "ladder":
        return []
    due = [number for number in warned if season.entrants[number].cards and not season.is_barred(number)]
    return [Carded(entrant=number) for number in due if not _is_counted(season, number)]


def _is_counted(season: Season, number: EntrantNumber) -> bool:
    """Whether an entrant's remembered warning counts already, or was forgiven."""
    off = find_reverted(season.lines)
    for line in season.lines:
        if line.number in off:
            continue
        found = season.lines[line.entry.line - 1] if isinstance(line.entry, Reverted) else line
        if is_remembered_card(found, number):
            return True
    return False


def is_remembered_card(line: LogLine, number: EntrantNumber) -> bool:
    """Whether a line is an entrant's warning from an earlier season."""
    return isinstance(line.entry, Carded) and line.entry.entrant == number and line.entry.table is None
