"""Text of news and pages, written for a new player on a phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.engine.cards import CardEntry
from bot.engine.pages import Grid, Page, Section, mark
from bot.engine.questions import Number, Question
from bot.engine.records import News, Seat
from bot.engine.words import format_count, format_list, format_seats
from bot.games.goodwill import news as told
from bot.games.goodwill.at_hand import difference, explain_end_of_scale
from bot.games.goodwill.at_hand.foresight import Foresight, chance, known
from bot.games.goodwill.components import (
    COMPANIES,
    RESOURCES,
    AdvertisingEffect,
    AnyCondition,
    AnyEffect,
    Boss,
    Company,
    GoodwillBox,
    InnovationEffect,
    NoEffect,
    YieldEffect,
    clause,
    policy_words,
    profile,
)
from bot.games.goodwill.rules.transactions import RULE as TRANSACTIONS
from bot.games.goodwill.view import GoodwillView, InformationView, format_rank, sealed_words
from bot.games.goodwill.words import (
    effect_explained,
    effect_words,
    format_either,
    format_odds_of_coming_true,
    money,
    priced,
    shares_words,
    signed,
)

# News


def say(news: News, seat: Seat | None) -> str:
    """Return the news as `seat` reads it; None: a spectator."""
    match news:
        case told.YearReviewed():
            return _describe_year(news, seat)
        case told.GameScored():
            return _scores(news)
        case _:
            opening = _opening(news, seat) or _auctioned(news)
            return opening or _transaction(news, seat) or _steering(news, seat) or _change(news)


def condense(news: Sequence[News]) -> Sequence[News]:
    """Leave out news whose result follows: the wait for a partner before the trade, proposals before the vote."""
    return [piece for at, piece in enumerate(news) if not any(_settles(later, piece) for later in news[at + 1 :])]


def _settles(later: News, piece: News) -> bool:
    """Whether a trade is one for which a partner was wanted, or votes are those on candidates."""
    match piece, later:
        case told.PartnersWanted(), told.ShareSold():
            is_same = (later.company, later.price) == (piece.company, piece.price)
            return is_same and later.seller in piece.sellers and later.buyer in piece.buyers
        case told.CandidatesNamed(), told.VotesCounted():
            return (later.company, later.year) == (piece.company, piece.year)
        case _:
            return False


def _opening(news: News, seat: Seat | None) -> str:
    match news:
        case told.GameOpened():
            charge = ", ".join(f"{boss} at {company}" for company, boss in news.bosses.items())
            return (
                f"The game runs from {news.first} to {news.last}. In charge: {charge}. "
                f"Available: {format_list(news.available, 'nobody')}."
            )
        case told.SharesDealt():
            hands = "; ".join(f"{mark(seat)} {shares_words(shares)}" for seat, shares in news.shares.items())
            return f"Everybody has ${news.cash} in cash. Shares: {hands}."
        case told.ObjectivesDealt():
            return f"Your hidden objectives, each paid at the end if it is true then: {_conditions(news.objectives)}."
        case told.YearBegan():
            return _slots(news, seat)
        case told.InformationsSeen():
            ranks = "of all news, the lowest rank does not come true"
            return "\n".join([f"Your news for {news.year} ({ranks}):", *map(_pair, news.informations)])
        case told.InformationsRevealed():
            played = [f"Played: {_pair(card)}" for card in news.played]
            dropped = f"Not played: {_pair(news.dropped)}"
            return "\n".join([f"The news of {news.year} is turned up.", *played, dropped])
        case _:
            return ""


def _slots(news: told.YearBegan, seat: Seat | None) -> str:
    """Return who sees which news, the reader first; short, because the line of the latest news is."""
    own = [f"you see news {format_list(those)}" for by, those in news.slots.items() if by == seat]
    others = [f"{mark(by)} {'+'.join(map(str, those))}" for by, those in news.slots.items() if by != seat]
    opening = "" if own else " Who sees which news"
    return f"{news.year} begins{':' if own else '.'}{opening}{'' if own else ':'} {', '.join([*own, *others])}."


def _pair(card: told.InformationCard) -> str:
    return f"{card.name} {format_rank(card.percentage)}: {effect_words(card.left)}, then {effect_words(card.right)}"


def _conditions(conditions: Sequence[AnyCondition]) -> str:
    return ", ".join(condition.words() for condition in conditions)


def _auctioned(news: News) -> str:
    match news:
        case told.LotOffered():
            pays = f"a card that pays ${news.pays} if {clause(news.condition)} at the end"
            return f"{news.year}, auction {news.lot}: {pays}."
        case told.BidRaised():
            return f"{mark(news.seat)} <bids|bid> ${news.price}."
        case told.LotPassed():
            return f"{mark(news.seat)} <passes|pass> and <is|are> out of the auction."
        case told.LotSold():
            bids = f" The bids were: {priced(news.bids)}.{_tied_bids(news)}" if news.bids else ""
            return f"{news.year}: {mark(news.buyer)} <buys|buy> “{news.condition.words()}” for ${news.price}.{bids}"
        case told.LotUnsold():
            return f"{news.year}: nobody wants “{news.condition.words()}”; the card goes under the pile."
        case _:
            return ""


def _tied_bids(news: told.LotSold) -> str:
    """Return why one of several highest bids wins."""
    tied = [seat for seat, bid in news.bids.items() if bid == news.bids[news.buyer]]
    return "" if len(tied) == 1 else f" Of the highest, {mark(news.buyer)}<'s|rs> comes first, clockwise from the lead."


def _transaction(news: News, seat: Seat | None) -> str:
    match news:
        case told.PricesRevealed():
            return f"{news.year}, {news.company}, {news.which} prices: {priced(news.prices)}."
        case told.CannotPay():
            out = "<is|are> left out" if len(news.seats) == 1 else "are left out"
            return f"{news.company}: {format_seats(news.seats)} cannot pay for a share and {out}."
        case told.PartnersWanted():
            return _partners(news)
        case told.ShareSold(buyer=buyer) if buyer == seat:
            return f"You buy one {news.company} share from {mark(news.seller)} for ${news.price}."
        case told.ShareSold(seller=seller) if seller == seat:
            return f"You sell one {news.company} share to {mark(news.buyer)} for ${news.price}."
        case told.ShareSold():
            return f"{mark(news.buyer)} <buys|buy> one {news.company} share from {mark(news.seller)} for ${news.price}."
        case told.NoTrade():
            return f"{news.company}: no trade. Nobody who can pay bid more than the lowest price of its owners."
        case _:
            return ""


def _partners(news: told.PartnersWanted) -> str:
    """Return who chooses among whom, and at which price."""
    buying = len(news.buyers) < len(news.sellers)
    choosers, others = (news.buyers, news.sellers) if buying else (news.sellers, news.buyers)
    partner, named = "seller" if buying else "buyer", format_either([mark(seat) for seat in others])
    if len(choosers) > 1:
        trade = f"{'buy' if buying else 'sell'} one {news.company} share each at ${news.price}"
        return f"{format_seats(choosers)} {trade} and choose the {partner}, one after the other: {named}."
    trade = f"{'<buys|buy>' if buying else '<sells|sell>'} one {news.company} share at ${news.price}"
    return f"{format_seats(choosers)} {trade} and <chooses|choose> the {partner}: {named}."


def _steering(news: News, seat: Seat | None) -> str:
    match news:
        case told.CandidatesNamed():
            return f"{_explain_not_asked(news, seat)}{_describe_candidates(news)}"
        case told.VotesCounted():
            own = " Your votes could not change that." if seat in news.unneeded else ""
            return f"{news.year}, {news.company}: {_describe_election(news)}{own}"
        case told.BossReplaced():
            instead = f", in place of {news.old}" if news.old else ""
            return f"{news.company}: {news.new} is in charge now{instead}. {news.joins} can be proposed from now on."
        case told.BossStays():
            return f"{news.company}: {_describe_staying(news.boss)}."
        case _:
            return ""


def _describe_candidates(news: told.CandidatesNamed) -> str:
    about = f"{news.year}, {news.company}"
    if not news.candidates:
        stays = "" if news.in_charge == "" else f"; {_describe_staying(news.in_charge)}"
        return f"{about}: nobody is proposed as boss{stays}."
    proposed = [f"{boss} (by {format_seats(_proposing(news, boss))})" for boss in news.candidates]
    these = "candidate is" if len(proposed) == 1 else "candidates are"
    nobody = f" {format_seats(idle)} proposed nobody." if (idle := _proposing(news, None)) else ""
    return f"{about}: the {these} {format_list(proposed)}.{nobody}"


def _describe_staying(boss: str | None) -> str:
    return f"{boss} stays in charge" if boss else "the company still has no boss"


def _explain_not_asked(news: told.CandidatesNamed, seat: Seat | None) -> str:
    """Return why the reader does not vote, or did not propose anybody; it comes first, where nothing cuts it off."""
    if seat is None:
        return ""
    if seat not in news.nominations:
        return f"You have no {news.company} share and no vote. "
    return "You are not asked: your votes cannot change the result. " if seat in news.unasked else ""


def _proposing(news: told.CandidatesNamed, boss: str | None) -> list[Seat]:
    """Return who proposed this boss, or nobody."""
    return [seat for seat, proposed in news.nominations.items() if proposed == boss]


def _describe_election(news: told.VotesCounted) -> str:
    """Return the elected boss with the votes, or how many were missing."""
    most = max(result.votes for result in news.results)
    if most < news.threshold:
        results = "; ".join(_result(result, news.shares) for result in news.results)
        return f"nobody has the {news.threshold} yes votes needed: {results}."
    best, *tied = [result for result in news.results if result.votes == most]
    # Of a candidate without a yes nothing is said where votes were not asked for: those might have been theirs.
    told_of = [result for result in news.results if result is not best and (result.yes or not news.unneeded)]
    others = "; ".join(_result(result, news.shares) for result in told_of)
    beaten = f" {others}." if others else ""
    reached = f"{format_count(most, 'yes vote')} ({_list_voters(best, news.shares)})"
    return f"{best.boss} is elected with {reached}; {news.threshold} needed.{beaten}{_describe_tie(best, tied)}"


def _describe_tie(best: told.CandidateVotes, tied: Sequence[told.CandidateVotes]) -> str:
    """Return why one of several candidates with equally many votes wins; they stand in the order that settles it."""
    return f" {best.votes} yes each: {best.boss} was proposed first, clockwise from the lead." if tied else ""


def _list_voters(result: told.CandidateVotes, shares: Mapping[Seat, int]) -> str:
    return ", ".join(f"{mark(seat)} {shares[seat]}" for seat in result.yes)


def _result(result: told.CandidateVotes, shares: Mapping[Seat, int]) -> str:
    voters = _list_voters(result, shares)
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
            failing = f" {format_list(news.failing)} cannot pay." if news.failing else ""
            return f"Tax on {news.resource}: {_amounts(news.bills, '-')}.{failing}"
        case told.Innovated():
            swaps = "; ".join(map(_swap, news.swaps)) or "no boss has that skill"
            return f"Innovation {news.level}: {swaps}."
        case told.Yielded():
            savings = "; ".join(map(_saving, news.savings)) or "no boss has that skill"
            return f"Yield {news.level}: {savings}."
        case told.Advertised():
            return f"Advertising {news.level}: {_advertising(news)}."
        case told.ScandalBroke() | told.BossesMoved() | told.WentBankrupt() | told.DividendsPaid():
            return _describe_upheaval(news)
        case _:
            raise TypeError(f"no words for {news!r}")


def _describe_upheaval(news: told.ScandalBroke | told.BossesMoved | told.WentBankrupt | told.DividendsPaid) -> str:
    """Return a scandal, a rotation of bosses, a bankruptcy or a dividend in a sentence."""
    match news:
        case told.ScandalBroke():
            if not news.before:
                return f"Scandal at {news.company}: already bankrupt; no effect."
            boss = f"{news.boss} must leave" if news.boss else "it has no boss"
            return f"Scandal at {news.company}: {boss}; {_moved(news.before, news.after)}."
        case told.BossesMoved():
            bosses = ", ".join(f"{boss or 'nobody'} at {at}" for at, boss in news.bosses.items())
            return f"The bosses rotate: {bosses}."
        case told.WentBankrupt():
            lost = "; ".join(f"{mark(seat)} <loses|lose> {count}" for seat, count in news.shares.items())
            heirs = ", ".join(f"{company} {share} %" for company, share in news.market_shares.items())
            return f"{news.company} is bankrupt; its shares are gone: {lost}. Market shares: {heirs or 'none'}."
        case told.DividendsPaid():
            paid = ", ".join(f"{mark(seat)} ${amount}" for seat, amount in news.paid.items())
            return f"{news.company} pays ${news.per_share} a share: {paid}."


def _amounts(amounts: Mapping[Company, int], sign: str) -> str:
    return ", ".join(f"{company} {sign}${amount}" for company, amount in amounts.items() if amount) or "nobody uses it"


def _swap(swap: told.Swap) -> str:
    if swap.old is None and swap.new is not None:
        return f"{swap.company} cannot swap, as the box has no {swap.new} left ({swap.boss})"
    if swap.old is None:
        return f"{swap.company} has nothing to swap ({swap.boss})"
    return f"{swap.company} swaps {swap.old} for {swap.new} ({swap.boss})"


def _saving(saving: told.Saving) -> str:
    if saving.resource is None:
        return f"{saving.company} has no double resource to save ({saving.boss})"
    return f"{saving.company} saves one {saving.resource} ({saving.boss})"


def _advertising(news: told.Advertised) -> str:
    if not news.concerned:
        return "no boss has that skill"
    return f"for {format_list(news.concerned)}; {_moved(news.before, news.after)}"


def _moved(before: Mapping[Company, int], after: Mapping[Company, int]) -> str:
    moved = [company for company in after if after[company] != before[company]]
    if not moved:
        return "market shares stay as they are"
    return "market share " + ", ".join(f"{company} {before[company]} % → {after[company]} %" for company in moved)


def _describe_year(news: told.YearReviewed, seat: Seat | None) -> str:
    return "\n".join(
        [
            f"{news.year} is over{_describe_paid(news, seat)}{_describe_lead(news, seat)}.{_describe_values(news)}",
            f"Came true: {', '.join(story.name for story in news.stories)}. Not played: {news.dropped}",
            *_describe_bosses(news),
            *_describe_wealth(news),
            *(_story(story) for story in news.stories),
            *(_statement(statement, news) for statement in news.statements),
            *map(_describe_upheaval, news.dividends),
            *map(_describe_upheaval, news.bankrupt),
            *([] if news.market_shares else ["No company is left."]),
        ]
    )


def _describe_values(news: told.YearReviewed) -> str:
    """Return what a share of each company is worth now, with the change in this year."""
    if not news.earlier_values:
        return ""
    changes = {company: value - news.earlier_values[company] for company, value in news.share_values.items()}
    values = [
        f"{company} {money(value)}{f' ({signed(changes[company])})' if changes[company] else ''}"
        for company, value in news.share_values.items()
    ]
    return f" Shares: {', '.join(values)}."


def _describe_paid(news: told.YearReviewed, seat: Seat | None) -> str:
    """Return what the shares of the reader have paid, for the first sentence; empty without dividends."""
    paid = sum(each.paid.get(seat, 0) for each in news.dividends) if seat is not None else 0
    return f" and your shares pay {money(paid)}" if paid else ""


def _describe_lead(news: told.YearReviewed, seat: Seat | None) -> str:
    """Return who leads and what the reader has, for the first sentence; empty where it is hidden."""
    known = {other: has for other, has in news.wealth.items() if has is not None}
    if not known or len(known) < len(news.wealth):
        return ""
    most = max(known.values())
    leaders = [other for other, has in known.items() if has == most]
    if len(leaders) == len(known):
        return f": all have {money(most)}"
    if seat in leaders:
        return f": you lead with {money(most)}" if len(leaders) == 1 else f": you have {money(most)}, the most"
    own = f", you have {money(known[seat])}" if seat in known else ""
    return f": {format_seats(leaders)} {'<leads|lead>' if len(leaders) == 1 else 'lead'} with {money(most)}{own}"


def _describe_bosses(news: told.YearReviewed) -> Iterator[str]:
    if news.bosses:
        yield f"In charge: {', '.join(f'{boss or NOBODY} at {company}' for company, boss in news.bosses.items())}"


def _describe_wealth(news: told.YearReviewed) -> Iterator[str]:
    known = {seat: has for seat, has in news.wealth.items() if has is not None}
    if known:
        order = sorted(known, key=lambda seat: (-known[seat], seat))
        have = ", ".join(f"{mark(seat)} {money(known[seat])}" for seat in order)
        yield f"{'Cash plus shares' if news.earlier_values else 'Cash'}: {have}"


NOBODY = "nobody"


def _story(story: told.EventStory) -> str:
    changes = " ".join(_change(change) for change in story.changes) or "nothing is left to change."
    return f"{story.name} {format_rank(story.percentage)}: {changes}"


def _statement(statement: told.IncomeStatement, news: told.YearReviewed) -> str:
    income = f"{statement.market_share} - {statement.resources} for resources - {statement.salary} for the boss"
    moved = "stays" if statement.before == statement.after else f"{money(statement.before)} →"
    share = "" if news.earlier_values else f", a share {money(news.share_values[statement.company])}"
    capital = f"capital {moved} {money(statement.after)}{share}"
    result = "it cannot pay" if statement.fails else capital
    return f"{statement.company}: income {income} = {signed(statement.net_income)}; {result}"


def _scores(news: told.GameScored) -> str:
    winners = [score.seat for score in news.scores if score.place == 1]
    lines = [
        f"The game is over. {format_seats(winners)} "
        f"{'<wins|win>' if len(winners) == 1 else 'share the victory'}!{_why(news)}"
    ]
    for score in news.scores:
        parts = [f"${score.cash} cash"]
        if not news.cash_only:
            parts.append(f"${score.shares_worth} in shares ({shares_words(score.shares)})")
        if score.fulfilled or score.missed:
            fulfilled = _conditions(score.fulfilled) or "none came true"
            parts.append(f"${score.derivatives_worth} for derivatives ({fulfilled})")
        lines.append(f"{score.place}. {mark(score.seat)} ${score.total}: {', '.join(parts)}")
    return "\n".join(lines)


def _why(news: told.GameScored) -> str:
    """Return the tie-break that settled the first place, where several have the same total."""
    best = [score for score in news.scores if score.total == news.scores[0].total]
    behind = next((score for score in best if score.place > 1), None)
    if behind is None:
        return ""
    decides = "more cash decides" if behind.cash < best[0].cash else "more shares decide"
    return f" {money(behind.total)} each: {decides}."


# The table


def page(view: GoodwillView) -> Page:
    """Return the table as this seat sees it, without what lies in its hand."""
    years = view.last_year - view.first_year + 1
    sections = [_build_now(view), _build_companies(view), _build_bosses(view), _build_investors(view)]
    sections += [
        section
        for section in (_build_informations(view), _build_shown_prices(view), _build_past(view))
        if section.parts
    ]
    phase = "" if view.outcome is not None else f" · {view.phase.capitalize()}"
    return Page(f"Goodwill · {view.year}, year {view.year_index + 1} of {years}{phase}", sections)


def _build_now(view: GoodwillView) -> Section:
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
        lines.append(
            f"${market.price} a share; selling: {format_seats(market.sellers)}; buying: {format_seats(market.buyers)}."
        )
    return Section("Now", lines)


def standing(view: GoodwillView) -> Sequence[str]:
    """Return everybody's wealth, and the course of the game, for the text below the picture."""
    have = {seat: investor.wealth for seat, investor in view.investors.items()}
    order = sorted(have, key=lambda seat: -(have[seat] or 0))
    return [
        f"{'Cash' if view.options.cash_only else 'Worth'}: "
        + ", ".join(f"{mark(seat)} {'?' if have[seat] is None else f'${have[seat]}'}" for seat in order),
        *(part for part in _build_now(view).parts if isinstance(part, str) and view.outcome is None),
    ]


def _build_companies(view: GoodwillView) -> Section:
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


def _build_bosses(view: GoodwillView) -> Section:
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


def _build_investors(view: GoodwillView) -> Section:
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
        parts.append(f"Conceded: {format_seats(gone)}.")
    return Section("Investors", parts, detail=True)


def _build_informations(view: GoodwillView) -> Section:
    if view.outcome is not None:
        return Section("This year's news", [])
    lines = [f"News {pair.slot}: seen by {format_seats(pair.viewers)}." for pair in view.informations if pair.viewers]
    return Section("This year's news", lines, detail=True)


def _build_shown_prices(view: GoodwillView) -> Section:
    lines = []
    for company, shown in view.assessments.items():
        for which, prices in zip(("first", "second"), shown, strict=False):
            lines.append(f"{company}, {which}: {priced(prices)}.")
    return Section(f"Prices shown in {view.year}", lines, detail=True)


def _build_past(view: GoodwillView) -> Section:
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


def aim(view: GoodwillView) -> str:
    """Return what wins the game, and with what one gets there."""
    worth = "cash and shares (each worth a tenth of its company's capital)"
    if view.options.cash_only:
        worth = "cash alone; shares bring dividends on the way"
    return (
        f"be the richest after {view.last_year} in {worth}. "
        "Of each year's four pieces of news you see some that others do not: buy what they will lift, sell what they "
        "will sink, and vote for the bosses whom they favour, or to harm a company of which you hardly own a share."
    )


def explain_answers(view: GoodwillView, question: Question) -> str:
    """Return what a price does, for a player new to the game."""
    if question.rule != TRANSACTIONS:
        return ""
    fair = "what it should pay" if view.options.cash_only else "its likely worth"
    trade = "The highest price buys a share from the owner with the lowest one, halfway between both."
    if isinstance(question, Number):
        return f"{trade} (+3) is $3 over {fair}: you may buy too dear. (-3): you may sell too cheap."
    return f"{trade} Over {fair} you may buy too dear; under it, sell too cheap."


# The hand


def hand(view: GoodwillView) -> Page:
    """Return what only this seat knows, with its effects explained; empty for spectators."""
    if view.seat is None:
        return Page("Spectators have no hand")
    sections = [_own_informations(view), _portfolio(view), _objectives(view), _sealed(view)]
    return Page(f"Your hand · {view.year}", [section for section in sections if section.parts])


def _own_informations(view: GoodwillView) -> Section:
    lines: list[str] = []
    ahead = Foresight(view)
    for pair in sorted(known(view), key=lambda pair: pair.slot):
        lines += _information(view, pair, ahead)
    if lines:
        lines.append(
            "The rank is the percentage on the card, not a chance: of the four news items the lowest is dropped, and "
            "the others come true from the highest down."
        )
    return Section("Your news", lines)


def _information(view: GoodwillView, pair: InformationView, ahead: Foresight) -> Iterator[str]:
    if pair.event is None or pair.percentage is None:
        return
    event = view.box.event[pair.event]
    odds = chance(view, pair)
    yield f"News {pair.slot}: {event.name} {format_rank(pair.percentage)}, {format_odds_of_coming_true(odds)}"
    for effect in (event.left, event.right):
        yield f"· {effect_words(effect)}: {effect_explained(effect)}.{_concerned(view, effect) if odds else ''}"
    if view.outcome is None and odds:
        yield f"· As things stand: {difference(view, pair, ahead)}."


def _concerned(view: GoodwillView, effect: AnyEffect) -> str:
    """Return which companies the effect would concern with their present bosses, or why it can do nothing."""
    if end := explain_end_of_scale(view, effect):
        return f" {end[0].upper()}{end[1:]}."
    if not isinstance(effect, InnovationEffect | YieldEffect | AdvertisingEffect):
        return ""
    bosses = [(company, view.box.boss[board.boss]) for company, board in view.companies.items() if board.boss]
    hit = [f"{company} ({boss.name})" for company, boss in bosses if (effect.kind, effect.level) in boss.marks.items()]
    return f" Now: {format_list(hit)}." if hit else " No boss has that skill now."


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
        lines.append("Shares count for nothing at the end.")
    else:
        lines.append(f"Total: {money(investor.wealth or 0)}")
    return Section("Your portfolio", lines)


def _objectives(view: GoodwillView) -> Section:
    investor = view.investors[view.seat or 0]
    cards = [view.box.derivative[card] for card in investor.objectives or ()]
    return Section(
        "Your hidden objectives",
        [f"${card.pays} if {clause(card.condition)} at the end." for card in cards],
    )


def _sealed(view: GoodwillView) -> Section:
    lines = [f"{answer.title}: {sealed_words(answer.move, view.box)}" for answer in view.pending]
    return Section("Your sealed answers", lines)


# The card reference


def cards(box: GoodwillBox) -> Sequence[CardEntry]:
    """Return every card of the box: events, bosses and derivatives."""
    found = []
    for event in box.events:
        count = "1, with the option for it" if event.optional else "1"
        effects = [one for one in (event.left, event.right) if not isinstance(one, NoEffect)]
        text = "; then ".join(f"{effect_words(one)}: {effect_explained(one)}" for one in effects)
        found.append(CardEntry(event.name, "Events", f"{text}.", count))
    found += [CardEntry(boss.name, "Bosses", f"{profile(boss, dividends=True)}.", "1") for boss in box.bosses]
    for derivative in box.derivatives:
        text = f"pays its owner ${derivative.pays} if that is so at the end."
        name = derivative.condition.words()
        found.append(CardEntry(f"{name[0].upper()}{name[1:]}", "Derivatives", text, "1"))
    return found
