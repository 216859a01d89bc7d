"""One form for a person's own settings: untouched, changed, wrong, emptied, twice and after a restart."""

from __future__ import annotations

import pytest

from bot.host.table.deadlines import Wishes
from tests.cogs.town import Player, Town
from tests.ui.hostile import HOSTILE


async def wishes_of(here: Town, player: Player) -> Wishes:
    return await here.bot.host.people.get_wishes(player.id)


async def opens(player: Player) -> None:
    await player.slash("settings change")
    await player.press("Change them…")


async def test_an_untouched_form_changes_nothing(here: Town, ann: Player) -> None:
    before = await wishes_of(here, ann)
    await opens(ann)
    assert "Time zone: **UTC**" in await ann.fill_in()
    assert await wishes_of(here, ann) == before


async def test_all_settings_are_changed_by_one_form_and_stand_in_it_then(here: Town, ann: Player) -> None:
    await opens(ann)
    told = await ann.fill_in(secrets="panel", zone="europe/paris", quiet="22-8", days="2099-01-01", pictures=False)
    assert "Days off can be announced until the end of" in told
    await ann.press("Change them…")
    told = await ann.fill_in(days="")
    assert "Time zone: **Europe/Paris**. Quiet hours: 22:00 to 08:00." in told
    assert "no direct messages" in told
    assert "**in words only**" in told
    await ann.press("Change them…")
    told = await ann.fill_in(quiet="", pictures=True)
    assert "You have no quiet hours." in told
    assert "**with a picture**" in told
    assert "**Europe/Paris**" in told


@pytest.mark.parametrize(
    ("field", "wrong", "why"),
    [
        ("zone", "Atlantis", "no time zone of that name"),
        ("quiet", "always", "Please write quiet hours"),
        ("quiet", "0-23", "at most"),
        ("days", "tomorrow", "Please write days off"),
        *(("zone", name[:30], "no time zone of that name") for name in HOSTILE[:3]),
    ],
)
async def test_what_is_wrong_says_why_changes_nothing_and_keeps_the_form(
    here: Town, ann: Player, field: str, wrong: str, why: str
) -> None:
    before = await wishes_of(here, ann)
    await opens(ann)
    told = await ann.fill_in(pictures=False, **{field: wrong})
    assert why in told
    assert "open the form again" in told
    assert await wishes_of(here, ann) == before
    await ann.press("Change them…")
    assert wrong.strip() in str(ann.form and ann.form.modal)


async def test_a_form_opened_before_a_restart_counts_after_it_and_twice_as_once(here: Town, ann: Player) -> None:
    await opens(ann)
    first = ann.form
    await opens(ann)
    await here.restart()
    await ann.fill_in(quiet="22-8")
    once = await wishes_of(here, ann)
    ann.form = first
    await ann.fill_in(quiet="22-8")
    assert await wishes_of(here, ann) == once
