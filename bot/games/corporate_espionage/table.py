"""The table: the state of a game during play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from bot.engine import hidden_hands
from bot.engine.hidden_hands import Hand, Known
from bot.engine.questions import Question
from bot.engine.records import Card, Record, Seat
from bot.engine.secrecy import NOTHING, FaceDown, Hidden, Look, Open, OpenByChance, Own, PutAway
from bot.engine.table import Outcome, Table
from bot.games.corporate_espionage.components import EspionageBox, PlayingCard, Terms
from bot.games.corporate_espionage.moves import Audit, Moment, UseSavvy
from bot.games.corporate_espionage.news import Drew, DrewACard, PointsGained
from bot.games.corporate_espionage.rules.any_time import at_any_time, do_at_any_time
from bot.games.corporate_espionage.rules.arithmetic import cost, net_worth, passives
from bot.games.corporate_espionage.rules.cards import Buying, Hiring
from bot.games.corporate_espionage.rules.elimination import last_one_standing, outcome
from bot.games.corporate_espionage.rules.embargoes import EmbargoVote
from bot.games.corporate_espionage.rules.espionage import Operation, Strike
from bot.games.corporate_espionage.rules.executives import TooManyExecutives
from bot.games.corporate_espionage.rules.hostile_takeover import RetainOrLayOff, Takeover
from bot.games.corporate_espionage.rules.house_rules import EspionageOptions, terms_of
from bot.games.corporate_espionage.rules.income_and_expenses import Draw, Expenses, Income
from bot.games.corporate_espionage.rules.insolvency import Insolvency, settle
from bot.games.corporate_espionage.rules.loans import LoanOffer, RestOfLoan
from bot.games.corporate_espionage.rules.opening import ChoiceOfDecks, Opening
from bot.games.corporate_espionage.rules.someone_elses_turn import Checkpoint, Savvy, Window
from bot.games.corporate_espionage.rules.trading import TradeOffer
from bot.games.corporate_espionage.rules.your_turn import Actions, EndOfRound, EndOfTurn, Round, Turn

AnyStep = Annotated[
    Opening
    | ChoiceOfDecks
    | Round
    | EndOfRound
    | Turn
    | Income
    | Expenses
    | Draw
    | Actions
    | EndOfTurn
    | Window
    | Checkpoint
    | Savvy
    | Hiring
    | Buying
    | Operation
    | Strike
    | Takeover
    | RetainOrLayOff
    | TooManyExecutives
    | Insolvency
    | TradeOffer
    | LoanOffer
    | RestOfLoan
    | EmbargoVote,
    Field(discriminator="kind"),
]

Teams: TypeAlias = Literal["off", "alliances", "shared companies"]


class Permanent(Record):
    """A card in play."""

    number: Open[int]
    card: Open[str]
    owner: Open[Seat]
    """Whose deck it came from; there it goes when it leaves play."""
    left: Open[int | None] = None
    """How many more Expenses steps it stays; None: for good."""


class Status(Record):
    """An effect for some turns."""

    status: Open[Literal["skip_income", "overhead_plus"]]
    amount: Open[int]
    turns: Open[int]


class Prepared(Record):
    """A savvy card that will be used by itself, if it can be: secret until then."""

    card: Open[str]
    when: Open[Moment]


class Exit(Card):
    """How a company left the game."""

    company: Seat
    moment: int
    """Companies that left in the same moment have the same number."""
    worth: int
    """Its net worth just before."""
    round: int
    by: Seat | None
    """The raider; None: it went bankrupt."""


class Loan(Record):
    """What a company owes another."""

    number: Open[int]
    lender: Open[Seat]
    borrower: Open[Seat]
    back: Open[int]
    turns: Open[int]
    """In how many of the borrower's turns it is due."""


class Embargo(Record):
    """An agreement not to deal with a company."""

    target: Open[Seat]
    members: Open[list[Seat]]
    last_round: Open[int]


def _hidden_account(look: Look, account: int) -> object:
    return NOTHING if look.at_own or look.table.shows_account(look.owner) else account


def _hidden_account_so_far(look: Look, told: object) -> object:
    return NOTHING if look.at_own or not look.table.is_hidden(look.owner) else told


class Company(Record):
    """Everything in front of a company, and its hand."""

    account: Annotated[int, Hidden(_hidden_account, follows=True)] = 0
    deck_name: Open[str] = ""
    hand: Hand[list[str]] = []
    deck: FaceDown[list[str]] = []
    """Top last."""
    discard: Open[list[str]] = []
    gone: PutAway[list[str]] = []
    """Hand and deck of a company that left the game."""
    team: Open[list[Permanent]] = []
    inventory: Open[list[Permanent]] = []
    statuses: Open[list[Status]] = []
    alive: Open[bool] = True
    known: Known[dict[Seat, list[str]]] = {}
    """Cards of the hand that others have seen: under 0 those known to everybody, otherwise by the knowing seat."""
    prepared: Own[list[Prepared]] = []
    bought: Open[list[str]] = []
    """Cards from other decks that were sold to this company for good."""
    sold: Open[list[str]] = []
    announced: Annotated[int, Hidden(_hidden_account_so_far, follows=True)] = 0
    """The account as last announced."""
    balances: Annotated[list[int], Hidden(_hidden_account_so_far, follows=True)] = []
    """The scorecard: the account at the start and after each own turn."""
    hit_in_round: Open[int] = 0
    """The last round in which espionage took points from it."""
    spotlight: Open[int] = 0
    """One-target espionage announced against it since its own latest turn began."""
    hired: Open[int] = 0
    fired: Open[int] = 0
    hiring_over: Open[bool] = False
    tried: Open[list[Seat]] = []
    """Companies that it has tried to take over this turn; it cannot try again."""
    audited: Open[list[Seat]] = []
    deals: Open[int] = 0
    statements: Open[int] = 0
    proposed_embargo: Open[bool] = False

    def with_card(self, card: PlayingCard, owner: Seat) -> Company:
        """Return the company as it would be with one more card in play."""
        more = Permanent(number=0, card=card.id, owner=owner, left=card.duration)
        zone = "inventory" if card.type == "asset" else "team"
        return self.model_copy(update={zone: [*getattr(self, zone), more]})

    def prepare(self, card: str, when: Moment) -> None:
        """Lay a savvy card ready, once."""
        if card in self.hand and all(other.card != card for other in self.prepared):
            self.prepared.append(Prepared(card=card, when=when))

    def suffer(self, status: Literal["skip_income", "overhead_plus"], amount: int, turns: int) -> None:
        """Be under an effect; the same one twice lasts longer or weighs more (CE-27)."""
        self.statuses.append(Status(status=status, amount=amount, turns=turns))

    def use_status(self, status: str, *, once: bool) -> bool:
        """Let one turn of an effect go by, of the oldest one or of each; return whether there was one."""
        running = [effect for effect in self.statuses if effect.status == status]
        for effect in running[:1] if once else running:
            effect.turns -= 1
        self.statuses = [effect for effect in self.statuses if effect.turns > 0]
        return bool(running)


class Espionage(Table):
    """A game of Corporate Espionage. A company is called by its first seat."""

    agenda: Open[list[AnyStep]] = []
    options: Open[EspionageOptions]
    teams: Open[Teams]
    first: OpenByChance[Seat]
    """The company that begins each round, or the next living one after it."""
    round: Open[int] = 0
    active: OpenByChance[Seat]
    """Whose turn it is, or was last."""
    companies: Open[dict[Seat, Company]]
    numbered: Open[int] = 0
    """How many numbers were given to cards in play, plays and loans."""
    moments: Open[int] = 0
    loans: Open[list[Loan]] = []
    embargoes: Open[list[Embargo]] = []
    exits: Open[list[Exit]] = []

    @cached_property  # read a dozen times in every move, and pydantic's private attributes are slow
    def box(self) -> EspionageBox:
        """The cards and numbers this game is played with."""
        box: EspionageBox = self._box
        return box

    @cached_property
    def terms(self) -> Terms:
        """The numbers after presets and house rules."""
        return terms_of(self.options, self.box)

    def follows(self, edition: int) -> bool:
        """Whether the game is played by this edition of our rulings, or by a later one (CE-41)."""
        return self.box.edition >= edition

    def number(self) -> int:
        """Return a number that nothing else has."""
        self.numbered += 1
        return self.numbered

    # Seats and companies

    def people(self, company: Seat) -> list[Seat]:
        """Return the seats that decide for a company; the first answer counts (CE-33)."""
        if self.teams != "shared companies":
            return [company]
        both = [company, company + len(self.companies)]
        return [seat for seat in both if seat not in self.conceded] or both

    def company_of(self, seat: Seat) -> Seat:
        """Return the company this seat decides for."""
        return (seat - 1) % len(self.companies) + 1

    def number_of(self, seat: Seat) -> Seat:
        """Return the number of the seat's company, under which everything of it lies."""
        return self.company_of(seat)

    def side(self, company: Seat) -> int:
        """Return a number that allies have in common."""
        return (company - 1) % (self.players // 2) if self.teams == "alliances" else company

    def allied(self, one: Seat, other: Seat) -> bool:
        """Whether two companies win together."""
        return one == other if self.teams != "alliances" else self.side(one) == self.side(other)

    @property
    def living(self) -> list[Seat]:
        """The companies that are still in the game, in seat order."""
        return [number for number, company in self.companies.items() if company.alive]

    def others(self, company: Seat) -> list[Seat]:
        """Return the other living companies, clockwise from this one."""
        companies = self.companies
        return [other for other in clockwise(company, len(companies)) if companies[other].alive]

    def opponents(self, company: Seat) -> list[Seat]:
        """Return the living companies on other sides, clockwise from this one."""
        if self.teams != "alliances":
            return self.others(company)
        return [other for other in self.others(company) if not self.allied(company, other)]

    def turn_order(self) -> list[Seat]:
        """Return the living companies in the order of their turns."""
        living = self.living
        return [c for c in living if c >= self.first] + [c for c in living if c < self.first]

    def under_embargo(self, company: Seat) -> list[Embargo]:
        """Return the embargoes against a company."""
        return [embargo for embargo in self.embargoes if embargo.target == company]

    # Cards and accounts

    def card(self, card: str) -> PlayingCard:
        """Return the printed card."""
        return self.box.card[card]

    def in_order(self, cards: Iterable[str]) -> list[str]:
        """Return cards in the order of the box, so that their order tells nothing."""
        return sorted(cards, key=self.box.place.__getitem__)

    def cost(self, company: Seat, card: str) -> int:
        """Return what the company would pay for a card of its hand."""
        owner = self.companies[company]
        price = cost(owner, card, self.box)
        if self.embargoes and self.card(card).type == "asset" and self.under_embargo(company):
            price += self.box.house_rules.embargo_surcharge
        return price

    def costs(self, company: Seat) -> dict[str, int]:
        """Return each different card of the company's hand, and what it would pay for it."""
        owner, printed = self.companies[company], self.box.printed_cost
        if self.embargoes or passives(owner, self.box, "cost_mod"):
            return {card: self.cost(company, card) for card in owner.hand}
        return {card: printed[card] for card in owner.hand}

    def worth(self, company: Seat) -> int:
        """Return the company's net worth."""
        return net_worth(self.companies[company], self.box)

    def is_hidden(self, company: Seat) -> bool:
        """Whether a card hides the company's account."""
        return bool(passives(self.companies[company], self.box, "hide_account"))

    def shows_account(self, company: Seat) -> bool:
        """Whether everybody sees the company's account all the time."""
        return self.options.accounts == "open" and not self.is_hidden(company)

    def gain(self, company: Seat, points: int, why: str) -> None:
        """Add points to an account, and tell."""
        self.companies[company].account += points
        self.tell(PointsGained(company=company, points=points, why=why))

    def draw(self, company: Seat, count: int) -> None:
        """Draw from the top of the own deck; an empty deck gives nothing (CE-6)."""
        owner = self.companies[company]
        drawn = [owner.deck.pop() for _ in range(min(count, len(owner.deck)))]
        owner.hand += drawn
        self.tell(DrewACard(company=company, count=len(drawn)))
        if drawn:
            self.tell(Drew(company=company, cards=[self.card(card).name for card in drawn]), to=self.people_of(company))

    def people_of(self, company: Seat) -> list[Seat]:
        """Return the seats that know a company's hand."""
        return list(range(company, self.players + 1, len(self.companies)))

    def leave_hand(self, company: Seat, card: str) -> None:
        """Take a card from a hand, for all to see."""
        owner = self.companies[company]
        owner.hand.remove(card)
        hidden_hands.forget_card(owner.known, card)

    def show_card(self, company: Seat, card: str) -> None:
        """Let everybody know that this card is in the hand."""
        hidden_hands.show_cards(self.companies[company].known, [card])

    def let_see_hand(self, company: Seat, knower: Seat) -> None:
        """Let a company see another's whole hand."""
        owner = self.companies[company]
        owner.known[knower] = list(owner.hand)

    def known_to(self, company: Seat, knower: Seat | None) -> list[str]:
        """Return which cards of a hand another company, or everybody, knows."""
        return hidden_hands.list_known_cards(self.companies[company].known, knower)

    def enter(self, company: Seat, card: str, owner: Seat, left: int | None) -> None:
        """Put a card into play."""
        permanent = Permanent(number=self.number(), card=card, owner=owner, left=left)
        self.zone(company, card).append(permanent)

    def zone(self, company: Seat, card: str) -> list[Permanent]:
        """Return the part of a company where cards of this type lie."""
        owner = self.companies[company]
        return owner.inventory if self.card(card).type == "asset" else owner.team

    def permanent(self, company: Seat, number: int) -> Permanent | None:
        """Return a card in play by its number, if the company still has it."""
        owner = self.companies[company]
        return next((p for zone in (owner.team, owner.inventory) for p in zone if p.number == number), None)

    def discard(self, company: Seat, permanent: Permanent) -> None:
        """Discard a card in play; it goes to its original owner (CE-31)."""
        self.zone(company, permanent.card).remove(permanent)
        self.companies[permanent.owner].discard.append(permanent.card)

    def move(self, permanent: Permanent, company: Seat, to: Seat) -> None:
        """Let a card in play change sides."""
        self.zone(company, permanent.card).remove(permanent)
        self.zone(to, permanent.card).append(permanent)

    def settle(self, moment: int | None = None) -> None:
        """After something was carried out: put everything in front that must be settled first."""
        settle(self, moment)

    def remember_exit(self, company: Seat, moment: int, by: Seat | None) -> None:
        """Write down when and how a company leaves, and what it is worth."""
        self.exits.append(Exit(company=company, moment=moment, worth=self.worth(company), round=self.round, by=by))

    def lend(self, lender: Seat, borrower: Seat, back: int, turns: int) -> None:
        """Write down a loan."""
        self.loans.append(Loan(number=self.number(), lender=lender, borrower=borrower, back=back, turns=turns))

    def embargo(self, target: Seat, members: list[Seat], last_round: int) -> None:
        """Write down an embargo."""
        self.embargoes.append(Embargo(target=target, members=members, last_round=last_round))

    def sell_card(self, card: str, seller: Seat, buyer: Seat) -> None:
        """Let a card go from hand to hand for good; everybody sees it."""
        self.leave_hand(seller, card)
        self.companies[buyer].hand.append(card)
        self.show_card(buyer, card)
        self.companies[seller].sold.append(card)
        self.companies[buyer].bought.append(card)

    def sell_asset(self, asset: Permanent, seller: Seat, buyer: Seat) -> None:
        """Let an asset go for good, if it was the seller's; a stolen one still belongs to its original owner."""
        self.move(asset, seller, buyer)
        if asset.owner == seller:
            asset.owner = buyer
            self.companies[seller].sold.append(asset.card)
            self.companies[buyer].bought.append(asset.card)

    def begin_play(self) -> None:
        """Begin the first round."""
        self.next(Round())

    def compute_current_scores(self) -> dict[Seat, int]:
        """Return the net worth of everybody's company; 0 when it is bankrupt."""
        return outcome(self, None).scores

    def build_concession_outcome(self) -> Outcome:
        """Return the result when all others have conceded."""
        return last_one_standing(self)

    def build_out_of_turn_question(self, seat: Seat) -> Question | None:
        """Return the savvy and the audits that are open to a seat at any time."""
        return at_any_time(self, seat)

    def answer_out_of_turn(self, seat: Seat, move: UseSavvy | Audit) -> None:
        """Use savvy, or audit somebody."""
        do_at_any_time(self, seat, move)

    # Nothing appears or vanishes

    def describe_part(self) -> str:
        """Return the round."""
        return f"Round {self.round}" if self.round else "Before the first round"

    def audit(self) -> None:
        """Raise AssertionError, with all that is wrong, when cards or points are where they cannot be."""
        problems = [*self._wrong_cards(), *self._wrong_accounts(), *self._wrong_hands()]
        if problems:
            raise AssertionError("; ".join(problems))

    def _wrong_cards(self) -> Iterator[str]:
        found: dict[Seat, Counter[str]] = {company: Counter() for company in self.companies}
        for company, owner in self.companies.items():
            found[company].update([*owner.hand, *owner.deck, *owner.discard, *owner.gone])
            for permanent in (*owner.team, *owner.inventory):
                found[permanent.owner][permanent.card] += 1
        for step in self.agenda:
            if isinstance(step, Hiring | Buying) and step.begun and not step.stopped:
                found[step.by][step.card] += 1
        for company, owner in self.companies.items():
            if not owner.deck_name:
                continue
            expected = Counter(self.box.decks[owner.deck_name].cards)
            expected.update(owner.bought)
            expected.subtract(owner.sold)
            if found[company] != +expected:
                yield f"company {company}: {found[company] - expected} too much, {expected - found[company]} missing"
        numbers = [p.number for owner in self.companies.values() for p in (*owner.team, *owner.inventory)]
        if len(set(numbers)) < len(numbers):
            yield f"cards in play {sorted(numbers)} are not numbered once each"

    def _wrong_accounts(self) -> Iterator[str]:
        settling = {step.company for step in self.agenda if isinstance(step, Insolvency)}
        for company, owner in self.companies.items():
            if owner.account < 0 and company not in settling:
                yield f"company {company}: account {owner.account} at rest"
            if not owner.alive and (owner.account or owner.hand or owner.deck or owner.team or owner.inventory):
                yield f"company {company} has left the game but something is still there"

    def _wrong_hands(self) -> Iterator[str]:
        for company, owner in self.companies.items():
            for problem in hidden_hands.find_unheld_cards(owner.known, owner.hand):
                yield f"company {company}: {problem}"
            executives = sum(self.card(p.card).type == "executive" for p in owner.team)
            wrong = [p.card for p in owner.team if self.card(p.card).type == "asset"]
            wrong += [p.card for p in owner.inventory if self.card(p.card).type != "asset"]
            if wrong:
                yield f"company {company}: {wrong} lie in the wrong place"
            if (
                executives > 1
                and self.outcome is None
                and not any(isinstance(step, TooManyExecutives) for step in self.agenda)
            ):
                yield from self._wrong_executives(company, executives)

    def _wrong_executives(self, company: Seat, executives: int) -> Iterator[str]:
        places = self.terms.executives + sum(
            passive.delta for passive in passives(self.companies[company], self.box, "exec_slots")
        )
        if executives > places:
            yield f"company {company}: {executives} executives for {places} places"


@lru_cache(64)
def clockwise(company: Seat, companies: int) -> tuple[Seat, ...]:
    """Return the other companies clockwise from this one, by the number of all."""
    return (*range(company + 1, companies + 1), *range(1, company))
