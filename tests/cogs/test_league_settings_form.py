"""The form of a player's settings in a league: untouched, changed, wrong, twice, and sent by somebody else."""

from __future__ import annotations

from typing import Any

from storage.interface.leagues import StandingWishes
from tests.cogs.leagues import drawn, open_for_sign_up, settings_of, stands, switches
from tests.cogs.test_season_forms import forges, stands_in
from tests.cogs.town import Player, Town


async def wishes_of(here: Town, player: Player) -> Any:
    """All that somebody wishes in the league of season 1."""
    known = await here.bot.services.leagues.season_log.get_season(1)
    entrant = known.entrants[known.find_number(player.id) or 0]
    standing = await here.bot.storage.leagues.list_standing_wishes(1)
    pages = (await here.bot.host.people.get_wishes(player.id)).own_pages
    return entrant.cap, entrant.named, standing.get(player.id, StandingWishes()), pages


async def opens(here: Town, player: Player) -> None:
    await settings_of(player)
    await player.press("Change them…")


async def test_an_untouched_form_changes_nothing(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    before = await wishes_of(here, people[0])
    await opens(here, people[0])
    assert "Done." in await people[0].fill_in()
    assert await wishes_of(here, people[0]) == before


async def test_all_settings_are_one_form_that_shows_what_stands(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    cleo = people[0]
    await opens(here, cleo)
    told = await cleo.fill_in(cap="3", switches=["page", "kept", "letters", "on"])
    assert "You play 3 tables at once." in told
    assert "you are called by your name" in told, "a page names people"
    cap, named, standing, pages = await wishes_of(here, cleo)
    assert (cap, named, pages) == (3, True, [1])
    assert standing.kept
    assert standing.letters
    assert standing.plays_on
    await cleo.press("Change them…")
    assert stands_in(cleo) == {"cap": ["3"], "switches": ["named", "page", "kept", "letters", "on"]}
    await cleo.fill_in(cap="0", switches=[])
    assert await wishes_of(here, cleo) == (None, False, StandingWishes(), [])


async def test_a_refused_wish_changes_none_of_the_others_and_is_kept(
    here: Town, boss: Player, people: list[Player]
) -> None:
    await drawn(here, boss, people)
    cleo = people[0]
    await cleo.slash("league leave")
    await cleo.press("Leave for good")
    before = await wishes_of(here, cleo)
    await opens(here, cleo)
    told = await cleo.fill_in(switches=["named", "on"])
    assert "you can play on from there. What you filled in is kept" in told
    assert await wishes_of(here, cleo) == before
    await cleo.press("Change them…")
    assert stands_in(cleo)["switches"] == ["named", "on"]


async def test_a_form_that_is_sent_twice_does_the_same_once(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    cleo = people[0]
    await opens(here, cleo)
    first = cleo.form
    await opens(here, cleo)
    await cleo.fill_in(switches=["letters"])
    once = await wishes_of(here, cleo)
    cleo.form = first
    await cleo.fill_in(switches=["letters"])
    assert await wishes_of(here, cleo) == once


async def test_a_player_who_takes_no_part_has_no_settings_there(here: Town, boss: Player, ann: Player) -> None:
    await open_for_sign_up(here, boss)
    await stands(here, "sign-up")
    for forged in ("lg-wishform:1", "lg-wishsent:1"):
        assert "You do not take part in this season" in await forges(here, ann, forged)


async def test_values_that_are_not_on_offer_change_nothing(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    cleo = people[0]
    before = await wishes_of(here, cleo)
    await opens(here, cleo)
    modal = None if cleo.form is None else cleo.form._interaction.modal
    assert modal is not None
    modal["components"][0]["component"]["options"].append({"value": "99", "label": "What a client likes"})
    assert "older version" in await cleo.fill_in(cap="99", switches=["letters"])
    assert await wishes_of(here, cleo) == before


async def test_each_setting_can_be_changed_alone(here: Town, boss: Player, people: list[Player]) -> None:
    await drawn(here, boss, people)
    for wish in ("Name me there", "Keep my name for ever", "I play on"):
        await switches(people[0], wish)
    cap, named, standing, _ = await wishes_of(here, people[0])
    assert (cap, named, standing.kept, standing.letters, bool(standing.plays_on)) == (None, True, True, False, True)
