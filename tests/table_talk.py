"""What tests of the toy say again and again."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.engine import play
from bot.engine.questions import Choose, Question
from bot.engine.records import News, Seat, Told
from bot.engine.table import Table
from bot.host.host import Desk
from bot.host.table.running import AnyGame, RunningGame
from storage.interface import GameRow, SeatRow
from tests.toy import TOY, ToyBox, ToyOptions, ToyTable, set_up


def begun(seed: str = "seed", *, players: int = 3, options: ToyOptions | None = None) -> ToyTable:
    """A fair at its opening: everybody is asked for a secret price."""
    return play.begin(set_up(options or ToyOptions(), players, seed, ToyBox())).table


def chosen(question: Question | None, label: str) -> str:
    """The pick that means the option with this label."""
    assert isinstance(question, Choose), question
    return str([option.label for option in question.options].index(label))


def tell(news: News, *seats: Seat) -> Told:
    """A piece of news for these seats, or for everybody."""
    return Told(news, frozenset(seats) if seats else None)


def seated(
    table: Table, *, names: Sequence[str] = (), bots: Collection[Seat] = (), game: AnyGame = TOY, number: int = 412
) -> RunningGame:
    """The table as the host holds it, with people 101, 102 ... on its seats."""
    known = (*names, *("Ann", "Ben", "Cleo", "Dora", "Emil")[len(names) :])
    seats = tuple(
        SeatRow(seat, None if seat in bots else 100 + seat, known[seat - 1], conceded=seat in table.conceded)
        for seat in table.seats
    )
    row = GameRow(
        game_id=number,
        title=game.key,
        status="running" if table.outcome is None else "finished",
        guild_id=1,
        channel_id=2,
        opened_by=101,
        seats_wanted=table.players,
        options="{}",
        version=1,
        revision=1,
        box="box",
        opened_at="2026-03-01T12:00:00+00:00",
    )
    return RunningGame(game, row, seats, table, {})


def desk(running: RunningGame, seat: Seat | None, *, note: str = "", news: Sequence[str] = ()) -> Desk:
    """What the person on this seat needs to act."""
    question = None if seat is None else play.question_for(running.table, seat)
    tag = None if question is None or seat is None else running.etag(seat, question)
    back = seat is not None and play.can_retract(running.table, seat)
    return Desk(running, seat, question, tag, note, news, back)
