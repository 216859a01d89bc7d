"""What tests of the toy say again and again."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.questions import Choose, Question
from bot.engine.records import News, Seat, Told
from bot.engine.table import Table
from bot.host.table.running import RunningGame
from bot.testing import seated as seats
from bot.testing.seated import build_desk, view_as
from tests.toy import TOY, ToyBox, ToyOptions, ToyTable, set_up

__all__ = ["begun", "build_desk", "chosen", "seated", "tell", "view_as"]


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
    return seats.seat_people(table, game=game, names=names, bots=bots, number=number)
