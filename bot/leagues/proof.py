"""Verify a season by repeating its draws from the committed seeds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from bot.engine.chance import compute_digest
from bot.leagues import cup, games, ladder, swiss, teams
from bot.leagues.draw import (
    MAX_APART,
    Pair,
    Wished,
    build_division_tables,
    collect_tickets,
    draw_divisions,
    hash_own_wish,
    hash_wishes,
    list_pairs,
    shuffle_entrants,
)
from bot.leagues.log_entries import UNRATED_STRENGTH, Drawn, Joined, LogLine, Opened, OpenedWishes, Unsealed
from bot.leagues.season import Season
from bot.leagues.season_chain import has_earned, verify_brought


@dataclass(frozen=True, slots=True)
class DrawCheck:
    """One verification step and its result."""

    ok: bool
    text: str
    rests_on_wishes: bool = False
    """Whether it depends on wishes not yet opened: it is then unproven, though nothing is wrong."""
    rests_on_former: bool = False
    """Whether it depends on earlier seasons whose logs are unavailable."""
    is_statement: bool = False
    """Whether it only lists what the bot stated and no digest proves."""

    @property
    def is_proven(self) -> bool:
        """Whether the step is right and rests on nothing that is missing, sealed or only stated."""
        return self.ok and not (self.rests_on_wishes or self.rests_on_former or self.is_statement)


def check(
    lines: Sequence[LogLine], *, published: str | None = None, former: Sequence[Sequence[LogLine]] = ()
) -> list[DrawCheck]:
    """Verify the draws in a season's log, using wishes opened at its end.

    Args:
        lines: the complete log; reverted draws are verified as well.
        published: digest from the sign-up message, if available.
        former: available logs of earlier seasons.

    Raises:
        InvalidEntry: the lines contradict each other.
    """
    found: list[DrawCheck] = _check_continuation(lines, former)
    before, season, so_far = Season(), Season(lines), ladder.RatingsSoFar()
    opened = season.wishes
    promised = next((line.entry.digest for line in lines if isinstance(line.entry, Opened)), "")
    if published is not None:
        same = published == promised
        found.append(
            DrawCheck(same, f"The digest of the log is the one that was published: {'yes' if same else 'NO'}.")
        )
    for line in lines:
        if isinstance(line.entry, Drawn):
            entry = line.entry
            kept = compute_digest(entry.seed) == promised
            found.append(DrawCheck(kept, f"Line {line.number}: {_SEED[kept]}"))
            promised = entry.seed
            sealed = _SealedDraw(line.number, entry, opened.get(line.number), season.unsealed)
            found.append(_check_draw(before, sealed, so_far))
            found += _check_chain(before, line.number, entry, former)
            found += _list_statements(before, line.number, entry)
        before.add(line)
    return found


_SEED = {True: "the seed is the one that was promised.", False: "NO. The seed is another than the one promised."}


@dataclass(frozen=True, slots=True)
class _SealedDraw:
    """A draw with what was opened of it."""

    number: int
    """Line number of the draw."""
    entry: Drawn
    opened: OpenedWishes | None
    unsealed: Unsealed | None

    @property
    def is_open(self) -> bool:
        """Whether all wishes that shape it are in the file."""
        if self.entry.sealed:
            return self.unsealed is not None
        return self.opened is not None or not self.entry.wishes


def _check_chain(before: Season, number: int, entry: Drawn, logs: Sequence[Sequence[LogLine]]) -> list[DrawCheck]:
    """Check that carried-over results follow from the seasons that the draw names."""
    people = f"Line {number}: what people bring from earlier seasons"
    if not entry.former:
        if not has_earned(entry):
            return []
        if before.get_rules().must_derive_divisions():
            return [DrawCheck(False, f"{people} is there, and the draw does NOT name the logs that it comes from.")]
        return [DrawCheck(True, f"{people} is what the bot said; no log of theirs is named.", is_statement=True)]
    there, right = verify_brought(entry, logs)
    missing = [f"{_format_ago(ago)} ({entry.former[ago].digest})" for ago, known in there.items() if not known]
    if missing and len(logs) > sum(there.values()):
        return [
            DrawCheck(
                False, f"{people} rests on the log of {', '.join(missing)}, and a file that was given is another."
            )
        ]
    if missing:
        what = "its file" if len(missing) == 1 else "their files"
        text = f"{people} rests on the log of {', '.join(missing)}. With {what} it can be checked: --former FILE."
        return [DrawCheck(True, text, rests_on_former=True)]
    if not right:
        return [DrawCheck(False, f"{people} does NOT follow from how they had played there.")]
    return [DrawCheck(True, f"{people} follows from how they had played there.")]


def _check_continuation(lines: Sequence[LogLine], logs: Sequence[Sequence[LogLine]]) -> list[DrawCheck]:
    """Check that a season's seeds go on with the chain of the season before; empty if they do not say so."""
    opened = lines[0].entry if lines else None
    if not isinstance(opened, Opened) or opened.continues is None:
        return []
    fresh = sum(isinstance(line.entry, Joined) and line.entry.is_fresh for line in lines)
    who = f"that {fresh} who play on had said so after the first promise of its seeds"
    stated = [DrawCheck(True, f"Nothing proves {who}. The bot has stated it.", is_statement=True)] * bool(fresh)
    what = f"Its seeds go on from {opened.continues.draws} earlier draws of the league"
    if (opened.digest, opened.continues.draws) in map(_find_last_seed, logs):
        return [DrawCheck(True, f"{what}: its digest is the last seed of the season before."), *stated]
    return [DrawCheck(True, f"{what}. With the file of that season it can be checked.", rests_on_former=True), *stated]


def _find_last_seed(log: Sequence[LogLine]) -> tuple[str, int]:
    """Return the last seed of a log, with the number of draws of its chain."""
    seeds = [line.entry.seed for line in log if isinstance(line.entry, Drawn)]
    chain = log[0].entry.continues if log and isinstance(log[0].entry, Opened) else None
    return (seeds[-1] if seeds else ""), len(seeds) + (0 if chain is None else chain.draws)


def _list_statements(before: Season, number: int, entry: Drawn) -> list[DrawCheck]:
    """Return what shapes a draw and is proven by nothing: ratings, waiting times, and older editions' wishes."""
    rules, found = before.get_rules(), list[str]()
    decided = [
        DrawCheck(
            True, f"Line {number}: {words}. That is an organiser's decision, and shapes the draw.", is_statement=True
        )
        for words in _list_pairings(before)
    ]
    if rules.format == "division" and not rules.must_derive_divisions() and not _has_derived_sizes(before, entry):
        found.append("the sizes of the divisions")
    rated = sum(one.rating != UNRATED_STRENGTH for one in entry.brought.values())
    if rated and rules.should_use_ratings():
        found.append(f"the ratings of {rated} entrants, which come from other leagues or seasons")
    if rules.format == "ladder":
        found.append("who waited and for how long, and the ratings at the beginning of the period")
    elif entry.wishes:
        found.append("whose wishes these were: no entrant's own wish is sealed")
    return decided + [
        DrawCheck(True, f"Line {number}: nothing proves {what}. The bot has stated it.", is_statement=True)
        for what in found
    ]


def _list_pairings(before: Season) -> Iterator[str]:
    """Yield what stewards have paired by hand for a draw."""
    for line, pair in before.kept_apart.items():
        yield f"line {line} keeps entrants {' and '.join(map(str, sorted(pair)))} apart"
    for line, group in before.seated_together.items():
        yield f"line {line} asks for a table of entrants {', '.join(map(str, group))}"


def _has_derived_sizes(before: Season, entry: Drawn) -> bool:
    """Whether a draw of an older edition has divisions of the sizes that follow from its entrants."""
    try:
        again = draw_divisions(before, entry.seed, brought=entry.brought).entry
    except ValueError:
        return False
    return [*map(len, again.divisions.values())] == [*map(len, entry.divisions.values())]


def _format_ago(ago: int) -> str:
    return "the season before" if ago == 1 else f"the season {ago} seasons ago"


def _check_draw(before: Season, draw: _SealedDraw, so_far: ladder.RatingsSoFar) -> DrawCheck:
    """Check that a draw follows from its seed, tickets and wishes."""
    number, entry, opened, rules = draw.number, draw.entry, draw.opened, before.get_rules()
    if wrong := _find_wrong_seals(before, draw):
        return DrawCheck(False, f"Line {number}: NO. {wrong}")
    if not draw.is_open:
        is_ladder = rules.format == "ladder"
        return _check_seats(before, number, entry) if is_ladder else _check_order(before, draw)
    apart: list[Pair] = [] if opened is None else [frozenset(pair) for pair in opened.apart]
    if rules.format == "ladder":
        return _check_matching(before, number, entry, opened, apart, so_far)
    if opened is not None and not _can_be_wished(before, apart):
        return DrawCheck(False, f"Line {number}: NO. Nobody could have wished what is opened here.")
    salt = "" if opened is None else opened.salt
    if opened is not None and hash_wishes(apart, salt) != entry.wishes:
        return DrawCheck(False, f"Line {number}: NO. These are not the wishes that the draw was made with.")
    wished = _get_wished(draw) if entry.sealed else None
    try:
        again = _repeat_draw(before, entry, list_pairs(wished) if wished is not None else apart, salt, wished)
    except ValueError as wrong:
        return DrawCheck(False, f"Line {number}: NO. It cannot be drawn again: {wrong}")
    if again.model_copy(update={"former": entry.former, "sealed": entry.sealed}) != entry:
        return DrawCheck(False, f"Line {number}: NO. Seed and tickets give another draw.")
    return DrawCheck(
        True,
        f"Line {number}: {_list_grounds(before, draw)} give these {len(entry.tables)} tables.{_list_by_hand(before)}"
        f"{_list_skipping(before, entry)}",
    )


def _list_grounds(before: Season, draw: _SealedDraw) -> str:
    also = ["the ratings in it"] * before.get_rules().should_record_ratings()
    also += ["the wishes that are opened"] * (draw.opened is not None or bool(draw.entry.sealed))
    return " and ".join([", ".join(["seed", "tickets", *also[:-1]]), *also[-1:]]) if also else "seed and tickets"


def _list_by_hand(before: Season) -> str:
    """Return a sentence about the entrants placed by a steward; "" without any."""
    placed = [one.number for one in before.entrants.values() if one.placed is not None]
    if before.rounds or not placed:
        return ""
    return f" A steward had put {', '.join(f'entrant {one}' for one in placed)} into a division by hand."


def _list_skipping(before: Season, entry: Drawn) -> str:
    """Return who skips the round, as an appended sentence; empty if nobody does."""
    people = sorted(before.skipping.get(entry.round, set()) & {*entry.byes})
    if not people:
        return ""
    return f" By lines of the log, {', '.join(f'entrant {one}' for one in people)} had asked to skip this round."


def _get_wished(draw: _SealedDraw) -> Wished:
    return {} if draw.unsealed is None else draw.unsealed.apart.get(draw.number, {})


def _find_wrong_seals(before: Season, draw: _SealedDraw) -> str:
    """Return the faults of the sealed wishes of a draw."""
    entry, rules = draw.entry, before.get_rules()
    is_knockout = rules.format == "groups" and bool(before.rounds)
    if (entry.wishes or entry.sealed) and (rules.format == "cup" or is_knockout):
        return "Nobody can wish anything for the draw of a cup."
    if not rules.should_seal_each_wish() or is_knockout:
        return "Nobody's own wish is sealed in seasons of this kind." if entry.sealed else ""
    if entry.wishes or entry.sealed.keys() != collect_tickets(before).keys():
        return "Not everybody's own wish, or that they have none, is sealed with it."
    if draw.unsealed is None:
        return ""
    wished = _get_wished(draw)
    for number in [*entry.sealed, *wished]:
        others, salt = wished.get(number, ()), draw.unsealed.salts.get(number)
        known = before.entrants.keys() - {number}
        if salt is None or number not in entry.sealed or hash_own_wish(others, salt) != entry.sealed[number]:
            return f"The wish of entrant {number} is not the one that was sealed."
        if len(set(others)) != len(others) or len(others) > MAX_APART or not known >= set(others):
            return f"Nobody could have wished what is opened for entrant {number}."
    return ""


def _check_matching(
    before: Season,
    number: int,
    entry: Drawn,
    opened: OpenedWishes | None,
    apart: Sequence[Pair],
    so_far: ladder.RatingsSoFar,
) -> DrawCheck:
    """Check that a ladder's tables follow from everybody who waited."""
    left = () if opened is None else opened.waiting
    waiting = [*entry.matched, *left]
    people = [one.entrant for one in waiting]
    if len(set(people)) != len(people) or not all(
        one in before.entrants and not before.entrants[one].helper and not before.is_barred(one) for one in people
    ):
        return DrawCheck(False, f"Line {number}: NO. Somebody waits here who could get no game, or waits twice.")
    if (
        opened is None
        or ladder.hash_sealed_data(apart, opened.salt, left) != entry.wishes
        or not _can_be_wished(before, apart)
    ):
        return DrawCheck(False, f"Line {number}: NO. This is not what the draw was sealed over.")
    again = ladder.draw(before, entry.seed, waiting, apart=apart, salt=opened.salt, so_far=so_far)
    if again is None or again.entry != entry:
        return DrawCheck(False, f"Line {number}: NO. Seed, tickets and those who waited give other tables.")
    what = f"seed, tickets and the {len(waiting)} who waited give these {len(entry.tables)} tables"
    return DrawCheck(True, f"Line {number}: {what}.")


def _check_seats(before: Season, number: int, entry: Drawn) -> DrawCheck:
    """Check the seat order of a ladder's tables while the other waiting players are sealed."""
    known = {one.entrant: one for one in entry.matched}
    seated = [one for table in entry.tables for one in table.seats]
    if sorted(seated) != sorted(known) or any(before.is_barred(one) for one in seated):
        return DrawCheck(False, f"Line {number}: NO. Others sit here than those who waited.")
    for table in entry.tables:
        if list(table.seats) != sorted(table.seats, key=lambda one: ladder.derive_sort_key(entry.seed, known[one])):
            return DrawCheck(False, f"Line {number}: NO. Seed and tickets give other seats.")
    return DrawCheck(
        True,
        f"Line {number}: seed and tickets give these seats. Who else waited is opened when the period is over; its "
        f"digest is {entry.wishes}. With it, who meets whom can be checked, too.",
        rests_on_wishes=True,
    )


def _can_be_wished(before: Season, apart: Sequence[Pair]) -> bool:
    """Whether each wish names two entrants, and their number is within everybody's limit."""
    people = before.entrants.keys()
    about_two = all(len(pair) == 2 and pair <= people for pair in apart)
    return about_two and len(set(apart)) == len(apart) <= MAX_APART * len(people)


def _repeat_draw(
    before: Season, entry: Drawn, apart: Collection[Pair], salt: str, wished: Wished | None = None
) -> Drawn:
    match before.get_rules().format:
        case "division":
            sizes = [len(members) for members in entry.divisions.values()]
            proposed = draw_divisions(
                before,
                entry.seed,
                sizes=None if before.get_rules().must_derive_divisions() else sizes,
                brought=entry.brought,
                apart=apart,
                salt=salt,
                wished=wished,
            )
        case "swiss":
            proposed = swiss.draw_round(before, entry.seed, apart=apart, salt=salt, wished=wished)
        case "groups" if not before.rounds:
            proposed = draw_divisions(before, entry.seed, apart=apart, salt=salt, wished=wished)
        case "cup" | "groups":
            known = entry.brought if before.get_rules().format == "cup" else None
            proposed = cup.draw_round(before, entry.seed, known)
        case "ladder":
            raise ValueError("who waited is not in it.")
    return proposed.entry


def _check_order(before: Season, draw: _SealedDraw) -> DrawCheck:
    """Check the draw order where secret wishes may have moved some entrants."""
    rules, number, entry = before.get_rules(), draw.number, draw.entry
    at = {one: place for place, one in enumerate(shuffle_entrants(entry.seed, collect_tickets(before)))}
    right = at.keys() == {one for members in entry.divisions.values() for one in members} and all(
        list(members) == sorted(members, key=at.__getitem__) for members in entry.divisions.values()
    )
    if right and rules.team and not before.rounds:
        right = entry.teams == teams.settle_teams(before, shuffle_entrants(entry.seed, collect_tickets(before)))
    if right and rules.format in {"division", "groups"}:
        tables = [
            table
            for division, members in entry.divisions.items()
            for table in build_division_tables(rules, division, members)
        ]
        right = tables == list(entry.tables)
    if right and rules.format == "swiss":
        right = _has_seats_of_round(before, entry)
    if not right:
        return DrawCheck(False, f"Line {number}: NO. Seed and tickets give another order.")
    words = f"Line {number}: seed and tickets give this order."
    moved = _describe_moved(before, entry)
    when = "are opened when the season is over" if before.opens_wishes else "stay sealed"
    if entry.sealed:
        if _is_drawn_without_wishes(before, entry):
            words, moved = f"Line {number}: seed and tickets give these {len(entry.tables)} tables.", ""
        each = f"Each of {len(entry.sealed)} has sealed whom they want to be kept apart from, or that they wish nothing"
        return DrawCheck(
            True, f"{words} {each}{moved}. These {when}; then all of it can be checked.", rests_on_wishes=True
        )
    with_them = f"With their wishes, which {when} and whose digest is {entry.wishes}, all of the draw can be checked."
    asked = "Some had asked to be kept apart from others"
    return DrawCheck(True, f"{words} {asked}{moved}. {with_them}", rests_on_wishes=True)


def _has_seats_of_round(before: Season, entry: Drawn) -> bool:
    """Whether everybody drawn for a Swiss round sits once, or has a bye, at tables of the round's game."""
    seated = [one for table in entry.tables for one in table.seats]
    game = games.get_game_of_round(before.get_rules(), entry.round)
    drawn = [one for members in entry.divisions.values() for one in members]
    return sorted([*seated, *entry.byes]) == sorted(drawn) and all(table.game == game for table in entry.tables)


def _is_drawn_without_wishes(before: Season, entry: Drawn) -> bool:
    """Whether a draw is the same as if nobody had wished anything, which anybody can find out."""
    try:
        again = _repeat_draw(before, entry, (), "", {})
    except ValueError:
        return False
    return again.model_copy(update={"former": entry.former, "sealed": entry.sealed}) == entry


def _describe_moved(before: Season, entry: Drawn) -> str:
    """Describe how many entrants are in another division than without wishes."""
    if before.get_rules().format not in {"division", "groups"}:
        return ""
    plain = _repeat_draw(before, entry, (), "").divisions
    moved = sum(len(set(members) - set(plain.get(division, ()))) for division, members in entry.divisions.items())
    return f", and {moved} of {len(collect_tickets(before))} play in another division than they would have otherwise"
