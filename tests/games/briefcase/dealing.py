"""Deal Briefcase by name: hands, storages and companies, and everybody's later moves.

Hands, storages and companies are empty unless a test deals them; cards come from the own deck, and otherwise from the
bank. After every move the table is audited.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Self, TypeVar

from bot.engine import play
from bot.engine.multi_step import OPEN, ChooseOrCompose, Stage
from bot.engine.news_text import format_news
from bot.engine.questions import Choose, Option, Question
from bot.engine.records import Move, News, Seat, Told
from bot.games.briefcase import GAME
from bot.games.briefcase.components import BASIC, BOX, DECISIONS, SOLD, BriefcaseBox, Decision
from bot.games.briefcase.moves import (
    ActivateCompany,
    BuyCompany,
    BuyResources,
    DrawExtra,
    EndTurn,
    Exchange,
    HireCompany,
    Invest,
    MoveBlock,
    TakePayment,
)
from bot.games.briefcase.rules.vocabulary import resource
from bot.games.briefcase.table import Briefcase, Owned, Player
from bot.games.briefcase.view import BriefcaseView

N = TypeVar("N", bound=News)

FREE = ("Steel", "Concrete")
"""Where the resource blocks lie unless a test says otherwise: Personnel and Paper can be bought."""


def office(
    names: str = "Ann Bob",
    *,
    box: BriefcaseBox = BOX,
    blocks: Sequence[str] = FREE,
    first: str | None = None,
    **options: Any,
) -> Desk:
    """Return a table with these people from seat 1 on; the first of them, or a named one, is on turn."""
    desk = Desk(names.split(), box, blocks, options)
    while first is not None and desk.asked != [first]:
        desk = Desk(names.split(), box, blocks, {**options, "starting_player": "by lot"}, seed=f"{desk.seed}, again")
    return desk


class Desk:
    """A game in which everybody and every card is called by name."""

    def __init__(
        self,
        names: Sequence[str],
        box: BriefcaseBox,
        blocks: Sequence[str],
        options: dict[str, Any],
        seed: str = "a quiet office",
    ) -> None:
        self.names, self.seed = list(names), seed
        agreed = GAME.options(**{"starting_player": "first seat", **options})
        self.table: Briefcase = GAME.set_up(agreed, len(names), seed, box)
        self.latest: list[Told] = list(play.begin(self.table).told)
        self.everything: list[Told] = list(self.latest)
        self.table.resource_blocks = [resource(name.lower()) for name in blocks]
        for player in self.table.everybody.values():
            player.deck = [*player.deck, *player.hand]
            player.hand, player.companies = [], [Owned(company=box.starting_company)]

    # Names

    def seat(self, name: str) -> Seat:
        return self.names.index(name) + 1

    def player(self, name: str) -> Player:
        return self.table.everybody[self.seat(name)]

    def company(self, name: str) -> str:
        return next(company.id for company in self.table.box.companies if company.name == name)

    # Dealing

    def hand(self, name: str, cards: str) -> Self:
        """Put these cards into the hand: "Buy Buy Activate"."""
        player = self.player(name)
        for word in cards.split():
            card = decision(word.lower())
            if card in player.deck:
                player.deck.remove(card)
            else:
                self.table.bank[card] -= 1
            player.hand.append(card)
        return self

    def deck(self, name: str, cards: str) -> Self:
        """Let the deck hold exactly these cards, the first on top; the others go into the discard pile."""
        player = self.player(name)
        player.discard += player.deck
        player.deck = []
        for word in reversed(cards.split()):
            card = decision(word.lower())
            if card in player.discard:
                player.discard.remove(card)
            else:
                self.table.bank[card] -= 1
            player.deck.append(card)
        return self

    def store(self, name: str, resources: str) -> Self:
        """Put these resources from the market into the storage."""
        for word in resources.split():
            found = resource(word.lower())
            if found in SOLD:
                self.table.market[found] -= 1
            self.player(name).store(found, 1)
        return self

    def owns(self, name: str, *companies: str, activated: bool = True) -> Self:
        """Lay companies in front of somebody; the Power Plant is there already."""
        for called in companies:
            company = self.company(called)
            player = self.player(name)
            if not player.has(company):
                player.companies.append(Owned(company=company))
                if company in self.table.portfolio:
                    self.table.portfolio[company] -= 1
            next(owned for owned in player.companies if owned.company == company).activated = activated
        return self

    def offer(self, *companies: str) -> Self:
        """Add companies to the portfolio."""
        for called in companies:
            card = self.table.box.company[self.company(called)]
            self.table.portfolio.setdefault(card.id, card.copies[self.table.players])
        return self

    def discarded(self, resources: str) -> Self:
        """Put resources from the market onto the discard pile."""
        for word in resources.split():
            found = resource(word.lower())
            self.table.market[found] -= 1
            self.table.throw(found)
        return self

    def sold_out(self, *resources: str, but: int = 0) -> Self:
        """Let only this number of these be left in the market; the rest is discarded."""
        for word in resources:
            found = resource(word.lower())
            gone = self.table.market[found] - but
            self.table.market[found] = but
            if gone:
                self.table.throw(found, gone)
            if not but:
                self.table.exhausted.append(found)
        return self

    def bank(self, card: str, left: int) -> Self:
        """Let the bank hold only this number of a card; the rest is out of the game."""
        found = decision(card.lower())
        self.table.removed[found] = self.table.removed.get(found, 0) + self.table.bank[found] - left
        self.table.bank[found] = left
        return self

    # What can be seen

    def holds(self, name: str) -> str:
        return spelled(self.player(name).hand)

    def stored(self, name: str) -> str:
        return spelled(Counter(dict(self.player(name).storage)).elements())

    def discard_pile(self, name: str) -> str:
        return spelled(self.player(name).discard)

    def thrown(self) -> str:
        """The discarded resources."""
        return spelled(Counter(dict(self.table.resource_discard)).elements())

    def activated(self, name: str) -> list[str]:
        return [self.table.card(company).name for company in self.player(name).activated]

    def companies(self, name: str) -> list[str]:
        return [self.table.card(owned.company).name for owned in self.player(name).companies]

    @property
    def asked(self) -> list[str]:
        return [self.names[seat - 1] for seat in play.list_asked_seats(self.table)]

    @property
    def waiting(self) -> str:
        title: str = self.table.agenda[0].get_title(self.table) if self.table.agenda else ""
        for seat, name in enumerate(self.names, 1):
            title = title.replace(f"<seat:{seat}>", name)
        return title

    def question(self, name: str) -> Question:
        question = play.find_question(self.table, self.seat(name))
        assert question is not None, f"{name} is not asked; {self.asked} are"
        return question

    def options(self, name: str) -> list[Option]:
        question = self.question(name)
        assert isinstance(question, Choose)
        return list(question.options)

    def labels(self, name: str) -> list[str]:
        return [option.label for option in self.options(name)]

    def hint(self, name: str, label: str) -> str:
        return next(option.hint for option in self.options(name) if option.label == label)

    def view(self, name: str | None) -> BriefcaseView:
        return GAME.view(self.table, None if name is None else self.seat(name))

    def read_by(self, name: str | None) -> list[str]:
        """What this person, or a spectator, has read about the latest move."""
        reader = None if name is None else self.seat(name)
        return [format_news(GAME, told.news, reader) for told in self.latest if told.is_visible_to(reader)]

    def news(self, kind: type[N]) -> list[N]:
        return [told.news for told in self.latest if isinstance(told.news, kind)]

    # Who can do what

    def baskets(self, name: str) -> set[str]:
        """What can be bought from the market in one go."""
        return {spelled(o.move.resources) for o in self.options(name) if isinstance(o.move, BuyResources)}

    def for_sale(self, name: str) -> set[str]:
        """Which companies can be bought."""
        return {self.table.card(o.move.company).name for o in self.options(name) if isinstance(o.move, BuyCompany)}

    def can_activate(self, name: str) -> set[str]:
        moves = [o.move for o in self.options(name) if isinstance(o.move, ActivateCompany)]
        return {self.table.card(move.company).name for move in moves}

    def can_hire(self, name: str) -> set[str]:
        moves = [o.move for o in self.options(name) if isinstance(o.move, HireCompany)]
        return {self.table.card(move.company).name for move in moves}

    def investments(self, name: str) -> list[int]:
        return [o.move.buys for o in self.options(name) if isinstance(o.move, Invest)]

    def block_moves(self, name: str) -> set[tuple[str | None, str | None]]:
        return {(o.move.start, o.move.to) for o in self.options(name) if isinstance(o.move, MoveBlock)}

    # Play

    def do(self, name: str, move: Move) -> Self:
        played = play.play(self.table, self.seat(name), move)
        self.table, self.latest = played.table, list(played.told)
        self.everything += self.latest
        self.fenced = played.blocks_undo
        self.table.audit()
        return self

    def choose(self, name: str, label: str) -> Self:
        """Take the option that reads so."""
        found = [option.move for option in self.options(name) if option.label == label]
        assert found, f"{label!r} is not among {self.labels(name)}"
        return self.do(name, found[0])

    def _the(self, name: str, kind: type[Move], **fields: Any) -> Move:
        for option in self.options(name):
            if isinstance(option.move, kind) and all(getattr(option.move, f) == v for f, v in fields.items()):
                return option.move
        raise AssertionError(f"{name} cannot: {kind.__name__} {fields} is not among {self.labels(name)}")

    def buy(self, name: str, resources: str) -> Self:
        words = sorted((word.lower() for word in resources.split()), key=SOLD.index)
        return self.do(name, self._the(name, BuyResources, resources=tuple(words)))

    def buy_company(self, name: str, company: str) -> Self:
        return self.do(name, self._the(name, BuyCompany, company=self.company(company)))

    def activate(self, name: str, company: str) -> Self:
        return self.do(name, self._the(name, ActivateCompany, company=self.company(company)))

    def hire(self, name: str, owner: str, company: str) -> Self:
        return self.do(name, self._the(name, HireCompany, owner=self.seat(owner), company=self.company(company)))

    def invest(self, name: str, buys: int) -> Self:
        return self.do(name, self._the(name, Invest, buys=buys))

    def move_block(self, name: str, start: str | None, to: str | None) -> Self:
        def place(word: str | None) -> str | None:
            return word if word is None else word.lower() if word.lower() in BASIC else self.company(word)

        return self.do(name, self._the(name, MoveBlock, start=place(start), to=place(to)))

    def draw_extra(self, name: str) -> Self:
        return self.do(name, self._the(name, DrawExtra))

    def exchange(self, name: str, card: str) -> Self:
        return self.do(name, self._the(name, Exchange, card=card.lower()))

    def composing(self, name: str, *labels: str) -> tuple[Stage, list[str]]:
        """Where somebody stands who wants to pay otherwise and has chosen these, one after the other; and the picks."""
        question, picks = self.question(name), [OPEN]
        assert isinstance(question, ChooseOrCompose)
        for label in labels:
            options = [option.label for option in self.ways(name, picks)]
            assert label in options, f"{label!r} is not among {options}"
            picks.append(str(options.index(label)))
        return question.otherwise.get_stage(question.otherwise.read_parts(picks[1:])), picks

    def ways(self, name: str, picks: Sequence[str]) -> Sequence[Option]:
        """What can be chosen next after these picks."""
        question = self.question(name)
        assert isinstance(question, ChooseOrCompose)
        asked = question.otherwise.get_stage(question.otherwise.read_parts(picks[1:])).question
        assert isinstance(asked, Choose | None)
        return () if asked is None else asked.options

    def ways_to_pay(self, name: str, *labels: str) -> list[str]:
        """What can be chosen next by somebody who wants to pay otherwise and has chosen these."""
        return [option.label for option in self.ways(name, self.composing(name, *labels)[1])]

    def pay_otherwise(self, name: str, *labels: str) -> Self:
        """Pay as put together of these choices."""
        return self.do(name, self.question(name).read(self.composing(name, *labels)[1]))

    def takes(self, name: str, resources: str, gives_up: str = "") -> Self:
        taken = tuple(word.lower() for word in resources.split())
        return self.do(
            name, self._the(name, TakePayment, take=taken, give_up=tuple(word.lower() for word in gives_up.split()))
        )

    def end_turn(self, name: str, top: str | None = None) -> Self:
        return self.do(name, EndTurn(top=None if top is None else decision(top.lower())))

    def pass_turns(self, *names: str) -> Self:
        for name in names:
            self.end_turn(name)
        return self


def decision(word: str) -> Decision:
    """Return the decision card that is called so."""
    return next(card for card in DECISIONS if card == word)


def spelled(words: Any) -> str:
    """Return cards or resources by name, in the order of the box: "Buy Buy Hire"."""
    order = [*DECISIONS, *SOLD, "energy"]
    return " ".join(word.capitalize() for word in sorted(words, key=order.index))


def with_something_to_hire(*arguments: Any) -> Briefcase:
    """Set a game up in which seat 1 can hire the Power Plant of seat 2 with a Hire and a Steel."""
    table = GAME.set_up(*arguments)
    first, second = table.everybody[1], table.everybody[2]
    first.hand.append("hire")
    table.bank["hire"] -= 1
    first.store("steel", 1)
    table.market["steel"] -= 1
    second.companies = [Owned(company="power_plant", activated=True)]
    return table
