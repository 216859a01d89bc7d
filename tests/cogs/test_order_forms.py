"""Short standing orders in one form: empty, filled in with what stands, wrong, late, twice and after a restart."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.engine.orders import Order
from bot.games import GAMES
from bot.games.goodwill.orders import StandingPrice
from bot.testing.limits import check_form
from bot.testing.random_games import Case, sample_positions
from bot.ui.screens.table.order_forms import build_advance_form, list_pages, list_short_orders
from tests.cogs.test_hints import begun, presses_forged
from tests.cogs.town import Player, Town, parts_of, town
from tests.form_values import complete_values
from tests.table_talk import seated, view_as


@pytest.fixture
async def here(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "boardroom.db", games=GAMES) as opened:
        yield opened


async def orders_of(here: Town, player: Player) -> list[Order]:
    """The orders of somebody at table 1."""
    running = await here.bot.host.get_running_game(1)
    return list(running.get_standing_orders(running.get_own_seat(player.id)))


def fields_of(player: Player) -> dict[str, dict[str, Any]]:
    """The fields of the form that is open, by their labels."""
    assert player.form is not None
    assert player.form.modal is not None
    return {field["label"]: field["component"] for field in player.form.modal["components"]}


def named(player: Player, **values: Any) -> dict[str, Any]:
    """The prices written for these companies."""
    return {
        box["custom_id"]: value
        for label, box in fields_of(player).items()
        for words, value in values.items()
        if words in label and "price" in label
    }


async def opens(player: Player, label: str = "Standing orders 1 to 5…") -> None:
    """Open a form of orders from the panel that lists them."""
    await player.act()
    await player.press("Standing orders")
    await player.press(label)


async def test_two_prices_are_ordered_by_one_form_and_stand_in_it_then(here: Town, ann: Player) -> None:
    await begun(here, ann, game="goodwill", fast_mode="off")
    await opens(ann)
    told = await ann.fill_in(**named(ann, Amber="12", Black="8"))
    assert told.count("Order set: ") == 2
    assert {(one.company, one.price) for one in await orders_of(here, ann) if isinstance(one, StandingPrice)} == {
        ("Amber", 12),
        ("Black", 8),
    }
    await opens(ann)
    amounts = {label: box.get("value") for label, box in fields_of(ann).items()}
    assert sorted(filter(None, amounts.values())) == ["12", "8"]
    assert "Your orders stay as they are." in await ann.fill_in()
    assert len(await orders_of(here, ann)) == 2


async def test_a_field_that_is_emptied_cancels_its_order_and_no_other(here: Town, ann: Player) -> None:
    await begun(here, ann, game="goodwill", fast_mode="off")
    await opens(ann)
    await ann.fill_in(**named(ann, Amber="12", Black="8"))
    await opens(ann)
    assert "Order cancelled: " in await ann.fill_in(**named(ann, Amber=""))
    assert [one.price for one in await orders_of(here, ann) if isinstance(one, StandingPrice)] == [8]


@pytest.mark.parametrize("wrong", ["much", "13", "-2", "1e9", "@everyone"])
async def test_what_is_wrong_says_why_and_keeps_the_others(here: Town, ann: Player, wrong: str) -> None:
    await begun(here, ann, game="goodwill", fast_mode="off")
    await opens(ann)
    told = await ann.fill_in(**named(ann, Amber=wrong, Black="8"))
    assert "⚠️ What price should I write for Amber" in told
    assert "open the form again" in told
    assert len(await orders_of(here, ann)) == 1
    await opens(ann)
    assert sorted(str(box.get("value", "")) for box in fields_of(ann).values() if box.get("value")) == sorted(
        [wrong, "8"]
    )
    await ann.fill_in(**named(ann, Amber="12"))
    assert len(await orders_of(here, ann)) == 2


async def test_a_refused_form_of_a_running_table_outlives_a_restart(here: Town, ann: Player) -> None:
    await begun(here, ann, game="goodwill", fast_mode="off")
    await opens(ann)
    await ann.fill_in(**named(ann, Amber="13", Black="8"))
    await here.restart()
    await opens(ann)
    assert sorted(box["value"] for box in fields_of(ann).values() if box.get("value")) == ["13", "8"]
    await ann.fill_in(**named(ann, Amber="12"))
    await here.restart()
    await opens(ann)
    assert sorted(box["value"] for box in fields_of(ann).values() if box.get("value")) == ["12", "8"]


async def test_a_form_that_comes_late_gives_what_can_still_be_given(here: Town, ann: Player) -> None:
    await begun(here, ann, game="goodwill", fast_mode="off")
    await opens(ann)
    form = ann.form
    await ann.slash("table concede", sure="yes")
    ann.form = form
    await ann.fill_in(**named(ann, Amber="12"))
    assert await orders_of(here, ann) == []


async def test_a_form_opened_before_a_restart_and_sent_twice_gives_its_order_once(here: Town, ann: Player) -> None:
    await begun(here, ann, game="goodwill", fast_mode="off")
    await opens(ann)
    first = ann.form
    await opens(ann)
    await here.restart()
    await ann.fill_in(**named(ann, Amber="12"))
    ann.form = first
    assert "stay as they are" in await ann.fill_in(**named(ann, Amber="12"))
    assert len(await orders_of(here, ann)) == 1


@pytest.mark.parametrize("verb", ["aheadform:1:0", "aheadsent:1:0"])
async def test_somebody_who_does_not_play_opens_and_sends_no_form(
    here: Town, ann: Player, ben: Player, stranger: Player, verb: str
) -> None:
    await begun(here, ann, ben, game="goodwill")
    assert "You are not playing at this table" in await presses_forged(here, stranger, verb)


async def test_a_page_that_is_no_more_leads_to_the_panel(here: Town, ann: Player, ben: Player) -> None:
    await begun(here, ann, ben, game="goodwill")
    assert "can no longer be given" in await presses_forged(here, ann, "aheadform:1:7")


async def test_the_hand_leads_straight_to_the_form(here: Town, ann: Player, ben: Player) -> None:
    await begun(here, ann, ben, game="goodwill")
    await ben.slash("hand", table="1")
    assert "aheadform:1:0" in str(parts_of(ben.panel))


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.play_ahead.orders is not None])
def test_every_form_of_orders_can_be_sent_to_discord(key: str) -> None:
    """A form opens filled in, and what it holds is on offer."""
    case = Case(GAMES[key], min(4, max(GAMES[key].seats)), GAMES[key].options())
    forms = 0
    for turn in sample_positions(case, "forms of orders", 12):
        for seat in turn.after.seats:
            view = view_as(seated(turn.after, game=case.game), seat)
            for page, orders in enumerate(list_pages(list_short_orders(view))):
                form = build_advance_form(view, page)
                assert form is not None
                assert [name for name, _ in form.iterate_named_fields()] == [order.tag for order in orders]
                complete_values(check_form(form), {})
                forms += 1
    assert forms or key == "briefcase", "its only order is a menu"
