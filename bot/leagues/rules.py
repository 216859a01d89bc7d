"""What a season is played by, fixed before anybody signs up."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

from pydantic import Field, model_validator

from bot.engine.records import Card

Format: TypeAlias = Literal["division", "swiss", "cup", "ladder"]
LastDay: TypeAlias = Literal["as it stands", "plays on", "void"]
Dropouts: TypeAlias = Literal["half", "stand"]

LADDERS: dict[int, tuple[int, ...]] = {
    2: (10, 4),
    3: (10, 5, 2),
    4: (10, 6, 3, 1),
    5: (10, 7, 4, 2, 1),
    6: (10, 7, 5, 3, 2, 1),
}
"""Points by place, by how many of the season's entrants sit at a table."""
ONLY_WINNING: dict[int, tuple[int, ...]] = {people: (10, *[0] * (people - 1)) for people in LADDERS}
"""Ladders for games in which a second place is worth nothing."""
SIXTIETHS = 60
"""Parts of a point: places shared by up to six divide it without a rest."""
MOST_SEATS = max(LADDERS)
EDITION = 5
"""Of how seasons are drawn and counted. A season keeps the one it was opened with, so its standing never changes by
itself. In the first, who came up could be drawn before who stayed above, a season's end settled who goes up and down,
and what a bot won counted for whoever's seat it held. In the first two, who left a table was rated as its last, without
a card, each table that somebody missed was a card, who did not come had the points of the last place, a cup went on as
long as its tables let more than one through, and nobody could choose that ratings have a part in a draw. In the first
three, the first to press took an empty chair, whoever waited for one, and a season played one game, without teams;
and there were no ladders. In the first four, teams had no substitutes."""
SEVERAL_GAMES = 4
"""The first edition in which a season can play several games."""
MOST_IN_TEAM = 4
MOST_GAMES = 9
"""How many games one season may play."""


def silence_is_absence(edition: int) -> bool:
    """Whether by an edition's rules, whose seat a bot holds when the game ends counts as if they had not played."""
    return edition > 1


class FurtherGame(Card):
    """A game that a season plays beside its first one."""

    title: str
    """The game's key."""
    seats: int = Field(ge=2, le=MOST_SEATS)


class Rules(Card):
    """What a season is played by."""

    edition: int = Field(default=EDITION, ge=1, le=EDITION)
    format: Format = "division"
    title: str
    """The game's key, e.g. "goodwill"."""
    seats: int = Field(ge=2, le=MOST_SEATS)
    further: tuple[FurtherGame, ...] = Field(default=(), max_length=MOST_GAMES - 1)
    """What else is played, in its order; see `bot.leagues.games`."""
    by_division: bool = False
    """Of divisions, and of several games: whether these change from division to division, not from table to table."""
    seeded: bool = False
    """Whether ratings say in which division newcomers begin; of a first season, everybody."""
    ladders: dict[int, tuple[int, ...]] = LADDERS
    last_day: LastDay = "as it stands"
    """What becomes of a table that is still open when the season ends."""
    dropouts: Dropouts | None = None
    """What becomes of the results of who withdraws early; None: what suits the format."""
    rounds: int = Field(default=1, ge=1, le=20)
    """How often is drawn: once for divisions; as agreed for Swiss; how often for a cup follows from how many play."""
    go_on: int = Field(default=1, ge=1, le=MOST_SEATS - 1)
    """Of a cup: how many of each table go on."""
    team: int = Field(default=0, ge=0, le=MOST_IN_TEAM)
    """Of Swiss: how many play for one team; 0: everybody plays for themselves. See `bot.leagues.teams`."""
    puts_together: bool = False
    """Whether the first draw makes teams of those who are in none."""
    moving: int | None = Field(default=None, ge=0)
    """How many go up and down between two divisions; None: a sixth of the division, rounded up."""
    floor: int = Field(default=5, ge=1, le=50)
    """Of a ladder: how many rated games it takes to have a place."""
    cards: int = Field(default=2, ge=1)
    """With so many cards nobody gets another table this season."""

    @model_validator(mode="after")
    def _fits_together(self) -> Rules:
        if set(self.ladders) != set(LADDERS):
            raise ValueError("A ladder is needed for each number of people, from 2 to 6.")
        for people, ladder in self.ladders.items():
            if len(ladder) != people or list(ladder) != sorted(ladder, reverse=True) or ladder[-1] < 0:
                raise ValueError(f"The points for {people} people must be {people} numbers, none above the one before.")
        if self.seeded and (self.edition < 3 or self.format != "division"):
            raise ValueError("Ratings have a part in the divisions of newer seasons alone.")
        if self.format == "ladder" and self.further:
            raise ValueError("A ladder plays one game, for its places go by the rating in it.")
        if self.format == "ladder" and (self.edition < 4 or self.last_day != "plays on"):
            raise ValueError("A ladder's tables play on when its period ends, by the rules of newer seasons.")
        if self.go_on >= self.seats:
            raise ValueError(f"At a table for {self.seats}, at most {self.seats - 1} can go on.")
        if self.further:
            self._games_fit()
        if self.team == 1 or (self.team and (self.format != "swiss" or self.edition < SEVERAL_GAMES)):
            raise ValueError("Teams have two to four people, and play rounds of Swiss, in newer seasons alone.")
        return self

    def _games_fit(self) -> None:
        if self.edition < SEVERAL_GAMES:
            raise ValueError("Seasons of older editions play one game.")
        if self.seeded:
            raise ValueError("Ratings are one for each game, so they cannot say where somebody begins among several.")
        if self.format != "swiss" and any(game.seats != self.seats for game in self.further):
            raise ValueError("Only rounds of Swiss can have tables of different sizes.")

    @property
    def games(self) -> tuple[FurtherGame, ...]:
        """All that is played, the first one at 0."""
        return (FurtherGame(title=self.title, seats=self.seats), *self.further)

    @property
    def most_seats(self) -> int:
        """How many sit at its largest tables."""
        return max(game.seats for game in self.games)

    def compares_scores(self) -> bool:
        """Whether all who stand in one standing have played the same games, so that their scores can be compared."""
        return not self.further or self.format != "division" or self.by_division

    def is_drawn_in_rounds(self) -> bool:
        """Whether everybody plays at once in a round, and the next one is drawn when that is over."""
        return self.format in {"swiss", "cup"}

    def strikes_early_dropouts(self) -> bool:
        """Whether who withdraws with fewer than half their tables finished counts as last at those, too."""
        return (self.dropouts or ("half" if self.format == "division" else "stand")) == "half"

    def silence_is_absence(self) -> bool:
        """Whether whose seat a bot holds when the game ends counts as if they had not played."""
        return silence_is_absence(self.edition)

    def leaving_is_absence(self) -> bool:
        """Whether who left a table counts as who was silent there: last, a card, and not rated.

        At tables for two nobody else is left whose game is spoilt, and giving up a lost one is as usual as in chess: it
        is rated as any loss, and no card.
        """
        return self.edition > 2 and self.seats > 2

    def one_absence_is_one_card(self) -> bool:
        """Whether who misses several tables of a draw by one absence gets one card for all of them."""
        return self.edition > 2

    def bounds_cups(self) -> bool:
        """Whether a cup ends after a number of rounds that is known when it is drawn, whatever happens in them."""
        return self.edition > 2

    def absence_is_worth_nothing(self) -> bool:
        """Whether who did not come to a table gets no points there, not even those of the last place."""
        return self.edition > 2

    def offers_chairs(self) -> bool:
        """Whether empty chairs of running tables are offered to those who wait for one before anybody may take them."""
        return self.edition > 3

    def substitutes(self) -> int:
        """Return how many may stand by for a team at once; 0: teams have no substitutes."""
        if not self.team or self.edition < 5:
            return 0
        return 2 if self.team == MOST_IN_TEAM else 1

    def rates_the_same_two_seldom(self) -> bool:
        """Whether not all games of the same two are rated: where people choose when they want one, and two suffice."""
        return self.format == "ladder" and self.seats == 2

    def names_ratings(self) -> bool:
        """Whether a draw names ratings: those by which newcomers are seeded, or the byes of a cup's first round go."""
        return self.seeded or self.rates_everybody()

    def rates_everybody(self) -> bool:
        """Whether those are rated, too, who bring a place from an earlier season: a cup's byes do not go by that."""
        return self.format == "cup" and self.seats == 2 and self.edition > 2

    def goes_by_ratings(self) -> bool:
        """Whether the ratings that a draw names have a part in it; in older seasons whatever they name has."""
        return self.names_ratings() or self.edition < 3

    def shares(self, people: int) -> tuple[tuple[int, ...], ...]:
        """Return the points in sixtieths that each of those gets who share a place, of a table with so many people.

        Args:
            people: how many sit there.

        Returns:
            By place (the first at 0) and by how many share it (one at 0).
        """
        return shares(self.ladders[people])


@cache
def shares(ladder: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return what `Rules.shares` does, for a ladder."""
    return tuple(
        tuple(sum(ladder[at : at + sharing]) * SIXTIETHS // sharing for sharing in range(1, len(ladder) - at + 1))
        for at in range(len(ladder))
    )
