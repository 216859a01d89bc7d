"""Choose the next draw by a season's format, and list the results of a round."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.leagues import cup, groups, swiss, teams
from bot.leagues.draw import Pair, ProposedDraw, Wished, collect_tickets, draw_divisions
from bot.leagues.log_entries import Brought
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import KNOCKOUT, Season
from bot.leagues.season_records import LeagueTable, Round


def draw_next(
    season: Season,
    seed: str,
    *,
    brought: Mapping[EntrantNumber, Brought] | None = None,
    apart: Collection[Pair] = (),
    salt: str = "",
    wished: Wished | None = None,
) -> ProposedDraw:
    """Return the next draw: divisions for entrants without one, or a round.

    Args:
        season: current season.
        seed: of this draw.
        brought: results and ratings carried over from earlier seasons.
        apart: pairs who do not want to meet; cups and knock-outs ignore them.
        salt: of the digest of these wishes.
        wished: who wished it; see `seal_wishes`.

    Raises:
        ValueError: nothing can be drawn now; the text says why.
    """
    match season.get_rules().format:
        case "division":
            return draw_divisions(season, seed, brought=brought, apart=apart, salt=salt, wished=wished)
        case "swiss":
            return swiss.draw_round(season, seed, apart=apart, salt=salt, wished=wished)
        case "groups" if not season.rounds:
            return draw_divisions(season, seed, apart=apart, salt=salt, wished=wished)
        case "cup" | "groups":
            return cup.draw_round(season, seed, brought if season.get_rules().format == "cup" else None)
        case "ladder":
            raise ValueError("The tables of a ladder open by themselves, whenever enough people want a game.")


def has_next_round(season: Season) -> bool:
    """Whether all tables are decided and another round follows automatically."""
    rules = season.get_rules()
    if not season.rounds or any(table.is_open for table in season.tables.values()):
        return False
    match rules.format:
        case "division" | "ladder":
            return False
        case "swiss":
            return season.rounds[-1].number < rules.rounds and _can_play(season)
        case "cup" | "groups":
            return not cup.is_over(season) and len(cup.list_advancing(season)) > 1


def count_undrawn_rounds(season: Season) -> int:
    """Return the number of agreed rounds not yet drawn; for a cup, 1 until its final table is drawn."""
    match season.get_rules().format:
        case "swiss":
            return season.get_rules().rounds - max((drawn.number for drawn in season.rounds), default=0)
        case "cup" | "groups":
            return 0 if season.rounds and (cup.is_in_final(season) or cup.is_over(season)) else 1
        case "division" | "ladder":
            return 0


def _can_play(season: Season) -> bool:
    """Whether two people are left who can sit at a table of a Swiss season, if nobody skips the round."""
    there = [*collect_tickets(season)]
    return len(there) - len(teams.list_without_game(there, season.team_of)) > 1


def format_heading(season: Season, division: int) -> str:
    """Return the heading of standings: a division, or the newest round where there are none."""
    rules, rounds = season.get_rules(), season.rounds
    newest = rounds[-1].number if rounds else 0
    match rules.format:
        case "division":
            return f"division {division}"
        case "swiss":
            return f"round {newest} of {rules.rounds}"
        case "cup":
            return f"round {newest}"
        case "groups":
            return "the knock-out" if division == KNOCKOUT else groups.format_group(division)
        case "ladder":
            return "the ladder"


def format_title(season: Season, division: int) -> str:
    """Return the heading of standings with a capital letter at its beginning."""
    heading = format_heading(season, division)
    return f"{heading[0].upper()}{heading[1:]}"


def describe_part(season: Season, table: LeagueTable) -> str:
    """Return the part of a season a table belongs to: a division, or a round where there are none."""
    match season.get_rules().format:
        case "division":
            return f"division {table.division}"
        case "groups" if table.division != KNOCKOUT:
            return groups.format_group(table.division)
        case "ladder":
            return "ladder"
        case _:
            return f"round {table.round}"


def list_tables(season: Season, drawn: Round) -> list[LeagueTable]:
    """Return the tables of a round."""
    return [table for table in season.tables.values() if table.round == drawn.number]


def sort_by_place(season: Season, table: LeagueTable) -> list[tuple[EntrantNumber, int | None]]:
    """Return the entrants of a table with their places, the winner first; None if undecided."""
    places = season.compute_places(table) if table.counts else {}
    return sorted(
        ((number, places.get(number)) for number in table.seats),
        key=lambda one: (one[1] or 0, table.seats.index(one[0])),
    )
