"""What a press on an earlier version of a question means at the present one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.multi_step import Compose, list_picks
from bot.engine.questions import Choose, Number, Option, Question
from bot.games.carnegie.components import BOX
from bot.games.carnegie.moves import Donate, PickUp, Plan, PutDown, WaitForTurn
from bot.ui.screens.pick_encoding import PART, SEND
from bot.ui.screens.renewed_picks import renew_picks
from tests.games.carnegie.dealing import Desk, office

SHOWN = tuple(Option(Donate(donation=name), f"Give to {name}", hint="$5") for name in ("A1", "B1", "C1"))
THEN = Choose(prompt="What do you donate to?", rule="Donation", options=SHOWN)
MOVE = (PickUp(cell=BOX.lobby, standing=False), PutDown(cell="a2", count=1))


def test_an_answer_keeps_its_meaning_where_another_one_has_gone() -> None:
    assert renew_picks(THEN, replace(THEN, options=SHOWN[1:]), ["2"]) == ["1"]


def test_an_answer_counts_though_another_one_reads_differently() -> None:
    other = (replace(SHOWN[0], hint="$10"), *SHOWN[1:])
    assert renew_picks(THEN, replace(THEN, options=other), ["1"]) == ["1"]


@pytest.mark.parametrize(
    "now",
    [
        replace(THEN, options=(*SHOWN[:1], *SHOWN[2:])),
        replace(THEN, options=(SHOWN[0], replace(SHOWN[1], hint="$10"), SHOWN[2])),
        replace(THEN, options=(SHOWN[0], replace(SHOWN[1], label="Give to B2"), SHOWN[2])),
        replace(THEN, prompt="What do you take back?"),
        replace(THEN, rule="Another rule"),
        replace(THEN, about=("another offer",)),
        Number(prompt=THEN.prompt, rule=THEN.rule, move=Donate, field="donation", low=0, high=5),
    ],
    ids=["gone", "dearer", "renamed", "other question", "other rule", "other matter", "other kind"],
)
def test_an_answer_that_means_anything_else_now_does_not_count(now: Question) -> None:
    assert renew_picks(THEN, now, ["1"]) is None


@pytest.mark.parametrize("picks", [[], ["7"], ["x"], ["0", "1"], ["g1"], [SEND], [f"{PART}0", SEND], ["kffff", "c0"]])
def test_forged_picks_mean_nothing(picks: list[str]) -> None:
    assert renew_picks(THEN, replace(THEN, options=SHOWN[1:]), picks) is None


def early_and_on_turn() -> tuple[Desk, Compose, Compose]:
    """Cid's question before their turn and in it."""
    desk = office()
    for player in desk.table.everybody.values():
        player.tile = True
    then = desk.next_event("hr", "west").pick("hr").plan("Ann").question("Cid")
    now = desk.plan("Bob").question("Cid")
    assert isinstance(then, Compose)
    assert isinstance(now, Compose)
    return desk, then, now


def pick_orders(question: Compose, *orders: object) -> list[str]:
    return [f"{PART}{pick}" for pick in list_picks(question, Plan.model_validate({"orders": orders}))]


def test_a_plan_is_sent_and_a_step_is_begun_though_the_tile_is_offered_in_another_way() -> None:
    _, then, now = early_and_on_turn()
    assert then.about != now.about, "else the tag would be the same"
    for end in ([], [SEND]):
        renewed = renew_picks(then, now, [*pick_orders(then, *MOVE), *end])
        assert renewed is not None
        assert now.read_parts([pick.removeprefix(PART) for pick in renewed if pick != SEND]) == MOVE
        assert (renewed[-1:] == [SEND]) == bool(end)


def test_the_next_step_is_added_to_those_that_were_chosen() -> None:
    _, then, now = early_and_on_turn()
    first = pick_orders(then, *MOVE)
    asked = then.get_stage(MOVE).question
    assert isinstance(asked, Choose)
    renewed = renew_picks(then, now, [*first, str(asked.moves.index(MOVE[0]))])
    assert renewed is not None
    assert now.read_parts([pick.removeprefix(PART) for pick in renewed]) == (*MOVE, MOVE[0])


def test_the_wait_for_a_turn_that_has_come_is_not_sent() -> None:
    _, then, now = early_and_on_turn()
    assert renew_picks(then, now, [*pick_orders(then, WaitForTurn()), SEND]) is None


def test_a_plan_does_not_count_where_the_player_has_something_else_by_now() -> None:
    desk, then, _ = early_and_on_turn()
    richer = desk.has("Cid", money=40).question("Cid")
    assert isinstance(richer, Compose)
    assert renew_picks(then, richer, [*pick_orders(then, *MOVE), SEND]) is None


def test_a_plan_of_a_game_whose_words_do_not_say_all_counts_only_for_the_same_state() -> None:
    _, then, now = early_and_on_turn()
    picks = [*pick_orders(then, *MOVE), SEND]
    assert renew_picks(then, replace(now, words_say_all=False), picks) is None
    assert renew_picks(then, replace(now, words_say_all=False, about=then.about), picks) is not None
