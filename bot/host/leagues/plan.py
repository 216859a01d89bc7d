"""A season's plan, which its organiser edits before sign-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import Field, ValidationError

from bot.engine.game import AnyGame
from bot.engine.options import build_default_options, change_pace, has_no_teams
from bot.engine.records import Card
from bot.host.errors import Refusal
from bot.host.leagues.season_dates import SeasonDates
from bot.host.table.deadlines import TableSettings
from bot.leagues.rules import (
    MAX_DIVISION,
    MAX_GAMES,
    MAX_SEATS,
    MAX_TEAM_SIZE,
    MAX_THROUGH,
    WINNER_POINTS,
    EntryConditions,
    Format,
    FurtherGame,
    LastDay,
    Rules,
)

MAX_NAME_CHARS = 40
NAME_PUNCTUATION = " -'&!"
WEEKS = (1, 2, 3, 4, 6, 8, 10, 12, 16, 26)
"""Choices for the duration of a season or round, in weeks."""
DEFAULT_WEEKS = 8
MAX_ROUNDS = 9
MAX_WEEKS = max(WEEKS)
DEFAULT_SETTINGS = TableSettings(undo="own moves", talk="only in the channel", plans=True)
"""Default settings of a league's tables; undo by consent could be part of a deal, so it is off."""


class PlannedGame(Card):
    """A game of a season's plan."""

    title: str
    """Key of the game."""
    seats: int = Field(ge=2, le=MAX_SEATS)
    options: dict[str, Any] = {}


class Plan(Card):
    """Settings of a season."""

    title: str
    """Key of the game."""
    seats: int = Field(ge=2, le=MAX_SEATS)
    options: dict[str, Any] = {}
    further: tuple[PlannedGame, ...] = Field(default=(), max_length=MAX_GAMES - 1)
    """Further games, in order; see `bot.leagues.games`."""
    by_division: bool = False
    """True if divisions with several games change the game by division instead of by table."""
    pact: TableSettings = DEFAULT_SETTINGS
    only_winning: bool = False
    """Whether a second place is worth nothing."""
    format: Format = "division"
    rounds: int = Field(default=1, ge=1, le=MAX_ROUNDS)
    """In Swiss: number of rounds."""
    seeded: bool = False
    """True if ratings determine the division of newcomers."""
    team: int = Field(default=0, ge=0, le=MAX_TEAM_SIZE)
    """In Swiss: members of a team; 0: no teams."""
    puts_together: bool = False
    """Whether the first draw forms teams of entrants without one."""
    go_on: int = Field(default=1, ge=1, le=2)
    """In a cup: number of players per table who advance."""
    through: int = Field(default=2, ge=1, le=MAX_THROUGH)
    """In groups: number of players per group who go on."""
    per_division: int | None = Field(default=None, ge=2, le=MAX_DIVISION)
    """Preferred size of a division or group; None: what suits the game."""
    weeks: int | None = Field(default=None, ge=1, le=MAX_WEEKS)
    """Weeks of play after which the season or each round ends automatically; None: when all is decided."""
    open_tables: LastDay = "void"
    """Treatment of tables still running then."""
    entry: EntryConditions = EntryConditions()
    """Who may sign up."""
    dates: SeasonDates | None = None
    """When it opens, is drawn and begins by itself; None: a steward does each."""

    def has_divisions(self) -> bool:
        """Whether people play in divisions or groups, whose size can be chosen."""
        return self.format in {"division", "groups"}

    @property
    def games(self) -> tuple[PlannedGame, ...]:
        """All games of the season, the first at index 0."""
        return (PlannedGame(title=self.title, seats=self.seats, options=self.options), *self.further)

    def with_games(self, games: Sequence[PlannedGame]) -> Plan:
        """Return a plan with these games, at least one."""
        first, *further = games
        size = None if self.per_division is None else max(self.per_division, first.seats)
        update = {"title": first.title, "seats": first.seats, "options": first.options, "further": tuple(further)}
        return self.model_copy(update={**update, "go_on": min(self.go_on, first.seats - 1), "per_division": size})

    @classmethod
    def read(cls, stored: str) -> Plan:
        """Parse a stored plan."""
        return cls.model_validate_json(stored)


def build_default_plan(game: AnyGame, seats: int, *, only_winning: bool) -> Plan:
    """Return the default plan."""
    return Plan(
        title=game.key,
        seats=seats,
        options=build_initial_options(game),
        only_winning=only_winning,
        weeks=DEFAULT_WEEKS,
        open_tables="as it stands",
    )


def build_initial_options(game: AnyGame, settings: TableSettings = DEFAULT_SETTINGS) -> dict[str, Any]:
    """Return the initial options of a season's tables where they differ from the game's defaults."""
    return build_default_options(game.options, settings.hours_allowed).model_dump(exclude_defaults=True)


def build_rules(plan: Plan) -> Rules:
    """Return the rules for the season's standings."""
    rules = Rules(
        format=plan.format,
        title=plan.title,
        seats=plan.seats,
        further=tuple(FurtherGame(title=game.title, seats=game.seats) for game in plan.further),
        by_division=plan.by_division,
        team=plan.team,
        puts_together=plan.puts_together,
        last_day=plan.open_tables,
        rounds=plan.rounds,
        seeded=plan.seeded,
        go_on=min(plan.go_on, plan.seats - 1),
        entry=plan.entry,
        through=plan.through,
        per_division=plan.per_division if plan.has_divisions() else None,
    )
    return rules.model_copy(update={"ladders": WINNER_POINTS}) if plan.only_winning else rules


def validate_league_name(typed: str) -> str:
    """Return a validated league name.

    Raises:
        Refusal: the name is unsuitable for public messages.
    """
    word = " ".join(typed.split())
    if not (word and len(word) <= MAX_NAME_CHARS and all(sign.isalnum() or sign in NAME_PUNCTUATION for sign in word)):
        raise Refusal(
            f"Please choose a name of 1 to {MAX_NAME_CHARS} letters and digits; spaces, hyphens, apostrophes, & and ! "
            "are fine, too."
        )
    return word


def with_value(plan: Plan, here: Mapping[str, AnyGame], name: str, value: Any) -> Plan:
    """Return a plan with another value for an option of its first game, or for a table setting; see `with_values`."""
    return with_values(plan, here, {name: value})


def with_values(plan: Plan, here: Mapping[str, AnyGame], values: Mapping[str, Any]) -> Plan:
    """Return a plan with other values for options of its first game, or for table settings.

    Args:
        plan: current plan.
        here: available games, including the plan's first one.
        values: new values by name, all of them of options or all of settings.

    Raises:
        Refusal: the values conflict with the others, or make teams.
    """
    try:
        if values.keys() <= TableSettings.model_fields.keys():
            return _with_settings(plan, here, TableSettings.model_validate({**plan.pact.model_dump(), **values}))
        options = here[plan.title].options.model_validate({**plan.options, **values})
    except ValidationError as wrong:
        said = [str(error.get("ctx", {}).get("error") or error["msg"]) for error in wrong.errors()]
        raise Refusal(" ".join(said)) from None
    fields = type(options).model_fields
    if any(not has_no_teams(fields[name]) and getattr(options, name) != fields[name].get_default() for name in values):
        raise Refusal("In a league everybody plays for themselves, so its tables have no teams.")
    return plan.model_copy(update={"options": options.model_dump()})


def _with_settings(plan: Plan, here: Mapping[str, AnyGame], settings: TableSettings) -> Plan:
    """Return a plan with other table settings; each game's initial options adapt to the new pace."""
    if settings.hints:
        raise Refusal("In a league everybody thinks for themselves, so its tables have no hints.")
    if settings.unrevealed:
        raise Refusal("In a league the results are public, so its tables name their players when their game is over.")
    if settings.bots != "at once":
        raise Refusal("In a league nobody waits for bots, so they answer at once.")
    before, after = plan.pact.hours_allowed, settings.hours_allowed
    games = [_adapt_pace(game, here.get(game.title), before, after) for game in plan.games]
    return plan.with_games(games).model_copy(update={"pact": settings})


def _adapt_pace(planned: PlannedGame, game: AnyGame | None, before: float | None, after: float | None) -> PlannedGame:
    if game is None:  # no longer available; opening sign-up reports this
        return planned
    options = game.options.model_validate(planned.options)
    changed = change_pace(options, before, after)
    return planned if changed == options else planned.model_copy(update={"options": changed.model_dump()})
