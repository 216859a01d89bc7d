"""Find the plays after which a turn can only be ended, so that a panel can offer both in one press.

Only what is certain counts: with some companies a play asks for more, and a pile that runs out may move a block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.engine.last_answers import LastAnswers
from bot.engine.questions import Choose, Question
from bot.engine.records import Move
from bot.games.briefcase import moves
from bot.games.briefcase.components import (
    CardsAs,
    Company,
    PlayedCardOnTop,
    ProductionOnTop,
    ResourceAs,
    does_something_each_time,
)
from bot.games.briefcase.rules.paying import (
    Cards,
    Means,
    Resources,
    after_playing,
    find_first_activation,
    most_cards,
    ways_to_pay,
)
from bot.games.briefcase.view import BriefcaseView, PlayerView


def find_last_plays(view: BriefcaseView, question: Question) -> LastAnswers | None:
    """Return the plays that leave only the end of the turn; None: there are none."""
    if view.seat is None or view.means is None or not isinstance(question, Choose):
        return None
    own = view.everybody[view.seat]
    if not question.is_legal(moves.EndTurn()) or any(_has(view, one, PlayedCardOnTop) for one in own.activated):
        return None
    offered = _keep_worthwhile(view, own, view.means, question.moves)
    found = [move for move in offered if _is_last(view, own, view.means, move)]
    if not found:
        return None
    return LastAnswers(found, moves.EndTurn(), "and end turn", "Ends your turn for good.", without="Leaves")


def _keep_worthwhile(view: BriefcaseView, own: PlayerView, means: Means, plays: Sequence[Move]) -> Sequence[Move]:
    """Return the plays without those that waste the turn.

    Where a company can score, only activations that score are left; where it can after a purchase, no resources.
    """
    waiting = list(_list_waiting(view, own))
    scoring = [
        one for one in plays if isinstance(one, moves.ActivateCompany) and view.points_by_activating.get(one.company)
    ]
    purchases = [one for one in plays if isinstance(one, moves.BuyResources)]
    if scoring:
        return scoring
    if any(find_first_activation(means, one, waiting, view.points_by_activating) for one in purchases):
        return [one for one in plays if not isinstance(one, moves.BuyResources)]
    return plays


def _has(view: BriefcaseView, company: str, *abilities: type) -> bool:
    return isinstance(view.box.company[company].ability, abilities)


def _is_last(view: BriefcaseView, own: PlayerView, means: Means, move: Move) -> bool:
    """Whether nothing can be played after this move, which asks for nothing more and reveals nothing."""
    cards = _find_cards_left(view, means.cards, move)
    if cards is None or _asks_for_more(view, own, move) or _may_reveal(view, move):
        return False
    if max(cards.hand) >= view.box.terms.equal_cards_for_a_block or most_cards(cards, "buy", market=True):
        return False
    if any(cards.hand) and _begins_to_turn(view, own, move, CardsAs):
        return False
    activates, hires = most_cards(cards, "activate"), most_cards(cards, "hire")
    if (activates or hires) and _begins_to_turn(view, own, move, ResourceAs):
        return False
    resources = _find_resources_left(view, means.resources, move)
    can_activate = activates and any(ways_to_pay(resources, card.units) for card in _list_own(view, own, move))
    can_hire = hires and any(
        ways_to_pay(resources, units, hiring=True) for card in _list_hireable(view) for units in card.hires
    )
    return not can_activate and not can_hire


def _begins_to_turn(view: BriefcaseView, own: PlayerView, move: Move, ability: type) -> bool:
    """Whether a play activates a company that was not, and has this ability from then on."""
    if not isinstance(move, moves.ActivateCompany) or move.company in own.activated:
        return False
    return _has(view, move.company, ability)


def _find_cards_left(view: BriefcaseView, cards: Cards, move: Move) -> Cards | None:
    """Return the cards that a play leaves in the hand; None: it is no play."""
    match move:
        case moves.MoveBlock():
            return cards.without(move.card, view.box.terms.equal_cards_for_a_block)
        case moves.Invest():
            return after_playing(cards, move.cards).without("buy", move.buys)
        case moves.BuyResources() | moves.BuyCompany() | moves.ActivateCompany() | moves.HireCompany():
            return after_playing(cards, move.cards)
        case _:
            return None


def _find_resources_left(view: BriefcaseView, resources: Resources, move: Move) -> Resources:
    """Return what a play leaves in the storage."""
    match move:
        case moves.BuyResources():
            return resources.with_more(move.resources)
        case moves.ActivateCompany() | moves.HireCompany():
            return resources.after_paying(move.pay).with_more(["energy"] * view.box.company[move.company].energy)
        case _:
            return resources


def _asks_for_more(view: BriefcaseView, own: PlayerView, move: Move) -> bool:
    """Whether a play may be followed by a question other than what comes next, or by a choice how to end the turn."""
    if not isinstance(move, moves.ActivateCompany):
        return False
    places = any(_has(view, company, ProductionOnTop) for company in {*own.activated, move.company})
    return (
        does_something_each_time(view.box.company[move.company]) or places or _has(view, move.company, PlayedCardOnTop)
    )


def _may_reveal(view: BriefcaseView, move: Move) -> bool:
    """Whether a play may empty a pile of the market, which can move a block by chance."""
    match move:
        case moves.BuyResources():
            return any(view.market[name] <= move.resources.count(name) for name in move.resources)
        case moves.HireCompany():
            return any(spent.via is not None for spent in move.pay)
        case _:
            return False


def _list_waiting(view: BriefcaseView, own: PlayerView) -> Iterator[Company]:
    """Yield the own companies that are not activated."""
    yield from (view.box.company[owned.company] for owned in own.companies if not owned.activated)


def _list_own(view: BriefcaseView, own: PlayerView, move: Move) -> Iterator[Company]:
    """Yield the companies that the player owns after a play."""
    yield from (view.box.company[owned.company] for owned in own.companies)
    if isinstance(move, moves.BuyCompany):
        yield view.box.company[move.company]


def _list_hireable(view: BriefcaseView) -> Iterator[Company]:
    """Yield the companies of the others that can be hired."""
    for seat, player in view.everybody.items():
        if seat != view.seat:
            yield from (card for one in player.activated if (card := view.box.company[one]).output)
