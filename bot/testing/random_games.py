"""Random games of every game, and the sets of options that the tests of this folder play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from random import Random
from typing import Any, TypeVar, get_args

import pytest
from hypothesis import HealthCheck, Phase, assume, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.multi_step import ChooseOrCompose, Compose
from bot.engine.options import Options
from bot.engine.pages import Grid, Page
from bot.engine.play import Played
from bot.engine.questions import Arrange, Choose, Number, Question, Split, Subset
from bot.engine.records import Move, Record, Seat
from bot.engine.sealed import Sealed
from bot.engine.table import AnswerSealed, Table
from bot.testing.tested import get_package, list_games

GAMES: Mapping[str, AnyGame] = list_games()

MOST_MOVES = 5000
"""A game with more moves is considered endless."""
ASIDE = 0.05
"""The probability that a seat moves when it may, whether it is asked or not."""

_DRAWN = settings(
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=15,
    phases=(Phase.explicit, Phase.generate),  # shrinking a seed does not simplify its game
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


def draw_cases_for(test: Callable[..., None]) -> Callable[..., None]:
    """Run the test with fifteen tables drawn by hypothesis."""
    played: Callable[..., None] = pytest.mark.thorough(_DRAWN(test))
    return played


Kind = TypeVar("Kind", bound=Record)


@dataclass(frozen=True, repr=False)
class Case:
    """A game with a number of seats and options."""

    game: AnyGame
    players: int
    options: Options

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        changed = self.options.model_dump(exclude_defaults=True)
        return f"{self.game.key} with {self.players} players, {changed}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # shown by hypothesis on a failure

    def begin(self, seed: str) -> Played[Table]:
        return play.begin(self.game.set_up(self.options, self.players, seed, self.game.box))

    def list_readers(self) -> list[Seat | None]:
        """Every seat, and a spectator."""
        return [*range(1, self.players + 1), None]


def list_values(game: AnyGame, name: str) -> tuple[Any, ...]:
    """Return the values of an option."""
    annotation = game.options.model_fields[name].annotation
    return (False, True) if annotation is bool else get_args(annotation)


def choose_options(game: AnyGame, random: Random) -> Options | None:
    """Return random options, or None if they are an invalid combination."""
    wanted = {name: random.choice(list_values(game, name)) for name in game.options.model_fields}
    try:
        return game.options(**wanted)
    except ValidationError:
        return None


def list_pairs(options: Options) -> set[tuple[tuple[str, Any], ...]]:
    """Return all pairs of two options' values; for a single option, its value."""
    chosen = options.model_dump().items()
    return set(combinations(chosen, min(2, len(chosen))))


@cache
def list_option_sets(key: str) -> list[Options]:
    """Return the default options, and further sets until any two values have occurred together once.

    Many options have an effect only in combination with another one.
    """
    game, random = GAMES[key], build_random(key)
    chosen = [game.options()]
    covered = list_pairs(chosen[0])
    tried = [options for _ in range(500) if (options := choose_options(game, random)) is not None]
    while True:
        best = max(tried, key=lambda options: len(list_pairs(options) - covered))
        if list_pairs(best) <= covered:
            break
        chosen.append(best)
        covered |= list_pairs(best)
    for name in game.options.model_fields:
        assert {getattr(options, name) for options in chosen} == set(list_values(game, name)), name
    return chosen


def build_random(seed: int | str) -> Random:
    """Return the random generator of a test with this seed."""
    return Random(seed)  # noqa: S311


QUICK, MANY = 1, 10
"""The set of options that the quick suite plays with the default one, and the number of sets played with all seat
counts; most pairs are in these."""


def choose_marks(*, quick: bool) -> list[pytest.MarkDecorator]:
    """Return the pytest marks of a case."""
    return [] if quick else [pytest.mark.thorough]


def with_options(which: slice) -> list[Any]:
    """Return some of each game's sets of options as cases, with varying numbers of seats."""
    return [
        pytest.param(
            Case(game, list(game.seats)[number % len(game.seats)], options),
            id=f"{key}-options {number}",
            marks=choose_marks(quick=number == QUICK),
        )
        for key, game in GAMES.items()
        for number, options in list(enumerate(list_option_sets(key)))[which]
    ]


TABLES = [
    pytest.param(
        Case(game, players, game.options()),
        id=f"{key}-{players}",
        marks=choose_marks(quick=players in (min(game.seats), max(game.seats))),
    )
    for key, game in GAMES.items()
    for players in game.seats
]
"""Every number of seats with default options; in the quick suite the fewest and the most."""

OPTIONS = with_options(slice(MANY))
"""The first sets of options, with varying numbers of seats; in the quick suite only one, and the first."""

BOTH = [*TABLES, *with_options(slice(1, MANY))]

CASES = [
    *(
        pytest.param(
            Case(game, players, options),
            id=f"{key}-{players}-options {number}",
            marks=choose_marks(quick=number == 0 and players == max(game.seats)),
        )
        for key, game in GAMES.items()
        for players in game.seats
        for number, options in enumerate(list_option_sets(key)[:MANY])
    ),
    *with_options(slice(MANY, None)),
]
"""Every number of seats with these, and further sets until any two values have occurred together."""

EVERY_GAME = [pytest.param(game, id=key) for key, game in GAMES.items()]


@st.composite
def draw_cases(draw: st.DrawFn) -> Case:
    """Draw any game with any number of seats and valid options."""
    game = draw(st.sampled_from(list(GAMES.values())))
    players = draw(st.sampled_from(list(game.seats)))
    wanted = {name: draw(st.sampled_from(list_values(game, name))) for name in game.options.model_fields}
    try:
        options = game.options(**wanted)
    except ValidationError:
        assume(False)
        raise
    return Case(game, players, options)


SEEDS = st.integers(0, 2**32).map("the seed {}".format)


@dataclass(frozen=True)
class Turn:
    """One move of a game: the table before it, the mover, and the result."""

    before: Table
    seat: Seat
    move: Move
    played: Played[Table]

    @property
    def after(self) -> Table:
        return self.played.table


def choose_move(table: Table, seat: Seat, question: Question, random: Random) -> Move:
    """Return a legal move; often a popular one, or the default after a timeout."""
    luck = random.random()
    if luck < 0.1 and seat in play.list_asked_seats(table):
        default = play.get_default_move(table, seat)
        if default is not None:
            return default
    if isinstance(question, Number) and question.suggestions and luck < 0.7:
        return question.make(random.choice(question.suggestions))
    if isinstance(question, ChooseOrCompose) and luck > 0.9 and question.is_open:
        return question.otherwise.choose_random_move(random)
    return question.choose_random_move(random)


def play_random_game(case: Case, seed: str) -> Iterator[Turn]:
    """Play a whole game of random legal moves, and yield each."""
    random = build_random(seed)
    table = case.begin(seed).table
    yield from play_on(table, random)


def play_on(table: Table, random: Random) -> Iterator[Turn]:
    """Play on to the end with random legal moves, sometimes out of turn; yield each."""
    for _ in range(MOST_MOVES):
        if table.outcome is not None:
            return
        seat = random.choice(table.seats if random.random() < ASIDE else play.list_asked_seats(table))
        question = play.find_question(table, seat)
        if question is None:
            continue
        move = choose_move(table, seat, question, random)
        played = play.play(table, seat, move, question=question)
        yield Turn(table, seat, move, played)
        table = played.table
    raise AssertionError(f"not over after {MOST_MOVES} moves")


def play_bot_game(case: Case, seed: str) -> Iterator[Turn]:
    """Play a whole game among bots, who build and hire more than random moves do, and yield each move."""
    random = build_random(seed)
    table = case.begin(seed).table
    while table.outcome is None:
        seat = random.choice(play.list_asked_seats(table))
        question = play.find_question(table, seat)
        assert question is not None
        move = case.game.choose(case.game.view(table, seat), question, random)
        played = play.play(table, seat, move, question=question)
        yield Turn(table, seat, move, played)
        table = played.table


SEED = "positions"
"""The seed of each case's random game that many tests share."""
CACHED_GAMES = 2
"""The number of cached games. The plugin runs the tests of a case one after another, so more would only fill memory."""
SAMPLED_MOVES = 60
"""The number of moves of that game from which tests sample."""


@lru_cache(maxsize=CACHED_GAMES)
def get_whole_game(case: Case) -> Sequence[Turn]:
    """Return the case's random game, played once; other tests share it, so do not modify it."""
    return tuple(play_random_game(case, SEED))


def sample_positions(case: Case, seed: str, count: int) -> list[Turn]:
    """Return about this many moves from all over that random game; other tests share them, so do not modify them."""
    return _sample_turns(_sample_turns(get_whole_game(case), SEED, SAMPLED_MOVES), seed, count)


def sample_other_positions(case: Case, seed: str, count: int) -> list[Turn]:
    """Return about this many moves from all over a random game with its own seed."""
    return _sample_turns(list(play_random_game(case, seed)), seed, count)


def _sample_turns(turns: Sequence[Turn], seed: str, count: int) -> list[Turn]:
    return build_random(f"{seed}, which").sample(turns, min(count, len(turns)))


def is_sealed(turn: Turn) -> bool:
    """Whether this move sealed an answer, and nothing else has happened."""
    hushed = all(isinstance(piece.news, AnswerSealed) for piece in turn.played.told)
    return hushed and play.can_take_back_answer(turn.after, turn.seat)


def has_sealed_answers(game: AnyGame) -> bool:
    """Whether the game has steps with simultaneous secret answers."""
    return any(is_part_of(game, kind) for kind in Sealed.__subclasses__())


def is_part_of(game: AnyGame, kind: type) -> bool:
    """Whether a class is defined by this game."""
    return f"{kind.__module__}.".startswith(get_package(game))


def list_subclasses(kind: type[Kind]) -> list[type[Kind]]:
    """Return all subclasses, including indirect ones."""
    return [below for child in kind.__subclasses__() for below in (child, *list_subclasses(child))]


def format_page_lines(page: Page) -> list[str]:
    """Return a page as plain lines; a row of a grid is a line."""
    found = [page.title]
    for section in page.sections:
        found.append(section.heading)
        for part in section.parts:
            if isinstance(part, Grid):
                found += ["  ".join(row) for row in (part.heads, *part.rows)]
            else:
                found += part.split("\n")
    return found


def list_words(question: Question) -> list[str]:
    """Return all texts of a question."""
    found = [question.prompt, question.help, question.rule]
    match question:
        case Choose():
            for option in question.options:
                found += [option.label, option.group, option.hint, option.full]
            if isinstance(question, ChooseOrCompose):
                found += list_words(question.otherwise)
        case Compose():
            first = question.get_stage(()).question
            found += [] if first is None else list_words(first)
        case Subset() | Arrange():
            found += [text for item in question.items for text in (item.label, item.hint)]
        case Split():
            found += [line.label for line in question.lines]
    return [line for text in found for line in text.split("\n")]
