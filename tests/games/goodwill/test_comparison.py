"""The reasons of hints and reviews name what counts most, also for answers of several parts."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.engine import play
from bot.engine.advice import Comparison
from bot.engine.records import Move
from bot.games.goodwill import GAME
from bot.games.goodwill.advice import explain_boss
from bot.games.goodwill.bots import believed, boss_gains, envy, look_ahead, subject
from bot.games.goodwill.comparison import MIN_LOSS, compare
from bot.games.goodwill.components import COMPANIES
from bot.games.goodwill.moves import AssessAndPrefer, Nominate, ProposeAndVote
from bot.games.goodwill.table import Goodwill
from bot.games.goodwill.view import GoodwillView
from bot.host.record.review import compute_review
from bot.testing.every_game.test_replays import build_logged_game
from bot.testing.random_games import Case, build_random, get_whole_game
from bot.testing.recording import list_records

WROTE = re.compile(r"With a price of \$(\d+) you may (dearly buy|cheaply sell) a share of (\w+) that should bring ")
CARD = "The card should bring about "
BRINGS = re.compile(r"a share of (\w+) should bring (?:\$\d+|\d+ cents) (more|less), ")


def generate_swift(kind: type[Move]) -> Iterator[tuple[GoodwillView, Move, Comparison]]:
    """Yield swift answers of a random game that are compared with those of a bot."""
    case = Case(GAME, 4, GAME.options.model_validate({"fast_mode": "swift"}))
    for number, turn in enumerate(get_whole_game(case)):
        if not isinstance(turn.move, kind):
            continue
        assert isinstance(turn.before, Goodwill)
        question, view = play.find_question(turn.before, turn.seat), GAME.view(turn.before, turn.seat)
        assert question is not None
        better = GAME.choose(view, question, build_random(f"better {number}"))
        comparison = compare(view, question, better, turn.move)
        if comparison is not None and better != turn.move:
            yield view, turn.move, comparison


def test_swift_prices_are_judged_by_the_worse_of_the_two() -> None:
    judged = 0
    for view, given, comparison in generate_swift(AssessAndPrefer):
        assert isinstance(given, AssessAndPrefer)
        worth = believed(view, subject(view))
        said = WROTE.match(comparison.why)
        assert said is not None, comparison.why
        wrote, trade, company = int(said[1]), said[2], said[3]
        assert company == subject(view)
        assert abs(wrote - worth) == max(abs(price - worth) for price in given.assessed.prices.values())
        assert trade == ("dearly buy" if wrote > worth else "cheaply sell")
        assert not comparison.loss or comparison.loss >= MIN_LOSS
        judged += comparison.loss > 0
    assert judged


def test_a_swift_proposal_is_judged_by_the_candidates_in_which_the_answers_differ() -> None:
    judged = 0
    for view, given, comparison in generate_swift(ProposeAndVote):
        assert isinstance(given, ProposeAndVote)
        gains = boss_gains(view, subject(view), [boss.id for boss in view.box.bosses if boss.id in view.available])
        names = {view.box.boss[boss].name: gain for boss, gain in gains.items()}
        first, _, _ = comparison.why.partition(" would leave you ")
        others = re.findall(r"(?:; |, | and )(\w+) (?:about \$\d+|about \d+ cents|a little)", comparison.why)
        assert first in names, comparison.why
        assert set(others) <= set(names)
        assert all(abs(names[first]) >= abs(names[other]) - 0.01 or names[first] * names[other] < 0 for other in others)
        judged += comparison.loss > 0
    assert judged


def test_the_reason_for_a_boss_is_the_largest_part_of_what_it_changes() -> None:
    """The parts are the changes of each company's shares, held by the seat more or less than by others."""
    explained = 0
    for turn in get_whole_game(Case(GAME, 4, GAME.options())):
        if not isinstance(turn.move, Nominate) or turn.move.boss is None:
            continue
        assert isinstance(turn.before, Goodwill)
        view = GAME.view(turn.before, turn.seat)
        company, boss = subject(view), turn.move.boss
        now, then = look_ahead(view), look_ahead(view, {company: boss})
        others = [investor for seat, investor in view.investors.items() if seat != turn.seat]
        parts = {
            other: (then.share[other] - now.share[other])
            * (
                view.investors[turn.seat].shares[other]
                - envy(view) * sum(investor.shares[other] for investor in others) / len(others)
            )
            for other in COMPANIES
        }
        said = BRINGS.search(explain_boss(view, company, boss, boss_gains(view, company, [boss])[boss]))
        assert said is not None
        largest = max(parts.values()) if sum(parts.values()) > 0 else min(parts.values())
        (named,) = (other for other in COMPANIES if other == said[1])
        assert parts[named] == pytest.approx(largest)
        assert (said[2] == "more") == (then.share[named] > now.share[named])
        explained += 1
    assert explained


@pytest.mark.parametrize("name", ["four_in_swift", "two_with_yearly_sheets"])
def test_a_review_of_a_fast_game_gives_reasons_for_turning_points(name: str) -> None:
    (path,) = (path for path in list_records(GAME) if path.stem == name)
    running, entries, _ = build_logged_game(GAME.key, path)
    review = compute_review(running, entries)
    assert review is not None
    points = [point for points in review.points.values() for point in points]
    assert points
    for point in points:
        assert point.better.why.endswith(".")
        why = point.better.why
        assert " would leave you " in why or WROTE.match(why) or why.startswith(CARD), why
