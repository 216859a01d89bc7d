"""People of the model, and the measured lengths stored in the games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.engine import play
from bot.engine.game import AnyGame
from bot.engine.multi_step import ChooseOrCompose
from bot.engine.options import build_default_options
from bot.engine.prepared import ALL_OF_IT
from bot.engine.questions import Question
from bot.engine.records import Seat
from bot.engine.table import Step, Table
from bot.games import GAMES
from bot.games.carnegie.moves import TabStep, TrackStep
from bot.games.corporate_espionage.components import BOX as ESPIONAGE
from bot.games.goodwill.components import BOX
from bot.games.goodwill.moves import Nominate
from bot.games.goodwill.rules.steering import Nominations, Vote
from bot.games.goodwill.table import Goodwill
from bot.testing.random_games import EVERY_GAME, Case, build_random, list_values
from bot.testing.thorough import mark_thorough
from tests.games.carnegie.dealing import office
from tests.games.corporate_espionage.dealing import meeting
from tests.lengths.__main__ import (
    AS_IT_BEGINS,
    NO_OFFERS,
    TARGET,
    Line,
    Mean,
    Plan,
    came_true,
    document,
    row,
)
from tests.lengths.held_back import HeldBack
from tests.lengths.people import (
    A_MOVE,
    AWAKE,
    AWAY_FOR,
    HOLDS,
    PLAYED,
    Absences,
    Played,
    Preparing,
    _answer,
    played,
    played_with_absences,
)
from tests.lengths.stops import decides_nothing, is_idle
from tests.measured import chapters_of

GOODWILL = GAMES["goodwill"]
SHORT = GOODWILL.options.model_validate({"length": "short"})


def test_nobody_is_waited_for_beyond_the_pace() -> None:
    case = Case(GOODWILL, 2, SHORT)
    one = played(case, "a game", build_random("people"), pace=24)
    quick = played(case, "a game", build_random("people"), pace=1)
    assert quick.answers == one.answers, "the same game"
    assert quick.days < one.days
    assert quick.days <= 2 * quick.sittings / AWAKE, "an hour at most for each time that somebody has come"


def test_a_sitting_has_one_answer_or_several() -> None:
    case = Case(GAMES["briefcase"], 2, GAMES["briefcase"].options())
    one = played(case, "a game", build_random("people"))
    assert one.sittings < one.answers


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_game_has_figures_for_each_number_of_seats(game: AnyGame) -> None:
    """Written by `make lengths`."""
    assert game.length is not None
    assert set(game.length.days) == set(game.seats)
    assert all(days > 0 for days in game.length.days.values())
    assert 24 in game.length.paces


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_figures_are_about_options_that_there_are(game: AnyGame) -> None:
    assert game.length is not None
    for option, times in game.length.options.items():
        known = {str(value) for value in list_values(game, option)}
        assert set(times) <= known, option


def test_what_becomes_of_prepared_moves_and_conditions_is_noted() -> None:
    case = Case(GAMES["briefcase"], 2, GAMES["briefcase"].options())
    held = played(case, "a game", build_random("people"), preparing=(1,)).held
    assert held[A_MOVE, PLAYED] > 0
    assert {ALL_OF_IT, "company", "market", "mine"} <= {name for name, _ in held}
    assert not came_true(played(case, "a game", build_random("people")).held)


def test_a_player_who_decides_beforehand_takes_what_the_panel_offers_when_their_turn_is_over() -> None:
    """The first answer for attacks, and the next turn right then; the still asked player gets no offer."""
    game = GAMES["corporate-espionage"]
    case, random = Case(game, 3, game.options.model_validate({"honeymoon": "off"})), build_random("people")
    table = case.begin("a game").table
    people = Preparing(case, random, (1, 2, 3), pace=24)
    assert game.play_ahead.turns is not None
    while not people.looks:
        seat, *_ = play.list_asked_seats(table)
        _answer(case, table, seat, random)
        people.has_answered(table, seat, 5.0)
        assert seat not in people.looks or seat not in play.list_asked_seats(table)
    assert [order.kind for order in people.standing[seat]] == ["attack order"]
    assert people.looks == {seat: 5.0}


def test_how_often_a_condition_held_is_said_of_all_times_it_could_be_set() -> None:
    held = {(A_MOVE, PLAYED): 3, (A_MOVE, "not possible"): 1, ("points", HOLDS): 1, ("points", "does not"): 3}
    assert came_true(held) == [
        "Of 4 prepared moves whose time came: 75% played, 25% not possible.",
        "",
        "| only if | could be set | held |",
        "| --- | ---: | ---: |",
        "| points | 4 | 25% |",
        "",
    ]


def test_a_player_who_is_not_away_misses_as_little_as_before() -> None:
    case = Case(GOODWILL, 2, SHORT)
    one = played_with_absences(case, "a game", build_random("people"), pace=10_000)
    assert (one.missed, one.left_to_bots) == (0, 0), "two days away are nothing where there is so much time"


def test_two_days_away_cost_answers_and_at_last_the_seat() -> None:
    case = Case(GOODWILL, 2, SHORT)
    games = [played_with_absences(case, "a game", build_random(f"people {number}"), pace=12) for number in range(6)]
    missed = sum(one.missed for one in games) * case.players
    assert 0 < 2 * sum(one.left_to_bots for one in games) <= missed, "after two in a row a bot takes the seat"


def test_an_absence_begins_where_the_last_one_ended() -> None:
    person = Absences(build_random("a person"))
    looks = []
    now = 0.0
    for _ in range(200):
        person.asked(now, 1.0)
        now = person.looks_in
        looks.append(now)
    late = [after - before for before, after in pairwise(looks) if after - before > 1.5]
    assert late, "they were away"
    assert all(hours <= AWAY_FOR * AWAKE + 1 for hours in late), "and came back after two days"


def test_a_player_who_looks_in_again_has_the_seat_back_from_the_bot() -> None:
    person = Absences(build_random("a person"), looks_in=40.0)
    step = Step()
    person.has_missed(step, counts=True)
    assert not person.is_held(20.0)
    person.has_missed(step, counts=True)
    assert person.is_held(39.0)
    assert not person.is_held(40.0)
    assert (person.misses, person.missed, person.left_to_bots) == (0, 2, 1)


def test_one_game_is_measured_anew_and_the_others_stay_as_they_are() -> None:
    text = document(["## Goodwill\n\nold\n", "## Carnegie\n\n| 2 | 37 |\n"])
    assert chapters_of(text) == {"Goodwill": "## Goodwill\n\nold\n", "Carnegie": "## Carnegie\n\n| 2 | 37 |\n"}
    assert document(list(chapters_of(text).values())) == text


def test_the_page_has_a_chapter_of_each_game_as_the_command_writes_it() -> None:
    text = TARGET.read_text("utf-8")
    chapters = chapters_of(text)
    assert [*chapters] == [game.title for game in GAMES.values()]
    assert document([*chapters.values()]) == text
    for chapter in chapters.values():
        assert "| half beforehand | missed | left to bots |" in chapter
    for game in GAMES.values():
        assert ("| only if | could be set | held |" in chapters[game.title]) == (game.play_ahead.turns is not None)


def test_the_spread_leaves_out_the_shortest_and_the_longest_tenth() -> None:
    mean = Mean([Played(days, answers=50, sittings=40) for days in range(1, 12)])
    assert mean.spread == (2, 10)
    assert row("4", mean) == "| 4 | 11 | 50 | 40 | 6.0 | 2 to 10 |"


def test_kinds_are_compared_in_games_with_the_same_cards_and_people() -> None:
    usual = Mean([Played(days, answers=1, sittings=1) for days in (10, 20, 90)])
    assert Mean([Played(days, answers=1, sittings=1) for days in (5, 10)]).times(usual) == 0.5


def test_what_a_table_begins_with_is_played_more_often() -> None:
    plan = Plan.of(GOODWILL)
    assert len(plan.games(AS_IT_BEGINS, 12, 40)) == len(plan.games(Line("seats", "2"), 12, 40)) == 40
    assert len(plan.games(Line("away", "length", "short"), 12, 40)) == 12
    assert set(plan.kinds) >= {Line("beforehand", ""), Line("away", ""), Line("pace", "24")}


@pytest.mark.thorough
def test_there_is_nothing_to_decide_where_no_answer_changes_the_outcome() -> None:
    older = replace(GOODWILL, box=BOX.model_copy(update={"edition": 2}))  # now there is no pointless question
    table = Case(older, 2, GOODWILL.options()).begin("a game").table
    assert isinstance(table, Goodwill)
    step = Nominations(company="Amber", begun=True)
    table.agenda[:0] = [step]
    for seat, shares in ((1, 9), (2, 1)):
        table.investors[seat].shares["Amber"] = shares
    boss = table.available[0]
    play.play_here(table, 1, Nominate(boss=boss))
    play.play_here(table, 2, Nominate(boss=None))
    assert isinstance(table.agenda[0], Vote)
    assert not is_idle(older, table, 1)
    assert is_idle(older, table, 2), "one vote of ten"


def test_there_is_something_to_decide_where_it_may_matter_by_what_others_say() -> None:
    table = Case(GOODWILL, 3, GOODWILL.options()).begin("a game").table
    before = table.model_dump_json()
    assert not any(is_idle(GOODWILL, table, seat) for seat in play.list_asked_seats(table))
    assert table.model_dump_json() == before


def asked_in(key: str, players: int) -> Iterator[tuple[Table, Seat, Question]]:
    """Yield each question of a game of bots; the table goes on when the next one is wanted."""
    case, random = Case(GAMES[key], players, GAMES[key].options()), build_random("asked")
    table = case.begin("asked").table
    while table.outcome is None:
        seat, *_ = play.list_asked_seats(table)
        question = play.find_question(table, seat)
        assert question is not None
        yield table, seat, question
        _answer(case, table, seat, random)


def test_a_player_who_can_put_a_turn_together_has_something_to_decide() -> None:
    """Big Shoulders: the list says "Pass" alone, although something can be sold."""
    table, seat, question = next(asked for asked in asked_in("big-shoulders", 2) if "sell or pass" in asked[2].prompt)
    assert isinstance(question, ChooseOrCompose)
    assert len(question.moves) == 1
    assert not is_idle(GAMES["big-shoulders"], table, seat)


def test_a_player_who_goes_on_at_once_was_not_waited_for() -> None:
    """Briefcase: a turn ends with "End turn" as the only option, which its player presses right after the last play."""
    case = Case(GAMES["briefcase"], 2, GAMES["briefcase"].options())
    assert any(decides_nothing(table, seat) for table, seat, _ in asked_in("briefcase", 2))
    assert played(case, "a game", build_random("people"), looks_for_idle=True).idle == 0


def test_what_only_a_hand_decides_is_asked_so_that_nobody_learns_of_the_hand() -> None:
    """Corporate Espionage: a Wiretap discards one of two equal cards that only the attacker has seen."""
    game = GAMES["corporate-espionage"]
    box = ESPIONAGE.model_copy(update={"edition": 4})  # now nobody is asked for the only card
    hands = {("Intern",): (True, True), ("Intern", "Intern"): (True, False), ("Intern", "Poach"): (False, False)}
    for cards, expected in hands.items():
        wiretap = meeting(box=box).hand("Ada", "Wiretap").hand("Bob", *cards)
        table = wiretap.spy("Ada", "Wiretap", at="Bob").all_pass().table
        assert play.list_asked_seats(table) == [1]
        assert (decides_nothing(table, 1), is_idle(game, table, 1)) == expected, cards


@pytest.mark.parametrize("game", mark_thorough(EVERY_GAME))
def test_nobody_is_waited_for_a_player_who_has_nothing_to_decide(game: AnyGame) -> None:
    case = Case(game, min(3, max(game.seats)), build_default_options(game.options, 24))
    assert played(case, "nothing to decide", build_random("people"), looks_for_idle=True).idle == 0


def test_who_waited_for_others_in_carnegie_and_took_nothing_is_counted() -> None:
    """Ann could come to the end box of the West, so Bob, who could too, waits; then he slides a tab."""
    for order, expected in ((TabStep(project="housing"), True), (TrackStep(region="west"), False)):
        desk = office("Ann Bob").next_event("rd", "south")
        for name in ("Ann", "Bob"):
            desk.workers(name, "a2", standing=2).at_box(name, "west", 3)
        desk.pick("rd")
        held_back = HeldBack()
        held_back.look(desk.table, 1)
        assert not held_back.took_nothing(desk.plan("Ann").table, 1), "Ann did not wait"
        held_back.look(desk.table, 2)
        assert held_back.took_nothing(desk.plan("Bob", order).table, 2) == expected


def test_where_nobody_uses_any_offer_a_game_takes_longer() -> None:
    case = Case(GAMES["big-shoulders"], 2, build_default_options(GAMES["big-shoulders"].options, 24))
    usual, without = (
        played(case, "a game", build_random("people"), uses_offers=uses_offers) for uses_offers in (True, False)
    )
    assert without.sittings > usual.sittings
    assert NO_OFFERS in Plan.of(GAMES["big-shoulders"]).kinds


def test_a_prepared_move_counts_as_played_where_only_other_options_have_come_or_gone() -> None:
    """As the host takes it: of Big Shoulders' actions some are taken meanwhile."""
    case = Case(GAMES["big-shoulders"], 3, build_default_options(GAMES["big-shoulders"].options, 24))
    held = played(case, "a game", build_random("people"), preparing=(1, 2, 3)).held
    assert held[A_MOVE, PLAYED] > 3 * held.get((A_MOVE, "would do something else"), 0)
