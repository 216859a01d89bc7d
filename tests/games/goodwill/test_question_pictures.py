"""Questions come with the part of the public board that they are about: candidates, companies, or a boss."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.engine import play
from bot.engine.multi_step import Compose
from bot.engine.option_labels import Place, PlacedPng, mark_question
from bot.engine.questions import Choose, Number, Split, Subset
from bot.games.goodwill.moves import AssessAndPrefer, TradeWith, VoteOn
from bot.games.goodwill.picture import WHERE
from bot.games.goodwill.picture.question import draw_question
from bot.testing.every_game.test_marks import generate_ways
from bot.testing.random_games import GAMES, Case, build_random, get_whole_game, list_option_sets
from bot.testing.seated import build_desk, seat_people
from bot.ui.screens.table.option_labels import label_options

GAME = GAMES["goodwill"]


def test_each_candidate_of_a_vote_has_a_letter_on_the_public_board() -> None:
    votes = 0
    for turn in get_whole_game(Case(GAME, max(GAME.seats), GAME.options())):
        question = play.find_question(turn.before, turn.seat)
        if isinstance(question, Subset):
            found = mark_question(WHERE, GAME.view(turn.before, None), question)
            assert found is not None
            assert found.places == [("boss", item.value) for item in question.items]
            assert [entry.label[0] for entry in found.entries] == [*"ABCDEFGH"[: len(question.items)]]
            votes += 1
    assert votes


def test_bosses_to_choose_from_are_shown_below_the_companies_with_their_present_ones() -> None:
    for turn in get_whole_game(Case(GAME, 4, GAME.options())):
        question, view = play.find_question(turn.before, turn.seat), GAME.view(turn.before, None)
        if isinstance(question, Subset):
            marks: dict[Place, str] = {("boss", item.value): "A" for item in question.items[:1]}
            shown = Image.open(io.BytesIO(draw_question(view, str, marks)))
            assert 0.8 < shown.height / shown.width < 1.2, "two rows of cards"
            return
    raise AssertionError("nobody votes on several")


def test_prices_auctions_and_votes_on_one_boss_show_what_they_are_about_without_letters() -> None:
    kinds = set[str]()
    for number in (0, 1, 2, 4, 7):
        for turn in get_whole_game(Case(GAME, 4, list_option_sets("goodwill")[number]))[::3]:
            context = build_desk(seat_people(turn.before, game=GAME), turn.seat)
            question = context.question
            assert question is not None
            found = label_options(context.seen, question, ())
            assert found is not None, question.prompt
            if not any(found.marks.values()):
                assert found.question is question
                assert found.for_all
                kinds |= {f"{type(question).__name__} about a {place[0]}" for place in found.marks}
                if isinstance(question, Number | Split) and context.seen.view.auction is None:
                    assert list(found.marks) == [("company", context.seen.view.company)]
                if isinstance(question, Choose) and isinstance(question.moves[0], VoteOn):
                    assert list(found.marks) == [("boss", question.moves[0].boss)]
    assert kinds >= {
        "Number about a company",
        "Split about a company",
        "Compose about a company",
        "Choose about a boss",
    }


def test_bosses_to_vote_on_after_a_proposal_have_letters_on_the_board_that_all_share() -> None:
    looked_at = 0
    for options in list_option_sets("goodwill"):
        for turn in get_whole_game(Case(GAME, 4, options))[::6]:
            seen = build_desk(seat_people(turn.before, game=GAME), turn.seat).seen
            assert seen.question is not None
            for picks in generate_ways(seen, seen.question, build_random(f"{turn.move}")):
                found = label_options(seen, seen.question, picks) if picks else None
                if found is not None:
                    assert found.for_all
                    assert found.view.seat is None, "it shows nothing that one seat alone may know"
                    looked_at += {place[0] for place in found.marks} == {"boss"}
        if looked_at > 5:
            return
    raise AssertionError("after no proposal there was a vote")


@pytest.mark.parametrize("mode", ["off", "swift"])
def test_investors_to_trade_with_have_letters_on_the_board(mode: str) -> None:
    """Asked once bids are tied, or with both prices of the swift mode."""
    asked = 0
    for turn in get_whole_game(Case(GAME, 4, GAME.options.model_validate({"fast_mode": mode}))):
        question, view = play.find_question(turn.before, turn.seat), GAME.view(turn.before, None)
        if isinstance(question, Compose) and isinstance(turn.move, AssessAndPrefer):
            question = question.get_stage([turn.move.assessed]).question
        if not isinstance(question, Choose) or not isinstance(question.moves[0], TradeWith):
            continue
        found = mark_question(WHERE, view, question)
        assert found is not None
        assert found.places == [("investor", move.partner) for move in question.moves if isinstance(move, TradeWith)]
        assert [entry.label[:4] for entry in found.entries] == [f"{letter} · " for letter in "ABC"[: len(found.places)]]
        shown = WHERE.draw(view, str, found.marks)
        assert isinstance(shown, PlacedPng)
        assert set(shown.areas) == set(found.marks.values())
        asked += 1
    assert asked
