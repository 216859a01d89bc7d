"""Whole games by three people and a bot through Discord, with frequent restarts of the program."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest

from bot.engine.questions import Choose, Line, Number, Question, Split, Subset
from bot.engine.records import Move, Seat
from bot.engine.table import Table
from bot.games import briefcase
from bot.games.briefcase.moves import ActivateCompany, BuyCompany, HireCompany, TakePayment
from bot.games.briefcase.table import Briefcase
from bot.games.corporate_espionage import GAME
from bot.games.corporate_espionage.components import BOX
from bot.games.corporate_espionage.table import Espionage
from bot.games.goodwill.table import Goodwill
from bot.host.table.running import RunningGame
from tests.any_question import picks_of
from tests.end_to_end.cards import CardWitness, marked
from tests.end_to_end.evening import Evening, open_table
from tests.end_to_end.hands import HandWitness, signed
from tests.end_to_end.players import Player, opened
from tests.end_to_end.town import find, said, town
from tests.end_to_end.witness import GoodwillWitness
from tests.form_values import complete_values

HIGH, LOW = 40, 0
TIES = ((HIGH, HIGH, LOW), (LOW, HIGH, HIGH), (HIGH, LOW, HIGH), (LOW, LOW, HIGH), (HIGH, LOW, LOW), (LOW, HIGH, LOW))
"""What the three people aim at in the first transactions, so that each of them has to choose a partner once."""


async def spend(evening: Evening, folder: Path, kinds: set[str]) -> None:
    """Play from the start to the end, and look whether it was worth it."""
    await evening.begin()
    while await evening.go_on():
        pass
    await evening.is_over(folder)
    evening.was_worth_it(kinds)


# -- Goodwill ----------------------------------------------------------------------------------------


class GoodwillEvening(Evening):
    """Prices are named so that the witness knows whose they are."""

    first_words: ClassVar[str] = "what is a share worth|your two prices|Auction"
    hand_words: ClassVar[str] = "Your news"
    most_posts: ClassVar[int] = 24
    most_left: ClassVar[int] = 4

    witness: GoodwillWitness

    def may_take_back(self, question: Question, table: Table) -> bool:
        return isinstance(table, Goodwill) and table.year_index == 1 and isinstance(question, Number | Split)

    def picks(self, player: Player, seat: Seat, question: Question, table: Table) -> list[str]:
        assert isinstance(table, Goodwill)
        match question:
            case Number():
                line = Line("price", "", question.low, question.high, question.step)
                return [str(self._price(player, seat, line, table))]
            case Split():
                return [str(self._price(player, seat, line, table, at)) for at, line in enumerate(question.lines)]
            case Subset():
                count = self.random.randint(question.fewest, question.most)
                return sorted(str(at) for at in self.random.sample(range(len(question.items)), count))
            case Choose():
                return [str(self.random.randrange(len(question.options)))]
        raise TypeError(type(question).__name__)

    def _price(self, player: Player, seat: Seat, line: Line, table: Goodwill, later: int = 0) -> int:
        """A price whose number never stood beside this name; at first one that leads to a choice of partners."""
        legal = range(line.low, line.high + 1, line.step)
        transaction = sum(len(prices) for prices in table.assessments.values()) + later
        if self.kind == "sealed lot" or table.year_index or transaction >= len(TIES):
            fresh = self.witness.fresh([seat], legal)
            return self.random.choice([price for price in fresh if price <= 30] or fresh or legal)
        # The same for all of them, who therefore must not have shown it yet; a second price differs from the first.
        aim = TIES[transaction][self.players.index(player)]
        fresh = self.witness.fresh(self.seats, legal)
        return min((price for price in fresh if abs(price - aim) % 4 == 2 * later), key=lambda price: abs(price - aim))


@pytest.mark.parametrize(
    ("place", "options", "kinds"),
    [
        pytest.param(
            "here",
            {"length": "short", "fast_mode": "off"},
            {"transaction", "pairing", "nominations", "vote"},
        ),
        (
            "in a thread",
            {"length": "short", "derivatives": "auction", "fast_mode": "off", "odd_prices": True},
            {"transaction", "pairing", "nominations", "vote", "sealed lot"},
        ),
    ],
)
@pytest.mark.thorough
async def test_a_whole_game_of_goodwill(tmp_path: Path, place: str, options: dict[str, Any], kinds: set[str]) -> None:
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora") as there:
        await open_table(there, "good", place, options)
        await spend(GoodwillEvening(there, GoodwillWitness(there)), tmp_path, kinds)


# -- Corporate Espionage -----------------------------------------------------------------------------


class EspionageEvening(Evening):
    """People play as the bot would, and now and then do anything else."""

    first_words: ClassVar[str] = "Which deck do you bring"
    hand_words: ClassVar[str] = "Your company"
    most_posts: ClassVar[int] = 60
    most_left: ClassVar[int] = 9

    def picks(self, player: Player, seat: Seat, question: Question, table: Table) -> list[str]:
        if self.kind == "choice of decks":
            return [str(self.players.index(player))]  # the bot's is another one, or the last
        move = GAME.choose(GAME.view(cast("Espionage", table), seat), question, self.random)
        if self.random.random() < 0.2:
            move = question.choose_random_move(self.random)
        return picks_of(question, move)


@pytest.mark.parametrize(
    ("place", "options", "kinds"),
    [
        (
            "here",
            {
                "preset": "quick",
                "reactions": "discreet",
                "honeymoon": "off",
                "round_limit": "8 rounds",
                "decks": "own decks",
            },
            {"choice of decks", "actions", "window"},
        ),
    ],
)
@pytest.mark.thorough
async def test_a_whole_game_of_corporate_espionage(
    tmp_path: Path, place: str, options: dict[str, Any], kinds: set[str]
) -> None:
    """Every card has a name of its own, so the witness knows whose hand it comes from."""
    games = {GAME.key: replace(GAME, box=marked(BOX, "Amber", "Black", "Crimson", "Denim"))}
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora", games=games) as there:
        await open_table(there, "corp", place, options)
        await spend(EspionageEvening(there, CardWitness(there)), tmp_path, kinds)


# -- Briefcase ---------------------------------------------------------------------------------------


class BriefcaseEvening(Evening):
    """People play as the bot would, but like to hire, to strike at others, and to refuse payments."""

    first_words: ClassVar[str] = "turn"
    hand_words: ClassVar[str] = "Your companies"
    most_posts: ClassVar[int] = 8
    most_left: ClassVar[int] = 6

    async def begin(self) -> None:
        """Start; then Ben orders that nothing is ever taken for him."""
        await super().begin()
        panel = await opened(self.ben.who, self.town.table_message(), "act:1")
        orders = await opened(self.ben.who, panel, "orders:1")
        form = await self.ben.who.click(orders, custom_id="aheadform:1:0")
        assert form.modal is not None
        menu = form.modal["components"][0]["component"]
        (nothing,) = [option["value"] for option in menu["options"] if option["label"] == "Take nothing"]
        filled = {**complete_values(form.modal, {}), menu["custom_id"]: [nothing]}
        given = await self.ben.who.submit_modal(form, filled)
        assert "Take nothing when somebody hires a company of mine" in said(given)
        await self.witness.look()

    def kind_of(self, table: Table) -> str:
        """Moments at which an owner may choose are of a kind of their own."""
        paid = isinstance(table, Briefcase) and bool(table.payments)
        return f"{super().kind_of(table)}{', paid' if paid else ''}"

    def next_player(self, running: RunningGame) -> Player:
        """In half of the cases the paid player chooses what to take, though the game does not wait for it."""
        seats = {running.get_own_seat(player.who.id): player for player in self.players}
        paid = [
            player for seat, player in seats.items() if seat not in running.get_etags() and running.get_question(seat)
        ]
        return paid[0] if paid and self.random.random() < 0.5 else super().next_player(running)

    def picks(self, player: Player, seat: Seat, question: Question, table: Table) -> list[str]:
        assert isinstance(table, Briefcase)
        self.before = table
        move = briefcase.GAME.choose(briefcase.GAME.view(table, seat), question, self.random)
        if isinstance(question, Choose) and self.random.random() < 0.6:
            moves = [option.move for option in question.options]
            hires = [each for each in moves if isinstance(each, HireCompany)]
            of_ben = [each for each in hires if each.owner == self.seats[self.players.index(self.ben)]]
            striking = [each for each in moves if _strikes(each, table)]
            refusing = [each for each in moves if isinstance(each, TakePayment) and not each.take]
            move = self.random.choice(refusing or of_ben or [*hires, *striking] or [move])
        if self.random.random() < 0.15:
            move = question.choose_random_move(self.random)
        return picks_of(question, move)

    async def take_back(self, seat: Seat) -> None:
        """Ann undoes a move on a panel from before a restart."""
        context = await self.town.bot.host.build_panel(self.town.number, self.ann.who.id)
        if not context.can_undo or self.ann.kept is None or find(self.ann.kept, "undo") is None:
            return
        await self.town.restart()
        result = await self.ann.who.click(self.ann.kept, custom_id="undo:1")
        assert "Your last move is undone" in said(result)
        assert (await self.town.running()).table == self.before
        self.taken_back = True
        await self.witness.look()


def _strikes(move: Move, table: Briefcase) -> bool:
    """Whether the company that is bought or activated does something to the others."""
    if not isinstance(move, BuyCompany | ActivateCompany):
        return False
    ability = table.card(move.company).ability
    return ability is not None and ability.kind in ("opponents discard", "take from opponents", "deactivate")


@pytest.mark.parametrize(
    ("place", "options", "kinds"),
    [("in a thread", {"portfolio": "heavy interaction"}, {"actions", "actions, paid"})],
)
@pytest.mark.thorough
async def test_a_whole_game_of_briefcase(tmp_path: Path, place: str, options: dict[str, Any], kinds: set[str]) -> None:
    """Every text is signed by whom it was made for."""
    async with town(tmp_path, "Ann", "Ben", "Cleo", "Dora", games={briefcase.GAME.key: signed()}) as there:
        await open_table(there, "brief", place, options)
        await spend(BriefcaseEvening(there, HandWitness(there)), tmp_path, kinds)
        log = [
            entry
            for entry in await there.store.games.list_entries(there.number)
            if entry.kind in ("move", "bot", "order")
        ]
        chosen = {(entry.kind, json.loads(entry.move or "{}").get("kind")) for entry in log}
        for what in ("buy resources", "buy company", "activate company", "hire company", "move block", "take payment"):
            assert ("move", what) in chosen
        strikes = ("make discard", "take from opponent", "deactivate company")
        assert any(("move", what) in chosen for what in strikes), "nobody struck at the others"
        assert ("order", "take payment") in chosen, "Ben's order was never followed"
