"""Preview and write the draws of a season: divisions once, other formats once per round."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from bot.engine.chance import compute_digest
from bot.host import cpu_accounting
from bot.host.errors import Refusal
from bot.host.leagues.player_records import PlayerRecords
from bot.host.leagues.season_events import seal_own_wishes
from bot.host.leagues.season_log import SEASON_CHANGED, KnownSeason, map_people
from bot.leagues import season_end
from bot.leagues.draw import (
    Pair,
    ProposedDraw,
    collect_tickets,
    count_chain_draws,
    derive_own_salt,
    derive_seed,
    list_pairs,
)
from bot.leagues.log_entries import Brought, Entry, Former, LogLine
from bot.leagues.rounds import draw_next
from bot.leagues.season import Season
from bot.leagues.season_chain import build_former


class Draws:
    """Draws seasons."""

    def __init__(self, player_records: PlayerRecords) -> None:
        self._season_log = player_records.season_log
        self._player_records = player_records

    async def propose_draw(self, known: KnownSeason, rated_by: Collection[int] = ()) -> ProposedDraw:
        """Return the current draw preview; the same entrants, wishes and ratings always give the same one.

        Args:
            known: the season.
            rated_by: leagues whose results all readers of the draw may know, because it may depend on their ratings.

        Raises:
            Refusal: too few have signed up, or everything was drawn already.
        """
        if known.row.status not in ("sign-up", "running"):
            raise Refusal("This season is over." if known.row.status == "over" else "Open sign-up first.")
        if known.plan.format == "ladder":
            raise Refusal("The tables of a ladder open by themselves, whenever enough people want a game.")
        if known.row.status == "running" and known.plan.format != "division":
            raise Refusal("The next round is drawn by itself, as soon as all tables of this one are decided.")
        seats, there = known.plan.seats, len(collect_tickets(known.season))
        if known.row.status == "running" and not there:
            raise Refusal("This season is already drawn, and no late joiners are waiting.")
        if there < seats:
            has, are = ("has", "is") if there < 2 else ("have", "are")
            have = f"{has} signed up" if known.row.status == "sign-up" else f"who came late {are} waiting"
            raise Refusal(f"A table needs {seats}, and {there or 'nobody'} {have}. Wait for more, or invite somebody.")
        if not known.season.can_be_drawn(collect_tickets(known.season)):
            raise Refusal(
                "Everybody here was signed up by themselves, so nobody has added to the chance of the draw since its "
                "secret was promised. As soon as one of them presses **Join** on the sign-up message, it can be drawn."
            )
        try:
            return await self.prepare_next_draw(known, rated_by=rated_by)
        except ValueError as wrong:
            raise Refusal(f"{wrong} One more or one fewer player helps.") from wrong

    async def prepare_next_draw(
        self, known: KnownSeason, first: Sequence[Entry] = (), *, rated_by: Collection[int] = ()
    ) -> ProposedDraw:
        """Return the next draw, after these entries."""
        earned, logs = await self._collect_brought(known)
        brought = await self._add_ratings(known, earned, rated_by)
        seed = derive_seed(known.row.secret, count_chain_draws(known.season) + 1)
        salt = derive_salt(known)

        def build_draw(season: Season) -> ProposedDraw:
            for entry in first:
                season.add(LogLine(number=len(season.lines) + 1, entry=entry))
            wished = list_wishes(known)  # of thousands, this takes a while
            apart = list_pairs(wished)
            return draw_next(season, seed, brought=brought, apart=apart, salt=salt, wished=wished)

        proposed = await self._season_log.run_on_copy(known, build_draw)
        named = logs if proposed.entry.brought else {}  # a Swiss round depends only on its own results
        return replace(proposed, entry=proposed.entry.model_copy(update={"former": named}))

    async def _collect_brought(self, known: KnownSeason) -> tuple[dict[int, Brought], dict[int, Former]]:
        """Return what entrants carry over from the last season they played, within the remembered seasons.

        The second value refers to the logs of these seasons, by number of seasons ago.
        """
        found: dict[int, Brought] = {}
        logs: dict[int, Former] = {}
        for missed, last in enumerate(await self._list_previous(known, season_end.REMEMBERED_SEASONS + 1)):
            theirs, log = await self._collect_brought_from(last, known, missed)
            if theirs.keys() - found.keys():
                logs[missed + 1] = log
            found = {**theirs, **found}
        return found, logs

    async def _list_previous(self, known: KnownSeason, most: int) -> list[KnownSeason]:
        """Return the seasons before one, the newest first, without those whose sign-up was cancelled."""
        found: list[KnownSeason] = []
        for row in await self._season_log.storage.leagues.list_seasons(known.league.league_id):
            if row.number < known.row.number and len(found) < most:
                before = await self._season_log.get_season(row.season_id)
                found += [before] * (not before.season.cancelled)
        return found

    async def _add_ratings(
        self, known: KnownSeason, brought: Mapping[int, Brought], rated_by: Collection[int]
    ) -> Mapping[int, Brought]:
        """Return carried-over results, adding the ratings that affect the draw."""
        rules = known.season.get_rules()
        ratings = (
            await self._player_records.get_ratings(rated_by, known.plan.title) if rules.should_record_ratings() else {}
        )
        found = dict(brought)
        for number, one in known.entrants.items():
            rating = None if one.user_id is None else ratings.get(one.user_id)
            if rating is not None and (rules.should_rate_everybody() or number not in brought):
                found[number] = brought.get(number, Brought()).model_copy(update={"rating": rating})
        return found

    async def _collect_brought_from(
        self, last: KnownSeason, known: KnownSeason, missed: int
    ) -> tuple[Mapping[int, Brought], Former]:
        recognised = await self._season_log.find_recognised([last, known])

        def collect_from(season: Season) -> tuple[Mapping[int, Brought], Former]:
            there = {person: number for number, person in map_people(last, recognised).items()}
            here = map_people(known, recognised)
            was = {number: there[person] for number, person in here.items() if person in there}
            return season_end.collect_brought(season, was, missed=missed), build_former(season.lines)

        return await self._season_log.run_on_copy(last, collect_from)

    async def write_draw(
        self, season_id: int, user_id: int | None, seen: int, rated_by: Collection[int] = ()
    ) -> KnownSeason:
        """Draw a season's divisions and tables, which begin to open.

        Args:
            season_id: id of the season.
            user_id: organiser who publishes it; None: it is drawn on its date.
            seen: last line included in the preview.
            rated_by: see `propose_draw`.

        Raises:
            Refusal: somebody has joined or left meanwhile, or nothing can be drawn.
        """
        known = await self._season_log.get_season(season_id)
        if known.row.lines != seen:
            raise Refusal(SEASON_CHANGED)
        await self._settle_before(known)
        proposed = await self.propose_draw(known, rated_by)
        return await self._season_log.write(
            season_id,
            lambda _: [proposed.entry],
            by=user_id,
            status="running",
            seen=seen,
            apart=proposed.apart,
            sealed=await cpu_accounting.run_in_thread(seal_own_wishes, proposed),
        )

    async def _settle_before(self, known: KnownSeason) -> None:
        """Settle promotion and relegation of the previous season, because this one now depends on them."""
        if known.row.status != "sign-up":
            return
        for last in await self._list_previous(known, 1):
            await self._settle(last)

    async def _settle(self, last: KnownSeason) -> None:
        if last.season.next_divisions is not None and not last.season.settled:
            entry = await self._season_log.run_on_copy(last, season_end.build_settlement)
            await self._season_log.write(last.row.season_id, lambda _: [entry], seen=last.row.lines)


def derive_salt(known: KnownSeason) -> str:
    """Return the salt of the digests of a season's wishes; seasons that share a secret have different ones."""
    return compute_digest(f"wishes:{known.own_secret}")


def get_own_salt(known: KnownSeason, number: int) -> str:
    """Return the salt of an entrant's own wish; only they may read it before the season is over."""
    return derive_own_salt(derive_salt(known), number)


def list_wishes(known: KnownSeason) -> dict[int, tuple[int, ...]]:
    """Return who wishes to be kept apart from whom, where both have signed up."""
    found: dict[int, tuple[int, ...]] = {}
    for number, one in known.entrants.items():
        met = {known.find_number(other) for other in one.apart} - {None, number}
        if met:
            found[number] = tuple(sorted(other for other in met if other is not None))
    return found


def list_kept_apart(known: KnownSeason) -> Sequence[Pair]:
    """Return the keep-apart pairs whose members have both signed up."""
    return list_pairs(list_wishes(known))
