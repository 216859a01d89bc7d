"""Lessons: a practice table that is kept nowhere, for it follows from the answers given so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.lesson import Lesson
from bot.engine.questions import Question
from bot.engine.records import News, Seat, Told
from bot.engine.table import Table
from bot.host.delivery.guard import seen_by
from bot.host.errors import Refusal
from bot.host.table.audience_view import AudienceView
from bot.host.table.running import RunningGame
from storage.interface import GameRow, SeatRow

LEARNER: Seat = 1
MOST_MOVES = 1_000
"""A lesson that is not over then never ends."""
BOTS = ("Ada (bot)", "Bertram (bot)", "Cleo (bot)", "Dorian (bot)", "Edith (bot)")


@dataclass(frozen=True)
class Scene:
    """Where a lesson stands."""

    seen: AudienceView
    """Its table as the learner sees it."""
    lesson: Lesson
    given: int
    """How many answers the learner has given."""
    news: Sequence[News]
    """What happened since the last of them, as far as the learner heard of it."""
    rest: Sequence[News]
    """What the channel would have read of what was played on for the learner, once the lesson is over."""
    worth: tuple[int, int]
    """What the learner had at the beginning and has now, in the measure of the final score."""
    question: Question | None
    """None: the lesson is over."""
    kind: str
    """Of the step that asks."""

    @property
    def hint(self) -> str:
        """What to think of now."""
        return self.lesson.hints.get(self.kind, "")


def scene(game: AnyGame, answers: Sequence[Sequence[str]], name: str = "You") -> Scene:
    """Play a game's lesson with these answers, each as it was picked, by a learner of this name.

    Raises:
        Refusal: the game has no lesson.
        BadAnswer: the last answer is not allowed; the text says what is expected.
    """
    lesson = game.lesson
    if lesson is None:
        raise Refusal(f"There is no first minute of {game.title} yet. **/game rules** explains it.")
    options = game.options.model_validate(dict(lesson.options))
    begun = play.begin(game.set_up(options, lesson.players, lesson.seed, game.box))
    table, told = begun.table, list(begun.told)
    waiting = list(answers)
    for turn in range(MOST_MOVES):
        asked = play.asked(table)
        if not asked:
            break
        unwaited = not table.agenda[0].waits_for(table, LEARNER)
        seat = next((seat for seat in asked if seat != LEARNER or unwaited), LEARNER)
        question = play.question_for(table, seat)
        if question is None or (seat == LEARNER and not unwaited and not waiting):
            break
        if seat == LEARNER and unwaited:
            move = play.default_move(table, seat) or question.any_move(Random(turn))  # noqa: S311
        elif seat == LEARNER:
            move = question.read(waiting.pop(0))
            told = []
        else:
            # The same answers lead to the same table, so the bots' chance is the lesson's, too.
            move = game.choose(game.view(table, seat), question, Random(f"{lesson.seed}:{turn}"))  # noqa: S311
        played = play.play(table, seat, move, question=question)
        table = played.table
        told += played.told
    over = len(answers) >= lesson.answers or table.outcome is not None
    table, rest = _played_on(game, table, lesson) if over and lesson.to_the_end_of else (table, [])
    question = None if over else play.question_for(table, LEARNER)
    kind = table.agenda[0].kind if table.agenda else ""
    posts = [news for news in _heard(rest) if news.makes_post]
    seen = seen_by(_practice(game, table, lesson, name), LEARNER)
    worth = _worth(game, begun.table), _worth(game, table)
    return Scene(seen, lesson, len(answers), _heard(told), posts, worth, question, kind)


def _worth(game: AnyGame, table: Table) -> int:
    """Return what the learner has so far, as the panels of a real game say it, without what is decided at the end."""
    found = None if game.worth is None else game.worth(game.view(table, LEARNER))
    return table.scores_so_far()[LEARNER] if found is None else found


def _played_on(game: AnyGame, table: Table, lesson: Lesson) -> tuple[Table, list[Told]]:
    """Return the table when the present part of the game is over, and what was told; bots have all seats."""
    part, told = table.part(), list[Told]()
    for turn in range(MOST_MOVES):
        asked = play.asked(table)
        if not asked or table.part() != part:
            break
        question = play.question_for(table, asked[0])
        if question is None:
            break
        chance = Random(f"{lesson.seed}:rest:{turn}")  # noqa: S311
        move = game.choose(game.view(table, asked[0]), question, chance)
        played = play.play(table, asked[0], move, question=question)
        table = played.table
        told += played.told
    return table, told


def _heard(told: Sequence[Told]) -> list[News]:
    return [piece.news for piece in told if piece.heard_by(LEARNER) and not piece.news.footnote]


def _practice(game: AnyGame, table: Table, lesson: Lesson, name: str) -> RunningGame:
    """Return the table as a running game that no store knows."""
    names = (name, *BOTS[: lesson.players - 1])
    seats = tuple(SeatRow(seat, None, name) for seat, name in enumerate(names, 1))
    row = GameRow(0, game.key, "running", 0, 0, 0, lesson.players, "{}", game.version, 1, "", "")
    return RunningGame(game, row, seats, table, {})
