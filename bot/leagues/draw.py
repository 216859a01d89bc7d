"""Draw the order of entrants so that nobody can influence it and anybody can verify it.

Before sign-up opens, the digest of a seed is posted as a commitment. Each sign-up adds its ticket, which was not known
before. The order follows from both. The owner of the seed cannot know the tickets, and the last to sign up cannot know
the seed. A season may be drawn several times. Its seeds form a hash chain, each the digest of the next, so one
commitment covers all draws and reveals none early.

Keep-apart wishes are secret while a season is played. The draw stores a salted digest of each entrant's own wish, or
that they have none. They know its salt, so that nobody can invent a wish for them. Until the season ends only the order
can be verified. Then each wish is opened, and everything can be verified. Older editions seal all pairs together.

A draw is previewed without names. With names, somebody could join or leave until the result suits them.
"""

from __future__ import annotations

import hmac
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.engine.chance import Chance, compute_digest
from bot.leagues import by_hand, first_edition, games, round_robin, seeding
from bot.leagues.log_entries import UNRATED_STRENGTH, Brought, Drawn, DrawnTable, Seeker
from bot.leagues.rules import Rules
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import KNOCKOUT, Season

Pair = frozenset[EntrantNumber]
"""Two people who are to be kept apart."""
Wished: TypeAlias = Mapping[EntrantNumber, Collection[EntrantNumber]]
"""Who wishes to be kept apart from whom; a missing entrant wishes nothing."""


GROUP_SIZES: Mapping[int, int] = {**round_robin.BEST_DIVISION_SIZES, 2: 4}
"""Size of a group before a knock-out that suits the game, by seats."""
MAX_APART = 3
"""Number of people that one person can be kept apart from."""
DRAWS_PER_COMMITMENT = 64
"""Number of draws that one commitment covers."""


def derive_seed(secret: str, draw: int, links: int = DRAWS_PER_COMMITMENT) -> str:
    """Return the seed of a draw; its digest is the seed of the draw before, or the published commitment.

    Args:
        secret: generated before sign-up, and never shown.
        draw: number of the draw, from 1.
        links: number of draws that the commitment covers.
    """
    for _ in range(links - draw):
        secret = compute_digest(secret)
    return secret


def derive_commitment(secret: str, links: int = DRAWS_PER_COMMITMENT) -> str:
    """Return the commitment to post before sign-up; it covers `links` draws."""
    return compute_digest(derive_seed(secret, 1, links))


def count_draws(season: Season) -> int:
    """Return the number of draws in the log. Reverted draws count, because they revealed their seed."""
    return sum(isinstance(line.entry, Drawn) for line in season.lines)


def count_chain_draws(season: Season) -> int:
    """Return the number of draws of a season's chain of seeds, with those of earlier seasons."""
    return count_draws(season) + (0 if season.continues is None else season.continues.draws)


def shuffle_entrants(seed: str, tickets: Mapping[EntrantNumber, str]) -> list[EntrantNumber]:
    """Return the participants in the order of the draw.

    The seed is the key of an HMAC-SHA256 over numbers and tickets, one line each, sorted by number; the result shuffles
    the numbers.
    """
    lines = "".join(f"{number} {tickets[number]}\n" for number in sorted(tickets))
    return Chance(seed=hmac.digest(seed.encode(), lines.encode(), "sha256").hex()).shuffled(sorted(tickets))


def hash_wishes(apart: Collection[Pair], salt: str) -> str:
    """Return the digest of the keep-apart wishes; the salt must stay as secret as the wishes.

    It is the SHA-256 of the salt and, sorted as text, a line for each pair: its two numbers, the lower one first.
    """
    return compute_digest("\n".join([salt, *sorted(" ".join(map(str, sorted(pair))) for pair in apart)]))


def derive_own_salt(salt: str, number: EntrantNumber) -> str:
    """Return the salt of an entrant's own wish. It shows nothing of the season's salt, nor of the others'."""
    return compute_digest(f"{salt}:{number}")


def hash_own_wish(others: Iterable[EntrantNumber], salt: str) -> str:
    """Return the digest of an entrant's own wish: the SHA-256 of their salt and the numbers, or the word none."""
    return compute_digest(f"{salt}\n{' '.join(map(str, sorted(others))) or 'none'}")


def list_pairs(wished: Wished) -> list[Pair]:
    """Return the pairs to be kept apart."""
    return sorted({frozenset({one, other}) for one, others in wished.items() for other in others}, key=sorted)


def assign_pairs(apart: Collection[Pair]) -> dict[EntrantNumber, tuple[EntrantNumber, ...]]:
    """Return wishes that give these pairs."""
    found: dict[EntrantNumber, tuple[EntrantNumber, ...]] = {}
    for one, other in sorted(map(sorted, apart)):
        found[one] = (*found.get(one, ()), other)
    return found


@dataclass(frozen=True)
class SealedWishes:
    """Wishes of a draw and the digests that seal them."""

    apart: Collection[Pair]
    wished: Wished
    """Wishes of the drawn entrants; empty in older editions."""
    digest: str = ""
    sealed: dict[EntrantNumber, str] = field(default_factory=dict)


def seal_wishes(
    rules: Rules, drawn: Iterable[EntrantNumber], apart: Collection[Pair], wished: Wished | None, salt: str
) -> SealedWishes:
    """Return the wishes of a draw as its edition seals them.

    Args:
        rules: of the season.
        drawn: the drawn entrants.
        apart: pairs to be kept apart.
        wished: the same pairs by who wished it, where that is known.
        salt: the season's salt.
    """
    if not rules.should_seal_each_wish():
        return SealedWishes(apart, {}, hash_wishes(apart, salt) if apart else "")
    each = assign_pairs(apart) if wished is None else wished
    own = {number: tuple(sorted(each.get(number, ()))) for number in sorted(drawn)}
    sealed = {number: hash_own_wish(others, derive_own_salt(salt, number)) for number, others in own.items()}
    wishes = {number: others for number, others in own.items() if others}
    return SealedWishes(list_pairs(wishes), wishes, sealed=sealed)


@dataclass(frozen=True)
class ProposedDraw:
    """A draw as an organiser sees it before publication."""

    entry: Drawn
    together: tuple[Pair, ...] = ()
    """Pairs that could not be kept apart."""
    apart: tuple[Pair, ...] = ()
    """Pairs to be kept apart; secret while the season is played."""
    wished: Wished = field(default_factory=dict)
    """Who of the drawn entrants wished it, in newer editions; as secret."""
    elsewhere: Mapping[EntrantNumber, int] = field(default_factory=dict)
    """Entrants placed in another division than they earned because of sizes, with that division; wishes play no part.
    """
    waiting: tuple[Seeker, ...] = ()
    """In a ladder: entrants who get no game yet; as secret as wishes."""


def collect_tickets(season: Season) -> dict[EntrantNumber, str]:
    """Return the tickets of entrants who can be drawn now; in a league of divisions, only those without a division.

    Players standing by for a team are not drawn.
    """
    in_divisions, stand_by = season.get_rules().format == "division", season.list_standing_by()
    return {
        one.number: one.ticket
        for one in season.entrants.values()
        if not one.helper
        and not season.is_barred(one.number)
        and not (in_divisions and one.division)
        and one.number not in stand_by
    }


def draw_divisions(
    season: Season,
    seed: str,
    *,
    sizes: Sequence[int] | None = None,
    brought: Mapping[EntrantNumber, Brought] | None = None,
    apart: Collection[Pair] = (),
    salt: str = "",
    wished: Wished | None = None,
) -> ProposedDraw:
    """Return the divisions of a season and all their tables.

    Args:
        season: with all sign-ups; entrants drawn later play in divisions below the others.
        seed: seed whose digest was published.
        sizes: sizes of the divisions; None: what suits the number of entrants.
        brought: results and ratings carried over from earlier seasons.
        apart: pairs who do not want to meet.
        salt: of the digest of these wishes.
        wished: who wished it; see `seal_wishes`.

    Raises:
        ValueError: there are too few for a table, or no known design fits their number.
    """
    rules = season.get_rules()
    drawn = shuffle_entrants(seed, collect_tickets(season))
    if sizes is not None and sum(sizes) != len(drawn):
        raise ValueError(f"The divisions are for {sum(sizes)}, and {len(drawn)} take part.")
    if not rules.should_use_ratings():
        brought = {
            number: known.model_copy(update={"rating": UNRATED_STRENGTH}) for number, known in (brought or {}).items()
        }
    wishes = seal_wishes(rules, drawn, apart, wished, salt)
    divided = _divide_entrants(season, drawn, sizes, brought or {})
    apart_all = sorted({*wishes.apart, *season.kept_apart.values()}, key=sorted)
    separated = keep_apart(divided, apart_all)
    placed = {one.number: one.placed for one in season.entrants.values() if one.placed is not None}
    asked = by_hand.find_asked_divisions(season, separated)
    divisions = apply_placements(separated, asked if season.rounds else asked | placed)
    at = {entrant: place for place, entrant in enumerate(drawn)}
    first = max(season.list_divisions(), default=KNOCKOUT if rules.format == "groups" else 0) + 1
    ordered = {first + more: tuple(sorted(each, key=at.__getitem__)) for more, each in enumerate(divisions)}
    entry = Drawn(
        round=1,
        seed=seed,
        divisions=ordered,
        tables=tuple(
            table for division in ordered for table in build_division_tables(rules, division, ordered[division])
        ),
        brought={number: known for number, known in (brought or {}).items() if number in at},
        wishes=wishes.digest,
        sealed=wishes.sealed,
    )
    elsewhere = {} if season.rounds or rules.edition == 1 else seeding.find_moved(divided, brought or {})
    together = _find_unseparated(divisions, wishes.apart)
    return ProposedDraw(entry, together, tuple(wishes.apart), wishes.wished, elsewhere)


def apply_placements(
    divided: Iterable[Sequence[EntrantNumber]], placed: Mapping[EntrantNumber, int]
) -> list[list[EntrantNumber]]:
    """Return the divisions after applying manual placements.

    Each placed entrant swaps with the last of a better division, or the first of a lower one, without a manual
    placement. If there is no such division or partner, they stay.
    """
    found = [list(members) for members in divided]
    for number, division in sorted(placed.items()):
        here = next((at for at, members in enumerate(found, 1) if number in members), division)
        if here == division or division > len(found):
            continue
        there = [other for other in found[division - 1] if other not in placed]
        if there:
            other = there[-1] if division < here else there[0]
            found[here - 1][found[here - 1].index(number)] = other
            found[division - 1][found[division - 1].index(other)] = number
    return found


def _divide_entrants(
    season: Season,
    drawn: Sequence[EntrantNumber],
    sizes: Sequence[int] | None,
    brought: Mapping[EntrantNumber, Brought],
) -> list[list[EntrantNumber]]:
    """Return the divisions before keep-apart wishes; late entrants start below the existing divisions."""
    seats = season.get_rules().seats
    if season.get_rules().edition == 1:
        playable, divide = first_edition.divide_playable, first_edition.divide
        return playable(drawn, seats, brought) if sizes is None else divide(drawn, sizes, brought)
    if sizes is None:
        wanted = _get_wanted_size(season.get_rules())
        sizes = (
            round_robin.compute_sizes(len(drawn), seats, wanted)
            if season.rounds
            else seeding.compute_sizes(drawn, seats, brought, wanted)
        )
    return seeding.divide(drawn, sizes, brought)


def _get_wanted_size(rules: Rules) -> int | None:
    """Return the preferred size of a division or group; None: what suits the game."""
    return rules.per_division or (GROUP_SIZES[rules.seats] if rules.format == "groups" else None)


def build_division_tables(rules: Rules, division: int, members: Sequence[EntrantNumber]) -> list[DrawnTable]:
    """Return a division's tables; positions in its design follow from the draw alone.

    Raises:
        ValueError: no design is known for a division of this size.
    """
    tables = round_robin.build_tables(len(members), rules.seats)
    plays = games.list_games_of_division(rules, division, len(members))
    return [
        DrawnTable(division=division, seats=tuple(members[seat] for seat in table), game=game)
        for table, game in zip(tables, plays, strict=True)
    ]


def keep_apart(divisions: Iterable[Sequence[EntrantNumber]], apart: Collection[Pair]) -> list[list[EntrantNumber]]:
    """Return the divisions after swapping people who should not meet with members of a neighbouring division.

    Everybody in a division meets, so this is the only way. The lower of the two swaps with the best of the next
    division, or the worst of the one before, if that helps; otherwise they stay.
    """
    found = [list(members) for members in divisions]
    where = {number: at for at, members in enumerate(found) for number in members}
    against: dict[EntrantNumber, set[EntrantNumber]] = {}
    for one, other in map(sorted, apart):
        against.setdefault(one, set()).add(other)
        against.setdefault(other, set()).add(one)
    for pair in sorted(map(sorted, apart)):
        if {where.get(one) for one in pair} == {where.get(pair[0])} and pair[0] in where:
            _separate_pair(found, where, pair, against)
    return found


def _separate_pair(
    found: list[list[EntrantNumber]],
    where: dict[EntrantNumber, int],
    pair: Sequence[EntrantNumber],
    against: Mapping[EntrantNumber, set[EntrantNumber]],
) -> None:
    here = found[where[pair[0]]]
    for mover in sorted(pair, key=here.index, reverse=True):
        for at, turned in ((where[mover] + 1, False), (where[mover] - 1, True)):
            there = found[at] if 0 <= at < len(found) else []
            for partner in reversed(there) if turned else there:
                mine, theirs = against[mover], against.get(partner, set())
                before = len(mine.intersection(here)) + len(theirs.intersection(there))
                after = len(mine.intersection(there) - {partner}) + len(theirs.intersection(here) - {mover})
                if after < before:
                    here[here.index(mover)], there[there.index(partner)] = partner, mover
                    where[mover], where[partner] = where[partner], where[mover]
                    return


def _find_unseparated(divisions: Iterable[Sequence[EntrantNumber]], apart: Collection[Pair]) -> tuple[Pair, ...]:
    where = {number: at for at, members in enumerate(divisions) for number in members}
    return tuple(pair for pair in apart if len({where.get(one, -one) for one in pair}) == 1)
