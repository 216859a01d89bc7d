"""The private panels of a game's one-minute lesson."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.news_text import format_news_for
from bot.engine.pages import Picture
from bot.engine.questions import Question
from bot.engine.words import format_change
from bot.host.table.lessons import LEARNER_SEAT, Scene
from bot.host.table.running import format_news_lines
from bot.ui.screens import controls
from bot.ui.screens.forms import Form
from bot.ui.screens.names import format_markdown, format_plain
from bot.ui.screens.parts import (
    BLUE,
    GREEN,
    describe_decision_facts,
    describe_question,
    find_fair_amount,
    find_option_emoji,
    format_page,
    list_note_blocks,
)
from bot.ui.screens.screen import Block, Button, Screen, build_button_rows

OFFER = "New here? Try one minute"
PRACTICE = "This is a practice table against bots: its market and cards differ from those of your own table."


def render_lesson(
    scene: Scene,
    tag: str,
    picks: Sequence[str] = (),
    note: str = "",
    picture: Picture | None = None,
    *,
    came_from: int = 0,
) -> Screen:
    """Return the lesson's panel: recent events, the learner's facts, the question and a hint.

    Args:
        scene: the present state of the lesson.
        tag: the answers so far, encoded for an id.
        picks: the picks of an incomplete answer.
        note: the error in the previous answer.
        picture: the board, at the beginning and at the end.
        came_from: the number of the table whose panel led here; 0: none.
    """
    seen, game = scene.seen, scene.seen.game
    heard = format_news_lines(game, scene.news, LEARNER_SEAT)
    happened = "\n".join(f"- {format_markdown(seen, line)}" for line in heard)
    board = () if picture is None else (picture,)
    if scene.question is None:
        return Screen(
            (
                *list_note_blocks(happened),
                *_describe_outcome(scene),
                *board,
                *format_page(seen, game.page(seen.public.view), brief=picture is not None),
                f"### That was a minute of {game.title}\n{scene.lesson.closing}",
                "**/game new** opens a table, **/game list** shows those here, **/inbox** those that wait for you.",
                *build_button_rows(
                    Button(f"lpart:{came_from}:{game.key}:" if came_from else f"learn:{game.key}", "Play it again"),
                    Button(f"rules:{game.key}:0", "Rules"),
                    _build_way_back(came_from),
                ),
            ),
            colour=GREEN,
        )
    blocks: list[Block] = [f"-# {PRACTICE}", *list_note_blocks(note)]
    if scene.given == 0:
        blocks += [f"## A minute of {game.title}\n{scene.lesson.opening}", *board]
    elif happened:
        blocks.append(f"**What happened**\n{happened}")
    blocks += describe_decision_facts(seen, scene.question)
    blocks.append(describe_question(seen, scene.question, picks, brief=not picks))
    blocks += list_note_blocks(f"💡 {scene.hint}" if scene.hint else "")
    blocks += controls.build_rows(_build_prompt(scene, scene.question, tag, came_from), picks)
    why = [] if picks else [Button(f"lwhy:{came_from}:{tag}", "Why?")]
    blocks += build_button_rows(*why, _build_way_back(came_from))
    blocks.append(f"-# Answer {scene.given + 1} of {scene.lesson.answers}; nothing counts and nobody is waiting.")
    return Screen(tuple(blocks), colour=BLUE)


def _build_way_back(came_from: int) -> Button:
    """Return the button to the panel of the table whose number this is; for 0 to the person's inbox."""
    return Button(f"act:{came_from}", "Back to my table") if came_from else Button("inbox:0", "To my tables")


def render_lesson_reasons(scene: Scene, tag: str, came_from: int = 0) -> Screen:
    """Return what the lesson's panel leaves out: the question's help, all options in full, and the hand."""
    seen = scene.seen
    question = () if scene.question is None else (describe_question(seen, scene.question, alone=True),)
    hand = format_page(seen, seen.game.hand(seen.view), brief=True)
    back = build_button_rows(Button(f"lpart:{came_from}:{tag}:", "Back to your answer"))
    return Screen((*question, *hand, *back), colour=BLUE)


def _describe_outcome(scene: Scene) -> list[str]:
    """Return the outcome of the learner's answers: the moves played by bots, and the change of the score."""
    seen, lesson = scene.seen, scene.lesson
    lines = [format_markdown(seen, format_news_for(seen.game, news, LEARNER_SEAT)) for news in scene.rest]
    if lesson.to_the_end_of:
        lines.insert(0, f"### The rest of the {lesson.to_the_end_of}, played for you by bots")
    before, now = map(seen.game.wording.score, scene.worth)
    return ["\n".join([*lines, f"**Your score in this practice: {format_change(before, now)}**"])]


def build_lesson_form(scene: Scene, tag: str, picks: Sequence[str], came_from: int = 0) -> Form | None:
    """Return the form of the present question, if it has one."""
    if scene.question is None:
        return None
    return controls.build_form(_build_prompt(scene, scene.question, tag, came_from), picks)


def _build_prompt(scene: Scene, question: Question, tag: str, came_from: int) -> controls.Asked:
    seen = scene.seen
    title = format_plain(seen, seen.title)
    return controls.Asked(
        came_from,
        tag,
        question,
        title,
        lambda text: format_plain(seen, text),
        prefix="l",
        emoji=lambda move: find_option_emoji(seen, move),
        fair=find_fair_amount(seen, question),
    )
