"""The table: the state of a game during play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated

from pydantic import Field

from bot.engine.records import Card, Record, Seat
from bot.engine.secrecy import NOTHING, FaceDown, Hidden, Look, Open, OpenByChance, Own
from bot.engine.table import Table
from bot.games.goodwill.components import COMPANIES, RESOURCES, Boss, Company, GoodwillBox, Resource
from bot.games.goodwill.news import EventStory, InformationCard
from bot.games.goodwill.rules.alternative_modes import GoodwillOptions
from bot.games.goodwill.rules.annual_review import AnnualReview, share_out
from bot.games.goodwill.rules.derivatives import DerivativesAuctions, OpenLot, SealedLot
from bot.games.goodwill.rules.end_of_game import final_score, share_value, shares_worth
from bot.games.goodwill.rules.events import TOKENS_ARE_LIMITED, Events, playing_order
from bot.games.goodwill.rules.fast_modes import BothAssessments, SwiftAssessments, SwiftSteering, YearlySheets
from bot.games.goodwill.rules.informations import Informations, tab_slots, tab_viewers
from bot.games.goodwill.rules.steering import Nominations, Steering, Vote, VoteInTurn
from bot.games.goodwill.rules.transactions import Pairing, Transaction, plain_price
from bot.games.goodwill.rules.year import TransactionsAndSteering, Year

AnyStep = Annotated[
    Year
    | Informations
    | DerivativesAuctions
    | SealedLot
    | OpenLot
    | TransactionsAndSteering
    | BothAssessments
    | SwiftAssessments
    | SwiftSteering
    | YearlySheets
    | Transaction
    | Pairing
    | Steering
    | Nominations
    | Vote
    | VoteInTurn
    | Events
    | AnnualReview,
    Field(discriminator="kind"),
]


def _cash_of_others(look: Look, cash: int) -> object:
    return NOTHING if look.at_own or look.table.options.cash_visible else cash


def _wealth_of_others(look: Look, history: Sequence[YearEnd]) -> object:
    if look.table.options.cash_visible:
        return NOTHING
    return [{seat: worth for seat, worth in year.wealth.items() if seat != look.seat} for year in history]


def _as_shuffled(look: Look, cards: Sequence[str]) -> Sequence[str]:
    return cards[: look.record.unseen]


def _not_looked_at(look: Look, slots: Sequence[Information]) -> dict[int, Information]:
    seen = () if look.seat is None else look.table.slots_of(look.seat)
    return {slot: pair for slot, pair in enumerate(slots, 1) if slot not in seen}


class CompanyBoard(Record):
    """A company's board: its safe, its arrow on the market share scale, its tokens and its boss."""

    capital: Open[int]
    market_share: Open[int]
    tokens: OpenByChance[dict[Resource, int]]
    boss: OpenByChance[str | None]
    bankrupt: Open[bool] = False


class Investor(Record):
    """What lies in front of a player."""

    cash: Annotated[int, Hidden(_cash_of_others, follows=True)]
    shares: OpenByChance[dict[Company, int]]
    derivatives: Open[list[str]] = []
    """Won in auctions, face up."""
    objectives: Own[list[str]] = []
    """Hidden until the end."""


class Pile(Record):
    """A face-down pile, top first. Cards put under it were seen, so from there on the order is known."""

    cards: Annotated[list[str], Hidden(_as_shuffled)] = []
    unseen: Open[int] = 0
    """How many cards on top lie as they were shuffled."""

    def take(self) -> str:
        """Take the top card."""
        self.unseen = max(0, self.unseen - 1)
        return self.cards.pop(0)

    def put_under(self, card: str) -> None:
        """Put a card that everybody has seen under the pile."""
        self.cards.append(card)


class Information(Card):
    """A pair on the information board."""

    event: str
    percentage: int


class YearEnd(Card):
    """Where everybody stood when a year was over; year None: after the setup."""

    year: int | None
    capital: dict[Company, int]
    market_shares: dict[Company, int]
    """Bankrupt companies have 0."""
    share_values: dict[Company, int]
    wealth: dict[Seat, int]
    """Cash and shares at their present value; with cash only the cash alone."""
    played: list[Information] = []
    """The events that came true, first one first."""
    dropped: Information | None = None


class Goodwill(Table):
    """A game of Goodwill."""

    agenda: Open[list[AnyStep]] = []
    options: Open[GoodwillOptions]
    first_year: Open[int]
    last_year: Open[int]
    year_index: Open[int] = 0
    companies: Open[dict[Company, CompanyBoard]]
    investors: Open[dict[Seat, Investor]]
    prices: Open[dict[Resource, int]]
    event_deck: FaceDown[list[str]]
    percentage_deck: FaceDown[list[int]]
    slots: Annotated[list[Information], Hidden(_not_looked_at)] = []
    """The information board; empty between the years."""
    available: OpenByChance[list[str]]
    boss_pile: Open[Pile]
    derivative_pile: Open[Pile] = Field(default_factory=Pile)
    assessments: Open[dict[Company, list[dict[Seat, int]]]] = {}
    """The prices shown this year."""
    stories: Open[list[EventStory]] = []
    """The events of this year so far; only while they are played."""
    bank: Open[int] = 0
    """What the bank has received from the players, minus what it has paid to them."""
    history: Annotated[list[YearEnd], Hidden(_wealth_of_others, follows=True)] = []

    @cached_property  # read several times in every move, and pydantic's private attributes are slow
    def box(self) -> GoodwillBox:
        """The cards and numbers this game is played with."""
        box: GoodwillBox = self._box
        return box

    # Years and seats

    @property
    def year(self) -> int:
        """The year that is being played."""
        return self.first_year + self.year_index

    @property
    def lead(self) -> Seat:
        """The seat that comes first this year where an order is needed (GW-2)."""
        return self.year_index % self.players + 1

    def from_lead(self) -> list[Seat]:
        """Return all seats clockwise, the lead first."""
        return [self.lead, *self.iterate_clockwise_from(self.lead)]

    def begin_year(self) -> None:
        """Start counting this year's assessments."""
        self.assessments = {company: [] for company in self.living}

    def close_year(self) -> list[Information]:
        """Write the year into the history; return its informations, the dropped one last."""
        order = playing_order([information.percentage for information in self.slots])
        *played, dropped = (self.slots[slot - 1] for slot in order)
        self.history.append(self.year_end(self.year, played, dropped))
        return [*played, dropped]

    def year_end(self, year: int | None, played: list[Information], dropped: Information | None) -> YearEnd:
        """Return where everybody stands now."""
        values = self.share_values()
        return YearEnd(
            year=year,
            capital={company: board.capital for company, board in self.companies.items()},
            market_shares={company: board.market_share for company, board in self.companies.items()},
            share_values=values,
            wealth={
                seat: investor.cash + (0 if self.counts_cash else shares_worth(investor.shares, values))
                for seat, investor in self.investors.items()
            },
            played=played,
            dropped=dropped,
        )

    # Informations

    def place_informations(self) -> None:
        """Draw an event and a percentage for each slot."""
        for _ in range(self.box.information.slots):
            self.slots.append(Information(event=self.event_deck.pop(), percentage=self.percentage_deck.pop()))

    def shuffle_decks(self) -> None:
        """Put all events and percentages back and shuffle both decks."""
        self.event_deck = self.chance.shuffled([*self.event_deck, *(pair.event for pair in self.slots)])
        self.percentage_deck = self.chance.shuffled([*self.percentage_deck, *(pair.percentage for pair in self.slots)])
        self.slots = []

    def slots_of(self, seat: Seat) -> tuple[int, ...]:
        """Return the slots this seat may look at this year, 1 being the first."""
        return tab_slots(self.box.information.tabs, seat, self.players, self._turned)

    def viewers(self, slot: int) -> frozenset[Seat]:
        """Return who may look at this slot this year."""
        return tab_viewers(self.box.information.tabs, slot, self.players, self._turned)

    @property
    def _turned(self) -> int:
        """By how many seats the tabs have moved on."""
        rotate = self.options.rotate_tabs
        turning = rotate == "on" or (rotate == "auto" and self.players in self.box.information.rotate_with)
        return self.year_index if turning else 0

    def information_card(self, slot: int) -> InformationCard:
        """Return the pair in this slot, as it reads."""
        pair = self.slots[slot - 1]
        event = self.box.event[pair.event]
        return InformationCard(
            slot=slot, name=event.name, percentage=pair.percentage, left=event.left, right=event.right
        )

    # Companies

    @property
    def living(self) -> list[Company]:
        """The companies that are not bankrupt, in the printed order."""
        return [company for company in COMPANIES if not self.companies[company].bankrupt]

    @property
    def legal_prices(self) -> range:
        """The prices the chalkboards can show."""
        board = self.box.chalkboard
        if self.options.odd_prices:
            return range(board.lowest, board.odd_highest + 1, board.odd_step)
        return range(board.lowest, board.highest + 1, board.step)

    def share_value(self, company: Company) -> int:
        """Return what a share would be worth if the game ended now, in dollars."""
        return share_value(self.companies[company].capital, self.box.share_parts)

    def share_values(self) -> dict[Company, int]:
        """Return the share values of all companies; bankrupt ones have 0."""
        return {company: self.share_value(company) for company in COMPANIES}

    def dividend(self, company: Company) -> int:
        """Return what the annual review would pay for a share if it came now, in dollars."""
        return 0 if self.companies[company].bankrupt else share_out(self, company)[1]

    def share_brings(self, company: Company) -> int:
        """Return what a share brings its owner in the present state, in dollars.

        That is its value at the end or, with cash only, the dividends until then.
        """
        if not self.options.cash_only:
            return self.share_value(company)
        return self.dividend(company) * (self.last_year - self.year + 1)

    def usual_price(self, company: Company) -> int:
        """Return the price that is written for a seat whose time is up: what a share brings (GW-33)."""
        goes_by = self.share_brings if self.counts_cash else self.share_value
        return plain_price(goes_by(company), self.legal_prices)

    @property
    def counts_cash(self) -> bool:
        """Whether shares count nothing, as at the end; with boxes of former versions they did until then."""
        return self.options.cash_only and self.box.cash_only_counts == "cash"

    def market_shares(self) -> dict[Company, int]:
        """Return the market shares of the living companies, in percent."""
        return {company: self.companies[company].market_share for company in self.living}

    def set_market_shares(self, shares: dict[Company, int]) -> None:
        """Move the arrows."""
        for company, share in shares.items():
            self.companies[company].market_share = share

    def votes(self, company: Company) -> dict[Seat, int]:
        """Return how many shares each owner has."""
        return {seat: investor.shares[company] for seat, investor in self.investors.items() if investor.shares[company]}

    def owners(self, company: Company) -> list[Seat]:
        """Return the seats with at least one share."""
        return [seat for seat, investor in self.investors.items() if investor.shares[company]]

    def threshold(self, company: Company) -> int:
        """Return how many yes votes replace the boss (GW-4)."""
        thresholds = self.box.players[self.players].thresholds
        if self.options.four_player_threshold == "all companies":
            return min(thresholds.values())
        return thresholds[company]

    def tokens_on_boards(self, resource: Resource) -> int:
        """Return how many tokens of a resource lie on the boards, those of bankrupt companies included (GW-38)."""
        return sum(board.tokens[resource] for board in self.companies.values())

    def has_token_left(self, resource: Resource) -> bool:
        """Whether the box has a token of a resource left."""
        return self.box.edition < TOKENS_ARE_LIMITED or (
            self.tokens_on_boards(resource) < self.box.resources.tokens_of_each
        )

    def boss_of(self, company: Company) -> Boss | None:
        """Return the card of the boss in charge."""
        boss = self.companies[company].boss
        return None if boss is None else self.box.boss[boss]

    def boss_name(self, company: Company) -> str | None:
        """Return the name of the boss in charge."""
        boss = self.boss_of(company)
        return None if boss is None else boss.name

    def compute_current_scores(self) -> dict[Seat, int]:
        """Return everybody's wealth as if the game ended now."""
        values = self.share_values()
        return {seat: final_score(self, seat, values).total for seat in self.seats}

    # Nothing appears or vanishes

    def describe_part(self) -> str:
        """Return the year."""
        return str(min(self.year, self.last_year))

    def audit(self) -> None:
        """Raise AssertionError, with all that is wrong, when cards, shares or money have appeared or vanished."""
        problems = [*self._wrong_companies(), *self._wrong_shares(), *self._wrong_cards(), *self._wrong_cash()]
        if problems:
            raise AssertionError("; ".join(problems))

    def _wrong_companies(self) -> Iterator[str]:
        step = self.box.step
        if self.living and sum(self.market_shares().values()) != 100:
            yield f"market shares {self.market_shares()} do not add up to 100"
        for company, board in self.companies.items():
            tokens = sum(board.tokens.values())
            if board.capital < 0 or board.capital % step or board.market_share % step:
                yield f"{company}: capital {board.capital}, market share {board.market_share}"
            if board.bankrupt and (board.capital or board.market_share or board.boss):
                yield f"{company} is bankrupt but not empty"
            if not 1 <= tokens <= self.box.resources.spaces or min(board.tokens.values()) < 0:
                yield f"{company}: tokens {board.tokens}"
        if self.box.edition >= TOKENS_ARE_LIMITED:
            for resource in RESOURCES:
                if self.tokens_on_boards(resource) > self.box.resources.tokens_of_each:
                    yield f"{self.tokens_on_boards(resource)} tokens of {resource}"
        scale = self.box.resources
        if any(not scale.lowest <= price <= scale.highest or price % step for price in self.prices.values()):
            yield f"prices {self.prices}"

    def _wrong_shares(self) -> Iterator[str]:
        for company, board in self.companies.items():
            held = [investor.shares[company] for investor in self.investors.values()]
            dealt = 0 if board.bankrupt else self.box.shares_in_play(company, self.players)
            if sum(held) != dealt or min(held) < 0:
                yield f"{company}: shares {held} instead of {dealt}"

    def _wrong_cards(self) -> Iterator[str]:
        in_charge = [board.boss for board in self.companies.values() if board.boss is not None]
        bosses = Counter([*in_charge, *self.available, *self.boss_pile.cards])
        if bosses != Counter(list(self.box.boss)) or len(self.available) != self.box.bosses_available:
            yield f"bosses {sorted(bosses.elements())}"
        events = [*self.event_deck, *(pair.event for pair in self.slots)]
        if Counter(events) != Counter(self.box.deck(with_optional=self.options.boss_shuffle_card)):
            yield f"events {sorted(events)}"
        percentages = [*self.percentage_deck, *(pair.percentage for pair in self.slots)]
        if Counter(percentages) != Counter(self.box.percentages):
            yield f"percentages {sorted(percentages)}"
        yield from self._wrong_derivatives()

    def _wrong_derivatives(self) -> Iterator[str]:
        won = [card for investor in self.investors.values() for card in investor.derivatives]
        hidden = [card for investor in self.investors.values() for card in investor.objectives]
        offered = [step.card for step in self.agenda if isinstance(step, SealedLot | OpenLot) and step.card]
        cards = Counter([*won, *hidden, *offered, *self.derivative_pile.cards])
        match self.options.derivatives:
            case "off":
                expected = not cards
            case "auction":
                every = Counter(list(self.box.derivative))
                # When all others concede during an auction, the card on offer goes with the agenda.
                expected = not hidden and (cards == every or (self.outcome is not None and cards <= every))
            case "hidden objectives":
                each = self.box.players[self.players].objectives
                expected = len(hidden) == each * self.players and cards <= Counter(list(self.box.derivative))
        if not expected:
            yield f"derivatives {sorted(cards.elements())}"

    def _wrong_cash(self) -> Iterator[str]:
        cash = [investor.cash for investor in self.investors.values()]
        if sum(cash) + self.bank != self.box.cash * self.players or min(cash) < 0:
            yield f"cash {cash} and {self.bank} at the bank"
