"""The private panels of a game's one-minute lesson."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.news_text import say
from bot.engine.pages import Picture
from bot.engine.questions import Question
from bot.engine.second_person import to_you
from bot.engine.words import changed
from bot.host.table.lessons import LEARNER, Scene
from bot.host.table.running import lines_of
from bot.ui.screens import controls
from bot.ui.screens.names import in_markdown, in_plain
from bot.ui.screens.parts import BLUE, GREEN, asking, at_hand, laid_out, notes
from bot.ui.screens.screen import Block, Button, Form, Screen, buttons

OFFER = "New here? Try one minute"


def lesson(scene: Scene, tag: str, picks: Sequence[str] = (), note: str = "", picture: Picture | None = None) -> Screen:
    """Return the lesson's panel: recent events, the learner's facts, the question and a hint.

    Args:
        scene: the present state of the lesson.
        tag: the answers so far, encoded for an id.
        picks: the picks of an incomplete answer.
        note: the error in the previous answer.
        picture: the board, at the beginning and at the end.
    """
    seen, game = scene.seen, scene.seen.game
    heard = lines_of(game, scene.news, LEARNER)
    happened = "\n".join(f"- {in_markdown(seen, line)}" for line in heard)
    board = () if picture is None else (picture,)
    if scene.question is None:
        return Screen(
            (
                *notes(happened),
                *_pay_off(scene),
                *board,
                *laid_out(seen, game.page(seen.public.view), brief=picture is not None),
                f"### That was a minute of {game.title}\n{scene.lesson.closing}",
                "**/game new** opens a table, **/game list** shows those of this server.",
                *buttons(
                    Button(f"learn:{game.key}", "Play it again"),
                    Button(f"rules:{game.key}:0", "Rules"),
                ),
            ),
            colour=GREEN,
        )
    blocks: list[Block] = [*notes(note)]
    if scene.given == 0:
        blocks += [f"## A minute of {game.title}\n{scene.lesson.opening}", *board]
        hand = laid_out(seen, game.hand(seen.view), brief=True)
        blocks += hand or at_hand(seen, scene.question)  # the hand shows these facts; not every game has one
    else:
        blocks += [f"**What happened**\n{happened}"] if happened else []
        blocks += at_hand(seen, scene.question)
    blocks.append(asking(seen, scene.question, picks))
    blocks += notes(f"💡 {scene.hint}" if scene.hint else "")
    blocks += controls.rows(_asked(scene, scene.question, tag), picks)
    blocks.append(
        f"-# Answer {scene.given + 1} of {scene.lesson.answers}. "
        "Practice against bots: nothing counts and nobody is waiting."
    )
    return Screen(tuple(blocks), colour=BLUE)


def _pay_off(scene: Scene) -> list[str]:
    """Return the outcome of the learner's answers: the moves played by bots, and the change of the score."""
    seen, lesson = scene.seen, scene.lesson
    lines = [in_markdown(seen, to_you(say(seen.game, news, LEARNER), LEARNER)) for news in scene.rest]
    if lesson.to_the_end_of:
        lines.insert(0, f"### The rest of the {lesson.to_the_end_of}, played for you by bots")
    before, now = scene.worth
    return ["\n".join([*lines, f"**Your score so far: {changed(seen.game.score(before), seen.game.score(now))}**"])]


def lesson_form(scene: Scene, tag: str, picks: Sequence[str]) -> Form | None:
    """Return the form of the present question, if it has one."""
    return None if scene.question is None else controls.form(_asked(scene, scene.question, tag), picks)


def _asked(scene: Scene, question: Question, tag: str) -> controls.Asked:
    seen = scene.seen
    title = in_plain(seen, seen.title)
    return controls.Asked(0, tag, question, title, lambda text: in_plain(seen, text), prefix="l")
