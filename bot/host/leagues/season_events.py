"""Lines: what a season learns of its tables, to be written in the transaction of what has happened there."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from bot.engine.records import Seat
from bot.host.table.running import RunningGame
from bot.leagues.draw import Pair
from bot.leagues.log_entries import (
    Adjudicated,
    Began,
    Carded,
    Entry,
    Left,
    OpenedWishes,
    Resulted,
    Seeker,
    Substituted,
    entry_of,
)
from storage.interface import LeagueGame, LineRow, NewLine

Absentees: TypeAlias = Mapping[Seat, int | None]
"""Whose people did not come, each with the table that they missed just before, without having been there since."""


def line_of(
    entry: Entry,
    by: int | None = None,
    reason: str = "",
    by_entrant: int | None = None,
    apart: Sequence[Pair] = (),
    sealed: str | None = None,
) -> NewLine:
    """Return the line that says this, to be written.

    Args:
        entry: what it says.
        by: which person decides it.
        reason: why, for everybody to read.
        by_entrant: under which number that person takes part.
        apart: the wishes that it is sealed over.
        sealed: the same, where there is more to it; see `seal`.
    """
    sealed = sealed or (json.dumps([sorted(pair) for pair in apart]) if apart else None)
    card_of = entry.entrant if isinstance(entry, Carded) else None
    return NewLine(entry.model_dump_json(), by, reason, by_entrant, sealed, card_of)


def opened_wishes(sealed: Mapping[int, str], salt: str) -> list[OpenedWishes]:
    """Return what opens the wishes of a season's draws, now that it is over.

    Args:
        sealed: what the lines of its draws are sealed over, by their numbers.
        salt: of their digests.
    """
    return [
        OpenedWishes(draw=number, apart=found, salt=salt)
        if isinstance(found, list)
        else OpenedWishes.model_validate({"draw": number, **found})
        for number, found in ((number, json.loads(text)) for number, text in sealed.items())
    ]


def seal(apart: Sequence[Pair], salt: str, waiting: Sequence[Seeker]) -> str:
    """Return what a draw of a ladder is sealed over, which the store keeps until the period is over."""
    left = [one.model_dump(mode="json") for one in waiting]
    return json.dumps({"apart": [sorted(pair) for pair in apart], "salt": salt, "waiting": left})


def learned(after: RunningGame, *, conceded: Seat | None = None) -> Sequence[NewLine]:
    """Return what a season learns by an entry of its table's game; nothing for other games.

    Args:
        after: the game as the entry leaves it.
        conceded: who gives up with it.
    """
    league = after.league
    if league is None:
        return ()
    found: list[Entry] = []
    if conceded is not None:
        found += _left(league, conceded)
    outcome = after.table.outcome
    if outcome is not None:
        found.append(
            Resulted(
                table=league.number,
                places={league.seats[seat]: place for seat, place in outcome.places.items()},
                scores={league.seats[seat]: score for seat, score in outcome.scores.items()},
                gone=tuple(league.seats[seat] for seat in after.table.conceded),
                held=_held(league, after),
            )
        )
        found += [Carded(entrant=number, table=league.number, held=True) for number in _held(league, after)]
    return [line_of(entry) for entry in found]


def _left(league: LeagueGame, seat: Seat, revision: int = 0) -> list[Entry]:
    """Return what says that somebody does not play on; who has left before gets no second card.

    Args:
        league: which table.
        seat: theirs.
        revision: of the game when their chair was emptied, so that it can be given back; 0: it was not.
    """
    entrant = league.seats[seat]
    return [
        Left(table=league.number, entrant=entrant, revision=revision),
        Carded(entrant=entrant, table=league.number, left=True),
    ]


def _held(league: LeagueGame, running: RunningGame) -> tuple[int, ...]:
    """Return whose seats a bot holds for the time being; who has left, or conceded, is written down as such."""
    return tuple(
        league.seats[seat_row.seat]
        for seat_row in running.seats
        if seat_row.away and not seat_row.conceded and seat_row.user_id is not None and seat_row.seat in league.seats
    )


def as_it_stands(league: LeagueGame, running: RunningGame) -> Adjudicated:
    """Return how a table would be decided that is still being played; its scores are not told, for they may be secret.

    Args:
        league: which table.
        running: its game.
    """
    outcome = running.table.as_it_stands()
    return Adjudicated(
        table=league.number,
        places={league.seats[seat]: place for seat, place in outcome.places.items()},
        gone=tuple(league.seats[seat] for seat in running.table.conceded),
        held=_held(league, running),
    )


def begun(league: LeagueGame, game_id: int, empty: Collection[Seat], late: Absentees) -> Sequence[NewLine]:
    """Return what a season learns when its table begins.

    Args:
        league: which table.
        game_id: its game.
        empty: chairs on which nobody sits.
        late: those of them whose people were waited for in vain.
    """
    return [*_absent(league, empty, late), line_of(Began(table=league.number, game_id=game_id))]


def won_alone(league: LeagueGame, seat: Seat, late: Absentees) -> Sequence[NewLine]:
    """Return what a season learns of a table to which one person has come alone: they have won it."""
    places = {entrant: 1 if other == seat else 2 for other, entrant in league.seats.items()}
    gone = tuple(entrant for other, entrant in league.seats.items() if other != seat)
    decided = Adjudicated(table=league.number, places=places, gone=gone)
    reason = "Nobody else came to this table."
    return [*_absent(league, [other for other in league.seats if other != seat], late), line_of(decided, None, reason)]


def nobody_came(league: LeagueGame, late: Absentees) -> Sequence[NewLine]:
    """Return what a season learns of a table to which nobody has come, before it is closed."""
    return _absent(league, league.seats, late)


def _absent(league: LeagueGame, empty: Collection[Seat], late: Absentees) -> list[NewLine]:
    found: list[Entry] = [Left(table=league.number, entrant=league.seats[seat]) for seat in empty]
    found += [Carded(entrant=league.seats[seat], table=league.number, same_as=before) for seat, before in late.items()]
    return [line_of(entry) for entry in found]


def missed_before(cards: Sequence[LineRow], opened_at: str, last_there: str | None) -> int | None:
    """Return the table that somebody missed before they miss one now, by the same absence; None: it is another one.

    It is the same where they were still waited for there when this one opened, or have not been there since.

    Args:
        cards: the lines by which they were given cards, in their order.
        opened_at: when the table that they miss now was opened.
        last_there: when they were at any table of the season last; None: never.
    """
    for line in reversed(cards):
        entry = entry_of(line.entry)
        if isinstance(entry, Carded) and entry.table is not None and not (entry.held or entry.left):
            since = line.made_at
            return entry.table if opened_at <= since or last_there is None or last_there <= since else None
    return None


def chair_emptied(running: RunningGame, seat: Seat) -> Sequence[NewLine]:
    """Return what a season learns when somebody leaves a seat of its table; written again, it changes nothing."""
    league = running.league
    return () if league is None else [line_of(entry) for entry in _left(league, seat, running.row.revision)]


def chair_taken(running: RunningGame, seat: Seat, entrant: int | None) -> Sequence[NewLine]:
    """Return what a season learns when somebody plays on in an empty chair, who is known there by this number.

    Who had a seat of their own at this table from the start helps nobody out, and whoever comes back stays gone.
    """
    league = running.league
    if league is None or entrant is None or entrant in league.seats.values():
        return ()
    return [line_of(Substituted(table=league.number, left=league.seats[seat], entrant=entrant))]
