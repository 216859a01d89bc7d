"""Handlers for stewards' rulings, previewed before they are written, for protests and for the season's log."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from bot.host.errors import Refusal
from bot.host.leagues import game_selection
from bot.host.leagues.game_selection import with_seats
from bot.host.leagues.plan import Plan, with_value
from bot.host.leagues.player_records import PlayerRecords
from bot.host.leagues.season_log import KnownSeason
from bot.leagues.log_entries import (
    MAX_EXTENSION_DAYS,
    Adjudicated,
    Cancelled,
    Corrected,
    Disqualified,
    Entry,
    Extended,
    Halted,
    KeptApart,
    Moved,
    Penalty,
    Placed,
    PutIn,
    Reverted,
    Ruled,
    SeatedTogether,
    Voided,
)
from bot.leagues.scoring import close_up
from bot.ui.handlers.answering import show
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.leagues.season import SeasonHandlers
from bot.ui.handlers.own_name import with_own_name_as_mention
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.handlers.routes import NOTHING, SEASON, STEWARD, form_route, route
from bot.ui.screens.forms import Form
from bot.ui.screens.leagues import rulings as screens
from bot.ui.screens.leagues.league_formats import apply_ending, apply_format, apply_size
from bot.ui.screens.leagues.season import format_entrant

PACKED = re.compile(
    r"(void|back|out|more|yes|no|off|halt)\.[0-9]{1,9}|fine\.[0-9]{1,9}\.-?[0-9]{1,16}|fix\.[0-9]{1,9}(\.[1-6]){2,6}"
    r"|here\.[0-9]{1,20}|put\.[0-9]{1,9}\.[0-9]{1,4}|in\.[0-9]{1,9}\.[0-9]{1,9}"
    r"|seats\.[2-6]|format\.[a-z]{3,8} [0-9]|format\.(division|ladder)"
    r"|apart(\.[0-9]{1,9}){2}|table(\.[0-9]{1,9}){2,6}|size\.[0-9]{1,2}"
    r"|end\.[0-9]{1,2} [a-z ]{4,12}|set\.[a-z_]{1,30}\.[^:]{1,40}"
    rf"|game\.({game_selection.VALUE_PATTERN})"
)
"""A packed decision in an id: its kind, a number, and points, places by seat, or a changed setting with its value."""
NAMED = re.compile(r"<@!?(?P<person>[0-9]{1,20})>|\bentrant (?P<number>[0-9]{1,9})\b", re.IGNORECASE)
"""A mention, or the number of an erased player without a name."""
ORDER = (
    "Please name everybody at table {table} once, the winner first, with `=` between those who share a place: "
    "for example @Ann @Ben = @Cleo. They are {names}."
)


class RulingHandlers:
    """Handles stewards' decisions about results and people."""

    def __init__(self, seasons: SeasonHandlers, player_records: PlayerRecords) -> None:
        self._seasons = seasons
        self._player_records = player_records
        self._season_log = seasons.leagues.season_log
        self._rulings = seasons.leagues.rulings

    async def propose_void(self, interaction: Interaction, season_id: int, table: int) -> None:
        """Preview voiding a table."""
        await self.propose(interaction, season_id, f"void.{table}")

    async def propose_penalty(self, interaction: Interaction, season_id: int, user_id: int, points: int) -> None:
        """Preview a penalty of points."""
        number = await self._find_number(interaction, season_id, user_id)
        await self.propose(interaction, season_id, f"fine.{number}.{points}")

    async def propose_disqualification(self, interaction: Interaction, season_id: int, user_id: int) -> None:
        """Preview a disqualification."""
        await self.propose(interaction, season_id, f"out.{await self._find_number(interaction, season_id, user_id)}")

    async def propose_extension(self, interaction: Interaction, season_id: int, weeks: int) -> None:
        """Preview an extension of the season."""
        await self.propose(interaction, season_id, f"more.{weeks}")

    async def _find_number(self, interaction: Interaction, season_id: int, user_id: int) -> int:
        number = (await self._seasons.get_managed_season(interaction, season_id)).find_number(user_id)
        if number is None:
            raise Refusal("They aren't in this season.")
        return number

    async def propose_revert(self, interaction: Interaction, season_id: int, line: int) -> None:
        """Preview reverting a steward's decision."""
        await self.propose(interaction, season_id, f"back.{line}")

    async def propose_correction(self, interaction: Interaction, season_id: int, table: int, order: str) -> None:
        """Preview a correction of a table's result."""
        known = await self._seasons.get_managed_season(interaction, season_id)
        found = self._season_log.get_table(known, table)
        places = _parse_places(known, _replace_names(known, found.seats, order))
        if places is None or set(places) != set(found.seats):
            names = ", ".join(format_entrant(known, number) for number in found.seats)
            raise Refusal(ORDER.format(table=table, names=names))
        by_seat = ".".join(str(places[number]) for number in found.seats)
        await self.propose(interaction, season_id, f"fix.{table}.{by_seat}")

    @route("lg-back", access=STEWARD, saves=NOTHING, reads=lambda press: (f"back.{press.read_choice_number()}",))
    @route(
        "lg-putin",
        access=STEWARD,
        saves=NOTHING,
        reads=lambda press: (f"put.{press.read_number(1)}.{press.read_choice_number()}",),
    )
    @route("lg-subst", access=STEWARD, saves=NOTHING, reads=lambda press: (f"in.{press.read_choice()}",))
    @route("ll-seats", access=STEWARD, saves=NOTHING, reads=lambda press: (f"seats.{press.read_choice_number()}",))
    @route("ll-format", access=STEWARD, saves=NOTHING, reads=lambda press: (f"format.{press.read_choice()}",))
    @route("ll-end", access=STEWARD, saves=NOTHING, reads=lambda press: (f"end.{press.read_choice()}",))
    @route("ll-size", access=STEWARD, saves=NOTHING, reads=lambda press: (f"size.{press.read_choice()}",))
    async def propose(self, interaction: Interaction, season_id: int, packed: str) -> None:
        """Preview a steward's decision, given in its packed form."""
        known = await self._seasons.get_managed_season(interaction, season_id)
        found = await self._rulings.simulate_decision(known, interaction.user.id, self._unpack_decision(known, packed))
        seen = {league.league_id for league in await self._seasons.list_visible(interaction)} | {known.league.league_id}
        found = await self._player_records.add_ratings(seen, known, found)
        await show(interaction, screens.render_ruling_preview(known, found, packed, self._season_log.now()))

    def _unpack_decision(self, known: KnownSeason, packed: str) -> Entry:
        """Unpack the decision in an id.

        Raises:
            Refusal: it conflicts with the rest of the season's plan.
        """
        what, _, rest = packed.partition(".")
        if what not in ("seats", "format", "end", "size", "set", "game"):
            return _unpack_ruling(known, packed)
        return self._seasons.leagues.sign_up.build_replanned(
            known, lambda plan: self._change_plan(known, plan, what, rest)
        )

    def _change_plan(self, known: KnownSeason, plan: Plan, what: str, value: str) -> Plan:
        changed: Plan | None = None
        match what:
            case "seats":
                changed = with_seats(plan, int(value))
            case "game":
                changed = game_selection.change_games(plan, known.on_offer, value)
            case "format":
                changed = apply_format(plan, value)
            case "end":
                changed = apply_ending(plan, value)
            case "size":
                changed = apply_size(plan, value)
            case _:
                name, _, text = value.partition(".")
                if name not in {*self._seasons.get_game(known).options.model_fields, *type(plan.pact).model_fields}:
                    raise UnknownControl
                try:
                    changed = with_value(plan, known.on_offer, name, json.loads(text))
                except ValueError:
                    raise UnknownControl from None
        if changed is None:
            raise UnknownControl
        return changed

    @form_route("lg-why", access=STEWARD)
    async def _ask_reason(self, interaction: Interaction, season_id: int, press: Press) -> Form:
        await self._seasons.get_managed_season(interaction, season_id)
        return screens.build_reason_form(season_id, press.read_number(1), _read_packed(press))

    @route("lg-decide", access=STEWARD, saves="Your decision")
    async def _decide(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self._seasons.get_managed_season(interaction, season_id)
        entry, reason = (
            self._unpack_decision(known, _read_packed(press)),
            "".join(press.typed)[: screens.MAX_REASON_CHARS],
        )
        reason = with_own_name_as_mention(interaction.user, reason)
        if not reason:
            raise Refusal("Please say why: everybody in the league reads it, and nothing is decided without a reason.")
        after = await self._rulings.decide(season_id, interaction.user.id, entry, reason, press.read_number(1))
        await show(interaction, screens.render_season_log(after, 0))

    # -- protests ------------------------------------------------------------------------------------

    @form_route("lg-doubt", access=SEASON, reads=lambda press: (press.read_choice_number(),))
    async def build_protest_form(self, interaction: Interaction, season_id: int, table: int) -> Form:
        """Return the form for a player's protest against the result of one of their tables."""
        known = await self._seasons.get_visible_season(interaction, season_id)
        self._rulings.must_allow_protest(known, interaction.user.id, table)
        return screens.build_protest_form(season_id, table)

    @route("lg-doubted", access=SEASON, saves="Your protest")
    async def _submit_protest(self, interaction: Interaction, season_id: int, press: Press) -> None:
        await self._seasons.get_visible_season(interaction, season_id)
        reason = "".join(press.typed)[: screens.MAX_REASON_CHARS].strip()
        if not reason:
            raise Refusal("Please say what is wrong: the stewards have to judge by it.")
        await self._rulings.write_protest(season_id, interaction.user.id, press.read_number(1), reason)
        await self._seasons.show_place(
            interaction, season_id, "Your protest stands in the log; the stewards are called."
        )

    @route("lg-protests", access=STEWARD, saves=NOTHING)
    async def _show_protests(self, interaction: Interaction, season_id: int) -> None:
        await show(interaction, screens.render_protests(await self._seasons.get_managed_season(interaction, season_id)))

    @route("lg-protest", access=STEWARD, saves=NOTHING)
    async def _show_protest(self, interaction: Interaction, season_id: int, press: Press) -> None:
        known = await self._seasons.get_managed_season(interaction, season_id)
        protest = known.season.protests.get(press.read_number(1))
        if protest is None or protest.upheld is not None:
            raise Refusal("Somebody has ruled on that protest. **/league log** says how.")
        await show(interaction, screens.render_protest(known, protest))

    # -- the log -------------------------------------------------------------------------------------

    @route("lg-log", access=SEASON, saves=NOTHING, reads=lambda press: (press.read_number(1),))
    async def show_log(self, interaction: Interaction, season_id: int, page: int = 0) -> None:
        """Show a page of a season's log."""
        known = await self._seasons.get_visible_season(interaction, season_id)
        await show(interaction, screens.render_season_log(known, page))


def _read_packed(press: Press) -> str:
    packed = press.read_part(2)
    if not PACKED.fullmatch(packed):
        raise UnknownControl
    return packed


def _unpack_ruling(known: KnownSeason, packed: str) -> Entry:
    """Unpack a decision other than a change of the plan."""
    what, first, *rest = packed.split(".")
    number = int(first)
    match what:
        case "void":
            return Voided(table=number)
        case "back":
            return Reverted(line=number)
        case "fine":
            return Penalty(entrant=number, points=int(rest[0]))
        case "out":
            return Disqualified(entrant=number)
        case "more":
            return _build_extension(number)
        case "in":
            return PutIn(left=number, entrant=int(rest[0]))
        case "off" | "here" | "put" | "halt" | "apart" | "table":
            return _unpack_arrangement(known, what, number, rest)
        case "yes" | "no":
            return Ruled(protest=number, upheld=what == "yes")
        case _:
            table = known.season.tables.get(number)
            if table is None or len(table.seats) != len(rest):
                raise UnknownControl
            decided = Corrected if table.counts else Adjudicated
            places = dict(zip(table.seats, map(int, rest), strict=True))
            return decided(table=number, places=places, as_written=True)


def _unpack_arrangement(known: KnownSeason, what: str, number: int, rest: Sequence[str]) -> Entry:
    match what:
        case "off":
            return Cancelled()
        case "halt":
            return Halted(step="start" if number else "draw")
        case "here":
            return Moved(channel_id=number, before=known.league.channel_id)
        case "apart":
            return KeptApart(entrant=number, other=int(rest[0]))
        case "table":
            return SeatedTogether(entrants=(number, *map(int, rest)))
        case _:
            return Placed(entrant=number, division=int(rest[0]) or 1)


def _build_extension(weeks: int) -> Extended:
    if not 0 < 7 * weeks <= MAX_EXTENSION_DAYS:
        raise Refusal(f"The last day can be put off by 1 to {MAX_EXTENSION_DAYS // 7} weeks at once.")
    return Extended(days=7 * weeks)


def _replace_names(known: KnownSeason, seats: Sequence[int], order: str) -> str:
    """Replace names that Discord left as text, such as @Ann, with entrant numbers of the table's players.

    A name that two players of the table share stays unchanged; they must be mentioned.
    """
    names = [known.entrants[number].name.casefold() for number in seats if number in known.entrants]
    by_name = {name: number for name, number in zip(names, seats, strict=False) if name and names.count(name) == 1}
    if not by_name:
        return order
    longest_first = "|".join(map(re.escape, sorted(by_name, key=len, reverse=True)))

    def replace_name(found: re.Match[str]) -> str:
        number = by_name.get(found[1].casefold())
        return found[0] if number is None else f"entrant {number}"

    return re.sub(rf"(?<!<)@({longest_first})(?!\w)", replace_name, order, flags=re.IGNORECASE)


def _parse_places(known: KnownSeason, order: str) -> dict[int, int] | None:
    """Parse the typed places: mentions in order, with "=" between people who share a place.

    Returns None if somebody is named twice, because either place could be meant.
    """
    places: dict[int, int] = {}
    place, end = 0, 0
    for found in NAMED.finditer(order):
        shares = "=" in order[end : found.start()]
        place, end = (place if shares else place + 1), found.end()
        person, number = found["person"], int(found["number"] or 0)
        if person is not None:
            number = known.find_number(int(person)) or 0
        if number in places:
            return None
        places[number] = place
    return close_up(places)
