"""Rules of a season, fixed before sign-up."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

from pydantic import Field, model_validator

from bot.engine.records import Card

Ranking: TypeAlias = Literal["division", "swiss", "cup", "ladder"]
"""Ways to rank the entrants of one standing."""
Format: TypeAlias = Ranking | Literal["groups"]
LastDay: TypeAlias = Literal["as it stands", "plays on", "void"]
Dropouts: TypeAlias = Literal["half", "stand"]

PLACE_POINTS: dict[int, tuple[int, ...]] = {
    2: (10, 4),
    3: (10, 5, 2),
    4: (10, 6, 3, 1),
    5: (10, 7, 4, 2, 1),
    6: (10, 7, 5, 3, 2, 1),
}
"""Points by place, by number of entrants at the table."""
WINNER_POINTS: dict[int, tuple[int, ...]] = {people: (10, *[0] * (people - 1)) for people in PLACE_POINTS}
"""Points for games in which a second place is worth nothing."""
SIXTIETHS = 60
"""Parts of a point; places shared by up to six divide it without remainder."""
MAX_SEATS = max(PLACE_POINTS)
EDITION = 8
"""Edition of the rules for drawing and counting; a season keeps its own, so its standings stay stable.

Edition 1: promoted entrants could be drawn before those who stayed above, and a season's end settled promotion
immediately. A bot's result counted for the owner of the seat. Editions 1 and 2: a player who left was rated last
without a card, each missed table was a card, and absence earned the points of the last place. A cup continued while its
tables let more than one through, and ratings could not affect a draw. Editions 1 to 3: the first to press took an empty
seat, a season had one game, no teams, and there were no ladders. Editions 1 to 4: teams had no substitutes. Editions 1
to 5: a table that nobody played to its end counted, with everybody first; leaving and silence earned the points of the
last place; a bot's score counted for its seat; and a player who returned to an empty seat was still last. Editions 1
to 6: wishes were sealed together, not one by one; and a bye in a Swiss season was worth nothing and no table. Editions
1 to 7: nobody could skip a round, there were no groups with a knock-out, and sizes of divisions could not be chosen.
Ladders for three and more rated every game of a pair, and two players alone could have places.
"""
MIN_OPPONENTS = 3
"""Fewest opponents that a place of a ladder needs in a period."""
GROUPS_EDITION = 8
"""The first edition with groups and a knock-out, and with chosen sizes of divisions."""
MAX_DIVISION = 16
"""Largest size of divisions that can be chosen."""
MAX_THROUGH = 4
"""Most entrants of each group who go on."""
SEVERAL_GAMES_EDITION = 4
"""The first edition in which a season can play several games."""
MAX_TEAM_SIZE = 4
ROUNDS_PER_SKIP = 3
"""Rounds of a Swiss season for each one that an entrant may skip, at least one."""
MAX_GAMES = 9
"""Largest number of games in one season."""


def is_silence_absence_in(edition: int) -> bool:
    """Whether an edition treats a seat that a bot held at the end as if its owner had not played."""
    return edition > 1


def does_return_count_in(edition: int) -> bool:
    """Whether an edition counts a player who took their empty seat again and stayed to the end."""
    return edition > 5


class FurtherGame(Card):
    """A game of a season in addition to the first."""

    title: str
    """Key of the game."""
    seats: int = Field(ge=2, le=MAX_SEATS)


class EntryConditions(Card):
    """Who may sign up for a season; those who play on from the season before have met the conditions."""

    games: int = Field(default=0, ge=0)
    """Finished games in the server that a player needs."""
    least_rating: int | None = None
    most_rating: int | None = None
    role_id: str | None = None
    """A role of the server that a player needs; text, because Discord's ids are larger than any number in a file."""
    by_code: bool = False
    """Whether a player needs an invite code."""
    by_approval: bool = False
    """Whether a steward approves each sign-up."""


class Rules(Card):
    """Rules of a season."""

    edition: int = Field(default=EDITION, ge=1, le=EDITION)
    format: Format = "division"
    title: str
    """Key of the game, e.g. "goodwill"."""
    seats: int = Field(ge=2, le=MAX_SEATS)
    further: tuple[FurtherGame, ...] = Field(default=(), max_length=MAX_GAMES - 1)
    """Further games, in order; see `bot.leagues.games`."""
    by_division: bool = False
    """True if divisions with several games change the game by division instead of by table."""
    seeded: bool = False
    """Whether ratings determine the first division of newcomers; in a first season, of everybody."""
    ladders: dict[int, tuple[int, ...]] = PLACE_POINTS
    last_day: LastDay = "as it stands"
    """Treatment of tables still open when the season ends."""
    dropouts: Dropouts | None = None
    """Treatment of the results of early withdrawals; None: the format's default."""
    rounds: int = Field(default=1, ge=1, le=20)
    """Number of draws: 1 for divisions, as agreed for Swiss; for a cup it depends on the entrants."""
    go_on: int = Field(default=1, ge=1, le=MAX_SEATS - 1)
    """In a cup: players per table who advance."""
    through: int = Field(default=2, ge=1, le=MAX_THROUGH)
    """In groups: the best of each group who go on to the knock-out; see `bot.leagues.groups`."""
    per_division: int | None = Field(default=None, ge=2, le=MAX_DIVISION)
    """Preferred size of a division or group; None: what suits the game."""
    team: int = Field(default=0, ge=0, le=MAX_TEAM_SIZE)
    """In Swiss: members of a team; 0: no teams. See `bot.leagues.teams`."""
    puts_together: bool = False
    """Whether the first draw forms teams of entrants without one."""
    moving: int | None = Field(default=None, ge=0)
    """How many are promoted and relegated between two divisions; None: a sixth of the division, rounded up."""
    floor: int = Field(default=5, ge=1, le=50)
    """In a ladder: rated games needed for a place."""
    cards: int = Field(default=2, ge=1)
    """Number of cards after which an entrant gets no further table this season."""
    entry: EntryConditions = EntryConditions()
    """Who may sign up."""

    @model_validator(mode="after")
    def _validate_combination(self) -> Rules:
        if set(self.ladders) != set(PLACE_POINTS):
            raise ValueError("A ladder is needed for each number of people, from 2 to 6.")
        for people, ladder in self.ladders.items():
            if len(ladder) != people or list(ladder) != sorted(ladder, reverse=True) or ladder[-1] < 0:
                raise ValueError(f"The points for {people} people must be {people} numbers, none above the one before.")
        self._validate_format()
        if self.go_on >= self.seats:
            raise ValueError(f"At a table for {self.seats}, at most {self.seats - 1} can go on.")
        if self.further:
            self._validate_games()
        if self.team == 1 or (self.team and (self.format != "swiss" or self.edition < SEVERAL_GAMES_EDITION)):
            raise ValueError("Teams have two to four people, and play rounds of Swiss, in newer seasons alone.")
        return self

    def _validate_format(self) -> None:
        if self.seeded and (self.edition < 3 or self.format != "division"):
            raise ValueError("Ratings have a part in the divisions of newer seasons alone.")
        if self.format == "ladder" and self.further:
            raise ValueError("A ladder plays one game, for its places go by the rating in it.")
        if self.format == "ladder" and (self.edition < 4 or self.last_day != "plays on"):
            raise ValueError("A ladder's tables play on when its period ends, by the rules of newer seasons.")
        if self.edition < GROUPS_EDITION and (self.format == "groups" or self.per_division is not None):
            raise ValueError("Groups with a knock-out, and chosen sizes of divisions, belong to newer seasons.")
        if self.per_division is not None and self.per_division < self.seats:
            raise ValueError("A division has at least as many people as a table has seats.")

    def _validate_games(self) -> None:
        if self.edition < SEVERAL_GAMES_EDITION:
            raise ValueError("Seasons of older editions play one game.")
        if self.seeded:
            raise ValueError("Ratings are one for each game, so they cannot say where somebody begins among several.")
        if self.format != "swiss" and any(game.seats != self.seats for game in self.further):
            raise ValueError("Only rounds of Swiss can have tables of different sizes.")

    def has_divisions(self) -> bool:
        """Whether people play in divisions or groups, whose games all run at once."""
        return self.format in {"division", "groups"}

    def can_pair_by_hand(self) -> bool:
        """Whether stewards can keep pairs apart and ask for tables; the tables of a ladder open at any time."""
        return self.edition > 7 and self.format != "ladder"

    @property
    def games(self) -> tuple[FurtherGame, ...]:
        """All games of the season, the first at index 0."""
        return (FurtherGame(title=self.title, seats=self.seats), *self.further)

    @property
    def most_seats(self) -> int:
        """Seats at its largest tables."""
        return max(game.seats for game in self.games)

    def can_compare_scores(self) -> bool:
        """Whether all entrants of one standing played the same games, so that scores are comparable."""
        return not self.further or self.format not in {"division", "groups"} or self.by_division

    def should_seal_each_wish(self) -> bool:
        """Whether a draw seals each entrant's own wish to be kept apart, or that they have none."""
        return self.edition > 6 and self.format in {"division", "swiss", "groups"}

    def must_derive_divisions(self) -> bool:
        """Whether a proof derives the sizes of divisions, and needs the logs from which people bring anything."""
        return self.edition > 6

    def is_drawn_in_rounds(self) -> bool:
        """Whether everybody plays at the same time, and the next round is drawn afterwards."""
        return self.format in {"swiss", "cup", "groups"}

    def should_strike_early_dropouts(self) -> bool:
        """Whether an entrant who withdraws before finishing half their tables comes last at those, too."""
        return (self.dropouts or ("half" if self.format in {"division", "groups"} else "stand")) == "half"

    def is_silence_absence(self) -> bool:
        """Whether a seat that a bot held at the end counts as if its owner had not played."""
        return is_silence_absence_in(self.edition)

    def is_leaving_absence(self) -> bool:
        """Whether leaving a table counts like silence there: last place, a card, and no rating.

        At two-player tables leaving spoils nobody else's game, and resigning a lost game is as usual as in chess. It is
        rated as a loss without a card.
        """
        return self.edition > 2 and self.seats > 2

    def is_card_per_absence(self) -> bool:
        """Whether missing several tables of a draw by one absence gives a single card."""
        return self.edition > 2

    def has_round_limit(self) -> bool:
        """Whether a cup ends after a number of rounds known at its first draw."""
        return self.edition > 2

    def is_absence_worthless(self) -> bool:
        """Whether an absent entrant gets no points, not even those of the last place."""
        return self.edition > 2

    def should_count_only_finishers(self) -> bool:
        """Whether a table counts only for entrants who played it to its end, and for nothing where nobody did."""
        return does_return_count_in(self.edition)

    def should_offer_seats(self) -> bool:
        """Whether empty seats of running tables are offered to waiting entrants before anybody may take them."""
        return self.edition > 3

    def get_substitute_limit(self) -> int:
        """Return the largest number of substitutes of a team; 0: teams have none."""
        if not self.team or self.edition < 5:
            return 0
        return 2 if self.team == MAX_TEAM_SIZE else 1

    def may_skip_rounds(self) -> bool:
        """Whether entrants of the edition can skip rounds."""
        return self.edition > 7

    def get_skip_limit(self) -> int:
        """Return how many rounds an entrant may skip: a third of a Swiss season; 0 where nobody skips any."""
        if not self.may_skip_rounds() or self.format != "swiss":
            return 0
        return max(1, self.rounds // ROUNDS_PER_SKIP)

    def should_limit_repeated_pairs(self) -> bool:
        """Whether only some games of a pair are rated, so that nobody gains by accounts of their own."""
        return self.format == "ladder" and (self.seats == 2 or self.edition > 7)

    def get_opponents_for_place(self) -> int:
        """Return how many others a ladder's player must have met in a period: more than those of one table."""
        return max(self.seats, MIN_OPPONENTS) if self.format == "ladder" and self.edition > 7 else 0

    def should_record_ratings(self) -> bool:
        """Whether a draw records ratings: for seeding newcomers, or for the byes of a cup's first round."""
        return self.seeded or self.should_rate_everybody()

    def should_rate_everybody(self) -> bool:
        """Whether returning entrants are rated, too: a cup's byes ignore earlier places."""
        return self.format == "cup" and self.seats == 2 and self.edition > 2

    def should_use_ratings(self) -> bool:
        """Whether the ratings recorded in a draw affect it; in older editions they always do."""
        return self.should_record_ratings() or self.edition < 3

    def get_bye_points(self, game: int) -> int | None:
        """Return what a bye in a Swiss round is worth, in sixtieths; None if it is no table and worth nothing.

        It is worth as much as a drawn game of that round, and counts as a table. So a bye costs neither a player nor a
        team anything on average.

        Args:
            game: index of the round's game.
        """
        if self.edition < 7 or self.format != "swiss":
            return None
        seats = self.games[game].seats
        return self.get_shares(seats)[0][seats - 1]

    def get_shares(self, people: int) -> tuple[tuple[int, ...], ...]:
        """Return the points in sixtieths for shared places, at a table with this many people.

        Args:
            people: number of entrants at the table.

        Returns:
            Points by place (first at 0) and by number of people who share it (one at 0).
        """
        return compute_shares(self.ladders[people])


@cache
def compute_shares(ladder: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the same as `Rules.compute_shares`, for a tuple of points."""
    return tuple(
        tuple(sum(ladder[at : at + sharing]) * SIXTIETHS // sharing for sharing in range(1, len(ladder) - at + 1))
        for at in range(len(ladder))
    )
