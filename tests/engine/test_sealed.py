"""Sealed answers: secret and simultaneous, taken back freely, and proven at the end."""

from __future__ import annotations

import pytest

from bot.engine import play
from bot.engine.chance import seal
from bot.engine.news_text import format_table_news
from bot.engine.play import IllegalMove, Played
from bot.engine.records import Told
from bot.engine.table import (
    AnswerSealed,
    AnswerTakenBack,
    ChanceAdded,
    ChanceRenewed,
    Conceded,
    SaltShown,
    SeatsGiven,
    SeedCommitted,
    SeedShown,
)
from tests.table_talk import begun
from tests.toy import Growls, Name, Opening, Pick, PricesShown, ToyBox, ToyOptions, ToyTable, Turn, set_up


def seals(played: Played[ToyTable]) -> list[AnswerSealed]:
    return [piece.news for piece in played.told if isinstance(piece.news, AnswerSealed)]


def test_everybody_is_asked_at_once_until_they_have_answered() -> None:
    table = begun()
    assert play.list_asked_seats(table) == [1, 2, 3]
    table = play.play(table, 2, Name(price=5)).table
    assert play.list_asked_seats(table) == [1, 3]
    with pytest.raises(IllegalMove):
        play.play(table, 2, Name(price=6))


def test_nothing_but_a_digest_is_told_before_the_last_answer() -> None:
    played = play.play(begun(), 2, Name(price=77))
    assert [type(piece.news) for piece in played.told] == [AnswerSealed]
    assert "77" not in format_table_news(seals(played)[0]).replace(seals(played)[0].digest[:12], "")
    assert not played.blocks_undo


def test_the_same_answer_has_another_digest_in_another_game() -> None:
    """Otherwise the digests of one game would reveal the answers of the next."""
    digests = set()
    for seed in range(20):
        table = begun()
        table.chance.seed = f"seed {seed}"
        digests |= {answer.digest for answer in seals(play.play(table, 2, Name(price=77)))}
    assert len(digests) == 20


def test_the_last_answer_shows_all_of_them_at_once() -> None:
    table = begun()
    for seat in (1, 2):
        table = play.play(table, seat, Name(price=seat)).table
    last = play.play(table, 3, Name(price=9))
    shown = [piece.news for piece in last.told if isinstance(piece.news, PricesShown)]
    assert [news.prices for news in shown] == [{1: 1, 2: 2, 3: 9}]
    assert last.blocks_undo, "what was shown cannot be unseen"
    assert not any(play.can_take_back_answer(last.table, seat) for seat in last.table.seats)


def test_opened_answers_cannot_be_taken_back_whatever_is_told_of_them() -> None:
    """Growls in the dark make no news; else the last to answer would know that nobody else follows."""
    table = begun()
    table.hands = {seat: ["wolf" if seat < 3 else "otter"] for seat in table.seats}
    table.agenda = [Growls(begun=True), Turn(seat=3)]
    first = play.play(table, 2, Pick(what="growl"))
    assert not first.blocks_undo
    assert play.can_take_back_answer(first.table, 2)
    last = play.play(first.table, 1, Pick(what="keep quiet"))
    assert last.blocks_undo
    assert not any(play.can_take_back_answer(last.table, seat) for seat in last.table.seats)


def test_the_order_of_answers_makes_no_difference_to_the_result() -> None:
    results = set()
    for order in ((1, 2, 3), (3, 1, 2), (2, 3, 1)):
        table = begun()
        for seat in order:
            table = play.play(table, seat, Name(price=10 * seat)).table
        results.add((tuple(table.coins.items()), tuple(play.list_asked_seats(table))))
    assert len(results) == 1


def test_an_unseen_answer_is_taken_back_and_given_anew() -> None:
    table = play.play(begun(), 1, Name(price=5)).table
    assert play.can_take_back_answer(table, 1)
    back = play.take_back_answer(table, 1)
    assert [type(piece.news) for piece in back.told] == [AnswerTakenBack]
    assert not back.blocks_undo
    assert play.list_asked_seats(back.table) == [1, 2, 3]
    assert play.can_take_back_answer(table, 1), "the table that was passed in stays as it was"
    again = play.play(back.table, 1, Name(price=6)).table
    assert isinstance(again.agenda[0], Opening)
    assert again.agenda[0].answers == {1: Name(price=6)}


def test_only_who_has_answered_can_take_something_back() -> None:
    table = play.play(begun(), 1, Name(price=5)).table
    assert not play.can_take_back_answer(table, 2)
    with pytest.raises(IllegalMove):
        play.take_back_answer(table, 2)


def test_each_answer_has_a_number_of_its_own_also_after_it_was_taken_back() -> None:
    first = play.play(begun(), 1, Name(price=5))
    again = play.play(play.take_back_answer(first.table, 1).table, 1, Name(price=5))
    assert [news.number for news in (*seals(first), *seals(again))] == [1, 2]
    assert seals(first)[0].digest != seals(again)[0].digest, "the same price twice cannot be recognised"


def test_two_seats_with_the_same_price_have_different_digests() -> None:
    one = play.play(begun(), 1, Name(price=5))
    two = play.play(one.table, 2, Name(price=5))
    assert seals(one)[0].digest != seals(two)[0].digest


def test_with_the_seed_everybody_can_check_the_deal_and_every_sealed_answer() -> None:
    """A whole game as an outsider sees it: only public news, and the moves published at its end."""
    start = play.begin(set_up(ToyOptions(), 2, "the seed", ToyBox()))
    moves = [(2, Name(price=4)), (1, Name(price=7)), (1, Pick(what="end")), (2, Pick(what="end"))]
    told: list[Told] = list(start.told)
    table = start.table
    for seat, move in moves:
        after = play.play(table, seat, move)
        table, told = after.table, [*told, *after.told]
    while table.outcome is None:
        after = play.play(table, play.list_asked_seats(table)[0], Pick(what="growl"))
        table, told = after.table, [*told, *after.told]

    public = [piece.news for piece in told if piece.to is None]
    committed = [news.digest for news in public if isinstance(news, SeedCommitted)]
    seeds = [news.seed for news in public if isinstance(news, SeedShown)]
    assert seeds == ["the seed"]
    chance = set_up(ToyOptions(), 2, seeds[0], ToyBox()).chance
    assert committed == [chance.compute_digest()]
    sealed = [news for news in public if isinstance(news, AnswerSealed)]
    assert [news.digest for news in sealed] == [
        seal(chance.compute_salt(news.number - 1), seat, move.model_dump_json())
        for news, (seat, move) in zip(sealed, moves[:2], strict=True)
    ]
    forged = seal(chance.compute_salt(0), 2, Name(price=5).model_dump_json())
    assert sealed[0].digest != forged


def test_what_every_game_tells_reads_as_sentences() -> None:
    pieces = (
        AnswerSealed(seat=2, number=1, digest="0123456789abcdef"),
        AnswerTakenBack(seat=2),
        SeedCommitted(digest="abc"),
        SeedShown(seed="def"),
        ChanceAdded(added=["word", None], joined=[2, 1]),
        ChanceRenewed(digest="012"),
        SaltShown(salt="345"),
        Conceded(seat=2),
        SeatsGiven(),
    )
    sentences = [format_table_news(news) for news in pieces]
    assert all(sentence.endswith(".") for sentence in sentences)
    about_seat_2 = [number for number, sentence in enumerate(sentences) if "<seat:2>" in sentence]
    assert about_seat_2 == [0, 1, 7]
    assert "abc" in sentences[2]
    assert "def" in sentences[3]
