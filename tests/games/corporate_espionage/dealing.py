"""Deal Corporate Espionage by name: everybody's cards and their later moves.

Unnamed cards lie in the decks, and every hand is empty, so only players with a dealt card can respond. The first name
begins; it is round 9 and there is no levy, unless a test says otherwise. After every move the table is audited.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self, TypeVar

from bot.engine import play
from bot.engine.multi_step import ChooseOrCompose, Stage
from bot.engine.news_text import format_news
from bot.engine.questions import Choose, Question
from bot.engine.records import Move, News, Seat, Told
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.components import BOX, EspionageBox
from bot.games.corporate_espionage.moves import (
    Aim,
    Announce,
    Audit,
    EndTurn,
    Fire,
    Hire,
    Later,
    LetItPass,
    Liquidate,
    NameCard,
    Prepare,
    Purchase,
    Respond,
    Spy,
    TakeOver,
    UseSavvy,
)
from bot.games.corporate_espionage.rules.someone_elses_turn import Window
from bot.games.corporate_espionage.rules.your_turn import Actions
from bot.games.corporate_espionage.table import Company, Espionage, Permanent
from bot.games.corporate_espionage.view import EspionageView

__all__ = ["Evening", "meeting"]

N = TypeVar("N", bound=News)

TWO = "Ada Bob"
THREE = "Ada Bob Cid"
FOUR = "Ada Bob Cid Dan"


def meeting(names: str = TWO, *, box: EspionageBox = BOX, round_number: int = 9, **options: Any) -> Evening:
    """Return a table at which these people sit, the first of them on seat 1 and on turn."""
    return Evening(names.split(), box, round_number, {"levy": "off", **options})


class Evening:
    """A game in which everybody and every card is called by name."""

    def __init__(self, names: Sequence[str], box: EspionageBox, round_number: int, options: dict[str, Any]) -> None:
        self.names = list(names)
        self.box = box
        self.table: Espionage = GAME.set_up(GAME.options(**options), len(names), "a quiet evening", box)
        self.table.first = self.table.active = 1
        self.everything: list[Told] = list(play.begin(self.table).told)
        self.latest: list[Told] = []
        self.fenced = False
        """Whether the latest move cannot be undone."""
        self.table.round = round_number
        for owner in self.table.companies.values():
            owner.deck = self.table.in_order([*owner.hand, *owner.deck])[::-1]
            owner.hand, owner.known = [], {}
            owner.account = self.table.terms.start_points  # for any place in the first round

    # Names

    def seat(self, name: str) -> Seat:
        return self.names.index(name) + 1

    def company(self, name: str) -> Company:
        return self.table.companies[self.table.company_of(self.seat(name))]

    def card_id(self, card: str) -> str:
        return next(other.id for other in self.box.cards if other.name == card)

    def called(self, cards: Sequence[str]) -> list[str]:
        return [self.table.card(card).name for card in cards]

    # Before the first question, or at any later moment

    def _take(self, name: str, card: str) -> str:
        number = self.card_id(card)
        self.company(name).deck.remove(number)
        return number

    def hand(self, name: str, *cards: str) -> Self:
        """Put cards of the own deck into a hand."""
        self.company(name).hand += [self._take(name, card) for card in cards]
        return self

    def in_play(self, name: str, *cards: str) -> Self:
        """Put cards of the own deck into play."""
        company = self.seat(name)
        for card in cards:
            number = self._take(name, card)
            left = self.table.card(number).duration
            permanent = Permanent(number=self.table.number(), card=number, owner=company, left=left)
            self.table.zone(company, number).append(permanent)
        return self

    def accounts(self, **points: int) -> Self:
        for name, amount in points.items():
            self.company(name).account = amount
        return self

    def used(self, name: str, *cards: str) -> Self:
        """Put cards of the own deck into the discard pile."""
        self.company(name).discard += [self._take(name, card) for card in cards]
        return self

    def on_top(self, name: str, *cards: str) -> Self:
        """Put cards on top of the own deck, the first of them first."""
        company = self.company(name)
        company.deck += [self._take(name, card) for card in cards][::-1]
        return self

    # What can be seen

    def account(self, name: str) -> int:
        return self.company(name).account

    def team(self, name: str) -> list[str]:
        return self.called([permanent.card for permanent in self.company(name).team])

    def inventory(self, name: str) -> list[str]:
        return self.called([permanent.card for permanent in self.company(name).inventory])

    def cards(self, name: str) -> list[str]:
        """The cards of a hand."""
        return self.called(self.company(name).hand)

    def discarded(self, name: str) -> list[str]:
        return self.called(self.company(name).discard)

    def alive(self, name: str) -> bool:
        return self.company(name).alive

    @property
    def winners(self) -> list[str]:
        return [] if self.table.outcome is None else [self.names[seat - 1] for seat in self.table.outcome.winners]

    @property
    def places(self) -> dict[str, int]:
        assert self.table.outcome is not None
        return {self.names[seat - 1]: place for seat, place in self.table.outcome.places.items()}

    @property
    def asked(self) -> list[str]:
        return [self.names[seat - 1] for seat in play.list_asked_seats(self.table)]

    @property
    def waiting(self) -> str:
        return self.table.agenda[0].get_title(self.table) if self.table.agenda else ""

    def question(self, name: str) -> Question:
        question = play.find_question(self.table, self.seat(name))
        assert question is not None, f"{name} is not asked; {self.asked} are: {self.waiting}"
        return question

    def labels(self, name: str) -> list[str]:
        """What this person can choose from."""
        question = self.question(name)
        assert isinstance(question, Choose)
        begun = question.otherwise.get_stage(()).question if isinstance(question, ChooseOrCompose) else None
        more = begun.options if isinstance(begun, Choose) else ()
        return [option.label for option in (*question.options, *more)]

    def offers(self, name: str, move: Move) -> bool:
        """Whether this person may do that now."""
        return self.question(name).is_legal(move)

    def can_spy(self, name: str, card: str) -> bool:
        return self.can_announce(name, Spy(card=self.card_id(card)))

    def view(self, name: str | None) -> EspionageView:
        return GAME.view(self.table, None if name is None else self.seat(name))

    def board(self, name: str | None) -> str:
        """Everything on the pages that this person, or a spectator, can look at."""
        view = self.view(name)
        return f"{GAME.page(view)} {GAME.hand(view)}"

    def read_by(self, name: str | None) -> list[str]:
        """What this person, or a spectator, has read about the latest move."""
        reader = None if name is None else self.seat(name)
        return [format_news(GAME, told.news, reader) for told in self.latest if told.is_visible_to(reader)]

    def news(self, kind: type[N]) -> list[N]:
        """The news of this kind about the latest move."""
        return [told.news for told in self.latest if isinstance(told.news, kind)]

    def number(self, name: str, card: str) -> int:
        """The number of a card in play."""
        owner = self.company(name)
        wanted = self.card_id(card)
        return next(p.number for p in [*owner.team, *owner.inventory] if p.card == wanted)

    # Play

    def do(self, name: str, move: Move) -> Self:
        question = self.question(name)
        assert question.is_legal(move), f"{name} may not {move!r}"
        played = play.play(self.table, self.seat(name), move)
        self.table, self.fenced = played.table, played.blocks_undo
        return self._told(played.told)

    def _told(self, told: Sequence[Told]) -> Self:
        self.latest = list(told)
        self.everything += told
        self.table.audit()
        return self

    def hire(self, name: str, card: str) -> Self:
        return self.do(name, Hire(card=self.card_id(card)))

    def buy(self, name: str, card: str) -> Self:
        return self.do(name, Purchase(card=self.card_id(card)))

    def fire(self, name: str, card: str) -> Self:
        return self.do(name, Fire(number=self.number(name, card)))

    def sell(self, name: str, card: str) -> Self:
        return self.do(name, Liquidate(number=self.number(name, card)))

    def take_over(self, name: str, target: str) -> Self:
        return self.do(name, TakeOver(target=self.seat(target)))

    def audit(self, name: str, target: str) -> Self:
        return self.do(name, Audit(target=self.seat(target)))

    def spy(self, name: str, card: str, at: str | None = None, which: str | None = None) -> Self:
        """Use espionage at somebody, and name the card that is meant; where there is only one, it is."""
        parts: list[Move] = [Spy(card=self.card_id(card))]
        while not (stage := self.composing(name, *parts)).complete:
            asked = stage.question
            assert isinstance(asked, Choose)
            if isinstance(asked.moves[0], Aim):
                assert at is not None, f"at whom is {card} aimed?"
                parts.append(Aim(target=self.seat(at)))
            else:
                assert at is not None, f"whose card is hit by {card}?"
                assert which is not None, f"which card is hit by {card}?"
                parts.append(NameCard(number=self.number(at, which)))
        return self.announce(name, *parts)

    def composing(self, name: str, *parts: Move) -> Stage:
        """The position of a player on turn after composing this."""
        question = self.question(name)
        assert isinstance(question, ChooseOrCompose)
        return question.otherwise.get_stage(parts)

    def announce(self, name: str, *parts: Move) -> Self:
        """Announce the play composed of these choices."""
        return self.do(name, Announce.model_validate({"parts": parts}))

    def can_announce(self, name: str, *parts: Move) -> bool:
        """Whether these choices can be made now, one after the other."""
        for number, part in enumerate(parts):
            asked = self.composing(name, *parts[:number]).question
            if asked is None or not asked.is_legal(part):
                return False
        return True

    def use(self, name: str, card: str, mode: int = 0) -> Self:
        return self.do(name, UseSavvy(card=self.card_id(card), mode=mode))

    def prepare(self, name: str, card: str, when: Later) -> Self:
        return self.do(name, Prepare(card=self.card_id(card), when=when))

    def respond(self, name: str, card: str, to: str | None = None, mode: int = 0) -> Self:
        target = None if to is None else self.seat(to)
        return self.do(name, Respond(card=self.card_id(card), mode=mode, target=target))

    def let_pass(self, *names: str) -> Self:
        for name in names:
            self.do(name, LetItPass())
        return self

    def all_pass(self) -> Self:
        """Let all asked players pass on responding."""
        while self.table.outcome is None and isinstance(self.table.agenda[0], Window):
            self.do(self.asked[0], LetItPass())
        return self

    def end_turn(self, name: str) -> Self:
        return self.do(name, EndTurn())

    def default(self) -> Self:
        """The time of the first person asked runs out."""
        name = self.asked[0]
        move = play.get_default_move(self.table, self.seat(name))
        assert move is not None
        return self.do(name, move)

    def until_turn(self, name: str) -> Self:
        """Everybody's time runs out until it is this company's next turn for actions."""
        self.default()
        while self.table.outcome is None and not self.is_on(name):
            self.default()
        return self

    def is_on(self, name: str) -> bool:
        step = self.table.agenda[0]
        return isinstance(step, Actions) and step.company == self.seat(name) and not step.ended

    def concede(self, name: str) -> Self:
        played = play.concede(self.table, self.seat(name))
        self.table = played.table
        return self._told(played.told)
