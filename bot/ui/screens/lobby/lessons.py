"""The private panels of a game's first minute."""

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
    """Return what a learner sees: what happened, what they know, what is asked and what to think of.

    Args:
        scene: where the lesson stands.
        tag: the answers given so far, as they stand in an id.
        picks: what was picked of an answer that is not whole yet.
        note: what was wrong with the answer before.
        picture: the board as it stands, at the beginning and at the end.
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
        blocks += hand or at_hand(seen, scene.question)  # the hand says it; not every game has one
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
    """Return what came of the learner's answers: what was played on for them, and what they have now."""
    seen, lesson = scene.seen, scene.lesson
    lines = [in_markdown(seen, to_you(say(seen.game, news, LEARNER), LEARNER)) for news in scene.rest]
    if lesson.to_the_end_of:
        lines.insert(0, f"### The rest of the {lesson.to_the_end_of}, played for you by bots")
    before, now = scene.worth
    return ["\n".join([*lines, f"**Your score so far: {changed(seen.game.score(before), seen.game.score(now))}**"])]


def lesson_form(scene: Scene, tag: str, picks: Sequence[str]) -> Form | None:
    """Return the form of the question that is asked, when it has one."""
    return None if scene.question is None else controls.form(_asked(scene, scene.question, tag), picks)


def _asked(scene: Scene, question: Question, tag: str) -> controls.Asked:
    seen = scene.seen
    title = in_plain(seen, seen.title)
    return controls.Asked(0, tag, question, title, lambda text: in_plain(seen, text), prefix="l")
