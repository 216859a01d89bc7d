"""A question accepts its own options, parses their picks, and fits on a screen; answers can be taken back."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from bot.engine import play
from bot.engine.addressing import address
from bot.engine.multi_step import CHECK, ChooseOrCompose, Compose
from bot.engine.pages import with_names
from bot.engine.play import IllegalMove
from bot.engine.questions import Arrange, BadAnswer, Choose, Line, Number, Question, Split, Subset
from bot.engine.records import Move
from bot.testing.random_games import (
    BOTH,
    OPTIONS,
    SEEDS,
    Case,
    build_random,
    draw_cases,
    draw_cases_for,
    get_whole_game,
    has_sealed_answers,
    is_sealed,
    list_words,
    sample_other_positions,
    sample_positions,
)
from bot.testing.seated import seat_people, view_as
from bot.ui.screens.names import format_heading, format_markdown
from bot.ui.screens.parts import describe_question
from bot.ui.screens.pick_encoding import PART

PROMPT, HELP, RULE = 200, 700, 60
LABEL, HINT, FIELD, LIMITS = 80, 160, 45, 100
LONGEST_NAME = "W" * 32


def use_longest_names(text: str) -> str:
    """Return the text with the longest names that Discord allows."""
    return with_names(text, lambda seat: LONGEST_NAME)


def check_words(question: Question) -> None:
    assert 0 < len(use_longest_names(question.prompt)) <= PROMPT, question.prompt
    assert len(use_longest_names(question.help)) <= HELP
    assert 0 < len(question.rule) <= RULE
    for text in (question.prompt, question.rule):
        assert "\n" not in text
        assert text == text.strip()


def check_labels(labels: list[str], hints: list[str]) -> None:
    folded = [label.casefold() for label in labels]
    assert len(set(folded)) == len(folded), "two choices read the same"
    for label in labels:
        assert 0 < len(use_longest_names(label)) <= LABEL, label
        assert label == label.strip()
    assert all(len(use_longest_names(hint)) <= HINT for hint in hints)


def is_refused(question: Question, *answers: list[str]) -> None:
    for picks in answers:
        with pytest.raises(BadAnswer) as why:
            question.read(picks)
        assert str(why.value)[-1] == "."


def check_choose(question: Choose) -> None:
    assert question.options
    check_labels([f"{option.group} {option.label}".strip() for option in question.options], [])
    check_labels([], [option.hint for option in question.options])
    assert len(set(map(repr, (option.move for option in question.options)))) == len(question.options)
    assert sorted(map(repr, question.moves)) == sorted(repr(option.move) for option in question.options)
    for at, option in enumerate(question.options):
        assert question.is_legal(option.move)
        assert question.read([str(at)]) == option.move
    is_refused(question, [], ["-1"], [str(len(question.options))], ["x"], ["0", "0"])


def check_compose(question: Compose, random: Random) -> None:
    """Try random ways through it; the length of a choice's text is bounded by its game."""
    check_words(question)
    parts: tuple[Move, ...] = ()
    while (asked := question.get_stage(parts).question) is not None:
        check_words(replace(asked, help=""))
        check_words(replace(question, prompt=question.get_topic(parts).prompt, help=question.get_topic(parts).help))
        match asked:
            case Choose():
                check_choose(asked)
        parts = (*parts, asked.choose_random_move(random))
    if parts:
        assert question.get_stage(parts).complete
        assert question.is_legal(question.make(parts))
        assert question.describe(question.make(parts))


def check_number(question: Number) -> None:
    assert question.low <= question.high
    assert (question.high - question.low) % question.step == 0
    assert len(question.describe_bounds()) <= LIMITS
    for number in {question.low, question.high, *question.suggestions}:
        assert question.is_legal(question.make(number))
        assert question.read([str(number)]) == question.make(number)
        assert question.read([f" {question.unit}{number} "]) == question.make(number)
    for number in (question.low - question.step, question.high + question.step):
        assert not question.is_legal(question.make(number))
        is_refused(question, [str(number)])
    assert len(set(question.suggestions)) == len(question.suggestions) <= 5
    is_refused(question, [], ["many"], ["1.5"], [""])


def check_subset(question: Subset) -> None:
    assert 0 <= question.fewest <= question.most <= len(question.items)
    check_labels([item.label for item in question.items], [item.hint for item in question.items])
    values = [item.value for item in question.items]
    assert len(set(values)) == len(values)
    for count in {question.fewest, question.most}:
        assert question.is_legal(question.make(values[:count]))
        assert question.read([str(at) for at in range(count)]) == question.make(values[:count])
    is_refused(question, [str(at) for at in range(question.most)] + ["0"], [str(len(values))])


def check_line(line: Line) -> None:
    assert line.low <= line.high
    assert 0 < len(use_longest_names(line.label)) <= FIELD
    assert line.is_in_range(line.low)
    assert line.is_in_range(line.high)


def check_split(question: Split) -> None:
    assert question.lines
    for line in question.lines:
        check_line(line)
    check_labels([line.label for line in question.lines], [])
    assert len({line.name for line in question.lines}) == len(question.lines)
    is_refused(question, [], ["x"] * len(question.lines), [str(line.high + 1) for line in question.lines])


def check_arrange(question: Arrange) -> None:
    check_labels([item.label for item in question.items], [item.hint for item in question.items])
    positions_in_order = [str(at) for at in range(len(question.items))]
    assert question.is_legal(question.read(positions_in_order))
    assert question.is_legal(question.read(positions_in_order[::-1]))
    is_refused(question, [], ["0"] * len(question.items))


def check(question: Question, random: Random) -> None:
    check_words(question)
    match question:
        case ChooseOrCompose():
            check_choose(question)
            check_compose(question.otherwise, random)
        case Compose():
            check_compose(question, random)
        case Choose():
            check_choose(question)
        case Number():
            check_number(question)
        case Subset():
            check_subset(question)
        case Split():
            check_split(question)
        case Arrange():
            check_arrange(question)
        case _:
            raise AssertionError(f"{type(question).__name__} is no shape of the engine")
    for _ in range(3):
        assert question.is_legal(question.choose_random_move(random))


@pytest.mark.parametrize("case", BOTH)
def test_a_question_allows_what_it_offers_and_fits_on_a_screen(case: Case) -> None:
    random = build_random("questions")
    looked_at = 0
    turns = sample_positions(case, "questions", 40)
    for turn in turns:
        for seat, question in play.list_questions(turn.before).items():
            check(question, random)
            assert play.find_question(turn.before, seat) == question
            looked_at += 1
    assert looked_at >= len(turns)
    assert len(turns) == 40 or case.players == 1


@draw_cases_for
@given(case=draw_cases(), seed=SEEDS)
def test_with_any_options_questions_are_in_order(case: Case, seed: str) -> None:
    for turn in sample_other_positions(case, seed, 15):
        for question in play.list_questions(turn.before).values():
            check(question, build_random(seed))


@pytest.mark.parametrize("case", OPTIONS)
def test_a_move_of_another_question_is_refused(case: Case) -> None:
    moves = {type(turn.move): turn.move for turn in get_whole_game(case)}
    refused = 0
    for turn in sample_positions(case, "other moves", 20):
        question = play.find_question(turn.before, turn.seat)
        assert question is not None
        for kind, move in moves.items():
            if not isinstance(turn.move, kind) and not question.is_legal(move):
                with pytest.raises(IllegalMove):
                    play.play(turn.before, turn.seat, move)
                refused += 1
    assert refused


@pytest.mark.parametrize("case", OPTIONS)
def test_questions_speak_of_seats_by_their_marks(case: Case) -> None:
    seats = range(1, case.players + 1)
    for turn in sample_positions(case, "marks", 20):
        for question in play.list_questions(turn.before).values():
            for text in list_words(question):
                left = with_names(text, lambda seat: "somebody" if seat in seats else f"<{seat}>")
                assert not set(left) & set("<>{}"), text


# Etags


@pytest.mark.parametrize("case", OPTIONS)
def test_a_button_of_an_earlier_question_does_not_fit_a_later_one(case: Case) -> None:
    """Also when the same thing is asked again."""
    moved = dict.fromkeys(range(1, case.players + 1), 0)
    known: dict[int, set[str]] = {seat: set() for seat in moved}
    for turn in get_whole_game(case):
        question = play.find_question(turn.before, turn.seat)
        assert question is not None
        tag = play.compute_etag(turn.before, turn.seat, question, moved[turn.seat])
        assert len(tag) == 10
        assert tag not in known[turn.seat]
        known[turn.seat].add(tag)
        moved[turn.seat] += 1


@pytest.mark.parametrize("case", OPTIONS)
def test_an_open_question_keeps_its_etag_when_others_seal_their_answers(case: Case) -> None:
    """This lets five people answer at the same time."""
    kept = 0
    for turn in get_whole_game(case):
        if not is_sealed(turn):
            continue
        for seat in play.list_asked_seats(turn.after):
            if seat != turn.seat:
                assert seat in play.list_asked_seats(turn.before)
                before, after = play.find_question(turn.before, seat), play.find_question(turn.after, seat)
                assert before is not None
                assert after is not None
                assert play.compute_etag(turn.after, seat, after, 7) == play.compute_etag(turn.before, seat, before, 7)
                kept += 1
    assert not kept or has_sealed_answers(case.game)


@pytest.mark.parametrize("case", OPTIONS)
def test_a_question_that_reads_differently_is_another_one(case: Case) -> None:
    """Otherwise an old button could answer a new question after an undo and another move.

    An etag depends on the legal answers, not on the wording; here the wording shows whether the etag is specific
    enough.
    """
    random = build_random("undone")
    for turn in sample_positions(case, "undone", 30):
        question = play.find_question(turn.before, turn.seat)
        assert question is not None
        others = [play.play(turn.before, turn.seat, question.choose_random_move(random)).table for _ in range(3)]
        for seat in set(turn.before.seats) - {turn.seat}:
            reads: dict[str, list[str]] = {}
            for table in (turn.before, turn.after, *others):
                asked = play.find_question(table, seat)
                if asked is not None:
                    words = [asked.prompt, *list_labels(asked)]
                    assert reads.setdefault(play.compute_etag(table, seat, asked, 0), words) == words


def list_labels(question: Question) -> list[str]:
    match question:
        case Choose():
            return [option.label for option in question.options]
        case Subset() | Arrange():
            return [item.label for item in question.items]
        case Split():
            return [line.label for line in question.lines]
    return []


# Single options are not asked for


@pytest.mark.parametrize("case", OPTIONS)
def test_nobody_is_called_who_has_only_one_answer(case: Case) -> None:
    """Exceptions: being asked must not reveal anything about a hand, and the latest mover may want to undo."""
    for turn in sample_positions(case, "one answer only", 60):
        step = turn.after.agenda[0] if turn.after.agenda else None
        if step is None or step.waiting_is_secret:
            continue
        for seat in play.list_asked_seats(turn.after):
            if seat != turn.seat and step.should_wait_for(turn.after, seat):
                question = play.find_question(turn.after, seat)
                assert question is not None
                assert question.is_free, f"seat {seat} is asked: {question.prompt}"


# Taking answers back


@pytest.mark.parametrize("case", BOTH)
def test_taking_an_answer_back_restores_everything(case: Case) -> None:
    """Except the number of answers sealed so far, which only counts up."""
    taken_back = 0
    for turn in get_whole_game(case):
        if not play.can_take_back_answer(turn.after, turn.seat):
            with pytest.raises(IllegalMove):
                play.take_back_answer(turn.after, turn.seat)
        if not is_sealed(turn):
            continue
        restored = play.take_back_answer(turn.after, turn.seat)
        assert not restored.blocks_undo
        assert restored.table.model_dump(exclude={"seals"}) == turn.before.model_dump(exclude={"seals"})
        assert restored.table.seals == turn.after.seals >= turn.before.seals
        assert play.list_questions(restored.table) == play.list_questions(turn.before)
        again = play.play(restored.table, turn.seat, turn.move).table
        assert again.model_dump(exclude={"seals"}) == turn.after.model_dump(exclude={"seals"})
        taken_back += 1
    assert not taken_back or has_sealed_answers(case.game)


@pytest.mark.parametrize("case", OPTIONS)
def test_nobody_can_take_back_what_others_sealed_or_what_was_shown(case: Case) -> None:
    for turn in get_whole_game(case):
        if turn.played.blocks_undo:
            assert not is_sealed(turn)
        if turn.after.outcome is not None:
            assert not any(play.can_take_back_answer(turn.after, seat) for seat in turn.after.seats)


@pytest.mark.parametrize("case", BOTH)
def test_what_an_answer_is_headed_and_explained_with_follows_its_choices(case: Case) -> None:
    """After a choice that changes the topic, the panel explains the new topic only."""
    random = build_random("topics")
    for turn in sample_positions(case, "topics", 30):
        question = play.find_question(turn.before, turn.seat)
        if isinstance(question, ChooseOrCompose):
            question = question.otherwise
        if not isinstance(question, Compose):
            continue
        reader = view_as(seat_people(turn.before, game=case.game), turn.seat)
        parts: tuple[Move, ...] = ()
        way: list[str] = []
        while isinstance(asked := question.get_stage(parts).question, Choose):
            at = random.randrange(len(asked.options))
            parts, way = (*parts, asked.options[at].move), [*way, f"{PART}{at}"]
            topic = question.get_topic(parts)
            text = describe_question(reader, question, [f"{CHECK}{question.compute_check(parts)}", *way])
            prompt, told = address(topic.prompt, turn.seat), address(topic.help, turn.seat)
            assert text.startswith(f"### {format_heading(reader, prompt)}\n{format_markdown(reader, told)}")
            assert topic.help == question.help or question.help not in text
