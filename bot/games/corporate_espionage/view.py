"""A seat's view: copies of the fields that the secrecy marks let the seat know, and derived ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import get_args

from bot.engine import hidden_hands
from bot.engine.chance import Chance
from bot.engine.play import list_asked_seats
from bot.engine.questions import Choose
from bot.engine.records import Move, Seat
from bot.engine.sealed import Sealed
from bot.engine.table import Outcome, Step
from bot.engine.views import copy_known_fields
from bot.engine.what_if import copy_for_trial
from bot.games.corporate_espionage.components import EspionageBox, Terms
from bot.games.corporate_espionage.moves import Audit, BackUp, LetItPass, Moment, Spy, UseSavvy
from bot.games.corporate_espionage.rules.arithmetic import expected_loss, income, overhead
from bot.games.corporate_espionage.rules.effects import AnyOp
from bot.games.corporate_espionage.rules.espionage import Operation, Strike
from bot.games.corporate_espionage.rules.hostile_takeover import Takeover
from bot.games.corporate_espionage.rules.house_rules import EspionageOptions
from bot.games.corporate_espionage.rules.insolvency import Insolvency, free_savvy
from bot.games.corporate_espionage.rules.responses import holds_answer, possible_costs, trigger_for
from bot.games.corporate_espionage.rules.someone_elses_turn import AnyPlay, Savvy, Window, play_of
from bot.games.corporate_espionage.rules.targets import legal_targets, spotlight_limit
from bot.games.corporate_espionage.rules.your_turn import Actions
from bot.games.corporate_espionage.table import Company, Embargo, Espionage, Exit, Loan, Permanent, Prepared, Status


@dataclass(frozen=True)
class CompanyView:
    """A company as one seat sees it; cards are ids of the box, None: hidden from this seat."""

    people: Sequence[Seat]
    allies: Sequence[Seat]
    """Companies that win together with it."""
    alive: bool
    account: int | None
    announced: int | None
    """The account as last announced; None: it is hidden."""
    worth: int | None
    team: Sequence[Permanent]
    inventory: Sequence[Permanent]
    income: int
    overhead: int
    hand_size: int
    known: Sequence[str]
    """Which cards of its hand this seat has seen."""
    deck_name: str
    deck_size: int
    discard: Sequence[str]
    statuses: Sequence[Status]
    spotlight: int
    hit_in_round: int
    """The last round in which espionage took points from it."""
    balances: Sequence[int]
    """The scorecard; empty when the account is hidden."""
    exit: Exit | None
    conceded: bool


@dataclass(frozen=True)
class PlayView:
    """A play that is pending."""

    number: int
    what: str
    """espionage, hire, purchase, savvy or takeover."""
    by: Seat
    card: str | None
    targets: Sequence[Seat]
    words: str
    ops: Sequence[AnyOp]
    """The operations of a savvy card; empty for other plays."""
    losses: Mapping[Seat, int]
    """What espionage would take from each target now."""
    cheapest: int | None
    """What the cheapest card would cost with which this seat might answer it, as far as everybody can know."""
    backed: str | None
    """The own card that is used if savvy answers this own play."""


@dataclass(frozen=True)
class EspionageView:
    """The table as one seat sees it; seat None: as everybody does."""

    box: EspionageBox
    options: EspionageOptions
    terms: Terms
    seat: Seat | None
    company: Seat | None
    """The company this seat decides for."""
    players: int
    round: int
    first: Seat
    active: Seat
    companies: Mapping[Seat, CompanyView]
    living: Sequence[Seat]
    order: Sequence[Seat]
    """The living companies in the order of their turns."""
    spotlight_limit: int | None
    hand: Sequence[str]
    """The own hand, sorted as in the box."""
    prepared: Sequence[Prepared]
    """Own savvy that is laid ready."""
    deck_left: Mapping[str, int]
    """What the own deck still holds, without its order."""
    targets: Mapping[str, Sequence[Seat]]
    """Own espionage -> at whom it can be aimed."""
    aiming: str | None
    """The espionage card this seat is just aiming."""
    strike: tuple[str, Seat, Seat] | None
    """The espionage that is hitting somebody now: card, attacker, target."""
    plays: Sequence[PlayView]
    """The pending plays, the one that is answered or carried out next first."""
    loans: Sequence[Loan]
    embargoes: Sequence[Embargo]
    waiting: str
    """What the table is waiting for."""
    waiting_for: Sequence[Seat]
    """Empty when this is secret."""
    pending: Move | None
    """A sealed answer of this seat that nobody has seen yet."""
    outcome: Outcome | None


def view(table: Espionage, seat: Seat | None) -> EspionageView:
    """Return what this seat may know; None: a spectator."""
    step: Step | None = table.agenda[0] if table.agenda else None
    mine = None if seat is None else table.company_of(seat)
    own = None if mine is None else table.companies[mine]
    hand = [] if own is None else list(own.hand)
    secret = step is not None and step.waiting_is_secret
    return EspionageView(
        **copy_known_fields(EspionageView, table, table, seat),
        box=table.box,
        terms=table.terms,
        seat=seat,
        company=mine,
        companies={company: _company(table, company, seat) for company in table.companies},
        living=table.living,
        order=table.turn_order(),
        spotlight_limit=spotlight_limit(table),
        hand=table.in_order(hand),
        prepared=[] if own is None else [prepared.model_copy() for prepared in own.prepared],
        deck_left={} if own is None else _counted(table, own.deck),
        targets={} if mine is None else _targets(table, mine),
        aiming=next((part.card for part in _chosen(step, mine) if isinstance(part, Spy)), None),
        strike=(step.card, step.by, step.target) if isinstance(step, Strike) else None,
        plays=_plays(table, mine),
        waiting=step.get_title(table) if step is not None else "",
        waiting_for=[] if secret else list(list_asked_seats(table)),
        pending=_pending(table, seat),
    )


def worth(view: EspionageView) -> int | None:
    """Return the net worth of this seat's company; None for spectators."""
    return None if view.company is None else view.companies[view.company].worth


def _chosen(step: Step | None, viewer: Seat | None) -> Sequence[Move]:
    return step.chosen if isinstance(step, Actions) and step.company == viewer else ()


def _company(table: Espionage, company: Seat, seat: Seat | None) -> CompanyView:
    owner: Company = table.companies[company]
    viewer = None if seat is None else table.company_of(seat)
    seen = copy_known_fields(CompanyView, owner, table, seat, company)
    knows_hand = viewer == company or table.outcome is not None
    others = table.companies if table.teams == "alliances" else ()
    people = table.people_of(company)
    return CompanyView(
        **seen,
        people=people,
        allies=[other for other in others if other != company and table.allied(other, company)],
        worth=None if seen["account"] is None else table.worth(company),
        income=income(owner, table.box),
        overhead=overhead(owner, table.box),
        hand_size=len(owner.hand),
        known=table.in_order(owner.hand if knows_hand else table.known_to(company, viewer)),
        deck_size=len(owner.deck),
        balances=[] if seen["announced"] is None else list(owner.balances),
        exit=next((one for one in table.exits if one.company == company), None),
        conceded=set(people).issubset(table.conceded),
    )


def _counted(table: Espionage, cards: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for card in table.in_order(cards):
        found[card] = found.get(card, 0) + 1
    return found


def _targets(table: Espionage, company: Seat) -> dict[str, list[Seat]]:
    owner = table.companies[company]
    cards = [card for card in dict.fromkeys(owner.hand) if table.card(card).type == "espionage"]
    return {card: legal_targets(table, company, table.card(card)) for card in cards} if owner.alive else {}


def _plays(table: Espionage, viewer: Seat | None) -> list[PlayView]:
    plays = []
    for step in table.agenda:
        play = play_of(table, step.to) if isinstance(step, Window) else None
        if play is None or play.stopped:
            continue
        losses = {}
        if isinstance(play, Operation):
            card = table.card(play.card)
            for target in play.targets:
                if target == viewer or table.shows_account(target):
                    company = table.companies[target]
                    losses[target] = expected_loss(card.ops, card.tag, company, table.box, table.round)
        trigger = None if viewer is None else trigger_for(table, viewer, play)
        costs = [] if viewer is None or trigger is None else possible_costs(table, viewer, trigger)
        plays.append(
            PlayView(
                number=play.number,
                what=play.what,
                by=play.by,
                card=play.card,
                targets=list(play.aimed_at),
                words=play.words(table),
                ops=play.ops(table) if isinstance(play, Savvy) else (),
                losses=losses,
                cheapest=min(costs, default=None),
                backed=play.backed.card if play.backed is not None and play.by == viewer else None,
            )
        )
    return plays


def _pending(table: Espionage, seat: Seat | None) -> Move | None:
    answers = (
        step.answers[seat]
        for step in table.agenda
        if isinstance(step, Sealed) and seat is not None and seat in step.answers
    )
    pending: Move | None = next(answers, None)
    return pending


# Another truth


def redeal(table: Espionage, seat: Seat | None, chance: Chance) -> Espionage:
    """Return a table that this seat could not tell from the real one.

    Hands, decks and prepared cards of the others are redealt, except for cards the seat has seen; the own deck is
    reshuffled. Sealed answers of others are replaced; among companies that may answer in secret, a new choice has
    answered. Half-composed plays of others are dropped. Accounts stay: where they are hidden, everybody could still add
    them up (CE-19).
    """
    other = copy_for_trial(table)
    viewer = None if seat is None else table.company_of(seat)
    other.chance = Chance(seed=f"{chance.draw_below(2**62):x}", drawn=table.chance.drawn)
    if table.outcome is not None:
        return other
    for company in other.companies:
        if company == viewer:
            other.companies[company].deck = chance.shuffled(sorted(other.companies[company].deck))
        else:
            _deal_anew(other, company, viewer, chance)
    for step in other.agenda:
        if isinstance(step, Actions) and step.company != viewer:
            step.chosen = []
        if isinstance(step, AnyPlay) and step.by != viewer:
            _plan_anew(other, step, chance)
    first = other.agenda[0] if other.agenda else None
    if isinstance(first, Window):
        _others_have_answered(other, first, viewer, chance)
    for step in other.agenda:
        if isinstance(step, Sealed):
            _answer_anew(other, step, seat, chance)
    return other


MOMENTS: Sequence[Moment] = get_args(Moment)
"""The moments at which a prepared card may be used."""


def _deal_anew(table: Espionage, company: Seat, viewer: Seat | None, chance: Chance) -> None:
    owner = table.companies[company]
    if not owner.alive:
        return
    seen = table.known_to(company, viewer)
    if table.options.reactions == "eligible":
        seen = _explained(table, company, seen, chance)
    owner.hand, owner.deck = hidden_hands.resample_hand(owner.hand, owner.deck, seen, chance)
    hidden_hands.resample_knowledge(owner.known, owner.hand, viewer, chance)
    any_time = table.box.any_time
    owner.prepared = []
    for card in dict.fromkeys(owner.hand):
        if card in any_time and chance.draw_below(2):
            owner.prepare(card, MOMENTS[chance.draw_below(len(MOMENTS))])


def _plan_anew(table: Espionage, play: AnyPlay, chance: Chance) -> None:
    """Let its company have planned something else for a play that the others know of."""
    if table.options.reactions == "aimed" and table.follows(3) and isinstance(play, Operation | Takeover):
        answering = table.box.answering.get("savvy_by_opponent", {})
        held = [card for card in dict.fromkeys(table.companies[play.by].hand) if card in answering]
        cards = [card for card in held if chance.draw_below(2)]
        play.backed = BackUp(card=cards[0], mode=answering[cards[0]][0]) if cards else None
    if isinstance(play, Takeover) and play.retain is not None:
        play.retain = bool(chance.draw_below(2))


def _explained(table: Espionage, company: Seat, seen: Sequence[str], chance: Chance) -> list[str]:
    """Give a hand cards that explain why the table waits for it, in the mode where waiting reveals an answer.

    Args:
        table: the table whose hand and deck are changed, before they are redealt.
        company: whose hand it is.
        seen: the cards of it that are known.
        chance: chooses the other cards.

    Returns:
        The cards that have to stay in the hand: those that are known, and those that explain the waiting.
    """
    owner, size = table.companies[company], len(table.companies[company].hand)
    pool = chance.shuffled(sorted([*hidden_hands.subtract_cards(owner.hand, seen), *owner.deck]))
    stays = list(seen)
    for waited_for in _waits(table, company):
        savvy = [card for card in pool if card in table.box.any_time]
        several = (savvy[:count] for count in range(2, len(savvy) + 1))
        for more in ([], *([card] for card in pool), *several):
            owner.hand = [*stays, *more]
            if len(owner.hand) <= size and waited_for():
                stays, pool = owner.hand, hidden_hands.subtract_cards(pool, more)
                break
    left = size - len(stays)
    owner.hand, owner.deck = [*stays, *pool[:left]], pool[left:]
    return stays


def _waits(table: Espionage, company: Seat) -> Iterator[Callable[[], bool]]:
    """Yield for each thing for which the table waits for a company whether the hand it has now explains that."""
    for step in table.agenda:
        play = play_of(table, step.to) if isinstance(step, Window) else None
        if play is not None and isinstance(step, Window) and company in step.companies:
            yield partial(holds_answer, table, company, play)
        if isinstance(step, Insolvency) and step.company == company and not table.companies[company].inventory:
            yield lambda: bool(free_savvy(table, company))


def _others_have_answered(table: Espionage, window: Window, viewer: Seat | None, chance: Chance) -> None:
    """Let other companies than the viewer's have answered; at least one is still pending."""
    others = [company for company in window.companies if company != viewer]
    waits = viewer is not None and viewer in window.companies and not window.answered(table, viewer)
    open_still = [company for company in others if chance.draw_below(2)]
    if others and not open_still and not waits:
        open_still = [others[chance.draw_below(len(others))]]
    for company in others:
        people = table.people(company)
        if company in open_still:
            for seat in people:
                window.answers.pop(seat, None)
        elif not window.answered(table, company):
            window.answers[people[chance.draw_below(len(people))]] = LetItPass()


def _answer_anew(table: Espionage, step: Sealed, seat: Seat | None, chance: Chance) -> None:
    for other in step.answers:
        if other == seat:
            continue
        if isinstance(step, Window) and play_of(table, step.to) is None:
            continue
        question = step.build_question(table, other)
        if isinstance(question, Choose):
            moves = [move for move in question.moves if not isinstance(move, Audit | UseSavvy)]
            step.answers[other] = moves[chance.draw_below(len(moves))]
