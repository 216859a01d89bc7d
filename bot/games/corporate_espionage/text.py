"""Text of news and pages, written for a new player on a phone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.engine.addressing import pair
from bot.engine.cards import CardEntry
from bot.engine.pages import Page, Section, mark
from bot.engine.questions import Question
from bot.engine.records import News, Seat
from bot.engine.words import format_count, format_list, format_seats
from bot.games.corporate_espionage import news as told
from bot.games.corporate_espionage.components import EspionageBox, PlayingCard
from bot.games.corporate_espionage.moves import EndTurn, Respond
from bot.games.corporate_espionage.rules.embargoes import statement
from bot.games.corporate_espionage.rules.in_words import each_turn, in_brief, plainly, what_it_brings
from bot.games.corporate_espionage.rules.loans import in_turns
from bot.games.corporate_espionage.table import Permanent, Status
from bot.games.corporate_espionage.view import CompanyView, EspionageView, PlayView

# News


def say(news: News, seat: Seat | None) -> str:
    """Return the news as `seat` reads it; None: a spectator."""
    match news:
        case told.PointsLost(company=company) if company == seat:
            return f"You lose {_loss(news)}."
        case told.PlayCancelled(company=company) if company == seat:
            return _own_cancelled(news)
        case _:
            pass
    for chapter in (_start, _turn, _announced, _answered, _points, _cards, _takeover, _out, _deals, _politics):
        words = chapter(news)
        if words:
            return words
    return ""


def together(first: News, then: News) -> str:
    """Merge a card's announcement and entry, or income and expenses, into one line; empty for other news."""
    match first, then:
        case told.IncomeCollected(skipped=False), told.ExpensesPaid() if first.company == then.company:
            net = first.income - then.overhead
            verb = f"<earns|earn> {net}" if net >= 0 else f"<loses|lose> {-net}"
            return f"{mark(first.company)} {verb} (income {first.income}, overhead {then.overhead})."
        case told.SavvyUsed(of=None), told.PointsGained() if first.company == then.company and first.card == then.why:
            return say(first, None) if first.text == f"gain {then.points}" else ""
        case told.HireAnnounced(), told.CardEntered(hired=True):
            verb = "<hires|hire>"
        case told.PurchaseAnnounced(), told.CardEntered(hired=False):
            verb = "<purchases|purchase>"
        case told.EspionageAnnounced(), _:
            return _hit(first, then)
        case told.SavvyUsed(), _:
            return _parried(first, then)
        case told.TakeoverAnnounced(), told.TakenOver():
            return say(then, None) if (first.company, first.target) == (then.by, then.company) else ""
        case _:
            return ""
    if (first.company, first.card) != (then.company, then.card):
        return ""
    return f"{mark(first.company)} {verb} {first.card} for {first.cost}."


def _hit(attack: told.EspionageAnnounced, then: News) -> str:
    """Return espionage against one company with what it did there first, in one line; empty for anything else."""
    used = f"{mark(attack.company)} <uses|use> {attack.card} for {attack.cost} against {format_seats(attack.targets)}"
    match then:
        case told.PointsLost(company=hit, why=attack.card):
            result = f", who {pair(hit, 'loses', 'lose')} {format_count(then.points, 'point')}{_halved(then)}."
        case told.PointsStolen(company=hit, by=attack.company):
            result = f" and <takes|take> {format_count(then.points, 'point')}."
        case told.CardTaken(company=hit, by=attack.company):
            result = f" and <takes|take> {then.card}."
        case told.CardLeft(company=hit, why="fired by espionage"):
            result = f": {then.card} is fired."
        case told.CardLeft(company=hit, why="destroyed"):
            result = f": {then.card} is destroyed."
        case told.StatusPut(company=hit):
            result = f": {_status_put(then)}."
        case told.HandLookedAt(company=hit, by=attack.company):
            result = " and <looks|look> at the hand."
        case _:
            return ""
    return used + result if attack.targets == [hit] else ""


def _parried(answer: told.SavvyUsed, then: News) -> str:
    """Return an answer to a play with what it did to it, in one line; empty for anything else."""
    if answer.of is None:
        return ""
    used = _answers(answer)
    match then:
        case told.PlayCancelled(company=answer.of, card=answer.answers):
            return f"{used}: it is cancelled{_back(then)}."
        case told.TargetSafe(company=answer.company):
            return f"{used} and <is|are> safe from it; the others are not."
        case told.Redirected():
            return f"{used}: it now goes against {mark(then.new)}."
        case _:
            return ""


def _answers(answer: told.SavvyUsed) -> str:
    return (
        f"{mark(answer.company)} <answers|answer> {mark(answer.of or 0)}'s "
        f"{answer.answers} with {answer.card} for {answer.cost}"
    )


def _start(news: News) -> str:
    match news:
        case told.GameOpened():
            return _opened(news)
        case told.TeamsFormed(sides=[]):
            return "There are no teams: they need four or six players."
        case told.TeamsFormed():
            verb = "run one company together" if news.shared else "are allies"
            return "; ".join(f"{format_seats(side)} {verb}" for side in news.sides) + "."
        case told.DecksBrought():
            return "Decks: " + "; ".join(f"{mark(c)} {deck}" for c, deck in news.decks.items()) + "."
        case told.Mulligan():
            times = {1: "once", 2: "twice"}.get(news.times, f"{news.times} times")
            return f"{mark(news.company)} had no employee in hand, so the opening hand was drawn again {times}."
        case told.HandDealt():
            return f"Your opening hand: {format_list(news.cards)}."
        case told.RoundBegan():
            return _round(news)
        case _:
            return ""


def _opened(news: told.GameOpened) -> str:
    agreed = f"Agreed: {'; '.join(map(_agreed_on, news.agreed))}."
    if len(set(news.points.values())) == 1:
        every = next(iter(news.points.values()))
        return f"Every company opens with {format_count(every, 'point')}. {mark(news.first)} <goes|go> first. {agreed}"
    points = ", ".join(f"{mark(company)} {points}" for company, points in news.points.items())
    why = "places in the turn order that win less often start with more"
    return f"{mark(news.first)} <goes|go> first. Points at the start: {points} ({why}). {agreed}"


def _agreed_on(words: str) -> str:
    """Return an agreed option in spoken form: "trading", not "trading: yes"."""
    name, _, value = words.partition(": ")
    return {"yes": name, "no": f"no {name}"}.get(value, words)


def _round(news: told.RoundBegan) -> str:
    lines = "; ".join(
        f"{mark(company)} {format_count(standing.account, 'point')}, worth {standing.worth}"
        for company, standing in news.standings.items()
        if standing.account is not None
    )
    hidden = [company for company, standing in news.standings.items() if standing.account is None]
    if len(hidden) == len(news.standings):
        lines = "All accounts are hidden"
    elif hidden:
        lines += f"; hidden: {format_seats(hidden)}"
    begins = f" New: {format_list(news.begins)}." if news.begins else ""
    return f"Round {news.round}. {lines}.{begins}"


def _turn(news: News) -> str:
    match news:
        case told.IncomeCollected(skipped=True):
            return f"{mark(news.company)} <gets|get> no income this turn."
        case told.IncomeCollected():
            return f"{mark(news.company)} <collects|collect> an income of {news.income}."
        case told.ExpensesPaid():
            return f"{mark(news.company)} <pays|pay> {news.overhead} for overhead."
        case told.DrewACard(count=0):
            return f"{mark(news.company)} <draws|draw> nothing: the deck is empty."
        case told.DrewACard():
            return f"{mark(news.company)} <draws|draw> {format_count(news.count, 'card')}."
        case told.Drew():
            return f"You drew: {format_list(news.cards)}."
        case told.TurnEnded(account=None):
            return f"{mark(news.company)} <ends|end> the turn; the account is hidden."
        case told.TurnEnded():
            return f"{mark(news.company)} <ends|end> the turn with {format_count(news.account or 0, 'point')}."
        case told.Levied():
            points = format_count(news.points, "point")
            return f"The levy at the end of round {news.round}: every company loses {points}."
        case _:
            return ""


def _announced(news: News) -> str:
    match news:
        case told.HireAnnounced():
            return f"{mark(news.company)} <is|are> about to hire {news.card} for {news.cost}."
        case told.PurchaseAnnounced():
            return f"{mark(news.company)} <is|are> about to purchase {news.card} for {news.cost}."
        case told.EspionageAnnounced():
            named = f", naming {news.named}" if news.named else ""
            at = f"against {format_seats(news.targets)}{named}"
            return f"{mark(news.company)} <uses|use> {news.card} for {news.cost} {at}: {news.text}"
        case told.SavvyUsed(of=None):
            return f"{mark(news.company)} <uses|use> {news.card} for {news.cost}: {plainly(news.text)}."
        case told.SavvyUsed():
            return f"{_answers(news)}: {plainly(news.text)}."
        case told.TakeoverAnnounced():
            return f"{mark(news.company)} <announces|announce> a hostile takeover of {mark(news.target)}."
        case told.CardEntered():
            return f"{news.card} joins {mark(news.company)}'s {'team' if news.hired else 'inventory'}."
        case _:
            return ""


def _answered(news: News) -> str:
    match news:
        case told.PlayCancelled():
            return f"{mark(news.company)}'s {news.card} is cancelled{_back(news)}."
        case told.TargetSafe():
            return f"{mark(news.company)} <is|are> safe from {news.card}; the others are not."
        case told.Redirected():
            return f"{news.card} now goes against {mark(news.new)} instead of {mark(news.old)}."
        case told.PlayWithdrawn():
            what = "offer" if news.card == "The offer" else news.card
            return f"{mark(news.company)}'s {what} has no effect: its target is gone."
        case _:
            return ""


def _back(news: told.PlayCancelled) -> str:
    back = _given_back(news)
    return f"; {mark(news.company)} <gets|get> {format_list(back)} back" if back else ""


def _given_back(news: told.PlayCancelled) -> list[str]:
    return [
        *(["the card"] if news.back_in_hand else []),
        *([format_count(news.refund, "point")] if news.refund else []),
    ]


def _own_cancelled(news: told.PlayCancelled) -> str:
    """Tell a player that the own play was cancelled, with the cards and points returned."""
    back = _given_back(news)
    return f"Your {news.card} was cancelled{f'; you get {format_list(back)} back' if back else ''}."


def _points(news: News) -> str:
    match news:
        case told.PointsLost():
            return f"{mark(news.company)} <loses|lose> {_loss(news)}."
        case told.PointsGained():
            return f"{mark(news.company)} <gains|gain> {format_count(news.points, 'point')} from {news.why}."
        case told.PointsStolen():
            return (
                f"{news.why}: {mark(news.by)} <takes|take> "
                f"{format_count(news.points, 'point')} from {mark(news.company)}."
            )
        case told.Liquidated():
            return f"{mark(news.company)} <liquidates|liquidate> {news.card} for {news.points}."
        case told.StatusPut():
            return f"{mark(news.company)}: {_status_put(news)}."
        case told.AccountShown(account=None):
            return f"{mark(news.by)} <audits|audit> {mark(news.company)}, but a card hides the account."
        case told.AccountShown():
            return f"{mark(news.by)} <audits|audit> {mark(news.company)}: {format_count(news.account or 0, 'point')}."
        case _:
            return ""


def _loss(news: told.PointsLost) -> str:
    return f"{format_count(news.points, 'point')} to {news.why}{_halved(news)}"


def _halved(news: told.PointsLost) -> str:
    return ", halved by insurance" if news.halved else ""


def _status_put(news: told.StatusPut) -> str:
    if news.status == "skip_income":
        return f"no income in {_next_turns(news.turns, pair(news.company, 'its', 'your'))}"
    return f"{news.amount} more overhead in {_next_turns(news.turns, pair(news.company, 'its', 'your'))}"


def _next_turns(turns: int, whose: str = "its") -> str:
    return f"{whose} next turn" if turns == 1 else f"{whose} next {turns} turns"


LEFT = {
    "fired": "{company} <fires|fire> {card}.",
    "fired by espionage": "{company}'s {card} is fired.",
    "destroyed": "{company}'s {card} is destroyed.",
    "too expensive": "{company} can no longer afford {card}.",
    "contract over": "{company}'s {card} leaves: the contract is over.",
    "no place": "{company} <has|have> no room for {card}.",
    "laid off": "{company}'s {card} is laid off.",
}


def _cards(news: News) -> str:
    match news:
        case told.CardLeft():
            return LEFT[news.why].format(company=mark(news.company), card=news.card)
        case told.CardTaken():
            return f"{mark(news.by)} <takes|take> {news.card} from {mark(news.company)}."
        case told.HandSeen():
            return f"You see {mark(news.company)}'s hand: {format_list(news.cards, 'it is empty')}."
        case told.HandLookedAt():
            return f"{mark(news.by)} <looks|look> at {mark(news.company)}'s hand."
        case told.CardsDiscarded(by=None):
            return f"{mark(news.company)} <discards|discard> {format_list(news.cards)}."
        case told.CardsDiscarded():
            return (
                f"{mark(news.by or 0)} <discards|discard> {format_list(news.cards)} from {mark(news.company)}'s hand."
            )
        case _:
            return ""


def _takeover(news: News) -> str:
    match news:
        case told.TakeoverImpossible():
            return f"{mark(news.company)} can't take {mark(news.target)} over this turn."
        case told.TakenOver():
            return (
                f"{mark(news.by)} <pays|pay> {news.points} and <takes|take> over "
                f"{mark(news.company)}, who {pair(news.company, 'is', 'are')} out of the game."
            )
        case told.CompanyRetained():
            return f"{mark(news.by)} <retains|retain> {mark(news.company)}'s {format_list(news.cards)}."
        case told.CompanyLaidOff():
            return (
                f"{mark(news.by)} <lays|lay> off {mark(news.company)}'s team and <gets|get> "
                f"{news.points} for its assets."
            )
        case _:
            return ""


def _out(news: News) -> str:
    match news:
        case told.Insolvent():
            debt = "" if news.debt is None else f"{format_count(news.debt, 'point')} "
            return f"{mark(news.company)} <is|are> {debt}in debt and must settle it now."
        case told.Solvent():
            return f"{mark(news.company)} <has|have> settled the debt."
        case told.Bankrupt():
            dance = " The house rules ask for a dance!" if news.dance else ""
            return f"{mark(news.company)} <is|are> bankrupt and out of the game.{dance}"
        case told.GameEnded():
            return _ended(news)
        case _:
            return ""


def _ended(news: told.GameEnded) -> str:
    win = f"{format_seats(news.winners)} {'<wins|win>' if len(news.winners) == 1 else 'win'}"
    match news.why:
        case "last one standing":
            return f"Nobody else is left: {win}."
        case "all at once":
            return f"Nobody could pay the levy: {win} with the most points and liquidation value."
        case "round limit":
            worths = ", ".join(f"{mark(company)} {worth}" for company, worth in news.worths.items())
            return f"The last round is over. Net worth: {worths}. {win}."


def _deals(news: News) -> str:
    match news:
        case told.TradeOffered(selling=True):
            return (
                f"{mark(news.company)} <offers|offer> {mark(news.partner)} {news.card} for "
                f"{format_count(news.points, 'point')}."
            )
        case told.TradeOffered():
            card = news.card or "any card from hand"
            return (
                f"{mark(news.company)} <offers|offer> {mark(news.partner)} "
                f"{format_count(news.points, 'point')} for {card}."
            )
        case told.Traded():
            return (
                f"{mark(news.seller)} <sells|sell> {news.card} to {mark(news.buyer)} for "
                f"{format_count(news.points, 'point')}."
            )
        case told.OfferRefused():
            return f"{mark(news.partner)} <refuses|refuse> {mark(news.company)}'s offer."
        case told.LoanOffered(company=company, lender=lender) if company == lender:
            return f"{mark(company)} <offers|offer> {mark(news.borrower)} a loan: {_loan(news)}."
        case told.LoanOffered():
            return f"{mark(news.company)} <asks|ask> {mark(news.lender)} for a loan: {_loan(news)}."
        case told.LoanMade():
            return f"{mark(news.lender)} <lends|lend> {mark(news.borrower)} {_loan(news)}."
        case told.LoanPaidBack():
            return f"{mark(news.borrower)} <pays|pay> {mark(news.lender)} back {format_count(news.points, 'point')}."
        case _:
            return ""


def _loan(news: told.LoanOffered | told.LoanMade) -> str:
    return f"{format_count(news.points, 'point')}; {news.back} due back {in_turns(news.turns, news.borrower)}"


def _politics(news: News) -> str:
    match news:
        case told.EmbargoProposed():
            return f"{mark(news.company)} <proposes|propose> an embargo against {mark(news.target)}."
        case told.EmbargoDecided():
            in_favour = [company for company, vote in news.votes.items() if vote]
            votes = f"{len(in_favour)} of {len(news.votes)} in favour ({format_seats(in_favour)})"
            if news.passed:
                return f"The embargo against {mark(news.target)} holds through round {news.last_round}: {votes}."
            return f"The embargo against {mark(news.target)} fails: {votes}, and it takes more than half."
        case told.StatementMade(to=None):
            return f"{mark(news.company)} <declares|declare>: “{statement(news.what, news.about)}”"
        case told.StatementMade():
            return f"{mark(news.company)} <tells|tell> only {mark(news.to or 0)}: “{statement(news.what, news.about)}”"
        case _:
            return ""


def score(worth: int) -> str:
    """Return a final score with its unit; a company that is out is worth nothing."""
    return f"net worth {worth}"


# Pages


def page(view: EspionageView) -> Page:
    """Return the table: a line for each company, then what lies in front of each."""
    title = "Before the first round" if not view.round else f"Round {view.round}"
    sections = [Section("Companies", [*_standings(view), *_agreed(view)])]
    if view.plays:
        sections.append(Section("Announced", [_pending(play) for play in view.plays]))
    sections += [
        Section(_heading(view, company), list(_company(view, company)), detail=True)
        for company in [*view.order, *(c for c in view.companies if c not in view.living)]
    ]
    return Page(title, sections)


def own_page(view: EspionageView) -> Page:
    """Return all that lies in front of this seat's company, each card with what it costs and earns."""
    if view.company is None:
        return Page("My company")
    own = view.companies[view.company]
    account = "hidden" if own.account is None else format_count(own.account, "point")
    lines = [
        f"Account: {account}, hand {own.hand_size}, deck {own.deck_size}",
        *_company(view, view.company, costs=True),
    ]
    return Page("My company", [Section(_heading(view, view.company), lines)])


def standing(view: EspionageView) -> Sequence[str]:
    """Return everybody's known points, for the text below the picture, and the announced plays."""
    points = []
    for number in [*view.order, *(c for c in view.companies if c not in view.living)]:
        company = view.companies[number]
        known = company.account if company.account is not None else company.announced
        words = "out" if not company.alive else "hidden" if known is None else str(known)
        points.append(
            f"{mark(number)} {words}{' as announced' if company.account is None and known is not None else ''}"
        )
    return [f"Points: {', '.join(points)}", *(_pending(play) for play in view.plays)]


def _standings(view: EspionageView) -> Iterator[str]:
    """Yield a line for each company: a list, for as many columns would not fit on a telephone."""
    for number in [*view.order, *(c for c in view.companies if c not in view.living)]:
        company = view.companies[number]
        if not company.alive:
            yield f"{mark(number)}: out"
            continue
        if company.account is not None:
            account = format_count(company.account, "point")
        elif company.announced is not None:
            account = f"{format_count(company.announced, 'point')} as last announced"
        else:
            account = "points hidden"
        worth = "" if company.worth is None else f", worth {company.worth}"
        yield (
            f"{mark(number)}: {account}, {each_turn(company.income - company.overhead)}{worth}, "
            f"{format_count(company.hand_size, 'card')} in hand, {company.deck_size} to draw"
        )


def _agreed(view: EspionageView) -> Iterator[str]:
    if any(c.alive and c.worth is not None for c in view.companies.values()):
        yield "A company's worth is its points and the cost of all its cards."
    if view.spotlight_limit is not None and view.round > view.terms.peaceful_rounds:
        times = {1: "once", 2: "twice"}.get(view.spotlight_limit, f"{view.spotlight_limit} times")
        yield f"Spotlight: a company can be attacked at most {times} between two of its turns."
    for embargo in view.embargoes:
        yield (
            f"Embargo against {mark(embargo.target)} through round {embargo.last_round}, by "
            f"{format_seats(embargo.members)}."
        )
    for loan in view.loans:
        due = in_turns(loan.turns, loan.borrower)
        yield f"Loan {loan.number}: {mark(loan.borrower)} owes {mark(loan.lender)} {loan.back}, due {due}."


def _pending(play: PlayView) -> str:
    losses = ", ".join(f"{mark(target)} would lose {loss}" for target, loss in play.losses.items() if loss)
    return f"{play.words} {losses}.".strip() if losses else play.words


def _heading(view: EspionageView, number: Seat) -> str:
    company = view.companies[number]
    marks = []
    if len(company.people) > 1:
        marks.append(f"run with {format_seats(company.people[1:])}")
    if company.allies:
        marks.append(f"allied with {format_seats(company.allies)}")
    if number == view.active and company.alive:
        marks.append("their turn")
    return mark(number) + (f" ({', '.join(marks)})" if marks else "")


def _company(view: EspionageView, number: Seat, *, costs: bool = False) -> Iterator[str]:
    company = view.companies[number]
    box = view.box
    if not company.alive:
        if company.exit is not None:
            how = "bankrupt" if company.exit.by is None else f"taken over by {mark(company.exit.by)}"
            yield f"Out since round {company.exit.round}: {how}."
        return
    few = costs or len(view.living) < LARGE_ROUND
    yield f"Team: {_permanents(box, company.team, number, costs=few) or 'nobody'}"
    yield f"Inventory: {_permanents(box, company.inventory, number, costs=few) or 'nothing'}"
    yield f"Income {company.income}, overhead {company.overhead}"
    for status in company.statuses:
        yield _status(status)
    if company.known and number != view.company:
        yield f"Seen in hand: {_cards_in_words(box, company.known)}"
    if company.balances:
        yield "Scorecard (points after each turn): " + ", ".join(map(str, company.balances[-12:]))
    if view.options.decks == "own decks" and company.deck_name:
        yield f"Deck: {company.deck_name}"
    if company.discard:
        yield f"Last discarded: {_cards_in_words(box, company.discard[-5:])}"


def _status(status: Status) -> str:
    if status.status == "skip_income":
        return f"No income in {_next_turns(status.turns)}"
    return f"Overhead {status.amount} higher in {_next_turns(status.turns)}"


LARGE_ROUND = 5
"""With this number of companies or more, the costs of all cards would be too much to read."""


def _permanents(box: EspionageBox, permanents: Iterable[Permanent], holder: Seat, *, costs: bool) -> str:
    """Return the cards in play, each with what it costs, earns and does."""
    words: Counter[tuple[str, str]] = Counter()
    for permanent in permanents:
        card = box.card[permanent.card]
        notes = [f"cost {card.cost}"] if costs else []
        notes += [f"{card.income - card.overhead:+d}"] if costs and card.income != card.overhead else []
        notes += [in_brief(card)] if card.passives else []
        notes += [format_count(permanent.left, "more turn")] if permanent.left is not None else []
        notes += [f"from {mark(permanent.owner)}"] if permanent.owner != holder else []
        words[card.name, ", ".join(notes)] += 1
    return "; ".join(_with_notes(name, notes, count) for (name, notes), count in words.items())


def _with_notes(name: str, notes: str, count: int) -> str:
    if count == 1:
        return f"{name} ({notes})" if notes else name
    return f"{name} x{count} (each {notes})" if notes else f"{name} x{count}"


def _cards_in_words(box: EspionageBox, cards: Sequence[str]) -> str:
    counts = Counter(box.card[card].name for card in cards)
    return ", ".join(name if count == 1 else f"{name} x{count}" for name, count in counts.items())


def aim(view: EspionageView) -> str:
    """Return what wins the game, and when it ends."""
    terms = view.terms
    limit, levy = terms.round_limit, terms.levy_after
    out = "that cannot pay a debt, or that a richer one buys, is out"
    if limit is not None:
        return f"have the highest net worth after round {limit}, or be the last company standing. A company {out}."
    ends = f" From the end of round {levy + 1} on, everybody pays a growing levy, so the game ends." if levy else ""
    return f"be the last company standing; one {out}.{ends}"


def explain_answers(_: EspionageView, question: Question) -> str:
    """Return what to do in a turn, for a player new to the game; empty for other questions."""
    if not question.is_legal(EndTurn()):
        return ""
    return (
        "**Hire** people and **purchase** assets for points every turn; **espionage** harms others. "
        "Do as much as you can pay, then end your turn."
    )


# The hand

GROUPS = (
    ("employee", "Employees"),
    ("executive", "Executives"),
    ("asset", "Assets"),
    ("savvy", "Savvy"),
    ("espionage", "Espionage"),
)


def hand(view: EspionageView) -> Page:
    """Return what only this seat knows: its hand, what it has prepared, what its deck still holds."""
    if view.company is None:
        return Page("Your hand")
    own: CompanyView = view.companies[view.company]
    sections = []
    points = format_count(own.account or 0, "point")
    sections.append(Section("Your company", [f"{points}, income {own.income}, overhead {own.overhead}"]))
    for kind, heading in GROUPS:
        cards = [view.box.card[card] for card in dict.fromkeys(view.hand) if view.box.card[card].type == kind]
        if cards:
            sections.append(Section(heading, [_card(view, card) for card in cards]))
    if not view.hand:
        sections.append(Section("Cards", ["You hold no cards."]))
    ready = [f"{view.box.card[p.card].name}: {WHEN[p.when]}" for p in view.prepared]
    ready += [f"{view.box.card[play.backed].name}: if savvy answers your play" for play in view.plays if play.backed]
    if ready:
        sections.append(Section("Ready to be used", ready))
    if isinstance(view.pending, Respond):
        sections.append(Section("Your sealed answer", [f"You respond with {view.box.card[view.pending.card].name}."]))
    elif view.pending is not None:
        sections.append(Section("Your sealed answer", ["You have answered; nobody has seen it yet."]))
    left = [f"{view.box.card[card].name}{'' if n == 1 else f' x{n}'}" for card, n in view.deck_left.items()]
    if left:
        sections.append(Section(f"Left in your deck ({own.deck_size})", [", ".join(left)], detail=True))
    return Page("Your hand", sections)


def _card(view: EspionageView, card: PlayingCard) -> str:
    copies = view.hand.count(card.id)
    numbers = [f"cost {card.cost}"]
    if card.income or card.overhead:
        numbers += [f"income {card.income}", f"overhead {card.overhead}"]
    if card.tag:
        numbers.append(card.tag)
    times = f" x{copies}" if copies > 1 else ""
    return f"{card.name}{times} ({', '.join(numbers)}): {card.text}"


WHEN = {
    "after this turn": "when your turn has ended",
    "before my income": "just before your next income",
    "before the next play": "before the next play",
}


# The card reference

KINDS: Mapping[str, str] = {
    "employee": "Employees",
    "executive": "Executives",
    "asset": "Assets",
    "savvy": "Savvy",
    "espionage": "Espionage",
}
"""How the types of cards are called."""


def cards(box: EspionageBox) -> Sequence[CardEntry]:
    """Return every card of the box, type by type, with how many of it the decks hold."""
    return [
        CardEntry(card.name, title, f"{_price(card)} {what_it_brings(card)}", _in_decks(box, card))
        for kind, title in KINDS.items()
        for card in box.cards
        if card.type == kind
    ]


def _price(card: PlayingCard) -> str:
    return f"Costs {card.cost}, {card.tag}." if card.tag else f"Costs {card.cost}."


def _in_decks(box: EspionageBox, card: PlayingCard) -> str:
    held = {name: deck.cards.get(card.id, 0) for name, deck in box.decks.items()}
    if len(set(held.values())) == 1:
        return f"{next(iter(held.values()))} in each deck"
    return ", ".join(f"{count} in {name}" for name, count in held.items() if count)
