"""A vote between several candidates comes with a picture of them, with a letter for each."""

from __future__ import annotations

from bot.engine import play
from bot.engine.option_labels import mark_question
from bot.engine.questions import Subset
from bot.games.goodwill.picture import WHERE
from bot.testing.random_games import GAMES, Case, get_whole_game

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
