"""Explain a bot's choice in one sentence, by the consideration that weighed most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from bot.engine.advice import Advice, find_close_second
from bot.engine.multi_step import Stage
from bot.engine.pages import mark
from bot.engine.questions import Choose, Number, Subset
from bot.engine.records import Move, Seat
from bot.engine.words import format_count
from bot.games.corporate_espionage import moves
from bot.games.corporate_espionage.bots import OWN_RUIN, SCORES, Mind, best_of, choose
from bot.games.corporate_espionage.components import PlayingCard
from bot.games.corporate_espionage.rules.arithmetic import expected_loss
from bot.games.corporate_espionage.rules.drafts import BEGINNINGS
from bot.games.corporate_espionage.rules.effects import DrawOp
from bot.games.corporate_espionage.rules.your_turn import WhatNow
from bot.games.corporate_espionage.view import EspionageView

LEVEL = 0.5
"""Acts whose values differ by at most this, in points, count as equal."""


def advise(view: EspionageView, stage: Stage, parts: Sequence[Move], random: Random) -> Advice:
    """Return what the bot would answer, and why; see `Bots.advise`."""
    question = stage.question
    match question:
        case WhatNow():
            move, mind = choose(view, question, random), Mind(view)
            scored = [(mind.score(other), other) for other in question.everything]
            return Advice(move, why(mind, move), _other(scored, move, question))
        case Choose():
            begun = parts[0] if parts else None
            mind = Mind(replace(view, aiming=begun.card) if isinstance(begun, moves.Spy) else view)
            move = best_of(mind, question.moves, random) if parts else choose(view, question, random)
            scored = [(mind.score(other), other) for other in question.moves if type(other) in SCORES]
            reason = why(mind, move)
            if begun is None and isinstance(move, tuple(BEGINNINGS)) and mind.score(move) < 0:
                reason = "Nothing that begins here is worth it now, and this comes closest."
            return Advice(move, reason, find_close_second(scored, move, LEVEL) if type(move) in SCORES else None)
        case Subset():
            return Advice(choose(view, question, random), "You can spare these most: they cost more than they bring.")
        case Number():
            return Advice(question.make(question.low), "Bots make no deals, so this is the least that can be said.")
        case None:
            return Advice(None, "There is nothing more to choose.")
        case _:
            return Advice(question.choose_random_move(random), "A bot takes anything here.")


def _other(scored: Sequence[tuple[float, Move]], move: Move, question: WhatNow) -> Move | None:
    """Return another act that is nearly as good, if it has a name of its own in the list."""
    first = move.parts[0] if isinstance(move, moves.Announce) else move
    other = find_close_second(scored, first, LEVEL)
    return other if other is not None and other in question.moves else None


def why(mind: Mind, move: Move) -> str:  # noqa: C901 - one line for each kind of move
    """Return what weighs most for a move."""
    view = mind.view
    card = view.box.card
    match move:
        case moves.Announce(parts=parts):
            return _announced(mind, parts)
        case moves.Hire(card=name) | moves.Purchase(card=name):
            return _lasting(mind, card[name])
        case moves.Spy(card=name):
            return _attack(mind, card[name], _victim(mind, card[name], view.targets.get(name, ())))
        case moves.Aim(target=target):
            return _attack(mind, card[view.aiming or ""], target)
        case moves.TakeOver(target=target):
            return f"It drives {mark(target)} out of the game, and their cards are worth keeping."
        case moves.UseSavvy(card=name, mode=mode):
            draws = any(isinstance(op, DrawOp) for op in card[name].modes[mode].ops)
            return "New cards are worth more than it costs." if draws else "You need its points now."
        case moves.EndTurn():
            kept = f", and you should keep {format_count(mind.due, 'point')} for what is due" if mind.due else ""
            return f"Nothing more that you can do is worth what it costs{kept}."
        case moves.NameCard(number=number):
            return _named(mind, number)
        case moves.Settle(retain=retain):
            return (
                "There is time for their cards to bring something." if retain else "There is little time left for them."
            )
        case moves.Respond() | moves.LetItPass():
            return _answer(mind, move)
        case moves.Liquidate():
            return "You have to pay, and this asset is the one you will miss least."
        case moves.DropCard():
            return "It costs you more each turn than it brings."
        case moves.PayWhatIsDue():
            return "Your cards bring more than the debt costs."
        case moves.PickFromHand():
            return "It is the card that would hurt you most."
        case moves.Fire():
            return "Somebody has to go, and you will miss them least."
        case moves.VoteOnEmbargo():
            return "Whatever hurts another company helps yours."
        case moves.Refuse() | moves.Accept():
            return "Bots refuse every deal: whoever offers it expects to gain by it."
        case moves.Prepare():
            return "It may be needed before your next turn."
        case moves.BackUp():
            return "Then nobody can stop your play with savvy so easily."
        case _:
            return "A bot sees no difference between these."


def _announced(mind: Mind, parts: Sequence[Move]) -> str:
    """Return why a play is announced."""
    first = parts[0]
    if not isinstance(first, moves.Spy):
        return why(mind, first)
    card = mind.view.box.card[first.card]
    aimed = next((part.target for part in parts if isinstance(part, moves.Aim)), None)
    return _attack(mind, card, aimed or _victim(mind, card, mind.view.targets.get(first.card, ())))


def _lasting(mind: Mind, card: PlayingCard) -> str:
    """Return what a card in play should bring."""
    turns = min(mind.rounds_left, card.duration or mind.rounds_left)
    brings = round(mind.lasting(card))
    return (
        f"It should bring you about {format_count(brings, 'point')} in the {_rounds(turns)} to come, for {card.cost}."
    )


def _rounds(count: int) -> str:
    return "round" if count == 1 else f"{count} rounds"


def _victim(mind: Mind, card: PlayingCard, targets: Sequence[Seat]) -> Seat | None:
    """Return whom an attack hurts most; None: it goes against all."""
    if card.target == "all_opponents" or not targets:
        return None
    return max(targets, key=lambda target: mind.hit(card, target))


def _attack(mind: Mind, card: PlayingCard, target: Seat | None) -> str:
    """Return the effect of an attack and its target, in words."""
    if target is None:
        return "It hurts all the others at once, by more than it costs."
    victim = mind.as_company(target)
    loss = expected_loss(card.ops, card.tag, victim, mind.view.box, mind.view.round)
    who = "the strongest of those it can hit" if mind.rank(target) > 1 else "whom it hurts most"
    if loss > mind.means(victim):
        return f"It takes {format_count(loss, 'point')} from {mark(target)}, which is more than they can pay."
    aside = sum(mind.side_effect(op, victim) for op in card.ops)
    if aside > loss:
        return f"It costs {mark(target)} more than points: what they lose would have brought them a lot."
    return f"It should take {format_count(loss, 'point')} from {mark(target)}, {who}."


def _named(mind: Mind, number: int) -> str:
    """Return why this card is meant."""
    for company, seen in mind.view.companies.items():
        for permanent in (*seen.team, *seen.inventory):
            if permanent.number == number:
                brings = round(mind.lasting(mind.view.box.card[permanent.card], permanent.left))
                if company == mind.view.company:
                    return "It is the one that you will miss least."
                return (
                    f"It would still bring {mark(company)} about {format_count(brings, 'point')}, more than the others."
                )
    return "It is the one that counts most."


def _answer(mind: Mind, move: moves.Respond | moves.LetItPass) -> str:
    """Return whether a play is worth answering."""
    play = mind.view.plays[0] if mind.view.plays else None
    if play is None:
        return "There is nothing to answer."
    danger = mind.danger(play)
    if isinstance(move, moves.Respond):
        if danger >= OWN_RUIN:
            return "Else it would drive you out of the game."
        price = mind.price(move.card)
        return (
            f"What {mark(play.by)} does would cost you about {format_count(round(danger), 'point')}, and this {price}."
        )
    if danger <= 0:
        return f"What {mark(play.by)} does costs you nothing that is worth an answer."
    return (
        f"What {mark(play.by)} does costs you about {format_count(round(danger), 'point')}, less than "
        "stopping it would."
    )
