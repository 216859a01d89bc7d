"""Handler for the reply to an offer of an empty chair, in a direct message or on the player's place."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.engine.records import Seat
from bot.host.host import Host
from bot.ui.handlers.answering import reply
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.leagues.season import SeasonHandlers
from bot.ui.handlers.press import Press
from bot.ui.handlers.routes import LETTER, route

NO = "Thank you for saying so. The next one is asked."


class SeatOfferHandlers:
    """Handles replies to an offer of an empty chair."""

    def __init__(
        self, host: Host, seasons: SeasonHandlers, sit_down: Callable[[Interaction, int, Seat], Awaitable[None]]
    ) -> None:
        self._host = host
        self._seat_offers = seasons.leagues.seat_offers
        self._sit_down = sit_down

    @route("lg-chair", access=LETTER, saves="Your answer about the seat")
    async def _answer(self, interaction: Interaction, season_id: int, press: Press) -> None:
        line, user_id = press.read_number(1), interaction.user.id
        if not press.read_yes_or_no(2):
            await self._seat_offers.reject_offer(season_id, line, user_id)
            await reply(interaction, NO)
            return
        known, offer = await self._seat_offers.must_be_open(season_id, line, user_id)
        seat = await self._seat_offers.season_log.get_seat_of(known, offer.table, offer.left)
        game_id = known.tables[offer.table]
        await self._sit_down(interaction, game_id, seat)
        found = await self._host.find_table(game_id)
        if found is not None:
            where = f"at table {offer.table} of **{known.league.name}**, in <#{found[0].channel_id}>"
            await reply(interaction, f"You play on {where}. You are called there when it is your turn.")
