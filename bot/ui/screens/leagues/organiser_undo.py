"""Corrections for organisers: cancel, replan, place, move; each is a line of the season's log."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeAlias

from bot.engine.game import AnyGame
from bot.engine.words import format_count, format_list
from bot.host.leagues import calendar
from bot.host.leagues.plan import Plan
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.draw import collect_tickets
from bot.leagues.log_entries import (
    Cancelled,
    Drawn,
    Ended,
    Halted,
    KeptApart,
    Moved,
    Placed,
    Replanned,
    SeatedTogether,
    Withdrew,
)
from bot.leagues.reverts import find_reverted
from bot.leagues.rounds import count_undrawn_rounds
from bot.ui.screens.leagues import league_formats as wording
from bot.ui.screens.leagues.draft_menus import build_option_menus, build_seats_row, build_size_menu
from bot.ui.screens.leagues.league_games import build_games_button, estimate_durations, list_changed_options
from bot.ui.screens.leagues.season import format_entrant
from bot.ui.screens.leagues.season_dates import STEPS
from bot.ui.screens.names import escape_markdown
from bot.ui.screens.parts import BLUE, format_option_value
from bot.ui.screens.screen import OPTIONS_IN_SELECT, Button, Menu, MenuLine, Row, Screen, build_button_rows

DAYS_OF_A_WEEK = 7
SAID_OTHERWISE = ("dates", "entry", "options", "pact", "title", "further", "by_division")
"""Parts of a plan that the log describes in other words."""


Correction: TypeAlias = Cancelled | Replanned | Placed | Moved | KeptApart | SeatedTogether
"""An organiser's decision that this module describes."""


def render_more_actions(known: KnownSeason) -> Screen:
    """Return the panel of further actions for organisers."""
    number = known.row.season_id
    return Screen(
        (
            "### More\nEach of these shows first what it changes, asks for a reason, and stands in **/league log**. "
            "**/league revert** takes it back.",
            Row((Menu(f"lg-way:{number}", "What is to be done?", tuple(_list_actions(known))),)),
            *build_button_rows(
                Button(f"lg-web:{number}", "On the web …"),
                Button(f"lg-roles:{number}", "Roles on Discord …"),
                Button(f"lg-manage:{number}", "Back"),
            ),
        ),
        colour=BLUE,
    )


def _list_actions(known: KnownSeason) -> Iterator[MenuLine]:
    if known.row.status == "sign-up":
        yield MenuLine("cancel", "Cancel sign-up", "Nobody is drawn; it can be opened again")
        yield MenuLine("rules", "Change the game options", "Until the season is drawn")
        if known.plan.format == "division":
            yield MenuLine("put", "Put somebody into a division", "Whatever the draw would have")
    yield from _list_date_actions(known)
    if can_pair_by_hand(known):
        yield MenuLine("forbid", "Keep two players apart", "In the draws that follow; everybody reads it")
        yield MenuLine("ask", "Ask for a table", "Whom the next draw seats together")
    if find_cancellation(known):
        yield MenuLine("reopen", "Open sign-up again", "With everybody who had signed up")
    if find_end(known):
        yield MenuLine("goes on", "Take the end back", "The season goes on, with the tables that can be played on")
    if known.row.status in ("sign-up", "running") and list_withdrawals(known):
        yield MenuLine("left", "Take a leaving back", "They play again, on the seats that are still free")
    if known.row.status == "running" and known.season.substitute_of:
        yield MenuLine("subst", "Put a substitute in", "In a team, for who plays no more or asks for it")
    yield MenuLine("move", "Bring the season to this channel", "Its messages, and the tables that open from now on")


def _list_date_actions(known: KnownSeason) -> Iterator[MenuLine]:
    """Yield the steps by date that can be stopped, or let go ahead again."""
    season = known.season
    open_steps = {"draw": known.row.status == "sign-up", "start": known.row.status in ("sign-up", "running")}
    dates = {"draw": calendar.compute_draw_date(season), "start": calendar.compute_start_date(season)}
    for step, words in STEPS.items():
        if find_halt(known, step) and open_steps[step]:
            yield MenuLine(f"go {step}", f"Let the {words} go ahead", "On its date; at once, if that is over")
        elif dates[step] is not None and open_steps[step] and not (step == "start" and known.tables):
            yield MenuLine(f"halt {step}", f"Stop the {words}", "It waits until that is taken back")


def pack_date_action(known: KnownSeason, value: str) -> str | None:
    """Return the decision of a line about a step by date, packed for an id; None for other lines."""
    match value:
        case "halt draw":
            return "halt.0"
        case "halt start":
            return "halt.1"
        case "go draw" | "go start":
            return f"back.{find_halt(known, value.removeprefix('go '))}"
        case _:
            return None


def find_halt(known: KnownSeason, step: str) -> int:
    """Return the number of the line that stopped a step; 0 if none did."""
    if step not in known.season.halted:
        return 0
    off = find_reverted(known.season.lines)
    return next(
        line.number
        for line in reversed(known.season.lines)
        if isinstance(line.entry, Halted) and line.entry.step == step and line.number not in off
    )


def can_pair_by_hand(known: KnownSeason) -> bool:
    """Return whether a draw follows for which something can be paired by hand."""
    rules = known.season.rules
    if rules is None or not rules.can_pair_by_hand() or known.season.cancelled:
        return False
    if known.row.status == "sign-up":
        return True
    late = known.plan.format == "division" and bool(collect_tickets(known.season))
    return known.row.status == "running" and (late or count_undrawn_rounds(known.season) > 0)


def render_pairing_choice(known: KnownSeason, *, apart: bool) -> Screen:
    """Return the panel to choose two to be kept apart, or those who are to share a table."""
    number, most = known.row.season_id, known.season.get_rules().most_seats
    together = "one division" if known.plan.has_divisions() and not known.season.rounds else "one table"
    words = "Who is to be kept apart?" if apart else f"Who is to come to {together} in the next draw?"
    menu = Menu(f"lg-{'forbid' if apart else 'ask'}:{number}", "Who?", (), 2, 2 if apart else most, people=True)
    return Screen((f"### {words}", Row((menu,)), *build_button_rows(Button(f"lg-more:{number}", "Back"))), colour=BLUE)


def find_cancellation(known: KnownSeason) -> int:
    """Return the number of the line that cancelled sign-up; 0 if none did."""
    if not known.season.cancelled:
        return 0
    return next(line.number for line in reversed(known.season.lines) if isinstance(line.entry, Cancelled))


def find_end(known: KnownSeason) -> int:
    """Return the number of the line that ended a season; 0 if it goes on."""
    if known.season.next_divisions is None or known.season.settled:
        return 0
    return next(line.number for line in reversed(known.season.lines) if isinstance(line.entry, Ended))


def list_withdrawals(known: KnownSeason) -> Mapping[int, int]:
    """Return the log lines of withdrawals with their entrants, the newest first, without erased people."""
    passed_over = find_reverted(known.season.lines)
    found = {
        line.number: line.entry.entrant
        for line in reversed(known.season.lines)
        if isinstance(line.entry, Withdrew) and line.number not in passed_over
    }
    return {line: entrant for line, entrant in found.items() if known.entrants[entrant].user_id is not None}


def render_withdrawal_choice(known: KnownSeason) -> Screen:
    """Return the panel to choose a withdrawal to be reverted."""
    number = known.row.season_id
    lines = [*list_withdrawals(known).items()][:OPTIONS_IN_SELECT]
    entries = tuple(MenuLine(str(line), f"{known.entrants[entrant].name} (line {line})") for line, entrant in lines)
    return Screen(
        (
            "### Who has left by mistake?",
            Row((Menu(f"lg-back:{number}", "Who?", entries),)),
            *build_button_rows(Button(f"lg-more:{number}", "Back")),
        ),
        colour=BLUE,
    )


def render_entrant_choice(known: KnownSeason) -> Screen:
    """Return the panel to choose an entrant to place in a division."""
    number = known.row.season_id
    return Screen(
        (
            "### Who is to play in another division than the draw would have?\nThey swap with the last of a better "
            "division, or with the first of a lower one.",
            Row((Menu(f"lg-put:{number}", "Who?", (), people=True),)),
            *build_button_rows(Button(f"lg-more:{number}", "Back")),
        ),
        colour=BLUE,
    )


def render_division_choice(known: KnownSeason, entrant: int, divisions: int) -> Screen:
    """Return the panel to choose the division of an entrant."""
    number = known.row.season_id
    entries = tuple(MenuLine(str(at), f"Division {at}") for at in range(1, min(divisions, OPTIONS_IN_SELECT) + 1))
    return Screen(
        (
            f"### Where is {format_entrant(known, entrant)} to play?",
            Row((Menu(f"lg-putin:{number}:{entrant}", "In which division?", entries),)),
            *build_button_rows(Button(f"lg-more:{number}", "Back")),
        ),
        colour=BLUE,
    )


def render_late_changes(known: KnownSeason, game: AnyGame) -> Screen:
    """Return the panel to change the rules of a season whose sign-up is open."""
    number, plan = known.row.season_id, known.plan
    return Screen(
        (
            "### The season's rules\nPeople have signed up for what stands in the sign-up message. What you change is "
            "told in the league's channel, with your reason; whoever does not want it can leave until the draw.",
            *build_option_menus(number, plan, game, "ll-option"),
            *build_seats_row(number, plan, game, "ll-seats"),
            Row((Menu(f"ll-format:{number}", "How it is played", wording.list_formats(plan)),)),
            *build_size_menu(number, plan, "ll-size"),
            Row((Menu(f"ll-end:{number}", "When it ends", wording.list_endings(plan)),)),
            *build_button_rows(
                *build_games_button(number, plan, "ll"),
                Button(f"lg-more:{number}", "Back"),
            ),
        ),
        colour=BLUE,
    )


def render_moved_away(known: KnownSeason) -> Screen:
    """Return the remaining message in the channel that the season left."""
    name = escape_markdown(known.league.name)
    return Screen(
        (
            f"**{name}**, {wording.get_span_word(known.plan)} {known.row.number}, goes on in "
            f"<#{known.league.channel_id}>.",
        ),
        colour=BLUE,
    )


# -- what is said of it ------------------------------------------------------------------------------


def describe_correction(known: KnownSeason, entry: Correction) -> str:
    """Return the log entry of a correction as a sentence."""
    match entry:
        case Cancelled():
            return "Sign-up is cancelled."
        case Replanned():
            return f"The rules are changed: {'; '.join(_describe_changes(known, entry)) or 'nothing'}."
        case Placed():
            return (
                f"{format_entrant(known, entry.entrant)} is put into division {entry.division}, whatever the "
                "draw would have."
            )
        case KeptApart():
            both = format_list(format_entrant(known, number) for number in (entry.entrant, entry.other))
            return f"{both} are kept apart in the draws that follow."
        case SeatedTogether():
            return f"The next draw seats {format_list(format_entrant(known, one) for one in entry.entrants)} together."
        case Moved():
            return f"The season goes on in <#{entry.channel_id}>."


def _describe_changes(known: KnownSeason, entry: Replanned) -> Iterator[str]:
    plans = [Plan.model_validate(plan) for plan in (entry.before, entry.plan)]
    then, now = (format_list(_describe_games(known, plan)) for plan in plans)
    if then != now and any(plan.further for plan in plans):
        yield f"games: {then} → **{now}**"
    if plans[0].by_division != plans[1].by_division:
        yield f"each {'division' if plans[1].by_division else 'table of a division'} plays another game"
    before, after = _flatten_plan(entry.before), _flatten_plan(entry.plan)
    for name in after:
        if name in before and before[name] != after[name]:
            yield f"{name}: {before[name]} → **{after[name]}**"
        elif name not in before:
            yield f"{name}: **{after[name]}**"


def _describe_games(known: KnownSeason, plan: Plan) -> Iterator[str]:
    """Yield the games of a plan with their non-default options."""
    for game in plan.games:
        here = known.on_offer.get(game.title)
        own = [] if here is None else list_changed_options(here, game.options)
        name = game.title if here is None else here.title
        yield escape_markdown(" ".join([name, f"for {game.seats}", *([f"({'; '.join(own)})"] if own else [])]))


def _flatten_plan(plan: Mapping[str, Any]) -> dict[str, str]:
    """Return a plan's settings by readable names."""
    rest = {name: value for name, value in plan.items() if name not in SAID_OTHERWISE}
    every = {**rest, **plan.get("options", {}), **plan.get("pact", {})}
    return {name.replace("_", " "): escape_markdown(format_option_value(value)) for name, value in every.items()}


def describe_effects(known: KnownSeason, entry: Correction, *, back: bool) -> str:
    """Return the effects of a correction or, with `back`, of reverting it, for a preview."""
    there = sum(one.status == "plays" and not one.helper for one in known.season.entrants.values())
    match entry:
        case Cancelled() if back:
            return f"Sign-up is open again, with the {format_count(there, 'player')} who had signed up."
        case Cancelled():
            return (
                f"{format_count(there, 'player')} had signed up; nobody is drawn, and the next season can be prepared. "
                "Until then sign-up can be opened again. Who has played before misses no season by it."
            )
        case Replanned():
            return (
                f"{format_count(there, 'player')} had signed up for what it was. They stay, the channel is told, and "
                "whoever does not want it can leave until the draw."
            )
        case Placed():
            return "The draw has its way with them again." if back else "The preview of the draw has it, too."
        case KeptApart() | SeatedTogether() if back:
            return "The draws that follow know nothing of it. Rounds that were drawn stay."
        case KeptApart() | SeatedTogether():
            what = "one division, as everybody meets there" if known.plan.has_divisions() else "one table"
            until = "until it is taken back" if isinstance(entry, KeptApart) else f"for one draw; together means {what}"
            return (
                f"It counts {until}, as far as the draw can. Everybody reads it, and **verify** lists it as a decision."
            )
        case Moved():
            return (
                "Its messages are posted anew there, and new tables open there. Tables that people can see stay where "
                "they are; those whose channel is gone come along."
            )


# -- before the draw is published --------------------------------------------------------------------


def list_draw_warnings(known: KnownSeason, drawn: Drawn, judges: Collection[int], waiting: int = 0) -> list[str]:
    """Return the warnings to show before a draw is published.

    Args:
        known: the season.
        drawn: the proposed draw.
        judges: user ids of those who can rule: the stewards, or the league's creator.
        waiting: number of sign-ups to approve.
    """
    return [
        *_warn_about_requests(known, waiting),
        *_warn_without_judge(known, judges),
        *_warn_about_time(known, drawn),
    ]


def _warn_about_requests(known: KnownSeason, waiting: int) -> Iterator[str]:
    if waiting and known.row.status == "sign-up":
        wait = "sign-up waits for your approval and lapses" if waiting == 1 else "sign-ups wait for approval and lapse"
        yield f"⚠️ {waiting} {wait} with the draw. **Not yet** leads back."


def _warn_without_judge(known: KnownSeason, judges: Collection[int]) -> Iterator[str]:
    if all(known.find_number(user_id) is not None for user_id in judges):
        names = format_list((f"<@{user_id}>" for user_id in judges), "nobody")
        yield (
            f"⚠️ Everybody who would rule on results plays, too ({names}), and nobody rules on tables of their own or "
            "on whom they compete with. **/league steward** appoints somebody who does not play."
        )


def _warn_about_time(known: KnownSeason, drawn: Drawn) -> Iterator[str]:
    """Yield games that take longer than the last day allows, or players whose games all together do."""
    weeks, days = known.plan.weeks, dict(estimate_durations(known))
    if weeks is None:
        return
    until = weeks * DAYS_OF_A_WEEK
    for number in sorted({table.game for table in drawn.tables}):
        if days.get(number, 0) > until:
            what = f"A game of {known.get_title(number)}" if known.plan.further else "A game"
            yield (
                f"⚠️ {what} takes about {format_count(round(days[number]), 'day')}, and the last day comes "
                f"after {until}. "
                "Put it off once the season is drawn: **/league extend**."
            )
            return
    tables: dict[int, list[float]] = {}
    for table in drawn.tables:
        for number in table.seats if table.game in days else ():
            tables.setdefault(number, []).append(days[table.game])
    caps = {number: known.entrants[number].cap for number in tables}
    rows = {number: -(-len(each) // (caps[number] or len(each))) for number, each in tables.items()}
    short = [number for number, each in tables.items() if max(each) * rows[number] > until]
    if short:
        want = "1 player wants" if len(short) == 1 else f"{len(short)} players want"
        longest = max(days[table.game] for table in drawn.tables if table.game in days)
        yield (
            f"⚠️ {want} to play at so few tables at once that theirs would not all be over on the last day: a game "
            f"takes about {format_count(round(longest), 'day')}. They can change that in **My place**; "
            "**/league extend** "
            "puts the last day off."
        )
