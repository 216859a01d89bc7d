"""Verify a season by repeating its draws from the committed seeds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.engine.chance import compute_digest
from bot.leagues import cup, ladder, swiss, teams
from bot.leagues.draw import (
    MAX_APART,
    Pair,
    build_division_tables,
    collect_tickets,
    draw_divisions,
    hash_wishes,
    shuffle_entrants,
)
from bot.leagues.log_entries import Drawn, LogLine, Opened, OpenedWishes
from bot.leagues.season import Season
from bot.leagues.season_chain import verify_brought


@dataclass(frozen=True, slots=True)
class DrawCheck:
    """One verification step and its result."""

    ok: bool
    text: str
    rests_on_wishes: bool = False
    """Whether it depends on wishes not yet opened: it is then unproven, though nothing is wrong."""
    rests_on_former: bool = False
    """Whether it depends on earlier seasons whose logs are unavailable."""


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
    found: list[DrawCheck] = []
    before, opened, so_far = Season(), Season(lines).wishes, ladder.RatingsSoFar()
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
            found.append(_check_draw(before, line.number, entry, opened.get(line.number), so_far))
            found += _check_chain(line.number, entry, former)
        before.add(line)
    return found


_SEED = {True: "the seed is the one that was promised.", False: "NO. The seed is another than the one promised."}


def _check_chain(number: int, entry: Drawn, logs: Sequence[Sequence[LogLine]]) -> list[DrawCheck]:
    """Check that carried-over results follow from the seasons that the draw names."""
    if not entry.former:
        return []
    there, right = verify_brought(entry, logs)
    people = f"Line {number}: what people bring from earlier seasons"
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


def _format_ago(ago: int) -> str:
    return "the season before" if ago == 1 else f"the season {ago} seasons ago"


def _check_draw(
    before: Season, number: int, entry: Drawn, opened: OpenedWishes | None, so_far: ladder.RatingsSoFar
) -> DrawCheck:
    """Check that a draw follows from its seed, tickets and wishes."""
    if entry.wishes and before.get_rules().format == "cup":
        return DrawCheck(False, f"Line {number}: NO. Nobody can wish anything for the draw of a cup.")
    if entry.wishes and opened is None:
        is_ladder = before.get_rules().format == "ladder"
        return _check_seats(before, number, entry) if is_ladder else _check_order(before, number, entry)
    apart: list[Pair] = [] if opened is None else [frozenset(pair) for pair in opened.apart]
    salt = "" if opened is None else opened.salt
    if before.get_rules().format == "ladder":
        return _check_matching(before, number, entry, opened, apart, so_far)
    if not _can_be_wished(before, apart):
        return DrawCheck(False, f"Line {number}: NO. Nobody could have wished what is opened here.")
    if opened is not None and hash_wishes(apart, salt) != entry.wishes:
        return DrawCheck(False, f"Line {number}: NO. These are not the wishes that the draw was made with.")
    try:
        again = _repeat_draw(before, entry, apart, salt)
    except ValueError as wrong:
        return DrawCheck(False, f"Line {number}: NO. It cannot be drawn again: {wrong}")
    if again.model_copy(update={"former": entry.former}) != entry:
        return DrawCheck(False, f"Line {number}: NO. Seed and tickets give another draw.")
    also = ["the ratings in it"] * before.get_rules().should_record_ratings() + ["the wishes that are opened"] * (
        opened is not None
    )
    what = " and ".join([", ".join(["seed", "tickets", *also[:-1]]), *also[-1:]]) if also else "seed and tickets"
    return DrawCheck(True, f"Line {number}: {what} give these {len(entry.tables)} tables.")


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


def _repeat_draw(before: Season, entry: Drawn, apart: Collection[Pair], salt: str) -> Drawn:
    match before.get_rules().format:
        case "division":
            sizes = [len(members) for members in entry.divisions.values()]
            proposed = draw_divisions(before, entry.seed, sizes=sizes, brought=entry.brought, apart=apart, salt=salt)
        case "swiss":
            proposed = swiss.draw_round(before, entry.seed, apart=apart, salt=salt)
        case "cup":
            proposed = cup.draw_round(before, entry.seed, entry.brought)
        case "ladder":
            raise ValueError("who waited is not in it.")
    return proposed.entry


def _check_order(before: Season, number: int, entry: Drawn) -> DrawCheck:
    """Check the draw order where secret wishes may have moved some entrants."""
    rules = before.get_rules()
    at = {one: place for place, one in enumerate(shuffle_entrants(entry.seed, collect_tickets(before)))}
    right = at.keys() == {one for members in entry.divisions.values() for one in members} and all(
        list(members) == sorted(members, key=at.__getitem__) for members in entry.divisions.values()
    )
    if right and rules.team and not before.rounds:
        right = entry.teams == teams.settle_teams(before, shuffle_entrants(entry.seed, collect_tickets(before)))
    if right and rules.format == "division":
        tables = [
            table
            for division, members in entry.divisions.items()
            for table in build_division_tables(rules, division, members)
        ]
        right = tables == list(entry.tables)
    if not right:
        return DrawCheck(False, f"Line {number}: NO. Seed and tickets give another order.")
    words = f"Line {number}: seed and tickets give this order. Some had asked to be kept apart from others"
    when = "are opened when the season is over" if before.opens_wishes else "stay sealed"
    with_them = f"With their wishes, which {when} and whose digest is {entry.wishes}, all of the draw can be checked."
    return DrawCheck(True, f"{words}{_describe_moved(before, entry)}. {with_them}", rests_on_wishes=True)


def _describe_moved(before: Season, entry: Drawn) -> str:
    """Describe how many entrants are in another division than without wishes."""
    if before.get_rules().format != "division":
        return ""
    plain = _repeat_draw(before, entry, (), "").divisions
    moved = sum(len(set(members) - set(plain.get(division, ()))) for division, members in entry.divisions.items())
    return f", and {moved} of {len(collect_tickets(before))} play in another division than they would have otherwise"
