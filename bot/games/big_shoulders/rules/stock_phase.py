"""Stock phase: sell, then buy one certificate or found a company; until everybody has passed in a row.

All shares of a company in one sale get the price before the drop. A player who sold shares of a company may not buy
of it for the rest of the decade. Afterwards the priority deal goes to the player behind the last one who acted, and
companies that are wholly in players' hands rise a step. (Rules 5.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.engine.drafting import begin_on_copy, make_choice, play_parts
from bot.engine.multi_step import ChooseOrCompose, Topic
from bot.engine.pages import mark
from bot.engine.questions import AnswerForm, BadAnswer, Choose, FormPart, Option, Question
from bot.engine.records import Move, Seat
from bot.engine.secrecy import Open
from bot.engine.table import Step
from bot.engine.what_if import copy_for_trial
from bot.engine.words import format_count
from bot.games.big_shoulders.components import PIECES, Piece
from bot.games.big_shoulders.moves import Buy, Found, Sell, StockTurn
from bot.games.big_shoulders.news import CertificateBought, CertificatesSold, Passed, StockPhaseEnded
from bot.games.big_shoulders.rules.certificates import (
    Certificates,
    for_shares,
    give,
    held,
    limit,
    owned,
    why_not_buy,
)
from bot.games.big_shoulders.rules.change_of_director import after_purchase, after_sale, successor, swap
from bot.games.big_shoulders.rules.differences import differences
from bot.games.big_shoulders.rules.founding import combine_founding, found, founding_parts, foundings_by_price
from bot.games.big_shoulders.rules.stock_track import fall_after_sale, move_price, moved
from bot.games.big_shoulders.rules.turns import Turn, ask_for_a_turn
from bot.games.big_shoulders.rules.vocabulary import HINT, PIECE_WORDS, fit, pieces_counted, pieces_said, shorten

if TYPE_CHECKING:
    from bot.games.big_shoulders.table import City

RULE = "Stock phase"
ON_SALE: Sequence[Piece] = ("preferred", "common")
"""A director's certificate is bought by founding only."""


class StockPhase(Step, kind="stock phase"):
    """Turn after turn, clockwise from the priority deal."""

    turn: Open[Seat] = 0
    """Whose turn it is; 0: the phase has not begun."""
    passes: Open[int] = 0
    """How many have passed in a row."""
    last: Open[Seat | None] = None
    """The last seat that acted."""

    def begin(self, table: City) -> None:
        """Begin with the holder of the priority deal."""
        self.turn = table.priority
        self.go_on(table)

    def go_on(self, table: City) -> None:
        """Let those pass who can do nothing else."""
        while self.passes < table.players and not can_do_anything(table, self.turn):
            self.passed(table, forced=True)

    def passed(self, table: City, *, forced: bool) -> None:
        """Count a pass, and go to the next seat."""
        table.tell(Passed(seat=self.turn, forced=forced))
        self.passes += 1
        self.turn = next(table.iterate_clockwise_from(self.turn))

    def list_asked_seats(self, table: City) -> Collection[Seat]:
        """Ask until everybody has passed in a row."""
        return (self.turn,) if self.passes < table.players else ()

    def build_question(self, table: City, seat: Seat) -> Question:
        """Ask for a purchase or a founding, with another way to sell first."""
        turn = trading(table, seat)
        topic = turn.topic(table)
        selling = ask_for_a_turn(table, turn, StockTurn, RULE, topic.prompt, topic.help)
        if turn.must_sell(table):
            return selling
        cash = table.everybody[seat].cash
        wanted = [
            Option(StockTurn(parts=(option.move,)), option.label, option.group, option.hint, short=option.short)
            for option in turn.purchases(table)
        ]
        passing = Option(StockTurn(), "Pass", "", "" if wanted else "You can act again if somebody else does.")
        asks = f"what do you buy (you have ${cash})" if wanted else f"sell or pass (you can buy nothing with ${cash})"
        prompt = f"{table.year}: {asks}?"
        passed = f"; {self.passes} of {table.players} have" if self.passes else ""
        ends = f"The phase ends when all pass in a row{passed}."
        pays = "What you pay goes into the company, or to the bank for shares of the pool."
        signs = (
            "In the picture, D is a director's certificate (30 %), and P a preferred one (20 %), "
            "which the company's director may not buy."
        )
        shown = "The next payout of a share is a forecast: all goods of the factories with all their workers, sold."
        help_ = f"You have {held(table, seat)} of {limit(table)} certificates. {pays} {shown} {signs} {ends}"
        options = (passing, *wanted)
        about, form = (table.stamp(),), partial(stock_form, table, turn)
        if not turn.sales(table):
            return Choose(prompt=prompt, rule=RULE, help=help_, about=about, options=options, form=form)
        return ChooseOrCompose(
            prompt=prompt,
            rule=RULE,
            help=help_,
            about=about,
            options=options,
            form=form,
            otherwise=selling,
            opens="Sell first…",
        )

    def answer(self, table: City, seat: Seat, move: StockTurn) -> None:
        """Play the turn."""
        if move.parts:
            play_parts(table, trading(table, seat), move.parts)
            self.passes, self.last = 0, seat
            self.turn = next(table.iterate_clockwise_from(seat))
        else:
            self.passed(table, forced=False)
        self.go_on(table)

    def end(self, table: City) -> None:
        """Hand on the priority deal; companies that players own wholly rise."""
        if self.last is not None:
            table.priority = next(table.iterate_clockwise_from(self.last))
        table.tell(StockPhaseEnded(priority=table.priority))
        for company, firm in table.companies.items():
            if not firm.treasury.pieces and not firm.pool.pieces:
                move_price(table, company, 1, "sold out")
        for player in table.everybody.values():
            player.sold.clear()

    def get_default_move(self, table: City, seat: Seat) -> Move | None:
        """Return a pass; or, over the limit, the sale of the cheapest certificates until it is kept."""
        turn = trading(table, seat)
        return least_sale(table, turn) if turn.must_sell(table) else StockTurn()

    def get_title(self, table: City) -> str:
        """Return whose turn it is."""
        return f"{table.year}, Stock phase: {mark(self.turn)}'s turn"


def trading(table: City, seat: Seat) -> Trading:
    """Return a seat's turn at its beginning."""
    return Trading(seat=seat, over=held(table, seat) > limit(table))


def can_do_anything(table: City, seat: Seat) -> bool:
    """Whether a seat could do anything but pass."""
    turn = trading(table, seat)
    return bool(turn.sales(table)) or next(turn.purchases(table), None) is not None


def least_sale(table: City, turn: Trading) -> StockTurn:
    """Return which certificates are sold by default, so that the limit is kept; the turn is used up."""
    there, parts = begin_on_copy(table, turn), []
    while turn.must_sell(there):
        sales = [option.move for option in turn.sales(there) if isinstance(option.move, Sell)]
        single = [sale for sale in sales if turn.pieces(there, sale) == 1]
        cheapest = min(single, key=lambda sale: (there.companies[sale.company].price, sale.model_dump_json()))
        make_choice(there, cheapest)
        parts.append(cheapest)
    return StockTurn(parts=tuple(parts))


class Trading(Turn, kind="trading"):
    """A turn of the Stock phase: first sales, then a purchase or a founding."""

    over: Open[bool] = False
    """Whether the seat was over the limit of certificates when the turn began, as a change of director can leave it."""
    bought: Open[bool] = False
    sold: Open[list[str]] = []
    """The companies sold in this turn, in one sale each."""

    def prompt(self, table: City) -> str:
        """Ask what comes next."""
        return "Do you sell more, or buy something?" if self.sold else "What do you sell?"

    def topic(self, table: City) -> Topic:
        """Return the topic of the turn: sales, until something else can be done."""
        prices = "All shares of one company in a sale get the price before it falls."
        if self.must_sell(table):
            over = f"You have {held(table, self.seat)} certificates and may keep {limit(table)}"
            return Topic("What do you sell?", f"{over}, so you cannot pass before you have sold enough. {prices}")
        return Topic("What do you sell, and what do you buy then?" if self.sold else "What do you sell?", prices)

    def must_sell(self, table: City) -> bool:
        """Whether more must be sold to keep the limit; a seat that exceeds it in this turn sells in the next (CB-8)."""
        return self.over and held(table, self.seat) > limit(table)

    def list_options(self, table: City) -> Iterator[Option]:
        """Yield what can be sold, and, once something was, what can be bought."""
        if not self.bought:
            yield from self.sales(table)
        if not self.bought and self.sold and not self.must_sell(table):
            yield from self.purchases(table)

    def take(self, table: City, move: Any) -> None:
        """Sell, buy or found."""
        match move:
            case Sell():
                self.sold.append(move.company)
                sell(table, self.seat, move)
            case Buy():
                self.bought = True
                buy(table, self.seat, move)
            case Found():
                self.bought = True
                found(table, self.seat, move)
            case _:
                raise TypeError(f"{move!r} is no part of a stock turn")

    def can_end(self, table: City) -> bool:
        """Whether anything was done, and the limit is kept."""
        return self.made and not self.must_sell(table)

    def leaves(self, table: City, before: City) -> str:
        """Return the changes of the turn, also for the net worth of all."""
        worth = [(seat, before.net_worth(seat), table.net_worth(seat)) for seat in before.seats]
        moves = [f"{mark(seat)} ${was} → ${now}" for seat, was, now in worth if was != now and seat != self.seat]
        others = f"; net worth of others: {', '.join(moves)}" if moves else ""
        return differences(before, table, self.seat) + others

    def pieces(self, table: City, sale: Sell) -> int:
        """Return how many certificates a sale takes away from the seat."""
        ahead = copy_for_trial(table)
        sell(ahead, self.seat, sale)
        return held(table, self.seat) - held(ahead, self.seat)

    def sales(self, table: City) -> list[Option]:
        """Return the possible sales of each company not yet sold in this turn."""
        return [
            self.sale_said(table, Sell(company=company, director=director, preferred=preferred, common=common))
            for company, mine in table.everybody[self.seat].certificates.items()
            if company not in self.sold
            for director in range(can_sell_director(table, self.seat, company) + 1)
            for preferred in range(mine.preferred + 1)
            for common in range(mine.common + 1)
            if director + preferred + common
        ]

    def sale_said(self, table: City, sale: Sell) -> Option:
        """Return how a sale reads."""
        firm = table.companies[sale.company]
        shares = 3 * sale.director + 2 * sale.preferred + sale.common
        after = moved(table.box, firm.price, -fall_after_sale(table, self.seat, sale.company, shares))
        what = pieces_said(sale.director, sale.preferred, sale.common)
        price = f"price → ${after}" if after != firm.price else f"price stays ${after}"
        label = f"{table.name(sale.company)}: {what}, +${firm.price * shares}, {price}"
        counted = pieces_counted(sale.director, sale.preferred, sale.common)
        brings = f"+${firm.price * shares}"
        named = f"{table.name(sale.company)}: {counted}, {brings}"
        bare = f"{counted[:1].upper()}{counted[1:]}: {brings}"
        short = shorten(label, f"{named}, → ${after}", named, f"{bare}, → ${after}", bare)
        left = format_count(owned(table, self.seat, sale.company).shares - shares, "share")
        hint = f"Price {'→' if after != firm.price else 'stays'} ${after}; leaves you {left} of it."
        return Option(sale, label, table.name(sale.company), hint, short=short)

    def purchases(self, table: City) -> Iterator[Option]:
        """Yield what can be bought or founded."""
        cash = table.everybody[self.seat].cash
        for company, firm in table.companies.items():
            for pool, lying in ((False, firm.treasury), (True, firm.pool)):
                for piece in ON_SALE:
                    paid = firm.price * PIECES[piece]
                    if getattr(lying, piece) and paid <= cash and not why_not_buy(table, self.seat, company, piece):
                        yield self.purchase_said(table, Buy(company=company, piece=piece, pool=pool), paid)
        if table.decade_card.found and held(table, self.seat) < limit(table):
            yield from foundings_by_price(table, self.seat)

    def purchase_said(self, table: City, move: Buy, paid: int) -> Option:
        """Return how a purchase reads."""
        cash = table.everybody[self.seat].cash
        shares = owned(table, self.seat, move.company).shares
        where = "Buy from the Bank Pool" if move.pool else "Buy from a company"
        what = f"{10 * PIECES[move.piece]} % from the pool" if move.pool else PIECE_WORDS[move.piece]
        label = f"{table.name(move.company)} {what}: ${paid}"
        more = format_count(shares + PIECES[move.piece], "share")
        sign = " (P in the picture)" if move.piece == "preferred" else ""
        size = f"{format_count(PIECES[move.piece], 'share')} in one certificate{sign}."
        leaves, why = f"Leaves you ${cash - paid} and {more}.", self.explain_certificate(table, move)
        hint = f"{size} {leaves}" if len(f"{size} {leaves} {why}") <= HINT else leaves
        hint = fit(HINT, hint, why)
        least = f"{10 * PIECES[move.piece]} % (pool)" if move.pool else move.piece
        short = shorten(label, f"{table.name(move.company)} {least}: ${paid}")
        return Option(move, label, where, hint, short=short)

    def explain_certificate(self, table: City, move: Buy) -> str:
        """Return that the last certificate lifts the price, or why a director is offered no preferred one."""
        firm = table.companies[move.company]
        if firm.treasury.pieces + firm.pool.pieces == 1:
            return "The last one: the price rises, if nobody sells."
        shares = owned(table, self.seat, move.company).shares + PIECES[move.piece]
        director = table.director(move.company)
        if director != self.seat and shares > owned(table, director, move.company).shares:
            return (
                "You then direct it."
                if table.options.advanced
                else f"{mark(director)} founded it, and directs it to the end."
            )
        barred = move.piece == "common" and (firm.treasury.preferred or firm.pool.preferred)
        directs = owned(table, self.seat, move.company).director
        name, size = table.name(move.company), 10 * PIECES["preferred"]
        return f"You direct {name}, so you may not buy its {size} % certificate." if barred and directs else ""


def stock_form(table: City, turn: Trading) -> AnswerForm:
    """Return the form for a turn: a sale, a purchase or a founding, and an order for the turns after it."""
    parts: dict[str, FormPart] = {}
    sales = turn.sales(table)
    if sales:
        parts["sell"] = FormPart(Choose(prompt="Sell", rule=RULE, options=tuple(sales)), "Sell", "Nothing")
    bought = tuple(option for option in turn.purchases(table) if isinstance(option.move, Buy))
    if bought:
        parts["buy"] = FormPart(Choose(prompt="Buy", rule=RULE, options=bought), "Buy", "Nothing")
    if table.decade_card.found and held(table, turn.seat) < limit(table):
        parts |= dict(zip(("company", "price"), founding_parts(table, turn.seat, "None"), strict=False))

    def combine(chosen: Sequence[Move | None]) -> Sequence[Move]:
        said = dict(zip(parts, chosen, strict=True))
        found = combine_founding(said.get("company"), said.get("price"))
        bought = said.get("buy")
        if bought is not None and found is not None:
            raise BadAnswer("A turn is one purchase or one founding, not both. Nothing was changed.")
        if found is None and said.get("company") is not None:
            raise BadAnswer("A new company needs a price. Please choose one; nothing was changed.")
        return [StockTurn.model_validate({"parts": [one for one in (said.get("sell"), bought, found) if one]})]

    return AnswerForm("Fill in my turn…", tuple(parts.values()), combine, "Pass in later turns")


def can_sell_director(table: City, seat: Seat, company: str) -> bool:
    """Whether a seat can sell the director's certificate: advanced rules, and somebody has three shares."""
    mine = owned(table, seat, company)
    return table.options.advanced and bool(mine.director) and successor(table, company) is not None


def sell(table: City, seat: Seat, sale: Sell) -> None:
    """Sell certificates of a company at its price; then the price falls, and another may direct the company."""
    firm, player = table.companies[sale.company], table.everybody[seat]
    shares = 3 * sale.director + 2 * sale.preferred + sale.common
    steps, got = fall_after_sale(table, seat, sale.company, shares), firm.price * shares
    gone = Certificates(preferred=sale.preferred, common=sale.common)
    heir = successor(table, sale.company) if sale.director else None
    if heir is not None:
        swap(table, sale.company, heir)
        gone = for_shares(owned(table, seat, sale.company), shares)
    give(table, seat, sale.company, preferred=-gone.preferred, common=-gone.common)
    firm.pool.add(preferred=gone.preferred, common=gone.common)
    table.earn(seat, got, "shares")
    player.sold.append(sale.company)
    table.tell(
        CertificatesSold(
            seat=seat,
            company=table.name(sale.company),
            director=sale.director,
            preferred=sale.preferred,
            common=sale.common,
            price=firm.price,
            got=got,
        )
    )
    move_price(table, sale.company, -steps, "sold")
    after_sale(table, seat, sale.company)


def buy(table: City, seat: Seat, move: Buy) -> None:
    """Buy a certificate; the payment goes to the company, or to the bank for one of the Bank Pool."""
    firm, piece = table.companies[move.company], move.piece
    paid = firm.price * PIECES[piece]
    lying = firm.pool if move.pool else firm.treasury
    change = {piece: 1}
    lying.add(**{piece: -1})
    give(table, seat, move.company, **change)
    table.earn(seat, -paid, "shares")
    if not move.pool:
        firm.cash += paid
    table.tell(
        CertificateBought(
            seat=seat,
            company=table.name(move.company),
            percent=10 * PIECES[piece],
            pool=move.pool,
            paid=paid,
        )
    )
    after_purchase(table, seat, move.company)
