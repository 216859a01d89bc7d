"""Characters from the box are dealt to bots by the seed, announced to everybody, and never given to people."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.engine import play
from bot.engine.chance import Chance, Draw
from bot.engine.characters import Character
from bot.engine.game import AnyGame
from bot.engine.news_text import format_news
from bot.engine.play import Played
from bot.engine.questions import Question
from bot.engine.records import Move, Seat
from bot.engine.table import BotsCharacter, Table
from bot.host.play.auto_answers import choose_bot_move
from bot.testing.random_games import GAMES, MOST_MOVES, OPTIONS, Case, build_random, play_bot_game
from bot.testing.thorough import mark_thorough

CASES = [case for case in OPTIONS if case.values[0].game.box.characters and case.values[0].players > 1]
ALONE = [pytest.param(game, id=key) for key, game in GAMES.items() if game.box.characters and min(game.seats) == 1]
OF_EACH = [
    pytest.param(case.values[0], each, id=f"{case.id}-{each.name}", marks=case.marks)
    for case in CASES
    for each in case.values[0].game.box.characters
]
NAMING = [pytest.param(game, id=key) for key, game in GAMES.items() if game.box.characters]


def begin_table(case: Case, draw: Draw) -> Played[Table]:
    return play.begin(case.game.set_up(case.options, case.players, draw.compute_seed(), case.game.box), draw)


def with_a_person(case: Case, secret: str) -> Draw:
    """Return a draw with one person, and bots in all other seats."""
    return Draw.with_drawn_seats(secret, ["42", *[None] * (case.players - 1)])


def list_bots(draw: Draw) -> list[Seat]:
    return [seat for seat, added in enumerate(draw.added, 1) if added is None]


def list_asked(table: Table) -> tuple[Seat, Question]:
    seat = play.list_asked_seats(table)[0]
    question = play.find_question(table, seat)
    assert question is not None
    return seat, question


@pytest.mark.parametrize("case", CASES)
def test_the_same_chance_deals_the_same_characters_and_another_one_others(case: Case) -> None:
    dealt = [begin_table(case, with_a_person(case, f"secret {number}")).table.chance.characters for number in range(8)]
    assert dealt[0] == begin_table(case, with_a_person(case, "secret 0")).table.chance.characters
    assert len({tuple(sorted(each.values())) for each in dealt} | {tuple(sorted(each)) for each in dealt}) > 1


@pytest.mark.parametrize("case", CASES)
def test_each_bot_that_does_not_play_easily_has_one_and_nobody_else(case: Case) -> None:
    draw, enough = with_a_person(case, "secret"), len(case.game.box.characters)
    bots = list_bots(draw)
    dealt = begin_table(case, draw).table.chance.characters
    assert list(dealt) == bots
    assert len(set(dealt.values())) == min(len(bots), enough), "two are alike only where there are too few"
    easy = Draw(draw.secret, draw.added, draw.joined, easy=bots)
    assert begin_table(case, easy).table.chance.characters == {}
    strong = Draw(draw.secret, draw.added, draw.joined, strong=bots)
    assert begin_table(case, strong).table.chance.characters == dealt
    assert begin_table(case, Draw.with_seats("secret", ["", *["7"] * (case.players - 1)])).table.chance.characters == {}
    assert case.begin("a seed").table.chance.characters == {}


@pytest.mark.parametrize("game", ALONE)
def test_a_player_who_plays_alone_meets_nobody_who_has_one(game: AnyGame) -> None:
    case = Case(game, 1, game.options())
    played = begin_table(case, with_a_person(case, "secret"))
    assert played.table.chance.characters == {}
    assert not any(isinstance(piece.news, BotsCharacter) for piece in played.told)


@pytest.mark.parametrize("case", CASES)
def test_nothing_else_is_dealt_otherwise_because_of_them(case: Case) -> None:
    draw, plain = with_a_person(case, "secret"), case.game.box.model_copy(update={"characters": ()})
    without = play.begin(case.game.set_up(case.options, case.players, draw.compute_seed(), plain), draw)
    dealt = begin_table(case, draw)
    assert without.table.chance.characters == {}
    assert [piece for piece in dealt.told if not isinstance(piece.news, BotsCharacter)] == list(without.told)
    dealt.table.chance.characters.clear()
    assert dealt.table.model_dump() == without.table.model_dump()


@pytest.mark.parametrize("case", CASES)
def test_everybody_is_told_of_each_in_a_line(case: Case) -> None:
    played = begin_table(case, with_a_person(case, "secret"))
    told = [piece.news for piece in played.told if piece.to is None and isinstance(piece.news, BotsCharacter)]
    named = {character.name: character for character in case.game.box.characters}
    assert {news.seat: news.character for news in told} == played.table.chance.characters
    for news in told:
        line = format_news(case.game, news, None)
        assert line.endswith(f" {named[news.character].does}.")
        assert "\n" not in line


@pytest.mark.parametrize("case", CASES)
def test_they_are_saved_with_the_table_and_its_box(case: Case) -> None:
    table = begin_table(case, with_a_person(case, "secret")).table
    box = type(table._box).model_validate_json(table._box.model_dump_json())
    assert box == table._box
    loaded = play.load(type(table), table.model_dump_json(), box)
    assert loaded == table
    assert loaded.chance.characters


@pytest.mark.parametrize(("case", "character"), OF_EACH)
def test_a_bot_of_each_finishes_a_game_by_the_rules_and_does_the_same_again(case: Case, character: Character) -> None:
    table = begin_table(case, with_a_person(case, "secret")).table
    table.chance.characters = dict.fromkeys(table.seats, character.name)
    for number in range(MOST_MOVES):
        if table.outcome is not None:
            return
        seat, question = list_asked(table)
        move = choose_bot_move(case.game, table, number, seat, question)
        if number % 10 == 0:
            assert choose_bot_move(case.game, build_other_truth(case, table, seat), number, seat, question) == move
        table = play.play(table, seat, move).table
        table.audit()
    raise AssertionError(f"not over after {MOST_MOVES} moves")


def build_other_truth(case: Case, table: Table, seat: Seat) -> Table:
    """Return a table that the seat cannot distinguish from this one, with the same bot randomness."""
    other: Table = case.game.redeal(table, seat, Chance(seed="elsewhere"))
    other.chance.seed, other.chance.characters = table.chance.seed, table.chance.characters
    return other


@pytest.mark.parametrize("game", mark_thorough(NAMING))
def test_no_two_bots_play_alike_and_each_mostly_as_the_steady_one(game: AnyGame) -> None:
    case = Case(game, max(game.seats), game.options())
    asked_there = list(list_bot_positions(case))
    answers = {
        name: [answer(case, table, seat, question, name) for table, seat, question in asked_there]
        for name in ("", *(character.name for character in game.box.characters))
    }
    steady = answers.pop("")
    assert len({tuple(map(str, each)) for each in (steady, *answers.values())}) == 1 + len(answers)
    for name, each in answers.items():
        same = sum(one == other for one, other in zip(each, steady, strict=True))
        assert same > 0.4 * len(steady), f"{name} hardly ever answers as others do"


def list_bot_positions(case: Case) -> Iterator[tuple[Table, Seat, Question]]:
    for number in range(2):
        for turn in play_bot_game(case, f"characters {number}"):
            question = play.find_question(turn.before, turn.seat)
            assert question is not None
            yield turn.before, turn.seat, question


def answer(case: Case, table: Table, seat: Seat, question: Question, character: str, revision: int = 7) -> Move:
    """Return the answer of a bot with this character, or of one without if the name is empty."""
    before = table.chance.characters
    table.chance.characters = {seat: character} if character else {}
    try:
        return choose_bot_move(case.game, table, revision, seat, question)
    finally:
        table.chance.characters = before


@pytest.mark.parametrize("game", NAMING)
def test_a_person_whose_seat_a_bot_holds_is_answered_for_as_by_a_steady_one(game: AnyGame) -> None:
    case = Case(game, max(game.seats), game.options())
    draw = with_a_person(case, "secret")
    (person,) = set(range(1, case.players + 1)) - set(list_bots(draw))
    table, random = begin_table(case, draw).table, build_random("held")
    for number in range(40):
        seat, question = list_asked(table)
        move = choose_bot_move(case.game, table, number, seat, question)
        if seat == person:
            assert move == answer(case, table, seat, question, "", number)
        table = play.play(table, seat, question.choose_random_move(random)).table
        if table.outcome is not None:
            break


@pytest.mark.parametrize("game", NAMING)
def test_their_words_fit(game: AnyGame) -> None:
    for character in game.box.characters:
        assert len(f"Bertram (bot, strong, {character.name})") <= 32, "longer than a name can be on Discord"
        assert character.weighs, "it plays as all do"
