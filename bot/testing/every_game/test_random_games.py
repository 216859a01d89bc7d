"""Games of random legal moves end, and no component appears or vanishes."""

from __future__ import annotations

from itertools import chain, cycle, islice, permutations

import pytest
from hypothesis import given

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.news_text import format_news
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
    build_random,
    draw_cases,
    draw_cases_for,
    get_whole_game,
    is_part_of,
    list_subclasses,
    play_bot_game,
    play_random_game,
    with_options,
)
from bot.testing.tested import load_tested

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
    assert play.list_asked_seats(table) == []
    assert play.list_questions(table) == {}
    assert table.agenda == []


@pytest.mark.parametrize("case", TABLES)
def test_a_table_can_be_decided_as_it_stands_and_at_its_end_that_agrees_with_the_result(case: Case) -> None:
    turns = list(play_random_game(case, "decided"))
    for turn in turns[:: max(1, len(turns) // 5)]:
        stands = turn.after.compute_current_outcome()
        assert stands.scores == turn.after.compute_current_scores()
        assert stands.winners
        assert set(stands.places) == set(turn.after.seats)
    end = turns[-1].after
    stands, outcome = end.compute_current_outcome(), end.outcome
    assert outcome is not None
    for one, other in permutations(end.seats, 2):
        if stands.places[one] < stands.places[other]:
            assert outcome.places[one] < outcome.places[other], "only what is level can come out otherwise"


@pytest.mark.parametrize("case", TABLES)
def test_a_player_who_has_conceded_stands_below_all_others_where_a_table_is_decided_as_it_stands(case: Case) -> None:
    turns = list(play_random_game(case, "conceded then"))
    table = turns[len(turns) // 2].after
    best = max(table.seats, key=lambda seat: table.compute_current_scores()[seat])
    stands = play.concede(table, best).table.compute_current_outcome()
    assert stands.places[best] == case.players
    assert case.players == 1 or best not in stands.winners


@pytest.mark.parametrize("case", TABLES)
def test_the_last_one_who_has_not_conceded_wins_with_the_scores_as_they_stand(case: Case) -> None:
    turns = get_whole_game(case)
    table = turns[len(turns) * 3 // 4].after
    *others, last = table.seats
    so_far = table.compute_current_scores()
    for seat in others or [last]:
        conceded = play.concede(table, seat)
        table = conceded.table
    check_the_end(case, table)
    assert table.outcome is not None
    assert table.outcome.winners == ([last] if others else []), "who plays alone and gives up has not won"
    assert table.outcome.scores == so_far
    assert any(so_far.values())
    said = f"All others have conceded: {mark(last)} wins." if others else "Everybody has conceded, so nobody wins."
    assert said in [format_news(case.game, piece.news, None) for piece in conceded.told]


def check_whole_game(case: Case, seed: str) -> None:
    begun = case.begin(seed)
    begun.table.audit()
    last = begun.table
    for turn in play_random_game(case, seed):
        turn.after.audit()
        asked = play.list_asked_seats(turn.after)
        assert len(set(asked)) == len(asked)
        assert set(asked) <= set(turn.after.seats)
        assert bool(asked) == (turn.after.outcome is None)
        last = turn.after
    check_the_end(case, last)


@pytest.mark.parametrize("case", CASES)
def test_a_random_game_ends_and_every_move_passes_the_audit(case: Case) -> None:
    check_whole_game(case, "a random game")


@draw_cases_for
@given(case=draw_cases(), seed=SEEDS)
def test_with_any_options_a_random_game_ends(case: Case, seed: str) -> None:
    check_whole_game(case, seed)


def choose_late_move(case: Case, table: Table, seat: int) -> None:
    question = play.find_question(table, seat)
    assert question is not None
    move = play.get_default_move(table, seat)
    if move is None:
        move = case.game.choose(case.game.view(table, seat), question, build_random(seat))
    assert question.is_legal(move), f"seat {seat}: the default {move!r} is not allowed"


@pytest.mark.parametrize("case", BOTH)
def test_a_player_who_is_asked_has_a_legal_default(case: Case) -> None:
    looked_at = 0
    for turn in get_whole_game(case):
        for seat in play.list_asked_seats(turn.before):
            choose_late_move(case, turn.before, seat)
            looked_at += 1
    assert looked_at >= case.players


@pytest.mark.thorough
@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_kind_of_question_comes_up_and_has_a_legal_default(game: AnyGame) -> None:
    steps = [step for step in list_subclasses(Step) if is_part_of(game, step) and not list_subclasses(step)]
    unseen = {
        step
        for step in steps
        if step.build_question is not Step.build_question and step.__name__ not in load_tested()[game.key].asks_nobody
    }
    assert len(unseen) >= 3
    first, others = (
        [case for case in (each.values[0] for each in some) if case.game is game]
        for some in (BOTH, with_options(slice(MANY, None)))
    )
    each_once = [*first, *others]  # a question may need an option that only the last of them has
    for number, case in enumerate([*each_once, *islice(cycle(first), ENOUGH - len(first))]):
        seed = f"kinds of questions {number}"
        for turn in chain(
            play_random_game(case, seed), play_bot_game(case, seed)
        ):  # random players miss some questions
            step = type(turn.before.agenda[0])
            if step in unseen:
                for seat in play.list_asked_seats(turn.before):
                    choose_late_move(case, turn.before, seat)
                unseen.discard(step)
        if not unseen:
            break
    assert not unseen, "no game has asked this"


@pytest.mark.parametrize("case", BOTH)
def test_a_game_in_which_everybody_is_always_late_ends(case: Case) -> None:
    table = case.begin("everybody sleeps").table
    random = build_random("bots")
    for _ in range(MOST_MOVES):
        if table.outcome is not None:
            break
        seat = play.list_asked_seats(table)[0]
        move = play.get_default_move(table, seat)
        if move is None:
            question = play.find_question(table, seat)
            assert question is not None
            move = case.game.choose(case.game.view(table, seat), question, random)
        table = play.play(table, seat, move).table
        table.audit()
    check_the_end(case, table)


@pytest.mark.parametrize("case", TABLES)
def test_a_player_who_is_not_asked_cannot_move(case: Case) -> None:
    refused = 0
    for turn in get_whole_game(case):
        outsiders = [seat for seat in turn.before.seats if seat not in play.list_asked_seats(turn.before)]
        for seat in [*outsiders[:1], 0, case.players + 1]:
            aside = play.find_question(turn.before, seat)
            if aside is not None and aside.is_legal(turn.move):
                continue  # both hands hold a card that may be used at any time
            with pytest.raises(IllegalMove):
                play.play(turn.before, seat, turn.move)
            refused += 1
    assert refused


@pytest.mark.parametrize("case", TABLES)
def test_a_game_goes_on_after_somebody_concedes(case: Case) -> None:
    """A seat that conceded is still asked, and answers by default; the last remaining seat wins."""
    random = build_random("conceding")
    table = case.begin("conceding").table
    leaving = list(range(2, case.players + 1))
    for _ in range(MOST_MOVES):
        if table.outcome is not None:
            break
        if leaving and random.random() < 0.05:
            table = play.concede(table, leaving.pop()).table
            table.audit()
            continue
        seat = random.choice(play.list_asked_seats(table))
        move = play.get_default_move(table, seat)
        question = play.find_question(table, seat)
        assert question is not None
        table = play.play(table, seat, move or question.choose_random_move(random)).table
        table.audit()
    assert table.outcome is not None
    assert play.list_asked_seats(table) == []
    if not leaving and case.players > 1:
        assert table.outcome.winners == [1]
