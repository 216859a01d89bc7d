"""Discard Decision Cards; Draw Decision Cards; the storage limit.

At the end of a turn everything beyond the storage limit is thrown away, Energy not counted. All played cards and the
rest of the hand go to the discard pile, and a new hand is drawn. If the deck is too small, it is drawn to the end, and
the shuffled discard pile becomes the new deck. (Rulebook "B. Discard" and "C. Draw"; "Resource Card Storage
Limit".)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING

from bot.engine.pages import mark
from bot.engine.questions import Item, Question, Subset
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open
from bot.engine.table import Step
from bot.engine.words import format_count
from bot.games.briefcase.components import SOLD, Decision
from bot.games.briefcase.moves import ThrowAway
from bot.games.briefcase.news import Drew, DrewCards, ThrownAway, TurnEnded
from bot.games.briefcase.rules.vocabulary import in_order, resource

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase


def draw(table: Briefcase, seat: Seat, count: int) -> None:
    """Draw cards; when the deck is empty the discard pile is shuffled, but never cards in play or in hand.

    At that moment everybody can work out the hand: it is all that the player owns and that lies nowhere else.
    """
    player = table.everybody[seat]
    drawn: list[Decision] = []
    shuffled = False
    player.lacks.clear()
    for _ in range(count):
        if not player.deck and player.discard:
            table.show_whole_hand(seat)
            player.deck, player.discard = table.chance.shuffled(player.discard), []
            player.open_top = 0
            shuffled = True
        if not player.deck:
            break
        card = player.deck.pop()
        player.hand.append(card)
        drawn.append(card)
        if player.open_top:
            player.open_top -= 1
            for known in player.known.values():
                known.append(card)
            player.known.setdefault(0, [card])
    table.tell(DrewCards(seat=seat, count=len(drawn), shuffled=shuffled))
    if drawn:
        table.tell(Drew(seat=seat, cards=in_order(drawn)), to=[seat])


class StorageLimit(Step, kind="storage limit"):
    """At the end of the own turn, what does not fit into the storage is thrown away."""

    seat: Open[Seat]

    def surplus(self, table: Briefcase) -> int:
        """Return how many resources are too many."""
        return max(0, -table.room(self.seat))

    def list_asked_seats(self, table: Briefcase) -> Collection[Seat]:
        """Ask those who have too many."""
        return (self.seat,) if self.surplus(table) else ()

    def build_question(self, table: Briefcase, seat: Seat) -> Question:
        """Ask which resources are thrown away."""
        surplus = self.surplus(table)
        storage = table.everybody[seat].storage
        items = tuple(
            Item(name if not copy else f"{name} {copy + 1}", f"{name.capitalize()} {copy + 1 if copy else ''}".strip())
            for name in SOLD
            for copy in range(storage.get(name, 0))
        )
        return Subset(
            prompt=f"You can store {table.storage_limit(seat)} resources: throw away {surplus}.",
            rule="Resource Card Storage Limit",
            help="Energy doesn't count. Excess goes to the resource discard pile.",
            move=ThrowAway,
            field="resources",
            items=items,
            fewest=surplus,
            most=surplus,
        )

    def answer(self, table: Briefcase, seat: Seat, move: ThrowAway) -> None:
        """Throw it away."""
        thrown = [resource(value.partition(" ")[0]) for value in move.resources]
        for name in thrown:
            table.everybody[seat].store(name, -1)
            table.throw(name)
        table.tell(ThrownAway(seat=seat, resources=thrown))

    def get_default_move(self, table: Briefcase, seat: Seat) -> Move:
        """Throw away the types held most, imported ones last."""
        left = Counter(table.everybody[seat].storage)
        for _ in range(self.surplus(table)):
            most = max(SOLD, key=lambda name: (left[name] > 0, name != "imported", left[name], -SOLD.index(name)))
            left[most] -= 1
        gone = []
        for name in SOLD:
            copies = table.everybody[seat].stored(name)
            gone += [name if not copy else f"{name} {copy + 1}" for copy in range(left[name], copies)]
        return ThrowAway(resources=tuple(gone))

    def get_title(self, table: Briefcase) -> str:
        """Name the seat with too many resources."""
        return f"{mark(self.seat)} can store only {format_count(table.storage_limit(self.seat), 'resource')}"


class DiscardAndDraw(Step, kind="discard and draw"):
    """Everything played and everything left in the hand is discarded; then a new hand is drawn."""

    seat: Open[Seat]
    top: Open[Decision | None] = None
    company: Open[str | None] = None
    """The company that put a played card on top."""

    def begin(self, table: Briefcase) -> None:
        """Discard and draw."""
        player = table.everybody[self.seat]
        unplayed = in_order(player.hand)
        if self.top is not None:
            player.played.remove(self.top)
            player.deck.append(self.top)
            player.open_top += 1
        player.discard.extend([*player.played, *player.hand])
        player.played.clear()
        player.hand.clear()
        player.known.clear()
        table.tell(TurnEnded(seat=self.seat, unplayed=unplayed, top=self.top, company=self.company))
        more = sum(ability.cards for _, ability in table.abilities(self.seat, "larger hand"))
        draw(table, self.seat, table.box.terms.hand + more)
