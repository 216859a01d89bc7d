"""Rulings of stewards, protests, and the end of seasons with their open tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from bot.engine.records import Seat
from bot.engine.words import format_list
from bot.host.errors import NotYours, Refusal, Unreadable
from bot.host.keyed_tasks import KeyedLocks
from bot.host.leagues import calendar, thread_notices
from bot.host.leagues.draws import derive_salt
from bot.host.leagues.plan import Plan
from bot.host.leagues.season_events import build_current_result, open_wishes, unseal_wishes
from bot.host.leagues.season_log import SEASON_CHANGED, KnownSeason, SeasonLog
from bot.host.leagues.seat_assignment import SeatAssignment
from bot.host.leagues.team_registration import NOBODY_IS_PUT_IN
from bot.host.lobby.lobby import Lobby
from bot.host.play.votes import Votes
from bot.host.table.running import RunningGame
from bot.leagues import season_end, stewards
from bot.leagues.draw import collect_tickets
from bot.leagues.entry_preview import EntryDraft, simulate_entry
from bot.leagues.log_entries import (
    MAX_EXTENSION_DAYS,
    Adjudicated,
    Carded,
    Ended,
    Entry,
    Extended,
    Halted,
    InvalidEntry,
    KeptApart,
    LogLine,
    Moved,
    Penalty,
    Protested,
    PutIn,
    Reversal,
    SeatedTogether,
    Voided,
    Withdrew,
)
from bot.leagues.log_lookups import find_channel, find_opened_wishes, find_plan
from bot.leagues.rounds import count_undrawn_rounds
from bot.leagues.ruling_effects import list_affected_tables
from bot.leagues.season import Season, add_line
from bot.leagues.teams import list_exchanges
from storage.interface.leagues import SeasonStatus

CONCERNED_REFUSALS: Mapping[stewards.Interest, str] = {
    "oneself": "This is about yourself, so another steward must decide it.",
    "own table": "You sit at that table, or have helped out there, so another steward must decide about it.",
    "own open table": "A table at which you sit, or have helped out, is still open, and this decides about it, too; so "
    "another steward must do it.",
    "rival": "You compete with them in this season, so another steward must decide it.",
}
"""Reasons why a steward who plays may not decide."""
NOBODY_CAN = (
    "No other steward can: a server manager whom it does not concern can do it, or appoint somebody with "
    "**/league steward**."
)
SEASON_OVER = "The season is over, and this table was decided as it stood."
NEXT_ROUND_DRAWN = "The next round is drawn, and this table was decided without being played to its end."


class Rulings:
    """Handles rulings and protests, and ends seasons."""

    def __init__(self, lobby: Lobby, votes: Votes, season_log: SeasonLog, seat_assignment: SeatAssignment) -> None:
        self._host = season_log.host
        self._lobby = lobby
        self._votes = votes
        self._season_log = season_log
        self._seat_assignment = seat_assignment
        self._storage = season_log.storage
        self._deciding = KeyedLocks()
        """By season: the effects of a ruling finish before the next one."""

    # -- rulings --------------------------------------------------------------------------------------

    async def decide(self, season_id: int, user_id: int, entry: Entry, reason: str, seen: int) -> KnownSeason:
        """Write a steward's decision; the steward has seen its effects.

        Raises:
            NotYours: it concerns their own table, or a person they compete with.
            Refusal: it does not fit, or the season was updated since the preview.
        """
        async with self._deciding.get(season_id):
            known = await self._season_log.get_season(season_id)
            if known.row.lines != seen:
                raise Refusal(SEASON_CHANGED)
            entry = (await self.simulate_decision(known, user_id, entry)).line.entry
            tells = await thread_notices.build_notices(self._season_log, known, entry, reason)
            frame = await self._season_log.run_on_copy(
                known, lambda season: SeasonRowChange.from_entry(known, season, entry)
            )
            more = self.list_extensions(known, entry)
            decided = await self._season_log.write(
                season_id,
                lambda _: [entry, *more],
                by=user_id,
                reason=reason,
                seen=seen,
                tells=tells,
                status=frame.status,
                plan=frame.plan,
                channel_id=frame.channel_id,
            )
            await self._apply_effects(decided, entry, thread_notices.format_reason(reason))
            return decided

    async def _apply_effects(self, decided: KnownSeason, entry: Entry, why: str) -> None:
        """Apply the effects of a ruling to the tables of its season."""
        await self.end_games(decided)
        await self._seat_assignment.update_seats(decided, list_affected_tables(decided.season, entry), why)
        if isinstance(stewards.find_decision(decided.season, entry), Moved):
            await self._seat_assignment.move_tables(decided)

    async def apply_all_effects(self, known: KnownSeason) -> None:
        """Apply the effects of a season's rulings that a restart interrupted."""
        async with self._deciding.get(known.row.season_id):
            tables, moved = await self._season_log.run_reading(known, _find_ruled_tables)
            await self._seat_assignment.update_seats(known, tables)
            if moved:
                await self._seat_assignment.move_tables(known)

    async def simulate_decision(self, known: KnownSeason, user_id: int, entry: Entry) -> EntryDraft:
        """Preview all effects of a steward's decision; nothing is written.

        Raises:
            NotYours: it concerns their own table, or a person they compete with.
            Refusal: it does not fit.
        """
        await self._must_decide(known, user_id, entry)
        opened = set(known.tables)
        try:
            found = await self._season_log.run_on_copy(known, lambda season: simulate_entry(season, entry, opened))
            if played := await self._seat_assignment.list_played_on(known, found):
                found = await self._season_log.run_on_copy(
                    known, lambda season: simulate_entry(season, entry, opened, played)
                )
        except InvalidEntry as wrong:
            raise Refusal(str(wrong)) from wrong
        if known.row.status == "over" and not self._is_end_reverted(known, entry):
            _must_leave_nothing_open(known, found)
        return found

    def _is_end_reverted(self, known: KnownSeason, entry: Entry) -> bool:
        return isinstance(stewards.find_decision(known.season, entry), Ended)

    def list_extensions(self, known: KnownSeason, entry: Entry) -> list[Extended]:
        """Return what gives a season another week whose end is taken back after its last day; empty otherwise."""
        if not self._is_end_reverted(known, entry):
            return []
        days = calendar.compute_reopened_days(known.season, known.plan, self._season_log.now())
        return [Extended(days=min(MAX_EXTENSION_DAYS, days - at)) for at in range(0, days, MAX_EXTENSION_DAYS)]

    async def _must_decide(self, known: KnownSeason, user_id: int, entry: Entry) -> None:
        about = stewards.find_decision(known.season, entry)
        if about is None:
            raise Refusal(_explain_no_revert(known.season, entry))
        if isinstance(about, Extended) and (known.plan.weeks is None or known.row.status != "running"):
            raise Refusal(_explain_no_last_day(known))
        if isinstance(about, Penalty) and known.plan.format == "ladder":
            raise Refusal("A ladder has no points that could be taken away: its places go by rating.")
        table = getattr(about, "table", None)
        if table is not None:
            self._season_log.get_table(known, table)
        if isinstance(about, stewards.Arrangement):
            await self._must_arrange(known, about)
        if isinstance(entry, KeptApart | SeatedTogether):
            _must_fit_next_draw(known, entry)
        if isinstance(about, Ended):
            await self._must_go_on(known)
        if isinstance(entry, PutIn) and entry not in list_exchanges(
            known.season, known.season.team_of.get(entry.left, 0)
        ):
            raise Refusal(NOBODY_IS_PUT_IN)
        if isinstance(about, Withdrew) and known.entrants[about.entrant].user_id is None:
            raise Refusal("They were forgotten, and nobody knows any more who it was, so their leaving stays.")
        await self._must_not_concern(known, user_id, entry)

    async def _must_go_on(self, known: KnownSeason) -> None:
        """Raise Refusal when the end of a season cannot be taken back."""
        if known.row.status != "over":
            raise Refusal("The season goes on. **Finish the season …** in **/league manage** ends it again.")
        await self._must_be_newest(known)
        if any(one.mark is not None for one in known.entrants.values()):
            raise Refusal("Its people's names were removed since, as after every season, so nobody could play it on.")

    async def _must_be_newest(self, known: KnownSeason) -> None:
        newest = (await self._storage.leagues.list_seasons(known.league.league_id))[0]
        if newest.season_id != known.row.season_id:
            raise Refusal("The next season is being prepared already, so nothing of this one is arranged any more.")

    async def _must_arrange(self, known: KnownSeason, about: stewards.Arrangement) -> None:
        """Raise Refusal when a season's arrangements can no longer change."""
        await self._must_be_newest(known)
        if isinstance(about, Moved):
            if known.row.status == "draft":
                raise Refusal(
                    "Nothing was posted yet. Press **Discard draft**, then use **/league new** in that channel."
                )
        elif isinstance(about, Halted) and about.step == "start" and known.row.status == "running":
            _must_wait_for_start(known)
        elif isinstance(about, KeptApart | SeatedTogether):
            if known.row.status == "over":
                raise Refusal("This season is over, and nothing more is drawn.")
        elif known.row.status != "sign-up" and not known.season.cancelled:
            raise Refusal("That can be done while people sign up, before the season is drawn.")

    async def _must_not_concern(self, known: KnownSeason, user_id: int, entry: Entry) -> None:
        """Raise NotYours, naming who can decide, when a decision moves the steward or a player they compete with."""
        mine, opened = await self._season_log.find_number(known, user_id), set(known.tables)
        if mine is None:
            return
        effect = await self._season_log.run_reading(known, lambda season: stewards.find_effect(season, entry, opened))
        why = await self._season_log.run_reading(known, lambda season: stewards.find_conflict(season, mine, effect))
        if why is None:
            return
        others = await self.list_stewards(known.league.league_id)
        numbers = {other: await self._season_log.find_number(known, other) for other in others}
        able = await self._season_log.run_reading(
            known,
            lambda season: [
                other for other, number in numbers.items() if stewards.find_conflict(season, number, effect) is None
            ],
        )
        who = f"{format_list(f'<@{other}>' for other in able[:5])} can do it." if able else NOBODY_CAN
        raise NotYours(f"{CONCERNED_REFUSALS[why]} {who}")

    async def list_stewards(self, league_id: int) -> list[int]:
        """Return a league's stewards, without those who were put out of its newest season."""
        found = await self._storage.leagues.list_stewards(league_id)
        for row in await self._storage.leagues.list_seasons(league_id):
            if row.status != "draft":
                newest = await self._season_log.get_season(row.season_id)
                return [user_id for user_id in found if not await self._is_put_out(newest, user_id)]
        return [*found]

    async def _is_put_out(self, known: KnownSeason, user_id: int) -> bool:
        number = await self._season_log.find_number(known, user_id)
        return number is not None and known.season.entrants[number].status == "disqualified"

    async def check_manager(self, game_id: int, user_id: int, freed: Seat | None = None) -> bool:
        """Return whether a server manager deciding about a running table plays in its season.

        Args:
            game_id: id of the game; games outside leagues are always allowed.
            user_id: the manager.
            freed: seat from which they would remove a player.

        Raises:
            NotYours: it is their own table, or they would remove a person they compete with.
        """
        found = await self._storage.games.load(game_id)
        if found is None or found.league is None:
            return False
        known, league = await self._season_log.get_season(found.league.season_id), found.league
        await self._must_not_concern(known, user_id, Voided(table=league.number))
        if freed is not None and freed in league.seats:
            # Whether a manager may free the seat must not tell whose seat of an anonymous table it is.
            for seat in league.seats if known.plan.pact.anonymous else (freed,):
                await self._must_not_concern(known, user_id, Carded(entrant=league.seats[seat], table=league.number))
        return await self._season_log.find_number(known, user_id) is not None

    async def refuse_excluded_player(self, game_id: int, user_id: int) -> None:
        """Raise NotYours when a person asks for a league seat they may not take.

        They were excluded by a steward, or a team mate has sat there from the start.
        """
        found = await self._storage.games.load(game_id)
        if found is None or found.league is None:
            return
        known = await self._season_log.get_season(found.league.season_id)
        number = await self._season_log.find_number(known, user_id)
        if number is not None and known.season.entrants[number].status == "disqualified":
            raise NotYours(
                "A steward has put you out of this season, so you take no seat at its tables. **/league log** says why."
            )
        team = None if number is None else known.season.find_team(number)
        seats = found.league.seats.values()
        if team is not None and any(known.season.find_team(one) == team for one in seats if one != number):
            raise NotYours("Somebody of your team sits at this table, and no two of one team play at the same one.")

    # -- the end -------------------------------------------------------------------------------------

    async def simulate_end(self, known: KnownSeason, user_id: int) -> season_end.SeasonEnding:
        """Preview the end of a season without revealing the state of running tables.

        Raises:
            NotYours: it would decide about their own table.
            Refusal: the season is not running.
        """
        await self._must_end(known, user_id)
        return await self._season_log.run_on_copy(known, season_end.simulate_end)

    async def finish(self, season_id: int, user_id: int | None, seen: int) -> KnownSeason:
        """End a season: decide open tables by its rules, and determine places, promotion and relegation.

        Args:
            season_id: id of the season.
            user_id: the steward; None: its last day has come.
            seen: newest line of the preview.

        Raises:
            NotYours: it decides about their own table.
            Refusal: the season is not running, or was updated since the preview.
        """
        known = await self._season_log.get_season(season_id)
        await self._must_end(known, user_id)
        made = await self._build_ending(known)
        over = await self._season_log.write(season_id, lambda _: made, by=user_id, status="over", seen=seen)
        await self.end_games(over)
        return over

    async def _must_end(self, known: KnownSeason, user_id: int | None) -> None:
        if known.row.status != "running":
            raise Refusal("Only a season that is being played can be finished.")
        if user_id is not None:
            await self._must_not_concern(known, user_id, Ended(levels={}))

    async def _build_ending(self, known: KnownSeason) -> Sequence[Entry]:
        """Return the final entries of a season; write them immediately, and never show them before."""
        stand = await self._collect_current_results(known)
        sealed, salt = await self._storage.leagues.list_sealed(known.row.season_id), derive_salt(known)

        def build_entries(season: Season) -> Sequence[Entry]:
            decided = season_end.build_last_day_entries(season, stand)
            for entry in decided:
                season.add(LogLine(number=len(season.lines) + 1, entry=entry))
            opened: list[Entry] = [*open_wishes(sealed, salt, find_opened_wishes(season))]
            opened += unseal_wishes(season, sealed, salt)
            return [*decided, season_end.build_end(season), *opened]

        return await self._season_log.run_on_copy(known, build_entries)

    async def build_current_result_entries(self, known: KnownSeason) -> Sequence[Entry]:
        """Return the last day's entries for a season or round; write them immediately, and never show them before."""
        stand = await self._collect_current_results(known)
        return await self._season_log.run_on_copy(
            known, lambda season: season_end.build_last_day_entries(season, stand)
        )

    async def _collect_current_results(self, known: KnownSeason) -> Mapping[int, Adjudicated]:
        """Return the result of each running table by its current state; unreadable tables are omitted.

        The results depend on secret game state. They may only go into the log of an ending season.
        """
        found = {}
        for number, game_id in known.tables.items():
            if known.season.tables[number].fate != "running" or known.season.get_rules().last_day != "as it stands":
                continue
            with suppress(Refusal, Unreadable):
                running = await self._host.get_running_game(game_id)
                if running.league is not None and await self._was_played(known, running):
                    found[number] = build_current_result(running.league, running)
        return found

    async def _was_played(self, known: KnownSeason, running: RunningGame) -> bool:
        """Whether a player who is still there has moved; in older editions the deal alone decides, too."""
        if not known.season.get_rules().should_count_only_finishers():
            return True
        entries = await self._storage.games.list_last_entries(running.row.game_id, running.row.revision)
        moved = {entry.seat for entry in entries if entry.kind == "move"}
        return any(seat_row.seat in moved and not running.is_automatic(seat_row.seat) for seat_row in running.seats)

    async def end_games(self, known: KnownSeason) -> None:
        """Close decided or void tables that have not begun, and end the games decided by the last day."""
        over = known.row.status == "over"
        newest = known.season.rounds[-1].number if known.season.rounds else 0
        for number, game_id in known.tables.items():
            table = known.season.tables[number]
            ends = (over or table.round < newest) and known.season.get_rules().last_day == "as it stands"
            if table.is_open:
                continue
            found = await self._host.find_table(game_id)
            with suppress(Refusal):  # it has just begun or ended
                if found is not None and found[0].status == "open":
                    await self._lobby.league_tables.close(game_id)
                elif found is not None and found[0].status == "running" and ends:
                    await self._votes.close_without_result(game_id, SEASON_OVER if over else NEXT_ROUND_DRAWN)

    # -- protests ------------------------------------------------------------------------------------

    async def write_protest(self, season_id: int, user_id: int, table: int, reason: str) -> KnownSeason:
        """Write a player's protest against the result of one of their tables.

        Raises:
            NotYours: they do not sit there.
            Refusal: there is no result yet, the period for protests is over, or they protested already.
        """

        def build_entries(known: KnownSeason) -> Sequence[Entry]:
            number = self.must_allow_protest(known, user_id, table)
            return [Protested(table=table, entrant=number)]

        return await self._season_log.write(season_id, build_entries, reason=reason)

    def must_allow_protest(self, known: KnownSeason, user_id: int, table: int) -> int:
        """Return the entrant number under which a player can protest against a result.

        Raises:
            NotYours: they do not sit there.
            Refusal: there is no result yet, the period for protests is over, or they protested already.
        """
        number, found = known.find_number(user_id), known.season.tables.get(table)
        if found is None or number is None or number not in found.seats:
            raise NotYours("You do not sit at that table. **/league me** shows yours with their numbers.")
        if not found.counts:
            raise Refusal(f"Table {table} has no result yet, so there is nothing to protest against.")
        if not calendar.can_be_protested(known.season, found, self._season_log.now()):
            raise Refusal("That result is more than a week old, and stands. A steward can still put it right.")
        mine = [one for one in known.season.protests.values() if one.table == table and one.entrant == number]
        if any(one.upheld is None for one in mine):
            raise Refusal("You've already protested. The stewards will rule on it.")
        if any(one.line > calendar.find_result_line(known.season, found) for one in mine):
            raise Refusal("A steward has ruled on your protest against this result. **/league log** says how and why.")
        return number


def _find_ruled_tables(season: Season) -> tuple[list[int], bool]:
    """Return a season's tables affected by rulings, and whether it moved to another channel."""
    found = [line.entry for line in season.lines if line.by is not None or isinstance(line.entry, Withdrew)]
    tables = {table for entry in found for table in list_affected_tables(season, entry) if season.tables[table].is_open}
    return sorted(tables), any(isinstance(entry, Moved) for entry in found)


@dataclass(frozen=True)
class SeasonRowChange:
    """Changes to a season's row caused by a line of its log; None: unchanged."""

    status: SeasonStatus | None
    plan: Plan | None
    channel_id: int | None

    @classmethod
    def from_entry(cls, known: KnownSeason, season: Season, entry: Entry) -> SeasonRowChange:
        """Return the changes to a season's row after an entry."""
        after = add_line(season.lines, LogLine(number=len(season.lines) + 1, entry=entry))
        status: SeasonStatus | None = None
        if after.cancelled != season.cancelled:
            status = "over" if after.cancelled else "sign-up"
        if after.next_divisions is None and season.next_divisions is not None:
            status = "running"
        plan = Plan.model_validate(find_plan(after, known.plan.model_dump(mode="json")))
        channel_id = find_channel(after, known.league.channel_id)
        return cls(
            status,
            None if plan == known.plan else plan,
            None if channel_id == known.league.channel_id or not _is_about_channel(season, entry) else channel_id,
        )


HOW_ELSE: Mapping[Reversal, str] = {
    "revert": "",
    "own": "Its player takes that back: they leave, or join again. **/league disqualify** puts somebody out.",
    "stays": "That stays, for everybody has relied on it since. Before the draw, **More …**, **Cancel sign-up** ends a "
    "season; a draw is made once, because whoever could repeat it would do so until it suits them.",
    "follows": "That followed from a game, a draw or the time. **/league result** puts a table right.",
}
"""What to do about a line that no steward takes back, by how its kind is taken back."""


def _explain_no_revert(season: Season, entry: Entry) -> str:
    found = stewards.find_reverted_entry(season, entry)
    how = "" if found is None else f" {HOW_ELSE[found.undo]}"
    return f"Only what a steward has decided can be taken back. **/league log** numbers the lines.{how}"


def _must_wait_for_start(known: KnownSeason) -> None:
    """Raise Refusal when the start of a drawn season can no longer be stopped; a stopped one can always go ahead."""
    if "start" in known.season.halted:
        return
    if known.tables:
        raise Refusal("The first tables are open already, so their start cannot be stopped any more.")
    if calendar.compute_start_date(known.season) is None:
        raise Refusal("The tables of this season have no date on which they open.")


def _must_fit_next_draw(known: KnownSeason, about: KeptApart | SeatedTogether) -> None:
    """Raise Refusal when no draw follows, or an entrant is not in it."""
    season = known.season
    if known.row.status not in ("sign-up", "running") or season.cancelled or not season.get_rules().can_pair_by_hand():
        raise Refusal("No draw of this season follows for which anything could be paired by hand.")
    people = (about.entrant, about.other) if isinstance(about, KeptApart) else about.entrants
    out = [number for number in people if number not in collect_tickets(season)]
    if out or (known.row.status == "running" and not (count_undrawn_rounds(season) or known.plan.format == "division")):
        who = format_list(f"entrant {number}" for number in out)
        raise Refusal(f"The next draw does not have {who or 'any of them'}, so nothing can be paired by hand for it.")
    teams = [season.find_team(number) for number in people if season.find_team(number) is not None]
    if isinstance(about, SeatedTogether) and len(set(teams)) != len(teams):
        raise Refusal("Two of them are in one team, and no two of one team sit at the same table.")


def _is_about_channel(season: Season, entry: Entry) -> bool:
    return isinstance(stewards.find_decision(season, entry), Moved)


def _must_leave_nothing_open(known: KnownSeason, found: EntryDraft) -> None:
    """Raise Refusal when a table would still have to be played after the season's end."""
    plays_on = known.season.get_rules().last_day == "plays on"
    for number, change in found.tables.items():
        if change.after.is_open and not change.before.is_open and not (plays_on and change.after.fate == "running"):
            raise Refusal(
                f"The season is over, so table {number} cannot be played any more. Put its result right with "
                "**/league result** instead."
            )


def _explain_no_last_day(known: KnownSeason) -> str:
    match known.row.status:
        case "over":
            return "This season is over, so its last day cannot be put off any more."
        case "running":
            return "This season has no last day that could be put off: a steward finishes it."
        case _:
            return "This season was not drawn yet. Its last day is reckoned from the draw."
