"""Who gets a role on Discord from a league: its champions, and the players of each division and team."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, TypeAlias, get_args

from bot.leagues.scoring import EntrantNumber
from bot.leagues.season import Season
from bot.leagues.season_review import review_season

RoleKind: TypeAlias = Literal["champions", "divisions", "teams"]
ROLE_KINDS: tuple[RoleKind, ...] = get_args(RoleKind)
MAX_ROLES = 40
"""Maximum number of roles of one league; Discord allows 250 in a server."""
CHAMPION = "champion"


def list_champion_role(season: Season, kinds: Collection[str]) -> Mapping[str, Collection[EntrantNumber]]:
    """Return the champions of a league's last ended season, who keep their role until the next one ends."""
    if "champions" not in kinds:
        return {}
    review = review_season(season)
    members = [number for team in review.teams.values() for number in team]
    return {CHAMPION: members or review.champions}


def list_season_roles(season: Season, kinds: Collection[str]) -> Mapping[str, Collection[EntrantNumber]]:
    """Return the players of each division and team of a league's newest drawn season; who left has no role."""
    found: dict[str, list[EntrantNumber]] = {}
    if "divisions" in kinds and season.get_rules().format == "division":
        for division in season.list_divisions():
            found[f"division {division}"] = [one.number for one in season.list_entrants(division)]
    if "teams" in kinds:
        found |= {f"team {team}": [*members] for team, members in season.teams.items()}
    return {
        role: [number for number in numbers if season.entrants[number].status == "plays"]
        for role, numbers in list(found.items())[:MAX_ROLES]
    }
