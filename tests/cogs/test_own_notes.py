"""Private notes of players, when they are shown, and their reminders."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import time
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.host.play.own_notes import is_reached
from bot.host.table.deadlines import Wishes
from tests.cogs.test_hints import presses_forged
from tests.cogs.town import Player, Town, parts_of, texts, town
from tests.ui.hostile import HOSTILE
from tests.ui.markdown import living

NOTE = "Save coal for 1953; Ben bluffs"


async def writes(player: Player, text: str, **fields: list[str]) -> str:
    """Write a note through the menu More of the table's message."""
    await player.press("My note", on=await player.town.board())
    await player.press(next(label for label in player.buttons if label in ("Write…", "Change…")))
    return await player.fill_in(text=text, **fields)


async def ticks(here: Town, **passed: float) -> None:
    """Let time pass, and the clock look for what is due."""
    await here.passes(**passed)
    await here.bot.services.clock.tick()
    await here.bot.outbox_worker.wait_for_all()


def letters_to(here: Town, player: Player) -> str:
    """The direct messages that somebody has got."""
    if player.actor.user.dm_channel is None:
        return ""
    history = [message for message in player.actor.user.dm_channel.history() if not message.flags.ephemeral]
    return "\n".join(texts(parts_of(message)) for message in history)


async def test_a_note_is_written_changed_and_deleted_on_ones_panel(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    assert "Noted.\n### Your note · The Fair · table 1\n" in await writes(ann, NOTE)
    assert f"> {NOTE}" in ann.sees
    assert "Your secret price?" in await ann.press("Back")
    assert "> Sell first" in await writes(ann, "Sell first")
    assert "The note is deleted." in await ann.press("Delete")
    assert "Nothing yet" in ann.sees
    assert "Nothing yet" in await writes(ann, " \u200b ")


async def test_nobody_else_sees_a_note_and_it_stands_in_the_data_of_its_writer_alone(
    here: Town, ann: Player, ben: Player, boss: Player
) -> None:
    await here.started(ben, host=ann)
    await writes(ann, NOTE)
    await here.passes(days=2)
    for other in (ben, boss):
        for words in ("play", "inbox", "table log", "table delivery", "game status", "record export"):
            if "coal" in await other.slash(words):
                raise AssertionError(words)
    assert "coal" not in await presses_forged(here, ben, "mynote:1")
    assert "you have no seat" in await presses_forged(here, boss, "mynote:1")
    assert "you have no seat" in await presses_forged(here, boss, "notegone:1")
    assert "coal" not in here.public_text()
    for user, kept in ((ann, True), (ben, False), (boss, False)):
        data = json.dumps(await here.bot.services.erasure.collect_data(user.id))
        assert (NOTE in data) is kept


async def test_a_note_stands_first_after_days_and_always_in_the_inbox(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    await writes(ann, NOTE)
    assert NOTE not in await ann.act()
    assert f"-# 📝 {NOTE}" in await ann.slash("inbox")
    await here.passes(hours=21)
    assert (await ann.act()).startswith(f"-# 📝 Your note: {NOTE}\n")
    assert "📝" not in await ben.act()


async def test_a_note_stays_over_a_restart_and_goes_with_its_writer(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    await writes(ann, NOTE)
    await here.restart()
    assert NOTE in await ann.press("My note", on=await here.board())
    await here.bot.services.erasure.forget(ann.id)
    assert await here.bot.storage.own_notes.get(1, ann.id) is None


async def test_a_note_goes_with_the_game(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    await writes(ann, NOTE)
    await ben.slash("table concede", sure="yes")
    assert await here.bot.storage.own_notes.get(1, ann.id) is None
    assert "This game is over" in await ann.press("Change…")


async def test_a_seat_that_changes_hands_does_not_hand_a_note_over(
    here: Town, ann: Player, ben: Player, stranger: Player
) -> None:
    third = here.person("Cleo")
    await here.started(ben, third, host=ann)
    await writes(ann, NOTE, remind=["days 1"])
    seat = await here.bot.host.find_seat_of(1, ann.id)
    assert seat is not None
    await here.bot.services.votes.clear_seat(1, seat, ann.id, "Ann has left.")
    await here.bot.services.votes.take_seat(1, seat, stranger.id, "Stranger")
    assert "Nothing yet" in await stranger.press("My note", on=await here.board())
    await ticks(here, days=2)
    assert "coal" not in await stranger.act()
    assert "reminder" not in letters_to(here, stranger)


async def test_a_reminder_comes_by_direct_message_with_the_note_once(here: Town, ann: Player, ben: Player) -> None:
    await here.opened(host=ann)
    await here.bot.lobby.set_pace(1, ann.id, "300")
    await ben.press("Join", on=await here.board())
    await ann.press("Start", on=await here.board())
    assert "I remind you <t:" in await writes(ann, NOTE, remind=["days 2"])
    await ticks(here, hours=47)
    assert "reminder" not in letters_to(here, ann)
    await ticks(here, hours=2)
    assert f"**Your reminder** at The Fair, table 1: You wanted to be reminded now.\n> {NOTE}" in letters_to(here, ann)
    assert "reminder" not in letters_to(here, ben)
    assert "I remind you" not in await ann.press("My note", on=await here.board())
    await ticks(here, hours=2)
    assert letters_to(here, ann).count("Your reminder") == 1


async def test_a_reminder_waits_for_the_end_of_quiet_hours(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    await writes(ann, NOTE, remind=["days 1"])
    now = here.wall.now()
    quiet = Wishes(quiet_from=time((now.hour - 1) % 24), quiet_to=time((now.hour + 3) % 24))
    people = here.bot.host.people
    await people.change_wishes(await people.record_person(ann.id, "Ann"), lambda _: quiet)
    await ticks(here, days=1, minutes=1)
    assert "reminder" not in letters_to(here, ann)
    await ticks(here, hours=5)
    assert "Your reminder" in letters_to(here, ann)


async def test_a_changed_text_keeps_its_reminder(here: Town, ann: Player, ben: Player) -> None:
    await here.started(ben, host=ann)
    await writes(ann, NOTE, remind=["days 2"])
    assert "I remind you <t:" in await writes(ann, "Sell first")
    assert "I remind you" not in await writes(ann, "Sell first", remind=["no"])


@pytest.mark.parametrize("typed", [name for name in HOSTILE if name.strip()])
async def test_a_hostile_note_is_only_letters(here: Town, ann: Player, ben: Player, typed: str) -> None:
    await here.started(ben, host=ann)
    shown = [await writes(ann, typed[:500], remind=["days 1"]), await ann.slash("inbox")]
    await ticks(here, days=1, minutes=1)
    shown += [await ann.act(), letters_to(here, ann)]
    for words in shown:
        ours = ("<t:", "<@", "https://discord.com/channels/", "[")
        assert all(sign.startswith(ours) for sign in living(words)), words
        assert "evil.example)" not in words


@pytest.fixture
async def goodwill(tmp_path: Path, no_errors_logged: None) -> AsyncIterator[Town]:
    async with town(tmp_path / "real.db", games=GAMES) as opened:
        yield opened


async def test_a_reminder_can_wait_for_a_year_of_goodwill(goodwill: Town) -> None:
    ann, ben = goodwill.person("Ann"), goodwill.person("Ben")
    await ann.slash("game new", game="goodwill", seats=2, place="here")
    await ben.press("Join", on=await goodwill.board())
    await ann.press("Start", on=await goodwill.board())
    part = (await goodwill.bot.host.get_running_game(1)).table.describe_part()
    later = str(int(part) + 1)
    assert f"I remind you when {later} begins." in await writes(ann, NOTE, remind=[f"part {later}"])
    await ticks(goodwill)
    assert "Your reminder" not in letters_to(goodwill, ann)
    assert await goodwill.bot.services.own_notes.list_coming_parts(1) == [str(int(part) + n) for n in range(1, 7)]


@pytest.mark.parametrize(
    ("part", "wanted", "reached"),
    [
        ("Round 3", "Round 3", True),
        ("Round 10", "Round 9", True),
        ("Round 2", "Round 3", False),
        ("1953", "1952", True),
        ("Before the first round", "Round 1", False),
        ("Decade 2", "Round 1", False),
    ],
)
def test_a_part_is_reached_when_it_or_a_later_one_has_begun(part: str, wanted: str, reached: bool) -> None:
    assert is_reached(part, wanted) is reached
