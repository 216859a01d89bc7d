"""A refused form opens again as it was filled in, whichever handler refused it; an accepted one does not."""

from __future__ import annotations

from typing import Any

from tests.cogs.test_hints import presses_forged
from tests.cogs.test_league_of_teams import joins, my_team, opens, teams_sign_up
from tests.cogs.town import Player, Town
from tests.form_values import complete_values


def stands_in(player: Player) -> dict[str, Any]:
    """What the form holds that somebody has open."""
    assert player.form is not None
    assert player.form.modal is not None
    return complete_values(player.form.modal, {})


async def test_a_form_whose_handler_knows_nothing_of_it_keeps_what_was_typed(here: Town, boss: Player) -> None:
    ann, ben, *_ = await teams_sign_up(here, boss, 3)
    await opens(here, ann)
    assert "No team of this season has this code" in await joins(here, ben, "1-beef")
    await my_team(here, ben)
    await ben.press("Join by code …")
    assert stands_in(ben) == {"0": "1-beef"}


async def test_an_accepted_form_opens_with_what_counts_now(here: Town, ann: Player) -> None:
    await here.opened(host=ann)
    await presses_forged(here, ann, "hours:1")
    await ann.fill_in("ages")
    await presses_forged(here, ann, "hours:1")
    assert stands_in(ann) == {"0": "ages"}
    await ann.fill_in("36")
    await presses_forged(here, ann, "hours:1")
    assert stands_in(ann) == {"0": "36"}


async def test_two_people_each_find_their_own_values(here: Town, ann: Player, ben: Player) -> None:
    for player, zone in ((ann, "Atlantis"), (ben, "Avalon")):
        await player.slash("settings change")
        await player.press("Change them…")
        assert "open the form again to put it right" in await player.fill_in(zone=zone)
    for player, zone in ((ann, "Atlantis"), (ben, "Avalon")):
        await player.press("Change them…")
        assert stands_in(player)["zone"] == zone


async def test_what_somebody_typed_is_forgotten_with_them(here: Town, ann: Player) -> None:
    await ann.slash("settings change")
    await ann.press("Change them…")
    await ann.fill_in(zone="Atlantis")
    await ann.slash("settings forget-me")
    await ann.press("Forget me")
    await ann.slash("settings change")
    await ann.press("Change them…")
    assert stands_in(ann)["zone"] == "UTC"
