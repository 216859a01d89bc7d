"""Rounds of a Swiss season that entrants have announced to skip."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.engine.words import format_count
from bot.host.errors import NotYours, Refusal
from bot.host.leagues.season_log import KnownSeason, SeasonLog
from bot.leagues.log_entries import Entry, Skips
from bot.leagues.scoring import EntrantNumber

NOT_THERE = "You do not take part in this season. **Join** on its message signs you up."
LEFT = "You do not play in this season any more, so there is no round to skip."


class Availability:
    """Records the rounds that an entrant skips."""

    def __init__(self, season_log: SeasonLog) -> None:
        self._season_log = season_log

    async def set_skipped(self, season_id: int, user_id: int, rounds: Collection[int]) -> KnownSeason:
        """Skip these rounds of those that are not drawn yet, and play in all others of them.

        Raises:
            NotYours: they do not take part.
            Refusal: they skip too many, or a round was drawn meanwhile.
        """

        def build_entries(known: KnownSeason) -> Sequence[Entry]:
            number = known.find_number(user_id)
            if number is None:
                raise NotYours(NOT_THERE)
            return _build_skips(known, number, rounds)

        known = await self._season_log.get_season(season_id)
        if not build_entries(known):
            return known
        return await self._season_log.write(season_id, build_entries)


def list_open_rounds(known: KnownSeason) -> list[int]:
    """Return the rounds that an entrant can still skip; empty where nobody skips any."""
    rules = known.season.rules
    if rules is None or not rules.get_skip_limit() or known.row.status not in ("sign-up", "running"):
        return []
    if known.season.cancelled:
        return []
    return [*range(max((drawn.number for drawn in known.season.rounds), default=0) + 1, rules.rounds + 1)]


def can_skip(known: KnownSeason, number: EntrantNumber) -> bool:
    """Return whether an entrant can say now that they skip a round."""
    entrant = known.season.entrants[number]
    return entrant.status == "plays" and not entrant.helper and bool(list_open_rounds(known))


def count_skips_left(known: KnownSeason, number: EntrantNumber) -> int:
    """Return how many of the rounds that are not drawn yet an entrant can skip, those that they skip included."""
    still_open = list_open_rounds(known)
    past = sum(at not in still_open for at in known.season.list_skipped(number))
    return known.season.get_rules().get_skip_limit() - past


def _build_skips(known: KnownSeason, number: EntrantNumber, rounds: Collection[int]) -> list[Skips]:
    """Return the entries for the rounds that change, those taken back first, because they make room for others."""
    still_open, limit = list_open_rounds(known), known.season.get_rules().get_skip_limit()
    if not can_skip(known, number):
        raise Refusal(LEFT if still_open else "No round of this season can be skipped any more.")
    if late := sorted({*rounds} - {*still_open}):
        raise Refusal(
            f"Round {late[0]} was drawn meanwhile, so it is too late to skip it. Please play, or **/table concede**."
        )
    skipped = known.season.list_skipped(number)
    past = [at for at in skipped if at not in still_open]
    if len(past) + len({*rounds}) > limit:
        already = f", and you have skipped {format_count(len(past), 'round')} already" if past else ""
        most = format_count(limit, "round")
        raise Refusal(f"Nobody skips more than {most} of this season{already}. Please choose fewer.")
    played = [at for at in skipped if at in still_open and at not in rounds]
    return [
        *(Skips(entrant=number, round=at, skips=False) for at in played),
        *(Skips(entrant=number, round=at) for at in sorted({*rounds} - {*skipped})),
    ]
