"""Standing orders: a player's stored order answers by itself, until it has come to its end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.engine.multi_step import Compose, list_picks
from bot.engine.orders import Order
from bot.engine.pages import with_names
from bot.engine.questions import BadAnswer, Choose, Number
from bot.engine.records import Move
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.moves import LetItPass, Liquidate, Respond, UseSavvy
from bot.games.corporate_espionage.orders import (
    AttackOrder,
    CardOrder,
    DebtOrder,
    PassOrder,
    ReserveOrder,
    SmallLossOrder,
    turns_begun,
)
from bot.host.play.standing_orders import offer_tag
from bot.ui.screens.table.answer_forms import read_form
from tests.games.corporate_espionage.dealing import THREE, Evening, meeting


def followed(game: Evening, name: str, order: Order) -> Move | None:
    """What the order says to the question this person is asked; it is always legal."""
    assert GAME.play_ahead.orders is not None
    question = game.question(name)
    move = GAME.play_ahead.orders.follow(order, game.view(name), question)
    assert move is None or question.is_legal(move)
    return move


def stopped(game: Evening, name: str, order: Order) -> str | None:
    assert GAME.play_ahead.orders is not None
    return GAME.play_ahead.orders.stopped(order, game.view(name))


def described(order: Order) -> str:
    assert GAME.play_ahead.orders is not None
    return GAME.play_ahead.orders.describe(order)


def sued(card: str = "Lawsuit", **points: int) -> Evening:
    """Ada attacks Bob, with his two Interns, an Injunction and a Scapegoat."""
    game = meeting(THREE).accounts(**points).in_play("Bob", "Intern", "Intern").hand("Bob", "Injunction", "Scapegoat")
    return game.hand("Ada", card).spy("Ada", card, at="Bob")


INJUNCTION = CardOrder(card="SV01", name="Injunction", mode=0, against="espionage")


def test_pass_everything() -> None:
    order = PassOrder(unless_target=False, until="the end")
    assert followed(sued(), "Bob", order) == LetItPass()


def test_pass_what_is_not_aimed_at_me() -> None:
    order = PassOrder(unless_target=True, until="the end")
    assert followed(sued(), "Bob", order) is None
    game = meeting().hand("Ada", "Intern").hand("Bob", "Counter-Offer").hire("Ada", "Intern")
    assert followed(game, "Bob", order) == LetItPass()


def test_pass_until_my_turn() -> None:
    game = sued()
    order = PassOrder(unless_target=False, until="my turn", turns=turns_begun(game.view("Bob")))
    assert followed(game, "Bob", order) == LetItPass()
    assert stopped(game, "Bob", order) is None
    game.until_turn("Bob")
    assert stopped(game, "Bob", order) == "Your turn has come."
    game = meeting()
    order = PassOrder(unless_target=False, until="my turn", turns=turns_begun(game.view("Ada")))
    game.until_turn("Bob")
    assert stopped(game, "Ada", order) is None
    assert stopped(game.until_turn("Ada"), "Ada", order) is not None


def test_orders_do_not_play_the_own_turn() -> None:
    game = meeting().hand("Ada", "Injunction")
    for order in (PassOrder(unless_target=False, until="the end"), INJUNCTION, DebtOrder(), ReserveOrder(points=30)):
        assert followed(game, "Ada", order) is None


@pytest.mark.parametrize(("points", "passes"), [(5, False), (6, True), (30, True)])
def test_small_losses(points: int, passes: bool) -> None:
    """The Lawsuit takes 5: less than 6, but not less than 5."""
    assert (followed(sued(), "Bob", SmallLossOrder(points=points)) == LetItPass()) is passes


def test_a_small_loss_that_would_ruin() -> None:
    assert followed(sued(Bob=4), "Bob", SmallLossOrder(points=30)) is None


@pytest.mark.parametrize("order", [PassOrder(unless_target=False, until="the end"), SmallLossOrder(points=30)])
def test_a_loss_of_all_that_one_has_ruins_nobody(order: Order) -> None:
    """With 0 points one is broke, and plays on; the Lawsuit takes 5."""
    assert followed(sued(Bob=5), "Bob", order) == LetItPass()
    assert followed(sued(Bob=4), "Bob", order) is None


def test_what_takes_more_than_points_is_no_small_loss() -> None:
    assert followed(sued("Smear Campaign"), "Bob", SmallLossOrder(points=30)) is None


@pytest.mark.parametrize(("reserve", "passes"), [(17, False), (18, True)])
def test_a_reserve(reserve: int, passes: bool) -> None:
    assert (followed(sued(Bob=20), "Bob", ReserveOrder(points=reserve)) == LetItPass()) is passes


def test_a_reserve_is_kept_by_what_everybody_knows() -> None:
    """CE-14: Bob is asked whether he holds an answer or not; else his haste would tell which."""
    game = meeting().hand("Ada", "Lawsuit").hand("Bob", "Founder").spy("Ada", "Lawsuit")
    assert followed(game, "Bob", ReserveOrder(points=17)) is None
    assert followed(game, "Bob", ReserveOrder(points=18)) == LetItPass()
    gone = meeting(reactions="everyone").hand("Ada", "Lawsuit").hand("Bob", "Founder")
    gone.used("Bob", "Injunction", "Injunction", "Counter-Intelligence", "Scapegoat").spy("Ada", "Lawsuit")
    assert followed(gone, "Bob", ReserveOrder(points=1)) == LetItPass()


def test_a_small_loss_where_accounts_are_not_shown() -> None:
    """Only the others do not see what it would take."""
    game = meeting(accounts="on audit").hand("Ada", "Lawsuit").hand("Bob", "Founder").in_play("Bob", "Intern")
    game.spy("Ada", "Lawsuit")
    assert followed(game, "Bob", SmallLossOrder(points=3)) is None
    assert followed(game, "Bob", SmallLossOrder(points=4)) == LetItPass()
    assert game.view(None).plays[0].losses == {}


def test_a_card_by_itself() -> None:
    assert followed(sued(), "Bob", INJUNCTION) == Respond(card="SV01", mode=0)


@pytest.mark.parametrize(("tag", "used"), [("legal", True), ("cyber", False)])
def test_a_card_against_one_kind(tag: str, used: bool) -> None:
    order = CardOrder.model_validate({**INJUNCTION.model_dump(), "tag": tag})
    assert (followed(sued(), "Bob", order) is not None) is used


def test_a_scapegoat_goes_back_to_the_attacker() -> None:
    order = CardOrder(card="SV07", name="Scapegoat", mode=0, against="espionage")
    assert followed(sued(), "Bob", order) == Respond(card="SV07", mode=0, target=1)


def test_a_card_that_cannot_be_paid() -> None:
    game = meeting(THREE).accounts(Bob=2).in_play("Bob", "Offshore Account").hand("Bob", "Injunction")
    game.hand("Ada", "Ransomware").spy("Ada", "Ransomware", at="Bob")
    assert followed(game, "Bob", INJUNCTION) is None


def test_a_loophole_for_own_plays_only() -> None:
    order = CardOrder(card="SV03", name="Loophole", mode=0, against="savvy", own=True)
    game = meeting().hand("Ada", "Bridge Loan").hand("Bob", "Loophole").use("Ada", "Bridge Loan")
    assert followed(game, "Bob", order) is None
    assert followed(game, "Bob", CardOrder.model_validate({**order.model_dump(), "own": False})) is not None
    game = sued().hand("Ada", "Loophole").respond("Bob", "Injunction")
    while game.asked != ["Ada"]:
        game.let_pass(game.asked[0])
    assert followed(game, "Ada", order) == Respond(card="SV03", mode=0)


def test_hires_and_takeovers() -> None:
    game = meeting().hand("Ada", "Intern").hand("Bob", "Counter-Offer").hire("Ada", "Intern")
    assert followed(game, "Bob", CardOrder(card="SV05", name="Counter-Offer", mode=0, against="hire")) is not None
    assert followed(game, "Bob", CardOrder(card="SV05", name="Counter-Offer", mode=0, against="purchase")) is None
    game = meeting(THREE).accounts(Ada=60, Bob=2).hand("Bob", "Poison Pill").take_over("Ada", "Bob")
    pill = CardOrder(card="SV06", name="Poison Pill", mode=0, against="takeover")
    assert followed(game, "Bob", pill) == Respond(card="SV06", mode=0)


def test_a_card_order_ends_with_its_card() -> None:
    game = sued()
    assert stopped(game, "Bob", INJUNCTION) is None
    game.respond("Bob", "Injunction").all_pass()
    assert stopped(game, "Bob", INJUNCTION) == "Injunction is not in your hand any more."


def test_debts() -> None:
    """CE-22: as the table would settle it."""
    game = meeting().accounts(Bob=5).in_play("Bob", "Intern", "Intern", "Sales Rep", "Programmer")
    game.in_play("Bob", "Office Tower", "Key Patent", "Espresso Machine").hand("Bob", "Bridge Loan")
    game.hand("Ada", "Lawsuit").spy("Ada", "Lawsuit").all_pass()
    assert followed(game, "Bob", DebtOrder()) == UseSavvy(card="SV04", mode=0)
    game = meeting().accounts(Bob=6).in_play("Bob", "Intern", "Intern", "Sales Rep", "Programmer")
    game.in_play("Bob", "Office Tower", "Key Patent", "Espresso Machine").hand("Ada", "Lawsuit").spy("Ada", "Lawsuit")
    assert followed(game, "Bob", DebtOrder()) == Liquidate(number=game.number("Bob", "Key Patent"))
    game.accounts(Bob=-5)
    assert followed(game, "Bob", DebtOrder()) == Liquidate(number=game.number("Bob", "Office Tower"))


def test_a_debt_that_cannot_be_settled_is_left_to_the_player() -> None:
    game = meeting().accounts(Bob=0).hand("Bob", "Intern").hand("Ada", "Lawsuit").spy("Ada", "Lawsuit")
    assert followed(game, "Bob", DebtOrder()) is None


def test_orders_end_when_the_company_is_out() -> None:
    game = meeting(THREE).accounts(Bob=0).hand("Ada", "Lawsuit").spy("Ada", "Lawsuit", at="Bob")
    for order in (INJUNCTION, DebtOrder(), PassOrder(unless_target=True, until="the end"), SmallLossOrder(points=3)):
        assert stopped(game, "Bob", order) == "Your company is out of the game."
    assert GAME.play_ahead.orders is not None
    assert GAME.play_ahead.orders.list_questions(game.view("Bob")) == []


def test_what_can_be_ordered() -> None:
    """Only cards of the own hand are on offer, and each order on offer can be told, saved and read back."""
    assert GAME.play_ahead.orders is not None
    game = meeting().hand("Bob", "Injunction", "Loophole", "Intern")
    questions = GAME.play_ahead.orders.list_questions(game.view("Bob"))
    orders: list[Move] = []
    for question in questions:
        if isinstance(question, Choose):
            orders += [option.move for option in question.options]
        elif isinstance(question, Number):
            orders += [question.make(question.low), question.make(question.high)]
    assert {order.card for order in orders if isinstance(order, CardOrder)} == {"SV01", "SV03"}
    words = [GAME.play_ahead.orders.describe(order) for order in orders]
    assert all(text.endswith(".") for text in words)
    assert len(set(words)) == len(words)
    for order in orders:
        assert GAME.play_ahead.orders.kinds.validate_json(GAME.play_ahead.orders.kinds.dump_json(order)) == order


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (PassOrder(unless_target=False, until="the end"), "Let everything pass."),
        (PassOrder(unless_target=True, until="my turn"), "Let everything pass that is not aimed at me, until my turn."),
        (SmallLossOrder(points=4), "Let espionage pass that takes fewer than 4 points and cannot ruin me."),
        (
            ReserveOrder(points=4),
            "Let everything pass if answering would leave me fewer than 4 points.",
        ),
        (INJUNCTION, "Use Injunction when any espionage targets me."),
        (DebtOrder(), "Settle my debts for me: free savvy first, then the cheapest asset that is enough."),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Order) else None,
)
def test_in_words(order: Order, words: str) -> None:
    assert described(order) == words


def test_one_order_for_each_card() -> None:
    other = CardOrder(card="SV03", name="Loophole", mode=0, against="savvy")
    assert INJUNCTION.get_place() != other.get_place()
    assert SmallLossOrder(points=1).get_place() == SmallLossOrder(points=2).get_place()


@pytest.mark.parametrize(
    ("card", "case", "used"),
    [
        ("Founder", {"executive": True}, True),
        ("Programmer", {"executive": True}, False),
        ("Programmer", {"least": 5}, True),
        ("Sales Rep", {"least": 5}, False),
        ("Intern", {"by": 1}, True),
        ("Intern", {"by": 3}, False),
    ],
)
def test_a_counter_offer_waits_for_executives_for_dear_hires_or_for_one_company(
    card: str, case: dict[str, object], used: bool
) -> None:
    """CE-42."""
    game = meeting(THREE).hand("Ada", card).hand("Bob", "Counter-Offer").hire("Ada", card)
    order = CardOrder.model_validate({"card": "SV05", "name": "Counter-Offer", "mode": 0, "against": "hire", **case})
    assert order in [option.move for question in offered(game, "Bob") for option in question.options]
    assert (followed(game, "Bob", order) is not None) is used


def offered(game: Evening, name: str) -> list[Choose]:
    """What this person may order that is chosen from a list."""
    assert GAME.play_ahead.orders is not None
    return [
        question for question in GAME.play_ahead.orders.list_questions(game.view(name)) if isinstance(question, Choose)
    ]


def test_all_cases_of_all_cards_fit_one_menu() -> None:
    """CE-42: so a card is laid ready in two presses."""
    game = meeting("Ada Bob Cid Dan Eve Fay").hand("Bob", "Counter-Offer", "Loophole", "Injunction", "Poison Pill")
    assert max(len(question.options) for question in offered(game, "Bob")) <= 25


# Orders for attacks until the own next turn


def attack_orders(game: Evening, name: str) -> list[tuple[str, AttackOrder]]:
    """The options and their texts."""
    assert GAME.play_ahead.orders is not None
    offered = GAME.play_ahead.orders.list_questions(game.view(name), "between turns")
    options = [option for question in offered if isinstance(question, Choose) for option in question.options]
    return [(option.label, option.move) for option in options if isinstance(option.move, AttackOrder)]


def reading(game: Evening, name: str, words: str) -> AttackOrder:
    """The order that reads so."""
    return next(order for said, order in attack_orders(game, name) if said == words)


def test_a_player_who_holds_an_answer_is_offered_it_first_and_then_to_take_what_comes() -> None:
    game = meeting(THREE).hand("Bob", "Injunction", "Lawsuit")
    assert [words for words, _ in attack_orders(game, "Bob")] == [
        "Injunction if heavy, else take it",
        "Injunction, whatever it is",
        "Injunction if heavy, else ask me",
        "Take it, whatever it is",
        "Take it, but ask me if heavy",
    ]
    assert [words for words, _ in attack_orders(game, "Ada")] == [
        "Take it, whatever it is",
        "Take it, but ask me if heavy",
    ]


@pytest.mark.parametrize(
    ("interns", "words", "answer"),
    [
        (1, "Injunction if heavy, else take it", LetItPass()),
        (2, "Injunction if heavy, else take it", Respond(card="SV01", mode=0)),
        (1, "Injunction, whatever it is", Respond(card="SV01", mode=0)),
        (1, "Injunction if heavy, else ask me", None),
        (2, "Injunction if heavy, else ask me", Respond(card="SV01", mode=0)),
        (2, "Take it, whatever it is", LetItPass()),
        (1, "Take it, but ask me if heavy", LetItPass()),
        (2, "Take it, but ask me if heavy", None),
    ],
)
def test_a_light_lawsuit_and_a_heavy_one(interns: int, words: str, answer: Move | None) -> None:
    """It takes 1, and 2 for each intern."""
    game = meeting(THREE).in_play("Bob", *["Intern"] * interns).hand("Bob", "Injunction")
    order = reading(game, "Bob", words)
    game.hand("Ada", "Lawsuit").spy("Ada", "Lawsuit", at="Bob")
    assert followed(game, "Bob", order) == answer


def test_what_takes_more_than_points_is_heavy() -> None:
    game = meeting(THREE).in_play("Bob", "Intern", "Intern").hand("Bob", "Injunction")
    order = reading(game, "Bob", "Injunction if heavy, else take it")
    game.hand("Ada", "Smear Campaign").spy("Ada", "Smear Campaign", at="Bob")
    assert followed(game, "Bob", order) == Respond(card="SV01", mode=0)


def test_the_cheapest_answer_that_is_still_there_is_used() -> None:
    game = meeting(THREE).in_play("Bob", "Intern", "Intern").hand("Bob", "Injunction", "Scapegoat")
    order = reading(game, "Bob", "Injunction or Scapegoat if heavy, else take it")
    game.hand("Ada", "Lawsuit", "Class Action").spy("Ada", "Lawsuit", at="Bob")
    assert followed(game, "Bob", order) == Respond(card="SV01", mode=0)
    gone = meeting(THREE).in_play("Bob", "Intern", "Intern").hand("Bob", "Scapegoat").hand("Ada", "Lawsuit")
    assert followed(gone.spy("Ada", "Lawsuit", at="Bob"), "Bob", order) == Respond(card="SV07", mode=0, target=1)


def test_no_answer_left_is_taken_as_fast_as_where_one_is_held() -> None:
    """Else the haste would tell whose hand is empty."""
    held = meeting(THREE).in_play("Bob", "Intern").hand("Bob", "Injunction")
    order = reading(held, "Bob", "Injunction if heavy, else take it")
    held.hand("Ada", "Lawsuit").spy("Ada", "Lawsuit", at="Bob")
    bare = meeting(THREE).in_play("Bob", "Intern").hand("Bob", "Founder")
    nothing = reading(bare, "Bob", "Take it, whatever it is")
    bare.hand("Ada", "Lawsuit").spy("Ada", "Lawsuit", at="Bob")
    assert followed(held, "Bob", order) == followed(bare, "Bob", nothing) == LetItPass()


def test_a_ruinous_attack_is_asked_about_unless_a_card_answers_it() -> None:
    game = meeting(THREE).in_play("Bob", "Intern", "Intern").hand("Bob", "Injunction")
    counter = reading(game, "Bob", "Injunction, whatever it is")
    take = reading(game, "Bob", "Take it, whatever it is")
    game.accounts(Bob=4).hand("Ada", "Lawsuit").spy("Ada", "Lawsuit", at="Bob")
    assert followed(game, "Bob", take) is None
    assert followed(game, "Bob", counter) == Respond(card="SV01", mode=0)


def test_what_is_not_aimed_at_me_passes_where_the_table_would_wait_for_me() -> None:
    game = meeting(reactions="discreet").hand("Ada", "Intern").hand("Bob", "Counter-Offer")
    order = reading(game, "Bob", "Take it, whatever it is")
    assert followed(game.hire("Ada", "Intern"), "Bob", order) == LetItPass()


def test_a_takeover_is_asked_about() -> None:
    game = meeting(THREE).hand("Bob", "Poison Pill")
    order = reading(game, "Bob", "Take it, whatever it is")
    game.accounts(Ada=90, Bob=10).take_over("Ada", "Bob")
    assert followed(game, "Bob", order) is None


def test_what_is_ordered_for_attacks_ends_with_the_next_own_turn_and_without_a_word() -> None:
    game = meeting()
    order = reading(game, "Ada", "Take it, whatever it is")
    game.until_turn("Bob")
    assert stopped(game, "Ada", order) is None
    assert stopped(game.until_turn("Ada"), "Ada", order) == ""


# The same in all its parts


def in_full(game: Evening, name: str) -> Compose:
    """The question for an order for attacks in all its parts."""
    assert GAME.play_ahead.orders is not None
    offered = GAME.play_ahead.orders.list_questions(game.view(name), "list")
    return next(one for one in offered if isinstance(one, Compose))


def filled(game: Evening, name: str, *parts: AttackOrder | None) -> AttackOrder:
    """The order of the form with these parts, as Discord would send them."""
    question = in_full(game, name)
    assert question.form is not None
    form = question.form()
    said = {
        f"{at}": list_picks(one.question, part)
        for at, (one, part) in enumerate(zip(form.parts, parts, strict=True))
        if part is not None
    }
    (order,) = read_form(question, said)
    assert isinstance(order, AttackOrder)
    assert question.read(list_picks(question, order)) == order, "pressed and typed, it is the same order"
    return order


INJUNCTION_ONLY, BOTH = AttackOrder(cards=("SV01",)), AttackOrder(cards=("SV01", "SV07"))
PASS, ASK = AttackOrder(), AttackOrder(asks="rest")


def from_points(points: int) -> AttackOrder:
    return AttackOrder(least=points)


def sparing(*seats: int) -> AttackOrder:
    return AttackOrder(spared=tuple(map(str, seats)))


@pytest.mark.parametrize(
    ("parts", "words", "answer"),
    [
        ((INJUNCTION_ONLY, None, None, PASS), "Injunction, whatever it is", Respond(card="SV01", mode=0)),
        ((BOTH, from_points(3), None, PASS), "Injunction or Scapegoat if I would lose at least 3 points, else take it",
         Respond(card="SV01", mode=0)),
        ((INJUNCTION_ONLY, from_points(4), None, PASS), "Injunction if I would lose at least 4 points, else take it",
         LetItPass()),
        ((INJUNCTION_ONLY, from_points(4), None, ASK), "Injunction if I would lose at least 4 points, else ask me",
         None),
        ((INJUNCTION_ONLY, None, sparing(1), PASS), "Injunction, whatever it is, never against Ada", LetItPass()),
        ((INJUNCTION_ONLY, None, sparing(1), ASK), "Injunction, whatever it is, never against Ada, else ask me", None),
        ((INJUNCTION_ONLY, None, sparing(3), ASK), "Injunction, whatever it is, never against Cid, else ask me",
         Respond(card="SV01", mode=0)),
        ((None, None, None, PASS), "take it, whatever it is", LetItPass()),
        ((None, None, None, ASK), "ask me", None),
        ((None, from_points(3), None, ASK), "take it, but ask me if I would lose at least 3 points", None),
        ((None, from_points(4), None, ASK), "take it, but ask me if I would lose at least 4 points", LetItPass()),
    ],
)  # fmt: skip
def test_a_lawsuit_for_three_points(parts: Sequence[AttackOrder | None], words: str, answer: Move | None) -> None:
    game = meeting(THREE).in_play("Bob", "Intern").hand("Bob", "Injunction", "Scapegoat").hand("Ada", "Lawsuit")
    order = filled(game, "Bob", *parts)
    named = with_names(described(order), lambda seat: game.names[seat - 1])
    assert named == f"If I am attacked before my next turn: {words}."
    assert followed(game.spy("Ada", "Lawsuit", at="Bob"), "Bob", order) == answer


def test_the_form_opens_with_the_order_that_stands() -> None:
    game = meeting(THREE).hand("Bob", "Injunction", "Scapegoat")
    parts = (INJUNCTION_ONLY, from_points(4), sparing(1, 3), ASK)
    question = in_full(game, "Bob")
    assert question.form is not None
    form = question.form()
    assert form.divide is not None
    assert tuple(form.divide(filled(game, "Bob", *parts))) == parts
    assert form.divide(PassOrder(unless_target=False, until="the end")) == ()


def test_a_card_that_is_gone_and_a_company_that_is_out_are_no_part_of_it_any_more() -> None:
    game = meeting(THREE).hand("Bob", "Injunction", "Scapegoat")
    order = filled(game, "Bob", BOTH, None, sparing(1, 3), PASS)
    before = offer_tag(in_full(game, "Bob"))
    game = meeting(THREE).hand("Bob", "Scapegoat")
    game.company("Cid").alive = False
    question = in_full(game, "Bob")
    assert offer_tag(question) != before, "an old form gives nothing"
    assert not question.is_legal(order)
    assert question.form is not None
    form = question.form()
    assert form.divide is not None
    assert form.divide(order)[0] == AttackOrder(cards=("SV07",))
    assert [part.label for part in form.parts][1:] == ["Only if I would lose at least (points)", "And otherwise?"]


@pytest.mark.parametrize(("field", "value"), [("0", "7"), ("0", "-1"), ("1", "x"), ("1", "-1"), ("2", "9"), ("3", "2")])
def test_a_forged_form_is_no_order(field: str, value: str) -> None:
    question = in_full(meeting(THREE).hand("Bob", "Injunction"), "Bob")
    said = {"0": ["0"], "1": ["4"], "2": ["0"], "3": ["0"]}
    read_form(question, said)
    with pytest.raises(BadAnswer):
        read_form(question, {**said, field: [value]})


def test_without_a_card_only_the_rest_is_asked() -> None:
    game = meeting(THREE).hand("Bob", "Founder").hand("Ada", "Lawsuit").in_play("Bob", "Intern")
    order = filled(game, "Bob", from_points(3), ASK)
    assert followed(game.spy("Ada", "Lawsuit", at="Bob"), "Bob", order) is None


def test_an_order_of_an_older_program_means_what_it_meant() -> None:
    kept = '{"kind": "attack order", "cards": ["SV01"], "names": ["Injunction"], "only_heavy": true, "turns": 9}'
    assert GAME.play_ahead.orders is not None
    order = GAME.play_ahead.orders.kinds.validate_json(kept)
    assert described(order) == "If I am attacked before my next turn: Injunction if heavy, else take it."
    for interns, answer in ((1, LetItPass()), (2, Respond(card="SV01", mode=0))):
        game = meeting(THREE).in_play("Bob", *["Intern"] * interns).hand("Bob", "Injunction").hand("Ada", "Lawsuit")
        assert followed(game.spy("Ada", "Lawsuit", at="Bob"), "Bob", order) == answer


def test_it_takes_the_place_of_the_order_to_let_all_pass() -> None:
    """Of two that say opposite things, the newer one counts."""
    assert AttackOrder().get_place() == PassOrder(unless_target=False, until="the end").get_place()


def test_nothing_is_offered_for_attacks_that_the_honeymoon_forbids() -> None:
    assert attack_orders(meeting(honeymoon="on", round_number=2), "Bob") == []
    assert attack_orders(meeting(honeymoon="on", round_number=5), "Bob")
