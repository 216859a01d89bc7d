"""Words for cards and numbers, as all of the game's texts use them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.engine.pages import mark
from bot.engine.records import Move, Seat
from bot.engine.words import format_list
from bot.games.goodwill.components import (
    AdvertisingEffect,
    AnyEffect,
    BossShuffleEffect,
    Company,
    FundingEffect,
    GoodwillBox,
    InnovationEffect,
    NoEffect,
    PriceEffect,
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
    ProposeAndVote,
    VoteOn,
)


def money(amount: int) -> str:
    """Return dollars, with a sign for a loss."""
    return f"-${-amount}" if amount < 0 else f"${amount}"


def likely(chance: int) -> str:
    """Return in words how likely it is that something happens, in percent."""
    return {100: "certain", 0: "will not happen"}.get(chance, f"{chance} % likely")


def format_odds_of_coming_true(chance: int) -> str:
    """Return in a sentence how likely a news item is to be played, in percent."""
    sure = {100: "certain to come true", 0: "will not come true"}
    return sure.get(chance, f"{chance} % likely to come true")


def signed(amount: int) -> str:
    """Return dollars with a sign for gains, too."""
    return f"+${amount}" if amount > 0 else money(amount)


def format_either(names: Sequence[str]) -> str:
    """Return names with commas and an "or"."""
    return " or ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


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
            return "all bosses rotate"
        case NoEffect():
            return "nothing more"


def format_effect_briefly(effect: AnyEffect) -> str:
    """Return what stands on the card in as few words as possible."""
    match effect:
        case FundingEffect():
            return f"{signed(effect.per_token)} per {effect.resource}"
        case TaxEffect():
            return f"{signed(-effect.per_token)} per {effect.resource}"
        case _:
            return effect_words(effect)


def effect_explained(effect: AnyEffect) -> str:
    """Explain the effect to a new player."""
    match effect:
        case PriceEffect():
            more = "more" if effect.delta > 0 else "less"
            return f"each {effect.resource} token costs ${abs(effect.delta)} {more} a year"
        case FundingEffect():
            return f"every company receives ${effect.per_token} for each of its {effect.resource} tokens"
        case TaxEffect():
            pays = f"every company pays ${effect.per_token} for each of its {effect.resource} tokens"
            return f"{pays}, and is bankrupt if it cannot"
        case InnovationEffect():
            return f"bosses with exactly innovation {effect.level} swap one token as their policy says"
        case YieldEffect():
            return f"bosses with exactly yield {effect.level} save one token of a resource used twice or more"
        case AdvertisingEffect():
            return f"bosses with exactly advertising {effect.level} win market share from the other companies"
        case ScandalEffect():
            return f"{effect.company} loses its boss and market share"
        case BossShuffleEffect():
            return "Amber's boss moves to Black, Black's to Crimson, Crimson's to Amber"
        case NoEffect():
            return "the card has only one effect"


def shares_words(shares: Mapping[Company, int]) -> str:
    """Return the number of shares of each company, or "none"."""
    return ", ".join(f"{count} {company}" for company, count in shares.items() if count) or "none"


def answer_words(move: Move, box: GoodwillBox) -> str:
    """Return a sealed answer in a few words."""
    match move:
        case Assess() | Bid():
            return f"${move.price}"
        case AssessBoth():
            return f"${move.prices['first']}, then ${move.prices['second']}"
        case Nominate():
            return f"proposes {box.boss[move.boss].name if move.boss else 'nobody'}"
        case Ballot():
            return f"yes to {format_list((box.boss[boss].name for boss in move.approve), 'nobody')}"
        case AssessAndPrefer():
            rather = "" if move.partner is None else f", rather with {mark(move.partner)}"
            return f"{answer_words(move.assessed, box)}{rather}"
        case ProposeAndVote():
            return f"{answer_words(move.proposal, box)}, {answer_words(move.ballot, box)}"
        case VoteOn():
            return "yes" if move.yes else "no"
        case _:
            return ""
