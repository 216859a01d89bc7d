"""Turns of Corporate Espionage that are prepared while others are on turn."""

from __future__ import annotations

import pytest

from bot.engine.prepared import Foreseen, PreparedMove, PreparedTurn, simulate_turn
from bot.engine.records import Move
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.moves import Aim, Announce, EndTurn, Hire, Purchase, Spy, TakeOver
from bot.games.corporate_espionage.table import Espionage
from tests.games.corporate_espionage.dealing import THREE, Evening, meeting
from tests.preparing import condition, holds, prepared, stops

HIRE, BUY = Hire(card="EM01"), Purchase(card="AS04")


def prepares(game: Evening, name: str, *moves: Move) -> Foreseen[Espionage]:
    assert GAME.play_ahead.turns is not None
    return simulate_turn(GAME.play_ahead.turns, game.table, game.seat(name), moves)


def office() -> Evening:
    game = meeting(THREE).in_play("Bob", "Programmer").in_play("Cid", "Lobbyist", "Intern").accounts(Bob=4)
    return game.hand("Bob", "Intern", "Firewall", "Lawsuit").hand("Ada", "Counter-Offer").hand("Cid", "Injunction")


def test_income_and_expenses_are_reckoned_with_and_the_card_to_draw_is_unknown() -> None:
    seen = prepares(office(), "Bob")
    assert seen.table.companies[2].account == 4 + 5 - 2
    assert len(seen.table.companies[2].hand) == 3
    assert (seen.question is not None, seen.over) == (True, False)


def test_a_whole_turn_can_be_prepared() -> None:
    """CE-43: with an attack as its end, because its consequences cannot be foreseen."""
    attack = Announce(parts=(Spy(card="ES01"), Aim(target=3), EndTurn()))
    seen = prepares(office(), "Bob", HIRE, BUY, attack)
    assert (seen.possible, seen.question) == (3, None)
    assert prepares(office(), "Bob", HIRE, BUY, EndTurn()).over


def test_what_the_others_hold_or_have_laid_ready_is_not_foreseen() -> None:
    game = office().hand("Cid", "Bridge Loan")
    game.company("Cid").prepare("SV04", "before the next play")
    assert prepares(game, "Bob", HIRE).table.companies[3].account == 20
    assert game.company("Cid").prepared, "the table itself stays as it is"


def test_a_lobbyist_takes_nothing_before_the_turn_has_come() -> None:
    assert prepares(office(), "Cid").table.companies[2].account == 4


def test_a_player_who_is_out_prepares_nothing() -> None:
    game = office().concede("Cid").until_turn("Bob").accounts(Ada=60, Bob=0)
    assert GAME.play_ahead.turns is not None
    assert GAME.play_ahead.turns.plays_on is not None
    game.company("Cid").alive = False
    assert not GAME.play_ahead.turns.plays_on(game.table, 3)
    assert prepares(game, "Cid").question is None


# Prepared turns are played unchanged


LAWSUIT = Announce(parts=(Spy(card="ES01"), EndTurn()))
"""Without a target: a single possible one is meant."""


def one_target(exposed: str) -> Evening:
    """Bob holds a Lawsuit; of Ada and Cid, only the named one can be its target, for the other has been hit already."""
    game = office()
    for name in ("Ada", "Cid"):
        game.company(name).spotlight = 0 if name == exposed else 9
    return game


def bobs_turn(game: Evening) -> Evening:
    """Let it be Bob's turn now, while the hit player stays so."""
    hit = {name: game.company(name).spotlight for name in game.names}
    game.end_turn("Ada")
    for name, times in hit.items():
        game.company(name).spotlight = times
    assert game.asked == ["Bob"]
    return game


def test_an_attack_prepared_against_one_company_is_never_played_against_another() -> None:
    game = one_target("Cid")
    turn = prepared(GAME, game.table, 2, LAWSUIT)
    assert turn.moves[0].words == "Use Lawsuit for 3 → <seat:3>; End my turn afterwards"
    assert stops(GAME, bobs_turn(one_target("Cid")).table, 2, turn) == ""
    assert stops(GAME, bobs_turn(one_target("Ada")).table, 2, turn) == (
        "What you had prepared for your turn has stopped: “Use Lawsuit for 3 → <seat:3>; End my turn afterwards” would "
        "be “Use Lawsuit for 3 → <seat:1>; End my turn afterwards” now."
    )


def test_an_attack_is_never_played_on_another_card_than_the_one_that_was_shown() -> None:
    def raid(*cards: str) -> Evening:
        return meeting().hand("Bob", "Poach").in_play("Ada", *cards)

    poach = Announce(parts=(Spy(card="ES06"), EndTurn()))
    turn = prepared(GAME, raid("Intern").table, 2, poach)
    assert stops(GAME, bobs_turn(raid("Intern")).table, 2, turn) == ""
    assert "“Use Poach for 4 → <seat:1>; End my turn afterwards” would not do the same now" in stops(
        GAME, bobs_turn(raid("Programmer")).table, 2, turn
    )


def test_whatever_a_move_reads_like_it_is_not_played_when_everybody_would_hear_something_else() -> None:
    """So no game can forget to state the implied part."""
    turn = prepared(GAME, one_target("Cid").table, 2, LAWSUIT)
    table = bobs_turn(one_target("Ada")).table
    alike = turn.moves[0].model_copy(update={"words": "Use Lawsuit for 3 → <seat:1>; End my turn afterwards"})
    assert "would not do the same now" in stops(GAME, table, 2, turn.model_copy(update={"moves": (alike,)}))


def test_an_attack_is_not_played_at_another_price() -> None:
    """A Spymaster makes espionage cheaper; it may be fired meanwhile."""
    turn = prepared(GAME, one_target("Cid").in_play("Bob", "Spymaster").table, 2, LAWSUIT)
    assert stops(GAME, bobs_turn(one_target("Cid").in_play("Bob", "Spymaster")).table, 2, turn) == ""
    assert "“Use Lawsuit for 1 → <seat:3>; End my turn afterwards” would be “Use Lawsuit for 3" in stops(
        GAME, bobs_turn(one_target("Cid")).table, 2, turn
    )


def test_a_takeover_is_not_played_at_another_price() -> None:
    def rich(cid: int) -> Evening:
        return meeting(THREE).accounts(Bob=60, Cid=cid)

    takeover = Announce(parts=(TakeOver(target=3), EndTurn()))
    turn = prepared(GAME, rich(5).table, 2, takeover)
    assert stops(GAME, bobs_turn(rich(5)).table, 2, turn) == ""
    assert "“Take over <seat:3> for 5; End my turn afterwards” would be" in stops(
        GAME, bobs_turn(rich(9)).table, 2, turn
    )


def test_what_an_older_program_has_saved_of_an_implied_target_is_not_played() -> None:
    old = PreparedMove(move=LAWSUIT.model_dump(mode="json"), words="Use Lawsuit for 3; End my turn afterwards")
    assert "would be" in stops(GAME, bobs_turn(one_target("Cid")).table, 2, PreparedTurn(moves=(old,)))


# Foreseen results follow from the seat's own view


@pytest.mark.parametrize("reactions", ["aimed", "discreet", "eligible", "everyone"])
@pytest.mark.parametrize("move", [HIRE, Announce(parts=(Spy(card="ES01"), Aim(target=3), EndTurn()))], ids=str)
def test_the_preview_does_not_tell_whether_somebody_holds_an_answer(move: Move, reactions: str) -> None:
    seen = []
    for card in ("Injunction", "Founder"):
        game = meeting(THREE, reactions=reactions).hand("Bob", "Intern", "Lawsuit").hand("Cid", card)
        game.hand("Ada", "Counter-Offer" if card == "Injunction" else "Firewall")
        foreseen = prepares(game, "Bob", move)
        assert not foreseen.over
        seen.append((foreseen.shown, foreseen.question))
    assert seen[0] == seen[1]


def test_the_preview_of_a_takeover_does_not_tell_what_a_hidden_account_holds() -> None:
    seen = []
    for account in (1, 50):
        game = (
            meeting(THREE).accounts(Bob=40, Cid=account).in_play("Cid", "Offshore Account").hand("Cid", "Poison Pill")
        )
        foreseen = prepares(game, "Bob", Announce(parts=(TakeOver(target=3), EndTurn())))
        seen.append((foreseen.shown, foreseen.over, foreseen.question))
    assert seen[0] == seen[1]
    assert seen[0][1:] == (False, None)


# Conditions


def is_so(words: str, before: Evening, after: Evening) -> bool | None:
    """Whether a condition that Bob set at one table is so when his turn has come at another."""
    return holds(GAME, after.table, 2, condition(GAME, before.table, 2, words))


def test_having_so_many_points_is_judged_after_income_and_expenses() -> None:
    words = "I have at least 7 points after income and expenses"  # 4, and 5 of income less 2
    assert is_so(words, office(), bobs_turn(office()))
    assert not is_so(words, office(), bobs_turn(office().accounts(Bob=3)))


def test_a_turn_in_which_nothing_has_happened_is_played_under_every_condition() -> None:
    """Before, an income of one's own was enough to drop it."""
    before, after = office(), bobs_turn(office())
    for one in (
        GAME.play_ahead.turns.list_conditions(GAME.view(prepares(before, "Bob").table, 2))
        if GAME.play_ahead.turns
        else ()
    ):
        turn = prepared(GAME, before.table, 2, HIRE, only_if=one.words)
        assert stops(GAME, after.table, 2, turn) == "", one.words


def test_ones_own_cards_are_still_in_play() -> None:
    words = "all my cards are still in play"
    assert is_so(words, office(), bobs_turn(office()))
    robbed = office()
    robbed.company("Bob").discard.append(robbed.company("Bob").team.pop().card)
    assert not is_so(words, office(), bobs_turn(robbed))


def test_somebody_has_the_highest_net_worth_of_the_others() -> None:
    words = "<seat:1> has the highest net worth of the others"
    assert is_so(words, office().accounts(Ada=60), bobs_turn(office().accounts(Ada=61)))
    assert not is_so(words, office().accounts(Ada=60), bobs_turn(office().accounts(Ada=5, Cid=60)))


def test_somebody_can_still_be_the_target() -> None:
    words = "<seat:3> can be the target of Lawsuit"
    assert is_so(words, office(), bobs_turn(office()))
    assert not is_so(words, office(), bobs_turn(one_target("Ada")))


def test_all_of_it_is_wanted_or_nothing() -> None:
    """The hire alone would be possible."""
    words = "all of it can be done just as it stands here"
    turn = prepared(GAME, one_target("Cid").table, 2, HIRE, LAWSUIT, only_if=words)
    assert stops(GAME, bobs_turn(one_target("Cid")).table, 2, turn) == ""
    assert stops(GAME, bobs_turn(one_target("Ada")).table, 2, turn) == (
        f"What you had prepared for your turn was not played: you wanted it only if {words}, and that is not so."
    )


@pytest.mark.parametrize("old", ["mine", "theirs", "something else"])
def test_a_condition_of_an_older_program_never_lets_a_turn_be_played_unconditionally(old: str) -> None:
    turn = prepared(GAME, office().table, 2, HIRE)
    saved = turn.model_copy(update={"unless": old, "seen": "0123456789abcdef"})
    assert "of an older program" in stops(GAME, bobs_turn(office()).table, 2, saved)
