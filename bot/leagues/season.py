"""Fold a season's log, line by line, into seats, tables and results.

Every standing is computed by this fold. A season accepts a line, or rejects it and stays unchanged. Its state depends
only on accepted lines. Reverted lines are skipped, which gives the same season as if they had never been written.

A season learns of a table in that table's transaction. Its messages are derived from the log; only the number of the
last displayed line is saved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.leagues import scoring
from bot.leagues.log_entries import (
    MAX_PENALTY_POINTS,
    Added,
    Adjudicated,
    AskedOut,
    Began,
    Cancelled,
    Carded,
    Chain,
    Closed,
    Corrected,
    DatedStep,
    Disqualified,
    Drawn,
    Ended,
    Entry,
    Extended,
    Finished,
    Halted,
    InvalidEntry,
    Joined,
    JoinedTeam,
    KeptApart,
    Left,
    LeftTeam,
    LogLine,
    Moved,
    Offered,
    Opened,
    OpenedWishes,
    Outage,
    PassedOn,
    Penalty,
    Placed,
    Postponed,
    Protested,
    PutIn,
    Replanned,
    Resulted,
    Returned,
    Reverted,
    Ruled,
    Scheduled,
    SeatedTogether,
    SeatTaken,
    Settled,
    Skips,
    StandsBy,
    Substituted,
    Unsealed,
    Voided,
    Withdrew,
)
from bot.leagues.reverts import find_reverted, must_be_revertible
from bot.leagues.rules import Ranking, Rules
from bot.leagues.scoring import EntrantNumber
from bot.leagues.season_records import Entrant, LeagueTable, Protest, Round, SeatOffer

KNOCKOUT = 1
"""The division of the knock-out in a season of groups; the groups are divisions from 2 on."""


class Season:
    """A season folded from its log. Change it only with `add`; seasons are equal when their derived state is."""

    def __init__(self, lines: Iterable[LogLine] = ()) -> None:
        self.lines: list[LogLine] = []
        self.rules: Rules | None = None
        self.digest = ""
        self.opens_wishes = False
        """Whether people were told that wishes are opened at the season's end."""
        self.wishes: dict[int, OpenedWishes] = {}
        """Opened wishes, by line number of the draw."""
        self.unsealed: Unsealed | None = None
        """In newer editions: each entrant's opened wishes; None while the season is played."""
        self.entrants: dict[EntrantNumber, Entrant] = {}
        self.tables: dict[int, LeagueTable] = {}
        self.rounds: list[Round] = []
        self.teams: dict[int, tuple[EntrantNumber, ...]] = {}
        """Members of each team in order of joining; after the first draw, only complete teams."""
        self.team_of: dict[EntrantNumber, int] = {}
        self.substitutes: dict[int, tuple[EntrantNumber, ...]] = {}
        """Substitutes of each team, who are not drawn: volunteers, and members who were replaced."""
        self.substitute_of: dict[EntrantNumber, int] = {}
        self.left_team: dict[int, int] = {}
        """Number of people who left each team or stopped standing by for it."""
        self.skipping: dict[int, set[EntrantNumber]] = {}
        """Entrants who skip a round, by its number."""
        self.kept_apart: dict[int, frozenset[EntrantNumber]] = {}
        """Pairs that stewards keep apart, by line number."""
        self.seated_together: dict[int, tuple[EntrantNumber, ...]] = {}
        """Tables that stewards ask for in the next draw, by line number."""
        self.protests: dict[int, Protest] = {}
        self.offers: dict[int, SeatOffer] = {}
        self.extended = 0
        """Extension of the last day, of the season or its newest round, in days."""
        self.continues: Chain | None = None
        """The chain of seeds that it goes on with; None: it began a new one."""
        self.dates: Scheduled | None = None
        """When it is drawn and begins by itself; None: when a steward draws it."""
        self.dated_at = 0
        """Line of these dates."""
        self.halted: set[DatedStep] = set()
        """Steps that are not taken on their dates."""
        self.postponed = 0
        """By how many days the dates were moved, because too few had signed up."""
        self.outages: list[tuple[int, int]] = []
        """Line and seconds of each time in which nobody could press."""
        self.next_divisions: dict[EntrantNumber, int] | None = None
        """Next divisions, as of the season's end or its settlement; None while it runs."""
        self.settled = False
        """Whether corrections no longer change next divisions."""
        self.cancelled = False
        """Whether sign-up was cancelled."""
        self.ignored_results: set[int] = set()
        """Lines of results ignored because their tables were already decided or void."""
        self._members: dict[int, list[EntrantNumber]] = {}
        self._at: dict[int, list[int]] = {}
        """Entrants and tables of each division."""
        wanted = list(lines)
        passed_over = find_reverted(wanted)
        for line in wanted:
            self._take(line, passed_over)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Season) and self._get_state() == other._get_state()

    __hash__ = None  # type: ignore[assignment]  # it is mutable

    def _get_state(self) -> Sequence[object]:
        return (
            self.rules,
            self.digest,
            self.wishes,
            self.unsealed,
            self.entrants,
            self.tables,
            self.rounds,
            self.teams,
            self.substitutes,
            self.skipping,
            self.kept_apart,
            self.seated_together,
            self.protests,
            self.offers,
            self.extended,
            self.continues,
            self.dates,
            self.halted,
            self.postponed,
            self.outages,
            self.next_divisions,
            self.settled,
            self.cancelled,
        )

    def add(self, line: LogLine) -> None:
        """Apply one more line.

        Raises:
            InvalidEntry: it contradicts the log; the season is then unchanged.
        """
        if isinstance(line.entry, Reverted):
            self._rebuild(line)
        else:
            self._take(line, frozenset())

    def _rebuild(self, line: LogLine) -> None:
        self.__dict__.update(add_line(self.lines, line).__dict__)

    def _take(self, line: LogLine, passed_over: frozenset[int]) -> None:
        if line.number != len(self.lines) + 1:
            raise InvalidEntry(f"Line {len(self.lines) + 1} was expected, and line {line.number} came.")
        if line.number not in passed_over:
            self._apply(line.number, line.entry)
        self.lines.append(line)

    def get_rules(self) -> Rules:
        """Return the season's rules.

        Raises:
            InvalidEntry: there are none yet.
        """
        if self.rules is None:
            raise InvalidEntry("A season begins with its rules.")
        return self.rules

    def compute_lost_seconds(self, line: int) -> int:
        """Return how long nobody could press since a line was written."""
        return sum(seconds for number, seconds in self.outages if number > line)

    def list_entrants(self, division: int) -> list[Entrant]:
        """Return the entrants of a division."""
        return [self.entrants[number] for number in self._members.get(division, ())]

    def list_tables(self, division: int) -> list[LeagueTable]:
        """Return a division's tables."""
        return [self.tables[number] for number in self._at.get(division, ())]

    def list_own_tables(self, number: EntrantNumber) -> list[LeagueTable]:
        """Return the tables in an entrant's division at which they sit; in a season of groups, those of both stages."""
        entrant = self.entrants[number]
        parts = sorted({one for one in (entrant.group, entrant.division) if one is not None}, reverse=True)
        return [table for part in parts for table in self.list_tables(part) if number in table.seats]

    def get_ranking(self, division: int) -> Ranking:
        """Return how a division is ranked: a season of groups ranks its groups and its knock-out differently."""
        kind = self.get_rules().format
        if kind == "groups":
            return "cup" if division == KNOCKOUT else "division"
        return kind

    def list_divisions(self) -> list[int]:
        """Return the numbers of the divisions, the best first; a knock-out comes before its groups."""
        return sorted(division for division, members in self._members.items() if members)

    def is_barred(self, number: EntrantNumber) -> bool:
        """Whether an entrant gets no further table this season."""
        entrant = self.entrants[number]
        return entrant.status != "plays" or entrant.cards >= self.get_rules().cards

    def find_team(self, number: EntrantNumber) -> int | None:
        """Return the team an entrant plays or stands by for; None if there is none."""
        return self.team_of.get(number, self.substitute_of.get(number))

    def find_captain(self, team: int) -> EntrantNumber | None:
        """Return a team's captain: its first member who still plays; None if nobody does."""
        return next((one for one in self.teams.get(team, ()) if not self.is_barred(one)), None)

    def list_ready_substitutes(self, team: int) -> tuple[EntrantNumber, ...]:
        """Return the available substitutes of a team."""
        return tuple(one for one in self.substitutes.get(team, ()) if not self.is_barred(one))

    def list_lineup(self, team: int) -> tuple[EntrantNumber, ...]:
        """Return a team's lineup in the first draw: substitutes fill a team that is too small."""
        members = (one for one in self.teams.get(team, ()) if not self.is_barred(one))
        return (*members, *self.list_ready_substitutes(team))[: self.get_rules().team]

    def list_standing_by(self) -> set[EntrantNumber]:
        """Return entrants who are not drawn because they stand by for a team."""
        if self.rounds:
            return {*self.substitute_of}
        return {one for team, each in self.substitutes.items() for one in {*each} - {*self.list_lineup(team)}}

    def can_be_drawn(self, numbers: Iterable[EntrantNumber]) -> bool:
        """Whether a draw of these entrants is unpredictable: one of them contributed after the commitment.

        A draw reveals its seed. Only the owner of the secret knows the seeds of later draws.
        """
        return bool(self.rounds) or any(self.entrants[number].adds for number in numbers)

    def list_ranked(self, table: LeagueTable) -> set[EntrantNumber]:
        """Return the entrants whose places at a table count: its finishers, or all where a steward sets the order.

        Struck entrants are excluded. In newer editions a table without any of these counts for nothing.
        """
        return {number for number in set(table.seats) - table.away if not self.entrants[number].struck}

    def list_worthless(self, table: LeagueTable) -> set[EntrantNumber]:
        """Return the entrants who get no points at a table. A resignation at a two-player table is a loss."""
        if table.as_written:
            return set()
        if not self.get_rules().should_count_only_finishers():
            return table.absent
        return set(table.seats) - self.list_rated(table)

    def list_rated(self, table: LeagueTable) -> set[EntrantNumber]:
        """Return the entrants whose ratings change by a table: its finishers, and those whose leaving is a loss."""
        left = set() if self.get_rules().is_leaving_absence() else table.gone - table.absent - table.held
        return table.finishers | left

    def get_scores(self, table: LeagueTable) -> Mapping[EntrantNumber, int]:
        """Return the scores at a table that count: in newer editions not those of bots on empty seats."""
        if not self.get_rules().should_count_only_finishers():
            return table.scores
        return {number: score for number, score in table.scores.items() if number in table.finishers}

    def compute_places(self, table: LeagueTable) -> dict[EntrantNumber, int]:
        """Return the effective places at a decided table."""
        return scoring.rank_leavers_last(table.places, set(table.seats) - self.list_ranked(table))

    def is_same_absence(self, entry: Carded) -> bool:
        """Whether an entrant already has a card for the absence that made them miss this table."""
        if entry.table is None or entry.same_as is None or not self.get_rules().is_card_per_absence():
            return False
        before, table = self._get_table(entry.same_as), self._get_table(entry.table)
        if self.get_rules().format == "ladder":  # a player who asks for another game has returned since
            return self._get_draw_line(table) < self._find_card_line(entry.entrant, before.number)
        return before.round == table.round

    def _get_draw_line(self, table: LeagueTable) -> int:
        return next(one.drawn_at for one in self.rounds if one.number == table.round)

    def _find_card_line(self, entrant: EntrantNumber, table: int) -> int:
        """Return the line number of an entrant's card for not coming to a table."""
        return next(
            (
                line.number
                for line in reversed(self.lines)
                if isinstance(line.entry, Carded) and (line.entry.entrant, line.entry.table) == (entrant, table)
            ),
            0,
        )

    def can_rule(self, table: int, steward: EntrantNumber | None) -> bool:
        """Whether a steward may decide about a table: not if they sit there or have helped there.

        Args:
            table: number of the table.
            steward: their entrant number in this season; None if they have none.
        """
        return steward is None or (
            steward not in self.tables[table].seats and table not in self.find_helped_tables(steward)
        )

    def find_helped_tables(self, number: EntrantNumber) -> set[int]:
        """Return the tables at which an entrant has substituted."""
        return {
            line.entry.table
            for line in self.lines
            if isinstance(line.entry, Substituted) and line.entry.entrant == number
        }

    # -- entries: each reports every error before it changes anything --------------------------------

    def _must_fit_now(self, entry: Entry) -> None:
        if isinstance(entry, Opened) != (self.rules is None):
            raise InvalidEntry("A season begins with its rules, and gets them once.")
        if self.next_divisions is not None and isinstance(
            entry, Joined | Added | Drawn | SeatTaken | Offered | Extended | Ended | StandsBy | AskedOut | PutIn | Skips
        ):
            raise InvalidEntry("This season is over.")
        if self.next_divisions is not None and isinstance(entry, KeptApart | SeatedTogether):
            raise InvalidEntry("This season is over, and nothing more is drawn.")
        if self.cancelled and isinstance(entry, Joined | JoinedTeam | StandsBy | Added | Drawn | Replanned | Placed):
            raise InvalidEntry("Its sign-up was cancelled.")

    def _apply(self, number: int, entry: Entry) -> None:
        self._must_fit_now(entry)
        match entry:
            case Opened() | Joined() | Added() | Drawn() | Ended() | Settled() | OpenedWishes() | Unsealed():
                self._apply_frame(number, entry)
            case Extended() | Outage() | Skips() | Scheduled() | Halted() | Postponed():
                self._apply_time(number, entry)
            case JoinedTeam() | LeftTeam():
                self._apply_team(entry)
            case StandsBy() | AskedOut() | PutIn():
                self._apply_substitution(entry)
            case SeatTaken() | Began() | Left() | Substituted() | Returned() | Offered() | PassedOn():
                self._apply_seating(number, entry)
            case Resulted() | Adjudicated() | Corrected() | Voided() | Closed():
                self._decide(number, entry)
            case Penalty() | Carded() | Withdrew() | Disqualified():
                self._apply_penalty(entry)
            case Protested() | Ruled() | Reverted():
                self._apply_protest(number, entry)
            case Cancelled() | Replanned() | Placed() | Moved() | KeptApart() | SeatedTogether():
                self._apply_arrangement(number, entry)

    def _apply_frame(
        self, number: int, entry: Opened | Joined | Added | Drawn | Ended | Settled | OpenedWishes | Unsealed
    ) -> None:
        match entry:
            case Opened():
                self.rules, self.digest, self.opens_wishes = entry.rules, entry.digest, entry.opens_wishes
                self.continues = entry.continues
            case Joined():
                self._join(entry)
            case Added():
                self._add(entry)
            case Drawn():
                self._draw(number, entry)
            case Ended() | Settled():
                self._end(entry)
            case OpenedWishes():
                self._open_wishes(entry)
            case Unsealed():
                self._unseal(entry)

    def _apply_time(self, number: int, entry: Extended | Outage | Skips | Scheduled | Halted | Postponed) -> None:
        match entry:
            case Extended():
                self.extended += entry.days
            case Outage():
                self.outages.append((number, entry.seconds))
            case Skips():
                self._skip(entry)
            case Scheduled():
                self.dates, self.dated_at = entry, number
            case Halted():
                self.halted.add(entry.step)
            case Postponed():
                self.postponed += entry.days

    def _join(self, entry: Joined) -> None:
        if entry.entrant != len(self.entrants) + 1:
            raise InvalidEntry(f"The next entrant has the number {len(self.entrants) + 1}, not {entry.entrant}.")
        adds = not entry.plays_on or (entry.is_fresh and self.continues is not None)
        self.entrants[entry.entrant] = Entrant(
            entry.entrant, entry.ticket, entry.cap, entry.helper, adds, strength=entry.strength
        )

    def _add(self, entry: Added) -> None:
        entrant = self._get_entrant(entry.entrant)
        if entrant.adds or entrant.status != "plays" or self.rounds:
            raise InvalidEntry(f"Entrant {entry.entrant} adds nothing more to the draw.")
        entrant.ticket, entrant.adds = entry.ticket, True

    def _apply_team(self, entry: JoinedTeam | LeftTeam) -> None:
        entrant = self._get_entrant(entry.entrant)
        if isinstance(entry, LeftTeam) and entrant.number in self.substitute_of and entrant.division is None:
            self._leave_team(entrant.number)
            return
        if self.rounds or not self.get_rules().team:
            raise InvalidEntry("Teams are formed before the first draw, in a season that has teams.")
        if isinstance(entry, LeftTeam):
            if entrant.number not in self.team_of:
                raise InvalidEntry(f"Entrant {entrant.number} is in no team.")
            self._leave_team(entrant.number)
            return
        if entrant.helper or entrant.status != "plays" or self.find_team(entrant.number) is not None:
            raise InvalidEntry(f"Entrant {entrant.number} cannot join a team: they play in one, or not at all.")
        members = self.teams.get(entry.team, ())
        if entry.team > len(self.teams) + 1 or len(members) >= self.get_rules().team:
            raise InvalidEntry(f"Team {entry.team} is full, or there is none.")
        self.teams[entry.team] = (*members, entrant.number)
        self.team_of[entrant.number] = entry.team

    def _apply_substitution(self, entry: StandsBy | AskedOut | PutIn) -> None:
        entrant = self._get_entrant(entry.entrant)
        if not self.get_rules().get_substitute_limit():
            raise InvalidEntry("In this season teams have no substitutes.")
        match entry:
            case StandsBy():
                if entry.team not in self.teams:
                    raise InvalidEntry(f"There is no team {entry.team}.")
                if entrant.helper or entrant.status != "plays" or self.find_team(entrant.number) is not None:
                    raise InvalidEntry(f"Entrant {entrant.number} plays or stands by for a team, or does not play.")
                if entrant.division is not None:
                    raise InvalidEntry(f"Entrant {entrant.number} was drawn already, and plays for themselves.")
                self.substitutes[entry.team] = (*self.substitutes.get(entry.team, ()), entrant.number)
                self.substitute_of[entrant.number] = entry.team
            case AskedOut():  # a member who lost their team through a reverted ruling has no request
                entrant.asks_out = entry.asks and entrant.number in self.team_of
            case PutIn():
                self._put_in(self._get_entrant(entry.left), entrant)

    def _put_in(self, left: Entrant, entrant: Entrant) -> None:
        """Exchange a substitute and a member of their team.

        The reason is checked when the entry is written, not here: a withdrawal reverted later changes no round drawn
        since.
        """
        team = self.team_of.get(left.number)
        if not self.rounds or team is None or self.substitute_of.get(entrant.number) != team:
            raise InvalidEntry(f"Entrant {entrant.number} does not stand by for the team of entrant {left.number}.")
        if self.is_barred(entrant.number):
            raise InvalidEntry(f"Entrant {entrant.number} plays no more in this season.")
        self.teams[team] = (*(one for one in self.teams[team] if one != left.number), entrant.number)
        self.substitutes[team] = (*(one for one in self.substitutes[team] if one != entrant.number), left.number)
        self.team_of[entrant.number] = self.substitute_of[left.number] = team
        del self.team_of[left.number], self.substitute_of[entrant.number]
        left.asks_out = False

    def list_skipped(self, number: EntrantNumber) -> list[int]:
        """Return the rounds that an entrant skips or has skipped, in order."""
        return sorted(at for at, people in self.skipping.items() if number in people)

    def _skip(self, entry: Skips) -> None:
        """Record that an entrant skips a round, or plays in it after all.

        What does not fit any more because an earlier line was reverted has no effect.
        """
        number, rules = self._get_entrant(entry.entrant).number, self.get_rules()
        if not rules.may_skip_rounds():
            raise InvalidEntry("In seasons of this edition nobody skips a round.")
        if any(drawn.number >= entry.round for drawn in self.rounds):
            raise InvalidEntry(f"Round {entry.round} is drawn already.")
        people = self.skipping.setdefault(entry.round, set())
        people.discard(number)
        if entry.skips and len(self.list_skipped(number)) < rules.get_skip_limit():
            people.add(number)

    def _keep_teams(self, before: Rules, after: Rules) -> None:
        if after.team != before.team:
            raise InvalidEntry("People have signed up for teams of this size, or for none, so that stays.")

    def _leave_team(self, number: EntrantNumber) -> None:
        """Remove an entrant from the team they play or stand by for; its number is not reused."""
        for people, of in ((self.teams, self.team_of), (self.substitutes, self.substitute_of)):
            team = of.pop(number, None)
            if team is not None:
                people[team] = tuple(one for one in people[team] if one != number)
                self.left_team[team] = self.left_team.get(team, 0) + 1

    def _settle_teams(self, entry: Drawn) -> None:
        """Adopt the teams of the first draw, and reject a round that seats team mates at one table."""
        if entry.teams and (self.rounds or not self.get_rules().team):
            raise InvalidEntry("Teams are settled with the first draw, in a season that has teams.")
        teams = self.teams if self.rounds else dict(entry.teams)
        team_of = {one: number for number, members in teams.items() for one in members}
        if len(team_of) != sum(map(len, teams.values())) or not team_of.keys() <= self.entrants.keys():
            raise InvalidEntry("Somebody is in two teams, or not in the season.")
        if any(len(members) != self.get_rules().team for members in entry.teams.values()):
            raise InvalidEntry(f"A team of this season has {self.get_rules().team} people.")
        for table in entry.tables:
            mates = [team_of[one] for one in table.seats if one in team_of]
            if len(set(mates)) != len(mates):
                raise InvalidEntry("Two of one team sit at the same table.")
        if not self.rounds:  # substitutes of an incomplete team play for themselves
            stand_by = self.substitutes.items()
            self.substitutes = {
                number: tuple(one for one in each if one not in team_of) for number, each in stand_by if number in teams
            }
            self.substitute_of = {one: number for number, each in self.substitutes.items() for one in each}
        self.teams, self.team_of = teams, team_of

    def _end(self, entry: Ended | Settled) -> None:
        if isinstance(entry, Settled) and (self.next_divisions is None or self.settled):
            raise InvalidEntry("A season is settled once, when it is over and the next one is drawn.")
        for entrant in entry.levels:
            self._get_entrant(entrant)
        self.next_divisions = dict(entry.levels)
        self.settled = isinstance(entry, Settled) or self.get_rules().edition == 1

    def _open_wishes(self, entry: OpenedWishes) -> None:
        if self.next_divisions is None or not self.opens_wishes:
            raise InvalidEntry("Wishes are opened when a season is over that has promised it, and not before.")
        draw = self.lines[entry.draw - 1].entry if 1 <= entry.draw <= len(self.lines) else None
        if not isinstance(draw, Drawn) or not draw.wishes or entry.draw in self.wishes:
            raise InvalidEntry(f"Line {entry.draw} is no draw whose wishes are to be opened.")
        self.wishes[entry.draw] = entry

    def _unseal(self, entry: Unsealed) -> None:
        if self.next_divisions is None or not self.opens_wishes or self.unsealed is not None:
            raise InvalidEntry("Wishes are opened once, when a season is over that has promised it.")
        if not entry.apart.keys() <= {line.number for line in self.lines if isinstance(line.entry, Drawn)}:
            raise InvalidEntry("Wishes are opened for a draw that there was not.")
        self.unsealed = entry

    def _draw(self, number: int, entry: Drawn) -> None:
        self._must_be_drawn_once(entry)
        games = self.get_rules().games
        everybody = {division: set(members) for division, members in entry.divisions.items()}
        for table in entry.tables:
            if not everybody.get(table.division, set()).issuperset(table.seats):
                raise InvalidEntry(f"Somebody sits at a table of division {table.division} who does not play in it.")
            if len(set(table.seats)) != len(table.seats):
                raise InvalidEntry("Somebody sits twice at the same table.")
            if table.game >= len(games):
                raise InvalidEntry(f"This season plays {len(games)} games, and a table is of none of them.")
            if not 2 <= len(table.seats) <= games[table.game].seats:
                raise InvalidEntry(f"A table of this season is for {games[table.game].seats}, and for two at least.")
        self._settle_teams(entry)
        if self.get_rules().is_drawn_in_rounds():
            self.extended = 0  # an extension applies to the end of a round
        for division, members in entry.divisions.items():
            for entrant in members:
                self._put_into(division, self.entrants[entrant])
        self.rounds.append(Round(entry.round, entry.seed, dict(entry.divisions), entry.byes, number, dict(self.teams)))
        self.seated_together = {}  # asked for in this draw alone
        for at, seated in enumerate(entry.tables, len(self.tables) + 1):
            self.tables[at] = LeagueTable(at, seated.division, entry.round, list(seated.seats), seated.game)
            self._at.setdefault(seated.division, []).append(at)

    def _must_be_drawn_once(self, entry: Drawn) -> None:
        drawn = [number for members in entry.divisions.values() for number in members]
        if len(set(drawn)) != len(drawn):
            raise InvalidEntry("Somebody was drawn twice.")
        for number in drawn:
            entrant = self._get_entrant(number)
            if entrant.status != "plays" or entrant.helper:
                raise InvalidEntry(f"Entrant {number} does not play, and was drawn.")
        if drawn and not self.can_be_drawn(drawn):
            raise InvalidEntry("Nobody who is drawn has added anything since the secret of the draw was promised.")

    def _put_into(self, division: int, entrant: Entrant) -> None:
        if entrant.division == division:
            return
        if self.get_rules().format == "groups":
            entrant.group = entrant.division  # who goes on keeps the place in their group
        elif entrant.division is not None:
            self._members[entrant.division].remove(entrant.number)
        self._members.setdefault(division, []).append(entrant.number)
        entrant.division = division

    def _apply_seating(
        self, number: int, entry: SeatTaken | Began | Left | Substituted | Returned | Offered | PassedOn
    ) -> None:
        if isinstance(entry, Offered | PassedOn):
            self._apply_offer(number, entry)
            return
        table = self._get_table(entry.table)
        match entry:
            case Began():
                if table.game_id is not None:
                    raise InvalidEntry(f"Table {table.number} has begun already.")
                table.game_id = entry.game_id
                if table.fate == "planned":  # otherwise it was decided or voided while it waited for its people
                    table.fate = "running"
            case SeatTaken():
                self._take_chair(table, entry)
            case Left() | Returned():
                self._must_sit(table, entry.entrant)
                mark = self._mark_gone if isinstance(entry, Left) else self._mark_back
                mark(table, entry.entrant)
            case Substituted():
                self._must_sit(table, entry.left)
                helper = self._get_entrant(entry.entrant)
                if entry.entrant in table.seats:
                    raise InvalidEntry(f"Entrant {entry.entrant} has a seat of their own at table {table.number}.")
                self._mark_gone(table, entry.left)
                helper.helped += 1
                table.played_on.add(entry.entrant)
                self._close_offers(entry)

    def _apply_offer(self, number: int, entry: Offered | PassedOn) -> None:
        """Record an offer, or its end. A seat and a person each have at most one open offer, which is the newest.

        Checks are limited to those that still hold when a ruling and its effects are reverted and restored.
        """
        if isinstance(entry, PassedOn):
            offer = self.offers.get(entry.offer)
            if offer is not None and offer.fate == "open":
                offer.fate = entry.why
            return
        if not self.get_rules().should_offer_seats():
            raise InvalidEntry("In this season whoever is first takes a free seat.")
        self._must_sit(self._get_table(entry.table), entry.left)
        self._get_entrant(entry.entrant)
        for offer in self.offers.values():
            if offer.fate == "open" and (offer.entrant == entry.entrant or offer.is_for(entry.table, entry.left)):
                offer.fate = "off"
        self.offers[number] = SeatOffer(number, entry.table, entry.left, entry.entrant, entry.until)

    def _add_help(self, entry: Reverted) -> None:
        """Credit substitutes who have given a seat back; they have seen a hand there, too."""
        for number in entry.also:
            passed = self.lines[number - 1].entry
            if isinstance(passed, Substituted):
                self._get_entrant(passed.entrant).helped += 1
                self._get_table(passed.table).played_on.add(passed.entrant)

    def _close_offers(self, entry: Substituted) -> None:
        for offer in self.offers.values():
            if offer.fate == "open" and offer.is_for(entry.table, entry.left):
                offer.fate = "accepted" if offer.entrant == entry.entrant else "off"

    def _take_chair(self, table: LeagueTable, entry: SeatTaken) -> None:
        entrant = self._get_entrant(entry.entrant)
        if table.fate != "planned" or entry.left not in table.absent:
            raise InvalidEntry(f"No seat of entrant {entry.left} is free at table {table.number}.")
        if entry.entrant in table.seats or entrant.status != "plays":
            raise InvalidEntry(f"Entrant {entry.entrant} cannot take a seat at table {table.number}.")
        if entrant.division not in {None, table.division}:
            raise InvalidEntry(f"Entrant {entry.entrant} plays in another division.")
        table.seats[table.seats.index(entry.left)] = entry.entrant
        table.absent.discard(entry.left)
        self._put_into(table.division, entrant)

    def _mark_gone(self, table: LeagueTable, number: EntrantNumber) -> None:
        """Record that an entrant does not play on; at a decided table this changes nothing."""
        if table.is_open:
            (table.absent if table.fate == "planned" else table.gone).add(number)

    def _mark_back(self, table: LeagueTable, number: EntrantNumber) -> None:
        """Record that an entrant plays for themselves again; not if they are out of the season."""
        if table.fate == "running" and self.entrants[number].status == "plays":
            table.gone.discard(number)
            table.absent.discard(number)

    def _decide(self, number: int, entry: Finished | Voided | Closed) -> None:
        table = self._get_table(entry.table)
        if isinstance(entry, Voided | Closed):
            if isinstance(entry, Voided) or table.is_open:
                self._mark_void(table)
            return
        _must_be_places_of(table, entry)
        match entry:
            case Resulted():
                if table.fate == "finished":
                    raise InvalidEntry(f"Table {table.number} has its result already.")
                if not table.is_open:  # it was decided or voided while it was played on
                    self.ignored_results.add(number)
                    return
                table.fate = "finished"
            case Adjudicated():
                if table.counts:
                    raise InvalidEntry(f"Table {table.number} is decided already; correct it instead.")
                table.fate = "adjudicated"
            case _:
                if table.is_open or table.fate == "void":
                    raise InvalidEntry(f"Table {table.number} has no result that could be corrected.")
                table.gone = set()
        table.places, table.scores, table.as_written = dict(entry.places), dict(entry.scores), entry.as_written
        table.gone |= set(entry.gone)
        if self.get_rules().is_silence_absence():
            table.held |= set(entry.held) - table.gone - table.absent
        table.decided_at = table.decided_at or number
        self._void_unplayed(table)

    def _void_unplayed(self, table: LeagueTable) -> None:
        """Make a decided table count for nothing where no place at it counts."""
        if self.get_rules().should_count_only_finishers() and table.counts and not self.list_ranked(table):
            table.fate = "void"

    def _mark_void(self, table: LeagueTable) -> None:
        if table.fate == "void":
            raise InvalidEntry(f"Table {table.number} counts for nothing already.")
        table.fate = "void"

    def _apply_penalty(self, entry: Penalty | Carded | Withdrew | Disqualified) -> None:
        match entry:
            case Penalty():
                if not 0 < abs(entry.points) <= MAX_PENALTY_POINTS:
                    raise InvalidEntry(f"A decision takes or gives 1 to {MAX_PENALTY_POINTS} points.")
                self._get_entrant(entry.entrant).penalty += entry.points
            case Carded():
                self._add_card(self._get_entrant(entry.entrant), entry)
            case Withdrew() | Disqualified():
                self._leave(entry)

    def _add_card(self, entrant: Entrant, entry: Carded) -> None:
        table = None if entry.table is None else self._get_table(entry.table)
        if table is None:
            entrant.cards += 1
        elif entry.left:
            if self.get_rules().is_leaving_absence() and table.is_open and entrant.number in table.gone - table.absent:
                entrant.cards += table.number not in entrant.left  # a substitute's leaving empties the same seat again
                entrant.left.add(table.number)
        elif entry.held:
            entrant.cards += entrant.number in table.held
        else:
            entrant.cards += not self.is_same_absence(entry)

    def _leave(self, entry: Withdrew | Disqualified) -> None:
        entrant = self._get_entrant(entry.entrant)
        if entrant.status == "disqualified" or (entrant.status == "withdrawn" and isinstance(entry, Withdrew)):
            how = "was put out of" if entrant.status == "disqualified" else "has left"
            raise InvalidEntry(f"Entrant {entrant.number} {how} the season already.")
        if not self.rounds:
            self._leave_team(entrant.number)
        own = self.list_own_tables(entrant.number)
        if isinstance(entry, Disqualified):
            entrant.status, entrant.struck = "disqualified", True
        else:
            counted = [table for table in own if table.fate != "void"]
            finished = sum(table.counts for table in counted)
            entrant.status = "withdrawn"
            entrant.struck = self.get_rules().should_strike_early_dropouts() and 2 * finished < len(counted)
        for table in own:
            self._mark_gone(table, entrant.number)
            self._void_unplayed(table)

    def _apply_protest(self, number: int, entry: Protested | Ruled | Reverted) -> None:
        match entry:
            case Protested():
                table = self._get_table(entry.table)
                self._must_sit(table, entry.entrant)
                if table.is_open:
                    raise InvalidEntry(f"Table {table.number} has no result yet.")
                self.protests[number] = Protest(number, entry.table, entry.entrant)
            case Ruled():
                protest = self.protests.get(entry.protest)
                if protest is None or protest.upheld is not None:
                    raise InvalidEntry(f"No protest of line {entry.protest} is open.")
                protest.upheld = entry.upheld
            case Reverted():
                if not 1 < entry.line < number:  # otherwise `find_reverted` checked it before the first line
                    raise InvalidEntry(f"Line {number} cannot revert line {entry.line}.")
                self._add_help(entry)

    def _apply_arrangement(
        self, number: int, entry: Cancelled | Replanned | Placed | Moved | KeptApart | SeatedTogether
    ) -> None:
        if isinstance(entry, KeptApart | SeatedTogether):
            self._pair_by_hand(number, entry)
            return
        if self.rounds and not isinstance(entry, Moved):
            raise InvalidEntry("The season was drawn already.")
        match entry:
            case Cancelled():
                if self.cancelled:
                    raise InvalidEntry("Sign-up was cancelled already.")
                self.cancelled = True
            case Replanned():
                before = self.get_rules()
                if (entry.rules.edition, entry.rules.title) != (before.edition, before.title):
                    raise InvalidEntry("A season keeps its game, and the edition of its rules.")
                self._keep_teams(before, entry.rules)
                self.rules = entry.rules
            case Placed():
                self._place(entry)
            case Moved():
                pass

    def _place(self, entry: Placed) -> None:
        if self.get_rules().format != "division":
            raise InvalidEntry("This season has no divisions into which somebody could be put.")
        entrant = self._get_entrant(entry.entrant)
        if entrant.helper or entrant.status != "plays":
            raise InvalidEntry(f"Entrant {entrant.number} does not play.")
        entrant.placed = entry.division

    def _pair_by_hand(self, number: int, entry: KeptApart | SeatedTogether) -> None:
        """Record a decision about the next draws; whom these are is checked when it is made, not here."""
        if not self.get_rules().can_pair_by_hand():
            raise InvalidEntry("In this season nothing is paired by hand.")
        people = (entry.entrant, entry.other) if isinstance(entry, KeptApart) else entry.entrants
        for one in people:
            self._get_entrant(one)
        if len(set(people)) != len(people) or len(people) > self.get_rules().most_seats:
            raise InvalidEntry(f"A table has up to {self.get_rules().most_seats} different people.")
        if isinstance(entry, KeptApart):
            self.kept_apart[number] = frozenset(people)
        else:
            self.seated_together[number] = tuple(people)

    def _get_table(self, number: int) -> LeagueTable:
        if number not in self.tables:
            raise InvalidEntry(f"There is no table {number}.")
        return self.tables[number]

    def _get_entrant(self, number: EntrantNumber) -> Entrant:
        if number not in self.entrants:
            raise InvalidEntry(f"There is no entrant {number}.")
        return self.entrants[number]

    def _must_sit(self, table: LeagueTable, number: EntrantNumber) -> None:
        if number not in table.seats:
            raise InvalidEntry(f"Entrant {number} does not sit at table {table.number}.")


def _must_be_places_of(table: LeagueTable, entry: Finished) -> None:
    if set(entry.places) != set(table.seats) or not {*entry.gone, *entry.held} <= set(table.seats):
        raise InvalidEntry(f"The places of table {table.number} are not those of the entrants who sit there.")
    if scoring.close_up(entry.places) != entry.places:
        raise InvalidEntry(f"The places of table {table.number} have a gap.")


def replay_before(lines: Sequence[LogLine], number: int) -> Season:
    """Return the season before a line, from the earlier lines that count now."""
    passed_over, found = find_reverted(lines), Season()
    for line in lines[: number - 1]:
        found._take(line, passed_over)
    return found


def add_line(lines: Sequence[LogLine], line: LogLine) -> Season:
    """Return the season of a log with one more line.

    Raises:
        InvalidEntry: it contradicts the log, or reverts an already reverted line.
    """
    must_be_revertible(lines, line.entry)
    try:
        return Season([*lines, line])
    except InvalidEntry as wrong:
        if not isinstance(line.entry, Reverted):
            raise
        back = line.entry.line
        raise InvalidEntry(f"Line {back} cannot be reverted, for later ones rest upon it: {wrong}") from wrong


def add_entries(
    season: Season, *entries: Entry, made_at: str = "", by: int | None = None, reason: str = ""
) -> list[LogLine]:
    """Add entries to a season, and return their lines.

    Raises:
        InvalidEntry: an entry does not fit; those before it have been added.
    """
    lines = []
    for entry in entries:
        line = LogLine(number=len(season.lines) + 1, entry=entry, made_at=made_at, by=by, reason=reason)
        season.add(line)
        lines.append(line)
    return lines
