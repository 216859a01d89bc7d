"""Two tables that differ only in what one company hides look the same to everybody else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from bot.engine import play
from bot.engine.chance import Chance
from bot.engine.news_text import format_news
from bot.engine.records import Move
from bot.engine.search import Worlds
from bot.engine.table import AnswerSealed
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.components import BOX
from bot.games.corporate_espionage.moves import (
    Aim,
    BackUp,
    EndTurn,
    GiveUp,
    Lend,
    LetItPass,
    PickFromHand,
    Points,
    Prepare,
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
    UseSavvy,
)
from bot.games.corporate_espionage.rules.hostile_takeover import Takeover
from bot.games.corporate_espionage.rules.insolvency import Insolvency
from bot.games.corporate_espionage.rules.someone_elses_turn import Window
from bot.games.corporate_espionage.table import Espionage
from tests.games.corporate_espionage.dealing import THREE, Evening, meeting

Script = Callable[[Evening], Any]


def seen(game: Evening, *hiding: str) -> dict[str, Any]:
    """Everything that those who hide nothing, and spectators, can look at or have read."""
    found: dict[str, Any] = {"asked": game.asked, "title": game.waiting}
    step = game.table.agenda[0] if game.table.agenda else None
    found["called"] = None if step is None else sorted(step.list_seats_to_ping(game.table))
    if isinstance(step, Window | Insolvency):
        found["free"] = [question.is_free for question in play.list_questions(game.table).values()]
    for reader in (None, *(name for name in game.names if name not in hiding)):
        view = game.view(reader)
        seat = None if reader is None else game.seat(reader)
        found[f"{reader}: view"] = view
        found[f"{reader}: page"] = GAME.page(view)
        found[f"{reader}: hand"] = GAME.hand(view)
        found[f"{reader}: question"] = None if seat is None else play.find_question(game.table, seat)
        told = [piece for piece in game.latest if not isinstance(piece.news, AnswerSealed)]
        found[f"{reader}: read"] = [format_news(GAME, piece.news, seat) for piece in told if piece.is_visible_to(seat)]
    return found


def check(tables: Sequence[Evening], script: Sequence[Script], *hiding: str) -> None:
    """Play the same at both tables and compare after each move."""
    one, other = tables
    assert one.table.model_dump(exclude={"chance"}) != other.table.model_dump(exclude={"chance"})
    for at, move in enumerate([lambda game: game, *script]):
        move(one)
        move(other)
        left, right = seen(one, *hiding), seen(other, *hiding)
        for what in left:
            assert left[what] == right[what], f"after move {at}: {what} tells something"


def passes(name: str) -> Script:
    return lambda game: game.let_pass(name)


ANSWERS = {
    "Injunction": "Ransomware",
    "Counter-Intelligence": "Lawsuit",
    "Scapegoat": "Tax Tip-Off",
    "Bridge Loan": "Poach",
    "Networking Lunch": "Lawsuit",
    "Poison Pill": "Lawsuit",
    "Loophole": "Lawsuit",
}


@pytest.mark.parametrize("reactions", ["aimed", "discreet", "everyone"])
@pytest.mark.parametrize("hidden", ANSWERS)
def test_who_could_answer_espionage(hidden: str, reactions: str) -> None:
    """CE-14: Bob holds an answer, or a Founder instead."""
    tables = []
    for card in (hidden, "Founder"):
        game = meeting(THREE, reactions=reactions).in_play("Bob", "Intern").hand("Bob", card)
        tables.append(game.hand("Ada", ANSWERS[hidden]).hand("Cid", "Intern"))
    spy: Script = lambda game: game.spy("Ada", ANSWERS[hidden], at="Bob")  # noqa: E731
    others: list[Script] = [passes("Cid")] if reactions == "everyone" else []
    check(tables, [spy, passes("Bob"), *others, lambda game: game.end_turn("Ada")], "Bob")


@pytest.mark.parametrize("hidden", ["Counter-Offer", "Loophole"])
def test_who_could_answer_a_hire(hidden: str) -> None:
    """CE-14."""
    tables = [
        meeting(THREE).hand("Bob", card).hand("Cid", "Poach").hand("Ada", "Intern") for card in (hidden, "Founder")
    ]
    hire: Script = lambda game: game.hire("Ada", "Intern")  # noqa: E731
    check(tables, [hire, passes("Cid"), passes("Bob")], "Bob")


def test_who_could_answer_savvy() -> None:
    """CE-14."""
    tables = [
        meeting(THREE).hand("Bob", card, "Intern").hand("Cid", "Poach").hand("Ada", "Bridge Loan")
        for card in ("Loophole", "Founder")
    ]
    use: Script = lambda game: game.use("Ada", "Bridge Loan")  # noqa: E731
    check(tables, [use, passes("Bob"), passes("Cid")], "Bob")


def test_who_could_answer_a_takeover() -> None:
    """CE-14."""
    tables = [meeting(THREE).accounts(Ada=60, Bob=3).hand("Bob", card) for card in ("Poison Pill", "Founder")]
    take: Script = lambda game: game.take_over("Ada", "Bob")  # noqa: E731
    check(tables, [take, passes("Bob")], "Bob")


def test_whether_the_attacker_has_a_loophole() -> None:
    """CE-14: the answer to an answer."""
    tables = [
        meeting(THREE).hand("Ada", "Lawsuit", card).hand("Bob", "Injunction").hand("Cid", "Intern")
        for card in ("Loophole", "Founder")
    ]
    script: list[Script] = [
        lambda game: game.spy("Ada", "Lawsuit", at="Bob"),
        lambda game: game.respond("Bob", "Injunction"),
        passes("Cid"),
        passes("Ada"),
    ]
    check(tables, script, "Ada")


def test_which_answer_lies_sealed() -> None:
    """CE-16: Bob responds or passes; before Cid has answered nobody sees a difference."""
    tables = []
    for answer in (LetItPass(), Respond(card="SV05", mode=0)):
        game = meeting(THREE).hand("Ada", "Intern").hand("Bob", "Counter-Offer").hand("Cid", "Poach")
        tables.append(game.hire("Ada", "Intern").do("Bob", answer))
    check(tables, [], "Bob")
    assert tables[0].asked == ["Cid"]
    assert tables[0].view("Ada").waiting_for == []
    tables[1].let_pass("Cid")
    assert any("Counter-Offer" in line for line in tables[1].read_by("Cid"))


def test_an_unread_answer_stays_unknown() -> None:
    """CE-16: Bob's Counter-Offer is read first; whether Cid had one ready nobody learns."""
    tables = []
    for answer in (LetItPass(), Respond(card="SV05", mode=0)):
        game = (
            meeting(THREE).hand("Ada", "Intern", "Paralegal").hand("Bob", "Counter-Offer").hand("Cid", "Counter-Offer")
        )
        game.hire("Ada", "Intern").do("Cid", answer).respond("Bob", "Counter-Offer")
        tables.append(game)
    check(tables, [passes("Cid"), passes("Ada"), lambda game: game.end_turn("Ada")], "Cid")


def test_what_is_held_ready_behind_an_attack() -> None:
    """CE-43: a Loophole, or that the turn ends; before it matters nobody sees a difference."""
    for then in (BackUp(card="SV03", mode=0), EndTurn()):
        tables = []
        for parts in ((), (then,)):
            game = meeting(THREE).hand("Ada", "Lawsuit", "Loophole").hand("Bob", "Injunction")
            tables.append(game.announce("Ada", Spy(card="ES01"), Aim(target=2), *parts))
        check(tables, [lambda game: game.respond("Bob", "Injunction")], "Ada")


def test_what_a_raider_has_decided() -> None:
    """CE-43."""
    tables = []
    for retain in (True, False):
        game = meeting(THREE).accounts(Ada=60, Bob=2).in_play("Bob", "Intern").hand("Bob", "Poison Pill")
        tables.append(game.announce("Ada", TakeOver(target=2), Settle(retain=retain)))
    others = [GAME.redeal(tables[0].table, 2, Chance(seed=str(number))) for number in range(9)]
    decided = {step.retain for other in others for step in other.agenda if isinstance(step, Takeover)}
    assert decided == {True, False}, "an imagined truth has it both ways"
    check(tables, [lambda game: game.respond("Bob", "Poison Pill")], "Ada")


@pytest.mark.parametrize("hidden", ["Bridge Loan", "Poison Pill"])
def test_who_could_settle_a_debt(hidden: str) -> None:
    """CE-14, CE-22: a company without an asset is asked all the same."""
    tables = [
        meeting(THREE).accounts(Bob=0).in_play("Bob", "Intern").hand("Bob", card).hand("Ada", "Lawsuit")
        for card in (hidden, "Founder")
    ]
    spy: Script = lambda game: game.spy("Ada", "Lawsuit", at="Bob")  # noqa: E731
    check(tables, [spy, lambda game: game.do("Bob", GiveUp())], "Bob")


def test_what_is_laid_ready() -> None:
    """CE-35: nobody sees it, until it is used."""
    tables = [meeting(THREE).hand("Ada", "Bridge Loan").hand("Bob", "Intern") for _ in range(2)]
    tables[0].do("Ada", Prepare(card="SV04", when="before my income")).latest.clear()
    check(tables, [lambda game: game.end_turn("Ada"), lambda game: game.do("Bob", EndTurn())], "Ada")


def test_what_is_laid_ready_in_a_window() -> None:
    """CE-35."""
    tables = []
    for answer in (LetItPass(), LetItPass(then="SV08")):
        game = meeting(THREE).hand("Ada", "Intern").hand("Bob", "Networking Lunch").hand("Cid", "Poach")
        tables.append(game.hire("Ada", "Intern").do("Bob", answer))
    check(tables, [], "Bob")


def test_what_is_offered_is_known_from_then_on() -> None:
    """CE-28."""
    game = meeting(THREE, trading=True).hand("Ada", "Lawsuit", "Poach").hand("Bob", "Intern")
    game.announce("Ada", Trade(partner=2, selling=True), Points(points=3), TradeCard(card="ES06"))
    assert any("Poach" in line for line in game.read_by("Cid"))
    assert game.view("Cid").companies[1].known == ["ES06"]


DRAFTS: dict[str, tuple[dict[str, Any], list[Move]]] = {
    "espionage": ({}, [Spy(card="ES06"), Aim(target=2)]),
    "a card to sell": ({"trading": True}, [Trade(partner=2, selling=True), Points(points=3)]),
    "a price": ({"trading": True}, [Trade(partner=2, selling=False)]),
    "a loan": ({"loans": True}, [Lend(partner=2, lending=True), Points(points=3), Points(points=4), Turns(turns=1)]),
    "a statement": ({"statements": True}, [Speak(), State(what="alliance", about=3)]),
    "savvy for later": ({}, [Prepare(card="SV04", when="before my income")]),
}
"""What Ada did move by move in version 1, whose games are played again; and what she still does in secret."""


@pytest.mark.parametrize("draft", DRAFTS)
def test_nobody_notices_that_something_is_put_together(draft: str) -> None:
    """CE-12: neither while it is, nor by what happens when Ada's time runs out; for there must be a card for it."""
    options, moves = DRAFTS[draft]

    def fresh() -> Evening:
        game = meeting(THREE, **options).hand("Ada", "Poach", "Bridge Loan").in_play("Bob", "Intern", "Programmer")
        game.in_play("Cid", "Intern")
        game.latest.clear()
        return game

    plain, drafting = fresh(), fresh()
    for move in moves:
        drafting.do("Ada", move)
        assert drafting.latest == []
        assert drafting.question("Ada").rule == plain.question("Ada").rule
        assert drafting.question("Ada").is_free == plain.question("Ada").is_free
        assert seen(drafting, "Ada") == seen(plain, "Ada")
        assert drafting.table.agenda[0].time_share == plain.table.agenda[0].time_share
    assert seen(drafting.default(), "Ada") == seen(plain.default(), "Ada")
    assert drafting.is_on("Bob")


def test_time_that_runs_out_counts_whatever_is_in_the_hand() -> None:
    """CE-14: also where only one answer was possible, in windows, debts, offers and the own turn."""
    empty = meeting(THREE)
    empty.company("Ada").inventory.clear()
    assert empty.labels("Ada") == ["End my turn"]
    assert empty.question("Ada").is_free
    looked = meeting(THREE).hand("Ada", "Wiretap").hand("Bob", "Intern", "Intern")
    looked.spy("Ada", "Wiretap", at="Bob").all_pass()
    assert len(looked.labels("Ada")) == 1
    assert looked.question("Ada").is_free
    poor = meeting(THREE, trading=True).hand("Ada", "Intern").hand("Bob", "Founder").accounts(Bob=2)
    poor.announce("Ada", Trade(partner=2, selling=True), Points(points=9), TradeCard(card="EM01"))
    assert poor.labels("Bob") == ["Refuse"]
    assert poor.question("Bob").is_free


def test_a_private_statement() -> None:
    """CE-30: only the other one hears it."""
    tables = []
    for what in ("alliance", "embargo"):
        statement = State.model_validate({"what": what, "about": 3})
        tables.append(meeting(THREE, statements=True).announce("Ada", Speak(), statement, Tell(to=2)))
    assert tables[0].read_by("Bob") != tables[1].read_by("Bob")
    assert tables[0].read_by("Cid") == tables[1].read_by("Cid") == tables[0].read_by(None) == []


def test_what_is_drawn() -> None:
    """Only the number is public."""
    tables = []
    for card in ("Founder", "Injunction"):
        game = meeting(THREE).hand("Ada", "Networking Lunch").on_top("Ada", card, "Intern")
        tables.append(game.do("Ada", UseSavvy(card="SV08", mode=0)))
    assert "Founder" in " ".join(tables[0].read_by("Ada"))
    check(tables, [lambda game: game.end_turn("Ada")], "Ada")


def test_what_a_wiretap_shows() -> None:
    """CE-14: the attacker sees the hand, the others only the discarded cards; and the asked seats stay the same."""
    tables = []
    for card in ("Injunction", "Founder"):
        game = meeting(THREE).hand("Bob", "Poach", card).hand("Ada", "Wiretap", "Lawsuit").on_top("Ada", "Intern")
        tables.append(game)
    script: list[Script] = [
        lambda game: game.spy("Ada", "Wiretap", at="Bob").all_pass(),
        lambda game: game.do("Ada", PickFromHand(card="ES06")),
        lambda game: game.spy("Ada", "Lawsuit", at="Bob"),
        passes("Bob"),
    ]
    check(tables, script, "Bob", "Ada")
    assert "Injunction" in tables[0].board("Ada")
    assert tables[0].view("Cid").companies[2].known == []


def test_a_hidden_account() -> None:
    """CE-17, CE-19: its contents are hidden, and never decide whether a player is asked."""
    tables = [
        meeting(THREE).in_play("Bob", "Offshore Account").accounts(Bob=points).hand("Bob", "Injunction", "Intern")
        for points in (0, 2)
    ]
    for game in tables:
        game.hand("Ada", "Ransomware")
    spy: Script = lambda game: game.spy("Ada", "Ransomware", at="Bob")  # noqa: E731
    check(tables, [spy, passes("Bob"), lambda game: game.end_turn("Ada")], "Bob")


def test_a_takeover_of_a_hidden_account() -> None:
    """CE-17: it may be tried; only its failure is public, and it is not tried again."""
    tables = [meeting(THREE).accounts(Ada=30, Bob=points).in_play("Bob", "Offshore Account") for points in (40, 50)]
    check(tables, [lambda game: game.take_over("Ada", "Bob")], "Bob")
    assert tables[0].account("Ada") == 30
    assert not any(label.startswith("Take over") and "2" in label for label in tables[0].labels("Ada"))


def test_with_eligible_windows_waiting_tells() -> None:
    """CE-14: the table agreed to that."""
    asked = []
    for card in ("Injunction", "Founder"):
        game = meeting(THREE, reactions="eligible").hand("Bob", card).hand("Ada", "Ransomware")
        asked.append(game.spy("Ada", "Ransomware", at="Bob").asked)
    assert asked == [["Bob"], ["Ada"]]


def test_with_eligible_windows_others_know_that_there_is_an_answer_and_not_which() -> None:
    """CE-14: for any card of Bob's, to Cid the same may be true, and it always explains why Bob is asked."""
    tables = []
    for card in ("Injunction", "Scapegoat"):
        game = meeting(THREE, reactions="eligible").hand("Bob", card, "Founder").hand("Ada", "Ransomware")
        tables.append(game.spy("Ada", "Ransomware", at="Bob").table)
        assert game.asked == ["Bob"]
    assert GAME.view(tables[0], 3) == GAME.view(tables[1], 3)
    answers = set(BOX.answering["espionage_at_me"])
    held = set()
    for number in range(12):
        one, other = (Worlds(GAME, table, 3).deal_world(number, "x") for table in tables)
        assert one == other
        assert isinstance(one, Espionage)
        one.audit()
        held |= answers & set(one.companies[2].hand)
        assert answers & set(one.companies[2].hand)
    assert len(held) > 1


@pytest.mark.parametrize("used", [False, True])
def test_nobody_waits_for_cards_that_are_gone(used: bool) -> None:
    """CE-14: everybody can see when all answers of a deck were used."""
    game = meeting().hand("Bob", "Founder").hand("Ada", "Ransomware")
    if used:
        game.used("Bob", "Injunction", "Injunction", "Counter-Intelligence", "Scapegoat")
    assert game.spy("Ada", "Ransomware").asked == (["Ada"] if used else ["Bob"])


def test_any_time_cards_keep_nobody_waiting() -> None:
    """CE-14."""
    game = (
        meeting().hand("Bob", "Bridge Loan", "Networking Lunch").hand("Ada", "Office Tower").buy("Ada", "Office Tower")
    )
    assert game.is_on("Ada")


def test_another_truth_keeps_what_was_seen() -> None:
    """CE-19: redealt for Ada, Bob's account and what she saw of his hand stay."""
    game = meeting(THREE).in_play("Bob", "Offshore Account").hand("Bob", "Poach", "Founder", "Intern").accounts(Bob=13)
    game.hand("Ada", "Ransomware", "Wiretap").table.let_see_hand(2, 1)
    hands = set()
    for number in range(6):
        other = GAME.redeal(game.table, 1, Chance(seed=f"another {number}"))
        other.audit()
        assert sorted(other.companies[2].hand) == sorted(game.company("Bob").hand)
        assert other.companies[2].account == 13
        spectator = GAME.redeal(game.table, None, Chance(seed=f"another {number}"))
        spectator.audit()
        hands.add(tuple(sorted(spectator.companies[2].hand)))
    assert len(hands) > 1


@pytest.mark.parametrize("reactions", ["discreet", "everyone"])
def test_only_those_a_play_is_aimed_at_can_miss_it(reactions: str) -> None:
    """CE-14, CE-42: by public information, never by the contents of the hand."""
    game = meeting(THREE, reactions=reactions).hand("Ada", "Intern", "Lawsuit", "Loophole").hand("Bob", "Injunction")
    game.hand("Cid", "Poach").hire("Ada", "Intern")
    assert [game.question(name).is_free for name in ("Bob", "Cid")] == [False, False]
    game.all_pass().spy("Ada", "Lawsuit", at="Bob")
    assert game.question("Bob").is_free
    while game.asked != ["Bob"]:
        game.let_pass(next(name for name in game.asked if name != "Bob"))
    game.respond("Bob", "Injunction")
    assert [game.question(name).is_free for name in ("Ada", "Cid")] == [reactions != "aimed", False]


def test_a_player_whom_a_play_is_aimed_at_is_waited_for() -> None:
    """CE-42: the target; no one about a hired card, nor about an answer."""
    game = meeting(THREE).hand("Ada", "Intern", "Lawsuit", "Loophole").hand("Bob", "Injunction").hand("Cid", "Poach")

    def waited_for() -> list[str]:
        step = game.table.agenda[0]
        return [name for name in game.asked if step.should_wait_for(game.table, game.seat(name))]

    game.hire("Ada", "Intern")
    assert (game.asked, waited_for()) == (["Bob", "Cid"], [])
    game.all_pass().spy("Ada", "Lawsuit", at="Bob")
    assert waited_for() == ["Bob"]
    game.respond("Bob", "Injunction")
    assert (game.asked, waited_for()) == (["Cid", "Ada"], [])
