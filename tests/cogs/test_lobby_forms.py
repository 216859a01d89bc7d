"""The forms in which the opener sets a table up: untouched, changed, wrong, late, twice, and sent by somebody else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.games import GAMES
from tests.cogs.test_hints import presses_forged
from tests.cogs.town import Player, Town, parts_of, texts, town
from tests.form_values import complete_values
from tests.ui.hostile import HOSTILE


async def settings(here: Town) -> tuple[Any, ...]:
    """What the table has agreed on."""
    table = await here.bot.lobby.get_open_table(1)
    return table.row.seats_wanted, [seat_row.name for seat_row in table.seats], table.options, table.settings


@pytest.mark.parametrize("label", ["Seats, pace, bots…", "Variants…", "Agreements…"])
async def test_a_form_that_is_sent_untouched_changes_nothing(here: Town, ann: Player, label: str) -> None:
    await here.opened(host=ann, seats=3)
    before = await settings(here)
    await ann.press(label)
    assert "Done" in await ann.fill_in()
    assert await settings(here) == before


async def test_seats_pace_and_bots_are_set_by_one_form(here: Town, ann: Player) -> None:
    await here.opened(host=ann, seats=3)
    await ann.press("Seats, pace, bots…")
    await ann.fill_in(seats=["5"], pace=["48 hours"], bots=["2 steady"])
    board = texts(parts_of(await here.board()))
    assert "2. Ada (bot) · 3. Bertram (bot) · 4. *free* · 5. *free*" in board
    assert "48 hours an answer" in board
    await ann.press("Seats, pace, bots…")
    await ann.fill_in(seats=["2"], bots=["1 steady"])
    assert "2. Ada (bot)\n" in texts(parts_of(await here.board()))
    await ann.press("Seats, pace, bots…")
    await ann.fill_in(bots=["0"])
    assert "2. *free*" in texts(parts_of(await here.board()))


async def test_agreements_are_set_by_one_form_and_the_others_confirm_again(
    here: Town, ann: Player, ben: Player
) -> None:
    await here.opened(ben, host=ann)
    await ann.set_up()
    await ann.press("Agreements…")
    await ann.fill_in(checks=["undo", "talk"], extensions=["5"])
    table = await here.bot.lobby.get_open_table(1)
    agreed = table.settings
    assert (agreed.undo, agreed.talk, agreed.absent, agreed.hints, agreed.extensions) == (
        "own moves",
        "only in the channel",
        "a bot",
        False,
        5,
    )
    assert [seat_row.user_id for seat_row in table.seats if seat_row.here_at is None] == [ben.id]


async def test_what_was_refused_stands_in_the_form_again(here: Town, ann: Player) -> None:
    await here.opened(host=ann, seats=3)
    before = await settings(here)
    await ann.press("Variants…")
    refused = await ann.fill_in(checks=["length"])
    assert "⚠️ A long fair without poking is dull" in refused
    assert "open the form again" in refused
    assert await settings(here) == before
    await ann.press("Variants…")
    assert ann.form is not None
    assert ann.form.modal is not None
    assert complete_values(ann.form.modal, {})["checks"] == ["length"]
    await ann.fill_in(checks=["length", "poking"])
    assert "Length: long" in ann.sees
    await ann.press("Variants…")
    assert complete_values(ann.form.modal, {}) != {"checks": ["length"]}


@pytest.mark.parametrize("typed", ["a week", "0", "337", "-1", "999999999999", *HOSTILE[:5]])
async def test_wrong_hours_change_nothing_and_keep_the_other_fields(here: Town, ann: Player, typed: str) -> None:
    await here.opened(host=ann, seats=3)
    before = await settings(here)
    await ann.press("Seats, pace, bots…")
    assert "whole hours, from 1 to 336" in await ann.fill_in(seats=["4"], hours=typed[:20])
    assert await settings(here) == before
    await ann.press("Seats, pace, bots…")
    await ann.fill_in(hours="36")
    assert (await settings(here))[0] == 4


async def test_other_hours_give_way_to_a_pace_that_is_chosen(here: Town, ann: Player) -> None:
    await here.opened(host=ann)
    await ann.press("Seats, pace, bots…")
    await ann.fill_in(hours="36")
    await ann.press("Seats, pace, bots…")
    await ann.fill_in(pace=["12 hours"])
    assert "12 hours an answer" in ann.sees
    await ann.press("Seats, pace, bots…")
    assert "Please give the pace" in await ann.fill_in(pace=["own"])


async def test_more_bots_than_seats_are_refused_with_what_to_do(here: Town, ann: Player, ben: Player) -> None:
    await here.opened(ben, host=ann)
    await ann.set_up()
    await ann.press("Seats, pace, bots…")
    assert "2 bots and the people who have joined need more than 3 seats" in await ann.fill_in(
        seats=["3"], bots=["2 steady"]
    )
    await ann.press("Seats, pace, bots…")
    await ann.fill_in(seats=["4"])
    assert "4. Bertram (bot)" in texts(parts_of(await here.board()))


async def test_fewer_seats_than_people_are_refused(here: Town, ann: Player, ben: Player, stranger: Player) -> None:
    await here.opened(ben, stranger, host=ann)
    await ann.set_up()
    await ann.press("Seats, pace, bots…")
    assert "3 have already joined; somebody would lose their seat" in await ann.fill_in(seats=["2"])


async def test_a_form_sent_twice_does_the_same_once(here: Town, ann: Player) -> None:
    await here.opened(host=ann, seats=4)
    await ann.press("Seats, pace, bots…")
    first = ann.form
    await ann.press("Seats, pace, bots…")
    await ann.fill_in(bots=["2 steady"])
    once = await settings(here)
    ann.form = first
    await ann.fill_in(bots=["2 steady"])
    assert await settings(here) == once


async def test_a_form_that_comes_after_the_start_says_so(here: Town, ann: Player, ben: Player) -> None:
    await here.opened(ben, host=ann)
    await ann.set_up()
    await ann.press("Seats, pace, bots…")
    form = ann.form
    await ann.press("Start", on=await here.board())
    ann.form = form
    assert "This game has already begun" in await ann.fill_in(seats=["5"])


async def test_a_form_opened_before_a_restart_counts_after_it(here: Town, ann: Player) -> None:
    await here.opened(host=ann)
    await ann.press("Seats, pace, bots…")
    await here.restart()
    await ann.fill_in(bots=["1 steady"])
    assert "Ada (bot)" in texts(parts_of(await here.board()))


@pytest.mark.parametrize("verb", ["tableform:1", "ruleform:1:0", "agreeform:1", "tablesent:1", "agreesent:1"])
async def test_a_stranger_opens_and_sends_no_form(here: Town, ann: Player, stranger: Player, verb: str) -> None:
    await here.opened(host=ann)
    assert f"Only <@{ann.id}>, who opened this table" in await presses_forged(here, stranger, verb)


@pytest.mark.parametrize("verb", ["ruleform:1:9", "ruleform:1:x", "tablesent:1", "rulesent:1:9", "agreesent:1"])
async def test_forms_that_are_not_ours_are_refused(here: Town, ann: Player, verb: str) -> None:
    await here.opened(host=ann)
    assert "older version" in await presses_forged(here, ann, verb)


async def test_buttons_of_older_panels_still_set_a_table_up(here: Town, ann: Player) -> None:
    await here.opened(host=ann, seats=3)
    assert ": options" in await presses_forged(here, ann, "options:1")
    await presses_forged(here, ann, 'set:1:length:"long"')
    assert "Length: long" in ann.sees
    await presses_forged(here, ann, "bot:1")
    assert "Ada (bot)" in ann.sees
    await presses_forged(here, ann, "nobot:1")
    assert "Ada (bot)" not in ann.sees
    assert "How many hours" in await presses_forged(here, ann, "hours:1")
    assert "The pace is 36 hours now" in await ann.fill_in("36")


async def test_a_guest_reads_what_they_would_agree_to_and_comes_back_from_the_rules(
    here: Town, ann: Player, stranger: Player
) -> None:
    await here.opened(host=ann)
    told = await stranger.press("More…", on=await here.board())
    assert "(by joining you agree): Pace: 24 hours; More time: 3" in told
    assert "Options and bots" not in stranger.buttons
    await stranger.press("Rules")
    assert "(by joining you agree)" in await stranger.press("Back")


@pytest.mark.parametrize("name", HOSTILE[:6])
async def test_a_hostile_name_breaks_neither_the_message_nor_the_panels(here: Town, ann: Player, name: str) -> None:
    guest = Player(here, here.guild.add_member(here.env.create_user("guest", global_name=name[:32] or "x")))
    here.people[guest.id] = guest
    await here.opened(guest, host=ann, seats=3)
    assert f"2. <@{guest.id}> · 3. *free*" in texts(parts_of(await here.board()))
    assert f"<@{guest.id}>" in await ann.set_up()


@pytest.mark.parametrize("key", GAMES)
async def test_the_forms_of_every_game_are_sent(tmp_path: Path, no_errors_logged: None, key: str) -> None:
    async with town(tmp_path / "all.db", games=GAMES) as here:
        ann = here.person("Ann")
        await ann.slash("game new", game=key, place="here")
        before = await settings(here)
        for label in [label for label in ann.buttons if label.endswith("…")]:
            await ann.press(label)
            assert "Done" in await ann.fill_in()
        assert await settings(here) == before
