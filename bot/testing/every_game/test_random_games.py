"""Games of random legal moves end, and no component appears or vanishes."""

from __future__ import annotations

from itertools import chain, cycle, islice, permutations

import pytest
from hypothesis import given

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.news_text import say
from bot.engine.pages import mark
from bot.engine.play import IllegalMove
from bot.engine.table import Step, Table
from bot.testing.random_games import (
    BOTH,
    CASES,
    EVERY_GAME,
    MANY,
    MOST_MOVES,
    SEEDS,
    TABLES,
    Case,
    belongs_to,
    dice,
    drawn,
    drawn_cases,
    game_of_bots,
    random_game,
    subclasses,
    whole_game,
    with_options,
)
from bot.testing.tested import under_test

ENOUGH = 400
"""Maximum number of games until every question has occurred."""


def check_the_end(case: Case, table: Table) -> None:
    outcome = table.outcome
    assert outcome is not None
    assert set(outcome.scores) == set(outcome.places) == set(range(1, case.players + 1))
    assert outcome.winners or (case.players == 1 and (outcome.beaten_by or table.conceded == [1]))
    for seat, place in outcome.places.items():
        better = [other for other, theirs in outcome.places.items() if theirs < place]
        better += [1 for score in outcome.rivals.values() if score > outcome.scores[seat]]
        better += [1] if set(table.conceded) == set(table.seats) else []
        assert place == len(better) + 1, f"seat {seat} is {place}. behind {len(better)} others"
    assert play.asked(table) == []
    assert play.questions(table) == {}
    assert table.agenda == []


@pytest.mark.parametrize("case", TABLES)
def test_a_table_can_be_decided_as_it_stands_and_at_its_end_that_agrees_with_the_result(case: Case) -> None:
    turns = list(random_game(case, "decided"))
    for turn in turns[:: max(1, len(turns) // 5)]:
        stands = turn.after.as_it_stands()
        assert stands.scores == turn.after.scores_so_far()
        assert stands.winners
        assert set(stands.places) == set(turn.after.seats)
    end = turns[-1].after
    stands, outcome = end.as_it_stands(), end.outcome
    assert outcome is not None
    for one, other in permutations(end.seats, 2):
        if stands.places[one] < stands.places[other]:
            assert outcome.places[one] < outcome.places[other], "only what is level can come out otherwise"


@pytest.mark.parametrize("case", TABLES)
def test_who_has_conceded_stands_below_all_others_where_a_table_is_decided_as_it_stands(case: Case) -> None:
    turns = list(random_game(case, "conceded then"))
    table = turns[len(turns) // 2].after
    best = max(table.seats, key=lambda seat: table.scores_so_far()[seat])
    stands = play.concede(table, best).table.as_it_stands()
    assert stands.places[best] == case.players
    assert case.players == 1 or best not in stands.winners


@pytest.mark.parametrize("case", TABLES)
def test_the_last_one_who_has_not_conceded_wins_with_the_scores_as_they_stand(case: Case) -> None:
    turns = whole_game(case)
    table = turns[len(turns) * 3 // 4].after
    *others, last = table.seats
    so_far = table.scores_so_far()
    for seat in others or [last]:
        conceded = play.concede(table, seat)
        table = conceded.table
    check_the_end(case, table)
    assert table.outcome is not None
    assert table.outcome.winners == ([last] if others else []), "who plays alone and gives up has not won"
    assert table.outcome.scores == so_far
    assert any(so_far.values())
    said = f"All others have conceded: {mark(last)} wins." if others else "Everybody has conceded, so nobody wins."
    assert said in [say(case.game, piece.news, None) for piece in conceded.told]


def check_whole_game(case: Case, seed: str) -> None:
    begun = case.begin(seed)
    begun.table.audit()
    last = begun.table
    for turn in random_game(case, seed):
        turn.after.audit()
        asked = play.asked(turn.after)
        assert len(set(asked)) == len(asked)
        assert set(asked) <= set(turn.after.seats)
        assert bool(asked) == (turn.after.outcome is None)
        last = turn.after
    check_the_end(case, last)


@pytest.mark.parametrize("case", CASES)
def test_a_random_game_ends_and_every_move_passes_the_audit(case: Case) -> None:
    check_whole_game(case, "a random game")


@drawn
@given(case=drawn_cases(), seed=SEEDS)
def test_with_any_options_a_random_game_ends(case: Case, seed: str) -> None:
    check_whole_game(case, seed)


def late_move_or_the_bots(case: Case, table: Table, seat: int) -> None:
    question = play.question_for(table, seat)
    assert question is not None
    move = play.default_move(table, seat)
    if move is None:
        move = case.game.choose(case.game.view(table, seat), question, dice(seat))
    assert question.allows(move), f"seat {seat}: the default {move!r} is not allowed"


@pytest.mark.parametrize("case", BOTH)
def test_whoever_is_asked_has_a_legal_default(case: Case) -> None:
    looked_at = 0
    for turn in whole_game(case):
        for seat in play.asked(turn.before):
            late_move_or_the_bots(case, turn.before, seat)
            looked_at += 1
    assert looked_at >= case.players


@pytest.mark.thorough
@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_kind_of_question_comes_up_and_has_a_legal_default(game: AnyGame) -> None:
    steps = [step for step in subclasses(Step) if belongs_to(game, step) and not subclasses(step)]
    unseen = {
        step
        for step in steps
        if step.question is not Step.question and step.__name__ not in under_test()[game.key].asks_nobody
    }
    assert len(unseen) >= 3
    first, others = (
        [case for case in (each.values[0] for each in some) if case.game is game]
        for some in (BOTH, with_options(slice(MANY, None)))
    )
    for number, case in enumerate([*islice(cycle(first), ENOUGH), *others]):
        seed = f"kinds of questions {number}"
        for turn in chain(random_game(case, seed), game_of_bots(case, seed)):  # random players miss some questions
            step = type(turn.before.agenda[0])
            if step in unseen:
                for seat in play.asked(turn.before):
                    late_move_or_the_bots(case, turn.before, seat)
                unseen.discard(step)
        if not unseen:
            break
    assert not unseen, "no game has asked this"


@pytest.mark.parametrize("case", BOTH)
def test_a_game_in_which_everybody_is_always_late_ends(case: Case) -> None:
    table = case.begin("everybody sleeps").table
    random = dice("bots")
    for _ in range(MOST_MOVES):
        if table.outcome is not None:
            break
        seat = play.asked(table)[0]
        move = play.default_move(table, seat)
        if move is None:
            question = play.question_for(table, seat)
            assert question is not None
            move = case.game.choose(case.game.view(table, seat), question, random)
        table = play.play(table, seat, move).table
        table.audit()
    check_the_end(case, table)


@pytest.mark.parametrize("case", TABLES)
def test_who_is_not_asked_cannot_move(case: Case) -> None:
    refused = 0
    for turn in whole_game(case):
        outsiders = [seat for seat in turn.before.seats if seat not in play.asked(turn.before)]
        for seat in [*outsiders[:1], 0, case.players + 1]:
            aside = play.question_for(turn.before, seat)
            if aside is not None and aside.allows(turn.move):
                continue  # both hands hold a card that may be used at any time
            with pytest.raises(IllegalMove):
                play.play(turn.before, seat, turn.move)
            refused += 1
    assert refused


@pytest.mark.parametrize("case", TABLES)
def test_a_game_goes_on_after_somebody_concedes(case: Case) -> None:
    """A seat that conceded is still asked, and answers by default; the last remaining seat wins."""
    random = dice("conceding")
    table = case.begin("conceding").table
    leaving = list(range(2, case.players + 1))
    for _ in range(MOST_MOVES):
        if table.outcome is not None:
            break
        if leaving and random.random() < 0.05:
            table = play.concede(table, leaving.pop()).table
            table.audit()
            continue
        seat = random.choice(play.asked(table))
        move = play.default_move(table, seat)
        question = play.question_for(table, seat)
        assert question is not None
        table = play.play(table, seat, move or question.any_move(random)).table
        table.audit()
    assert table.outcome is not None
    assert play.asked(table) == []
    if not leaving and case.players > 1:
        assert table.outcome.winners == [1]
