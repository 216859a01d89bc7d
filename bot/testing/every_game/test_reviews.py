"""A review shows the win probabilities of a finished game's seats, and its turning points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.game import AnyGame
from bot.engine.multi_step import ChooseOrCompose, Compose
from bot.engine.questions import Split
from bot.engine.search import play_out
from bot.engine.win_probability import compute_win_probabilities
from bot.host.record.playouts import compute_playouts, make_sometimes_weak_bot
from bot.host.record.replay import iterate_tables
from bot.host.record.review import MAX_TURNING_POINTS, ReviewContext, compute_review, make_bot_randomness
from bot.testing.every_game.test_replays import build_logged_game
from bot.testing.limits import check_screen
from bot.testing.random_games import GAMES, Case, build_random
from bot.testing.recording import list_records
from bot.testing.seated import view_as
from bot.ui import screens
from bot.ui.screens.screen import MAX_TEXT_CHARS

JUDGED = [pytest.param(game, id=key) for key, game in GAMES.items() if game.bots.evaluation is not None]


@pytest.mark.thorough
@pytest.mark.parametrize("game", JUDGED)
def test_a_review_goes_from_the_deal_to_the_end_and_fits_a_message_for_each_seat(game: AnyGame) -> None:
    for path in list_records(game)[:2]:
        running, entries, after = build_logged_game(game.key, path)
        review = compute_review(running, entries)
        assert review is not None
        assert not review.cut
        for seat in running.table.seats:
            course, points = review.chances[seat], review.points[seat]
            assert len(course) == len(review.parts)
            assert all(0 <= chance <= 1 for chance in course)
            assert course[0] == compute_win_probabilities(game, game.view(after[0], seat))[seat], (
                "it goes by what the seat knew"
            )
            assert course[-1] == compute_win_probabilities(game, game.view(after[-1], seat))[seat]
            assert len(points) <= MAX_TURNING_POINTS
            look = ReviewContext(view_as(running, None), review, seat)
            screen = screens.render_review(look, screens.draw_win_probability(look))
            check_screen(screen)
            texts = [block for block in screen.blocks if isinstance(block, str)]
            assert sum(map(len, texts)) <= MAX_TEXT_CHARS, "it would be cut in the middle"


@pytest.mark.parametrize("game", JUDGED)
def test_a_turning_point_is_a_choice_with_a_better_answer_and_its_reason(game: AnyGame) -> None:
    """The comparison is made again at the table of the decision, with all that its seat could see and no more."""
    assert game.bots.compare is not None
    found, composed = 0, 0
    for path in list_records(game)[:3]:
        running, entries, after = build_logged_game(game.key, path)
        review = compute_review(running, entries)
        assert review is not None
        assert compute_review(running, entries) == review
        for seat, points in review.points.items():
            assert len({point.better.why for point in points}) == len(points), "each teaches something else"
            for point in points:
                found += 1
                at = next(at for at, entry in enumerate(entries) if entry.revision == point.revision)
                before, stored = after[at - 1], entries[at].move
                assert stored is not None
                given, question = game.moves.validate_json(stored), play.find_question(before, seat)
                assert question is not None
                assert question.is_free
                composed += isinstance(question, (Compose, ChooseOrCompose, Split))
                view = game.view(before, seat)
                better = game.choose(view, question, make_bot_randomness(point.revision))
                assert question.is_legal(better)
                assert better != given
                comparison = game.bots.compare(view, question, better, given)
                assert comparison is not None
                assert comparison.loss > 0
                twin = game.redeal(before, seat, Chance(seed=f"twin {point.revision}"))
                other = play.find_question(twin, seat)
                assert other is not None
                seen = game.bots.compare(game.view(twin, seat), other, better, given)
                assert seen is not None
                for told in (comparison, seen):
                    assert (told.lost, told.why) == (point.better.lost, point.better.why)
                assert point.better.why[:1] == point.better.why[:1].upper()
                assert point.better.why.endswith(".")
            look = ReviewContext(view_as(running, None), review, seat)
            screen = screens.render_review(look, screens.draw_win_probability(look))
            told_points = [text for text in screen.blocks if isinstance(text, str) and text.startswith("**")]
            assert len(told_points) == len(points)
            for text in told_points:
                assert text.split("\n")[1].startswith("A better answer was **")
    assert found >= 5
    assert composed >= 1, "answers of several parts have better ones with a reason, too"


@pytest.mark.thorough
@pytest.mark.parametrize("game", JUDGED)
def test_bots_play_on_from_any_turning_point_and_never_win_more_games_than_they_play(game: AnyGame) -> None:
    games = 2
    for path in list_records(game)[:1]:
        running, entries, _ = build_logged_game(game.key, path)
        running = replace(running, game=replace(game, bots=replace(game.bots, played_on=games)))
        review = compute_review(running, entries)
        assert review is not None
        for points in review.points.values():
            for point in points[:2]:
                came = compute_playouts(running, entries, point.revision)
                assert came is not None
                assert came.games == games
                assert 0 <= came.won <= games
                assert 0 <= came.won_instead <= games
                assert came.instead != point.words
                assert not came.is_bots or came.instead == point.better.words


@pytest.mark.thorough
@pytest.mark.parametrize("game", JUDGED)
def test_games_that_bots_play_on_from_one_answer_differ_also_where_nothing_is_hidden(game: AnyGame) -> None:
    table = Case(game, max(game.seats), game.options()).begin("played on").table
    seat = play.list_asked_seats(table)[0]
    question = play.find_question(table, seat)
    assert question is not None
    move = game.choose(game.view(table, seat), question, build_random("bot"))
    ends = [
        play_out(game, table, seat, move, f"game {number}", choose=make_sometimes_weak_bot(game)) for number in range(3)
    ]
    assert len({str(end.compute_current_scores()) for end in ends}) > 1


@pytest.mark.thorough
@pytest.mark.parametrize("game", JUDGED)
def test_a_review_whose_end_the_rules_of_today_do_not_reach_says_so(game: AnyGame) -> None:
    running, entries, _ = build_logged_game(game.key, list_records(game)[0])
    half = len(entries) // 2
    broken = [*entries[:half], replace(entries[half], stored_news="[]"), *entries[half + 1 :]]
    review = compute_review(running, broken)
    assert review is not None
    assert review.cut
    assert len(list(iterate_tables(running, broken))) == half
