"""Explain a bot's choice in one sentence, by the consideration that weighed most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from bot.engine.advice import Advice, find_close_second
from bot.engine.multi_step import Stage
from bot.engine.pages import mark
from bot.engine.questions import Choose, Question, Split, Subset
from bot.engine.records import Move
from bot.engine.words import format_list
from bot.games.goodwill.bots import (
    BOLD,
    Outlook,
    believed,
    boss_gains,
    both_prices,
    choose,
    envy,
    look_ahead,
    lot_worth,
    not_below_zero,
    partner_is_helped,
    prices_and_partner,
    subject,
    welcome,
)
from bot.games.goodwill.components import COMPANIES, Company, clause
from bot.games.goodwill.moves import (
    Assess,
    AssessBoth,
    Ballot,
    Bid,
    Nominate,
    PassLot,
    Raise,
    TradeWith,
    VoteOn,
)
from bot.games.goodwill.view import GoodwillView
from bot.games.goodwill.words import money

LEVEL = 1.0
"""Bosses whose values differ by at most this, in dollars, count as equal."""


def advise(view: GoodwillView, stage: Stage, parts: Sequence[Move], random: Random) -> Advice:
    """Return what the bot would answer, and why; see `Bots.advise`."""
    question = stage.question
    match question, tuple(parts):
        case Split(), () if stage.complete is False and question.move is AssessBoth:
            both = both_prices(view, subject(view), random)
            return Advice(both, _why_price(view, subject(view)), _other_prices(view, both))
        case Choose(), (AssessBoth(), *_):
            richest = prices_and_partner(view, subject(view), random).partner
            if richest is None:
                return Advice(None, "There is only one other to trade with.")
            return Advice(TradeWith(partner=richest), f"{mark(richest)} is the richest, and you trade at a good price.")
        case _, (Nominate(), *_):
            return _others_of_ballot(view, question)
        case Choose(), _ if isinstance(question.moves[0], Nominate):
            return _nomination(view, question.moves)
        case None, _:
            return Advice(None, "There is nothing more to choose.")
        case Question(), _:
            return _plain(view, question, choose(view, question, random))
    raise ValueError(f"nothing is known of {question!r}")


def _plain(view: GoodwillView, question: Question, move: Move) -> Advice:
    match move:
        case Bid():
            return Advice(move, f"{_lot(view)}, and whoever bids more pays more than that.")
        case Raise() | PassLot():
            return Advice(move, f"{_lot(view)}{_raised(question)}.")
        case Assess():
            return Advice(move, _why_price(view, subject(view)), _other_price(view, move))
        case AssessBoth():
            return Advice(move, _why_price(view, subject(view)), _other_prices(view, move))
        case Ballot(approve=approve):
            named = [item.value for item in question.items] if isinstance(question, Subset) else []
            if isinstance(question, Choose):
                named = sorted({one for each in question.moves if isinstance(each, Ballot) for one in each.approve})
            return Advice(move, _explain_ballot(view, named or list(approve)))
        case VoteOn(boss=boss):
            return Advice(move, _explain_ballot(view, [boss]))
        case TradeWith():
            return Advice(move, _why_partner(view, move))
        case _:
            return Advice(move, "Nothing else seems worth it.")


# Prices


def _why_price(view: GoodwillView, company: Company) -> str:
    """Explain a price by the share's expected value, which is the price that the bot writes."""
    outlook = look_ahead(view)
    share, worth = outlook.share[company], believed(view, company)
    if view.options.cash_only:
        brings = f"Over the rest of the game, a share of {company} should pay about {format_dollars(share)}"
        vote = f", and its vote is worth {format_dollars(worth - share)} more" if view.box.edition >= BOLD else ""
    else:
        capital = format_dollars(outlook.capital[company])
        brings = f"By the end of the game {company}'s capital should be about {capital}, so a share should "
        brings += f"bring about {format_dollars(share)}{_dividends(view, outlook, company)} over the rest of the game"
        vote = ""
    if view.box.edition < BOLD:
        brings += f", and {format_dollars(worth)} lies between that and what it is worth today"
    bounded = worth > view.legal_prices[-1]
    high = f" More than {money(view.legal_prices[-1])} cannot be written." if bounded else ""
    return f"{brings}{vote}: with a higher price you might buy too dear, with a lower one sell too cheaply.{high}"


def _dividends(view: GoodwillView, outlook: Outlook, company: Company) -> str:
    """Return how much of what a share brings are dividends; empty: less than half a dollar."""
    capital = not_below_zero(outlook.capital[company], outlook.spread) + view.box.step / 2
    paid = outlook.share[company] - capital / view.box.share_parts
    return f", {format_dollars(paid)} of it in dividends," if paid >= LEVEL / 2 else ""


def _other_price(view: GoodwillView, move: Assess) -> Assess | None:
    """Return the other of the two prices around what a share is worth, where that lies in the middle between them."""
    worth, legal = believed(view, subject(view)), view.legal_prices
    others = [price for price in legal if price != move.price and abs(price - worth) < legal.step]
    level = [price for price in others if abs(abs(price - worth) - abs(move.price - worth)) <= legal.step / 2]
    return Assess(price=level[0]) if level else None


def _other_prices(view: GoodwillView, move: AssessBoth) -> AssessBoth | None:
    """Return both prices with each one changed that has an other which is nearly as good; None: neither has."""
    others = {which: _other_price(view, Assess(price=price)) for which, price in move.prices.items()}
    if not any(others.values()):
        return None
    return AssessBoth(
        prices={which: other.price if (other := others[which]) else price for which, price in move.prices.items()}
    )


# Derivatives


def _lot(view: GoodwillView) -> str:
    """Return what the card under the hammer is worth."""
    if view.auction is None:
        raise ValueError("no card is sold")
    card = view.box.derivative[view.auction.card]
    chance = round(100 * look_ahead(view).chance(card.condition))
    return (
        f"The card pays {money(card.pays)} if {clause(card.condition)}, which is about {chance} % likely: "
        f"it should bring {format_dollars(lot_worth(view))} on average at the end of the game"
    )


def _raised(question: Question) -> str:
    """Return how the next bid compares with what the card brings."""
    prices = [move.price for move in _moves(question) if isinstance(move, Raise)]
    if not prices:
        return ""
    return f", and the next bid is {money(min(prices))}"


def _moves(question: Question) -> Sequence[Move]:
    return question.moves if isinstance(question, Choose) else ()


# Bosses


def _nomination(view: GoodwillView, moves: Iterable[Move]) -> Advice:
    """Return whom the bot proposes."""
    company = subject(view)
    gains = boss_gains(view, company, [move.boss for move in moves if isinstance(move, Nominate) and move.boss])
    best = max(gains, key=lambda boss: gains[boss], default=None)
    if best is None or gains[best] <= 0:
        present = _name(view, view.companies[company].boss)
        closest = "" if best is None else f"; {_name(view, best)} would come closest"
        level = Nominate(boss=best) if best is not None and gains[best] > -LEVEL else None
        return Advice(Nominate(boss=None), f"Nobody there would leave you better off than {present}{closest}.", level)
    scored = [(gain, Nominate(boss=boss)) for boss, gain in gains.items()]
    why = f"{explain_boss(view, company, best, gains[best])}."
    return Advice(
        Nominate(boss=best), why, find_close_second([*scored, (0, Nominate(boss=None))], scored_best(gains), LEVEL)
    )


def scored_best(gains: Mapping[str, float]) -> Nominate:
    """Return the proposal that brings most."""
    return Nominate(boss=max(gains, key=lambda boss: gains[boss]))


def _others_of_ballot(view: GoodwillView, question: Question | None) -> Advice:
    """Return who else gets a yes with one's own proposal."""
    named = [item.value for item in question.items] if isinstance(question, Subset) else []
    good = welcome(view, subject(view), named)
    if not good:
        return Advice(None, "None of the others would leave you better off than now.")
    return Advice(Ballot(approve=tuple(good)), _explain_ballot(view, good))


def _explain_ballot(view: GoodwillView, named: Sequence[str]) -> str:
    """Return what the named candidates would bring, or why none of them should get a yes."""
    company = subject(view)
    gains = boss_gains(view, company, named)
    good = sorted((boss for boss in gains if gains[boss] > 0), key=lambda boss: -gains[boss])
    if not good:
        least = max(gains, key=lambda boss: gains[boss], default=None)
        if least is None:
            return "There is nobody to say yes to."
        present = _name(view, view.companies[company].boss)
        return f"You would be worse off than with {present}: {_weighs_most(view, company, least)}."
    first, *others = good
    more = f"; and so would {format_list([_name(view, boss) for boss in others], '')}" if others else ""
    return f"{explain_boss(view, company, first, gains[first])}{more}."


def explain_boss(view: GoodwillView, company: Company, boss: str, gain: float) -> str:
    """Return how much better or worse a candidate leaves the seat than the present boss, and mostly why."""
    present = view.companies[company].boss
    than = "an empty chair" if present is None else _name(view, present)
    weighs = _weighs_most(view, company, boss)
    return f"{_name(view, boss)} would leave you {describe_gain(gain)} at the end of the game than {than}: {weighs}"


def describe_gain(gain: float) -> str:
    """Return how much better or worse off something leaves the seat."""
    off = "better off" if gain > 0 else "worse off"
    return f"about {format_dollars(abs(gain))} {off}" if abs(gain) >= LEVEL / 2 else f"a little {off}"


def _weighs_most(view: GoodwillView, company: Company, boss: str) -> str:
    """Return which of the things that follow from a new boss counts most for this seat: see `bots.standing`."""
    now, then = look_ahead(view), look_ahead(view, {company: boss})
    me = view.seat or 0
    own = view.investors[me]
    others = [investor for seat, investor in view.investors.items() if seat != me]
    counts: list[tuple[float, str]] = []
    for other in COMPANIES:
        change = then.share[other] - now.share[other]
        theirs = envy(view) * sum(investor.shares[other] for investor in others) / len(others)
        held = own.shares[other]
        counts.append((change * (held - theirs), _change_of_share(other, change, held, theirs)))
    for name in (*own.derivatives, *(own.objectives or ())):
        card = view.box.derivative[name]
        before, after = now.chance(card.condition), then.chance(card.condition)
        more = "more" if after > before else "less"
        counts.append(
            (
                card.pays * (after - before),
                f"your {money(card.pays)} for “{card.condition.words()}” becomes {more} likely",
            )
        )
    good = sum(gain for gain, _ in counts) > 0
    return max(counts, key=lambda one: one[0] if good else -one[0])[1]


def _change_of_share(company: Company, change: float, held: int, theirs: float) -> str:
    dearer = "more" if change > 0 else "less"
    who = f"and you hold {held}"
    if held <= theirs:
        helps = "helps" if change > 0 else "harms"
        who = f"which {helps} the others more: they hold more than you" if held else "and only others hold any"
    return (
        f"counting news you do not see, a share of {company} should bring {format_dollars(abs(change))} {dearer}, {who}"
    )


def _name(view: GoodwillView, boss: str | None) -> str:
    return "an empty chair" if boss is None else view.box.boss[boss].name


# Partners


def _why_partner(view: GoodwillView, move: TradeWith) -> str:
    market = view.market
    if market is None:
        return "Nothing speaks for another one."
    worth = look_ahead(view).share[market.company]
    price = f"At {money(market.price)} for what should bring {format_dollars(worth)} over the rest of the game"
    if partner_is_helped(view):
        return f"{price}, the trade helps your partner, so it goes to the poorest, {mark(move.partner)}."
    return f"{price}, the trade costs your partner something, so it goes to the richest, {mark(move.partner)}."


def format_dollars(amount: float) -> str:
    """Return dollars as people say them: cents only below a dollar."""
    rounded = round(amount)
    return money(rounded) if rounded or abs(amount) < 0.05 else f"{round(amount * 100)} cents"
