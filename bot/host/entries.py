"""Entries: what is written with a move in one transaction: log, letters, open questions, clocks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from bot import __version__
from bot.engine.play import Played
from bot.engine.records import Seat, Told
from bot.engine.table import Box, Table
from bot.host.tables import Running, told_as_json
from storage.interface import EntryKind, NewEntry, NewLetter, SeatRow, Times


@dataclass(frozen=True)
class Late:
    """What follows for a seat whose time ran out."""

    counts: bool
    """Whether it had a real choice, so that it counts as a miss."""
    away: bool
    """Whether a bot holds the seat from now on."""
    letters: Sequence[NewLetter]
    """First to the person concerned, then to the table."""


def new_entry(
    after: Running,
    kind: EntryKind,
    seat: Seat | None,
    move: str | None,
    played: Played[Table],
    *,
    now: str,
    before: Mapping[Seat, str],
    asks: Mapping[Seat, str],
    clocks: Mapping[Seat, Times],
    conceded: Seat | None = None,
    extra: Sequence[NewLetter] = (),
    missed: bool = False,
    away: bool = False,
) -> NewEntry:
    """Return the log entry for what was played, with the letters and open questions that follow from it."""
    outcome = played.table.outcome
    # Where waiting is secret, whoever is called or not would tell who is asked.
    secret = bool(after.table.agenda) and after.table.agenda[0].waiting_is_secret
    present = seat if kind in ("move", "undo", "retract") and not secret else None
    return NewEntry(
        game_id=after.row.game_id,
        revision=after.row.revision,
        kind=kind,
        seat=seat,
        move=move,
        told=told_as_json(played.told),
        fence=played.fence,
        made_at=now,
        build=__version__,
        state=played.table.model_dump_json(),
        version=after.game.version,
        letters=[*extra, *_letters(after, played.told, before, asks, present)],
        asks=asks,
        places=None if outcome is None else outcome.places,
        scores=None if outcome is None else outcome.scores,
        conceded=conceded,
        times=clocks,
        missed=missed,
        away=away,
        present=present,
    )


def after_acting(running: Running, kind: EntryKind, seat: Seat, *, late: Late | None, conceded: Seat | None) -> SeatRow:
    """Return the seat's row as the entry leaves it: who acts is here, who is late again is away."""
    chair = running.chair(seat)
    clock = running.clocks.get(seat)
    misses = chair.misses if kind in ("bot", "default") else 0
    return replace(
        chair,
        conceded=chair.conceded or conceded is not None,
        misses=misses + (late is not None and late.counts),
        away=chair.away or (late is not None and late.away),
        answered_due=chair.answered_due if clock is None else clock.due_at,
    )


def _letters(
    after: Running,
    told: Sequence[Told],
    before: Mapping[Seat, str],
    asks: Mapping[Seat, str],
    present: Seat | None,
) -> list[NewLetter]:
    letters = list(_posts(after.pact.news, told))
    private = {seat for piece in told if piece.to is not None for seat in piece.to}
    letters += [NewLetter("hand", seat=seat) for seat in sorted(private) if not after.plays_itself(seat)]
    letters.append(NewLetter("board"))
    others = [seat for seat in asks if seat != present and not after.plays_itself(seat)]
    if any(before.get(seat) != asks[seat] for seat in others):
        letters.append(NewLetter("ask"))
    if after.table.outcome is not None:
        letters.append(NewLetter("final"))
    return letters


def _posts(wanted: str, told: Sequence[Told]) -> Iterator[NewLetter]:
    """Yield the messages that tell the channel of the news, as the table wants to have it."""
    public = [index for index, piece in enumerate(told) if piece.to is None and not piece.news.footnote]
    match wanted:
        case "headlines":
            for index in public:
                if told[index].news.headline:
                    yield NewLetter("post", body=json.dumps({"indices": [index]}))
        case "everything" if public:
            yield NewLetter("post", body=json.dumps({"indices": public}))


def box_digest(box: Box) -> str:
    """Return the name under which a box is stored."""
    return sha256(box.model_dump_json().encode()).hexdigest()
