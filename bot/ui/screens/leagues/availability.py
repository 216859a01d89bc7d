"""Form and words for the rounds that an entrant skips."""

from __future__ import annotations

from bot.engine.words import format_list
from bot.host.leagues.availability import can_skip, count_skips_left, list_open_rounds
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.games import get_bye_points
from bot.leagues.rules import SIXTIETHS, Rules
from bot.leagues.scoring import EntrantNumber
from bot.ui.screens.forms import ChoiceField, Form
from bot.ui.screens.screen import Button, MenuLine

ROUNDS = "rounds"
"""Name of the form's field."""


def build_skip_button(known: KnownSeason, number: EntrantNumber) -> list[Button]:
    """Return the button that opens the form; none where no round can be skipped."""
    if not can_skip(known, number) or not count_skips_left(known, number):
        return []
    return [Button(f"lg-skipform:{known.row.season_id}", "Skip a round…")]


def describe_skipped(known: KnownSeason, number: EntrantNumber) -> str:
    """Return the coming rounds that an entrant skips; empty without any."""
    still_open = list_open_rounds(known)
    coming = [at for at in known.season.list_skipped(number) if at in still_open]
    if not coming or not can_skip(known, number):
        return ""
    rounds = f"round {coming[0]}" if len(coming) == 1 else f"rounds {format_list(coming)}"
    return f"You skip {rounds}; until the draw you can take that back"


def describe_skipping(rules: Rules) -> str:
    """Return what skipping a round means, for the rules of a season; empty where nobody skips any."""
    limit = rules.get_skip_limit()
    if not limit or rules.get_bye_points(0) is None:
        return ""
    return (
        f"**No time for a round?** **My place** lets you skip {_format_most(limit)}, before it is drawn. You get "
        "no warning."
    )


def _format_most(limit: int) -> str:
    return "one round" if limit == 1 else f"up to {limit} rounds"


def build_skip_form(known: KnownSeason, number: EntrantNumber) -> Form:
    """Return the form with a checkbox for each round that is not drawn yet."""
    rules, skipped = known.season.get_rules(), known.season.list_skipped(number)
    still_open, left = list_open_rounds(known), count_skips_left(known, number)
    worth = {at: _describe_worth(rules, at) for at in still_open}
    is_equal = len({*worth.values()}) == 1
    lines = tuple(MenuLine(str(at), f"Round {at}", "" if is_equal else worth[at], at in skipped) for at in still_open)
    hint = f"You can skip {'one' if left == 1 else left} of these. No game, no warning"
    if is_equal and worth[still_open[0]]:
        hint += f", {worth[still_open[0]]}"
    field = ChoiceField("Rounds without me", lines, "checks", hint, fewest=0, most=len(lines), name=ROUNDS)
    return Form(f"lg-skipsent:{known.row.season_id}", f"{known.league.name}: skip a round", (field,))


def _describe_worth(rules: Rules, at: int) -> str:
    worth = get_bye_points(rules, at)
    return "" if worth is None else f"{worth / SIXTIETHS:.3g} points as for a draw"
