"""Handlers for a person's preferences: secret delivery, time zone, quiet hours and days off."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal, TypeAlias
from zoneinfo import ZoneInfo

from bot.engine.words import normalize_width
from bot.host.errors import Refusal
from bot.host.host import Host
from bot.host.play.event_notices import EventNotices
from bot.host.table import deadlines
from bot.host.table.deadlines import DAYS_OFF_A_YEAR, MAX_QUIET_HOURS, DaysOff, Wishes
from bot.ui import screens
from bot.ui.handlers.answering import get_or_create_person, show
from bot.ui.handlers.first_answer import defer
from bot.ui.handlers.instrumentation import Interaction
from bot.ui.handlers.press import Press, UnknownControl
from bot.ui.handlers.refused_forms import refusing_on
from bot.ui.handlers.routes import ONESELF, form_route, route
from bot.ui.handlers.table.private_delivery import PrivateDeliveryHandlers
from bot.ui.screens.forms import Form
from bot.ui.screens.parts import list_note_blocks
from bot.ui.screens.screen import Button, Row, Screen, build_button_rows
from bot.ui.screens.settings.preference_form import (
    EVENT_LEVELS,
    build_event_menu,
    build_preference_form,
    format_quiet_hours,
)
from storage.interface.people import Person, Secrets

BLUE = 0x3B6EA5

Choice: TypeAlias = Literal["direct message", "private thread", "panel"]
Questions: TypeAlias = Literal["with pictures", "in words only"]
SECRETS: Mapping[Choice, Secrets] = {"direct message": "dm", "private thread": "thread", "panel": "panel"}
MOST_YEARS_AHEAD = 5
NEXT_UP = (
    "A direct message tells you when **you are next**, outside your quiet hours, so that you can prepare your turn."
)
PAGE_LINKS = "Each message that asks you something has the link **On the board** to your table as a page."
NO_PAGE_LINKS = "Your messages have no links to your tables as pages."
UNCHOSEN = "When you take a seat, your hand and secrets come by **direct message**, unless you choose another way here."


@dataclass(frozen=True)
class PreferenceChanges:
    """Typed options of `/settings`; None leaves a setting unchanged."""

    secrets: Choice | None = None
    """Delivery of secrets, in addition to the private panel."""
    time_zone: str | None = None
    quiet: str | None = None
    """Two times of day, e.g. "22:00-8:00", or "none"."""
    days_off: str | None = None
    """A day or two, e.g. "2026-12-24 2026-12-27", or "none"."""
    questions: Questions | None = None
    """Whether questions about places come with a picture."""


class PreferenceHandlers:
    """Shows and changes a person's preferences.

    Args:
        host: has people and their settings.
        event_notices: changes the level of a person's messages about events.
        delivery: changes how private messages come.
        has_pages: whether players can open their tables as pages to play on.
    """

    def __init__(
        self, host: Host, event_notices: EventNotices, delivery: PrivateDeliveryHandlers, *, has_pages: bool
    ) -> None:
        self._has_pages = has_pages
        self._host = host
        self._event_notices = event_notices
        self._people = host.people
        self._delivery = delivery

    async def change_settings(self, interaction: Interaction, changes: PreferenceChanges) -> None:
        """Show or change a person's preferences."""
        person = await get_or_create_person(interaction, self._people)
        wishes = await self._people.get_wishes(person.user_id)
        now = self._host.now()
        changed = apply_changes(wishes, changes, now)
        if changes.secrets is not None and SECRETS[changes.secrets] == "dm":
            await defer(interaction)
        if changed != wishes:
            person = await self._people.change_wishes(person, lambda known: apply_changes(known, changes, now))
        if changes.secrets is not None:
            person = await self._delivery.choose(person, SECRETS[changes.secrets])
        await show(interaction, self._build_screen(person, changed))

    @route("nextup", access=ONESELF, saves="Your settings")
    async def _set_next_up(self, interaction: Interaction, wanted: int) -> None:
        """Turn the messages before a person's turns on or off."""
        person = await get_or_create_person(interaction, self._people)
        person = await self._people.change_wishes(
            person, lambda known: known.model_copy(update={"next_up": wanted == 1})
        )
        await show(interaction, self._build_screen(person, await self._people.get_wishes(person.user_id)))

    @route("pagelinks", access=ONESELF, saves="Your settings")
    async def _set_page_links(self, interaction: Interaction, wanted: int) -> None:
        """Turn links to tables as pages to play on in a person's messages on or off."""
        person = await get_or_create_person(interaction, self._people)
        person = await self._people.change_wishes(
            person, lambda known: known.model_copy(update={"links_to_pages": wanted == 1})
        )
        await show(interaction, self._build_screen(person, await self._people.get_wishes(person.user_id)))

    @route("events", access=ONESELF, saves="Your settings")
    async def _choose_events(self, interaction: Interaction, _: int, press: Press) -> None:
        """Choose the level of direct messages about events."""
        person = await get_or_create_person(interaction, self._people)
        level = next((level for level, _, _ in EVENT_LEVELS if level == press.read_choice()), None)
        if level is None:
            raise UnknownControl
        person = await self._event_notices.choose(person, level)
        await show(interaction, self._build_screen(person, await self._people.get_wishes(person.user_id)))

    @form_route("settingsform", access=ONESELF)
    async def _open_form(self, interaction: Interaction, _: int) -> Form:
        person = await get_or_create_person(interaction, self._people)
        return build_preference_form(person, await self._people.get_wishes(person.user_id))

    @route("settingssent", access=ONESELF, saves="Your settings")
    async def _take_form(self, interaction: Interaction, _: int, press: Press) -> None:
        """Change the settings that differ from the present ones; a refused form changes nothing."""
        person = await get_or_create_person(interaction, self._people)
        wishes = await self._people.get_wishes(person.user_id)
        with refusing_on(lambda note: show(interaction, self._build_screen(person, wishes, note))):
            await self.change_settings(interaction, read_form(press, person, wishes))

    def _build_screen(self, person: Person, wishes: Wishes, note: str = "") -> Screen:
        return build_screen(person, wishes, note, has_pages=self._has_pages)


def read_form(press: Press, person: Person, wishes: Wishes) -> PreferenceChanges:
    """Return the changes of a submitted form."""
    zone, quiet, days = ("".join(press.read_field(name)).strip() for name in ("zone", "quiet", "days"))
    chosen, pictures = press.read_field("secrets"), bool(press.read_field("pictures"))
    secrets = next((words for words, way in SECRETS.items() if [way] == list(chosen)), None)
    if secrets is None:
        raise UnknownControl
    questions: Questions = "with pictures" if pictures else "in words only"
    return PreferenceChanges(
        secrets=None if SECRETS[secrets] == person.secrets else secrets,
        time_zone=None if zone == wishes.zone else zone,
        quiet=None if quiet == format_quiet_hours(wishes) else quiet or "none",
        days_off=days or None,
        questions=None if pictures == wishes.pictures else questions,
    )


def apply_changes(wishes: Wishes, changes: PreferenceChanges, now: datetime) -> Wishes:
    """Apply the changes to the wishes; raise Refusal with a sentence if one cannot be parsed."""
    new = wishes
    if changes.time_zone is not None:
        new = new.model_copy(update={"zone": _parse_zone(changes.time_zone)})
    if changes.quiet is not None:
        begin, end = _parse_hours(changes.quiet)
        new = new.model_copy(update={"quiet_from": begin, "quiet_to": end})
    if changes.days_off is not None:
        new = _add_days_off(new, changes.days_off, now)
    if changes.questions is not None:
        new = new.model_copy(update={"pictures": changes.questions == "with pictures"})
    return new


def build_screen(person: Person, wishes: Wishes, note: str = "", *, has_pages: bool = False) -> Screen:
    """Build the screen of a person's settings.

    Args:
        person: the person.
        wishes: their settings.
        note: a sentence shown first.
        has_pages: whether they can open their tables as pages to play on.
    """
    quiet = "You have no quiet hours."
    if wishes.quiet is not None:
        begin, end = wishes.quiet
        quiet = f"Quiet hours: {begin:%H:%M} to {end:%H:%M}. None of your clocks runs out then."
    off = ", ".join(f"{days.first} to {days.last}" for days in wishes.days_off) or "none"
    lines = [
        *list_note_blocks(note),
        "### Your settings",
        _describe_delivery(person),
        f"Time zone: **{wishes.zone}**. {quiet}",
        f"Days off, when your clocks stand still: {off} ({DAYS_OFF_A_YEAR} a year).",
        "Questions about places come **with a picture**." if wishes.pictures else "Questions come **in words only**.",
        NEXT_UP if wishes.next_up else "You get no message before your turn.",
        *([PAGE_LINKS if wishes.links_to_pages else NO_PAGE_LINKS] if has_pages else []),
        "-# Changes count from your next question on.",
    ]
    next_up = Button("nextup:0", "No word before my turn") if wishes.next_up else Button("nextup:1", "Tell me I'm next")
    links = (
        Button("pagelinks:0", "No links to pages") if wishes.links_to_pages else Button("pagelinks:1", "Link my pages")
    )
    return Screen(
        (
            "\n".join(lines),
            *build_button_rows(
                Button("settingsform:0", "Change them…", "primary"), next_up, *([links] if has_pages else [])
            ),
            Row((build_event_menu(person.event_level),)),
        ),
        colour=BLUE,
    )


def _describe_delivery(person: Person) -> str:
    if person.dm == "closed":
        return screens.DM_CLOSED
    return screens.CHOSEN[person.secrets] if person.chosen else UNCHOSEN


NO_ZONE = "Factory"
"""The name in tzdata for a computer whose time zone was never set."""


def find_zones(typed: str) -> Sequence[str]:
    """Return the time zones that contain the typed text."""
    wanted = typed.strip().casefold().replace(" ", "_")
    return sorted(zone for zone in deadlines.list_time_zones() if wanted in zone.casefold() and "/" in zone)


def _parse_zone(typed: str) -> str:
    known = {zone.casefold(): zone for zone in deadlines.list_time_zones() if zone != NO_ZONE}
    zone = known.get(typed.strip().casefold().replace(" ", "_"))
    if zone is None:
        raise Refusal("There is no time zone of that name. Examples: Europe/Paris, America/New_York.")
    return zone


HOURS = "Please write quiet hours like 22:00-8:00 or 22-8, or none."
_HOURS = re.compile(r"(\d{1,2})(?:[:.](\d\d))?\s*-\s*(\d{1,2})(?:[:.](\d\d))?", re.ASCII)


def _parse_hours(typed: str) -> tuple[time | None, time | None]:
    text = normalize_width(typed).strip().casefold()
    if text == "none":
        return None, None
    found = _HOURS.fullmatch(text.replace("\N{EN DASH}", "-"))
    if found is None:
        raise Refusal(HOURS)
    hour, minute, last_hour, last_minute = (int(number or 0) for number in found.groups())
    try:
        begin, end = time(hour, minute), time(last_hour, last_minute)
    except ValueError:
        raise Refusal(HOURS) from None
    if begin == end:
        raise Refusal(f"Quiet hours end at another time than they begin. {HOURS}")
    if deadlines.compute_quiet_duration(begin, end) > timedelta(hours=MAX_QUIET_HOURS):
        raise Refusal(
            f"Quiet hours can last {MAX_QUIET_HOURS} hours a day at most, so that your clocks run for the other "
            f"{24 - MAX_QUIET_HOURS}. Please choose shorter ones; for whole days there are days off."
        )
    return begin, end


def _add_days_off(wishes: Wishes, typed: str, now: datetime) -> Wishes:
    """Add days off, or cancel all of them; those of past years are dropped."""
    text = normalize_width(typed).strip().casefold()
    if text == "none":
        return wishes.revoke_days_off()
    try:
        days = [date.fromisoformat(part) for part in text.split()]
        first, last = days[0], days[-1]
    except (ValueError, IndexError):
        raise Refusal("Please write days off like 2026-12-24 2026-12-27, or none.") from None
    today = now.astimezone(ZoneInfo(wishes.zone)).date()
    if len(days) > 2 or not today <= first <= last:
        raise Refusal("Days off begin today or later, and the last comes after the first.")
    if last.year > today.year + MOST_YEARS_AHEAD:
        raise Refusal(f"Days off can be announced until the end of {today.year + MOST_YEARS_AHEAD}.")
    new = DaysOff(first=first, last=last)
    kept = [days for days in wishes.off if days.last.year >= today.year]
    after = wishes.model_copy(update={"off": [*(days for days in kept if days != new), new]})
    for year in range(first.year, last.year + 1):
        taken = after.count_days_taken(year)
        if taken > DAYS_OFF_A_YEAR:
            left = max(0, DAYS_OFF_A_YEAR - wishes.count_days_taken(year))
            raise Refusal(
                f"That would be {taken} days off in {year}; there are {DAYS_OFF_A_YEAR} a year, and {left} of them are "
                "left. Days that were taken back count, too."
            )
    return after
