"""How news and pages read: for somebody on a telephone who has never seen the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb

from bot.engine.pages import Grid, Page, Section, mark
from bot.engine.records import News, Seat
from bot.engine.words import listed, seats
from bot.games.goodwill import news as told
from bot.games.goodwill.components import (
    COMPANIES,
    RESOURCES,
    AdvertisingEffect,
    AnyCondition,
    AnyEffect,
    Boss,
    BossShuffleEffect,
    Company,
    FundingEffect,
    InnovationEffect,
    NoEffect,
    PriceEffect,
    ScandalEffect,
    TaxEffect,
    YieldEffect,
    clause,
    policy_words,
)
from bot.games.goodwill.view import GoodwillView, InformationView, percent, sealed_words

# News


def say(news: News, seat: Seat | None) -> str:
    """Return the news as `seat` reads it; None: a spectator."""
    match news:
        case told.YearReviewed():
            return _year(news)
        case told.GameScored():
            return _scores(news)
        case _:
            return _opening(news) or _auctioned(news) or _transaction(news, seat) or _steering(news) or _change(news)


def _opening(news: News) -> str:
    match news:
        case told.GameOpened():
            charge = ", ".join(f"{boss} at {company}" for company, boss in news.bosses.items())
            return (
                f"The game runs from {news.first} to {news.last}. In charge: {charge}. "
                f"Available: {listed(news.available, 'nobody')}."
            )
        case told.SharesDealt():
            hands = "; ".join(f"{mark(seat)} {_shares(shares)}" for seat, shares in news.shares.items())
            return f"Everybody has ${news.cash} in cash. Shares: {hands}."
        case told.ObjectivesDealt():
            return f"Your hidden objectives, each a bonus at the end if it comes true: {_conditions(news.objectives)}."
        case told.YearBegan():
            slots = "; ".join(f"{mark(seat)} {listed(those, 'nobody')}" for seat, those in news.slots.items())
            return f"{news.year} begins. The informations you may look at are in these slots: {slots}."
        case told.InformationsSeen():
            return "\n".join([f"{news.year}, only for your eyes:", *map(_pair, news.informations)])
        case told.InformationsRevealed():
            played = [f"Played: {_pair(card)}" for card in news.played]
            dropped = f"Not played: {_pair(news.dropped)}"
            return "\n".join([f"{news.year}, the informations are turned up.", *played, dropped])
        case _:
            return ""


def _pair(card: told.InformationCard) -> str:
    return f"{card.name} {percent(card.percentage)}: {effect_words(card.left)}, then {effect_words(card.right)}"


def _conditions(conditions: Sequence[AnyCondition]) -> str:
    return ", ".join(condition.words() for condition in conditions)


def _shares(shares: Mapping[Company, int]) -> str:
    return ", ".join(f"{count} {company}" for company, count in shares.items() if count) or "none"


def _auctioned(news: News) -> str:
    match news:
        case told.LotOffered():
            pays = f"a card that pays ${news.pays} if {clause(news.condition)} at the end"
            return f"{news.year}, auction {news.lot}: {pays}."
        case told.BidRaised():
            return f"{mark(news.seat)} bids ${news.price}."
        case told.LotPassed():
            return f"{mark(news.seat)} is out of this auction."
        case told.LotSold():
            bids = f" The bids were: {priced(news.bids)}." if news.bids else ""
            return f"{news.year}: {mark(news.buyer)} buys “{news.condition.words()}” for ${news.price}.{bids}"
        case told.LotUnsold():
            return f"{news.year}: nobody wants “{news.condition.words()}”; the card goes under the pile."
        case _:
            return ""


def _transaction(news: News, seat: Seat | None) -> str:
    match news:
        case told.PricesRevealed():
            return f"{news.year}, {news.company}: {news.which} price: {priced(news.prices)}."
        case told.CannotPay():
            verb = "offers most but cannot pay and is" if len(news.seats) == 1 else "offer most but cannot pay and are"
            return f"{news.company}: {seats(news.seats)} {verb} ignored."
        case told.PartnersWanted():
            choosers, others = sorted((news.sellers, news.buyers), key=len)
            choose = "chooses" if len(choosers) == 1 else "choose one after the other"
            return f"{news.company}, at ${news.price}: {seats(choosers)} {choose} with whom to trade: {seats(others)}."
        case told.ShareSold(buyer=buyer) if buyer == seat:
            return f"You buy a share of {news.company} from {mark(news.seller)} for ${news.price}."
        case told.ShareSold(seller=seller) if seller == seat:
            return f"You sell a share of {news.company} to {mark(news.buyer)} for ${news.price}."
        case told.ShareSold():
            return f"{mark(news.buyer)} buys a share of {news.company} from {mark(news.seller)} for ${news.price}."
        case told.NoTrade():
            return f"{news.company}: no share is traded, because nobody who can pay offers more than the lowest owner."
        case _:
            return ""


def _steering(news: News) -> str:
    match news:
        case told.CandidatesNamed():
            if not news.candidates:
                return f"{news.year}, {news.company}: nobody proposes a new boss."
            proposals = ", ".join(f"{mark(by)} proposes {boss or 'nobody'}" for by, boss in news.nominations.items())
            return f"{news.year}, {news.company}: {proposals}. The vote is on {listed(news.candidates)}."
        case told.VotesCounted():
            results = "; ".join(_result(result, news.shares) for result in news.results)
            return f"{news.year}, {news.company}, {news.threshold} votes needed: {results}."
        case told.BossReplaced():
            left = f"{news.old} goes under the pile" if news.old else "the chair was empty"
            return f"{news.new} is the new boss of {news.company}; {left}, and {news.joins} becomes available."
        case told.BossStays():
            return f"{news.company}: no candidate has enough votes; {news.boss or 'nobody'} stays in charge."
        case _:
            return ""


def _result(result: told.CandidateVotes, shares: Mapping[Seat, int]) -> str:
    voters = ", ".join(f"{mark(seat)} {shares[seat]}" for seat in result.yes)
    return f"{result.boss} {result.votes} yes" + (f" ({voters})" if voters else "")


def _change(news: News) -> str:
    match news:
        case told.PriceMoved(resource=resource, before=before, after=after):
            if before == after:
                return f"{resource.capitalize()} stays at ${after}, the end of the scale."
            return f"{resource.capitalize()} {'rises' if after > before else 'falls'} from ${before} to ${after}."
        case told.Funded():
            return f"Funding for {news.resource}: {_amounts(news.received, '+')}."
        case told.Taxed():
            failing = f" {listed(news.failing)} cannot pay." if news.failing else ""
            return f"Tax on {news.resource}: {_amounts(news.bills, '-')}.{failing}"
        case told.Innovated():
            swaps = "; ".join(map(_swap, news.swaps)) or "no boss has this mark"
            return f"Innovation {news.level}: {swaps}."
        case told.Yielded():
            savings = "; ".join(map(_saving, news.savings)) or "no boss has this mark"
            return f"Yield {news.level}: {savings}."
        case told.Advertised():
            return f"Advertising {news.level}: {_advertising(news)}."
        case told.ScandalBroke() | told.BossesMoved() | told.WentBankrupt() | told.DividendsPaid():
            return _upheaval(news)
        case _:
            raise TypeError(f"no words for {news!r}")


def _upheaval(news: told.ScandalBroke | told.BossesMoved | told.WentBankrupt | told.DividendsPaid) -> str:
    match news:
        case told.ScandalBroke():
            if not news.before:
                return f"Scandal at {news.company}: it is bankrupt already, so nothing happens."
            boss = f"{news.boss} must leave" if news.boss else "there is no boss who could leave"
            return f"Scandal at {news.company}: {boss}; {_moved(news.before, news.after)}."
        case told.BossesMoved():
            bosses = ", ".join(f"{boss or 'nobody'} at {at}" for at, boss in news.bosses.items())
            return f"The bosses move on: {bosses}."
        case told.WentBankrupt():
            lost = "; ".join(f"{mark(seat)} loses {count}" for seat, count in news.shares.items())
            heirs = ", ".join(f"{company} {share} %" for company, share in news.market_shares.items())
            return f"{news.company} is bankrupt; its shares are gone: {lost}. Market shares: {heirs or 'none'}."
        case told.DividendsPaid():
            paid = ", ".join(f"{mark(seat)} ${amount}" for seat, amount in news.paid.items())
            return f"{news.company} pays ${news.per_share} per share: {paid}."


def _amounts(amounts: Mapping[Company, int], sign: str) -> str:
    return ", ".join(f"{company} {sign}${amount}" for company, amount in amounts.items() if amount) or "nobody uses it"


def _swap(swap: told.Swap) -> str:
    if swap.old is None:
        return f"{swap.company} has nothing that {swap.boss} wants to quit"
    return f"{swap.company} swaps {swap.old} for {swap.new} ({swap.boss})"


def _saving(saving: told.Saving) -> str:
    if saving.resource is None:
        return f"{saving.company} uses nothing twice ({saving.boss})"
    return f"{saving.company} saves one {saving.resource} ({saving.boss})"


def _advertising(news: told.Advertised) -> str:
    if not news.concerned:
        return "no boss has this mark"
    return f"for {listed(news.concerned)}; {_moved(news.before, news.after)}"


def _moved(before: Mapping[Company, int], after: Mapping[Company, int]) -> str:
    moved = [company for company in after if after[company] != before[company]]
    if not moved:
        return "market shares stay as they are"
    return "market share of " + ", ".join(f"{company} {before[company]} to {after[company]} %" for company in moved)


def _year(news: told.YearReviewed) -> str:
    living = [company for company in news.share_values if company in news.market_shares]
    values = ", ".join(f"{company} ${news.share_values[company]}" for company in living)
    return "\n".join(
        [
            f"The year {news.year}",
            *(_story(story) for story in news.stories),
            f"Not played: {news.dropped}",
            *(_statement(statement) for statement in news.statements),
            *map(_upheaval, news.dividends),
            *map(_upheaval, news.bankrupt),
            f"A share is now worth: {values}" if living else "No company is left.",
        ]
    )


def _story(story: told.EventStory) -> str:
    changes = " ".join(_change(change) for change in story.changes) or "nothing is left to change."
    return f"{story.name} {percent(story.percentage)}: {changes}"


def _statement(statement: told.IncomeStatement) -> str:
    income = f"{statement.market_share} - {statement.resources} for resources - {statement.salary} for the boss"
    result = "it cannot pay" if statement.fails else f"capital {money(statement.before)} to {money(statement.after)}"
    return f"{statement.company}: income {income} = {signed(statement.net_income)}; {result}"


def _scores(news: told.GameScored) -> str:
    winners = [score.seat for score in news.scores if score.place == 1]
    lines = [f"The game is over. {seats(winners)} {'wins' if len(winners) == 1 else 'share the victory'}!"]
    for score in news.scores:
        parts = [f"${score.cash} cash"]
        if not news.cash_only:
            parts.append(f"${score.shares_worth} in shares ({_shares(score.shares)})")
        if score.fulfilled or score.missed:
            fulfilled = _conditions(score.fulfilled) or "none came true"
            parts.append(f"${score.derivatives_worth} for derivatives ({fulfilled})")
        lines.append(f"{score.place}. {mark(score.seat)} ${score.total}: {', '.join(parts)}")
    return "\n".join(lines)


# The table


def page(view: GoodwillView) -> Page:
    """Return the table as this seat sees it, without what lies in its hand."""
    years = view.last_year - view.first_year + 1
    sections = [_now(view), _in_short(view), _companies(view), _bosses(view), _investors(view)]
    sections += [section for section in (_informations(view), _prices_shown(view), _past(view)) if section.parts]
    return Page(f"Goodwill · {view.year}, year {view.year_index + 1} of {years}", sections)


def _now(view: GoodwillView) -> Section:
    if view.outcome is not None:
        order = sorted(view.outcome.places, key=lambda seat: view.outcome.places[seat] if view.outcome else 0)
        lines = [f"{view.outcome.places[seat]}. {mark(seat)} ${view.outcome.scores[seat]}" for seat in order]
        return Section("The game is over", lines)
    lines = []
    if view.auction is not None:
        card = view.box.derivative[view.auction.card]
        lines.append(f"The card pays ${card.pays} if {clause(card.condition)} at the end.")
        if view.auction.holder is not None:
            lines.append(f"{mark(view.auction.holder)} has bid ${view.auction.price}.")
    if view.market is not None:
        market = view.market
        lines.append(f"${market.price} a share; selling: {seats(market.sellers)}; buying: {seats(market.buyers)}.")
    return Section("Now", lines)


def _in_short(view: GoodwillView) -> Section:
    """Return the companies and investors in a line each, for below the picture."""
    lines = []
    for company in COMPANIES:
        board = view.companies[company]
        boss = view.box.boss[board.boss].name if board.boss else "nobody"
        share = f"a share pays ${board.dividend}" if view.options.cash_only else f"a share ${board.share_value}"
        words = f"capital ${board.capital}, {share}, market {board.market_share} %, boss {boss}"
        lines.append(f"{company}: {'bankrupt' if board.bankrupt else words}")
    worth = [
        f"{mark(seat)} {'?' if investor.wealth is None else f'${investor.wealth}'}"
        for seat, investor in view.investors.items()
    ]
    lines.append(f"{'Cash' if view.options.cash_only else 'Worth'} now: {', '.join(worth)}")
    return Section("In short", lines)


def _companies(view: GoodwillView) -> Section:
    boards = [view.companies[company] for company in COMPANIES]
    rows = [
        ["Capital", *(f"${board.capital}" for board in boards)],
        ["Dividend", *(f"${board.dividend}" for board in boards)]
        if view.options.cash_only
        else ["A share", *(f"${board.share_value}" for board in boards)],
        ["Market", *(f"{board.market_share} %" for board in boards)],
    ]
    for resource in RESOURCES:
        label = f"{resource.capitalize()} ${view.prices[resource]}"
        rows.append([label, *(str(board.tokens[resource]) for board in boards)])
    names = [view.box.boss[board.boss].name if board.boss else "nobody" for board in boards]
    rows.append(["Boss", *("closed" if board.bankrupt else name for board, name in zip(boards, names, strict=True))])
    rows.append(["Salary", *(f"${view.box.boss[board.boss].salary if board.boss else 0}" for board in boards)])
    rows.append(["Income", *(signed(board.net_income) for board in boards)])
    rows.append(["Votes", *(str(board.threshold) for board in boards)])
    return Section(
        "Companies",
        [
            Grid(("", *COMPANIES), rows),
            _legend(view),
        ],
        detail=True,
    )


def _legend(view: GoodwillView) -> str:
    if view.options.cash_only:
        return (
            "Dividend of a share and income: if the year ended now. Income: market share minus resources and salary. "
            "Votes: needed for a new boss."
        )
    return "Income: market share minus resources and salary, if the year ended now. Votes: needed for a new boss."


def _bosses(view: GoodwillView) -> Section:
    in_charge = [(board.boss, company) for company, board in view.companies.items() if board.boss]
    bosses = [(view.box.boss[boss], where) for boss, where in [*in_charge, *((free, "-") for free in view.available)]]
    heads = ["Boss", "At", "Pay", "Inn", "Yld", "Adv"]
    rows = [[boss.name, where, f"${boss.salary}", *map(str, _marks(boss))] for boss, where in bosses]
    legend = "Inn, Yld, Adv: marks in innovation, yield and advertising. Available: those at -."
    if view.options.dividends:
        heads.append("Div")
        rows = [[*row, "yes" if boss.pays_dividends else "no"] for row, (boss, _) in zip(rows, bosses, strict=True)]
        legend += " Div: pays dividends."
    policies = [f"{boss.name}'s policy: {policy_words(boss)}." for boss, _ in bosses if boss.policy]
    return Section("Bosses", [Grid(heads, rows), legend, *policies], detail=True)


def _marks(boss: Boss) -> tuple[int, int, int]:
    return boss.marks["innovation"], boss.marks["yield"], boss.marks["advertising"]


def _investors(view: GoodwillView) -> Section:
    rows = []
    for seat, investor in view.investors.items():
        cash = "?" if investor.cash is None else f"${investor.cash}"
        worth = "?" if investor.wealth is None else f"${investor.wealth}"
        shares = [str(investor.shares[company]) for company in COMPANIES]
        rows.append([mark(seat), cash, *shares, *([] if view.options.cash_only else [worth])])
    heads = ["Investor", "Cash", *(company[0] for company in COMPANIES), *([] if view.options.cash_only else ["Worth"])]
    parts: list[str | Grid] = [Grid(heads, rows)]
    parts.append(f"{mark(view.lead)} has the lead: ties and choices start there, clockwise.")
    for seat, investor in view.investors.items():
        cards = [view.box.derivative[card].condition.words() for card in investor.derivatives]
        if cards:
            parts.append(f"{mark(seat)} owns derivatives: {', '.join(cards)}.")
    gone = [seat for seat, investor in view.investors.items() if investor.conceded]
    if gone:
        parts.append(f"Conceded: {seats(gone)}.")
    return Section("Investors", parts, detail=True)


def _informations(view: GoodwillView) -> Section:
    if view.outcome is not None:
        return Section("Informations", [])
    lines = [f"Slot {pair.slot}: {seats(pair.viewers)} may look." for pair in view.informations if pair.viewers]
    return Section("Informations", lines, detail=True)


def _prices_shown(view: GoodwillView) -> Section:
    lines = []
    for company, shown in view.assessments.items():
        for which, prices in zip(("first", "second"), shown, strict=False):
            lines.append(f"{company}, {which}: {priced(prices)}.")
    return Section(f"Prices shown in {view.year}", lines, detail=True)


def _past(view: GoodwillView) -> Section:
    lines = []
    for year in view.history:
        if year.year is not None:
            played = ", ".join(view.box.event[pair.event].name for pair in year.played)
            values = " / ".join(f"${year.share_values[company]}" for company in COMPANIES)
            lines.append(f"{year.year}: {played}. Shares {values}.")
    return Section("Past years", lines, detail=True)


def share_values_page(view: GoodwillView) -> Page:
    """Return what a share of each company was worth after each year so far."""
    rows = [
        ["Start" if year.year is None else str(year.year), *(money(year.share_values[each]) for each in COMPANIES)]
        for year in view.history
    ]
    return Page("Share values", [Section("", [Grid(["After", *COMPANIES], rows)])])


# The hand


def hand(view: GoodwillView) -> Page:
    """Return what only this seat knows, with its effects explained; empty for spectators."""
    if view.seat is None:
        return Page("Nobody's hand")
    sections = [_own_informations(view), _portfolio(view), _objectives(view), _sealed(view)]
    return Page(f"Your hand · {view.year}", [section for section in sections if section.parts])


def _own_informations(view: GoodwillView) -> Section:
    lines: list[str] = []
    known = [pair for pair in view.informations if pair.event is not None and view.seat in pair.viewers]
    for pair in known:
        lines += _information(view, pair, known)
    if lines:
        lines.append("The lowest of the four percentages is not played; the others are, from the highest down.")
    return Section("Your informations", lines)


def _information(view: GoodwillView, pair: InformationView, known: list[InformationView]) -> Iterator[str]:
    if pair.event is None or pair.percentage is None:
        return
    event = view.box.event[pair.event]
    yield (
        f"Slot {pair.slot}: {event.name} {percent(pair.percentage)}, "
        f"comes true in {_chance(view, pair.percentage, known)} of 100 cases"
    )
    for effect in (event.left, event.right):
        yield f"· {effect_words(effect)}: {effect_explained(effect)}.{_concerned(view, effect)}"


def _chance(view: GoodwillView, percentage: int, known: list[InformationView]) -> int:
    """Return how likely it is, in percent, that an unseen information has a lower percentage than this one."""
    seen = [pair.percentage for pair in known if pair.percentage is not None]
    if min(seen) < percentage:
        return 100
    unseen = list(view.box.percentages)
    for card in seen:
        unseen.remove(card)
    faces_down = view.box.information.slots - len(seen)
    higher = sum(card > percentage for card in unseen)
    return round(100 - 100 * comb(higher, faces_down) / comb(len(unseen), faces_down))


def _concerned(view: GoodwillView, effect: AnyEffect) -> str:
    """Return which companies the effect would concern with their present bosses."""
    if not isinstance(effect, InnovationEffect | YieldEffect | AdvertisingEffect):
        return ""
    bosses = [(company, view.box.boss[board.boss]) for company, board in view.companies.items() if board.boss]
    hit = [f"{company} ({boss.name})" for company, boss in bosses if boss.marks[effect.kind] == effect.level]
    return f" Now that is {listed(hit, 'nobody')}."


def _portfolio(view: GoodwillView) -> Section:
    investor = view.investors[view.seat or 0]
    lines = [f"Cash: {money(investor.cash or 0)}"]
    for company in COMPANIES:
        count, board = investor.shares[company], view.companies[company]
        if count and view.options.cash_only:
            lines.append(f"{company}: {count}, which would pay ${count * board.dividend} if the year ended now")
        elif count:
            lines.append(f"{company}: {count} at ${board.share_value}, together ${count * board.share_value}")
    if view.options.cash_only:
        lines.append("Shares count nothing at the end.")
    else:
        lines.append(f"All in all: {money(investor.wealth or 0)}")
    return Section("Your portfolio", lines)


def _objectives(view: GoodwillView) -> Section:
    investor = view.investors[view.seat or 0]
    cards = [view.box.derivative[card] for card in investor.objectives or ()]
    return Section(
        "Your hidden objectives",
        [f"A hidden objective, ${card.pays} at the end: {card.condition.words()}." for card in cards],
    )


def _sealed(view: GoodwillView) -> Section:
    lines = [f"{answer.title}: {sealed_words(answer.move, view.box)}" for answer in view.pending]
    return Section("Your sealed answers", lines)


# Words for cards and numbers


def money(amount: int) -> str:
    """Return dollars, with a sign for a loss."""
    return f"-${-amount}" if amount < 0 else f"${amount}"


def signed(amount: int) -> str:
    """Return dollars with a sign for gains, too."""
    return f"+${amount}" if amount > 0 else money(amount)


def priced(prices: Mapping[Seat, int]) -> str:
    """Return who wrote which price, highest first."""
    order = sorted(prices, key=lambda seat: (-prices[seat], seat))
    return ", ".join(f"{mark(seat)} ${prices[seat]}" for seat in order)


def effect_words(effect: AnyEffect) -> str:
    """Return what stands on the card."""
    match effect:
        case PriceEffect():
            return f"{effect.resource} price {signed(effect.delta)}"
        case FundingEffect():
            return f"funding ${effect.per_token} per {effect.resource} token"
        case TaxEffect():
            return f"tax ${effect.per_token} per {effect.resource} token"
        case InnovationEffect() | YieldEffect() | AdvertisingEffect():
            return f"{effect.kind} {effect.level}"
        case ScandalEffect():
            return f"scandal at {effect.company}"
        case BossShuffleEffect():
            return "all bosses move on"
        case NoEffect():
            return "nothing more"


def effect_explained(effect: AnyEffect) -> str:
    """Return what the effect does, for somebody who has never played."""
    match effect:
        case PriceEffect():
            more = "more" if effect.delta > 0 else "less"
            return f"each {effect.resource} token costs ${abs(effect.delta)} {more} a year"
        case FundingEffect():
            return f"every company receives ${effect.per_token} for each of its {effect.resource} tokens"
        case TaxEffect():
            return f"every company pays ${effect.per_token} for each of its {effect.resource} tokens, or is bankrupt"
        case InnovationEffect():
            return f"bosses with innovation {effect.level} swap one token as their policy says"
        case YieldEffect():
            return f"bosses with yield {effect.level} save one token of a resource used twice or more"
        case AdvertisingEffect():
            return f"bosses with advertising {effect.level} win market share from the other companies"
        case ScandalEffect():
            return f"{effect.company} loses its boss and market share"
        case BossShuffleEffect():
            return "Amber's boss moves to Black, Black's to Crimson, Crimson's to Amber"
        case NoEffect():
            return "the card has only one effect"
