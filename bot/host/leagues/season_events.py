"""Build a season's log lines for events at its tables, for the same transaction as the event."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from bot.engine.records import Seat
from bot.host.table.running import RunningGame
from bot.leagues.draw import Pair, ProposedDraw, derive_own_salt
from bot.leagues.log_entries import (
    Adjudicated,
    Began,
    Carded,
    Drawn,
    Entry,
    Left,
    OpenedWishes,
    Resulted,
    Returned,
    Seeker,
    Substituted,
    Unsealed,
    parse_entry,
)
from bot.leagues.log_lookups import find_unsealed
from bot.leagues.rules import does_return_count_in
from bot.leagues.season import Season
from storage.interface.leagues import LeagueGame, LineRow, NewLine

EACH = "each"
"""Key of sealed data that holds each entrant's own wish."""

Absentees: TypeAlias = Mapping[Seat, int | None]
"""Seats of absent players, each with the table missed just before if they have not returned since."""


def build_line(
    entry: Entry,
    by: int | None = None,
    reason: str = "",
    by_entrant: int | None = None,
    apart: Sequence[Pair] = (),
    sealed: str | None = None,
) -> NewLine:
    """Return a new log line for an entry.

    Args:
        entry: the entry.
        by: id of the deciding person.
        reason: public reason.
        by_entrant: entrant number of that person.
        apart: keep-apart wishes sealed by the entry.
        sealed: sealed data that includes more than wishes; see `seal_draw`.
    """
    sealed = sealed or (json.dumps([sorted(pair) for pair in apart]) if apart else None)
    card_of = entry.entrant if isinstance(entry, Carded) else None
    return NewLine(entry.model_dump_json(), by, reason, by_entrant, sealed, card_of)


def open_wishes(
    sealed: Mapping[int, str], salt: str, before: Mapping[int, OpenedWishes] | None = None
) -> list[OpenedWishes]:
    """Return the entries that open the wishes of a finished season's draws.

    Args:
        sealed: sealed data, by line number of the draw.
        salt: of their digests.
        before: wishes that an earlier end of the season opened, which are not kept in secret any more.
    """
    found = dict(before or {})
    for number, opened in ((number, json.loads(text)) for number, text in sealed.items()):
        if EACH in opened:
            continue
        found[number] = (
            OpenedWishes(draw=number, apart=opened, salt=salt)
            if isinstance(opened, list)
            else OpenedWishes.model_validate({"draw": number, **opened})
        )
    return [found[number] for number in sorted(found)]


def seal_own_wishes(proposed: ProposedDraw) -> str | None:
    """Return who wished what for a draw, which the store keeps until the season is over; None in older editions."""
    return json.dumps({EACH: proposed.wished}) if proposed.entry.sealed else None


def unseal_wishes(season: Season, sealed: Mapping[int, str], salt: str) -> list[Unsealed]:
    """Return the entry that opens each entrant's own wishes; empty if no draw has sealed any.

    Args:
        season: current season.
        sealed: sealed data, by line number of the draw.
        salt: the season's salt.
    """
    draws = {line.number: line.entry for line in season.lines if isinstance(line.entry, Drawn) and line.entry.sealed}
    if not draws:
        return []
    before = find_unsealed(season)
    apart = {} if before is None else {number: each for number, each in before.apart.items() if number in draws}
    for number in draws.keys() & sealed.keys():
        found = json.loads(sealed[number]).get(EACH, {})
        apart[number] = {int(one): tuple(others) for one, others in found.items()}
    people = sorted({number for entry in draws.values() for number in entry.sealed})
    return [
        Unsealed(
            salts={number: derive_own_salt(salt, number) for number in people},
            apart={number: each for number, each in sorted(apart.items()) if each},
        )
    ]


def seal_draw(apart: Sequence[Pair], salt: str, waiting: Sequence[Seeker]) -> str:
    """Return the sealed data of a ladder's draw, which the store keeps until the period is over."""
    left = [one.model_dump(mode="json") for one in waiting]
    return json.dumps({"apart": [sorted(pair) for pair in apart], "salt": salt, "waiting": left})


def build_game_lines(after: RunningGame, *, conceded: Seat | None = None) -> Sequence[NewLine]:
    """Return a season's lines for a committed change of a game; empty outside leagues.

    Args:
        after: the game after the change.
        conceded: seat that concedes with it.
    """
    league = after.league
    if league is None:
        return ()
    found: list[Entry] = []
    if conceded is not None:
        found += _build_left_entries(league, conceded)
    outcome = after.table.outcome
    if outcome is not None:
        found.append(
            Resulted(
                table=league.number,
                places={league.seats[seat]: place for seat, place in outcome.places.items()},
                scores={league.seats[seat]: score for seat, score in outcome.scores.items()},
                gone=tuple(league.seats[seat] for seat in after.table.conceded),
                held=_list_held(league, after),
            )
        )
        found += [Carded(entrant=number, table=league.number, held=True) for number in _list_held(league, after)]
    return [build_line(entry) for entry in found]


def _build_left_entries(league: LeagueGame, seat: Seat, revision: int = 0) -> list[Entry]:
    """Return the entries for a player who stops playing; an earlier departure gives no second card.

    Args:
        league: the table.
        seat: the player's seat.
        revision: revision at which the seat was emptied, for restoring it; 0: it was not emptied.
    """
    entrant = league.seats[seat]
    return [
        Left(table=league.number, entrant=entrant, revision=revision),
        Carded(entrant=entrant, table=league.number, left=True),
    ]


def _list_held(league: LeagueGame, running: RunningGame) -> tuple[int, ...]:
    """Return the entrants whose seats a bot holds temporarily; departures and concessions are recorded separately."""
    return tuple(
        league.seats[seat_row.seat]
        for seat_row in running.seats
        if seat_row.away and not seat_row.conceded and seat_row.user_id is not None and seat_row.seat in league.seats
    )


def build_current_result(league: LeagueGame, running: RunningGame) -> Adjudicated:
    """Return the decision of a running table by its current state, without its possibly secret scores.

    Args:
        league: the table.
        running: its game.
    """
    outcome = running.table.compute_current_outcome()
    return Adjudicated(
        table=league.number,
        places={league.seats[seat]: place for seat, place in outcome.places.items()},
        gone=tuple(league.seats[seat] for seat in running.table.conceded),
        held=_list_held(league, running),
    )


def build_begun_lines(league: LeagueGame, game_id: int, empty: Collection[Seat], late: Absentees) -> Sequence[NewLine]:
    """Return a season's lines for the start of a table.

    Args:
        league: the table.
        game_id: id of its game.
        empty: empty seats.
        late: the seats among them whose players did not come.
    """
    return [*_build_absence_lines(league, empty, late), build_line(Began(table=league.number, game_id=game_id))]


def build_won_alone_lines(league: LeagueGame, seat: Seat, late: Absentees) -> Sequence[NewLine]:
    """Return a season's lines for a table where a single player came, who wins it."""
    places = {entrant: 1 if other == seat else 2 for other, entrant in league.seats.items()}
    gone = tuple(entrant for other, entrant in league.seats.items() if other != seat)
    decided = Adjudicated(table=league.number, places=places, gone=gone)
    reason = "Nobody else came to this table."
    return [
        *_build_absence_lines(league, [other for other in league.seats if other != seat], late),
        build_line(decided, None, reason),
    ]


def build_nobody_came_lines(league: LeagueGame, late: Absentees) -> Sequence[NewLine]:
    """Return a season's lines for a table where nobody came, before it is closed."""
    return _build_absence_lines(league, league.seats, late)


def _build_absence_lines(league: LeagueGame, empty: Collection[Seat], late: Absentees) -> list[NewLine]:
    found: list[Entry] = [Left(table=league.number, entrant=league.seats[seat]) for seat in empty]
    found += [Carded(entrant=league.seats[seat], table=league.number, same_as=before) for seat, before in late.items()]
    return [build_line(entry) for entry in found]


def find_missed_before(cards: Sequence[LineRow], opened_at: str, last_there: str | None) -> int | None:
    """Return the table missed before through the same absence; None if this is a new one.

    The absence is the same if that table still waited when this one opened, or if the player has not returned since.

    Args:
        cards: lines of the player's cards, in order.
        opened_at: opening time of the table missed now.
        last_there: last presence at any table of the season; None: never.
    """
    for line in reversed(cards):
        entry = parse_entry(line.entry)
        if isinstance(entry, Carded) and entry.table is not None and not (entry.held or entry.left):
            since = line.made_at
            return entry.table if opened_at <= since or last_there is None or last_there <= since else None
    return None


def build_emptied_lines(running: RunningGame, seat: Seat) -> Sequence[NewLine]:
    """Return a season's lines for an emptied seat; repeating them changes nothing."""
    league = running.league
    return (
        ()
        if league is None
        else [build_line(entry) for entry in _build_left_entries(league, seat, running.row.revision)]
    )


def build_taken_lines(running: RunningGame, seat: Seat, entrant: int | None) -> Sequence[NewLine]:
    """Return a season's lines for a player, known by this entrant number, who takes an empty seat.

    A player of this table from the start is no substitute: in newer editions they play for their place again.
    """
    league = running.league
    if league is None or entrant is None:
        return ()
    if entrant in league.seats.values():
        returns = does_return_count_in(league.edition) and league.seats[seat] == entrant
        return [build_line(Returned(table=league.number, entrant=entrant))] if returns else ()
    return [build_line(Substituted(table=league.number, left=league.seats[seat], entrant=entrant))]
