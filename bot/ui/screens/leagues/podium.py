"""The message at the end of a season: its podium, and the season in review with its picture."""

from __future__ import annotations

from bot.engine.game import AnyGame
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.groups import has_knockout
from bot.leagues.ranking_criteria import explain_tie_breaks
from bot.leagues.season import KNOCKOUT
from bot.leagues.season_review import review_season
from bot.leagues.standings import compute_standings
from bot.ui.screens.html_text import build_words
from bot.ui.screens.leagues import league_formats as wording
from bot.ui.screens.leagues.league_teams import describe_team_winners
from bot.ui.screens.leagues.season import (
    MAX_DIVISIONS,
    describe_ended_season,
    describe_game,
    describe_moves,
    describe_next_season,
    format_division_heading,
    format_entrant,
    format_ranking_value,
    format_season_name,
)
from bot.ui.screens.leagues.season_review import describe_review, draw_season_review
from bot.ui.screens.parts import GOLD, GREY
from bot.ui.screens.screen import Block, Button, Screen, build_button_rows

MAX_MEDALLISTS = 12
"""Maximum number of names on the podium of a season without divisions."""
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def render_podium(known: KnownSeason, game: AnyGame | None, address: str = "") -> Screen:
    """Return the message at the end of a season.

    Args:
        known: the season.
        game: its first game; None if this program lacks it.
        address: the URL of its page in review; empty: it has none.
    """
    blocks: list[Block] = [f"## {format_season_name(known)}: the podium\n{describe_game(known, game)}"]
    blocks += [words] if (words := describe_team_winners(known)) else []
    divisions = known.season.list_divisions()
    if known.plan.format == "groups" and has_knockout(known.season):
        divisions = [KNOCKOUT]
    most = MAX_MEDALLISTS if len(divisions) == 1 else len(MEDALS) + 1
    for at in divisions[:MAX_DIVISIONS]:
        rows = compute_standings(known.season, at)
        first = [row for row in rows if row.place in MEDALS and row.can_win and not row.missing]
        level = explain_tie_breaks(rows)
        stand = [
            f"{MEDALS[row.place]} {format_entrant(known, row.number)} · {format_ranking_value(row)}"
            f"{f' · {level[row.number]}' if row.number in level else ''}"
            for row in first[:most]
        ] or ["Nobody has finished a game yet."]
        if len(first) > most:  # several share these places
            stand.append(f"… and {len(first) - most} more")
        head = [format_division_heading(known.season, at)] if known.plan.has_divisions() else []
        blocks.append("\n".join([*head, *stand, *describe_moves(known, known.season, at, rows)]))
    review = review_season(known.season)
    blocks += [each for each in [draw_season_review(known, known.season, review, format_season_name(known))] if each]
    lines = describe_review(known, review, lambda number: build_words(format_entrant(known, number)))
    blocks += [lines] * bool(lines)
    until = " Until the next draw, they also change who goes up and down." * (not known.season.settled)
    blocks.append(
        f"Thank you all! {describe_ended_season(known)} Later corrections show here and in the standings above."
        + until * (known.plan.format == "division")
    )
    if known.league.opens_after is not None and not wording.is_ladder(known.plan):
        blocks.append(describe_next_season(known).strip())
    page = [Button(address, "The season in review", "link")] * bool(address)
    blocks += build_button_rows(*page, Button(f"lg-hall:{known.row.season_id}", "Hall of fame"))
    return Screen(tuple(blocks), colour=GOLD)


def render_former_podium(known: KnownSeason) -> Screen:
    """Return the message in place of a podium whose season's end was taken back."""
    heading = f"## {format_season_name(known)}: the podium"
    return Screen(
        (f"{heading}\nThe end was taken back, so this podium counts no more. **/league log** says why.",), colour=GREY
    )
