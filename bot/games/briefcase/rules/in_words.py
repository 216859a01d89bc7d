"""Texts of plays: their costs, their gains, the cards they leave, and the plays that become possible then.

Details that do not fit into a menu stand in the text above it. They are worked out only when a player reads them. (The
texts are ours.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.engine.pages import mark
from bot.engine.questions import LazySequence, Option, Unread
from bot.engine.records import Move, Seat
from bot.engine.words import format_count
from bot.games.briefcase import moves
from bot.games.briefcase.components import Company, Decision, Resource, does_something_each_time
from bot.games.briefcase.moves import Spent, Use
from bot.games.briefcase.rules.block_effects import describe_buyers, list_net_effects
from bot.games.briefcase.rules.blocks import place_name
from bot.games.briefcase.rules.brief_abilities import describe_ability_briefly
from bot.games.briefcase.rules.game_end import count_points_by_activating, last_seat
from bot.games.briefcase.rules.hiring import hireable, ways_to_hire
from bot.games.briefcase.rules.market import for_sale
from bot.games.briefcase.rules.out_of_reach import describe_lacking, mark_energy, name_energy_source
from bot.games.briefcase.rules.paying import (
    Means,
    after_playing,
    is_all_needed,
    missing,
    most_cards,
    taken,
    ways_to_pay,
)
from bot.games.briefcase.rules.play_groups import (
    ACTIVATE,
    BLOCK,
    COMPANY,
    END,
    MAX_GROUP_CHARS,
    MAX_GROUPS,
    RESOURCES,
    SCORING,
    START,
    name_groups,
)
from bot.games.briefcase.rules.short_labels import (
    MAX_CHARS,
    MAX_HIRED_CHARS,
    MAX_NAME_CHARS,
    MAX_UNMARKED_CHARS,
    abbreviate,
    drop_companies,
    drop_ones,
    list_briefly,
    shorten,
)
from bot.games.briefcase.rules.stakes import NOT_NEEDED, OnSale, describe_gain, describe_loss, list_waiting
from bot.games.briefcase.rules.vocabulary import amounts, said_alternatives, said_payment, said_uses, what_it_gives

if TYPE_CHECKING:
    from bot.games.briefcase.table import Briefcase

LABEL, HINT, NAME = 80, 100, 32
"""The largest numbers of characters; NAME is that of a seat's name."""
END_OF_GAME = "Then this round is the last."
HAS_ALL, AT_ONCE = "You have all it needs.", "You can activate it at once."
LAST_BUYS = "Takes the last Buys: this round is the last."
TOO_LATE = "Too late for its cards: your last turn."
TURNS_WITH_DRAWS = 4
"""The number of a player's turns whose end is explained; later there is more to say on a panel."""
MAX_PRICE_CHARS = 70
"""The largest number of characters of a hire's price with the companies that turn cards or resources into others."""


def options(table: Briefcase, seat: Seat, plays: Sequence[Move]) -> tuple[Option, ...]:
    """Return what the active player may do, in words; a purchase that makes activations possible comes first."""
    before = table.means(seat)
    groups = LazySequence(partial(_find_groups, table, seat, plays))
    found = []
    for at, play in enumerate(plays):
        opens = _opens(table, seat, play, before) if isinstance(play, moves.BuyResources) else []
        words = partial(_describe_in_group, table, seat, play, opens, at, groups)
        found.append((-len(opens), Unread(play, words)))
    return tuple(option for _, option in sorted(found, key=lambda one: one[0]))


def find_scoring(table: Briefcase, seat: Seat, plays: Sequence[Move]) -> Mapping[str, int]:
    """Return the points of each company whose activation scores, or is its first."""
    companies = [play.company for play in plays if isinstance(play, moves.ActivateCompany)]
    points = {company: count_points_by_activating(table, seat, table.card(company)) for company in companies}
    activated = table.everybody[seat].activated
    return {company: count for company, count in points.items() if count or company not in activated}


def _find_groups(table: Briefcase, seat: Seat, plays: Sequence[Move]) -> Sequence[str]:
    resources, waiting = table.means(seat).resources, list_waiting(table, seat)
    bought = {play.resources for play in plays if isinstance(play, moves.BuyResources)}
    needed = {one for one in bought if is_all_needed(resources, one, waiting)}
    return name_groups(plays, find_scoring(table, seat, plays), needed)


def _describe_in_group(
    table: Briefcase, seat: Seat, play: Move, opens: Sequence[str], at: int, groups: Sequence[str]
) -> Option:
    """Return an option in the group that it has among these plays.

    The only activation that scores is a button whose label says enough, so that no menu takes it in with its hint.
    """
    option = _option(table, seat, play, opens)
    if groups.count(SCORING) == 1 and groups[at] == SCORING and len(groups) > MAX_GROUPS:
        ends = option.hint.startswith((END_OF_GAME, LAST_BUYS))
        option = option if option.short or ends else replace(option, hint="", full="")
    return replace(option, group=groups[at])


def fit(room: int, *parts: str) -> str:
    """Return as many of the parts, from the first one on, as there is room for, as sentences."""
    text = ""
    for part in parts:
        longer = f"{text} {part}".strip()
        if part and _length(longer) <= room:
            text = longer
    return text


def _length(text: str) -> int:
    marks = text.count("<seat:")
    return len(text) + marks * NAME


def leaves(
    table: Briefcase,
    seat: Seat,
    cards: Sequence[Decision],
    stored: Counter[Resource] | None = None,
    *,
    named: bool = True,
) -> str:
    """Return the cards that a play leaves, and then what is stored, in words; a card that can do nothing is left out.

    Args:
        table: before the play.
        seat: whose play it is.
        cards: the cards it takes from the hand.
        stored: the storage after the play; None: unchanged.
        named: whether to name the storage; otherwise only its surplus.
    """
    left = Counter(table.everybody[seat].hand) - Counter(cards)
    if left["obstacle"] < table.box.terms.equal_cards_for_a_block and not table.means(seat).cards.turned:
        del left["obstacle"]
    words = f"Leaves {amounts(left) if left else 'nothing to play'}."
    if stored is None:
        return words
    over = stored.total() - stored["energy"] - table.storage_limit(seat)
    too_many = f"{over} too many to keep" if over > 0 else ""
    what = f"Stored then: {', '.join(filter(None, (amounts(stored), too_many)))}" if named else too_many
    return f"{words} {what}." if what else words


def stored_after(
    table: Briefcase, seat: Seat, pay: Sequence[Spent] = (), more: Sequence[Resource] = ()
) -> Counter[Resource]:
    """Return the storage after paying and getting these."""
    return Counter(table.everybody[seat].storage) - Counter(spent.resource for spent in pay) + Counter(more)


def _told(play: Move, label: str, group: str, first: Sequence[str], then: Sequence[str], *, short: str = "") -> Option:
    """Return an option, with as much in its hint as a menu has room for, and all of it for the text above the menu.

    Args:
        play: the move of the option.
        label: its label.
        group: the kind of play.
        first: the parts of the hint, the most important first.
        then: all parts, in the order in which they happen.
        short: the label for a button, where the whole one is long.
    """
    hint = fit(HINT, *first)
    whole = all(not part or part in hint for part in then)
    return Option(play, label, group, hint, "" if whole else " ".join(filter(None, then)), short)


def _option(table: Briefcase, seat: Seat, play: Move, opens: Sequence[str]) -> Option:
    match play:
        case moves.BuyResources():
            return _buy_resources(table, seat, play, opens)
        case moves.BuyCompany():
            return _buy_company(table, seat, play)
        case moves.ActivateCompany():
            return _activate(table, seat, play)
        case moves.Invest():
            return _invest(table, seat, play)
        case moves.HireCompany():
            return _hire(table, seat, play)
        case moves.DrawExtra() | moves.Exchange():
            return _at_start(table, play)
        case moves.MoveBlock():
            return _move_block(table, seat, play)
        case moves.EndTurn():
            return _end_turn(table, seat, play)
        case _:
            raise TypeError(f"nobody may {play!r} here")


def named(table: Briefcase, seat: Seat, play: moves.Action) -> tuple[str, str]:
    """Return how a play reads without what it is paid with, and its group."""
    match play:
        case moves.BuyCompany():
            return f"Buy {table.card(play.company).name}", COMPANY
        case moves.ActivateCompany():
            again = table.everybody[seat].is_activated(play.company)
            return f"Activate {table.card(play.company).name}{' again' if again else ''}", ACTIVATE
        case _:
            option = _option(table, seat, play, ())
            return option.label, option.group


def _buy_resources(table: Briefcase, seat: Seat, play: moves.BuyResources, opens: Sequence[str]) -> Option:
    stored = stored_after(table, seat, more=play.resources)
    activated = [table.card(company).name for company in table.everybody[seat].activated]
    then = describe_gain(table, seat, play)
    once_more = _describe_second_activations(table, [name for name in opens if name in activated])
    hires = _describe_new_hires(table, seat, play)
    left = leaves(table, seat, taken(play.cards, table.box), stored)
    past = _describe_passed_block(table, seat, play)
    turned, ends = _turned(table, play.cards), _ends(table, bought=play.resources)
    gain = next(filter(None, (then if then != NOT_NEEDED else "", once_more, hires)), "")
    if _length(" ".join(filter(None, (ends, gain, turned, left)))) > HINT:
        left = leaves(table, seat, taken(play.cards, table.box), stored, named=False)
    label, brief = f"Buy {amounts(play.resources)}", list_briefly(play.resources)
    short = shorten(label, f"Buy {brief}", brief, most=MAX_UNMARKED_CHARS)
    parts = (turned, past, left, then, once_more, hires, ends)
    past_briefly = f"Past the block ({past.partition(':')[0]})." if past else ""
    first = (ends, past_briefly, gain, turned, left, once_more, hires, then)
    return _told(play, label, RESOURCES, tuple(dict.fromkeys(first)), parts, short=short)


def _describe_second_activations(table: Briefcase, names: Sequence[str]) -> str:
    """Return which activated companies can be activated again after a purchase; a single one with what it gives."""
    if not names:
        return ""
    if len(names) > 1:
        return f"Then you can activate again (no points): {', '.join(names)}."
    card = next(card for card in table.box.companies if card.name == names[0])
    return f"Then {card.name} can give {amounts(card.output)} again (no points)."


def _describe_new_hires(table: Briefcase, seat: Seat, play: moves.BuyResources) -> str:
    """Return a company of somebody else that can be hired only after this purchase; nothing if there is none."""
    means = table.means(seat)
    if not most_cards(after_playing(means.cards, play.cards), "hire"):
        return ""
    more = means.resources.with_more(play.resources)
    for owner, company in hireable(table, seat):
        if any(ways_to_hire(table, more, company)) and not any(ways_to_hire(table, means.resources, company)):
            card = table.card(company)
            return f"Then you can hire {mark(owner)}'s {card.name}: you get {amounts(card.output)}."
    return ""


def _describe_passed_block(table: Briefcase, seat: Seat, play: moves.BuyResources) -> str:
    """Return that a block is ignored; nothing if none is."""
    past = next((name for name in play.resources if name in table.resource_blocks), None)
    if past is None:
        return ""
    company, _ = table.abilities(seat, "ignore a block")[0]
    return f"{table.card(company).name}: this turn you may ignore the block on {past.capitalize()}, and no other."


def _opens(table: Briefcase, seat: Seat, play: moves.BuyResources, before: Means) -> list[str]:
    """Return which companies can be activated only after this purchase; `before`: what there is to pay with now."""
    if before.cards.held("activate") <= taken(play.cards, table.box).count("activate"):
        return []
    after = before.resources.with_more(play.resources)
    cards = [table.card(owned.company) for owned in table.everybody[seat].companies]
    return [c.name for c in cards if ways_to_pay(after, c.units) and not ways_to_pay(before.resources, c.units)]


def _buy_company(table: Briefcase, seat: Seat, play: moves.BuyCompany) -> Option:
    card = table.card(play.company)
    name, costs = named(table, seat, play)[0], said_uses(play.cards, table.box)
    label = fit(LABEL - len(COMPANY) - 1, name, f"for {costs}")
    short = shorten(label, f"{name}: {costs}", name)
    paid = f"Costs {costs}." if costs not in (short or label) else ""
    points = f"{format_count(card.points, 'point')} once activated." if card.points else "No points of its own."
    needs = f"Needs {amounts(card.units)}."
    gives = what_it_gives(card, table.bank)
    left, then = leaves(table, seat, taken(play.cards, table.box)), _activation_next(table, seat, play)
    ends = _ends(table, company=play.company)
    first = (_describe_on_offer(card, drop_companies(paid), *_describe_readiness(table, seat, play)), then, left)
    parts = (paid, card.text, points, needs, gives, left, then, ends)
    return _told(play, label, COMPANY, first, parts, short=short)


def _describe_on_offer(card: Company, paid: str, owned: str, lacking: str) -> str:
    """Return what a company scores, needs, gives and does, in the first version that a hint has room for.

    Args:
        card: the company.
        paid: with what it is bought, if its label does not say it.
        owned: that its player has all resources of its activation; empty if not. Then they need not be listed.
        lacking: what its player lacks of them, and can buy at once; empty if nothing is stored of them.
    """
    points = f"{format_count(card.points, 'point')}." if card.points else ""
    needs, gives = list_briefly(card.units), f"Gives {list_briefly(card.output)}."
    whole, brief = "" if card.ability is None else card.text, describe_ability_briefly(card.ability)
    versions = (
        *(((paid, points, owned, gives, whole), (paid, points, owned, gives, brief)) if owned else ()),
        *(((paid, points, owned, brief), (paid, points, owned)) if owned else ()),
        *((paid, points, f"Needs {needs}{lacking}", gives, text) for text in (whole, brief) if lacking),
        *([(paid, points, f"Needs {needs}{lacking}", brief)] if lacking else ()),
        (paid, points, f"To activate: {needs}.", gives, whole),
        (paid, points, f"To activate: {needs}.", gives, brief),
        (paid, points, f"Needs {needs}.", gives, brief),
        (paid, points, f"Needs {needs}.", brief),
        (paid, points, brief),
        (paid, points),
    )
    joined = (" ".join(filter(None, version)) for version in versions)
    return next((version for version in joined if _length(version) <= HINT), points)


def _describe_readiness(table: Briefcase, seat: Seat, play: moves.BuyCompany) -> tuple[str, str]:
    """Return that a seat has all that a company on offer needs, or else what it lacks, as the end of a sentence.

    What can be bought at once, too, so that the company can be activated in this turn, is called so.
    """
    means, units = table.means(seat), table.card(play.company).units
    cards, lacking = after_playing(means.cards, play.cards), missing(means.resources, units)
    if not lacking:
        return AT_ONCE if most_cards(cards, "activate") else HAS_ALL, ""
    on_sale = OnSale(for_sale(table, seat), table.market, table.box.prices, table.resource_blocks)
    able = any(on_sale.leaves_an_activate(cards, way) for way in lacking)
    if any(len(way) == len(units) for way in lacking):
        return "", ": you can buy that, too." if able else ""
    lacks = drop_ones(said_alternatives(lacking))
    for name in (one.capitalize() for one in table.resource_blocks if one not in on_sale.resources):
        lacks = lacks.replace(name, f"{name} (blocked)")
    return "", f"; you lack {lacks}: buy it, too." if able else f"; you lack {lacks}."


def _activation_next(table: Briefcase, seat: Seat, play: moves.BuyCompany) -> str:
    """Return whether a company can be activated in the turn in which it is bought, or what it lacks."""
    means, units = table.means(seat), table.card(play.company).units
    lacking = missing(means.resources, units)
    if any(len(way) == len(units) for way in lacking):
        return "You have nothing of what it needs."
    if lacking:
        source = name_energy_source(table.box, [one.company for one in table.everybody[seat].companies], play.company)
        lacks = mark_energy(describe_lacking(table.box, means.resources, play.company), source)
        return f"To activate it you lack {lacks}."
    if not most_cards(after_playing(means.cards, play.cards), "activate"):
        return "You can activate it as soon as you draw an Activate."
    return AT_ONCE


def _activate(table: Briefcase, seat: Seat, play: moves.ActivateCompany) -> Option:
    card, again = table.card(play.company), table.everybody[seat].is_activated(play.company)
    scored = count_points_by_activating(table, seat, card)
    points = "No points."
    stored = stored_after(table, seat, play.pay, ["energy"] * card.energy)
    name, costs = named(table, seat, play)[0], said_payment(play.pay, table.box)
    if scored:
        label, points = f"{name}: {format_count(scored, 'point')}", ""
        label = label if len(label) <= MAX_CHARS else f"{name}: +{scored}"
        short = shorten(label, f"{card.name} again: +{scored}")
    else:
        label = fit(LABEL - MAX_GROUP_CHARS - 1, name, f"for {costs}")
        short = shorten(label, name, f"{card.name} again")
    paid = f"Pays {costs}." if costs not in (short or label) else ""
    turned, gives = _turned(table, play.cards), what_it_gives(card, table.bank, now=True)
    left = leaves(table, seat, taken(play.cards, table.box), stored)
    loss = describe_loss(table, seat, play.company, play.pay, ["energy"] * card.energy)
    does = "" if again and not does_something_each_time(card) else card.text if card.ability is not None else ""
    opens, ends = "" if again else _opens_level_2(table, seat, card), _ends(table, produced=card)
    pays = paid if _length(f"{ends} {paid}") <= HINT else f"Pays {drop_ones(drop_companies(costs))}."
    ends = _shorten_end(ends, pays)
    brief = _give_briefly(table, card, (ends, pays, turned, points))
    first = (ends, pays, turned, loss, points, brief, left)
    parts = (paid, turned, points, gives, loss, left, does, opens, ends)
    return _told(play, label, ACTIVATE, first, parts, short=short)


def _opens_level_2(table: Briefcase, seat: Seat, card: Company) -> str:
    """Return what the activation of one company more of level 1 opens; nothing if it opens nothing."""
    if card.level > 1 or table.level_1_activated(seat) + 1 != table.box.terms.activated_level_1:
        return ""
    return "Then companies of level 2 and the Central Bank are open to you."


def _invest(table: Briefcase, seat: Seat, play: moves.Invest) -> Option:
    given: list[Decision] = ["buy"] * play.buys
    points = format_count(play.buys, "point")
    label = f"Give Central Bank {amounts(given)}: {points}"
    gone = "the Buy is" if play.buys == 1 else "the Buys are"
    cards = f"Costs {said_uses(play.cards, table.box)}, and {gone} gone for good."
    left = leaves(table, seat, [*taken(play.cards, table.box), *given])
    return _told(play, label, ACTIVATE, (cards, left), (cards, left))


def _hire(table: Briefcase, seat: Seat, play: moves.HireCompany) -> Option:
    card = table.card(play.company)
    cards, units = said_uses(play.cards, table.box), said_payment(play.pay, table.box)
    price = f"Costs {cards}, and {units} (half its cost) to its owner."
    if _length(price) > MAX_PRICE_CHARS:
        price = f"Costs {cards}, and {units} to its owner."
    if _length(price) > MAX_PRICE_CHARS:
        price = f"Costs {drop_companies(cards)}, and {drop_companies(units)} to its owner."
    gives = what_it_gives(card, table.bank, now=True)
    stored = stored_after(table, seat, play.pay, ["energy"] * card.energy)
    left, ends = leaves(table, seat, taken(play.cards, table.box), stored), _ends(table, produced=card)
    loss = describe_loss(table, seat, play.company, play.pay, ["energy"] * card.energy)
    whose, none = f"Hire {mark(play.owner)}'s", "No points."
    name = card.name if len(card.name) <= MAX_HIRED_CHARS else abbreviate(card.name)
    short = _name_price(table, seat, card, units) if all(use.via is None for use in play.cards) else ""
    brief_price = price if _length(f"{ends} {price}") <= HINT else _pay_owner_briefly(units)
    if short:
        brief_price = f"To {mark(play.owner)}." if ends else f"Half its cost, to {mark(play.owner)}."
    short = short or (f"{whose} {abbreviate(card.name)}" if len(name) > MAX_NAME_CHARS else "")
    shown = _shorten_end(ends, brief_price)
    got = _give_briefly(table, card, (shown, brief_price, loss))
    first = (shown, brief_price, loss, got, none, left)
    parts = (price, "You use it once.", gives, none, loss, left, ends)
    return _told(play, f"{whose} {name}", ACTIVATE, first, parts, short=short)


def _name_price(table: Briefcase, seat: Seat, card: Company, units: str) -> str:
    """Return a label with the price of a hire in place of the owner, if only one can be hired; else nothing."""
    if [company for _, company in hireable(table, seat)].count(card.id) > 1:
        return ""
    price = drop_ones(drop_companies(units))
    labels = (f"Hire {name} for {price}" for name in (card.name, abbreviate(card.name)))
    return next((label for label in labels if len(label) <= MAX_CHARS), "")


def _pay_owner_briefly(units: str) -> str:
    """Return the resources that a hire costs, where there is no room for its cards."""
    return f"Costs {drop_ones(drop_companies(units))} to its owner."


def _shorten_end(ends: str, price: str) -> str:
    """Return why a play ends the game, or only that it does where the price behind it would have no room."""
    return END_OF_GAME if ends and _length(f"{ends} {price}") > HINT else ends


def _give_briefly(table: Briefcase, card: Company, before: Sequence[str]) -> str:
    """Return what a company gives, with "for later turns" if there is room for it behind these parts of a hint."""
    if table.ending is not None and card.production:
        return TOO_LATE
    whole = what_it_gives(card, table.bank, now=True)
    return whole if _length(" ".join(filter(None, (*before, whole)))) <= HINT else what_it_gives(card, table.bank)


def _turned(table: Briefcase, cards: Sequence[Use]) -> str:
    """Return which cards are turned into the played card; nothing if it is played itself."""
    return "" if all(use.via is None for use in cards) else f"Plays {said_uses(cards, table.box)}."


def _ends(
    table: Briefcase, *, bought: Sequence[Resource] = (), company: str | None = None, produced: Company | None = None
) -> str:
    """Return that a play triggers the end of the game; nothing if it does not.

    Args:
        table: before the play.
        bought: what it takes from the market.
        company: which company it takes.
        produced: what it lets produce.
    """
    if table.ending is not None:
        return ""
    left = [name for name, count in table.market.items() if count > bought.count(name)]
    last_buy = produced is not None and 0 < table.bank["buy"] <= produced.production.get("buy", 0)
    sold = company is not None and sum(table.portfolio.values()) == 1
    if last_buy:
        return LAST_BUYS
    return END_OF_GAME if len(left) <= table.box.terms.piles_left or sold else ""


def _at_start(table: Briefcase, play: moves.DrawExtra | moves.Exchange) -> Option:
    name = table.card(play.company).name
    what = f"discard 1 {play.card.capitalize()} and draw" if isinstance(play, moves.Exchange) else "draw"
    label = f"{name}: {what} a card"
    short = shorten(label, f"{what[:1].upper()}{what[1:]} a card".replace(" and", ","))
    hint = fit(HINT, f"{name}." if short else "", "Only before you play a card, and it cannot be taken back.")
    return Option(play, label, START, hint, short=short)


def _move_block(table: Briefcase, seat: Seat, play: moves.MoveBlock) -> Option:
    cards = [play.card] * table.box.terms.equal_cards_for_a_block
    start, to = place_name(table, play.start), place_name(table, play.to)
    label = " and ".join(filter(None, (to and f"Block {to}", start and f"free {start}")))
    short = frees = ""
    if start is not None and to is not None and play.what == "company":
        starts = set(table.company_blocks)
        short = f"Block {to}" if len(starts) == 1 else f"{abbreviate(start)} → {abbreviate(to)}"
        frees = f"{start} can be bought again."
    closes = f"Nobody can buy {to if play.what == 'resource' or frees else 'it'} then." if to is not None else ""
    pays, left = f"Pays {amounts(cards)}.", leaves(table, seat, cards)
    is_dear = play.card != "obstacle"
    parts: tuple[str, ...] = (frees, closes, pays, left)
    first = parts
    if play.what == "company" and to is not None:
        keeps, frees = describe_buyers(table, seat, play), frees or "Frees no company."
        parts = (keeps, frees, closes, pays, left)
        first = (pays, keeps, frees, left) if is_dear else (keeps, frees, pays, left)
    if play.what == "resource":
        nets = list_net_effects(table, seat, play)
        before = f"{pays} " if is_dear else ""
        room = (net for rest in (f" {left}", "") for net in nets if _length(f"{before}{net}{rest}") <= HINT)
        net = next(room, nets[-1])
        parts, first = (nets[0], closes, pays, left), (net, left, pays, closes)
        first = (pays, *(part for part in first if part != pays)) if is_dear else first
    return _told(play, label[:1].upper() + label[1:], BLOCK, first, parts, short=short)


def _end_turn(table: Briefcase, seat: Seat, play: moves.EndTurn) -> Option:
    player = table.everybody[seat]
    more = sum(ability.cards for _, ability in table.abilities(seat, "larger hand"))
    draws = f"draw {table.box.terms.hand + more} cards."
    draws = f"You discard your hand and {draws}" if player.hand else f"You {draws}"
    over = -table.room(seat)
    too_many = f"First you throw away {format_count(over, 'resource')}." if over > 0 else ""
    over_then = "Then the game is over." if table.ending is not None and seat == last_seat(table) else ""
    if play.top is not None:
        company, _ = table.abilities(seat, "played card on top")[0]
        hint = fit(HINT, f"{table.card(company).name}: you draw it now.", too_many, draws)
        return Option(play, f"End turn, {play.top.capitalize()} on top of the deck", END, hint)
    known = player.turns >= TURNS_WITH_DRAWS
    return Option(play, "End turn", END, fit(HINT, too_many, over_then or ("" if known and not over > 0 else draws)))
