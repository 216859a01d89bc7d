"""Play During Someone Else's Turn: the companies that may respond, and those the table waits for.

A savvy card that answers an event must come at that event. In a discreet window everybody is asked who
might hold an answer as far as everybody can know: their deck still has a fitting card that was not used,
their hand is not empty, and their account, where it is shown, reaches. So whom the table waits for tells
nothing about a hand. (Rulebook "Savvy"; the windows are ours, see CE-14.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.engine.questions import Choose
from bot.engine.records import Seat
from bot.games.corporate_espionage.components import ANSWERS
from bot.games.corporate_espionage.moves import Respond, respond
from bot.games.corporate_espionage.rules.arithmetic import can_take_over, cost, takeover_ratio, worth_of_cards
from bot.games.corporate_espionage.rules.effects import DrawOp, Gain, Redirect
from bot.games.corporate_espionage.rules.targets import new_targets

if TYPE_CHECKING:
    from bot.games.corporate_espionage.rules.someone_elses_turn import AnyPlay
    from bot.games.corporate_espionage.table import Espionage

TRIGGERS = {what: trigger for trigger, what in ANSWERS.items()}
ENOUGH = 1000
"""More points than any card costs, as the assumed content of a hidden account."""
AT_ME = ("espionage", "takeover")
"""Plays that only their targets can answer."""


@dataclass(frozen=True, kw_only=True)
class DiscreetChoice(Choose):
    """A choice whose number of options is nobody else's business: to the others it always looks like one."""

    counts: bool = True
    """Whether a missed deadline counts as the seat's lapse; decided by public facts, never by the hand."""

    @property
    def is_free(self) -> bool:
        """Whether it counts, however many options there are: else it would tell who had no answer in hand."""
        return self.counts


def trigger_for(table: Espionage, company: Seat, play: AnyPlay) -> str | None:
    """Return the trigger that fits this play for this company; None: it cannot answer it."""
    if company == play.by or not table.companies[company].alive:
        return None
    if play.what in AT_ME:
        return TRIGGERS[play.what] if company in play.aimed_at else None
    return None if table.allied(company, play.by) else TRIGGERS[play.what]


def to_ask(table: Espionage, play: AnyPlay) -> list[Seat]:
    """Return the companies that are asked about a play, in the order in which their answers are read (CE-15)."""
    others, aimed_at = table.others(play.by), play.aimed_at
    order = [c for c in others if c in aimed_at] + [c for c in others if c not in aimed_at] if aimed_at else others
    match table.options.reactions:
        case "aimed" | "discreet":
            return [c for c in order if may_answer(table, c, play)]
        case "eligible":
            # The seats it waits for reveal who holds an answer; in previews all of them let it pass.
            table.block_undo(foreseen=True)
            return [c for c in order if holds_answer(table, c, play)]
        case "everyone":
            return [c for c in order if table.companies[c].hand and not table.allied(c, play.by)]


def may_answer(table: Espionage, company: Seat, play: AnyPlay) -> bool:
    """Whether, as far as everybody can know, the company can answer a play: with points it may gain first, too."""
    trigger = trigger_for(table, company, play)
    if trigger is None:
        return False
    if not table.follows(2):
        return may_hold(table, company, trigger)
    answers = {
        card: cost(table.companies[company], card, table.box)
        for card, modes in table.box.answering.get(trigger, {}).items()
        if any(ways(table, play, card, mode, company) for mode in modes)
    }
    hand = UnseenHand.of(table, company)
    if is_saved_by_points(table, company, play, hand):
        return True
    return any(hand.may_hold(card) for card in answers) if hand.account is None else hand.reaches(answers, table)


def holds_answer(table: Espionage, company: Seat, play: AnyPlay) -> bool:
    """Whether the company does hold an answer, or what makes it too dear for a takeover, before it draws anything."""
    if any(response_fits(table, company, play, response) for response in responses(table, company, play)):
        return True
    owner = table.companies[company]
    account = owner.account if table.shows_account(company) else None
    return is_saved_by_points(table, company, play, UnseenHand(account, Counter(owner.hand), 0, {}, 0))


def is_saved_by_points(table: Espionage, company: Seat, play: AnyPlay, hand: UnseenHand) -> bool:
    """Whether "any time" savvy that may be in this hand could make the target of a takeover too dear for it (CE-45).

    Where an account is hidden nobody can know how much is missing, so that any gain may do.
    """
    if play.what != "takeover" or company not in play.aimed_at or not table.follows(4):
        return False
    if hand.account is None:
        return replace(hand, account=ENOUGH).grows_to(ENOUGH + 1, table)
    if not table.shows_account(play.by):
        return hand.grows_to(hand.account + 1, table)
    raider, worth = table.companies[play.by], worth_of_cards(table.companies[company], table.box)
    ratio = takeover_ratio(raider, table.box, table.terms)
    needed = hand.account
    while can_take_over(raider.account, table.worth(play.by), needed + worth, ratio):
        needed += 1
    return hand.grows_to(needed, table)


@dataclass(frozen=True)
class UnseenHand:
    """A hand as far as everybody can know it."""

    account: int | None
    """None: it is not shown."""
    known: Mapping[str, int]
    """The cards that everybody knows to be in it."""
    unseen: int
    """How many others are in it."""
    left: Mapping[str, int]
    """How many copies of a card may be among these, or in the deck."""
    deck: int

    @classmethod
    def of(cls, table: Espionage, company: Seat) -> UnseenHand:
        """Return what everybody can know of a company's hand."""
        owner = table.companies[company]
        known = Counter(table.known_to(company, None))
        left = Counter(table.box.decks[owner.deck_name].cards)
        left.update(owner.bought)
        for cards in (owner.sold, owner.discard, known):
            left.subtract(cards)
        account = owner.account if table.shows_account(company) else None
        return cls(account, known, len(owner.hand) - sum(known.values()), left, len(owner.deck))

    def may_hold(self, card: str) -> bool:
        """Whether the card may be in the hand."""
        return self.known.get(card, 0) > 0 or (self.unseen > 0 and self.left.get(card, 0) > 0)

    def reaches(self, answers: Mapping[str, int], table: Espionage) -> bool:
        """Whether it may hold one of these cards and can pay it, at once or after "any time" savvy."""
        account = self.account or 0
        if any(price <= account and self.may_hold(card) for card, price in answers.items()):
            return True
        return any(after.reaches(answers, table) for after in self._after_savvy(table))

    def grows_to(self, points: int, table: Espionage) -> bool:
        """Whether its account may reach this number of points through "any time" savvy."""
        if (self.account or 0) >= points:
            return True
        return any(after.grows_to(points, table) for after in self._after_savvy(table))

    def _after_savvy(self, table: Espionage) -> Iterator[UnseenHand]:
        """Yield the hand after each "any time" card that it may hold and that can be paid."""
        account = self.account or 0
        for card, modes in table.box.any_time.items():
            price = table.card(card).cost
            if price > account or not self.may_hold(card):
                continue
            ops = [op for mode in modes for op in table.card(card).modes[mode].ops]
            gained = sum(op.amount for op in ops if isinstance(op, Gain))
            drawn = min(self.deck, sum(op.count for op in ops if isinstance(op, DrawOp)))
            shown = self.known.get(card, 0) > 0
            rest = self.known if shown else self.left
            rest = {**rest, card: rest[card] - 1}
            yield replace(
                self,
                account=account - price + gained,
                known=rest if shown else self.known,
                left=self.left if shown else rest,
                unseen=self.unseen - (not shown) + drawn,
                deck=self.deck - drawn,
            )


def may_hold(table: Espionage, company: Seat, trigger: str, most: int | None = None) -> bool:
    """Whether, as far as everybody can know, the company holds and can pay a card with this trigger."""
    costs = possible_costs(table, company, trigger)
    if most is not None:
        return any(cost <= most for cost in costs)
    account = table.companies[company].account
    return any(cost <= account or not table.shows_account(company) for cost in costs)


def possible_costs(table: Espionage, company: Seat, trigger: str) -> Iterator[int]:
    """Yield what each card with this trigger costs that is in the hand as far as everybody can know."""
    owner = table.companies[company]
    if not owner.hand:
        return
    known = table.known_to(company, None)
    all_known = len(known) == len(owner.hand)
    box = table.box
    deck = box.decks[owner.deck_name].cards
    for card in box.answering.get(trigger, ()):
        if all_known:
            left = known.count(card)
        else:
            left = deck.get(card, 0) - owner.discard.count(card)
            if owner.bought or owner.sold:
                left += owner.bought.count(card) - owner.sold.count(card)
        if left > 0:
            yield cost(owner, card, box)


def responses(table: Espionage, company: Seat, play: AnyPlay) -> list[Respond]:
    """Return everything the company may answer with, its "any time" cards too."""
    owner = table.companies[company]
    trigger = trigger_for(table, company, play)
    box = table.box
    fitting = box.answering.get(trigger, {}) if trigger else {}
    any_time = box.any_time
    found: list[Respond] = []
    for card in dict.fromkeys(owner.hand):
        if (card in fitting or card in any_time) and cost(owner, card, box) <= owner.account:
            for mode in fitting.get(card, ()):
                found += ways(table, play, card, mode, company)
            found += [respond(card, mode) for mode in any_time.get(card, ())]
    return found


def ways(table: Espionage, play: AnyPlay, card: str, mode: int, company: Seat) -> list[Respond]:
    """Return the moves for one mode; one for each new target if it redirects espionage."""
    if not any(isinstance(op, Redirect) for op in table.card(card).modes[mode].ops):
        return [respond(card, mode)]
    if play.card is None or len(play.aimed_at) != 1 or table.card(play.card).target == "all_opponents":
        return []
    targets = new_targets(table, play.by, table.card(play.card), company)
    return [respond(card, mode, target) for target in targets]


def response_fits(table: Espionage, company: Seat, play: AnyPlay, response: Respond) -> bool:
    """Whether the response answers this play in particular, and is not just possible at any time."""
    return table.card(response.card).modes[response.mode].trigger == trigger_for(table, company, play)
