"""The one way in: legal moves make new tables, everything else changes nothing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine import play
from bot.engine.play import IllegalMove
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Seat, Told
from bot.engine.table import Conceded, LeftStanding, SeedCommitted, SeedShown
from tests.table_talk import begun
from tests.toy import TOY, Dealt, Name, Pick, ToyBox, ToyOptions, ToyTable, choose, set_up, view


def opened(players: int = 3) -> ToyTable:
    table = begun(players=players)
    for seat in table.seats:
        table = play.play(table, seat, Name(price=seat)).table
    return table


def shown_seeds(told: list[Told]) -> list[str]:
    return [piece.news.seed for piece in told if isinstance(piece.news, SeedShown)]


def test_the_digest_of_the_seed_is_told_before_anything_is_dealt() -> None:
    first = play.begin(set_up(ToyOptions(), 3, "seed", ToyBox()))
    assert isinstance(first.told[0].news, SeedCommitted)
    assert first.told[0].to is None
    assert [piece.to for piece in first.told if isinstance(piece.news, Dealt)] == [
        frozenset({seat}) for seat in (1, 2, 3)
    ]
    assert first.blocks_undo


def test_a_move_leaves_the_table_it_was_played_on_as_it_was() -> None:
    table = opened()
    before = table.model_dump_json()
    for what in ("draw", "poke 2", "basket", "end"):
        play.play(table, 1, Pick(what=what))
    play.concede(table, 2)
    assert table.model_dump_json() == before


def test_news_are_told_once() -> None:
    table = opened()
    poke = play.play(table, 1, Pick(what="poke 2"))
    assert len(poke.told) == 1
    assert len(play.play(poke.table, 2, Pick(what="laugh")).told) == 1


class Heckled(ToyTable):
    """A fair at which everybody may shout at any time."""

    def build_out_of_turn_question(self, seat: Seat) -> Question | None:
        return Choose(prompt="Do you shout?", rule="Shouting", options=(Option(Pick(what="laugh"), "Shout"),))

    def answer_out_of_turn(self, seat: Seat, move: Pick) -> None:
        self.coins[seat] -= 1


def heckled() -> Heckled:
    table = opened()
    return play.load(Heckled, table.model_dump_json(), table._box)


def test_a_player_who_is_not_asked_may_do_what_the_table_leaves_open() -> None:
    table = heckled()
    question = play.find_question(table, 2)
    assert question is not None
    assert question.prompt == "Do you shout?"
    assert play.list_asked_seats(table) == list(play.list_questions(table)) == [1], "nobody waits for it"
    after = play.play(table, 2, Pick(what="laugh")).table
    assert after.coins[2] == table.coins[2] - 1
    assert play.list_questions(after) == play.list_questions(table)
    play.play_out_of_turn_here(table, 2, Pick(what="laugh"))
    assert table == after


def test_a_player_who_is_asked_decides_that_and_nothing_else() -> None:
    with pytest.raises(IllegalMove):
        play.play(heckled(), 1, Pick(what="laugh"))
    with pytest.raises(IllegalMove):
        play.play(heckled(), 2, Pick(what="end"))


def test_a_seat_that_does_not_exist_has_nothing_open() -> None:
    assert play.find_question(heckled(), 0) is None
    assert play.find_question(heckled(), 9) is None


@pytest.mark.parametrize(("seat", "move"), [(2, Pick(what="end")), (9, Pick(what="end")), (0, Pick(what="end"))])
def test_a_player_who_is_not_asked_cannot_move(seat: int, move: Pick) -> None:
    with pytest.raises(IllegalMove):
        play.play(opened(), seat, move)


def test_a_move_that_is_not_on_offer_is_illegal() -> None:
    with pytest.raises(IllegalMove):
        play.play(opened(), 1, Pick(what="poke 1"))


def test_drawing_is_a_fence_and_choosing_is_none() -> None:
    table = opened()
    assert play.play(table, 1, Pick(what="draw")).blocks_undo
    assert not play.play(table, 1, Pick(what="basket")).blocks_undo
    assert not play.play(table, 1, Pick(what="poke 3")).blocks_undo


def test_an_etag_stays_while_others_answer_the_same_question() -> None:
    table = begun()
    assert tag(table, 2) == tag(play.play(table, 1, Name(price=8)).table, 2)


def test_the_same_choice_from_another_step_has_another_etag() -> None:
    """A player poked again by another one, after the first poke was undone, gets another question."""
    table, poked = opened(), play.play(opened(), 1, Pick(what="poke 3")).table
    by_two = play.play(play.play(table, 1, Pick(what="end")).table, 2, Pick(what="poke 3")).table
    first, second = play.find_question(poked, 3), play.find_question(by_two, 3)
    assert isinstance(first, Choose)
    assert isinstance(second, Choose)
    assert first.moves == second.moves
    assert tag(poked, 3) != tag(by_two, 3)


def tag(table: ToyTable, seat: int) -> str:
    question = play.find_question(table, seat)
    assert question is not None
    return play.compute_etag(table, seat, question, 0)


def test_conceding_is_told_and_the_game_goes_on_among_the_others() -> None:
    after = play.concede(opened(), 2)
    assert [piece.news for piece in after.told] == [Conceded(seat=2)]
    assert after.table.conceded == [2]
    assert after.table.outcome is None
    with pytest.raises(IllegalMove):
        play.concede(after.table, 2)


def test_the_last_one_standing_wins() -> None:
    table = play.concede(opened(), 2).table
    last = play.concede(table, 3)
    assert last.table.outcome is not None
    assert last.table.outcome.winners == [1]
    assert last.table.outcome.places == {1: 1, 2: 2, 3: 2}
    assert LeftStanding(winners=[1]) in [piece.news for piece in last.told if piece.to is None]
    assert shown_seeds(list(last.told)) == ["seed"]
    assert play.list_questions(last.table) == {}
    with pytest.raises(IllegalMove):
        play.concede(last.table, 1)


def test_a_conceded_seat_takes_its_default_where_there_is_one() -> None:
    table = opened()
    assert play.get_default_move(table, 1) == Pick(what="end")
    poked = play.play(table, 1, Pick(what="poke 2")).table
    assert play.get_default_move(poked, 2) is None


@settings(max_examples=30)
@given(st.text(min_size=1, max_size=10), st.integers(2, 5), st.randoms(use_true_random=False))
def test_any_game_ends_shows_its_seed_once_and_plays_the_same_again(seed: str, players: int, random: Random) -> None:
    table = begun(seed, players=players)
    told: list[Told] = []
    moves = []
    while table.outcome is None:
        seat = play.list_asked_seats(table)[-1]
        question = play.find_question(table, seat)
        assert question is not None
        move = choose(view(table, seat), question, random) if table.deck else Pick(what="end")
        moves.append((seat, move))
        after = play.play(table, seat, move)
        table, told = after.table, [*told, *after.told]
        table.audit()
    assert shown_seeds(told) == [seed]
    assert table.agenda == []

    again = begun(seed, players=players)
    for seat, move in moves:
        again = play.play(again, seat, move).table
    assert again == table


def test_bots_may_play_on_their_own_table_without_copies() -> None:
    table, fast = opened(), opened()
    for what in ("fruit", "plum", "end"):
        table = play.play(table, 1, Pick(what=what)).table
        play.play_here(fast, 1, Pick(what=what))
    assert fast == table


def test_a_copy_is_independent_and_keeps_the_box() -> None:
    table = opened()
    other = play.copy(table)
    other.coins[1] += 5
    assert table.coins[1] == 0
    assert other._box is table._box


def test_a_loaded_table_asks_the_same_questions() -> None:
    table = opened()
    loaded = play.load(ToyTable, table.model_dump_json().encode(), table._box)
    assert loaded == table
    assert play.list_questions(loaded) == play.list_questions(table)


def test_a_seat_cannot_tell_a_redealt_table_from_the_real_one() -> None:
    table = play.play(begun(), 2, Name(price=33)).table
    for seat in (None, *table.seats):
        other = TOY.redeal(table, seat, table.chance.model_copy(update={"seed": "other"}))
        other.audit()
        assert TOY.view(other, seat) == TOY.view(table, seat)
        assert other.hands != table.hands
