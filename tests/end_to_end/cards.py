"""Corporate Espionage with a name for every single card, and a witness who knows whose hand each of them is in."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from bot.engine.hidden_hands import EVERYBODY
from bot.engine.records import Seat
from bot.games.corporate_espionage.components import Deck, EspionageBox
from bot.games.corporate_espionage.rules.cards import Buying, Hiring
from bot.games.corporate_espionage.table import Espionage
from bot.host.table.running import RunningGame
from tests.end_to_end.town import Town
from tests.end_to_end.witness import Sent, Witness


def marked(box: EspionageBox, *decks: str) -> EspionageBox:
    """A box with these decks, which are like the one of everybody, but no two cards in it have the same name."""
    raw = box.model_dump()
    copies = [
        (card, f"{card.id}{deck[0]}{number}", f"{card.name} {deck[0]}{number}", deck)
        for deck in decks
        for card in box.cards
        for number in range(1, box.decks[box.deck].cards.get(card.id, 0) + 1)
    ]
    raw["cards"] = [{**card.model_dump(), "id": id_, "name": name} for card, id_, name, _ in copies]
    raw["decks"] = {
        name: Deck(text=f"The deck {name}.", cards={id_: 1 for _, id_, _, deck in copies if deck == name})
        for name in decks
    }
    raw["deck"] = decks[-1]
    return EspionageBox.model_validate(raw)


class CardWitness(Witness):
    """Reads the name of every card, and lets none pass that its reader may not know."""

    def __init__(self, town: Town) -> None:
        super().__init__(town)
        self.learned: dict[Seat, set[str]] = {}
        """The cards each company has ever been allowed to see; under EVERYBODY, those that all saw."""
        self.names: dict[str, str] = {}
        """Card name -> id."""

    async def check(self, sent: Sequence[Sent], running: RunningGame) -> None:
        table = running.table
        assert isinstance(table, Espionage)
        self._learn(table)
        if table.outcome is not None:
            return
        written = re.compile("|".join(re.escape(name) for name in sorted(self.names, key=len, reverse=True)))
        companies = {
            seat_row.user_id: table.company_of(seat_row.seat)
            for seat_row in running.seats
            if seat_row.user_id is not None
        }
        for each in sent:
            reader = EVERYBODY if each.to is None else companies.get(each.to, EVERYBODY)
            for text in each.texts:
                for name in written.findall(_told(text)):
                    card = self.names[name]
                    may = card in self.learned[EVERYBODY] or card in self.learned.get(reader, ())
                    assert may, f"{each.to} may not know of {name}: {text}"
                    self.guarded += card not in self.learned[EVERYBODY]

    def chapter(self, running: RunningGame) -> int:
        return running.table.round if isinstance(running.table, Espionage) else 0

    def _learn(self, table: Espionage) -> None:
        """Remember who may know which card from now on: its deck's company, who saw it, all when it was played."""
        self.names = self.names or {card.name: card.id for card in table.box.cards}
        public = self.learned.setdefault(EVERYBODY, set())
        for company, owner in table.companies.items():
            mine = self.learned.setdefault(company, set())
            if owner.deck_name:
                mine.update(table.box.decks[owner.deck_name].cards)
            public.update(owner.discard)
            public.update(permanent.card for permanent in (*owner.team, *owner.inventory))
            for knower, known in owner.known.items():
                self.learned.setdefault(knower, set()).update(known)
        public.update(step.card for step in table.agenda if isinstance(step, Hiring | Buying))


def _told(text: str) -> str:
    """A text, or of an exported game only what it tells: that every card is in the box is no secret."""
    if not text.startswith("{"):
        return text
    file = json.loads(text)
    del file["box"]
    return json.dumps(file, ensure_ascii=False)
