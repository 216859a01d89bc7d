"""Offer letters: direct messages to those who are offered an empty chair.

Nothing waits to be sent: who is to be written to follows from the season's log; that they were is noted when the letter
has arrived. So whatever is cut off in between is done again, and found to be there.
"""

from __future__ import annotations

import json
import logging
from hashlib import sha256

import discord

from bot.host.delivery.courier import NotNow
from bot.host.host import Host
from bot.host.leagues.ledger import KnownSeason
from bot.host.services import LeagueServices
from bot.leagues.offers import open_offers
from bot.leagues.season import ChairOffer
from bot.ui.delivery.discord_errors import REACTIONS, Reaction, in_time
from bot.ui.delivery.secret_copies import SecretCopies
from bot.ui.screens.league_offers import offered
from storage.interface import Letter, Person

log = logging.getLogger(__name__)

TOO_MANY = {str(code) for code, what in REACTIONS.items() if what is Reaction.TOO_FAST}
"""Refusals that pass: too many direct messages were opened."""


class OfferLetters:
    """Writes to those who are offered a chair; who cannot be written to finds the offer in their place."""

    def __init__(self, client: discord.Client, host: Host, leagues: LeagueServices, copies: SecretCopies) -> None:
        self._client = client
        self._host = host
        self._ledger = leagues.ledger
        self._copies = copies
        self._storage = host.storage
        self._to_note: set[int] = set()
        """Letters that went, and could not be noted yet."""

    async def write(self, known: KnownSeason) -> None:
        """Write about a season's offers what is not written yet.

        Raises:
            NotNow: it was not somebody's turn to be written to for the first time.
            discord.HTTPException: Discord is busy or down.
            StoreFailed: that it was written could not be noted.
        """
        waiting, held_up = open_offers(known.season), None
        told = await self._storage.leagues.told_of_offers(known.row.season_id) if waiting else {}
        for offer in waiting:
            try:
                if told.get(offer.entrant) != offer.line:
                    await self._write(known, offer)
            except NotNow as not_yet:  # the others need not wait for it
                held_up = held_up or not_yet
        if held_up is not None:
            raise held_up

    async def _write(self, known: KnownSeason, offer: ChairOffer) -> None:
        one, game, letter = known.entrants[offer.entrant], self._ledger.game(known), _letter(known, offer)
        if one.user_id is None or game is None:
            return
        person = await self._host.people.get(one.user_id) or Person(one.user_id, one.name)
        if letter.letter_id not in self._to_note and person.dm != "closed":
            async with in_time(self._client):
                refused = await self._copies.by_dm(person, offered(known, offer, game.title), letter)
            if refused in TOO_MANY:
                raise NotNow(f"no direct message is opened for a while ({refused})")
            if refused:
                log.warning("somebody could not be written to about an empty chair (%s)", refused)
            self._to_note.add(letter.letter_id)
        await self._storage.leagues.was_told_of_offer(known.row.season_id, offer.entrant, offer.line)
        self._to_note.discard(letter.letter_id)


def _letter(known: KnownSeason, offer: ChairOffer) -> Letter:
    """Return what tells a letter from all others, also when it is sent a second time."""
    letter_id = int(sha256(f"offer {known.row.season_id} {offer.line}".encode()).hexdigest()[:12], 16)
    made_at = known.season.lines[offer.line - 1].made_at
    return Letter(-letter_id, 0, 0, "notice", None, json.dumps({"text": ""}), 0, made_at, may_be_there=True)
