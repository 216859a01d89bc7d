"""Direct messages about what happens at a table, on the level that a person has chosen."""

from __future__ import annotations

from datetime import timedelta

from storage.interface.shards import ALL_SHARDS
from tests.cogs.test_catching_up import tries
from tests.cogs.test_own_notes import letters_to, ticks
from tests.cogs.town import Player, Town

MINE = "**What was done to you** at The Fair"
ALL = "**What happened** at The Fair"
NEVER, AFFECTED, EVERYTHING = (
    "Write when I must act",
    "Also what is done to me",
    "Write about everything",
)


async def wants(player: Player, level: str) -> None:
    """Choose a level in the settings."""
    await player.slash("settings change")
    await player.choose(level)


async def begun(here: Town, *players: Player) -> Player:
    """Begin a table of the toy, and let the clock see it; return whose turn it is, with their panel open."""
    host, *guests = players
    mover = await here.at_first_turn(*guests, host=host)
    await ticks(here, minutes=5)
    return mover


async def pokes(here: Town, mover: Player, other: Player) -> None:
    await mover.act()
    await mover.press(f"Poke {name_of(other)}")


async def sets_quiet_hours(here: Town, player: Player) -> None:
    """Set quiet hours from an hour ago until two hours from now."""
    now = here.wall.now()
    quiet = f"{now - timedelta(hours=1):%H:%M}-{now + timedelta(hours=2):%H:%M}"
    await player.slash("settings change", quiet_hours=quiet)


def name_of(player: Player) -> str:
    return str(player.actor.user.global_name)


async def test_nobody_is_told_anything_who_has_not_asked_for_it(here: Town, ann: Player, ben: Player) -> None:
    mover = await begun(here, ann, ben)
    other = ben if mover is ann else ann
    await pokes(here, mover, other)
    await ticks(here, minutes=5)
    assert "What" not in letters_to(here, ann) + letters_to(here, ben)
    assert await here.bot.storage.event_marks.list_untold(ALL_SHARDS) == []


async def test_who_is_poked_is_told_once_and_the_others_are_not(here: Town, ann: Player, ben: Player) -> None:
    cleo = here.person("Cleo")
    for player in (ann, ben, cleo):
        await wants(player, AFFECTED)
    mover = await begun(here, ann, ben, cleo)
    poked, watching = (player for player in (ann, ben, cleo) if player is not mover)
    await pokes(here, mover, poked)
    await ticks(here, minutes=5)
    await ticks(here, minutes=5)
    assert letters_to(here, poked).count(MINE) == 1
    assert f"**{name_of(mover)}** pokes you." in letters_to(here, poked)
    assert MINE not in letters_to(here, watching) + letters_to(here, mover)


async def test_what_happens_within_minutes_is_one_message(here: Town, ann: Player, ben: Player) -> None:
    mover = await begun(here, ann, ben)
    other = ben if mover is ann else ann
    await wants(other, EVERYTHING)
    await ticks(here, minutes=5)
    await mover.act()
    await mover.press("Draw an animal")
    await mover.press("Try the fruit")
    await mover.press("Pear")
    await pokes(here, mover, other)
    await ticks(here, minutes=5)
    said = letters_to(here, other)
    assert said.count(ALL) == 1
    name = f"**{name_of(mover)}**"
    assert f"{name} tries the fruit.\n{name} pokes you.\n-# **/settings change**" in said
    assert "draw" not in said, "what another seat has drawn is not told"
    letter = other.actor.user.dm_channel.history()[-1]
    opened = await other.actor.user.click(letter, label="My panel")
    assert opened.response.ephemeral


async def test_who_has_looked_since_is_told_nothing(here: Town, ann: Player, ben: Player) -> None:
    mover = await begun(here, ann, ben)
    other = ben if mover is ann else ann
    await wants(other, EVERYTHING)
    await ticks(here, minutes=5)
    await pokes(here, mover, other)
    await other.act()
    await ticks(here, minutes=5)
    assert ALL not in letters_to(here, other)


async def test_in_quiet_hours_it_waits_and_comes_together_afterwards(here: Town, ann: Player, ben: Player) -> None:
    mover = await begun(here, ann, ben)
    other = ben if mover is ann else ann
    await wants(other, EVERYTHING)
    await ticks(here, minutes=5)
    await sets_quiet_hours(here, other)
    for wares in ("Pear", "Plum"):
        await tries(mover, "fruit", wares)
        await ticks(here, minutes=10)
    assert ALL not in letters_to(here, other)
    await pokes(here, mover, other)
    await ticks(here, hours=2)
    assert letters_to(here, other).count(ALL) == 1
    assert "tries the fruit." in letters_to(here, other)
    assert "pokes you." in letters_to(here, other)


async def test_what_was_delayed_into_quiet_hours_is_not_lost(here: Town, ann: Player, ben: Player) -> None:
    mover = await begun(here, ann, ben)
    other = ben if mover is ann else ann
    await wants(other, EVERYTHING)
    await ticks(here, minutes=5)
    await tries(mover, "fruit", "Pear")
    await ticks(here, minutes=5)
    here.env.inject_error("POST", f"/channels/{other.actor.user.dm_channel.id}/messages", status=500, times=1)
    await pokes(here, mover, other)
    await ticks(here, minutes=5)
    assert "pokes you." not in letters_to(here, other)
    await sets_quiet_hours(here, other)
    await here.restart()
    await here.bot.outbox_worker.wait_for_all()
    assert letters_to(here, other).count("pokes you.") == 1


async def test_a_level_counts_from_when_it_is_chosen_and_ends_at_once(here: Town, ann: Player, ben: Player) -> None:
    mover = await begun(here, ann, ben)
    other = ben if mover is ann else ann
    await pokes(here, mover, other)
    await wants(other, AFFECTED)
    await ticks(here, minutes=5)
    assert MINE not in letters_to(here, other), "it was done before"
    await other.act()
    await other.press("Laugh")
    await pokes(here, mover, other)
    await wants(other, NEVER)
    await ticks(here, minutes=5)
    assert MINE not in letters_to(here, other)


async def test_the_end_of_a_game_is_told_and_then_nothing_is_kept(here: Town, ann: Player, ben: Player) -> None:
    await begun(here, ann, ben)
    for player in (ann, ben):
        await wants(player, EVERYTHING)
    await ticks(here, minutes=5)
    await ben.slash("table concede", sure="yes")
    await ticks(here, minutes=5)
    assert "**Ben** concedes" in letters_to(here, ann)
    assert await here.bot.storage.event_marks.list_untold(ALL_SHARDS) == []
    assert not await here.bot.storage.privacy.is_kept(0)


async def test_the_level_stays_over_a_restart_stands_in_ones_data_and_goes_with_its_owner(
    here: Town, ann: Player, ben: Player
) -> None:
    mover = await begun(here, ann, ben)
    other = ben if mover is ann else ann
    await wants(other, AFFECTED)
    await ticks(here, minutes=5)
    await pokes(here, mover, other)
    await here.restart()
    await ticks(here, minutes=5)
    assert letters_to(here, other).count(MINE) == 1
    data = await here.bot.services.erasure.collect_data(other.id)
    assert "'told_of_events': 'affected'" in str(data)
    await here.bot.services.erasure.forget(other.id)
    assert not await here.bot.storage.privacy.is_kept(other.id)


async def test_a_seat_that_changes_hands_tells_its_new_player_nothing_of_before(
    here: Town, ann: Player, ben: Player, stranger: Player
) -> None:
    await begun(here, ann, ben, here.person("Cleo"))
    await wants(stranger, EVERYTHING)
    seat = await here.bot.host.find_seat_of(1, ben.id)
    assert seat is not None
    await here.bot.services.votes.clear_seat(1, seat, ben.id, "Ben has left.")
    await here.bot.outbox_worker.wait_for_all()
    await stranger.press("Take this seat", on=await here.message(1, f"vacancy:{seat}"))
    await ticks(here, minutes=5)
    assert ALL not in letters_to(here, stranger)
