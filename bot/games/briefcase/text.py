"""Text of news and pages, written for a new player on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.engine.cards import CardEntry
from bot.engine.pages import Grid, Page, Section, mark
from bot.engine.questions import Choose, Question
from bot.engine.records import News, Seat
from bot.engine.words import format_count, format_list
from bot.games.briefcase import news as told
from bot.games.briefcase.components import DECISIONS, SOLD, BriefcaseBox, Company, Decision, Resource
from bot.games.briefcase.moves import EndTurn
from bot.games.briefcase.rules.vocabulary import amounts, in_order, what_it_gives
from bot.games.briefcase.view import BriefcaseView, PlayerView

# News


def say(news: News, seat: Seat | None) -> str:
    """Return the news as `seat` reads it; None: a spectator."""
    if isinstance(news, told.RoundBegan) and seat is not None:
        return f"Round {news.round}."  # a panel shows what is true now, and two numbers of one thing confuse
    for chapter in (_describe_setup, _describe_turn, _describe_purchase, _describe_rest, _describe_end):
        words = chapter(news)
        if words:
            return words
    return _describe_activation(news, seat) or _describe_hire(news, seat) or _describe_loss(news, seat)


def condense(news: Sequence[News]) -> Sequence[News]:
    """Return the news without the block moves that a later one takes back, and without that one."""
    kept: list[News] = []
    for piece in news:
        undone = next((one for one in reversed(kept) if _takes_back(piece, one)), None)
        if undone is None:
            kept.append(piece)
        else:
            kept.remove(undone)
    return kept


def _takes_back(later: News, earlier: News) -> bool:
    """Whether a block is back in its place by the later move."""
    if not (isinstance(later, told.BlockMoved) and isinstance(earlier, told.BlockMoved)):
        return False
    return (later.what, later.start, later.to) == (earlier.what, earlier.to, earlier.start)


def _describe_setup(news: News) -> str:
    match news:
        case told.GameOpened():
            blocked = format_list([name.capitalize() for name in news.blocked])
            blocks = f" Blocked at first: {blocked}." if blocked else ""
            return (
                f"The market is laid out, and everybody has a Power Plant. {mark(news.first)} <begins|begin>.{blocks}"
            )
        case told.PortfolioChosen():
            return (
                f"Companies on offer ({news.how}). Level 1: {', '.join(news.level_1)}. "
                f"Level 2: {', '.join(news.level_2)}."
            )
        case told.RoundBegan():
            points = ", ".join(f"{mark(other)} {worth}" for other, worth in news.points.items())
            near = f" The end is near: {news.near_end}; at 0 the game ends with that round." if news.near_end else ""
            return f"Round {news.round} begins.{near}" + (
                f" Points then: {points}." if any(news.points.values()) else ""
            )
        case told.TurnBegan():
            return f"{mark(news.seat)}'s turn."
        case _:
            return ""


def _describe_turn(news: News) -> str:
    match news:
        case told.Drew():
            return f"You draw {amounts(news.cards)}."
        case told.DrewCards():
            shuffled = " after shuffling the discard pile" if news.shuffled else ""
            return f"{mark(news.seat)} <draws|draw> {format_count(news.count, 'card')}{shuffled}."
        case told.DrewAtStart():
            return f"{mark(news.seat)} <draws|draw> a card at the start of the turn ({news.company})."
        case told.Exchanged():
            return f"{mark(news.seat)} <discards|discard> 1 {news.card.capitalize()} for another card ({news.company})."
        case told.ThrownAway():
            return (
                f"{mark(news.seat)} <has|have> no room for everything and <throws|throw> "
                f"away {amounts(news.resources)}."
            )
        case told.TurnEnded():
            unplayed = f"with {amounts(news.unplayed)} unplayed" if news.unplayed else "with an empty hand"
            top = f" and <puts|put> 1 {news.top.capitalize()} on top of the deck ({news.company})" if news.top else ""
            return f"{mark(news.seat)} <ends|end> the turn {unplayed}{top}."
        case _:
            return ""


def _describe_purchase(news: News) -> str:
    match news:
        case told.BoughtResources():
            past = f", past the block ({news.past_block})" if news.past_block else ""
            return f"{mark(news.seat)} <buys|buy> {amounts(news.resources)} for {news.cards}{past}."
        case told.PileExhausted():
            name = news.resource.capitalize()
            block = f" The block on {news.block.capitalize()} leaves the game." if news.block else ""
            opens = " Imported resources are for sale now." if news.opens_imported else ""
            return f"{name} is sold out.{block}{opens}"
        case told.BoughtCompany():
            left = "the last one" if not news.left else f"{news.left} more for sale"
            return f"{mark(news.seat)} <buys|buy> {news.company} for {news.cards} ({left})."
        case told.BlockMoved():
            blocks, frees = news.to and f"<blocks|block> {news.to}", news.start and f"<frees|free> {news.start}"
            return f"{mark(news.seat)} {' and '.join(filter(None, (blocks, frees)))} with {news.cards}."
        case _:
            return ""


def _describe_activation(news: News, seat: Seat | None) -> str:
    match news:
        case told.Activated():
            again = "" if news.first else " again"
            cards = "" if news.cards == "1 Activate" else f" with {news.cards}"
            got = _got(news.produced, news.energy, news.missing, is_own=news.seat == seat)
            return (
                f"{mark(news.seat)} <activates|activate> {news.company}{again}{cards} for "
                f"{_explain_substitutes(news.paid)} and <gets|get> {got}{_describe_scored(news)}."
            )
        case told.ProductionOnTop():
            cards = ", then ".join(card.capitalize() for card in reversed(news.cards))
            return f"{mark(news.seat)} <puts|put> it on top of the deck ({news.company}), to draw first {cards}."
        case told.Invested():
            cards = "" if news.cards == "1 Activate" else f" with {news.cards}"
            given, got = amounts({"buy": news.buys}), format_count(news.buys, "point")
            return f"{mark(news.seat)} <gives|give> the Central Bank {given}{cards} for {got} ({news.left} left there)."
        case _:
            return ""


def _describe_scored(news: told.Activated) -> str:
    """Return the points of an activation, if the news know them."""
    if news.points is None:
        return ""
    return f"; +{format_count(news.points, 'point')}" if news.points else "" if news.first else ", no points again"


def _got(produced: Sequence[Decision], energy: int, missing: Sequence[Decision], *, is_own: bool) -> str:
    """Return the gifts of a company; their owner reads that cards are for later turns."""
    at_once = amounts(["energy"] * energy) if energy else ""
    later = f"{amounts(produced)}{' for later turns' if is_own else ''}" if produced else ""
    got = ", ".join(filter(None, (later, at_once))) or "nothing"
    return f"{got} ({amounts(missing)} fewer: the bank has run out)" if missing else got


_SUBSTITUTE = re.compile(r"1 (\w+) as (\w+)")
_TURNED = re.compile(r"1 \w+ as (\w+) \([^)]*\)")
"""In a payment: a resource that a company lets stand for another."""


def _explain_substitutes(paid: str) -> str:
    """Return a payment with what stands for something else in plain words: "1 Energy in place of Steel (...)"."""
    return _SUBSTITUTE.sub(r"1 \1 in place of \2", paid)


def _keep_units(paid: str) -> str:
    """Return a payment as its owner gets it, where a company has turned resources into others."""
    return _TURNED.sub(r"1 \1", paid)


def _describe_hire(news: News, seat: Seat | None) -> str:
    match news:
        case told.Hired():
            cards = "" if news.cards == "1 Hire" else f" with {news.cards}"
            got = _got(news.produced, news.energy, news.missing, is_own=news.seat == seat)
            hires = f"{mark(news.seat)} <hires|hire> {_whose(news.owner, seat)} {news.company}{cards}"
            if news.owner == seat:
                return f"{hires}, pays you {_keep_units(news.paid)} and gets {got}."
            return f"{hires} for {_explain_substitutes(news.paid)} and <gets|get> {got}."
        case told.PaymentOffered():
            return _describe_payment_to_you(news.by, news.units, news.company)
        case told.PaymentTaken():
            more = f" and <throws|throw> away {amounts(news.gave_up)} for it" if news.gave_up else ""
            paid = f"what {mark(news.by)} paid for {news.company}"
            if not news.refused:
                return f"{mark(news.owner)} <stores|store> {paid}: {amounts(news.taken)}{more}."
            left = f"<refuses|refuse> {amounts(news.refused)} of {paid}, which is lost"
            kept = f", <stores|store> {amounts(news.taken)}" if news.taken else ""
            return f"{mark(news.owner)} {left}{kept}{more}."
        case _:
            return ""


def _whose(owner: Seat, reader: Seat | None) -> str:
    """Return whose something is, as the reader puts it."""
    return "your" if owner == reader else f"{mark(owner)}'s"


def _describe_payment_to_you(by: Seat, units: Sequence[Resource], company: str) -> str:
    return (
        f"{mark(by)} has paid you {amounts(units)} for your {company}. Choose "
        "what you take of it; otherwise you take "
        "all that fits, at the latest when your turn comes."
    )


def _describe_loss(news: News, seat: Seat | None) -> str:
    match news:
        case told.HandSeen():
            return f"{mark(news.victim)}'s hand: {amounts(news.cards)}."
        case told.CardLost():
            by = f"{_whose(news.seat, seat)} {news.company}"
            by = by[0].upper() + by[1:]
            if news.card is None:
                kinds = " and no ".join(card.capitalize() for card in news.among)
                return f"{by} finds no {kinds} in {_whose(news.victim, seat)} hand."
            victim = "you" if news.victim == seat else mark(news.victim)
            return f"{by} makes {victim} discard 1 {news.card.capitalize()} from hand."
        case told.ResourceLost():
            victim = "you" if news.victim == seat else mark(news.victim)
            return f"{mark(news.seat)} <takes|take> 1 {news.resource.capitalize()} from {victim} ({news.company})."
        case told.Deactivated():
            of = _whose(news.victim, seat)
            until = "until you activate it again" if news.victim == seat else "until it is activated again"
            what = f"{mark(news.seat)} <deactivates|deactivate> {of} {news.target} ({news.company})"
            lost = f" ({format_count(news.points, 'point')} lost)" if news.points else ""
            return f"{what}: it scores nothing{lost} and has no effect {until}."
        case _:
            return ""


def _describe_rest(news: News) -> str:
    match news:
        case told.CardRemoved():
            return f"{mark(news.seat)} <removes|remove> 1 {news.card.capitalize()} from the game ({news.company})."
        case told.TookDiscarded():
            return (
                f"{mark(news.seat)} <takes|take> {amounts(news.resources)} from the "
                f"discarded resources ({news.company})."
            )
        case _:
            return ""


def _describe_end(news: News) -> str:
    match news:
        case told.EndTriggered():
            return _ending(news.why, news.last)
        case told.GameScored():
            return "\n".join([f"The game is over: {_verdict(news.scores)}", *map(_final_line, news.scores)])
        case _:
            return ""


def _verdict(scores: Sequence[told.Score]) -> str:
    """Return the winner and, where points did not decide it, the tie-break."""
    first = [one for one in scores if one.place == 1]
    if len(first) > 1:
        return (
            f"{format_list([mark(one.seat) for one in first])} share the victory, with equal points and resources left."
        )
    level = [one for one in scores if one.place > 1 and one.total == first[0].total]
    if not level:
        return f"{mark(first[0].seat)} <wins|win>."
    left = f"{first[0].left_over} to {max(one.left_over for one in level)}"
    those = format_list([mark(one.seat) for one in level])
    return f"{mark(first[0].seat)} <wins|win> before {those}: equal points, but more resources left over ({left})."


def _ending(why: str, last: Seat) -> str:
    return f"{why[0].upper()}{why[1:]}: the game ends with this round, after {mark(last)}'s turn."


def _final_line(score: told.Score) -> str:
    sources = _list_sources(score)
    left = f"{format_count(score.left_over, 'resource')} left over for ties"
    why = "; ".join(filter(None, [sources, left]))
    return f"{score.place}. {mark(score.seat)}: {format_count(score.total, 'point')} ({why})."


def _list_sources(score: told.Score) -> str:
    """Return from what the points of a score come."""
    parts = {
        "activated companies": score.companies,
        "their abilities": score.abilities,
        "Central Bank": score.central_bank,
        "stored resources": score.resources,
    }
    return ", ".join(f"{name} {points}" for name, points in parts.items() if points)


def score(total: int) -> str:
    """Return a final score with its unit."""
    return format_count(total, "point")


# Pages


def page(view: BriefcaseView) -> Page:
    """Return the page of the table: standings, the market, companies on offer, and each player's cards."""
    title = "Before the first round" if not view.round else f"Round {view.round}"
    sections = [Section("Standings", [*_standings(view), *_remarks(view)])]
    if view.scores:
        sections.append(Section("Final score", [_final_line(score) for score in view.scores]))
    sections.append(Section("Market", [_market(view), *_stock(view)], detail=True))
    if view.portfolio:
        sections.append(Section("Companies on offer", [_offer(view, 1), _offer(view, 2), LEGEND], detail=True))
    sections += [Section(_heading(view, seat), list(_player(view, seat)), detail=True) for seat in view.everybody]
    return Page(title, sections)


def standing(view: BriefcaseView) -> Sequence[str]:
    """Return everybody's points, for below the picture, and what hastens the end."""
    order = sorted(view.everybody, key=lambda seat: -view.everybody[seat].score.total)
    points = ", ".join(f"{mark(seat)} {view.everybody[seat].score.total}" for seat in order)
    return [f"Points: {points}", *_how_it_ends(view)]


LEGEND = (
    "Buy: what it costs, in Buys. Need: to be activated. Gets: what it gives. No.: left. X: blocked. "
    "P Personnel, S Steel, C Concrete, A Paper, "
    "E Energy; b Buy, a Activate, o Obstacle, h Hire."
)
LETTERS = {
    "personnel": "P",
    "steel": "S",
    "concrete": "C",
    "paper": "A",
    "imported": "I",
    "energy": "E",
    "buy": "b",
    "activate": "a",
    "obstacle": "o",
    "hire": "h",
}
"""Short names for narrow columns."""


def _standings(view: BriefcaseView) -> Iterator[str]:
    """Yield a line for each player: a list, for as many columns would not fit on a telephone."""
    for seat in _in_turn(view):
        player = view.everybody[seat]
        stored = sum(count for resource, count in player.storage.items() if resource != "energy")
        yield (
            f"{mark(seat)}: {_now(player)}; {len(player.activated)} of "
            f"{format_count(len(player.companies), 'company', 'companies')} activated; stored {stored} of "
            f"{player.storage_limit}; {format_count(player.hand_size, 'card')} in hand, {player.deck_size} to draw, "
            f"{sum(player.discard.values())} discarded"
        )


def _in_turn(view: BriefcaseView) -> list[Seat]:
    return [(view.first - 1 + at) % view.players + 1 for at in range(view.players)]


def _remarks(view: BriefcaseView) -> Iterator[str]:
    if view.outcome is None:
        yield (
            f"Points as if the game ended now, 1 for every {view.box.terms.resources_per_point} resources stored; "
            "ties go to more resources left over. Stored: without Energy."
        )
    yield from _how_it_ends(view)


def _how_it_ends(view: BriefcaseView) -> Iterator[str]:
    if view.ending is not None and view.outcome is None:
        yield _ending(view.ending, view.last)
    elif view.near_end:
        yield f"The end is near: {view.near_end}; at 0 the game ends with that round."
    for payment in view.payments:
        company = view.box.company[payment.company].name
        paid = amounts(payment.units)
        yield (
            f"{mark(payment.by)} has paid {paid} for hiring {company}; {mark(payment.owner)} may choose what to "
            "take until their turn comes. Nobody waits for that."
        )
    for seat, player in view.everybody.items():
        if player.conceded:
            yield f"{mark(seat)} has conceded."


def _market(view: BriefcaseView) -> Grid:
    rows = []
    for resource in SOLD:
        left = view.market[resource]
        note = "sold out" if not left else "blocked" if resource in view.resource_blocks else ""
        if resource == "imported" and left and all(view.market[other] for other in SOLD if other != "imported"):
            note = "not yet"
        discarded = str(view.resource_discard.get(resource, 0))
        rows.append([resource.capitalize(), str(left), str(view.box.prices[resource]), note, discarded])
    return Grid(["Resource", "Left", "Buys", "", "Discard"], rows)


def _stock(view: BriefcaseView) -> Iterator[str]:
    yield f"Decision bank: {amounts(view.bank)}. Central Bank: {format_count(view.central_bank, 'point')}."
    beside = sum(1 for place in view.company_blocks if place is None)
    if beside:
        yield f"{format_count(beside, 'company block')} not on a company yet."


def short(things: Iterable[str]) -> str:
    """Return cards or resources in single letters: "PPS"."""
    return "".join(LETTERS[thing] for thing in in_order(things)) or "-"


def _offer(view: BriefcaseView, level: int) -> Grid:
    rows = []
    for company, left in view.portfolio.items():
        card = view.box.company[company]
        if card.level == level:
            rows.append(
                [
                    card.name,
                    str(card.cost or 0),
                    short(card.units),
                    short(card.output),
                    str(card.points),
                    "X" if company in view.company_blocks else str(left) if left else "out",
                ]
            )
    return Grid([f"Level {level}", "Buy", "Need", "Gets", "Pts", "No."], rows)


def companies(view: BriefcaseView) -> Page:
    """Return what the companies on offer cost, need, give and do."""
    sections = []
    for level in (1, 2):
        there = [view.box.company[one] for one in view.portfolio if view.box.company[one].level == level]
        lines = [_on_offer(view, card) for card in there]
        sections.append(Section(f"Level {level}", lines))
    return Page("Companies on offer", sections)


def _on_offer(view: BriefcaseView, card: Company) -> str:
    left = view.portfolio[card.id]
    blocked = ", blocked" if card.id in view.company_blocks else ""
    costs, there = format_count(card.cost or 0, "Buy", "Buys"), f"{left} left{blocked}" if left else "sold out"
    return (
        f"**{card.name}** ({costs}, {format_count(card.points, 'point')}; {there}): needs "
        f"{amounts(card.units)}. {what_it_gives(card, view.bank)} {card.text}"
    )


def _heading(view: BriefcaseView, seat: Seat) -> str:
    on_turn = seat == view.active and view.outcome is None and view.round > 0
    return mark(seat) + (" (their turn)" if on_turn else "")


def _player(view: BriefcaseView, seat: Seat) -> Iterator[str]:
    player = view.everybody[seat]
    names = {owned.company: view.box.company[owned.company].name for owned in player.companies}
    worth = [f"{names[company]} ({view.box.company[company].points})" for company in player.activated]
    yield f"Activated (points): {', '.join(worth)}" if worth else "Activated: nothing"
    waiting = [names[owned.company] for owned in player.companies if not owned.activated]
    if waiting:
        yield f"Not activated: {', '.join(waiting)}"
    yield f"Stored: {amounts(player.storage)}"
    yield f"Deck and hand together: {amounts(player.hidden)}"
    yield f"Discarded: {amounts(player.discard)}"
    if player.played:
        yield f"Played this turn: {amounts(player.played)}"
    if player.open_top:
        yield f"On top of the deck: {', then '.join(card.capitalize() for card in reversed(player.open_top))}"
    if player.known and seat != view.seat:
        yield f"Known to be in hand: {amounts(player.known)}"
    if player.central_bank:
        yield f"Central Bank: {format_count(player.central_bank, 'point')}"
    yield f"Worth now: {_now(player)}"


def _now(player: PlayerView) -> str:
    sources = _list_sources(player.score)
    return format_count(player.score.total, "point") + (f" ({sources})" if sources else "")


# What stands above a question


def at_hand(view: BriefcaseView, _: Question) -> Sequence[str]:
    """Return the hand and storage of this seat, which bear on any of its questions."""
    if view.seat is None or view.choosing_portfolio:
        return ()
    return (
        f"In hand: {amounts(view.hand)}",
        f"Stored: {_stored(view.everybody[view.seat])}",
        f"Cards left in the bank: {_describe_bank(view)}. "
        f"Central Bank: {format_count(view.central_bank, 'point')} left",
    )


def _describe_bank(view: BriefcaseView) -> str:
    """Return what the decision bank still holds, as the picture shows it, and which of it ends the game."""
    others = [f"{card.capitalize()} {view.bank[card]}" for card in DECISIONS if card != "buy"]
    return ", ".join([f"Buy {view.bank['buy']} (at 0 the game ends)", *others])


def basics(view: BriefcaseView, question: Question) -> str:
    """Return what an Activate and two equal cards do, for a player new to the game; nothing off the own turn."""
    if not isinstance(question, Choose) or not question.is_legal(EndTurn()):
        return ""
    return (
        "**Activate** pays for your company: it scores once, and each time its cards go to your discard pile. "
        f"**{view.box.terms.equal_cards_for_a_block} equal cards** move a block: nobody buys from a blocked pile."
    )


def _room_said(room: int) -> str:
    if room < 0:
        return f"{-room} too many"
    return f"room for {room} more" if room else "no room for more"


def _stored(own: PlayerView) -> str:
    """Return what a player stores, and how much more there is room for."""
    return f"{amounts(own.storage)}; {_room_said(own.room)}"


def aim(view: BriefcaseView) -> str:
    """Return what wins the game, and when it ends."""
    return (
        "have the most points; nearly all come from activated companies, so buy companies and pay what they need. "
        "The game ends with the round in which the bank runs out of Buys, no company is "
        f"left to buy, or only {view.box.terms.piles_left} piles of the market are left; "
        "ties go to more resources left over."
    )


# The hand


def hand(view: BriefcaseView) -> Page:
    """Return the private page of this seat: hand, storage, companies, and its possible and impossible plays."""
    if view.seat is None:
        return Page("Your hand")
    own = view.everybody[view.seat]
    sections = [Section("Hand", [f"You hold {amounts(view.hand)}."])]
    stored = [f"{_stored(own)}, Energy not counted."]
    stored += [
        _describe_payment_to_you(payment.by, payment.units, view.box.company[payment.company].name)
        for payment in view.payments
        if payment.owner == view.seat
    ]
    sections.append(Section("Stored", stored))
    companies = [_company_line(view.box.company[o.company], view.bank, activated=o.activated) for o in own.companies]
    sections.append(Section("Your companies", companies))
    if view.out_of_reach:
        sections.append(Section("Out of reach now", [f"{line}." for line in view.out_of_reach]))
    deck = {card: count - view.hand.count(card) for card, count in own.hidden.items()}
    left = [f"To draw ({own.deck_size}): {amounts(deck)}.", f"Discard pile: {amounts(own.discard)}."]
    if own.open_top:
        left.append(f"On top: {', then '.join(card.capitalize() for card in reversed(own.open_top))}.")
    sections.append(Section("Your deck", left))
    return Page("Your hand", sections)


def own_companies(view: BriefcaseView) -> Page:
    """Return the page of this seat's companies: costs, effects, points, and whether each is activated."""
    if view.seat is None:
        return Page("My companies")
    own = view.everybody[view.seat].companies
    lines = [_company_line(view.box.company[one.company], view.bank, activated=one.activated) for one in own]
    return Page("My companies", [Section("My companies", lines or ["None yet."])])


def _company_line(card: Company, bank: Mapping[Decision, int], *, activated: bool) -> str:
    side = (
        format_count(card.points, "point")
        if activated
        else f"not activated, worth {format_count(card.points, 'point')}"
    )
    return f"{card.name} ({side}). Needs {amounts(card.units)}. {what_it_gives(card, bank)} {card.text}"


# The card reference

DOES: Mapping[str, str] = {
    "buy": "Buys resources from the market, or a company.",
    "activate": "Activates a company of yours, or lets you give Buys to the Central Bank.",
    "obstacle": "Does nothing by itself; two equal cards move a block.",
    "hire": "Uses somebody else's activated company for half of its activation cost, rounded up.",
    "personnel": "A basic resource.",
    "steel": "A basic resource.",
    "concrete": "A basic resource.",
    "paper": "A basic resource.",
    "imported": "Stands for any basic resource; for sale once a basic pile is empty.",
    "energy": "Is only produced, never sold; it needs no room in the storage.",
}
"""What decision cards and resources do."""


def list_cards(box: BriefcaseBox) -> Sequence[CardEntry]:
    """Return every card of the box: decisions, resources and companies."""
    tables = box.players.values()
    found = [CardEntry(c.capitalize(), "Decisions", DOES[c], _by_players(t.bank[c] for t in tables)) for c in DECISIONS]
    for resource in SOLD:
        price = format_count(box.prices[resource], "Buy", "Buys")
        there = _by_players(layout.market[resource] for layout in tables)
        found.append(CardEntry(resource.capitalize(), "Resources", f"{DOES[resource]} Costs {price}.", there))
    found.append(CardEntry("Energy", "Resources", DOES["energy"], "as much as is produced"))
    return found + [_entry(company) for company in sorted(box.companies, key=lambda company: company.level)]


def _by_players(counts: Iterable[int]) -> str:
    """Return how many there are with two, three and four players."""
    different = list(counts)
    return str(different[0]) if len(set(different)) == 1 else f"{'/'.join(map(str, different))} with 2/3/4 players"


def _entry(company: Company) -> CardEntry:
    costs = f"Costs {format_count(company.cost, 'Buy', 'Buys')}. " if company.cost else "Everybody begins with it. "
    text = (
        f"{costs}Needs {amounts(company.units)}. Gives {amounts(company.output)}. "
        f"{format_count(company.points, 'point')}. "
        f"{company.text}"
    )
    copies = _by_players(company.copies[players] for players in sorted(company.copies))
    return CardEntry(company.name, f"Companies of level {company.level}", text, copies)
