"""Lessons: practice tables that are never stored, as they follow from the answers given so far."""

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
from bot.host.delivery.guard import get_guarded_view
from bot.host.errors import Refusal
from bot.host.table.audience_view import AudienceView
from bot.host.table.running import RunningGame
from storage.interface.games import GameRow, SeatRow

LEARNER_SEAT: Seat = 1
MAX_MOVES = 1_000
"""A lesson still running after this is endless."""
BOT_NAMES = ("Ada (bot)", "Bertram (bot)", "Cleo (bot)", "Dorian (bot)", "Edith (bot)")


@dataclass(frozen=True)
class Scene:
    """The state of a lesson."""

    seen: AudienceView
    """Its table as the learner sees it."""
    lesson: Lesson
    given: int
    """Number of the learner's answers."""
    news: Sequence[News]
    """News since the last answer, as far as the learner heard of it."""
    rest: Sequence[News]
    """Public news of the moves played for the learner after the end of the lesson."""
    worth: tuple[int, int]
    """The learner's score at the beginning and now, as in the final scoring."""
    question: Question | None
    """None: the lesson is over."""
    kind: str
    """The kind of the step that asks."""

    @property
    def hint(self) -> str:
        """Advice for the present question."""
        situation, question = self.lesson.situation, self.question
        now = "" if situation is None or question is None else situation(self.seen.view, question)
        hints = self.lesson.hints
        return hints.get(f"{self.kind}: {now}") or hints.get(self.kind, "")


def play_lesson(game: AnyGame, answers: Sequence[Sequence[str]], name: str = "You") -> Scene:
    """Play a game's lesson with the given answers, each as picked, by a learner of this name.

    Raises:
        Refusal: the game has no lesson.
        BadAnswer: the last answer is not allowed; the text says what is expected.
    """
    lesson = game.teaching.lesson
    if lesson is None:
        raise Refusal(f"There is no first minute of {game.title} yet. **/game rules** explains it.")
    options = game.options.model_validate(dict(lesson.options))
    begun = play.begin(game.set_up(options, lesson.players, lesson.seed, game.box))
    table, told = begun.table, list(begun.told)
    waiting = list(answers)
    for turn in range(MAX_MOVES):
        asked = play.list_asked_seats(table)
        if not asked:
            break
        unwaited = not table.agenda[0].should_wait_for(table, LEARNER_SEAT)
        seat = next((seat for seat in asked if seat != LEARNER_SEAT or unwaited), LEARNER_SEAT)
        question = play.find_question(table, seat)
        if question is None or (seat == LEARNER_SEAT and not unwaited and not waiting):
            break
        if seat == LEARNER_SEAT and unwaited:
            move = play.get_default_move(table, seat) or question.choose_random_move(Random(turn))  # noqa: S311
        elif seat == LEARNER_SEAT:
            move = question.read(waiting.pop(0))
            told = []
        else:
            # The same answers lead to the same table, so the bots' randomness follows from the lesson's seed, too.
            move = game.choose(game.view(table, seat), question, Random(f"{lesson.seed}:{turn}"))  # noqa: S311
        played = play.play(table, seat, move, question=question)
        table = played.table
        told += played.told
    over = len(answers) >= lesson.answers or table.outcome is not None
    table, rest = _play_to_end_of_part(game, table, lesson) if over and lesson.to_the_end_of else (table, [])
    question = None if over else play.find_question(table, LEARNER_SEAT)
    kind = table.agenda[0].kind if table.agenda else ""
    posts = [news for news in _list_heard_news(rest) if news.makes_post]
    seen = get_guarded_view(_build_practice_game(game, table, lesson, name), LEARNER_SEAT)
    worth = _get_score(game, begun.table), _get_score(game, table)
    return Scene(seen, lesson, len(answers), _list_heard_news(told), posts, worth, question, kind)


def _get_score(game: AnyGame, table: Table) -> int:
    """Return the learner's score so far, as shown in the panels of a real game, without final scoring."""
    found = None if game.wording.worth is None else game.wording.worth(game.view(table, LEARNER_SEAT))
    return table.compute_current_scores()[LEARNER_SEAT] if found is None else found


def _play_to_end_of_part(game: AnyGame, table: Table, lesson: Lesson) -> tuple[Table, list[Told]]:
    """Play to the end of the present part of the game with bots on all seats; return the table and the news."""
    part, told = table.describe_part(), list[Told]()
    for turn in range(MAX_MOVES):
        asked = play.list_asked_seats(table)
        if not asked or table.describe_part() != part:
            break
        question = play.find_question(table, asked[0])
        if question is None:
            break
        chance = Random(f"{lesson.seed}:rest:{turn}")  # noqa: S311
        move = game.choose(game.view(table, asked[0]), question, chance)
        played = play.play(table, asked[0], move, question=question)
        table = played.table
        told += played.told
    return table, told


def _list_heard_news(told: Sequence[Told]) -> list[News]:
    return [piece.news for piece in told if piece.is_visible_to(LEARNER_SEAT) and not piece.news.footnote]


def _build_practice_game(game: AnyGame, table: Table, lesson: Lesson, name: str) -> RunningGame:
    """Wrap the table in a running game that is not stored."""
    names = (name, *BOT_NAMES[: lesson.players - 1])
    seats = tuple(SeatRow(seat, None, name) for seat, name in enumerate(names, 1))
    row = GameRow(0, game.key, "running", 0, 0, 0, lesson.players, "{}", game.saved.version, 1, "", "")
    return RunningGame(game, row, seats, table, {})
