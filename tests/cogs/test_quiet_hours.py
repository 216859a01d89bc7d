"""Quiet hours: posts made meanwhile can be read there, and wake nobody."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from storage.interface.questions import DueQuestion
from tests.cogs.town import Player, Town, parts_of, texts, town
from tests.toy import TOY, WILD, ToyBox


async def goes_to_bed(who: Player) -> None:
    """Let somebody's quiet hours be just now."""
    now = who.town.bot.host.now()
    night = f"{now - timedelta(hours=1):%H:%M}-{now + timedelta(hours=7):%H:%M}"
    await who.slash("settings change", quiet_hours=night)


@pytest.mark.parametrize(
    "typed",
    [
        *("22-8", "22 - 8", "22:00-8:00", "22:00-08", "22.00-8.00", "22\u20138"),
        *("\uff12\uff12-\uff18", "\uff12\uff12\uff1a\uff10\uff10\uff0d\uff18\uff1a\uff10\uff10"),
    ],
)
async def test_quiet_hours_can_be_typed_as_people_write_them(ann: Player, typed: str) -> None:
    assert "Quiet hours: 22:00 to 08:00." in await ann.slash("settings change", quiet_hours=typed)


@pytest.mark.parametrize("typed", ["22", "22-25", "22-8-9", "22:60-8", "8-8", "night", "-", "22-8 and 9"])
async def test_what_are_no_quiet_hours_is_answered_with_an_example(ann: Player, typed: str) -> None:
    told = await ann.slash("settings change", quiet_hours=typed)
    assert "Please write quiet hours like 22:00-8:00 or 22-8, or none." in told


async def test_quiet_hours_that_end_as_they_begin_are_refused_with_the_reason(ann: Player) -> None:
    told = await ann.slash("settings change", quiet_hours="8-8")
    assert "Quiet hours end at another time than they begin." in told


async def test_a_computers_unset_time_zone_is_no_persons_time_zone(ann: Player) -> None:
    assert "There is no time zone of that name." in await ann.slash("settings change", time_zone="Factory")


async def test_days_off_can_be_typed_in_full_width_digits(ann: Player) -> None:
    day = f"{ann.town.bot.host.now() + timedelta(days=3):%Y-%m-%d}"
    wide = "".join(chr(ord(sign) + 0xFEE0) for sign in day)
    assert f"{day} to {day}" in await ann.slash("settings change", days_off=wide)


def pinged(here: Town, since: int) -> list[int]:
    """Whom messages have called since then."""
    posts = [request.json for request in here.env.http_requests[since:] if request.path.endswith("/messages")]
    return sorted(user for post in posts if post for user in post.get("allowed_mentions", {}).get("users", []))


async def reminded(here: Town, who: Player) -> str:
    """Let the clock remind somebody now, however late it is where they live; return what stands in the channel."""
    running = await here.bot.host.get_running_game(1)
    seat = running.get_own_seat(who.id)
    await here.bot.router.absence.send_reminder(DueQuestion(1, seat, running.get_etags()[seat], running.clocks[seat]))
    await here.bot.outbox_worker.wait_for_all()
    return here.public_text()


@pytest.mark.parametrize("asleep", [False, True], ids=["awake", "asleep"])
async def test_a_reminder_that_was_held_up_until_the_night_wakes_nobody(
    here: Town, ann: Player, ben: Player, asleep: bool
) -> None:
    await here.started(ben, host=ann)
    if asleep:
        await goes_to_bed(ben)
    since = len(here.env.http_requests)
    assert "waits for you" in await reminded(here, ben)
    assert pinged(here, since) == ([] if asleep else [ben.id])


@pytest.mark.parametrize("asleep", [False, True], ids=["awake", "asleep"])
async def test_where_waiting_is_secret_a_reminder_wakes_nobody_who_sleeps(
    tmp_path: Path, no_errors_logged: None, asleep: bool
) -> None:
    all_are_wild = replace(TOY, box=ToyBox(animals=tuple(sorted(WILD))))
    async with town(tmp_path / "growls.db", games={"toy": all_are_wild}) as here:
        ann, ben = here.person("Ann"), here.person("Ben")
        await here.at_first_turn(ben, host=ann)
        for _ in (ann, ben):
            await (await here.whose_turn()).slash("play", answer="End my turn")
        assert (await here.table()).agenda[0].waiting_is_secret
        if asleep:
            await goes_to_bed(ben)
        since = len(here.env.http_requests)
        await reminded(here, ann)
        assert pinged(here, since) == ([ann.id] if asleep else sorted([ann.id, ben.id]))


async def test_the_call_before_the_start_names_everybody_and_wakes_who_is_awake(
    here: Town, ann: Player, ben: Player
) -> None:
    cleo = here.person("Cleo")
    await here.opened(ben, cleo, host=ann)
    await ann.slash("table pace", hours="48")
    await goes_to_bed(ben)
    since = len(here.env.http_requests)
    await ann.press("Start", on=await here.board())
    said = texts(parts_of(await here.message(1, "ask")))
    assert f"<@{ben.id}>" in said
    assert f"<@{cleo.id}>" in said
    assert pinged(here, since) == [cleo.id]
