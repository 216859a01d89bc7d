"""Requests to join a season whose stewards approve each sign-up.

A request is stored outside the log, with the contribution to the draw of the press that made it. Its approval is the
line with which anybody joins, by the steward. A draw that ends sign-up deletes undecided requests.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.host.errors import Refusal
from bot.host.leagues.entry_check import get_conditions
from bot.host.leagues.ladders import Ladders
from bot.host.leagues.rulings import Rulings
from bot.host.leagues.season_log import SEASON_CHANGED, KnownSeason, SeasonLog
from bot.host.leagues.sign_up import SignUp
from storage.interface.errors import Conflict
from storage.interface.leagues import JoinRequest, JoinRequestFate

GONE = "This request is not there any more: it was taken back, or another steward has decided it."
OWN_REQUEST = (
    "That is your own request, and nobody approves their own while there is another organiser. Please ask one of them."
)


class JoinRequests:
    """Stores requests to join, and decides them for the stewards."""

    def __init__(self, season_log: SeasonLog, sign_up: SignUp, ladders: Ladders, rulings: Rulings) -> None:
        self._host = season_log.host
        self._season_log = season_log
        self._storage = season_log.storage
        self._sign_up = sign_up
        self._ladders = ladders
        self._rulings = rulings

    async def ask(self, known: KnownSeason, user_id: int, name: str, ticket: str) -> JoinRequest | None:
        """Store a person's request; a pending one is not changed.

        Returns:
            Their last request, if it was declined and they could not be told.

        Raises:
            Refusal: the season takes nobody, they have left it, or it was drawn meanwhile.
        """
        await self._sign_up.must_be_open_to(known, user_id)
        self._host.must_own(known.league.guild_id)
        declined = next((one for one in await self._list(known, "declined") if one.user_id == user_id), None)
        request = JoinRequest(user_id, name, ticket, self._host.format_now())
        try:
            await self._storage.leagues.put_join_request(known.row.season_id, request, known.row.status)
        except Conflict:
            raise Refusal(SEASON_CHANGED) from None
        self._season_log.changes.notify(known.row.season_id)  # the stewards are to be called
        return declined

    async def take_back(self, season_id: int, user_id: int) -> bool:
        """Delete a person's undecided request; return whether there was one."""
        return await self._storage.leagues.drop_join_request(season_id, user_id, "asked")

    async def list_waiting(self, known: KnownSeason) -> Sequence[JoinRequest]:
        """Return the undecided requests of a season, the oldest first; other seasons have none."""
        return await self._list(known, "asked")

    async def list_decided(self, known: KnownSeason) -> Sequence[JoinRequest]:
        """Return the decided requests whose people were not told yet."""
        return [*await self._list(known, "approved"), *await self._list(known, "declined")]

    async def _list(self, known: KnownSeason, fate: JoinRequestFate) -> Sequence[JoinRequest]:
        if not get_conditions(known).by_approval:
            return ()
        found = await self._storage.leagues.list_join_requests(known.row.season_id)
        return [
            one for one in found if one.fate == fate and (fate != "asked" or known.find_number(one.user_id) is None)
        ]

    async def approve(self, season_id: int, user_id: int, steward: int) -> JoinRequest:
        """Let a person join, as the decision of a steward.

        Raises:
            Refusal: the request is gone, it is the steward's own, or sign-up has ended.
        """
        known = await self._season_log.get_season(season_id)
        request = await self._get_waiting(known, user_id)
        if user_id == steward and await self._has_other_organisers(known, steward):
            raise Refusal(OWN_REQUEST)
        strength = await self._ladders.find_strength(known, user_id)
        await self._sign_up.join(
            season_id, user_id, request.name, request.ticket, strength=strength, approved_by=steward
        )
        await self._host.people.enable_private_hands(user_id, request.name)
        return request

    async def decline(self, season_id: int, user_id: int, reason: str) -> JoinRequest:
        """Decline a person's request, who may ask again.

        Raises:
            Refusal: the request is gone.
        """
        known = await self._season_log.get_season(season_id)
        request = await self._get_waiting(known, user_id)
        if not await self._storage.leagues.decline_join_request(season_id, user_id, reason):
            raise Refusal(GONE)
        self._season_log.changes.notify(season_id)  # the person is to be told
        return request

    async def _get_waiting(self, known: KnownSeason, user_id: int) -> JoinRequest:
        for request in await self.list_waiting(known):
            if request.user_id == user_id:
                return request
        raise Refusal(GONE)

    async def _has_other_organisers(self, known: KnownSeason, steward: int) -> bool:
        """Whether a league has another steward, or was made by another person."""
        stewards = await self._rulings.list_stewards(known.league.league_id)
        return bool({*stewards, known.league.made_by} - {steward, 0})

    async def mark_told(self, known: KnownSeason, request: JoinRequest) -> None:
        """Delete a decided request whose person was told."""
        await self._storage.leagues.drop_join_request(known.row.season_id, request.user_id, request.fate)
