"""Deal Goodwill by name: everybody's goods before the first question, and their later moves.

Everything unnamed is the same in every game: the shares are dealt out in turn, every company has one token of each
resource, and the bosses come in the order of the box. After every move the table is audited.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self, TypeVar

from bot.engine import play
from bot.engine.news_text import format_news
from bot.engine.pages import Page
from bot.engine.questions import Question
from bot.engine.records import Move, News, Seat, Told
from bot.games.goodwill import GAME
from bot.games.goodwill.components import (
    AMBER,
    BLACK,
    BOX,
    COMPANIES,
    CRIMSON,
    RESOURCES,
    AnyEffect,
    Company,
    GoodwillBox,
    Resource,
)
from bot.games.goodwill.moves import (
    Assess,
    AssessAndPrefer,
    AssessBoth,
    Ballot,
    Bid,
    Nominate,
    PassLot,
    ProposeAndVote,
    TradeWith,
    VoteOn,
)
from bot.games.goodwill.news import EventStory
from bot.games.goodwill.rules.annual_review import AnnualReview
from bot.games.goodwill.rules.bankruptcy import go_bankrupt
from bot.games.goodwill.rules.end_of_game import score_the_game
from bot.games.goodwill.rules.events import Events, take_effect
from bot.games.goodwill.rules.year import Year
from bot.games.goodwill.table import Goodwill, Information, Pile

__all__ = ["AMBER", "BLACK", "CRIMSON", "Evening", "goodwill", "lines"]

N = TypeVar("N", bound=News)

FOUR = "Julien Fred Eric Chris"
FIVE = "Julien Fred Eric Chris Vincent"


def goodwill(names: str = FOUR, *, box: GoodwillBox = BOX, seed: str = "a quiet evening", **options: Any) -> Evening:
    """Return a table at which these people sit, the first of them on seat 1; nothing has been played yet."""
    return Evening(names.split(), box, seed, options)


class Evening:
    """A game in which everybody and everything is called by name."""

    def __init__(self, names: Sequence[str], box: GoodwillBox, seed: str, options: Mapping[str, Any]) -> None:
        self.names = list(names)
        self.table: Goodwill = GAME.set_up(GAME.options(**options), len(names), seed, box)
        self.latest: list[Told] = []
        self.everything: list[Told] = []
        self._begun = False
        self._deal_in_turn()
        self.with_bosses(**{company: box.bosses[at].name for at, company in enumerate(COMPANIES)})
        for company in COMPANIES:
            self.with_tokens(company, oil=1, charcoal=1, workforce=1)

    def _deal_in_turn(self) -> None:
        turn = 0
        for company in COMPANIES:
            for investor in self.table.investors.values():
                investor.shares[company] = 0
            for _ in range(self.table.box.shares_in_play(company, self.table.players)):
                self.table.investors[turn % self.table.players + 1].shares[company] += 1
                turn += 1

    # Names

    def seat(self, name: str) -> Seat:
        return self.names.index(name) + 1

    def name(self, seat: Seat) -> str:
        return self.names[seat - 1]

    def boss_id(self, name: str) -> str:
        return next(boss.id for boss in self.table.box.bosses if boss.name == name)

    def card_id(self, words: str) -> str:
        """The derivatives card with this condition, e.g. "Amber above $140"."""
        return next(card.id for card in self.table.box.derivatives if card.condition.noted() == words)

    def _event_id(self, name: str) -> str:
        return next(event.id for event in self.table.box.events if event.name == name)

    # Before the first question, or at any later moment

    def with_cash(self, **cash: int) -> Self:
        """Give these people this much; the bank takes or gives the difference."""
        for name, amount in cash.items():
            investor = self.table.investors[self.seat(name)]
            self.table.bank += investor.cash - amount
            investor.cash = amount
        return self

    def with_shares(self, company: Company, **shares: int) -> Self:
        """Deal the company's shares to these people alone."""
        assert sum(shares.values()) == self.table.box.shares_in_play(company, self.table.players)
        for seat, investor in self.table.investors.items():
            investor.shares[company] = shares.get(self.name(seat), 0)
        return self

    def without_share(self, name: str, company: Company) -> Self:
        """Deal this person's shares of the company to the others, one each in turn."""
        seat = self.seat(name)
        others = list(self.table.iterate_clockwise_from(seat))
        for turn in range(self.table.investors[seat].shares[company]):
            self.table.investors[others[turn % len(others)]].shares[company] += 1
        self.table.investors[seat].shares[company] = 0
        return self

    def with_tokens(self, company: Company, *, oil: int = 0, charcoal: int = 0, workforce: int = 0) -> Self:
        self.table.companies[company].tokens = {"oil": oil, "charcoal": charcoal, "workforce": workforce}
        return self

    def with_prices(self, **prices: int) -> Self:
        for resource in RESOURCES:
            self.table.prices[resource] = prices.get(resource, self.table.prices[resource])
        return self

    def with_capital(self, **capital: int) -> Self:
        for company in COMPANIES:
            board = self.table.companies[company]
            board.capital = capital.get(company, board.capital)
        return self

    def with_market_shares(self, **shares: int) -> Self:
        """Set the arrows of all living companies."""
        assert set(shares) == set(self.table.living)
        assert sum(shares.values()) == 100
        for company in self.table.living:
            self.table.companies[company].market_share = shares[company]
        return self

    def with_bosses(self, **bosses: str | None) -> Self:
        """Put these bosses in charge; of the others the first three are available, the rest is the pile.

        A boss needed elsewhere makes room for the first free boss of the box.
        """
        in_charge: dict[Company, str | None] = {company: bosses[company] for company in COMPANIES if company in bosses}
        everybody = [boss.name for boss in self.table.box.bosses]
        for company in COMPANIES:
            if company not in in_charge:
                present = self.table.boss_name(company)
                free = [name for name in everybody if name not in in_charge.values()]
                in_charge[company] = free[0] if present in in_charge.values() else present
        names = [name for name in everybody if name not in in_charge.values()]
        for company, name in in_charge.items():
            self.table.companies[company].boss = None if name is None else self.boss_id(name)
        self._lay_bosses(names[: self.table.box.bosses_available], names[self.table.box.bosses_available :])
        return self

    def with_available(self, *names: str) -> Self:
        """Make these three bosses available; they may not be in charge anywhere."""
        free = [self.table.box.boss[boss].name for boss in (*self.table.available, *self.table.boss_pile.cards)]
        self._lay_bosses(names, [name for name in free if name not in names])
        return self

    def with_boss_on_top(self, name: str) -> Self:
        """Put this boss on top of the face-down pile."""
        pile = self.table.boss_pile.cards
        pile.remove(self.boss_id(name))
        pile.insert(0, self.boss_id(name))
        return self

    def _lay_bosses(self, available: Sequence[str], pile: Sequence[str]) -> None:
        self.table.available = [self.boss_id(name) for name in available]
        self.table.boss_pile = Pile(cards=[self.boss_id(name) for name in pile], unseen=len(pile))

    def with_informations(self, *pairs: tuple[int, str]) -> Self:
        """Lay these pairs of a percentage and an event into the slots of this year, or of the year to come."""
        assert len(pairs) == self.table.box.information.slots
        informations = [Information(event=self._event_id(name), percentage=percentage) for percentage, name in pairs]
        events = [*self.table.event_deck, *(pair.event for pair in self.table.slots)]
        percentages = [*self.table.percentage_deck, *(pair.percentage for pair in self.table.slots)]
        for pair in informations:
            events.remove(pair.event)
            percentages.remove(pair.percentage)
        if self.table.slots:
            self.table.slots = informations
        else:  # drawn from the end, the first slot first
            events += [pair.event for pair in reversed(informations)]
            percentages += [pair.percentage for pair in reversed(informations)]
        self.table.event_deck, self.table.percentage_deck = events, percentages
        return self

    def with_next_lots(self, *words: str) -> Self:
        """Put these derivatives cards on top of the pile, the first of them first."""
        pile = self.table.derivative_pile.cards
        cards = [self.card_id(text) for text in words]
        pile[:] = [*cards, *(card for card in pile if card not in cards)]
        return self

    def with_derivative(self, name: str, words: str) -> Self:
        """Give somebody a derivatives card from the pile, as if it had been bought for nothing."""
        self.table.derivative_pile.cards.remove(self.card_id(words))
        self.table.derivative_pile.unseen -= 1
        self.table.investors[self.seat(name)].derivatives.append(self.card_id(words))
        return self

    def with_objectives(self, **objectives: list[str]) -> Self:
        """Deal these hidden objectives."""
        for name, words in objectives.items():
            self.table.investors[self.seat(name)].objectives = sorted(self.card_id(text) for text in words)
        return self

    def in_year(self, year: int) -> Self:
        self.table.year_index = year - self.table.first_year
        return self

    def with_bankrupt(self, *companies: Company) -> Self:
        """Let these companies have failed in an earlier year."""
        go_bankrupt(self.table, companies)
        self.table._told.clear()
        return self

    # Play

    def begin(self) -> Self:
        """Come to the first question."""
        if not self._begun:
            self._begun = True
            self.table.audit()
            self._take(play.begin(self.table))
        return self

    def _take(self, played: play.Played[Goodwill]) -> None:
        self.table = played.table
        self.latest = list(played.told)
        self.everything += self.latest
        self.table.audit()

    def move(self, name: str, move: Move) -> Self:
        self.begin()
        self._take(play.play(self.table, self.seat(name), move))
        return self

    def take_back(self, name: str) -> Self:
        self._take(play.take_back_answer(self.table, self.seat(name)))
        return self

    def everybody(self, kind: type[Move], **fields: Mapping[str, Any]) -> Self:
        """Let everybody make a move of this kind, with each field given by name."""
        self.begin()
        for name in next(iter(fields.values())):
            self.move(name, kind(**{field: values[name] for field, values in fields.items()}))
        return self

    def assess(self, **prices: int) -> Self:
        return self.everybody(Assess, price=prices)

    def nominate(self, **bosses: str) -> Self:
        """Let these people propose these bosses; all other asked players propose nobody."""
        self.begin()
        for name in self.asked:
            self.move(name, Nominate(boss=self.boss_id(bosses[name]) if name in bosses else None))
        return self

    def ballot(self, **approve: str) -> Self:
        """Let these people say yes to these bosses, e.g. Fred="Mitsy Idris"; everybody else says no."""
        for name in self.asked:
            wanted = [self.boss_id(boss) for boss in approve.get(name, "").split()]
            self.move(name, Ballot(approve=tuple(boss for boss in self.candidates if boss in wanted)))
        return self

    def bid(self, **prices: int) -> Self:
        """Let these people bid; all other asked players pass."""
        self.begin()
        for name in self.asked:
            self.move(name, Bid(price=prices.get(name, 0)))
        return self

    def trade(self, name: str, *, partner: str) -> Self:
        return self.move(name, TradeWith(partner=self.seat(partner)))

    def default(self, name: str) -> Self:
        """Let this person's time run out."""
        move = play.get_default_move(self.begin().table, self.seat(name))
        assert move is not None
        return self.move(name, move)

    def until(self, waiting: str) -> Self:
        """Let nothing be traded, bought or voted until the table waits for this."""
        self.begin()
        return self._quietly(lambda: self.waiting == waiting)

    def quiet_year(self) -> Self:
        """Let nothing be traded, bought or voted until the year is over."""
        year = self.begin().table.year
        return self._quietly(lambda: self.table.year != year)

    def _quietly(self, enough: Callable[[], bool]) -> Self:
        while not enough() and self.asked:
            for name in self.asked:
                self.move(name, quiet_move(self.question(name)))
        assert enough() or self.table.outcome is not None
        return self

    def events(self) -> Self:
        """Go straight to this year's events, and stop before the annual review."""
        self._at_the_end_of_the_year()
        Events().begin(self.table)
        return self._tell()

    def effect(self, *effects: AnyEffect) -> Self:
        """Let these effects come true one after the other, as if they stood on this year's events."""
        self._at_the_end_of_the_year()
        self.table.stories.append(EventStory(name="An event", percentage=100, changes=[]))
        for effect in effects:
            take_effect(self.table, effect)
        return self._tell()

    def review(self) -> Self:
        """Hold the annual review, and go on to the next year."""
        self._at_the_end_of_the_year()
        return self._go_on()

    def _go_on(self) -> Self:
        self.latest = play.run_agenda(self.table)
        self.everything += self.latest
        self.table.audit()
        return self

    def score(self) -> Self:
        """End the game as things stand, without another review."""
        self.begin()
        score_the_game(self.table)
        return self._go_on()

    def _at_the_end_of_the_year(self) -> None:
        self.begin()
        self.table.agenda[:] = [AnnualReview(), Year(begun=True)]

    def _tell(self) -> Self:
        self.latest, self.table._told = self.table._told, []
        self.everything += self.latest
        self.table.audit()
        return self

    # What a player notices

    @property
    def asked(self) -> list[str]:
        """Who must decide something now."""
        return [self.name(seat) for seat in play.list_asked_seats(self.begin().table)]

    @property
    def waiting(self) -> str:
        """What the table is waiting for; empty when the game is over."""
        agenda = self.begin().table.agenda
        return str(agenda[0].get_title(self.table)) if agenda else ""

    def question(self, name: str) -> Question:
        question = play.find_question(self.begin().table, self.seat(name))
        assert question is not None, f"{name} is not asked"
        return question

    def bears(self, name: str) -> str:
        """What this person reads below the heading of the question they are asked."""
        assert GAME.teaching.bears is not None
        return self.in_names(GAME.teaching.bears(self.begin()._view(name), self.question(name)))

    @property
    def news(self) -> list[News]:
        """What everybody was told last, without digests."""
        return [piece.news for piece in self.latest if piece.to is None and not piece.news.footnote]

    @property
    def last_news(self) -> Any:
        return self.news[-1]

    def told(self, kind: type[N]) -> list[N]:
        """All news of this kind since the game began, oldest first."""
        return [piece.news for piece in self.begin().everything if isinstance(piece.news, kind)]

    def reads(self, name: str | None) -> list[str]:
        """What this person (None: a spectator) was told last, in words with names."""
        seat = None if name is None else self.seat(name)
        return [
            self.in_names(format_news(GAME, piece.news, seat)) for piece in self.latest if piece.is_visible_to(seat)
        ]

    def page(self, name: str | None = None) -> str:
        """The table as this person (None: a spectator) sees it."""
        return self.in_names(lines(GAME.page(self._view(name))))

    def standing(self) -> str:
        """How it stands, below the table's picture."""
        assert GAME.wording.standing is not None
        return self.in_names("\n".join(GAME.wording.standing(self._view(None))))

    def hand(self, name: str) -> str:
        """What only this person sees."""
        return self.in_names(lines(GAME.hand(self._view(name))))

    def _view(self, name: str | None) -> Any:
        return GAME.view(self.begin().table, None if name is None else self.seat(name))

    def in_names(self, text: str) -> str:
        for seat in self.table.seats:
            text = text.replace(f"<seat:{seat}>", self.name(seat))
        return text

    @property
    def candidates(self) -> list[str]:
        """The ids of the bosses who are voted on now."""
        return list(self._view(None).candidates)

    @property
    def cash(self) -> dict[str, int]:
        return {self.name(seat): investor.cash for seat, investor in self.table.investors.items()}

    def shares(self, company: Company) -> dict[str, int]:
        return {self.name(seat): investor.shares[company] for seat, investor in self.table.investors.items()}

    @property
    def capital(self) -> dict[Company, int]:
        return {company: board.capital for company, board in self.table.companies.items()}

    @property
    def market_shares(self) -> dict[Company, int]:
        """Of the living companies."""
        return self.table.market_shares()

    @property
    def bosses(self) -> dict[Company, str | None]:
        return {company: self.table.boss_name(company) for company in COMPANIES}

    @property
    def available(self) -> list[str]:
        return [self.table.box.boss[boss].name for boss in self.table.available]

    @property
    def boss_pile(self) -> list[str]:
        """Top first."""
        return [self.table.box.boss[boss].name for boss in self.table.boss_pile.cards]

    @property
    def prices(self) -> dict[Resource, int]:
        return dict(self.table.prices)

    def tokens(self, company: Company) -> dict[Resource, int]:
        """Only what the company uses."""
        return {resource: count for resource, count in self.table.companies[company].tokens.items() if count}

    @property
    def places(self) -> dict[str, int]:
        outcome = self.table.outcome
        return {} if outcome is None else {self.name(seat): place for seat, place in outcome.places.items()}

    @property
    def totals(self) -> dict[str, int]:
        outcome = self.table.outcome
        return {} if outcome is None else {self.name(seat): score for seat, score in outcome.scores.items()}

    @property
    def winners(self) -> list[str]:
        return [name for name, place in self.places.items() if place == 1]


def quiet_move(question: Question) -> Move:
    """The answer after which nothing happens, if everybody gives it."""
    quiet: list[Move] = [
        Assess(price=10),
        AssessBoth(prices={"first": 10, "second": 10}),
        AssessAndPrefer(parts=(AssessBoth(prices={"first": 10, "second": 10}),)),
        ProposeAndVote(parts=(Nominate(boss=None),)),
        Bid(price=0),
        PassLot(),
        Nominate(boss=None),
        Ballot(approve=()),
        *(VoteOn(boss=boss.id, yes=False) for boss in BOX.bosses),
    ]
    return next(move for move in quiet if question.is_legal(move))


def lines(page: Page) -> str:
    """A page as plain lines; a row of a grid is a line."""
    found = [page.title]
    for section in page.sections:
        found.append(section.heading)
        for part in section.parts:
            found += [part] if isinstance(part, str) else [" | ".join(row) for row in (part.heads, *part.rows)]
    return "\n".join(found)
