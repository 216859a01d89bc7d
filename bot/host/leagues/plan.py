"""Plan: what a season is to be played by, as its organiser settles it before anybody signs up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import Field, ValidationError

from bot.engine.game import AnyGame, at_another_pace, begins_with, ranks_single_players
from bot.engine.records import Card
from bot.host.errors import Refusal
from bot.host.table.deadlines import TableSettings
from bot.leagues.rules import MOST_GAMES, MOST_IN_TEAM, MOST_SEATS, ONLY_WINNING, Format, FurtherGame, LastDay, Rules

LONGEST_NAME = 40
IN_NAMES = " -'&!"
WEEKS = (1, 2, 3, 4, 6, 8, 10, 12, 16, 26)
"""How long a season, or one of its rounds, may be played."""
USUAL_WEEKS = 8
MOST_ROUNDS = 9
MOST_WEEKS = max(WEEKS)
USUAL = TableSettings(undo="own moves", talk="only in the channel")
"""What a league's tables agree on where its organiser says nothing else; undoing moves together could be a deal."""


class PlannedGame(Card):
    """One of the games that a season plays."""

    title: str
    """The game's key."""
    seats: int = Field(ge=2, le=MOST_SEATS)
    options: dict[str, Any] = {}


class Plan(Card):
    """What a season is to be played by."""

    title: str
    """The game's key."""
    seats: int = Field(ge=2, le=MOST_SEATS)
    options: dict[str, Any] = {}
    further: tuple[PlannedGame, ...] = Field(default=(), max_length=MOST_GAMES - 1)
    """What else is played, in its order; see `bot.leagues.games`."""
    by_division: bool = False
    """Of divisions, and of several games: whether these change from division to division, not from table to table."""
    pact: TableSettings = USUAL
    only_winning: bool = False
    """Whether a second place is worth nothing."""
    format: Format = "division"
    rounds: int = Field(default=1, ge=1, le=MOST_ROUNDS)
    """Of Swiss: how many are played."""
    seeded: bool = False
    """Of divisions: whether newcomers begin where their ratings say."""
    team: int = Field(default=0, ge=0, le=MOST_IN_TEAM)
    """Of Swiss: how many play for one team; 0: everybody plays for themselves."""
    puts_together: bool = False
    """Whether the first draw makes teams of those who are in none."""
    go_on: int = Field(default=1, ge=1, le=2)
    """Of a cup: how many of each table play the next round."""
    weeks: int | None = Field(default=None, ge=1, le=MOST_WEEKS)
    """After how many weeks of play the season, or each of its rounds, ends by itself; None: when all is decided."""
    open_tables: LastDay = "void"
    """What becomes of tables that are still being played then."""

    @property
    def games(self) -> tuple[PlannedGame, ...]:
        """All that is played, the first one at 0."""
        return (PlannedGame(title=self.title, seats=self.seats, options=self.options), *self.further)

    def with_games(self, games: Sequence[PlannedGame]) -> Plan:
        """Return a plan by which these are played, one at least."""
        first, *further = games
        update = {"title": first.title, "seats": first.seats, "options": first.options, "further": tuple(further)}
        return self.model_copy(update={**update, "go_on": min(self.go_on, first.seats - 1)})

    @classmethod
    def read(cls, stored: str) -> Plan:
        """Return a plan as it was stored."""
        return cls.model_validate_json(stored)


def first_plan(game: AnyGame, seats: int, *, only_winning: bool) -> Plan:
    """Return what a season is played by where its organiser says nothing else."""
    return Plan(
        title=game.key,
        seats=seats,
        options=usual_options(game),
        only_winning=only_winning,
        weeks=USUAL_WEEKS,
        open_tables="as it stands",
    )


def usual_options(game: AnyGame, pact: TableSettings = USUAL) -> dict[str, Any]:
    """Return the options that tables of a season begin with, where they are not the usual ones of the game."""
    return begins_with(game.options, pact.hours_allowed).model_dump(exclude_defaults=True)


def rules_of(plan: Plan) -> Rules:
    """Return what the season's standings follow from."""
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
    )
    return rules.model_copy(update={"ladders": ONLY_WINNING}) if plan.only_winning else rules


def name_of_league(typed: str) -> str:
    """Return what a league is called.

    Raises:
        Refusal: it cannot stand in everybody's messages.
    """
    word = " ".join(typed.split())
    if not (word and len(word) <= LONGEST_NAME and all(sign.isalnum() or sign in IN_NAMES for sign in word)):
        raise Refusal(
            f"Please choose a name of 1 to {LONGEST_NAME} letters and digits; spaces, hyphens, apostrophes, & and ! "
            "are fine, too."
        )
    return word


def with_value(plan: Plan, here: Mapping[str, AnyGame], name: str, value: Any) -> Plan:
    """Return a plan with another value for one of its first game's options, or of what all its tables agree on.

    Args:
        plan: as it is.
        here: the games on offer, the first one of the plan among them.
        name: of the option.
        value: that it is to have.

    Raises:
        Refusal: it does not go together with the others, or makes teams.
    """
    try:
        if name in TableSettings.model_fields:
            return _with_pact(plan, here, TableSettings.model_validate({**plan.pact.model_dump(), name: value}))
        options = here[plan.title].options.model_validate({**plan.options, name: value})
    except ValidationError as wrong:
        said = [str(error.get("ctx", {}).get("error") or error["msg"]) for error in wrong.errors()]
        raise Refusal(" ".join(said)) from None
    field = type(options).model_fields[name]
    if not ranks_single_players(field) and getattr(options, name) != field.get_default():
        raise Refusal("In a league everybody plays for themselves, so its tables have no teams.")
    return plan.model_copy(update={"options": options.model_dump()})


def _with_pact(plan: Plan, here: Mapping[str, AnyGame], pact: TableSettings) -> Plan:
    """Return a plan whose tables agree on something else; each of its games begins with what suits that pace."""
    if pact.hints:
        raise Refusal("In a league everybody thinks for themselves, so its tables have no hints.")
    if pact.bots != "at once":
        raise Refusal("In a league nobody waits for bots, so they answer at once.")
    before, after = plan.pact.hours_allowed, pact.hours_allowed
    games = [_at_another_pace(game, here.get(game.title), before, after) for game in plan.games]
    return plan.with_games(games).model_copy(update={"pact": pact})


def _at_another_pace(
    planned: PlannedGame, game: AnyGame | None, before: float | None, after: float | None
) -> PlannedGame:
    if game is None:  # it is not on offer any more, which whoever opens sign-up is told
        return planned
    options = game.options.model_validate(planned.options)
    changed = at_another_pace(options, before, after)
    return planned if changed == options else planned.model_copy(update={"options": changed.model_dump()})
