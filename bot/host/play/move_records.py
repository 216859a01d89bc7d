"""Build the records written with a move in one transaction: log entry, letters, open questions, clocks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from bot import __version__
from bot.engine.orders import Leftover
from bot.engine.play import Played
from bot.engine.records import Move, Seat, Told
from bot.engine.table import Table
from bot.host.cpu_accounting import charge_calls
from bot.host.delivery.outbox import HandBody, NoticeBody, PostBody, build_letter
from bot.host.leagues.season_events import build_game_lines
from bot.host.table import final_ranking
from bot.host.table.audience_log import format_told_json
from bot.host.table.deadlines import Posts
from bot.host.table.running import RunningGame, format_news_lines
from storage.interface.game_log import IN_PERSON, NOT_IN_PERSON, EntryKind, NewGameLogRecord, NewOrder
from storage.interface.games import SeatRow
from storage.interface.letters import NewLetter
from storage.interface.motions import ClosedVotes
from storage.interface.questions import QuestionTimes

MOVED_ON = "The table has moved on meanwhile, so nothing is undone."


@dataclass(frozen=True)
class LateAnswer:
    """The consequences for a seat whose time expired."""

    counts: bool
    """Whether it had a real choice, so that it counts as a miss."""
    away: bool
    """Whether a bot holds the seat from now on."""
    letters: Sequence[NewLetter]
    """Letters to the player concerned, then to the table."""


@dataclass(frozen=True)
class TableCommand:
    """An action of a seat, or on its behalf, as recorded in the log."""

    kind: EntryKind
    seat: Seat
    move: str | None = None
    """The move as JSON; of an undo, the undone move."""
    late: LateAnswer | None = None
    """For a default after expired time."""
    heard: bool = False
    """Of an undo, whether the undone move was public."""
    left: Leftover | None = None
    """For a prepared move or an undo: the rest of the seat's orders or prepared turn."""

    @classmethod
    def from_answer(cls, kind: EntryKind, seat: Seat, move: Move, late: LateAnswer | None = None) -> TableCommand:
        """Make the command that answers a question with this move."""
        return cls(kind, seat, move.model_dump_json(), late)


@charge_calls
def build_entry(
    after: RunningGame,
    command: TableCommand | None,
    played: Played[Table],
    *,
    now: str,
    before: Mapping[Seat, str],
    asks: Mapping[Seat, str],
    clocks: Mapping[Seat, QuestionTimes],
    was_due: str | None = None,
    in_secret: bool = False,
    alike: bool = False,
) -> NewGameLogRecord:
    """Return the log entry of a move, with the letters and open questions that follow from it.

    Without a command, the table was set up. `was_due` is the deadline of the answered question. A command is secret
    where nobody may know who was asked. If the public sees no difference, no letter to the table is written, because
    its time would reveal the move.
    """
    outcome = played.table.outcome
    late = None if command is None else command.late
    present = None if command is None or not _is_present(after, command) else command.seat
    return NewGameLogRecord(
        game_id=after.row.game_id,
        revision=after.row.revision,
        kind="setup" if command is None else command.kind,
        seat=None if command is None else command.seat,
        move=None if command is None else command.move,
        stored_news=format_told_json(played.told),
        blocks_undo=played.blocks_undo,
        made_at=now,
        build=__version__,
        state=played.table.model_dump_json(),
        version=after.game.saved.version,
        letters=[
            *(late.letters if late else ()),
            *_build_news_letters(after, played.told, present),
            *(() if alike else (NewLetter("board"),)),
            *_build_question_letters(after, before, asks, present),
        ],
        asks=asks,
        unwaited=[seat for seat in asks if after.is_answered_for(seat)],
        places=None if outcome is None else final_ranking.rank_seats(outcome, after.seats, after.league),
        scores=None if outcome is None else outcome.scores,
        times=clocks,
        missed=late is not None and late.counts,
        away=late is not None and late.away,
        present=present,
        was_due=was_due,
        closed_votes=()
        if command is None
        else tuple(_list_void_votes(after, command, played.told, in_secret=in_secret)),
        orders=() if command is None or command.left is None else (_build_order_change(command.seat, command.left),),
        league=build_game_lines(after, conceded=None if command is None or command.kind != "concede" else command.seat),
    )


def _build_order_change(seat: Seat, left: Leftover) -> NewOrder:
    return NewOrder(seat, left.order.get_place(), left.order.model_dump_json() if left.stands else None)


def build_renewal_entry(
    after: RunningGame, salt: str, played: Played[Table], *, asks: Mapping[Seat, str], now: str
) -> NewGameLogRecord:
    """Return the log entry of a fresh salt for the randomness; questions stay open unchanged."""
    return NewGameLogRecord(
        game_id=after.row.game_id,
        revision=after.row.revision,
        kind="renewal",
        seat=None,
        move=json.dumps({"salt": salt}),
        stored_news=format_told_json(played.told),
        blocks_undo=True,
        made_at=now,
        build=__version__,
        state=played.table.model_dump_json(),
        version=after.game.saved.version,
        letters=[*_build_post_letters(after, played.told), NewLetter("board")],
        asks=asks,
    )


def format_player_is_back(seat: Seat) -> str:
    """Build the notice that ends a vote on replacing a player who has acted."""
    return f"The vote is off: <seat:{seat}> is not silent any more."


def _is_present(after: RunningGame, command: TableCommand) -> bool:
    """Whether a seat's player sees the answer to their own action, and so needs no ping.

    Where waiting is secret, a missing ping would reveal who was asked. A reopened question pings nobody.
    """
    return command.kind in IN_PERSON and (command.kind != "move" or not after.waits_in_secret)


def _list_void_votes(
    after: RunningGame, command: TableCommand, told: Sequence[Told], *, in_secret: bool
) -> Iterator[ClosedVotes]:
    """Yield the votes that end with a command; a hidden command must not end any."""
    # A vote may go back on behalf of an absent player.
    if command.kind in IN_PERSON and not in_secret and not after.is_automatic(command.seat):
        yield ClosedVotes("replace", command.seat, _build_vote_end_letter(format_player_is_back(command.seat)))
    heard = not in_secret or any(piece.to is None for piece in told)
    if heard and command.kind != "undo":  # which may be the result of a vote
        yield ClosedVotes("undo", None, _build_vote_end_letter(f"The vote is off. {MOVED_ON}"))


@cache  # few texts, needed at each move
def _build_vote_end_letter(words: str) -> NewLetter:
    return build_letter(NoticeBody(text=words))


def update_seat_row(running: RunningGame, command: TableCommand) -> SeatRow:
    """Return the seat's row after a command, which shows its player as present or absent."""
    seat_row = running.get_seat_row(command.seat)
    misses = seat_row.misses if command.kind in NOT_IN_PERSON else 0
    return replace(
        seat_row,
        conceded=seat_row.conceded or command.kind == "concede",
        misses=misses + (command.late is not None and command.late.counts),
        away=seat_row.away or (command.late is not None and command.late.away),
    )


def _build_news_letters(after: RunningGame, told: Sequence[Told], present: Seat | None) -> Iterator[NewLetter]:
    """Yield letters about the news to the table and to its private readers; a present player reads it already."""
    yield from _build_post_letters(after, told)
    private = {seat for piece in told if piece.to is not None for seat in piece.to}
    for seat in sorted(private):
        if not after.is_automatic(seat):
            yield build_letter(HandBody(quiet=seat == present), seat)


def _build_question_letters(
    after: RunningGame, before: Mapping[Seat, str], asks: Mapping[Seat, str], present: Seat | None
) -> Iterator[NewLetter]:
    """Yield letters that ping newly asked players, or announce the end of the game."""
    others = [seat for seat in asks if seat != present and not after.is_answered_for(seat)]
    if any(before.get(seat) != asks[seat] for seat in others):
        yield NewLetter("ask")
    if after.table.outcome is not None:
        yield NewLetter("final")


def _build_post_letters(after: RunningGame, told: Sequence[Told]) -> Iterator[NewLetter]:
    """Yield the table's messages in the channel about the news, as configured; none for news without text."""
    found = [index for index, piece in enumerate(told) if is_posted(piece, after.settings.news)]
    wanted = [tuple(found)] if after.settings.news == "everything" else [(index,) for index in found]
    for indices in wanted:
        if format_news_lines(after.game, [told[index].news for index in indices], None):
            yield build_letter(PostBody(indices=indices))


def is_posted(piece: Told, posts: Posts) -> bool:
    """Return whether a table with this setting posts a piece of news in its channel."""
    if piece.to is not None or piece.news.footnote or piece.news.verdict or posts == "nothing":
        return False
    return posts == "everything" or piece.news.makes_post
