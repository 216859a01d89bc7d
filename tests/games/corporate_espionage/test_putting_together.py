"""Espionage, offers and statements are put together in private and announced as one play; also what version 1 left."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.multi_step import ChooseOrCompose
from bot.engine.questions import Choose, Question, compute_etag
from bot.engine.records import Move
from bot.games import GAMES
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.components import BOX
from bot.games.corporate_espionage.moves import (
    Accept,
    Aim,
    Announce,
    Back,
    BackUp,
    EndTurn,
    Lend,
    LetItPass,
    NameCard,
    Points,
    Respond,
    Settle,
    Speak,
    Spy,
    State,
    TakeOver,
    Tell,
    Trade,
    TradeCard,
    Turns,
)
from bot.games.corporate_espionage.rules.your_turn import Actions, NextPart
from bot.games.corporate_espionage.table import Espionage
from bot.games.corporate_espionage.upgrades import UPGRADES
from bot.host.record.export import parse_export
from bot.host.record.proof import verify_export
from bot.testing.random_games import build_random
from bot.testing.recording import build_case, read_record
from tests.games.corporate_espionage.dealing import THREE, Evening, meeting

RECORDS = Path(__file__).with_name("records")
LAWSUIT, POACH = Spy(card="ES01"), Spy(card="ES06")
EXPORTED = sorted(Path(__file__).with_name("exported").glob("*.json"))


def office(**options: Any) -> Evening:
    """Ada can sue or poach; Bob has two employees."""
    game = meeting(THREE, **options).hand("Ada", "Lawsuit", "Poach").in_play("Bob", "Intern", "Programmer")
    return game.in_play("Cid", "Intern").accounts(Bob=4)


def leaves(game: Evening, *parts: Move) -> list[str]:
    """The text beside each choice."""
    question = game.question("Ada")
    assert isinstance(question, ChooseOrCompose)
    return [words for _, words in question.otherwise.describe_parts(parts)]


def choices(question: Question | None) -> list[str]:
    assert isinstance(question, Choose)
    return [option.label for option in question.options]


# Today


def test_espionage_with_its_target_and_card_is_one_play() -> None:
    game = office().hand("Bob", "Injunction")
    assert choices(game.composing("Ada").question)[:2] == ["Use Lawsuit for 3", "Use Poach for 4"]
    assert choices(game.composing("Ada", POACH).question) == ["<seat:2>", "<seat:3> (Intern)"]
    assert choices(game.composing("Ada", POACH, Aim(target=2)).question) == ["Intern", "Programmer"]
    assert not game.offers("Ada", Announce(parts=(POACH, Aim(target=2))))
    game.announce("Ada", POACH, Aim(target=2), NameCard(number=game.number("Bob", "Programmer")))
    assert game.read_by("Cid") == [
        "<seat:1> uses Poach for 4 against <seat:2>, naming Programmer: " + BOX.card["ES06"].text
    ]
    assert game.asked == ["Bob"]
    game.let_pass("Bob")
    assert game.team("Ada") == ["Programmer"]


def test_each_choice_says_what_it_costs_and_does() -> None:
    assert leaves(office(), LAWSUIT, Aim(target=2)) == [
        "Leaves you 17 points.",
        "Leaves you 17 points. <seat:2> would lose 5 points and has 4.",
    ]
    assert leaves(office(), POACH, Aim(target=2)) == [
        "Leaves you 16 points.",
        "Leaves you 16 points. <seat:2> has Intern and Programmer.",
    ]


def test_where_there_is_only_one_target_or_card_it_is_meant() -> None:
    game = meeting().hand("Ada", "Poach").in_play("Bob", "Intern")
    assert game.composing("Ada", POACH).complete
    game.announce("Ada", POACH)
    assert game.team("Ada") == ["Intern"]


def test_espionage_against_all_needs_no_target() -> None:
    game = meeting(THREE).hand("Ada", "Price War").accounts(Bob=8)
    price_war = Spy(card=game.card_id("Price War"))
    assert leaves(game, price_war) == [
        "Leaves you 17 points. <seat:2> would lose 5 points and has 8. <seat:3> would lose 5 points and has 20."
    ]
    game.announce("Ada", price_war)
    assert (game.account("Bob"), game.account("Cid")) == (3, 15)


def test_a_plan_that_can_no_longer_be_paid_is_dropped() -> None:
    """CE-12: while Ada aims for all her points, Bob uses a Poison Pill, and she a Loophole against it."""
    game = office().accounts(Ada=3).hand("Ada", "Loophole").hand("Bob", "Poison Pill")
    before = compute_etag(game.question("Ada"), 0)
    assert game.can_announce("Ada", LAWSUIT, Aim(target=2))
    game.use("Bob", "Poison Pill", mode=1).respond("Ada", "Loophole").all_pass()
    assert game.account("Ada") == 1
    assert compute_etag(game.question("Ada"), 0) != before, (
        "what was put together does not fit any more, and this is told"
    )
    assert not game.can_announce("Ada", LAWSUIT)
    with pytest.raises(play.IllegalMove):
        play.play(game.table, 1, Announce(parts=(LAWSUIT, Aim(target=2))))


def test_what_can_be_chosen_on_the_way_makes_it_another_question() -> None:
    tags = {compute_etag(game.question("Ada"), 0) for game in (office(), office().in_play("Bob", "Sales Rep"))}
    assert len(tags) == 2


def test_an_offer_and_a_statement_are_one_play_each() -> None:
    game = office(trading=True, loans=True, statements=True)
    assert isinstance(question := game.question("Ada"), ChooseOrCompose)
    assert question.opens == "Espionage, takeover, deals, statements"
    game.announce("Ada", Trade(partner=3, selling=True), Points(points=7), TradeCard(card="ES06"))
    assert len(game.read_by("Bob")) == 1
    game.default().announce("Ada", Speak(), State(what="alliance", about=3), Tell(to=None))
    assert len(game.read_by("Bob")) == 1


def test_bots_put_together_what_they_announce() -> None:
    game = office().accounts(Bob=20)
    for card in ("Lawsuit", "Poach"):
        game.table.companies[1].hand = [game.card_id(card)]
        move = GAME.choose(game.view("Ada"), game.question("Ada"), build_random(1))
        assert isinstance(move, Announce)
        assert game.offers("Ada", move)


# What shall follow


def test_a_turn_can_end_with_an_attack() -> None:
    """CE-43: with any outcome; so the game does not wait for the attacker again."""
    game = office().hand("Bob", "Injunction")
    stage = game.composing("Ada", LAWSUIT, Aim(target=2))
    assert stage.complete
    assert choices(stage.question) == ["End my turn afterwards"]
    game.announce("Ada", LAWSUIT, Aim(target=2), EndTurn()).respond("Bob", "Injunction").all_pass()
    assert game.is_on("Bob")


def test_a_loophole_is_held_ready_behind_an_attack() -> None:
    """CE-43: it is used by itself against the Injunction, and kept where nothing answers the attack."""
    loophole = BackUp(card="SV03", mode=0)
    for answer, account, held in ((Respond(card="SV01", mode=0), 15, []), (LetItPass(), 17, ["Loophole"])):
        game = meeting(THREE).in_play("Bob", "Intern", "Programmer")
        game.hand("Ada", "Lawsuit", "Loophole").hand("Bob", "Injunction")
        labels = choices(game.composing("Ada", LAWSUIT, Aim(target=2)).question)
        assert labels == ["Use Loophole for 2 if savvy answers it", "End my turn afterwards"]
        game.announce("Ada", LAWSUIT, Aim(target=2), loophole)
        assert "Loophole: if savvy answers your play" in game.board("Ada")
        game.do("Bob", answer).all_pass()
        assert (game.account("Ada"), game.cards("Ada")) == (account, held)
        assert game.account("Bob") == 15 - 3 * (not held)


def test_a_loophole_that_can_no_longer_be_paid_is_not_used() -> None:
    """CE-43: it is held ready only where no question about it remains."""
    game = office().accounts(Ada=4).hand("Ada", "Loophole")
    assert choices(game.composing("Ada", LAWSUIT, Aim(target=2)).question) == ["End my turn afterwards"]
    game = office(reactions="discreet").hand("Ada", "Loophole")
    assert choices(game.composing("Ada", LAWSUIT, Aim(target=2)).question) == ["End my turn afterwards"]
    game = office().accounts(Ada=5, Bob=20).hand("Ada", "Loophole").hand("Bob", "Counter-Intelligence", "Injunction")
    game.announce("Ada", LAWSUIT, Aim(target=2), BackUp(card="SV03", mode=0)).accounts(Ada=1)
    game.respond("Bob", "Injunction").all_pass()
    assert (game.cards("Ada"), game.account("Bob")) == (["Poach", "Loophole"], 17)


def test_a_takeover_says_what_becomes_of_the_company() -> None:
    """CE-43."""
    game = meeting(THREE).accounts(Ada=60, Bob=2).in_play("Bob", "Intern", "Key Patent")
    takeover = TakeOver(target=2)
    assert leaves(game, takeover, Settle(retain=False), EndTurn()) == [
        "Leaves you 51 points.",
        "Leaves you 54 points.",
        "",
    ]
    assert choices(game.composing("Ada", takeover).question) == [
        "Retain team and assets",
        "Lay off and liquidate for 3",
    ]
    game.announce("Ada", takeover, Settle(retain=False), EndTurn()).all_pass()
    assert (game.account("Ada"), game.alive("Bob"), game.asked) == (54, False, ["Cid"])


def test_a_game_of_the_second_edition_comes_out_as_it_was_played_then() -> None:
    """CE-41: so its record can still be proven; its bots are played again, and everything that was told is compared."""
    random = build_random(0)
    presets = {name: preset.model_copy(update={"seat_bonus": name == "league"}) for name, preset in BOX.presets.items()}
    box = BOX.model_copy(update={"edition": 2, "presets": presets})
    table = GAME.set_up(GAME.options(), 4, "e1", box)
    play.begin(table)
    seen = sha256()
    while table.outcome is None:
        seat, *_ = play.list_asked_seats(table)
        question = play.find_question(table, seat)
        assert question is not None
        move = GAME.choose(GAME.view(table, seat), question, random)
        seen.update(move.model_dump_json().encode())
        for told in play.play_here(table, seat, move):
            seen.update(told.news.model_dump_json().encode())
    assert seen.hexdigest()[:16] == "2e7defb831f55011", "as recorded with the program of that time"


# What version 1 has left


def test_the_moves_of_version_1_in_records_are_still_understood() -> None:
    steps: dict[tuple[Move, ...], Announce | None] = {
        (LAWSUIT, Aim(target=2)): Announce(parts=(LAWSUIT, Aim(target=2))),
        (POACH, Aim(target=3)): Announce(parts=(POACH, Aim(target=3))),
        (LAWSUIT, Back()): None,
        (POACH, Aim(target=2), Back(), Aim(target=3)): Announce(parts=(POACH, Aim(target=3))),
        (Lend(partner=2, lending=True), Points(points=0)): None,
        (Lend(partner=2, lending=True), Points(points=2), Points(points=3), Turns(turns=1), Accept()): Announce(
            parts=(Lend(partner=2, lending=True), Points(points=2), Points(points=3), Turns(turns=1))
        ),
        (Speak(), State(what="alliance", about=2), Back(), Back()): None,
    }
    for moves, together in steps.items():
        old, new = office(loans=True, statements=True), office(loans=True, statements=True)
        for move in moves:
            old.do("Ada", move)
        assert old.table == (new if together is None else new.do("Ada", together)).table


def test_the_end_of_the_turn_ends_what_version_1_had_begun() -> None:
    game = office().do("Ada", POACH).do("Ada", EndTurn())
    assert game.is_on("Bob")
    assert all(step.chosen == [] for step in game.table.agenda if isinstance(step, Actions))


def test_nobody_else_learns_what_version_1_had_begun() -> None:
    game = office().do("Ada", POACH)
    assert game.view("Ada").aiming == "ES06"
    assert game.view("Bob").aiming is None
    other = GAME.redeal(game.table, 2, Chance(seed="another"))
    assert [step.chosen for step in other.agenda if isinstance(step, Actions)] == [[]]


DRAFTS: dict[str, tuple[dict[str, Any], list[Move]]] = {
    "a target": ({"kind": "aiming", "card": "ES06", "target": None, "named": None, "ready": False}, [POACH]),
    "a card": (
        {"kind": "aiming", "card": "ES06", "target": 2, "named": None, "ready": False},
        [POACH, Aim(target=2)],
    ),
    "what is sold": (
        {"kind": "trade draft", "partner": 2, "selling": True, "points": 3, "card": None, "number": None},
        [Trade(partner=2, selling=True), Points(points=3)],
    ),
    "when a loan is due": (
        {"kind": "loan draft", "partner": 2, "lending": True, "points": 2, "back": 3, "turns": None, "sure": False},
        [Lend(partner=2, lending=True), Points(points=2), Points(points=3)],
    ),
    "who hears it": (
        {"kind": "statement draft", "what": "alliance", "about": 3, "done": False},
        [Speak(), State(what="alliance", about=3)],
    ),
}


@pytest.mark.parametrize("missing", DRAFTS)
def test_a_game_saved_while_something_was_put_together_goes_on_there(missing: str) -> None:
    draft, chosen = DRAFTS[missing]
    game = office(trading=True, loans=True, statements=True)
    raw = json.loads(game.table.model_dump_json())
    for step in raw["agenda"]:
        step.pop("chosen", None)
    raw["agenda"].insert(0, {"by": 1, "dropped": False, "begun": True, **draft})
    game.table = play.load(Espionage, json.dumps(UPGRADES[1](raw)), BOX)
    other = office(trading=True, loans=True, statements=True)
    for move in chosen:
        other.do("Ada", move)
    assert game.table == other.table
    assert game.labels("Ada")[-1] == "Back"
    while not isinstance(game.question("Ada"), ChooseOrCompose):
        game.do("Ada", Back())
    assert game.is_on("Ada")


@pytest.mark.parametrize("path", EXPORTED, ids=lambda path: path.stem)
def test_exported_games_of_version_1_are_proven(path: Path) -> None:
    """People, bots, defaults and standing orders took part in them."""
    report = verify_export(parse_export(path.read_text(encoding="utf-8")), GAMES)
    assert [check.text for check in report.checks if not check.ok] == []
    assert report.complete


def test_there_are_exported_games_of_version_1() -> None:
    assert len(EXPORTED) == 2


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_every_question_of_a_record_can_say_what_its_deadline_does(path: Path) -> None:
    record = read_record(path)
    table = build_case(GAME, record).begin(record["seed"]).table
    for entry in record["moves"]:
        seat = entry["seat"]
        question = play.find_question(table, seat)
        assert question is not None
        default = play.get_default_move(table, seat) if seat in play.list_asked_seats(table) else None
        if default is not None:
            said = question.describe(default)
            assert said
            if isinstance(question, NextPart):
                assert said == "End my turn"
        table = play.play(table, seat, GAME.moves.validate_python(entry["move"]), question=question).table
