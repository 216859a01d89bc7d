"""Give, list, cancel and end standing orders.

An order that answers an optional question does not block an undo.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from bot.engine.orders import Leftover, Order, Orders, OrderUntilNews
from bot.engine.prepared import PreparedTurn
from bot.engine.questions import Question, compute_etag
from bot.engine.records import Seat
from bot.host.delivery.guard import get_guarded_view, make_guarded_text
from bot.host.delivery.outbox import OrderBody, build_letter
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.play.auto_answers import explain_order_end, explain_stop
from bot.host.play.news_since import NewsSince, read_news_since_orders
from bot.host.table.audience_view import AudienceView
from bot.host.table.membership import Membership
from bot.host.table.running import RunningGame

STOPPED_NOTICE = "Your prepared turn stopped early."


@dataclass(frozen=True)
class OrderContext:
    """The data of a panel for orders: present orders, and those on offer."""

    seen: AudienceView
    """The game as this person sees it."""

    @property
    def given(self) -> Sequence[Order]:
        """The present orders, oldest first."""
        return self.seen.standing

    @cached_property
    def offered(self) -> Sequence[Question]:
        """The orders on offer, beginning with answers given ahead."""
        return [offer.question for offer in self.seen.offers]

    def get_question(self, tag: str) -> Question | None:
        """Return the offer with this tag."""
        return next((question for question in self.offered if offer_tag(question) == tag), None)


def offer_tag(question: Question) -> str:
    """Return the tag of an order on offer."""
    return compute_etag(question, 0)


class StandingOrders:
    """The standing orders of all tables."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._storage = host.storage

    async def build_panel(self, game_id: int, user_id: int) -> OrderContext:
        """Build this person's panel for orders."""
        return OrderContext(get_guarded_view(*await self._get_seated_game(game_id, user_id)))

    async def _get_seated_game(self, game_id: int, user_id: int) -> tuple[RunningGame, Seat]:
        """Return the table and the seat of this person; raise Refusal if they cannot give orders there."""
        running = await self._host.get_running_game(game_id)
        seat = running.get_own_seat(user_id)
        self._host.must_run(running)
        _get_orders(running)
        return running, seat

    async def give(self, game_id: int, user_id: int, tag: str, picks: Sequence[str]) -> str:
        """Give an order that applies from the present question on; return its description.

        Raises:
            BadAnswer: the picks are no such order.
            Refusal: it is no longer on offer.
            TypeError: the game's question makes something other than orders.
        """
        async with self._host.lock_game(game_id):
            running, seat = await self._get_seated_game(game_id, user_id)
            question = OrderContext(get_guarded_view(running, seat)).get_question(tag)
            if question is None:
                raise Refusal("This order can no longer be given; the panel shows those that can.")
            order = question.read(picks)
            if not isinstance(order, Order):
                raise TypeError(f"{type(order).__name__} is no order")
            if isinstance(order, OrderUntilNews):
                order = order.model_copy(update={"since": running.row.revision})
            await self.put(running, seat, order, given=True)
        self._host.announce_commit(game_id)
        return _get_orders(running).describe(order)

    async def cancel(self, game_id: int, user_id: int, place: str) -> str:
        """Cancel an order; return its description.

        Raises:
            Refusal: there is no such order now.
        """
        async with self._host.lock_game(game_id):
            running, seat = await self._get_seated_game(game_id, user_id)
            order = next((order for order in running.get_standing_orders(seat) if order.get_place() == place), None)
            if order is None:
                raise Refusal("You have already cancelled this order, or it has ended.")
            await self.put(running, seat, order, given=False)
        return _format_order(running, order)

    async def end_those_that_are_over(self, game_id: int) -> None:
        """Cancel expired orders and prepared turns, and notify their players with the reason."""
        running = await self._host.get_running_game(game_id)
        if not any(running.orders.values()) or running.row.status != "running":
            return
        async with self._host.lock_game(game_id):
            running = await self._host.get_running_game(game_id)
            news = await read_news_since_orders(self._storage, running)
            for seat, orders in running.orders.items():
                for order in orders:
                    words = _explain_end(running, seat, order, news)
                    if words is not None:
                        running = await self.put(running, seat, order, given=False)
                        if words:
                            await self._send_notice(running, seat, words)

    async def announce_suspension(self, game_id: int, seat: Seat) -> None:
        """Notify a seat's player, if they have orders, that these are suspended while a bot holds the seat."""
        async with self._host.lock_game(game_id):
            running = await self._host.get_running_game(game_id)
            if running.orders.get(seat) and running.get_seat_row(seat).away and running.row.status == "running":
                await self._send_notice(  # by direct message now, otherwise in their panel after their return
                    running,
                    seat,
                    f"While a bot holds your seat at table {game_id}, your standing orders rest; "
                    "from when you press **Act** they answer for you again.",
                )

    async def mark_shown(self, game_id: int, seat: Seat, words: str) -> None:
        """Record that a seat's player was shown this text; newer notices stay pending."""
        waiting = await self._storage.seats.get_ended_orders(game_id, seat)
        if words and waiting.startswith(words):
            await self._storage.seats.put_ended_orders(game_id, seat, waiting.removeprefix(words).strip())

    async def _send_notice(self, running: RunningGame, seat: Seat, words: str) -> None:
        """Notify a player in their next panel, and by direct message where they want that."""
        number = running.row.game_id
        before = await self._storage.seats.get_ended_orders(number, seat)
        await self._storage.seats.put_ended_orders(number, seat, f"{before}\n{words}".strip())
        letter = build_letter(OrderBody(text=words, hushed=running.waits_in_secret), seat)
        await self._storage.outbox.add(number, [letter], self._host.format_now())

    async def put(self, running: RunningGame, seat: Seat, order: Order, *, given: bool) -> RunningGame:
        """Save or remove an order; the caller holds the table's lock."""
        body, now = order.model_dump_json() if given else None, self._host.format_now()
        await self._storage.seats.put_order(running.row.game_id, seat, order.get_place(), body, now)
        return self._host.remember(replace(running, orders=running.replace_used_order(seat, Leftover(order, given))))


def _get_orders(running: Membership) -> Orders[object]:
    orders: Orders[object] | None = running.game.play_ahead.orders
    if orders is None:
        raise Refusal(f"{running.game.title} has no standing orders.")
    return orders


def _explain_end(running: RunningGame, seat: Seat, order: Order, news: NewsSince) -> str | None:
    """Return the notice for an expired order; None: it is still valid."""
    if isinstance(order, PreparedTurn):
        words = None if running.is_automatic(seat) else explain_stop(running, seat, order, news)
        if words is None:
            return None
        return make_guarded_text(
            running, seat, lambda state: explain_stop(state, seat, order, news) or "", STOPPED_NOTICE
        )
    reason = explain_order_end(running, seat, order, news)
    return _explain_ended(running, seat, order, news) if reason else reason


def _explain_ended(running: RunningGame, seat: Seat, order: Order, news: NewsSince) -> str:
    """Return the notice for an ended order."""
    words = f"Your standing order has ended: “{_format_order(running, order)}”"
    return make_guarded_text(
        running, seat, lambda state: f"{words} {explain_order_end(state, seat, order, news)}", words
    )


def _format_order(running: RunningGame, order: Order) -> str:
    return _get_orders(running).describe(order)
