"""A bot seat that plays Goodwill from its own view alone.

It asks itself how much capital each company will have at the end, and lets everything follow from that:

* Outlook. From year to year it carries each company's board forward by what events do on average. The
  events it may look at this year count with the chance that they are not the one dropped; all others come
  as often as the deck says. So a mark, a token or a price is worth what the deck makes of it.
* Prices. It writes what it believes the share will bring. As the average is paid, it sells only for more and
  buys only for less than that, for any prices of the others. A bot that stays nearer to the present value pays
  less, but leaves the shares to players who write a little more.
* Bosses. It compares the outlooks with and without a candidate. What makes its own shares dearer is
  good, what makes the others' shares dearer is bad for it, since the richest wins.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb, erf, exp, pi, sqrt
from random import Random
from typing import TypeAlias

from bot.engine.easy_bots import add_noise
from bot.engine.multi_step import Compose
from bot.engine.questions import Choose, Number, Question, Split, Subset
from bot.engine.records import Move, Seat
from bot.games.goodwill.components import (
    COMPANIES,
    RESOURCES,
    AdvertisingEffect,
    AnyCondition,
    AnyEffect,
    BossShuffleEffect,
    CapitalAbove,
    CapitalBelow,
    CapitalLess,
    Company,
    FundingEffect,
    GoodwillBox,
    InnovationEffect,
    NoEffect,
    PriceEffect,
    Resource,
    ScandalEffect,
    TaxEffect,
    YieldEffect,
)
from bot.games.goodwill.moves import (
    Assess,
    AssessAndPrefer,
    AssessBoth,
    Ballot,
    Bid,
    Nominate,
    PassLot,
    ProposeAndVote,
    Raise,
    TradeWith,
    VoteOn,
)
from bot.games.goodwill.rules.annual_review import dividends
from bot.games.goodwill.rules.end_of_game import shares_worth
from bot.games.goodwill.rules.events import advertised, after_scandal
from bot.games.goodwill.rules.transactions import plain_price
from bot.games.goodwill.view import GoodwillView

BOLD = 2
"""From this edition of the box on, bots write the price they expect; before, those who wrote $2 more won too often."""
HESITANT = 0.7
"""How far its prices went before, from the present value of a share towards what it believed in."""


def choose(view: GoodwillView, question: Question, random: Random) -> Move:
    """Return this seat's answer to the question; the same view and the same chance give the same answer."""
    return _answer(view, question, random, sure)


def choose_easily(view: GoodwillView, question: Question, random: Random) -> Move:
    """Return the answer of a bot that plays easily: it is unsure by some dollars what all is worth."""
    return _answer(view, question, random, lambda worth: add_noise(worth, view.box.ease, random))


Guess: TypeAlias = Callable[[float], float]
"""What something seems to be worth that the bot has worked out, in dollars."""


def sure(worth: float) -> float:
    """Return an estimate unchanged."""
    return worth


def _answer(view: GoodwillView, question: Question, random: Random, guess: Guess) -> Move:
    match question:
        case Number(move=kind) if kind is Bid:
            return Bid(price=min(question.high, max(0, round(guess(lot_worth(view))))))
        case Number():
            return Assess(price=fair_price(view, subject(view), random, guess))
        case Split():
            return both_prices(view, subject(view), random, guess)
        case Compose(move=kind) if kind is AssessAndPrefer:
            return prices_and_partner(view, subject(view), random, guess)
        case Compose(move=kind) if kind is ProposeAndVote:
            return proposal_and_ballot(view, subject(view), guess)
        case Subset():
            wanted = welcome(view, subject(view), [item.value for item in question.items], guess)
            return question.make(wanted)
        case Choose():
            return pick(view, question.moves, guess)
        case _:
            return question.choose_random_move(random)


def pick(view: GoodwillView, moves: Sequence[Move], guess: Guess = sure) -> Move:
    """Return one of these moves."""
    match moves[0]:
        case TradeWith():
            return partner(view, [move for move in moves if isinstance(move, TradeWith)])
        case Nominate():
            bosses = [move.boss for move in moves if isinstance(move, Nominate) and move.boss is not None]
            return Nominate(boss=best_of(boss_gains(view, subject(view), bosses, guess)))
        case Ballot():
            named = [boss for move in moves if isinstance(move, Ballot) for boss in move.approve]
            return Ballot(approve=tuple(welcome(view, subject(view), named, guess)))
        case VoteOn(boss=boss):
            return VoteOn(boss=boss, yes=bool(welcome(view, subject(view), [boss], guess)))
        case Raise():
            lowest = min(move.price for move in moves if isinstance(move, Raise))
            return Raise(price=lowest) if lowest < guess(lot_worth(view)) else PassLot()
        case _:
            return moves[-1]


def subject(view: GoodwillView) -> Company:
    """Return the company in question."""
    if view.company is None:
        raise ValueError(f"no company is in question: {view.waiting}")
    return view.company


# Outlook: what happens to the companies


@dataclass
class Climate:
    """What a year's events do on average: dollars, and how many times something happens."""

    price: dict[Resource, float] = field(default_factory=lambda: defaultdict(float))
    money: dict[Resource, float] = field(default_factory=lambda: defaultdict(float))
    """Funding less taxes for each token."""
    happens: dict[tuple[str, int], float] = field(default_factory=lambda: defaultdict(float))
    """Innovation, yield and advertising, by level."""
    scandal: dict[Company, float] = field(default_factory=lambda: defaultdict(float))

    def add(self, effect: AnyEffect, chance: float) -> None:
        """Count an effect that comes with this chance."""
        match effect:
            case PriceEffect():
                self.price[effect.resource] += chance * effect.delta
            case FundingEffect():
                self.money[effect.resource] += chance * effect.per_token
            case TaxEffect():
                self.money[effect.resource] -= chance * effect.per_token
            case InnovationEffect() | YieldEffect() | AdvertisingEffect():
                self.happens[effect.kind, effect.level] += chance
            case ScandalEffect():
                self.scandal[effect.company] += chance
            case BossShuffleEffect() | NoEffect():
                pass  # the present boss is as good a guess as the one after a shuffle


def event_chances(view: GoodwillView) -> dict[str, float]:
    """Return with what chance each event comes true this year, as far as this seat can tell."""
    slots = view.box.information.slots
    seen = {info.event: info.percentage for info in view.informations if info.event and info.percentage is not None}
    unseen = slots - len(seen)
    others = list(view.box.percentages)
    for percentage in seen.values():
        others.remove(percentage)
    chances = {}
    for event, percentage in seen.items():
        # The lowest percentage is dropped: this one, if all others on the board are higher.
        lowest = percentage == min(seen.values())
        higher = sum(other > percentage for other in others)
        chances[event] = 1 - (comb(higher, unseen) / comb(len(others), unseen) if lowest else 0)
    rest = [event for event in view.events_in_play if event not in seen]
    to_come = (slots - 1 - sum(chances.values())) / max(1, len(rest))
    return {**chances, **dict.fromkeys(rest, to_come)}


def climate(view: GoodwillView, chances: Mapping[str, float]) -> Climate:
    """Return the climate in which each event comes with its chance."""
    result = Climate()
    for event, chance in chances.items():
        result.add(view.box.event[event].left, chance)
        result.add(view.box.event[event].right, chance)
    return result


@dataclass
class Prospect:
    """A company's board as it may be some years ahead, with fractions of tokens and dollars."""

    capital: float
    market_share: float
    tokens: dict[Resource, float]
    boss: str | None
    paid: float = 0
    """Dividends of one share until then, in dollars."""


@dataclass(frozen=True)
class Outlook:
    """How it may end: for each living company the capital, and what a share brings until and at the end."""

    capital: Mapping[Company, float]
    spread: float
    share: Mapping[Company, float]

    def chance(self, condition: AnyCondition) -> float:
        """Return how likely a derivatives card is fulfilled."""
        match condition:
            case CapitalAbove():
                return chance_above(self.capital[condition.company] - condition.value, self.spread)
            case CapitalBelow():
                return chance_above(condition.value - self.capital[condition.company], self.spread)
            case CapitalLess():
                between = self.capital[condition.right] - self.capital[condition.left]
                return chance_above(between, self.spread * sqrt(2))


def chance_above(mean: float, spread: float) -> float:
    """Return how likely something normally distributed is above zero."""
    return (1 + erf(mean / spread / sqrt(2))) / 2


def not_below_zero(mean: float, spread: float) -> float:
    """Return the expectation of something normally distributed that counts as zero when it is below."""
    return mean * chance_above(mean, spread) + spread * exp(-((mean / spread) ** 2) / 2) / sqrt(2 * pi)


@dataclass(frozen=True)
class Known:
    """What an outlook follows from, so that it is worked out once: what seats own is not part of it."""

    what: tuple[object, ...]
    view: GoodwillView = field(compare=False, repr=False)
    """Any in which this is so."""
    bosses: Mapping[Company, str] = field(compare=False, repr=False)


def look_ahead(view: GoodwillView, bosses: Mapping[Company, str] | None = None) -> Outlook:
    """Return the outlook, with these bosses instead of those in charge."""
    changed = bosses or {}
    boards = (
        (board.capital, board.market_share, *board.tokens.items(), changed.get(company, board.boss), board.bankrupt)
        for company, board in view.companies.items()
    )
    seen = ((info.event, info.percentage) for info in view.informations)
    year = (view.year, view.last_year, len(view.events_in_play), view.options.dividends, view.options.cash_only)
    known = Known((*year, *view.prices.items(), *boards, *seen), view, changed)
    box, found = _remembered(known)
    return found if box is view.box else _looked_ahead(known)


@lru_cache(256)  # a search bot tries many answers with the same news
def _remembered(known: Known) -> tuple[GoodwillBox, Outlook]:
    """Return an outlook with the box for which it holds: boxes are too large to be compared."""
    return known.view.box, _looked_ahead(known)


def _looked_ahead(known: Known) -> Outlook:
    view, bosses = known.view, known.bosses
    prospects = {
        company: Prospect(board.capital, board.market_share, dict(board.tokens), bosses.get(company, board.boss))
        for company, board in view.companies.items()
        if not board.bankrupt
    }
    prices = {resource: float(price) for resource, price in view.prices.items()}
    usual = climate(
        view, dict.fromkeys(view.events_in_play, (view.box.information.slots - 1) / len(view.events_in_play))
    )
    years = view.last_year - view.year + 1
    for year in range(years):
        weather = climate(view, event_chances(view)) if year == 0 and view.informations else usual
        pass_year(view, prospects, prices, weather)
    spread = float(view.box.weighs.spread * years)
    capital = dict.fromkeys(COMPANIES, 0.0)
    share = dict.fromkeys(COMPANIES, 0.0)
    for company, prospect in prospects.items():
        capital[company] = prospect.capital + view.box.weighs.care * years**2
        if not view.options.cash_only:
            share[company] = (not_below_zero(capital[company], spread) + view.box.step / 2) / view.box.share_parts
        share[company] += prospect.paid
    return Outlook(capital, spread, share)


def pass_year(
    view: GoodwillView, prospects: Mapping[Company, Prospect], prices: dict[Resource, float], weather: Climate
) -> None:
    """Advance the prospects by a year of this weather; no boss is voted in or out or changes places."""
    for prospect in prospects.values():
        prospect.capital += sum(weather.money[resource] * count for resource, count in prospect.tokens.items())
        change_tokens(view, prospect, weather)
    move_arrows(view, prospects, weather)
    scale = view.box.resources
    for resource in RESOURCES:
        prices[resource] = max(scale.lowest, min(scale.highest, prices[resource] + weather.price[resource]))
    for prospect in prospects.values():
        boss = view.box.boss[prospect.boss] if prospect.boss else None
        costs = sum(count * prices[resource] for resource, count in prospect.tokens.items())
        income = prospect.market_share - costs - (boss.salary if boss else 0)
        if view.options.dividends and boss and boss.pays_dividends:
            parts = view.box.share_parts
            each, income = dividends(round(income), above=view.box.dividends_above, parts=parts)
            prospect.paid += each
        prospect.capital += income


def change_tokens(view: GoodwillView, prospect: Prospect, weather: Climate) -> None:
    """Swap and save parts of tokens, as often as the boss is concerned on average."""
    if prospect.boss is None:
        return
    boss, tokens = view.box.boss[prospect.boss], prospect.tokens
    swaps = weather.happens["innovation", boss.marks["innovation"]]
    for line in boss.policy:
        swapped = min(swaps, tokens[line.old])
        tokens[line.old] -= swapped
        tokens[line.new] += swapped
        swaps -= swapped
    most = max(tokens, key=lambda resource: tokens[resource])
    if tokens[most] > 1:
        tokens[most] -= min(weather.happens["yield", boss.marks["yield"]], tokens[most] - 1)


def move_arrows(view: GoodwillView, prospects: Mapping[Company, Prospect], weather: Climate) -> None:
    """Move market shares by advertising and scandals."""
    step = view.box.step
    before = {company: round(prospect.market_share) for company, prospect in prospects.items()}
    marks = {
        company: view.box.boss[prospect.boss].marks["advertising"]
        for company, prospect in prospects.items()
        if prospect.boss
    }
    moves: list[tuple[float, Mapping[Company, int]]] = []
    for level in set(marks.values()) - {0}:
        winners = [company for company, mark in marks.items() if mark == level]
        moves.append((weather.happens["advertising", level], advertised(before, winners, step)))
    moves += [(weather.scandal[company], after_scandal(before, company, step)) for company in prospects]
    for chance, after in moves:
        for company, prospect in prospects.items():
            prospect.market_share += chance * (after[company] - before[company])


# Values for this seat


def standing(view: GoodwillView, outlook: Outlook) -> float:
    """Return how good an outlook is for this seat, in dollars."""
    seat = view.seat or 0
    own = view.investors[seat]
    others = [investor for other, investor in view.investors.items() if other != seat]
    worth = 0.0
    for company in COMPANIES:
        theirs = sum(investor.shares[company] for investor in others) / len(others)
        worth += (own.shares[company] - envy(view) * theirs) * outlook.share[company]
    cards = [view.box.derivative[card] for card in (*own.derivatives, *(own.objectives or ()))]
    return worth + sum(card.pays * outlook.chance(card.condition) for card in cards)


def envy(view: GoodwillView) -> float:
    """Return how much a dollar that an average opponent gains hurts."""
    weighs = view.box.weighs.envy
    return weighs[min(view.players, max(weighs))]


def boss_gains(view: GoodwillView, company: Company, bosses: Iterable[str], guess: Guess = sure) -> dict[str, float]:
    """Return each boss's gain for this seat at the head of this company, compared with the present boss."""
    now = standing(view, look_ahead(view))
    return {boss: guess(standing(view, look_ahead(view, {company: boss})) - now) for boss in bosses}


def welcome(view: GoodwillView, company: Company, bosses: Iterable[str], guess: Guess = sure) -> list[str]:
    """Return the bosses that would be better than the present one."""
    return [boss for boss, gain in boss_gains(view, company, bosses, guess).items() if gain > 0]


def best_of(gains: Mapping[str, float]) -> str | None:
    """Return who brings most; None: nobody brings anything."""
    best = max(gains, key=lambda boss: gains[boss], default=None)
    return best if best is not None and gains[best] > 0 else None


def proposal_and_ballot(view: GoodwillView, company: Company, guess: Guess = sure) -> ProposeAndVote:
    """Return the best of the available bosses, and a yes for all that would be better than the present one."""
    gains = boss_gains(view, company, view.available, guess)
    best = best_of(gains)
    others = tuple(boss for boss, gain in gains.items() if gain > 0 and boss != best)
    return ProposeAndVote(parts=(Nominate(boss=best), *([Ballot(approve=others)] if others else [])))


def lot_worth(view: GoodwillView) -> float:
    """Return what the derivatives card under the hammer will bring on average."""
    if view.auction is None:
        return 0
    card = view.box.derivative[view.auction.card]
    return card.pays * look_ahead(view).chance(card.condition)


# Prices


def fair_price(view: GoodwillView, company: Company, random: Random, guess: Guess = sure) -> int:
    """Return the price to write for a share of this company.

    Chance decides whether it is rounded up or down, the more likely the nearer; so the price does not
    tell exactly what this seat has seen.
    """
    wanted = guess(believed(view, company))
    legal = view.legal_prices
    below = plain_price(int(wanted), legal)
    up = random.random() < (wanted - below) / legal.step
    return min(below + legal.step, legal[-1]) if up else below


def believed(view: GoodwillView, company: Company) -> float:
    """Return what a share of this company is worth to it, in dollars."""
    share = look_ahead(view).share[company]
    if view.box.edition >= BOLD:
        weighs = view.box.weighs
        return share + weighs.over + (weighs.vote if view.options.cash_only else 0)
    board = view.companies[company]
    value = board.share_value if view.box.cash_only_counts == "shares" else board.brings
    return value + HESITANT * (share - value)


def both_prices(view: GoodwillView, company: Company, random: Random, guess: Guess = sure) -> AssessBoth:
    """Return both prices of a company at once."""
    first, second = (fair_price(view, company, random, guess) for _ in range(2))
    return AssessBoth(prices={"first": first, "second": second})


def prices_and_partner(view: GoodwillView, company: Company, random: Random, guess: Guess = sure) -> AssessAndPrefer:
    """Return both prices, and the richest as a partner: it sells dear and buys cheaply, to the other's harm."""
    prices = both_prices(view, company, random, guess)
    others = [seat for seat in view.investors if seat != view.seat]
    richest = TradeWith(partner=max(others, key=lambda seat: _wealth(view, seat)))
    return AssessAndPrefer(parts=(prices, richest) if len(others) > 1 else (prices,))


def partner(view: GoodwillView, moves: list[TradeWith]) -> TradeWith:
    """Return the trade that helps the poorest, or harms the richest, of the possible partners."""
    wealth = {move: _wealth(view, move.partner) for move in moves}
    if view.market is None:
        return moves[0]
    good_for_partner = partner_is_helped(view)
    return min(moves, key=lambda move: wealth[move] if good_for_partner else -wealth[move])


def partner_is_helped(view: GoodwillView) -> bool:
    """Whether a trade at the market's price is good for the partner: they buy cheaply, or sell dear."""
    market = view.market
    if market is None:
        raise ValueError("nothing is traded")
    worth = look_ahead(view).share[market.company]
    return market.price < worth if view.seat in market.sellers else market.price > worth


def _wealth(view: GoodwillView, seat: Seat) -> int:
    """Return what another seat has, as far as it can be seen."""
    investor = view.investors[seat]
    if view.options.cash_only and view.box.cash_only_counts == "shares" and investor.cash is not None:
        values = {company: board.share_value for company, board in view.companies.items()}
        return investor.cash + shares_worth(investor.shares, values)
    return investor.wealth or 0
